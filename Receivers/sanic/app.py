import os

from part import part
from sanic import Sanic, json

app = Sanic("receiver")


@app.post("/")
async def read(request):
    fields = [part(name, None, value) for name, values in request.form.items() for value in values]
    return json(fields + [part(name, f.name, f.body) for name, files in request.files.items() for f in files])


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ["PORT"]), single_process=True, motd=False)
