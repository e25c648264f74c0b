"""Sheets that players keep between games, and the rows of them that a list stands for."""
from .force import Force
from .names import names, slug


class Row:
    """A row of a sheet; the sheet's own fields are one too."""

    def __init__(self, sheet, kind, declared, data, at):
        self.sheet, self.kind, self.declared, self.data, self.at = sheet, kind, declared, data, at
        book = sheet.book
        self.fields, self.unit, self.free = {}, None, set()
        self.nation = sheet.nation
        for id, field in declared.items():
            value = data.get(id)
            holds = field.get("holds", "flag")
            if field.get("values"):
                words = value if isinstance(value, list) else [] if value is None else [value]
                by_name = {n: v for v, info in field["values"].items() for n in names({"id": v, "name": info["title"]})}
                self.fields[id] = {by_name.get(slug(w), slug(w)) for w in words}
                self.free |= {o for w in self.fields[id] for o in field["values"].get(w, {}).get("free", [])}
            elif holds == "flag":
                self.fields[id] = {"true"} if value is True else set()
            elif holds == "number":
                self.fields[id] = {"true"} if value is not None else set()
            elif holds == "unit" and value is not None:
                self.unit = book.unit(sheet.nation, value)
                self.fields[id] = {self.unit["id"]} if self.unit else {slug(value)}
                self.unit_unknown = self.unit is None
            else:
                self.fields[id] = {slug(value)} if value is not None else set()

    unit_unknown = False

    @property
    def name(self):
        return self.data.get("name")

    def number(self, field):
        value = self.data.get(field, 0)
        if isinstance(value, list):
            return len(value)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    def fact(self, trait, judge):
        if trait == "row":
            return {self.kind}, False
        if trait == "nation":
            return ({self.nation}, False) if self.nation not in (None, "?") else (set(), True)
        if trait in self.fields:
            return self.fields[trait], trait == "unit" and self.unit_unknown
        if trait == "unit" or judge.book.owner(trait) == "unit":
            if self.unit_unknown:
                return set(), True
            if not self.unit:
                return set(), False
            if trait == "unit":
                return {self.unit["id"]}, False
            value = {judge.word(v) for v in Force.values((self.unit.get("traits") or {}).get(trait, False))}
            return value, False
        if judge.book.owner(trait) == "nation" and self.nation not in (None, "?"):
            return judge.nation_traits(self.nation, trait), False
        return set(), False


class Sheet:
    def __init__(self, book, data, tell=lambda *_: None):
        self.book, self.kind = book, data["kind"]
        declared = book.head["sheets"][self.kind]
        self.nation = None
        if data.get("nation"):
            self.nation = book.nations.get(slug(data["nation"]), "?")
            if self.nation == "?":
                tell("unknown-nation", "undetermined", "/nation", f"the nation `{data['nation']}` is unknown")
        self.own = Row(self, self.kind, declared.get("fields", {}), data, "")
        self.rows = []
        for key, kind in declared["rows"].items():
            for number, row in enumerate(data.get(key) or []):
                one = Row(self, key, kind["fields"], row, f"/{key}/{number}")
                one.of = kind.get("of")
                self.rows.append(one)
                if one.unit_unknown and self.nation != "?":
                    tell("unknown-unit", "undetermined", one.at, "the unit is unknown")
