"""Applies the corrections of `import/corrections.yaml` to the XML, each where the file has the entry or the profile."""

import xml.etree.ElementTree as ElementTree

from files import ENTRIES, GROUPS, LINKS, parts, tag


def corrector(corrections, categories=None):
    """A function that corrects a file that was parsed. Corrections of units are left out: they concern the catalogue."""
    entries = {c["at"]["entry"]: c["set"] for c in corrections if "entry" in c["at"]}
    profiles = {c["at"]["profile"]: c["set"] for c in corrections if "profile" in c["at"]}

    def correct(root):
        kinds = {e.get("name"): e.get("id") for e in root.iter() if tag(e) == "profileType"}
        for element in root.iter():
            name = tag(element)
            if name in ENTRIES | GROUPS | LINKS | {"link"} and element.get("id") in entries:
                entry(element, entries[element.get("id")], categories or {})
            elif name == "profile" and element.get("id") in profiles:
                profile(element, profiles[element.get("id")], kinds)

    return correct


def entry(element, change, categories):
    if "name" in change:
        element.set("name", change["name"])
    if change.get("drop"):
        for part in list(element):
            element.remove(part)
        element.set("dropped", "true")
    if "points" in change:
        # An attribute counts as the price, whatever version the file is of. Costs beside it do not count any more.
        for costs in [part for part in element if tag(part) == "costs"]:
            element.remove(costs)
        element.set("points", str(change["points"]))
    for key, attribute, kind in (("min", "minSelections", "min"), ("max", "maxSelections", "max")):
        if key in change:
            for limits in [part for part in element if tag(part) == "constraints"]:
                for limit in [each for each in limits if each.get("type") == kind and each.get("scope") == "parent"]:
                    limits.remove(limit)
            element.set(attribute, str(change[key]))


def profile(element, change, kinds):
    if "kind" in change:
        for key in ("profileTypeId", "typeId"):
            element.attrib.pop(key, None)
        element.set("profileTypeName", change["kind"])
    for values in [part for part in element if tag(part) == "characteristics"] if "kind" in change else []:
        for value in list(values):
            values.remove(value)
    there = {part.get("name"): part for part in parts(element, "characteristics")}
    for name, value in (change.get("values") or {}).items():
        if name not in there:
            lists = [part for part in element if tag(part) == "characteristics"]
            there[name] = ElementTree.SubElement(lists[0], "characteristic", name=name)
        there[name].set("value", value)
