import json
import os

from part import part
from twisted.internet import reactor
from twisted.web.resource import Resource
from twisted.web.server import Site


class Read(Resource):
    isLeaf = True

    def render_POST(self, request):
        # It gives files as it gives fields, without their filenames.
        return json.dumps([part(name, None, value) for name, values in request.args.items() for value in values]).encode()


reactor.listenTCP(int(os.environ["PORT"]), Site(Read()), interface="127.0.0.1")
reactor.run()
