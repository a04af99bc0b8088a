#!/usr/bin/env python3
"""Writes a capture of connections that are all open at its end, to see what each of them keeps in memory.

usage: gen_open.py idle|head|body OUT.pcap [CONNECTIONS]    how far each has come (2000)

idle  the handshake
head  half of a request's head
body  a head, two fields and 96 KiB of a file that is announced with a GiB
"""
import random
import sys

import gen_pcap

SENT = 96 * 1024
ANNOUNCED = 1 << 30


def beginning(stage, index, rng):
    """What a client has sent."""
    body = gen_pcap.part(b"title", b"upload %d" % index) + gen_pcap.part(b"tags", b"a,b,c")
    body += gen_pcap.part(b"file", rng.randbytes(SENT), b"f%d.bin" % index, b"application/octet-stream")
    head = gen_pcap.request_head(b"/upload/%d" % index, ANNOUNCED)
    return {"idle": b"", "head": head[: len(head) // 2], "body": head + body[:-2]}[stage]


def main(stage, path, count="2000"):
    rng = random.Random("open")
    writer = gen_pcap.Writer(path)
    connections = [gen_pcap.Connection(index, 1024 + index % 60000, rng) for index in range(int(count))]
    for connection in connections:
        for frame in connection.open():
            writer.put(frame)
    for index, connection in enumerate(connections):
        for frame in connection.send(True, beginning(stage, index, rng), push=False):
            writer.put(frame)
    writer.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
