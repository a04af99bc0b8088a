"""The receivers of this folder: installing, building, starting and stopping them."""
import datetime
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import forward
import send
from recorder import Recorder

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / ".build" / "receivers"
VENV = BUILD / "venv"
GRID = HERE / "grid.json"
LAB = HERE.parent / "Sources/Trials/Lab/bodies.json"
# Seconds: a Java server needs ten on a busy machine.
START_LIMIT = 60


class Receiver:
    """A folder with receiver.yml, whose lines are `key: value`, and an adapter."""

    def __init__(self, folder, root=BUILD):
        self.folder, self.id, self.root = folder, folder.name, root
        lines = [line for line in (folder / "receiver.yml").read_text().splitlines() if line and line[0] not in " #"]
        self.keys = {key: value.strip() for key, value in (line.split(":", 1) for line in lines)}
        self.build = root / self.id
        self.process = self.recorder = None

    def __getitem__(self, key):
        return self.keys.get(key, "")

    def environment(self, port=0):
        shared = HERE / "shared"
        return os.environ | {
            "PORT": str(port), "UPSTREAM": str(self.recorder.port if self.recorder else 0),
            "RECEIVER": str(self.folder), "SHARED": str(shared), "BUILD": str(self.build),
            "TMPDIR": str(self.build),
            "PATH": f"{VENV}/bin:{os.environ['PATH']}:/usr/sbin",
            "PYTHONPATH": f"{shared}:{self.folder}", "PYTHONDONTWRITEBYTECODE": "1",
            "NODE_PATH": f"{shared}:/usr/share/nodejs", "RUBYLIB": str(shared), "PERL5LIB": str(shared),
            "CLASSPATH": ":".join([".", *(f"/usr/share/java/{jar}.jar" for jar in self["jars"].split())]),
            "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": str(self.root / "go-cache"),
        }

    def shell(self, command, **more):
        return subprocess.run(
            command, shell=True, cwd=self.build, env=self.environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, **more)

    def make(self):
        """Builds the adapter in a fresh folder; what went wrong, or nothing."""
        shutil.rmtree(self.build, ignore_errors=True)
        self.build.mkdir(parents=True)
        made = self.shell(self["build"] or "true")
        return (made.stderr or made.stdout).strip() if made.returncode else None

    def start(self):
        """Starts it, and returns its port once it accepts connections."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with open(self.build / "log", "ab") as log:
            self.process = subprocess.Popen(
                "exec " + self["start"], shell=True, cwd=self.build, env=self.environment(port),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + START_LIMIT
        while time.monotonic() < end and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return port
            except OSError:
                time.sleep(0.1)
        self.stop()
        raise TimeoutError(f"does not listen; see {self.build.relative_to(HERE.parent)}/log")

    def stop(self):
        """Ends the process and those that it has started."""
        for number, patience in ((signal.SIGTERM, 3), (signal.SIGKILL, 10)):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(patience)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass

    def run(self, bodies):
        """The result for each body; for a proxy, for each request of `forward` too."""
        if self["kind"] != "proxy":
            return self.results(bodies)
        self.recorder = Recorder()
        try:
            return self.results(list(forward.requests(bodies)))
        finally:
            self.recorder.close()

    def results(self, bodies):
        """After a body that it did not answer the receiver is started again."""
        results, left = {}, bodies
        while left:
            port = self.start()
            try:
                for body in left:
                    result = results[body["id"]] = self.result(port, body)
                    if result.get("outcome") in ("hangs", "closed"):
                        break
            finally:
                self.stop()
            # The first bodies have no fault.
            if len(results) >= 3 and all(each.get("outcome") in ("hangs", "closed") for each in results.values()):
                raise RuntimeError(f"answers nothing; see {self.build.relative_to(HERE.parent)}/log")
            left = bodies[len(results):]
        return results

    def result(self, port, body):
        if self["kind"] == "proxy":
            return forward.forwarded(port, body["request"], self.recorder)
        if self["kind"] == "checker":
            return send.checked(port, body, self.build / "seen")
        result = send.read(send.meant_form(body), *send.post(port, body))
        if self["order"] == "none" and result.get("form"):
            result["form"].sort(key=json.dumps)
        return result

    def description(self):
        """What grid.json says of it: the versions are those that are installed."""
        parser = " ".join(word for word in (self["parser"], self.version("parser-")) if word)
        version = self.version()
        return {
            "id": self.id, "name": self["name"], "package": self["package"], "version": version,
            "parser": parser or self["name"] + " " + version, "kind": self["kind"] or "reader",
            "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        }

    def version(self, of=""):
        """What a command prints, or the version of `pypi flask` or `debian node-busboy`: of Debian's, its maker's."""
        if self[of + "version"]:
            return self.shell(self[of + "version"]).stdout.strip()
        package = self[of + "package"]
        if package.startswith("pypi "):
            code = f"import importlib.metadata as m; print(m.version('{package[5:]}'))"
            return self.shell(f'python -c "{code}"').stdout.strip()
        if package.startswith("debian "):
            version = self.shell(f"dpkg-query -W -f '${{Version}}' {package[7:]}").stdout.split(":")[-1]
            for mark in "-+~":
                version = version.split(mark)[0]
            return version.split(".Final")[0]
        return ""


def known():
    """All receivers by their ids."""
    return {folder.parent.name: Receiver(folder.parent) for folder in sorted(HERE.glob("*/receiver.yml"))}


def chosen(ids):
    """The receivers of these ids."""
    receivers = known()
    unknown = [id for id in ids if id not in receivers]
    if unknown:
        sys.exit("no such receiver: " + " ".join(unknown))
    return [receivers[id] for id in ids]


def install(receivers):
    """Installs what is missing, each package by itself where all together fail; prints what cannot be had."""
    apt = sorted({name for receiver in receivers for name in receiver["apt"].split()})
    pypi = sorted({name for receiver in receivers for name in receiver["pypi"].split()})
    if shutil.which("apt-get"):
        status = "dpkg-query -W -f '${Status}' %s 2>/dev/null | grep -q 'ok installed'"
        missing = [name for name in apt if subprocess.call(status % name, shell=True)]
        # Packages of servers would start them.
        root = ([] if os.geteuid() == 0 else ["sudo"]) + ["env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1"]
        if missing:
            subprocess.call([*root, "apt-get", "update", "-qq"])
            each("apt", [*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends"], missing)
    if not VENV.exists():
        subprocess.check_call([sys.executable, "-m", "venv", VENV])
    listed = subprocess.run([VENV / "bin/pip", "list", "--format", "freeze"], capture_output=True, text=True).stdout
    have = {name.lower() for line in listed.splitlines() for name in (line, line.split("==")[0])}
    each("PyPI", [VENV / "bin/pip", "install", "-q"], [name for name in pypi if name.lower() not in have])


def each(registry, command, names):
    if names and subprocess.call([*command, *names], stdout=subprocess.DEVNULL):
        for name in names:
            if subprocess.call([*command, name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
                print(f"{registry}: no {name}", file=sys.stderr)
