"""Prints the contents of responses as Python reads them, a line each: number, digest as held, digest without gzip.

responses.py KIND PATH ...       what stands in each of the paths, with a line "--" after each
    log FILE                     what a proxy's log holds
    har FILE                     what an archive that Partwise wrote holds
    http FOLDER                  the messages out.response.http and out-N.response.http
    pcapng FILE                  the streams of packets, by tshark

A content that is not held is "absent". The second is "-" where the coding cannot be taken off, and "?" where Python's
library does not know it. "stored" follows where a browser shows what it had in store for 304 (Not Modified).
"""
import base64
import hashlib
import http.client
import io
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree
import zipfile
import zlib


def digest(data):
    return hashlib.sha256(data).hexdigest()


def plain(content, coding):
    """The digest of the content without its coding."""
    coding = coding.strip().lower()
    if coding in ("", "identity"):
        return digest(content)
    known = {"gzip": (31,), "x-gzip": (31,), "deflate": (15, -15)}
    for bits in known.get(coding, ()):
        try:
            return digest(zlib.decompress(content, bits))
        except zlib.error:
            pass
    return "-" if coding in known else "?"


def show(number, content, coding="", isStored=False):
    if content is None:
        print(number, "absent")
    else:
        print(number, digest(content), plain(content, coding), *["stored"] * isStored)


class Socket:
    def __init__(self, data):
        self.data = data

    def makefile(self, *_):
        return io.BytesIO(self.data)


def message(number, data, method):
    """A raw response, read by Python's client."""
    response = http.client.HTTPResponse(Socket(data), method=method)
    response.begin()
    show(number, response.read(), response.headers.get("Content-Encoding", ""))


def field(headers, name):
    return next((h["value"] for h in headers if isinstance(h, dict) and h["name"].lower() == name), "")


def mitmproxy_text(text, media_type):
    """The bytes that mitmproxy decoded, by the character set that it takes."""
    charset = re.search(r"charset=[\"']?([^;\"' ]+)", media_type, re.I)
    if charset:
        name = charset[1]
    elif any(word in media_type for word in ("json", "xml", "html", "css", "javascript")):
        name = "utf-8"
    else:
        name = "latin-1"
    try:
        return text.encode(name)
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")


def archive(log, creator, folder):
    for number, entry in enumerate(log["entries"], 1):
        response = entry.get("response") or {}
        if (response.get("status") or 0) <= 0:
            continue
        content = response.get("content") or {}
        coding = field(response["headers"], "content-encoding")
        text = content.get("text")
        if not text:
            size = max(response.get("bodySize") or 0, content.get("size") or 0)
            length = field(response["headers"], "content-length")
            lacks = int(length or 0) > 0 or (size > 0 and length != "0")
            mute = entry["request"]["method"] == "HEAD" or response["status"] in (204, 304)
            show(number, None if lacks and not mute else b"")
        elif content.get("encoding") == "base64":
            data = base64.b64decode(text)
            # What could not be decoded is still as it was sent.
            isCoded = str(len(data)) == field(response["headers"], "content-length")
            show(number, data, coding if isCoded else "", response["status"] == 304)
        elif "mitmproxy" in creator:
            show(number, mitmproxy_text(text, field(response["headers"], "content-type")))
        else:
            data = text.encode("utf-8", "surrogatepass")
            size = content.get("size") or 0
            # A byte order mark may have been taken off.
            show(number, None if size > len(data) + 3 else data, "", response["status"] == 304)


def charles_json(transactions):
    for number, one in enumerate(transactions, 1):
        response = one.get("response")
        if not response or not response.get("status"):
            continue
        body = response.get("body") or {}
        headers = (response.get("header") or {}).get("headers") or []
        coding = "" if body.get("decoded") else field(headers, "content-encoding")
        if body.get("encoded"):
            show(number, base64.b64decode(body["encoded"]), coding)
        elif body.get("text"):
            show(number, body["text"].encode())
        else:
            show(number, None if (response["sizes"] or {}).get("body") else b"")


def charles_zip(path):
    members = zipfile.ZipFile(path)
    names = members.namelist()
    numbers = sorted(int(n.split("-")[0]) for n in names if n.endswith("-meta.json"))
    for place, number in enumerate(numbers, 1):
        response = json.loads(members.read(f"{number}-meta.json")).get("response")
        if not response or not response.get("status"):
            continue
        held = [name for name in names if name.startswith(f"{number}-res.")]
        coding = field(response["header"]["headers"], "content-encoding")
        lacks = None if response["sizes"]["body"] else b""
        show(place, members.read(held[0]) if held else lacks, coding)


def charles_xml(path):
    for number, one in enumerate(xml.etree.ElementTree.parse(path).getroot().iter("transaction"), 1):
        response = one.find("response")
        if response is None:
            continue
        body = response.find("body")
        if body is None:
            show(number, None if int(response.get("body", "0") or 0) else b"")
        else:
            isBase64 = body.get("encoding") == "base64"
            show(number, base64.b64decode(body.text) if isBase64 else body.text.encode())


def byte_arrays(path):
    """The byte arrays of a stream of Java objects, by their look: array, reference to their class, length."""
    data = open(path, "rb").read()
    of_class = rb"\x75(\x71\x00\x7e..|\x72\x00\x02\[B.{8}\x02\x00\x00\x78\x70)"
    for found in re.finditer(of_class, data, re.S):
        start = found.end() + 4
        length = int.from_bytes(data[found.end():start], "big")
        if 0 < length <= len(data) - start:
            show("*", data[start:start + length])


def netstring(data, start):
    """A typed netstring of mitmproxy: its value, and where it ends."""
    colon = data.index(b":", start)
    begin = colon + 1
    end = begin + int(data[start:colon])
    kind, payload = data[end:end + 1], data[begin:end]
    if kind in b"}]":
        values = []
        while begin < end:
            value, begin = netstring(data, begin)
            values.append(value)
        if kind == b"]":
            return values, end + 1
        names = [name.decode() if isinstance(name, bytes) else name for name in values[::2]]
        return dict(zip(names, values[1::2])), end + 1
    read = {b",": bytes, b";": bytes, b"#": int, b"^": float, b"!": lambda p: p == b"true", b"~": lambda p: None}
    return read[kind](payload), end + 1


def flows(path):
    data = open(path, "rb").read()
    start = number = 0
    while start < len(data):
        flow, start = netstring(data, start)
        if flow.get("type", b"http") != b"http":
            continue
        number += 1
        response = flow.get("response")
        if response is None:
            continue
        headers = {name.lower(): value for name, value in response["headers"]}
        show(number, response["content"], headers.get(b"content-encoding", b"").decode())


def fiddler(path):
    members = zipfile.ZipFile(path)
    client = {name.lower().split("/")[-1]: name for name in members.namelist()}
    numbers = sorted(int(name[:-6]) for name in client if name.endswith("_c.txt"))
    for place, number in enumerate(numbers, 1):
        name = next(n for n in client if n.endswith("_c.txt") and int(n[:-6]) == number)
        method = members.read(client[name]).split(b" ")[0].decode()
        if method == "CONNECT":
            # What Fiddler writes there is its own.
            continue
        message(place, members.read(client[name.replace("_c", "_s")]), method)


def burp(path):
    # The document type is not needed, and its parser would not take it in this version of XML.
    text = re.sub(rb"<!DOCTYPE.*?\]>", b"", open(path, "rb").read(), flags=re.S)
    for number, item in enumerate(xml.etree.ElementTree.fromstring(text).iter("item"), 1):
        data = base64.b64decode(item.find("response").text)
        message(number, data, item.find("method").text)


def trace(path):
    """A trace of curl: hexadecimal digits, or text of which the lines are broken where the offsets jump."""
    exchanges, kind, left = [], None, 0
    for line in open(path, encoding="latin-1").read().split("\n"):
        found = re.match(r"(?:[\d:.]+ )?(=>|<=) (Send|Recv) (header|data|SSL data), (\d+) bytes", line)
        if found:
            kind, left = found[2] + found[3], int(found[4])
            if kind == "Sendheader":
                exchanges.append(bytearray())
            done = 0
        elif re.match(r"[0-9a-f]{4,}: ?", line) and left:
            offset, text = line.split(":", 1)
            if kind not in ("Recvheader", "Recvdata"):
                continue
            if re.match(r" ([0-9a-f]{2} ){1,16}", text):
                data = bytes.fromhex(text[1:49])
            else:
                data = b"\r\n" * (int(offset, 16) > done) + text[1:].encode("latin-1")
                if int(offset, 16) + len(text[1:]) + 2 == left:
                    data += b"\r\n"
            exchanges[-1] += data
            done += len(data)
    for number, data in enumerate(exchanges, 1):
        data = re.sub(rb"^HTTP/(2|3) ", b"HTTP/1.1 ", bytes(data))
        message(number, data, "POST")


def pcapng(path):
    fields = ["tcp.stream", "tcp.srcport", "tcp.seq", "tcp.payload"]
    asked = [word for field in fields for word in ("-e", field)]
    lines = subprocess.run(["tshark", "-r", path, "-T", "fields", *asked], capture_output=True, text=True).stdout
    clients, segments = {}, {}
    for line in lines.splitlines():
        stream, port, sequence, payload = line.split("\t")
        # The first packet of a stream is the client's.
        side = clients.setdefault(int(stream), port) != port
        segments.setdefault((int(stream), side), []).append((int(sequence), bytes.fromhex(payload)))
    for stream in sorted(clients):
        sent, answer = (joined(segments.get((stream, side), [])) for side in (False, True))
        try:
            message(stream + 1, answer, sent.split(b" ")[0].decode())
        except http.client.HTTPException:
            print(stream + 1, "absent")


def joined(segments):
    """The bytes of one side by their sequence numbers, relative to its SYN's, up to the first that is missing."""
    data = b""
    for sequence, payload in sorted(segments):
        if payload and sequence != len(data) + 1:
            return data
        data += payload
    return data


def responses(kind, path):
    if kind == "pcapng":
        pcapng(path)
    elif kind == "http":
        names = [name for name in os.listdir(path) if name.endswith(".response.http")]
        number = lambda name: int((re.findall(r"-(\d+)", name) or ["1"])[0])
        for name in sorted(names, key=number):
            request = open(f"{path}/{name}".replace(".response", ""), "rb").read()
            method = request.split(b" ")[0].decode()
            message(number(name), open(f"{path}/{name}", "rb").read(), method)
    elif path.endswith(".har"):
        log = json.load(open(path, encoding="utf-8-sig"))["log"]
        archive(log, (log.get("creator") or {}).get("name", ""), os.path.dirname(path))
    elif path.endswith(".chlsj"):
        charles_json(json.load(open(path, encoding="utf-8-sig")))
    else:
        readers = {".chls": byte_arrays, ".chlz": charles_zip, ".chlsx": charles_xml, ".mitm": flows}
        readers.update({".saz": fiddler, ".xml": burp, ".txt": trace})
        readers[os.path.splitext(path)[1]](path)


for kind, path in zip(sys.argv[1::2], sys.argv[2::2]):
    responses(kind, path)
    print("--")
