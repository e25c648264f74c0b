"""The structural checks. Each gives (place, error or undetermined) for whatever is wrong.

A check looks at the squadrons that its `where` matches. Where that is not known, what is wrong is undetermined.
"""
import itertools
from collections import Counter
from math import inf

from .amounts import Scope
from .names import names, slug
from .ranges import add, all_of, any_of, at_least, exactly, negate, times, within


def run(judge, rule):
    check = rule["check"]
    name, detail = (check, None) if isinstance(check, str) else next(iter(check.items()))
    return CHECKS[name](judge, rule.get("where", {}), detail, rule)


def looked_at(judge, where, squadrons):
    for squadron in squadrons:
        answer = judge.matches(where, squadron)
        if answer is not False:
            yield squadron, answer


def grade(*answers):
    """How grave it is that something is wrong: `answers` say whether it is."""
    answer = all_of(answers)
    return None if answer is False else "error" if answer else "undetermined"


def size_of(unit):
    """How many models a unit may have."""
    if unit.get("members"):
        return exactly(sum(m["models"]["min"] for m in unit["members"]))
    size = unit.get("squadron")
    return (size["min"], inf if size.get("max") is None else size["max"]) if size else (0, inf)


def squadron_size(judge, where, _, rule):
    for squadron, answer in looked_at(judge, where, judge.force.squadrons):
        if not squadron.unit:
            if not others_know(judge, squadron, rule, answer):
                yield squadron.at, "undetermined"
            continue
        if without_models(judge, squadron.unit) and not squadron.stated_number:
            continue
        low, high = size_of(squadron.unit)
        if squadron.number_open:
            yield squadron.at, grade(answer)
        elif not low <= squadron.number[0] <= high:
            yield squadron.at, grade(answer)


def without_models(judge, unit):
    return any(unit.get("traits", {}).get(trait) for trait in judge.book.head.get("without-models", []))


def others_know(judge, squadron, rule, answer):
    """Of rules with the same check of which perhaps several look at a squadron, one that is sure to look reports."""
    if answer:
        return False
    twins = [r for r in judge.book.rules.values() if r.get("check") == rule["check"] and judge.in_use(r) is not False]
    perhaps = [twin for twin in twins if judge.matches(twin.get("where", {}), squadron) is not False]
    with judge.only_known():
        known = [twin for twin in perhaps if judge.matches(twin.get("where", {}), squadron)]
    return (known or perhaps)[0] is not rule


def faults_of(judge, where, kinds):
    for squadron, answer in looked_at(judge, where, judge.force.squadrons):
        if not squadron.unit:
            if None in kinds and (squadron.data.get("options") or any(isinstance(m, dict) and m.get("options") for m in
                    (squadron.data.get("models") if isinstance(squadron.data.get("models"), list) else []))):
                yield squadron.at, "undetermined"
            continue
        for kind, message in squadron.bought.faults:
            if kind in kinds:
                yield squadron.at, grade(answer), message
        for kind, message in squadron.bought.doubts:
            if kind in kinds:
                yield squadron.at, "undetermined", message


def options(judge, where, _, rule):
    judged_apart = {r["check"]["options-of"] for r in judge.book.rules.values()
                    if isinstance(r.get("check"), dict) and "options-of" in r["check"]}
    kinds = {k for s in judge.force.squadrons if s.unit for k, _ in s.bought.faults + s.bought.doubts} | {None}
    yield from faults_of(judge, where, kinds - judged_apart - {"marks"})
    for squadron, answer in looked_at(judge, where, judge.force.squadrons):
        if squadron.unit and not squadron.unit.get("members"):
            becoming = sum(n * o.option["becomes"].get("takes", 1) for o, n in squadron.bought.squadron.items()
                           if n and "becomes" in o.option)
            if becoming > squadron.number[1]:
                yield squadron.at, grade(answer)


def options_of(judge, where, kind, rule):
    yield from faults_of(judge, where, {kind})


def marks(judge, where, _, rule):
    yield from faults_of(judge, where, {"marks"})


# Attachments.

def attachment(judge, where, _, rule):
    for squadron, answer in looked_at(judge, where, [s for s in judge.force.squadrons if s.parent]):
        if squadron.standing == "brought":
            continue
        if same_name(squadron) and told_elsewhere(judge, "attached-name", squadron):
            continue
        wrong = may_join(judge, squadron, squadron.parent)
        if wrong is not True and squadron.unit and may_join(judge, squadron, squadron.parent, any_number=True):
            # Too many or too few of it: told once for all that are attached to this parent.
            same = [s for s in squadron.parent.attached if s.unit is squadron.unit and s.standing == "attached"]
            if same[0] is not squadron and any(a.get("max") is not None for a in squadron.unit.get("attaches", [])):
                continue
        if wrong is not True and not (wrong is None and others_know(judge, squadron, rule, answer)):
            yield squadron.at, grade(answer, False if wrong is True else None if wrong is None else True)


def may_join(judge, squadron, parent, any_number=False):
    """Whether it may, by its own rule; by its parent's list where it has none."""
    if not squadron.unit or not parent.unit:
        return None if not (squadron.unit and not squadron.unit.get("attaches") and not parent.unit) else None
    # All squadrons of the unit that are attached to this parent count together.
    number = add(*(s.number for s in parent.attached if s.unit is squadron.unit and s.standing == "attached"))
    rules = squadron.unit.get("attaches")
    if rules:
        return any_of(all_of([
            judge.matches(a["to"], parent),
            nation_fits(judge, a, squadron, parent),
            True if not a.get("models") else within(parent.number, exactly(a["models"]["min"]),
                                                    None if a["models"].get("max") is None else exactly(a["models"]["max"])),
            any_number or fits_number(a, squadron, number)]) for a in rules)
    hosts = [h for h in parent.unit.get("hosts", []) if h["unit"] == squadron.unit["id"]]
    if hosts:
        return any_of(True if h.get("max") is None else at_least(exactly(h["max"]), number) for h in hosts)
    return False


def fits_number(attaches, squadron, number):
    """Up to the number that its rule says. A unit that is only attached has the size that its card says, besides."""
    low, high = size_of(squadron.unit) if squadron.unit.get("only") == "attached" else (0, inf)
    if attaches.get("max") is not None:
        return all_of([at_least(exactly(attaches["max"]), number), at_least(number, exactly(low))])
    return within(squadron.number, exactly(low), exactly(high))


def same_name(squadron):
    return bool(squadron.parent and squadron.unit and squadron.parent.unit and squadron.unit["id"] == squadron.parent.unit["id"])


def told_elsewhere(judge, check, squadron):
    """Whether a rule with another check reports this squadron."""
    return any(judge.matches(r.get("where", {}), squadron) for r in judge.book.rules.values()
               if r.get("check") == check and judge.in_use(r))


def nation_fits(judge, attaches, squadron, parent):
    """Without `nations` the check `attached-nation` judges the nation."""
    nations = attaches.get("nations")
    if not nations:
        return True
    return True if parent.nation in nations else None if parent.nation in (None, "?") else False


def attached_name(judge, where, _, rule):
    for squadron, answer in looked_at(judge, where, [s for s in judge.force.squadrons if s.parent]):
        if squadron.standing != "brought" and same_name(squadron):
            yield squadron.at, grade(answer)


def attached_nation(judge, where, _, rule):
    for squadron, answer in looked_at(judge, where, [s for s in judge.force.squadrons if s.parent]):
        if squadron.standing == "brought":
            continue
        homes = [home(s) for s in (squadron, squadron.parent)]
        if squadron.unit and any(a.get("nations") is not None and nation_fits(judge, a, squadron, squadron.parent)
                                 and judge.matches(a["to"], squadron.parent) is not False
                                 for a in squadron.unit.get("attaches", [])):
            continue
        if None in homes:
            continue
        if "?" in homes:
            yield squadron.at, "undetermined"
        elif homes[0] != homes[1]:
            yield squadron.at, grade(answer)


def home(squadron):
    """The nation of a squadron; None for units that every nation fields as its own."""
    if squadron.unit:
        return squadron.unit["nation"]
    return squadron.nation


def shared_allocation(judge, where, _, rule):
    for squadron, answer in looked_at(judge, where, judge.force.squadrons):
        if squadron.standing == "own" or not squadron.above:
            continue
        mine, theirs = judge.fact("allocation", squadron), judge.fact("allocation", squadron.above)
        # What states none is where that is with which it comes.
        if not squadron.data.get("allocation"):
            continue
        if theirs[1] and not theirs[0]:
            yield squadron.at, "undetermined"
        elif mine[0] != theirs[0]:
            yield squadron.at, grade(answer)


# Groups.

def slots(judge, where, kind, rule):
    for group in judge.force.groups:
        if group.kind != kind:
            continue
        for squadron, answer in looked_at(judge, where, group.without):
            yield squadron.at, grade(answer)
        for squadron, answer in looked_at(judge, where, group.unknown):
            if not others_know(judge, squadron, rule, answer):
                yield squadron.at, "undetermined"


def filled(judge, where, detail, rule):
    for group in judge.force.groups:
        if group.kind == detail["group"]:
            if detail["slot"] in group.empty:
                yield group.at, "error"
            elif detail["slot"] in group.perhaps_empty:
                yield group.at, "undetermined"


def copies(judge, where, counted, rule):
    for group in judge.force.groups:
        inside = [s for s in judge.force.squadrons if s.group is group and s.standing == counted and s.unit]
        for unit in {id(s.unit): s.unit for s in inside}.values():
            same = [s for s in inside if s.unit is unit]
            answers = [judge.matches(where, s) for s in same]
            most = unit.get("copies", {}).get(group.kind, 1)
            sure, perhaps = answers.count(True), answers.count(True) + answers.count(None)
            if perhaps > most:
                yield same[0].at, "error" if sure > most else "undetermined"


# Brought squadrons.

def brought(judge, where, special, rule):
    """Looks at all that a squadron and what is attached to it bring, unit by unit."""
    force = judge.force
    for family in families(force):
        inside = [s for s in force.squadrons if s.bringer in family]
        kinds = {}
        for squadron in inside:
            kinds.setdefault(squadron.unit["id"] if squadron.unit else None, []).append(squadron)
        for same in kinds.values():
            answer = judge.matches(where, same[0])
            if answer is not False and reporter(judge, family, same[0]) is rule:
                yield from brought_of(judge, family, same, special, answer)


def families(force):
    return [force.family(s) for s in force.squadrons if not s.parent]


def reporter(judge, family, squadron):
    """The rule that tells what is wrong with a squadron: that by whose special rule it is brought, else another."""
    checks = [r for r in judge.book.rules.values() if isinstance(r.get("check"), dict) and "brought" in r["check"]
              and judge.in_use(r) is not False]
    force = judge.force
    # The bringer that a list names may bring the unit by one of the rules only.
    own = {e["rule"] for giver, e, n in force.gifts_of([squadron.bringer]) if force.gives(giver, e, n, squadron)}
    if len(own) == 1:
        checks = [check for check in checks if check["check"]["brought"] in own] or checks
    for wanted in (True, None):
        for check in checks:
            if any(e["rule"] == check["check"]["brought"] and force.gives(giver, e, n, squadron) is wanted
                   for giver, e, n in force.gifts_of(family)):
                return check
    bringer = squadron.bringer
    if bringer.unit:
        # What it brings by options that were not taken, or brings of other units, or by a rule on its card alone.
        all_ = [*bringer.unit.get("brings", []), *(b for o in bringer.bought.offers for b in o.option.get("brings", []))]
        for check in checks:
            if any(e["rule"] == check["check"]["brought"] and force.same_unit(bringer, e, squadron) for e in all_):
                return check
        for check in checks:
            if any(e["rule"] == check["check"]["brought"] for e in all_) or judge.matches({"rule": check["check"]["brought"]}, bringer):
                return check
    return checks[-1]


def brought_of(judge, family, same, special, answer):
    force, squadron = judge.force, same[0]
    at = squadron.at
    for one in same:
        if one.parent:
            yield one.at, grade(answer)
            return
    unknown = any(not s.unit for s in family)
    if not squadron.unit or not squadron.bringer.unit:
        yield at, "undetermined"
        return
    gifts = [(force.same_unit(giver, e, squadron), e, n) for giver, e, n in force.gifts_of(family) if e["rule"] == special]
    sure = [(e, n) for a, e, n in gifts if a]
    if not sure:
        silent = any(not [1 for g, e, _ in force.gifts_of([s]) if e["rule"] == special]
                     and judge.matches({"rule": special}, s) is not False for s in family if s.unit)
        # The card says that it brings something, but no catalogue what; or nobody knows who else brings.
        doubt = unknown or silent or any(a is None for a, _, _ in gifts)
        yield at, "undetermined" if doubt else grade(answer)
        return
    if shared(judge, family, same, False) or as_printed(judge, family, same, special, False):
        return
    fits = shared(judge, family, same) or as_printed(judge, family, same, special)
    yield at, grade(answer, None if unknown or fits else True)


def as_printed(judge, family, same, special, perhaps=True):
    """Whether squadrons of one unit are what this special rule brings: the numbers and sizes on the cards.

    With `perhaps`, options that are left open may bring them too; without, they must fit whatever such options bring.
    """
    force = judge.force
    sure = [(e, n) for giver, e, n in force.gifts_of(family) if e["rule"] == special and force.same_unit(giver, e, same[0])]
    if any(e.get("divided") or e.get("squadrons") for e, _ in sure):
        printed, bins = Counter(), []
        for entry, number in sure:
            for _ in range(number[1] if perhaps else number[0]):
                if entry.get("divided"):
                    bins.append(entry["models"])
                elif entry.get("squadrons"):
                    printed[entry["models"]] += entry["squadrons"]
                else:
                    printed[entry["models"]] += 1
        return parted([s.number[0] for s in same], printed, bins)
    # Each of them brings all of its models, or none.
    sums = {0}
    for giver in family:
        mine = [(e, n) for e, n in force.gifts(giver) if e["rule"] == special and force.same_unit(giver, e, same[0])]
        brings = {0}
        if perhaps or all(n[0] == n[1] for _, n in mine):
            for e, n in mine:
                brings = {one + e["models"] * number for one in brings for number in range(n[0], n[1] + 1)}
        sums |= {one + more for one in sums for more in brings}
    return sum(s.number[0] for s in same) in sums - {0}


def shared(judge, family, same, perhaps=True):
    """Where several special rules bring one unit: which squadron comes by which, so that all are as printed; else None."""
    force = judge.force
    rules = list(dict.fromkeys(e["rule"] for giver, e, _ in force.gifts_of(family) if force.same_unit(giver, e, same[0])))
    if len(rules) < 2 or len(same) > 8:
        return None
    # The bringer that a list names may bring the unit by one of the rules only.
    own = [{e["rule"] for giver, e, _ in force.gifts_of([s.bringer]) if force.same_unit(giver, e, s)} for s in same]
    for choice in itertools.product(*(by if len(by) == 1 else rules for by in own)):
        parts = {rule: [s for s, by in zip(same, choice) if by == rule] for rule in set(choice)}
        if all(as_printed(judge, family, part, rule, perhaps) for rule, part in parts.items()):
            return parts
    return None


def parted(sizes, printed, bins):
    """Whether squadrons of these sizes come as printed, or out of complements that the player divides. Some may be left out."""
    if not sizes:
        return True
    size, rest = sizes[0], sizes[1:]
    if printed[size] and parted(rest, printed - Counter([size]), bins):
        return True
    return any(parted(rest, printed, bins[:place] + [room - size] + bins[place + 1:])
               for place, room in enumerate(bins) if room >= size and room not in bins[:place])


def brought_together(judge, where, special, rule):
    force = judge.force
    for family in families(force):
        same = []
        gifts = [(g, e, n) for g, e, n in force.gifts_of(family)
                 if e["rule"] == special and not e.get("squadrons") and not e.get("divided")]
        for squadron in force.squadrons:
            if squadron.bringer in family and squadron.unit and not squadron.parent:
                if any(force.same_unit(g, e, squadron) for g, e, _ in gifts):
                    alike = [s for s in force.squadrons if s.bringer in family and s.unit is squadron.unit]
                    parts = shared(judge, family, alike)
                    if not parts or squadron in parts.get(special, []):
                        same.append(squadron)
        # Perhaps they come by an option that is left open.
        by = all_of(any_of(force.gives(g, e, n, squadron) for g, e, n in gifts) for squadron in same)
        if len(same) > 1:
            yield same[0].at, grade(judge.matches(where, same[0]), by)
        elif same:
            # How few there may be, the card of the bringer says.
            if same[0].number[0] > size_of(same[0].unit)[1] and as_printed(judge, family, same, special):
                yield same[0].at, grade(judge.matches(where, same[0]), by)


# Loads.

def capacity(judge, where, _, rule):
    carriers = [s for s in judge.force.squadrons if s.carries]
    for squadron, answer in looked_at(judge, where, carriers):
        # Carriers that share a load carry it together.
        together = [squadron]
        for one in together:
            together += [c for c in carriers if c not in together and any(load in one.carries for load in c.carries)]
        if squadron is not min(together, key=carriers.index):
            continue
        if any(not c.unit for c in together):
            yield squadron.at, "undetermined"
            continue
        choices = [c.unit.get("capacity", {}).get("of", []) for c in together]
        fits = any_of(load_fits(judge, together, choice) for choice in itertools.product(*choices))
        if fits is not True:
            yield squadron.at, grade(answer, True if fits is False else None)


def load_fits(judge, carriers, choice):
    """Whether all that they carry, with what is attached to it, can be divided among them."""
    loads = []
    for carrier in carriers:
        for load in carrier.carries:
            loads += [s for s in judge.force.squadrons if s not in loads and (s is load or is_below(s, load) and not has_craft(judge, s))]
    if len(carriers) > 1 and len(loads) > 12:
        return None
    holders, answers = {}, []
    for load in loads:
        held = []
        for carrier, room in zip(carriers, choice):
            if any(load is c or is_below(load, c) for c in carrier.carries):
                answer = judge.matches(room["that"], load)
                if answer is not False:
                    held.append((carrier, room))
                if answer is None:
                    answers.append(None)
        if not held:
            return False
        holders[id(load)] = held
    models = lambda group: add((0, 0), *(s.number for s in group))
    groups = [loads] if len(carriers) == 1 else \
        [group for size in range(1, len(loads) + 1) for group in itertools.combinations(loads, size)]
    for group in groups:
        rooms = {id(c): (c, r) for load in group for c, r in holders[id(load)]}.values()
        limits = [None if r.get("models") is None else times(exactly(r["models"]), models_of(c)) for c, r in rooms]
        if None not in limits:
            answers.append(at_least(add((0, 0), *limits), models(group)))
        counts = [None if r.get("squadrons") is None else times(exactly(r["squadrons"]), models_of(c)) for c, r in rooms]
        if None not in counts:
            # What is attached to a load is a part of it.
            carried = [load for load in group if any(load in c.carries for c in carriers)]
            answers.append(at_least(add((0, 0), *counts), exactly(len(carried))))
    return all_of(answers)


def has_craft(judge, squadron):
    return any(squadron in s.carries for s in judge.force.squadrons)


def models_of(carrier):
    return add((0, 0), *(m.number for m in carrier.bought.models))


def is_below(squadron, other):
    while squadron.parent:
        squadron = squadron.parent
        if squadron is other:
            return True
    return False


# Decks.

def swaps(judge, where, detail, rule):
    deck = judge.decks.get(detail["deck"])
    # Of a deck that is left open, no card is known.
    if deck is None or any(card.id is None for card in deck):
        return
    base, replaced = detail["base"], set()
    in_deck = {card.id for card in deck}
    # A card that is there twice is another rule's matter.
    for card in [card for place, card in enumerate(deck) if card.id not in [c.id for c in deck[:place]]]:
        old, is_base = card.replaces, judge.matches(base, card)
        if not old:
            wrong = negate(is_base)
            if wrong is not False:
                # Which card it replaces the list does not say.
                yield card.at, "undetermined"
            continue
        if old.id in replaced or old.id in in_deck:
            wrong = True
        else:
            equal = None if card.cost is None or old.cost is None else card.cost == old.cost
            wrong = negate(all_of([judge.matches(base, old), equal]))
        if not is_base:
            replaced.add(old.id)
        # A base card replaces none.
        wrong = True if is_base or wrong else None if is_base is None or wrong is None else False
        if wrong is not False:
            yield card.at, "error" if wrong else "undetermined"


CHECKS = {"squadron-size": squadron_size, "options": options, "options-of": options_of, "marks": marks,
          "attachment": attachment, "attached-name": attached_name, "attached-nation": attached_nation,
          "shared-allocation": shared_allocation, "slots": slots, "filled": filled, "copies": copies, "brought": brought,
          "brought-together": brought_together, "capacity": capacity, "swaps": swaps}
