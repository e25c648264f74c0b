"""The second reading of dw-3 and dw-4: fleets of units with hardpoints and generators."""

import re

from catalogue import entries
from conditions import changed, holds, limits, offered
from files import View, changes, number, squeeze
from ships import figure
from tally import weapons


def plain(text):
    """A text without the marks of its layout."""
    return squeeze(re.sub(r"<[^>]*>", "", text).replace("\xa0", " "))


def listed(text):
    """The parts of a list with commas. Commas in brackets part nothing."""
    parts = [squeeze(part) for part in re.split(r",(?![^(]*\))", plain(text))]
    # Brackets follow a blank, and close.
    parts = [re.sub(r"(?<=\w)\(", " (", part) + ")" * (part.count("(") - part.count(")")) for part in parts]
    return [part for part in parts if part not in ("", "-")]


class Reader:
    def __init__(self, ruleset, nation, units, files, _=None):
        self.recipe, self.aliases = ruleset.recipe, ruleset.aliases
        self.nation, self.units, self.files = nation, {unit["id"]: unit for unit in units}, files
        self.kinds = [self.recipe["points"], *(self.recipe.get("costs") or {})][:2]
        self.roots = {}
        for top in files.tops:
            for node in top:
                self.roots.setdefault(node.id, View(files, node))

    def inside(self, view):
        """Whether a view is part of a unit: attached units are not."""
        return not re.search(self.recipe["attachments"], view.name)

    def found(self, thing, within):
        """The views of a thing of the catalogue, in the order of the file."""
        wanted = entries(thing)
        views = [v for home in within for v in home.walk(self.inside)]
        return [v for v in views if v.id in wanted] or [v for v in views if v.ids[-1] in wanted]

    def price(self, view, kind=None):
        """The price of a view, without what conditions change."""
        kind = kind or self.recipe["points"]
        price = 0
        for node in reversed(view.nodes):
            price += node.points.get(kind, 0)
            for change in changes([node.element]):
                if change.field == kind and not change.conditions and not change.repeats:
                    price = changed(price, change)
        return price

    def stats(self, profile, model):
        stats = {}
        for name, key in self.recipe["stats"].items():
            value = squeeze(profile.values.get(name, ""))
            if isinstance(key, list):
                stats.update(zip(key, map(int, re.findall(r"\d+", value))))
            elif value not in ("", "-"):
                stats[key] = figure(re.sub(r'"$', "", value))
        for kind, key in (self.recipe.get("costs") or {}).items():
            if model and self.price(model, kind):
                stats[key] = self.price(model, kind)
        return stats

    def rule(self, text):
        """A special rule as the catalogue spells it."""
        text = self.aliases.get("phrases", {}).get(text, text)
        name, bracket, figure_ = text.partition(" (")
        return self.aliases.get("rules", {}).get(name, name) + bracket + figure_

    def gun(self, profile, view):
        shape = self.recipe["weapons"]
        values = {name: plain(value) for name, value in profile.values.items()}
        for change in changes(profile.elements):
            if change.field in values and change.kind == "set" and holds(change.element, view, self.chosen):
                values[change.field] = plain(change.value)
        bands = tuple(str(figure(values.get(name, ""))) or "-" for name in shape["bands"])
        text = values.get(shape["rules"], "")
        for wrong, right in {**self.aliases.get("phrases", {}), **self.aliases.get("words", {})}.items():
            text = text.replace(wrong, right)
        rules = tuple(self.rule(rule) for rule in listed(text))
        return profile.name.replace("’", "'"), (bands, values.get(shape["arc"]) or None, rules)

    def weapon(self, shipped):
        bands = tuple(str(band) for band in shipped["bands"])
        return shipped["name"].replace("’", "'"), (bands, shipped.get("arc"), tuple(shipped.get("rules") or []))

    def fixed(self, view):
        """A part that is always there: it must be taken, or it is a weapon without a price and limits."""
        if view.what != "entry":
            return False
        free = view.least is None and view.most is None and not self.price(view) and view.parent.what == "entry"
        return (view.least or 0) >= 1 and view.least == view.most or free and bool(
            view.cards(self.recipe["weapons"]["profile"]))

    def companion(self, view):
        """Whether a part is a unit that comes along, or the model itself."""
        return any(v.cards(self.recipe["card"]) for v in view.walk(self.inside)) or any(
            self.price(view, kind) for kind in self.recipe.get("costs") or {})

    def guns(self, view):
        found = [self.gun(p, view) for p in view.cards(self.recipe["weapons"]["profile"])]
        for child in view.children():
            if child.what == "group" and view.what == "entry" and child.least is None and child.most is None:
                # A group without limits may hold weapons that are always there.
                found += [gun for part in child.children() if part.least and part.least == part.most
                          for gun in self.guns(part) * part.least]
            if self.fixed(child) and self.inside(child) and not self.companion(child) and not child.cards(self.recipe["card"]):
                found += self.guns(child) * (child.least or 1)
        return found

    def unit(self, unit, emit):
        roots = [self.roots[each] for each in entries(unit) if each in self.roots]
        # A unit that only comes with another stands inside that.
        inner = [View(self.files, self.files.nodes[each]) for each in entries(unit) if each in self.files.nodes]
        root = next(iter(roots + inner), None)

        def facts(path, shipped, read, at=None):
            at = at or root
            emit(path, shipped, read, at.id if at else "none")

        self.root, self.chosen = root, {}
        facts(("there",), True, bool(root))
        if not root:
            return
        models = [v for v in self.found(unit, [root]) if v is not root and v.what == "entry"]
        if not models and not any(self.price(root, kind) for kind in self.kinds):
            # The model is one of several configurations, and the cheapest states the price.
            models = [v for v in root.walk(self.inside) if v.parent and v.parent.what == "group" and all(
                self.price(v, kind) for kind in self.kinds)]
        model = min(models, key=self.price, default=root)
        self.base = self.price(model) if len(models) > 1 else 0
        facts(("points",), unit.get("points"), self.price(model))
        size = unit.get("squadron") or {}
        if model is not root:
            least, most = limits(model)
            facts(("squadron", "min"), size.get("min"), 1 if least is None else least, model)
            facts(("squadron", "max"), size.get("max"), 1 if model.parent.what == "group" else most, model)
        card = unit.get("card")
        self.models = {v.id for v in models} if self.base else set()
        profiles = [p for v in (root, model) for p in v.cards(self.recipe["card"])]
        if card:
            facts(("card",), True, bool(profiles))
            if profiles:
                stats = self.stats(profiles[0], model)
                shipped = card.get("stats") or {}
                for name in sorted({*stats, *shipped}):
                    facts(("card", "stats", name), shipped.get(name), stats.get(name))
            read = self.guns(root) if model is root else self.guns(root) + self.guns(model)
            weapons(facts, ("card",), [self.weapon(w) for w in card.get("weapons") or []], read)
        self.things(facts, (), unit, [root])

    def things(self, facts, path, thing, within):
        for key in ("options", "choices"):
            for part in thing.get(key) or []:
                self.thing(facts, path + (key, part["id"]), key, part, within)

    def thing(self, facts, path, key, thing, within):
        if not entries(thing):
            # The catalogue's own choice between entries that stand side by side.
            return self.things(facts, path, thing, within)
        # Hardpoints of a configuration stand beside it.
        views = self.found(thing, within) or self.found(thing, [self.root])
        facts(path + ("there",), True, bool(views))
        if not views:
            return
        view = views[0]

        def here(path, shipped, read, at=None):
            facts(path, shipped, read, at or view)

        if key == "choices":
            # Hardpoints of one name are one choice.
            alike = [v for v in views if v.parent.id == view.parent.id]
            bounds = [self.bounds(v, thing) for v in alike]
            here(path + ("min",), thing.get("min"), sum(least for least, _ in bounds))
            here(path + ("max",), thing.get("max"), sum(most for _, most in bounds if most is not None) or None)
        else:
            here(path + ("points",), thing.get("points"), self.price(view) - (self.base if view.id in self.models else 0))
            weapons(here, path, [self.weapon(w) for w in thing.get("weapons") or []], self.guns(view))
        before = self.chosen
        if view.id in self.models:
            self.chosen = {each: int(each == view.id) for each in self.models}
        self.things(facts, path, thing, views)
        self.chosen = before

    def bounds(self, view, thing):
        """How many options of a group must and may be taken. A hardpoint without limits takes one."""
        least, most = limits(view)
        if least is None and most is None and thing.get("hardpoint"):
            return 1, 1
        return least or 0, most

    def left_out(self):
        return []
