import json

from part import PORT, fields, pairs, part
from tornado.ioloop import IOLoop
from tornado.web import Application, RequestHandler


class Read(RequestHandler):
    def post(self):
        files = [part(name, file.filename, file.body) for name, file in pairs(self.request.files)]
        self.write(json.dumps(fields(pairs(self.request.body_arguments)) + files))


Application([("/", Read)]).listen(PORT, "127.0.0.1")
IOLoop.current().start()
