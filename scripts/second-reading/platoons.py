"""The second reading of legions-2.0: Sections of infantry and machines."""

import re

from catalogue import all_entries, entries, load
from conditions import changed
from files import View, changes, number, squeeze
from ships import figure
from tally import weapons


def straight(text):
    """A text with straight quotes and single blanks."""
    return squeeze(re.sub("[‘’´`]", "'", re.sub("[“”]|''", '"', text)))


class Reader:
    def __init__(self, ruleset, nation, units, files, _=None):
        self.recipe, self.aliases, self.files = ruleset.recipe, ruleset.aliases, files
        self.units = {unit["id"]: unit for unit in units}
        self.spelling = dict(self.aliases.get("names") or {})
        for path in self.recipe["special-rules"]:
            for rule in load(ruleset.folder / "import" / path):
                for alias in rule.get("aliases") or []:
                    self.spelling[alias] = rule["name"]
        self.places = {}
        self.tops = [View(files, node) for node in files.tops[0]]
        for view in [v for top in self.tops for v in top.walk()]:
            self.places.setdefault(view.id, view)
        # Figures of weapons whose cards are empty in some places and filled in others.
        self.filled = {}
        for profile in files.profiles.values():
            if profile.kind == self.recipe["weapon"] and any(re.search(r"\d", v) for v in profile.values.values()):
                self.filled.setdefault(straight(profile.name), []).append(profile)

    def fixed(self, view):
        """A part that is always there."""
        return view.what == "entry" and bool(view.least) and view.least == view.most

    def rules(self, text):
        """The special rules of a card. Values stand in brackets."""
        found = []
        for part in re.split(r",(?![^(]*\))", straight(text)):
            name, _, value = part.strip().partition("(")
            name = self.spelling.get(name.strip(), name.strip())
            if name not in ("", "-"):
                found.append(f"{name} ({value.strip()}" if value else name)
        return found

    def stats(self, profile):
        stats, rules = {}, []
        for name, key in self.recipe["cards"][profile.kind].items():
            value = straight(profile.values.get(name, ""))
            if key == "rules":
                rules = self.rules(value)
            elif key != "type" and value not in ("", "-"):
                stats[key] = figure(value)
        for rule in rules:
            if found := re.fullmatch(rf"{self.recipe['transport']['by']} \((\d+)\)", rule):
                stats[self.recipe["capacity"]] = int(found[1])
        return stats, rules

    def card(self, view):
        """The card of a model."""
        found = view.cards(*self.recipe["cards"])
        return found[0] if found else None

    def figures(self, profile):
        values = [straight(value) for value in profile.values.values()]
        bands = tuple(str(figure(value)) if value else "-" for value in values[: self.recipe["bands"]])
        return bands, tuple(self.rules(values[self.recipe["bands"]] if len(values) > self.recipe["bands"] else ""))

    def guns(self, view):
        """The weapons of a view: its own, and those of entries that are always there."""
        found = []
        for profile in view.cards(self.recipe["weapon"]):
            # Some cards are empty and filled in elsewhere in the file.
            same = [profile] if re.search(r"\d", "".join(profile.values.values())) else self.filled.get(
                straight(profile.name), [profile])
            found.append((straight(profile.name), *[self.figures(each) for each in same]))
        if view.what == "entry" and not found and not self.card(view) and straight(view.name) in self.filled:
            found.append((straight(view.name), *[self.figures(each) for each in self.filled[straight(view.name)]]))
        for child in view.children():
            # A group that must be filled from one entry is that entry.
            only = child.children() if child.what == "group" and child.least and child.least == child.most else []
            if len(only) == 1 and only[0].most == child.most:
                found += self.guns(only[0]) * child.most
            if child.what == "entry" and child.least and child.least == child.most and not self.card(child):
                found += self.guns(child) * child.most
        return found

    def weapon(self, shipped):
        return shipped["name"], (tuple(str(b) for b in shipped["bands"]), tuple(shipped.get("rules") or []))

    def surcharges(self, view, ids):
        """What a model costs more beside other things, by the options that must and must not be taken. `ids` names the
        option of each entry."""
        rows = {}
        for change in self.price_changes(view):
            if self.counts(change, view, view):
                continue
            by = changed(0, change) * number(change.element.get("numRepeats") or 1)
            need, bar, either = set(), set(), []
            child = change.element.get("incrementChildId")
            if change.element.get("repeat") == "true" and child in ids:
                need.add(ids[child])
            for condition in change.conditions:
                option = ids.get(condition.get("childId"))
                if not option:
                    # It asks for a choice of another Section.
                    continue
                if condition.get("type") == "equal to" and number(condition.get("value")) == 0:
                    bar.add(option)
                elif self.in_or(change.element, condition):
                    either.append({option})
                else:
                    need.add(option)
            for more in either or [set()]:
                key = (frozenset(need | more), frozenset(bar))
                rows[key] = rows.get(key, 0) + by
        return rows

    def price_changes(self, view):
        return [c for c in changes([view.nodes[0].element]) if c.field == "points" and c.kind in ("increment", "decrement")]

    def counts(self, change, view, of):
        """Whether a change of the price of one view depends on the number of another."""
        return of.id in [change.element.get("incrementChildId") if change.element.get("repeat") == "true" else None,
                         *(condition.get("childId") for condition in change.conditions)]

    def together(self, view, root, taken):
        """The price of so many of a model together, with what the Section then costs more."""
        def extra(change):
            for condition in change.conditions:
                least = number(condition.get("value"))
                if condition.get("childId") == view.id and not {
                        "equal to": taken == least, "greater than": taken > least, "less than": taken < least,
                        "at least": taken >= least}[condition.get("type")]:
                    return 0
            times = 1
            if change.element.get("repeat") == "true" and change.element.get("incrementChildId") == view.id:
                times = taken // number(change.element.get("incrementValue")) * number(change.element.get("numRepeats"))
            return changed(0, change) * times

        own = view.points() + sum(extra(c) for c in self.price_changes(view) if self.counts(c, view, view))
        return round(own * taken + sum(extra(c) for c in self.price_changes(root) if self.counts(c, root, view)), 3)

    def in_or(self, modifier, condition):
        return any(group.get("type") == "or" and condition in list(group.iter())
                   for group in modifier.iter() if group.tag.endswith("conditionGroup"))

    def shipped_surcharges(self, thing):
        return {(frozenset(row.get("with") or []), frozenset(row.get("without") or [])): row["points"]
                for row in thing.get("points-with") or []}

    def unit(self, unit, emit):
        views = [self.places[each] for each in entries(unit) if each in self.places]
        root = views[0] if views else None
        cards = [v for v in views if self.card(v)] or views[-1:]
        model = cards[0] if cards else root

        def facts(path, shipped, read, at=None):
            emit(path, shipped, read, (at or root).id if root else "none")

        facts(("there",), True, bool(root))
        if not root:
            return
        ids = {}
        self.name_options(unit, ids)
        base = (root.points() or 0) + (0 if model is root else model.points() or 0)
        facts(("points",), unit.get("points"), base)
        size = unit.get("squadron") or {}
        if model is not root:
            facts(("squadron", "min"), size.get("min"), model.least, model)
            facts(("squadron", "max"), size.get("max"), model.most, model)
        self.compare_card(facts, ("card",), unit.get("card") or {}, model)
        self.compare_surcharges(facts, (), unit, model, ids)
        self.things(facts, (), unit, ids)

    def name_options(self, thing, ids):
        for key in ("options", "choices"):
            for part in thing.get(key) or []:
                for each in entries(part):
                    ids.setdefault(each, part["id"])
                self.name_options(part, ids)

    def compare_card(self, facts, path, card, view, stats_key="stats"):
        profile = self.card(view)
        if profile:
            stats, rules = self.stats(profile)
            shipped = card.get(stats_key) or {}
            for name in sorted({*stats, *shipped}):
                facts(path + (stats_key, name), shipped.get(name), stats.get(name), view)
            if self.person(view, path) and self.recipe["unique"] not in rules:
                rules = [*rules, self.recipe["unique"]]
            facts(path + ("rules",), sorted(card.get("rules") or []), sorted(rules), view)
        self.compare_guns(facts, path, card, view)

    def compare_guns(self, facts, path, card, view):
        shipped = [self.weapon(w) for w in card.get("weapons") or [] for _ in range(w.get("count", 1))]
        # A weapon without figures of its own may have those of any card of its name.
        read = [(name, next((f for f in figures if (name, f) in shipped), figures[0])) for name, *figures in self.guns(view)]
        weapons(lambda *fact: facts(*fact, view), path, shipped, read)

    def person(self, view, path):
        """Whether a model is a named person: of whom a roster or a force has one, and who has no rank."""
        def once(element):
            return "1" in (element.get("maxInRoster"), element.get("maxInForce"))

        if view.parent and once(view.nodes[0].element):
            return True
        main = path == ("card",)
        root = view.parent or view
        ranks = any(each.name == self.recipe["rank"] or each.name == "Command Levels" for each in root.walk())
        return main and once(root.nodes[0].element) and not ranks

    def compare_surcharges(self, facts, path, thing, view, ids):
        shipped, read = self.shipped_surcharges(thing), self.surcharges(view, ids)
        for key in {**shipped, **read}:
            label = "+".join(sorted(map(str, key[0]))) + ("-" + "-".join(sorted(map(str, key[1]))) if key[1] else "")
            facts(path + ("points-with", label), shipped.get(key), read.get(key), view)

    def things(self, facts, path, thing, ids):
        for key in ("options", "choices"):
            for part in thing.get(key) or []:
                self.thing(facts, path + (key, part["id"]), key, part, ids)

    def thing(self, facts, path, key, thing, ids):
        views = [self.places[each] for each in entries(thing) if each in self.places]
        if entries(thing):
            facts(path + ("there",), True, bool(views))
        if views:
            view = views[0]
            if key == "choices":
                facts(path + ("min",), thing.get("min"), view.least or 0, view)
                facts(path + ("max",), thing.get("max"), view.most, view)
            else:
                facts(path + ("points",), thing.get("points"), view.points() or 0, view)
                self.compare_surcharges(facts, path, thing, view, ids)
                root = view
                while root.parent:
                    root = root.parent
                most = max(view.most or 1, 3 if any(self.counts(c, root, view) for c in self.price_changes(root)) else 1)
                prices = [self.together(view, root, taken) for taken in range(1, most + 1)]
                for taken, price in enumerate((thing.get("together") or [])[:most], 1):
                    facts(path + ("together", taken), price, prices[taken - 1], view)
                if any(price != prices[0] * taken for taken, price in enumerate(prices, 1)):
                    facts(path + ("together",), True, bool(thing.get("together")), view)
                kind = "becomes" if "becomes" in thing else "adds" if "adds" in thing else None
                if kind:
                    self.compare_card(facts, path + (kind, "card"), thing[kind].get("card") or {}, view)
                elif self.card(view):
                    self.compare_card(facts, path, thing, view, "sets")
                else:
                    self.compare_guns(facts, path, thing, view)
        self.things(facts, path, thing, ids)

    def left_out(self):
        known = {each for unit in self.units.values() for each in all_entries(unit)}
        for top in self.tops:
            for view in top.walk():
                if view.what == "entry" and view.id not in known and (not view.parent or view.points() or self.card(view)):
                    yield view.id, view.name
