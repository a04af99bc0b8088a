#!/usr/bin/env python3
"""Measures the recording proxy beside mitmproxy and Squid, all in one run.

`make bench-proxy` calls it. Needs Go; mitmdump and squid are left out where they are not installed.

PARTWISE_LIVE=PROGRAM   the program to measure
BENCH_RUNS=N            turns in which each runs once, 3 if not given

A program of Go is client and server: keep-alive connections, forms with a fresh boundary each. What a proxy costs is the
CPU time (user and system) that it took between the first upload and the last; requests a second are by the clock, with the
client and the server on the same cores. Partwise, mitmdump and the program that only copies record every byte to a file.
Squid cannot: it runs as it is installed, with a line for each request in its access log, as Partwise writes one. Beside it
runs a bare one, without a log, without rules of access and without a cache.

Small uploads are sent twice: one after another on one connection, and on 16 connections at once. On one connection, the
client, the proxy and the server take turns, and the rate is that at which they wake each other; on 16 all have work, and the
rate is the throughput. The rate that is held against mitmdump's is the throughput; that of one connection is shown beside it.
The CPU that is held against Squid's is the greater of both shares; those of the bare one are shown beside it.
"""
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from service import Service

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
INSTALLED_SETTINGS = Path("/etc/squid/squid.conf")
RUNS = int(os.environ.get("BENCH_RUNS", "3"))
MEBIBYTE = 1 << 20
# Seconds after which an upload, or a round of them, is given up: it is shown as nan.
TIME_LIMIT = 60
# The connections at once whose requests a second are the throughput.
CONNECTIONS = 16
# What is promised: requests a second beside mitmdump, the CPU of a small upload beside Squid, CPU seconds of 512 MiB,
# and bytes of memory.
RATE_FACTOR = 20
UPLOAD_SHARE = 0.25
BODY_SECONDS = 0.8
PEAK_LIMIT = 100e6


def commands(partwise, relay):
    """How each proxy is started, by its name."""
    found = {
        "copying in C": lambda port, folder: [relay, str(port), folder / "bytes"],
        "partwise": lambda port, folder: [
            partwise, "proxy", "--listen", f"127.0.0.1:{port}", "--ca-folder", folder / "ca", "-o",
            folder / "session.pcapng", "--no-config",
        ],
    }
    mitmdump = shutil.which("mitmdump")
    if mitmdump:
        base = lambda port, folder: [
            mitmdump, "-q", "--listen-host", "127.0.0.1", "-p", str(port), "--set", f"confdir={folder}/ca",
        ]
        found["mitmdump -w"] = lambda port, folder: base(port, folder) + ["-w", str(folder / "flows")]
        found["streaming"] = lambda port, folder: base(port, folder) + ["--set", "stream_large_bodies=1"]
    squid = shutil.which("squid")
    if squid and INSTALLED_SETTINGS.exists():
        found["squid"] = lambda port, folder: squid_command(squid, port, folder, installed_settings(port, folder))
        found["bare squid"] = lambda port, folder: squid_command(squid, port, folder, bare_settings(port))
    return found


def installed_settings(port, folder):
    """Those that were installed, with another port and a log in a folder."""
    text = re.sub(r"(?m)^http_port .*", f"http_port 127.0.0.1:{port}", INSTALLED_SETTINGS.read_text())
    return f"{text}access_log daemon:{folder}/access.log squid\n"


def bare_settings(port):
    return f"http_port 127.0.0.1:{port}\nhttp_access allow all\ncache deny all\naccess_log none\n"


def squid_command(squid, port, folder, settings):
    file = folder / "squid.conf"
    file.write_text(
        f"{settings}cache_log {folder}/cache.log\npid_filename none\nnetdb_filename none\nshutdown_lifetime 0 seconds\n"
        f"visible_hostname localhost\ncoredump_dir {folder}\npinger_enable off\n"
    )
    if os.getuid() == 0:
        # It does not run as root, and has to write here as the user that Debian makes for it.
        file.write_text(file.read_text() + "cache_effective_user proxy\n")
        shutil.chown(folder, "proxy")
    # What it shares in memory is named after the service, and stays where it is killed.
    return [squid, "-N", "-n", f"bench{port}", "-f", file]


def load(program, proxy, *words):
    """Uploads; returns the seconds by the clock, and the CPU seconds that the proxy took, `None` where uploads failed."""
    before = proxy.cpu
    command = [program, "-proxy", f"127.0.0.1:{proxy.port}", *map(str, words)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        return None
    seconds, failed = done.stdout.split()
    if failed != "0":
        return None
    # What is recorded is written a little later.
    time.sleep(0.3)
    return float(seconds), proxy.cpu - before


class Measured:
    """What came out for a proxy: of each turn in which all ran, or of all of them."""

    def __init__(self, name, command, count):
        self.name, self.command, self.count = name, command, count
        self.rates, self.uploads = {1: [], CONNECTIONS: []}, {1: [], CONNECTIONS: []}
        self.bodies, self.peaks = [], {}
        self.failed = False

    def run(self, program):
        """One turn; once uploads have failed, none follows."""
        if self.failed:
            return
        proxy = Service(self.name, self.command)
        load(program, proxy, "-count", 200)
        small = {number: load(program, proxy, "-count", self.count, "-connections", number) for number in self.rates}
        big = load(program, proxy, "-count", 1, "-size", 512 * MEBIBYTE)
        self.peaks["512 MiB"] = max(self.peaks.get("512 MiB", 0), proxy.peak)
        proxy.end()
        if None in small.values():
            self.failed = True
            return
        for number, (seconds, cpu) in small.items():
            self.rates[number].append(self.count / seconds)
            self.uploads[number].append(cpu / self.count * 1e3)
        self.bodies.append(big[1] if big else math.nan)

    def hold(self, program):
        """Many connections at once."""
        proxy = Service(self.name, self.command)
        load(program, proxy, "-count", 400, "-size", 300_000, "-connections", 200, "-hold", "1s")
        self.peaks["200"] = proxy.peak
        proxy.end()

    def rate(self, connections):
        """Requests a second."""
        return statistics.median(self.rates[connections])

    def share(self, other, connections):
        """Its CPU for a small upload in that of another proxy's: the median over the turns, because the machine is faster in
        some of them than in others."""
        pairs = zip(self.uploads[connections], other.uploads[connections])
        return statistics.median(own / its for own, its in pairs)

    @property
    def body(self):
        """CPU seconds for 512 MiB."""
        return statistics.median(self.bodies)

    def __str__(self):
        if self.failed:
            return f"{self.name:12} failed"
        uploads = {number: statistics.median(cpus) for number, cpus in self.uploads.items()}
        return (
            f"{self.name:12} {self.rate(1):9.0f} {self.rate(CONNECTIONS):9.0f} {uploads[1]:9.3f}"
            f" {uploads[CONNECTIONS]:9.3f} {self.body:13.2f} {self.peaks['512 MiB'] / 1e6:12.0f}"
            f" {self.peaks['200'] / 1e6:16.0f}"
        )


def main():
    if not shutil.which("go"):
        sys.exit("needs Go: the client and the server are written in it")
    work = ROOT / ".build-bench"
    work.mkdir(exist_ok=True)
    program = work / "proxyload"
    environment = dict(os.environ, GO111MODULE="off")
    subprocess.run(["go", "build", "-o", program, HERE / "peers" / "proxyload.go"], env=environment, check=True)
    partwise = os.environ.get("PARTWISE_LIVE")
    if not partwise:
        sys.exit("PARTWISE_LIVE names the program to measure: make bench-proxy builds it")
    relay = work / "relay"
    subprocess.run(["cc", "-O2", "-o", relay, HERE / "limits" / "relay.c"], check=True)
    results = {}
    for name, command in commands(Path(partwise).resolve(), relay).items():
        slow = name in ("mitmdump -w", "streaming")
        results[name] = Measured(name, command, 1_000 if slow else 20_000)
    for _ in range(RUNS):
        for measured in results.values():
            measured.run(program)
    print(f"{'':12} {'requests/s':>19} {'ms CPU/upload':>19}")
    columns = " ".join(f"{f'{number} conn.':>9}" for number in [1, CONNECTIONS] * 2)
    print(f"{'':12} {columns} s CPU/512 MiB  MB, 512 MiB  MB, 200 clients")
    for measured in results.values():
        if not measured.failed:
            measured.hold(program)
        print(measured)
    sys.exit(0 if check({name: measured for name, measured in results.items() if not measured.failed}) else 1)


def check(results):
    """Holds the results to what is promised, and says what came out."""
    own = results.get("partwise")
    if own is None:
        return False
    claims = [
        ("512 MiB in CPU seconds", own.body, "<=", BODY_SECONDS),
        ("MB with a body of 512 MiB", own.peaks["512 MiB"] / 1e6, "<=", PEAK_LIMIT / 1e6),
        ("MB with 200 clients", own.peaks["200"] / 1e6, "<=", PEAK_LIMIT / 1e6),
    ]
    if mitmdump := results.get("mitmdump -w"):
        rate = own.rate(CONNECTIONS) / mitmdump.rate(CONNECTIONS)
        claims.append((f"times mitmdump's requests a second, {CONNECTIONS} connections", rate, ">=", RATE_FACTOR))
    for name in ("squid", "bare squid"):
        if peer := results.get(name):
            shares = {number: own.share(peer, number) for number in own.uploads}
            words = ", ".join(f"{share:.2f} with {number} conn." for number, share in shares.items())
            print(f"CPU for a small upload in that of {name}: {words}")
            if name == "squid":
                claims.append(("of Squid's CPU for a small upload", max(shares.values()), "<=", UPLOAD_SHARE))
    print()
    for text, value, relation, limit in claims:
        holds = value <= limit if relation == "<=" else value >= limit
        print(f"{'holds ' if holds else 'BROKEN'} {value:8.2f} {text} (promised {relation} {limit:g})")
    return all(value <= limit if relation == "<=" else value >= limit for _, value, relation, limit in claims)


if __name__ == "__main__":
    main()
