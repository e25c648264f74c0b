//! Units that differ, with their options, cards and all else.

use std::collections::BTreeMap;

use muster_engine::catalogue::{Choice, Unit, UnitOption};
use muster_engine::ready::{Ban, BanReason, ReadyCatalogue, Ruleset};
use muster_engine::slug::slug;
use muster_engine::words::{number, phrases, price};
use serde_json::{Value, json};

use crate::difference::differences;
use crate::thing::{ChangedThing, Detail, ThingChange, ThingKind, ThingOwner};
use crate::weight::Weight;
use crate::{weigh, words};

/// A unit in its catalogue.
#[derive(Clone, Copy)]
struct CatalogueUnit<'r> {
    ruleset: &'r Ruleset,
    catalogue: &'r ReadyCatalogue,
    unit: &'r Unit,
}

/// The units by nation and id. Units that an overlay takes away are left out.
type UnitsById<'r> = BTreeMap<(Option<&'r str>, &'r str), CatalogueUnit<'r>>;

/// The units that differ.
pub(crate) fn units(before: &Ruleset, after: &Ruleset) -> Vec<ChangedThing> {
    let (one, other) = (all(before), all(after));
    let mut things = Vec::new();
    let mut renamed = Vec::new();
    for (place, found) in &one {
        let later = other.get(place).or_else(|| {
            let (new, later) = other.iter().find(|(new, later)| {
                new.0 == place.0 && !one.contains_key(*new) && later.unit.aliases.iter().any(|a| slug(a) == place.1)
            })?;
            renamed.push(*new);
            Some(later)
        });
        match later {
            Some(later) => things.extend(changed(*found, *later)),
            None => things.push(thing(*found, ThingChange::Gone)),
        }
    }
    let is_new = |place: &(Option<&str>, &str)| !one.contains_key(place) && !renamed.contains(place);
    things.extend(other.iter().filter(|(place, _)| is_new(place)).map(|(_, found)| thing(*found, ThingChange::New)));
    things
}

fn all(ruleset: &Ruleset) -> UnitsById<'_> {
    let mut units = UnitsById::new();
    for catalogue in ruleset.catalogues() {
        let nation = catalogue.written().nation.as_deref();
        for unit in &catalogue.written().units {
            if ban(catalogue, unit).is_none_or(|(_, why)| why != BanReason::Removed) {
                units.entry((nation, &unit.id)).or_insert(CatalogueUnit { ruleset, catalogue, unit });
            }
        }
    }
    units
}

fn ban(catalogue: &ReadyCatalogue, unit: &Unit) -> Option<Ban> {
    catalogue.treated(unit).and_then(|treated| treated.ban)
}

impl CatalogueUnit<'_> {
    fn nation(&self) -> Option<ThingOwner> {
        let id = self.catalogue.written().nation.as_deref()?;
        let name = self.ruleset.declarations().nations.get(id).map_or(id, |nation| &nation.name);
        Some(ThingOwner { name: name.to_owned(), id: id.to_owned() })
    }

    /// Its size, type and price: `Medium Naval, 85 for each model`.
    fn says(&self) -> String {
        let declarations = self.ruleset.declarations();
        let traits = phrases::describe_unit(declarations, self.unit);
        let price = match price::of_one(self.unit) {
            Some(_) if !self.unit.members.is_empty() => price::unit(declarations, self.unit),
            points => number::points(points, None),
        };
        if traits.is_empty() { price } else { format!("{traits}, {price}") }
    }

    /// The bans of the unit and of its options, each with what it is about.
    fn bans(&self) -> Vec<(String, String)> {
        let said = |ban: Ban| banned(self.ruleset, ban);
        let Some(treated) = self.catalogue.treated(self.unit) else { return Vec::new() };
        let own = treated.ban.map(|ban| (String::new(), said(ban)));
        own.into_iter().chain(treated.options.iter().map(|(id, ban)| (id.clone(), said(*ban)))).collect()
    }
}

/// Who bans something.
pub(crate) fn banned(ruleset: &Ruleset, (event, why): Ban) -> String {
    let name = ruleset.events().and_then(|events| events.all.get(event)).map_or("", |event| &event.name);
    match why {
        BanReason::Banned => format!("banned by {name}"),
        BanReason::Left => format!("not among those that {name} allows"),
        BanReason::Removed => format!("taken away by {name}"),
    }
}

fn thing(found: CatalogueUnit, became: ThingChange) -> ChangedThing {
    let weight = if became == ThingChange::New { Weight::Minor } else { Weight::Major };
    let (id, name) = (found.unit.id.clone(), found.unit.name.clone());
    let bans = found.bans().into_iter().filter(|(about, _)| about.is_empty()).map(|(_, ban)| ban);
    let says = std::iter::once(found.says()).chain(bans).collect::<Vec<_>>().join(", ");
    ChangedThing {
        kind: ThingKind::Unit,
        id,
        name,
        of: found.nation(),
        became,
        says: Some(says),
        details: Vec::new(),
        weight,
    }
}

fn changed(before: CatalogueUnit, after: CatalogueUnit) -> Option<ChangedThing> {
    let declarations = after.ruleset.declarations();
    let mut details = bans(&before, &after);
    if before.unit != after.unit {
        let value = |unit: &Unit| serde_json::to_value(with_named_defaults(unit)).unwrap_or_default();
        let (one, other) = (value(before.unit), value(after.unit));
        details.extend(differences(&one, &other).iter().map(|difference| Detail {
            at: difference.at(),
            says: words::says(declarations, difference),
            before: difference.before.cloned().unwrap_or_default(),
            after: difference.after.cloned().unwrap_or_default(),
            weight: match difference.at().as_str() {
                "/name" => weigh::of_name(&before.unit.name, &after.unit.name, &after.unit.aliases),
                "/id" => weigh::of_name(&before.unit.id, &after.unit.id, &after.unit.aliases),
                _ => weigh::of_unit(difference),
            },
        }));
    }
    let CatalogueUnit { unit, .. } = after;
    ChangedThing::changed(ThingKind::Unit, &unit.id, &unit.name, after.nation(), details)
}

/// A unit whose groups name what they hold if nothing is stated. An id would differ where the option is the same.
fn with_named_defaults(unit: &Unit) -> Unit {
    fn name(options: &mut [UnitOption], choices: &mut [Choice]) {
        for choice in choices {
            let usual = choice.options.iter().find(|option| choice.default.as_ref() == Some(&option.id));
            choice.default = usual.map(|option| option.name.clone()).or(choice.default.take());
            name(&mut choice.options, &mut choice.choices);
        }
        for option in options {
            name(&mut option.options, &mut option.choices);
        }
    }
    let mut unit = unit.clone();
    name(&mut unit.options, &mut unit.choices);
    for member in &mut unit.members {
        name(&mut member.options, &mut member.choices);
    }
    unit
}

/// The bans that are new or gone.
fn bans(before: &CatalogueUnit, after: &CatalogueUnit) -> Vec<Detail> {
    let (one, other) = (before.bans(), after.bans());
    let mut details = Vec::new();
    let detail = |id: &str, says: String, is_banned: bool| {
        let option = after.unit_option(id).or_else(|| before.unit_option(id));
        let says = if id.is_empty() { says } else { format!("option {}: {says}", option.unwrap_or(id.to_owned())) };
        let at = if id.is_empty() { "/ban".to_owned() } else { format!("/options/{id}/ban") };
        let weight = if is_banned { Weight::Major } else { Weight::Minor };
        Detail { at, says, before: Value::from(!is_banned), after: json!(is_banned), weight }
    };
    for (id, ban) in &other {
        if !one.iter().any(|(known, _)| known == id) {
            details.push(detail(id, ban.clone(), true));
        }
    }
    for (id, ban) in &one {
        if !other.iter().any(|(known, _)| known == id) {
            details.push(detail(id, format!("{ban} before, and no longer"), false));
        }
    }
    details
}

impl CatalogueUnit<'_> {
    /// The name of an option by its id.
    fn unit_option(&self, id: &str) -> Option<String> {
        let ready = self.catalogue.find(&self.unit.id)?;
        ready.find(id).and_then(|place| ready.options.get(place)).map(|option| option.name.clone())
    }
}
