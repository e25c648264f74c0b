//! The list with every name looked up: squadrons in one row, models with their points and traits.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

use crate::agreed::{Agreed, escape};
use crate::bits::Bits;
use crate::catalogue::{Buys, TraitValue, Unit};
use crate::compiled::Ruleset;
use crate::list::{ArmyList, CardDetail, CardPick, Group, Models, OptionPick, Part, RolePick, Squadron};
use crate::matcher::{Match, Matcher, Subject};
use crate::ruleset::{Card, Owner};
use crate::selector::Reference;
use crate::slug::slug;
use crate::stock::{Article, Stock};
use crate::value::Value;
use crate::vocabulary::ANY;

/// How many squadrons that bring each other are followed.
const BRINGERS: usize = 64;

/// A list, looked up.
pub(crate) struct Force<'a> {
    pub ruleset: &'a Ruleset,
    pub list: &'a ArmyList,
    pub agreed: Agreed,
    /// The id of the list's nation.
    pub nation: Option<&'a str>,
    pub entries: Vec<Entry<'a>>,
    pub lots: Vec<Lot<'a>>,
    pub bearers: Vec<Bearer>,
    pub cards: Vec<Held<'a>>,
    /// The places of the cards of each deck and name.
    pub copies: HashMap<(&'a str, String), Vec<usize>>,
    /// The traits that any squadron, model or bearer has or may have.
    pub all: Bits,
    references: Vec<Own>,
}

/// The list's own values of a trait, where selectors compare with them.
pub(crate) struct Own {
    /// The number of having one of them.
    bit: usize,
    /// The trait.
    name: String,
    words: Vec<String>,
    /// The numbers of those words, where they have one.
    values: Bits,
    /// The list's nation is not known, so neither are the values.
    open: bool,
}

/// A squadron, or a group of models attached to one.
pub(crate) struct Entry<'a> {
    pub squadron: &'a Squadron,
    /// Its place among its siblings.
    position: usize,
    pub group: Option<usize>,
    /// The squadron it is attached to.
    pub parent: Option<usize>,
    /// The squadron that brings it.
    pub bringer: Option<usize>,
    /// The squadrons that carry it.
    pub carriers: Vec<usize>,
    /// The id of its nation, as far as it is known.
    pub nation: Option<&'a str>,
    pub goods: Option<Goods<'a>>,
    /// How many models it has, counted as its unit counts them.
    pub models: u32,
    pub allocation: &'a str,
    pub lots: Range<usize>,
    /// The place after the last squadron attached to it, at any depth: these follow it in the row.
    pub end: usize,
    /// How many of each offer of its article are taken.
    pub taken: Vec<u32>,
    /// What it costs on the list: nothing where it is brought.
    pub cost: Value,
    has: Bits,
    may_have: Bits,
}

/// The unit of a squadron, found in a catalogue.
#[derive(Clone, Copy)]
pub(crate) struct Goods<'a> {
    pub article: &'a Article,
    pub unit: &'a Unit,
    pub stock: &'a Stock,
}

/// Models of a squadron that are of one kind.
pub(crate) struct Lot<'a> {
    pub entry: usize,
    /// The id of the unit that they count for; empty where unknown.
    pub unit: &'a str,
    pub models: Value,
    pub points: Value,
    pub upgrades: Value,
    has: Bits,
    may_have: Bits,
}

/// A model that carries a role or several.
pub(crate) struct Bearer {
    pub entry: usize,
    /// The place of the first of its roles in the squadron's roles.
    pub role: usize,
    has: Bits,
    may_have: Bits,
}

/// A card of a deck.
pub(crate) struct Held<'a> {
    pub deck: &'a str,
    pub position: usize,
    pub pick: &'a CardPick,
    /// The card's id, or the slug of a name that is not known.
    pub id: Cow<'a, str>,
    pub known: Option<&'a Card>,
    pub cost: Option<u32>,
    /// The values of its traits, as far as they are known.
    pub traits: Vec<(&'a str, Vec<String>)>,
    has: Bits,
    may_have: Bits,
}

impl<'a> Force<'a> {
    /// Looks everything up.
    pub fn new(ruleset: &'a Ruleset, list: &'a ArmyList, agreed: Agreed) -> Self {
        let nation = list.nation.as_deref().and_then(|name| ruleset.nation(name));
        let mut force = Self {
            ruleset,
            list,
            agreed,
            nation,
            entries: Vec::with_capacity(list.squadrons.len() * 2),
            lots: Vec::with_capacity(list.squadrons.len() * 2),
            bearers: Vec::new(),
            cards: Vec::new(),
            copies: HashMap::new(),
            all: Bits::default(),
            references: Vec::new(),
        };
        force.references = force.look_up_references();
        for (position, squadron) in list.squadrons.iter().enumerate() {
            force.add(squadron, position, None, None);
        }
        for (index, group) in list.groups.iter().enumerate() {
            for (position, squadron) in group.squadrons.iter().enumerate() {
                force.add(squadron, position, Some(index), None);
            }
        }
        force.relate();
        force.add_cards();
        force.all = force.all_traits();
        force
    }

    fn all_traits(&self) -> Bits {
        let entries = self.entries.iter().map(|entry| entry.has.union(&entry.may_have));
        let lots = self.lots.iter().map(|lot| lot.has.union(&lot.may_have));
        let bearers = self.bearers.iter().map(|bearer| bearer.has.union(&bearer.may_have));
        entries.chain(lots).chain(bearers).fold(Bits::default(), |all, bits| all.union(&bits))
    }

    /// What a squadron's name is in messages: the player's name for it, else the unit's.
    pub fn name(&self, entry: usize) -> &str {
        let entry = &self.entries[entry];
        match (&entry.squadron.name, entry.goods) {
            (Some(name), _) => name,
            (None, Some(goods)) => &goods.unit.name,
            (None, None) => &entry.squadron.unit,
        }
    }

    /// The JSON pointer of a squadron.
    pub fn pointer(&self, entry: usize) -> String {
        let mut chain = vec![&self.entries[entry]];
        while let Some(parent) = chain.last().and_then(|entry| entry.parent) {
            chain.push(&self.entries[parent]);
        }
        let mut pointer = String::new();
        if let Some(group) = chain.last().and_then(|entry| entry.group) {
            let _ = write!(pointer, "/groups/{group}");
        }
        for (depth, entry) in chain.iter().rev().enumerate() {
            let _ = write!(pointer, "/{}/{}", if depth == 0 { "squadrons" } else { "attached" }, entry.position);
        }
        pointer
    }

    /// The group that a squadron belongs to.
    pub fn group(&self, entry: usize) -> Option<&'a Group> {
        self.entries[entry].group.map(|group| &self.list.groups[group])
    }

    /// The squadrons of a group, by their places in the row.
    pub fn of_group(&self, group: usize) -> Range<usize> {
        let before = |limit: usize| self.entries.partition_point(|entry| entry.group.is_none_or(|of| of < limit));
        before(group)..before(group + 1)
    }

    pub fn test_entry(&self, entry: usize, matcher: &Matcher) -> Match {
        let Entry { has, may_have, .. } = &self.entries[entry];
        matcher.test(&Seen { force: self, entry: Some(entry), has, may_have })
    }

    pub fn test_lot(&self, lot: &Lot, matcher: &Matcher) -> Match {
        matcher.test(&Seen { force: self, entry: Some(lot.entry), has: &lot.has, may_have: &lot.may_have })
    }

    pub fn test_bearer(&self, bearer: &Bearer, matcher: &Matcher) -> Match {
        matcher.test(&Seen { force: self, entry: Some(bearer.entry), has: &bearer.has, may_have: &bearer.may_have })
    }

    pub fn test_card(&self, card: &Held, matcher: &Matcher) -> Match {
        matcher.test(&Seen { force: self, entry: None, has: &card.has, may_have: &card.may_have })
    }

    /// The values of a declared trait that a squadron has, and whether it may have others.
    pub fn values(&self, entry: usize, name: &str) -> (Vec<&str>, bool) {
        let entry = &self.entries[entry];
        let declarations = self.ruleset.declarations();
        match declarations.traits.get(name).map(|declared| declared.of) {
            Some(Owner::Nation) => {
                let nation = entry.nation.and_then(|id| declarations.nations.get(id));
                let values = nation.and_then(|nation| nation.traits.get(name));
                (values.into_iter().flat_map(TraitValue::words).collect(), nation.is_none())
            }
            Some(Owner::Unit) if declarations.traits[name].open => match entry.goods {
                Some(goods) => (goods.unit.traits.get(name).into_iter().flat_map(TraitValue::words).collect(), false),
                None => (Vec::new(), true),
            },
            // What options gave counts too, so not what the catalogue says but what the squadron has.
            Some(Owner::Unit) => (self.ruleset.vocabulary().words(name, &entry.has), entry.goods.is_none()),
            Some(Owner::Card) => (Vec::new(), false),
            None => match name {
                "nation" => (entry.nation.into_iter().collect(), false),
                "unit" => {
                    (entry.goods.map(|goods| goods.unit.id.as_str()).into_iter().collect(), entry.goods.is_none())
                }
                "allocation" => (vec![entry.allocation], false),
                _ => (Vec::new(), false),
            },
        }
    }

    /// The list's own values, where selectors compare with them: number, trait, words.
    fn look_up_references(&self) -> Vec<Own> {
        let own = |reference: &Reference| -> Vec<String> {
            match reference {
                Reference::Setting(setting) => self.agreed.word(setting).map(str::to_owned).into_iter().collect(),
                Reference::Own(name) if name == "nation" => self.nation.map(str::to_owned).into_iter().collect(),
                Reference::Own(name) if name == "character" => self.characters().into_iter().map(slug_of).collect(),
                Reference::Own(name) => {
                    let nation = self.nation.and_then(|id| self.ruleset.declarations().nations.get(id));
                    let value = nation.and_then(|nation| nation.traits.get(name));
                    value.into_iter().flat_map(TraitValue::words).map(str::to_owned).collect()
                }
            }
        };
        let vocabulary = self.ruleset.vocabulary();
        let references = vocabulary.references();
        let open = |reference: &Reference| {
            self.nation.is_none() && matches!(reference, Reference::Own(name) if name != "character")
        };
        references
            .map(|(name, reference, bit)| {
                let words = own(reference);
                let values = words.iter().fold(Bits::default(), |bits, word| bits.union(&vocabulary.bit(name, word)));
                Own { bit, name: name.to_owned(), words, values, open: open(reference) }
            })
            .collect()
    }

    /// The special characters who hold roles, on attached models too.
    fn characters(&self) -> Vec<&'a str> {
        fn add<'l>(squadrons: &'l [Squadron], found: &mut Vec<&'l str>) {
            for squadron in squadrons {
                found.extend(squadron.roles.iter().filter_map(|role| match role {
                    RolePick::Detailed(detail) => detail.character.as_deref(),
                    RolePick::Role(_) => None,
                }));
                add(&squadron.attached, found);
            }
        }
        let mut found = Vec::new();
        add(&self.list.squadrons, &mut found);
        self.list.groups.iter().for_each(|group| add(&group.squadrons, &mut found));
        found
    }

    fn add(&mut self, squadron: &'a Squadron, position: usize, group: Option<usize>, parent: Option<usize>) {
        let inherited = parent.and_then(|parent| self.entries[parent].nation).or(self.nation);
        let nation = match &squadron.nation {
            Some(name) => self.ruleset.nation(name),
            None => inherited,
        };
        let goods = self.find(nation, &squadron.unit);
        let of_nation = goods.is_none_or(|goods| goods.stock.catalogue().nation.is_some());
        let nation = if of_nation { nation } else { self.nation };
        let declarations = self.ruleset.declarations();
        let default = declarations.allocations.keys().next().map_or("", String::as_str);
        let allocation = match (&squadron.allocation, parent) {
            (Some(stated), _) => {
                declarations.allocations.keys().find(|id| *id == stated).map_or(default, String::as_str)
            }
            (None, Some(parent)) => self.entries[parent].allocation,
            (None, None) => default,
        };
        let mut entry = Entry {
            squadron,
            position,
            group,
            parent,
            bringer: None,
            carriers: Vec::new(),
            nation,
            goods,
            models: 0,
            allocation,
            lots: 0..0,
            end: 0,
            taken: Vec::new(),
            cost: Value::UNKNOWN,
            has: Bits::default(),
            may_have: Bits::default(),
        };
        self.place(&mut entry, of_nation);
        let index = self.entries.len();
        match goods {
            Some(goods) => self.fill(index, &mut entry, goods),
            None => self.fill_unknown(index, &mut entry),
        }
        self.entries.push(entry);
        self.add_bearers(index);
        for (position, attached) in squadron.attached.iter().enumerate() {
            self.add(attached, position, group, Some(index));
        }
        self.entries[index].end = self.entries.len();
    }

    /// A unit of a nation, or of none.
    fn find(&self, nation: Option<&str>, name: &str) -> Option<Goods<'a>> {
        let stocks = self.ruleset.stocks();
        let of_nation = stocks.iter().filter(|stock| nation.is_some() && stock.catalogue().nation.as_deref() == nation);
        let of_none = stocks.iter().filter(|stock| stock.catalogue().nation.is_none());
        of_nation.chain(of_none).find_map(|stock| {
            let article = stock.find(name)?;
            Some(Goods { article, unit: stock.unit(article), stock })
        })
    }

    /// Gives a squadron the traits that come from its place in the list.
    fn place(&self, entry: &mut Entry<'a>, of_nation: bool) {
        let vocabulary = self.ruleset.vocabulary();
        let declarations = self.ruleset.declarations();
        let places = self.ruleset.places();
        let squadron = entry.squadron;
        let mut has = match (&squadron.brought_by, entry.parent) {
            (Some(_), _) => places.brought,
            (None, Some(_)) => places.attached,
            (None, None) => places.own,
        };
        if let Some(allocation) = declarations.allocations.get_index_of(entry.allocation) {
            has = has.union(&places.allocations[allocation]);
        }
        if let Some(nation) = entry.nation.and_then(|id| declarations.nations.get_index_of(id)) {
            has = has.union(&places.nations[nation]);
        }
        if of_nation && entry.nation != self.nation {
            has = has.union(&places.ally);
        }
        if squadron.entry_turn.is_some() {
            has = has.union(&places.entry);
        }
        if let Some(group) = entry.group {
            has = has.union(&vocabulary.bits("group", [self.list.groups[group].kind.as_str()]));
        }
        if !squadron.roles.is_empty() {
            let roles = squadron.roles.iter().filter_map(|role| self.role(role.role()));
            has = has.union(&vocabulary.bits("role", roles));
        }
        entry.has = has;
    }

    /// The id of a role by id or title.
    pub fn role(&self, name: &str) -> Option<&'a str> {
        let roles = &self.ruleset.declarations().roles;
        let found = roles.get_key_value(name).or_else(|| {
            let wanted = slug(name);
            roles.iter().find(|(id, role)| **id == wanted || slug(&role.title) == wanted)
        });
        found.map(|(id, _)| id.as_str())
    }

    fn fill_unknown(&mut self, index: usize, entry: &mut Entry<'a>) {
        let squadron = entry.squadron;
        entry.models = match &squadron.models {
            Some(Models::Count(count)) => *count,
            Some(Models::Parts(parts)) => total(parts),
            None => 0,
        };
        entry.may_have = *self.ruleset.vocabulary().of_units();
        if entry.nation.is_none() {
            entry.may_have = entry.may_have.union(&self.of_nations());
        }
        let free = squadron.brought_by.is_some();
        entry.cost = if free { Value::ZERO } else { Value::UNKNOWN };
        let first = self.lots.len();
        self.lots.push(Lot {
            entry: index,
            unit: "",
            models: if squadron.models.is_some() { Value::whole(entry.models.into()) } else { Value::UNKNOWN },
            points: entry.cost,
            upgrades: entry.cost,
            has: entry.has,
            may_have: entry.may_have,
        });
        entry.lots = first..self.lots.len();
    }

    fn fill(&mut self, index: usize, entry: &mut Entry<'a>, goods: Goods<'a>) {
        let Goods { article, unit, .. } = goods;
        let squadron = entry.squadron;
        let stated = match &squadron.models {
            Some(Models::Count(count)) => Some(*count),
            Some(Models::Parts(parts)) => Some(total(parts)),
            None => None,
        };
        let counts = share_out(article, unit, stated);
        entry.models = counts.iter().sum();
        entry.taken = taken(article, squadron, &counts);
        let free = squadron.brought_by.is_some();
        entry.has = entry.has.union(&article.bits);
        let base = Value::whole(unit.points.unwrap_or(0).into());
        let extra = if unit.members.is_empty() || unit.points.is_none() { Value::ZERO } else { base };
        let first = self.lots.len();
        let mut cost = Value::ZERO;
        for (kind, (model, count)) in article.kinds.iter().zip(&counts).enumerate() {
            let mut has = entry.has.without(&article.bits).union(&model.bits);
            let mut upgrades = Value::ZERO;
            for (offer, times) in article.offers.iter().zip(&entry.taken).filter(|(_, times)| **times > 0) {
                if offer.kind.unwrap_or(0) != kind {
                    continue;
                }
                let price = offer.points.map_or(Value::UNKNOWN, |points| Value::whole(points.into()));
                upgrades = upgrades.plus(price.times(i64::from(*times)));
                // What only some models take in exchange, the others keep.
                let all = *times >= *count || offer.buys == Buys::Squadron;
                has = if all { has.without(&offer.takes) } else { has }.union(&offer.gives);
            }
            let price = model.points.map_or(Value::UNKNOWN, |points| Value::whole(points.into()));
            let mut points = price.times(i64::from(*count)).plus(upgrades);
            if kind == 0 {
                points = points.plus(extra);
            }
            if free {
                (points, upgrades) = (Value::ZERO, Value::ZERO);
            }
            cost = cost.plus(points);
            self.refer(&mut has, &mut Bits::default());
            let unit = model.unit.as_str();
            let models = Value::whole((*count).into());
            self.lots.push(Lot { entry: index, unit, models, points, upgrades, has, may_have: Bits::default() });
        }
        for (offer, times) in article.offers.iter().zip(&entry.taken).filter(|(_, times)| **times > 0) {
            let all = offer.kind.is_none() && (*times >= entry.models || offer.buys == Buys::Squadron);
            entry.has = if all { entry.has.without(&offer.takes) } else { entry.has }.union(&offer.gives);
        }
        self.refer(&mut entry.has, &mut Bits::default());
        entry.cost = cost;
        entry.lots = first..self.lots.len();
    }

    /// Everything that depends on a squadron's nation, and so is unknown for an unknown one.
    fn of_nations(&self) -> Bits {
        let vocabulary = self.ruleset.vocabulary();
        let traits = self.ruleset.declarations().traits.iter().filter(|(_, declared)| declared.of == Owner::Nation);
        traits.fold(vocabulary.all("nation"), |bits, (name, _)| bits.union(&vocabulary.all(name)))
    }

    /// Sets the numbers of "has the value that the list states".
    fn refer(&self, has: &mut Bits, may_have: &mut Bits) {
        for Own { bit, values, .. } in &self.references {
            if has.meets(values) {
                has.insert(*bit);
            } else if may_have.meets(values) {
                may_have.insert(*bit);
            }
        }
    }

    fn add_bearers(&mut self, index: usize) {
        let vocabulary = self.ruleset.vocabulary();
        let squadron = self.entries[index].squadron;
        let mut seen: Vec<(u32, usize)> = Vec::new();
        for (position, pick) in squadron.roles.iter().enumerate() {
            let (model, card, character) = match pick {
                RolePick::Role(_) => (1, None, None),
                RolePick::Detailed(role) => {
                    (role.model.unwrap_or(1), role.r#trait.as_deref(), role.character.as_deref())
                }
            };
            let mut gives = vocabulary.bits("role", self.role(pick.role()));
            if let Some(card) = card {
                gives = gives.union(&vocabulary.bits("trait", [slug(card).as_str()]));
                gives = gives.union(&vocabulary.bit("trait", ANY));
            }
            if let Some(character) = character {
                gives = gives.union(&vocabulary.bits("character", [slug(character).as_str()]));
                gives = gives.union(&vocabulary.bit("character", ANY));
            }
            if let Some((_, bearer)) = seen.iter().find(|(other, _)| *other == model) {
                let bearer = &mut self.bearers[*bearer];
                bearer.has = bearer.has.union(&gives);
                continue;
            }
            seen.push((model, self.bearers.len()));
            let lot = self.lot_of_model(index, model);
            let has = lot.has.without(&vocabulary.all("role")).union(&gives);
            let may_have = lot.may_have;
            self.bearers.push(Bearer { entry: index, role: position, has, may_have });
        }
    }

    /// The lot that holds a squadron's model, counted from 1; the last where there are not so many.
    fn lot_of_model(&self, entry: usize, model: u32) -> &Lot<'a> {
        let lots = &self.lots[self.entries[entry].lots.clone()];
        let mut before = 0;
        for lot in lots {
            before += lot.models.floor();
            if before >= i64::from(model) {
                return lot;
            }
        }
        &lots[lots.len() - 1]
    }

    /// Finds who brings and who carries whom.
    fn relate(&mut self) {
        let carried = self.ruleset.vocabulary().bit("carried", ANY);
        let ids =
            self.entries.iter().enumerate().filter_map(|(index, entry)| Some((entry.squadron.id.as_deref()?, index)));
        let ids: HashMap<&str, usize> = ids.collect();
        for index in 0..self.entries.len() {
            let squadron = self.entries[index].squadron;
            self.entries[index].bringer = squadron.brought_by.as_deref().and_then(|id| ids.get(id).copied());
            for load in squadron.carries.iter().filter_map(|id| ids.get(id.as_str())) {
                let load = &mut self.entries[*load];
                if load.carriers.last() != Some(&index) {
                    load.carriers.push(index);
                    load.has = load.has.union(&carried);
                }
            }
        }
        for index in 0..self.entries.len() {
            let allocation = self.allocation(index);
            if allocation != self.entries[index].allocation {
                self.allocate(index, allocation);
            }
        }
    }

    /// Where a squadron is allocated: as it states, else where the one is that it is attached to, or that brings it.
    fn allocation(&self, mut index: usize) -> &'a str {
        // Bringers that bring each other in a circle lead nowhere.
        for _ in 0..BRINGERS {
            let entry = &self.entries[index];
            match entry.parent.or(entry.bringer) {
                Some(other) if entry.squadron.allocation.is_none() => index = other,
                _ => return entry.allocation,
            }
        }
        self.ruleset.declarations().allocations.keys().next().map_or("", String::as_str)
    }

    fn allocate(&mut self, index: usize, allocation: &'a str) {
        let vocabulary = self.ruleset.vocabulary();
        let (all, own) = (vocabulary.all("allocation"), vocabulary.bits("allocation", [allocation]));
        let entry = &mut self.entries[index];
        entry.allocation = allocation;
        entry.has = entry.has.without(&all).union(&own);
        for lot in &mut self.lots[entry.lots.clone()] {
            lot.has = lot.has.without(&all).union(&own);
        }
        for bearer in self.bearers.iter_mut().filter(|bearer| bearer.entry == index) {
            bearer.has = bearer.has.without(&all).union(&own);
        }
    }

    fn add_cards(&mut self) {
        for (deck, picks) in &self.list.decks {
            let Some((deck, _)) = self.ruleset.declarations().decks.get_key_value(deck) else { continue };
            for (position, pick) in picks.iter().enumerate() {
                let card = hold(self.ruleset, &self.references, deck, position, pick);
                self.copies.entry((deck.as_str(), card.id.to_string())).or_default().push(self.cards.len());
                self.cards.push(card);
            }
        }
    }

    /// A card with what the ruleset knows of it and what the list says of it.
    pub fn hold<'h>(&'h self, deck: &'h str, position: usize, pick: &'h CardPick) -> Held<'h> {
        hold(self.ruleset, &self.references, deck, position, pick)
    }
}

/// Something in a force, as a selector sees it.
struct Seen<'s, 'a> {
    force: &'s Force<'a>,
    entry: Option<usize>,
    has: &'s Bits,
    may_have: &'s Bits,
}

impl Subject for Seen<'_, '_> {
    fn has(&self) -> &Bits {
        self.has
    }

    fn may_have(&self) -> &Bits {
        self.may_have
    }

    fn parent(&self, matcher: &Matcher) -> Match {
        let entry = self.entry.map(|entry| &self.force.entries[entry]);
        match entry.and_then(|entry| entry.parent.or(entry.bringer)) {
            Some(parent) => self.force.test_entry(parent, matcher),
            None => Match::No,
        }
    }

    fn carrier(&self, matcher: &Matcher) -> Match {
        let carriers = self.entry.map(|entry| self.force.entries[entry].carriers.as_slice()).unwrap_or_default();
        carriers.iter().map(|carrier| self.force.test_entry(*carrier, matcher)).max().unwrap_or(Match::No)
    }
}

impl Held<'_> {
    /// The JSON pointer of the card.
    pub fn pointer(&self) -> String {
        format!("/decks/{}/{}", escape(self.deck), self.position)
    }

    /// The card's printed name, or the list's word for it.
    pub fn name(&self) -> &str {
        self.known.map_or(self.pick.card(), |card| &card.name)
    }
}

fn hold<'h>(ruleset: &'h Ruleset, references: &[Own], deck: &'h str, position: usize, pick: &'h CardPick) -> Held<'h> {
    let vocabulary = ruleset.vocabulary();
    let known = ruleset.card(deck, pick.card());
    let id = known.map_or_else(|| Cow::Owned(slug(pick.card())), |card| Cow::Borrowed(card.id.as_str()));
    let stated = match pick {
        CardPick::Detailed(CardDetail { cost, traits, .. }) => Some((*cost, traits)),
        CardPick::Known(_) => None,
    };
    let cost = stated.and_then(|(cost, _)| cost).or(known.and_then(|card| card.cost));
    let mut traits = Vec::new();
    let mut has = vocabulary.bits("deck", [deck]).union(&vocabulary.bits("card", [id.as_ref()]));
    let mut may_have = Bits::default();
    for (name, declared) in ruleset.declarations().traits.iter().filter(|(_, t)| t.of == Owner::Card) {
        let said = stated.and_then(|(_, traits)| traits.get(written(name))).map(words);
        let words = said.or_else(|| {
            let value = known.and_then(|card| card.traits.get(name))?;
            Some(value.words().map(str::to_owned).collect::<Vec<_>>())
        });
        let references = references.iter().filter(|own| own.name == *name);
        if let Some(words) = words {
            references.clone().filter(|own| own.open).for_each(|own| may_have.insert(own.bit));
            let words: Vec<String> = words.iter().map(|word| card_word(ruleset, declared.open, word)).collect();
            traits.push((name.as_str(), words.clone()));
            has = has.union(&vocabulary.bits(name, words.iter().map(String::as_str)));
            references
                .filter(|own| own.words.iter().any(|word| words.contains(word)))
                .for_each(|own| has.insert(own.bit));
        } else {
            may_have = may_have.union(&vocabulary.all(name));
            references.for_each(|own| may_have.insert(own.bit));
        }
    }
    Held { deck, position, pick, id, known, cost, traits, has, may_have }
}

/// The key under which a list states a trait of a card: `type` for `card-type`.
pub(crate) fn written(name: &str) -> &str {
    name.strip_prefix("card-").unwrap_or(name)
}

/// A word that a list states of a card, as the ruleset writes it: a nation by any of its names, else the slug.
fn card_word(ruleset: &Ruleset, open: bool, word: &str) -> String {
    let nation = if open { ruleset.nation(word) } else { None };
    nation.map_or_else(|| slug(word), str::to_owned)
}

/// How many models there are of each kind of a unit.
fn share_out(article: &Article, unit: &Unit, stated: Option<u32>) -> Vec<u32> {
    if unit.members.is_empty() {
        let only = unit.squadron.filter(|size| size.max == Some(size.min)).map(|size| size.min);
        let count = stated.or(unit.usual).or(only).or(unit.squadron.map(|size| size.min)).unwrap_or(1);
        return vec![count];
    }
    let mut counts: Vec<u32> = article.kinds.iter().map(|kind| kind.min).collect();
    let mut spare = stated.unwrap_or(0).saturating_sub(counts.iter().sum());
    for (count, kind) in counts.iter_mut().zip(&article.kinds) {
        let room = kind.max.map_or(spare, |max| max.saturating_sub(*count)).min(spare);
        *count += room;
        spare -= room;
    }
    counts
}

/// How often each offer is taken: what the list states, then the defaults of choices.
fn taken(article: &Article, squadron: &Squadron, counts: &[u32]) -> Vec<u32> {
    let mut taken = vec![0; article.offers.len()];
    let all: u32 = counts.iter().sum();
    let models = |offer: usize| article.offers[offer].kind.map_or(all, |kind| counts[kind]);
    for pick in &squadron.options {
        take(article, pick, &mut taken, &models);
    }
    if let Some(offer) = squadron.mark.as_ref().and_then(|mark| article.find_mark(mark)) {
        taken[offer] = taken[offer].saturating_add(models(offer));
    }
    if let Some(Models::Parts(parts)) = &squadron.models {
        for Part { count, mark, options } in parts {
            for pick in options {
                take(article, pick, &mut taken, &|_| *count);
            }
            if let Some(offer) = mark.as_ref().and_then(|mark| article.find_mark(mark)) {
                taken[offer] = taken[offer].saturating_add(*count);
            }
        }
    }
    for (index, pick) in article.picks.iter().enumerate() {
        let Some(default) = pick.default else { continue };
        let of_pick = article.offers.iter().zip(&taken).filter(|(offer, _)| article.is_in(offer.of, index));
        let chosen = of_pick.fold(0, |sum: u32, (_, taken)| sum.saturating_add(*taken));
        let needed = pick.min.saturating_mul(article.choosers(pick, counts, &taken));
        taken[default] = taken[default].saturating_add(needed.saturating_sub(chosen));
    }
    taken
}

/// The models of all parts.
pub(crate) fn total(parts: &[Part]) -> u32 {
    parts.iter().fold(0, |sum, part| sum.saturating_add(part.count))
}

fn take(article: &Article, pick: &OptionPick, taken: &mut [u32], models: &dyn Fn(usize) -> u32) {
    match pick {
        OptionPick::Every(name) => {
            if let Some(offer) = article.find(name) {
                let more = if article.offers[offer].buys == Buys::Squadron { 1 } else { models(offer) };
                taken[offer] = taken[offer].saturating_add(more);
            }
        }
        OptionPick::Some(counts) => {
            for (name, count) in counts {
                if let Some(offer) = article.find(name) {
                    taken[offer] = taken[offer].saturating_add(*count);
                }
            }
        }
    }
}

fn words(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::String(word) => vec![word.clone()],
        serde_json::Value::Array(words) => words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
        other => vec![other.to_string()],
    }
}

fn slug_of(name: &str) -> String {
    slug(name)
}
