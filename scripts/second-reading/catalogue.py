"""Reads what Muster ships: the catalogues, and the folder `import` that says how they were made."""

from pathlib import Path

import yaml

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load(path):
    """A YAML file. Numbers in it become numbers, everything else stays text."""
    return yaml.load(Path(path).read_text(encoding="utf-8"), Loader)


class Ruleset:
    """A ruleset whose catalogues are made from the community's files."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.recipe = load(self.folder / "import" / "recipe.yaml")
        self.aliases = load(self.folder / "import" / "aliases.yaml")
        self.corrections = load(self.folder / "import" / "corrections.yaml")["corrections"]
        self.printed = set()

    def nations(self):
        """Each nation of the recipe, with its id and the units of its catalogue."""
        for nation in self.recipe["nations"]:
            name = nation.get("id") or nation["catalogue"]
            units = load(self.folder / "catalogue" / f"{name}.yaml")["units"]
            printed = self.recipe.get("cards", {}).get("files", {}).get(name, {}).get("vintage")
            self.printed |= {(name, unit["id"]) for unit in units if printed and unit.get("vintage") == printed}
            yield name, nation, units

    def is_printed(self, catalogue, unit):
        """Whether the figures of a unit are those of a printed card."""
        return (catalogue, unit) in self.printed

    def of_unit(self, catalogue, unit):
        """The corrections that set something of a unit of the catalogue."""
        wanted = {"catalogue": catalogue, "unit": unit}
        return [c["set"] for c in self.corrections if c["at"] == wanted]


def covers(change, path, shipped):
    """Whether a correction sets what stands at a path of the unit, to the value that is shipped there."""
    for step in path:
        if not isinstance(change, dict):
            # The correction replaces the whole around it, or removes it.
            return change is None or isinstance(change, list)
        if step == "offers" and "options" in change:
            return True
        if step not in change:
            return False
        change = change[step]
    return change == shipped or isinstance(change, (dict, list))


def named(things, path, inside=()):
    """Each option below a unit, a member, an option or a choice, with its path: options, choices, and all that they hold.
    `inside` are the choices and options around it."""
    for key in ("members", "options", "choices"):
        for thing in things.get(key) or []:
            here = path + (key, thing["id"])
            yield here, key, thing
            yield from named(thing, here)


def entries(thing):
    return [str(each) for each in thing.get("entries") or []]


def all_entries(thing):
    """The ids of the entries of a unit and of everything in it."""
    if isinstance(thing, dict):
        yield from entries(thing)
        thing = list(thing.values())
    if isinstance(thing, list):
        for part in thing:
            yield from all_entries(part)
