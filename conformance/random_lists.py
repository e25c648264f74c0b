"""Random lists of a game, of the shapes that its ruleset files allow, and a little beyond them.

Each list is what a hurried player might write: mostly right, with here and there a number too many, an option of another
ship, an ally, a unit that nobody knows. Which units, options, attachments and settings there are is read from the files.
"""
from judge.options import offers_of

# What the source of a list may leave open.
OPEN = ["core", "roles", "options", "marks", "allocations", "settings", "mfv", "decks"]


class Maker:
    def __init__(self, book, chance, unknown=False):
        self.book, self.chance = book, chance
        self.unknown = unknown              # units that nobody knows, lists without nation or MFV, and lists that leave things open
        self.nations = [n for n in book.head.get("nations", {}) if book.files.get(n) or any(home == n for home, _ in book.own_units)]
        self.kinds = list(book.head.get("group-kinds", {}))
        self.made = 0

    def often(self, share):
        return self.chance.random() < share

    def units(self, nation):
        found = {u["id"]: u for u in self.book.units(nation).values()}
        return [found[id] for id in sorted(found)]

    def list(self):
        chance = self.chance
        self.made, self.linked = 0, []
        self.nation = chance.choice(self.nations)
        data = {"muster": 1, "name": "random", "ruleset": self.book.id}
        if not self.unknown or self.often(0.97):
            data["nation"] = self.nation
        if not self.unknown or self.often(0.95):
            data["mfv"] = chance.choice([100, 250, 400, 500, 750, 751, 1000, 1001, 1250, 1500, 2000, 3001, 10000])
        settings = self.settings()
        if settings:
            data["settings"] = settings
        if self.kinds and self.often(0.97):
            data["groups"] = [self.group() for _ in range(chance.choice([1, 1, 1, 2, 2, 3]))]
            if self.book.head.get("ungrouped") and self.often(0.2):
                data["squadrons"] = self.several(chance.randint(1, 2), None)
        else:
            data["squadrons"] = self.several(chance.choice([1, 2, 3, 4, 5, 6, 8]), None)
        waivable = [r["id"] for r in self.book.rules.values() if r.get("waivable")]
        if self.often(0.1):
            data["consents"] = [chance.choice(waivable or list(self.book.rules)) if self.often(0.8) else
                                chance.choice(list(self.book.rules))]
        decks = {deck: self.deck(deck) for deck in self.book.decks if self.often(0.15)}
        if decks:
            data["decks"] = decks
        if self.often(0.05):
            data["points"] = chance.randint(0, 1000)
        if self.unknown and self.often(0.15):
            data["open"] = chance.sample(OPEN, chance.choice([1, 1, 2, 3]))
        return data

    def settings(self):
        found, chance = {}, self.chance
        for id, setting in self.book.head.get("settings", {}).items():
            giver = setting.get("given-by")
            if giver and (giver in found or not self.often(0.25)) or not self.often(0.75 if setting.get("values") else 0.2):
                continue
            if setting.get("values"):
                found[id] = chance.choice(list(setting["values"]))
            elif setting.get("numbers"):
                found[id] = sorted(chance.sample(setting["numbers"], chance.randint(0, len(setting["numbers"]))))
                found.pop(giver, None)
            elif setting.get("range"):
                found[id] = chance.randint(1, 3)
            else:
                found[id] = self.often(0.5)
        return found

    def group(self):
        chance = self.chance
        fitting = [k for k in self.kinds if any(k in u.get("slots", {}) for u in self.units(self.nation))]
        kind = chance.choice(fitting if fitting and self.often(0.95) else self.kinds)
        return {"kind": kind, "squadrons": self.several(chance.choice([1, 2, 3, 4, 5, 6, 8]), kind)}

    def several(self, number, kind):
        found = []
        for _ in range(number):
            squadron = self.squadron(self.pick(kind), kind)
            found.append(squadron)
            found += self.brought(squadron, kind)
            if self.often(0.1):
                # Once more the same, which several rules limit.
                found.append({k: v for k, v in squadron.items() if k not in ("id", "attached", "carries")})
        return found

    def pick(self, kind):
        """A unit, with the nation to state where it is not the list's."""
        chance = self.chance
        if self.unknown and self.often(0.04):
            return {"id": "unheard-of-class-cruiser"}, None
        if self.often(0.06):
            other = chance.choice(self.nations)
            return chance.choice(self.units(other)), other
        home = None if self.book.files.get(None) and self.often(0.12) else self.nation
        units = self.units(home) or self.units(self.nation)
        right = [u for u in units if not u.get("only") and (not kind or not u.get("slots") or kind in u["slots"])]
        return chance.choice(right if right and self.often(0.9) else units), None

    def squadron(self, picked, kind, attached=False):
        chance, (unit, nation) = self.chance, picked
        data = {"unit": unit["id"] if self.often(0.95) else unit.get("name", unit["id"])}
        if nation:
            data["nation"] = nation
        self.number(data, unit)
        if "name" in unit:
            self.options(data, unit)
        roles = list(self.book.head.get("roles", {}))
        if roles and self.often(0.15):
            data["roles"] = [self.role(chance.choice(roles)) for _ in range(1 if self.often(0.9) else 2)]
        if self.book.head.get("allocations") and self.often(0.2):
            data["allocation"] = chance.choice(list(self.book.head["allocations"]))
            if self.often(0.3):
                data["entry-turn"] = chance.randint(0, 4)
        slots = self.book.head.get("group-kinds", {}).get(kind, {}).get("slots", {})
        if slots and not attached and self.often(0.05):
            data["slot"] = chance.choice(list(slots))
        if self.often(0.02):
            data["points"] = chance.randint(0, 300)
        if not attached and "name" in unit and self.often(0.3):
            below = self.attachment(unit, nation)
            if below:
                data["attached"] = below
        return data

    def number(self, data, unit):
        chance, size = self.chance, unit.get("squadron")
        if unit.get("members") and self.often(0.9):
            return
        low, high = (size["min"], size.get("max") or size["min"] + 3) if size else (1, 3)
        if low == high and self.often(0.7) or self.often(0.1):
            return
        data["models"] = chance.randint(low, high) if self.often(0.93) else max(1, chance.choice([low - 1, high + 1]))
        marks = [o["id"] for c in unit.get("choices", []) if c.get("marks") for o in c["options"]]
        if marks and self.often(0.5):
            count = data["models"]
            first = chance.randint(1, count)
            parts = [n for n in (first, count - first) if n]
            data["models"] = [{"count": n, **({"mark": chance.choice(marks)} if self.often(0.85) else {})} for n in parts]

    def options(self, data, unit):
        chance = self.chance
        offers, choices = offers_of(unit)
        picks = []
        for choice in choices:
            if not choice.offers or choice.narrower and self.often(0.95) or choice.outer and not any(p == choice.outer.id for p in map(self.named, picks)):
                continue
            if choice.data.get("marks") and (isinstance(data.get("models"), list) or self.often(0.1)):
                continue
            needed = choice.data.get("min", 0) and not choice.data.get("default")
            if self.often(0.93 if needed else 0.25):
                picks.append(self.bought(chance.choice(choice.offers), data))
        for offer in offers:
            if not offer.choices and self.often(0.15) and (not offer.outer or offer.outer.id in map(self.named, picks)):
                picks.append(self.bought(offer, data))
        if self.often(0.02):
            picks.append(chance.choice(["elite-crew", "gold-paint", *(o.id for o in offers)]))
        picks = {self.named(pick): pick for pick in picks}
        if picks:
            data["options"] = list(picks.values())

    @staticmethod
    def named(pick):
        return next(iter(pick)) if isinstance(pick, dict) else pick

    def bought(self, offer, data):
        name = offer.id if self.often(0.9) else offer.option["name"]
        models = data.get("models")
        most = offer.option.get("max", 1) * (models if isinstance(models, int) and offer.buys != "squadron" else 1)
        if most < 1 or self.often(0.6 if most == 1 else 0.4):
            return name
        return {name: self.chance.randint(1, most) if self.often(0.93) else most + 1}

    def role(self, role):
        info, chance = self.book.head["roles"][role], self.chance
        detail = {"role": role}
        if info.get("trait-deck") and self.often(0.8):
            cards = sorted({c["id"] for c in self.book.decks[info["trait-deck"]].values()})
            if cards:
                detail["trait"] = chance.choice(cards)
        if self.often(0.1):
            detail["model"] = chance.randint(1, 3)
        if self.often(0.05):
            detail["character"] = "Admiral Nobody"
        return detail if len(detail) > 1 else role

    def attachment(self, unit, nation):
        """Mostly units that have a rule to join others; mostly such as name this one."""
        chance = self.chance
        pool = [u for home in (nation or self.nation, None) for u in self.units(home) if u.get("attaches")]
        near = [u for u in pool if any(unit["id"] in self.words(a["to"].get("unit")) or not a["to"].get("unit") for a in u["attaches"])]
        if not pool or self.often(0.03):
            pool = near = self.units(nation or self.nation)
        below = []
        for _ in range(1 if self.often(0.9) else 2):
            one = self.squadron((chance.choice(near if near and self.often(0.9) else pool), None), None, attached=True)
            if "models" not in one and self.often(0.5):
                one["models"] = chance.randint(1, 4)
            if self.often(0.02):
                one["attached"] = [{"unit": chance.choice(pool)["id"], "models": 1}]
            below.append(one)
        return below

    @staticmethod
    def words(value):
        return value if isinstance(value, list) else [value]

    def brought(self, squadron, kind):
        """What a squadron brings at no cost, and what it carries."""
        chance = self.chance
        unit = self.book.unit(squadron.get("nation") or self.nation, squadron["unit"])
        if not unit:
            return []
        entries = list(unit.get("brings", []))
        names = {self.named(pick) for pick in squadron.get("options", [])}
        entries += [b for o in offers_of(unit)[0] if o.id in names or o.option["name"] in names for b in o.option.get("brings", [])]
        found = []
        if entries and self.often(0.6):
            entry = chance.choice(entries)
            if not entry.get("unit"):
                return []
            models = squadron.get("models") if isinstance(squadron.get("models"), int) else 1
            id = self.id_of(squadron)
            for _ in range((entry.get("squadrons") or 1) if self.often(0.8) else 2):
                number = entry["models"] * (1 if entry.get("squadrons") else models)
                if entry.get("divided"):
                    number = chance.randint(3, 5)
                gift = {"unit": entry["unit"], "models": max(1, number if self.often(0.9) else number - 1), "brought-by": id}
                gift_unit = self.book.unit(squadron.get("nation") or self.nation, entry["unit"])
                if gift_unit and gift_unit.get("options") and self.often(0.3):
                    self.options(gift, gift_unit)
                found.append(gift)
        if unit.get("capacity") and self.often(0.7):
            load = self.squadron(self.pick(kind), kind)
            squadron["carries"] = [self.id_of(load)]
            found.append(load)
        return found

    def id_of(self, squadron):
        self.made += 1
        return squadron.setdefault("id", f"s{self.made}")

    def deck(self, deck):
        chance = self.chance
        cards = sorted({c["id"] for c in self.book.decks[deck].values()})
        traits = {t: list(i.get("values", {})) for t, i in self.book.head["traits"].items() if i["of"] == "card"}
        picks = []
        for number in range(chance.choice([2, 4, 6, 12, 16, 17])):
            if cards and self.often(0.4):
                picks.append(chance.choice(cards))
                continue
            if picks and self.often(0.05):
                picks.append(picks[0])
                continue
            card = {"card": f"card-{number}"}
            for trait, words in traits.items():
                if words and self.often(0.6 if trait == "card-type" else 0.1):
                    card[trait.removeprefix("card-")] = chance.choice(words)
            if self.often(0.7):
                card["cost"] = chance.choice([20, 40])
            if self.often(0.15):
                # What is not known of a swap, one judge takes for right and the other for undetermined.
                kinds = traits.get("card-type") or ["generic"]
                card.setdefault("type", chance.choice(kinds))
                card.setdefault("cost", 20)
                card["replaces"] = {"card": f"base-{chance.randint(1, 9)}", "cost": chance.choice([20, 40]),
                                    "type": "generic" if self.often(0.9) else chance.choice(kinds)}
            picks.append(card)
        return picks
