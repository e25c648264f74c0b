"""The second reading of dw-3 and dw-4: fleets of units with hardpoints and generators."""

import re
from collections import Counter
from functools import reduce
from operator import and_

from catalogue import all_entries, entries, load
from conditions import changed, holds, kinds, limits, offered
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


def alike(rule):
    """A special rule without what changes nothing: capitals, quotes, blanks in figures."""
    return re.sub(r'\s*"\s*', '"', rule.replace("’", "'").lower())


class Reader:
    def __init__(self, ruleset, nation, units, files, _=None):
        self.recipe, self.aliases = ruleset.recipe, ruleset.aliases
        self.nation, self.units, self.files = nation, {unit["id"]: unit for unit in units}, files
        self.spelling = {**self.aliases.get("phrases", {}), **self.aliases.get("words", {})}
        self.rule_names = {alias: rule["name"] for path in self.recipe["special-rules"]
                           for rule in load(ruleset.folder / "import" / path) for alias in rule.get("aliases") or []}
        self.rule_names.update(self.aliases.get("rules") or {})
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
                # A price that grows with each model is a price for each.
                if change.field == kind and not change.conditions and (not change.repeats or not price):
                    price = changed(price, change)
        return price

    def stats(self, profile, view, model):
        stats, values = {}, self.values(profile, view)
        for name, key in self.recipe["stats"].items():
            value = values.get(name, "")
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
        text = self.aliases.get("names", {}).get(text, text)
        name, bracket, figure_ = text.partition(" (")
        return self.rule_names.get(name, name) + bracket + figure_

    def values(self, profile, view):
        """The values of a profile, with the changes that the unit decides."""
        values = {name: plain(value) for name, value in profile.values.items()}
        for change in changes(profile.elements):
            if change.field in values and change.kind == "set" and holds(change.element, view, self.chosen):
                values[change.field] = plain(change.value)
        return values

    def gun(self, profile, view):
        shape = self.recipe["weapons"]
        values = self.values(profile, view)
        # Blanks beside brackets and strokes mean nothing.
        bands = [re.sub(r"\s*/\s*", " / ", values.get(name, "").replace(" (", "(")) for name in shape["bands"]]
        bands = tuple(str(figure(band)) or "-" for band in bands)
        arc = values.get(shape["arc"]) or None
        if self.recipe.get("linked"):
            arc = self.arc(view) if arc in (None, "-") else arc.replace(" ", "")
        text = values.get(shape["rules"], "")
        for wrong, right in self.spelling.items():
            text = text.replace(wrong, right)
        rules = tuple(self.rule(rule) for rule in listed(text))
        return profile.name.replace("’", "'"), (bands, arc, rules)

    def arc(self, view):
        """The arc of a weapon whose card states none: a category of its link or of the entry around it."""
        for each in (view, view.parent):
            for kind in sorted(kinds(each)):
                if re.search(self.recipe["linked"]["arcs"], self.files.categories.get(kind, "")):
                    return self.files.categories[kind]
        return None

    def listed_rules(self, profile, view):
        """The special rules of a profile that lists them."""
        for text in self.values(profile, view).values():
            text = text.replace("”", '"').replace("’", "'")
            for wrong, right in self.spelling.items():
                text = text.replace(wrong, right)
            for rule in map(self.rule, listed(text)):
                yield rule
                by, _, kinds_ = rule.partition(" (")
                if by == self.recipe.get("tokens-by"):
                    # The kinds of tokens are special rules too.
                    yield from listed(kinds_.rstrip(")").replace("/", ","))

    def weapon(self, shipped):
        bands = tuple(str(band) for band in shipped["bands"])
        return shipped["name"].replace("’", "'"), (bands, shipped.get("arc"), tuple(shipped.get("rules") or []))

    def shipped(self, thing):
        return [self.weapon(w) for w in thing.get("weapons") or [] for _ in range(w.get("count", 1))]

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
            if self.fixed(child) and not self.price(child) and self.inside(child) and not self.companion(child) and not child.cards(self.recipe["card"]):
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

        self.root, self.chosen, self.variants = root, {}, {}
        facts(("there",), True, bool(root))
        if not root:
            return
        models = [v for v in root.walk(self.inside) if v is not root and v.what == "entry" and set(
            v.ids) & set(entries(unit))]
        if not models and self.recipe.get("linked"):
            models = self.other_models(root)
        if not models and not any(self.price(root, kind) for kind in self.kinds):
            # The model is one of several configurations, and the cheapest states the price.
            models = [v for v in root.walk(self.inside) if v.parent and v.parent.what == "group" and all(
                self.price(v, kind) for kind in self.kinds)]
        model = min(models, key=self.price, default=root)
        self.base = self.price(model) if model is not root and model.parent.what == "group" else 0
        facts(("points",), unit.get("points"), self.price(model))
        size = unit.get("squadron") or {}
        if model is not root:
            least, most = self.size(model, models)
            facts(("squadron", "min"), size.get("min"), least, model)
            facts(("squadron", "max"), size.get("max"), most, model)
        card = unit.get("card")
        self.models = {v.id for v in models} if self.base else set()
        profiles = [(p, v) for v in (root, model) for p in v.cards(self.recipe["card"])]
        if card:
            facts(("card",), True, bool(profiles))
            if profiles:
                stats = self.stats(*profiles[0], model)
                shipped = card.get("stats") or {}
                for name in sorted({*stats, *shipped}):
                    facts(("card", "stats", name), shipped.get(name), stats.get(name))
            read = self.guns(root)
            self.common = []
            if self.recipe.get("linked") and model is not root and model.parent.what == "group":
                # What all variants bear is the card's. Each variant adds its own.
                self.variants = {v.id: Counter(self.guns(v)) for v in models}
                self.common = reduce(and_, self.variants.values())
                read += self.common.elements()
            elif model is not root:
                read += self.guns(model)
            weapons(facts, ("card",), self.shipped(card), read)
            for other in models if model is not root and model.parent is root else []:
                facts(("alike", other.id, "points"), self.price(model), self.price(other), other)
                facts(("alike", other.id, "weapons"), Counter(self.guns(model)), Counter(self.guns(other)), other)
            if self.recipe["rules"]:
                views = [root] if model is root else [root, model]
                read = {alike(rule) for v in views for p in v.cards(*self.recipe["rules"]) if not p.hidden
                        for rule in self.listed_rules(p, v)}
                shipped = {alike(rule) for rule in card.get("rules") or []}
                for rule in sorted(read | shipped):
                    facts(("card", "rules", rule), rule in shipped, rule in read)
        self.things(facts, (), unit, [root])

    def other_models(self, root):
        """The models of a unit that is their card: its variants. Or several alike models that are linked."""
        alike = [] if root.cards(self.recipe["card"]) else [
            v for v in root.children() if v.what == "entry" and v.cards(self.recipe["card"])]
        variants = [v for group in root.children() if group.what == "group" and re.search(
            self.recipe["linked"]["variants"], group.name) for v in group.children()]
        return alike or variants

    def size(self, model, models):
        """How many models a squadron has."""
        least, most = limits(model)
        group = model.parent
        if group.what == "group" and not self.recipe.get("linked"):
            return 1, 1
        if group.what == "group" and most is None or len(models) > 1 and group.what == "group":
            least, most = limits(group)
        elif len(models) > 1:
            return len(models), len(models)
        return 1 if least is None else least, most

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
            least = sum(least for least, _ in bounds)
            if self.recipe.get("linked") and "options" in path[-4:-2] and view.name == self.recipe["linked"]["instead"]:
                # An option "Generator" opens the choice of one.
                least = 1
            here(path + ("min",), thing.get("min"), least)
            here(path + ("max",), thing.get("max"), sum(most for _, most in bounds if most is not None) or None)
        else:
            here(path + ("points",), thing.get("points"), self.price(view) - (self.base if view.id in self.models else 0))
            own = self.variants[view.id] - self.common if view.id in self.variants else Counter(self.guns(view))
            weapons(here, path, self.shipped(thing), list(own.elements()))
        if key == "choices":
            self.offers(facts, path, thing, views)
        before = self.chosen
        if view.id in self.models:
            self.chosen = {each: int(each == view.id) for each in self.models}
        self.things(facts, path, thing, views)
        self.chosen = before

    def generator(self, id_):
        name = self.recipe["generators"]["group"]
        node = self.files.nodes.get(id_)
        return self.files.categories.get(id_) == name or bool(node) and name in node.name

    def offers(self, facts, path, choice, views):
        """Facts on what a choice offers: each entry of its groups, as far as the unit decides whether it is shown."""
        known = set(all_entries(choice))
        for view in views:
            for child in self.entries_of(view):
                shown = offered(child, view)
                if shown or shown is False and child.id in known:
                    facts(path + ("offers", child.id), child.id in known, shown, child)

    def entries_of(self, view):
        """The entries of a group and of the groups in it."""
        for child in view.children():
            if child.what == "entry":
                yield child
            elif self.inside(child):
                yield from self.entries_of(child)

    def bounds(self, view, thing):
        """How many options of a group must and may be taken. A hardpoint without limits takes one."""
        least, most = limits(view)
        if self.recipe.get("linked") and any(
                change.value == "0" and any(self.generator(c.get("childId")) for c in change.conditions)
                for node in view.nodes for change in changes([node.element])):
            # A generator takes the place of the weapon.
            least = 0
        if least is None and most is None and thing.get("hardpoint"):
            return 1, 1
        return least or 0, most

    def left_out(self):
        """Entries of the faction's file that no catalogue has: units, and priced parts that their unit is offered."""
        known = {each for unit in self.units.values() for each in all_entries(unit)}
        for node in self.files.tops[0]:
            root = self.roots[node.id]
            if any(re.search(rule["pattern"], root.name) for rule in self.recipe.get("ignore") or []):
                continue
            if not set(root.ids) & known:
                if any(v.cards(self.recipe["card"]) for v in root.walk(self.inside)):
                    yield root.id, root.name
                continue
            if self.recipe.get("linked"):
                known.update(v.id for v in self.other_models(root))
            for view in root.walk(self.inside):
                if view.what == "entry" and self.price(view) and not set(view.ids) & known and offered(view, root) is not False:
                    yield view.id, f"{root.name}: {view.name}"
