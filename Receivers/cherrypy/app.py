import os

import cherrypy
from part import part


class Read:
    @cherrypy.expose
    @cherrypy.tools.json_out()
    def index(self, **form):
        return [
            part(name, value.filename, value.file.read()) if hasattr(value, "file") else part(name, None, value)
            for name, values in form.items() for value in (values if isinstance(values, list) else [values])
        ]


cherrypy.config.update({"server.socket_port": int(os.environ["PORT"]), "environment": "production"})
cherrypy.quickstart(Read())
