"""requests, which builds the body in memory. Tried with requests 2.34.2: pip install requests

Fields are given in `files` too, without a filename: with `data` all fields would come before all files.
"""
import requests

from form import drive


def part(form, part):
    if "value" in part:
        return part["name"], (None, part["value"])
    file = (part["filename"], form.content(part))
    return part["name"], file + (part["type"],) if "type" in part else file


def upload(form):
    with requests.Session() as session:
        session.trust_env = False
        if form.certificate:
            session.verify = form.certificate
        for _ in range(form.uploads):
            response = session.post(form.url, files=[part(form, each) for each in form.parts], timeout=30)
            form.report(response.status_code)


drive(upload, "unknown-length", "pause", "tls", "redirect", "unpaired-surrogate")
