"""Runs services beside each other, and tells what each costs."""
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Service:
    """A proxy or a server as a process of its own, for one measurement."""

    def __init__(self, name, command):
        self.name = name
        self.port = free_port()
        self.folder = tempfile.TemporaryDirectory(prefix="bench-service-")
        words = command(self.port, Path(self.folder.name))
        self.log = open(Path(self.folder.name) / "log", "w+b")
        self.process = subprocess.Popen(words, stdout=self.log, stderr=self.log, cwd=self.folder.name)
        deadline = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.log.seek(0)
                    sys.exit(f"{name} does not listen: {self.log.read().decode(errors='replace')[-500:]}")
                time.sleep(0.1)

    @property
    def cpu(self):
        """CPU seconds so far."""
        return sum(self._times)

    @property
    def system(self):
        """CPU seconds so far that the system took for it."""
        return self._times[1]

    @property
    def _times(self):
        """CPU seconds so far, the user's and the system's, of the process and of those that it has started and that run."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        times = [0, 0]
        for process in [self.process.pid, *children]:
            words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            times = [times[0] + int(words[11]) / TICKS, times[1] + int(words[12]) / TICKS]
        return times

    @property
    def peak(self):
        """The greatest number of bytes in memory so far."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        return 0

    def end(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        self.folder.cleanup()
