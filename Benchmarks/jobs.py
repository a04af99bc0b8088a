"""The wall time of runs with one job and with two, on inputs that run.py writes.

run.py calls it. Turns alternate between the numbers of jobs, so that a noisy minute hits both; the median counts. What two
jobs can gain is bounded by the machine: the gain of two runs side by side over two runs in turn is measured beside it.
"""
import shutil
import statistics
import subprocess
import time

# What a folder of captures must gain from a second job, and how many captures it has.
FOLDER_GAIN = 1.7
FOLDER_COUNT = 64
JOBS = (1, 2)
COMMANDS = {
    "check": ["check"],
    "json": ["check", "--format", "json"],
    "inspect": ["inspect"],
}


def fill_folder(folder, capture):
    """Fills a folder with copies of a capture."""
    folder.mkdir(exist_ok=True)
    for number in range(FOLDER_COUNT):
        path = folder / f"{number:02}.pcap"
        if not path.exists():
            shutil.copyfile(capture, path)


def start(command):
    return subprocess.Popen(
        [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def wall(*commands):
    """The seconds in which commands that run side by side have all ended."""
    began = time.monotonic()
    for process in [start(command) for command in commands]:
        if process.wait() not in (0, 1):
            raise SystemExit(f"{process.args} ended with {process.returncode}")
    return time.monotonic() - began


def measure(partwise, work, runs):
    """The medians of wall times by input and command, then by the number of jobs; `None` for libpcap's bare loop."""
    inputs = [(work / "varied.pcap", name) for name in COMMANDS]
    inputs += [(work / "big.pcap", "check"), (work / "encrypted.pcap", "check"), (work / "folder", "check")]
    results = {}
    for path, name in inputs:
        command = [partwise, *COMMANDS[name], "--no-config", path]
        walls = {jobs: [] for jobs in JOBS}
        bare, pairs = [], []
        for _ in range(runs):
            for jobs in JOBS:
                walls[jobs].append(wall([*command, "--jobs", jobs]))
            if path.suffix:
                bare.append(wall([work / "pcapcount", path]))
            if name == "check":
                pairs.append(wall(*[[*command, "--jobs", 1]] * 2))
        medians = {jobs: statistics.median(values) for jobs, values in walls.items()}
        medians[None] = statistics.median(bare) if bare else None
        one, two = (medians[jobs] for jobs in JOBS)
        machine = f", two runs side by side {2 * one / statistics.median(pairs):4.2f}" if pairs else ""
        print(f"{path.name:14} {name:10} wall {one:6.2f} s, two jobs {two:6.2f} s: {one / two:4.2f} times{machine}", flush=True)
        results[path.name, name] = medians
    return results


def check(targets, results):
    big = results["big.pcap", "check"]
    targets.check("big.pcap, wall time of two jobs to libpcap's bare loop", big[2] / big[None], 1)
    folder = results["folder", "check"]
    title = f"{FOLDER_COUNT} captures, speed of two jobs to one"
    targets.check(title, folder[1] / folder[2], FOLDER_GAIN, at_most=False)
