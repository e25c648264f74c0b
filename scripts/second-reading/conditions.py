"""Decides the conditions of modifiers, as far as the unit alone decides them.

An answer is True, False, or None where the rest of the list decides: the battlefleet, other units, other options.
"""

from files import changes, number, parts

WITHIN_UNIT = ("unit", "root-entry", "ancestor", "parent", "self")


def all_of(answers):
    answers = list(answers)
    return False if False in answers else None if None in answers else True


def any_of(answers):
    answers = list(answers)
    return True if True in answers else None if None in answers else False


def opposite(answer):
    return None if answer is None else not answer


def kinds(view):
    """What a view is: its ids and its categories, with those that its modifiers add or remove."""
    found = raw_kinds(view)
    for node in reversed(view.nodes):
        for change in changes([node.element]):
            if change.field == "category" and holds(change.element, view, asked=raw_kinds):
                if change.kind == "add":
                    found.add(change.value)
                elif change.kind == "remove":
                    found.discard(change.value)
    return found


def raw_kinds(view):
    return set(view.ids) | {target for node in view.nodes for target, _ in node.categories}


COUNTS = {
    "atLeast": lambda number, value: number >= value,
    "lessThan": lambda number, value: number < value,
    "equalTo": lambda number, value: number == value,
    "greaterThan": lambda number, value: number > value,
}


def condition(element, view, chosen, asked):
    """Whether a condition of a view holds. `chosen` says of some entries how often they are taken."""
    scope, kind, child = element.get("scope"), element.get("type"), element.get("childId")
    if kind in COUNTS and child in chosen:
        return COUNTS[kind](chosen[child], float(element.get("value")))
    if kind not in ("instanceOf", "notInstanceOf"):
        return None
    above = []
    at = view.parent
    while at:
        above.append(at)
        at = at.parent
    named = next((each for each in [view, *above] if scope in each.ids), None)
    if named:
        where = [named]
    elif scope not in WITHIN_UNIT:
        return None
    elif scope == "self":
        where = [view]
    elif scope == "parent":
        # A group is no parent: the entry around it is. But a condition may ask for the group by name.
        where = above[: next((at for at, v in enumerate(above) if v.what != "group"), len(above)) + 1]
    elif scope == "ancestor":
        where = above
    else:
        where = [above[-1] if above else view]
    found = any(child in asked(each) for each in where)
    return found if kind == "instanceOf" else not found


def holds(element, view, chosen={}, asked=kinds):
    """Whether all conditions of a modifier, or those of a group of conditions, hold. `asked` says what a view is."""
    answers = [condition(each, view, chosen, asked) for each in parts(element, "conditions")]
    answers += [holds(each, view, chosen, asked) for each in parts(element, "conditionGroups")]
    return any_of(answers) if element.get("type") == "or" else all_of(answers)


def offered(view, root=None):
    """Whether a unit with nothing chosen is offered a view and all around it, up to the root."""
    answers = []
    while view:
        hidden = view.hidden
        for node in view.nodes:
            for change in changes([node.element]):
                if change.field == "hidden":
                    value, answer = change.value == "true", holds(change.element, view)
                    if answer:
                        hidden = value
                    elif answer is None and hidden != value:
                        hidden = None
        answers.append(opposite(hidden))
        if view is root:
            break
        view = view.parent
    return all_of(answers)


def limits(view):
    """The least and the largest number of a view in its parent, with the changes that the unit decides. A link changes
    the limits of what it links."""
    if view.nodes[0].element.get("minSelections") or view.nodes[0].element.get("maxSelections"):
        # A correction of the entry.
        return view.least, view.most
    values = {"min": [], "max": []}
    modifiers = [change for node in reversed(view.nodes) for change in changes([node.element])]
    for node in view.nodes:
        for limit in parts(node.element, "constraints"):
            if limit.get("field") != "selections" or limit.get("scope") != "parent":
                continue
            value = number(limit.get("value"))
            for change in modifiers:
                if change.field == limit.get("id") and not change.repeats and holds(change.element, view):
                    value = changed(value, change)
            if limit.get("type") == "min" or value >= 0:
                values[limit.get("type")].append(value)
    return max(values["min"], default=None), min(values["max"], default=None)


def changed(value, change):
    """A number after a modifier."""
    by = number(change.value)
    return by if change.kind == "set" else value + by if change.kind == "increment" else value - by
