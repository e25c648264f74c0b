//! Which version of a ruleset a list means.

use muster_engine::list::RulesetName;
use muster_engine::nearest::nearest;
use semver::{Version, VersionReq};

use crate::fault::{Fault, FaultKind};

/// The versions that a name asks for: any version, if it names none.
pub(crate) fn range(name: &RulesetName) -> Result<VersionReq, Fault> {
    let RulesetName::Versioned { version: Some(version), .. } = name else { return Ok(VersionReq::STAR) };
    VersionReq::parse(version).map_err(|_| {
        Fault::new(FaultKind::UnknownVersion, format!("`{version}` is not a range of versions"))
            .at("/ruleset/version")
            .help("write it as `^1.0` (1.0 or newer, but not 2), `~1.2` or `=1.2.3`")
    })
}

/// The index of the newest version that is in the range.
pub(crate) fn newest<'a>(range: &VersionReq, versions: impl Iterator<Item = (usize, &'a Version)>) -> Option<usize> {
    versions.filter(|(_, version)| range.matches(version)).max_by_key(|(_, version)| *version).map(|(index, _)| index)
}

/// The fault that no ruleset has this id.
pub(crate) fn unknown_id<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> Fault {
    let mut ids: Vec<&str> = known.collect();
    ids.sort_unstable();
    ids.dedup();
    let help = nearest(id, ids.iter().copied()).unwrap_or_else(|| format!("installed: {}", ids.join(", ")));
    Fault::new(FaultKind::UnknownRuleset, format!("there is no ruleset `{id}`")).at("/ruleset").help(help)
}

/// The fault that no installed version of a ruleset is in the range.
pub(crate) fn unknown_version<'a>(id: &str, range: &VersionReq, installed: impl Iterator<Item = &'a Version>) -> Fault {
    let mut versions: Vec<&Version> = installed.collect();
    versions.sort();
    versions.dedup();
    let versions: Vec<String> = versions.into_iter().map(Version::to_string).collect();
    Fault::new(FaultKind::UnknownVersion, format!("no installed version of `{id}` satisfies {range}"))
        .at("/ruleset/version")
        .help(format!("installed: {}", versions.join(", ")))
}
