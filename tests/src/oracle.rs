//! A second evaluation of the rule language: slow, plain, and written from `docs/rule-language.md`.
//!
//! It works on the files' own shapes (`Rule`, `Amount`, `Selector`, `Catalogue`, `ArmyList`), with words and sets of
//! words and exact fractions, and shares nothing with the engine but those shapes and `slug`. What both say of a list
//! must be the same. Structural checks are not evaluated here, nor what the engine says beside the rules.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::amount::{Amount, Made};
use muster_engine::catalogue::{Buys, Card, Catalogue, Choice, Only, TraitValue, Unit, UnitOption};
use muster_engine::compiled::{Parts, Ruleset};
use muster_engine::list::{ArmyList, CardPick, Models, OptionPick, RolePick, SettingValue, Squadron};
use muster_engine::report::{Report, Severity};
use muster_engine::rule::{Clause, Each, Grade, Kind, Limit, Rule, SettingTest};
use muster_engine::ruleset::Owner;
use muster_engine::selector::{Reference, Selector, Term};
use muster_engine::slug::slug;

/// What is said of a list by one clause of a rule at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Told {
    /// The rule's id.
    pub rule: String,
    /// How grave it is.
    pub severity: Severity,
    /// The pointer of the squadron, role or card; empty where a rule looks at the list or at units, for then the place
    /// is a matter of taste.
    pub place: String,
    /// What was measured, where it is certain.
    pub measured: Option<i64>,
    /// The floor, rounded up, where it is certain.
    pub min: Option<i64>,
    /// The ceiling, rounded down, where it is certain.
    pub max: Option<i64>,
}

/// A ruleset's second judge.
pub struct Oracle<'a> {
    parts: &'a Parts,
    catalogues: Vec<&'a Catalogue>,
    /// Ids of special rules by the slugs of all their names.
    special_rules: BTreeMap<String, &'a str>,
}

impl<'a> Oracle<'a> {
    /// Takes a ruleset as it was written, and the catalogues at hand.
    #[must_use]
    pub fn new(ruleset: &'a Ruleset) -> Self {
        let parts = ruleset.parts();
        let mut special_rules = BTreeMap::new();
        for rule in &parts.special_rules {
            special_rules.insert(rule.id.clone(), rule.id.as_str());
        }
        for rule in &parts.special_rules {
            for name in std::iter::once(&rule.name).chain(&rule.aliases) {
                special_rules.entry(slug(name)).or_insert(&rule.id);
            }
        }
        let catalogues = ruleset.stocks().iter().map(|stock| stock.catalogue()).collect();
        Self { parts, catalogues, special_rules }
    }

    /// What the rules say of a list, sorted.
    #[must_use]
    pub fn told(&self, list: &ArmyList) -> Vec<Told> {
        told(self, list)
    }
}

fn told(oracle: &Oracle, list: &ArmyList) -> Vec<Told> {
    let parts = oracle.parts;
    let world = World::new(oracle, list);
    let mut told = Vec::new();
    for sourced in &parts.rules {
        if matches!(sourced.rule.kind, Kind::Limit | Kind::ByHand) && world.in_use(&sourced.rule) {
            for clause in &sourced.rule.clauses {
                world.clause(&sourced.rule, clause, &mut told);
            }
        }
    }
    for (id, deck) in &parts.declarations.decks {
        let rules = || parts.rules.iter().map(|sourced| &sourced.rule);
        let cited = deck.rule.as_ref().and_then(|cited| rules().find(|rule| rule.id == *cited));
        if let Some(rule) = cited.filter(|rule| world.in_use(rule) && !list.decks.contains_key(id)) {
            let nothing = Told {
                rule: rule.id.clone(),
                severity: Severity::Note,
                place: String::new(),
                measured: None,
                min: None,
                max: None,
            };
            told.push(nothing);
        }
    }
    told.sort();
    told
}

/// The same of the engine's report: its findings of rules that have clauses, sorted.
#[must_use]
pub fn told_by_engine(ruleset: &Ruleset, report: &Report) -> Vec<Told> {
    let mut told = Vec::new();
    for finding in &report.findings {
        let Some(sourced) = ruleset.parts().rules.iter().find(|sourced| sourced.rule.id == finding.rule) else {
            continue;
        };
        if sourced.rule.clauses.is_empty() {
            continue;
        }
        let at = finding.at.first().cloned().unwrap_or_default();
        told.push(Told {
            rule: finding.rule.clone(),
            severity: finding.severity,
            place: if has_places(&sourced.rule) { at } else { String::new() },
            measured: finding.measured,
            min: finding.min,
            max: finding.max,
        });
    }
    told.sort();
    told
}

/// Whether every finding of a rule is about one squadron, model or card.
fn has_places(rule: &Rule) -> bool {
    rule.clauses.iter().all(|clause| matches!(clause.each, Each::Squadron | Each::Bearer | Each::Card))
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Exact(i128, i128);

impl Exact {
    fn whole(number: i64) -> Self {
        Self(number.into(), 1)
    }

    fn at_most(self, other: Self) -> bool {
        self.0 * other.1 <= other.0 * self.1
    }

    fn plus(self, other: Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn times(self, other: Self) -> Self {
        Self(self.0 * other.0, self.1 * other.1)
    }

    fn floor(self) -> i64 {
        i64::try_from(self.0.div_euclid(self.1)).unwrap_or(i64::MAX)
    }

    fn ceiling(self) -> i64 {
        -Self(-self.0, self.1).floor()
    }
}

/// A number, or all that is known of it: at least this, and at most that where there is a most.
#[derive(Clone, Copy, Debug)]
struct Number {
    least: Exact,
    most: Option<Exact>,
}

impl Number {
    fn sure(number: i64) -> Self {
        Self { least: Exact::whole(number), most: Some(Exact::whole(number)) }
    }

    fn unknown() -> Self {
        Self { least: Exact::whole(0), most: None }
    }

    /// So many for certain, and perhaps so many more.
    fn between(sure: usize, perhaps: usize) -> Self {
        let whole = |number: usize| Exact::whole(i64::try_from(number).unwrap_or(i64::MAX));
        Self { least: whole(sure), most: Some(whole(sure + perhaps)) }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            least: self.least.plus(other.least),
            most: self.most.zip(other.most).map(|(one, other)| one.plus(other)),
        }
    }

    fn map(self, change: impl Fn(Exact) -> Exact) -> Self {
        Self { least: change(self.least), most: self.most.map(&change) }
    }

    fn is_sure(self) -> bool {
        self.most.is_some_and(|most| most.at_most(self.least))
    }
}

/// A squadron, a kind of model, a model with a role or a card, as selectors see it.
#[derive(Clone, Debug, Default)]
struct Thing {
    /// The squadron it is, or belongs to; none for cards.
    squadron: Option<usize>,
    values: BTreeMap<String, BTreeSet<String>>,
    /// Traits of which nobody knows the value.
    unknown: BTreeSet<String>,
}

impl Thing {
    fn add(&mut self, name: &str, value: &str) {
        self.values.entry(name.to_owned()).or_default().insert(value.to_owned());
    }

    fn add_all(&mut self, traits: &indexmap::IndexMap<String, TraitValue>) {
        for (name, value) in traits {
            value.words().for_each(|word| self.add(name, word));
        }
    }

    fn has(&self, name: &str) -> impl Iterator<Item = &String> {
        self.values.get(name).into_iter().flatten()
    }
}

struct Placed<'a> {
    thing: Thing,
    pointer: String,
    squadron: &'a Squadron,
    parent: Option<usize>,
    bringer: Option<usize>,
    carriers: Vec<usize>,
    allocation: String,
}

struct Kinds {
    thing: Thing,
    /// The unit that its models count for.
    unit: String,
    models: u32,
    points: Number,
    upgrades: Number,
}

struct Bearing {
    thing: Thing,
    pointer: String,
}

struct Held {
    thing: Thing,
    pointer: String,
    deck: String,
    id: String,
}

/// A list with all that its words stand for.
struct World<'a> {
    oracle: &'a Oracle<'a>,
    parts: &'a Parts,
    list: &'a ArmyList,
    nation: Option<&'a str>,
    squadrons: Vec<Placed<'a>>,
    kinds: Vec<Kinds>,
    bearers: Vec<Bearing>,
    cards: Vec<Held>,
}

#[derive(Clone, Copy)]
enum Scope<'s> {
    List,
    Squadron(usize),
    Unit(&'s str),
    Bearer(usize),
    Card(&'s str),
}

impl<'a> World<'a> {
    fn new(oracle: &'a Oracle<'a>, list: &'a ArmyList) -> Self {
        let mut world = Self {
            oracle,
            parts: oracle.parts,
            list,
            nation: None,
            squadrons: Vec::new(),
            kinds: Vec::new(),
            bearers: Vec::new(),
            cards: Vec::new(),
        };
        world.nation = list.nation.as_deref().and_then(|name| world.nation_named(name));
        world.place(&list.squadrons, "/squadrons", None);
        world.relate();
        for index in 0..world.squadrons.len() {
            world.describe(index);
        }
        for (deck, picks) in &list.decks {
            for (position, pick) in picks.iter().enumerate() {
                let card = world.card(deck, position, pick);
                world.cards.push(card);
            }
        }
        world
    }

    fn nation_named(&self, name: &str) -> Option<&'a str> {
        let nations = &self.parts.declarations.nations;
        let by_id = nations.get_key_value(name).or_else(|| nations.get_key_value(&slug(name)));
        let named = || {
            nations.iter().find(|(_, nation)| {
                std::iter::once(&nation.name).chain(&nation.aliases).any(|known| slug(known) == slug(name))
            })
        };
        by_id.or_else(named).map(|(id, _)| id.as_str())
    }

    /// The unit that a name means in a nation, and whether it is of no nation.
    fn unit_named(&self, nation: Option<&str>, name: &str) -> Option<(&'a Unit, bool)> {
        let own = self.oracle.catalogues.iter().filter(|c| c.nation.is_some() && c.nation.as_deref() == nation);
        let of_none = self.oracle.catalogues.iter().filter(|c| c.nation.is_none());
        own.chain(of_none).find_map(|catalogue| {
            let find = |test: &dyn Fn(&Unit) -> bool| catalogue.units.iter().find(|unit| test(unit));
            let wanted = slug(name);
            let unit = find(&|unit| unit.id == name || unit.id == wanted)
                .or_else(|| find(&|unit| slug(&unit.name) == wanted))
                .or_else(|| find(&|unit| unit.aliases.iter().any(|alias| slug(alias) == wanted)));
            unit.map(|unit| (unit, catalogue.nation.is_none()))
        })
    }

    fn place(&mut self, squadrons: &'a [Squadron], at: &str, parent: Option<usize>) {
        for (position, squadron) in squadrons.iter().enumerate() {
            let pointer = format!("{at}/{position}");
            let index = self.squadrons.len();
            self.squadrons.push(Placed {
                thing: Thing { squadron: Some(index), ..Thing::default() },
                pointer: pointer.clone(),
                squadron,
                parent,
                bringer: None,
                carriers: Vec::new(),
                allocation: String::new(),
            });
            self.place(&squadron.attached, &format!("{pointer}/attached"), Some(index));
        }
    }

    fn relate(&mut self) {
        let with_id = |squadrons: &[Placed], id: &str| {
            squadrons.iter().position(|placed| placed.squadron.id.as_deref() == Some(id))
        };
        for index in 0..self.squadrons.len() {
            let squadron = self.squadrons[index].squadron;
            self.squadrons[index].bringer = squadron.brought_by.as_ref().and_then(|id| with_id(&self.squadrons, id));
            for id in &squadron.carries {
                if let Some(carried) = with_id(&self.squadrons, id) {
                    self.squadrons[carried].carriers.push(index);
                }
            }
        }
        for index in 0..self.squadrons.len() {
            self.squadrons[index].allocation = self.allocation(index, self.squadrons.len());
        }
    }

    /// As stated, else as the squadron that it is attached to, or that brings it, else the first there is.
    fn allocation(&self, index: usize, steps: usize) -> String {
        let placed = &self.squadrons[index];
        match (&placed.squadron.allocation, placed.parent.or(placed.bringer)) {
            (Some(stated), _) => stated.clone(),
            (None, Some(other)) if steps > 0 => self.allocation(other, steps - 1),
            _ => self.parts.declarations.allocations.keys().next().cloned().unwrap_or_default(),
        }
    }

    /// The nation of a squadron as its words say: its own, its parent's, the list's.
    fn nation_of(&self, index: usize) -> Option<&'a str> {
        let placed = &self.squadrons[index];
        match (&placed.squadron.nation, placed.parent) {
            (Some(name), _) => self.nation_named(name),
            (None, Some(parent)) => self.nation_of(parent),
            (None, None) => self.nation,
        }
    }

    fn role(&self, name: &str) -> Option<&'a str> {
        let roles = &self.parts.declarations.roles;
        roles
            .iter()
            .find(|(id, role)| *id == name || **id == slug(name) || slug(&role.title) == slug(name))
            .map(|(id, _)| id.as_str())
    }

    /// Gives a squadron, its models and its models with roles their traits, points and numbers.
    fn describe(&mut self, index: usize) {
        let squadron = self.squadrons[index].squadron;
        let stated = self.nation_of(index);
        let (unit, of_none) = self
            .unit_named(stated, &squadron.unit)
            .unwrap_or_else(|| panic!("the oracle knows no unit {}", squadron.unit));
        let nation = if of_none { self.nation } else { stated };
        // A unit of no nation has none on its card either.
        let printed = if of_none { None } else { nation };
        let mut place = Thing { squadron: Some(index), ..Thing::default() };
        let standing = match (&squadron.brought_by, self.squadrons[index].parent) {
            (Some(_), _) => "brought",
            (None, Some(_)) => "attached",
            (None, None) => "own",
        };
        place.add("standing", standing);
        place.add("allocation", &self.squadrons[index].allocation);
        if let Some(id) = nation {
            place.add("nation", id);
            if let Some(nation) = self.parts.declarations.nations.get(id) {
                place.add_all(&nation.traits);
            }
        }
        if !of_none && nation != self.nation {
            place.add("ally", "yes");
        }
        place.add("unit", &unit.id);
        match unit.only {
            Some(Only::Attached) => place.add("only", "attached"),
            Some(Only::Brought) => place.add("only", "brought"),
            None => {}
        }
        if unit.squadron.is_none() && unit.members.is_empty() {
            place.add("any-number", "yes");
        }
        let bought = Bought::new(unit, squadron);

        let mut own = place.clone();
        self.add_card(&mut own, printed, &unit.id, &unit.traits, &unit.card);
        if squadron.entry_turn.is_some() {
            own.add("entry", "yes");
        }
        if !self.squadrons[index].carriers.is_empty() {
            own.add("carried", "yes");
        }
        for pick in &squadron.roles {
            self.role(pick.role()).into_iter().for_each(|role| own.add("role", role));
        }

        let first = self.kinds.len();
        for kind in 0..bought.models.len() {
            let mut thing = place.clone();
            let (counts_for, price) = match unit.members.get(kind) {
                None => {
                    self.add_card(&mut thing, printed, &unit.id, &unit.traits, &unit.card);
                    (unit.id.clone(), unit.points)
                }
                Some(member) => {
                    let shared = member.unit.as_ref().and_then(|id| self.unit_named(stated, id)).map(|(unit, _)| unit);
                    let (traits, card) = shared.map_or((&member.traits, &member.card), |s| (&s.traits, &s.card));
                    let id = member.unit.clone().unwrap_or_else(|| member.id.clone());
                    self.add_card(&mut thing, printed, &id, traits, card);
                    // A squadron of a fixed mix has the special rules and the weapons of all its models.
                    let (rules, weapons) = (thing.has("rule"), thing.has("weapon"));
                    rules.for_each(|rule| own.add("rule", rule));
                    weapons.for_each(|weapon| own.add("weapon", weapon));
                    thing.add("unit", &id);
                    (id, member.points.or_else(|| shared.and_then(|s| s.points)))
                }
            };
            let models = bought.models[kind];
            let mut upgrades = Number::sure(0);
            for offer in bought.offers.iter().filter(|offer| offer.times > 0 && offer.kind.unwrap_or(0) == kind) {
                let times = i64::from(offer.times);
                upgrades = upgrades
                    .plus(offer.option.points.map_or_else(Number::unknown, |p| Number::sure(i64::from(p) * times)));
                let all = offer.times >= models || offer.option.buys == Buys::Squadron;
                self.change(&mut thing, offer.option, all);
                self.change(&mut own, offer.option, all && bought.models.len() == 1);
            }
            let price = price.map_or_else(Number::unknown, |p| Number::sure(i64::from(p) * i64::from(models)));
            let extra = if kind == 0 && !unit.members.is_empty() { i64::from(unit.points.unwrap_or(0)) } else { 0 };
            let free = squadron.brought_by.is_some();
            let points = if free { Number::sure(0) } else { price.plus(upgrades).plus(Number::sure(extra)) };
            let upgrades = if free { Number::sure(0) } else { upgrades };
            self.kinds.push(Kinds { thing, unit: counts_for, models, points, upgrades });
        }
        self.bear(index, first);
        self.squadrons[index].thing = own;
    }

    /// An option gives traits in place of those there are, or beside them where some models go without it.
    fn change(&self, thing: &mut Thing, option: &UnitOption, instead: bool) {
        for (name, value) in &option.traits {
            if instead {
                thing.values.remove(name);
            }
            value.words().for_each(|word| thing.add(name, word));
        }
        self.add_rules(thing, &option.rules);
        option.weapons.iter().for_each(|weapon| thing.add("weapon", &slug(&weapon.name)));
    }

    /// What a card says, and what patches give to such a card: each looks at the card alone, not at other patches.
    fn add_card(
        &self,
        thing: &mut Thing,
        nation: Option<&str>,
        unit: &str,
        traits: &indexmap::IndexMap<String, TraitValue>,
        card: &Card,
    ) {
        let mut printed = Thing::default();
        if let Some(id) = nation {
            printed.add("nation", id);
            let nation = self.parts.declarations.nations.get(id);
            nation.into_iter().for_each(|nation| printed.add_all(&nation.traits));
        }
        printed.add("unit", unit);
        for thing in [&mut printed, &mut *thing] {
            thing.add_all(traits);
            self.add_rules(thing, &card.rules);
            card.weapons.iter().for_each(|weapon| thing.add("weapon", &slug(&weapon.name)));
        }
        for patch in self.parts.declarations.patches.values() {
            if self.matches(&printed, &patch.r#where) == Some(true) {
                self.add_rules(thing, &patch.gives.rules);
            }
        }
    }

    fn add_rules(&self, thing: &mut Thing, printed: &[String]) {
        for printed in printed {
            let known = |name: &str| self.oracle.special_rules.get(&slug(name));
            let base = printed.split('(').next().unwrap_or(printed).trim();
            let unprefixed =
                self.parts.declarations.rule_prefixes.iter().find_map(|prefix| base.strip_prefix(prefix.as_str()));
            let found = known(printed)
                .or_else(|| known(base))
                .or_else(|| unprefixed.and_then(|unprefixed| known(unprefixed.trim())));
            if let Some(id) = found {
                thing.add("rule", id);
            }
        }
    }

    /// The models of a squadron that carry roles.
    fn bear(&mut self, index: usize, first: usize) {
        let squadron = self.squadrons[index].squadron;
        let mut models: Vec<u32> = Vec::new();
        for pick in &squadron.roles {
            let model = if let RolePick::Detailed(detail) = pick { detail.model.unwrap_or(1) } else { 1 };
            if !models.contains(&model) {
                models.push(model);
            }
        }
        for model in models {
            let mut before = 0;
            let of_kind = (first..self.kinds.len()).find(|kind| {
                before += self.kinds[*kind].models;
                before >= model
            });
            let mut thing = self.kinds[of_kind.unwrap_or(self.kinds.len() - 1)].thing.clone();
            let mut place = None;
            for (position, pick) in squadron.roles.iter().enumerate() {
                let (of, card, character) = match pick {
                    RolePick::Role(_) => (1, None, None),
                    RolePick::Detailed(detail) => {
                        (detail.model.unwrap_or(1), detail.r#trait.as_ref(), detail.character.as_ref())
                    }
                };
                if of == model {
                    place = place.or(Some(position));
                    self.role(pick.role()).into_iter().for_each(|role| thing.add("role", role));
                    if let Some(card) = card {
                        thing.add("trait", &slug(card));
                    }
                    if let Some(character) = character {
                        thing.add("character", &slug(character));
                    }
                }
            }
            let pointer = format!("{}/roles/{}", self.squadrons[index].pointer, place.unwrap_or(0));
            self.bearers.push(Bearing { thing, pointer });
        }
    }

    fn card(&self, deck: &str, position: usize, pick: &CardPick) -> Held {
        let wanted = slug(pick.card());
        let cards = || self.parts.cards.iter().filter(|cards| cards.deck == deck).flat_map(|cards| &cards.cards);
        let known = cards().find(|card| card.id == wanted).or_else(|| {
            cards().find(|card| std::iter::once(&card.name).chain(&card.aliases).any(|name| slug(name) == wanted))
        });
        let id = known.map_or(wanted, |card| card.id.clone());
        let mut thing = Thing::default();
        thing.add("deck", deck);
        thing.add("card", &id);
        for (name, declared) in self.parts.declarations.traits.iter().filter(|(_, declared)| declared.of == Owner::Card)
        {
            let key = name.strip_prefix("card-").unwrap_or(name);
            let stated = match pick {
                CardPick::Detailed(detail) => detail.traits.get(key),
                CardPick::Known(_) => None,
            };
            let stated: Option<Vec<String>> = stated.map(|value| match value {
                serde_json::Value::Array(words) => {
                    words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect()
                }
                serde_json::Value::String(word) => vec![word.clone()],
                other => vec![other.to_string()],
            });
            let printed =
                || known.and_then(|card| card.traits.get(name)).map(|v| v.words().map(str::to_owned).collect());
            match stated.or_else(printed) {
                Some(words) => {
                    for word in words {
                        let nation = if declared.open { self.nation_named(&word) } else { None };
                        thing.add(name, &nation.map_or_else(|| slug(&word), str::to_owned));
                    }
                }
                None => drop(thing.unknown.insert(name.clone())),
            }
        }
        Held { thing, pointer: format!("/decks/{deck}/{position}"), deck: deck.to_owned(), id }
    }

    // ---- settings ----

    fn setting(&self, id: &str) -> Option<SettingValue> {
        let settings = &self.parts.declarations.settings;
        let declared = settings.get(id)?;
        if let Some(stated) = self.list.settings.get(id) {
            return Some(stated.clone());
        }
        if let Some(by) = &declared.given_by {
            let Some(SettingValue::Word(word)) = self.setting(by) else { return None };
            return settings.get(by)?.values.get(&word).map(|choice| SettingValue::Numbers(choice.gives.clone()));
        }
        let default = declared.default.as_ref()?;
        let overruled = settings
            .iter()
            .any(|(other, s)| s.given_by.as_deref() == Some(id) && self.list.settings.contains_key(other));
        match (overruled, declared.values.is_empty()) {
            (true, _) => None,
            (false, true) => Some(SettingValue::Flag(default == "true")),
            (false, false) => Some(SettingValue::Word(default.clone())),
        }
    }

    fn holds(&self, (id, test): (&String, &SettingTest)) -> bool {
        let numbers = match self.setting(id) {
            Some(SettingValue::Numbers(numbers)) => numbers,
            Some(SettingValue::Number(number)) => vec![number],
            _ => Vec::new(),
        };
        let word = if let Some(SettingValue::Word(word)) = self.setting(id) { Some(word) } else { None };
        match test {
            SettingTest::Flag(wanted) => (self.setting(id) == Some(SettingValue::Flag(true))) == *wanted,
            SettingTest::Number(wanted) => numbers.contains(wanted),
            SettingTest::Numbers(wanted) => wanted.iter().any(|number| numbers.contains(number)),
            SettingTest::Word(wanted) => word.as_ref() == Some(wanted),
            SettingTest::Words(wanted) => word.is_some_and(|word| wanted.contains(&word)),
        }
    }

    fn in_use(&self, rule: &Rule) -> bool {
        rule.applies.iter().all(|test| self.holds(test)) && !rule.unless.iter().any(|test| self.holds(test))
    }

    fn is_waived(&self, rule: &Rule) -> bool {
        let agreed = self.parts.declarations.settings.iter().any(|(id, setting)| {
            setting.consent.as_ref() == Some(&rule.id) && self.list.settings.get(id) == Some(&SettingValue::Flag(true))
        });
        rule.waivable && (agreed || self.list.consents.contains(&rule.id))
    }

    // ---- selectors: yes, no, or nobody knows ----

    fn all(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
        let answers: Vec<Option<bool>> = answers.collect();
        if answers.contains(&Some(false)) {
            Some(false)
        } else if answers.contains(&None) {
            None
        } else {
            Some(true)
        }
    }

    fn any(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
        Self::all(answers.map(Self::not)).map(|none| !none)
    }

    fn not(answer: Option<bool>) -> Option<bool> {
        answer.map(|yes| !yes)
    }

    fn matches(&self, thing: &Thing, selector: &Selector) -> Option<bool> {
        Self::all(selector.0.iter().map(|(word, term)| self.term(thing, word, term)))
    }

    fn term(&self, thing: &Thing, word: &str, term: &Term) -> Option<bool> {
        match (word, term) {
            ("not", Term::Selector(inner)) => Self::not(self.matches(thing, inner)),
            ("not", Term::Selectors(inner)) => Self::all(inner.iter().map(|s| Self::not(self.matches(thing, s)))),
            ("any", Term::Selectors(inner)) => Self::any(inner.iter().map(|s| self.matches(thing, s))),
            ("all", Term::Selectors(inner)) => Self::all(inner.iter().map(|s| self.matches(thing, s))),
            ("is", Term::Value(name)) => self.is(thing, name),
            ("parent", Term::Selector(inner)) => {
                let placed = thing.squadron.map(|index| &self.squadrons[index]);
                match placed.and_then(|placed| placed.parent.or(placed.bringer)) {
                    Some(parent) => self.matches(&self.squadrons[parent].thing, inner),
                    None => Some(false),
                }
            }
            ("carried-by", Term::Selector(inner)) => {
                let carriers = thing.squadron.map_or(&[][..], |index| &self.squadrons[index].carriers);
                Self::any(carriers.iter().map(|carrier| self.matches(&self.squadrons[*carrier].thing, inner)))
            }
            (name, Term::Flag(true)) => Self::value(thing, name, &|_| true),
            (name, Term::Flag(false)) => Self::not(Self::value(thing, name, &|_| true)),
            (name, Term::Value(wanted)) => Self::value(thing, name, &|value| value == wanted),
            (name, Term::Values(wanted)) => Self::value(thing, name, &|value| wanted.iter().any(|word| word == value)),
            (name, Term::Reference(reference)) => {
                let wanted = self.reference(reference);
                Self::value(thing, name, &|value| wanted.contains(value))
            }
            (word, term) => panic!("the rule language has no {word}: {term:?}"),
        }
    }

    fn value(thing: &Thing, name: &str, test: &dyn Fn(&str) -> bool) -> Option<bool> {
        if thing.unknown.contains(name) { None } else { Some(thing.has(name).any(|value| test(value))) }
    }

    /// The named selector without what definitions take out of it.
    fn is(&self, thing: &Thing, name: &str) -> Option<bool> {
        let named = &self.parts.declarations.selectors[name];
        let out = self.parts.rules.iter().filter_map(|sourced| sourced.rule.narrows.get(name));
        Self::all(std::iter::once(self.matches(thing, named)).chain(out.map(|out| Self::not(self.matches(thing, out)))))
    }

    fn reference(&self, reference: &Reference) -> BTreeSet<String> {
        match reference {
            Reference::Setting(setting) => match self.setting(setting) {
                Some(SettingValue::Word(word)) => BTreeSet::from([word]),
                _ => BTreeSet::new(),
            },
            Reference::Own(own) if own == "nation" => self.nation.into_iter().map(str::to_owned).collect(),
            Reference::Own(own) if own == "character" => {
                let roles = self.squadrons.iter().flat_map(|placed| &placed.squadron.roles);
                let characters = roles.filter_map(|pick| match pick {
                    RolePick::Detailed(detail) => detail.character.as_ref(),
                    RolePick::Role(_) => None,
                });
                characters.map(|character| slug(character)).collect()
            }
            Reference::Own(own) => {
                let nation = self.nation.and_then(|id| self.parts.declarations.nations.get(id));
                let value = nation.and_then(|nation| nation.traits.get(own));
                value.into_iter().flat_map(TraitValue::words).map(str::to_owned).collect()
            }
        }
    }

    // ---- clauses ----

    fn clause(&self, rule: &Rule, clause: &Clause, told: &mut Vec<Told>) {
        let deck = clause.deck.as_deref();
        if deck.is_some_and(|deck| !self.list.decks.contains_key(deck)) {
            return;
        }
        let holds = Self::all(clause.when.iter().map(|limit| self.kept(limit, Scope::List, deck).0));
        if holds == Some(false) {
            return;
        }
        for (scope, place, matches) in self.scopes(clause) {
            let asked = Self::all([holds, matches].into_iter());
            if asked == Some(false) {
                continue;
            }
            let (kept, numbers) = match &clause.limit {
                Some(limit) => self.kept(limit, scope, deck),
                None => (Some(false), [None; 3]),
            };
            if kept == Some(true) {
                continue;
            }
            let decided = kept.is_some() && asked.is_some();
            let grade = if rule.kind == Kind::ByHand { Grade::Note } else { clause.severity.unwrap_or(rule.severity) };
            let severity = match (grade, decided) {
                (Grade::Error, true) if self.is_waived(rule) => Severity::Waived,
                (Grade::Error, true) => Severity::Error,
                (Grade::Error, false) if !self.is_waived(rule) => Severity::Undetermined,
                (Grade::Warning, true) => Severity::Warning,
                (Grade::Note, true) => Severity::Note,
                (_, false) => continue,
            };
            let [measured, min, max] = numbers;
            let place = if has_places(rule) { place } else { String::new() };
            told.push(Told { rule: rule.id.clone(), severity, place, measured, min, max });
        }
    }

    fn scopes(&self, clause: &Clause) -> Vec<(Scope<'_>, String, Option<bool>)> {
        let filter = &clause.r#where;
        let seen = |thing: &Thing| self.matches(thing, filter);
        match clause.each {
            Each::List => vec![(Scope::List, String::new(), Some(true))],
            Each::Group => Vec::new(),
            Each::Squadron => {
                let squadrons = self.squadrons.iter().enumerate();
                squadrons
                    .map(|(index, placed)| (Scope::Squadron(index), placed.pointer.clone(), seen(&placed.thing)))
                    .collect()
            }
            Each::Bearer => {
                let bearers = self.bearers.iter().enumerate();
                bearers
                    .map(|(index, bearer)| (Scope::Bearer(index), bearer.pointer.clone(), seen(&bearer.thing)))
                    .collect()
            }
            Each::Unit => {
                let units: BTreeSet<&str> = self.kinds.iter().map(|kind| kind.unit.as_str()).collect();
                let any =
                    |unit| Self::any(self.kinds.iter().filter(|kind| kind.unit == unit).map(|kind| seen(&kind.thing)));
                units.into_iter().map(|unit| (Scope::Unit(unit), String::new(), any(unit))).collect()
            }
            Each::Card => {
                let of_deck =
                    || self.cards.iter().filter(|card| clause.deck.as_ref().is_none_or(|deck| card.deck == *deck));
                let ids: BTreeSet<&str> = of_deck().map(|card| card.id.as_str()).collect();
                let copies = |id| of_deck().filter(move |card| card.id == id);
                let first = |id| copies(id).next().map(|card| card.pointer.clone()).unwrap_or_default();
                ids.into_iter()
                    .map(|id| (Scope::Card(id), first(id), Self::any(copies(id).map(|c| seen(&c.thing)))))
                    .collect()
            }
        }
    }

    /// Whether a limit is kept, and its numbers where they are certain.
    fn kept(&self, limit: &Limit, scope: Scope, deck: Option<&str>) -> (Option<bool>, [Option<i64>; 3]) {
        let amount = |amount: &Amount| self.amount(amount, scope, deck);
        let (of, min, max) = (amount(&limit.of), limit.min.as_ref().map(amount), limit.max.as_ref().map(amount));
        let at_most = |small: Number, large: Number| {
            if small.most.is_some_and(|most| most.at_most(large.least)) {
                Some(true)
            } else if large.most.is_some_and(|most| !small.least.at_most(most)) {
                Some(false)
            } else {
                None
            }
        };
        let under = min.map_or(Some(true), |min| at_most(min, of));
        let over = max.map_or(Some(true), |max| at_most(of, max));
        let sure = |number: Number| number.is_sure().then_some(number.least);
        let numbers =
            [sure(of).map(Exact::floor), min.and_then(sure).map(Exact::ceiling), max.and_then(sure).map(Exact::floor)];
        (Self::all([under, over].into_iter()), numbers)
    }

    // ---- amounts ----

    fn amount(&self, amount: &Amount, scope: Scope, deck: Option<&str>) -> Number {
        let made = match amount {
            Amount::Number(number) => return Number::sure(*number),
            Amount::Word(_) => return Number::sure(self.list.mfv.into()),
            Amount::Made(made) => &**made,
        };
        let value = |amount: &Amount| self.amount(amount, scope, deck);
        match made {
            Made::Points(selector) => self.of_models(selector, scope, |kind| kind.points),
            Made::Upgrades(selector) => self.of_models(selector, scope, |kind| kind.upgrades),
            Made::Models(selector) => self.of_models(selector, scope, |kind| Number::sure(kind.models.into())),
            Made::Squadrons(selector) => self.count_squadrons(selector, |index| self.is_in(index, scope)),
            Made::Attached(selector) => self.count_squadrons(selector, |index| {
                self.squadrons[index].parent.is_some_and(|parent| self.is_looked_at(parent, scope))
            }),
            Made::Carried(selector) => self.count_squadrons(selector, |index| {
                self.squadrons[index].carriers.iter().any(|carrier| self.is_looked_at(*carrier, scope))
            }),
            Made::Bearers(selector) => {
                let bearers = self.bearers.iter().enumerate().filter(|(index, bearer)| match scope {
                    Scope::Bearer(one) => one == *index,
                    _ => bearer.thing.squadron.is_some_and(|squadron| self.is_in(squadron, scope)),
                });
                Self::count(bearers.map(|(_, bearer)| self.matches(&bearer.thing, selector)))
            }
            Made::Cards(selector) => {
                Self::count(self.cards_in(scope, deck).map(|card| self.matches(&card.thing, selector)))
            }
            Made::Different(name, selector) => self.different(name, selector, scope, deck),
            Made::Given(setting) => Number::sure(self.list.settings.contains_key(setting).into()),
            Made::Setting(tests) => Number::sure(tests.iter().all(|test| self.holds(test)).into()),
            Made::EntryTurn(selector) => {
                let squadrons = self.squadrons.iter().enumerate().filter(|(index, placed)| {
                    self.is_in(*index, scope) && self.matches(&placed.thing, selector) == Some(true)
                });
                let turn = squadrons.filter_map(|(_, placed)| placed.squadron.entry_turn).min();
                turn.map_or_else(Number::unknown, |turn| Number::sure(turn.into()))
            }
            Made::Percent(percent, of) => value(of).map(|n| n.times(Exact((*percent).into(), 100))),
            Made::Times(one, other) => {
                let (one, other) = (value(one), value(other));
                let most = one.most.zip(other.most).map(|(one, other)| one.times(other));
                Number { least: one.least.times(other.least), most }
            }
            Made::Per(step, of) => value(of).map(|n| Exact::whole(n.times(Exact(1, (*step).into())).floor())),
            Made::Table(name, of) => {
                let of = value(of);
                let rows = &self.parts.declarations.tables[name].rows;
                let row = rows.iter().find(|row| row.to.is_none_or(|to| of.least.at_most(Exact::whole(to))));
                row.filter(|_| of.is_sure()).map_or_else(Number::unknown, |row| Number::sure(row.value))
            }
            Made::Sum(amounts) => amounts.iter().fold(Number::sure(0), |sum, amount| sum.plus(value(amount))),
            Made::Smaller(one, other) => {
                let smaller = |one: Exact, other: Exact| if one.at_most(other) { one } else { other };
                let (one, other) = (value(one), value(other));
                let most = match (one.most, other.most) {
                    (Some(one), Some(other)) => Some(smaller(one, other)),
                    (one, other) => one.or(other),
                };
                Number { least: smaller(one.least, other.least), most }
            }
        }
    }

    /// Whether a squadron is within what is looked at.
    fn is_in(&self, index: usize, scope: Scope) -> bool {
        match scope {
            Scope::List | Scope::Card(_) => true,
            Scope::Squadron(squadron) => {
                index == squadron || self.squadrons[index].parent.is_some_and(|parent| self.is_in(parent, scope))
            }
            Scope::Unit(unit) => self.kinds.iter().any(|kind| kind.unit == unit && kind.thing.squadron == Some(index)),
            Scope::Bearer(bearer) => self.bearers[bearer].thing.squadron == Some(index),
        }
    }

    /// Whether a squadron is the very one that is looked at, or one of them.
    fn is_looked_at(&self, index: usize, scope: Scope) -> bool {
        match scope {
            Scope::Squadron(squadron) => squadron == index,
            _ => self.is_in(index, scope),
        }
    }

    fn of_models(&self, selector: &Selector, scope: Scope, number: impl Fn(&Kinds) -> Number) -> Number {
        let kinds = self.kinds.iter().filter(|kind| match scope {
            Scope::Unit(unit) => kind.unit == unit,
            _ => kind.thing.squadron.is_some_and(|squadron| self.is_in(squadron, scope)),
        });
        let matching = kinds.filter(|kind| self.matches(&kind.thing, selector) == Some(true));
        matching.fold(Number::sure(0), |sum, kind| sum.plus(number(kind)))
    }

    fn count_squadrons(&self, selector: &Selector, counts: impl Fn(usize) -> bool) -> Number {
        let squadrons = self.squadrons.iter().enumerate().filter(|(index, _)| counts(*index));
        Self::count(squadrons.map(|(_, placed)| self.matches(&placed.thing, selector)))
    }

    fn cards_in<'s>(&'s self, scope: Scope<'s>, deck: Option<&'s str>) -> impl Iterator<Item = &'s Held> {
        self.cards.iter().filter(move |card| {
            deck.is_none_or(|deck| card.deck == deck) && if let Scope::Card(id) = scope { card.id == id } else { true }
        })
    }

    fn count(answers: impl Iterator<Item = Option<bool>>) -> Number {
        let answers: Vec<Option<bool>> = answers.collect();
        let number = |wanted| answers.iter().filter(|answer| **answer == wanted).count();
        Number::between(number(Some(true)), number(None))
    }

    fn different(&self, name: &str, selector: &Selector, scope: Scope, deck: Option<&str>) -> Number {
        let of_cards = matches!(name, "card" | "deck")
            || self.parts.declarations.traits.get(name).is_some_and(|declared| declared.of == Owner::Card);
        let things: Vec<&Thing> = if of_cards {
            self.cards_in(scope, deck).map(|card| &card.thing).collect()
        } else {
            let squadrons = self.squadrons.iter().enumerate().filter(|(index, _)| self.is_in(*index, scope));
            squadrons.map(|(_, placed)| &placed.thing).collect()
        };
        let (mut sure, mut perhaps) = (BTreeSet::new(), BTreeSet::new());
        let mut unknown = 0;
        for thing in things {
            match (self.matches(thing, selector), thing.unknown.contains(name)) {
                (Some(false), _) => {}
                (_, true) => unknown += 1,
                (Some(true), false) => sure.extend(thing.has(name)),
                (None, false) => perhaps.extend(thing.has(name)),
            }
        }
        Number::between(sure.len(), perhaps.difference(&sure).count() + unknown)
    }
}

/// What is bought for a squadron.
struct Bought<'a> {
    /// Models of each kind.
    models: Vec<u32>,
    offers: Vec<Offered<'a>>,
}

struct Offered<'a> {
    option: &'a UnitOption,
    /// The member that it is offered to, in a specialised group.
    kind: Option<usize>,
    /// The choices that it counts for.
    choices: Vec<&'a str>,
    is_mark: bool,
    times: u32,
}

impl<'a> Bought<'a> {
    fn new(unit: &'a Unit, squadron: &Squadron) -> Self {
        let stated = match &squadron.models {
            Some(Models::Count(count)) => Some(*count),
            Some(Models::Parts(parts)) => Some(parts.iter().map(|part| part.count).sum()),
            None => None,
        };
        let mut models: Vec<u32> = unit.members.iter().map(|member| member.models.min).collect();
        if unit.members.is_empty() {
            let size = unit.squadron.map_or(1, |size| size.min);
            models.push(stated.or(unit.usual).unwrap_or(size));
        } else {
            // Ships beyond the fewest are of the first kind that may have more.
            while let Some(stated) = stated.filter(|stated| *stated > models.iter().sum()) {
                let kinds = unit.members.iter().enumerate();
                let mut open = kinds.filter(|(kind, member)| member.models.max.is_none_or(|max| models[*kind] < max));
                match open.next() {
                    Some((kind, _)) => models[kind] = (models[kind] + 1).min(stated),
                    None => break,
                }
            }
        }
        let mut bought = Self { models, offers: Vec::new() };
        let mut choices = Vec::new();
        bought.offer(&unit.options, &unit.choices, (None, None), &[], false, &mut choices);
        for (kind, member) in unit.members.iter().enumerate() {
            bought.offer(&member.options, &member.choices, (Some(kind), None), &[], false, &mut choices);
        }
        bought.take(squadron);
        bought.take_defaults(&choices);
        bought
    }

    fn offer(
        &mut self,
        options: &'a [UnitOption],
        choices: &'a [Choice],
        place: (Option<usize>, Option<usize>),
        within: &[&'a str],
        is_mark: bool,
        all: &mut Vec<(&'a Choice, Option<usize>, Option<usize>)>,
    ) {
        let (kind, under) = place;
        for option in options {
            let index = self.offers.len();
            self.offers.push(Offered { option, kind, choices: within.to_vec(), is_mark, times: 0 });
            self.offer(&option.options, &option.choices, (kind, Some(index)), &[], false, all);
        }
        for choice in choices {
            all.push((choice, kind, under));
            let within: Vec<&str> = within.iter().copied().chain([choice.id.as_str()]).collect();
            self.offer(&choice.options, &choice.choices, place, &within, choice.marks, all);
        }
    }

    fn named(&self, name: &str, marks_only: bool) -> Option<usize> {
        let offers = || self.offers.iter().enumerate().filter(|(_, offer)| offer.is_mark || !marks_only);
        let wanted = slug(name);
        let by_id = offers().find(|(_, offer)| offer.option.id == name || offer.option.id == wanted);
        let by_name = || offers().find(|(_, offer)| slug(&offer.option.name) == wanted);
        let by_alias = || offers().find(|(_, offer)| offer.option.aliases.iter().any(|alias| slug(alias) == wanted));
        by_id.or_else(by_name).or_else(by_alias).map(|(index, _)| index)
    }

    fn take(&mut self, squadron: &Squadron) {
        self.take_picks(&squadron.options, None);
        if let Some(index) = squadron.mark.as_ref().and_then(|mark| self.named(mark, true)) {
            self.offers[index].times += self.models_of(self.offers[index].kind);
        }
        if let Some(Models::Parts(parts)) = &squadron.models {
            for part in parts {
                self.take_picks(&part.options, Some(part.count));
                if let Some(index) = part.mark.as_ref().and_then(|mark| self.named(mark, true)) {
                    self.offers[index].times += part.count;
                }
            }
        }
    }

    fn take_picks(&mut self, picks: &[OptionPick], models: Option<u32>) {
        for pick in picks {
            match pick {
                OptionPick::Every(name) => {
                    if let Some(index) = self.named(name, false) {
                        let every = models.unwrap_or_else(|| self.models_of(self.offers[index].kind));
                        let once = self.offers[index].option.buys == Buys::Squadron;
                        self.offers[index].times += if once { 1 } else { every };
                    }
                }
                OptionPick::Some(counts) => {
                    for (name, count) in counts {
                        if let Some(index) = self.named(name, false) {
                            self.offers[index].times += count;
                        }
                    }
                }
            }
        }
    }

    fn take_defaults(&mut self, choices: &[(&'a Choice, Option<usize>, Option<usize>)]) {
        for (choice, kind, under) in choices {
            let Some(default) = &choice.default else { continue };
            let counts = |offer: &Offered| offer.choices.contains(&choice.id.as_str()) && offer.kind == *kind;
            let chosen: u32 = self.offers.iter().filter(|offer| counts(offer)).map(|offer| offer.times).sum();
            let times = match under {
                Some(under) => self.offers[*under].times,
                None if choice.options.iter().any(|option| option.buys == Buys::Squadron) => 1,
                None => self.models_of(*kind),
            };
            let missing = (choice.min * times).saturating_sub(chosen);
            if let Some(offer) = self.offers.iter_mut().find(|offer| counts(offer) && offer.option.id == *default) {
                offer.times += missing;
            }
        }
    }

    fn models_of(&self, kind: Option<usize>) -> u32 {
        kind.map_or_else(|| self.models.iter().sum(), |kind| self.models[kind])
    }
}
