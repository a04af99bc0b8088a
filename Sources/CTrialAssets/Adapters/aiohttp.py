# aiohttp: save as app.py; `pip install aiohttp`, then `python3 app.py 8000`
import hashlib
import sys

from aiohttp import web


def entry(name, filename, content):
    return [name, filename, len(content), hashlib.sha256(content).hexdigest()]


async def echo(request):
    fields = []
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            fields.append(entry(name, value.filename, value.file.read()))
        else:
            fields.append(entry(name, None, value if isinstance(value, bytes) else value.encode()))
    return web.json_response(fields)


app = web.Application()
app.router.add_post("/", echo)

if __name__ == "__main__":
    web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]))
