//! Takes a received file apart: mails, archives, documents and prints, also inside of each other.
//!
//! It takes bytes and returns values. It fetches, writes and runs nothing, so names and links in a file do no harm.

mod archive;
mod blocks;
mod document;
mod hidden;
mod html;
mod kind;
mod look;
mod mail;
mod mailbox;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod mails;
mod multipart;
mod part;
mod pdf;
mod print;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod prints;
mod quotes;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod seen;
mod sender;
mod sign;
mod style;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod text;
mod unseen;

use std::collections::HashSet;

use muster_engine::effort;
use muster_engine::plain::plain;
use muster_library::share;

pub(crate) use self::archive::{Archive, RATIO, Refusal};
use self::archive::{ArchiveMember, MemberForm, numbered};
use self::document::DocumentText;
use self::hidden::HiddenText;
use self::kind::{ReceivedKind, kind};
use self::mail::{Body, Mail};
use self::mailbox::BoxedMail;
use self::part::TEXT;
pub use self::part::{FilePart, PARTS, PartContent, Sender};
use self::print::CarriedFiles;
use self::sign::has_ending;
use crate::listing;
use crate::sealed::{self, EventKeys, SealedFile};

/// The most bytes that are unpacked from one file, and the largest file that is worth reading.
pub const BYTES: u64 = 64 << 20;
/// The files that only frozen archives have.
pub(crate) const FROZEN: [&str; 2] = ["manifest.json", "reports.json"];
/// How deep archives and mails may lie in each other.
const DEPTH: usize = 8;
/// How many bytes are looked at in a step to find out what a file is.
const BYTES_A_STEP: usize = 64;
/// The longest name of a part, in letters.
const NAME: usize = 200;

/// The parts of a received file that may hold a list, in the order of the file. There is at least one part: for a file
/// without a list, it says what the file is. The content decides what a file is; its name counts only if the content
/// does not decide.
///
/// At most [`PARTS`] parts and [`BYTES`] bytes are unpacked; a last part without a list says if there are more.
#[must_use]
pub fn unpack(name: &str, bytes: &[u8]) -> Vec<FilePart> {
    unpack_with(None, name, bytes)
}

/// The same, and opens sealed files with these keys.
#[must_use]
pub fn unpack_with(keys: Option<&EventKeys>, name: &str, bytes: &[u8]) -> Vec<FilePart> {
    let place = FilePlace { name: shortened(name), ..FilePlace::default() };
    let mut unpacking = Unpacker { keys, ..Unpacker::of(place.name.clone()) };
    unpacking.file(&place, bytes);
    unpacking.parts
}

/// What a text holds that a person pasted. There is at least one part.
#[must_use]
pub fn pasted(text: String) -> Vec<FilePart> {
    let mut unpacking = Unpacker::of(String::new());
    unpacking.text(&FilePlace::default(), text::contents("", text, false), false);
    unpacking.parts
}

/// Where a file was found.
#[derive(Clone, Default)]
struct FilePlace {
    name: String,
    sender: Option<Sender>,
    /// The number of the mail or document that it came with.
    whole: usize,
    /// The number of the outermost mail in which it came.
    mail: usize,
    depth: usize,
    /// The id of the event for which it was sealed; none if it was not.
    sealed_for: Option<String>,
    /// What its mail tells of it that is not read.
    hidden: HiddenText,
}

impl FilePlace {
    /// The place of a file in this one.
    fn inside(&self, name: &str) -> Self {
        let name = if self.name.is_empty() { shortened(name) } else { shortened(&format!("{}/{name}", self.name)) };
        Self { name, depth: self.depth + 1, hidden: HiddenText::default(), ..self.clone() }
    }

    /// A part at this place.
    fn part(&self, content: PartContent, hidden: &HiddenText) -> FilePart {
        let mut all = self.hidden.clone();
        all.join(hidden);
        let hidden = all.told();
        // What holds no list says this with its reason.
        let (content, hidden) = match (content, hidden) {
            (PartContent::Nothing(what), Some(hidden)) => (PartContent::Nothing(format!("{what}; {hidden}")), None),
            both => both,
        };
        let Self { name, sender, whole, mail, sealed_for, .. } = self.clone();
        FilePart { name, sender, text: None, whole, mail, is_carried: false, sealed_for, hidden, content }
    }
}

struct Unpacker<'k> {
    /// With these, sealed files are opened.
    keys: Option<&'k EventKeys>,
    parts: Vec<FilePart>,
    /// How many more bytes may be unpacked.
    left: u64,
    /// The name of the file.
    file: String,
    /// How many mails and documents were opened.
    wholes: usize,
    /// How many mails were opened that came in no other.
    mails: usize,
    /// How many texts were read that came with others.
    texts: usize,
    /// Whether a limit was reached. Nothing more is unpacked then.
    is_over: bool,
}

impl Unpacker<'_> {
    fn of(file: String) -> Self {
        Self { keys: None, parts: Vec::new(), left: BYTES, file, wholes: 0, mails: 0, texts: 0, is_over: false }
    }

    fn file(&mut self, at: &FilePlace, bytes: &[u8]) {
        effort::spend(1 + bytes.len() / BYTES_A_STEP);
        match kind(&at.name, bytes) {
            ReceivedKind::Mail | ReceivedKind::Mailbox | ReceivedKind::Archive | ReceivedKind::Sealed
                if at.depth >= DEPTH =>
            {
                self.nothing(at, format!("more than {DEPTH} files inside each other"));
            }
            ReceivedKind::Mail => self.mail(at, bytes, None),
            ReceivedKind::Mailbox => self.mailbox(at, bytes),
            ReceivedKind::Archive => self.archive(at, bytes),
            ReceivedKind::Sealed => self.sealed(at, bytes),
            ReceivedKind::Print => self.print(at, bytes),
            ReceivedKind::Text(text) => {
                let whole = text.len();
                let (mut contents, hidden) = text::contents(&at.name, text, false);
                // A list file that is not UTF-8 stays as it is, because its reader tells that, or reports the place of a fault.
                if let [PartContent::Yaml(list)] = contents.as_mut_slice()
                    && list.len() == whole
                    && !bytes.ends_with(list)
                    && !is_word(list)
                {
                    *list = bytes.to_vec();
                }
                self.text(at, (contents, hidden), false);
            }
            ReceivedKind::Nothing(what) => self.nothing(at, what),
        }
    }

    fn sealed(&mut self, at: &FilePlace, bytes: &[u8]) {
        match sealed::open(self.keys, bytes, self.left) {
            Ok(SealedFile { event, name, bytes }) => {
                if !self.takes(bytes.len()) {
                    return self.too_large();
                }
                let inside = FilePlace { sealed_for: Some(event), ..at.inside(&name) };
                self.file(&inside, &bytes);
            }
            Err(fault) => self.add(at.part(PartContent::Sealed(fault), &HiddenText::default())),
        }
    }

    fn mailbox(&mut self, at: &FilePlace, bytes: &[u8]) {
        let mails = mailbox::mails(bytes);
        let is_one = mails.len() == 1;
        for (number, BoxedMail { bytes, doubt }) in (1..).zip(mails) {
            if self.is_over {
                return;
            }
            let inside = if is_one { at.clone() } else { at.inside(&number.to_string()) };
            self.mail(&inside, &bytes, doubt);
        }
    }

    /// Takes a mail apart. `doubt` is what its mailbox tells of its sender.
    fn mail(&mut self, at: &FilePlace, bytes: &[u8], doubt: Option<String>) {
        let Mail { mut sender, bodies, files, hidden, fault } = mail::read(bytes);
        sender.doubts.extend(doubt);
        let sender = match &at.sender {
            Some(outer) => Sender { forwards: Some(Box::new(sender)), ..outer.clone() },
            None => sender,
        };
        self.wholes += 1;
        let mut at = FilePlace { sender: Some(sender), whole: self.wholes, ..at.clone() };
        if at.mail == 0 {
            self.mails += 1;
            at.mail = self.mails;
        }
        if let Some(what) = fault {
            return self.nothing(&at, what);
        }
        if bodies.is_empty() && (files.is_empty() || hidden.told().is_some()) {
            let text = Some(self.texts + 1).filter(|_| !files.is_empty());
            self.texts += 1;
            self.add(FilePart { text, ..at.part(PartContent::nothing("a mail without text"), &hidden) });
        }
        for (number, Body { text, is_page, mut hidden, .. }) in bodies.into_iter().enumerate() {
            // The other forms of the text have names of their own.
            let other = || at.inside(if is_page { "HTML text" } else { "plain text" });
            let here = if number == 0 { at.clone() } else { other() };
            let (contents, in_text) = text::contents(&here.name, text, true);
            hidden.join(&in_text);
            self.text(&here, (contents, hidden), true);
        }
        let mut names = FileNames::default();
        for file in files {
            if self.is_over {
                return;
            }
            let inside = FilePlace { hidden: file.hidden, ..at.inside(&names.free(&file.name)) };
            match file.bytes {
                Ok(bytes) if self.takes(bytes.len()) => self.file(&inside, &bytes),
                Ok(_) => self.too_large(),
                Err(what) => self.nothing(&inside, what),
            }
        }
    }

    fn archive(&mut self, at: &FilePlace, bytes: &[u8]) {
        let mut archive = match Archive::open(bytes) {
            Ok(archive) => archive,
            Err(what) => return self.nothing(at, what),
        };
        let begin = archive.begin().min(bytes.len());
        let is_document = archive.has(document::DOCUMENT);
        if archive.has_doubles() {
            if is_document {
                return self
                    .nothing(at, "a document with several files of one name: programs differ in what they show of it");
            }
            archive = match archive.told_apart(bytes) {
                Ok(archive) => archive,
                Err(what) => return self.nothing(at, what),
            };
        }
        let mut members = archive.members();
        if is_document {
            self.document(at, &mut archive);
            members.retain(|member| !document::is_part(&member.name));
        } else if let Some(what) = office(&archive) {
            return self.nothing(at, what);
        } else if FROZEN.iter().all(|name| archive.has(name)) {
            return self
                .nothing(at, "a frozen archive: `muster check` judges it by its own rules if it is named alone");
        } else if members.is_empty() {
            return self.nothing(at, "an empty archive");
        }
        let (before, behind) = bytes.split_at(begin);
        // Files that are told apart by their names are in an archive without what stood before it.
        let own = if archive.begin() == begin { bytes } else { behind };
        for (name, what) in archive.asides(before, own) {
            self.nothing(&at.inside(name), what);
        }
        // A packed roster (`.rosz`) is an archive with one file. Its place is that of the archive.
        let is_one = members.len() == 1 && has_ending(&at.name, &["rosz", "catz", "gstz"]);
        for ArchiveMember { index, name, form } in members {
            if self.is_over {
                return;
            }
            let mut inside = at.inside(&name);
            if is_one {
                inside.name.clone_from(&at.name);
            }
            match form {
                MemberForm::Empty => self.nothing(&inside, "an empty folder"),
                MemberForm::Link => self.nothing(&inside, "a link to another file, which is not followed"),
                MemberForm::File => match archive.read(index, self.left) {
                    Ok(bytes) if self.takes(bytes.len()) => self.file(&inside, &bytes),
                    Ok(_) | Err(Refusal::TooLarge) => self.too_large(),
                    Err(Refusal::Broken(what)) => self.nothing(&inside, what),
                },
            }
        }
    }

    fn document(&mut self, at: &FilePlace, archive: &mut Archive) {
        let DocumentText { text, others, hidden } = match document::words(archive, TEXT as u64) {
            Ok(words) => words,
            Err(Refusal::TooLarge) => return self.nothing(at, "a document of more than 8 MB, which no list has"),
            Err(Refusal::Broken(what)) => return self.nothing(at, what),
        };
        if !self.takes(text.len() + others.iter().map(|(_, text)| text.len()).sum::<usize>()) {
            return self.too_large();
        }
        let mut at = at.clone();
        if at.whole == 0 && !others.is_empty() {
            self.wholes += 1;
            at.whole = self.wholes;
        }
        let contents = |text: String| match text.trim() {
            "" => vec![PartContent::nothing("a document without text")],
            _ => text::contents("", text, false).0,
        };
        self.text(&at, (contents(text), hidden), false);
        for (name, text) in others {
            self.text(&at.inside(name), (contents(text), HiddenText::default()), true);
        }
    }

    /// Adds what a text holds: one content, or lists and the text around them.
    fn text(&mut self, at: &FilePlace, (contents, hidden): (Vec<PartContent>, HiddenText), is_body: bool) {
        let mut at = at.clone();
        let are_several = contents.len() > 1;
        if are_several && at.whole == 0 {
            self.wholes += 1;
            at.whole = self.wholes;
        }
        self.texts += 1;
        let text = Some(self.texts).filter(|_| is_body || are_several);
        for (number, content) in (1..).zip(contents) {
            let is_list = match &content {
                PartContent::Yaml(_) => true,
                PartContent::Text(text) => listing::is_own(text),
                _ => false,
            };
            let here = match number {
                1 => at.clone(),
                _ if is_list => at.inside(&format!("list {number}")),
                _ => at.inside("text around the list"),
            };
            self.add(FilePart { text, ..here.part(content, &hidden) });
        }
    }

    fn print(&mut self, at: &FilePlace, bytes: &[u8]) {
        let CarriedFiles { lists, hidden } = print::carried(bytes, TEXT);
        let lists = match lists {
            Ok(lists) => lists,
            Err(what) => return self.add(at.part(PartContent::nothing(what), &hidden)),
        };
        let is_one = lists.len() == 1;
        for (number, list) in (1..).zip(lists) {
            if !self.takes(list.len()) {
                return self.too_large();
            }
            let inside = at.inside(&format!("{number}.yaml"));
            let part = (if is_one { at } else { &inside }).part(PartContent::Yaml(list), &hidden);
            self.add(FilePart { is_carried: true, ..part });
        }
    }

    /// Whether so many more bytes may be unpacked.
    fn takes(&mut self, bytes: usize) -> bool {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let is_room = bytes <= self.left;
        self.left = self.left.saturating_sub(bytes);
        is_room
    }

    fn too_large(&mut self) {
        self.stop(format!("more than {} MB when unpacked: the rest is not read", BYTES >> 20));
    }

    fn nothing(&mut self, at: &FilePlace, what: impl Into<String>) {
        self.add(at.part(PartContent::nothing(what), &HiddenText::default()));
    }

    fn add(&mut self, part: FilePart) {
        if self.parts.len() >= PARTS {
            return self.stop(format!("more than {PARTS} parts: the rest is not read"));
        }
        self.parts.push(part);
    }

    /// Stops unpacking and adds a part that says why. Only the first call adds one.
    fn stop(&mut self, why: String) {
        if !self.is_over {
            self.is_over = true;
            let file = FilePlace { name: self.file.clone(), ..FilePlace::default() };
            self.parts.push(file.part(PartContent::Nothing(why), &HiddenText::default()));
        }
    }
}

/// Names of the files of a mail, of which several may have one name.
#[derive(Default)]
struct FileNames(HashSet<String>);

impl FileNames {
    /// The name of a file: `list.yaml`, and of a second file of that name `list (2).yaml`.
    fn free(&mut self, name: &str) -> String {
        let other = |number| String::from_utf8_lossy(&numbered(name.as_bytes(), number)).into_owned();
        let mut names = std::iter::once(name.to_owned()).chain((2..).map(other));
        let free = names.find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(free.clone());
        free
    }
}

/// What an archive of an office program is, unless it holds text.
fn office(archive: &Archive) -> Option<&'static str> {
    let kinds = [
        ("xl/workbook.xml", "a workbook of Excel: save the sheet with the list as .csv"),
        ("xl/workbook.bin", "a workbook of Excel: save the sheet with the list as .csv"),
        ("ppt/presentation.xml", "a presentation"),
        ("META-INF/manifest.xml", "a file of LibreOffice: save it as .docx, or a spreadsheet as .csv"),
        ("Index/Document.iwa", "a file of Pages or Numbers: export it as .docx, or a spreadsheet as .csv"),
    ];
    kinds.into_iter().find_map(|(file, what)| archive.has(file).then_some(what))
}

fn is_word(list: &[u8]) -> bool {
    str::from_utf8(list).is_ok_and(share::is_word)
}

/// Makes a name one line without control characters. Cuts the beginning of a very long name, because the ending tells
/// the type of the file.
fn shortened(name: &str) -> String {
    let name = plain(name);
    match name.char_indices().rev().nth(NAME) {
        Some((at, _)) => format!("\u{2026}{}", &name[at..]),
        None => name.into_owned(),
    }
}
