"""Reads the community's XML files into one shape, whatever version of BattleScribe wrote them.

The three versions name the same things differently. Here each thing is a `Node`: an entry that a player may select, a
group of entries, or a link to one of them. This module knows no game.
"""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

# How the versions name the parts of an entry: entries, groups, links.
ENTRIES = {"entry", "selectionEntry"}
GROUPS = {"entryGroup", "selectionEntryGroup"}
LINKS = {"entryLink"}
LISTS = {
    "entries", "selectionEntries", "sharedEntries", "sharedSelectionEntries",
    "entryGroups", "selectionEntryGroups", "sharedEntryGroups", "sharedSelectionEntryGroups",
    "entryLinks", "links",
}  # fmt: skip


@dataclass
class Profile:
    """A card of a model or a weapon."""

    id: str
    name: str
    kind: str
    values: dict
    hidden: bool = False
    # Its modifiers, and those of the link that shows a shared profile.
    elements: list = field(default_factory=list)


@dataclass
class Node:
    """An entry, a group or a link, as its file has it."""

    id: str
    name: str
    what: str
    element: ElementTree.Element
    points: dict = field(default_factory=dict)
    least: int | None = None
    most: int | None = None
    hidden: bool = False
    target: str | None = None
    children: list = field(default_factory=list)
    profiles: list = field(default_factory=list)
    shows: list = field(default_factory=list)
    categories: list = field(default_factory=list)
    default: str | None = None


def tag(element):
    return element.tag.rpartition("}")[2]


def number(text):
    """The number that the text states. A whole number is an int, so that it prints as one."""
    value = float(text)
    return int(value) if value == int(value) else value


def parts(element, *names):
    """The elements in the lists of an element, such as the `profile`s in its `profiles`."""
    return [part for group in element if tag(group) in names for part in group]


@dataclass
class Change:
    """A modifier: what it changes, how, and the entries that its conditions ask for."""

    kind: str
    field: str
    value: str
    conditions: list
    repeats: list
    element: ElementTree.Element


def changes(elements):
    """The modifiers of elements. Those of characteristics bear the names of these."""
    named = {}
    for element in elements:
        for part in parts(element, "characteristics"):
            for key in ("characteristicId", "characteristicTypeId", "typeId"):
                named[part.get(key)] = part.get("name")
    for element in elements:
        found = parts(element, "modifiers")
        found += [m for group in parts(element, "modifierGroups") for m in parts(group, "modifiers")]
        for part in found:
            conditions = [e for e in part.iter() if tag(e) == "condition"]
            field = part.get("field")
            yield Change(part.get("type"), named.get(field, field), part.get("value"), conditions,
                         [e for e in part.iter() if tag(e) == "repeat"], part)


class Files:
    """A catalogue with its game system and its libraries: what their ids mean."""

    def __init__(self, roots):
        self.nodes = {}
        self.profiles = {}
        self.kinds = {}
        self.categories = {}
        self.costs = {}
        for root in roots:
            for element in root.iter():
                name = tag(element)
                if name == "profileType":
                    self.kinds[element.get("id")] = element.get("name")
                elif name in ("category", "categoryEntry"):
                    self.categories[element.get("id")] = element.get("name")
                elif name == "costType":
                    self.costs[element.get("id")] = element.get("name")
        for root in roots:
            for element in root.iter():
                if tag(element) == "profile":
                    profile = self.profile(element)
                    self.profiles[profile.id] = profile
        self.tops = [self.top(root) for root in roots]

    def top(self, root):
        """The nodes at the first level of a file. All nodes of the file are entered under their ids."""
        self.system = root.get("gameSystemId")
        found = []
        for group in root:
            nodes = [self.node(child) for child in group] if tag(group) in LISTS else []
            if not tag(group).startswith("shared"):
                found += nodes
        return found

    def profile(self, element):
        kind = self.kinds.get(element.get("profileTypeId") or element.get("typeId"))
        kind = kind or element.get("profileTypeName") or element.get("typeName")
        values = {
            part.get("name"): (part.get("value") if part.get("value") is not None else part.text or "").strip()
            for part in parts(element, "characteristics")
        }
        name = (element.get("name") or "").strip()
        return Profile(element.get("id"), name, kind, values, element.get("hidden") == "true", [element])

    def node(self, element):
        name = tag(element)
        what = "entry" if name in ENTRIES else "group" if name in GROUPS else "link"
        node = Node(element.get("id"), (element.get("name") or "").strip(), what, element)
        node.hidden = element.get("hidden") == "true"
        node.target = element.get("targetId")
        node.default = element.get("defaultEntryId") or element.get("defaultSelectionEntryId")
        if element.get("points") is not None:
            node.points["points"] = number(element.get("points"))
        for cost in parts(element, "costs"):
            kind = cost.get("typeId") or "points"
            node.points[kind] = node.points.get(kind, 0) + number(cost.get("value"))
        if element.get("minSelections") is not None:
            node.least = number(element.get("minSelections"))
        if element.get("maxSelections") not in (None, "-1"):
            node.most = number(element.get("maxSelections"))
        for limit in parts(element, "constraints"):
            if limit.get("field") == "selections" and limit.get("scope") == "parent":
                value = number(limit.get("value"))
                if limit.get("type") == "min":
                    node.least = value if node.least is None else max(node.least, value)
                elif value >= 0:
                    node.most = value if node.most is None else min(node.most, value)
        if element.get("categoryId"):
            node.categories.append((element.get("categoryId"), True))
        for link in parts(element, "categoryLinks"):
            node.categories.append((link.get("targetId"), link.get("primary") == "true"))
        for child in parts(element, *LISTS):
            if child.get("linkType") in (None, "entry", "entry group") and tag(child) in ENTRIES | GROUPS | LINKS | {"link"}:
                node.children.append(self.node(child))
            elif child.get("linkType") == "profile":
                node.shows.append(child)
        for link in parts(element, "infoLinks"):
            if link.get("type") == "profile":
                node.shows.append(link)
        for part in parts(element, "profiles"):
            node.profiles.append(self.profiles[part.get("id")])
        self.nodes.setdefault(node.id, node)
        return node


class View:
    """What a player sees in one place: an entry, or a link and what it links, as one."""

    def __init__(self, files, node, parent=None):
        self.files, self.parent = files, parent
        self.nodes = [node]
        while self.nodes[-1].what == "link" and self.nodes[-1].target in files.nodes:
            self.nodes.append(files.nodes[self.nodes[-1].target])
        self.id = node.id
        self.ids = [each.id for each in self.nodes]
        self.name = self.nodes[-1].name or node.name
        self.what = self.nodes[-1].what
        self.least = max((n.least for n in self.nodes if n.least is not None), default=None)
        self.most = min((n.most for n in self.nodes if n.most is not None), default=None)
        self.hidden = any(n.hidden for n in self.nodes)

    def points(self, kind="points"):
        """The price, or nothing if no node states one."""
        stated = [n.points[kind] for n in self.nodes if kind in n.points]
        return sum(stated) if stated else None

    def children(self):
        above = set(self.chain())
        return [View(self.files, child, self) for node in self.nodes for child in node.children
                if child.target not in above]

    def chain(self):
        view = self
        while view:
            yield from view.ids
            view = view.parent

    def cards(self, *kinds):
        """The profiles shown here, of these kinds."""
        found = [p for node in self.nodes for p in node.profiles]
        for node in self.nodes:
            for link in node.shows:
                shared = self.files.profiles.get(link.get("targetId"))
                if shared:
                    found.append(Profile(shared.id, shared.name, shared.kind, dict(shared.values), shared.hidden,
                                         shared.elements + [link]))
        return [p for p in found if p.kind in kinds]

    def walk(self, into=lambda view: True):
        """This view and all views below it, in the order of the file."""
        yield self
        for child in self.children():
            if into(child):
                yield from child.walk(into)


def parse(path):
    return ElementTree.parse(path).getroot()


def read(folder, names, change=lambda roots: None):
    """Reads files. `change` may correct them before."""
    roots = [parse(folder / name) for name in names]
    change(roots)
    return Files(roots)


def squeeze(text):
    """The text with single blanks."""
    return re.sub(r"\s+", " ", text).strip()
