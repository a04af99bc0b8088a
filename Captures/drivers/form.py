"""What the drivers in Python share: the form to send, and how a driver ends (README.md has the protocol)."""
import json
import os
import sys
import time

UNSUPPORTED = 69


class Form:
    """The description of a form, and the statuses of the answers to it."""

    def __init__(self, url, path):
        os.chdir(os.path.dirname(os.path.abspath(path)))
        with open(path, encoding="utf-8") as file:
            description = json.load(file)
        self.url = url
        self.parts = description["parts"]
        self.uploads = description["uploads"]
        self.requires = set(description["requires"])
        self.certificate = description.get("certificate")
        self.credentials = (description.get("user"), description.get("password"))
        self.statuses = []

    def content(self, part):
        """The content of a file part: a file, or a stream where the case is about streams."""
        if self.requires & {"unknown-length", "pause"}:
            return Stream(part["file"], pause=2 if "pause" in self.requires else 0)
        return open(part["file"], "rb")

    def entries(self):
        """The parts as requests and httpx take them for `files`: there texts are files without a filename."""
        for part in self.parts:
            if "value" in part:
                yield part["name"], (None, part["value"])
            else:
                file = (part["filename"], self.content(part))
                yield part["name"], file + (part["type"],) if "type" in part else file

    def report(self, status):
        """Prints the status of an answer."""
        print(status, flush=True)
        self.statuses.append(status)


class Stream:
    """A file that can only be read, and does not tell its length; it may pause in the middle."""

    def __init__(self, path, pause):
        self._file = open(path, "rb")
        self._pause = pause
        self._before_pause = os.path.getsize(path) // 2

    def read(self, size=-1):
        if size is None or size < 0:
            return b"".join(self)
        if self._pause and self._file.tell() >= self._before_pause:
            time.sleep(self._pause)
            self._pause = 0
        if self._pause:
            size = min(size, self._before_pause - self._file.tell())
        return self._file.read(size)

    def __iter__(self):
        return iter(lambda: self.read(65536), b"")


def unsupported(reason):
    """Ends the process: the client cannot send this form."""
    print(reason, file=sys.stderr)
    sys.exit(UNSUPPORTED)


def drive(client, *abilities):
    """Has `client` send the form of the command line, unless it requires more than the abilities; ends the process."""
    form = Form(sys.argv[-2], os.path.abspath(sys.argv[-1]))
    if missing := form.requires - set(abilities):
        unsupported("unsupported: " + ", ".join(sorted(missing)))
    try:
        client(form)
    except Exception as error:
        sys.exit(" ".join(f"{type(error).__name__}: {error}".split())[:500])
    successes = [status for status in form.statuses if 200 <= status < 300]
    sys.exit(0 if len(successes) == form.uploads else 1)
