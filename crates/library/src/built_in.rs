//! The rulesets inside the program, as `build.rs` made them from `rulesets/`.

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
    /// The files of its folder `import`, and the special rules that they name: names as seen from there, and texts.
    pub import: &'static [(&'static str, &'static str)],
}

/// The units of one nation of a shipped ruleset.
pub(crate) struct BuiltInCatalogue {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// None for units that every nation may field.
    pub nation: Option<&'static str>,
    pub json: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
