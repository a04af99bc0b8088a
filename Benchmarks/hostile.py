"""The hostile size series: how the CPU time and the memory of a run grow with the size of inputs of one shape.

run.py calls it. The shapes are those of generate/gen_hostile.py, each at a sixteenth, a quarter and the whole of its
units. The exponent is that of the two larger sizes, the cost of the program's start taken off; times below the floor
count as the floor, so that the clock's coarseness is no growth.
"""
import math
import os
import resource
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
GENERATOR = HERE / "generate" / "gen_hostile.py"
FRACTIONS = (16, 4, 1)
EXPONENT_LIMIT = 1.15
PEAK_LIMIT = 100e6
# Seconds.
FLOOR = 0.03
RUNS = 3
# CPU seconds, after which a run is ended.
TIME_LIMIT = 60


def shapes():
    """Name, extension, units and command of each shape."""
    listed = subprocess.run([sys.executable, GENERATOR], check=True, capture_output=True, text=True).stdout
    for line in listed.splitlines():
        name, extension, units, *command = line.split()
        yield name, extension, int(units), command


def generate(folder, scale):
    """Writes the inputs that are not there yet."""
    folder.mkdir(exist_ok=True)
    for name, extension, units, _ in shapes():
        for fraction in FRACTIONS:
            path = folder / f"{name}-{fraction}.{extension}"
            if path.exists():
                continue
            unfinished = folder / "unfinished"
            keys = folder / f"{name}-{fraction}.keys"
            count = max(units // fraction // scale, 1)
            subprocess.run([sys.executable, GENERATOR, name, unfinished, str(count), keys], check=True)
            unfinished.rename(path)


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (TIME_LIMIT, TIME_LIMIT))


class Run:
    """What the cheapest of a few runs on one input cost."""

    def __init__(self, partwise, command, path):
        self.seconds, self.peak = math.inf, 0
        for _ in range(RUNS):
            with open(os.devnull, "r+b") as nothing:
                streams = dict.fromkeys(("stdin", "stdout", "stderr"), nothing)
                process = subprocess.Popen([partwise, *command, path], preexec_fn=limit_time, **streams)
                _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            # An input that is no capture is refused by 3.
            if process.returncode not in (0, 1, 3):
                self.seconds = math.inf
                sys.stderr.write(f"{' '.join(command)} {path} ended with {process.returncode}\n")
                return
            self.seconds = min(self.seconds, usage.ru_utime + usage.ru_stime)
            self.peak = max(self.peak, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
            if self.seconds > 5:
                return


def exponent(small, large, start):
    """The power of the size with which the time grows from a quarter of it to the whole."""
    times = [max(run.seconds - start, FLOOR) for run in (small, large)]
    if math.inf in times:
        return math.inf
    return math.log(times[1] / times[0]) / math.log(FRACTIONS[1] / FRACTIONS[2])


def measure(partwise, folder, only=()):
    """The exponent and the peak of each shape, by name; prints the table."""
    empty = folder / "empty.http"
    empty.write_bytes(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    start = Run(partwise, ["check"], empty).seconds
    print(f"\n{'shape':30} {'MB':>6} {'CPU s at 1/16':>13} {'at 1/4':>8} {'whole':>8} {'exponent':>8} {'peak MB':>8}")
    results = {}
    for name, extension, _, command in shapes():
        if only and name not in only:
            continue
        paths = [folder / f"{name}-{fraction}.{extension}" for fraction in FRACTIONS]
        runs = [Run(partwise, command, path) for path in paths]
        growth = exponent(runs[1], runs[2], start)
        if growth > EXPONENT_LIMIT:
            # Times of a few hundredths of a second vary with what else the machine does: the cheapest of more runs.
            again = [Run(partwise, command, path) for path in paths]
            runs = [min(pair, key=lambda run: run.seconds) for pair in zip(runs, again)]
            growth = exponent(runs[1], runs[2], start)
        peak = max(run.peak for run in runs)
        results[name] = (growth, peak)
        times = [f"{run.seconds:.3f}" for run in runs]
        size = paths[-1].stat().st_size / 1e6
        misses = "  misses" if growth > EXPONENT_LIMIT or peak > PEAK_LIMIT else ""
        print(
            f"{name:30} {size:6.1f} {times[0]:>13} {times[1]:>8} {times[2]:>8} {growth:8.2f} {peak / 1e6:8.0f}{misses}",
            flush=True,
        )
    print(f"ceilings: exponent {EXPONENT_LIMIT}, peak {PEAK_LIMIT / 1e6:.0f} MB")
    return results


def check(targets, results):
    for name, (growth, peak) in results.items():
        targets.check(f"{name}, exponent of CPU time", growth, EXPONENT_LIMIT)
        targets.check(f"{name}, peak of memory", peak / 1e6, PEAK_LIMIT / 1e6, unit=" MB")


if __name__ == "__main__":
    # hostile.py PARTWISE FOLDER [SHAPE …]: the table alone.
    generate(Path(sys.argv[2]), 1)
    measure(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
