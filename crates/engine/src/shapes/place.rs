//! Where something stands in a list, and the walk over its squadrons.

use std::fmt;

use super::list::{ArmyList, Squadron};

/// A place among the squadrons of a list, of a group, or of those attached to a squadron.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquadronPlace {
    /// The index of the group, if it is in one.
    pub group: Option<usize>,
    /// The index of the squadron, then of the squadron attached to it, and so on. Empty for the list or the group itself.
    pub path: Vec<usize>,
}

impl SquadronPlace {
    /// The list itself, or a group of it.
    #[must_use]
    pub fn of_group(group: Option<usize>) -> Self {
        Self { group, path: Vec::new() }
    }

    /// What a JSON pointer of a finding points into: a squadron, a group or the list. None if it points elsewhere.
    #[must_use]
    pub fn parse(pointer: &str) -> Option<Self> {
        let mut steps = pointer.split('/').skip(1).peekable();
        let mut place = Self::default();
        if steps.next_if_eq(&"groups").is_some() {
            place.group = match steps.next() {
                Some(index) => Some(index.parse().ok()?),
                None => return Some(place),
            };
        }
        while steps.next_if(|step| matches!(*step, "squadrons" | "sections" | "units" | "attached")).is_some() {
            match steps.next() {
                Some(index) => place.path.push(index.parse().ok()?),
                None => break,
            }
        }
        let is_whole = pointer.is_empty() || place.group.is_some() || !place.path.is_empty();
        (is_whole || matches!(pointer, "/squadrons" | "/sections" | "/units" | "/mfv")).then_some(place)
    }

    /// The place to which exactly this JSON pointer leads. None if it leads elsewhere, or into the place.
    #[must_use]
    pub fn exact(pointer: &str) -> Option<Self> {
        Self::parse(pointer).filter(|place| place.to_string() == pointer)
    }

    /// The squadron that JSON pointers of a finding point at, or into, if they are about no other.
    #[must_use]
    pub fn only(pointers: &[String]) -> Option<Self> {
        let mut squadrons = pointers.iter().map(|pointer| Self::parse(pointer).filter(Self::is_squadron));
        let first = squadrons.next()??;
        squadrons.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// The place in which it stands: its host, its group or the list.
    #[must_use]
    pub fn outer(&self) -> Self {
        let path = self.path.split_last().map_or(&[][..], |(_, outer)| outer);
        Self { group: self.group, path: path.to_vec() }
    }

    /// A squadron inside this place.
    #[must_use]
    pub fn inner(&self, index: usize) -> Self {
        let mut place = self.clone();
        place.path.push(index);
        place
    }

    /// Whether it is a squadron, attached or not.
    #[must_use]
    pub fn is_squadron(&self) -> bool {
        !self.path.is_empty()
    }

    /// Whether it is a squadron that is attached to another.
    #[must_use]
    pub fn is_attached(&self) -> bool {
        self.path.len() > 1
    }

    /// Whether a list has this place.
    #[must_use]
    pub fn is_in(&self, list: &ArmyList) -> bool {
        self.squadrons(list).is_some()
    }

    /// The squadron at this place.
    #[must_use]
    pub fn squadron<'l>(&self, list: &'l ArmyList) -> Option<&'l Squadron> {
        let (index, _) = self.path.split_last()?;
        self.outer().squadrons(list)?.get(*index)
    }

    /// The same, to be changed.
    pub fn squadron_mut<'l>(&self, list: &'l mut ArmyList) -> Option<&'l mut Squadron> {
        let (index, _) = self.path.split_last()?;
        self.outer().squadrons_mut(list)?.get_mut(*index)
    }

    /// The squadrons in this place: those attached to a squadron, those of a group or of the list.
    #[must_use]
    pub fn squadrons<'l>(&self, list: &'l ArmyList) -> Option<&'l Vec<Squadron>> {
        let mut squadrons = match self.group {
            Some(group) => &list.groups.get(group)?.squadrons,
            None => &list.squadrons,
        };
        for index in &self.path {
            squadrons = &squadrons.get(*index)?.attached;
        }
        Some(squadrons)
    }

    /// The same, to be changed.
    pub fn squadrons_mut<'l>(&self, list: &'l mut ArmyList) -> Option<&'l mut Vec<Squadron>> {
        let mut squadrons = match self.group {
            Some(group) => &mut list.groups.get_mut(group)?.squadrons,
            None => &mut list.squadrons,
        };
        for index in &self.path {
            squadrons = &mut squadrons.get_mut(*index)?.attached;
        }
        Some(squadrons)
    }

    /// All squadrons of a list, those that are attached too, each before those attached to it.
    #[must_use]
    pub fn all(list: &ArmyList) -> Vec<Self> {
        fn add(outer: &SquadronPlace, squadrons: &[Squadron], found: &mut Vec<SquadronPlace>) {
            for (index, squadron) in squadrons.iter().enumerate() {
                let place = outer.inner(index);
                found.push(place.clone());
                add(&place, &squadron.attached, found);
            }
        }
        let mut found = Vec::new();
        add(&Self::default(), &list.squadrons, &mut found);
        for (index, group) in list.groups.iter().enumerate() {
            add(&Self::of_group(Some(index)), &group.squadrons, &mut found);
        }
        found
    }
}

impl ArmyList {
    /// All squadrons in the order of [`SquadronPlace::all`].
    pub fn each_squadron(&self) -> impl Iterator<Item = &Squadron> {
        self.each_in_groups().map(|(_, squadron)| squadron)
    }

    /// The same, each with the index of its group.
    pub fn each_in_groups(&self) -> impl Iterator<Item = (Option<usize>, &Squadron)> {
        let groups = self.groups.iter().enumerate().map(|(index, group)| (Some(index), group.squadrons.as_slice()));
        let all = std::iter::once((None, self.squadrons.as_slice())).chain(groups);
        all.flat_map(|(group, squadrons)| with_attached(squadrons).map(move |squadron| (group, squadron)))
    }
}

/// Squadrons with those attached to them, each before those attached to it.
pub fn with_attached(squadrons: &[Squadron]) -> impl Iterator<Item = &Squadron> {
    let mut waiting = vec![squadrons.iter()];
    std::iter::from_fn(move || {
        loop {
            match waiting.last_mut()?.next() {
                Some(squadron) => {
                    waiting.push(squadron.attached.iter());
                    return Some(squadron);
                }
                None => drop(waiting.pop()),
            }
        }
    })
}

impl fmt::Display for SquadronPlace {
    /// The JSON pointer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(group) = self.group {
            write!(f, "/groups/{group}")?;
        }
        for (depth, index) in self.path.iter().enumerate() {
            write!(f, "/{}/{index}", if depth == 0 { "squadrons" } else { "attached" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::SquadronPlace;

    #[test]
    fn pointers_are_read_as_they_are_written() {
        for pointer in ["", "/squadrons/3", "/groups/1", "/groups/0/squadrons/2/attached/0"] {
            assert_eq!(SquadronPlace::parse(pointer).unwrap().to_string(), pointer);
        }
        assert_eq!(SquadronPlace::parse("/units/2/options/1/gun").unwrap().to_string(), "/squadrons/2");
        assert_eq!(SquadronPlace::parse("/groups").unwrap().to_string(), "");
        let pointers = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            SquadronPlace::only(&pointers(&["/squadrons/2", "/squadrons/2/models"])),
            SquadronPlace::parse("/squadrons/2")
        );
        assert_eq!(SquadronPlace::only(&pointers(&["/squadrons/2", "/squadrons/1"])), None);
        for elsewhere in ["/settings/core", "/decks/tacs/1", "/groups/x", "/squadrons/-"] {
            assert_eq!(SquadronPlace::parse(elsewhere), None, "{elsewhere}");
        }
    }
}
