"""aiohttp. Tried with aiohttp 3.14.5: pip install aiohttp"""
import asyncio
import ssl

import aiohttp

from form import Stream, drive


async def pieces(stream):
    while piece := await asyncio.to_thread(stream.read, 65536):
        yield piece


def data(form):
    data = aiohttp.FormData(default_to_multipart=True)
    for part in form.parts:
        if "value" in part:
            data.add_field(part["name"], part["value"])
        else:
            content = form.content(part)
            content = pieces(content) if isinstance(content, Stream) else content
            data.add_field(part["name"], content, filename=part["filename"], content_type=part.get("type"))
    return data


async def upload(form):
    trust = ssl.create_default_context(cafile=form.certificate)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=trust)) as session:
        for _ in range(form.uploads):
            async with session.post(form.url, data=data(form), expect100="expect" in form.requires) as response:
                form.report(response.status)


def run(form):
    asyncio.run(upload(form))


drive(run, "unknown-length", "pause", "tls", "redirect", "expect", "unpaired-surrogate")
