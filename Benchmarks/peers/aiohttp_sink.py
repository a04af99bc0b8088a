"""aiohttp_sink.py PORT: a sink of aiohttp that reads bodies and keeps nothing of them."""
import sys

from aiohttp import web


async def upload(request):
    async for _ in request.content.iter_any():
        pass
    return web.Response()


app = web.Application(client_max_size=0)
app.router.add_route("*", "/{path:.*}", upload)
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None)
