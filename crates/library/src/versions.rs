//! Which version of a ruleset a list or a command line means.

use muster_engine::list::RulesetName;
use muster_engine::nearest::nearest;
use semver::{Version, VersionReq};

use crate::fault::{FaultKind, FileFault};

/// Reads the name of a ruleset from one word, as people write it on a command line: `dw-3` (the newest version),
/// `dw-3@1.0.0` (this version) or `dw-3@^1` (the newest of a range).
///
/// # Errors
/// If what follows `@` is neither a version nor a range.
pub fn name(text: &str) -> Result<RulesetName, FileFault> {
    let Some((id, version)) = text.split_once('@') else { return Ok(RulesetName::Id(text.to_owned())) };
    // A range `1.0.0` would also match 1.1.0. A person who writes a whole version means this one.
    let version = match Version::parse(version) {
        Ok(_) => format!("={version}"),
        Err(_) => version.to_owned(),
    };
    let name = RulesetName::Versioned { id: id.to_owned(), version: Some(version) };
    range(&name).map(|_| name)
}

/// The versions that a name asks for: any version, if it names none.
pub(crate) fn range(name: &RulesetName) -> Result<VersionReq, FileFault> {
    let RulesetName::Versioned { version: Some(version), .. } = name else { return Ok(VersionReq::STAR) };
    VersionReq::parse(version).map_err(|_| {
        FileFault::new(FaultKind::UnknownVersion, format!("`{version}` is not a range of versions"))
            .at("/ruleset/version")
            .help("write it as `^1.0` (1.0 or newer, but not 2), `~1.2` or `=1.2.3`")
    })
}

/// The index of the newest version that is in the range.
pub(crate) fn newest<'a>(range: &VersionReq, versions: impl Iterator<Item = (usize, &'a Version)>) -> Option<usize> {
    versions.filter(|(_, version)| range.matches(version)).max_by_key(|(_, version)| *version).map(|(index, _)| index)
}

/// The fault that no ruleset has this id.
pub(crate) fn unknown_id<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> FileFault {
    let mut ids: Vec<&str> = known.collect();
    ids.sort_unstable();
    ids.dedup();
    let help = nearest(id, ids.iter().copied()).unwrap_or_else(|| format!("installed: {}", ids.join(", ")));
    FileFault::new(FaultKind::UnknownRuleset, format!("there is no ruleset `{id}`")).at("/ruleset").help(help)
}

/// The fault that no installed version of a ruleset is in the range.
pub(crate) fn unknown_version<'a>(
    id: &str,
    range: &VersionReq,
    installed: impl Iterator<Item = &'a Version>,
) -> FileFault {
    let mut versions: Vec<&Version> = installed.collect();
    versions.sort();
    versions.dedup();
    let versions: Vec<String> = versions.into_iter().map(Version::to_string).collect();
    FileFault::new(FaultKind::UnknownVersion, format!("no installed version of `{id}` satisfies {range}"))
        .at("/ruleset/version")
        .help(format!("installed: {}", versions.join(", ")))
}

/// The fault that no version of a ruleset was in force on a day. `first` is the first version in the range, and `from`
/// the day from which it is in force.
pub(crate) fn not_yet(id: &str, range: &VersionReq, day: &str, first: &Version, from: Option<&str>) -> FileFault {
    let which = if *range == VersionReq::STAR { String::new() } else { format!(" that satisfies {range}") };
    let help = match from {
        Some(from) => format!("the first, {first}, is in force from {from}"),
        None => format!("the first, {first}, is not published yet"),
    };
    FileFault::new(FaultKind::UnknownVersion, format!("no version of `{id}`{which} was in force on {day}"))
        .at("/ruleset")
        .help(help)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use muster_engine::list::RulesetName;

    use super::name;

    #[test]
    fn a_word_names_a_ruleset_and_its_versions() {
        for (text, id, version) in [
            ("dw-3", "dw-3", None),
            ("dw-3@1.0.0", "dw-3", Some("=1.0.0")),
            ("dw-3@1.0.0-beta.2", "dw-3", Some("=1.0.0-beta.2")),
            ("dw-3@^1", "dw-3", Some("^1")),
            ("dw-3@=1.0.0", "dw-3", Some("=1.0.0")),
            ("dw-3@1.0", "dw-3", Some("1.0")),
        ] {
            let expected = match version {
                None => RulesetName::Id(id.to_owned()),
                Some(_) => RulesetName::Versioned { id: id.to_owned(), version: version.map(str::to_owned) },
            };
            assert_eq!(name(text).unwrap(), expected);
        }
        for text in ["dw-3@", "dw-3@newest", "dw-3@1@2"] {
            assert!(name(text).unwrap_err().message.contains("is not a range of versions"), "{text}");
        }
    }
}
