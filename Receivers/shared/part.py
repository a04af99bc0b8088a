import os
from hashlib import sha256

PORT = int(os.environ["PORT"])


def fields(pairs):
    """What an adapter answers for texts: their names and values."""
    return [part(name, None, value) for name, value in pairs]


def pairs(lists):
    """Each name with each of its values."""
    return [(name, value) for name, values in lists.items() for value in values]


def part(name, filename, content):
    """What an adapter answers for one part."""
    content = content.encode(errors="surrogateescape") if isinstance(content, str) else bytes(content)
    return [text(name), text(filename), len(content), sha256(content).hexdigest()]


def text(name):
    name = name.encode(errors="surrogateescape") if isinstance(name, str) else name
    return None if name is None else name.decode(errors="replace")
