//! Who something that was handed in is from.
//!
//! What a list states of its player is a claim: anybody can write another's name and address into a list. Only the mail in
//! which it came tells where it came from. So a reply goes there, and lists of two places are never taken for one player's
//! because of what they state. A file that came without a mail has nothing but its claims.

use jiff::Timestamp;
use muster_engine::list::ArmyList;
use muster_engine::plain::{harmless, is_unseen};
use muster_engine::plural::joined;
use muster_engine::report::{Finding, FindingId, Remark, Severity};
use muster_engine::slug::slug;
use muster_engine::theirs::quoted;
use muster_exchange::unpack::Sender;

/// The key of a list file that keeps when its mail arrived.
const ARRIVED: &str = "x-arrived";

/// Who something is from: what the mail tells, and what the list states.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HandInOrigin<'a> {
    sender: Option<&'a Sender>,
    name: Option<&'a str>,
    address: Option<&'a str>,
    what: HandInKind,
}

/// What something is that was handed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum HandInKind {
    List,
    Sheet,
    /// It could not be read, so nobody knows what it states.
    #[default]
    Unread,
}

impl HandInKind {
    fn noun(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Sheet => "sheet",
            Self::Unread => "file",
        }
    }
}

/// Why a reply has no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAddressReason {
    /// What is named here states none, and no mail brought it.
    None(&'static str),
    /// What is named here states something that is no plain address.
    Stated(&'static str, String),
    /// The mail came from something that is no plain address.
    Sent(String),
    /// The mail that brought it does not tell from which address. What a list states does not replace that.
    Unsent,
    /// The mail that brought it names no single sender: why, in words that follow `the mail`.
    Unclear(String),
    /// It could not be read, and no mail brought it.
    Unread,
}

impl NoAddressReason {
    /// The reason in words that follow a colon.
    #[must_use]
    pub fn why(&self) -> String {
        match self {
            Self::None(what) => format!("the {what} states none, and no mail brought it"),
            Self::Stated(what, text) => format!("the {what} states {}, which is no plain mail address", quoted(text)),
            Self::Sent(text) => format!("the mail came from {}, which is no plain mail address", quoted(text)),
            Self::Unsent => "the mail that brought it names no address of its sender".to_owned(),
            Self::Unclear(why) => format!("the mail that brought it {why}"),
            Self::Unread => "the file could not be read, and no mail brought it".to_owned(),
        }
    }
}

/// What two things have in common if they are of one player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SharedAddress {
    /// They came from this address.
    Sent(String),
    /// They state this address.
    Stated(String),
}

impl<'a> HandInOrigin<'a> {
    /// Of something that could not be read.
    pub(crate) fn of_sender(sender: Option<&'a Sender>) -> Self {
        Self { sender, ..Self::default() }
    }

    /// Of a list.
    pub(crate) fn of_list(sender: Option<&'a Sender>, list: &'a ArmyList) -> Self {
        Self {
            sender,
            name: stated(list.player.as_deref()),
            address: stated(list.email.as_deref()),
            what: HandInKind::List,
        }
    }

    /// Of a sheet that states this name and this address.
    pub(crate) fn of_sheet(sender: Option<&'a Sender>, name: Option<&'a str>, address: Option<&'a str>) -> Self {
        Self { sender, name: stated(name), address: stated(address), what: HandInKind::Sheet }
    }

    /// The name of its player: the stated one, else that of who wrote the mail.
    pub(crate) fn player(self) -> Option<&'a str> {
        self.name.or_else(|| self.sender?.writer().name.as_deref())
    }

    /// How a mail greets: the sender by the name that the mail has, anybody else by the stated name.
    pub(crate) fn greeted(self) -> Option<&'a str> {
        self.sender.and_then(|sender| sender.name.as_deref()).or(self.name)
    }

    /// The address that it came from, else the one that it states. It may be no plain address.
    pub(crate) fn address(self) -> Option<&'a str> {
        self.sent().or_else(|| self.address.filter(|_| self.sender.is_none()))
    }

    /// The plain address that a reply goes to, or why there is none.
    pub(crate) fn reply_to(self) -> Result<&'a str, NoAddressReason> {
        match (self.sender.is_some(), self.address()) {
            (_, Some(address)) if is_address(address) => Ok(address),
            (true, Some(address)) => Err(NoAddressReason::Sent(address.to_owned())),
            (true, None) => {
                Err(self.unclear().map_or(NoAddressReason::Unsent, |why| NoAddressReason::Unclear(why.to_owned())))
            }
            (false, Some(address)) => Err(NoAddressReason::Stated(self.what.noun(), address.to_owned())),
            (false, None) if self.what == HandInKind::Unread => Err(NoAddressReason::Unread),
            (false, None) => Err(NoAddressReason::None(self.what.noun())),
        }
    }

    /// The address by which it may be joined with others.
    pub(crate) fn home(self) -> Option<SharedAddress> {
        // Capitals of addresses mean nothing to mail programs. Letters beyond ASCII are compared as they are: the sign for
        // Kelvin has the small letter k.
        let address = self.address()?.to_ascii_lowercase();
        Some(if self.sent().is_some() { SharedAddress::Sent(address) } else { SharedAddress::Stated(address) })
    }

    /// Whether nothing that is known keeps two things from being one player's. Without an address of a mail on both sides,
    /// equal names are needed too.
    pub(crate) fn may_be(self, other: Self) -> bool {
        let is_one_name = self.player() == other.player();
        match (self.home(), other.home()) {
            (Some(SharedAddress::Sent(one)), Some(SharedAddress::Sent(other))) => one == other,
            (Some(SharedAddress::Sent(one)), Some(SharedAddress::Stated(two)))
            | (Some(SharedAddress::Stated(one)), Some(SharedAddress::Sent(two))) => {
                one == two && is_one_name && self.player().is_some()
            }
            (Some(SharedAddress::Sent(_)), None) | (None, Some(SharedAddress::Sent(_))) => false,
            (Some(SharedAddress::Stated(one)), Some(SharedAddress::Stated(two))) if one != two => false,
            // Names that are alike, in other capitals or without accents, may be of two people.
            _ => {
                let is_nameless = self.player().is_none() || other.player().is_none();
                !self.is_unsent() && !other.is_unsent() && (is_one_name || is_nameless)
            }
        }
    }

    /// How the sender differs from what the list states, as a finding.
    pub(crate) fn finding(self) -> Option<Finding> {
        let words = self.difference()?;
        // The name of a mail program is often written in another way. That is told, but nobody need look at it.
        let is_grave = self.is_other_address() || self.is_other_name() && !self.is_alike() || self.doubts().is_some();
        let severity = if is_grave { Severity::Warning } else { Severity::Note };
        let bare = Finding::bare(FindingId::Remark(Remark::SentByAnother), severity);
        Some(Finding { message: format!("the {} {words}", self.what.noun()), at: vec![String::new()], ..bare })
    }

    /// How the sender differs from what the list states, and what the mail itself leaves in doubt: `states the name “Anna”, but
    /// came from “Eve” <eve@example.org>; came in a mail that asks for replies to “bo@example.org”`.
    pub(crate) fn difference(self) -> Option<String> {
        let (stated, doubts) = (self.stated_otherwise(), self.doubts());
        let from = self.sender.map(came_from).unwrap_or_default();
        match (stated, doubts) {
            // The doubts say where it came from.
            (Some(stated), Some(doubts)) if self.unclear().is_some() => Some(format!("states {stated}, but {doubts}")),
            (Some(stated), Some(doubts)) => Some(format!("states {stated}, but {from}; {doubts}")),
            (Some(stated), None) => Some(format!("states {stated}, but {from}")),
            (None, doubts) => doubts,
        }
    }

    /// What it states that is not so by the mail.
    fn stated_otherwise(self) -> Option<String> {
        let name = self.name.filter(|_| self.is_other_name()).map(|name| format!("the name {}", quoted(name)));
        let address = self.address.filter(|_| self.is_other_address()).map(|it| format!("the address {}", quoted(it)));
        let stated: Vec<String> = name.into_iter().chain(address).collect();
        (!stated.is_empty()).then(|| stated.join(" and "))
    }

    /// What the mail leaves in doubt of its sender, in words that follow a subject.
    fn doubts(self) -> Option<String> {
        let of = |sender: &'a Sender| sender.unclear.iter().chain(&sender.doubts).collect::<Vec<_>>();
        let sender = self.sender?;
        let all = [
            ("came in a mail that", of(sender)),
            ("came in a mail with a mail that", sender.forwards.as_deref().map(of).unwrap_or_default()),
        ];
        let told = all.iter().filter(|(_, doubts)| !doubts.is_empty());
        let told: Vec<String> = told.map(|(begin, doubts)| format!("{begin} {}", joined(doubts, "and"))).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }

    /// Why the mail names no single sender, in words that follow `the mail`.
    fn unclear(self) -> Option<&'a str> {
        self.sender?.unclear.as_deref()
    }

    /// Where it is from, in words that follow a subject.
    pub(crate) fn told(self) -> String {
        match (self.sent(), self.address) {
            (Some(address), _) => format!("came from {}", quoted(address)),
            (None, _) if self.unclear().is_some() => "came in a mail whose sender is unclear".to_owned(),
            (None, _) if self.is_unsent() => "came in a mail without an address".to_owned(),
            (None, Some(address)) => format!("states the address {}", quoted(address)),
            (None, None) => "states no address".to_owned(),
        }
    }

    /// By what two lists are one player's, in a sentence, if they have the same home and no mail tells it.
    pub(crate) fn only_stated(self, later: Self) -> Option<String> {
        let home = self.home();
        if home != later.home() || matches!(home, Some(SharedAddress::Sent(_))) {
            return None;
        }
        let both = |one: Option<&str>, other: Option<&str>| one.filter(|one| Some(*one) == other).map(quoted);
        let name = both(self.player(), later.player()).map(|name| format!("the name {name}"));
        let address = home.and(self.address).map(|address| format!("the address {}", quoted(address)));
        let stated: Vec<String> = name.into_iter().chain(address).collect();
        Some(if stated.is_empty() {
            "no mail tells who sent them, and they do not both name a player".to_owned()
        } else {
            format!("no mail tells who sent them; both state {}", stated.join(" and "))
        })
    }

    /// The address that it states, whoever sent it.
    pub(crate) fn stated_address(self) -> Option<&'a str> {
        self.address
    }

    /// Whether it came in a mail from this address.
    pub(crate) fn is_from(self, address: &str) -> bool {
        self.sent().is_some_and(|sent| sent.eq_ignore_ascii_case(address))
    }

    fn sent(self) -> Option<&'a str> {
        self.sender?.address.as_deref().filter(|address| !address.trim().is_empty())
    }

    /// Whether it came in a mail that does not tell from where.
    fn is_unsent(self) -> bool {
        self.sender.is_some() && self.sent().is_none()
    }

    fn is_other_name(self) -> bool {
        let sender = self.sender.and_then(|sender| sender.name.as_deref());
        // The address of a sender without a name is written into lists as the name.
        self.name.zip(sender).is_some_and(|(stated, sender)| stated != sender && self.sent() != Some(stated))
    }

    fn is_other_address(self) -> bool {
        self.sender.is_some() && self.address.is_some_and(|stated| !self.is_from(stated))
    }

    fn is_alike(self) -> bool {
        let sender = self.sender.and_then(|sender| sender.name.as_deref());
        self.name.map(alike) == sender.map(alike)
    }
}

/// Where a mail came from, in words that follow a subject.
fn came_from(sender: &Sender) -> String {
    match (sender.name.as_deref().map(quoted), sender.address.as_deref()) {
        (Some(name), Some(address)) => format!("came from {name} <{address}>"),
        (None, Some(address)) => format!("came from <{address}>"),
        (Some(name), None) => format!("came from {name}, without an address"),
        (None, None) => "came in a mail without an address".to_owned(),
    }
}

/// What names have in common that look alike: they differ in capitals, blanks, accents or characters that nobody sees.
pub(crate) fn alike(name: &str) -> String {
    slug(&name.chars().filter(|letter| !is_unseen(*letter)).collect::<String>())
}

fn stated(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

/// Writes the address that a list came from into it, and when it arrived, for a list file that stays when the mail is gone: a reply to that file
/// must not go where a stranger wants it. Returns how the sender differs from what the list states, in words that follow a
/// subject.
pub fn keep_sender(list: &mut ArmyList, sender: Option<&Sender>) -> Option<String> {
    let origin = HandInOrigin::of_list(sender, list);
    let (difference, address) = (origin.difference(), origin.address().map(str::to_owned));
    list.email = address;
    if let Some(arrived) = sender.and_then(Sender::arrived) {
        list.extra.insert(ARRIVED.to_owned(), arrived.into());
    }
    difference
}

/// When a list file says that it arrived, if a mail brought it before it was a file of its own.
pub(crate) fn kept_arrival(list: &ArmyList) -> Option<&str> {
    list.extra.get(ARRIVED)?.as_str().filter(|text| text.parse::<Timestamp>().is_ok())
}

/// Whether a text is one plain mail address, such as `anna@example.org`.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let is_special = |letter: char| {
        letter.is_whitespace() || is_unseen(letter) || harmless(letter) != letter || "()<>[]:;,\\\"".contains(letter)
    };
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
        && !text.contains(is_special)
}
