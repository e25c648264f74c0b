"""The second reading of dw-2.5: nations of ships, tanks and aircraft."""

import re
from files import Profile, View, changes, number, squeeze
from catalogue import all_entries, entries, named
from tally import weapons


class Words:
    """What the words of the files mean, by the recipe, and how they are spelt right."""

    def __init__(self, ruleset):
        self.recipe, aliases = ruleset.recipe, ruleset.aliases
        self.words = {str(k): str(v) for k, v in (aliases.get("words") or {}).items()}
        self.phrases = aliases.get("phrases") or {}

    def spelt(self, text):
        for wrong, right in self.phrases.items():
            text = text.replace(wrong, right)
        return re.sub(r"\w+", lambda word: self.words.get(word[0], word[0]), squeeze(text))


def several(value):
    """The words of a trait that may have several."""
    return set(value) if isinstance(value, (list, set)) else {value}


def figure(text):
    """A figure as the catalogue writes it."""
    return int(text) if re.fullmatch(r"\d+", text) else text


class Reader:
    def __init__(self, ruleset, nation, units, files, stand_in=None):
        self.recipe, self.files, self.words = ruleset.recipe, files, Words(ruleset)
        self.nation, self.units = nation, {unit["id"]: unit for unit in units}
        kinds = self.recipe["profiles"]
        self.cards, self.gun_kinds = kinds["card"], kinds["weapon"]
        self.tops = [View(files, node) for node in files.tops[0]]
        # Where each entry is shown. A shared entry is shown in several places.
        self.places = {}
        for top in self.tops + ([View(stand_in, node) for node in stand_in.tops[0]] if stand_in else []):
            for view in top.walk():
                for each in view.ids:
                    self.places.setdefault(each, []).append(view)

    def root(self, view):
        while view.parent:
            view = view.parent
        return view

    def attached(self, view):
        return any(re.match(r"^(Attached|Attched) ", v) for v in (self.root(view).name,))

    def found(self, thing):
        """The views of the entries of a unit, an option or a choice."""
        seen = []
        for each in entries(thing):
            seen += [view for view in self.places.get(each, []) if view.id == each]
        return seen

    def stats(self, profile):
        stats, traits = {}, set()
        for name, value in profile.values.items():
            value = squeeze(value)
            if name == self.recipe["movement"]["from"]:
                numbers = [int(n) for n in re.findall(r"\d+", value)]
                stats["mv"] = numbers[0] if numbers else 0
                stats["min-move"] = numbers[1] if len(numbers) > 1 else 0
            elif name in self.recipe["stats"]:
                key = self.recipe["stats"][name]
                value = self.recipe["values"].get(key, {}).get(value, value)
                if value:
                    stats[key] = figure(value)
        return stats

    def traits(self, profile):
        text = squeeze(profile.values.get(self.recipe["class"]["from"], ""))
        traits = {}
        words = self.recipe["class"]["words"]
        for word in sorted(words, key=len, reverse=True):
            found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
            if found:
                text = text.replace(found[0], " ")
                for key, value in words[word].items():
                    # A model has several functions, but one size.
                    traits[key] = several(traits.get(key)) | {value} if key in traits else value
        for rule in self.recipe["class"]["infer"]:
            if all(traits.get(k) == v for k, v in rule["has"].items()):
                for key, value in rule["then"].items():
                    traits.setdefault(key, value)
        return traits

    def gun(self, profile):
        """A weapon of the files: its full name as spelt right, and its figures."""
        weapons = self.recipe["weapons"]
        bands = []
        for names in weapons["bands"]:
            value = next((profile.values[n] for n in names if n in profile.values), "")
            bands.append(str(figure(squeeze(value))) or "-")
        arc = squeeze(profile.values.get(weapons["arc"], ""))
        arc = self.words.spelt(weapons["arcs"].get(arc, arc))
        name = self.words.spelt(profile.name)
        letter = re.search(weapons["class"], name)
        count = re.search(weapons["count"], name, re.IGNORECASE)
        if letter:
            kind = letter[1]
        else:
            kind = next((word.get("class") for word in weapons["by-word"]
                         if re.search(word["pattern"], name, re.IGNORECASE)), None)
        for part in (letter, count):
            name = squeeze(name.replace(part[0], " ")) if part else name
        figures = (kind, int(count[1]) if count else 1, tuple(bands), arc if arc not in ("", "-") else None)
        return name, figures

    def fixed(self, view):
        """A part that is always there: it must be taken, or it costs nothing and has no limits."""
        if view.what == "group":
            return False
        if view.least and view.most and view.least >= 1 and view.least == view.most:
            return True
        return not view.points() and not view.least and view.most is None

    def guns(self, view):
        """The weapons of a model: its own, and those of all parts that are always there."""
        found = [self.gun(p) for p in view.cards(*self.gun_kinds)]
        for child in view.children():
            if self.fixed(child) and not child.cards(*self.cards):
                found += self.guns(child)
        return found

    def shown(self, view):
        """The card of a view: the first that is not hidden."""
        cards = view.cards(*self.cards)
        return next((card for card in cards if not card.hidden), cards[0] if cards else None)

    def price(self, view):
        """The price of a view and of all parts that are always there; nothing if no part states one."""
        prices = [view.points()] + [self.price(child) for child in view.children() if self.fixed(child)]
        prices = [price for price in prices if price is not None]
        return sum(prices) if prices else 0

    def plain(self, thing):
        """The view whose card counts: the plain one, not its copy in an attachment, and the root's or its own child."""
        views = [v for v in self.found(thing) if v.cards(*self.cards)]
        return min(views, key=lambda v: (self.attached(v), v.parent is not None and v.parent.parent is not None), default=None)

    def weapon(self, shipped):
        """A weapon of the catalogue in the same shape as one of the files."""
        bands = tuple(str(band) for band in shipped["bands"])
        return shipped["name"], (shipped.get("class"), shipped.get("count", 1), bands, shipped.get("arc"))

    def card(self, facts, path, card, view, profile=None):
        """Facts on a card and the view that shows it."""
        profile = profile or self.shown(view)
        if profile:
            stats = self.stats(profile)
            for name in sorted({*stats, *(card.get("stats") or {})}):
                facts(path + ("card", "stats", name), (card.get("stats") or {}).get(name), stats.get(name))
        weapons(facts, path + ("card",), [self.weapon(w) for w in card.get("weapons") or []], self.guns(view))

    def traits_of(self, facts, path, traits, profile):
        """Facts on the traits that the card's class states."""
        read = self.traits(profile)
        for name in sorted({word for words in self.recipe["class"]["words"].values() for word in words}):
            if name in read:
                own = several(self.nation.get("traits", {}).get(name))
                facts(path + ("traits", name), several(traits.get(name)), several(read[name]) | own - {None})

    def unit(self, unit, emit):
        """All facts on a unit of the catalogue."""
        views = self.found(unit)
        # Where only the Marks have cards, the model is the entry with a price.
        view = self.plain(unit) or max(views, key=lambda v: v.points() or 0, default=None)

        def facts(path, shipped, read, at=None):
            at = at or view
            emit(path, shipped, read, at.id if at else "none")

        facts(("there",), True, bool(views))
        if not views:
            return
        if unit.get("members"):
            facts(("points",), unit.get("points"), view.points() or 0)
            for member in unit["members"]:
                self.member(member, facts)
        elif unit.get("only") != "brought":
            facts(("points",), unit.get("points"), self.price(view))
            least, most = (view.least, view.most) if view.parent else (1, 1)
            least = max(least or 0, 1) if most else least
            if unit["id"] == self.recipe["wings"]["unit"]:
                least, most = self.recipe["wings"]["min"], self.recipe["wings"]["max"]
            size = unit.get("squadron") or {}
            facts(("squadron", "min"), size.get("min"), least)
            facts(("squadron", "max"), size.get("max"), most)
        card = unit.get("card")
        if card and self.shown(view):
            self.card(facts, (), card, view)
            self.traits_of(facts, (), unit.get("traits") or {}, self.shown(view))
        elif card:
            # A unit whose Marks have cards of their own bears the card of the first.
            weapons(facts, ("card",), [self.weapon(w) for w in card.get("weapons") or []], self.guns(view))
        homes = views + [v for m in unit.get("members") or [] for v in self.found(m)]
        for path, key, thing in named(unit, ()):
            if key != "members":
                self.thing(facts, path, key, thing, homes, card)

    def member(self, member, facts):
        views = self.found(member)
        path = ("members", member["id"])
        facts(path + ("there",), True, bool(views))
        if not views:
            return
        view = views[0]

        def here(path, shipped, read):
            facts(path, shipped, read, view)

        here(path + ("points",), member.get("points"), self.price(view))
        here(path + ("models", "min"), member["models"].get("min"), view.least)
        here(path + ("models", "max"), member["models"].get("max"), view.most)
        card = member.get("card") or self.units.get(member.get("unit"), {}).get("card")
        traits = member.get("traits") or self.units.get(member.get("unit"), {}).get("traits")
        here(path + ("card",), True, card is not None)
        if card:
            self.card(here, path, card, view)
            if self.shown(view):
                self.traits_of(here, path, traits, self.shown(view))

    def thing(self, facts, path, key, thing, homes, card):
        """Facts on an option or a choice. `homes` are the entries of the unit and its members."""
        if key == "choices" and not entries(thing):
            # The catalogue's own choice between entries that stand side by side: its options are compared.
            return
        views = [v for v in self.found(thing) if set(v.chain()) & {home.id for home in homes}] or self.found(thing)
        facts(path + ("there",), True, bool(views))
        if not views:
            return
        view = min(views, key=self.attached)

        def here(path, shipped, read):
            facts(path, shipped, read, view)

        if key == "choices":
            # Kinds of infantry are one choice, but a fixed entry and a group of others in the files.
            if any(option.get("brings") for option in thing.get("options") or []):
                return
            least, most = view.least or 0, view.most
            if most is None and all(re.search(self.recipe["marks"], child.name) for child in view.children()):
                # A model has one Mark.
                least, most = 1, 1
            here(path + ("min",), thing.get("min"), least)
            here(path + ("max",), thing.get("max"), most)
            return
        price = self.price(view)
        if thing.get("brings") and self.shown(view):
            # The files sell each company, the catalogue sells all that come with the model. They have their own cards.
            together = sum(b.get("models", 1) * b.get("squadrons", 1) for b in thing["brings"])
            here(path + ("points",), thing.get("points"), price * together)
            return
        here(path + ("points",), thing.get("points"), price)
        weapons(here, path, [self.weapon(w) for w in thing.get("weapons") or []], self.guns(view))
        sets = thing.get("sets") or {}
        profile = self.shown(view)
        wings = view.cards(*self.recipe["profiles"]["wing"])
        read = {}
        if profile and card:
            base = card.get("stats") or {}
            read = {name: value for name, value in self.stats(profile).items() if base.get(name) != value}
        elif wings:
            read = self.stats(wings[0])
        for other in views:
            read.update(self.changes(other, homes))
        for rule in self.recipe["by-name"]:
            if found := re.search(rule["pattern"], view.name):
                read.setdefault(rule["stat"], found[1])
        for name in sorted({*sets, *read}):
            here(path + ("sets", name), sets.get(name), read.get(name))

    def changes(self, option, homes):
        """The statistics that an option sets, by modifiers of the unit's cards that ask for it."""
        for profile in [card for home in homes for card in home.cards(*self.cards)]:
            stats = self.stats(profile)
            for change in changes(profile.elements):
                if change.field in profile.values and any(c.get("childId") == option.id for c in change.conditions):
                    old, new = profile.values[change.field], change.value
                    if change.kind != "set":
                        new = str(number(old) + (1 if change.kind == "increment" else -1) * number(new))
                    changed = Profile(profile.id, profile.name, profile.kind, {**profile.values, change.field: new})
                    for name, value in self.stats(changed).items():
                        if stats.get(name) != value:
                            yield name, value

    def left_out(self):
        """Entries of the nation's file that no catalogue has: what can be bought, priced parts, and cards."""
        known = set()
        for unit in self.units.values():
            known.update(all_entries(unit))

        def look(view):
            if any(re.search(rule["pattern"], view.name) for rule in self.recipe["ignore"]):
                return
            bought = not view.parent or view.points() or self.shown(view)
            if bought and view.what == "entry" and view.id not in known and not (view.parent and self.fixed(view)):
                yield view.id, view.name
            for child in view.children():
                yield from look(child)

        for top in self.tops:
            yield from look(top)
