import json
import os

from part import part
from tornado.ioloop import IOLoop
from tornado.web import Application, RequestHandler


class Read(RequestHandler):
    def post(self):
        fields, files = self.request.body_arguments, self.request.files
        self.write(json.dumps(
            [part(name, None, value) for name, values in fields.items() for value in values]
            + [part(name, file.filename, file.body) for name, files in files.items() for file in files]
        ))


Application([("/", Read)]).listen(int(os.environ["PORT"]), "127.0.0.1")
IOLoop.current().start()
