from part import part
from quart import Quart, request

app = Quart(__name__)


@app.post("/")
async def read():
    form, files = await request.form, await request.files
    fields = [part(name, None, value) for name, value in form.items(multi=True)]
    return fields + [part(name, file.filename, file.read()) for name, file in files.items(multi=True)]
