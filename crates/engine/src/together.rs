//! Judges all lists of one player together, by the clauses that count over all of them.

use crate::check::{drafts, sorted};
use crate::force::agreed::Agreement;
use crate::force::whole::Force;
use crate::judge::by_rules::Judge;
use crate::ready::ruleset::Ruleset;
use crate::shapes::list::{ArmyList, Squadron};
use crate::shapes::report::Finding;
use crate::text::plural::{joined, short};
use crate::text::pointer::escape;

/// Judges all lists of one player together. Returns for each list the findings that point into it, with pointers into that list. A
/// finding that points to no squadron, group or card is returned for each list.
///
/// Only clauses with `together` judge. [`check`](crate::check) judges each list by all others.
#[must_use]
pub fn check_together(ruleset: &Ruleset, lists: &[&ArmyList]) -> Vec<Vec<Finding>> {
    let mut clauses = ruleset.prepared().iter().flat_map(|prepared| &prepared.clauses);
    let Some((first, others)) = lists.split_first().filter(|(_, others)| !others.is_empty()) else {
        return vec![Vec::new(); lists.len()];
    };
    if !clauses.any(|clause| clause.together) {
        return vec![Vec::new(); lists.len()];
    }
    let all = join(first, others);
    let mut force = Force::new(ruleset, &all, Agreement::new(ruleset, &all), None);
    force.is_together = true;
    // Each list pays for itself.
    let charged = |list: &&ArmyList| Force::new(ruleset, list, Agreement::new(ruleset, list), None).charged;
    force.charged = lists.iter().flat_map(charged).collect();
    let (findings, _) = sorted(&force, drafts(Judge::new(&force), |_| {}));
    let of = |list: usize| findings.iter().filter_map(move |finding| of_list(finding, lists, list)).collect();
    (0..lists.len()).map(of).collect()
}

/// The first list with the squadrons, groups and cards of the others.
fn join(first: &ArmyList, others: &[&ArmyList]) -> ArmyList {
    let mut all = first.clone();
    for (number, list) in others.iter().enumerate() {
        let nation = list.nation.as_ref().filter(|own| Some(*own) != first.nation.as_ref());
        let own = |mut squadron: Squadron| {
            set_apart(&mut squadron, number, nation);
            squadron
        };
        all.mfv = all.mfv.zip(list.mfv).map(|(all, own)| all.saturating_add(own));
        all.squadrons.extend(list.squadrons.iter().cloned().map(own));
        all.groups.extend(list.groups.iter().cloned().map(|mut group| {
            group.squadrons = group.squadrons.into_iter().map(own).collect();
            group
        }));
        for (deck, cards) in &list.decks {
            all.decks.entry(deck.clone()).or_default().extend(cards.iter().cloned());
        }
        all.open.extend(list.open.iter().copied());
    }
    all
}

/// Marks the ids of a squadron as those of another list, and states its nation where the first list has another.
fn set_apart(squadron: &mut Squadron, list: usize, nation: Option<&String>) {
    squadron.nation = squadron.nation.take().or(nation.cloned());
    for id in squadron.id.iter_mut().chain(&mut squadron.brought_by).chain(&mut squadron.carries) {
        *id = format!("{list}/{id}");
    }
    for attached in &mut squadron.attached {
        set_apart(attached, list, nation);
    }
}

/// Gives a finding the pointers of one list. None if it points only into other lists.
fn of_list(finding: &Finding, lists: &[&ArmyList], list: usize) -> Option<Finding> {
    let places: Vec<(Option<usize>, String)> = finding.at.iter().map(|at| place(at, lists)).collect();
    let is_of_all = places.iter().all(|(of, _)| of.is_none());
    let at: Vec<String> =
        places.into_iter().filter(|(of, _)| is_of_all || *of == Some(list)).map(|(_, at)| at).collect();
    if at.is_empty() && !is_of_all {
        return None;
    }
    let others = lists.iter().enumerate().filter(|(other, _)| *other != list);
    let names: Vec<String> = others.map(|(_, other)| name(other)).collect();
    let message = format!("together with {}: {}", joined(&names, "and"), finding.message);
    Some(Finding { message, at, ..finding.clone() })
}

fn name(list: &ArmyList) -> String {
    list.name
        .as_ref()
        .map_or_else(|| "a list without a name".to_owned(), |name| format!("\u{201c}{}\u{201d}", short(name)))
}

/// A pointer leads into the joined list. This returns the number of the player's list that it leads into, and the pointer within that
/// list. The number is none if the pointer leads to no squadron, group or card.
fn place(at: &str, lists: &[&ArmyList]) -> (Option<usize>, String) {
    let sizes = |of: &dyn Fn(&ArmyList) -> usize| lists.iter().map(|list| of(list)).collect::<Vec<_>>();
    let decks = lists.iter().flat_map(|list| list.decks.keys()).map(|deck| {
        let size = |list: &ArmyList| list.decks.get(deck).map_or(0, Vec::len);
        (format!("/decks/{}/", escape(deck)), sizes(&size))
    });
    let squadrons = [
        ("/squadrons/".to_owned(), sizes(&|list| list.squadrons.len())),
        ("/groups/".to_owned(), sizes(&|list| list.groups.len())),
    ];
    let found = squadrons.into_iter().chain(decks).find_map(|(start, sizes)| {
        let rest = at.strip_prefix(&start)?;
        let (number, inside) = rest.split_once('/').map_or((rest, None), |(number, inside)| (number, Some(inside)));
        let mut number: usize = number.parse().ok()?;
        let list = sizes.iter().position(|size| {
            let is_here = number < *size;
            if !is_here {
                number -= size;
            }
            is_here
        })?;
        let inside = inside.map(|inside| format!("/{inside}")).unwrap_or_default();
        Some((Some(list), format!("{start}{number}{inside}")))
    });
    found.unwrap_or_else(|| (None, at.to_owned()))
}
