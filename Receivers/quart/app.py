from part import fields, part
from quart import Quart, request

app = Quart(__name__)


@app.post("/")
async def read():
    form, files = await request.form, await request.files
    return fields(form.items(multi=True)) + [
        part(name, file.filename, file.read()) for name, file in files.items(multi=True)
    ]
