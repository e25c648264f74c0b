//! What of a list the opponent may see: the same list without what its ruleset or its player keeps secret.

use crate::list::{ArmyList, Squadron};
use crate::ruleset::Declarations;

/// The list without secret decks, secret roles and private notes.
///
/// Whatever is made from this list (its summary, its findings) can tell no secret, however the engine came to it: a slot
/// that only a secret role explains is filled as if nobody bore that role.
#[must_use]
pub fn open(declarations: &Declarations, list: &ArmyList) -> ArmyList {
    let mut list = list.clone();
    list.private_notes = None;
    // A deck of a misspelt name may be a secret one.
    list.decks.retain(|id, _| declarations.decks.get(id).is_some_and(|deck| !deck.secret));
    for group in &mut list.groups {
        group.private_notes = None;
        open_squadrons(declarations, &mut group.squadrons);
    }
    open_squadrons(declarations, &mut list.squadrons);
    list
}

fn open_squadrons(declarations: &Declarations, squadrons: &mut [Squadron]) {
    for squadron in squadrons {
        squadron.private_notes = None;
        // So may a role.
        squadron.roles.retain(|pick| declarations.role(pick.role()).is_some_and(|id| !declarations.roles[id].secret));
        open_squadrons(declarations, &mut squadron.attached);
    }
}
