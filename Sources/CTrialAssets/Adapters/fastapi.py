# FastAPI: save as app.py; `pip install fastapi python-multipart uvicorn`, then `python3 app.py 8000`
import hashlib
import sys

import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


def entry(name, filename, content):
    return [name, filename, len(content), hashlib.sha256(content).hexdigest()]


@app.post("/")
async def echo(request: Request):
    fields = []
    async with request.form() as form:
        for name, value in form.multi_items():
            if isinstance(value, str):
                fields.append(entry(name, None, value.encode()))
            else:
                fields.append(entry(name, value.filename, await value.read()))
    return fields


if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[1]), log_level="warning")
