import cherrypy
from part import PORT, pairs, part


class Read:
    @cherrypy.expose
    @cherrypy.tools.json_out()
    def index(self, **form):
        lists = {name: value if isinstance(value, list) else [value] for name, value in form.items()}
        return [
            part(name, value.filename, value.file.read()) if hasattr(value, "file") else part(name, None, value)
            for name, value in pairs(lists)
        ]


cherrypy.config.update({"server.socket_port": PORT, "environment": "production"})
cherrypy.quickstart(Read())
