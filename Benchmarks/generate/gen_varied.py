#!/usr/bin/env python3
"""Writes a capture of small uploads that resemble each other as little as those of real clients do.

usage: gen_varied.py OUT.pcap [CONNECTIONS [FORMS [FIELDS]]]

CONNECTIONS connections (2000), 40 at a time, each with FORMS forms (50) of FIELDS fields (3) and a file.

As `gen_pcap.py small` in the number and size of forms, but every request has a boundary of its own; heads differ
between clients, and names, filenames, media types and the order of fields between forms. What a reader remembers of
earlier requests helps little here.
What was written (requests, parts, packets) goes to OUT.pcap.truth.
"""
import random
import string
import sys

import gen_pcap

ALPHABET = (string.ascii_letters + string.digits).encode()
# How clients write a boundary: what stands first, how many characters follow, and which.
BOUNDARIES = {
    b"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/%d.0.0.0": (b"----WebKitFormBoundary", 16, ALPHABET),
    b"Mozilla/5.0 (X11; Linux x86_64; rv:%d.0) Gecko/20100101": (b"----geckoformboundary", 32, b"0123456789abcdef"),
    b"curl/8.%d.0": (b"------------------------", 22, ALPHABET),
    b"okhttp/4.%d.0": (b"", 36, b"0123456789abcdef-"),
    b"python-requests/2.%d.0": (b"", 32, b"0123456789abcdef"),
    b"Go-http-client/1.%d": (b"", 60, b"0123456789abcdef"),
    b"Uploader/%d CFNetwork/1410.0.3 Darwin/22.6.0": (b"Boundary-", 36, b"0123456789ABCDEF-"),
}
# Extension, media type, and the first bytes of such a file.
KINDS = (
    (b"png", b"image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    (b"jpg", b"image/jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF\0"),
    (b"pdf", b"application/pdf", b"%PDF-1.7\n"),
    (b"gz", b"application/gzip", b"\x1f\x8b\x08\0"),
    (b"bin", b"application/octet-stream", b"\0\0\0\x01"),
)
LANGUAGES = (b"en", b"de-CH,de;q=0.9", b"ja,en;q=0.5", b"pt-BR", b"fr;q=0.8,*;q=0.1")
WORDS = b"order user invoice address photo answer note tag owner title item status".split()


def letters(rng, count, alphabet=ALPHABET):
    return bytes(rng.choices(alphabet, k=count))


class Client:
    """The habits that all requests of one connection share."""

    def __init__(self, rng, field_count):
        self.rng, self.field_count = rng, field_count
        agent, self.boundary_style = rng.choice(list(BOUNDARIES.items()))
        fields = [
            (b"User-Agent", agent % rng.randrange(10, 140)),
            (b"Accept", rng.choice((b"*/*", b"application/json", b"text/html,*/*;q=0.8"))),
            (b"Accept-Language", rng.choice(LANGUAGES)),
            (b"Authorization", b"Bearer " + letters(rng, rng.randrange(20, 60))),
            (b"Cookie", b"session=" + letters(rng, 24)),
        ]
        rng.shuffle(fields)
        host = b"%s%d.example.test" % (rng.choice(WORDS), rng.randrange(1000))
        self.fields = [(b"Host", host), *fields[: rng.randint(2, len(fields))]]

    def part(self, boundary, name, data, filename=None, content_type=None):
        head = b"--" + boundary + b'\r\nContent-Disposition: form-data; name="' + name + b'"'
        if filename:
            head += b'; filename="' + filename + b'"'
        if content_type:
            head += b"\r\nContent-Type: " + content_type
        return head + b"\r\n\r\n" + data + b"\r\n"

    def form(self, boundary):
        """A form of fields in any order and a file, which stands last as a reader in one pass wants it."""
        rng = self.rng
        extension, content_type, signature = rng.choice(KINDS)
        filename = b"%s %04d.%s" % (rng.choice(WORDS).title(), rng.randrange(10**4), extension)
        file = signature + rng.randbytes(rng.randint(680, 900))
        word = rng.choice(WORDS)
        fields = [
            self.part(boundary, b"%s[%d]" % (word, rng.randrange(1000)), letters(rng, rng.randint(5, 15))),
            self.part(boundary, b"comment_" + letters(rng, 3), letters(rng, rng.randint(200, 400))),
            self.part(boundary, b"%s.%s" % (word, rng.choice(WORDS)), b",".join(rng.sample(WORDS, 2))),
        ]
        for number in range(3, self.field_count):
            name = b"%s[%d][%s]" % (word, number, rng.choice(WORDS))
            fields.append(self.part(boundary, name, letters(rng, rng.randint(1, 30))))
        rng.shuffle(fields)
        fields.append(self.part(boundary, b"file%d" % rng.randrange(100), file, filename, content_type))
        return b"".join(fields) + b"--" + boundary + b"--\r\n"

    def request(self):
        rng = self.rng
        start, count, alphabet = self.boundary_style
        # A hyphen at its end would be taken for one of the close delimiter's.
        boundary = start + letters(rng, count - 1, alphabet) + b"7"
        body = self.form(boundary)
        fields = [
            *self.fields,
            (b"X-Request-Id", letters(rng, 20)),
            (b"Content-Type", b"multipart/form-data; boundary=" + boundary),
            (b"Content-Length", b"%d" % len(body)),
        ]
        line = b"POST /%s/%d?at=%d HTTP/1.1\r\n" % (rng.choice(WORDS), rng.randrange(10**5), rng.randrange(10**9))
        return line + b"".join(b"%s: %s\r\n" % field for field in fields) + b"\r\n" + body


def keepalive(index, rng, forms, field_count):
    """Small forms on one connection."""
    connection = gen_pcap.Connection(index, 1024 + index * 7 % 60000, rng)
    client = Client(rng, field_count)
    yield from connection.open()
    for _ in range(forms):
        yield from connection.send(True, client.request())
        yield from connection.send(False, gen_pcap.RESPONSE)
    yield from connection.close()


def main(path, count="2000", forms=str(gen_pcap.REQUESTS_PER_CONNECTION), fields="3"):
    count, forms, fields = int(count), int(forms), max(int(fields), 3)
    connections = (keepalive(index, random.Random(f"varied {index}"), forms, fields) for index in range(count))
    writer = gen_pcap.Writer(path)
    for frame in gen_pcap.interleave(connections, 40, random.Random("varied"), 4):
        writer.put(frame)
    writer.close()
    requests = count * forms
    with open(path + ".truth", "w") as truth:
        truth.write(f"requests {requests}\nparts {requests * (fields + 1)}\npackets {writer.packets}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
