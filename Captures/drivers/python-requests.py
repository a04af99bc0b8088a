"""requests, which builds the body in memory. Tried with requests 2.34.2: pip install requests

Fields are given in `files` too, without a filename: with `data` all fields would come before all files.
"""
import requests

from form import drive


def upload(form):
    with requests.Session() as session:
        session.trust_env = False
        if form.certificate:
            session.verify = form.certificate
        for _ in range(form.uploads):
            response = session.post(form.url, files=list(form.entries()), timeout=30)
            form.report(response.status_code)


drive(upload, "unknown-length", "pause", "tls", "redirect", "unpaired-surrogate")
