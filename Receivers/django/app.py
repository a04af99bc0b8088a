from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path
from part import part


def read(request):
    fields = [part(name, None, value) for name, values in request.POST.lists() for value in values]
    files = [part(name, file.name, file.read()) for name, files in request.FILES.lists() for file in files]
    return JsonResponse(fields + files, safe=False)


urlpatterns = [path("", read)]
settings.configure(ROOT_URLCONF=__name__, SECRET_KEY="x", ALLOWED_HOSTS=["*"])
app = get_wsgi_application()
