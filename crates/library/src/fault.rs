//! Faults of a file that are found before any rule can be judged. Each has a sentence and, if known, a place.

use muster_engine::report::{Finding, FindingId, Severity};

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::limits;

/// A place in a text: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPlace {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// The kinds of faults; each is the `rule` of its findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum FaultKind {
    /// The file or folder cannot be opened or read.
    NoAccess,
    /// A folder holds no lists.
    NoLists,
    /// The bytes are not UTF-8 text.
    #[strum(serialize = "not-utf8")]
    NotUtf8,
    /// The file is empty.
    EmptyFile,
    /// More bytes, nodes, documents or squadrons than the limits on what is read allow.
    TooLarge,
    /// Nested deeper than the limits on what is read allow.
    TooDeep,
    /// A line is a mark of a merge in git that is not settled.
    ConflictMark,
    /// The text is not valid YAML or JSON.
    Syntax,
    /// A key stands twice in one mapping.
    DuplicateKey,
    /// A key that the format does not know.
    UnknownKey,
    /// A required key is missing.
    MissingKey,
    /// A number where text is expected, and the like.
    WrongType,
    /// A number or text beyond its bounds.
    OutOfRange,
    /// Not one of the words that are allowed here.
    NotOneOf,
    /// A version of the format that this program does not know.
    NewerFormat,
    /// Another kind of file than the one that was asked for.
    WrongKind,
    /// A sealed list that no given key opens.
    Sealed,
    /// No installed ruleset has this id.
    UnknownRuleset,
    /// No installed version of the ruleset is in the range.
    UnknownVersion,
    /// Rulesets that extend each other in a circle.
    ExtendsCycle,
    /// The ruleset itself is broken.
    BrokenRuleset,
}

impl FaultKind {
    /// The id that findings carry, such as `not-utf8`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// What it means, in a sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::NoAccess => "The file or folder cannot be opened or read.",
            Self::NoLists => "The folder holds no lists.",
            Self::NotUtf8 => "The bytes are not UTF-8 text.",
            Self::EmptyFile => "The file is empty.",
            Self::TooLarge => "The file has more bytes, nodes, documents or squadrons than the format allows.",
            Self::TooDeep => "The file is nested deeper than the format allows.",
            Self::ConflictMark => "The file still has both sides of a merge in git, so it is unclear which one counts.",
            Self::Syntax => "The file is not valid YAML or JSON.",
            Self::DuplicateKey => "A mapping has the same key twice, so it is unclear which one counts.",
            Self::UnknownKey => "The format does not know this key.",
            Self::MissingKey => "A required key is missing.",
            Self::WrongType => "A value has the wrong type, such as a number where text is expected.",
            Self::OutOfRange => "A number or text is beyond its bounds.",
            Self::NotOneOf => "The word is not one of those that are allowed here.",
            Self::NewerFormat => "The list is written for a newer version of the format than this program knows.",
            Self::WrongKind => "The file is not of the kind that was asked for.",
            Self::Sealed => "The list is sealed for an event, and no key that was given opens it.",
            Self::UnknownRuleset => "No installed ruleset has this id.",
            Self::UnknownVersion => "No installed version of the ruleset is in the range that the list names.",
            Self::ExtendsCycle => "Rulesets extend each other in a circle.",
            Self::BrokenRuleset => "The ruleset itself has errors; `muster lint` names them.",
        }
    }
}

/// Something wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FileFault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// JSON pointer into the document; empty for the whole of it.
    pub at: String,
    /// Where in the text.
    pub place: Option<TextPlace>,
    /// What would help.
    pub help: Option<String>,
}

impl FileFault {
    /// A fault of the whole file.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), at: String::new(), place: None, help: None }
    }

    /// A file with too many bytes.
    #[must_use]
    pub fn too_large() -> Self {
        Self::larger_than(limits::FILE_BYTES)
    }

    /// A file with more than `most` bytes.
    pub(crate) fn larger_than(most: u64) -> Self {
        Self::new(FaultKind::TooLarge, format!("the file is larger than {} MB", most / 1024 / 1024))
    }

    pub(crate) fn too_deep() -> Self {
        Self::new(FaultKind::TooDeep, format!("nested more than {} levels deep", limits::DEPTH))
    }

    pub(crate) fn too_many_nodes() -> Self {
        let message = format!("more than {} values in one file, those that aliases repeat included", limits::NODES);
        Self::new(FaultKind::TooLarge, message)
    }

    /// The same, at a place in the text.
    #[must_use]
    pub fn place(mut self, place: Option<TextPlace>) -> Self {
        self.place = place;
        self
    }

    /// The same, at a node of the document.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.at = pointer.into();
        self
    }

    /// The same, with what would help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<FileFault> for Finding {
    fn from(fault: FileFault) -> Self {
        Self {
            message: fault.message,
            at: vec![fault.at],
            line: fault.place.map(|place| place.line),
            column: fault.place.map(|place| place.column),
            help: fault.help,
            ..Self::bare(FindingId::File(fault.kind.id().to_owned()), Severity::Error)
        }
    }
}

/// Limits how many faults of a file are reported: a bound for each document, and a lower one once the file has many.
#[derive(Default)]
pub(crate) struct Budget {
    spent: usize,
}

impl Budget {
    /// How many faults may be reported for the next document.
    pub(crate) fn most(&self) -> usize {
        if self.spent < limits::FILE_FAULTS { limits::FAULTS } else { 1 }
    }

    /// Keeps as many faults of a document as may be reported. If there are more, adds a fault that says so.
    pub(crate) fn keep(&mut self, faults: &mut Vec<FileFault>) {
        let most = self.most();
        if faults.len() > most {
            faults.truncate(most);
            let message = match most {
                1 => "more than one fault; this is the first".to_owned(),
                _ => format!("more than {most} faults; these are the first"),
            };
            faults.push(FileFault::new(FaultKind::TooLarge, message));
        }
        self.spent += faults.len();
    }
}

/// The faults up to the limit for one document. If there are more, a last fault says so.
pub(crate) fn first(faults: impl Iterator<Item = FileFault>) -> Vec<FileFault> {
    let mut faults: Vec<FileFault> = faults.take(limits::FAULTS + 1).collect();
    Budget::default().keep(&mut faults);
    faults
}

/// Adds one step to a JSON pointer (RFC 6901).
#[must_use]
pub fn step(pointer: &str, token: &str) -> String {
    format!("{pointer}/{}", token.replace('~', "~0").replace('/', "~1"))
}

/// Shortens a text for a message, so that the message stays on one line.
pub(crate) fn shorten(text: &str) -> String {
    const SHOWN: usize = 60;
    let line = text.trim().split(['\n', '\r']).next().unwrap_or_default();
    let mut shown: String = line.chars().filter(|letter| !letter.is_control()).take(SHOWN).collect();
    if shown.chars().count() < text.trim().chars().count() {
        shown.push('…');
    }
    shown
}
