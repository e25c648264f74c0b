"""Kills every command of `muster` that writes, at random moments, and takes its disk away.

    python3 scripts/kill-test [--kills N] [--seed N] [--only TEXT] [--data DIR] MUSTER

MUSTER is the program. After each kill, every file must be wholly as it was or wholly new, and the next run must end as if
nothing had happened. Then it runs the commands on a full disk, on one that may not be written, and on one that goes away;
for that it needs Linux, and mounts in a namespace of its own. The exit status is 1 if something is wrong.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import disks
import kills
import serving
from commands import commands, prepare
from work import Work


def main():
    about, _, rest = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(prog="kill-test", description=about)
    parser.add_argument("muster", type=Path, help="the program")
    parser.add_argument("--kills", type=int, default=1000, help="how many runs are killed (1000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the random moments")
    parser.add_argument("--only", default="", help="only commands whose name contains this")
    parser.add_argument("--data", help="the folder of the community's files, to kill `import --all` too")
    parser.add_argument("--rounds", type=int, default=10, help="how often each batch loses its disk (10)")
    parser.add_argument("--skip", choices=["kills", "disks"], help="leave this part out")
    options = parser.parse_args()
    moments = random.Random(options.seed)
    if not options.muster.is_file():
        parser.error(f"{options.muster} is not there: build it, or name another")
    chosen = [command for command in commands(options.data) if options.only in command.name]
    with tempfile.TemporaryDirectory(prefix="kill-test-") as root:
        # Another user reads the inputs, too.
        os.chmod(root, 0o755)
        work = Work(options.muster.resolve(), Path(root))
        work.clear({})
        prepare(work.inputs, lambda words: work.run(words, stdout=subprocess.DEVNULL))
        inside = os.environ.get("KILL_TEST_INSIDE")
        tallies = []
        if not inside and options.skip != "kills":
            tallies = kills.run(work, chosen, options.kills, moments, lambda told: print(told, file=sys.stderr))
            if options.only in "serve":
                tallies.append(serving.run(work, max(options.kills // 30, 5), moments))
            show(tallies, ["killed", "ended", "old", "new", "some", "left"])
        if inside:
            tallies = disks.run(work, chosen, moments, options.rounds)
            show(tallies, ["killed", "old", "new", "some"])
    is_wrong = any(tally.faults for tally in tallies)
    if not inside and options.skip != "disks":
        print(flush=True)
        is_wrong |= in_namespace() != 0
    return 1 if is_wrong else 0


def in_namespace():
    """Runs the part that mounts disks, where mounts concern nobody else."""
    is_root = os.geteuid() == 0
    words = ["unshare", "--mount", *([] if is_root else ["--map-root-user"]), sys.executable, *sys.argv]
    variables = {**os.environ, "KILL_TEST_INSIDE": "root" if is_root else "mapped"}
    try:
        return subprocess.run(words, env=variables, check=False).returncode
    except FileNotFoundError:
        print("disks are not tested: `unshare` is not there")
        return 0


def show(tallies, counts):
    words = {"killed": "runs"} if "ended" not in counts else {}
    rows = [["", *(words.get(count, count) for count in counts)]]
    rows += [[tally.name, *(str(getattr(tally, count)) for count in counts)] for tally in tallies]
    rows.append(["all", *(str(sum(getattr(tally, count) for tally in tallies)) for count in counts)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]))
    for tally in tallies:
        for fault, times in tally.faults.items():
            print(f"FAULT {tally.name}: {fault} ({times} times)")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
