from litestar import Litestar, Request, post
from part import part


@post("/", status_code=200)
async def read(request: Request) -> list:
    return [
        part(name, None, value) if isinstance(value, str) else part(name, value.filename, await value.read())
        for name, value in (await request.form()).multi_items()
    ]


app = Litestar([read])
