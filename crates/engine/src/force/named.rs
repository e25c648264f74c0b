//! The names of options and Marks in a squadron, where they stand.

use crate::agreed::escape;
use crate::list::{Models, OptionPick, Squadron};

/// An option or a Mark that a squadron names.
pub(crate) struct Named<'l> {
    /// Its place within the squadron.
    pub place: String,
    pub name: &'l str,
    pub is_mark: bool,
}

/// Everything that a squadron names, in the order of the list.
pub(crate) fn named(squadron: &Squadron) -> Vec<Named<'_>> {
    let mut names = Vec::new();
    options(&squadron.options, "/options", &mut names);
    mark(squadron.mark.as_ref(), "/mark", &mut names);
    if let Some(Models::Parts(parts)) = &squadron.models {
        for (position, part) in parts.iter().enumerate() {
            options(&part.options, &format!("/models/{position}/options"), &mut names);
            mark(part.mark.as_ref(), &format!("/models/{position}/mark"), &mut names);
        }
    }
    names
}

fn mark<'l>(mark: Option<&'l String>, place: &str, names: &mut Vec<Named<'l>>) {
    names.extend(mark.map(|name| Named { place: place.to_owned(), name, is_mark: true }));
}

fn options<'l>(options: &'l [OptionPick], place: &str, names: &mut Vec<Named<'l>>) {
    for (position, pick) in options.iter().enumerate() {
        let place = format!("{place}/{position}");
        match pick {
            OptionPick::Every(name) => names.push(Named { place, name, is_mark: false }),
            OptionPick::Some(counts) => names.extend(counts.keys().map(|name| Named {
                place: format!("{place}/{}", escape(name)),
                name,
                is_mark: false,
            })),
        }
    }
}
