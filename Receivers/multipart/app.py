import json
import os

from multipart import parse_form_data
from part import fields, part

# Without options it gives what it has read where it meets an error, and says nothing of that.
OPTIONS = json.loads(os.environ.get("OPTIONS", "{}"))


def app(environ, start_response):
    texts, files = parse_form_data(environ, **OPTIONS)
    start_response("200 OK", [("Content-Type", "application/json")])
    files = [part(name, file.filename, file.file.read()) for name, file in files.iterallitems()]
    return [json.dumps(fields(texts.iterallitems()) + files).encode()]
