# Tornado: save as app.py; `pip install tornado`, then `python3 app.py 8000`
import asyncio
import hashlib
import json
import sys

import tornado.web


def entry(name, filename, content):
    return [name, filename, len(content), hashlib.sha256(content).hexdigest()]


class Echo(tornado.web.RequestHandler):
    def post(self):
        arguments, files = self.request.body_arguments, self.request.files
        fields = [entry(name, None, value) for name, values in arguments.items() for value in values]
        fields += [entry(name, file.filename, file.body) for name, values in files.items() for file in values]
        self.write(json.dumps(fields))


async def main():
    tornado.web.Application([("/", Echo)]).listen(int(sys.argv[1]), "127.0.0.1")
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
