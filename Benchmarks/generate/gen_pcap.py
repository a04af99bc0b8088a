#!/usr/bin/env python3
"""Writes deterministic captures (Ethernet, IPv4, TCP, MSS 1460) of multipart/form-data uploads by HTTP/1.1.

usage: gen_pcap.py big OUT.pcap [UPLOADS MIB]          UPLOADS uploads of MIB MiB, two at a time (8 128)
       gen_pcap.py small|lossy OUT.pcap [CONNECTIONS]  50 small forms a connection, 40 at a time (2000)

lossy is small with request segments out of order (2 %) and sent twice (1 %).
What was written (requests, parts, packets) goes to OUT.pcap.truth.
"""
import random
import struct
import sys

MSS = 1460
REQUESTS_PER_CONNECTION = 50
BOUNDARY = b"----WebKitFormBoundary7MA4YWxkTrZu0gW"
CLOSE = b"--" + BOUNDARY + b"--\r\n"
RESPONSE = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"ok":true}'
CLIENT_MAC, SERVER_MAC = b"\x02\0\0\0\0\1", b"\x02\0\0\0\0\2"
SERVER_ADDRESS = b"\x0a\x02\0\1"
FIN, SYN, ACK, PUSH = 1, 2, 16, 8


def checksum(data):
    """The internet checksum: the data as one number modulo 0xffff is its ones' complement sum."""
    if len(data) & 1:
        data += b"\0"
    return 0xFFFF - (int.from_bytes(data, "big") % 0xFFFF)


class Loss:
    """Disorders the segments of a request, and counts what it did."""

    def __init__(self):
        self.random = random.Random("loss")
        self.segments = self.out_of_order = self.duplicated = 0

    def disorder(self, frames):
        self.segments += sum(len(frame) > 60 for frame in frames)
        if len(frames) > 1 and self.random.random() < 0.04:
            frames[0], frames[1] = frames[1], frames[0]
            self.out_of_order += 1
        if self.random.random() < 0.02:
            frames.insert(min(len(frames), self.random.randint(1, 2)), frames[0])
            self.duplicated += 1
        return frames


class Connection:
    """One TCP connection; its methods yield frames."""

    def __init__(self, index, client_port, rng, loss=None):
        self.client_address = bytes([10, 1, index >> 8 & 255, index & 255])
        self.client_port, self.server_port = client_port, 80
        self.client_sequence, self.server_sequence = rng.getrandbits(32), rng.getrandbits(32)
        self.identification = rng.getrandbits(16)
        self.loss = loss

    def frame(self, from_client, flags, data=b""):
        """One frame; moves the sender's sequence number on."""
        if from_client:
            source, target = self.client_address, SERVER_ADDRESS
            ports = self.client_port, self.server_port
            sequence, acknowledged = self.client_sequence, self.server_sequence
        else:
            source, target = SERVER_ADDRESS, self.client_address
            ports = self.server_port, self.client_port
            sequence, acknowledged = self.server_sequence, self.client_sequence
        if not flags & ACK:
            acknowledged = 0
        options = b"\x02\x04" + struct.pack(">H", MSS) if flags & SYN else b""
        offset = (20 + len(options)) // 4 << 4
        tcp = struct.pack(">HHIIBBHHH", *ports, sequence, acknowledged, offset, flags, 65535, 0, 0) + options
        pseudo = source + target + struct.pack(">HH", 6, len(tcp) + len(data))
        tcp = tcp[:16] + struct.pack(">H", checksum(pseudo + tcp + data)) + tcp[18:]

        self.identification = self.identification + 1 & 0xFFFF
        length = 20 + len(tcp) + len(data)
        ip = struct.pack(">BBHHHBBH", 0x45, 0, length, self.identification, 0x4000, 64, 6, 0) + source + target
        ip = ip[:10] + struct.pack(">H", checksum(ip)) + ip[12:]

        used = len(data) + (1 if flags & (SYN | FIN) else 0)
        if from_client:
            self.client_sequence = self.client_sequence + used & 0xFFFFFFFF
            ethernet = SERVER_MAC + CLIENT_MAC
        else:
            self.server_sequence = self.server_sequence + used & 0xFFFFFFFF
            ethernet = CLIENT_MAC + SERVER_MAC
        return ethernet + b"\x08\0" + ip + tcp + data

    def open(self):
        yield self.frame(True, SYN)
        yield self.frame(False, SYN | ACK)
        yield self.frame(True, ACK)

    def close(self):
        yield self.frame(True, FIN | ACK)
        yield self.frame(False, FIN | ACK)
        yield self.frame(True, ACK)

    def segments(self, from_client, data, push):
        """The data in segments of the MSS; the peer acknowledges every second one."""
        for number, offset in enumerate(range(0, len(data), MSS)):
            last = offset + MSS >= len(data)
            flags = ACK | PUSH if push and last else ACK
            yield self.frame(from_client, flags, data[offset : offset + MSS])
            if number & 1:
                yield self.frame(not from_client, ACK)

    def send(self, from_client, data, push=True):
        frames = self.segments(from_client, data, push)
        if self.loss is None or not from_client:
            return frames
        return self.loss.disorder(list(frames))


class Writer:
    """A pcap file with a packet every 12 microseconds."""

    def __init__(self, path):
        self.file = open(path, "wb", buffering=1 << 22)
        self.microseconds = 1_700_000_000 * 10**6
        self.packets = 0
        self.file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1))

    def put(self, frame):
        self.microseconds += 12
        self.packets += 1
        seconds, rest = divmod(self.microseconds, 10**6)
        self.file.write(struct.pack("<IIII", seconds, rest, len(frame), len(frame)) + frame)

    def close(self):
        self.file.close()


def part(name, data, filename=None, content_type=None):
    head = b"--" + BOUNDARY + b'\r\nContent-Disposition: form-data; name="' + name + b'"'
    if filename:
        head += b'; filename="' + filename + b'"'
    if content_type:
        head += b"\r\nContent-Type: " + content_type
    return head + b"\r\n\r\n" + data + b"\r\n"


def request_head(path, length):
    return (
        b"POST " + path + b" HTTP/1.1\r\nHost: upload.example.test\r\nUser-Agent: bench/1.0\r\nAccept: */*\r\n"
        b"Content-Type: multipart/form-data; boundary=" + BOUNDARY + b"\r\nContent-Length: %d\r\n\r\n" % length
    )


def upload(index, rng, size):
    """One big upload: a field, and a file of random bytes salted with what begins a delimiter."""
    connection = Connection(index, 40000 + index, rng)
    yield from connection.open()
    before = part(b"title", b"upload %d" % index)
    before += part(b"file", b"", b"f%d.bin" % index, b"application/octet-stream")[:-2]
    after = b"\r\n" + CLOSE
    head = request_head(b"/upload/%d" % index, len(before) + size + len(after))
    yield from connection.send(True, head, push=False)
    buffer, left = before, size
    while left:
        count = min(left, MSS * 64)
        left -= count
        data = bytearray(rng.randbytes(count))
        for salt in (b"\r", b"\n", b"--", b"\r\n", b"\r\n--", b"\r\n------WebKit"):
            if count > 16:
                place = rng.randrange(0, count - 16)
                data[place : place + len(salt)] = salt
        buffer += data
        cut = len(buffer) // MSS * MSS
        yield from connection.send(True, buffer[:cut], push=False)
        buffer = buffer[cut:]
    yield from connection.send(True, buffer + after)
    yield from connection.send(False, RESPONSE)
    yield from connection.close()


def keepalive(index, rng, loss):
    """Many small forms of four parts on one connection."""
    connection = Connection(index, 1024 + index * 7 % 60000, rng, loss)
    yield from connection.open()
    for number in range(REQUESTS_PER_CONNECTION):
        body = (
            part(b"user", b"user%06d" % rng.randrange(10**6))
            + part(b"comment", rng.randbytes(150).hex().encode())
            + part(b"tags", b"a,b,c")
            + part(b"doc", rng.randbytes(rng.randint(680, 900)), b"d%d.bin" % number, b"application/octet-stream")
            + CLOSE
        )
        yield from connection.send(True, request_head(b"/form/%d/%d" % (index, number), len(body)) + body)
        yield from connection.send(False, RESPONSE)
    yield from connection.close()


def interleave(connections, width, rng, burst):
    """The frames of all connections, `width` of them open at a time, in bursts."""
    waiting, live = iter(connections), []
    while True:
        while len(live) < width:
            connection = next(waiting, None)
            if connection is None:
                break
            live.append(connection)
        if not live:
            return
        connection = rng.choice(live)
        for _ in range(rng.randint(1, burst)):
            frame = next(connection, None)
            if frame is None:
                live.remove(connection)
                break
            yield frame


def main(kind, path, *numbers):
    rng = random.Random("pcap-" + kind.replace("lossy", "small"))
    loss = Loss() if kind == "lossy" else None
    if kind == "big":
        uploads, mebibytes = map(int, numbers or (8, 128))
        requests, parts = uploads, 2 * uploads
        connections = (upload(i, random.Random(i), mebibytes << 20) for i in range(uploads))
        frames = interleave(connections, 2, rng, 16)
    else:
        count = int((numbers or (2000,))[0])
        requests, parts = count * REQUESTS_PER_CONNECTION, count * REQUESTS_PER_CONNECTION * 4
        connections = (keepalive(i, random.Random(i), loss) for i in range(count))
        frames = interleave(connections, 40, rng, 4)

    writer = Writer(path)
    for frame in frames:
        writer.put(frame)
    writer.close()
    with open(path + ".truth", "w") as truth:
        truth.write(f"requests {requests}\nparts {parts}\npackets {writer.packets}\n")
        if loss:
            truth.write(f"out_of_order {loss.out_of_order}\nduplicated {loss.duplicated}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
