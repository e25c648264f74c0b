//! The open list: what an opponent may see of a list. It leaves out what the ruleset or the player keeps secret.

use crate::shapes::declarations::Declarations;
use crate::shapes::list::{ArmyList, ModelCount, RolePick, Squadron};

/// The list without secret decks, secret roles, private notes, the salt and the player's address. Keys that begin with `x-` are
/// left out too, because nobody here knows what they hold.
///
/// The open list holds no secret. So nothing that is made from it, such as a summary or a report, can give one away.
/// For example, its slots are filled as if nobody had a secret role.
#[must_use]
pub fn open(declarations: &Declarations, list: &ArmyList) -> ArmyList {
    let mut list = list.clone();
    list.private_notes = None;
    list.email = None;
    list.salt = None;
    list.extra.clear();
    if let Some(sheet) = &mut list.sheet {
        sheet.extra.clear();
    }
    // A deck whose name is misspelt may be a secret one, so it is left out.
    list.decks.retain(|id, _| declarations.decks.get(id).is_some_and(|deck| !deck.secret));
    for group in &mut list.groups {
        group.private_notes = None;
        group.extra.clear();
        open_squadrons(declarations, &mut group.squadrons);
    }
    open_squadrons(declarations, &mut list.squadrons);
    list
}

/// Whether the open list leaves out a deck or a role. Notes and the player's address do not count.
#[must_use]
pub fn hides(declarations: &Declarations, list: &ArmyList) -> bool {
    let roles = |list: &ArmyList| list.each_squadron().map(|squadron| squadron.roles.len()).sum::<usize>();
    let all = |list: &ArmyList| list.decks.len() + roles(list);
    all(list) != all(&open(declarations, list))
}

fn open_squadrons(declarations: &Declarations, squadrons: &mut [Squadron]) {
    for squadron in squadrons {
        squadron.private_notes = None;
        squadron.extra.clear();
        if let Some(ModelCount::Parts(parts)) = &mut squadron.models {
            for part in parts {
                part.extra.clear();
            }
        }
        for pick in &mut squadron.roles {
            if let RolePick::Detailed(detail) = pick {
                detail.extra.clear();
            }
        }
        // A role whose name is misspelt may be a secret one, so it is left out.
        squadron.roles.retain(|pick| {
            let role = declarations.role(pick.role()).and_then(|id| declarations.roles.get(id));
            role.is_some_and(|role| !role.secret)
        });
        open_squadrons(declarations, &mut squadron.attached);
    }
}
