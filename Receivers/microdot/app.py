from microdot import Microdot
from microdot.multipart import with_form_data
from part import PORT, fields, part

app = Microdot()


@app.post("/")
@with_form_data
async def read(request):
    files = [part(name, file.filename, await file.read()) for name, file in request.files.items()]
    return fields(request.form.items()) + files


app.run(host="127.0.0.1", port=PORT)
