import json
import os

from part import part
from robyn import Robyn

app = Robyn(__file__)


@app.post("/")
async def read(request):
    fields = [part(name, None, value) for name, value in request.form_data.items()]
    # It gives files by their filenames, and keeps no names.
    return json.dumps(fields + [part(None, filename, value) for filename, value in request.files.items()])


app.start(host="127.0.0.1", port=int(os.environ["PORT"]))
