//! Finds what an overlay names: nations, units and options, by ids, printed names and aliases.

use std::collections::HashMap;
use std::sync::Arc;

use muster_engine::catalogue::{Choice, Unit, UnitOption};
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;

/// One way to read a name: `unit`, `nation:unit`, `unit/option`, `nation:unit/option`, or `option`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NameReading<'w> {
    pub nation: Option<&'w str>,
    pub unit: Option<&'w str>,
    pub option: Option<&'w str>,
}

/// The ways to read a name of a unit.
pub(crate) fn of_unit(name: &str) -> Vec<NameReading<'_>> {
    // A name with nothing behind a separator is cut short.
    let whole =
        (!name.trim_end().ends_with([':', '/'])).then_some(NameReading { unit: Some(name), ..NameReading::default() });
    whole
        .into_iter()
        .chain(splits(name, ':').map(|(nation, unit)| NameReading {
            nation: Some(nation),
            unit: Some(unit),
            option: None,
        }))
        .collect()
}

/// The ways to read a name of an option that belongs to a unit.
pub(crate) fn of_units_option(name: &str) -> Vec<NameReading<'_>> {
    let of_option =
        |(unit, option)| of_unit(unit).into_iter().map(move |unit| NameReading { option: Some(option), ..unit });
    splits(name, '/').flat_map(of_option).collect()
}

/// The ways to read a name of an option, of one unit or of every unit.
pub(crate) fn of_option(name: &str) -> Vec<NameReading<'_>> {
    let bare = NameReading { option: Some(name), ..NameReading::default() };
    of_units_option(name).into_iter().chain([bare]).collect()
}

/// The ways to read a name that has a price.
pub(crate) fn of_priced(name: &str) -> Vec<NameReading<'_>> {
    of_unit(name).into_iter().chain(of_units_option(name)).collect()
}

/// The halves of a name, at each place where the separator stands.
fn splits(name: &str, separator: char) -> impl Iterator<Item = (&str, &str)> {
    let halves = move |at: usize| Some((name.get(..at)?.trim(), name.get(at + separator.len_utf8()..)?.trim()));
    name.match_indices(separator).filter_map(move |(at, _)| halves(at))
}

impl NameReading<'_> {
    /// Whether it is about units of this nation, or of no nation.
    pub(crate) fn is_of(&self, ruleset: &Ruleset, nation: Option<&str>) -> bool {
        self.nation.is_none_or(|name| nation.is_some() && ruleset.nation(name) == nation)
    }
}

/// The id, the name and the aliases of a thing.
type ThingNames<'t> = (&'t String, &'t String, &'t Vec<String>);

/// Finds a thing by its id, printed name or alias, and tells its place.
pub(crate) fn named<'t, T>(
    things: &'t [T],
    name: &str,
    names: impl Fn(&T) -> ThingNames<'_>,
) -> Option<(usize, &'t T)> {
    let wanted = slug(name);
    let by = |test: &dyn Fn(ThingNames<'_>) -> bool| things.iter().enumerate().find(|(_, thing)| test(names(thing)));
    by(&|(id, ..)| id == name || *id == wanted)
        .or_else(|| by(&|(_, name, _)| slug(name) == wanted))
        .or_else(|| by(&|(.., aliases)| aliases.iter().any(|alias| slug(alias) == wanted)))
}

/// The places of units, by ids, printed names and aliases.
#[derive(Default)]
pub(crate) struct UnitIndex {
    ids: HashMap<String, usize>,
    names: HashMap<String, usize>,
    aliases: HashMap<String, usize>,
}

impl UnitIndex {
    pub(crate) fn new(units: &[Arc<Unit>]) -> Self {
        let mut index = Self::default();
        units.iter().enumerate().for_each(|(place, unit)| index.add(place, unit));
        index
    }

    pub(crate) fn add(&mut self, place: usize, unit: &Unit) {
        self.ids.insert(unit.id.clone(), place);
        self.names.entry(slug(&unit.name)).or_insert(place);
        for alias in &unit.aliases {
            self.aliases.entry(slug(alias)).or_insert(place);
        }
    }

    /// Ids win over names, names over aliases.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let wanted = slug(name);
        let found = self.ids.get(name).or_else(|| self.ids.get(&wanted)).or_else(|| self.names.get(&wanted));
        found.or_else(|| self.aliases.get(&wanted)).copied()
    }
}

/// The options of units, by ids, printed names and aliases: the places of the units, and the ids of the options.
pub(crate) struct OptionIndex {
    named: OptionPlaces,
    aliased: OptionPlaces,
}

type OptionPlaces = HashMap<String, Vec<(usize, String)>>;

impl OptionIndex {
    pub(crate) fn new(units: &[Arc<Unit>]) -> Self {
        let (mut named, mut aliased) = (OptionPlaces::new(), OptionPlaces::new());
        for (place, unit) in units.iter().enumerate() {
            each_option(unit, &mut |option| {
                let add = |names: &mut OptionPlaces, name: String| {
                    let places = names.entry(name).or_default();
                    let found = (place, option.id.clone());
                    if !places.contains(&found) {
                        places.push(found);
                    }
                };
                add(&mut named, option.id.clone());
                add(&mut named, slug(&option.name));
                option.aliases.iter().for_each(|alias| add(&mut aliased, slug(alias)));
            });
        }
        Self { named, aliased }
    }

    /// The options that a name means, of all units. An alias counts for units that have no option of this id or name.
    pub(crate) fn find<'i>(&'i self, name: &str) -> Vec<(usize, &'i str)> {
        let wanted = slug(name);
        let places = |names: &'i OptionPlaces| names.get(&wanted).map(Vec::as_slice).unwrap_or_default();
        let (named, aliased) = (places(&self.named), places(&self.aliased));
        let others = aliased.iter().filter(|(unit, _)| !named.iter().any(|(known, _)| known == unit));
        named.iter().chain(others).map(|(unit, option)| (*unit, option.as_str())).collect()
    }
}

/// The ids of the options that a name means: the option with this id, and all with this printed name; else those with
/// this alias.
pub(crate) fn options(unit: &Unit, name: &str) -> Vec<String> {
    let wanted = slug(name);
    let (mut named, mut aliased) = (Vec::new(), Vec::new());
    each_option(unit, &mut |option| {
        if option.id == name || option.id == wanted || slug(&option.name) == wanted {
            named.push(option.id.clone());
        } else if option.aliases.iter().any(|alias| slug(alias) == wanted) {
            aliased.push(option.id.clone());
        }
    });
    if named.is_empty() { aliased } else { named }
}

/// Visits all options of a unit, nested ones too.
pub(crate) fn each_option<'u>(unit: &'u Unit, visit: &mut dyn FnMut(&'u UnitOption)) {
    fn go<'u>(options: &'u [UnitOption], choices: &'u [Choice], visit: &mut dyn FnMut(&'u UnitOption)) {
        for option in options {
            visit(option);
            go(&option.options, &option.choices, visit);
        }
        for choice in choices {
            go(&choice.options, &choice.choices, visit);
        }
    }
    go(&unit.options, &unit.choices, visit);
    for member in &unit.members {
        go(&member.options, &member.choices, visit);
    }
}

/// Visits all options of a unit, nested ones too, to change them.
pub(crate) fn each_option_mut(unit: &mut Unit, visit: &mut dyn FnMut(&mut UnitOption)) {
    fn go(options: &mut [UnitOption], choices: &mut [Choice], visit: &mut dyn FnMut(&mut UnitOption)) {
        for option in options {
            visit(option);
            go(&mut option.options, &mut option.choices, visit);
        }
        for choice in choices {
            go(&mut choice.options, &mut choice.choices, visit);
        }
    }
    go(&mut unit.options, &mut unit.choices, visit);
    for member in &mut unit.members {
        go(&mut member.options, &mut member.choices, visit);
    }
}
