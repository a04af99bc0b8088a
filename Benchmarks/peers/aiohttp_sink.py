"""aiohttp_sink.py PORT [form [FILE]]: a sink of aiohttp that reads bodies, or the forms in them.

It keeps nothing of them, or writes the contents of parts to a file.
"""
import os
import sys

from aiohttp import web

READS_FORMS = sys.argv[2:3] == ["form"]
KEPT = open((sys.argv[3:] or [os.devnull])[0], "wb", buffering=0)


async def upload(request):
    if READS_FORMS and request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            while data := await part.read_chunk(1 << 16):
                KEPT.write(data)
    else:
        async for _ in request.content.iter_any():
            pass
    return web.Response()


app = web.Application(client_max_size=0)
app.router.add_route("*", "/{path:.*}", upload)
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None)
