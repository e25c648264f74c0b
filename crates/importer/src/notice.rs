//! Notices on what an import left out or changed.

use std::fmt;

use serde::Serialize;

use super::entry::EntryProfile;

/// Something in a file that the maintainers of the catalogues should know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ImportNotice {
    /// The kind of notice.
    pub kind: NoticeKind,
    /// The file it is about.
    pub file: String,
    /// The line of the entry or profile.
    pub line: u32,
    /// The name of the entry or profile.
    pub entry: String,
    /// The text of the notice.
    pub message: String,
}

impl ImportNotice {
    /// Whether somebody should look at it. What a recipe leaves out or concludes is intended; the rest may be a mistake
    /// in the data or in the recipe.
    #[must_use]
    pub fn needs_a_look(&self) -> bool {
        !matches!(self.kind, NoticeKind::Ignored | NoticeKind::Inferred)
    }
}

impl fmt::Display for ImportNotice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.file)?;
        if self.line > 0 {
            write!(formatter, ":{}", self.line)?;
        }
        write!(formatter, ": {}: {}", self.entry, self.message)
    }
}

/// The kinds of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// Left out because the recipe says so.
    Ignored,
    /// Not understood and left out.
    Unknown,
    /// Something that every unit needs is missing.
    Missing,
    /// Concluded from the file, but not stated in it.
    Inferred,
    /// Two places of the data contradict each other.
    Differs,
}

/// Collects notices on one file.
#[derive(Debug, Default)]
pub(super) struct Notices {
    /// The file now being read.
    pub file: String,
    /// All notices so far.
    pub all: Vec<ImportNotice>,
}

impl Notices {
    /// Adds notices on the filled columns of a profile that nothing is read from.
    pub(super) fn add_unread(&mut self, profile: &EntryProfile, is_read: impl Fn(&String) -> bool) {
        for (column, text) in profile.values.iter().filter(|(column, _)| !is_read(column)) {
            if !matches!(text.trim(), "" | "-") {
                let message = format!("column {column} is {text:?}");
                self.add(NoticeKind::Unknown, profile.line, &profile.name, message);
            }
        }
    }

    /// Adds a notice on something in the file now being read.
    pub(super) fn add(&mut self, kind: NoticeKind, line: u32, entry: &str, message: impl Into<String>) {
        let (file, entry, message) = (self.file.clone(), entry.to_owned(), message.into());
        self.all.push(ImportNotice { kind, file, line, entry, message });
    }
}
