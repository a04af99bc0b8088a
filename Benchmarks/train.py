#!/usr/bin/env python3
"""Counts which paths of the programs are hot, for the optimizer (profile-guided optimization).

`make profile` calls it, with the folder of programs that are built to count, and writes Benchmarks/partwise.proftext, with
which the programs of `make demo`, `make live`, `make dist` and the benchmarks are built. Needs curl.

LLVM_PROFDATA=PROGRAM   llvm-profdata of the toolchain that has built the programs

What is run is what they are for: the recordings of real clients in Captures, inspected and judged in all formats; small
uploads, each with a boundary of its own, with few fields, with many, one on a connection, and all alike; large ones; sessions
of TLS and HTTP/2; proxies' logs; uploads by curl through the proxy to the sink. The inputs are written by the generators of
the benchmarks, in other sizes. A function that has changed since is built as if nothing were known of it.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from service import Service

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
COUNTS = HERE / "partwise.proftext"
OUT = "OUT"
# By the name of the file: the generator, and its words.
INPUTS = {
    "varied.pcap": ("gen_varied.py", OUT, 200, 50, 3),
    "fields.pcap": ("gen_varied.py", OUT, 40, 50, 40),
    "single.pcap": ("gen_varied.py", OUT, 6_000, 1, 3),
    "small.pcap": ("gen_pcap.py", "small", OUT, 100),
    "big.pcap": ("gen_pcap.py", "big", OUT, 20, 5),
    "tls.pcap": ("gen_tls.py", "http1", OUT, 8, 20),
    "h2.pcap": ("gen_h2.py", OUT, 8, 2_000),
    "logs": ("gen_logs.py", OUT, 20),
}
# What is run on the recordings, and on the first of the inputs.
REPORTS = [
    ["check"], ["check", "--format", "json"], ["check", "--format", "ndjson"], ["check", "--format", "sarif"],
    ["check", "--format", "html"], ["inspect"], ["clients"],
]
# Bytes of a large upload.
LARGE = 128 << 20
# Uploads through the proxy for each of its ways, and how many come at once.
UPLOADS = 3_000
CONNECTIONS = 16


def run(*words):
    """Findings are no fault here, and a recording that is broken on purpose is none."""
    subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def read_captures(partwise, folder):
    for name, (script, *words) in INPUTS.items():
        words = [folder / name if word is OUT else str(word) for word in words]
        subprocess.run([sys.executable, HERE / "generate" / script, *words], check=True)
    for words in REPORTS:
        run(partwise, *words, ROOT / "Captures")
        run(partwise, *words, folder / "varied.pcap")
    for name in INPUTS:
        keys = folder / f"{Path(name).stem}.keys"
        with_keys = ["--keys", keys] if keys.exists() else []
        for command in ("check", "inspect"):
            for jobs in ("1", "2"):
                run(partwise, command, "--jobs", jobs, *with_keys, folder / name)
    run(partwise, "--version")


def upload(partwise_live, folder):
    """Uploads in the three ways of the proxy: in plain HTTP, and as TLS with each version of HTTP inside."""
    small, large = folder / "small", folder / "large"
    small.write_bytes(os.urandom(1_000))
    large.write_bytes(os.urandom(LARGE))
    sink = Service("sink", lambda port, _: [
        partwise_live, "sink", "--no-config", "--listen", f"127.0.0.1:{port}", "-o", folder / "sink.pcapng",
    ])
    proxy = Service("proxy", lambda port, _: [
        partwise_live, "proxy", "--no-config", "--listen", f"127.0.0.1:{port}", "--ca-folder", folder / "ca", "--insecure",
        "localhost", "-o", folder / "proxy.pcapng",
    ])
    curl = ["curl", "--silent", "--insecure", "--output", "/dev/null", "--proxy", f"127.0.0.1:{proxy.port}"]
    several = ["--parallel", "--parallel-max", CONNECTIONS]
    for scheme, version in (("http", "--http1.1"), ("https", "--http1.1"), ("https", "--http2")):
        url = f"{scheme}://localhost:{sink.port}/upload"
        form = [version, "--form", "name=value", "--form", f"file=@{small}"]
        run(*curl, *form, f"{url}?[1-{UPLOADS}]")
        run(*curl, *form, *several, f"{url}?[1-{UPLOADS}]")
        run(*curl, version, "--form", f"file=@{large}", url)
    for service in (proxy, sink):
        service.end()
    for recording in ("proxy.pcapng", "sink.pcapng"):
        if (folder / recording).stat().st_size < 3 * LARGE:
            sys.exit(f"{recording} does not hold what was sent: the uploads have failed")


def readable(text):
    """The counts as llvm-profdata reads them on another machine.

    Those of functions are left out that are named after the file of their module: closures, and what ends the life of a
    value. Where one is called by its address, it is one that is not known. Those of the helpers that each module has are left
    out, as they count once for each module. A dollar sign begins the number of the bytes of a bitmap, and the names of
    Swift: so that number is written too.
    """
    text = re.sub(r"(?m)^[^\n]*;[^\n]*:(\d+)$", r"** External Symbol **:\1", text)
    counters = re.compile(r"(?m)^# Counter Values:\n(?:\d+(?:\n|\Z))+")
    records = [
        counters.sub(lambda found: f"{found[0].rstrip()}\n$0\n", record).rstrip()
        for record in text.split("\n\n")
        if ";" not in record and not record.startswith("__swift_")
    ]
    return "\n\n".join(records) + "\n"


def main():
    if len(sys.argv) != 2 or not shutil.which("curl"):
        sys.exit("needs the folder of the programs, and curl: make profile calls it")
    programs = Path(sys.argv[1]).resolve()
    profdata = os.environ.get("LLVM_PROFDATA") or "llvm-profdata"
    with tempfile.TemporaryDirectory(prefix="train-") as name:
        folder = Path(name)
        # A file for each process: where several add to one, those functions overflow that more than one module has.
        os.environ["LLVM_PROFILE_FILE"] = str(folder / "%p.profraw")
        read_captures(programs / "partwise", folder)
        upload(programs / "partwise-live", folder)
        merged = folder / "merged.proftext"
        subprocess.run([profdata, "merge", "-sparse", "-text", "-o", merged, *folder.glob("*.profraw")], check=True)
        counts = folder / COUNTS.name
        counts.write_text(readable(merged.read_text()))
        # As a build does: counts that cannot be read would break it.
        subprocess.run([profdata, "merge", counts, "-o", folder / "counts.profdata"], check=True)
        shutil.copy(counts, COUNTS)
    print(f"{COUNTS.name}: {len(re.findall('# Func Hash', COUNTS.read_text()))} functions")


if __name__ == "__main__":
    main()
