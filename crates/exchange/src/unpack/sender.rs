//! Tells who sent a mail, by its headers.
//!
//! Whoever writes a mail chooses its headers, and mail programs show different ones of them. So a mail has a sender only if it
//! names one plain address; and whatever else it shows as its sender is told.

use jiff::fmt::rfc2822::DateTimeParser;
use mailparse::{MailAddr, MailHeader, SingleInfo, addrparse_header};
use muster_engine::plain::{harmless, is_unseen};
use muster_engine::plural::joined;
use muster_engine::theirs::quoted;
use muster_library::day::is_day;

use super::multipart::headers;
use super::part::Sender;

/// Headers that name somebody else beside the sender, each with what a mail says by it.
const OTHERS: [(&str, &str); 5] = [
    ("Reply-To", "asks for replies to"),
    ("Sender", "was sent for its author by"),
    ("Resent-From", "was passed on by"),
    ("Resent-Sender", "was passed on by"),
    ("Resent-Reply-To", "asks for replies to"),
];
/// Signs that look like that between the two halves of an address.
const AT: [char; 3] = ['@', '\u{fe6b}', '\u{ff20}'];
/// The most addresses that a sentence names, and the most letters of each.
const NAMED: usize = 3;
const LETTERS: usize = 100;
/// The longest header that is read, in bytes. No person has so many addresses.
const HEADER: usize = 4_000;

/// Who sent a mail with these headers.
pub(super) fn sender(all: &[MailHeader]) -> Sender {
    let value = |name| headers(all, name).next().map(|header| header.get_value().trim().to_owned());
    let from: Vec<&MailHeader> = headers(all, "From").collect();
    let named = NamedSender::of(&from);
    let one = named.one().cloned();
    let unclear = named.unclear();
    let address = one.as_ref().map(|one| one.addr.trim().to_owned()).filter(|_| unclear.is_none());
    let name = one.and_then(|one| one.display_name).filter(|_| unclear.is_none());
    let mut doubts = Vec::new();
    let shown = from.iter().flat_map(|header| addresses_in(&header.get_value()));
    let other = |shown: &String| named.all.iter().all(|one| !is_same(&one.addr, shown));
    tell(&mut doubts, "shows as its sender", shown.filter(other));
    if name.as_deref().is_some_and(|name| name.contains(is_disguise)) {
        doubts.push("has characters in the name of its sender that nobody sees".to_owned());
    }
    for (header, says) in OTHERS {
        let others = headers(all, header).take(NAMED + 1).flat_map(|header| {
            let listed = singles(header).unwrap_or_default().into_iter().map(|one| one.addr);
            listed.chain(addresses_in(&header.get_value())).collect::<Vec<_>>()
        });
        tell(&mut doubts, says, others.filter(|other| address.as_deref().is_none_or(|own| !is_same(own, other))));
    }
    // An address is nobody's name, least of all another's.
    let is_name = |name: &String| {
        let own = address.as_deref().unwrap_or_default();
        !name.trim().is_empty() && addresses_in(name).iter().all(|shown| is_same(shown, own))
    };
    Sender {
        name: name.map(|name| in_order(seen(&name))).filter(is_name),
        address,
        date: value("Date").and_then(|date| day(&date)),
        sent: value("Date").and_then(|date| moment(&date)),
        // Each server puts its line above those that are there, with the time behind the last semicolon.
        received: value("Received").and_then(|line| moment(line.rsplit_once(';')?.1)),
        subject: value("Subject").filter(|subject| !subject.is_empty()),
        unclear,
        doubts,
        forwards: None,
    }
}

/// Whom a mail names as its sender.
struct NamedSender {
    /// Each address once.
    all: Vec<SingleInfo>,
    /// The headers as they are written.
    written: String,
    /// Whether one of them cannot be read.
    is_broken: bool,
}

impl NamedSender {
    fn of(from: &[&MailHeader]) -> Self {
        let mut named = Self { all: Vec::new(), written: String::new(), is_broken: false };
        for header in from {
            let written = String::from_utf8_lossy(header.get_value_raw());
            named.written.extend(written.chars().take(HEADER).chain([' ']));
            match singles(header) {
                Some(found) => {
                    for one in found.into_iter().filter(|one| !one.addr.trim().is_empty()) {
                        if !named.all.iter().any(|other| is_same(&one.addr, &other.addr)) {
                            named.all.push(one);
                        }
                    }
                }
                None => named.is_broken |= written.len() > HEADER || header.get_value().contains(AT),
            }
        }
        named
    }

    fn one(&self) -> Option<&SingleInfo> {
        self.all.first()
    }

    /// Why it does not name one plain address, in words that follow `the mail`. None if it does, or if it names none at all.
    fn unclear(&self) -> Option<String> {
        let one = self.one();
        let address = one.map(|one| one.addr.trim()).unwrap_or_default();
        match () {
            () if self.is_broken => {
                Some(format!("names its sender in a way that programs read differently: {}", self.told()))
            }
            () if self.all.len() > 1 => {
                Some(format!("names several senders: {}", several(self.all.iter().map(|one| one.addr.clone()))))
            }
            () if address.contains(is_disguise) => {
                let address = several(std::iter::once(address.to_owned()));
                Some(format!("comes from an address with characters that nobody sees: {address}"))
            }
            // Words in another encoding are for names. A program that keeps to that shows no address.
            () if one.is_some() && !self.written.contains(address) => {
                Some(format!("names its sender in a way that programs read differently: {}", self.told()))
            }
            () => None,
        }
    }

    /// The headers as they are written, not too long.
    fn told(&self) -> String {
        let written: Vec<&str> = self.written.split_whitespace().collect();
        quoted(&written.join(" ").chars().take(120).collect::<String>())
    }
}

/// All addresses of a header, those of groups too. None if they cannot be read.
fn singles(header: &MailHeader) -> Option<Vec<SingleInfo>> {
    if header.get_value_raw().len() > HEADER {
        return None;
    }
    let singles = addrparse_header(header).ok()?.into_inner().into_iter().flat_map(|address| match address {
        MailAddr::Single(one) => vec![one],
        MailAddr::Group(group) => group.addrs,
    });
    Some(singles.collect())
}

/// Whether mail programs send to one place.
fn is_same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}

/// Everything in a text that looks like an address.
fn addresses_in(text: &str) -> Vec<String> {
    let text: String = seen(text).chars().take(HEADER).collect();
    let is_border = |letter: char| {
        letter.is_whitespace()
            || letter.is_control()
            || "()<>[]{},;:\"\u{201c}\u{201d}\u{201e}\u{ab}\u{bb}".contains(letter)
    };
    // `@eve@example.com` shows an address, too.
    let words =
        text.split(is_border).map(|word| word.trim_matches(['.', '\'', '\u{2018}', '\u{2019}']).trim_matches(AT));
    let is_address = |word: &&str| {
        word.split_once(AT).is_some_and(|(name, host)| !name.is_empty() && host.contains(char::is_alphanumeric))
    };
    words.filter(is_address).map(|word| word.replace(AT, "@")).collect()
}

/// Adds what a mail says by these addresses, each once.
fn tell(doubts: &mut Vec<String>, says: &str, addresses: impl Iterator<Item = String>) {
    let mut all: Vec<String> = Vec::new();
    for address in addresses {
        if !address.trim().is_empty() && !all.iter().any(|other| is_same(other, &address)) {
            all.push(address);
        }
    }
    if !all.is_empty() {
        let doubt = format!("{says} {}", several(all.into_iter()));
        if !doubts.contains(&doubt) {
            doubts.push(doubt);
        }
    }
}

/// The first of several addresses in quotes, and how many more there are.
fn several(addresses: impl Iterator<Item = String>) -> String {
    let shown = |letter| if is_disguise(letter) { char::REPLACEMENT_CHARACTER } else { letter };
    let short = |address: String| quoted(&address.trim().chars().take(LETTERS).map(shown).collect::<String>());
    let mut all: Vec<String> = addresses.map(short).collect();
    let more = all.len().saturating_sub(NAMED);
    all.truncate(NAMED);
    if more > 0 {
        all.push(format!("{more} more"));
    }
    joined(&all, "and")
}

/// Whether a character makes a text look like another: nobody sees it, or it turns what is around it.
fn is_disguise(letter: char) -> bool {
    is_unseen(letter) || !letter.is_whitespace() && harmless(letter) != letter
}

/// A text without characters that nobody sees.
fn seen(text: &str) -> String {
    text.chars().filter(|letter| !is_unseen(*letter)).collect()
}

/// A name with the first name first. Mail programs in offices write `Berg, Anna`.
fn in_order(name: String) -> String {
    let is_name = |part: &str| {
        let is_letter = |letter: char| letter.is_alphabetic() || " -.'\u{2019}".contains(letter);
        !part.is_empty() && part.chars().all(is_letter)
    };
    match name.split_once(", ") {
        Some((last, first)) if is_name(last) && is_name(first) => format!("{first} {last}"),
        _ => name,
    }
}

/// The moment of a date such as `Sat, 21 Nov 2026 23:30:00 -0500`, in RFC 3339 with the same zone.
fn moment(date: &str) -> Option<String> {
    if date.len() > HEADER {
        return None;
    }
    let moment = DateTimeParser::new().relaxed_weekday(true).parse_zoned(date.trim()).ok()?;
    Some(moment.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
}

/// The day of a date such as `Sat, 21 Nov 2026 23:30:00 -0500`, as YYYY-MM-DD.
fn day(date: &str) -> Option<String> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let mut words = date.split([' ', ',', '-']).filter(|word| !word.is_empty());
    let day: u32 = words.find_map(|word| word.parse().ok())?;
    let month = words.next()?.to_ascii_lowercase();
    let month = (1..).zip(MONTHS).find_map(|(number, name)| month.starts_with(name).then_some(number))?;
    let year: u32 = words.next()?.parse().ok()?;
    // Old programs write two digits.
    let year = if year < 100 { 2000 + year } else { year };
    Some(format!("{year:04}-{month:02}-{day:02}")).filter(|day| is_day(day))
}
