//! The rulesets built into the program; `build.rs` makes them from `rulesets/`.

/// A shipped ruleset.
pub(crate) struct BuiltIn {
    pub id: &'static str,
    pub name: &'static str,
    pub edition: &'static str,
    pub version: &'static str,
    /// Id and version range of the ruleset that it extends.
    pub extends: Option<(&'static str, &'static str)>,
    pub digest: &'static str,
    pub fingerprint: &'static str,
    /// `{declarations, rules, special-rules, cards}` as JSON.
    pub core: &'static str,
    pub catalogues: &'static [BuiltInCatalogue],
    /// The names and texts of the files in its `import` folder and of the special rules that they name. The names are
    /// relative to that folder.
    pub import: &'static [(&'static str, &'static str)],
}

/// The units of one nation of a shipped ruleset.
pub(crate) struct BuiltInCatalogue {
    /// Its file name without the extension.
    pub name: &'static str,
    /// None for units that every nation may field.
    pub nation: Option<&'static str>,
    pub json: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
