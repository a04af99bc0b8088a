from aiohttp import web
from part import PORT, part


async def read(request):
    return web.json_response([
        part(name, None, value) if isinstance(value, str) else part(name, value.filename, value.file.read())
        for name, value in (await request.post()).items()
    ])


app = web.Application()
app.router.add_post("/", read)
web.run_app(app, host="127.0.0.1", port=PORT)
