"""Reads the community's files a second time and compares the figures with the catalogues that Muster ships.

    python3 scripts/second-reading DATA [RULESET...]

DATA is the folder of the community's files, which holds dw-2.0/, dw-2.5/, dw-3/, dw-4/ and legions-2.0/. This program
shares no code with `muster import`: it parses and walks the files its own way. A difference is explained if the
ruleset's `import/corrections.yaml` or `known.yaml` beside this file states it. The exit status is 1 if a difference is
not explained, and 2 if a file cannot be read.
"""

import argparse
import sys
from pathlib import Path
from xml.etree.ElementTree import ParseError

import yaml

import fleets
import platoons
import ships
from catalogue import Ruleset, covers, load
from corrections import corrector
from files import read
from names import Names
from tally import Fact, Tally

HERE = Path(__file__).resolve().parent
RULESETS = HERE.parent.parent / "rulesets"

# What no printed card states, so that the file counts.
PRICED = {"points", "points-with", "together", "slots", "copies"}

# How each kind of recipe is read.
READERS = {"recipe": ships.Reader, "battlefleets": fleets.Reader, "sections": platoons.Reader}


def main():
    about, _, rest = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(prog="second-reading", description=about)
    parser.add_argument("data", type=Path, help="the folder of the community's files")
    parser.add_argument("rulesets", nargs="*", help="ids of rulesets; all that are made from these files if left out")
    parser.add_argument("--rulesets-in", type=Path, default=RULESETS, help="the folder of all rulesets")
    options = parser.parse_args()
    known = load(HERE / "known.yaml")
    folders = sorted(path.parent.parent for path in options.rulesets_in.glob("*/*/import/recipe.yaml"))
    wanted = [folder for folder in folders if not options.rulesets or folder.parent.name in options.rulesets]
    missing = set(options.rulesets) - {folder.parent.name for folder in wanted}
    if missing or not wanted:
        raise OSError(f"no ruleset with a folder import is called {', '.join(sorted(missing)) or '(any)'}")
    tallies = [compare(folder, options.data, known) for folder in wanted]
    for tally in tallies:
        for fact in tally.unexplained:
            print(f"{tally.game}: {fact}")
    for tally in tallies:
        print(tally)
        print("  compared: " + ", ".join(f"{number} {kind}" for kind, number in tally.kinds.most_common()))
        for reason, number in tally.reasons.most_common():
            print(f"  explained: {number} by {reason}")
    for line in unused(tallies, known):
        print(line)
    return 1 if any(tally.unexplained for tally in tallies) or unused(tallies, known) else 0


def compare(folder, data, known):
    """The facts of one ruleset, counted."""
    ruleset = Ruleset(folder)
    tally, names = Tally(folder.parent.name), Names(ruleset)
    for name, nation, units in ruleset.nations():
        facts = []
        for change in (lambda roots: None, corrector(ruleset.corrections)):
            reader = READERS[ruleset.recipe["kind"]](
                ruleset, nation, units, files_of(data, nation, change), files_of(data, nation.get("stand-in"), change))
            found = []

            def emit(unit, path, shipped, read, entry, found=found, name=name):
                found.append(Fact(name, unit, path, shipped, read, entry))

            for unit in units:
                reader.unit(unit, lambda *fact, unit=unit: emit(unit["id"], *fact))
            names.facts(reader, units, reader.files, emit)
            for entry, title in reader.left_out():
                emit("(none)", ("entries", entry, "there"), None, title, entry)
            facts.append(found)
        tally.units += len(units)
        tally.add(*facts, lambda fact: explain(ruleset, known.get(tally.game) or [], fact))
    return tally


def files_of(data, nation, change):
    """The files of a nation, or nothing if it has none."""
    if not nation:
        return None
    return read(data, [nation["file"], nation["system"], *nation.get("libraries", [])], change)


def explain(ruleset, known, fact):
    """Why a value differs, or nothing."""
    if any(covers(change, fact.path, fact.shipped) for change in ruleset.of_unit(fact.catalogue, fact.unit)):
        return "a correction of the unit"
    if ruleset.is_printed(fact.catalogue, fact.unit) and not PRICED & set(fact.path):
        return "a printed card, which counts before the file (crates/importer/tests/cards.rs compares it)"
    for reason in known:
        if matches(reason, fact):
            reason["used"] = True
            return f"known.yaml: {reason['reason']}"
    return None


def matches(reason, fact):
    """Whether a reason of known.yaml is meant for a fact. A path may end early: it then concerns all below."""
    path = tuple(str(step) for step in reason["path"])
    return (reason["catalogue"] == fact.catalogue and reason["unit"] == fact.unit
            and tuple(map(str, fact.path))[: len(path)] == path)


def unused(tallies, known):
    """A line for each reason that explains nothing any more."""
    return [f"{tally.game}: known.yaml explains nothing any more at {r['catalogue']} {r['unit']} {r['path']}"
            for tally in tallies for r in known.get(tally.game) or [] if not r.get("used")]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ParseError, yaml.YAMLError) as error:
        print(f"second-reading: {error}", file=sys.stderr)
        sys.exit(2)
