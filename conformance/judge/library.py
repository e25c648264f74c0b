"""The rulesets at hand, read once each, with the units that a club adds."""
import csv
import io
import pathlib

from . import rulebook
from .names import slug


class Library:
    def __init__(self, folder):
        self.folder, self.books = pathlib.Path(folder), {}

    def book(self, id, wanted, units=()):
        # The folder is named after the major version that its newest files have.
        folder = max((self.folder / id).iterdir(), key=lambda path: int(path.name))
        version = rulebook.newest(folder, wanted)
        key = (id, version, tuple(map(str, units)))
        if key not in self.books:
            extra = [pair for path in units for pair in units_of(path, rulebook.folder_of(folder, version))]
            self.books[key] = rulebook.Rulebook(rulebook.folder_of(folder, version), extra)
        return self.books[key]


def units_of(path, folder):
    """The units of a club: (nation, unit)."""
    if str(path).endswith(".csv"):
        return spreadsheet(path, folder)
    file = rulebook.read(path)
    return [(file.get("nation"), unit) for unit in file["units"]]


def spreadsheet(path, folder):
    head = rulebook.read(folder / "ruleset.yaml")
    nations = {slug(n): id for id, nation in head["nations"].items() for n in (id, nation["name"], *nation.get("aliases", []))}
    text = "".join(line for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines(True) if not line.startswith("#"))
    units = []
    for row in csv.DictReader(io.StringIO(text)):
        row = {key.replace("_", "-"): value for key, value in row.items() if value}
        unit = {"id": row.get("id") or slug(row["name"]), "name": row["name"], "traits": {}, "card": {"stats": {}, "rules": []}}
        if row.get("points"):
            unit["points"] = int(row["points"])
        for trait, info in head["traits"].items():
            if row.get(trait):
                words = {slug(n): v for v, one in info.get("values", {}).items() for n in (v, one["title"])}
                several = [words.get(slug(w), slug(w)) for w in row[trait].split(";")]
                unit["traits"][trait] = several if info.get("many") else several[0]
        for stat in head.get("stats", {}):
            if row.get(stat):
                unit["card"]["stats"][stat] = int(row[stat]) if row[stat].isdigit() else row[stat]
        if row.get("rules"):
            unit["card"]["rules"] = [rule.strip() for rule in row["rules"].split(";")]
        if row.get("min") or row.get("max"):
            unit["squadron"] = {"min": int(row.get("min", 1)), "max": int(row["max"]) if row.get("max") else None}
        if row.get("attachment-only", "").lower() in ("yes", "true", "x", "1"):
            unit["only"] = "attached"
        if row.get("parent"):
            unit["attaches"] = [{"to": {"unit": [slug(p) for p in row["parent"].split(";")]}}]
        units.append((nations.get(slug(row.get("nation", ""))), unit))
    return units
