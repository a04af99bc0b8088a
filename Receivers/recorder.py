"""The server behind a proxy: it answers each request with 200, and keeps what arrived."""
import re
import socket
import threading
import time

# Seconds for a request to arrive.
LIMIT = 5
# Bytes of a request.
LONGEST = 4 << 20
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nrecorded\n"


class Recorder:
    """Listens at `port` of 127.0.0.1 until it is closed."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.requests, self.open, self.lock = [], 0, threading.Lock()
        threading.Thread(target=self.serve, daemon=True).start()

    def close(self):
        # A thread that waits in accept() is not woken by close() alone.
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    def taken(self, patience=0):
        """The requests since it was last asked, after some seconds and when no connection is open any more."""
        time.sleep(patience)
        end = time.monotonic() + LIMIT
        while self.open and time.monotonic() < end:
            time.sleep(0.01)
        with self.lock:
            requests, self.requests = self.requests, []
        return requests

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with self.lock:
                self.open += 1
            threading.Thread(target=self.record, args=[connection], daemon=True).start()

    def record(self, connection):
        """Keeps a request as soon as it is whole, so that it is there when the proxy answers."""
        try:
            self.receive(connection)
        finally:
            with self.lock:
                self.open -= 1

    def receive(self, connection):
        request = Request()
        with connection:
            connection.settimeout(LIMIT)
            try:
                while not request.is_whole and len(request.data) < LONGEST and (block := connection.recv(65536)):
                    if request.receives(block):
                        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            except OSError:
                pass
            if request.data:
                with self.lock:
                    self.requests.append(request)
            try:
                connection.sendall(ANSWER)
            except OSError:
                pass


class Request:
    """A request as it arrived."""

    def __init__(self):
        self.data, self.head = b"", None

    def receives(self, block):
        """Takes bytes; whether they end a head that asks to be answered before the content."""
        self.data += block
        if self.head is not None or b"\r\n\r\n" not in self.data:
            return False
        self.head = self.data.partition(b"\r\n\r\n")[0] + b"\r\n"
        return any(value.strip().lower() == b"100-continue" for value in self.values("expect"))

    def values(self, name):
        """The values of a field as they stand on the wire, but for the blanks before them."""
        line = rb"(?im)^%s[ \t]*:[ \t]*((?:.|\n[ \t])*?)\r\n(?![ \t])" % name.encode()
        return re.findall(line, self.head or b"")

    @property
    def framing(self):
        """How its content is delimited; where both ways are given, chunks count."""
        is_chunked, has_length = bool(self.values("transfer-encoding")), bool(self.values("content-length"))
        return "both" if is_chunked and has_length else "chunked" if is_chunked else "length" if has_length else "none"

    @property
    def is_whole(self):
        return self.content is not None

    @property
    def content(self):
        """The content without its framing; None while it is not whole."""
        if self.head is None:
            return None
        rest = self.data[len(self.head) + 2:]
        if self.framing in ("chunked", "both"):
            return chunks(rest)
        length = int(re.match(rb"\d*", self.values("content-length")[0])[0] or 0) if self.framing == "length" else 0
        return rest[:length] if len(rest) >= length else None


def chunks(data):
    """The content of chunks; None where the last is missing."""
    parts = []
    while size := re.match(rb"([0-9A-Fa-f]+)[^\r\n]*\r\n", data):
        length = int(size[1], 16)
        if length == 0:
            return b"".join(parts) if re.match(rb"([^\r\n]+\r\n)*\r\n", data[size.end():]) else None
        parts.append(data[size.end():size.end() + length])
        data = data[size.end() + length + 2:]
    return None
