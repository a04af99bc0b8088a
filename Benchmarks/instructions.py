"""The instructions that each upload takes, by valgrind: unlike times, they are the same in each run.

run.py calls it. Counted on two captures of different length, so that what a start takes cancels out: the difference is that of
the uploads. It holds nothing to a target, as CPU seconds are what is promised: it tells a change of the program from a change
of the machine.
"""
import re
import shutil
import subprocess

# Connections of the shorter and of the longer capture.
CONNECTIONS = (20, 60)


def path(work, connections):
    """Where the capture of so many connections is."""
    return work / f"varied-{connections}.pcap"


def is_possible():
    return shutil.which("valgrind") is not None


def count(command):
    """The instructions of a command."""
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    run = subprocess.run(
        [*valgrind, *map(str, command)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        errors="replace",
    )
    found = re.findall(r"I\s+refs:\s+([\d,]+)", run.stderr)
    if run.returncode not in (0, 1) or not found:
        raise SystemExit(f"{' '.join(command[:3])} under valgrind ended with {run.returncode}: {run.stderr[-500:]}")
    return int(found[-1].replace(",", ""))


def measure(partwise, work, reports, forms):
    """Prints the instructions an upload of a check, and of reports by name, beside those of the check; each connection has so
    many forms."""
    if not is_possible():
        return print("not measured: instructions, without valgrind")
    less, more = (path(work, connections) for connections in CONNECTIONS)
    uploads = (CONNECTIONS[1] - CONNECTIONS[0]) * forms
    check = None
    for name, words in {"check": ["check"], **reports}.items():
        command = [partwise, *words, "--jobs", "1", "--no-config"]
        own = (count([*command, more]) - count([*command, less])) / uploads
        check = check or own
        print(f"{'varied':14} {name:10} {own:8,.0f} instructions an upload {own / check:20.2f}", flush=True)
