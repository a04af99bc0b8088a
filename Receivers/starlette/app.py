from part import part
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


async def read(request):
    return JSONResponse([
        part(name, None, value) if isinstance(value, str) else part(name, value.filename, await value.read())
        for name, value in (await request.form()).multi_items()
    ])


app = Starlette(routes=[Route("/", read, methods=["POST"])])
