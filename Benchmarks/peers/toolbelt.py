"""Writes a form with one file to standard output, as requests-toolbelt encodes it: toolbelt.py FILE."""
import sys

from requests_toolbelt import MultipartEncoder

with open(sys.argv[1], "rb") as file:
    encoder = MultipartEncoder(fields={"title": "A seaside", "file": ("sparse.bin", file, "application/octet-stream")})
    while chunk := encoder.read(256 * 1024):
        sys.stdout.buffer.write(chunk)
