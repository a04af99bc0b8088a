import json

from bottle import Bottle, request
from part import fields, part

app = Bottle()


@app.post("/")
def read():
    files = [part(name, file.raw_filename, file.file.read()) for name, file in request.files.allitems()]
    return json.dumps(fields(request.forms.allitems()) + files)
