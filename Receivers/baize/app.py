from baize.asgi import JSONResponse, request_response
from part import part


@request_response
async def app(request):
    return JSONResponse([
        part(name, None, value) if isinstance(value, str) else part(name, value.filename, await value.aread())
        for name, value in (await request.form).multi_items()
    ])
