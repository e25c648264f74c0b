//! Attaches squadrons that stand beside their parent in a roster.

use std::collections::{BTreeSet, HashMap};

use muster_engine::list::Squadron;

/// A squadron of the first level, with the names of the squadrons that may join it in the roster.
pub(super) struct FirstLevelSquadron {
    pub squadron: Squadron,
    /// The name of its selection.
    pub name: String,
    /// True if it is the form of a unit that is attached to others.
    pub joins: bool,
    pub hosts: Vec<String>,
}

/// Attaches squadrons to the squadrons that name them. Where several name one, each gets one of them in turn; this, and
/// that a squadron stays unattached, is told in a sentence.
pub(super) fn attached(placed: Vec<FirstLevelSquadron>, concluded: &mut Vec<String>) -> Vec<Squadron> {
    let mut hosts_of: HashMap<&str, BTreeSet<usize>> = HashMap::new();
    for (host, form) in placed.iter().enumerate() {
        for name in &form.hosts {
            hosts_of.entry(name).or_default().insert(host);
        }
    }
    let mut hosts_of: HashMap<String, (usize, Vec<usize>)> = hosts_of
        .into_iter()
        .map(|(name, hosts)| (name.to_owned(), (hosts.len(), hosts.into_iter().rev().collect())))
        .collect();
    let mut squadrons: Vec<Option<Squadron>> = Vec::new();
    let mut guests = Vec::new();
    for form in placed {
        let found = hosts_of.get_mut(&form.name).filter(|_| form.joins);
        let host = found.and_then(|(all, left)| match left.as_slice() {
            [host] if *all == 1 => Some((*host, 1)),
            _ => left.pop().map(|host| (host, *all)),
        });
        let (squadron, guest) =
            if form.joins { (None, Some((host, form.squadron))) } else { (Some(form.squadron), None) };
        squadrons.push(squadron);
        guests.extend(guest);
    }
    for (host, guest) in guests {
        let unit = &guest.unit;
        if let Some((host, hosts)) = host
            && let Some(Some(squadron)) = squadrons.get_mut(host)
        {
            if hosts > 1 {
                let to = &squadron.unit;
                concluded
                    .push(format!("`{unit}` is attached to `{to}`: the roster does not say which of {hosts} it joins"));
            }
            // The points of a squadron include those of what is attached to it.
            squadron.points = squadron.points.map(|points| points.saturating_add(guest.points.unwrap_or(0)));
            squadron.attached.push(guest);
        } else {
            concluded.push(format!("`{unit}` is not attached: the roster does not say which squadron it joins"));
            squadrons.push(Some(guest));
        }
    }
    squadrons.into_iter().flatten().collect()
}
