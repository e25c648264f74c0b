//! The kinds of models in a list, each with its card. The card includes the options that all models of the kind have.

use std::collections::HashSet;

use indexmap::IndexMap;

use crate::ready::catalogue::ReadyCatalogue;
use crate::ready::ruleset::Ruleset;
use crate::ready::unit::ReadyUnit;
use crate::shapes::catalogue::{Card, Choice, Member, PurchaseScope, Stat, TraitValue, UnitOption, Weapon};
use crate::shapes::declarations::TotalFigure;
use crate::shapes::summary::{OptionLine, SquadronLine, Summary};
use crate::text::plural::count;
use crate::text::slug::slug;
use crate::views::stacking::{NumberedRule, stacked};
use crate::words::{phrases, taken};

/// Models with the same name, card, options and nation.
#[derive(Clone, Debug, PartialEq)]
pub struct AlikeModels {
    /// Their name.
    pub name: String,
    /// Size, type and the like.
    pub kind: String,
    /// The printed name of their nation.
    pub nation: Option<String>,
    /// Their card, with the options that all of them have.
    pub card: Card,
    /// What hardpoints hold, if models differ in it.
    pub some: Vec<PartialOption>,
    /// The options taken, with their number if not all models have them. Leaves out what hardpoints hold.
    pub options: Vec<String>,
    /// The options of their squadron.
    pub taken: Vec<OptionLine>,
    /// The squadrons that have such models.
    pub squadrons: Vec<SquadronModels>,
    /// The edition that their figures were printed for.
    pub vintage: Option<String>,
}

/// Models of one kind in a squadron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquadronModels {
    /// JSON pointer to the squadron.
    pub at: String,
    /// Its number of these models.
    pub models: u32,
}

/// What a hardpoint holds on some models only.
#[derive(Clone, Debug, PartialEq)]
pub struct PartialOption {
    /// Its weapons and special rules.
    pub card: Card,
    /// How often it is there.
    pub number: u32,
    /// The number of all models of this kind.
    pub models: u32,
}

impl PartialOption {
    /// Where it is: `2 of 3 models`, `3 among 2 models`.
    #[must_use]
    pub fn words(&self) -> String {
        let of = if self.number < self.models { "of" } else { "among" };
        format!("{} {of} {}", self.number, count(self.models, "model"))
    }
}

/// A sum over the models of a squadron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// What is summed up.
    pub title: String,
    /// The sum.
    pub number: i64,
}

/// Adds up figures of a squadron, as the ruleset declares. Counts known figures alone, and leaves out sums of 0.
#[must_use]
pub fn totals(ruleset: &Ruleset, squadron: &SquadronLine) -> Vec<Sum> {
    let declared = &ruleset.declarations().totals;
    if declared.is_empty() {
        return Vec::new();
    }
    let kinds = of_squadron(ruleset, squadron);
    let sums = declared.iter().map(|total| {
        let figure = |card: &Card| match &total.of {
            TotalFigure::Stat(stat) => match card.stats.get(stat) {
                Some(Stat::Number(number)) => i64::from(*number),
                _ => 0,
            },
            TotalFigure::SpecialRule(id) => number_of(ruleset, id, card),
        };
        let numbers = kinds.iter().map(|kind| {
            let models: i64 = kind.squadrons.iter().map(|squadron| i64::from(squadron.models)).sum();
            let some = kind.some.iter().map(|some| i64::from(some.number) * figure(&some.card));
            models * figure(&kind.card) + some.sum::<i64>()
        });
        Sum { title: total.title.clone(), number: numbers.sum() }
    });
    sums.filter(|sum| sum.number != 0).collect()
}

/// The number that a card prints after a special rule; 0 without it.
fn number_of(ruleset: &Ruleset, id: &str, card: &Card) -> i64 {
    let printed = card.rules.iter().filter(|rule| ruleset.special_rule(rule).is_some_and(|rule| rule.id == id));
    printed.filter_map(|rule| Some(NumberedRule::new(rule)?.number)).sum()
}

/// The kinds of models in a list, in the order of its squadrons. Equal models of several squadrons are one kind.
#[must_use]
pub fn models(ruleset: &Ruleset, summary: &Summary) -> Vec<AlikeModels> {
    let mut all: Vec<AlikeModels> = Vec::new();
    for squadron in &summary.squadrons {
        for kind in of_squadron(ruleset, squadron) {
            let same = |other: &&mut AlikeModels| {
                (&other.name, &other.card, &other.some, &other.options, &other.nation)
                    == (&kind.name, &kind.card, &kind.some, &kind.options, &kind.nation)
            };
            match all.iter_mut().find(same) {
                Some(other) => other.squadrons.extend(kind.squadrons),
                None => all.push(kind),
            }
        }
    }
    all
}

/// The kinds of models of a squadron. None if its unit is unknown, or has no models.
#[must_use]
pub fn of_squadron(ruleset: &Ruleset, squadron: &SquadronLine) -> Vec<AlikeModels> {
    let Some((catalogue, ready)) = unit_of(ruleset, squadron) else { return Vec::new() };
    if !ruleset.declarations().has_models(catalogue.unit(ready)) {
        return Vec::new();
    }
    kinds(ruleset, catalogue, ready, squadron)
}

/// The unit of a squadron, with the catalogue that holds it.
#[must_use]
pub fn unit_of<'r>(ruleset: &'r Ruleset, squadron: &SquadronLine) -> Option<(&'r ReadyCatalogue, &'r ReadyUnit)> {
    let id = squadron.unit_id.as_deref()?;
    let of_nation = ruleset.catalogues().iter().filter(|catalogue| catalogue.written().nation == squadron.nation_id);
    let mut of_nation = of_nation.filter_map(|catalogue| Some((&**catalogue, catalogue.find(id)?)));
    of_nation.find(|(catalogue, ready)| catalogue.unit(ready).id == id)
}

/// The traits of a squadron's unit. A trait that an option of all its models gives stands in place of the unit's own.
/// None if the unit is unknown.
#[must_use]
pub fn traits_of(ruleset: &Ruleset, squadron: &SquadronLine) -> Option<IndexMap<String, TraitValue>> {
    let (catalogue, ready) = unit_of(ruleset, squadron)?;
    let unit = catalogue.unit(ready);
    let mut traits = unit.traits.clone();
    for taken in bought(squadron, &unit.options, &unit.choices) {
        let is_on_all = !makes_models(taken.option) && taken.each(squadron.models).is_some();
        for (name, value) in taken.option.traits.iter().filter(|_| is_on_all) {
            if let Some(own) = traits.get_mut(name) {
                own.clone_from(value);
            }
        }
    }
    Some(traits)
}

/// What a squadron's unit is, in words, with what its options change. None if the unit is unknown.
#[must_use]
pub fn kind_of(ruleset: &Ruleset, squadron: &SquadronLine) -> Option<String> {
    Some(phrases::describe_traits(ruleset.declarations(), &traits_of(ruleset, squadron)?))
}

/// The options that a squadron takes, from its unit and from the members of a mix. Includes options that only some
/// models have.
#[must_use]
pub fn options_of<'r>(ruleset: &'r Ruleset, squadron: &SquadronLine) -> Vec<&'r UnitOption> {
    let Some((catalogue, ready)) = unit_of(ruleset, squadron) else { return Vec::new() };
    let unit = catalogue.unit(ready);
    let members = unit.members.iter().map(|member| (&member.options, &member.choices));
    let places: Vec<_> = [(&unit.options, &unit.choices)].into_iter().chain(members).collect();
    let taken = squadron.option_ids.iter();
    let found = |id: &str| -> Vec<&'r UnitOption> {
        places.iter().filter_map(|(options, choices)| Some(find(options, choices, id)?.0)).collect()
    };
    taken.flat_map(|taken| found(&taken.id)).collect()
}

/// The kinds of models of one squadron: those of its unit or of the members of a fixed mix, and those that options
/// create.
fn kinds(
    ruleset: &Ruleset,
    catalogue: &ReadyCatalogue,
    ready: &ReadyUnit,
    squadron: &SquadronLine,
) -> Vec<AlikeModels> {
    let unit = catalogue.unit(ready);
    let taken = bought(squadron, &unit.options, &unit.choices);
    let base = AlikeModels {
        name: unit.name.clone(),
        kind: kind_of(ruleset, squadron).unwrap_or_default(),
        nation: squadron.nation.clone(),
        card: Card::default(),
        some: Vec::new(),
        options: Vec::new(),
        taken: squadron.option_ids.clone(),
        squadrons: Vec::new(),
        vintage: unit.vintage.clone(),
    };
    let in_squadron = |models: u32| vec![SquadronModels { at: squadron.at.clone(), models }];
    let mut kinds = Vec::new();
    if unit.members.is_empty() {
        let replaced: u32 = taken
            .iter()
            .filter_map(|taken| Some(taken.option.becomes.as_ref()?.takes.saturating_mul(taken.number)))
            .fold(0, u32::saturating_add);
        let left = squadron.models.saturating_sub(replaced);
        let plain: Vec<BoughtOption> = taken.iter().filter(|taken| !makes_models(taken.option)).copied().collect();
        if left > 0 {
            let card = patched(ruleset, catalogue, &unit.id, &unit.traits, &unit.card);
            let options = named(&plain, squadron.models);
            kinds.push(AlikeModels {
                card: outfit(ruleset, card, &plain, left),
                some: differing(&plain, left),
                options,
                squadrons: in_squadron(left),
                ..base.clone()
            });
        }
    } else {
        let numbers = ready.share_out(unit, Some(squadron.models));
        for (member, number) in unit.members.iter().zip(numbers) {
            let own = bought(squadron, &member.options, &member.choices);
            let all: Vec<BoughtOption> = own.iter().chain(&taken).copied().collect();
            if number > 0 {
                kinds.push(AlikeModels {
                    name: member.name.clone(),
                    card: outfit(ruleset, member_card(ruleset, catalogue, member), &own, number),
                    some: differing(&own, number),
                    options: named(&all, number),
                    squadrons: in_squadron(number),
                    ..base.clone()
                });
            }
        }
    }
    for BoughtOption { option, number, .. } in &taken {
        if let Some(made) = option.becomes.as_ref().or(option.adds.as_ref()) {
            kinds.push(AlikeModels {
                name: option.name.clone(),
                kind: unit.name.clone(),
                card: made.card.clone(),
                squadrons: in_squadron(*number),
                ..base.clone()
            });
        }
    }
    kinds
}

/// An option that a squadron takes.
#[derive(Clone, Copy)]
struct BoughtOption<'u> {
    option: &'u UnitOption,
    number: u32,
    /// It is what a hardpoint holds.
    in_hardpoint: bool,
}

impl BoughtOption<'_> {
    /// How often each of so many models has it, if all have it equally often. What is bought for the squadron is there
    /// once.
    fn each(&self, models: u32) -> Option<u32> {
        if self.option.buys == PurchaseScope::Squadron {
            Some(1)
        } else if self.in_hardpoint {
            (self.number.checked_rem(models) == Some(0)).then(|| self.number / models)
        } else {
            (self.number >= models).then_some(1)
        }
    }
}

/// The options among these that a squadron takes.
fn bought<'u>(squadron: &SquadronLine, options: &'u [UnitOption], choices: &'u [Choice]) -> Vec<BoughtOption<'u>> {
    let taken = squadron.option_ids.iter();
    taken
        .filter_map(|OptionLine { id, number }| {
            let (option, in_hardpoint) = find(options, choices, id)?;
            Some(BoughtOption { option, number: *number, in_hardpoint })
        })
        .collect()
}

fn makes_models(option: &UnitOption) -> bool {
    option.becomes.is_some() || option.adds.is_some()
}

fn member_card(ruleset: &Ruleset, catalogue: &ReadyCatalogue, member: &Member) -> Card {
    let (id, traits, card) = catalogue.written().printed(member);
    patched(ruleset, catalogue, id, traits, card)
}

/// A card with the rules that the ruleset adds to it.
fn patched(
    ruleset: &Ruleset,
    catalogue: &ReadyCatalogue,
    id: &str,
    traits: &IndexMap<String, TraitValue>,
    printed: &Card,
) -> Card {
    let mut card = printed.clone();
    for (_, _, rules) in ruleset.patches_of(catalogue.written().nation.as_deref(), id, traits, printed) {
        card.rules.extend(rules.into_iter().map(str::to_owned));
    }
    card
}

/// The names of options, with their number if not all models have them. What hardpoints hold is among weapons and
/// rules.
fn named(taken: &[BoughtOption], models: u32) -> Vec<String> {
    let name = |taken: &BoughtOption| taken::option(&taken.option.name, taken.option.buys, taken.number, models);
    taken.iter().filter(|taken| !taken.in_hardpoint || !is_on_cards(taken.option)).map(name).collect()
}

/// Whether an option adds something to cards, so that its name says nothing more.
fn is_on_cards(option: &UnitOption) -> bool {
    !(option.weapons.is_empty() && option.rules.is_empty())
}

/// A card with the options that all models have.
fn outfit(ruleset: &Ruleset, mut card: Card, taken: &[BoughtOption], models: u32) -> Card {
    for taken in taken {
        let (BoughtOption { option, in_hardpoint, .. }, Some(each)) = (*taken, taken.each(models)) else { continue };
        let gone: HashSet<String> = option.removes.iter().map(|name| slug(name)).collect();
        card.rules.retain(|rule| !gone.contains(&slug(rule)));
        card.weapons.retain(|weapon| !gone.contains(&slug(&weapon.name)));
        card.stats.extend(option.sets.clone());
        for _ in 0..each.min(MOST) {
            option.weapons.iter().for_each(|weapon| mount(&mut card.weapons, weapon, in_hardpoint));
            card.rules.extend(option.rules.iter().cloned());
        }
    }
    card.rules = stacked(ruleset, card.rules);
    card
}

/// The most times that one option stands on a card.
const MOST: u32 = 100;

/// Adds a weapon. If a hardpoint holds it and there is an equal one, that is mounted once more.
fn mount(weapons: &mut Vec<Weapon>, weapon: &Weapon, in_hardpoint: bool) {
    let is_equal = |other: &&mut Weapon| Weapon { count: weapon.count, ..(**other).clone() } == *weapon;
    match weapons.iter_mut().filter(|_| in_hardpoint).find(is_equal) {
        Some(other) => other.count = Some(other.count.unwrap_or(1) + weapon.count.unwrap_or(1)),
        None => weapons.push(weapon.clone()),
    }
}

/// What hardpoints hold on some models only.
fn differing(taken: &[BoughtOption], models: u32) -> Vec<PartialOption> {
    let mut all: Vec<PartialOption> = Vec::new();
    let some = taken.iter().filter(|taken| taken.in_hardpoint && taken.each(models).is_none());
    for BoughtOption { option, number, .. } in some.filter(|taken| is_on_cards(taken.option)) {
        let card = Card { weapons: option.weapons.clone(), rules: option.rules.clone(), ..Card::default() };
        match all.iter_mut().find(|other| other.card == card) {
            Some(other) => other.number = other.number.saturating_add(*number),
            None => all.push(PartialOption { card, number: *number, models }),
        }
    }
    all
}

/// Finds an option of a unit by its id, also inside other options and choices, and whether it is what a hardpoint holds.
fn find<'u>(options: &'u [UnitOption], choices: &'u [Choice], id: &str) -> Option<(&'u UnitOption, bool)> {
    let in_options = options.iter().find_map(|option| {
        if option.id == id { Some((option, false)) } else { find(&option.options, &option.choices, id) }
    });
    in_options.or_else(|| {
        choices.iter().find_map(|choice| {
            let own = choice.options.iter().find(|option| option.id == id);
            own.map(|option| (option, choice.hardpoint)).or_else(|| find(&choice.options, &choice.choices, id))
        })
    })
}
