//! Opens roster files: XML, packed or not, and JSON.

use muster_library::fault::{FaultKind, FileFault};
use muster_library::{encoding, yaml};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::contents::RosterContents;
use super::file::Roster;
use super::part::XmlElement;
use crate::battlescribe::lines::LineEnds;
use crate::battlescribe::source::{ROSTER, text};
use crate::battlescribe::xml::{ImportError, parse};

impl Roster {
    /// Reads a roster: XML, packed or not, or JSON. Error messages name it `file`.
    pub fn open(file: &str, bytes: Vec<u8>) -> Result<Self, ImportError> {
        if bytes.trim_ascii_start().starts_with(b"{") {
            return json(&bytes).map_err(|fault| {
                let at = fault.place.map(|place| (place.line, place.column));
                ImportError { at, ..ImportError::new(file, fault.message) }
            });
        }
        let text = text(file, bytes, &ROSTER)?;
        let document = parse(file, &text)?;
        let node = document.root_element();
        if node.tag_name().name() != "roster" {
            let message = format!("the root element is <{}>, not <roster>", node.tag_name().name());
            return Err(ImportError::new(file, message));
        }
        let root = XmlElement { node, lines: &LineEnds::new(&document) };
        Ok(RosterContents::of(&root, &root))
    }

    /// Whether a text is a roster in JSON. List files have no key `roster`.
    #[must_use]
    pub fn is_json(text: &str) -> bool {
        #[derive(Deserialize)]
        struct RosterObject {
            roster: Option<IgnoredAny>,
        }
        serde_json::from_str::<RosterObject>(text).is_ok_and(|object| object.roster.is_some())
    }
}

/// Reads a roster from JSON: an object with the key `roster`.
fn json(bytes: &[u8]) -> Result<Roster, FileFault> {
    let mut documents = yaml::documents(encoding::utf8(bytes)?).into_iter();
    let document = match documents.next() {
        Some(Ok(document)) => document,
        Some(Err(unparsed)) => return Err(unparsed.faults.into_iter().next().unwrap_or_else(FileFault::too_large)),
        None => return Err(FileFault::too_large()),
    };
    let inside = document.root().get("roster");
    let inside = inside.ok_or_else(|| FileFault::new(FaultKind::MissingKey, "the key `roster` is missing"))?;
    if documents.next().is_some() {
        return Err(FileFault::new(FaultKind::Syntax, "something stands behind the roster"));
    }
    Ok(RosterContents::of(&document.root(), &inside))
}
