"""asgi_sink.py PORT [form [FILE]]: a sink of hypercorn that reads bodies, or the forms in them.

Forms are read by python-multipart, which the frameworks that run on hypercorn use. It keeps nothing of them, or writes the
contents of parts to a file.
"""
import asyncio
import os
import sys

from hypercorn.asyncio import serve
from hypercorn.config import Config

READS_FORMS = sys.argv[2:3] == ["form"]
KEPT = open((sys.argv[3:] or [os.devnull])[0], "wb", buffering=0)


def reader(scope):
    """What takes the bytes of the body."""
    fields = dict(scope["headers"])
    _, _, boundary = fields.get(b"content-type", b"").partition(b"boundary=")
    if not READS_FORMS or not boundary:
        return lambda data: None
    from python_multipart import MultipartParser

    keep = lambda data, start, end: KEPT.write(memoryview(data)[start:end])
    return MultipartParser(boundary, {"on_part_data": keep}).write


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    take, more = reader(scope), True
    while more:
        message = await receive()
        take(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


config = Config()
config.bind = [f"127.0.0.1:{sys.argv[1]}"]
asyncio.run(serve(app, config))
