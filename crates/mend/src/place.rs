//! Where something stands in a list.

use std::fmt;

use muster_engine::list::{ArmyList, Squadron};

/// A place among the squadrons of a list, of a group, or of those attached to a squadron.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The index of the group, if it is in one.
    pub group: Option<usize>,
    /// The index of the squadron, then of the squadron attached to it, and so on. Empty for the list or the group itself.
    pub path: Vec<usize>,
}

impl Place {
    /// The list itself, or a group of it.
    pub(crate) fn of_group(group: Option<usize>) -> Self {
        Self { group, path: Vec::new() }
    }

    /// What a JSON pointer of a finding points into: a squadron, a group or the list. None if it points elsewhere.
    pub(crate) fn parse(pointer: &str) -> Option<Self> {
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

    /// The squadron that JSON pointers of a finding point at, or into, if they are about no other.
    #[must_use]
    pub fn only(pointers: &[String]) -> Option<Self> {
        let mut squadrons = pointers.iter().map(|pointer| Self::parse(pointer).filter(Self::is_squadron));
        let first = squadrons.next()??;
        squadrons.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// The place in which it stands: its host, its group or the list.
    pub(crate) fn outer(&self) -> Self {
        let path = self.path.split_last().map_or(&[][..], |(_, outer)| outer);
        Self { group: self.group, path: path.to_vec() }
    }

    /// A squadron inside this place.
    pub(crate) fn inner(&self, index: usize) -> Self {
        let mut place = self.clone();
        place.path.push(index);
        place
    }

    pub(crate) fn is_squadron(&self) -> bool {
        !self.path.is_empty()
    }

    pub(crate) fn is_attached(&self) -> bool {
        self.path.len() > 1
    }

    /// The squadron at this place.
    pub(crate) fn squadron<'l>(&self, list: &'l ArmyList) -> Option<&'l Squadron> {
        let (index, _) = self.path.split_last()?;
        self.outer().squadrons(list)?.get(*index)
    }

    pub(crate) fn squadron_mut<'l>(&self, list: &'l mut ArmyList) -> Option<&'l mut Squadron> {
        let (index, _) = self.path.split_last()?;
        self.outer().squadrons_mut(list)?.get_mut(*index)
    }

    /// The squadrons in this place: those attached to a squadron, those of a group or of the list.
    pub(crate) fn squadrons<'l>(&self, list: &'l ArmyList) -> Option<&'l Vec<Squadron>> {
        let mut squadrons = match self.group {
            Some(group) => &list.groups.get(group)?.squadrons,
            None => &list.squadrons,
        };
        for index in &self.path {
            squadrons = &squadrons.get(*index)?.attached;
        }
        Some(squadrons)
    }

    pub(crate) fn squadrons_mut<'l>(&self, list: &'l mut ArmyList) -> Option<&'l mut Vec<Squadron>> {
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
        let mut found = Vec::new();
        let groups = (0..list.groups.len()).map(Some);
        for group in std::iter::once(None).chain(groups) {
            add(list, &Self::of_group(group), &mut found);
        }
        found
    }
}

fn add(list: &ArmyList, outer: &Place, found: &mut Vec<Place>) {
    for index in 0..outer.squadrons(list).map_or(0, Vec::len) {
        let place = outer.inner(index);
        found.push(place.clone());
        add(list, &place, found);
    }
}

impl fmt::Display for Place {
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
    use super::Place;

    #[test]
    fn pointers_are_read_as_they_are_written() {
        for pointer in ["", "/squadrons/3", "/groups/1", "/groups/0/squadrons/2/attached/0"] {
            assert_eq!(Place::parse(pointer).unwrap().to_string(), pointer);
        }
        assert_eq!(Place::parse("/units/2/options/1/gun").unwrap().to_string(), "/squadrons/2");
        assert_eq!(Place::parse("/groups").unwrap().to_string(), "");
        let pointers = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(Place::only(&pointers(&["/squadrons/2", "/squadrons/2/models"])), Place::parse("/squadrons/2"));
        assert_eq!(Place::only(&pointers(&["/squadrons/2", "/squadrons/1"])), None);
        for elsewhere in ["/settings/core", "/decks/tacs/1", "/groups/x", "/squadrons/-"] {
            assert_eq!(Place::parse(elsewhere), None, "{elsewhere}");
        }
    }
}
