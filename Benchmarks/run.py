#!/usr/bin/env python3
"""Measures partwise against the limits of the machine and against its peers, all in one run.

`make bench` calls it. Needs Python 3, gcc and libpcap's headers; tshark, Suricata and Go with gopacket where they are
there.

PARTWISE=PROGRAM        the program to measure
BENCH_RUNS=N            runs of each program on each input, 5 if not given; tshark and Suricata run once
BENCH_WITHOUT="A B"     leaves programs out: tshark takes about 40 s of CPU
TMPDIR=FOLDER           where Suricata stores files until they are counted, 1.1 GB or 100,000 files; its CPU time depends
                        on the file system
BENCH_ONLY="A B"        only these sections (captures, reports, instructions, start, encrypted, h2, logs, bodies,
                        encode, connections, rules, hostile, jobs) or these captures (big, small, varied, fields, single,
                        lossy); only their inputs are written
BENCH_SMALL=1           inputs of a hundredth of the size, to try this script

CPU seconds (user and system) are compared, of one job, and only within one run: machines are noisy. Wall time is
measured for what a second job gains. The peak of memory is that of the process, its floor that of this script (about
12 MB).

The peers do other work than Partwise. The Go program reads the forms, and judges nothing; tshark shows the parts' heads.
Suricata stores each file under its SHA-256, bodies of responses too; it reports no field without a filename, and judges no
form. Partwise judges the bytes of each form, and neither stores nor hashes.
"""
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import hostile
import instructions
import jobs

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
IS_SMALL = os.environ.get("BENCH_SMALL") == "1"
WORK = ROOT / (".build-bench-small" if IS_SMALL else ".build-bench")
RUNS = int(os.environ.get("BENCH_RUNS", "5"))
WITHOUT = os.environ.get("BENCH_WITHOUT", "").split()
SECTIONS = (
    "captures", "reports", "instructions", "start", "encrypted", "h2", "logs", "bodies", "encode", "connections", "rules",
    "hostile", "jobs",
)
CAPTURES = ("big", "small", "varied", "fields", "single", "lossy")
# Connections, forms on each, and fields of each form, of the captures that gen_varied.py writes.
VARIED = {"varied": (2000, 50, 3), "fields": (400, 50, 40), "single": (60_000, 1, 3)}
# What gopacket's CPU may be divided by.
GO_LIMITS = {"small": 1 / 5, "varied": 1 / 5, "fields": 1 / 4, "single": 1 / 4}
# How much dearer a report may be than the check that it is made of.
REPORTS = {
    "json": (["check", "--format", "json"], 2),
    "ndjson": (["check", "--format", "ndjson"], 2),
    "sarif": (["check", "--format", "sarif"], 2),
    "inspect": (["inspect"], 1.5),
}
# The CPU seconds of a start, and the bytes of the program without its symbols.
START_LIMIT = 0.015
PROGRAM_LIMIT = 60e6
ONLY = os.environ.get("BENCH_ONLY", " ".join(SECTIONS)).split()
# CPU seconds are those of one job: work on two cores that are two threads of one costs more of them.
ALONE = ["--jobs", "1"]
RULES = (10, 10_000)
# What the greater number of filter rules may cost a request more than the smaller one, in microseconds.
RULES_LIMIT = 5
KINDS = [kind for kind in CAPTURES if "captures" in ONLY or kind in ONLY]
STAGES = ("idle", "head", "body")
OUT = "OUT"
OPEN_CONNECTIONS = 200 if IS_SMALL else 2_000
PEAK_LIMIT = 100e6
PEAK_LIMIT_H2 = 150e6
ENCODE_PEAK_LIMIT = 30e6
ENCRYPTED_PEAK_LIMIT = 150e6
LOGS_PEAK_LIMIT = 150e6
# What reading large uploads may cost more than libpcap's loop that does nothing with the packets.
BARE_LIMIT = 1.25
# How much dearer uploads that are all alike may be than those that differ: not at all.
UNIFORM_LIMIT = 1.0
# All that is kept of an open connection, in bytes: most of it is the window of 64 KiB in which a form is read, in an
# array that doubles as it grows.
CONNECTION_LIMIT = 192 * 1024
BODIES = ("big", "lines", "dashes", "small", "hyphens", "returns", "nearly")
NORMAL_BODIES = ("big", "lines", "dashes")


def say(text):
    print(text, file=sys.stderr, flush=True)


def write_input(name, script, *words):
    """Writes an input by a script of generate, unless it is there; OUT among the words is where to."""
    path = WORK / name
    if path.exists():
        return
    say(f"writing {name} …")
    # What is written beside it (keys) has the same stem.
    unfinished = WORK / f"{path.stem}.unfinished"
    words = [unfinished if word is OUT else str(word) for word in words]
    subprocess.run([sys.executable, HERE / "generate" / script, *words], check=True)
    unfinished.rename(path)


def write_varied(kind):
    connections, forms, fields = VARIED[kind]
    write_input(f"{kind}.pcap", "gen_varied.py", OUT, connections // 100 if IS_SMALL else connections, forms, fields)


def generate():
    """Writes the inputs that are not there yet."""
    sizes = {"big": (8, 1), "small": (20,), "lossy": (20,)} if IS_SMALL else {}
    for kind in KINDS:
        if kind in VARIED:
            write_varied(kind)
        else:
            write_input(f"{kind}.pcap", "gen_pcap.py", kind, OUT, *sizes.get(kind, ()))
    if "jobs" in ONLY:
        write_varied("varied")
        write_input("big.pcap", "gen_pcap.py", "big", OUT, *sizes.get("big", ()))
        write_input("one.pcap", "gen_varied.py", OUT, 1 if IS_SMALL else 31, *VARIED["varied"][1:])
        jobs.fill_folder(WORK / "folder", WORK / "one.pcap")
    if "encrypted" in ONLY or "jobs" in ONLY:
        write_input("encrypted.pcap", "gen_tls.py", "http1", OUT, *((2, 2) if IS_SMALL else ()))
    if "h2" in ONLY:
        uploads = (8, 2000) if IS_SMALL else ()
        write_input("h2-tls.pcap", "gen_tls.py", "h2", OUT, *uploads)
        write_input("h2.pcap", "gen_h2.py", OUT, *uploads)
    if "logs" in ONLY:
        write_input("logs", "gen_logs.py", OUT, 20 if IS_SMALL else 1000)
    if "bodies" in ONLY:
        write_input("bodies", "gen_bodies.py", OUT, 2 if IS_SMALL else 128)
        # Next to nothing: what it costs is the start of the program.
        (WORK / "start.body").write_bytes(b'--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n--B--\r\n')
    if "connections" in ONLY:
        for stage in STAGES:
            for count in (1, OPEN_CONNECTIONS):
                write_input(f"open-{stage}-{count}.pcap", "gen_open.py", stage, OUT, count)
    if "reports" in ONLY:
        write_varied("varied")
    if "instructions" in ONLY and instructions.is_possible():
        for count in instructions.CONNECTIONS:
            write_input(instructions.path(WORK, count).name, "gen_varied.py", OUT, count, *VARIED["varied"][1:])
    if "rules" in ONLY:
        write_varied("varied")
        for count in RULES:
            write_input(f"{count}.rules", "gen_rules.py", OUT, count)
    if "hostile" in ONLY:
        say("writing hostile …")
        hostile.generate(WORK / "hostile", 100 if IS_SMALL else 1)


def build_limits():
    for name, libraries in (("pcapcount", ["-lpcap"]), ("memmem", []), ("sink", [])):
        source = HERE / "limits" / f"{name}.c"
        subprocess.run(["gcc", "-O2", "-o", WORK / name, source, *libraries], check=True)


def build_gopk():
    """The Go peer, or None where Go or gopacket is missing."""
    if "gopk" in WITHOUT or not shutil.which("go"):
        return None
    environment = dict(os.environ, GO111MODULE="off", GOPATH="/usr/share/gocode", GOFLAGS="")
    command = ["go", "build", "-o", WORK / "gopk", HERE / "peers" / "gopk.go"]
    built = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL)
    return str(WORK / "gopk") if built.returncode == 0 else None


class Program:
    """A command on one input, and what its runs cost."""

    def __init__(self, name, path, command, allowed=(0,), runs=RUNS, pipes=False, count=None):
        """Where it `pipes`, its output goes through a pipe to a reader, whose time does not count. With a `count` it runs
        in a temporary folder, in which that counts what it found."""
        self.name, self.path, self.command = name, path, [str(word) for word in command]
        self.allowed, self.runs, self.pipes = allowed, runs, pipes
        self.count, self.found = count, None
        self.seconds, self.peaks = [], []

    def run(self):
        if not self.count:
            return self.run_in(None)
        with tempfile.TemporaryDirectory() as folder:
            self.run_in(folder)
            self.found = self.count(Path(folder))

    def run_in(self, folder):
        with open(os.devnull, "r+b") as nothing:
            reader = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=nothing) if self.pipes else None
            output = reader.stdin if reader else nothing
            streams = {"stdin": nothing, "stdout": output, "stderr": subprocess.PIPE}
            process = subprocess.Popen(self.command, cwd=folder, **streams)
            errors = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
            if reader:
                reader.stdin.close()
                reader.wait()
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stderr.close()
        if process.returncode not in self.allowed:
            tail = errors.decode(errors="replace")[-500:]
            sys.exit(f"{' '.join(self.command)} ended with {process.returncode}: {tail}")
        self.seconds.append(usage.ru_utime + usage.ru_stime)
        self.peaks.append(usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))

    @property
    def cpu(self):
        # A program that the clock is too coarse for counts as a millisecond.
        return max(statistics.median(self.seconds), 0.001)

    def cpu_beside(self, other):
        """How many times the CPU of another program it takes: the median over the turns in which both ran, because the machine
        is faster in some of them than in others."""
        pairs = zip(self.seconds, other.seconds)
        return statistics.median(own / max(its, 0.001) for own, its in pairs)

    @property
    def peak(self):
        return max(self.peaks)

    @property
    def speed(self):
        """Megabytes a CPU second."""
        return self.path.stat().st_size / 1e6 / self.cpu

    def row(self, limit):
        spread = f"{min(self.seconds):.2f}–{max(self.seconds):.2f}"
        ratio = "" if limit is None or limit is self else f"{self.cpu / limit.cpu:7.2f}"
        return (
            f"{self.path.name:14} {self.name:10} {self.cpu:8.3f} {spread:>12} {self.speed:9.0f}"
            f" {self.peak / 1e6:8.0f} {ratio:>8}"
        )


def measure(programs, limit_name):
    """Runs the programs by turns, so that a noisy minute hits all of them; prints and returns them by name."""
    if "cat" in WITHOUT:
        programs = [program for program in programs if program.name != "cat"]
    for turn in range(max(program.runs for program in programs)):
        for program in programs:
            if turn < program.runs:
                program.run()
    by_name = {program.name: program for program in programs}
    for program in programs:
        print(program.row(by_name.get(limit_name)), flush=True)
    return by_name


def count_stored(folder):
    """How many uploaded files Suricata stored whole, under the SHA-256 of their content."""
    count = 0
    with open(folder / "eve.json") as events:
        for event in map(json.loads, events):
            name = event["fileinfo"].get("sha256")
            # Else it is the body of a response.
            if name and event["dest_port"] == 80:
                path = folder / "filestore" / name[:2] / name
                count += path.exists() and sha256(path) == name
    return count


def sha256(path):
    # In pieces: what this script holds is in the peaks of the programs that it starts later.
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 16):
            digest.update(piece)
    return digest.hexdigest()


def count_requests(kind):
    """How many requests were written to a capture."""
    return int(re.search(r"\d+", (WORK / f"{kind}.unfinished.truth").read_text()).group())


def measure_captures(partwise, gopk):
    results = {}
    for kind in KINDS:
        path = WORK / f"{kind}.pcap"
        programs = [
            Program("cat", path, ["cat", path]),
            Program("pcapcount", path, [WORK / "pcapcount", path]),
            Program("partwise", path, [partwise, "check", *ALONE, path], allowed=(0, 1)),
        ]
        if gopk:
            programs.append(Program("gopk", path, [gopk, path]))
        if kind in ("small", "varied") and "tshark" not in WITHOUT and shutil.which("tshark"):
            fields = ["-T", "fields", "-e", "mime_multipart.header.content-disposition"]
            command = ["tshark", "-n", "-r", path, "-Y", "mime_multipart", *fields]
            programs.append(Program("tshark", path, command, runs=1))
        if kind in ("big", "varied") and "suricata" not in WITHOUT and shutil.which("suricata"):
            options = ["-c", HERE / "peers" / "suricata.yaml", "-l", ".", "-k", "none", "--runmode", "single"]
            command = ["suricata", "-r", path, *options, "--disable-detection"]
            programs.append(Program("suricata", path, command, runs=1, count=count_stored))
        results[kind] = measure(programs, "pcapcount")
        if "suricata" in results[kind]:
            stored = results[kind]["suricata"].found
            # Each request has one file.
            print(f"{path.name:14} suricata   stored {stored} of {count_requests(kind)} files under their SHA-256")
    return results


def measure_reports(partwise):
    """The reports of the varied uploads beside the check of them."""
    path = WORK / "varied.pcap"
    programs = [Program("check", path, [partwise, "check", *ALONE, path], allowed=(0, 1))]
    for name, (words, _) in REPORTS.items():
        programs.append(Program(name, path, [partwise, *words, *ALONE, path], allowed=(0, 1)))
    return measure(programs, "check")


def measure_start(partwise):
    """The CPU seconds of two short runs, and the size of the program without its symbols, in bytes."""
    path = ROOT / "Captures" / "curl" / "plain.pcap"
    programs = [
        Program("--version", path, [partwise, "--version"], runs=4 * RUNS),
        Program("check", path, [partwise, "check", *ALONE, path], runs=4 * RUNS),
    ]
    results = measure(programs, None)
    bare = WORK / "partwise.stripped"
    subprocess.run(["strip", "-o", bare, partwise], check=True)
    return results, bare.stat().st_size


def conforming(partwise, kind):
    """How many uploads, parts and bytes of a capture conform, in words."""
    command = [partwise, "check", WORK / f"{kind}.pcap"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r": (.* bytes\)) conform", output)
    return found.group(1) if found else output


def measure_beside_tshark(partwise, path, shown, field):
    """Where a key log is beside the capture, both use it."""
    programs = [
        Program("pcapcount", path, [WORK / "pcapcount", path]),
        Program("partwise", path, [partwise, "check", *ALONE, path], allowed=(0, 1)),
    ]
    if "tshark" not in WITHOUT and shutil.which("tshark"):
        keys = path.with_suffix(".keys")
        options = ["-o", f"tls.keylog_file:{keys}"] if keys.exists() else []
        command = ["tshark", "-n", "-r", path, *options, "-Y", shown, "-T", "fields", "-e", field]
        programs.append(Program("tshark", path, command, runs=1))
    return measure(programs, "pcapcount")


def measure_logs(partwise):
    results = {}
    for path in sorted((WORK / "logs").iterdir()):
        programs = [Program("cat", path, ["cat", path]), Program("partwise", path, [partwise, "check", *ALONE, path])]
        results[path.name] = measure(programs, None)
    return results


def measure_encrypted(partwise):
    """TLS 1.3."""
    shown, field = "mime_multipart", "mime_multipart.header.content-disposition"
    return measure_beside_tshark(partwise, WORK / "encrypted.pcap", shown, field)


def measure_h2(partwise):
    """Uploads by HTTP/2, in cleartext and through TLS 1.3; tshark decodes the header blocks and rebuilds no form."""
    shown, field = "http2.headers.method", "http2.headers.path"
    paths = [WORK / "h2.pcap", WORK / "h2-tls.pcap"]
    return [measure_beside_tshark(partwise, path, shown, field) for path in paths]


def measure_connections(partwise):
    """What a connection that is open keeps in memory, in bytes, by how far it has come: the difference of the peaks
    over many connections and over one."""
    results = {}
    print(f"\n{'open':6} {'connections':>11} {'peak MB':>8} {'bytes each':>10}")
    for stage in STAGES:
        peaks = []
        for count in (1, OPEN_CONNECTIONS):
            path = WORK / f"open-{stage}-{count}.pcap"
            program = Program("partwise", path, [partwise, "check", *ALONE, path], allowed=(0, 1))
            program.run()
            peaks.append(program.peak)
        results[stage] = (peaks[1] - peaks[0]) / (OPEN_CONNECTIONS - 1)
        print(f"{stage:6} {OPEN_CONNECTIONS:11} {peaks[1] / 1e6:8.0f} {results[stage]:10.0f}")
    return results


def measure_bodies(partwise):
    start = WORK / "start.body"
    command = [partwise, "check", "--content-type", "multipart/form-data; boundary=B", start]
    measure([Program("partwise", start, command, allowed=(0, 1))], None)
    results = {}
    for name in BODIES:
        path = WORK / "bodies" / f"{name}.body"
        boundary = path.with_suffix(".boundary").read_text()
        media_type = f"multipart/form-data; boundary={boundary}"
        programs = [
            Program("memmem", path, [WORK / "memmem", path, boundary]),
            Program("partwise", path, [partwise, "check", "--content-type", media_type, path], allowed=(0, 1)),
        ]
        results[name] = measure(programs, "memmem")
    return results


def scan_bodies():
    """How fast each body is judged in memory beside memmem over the same bytes, in GB per CPU second: (own, memmem)."""
    package = ["--package-path", HERE, "--scratch-path", WORK / "swift", "--product", "Scan"]
    subprocess.run(["swift", "build", "-c", "release", *package], check=True, stdout=sys.stderr)
    results = {}
    print(f"\n{'in memory':14} {'GB/CPU s':>9} {'memmem':>9} {'ratio':>6}")
    for name in BODIES:
        path = WORK / "bodies" / f"{name}.body"
        command = [WORK / "swift" / "release" / "Scan", path.with_suffix(".boundary").read_text(), path]
        line = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
        limit, own = (float(word) for word in line.split()[1:3])
        results[name] = (own, limit)
        print(f"{path.name:14} {own:9.2f} {limit:9.2f} {own / limit:6.2f}")
    return results


def measure_rules(partwise):
    """What ten thousand filter rules cost a request more than ten, in microseconds, reading their file included."""
    path = WORK / "varied.pcap"
    programs = [
        Program(f"{count:,} rules", path, [partwise, "inspect", *ALONE, path, "--url-rules", WORK / f"{count}.rules"])
        for count in RULES
    ]
    few, many = measure(programs, f"{RULES[0]:,} rules").values()
    return (many.cpu - few.cpu) / count_requests("varied") * 1e6


def measure_encoding(partwise):
    """A file of 4 GiB without a byte on disk, written as a form to a pipe, and sent by curl to a sink."""
    path = WORK / "sparse.bin"
    with open(path, "wb") as file:
        file.truncate((64 if IS_SMALL else 4096) * 1024 * 1024)
    # Whoever reads it first would pay for the pages.
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 20):
            pass
    fields = ["-F", "title=A seaside", "-F", f"file=@{path}"]
    sink = subprocess.Popen([WORK / "sink"], stdout=subprocess.PIPE, text=True)
    url = f"http://127.0.0.1:{sink.stdout.readline().strip()}/upload"
    programs = [Program("partwise", path, [partwise, "encode", *fields], pipes=True)]
    if shutil.which("curl") and "curl" not in WITHOUT:
        programs.append(Program("curl -F", path, ["curl", "-sS", "-o", os.devnull, *fields, url]))
    if subprocess.run([sys.executable, "-c", "import requests_toolbelt"], stderr=subprocess.DEVNULL).returncode == 0:
        script = HERE / "peers" / "toolbelt.py"
        programs.append(Program("toolbelt", path, [sys.executable, script, path], runs=min(RUNS, 2), pipes=True))
    try:
        return measure(programs, "curl -F")
    finally:
        sink.kill()
        sink.wait()
        path.unlink()


class Targets:
    """The targets of the project: prints each, and whether it is met."""

    def __init__(self):
        self.missed = 0

    def check(self, subject, value, bound, at_most=True, unit=""):
        is_met = value <= bound if at_most else value >= bound
        self.missed += not is_met
        word = "at most" if at_most else "at least"
        print(f"{'met   ' if is_met else 'MISSED'} {subject}: {value:.3g}{unit} ({word} {bound:.3g}{unit})")

    def compare(self, subject, value, expected):
        is_met = value == expected
        self.missed += not is_met
        print(f"{'met   ' if is_met else 'MISSED'} {subject}: {value} (as much as {expected})")


def check_encrypted(targets, encrypted):
    if "tshark" in encrypted:
        own, peer = encrypted["partwise"].cpu, encrypted["tshark"].cpu
        targets.check("encrypted.pcap, CPU to tshark's", own / peer, 1 / 5)
    peak = encrypted["partwise"].peak / 1e6
    targets.check("encrypted.pcap, peak of memory", peak, ENCRYPTED_PEAK_LIMIT / 1e6, unit=" MB")


def check_h2(targets, h2):
    for programs in h2:
        own = programs["partwise"]
        if "tshark" in programs:
            targets.check(f"{own.path.name}, CPU to tshark's", own.cpu / programs["tshark"].cpu, 1 / 5)
        targets.check(f"{own.path.name}, peak of memory", own.peak / 1e6, PEAK_LIMIT_H2 / 1e6, unit=" MB")


def check_logs(targets, logs):
    for name, programs in logs.items():
        targets.check(f"{name}, peak of memory", programs["partwise"].peak / 1e6, LOGS_PEAK_LIMIT / 1e6, unit=" MB")


def check_captures(targets, captures):
    if "big" in captures:
        big = captures["big"]
        targets.check("big.pcap, CPU to libpcap's bare loop", big["partwise"].cpu / big["pcapcount"].cpu, BARE_LIMIT)
    for kind in ("big", "varied"):
        if kind in captures and "suricata" not in captures[kind]:
            print(f"not measured: suricata on {kind}.pcap")
    for kind, go_limit in GO_LIMITS.items():
        if kind not in captures:
            continue
        own = captures[kind]["partwise"].cpu
        for peer, title, bound in (("tshark", "tshark's", 1 / 20), ("gopk", "gopacket's", go_limit)):
            if peer in captures[kind]:
                targets.check(f"{kind}.pcap, CPU to {title}", own / captures[kind][peer].cpu, bound)
            else:
                print(f"not measured: {peer} on {kind}.pcap")
    if "small" in captures and "varied" in captures:
        small, varied = (captures[kind]["partwise"] for kind in ("small", "varied"))
        targets.check("small.pcap, CPU to varied.pcap's", small.cpu / varied.cpu, UNIFORM_LIMIT)
    if "small" in captures and "lossy" in captures:
        partwise = captures["small"]["partwise"].command[0]
        whole, lossy = (conforming(partwise, kind) for kind in ("small", "lossy"))
        targets.compare("lossy.pcap, what conforms", lossy, whole)


def check_reports(targets, reports):
    for name, (_, bound) in REPORTS.items():
        targets.check(f"varied.pcap, CPU of {name} to check's", reports[name].cpu_beside(reports["check"]), bound)


def check_start(targets, start):
    programs, size = start
    for name, program in programs.items():
        targets.check(f"start ({name}), CPU", program.cpu * 1000, START_LIMIT * 1000, unit=" ms")
    targets.check("the program without symbols", size / 1e6, PROGRAM_LIMIT / 1e6, unit=" MB")


def check_bodies(targets, scans):
    for name in NORMAL_BODIES:
        own, limit = scans[name]
        targets.check(f"{name}.body in memory, speed to memmem's", own / limit, 0.6, at_most=False)
    best = max(own for own, _ in scans.values())
    for name in BODIES:
        if name == "small":
            continue  # a million parts: what counts there is what a part costs
        share = scans[name][0] / best
        targets.check(f"{name}.body, speed to its own best", share, 1 / 3, at_most=False)


def check_peaks(targets, inputs):
    for programs in inputs.values():
        own = programs["partwise"]
        targets.check(f"{own.path.name}, peak of memory", own.peak / 1e6, PEAK_LIMIT / 1e6, unit=" MB")


def check_connections(targets, connections):
    for stage, length in connections.items():
        targets.check(f"a connection open ({stage}), memory", length / 1024, CONNECTION_LIMIT / 1024, unit=" KiB")


def check_encoding(targets, programs):
    own = programs["partwise"]
    if "curl -F" in programs:
        targets.check("encode, CPU to that of curl -F to a sink", own.cpu / programs["curl -F"].cpu, 1)
    targets.check("encode, peak of memory", own.peak / 1e6, ENCODE_PEAK_LIMIT / 1e6, unit=" MB")
    for peer in ("curl -F", "toolbelt"):
        if peer not in programs:
            print(f"not measured: {peer}")


def main():
    started = time.monotonic()
    unknown = set(ONLY) - {*SECTIONS, *CAPTURES}
    if unknown or not ONLY:
        sys.exit(f"BENCH_ONLY takes {' '.join(SECTIONS + CAPTURES)}, not {' '.join(sorted(unknown)) or 'nothing'}")
    partwise = os.environ.get("PARTWISE")
    if not partwise:
        sys.exit("PARTWISE names the program to measure: make bench builds it")
    WORK.mkdir(exist_ok=True)
    generate()
    build_limits()
    gopk = build_gopk() if KINDS else None
    print(f"{'input':14} {'program':10} {'CPU s':>8} {'range':>12} {'MB/CPU s':>9} {'peak MB':>8} {'to limit':>8}")
    # All figures stand before the targets that they are held to.
    captures = measure_captures(partwise, gopk)
    reports = measure_reports(partwise) if "reports" in ONLY else None
    if "instructions" in ONLY:
        reported = {name: words for name, (words, _) in REPORTS.items()}
        instructions.measure(partwise, WORK, reported, VARIED["varied"][1])
    start = measure_start(partwise) if "start" in ONLY else None
    encrypted = measure_encrypted(partwise) if "encrypted" in ONLY else None
    h2 = measure_h2(partwise) if "h2" in ONLY else None
    logs = measure_logs(partwise) if "logs" in ONLY else None
    bodies = measure_bodies(partwise) if "bodies" in ONLY else {}
    encoders = measure_encoding(partwise) if "encode" in ONLY else None
    scans = scan_bodies() if "bodies" in ONLY else None
    connections = measure_connections(partwise) if "connections" in ONLY else {}
    rules = measure_rules(partwise) if "rules" in ONLY else None
    growth = hostile.measure(partwise, WORK / "hostile") if "hostile" in ONLY else {}
    walls = jobs.measure(partwise, WORK, RUNS) if "jobs" in ONLY else None
    print()
    targets = Targets()
    check_captures(targets, captures)
    if reports:
        check_reports(targets, reports)
    if start:
        check_start(targets, start)
    if scans:
        check_bodies(targets, scans)
    check_peaks(targets, captures | bodies)
    if encrypted:
        check_encrypted(targets, encrypted)
    if h2:
        check_h2(targets, h2)
    if logs:
        check_logs(targets, logs)
    if encoders:
        check_encoding(targets, encoders)
    check_connections(targets, connections)
    if rules is not None:
        targets.check(f"{RULES[1]:,} filter rules, a request more than {RULES[0]}", rules, RULES_LIMIT, unit=" µs")
    hostile.check(targets, growth)
    if walls:
        jobs.check(targets, walls)
    print(f"{targets.missed} missed")
    say(f"took {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
