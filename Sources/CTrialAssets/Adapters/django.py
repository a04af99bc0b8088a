# Django: save as app.py; `pip install django`, then `python3 app.py 8000`; in a project, copy `entry` and `echo`
import hashlib
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="probe")


def entry(name, filename, content):
    return [name, filename, len(content), hashlib.sha256(content).hexdigest()]


@csrf_exempt
def echo(request):
    fields = [entry(name, None, value.encode()) for name, values in request.POST.lists() for value in values]
    files = [entry(name, file.name, file.read()) for name, values in request.FILES.lists() for file in values]
    return JsonResponse(fields + files, safe=False)


urlpatterns = [path("", echo)]

if __name__ == "__main__":
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", f"127.0.0.1:{sys.argv[1]}"])
