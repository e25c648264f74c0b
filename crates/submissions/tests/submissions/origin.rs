//! Who lists are from: every combination of a sender and of what a list states, in every output.
//!
//! The rules are told here a second time, from the sender and the stated words alone.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::collections::BTreeMap;

use muster_engine::slug::slug;
use muster_library::shelf::Shelf;
use muster_submissions::{
    COLUMNS, HandIn, Intake, ListOutcome, NewestGames, ReplyOptions, RowMaker, SUBJECT, Submission, TEMPLATE, compare,
    judge_bytes, page, replies,
};

use crate::mails::parts;

const SENDERS: [Option<(&str, &str)>; 6] = [
    None,
    Some(("", "anna@example.org")),
    Some(("Anna Berg", "anna@example.org")),
    Some(("Anna Berg", "Anna@Example.org")),
    Some(("Eve Stone", "eve@example.org")),
    Some(("", "eve@example.org")),
];
const NAMES: [&str; 6] = ["", "Anna Berg", "ANNA BERG", "Anna  Berg", "Ánna Berg", "Bo Ek"];
const ADDRESSES: [&str; 5] = ["", "anna@example.org", "ANNA@example.org", "bo@example.org", "anna (at) example"];

/// A list that was handed in: its sender's name and address, and what it states. What is empty is not there.
#[derive(Clone, Copy, Debug)]
struct OriginCase {
    sender: Option<(&'static str, &'static str)>,
    name: &'static str,
    address: &'static str,
}

fn cases() -> Vec<OriginCase> {
    let mut cases = Vec::new();
    for sender in SENDERS {
        for name in NAMES {
            cases.extend(ADDRESSES.map(|address| OriginCase { sender, name, address }));
        }
    }
    cases
}

impl OriginCase {
    /// The file, as it was handed in. The list has its number in all that is private.
    fn file(self, number: usize, list: &str) -> (String, String) {
        let said = |key: &str, value: &str| {
            if value.is_empty() { String::new() } else { format!("{key}: \"{value}\"\n") }
        };
        let list = format!(
            "muster: 1\nname: {list}\nprivate-notes: secret {number}.\n{}{}ruleset: dw-2.5\n\
             nation: kingdom-of-britannia\nmfv: 1000\nsettings: {{core: naval, theatre: water}}\nsquadrons:\n  \
             - {{unit: ruler-class-battleship, roles: [commodore]}}\n",
            said("player", self.name),
            said("email", self.address),
        );
        match self.sender {
            None => (format!("{number}.yaml"), list),
            Some((name, address)) => {
                let head = format!("From: {name} <{address}>\nSubject: list\nContent-Type: text/plain; charset=utf-8");
                (format!("{number}.eml"), format!("{head}\n\n{list}"))
            }
        }
    }

    /// The name by which it is known: the stated one, else that of the mail.
    fn known_as(self) -> Option<&'static str> {
        let of_mail = self.sender.map_or("", |(name, address)| if name.is_empty() { address } else { name });
        [self.name, of_mail].into_iter().find(|name| !name.is_empty())
    }

    fn from(self) -> Option<String> {
        self.sender.map(|(_, address)| address.to_lowercase())
    }

    fn stated(self) -> Option<String> {
        Some(self.address.to_lowercase()).filter(|address| !address.is_empty())
    }

    fn differs(self) -> bool {
        self.sender.is_some_and(|(name, address)| {
            let is_other = |stated: &str, sent: &str| !stated.is_empty() && !sent.is_empty() && stated != sent;
            is_other(self.name, name) || is_other(&self.address.to_lowercase(), &address.to_lowercase())
        })
    }
}

/// Whether one may be the later version of the other.
fn may_join(one: OriginCase, other: OriginCase) -> bool {
    let is_one_name = one.known_as() == other.known_as();
    match (one.from(), other.from()) {
        (Some(one), Some(other)) => one == other,
        (Some(from), None) => other.stated() == Some(from) && is_one_name,
        (None, Some(from)) => one.stated() == Some(from) && is_one_name,
        (None, None) => {
            let is_other_address = one.stated().zip(other.stated()).is_some_and(|(one, other)| one != other);
            let is_other_name = one.known_as().zip(other.known_as()).is_some_and(|(one, other)| one != other);
            !is_other_address && !is_other_name
        }
    }
}

fn judged(files: &[(String, String)]) -> Vec<HandIn> {
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games);
    files.iter().flat_map(|(name, text)| judge_bytes(&intake, name, text.as_bytes())).collect()
}

fn lists(handed_in: &[HandIn]) -> Vec<Submission> {
    let lists = |one: &HandIn| if let HandIn::Lists(lists) = one { lists.clone() } else { Vec::new() };
    handed_in.iter().flat_map(lists).collect()
}

fn all(cases: &[OriginCase], list: impl Fn(usize) -> String) -> Vec<HandIn> {
    let files: Vec<(String, String)> = cases.iter().enumerate().map(|(n, case)| case.file(n, &list(n))).collect();
    let handed_in = judged(&files);
    assert_eq!(lists(&handed_in).len(), cases.len());
    handed_in
}

#[test]
fn nobody_gets_what_came_from_another() {
    let cases = cases();
    let handed_in = all(&cases, |number| format!("List {number}."));
    let template = "{% for list in lists %}{{ list.title }}\n{{ list.word|join('') }}\n{% endfor %}";
    let options = ReplyOptions { template, subject: SUBJECT, from: None, deadline: None };
    let mut mails = vec![0; cases.len()];
    for mail in replies(&handed_in, &options).unwrap() {
        let (_, body) = parts(&mail.mail);
        let mut held = Vec::new();
        for word in body.lines().filter(|line| line.starts_with("MUSTER:")) {
            let list = lists(&judged(&[("word.txt".to_owned(), word.to_owned())])).remove(0).list.unwrap();
            let number: usize =
                list.private_notes.unwrap().trim_start_matches("secret ").trim_end_matches('.').parse().unwrap();
            assert!(body.contains(&format!("“List {number}.”")), "{body}");
            mails[number] += 1;
            held.push(cases[number]);
        }
        for case in &held {
            let home = case.from().or_else(|| case.stated()).filter(|home| home.ends_with("@example.org"));
            assert_eq!(mail.to.clone().ok().map(|to| to.to_lowercase()), home, "{case:?}");
            // A file states the name of something that came from the address, or it is among files of that name.
            let is_mail = held.iter().any(|other| other.sender.is_some());
            let mut alike = held.iter().filter(|other| !is_mail || other.sender.is_some());
            let is_named = |other: &OriginCase| other.known_as() == case.known_as();
            let fits = if is_mail { alike.any(is_named) } else { alike.all(is_named) };
            assert!(case.sender.is_some() || fits, "{held:?}");
            assert!(home.is_some() || held.len() == 1, "{held:?}");
        }
    }
    assert!(mails.iter().all(|count| *count == 1), "each list is in one mail");
}

#[test]
fn every_output_says_that_another_sent_it() {
    let cases = cases();
    let handed_in = all(&cases, |number| format!("List {number}."));
    let (lists, page) = (lists(&handed_in), page(&handed_in, &Shelf::built_in(), &[]).unwrap());
    let mut rows = RowMaker::default();
    for (number, (case, list)) in cases.iter().zip(&lists).enumerate() {
        let found = list.report.findings.iter().find(|finding| finding.rule.as_str() == "sent-by-another");
        let row = rows.row(list);
        let cell = &row.cells()[COLUMNS.iter().position(|column| *column == "sent-by").unwrap()];
        let article = page
            .split("<article")
            .find(|article| article.contains(&format!("“List {number}.” by")))
            .or_else(|| page.split("<article").find(|article| article.contains(&format!("“List {number}.”</h3>"))));
        let options = ReplyOptions { template: TEMPLATE, subject: SUBJECT, from: None, deadline: None };
        let mail = replies(&[HandIn::Lists(vec![list.clone()])], &options).unwrap().remove(0);
        let (_, mail) = parts(&mail.mail);
        let compared = compare(&Shelf::built_in(), &[], std::slice::from_ref(list), false).remove(0);
        let told = [
            found.is_some_and(|found| found.message.contains("but came from")),
            row.sent_by.is_some_and(|told| told.contains("but came from")),
            cell.contains("but came from"),
            article.unwrap().matches("but came from").count() > 1,
            mail.contains("but came from"),
            compared.senders.iter().any(|told| told.contains("but came from")),
        ];
        assert_eq!(told, [case.differs(); 6], "{case:?} {mail}");
        if let Some((_, address)) = case.sender {
            assert_eq!(list.address(), Some(address), "the address is that of the mail");
            assert_eq!(row.email.as_deref(), Some(address));
        }
    }
}

#[test]
fn nobody_is_joined_against_what_is_known() {
    // Every pair of these.
    let mut cases = cases();
    cases.retain(|case| case.sender != SENDERS[3] && case.address != ADDRESSES[4]);
    let shelf = Shelf::built_in();
    // The lists are equal, and have one name: nothing but the players keeps them apart.
    let lists = lists(&all(&cases, |_| "Patrol".to_owned()));
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for (one, before) in cases.iter().zip(&lists) {
        for (other, after) in cases.iter().zip(&lists) {
            let compared = compare(&shelf, std::slice::from_ref(before), std::slice::from_ref(after), false);
            let is_joined = compared.len() == 1;
            let told = format!("{one:?} {other:?} {compared:?}");
            assert_eq!(is_joined, may_join(*one, *other), "{told}");
            *outcomes.entry(compared[0].outcome.word()).or_default() += 1;
            if is_joined {
                continue;
            }
            let new = compared.iter().find(|one| one.outcome == ListOutcome::New).unwrap();
            let alike = one.known_as().map(slug).filter(|name| !name.is_empty()) == other.known_as().map(slug);
            let same_address = other.stated().is_some()
                && other.stated() != other.from()
                && other.stated() == one.from().or_else(|| one.stated());
            let is_claim = new.senders.iter().any(|told| told.contains("of the earlier"));
            assert_eq!(is_claim, alike && other.known_as().is_some() || same_address, "{told}");
        }
    }
    assert!(outcomes["same"] > 1000 && outcomes["new"] > 1000, "{outcomes:?}");
}

/// A stranger's list among those of a player: whatever it states, the player's own later version is found.
#[test]
fn a_stranger_takes_nobodys_place() {
    let shelf = Shelf::built_in();
    let anna = OriginCase { sender: Some(SENDERS[2].unwrap()), name: "Anna Berg", address: "anna@example.org" };
    for sender in [SENDERS[4], SENDERS[5]] {
        for address in ADDRESSES {
            let stranger = OriginCase { sender, name: "Anna Berg", address };
            let before = lists(&all(&[anna], |_| "Patrol".to_owned()));
            let after = lists(&all(&[stranger, anna], |_| "Patrol".to_owned()));
            let compared = compare(&shelf, &before, &after, false);
            let told: Vec<(&str, &str)> = compared
                .iter()
                .map(|one| (one.outcome.word(), one.after.as_ref().map_or("", |after| after.file.as_str())))
                .collect();
            assert_eq!(told, [("new", "0.eml"), ("same", "1.eml")], "{stranger:?}");
            let alone = compare(&shelf, &before, &after[..1], false);
            assert_eq!(alone.iter().map(|one| one.outcome.word()).collect::<Vec<_>>(), ["new", "gone"]);
            assert!(alone[0].senders.iter().any(|told| told.contains("“anna@example.org”")), "{:?}", alone[0].senders);
        }
    }
}
