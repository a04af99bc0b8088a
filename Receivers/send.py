"""Sends the bodies of the lab to a receiver, and names what came of each."""
import collections
import hashlib
import json
import re
import socket
import time

# Seconds for one body, generous on a busy machine.
LIMIT = 10
# How often a checker gets a body: ModSecurity 3 reads past the end of a header line with an open quote, and what it
# says of that depends on what its memory held before.
TRIES = 12
# Bytes of an answer.
LONGEST = 1 << 20


def post(port, body, path="/"):
    """Sends a body by itself: the status and content of the answer, or what came instead of one."""
    content = body["body"].encode("latin-1")
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nAccept: */*\r\n"
        f"Content-Type: {body['contentType']}\r\nContent-Length: {len(content)}\r\n\r\n")
    return exchange(port, head.encode("latin-1") + content)


def exchange(port, request):
    """Sends the bytes of a request: the status and content of the answer, or what came instead of one."""
    data, end = b"", time.monotonic() + LIMIT
    try:
        with socket.create_connection(("127.0.0.1", port), LIMIT) as connection:
            try:
                connection.sendall(request)
            except (BrokenPipeError, ConnectionResetError):
                # It may have answered before it had read all.
                pass
            while len(data) < LONGEST and not complete(data):
                connection.settimeout(max(end - time.monotonic(), 0.01))
                block = connection.recv(65536)
                if not block:
                    break
                data = re.sub(rb"^(HTTP/1\.1 1\d\d(?s:.*?)\r\n\r\n)+", b"", data + block)
    except TimeoutError:
        return "hangs", None
    except OSError:
        pass
    status = re.match(rb"HTTP/1\.[01] (\d{3})", data)
    return (int(status[1]), answer(data)) if status else ("closed", None)


def complete(data):
    head, blank, content = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    return bool(blank and length and len(content) >= int(length[1]))


def answer(data):
    head, _, content = data.partition(b"\r\n\r\n")
    if not re.search(rb"(?i)\r\ntransfer-encoding: *chunked", head):
        return content
    joined = b""
    while (size := re.match(rb"([0-9A-Fa-f]+)[^\r]*\r\n", content)) and int(size[1], 16):
        start, length = size.end(), int(size[1], 16)
        joined, content = joined + content[start:start + length], content[start + length + 2:]
    return joined


def read(meant, status, content):
    """The result of a receiver that reads forms, beside the form that was meant."""
    if not isinstance(status, int):
        return {"outcome": status, "status": None, "form": None}
    if status >= 400:
        return {"outcome": "refused", "status": status, "form": None}
    try:
        form = json.loads(content)
    except ValueError:
        return {"outcome": "unread", "status": status, "form": None}
    return judged(meant, form) | {"status": status, "form": form}


def judged(meant, form):
    """What came of a form that was read; `loses` where a field or a file of the one that was meant is missing."""
    if not form and meant != []:
        return {"outcome": "empty"}
    if meant is None or counts(form) == counts(meant):
        return {"outcome": "otherwise" if meant is None else "as-meant"}
    return {"outcome": "otherwise"} | ({"loses": True} if loses(meant, form) else {})


def loses(meant, read):
    """Whether a field was not read, be it with another content or under another name."""
    meant, read = list(counts(meant).elements()), list(counts(read).elements())
    alike = [
        lambda one, other: one == other,
        lambda one, other: one[0] == other[0] and one[2:] == other[2:],
        lambda one, other: one[0] == other[0],
        lambda one, other: one[2:] == other[2:] and (one[2] > 0 or other[0] is None),
    ]
    for is_alike in alike:
        for field in list(meant):
            match = next((other for other in read if is_alike(field, other)), None)
            if match:
                meant.remove(field)
                read.remove(match)
    return bool(meant)


def counts(form):
    """The fields without their order; an empty filename says, as none does, that there is no file."""
    return collections.Counter((name, filename or None, *content) for name, filename, *content in form)


def meant_form(body):
    """The form that the sender meant, as a receiver would answer it."""
    if body["form"] is None:
        return None
    return [answered(part.get("name"), part.get("filename"), part["value"]) for part in body["form"]]


def answered(name, filename, value):
    """What an adapter answers for a part, of which each character stands for a byte."""
    name, filename = (
        None if each is None else each.encode("latin-1").decode(errors="replace") for each in (name, filename))
    return [name, filename, len(value), hashlib.sha256(value.encode("latin-1")).hexdigest()]


def checked(port, body, seen):
    """The result of a checker. Where its tries differ it `varies`: it passes what it ever passed, with all flags."""
    tries = [tried(port, body, seen) for _ in range(TRIES)]
    tries.sort(key=lambda each: (each.get("verdict") != "pass", json.dumps(each)))
    if tries[0] == tries[-1] or any("outcome" in each for each in tries):
        return tries[0]
    return tries[0] | {
        "flags": sorted({flag for each in tries for flag in each["flags"]}),
        "error": min((each["error"] for each in tries if each["error"]), default=None),
        "form": max((each["form"] for each in tries), key=json.dumps),
        "varies": True,
    }


def tried(port, body, seen):
    """Whether a checker passes a body, and what it writes of it where it only looks."""
    status, _ = post(port, body)
    seen.unlink(missing_ok=True)
    looked, _ = post(port, body, "/seen")
    if not isinstance(status, int) or not isinstance(looked, int):
        return {"outcome": looked if isinstance(status, int) else status}
    # What the server in front of it refuses it does not see.
    end = time.monotonic() + (LIMIT if looked < 400 else 1)
    while not (seen.exists() and seen.read_bytes().endswith(b"\n")) and time.monotonic() < end:
        time.sleep(0.01)
    said = json.loads(seen.read_bytes()) if seen.exists() else {"flags": [], "error": None, "form": None}
    form = None if said["form"] is None else [answered(*part) for part in said["form"]]
    return {"verdict": "block" if status >= 400 else "pass", "status": status} | said | {"form": form}


def summary(results):
    counts = collections.Counter(result.get("outcome") or result["verdict"] for result in results.values())
    return ", ".join(f"{count} {word}" for word, count in counts.most_common())
