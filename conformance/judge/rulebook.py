"""A ruleset as its files say: rules, units, cards, names. An older version is the newest one, patched backwards."""
import pathlib
import re
import shutil
import subprocess
import tempfile

import yaml

from .names import names, printed_rule, slug

try:
    from yaml import CSafeLoader as Base
except ImportError:
    from yaml import SafeLoader as Base


class Loader(Base):
    """YAML 1.2: only true and false are yes and no, and a date or a time is text."""


Loader.yaml_implicit_resolvers = {}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF"))
Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?[0-9]+$"), list("-+0123456789"))
Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+\.[0-9]+$"), list("-+0123456789"))
Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""])
Loader.add_implicit_resolver("tag:yaml.org,2002:merge", re.compile(r"^<<$"), ["<"])


def read(path):
    return yaml.load(pathlib.Path(path).read_text(encoding="utf-8"), Loader)


def versions(folder):
    """All versions of a ruleset, the newest first: that of its files, which may not be published yet, then the older ones."""
    own = re.search(r"(?m)^version: *(\S+)", (folder / "ruleset.yaml").read_text(encoding="utf-8"))[1]
    return list(dict.fromkeys([own.strip("\"'"), *(str(line["version"]) for line in read(folder / "history/index.yaml"))]))


def newest(folder, wanted):
    """The version of a ruleset that judges: the newest that the list allows."""
    fitting = [version for version in versions(folder) if fits(version, wanted)]
    return fitting[0] if fitting else None


def fits(version, wanted):
    """Semantic version ranges as lists write them: `^1.0`, `=1.0.0`, `~1.0`, `>=1, <2`."""
    have = [int(part) for part in version.split(".")]
    for part in (wanted or "").split(","):
        match = re.fullmatch(r"\s*(\^|=|~|>=|<=|<|>|)\s*(\d+(?:\.\d+)*)(?:\.\*)?\s*", part)
        if not match:
            if part.strip() in ("", "*"):
                continue
            return False
        sign, want = match[1] or "^", [int(word) for word in match[2].split(".")]
        full = want + [0] * (3 - len(want))
        kept = {"^": next((i + 1 for i, n in enumerate(full) if n), len(want)), "~": min(2, len(want)), "=": len(want)}
        right = {">=": have >= full, ">": have > full, "<": have < full, "<=": have <= full}.get(sign)
        if right is None:
            right = have[:kept[sign]] == full[:kept[sign]] and have >= full
        if not right:
            return False
    return True


def folder_of(folder, version):
    """A folder with the files of this version. History has a patch for each step back."""
    known = versions(folder)
    if version == known[0]:
        return folder
    copy = pathlib.Path(tempfile.mkdtemp(prefix="judge-")) / "1"
    shutil.copytree(folder, copy)
    for older in known[1:known.index(version) + 1]:
        with open(folder / f"history/{older}.patch", "rb") as patch:
            subprocess.run(["patch", "-p1", "-s", "-d", str(copy)], stdin=patch, check=True)
    return copy


class Rulebook:
    def __init__(self, folder, extra_units=()):
        self.head = read(folder / "ruleset.yaml")
        self.id, self.version = self.head["id"], str(self.head["version"])
        rules = [read(path) for path in sorted((folder / "rules").glob("*.yaml"))]
        self.rules = {rule["id"]: rule for rule in rules}
        self.decks = {deck: {} for deck in self.head.get("decks", {})}
        for path in sorted(folder.glob("decks/*.yaml")):
            file = read(path)
            for card in file["cards"]:
                self.decks[file["deck"]].update((name, card) for name in names(card))
        self.special = {}
        for path in sorted(folder.glob("special-rules/*.yaml")):
            for rule in read(path):
                self.special.update((name, rule["id"]) for name in names(rule))
        self.nations = {}
        for id, nation in self.head.get("nations", {}).items():
            self.nations.update((name, id) for name in names({"id": id, **nation}))
        self.catalogues, self.files = {}, {}
        for path in sorted(folder.glob("catalogue/*.yaml")):
            # The nation stands near the top, so that only the catalogues that a list needs are read whole.
            nation = re.search(r"(?m)^nation: *(\S+)", path.read_text(encoding="utf-8"))
            self.files.setdefault(nation and nation[1], []).append(path)
        self.own_units = list(extra_units)
        self.prefixes = [slug(word) + "-" for word in self.head.get("rule-prefixes", [])]

    def units(self, nation):
        """The units of a nation (None: of no nation) by every name."""
        if nation not in self.catalogues:
            units = {}
            for path in self.files.get(nation, []):
                for unit in read(path)["units"]:
                    units[unit["id"]] = {**unit, "nation": nation}
            for home, unit in self.own_units:
                if home == nation:
                    units[unit["id"]] = {**unit, "nation": nation, "foreign": True}
            found = {}
            for unit in units.values():
                for name in names(unit):
                    found.setdefault(name, unit)
            found.update(units)
            self.catalogues[nation] = found
        return self.catalogues[nation]

    def unit(self, nation, name):
        wanted = slug(name)
        for home in ([nation] if nation else []) + [None]:
            if wanted in self.units(home):
                return self.units(home)[wanted]
        return None

    def rule_id(self, printed):
        """The special rule that a card prints, by its id."""
        name = slug(printed_rule(printed))
        for prefix in ("", *self.prefixes):
            if name.startswith(prefix) and name.removeprefix(prefix) in self.special:
                return self.special[name.removeprefix(prefix)]
        whole = slug(printed)
        return self.special.get(whole, name)

    def owner(self, trait):
        return self.head.get("traits", {}).get(trait, {}).get("of")

    def required(self, trait):
        return self.head.get("traits", {}).get(trait, {}).get("required", False)
