#!/usr/bin/env python3
"""Measures the sink beside those of aiohttp and hypercorn, and beside the least that a program in C can do, in one run.

Partwise reads the form and judges it. aiohttp, and python-multipart behind hypercorn, read it where that is said, and write
the file in it to the disk where that is said too: else they take the bytes alone.

`make bench-sink` calls it. Needs curl and a C compiler; aiohttp and hypercorn are left out where they are not installed.

PARTWISE_LIVE=PROGRAM   the program to measure
BENCH_RUNS=N            runs of each, 5 if not given

curl uploads a file of 1 GiB that is random, in a form. What a sink costs is the CPU time (user and system) that it took from
the first byte to the answer. The program in C reads into one buffer; recording, it writes the bytes as they are.
How much the system takes to write a new file differs by seconds between two runs on a virtual machine, so that the least of
the runs counts, and its share is shown.
"""
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from service import Service

HERE = Path(__file__).resolve().parent
RUNS = int(os.environ.get("BENCH_RUNS", "5"))
GIBIBYTE = 1 << 30
# What is promised: CPU seconds of 1 GiB judged and recorded, its bytes of memory, how many times cheaper it is than the
# others, and than the program in C, recording too.
SECONDS = 1.0
PEAK_LIMIT = 40 << 20
FACTOR = 3


def commands(partwise, bare):
    """How each sink is started, by its name."""
    listen = lambda port: [partwise, "sink", "--no-config", "--listen", f"127.0.0.1:{port}"]
    found = {
        "partwise": lambda port, folder: listen(port),
        "partwise -o": lambda port, folder: listen(port) + ["-o", folder / "session.pcapng"],
        "C": lambda port, folder: [bare, str(port)],
        "C, recording": lambda port, folder: [bare, str(port), folder / "bytes"],
    }
    sinks = {"aiohttp": ("aiohttp_sink.py", "aiohttp"), "hypercorn": ("asgi_sink.py", "python_multipart")}
    for name, (script, parser) in sinks.items():
        command = lambda port, script=script: [sys.executable, HERE / "peers" / script, str(port)]
        if importlib.util.find_spec(name):
            found[name] = lambda port, folder, command=command: command(port)
            if importlib.util.find_spec(parser):
                form = lambda port, folder, command=command: command(port) + ["form"]
                found[f"{name}, form"] = form
                found[f"{name}, to disk"] = lambda port, folder, form=form: form(port, folder) + [folder / "file"]
    return found


def upload(service, path):
    """Uploads a file; returns the seconds by the clock, and the CPU seconds of the sink and of the system for it."""
    before, kernel = service.cpu, service.system
    start = time.monotonic()
    url = f"http://127.0.0.1:{service.port}/"
    done = subprocess.run(["curl", "-sf", "-F", f"file=@{path}", url, "-o", os.devnull], timeout=600)
    seconds = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"{service.name} does not take the upload")
    # What is recorded is written a little later.
    time.sleep(0.5)
    return service.cpu - before, service.system - kernel, seconds


def measure(name, command, path):
    results, peak = [], 0
    for _ in range(RUNS):
        service = Service(name, command)
        results.append(upload(service, path))
        peak = max(peak, service.peak)
        service.end()
    cpu, kernel, seconds = min(results)
    print(f"{name:18} {cpu:8.2f} {kernel:12.2f} {seconds:10.2f} {peak / (1 << 20):8.1f}", flush=True)
    return cpu, peak


def main():
    partwise = os.environ.get("PARTWISE_LIVE")
    if not partwise:
        sys.exit("PARTWISE_LIVE names the program to measure: make bench-sink builds it")
    if not shutil.which("curl"):
        sys.exit("needs curl")
    work = HERE.parent / ".build-bench"
    work.mkdir(exist_ok=True)
    bare, path = work / "sink", work / "random"
    subprocess.run(["cc", "-O2", "-o", bare, HERE / "limits" / "sink.c"], check=True)
    with open(path, "wb") as file:
        for _ in range(GIBIBYTE >> 24):
            file.write(os.urandom(1 << 24))
    print(f"{'':18} {'CPU s':>8} {'of it system':>12} {'by clock':>10} {'MiB':>8}", flush=True)
    try:
        results = {
            name: measure(name, command, path)
            for name, command in commands(Path(partwise).resolve(), bare).items()
        }
    finally:
        path.unlink()
    sys.exit(0 if check(results) else 1)


def check(results):
    """Holds the results to what is promised, and says what came out."""
    own, peak = results["partwise -o"]
    claims = [
        ("CPU seconds of 1 GiB, recorded", own, "<=", SECONDS),
        ("MiB of memory, recording", peak / (1 << 20), "<=", PEAK_LIMIT / (1 << 20)),
    ]
    for name in ("aiohttp", "hypercorn"):
        for ours, theirs in (("partwise", f"{name}, form"), ("partwise -o", f"{name}, to disk")):
            if theirs in results:
                text = f"times cheaper than {theirs}"
                claims.append((text, results[theirs][0] / results[ours][0], ">=", FACTOR))
    print(f"\n{own / results['C, recording'][0]:.2f} times what the program in C takes to record the same bytes\n")
    for text, value, relation, limit in claims:
        holds = value <= limit if relation == "<=" else value >= limit
        print(f"{'holds ' if holds else 'BROKEN'} {value:8.2f} {text} (promised {relation} {limit:g})")
    return all(value <= limit if relation == "<=" else value >= limit for _, value, relation, limit in claims)


if __name__ == "__main__":
    main()
