"""Every entry that a player may take has a name in the ruleset, by which a list or a roster may take it too."""

import re
import unicodedata

from catalogue import all_entries, entries
from conditions import offered
from files import View


class Names:
    """The names in a ruleset. An entry may be an option, but also another unit, or a trait of its unit."""

    def __init__(self, ruleset):
        self.ruleset, recipe = ruleset, ruleset.recipe
        # The names of all units, and what is sold with them.
        self.units = {}
        for unit in (unit for _, _, units in ruleset.nations() for unit in units):
            sold = set().union(*of_entries(unit).values())
            for name in names_of(unit):
                self.units.setdefault(plain(name), set()).update(sold)
        self.traits = {plain(recipe["leader"]["by"])} if "leader" in recipe else set()
        self.permits = [*(recipe.get("permits") or []), *filter(None, [(recipe.get("names") or {}).get("attached")])]
        self.ignored = [rule["pattern"] for rule in recipe.get("ignore") or []]

    def facts(self, reader, units, files, emit):
        """Facts on the names of units, and of the entries below them that a player may choose."""
        tops = {each: view for view in (View(files, node) for node in files.tops[0]) for each in view.ids}
        models = {each for unit in units for each in entries(unit)}
        elsewhere = of_entries(units)
        for unit in units:
            # Options with a common name share their other names.
            known, alike = of_entries(unit), {}
            for called in known.values():
                for name in called:
                    alike.setdefault(name, set()).update(called)
            roots = {id(tops[each]): tops[each] for each in all_entries(unit) if each in tops}.values()
            own = set().union(*of_entries(unit).values()) | self.units.keys() | self.traits
            for root in roots:
                self.fact(root, self.units.keys(), unit, emit)
                for view in self.choices(root, reader):
                    made = set().union(*(known.get(each) or elsewhere.get(each) or set() for each in view.ids))
                    if not models & set(view.ids):
                        made = made.union(*(alike.get(name, ()) for name in made))
                        self.fact(view, made or own | self.around(view), unit, emit)

    def around(self, view):
        """What is sold with the units inside which an entry stands, such as the infantry of a bunker."""
        sold = set()
        while view := view.parent:
            sold |= self.units.get(plain(view.name), set())
        return sold

    def fact(self, view, named, unit, emit):
        names = [node.name for node in view.nodes if node.name]
        missing = [name for name in names if not {plain(said) for said in self.said(name)} & named]
        emit(unit["id"], ("names", view.id), None if missing else names, names, view.id)

    def choices(self, view, reader):
        """The entries below a view that a player may take or not, where a player sees them."""
        for child in view.children():
            if any(re.search(pattern, child.name) for pattern in self.ignored) or offered(child) is False:
                continue
            if child.what == "entry" and not reader.fixed(child):
                yield child
            yield from self.choices(child, reader)

    def said(self, name):
        """The name, and that of the unit in the name of an attachment."""
        yield name
        for pattern in self.permits:
            if found := re.search(pattern, name):
                yield found[1]


def of_entries(thing):
    """Each entry of units, members, options and choices, with the names of all that was made of it."""
    found = {}

    def look(part):
        if isinstance(part, dict):
            for each in entries(part) if "name" in part else []:
                found.setdefault(each, set()).update(map(plain, names_of(part)))
            part = list(part.values())
        if isinstance(part, list):
            for each in part:
                look(each)

    look(thing)
    return found


def names_of(thing):
    return [thing.get("name") or "", *(thing.get("aliases") or [])]


def plain(name):
    """A name as names are compared: letters and digits without accents, in words."""
    letters = [letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter)]
    return " ".join(re.findall(r"\w+", re.sub("['’]", "", "".join(letters)).casefold()))
