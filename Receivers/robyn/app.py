import json

from part import PORT, fields, part
from robyn import Robyn

app = Robyn(__file__)


@app.post("/")
async def read(request):
    # It gives files by their filenames, and keeps no names.
    files = [part(None, filename, value) for filename, value in request.files.items()]
    return json.dumps(fields(request.form_data.items()) + files)


app.start(host="127.0.0.1", port=PORT)
