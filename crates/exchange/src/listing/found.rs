//! The results of writing and reading texts, and the largest numbers that are read.

use muster_engine::list::ArmyList;
use muster_engine::report::Remark;

use super::line_kind::ReadLine;
use super::own::text::OwnText;

/// A list written as text.
#[derive(Debug)]
pub struct ListText {
    /// The text.
    pub text: String,
    /// What would be lost when the text is read back, in sentences.
    pub lost: Vec<String>,
}

/// A list read from a text.
#[derive(Debug)]
pub struct Listing {
    /// The list, with ids where the text has names.
    pub list: ArmyList,
    /// What was not understood. A person must look at it.
    pub doubts: Vec<Doubt>,
    /// Conclusions about things that the text does not state, in sentences.
    pub concluded: Vec<String>,
    /// If the text says that Muster wrote it: what it must be compared with.
    pub own: Option<Box<OwnText>>,
    /// Where the text is not as Muster wrote it.
    pub changed: Vec<TextChange>,
    /// How each line was read. Empty if no reading was weighed, as in a text that Muster wrote.
    pub lines: Vec<ReadLine>,
}

/// A place where a text is not as this version of Muster writes it. A person changed it there, or another version of Muster or
/// of the rules wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// The number of the line, from 1. None if the sentence is about the whole text.
    pub line: Option<usize>,
    /// What it says and what Muster writes, in a sentence.
    pub sentence: String,
    /// Whether somebody changed it. Otherwise another version may have written it.
    pub is_sure: bool,
}

impl Listing {
    /// A list that was read, with what is doubtful and what was concluded.
    #[must_use]
    pub fn new(list: ArmyList, doubts: Vec<Doubt>, concluded: Vec<String>) -> Self {
        Self { list, doubts, concluded, own: None, changed: Vec::new(), lines: Vec::new() }
    }
}

/// A line, a word or a number that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What is doubtful.
    pub kind: DoubtKind,
    /// The line's number, from 1.
    pub line: usize,
    /// The line, word or number.
    pub text: String,
    /// The nearest names, or what it may be.
    pub help: Option<String>,
    /// The readings that the line may have. Empty if nobody can choose one.
    pub readings: Vec<PossibleReading>,
}

/// A reading that a doubtful line may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleReading {
    /// The reading in words.
    pub words: String,
    /// The line as it is written so that it has this reading only. Empty if it is to be left out.
    pub line: String,
}

/// What is doubtful in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubtKind {
    /// A line or a word stands for nothing that is known.
    Unread,
    /// It is not clear what a number counts.
    Number,
    /// A name fits several units.
    TwoNames,
    /// Two readings of a line are nearly as likely, and give other lists.
    TwoReadings,
    /// A file names one thing twice, and the names differ.
    Differs,
    /// A line may change what is above it, or ask whether to.
    Change,
    /// Something stands where nothing of a list stands, so it is not read.
    Misplaced,
    /// What was read costs much less or more than the text states.
    Sum,
}

impl Doubt {
    /// A line or word that stands for nothing that is known.
    pub(crate) fn unread(line: usize, text: impl Into<String>, help: Option<String>) -> Self {
        Self { kind: DoubtKind::Unread, line, text: text.into(), help, readings: Vec::new() }
    }

    /// Two names of one thing that differ. `text` is a sentence with both.
    pub(crate) fn differs(line: usize, text: impl Into<String>, help: Option<String>) -> Self {
        Self { kind: DoubtKind::Differs, ..Self::unread(line, text, help) }
    }

    /// Something that stands where nothing of a list stands.
    pub(crate) fn misplaced(line: usize, text: impl Into<String>, help: Option<String>) -> Self {
        Self { kind: DoubtKind::Misplaced, ..Self::unread(line, text, help) }
    }

    /// A number of which nobody can tell what it counts.
    pub(crate) fn number(line: usize, text: impl Into<String>, help: Option<String>) -> Self {
        Self { kind: DoubtKind::Number, ..Self::unread(line, text, help) }
    }

    /// A sum that is far from what the list costs. `text` is a sentence with both.
    pub(crate) fn sum(line: usize, text: String) -> Self {
        Self { kind: DoubtKind::Sum, ..Self::unread(line, text, None) }
    }

    /// The doubt in one sentence, without the line.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self.kind {
            DoubtKind::Unread => format!("`{}` is not understood", self.text),
            DoubtKind::Number => format!("it is not clear what the number in `{}` counts", self.text),
            DoubtKind::TwoNames => format!("`{}` fits several units", self.text),
            DoubtKind::TwoReadings => format!("`{}` can be read in two ways", self.text),
            DoubtKind::Change => format!("`{}` may change the list, and is not read into it", self.text),
            DoubtKind::Differs | DoubtKind::Sum => self.text.clone(),
            DoubtKind::Misplaced => {
                format!("`{}` stands where nothing of a list is expected, so it is not read", self.text)
            }
        }
    }

    /// The id of the finding that tells it.
    #[must_use]
    pub fn remark(&self) -> Remark {
        match self.kind {
            DoubtKind::Unread | DoubtKind::Change | DoubtKind::Misplaced => Remark::UnreadLine,
            DoubtKind::Number | DoubtKind::Sum => Remark::UnreadNumber,
            DoubtKind::TwoNames | DoubtKind::TwoReadings | DoubtKind::Differs => Remark::TwoNames,
        }
    }
}

/// What is known of a text beside the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextContext<'a> {
    /// The nation that the user states, by id or name. It overrides the text.
    pub nation: Option<&'a str>,
    /// The maximum force value that the user states, in points. It overrides the text.
    pub mfv: Option<u32>,
    /// Who sent the text. A signature below it then says nothing more.
    pub sender: Option<&'a str>,
    /// The name of the file, which may be that of its player.
    pub file: Option<&'a str>,
}

/// The largest number of models of one squadron, or of one option, that the list format allows.
pub(crate) const MAX_NUMBER: u32 = 1000;

/// The most letters of a text that a doubt shows.
const SHOWN: usize = 200;

/// A text cut to a length that can be shown.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}
