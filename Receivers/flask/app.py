from flask import Flask, request
from part import fields, part

app = Flask(__name__)


@app.post("/")
def read():
    files = [part(name, file.filename, file.read()) for name, file in request.files.items(multi=True)]
    return fields(request.form.items(multi=True)) + files
