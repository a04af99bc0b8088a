"""Writes large logs of proxies: gen_logs.py FOLDER [MEGABYTES]

uploads.flows (mitmproxy; one upload has two fifths of the bytes), uploads.har (a fifth of the size: its text is longer
than its bytes), uploads.saz (Fiddler) and uploads.chlz (Charles 5).
"""
import json
import os
import random
import sys
import zipfile

BOUNDARY = "----partwise0123456789abcdef"
TYPE = f"multipart/form-data; boundary={BOUNDARY}"
rng = random.Random("logs")
block = rng.randbytes(1 << 20)


def form(size):
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\n'
    head += "Content-Type: application/octet-stream\r\n\r\n"
    content = (block * (size // len(block) + 1))[:size]
    return head.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()


def netstring(data, kind):
    return b"%d:%b%b" % (len(data), data, kind)


def netrecord(fields):
    return netstring(b"".join(netstring(key.encode(), b";") + value for key, value in fields.items()), b"}")


def flow(body):
    fields = [(b"Host", b"h"), (b"Content-Type", TYPE.encode()), (b"Content-Length", b"%d" % len(body))]
    lines = (netstring(netstring(name, b",") + netstring(value, b","), b"]") for name, value in fields)
    request = netrecord({
        "path": netstring(b"/u", b","), "scheme": netstring(b"http", b","), "host": netstring(b"h", b";"),
        "method": netstring(b"POST", b","), "port": netstring(b"80", b"#"), "content": netstring(body, b","),
        "headers": netstring(b"".join(lines), b"]"), "http_version": netstring(b"HTTP/1.1", b","),
        "timestamp_start": netstring(b"1.5", b"^"),
    })
    kind, version = netstring(b"http", b";"), netstring(b"21", b"#")
    return netrecord({"response": b"0:~", "request": request, "type": kind, "version": version})


def entry(body):
    fields = [{"name": "Content-Type", "value": TYPE}, {"name": "Content-Length", "value": str(len(body))}]
    data = {"mimeType": TYPE, "text": body.decode("latin-1"), "params": []}
    request = {"method": "POST", "url": "http://h/u", "httpVersion": "HTTP/1.1", "headers": fields, "postData": data}
    response = {"status": 200, "headers": [], "content": {"size": 100_000, "text": "x" * 100_000}}
    times = {"startedDateTime": "2026-11-21T01:58:09Z", "time": 1}
    return json.dumps({**times, "request": {**request, "bodySize": len(body)}, "response": response})


def meta(body):
    fields = [{"name": "Content-Type", "value": TYPE}, {"name": "Content-Length", "value": str(len(body))}]
    request = {"sizes": {"headers": 100, "body": len(body)}, "header": {"headers": fields}, "mimeType": TYPE}
    return json.dumps({
        "status": "COMPLETE", "method": "POST", "protocolVersion": "HTTP/1.1", "scheme": "http", "host": "h",
        "port": 80, "path": "/u", "times": {"start": "2026-11-21T01:58:09.000Z"}, "request": request,
        "response": {"status": 200, "header": {"headers": []}},
    })


def main():
    folder, size = sys.argv[1], int((sys.argv[2:] or ["1000"])[0]) << 20
    os.makedirs(folder, exist_ok=True)
    small = form(4 << 20)
    with open(f"{folder}/uploads.flows", "wb") as file:
        for _ in range(size * 3 // 5 // len(small)):
            file.write(flow(small))
        file.write(flow(form(size * 2 // 5)))
    with open(f"{folder}/uploads.har", "w") as file:
        file.write('{"log":{"version":"1.2","creator":{"name":"mitmproxy","version":"1"},"entries":[')
        text = entry(form(1 << 20))
        file.write(",".join([text] * max(size // 5 // len(text), 1)))
        file.write("]}}")
    head = f"POST http://h/u HTTP/1.1\r\nHost: h\r\nContent-Type: {TYPE}\r\nContent-Length: {len(small)}\r\n\r\n"
    with zipfile.ZipFile(f"{folder}/uploads.saz", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(1, size // 2 // len(small) + 2):
            archive.writestr(f"raw/{number}_c.txt", head.encode() + small)
            archive.writestr(f"raw/{number}_s.txt", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    with zipfile.ZipFile(f"{folder}/uploads.chlz", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(size // 2 // len(small) + 1):
            archive.writestr(f"{number}-meta.json", meta(small))
            archive.writestr(f"{number}-req.dat", small)


main()
