#!/usr/bin/env python3
"""Writes deterministic bodies, each exactly one form that no rule of framing objects to.

usage: gen_bodies.py FOLDER [MIB]     MIB is the length of a body, 128 if not given; big has four times that

big     one part of random bytes
lines   one part of short lines that end in CR LF
dashes  one part of beginnings of the delimiter, back to back
small   a great many parts of 16 to 64 bytes
hyphens a boundary of 70 dashes, and one part of dashes
returns one part of CR after CR
nearly  one part of delimiters that lack their last byte, back to back

Each body's boundary is in BODY.boundary beside it.
"""
import os
import random
import sys

BOUNDARY = b"----WebKitFormBoundary7MA4YWxkTrZu0gW"
MIB = 1 << 20


def part(name, data, filename=None, content_type=None, boundary=BOUNDARY):
    head = b"--" + boundary + b'\r\nContent-Disposition: form-data; name="' + name + b'"'
    if filename:
        head += b'; filename="' + filename + b'"'
    if content_type:
        head += b"\r\nContent-Type: " + content_type
    return head + b"\r\n\r\n" + data + b"\r\n"


def file_part(filename, content_type, chunks, boundary=BOUNDARY):
    """A body of one part, its content given in pieces."""
    yield part(b"file", b"", filename, content_type, boundary)[:-2]
    yield from chunks
    yield b"\r\n--" + boundary + b"--\r\n"


def repeated(chunk, size):
    """The chunk again and again, `size` bytes in all."""
    block = chunk * (MIB // len(chunk) + 1)
    while size > 0:
        yield block[:size]
        size -= len(block)


def big(rng, size):
    chunks = (rng.randbytes(MIB) for _ in range(4 * size // MIB))
    return file_part(b"big.bin", b"application/octet-stream", chunks)


def lines(rng, size):
    alphabet = b"abcdefghijklmnopqrstuvwxyz 0123456789,;-"
    pool = [bytes(rng.choices(alphabet, k=rng.randint(0, 60))) + b"\r\n" for _ in range(4096)]

    def chunks():
        written = 0
        while written < size:
            chunk = b"".join(rng.choices(pool, k=4096))
            written += len(chunk)
            yield chunk

    return file_part(b"lines.txt", b"text/plain", chunks())


def dashes(rng, size):
    delimiter = b"\r\n--" + BOUNDARY

    def chunks():
        written = 0
        while written < size:
            chunk = b"".join(
                delimiter[: rng.randint(1, len(delimiter) - 1)] + b"x"[: rng.randint(0, 1)] for _ in range(8192)
            )
            written += len(chunk)
            yield chunk
        yield b"."

    return file_part(b"dashes.bin", b"application/octet-stream", chunks())


def small(rng, size):
    written = number = 0
    while written < size:
        data = part(b"f%d" % (number % 1000), rng.randbytes(rng.randint(8, 32)).hex().encode())
        number += 1
        written += len(data)
        yield data
    yield b"--" + BOUNDARY + b"--\r\n"


def hyphens(_, size):
    return file_part(b"hyphens.txt", b"text/plain", repeated(b"-", size), b"-" * 70)


def returns(_, size):
    return file_part(b"returns.txt", b"text/plain", repeated(b"\r", size))


def nearly(_, size):
    return file_part(b"nearly.bin", b"application/octet-stream", repeated(b"\r\n--" + BOUNDARY[:-1], size))


def main(folder, mebibytes="128"):
    os.makedirs(folder, exist_ok=True)
    for body in (big, lines, dashes, small, hyphens, returns, nearly):
        path = os.path.join(folder, body.__name__ + ".body")
        with open(path, "wb") as file:
            file.writelines(body(random.Random("bodies-" + body.__name__), int(mebibytes) * MIB))
        with open(path[: -len("body")] + "boundary", "wb") as file:
            file.write(b"-" * 70 if body is hyphens else BOUNDARY)


if __name__ == "__main__":
    main(*sys.argv[1:])
