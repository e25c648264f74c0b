//! Looks up the squadrons of the list: the unit, the models and the options of each.

use crate::force::parts::{Bearer, Entry, Goods, Lot};
use crate::force::taken::{buy, total};
use crate::force::value::Value;
use crate::force::whole::Force;
use crate::ready::bits::Bits;
use crate::ready::matcher::Match;
use crate::ready::stock::{Offer, more_each};
use crate::ready::vocabulary::ANY;
use crate::shapes::catalogue::Buys;
use crate::shapes::declarations::Owner;
use crate::shapes::list::{Models, RolePick, Squadron};
use crate::text::slug::slug;

impl<'a> Force<'a> {
    /// Adds a squadron, then what is attached to it.
    pub(super) fn add(&mut self, squadron: &'a Squadron, position: usize, group: Option<usize>, parent: Option<usize>) {
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
            brought: Match::No,
            carriers: Vec::new(),
            carries: Vec::new(),
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

    /// Finds a unit of a nation, or of no nation.
    pub(super) fn find(&self, nation: Option<&str>, name: &str) -> Option<Goods<'a>> {
        let (stock, article) = self.ruleset.find_unit(nation, name)?;
        Some(Goods { article, unit: stock.unit(article), stock })
    }

    /// Gives a squadron the traits that come from its place in the list.
    fn place(&self, entry: &mut Entry<'a>, of_nation: bool) {
        let vocabulary = self.ruleset.vocabulary();
        let declarations = self.ruleset.declarations();
        let places = self.ruleset.places();
        let squadron = entry.squadron;
        let mut has = match entry.standing() {
            "brought" => places.brought,
            "attached" => places.attached,
            _ => places.own,
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
        entry.cost = Value::UNKNOWN;
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
        let own = article.share_out(unit, stated);
        entry.models = own.iter().sum();
        let (counts, taken) = buy(article, squadron, own);
        entry.taken = taken;
        entry.has = entry.has.union(&article.bits);
        entry.may_have = article.unstated;
        let base = Value::whole(unit.points.unwrap_or(0).into());
        let extra = if unit.members.is_empty() || unit.points.is_none() { Value::ZERO } else { base };
        let first = self.lots.len();
        let mut cost = Value::ZERO;
        for (kind, (model, count)) in article.kinds.iter().zip(&counts).enumerate() {
            let mut has = entry.has.without(&article.bits).union(&model.bits);
            let mut may_have = model.unstated;
            let mut upgrades = Value::ZERO;
            let taken = || {
                let offers = article.offers.iter().zip(&entry.taken).enumerate();
                offers.filter(|(_, (offer, times))| {
                    **times > 0 && offer.kind.unwrap_or(0) == kind && offer.makes.is_none()
                })
            };
            // If only some models exchange something, the others keep it.
            let all = |offer: &Offer, times: u32| times >= *count || offer.buys == Buys::Squadron;
            // Options first remove rules of the card, then give rules, whatever the order of options.
            for (_, (offer, _)) in taken().filter(|(_, (offer, times))| all(offer, **times)) {
                has = has.without(&offer.loses);
            }
            for (index, (offer, times)) in taken() {
                upgrades = upgrades.plus(article.price(index, &entry.taken).map_or(Value::UNKNOWN, Value::whole));
                if all(offer, *times) {
                    has = has.without(&offer.takes);
                    may_have = may_have.without(&offer.takes);
                }
                has = has.union(&offer.gives);
            }
            let price = if let Some(offer) = model.made_by {
                article.price(offer, &entry.taken).map_or(Value::UNKNOWN, Value::whole)
            } else {
                let more = more_each(&model.extras, &entry.taken);
                let each = model.points.map_or(Value::UNKNOWN, |points| Value::whole(i64::from(points) + more));
                each.times(i64::from(*count))
            };
            let mut points = price.plus(upgrades);
            if kind == 0 {
                points = points.plus(extra);
            }
            cost = cost.plus(points);
            self.refer(&mut has, &mut may_have);
            let unit = model.unit.as_str();
            let models = Value::whole((*count).into());
            self.lots.push(Lot { entry: index, unit, models, points, upgrades, has, may_have });
        }
        for (offer, times) in article.offers.iter().zip(&entry.taken).filter(|(_, times)| **times > 0) {
            let all = offer.kind.is_none() && (*times >= entry.models || offer.buys == Buys::Squadron);
            if all {
                entry.has = entry.has.without(&offer.takes);
                entry.may_have = entry.may_have.without(&offer.takes);
            }
            entry.has = entry.has.union(&offer.gives);
        }
        entry.lots = first..self.lots.len();
        // A squadron keeps a special rule as long as any of its models has it.
        if article.offers.iter().zip(&entry.taken).any(|(offer, times)| *times > 0 && offer.loses != Bits::default()) {
            let rules = self.ruleset.vocabulary().all("rule");
            let lots = self.lots[entry.lots.clone()].iter().zip(&article.kinds);
            let there = lots.filter(|(lot, kind)| kind.made_by.is_none() || lot.models != Value::ZERO);
            let kept = there.fold(Bits::default(), |kept, (lot, _)| kept.union(&lot.has));
            entry.has = entry.has.without(&rules).union(&kept.within(&rules));
        }
        self.refer(&mut entry.has, &mut entry.may_have);
        entry.cost = cost;
    }

    /// All traits that depend on a squadron's nation. They are unknown if the nation is unknown.
    pub(super) fn of_nations(&self) -> Bits {
        let vocabulary = self.ruleset.vocabulary();
        let traits = self.ruleset.declarations().traits.iter().filter(|(_, declared)| declared.of == Owner::Nation);
        traits.fold(vocabulary.all("nation"), |bits, (name, _)| bits.union(&vocabulary.all(name)))
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

    /// The lot that holds a squadron's model, counted from 1; the last lot if the squadron has fewer models.
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
}
