//! What of a list the opponent may see: the same list without what its ruleset or its player keeps secret.

use crate::shapes::declarations::Declarations;
use crate::shapes::list::{ArmyList, Models, RolePick, Squadron};

/// The list without secret decks, secret roles and private notes, without the player's address, and without keys that begin
/// with `x-`: nobody here knows what those hold.
///
/// Whatever is made from this list (its summary, its findings) can tell no secret, however the engine came to it: a slot
/// that only a secret role explains is filled as if nobody bore that role.
#[must_use]
pub fn open(declarations: &Declarations, list: &ArmyList) -> ArmyList {
    let mut list = list.clone();
    list.private_notes = None;
    list.email = None;
    list.extra.clear();
    if let Some(sheet) = &mut list.sheet {
        sheet.extra.clear();
    }
    // A deck of a misspelt name may be a secret one.
    list.decks.retain(|id, _| declarations.decks.get(id).is_some_and(|deck| !deck.secret));
    for group in &mut list.groups {
        group.private_notes = None;
        group.extra.clear();
        open_squadrons(declarations, &mut group.squadrons);
    }
    open_squadrons(declarations, &mut list.squadrons);
    list
}

fn open_squadrons(declarations: &Declarations, squadrons: &mut [Squadron]) {
    for squadron in squadrons {
        squadron.private_notes = None;
        squadron.extra.clear();
        if let Some(Models::Parts(parts)) = &mut squadron.models {
            for part in parts {
                part.extra.clear();
            }
        }
        // So may a role.
        for pick in &mut squadron.roles {
            if let RolePick::Detailed(detail) = pick {
                detail.extra.clear();
            }
        }
        squadron.roles.retain(|pick| declarations.role(pick.role()).is_some_and(|id| !declarations.roles[id].secret));
        open_squadrons(declarations, &mut squadron.attached);
    }
}
