"""Tests of the second judge: ranges, versions, names, what is left open, and that a comparison notices a judge that is wrong."""
import json
import os
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import second_judge
from judge import names, ranges, rulebook
from judge.library import Library
from judge.verdict import report
from random_lists import Maker

PACK = pathlib.Path(os.environ.get("PACK", HERE.parent / "target/conformance")).resolve()
LIBRARY = Library(HERE.parent / "rulesets")


class Words(unittest.TestCase):
    def test_slugs(self):
        for printed, slug in {"Majesty Class Dreadnought": "majesty-class-dreadnought", "Naval Wächter": "naval-wachter",
                              "Fearless (Aerial, +1)": "fearless-aerial-1", "Fearless (Aerial, -1)": "fearless-aerial-minus-1",
                              "Guardian (2-12)": "guardian-2-12"}.items():
            self.assertEqual(names.slug(printed), slug)

    def test_versions(self):
        for version, wanted, fits in [("1.0.2", "^1.0", True), ("2.0.0", "^1.0", False), ("1.0.2", "=1.0.0", False),
                                      ("1.0.0", "=1.0.0", True), ("1.1.0", "~1.0", False), ("1.1.0", ">=1.0, <1.1", False),
                                      ("1.1.0", None, True)]:
            self.assertEqual(rulebook.fits(version, wanted), fits, (version, wanted))


class Ranges(unittest.TestCase):
    """Each operation over all small ranges says what it says of their members."""

    def test_operations(self):
        numbers = range(-3, 4)
        all_ = [(low, high) for low in numbers for high in numbers if low <= high]
        members = lambda a: range(a[0], a[1] + 1)
        for function, exact in [(ranges.add, lambda x, y: x + y), (ranges.times, lambda x, y: x * y), (ranges.smaller, min)]:
            for a in all_:
                for b in all_:
                    values = [exact(x, y) for x in members(a) for y in members(b)]
                    self.assertEqual(function(a, b), (min(values), max(values)))
        for a in all_:
            for b in all_:
                answers = {x >= y for x in members(a) for y in members(b)}
                self.assertEqual(ranges.at_least(a, b), answers.pop() if len(answers) == 1 else None)


class Comparison(unittest.TestCase):
    """The judge agrees with the pack, and the comparison sees each kind of wrong answer."""

    def entries(self):
        lists = json.loads((PACK / "index.json").read_text(encoding="utf-8"))["lists"]
        return [line for line in lists if line["game"] == "fleet-action"][::11]

    def judged(self, entry):
        return report(LIBRARY, PACK / entry["list"], [PACK / unit for unit in entry["units"]])

    def test_a_wrong_answer_is_seen(self):
        for entry in self.entries():
            mine = self.judged(entry)
            theirs = {**entry, "findings": [{**one, "at": None} for one in entry["findings"]]}
            self.assertEqual(second_judge.differences(theirs, mine), [])
            for wrong in ({"verdict": "unknown"}, {"points": -1},
                          {"findings": mine["findings"] + [{"rule": "another", "severity": "note", "at": ""}]}):
                self.assertEqual(len(second_judge.differences(theirs, {**mine, **wrong})), 1)

    def test_a_weaker_rule_is_seen(self):
        """A judge that does not know one rule differs from the pack on the lists about it."""
        lists = json.loads((PACK / "index.json").read_text(encoding="utf-8"))["lists"]
        entry = next(line for line in lists if any(f["rule"] == "fa-first-core" for f in line["findings"]))
        book = LIBRARY.book("fleet-action", None, [PACK / unit for unit in entry["units"]])
        rule = book.rules.pop("fa-first-core")
        try:
            self.assertTrue(second_judge.differences({**entry, "findings": [{**f, "at": None} for f in entry["findings"]]},
                                                     self.judged(entry)))
        finally:
            book.rules["fa-first-core"] = rule


class LeftOpen(unittest.TestCase):
    """What a list's source left open is unknown. What it states is judged as ever."""

    BRITANNIA = {"ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000}
    BATTLESHIP = {"unit": "ruler-class-battleship", "models": 1}
    CRUISERS = {"unit": "tribal-class-cruiser", "models": 2}

    def severities(self, rule, data, **more):
        """The severities of a rule's findings."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "list.yaml"
            path.write_text(json.dumps({"muster": 1, **data, **more}), encoding="utf-8")
            return [one["severity"] for one in report(LIBRARY, path)["findings"] if one["rule"] == rule]

    def test_a_setting(self):
        data = {**self.BRITANNIA, "squadrons": [self.BATTLESHIP]}
        core = lambda **more: self.severities("core-type", data, **more)
        self.assertEqual(core(), ["error"])
        self.assertEqual(core(open=["core"]), ["undetermined"])
        self.assertEqual(core(open=["core"], settings={"core": "naval"}), [])
        # Whether the rule is in use is open, too.
        self.assertEqual(core(open=["settings"]), ["undetermined"])
        self.assertEqual(core(open=["settings"], settings={"rules": [1]}), [])

    def test_a_consent(self):
        allied = {"unit": "ruler-class-battleship", "nation": "kingdom-of-britannia", "models": 1}
        data = {**self.BRITANNIA, "nation": "prussian-empire", "settings": {"competitive": True}, "squadrons": [allied]}
        self.assertEqual(self.severities("allies-competitive", data), ["error"])
        self.assertEqual(self.severities("allies-competitive", data, open=["settings"]), ["undetermined"])

    def test_roles(self):
        data = {**self.BRITANNIA, "squadrons": [self.BATTLESHIP]}
        required = lambda **more: self.severities("commodore-required", data, **more)
        self.assertEqual(required(), ["error"])
        self.assertEqual(required(open=["roles"]), ["undetermined"])
        # A role is stated, so that roles are not open.
        cruisers = {**self.CRUISERS, "roles": ["commodore"]}
        self.assertEqual(required(open=["roles"], squadrons=[cruisers]), ["error"])

    def test_options(self):
        def found(rule, squadron, **more):
            group = {"kind": "enlightened-faction-battlefleet", "squadrons": [squadron]}
            return self.severities(rule, {"ruleset": "dw-4", "nation": "enlightened", "mfv": 150, "groups": [group]}, **more)

        cruiser = {"unit": "quintilian-bombardment-cruiser", "models": 1}           # 140 points, and a generator
        self.assertEqual(found("g4-generators", cruiser), ["error"])
        self.assertEqual(found("g4-generators", cruiser, open=["options"]), ["undetermined"])
        self.assertEqual(found("g4-points", cruiser), [])
        self.assertEqual(found("g4-points", cruiser, open=["options"]), ["undetermined"])
        # Too many points already, and too many of what is stated.
        self.assertEqual(found("g4-points", {**cruiser, "models": 2}, open=["options"]), ["error"])
        self.assertEqual(found("g4-generators", {**cruiser, "options": [{"atomic-generator": 3}]}, open=["options"]), ["error"])

    def test_what_options_give_and_bring(self):
        """Options may make an air squadron torpedo bombers, and make a carrier bring something else than its wings."""
        wings = {"unit": "support-aircraft", "models": 5}
        data = {**self.BRITANNIA, "squadrons": [self.BATTLESHIP, wings]}
        self.assertEqual(self.severities("las-fighters", data, open=["options"]), ["undetermined"])
        self.assertEqual(self.severities("las-fighters", data), [])
        bastion = {"unit": "zhanmadao-class-dreadnought-bastion", "id": "bastion"}
        data = {**self.BRITANNIA, "nation": "chinese-federation", "squadrons": [bastion, {**wings, "models": 4, "brought-by": "bastion"}]}
        self.assertEqual(self.severities("carrier-wings", data), [])
        self.assertEqual(self.severities("carrier-wings", data, open=["options"]), ["undetermined"])
        data["squadrons"][1]["models"] = 50
        self.assertEqual(self.severities("carrier-wings", data, open=["options"]), ["error"])

    def test_allocations_and_decks(self):
        data = {**self.BRITANNIA, "squadrons": [self.BATTLESHIP]}
        self.assertEqual(self.severities("strategic-no-large", data), [])
        self.assertEqual(self.severities("strategic-no-large", data, open=["allocations"]), ["undetermined"])
        self.assertEqual(self.severities("main-share", data, open=["allocations"]), ["error"])
        self.assertEqual(self.severities("tac-16", data), ["note"])
        self.assertEqual(self.severities("tac-16", data, open=["decks"]), ["undetermined"])


class Lists(unittest.TestCase):
    def test_the_same_seed_makes_the_same_lists_and_both_verdicts(self):
        import random
        book = LIBRARY.book("dw-1.1", None)
        make = lambda: [Maker(book, maker_seed).list() for maker_seed in [random.Random("seed")] for _ in range(200)]
        lists = make()
        self.assertEqual(lists, make())
        with tempfile.TemporaryDirectory() as folder:
            path, verdicts = pathlib.Path(folder) / "list.yaml", set()
            for data in lists:
                path.write_text(json.dumps(data), encoding="utf-8")
                verdicts.add(report(LIBRARY, path)["verdict"])
        self.assertLessEqual({"legal", "illegal"}, verdicts)

    def test_a_smaller_list_has_one_thing_less(self):
        data = {"muster": 1, "ruleset": "x", "squadrons": [{"unit": "a", "models": 2}]}
        less = list(second_judge.smaller(data))
        self.assertIn({"muster": 1, "ruleset": "x", "squadrons": [{"unit": "a"}]}, less)
        self.assertNotIn(data, less)


if __name__ == "__main__":
    unittest.main()
