//! How a unit of a catalogue is made ready.

#![expect(
    clippy::indexing_slicing,
    reason = "the unit is one of the catalogue, and what is gathered gets its place when it is added"
)]

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use crate::ready::bits::Bits;
use crate::ready::patches::{printed, weapons};
use crate::ready::unit::{MadeModels, ModelKind, PriceExtra, ReadyChoice, ReadyOption, ReadyUnit, number};
use crate::ready::vocabulary::{ANY, Vocabulary};
use crate::shapes::catalogue::{
    Card, Catalogue, Choice, ConditionalPoints, FieldingWay, Member, PrintedModel, PurchaseScope, TraitValue, Unit,
    UnitOption,
};
use crate::text::slug::slug;

/// The values of the trait `called`: the words of a unit's printed name.
fn called(vocabulary: &Vocabulary, unit: &Unit) -> Bits {
    if vocabulary.asks("called") { vocabulary.bits("called", slug(&unit.name).split('-')) } else { Bits::default() }
}

/// The traits that all models of a unit have, whatever is on their cards.
fn common(vocabulary: &Vocabulary, unit: &Unit) -> Bits {
    let mut common = vocabulary.bits("unit", [unit.id.as_str()]).union(&called(vocabulary, unit));
    match unit.only {
        Some(FieldingWay::Attached) => common = common.union(&vocabulary.bits("only", ["attached"])),
        Some(FieldingWay::Brought) => common = common.union(&vocabulary.bits("only", ["brought"])),
        None => {}
    }
    if unit.squadron.is_none() && unit.members.is_empty() {
        common = common.union(&vocabulary.bit("any-number", ANY));
    }
    common
}

/// Makes a unit ready. See [`ReadyCatalogue::new`](super::ReadyCatalogue::new) for what it needs.
pub(crate) fn ready_unit<'c>(
    catalogue: &'c Catalogue,
    index: usize,
    vocabulary: &Vocabulary,
    rule_ids: &dyn Fn(&str) -> Option<String>,
    patched: &dyn Fn(&Bits) -> Bits,
) -> ReadyUnit {
    let unit = &catalogue.units[index];
    let rules = |option: &UnitOption| {
        let ids: Vec<String> = option.all_rules().filter_map(|rule| rule_ids(rule)).collect();
        vocabulary.bits("rule", ids.iter().map(String::as_str))
    };
    let common = common(vocabulary, unit);
    let on_card =
        |id: &str, traits: &IndexMap<String, TraitValue>, card: &Card| printed(vocabulary, id, traits, card, rule_ids);
    let with_patches = |bits: Bits| bits.union(&patched(&bits)).union(&common);
    let unit_card = (unit.id.as_str(), &unit.traits, &unit.card);
    let own = with_patches(on_card(&unit.id, &unit.traits, &unit.card));
    let kind_of = |member: &'c Member| {
        let (id, traits, card) = catalogue.printed(member);
        ModelKind {
            bits: with_patches(on_card(id, traits, card)),
            unstated: vocabulary.unstated(traits),
            unit: id.to_owned(),
            // The price of a mix is known as a whole or not at all.
            points: unit.points.and(member.points.or_else(|| catalogue.shared_by(member).and_then(|s| s.points))),
            min: member.models.min,
            max: member.models.max,
            ..ModelKind::default()
        }
    };
    let mut kinds = if unit.members.is_empty() {
        let unstated = vocabulary.unstated(&unit.traits);
        let (id, points) = (unit.id.clone(), unit.points);
        vec![ModelKind { unit: id, bits: own, unstated, points, min: 1, ..ModelKind::default() }]
    } else {
        unit.members.iter().map(kind_of).collect()
    };
    // A squadron of a fixed mix has the special rules and the weapons of all its models.
    let shared = vocabulary.all("rule").union(&vocabulary.all("weapon"));
    let bits = kinds.iter().fold(own, |bits, kind| bits.union(&kind.bits.within(&shared)));
    let lost = |removed: &[String], (id, traits, card): PrintedModel| {
        // Rules that a patch gives stay, because options remove only printed rules.
        lost(vocabulary, rule_ids, card, removed).without(&patched(&on_card(id, traits, card)))
    };
    let of_made = |(id, traits, card): PrintedModel| {
        let bits = on_card(id, traits, card);
        bits.union(&patched(&bits))
    };
    let mut gathering = OptionGatherer {
        vocabulary,
        rules: &rules,
        of_made: &of_made,
        card_of: &|kind| {
            kind.and_then(|kind| unit.members.get(kind)).map_or(unit_card, |member| catalogue.printed(member))
        },
        lost: &lost,
        core: (unit.members.is_empty() && makes_models(&unit.options, &unit.choices)).then_some(0),
        own: kinds.len(),
        made: Vec::new(),
        written: Vec::new(),
        options: Vec::new(),
        choices: Vec::new(),
        names: Vec::new(),
    };
    gathering.add(&unit.options, &unit.choices, None, None, None);
    for (kind, member) in unit.members.iter().enumerate() {
        gathering.add(&member.options, &member.choices, Some(kind), None, None);
    }
    let OptionGatherer { mut options, choices, names, made, written, .. } = gathering;
    let mut by_name = HashMap::new();
    for (position, option) in options.iter().enumerate() {
        by_name.entry(option.id.clone()).or_insert(position);
    }
    if let Some(core) = kinds.first_mut().filter(|_| unit.members.is_empty()) {
        core.extras = extras(&unit.points_with, &by_name);
    }
    for (option, written) in options.iter_mut().zip(written) {
        option.extras = extras(&written.points_with, &by_name);
        option.max_with = limits(&written.max_with, &by_name);
        option.min_with = limits(&written.min_with, &by_name);
    }
    kinds.extend(made.into_iter().map(|(option, (id, traits, card))| ModelKind {
        bits: of_made((id, traits, card)),
        unit: id.to_owned(),
        made_by: Some(option),
        stats: card.stats.iter().map(|(name, stat)| (name.clone(), number(stat))).collect(),
        ..ModelKind::default()
    }));
    let (mut names_seen, mut shared) = (HashSet::new(), HashSet::new());
    for (position, option) in options.iter().enumerate() {
        let name = option.word.clone();
        by_name.entry(name.clone()).or_insert(position);
        if !names_seen.insert(name.clone()) {
            shared.insert(name);
        }
    }
    for (name, position) in names {
        by_name.entry(name).or_insert(position);
    }
    let unstated = vocabulary.unstated(&unit.traits);
    ReadyUnit { index, bits, unstated, kinds, options, choices, by_name, shared }
}

/// The special rules that a card loses when these names are removed from it. A rule that is printed twice, with
/// different parameters, stays until both are removed. A weapon's rule goes with the weapon.
fn lost(vocabulary: &Vocabulary, rule_ids: &dyn Fn(&str) -> Option<String>, card: &Card, removed: &[String]) -> Bits {
    if removed.is_empty() {
        return Bits::default();
    }
    let gone: Vec<String> = removed.iter().map(|name| slug(name)).collect();
    let (lost, kept): (Vec<_>, Vec<_>) = card.all_rules().partition(|(name, _)| gone.contains(&slug(name)));
    let ids = |rules: &[(&str, &String)]| rules.iter().filter_map(|(_, rule)| rule_ids(rule)).collect::<Vec<String>>();
    let bits = |ids: Vec<String>| vocabulary.bits("rule", ids.iter().map(String::as_str));
    bits(ids(&lost)).without(&bits(ids(&kept)))
}

/// Differences in price, with the options that cause them.
fn extras(points: &[ConditionalPoints], by_name: &HashMap<String, usize>) -> Vec<PriceExtra> {
    let options = |ids: &[String]| ids.iter().filter_map(|id| by_name.get(id).copied()).collect();
    let extra = |extra: &ConditionalPoints| PriceExtra {
        with: options(&extra.with),
        without: options(&extra.without),
        points: extra.points.into(),
    };
    points.iter().map(extra).collect()
}

/// Limits, each with the option that must be taken for it to hold.
fn limits(limits: &IndexMap<String, u32>, by_name: &HashMap<String, usize>) -> Vec<(usize, u32)> {
    limits.iter().filter_map(|(id, number)| Some((*by_name.get(id)?, *number))).collect()
}

/// Whether options make models.
fn makes_models(options: &[UnitOption], choices: &[Choice]) -> bool {
    let of_option = |option: &UnitOption| {
        option.becomes.is_some() || option.adds.is_some() || makes_models(&option.options, &option.choices)
    };
    options.iter().any(of_option) || choices.iter().any(|choice| makes_models(&choice.options, &choice.choices))
}

/// Gathers the options and choices of a unit, nested ones too, into two vectors.
struct OptionGatherer<'a> {
    vocabulary: &'a Vocabulary,
    rules: &'a dyn Fn(&UnitOption) -> Bits,
    /// The traits that a kind of model made by an option has by its card.
    of_made: &'a dyn Fn(PrintedModel) -> Bits,
    /// The card of a kind of model of the unit's own.
    card_of: &'a dyn Fn(Option<usize>) -> PrintedModel<'a>,
    /// The special rules that a card loses if these names are removed.
    lost: &'a dyn Fn(&[String], PrintedModel) -> Bits,
    /// The kind of the unit's own models, if options make models of other kinds.
    core: Option<usize>,
    /// How many kinds of models the unit has of its own.
    own: usize,
    /// The kinds of models that options make. Each comes with the place of its option.
    made: Vec<(usize, PrintedModel<'a>)>,
    /// Each option as the catalogue has it.
    written: Vec<&'a UnitOption>,
    options: Vec<ReadyOption>,
    choices: Vec<ReadyChoice>,
    /// The slugs of aliases, each with the place of its option.
    names: Vec<(String, usize)>,
}

impl<'a> OptionGatherer<'a> {
    /// Adds options and choices. `kind` is the kind of model that may have them, `under` the option that must be taken
    /// for them, and `of` the choice that they belong to.
    fn add(
        &mut self,
        options: &'a [UnitOption],
        choices: &'a [Choice],
        kind: Option<usize>,
        under: Option<usize>,
        of: Option<usize>,
    ) {
        for option in options {
            let makes = option.becomes.as_ref().map(|kind| (kind, kind.takes));
            let makes = makes.or(option.adds.as_ref().map(|kind| (kind, 0)));
            // If an option makes models, the squadron gains their traits and keeps its own.
            let instead = option.traits.keys().filter(|_| makes.is_none());
            let takes = instead.fold(Bits::default(), |b, name| b.union(&self.vocabulary.all(name)));
            let weapons = weapons(self.vocabulary, option.weapons.iter().map(|weapon| weapon.name.as_str()));
            let mut gives = self.vocabulary.traits(&option.traits).union(&(self.rules)(option)).union(&weapons);
            if let Some((made, _)) = makes {
                let made = (self.of_made)((&option.id, &made.traits, &made.card));
                gives = gives.union(&made.without(&self.vocabulary.all("unit")));
            }
            let position = self.options.len();
            let makes = makes.map(|(made, takes)| {
                self.made.push((position, (&option.id, &made.traits, &made.card)));
                MadeModels { kind: self.own + self.made.len() - 1, takes }
            });
            let kind = kind.or(self.core.filter(|_| option.buys != PurchaseScope::Squadron));
            let card = match kind.and_then(|kind| kind.checked_sub(self.own)) {
                Some(made) => self.made[made].1,
                None => (self.card_of)(kind),
            };
            self.written.push(option);
            self.options.push(ReadyOption {
                id: option.id.clone(),
                name: option.name.clone(),
                aliases: option.aliases.clone(),
                word: slug(&option.name),
                sort: option.kind.clone(),
                not_attached: option.not_attached,
                groups: option.groups.iter().map(|(kind, what)| (kind.clone(), *what)).collect(),
                traits: if makes.is_none() { option.traits.clone() } else { IndexMap::new() },
                points: option.points,
                buys: option.buys,
                extras: Vec::new(),
                together: option.together.clone(),
                makes,
                max: option.max.unwrap_or(1),
                max_with: Vec::new(),
                min_with: Vec::new(),
                brings: option.brings.clone(),
                kind,
                under,
                of,
                gives,
                takes,
                sets: option.sets.iter().map(|(name, stat)| (name.clone(), number(stat))).collect(),
                loses: (self.lost)(&option.removes, card),
            });
            self.names.extend(option.aliases.iter().map(|alias| (slug(alias), position)));
            let kind = makes.map_or(kind, |makes| Some(makes.kind));
            self.add(&option.options, &option.choices, kind, Some(position), None);
        }
        for choice in choices {
            let place = self.choices.len();
            let once = choice.options.iter().any(|option| option.buys == PurchaseScope::Squadron);
            self.choices.push(ReadyChoice {
                id: choice.id.clone(),
                name: choice.name.clone(),
                min: choice.min,
                max: choice.max,
                default: None,
                marks: choice.marks,
                hardpoint: choice.hardpoint,
                kind: kind.or(self.core.filter(|_| !once)),
                under,
                of,
                once,
            });
            let first = self.options.len();
            self.add(&choice.options, &choice.choices, kind, under, Some(place));
            let default = choice.default.as_ref();
            self.choices[place].default = (first..self.options.len()).find(|o| default == Some(&self.options[*o].id));
        }
    }
}
