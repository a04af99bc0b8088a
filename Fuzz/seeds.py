"""Writes the first inputs of a target: what real clients sent, as the project's captures and cases hold it."""
import base64
import json
import os
import shutil
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CAPTURES = os.path.join(ROOT, "Captures")
CASES = os.path.join(ROOT, "Tests", "Cases")
BODY = (
    b"--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B\r\nContent-Disposition: form-data; name=\"f\";"
    b" filename=\"x.png\"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n\r\n--B--\r\n"
)
RULES = [
    b"https://ads.shop.example:8443/banner/1.js?ad_id=5&x\n||shop.example^$script,third-party\n/banner/*/x\n@@||a.example^",
    b"http://a.example/x|y\n|http://a.\n.example/x*y|\n^x^|\nad$domain=page.example|~b.page.example,method=get|post\n",
    b"http://www.a.example/photo.png\n# hosts\n0.0.0.0 www.a.example b.example # x\n::1 localhost\n##.ad\n/re/\n!#if x",
]
FIELDS = [
    b"multipart/form-data; boundary=----WebKitFormBoundaryAbC", b"form-data; name=\"a\\\"b\"; filename*=UTF-8''%e2%82%ac",
    b"multipart/form-data; boundary=\"a b'()+_,-./:=?\"; charset=utf-8",
]


def files(folder, *endings):
    """The paths of the files below a folder whose names end so, at most 64 KiB long."""
    for place, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(place, name)
            if name.endswith(endings) and os.path.getsize(path) <= 65_536:
                yield path


def tutorials():
    """Requests as people write them by hand."""
    with open(os.path.join(CASES, "tutorial.json"), encoding="utf-8") as file:
        for case in json.load(file):
            yield base64.b64decode(case["request"])


def request(body):
    head = (
        b"POST /u HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: %d\r\n\r\n"
    )
    return head % len(body) + body


def seeds(target):
    """The bytes of the seeds."""
    if target == "capture":
        for path in files(CAPTURES, ".pcap", ".pcapng", ".har", ".mitm", ".txt"):
            yield open(path, "rb").read()
        for path in files(CASES, ".pcap", ".saz", ".xml", ".http"):
            yield open(path, "rb").read()
    elif target == "encrypted":
        for path in files(os.path.join(CAPTURES, "tls"), ".pcap"):
            yield open(path, "rb").read()
    elif target in ("request", "redaction", "repair"):
        yield request(BODY)
        yield from tutorials()
    elif target == "rules":
        yield from RULES
    elif target == "rewriting":
        yield b"\x07" + BODY
        yield b"\x21" + BODY.replace(b"\r\n1\r\n", b"\r\na TOK b\r\n") + b"epilogue"
        yield b"\x02preamble\r\n" + BODY.replace(b'"f"', b'"d"').replace(b"1", b"x --B y")
    elif target == "connection":
        yield b"\x07" + request(BODY) + b"\xffHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        yield b"\x03PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"
        for text in tutorials():
            yield b"\x05" + text
    elif target == "form":
        yield b"\x05" + BODY
    elif target == "parameters":
        yield from FIELDS
    elif target == "coding":
        yield b"\x00" + zlib.compress(BODY * 9, wbits=31)
        yield b"\x01" + zlib.compress(BODY * 9)
        yield bytes.fromhex("038b0180") + b"abc\x03"
        yield bytes.fromhex("0328b52ffd2003190000") + b"abc"
    elif target == "writer":
        yield b"name\xfevalue\xfefile\xfecontent"


def main(target, folder):
    os.makedirs(folder, exist_ok=True)
    for number, seed in enumerate(seeds(target)):
        with open(os.path.join(folder, f"seed-{number:03}"), "wb") as file:
            file.write(seed)
    if target == "encrypted":
        with open(os.path.join(folder, "..", "keys.txt"), "wb") as file:
            for path in files(os.path.join(CAPTURES, "tls"), ".keys"):
                shutil.copyfileobj(open(path, "rb"), file)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
