//! What a received file is made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sealed::SealFault;

/// The most parts of one file.
pub const PARTS: usize = 200;

/// The largest text that is read, in bytes. A list has a thousandth of it.
pub(super) const TEXT: usize = 8 << 20;

/// What a picture is told to be.
pub(super) const PICTURE: &str = "a picture, which Muster cannot read";

/// A part of a received file that may hold a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePart {
    /// Where it was found, as one line of text: `mail.eml/fleet.zip/list.txt`. The file's own name if it is not packed.
    /// It is a label and no path: whoever packed the file chose it.
    pub name: String,
    /// Who sent the mail that it came in. Of a mail in a mail, the outer one: whoever attaches a mail may have written it.
    pub sender: Option<Sender>,
    /// The number of the text in which it stands: that of a mail, another form of such a text or of a document, or a text
    /// with several lists. Such a text may hold the list, or only say that it is attached. None for a file.
    pub text: Option<usize>,
    /// The number of the mail that it came with, or of the document that it is a form of; 0 if it came alone. Parts of one
    /// number belong together.
    pub whole: usize,
    /// The number of the outermost mail in which it came, with the mails that this one has attached; 0 if it came in none.
    pub mail: usize,
    /// Whether a print carries it: its pages may say something else.
    pub is_carried: bool,
    /// The id of the event for which it was sealed; none if it was not.
    pub sealed_for: Option<String>,
    /// What is not read of it because nobody sees it, in a sentence; none if there is nothing.
    pub hidden: Option<String>,
    /// What it holds.
    pub content: PartContent,
}

/// Who sent a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sender {
    /// The name.
    pub name: Option<String>,
    /// The mail address; none if the mail names none, or if it is unclear.
    pub address: Option<String>,
    /// The day on which it was sent, by the sender's own clock, as YYYY-MM-DD.
    pub date: Option<String>,
    /// When it was sent, by the sender's own clock, in RFC 3339: `2026-11-28T23:50:00+00:00`. None if its header states no zone,
    /// or is no date.
    #[serde(default)]
    pub sent: Option<String>,
    /// When the last server on its way took it in, in the same form.
    #[serde(default)]
    pub received: Option<String>,
    /// The subject.
    pub subject: Option<String>,
    /// Why the mail does not tell by one plain address who sent it, in words that follow `the mail`; none if it does, or if it
    /// names none at all.
    #[serde(default)]
    pub unclear: Option<String>,
    /// What else the mail says of its sender, each in words that follow `the mail`: `asks for replies to “eve@example.org”`.
    #[serde(default)]
    pub doubts: Vec<String>,
    /// The sender of the innermost mail that this mail forwards, as it states it; none if it forwards none.
    #[serde(default)]
    pub forwards: Option<Box<Sender>>,
}

impl Sender {
    /// When it came, in RFC 3339: when the last server took it in. A mail that names none came when it was sent.
    #[must_use]
    pub fn arrived(&self) -> Option<&str> {
        self.received.as_deref().or(self.sent.as_deref())
    }

    /// Who wrote what came, by the mail itself: the sender of a forwarded mail, else who sent it.
    #[must_use]
    pub fn writer(&self) -> &Self {
        self.forwards.as_deref().unwrap_or(self)
    }
}

/// What a part holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartContent {
    /// A list file of Muster: YAML, JSON, or a list as one word. It may be faulty, not UTF-8, or of another kind than a
    /// list; `muster_library::lists` tells.
    Yaml(Vec<u8>),
    /// A roster of `BattleScribe`, as XML in UTF-8.
    Roster(Vec<u8>),
    /// A roster of New Recruit, as JSON in UTF-8.
    NewRecruit(Vec<u8>),
    /// A list as CSV, with any delimiter.
    Table(String),
    /// Text: of Muster, of another program, or of a person.
    Text(String),
    /// A sealed file that is not opened, and why.
    Sealed(SealFault),
    /// No list, and what it is: "a picture", "an empty file". Reads well after a colon.
    Nothing(String),
}

impl PartContent {
    pub(super) fn nothing(what: impl Into<String>) -> Self {
        Self::Nothing(what.into())
    }

    /// Whether it is a picture. With mails come photos of models, and logos below signatures.
    #[must_use]
    pub fn is_picture(&self) -> bool {
        matches!(self, Self::Nothing(what) if what == PICTURE)
    }
}
