#!/usr/bin/env python3
"""Writes an input of a hostile shape: one of which a reader's work or memory may grow faster than its length.

usage: gen_hostile.py SHAPE OUT UNITS [KEYS]    UNITS of what the shape is made of; KEYS: where its key log goes
       gen_hostile.py                           lists the shapes: name, extension, units of the largest input, command
"""
import gzip
import io
import json
import random
import ssl
import struct
import sys
import zipfile
import zlib
from pathlib import Path

from hostile_packets import *

SHAPES = {}


def shape(extension, units, *command):
    """Registers a shape; what it writes is read by `partwise COMMAND`."""

    def register(write):
        SHAPES[write.__name__.replace("_", "-")] = (write, extension, units, command or ("check",))
        return write

    return register


def packets(units, *command):
    """Registers a shape whose function is given a file of packets."""

    def register(write):
        def whole(count, keys):
            file = Packets()
            write(file, count)
            return file.bytes()

        whole.__name__ = write.__name__
        shape("pcap", units, *command)(whole)
        return write

    return register


# Connections and segments


@packets(60_000)
def connections_idle(file, count):
    for index in range(count):
        Connection(file, index)


@packets(60_000)
def connections_half_open(file, count):
    for index in range(count):
        Connection(file, index, handshake=False).segment(True, 0, b"", SYN)


@packets(8_000)
def connections_in_head(file, count):
    for index in range(count):
        Connection(file, index).send(b"POST /u HTTP/1.1\r\nHost: a\r\nX: y")


@packets(8_000)
def connections_in_form(file, count):
    for index in range(count):
        Connection(file, index).send(head(1000) + part())


@packets(20_000)
def connections_done(file, count):
    for index in range(count):
        connection = Connection(file, index)
        connection.send(upload(FORM))
        connection.send(RESPONSE, from_client=False)
        connection.close()


@packets(20_000)
def exchanges_behind_an_open_one(file, count):
    Connection(file, count).send(head(1000) + part())
    connections_done(file, count)


@packets(60_000)
def segments_of_one_byte(file, count):
    Connection(file, 0).send(upload(part(data=b"x" * count) + b"--B--\r\n"), size=1)


@packets(40_000)
def segments_in_reverse(file, count):
    connection = Connection(file, 0)
    data = upload(part(data=b"x" * 10 * count) + b"--B--\r\n")
    for start in reversed(range(0, len(data), 10)):
        connection.segment(True, 1 + start, data[start : start + 10])


@packets(4_000)
def segments_that_overlap(file, count):
    connection = Connection(file, 0)
    data = upload(part(data=b"x" * count) + b"--B--\r\n")
    for start in range(0, len(data), 1):
        connection.segment(True, 1 + start, data[start : start + 1000])


@packets(40_000)
def segments_with_holes(file, count):
    connection = Connection(file, 0)
    data = upload(part(data=b"x" * 20 * count) + b"--B--\r\n")
    for start in range(0, len(data), 20):
        connection.segment(True, 1 + start, data[start : start + 10])


@packets(3_000)
def connections_with_holes(file, count):
    for index in range(count):
        connection = Connection(file, index)
        for start in range(200):
            connection.segment(True, 2 + 2 * start, b"x")


@packets(60_000)
def segments_sent_again(file, count):
    connection = Connection(file, 0)
    connection.send(upload(FORM))
    for _ in range(count):
        connection.segment(True, 1, upload(FORM)[:40])


@packets(60_000)
def resets(file, count):
    connection = Connection(file, 0)
    connection.send(head(1000))
    for index in range(count):
        connection.segment(True, 100_000 + index, b"", RST)


@packets(40_000)
def fragments_incomplete(file, count):
    for index in range(count):
        file.put(ip(b"\x0a\1\0\1", SERVER, b"x" * 24, index & 0xFFFF, 1, 8 * (index >> 16)))


@packets(40_000)
def fragments_of_eight_bytes(file, count):
    connection = Connection(file, 0)
    data = upload(part(data=b"x" * 7 * count) + b"--B--\r\n")
    for start in range(0, len(data), 1200):
        piece = data[start : start + 1200]
        ports = struct.pack(">HHIIBBHHH", *connection.ports, 1 + start, 1, 0x50, ACK, 65535, 0, 0)
        packet = ports + piece
        for offset in reversed(range(0, len(packet), 8)):
            is_last = offset + 8 >= len(packet)
            fragment = packet[offset : offset + 8]
            file.put(ip(connection.address, SERVER, fragment, start // 1200, 0 if is_last else 1, offset))


# TLS


def session(keys, data, size, damage=None):
    """The frames of a session with `data` in records of `size` bytes."""
    import gen_tls

    client_context, server_context = gen_tls.contexts(keys, "http/1.1")
    client = gen_tls.End(client_context, server_hostname="upload.example.test")
    server = gen_tls.End(server_context, server_side=True)
    file = Packets()
    connection = Connection(file, 0, 443)
    while not (client.shake_hands() & server.shake_hands()):
        for from_client, source, target in ((True, client, server), (False, server, client)):
            sent = source.outgoing.read()
            target.incoming.write(sent)
            connection.send(sent, from_client)
    records = []
    for start in range(0, len(data), size):
        client.session.write(data[start : start + size])
        records.append(client.outgoing.read())
    connection.send(b"".join(damage(records) if damage else records), size=1400)
    return file.bytes()


@shape("pcap", 40_000)
def tls_records_of_one_byte(count, keys):
    return session(keys, upload(part(data=b"x" * count) + b"--B--\r\n"), 1)


@shape("pcap", 40_000)
def tls_records_damaged(count, keys):
    def damage(records):
        return records[:2] + [record[:-1] + bytes([record[-1] ^ 1]) for record in records[2:]]

    return session(keys, upload(part(data=b"x" * count) + b"--B--\r\n"), 1, damage)


@shape("pcap", 40_000)
def tls_records_lost(count, keys):
    return session(keys, upload(part(data=b"x" * count) + b"--B--\r\n"), 1, lambda records: records[:2] + records[3::2])


@packets(60_000)
def tls_records_empty(file, count):
    Connection(file, 0, 443).send(b"\x17\3\3\0\0" * count)


# A ClientHello without extensions, in a record.
HELLO = b"\x16\3\1\0\x2d\1\0\0\x29\3\3" + b"R" * 32 + b"\0\0\2\x13\1\1\0"


@packets(8_000)
def tls_hellos(file, count):
    for index in range(count):
        Connection(file, index, 443).send(HELLO)


@shape("pcap", 20_000)
def key_log_lines(count, keys):
    rng = random.Random(count)
    lines = (f"CLIENT_RANDOM {rng.randbytes(32).hex()} {rng.randbytes(48).hex()}\n" for _ in range(count))
    Path(keys).write_text("".join(lines))
    file = Packets()
    Connection(file, 0, 443).send(HELLO)
    return file.bytes()


# HTTP/2


@packets(60_000)
def h2_connections(file, count):
    for index in range(count):
        Connection(file, index).send(PREFACE + frame(4, 0, 0))


@packets(60_000)
def h2_streams_open(file, count):
    for index in range(0, count, 250):
        streams = (frame(1, END_HEADERS, 2 * number + 1, H2_HEAD) for number in range(min(250, count - index)))
        Connection(file, index).send(PREFACE + frame(4, 0, 0) + b"".join(streams))


@packets(20_000)
def h2_heads_from_the_table(file, count):
    for index in range(0, count, 250):
        first = H2_HEAD + literal(b"x", b"y" * 1900, 0x40)
        blocks = [first] + [H2_HEAD + b"\xbe"] * (min(250, count - index) - 1)
        heads = (frame(1, END_HEADERS, 2 * number + 1, block) for number, block in enumerate(blocks))
        Connection(file, index).send(PREFACE + frame(4, 0, 0) + b"".join(heads))


def expanding(streams):
    """A head whose every byte stands for 4,000 in the table."""
    first = H2_HEAD + literal(b"x", b"y" * 4000, 0x40)
    later = H2_HEAD + b"\xbe" * 60
    heads = [first] + [later] * (streams - 1)
    return b"".join(frame(1, END_HEADERS, 2 * number + 1, block) for number, block in enumerate(heads))


@packets(4_000)
def h2_heads_that_expand(file, count):
    for index in range(0, count, 250):
        Connection(file, index).send(PREFACE + frame(4, 0, 0) + expanding(min(250, count - index)))


@packets(4_000, "check", "--format", "ndjson")
def h2_heads_written(file, count):
    h2_heads_that_expand(file, count)


@packets(60_000)
def h2_data_of_one_byte(file, count):
    body = part(data=b"x" * count) + b"--B--\r\n"
    frames = (frame(0, 0, 1, body[index : index + 1]) for index in range(len(body)))
    Connection(file, 0).send(PREFACE + frame(4, 0, 0) + frame(1, END_HEADERS, 1, H2_HEAD) + b"".join(frames))


@packets(60_000)
def h2_continuations(file, count):
    frames = b"".join(frame(9, 0, 1, b"\x83") for _ in range(count))
    Connection(file, 0).send(PREFACE + frame(4, 0, 0) + frame(1, 0, 1, H2_HEAD) + frames)


@packets(60_000)
def h2_settings(file, count):
    frames = b"".join(frame(4, 0, 0, struct.pack(">HI", 1, index & 0xFFFF)) for index in range(count))
    Connection(file, 0).send(PREFACE + frames)


@packets(20_000)
def h2_resets(file, count):
    frames = (frame(1, END_HEADERS, 2 * index + 1, H2_HEAD) + frame(3, 0, 2 * index + 1, b"\0\0\0\x08") for index in range(count))
    Connection(file, 0).send(PREFACE + frame(4, 0, 0) + b"".join(frames))


@packets(20_000)
def h2_table_entries(file, count):
    block = b"".join(literal(b"a", b"%d" % index, 0x40) for index in range(10))
    frames = (frame(1, 5, 2 * index + 1, H2_HEAD + block) for index in range(count // 10))
    Connection(file, 0).send(PREFACE + frame(4, 0, 0) + b"".join(frames))


# Messages of HTTP/1


@packets(20_000)
def requests_pipelined(file, count):
    Connection(file, 0).send(upload(FORM) * count)


@packets(40_000)
def header_lines(file, count):
    for index in range(0, count, 1000):
        connection = Connection(file, index)
        connection.send(upload(FORM, b"a: b\r\n" * 1000))
        connection.close()


@packets(2_000_000)
def header_line_long(file, count):
    Connection(file, 0).send(upload(FORM, b"a: " + b"x" * count + b"\r\n"))


@packets(200_000)
def lines_before_a_request(file, count):
    Connection(file, 0).send(b"\r\n" * count + upload(FORM))


@packets(100_000)
def chunks_of_one_byte(file, count):
    body = part(data=b"x" * count) + b"--B--\r\n"
    Connection(file, 0).send(head() + b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n")


@packets(2_000)
def chunk_extensions(file, count):
    body = part(data=b"x" * count) + b"--B--\r\n"
    Connection(file, 0).send(head() + b"".join(b"1;%b\r\n%c\r\n" % (b"e" * 1000, byte) for byte in body) + b"0\r\n\r\n")


@packets(100_000)
def trailer_lines(file, count):
    Connection(file, 0).send(head() + b"%x\r\n%b\r\n0\r\n" % (len(FORM), FORM) + b"a: b\r\n" * count + b"\r\n")


@packets(60_000)
def informational_responses(file, count):
    connection = Connection(file, 0)
    connection.send(head(1000))
    connection.send(b"HTTP/1.1 100 Continue\r\n\r\n" * count, from_client=False)


# Forms


def form(write):
    """Registers a shape that is a form: one upload by one connection."""

    def whole(file, count):
        connection = Connection(file, 0)
        connection.send(upload(write(count)))
        connection.close()

    whole.__name__ = write.__name__
    return whole


@packets(60_000)
@form
def parts(count):
    return part() * count + b"--B--\r\n"


@packets(20_000)
@form
def parts_that_differ(count):
    return b"".join(part(b"n%d" % index, b"%d" % index, b"X-%d: y\r\n" % index) for index in range(count)) + b"--B--\r\n"


@packets(20_000)
@form
def parts_of_one_name_twice(count):
    return b"".join(part(b"n%d" % (index // 2), b"same") for index in range(count)) + b"--B--\r\n"


@packets(100)
@form
def part_headers_of_short_lines(count):
    return part(lines=b"a:b\r\n" * 12_000) * count + b"--B--\r\n"


@packets(200)
@form
def parameters(count):
    return b"".join(part(lines=b"Content-Type: text/plain" + b";a=b" * 10_000 + b"\r\n") for _ in range(count)) + b"--B--\r\n"


@packets(40)
@form
def escapes_in_names(count):
    return part(b"\\\\" * 30_000) * count + b"--B--\r\n"


@packets(40)
@form
def percent_in_names(count):
    return part(b"a", lines=b"Content-Type: text/plain; filename*=UTF-8''" + b"%41" * 20_000 + b"\r\n") * count + b"--B--\r\n"


@packets(100_000)
@form
def boundaries_in_content(count):
    return part(data=b"x--By" * count) + b"--B--\r\n"


@packets(200_000)
@form
def boundaries_cut_short(count):
    return part(data=b"\r\n--" * count) + b"--B--\r\n"


@packets(60_000)
@form
def delimiters_without_parts(count):
    return b"--B\r\n" * count + b"--B--\r\n"


@packets(60_000)
@form
def delimiters_after_the_close(count):
    return FORM + b"--B\r\n" * count


@packets(2_000_000)
def boundary_of_dashes(file, count):
    dashes = b"-" * 60
    body = b"--" + dashes + b'\r\nContent-Disposition: form-data; name="a"\r\n\r\n' + b"-" * count
    Connection(file, 0).send(upload(body, boundary=dashes))


@packets(2_000)
@form
def forms_nested(count):
    inner = b"".join(part(lines=b"Content-Type: multipart/mixed; boundary=B%d\r\n" % index, data=b"--B%d" % index) for index in range(count))
    return inner + b"--B--\r\n"


@packets(500_000)
@form
def line_breaks(count):
    return part(data=b"\r\n\n\r" * count) + b"--B--\r\n"


@packets(100)
def forms_open(file, count):
    for index in range(count):
        Connection(file, index).send(head(10**9) + part() * 1000)


# Content codings


def coded(file, count, coding, data):
    for index in range(count):
        Connection(file, index).send(head(10**6, b"Content-Encoding: %b\r\n" % coding) + data)


@packets(2_000)
def gzip_open(file, count):
    coded(file, count, b"gzip", zlib.compress(FORM * 1000, 9, 31)[:-20])


@packets(2_000)
def zstd_windows(file, count):
    coded(file, count, b"zstd", zeros_zstd(64))


@packets(2_000)
def brotli_windows(file, count):
    coded(file, count, b"br", ZEROS_BROTLI[:20])


@packets(2_000)
def brotli_windows_in_turn(file, count):
    for index in range(count):
        connection = Connection(file, index)
        connection.send(upload(ZEROS_BROTLI, b"Content-Encoding: br\r\n"))
        connection.close()


@packets(1_000)
def gzip_of_gzip(file, count):
    body = zipped(part(lines=b"a:b\r\n" * 12_000) * count + b"--B--\r\n", 3)
    connection = Connection(file, 0)
    connection.send(upload(body, b"Content-Encoding: gzip, gzip, gzip\r\n"))
    connection.close()


@packets(2_000)
def gzip_members(file, count):
    body = b"".join(zipped(piece) for piece in [part()] * count + [b"--B--\r\n"])
    Connection(file, 0).send(upload(body, b"Content-Encoding: gzip\r\n"))


# Files: pcapng, gzip


def block(kind, body):
    body += b"\0" * (-len(body) % 4)
    length = struct.pack("<I", 12 + len(body))
    return struct.pack("<I", kind) + length + body + length


SECTION = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
INTERFACE = block(1, struct.pack("<HHI", 101, 0, 0))


def enhanced(packet, interface=0, options=b""):
    body = struct.pack("<IIIII", interface, 0, 0, len(packet), len(packet)) + packet
    return block(6, body + b"\0" * (-len(body) % 4) + options)


@shape("pcapng", 100_000)
def blocks_of_interfaces(count, keys):
    return SECTION + INTERFACE * count


@shape("pcapng", 60_000)
def blocks_of_sections(count, keys):
    return (SECTION + INTERFACE) * count


@shape("pcapng", 100_000)
def blocks_unknown(count, keys):
    return SECTION + INTERFACE + block(0xBAD, b"") * count


@shape("pcapng", 200_000)
def block_options(count, keys):
    packet = ip(b"\x0a\1\0\1", SERVER, b"")
    return SECTION + INTERFACE + enhanced(packet, options=struct.pack("<HH", 1, 0) * 1000) * (count // 1000)


@shape("pcapng", 20_000)
def blocks_of_secrets(count, keys):
    line = b"CLIENT_RANDOM " + b"ab" * 32 + b" " + b"cd" * 48 + b"\n"
    secrets = block(10, struct.pack("<II", 0x544C534B, len(line)) + line)
    return SECTION + INTERFACE + secrets * count


@shape("pcap.gz", 20_000)
def gzip_members_of_a_file(count, keys):
    file = Packets()
    connections_done(file, count // 20)
    data = file.bytes()
    step = max(len(data) // count, 1)
    return b"".join(gzip.compress(data[start : start + step], 1, mtime=0) for start in range(0, len(data), step))


# Logs: JSON, XML, zip, netstrings, Java objects, text


def har(*entries):
    return ('{"log":{"version":"1.2","creator":{"name":"c","version":"1"},"entries":[' + ",".join(entries) + "]}}").encode()


def entry(text=FORM.decode(), headers="", more=""):
    kind = '{"name":"Content-Type","value":"multipart/form-data; boundary=B"}'
    return (
        '{"startedDateTime":"2026-11-21T01:58:09Z","time":1,"request":{"method":"POST","url":"http://h/u",'
        f'"httpVersion":"HTTP/1.1","headers":[{kind}{headers}],"bodySize":-1,"postData":'
        f'{{"mimeType":"multipart/form-data; boundary=B","text":{json.dumps(text)}}}}},'
        f'"response":{{"status":200,"headers":[],"content":{{}}}}{more}}}'
    )


@shape("har", 10_000)
def json_entries(count, keys):
    return har(*[entry()] * count)


@shape("har", 100_000)
def json_headers(count, keys):
    return har(entry(headers=',{"name":"a","value":"b"}' * count))


@shape("har", 1_000_000)
def json_nested(count, keys):
    return har(entry(more=',"x":' + "[" * count + "]" * count))


@shape("har", 1_000_000)
def json_numbers(count, keys):
    return har(entry(more=',"x":[' + "0," * count + "0]"))


@shape("har", 200_000)
def json_members(count, keys):
    return har(entry(more="".join(f',"x{index}":1' for index in range(count))))


@shape("har", 300_000)
def json_escapes(count, keys):
    text = entry().replace("name", "name" + "\\u0041" * count, 1)
    return har(entry(part(data=b"\x01" * count).decode() + "--B--\r\n"), text)


@shape("har", 1_000_000)
def json_blanks(count, keys):
    return har(entry() + " " * count)


def burp(items):
    return b'<?xml version="1.0"?>\n<items burpVersion="2023">' + items + b"</items>"


def item(request):
    return b'<item><time>x</time><url>http://h/u</url><request base64="false"><![CDATA[' + request + b"]]></request><response></response></item>"


@shape("xml", 10_000)
def xml_items(count, keys):
    return burp(item(upload(FORM)) * count)


@shape("xml", 200_000)
def xml_elements(count, keys):
    return burp(b"<item>" + b"<a/>" * count + b"</item>" + item(upload(FORM)))


@shape("xml", 200_000)
def xml_nested(count, keys):
    return burp(b"<item>" + b"<a>" * count + b"</a>" * count + b"</item>" + item(upload(FORM)))


@shape("xml", 100_000)
def xml_attributes(count, keys):
    return burp(b"<item" + b"".join(b' a%d="b"' % index for index in range(count)) + b"></item>" + item(upload(FORM)))


@shape("xml", 200_000)
def xml_entities(count, keys):
    return burp(b"<item><url>" + b"&amp;" * count + b"</url></item>" + item(upload(FORM)))


def archive(members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped_file:
        for name, data in members:
            zipped_file.writestr(name, data)
    return file.getvalue()


@shape("saz", 10_000)
def zip_members(count, keys):
    return archive((f"raw/{number}_c.txt", upload(FORM)) for number in range(1, count + 1))


@shape("saz", 60)
def zip_of_zeros(count, keys):
    return archive([("raw/1_c.txt", upload(part(data=b"\0" * (count << 20)) + b"--B--\r\n"))])


@shape("saz", 2_000)
def zip_members_that_overlap(count, keys):
    data = zlib.compress(upload(part(data=b"\0" * (10 << 20)) + b"--B--\r\n"), 9, -15)
    plain = upload(part(data=b"\0" * (10 << 20)) + b"--B--\r\n")
    fields = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0x21, zlib.crc32(plain), len(data), len(plain), 11, 0)
    file = b"PK\3\4" + fields + b"raw/1_c.txt" + data
    directory = b""
    for number in range(1, count + 1):
        name = b"raw/%d_c.txt" % number
        listed = fields[:-4] + struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, 0)
        directory += b"PK\1\2" + struct.pack("<H", 20) + listed + name
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(file), 0)
    return file + directory + b"PK\5\6" + end


def netstring(data, kind):
    return b"%d:%b%b" % (len(data), data, kind)


@shape("flows", 10_000)
def netstring_flows(count, keys):
    record = netstring(b"4:type;4:http;", b"}")
    return record * count


@shape("flows", 100_000)
def netstring_members(count, keys):
    return netstring(b"".join(b"%d:%d;1:x;" % (len(str(index)), index) for index in range(count)), b"}")


@shape("flows", 2_000)
def netstrings_nested(count, keys):
    data = b""
    for _ in range(count):
        data = netstring(data, b"]")
    return netstring(b"1:a;" + data, b"}")


JAVA = b"\xac\xed\0\5"
CLASS = b"\x72\0\1A" + b"\0" * 8 + b"\2\0\0\x78\x70"


@shape("chls", 300_000)
def java_objects(count, keys):
    return JAVA + b"\x73" + CLASS + b"\x73\x71\0\x7e\0\0" * count


@shape("chls", 1_000_000)
def java_array_of_nulls(count, keys):
    return JAVA + b"\x75\x72\0\2[L" + b"\0" * 8 + b"\2\0\0\x78\x70" + struct.pack(">I", count) + b"\x70" * count


@shape("chls", 300_000)
def java_strings(count, keys):
    return JAVA + b"\x74\0\1a" * count


@shape("chls", 20)
def java_fields(count, keys):
    fields = b"I\0\1a" * 60_000
    return JAVA + (b"\x72\0\1A" + b"\0" * 8 + b"\2" + struct.pack(">H", 60_000) + fields + b"\x78\x70") * count


@shape("chls", 50_000)
def java_classes(count, keys):
    return JAVA + (b"\x73" + CLASS) * count


@shape("chls", 20_000)
def java_superclasses(count, keys):
    chain = b"".join(b"\x72\0\1A" + b"\0" * 8 + b"\2\0\0\x78" for _ in range(60)) + b"\x70"
    return JAVA + b"\x73" + chain + b"\x73\x71\0\x7e\0\0" * count


@shape("txt", 40_000)
def trace_lines(count, keys):
    sent = upload(part(data=b"x" * 16 * count) + b"--B--\r\n")
    start = sent.index(b"\r\n\r\n") + 4
    lines = [b"=> Send header, %d bytes (0x%x)" % (start, start)]

    def dump(data):
        for offset in range(0, len(data), 16):
            piece = data[offset : offset + 16]
            shown = bytes(byte if 32 <= byte < 127 else 46 for byte in piece)
            yield b"%04x: %-48b%b" % (offset, b" ".join(b"%02x" % byte for byte in piece), shown)

    lines += dump(sent[:start])
    for offset in range(start, len(sent), 65_536):
        piece = sent[offset : offset + 65_536]
        lines.append(b"=> Send data, %d bytes (0x%x)" % (len(piece), len(piece)))
        lines += dump(piece)
    return b"\n".join(lines) + b"\n"


@shape("http", 10_000)
def raw_requests(count, keys):
    return upload(FORM) * count


# Commands that hold one request against another


@packets(4_000, "diff", "--against", "curl")
def uploads_against_curl(file, count):
    connections_done(file, count)


@packets(4_000, "clients", "--from")
def uploads_by_client(file, count):
    connections_done(file, count)


@packets(4_000, "inspect")
def uploads_listed(file, count):
    connections_done(file, count)


@packets(2_000, "check", "--format", "html")
def findings_on_a_page(file, count):
    for index in range(count):
        connection = Connection(file, index)
        connection.send(upload(part(b"", b"x\n--B\ny")))
        connection.close()


def main():
    if len(sys.argv) < 4:
        for name, (_, extension, units, command) in SHAPES.items():
            print(name, extension, units, *command)
        return
    name, path, units = sys.argv[1:4]
    keys = sys.argv[4] if len(sys.argv) > 4 else path + ".keys"
    Path(path).write_bytes(SHAPES[name][0](int(units), keys))


if __name__ == "__main__":
    main()
