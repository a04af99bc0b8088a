"""httpx. Tried with httpx 0.28.1, h2 4.4.1: pip install 'httpx[http2]'

Fields are given in `files` too, without a filename: with `data` all fields would come before all files.
"""
import ssl

import httpx

from form import drive


def upload(form):
    trust = ssl.create_default_context(cafile=form.certificate)
    http2 = "http2" in form.requires
    with httpx.Client(verify=trust, http2=http2, follow_redirects=True, trust_env=False, timeout=30) as client:
        for _ in range(form.uploads):
            response = client.post(form.url, files=list(form.entries()))
            form.report(response.status_code)


drive(upload, "unknown-length", "pause", "tls", "http2", "redirect", "unpaired-surrogate")
