//! Adds traits to the squadrons of a list, their models and their models with roles, so that rules can ask for them.

use std::collections::BTreeSet;

use muster_engine::catalogue::{BroughtModels, Card, FieldingWay, PurchaseScope, TraitValue, Unit, UnitOption, Weapon};
use muster_engine::list::RolePick;
use muster_engine::rule::Check;
use muster_engine::slug::slug;

use super::answer::{all, any};
use super::bought::OfferedOption;
use super::number::BoundedNumber;
use super::thing::OracleThing;
use super::world::{Kinds, OracleBearer, OracleSquadron, World};

impl World<'_> {
    /// Adds traits, points and numbers to a squadron, its models and its models with roles.
    pub(super) fn describe(&mut self, index: usize) {
        let squadron = self.squadrons[index].squadron;
        let stated = self.nation_of(index);
        let (unit, of_none) = self.unit_named(stated, &squadron.unit).expect("a unit that the oracle knows");
        let nation = if of_none { self.nation } else { stated };
        // A unit of no nation has no nation on its card either.
        let of_card = if of_none { None } else { nation };
        let place = self.standing(index, unit, nation, of_none);
        let bought = &self.bought[index];

        let mut own = place.clone();
        self.add_card(&mut own, of_card, &unit.id, &unit.traits, &unit.card);
        self.leave_open(&mut own, &unit.traits);
        self.add_ties(&mut own, index, &unit.id);

        let first = self.kinds.len();
        for kind in 0..bought.models.len() {
            let mut thing = place.clone();
            let models = bought.models[kind];
            let each = |price: Option<u32>| {
                let each = price.map(|price| i64::from(price) + bought.more(&unit.points_with));
                each.map_or_else(BoundedNumber::unknown, |each| BoundedNumber::sure(each * i64::from(models)))
            };
            let (counts_for, price, card) = match (bought.made_by(kind), unit.members.get(kind)) {
                (Some(offer), _) => {
                    let made = offer.option.becomes.as_ref().or(offer.option.adds.as_ref()).expect("it makes models");
                    thing.values.remove("unit");
                    for name in ["only", "any-number", "called"] {
                        thing.values.remove(name);
                    }
                    thing.add("unit", &offer.option.id);
                    self.add_card(&mut thing, of_card, &offer.option.id, &made.traits, &made.card);
                    if offer.times > 0 {
                        // The squadron has the traits of all its models.
                        self.add_card(&mut own, of_card, &offer.option.id, &made.traits, &made.card);
                        own.add_all(&offer.option.traits);
                        self.add_rules(&mut own, &offer.option.rules);
                        self.add_weapons(&mut own, &offer.option.weapons);
                    }
                    (
                        offer.option.id.clone(),
                        bought.price(offer).map_or_else(BoundedNumber::unknown, BoundedNumber::sure),
                        &made.card,
                    )
                }
                (None, None) => {
                    self.add_card(&mut thing, of_card, &unit.id, &unit.traits, &unit.card);
                    self.leave_open(&mut thing, &unit.traits);
                    (unit.id.clone(), each(unit.points), &unit.card)
                }
                (None, Some(member)) => {
                    let shared = member.unit.as_ref().and_then(|id| self.unit_named(stated, id)).map(|(unit, _)| unit);
                    let (traits, card) = shared.map_or((&member.traits, &member.card), |s| (&s.traits, &s.card));
                    let id = member.unit.clone().unwrap_or_else(|| member.id.clone());
                    self.add_card(&mut thing, of_card, &id, traits, card);
                    self.leave_open(&mut thing, traits);
                    // A squadron of a fixed mix has the rules that patches give to any of its models, and the weapons
                    // of all of them.
                    thing.has("rule").for_each(|rule| own.add("rule", rule));
                    thing.has("weapon").for_each(|weapon| own.add("weapon", weapon));
                    thing.add("unit", &id);
                    let points = unit.points.and(member.points.or_else(|| shared.and_then(|s| s.points)));
                    let price = points.map(|points| i64::from(points) * i64::from(models));
                    (id, price.map_or_else(BoundedNumber::unknown, BoundedNumber::sure), card)
                }
            };
            let makes = |offer: &OfferedOption| offer.option.becomes.is_some() || offer.option.adds.is_some();
            let taken = || {
                let offers = bought.offers.iter().filter(|offer| offer.times > 0 && !makes(offer));
                offers.filter(|offer| offer.kind.unwrap_or(0) == kind)
            };
            let all = taken().filter(|offer| offer.times >= models || offer.option.buys == PurchaseScope::Squadron);
            let printed = kept(card, all.map(|offer| offer.option));
            self.add_rules(&mut thing, &printed);
            // A squadron of a fixed mix has the special rules of all its models.
            if bought.made_by(kind).is_none_or(|offer| offer.times > 0) {
                self.add_rules(&mut own, &printed);
            }
            let mut upgrades = BoundedNumber::sure(0);
            for offer in taken() {
                upgrades = upgrades.plus(bought.price(offer).map_or_else(BoundedNumber::unknown, BoundedNumber::sure));
                let all = offer.times >= models || offer.option.buys == PurchaseScope::Squadron;
                self.change(&mut thing, offer.option, all);
                self.change(&mut own, offer.option, all && offer.kind.is_none() && unit.members.is_empty());
            }
            let extra = if kind == 0 && !unit.members.is_empty() { i64::from(unit.points.unwrap_or(0)) } else { 0 };
            let price = price.plus(BoundedNumber::sure(extra));
            let points = match self.is_brought(index) {
                Some(true) => BoundedNumber::sure(0),
                Some(false) => price.plus(upgrades),
                None => price.plus(upgrades).perhaps(),
            };
            let made = bought.made_by(kind).map(|offer| offer.option);
            let made = made.and_then(|option| option.becomes.as_ref().or(option.adds.as_ref()));
            let figures = made.map(|made| made.card.stats.clone());
            self.kinds.push(Kinds { thing, unit: counts_for, models, price, points, upgrades, figures });
        }
        self.bear(index, first);
        self.squadrons[index].thing = own;
    }

    /// Adds the traits of a squadron that come from its turn of entry, its roles, and the squadrons that carry or bring
    /// it.
    fn add_ties(&self, own: &mut OracleThing, index: usize, id: &str) {
        let OracleSquadron { squadron, carriers, .. } = &self.squadrons[index];
        if squadron.entry_turn.is_some() {
            own.add("entry", "yes");
        }
        if !carriers.is_empty() {
            own.add("carried", "yes");
        }
        if self.is_divided(index, id) {
            own.add("divided", "yes");
        }
        for pick in &squadron.roles {
            self.role(pick.role()).into_iter().for_each(|role| own.add("role", role));
        }
    }

    /// The traits of a squadron and its models that come from its place in the list and from its unit.
    fn standing(&self, index: usize, unit: &Unit, nation: Option<&str>, of_none: bool) -> OracleThing {
        let mut place = OracleThing { squadron: Some(index), ..OracleThing::default() };
        let standing = match (&self.squadrons[index].squadron.brought_by, self.squadrons[index].parent) {
            (Some(_), _) => "brought",
            (None, Some(_)) => "attached",
            (None, None) => "own",
        };
        place.add("standing", standing);
        place.add("allocation", &self.squadrons[index].allocation);
        if let Some(kind) = self.group_kind(index) {
            place.add("group", kind);
        }
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
        slug(&unit.name).split('-').for_each(|word| place.add("called", word));
        match unit.only {
            Some(FieldingWay::Attached) => place.add("only", "attached"),
            Some(FieldingWay::Brought) => place.add("only", "brought"),
            None => {}
        }
        if unit.squadron.is_none() && unit.members.is_empty() {
            place.add("any-number", "yes");
        }
        place
    }

    /// A trait that every unit has is unknown if the catalogue does not state it.
    fn leave_open(&self, thing: &mut OracleThing, stated: &indexmap::IndexMap<String, TraitValue>) {
        let declared = self.parts.declarations.traits.iter();
        let required = declared.filter(|(name, declared)| declared.required && !stated.contains_key(*name));
        thing.unknown.extend(required.map(|(name, _)| name.clone()));
    }

    /// Whether the squadron named by this one, or anything attached to that squadron, brings this one's unit. Unknown
    /// if no catalogue has the unit that is brought.
    pub(super) fn is_brought(&self, index: usize) -> Option<bool> {
        let Some(bringer) = self.squadrons[index].bringer else { return Some(false) };
        let unit_of = |index: usize| self.unit_named(self.nation_of(index), &self.squadrons[index].squadron.unit);
        let (Some((unit, _)), Some(_)) = (unit_of(index), unit_of(bringer)) else { return None };
        let mut brings: Vec<&BroughtModels> = self.brings(bringer).into_iter().map(|(brings, _)| brings).collect();
        if unit.only == Some(FieldingWay::Brought) && unit.points.is_none() && unit.members.is_empty() {
            return Some(true);
        }
        let silent = self.is_silent(bringer, &brings);
        brings.retain(|brings| self.makes_free(brings));
        let known = any(brings.iter().map(|brings| brings.unit.as_ref().map(|id| *id == unit.id)));
        if known == Some(false) && silent { None } else { known }
    }

    /// Whether the brought squadron is free: by a rule, or by the catalogue alone if no rule is about bringing.
    fn makes_free(&self, brings: &BroughtModels) -> bool {
        self.bringing().next().is_none() || self.bringing().any(|checked| checked == brings.rule)
    }

    /// Whether the bringer's card has a special rule that brings something but does not say what.
    fn is_silent(&self, bringer: usize, brings: &[&BroughtModels]) -> bool {
        let mut thing = OracleThing::default();
        let (unit, _) = self.unit_at(bringer).expect("a unit that the oracle knows");
        self.add_rules(&mut thing, &unit.card.rules);
        unit.members.iter().for_each(|member| self.add_rules(&mut thing, &member.card.rules));
        let silent = |rule: &&str| !brings.iter().any(|brings| brings.rule == **rule);
        self.bringing().filter(silent).any(|rule| thing.has("rule").any(|has| has == rule))
    }

    /// The special rules by which squadrons bring something.
    fn bringing(&self) -> impl Iterator<Item = &str> {
        self.parts.rules.iter().filter_map(|sourced| match &sourced.rule.check {
            Some(Check::Brought(rule)) => Some(rule.as_str()),
            _ => None,
        })
    }

    /// Whether the player divides the models of this unit that the bringer brings into squadrons.
    fn is_divided(&self, index: usize, id: &str) -> bool {
        let Some(bringer) = self.squadrons[index].bringer else { return false };
        self.brings(bringer).iter().any(|(brings, _)| brings.divided && brings.unit.as_deref() == Some(id))
    }

    pub(super) fn unit_at(&self, index: usize) -> Option<(&Unit, bool)> {
        self.unit_named(self.nation_of(index), &self.squadrons[index].squadron.unit)
    }

    /// All squadrons of the tree that a squadron belongs to: the top one and everything attached to it.
    fn with_it(&self, index: usize) -> impl Iterator<Item = usize> {
        let root = |mut of: usize| {
            while let Some(parent) = self.squadrons[of].parent {
                of = parent;
            }
            of
        };
        let wanted = root(index);
        (0..self.squadrons.len()).filter(move |other| root(*other) == wanted)
    }

    /// Everything that a squadron and the squadrons attached to it bring, with the number of models or options that
    /// bring it.
    fn brings(&self, bringer: usize) -> Vec<(&BroughtModels, u32)> {
        let mut all = Vec::new();
        for index in self.with_it(bringer) {
            let Some((unit, _)) = self.unit_at(index) else { continue };
            let bought = &self.bought[index];
            all.extend(unit.brings.iter().map(|brings| (brings, bought.listed)));
            for (member, models) in unit.members.iter().zip(&bought.models) {
                let shared = member.unit.as_ref().and_then(|id| self.unit_named(self.nation_of(index), id));
                let brings = match shared {
                    Some((shared, _)) if member.brings.is_empty() => &shared.brings,
                    _ => &member.brings,
                };
                all.extend(brings.iter().map(|brings| (brings, *models)));
            }
            for offer in bought.offers.iter().filter(|offer| offer.times > 0) {
                all.extend(offer.option.brings.iter().map(|brings| (brings, offer.times)));
            }
        }
        all
    }

    /// Applies an option's traits. They replace the existing traits, or are added to them if some models do not have
    /// the option.
    fn change(&self, thing: &mut OracleThing, option: &UnitOption, instead: bool) {
        for (name, value) in &option.traits {
            if instead {
                thing.values.remove(name);
                thing.unknown.remove(name);
            }
            value.words().for_each(|word| thing.add(name, word));
        }
        self.add_rules(thing, &option.rules);
        self.add_weapons(thing, &option.weapons);
    }

    /// Adds the traits and weapons of a card and the rules that patches give to the card. Each patch sees only the
    /// card, not other patches. Printed rules are added by callers, who know the options.
    fn add_card(
        &self,
        thing: &mut OracleThing,
        nation: Option<&str>,
        unit: &str,
        traits: &indexmap::IndexMap<String, TraitValue>,
        card: &Card,
    ) {
        let mut printed = OracleThing::default();
        if let Some(id) = nation {
            printed.add("nation", id);
            if let Some(nation) = self.parts.declarations.nations.get(id) {
                printed.add_all(&nation.traits);
            }
        }
        printed.add("unit", unit);
        self.add_rules(&mut printed, &card.rules);
        card.weapons.iter().for_each(|weapon| self.add_rules(&mut printed, &weapon.rules));
        for thing in [&mut printed, &mut *thing] {
            thing.add_all(traits);
            card.weapons.iter().for_each(|weapon| thing.add("weapon", &slug(&weapon.name)));
        }
        for patch in self.parts.declarations.patches.values() {
            if self.matches(&printed, &patch.r#where) == Some(true) {
                self.add_rules(thing, &patch.gives.rules);
            }
        }
    }

    fn add_weapons(&self, thing: &mut OracleThing, weapons: &[Weapon]) {
        for weapon in weapons {
            thing.add("weapon", &slug(&weapon.name));
            self.add_rules(thing, &weapon.rules);
        }
    }

    fn add_rules(&self, thing: &mut OracleThing, printed: &[String]) {
        for printed in printed {
            let known = |name: &str| self.oracle.special_rules.get(&slug(name));
            let base = printed.split('(').next().unwrap_or(printed).trim();
            let unprefixed =
                self.parts.declarations.rule_prefixes.iter().find_map(|prefix| base.strip_prefix(prefix.as_str()));
            let found = known(printed)
                .or_else(|| known(base))
                .or_else(|| unprefixed.and_then(|unprefixed| known(unprefixed.trim())))
                .or_else(|| base.split_once(':').and_then(|(short, _)| known(short.trim())));
            if let Some(id) = found {
                thing.add("rule", id);
            }
        }
    }

    /// Adds the price of upgrades for brought squadrons, and of models beyond those that are brought, to the points of
    /// the squadron that pays. That is the bringer, or its own bringer if it is itself brought. The points go to its
    /// first kind of model.
    pub(super) fn pay(&mut self) {
        let mut bills: Vec<(usize, BoundedNumber)> = Vec::new();
        for kind in &self.kinds {
            if let Some(brought) = kind.thing.squadron.filter(|index| self.is_brought(*index) != Some(false)) {
                bills.extend(self.bill(brought, kind.upgrades));
            }
        }
        let mut judged = BTreeSet::new();
        for index in 0..self.squadrons.len() {
            let (Some(bringer), Some(true)) = (self.squadrons[index].bringer, self.is_brought(index)) else { continue };
            let root = self.with_it(bringer).next().expect("a squadron stands in one");
            let (unit, _) = self.unit_at(index).expect("a unit that the oracle knows");
            if judged.insert((root, unit.id.as_str())) {
                bills.extend(self.bill(root, self.surplus(root, unit)));
            }
        }
        for (payer, bill) in bills {
            if let Some(kind) = self.kinds.iter_mut().find(|kind| kind.thing.squadron == Some(payer)) {
                kind.points = kind.points.plus(bill);
            }
        }
    }

    /// The squadron that pays for something, and the points. A squadron that nothing brings pays for itself.
    fn bill(&self, index: usize, points: BoundedNumber) -> Option<(usize, BoundedNumber)> {
        let (mut payer, mut seen, mut links) = (index, BTreeSet::new(), Vec::new());
        while self.is_brought(payer) != Some(false) && seen.insert(payer) {
            links.push(self.is_brought(payer));
            payer = self.squadrons[payer].bringer.unwrap_or(payer);
        }
        let sure = all(links.into_iter()) == Some(true);
        (self.is_brought(payer) == Some(false)).then(|| (payer, if sure { points } else { points.perhaps() }))
    }

    /// The price of a unit's models beyond the number that a squadron brings. The cheapest models count as surplus.
    fn surplus(&self, root: usize, unit: &Unit) -> BoundedNumber {
        if unit.only == Some(FieldingWay::Brought) && unit.points.is_none() && unit.members.is_empty() {
            return BoundedNumber::sure(0);
        }
        let brings = self.brings(root).into_iter();
        let own = brings.filter(|(brings, _)| self.makes_free(brings) && brings.unit.as_ref() == Some(&unit.id));
        let free: usize =
            own.map(|(brings, times)| (brings.models * brings.squadrons.unwrap_or(1) * times) as usize).sum();
        let mut prices: Vec<Option<i64>> = Vec::new();
        for index in 0..self.squadrons.len() {
            let of_root =
                self.squadrons[index].bringer.is_some_and(|bringer| self.with_it(bringer).next() == Some(root));
            let same = self.unit_at(index).is_some_and(|(other, _)| other.id == unit.id);
            if !of_root || !same || self.is_brought(index) != Some(true) {
                continue;
            }
            let kinds = self.kinds.iter().filter(|kind| kind.thing.squadron == Some(index));
            let price = kinds.fold(BoundedNumber::sure(0), |sum, kind| sum.plus(kind.price));
            let models = self.bought[index].listed;
            let each = price.is_sure().then(|| price.least.floor().checked_div(models.into())).flatten();
            prices.extend((0..models).map(|_| each));
        }
        prices.sort_unstable();
        let surplus = prices.len().saturating_sub(free);
        let surplus = prices.into_iter().take(surplus);
        surplus.fold(BoundedNumber::sure(0), |sum, each| {
            sum.plus(each.map_or_else(BoundedNumber::unknown, BoundedNumber::sure))
        })
    }

    /// Adds the models of a squadron that have roles.
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
            self.bearers.push(OracleBearer { thing, pointer });
        }
    }
}

/// The special rules that a card still prints with these options taken. A removed weapon takes its rules along.
fn kept<'o>(card: &Card, taken: impl Iterator<Item = &'o UnitOption>) -> Vec<String> {
    let gone: Vec<String> = taken.flat_map(|option| &option.removes).map(|name| slug(name)).collect();
    let mut kept = card.rules.clone();
    kept.retain(|rule| !gone.contains(&slug(rule)));
    let weapons = card.weapons.iter().filter(|weapon| !gone.contains(&slug(&weapon.name)));
    kept.extend(weapons.flat_map(|weapon| weapon.rules.clone()));
    kept
}
