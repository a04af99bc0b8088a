import cgi
import json

from part import part


def app(environ, start_response):
    form = cgi.FieldStorage(fp=environ["wsgi.input"], environ=environ, keep_blank_values=True)
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps([part(field.name, field.filename, field.value) for field in form.list or []]).encode()]
