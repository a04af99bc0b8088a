"""An encoder by hand: right by itself, and with --fault NAME wrong in one way (FAULTS).

It shows that trials fail where they should, and nowhere else. Needs Python alone.
"""
import base64
import http.client
import os
import re
import secrets
import select
import socket
import ssl
import sys
from urllib.parse import urljoin, urlsplit

from form import drive

FAULTS = {
    "missing-line-break": "no CRLF before the close delimiter",
    "missing-close": "the close delimiter without its two last hyphens",
    "length-in-characters": "Content-Length counts characters, not bytes",
    "raw-quote": "a quotation mark in a filename as it is",
    "bare-line-feeds": "LF in place of CRLF around the parts",
    "trimmed-text": "text fields without the white space at their end",
}
FAULT = sys.argv[2] if sys.argv[1] == "--fault" else None
if FAULT and FAULT not in FAULTS:
    sys.exit("the faults are " + ", ".join(FAULTS))
LINE = "\n" if FAULT == "bare-line-feeds" else "\r\n"


def utf8(text):
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def normalized(text):
    return re.sub(r"\r\n|\r|\n", "\r\n", text)


def parameter(name, value, escapes='"\r\n'):
    return f'; {name}="' + "".join(f"%{ord(each):02X}" if each in escapes else each for each in value) + '"'


def body(form, boundary):
    """The body in pieces: bytes, and what can be read."""
    for number, part in enumerate(form.parts):
        head = LINE * (number > 0) + f"--{boundary}{LINE}Content-Disposition: form-data"
        head += parameter("name", normalized(part["name"]))
        if "value" in part:
            value = part["value"].rstrip() if FAULT == "trimmed-text" else part["value"]
            yield utf8(head + LINE * 2 + normalized(value))
            continue
        head += parameter("filename", part.get("filename", ""), "\r\n" if FAULT == "raw-quote" else '"\r\n')
        kind = part.get("type", "application/octet-stream")
        if {"\r", "\n"} & set(kind):
            raise ValueError("a media type of several lines")
        yield utf8(f"{head}{LINE}Content-Type: {kind}{LINE * 2}")
        if part["file"]:
            yield form.content(part)
    before = LINE if form.parts and FAULT != "missing-line-break" else ""
    yield utf8(f"{before}--{boundary}{'' if FAULT == 'missing-close' else '--'}{LINE}")


def length(piece):
    if isinstance(piece, bytes):
        return len(piece.decode()) if FAULT == "length-in-characters" else len(piece)
    return os.fstat(piece.fileno()).st_size


def is_answered(connection, wait=0):
    return bool(select.select([connection.sock], [], [], wait)[0])


def is_wanted(connection):
    """Waits for 100 Continue; tells whether it came, or nothing at all."""
    if not is_answered(connection, wait=5):
        return True
    continues = connection.sock.recv(12, socket.MSG_PEEK).endswith(b" 100")
    if continues:
        connection.sock.recv(4096)
    return continues


def send(connection, pieces, chunked):
    """Sends the pieces until the server answers; tells whether all are sent."""
    for piece in pieces:
        for block in [piece] if isinstance(piece, bytes) else iter(lambda: piece.read(65536), b""):
            # A socket of TLS can be read for other reasons too.
            if not isinstance(connection.sock, ssl.SSLSocket) and is_answered(connection):
                return False
            connection.send(b"%x\r\n%b\r\n" % (len(block), block) if chunked else block)
    if chunked:
        connection.send(b"0\r\n\r\n")
    return True


def post(form, connection, address, authorization=None):
    """Sends the form; gives back the status of the final answer."""
    boundary = "----broken" + secrets.token_hex(12)
    chunked = bool(form.requires & {"unknown-length", "pause"})
    size = 0 if chunked else sum(length(piece) for piece in body(form, boundary))
    connection.putrequest("POST", urlsplit(address).path, skip_accept_encoding=True)
    connection.putheader("Content-Type", "multipart/form-data; boundary=" + boundary)
    connection.putheader(*("Transfer-Encoding", "chunked") if chunked else ("Content-Length", size))
    if authorization:
        connection.putheader("Authorization", authorization)
    if "expect" in form.requires:
        connection.putheader("Expect", "100-continue")
    connection.endheaders()
    try:
        taken = "expect" not in form.requires or is_wanted(connection)
        whole = taken and send(connection, body(form, boundary), chunked)
    except (BrokenPipeError, ConnectionResetError):
        whole = False
    answer = connection.getresponse()
    answer.read()
    if not whole:
        connection.close()
    if answer.status == 307 and "redirect" in form.requires:
        return post(form, connection, urljoin(address, answer.headers["Location"]), authorization)
    if answer.status == 401 and "credentials" in form.requires and not authorization:
        credentials = base64.b64encode(":".join(form.credentials).encode()).decode()
        return post(form, connection, address, "Basic " + credentials)
    return answer.status


def upload(form):
    url = urlsplit(form.url)
    connection = http.client.HTTPConnection(url.netloc, timeout=30)
    if url.scheme == "https":
        trust = ssl.create_default_context(cafile=form.certificate)
        connection = http.client.HTTPSConnection(url.netloc, timeout=30, context=trust)
    for _ in range(form.uploads):
        form.report(post(form, connection, form.url))


drive(
    upload, "unknown-length", "pause", "no-file-chosen", "tls", "redirect", "credentials", "expect", "unpaired-surrogate"
)
