#!/usr/bin/env python3
"""A second judge of army lists, written from the documents alone: docs/rule-language.md, the schemas, the rulesets.

    judge.py LIST... [--units FILE]...      a report on each list, one JSON object a line
    judge.py --pack DIR [--game ID] [--each N] [--show N]
                                            compares itself with a conformance pack (docs/conformance.md)

It shares no code with Muster, so that two programs that agree are two readings of the same documents. Exit status 1 if
it differs from a pack, or if a list is illegal.
"""
import argparse
import collections
import json
import pathlib
import sys
import traceback

sys.dont_write_bytecode = True
from judge.library import Library
from judge.verdict import report

ROOT = pathlib.Path(__file__).resolve().parent.parent


def counted(findings):
    return collections.Counter(f"{one['severity']} {one['rule']}" for one in findings)


def differences(entry, mine):
    for key in ("verdict", "points"):
        if entry[key] != mine[key]:
            yield f"{key}: {mine[key]} instead of {entry[key]}"
    here, there = counted(entry["findings"]), counted(mine["findings"])
    yield from (f"lacks {finding}" for finding in sorted((here - there).elements()))
    yield from (f"has {finding}, too many" for finding in sorted((there - here).elements()))


def compare(library, pack, game, each, show):
    """Prints for each game how many lists agree, and the first differences."""
    entries = json.loads((pack / "index.json").read_text(encoding="utf-8"))["lists"]
    count, shown = collections.Counter(), 0
    for entry in [e for e in entries if game in (None, e["game"])][::each]:
        try:
            mine = report(library, pack / entry["list"], [pack / unit for unit in entry["units"]])
            found = list(differences(entry, mine))
        except Exception:
            found = [traceback.format_exc(limit=-3)]
        count[entry["game"], bool(found)] += 1
        if found and shown < show:
            shown += 1
            print(f"{entry['list']}: {entry['name']}")
            print("".join(f"    {line}\n" for line in found), end="")
    for name in sorted({game for game, _ in count}):
        print(f"{name}: {count[name, False]} agree, {count[name, True]} differ")
    return 1 if any(differ for (_, differ), number in count.items() if number) else 0


def main():
    options = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    options.add_argument("lists", nargs="*", type=pathlib.Path)
    options.add_argument("--units", action="append", default=[])
    options.add_argument("--rulesets", type=pathlib.Path, default=ROOT / "rulesets")
    options.add_argument("--pack", type=pathlib.Path)
    options.add_argument("--game")
    options.add_argument("--each", type=int, default=1)
    options.add_argument("--show", type=int, default=20)
    chosen = options.parse_args()
    library = Library(chosen.rulesets)
    if chosen.pack:
        return compare(library, chosen.pack, chosen.game, chosen.each, chosen.show)
    reports = [report(library, path, chosen.units) for path in chosen.lists]
    for one in reports:
        print(json.dumps(one, ensure_ascii=False))
    return 1 if any(one["verdict"] == "illegal" for one in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
