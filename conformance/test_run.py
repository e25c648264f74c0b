"""Tests of the runner, on a pack that `make conformance` made: PACK=FOLDER GOLDEN=LISTS MUSTER=PROGRAM python3 -m unittest.

The tools here answer with the pack's own reports, changed in one way. So the runner must report this change and
nothing else.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from conformance import make

HERE = pathlib.Path(__file__).resolve().parent
PACK = pathlib.Path(os.environ.get("PACK", HERE.parent / "target/conformance")).resolve()
GOLDEN = pathlib.Path(os.environ.get("GOLDEN", HERE.parent / "target/lists")).resolve()
MUSTER = pathlib.Path(os.environ.get("MUSTER", HERE.parent / "target/debug/muster")).resolve()
GAME = "fleet-action"
EACH = 11
LISTS = [line for line in json.loads((PACK / "index.json").read_text())["lists"] if line["game"] == GAME][::EACH]

# A tool that reads the pack's report on the list, and changes it with the Python statement that it is given.
TOOL = """
import json, pathlib, sys
pack, change, path = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
name = path.relative_to(pack).with_suffix(".json")
report = json.loads((pack / "reports" / name).read_text())
exec(change)
print(json.dumps({"format": 1, "reports": [report]}))
"""


def run(command, *options, pack=PACK):
    """The runner's exit status, its lines on lists, and its last line."""
    words = [sys.executable, HERE / "run.py", *options, pack, "--", *command]
    done = subprocess.run(words, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    return done.returncode, lines[:-1], lines[-1] if lines else done.stderr


def changed(change, *options):
    return run([sys.executable, "-c", TOOL, PACK, change], f"--game={GAME}", f"--each={EACH}", *options)


class AgreeingTools(unittest.TestCase):
    """Tools that differ in nothing that is compared."""

    def agrees(self, result, count=len(LISTS)):
        self.assertEqual(result, (0, [], f"{count} lists: agree {count}"))

    def test_the_same_reports(self):
        self.agrees(changed("pass", "--notes"))

    def test_a_tool_that_knows_the_verdict_alone(self):
        self.agrees(changed("report = {'verdict': report['verdict']}"))

    def test_muster_answers_for_all_lists_in_one_process(self):
        self.agrees(run([MUSTER, "serve", "--stdio"], f"--game={GAME}", f"--each={EACH}", "--notes", "--stdio"))

    def test_messages_places_and_notes_are_not_compared(self):
        self.agrees(changed("report['findings'] = [{'rule': one['rule'], 'severity': one['severity']} for one in "
                            "report['findings']] + [{'rule': 'another', 'severity': 'note'}]"))

    def test_other_ids_of_rules_if_findings_are_left_out(self):
        self.agrees(changed("report['findings'] = [{'rule': 'theirs'}]", "--only=verdict,points"))


class WrongTools(unittest.TestCase):
    """Tools that are wrong about one list, or all."""

    def setUp(self):
        # The list with the most errors, so that one can be left out.
        errors = lambda line: sum(finding["severity"] == "error" for finding in line["findings"])
        self.list = max(LISTS, key=errors)
        self.assertGreater(errors(self.list), 0)
        self.rule = next(one["rule"] for one in self.list["findings"] if one["severity"] == "error")

    def differs(self, change, *lines, options=()):
        """The runner reports exactly these lines on the list, and agreement on all others."""
        one = f"if report['file'] == {self.list['list']!r}: {change}"
        status, found, summary = changed(one, *options)
        self.assertEqual((status, found), (1, [f"{self.list['list']}: {line}" for line in lines]))
        self.assertIn(f"{len(LISTS)} lists: agree {len(LISTS) - 1}, differ 1", summary)

    def test_a_verdict(self):
        self.differs("report['verdict'] = 'legal'", 'verdict: "legal" instead of "illegal"')

    def test_points(self):
        points = self.list["points"]
        self.differs("report['points'] += 1", f"points: {points + 1} instead of {points}")
        self.differs("report['points'] = None", f"points: null instead of {points}")

    def test_a_finding_too_few(self):
        self.differs("report['findings'].remove(next(one for one in report['findings'] if one['severity'] == 'error'))",
                     f"findings: lacks error {self.rule}")

    def test_a_finding_twice(self):
        self.differs("report['findings'] += [one for one in report['findings'] if one['severity'] == 'error'][:1]",
                     f"findings: has error {self.rule}, too many")

    def test_a_severity(self):
        self.differs("next(one for one in report['findings'] if one['severity'] == 'error')['severity'] = 'warning'",
                     f"findings: lacks error {self.rule}", f"findings: has warning {self.rule}, too many")

    def test_a_note_if_notes_are_compared(self):
        self.differs("report['findings'] += [{'rule': 'another', 'severity': 'note'}]",
                     "findings: has note another, too many", options=["--notes"])

    def test_findings_that_are_none(self):
        for findings in ("3", "None", "['illegal']", "[{'id': 'x'}]"):
            self.differs(f"report['findings'] = {findings}", "findings: each must be an object with a `rule`")

    def test_answers_that_are_no_report(self):
        self.differs("report = 'legal'", "what it printed is no report")
        self.differs("sys.exit('no idea')", "it printed no report, with status 1: no idea")
        self.differs("print('legal'); sys.exit()", "it printed no report, with status 0: legal")

    def test_processes_that_answer_no_calls(self):
        for program in ("pass", "print('garbage'); print('{}')"):
            status, lines, last = run([sys.executable, "-c", program], f"--game={GAME}", f"--each={EACH}", "--stdio")
            self.assertEqual((status, len(lines)), (1, len(LISTS)), last)

    def test_a_tool_that_calls_everything_legal(self):
        status, found, summary = changed("report = {'verdict': 'legal'}")
        wrong = [line["list"] for line in LISTS if line["verdict"] != "legal"]
        self.assertTrue(0 < len(wrong) < len(LISTS))
        self.assertEqual((status, [line.split(":")[0] for line in found]), (1, wrong))
        self.assertTrue(summary.endswith(f"differ {len(wrong)}, differ in verdict {len(wrong)}"), summary)

    def test_a_list_that_the_tool_does_not_judge_is_counted_apart(self):
        status, found, summary = changed(f"if report['file'] == {self.list['list']!r}: report = {{}}")
        self.assertEqual((status, found), (0, []))
        self.assertEqual(summary, f"{len(LISTS)} lists: agree {len(LISTS) - 1}, not judged 1")

    def test_nothing_was_compared(self):
        self.assertEqual(changed("report = {}"), (2, [], f"{len(LISTS)} lists: not judged {len(LISTS)}"))
        self.assertEqual(run(["true"], "--game=no-game"), (2, [], "0 lists: none"))
        self.assertEqual(run(["no-such-command"])[0], 2)
        self.assertEqual(run(["true"], "--only=verdicts")[0], 2)
        self.assertEqual(run(["true"], pack="/no/such/pack")[0], 2)
        self.assertEqual(run([])[0], 2)


class Packs(unittest.TestCase):
    def test_a_pack_is_whole(self):
        lists = json.loads((PACK / "index.json").read_text())["lists"]
        for line in lists:
            report = json.loads((PACK / line["report"]).read_text())
            for key in ("verdict", "points", "name"):
                self.assertEqual(report[key], line[key], line["list"])
            self.assertEqual(report["file"], line["list"])
            for file in [line["list"], *line["units"], *line["sheets"]]:
                self.assertTrue((PACK / file).is_file(), file)
        self.assertEqual({line["verdict"] for line in lists}, {"legal", "illegal", "undetermined", "unreadable"})

    def test_lists_are_the_documents_of_the_golden_files(self):
        source = GOLDEN
        self.assertEqual(sorted(path.name for path in source.iterdir()),
                         sorted(path.name for path in (PACK / "golden").iterdir()))
        for game in source.iterdir():
            for file in game.glob("*.yaml"):
                parts = [path for path in (PACK / "golden" / game.name).glob(f"{file.stem}-*.yaml")
                         if path.stem[len(file.stem) + 1:].isdigit()]
                parts = sorted(parts) or [PACK / "golden" / game.name / file.name]
                text = b"---\n".join(path.read_bytes() for path in parts)
                self.assertEqual(text, file.read_bytes().removeprefix(b"---\n"), file)

    def test_a_golden_list_must_be_judged_as_its_comment_says(self):
        report = {**json.loads((PACK / LISTS[0]["report"]).read_text()), "verdict": "illegal"}
        for text in (b"muster: 1  # verdict: illegal\n", b"a: 1  # note: x ; verdict: illegal", b"# no word of it"):
            self.assertEqual(make.entry(report, text, {})["verdict"], "illegal")
        with self.assertRaisesRegex(SystemExit, "the list says legal, the program illegal"):
            make.entry(report, b"muster: 1  # verdict: legal\n", {})

    def test_a_folder_with_other_things_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            diary = pathlib.Path(folder, "diary.txt")
            diary.write_text("kept")
            done = subprocess.run([sys.executable, HERE / "make.py", MUSTER, GOLDEN, folder], capture_output=True, text=True)
            self.assertIn("is no conformance pack", done.stderr)
            self.assertEqual((done.returncode, diary.read_text()), (1, "kept"))

    def test_muster_is_judged_by_the_pack_of_another_tool(self):
        """A pack needs nothing but an index with lists and verdicts, and Muster reads lists of other forms."""
        with tempfile.TemporaryDirectory() as folder:
            roster = (HERE.parent / "examples/submissions/pettibone.ros").read_bytes()
            pathlib.Path(folder, "a b.ros").write_bytes(roster)
            for verdict, status in (("legal", 0), ("illegal", 1)):
                index = {"format": 1, "lists": [{"list": "a b.ros", "verdict": verdict}]}
                pathlib.Path(folder, "index.json").write_text(json.dumps(index))
                result = run([MUSTER, "check", "--format=json", "--units={units}"], pack=folder)
                self.assertEqual(result[0], status, result)


if __name__ == "__main__":
    unittest.main()
