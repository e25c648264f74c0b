"""A list with every name looked up: squadrons, their models with traits and prices, who brings and carries whom."""
from dataclasses import dataclass, field
from math import inf

from .names import names, slug
from .options import Bought, Model
from .ranges import ANY, add, exactly, join, times

SQUADRON_KEYS = ("squadrons", "sections", "units")


def squadrons_of(holder):
    """The squadrons of a list or group with the key under which they stand."""
    return [(key, number, squadron) for key in SQUADRON_KEYS for number, squadron in enumerate(holder.get(key) or [])]


def left_open(data):
    """The kinds of things that a list's source could not or did not state."""
    return set(map(slug, data.get("open") or []))


@dataclass(eq=False)
class ModelSet:
    """Models of a squadron that are alike."""
    squadron: "Squadron"
    name: str                                   # the unit, the member or the option that they are
    number: tuple
    traits: dict                                # trait -> set of values; unknown traits are missing from `known`
    rules: set
    weapons: set
    stats: dict
    points: tuple = (0, 0)                      # of all of them, options included
    upgrades: tuple = (0, 0)
    numbers: list = field(default_factory=list)  # which models of the squadron they are, counted from 1
    made: bool = False                          # an option makes them
    each: tuple = (0, 0)                        # points of one of them, without options
    perhaps: dict = field(default_factory=dict)  # trait -> values that options which are left open may give; None: it may have none
    ends: dict = field(default_factory=dict)    # statistic -> the range that such options leave
    supposed: bool = False                      # an option makes them that is left open


@dataclass(eq=False)
class Squadron:
    force: "Force"
    at: str
    data: dict
    nation: str | None
    unit: dict | None
    parent: "Squadron | None" = None
    group: "Group | None" = None
    bringer: "Squadron | None" = None
    attached: list = field(default_factory=list)
    slot: str | None = None                     # the slot that it fills
    slot_unknown: bool = False
    sets: list = field(default_factory=list)
    roles: list = field(default_factory=list)
    number: tuple = (0, 0)                      # of models, without those that options add
    row: object = None                          # its row on the sheet
    stated_number: bool = True
    possible: float = inf                       # how many models it may have where the list does not say
    number_open: bool = False                   # the list should say how many models it has
    gift: object = False                        # True: it costs nothing; None: perhaps
    unpriced: bool = False                      # nobody knows its price, whatever options it has

    @property
    def standing(self):
        return "brought" if "brought-by" in self.data else "attached" if self.parent else "own"

    @property
    def above(self):
        """The squadron that it is attached to or that brings it."""
        return self.bringer if self.standing == "brought" else self.parent

    @property
    def points(self):
        return add((0, 0), *(s.points for s in self.sets))

    @property
    def whole_points(self):
        """With all that is attached to it."""
        return add(self.points, *(one.whole_points for one in self.attached))

    @property
    def name(self):
        return self.data.get("name") or (self.unit["name"] if self.unit else self.data["unit"])


@dataclass(eq=False)
class Group:
    at: str
    kind: str
    data: dict
    squadrons: list = field(default_factory=list)


@dataclass(eq=False)
class Bearer:
    squadron: Squadron
    model: int
    at: str
    roles: list = field(default_factory=list)   # (role, its detail)
    set: ModelSet | None = None
    number: tuple = (1, 1)
    supposed: bool = False                      # the source left open whether these models have roles


class Force:
    def __init__(self, book, data, settings, rows=()):
        self.book, self.data, self.settings = book, data, settings
        self.rows = rows                        # of the sheet, about squadrons; None if the sheet is not at hand
        self.left_open = left_open(data)
        self.free_by = {r["check"]["brought"] for r in book.rules.values()
                        if isinstance(r.get("check"), dict) and "brought" in r["check"]}
        self.findings = []                      # (rule, severity, place, message): what no rule of a book says
        self.nation = self.nation_of(data.get("nation"), "/nation")
        self.mfv = exactly(data["mfv"]) if data.get("mfv") else ANY
        if not data.get("mfv"):
            self.tell("unknown-mfv", "undetermined", "/mfv", "the list states no MFV")
        self.squadrons, self.groups = [], []
        for key, number, squadron in squadrons_of(data):
            self.enlist(squadron, f"/{key}/{number}", None, None)
        for number, group in enumerate(data.get("groups") or []):
            one = Group(f"/groups/{number}", slug(group["kind"].split("(")[0]), group)
            self.groups.append(one)
            for key, place, squadron in squadrons_of(group):
                self.enlist(squadron, f"/groups/{number}/{key}/{place}", None, one)
        self.by_id = {str(s.data["id"]): s for s in self.squadrons if "id" in s.data}
        for squadron in self.squadrons:
            self.connect(squadron)
        for squadron in self.squadrons:
            if squadron.unit:
                self.equip(squadron)
            else:
                self.unknown(squadron)
        self.roles_open = "roles" in self.left_open and not any(s.data.get("roles") for s in self.squadrons)
        if self.roles_open:
            self.bearers = [Bearer(s, 1, "", [], models, (0, models.number[1]), True) for s in self.squadrons for models in s.sets]
        else:
            self.bearers = [bearer for squadron in self.squadrons for bearer in self.bearers_of(squadron)]
        self.give()
        for squadron in self.squadrons:
            squadron.unpriced = squadron.points[1] == inf
        for squadron in self.squadrons:
            if squadron.unit and squadron.bought.open:
                self.leave_price_open(squadron)

    def tell(self, rule, severity, at, message):
        self.findings.append((rule, severity, at, message))

    def nation_of(self, name, at):
        if not name:
            self.tell("unknown-nation", "undetermined", at, "the list states no nation")
            return "?"
        found = self.book.nations.get(slug(name))
        if not found:
            self.tell("unknown-nation", "undetermined", at, f"the nation `{name}` is unknown")
            return "?"
        return found

    def enlist(self, data, at, parent, group):
        home = parent.nation if parent else self.nation
        nation = self.nation_of(data["nation"], f"{at}/nation") if data.get("nation") else home
        unit = self.book.unit(nation, data["unit"])
        if unit and unit["nation"] is None and not data.get("nation"):
            nation = self.nation            # every nation fields it as its own
        squadron = Squadron(self, at, data, nation, unit, parent, group)
        if not unit and nation != "?":
            self.tell("unknown-unit", "undetermined", at, f"the unit `{data['unit']}` is unknown")
        self.squadrons.append(squadron)
        if group and not parent:
            group.squadrons.append(squadron)
        if parent:
            parent.attached.append(squadron)
        for number, below in enumerate(data.get("attached") or []):
            self.enlist(below, f"{at}/attached/{number}", squadron, group)

    def connect(self, squadron):
        if "brought-by" in squadron.data:
            name = str(squadron.data["brought-by"])
            bringer = self.by_id.get(name)
            squadron.bringer = bringer if bringer is not squadron else None
            if not squadron.bringer:
                self.tell("unknown-id", "error", f"{squadron.at}/brought-by", f"no squadron has the id `{name}`")
        squadron.carries = []
        for number, name in enumerate(squadron.data.get("carries") or []):
            load = self.by_id.get(str(name))
            if load and load is not squadron:
                squadron.carries.append(load)
            else:
                self.tell("unknown-id", "error", f"{squadron.at}/carries/{number}", f"no squadron has the id `{name}`")

    # Models.

    def parts_of(self, squadron):
        """What the list states of its models: (number or None, mark, options) for each part."""
        models = squadron.data.get("models")
        if isinstance(models, list):
            return [(part["count"], part.get("mark"), part.get("options") or []) for part in models]
        return [(models, None, [])]

    def unknown(self, squadron):
        parts = self.parts_of(squadron)
        # Of a unit that nobody knows there may be none, as of a doctrine.
        squadron.number = exactly(sum(part[0] for part in parts)) if parts[0][0] else (0, inf)
        squadron.bought = None
        squadron.sets = [ModelSet(squadron, slug(squadron.data["unit"]), squadron.number, {}, set(), set(), {}, ANY, ANY,
                                  list(range(1, 1001)))]

    def equip(self, squadron):
        unit, parts = squadron.unit, self.parts_of(squadron)
        members = unit.get("members", [])
        size = unit.get("squadron")
        squadron.stated_number = parts[0][0] is not None
        squadron.possible = inf if not size or size.get("max") is None else size["max"]
        if members:
            squadron.possible = sum(m["models"]["min"] for m in members)
            fixed = sum(m["models"]["min"] for m in members)
            stated = sum(part[0] or 0 for part in parts)
            squadron.number = exactly(stated or fixed)
            models = [Model(m["id"], 0) for m in members for _ in range(m["models"]["min"])]
        else:
            if squadron.stated_number:
                squadron.number = exactly(sum(part[0] for part in parts))
                models = [Model(None, number) for number, part in enumerate(parts) for _ in range(part[0])]
            elif any(unit.get("traits", {}).get(trait) for trait in self.book.head.get("without-models", [])):
                squadron.number = (0, 0)
                models = [Model(None, 0)]
            else:
                # Where several numbers are possible, the least counts until the list says how many.
                low, high = (size["min"], size.get("max")) if size else (1, None)
                squadron.number = exactly(unit.get("usual") or low)
                squadron.number_open = bool(size) and not (unit.get("usual") or low == high or squadron.standing == "attached")
                models = [Model(None, 0) for _ in range(squadron.number[0])]
        kind = squadron.group.kind if squadron.group else None
        bought = squadron.bought = Bought(unit, models, kind, squadron.standing == "attached")
        picks = [(squadron.data.get("mark"), squadron.data.get("options") or [], None)]
        if isinstance(squadron.data.get("models"), list):
            picks += [(mark, options, number) for number, (_, mark, options) in enumerate(parts)]
        stated_marks = False
        for mark, options, part in picks:
            if mark is not None:
                stated_marks = True
                self.mark(bought, mark, part)
            flat = [item for pick in options for item in (pick.items() if isinstance(pick, dict) else [(pick, None)])]
            # What a model must have before it may have another option comes first.
            depth = lambda item: max((self.depth(o) for o in bought.find(item[0])), default=0)
            for name, number in sorted(flat, key=depth):
                stated_marks = stated_marks or any(offer.is_mark for offer in bought.find(name))
                bought.pick(name, number, part)
        bought.complete()
        bought.leave_open("options" in self.left_open and not any(options for _, options, _ in picks),
                          "marks" in self.left_open and not stated_marks)
        self.make_sets(squadron)
        perhaps = self.give_free(squadron)
        if perhaps:
            # Nobody knows whether these are free: each price lies between both.
            paid, squadron.sets, bought.free = squadron.sets, [], perhaps
            self.make_sets(squadron)
            for one, free in zip(paid, squadron.sets):
                one.points = (min(one.points[0], free.points[0]), max(one.points[1], free.points[1]))
                one.upgrades = (min(one.upgrades[0], free.upgrades[0]), max(one.upgrades[1], free.upgrades[1]))
            squadron.sets, bought.free = paid, set()
        elif bought.free:
            squadron.sets = []
            self.make_sets(squadron)
        bought.judge(perhaps)

    def give_free(self, squadron):
        """The options that the row of a squadron makes free. Returns those that perhaps are."""
        name = squadron.data.get("name")
        offered = lambda words: {o for o in squadron.bought.offers if slug(o.option["name"]) in words}
        if not name:
            return set()
        if self.rows is None:
            kinds = [k for s in self.book.head.get("sheets", {}).values() for k in s["rows"].values() if k.get("of") == "squadron"]
            return offered({w for k in kinds for f in k["fields"].values() for v in f.get("values", {}).values() for w in v.get("free", [])})
        for row in self.rows:
            if row.name and slug(row.name) == slug(name) and row.unit and row.unit["id"] == squadron.unit["id"]:
                squadron.bought.free = offered(row.free)
        return set()

    @staticmethod
    def depth(offer):
        depth = 0
        while offer.outer:
            offer, depth = offer.outer, depth + 1
        return depth

    def mark(self, bought, mark, part):
        marks = [o for o in bought.offers if any(c.data.get("marks") for c in o.choices) and slug(mark) in names(o.option)]
        if marks:
            bought.take(marks[0], None, part)
        else:
            bought.faults.append((None, f"offers no Mark `{mark}`"))
            bought.unknown.append(mark)

    def look(self, holder, options, nation):
        """Traits, rules, weapons and stats of models with these options."""
        traits = {t: self.values(v) for t, v in (holder.get("traits") or {}).items()}
        card = holder.get("card") or {}
        removed = {self.book.rule_id(name) for option in options for name in option.get("removes", [])}
        removed |= {slug(name) for option in options for name in option.get("removes", [])}
        weapons = [w for w in card.get("weapons", []) if slug(w["name"]) not in removed]
        printed = [rule for rule in card.get("rules", []) if slug(rule) not in removed]
        printed += [rule for weapon in weapons for rule in weapon.get("rules", [])]
        rules = {self.book.rule_id(rule) for rule in printed} - removed
        names_ = {slug(w["name"]) for w in weapons}
        stats = dict(card.get("stats", {}))
        given = {}
        for option in options:
            # The values that options give stand in place of those of the unit.
            for trait, value in option.get("traits", {}).items():
                given.setdefault(trait, set()).update(self.values(value))
            traits.update(given)
            for weapon in option.get("weapons", []):
                names_.add(slug(weapon["name"]))
                rules |= {self.book.rule_id(rule) for rule in weapon.get("rules", [])}
            rules |= {self.book.rule_id(rule) for rule in option.get("rules", [])}
            stats.update(option.get("sets", {}))
        return traits, rules, names_, stats

    @staticmethod
    def values(value):
        if isinstance(value, list):
            return set(value)
        return set() if value is False else {value}

    def holder(self, squadron, member):
        """What has the traits and the card of a model: the unit, or what a member of a fixed mix shares or has itself."""
        if member is None:
            return squadron.unit
        data = next(m for m in squadron.unit["members"] if m["id"] == member)
        shared = self.book.unit(squadron.unit["nation"], data["unit"]) if data.get("unit") else None
        both = dict(shared or {})
        for key in ("traits", "card"):
            if data.get(key):
                both[key] = data[key]
        both["id"], both["name"] = (shared or data)["id"], data["name"]
        return both

    def patched(self, holder, nation, rules, weapons):
        """What the book's patches give to a printed card."""
        given = set()
        for patch in self.book.head.get("patches", {}).values():
            if self.matches_card(patch["where"], holder, nation):
                given |= {self.book.rule_id(rule) for rule in patch["gives"]["rules"]}
        return given

    def matches_card(self, where, holder, nation):
        card = holder.get("card") or {}
        printed = card.get("rules", []) + [r for w in card.get("weapons", []) for r in w.get("rules", [])]
        for word, wanted in where.items():
            if word == "not":
                parts = wanted if isinstance(wanted, list) else [wanted]
                if any(self.matches_card(part, holder, nation) for part in parts):
                    return False
                continue
            if word in ("any", "all"):
                if not (any if word == "any" else all)(self.matches_card(part, holder, nation) for part in wanted):
                    return False
                continue
            if word == "unit":
                have = {holder["id"]}
            elif word == "nation":
                have = {nation}
            elif word == "rule":
                have = {self.book.rule_id(rule) for rule in printed}
            elif word == "weapon":
                have = {slug(w["name"]) for w in card.get("weapons", [])}
            elif self.book.owner(word) == "nation":
                have = self.values(self.book.head["nations"].get(nation, {}).get("traits", {}).get(word, False))
            else:
                have = self.values((holder.get("traits") or {}).get(word, False))
            if wanted is True or wanted is False:
                if bool(have) is not wanted:
                    return False
            elif not have & (set(wanted) if isinstance(wanted, list) else {wanted}):
                return False
        return True

    def make_sets(self, squadron):
        bought, unit = squadron.bought, squadron.unit
        # In the order of the card: of two options that give a value, the later one counts.
        shared = [o for o in bought.offers if bought.squadron.get(o)]
        making = [o for o in bought.offers if o.makes_models and (o in shared or o in bought.open)]
        for_all = [o for o in shared if o not in making and not (o.outer and o.outer in making)]
        replaced = sum(bought.squadron.get(o, 0) * o.option["becomes"].get("takes", 1) for o in making if "becomes" in o.option)
        models = bought.models[:max(0, len(bought.models) - replaced)] if replaced else bought.models
        alike, kinds = {}, {}
        for place, model in enumerate(models, 1):
            key = (model.member, frozenset((id(o), n) for o, n in model.taken.items() if n))
            alike.setdefault(key, []).append((place, model))
        nation = squadron.unit["nation"] or squadron.nation
        for same in alike.values():
            model = same[0][1]
            holder = self.holder(squadron, model.member)
            taken = [o.option for o in bought.offers if model.taken.get(o)]
            traits, rules, weapons, stats = self.look(holder, [o.option for o in for_all] + taken, nation)
            number = add(*(m.number for _, m in same))
            base = self.base_price(squadron, model, [*for_all, *(o for o, n in model.taken.items() if n)])
            upgrades = add((0, 0), *(times(exactly(n), self.price(squadron, o, n, model)) for o, n in model.taken.items() if n))
            one = ModelSet(squadron, holder["id"] if model.member is None else model.member, number, traits,
                           rules | self.patched(holder, nation, rules, weapons), weapons, stats,
                           times(number, add(base, upgrades)), times(number, upgrades), [p for p, _ in same])
            one.unit_id, one.each = holder["id"], base
            squadron.sets.append(one)
            kinds.setdefault(model.member, []).append(one)
            open_ = [o for o in bought.open if o.member in (None, model.member) and not (o.makes_models or o.outer in making)]
            self.vary(one, holder, [*for_all, *(o for o in bought.offers if model.taken.get(o))], open_, nation)
        self.share_traits(kinds)
        for offer in making:
            kind, number = offer.option.get("becomes") or offer.option["adds"], bought.squadron.get(offer, 0)
            inner = [o for o in shared if o.outer is offer]
            traits, rules, weapons, stats = self.look(kind, [o.option for o in inner] + [offer.option], nation)
            # A price for several together is that of all of them.
            points = add(self.price_of_all(squadron, offer, number),
                         *(self.price_of_all(squadron, o, bought.squadron[o]) for o in inner))
            one = ModelSet(squadron, offer.id, exactly(number), traits, rules, weapons, stats, points, points, made=True)
            one.unit_id = offer.id
            squadron.sets.append(one)
            self.vary(one, kind, [*inner, offer], [o for o in bought.open if o.outer is offer], nation)
            if offer in bought.open:
                one.number, one.supposed = (0, bought.highest(offer)), True
                self.leave_number_open(squadron, offer, number)
        bought_once = add((0, 0), *(self.price_of_all(squadron, o, bought.squadron[o]) for o in for_all))
        if squadron.sets:
            first = squadron.sets[0]
            fixed = exactly(unit["points"] or 0) if unit.get("members") else (0, 0)
            first.points = add(first.points, bought_once, fixed)
            first.upgrades = add(first.upgrades, bought_once)
        elif bought_once != (0, 0):
            one = ModelSet(squadron, unit["id"], (0, 0), {}, set(), set(), {}, bought_once, bought_once)
            one.unit_id = unit["id"]
            squadron.sets.append(one)

    @staticmethod
    def share_traits(kinds):
        """All models of one kind count as having what the options of some of them give."""
        def joined(dicts):
            return {name: set().union(*(one.get(name, set()) for one in dicts)) for name in set().union(*dicts)}
        for alike in kinds.values():
            traits, perhaps = joined([one.traits for one in alike]), joined([one.perhaps for one in alike])
            rules, weapons = set().union(*(one.rules for one in alike)), set().union(*(one.weapons for one in alike))
            for one in alike:
                one.traits, one.perhaps, one.rules, one.weapons = traits, perhaps, rules, weapons

    def vary(self, models, holder, taken, open_, nation):
        """What models have for certain and what perhaps, where the source left open which of these options they have.

        Each open option adds what it gives, and takes away what it takes away, whatever others are taken.
        """
        if not open_:
            return
        closed = [o.option for o in taken if o not in open_]
        ways = [self.look(holder, closed + more, nation) for more in ([], *([o.option] for o in open_))]
        patched = set() if models.made else self.patched(holder, nation, models.rules, models.weapons)
        facts = [{**traits, "rule": rules | patched, "weapon": weapons} for traits, rules, weapons, _ in ways]
        for trait in set().union(*facts):
            values = [way.get(trait, set()) for way in facts]
            sure, any_ = set.intersection(*values), set.union(*values)
            models.traits[trait] = sure
            models.perhaps[trait] = any_ - sure | (set() if all(values) else {None})
        models.rules, models.weapons = models.traits.pop("rule"), models.traits.pop("weapon")
        for stat in set().union(*(stats for _, _, _, stats in ways)):
            numbers = [stats.get(stat, 0) for _, _, _, stats in ways]
            numbers = [number if isinstance(number, int) else 0 for number in numbers]
            models.ends[stat] = (min(numbers), max(numbers))

    def leave_number_open(self, squadron, offer, number):
        """A squadron has fewer models of its own if an open option makes others of them, and more if that makes none."""
        own = next((s for s in squadron.sets if not s.made), None)
        takes = offer.option["becomes"].get("takes", 1) if "becomes" in offer.option else 0
        if own:
            more = squadron.bought.highest(offer) - number
            own.number = (max(0, own.number[0] - more * takes), own.number[1] + number * takes)

    def leave_price_open(self, squadron):
        """Whatever options it has, it costs what it costs without them, or more; anything if one may make it cheaper."""
        cheaper = self.may_be_cheaper(squadron)
        for one in squadron.sets:
            one.points = (0 if cheaper else one.points[0], inf)
            one.upgrades = (-inf if cheaper else one.upgrades[0], inf)
        if squadron.gift is True:
            # Its options are paid for with its bringer.
            first = squadron.bringer.sets[0]
            first.points = (0 if cheaper else first.points[0], inf)
            first.upgrades = (-inf if cheaper else first.upgrades[0], inf)
            for one in squadron.sets:
                one.points = one.upgrades = (0, 0)

    def may_be_cheaper(self, squadron):
        bought, unit = squadron.bought, squadron.unit
        left = {o.id for o in bought.open}
        taken = {o.id for o in bought.open if bought.total(o)}      # by default, so that another may stand in its place
        for priced in [unit, *unit.get("members", []), *(o.option for o in bought.offers)]:
            for difference in priced.get("points-with", []):
                more, less = set(difference["with"]), set(difference.get("without", []))
                if difference["points"] < 0 and left & more or difference["points"] > 0 and (taken & more or left & less):
                    return True
        for offer in bought.open:
            price = (offer.option.get("together") or [offer.option.get("points") or 0])[0]
            replaced = 0
            if "becomes" in offer.option:
                each = max((s.each[0] for s in squadron.sets if not s.made), default=0)
                replaced = offer.option["becomes"].get("takes", 1) * each
            if price < replaced or (price > 0 and offer.id in taken):
                return True
        return False

    def base_price(self, squadron, model, options):
        unit = squadron.unit
        data = unit if model.member is None else next(m for m in unit["members"] if m["id"] == model.member)
        if data.get("points") is None:
            return ANY
        taken = {*options, *(o for o in squadron.bought.offers if squadron.bought.squadron.get(o))} - squadron.bought.free
        return exactly(data["points"] + self.differences(data, {o.id for o in taken}))

    @staticmethod
    def differences(data, taken):
        return sum(d["points"] for d in data.get("points-with", [])
                   if set(d["with"]) <= taken and not taken & set(d.get("without", [])))

    def price(self, squadron, offer, number, model):
        """Of one, where a model has this many."""
        free = squadron.bought.free
        if offer in free:
            return exactly(0)
        taken = {o.id for o, n in [*model.taken.items(), *squadron.bought.squadron.items()] if n and o not in free}
        return self.single(offer, number, taken)

    def single(self, offer, number, taken):
        option = offer.option
        if option.get("points") is None and not option.get("together"):
            return ANY if "points" in option and option["points"] is None or "points" not in option else exactly(0)
        more = self.differences(option, taken)
        return exactly(option["points"] + more)

    def price_of_all(self, squadron, offer, number):
        option = offer.option
        free = squadron.bought.free
        if offer in free or not number:
            return exactly(0)
        taken = {o.id for o in squadron.bought.offers if squadron.bought.total(o) and o not in free}
        together = option.get("together")
        if together:
            first = together[min(number, len(together)) - 1]
            beyond = max(0, number - len(together)) * (option.get("points") or 0)
            return exactly(first + beyond + number * self.differences(option, taken))
        return times(exactly(number), self.single(offer, number, taken))

    # Roles.

    def bearers_of(self, squadron):
        found = {}
        for number, pick in enumerate(squadron.data.get("roles") or []):
            detail = pick if isinstance(pick, dict) else {"role": pick}
            at, role, model = f"{squadron.at}/roles/{number}", slug(detail["role"]), detail.get("model") or 1
            known = {name: id for id, r in self.book.head.get("roles", {}).items() for name in names({"id": id, "name": r["title"]})}
            if role not in known:
                self.tell("unknown-word", "error", at, f"there is no role `{detail['role']}`")
                continue
            role = known[role]
            if model > (squadron.number[1] if squadron.stated_number else squadron.possible):
                self.tell("role-model", "error", at, f"the role is on model {model}")
            bearer = found.setdefault(model, Bearer(squadron, model, at))
            if role in [r for r, _ in bearer.roles]:
                self.tell("role-twice", "error", at, "one model has the role twice")
            deck = self.book.head["roles"][role].get("trait-deck")
            if detail.get("trait") and not deck:
                self.tell("trait-without-effect", "warning", at, "the role brings no trait")
                detail = {**detail, "trait": None}
            elif detail.get("trait"):
                card = self.book.decks[deck].get(slug(detail["trait"]))
                if not card and self.book.decks[deck]:
                    self.tell("unknown-card", "undetermined", f"{at}/trait", f"the card `{detail['trait']}` is unknown")
            bearer.roles.append((role, detail))
            bearer.set = next((s for s in squadron.sets if model in s.numbers), None)
            if not bearer.set:
                # A role on a model that is not there is judged as on the last one.
                bearer.set = next((s for s in reversed(squadron.sets) if s.number[0]), (squadron.sets or [None])[0])
        squadron.roles = [role for bearer in found.values() for role, _ in bearer.roles]
        return list(found.values())

    # What is brought at no cost.

    def gifts(self, squadron):
        """What a squadron brings: (entry of the catalogue, how many models bring it)."""
        if not squadron.unit:
            return []
        unit, bought = squadron.unit, squadron.bought
        number = add((0, 0), *(m.number for m in bought.models))
        if unit.get("members"):
            found = [(b, add((0, 0), *(m.number for m in bought.models if m.member == member["id"])))
                     for member in unit["members"] for b in member.get("brings", [])]
        else:
            found = [(b, number) for b in unit.get("brings", [])]
        for offer in bought.offers:
            count = bought.total(offer)
            if offer in bought.open:
                found += [(b, (0, bought.highest(offer))) for b in offer.option.get("brings", [])]
            elif count and offer.option.get("brings"):
                count = times(exactly(count), number) if len(bought.models) == 1 and number[0] != number[1] else exactly(count)
                found += [(b, count) for b in offer.option["brings"]]
        # What no rule of the game judges as brought is paid for.
        return [(entry, count) for entry, count in found if entry["rule"] in self.free_by]

    def same_unit(self, bringer, entry, squadron):
        """Whether an entry brings this squadron's unit."""
        if not squadron.unit:
            return None
        if not entry.get("unit"):
            return None if slug(entry["name"]) not in names(squadron.unit) else True
        found = self.book.unit(bringer.unit["nation"] or bringer.nation, entry["unit"])
        if found is not None:
            return found is squadron.unit or found["id"] == squadron.unit["id"]
        return entry["unit"] == squadron.unit["id"]

    def gives(self, bringer, entry, number, squadron):
        """Whether it brings this squadron's unit: perhaps, if it does so by an option that is left open."""
        answer = self.same_unit(bringer, entry, squadron)
        return None if answer and number[0] == 0 < number[1] else answer

    def family(self, squadron):
        """A squadron, what it is attached to, and all that is attached there."""
        root = squadron
        while root.parent:
            root = root.parent
        found = [root]
        for one in found:
            found += one.attached
        return found

    def gifts_of(self, family):
        return [(bringer, entry, number) for bringer in family for entry, number in self.gifts(bringer)]

    def give(self):
        """Brought models cost nothing; those beyond what is brought are paid for with their bringer."""
        brought = [s for s in self.squadrons if s.bringer]
        for squadron in brought:
            # A price that nobody knows is none where others pay.
            for one in squadron.sets:
                if squadron.unit and squadron.bringer.unit and one.each == ANY:
                    one.each, one.points = (0, 0), one.upgrades
        for bringer in {id(s.bringer): s.bringer for s in brought}.values():
            gifts = self.gifts_of(self.family(bringer))
            for unit in {id(s.unit): s.unit for s in brought if s.bringer is bringer}.values():
                same = [s for s in brought if s.bringer is bringer and s.unit is unit]
                answers = [(self.gives(giver, entry, n, same[0]), entry, n) for giver, entry, n in gifts]
                sure = [(entry, n) for answer, entry, n in answers if answer]
                sure += [(entry, n) for answer, entry, n in answers if sure and answer is None and n[0] < n[1]]
                if not unit or (not sure and any(answer is None for answer, _, _ in answers)):
                    for s in same:
                        s.gift = None
                        for one in s.sets:
                            one.points = (0, one.points[1])
                elif sure:
                    free = add((0, 0), *(times(exactly(e["models"] * (e.get("squadrons") or 1)), n) for e, n in sure))
                    self.move_price(bringer, same, free)

    def move_price(self, bringer, same, free):
        left, first = free, bringer.sets[0]
        for squadron in same:
            squadron.gift = True
            for one in squadron.sets:
                beyond = (max(0, one.number[0] - left[1]), max(0, one.number[1] - left[0]))
                left = (max(0, left[0] - one.number[1]), max(0, left[1] - one.number[0]))
                extra = times(beyond, one.each)
                first.points = add(first.points, one.upgrades, extra)
                first.upgrades = add(first.upgrades, one.upgrades)
                one.points = one.upgrades = (0, 0)
