//! Words of a list that stand for something the ruleset declares, or for its own squadrons, but name nothing.

use std::collections::HashMap;

use crate::agreed::{Misunderstood, escape};
use crate::compiled::Ruleset;
use crate::force::written;
use crate::list::{ArmyList, CardPick, Squadron};
use crate::nearest::nearest;
use crate::slug::slug;
use crate::wording;

/// Words of the list that stand for something the ruleset declares, and for squadrons of the list, but name nothing.
pub(crate) fn misnamed(ruleset: &Ruleset, list: &ArmyList, wrong: &mut Vec<Misunderstood>) {
    let declarations = ruleset.declarations();
    if !list.groups.is_empty() {
        wrong.push(Misunderstood {
            at: "/groups".to_owned(),
            message: format!("{} has no groups", declarations.name),
            help: Some("put the squadrons in `squadrons`".to_owned()),
        });
    }
    for deck in list.decks.keys().filter(|deck| !declarations.decks.contains_key(*deck)) {
        wrong.push(Misunderstood {
            at: format!("/decks/{}", escape(deck)),
            message: format!("{} has no deck `{deck}`", declarations.name),
            help: any_of("decks", deck, declarations.decks.keys().map(String::as_str)),
        });
    }
    for (deck, cards) in &list.decks {
        for (position, card) in cards.iter().enumerate() {
            let CardPick::Detailed(detail) = card else { continue };
            let known = || {
                declarations.traits.iter().filter(|(_, t)| t.of == crate::ruleset::Owner::Card).map(|(n, _)| written(n))
            };
            for key in detail.traits.keys().filter(|key| !key.starts_with("x-") && !known().any(|name| name == *key)) {
                wrong.push(Misunderstood {
                    at: format!("/decks/{}/{position}/{}", escape(deck), escape(key)),
                    message: format!("a card has no `{key}`"),
                    help: any_of("facts", key, known().chain(["card", "cost", "replaces"])),
                });
            }
        }
    }
    let mut ids: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut twice = Vec::new();
    walk(&list.squadrons, &mut Vec::new(), &mut |squadron, path| {
        if let Some(id) = &squadron.id
            && ids.insert(id, path.to_vec()).is_some()
        {
            twice.push((path.to_vec(), id));
        }
    });
    wrong.extend(twice.into_iter().map(|(path, id)| Misunderstood {
        at: format!("{}/id", pointer(&path)),
        message: format!("another squadron has the id `{id}` already"),
        help: None,
    }));
    walk(&list.squadrons, &mut Vec::new(), &mut |squadron, path| words(ruleset, squadron, path, &ids, wrong));
}

/// Visits squadrons and what is attached to them, each with the positions that lead to it.
fn walk<'l>(squadrons: &'l [Squadron], path: &mut Vec<usize>, visit: &mut dyn FnMut(&'l Squadron, &[usize])) {
    for (position, squadron) in squadrons.iter().enumerate() {
        path.push(position);
        visit(squadron, path);
        walk(&squadron.attached, path, visit);
        path.pop();
    }
}

fn pointer(path: &[usize]) -> String {
    let positions: Vec<String> = path.iter().map(usize::to_string).collect();
    format!("/squadrons/{}", positions.join("/attached/"))
}

fn words(
    ruleset: &Ruleset,
    squadron: &Squadron,
    path: &[usize],
    ids: &HashMap<&str, Vec<usize>>,
    wrong: &mut Vec<Misunderstood>,
) {
    let declarations = ruleset.declarations();
    if let Some(allocation) = squadron.allocation.as_ref().filter(|a| !declarations.allocations.contains_key(*a)) {
        wrong.push(Misunderstood {
            at: format!("{}/allocation", pointer(path)),
            message: format!("{} knows no allocation `{allocation}`", declarations.name),
            help: any_of("allocations", allocation, declarations.allocations.keys().map(String::as_str)),
        });
    }
    for (position, pick) in squadron.roles.iter().enumerate() {
        let wanted = slug(pick.role());
        let known = declarations.roles.iter().any(|(id, role)| *id == wanted || slug(&role.title) == wanted);
        if !known {
            wrong.push(Misunderstood {
                at: format!("{}/roles/{position}", pointer(path)),
                message: format!("{} knows no role `{}`", declarations.name, pick.role()),
                help: any_of("roles", pick.role(), declarations.roles.keys().map(String::as_str)),
            });
        }
    }
    let carries = squadron.carries.iter().enumerate().map(|(position, id)| (Some(position), id));
    for (position, id) in squadron.brought_by.iter().map(|id| (None, id)).chain(carries) {
        let message = match ids.get(id.as_str()) {
            None => format!("no squadron has the id `{id}`"),
            Some(other) if other == path => "a squadron cannot point at itself".to_owned(),
            Some(_) => continue,
        };
        let place = position.map_or_else(|| "brought-by".to_owned(), |position| format!("carries/{position}"));
        let mut known: Vec<&str> = ids.keys().copied().collect();
        known.sort_unstable();
        let help = any_of("ids of squadrons", id, known.into_iter().take(100));
        wrong.push(Misunderstood { at: format!("{}/{place}", pointer(path)), message, help });
    }
}

fn any_of<'n>(what: &str, word: &str, known: impl Iterator<Item = &'n str> + Clone) -> Option<String> {
    nearest(word, known.clone()).or_else(|| {
        let known = wording::list_of(known);
        (!known.is_empty()).then(|| format!("{what}: {known}"))
    })
}
