#!/usr/bin/env python3
"""Compares what a tool says of lists with what a conformance pack says (docs/conformance.md; README.md in a pack).

    run.py [--game ID] [--each N] [--only verdict,points,findings] [--notes] [--stdio] PACK -- COMMAND...

COMMAND runs once for each list. {list} in it stands for the list's path; without it, the path is the last word. A word
with {units} is repeated for each file of units that the list needs. COMMAND prints a report as JSON, or an object whose
`reports` holds one. With --stdio, COMMAND runs once for all lists and answers calls of `check` on lines, as `muster serve
--stdio` does. Only what both state is compared; a report without a verdict says that the tool does not judge the list.
Exit status 0 if nothing differs, 1 if something does, 2 if nothing was compared.
"""
import argparse, base64, collections, concurrent.futures, itertools, json, os, pathlib, shutil, subprocess, sys
import threading

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

class Judge:
    """One process that answers calls on lines."""
    def __init__(self, command, pack):
        self.pack, self.ids, self.lock, self.waiting, self.units = pack, itertools.count(1), threading.Lock(), {}, {}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            try:
                answer = json.loads(line)
                self.waiting.pop(answer["id"]).set_result(answer)
            except (ValueError, LookupError, TypeError):
                pass
        for number in list(self.waiting):
            self.waiting.pop(number).set_exception(ValueError("it ended"))

    def call(self, name, args):
        number, answer = next(self.ids), concurrent.futures.Future()
        self.waiting[number] = answer
        line = json.dumps({"id": number, "call": name, "args": args}).encode() + b"\n"
        with self.lock:
            self.process.stdin.write(line)
            self.process.stdin.flush()
        answer = answer.result(timeout=60)
        if "fault" in answer:
            raise ValueError(answer["fault"].get("message"))
        return answer["answer"]

    def file(self, name):
        text = base64.b64encode((self.pack / name).read_bytes()).decode()
        return {"name": name, "text": text, "packed": True}

    def own(self, name, game):
        """A file of units as the calls take it: catalogues as they are, spreadsheets as catalogues."""
        if (name, game) not in self.units:
            text = (self.pack / name).read_text(encoding="utf-8")
            if name.endswith(".csv"):
                text = self.call("read-units", {"ruleset": game, "files": [self.file(name)]})["text"]
            self.units[name, game] = {"ruleset": game, "text": text}
        return self.units[name, game]

    def ask(self, entry):
        try:
            args = {"files": [self.file(name) for name in [entry["list"], *entry.get("sheets", [])]]}
            if entry.get("units"):
                args["own"] = [self.own(name, entry["game"]) for name in entry["units"]]
            report = self.call("check", args)["reports"][0]
            return (report, None) if isinstance(report, dict) else ({}, "what it answered is no report")
        except concurrent.futures.TimeoutError:
            return {}, "no answer within a minute"
        except (OSError, ValueError, LookupError, TypeError) as wrong:
            return {}, f"it answered no report: {wrong}"

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
    options.add_argument("--stdio", action="store_true", help="one process that answers calls on lines")
    chosen, command = options.parse_args(sys.argv[1:cut]), sys.argv[cut + 1:]
    pack, only = chosen.pack.resolve(), chosen.only.split(",")
    if not command or not shutil.which(command[0]):
        options.error(f"there is no command {command[0]}" if command else "a command must follow `--`")
    if not (pack / "index.json").is_file() or not set(only) <= {"verdict", "points", "findings"}:
        options.error(f"{pack} has no index.json, or --only has other words than verdict, points, findings")
    entries = json.loads((pack / "index.json").read_text(encoding="utf-8"))["lists"]
    entries = [entry for entry in entries if chosen.game in (None, entry.get("game"))][::max(1, chosen.each)]
    count = collections.Counter()
    judge = Judge(command, pack).ask if chosen.stdio else lambda entry: ask(command, pack, entry)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for entry, (report, wrong) in zip(entries, pool.map(judge, entries)):
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
