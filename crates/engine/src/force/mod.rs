//! The list with every name looked up: squadrons in one row, models with their points and traits.

mod cards;
mod enlist;
mod gifts;
mod named;
mod own;
mod relate;
mod rows;

use crate::text::plural;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use self::own::Own;
use crate::agreed::Agreed;
use crate::chart::Chart;
use crate::ready::bits::Bits;
use crate::ready::matcher::{Match, Matcher, Subject};
use crate::ready::ruleset::Ruleset;
use crate::ready::stock::{Article, Stock};
use crate::shapes::catalogue::{Buys, TraitValue, Unit};
use crate::shapes::declarations::{Card, Owner};
use crate::shapes::list::{ArmyList, CardPick, Squadron};
use crate::shapes::sheet::Sheet;
use crate::value::Value;

pub(crate) use self::cards::{Differing, card_word, differing, words, written};
pub(crate) use self::enlist::{stated, take_part, total};
pub(crate) use self::gifts::{Gift, bringing};
pub(crate) use self::named::{Named, named, names};
pub(crate) use self::rows::Line;

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
    /// The places of all cards, sorted by deck and name.
    copies: Vec<usize>,
    /// The kind of the sheet that is judged itself; none where a list is.
    pub within: Option<&'a str>,
    /// The kind of the sheet that the list points at, where all that the list stands for is on it.
    pub with: Option<&'a str>,
    /// The rows of the sheet that count.
    pub lines: Vec<Line<'a>>,
    /// The groups whose kinds have slots, with who fills them.
    pub charts: Vec<Chart<'a>>,
    /// The traits that any squadron, model or bearer has or may have.
    pub all: Bits,
    references: Vec<Own>,
}

/// A squadron, or a group of models attached to one.
pub(crate) struct Entry<'a> {
    pub squadron: &'a Squadron,
    /// Its place among its siblings.
    position: usize,
    pub group: Option<usize>,
    /// The squadron it is attached to.
    pub parent: Option<usize>,
    /// The squadron that the list names in `brought-by`.
    pub bringer: Option<usize>,
    /// Whether the named squadron does bring this unit. Only then this squadron costs nothing and needs no slot.
    pub brought: Match,
    /// The squadrons that carry it.
    pub carriers: Vec<usize>,
    /// The squadrons that it carries.
    pub carries: Vec<usize>,
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
    pub fn new(ruleset: &'a Ruleset, list: &'a ArmyList, agreed: Agreed, sheet: Option<&'a Sheet>) -> Self {
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
            copies: Vec::new(),
            within: None,
            with: None,
            lines: Vec::new(),
            charts: Vec::new(),
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
        if let Some(sheet) = sheet {
            force.keep(sheet);
            // Nothing is compared with half of what a list stands for.
            if force.missing_rows().next().is_none() {
                force.with = Some(&sheet.kind);
            }
        }
        force.fill_slots();
        force.add_cards();
        force.all = force.all_traits();
        force
    }

    /// A sheet by itself, looked up; `list` says no more than whose it is.
    pub fn of_sheet(ruleset: &'a Ruleset, list: &'a ArmyList, agreed: Agreed, sheet: &'a Sheet) -> Self {
        let mut force = Self::new(ruleset, list, agreed, None);
        force.within = Some(&sheet.kind);
        force.keep(sheet);
        force
    }

    /// Finds who fills which slot, which is a trait too.
    fn fill_slots(&mut self) {
        self.charts = Chart::all(self);
        let vocabulary = self.ruleset.vocabulary();
        for chart in &self.charts {
            for (index, slot) in chart.squadrons.iter().zip(&chart.assignment.slots) {
                let Some((id, _)) = slot.and_then(|slot| chart.kind.slots.get_index(slot)) else { continue };
                let gives = vocabulary.bits("slot", [id.as_str()]);
                let entry = &mut self.entries[*index];
                entry.has = entry.has.union(&gives);
                for lot in &mut self.lots[entry.lots.clone()] {
                    lot.has = lot.has.union(&gives);
                }
                for bearer in self.bearers.iter_mut().filter(|bearer| bearer.entry == *index) {
                    bearer.has = bearer.has.union(&gives);
                }
            }
        }
    }

    fn all_traits(&self) -> Bits {
        let entries = self.entries.iter().map(|entry| entry.has.union(&entry.may_have));
        let lots = self.lots.iter().map(|lot| lot.has.union(&lot.may_have));
        let bearers = self.bearers.iter().map(|bearer| bearer.has.union(&bearer.may_have));
        entries.chain(lots).chain(bearers).fold(Bits::default(), |all, bits| all.union(&bits))
    }

    /// What a squadron's name is in messages: the player's name for it, else the unit's.
    pub fn name(&self, entry: usize) -> Cow<'_, str> {
        let entry = &self.entries[entry];
        plural::short(match (&entry.squadron.name, entry.goods) {
            (Some(name), _) => name,
            (None, Some(goods)) => &goods.unit.name,
            (None, None) => &entry.squadron.unit,
        })
    }

    /// How many models of each kind a squadron has.
    pub fn counts(&self, entry: &Entry) -> Vec<u32> {
        let lots = &self.lots[entry.lots.clone()];
        lots.iter().map(|lot| u32::try_from(lot.models.floor()).unwrap_or(u32::MAX)).collect()
    }

    /// The squadron that this one is attached to, directly or not; itself where it is attached to none.
    pub fn root(&self, mut entry: usize) -> usize {
        while let Some(parent) = self.entries[entry].parent {
            entry = parent;
        }
        entry
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

    /// The squadrons of a group, by their places in the row.
    pub fn of_group(&self, group: usize) -> Range<usize> {
        let before = |limit: usize| self.entries.partition_point(|entry| entry.group.is_none_or(|of| of < limit));
        before(group)..before(group + 1)
    }

    /// What a group is called: the player's name for it, else its kind's.
    pub fn group_name(&self, group: usize) -> Cow<'_, str> {
        let group = &self.list.groups[group];
        let kind = || self.ruleset.declarations().group_kinds.get(&group.kind).map_or(&group.kind, |kind| &kind.title);
        plural::short(group.name.as_ref().unwrap_or_else(kind))
    }

    /// The groups of which the kind matches.
    pub fn matching_groups(&self, matcher: &Matcher) -> impl Iterator<Item = usize> {
        (0..self.list.groups.len()).filter(move |group| self.is_kind(*group, matcher))
    }

    /// Whether the kind of a group matches.
    pub fn is_kind(&self, group: usize, matcher: &Matcher) -> bool {
        let kind = self.ruleset.declarations().group_kinds.get_index_of(&self.list.groups[group].kind);
        let has = kind.map(|kind| self.ruleset.places().group_kinds[kind]).unwrap_or_default();
        matcher.test(&Seen { force: self, entry: None, has: &has, may_have: &Bits::default() }) != Match::No
    }

    /// A statistic summed over a lot's models, as their options set it; a figure that is no number counts 0.
    pub fn stat(&self, lot: &Lot, name: &str) -> Value {
        let entry = &self.entries[lot.entry];
        let Some(goods) = entry.goods else { return Value::UNKNOWN };
        let kind = self.lots[entry.lots.clone()].iter().position(|other| std::ptr::eq(other, lot)).unwrap_or_default();
        let figure = goods.stock.stat(goods.article, kind, name);
        let offers = goods.article.offers.iter().zip(&entry.taken).filter(|(offer, taken)| {
            **taken > 0
                && offer.kind.unwrap_or(0) == kind
                && offer.makes.is_none()
                && offer.sets.iter().any(|(stat, _)| stat == name)
        });
        offers.fold(lot.models.times(figure), |sum, (offer, taken)| {
            let set = offer.sets.iter().find(|(stat, _)| stat == name).map_or(figure, |(_, set)| *set);
            let times = if offer.buys == Buys::Squadron { lot.models } else { Value::whole((*taken).into()) };
            sum.plus(times.times(set - figure))
        })
    }

    /// The models with roles of these squadrons, by their places.
    pub fn bearers_of(&self, entries: Range<usize>) -> Range<usize> {
        let before = |limit: usize| self.bearers.partition_point(|bearer| bearer.entry < limit);
        before(entries.start)..before(entries.end)
    }

    pub fn test_entry(&self, entry: usize, matcher: &Matcher) -> Match {
        let Entry { has, may_have, .. } = &self.entries[entry];
        matcher.test(&Seen { force: self, entry: Some(entry), has, may_have })
    }

    /// The same by what is known of the squadron: what it may have besides, it does not have.
    pub fn test_known(&self, entry: usize, matcher: &Matcher) -> Match {
        let has = &self.entries[entry].has;
        matcher.test(&Seen { force: self, entry: Some(entry), has, may_have: &Bits::default() })
    }

    pub fn test_lot(&self, lot: &Lot, matcher: &Matcher) -> Match {
        matcher.test(&Seen { force: self, entry: Some(lot.entry), has: &lot.has, may_have: &lot.may_have })
    }

    /// The same for a squadron that is allocated to another place.
    pub fn test_moved(&self, lot: &Lot, place: &Bits, matcher: &Matcher) -> Match {
        let has = lot.has.without(&self.ruleset.vocabulary().all("allocation")).union(place);
        matcher.test(&Seen { force: self, entry: Some(lot.entry), has: &has, may_have: &lot.may_have })
    }

    /// The models of a squadron as they would be with a role, one of each kind.
    pub fn bearers_with<'s>(&'s self, entry: usize, role: &'s Bits) -> impl Iterator<Item = Bearer> + 's {
        let roles = self.ruleset.vocabulary().all("role");
        let lots = self.lots[self.entries[entry].lots.clone()].iter().filter(|lot| lot.models != Value::ZERO);
        lots.map(move |lot| Bearer { entry, role: 0, has: lot.has.without(&roles).union(role), may_have: lot.may_have })
    }

    pub fn test_bearer(&self, bearer: &Bearer, matcher: &Matcher) -> Match {
        matcher.test(&Seen { force: self, entry: Some(bearer.entry), has: &bearer.has, may_have: &bearer.may_have })
    }

    pub fn test_line(&self, line: &Line, matcher: &Matcher) -> Match {
        matcher.test(&Seen { force: self, entry: line.entry, has: &line.has, may_have: &line.may_have })
    }

    pub fn test_card(&self, card: &Held, matcher: &Matcher) -> Match {
        matcher.test(&Seen { force: self, entry: None, has: &card.has, may_have: &card.may_have })
    }

    /// The values of a trait that a squadron has, and whether it may have others; of the traits that every ruleset has,
    /// only of those that are [`COUNTED`](crate::ready::vocabulary::COUNTED).
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
            Some(Owner::Unit) => {
                let vocabulary = self.ruleset.vocabulary();
                (vocabulary.words(name, &entry.has), entry.may_have.meets(&vocabulary.all(name)))
            }
            Some(Owner::Card) => (Vec::new(), false),
            None => match name {
                "nation" => (entry.nation.into_iter().collect(), false),
                "unit" => {
                    (entry.goods.map(|goods| goods.unit.id.as_str()).into_iter().collect(), entry.goods.is_none())
                }
                "allocation" => (vec![entry.allocation], false),
                "standing" => (vec![entry.standing()], false),
                "role" => (entry.squadron.roles.iter().filter_map(|pick| self.role(pick.role())).collect(), false),
                "group" => {
                    (entry.group.map(|group| self.list.groups[group].kind.as_str()).into_iter().collect(), false)
                }
                _ => (Vec::new(), false),
            },
        }
    }

    /// The id of a role by id or title.
    pub fn role(&self, name: &str) -> Option<&'a str> {
        self.ruleset.declarations().role(name)
    }
}

impl Entry<'_> {
    /// How the squadron is fielded.
    fn standing(&self) -> &'static str {
        match (&self.squadron.brought_by, self.parent) {
            (Some(_), _) => "brought",
            (None, Some(_)) => "attached",
            (None, None) => "own",
        }
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
