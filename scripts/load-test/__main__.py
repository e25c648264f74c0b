"""Puts `muster serve` under load: people who work, and clients that are slow, wrong, broken or only there.

    python3 scripts/load-test [--seconds N] [--held N] [--slow N] [--persons N] [--kinds wrong,broken,slow,held] MUSTER

Then it sends bombs: small calls that cost a program much which does not bound its work. Meanwhile a list of 25 squadrons is
judged again and again, which must not take longer than MOST_TIME, and the server may take no more than MOST_MEMORY. A bomb
in a folder must become a row that says so within MOST_ROW.

MUSTER is the program, best a release build. It tells how long answers took without and with the bad clients, what was
answered wrongly, and the memory and open files of the server before, during and after. It needs Linux. The exit status is
1 if an answer was wrong or missing, or the server does not become as it was.
"""

import argparse
import base64
import json
import multiprocessing
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bad
import bombs
import good
from server import Gauge, Server

# After the load, the server may keep this much more memory, in MB: what was read in the meantime, and what the system's
# allocator keeps.
KEPT = 150
# While bombs are sent: the time within which 99 of 100 lists are judged, in milliseconds, and memory in MB.
MOST_TIME = 100
MOST_MEMORY = 400
# How long `muster check` of a folder with one bomb may take, in seconds.
MOST_ROW = 2


def main():
    about, _, rest = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(prog="load-test", description=about)
    parser.add_argument("muster", type=Path, help="the program")
    parser.add_argument("--seconds", type=int, default=600, help="how long the load lasts (600)")
    parser.add_argument("--quiet", type=int, default=30, help="how long people work alone before and after (30)")
    parser.add_argument("--held", type=int, default=1000, help="connections that say nothing (1000)")
    parser.add_argument("--slow", type=int, default=50, help="slow clients of each kind (50)")
    parser.add_argument("--persons", type=int, default=8, help="people who work (8)")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds between the calls of a person (0.3)")
    parser.add_argument("--without", default="", help="calls that people do not make")
    parser.add_argument("--bombs", type=int, default=50, help="bombs sent each second (50)")
    parser.add_argument("--bombs-seconds", type=int, default=60, help="how long bombs are sent (60)")
    parser.add_argument("--readers", type=int, default=90, help="clients that read nothing of a large answer, meanwhile (90)")
    parser.add_argument("--kinds", default="wrong,broken,slow,held", help="the kinds of bad clients")
    options = parser.parse_args()
    if not options.muster.is_file():
        parser.error(f"{options.muster} is not there: build it, or name another")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # The server keeps the usual limit, the clients need more.
    server = Server(options.muster)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192), most))
    try:
        wrong = measure(options, server) if options.seconds else 0
    finally:
        print(f"ended {server.stop():.1f} s after it was told to")
    if options.bombs:
        # A server of its own: what it takes is not what the clients above took.
        server = Server(options.muster)
        try:
            wrong += attack(options, server)
        finally:
            print(f"ended {server.stop():.1f} s after it was told to")
        wrong += in_a_folder(options.muster, server_bombs())
    return 1 if wrong else 0


def server_bombs():
    text = (good.EXAMPLES / "dw-2.5/grand-fleet-2500.yaml").read_text()
    return bombs.bombs(sorted(set(re.findall(r"unit: ([A-Za-z][^,}\n]+)", text))))


def prints(port):
    """A bomb: many lists with nothing in them to print at once."""
    head = "muster: 1\nruleset: dw-2.5\nname: List {}\nnation: kingdom-of-britannia\nmfv: 1000\n"
    text = "---\n".join(head.format(number) for number in range(300))
    answer = good.Client(port).json("submissions", {"files": [{"name": "a.yaml", "text": text, "packed": False}]})
    lists = [one for file in answer["files"] for handed in file for one in handed["handed-in"]["lists"]]
    args = {"lists": lists, "layouts": ["force-list"], "paper": "A4"}
    return ("printing 300 empty lists", "print-many", json.dumps(args).encode())


def fleet(port):
    """A list of 25 squadrons."""
    text = (good.EXAMPLES / "dw-2.5/grand-fleet-2500.yaml").read_text()
    found = good.Client(port).json("read", {"text": text})["documents"][0]["list"]
    squadrons = found["squadrons"]
    return {**found, "squadrons": (squadrons * (25 // len(squadrons) + 1))[:25]}


def attack(options, server):
    """Judges lists while bombs are sent."""
    port, answers = server.port, {}
    judged = json.dumps({"list": fleet(port)}).encode()
    calls = [("judge", 1, "POST", "/api/judge", judged, 200)]
    alone = good.run(port, calls, 2, min(options.bombs_seconds, 10), answers, 0.1, seed=1)
    notes = "muster: 1\nruleset: dw-2.5\nmfv: 100\nnotes: " + "x" * (7 << 20)
    documents = "---\n".join(["muster: 1\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\n"] * 9900)
    # Answers of 7 MB and of 24 MB, of which nothing is read.
    large = [("read", json.dumps({"text": text}).encode()) for text in (notes, documents)]
    ours, theirs = multiprocessing.Pipe(False)
    args = (port, server_bombs() + [prints(port)], options.bombs_seconds, options.bombs, options.readers, large, theirs)
    sender = multiprocessing.get_context("fork").Process(target=bombs.run, args=args)
    with Gauge(server) as gauge:
        sender.start()
        time.sleep(1)
        load = good.run(port, calls, 2, options.bombs_seconds - 1, answers, 0.1, seed=2)
        ends, faults, slowest = ours.recv()
        sender.join()
    print()
    print(f"bombs, {options.bombs} each second for {options.bombs_seconds} s, ended with:")
    for kind, counts in sorted(ends.items()):
        told = ", ".join(f"{end} ({times})" for end, times in sorted(counts.items(), key=str))
        most = f"; the slowest answer took {slowest[kind]:.1f} s" if kind in slowest else ""
        print(f"  {kind}: {told}{most}")
    show(alone, load, alone)
    memory = max(gauge.most["memory"], gauge.most["largest"])
    print(f"memory while bombs were sent, at most: {memory:.0f} MB")
    wrong = {**alone.faults, **load.faults, **faults}
    times = sorted(load.times["judge"])
    if not times or 1000 * times[int(0.99 * (len(times) - 1))] > MOST_TIME:
        wrong[f"a list of 25 squadrons takes longer than {MOST_TIME} ms in more than one of 100 cases"] = 1
    if memory > MOST_MEMORY:
        wrong[f"the server takes more than {MOST_MEMORY} MB"] = 1
    for told, times in wrong.items():
        print(f"FAULT {told} ({times} times)")
    return len(wrong)


def in_a_folder(muster, all):
    """How long it takes to tell of each bomb in a folder that it is one, and of the list beside it its verdict."""
    wrong = 0
    print()
    print("bombs in a folder:")
    for what, name, body in all:
        if name != "submissions":
            continue
        file = json.loads(body)["files"][0]
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, file["name"]).write_bytes(base64.b64decode(file["text"]))
            Path(folder, "z.yaml").write_text((good.EXAMPLES / "dw-2.5/grand-fleet-2500.yaml").read_text())
            begun = time.monotonic()
            ran = subprocess.run([muster, "check", "--rows", "lists", "--format", "csv", folder], capture_output=True, text=True)
            took = time.monotonic() - begun
        is_told = file["name"] in ran.stdout + ran.stderr and "z.yaml" in ran.stdout
        print(f"  {what}: {took:.2f} s, status {ran.returncode}")
        if took > MOST_ROW or not is_told or ran.returncode not in (0, 1, 2):
            print(f"FAULT {what}: {took:.2f} s, {ran.stderr[:300]}")
            wrong += 1
    return wrong


def measure(options, server):
    port, answers = server.port, {}
    calls = [call for call in good.calls(port) if call[0].split(",")[0] not in options.without.split(",")]
    # Each call once, so that what is made ready by the first of them is there.
    log = good.Log(answers)
    for name, _, method, path, body, status in calls:
        found, digest, _ = good.Client(port).ask(method, path, body)
        log.note(name, 0, found, status, digest, False)
    with Gauge(server) as alone:
        quiet = good.run(port, calls, options.persons, options.quiet, answers, options.pause, seed=1)
    before = server.now()
    ours, theirs = multiprocessing.Pipe(False)
    args = (port, options.seconds, options.held, options.slow, options.kinds.split(","), theirs)
    attack = multiprocessing.get_context("fork").Process(target=bad.run, args=args)
    with Gauge(server) as gauge:
        attack.start()
        time.sleep(1)
        load = good.run(port, calls, options.persons, options.seconds - 3, answers, options.pause, seed=2)
        ends, faults = ours.recv()
        attack.join()
    begun = time.monotonic()
    status, _, _ = good.Client(port).ask("POST", "/api/version", b"{}")
    at_once = time.monotonic() - begun
    calm = good.run(port, calls, options.persons, options.quiet, answers, options.pause, seed=3)
    after = server.now()
    show(quiet, load, calm)
    print()
    print("bad clients ended with:")
    for kind, counts in sorted(ends.items()):
        print(f"  {kind}: " + ", ".join(f"{end} ({times})" for end, times in sorted(counts.items(), key=str)))
    print()
    kinds = [("alone", alone.most), ("before the load", before), ("during it, at most", gauge.most), ("afterwards", after)]
    for what, now in kinds:
        print(f"{what}: {now['memory']:.0f} MB, {now['files']:.0f} open files, {now['threads']:.0f} threads")
    print(f"first answer after the load: {status} in {1000 * at_once:.1f} ms")
    print(f"kept connections made anew: {quiet.again} alone, {load.again} under load, {calm.again} afterwards")
    wrong = {**load.faults, **faults}
    for log in (quiet, calm):
        wrong.update({f"without load, {told}": times for told, times in log.faults.items()})
    if log.faults or status != 200 or at_once > 1:
        wrong["the server is not well after the load"] = 1
    if after["memory"] > alone.most["memory"] + KEPT or after["files"] > before["files"] + options.persons + 5:
        wrong["memory or open files are not given back"] = 1
    for told, times in wrong.items():
        print(f"FAULT {told} ({times} times)")
    return 1 if wrong else 0


def show(quiet, load, calm):
    """How long answers took, in milliseconds."""
    heads = ["", "", "alone", "", "", "", "load", "", "", "", "after"]
    names = ["call", "count", "p50", "p99", "max", "count", "p50", "p99", "max", "p50", "p99"]
    rows = [heads, names]
    for name in load.times:
        row = [name]
        for log in (quiet, load):
            times = sorted(log.times[name])
            row += [str(len(times)), part(times, 0.5), part(times, 0.99), part(times, 1)]
        row += [part(sorted(calm.times[name]), 0.5), part(sorted(calm.times[name]), 0.99)]
        rows.append(row)
    row = ["all"]
    for log in (quiet, load):
        times = sorted(time for several in log.times.values() for time in several)
        row += [str(len(times)), part(times, 0.5), part(times, 0.99), part(times, 1)]
    times = sorted(time for several in calm.times.values() for time in several)
    rows.append(row + [part(times, 0.5), part(times, 0.99)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(names))]
    for row in rows:
        print("  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]))


def part(times, share):
    """The time within which this share of the answers came."""
    if not times:
        return "-"
    return f"{1000 * times[min(int(share * len(times)), len(times) - 1)]:.1f}"


if __name__ == "__main__":
    sys.exit(main())
