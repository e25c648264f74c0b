#!/usr/bin/env python3
"""Muster and the second judge over random lists: second_judge.py MUSTER [--count N] [--seed N] [--game ID]

Both judge the same lists of each game (random_lists.py). Where they differ in verdict, points, or the rules of findings
with their severities, the list is made as small as it can be while they still differ, and shown. Exit status 1 if any
list differs.
"""
import argparse
import collections
import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from judge.library import Library
from judge.verdict import report
from random_lists import Maker

ROOT = pathlib.Path(__file__).resolve().parent.parent
BATCH = 500


def both(muster, library, lists, units):
    """What each of them says: (lists by name, Muster's report, the other's)."""
    with tempfile.TemporaryDirectory(prefix="lists-") as folder:
        files = []
        for number, data in enumerate(lists):
            files.append(pathlib.Path(folder) / f"{number:05}.yaml")
            files[-1].write_text(json.dumps(data), encoding="utf-8")
        words = [muster, "check", "--format=jsonl", *(f"--units={unit}" for unit in units), folder]
        run = subprocess.run(words, capture_output=True, text=True)
        theirs = [json.loads(line) for line in run.stdout.splitlines()]
        if len(theirs) != len(files):
            raise SystemExit(f"{len(files)} lists gave {len(theirs)} reports\n{run.stderr[-2000:]}")
        for file, data, their in zip(files, lists, theirs):
            try:
                mine = report(library, file, units)
            except Exception:
                mine = {"verdict": "failed", "points": None, "findings": [], "why": traceback.format_exc(limit=-2)}
            yield data, their, mine


def counted(findings, bought, slots=()):
    """Findings by rule and severity. How many faults one wrong pick of an option makes is each judge's own: these count once.
    So is which of several squadrons goes without a slot, if they fit as many: rules about that count as one."""
    rules = (("slots" if one["rule"] in slots else one["rule"], one["severity"]) for one in findings)
    found = collections.Counter(f"{severity} {rule}" for rule, severity in rules)
    return collections.Counter({name: 1 if name.split()[1] in bought else number for name, number in found.items()})


def differences(their, mine, alike=((), ())):
    if "why" in mine:
        return [mine["why"]]
    found = [f"{key}: Muster {their[key]}, the other {mine[key]}" for key in ("verdict", "points") if their[key] != mine[key]]
    # A file that is no list of its game is refused. How much is then told is each judge's own.
    if their["verdict"] == mine["verdict"] == "unreadable":
        return found
    a, b = counted(their["findings"], *alike), counted(mine["findings"], *alike)
    found += [f"Muster alone: {one}" for one in sorted((a - b).elements())]
    return found + [f"the other alone: {one}" for one in sorted((b - a).elements())]


def kind_of(found):
    """By which differences are told apart: one list of each kind is shown."""
    return tuple(sorted(set(line if line.startswith(("Muster alone", "the other")) else line.split(":")[0] for line in found)))


def smaller(data):
    """The list with one thing less, in all ways."""
    def places(value, path):
        if isinstance(value, dict):
            for key in value:
                if key not in ("muster", "ruleset", "unit", "kind", "card", "role", "count"):
                    yield path + [key]
                yield from places(value[key], path + [key])
        elif isinstance(value, list):
            for number, one in enumerate(value):
                yield path + [number]
                yield from places(one, path + [number])
    for path in places(data, []):
        less = copy.deepcopy(data)
        holder = less
        for step in path[:-1]:
            holder = holder[step]
        del holder[path[-1]]
        yield less


def shrink(muster, library, data, units, kind, alike):
    for _ in range(40):
        tries = list(smaller(data))[:80]
        for less, their, mine in both(muster, library, tries, units):
            if kind_of(differences(their, mine, alike)) == kind:
                data = less
                break
        else:
            return data
    return data


def main():
    options = argparse.ArgumentParser(usage=__doc__.split("\n\n")[0])
    options.add_argument("muster")
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--game")
    options.add_argument("--show", type=int, default=5)
    options.add_argument("--unknown", action="store_true", help="with units that nobody knows, without nation or MFV, and with things left open")
    options.add_argument("--club", action="store_true", help="with the made-up units of the golden lists")
    chosen = options.parse_args()
    library, failed = Library(ROOT / "rulesets"), 0
    for game in sorted(path.name for path in (ROOT / "rulesets").iterdir()):
        if chosen.game not in (None, game):
            continue
        units = sorted((ROOT / "tests/lists" / game / "units").glob("*.yaml")) if chosen.club else []
        book = library.book(game, None, units)
        alike = [{rule["id"] for rule in book.rules.values() if word in str(rule.get("check"))} for word in ("options", "slots")]
        maker = Maker(book, random.Random(f"{game} {chosen.seed}"), chosen.unknown)
        verdicts, kinds, wrong, left = collections.Counter(), {}, 0, chosen.count
        while left > 0:
            lists = [maker.list() for _ in range(min(BATCH, left))]
            left -= len(lists)
            for data, their, mine in both(chosen.muster, library, lists, units):
                verdicts[their["verdict"]] += 1
                found = differences(their, mine, alike)
                if found:
                    wrong += 1
                    kinds.setdefault(kind_of(found), [0, data])[0] += 1
        for kind, (number, data) in sorted(kinds.items(), key=lambda item: -item[1][0])[:chosen.show]:
            small = shrink(chosen.muster, library, data, units, kind, alike)
            for small, their, mine in both(chosen.muster, library, [small], units):
                print(f"{game}, {number} times:\n  {json.dumps(small)}")
                print("".join(f"    {line}\n" for line in differences(their, mine, alike)), end="", flush=True)
        told = ", ".join(f"{verdict} {number}" for verdict, number in sorted(verdicts.items()))
        print(f"{game}: {chosen.count} lists ({told}): {chosen.count - wrong} agree, {wrong} differ in {len(kinds)} ways", flush=True)
        failed += wrong
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
