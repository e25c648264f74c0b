//! Which of several lists of one player counts.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::time::{Duration, SystemTime};

use muster_engine::report::{Finding, FindingId, Remark, Verdict};
use muster_library::lints::with_events;
use muster_library::shelf::Shelf;
use muster_submissions::{
    HandIn, Intake, NewestGames, ReplyOptions, SUBJECT, Submission, SubmissionTally, TEMPLATE, VersionRules,
    fold_versions, judge_bytes, page, replies,
};

use crate::mails::parts;

/// A list by this player, with so many frigates, and these lines more.
fn list(player: &str, frigates: u32, more: &str) -> String {
    format!(
        "muster: 1\n{player}{more}ruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\nsquadrons:\n  \
         - {{unit: attacker-class-frigate, models: {frigates}}}\n"
    )
}

fn mail(from: &str, date: &str, subject: &str, body: &str) -> String {
    format!(
        "From: {from}\nDate: {date}\nSubject: {subject}\nMessage-ID: <one@example.org>\nContent-Type: text/plain; charset=utf-8\n\n{body}"
    )
}

/// Puts an event with these lines over the built-in rulesets.
fn event(lines: &str) -> Shelf {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.yaml");
    std::fs::write(&path, format!("muster: 1\nkind: overlay\nid: cup\nextends: dw-2.5\n{lines}\n")).unwrap();
    with_events(Shelf::built_in(), &[path]).unwrap_or_else(|reports| panic!("{reports:?}")).0
}

const DEADLINE: &str = "deadline: 2026-11-28T23:59 Europe/London";
const EARLY: &str = "Fri, 27 Nov 2026 20:11:00 +0000";
const IN_TIME: &str = "Sun, 29 Nov 2026 00:59:30 +0100";
const LATE: &str = "Sun, 29 Nov 2026 00:20:00 +0000";
const ANNA: &str = "Anna Berg <anna@example.org>";

fn judged(shelf: &Shelf, files: &[(&str, String)]) -> Vec<HandIn> {
    let games = NewestGames::new(shelf);
    let intake = Intake::new(&games);
    files.iter().flat_map(|(name, text)| judge_bytes(&intake, name, text.as_bytes())).collect()
}

fn folded(lines: &str, files: &[(&str, String)]) -> Vec<HandIn> {
    let shelf = event(lines);
    fold_versions(judged(&shelf, files), &VersionRules::of(&shelf))
}

fn lists(handed_in: &[HandIn]) -> Vec<&Submission> {
    let lists = handed_in.iter().flat_map(|handed| match handed {
        HandIn::Lists(lists) => lists.as_slice(),
        HandIn::NoList { .. } => &[],
    });
    lists.collect()
}

/// Each list with its word, the list that counts in its place, and a mark if it is doubted.
fn told(lines: &str, files: &[(&str, String)]) -> Vec<String> {
    let handed_in = folded(lines, files);
    let tell = |list: &Submission| {
        let of = list.came.version_of.as_ref().map(|of| format!(" under {of}")).unwrap_or_default();
        let is_doubt = |rule: &FindingId| *rule == FindingId::Remark(Remark::WhichList);
        let doubt = if list.report.findings.iter().any(|finding| is_doubt(&finding.rule)) { "?" } else { "" };
        format!("{}{doubt} {}{of}", list.place(), list.came.counts.word())
    };
    lists(&handed_in).into_iter().map(tell).collect()
}

#[test]
fn the_newest_before_the_deadline_counts() {
    let files = [
        ("1.eml", mail(ANNA, EARLY, "list", &list("", 3, ""))),
        ("2.eml", mail(ANNA, LATE, "list", &list("", 5, ""))),
        ("3.eml", mail("Bo <bo@example.org>", EARLY, "list", &list("", 3, ""))),
        ("4.eml", mail(ANNA, IN_TIME, "list", &list("", 4, ""))),
    ];
    let wanted = ["3.eml counts", "4.eml counts", "2.eml late under 4.eml", "1.eml earlier under 4.eml"];
    assert_eq!(told(DEADLINE, &files), wanted);
    // Without a deadline the last one counts; without either key they are lists of their own.
    assert_eq!(told("lists: 1", &files)[..2], ["2.eml counts", "4.eml earlier under 2.eml"]);
    assert!(told("drop: [min-small]", &files).iter().all(|told| told.ends_with(" counts")));
    let handed_in = folded(DEADLINE, &files);
    let late = lists(&handed_in)[2];
    assert_eq!(late.came.arrived.as_deref(), Some("2026-11-29T00:20:00+00:00"));
    assert_eq!(
        late.came.standing(),
        "late, arrived 2026-11-29 00:20 +00:00: taken for a list of the same player by the name and the address; \
         it arrived after the deadline"
    );
    // The hour is told by the clocks of the deadline.
    assert_eq!(lists(&handed_in)[1].came.arrived.as_deref(), Some("2026-11-28T23:59:30+00:00"));
    let tally = SubmissionTally::of(&handed_in);
    assert_eq!((tally.lists(), tally.versions().as_deref(), tally.files()), (2, Some("1 earlier, 1 late"), 4));
    // Marking twice changes nothing.
    let shelf = event(DEADLINE);
    let rules = VersionRules::of(&shelf);
    assert_eq!(fold_versions(handed_in.clone(), &rules), handed_in);
    // All versions are marked, and each stands for itself.
    let apart = fold_versions(handed_in, &rules.apart(true));
    assert!(lists(&apart).iter().all(|list| !list.came.is_folded()));
    assert_eq!(lists(&apart).iter().filter(|list| list.came.counts.word() == "late").count(), 1);
}

#[test]
fn a_deadline_makes_no_finding() {
    let files =
        [("1.eml", mail(ANNA, EARLY, "list", &list("", 3, ""))), ("2.eml", mail(ANNA, LATE, "list", &list("", 5, "")))];
    let reports = |lines: &str| {
        let mut reports: Vec<_> = lists(&folded(lines, &files)).into_iter().map(|list| list.report.clone()).collect();
        reports.sort_by(|one, other| one.file.cmp(&other.file));
        reports
    };
    let of = |lines: &str| {
        let told = |report: &muster_engine::report::Report| {
            (report.findings.clone(), report.fingerprint.clone(), report.ruleset.as_ref().unwrap().digest.clone())
        };
        reports(lines).iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(
        of(&format!("drop: [min-small]\n{DEADLINE}")),
        of("drop: [min-small]\ndeadline: 2027-01-01T12:00 Asia/Tokyo")
    );
}

#[test]
fn names_clubs_and_addresses_tell_who_is_who() {
    let of = |player: &str, club: &str, address: &str, frigates: u32, date: &str| {
        let line = |key: &str, value: &str| if value.is_empty() { String::new() } else { format!("{key}: {value}\n") };
        let more = [line("club", club), line("email", address), line("date", date)].concat();
        list(&line("player", player), frigates, &more)
    };
    let days = ["2026-11-20", "2026-11-21"];
    let two = |one: [&str; 3], other: [&str; 3]| {
        let files = [
            ("1.yaml", of(one[0], one[1], one[2], 3, days[0])),
            ("2.yaml", of(other[0], other[1], other[2], 4, days[1])),
        ];
        let told = told(DEADLINE, &files);
        match told[0].as_str() {
            "2.yaml counts" => "versions",
            "1.yaml? counts" => "doubt",
            "1.yaml counts" => "two",
            other => panic!("{other}"),
        }
    };
    for (one, other, wanted) in [
        (["Anna", "", ""], ["Anna", "", ""], "versions"),
        (["Anna", "Wessex", ""], ["Anna", "Solent", ""], "two"),
        (["Anna", "Wessex", ""], ["ANNA", "wessex", ""], "versions"),
        (["Anna", "Wessex", "a@x.org"], ["Anna", "Solent", "A@x.org"], "versions"),
        (["Anna", "Wessex", "a@x.org"], ["Anna", "Wessex", "b@y.org"], "versions"),
        (["Anna", "", "a@x.org"], ["Anna", "", "b@y.org"], "doubt"),
        (["Anna", "", "a@x.org"], ["Anna Berg", "", "a@x.org"], "versions"),
        (["Anna", "", "a@x.org"], ["Bo", "", "a@x.org"], "two"),
        (["Anna", "", ""], ["Bo", "", ""], "two"),
        (["", "", ""], ["", "", ""], "two"),
        (["", "", "a@x.org"], ["Anna", "", "a@x.org"], "versions"),
    ] {
        assert_eq!(two(one, other), wanted, "{one:?} {other:?}");
        assert_eq!(two(other, one), wanted, "{other:?} {one:?}");
    }
}

/// Two namesakes of two clubs, and a list that names no club: nobody knows whose it is.
#[test]
fn a_list_of_one_of_two_namesakes_is_doubted() {
    let of = |club: &str, frigates| list("player: Ann Lee\n", frigates, club);
    let files = [
        ("1.yaml", of("club: Wessex\n", 3)),
        ("2.yaml", of("club: Solent\n", 4)),
        ("3.yaml", of("date: 2026-11-20\n", 5)),
    ];
    assert_eq!(told(DEADLINE, &files), ["1.yaml? counts", "2.yaml? counts", "3.yaml? counts"]);
}

#[test]
fn another_who_renames_himself_is_doubted() {
    let named = |player: &str, frigates| list(&format!("player: {player}\n"), frigates, "name: Home Fleet\n");
    let files = [
        ("1.eml", mail(ANNA, EARLY, "list", &named("Anna Berg", 3))),
        ("2.eml", mail(ANNA, IN_TIME, "list", &named("Dragon Queen", 4))),
    ];
    assert_eq!(told(DEADLINE, &files), ["1.eml? counts", "2.eml? counts"]);
    // With another name of the list they are two people.
    let other = files[1].1.replace("Home Fleet", "Dragons");
    assert_eq!(told(DEADLINE, &[files[0].clone(), ("2.eml", other)]), ["1.eml counts", "2.eml counts"]);
}

#[test]
fn what_tells_no_time_is_doubted_unless_it_is_the_same() {
    let anna = |frigates, more: &str| list("player: Anna\n", frigates, more);
    let both = |one: String, other: String| told(DEADLINE, &[("a.yaml", one), ("b.yaml", other)]);
    assert_eq!(both(anna(3, ""), anna(4, "")), ["a.yaml? counts", "b.yaml? counts"]);
    assert_eq!(both(anna(3, ""), anna(3, "notes: again\n")), ["a.yaml counts", "b.yaml earlier under a.yaml"]);
    assert_eq!(
        both(anna(3, "name: Fleet v2\n"), anna(4, "name: Fleet\n")),
        ["a.yaml counts", "b.yaml earlier under a.yaml"]
    );
    let numbered = [("Fleet (2).yaml", anna(3, "")), ("Fleet.yaml", anna(4, ""))];
    assert_eq!(told(DEADLINE, &numbered), ["Fleet (2).yaml counts", "Fleet.yaml earlier under Fleet (2).yaml"]);
    // What a mail brought keeps its hour in the file that it is imported to.
    let kept = |hour: &str| anna(4, &format!("x-arrived: \"{hour}\"\n"));
    let hours = both(kept("2026-11-28T10:00:00+00:00"), anna(3, "x-arrived: \"2026-11-28T11:30:00+02:00\"\n"));
    assert_eq!(hours, ["a.yaml counts", "b.yaml earlier under a.yaml"]);
    assert_eq!(both(kept("soon"), kept("2026-11-29T00:00:00Z")), ["a.yaml counts", "b.yaml late under a.yaml"]);
}

#[test]
fn an_event_may_take_two_lists() {
    let send = |date: &str, subject: &str, frigates, more: &str| mail(ANNA, date, subject, &list("", frigates, more));
    let two = format!("{DEADLINE}\nlists: 2");
    // By number.
    let files = [
        ("1.eml", send(EARLY, "list 1", 3, "")),
        ("2.eml", send(EARLY, "list 2", 4, "")),
        ("3.eml", send(IN_TIME, "second list, corrected", 5, "")),
        ("4.eml", send(LATE, "list 1", 6, "")),
    ];
    let wanted = ["1.eml counts", "4.eml late under 1.eml", "3.eml counts", "2.eml earlier under 3.eml"];
    assert_eq!(told(&two, &files), wanted);
    // By name.
    let files = [
        ("1.eml", send(EARLY, "mine", 3, "name: Fire\n")),
        ("2.eml", send(EARLY, "mine", 4, "name: Water\n")),
        ("3.eml", send(IN_TIME, "mine", 5, "name: Fire v2\n")),
    ];
    assert_eq!(told(&two, &files), ["2.eml counts", "3.eml counts", "1.eml earlier under 3.eml"]);
    // By the words of the mail.
    let files = [
        ("1.eml", send(EARLY, "mine", 3, "name: Fire\n")),
        ("2.eml", send(IN_TIME, "Updated list", 4, "name: Blaze\n")),
    ];
    assert_eq!(told(&two, &files), ["2.eml counts", "1.eml earlier under 2.eml"]);
    // Nothing tells.
    let files = [("1.eml", send(EARLY, "mine", 3, "")), ("2.eml", send(IN_TIME, "mine", 4, ""))];
    assert_eq!(told(&two, &files), ["1.eml? counts", "2.eml? counts"]);
    // Three are too many.
    let files = ["Fire", "Water", "Air"].map(|name| (name, send(EARLY, "mine", 3, &format!("name: {name}\n"))));
    let files: Vec<(&str, String)> = files
        .iter()
        .zip([3, 4, 5])
        .map(|((name, text), number)| (*name, text.replace("models: 3", &format!("models: {number}"))))
        .collect();
    assert!(told(&two, &files).iter().all(|told| told.contains('?')), "{:?}", told(&two, &files));
    // One list of each: both came at one time, and nothing tells which counts.
    let both = format!("{}---\n{}", list("player: Anna\n", 3, ""), list("player: Anna\n", 4, ""));
    assert_eq!(told(&two, &[("both.yaml", both.clone())]), ["both.yaml counts", "both.yaml, document 1 counts"]);
    assert_eq!(told(DEADLINE, &[("both.yaml", both)]), ["both.yaml? counts", "both.yaml, document 1? counts"]);
}

/// A finding on both lists of a player is in both reports. A version that does not count is not judged with them.
#[test]
fn a_player_with_fewer_lists_than_the_event_asks_for_is_told() {
    let send = |from: &str, subject: &str, frigates| mail(from, EARLY, subject, &list("", frigates, ""));
    let missing = |lines: &str, files: &[(&str, String)]| -> Vec<usize> {
        let is_missing = |finding: &&Finding| finding.rule == FindingId::Remark(Remark::MissingList);
        let handed_in = folded(lines, files);
        lists(&handed_in).iter().map(|list| list.report.findings.iter().filter(is_missing).count()).collect()
    };
    let files = [
        ("1.eml", send(ANNA, "list 1", 3)),
        ("2.eml", send(ANNA, "list 2", 4)),
        ("3.eml", send("Bo <bo@example.org>", "list 1", 3)),
    ];
    let two = format!("{DEADLINE}\nlists: 2");
    assert_eq!(missing(&two, &files), [0, 0, 1]);
    // A version is no second list.
    let newer = ("4.eml", mail(ANNA, IN_TIME, "list 1, corrected", &list("", 5, "")));
    assert_eq!(missing(&two, &[files[0].clone(), newer]), [1, 0]);
    assert_eq!(missing(DEADLINE, &files), [0, 0, 0]);
}

#[test]
fn two_lists_of_a_player_are_judged_together() {
    let send = |date: &str, subject: &str, frigates| mail(ANNA, date, subject, &list("", frigates, ""));
    let rule = "rules: [{id: few, title: Few frigates, kind: limit, clauses: [{together: true, limit: {of: {models: {}}, \
                max: 9}, subject: {one: model, many: models}}]}]";
    let found = |lines: &str, files: &[(&str, String)]| {
        let handed_in = folded(lines, files);
        let told = lists(&handed_in).into_iter().map(|list| {
            let is_few = list.report.findings.iter().filter(|finding| finding.rule.as_str() == "few");
            (list.report.verdict, is_few.map(|finding| finding.message.clone()).collect::<Vec<_>>())
        });
        told.collect::<Vec<_>>()
    };
    let two = format!("{DEADLINE}\nlists: 2\n{rule}");
    let many = "together with a list without a name: 10 models of at most 9: 1 too many".to_owned();
    let files = [("1.eml", send(EARLY, "list 1", 5)), ("2.eml", send(EARLY, "list 2", 5))];
    assert_eq!(found(&two, &files), [(Verdict::Illegal, vec![many.clone()]), (Verdict::Illegal, vec![many])]);
    let newer = ("3.eml", send(IN_TIME, "list 2", 4));
    assert!(found(&two, &[files[0].clone(), files[1].clone(), newer]).iter().all(|(_, few)| few.is_empty()));
    // Where each player hands in one list, one list is judged.
    let one = format!("{DEADLINE}\n{rule}");
    assert!(found(&one, &files).iter().all(|(_, few)| few.is_empty()));
}

#[test]
fn mails_that_tell_strange_times() {
    let send = |date: &str, frigates| mail(ANNA, date, "list", &list("", frigates, ""));
    // Three mails of one id and one hour: the same list counts once; others are doubted, and none is lost.
    let same = [("1.eml", send(EARLY, 3)), ("2.eml", send(EARLY, 3)), ("3.eml", send(EARLY, 3))];
    assert_eq!(told(DEADLINE, &same), ["1.eml counts", "2.eml earlier under 1.eml", "3.eml earlier under 1.eml"]);
    let others = [("1.eml", send(EARLY, 3)), ("2.eml", send(EARLY, 4)), ("3.eml", send(EARLY, 5))];
    assert_eq!(told(DEADLINE, &others), ["1.eml? counts", "2.eml? counts", "3.eml? counts"]);
    // The server's clock counts, not the sender's.
    let backdated = send(EARLY, 3)
        .replace("Date:", &format!("Received: from x by y; {LATE}\nReceived: from a by x; {EARLY}\nDate:"));
    assert_eq!(told(DEADLINE, &[("1.eml", backdated)]), ["1.eml late"]);
    // A time that is yet to come tells nothing.
    let shelf = event(DEADLINE);
    let ahead = [("1.eml", send("Sat, 28 Nov 2026 20:00:00 +0000", 3)), ("2.eml", send(EARLY, 4))];
    let then = SystemTime::UNIX_EPOCH + Duration::from_hours(498_828);
    let rules = VersionRules::of(&shelf).at(then);
    let handed_in = fold_versions(judged(&shelf, &ahead), &rules);
    let all = lists(&handed_in);
    assert!(all.iter().all(|list| !list.came.is_folded() && list.report.verdict != Verdict::Legal));
    assert_eq!(all[0].came.concluded, ["its mail says that it was sent at a time that is yet to come"]);
    // A list counts also if its mail states no date, no zone or nonsense. Then nobody knows its hour.
    for date in ["", "yesterday", "Sat, 28 Nov 2026 20:00:00", "Sat, 99 Nov 2026 20:00:00 +0000"] {
        let handed_in = folded(DEADLINE, &[("1.eml", send(date, 3))]);
        let list = lists(&handed_in)[0];
        assert_eq!((list.came.counts.word(), list.came.arrived.as_deref()), ("counts", None), "{date}");
    }
    // Several senders, or none: by the name that the list states.
    let nobody = mail("anna@example.org, bo@example.org", EARLY, "list", &list("player: Anna Berg\n", 3, ""));
    let files = [("1.eml", nobody), ("2.eml", send(IN_TIME, 4))];
    assert_eq!(told(DEADLINE, &files), ["2.eml counts", "1.eml earlier under 2.eml"]);
}

#[test]
fn a_late_sender_is_told_so_and_not_invited() {
    let options = ReplyOptions {
        template: TEMPLATE,
        subject: SUBJECT,
        from: None,
        deadline: Some("2026-11-28T23:59 Europe/London"),
    };
    let reply = |files: &[(&str, String)]| -> Vec<(Result<String, _>, String)> {
        let written = replies(&folded(DEADLINE, files), &options).unwrap();
        written.into_iter().map(|reply| (reply.to, parts(&reply.mail).1)).collect()
    };
    let send = |from: &str, date: &str, frigates, player: &str| mail(from, date, "list", &list(player, frigates, ""));
    let in_time = reply(&[("1.eml", send(ANNA, EARLY, 3, ""))]);
    assert!(
        in_time[0].1.ends_with("You can send us a changed list until 2026-11-28T23:59 Europe/London.\n"),
        "{}",
        in_time[0].1
    );
    let late = reply(&[("1.eml", send(ANNA, LATE, 3, ""))]);
    let words =
        "It is late: it arrived at 2026-11-29 00:20 +00:00, after the deadline (2026-11-28T23:59 Europe/London).";
    assert!(late[0].1.contains(words) && !late[0].1.contains("You can send us"), "{}", late[0].1);
    // A late version is told of in the mail on the list that counts, and is not answered as a list.
    let both = reply(&[("1.eml", send(ANNA, EARLY, 3, "")), ("2.eml", send(ANNA, LATE, 4, ""))]);
    let told = "* “2.eml” (“2.eml”): it is late, as it arrived at 2026-11-29 00:20 +00:00, after the deadline";
    assert_eq!(both.len(), 1);
    assert!(
        both[0].1.contains(told)
            && both[0].1.matches(": undetermined").count() + both[0].1.matches(": illegal").count() == 1,
        "{}",
        both[0].1
    );
    assert!(!both[0].1.contains("You can send us"), "{}", both[0].1);
}

#[test]
fn two_people_at_one_address_get_a_mail_with_two_parts() {
    let of = |player: &str, frigates| mail("Y. Li <li@example.org>", EARLY, "list", &list(player, frigates, ""));
    let files = [
        ("1.eml", of("", 3)),
        ("2.eml", of("player: Hui Chen\n", 4)),
        ("3.eml", mail("Y. Li <li@example.org>", IN_TIME, "list", &list("", 5, ""))),
    ];
    let handed_in = folded(DEADLINE, &files);
    let options = ReplyOptions { template: TEMPLATE, subject: SUBJECT, from: None, deadline: None };
    let written = replies(&handed_in, &options).unwrap();
    assert_eq!(written.len(), 1);
    let text = parts(&written[0].mail).1;
    assert!(text.starts_with("Hello “Y. Li” and “Hui Chen”,\n"), "{text}");
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(
        at("\n\nFor “Y. Li”:\n\n“3.eml”, of “Y. Li”") < at("\n\nFor “Hui Chen”:\n\n“2.eml”, of “Hui Chen”"),
        "{text}"
    );
    assert!(text.contains("It was sent by “Y. Li”."), "{text}");
    assert_eq!(lists(&handed_in)[0].other_sender(), Some("Y. Li"));
}

#[test]
fn the_page_has_versions_below_the_list_that_counts() {
    let files =
        [("1.eml", mail(ANNA, EARLY, "list", &list("", 3, ""))), ("2.eml", mail(ANNA, LATE, "list", &list("", 5, "")))];
    let page = page(&folded(DEADLINE, &files), &event(DEADLINE), &[]).unwrap();
    assert_eq!(page.matches("<article ").count(), 1, "{page}");
    assert!(
        page.contains("<b>Late:</b> 2.eml, ") && page.contains("<dt>Arrived</dt> <dd>2026-11-27 20:11 +00:00</dd>"),
        "{page}"
    );
    assert!(page.contains("<p>Versions that do not count: 1 late.</p>"), "{page}");
}
