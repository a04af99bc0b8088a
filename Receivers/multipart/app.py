import json
import os

from multipart import parse_form_data
from part import part

# Without options it gives what it has read where it meets an error, and says nothing of that.
OPTIONS = json.loads(os.environ.get("OPTIONS", "{}"))


def app(environ, start_response):
    fields, files = parse_form_data(environ, **OPTIONS)
    start_response("200 OK", [("Content-Type", "application/json")])
    parts = [part(name, None, value) for name, value in fields.iterallitems()]
    parts += [part(name, file.filename, file.file.read()) for name, file in files.iterallitems()]
    return [json.dumps(parts).encode()]
