//! What an import did not take over, or took over otherwise than written.

use serde::Serialize;

/// Something in a file that the people who keep the catalogues should know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Remark {
    /// What sort of thing it is.
    pub kind: Kind,
    /// The file it stands in.
    pub file: String,
    /// The line of the entry or profile.
    pub line: u32,
    /// The name of the entry or profile.
    pub entry: String,
    /// What about it.
    pub message: String,
}

/// The sorts of remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Left out because the recipe says so.
    Ignored,
    /// Not understood and left out.
    Unknown,
    /// Something every unit needs is not there.
    Missing,
    /// Not stated in the file but concluded from what is.
    Inferred,
    /// Two places of the data contradict each other.
    Differs,
}

/// Collects remarks on one file.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    /// The file now being read.
    pub file: String,
    /// All remarks so far.
    pub all: Vec<Remark>,
}

impl Remarks {
    /// Adds a remark on something in the file now being read.
    pub(super) fn add(&mut self, kind: Kind, line: u32, entry: &str, message: impl Into<String>) {
        let (file, entry, message) = (self.file.clone(), entry.to_owned(), message.into());
        self.all.push(Remark { kind, file, line, entry, message });
    }
}
