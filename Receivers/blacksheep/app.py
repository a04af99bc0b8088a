from blacksheep import Application, FileBuffer, Request, post
from part import part

app = Application()


@post("/")
async def read(request: Request):
    return [part(each.name, each.file_name, each.data) for each in await request.multipart() or []]
