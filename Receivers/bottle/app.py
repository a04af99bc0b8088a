import json

from bottle import Bottle, request
from part import part

app = Bottle()


@app.post("/")
def read():
    fields = [part(name, None, value) for name, value in request.forms.allitems()]
    return json.dumps(fields + [part(name, f.raw_filename, f.file.read()) for name, f in request.files.allitems()])
