"""Packets, TLS and HTTP/2 of the hostile shapes, for gen_hostile.py: raw IPv4 without checksums, a microsecond apart."""
import gzip
import struct

FIN, SYN, RST, PUSH, ACK = 1, 2, 4, 8, 16
SERVER = b"\x0a\x02\0\1"
END_STREAM, END_HEADERS = 1, 4
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


class Packets:
    """A pcap file in memory."""

    def __init__(self):
        self.pieces = [struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 101)]
        self.count = 0

    def put(self, packet):
        seconds, rest = divmod(self.count, 10**6)
        self.count += 1
        self.pieces.append(struct.pack("<IIII", 1_700_000_000 + seconds, rest, len(packet), len(packet)) + packet)

    def bytes(self):
        return b"".join(self.pieces)


def ip(source, target, payload, identification=0, flags=0, offset=0):
    fragment = flags << 13 | offset // 8
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(payload), identification, fragment, 64, 6, 0)
    return head + source + target + payload


class Connection:
    """The client's and the server's packets; each goes to `packets` as it is sent."""

    def __init__(self, packets, index, port=80, handshake=True):
        self.packets = packets
        self.address = b"\x0a" + struct.pack(">I", index // 50_000 + 0x10000)[1:]
        self.ports = 10_000 + index % 50_000, port
        self.offsets = [1, 1]
        if handshake:
            self.segment(True, 0, b"", SYN, wanted=0)
            self.segment(False, 0, b"", SYN | ACK, wanted=0)
            self.segment(True, 1, b"", ACK)

    def segment(self, from_client, sequence, data, flags=ACK, wanted=None):
        acknowledged = self.offsets[from_client] if wanted is None else wanted
        ports = self.ports if from_client else self.ports[::-1]
        tcp = struct.pack(">HHIIBBHHH", *ports, sequence & 0xFFFFFFFF, acknowledged, 0x50, flags, 65535, 0, 0)
        ends = (self.address, SERVER) if from_client else (SERVER, self.address)
        self.packets.put(ip(*ends, tcp + data))

    def send(self, data, from_client=True, size=60_000):
        side = 0 if from_client else 1
        for start in range(0, len(data), size):
            piece = data[start : start + size]
            self.segment(from_client, self.offsets[side], piece, ACK | PUSH)
            self.offsets[side] += len(piece)

    def close(self):
        self.segment(True, self.offsets[0], b"", FIN | ACK)
        self.segment(False, self.offsets[1], b"", FIN | ACK)


def part(name=b"a", data=b"x", lines=b""):
    return b'--B\r\nContent-Disposition: form-data; name="' + name + b'"\r\n' + lines + b"\r\n" + data + b"\r\n"


def head(length=None, lines=b"", boundary=b"B"):
    framing = b"Transfer-Encoding: chunked" if length is None else b"Content-Length: %d" % length
    return (
        b"POST /u HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=" + boundary + b"\r\n"
        + lines + framing + b"\r\n\r\n"
    )


def upload(body, lines=b"", boundary=b"B"):
    return head(len(body), lines, boundary) + body


FORM = part() + b"--B--\r\n"
RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def integer(value, prefix, first=0):
    """An integer of HPACK."""
    limit = (1 << prefix) - 1
    if value < limit:
        return bytes([first | value])
    encoded = bytearray([first | limit])
    value -= limit
    while value > 127:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes(encoded) + bytes([value])


def literal(name, value, first=0, prefix=4):
    return bytes([first]) + integer(len(name), 7) + name + integer(len(value), 7) + value


H2_HEAD = b"\x83\x86\x84" + literal(b"content-type", b"multipart/form-data; boundary=B")


def zeros_zstd(blocks):
    """A Zstandard frame (RFC 8878) with a window of 8 MiB and blocks that repeat one byte 128 KiB times; no end."""
    block = struct.pack("<I", (1 << 17) << 3 | 1 << 1)[:3] + b"\0"
    return struct.pack("<I", 0xFD2FB528) + b"\0\x68" + block * blocks


# 32 MiB of zeros in Brotli (RFC 7932).
ZEROS_BROTLI = bytes.fromhex(
    "cbffff3ff82700e2b14020f7fe8fffff7ff04f00c4611180eefd1fffffffe09f0088c30200ddfbbffcffffc33f0110870500baf77f"
)


def zipped(body, times=1):
    for _ in range(times):
        body = gzip.compress(body, 9, mtime=0)
    return body
