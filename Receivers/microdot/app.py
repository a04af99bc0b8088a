import os

from microdot import Microdot
from microdot.multipart import with_form_data
from part import part

app = Microdot()


@app.post("/")
@with_form_data
async def read(request):
    fields = [part(name, None, value) for name, value in request.form.items()]
    return fields + [part(name, file.filename, await file.read()) for name, file in request.files.items()]


app.run(host="127.0.0.1", port=int(os.environ["PORT"]))
