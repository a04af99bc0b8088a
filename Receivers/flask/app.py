from flask import Flask, request
from part import part

app = Flask(__name__)


@app.post("/")
def read():
    fields = [part(name, None, value) for name, value in request.form.items(multi=True)]
    return fields + [part(name, file.filename, file.read()) for name, file in request.files.items(multi=True)]
