"""Amounts: what a rule counts or computes, as a range."""
from math import inf

from .force import Group, ModelSet, Squadron
from .ranges import ANY, add, all_of, exactly, join, per, percent, smaller, times, within


class Scope:
    """The part of a list that an amount is measured over."""

    def __init__(self, force, squadrons=None, bearers=None, cards=None, rows=None, focus=None, sets=None, groups=None,
                 perhaps=()):
        self.force, self.focus = force, focus
        self.is_list = squadrons is None
        self.perhaps = set(map(id, perhaps))    # squadrons that perhaps do not belong to it
        self.squadrons = squadrons if squadrons is not None else force.squadrons if force else []
        self.sets = sets if sets is not None else [s for squadron in self.squadrons for s in squadron.sets]
        inside = set(map(id, self.squadrons))
        self.bearers = bearers if bearers is not None else \
            [b for b in force.bearers if id(b.squadron) in inside] if force else []
        self.groups = groups if groups is not None else force.groups if force else []
        self.cards, self.rows = cards, rows


def count(judge, things, selector, weight=lambda thing: (1, 1), scope=None):
    """The sum of the weights of all that match."""
    total = (0, 0)
    for thing in things:
        answer = judge.matches(selector, thing)
        if answer is False:
            continue
        if scope and scope.perhaps and id(getattr(thing, "squadron", thing)) in scope.perhaps:
            answer = None
        low, high = weight(thing)
        total = add(total, (low, high) if answer else (min(0, low), max(0, high)))
    return total


def amount(judge, a, scope):
    if isinstance(a, int):
        return exactly(a)
    if a == "mfv":
        return judge.force.mfv if judge.force else ANY
    (kind, what), = a.items()
    return globals()["of_" + kind.replace("-", "_")](judge, what, scope)


def of_points(judge, s, scope):
    points = count(judge, scope.sets, s, lambda m: m.points)
    return add(points, judge.charges) if scope.is_list and not s else points


def charges(judge):
    """What the list pays besides its squadrons. The points in it are those of the squadrons alone."""
    whole, total = Scope(judge.force), (0, 0)
    for rule in judge.book.rules.values():
        for charge in rule.get("charges", []):
            asked = all_of([judge.in_use(rule), *(within(*limit_of(judge, limit, whole)) for limit in charge.get("when", []))])
            if asked is not False:
                low, high = add(amount(judge, charge["each"], whole), exactly(-charge.get("after", 0)))
                cost = times(exactly(charge["points"]), (max(0, low), max(0, high)))
                total = add(total, cost if asked else join(cost, (0, 0)))
    return total


def limit_of(judge, limit, scope):
    """What is measured, and the bounds; None for a bound that there is not."""
    return [amount(judge, limit[key], scope) if limit.get(key) is not None else None for key in ("of", "min", "max")]


def of_upgrades(judge, s, scope):
    return count(judge, scope.sets, s, lambda m: m.upgrades)


def of_models(judge, s, scope):
    return count(judge, scope.sets, s, lambda m: m.number, scope)


def of_squadrons(judge, s, scope):
    return count(judge, scope.squadrons, s, scope=scope)


def of_attached(judge, s, scope):
    things = scope.focus.attached if isinstance(scope.focus, Squadron) else [x for x in scope.squadrons if x.parent]
    return count(judge, things, s)


def of_carried(judge, s, scope):
    loads = scope.focus.carries if isinstance(scope.focus, Squadron) else \
        list({id(x): x for squadron in scope.squadrons for x in squadron.carries}.values())
    return count(judge, loads, s)


def of_dearest(judge, s, scope):
    sure, perhaps = costs(judge, s, scope)
    every = sure + [(0, high) for _, high in perhaps]
    return (max((low for low, _ in every), default=0), max((high for _, high in every), default=0))


def of_cheapest(judge, s, scope):
    sure, perhaps = costs(judge, s, scope)
    if not sure:
        return (0, max((high for _, high in perhaps), default=0))
    return (min(low for low, _ in sure + perhaps), min(high for _, high in sure))


def costs(judge, s, scope):
    """What the squadrons cost that match, and those that perhaps match."""
    sure, perhaps = [], []
    for squadron in scope.squadrons:
        answer = judge.matches(s, squadron)
        if answer is not False:
            certain = answer and id(squadron) not in scope.perhaps
            (sure if certain else perhaps).append(add((0, 0), *(models.points for models in squadron.sets)))
    return sure, perhaps


def of_whole(judge, a, scope):
    return amount(judge, a, Scope(scope.force, cards=scope.cards, rows=scope.rows))


def of_cost(judge, s, scope):
    cards = scope.cards if scope.cards is not None else [c for deck in judge.decks.values() for c in deck]
    return count(judge, cards, s, lambda card: times(card.copies, ANY if card.cost is None else exactly(card.cost)))


def of_bearers(judge, s, scope):
    return count(judge, scope.bearers, s, lambda b: b.number)


def of_cards(judge, s, scope):
    cards = scope.cards if scope.cards is not None else [c for deck in judge.decks.values() for c in deck]
    return count(judge, cards, s, lambda card: card.copies)


def of_rows(judge, s, scope):
    return count(judge, scope.rows or [], s)


def of_total(judge, what, scope):
    field, s = what
    return count(judge, scope.rows or [], s, lambda row: exactly(row.number(field)))


def of_halves(judge, what, scope):
    field, s = what
    return count(judge, scope.rows or [], s, lambda row: exactly((row.number(field) + 1) // 2))


def of_allowed(judge, what, scope):
    end, s = what

    def size(squadron):
        if not squadron.unit:
            return ANY
        if squadron.unit.get("members"):
            return exactly(sum(m["models"]["min"] for m in squadron.unit["members"]))
        sizes = squadron.unit.get("squadron")
        if not sizes:
            return ANY
        return exactly(sizes["min"] if end == "min" else inf if sizes.get("max") is None else sizes["max"])
    return count(judge, scope.squadrons, s, size)


def of_different(judge, what, scope):
    trait, s = what
    is_card = trait in ("card", "deck") or judge.book.owner(trait) == "card"
    things = (scope.cards if scope.cards is not None else [c for d in judge.decks.values() for c in d]) if is_card else scope.squadrons
    if trait == "group":
        things = [x for x in things if x.group]
    sure, perhaps, unknown, unknown_sure = set(), set(), 0, False
    for thing in things:
        answer = judge.matches(s, thing)
        if answer is False:
            continue
        if trait == "models":
            low, high = thing.number
            values, open_ = ({low}, False) if low == high else (set(), True)
        else:
            values, open_ = judge.fact(trait, thing)
        (sure if answer else perhaps).update(values)
        if open_ and not values:
            unknown += thing.copies[1] if is_card else 1
        elif open_ and open_ is not True:
            perhaps |= open_ - {None}
    return (len(sure), len(sure | perhaps) + unknown)


def of_stat(judge, what, scope):
    stat, s = what

    def figure(models):
        if not models.squadron.unit:
            return ANY
        value = models.stats.get(stat, 0)
        return times(models.number, models.ends.get(stat) or exactly(value if isinstance(value, int) else 0))
    return count(judge, scope.sets, s, figure)


def of_taken(judge, what, scope):
    from .names import slug
    name, s = what

    def number(squadron):
        if not squadron.unit:
            # What an unknown unit takes is what the list says.
            return (0, inf) if squadron.data.get("options") or isinstance(squadron.data.get("models"), list) else (0, 0)
        bought = squadron.bought
        return add((0, 0), *((0, bought.highest(o)) if o in bought.open else exactly(bought.total(o))
                             for o in bought.offers if slug(o.option["name"]) == name))
    return count(judge, scope.squadrons, s, number)


def of_groups(judge, s, scope):
    total = (0, 0)
    for group in scope.groups:
        if not s:
            total = add(total, (1, 1))
            continue
        inside = [x for x in judge.force.squadrons if x.group is group]
        answers = [judge.matches(s, x) for x in inside] or []
        if judge.matches(s, group):
            answers.append(True)
        total = add(total, (1, 1) if True in answers else (0, 1) if None in answers else (0, 0))
    return total


def of_agreed(judge, setting, scope):
    numbers = [int(value) for value in judge.unsettled.get(setting, [judge.settings[setting]])]
    return (min(numbers), max(numbers))


def of_given(judge, setting, scope):
    return perhaps_one(None if setting in judge.unsettled else setting in judge.given)


def of_setting(judge, tests, scope):
    return perhaps_one(all_of(judge.holds(*test) for test in tests.items()))


def perhaps_one(answer):
    return (0, 1) if answer is None else exactly(int(answer))


def of_entry_turn(judge, s, scope):
    turns = [(x.data["entry-turn"], judge.matches(s, x)) for x in scope.squadrons if x.data.get("entry-turn") is not None]
    sure = [turn for turn, answer in turns if answer]
    perhaps = [turn for turn, answer in turns if answer is not False]
    return (min(perhaps), min(sure, default=inf)) if perhaps else ANY


def of_percent(judge, what, scope):
    return percent(what[0], amount(judge, what[1], scope))


def of_times(judge, what, scope):
    return times(amount(judge, what[0], scope), amount(judge, what[1], scope))


def of_per(judge, what, scope):
    return per(what[0], amount(judge, what[1], scope))


def of_table(judge, what, scope):
    rows = judge.book.head["tables"][what[0]]["rows"]
    low, high = amount(judge, what[1], scope)

    def value(number):
        return next((row["value"] for row in rows if row.get("to") is None or number <= row["to"]), None)
    inside = [row["value"] for before, row in zip([None, *rows], rows)
              if (before is None or before["to"] < high) and (row.get("to") is None or row["to"] >= low)]
    if value(high) is None:
        return ANY
    return (min(inside), max(inside))


def of_sum(judge, parts, scope):
    return add((0, 0), *(amount(judge, part, scope) for part in parts))


def of_smaller(judge, what, scope):
    return smaller(amount(judge, what[0], scope), amount(judge, what[1], scope))
