//! What is found in a file: lists in any form, and what is none.

use std::collections::BTreeSet;

use muster_engine::list::ArmyList;
use muster_engine::report::Remark;
use muster_exchange::listing::Listing;
use muster_exchange::unpack::Sender;
use muster_library::day::is_day;
use muster_library::fault::FileFault;
use muster_library::lists::FileDocument;

/// Something that was found in a file.
#[derive(Debug)]
pub struct ReadPart {
    /// Where: the file's name, and the name inside if it was packed (`mail.eml/fleet.txt`).
    pub name: String,
    /// Who sent the mail that it came in.
    pub sender: Option<Sender>,
    /// The number of the text in which it stands, among those of a mail or document; none of a file.
    pub text: Option<usize>,
    /// Whether a print carries it, so that its pages may say something else.
    pub is_carried: bool,
    /// What is told of its lists beside what they say themselves.
    pub told: Vec<ListRemark>,
    /// The text of a list file that came in a mail or was sealed, in which the lines of findings are counted. Nobody finds it elsewhere.
    pub own_text: Option<String>,
    /// What was found.
    pub form: FoundLists,
}

/// The longest sentence with reasons, in bytes.
const REASONS: usize = 3_000;

/// Why there is no list, for several parts of a file. Of very many, the first are told.
pub(crate) fn reasons(parts: Vec<String>) -> String {
    let (mut told, mut count, all) = (String::new(), 0, parts.len());
    for part in parts {
        if count > 0 && told.len() + part.len() > REASONS {
            break;
        }
        told.push_str(if count > 0 { "; " } else { "" });
        told.push_str(&part);
        count += 1;
    }
    if count < all { format!("{told}; and {} more parts without a list", all - count) } else { told }
}

/// Something that is told of lists because of what they came with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRemark {
    /// The number of the list, from 0, among those of its part that could be read; none if it is told of all.
    pub list: Option<usize>,
    /// What kind of remark it is.
    pub remark: Remark,
    /// The sentence.
    pub message: String,
}

/// What was found in a file.
#[derive(Debug)]
pub enum FoundLists {
    /// The documents of a list file.
    File(Vec<FileDocument>),
    /// Lists that were read from another form, in their order, and the text in which the lines of their doubts are
    /// counted. A roster has no such text.
    Other(Vec<Listing>, Option<String>),
    /// No list.
    Nothing(NoListReason),
}

/// Why a file, or a part of one, holds no list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoListReason {
    /// The kind of reason, for programs.
    pub kind: NoListKind,
    /// The reason, as words to write after a colon: `a picture`, `no unit is named in it`.
    pub why: String,
    /// What would help.
    pub help: Option<String>,
    /// The line of the fault, from 1.
    pub line: Option<u32>,
}

/// The kinds of reasons why there is no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoListKind {
    /// It is something else, such as a picture.
    Other,
    /// It names no game, and its units do not tell the game.
    NoGame,
    /// It names no unit.
    NoUnits,
    /// It names units, but most of its lines are no part of a list.
    Talk,
    /// It is a list file, a roster or a text that cannot be read because of a fault.
    Broken,
}

impl NoListReason {
    pub(crate) fn new(kind: NoListKind, why: impl Into<String>) -> Self {
        Self { kind, why: why.into(), help: None, line: None }
    }
}

impl From<FileFault> for NoListReason {
    fn from(fault: FileFault) -> Self {
        let (why, line) = (fault.message, fault.place.map(|place| place.line));
        Self { kind: NoListKind::Broken, why, help: fault.help, line }
    }
}

impl ReadPart {
    /// Whether a list was found, even a faulty one.
    #[must_use]
    pub fn has_list(&self) -> bool {
        match &self.form {
            FoundLists::File(entries) => !entries.iter().all(|entry| matches!(entry, FileDocument::Other(..))),
            FoundLists::Other(..) => true,
            FoundLists::Nothing(_) => false,
        }
    }

    /// Something that holds no list.
    pub(crate) fn nothing(name: String, sender: Option<Sender>, why: NoListReason) -> Self {
        Self {
            name,
            sender,
            text: None,
            is_carried: false,
            told: Vec::new(),
            own_text: None,
            form: FoundLists::Nothing(why),
        }
    }

    /// Writes the writer's name and address and the day of the mail into lists, where they state none. Whatever a list states, it
    /// came from the sender of the mail (`origin.rs`).
    pub(crate) fn sign(&mut self) {
        let Some(sender) = self.sender.as_ref().map(Sender::writer) else { return };
        let sign = |list: &mut ArmyList| {
            let fill = |field: &mut Option<String>, value: &Option<String>| {
                if field.is_none() {
                    field.clone_from(value);
                }
            };
            if list.player.is_none() {
                fill(&mut list.player, &sender.name.clone().or_else(|| sender.address.clone()));
            }
            fill(&mut list.email, &sender.address);
            fill(&mut list.date, &sender.date.clone().filter(|date| is_day(date)));
        };
        match &mut self.form {
            FoundLists::File(entries) => {
                for entry in entries {
                    if let FileDocument::List(list, _) = entry {
                        sign(list);
                    }
                }
            }
            FoundLists::Other(listings, _) => listings.iter_mut().for_each(|listing| sign(&mut listing.list)),
            FoundLists::Nothing(_) => {}
        }
    }

    /// The lists that could be read, in their order.
    pub(crate) fn lists(&self) -> Vec<&ArmyList> {
        match &self.form {
            FoundLists::File(entries) => entries
                .iter()
                .filter_map(|entry| if let FileDocument::List(list, _) = entry { Some(&**list) } else { None })
                .collect(),
            FoundLists::Other(listings, _) => listings.iter().map(|listing| &listing.list).collect(),
            FoundLists::Nothing(_) => Vec::new(),
        }
    }

    /// Leaves out lists by their numbers. What could not be read stays.
    pub(crate) fn leave_out(&mut self, gone: &BTreeSet<usize>) {
        let mut numbers = 0..;
        let mut is_kept = || numbers.next().is_none_or(|number| !gone.contains(&number));
        match &mut self.form {
            FoundLists::File(entries) => entries.retain(|entry| !matches!(entry, FileDocument::List(..)) || is_kept()),
            FoundLists::Other(listings, _) => listings.retain(|_| is_kept()),
            FoundLists::Nothing(_) => {}
        }
        if matches!(&self.form, FoundLists::Other(listings, _) if listings.is_empty()) {
            self.form =
                FoundLists::Nothing(NoListReason::new(NoListKind::Other, "it repeats a list that came with it"));
        }
    }
}
