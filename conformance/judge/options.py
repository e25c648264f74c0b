"""What is bought for a squadron: which option each pick of a list means, for which models, and what is wrong with it."""
from dataclasses import dataclass, field

from .names import names, slug


@dataclass(eq=False)
class Offer:
    """An option that a unit offers."""
    option: dict
    member: str | None          # the kind of models of a fixed mix that it is for
    outer: "Offer | None"       # the option that a model must have before it may have this one
    choices: list               # the choices that it counts for, the narrowest first

    @property
    def id(self):
        return self.option["id"]

    @property
    def buys(self):
        return self.option.get("buys", "model")

    @property
    def is_mark(self):
        return any(choice.data.get("marks") for choice in self.choices)

    @property
    def makes_models(self):
        return "becomes" in self.option or "adds" in self.option

    @property
    def hardpoint(self):
        return next((choice for choice in self.choices if choice.data.get("hardpoint")), None)


@dataclass(eq=False)
class ChoiceOf:
    data: dict
    member: str | None
    outer: Offer | None
    offers: list = field(default_factory=list)      # narrower choices' too
    narrower: list = field(default_factory=list)
    top: bool = True

    @property
    def kind(self):
        kinds = {offer.option.get("kind") for offer in self.offers}
        return kinds.pop() if len(kinds) == 1 else None


def offers_of(unit):
    """All that a unit offers: its options, and its choices."""
    offers, choices = [], []

    def options(list_, member, outer, above):
        for option in list_ or []:
            offer = Offer(option, member, outer, above)
            offers.append(offer)
            for choice in above:
                choice.offers.append(offer)
            options(option.get("options"), member, offer, [])
            walk(option.get("choices"), member, offer, [])

    def walk(list_, member, outer, above):
        for data in list_ or []:
            choice = ChoiceOf(data, member, outer)
            choices.append(choice)
            if above:
                above[0].narrower.append(choice)
                choice.top = False
            options(data.get("options"), member, outer, [choice, *above])
            walk(data.get("choices"), member, outer, [choice, *above])

    for member, holder in [(None, unit), *((m["id"], m) for m in unit.get("members", []))]:
        options(holder.get("options"), member, None, [])
        walk(holder.get("choices"), member, None, [])
    return offers, choices


@dataclass(eq=False)
class Model:
    """A model of a squadron, or several alike where their number is not known."""
    member: str | None
    part: int
    number: tuple = (1, 1)
    taken: dict = field(default_factory=dict)       # Offer -> how often


class Bought:
    """The options of one squadron."""

    def __init__(self, unit, models, group_kind, attached):
        self.unit, self.models = unit, models
        self.offers, self.choices = offers_of(unit)
        self.group_kind, self.attached = group_kind, attached
        self.squadron = {}                          # Offer -> how often, of those that the squadron buys
        self.free = set()                           # Offers that cost nothing, and whose number nobody counts
        self.faults = []                            # (kind of option or None, what is wrong)
        self.doubts = []                            # the same, but of what is perhaps not wrong
        self.open = []                              # Offers of which the source left open which are taken
        self.unknown = []                           # picks that the unit does not offer
        self.unclear = []                           # picks by a name that several options have
        self.shared = []                            # picks that several hardpoints offer

    # What a list states.

    def pick(self, name, number, part=None):
        found = self.find(name)
        if not found:
            self.unknown.append(name)
            self.faults.append((None, f"offers no option `{name}`"))
            return
        if len(found) > 1 and all(offer.hardpoint for offer in found):
            self.shared.append((found, number, part))
            return
        if len(found) > 1:
            self.unclear.append((name, found, number, part))
        else:
            self.take(found[0], number, part)

    def settle_unclear(self):
        """Which of the options of one name a list means, it must say. It is priced as the first."""
        for name, found, number, part in self.unclear:
            self.faults.append((None, f"several options are called “{name}”"))
            self.take(found[0], number, part)

    def find(self, name):
        wanted = slug(name)
        exact = next((offer for offer in self.offers if offer.id == wanted), None)
        named = [offer for offer in self.offers if wanted in names(offer.option)]
        # An id means one option, unless hardpoints offer others that are called the same.
        if exact and (name.lower() == exact.id or slug(exact.option["name"]) != wanted):
            if slug(exact.option["name"]) != wanted or not all(offer.hardpoint for offer in named):
                return [exact]
        return named

    def eligible(self, offer, part=None):
        models = [m for m in self.models if offer.member in (None, m.member) and part in (None, m.part)]
        if offer.outer and offer.outer.buys != "squadron":
            models = [m for m in models if m.taken.get(offer.outer)]
        return models

    def take(self, offer, number, part=None):
        if offer.buys == "squadron":
            self.squadron[offer] = self.squadron.get(offer, 0) + (1 if number is None else number)
            return
        if offer.outer and offer.outer.buys == "squadron":
            # For models that the outer option makes. They are no models of the squadron's own.
            count = self.squadron.get(offer.outer, 0) if number is None else number
            self.squadron[offer] = self.squadron.get(offer, 0) + count
            return
        models = self.eligible(offer, part) or [m for m in self.models if offer.member in (None, m.member)
                                                and part in (None, m.part)] or self.models[:1]
        if number is None:
            # Every model, also one that lacks what it needs for it: that is told.
            for model in [m for m in self.models if offer.member in (None, m.member) and part in (None, m.part)] or models:
                model.taken[offer] = model.taken.get(offer, 0) + 1
            return
        for _ in range(number):
            self.give(offer, models)

    def has_room(self, model, offer):
        return all(choice.data.get("max") is None
                   or sum(n for o, n in model.taken.items() if choice in o.choices) < choice.data["max"]
                   for choice in offer.choices)

    def place(self):
        """Puts what several hardpoints offer into one of them each, so that all find room if they can.

        A hardpoint has room for as many as all models together may have there. One whose default it is comes first, then
        those without a default. What finds no room goes to the first that offers it.
        """
        order = lambda o: 0 if o.hardpoint.data.get("default") == o.id else 1 if not o.hardpoint.data.get("default") else 2
        units = []
        for found, number, part in self.shared:
            models = [m for m in self.models if part in (None, m.part)]
            whole = found[0].buys == "squadron"
            count = number if number is not None else 1 if whole else len(models)
            units += [(sorted(found, key=order), models)] * count
        held = {}                                   # Offer -> the units in it

        def room(offer):
            here = sum(self.total(o) for o in offer.hardpoint.offers) + sum(len(held.get(o, [])) for o in offer.hardpoint.offers)
            most = offer.hardpoint.data.get("max")
            # A hardpoint that comes with another option is there as often as that is taken.
            outer = offer.hardpoint.outer
            times = self.total(outer) if outer else 1 if offer.buys == "squadron" else len(self.models)
            return (most is None or here < most * times) and \
                self.total(offer) + len(held.get(offer, [])) < self.most(offer) * times

        def settle(unit, seen):
            for offer in units[unit][0]:
                if room(offer):
                    held.setdefault(offer, []).append(unit)
                    return True
            for offer in units[unit][0]:
                if offer.hardpoint in seen or not self.most(offer):
                    continue
                seen.add(offer.hardpoint)
                for other in [o for o in offer.hardpoint.offers if held.get(o)]:
                    for guest in list(held[other]):
                        held[other].remove(guest)
                        held.setdefault(offer, []).append(unit)
                        if settle(guest, seen):
                            return True
                        held[offer].remove(unit)
                        held[other].append(guest)
            return False

        left = [unit for unit in range(len(units)) if not settle(unit, set())]
        for unit in left:
            found = [o for o in self.offers if o in units[unit][0]]
            there = [o for o in found if not o.hardpoint.outer or self.total(o.hardpoint.outer)]
            held.setdefault((there or found)[0], []).append(unit)
        for offer in self.offers:
            for unit in held.get(offer, []):
                if offer.buys == "squadron":
                    self.squadron[offer] = self.squadron.get(offer, 0) + 1
                else:
                    self.give(offer, units[unit][1])

    def give(self, offer, models):
        """One more, for the model that has most room for it and least of it."""
        load = lambda m: sum(n for o, n in m.taken.items() if any(choice in offer.choices for choice in o.choices))
        model = min(models, key=lambda m: (not self.has_room(m, offer), m.taken.get(offer, 0) >= self.most(offer),
                                           load(m), m.taken.get(offer, 0)))
        model.taken[offer] = model.taken.get(offer, 0) + 1

    # What follows from the card.

    def total(self, offer):
        return self.squadron.get(offer, 0) + sum(m.taken.get(offer, 0) for m in self.models)

    def is_taken(self, id):
        return any(offer.id == id and self.total(offer) for offer in self.offers)

    def most(self, offer):
        option = offer.option
        if option.get("groups", {}).get(self.group_kind) == "never" or (option.get("not-attached") and self.attached):
            return 0
        limits = [most for other, most in option.get("max-with", {}).items() if self.is_taken(other)]
        return min(limits) if limits else option.get("max", 1)

    def complete(self):
        """Takes what is always taken in this kind of group, and defaults where a list states nothing."""
        self.settle_unclear()
        self.place()
        for offer in self.offers:
            if self.group_kind and offer.option.get("groups", {}).get(self.group_kind) == "always":
                if offer.buys == "squadron":
                    self.squadron[offer] = max(1, self.squadron.get(offer, 0))
                else:
                    models = self.eligible(offer)
                    for model in [m for m in models if not m.taken.get(offer)][:max(0, len(models) - self.total(offer))]:
                        model.taken[offer] = 1
        for choice in self.choices:
            if choice.top and self.in_reach(choice) and not self.several_marks(choice):
                self.fill(choice)

    def leave_open(self, options, marks):
        """Notes what else the squadron may take, where the source left open its options or its Marks."""
        self.open = [o for o in self.offers if (marks if o.is_mark else options) and self.is_free(o)]

    def is_free(self, offer):
        """Whether it may be taken or not. What is always taken here, and what is the only thing to choose, is taken."""
        in_group = offer.option.get("groups", {}).get(self.group_kind)
        if in_group or not self.highest(offer) or (offer.option.get("not-attached") and self.attached):
            return False
        if self.total(offer) and any(c.offers == [offer] and c.data.get("min") for c in offer.choices):
            return False
        return offer.outer is None or self.total(offer.outer) > 0 or self.is_free(offer.outer)

    def highest(self, offer):
        """How often it may be taken at most, whatever else is."""
        each = max([offer.option.get("max", 1), *offer.option.get("max-with", {}).values()])
        if offer.buys == "squadron":
            return each
        if offer.outer and offer.outer.buys == "squadron":
            return each * self.highest(offer.outer)
        return each * sum(m.number[1] for m in self.models if offer.member in (None, m.member))

    def several_marks(self, choice):
        """Where models have other Marks than the default, each states its own."""
        return choice.data.get("marks") and any(self.total(o) and o.id != choice.data.get("default") for o in choice.offers)

    def fill(self, choice):
        """Defaults of narrower groups that must have something, then the own one, then theirs until it has enough."""
        if choice.outer and choice.outer.buys == "squadron":
            # Models that an option makes: they all choose alike.
            offer = self.offer(choice.data.get("default"))
            if offer and not any(self.total(o) for o in choice.offers):
                self.squadron[offer] = choice.data.get("min", 0) * self.total(choice.outer)
            return
        whole = bool(choice.offers) and all(o.buys == "squadron" for o in choice.offers)
        models = self.models[:1] if whole else self.eligible(Offer({}, choice.member, choice.outer, []))
        for model in models:
            self.fill_one(choice, self.squadron if whole else model.taken, model.taken.get(choice.outer, 1) if not whole else 1)

    def fill_one(self, choice, taken, times=1):
        chosen = lambda c: sum(n for o, n in taken.items() if c in o.choices)
        for narrow in choice.narrower:
            if narrow.data.get("min"):
                self.fill_one(narrow, taken, times)
        least, own = choice.data.get("min", 0) * times, self.offer(choice.data.get("default"))
        if own and chosen(choice) < least:
            taken[own] = taken.get(own, 0) + least - chosen(choice)
        for narrow in choice.narrower:
            default = self.offer(narrow.data.get("default"))
            if not own and default and chosen(choice) < least and not chosen(narrow):
                taken[default] = 1

    def offer(self, id):
        return next((o for o in self.offers if o.id == id), None) if id else None

    def in_reach(self, choice):
        return choice.outer is None or self.total(choice.outer) > 0

    def judge(self, perhaps=()):
        """What is wrong. `doubts` is wrong only if the options that perhaps are free are not."""
        stated = list(self.faults)
        if perhaps:
            self.free = perhaps
            self.judge_all()
            sure, self.faults, self.doubts, self.free = self.faults, stated, [], set()
            self.judge_all()
            self.doubts, self.faults = self.doubts + [fault for fault in self.faults if fault not in sure], sure
        else:
            self.judge_all()

    def judge_all(self):
        for offer in self.offers:
            if offer not in self.free:
                self.judge_offer(offer)
        self.over = []
        for choice in reversed(self.choices):       # narrower ones first
            if self.in_reach(choice):
                self.judge_choice(choice)

    def wrong(self, kind, message, about):
        """What is wrong with the choice of these is a doubt if the source left open what was chosen."""
        (self.doubts if any(offer in self.open for offer in about) else self.faults).append((kind, message))

    def count_of(self, offer):
        """How many may have it, each up to its maximum."""
        if offer.outer and offer.outer.buys == "squadron" and offer.buys != "squadron":
            return self.squadron.get(offer.outer, 0)
        if offer.buys == "squadron":
            return 1
        return sum(m.number[1] for m in self.eligible(offer))

    def judge_offer(self, offer):
        kind, number = offer.option.get("kind"), self.total(offer)
        for other, least in offer.option.get("min-with", {}).items():
            if self.is_taken(other) and number < least:
                self.wrong(kind, f"{other} comes only with {offer.option['name']}", [offer])
        if not number:
            return
        if offer.outer and not self.total(offer.outer):
            self.wrong(kind, f"{offer.option['name']} comes only with {offer.outer.option['name']}", [offer])
            return
        most = self.most(offer) * self.count_of(offer)
        parts = {m.part for m in self.models}
        too_many = number > most or any(
            sum(m.taken.get(offer, 0) for m in self.models if m.part == part)
            > self.most(offer) * sum(m.number[1] for m in self.eligible(offer, part)) for part in parts)
        above = offer.outer and self.total(offer.outer) > self.most(offer.outer) * self.count_of(offer.outer)
        if too_many and not above:
            self.wrong(kind, f"has {offer.option['name']} {number} times, but may have at most {most}", [offer])
        elif offer.buys == "all-models" and any(not m.taken.get(offer) for m in self.eligible(offer)):
            self.wrong(kind, f"{offer.option['name']} is bought for all models or none", [offer])

    def judge_choice(self, choice):
        if not choice.offers:
            return
        whole = all(offer.buys == "squadron" for offer in choice.offers)
        for part in ([None] if whole else sorted({m.part for m in self.models})):
            if whole:
                chosen, number = sum(self.squadron.get(o, 0) for o in choice.offers ), (1, 1)
                beyond = sum(self.squadron.get(o, 0) - (0 if o in self.free else min(self.squadron.get(o, 0), self.most(o)))
                             for o in choice.offers)
                if choice.outer and choice.outer.buys == "squadron":
                    number = (self.total(choice.outer),) * 2
                    beyond = 0
            else:
                models = self.eligible(Offer({}, choice.member, choice.outer, []), part)
                chosen = sum(m.taken.get(o, 0) for m in models for o in choice.offers)
                # What an option has beyond its own maximum is told for itself.
                beyond = sum(max(0, sum(m.taken.get(o, 0) for m in models) - self.most(o) * len(models)) for o in choice.offers)
                number = (sum(m.number[0] for m in models), sum(m.number[1] for m in models))
                if choice.outer and choice.outer.buys == "squadron":
                    chosen, number = sum(self.total(o) for o in choice.offers), (self.total(choice.outer),) * 2
            least, most = choice.data.get("min", 0), choice.data.get("max")
            if most is not None and chosen - beyond > most * number[1]:
                # What is told of an option or of a narrower group is not told again.
                if any(narrow in self.over for narrow in choice.narrower) or any(
                        self.total(o) > self.most(o) * self.count_of(o) for o in choice.offers):
                    continue
                self.over.append(choice)
                kinds = {o.option.get("kind") for o in choice.offers if self.total(o)}
                kind = (kinds - {None} or kinds).pop()
                self.wrong(kind, f"{chosen} chosen from “{choice.data['name']}”, but at most {most}", choice.offers)
                return
            if chosen < least * number[0]:
                if self.several_marks(choice) and choice.data.get("default"):
                    self.wrong("marks", "the Mark is not stated", choice.offers)
                else:
                    self.wrong(choice.kind, f"{chosen} of {least * number[0]} chosen from “{choice.data['name']}”", choice.offers)
                return
