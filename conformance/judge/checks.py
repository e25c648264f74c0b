"""The structural checks. Each gives (place, error or undetermined) for whatever is wrong.

A check looks at the squadrons that its `where` matches. Where that is not known, what is wrong is undetermined.
"""
import itertools
from collections import Counter
from math import inf

from .amounts import Scope
from .names import names, slug
from .ranges import add, all_of, any_of, at_least, exactly, times, within


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
        if without_models(judge, squadron.unit):
            continue
        low, high = size_of(squadron.unit)
        if squadron.number[0] != squadron.number[1]:
            yield squadron.at, grade(answer)        # the list does not say how many
        elif not low <= squadron.number[0] <= high:
            yield squadron.at, grade(answer)


def without_models(judge, unit):
    return any(unit.get("traits", {}).get(trait) for trait in judge.book.head.get("without-models", []))


def others_know(judge, squadron, rule, answer):
    """Of rules with the same check of which perhaps several look at a squadron, one that is sure to look reports."""
    if answer:
        return False
    twins = [r for r in judge.book.rules.values() if r.get("check") == rule["check"] and judge.in_use(r)]
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


def options(judge, where, _, rule):
    judged_apart = {r["check"]["options-of"] for r in judge.book.rules.values()
                    if isinstance(r.get("check"), dict) and "options-of" in r["check"]}
    kinds = {k for s in judge.force.squadrons if s.unit for k, _ in s.bought.faults} | {None}
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
    """Up to the number that its rule says. Without one, a unit that is only attached has a size that it may have."""
    if attaches.get("max") is not None:
        return at_least(exactly(attaches["max"]), number)
    if squadron.unit.get("only") != "attached":
        return True
    low, high = size_of(squadron.unit)
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
        if "?" in homes:
            yield squadron.at, "undetermined"
        elif None not in homes and homes[0] != homes[1]:
            yield squadron.at, grade(answer)


def home(squadron):
    """The nation of a squadron; None for units that every nation fields as its own."""
    if squadron.unit:
        return squadron.unit["nation"]
    return squadron.nation


def shared_allocation(judge, where, _, rule):
    for squadron, answer in looked_at(judge, where, judge.force.squadrons):
        if squadron.standing == "own" or not squadron.above or not squadron.data.get("allocation"):
            continue
        mine, theirs = judge.fact("allocation", squadron), judge.fact("allocation", squadron.above)
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

def of_rule(judge, bringer, rule):
    """The entries of this special rule that a squadron brings by, with the number of bringers."""
    return [(entry, number) for entry, number in judge.force.gifts(bringer) if entry["rule"] == rule]


def brings_by(judge, bringer, rule):
    """Whether it brings anything by this rule: entries, or the rule on its card alone."""
    return bool(of_rule(judge, bringer, rule)) or judge.matches({"rule": rule}, bringer)


def brought(judge, where, special, rule):
    force = judge.force
    checks = [r for r in judge.book.rules.values() if isinstance(r.get("check"), dict) and "brought" in r["check"]]
    for bringer in {id(s.bringer): s.bringer for s in force.squadrons if s.bringer}.values():
        all_of_it = [s for s in force.squadrons if s.bringer is bringer]
        seen = set()
        for squadron in all_of_it:
            key = id(squadron.unit) if squadron.unit else id(squadron)
            if key in seen:
                continue
            seen.add(key)
            same = [s for s in all_of_it if (s.unit is squadron.unit if squadron.unit else s is squadron)]
            answer = judge.matches(where, squadron)
            if answer is False or reporter(judge, bringer, squadron, checks) is not rule:
                continue
            yield from brought_of(judge, bringer, squadron, same, special, answer)


def reporter(judge, bringer, squadron, checks):
    """The rule that tells what is wrong with a squadron: that by whose special rule it is brought, else the last."""
    if bringer.unit and squadron.unit:
        for check in checks:
            entries = of_rule(judge, bringer, check["check"]["brought"])
            if any(judge.force.same_unit(bringer, e, squadron) for e, _ in entries):
                return check
        for check in checks:
            entries = of_rule(judge, bringer, check["check"]["brought"])
            if any(judge.force.same_unit(bringer, e, squadron) is None for e, _ in entries):
                return check
        for check in checks:
            if brings_by(judge, bringer, check["check"]["brought"]):
                return check
    return checks[-1]


def brought_of(judge, bringer, squadron, same, special, answer):
    at = squadron.at
    for one in same:
        if one.parent:
            yield one.at, grade(answer)
            return
    if not bringer.unit or not squadron.unit:
        yield at, "undetermined"
        return
    entries = of_rule(judge, bringer, special)
    answers = [(judge.force.same_unit(bringer, e, squadron), e, n) for e, n in entries]
    sure = [(e, n) for a, e, n in answers if a]
    if not sure:
        if any(a is None for a, _, _ in answers):
            yield at, "undetermined"
        elif not entries and judge.matches({"rule": special}, bringer):
            yield at, "undetermined"                # the card says that it brings something, no catalogue what
        else:
            yield at, grade(answer)
        return
    divided = [(e, n) for e, n in sure if e.get("divided")]
    numbers = [s.number for s in same]
    total = add((0, 0), *numbers)
    low = add((0, 0), *(times(exactly(e["models"] * (e.get("squadrons") or 1)), n) for e, n in sure))
    if divided:
        yield from brought_divided(judge, bringer, same, sure, answer)
        return
    if any(e.get("squadrons") for e, _ in sure):
        wanted = Counter()
        for e, n in sure:
            if e.get("squadrons"):
                wanted[e["models"]] += e["squadrons"] * n[0]
            else:
                wanted[e["models"] * n[0]] += 1
        have = Counter(n[0] for n in numbers)
        if have != wanted:
            yield at, grade(answer, True if all(n[0] == n[1] for n in numbers) and all(n[0] == n[1] for _, n in sure) else None)
        return
    # All bringers bring one squadron together; `brought-together` judges whether it is one.
    if total != low or total[0] != total[1]:
        sure_wrong = total[0] > low[1] or total[1] < low[0]
        yield at, grade(answer, True if sure_wrong else None)


def brought_divided(judge, bringer, same, sure, answer):
    """Each bringer's models in squadrons of up to its number; each squadron is of one bringer."""
    fixed, bins = Counter(), []
    unsure = False
    for entry, number in sure:
        unsure |= number[0] != number[1]
        for _ in range(int(number[0] if number[1] == inf else number[1])):
            if entry.get("divided"):
                bins.append(entry["models"] * (entry.get("squadrons") or 1))
            else:
                fixed[entry["models"]] += entry.get("squadrons") or 1
    sizes = sorted((s.number[0] for s in same), reverse=True)
    if any(s.number[0] != s.number[1] for s in same):
        yield same[0].at, "undetermined"
        return
    for size, number in fixed.items():
        for _ in range(number):
            if size in sizes:
                sizes.remove(size)
            else:
                yield same[0].at, grade(answer, None if unsure else True)
                return
    if not packs(sizes, bins):
        yield same[0].at, grade(answer, None if unsure else True)


def packs(sizes, bins):
    """Whether squadrons of these sizes can be made of these complements, each of one."""
    if not sizes:
        return True
    size, rest = sizes[0], sizes[1:]
    tried = set()
    for place, room in enumerate(bins):
        if room >= size and room not in tried:
            tried.add(room)
            if packs(rest, bins[:place] + [room - size] + bins[place + 1:]):
                return True
    return False


def brought_together(judge, where, special, rule):
    force = judge.force
    roots = [s for s in force.squadrons if not s.parent]
    for root in roots:
        family = [s for s in force.squadrons if root_of(s) is root]
        same = []
        for squadron in force.squadrons:
            if squadron.bringer in family and squadron.unit and squadron.bringer.unit and squadron.standing == "brought" and not squadron.parent:
                entries = of_rule(judge, squadron.bringer, special)
                answers = [(force.same_unit(squadron.bringer, e, squadron), e) for e, _ in entries]
                hits = [e for a, e in answers if a]
                if hits and not any(e.get("squadrons") or e.get("divided") for e in hits):
                    same.append(squadron)
        if not same:
            continue
        if len(same) > 1:
            yield same[0].at, grade(judge.matches(where, same[0]))
        else:
            low, high = size_of(same[0].unit)
            if not low <= same[0].number[0] <= high:
                yield same[0].at, grade(judge.matches(where, same[0]))


def root_of(squadron):
    while squadron.parent:
        squadron = squadron.parent
    return squadron


# Loads.

def capacity(judge, where, _, rule):
    for squadron, answer in looked_at(judge, where, judge.force.squadrons):
        if not squadron.carries:
            continue
        if not squadron.unit:
            yield squadron.at, "undetermined"
            continue
        loads = (squadron.unit.get("capacity") or {}).get("of", [])
        fits = any_of(load_fits(judge, load, squadron) for load in loads) if loads else False
        if fits is not True:
            yield squadron.at, grade(answer, True if fits is False else None)


def load_fits(judge, load, carrier):
    carried = carrier.carries
    bearers = add((0, 0), *(m.number for m in carrier.bought.models))
    answers = [judge.matches(load["that"], s) for s in carried]
    if load.get("models") is not None:
        answers.append(at_least(times(exactly(load["models"]), bearers), add((0, 0), *(s.number for s in carried))))
    if load.get("squadrons") is not None:
        answers.append(at_least(times(exactly(load["squadrons"]), bearers), exactly(len(carried))))
    return all_of(answers)


# Decks.

def swaps(judge, where, detail, rule):
    deck = judge.decks.get(detail["deck"])
    if deck is None:
        return
    base, replaced = detail["base"], set()
    in_deck = {card.id for card in deck}
    for card in deck:
        answer = judge.matches(base, card)
        if answer is None:
            yield card.at, "undetermined"
            continue
        old = card.replaces
        if answer:
            if old:
                yield card.at, "error"
            continue
        if not old:
            yield card.at, "undetermined"
        elif old.id in replaced or judge.matches(base, old) is False or old.id in in_deck:
            yield card.at, "error"
        elif judge.matches(base, old) is None:
            yield card.at, "undetermined"
        elif card.cost is None or old.cost is None:
            yield card.at, "undetermined"
        elif card.cost != old.cost:
            yield card.at, "error"
        if old:
            replaced.add(old.id)


CHECKS = {"squadron-size": squadron_size, "options": options, "options-of": options_of, "marks": marks,
          "attachment": attachment, "attached-name": attached_name, "attached-nation": attached_nation,
          "shared-allocation": shared_allocation, "slots": slots, "filled": filled, "copies": copies, "brought": brought,
          "brought-together": brought_together, "capacity": capacity, "swaps": swaps}
