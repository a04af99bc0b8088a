"""asgi_sink.py PORT: a sink of hypercorn that reads bodies and keeps nothing of them."""
import asyncio
import sys

from hypercorn.asyncio import serve
from hypercorn.config import Config


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


config = Config()
config.bind = [f"127.0.0.1:{sys.argv[1]}"]
asyncio.run(serve(app, config))
