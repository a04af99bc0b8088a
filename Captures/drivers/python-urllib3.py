"""urllib3, whose fields are text or bytes. Tried with urllib3 2.8.0: pip install urllib3"""
from pathlib import Path

import urllib3

from form import drive


def field(part):
    if "value" in part:
        return part["name"], part["value"]
    file = (part["filename"], Path(part["file"]).read_bytes())
    return part["name"], file + (part["type"],) if "type" in part else file


def upload(form):
    retries = urllib3.Retry(total=None, connect=0, read=0, redirect=5)
    with urllib3.PoolManager(ca_certs=form.certificate, retries=retries, timeout=30) as pool:
        for _ in range(form.uploads):
            response = pool.request("POST", form.url, fields=[field(part) for part in form.parts])
            form.report(response.status)


drive(upload, "tls", "redirect", "unpaired-surrogate")
