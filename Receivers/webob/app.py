from part import part
from webob import Response
from webob.dec import wsgify


@wsgify
def app(request):
    return Response(json=[
        part(name, None, value) if isinstance(value, str) else part(name, value.filename, value.file.read())
        for name, value in request.POST.items()
    ])
