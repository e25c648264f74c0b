//! Aliases: other names that lists may use for a unit.

use std::collections::HashSet;

use muster_engine::catalogue::Unit;
use muster_engine::slug::slug;

use super::notice::{NoticeKind, Notices};

/// Makes a short name an alias if it is unambiguous: no other unit has that name or a name that begins with it.
pub(super) fn add_short_names(units: &mut [Unit], short: &[(String, String)]) {
    let named: Vec<(String, String)> = units
        .iter()
        .flat_map(|unit| {
            let names = unit.aliases.iter().chain([&unit.name]).map(|name| slug(name)).chain([unit.id.clone()]);
            names.map(|name| (unit.id.clone(), name)).collect::<Vec<_>>()
        })
        .chain(short.iter().map(|(unit, name)| (unit.clone(), slug(name))))
        .collect();
    for (id, name) in short {
        let wanted = slug(name);
        let begins = format!("{wanted}-");
        let shared = named.iter().any(|(other, taken)| other != id && (*taken == wanted || taken.starts_with(&begins)));
        let Some(unit) = units.iter_mut().find(|unit| unit.id == *id) else { continue };
        let known = unit.id == wanted || unit.aliases.iter().any(|alias| slug(alias) == wanted);
        if !shared && !known && !wanted.is_empty() {
            unit.aliases.push(name.clone());
        }
    }
}

/// Keeps only aliases that name exactly one unit and differ from its id.
pub(super) fn tidy_aliases(units: &mut [Unit], notices: &mut Notices) {
    let mut taken: HashSet<String> = units.iter().map(|unit| unit.id.clone()).collect();
    for unit in units {
        let mut kept = Vec::new();
        for alias in std::mem::take(&mut unit.aliases) {
            let id = slug(&alias);
            if id == unit.id {
                continue;
            }
            if taken.insert(id.clone()) {
                kept.push(alias);
            } else if !kept.iter().any(|kept| slug(kept) == id) {
                notices.add(NoticeKind::Differs, 0, &unit.id, format!("the alias {alias:?} means another unit too"));
            }
        }
        unit.aliases = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_that_could_mean_two_units_is_none() {
        let unit = |id: &str, name: &str| Unit { id: id.into(), name: name.into(), ..Unit::default() };
        let mut units = [
            unit("gull-class-ship", "Gull Class Ship"),
            unit("whale-class-ship", "Whale Class Ship"),
            unit("whale-class-barge", "Whale Class Barge"),
            unit("heron-class-ship", "Heron Class Ship"),
            unit("heron-squadron", "Heron Squadron"),
        ];
        let short = ["gull", "whale", "heron"].map(|name| (format!("{name}-class-ship"), name.to_owned()));
        add_short_names(&mut units, &short);
        assert_eq!(units.map(|unit| unit.aliases.len()), [1, 0, 0, 0, 0]);
    }
}
