import json

from part import PORT, fields, pairs
from twisted.internet import reactor
from twisted.web.resource import Resource
from twisted.web.server import Site


class Read(Resource):
    isLeaf = True

    def render_POST(self, request):
        # It gives files as it gives fields, without their filenames.
        return json.dumps(fields(pairs(request.args))).encode()


reactor.listenTCP(PORT, Site(Read()), interface="127.0.0.1")
reactor.run()
