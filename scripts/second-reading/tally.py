"""Counts what agrees, and sorts what does not."""

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """A value of a catalogue beside the value that the second reading found."""

    catalogue: str
    unit: str
    path: tuple
    shipped: object
    read: object
    entry: str

    @property
    def place(self):
        return (self.catalogue, self.unit, self.path)

    @property
    def agrees(self):
        return self.shipped == self.read

    def __str__(self):
        where = "/".join(map(str, self.path))
        return f"{self.catalogue} {self.unit} {where}: shipped {self.shipped!r}, file {self.read!r} (entry {self.entry})"


class Tally:
    """The facts of one game."""

    def __init__(self, game):
        self.game = game
        self.units = 0
        self.kinds = Counter()
        self.values = self.agreed = self.corrected = 0
        self.reasons = Counter()
        self.unexplained = []

    def add(self, facts, corrected, explain):
        """Counts facts. `corrected` are the same facts read from the files after the corrections of their entries.
        `explain` returns the reason of a difference, or nothing."""
        after = {fact.place: fact for fact in corrected}
        before = {fact.place: fact for fact in facts}
        for place in {**before, **after}:
            fact, mended = before.get(place), after.get(place)
            self.values += 1
            self.kinds[kind(place[2])] += 1
            if fact and fact.agrees and mended:
                self.agreed += 1
            elif mended is None or mended.agrees:
                self.reasons["a correction of the entry"] += 1
            elif reason := explain(mended):
                self.reasons[reason] += 1
            else:
                self.unexplained.append(mended)

    def __str__(self):
        explained = sum(self.reasons.values())
        return (f"{self.game}: {self.units} units, {self.values} values, {self.agreed} agree, "
                f"{explained} explained, {len(self.unexplained)} unexplained")


def kind(path):
    """What a value is, for the count of each kind."""
    words = [str(step) for step in path]
    for word, name in (("stats", "statistics"), ("sets", "statistics"), ("weapons", "weapons"), ("points", "prices"),
                       ("squadron", "sizes"), ("models", "sizes"), ("traits", "traits"), ("there", "entries found"), ("names", "names")):
        if word in words:
            return name
    return "other"


def weapons(facts, path, shipped, read):
    """Facts on the weapons of a card: their number, and the name and figures of each. Each weapon is a name and its
    figures. Names in the files begin with the model's name, so only their ends count."""
    facts(path + ("weapons", "number"), len(shipped), len(read))
    left = list(read)

    def take(name, test):
        found = next((weapon for weapon in left if test(weapon)), None)
        if found:
            left.remove(found)
            alike = found[0].lower().endswith(name.lower())
            return (name if alike else found[0], found[1])
        return None

    pairs = [(weapon, take(weapon[0], lambda w: w[1] == weapon[1] and w[0].lower().endswith(weapon[0].lower()))) for weapon in shipped]
    pairs = [(weapon, same or take(weapon[0], lambda w: w[0].lower().endswith(weapon[0].lower()))) for weapon, same in pairs]
    pairs = [(weapon, same or take(weapon[0], lambda w: True)) for weapon, same in pairs]
    for at, (weapon, same) in enumerate(pairs):
        facts(path + ("weapons", weapon[0], at), weapon, same)
    for at, weapon in enumerate(left):
        facts(path + ("weapons", weapon[0], "only in the file", at), None, weapon)
