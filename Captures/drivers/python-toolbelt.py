"""requests with the streaming MultipartEncoder of requests-toolbelt, which has to know every length.

Tried with requests-toolbelt 1.0.0, requests 2.34.2: pip install requests-toolbelt
"""
import os

import requests
from requests_toolbelt import GuessAuth, MultipartEncoder

from form import Stream, drive


class KnownLength(Stream):
    """A stream whose length the encoder finds out as it does for files: by what is left to read."""

    @property
    def len(self):
        return os.fstat(self._file.fileno()).st_size - self._file.tell()


def field(form, part):
    if "value" in part:
        return part["name"], part["value"]
    content = KnownLength(part["file"], pause=2) if "pause" in form.requires else form.content(part)
    file = (part["filename"], content)
    return part["name"], file + (part["type"],) if "type" in part else file


def upload(form):
    with requests.Session() as session:
        session.trust_env = False
        if form.certificate:
            session.verify = form.certificate
        if "credentials" in form.requires:
            session.auth = GuessAuth(*form.credentials)
        for _ in range(form.uploads):
            body = MultipartEncoder([field(form, part) for part in form.parts])
            response = session.post(form.url, data=body, headers={"Content-Type": body.content_type}, timeout=30)
            form.report(response.status_code)


drive(upload, "pause", "tls", "redirect", "credentials", "unpaired-surrogate")
