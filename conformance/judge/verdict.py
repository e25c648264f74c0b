"""The verdict on a list or a sheet: what no rule says, each rule in use, and what is the gravest of it."""
import pathlib
from dataclasses import replace
from math import inf

from . import checks, decks, rulebook, sheets, slots
from .amounts import Scope, charges, limit_of
from .force import Force, left_open, squadrons_of
from .names import names, slug
from .ranges import add, all_of, at_least, exactly, within
from .selectors import Judge

ORDER = ("error", "undetermined", "warning", "note", "waived")


def unsettled_of(book, data, given):
    """The settings that the source left open, with all values that each may have. One without a default may have none."""
    kinds, found = left_open(data), {}
    for id, setting in book.head.get("settings", {}).items():
        if id in given or setting.get("given-by") in given or not ("settings" in kinds or (id == "core" and "core" in kinds)):
            continue
        if setting.get("values"):
            found[id] = list(setting["values"]) + ([] if setting.get("default") is not None else [None])
        elif setting.get("numbers"):
            found[id] = [[], *([number] for number in setting["numbers"])]
        elif setting.get("range"):
            found[id] = list(range(setting["range"]["min"], setting["range"]["max"] + 1))
        else:
            found[id] = [False, True]
    return found


def settings_of(book, data, tell):
    """What holds for the game: stated, given by another setting, or by default; and what the list states itself."""
    values, given = {}, set()
    declared = book.head.get("settings", {})
    by_name = {n: id for id, s in declared.items() for n in names({"id": id, "name": s["title"]})}
    stated = {}
    for name, value in (data.get("settings") or {}).items():
        if slug(name) not in by_name:
            tell("unknown-word", "error", f"/settings/{name}", f"there is no setting `{name}`")
            continue
        stated[by_name[slug(name)]] = value
    for id, setting in declared.items():
        value = stated.get(id)
        if value is not None:
            given.add(id)
        elif setting.get("default") is not None:
            value = setting["default"]
        if setting.get("values") and value is not None:
            words = {n: w for w, v in setting["values"].items() for n in names({"id": w, "name": v["title"]})}
            value = words.get(slug(value), slug(value))
        elif setting.get("numbers"):
            value = None if value is None else [int(v) for v in (value if isinstance(value, list) else [value])]
        elif setting.get("range"):
            value = None if value is None else int(value)
        else:
            value = value in (True, "true")
        values[id] = value
    for id, setting in declared.items():
        giver = setting.get("given-by")
        if giver:
            if id in given and giver in given:
                tell("settings-contradict", "error", f"/settings/{id}", f"`{id}` and `{giver}` are both stated")
            if id not in given:
                values[id] = declared[giver]["values"][values[giver]].get("gives", [])
    return values, given


class Unreadable(Exception):
    """What is wrong with a file that is no list of its game: (rule, place, message)."""


class Case:
    """One document, judged."""

    def __init__(self, book, data, folder):
        self.book, self.data, self.findings = book, data, []
        self.settings, given = settings_of(book, data, self.tell)
        self.points = None
        self.left_open, self.perhaps_consents, self.open_decks = left_open(data), set(), {}
        # The rules that may forbid a model a role, or a card of a deck, which the list leaves open.
        self.perhaps_forbids = []
        kinds = book.head.get("group-kinds", {})
        if kinds and not book.head.get("ungrouped") \
                and data.get("kind", "list") == "list" and squadrons_of(data):
            raise Unreadable("unknown-word", "/squadrons", "the squadrons of this game stand in groups")
        if data.get("kind", "list") != "list":
            self.judge_sheet(given)
            return
        sheet = self.find_sheet(folder)
        rows = None if sheet is None else [row for row in sheet.rows if row.of == "squadron"] if sheet else []
        self.force = Force(book, data, self.settings, rows)
        self.decks = decks.read(book, data, self.tell)
        if "decks" in self.left_open:
            self.open_decks = {deck: [decks.OpenDeck(deck)] for deck in book.decks if deck not in self.decks}
        unsettled = unsettled_of(book, data, given)
        self.judge = Judge(book, self.settings, given, self.force, {**self.decks, **self.open_decks}, unsettled)
        self.read_sheet(sheet)
        self.consents = {slug(c) for c in data.get("consents") or []}
        for id, setting in book.head.get("settings", {}).items():
            if setting.get("consent") and self.judge.holds(id, True) is not False:
                (self.consents if self.judge.holds(id, True) else self.perhaps_consents).add(setting["consent"])
        for group in self.force.groups:
            slots.fill(self.judge, group)
        self.judge.charges = charges(self.judge)
        self.remarks()
        for rule in book.rules.values():
            if self.judge.in_use(rule) is not False:
                self.ask(rule)
        # A list must not be legal because it does not say who has a role.
        if self.perhaps_forbids and self.verdict == "legal":
            self.tell(self.perhaps_forbids[0], "undetermined", "", "who has a role, or what a deck holds, is left open")

    def tell(self, rule, severity, at, message=""):
        self.findings.append((rule, severity, at, message))

    @property
    def verdict(self):
        found = {severity for _, severity, _, _ in self.findings}
        return "illegal" if "error" in found else "undetermined" if "undetermined" in found else "legal"

    # What no rule of a book says.

    def remarks(self):
        force, book = self.force, self.book
        self.findings += force.findings
        for squadron in force.squadrons:
            for one in [squadron] if squadron.unit and squadron.gift is False else []:
                if one.unpriced:
                    self.tell("missing-price", "undetermined", squadron.at, f"the price of {squadron.name} is not known")
            stated = book.nations.get(slug(squadron.data["nation"])) if squadron.data.get("nation") else None
            if stated and squadron.unit and squadron.unit["nation"] is None and force.nation not in ("?", stated):
                self.tell("nation-without-effect", "warning", squadron.at, f"{squadron.name} is of no nation")
            claim = squadron.data.get("points")
            low, high = squadron.whole_points
            # A claim may leave what is attached to itself.
            if claim is not None and low == high != claim and squadron.points != (claim, claim):
                self.tell("points-claimed", "warning", squadron.at, f"claims {claim}, but costs {low}")
        low, high = add(self.judge.charges, *(s.points for s in force.squadrons))
        self.points = low if low == high else None
        claim = self.data.get("points")
        if claim is not None and self.points is not None and claim != self.points:
            self.tell("points-claimed", "warning", "/points", f"the list claims {claim}, but costs {self.points}")
        if not self.data.get("mfv") and any(self.judge.in_use(r) for r in book.rules.values()):
            pass
        vintage = book.head.get("vintage")
        if vintage:
            for other in sorted({s.unit["vintage"] for s in force.squadrons if s.unit and s.unit.get("vintage")} - {vintage}):
                self.tell("vintage", "note", "", f"figures of edition {other}")
        for id in sorted({slug(c) for c in self.data.get("consents") or []}):
            if not book.rules.get(id, {}).get("waivable"):
                self.tell("consent-without-effect", "warning", "/consents", f"the rule `{id}` cannot be waived")
        for deck, info in book.head.get("decks", {}).items():
            rule = book.rules.get(info.get("rule"))
            if rule and deck not in self.decks:
                used = self.judge.in_use(rule)
                if deck in self.open_decks and used is not False:
                    self.tell(rule["id"], "undetermined", "/decks", "the deck is left open")
                elif used:
                    self.tell(rule["id"], "note", "/decks", "the deck is not given")

    # Sheets.

    def find_sheet(self, folder):
        """The sheet that the list points at: False if it points at none, None if that is not at hand."""
        pick = self.data.get("sheet")
        if not pick:
            return False
        try:
            data = rulebook.read(folder / pick["file"])
        except OSError:
            return None
        known = isinstance(data, dict) and data.get("kind") in self.book.head.get("sheets", {})
        return sheets.Sheet(self.book, data) if known else None

    def read_sheet(self, sheet):
        self.sheet_rows, self.sheet_kind = None, None
        self.judge.row_traits = {f for s in self.book.head.get("sheets", {}).values() for k in s["rows"].values() for f in k["fields"]}
        if sheet is False:
            return
        pick = self.data["sheet"]
        if sheet is None:
            self.tell("unknown-sheet", "undetermined", "/sheet", f"the sheet {pick['file']} is not at hand")
            self.judge.sheet_missing = True
            self.sheet_kind = next(iter(self.book.head.get("sheets", {})), None)
            return
        self.sheet_kind = sheet.kind
        named = {slug(n): n for n in pick.get("rows") or []}
        rows = [sheet.own]
        for row in sheet.rows:
            if row.of != "list" or slug(row.name or "") in named:
                rows.append(row)
                named.pop(slug(row.name or ""), None) if row.of == "list" else None
        for name in named.values():
            self.tell("unknown-sheet", "undetermined", "/sheet/rows", f"the sheet has no row `{name}`")
            self.judge.sheet_missing = True
        self.sheet_rows = rows
        for squadron in self.force.squadrons:
            for row in sheet.rows:
                if row.of == "squadron" and row.name and squadron.data.get("name") and slug(row.name) == slug(squadron.data["name"]) \
                        and squadron.unit and row.unit and row.unit["id"] == squadron.unit["id"]:
                    squadron.row = row

    def judge_sheet(self, given):
        sheet = sheets.Sheet(self.book, self.data, self.tell)
        self.force, self.decks, self.consents = None, {}, set()
        self.judge = Judge(self.book, self.settings, given)
        rows = [sheet.own, *sheet.rows]
        self.sheet_rows, self.sheet_kind = rows, None
        for rule in self.book.rules.values():
            if not self.judge.in_use(rule):
                continue
            for clause in rule.get("clauses", []):
                if clause.get("in") != sheet.kind:
                    continue
                everything = Scope(None, [], [], [], rows, sets=[], groups=[])
                if clause.get("each") == "row":
                    self.each_row(rule, clause, rows, everything)
                else:
                    self.look(rule, clause, True, everything, "", everything)

    def each_row(self, rule, clause, rows, everything):
        seen = set()
        for row in rows:
            answer = self.judge.matches(clause.get("where", {}), row)
            if answer is False:
                continue
            scope_rows, by = [row], clause.get("by")
            if by:
                word = row.data.get(by)
                if word is None:
                    continue
                if slug(word) in seen:
                    continue
                seen.add(slug(word))
                scope_rows = [r for r in rows if r.data.get(by) is not None and slug(r.data[by]) == slug(word)]
            self.look(rule, clause, answer, Scope(None, [], [], [], scope_rows, sets=[], groups=[]), row.at, everything)

    # Rules.

    def ask(self, rule):
        if rule["kind"] == "check":
            for at, severity, *message in checks.run(self.judge, rule):
                if severity:
                    self.found(rule, rule.get("severity", "error"), severity == "error", at, *message)
        if rule["kind"] in ("limit", "check", "by-hand"):
            for clause in rule.get("clauses", []):
                self.clause(rule, clause)

    def clause(self, rule, clause):
        # The pack has single lists.
        if clause.get("in") or clause.get("together"):
            return
        rows = None
        if clause.get("with"):
            if self.sheet_kind != clause["with"]:
                return
            if self.sheet_rows is None:
                return
            rows = self.sheet_rows
        forbids = (clause.get("severity") or rule.get("severity", "error")) == "error" and rule["kind"] != "by-hand" \
            and not (rule.get("waivable") and rule["id"] in self.consents)
        if clause.get("deck") in self.open_decks:
            self.perhaps_forbids += [rule["id"]] if forbids else []
            return
        cards = None
        if clause.get("deck"):
            cards = self.judge.decks.get(clause["deck"])
            if cards is None:
                return
        everything = Scope(self.force, cards=cards, rows=rows)
        where, each = clause.get("where", {}), clause.get("each", "list")
        for thing, scope, at in self.things(each, cards, rows, everything):
            answer = True if each == "list" else self.matches(where, thing)
            if each == "bearer" and thing.supposed:
                self.perhaps_forbids += [rule["id"]] if forbids and answer is not False else []
                continue
            if answer is not False:
                self.look(rule, clause, answer, scope, at, everything)

    def matches(self, where, thing):
        if isinstance(thing, list):
            # A unit: what any of its models is.
            answers = [self.judge.matches(where, models) for models in thing]
            answers = [None if answer and getattr(one, "supposed", False) else answer for one, answer in zip(thing, answers)]
            return True if True in answers else None if None in answers else False
        return self.judge.matches(where, thing)

    def things(self, each, cards, rows, everything):
        force = self.force
        if each == "list":
            yield None, everything, ""
        elif each == "group":
            for group in force.groups:
                yield group, Scope(force, [s for s in force.squadrons if s.group is group], cards=cards, rows=rows, focus=group,
                                   groups=[group]), group.at
        elif each in ("squadron", "squadron-alone"):
            for squadron in force.squadrons:
                inside = [squadron] if each == "squadron-alone" else \
                    [s for s in force.squadrons if squadron in lineage(s)]
                yield squadron, Scope(force, inside, cards=cards, rows=rows, focus=squadron), squadron.at
        elif each == "unit":
            # Models that an option makes are a unit of their own. What an unknown unit is may be any of them.
            unknown = [s for s in force.squadrons if not s.unit]
            known = [s for s in force.squadrons if s.unit]
            sets = [m for s in known for m in s.sets if m.number[1]]
            for id in dict.fromkeys([s.unit["id"] for s in known] + [m.unit_id for m in sets]):
                same, models = [s for s in known if s.unit["id"] == id], [m for m in sets if m.unit_id == id]
                first = same[0] if same else models[0].squadron
                yield models or same, Scope(force, same + unknown, cards=cards, rows=rows, perhaps=unknown,
                                            sets=models + [m for s in unknown for m in s.sets]), first.at
        elif each == "bearer":
            for bearer in force.bearers:
                if bearer.number[1]:
                    # What is said of one of several is said of each.
                    one = replace(bearer, number=(1, 1))
                    yield one, Scope(force, [bearer.squadron], [one], cards, rows, focus=one), bearer.at
        elif each == "card":
            for id in dict.fromkeys(card.id for card in cards):
                same = [card for card in cards if card.id == id]
                yield same[0], Scope(force, cards=same, rows=rows), same[0].at
        elif each == "row":
            for row in rows or []:
                yield row, Scope(force, cards=cards, rows=[row]), row.at

    def look(self, rule, clause, answer, scope, at, everything):
        for limit in clause.get("when", []):
            answer = all_of([answer, self.kept(limit, everything)])
        if answer is False:
            return
        kept = self.kept(clause["limit"], scope) if clause.get("limit") else False
        if kept is True:
            return
        severity = clause.get("severity") or rule.get("severity", "error")
        if rule["kind"] == "by-hand":
            severity = "note"
        sure = answer is True and kept is False
        numbers = "" if sure else f"cannot be decided: {self.numbers(clause.get('limit', {}), scope)}"
        if numbers and (rule["id"], "undetermined", at, numbers) in self.findings:
            return          # another clause says the same of it
        self.found(rule, severity, sure, at, numbers)

    def numbers(self, limit, scope):
        return limit_of(self.judge, limit, scope)

    def kept(self, limit, scope):
        return within(*self.numbers(limit, scope))

    def found(self, rule, severity, sure, at, message=""):
        sure = sure and self.judge.in_use(rule) is True
        if severity == "error" and rule.get("waivable") and rule["id"] in self.consents:
            if sure:
                self.tell(rule["id"], "waived", at, message)
            return
        if severity == "error" and rule.get("waivable") and rule["id"] in self.perhaps_consents:
            sure = False
        told = (rule["id"], "undetermined", at)
        if severity == "error" and not sure and self.left_open and told in [one[:3] for one in self.findings]:
            return          # what is left open is told once a place
        if severity == "error":
            self.tell(rule["id"], "error" if sure else "undetermined", at, message)
        elif sure:
            self.tell(rule["id"], severity, at, message)


def lineage(squadron):
    """A squadron and those that it is attached to."""
    while squadron:
        yield squadron
        squadron = squadron.parent


def report(library, path, units=()):
    """The judge's report on a file, with the keys that a conformance pack compares."""
    data = rulebook.read(path)
    name = data["ruleset"] if isinstance(data["ruleset"], dict) else {"id": data["ruleset"]}
    book = library.book(name["id"], name.get("version"), units)
    try:
        case = Case(book, data, pathlib.Path(path).parent)
    except Unreadable as wrong:
        rule, at, message = wrong.args
        return {"verdict": "unreadable", "points": None,
                "findings": [{"rule": rule, "severity": "error", "at": at, "message": message}]}
    findings = sorted(case.findings, key=lambda f: (ORDER.index(f[1]), f[0]))
    return {"verdict": case.verdict, "points": case.points,
            "findings": [{"rule": r, "severity": s, "at": a, "message": m} for r, s, a, m in findings]}
