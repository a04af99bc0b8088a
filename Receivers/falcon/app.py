from falcon.asgi import App
from part import part


class Read:
    async def on_post(self, request, response):
        response.media = [
            part(each.name, each.filename, await each.stream.read()) async for each in await request.get_media()
        ]


app = App()
app.add_route("/", Read())
