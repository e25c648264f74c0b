//! Applies overlays to the units of a ruleset: patches, new units, prices, and bans.

#![expect(
    clippy::indexing_slicing,
    reason = "the places of units come from indexes of the same catalogue, which only grows"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use muster_engine::catalogue::{Catalogue, Member, Unit};
use muster_engine::ready::{BanReason, ReadyCatalogue, Ruleset, UnitOverlays};
use serde_json::{Value, json};

use crate::merge::merge;
use crate::overlay::core::UnfitPatch;
use crate::overlay::files::{Overlay, OverlayPatch};
use crate::overlay::names::{self, OptionIndex, UnitIndex, each_option_mut};
use crate::overlay::shape::{AllowedThings, Bans};
use crate::typed::{TypeRefusal, read};

/// A catalogue under overlays.
pub(crate) struct OverlaidCatalogue {
    pub catalogue: Catalogue,
    /// What the overlays do to units, by id.
    pub treated: BTreeMap<String, UnitOverlays>,
    /// Patches that do not fit. The catalogue is without them.
    pub unfit: Vec<UnfitPatch>,
}

/// What applying overlays to one catalogue needs to know.
pub(crate) struct OverlayContext<'o> {
    /// The ruleset, for the names of nations.
    pub ruleset: &'o Ruleset,
    pub overlays: &'o [&'o Overlay],
    /// The overlays whose prices and patches of units are left out, by their places.
    pub muted: &'o [usize],
    /// The ids of units that some nation has.
    pub known: &'o dyn Fn(&str) -> bool,
}

impl OverlayContext<'_> {
    /// Applies the overlays to the catalogue of a nation, or (`None`) of no nation. `base` is that of the ruleset, if
    /// it has one.
    pub(crate) fn units(&self, base: Option<&ReadyCatalogue>, nation: Option<&str>) -> OverlaidCatalogue {
        let catalogue = base.map_or_else(
            || Catalogue { kind: "catalogue".to_owned(), nation: nation.map(str::to_owned), ..Catalogue::default() },
            |base| base.written().clone(),
        );
        let mut units = OverlaidCatalogue { catalogue, treated: BTreeMap::new(), unfit: Vec::new() };
        for (place, overlay) in self.overlays.iter().enumerate() {
            let mut index = UnitIndex::default();
            if !overlay.units.is_empty() {
                index = UnitIndex::new(&units.catalogue.units);
            }
            for (stated, patch) in &overlay.units {
                self.patch(&mut units, &mut index, place, overlay, (stated.as_deref(), patch));
            }
            if !self.muted.contains(&place) && !overlay.head.prices.is_empty() {
                self.price(&mut units, base, place, overlay);
            }
        }
        for (place, overlay) in self.overlays.iter().enumerate() {
            self.ban(&mut units, base, place, overlay);
        }
        units
    }

    /// Joins a patch into the unit that it names, or adds a new unit.
    fn patch(
        &self,
        units: &mut OverlaidCatalogue,
        index: &mut UnitIndex,
        place: usize,
        overlay: &Overlay,
        (stated, patch): (Option<&str>, &OverlayPatch),
    ) {
        let nation = units.catalogue.nation.clone();
        if stated.is_some_and(|name| nation.is_none() || self.ruleset.nation(name) != nation.as_deref()) {
            return;
        }
        let OverlaidCatalogue { catalogue, treated, unfit } = units;
        let known = index.find(patch.id());
        let muted = self.muted.contains(&place);
        let (mut whole, id) = match known {
            _ if muted && known.is_some() && !patch.removes() => return,
            Some(known) => {
                let unit = catalogue.units[known].as_ref();
                (serde_json::to_value(unit).unwrap_or_default(), unit.id.clone())
            }
            None if patch.removes() => return,
            // A new unit. Without a nation it is for all nations, unless it is a patch of other catalogues' units.
            None if stated.is_none() && (nation.is_some() || (self.known)(patch.id())) => return,
            None => (json!({}), patch.id().to_owned()),
        };
        if patch.removes() {
            treated.entry(id).or_default().ban = Some((place, BanReason::Removed));
            return;
        }
        let merged = merge(&mut whole, &patch.value);
        if let Value::Object(whole) = &mut whole {
            whole.insert("id".to_owned(), json!(id));
            if known.is_none() && whole.get("source").is_none_or(Value::is_null) {
                whole.insert("source".to_owned(), json!(overlay.book()));
            }
        }
        match read::<Unit>(whole) {
            Ok(unit) => {
                let is_new = known.is_none();
                if let Some(known) = known {
                    catalogue.units[known] = Arc::new(unit);
                } else {
                    index.add(catalogue.units.len(), &unit);
                    catalogue.units.push(Arc::new(unit));
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
                treated
                    .options
                    .extend(merged.taken_away.into_iter().map(|option| (option, (place, BanReason::Removed))));
            }
            Err(TypeRefusal { at, message }) => {
                let at = format!("{}{}", patch.at, merged.place(&at));
                unfit.push(UnfitPatch { overlay: place, file: patch.file, at, message });
            }
        }
    }

    /// Finds units by id, name or alias. A catalogue without patched units has the names of its base.
    fn finder<'b>(
        &self,
        units: &OverlaidCatalogue,
        base: Option<&'b ReadyCatalogue>,
    ) -> impl Fn(&str) -> Option<usize> + use<'b> {
        let patched = self.overlays.iter().any(|overlay| !overlay.units.is_empty());
        let base = base.filter(|_| !patched);
        let index = base.is_none().then(|| UnitIndex::new(&units.catalogue.units));
        move |name: &str| match base {
            Some(base) => base.find(name).map(|ready| ready.index),
            None => index.as_ref()?.find(name),
        }
    }

    /// Sets prices. A name with a nation is narrower, so it counts whatever the order.
    fn price(&self, units: &mut OverlaidCatalogue, base: Option<&ReadyCatalogue>, place: usize, overlay: &Overlay) {
        let find = self.finder(units, base);
        for is_narrow in [false, true] {
            for (name, points) in &overlay.head.prices {
                let nation = units.catalogue.nation.clone();
                for reading in names::of_priced(name) {
                    let fits = reading.nation.is_some() == is_narrow && reading.is_of(self.ruleset, nation.as_deref());
                    let unit = reading.unit.filter(|_| fits).and_then(&find);
                    if unit.is_some_and(|unit| set_price(units, place, unit, reading.option, *points)) {
                        break;
                    }
                }
            }
        }
    }

    /// Marks the units and options that an overlay bans.
    fn ban(&self, units: &mut OverlaidCatalogue, base: Option<&ReadyCatalogue>, place: usize, overlay: &Overlay) {
        let find = self.finder(units, base);
        let OverlaidCatalogue { catalogue, treated, .. } = units;
        let (AllowedThings { units: only, .. }, Bans { units: banned, options, .. }) =
            (&overlay.head.only, &overlay.head.ban);
        if only.is_none() && banned.is_empty() && options.is_empty() {
            return;
        }
        let nation = catalogue.nation.as_deref();
        let named = |name: &String| -> Option<usize> {
            let mut readings = names::of_unit(name).into_iter().filter(|reading| reading.is_of(self.ruleset, nation));
            readings.find_map(|reading| find(reading.unit?))
        };
        let mut ban = |unit: usize, why: BanReason| {
            let treated = treated.entry(catalogue.units[unit].id.clone()).or_default();
            // The last overlay that bans it counts; a later one may have taken it away.
            if treated.ban.is_none_or(|(earlier, _)| earlier <= place) {
                treated.ban = Some((place, why));
            }
        };
        if let Some(only) = only {
            let only: BTreeSet<usize> = only.iter().filter_map(named).collect();
            (0..catalogue.units.len()).filter(|unit| !only.contains(unit)).for_each(|unit| ban(unit, BanReason::Left));
        }
        banned.iter().filter_map(named).for_each(|unit| ban(unit, BanReason::Banned));
        let all = (!options.is_empty()).then(|| OptionIndex::new(&catalogue.units));
        for name in options {
            let mut found: Vec<(usize, String)> = Vec::new();
            for reading in names::of_option(name).iter().filter(|reading| reading.is_of(self.ruleset, nation)) {
                let Some(option) = reading.option else { continue };
                if let Some(unit) = reading.unit {
                    let unit = find(unit);
                    let options = unit.map(|unit| names::options(&catalogue.units[unit], option)).unwrap_or_default();
                    found.extend(unit.into_iter().flat_map(|unit| options.iter().map(move |id| (unit, id.clone()))));
                } else if let Some(all) = &all {
                    found.extend(all.find(option).into_iter().map(|(unit, id)| (unit, id.to_owned())));
                }
            }
            for (unit, option) in found {
                let treated = treated.entry(catalogue.units[unit].id.clone()).or_default();
                let earlier = treated.options.get(&option);
                if earlier.is_none_or(|(earlier, _)| *earlier <= place) {
                    treated.options.insert(option, (place, BanReason::Banned));
                }
            }
        }
    }
}

/// Sets the price of a unit, or of one of its options. Returns whether there is such an option.
fn set_price(
    units: &mut OverlaidCatalogue,
    place: usize,
    unit: usize,
    option: Option<&str>,
    points: Option<u32>,
) -> bool {
    let OverlaidCatalogue { catalogue, treated, .. } = units;
    let id = catalogue.units[unit].id.clone();
    let Some(option) = option else {
        set_points(&mut catalogue.units, unit, points);
        treated.entry(id).or_default().priced = Some(place);
        return true;
    };
    let options = names::options(&catalogue.units[unit], option);
    if options.is_empty() {
        return false;
    }
    let price = points.map(|points| i32::try_from(points).unwrap_or(i32::MAX));
    each_option_mut(Arc::make_mut(&mut catalogue.units[unit]), &mut |option| {
        if options.contains(&option.id) {
            option.points = price;
            // The price is for each, however many there are.
            option.together.clear();
        }
    });
    let treated = treated.entry(id).or_default();
    treated.option_prices.extend(options.into_iter().map(|option| (option, place)));
    true
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
fn set_points(units: &mut [Arc<Unit>], index: usize, points: Option<u32>) {
    if !units[index].members.is_empty() {
        set_sum(units, index, points);
        return;
    }
    // Members of fixed mixes that share the unit's price keep it.
    let (id, before) = (units[index].id.clone(), units[index].points);
    let shares = |member: &Member| member.unit.as_ref() == Some(&id) && member.points.is_none();
    for unit in units.iter_mut().filter(|unit| unit.members.iter().any(shares)) {
        for member in Arc::make_mut(unit).members.iter_mut().filter(|member| shares(member)) {
            member.points = before;
        }
    }
    Arc::make_mut(&mut units[index]).points = points;
}

/// Sets the sum of a fixed mix, in its smallest number. What is more than before is the unit's own. If it is less, its
/// members keep their shares of the sum, as far as whole points allow, so that limits on sizes count about the same
/// shares as before.
fn set_sum(units: &mut [Arc<Unit>], index: usize, points: Option<u32>) {
    let shared = |id: &Option<String>| {
        let unit = units.iter().find(|unit| Some(&unit.id) == id.as_ref());
        unit.and_then(|unit| unit.points)
    };
    let before: Vec<u64> = {
        let members = units[index].members.iter();
        members.map(|member| member.points.or_else(|| shared(&member.unit)).unwrap_or(0).into()).collect()
    };
    let unit = Arc::make_mut(&mut units[index]);
    let Some(wanted) = points.map(u64::from) else {
        // The engine takes the whole mix as unknown then.
        unit.points = None;
        return;
    };
    let mins: Vec<u64> = unit.members.iter().map(|member| member.models.min.into()).collect();
    let sum: u64 = before.iter().zip(&mins).map(|(points, min)| points * min).sum();
    let mut rest = wanted;
    for ((member, before), min) in unit.members.iter_mut().zip(before).zip(mins) {
        let share = if wanted < sum { before.saturating_mul(wanted) / sum } else { before };
        member.points = u32::try_from(share).ok();
        rest = rest.saturating_sub(share * min);
    }
    unit.points = u32::try_from(rest).ok();
}
