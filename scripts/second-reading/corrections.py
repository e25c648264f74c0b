"""Applies the corrections of `import/corrections.yaml` to the XML, each where the file has the entry or the profile."""

import xml.etree.ElementTree as ElementTree

from files import ENTRIES, GROUPS, LINKS, parts, tag


def corrector(corrections):
    """A function that corrects files that were parsed. Corrections of units are left out: they concern the catalogue."""
    entries = {c["at"]["entry"]: c["set"] for c in corrections if "entry" in c["at"]}
    profiles = {c["at"]["profile"]: c["set"] for c in corrections if "profile" in c["at"]}

    def correct(roots):
        elements = [element for root in roots for element in root.iter()]
        categories = {e.get("name"): e.get("id") for e in elements if tag(e) == "categoryEntry"}
        for element in elements:
            name = tag(element)
            if name in ENTRIES | GROUPS | LINKS | {"link"} and element.get("id") in entries:
                entry(element, entries[element.get("id")], categories)
            elif name == "profile" and element.get("id") in profiles:
                profile(element, profiles[element.get("id")])

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
    for name, there in (change.get("categories") or {}).items():
        for links in [part for part in element if tag(part) == "categoryLinks"]:
            same = [link for link in links if link.get("targetId") == categories.get(name)]
            for link in same if not there else []:
                links.remove(link)
            if there and not same:
                ElementTree.SubElement(links, "categoryLink", targetId=categories[name], primary="false")
    for wrong, right in (change.get("conditions") or {}).items():
        for part in element.iter():
            if tag(part) == "condition" and part.get("childId") == categories.get(wrong):
                part.set("childId", categories[right])


def profile(element, change):
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
