//! Finds the lists in a file of any form: list files, mails, archives, documents, rosters, tables and text.

use std::sync::OnceLock;

use muster_engine::effort::{self, Effort};
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::plural::joined;
use muster_engine::ready::Ruleset;
use muster_engine::report::Remark;
use muster_engine::theirs::quoted;
use muster_exchange::battlescribe::roster::{self, Importer, Roster, RosterRefusal};
use muster_exchange::encoding;
use muster_exchange::listing::{self, LikeliestGame, Listing, MAX_TEXT, TextContext, TextReader};
use muster_exchange::sealed::{EventKeys, SealFault, is_sealed};
use muster_exchange::unpack::{FilePart, PartContent, pasted, unpack_with};
use muster_library::document::UnreadableDocument;
use muster_library::fault::{FaultKind, FileFault};
use muster_library::limits;
use muster_library::lists::{self, FileDocument};
use muster_library::shelf::Shelf;

use crate::found::{FoundLists, ListRemark, NoListKind, NoListReason, ReadPart, reasons};
use crate::{another, own_text};

/// A text with `n` squadrons is no list if it has more than `(n + 1) * DOUBTS` doubts. It only mentions units.
const DOUBTS: usize = 6;

/// The newest version of every game with all its units, for texts that do not name their game. Loaded when the first
/// such text is read.
pub struct NewestGames<'s> {
    shelf: &'s Shelf,
    rulesets: OnceLock<Vec<Ruleset>>,
}

/// Reads files in any form. Use one for many files, because it prepares the games only once.
pub struct Intake<'g> {
    games: &'g NewestGames<'g>,
    readers: OnceLock<Vec<TextReader<'g>>>,
    rosters: OnceLock<Importer<'g>>,
    ruleset: Option<&'g str>,
    keys: Option<&'g EventKeys>,
    context: TextContext<'g>,
}

impl<'s> NewestGames<'s> {
    /// The games of a shelf.
    #[must_use]
    pub fn new(shelf: &'s Shelf) -> Self {
        Self { shelf, rulesets: OnceLock::new() }
    }

    fn rulesets(&self) -> &[Ruleset] {
        self.rulesets.get_or_init(|| {
            let mut ids: Vec<&str> = self.shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
            ids.sort_unstable();
            ids.dedup();
            // A broken ruleset is reported when a list names it.
            let newest = |id: &str| self.shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).ok();
            effort::uncounted(|| ids.into_iter().filter_map(newest).collect())
        })
    }
}

impl<'g> Intake<'g> {
    /// An intake for these games.
    #[must_use]
    pub fn new(games: &'g NewestGames<'g>) -> Self {
        Self {
            games,
            readers: OnceLock::new(),
            rosters: OnceLock::new(),
            ruleset: None,
            keys: None,
            context: TextContext::default(),
        }
    }

    /// Adds what the user states: the game of files that do not name theirs, and the nation and the MFV of all lists.
    #[must_use]
    pub fn with(self, ruleset: Option<&'g str>, context: TextContext<'g>) -> Self {
        Self { ruleset, context, ..self }
    }

    /// Opens sealed lists with these keys.
    #[must_use]
    pub fn with_keys(self, keys: Option<&'g EventKeys>) -> Self {
        Self { keys, ..self }
    }

    /// The rulesets under which it reads.
    #[must_use]
    pub fn shelf(&self) -> &'g Shelf {
        self.games.shelf
    }

    /// Everything that a file holds. Never empty. Of a mail, its text and the files with it are read. If both hold the same
    /// list, that of the file stands for both. If they differ, each list is told of the other.
    #[must_use]
    pub fn open(&self, name: &str, bytes: &[u8]) -> Vec<ReadPart> {
        let effort = Effort::of(limits::HAND_IN_STEPS);
        // List files are the most frequent and need no unpacking.
        if [".yaml", ".yml"].iter().any(|ending| name.ends_with(ending)) && !is_sealed(bytes) {
            let mut told = Vec::new();
            let form = effort.run(|| self.file(bytes, &mut told)).unwrap_or_else(|_| FoundLists::Nothing(too_much()));
            return vec![ReadPart { told, form, ..ReadPart::nothing(name.to_owned(), None, too_much()) }];
        }
        self.together(&effort, name, || unpack_with(self.keys, name, bytes))
    }

    /// Everything that a pasted text holds. Never empty.
    #[must_use]
    pub fn paste(&self, text: String) -> Vec<ReadPart> {
        self.together(&Effort::of(limits::HAND_IN_STEPS), "", || pasted(text))
    }

    /// Reads the parts of a file or text. Compares those that came together.
    fn together(&self, effort: &Effort, name: &str, parts: impl FnOnce() -> Vec<FilePart>) -> Vec<ReadPart> {
        let Ok(parts) = effort.run(parts) else { return vec![ReadPart::nothing(name.to_owned(), None, too_much())] };
        let mut mails: Vec<(usize, Vec<PartGroup>)> = Vec::new();
        for whole in self.wholes(effort, parts) {
            match mails.iter_mut().find(|(number, _)| *number == whole.mail) {
                Some((_, wholes)) => wholes.push(whole),
                None => mails.push((whole.mail, vec![whole])),
            }
        }
        mails.into_iter().flat_map(|(_, wholes)| self.of_mail(effort, name, wholes)).collect()
    }

    /// Finds the lists in a mail and in the mails attached to it, or all lists of a file that is no mail.
    fn of_mail(&self, effort: &Effort, file: &str, wholes: Vec<PartGroup>) -> Vec<ReadPart> {
        let has_file = wholes.iter().any(|whole| whole.files.iter().any(|(found, _)| found.has_list()));
        let has_text = wholes.iter().any(|whole| whole.texts.iter().any(ReadPart::has_list));
        let is_mail = |whole: &PartGroup| whole.texts.iter().any(|text| text.sender.is_some());
        if !has_file && !has_text && wholes.iter().any(is_mail) {
            return vec![nothing_in_mail(&wholes)];
        }
        // What is told of a mail without a list is told of the lists in the mails that it has attached.
        let (mut all, mut spare): (Vec<ReadPart>, Vec<ListRemark>) = (Vec::new(), Vec::new());
        for PartGroup { mut texts, files, .. } in wholes {
            let mut talk: Vec<ListRemark> = texts.iter().filter_map(unread_text).collect();
            // A text without a list says that the list is attached, or it stands above a mail that it passes on.
            if has_file || has_text || !files.is_empty() {
                let gone = texts.extract_if(.., |text| !text.has_list());
                talk.extend(gone.flat_map(|text| text.told));
            }
            // If the text of a mail holds the list, pictures are signatures or photos of models.
            let is_aside =
                |found: &ReadPart, is_picture: bool| is_picture && has_text && !has_file && found.sender.is_some();
            let (pictures, files): (Vec<_>, Vec<_>) =
                files.into_iter().partition(|(found, is_picture)| is_aside(found, *is_picture));
            talk.extend(pictures.iter().map(|(found, _)| {
                let message = format!("the picture {} that came with it is not read", quoted(last(&found.name)));
                ListRemark { list: None, remark: Remark::ReadAs, message }
            }));
            let mut files: Vec<ReadPart> = files.into_iter().map(|(found, _)| found).collect();
            if !texts.is_empty() && texts.len() + files.iter().filter(|found| found.has_list()).count() > 1 {
                let first = texts.first().filter(|text| text.sender.is_some());
                let first = first.map(|text| (text.name.clone(), text.sender.clone()));
                let (name, sender) = first.unwrap_or_else(|| (file.to_owned(), None));
                let tell = || another::tell(self.shelf(), &mut texts, &mut files);
                if effort.run(tell).is_err() {
                    return vec![ReadPart::nothing(name, sender, too_much())];
                }
            }
            if texts.iter().chain(&files).any(ReadPart::has_list) {
                texts.iter_mut().chain(&mut files).for_each(|found| found.told.extend(talk.iter().cloned()));
            } else {
                spare.extend(talk);
            }
            all.extend(texts);
            all.extend(files);
        }
        all.iter_mut().filter(|found| found.has_list()).for_each(|found| found.told.extend(spare.iter().cloned()));
        all
    }

    /// Reads all parts, those together that came with one mail or are one document.
    fn wholes(&self, effort: &Effort, parts: Vec<FilePart>) -> Vec<PartGroup> {
        let mut wholes: Vec<(usize, PartGroup)> = Vec::new();
        for part in parts {
            let (number, mail, text, is_picture) = (part.whole, part.mail, part.text, part.content.is_picture());
            let (name, sender) = (part.name.clone(), part.sender.clone());
            let found = effort.run(|| self.part(part)).unwrap_or_else(|_| ReadPart::nothing(name, sender, too_much()));
            let is_it = |(other, whole): &(usize, PartGroup)| (*other, whole.mail) == (number, mail);
            let at = wholes.iter().position(is_it).unwrap_or_else(|| {
                wholes.push((number, PartGroup { mail, ..PartGroup::default() }));
                wholes.len() - 1
            });
            let (_, whole) = &mut wholes[at];
            match text {
                Some(_) => whole.texts.push(ReadPart { text, ..found }),
                None => whole.files.push((found, is_picture)),
            }
        }
        wholes.into_iter().map(|(_, whole)| whole).collect()
    }

    fn part(&self, part: FilePart) -> ReadPart {
        let FilePart { name, sender, is_carried, sealed_for, hidden, content, .. } = part;
        let from = sender.as_ref().and_then(|sender| sender.writer().name.as_deref());
        let context = TextContext { sender: from, file: Some(&name), ..self.context };
        let mut told: Vec<ListRemark> =
            hidden.map(|message| ListRemark { list: None, remark: Remark::ReadAs, message }).into_iter().collect();
        let is_only_here = sender.is_some() || sealed_for.is_some();
        let own_text = match &content {
            PartContent::Yaml(bytes) if is_only_here => Some(encoding::decode(bytes)),
            _ => None,
        };
        if let Some(event) = sealed_for {
            if let Some(fault) = self.for_another(&event) {
                return ReadPart { form: sealed(fault), ..ReadPart::nothing(name, sender, too_much()) };
            }
            told.extend(self.without_event(&event));
        }
        let form = match content {
            PartContent::Yaml(bytes) => self.file(&bytes, &mut told),
            PartContent::Roster(bytes) | PartContent::NewRecruit(bytes) => {
                self.roster(Roster::open(&name, bytes), context)
            }
            PartContent::Table(text) | PartContent::Text(text) => self.text(text, context),
            PartContent::Sealed(fault) => sealed(closed(fault)),
            PartContent::Nothing(why) => FoundLists::Nothing(NoListReason::new(NoListKind::Other, why)),
        };
        let mut found = ReadPart { name, sender, text: None, is_carried, told, own_text, form };
        found.sign();
        found
    }

    /// The fault of a list that was sealed for another event than those of the run; none if the run has no event.
    fn for_another(&self, event: &str) -> Option<FileFault> {
        let heads = self.shelf().event_heads();
        let ids: Vec<String> = heads.iter().map(|head| quoted(&head.id)).collect();
        (!heads.is_empty() && heads.iter().all(|head| head.id != event)).then(|| {
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            let message =
                format!("the list was sealed for the event {}, not for {}", quoted(event), joined(&ids, "or"));
            FileFault::new(FaultKind::Sealed, message).help("ask for the list sealed for this event")
        })
    }

    /// What is told of a list that was sealed for an event, and is judged without it.
    fn without_event(&self, event: &str) -> Option<ListRemark> {
        self.shelf().event_heads().is_empty().then(|| {
            let message = format!("the list was sealed for the event {}; `--event` judges it by that", quoted(event));
            ListRemark { list: None, remark: Remark::ReadAs, message }
        })
    }

    /// Reads a list file. Some programs save text as UTF-16 or in the encoding of their system: such a file is read if it is one of
    /// lists then, and it is told.
    fn file(&self, bytes: &[u8], told: &mut Vec<ListRemark>) -> FoundLists {
        let mut entries = lists::lists(bytes);
        if std::str::from_utf8(bytes).is_err() {
            let decoded = lists::lists(encoding::decode(bytes).as_bytes());
            if decoded.iter().all(|entry| matches!(entry, FileDocument::List(..))) {
                entries = decoded;
                let read_as =
                    if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) { "UTF-16" } else { "Windows-1252" };
                let message = format!("the file is not UTF-8; its letters are read as {read_as}");
                told.push(ListRemark { list: None, remark: Remark::ReadAs, message });
            }
        }
        for entry in &mut entries {
            if let FileDocument::List(list, _) = entry {
                list.mfv = self.context.mfv.or(list.mfv);
                list.nation = self.context.nation.map(str::to_owned).or(list.nation.take());
            }
        }
        FoundLists::File(entries)
    }

    fn roster(
        &self,
        roster: Result<Roster, muster_exchange::battlescribe::ImportError>,
        context: TextContext,
    ) -> FoundLists {
        let roster = match roster {
            Ok(roster) => roster,
            Err(error) => return FoundLists::Nothing(NoListReason::new(NoListKind::Broken, error.to_string())),
        };
        let importer = self.rosters.get_or_init(|| Importer::new(self.shelf()));
        match importer.read(&roster, self.ruleset, context) {
            Ok(listing) => others(vec![listing], None),
            Err(RosterRefusal::NoGame) => FoundLists::Nothing(which_game("the roster", &[])),
            Err(RosterRefusal::NoRuleset(fault)) => FoundLists::Nothing(fault.into()),
            Err(why) => FoundLists::Nothing(NoListReason::new(NoListKind::Other, why.to_string())),
        }
    }

    fn text(&self, text: String, context: TextContext) -> FoundLists {
        let mut listings = match self.under(listing::ruleset(&text)) {
            Ok(Some(ruleset)) => listing::read_all(&ruleset, &text, context),
            Ok(_) if text.lines().nth(limits::TEXT_LINES).is_some() && !listing::is_ours(&text) => {
                let why = format!("a text of more than {} lines: keep the part with the list", limits::TEXT_LINES);
                return FoundLists::Nothing(NoListReason::new(NoListKind::Other, why));
            }
            Ok(None) if text.len() > MAX_TEXT => {
                let why = format!("a text of more than {} MB: keep the part with the list", MAX_TEXT >> 20);
                return FoundLists::Nothing(NoListReason::new(NoListKind::Other, why));
            }
            Ok(None) => {
                match roster::in_link(&text) {
                    Some(Ok(json)) => return self.roster(Roster::open("the roster in the link", json), context),
                    Some(Err(why)) => return FoundLists::Nothing(NoListReason::new(NoListKind::Broken, why)),
                    None => {}
                }
                if let Some(nothing) = only_link(&text) {
                    return FoundLists::Nothing(nothing);
                }
                let readers = self.readers();
                let LikeliestGame { place, concluded } = match TextReader::likeliest(readers, &text) {
                    Ok(likeliest) => likeliest,
                    Err(places) => {
                        let name = |place: &usize| readers[*place].ruleset().declarations().name.as_str();
                        return FoundLists::Nothing(which_game(
                            "the text",
                            &places.iter().map(name).collect::<Vec<_>>(),
                        ));
                    }
                };
                let mut listings = readers[place].read_all(&text, context);
                for listing in &mut listings {
                    listing.concluded.splice(0..0, concluded.clone());
                }
                listings
            }
            Err(fault) => return FoundLists::Nothing(fault.into()),
        };
        for listing in &mut listings {
            own_text::tell(self.shelf(), listing);
        }
        others(listings, Some(text))
    }

    /// The ruleset with this name, else the one that the user states, with all its units.
    fn under(&self, named: Option<RulesetName>) -> Result<Option<Ruleset>, FileFault> {
        let name = named.or_else(|| self.ruleset.map(|id| RulesetName::Id(id.to_owned())));
        name.map(|name| self.shelf().ruleset(&name, &[])).transpose()
    }

    fn readers(&self) -> &[TextReader<'g>] {
        let readers = || self.games.rulesets().iter().map(TextReader::new).collect();
        self.readers.get_or_init(|| effort::uncounted(readers))
    }
}

/// A list that is there but cannot be read, because it is sealed.
fn sealed(fault: FileFault) -> FoundLists {
    FoundLists::File(vec![FileDocument::Unreadable(UnreadableDocument { index: 0, faults: vec![fault] })])
}

/// Why a sealed file stays closed.
fn closed(fault: SealFault) -> FileFault {
    let help = match fault {
        SealFault::NoKey => "`--key FILE` opens it, with the file that `muster new event-key` wrote",
        SealFault::OtherKey => "name the file of the other key with `--key`, or ask for the list sealed for this event",
        _ => "ask for the file again",
    };
    FileFault::new(FaultKind::Sealed, fault.to_string()).help(help)
}

/// The lists that name at least one unit, or the reason why the text or roster holds no list.
fn others(mut listings: Vec<Listing>, text: Option<String>) -> FoundLists {
    let help = listings.iter().flat_map(|listing| &listing.doubts).find_map(|doubt| doubt.help.clone());
    // A text that Muster wrote may hold an empty list.
    let is_whole =
        |listing: &Listing| listing.own.is_some() || listing.doubts.is_empty() && listing.concluded.is_empty();
    listings.retain(|listing| squadrons(&listing.list) > 0 || is_whole(listing));
    let units: usize = listings.iter().map(|listing| squadrons(&listing.list)).sum();
    let doubts: usize = listings.iter().map(|listing| listing.doubts.len()).sum();
    if doubts > DOUBTS + DOUBTS * units {
        let why = format!("it names units, but {doubts} of its lines are no part of a list");
        return FoundLists::Nothing(NoListReason::new(NoListKind::Talk, why));
    }
    if listings.is_empty() {
        return FoundLists::Nothing(NoListReason {
            help,
            ..NoListReason::new(NoListKind::NoUnits, "no unit is named in it")
        });
    }
    match listings.iter().find_map(|listing| unreadable(&listing.list)) {
        Some(why) => FoundLists::Nothing(why),
        None => FoundLists::Other(listings, text),
    }
}

/// The number of squadrons in a list, without attached ones.
fn squadrons(list: &ArmyList) -> usize {
    list.squadrons.len() + list.groups.iter().map(|group| group.squadrons.len()).sum::<usize>()
}

/// What came with one mail, or is one document; or all that came with none.
#[derive(Default)]
struct PartGroup {
    /// The number of the outermost mail in which it came; 0 if it came in none.
    mail: usize,
    /// What stands in its text and in other forms of that.
    texts: Vec<ReadPart>,
    /// The files, and whether each is a picture.
    files: Vec<(ReadPart, bool)>,
}

/// What is told of a text that came with lists and may hold more of them, but is not read.
fn unread_text(text: &ReadPart) -> Option<ListRemark> {
    let FoundLists::Nothing(NoListReason { kind, why, .. }) = &text.form else { return None };
    let is_silent = matches!(kind, NoListKind::NoUnits | NoListKind::NoGame);
    let message = || format!("the text that came with it is not read: {why}");
    (!is_silent).then(|| ListRemark { list: None, remark: Remark::ReadAs, message: message() })
}

/// A mail without a list. It becomes one row with the reasons of all its parts.
fn nothing_in_mail(wholes: &[PartGroup]) -> ReadPart {
    let why = |found: &ReadPart| {
        let why = if let FoundLists::Nothing(nothing) = &found.form { &nothing.why } else { "not a list" };
        let told = found.told.iter().map(|told| told.message.as_str());
        std::iter::once(why).chain(told).collect::<Vec<_>>().join("; ")
    };
    let texts = || wholes.iter().flat_map(|whole| &whole.texts);
    let files = wholes.iter().flat_map(|whole| &whole.files);
    let mut parts: Vec<String> = texts().map(|found| format!("in the mail's text, {}", why(found))).collect();
    parts.dedup();
    parts.extend(files.map(|(found, _)| format!("{} is {}", last(&found.name), why(found))));
    let (name, sender) = texts().next().map(|found| (found.name.clone(), found.sender.clone())).unwrap_or_default();
    ReadPart::nothing(name, sender, NoListReason::new(NoListKind::Other, reasons(parts)))
}

/// The name of a part without those of what it is packed in.
fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}

/// A file that takes more work than any list.
fn too_much() -> NoListReason {
    let why = "it takes more work to read than any list, so its lists were not looked for";
    NoListReason {
        help: Some("send the lists alone, each in a file".to_owned()),
        ..NoListReason::new(NoListKind::Other, why)
    }
}

/// Why something that names no game cannot be read. These games have units of the names in it.
fn which_game(what: &str, games: &[&str]) -> NoListReason {
    let why = match games {
        [] => format!("{what} names no game, and no units by which a game is known"),
        games => format!("{what} names no game, and its units are in {}", joined(games, "and")),
    };
    NoListReason { help: Some("state the game".to_owned()), ..NoListReason::new(NoListKind::NoGame, why) }
}

/// Why a text that is only a link cannot be read. None for any other text.
fn only_link(text: &str) -> Option<NoListReason> {
    let text = text.trim();
    let is_link = ["http://", "https://", "www."].iter().any(|begin| text.starts_with(begin));
    (is_link && !text.contains(char::is_whitespace)).then(|| NoListReason {
        help: Some("paste the text of the list, or send its file".to_owned()),
        ..NoListReason::new(NoListKind::Other, "it is only a link, and Muster opens no links")
    })
}

/// Why a list that was read from another form cannot be saved and read again. None if it can.
fn unreadable(list: &ArmyList) -> Option<NoListReason> {
    let json = serde_json::to_string(list).map_err(|error| NoListReason::new(NoListKind::Broken, error.to_string()));
    let json = match json {
        Ok(json) => json,
        Err(why) => return Some(why),
    };
    match lists::lists(json.as_bytes()).into_iter().next() {
        Some(FileDocument::Unreadable(unparsed)) => unparsed.faults.into_iter().next().map(NoListReason::from),
        _ => None,
    }
}
