"""Changes the engine in every way that cargo-mutants knows, and reports the changes that no test notices.

    python3 scripts/engine-mutants [--only TEXT] [--open] [--since COMMIT] [--root FOLDER] WORK

All mutants that compile stand in one program, in WORK. First the observer judges all golden lists under each of them,
and stops at the first list of which the engine tells something else than `tests/lists/*/told.snap` records. The other
mutants are tried by the tests that reach them. survivors.txt lists the mutants that no test notices: with a reason if
they are the same as the engine, as far as anyone can see, and as `open` if a test is missing. A survivor that is not in
that list is a failure. `--only` tries the mutants with this text in their names, and `--open` those that are `open` in the
list: enough for somebody who has written a missing test. `--since` tries those that an earlier commit does not have: enough
for somebody who has changed the engine. With `--open`, it tries both.
"""

import argparse
import collections
import fnmatch
import hashlib
import os
import subprocess
import sys
import threading
from concurrent import futures

import compile as compiling
import observe
import tests

HERE = os.path.dirname(os.path.abspath(__file__))
# The crates whose tests are about the engine, or about what they show of it.
NAMES = ("engine", "library", "changes", "mend", "exchange", "submissions", "app", "print", "tests")
CRATES = ["muster-cli", *(f"muster-{name}" for name in NAMES)]
# Tests that take minutes, and are about rules as data or about files. The observer stands for `golden`, and for `told` but
# where rulesets are made ready: it makes them ready once, before it knows which mutant to try.
LEFT_OUT = ("mutation::", "tidy::", "golden::", "mangled::", "split::")
# These tests take long or test a few files only. They are tried on each mutant of these files, and on no other.
ONLY = {
    "basis::": ("basis.rs", "judge/by_rules.rs", "judge/changed.rs", "judge/misnamed.rs", "lookup/similar.rs"),
    "divided::": ("force/brought_groups.rs", "judge/checks/brought.rs"),
    "fingerprints::": ("force/content.rs",),
    "oracle::": ("check.rs", "force/", "judge/", "lookup/", "ready/"),
    "problems::": (
        "ready/builder.rs",
        "ready/matcher.rs",
        "ready/prepare_rules.rs",
        "ready/problem.rs",
        "ready/validate.rs",
        "ready/vocabulary.rs",
    ),
    "properties::": ("check.rs", "force/", "judge/", "lookup/"),
    "slots::": ("force/chart.rs", "lookup/charts.rs", "slots"),
    "swaps::": ("judge/checks/swaps.rs",),
    "told::": ("ready/",),
    "wrong_words::": (
        "check.rs",
        "judge/by_rules.rs",
        "judge/checks/",
        "judge/faults/",
        "judge/misnamed.rs",
        "text/nearest.rs",
    ),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--since", metavar="COMMIT")
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(HERE)))
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="how many mutants are tried at once")
    parser.add_argument("work", help="a folder for the copy of the workspace and its builds; kept for the next time")
    given = parser.parse_args()
    work, root = os.path.abspath(given.work), os.path.abspath(given.root)
    tree, target = os.path.join(work, "tree"), os.path.join(work, "build")
    mutants = compiling.listed(root)
    names = {number: name(root, mutant) for number, mutant in mutants.items()}
    living, failed = compiling.compile_all(root, tree, target, mutants)
    answers = {number: f"{kind}: {words}" for number, (kind, words) in compiling.failures(mutants, failed).items()}
    print(f"{len(mutants)} mutants, {len(living)} of them in one program", flush=True)

    known = read(os.path.join(HERE, "survivors.txt"))

    before = names_at(given.since, root, work) if given.since else set()

    def is_wanted(number):
        is_open = given.open and known.get(pattern_of(known, names[number])) == "open"
        is_new = given.since and names[number] not in before
        return given.only in names[number] and (is_open or is_new or not (given.open or given.since))

    wanted = [number for number in living if is_wanted(number)]
    program, folder = compiling.observer(HERE, tree, target), os.path.join(tree, "tests")
    own = threading.local()

    def observed(number):
        if not hasattr(own, "observer"):
            own.observer = observe.Observer(program, folder)
        return own.observer.ask(number)

    # Answers about the same engine, lists and tests are kept, because to find them takes an hour.
    kept = Kept(os.path.join(work, f"observed-{digest(root)}.txt"), names)
    answers.update(kept.ask_all(wanted, observed, given.jobs))
    left = [number for number in wanted if not answers[number].startswith("killed")]
    print(f"The golden lists leave {len(left)} mutants alive", flush=True)
    kept = Kept(os.path.join(work, f"tried-{digest(root)}.txt"), names)
    if any(number not in kept.answers for number in left):
        all_tests = tests.Tests(compiling.test_programs(tree, target, CRATES))
        measured = os.path.join(work, f"measured-{digest(root)}.json")
        all_tests.measure(measured, given.jobs, lambda test: not test["name"].startswith(LEFT_OUT),
                          lambda test: test["name"].startswith(tuple(ONLY)))

    def long_tests(number):
        return tuple(test for test, files in ONLY.items() if names[number].startswith(files))

    in_file = collections.defaultdict(set)
    for number in living:
        in_file[names[number].split(": ")[0]].add(number)

    def tried(number):
        about = long_tests(number)
        others = tuple(test for test in ONLY if test not in about)
        near = in_file[names[number].split(": ")[0]]
        return all_tests.ask(number, near, lambda test: not test["name"].startswith(others),
                             lambda test: test["name"].startswith(about))

    left.sort(key=lambda number: len(long_tests(number)))
    for number, found in kept.ask_all(left, tried, given.jobs).items():
        if found != "unreached":
            answers[number] = found

    used = set()
    for number in [*wanted, *failed]:
        if answers[number].startswith(("alive", "unreached", "unjudged")):
            pattern = pattern_of(known, names[number])
            if pattern:
                used.add(pattern)
                answers[number] = "open" if known[pattern] == "open" else f"explained: {known[pattern]}"
    report(os.path.join(work, "answers.txt"), names, answers)
    show(names, answers)
    asked = [] if given.only or given.since else [pattern for pattern in known if not given.open or known[pattern] == "open"]
    needless = [pattern for pattern in asked if pattern not in used]
    for pattern in needless:
        print(f"survivors.txt lists what does not survive: {pattern}")
    survivors = [number for number in answers if answers[number].startswith(("alive", "unreached", "unjudged"))]
    sys.exit(1 if survivors or needless else 0)


def names_at(commit, root, work):
    """The names of the mutants of an earlier commit."""
    tree = os.path.join(work, "since")
    subprocess.run(["git", "-C", root, "worktree", "add", "--quiet", "--force", "--detach", tree, commit], check=True)
    try:
        return {name(tree, mutant) for mutant in compiling.listed(tree).values()}
    finally:
        subprocess.run(["git", "-C", root, "worktree", "remove", "--force", tree], check=True)


def name(root, mutant):
    """A name that stays when lines move: the file, the change, and the line that is changed."""
    with open(os.path.join(root, mutant["file"]), encoding="utf-8") as file:
        line = file.read().split("\n")[mutant["span"]["start"]["line"] - 1].strip()
    path = mutant["file"].removeprefix("crates/engine/src/")
    words = mutant["name"].split(": ", 1)[1]
    return f"{path}: {words}: {line}"


def pattern_of(known, text):
    """The first pattern that matches a name."""
    return next((pattern for pattern in known if matches(pattern, text)), None)


def matches(pattern, text):
    """Whether a name is the pattern, where `*` stands for any text."""
    return fnmatch.fnmatchcase(text, pattern.replace("[", "[[]").replace("?", "[?]"))


def read(path):
    """The lines `PATTERN  # REASON` of a file."""
    reasons = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            pattern, sign, reason = line.rstrip("\n").rpartition("  # ")
            if sign:
                reasons[pattern.strip()] = reason
    return reasons


def digest(root):
    """A digest of all files on which the answers depend."""
    command = ["git", "-C", root, "ls-files", "-z", "crates", "rulesets", "tests", "scripts/engine-mutants"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    sums = hashlib.sha256()
    for name in sorted(name for name in names if name and not name.endswith("/survivors.txt")):
        with open(os.path.join(root, name), "rb") as file:
            sums.update(name.encode() + b"\0" + hashlib.sha256(file.read()).digest())
    return sums.hexdigest()[:16]


class Kept:
    """Answers that a file keeps, so that a run that is stopped can go on."""

    def __init__(self, path, names):
        self.path, self.names, self.answers = path, names, {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                rows = (line.split("\t", 2) for line in file if line.endswith("\n"))
                self.answers = {int(number): answer for number, answer, _ in rows}

    def ask_all(self, numbers, ask, jobs):
        """The answers about all these mutants; `ask` gives those that the file lacks."""
        writing = threading.Lock()

        def one(number):
            answer = ask(number)
            with writing, open(self.path, "a", encoding="utf-8") as file:
                file.write(f"{number}\t{answer}\t{self.names[number]}\n")
            self.answers[number] = answer

        with futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(one, [number for number in numbers if number not in self.answers]))
        return {number: self.answers[number] for number in numbers}


def report(path, names, answers):
    """Writes what became of each mutant."""
    with open(path, "w", encoding="utf-8") as file:
        for number in sorted(answers):
            file.write(f"{number}\t{answers[number]}\t{names[number]}\n")


def show(names, answers):
    """Prints the mutants that survive, and how many there are of each kind."""
    kinds = collections.Counter(answer.split(" ")[0].rstrip(":") for answer in answers.values())
    for number, answer in sorted(answers.items()):
        if answer.startswith(("alive", "unreached", "unjudged")):
            print(f"{answer}: {names[number]}")
    print(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))


main()
