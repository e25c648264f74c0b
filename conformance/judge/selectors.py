"""Selectors: whether a squadron, a model, a bearer, a group, a card or a row passes all tests. Three answers each.

A fact is the set of values that something is known to have of a trait, and whether it may have others: any, or those of
a set, of which it has one at least, unless None is among them.
"""
import contextlib

from .force import Bearer, Group, ModelSet, Squadron
from .names import slug
from .ranges import all_of, any_of, negate


class Judge:
    """Answers selectors for one list (`force`) or sheet."""

    def __init__(self, book, settings, given, force=None, decks=None, unsettled=None):
        self.book, self.settings, self.given = book, settings, given
        self.unsettled = unsettled or {}        # the settings that the source left open, with all values that they may have
        self.force, self.decks = force, decks or {}
        self.charges = (0, 0)                   # what the list pays besides its squadrons
        self.narrowed = {}
        for rule in book.rules.values():
            if rule["kind"] in ("definition", "limit") and self.in_use(rule) is not False:
                for name, selector in rule.get("narrows", {}).items():
                    self.narrowed.setdefault(name, []).append((self.in_use(rule), selector))
        self.allocates = [(self.in_use(rule), *item) for rule in book.rules.values() for item in rule.get("allocates", {}).items()]

    known_alone = False

    @contextlib.contextmanager
    def only_known(self):
        """What is not known counts as absent."""
        self.known_alone = True
        yield
        self.known_alone = False

    # Settings.

    def in_use(self, rule):
        return all_of([*(self.holds(*test) for test in rule.get("applies", {}).items()),
                       *(negate(self.holds(*test)) for test in rule.get("unless", {}).items())])

    def holds(self, setting, wanted):
        """Perhaps, if some of the values that an open setting may have pass the test and others do not."""
        answers = {self.passes(value, wanted) for value in self.unsettled.get(setting, [self.settings.get(setting)])}
        return answers.pop() if len(answers) == 1 else None

    @staticmethod
    def passes(value, wanted):
        wanted = wanted if isinstance(wanted, list) else [wanted]
        if isinstance(value, (list, set)):
            return any(word in value for word in wanted)
        if isinstance(wanted[0], bool):
            return bool(value) is wanted[0]
        return value is not None and any(str(word) == str(value) for word in wanted)

    # Selectors.

    def matches(self, selector, thing):
        return all_of(self.test(word, wanted, thing) for word, wanted in selector.items())

    def test(self, word, wanted, thing):
        if word == "not":
            return all_of(negate(self.matches(s, thing)) for s in (wanted if isinstance(wanted, list) else [wanted]))
        if word == "any":
            return any_of(self.matches(s, thing) for s in wanted)
        if word == "all":
            return all_of(self.matches(s, thing) for s in wanted)
        if word == "is":
            return any_of(self.is_named(name, thing) for name in (wanted if isinstance(wanted, list) else [wanted]))
        squadron = thing.squadron if isinstance(thing, (ModelSet, Bearer)) else thing
        if word == "parent":
            if not isinstance(squadron, Squadron) or squadron.standing == "own":
                return False
            return self.matches(wanted, squadron.above) if squadron.above else None
        if word == "carried-by":
            if not isinstance(squadron, Squadron):
                return False
            return any_of(self.matches(wanted, s) for s in self.force.squadrons if squadron in s.carries)
        have, open_ = self.fact(word, thing)
        if self.known_alone:
            open_ = False
        more = open_ if isinstance(open_, set) else set()
        if wanted is True or wanted is False:
            answer = True if have or (more and None not in more) else None if open_ else False
            return answer if wanted else negate(answer)
        values, perhaps = self.wanted(wanted)
        if have & values:
            return True
        if open_ is True or (perhaps is True and have | more):
            return None
        return None if (have | more) & (values | (perhaps or set())) else False

    def is_named(self, name, thing):
        return all_of([self.matches(self.book.head["selectors"][name], thing),
                       *(negate(all_of([used, self.matches(s, thing)])) for used, s in self.narrowed.get(name, []))])

    def wanted(self, wanted):
        """The values that a test asks for, and whether it may ask for others: for any, or for those of a set."""
        if not isinstance(wanted, dict):
            return {str(v) for v in (wanted if isinstance(wanted, list) else [wanted])}, False
        if wanted.get("setting") in self.unsettled:
            return set(), {str(value) for value in self.unsettled[wanted["setting"]] if value is not None}
        if "setting" in wanted:
            value = self.settings.get(wanted["setting"])
            return ({str(value)} if value is not None else set()), False
        force = self.force
        if "holder" in wanted:
            return {slug(detail["character"]) for bearer in force.bearers for role, detail in bearer.roles
                    if role == wanted["holder"] and detail.get("character")}, force.roles_open
        if wanted["own"] == "nation":
            return ({force.nation} if force.nation not in (None, "?") else set()), force.nation in (None, "?")
        if wanted["own"] == "unit":
            known = {s.unit["id"] for s in force.squadrons if s.unit}
            bought = [s.bought for s in force.squadrons if s.unit]
            known |= {o.id for b in bought for o in b.offers if b.total(o) and o not in b.open}
            known |= {m["id"] for s in force.squadrons if s.unit for m in s.unit.get("members", [])}
            perhaps = {o.id for b in bought for o in b.open}
            return known, any(not s.unit for s in force.squadrons) or perhaps
        if force.nation in (None, "?"):
            return set(), True
        return self.nation_traits(force.nation, wanted["own"]), False

    def nation_traits(self, nation, trait):
        value = self.book.head["nations"].get(nation, {}).get("traits", {}).get(trait, False)
        return set(map(str, value)) if isinstance(value, list) else set() if value is False else {str(value)}

    # Facts.

    def fact(self, trait, thing):
        """(values, whether there may be others: True, False or a set of those)"""
        if isinstance(thing, Squadron):
            return self.of_squadron(trait, thing)
        if isinstance(thing, ModelSet):
            return self.of_models(trait, thing)
        if isinstance(thing, Bearer):
            if trait == "role":
                return {role for role, _ in thing.roles}, thing.supposed
            if trait in ("trait", "character"):
                return {slug(d[trait]) for _, d in thing.roles if d.get(trait)}, thing.supposed
            return self.of_models(trait, thing.set) if thing.set else self.of_squadron(trait, thing.squadron)
        if isinstance(thing, Group):
            if trait == "group":
                return {thing.kind}, False
            return set(), False
        return thing.fact(trait, self)

    def of_place(self, trait, squadron):
        """Facts that a list states, whatever the unit is. None if the trait is none of these."""
        if trait == "standing":
            return {squadron.standing}, False
        if trait == "allocation":
            return self.allocation(squadron)
        if trait == "group":
            return ({squadron.group.kind} if squadron.group else set()), False
        if trait == "slot":
            known = squadron.slot and not squadron.slot_unknown
            return ({squadron.slot} if known else set()), squadron.slot_unknown
        if trait == "role":
            return set(squadron.roles), self.force.roles_open
        if trait == "carried":
            return ({"true"} if any(squadron in s.carries for s in self.force.squadrons) else set()), False
        if trait == "entry":
            return ({"true"} if squadron.data.get("entry-turn") is not None else set()), False
        if trait == "divided":
            if squadron.standing != "brought":
                return set(), False
            if not squadron.bringer or not squadron.bringer.unit:
                return set(), True
            answers = [self.force.gives(giver, e, n, squadron) for giver, e, n in
                       self.force.gifts_of(self.force.family(squadron.bringer)) if e.get("divided")]
            return ({"true"} if True in answers else set()), None in answers
        if trait == "ally":
            return self.ally(squadron)
        if trait == "nation":
            if squadron.nation in (None, "?"):
                return set(), True
            return {squadron.nation}, False
        return None

    def ally(self, squadron):
        if squadron.unit and squadron.unit["nation"] is None:
            return set(), False
        if self.force.nation is None or "?" in (self.force.nation, squadron.nation):
            return set(), bool(squadron.data.get("nation"))
        if squadron.nation == self.force.nation:
            return set(), False
        return ({"true"}, False) if squadron.unit else (set(), True)

    def allocation(self, squadron):
        declared = list(self.book.head.get("allocations", {}))
        if not declared:
            return set(), False
        stated = squadron.data.get("allocation")
        if stated:
            return {slug(stated)}, False
        if squadron.standing != "own":
            return self.allocation(squadron.above) if squadron.above else (set(), True)
        if "allocations" in self.force.left_open:
            return set(), set(declared)
        perhaps = set()
        for used, allocation, selector in self.allocates:
            answer = all_of([used, self.matches(selector, squadron)])
            if answer:
                return {allocation}, False
            if answer is None:
                perhaps.add(allocation)
        return (set(), perhaps | {declared[0]}) if perhaps else ({declared[0]}, False)

    def of_squadron(self, trait, squadron):
        place = self.of_place(trait, squadron)
        if place is not None:
            return place
        unit = squadron.unit
        if trait == "unit":
            # A unit that no catalogue has may be another name of one that they have.
            return ({unit["id"]}, False) if unit else (set(), True)
        if trait == "row":
            return ({squadron.row.kind} if squadron.row else set()), squadron.row is None and self.sheet_missing
        if squadron.row and trait in squadron.row.fields:
            return squadron.row.fact(trait, self)
        if self.is_row_trait(trait):
            return (squadron.row.fact(trait, self) if squadron.row else (set(), self.sheet_missing))
        if self.book.owner(trait) == "nation":
            nation = unit["nation"] if unit and unit["nation"] else squadron.nation
            if nation in (None, "?"):
                return set(), True
            return self.nation_traits(nation, trait), unit is None and not squadron.data.get("nation") and False
        if unit is None:
            return set(), True
        if trait == "called":
            return set(slug(unit["name"]).split("-")), False
        if trait == "only":
            return ({unit["only"]} if unit.get("only") else set()), False
        if trait == "any-number":
            return (set() if unit.get("squadron") or unit.get("members") else {"true"}), False
        if trait in ("rule", "weapon"):
            have, perhaps = self.of_sets(trait, squadron.sets)
            return have, self.others(trait, perhaps)
        # The unit's own value, that of its options in its place, and those of models that options make.
        value = set(map(lambda v: str(v).lower() if v is True else str(v), self.force.values((unit.get("traits") or {}).get(trait, False))))
        own = [s for s in squadron.sets if not s.made]
        perhaps = set() if value else {None}
        if not unit.get("members") and own:
            value, perhaps = self.of_sets(trait, own)
        made, more = self.of_sets(trait, [s for s in squadron.sets if s.made])
        return value | made, self.others(trait, perhaps | more - {None})

    def of_sets(self, trait, sets):
        """What any of these models has, and what one of them perhaps has: None if none of them need have anything."""
        have, perhaps, nothing = set(), set(), True
        for one in sets:
            sure, more = self.of_set(trait, one)
            (perhaps if one.supposed else have).update(sure)
            perhaps |= more
            nothing = nothing and (one.supposed or not sure and None in more)
        return have, perhaps - have - {None} | ({None} if nothing else set())

    def of_set(self, trait, models):
        value = {"rule": models.rules, "weapon": models.weapons}.get(trait, models.traits.get(trait, set()))
        value = set(map(self.word, value))
        return value, {word and self.word(word) for word in models.perhaps.get(trait, set() if value else {None})}

    def others(self, trait, perhaps):
        """Whether there may be other values than these: nobody knows a required value that no catalogue states."""
        if None in perhaps and self.book.required(trait):
            return True
        return perhaps if perhaps - {None} else False

    @staticmethod
    def word(value):
        return "true" if value is True else str(value)

    def of_models(self, trait, models):
        squadron = models.squadron
        place = self.of_place(trait, squadron)
        if place is not None:
            if trait == "role":
                roles = {r for b in self.force.bearers if b.squadron is squadron and b.set is models for r, _ in b.roles}
                return roles, self.force.roles_open
            return place
        if squadron.unit is None:
            return self.of_squadron(trait, squadron)
        if trait == "unit":
            return {models.unit_id} | ({squadron.unit["id"]} if not models.made else set()), False
        if trait in ("rule", "weapon") or self.book.owner(trait) == "unit":
            value, perhaps = self.of_set(trait, models)
            return value, self.others(trait, perhaps)
        return self.of_squadron(trait, squadron)

    sheet_missing = False

    def is_row_trait(self, trait):
        return trait in self.row_traits and trait not in self.book.head.get("traits", {})

    row_traits = frozenset()
