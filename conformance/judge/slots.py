"""Which slot of its group each squadron fills."""
import itertools
import json

from .names import names, slug


def fill(judge, group):
    """Gives slots to the squadrons of a group, and says which go without, and for which that is not known."""
    kind = judge.book.head.get("group-kinds", {}).get(group.kind)
    slots = (kind or {}).get("slots", {})
    group.without, group.unknown, group.empty, group.perhaps_empty = [], [], [], []
    if not slots:
        return
    force = [s for s in group.squadrons if not (s.standing == "brought" and s.gift is True)]
    fits = {id(s): fitting(judge, group, slots, s) for s in force}
    sure = [s for s in force if not any(answer is None for answer in fits[id(s)].values())]
    unsure = [s for s in force if s not in sure]
    placed, without = best(slots, sure, {id(s): [k for k, a in fits[id(s)].items() if a] for s in sure})
    for squadron in sure:
        squadron.slot = placed.get(id(squadron))
    if not unsure:
        group.without = without
    # What is perhaps taken by a slot stands where there is room, and may open other slots.
    perhaps = {id(s): [k for k, a in fits[id(s)].items() if a is not False] for s in force}
    maybe, _ = best(slots, force, perhaps)
    for squadron in unsure:
        squadron.slot = maybe.get(id(squadron))
        # Where units name their slots, that of an unknown one is not known.
        if squadron.slot and slots[squadron.slot].get("accepts") is None and not squadron.data.get("slot"):
            squadron.slot, squadron.slot_unknown = None, True
    # Of several slots that take a squadron, another may be its own if something else is unknown about the group.
    if unsure and not all(slot.get("many") for slot in slots.values()):
        for squadron in force:
            takes = perhaps[id(squadron)]
            own = maybe.get(id(squadron))
            guessed = fits[id(squadron)][own] is None if own else None in fits[id(squadron)].values()
            if guessed or len(takes) > 1:
                squadron.slot_unknown = set(takes) | {None}
    surely = {}
    if unsure:
        # Whoever finds a slot by what is known has one, whatever else may take it.
        surely, _ = best(slots, force, {id(s): [k for k, a in fits[id(s)].items() if a] for s in force})
        group.unknown = [s for s in unsure if id(s) not in surely]
        _, left = best(slots, force, perhaps, first=set(map(id, sure)))
        group.without = [s for s in without if s in left]
    filled = {s.slot for s in sure if s.slot} | set(surely.values())
    for name, slot in slots.items():
        if slot.get("required") and name not in filled:
            # One that nobody knows can fill one slot, not two.
            (group.perhaps_empty if name in maybe.values() else group.empty).append(name)


def stated_slot(slots, squadron):
    stated = squadron.data.get("slot")
    if not stated:
        return None
    return next((k for k, s in slots.items() if slug(stated) in names({"id": k, "name": s["title"]})), slug(stated))


def fitting(judge, group, slots, squadron):
    """For each slot, whether it takes the squadron."""
    stated = stated_slot(slots, squadron)
    answers = {}
    for name, slot in slots.items():
        if stated and name != stated:
            answers[name] = False
        elif slot.get("accepts") is not None:
            answers[name] = judge.matches(slot["accepts"], squadron)
        elif squadron.unit is None:
            answers[name] = None
        else:
            answers[name] = squadron.unit.get("slots", {}).get(group.kind) == name
    return answers


def best(slots, squadrons, fits, first=()):
    """The most required slots, then the most squadrons. Whoever fits the most slots goes without first.

    With `first`, as many of these as can be, whatever becomes of the others.
    """
    content = lambda s: json.dumps(s.data, sort_keys=True, default=str)
    by_content = sorted(squadrons, key=content, reverse=True)
    order = sorted(by_content, key=lambda s: (id(s) not in first, len(fits[id(s)])))
    choosers = sorted({s[k] for s in slots.values() for k in ("opened-by", "closed-by") if s.get(k)})
    choosers = [k for k in choosers if not slots[k].get("required")]
    result = None
    for choice in itertools.product((True, False), repeat=len(choosers)):
        filled = dict(zip(choosers, choice))
        is_open = {}
        for name, slot in slots.items():
            opener, closer = slot.get("opened-by"), slot.get("closed-by")
            is_open[name] = (filled.get(opener, True) if opener else True) and not (filled.get(closer, True) if closer else False) \
                and filled.get(name, True)
        if any(filled[k] and not is_open[k] for k in choosers):
            continue
        placed = match(slots, is_open, order, fits, [k for k in choosers if filled[k]])
        if placed is None:
            continue
        taken = set(placed.values())
        left = [s for s in order if id(s) not in placed]
        score = (sum(1 for k, s in slots.items() if s.get("required") and k in taken),
                 sum(1 for s in order if id(s) in first and id(s) in placed), len(placed),
                 sorted((len(fits[id(s)]) for s in left), reverse=True))
        if result is None or score > result[0]:
            result = (score, placed, left)
    return (result[1], result[2]) if result else ({}, list(squadrons))


def match(slots, is_open, order, fits, must):
    """A matching by paths that make room: what was once filled stays filled, whoever was once placed stays placed."""
    room = {k: 10 ** 6 if s.get("many") else s.get("holds", 1) for k, s in slots.items() if is_open[k]}
    held = {k: [] for k in room}
    can = {id(s): [k for k in fits[id(s)] if k in room] for s in order}

    def place(squadron, seen):
        for slot in can[id(squadron)]:
            if slot in seen:
                continue
            seen.add(slot)
            if len(held[slot]) < room[slot]:
                held[slot].append(squadron)
                return True
            for other in list(held[slot]):
                held[slot].remove(other)
                if place(other, seen):
                    held[slot].append(squadron)
                    return True
                held[slot].append(other)
        return False

    def draw(slot, seen):
        """Fills an empty slot: by a squadron without one, or by one whose slot another can take over."""
        placed = {id(s): k for k, ones in held.items() for s in ones}
        for squadron in order:
            if slot in can[id(squadron)] and id(squadron) not in placed:
                held[slot].append(squadron)
                return True
        for squadron in order:
            at = placed.get(id(squadron))
            if at and slot in can[id(squadron)] and at not in seen:
                held[at].remove(squadron)
                held[slot].append(squadron)
                if held[at] or draw(at, seen | {at}):
                    return True
                held[slot].remove(squadron)
                held[at].append(squadron)
        return False

    for slot in must:
        if not held[slot] and not draw(slot, {slot}):
            return None
    for slot in slots:
        if slot in room and slots[slot].get("required") and not held[slot]:
            draw(slot, {slot})
    inside = {id(s) for ones in held.values() for s in ones}
    for squadron in order:
        if id(squadron) not in inside:
            place(squadron, set())
    return {id(s): k for k, ones in held.items() for s in ones}
