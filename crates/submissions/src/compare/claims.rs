//! New lists that state the name or the address of an earlier list which came from elsewhere.

use std::collections::HashMap;

use muster_engine::theirs::quoted;

use crate::origin::alike;
use crate::submission::Submission;

/// At most so many earlier lists of one name or address are looked at.
const LOOKED_AT: usize = 1000;

/// The earlier lists by what they state.
pub(super) struct EarlierLists<'a> {
    /// By the player's name, as it looks, so that nobody passes for another by a name that looks the same.
    names: HashMap<String, Vec<&'a Submission>>,
    /// By the address that they came from, else the one that they state.
    addresses: HashMap<String, Vec<&'a Submission>>,
}

impl<'a> EarlierLists<'a> {
    pub(super) fn of(lists: &'a [Submission]) -> Self {
        let mut known = Self { names: HashMap::new(), addresses: HashMap::new() };
        for list in lists.iter().filter(|list| list.list.is_some()) {
            if let Some(name) = list.player().map(alike).filter(|name| !name.is_empty()) {
                known.names.entry(name).or_default().push(list);
            }
            if let Some(address) = list.address() {
                known.addresses.entry(address.to_ascii_lowercase()).or_default().push(list);
            }
        }
        known
    }

    /// What a new list states of earlier ones which it cannot be a version of, as a sentence: `it states the name “Anna” of the
    /// earlier “anna.yaml”, but came from “eve@example.org”; that one came from “anna@example.org”`.
    pub(super) fn claim(&self, new: &Submission) -> Option<String> {
        let origin = new.origin();
        let other = |earlier: &Vec<&'a Submission>| -> Option<&'a Submission> {
            let is_other = |earlier: &&'a Submission| !origin.may_be(earlier.origin());
            earlier.iter().take(LOOKED_AT).all(is_other).then(|| earlier.first().copied()).flatten()
        };
        let named = origin.player().and_then(|name| other(self.names.get(&alike(name))?));
        let claimed = origin.stated_address().filter(|stated| !origin.is_from(stated));
        let stated = claimed.and_then(|it| other(self.addresses.get(&it.to_ascii_lowercase())?));
        let earlier = named.or(stated)?;
        let name = origin.player().filter(|_| named.is_some()).map(|name| format!("the name {}", quoted(name)));
        let address = claimed.filter(|_| stated.is_some());
        let address = address.map(|address| format!("the address {}", quoted(address)));
        let words: Vec<String> = name.into_iter().chain(address).collect();
        let (words, place) = (words.join(" and "), quoted(&earlier.place()));
        let (own, from) = (origin.told(), earlier.origin().told());
        Some(format!("it states {words} of the earlier {place}, but {own}; that one {from}"))
    }
}
