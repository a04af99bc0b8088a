from part import PORT, fields, pairs, part
from sanic import Sanic, json

app = Sanic("receiver")


@app.post("/")
async def read(request):
    files = [part(name, file.name, file.body) for name, file in pairs(request.files)]
    return json(fields(pairs(request.form)) + files)


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=PORT, single_process=True, motd=False)
