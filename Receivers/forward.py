"""Sends requests through a proxy, and names what arrived behind it."""
import gzip
import hashlib

import send
from recorder import Request

TYPE = "multipart/form-data; boundary=AaB03x"
FORM = b'--AaB03x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n1\r\n--AaB03x--\r\n'
# The fields that tell a receiver how to read the content.
FIELDS = ["content-type", "content_type", "content-encoding"]


def typed(value, name="Content-Type: "):
    return f"{name}{value}\r\n"


def length(content):
    return f"Content-Length: {len(content)}\r\n".encode() + b"\r\n" + content


def chunked(extension=b"", trailer=b"", more=b""):
    pieces = b"".join(b"%x%s\r\n%s\r\n" % (len(piece), extension, piece) for piece in (FORM[:40], FORM[40:]))
    return b"Transfer-Encoding: chunked\r\n" + more + b"\r\n" + pieces + b"0\r\n" + trailer + b"\r\n"


# Requests with a form that conforms and something particular in the head: what it is, Content-Type, the other lines and
# the content.
HEADS = {
    "chunked": ("a chunked body", typed(TYPE), chunked()),
    "chunk-extension": ("a chunked body with chunk extensions", typed(TYPE), chunked(extension=b";a=b")),
    "trailer": ("a chunked body with a trailer field", typed(TYPE), chunked(trailer=b"X-Digest: 1\r\n")),
    "chunked-and-length": (
        "Transfer-Encoding: chunked and Content-Length", typed(TYPE), chunked(more=b"Content-Length: 20\r\n")),
    "length-twice": ("Content-Length twice, the same", typed(TYPE) + f"Content-Length: {len(FORM)}\r\n", length(FORM)),
    "length-1-mib": ("a body of 1 MiB and a byte", typed(TYPE), length(FORM.ljust((1 << 20) + 1))),
    "expect": ("Expect: 100-continue", typed(TYPE) + "Expect: 100-continue\r\n", length(FORM)),
    "gzip": (
        "Content-Encoding: gzip", typed(TYPE) + "Content-Encoding: gzip\r\n", length(gzip.compress(FORM, mtime=0))),
    "fold": ("a folded Content-Type", typed(TYPE.replace("; ", ";\r\n ")), length(FORM)),
    "fold-tab": ("a Content-Type folded with a tab", typed(TYPE.replace("; ", ";\r\n\t")), length(FORM)),
    "fold-lf": ("a Content-Type folded after a bare LF", typed(TYPE.replace("; ", ";\n ")), length(FORM)),
    "type-twice": ("Content-Type twice, the same", typed(TYPE) * 2, length(FORM)),
    "type-twice-other": ("Content-Type twice, with two boundaries", typed(TYPE) + typed(TYPE[:-1]), length(FORM)),
    "type-underscore": (
        "Content_Type with another boundary after Content-Type",
        typed(TYPE) + typed(TYPE[:-1], "Content_Type: "), length(FORM)),
    "type-none": ("no Content-Type", "", length(FORM)),
    "type-empty": ("an empty Content-Type", typed(""), length(FORM)),
    "type-before-colon": ("a blank before the colon of Content-Type", typed(TYPE, "Content-Type : "), length(FORM)),
    "type-blanks-after": ("blanks after Content-Type", typed(TYPE + "  "), length(FORM)),
    "type-tab-after": ("a tab after Content-Type", typed(TYPE + "\t"), length(FORM)),
    "type-tab-inside": ("a tab before the parameter", typed(TYPE.replace("; ", ";\t")), length(FORM)),
    "type-latin-1": ("a byte of ISO 8859-1 in the boundary", typed(TYPE + "\xe9"), length(FORM)),
    "type-utf-8": ("UTF-8 in the boundary", typed(TYPE + "\xc3\xa9"), length(FORM)),
    "type-control": ("a control character in the boundary", typed(TYPE + "\x01"), length(FORM)),
    "type-nul": ("a NUL in the boundary", typed(TYPE + "\0"), length(FORM)),
    "type-bare-cr": ("a bare CR in Content-Type", typed(TYPE.replace("; ", ";\r")), length(FORM)),
    "type-9000": ("a Content-Type of 9,000 bytes", typed((TYPE + "; x=").ljust(9000, "y")), length(FORM)),
}


def heads():
    """What is particular to the requests of HEADS, for grid.json."""
    return [{"id": f"head-{id}", "purpose": purpose} for id, (purpose, _, _) in HEADS.items()]


def requests(bodies):
    """All that is sent, as bytes."""
    start = b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: */*\r\n"
    for body in bodies:
        request = typed(body["contentType"]).encode("latin-1") + length(body["body"].encode("latin-1"))
        yield {"id": body["id"], "request": start + request}
    for id, (_, lines, rest) in HEADS.items():
        yield {"id": f"head-{id}", "request": start + lines.encode("latin-1") + rest}


def forwarded(port, data, recorder):
    """The result of a proxy: of what arrived it has what is not as it was sent."""
    recorder.taken()
    status, _ = send.exchange(port, data)
    # What it has refused a proxy may still pass on.
    arrived = recorder.taken(0.5 if status != 200 else 0)
    sent = Request()
    sent.receives(data)
    changes = {}
    if len(arrived) > 1:
        changes["requests"] = len(arrived)
    for request in arrived[:1]:
        before, after = aspects(sent), aspects(request)
        changes |= {key: after[key] for key in after if after[key] != before[key]}
    if not isinstance(status, int):
        outcome, status = status, None
    elif status >= 400:
        outcome = "refused"
    else:
        outcome = "changes" if changes else "forwards"
    result = {"outcome": outcome, "status": status}
    if outcome != "forwards" and arrived:
        result["arrived"] = changes
    return result


def aspects(request):
    """What of a request a receiver reads; each character of a field's value stands for a byte."""
    content = request.content
    fields = {name: [value.decode("latin-1") for value in request.values(name)] for name in FIELDS}
    # Content that does not end has neither.
    length, digest = (None, None) if content is None else (len(content), hashlib.sha256(content).hexdigest())
    return fields | {"framing": request.framing, "content": {"length": length, "sha256": digest}}
