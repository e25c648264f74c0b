#!/usr/bin/env python3
"""Compares what a tool says of lists with what a conformance pack says (docs/conformance.md; README.md in a pack).

    run.py [--game ID] [--each N] [--only verdict,points,findings] [--notes] PACK -- COMMAND...

COMMAND runs once for each list. {list} in it stands for the list's path; without it, the path is the last word. A word
with {units} is repeated for each file of units that the list needs. COMMAND prints a report as JSON, or an object whose
`reports` holds one. Only what both state is compared; a report without a verdict says that the tool does not judge the
list. Exit status 0 if nothing differs, 1 if something does, 2 if nothing was compared.
"""
import argparse, collections, concurrent.futures, json, os, pathlib, shutil, subprocess, sys

def ask(command, pack, entry):
    """The command's report on a list, and what is wrong with its answer."""
    words = command if any("{list}" in word for word in command) else [*command, "{list}"]
    units = [str(pack / unit) for unit in entry.get("units", [])]
    words = [word.replace("{units}", unit) for word in words for unit in (units if "{units}" in word else [""])]
    words = [word.replace("{list}", str(pack / entry["list"])) for word in words]
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        answer = json.loads(done.stdout)
        report = answer["reports"][0] if "reports" in answer else answer
        return (report, None) if isinstance(report, dict) else ({}, "what it printed is no report")
    except (ValueError, LookupError, TypeError):
        said = (done.stderr or done.stdout).decode(errors="replace").strip()
        return {}, f"it printed no report, with status {done.returncode}: {said[-200:]}"
    except subprocess.TimeoutExpired:
        return {}, "no answer within a minute"

def counted(report, notes):
    findings = [(one.get("severity", "error"), one["rule"]) for one in report["findings"]]
    return collections.Counter(f"{severity} {rule}" for severity, rule in findings if notes or severity != "note")

def differences(expected, report, only, notes):
    for key in only:
        if expected.get(key, ...) is ... or report.get(key, ...) is ...:
            continue
        if key != "findings":
            if expected[key] != report[key]:
                yield f"{key}: {json.dumps(report[key])} instead of {json.dumps(expected[key])}"
            continue
        try:
            here, there = counted(expected, notes), counted(report, notes)
        except (AttributeError, LookupError, TypeError):
            yield "findings: each must be an object with a `rule`"
        else:
            yield from (f"findings: lacks {finding}" for finding in sorted((here - there).elements()))
            yield from (f"findings: has {finding}, too many" for finding in sorted((there - here).elements()))

def main():
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = argparse.ArgumentParser(usage="run.py [OPTIONS] PACK -- COMMAND...")
    options.add_argument("pack", type=pathlib.Path)
    options.add_argument("--game", help="only lists of this game")
    options.add_argument("--each", type=int, default=1, help="only each Nth list")
    options.add_argument("--only", default="verdict,points,findings", help="what is compared")
    options.add_argument("--notes", action="store_true", help="compare notes too, which change no verdict")
    chosen, command = options.parse_args(sys.argv[1:cut]), sys.argv[cut + 1:]
    pack, only = chosen.pack.resolve(), chosen.only.split(",")
    if not command or not shutil.which(command[0]):
        options.error(f"there is no command {command[0]}" if command else "a command must follow `--`")
    if not (pack / "index.json").is_file() or not set(only) <= {"verdict", "points", "findings"}:
        options.error(f"{pack} has no index.json, or --only has other words than verdict, points, findings")
    entries = json.loads((pack / "index.json").read_text(encoding="utf-8"))["lists"]
    entries = [entry for entry in entries if chosen.game in (None, entry.get("game"))][::max(1, chosen.each)]
    count = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for entry, (report, wrong) in zip(entries, pool.map(lambda entry: ask(command, pack, entry), entries)):
            if not wrong and report.get("verdict") is None:
                count["not judged"] += 1
                continue
            found = [wrong] if wrong else list(differences(entry, report, only, chosen.notes))
            count["differ" if found else "agree"] += 1
            count.update({"differ in answer" if wrong else f"differ in {line.split(':')[0]}" for line in found})
            for line in found:
                print(f"{entry['list']}: {line}")
    print(f"{len(entries)} lists: " + (", ".join(f"{what} {count[what]}" for what in sorted(count)) or "none"))
    return 2 if not count["agree"] + count["differ"] else 1 if count["differ"] else 0

if __name__ == "__main__":
    sys.exit(main())
