"""What the package answers, beside what the program prints. MUSTER_BIN is the program."""

import contextlib
import io
import json
import multiprocessing
import os
import pickle
import re
import subprocess
import tempfile
import threading
import unittest
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import muster

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples" / "dw-2.5"
LISTS = sorted(path.name for path in EXAMPLES.glob("*.yaml"))
CUP = ROOT / "examples" / "events" / "channel-cup-2026.yaml"
BRITAIN = "Kingdom of Britannia, 1000 points\n3 Tribal Cruisers"


def printed(*args: str) -> str:
    """What `muster check` prints."""
    ran = subprocess.run([os.environ["MUSTER_BIN"], "check", *args], cwd=EXAMPLES, capture_output=True, encoding="utf-8")
    return ran.stdout


class Reports(unittest.TestCase):
    maxDiff = None

    def test_files_and_folders_are_judged_as_by_the_program(self):
        os.chdir(EXAMPLES)
        self.assertGreater(len(LISTS), 5)
        self.assertEqual(muster.check_paths(LISTS), json.loads(printed(*LISTS, "--format", "json")))
        self.assertEqual(muster.check_paths(".", event=CUP), json.loads(printed(".", "--format", "json", "--event", str(CUP))))
        mails = ROOT / "examples" / "submissions"
        self.assertEqual(muster.check_paths(mails), json.loads(printed(str(mails), "--format", "json")))

    def test_one_list_is_judged_in_any_form(self):
        text = (EXAMPLES / LISTS[0]).read_text(encoding="utf-8")
        expected = json.loads(printed(LISTS[0], "--format", "json"))["reports"][0]
        for form in [text, text.encode()]:
            report = muster.check(form)
            self.assertEqual({**report, "file": LISTS[0]}, expected)
        given = {"muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 500, "squadrons": []}
        self.assertEqual(muster.check(given), muster.check(json.dumps(given)))
        under = muster.check(text, event="channel-cup-2026")
        self.assertEqual(under, muster.check(text, event=CUP))
        self.assertEqual(under["events"], ["channel-cup-2026"])

    def test_a_stream_has_the_order_of_its_texts(self):
        texts = [(EXAMPLES / name).read_text(encoding="utf-8") for name in LISTS] + ["", "hello", BRITAIN]
        reports = list(muster.check_all(texts * 40))
        self.assertEqual([report["file"] for report in reports], [str(number) for number in range(len(texts) * 40)])
        self.assertEqual([report["verdict"] for report in reports[len(LISTS) : len(LISTS) + 3]], ["unreadable", "unreadable", "illegal"])
        self.assertEqual([row["verdict"] for row in muster.rows(texts)], [report["verdict"] for report in reports[: len(texts)]])

    def test_a_stream_is_read_as_it_comes(self):
        taken = []

        def texts():
            for number in range(100_000):
                taken.append(number)
                yield BRITAIN

        stream = muster.check_all(texts())
        self.assertEqual(next(stream)["verdict"], "illegal")
        self.assertLess(len(taken), 1000)


class Pages(unittest.TestCase):
    def test_the_package_has_the_version_of_the_program(self):
        project = (ROOT / "packages" / "python" / "pyproject.toml").read_text(encoding="utf-8")
        self.assertIn(f'version = "{muster.call("version")["program"]}"\n', project)

    def test_examples_print_what_the_page_shows(self):
        os.chdir(ROOT)
        page = (ROOT / "docs" / "use-muster.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(import muster\n.*?)```\n\n```text\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(blocks), 1)
        for program, shown in blocks:
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(program, {})
            self.assertEqual(out.getvalue(), shown)


class Faults(unittest.TestCase):
    def test_what_is_refused_has_a_code(self):
        for code, refused in [
            ("unknown-ruleset", lambda: muster.call("units", ruleset="chess")),
            ("unknown-call", lambda: muster.call("explode")),
            ("wrong-args", lambda: muster.call("check", files=7)),
            ("unknown-event", lambda: muster.check(BRITAIN, event="no-such")),
            ("unknown-event", lambda: list(muster.check_all([BRITAIN], event="no-such"))),
            ("unknown-event", lambda: muster.check_paths(EXAMPLES, event="no-such")),
        ]:
            with self.assertRaises(muster.MusterFault) as caught:
                refused()
            self.assertEqual(caught.exception.code, code)
            self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).code, code)

    def test_rubbish_is_unreadable(self):
        for rubbish in [b"\x00\xff" * 1000, "[" * 100_000, b"PK\x03\x04" + b"\x00" * 100, "x" * 1_000_000, "\ud800", "\0"]:
            self.assertEqual([report["verdict"] for report in muster.check_all([rubbish])], ["unreadable"])
        with self.assertRaises(TypeError):
            muster.check(7)  # type: ignore[arg-type]
        with self.assertRaises(NotADirectoryError):
            muster.Muster(rulesets="no/such/folder")
        with self.assertRaises(ValueError):
            muster.Muster(threads=0)

    def test_a_path_that_is_not_there_has_a_report(self):
        [report] = muster.check_paths("no/such/file.yaml")["reports"]
        self.assertEqual(report["verdict"], "unreadable")


class Engines(unittest.TestCase):
    def test_a_club_judges_by_its_own_rules(self):
        with tempfile.TemporaryDirectory() as folder:
            new = subprocess.run([os.environ["MUSTER_BIN"], "new", "ruleset", "skirmish"], check=True, capture_output=True)
            (Path(folder) / "skirmish" / "1").mkdir(parents=True)
            (Path(folder) / "skirmish" / "1" / "ruleset.yaml").write_bytes(new.stdout)
            club = muster.Muster(rulesets=[folder], threads=1)
            self.assertIn("skirmish", [one["id"] for one in club.call("rulesets")["rulesets"]])
            self.assertNotIn("skirmish", [one["id"] for one in muster.call("rulesets")["rulesets"]])

    def test_threads_share_an_engine(self):
        reports = []
        threads = [threading.Thread(target=lambda: reports.append(muster.check(BRITAIN))) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(reports, [muster.check(BRITAIN)] * 16)

    def test_a_forked_process_judges(self):
        here = muster.check(BRITAIN)
        for method in multiprocessing.get_all_start_methods():
            with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
                self.assertEqual(list(pool.map(muster.check, [BRITAIN] * 4)), [here] * 4)
                self.assertEqual(pool.submit(muster.Muster(threads=1).check, BRITAIN).result(), here)


if __name__ == "__main__":
    unittest.main()
