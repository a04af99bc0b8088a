#!/usr/bin/env python3
"""Writes a deterministic capture of multipart/form-data uploads by HTTP/2 over cleartext TCP (prior knowledge).

usage: gen_h2.py OUT.pcap [MIB [FORMS]]     four interleaved uploads of MIB MiB in all (512), then FORMS small forms,
                                            a hundred streams at a time (20000)

Frames have the sizes that clients in use send: DATA of 16,384 bytes. Field lines that recur are in HPACK's table.
What was written (requests, parts, packets) goes to OUT.pcap.truth.
"""
import random
import struct
import sys

from gen_pcap import BOUNDARY, CLOSE, Connection, Writer, part

STREAMS = 4
DATA = 16384
END_STREAM, END_HEADERS = 1, 4


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def string(data):
    assert len(data) < 127
    return bytes([len(data)]) + data


class Encoder:
    """Header blocks of uploads: what recurs goes to the dynamic table in the first block, and is an index after."""

    def __init__(self):
        self.is_first = True

    def request(self, path, length):
        block = b"\x83\x86" + b"\x04" + string(path)
        if self.is_first:
            self.is_first = False
            block += b"\x41" + string(b"upload.example.test")
            block += b"\x5f" + string(b"multipart/form-data; boundary=" + BOUNDARY)
        else:
            block += b"\xbf\xbe"
        return block + b"\x0f\x0d" + string(b"%d" % length)


def form(index, rng):
    data = rng.randbytes(rng.randrange(0, 600))
    return (
        part(b"title", b"form %d" % index)
        + part(b"file", data, b"f%d.bin" % index, b"application/octet-stream")
        + CLOSE
    )


def answer(stream):
    body = b'{"ok":true}'
    return frame(1, END_HEADERS, stream, b"\x88\x0f\x10" + string(b"application/json")) + frame(0, END_STREAM, stream, body)


def dialogue(size, forms, rng):
    """What client and server send in turn: whether it is the client, and the bytes."""
    encoder = Encoder()
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, struct.pack(">HI", 4, 1 << 24))
    yield True, preface + frame(8, 0, 0, struct.pack(">I", 1 << 30))
    yield False, frame(4, 0, 0, struct.pack(">HI", 3, 250)) + frame(4, 1, 0)
    yield True, frame(4, 1, 0)

    share = size // STREAMS
    numbers = [2 * index + 1 for index in range(STREAMS)]
    after = b"\r\n" + CLOSE
    for number in numbers:
        before = part(b"title", b"upload %d" % number) + part(b"file", b"", b"f.bin", b"application/octet-stream")[:-2]
        head = encoder.request(b"/upload/%d" % number, len(before) + share + len(after))
        yield True, frame(1, END_HEADERS, number, head) + frame(0, 0, number, before)
    for offset in range(0, share, DATA):
        for number in numbers:
            yield True, frame(0, 0, number, rng.randbytes(min(DATA, share - offset)))
    for number in numbers:
        yield True, frame(0, END_STREAM, number, after)
    for number in numbers:
        yield False, answer(number)

    stream = numbers[-1]
    for start in range(0, forms, 100):
        heads, bodies, answers = [], [], []
        for index in range(start, min(start + 100, forms)):
            stream += 2
            body = form(index, rng)
            heads.append(frame(1, END_HEADERS, stream, encoder.request(b"/form/%d" % index, len(body))))
            bodies.append(frame(0, END_STREAM, stream, body))
            answers.append(answer(stream))
        yield True, b"".join(heads + bodies)
        yield False, b"".join(answers)


def sizes(arguments):
    """The bytes of the large uploads together, and the number of small forms."""
    mebibytes, forms = (*map(int, arguments), *(512, 20000)[len(arguments) :])
    return mebibytes << 20, forms


def write_truth(path, forms, packets):
    requests = STREAMS + forms
    with open(path + ".truth", "w") as truth:
        truth.write(f"requests {requests}\nparts {2 * requests}\npackets {packets}\n")


def main():
    path = sys.argv[1]
    size, forms = sizes(sys.argv[2:])
    rng = random.Random("h2")
    writer = Writer(path)
    connection = Connection(1, 40000, rng)

    def put(frames):
        for item in frames:
            writer.put(item)

    put(connection.open())
    for is_client, data in dialogue(size, forms, rng):
        put(connection.send(is_client, data))
    put(connection.close())
    writer.close()
    write_truth(path, forms, writer.packets)


if __name__ == "__main__":
    main()
