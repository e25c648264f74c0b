//! The newest list of each player counts that arrived before the deadline of the event.

use std::fs;

use crate::{LEGAL, RunResult, folder, muster_with};

const EVENT: &str =
    "muster: 1\nkind: overlay\nid: cup\nname: Cup\nextends: tiny\ndeadline: 2026-11-28T23:59 Europe/London\n";

fn mail(date: &str, list: &str) -> String {
    format!("From: Anna <anna@example.org>\nDate: {date}\nSubject: list\nContent-Type: text/plain\n\n{list}")
}

#[test]
fn versions_are_marked_in_every_format_and_neither_printed_nor_answered() {
    let illegal = LEGAL.replace("models: 3", "models: 4");
    let folder = folder(&[
        ("cup.yaml", EVENT),
        ("in/1.eml", &mail("Fri, 27 Nov 2026 20:11:00 +0000", &illegal)),
        ("in/2.eml", &mail("Sat, 28 Nov 2026 18:40:00 -0500", LEGAL)),
        ("in/3.eml", &mail("Sun, 29 Nov 2026 00:20:00 +0000", &illegal)),
    ]);
    let run =
        |args: &[&str]| -> RunResult { muster_with(folder.path(), "", &[args, &["--event", "cup.yaml"]].concat()) };
    let human = run(&["check", "in"]);
    assert_eq!(human.status, 0, "versions that do not count decide nothing: {human}");
    for line in [
        "  arrived 2026-11-28 23:40 +00:00",
        "  late: Pond, in/3.eml, illegal, 440 of 500 points, arrived 2026-11-29 00:20 +00:00: taken for a list of the same \
         player by the name and the address; it arrived after the deadline",
        "  earlier: Pond, in/1.eml, illegal, 440 of 500 points, arrived 2026-11-27 20:11 +00:00: taken for a list of the \
         same player by the name and the address; it arrived earlier",
        "Versions that do not count: 1 earlier, 1 late",
        "Deadline: 2026-11-28T23:59 Europe/London",
    ] {
        assert!(human.out.lines().any(|told| told == line), "{line}\n{human}");
    }
    let rows = run(&["check", "in", "--format", "csv", "--rows", "lists"]).out;
    for end in [
        ",,counts,2026-11-28T23:40:00+00:00,,,",
        ",,late,2026-11-29T00:20:00+00:00,in/2.eml,,",
        ",,earlier,2026-11-27T20:11:00+00:00,in/2.eml,,",
    ] {
        assert!(rows.lines().any(|row| row.ends_with(end)), "{end}: {rows}");
    }
    let json: serde_json::Value = serde_json::from_str(&run(&["check", "in", "--format", "json"]).out).unwrap();
    let counts: Vec<_> =
        json["reports"].as_array().unwrap().iter().map(|report| report["counts"].as_str().unwrap()).collect();
    assert_eq!(counts, ["counts", "late", "earlier"]);
    assert_eq!(json["reports"][1]["version-of"], "in/2.eml");
    let findings = run(&["check", "in", "--format", "csv"]).out;
    assert!(findings.contains(",note,version,\"Late, arrived 2026-11-29 00:20 +00:00: "), "{findings}");
    assert!(!findings.contains("cap-large"), "{findings}");
    for format in ["html", "sarif", "github"] {
        let told = run(&["check", "in", "--format", format]);
        assert!(told.status == 0 && told.out.contains("2026-11-29 00:20 +00:00"), "{told}");
    }
    let all = run(&["check", "in", "--all-versions"]);
    assert!(all.status == 1 && all.out.contains("3 lists: 1 legal, 2 illegal"), "{all}");

    let reply = run(&["reply", "in", "-o", "out"]);
    assert!(reply.out.contains("1 mail: 1 new"), "{reply}");
    let mail = fs::read_to_string(folder.path().join("out/anna.eml")).unwrap();
    assert!(mail.contains("Subject: Your list: legal") && !mail.contains("You can send us"), "{mail}");
    let print = run(&["print", "in", "-o", "prints/"]);
    let prints = fs::read_dir(folder.path().join("prints")).unwrap().count();
    assert_eq!((print.status, prints), (0, 1), "{print}");
    assert!(print.err.contains("left out in/3.eml: late, arrived 2026-11-29 00:20 +00:00"), "{print}");
    // With the zone of another place, the last one is in time too.
    fs::write(folder.path().join("cup.yaml"), EVENT.replace("Europe/London", "America/New_York")).unwrap();
    let later = run(&["check", "in"]);
    assert!(later.status == 1 && later.out.contains("  arrived 2026-11-28 19:20 -05:00"), "{later}");
}

#[test]
fn who_sent_nothing_new_is_unchanged() {
    let of = |player: &str, models: u32| {
        LEGAL.replace("mfv", &format!("player: {player}\nmfv")).replace("models: 3", &format!("models: {models}"))
    };
    let folder =
        folder(&[("friday/1.yaml", &of("Anna", 3)), ("friday/2.yaml", &of("Bo", 3)), ("late/1.yaml", &of("Anna", 2))]);
    let compare = |args: &[&str]| muster_with(folder.path(), "", &[&["compare", "friday", "late"], args].concat());
    assert!(compare(&[]).out.ends_with("2 lists: 1 changed, 1 gone\n"), "{}", compare(&[]));
    let late = compare(&["--late"]);
    assert!(
        late.out.contains("unchanged Bo: Pond") && late.out.ends_with("2 lists: 1 changed, 1 unchanged\n"),
        "{late}"
    );
    let json: serde_json::Value = serde_json::from_str(&compare(&["--late", "--format", "json"]).out).unwrap();
    assert_eq!((&json["gone"], &json["unchanged"]), (&0.into(), &1.into()));
}
