"""Reads the forms FOLDER/0.body, FOLDER/1.body, … and prints, one a line, what it read: for each part its name, its
filename ("-" for none) and its content in hexadecimal digits, joined by commas. It says on standard error which
package reads; without any of those that it knows, it ends with code 77.
"""
import itertools
import os
import sys


def read_by_multipart(body, boundary):
    parts = []
    with multipart.PushMultipartParser(boundary, max_segment_count=10**6, header_charset="utf8") as parser:
        for event in itertools.chain(parser.parse(body), parser.parse(b"")):
            if isinstance(event, multipart.MultipartSegment):
                parts.append([event.name, event.filename, b""])
            elif event:
                parts[-1][2] += event
    return parts


def read_by_python_multipart(body, boundary):
    parts, field = [], bytearray()
    header = {}

    def on_header_end():
        header[bytes(field[: field.index(b"\0")]).lower()] = bytes(field[field.index(b"\0") + 1 :])
        field.clear()

    def on_headers_finished():
        _, options = parse_options_header(header[b"content-disposition"])
        name, filename = options[b"name"], options.get(b"filename")
        parts.append([name.decode(), None if filename is None else filename.decode(), b""])

    def on_part_data(data, start, end):
        parts[-1][2] += data[start:end]

    parser = MultipartParser(boundary.encode(), {
        "on_part_begin": header.clear,
        "on_header_field": lambda data, start, end: field.extend(data[start:end]),
        "on_header_value": lambda data, start, end: field.extend((b"" if b"\0" in field else b"\0") + data[start:end]),
        "on_header_end": on_header_end,
        "on_headers_finished": on_headers_finished,
        "on_part_data": on_part_data,
    })
    parser.write(body)
    parser.finalize()
    return parts


def read_by_werkzeug(body, boundary):
    parts = []
    decoder = MultipartDecoder(boundary.encode())
    decoder.receive_data(body)
    decoder.receive_data(None)
    while True:
        event = decoder.next_event()
        if isinstance(event, Epilogue):
            return parts
        if isinstance(event, (Field, File)):
            parts.append([event.name, getattr(event, "filename", None), b""])
        elif isinstance(event, Data):
            parts[-1][2] += event.data


def reader():
    global multipart, MultipartParser, parse_options_header
    global MultipartDecoder, Data, Epilogue, Field, File
    try:
        import multipart
        if hasattr(multipart, "PushMultipartParser"):
            return "multipart", read_by_multipart
    except ImportError:
        pass
    try:
        from python_multipart.multipart import MultipartParser, parse_options_header
        return "python-multipart", read_by_python_multipart
    except ImportError:
        pass
    try:
        from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder
        return "Werkzeug", read_by_werkzeug
    except ImportError:
        sys.exit(77)


def main():
    name, read = reader()
    print(name, file=sys.stderr)
    for number in itertools.count():
        stem = os.path.join(sys.argv[1], str(number))
        if not os.path.exists(stem + ".body"):
            return
        with open(stem + ".body", "rb") as file:
            body = file.read()
        with open(stem + ".type") as file:
            boundary = file.read().split("boundary=")[1].strip('"')
        words = []
        for name, filename, content in read(body, boundary):
            words += [name.encode().hex(), "-" if filename is None else filename.encode().hex(), content.hex()]
        print(",".join(words))


main()
