//! Applies overlays to the units of a ruleset: patches, new units, prices, and bans.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::ready::{Ban, ReadyCatalogue, Ruleset, Treated, Why};
use serde_json::{Value, json};

use crate::overlay::core::Unfit;
use crate::overlay::files::{Overlay, Patch};
use crate::overlay::merge::merge;
use crate::overlay::names::{self, each_option_mut};
use crate::typed::{Refused, read};

/// A catalogue under overlays.
pub(crate) struct Units {
    pub catalogue: Catalogue,
    /// What the overlays do to units, by id.
    pub treated: BTreeMap<String, Treated>,
    /// Patches that do not fit. The catalogue is without them.
    pub unfit: Vec<Unfit>,
}

/// What applying overlays to one catalogue needs to know.
pub(crate) struct Over<'o> {
    /// The ruleset, for the names of nations.
    pub ruleset: &'o Ruleset,
    pub overlays: &'o [&'o Overlay],
    /// The overlays whose prices and patches of units are left out, by their places.
    pub muted: &'o [usize],
    /// The ids of units that some nation has.
    pub known: &'o dyn Fn(&str) -> bool,
}

impl Over<'_> {
    /// Applies the overlays to the catalogue of a nation, or (`None`) of no nation. `base` is that of the ruleset, if
    /// it has one.
    pub(crate) fn units(&self, base: Option<&ReadyCatalogue>, nation: Option<&str>) -> Units {
        let catalogue = base.map_or_else(
            || Catalogue { kind: "catalogue".to_owned(), nation: nation.map(str::to_owned), ..Catalogue::default() },
            |base| base.written().clone(),
        );
        let mut units = Units { catalogue, treated: BTreeMap::new(), unfit: Vec::new() };
        for (place, overlay) in self.overlays.iter().enumerate() {
            for (stated, patch) in &overlay.units {
                self.patch(&mut units, place, overlay, (stated.as_deref(), patch));
            }
            if !self.muted.contains(&place) {
                for (name, points) in &overlay.head.prices {
                    self.price(&mut units, place, name, *points);
                }
            }
        }
        for (place, overlay) in self.overlays.iter().enumerate() {
            self.ban(&mut units, place, overlay);
        }
        units
    }

    /// Joins a patch into the unit that it names, or adds a new unit.
    fn patch(&self, units: &mut Units, place: usize, overlay: &Overlay, (stated, patch): (Option<&str>, &Patch)) {
        let nation = units.catalogue.nation.clone();
        if stated.is_some_and(|name| nation.is_none() || self.ruleset.nation(name) != nation.as_deref()) {
            return;
        }
        let Units { catalogue, treated, unfit } = units;
        let known = names::unit(&catalogue.units, patch.id());
        let muted = self.muted.contains(&place);
        let (mut whole, id) = match known {
            _ if muted && known.is_some() && !patch.removes() => return,
            Some(known) => {
                let unit = &catalogue.units[known];
                (serde_json::to_value(unit).unwrap_or_default(), unit.id.clone())
            }
            None if patch.removes() => return,
            // A new unit. Without a nation it is for all nations, unless it is a patch of other catalogues' units.
            None if stated.is_none() && (nation.is_some() || (self.known)(patch.id())) => return,
            None => (json!({}), patch.id().to_owned()),
        };
        if patch.removes() {
            treated.entry(id).or_default().ban = Some((place, Why::Removed));
            return;
        }
        let merged = merge(&mut whole, &patch.value);
        whole["id"] = json!(id);
        if known.is_none() && whole.get("source").is_none_or(Value::is_null) {
            whole["source"] = json!(overlay.book());
        }
        match read::<Unit>(whole) {
            Ok(unit) => {
                let is_new = known.is_none();
                match known {
                    Some(known) => catalogue.units[known] = unit,
                    None => catalogue.units.push(unit),
                }
                if catalogue.source.is_empty() {
                    overlay.book().clone_into(&mut catalogue.source);
                }
                let treated = treated.entry(id).or_default();
                treated.changed = Some(place);
                treated.brought |= is_new;
                // A patch brings a unit back that an earlier overlay took away.
                treated.ban = None;
                let options = names_of_options(&patch.value);
                treated.options.retain(|option, _| !options.contains(option));
                treated.options.extend(merged.taken_away.into_iter().map(|option| (option, (place, Why::Removed))));
            }
            Err(Refused { at, message }) => {
                let at = format!("{}{}", patch.at, merged.place(&at));
                unfit.push(Unfit { overlay: place, file: patch.file, at, message });
            }
        }
    }

    /// Sets the price of what a name means.
    fn price(&self, units: &mut Units, place: usize, name: &str, points: Option<u32>) {
        let Units { catalogue, treated, .. } = units;
        for reading in names::of_priced(name) {
            let Some(unit) = reading.unit.filter(|_| reading.is_of(self.ruleset, catalogue.nation.as_deref())) else {
                continue;
            };
            let Some(index) = names::unit(&catalogue.units, unit) else { continue };
            let id = catalogue.units[index].id.clone();
            let Some(option) = reading.option else {
                set_price(&mut catalogue.units, index, points);
                treated.entry(id).or_default().priced = Some(place);
                return;
            };
            let options = names::options(&catalogue.units[index], option);
            if options.is_empty() {
                continue;
            }
            let price = points.map(|points| i32::try_from(points).unwrap_or(i32::MAX));
            each_option_mut(&mut catalogue.units[index], &mut |option| {
                if options.contains(&option.id) {
                    option.points = price;
                    // The price is for each, however many there are.
                    option.together.clear();
                }
            });
            let treated = treated.entry(id).or_default();
            treated.option_prices.extend(options.into_iter().map(|option| (option, place)));
            return;
        }
    }

    /// Marks the units and options that an overlay bans.
    fn ban(&self, units: &mut Units, place: usize, overlay: &Overlay) {
        let Units { catalogue, treated, .. } = units;
        let nation = catalogue.nation.as_deref();
        let named = |name: &String| -> Option<usize> {
            let mut readings = names::of_unit(name).into_iter().filter(|reading| reading.is_of(self.ruleset, nation));
            readings.find_map(|reading| names::unit(&catalogue.units, reading.unit?))
        };
        let mut ban = |unit: usize, found: Ban| {
            let treated = treated.entry(catalogue.units[unit].id.clone()).or_default();
            // An earlier overlay that bans it stays behind a later one.
            if treated.ban.is_none_or(|(earlier, _)| earlier <= found.0) {
                treated.ban = Some(found);
            }
        };
        if let Some(only) = &overlay.head.only.units {
            let only: BTreeSet<usize> = only.iter().filter_map(named).collect();
            (0..catalogue.units.len())
                .filter(|unit| !only.contains(unit))
                .for_each(|unit| ban(unit, (place, Why::Left)));
        }
        for unit in overlay.head.ban.units.iter().filter_map(named) {
            ban(unit, (place, Why::Banned));
        }
        for name in &overlay.head.ban.options {
            let readings: Vec<_> =
                names::of_option(name).into_iter().filter(|reading| reading.is_of(self.ruleset, nation)).collect();
            for unit in &catalogue.units {
                let of = readings.iter().filter(|reading| {
                    reading.unit.is_none_or(|name| names::unit(std::slice::from_ref(unit), name).is_some())
                });
                let options: Vec<String> =
                    of.filter_map(|reading| reading.option).flat_map(|option| names::options(unit, option)).collect();
                if options.is_empty() {
                    continue;
                }
                let treated = treated.entry(unit.id.clone()).or_default();
                for option in options {
                    let earlier = treated.options.get(&option);
                    if earlier.is_none_or(|(earlier, _)| *earlier <= place) {
                        treated.options.insert(option, (place, Why::Banned));
                    }
                }
            }
        }
    }
}

/// The options that a patch names, by ids.
fn names_of_options(patch: &Value) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let lists = ["options", "choices", "members"].into_iter().filter_map(|key| patch.get(key)?.as_array());
    for item in lists.flatten() {
        ids.extend(item.get("id").and_then(Value::as_str).map(str::to_owned));
        ids.extend(names_of_options(item));
    }
    ids
}

/// Sets the price of one model of a unit, or the sum of a fixed mix.
fn set_price(units: &mut [Unit], index: usize, points: Option<u32>) {
    if !units[index].members.is_empty() {
        set_sum(units, index, points);
        return;
    }
    // Members of fixed mixes that share the unit's price keep it.
    let (id, before) = (units[index].id.clone(), units[index].points);
    for member in units.iter_mut().flat_map(|unit| &mut unit.members) {
        if member.unit.as_ref() == Some(&id) && member.points.is_none() {
            member.points = before;
        }
    }
    units[index].points = points;
}

/// Sets the sum of a fixed mix. Its members keep their shares of it, as far as whole points allow; the rest is the
/// unit's own. So limits on sizes count about the same shares as before.
fn set_sum(units: &mut [Unit], index: usize, points: Option<u32>) {
    let shared = |id: &Option<String>| {
        let unit = units.iter().find(|unit| Some(&unit.id) == id.as_ref());
        unit.and_then(|unit| unit.points)
    };
    let before: Vec<u64> = {
        let members = units[index].members.iter();
        members.map(|member| member.points.or_else(|| shared(&member.unit)).unwrap_or(0).into()).collect()
    };
    let unit = &mut units[index];
    let mins: Vec<u64> = unit.members.iter().map(|member| member.models.min.into()).collect();
    let sum: u64 = before.iter().zip(&mins).map(|(points, min)| points * min).sum();
    let Some(wanted) = points.map(u64::from) else {
        // One member of unknown price makes the sum unknown.
        unit.points = None;
        return;
    };
    let mut rest = wanted;
    for ((member, before), min) in unit.members.iter_mut().zip(before).zip(mins) {
        let share = before.saturating_mul(wanted).checked_div(sum).unwrap_or(0);
        member.points = u32::try_from(share).ok();
        rest = rest.saturating_sub(share * min);
    }
    unit.points = u32::try_from(rest).ok();
}
