//! The rulesets built into the program; `build.rs` makes them from `rulesets/`.

use std::borrow::Cow;

/// A published version of a shipped ruleset.
pub(crate) struct BuiltInVersion {
    pub id: &'static str,
    pub name: &'static str,
    pub edition: &'static str,
    pub version: &'static str,
    /// The day from which it is in force, as YYYY-MM-DD.
    pub released: Option<&'static str>,
    /// Whether its ruleset has an index of published versions, which does not have this one.
    pub is_unpublished: bool,
    /// Whether a newer version from the same folder took its place. Those come before it in the table.
    pub is_past: bool,
    /// Id and version range of the ruleset that it extends.
    pub extends: Option<(&'static str, &'static str)>,
    pub digest: &'static str,
    pub fingerprint: &'static str,
    /// `{declarations, rules, special-rules, cards}` as JSON.
    pub core: &'static ShippedText,
    pub catalogues: &'static [BuiltInCatalogue],
    /// The names and texts of the files in its `import` folder and of the special rules that they name. The names are
    /// relative to that folder. Older versions have those of the newest, which read more files.
    pub import: &'static [(&'static str, &'static str)],
    /// How its game looks, as JSON. Older versions look like the newest.
    pub looks: &'static str,
}

/// The units of one nation of a shipped ruleset.
pub(crate) struct BuiltInCatalogue {
    /// Its file name without the extension.
    pub name: &'static str,
    /// None for units that every nation may field.
    pub nation: Option<&'static str>,
    pub json: &'static ShippedText,
}

/// JSON of a shipped ruleset.
#[derive(Debug)]
pub(crate) enum ShippedText {
    /// The whole text.
    Whole(&'static str),
    /// What differs from the text of a newer version: a unified diff that makes this text of that one.
    Changed(&'static ShippedText, &'static str),
    /// The program is a small one and does not have it. The full program does.
    #[cfg(not(feature = "full"))]
    LeftOut,
}

impl ShippedText {
    /// Whether the program does not have it.
    pub(crate) fn is_left_out(&self) -> bool {
        match self {
            Self::Whole(_) => false,
            Self::Changed(newer, _) => newer.is_left_out(),
            #[cfg(not(feature = "full"))]
            Self::LeftOut => true,
        }
    }

    /// The text. Our own build wrote the diffs and applied each of them. A diff that did not fit would give an empty
    /// text, and the tests of the shipped rulesets would fail.
    pub(crate) fn text(&self) -> Cow<'static, str> {
        match self {
            #[cfg(not(feature = "full"))]
            Self::LeftOut => {
                muster_engine::effort::end_as_impossible();
                Cow::Borrowed("")
            }
            Self::Whole(text) => Cow::Borrowed(text),
            Self::Changed(newer, patch) => {
                let patch = diffy::Patch::from_str(patch).ok();
                Cow::Owned(patch.and_then(|patch| diffy::apply(&newer.text(), &patch).ok()).unwrap_or_default())
            }
        }
    }
}

include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
