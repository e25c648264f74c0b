//! What the declarations of a ruleset say first: its id, its names and its version.

use semver::Version;
use serde_json::Value;

use crate::document::Document;
use crate::fault::{FaultKind, FileFault};
use crate::yaml;

/// What `ruleset.yaml` says first.
#[derive(Clone, Debug)]
pub(super) struct RulesetHead {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) edition: String,
    pub(super) version: Version,
}

/// Reads the text of a `ruleset.yaml`.
pub(super) fn head(text: &str) -> Result<RulesetHead, FileFault> {
    let document = match yaml::documents(text).into_iter().next() {
        Some(Ok(document)) => document,
        Some(Err(unparsed)) => {
            let fault = unparsed.faults.into_iter().next();
            return Err(fault.unwrap_or_else(|| FileFault::new(FaultKind::Syntax, "it cannot be read")));
        }
        None => return Err(FileFault::new(FaultKind::EmptyFile, "the file is empty")),
    };
    head_of(&document)
}

/// What the declarations of a ruleset say first.
pub(super) fn head_of(document: &Document) -> Result<RulesetHead, FileFault> {
    let text = |key: &str| {
        let missing = || FileFault::new(FaultKind::MissingKey, format!("`{key}` is missing or is not text"));
        document.value().get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(missing)
    };
    let version = text("version")?;
    let version = Version::parse(&version).map_err(|_| {
        let message = format!("`{version}` is not a semantic version such as 1.0.0");
        FileFault::new(FaultKind::OutOfRange, message).place(document.place("/version"))
    })?;
    // A ruleset that extends another may take name and edition from it.
    let (name, edition) = (text("name").unwrap_or_default(), text("edition").unwrap_or_default());
    Ok(RulesetHead { id: text("id")?, name, edition, version })
}
