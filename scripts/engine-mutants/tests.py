"""Runs the tests that reach a mutant, those first that reach most of its file, until one fails."""

import json
import os
import subprocess
import tempfile
import time
from concurrent import futures

# The seconds of tests that are spent on a mutant, without those that are about its file.
SPENT = 15


class Tests:
    """The tests of compiled programs: a list of (program, folder)."""

    def __init__(self, programs):
        self.tests = []
        for program, folder in programs:
            listed = subprocess.run([program, "--list", "--format=terse"], cwd=folder, capture_output=True, text=True)
            for line in listed.stdout.splitlines():
                if line.endswith(": test"):
                    self.tests.append({"program": program, "folder": folder, "name": line.removesuffix(": test")})

    def measure(self, path, jobs, wanted, about):
        """Runs each test alone, without a mutant, and notes how long it takes and what it reaches. The file at `path` keeps
        this for the next time. Tests that are not `about` a file are stopped where they take too long to be tried."""
        if not os.path.exists(path):
            with futures.ThreadPoolExecutor(jobs) as pool:
                list(pool.map(lambda test: self.measure_one(test, 600 if about(test) else 2 * SPENT), filter(wanted, self.tests)))
            with open(path, "w", encoding="utf-8") as file:
                json.dump([test for test in self.tests if test.get("reached")], file)
        with open(path, encoding="utf-8") as file:
            self.tests = json.load(file)
        for test in self.tests:
            test["reached"] = set(test["reached"])

    def measure_one(self, test, limit):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "reached")
            start = time.monotonic()
            passes = self.passes(test["program"], test["folder"], [test["name"]], {"ENGINE_REACHED": path}, limit)
            test["seconds"] = time.monotonic() - start
            if passes and os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    test["reached"] = [int(line) for line in file]

    @staticmethod
    def passes(program, folder, names, more, seconds):
        environment = {**os.environ, "CARGO_MANIFEST_DIR": folder, "INSTA_UPDATE": "no", **more}
        run = subprocess.Popen([program, "--exact", *names], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return run.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, 9)
            run.wait()
            return False

    def ask(self, mutant, near, wanted, about):
        """`killed BY`, `alive` or `unreached`, by the tests that are wanted; those that are `about` its file are all run.
        `near` has the mutants of the same file."""
        reaching = [test for test in self.tests if mutant in test["reached"] and wanted(test)]
        # Tests that reach most of the file come first, and of those the ones that reach least besides.
        reaching.sort(key=lambda test: (-len(near & test["reached"]), len(test["reached"])))
        seconds, programs = 0, {}
        for test in reaching:
            if about(test) or seconds + test["seconds"] < SPENT:
                programs.setdefault(test["program"], []).append(test)
                seconds += 0 if about(test) else test["seconds"]
        for program, tests in programs.items():
            for group in grouped(tests):
                limit = 60 + 20 * sum(test["seconds"] for test in group)
                names = [test["name"] for test in group]
                if not self.passes(program, group[0]["folder"], names, {"ENGINE_MUTANT": str(mutant)}, limit):
                    return f"killed {os.path.basename(program).rsplit('-', 1)[0]}: {', '.join(names[:3])}"
        return "alive" if reaching else "unreached"


def grouped(tests):
    """Quick tests in groups, slow ones alone."""
    quick = [test for test in tests if test["seconds"] < 1]
    groups = [quick[at:at + 10] for at in range(0, len(quick), 10)]
    return groups + [[test] for test in tests if test["seconds"] >= 1]
