"""Selectors: whether a squadron, a model, a bearer, a group, a card or a row passes all tests. Three answers each.

A fact is the set of values that something is known to have of a trait, and whether it may have others.
"""
import contextlib

from .force import Bearer, Group, ModelSet, Squadron
from .names import slug
from .ranges import all_of, any_of, negate


class Judge:
    """Answers selectors for one list (`force`) or sheet."""

    def __init__(self, book, settings, given, force=None, decks=None):
        self.book, self.settings, self.given = book, settings, given
        self.force, self.decks = force, decks or {}
        self.narrowed = {}
        for rule in book.rules.values():
            if rule["kind"] in ("definition", "limit") and self.in_use(rule):
                for name, selector in rule.get("narrows", {}).items():
                    self.narrowed.setdefault(name, []).append(selector)
        self.allocates = [item for rule in book.rules.values() if rule.get("allocates") and self.in_use(rule)
                          for item in rule["allocates"].items()]

    known_alone = False

    @contextlib.contextmanager
    def only_known(self):
        """What is not known counts as absent."""
        self.known_alone = True
        yield
        self.known_alone = False

    # Settings.

    def in_use(self, rule):
        return (all(self.holds(*test) for test in rule.get("applies", {}).items())
                and not any(self.holds(*test) for test in rule.get("unless", {}).items()))

    def holds(self, setting, wanted):
        value = self.settings.get(setting)
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
        elif isinstance(open_, set):        # one of these
            possible = open_ if wanted in (True, False) or not self.wanted(wanted)[1] else None
            if wanted in (True, False):
                return wanted
            if possible is not None and not possible & self.wanted(wanted)[0]:
                return False
        if wanted is True or wanted is False:
            answer = True if have else None if open_ else False
            return answer if wanted else negate(answer)
        values, perhaps = self.wanted(wanted)
        if have & values:
            return True
        return None if open_ or (perhaps and have) else False

    def is_named(self, name, thing):
        return all_of([self.matches(self.book.head["selectors"][name], thing),
                       *(negate(self.matches(s, thing)) for s in self.narrowed.get(name, []))])

    def wanted(self, wanted):
        """The values that a test asks for, and whether it may ask for others that are not known."""
        if not isinstance(wanted, dict):
            return {str(v) for v in (wanted if isinstance(wanted, list) else [wanted])}, False
        if "setting" in wanted:
            value = self.settings.get(wanted["setting"])
            return ({str(value)} if value is not None else set()), False
        force = self.force
        if "holder" in wanted:
            return {slug(detail["character"]) for bearer in force.bearers for role, detail in bearer.roles
                    if role == wanted["holder"] and detail.get("character")}, False
        if wanted["own"] == "nation":
            return ({force.nation} if force.nation not in (None, "?") else set()), force.nation in (None, "?")
        if wanted["own"] == "unit":
            known = {s.unit["id"] for s in force.squadrons if s.unit}
            known |= {o.id for s in force.squadrons if s.unit for o in s.bought.offers if s.bought.total(o)}
            known |= {m["id"] for s in force.squadrons if s.unit for m in s.unit.get("members", [])}
            return known, any(not s.unit for s in force.squadrons)
        if force.nation in (None, "?"):
            return set(), True
        return self.nation_traits(force.nation, wanted["own"]), False

    def nation_traits(self, nation, trait):
        value = self.book.head["nations"].get(nation, {}).get("traits", {}).get(trait, False)
        return set(map(str, value)) if isinstance(value, list) else set() if value is False else {str(value)}

    # Facts.

    def fact(self, trait, thing):
        """(values, whether there may be others; or the set of those of which it has one)"""
        if isinstance(thing, Squadron):
            return self.of_squadron(trait, thing)
        if isinstance(thing, ModelSet):
            return self.of_models(trait, thing)
        if isinstance(thing, Bearer):
            if trait == "role":
                return {role for role, _ in thing.roles}, False
            if trait in ("trait", "character"):
                return {slug(d[trait]) for _, d in thing.roles if d.get(trait)}, False
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
            return ({squadron.slot} if squadron.slot else set()), squadron.slot_unknown
        if trait == "role":
            return set(squadron.roles), False
        if trait == "carried":
            return ({"true"} if any(squadron in s.carries for s in self.force.squadrons) else set()), False
        if trait == "entry":
            return ({"true"} if squadron.data.get("entry-turn") is not None else set()), False
        if trait == "divided":
            if squadron.standing != "brought":
                return set(), False
            if not squadron.bringer or not squadron.bringer.unit:
                return set(), True
            answers = [self.force.same_unit(giver, e, squadron) for giver, e, _ in
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
        perhaps = set()
        for allocation, selector in self.allocates:
            answer = self.matches(selector, squadron)
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
            # A unit that no catalogue has is none of those that the catalogues have.
            return {unit["id"]} if unit else set(), False
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
            key = "rules" if trait == "rule" else "weapons"
            return set().union(*(getattr(s, key) for s in squadron.sets)), False
        # The unit's own value, that of its options in its place, and those of models that options make.
        value = set(map(lambda v: str(v).lower() if v is True else str(v), self.force.values((unit.get("traits") or {}).get(trait, False))))
        own = [s for s in squadron.sets if not s.made]
        if not unit.get("members") and own:
            value = set().union(*({self.word(v) for v in s.traits.get(trait, ())} for s in own))
        made = set().union(*({self.word(v) for v in s.traits.get(trait, ())} for s in squadron.sets if s.made))
        return value | made, not value and self.book.required(trait)

    @staticmethod
    def word(value):
        return "true" if value is True else str(value)

    def of_models(self, trait, models):
        squadron = models.squadron
        place = self.of_place(trait, squadron)
        if place is not None:
            if trait == "role":
                roles = {r for b in self.force.bearers if b.squadron is squadron and b.set is models for r, _ in b.roles}
                return roles, False
            return place
        if squadron.unit is None:
            return self.of_squadron(trait, squadron)
        if trait == "unit":
            return {models.unit_id} | ({squadron.unit["id"]} if not models.made else set()), False
        if trait in ("rule", "weapon"):
            return (models.rules if trait == "rule" else models.weapons), False
        if trait in self.book.head.get("traits", {}) and self.book.owner(trait) == "unit":
            value = {self.word(v) for v in models.traits.get(trait, ())}
            return value, not value and self.book.required(trait)
        return self.of_squadron(trait, squadron)

    sheet_missing = False

    def is_row_trait(self, trait):
        return trait in self.row_traits and trait not in self.book.head.get("traits", {})

    row_traits = frozenset()
