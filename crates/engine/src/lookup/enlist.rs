//! Looks up the squadrons of the list: the unit, the models and the options of each.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out these places, every squadron has a model set, and each allocation has its traits"
)]

use std::sync::Arc;

use crate::effort;
use crate::force::left_open::OpenOptions;
use crate::force::parts::{Bearer, ForceEntry, FoundUnit, ModelSet};
use crate::force::taken::{buy, total};
use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::ready::bits::Bits;
use crate::ready::matcher::Match;
use crate::ready::unit::{ReadyOption, more_each};
use crate::ready::vocabulary::ANY;
use crate::shapes::catalogue::PurchaseScope;
use crate::shapes::declarations::TraitOwner;
use crate::shapes::list::{ModelCount, OpenKind, RolePick, Squadron};
use crate::text::slug::slug;

impl<'a> Force<'a> {
    /// Adds a squadron, then what is attached to it. `position` is its place among its siblings in the list.
    pub(super) fn add(&mut self, squadron: &'a Squadron, position: usize, group: Option<usize>, parent: Option<usize>) {
        effort::spend(1);
        // What is attached takes the nation that its host states, even if the unit of the host is of no nation.
        let inherited = parent.and_then(|parent| {
            let parent = &self.entries[parent];
            parent.squadron.nation.as_ref().map_or(parent.nation, |name| self.ruleset.nation(name))
        });
        let inherited = inherited.or(self.nation);
        let nation = match &squadron.nation {
            Some(name) => self.ruleset.nation(name),
            None => inherited,
        };
        let found = self.find(nation, &squadron.unit);
        // A unit of no nation counts as one of the list's own nation.
        let of_nation = found.is_none_or(|found| found.catalogue.written().nation.is_some());
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
        let mut entry = ForceEntry {
            squadron,
            position,
            group,
            parent,
            bringer: None,
            brought: Match::No,
            carriers: Vec::new(),
            carries: Vec::new(),
            nation,
            found,
            models: 0,
            allocation,
            sets: 0..0,
            end: 0,
            taken: Arc::default(),
            free: Vec::new(),
            cost: NumberRange::UNKNOWN,
            has: Bits::default(),
            may_have: Bits::default(),
        };
        self.place(&mut entry, of_nation);
        let index = self.entries.len();
        match found {
            Some(found) => self.fill(index, &mut entry, found),
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
    pub(super) fn find(&self, nation: Option<&str>, name: &str) -> Option<FoundUnit<'a>> {
        let (catalogue, ready) = self.ruleset.find_unit(nation, name)?;
        Some(FoundUnit { ready, unit: catalogue.unit(ready), catalogue })
    }

    /// Gives a squadron the traits that come from its place in the list and not from its unit. `of_nation` is true if
    /// its unit is of a nation.
    fn place(&self, entry: &mut ForceEntry<'a>, of_nation: bool) {
        let vocabulary = self.ruleset.vocabulary();
        let declarations = self.ruleset.declarations();
        let places = self.ruleset.places();
        let squadron = entry.squadron;
        let mut has = match entry.standing() {
            "brought" => places.brought,
            "attached" => places.attached,
            _ => places.own,
        };
        // There are few allocations: to compare them is faster than to look one up.
        if let Some(allocation) = declarations.allocations.keys().position(|id| id == entry.allocation) {
            has = has.union(&places.allocations[allocation]);
        }
        // Nearly all squadrons are of the list's nation.
        if entry.nation == self.nation && self.nation.is_some() {
            has = has.union(&self.of_nation);
        } else {
            has = has.union(&self.of_other_nation(entry, of_nation));
        }
        if squadron.entry_turn.is_some() {
            has = has.union(&places.entry);
        }
        if let Some(group) = entry.group {
            has = has.union(&vocabulary.bits("group", self.kind_of(Some(group))));
        }
        if !squadron.roles.is_empty() {
            let roles = squadron.roles.iter().filter_map(|role| self.role(role.role()));
            has = has.union(&vocabulary.bits("role", roles));
        }
        if self.leaves_open(OpenKind::Roles) {
            entry.may_have = entry.may_have.union(&vocabulary.all("role"));
        }
        entry.has = has;
    }

    /// Gives a squadron the traits of its nation if that is not known to be the list's: those that it has for certain are
    /// returned, the others are traits that it may have.
    fn of_other_nation(&self, entry: &mut ForceEntry<'a>, of_nation: bool) -> Bits {
        let places = self.ruleset.places();
        let of = places.of_nation(self.ruleset.declarations(), entry.nation);
        let states_nation = of_nation
            && (entry.squadron.nation.is_some()
                || std::iter::successors(entry.parent, |index| self.entries[*index].parent)
                    .any(|index| self.entries[index].squadron.nation.is_some()));
        if entry.nation.is_none() {
            entry.may_have = self.of_nations();
        }
        if !states_nation {
            return of;
        }
        // An unknown unit may be one of no nation, and such units are of the list's own nation.
        let may_be_own = entry.found.is_none() && self.ruleset.has_units_of_no_nation();
        if entry.nation.is_some() && self.nation.is_some() && !may_be_own {
            return of.union(&places.ally);
        }
        entry.may_have = entry.may_have.union(&places.ally);
        if may_be_own {
            entry.may_have = entry.may_have.union(&of).union(&self.of_nation);
            return Bits::default();
        }
        of
    }

    /// Fills in a squadron whose unit is unknown: it may have any trait of units, and its cost is unknown.
    fn fill_unknown(&mut self, index: usize, entry: &mut ForceEntry<'a>) {
        let squadron = entry.squadron;
        entry.models = match &squadron.models {
            Some(ModelCount::Count(count)) => *count,
            Some(ModelCount::Parts(parts)) => total(parts),
            None => 0,
        };
        entry.may_have = entry.may_have.union(self.ruleset.vocabulary().of_units());
        entry.cost = NumberRange::UNKNOWN;
        let first = self.sets.len();
        self.sets.push(ModelSet {
            entry: index,
            unit: "",
            models: if squadron.models.is_some() {
                NumberRange::whole(entry.models.into())
            } else {
                NumberRange::UNKNOWN
            },
            points: entry.cost,
            upgrades: entry.cost,
            has: entry.has,
            may_have: entry.may_have,
        });
        entry.sets = first..self.sets.len();
    }

    /// Fills in the models, options, traits and cost of a squadron whose unit is known, and adds its model sets.
    fn fill(&mut self, index: usize, entry: &mut ForceEntry<'a>, found: FoundUnit<'a>) {
        let FoundUnit { ready, unit, .. } = found;
        let squadron = entry.squadron;
        let stated = match &squadron.models {
            Some(ModelCount::Count(count)) => Some(*count),
            Some(ModelCount::Parts(parts)) => Some(total(parts)),
            None => None,
        };
        let own = ready.share_out(unit, stated);
        entry.models = own.iter().sum();
        let (counts, taken) = buy(ready, squadron, self.kind_of(entry.group), own);
        entry.taken = taken.into();
        let open = OpenOptions::new(found, self.open_options_of(entry).collect());
        let taken = open.without(&entry.taken);
        entry.has = entry.has.union(&ready.bits);
        let of_place = entry.may_have;
        entry.may_have = of_place.union(&ready.unstated);
        let first = self.sets.len();
        let mut cost = NumberRange::ZERO;
        for (kind, (model, count)) in ready.kinds.iter().zip(&counts).enumerate() {
            let mut has = entry.has.without(&ready.bits).union(&model.bits);
            let mut may_have = of_place.union(&model.unstated);
            let taken_by_kind = || {
                let options = ready.options.iter().zip(&*taken);
                options.filter(|(option, times)| **times > 0 && is_of(option, kind))
            };
            // An option takes traits away from a kind only if all its models have the option. Otherwise some models
            // keep them.
            let all = |option: &ReadyOption, times: u32| times >= *count || option.buys == PurchaseScope::Squadron;
            // All options first take away what the card has, then all options give. So the order of options does not
            // matter, and where several give one trait, all their values hold.
            for (option, _) in taken_by_kind().filter(|(option, times)| all(option, **times)) {
                has = has.without(&option.loses).without(&option.takes);
                may_have = may_have.without(&option.takes);
            }
            has = taken_by_kind().fold(has, |has, (option, _)| has.union(&option.gives));
            open.widen(&mut has, &mut may_have);
            let (points, upgrades) = open.prices(prices(found, kind, *count, &taken));
            cost = cost.plus(points);
            self.refer(&mut has, &mut may_have);
            let unit = model.unit.as_str();
            let models = if open.make_models() { NumberRange::UNKNOWN } else { NumberRange::whole((*count).into()) };
            self.sets.push(ModelSet { entry: index, unit, models, points, upgrades, has, may_have });
        }
        let taken_options = || ready.options.iter().zip(&*taken).filter(|(_, times)| **times > 0);
        for (option, times) in taken_options() {
            if option.kind.is_none() && (*times >= entry.models || option.buys == PurchaseScope::Squadron) {
                entry.has = entry.has.without(&option.takes);
                entry.may_have = entry.may_have.without(&option.takes);
            }
        }
        entry.has = taken_options().fold(entry.has, |has, (option, _)| has.union(&option.gives));
        entry.sets = first..self.sets.len();
        // A squadron keeps a special rule as long as any of its models has it.
        if taken_options().any(|(option, _)| option.loses != Bits::default()) {
            let rules = self.ruleset.vocabulary().all("rule");
            let sets = self.sets[entry.sets.clone()].iter().zip(&ready.kinds);
            let there = sets.filter(|(set, kind)| kind.made_by.is_none() || set.models != NumberRange::ZERO);
            let kept = there.fold(Bits::default(), |kept, (set, _)| kept.union(&set.has));
            entry.has = entry.has.without(&rules).union(&kept.within(&rules));
        }
        open.widen(&mut entry.has, &mut entry.may_have);
        self.refer(&mut entry.has, &mut entry.may_have);
        entry.cost = cost;
    }

    /// All trait values that depend on a squadron's nation. If the nation is unknown, the squadron may have any of
    /// them.
    pub(super) fn of_nations(&self) -> Bits {
        let vocabulary = self.ruleset.vocabulary();
        let traits =
            self.ruleset.declarations().traits.iter().filter(|(_, declared)| declared.of == TraitOwner::Nation);
        traits.fold(vocabulary.all("nation"), |bits, (name, _)| bits.union(&vocabulary.all(name)))
    }

    /// Adds the models of a squadron that have roles, each once.
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
            let (has, may_have) = self.traits_of_model(index, model);
            let has = has.without(&vocabulary.all("role")).union(&gives);
            self.bearers.push(Bearer { entry: index, role: position, has, may_have });
        }
    }

    /// The traits that one model of a squadron has and may have. `model` counts from 1. If the squadron has fewer models, this
    /// tells of the last one. If it is unknown how many models of each kind there are, the model may be of any kind.
    fn traits_of_model(&self, entry: usize, model: u32) -> (Bits, Bits) {
        let sets = &self.sets[self.entries[entry].sets.clone()];
        let all = sets.iter().fold(Bits::NONE, |all, set| all.union(&set.has).union(&set.may_have));
        if sets.len() > 1 && sets.iter().any(|set| !set.models.is_certain()) {
            let has = sets.iter().fold(all, |has, set| has.within(&set.has));
            return (has, all.without(&has));
        }
        let mut before = 0;
        let reaches = |set: &&ModelSet| {
            before += set.models.floor();
            before >= i64::from(model)
        };
        let last = || sets.iter().rfind(|set| set.models.floor() > 0).unwrap_or(&sets[0]);
        let set = sets.iter().find(reaches).unwrap_or_else(last);
        (set.has, set.may_have)
    }
}

/// What the models of one kind cost, upgrades included, and what the upgrades alone cost. `count` is the number of these
/// models, `taken` how often each option is taken.
pub(super) fn prices(found: FoundUnit, kind: usize, count: u32, taken: &[u32]) -> (NumberRange, NumberRange) {
    let FoundUnit { ready, unit, .. } = found;
    let price_of = |option: usize| ready.price(option, taken).map_or(NumberRange::UNKNOWN, NumberRange::whole);
    let options = ready.options.iter().zip(taken).enumerate();
    let bought = options.filter(|(_, (option, times))| **times > 0 && is_of(option, kind));
    let upgrades = bought.fold(NumberRange::ZERO, |sum, (index, _)| sum.plus(price_of(index)));
    let model = &ready.kinds[kind];
    let price = if let Some(option) = model.made_by {
        price_of(option)
    } else {
        let more = more_each(&model.extras, taken);
        let each = model.points.map_or(NumberRange::UNKNOWN, |points| NumberRange::whole(i64::from(points) + more));
        each.times(i64::from(count))
    };
    let points = price.plus(upgrades);
    // In a fixed mix, the points of the unit itself are counted with its first kind of model.
    if kind == 0 && !unit.members.is_empty() {
        return (points.plus(NumberRange::whole(unit.points.unwrap_or(0).into())), upgrades);
    }
    (points, upgrades)
}

/// Whether an option is an upgrade of the models of this kind. An option that makes models is none: its price is theirs.
fn is_of(option: &ReadyOption, kind: usize) -> bool {
    option.kind.unwrap_or(0) == kind && option.makes.is_none()
}
