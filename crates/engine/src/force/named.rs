//! The names of options and Marks in a squadron, with their places.

use crate::shapes::list::{ModelCount, OptionPick, Squadron};
use crate::text::pointer::escape;

/// An option or a Mark that a squadron names.
pub(crate) struct NamedOption<'l> {
    /// JSON pointer from the squadron.
    pub place: String,
    pub name: &'l str,
    pub is_mark: bool,
}

/// All options and Marks that a squadron names, in the order of the list.
pub(crate) fn named(squadron: &Squadron) -> Vec<NamedOption<'_>> {
    let mut names = Vec::new();
    options(&squadron.options, "/options", &mut names);
    mark(squadron.mark.as_ref(), "/mark", &mut names);
    if let Some(ModelCount::Parts(parts)) = &squadron.models {
        for (position, part) in parts.iter().enumerate() {
            options(&part.options, &format!("/models/{position}/options"), &mut names);
            mark(part.mark.as_ref(), &format!("/models/{position}/mark"), &mut names);
        }
    }
    names
}

/// The same names without their places, and whether each is a Mark.
pub(crate) fn names(squadron: &Squadron) -> impl Iterator<Item = (&str, bool)> {
    fn all<'l>(options: &'l [OptionPick], mark: Option<&'l String>) -> impl Iterator<Item = (&'l str, bool)> {
        let names = options.iter().flat_map(|pick| {
            let (every, counts) = match pick {
                OptionPick::Every(name) => (Some(name), None),
                OptionPick::Some(counts) => (None, Some(counts)),
            };
            every.into_iter().chain(counts.into_iter().flat_map(|counts| counts.keys()))
        });
        names.map(|name| (name.as_str(), false)).chain(mark.map(|mark| (mark.as_str(), true)))
    }
    let parts = match &squadron.models {
        Some(ModelCount::Parts(parts)) => parts.as_slice(),
        _ => &[],
    };
    let of_parts = parts.iter().flat_map(|part| all(&part.options, part.mark.as_ref()));
    all(&squadron.options, squadron.mark.as_ref()).chain(of_parts)
}

/// Adds the name of a Mark.
fn mark<'l>(mark: Option<&'l String>, place: &str, names: &mut Vec<NamedOption<'l>>) {
    names.extend(mark.map(|name| NamedOption { place: place.to_owned(), name, is_mark: true }));
}

/// Adds the names of options.
fn options<'l>(options: &'l [OptionPick], place: &str, names: &mut Vec<NamedOption<'l>>) {
    for (position, pick) in options.iter().enumerate() {
        let place = format!("{place}/{position}");
        match pick {
            OptionPick::Every(name) => names.push(NamedOption { place, name, is_mark: false }),
            OptionPick::Some(counts) => names.extend(counts.keys().map(|name| NamedOption {
                place: format!("{place}/{}", escape(name)),
                name,
                is_mark: false,
            })),
        }
    }
}
