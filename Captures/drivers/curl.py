"""The curl command, by its option -F. Tried with curl 7.88.1: apt install curl

No name with an equals sign or NUL can be given to -F, no filename with NUL, and no text with half a surrogate pair.
"""
import os
import subprocess
import tempfile
import threading

from form import Stream, drive, unsupported

LONGEST_ARGUMENT = 100_000  # Linux takes arguments of up to 128 KiB.


def quoted(text):
    """A parameter's value in the syntax of -F."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Options:
    """The options that give curl a form. Streams reach it through pipes, and texts that are no arguments in files."""

    def __init__(self, form):
        self._form = form
        self._streams = []

    def of_form(self):
        if not self._form.parts:
            unsupported("without -F there is no form")
        for part in self._form.parts:
            if {"=", "\0"} & set(part["name"]) or "\0" in part.get("filename", ""):
                unsupported("-F has no way to say this name")
        return [word for part in self._form.parts for word in self._of(part)]

    def _of(self, part):
        name = part["name"]
        if "value" in part:
            value = part["value"]
            if "\0" not in value and len(value.encode()) < LONGEST_ARGUMENT:
                return "--form-string", f"{name}={value}"
            with tempfile.NamedTemporaryFile(dir=".", delete=False) as file:
                file.write(value.encode())
            return "-F", f"{name}=<{quoted(file.name)}"
        content = self._form.content(part)
        path = self._pipe(content) if isinstance(content, Stream) else part["file"]
        kind = f";type={part['type']}" if "type" in part else ""
        return "-F", f"{name}=@{quoted(path)};filename={quoted(part['filename'])}{kind}"

    def _pipe(self, stream):
        reader, writer = os.pipe()
        self._streams.append((reader, writer, stream))
        return f"/dev/fd/{reader}"

    def run(self, command):
        """Runs the command with the pipes; gives back its result, its output as text."""
        readers = [reader for reader, _, _ in self._streams]
        with subprocess.Popen(command, stdout=-1, stderr=-1, text=True, pass_fds=readers) as process:
            for reader, writer, stream in self._streams:
                os.close(reader)
                threading.Thread(target=pour, args=(stream, writer), daemon=True).start()
            output, errors = process.communicate()
        return process.returncode, output, errors.strip()


def pour(stream, writer):
    try:
        with open(writer, "wb") as pipe:
            for piece in stream:
                pipe.write(piece)
    except BrokenPipeError:
        pass  # The client has read enough.


def upload(form):
    options = Options(form)
    command = ["curl", "-q", "-sS"]
    for number in range(form.uploads):
        command += ["--next"] if number else []
        command += ["--noproxy", "*", "-o", os.devnull, "-w", "%{http_code}\n", form.url, *options.of_form()]
        command += ["--cacert", form.certificate] if form.certificate else []
        command += ["--http2"] if "http2" in form.requires else []
        command += ["-L"] if "redirect" in form.requires else []
        command += ["--anyauth", "-u", ":".join(form.credentials)] if "credentials" in form.requires else []
        command += ["-H", "Expect: 100-continue", "--expect100-timeout", "5"] if "expect" in form.requires else []
    code, output, errors = options.run(command)
    for status in map(int, output.split()):
        if status >= 200:
            form.report(status)
    if code:
        raise OSError(errors)


if __name__ == "__main__":
    drive(upload, "unknown-length", "pause", "tls", "http2", "redirect", "credentials", "expect")
