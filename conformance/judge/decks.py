"""The cards of a list's decks. Where no catalogue knows a card, the list may state its facts."""
from math import inf

from .names import names, slug


class Card:
    copies = (1, 1)

    def __init__(self, book, deck, pick, at):
        data = pick if isinstance(pick, dict) else {"card": pick}
        self.at, self.deck, self.name = at, deck, data["card"]
        known = book.decks[deck].get(slug(data["card"]))
        self.id = known["id"] if known else slug(data["card"])
        self.known, self.traits, self.stated = known, {}, {}
        for trait, info in book.head.get("traits", {}).items():
            if info["of"] != "card":
                continue
            stated = data.get(trait.removeprefix("card-"), data.get(trait))
            printed = (known or {}).get("traits", {}).get(trait)
            if stated is not None:
                self.stated[trait] = stated
            value = printed if printed is not None else stated
            if value is not None:
                self.traits[trait] = self.of_words(value, info, book)
        self.cost = (known or {}).get("cost")
        if self.cost is None:
            self.cost = data.get("cost")
        self.differs = [trait for trait, value in self.stated.items()
                        if (known or {}).get("traits", {}).get(trait) is not None
                        and self.of_words(value, book.head["traits"][trait], book) != self.traits[trait]]
        if known and known.get("cost") is not None and data.get("cost") is not None and known["cost"] != data["cost"]:
            self.differs.append("cost")
        self.replaces = Card(book, deck, data["replaces"], f"{at}/replaces") if data.get("replaces") else None
        self.says_nothing = not known and not self.stated and data.get("cost") is None

    @staticmethod
    def of_words(value, info, book):
        words = set()
        for word in value if isinstance(value, list) else [value]:
            by_name = {name: id for id, v in info.get("values", {}).items() for name in names({"id": id, "name": v["title"]})}
            nation = book.nations.get(slug(word)) if info.get("open") else None
            words.add(by_name.get(slug(word)) or nation or slug(word))
        return words

    def fact(self, trait, judge):
        if trait == "card":
            # An unknown card may be another name of one that is there.
            return (set(), True) if self.says_nothing else ({self.id}, False)
        if trait == "deck":
            return {self.deck}, False
        if judge.book.owner(trait) != "card":
            return set(), False
        # A card of a catalogue that says all else is known to lack a trait only if somebody says so.
        return self.traits.get(trait, set()), trait not in self.traits


class OpenDeck:
    """All cards of a deck that the source left open: any number of any cards."""
    id, replaces, cost, at, copies = None, None, None, "/decks", (0, inf)

    def __init__(self, deck):
        self.deck = deck

    def fact(self, trait, judge):
        if trait == "deck":
            return {self.deck}, False
        return set(), trait == "card" or judge.book.owner(trait) == "card"


def read(book, data, tell):
    decks = {}
    for name, picks in (data.get("decks") or {}).items():
        deck = slug(name)
        if deck not in book.decks:
            tell("unknown-word", "error", f"/decks/{name}", f"there is no deck `{name}`")
            continue
        decks[deck] = [Card(book, deck, pick, f"/decks/{name}/{n}") for n, pick in enumerate(picks)]
        for card in decks[deck]:
            for one in [card] + ([card.replaces] if card.replaces else []):
                if one is card and one.says_nothing:
                    tell("unknown-card", "undetermined", one.at, f"the card `{one.name}` is unknown")
                if one.differs:
                    tell("card-differs", "warning", one.at, f"{one.name} has other facts than the list states")
    return decks
