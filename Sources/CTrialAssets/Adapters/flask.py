# Flask: save as app.py; `pip install flask`, then `python3 app.py 8000`
import hashlib
import sys

from flask import Flask, jsonify, request

app = Flask(__name__)


def entry(name, filename, content):
    return [name, filename, len(content), hashlib.sha256(content).hexdigest()]


@app.post("/")
def echo():
    fields = [entry(name, None, value.encode()) for name, value in request.form.items(multi=True)]
    files = [entry(name, file.filename, file.read()) for name, file in request.files.items(multi=True)]
    return jsonify(fields + files)


if __name__ == "__main__":
    app.run(port=int(sys.argv[1]), threaded=True)
