from hashlib import sha256


def part(name, filename, content):
    """What an adapter answers for one part."""
    content = content.encode(errors="surrogateescape") if isinstance(content, str) else bytes(content)
    return [text(name), text(filename), len(content), sha256(content).hexdigest()]


def text(name):
    name = name.encode(errors="surrogateescape") if isinstance(name, str) else name
    return None if name is None else name.decode(errors="replace")
