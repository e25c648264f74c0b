//! Overlays on overlays, versions that suit all, overlays of several games, and those that lists name themselves.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;
use std::path::{Path, PathBuf};

use muster_engine::report::{Report, Verdict};
use muster_library::judge::{judge_bytes, judge_entry};
use muster_library::lints::with_events;
use muster_library::lists::lists;
use muster_library::shelf::Shelf;

use crate::overlay_lints::linted;
use crate::overlays::{LIST, changed, cup, named, plain, told, under, write};

/// The messages of the reports on overlays that cannot be used, or none if they can.
fn refused(shelf: Shelf, paths: &[PathBuf]) -> Vec<String> {
    match with_events(shelf, paths) {
        Ok(_) => Vec::new(),
        Err(reports) => reports.into_iter().flat_map(|report| report.findings).map(|finding| finding.message).collect(),
    }
}

fn judged(shelf: &Shelf, list: &str) -> Report {
    judge_bytes(shelf, "list.yaml", list.as_bytes()).remove(0)
}

/// Judges a list's file.
pub(crate) fn file(shelf: &Shelf, path: &Path) -> Report {
    let entry = lists(&fs::read(path).unwrap()).remove(0);
    judge_entry(shelf, "list.yaml", path.parent().map(|folder| shelf.place(folder)), &entry)
}

#[test]
fn what_an_overlay_extends_is_applied_first_and_once() {
    let folder = tempfile::tempdir().unwrap();
    let base = named("club", "{id: dw-2.5, version: ^1.0}", "prices: {attacker-class-frigate: 35}\nversion: 1.2.0");
    let top = named("cup", "{id: club, version: ^1.0}", "prices: {attacker-class-frigate: 36}");
    let second = named("fair", "[{id: club}, {id: dw-2.5}]", "fixes: {mfv: 900}");
    let events = |paths: &[&str]| -> Vec<PathBuf> { paths.iter().map(|path| folder.path().join(path)).collect() };
    write(folder.path(), "cup.yaml", &top);
    write(folder.path(), "fair.yaml", &second);
    let missing = refused(Shelf::built_in(), &events(&["cup.yaml"]));
    assert_eq!(missing, ["there is no ruleset or overlay `club`"]);
    // In the same folder, as a file or a folder.
    write(folder.path(), "base/overlay.yaml", &base);
    let shelf = with_events(Shelf::built_in(), &events(&["cup.yaml", "fair.yaml"])).unwrap().0;
    let report = judged(&shelf, LIST);
    assert_eq!(
        (report.events, report.points, report.mfv),
        (vec!["club".to_owned(), "cup".into(), "fair".into()], Some(690 + 24), Some(900))
    );
    // Named itself as well, and after what extends it.
    let shelf = with_events(Shelf::built_in(), &events(&["cup.yaml", "base"])).unwrap().0;
    assert_eq!(
        (judged(&shelf, LIST).events, judged(&shelf, LIST).points),
        (vec!["club".to_owned(), "cup".into()], Some(690 + 24))
    );
    // Beside the head of a folder.
    let inside = tempfile::tempdir().unwrap();
    write(inside.path(), "cup/overlay.yaml", &top);
    write(inside.path(), "cup/club.yaml", &base);
    assert_eq!(refused(Shelf::built_in(), &[inside.path().join("cup")]), Vec::<String>::new());
    assert_eq!(refused(Shelf::built_in(), &[inside.path().join("cup/overlay.yaml")]), Vec::<String>::new());
    // In a folder of rulesets, and among the events.
    let other = tempfile::tempdir().unwrap();
    let top = write(other.path(), "tops/cup.yaml", &top);
    assert_eq!(refused(Shelf::built_in(), std::slice::from_ref(&top)), missing);
    assert_eq!(
        refused(Shelf::with_folders(&[folder.path().to_owned()]), std::slice::from_ref(&top)),
        Vec::<String>::new()
    );
    assert_eq!(refused(Shelf::built_in(), &[top.clone(), folder.path().join("base")]), Vec::<String>::new());
    // Its own version.
    let newer =
        write(other.path(), "tops/newer.yaml", &named("newer", "{id: club, version: ^2.0}", "fixes: {mfv: 900}"));
    let shelf = Shelf::with_folders(&[folder.path().to_owned()]);
    assert_eq!(refused(shelf, &[newer]), ["the overlay `club` is version 1.2.0, and ^2.0 is wanted"]);
}

#[test]
fn later_overlays_win_key_by_key_and_bans_add_up() {
    let one = cup("fixes: {mfv: 900, settings: {level: captain, core: naval}}\nban: {units: [attacker-class-frigate]}");
    let two =
        named("more", "{id: dw-2.5}", "fixes: {settings: {level: ensign}}\nban: {nations: [KoB], units: [attacker]}");
    let report = under(&[&one, &two], LIST);
    let level = serde_json::to_value(&report.settings["level"]).unwrap();
    assert_eq!((report.mfv, level, report.events.len()), (Some(900), "ensign".into(), 2));
    let mut told = told(&report);
    told.retain(|line| line.contains("event-"));
    told.sort();
    assert_eq!(
        told,
        [
            "error event-ban /nation: Kingdom of Britannia is banned by The more rules (more)",
            "error event-ban /squadrons/3/unit: Attacker Class Frigate is banned by The more rules (more)",
            "error event-fixes /mfv: the list says MFV 1000; Summer Cup fixes MFV 900 (cup)",
            "error event-fixes /settings/level: the list says Captain; The more rules fixes Ensign (more)",
        ]
    );
    // A level and the rules that it stands for are one key.
    for (first, second, level, rules) in [
        ("rules: [1, 2, 3]", "level: commodore", "commodore", (1..=10).collect::<Vec<u32>>()),
        ("level: ensign", "rules: [1, 2, 3, 4]", "null", (1..=4).collect()),
        ("level: [ensign, captain]", "rules: [[1, 2], [1, 2, 3, 4, 5, 6, 7]]", "captain", (1..=7).collect()),
    ] {
        let fixes = |settings: &str| format!("fixes: {{settings: {{{settings}}}}}");
        let report = under(&[&cup(&fixes(first)), &named("more", "{id: dw-2.5}", &fixes(second))], LIST);
        let found = serde_json::to_value(report.settings.get("level")).unwrap();
        assert_eq!(found.as_str().unwrap_or("null"), level, "{first} {second}");
        assert_eq!(
            serde_json::to_value(&report.settings["rules"]).unwrap(),
            serde_json::json!(rules),
            "{first} {second}"
        );
        assert!(report.findings.iter().all(|finding| finding.origin.as_deref() != Some("cup")), "{first} {second}");
    }
    // `sizes` and `fixes.mfv` are one key.
    let sizes = named("more", "{id: dw-2.5}", "sizes: [1000, 1500]");
    assert_eq!(under(&[&one, &sizes], LIST).mfv, Some(1000));
}

#[test]
fn two_of_one_id_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let one = write(folder.path(), "a/cup.yaml", &cup("fixes: {mfv: 900}"));
    let two = write(folder.path(), "b/cup.yaml", &cup("fixes: {mfv: 800}"));
    let found = refused(Shelf::built_in(), &[one.clone(), two]);
    assert_eq!(found, [format!("another overlay has the id `cup`: {}", one.display())]);
    // The same file twice is one overlay.
    assert_eq!(refused(Shelf::built_in(), &[one.clone(), one]), Vec::<String>::new());
    let ruleset = write(folder.path(), "c.yaml", &named("dw-1.1", "{id: dw-2.5}", "fixes: {mfv: 900}"));
    assert_eq!(refused(Shelf::built_in(), &[ruleset]), ["a ruleset has the id `dw-1.1`"]);
    // Two that could be extended.
    write(folder.path(), "d/one.yaml", &named("club", "{id: dw-2.5}", "fixes: {mfv: 900}"));
    write(folder.path(), "d/two.yaml", &named("club", "{id: dw-2.5}", "fixes: {mfv: 900}"));
    let top = write(folder.path(), "d/top.yaml", &named("top", "{id: club}", "fixes: {mfv: 900}"));
    let found = refused(Shelf::built_in(), &[top]);
    assert!(found[0].starts_with("two overlays have the id `club`: "), "{found:#?}");
}

#[test]
fn circles_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let own = write(folder.path(), "own.yaml", &named("own", "{id: own}", "fixes: {mfv: 900}"));
    assert_eq!(refused(Shelf::built_in(), &[own]), ["overlays extend each other in a circle: own -> own"]);
    for (id, extends) in [("a", "b"), ("b", "c"), ("c", "a")] {
        let text = named(id, &format!("[{{id: dw-2.5}}, {{id: {extends}}}]"), "fixes: {mfv: 900}");
        write(folder.path(), &format!("{id}.yaml"), &text);
    }
    let circle = refused(Shelf::built_in(), &[folder.path().join("a.yaml")]);
    assert_eq!(circle, ["overlays extend each other in a circle: a -> b -> c -> a"]);
    // Ten deep is no circle.
    for depth in 0..10 {
        let extends = if depth == 9 { "{id: dw-2.5}".to_owned() } else { format!("{{id: d{}}}", depth + 1) };
        write(folder.path(), &format!("d{depth}.yaml"), &named(&format!("d{depth}"), &extends, "fixes: {mfv: 900}"));
    }
    let shelf = with_events(Shelf::built_in(), &[folder.path().join("d0.yaml")]).unwrap().0;
    assert_eq!(judged(&shelf, LIST).events.len(), 10);
}

#[test]
fn more_overlays_than_anybody_needs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let overlay = |depth: usize| {
        let extends = if depth == 0 { "{id: dw-2.5}".to_owned() } else { format!("{{id: d{}}}", depth - 1) };
        let text = named(&format!("d{depth}"), &extends, "fixes: {mfv: 900}");
        write(folder.path(), &format!("d{depth}.yaml"), &text)
    };
    let paths: Vec<PathBuf> = (0..51).map(overlay).collect();
    let told = ["more than 50 overlays, each over the others"];
    assert_eq!(refused(Shelf::built_in(), &paths[50..]), told);
    assert_eq!(refused(Shelf::built_in(), &paths), told);
    assert_eq!(refused(Shelf::built_in(), &paths[49..50]), Vec::<String>::new());
}

/// A small ruleset in several versions.
fn versions(folder: &Path, versions: &[&str]) {
    for version in versions {
        let major = version.split('.').next().unwrap();
        let minor = version.split('.').nth(1).unwrap();
        let head = format!(
            "kind: ruleset\nid: base\nname: A Game\nedition: \"1\"\nversion: {version}\nsummary: Nothing.\n\
             books: {{book: {{title: A Book}}}}\n"
        );
        write(folder, &format!("rulesets/base/{major}-{minor}/ruleset.yaml"), &head);
    }
}

#[test]
fn the_newest_version_that_suits_list_and_all_overlays_judges() {
    let folder = tempfile::tempdir().unwrap();
    versions(folder.path(), &["1.0.0", "1.1.0", "2.0.0"]);
    let shelf = || Shelf::with_folders(&[folder.path().join("rulesets")]);
    let overlay = |id: &str, range: &str| {
        let extends = format!("{{id: base, version: \"{range}\"}}");
        write(folder.path(), &format!("{id}.yaml"), &named(id, &extends, "fixes: {mfv: 100}"))
    };
    let (one, two) = (overlay("one", "^1.0"), overlay("two", "=1.0.0"));
    let used = |events: &[&PathBuf], ruleset: &str| {
        let paths: Vec<PathBuf> = events.iter().map(|path| (*path).clone()).collect();
        let shelf = if paths.is_empty() { shelf() } else { with_events(shelf(), &paths).unwrap().0 };
        let report = judged(&shelf, &format!("muster: 1\nruleset: {ruleset}\nmfv: 100\n"));
        report.ruleset.map(|used| used.version).ok_or_else(|| report.findings[0].message.clone())
    };
    assert_eq!(used(&[], "base").as_deref(), Ok("2.0.0"));
    assert_eq!(used(&[&one], "base").as_deref(), Ok("1.1.0"));
    assert_eq!(used(&[&one, &two], "base").as_deref(), Ok("1.0.0"));
    assert_eq!(used(&[&one], "{id: base, version: =1.0.0}").as_deref(), Ok("1.0.0"));
    let none = "no installed version of `base` suits all: The one rules wants ^1.0, the list wants ^2.0";
    assert_eq!(used(&[&one], "{id: base, version: ^2.0}"), Err(none.to_owned()));
    // No version at all: the overlays are refused.
    let future = overlay("future", "^3.0");
    let found = refused(shelf(), &[future]);
    assert_eq!(found, ["no installed version of `base` suits all: The future rules wants ^3.0"]);
    let two = overlay("two", "=2.0.0");
    let found = refused(shelf(), &[one, two]);
    assert_eq!(
        found,
        ["no installed version of `base` suits all: The one rules wants ^1.0, The two rules wants =2.0.0"]
    );
}

#[test]
fn an_overlay_of_several_games_changes_each_by_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let both = "[{id: dw-2.5}, {id: dw-1.1}]";
    let text = named(
        "both",
        both,
        "drop: [min-small, dw11-min-small]\nprices: {attacker-class-frigate: 35}\nfixes: {settings: {game-type: friendly}}\n\
         rules: [{id: ours, title: Ours, kind: limit, clauses: [{limit: {of: {squadrons: {is: minimum}}, min: 1}, says: Small}]}]",
    );
    let path = write(folder.path(), "both.yaml", &text);
    let shelf = with_events(Shelf::built_in(), &[path]).unwrap_or_else(|told| panic!("{told:#?}")).0;
    let report = judged(&shelf, LIST);
    assert_eq!((told(&report), report.points, report.events), (Vec::new(), Some(710), vec!["both".to_owned()]));
    let old = judged(&shelf, "muster: 1\nruleset: dw-1.1\nnation: kingdom-of-britannia\nmfv: 500\n");
    assert_eq!(old.events, ["both"]);
    assert_eq!(serde_json::to_value(&old.settings["game-type"]).unwrap(), "friendly");
    // Unknown only if no game has it.
    let wrong = named("wrong", both, "drop: [dw11-min-smal]");
    let wrong = write(folder.path(), "wrong.yaml", &wrong);
    assert_eq!(refused(Shelf::built_in(), &[wrong]), ["there is no rule `dw11-min-smal`"]);
}

#[test]
fn a_list_of_another_game_is_judged_plain_with_a_warning() {
    let list = "muster: 1\nruleset: fleet-action\nnation: kingdom-of-britannia\nmfv: 500\n";
    let report = under(&[&cup("fixes: {mfv: 900}")], list);
    let warning = "warning event-other-game /ruleset: Summer Cup is not about Dystopian Wars Fleet Action, so the list \
                   is judged by the plain rules (cup)";
    assert!(told(&report).contains(&warning.to_owned()), "{:#?}", told(&report));
    assert_eq!((report.events, report.mfv), (Vec::new(), Some(500)));
    assert_eq!((report.fingerprint, report.ruleset), (plain(list).fingerprint, plain(list).ruleset));
    // One of several events is about it.
    let other = named("other", "{id: fleet-action}", "fixes: {mfv: 500}");
    let report = under(&[&cup("fixes: {mfv: 900}"), &other], list);
    assert_eq!(
        (told(&report).iter().any(|line| line.contains("other-game")), report.events),
        (false, vec!["other".to_owned()])
    );
}

#[test]
fn a_list_may_name_overlays_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let own = changed(&[("ruleset: dw-2.5", "ruleset: dw-2.5\noverlays: [club]")]);
    let list = write(folder.path(), "list.yaml", &own);
    let missing = file(&Shelf::built_in(), &list);
    let line = "undetermined unknown-overlay /overlays/0: the overlay `club` cannot be used, so nobody can tell what it \
                changes (dw-2.5)";
    assert_eq!(
        (told(&missing), missing.verdict, missing.events.len()),
        (vec![line.to_owned()], Verdict::Undetermined, 0)
    );
    // Beside the list.
    write(
        folder.path(),
        "club.yaml",
        &named("club", "{id: dw-2.5}", "prices: {attacker-class-frigate: 35}\ndrop: [min-small]"),
    );
    let found = file(&Shelf::built_in(), &list);
    assert_eq!((told(&found), found.points, found.events), (Vec::new(), Some(710), vec!["club".to_owned()]));
    let words = "with level captain set by the list itself, 1 unit from outside the ruleset (Attacker Class Frigate, in place \
                 of the ruleset's) and The club rules (drops min-small) named by the list itself";
    assert_eq!(found.terms.words.as_deref(), Some(words));
    // In a folder of rulesets.
    let alone = tempfile::tempdir().unwrap();
    let list = write(alone.path(), "list.yaml", &own);
    assert_eq!(file(&Shelf::with_folders(&[folder.path().to_owned()]), &list).points, Some(710));
    // The nearest at hand.
    let slip = write(folder.path(), "slip.yaml", &own.replace("[club]", "[clubs]"));
    let slip = file(&Shelf::built_in(), &slip);
    let unknown = slip.findings.iter().find(|finding| finding.rule.as_str() == "unknown-overlay").unwrap();
    assert_eq!(unknown.help.as_deref(), Some("did you mean `club`?"));
    // One that has errors leaves the list undetermined, and the help says why.
    write(alone.path(), "club.yaml", &named("club", "{id: dw-2.5}", "ban: {units: [attaker]}"));
    let faulty = file(&Shelf::built_in(), &list);
    let help = faulty
        .findings
        .iter()
        .find(|finding| finding.rule.as_str() == "unknown-overlay")
        .unwrap()
        .help
        .clone()
        .unwrap();
    assert!(
        faulty.verdict == Verdict::Undetermined && help.ends_with("club.yaml: there is no unit `attaker`"),
        "{help}"
    );
    // One for another game is told.
    write(alone.path(), "club.yaml", &named("club", "{id: dw-1.1}", "drop: [dw11-min-small]"));
    let other = file(&Shelf::built_in(), &list);
    assert!(
        told(&other)[0].starts_with("warning event-other-game /ruleset: The club rules is not about"),
        "{:#?}",
        told(&other)
    );
}

#[test]
fn under_an_event_a_lists_own_overlays_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let own = changed(&[("ruleset: dw-2.5", "ruleset: dw-2.5\noverlays: [club]")]);
    let list = write(folder.path(), "list.yaml", &own);
    let club =
        write(folder.path(), "club.yaml", &named("club", "{id: dw-2.5}", "prices: {attacker-class-frigate: 35}"));
    let event = write(folder.path(), "cup.yaml", &cup("fixes: {settings: {level: captain}}"));
    let shelf = with_events(Shelf::built_in(), std::slice::from_ref(&event)).unwrap().0;
    let report = file(&shelf, &list);
    let line = "warning own-overlays /overlays/0: the list names `club`; the event has no such overlay, so it counts for \
                nothing here (dw-2.5)";
    assert_eq!(
        (told(&report), report.points, report.events),
        (vec![line.to_owned()], Some(690), vec!["cup".to_owned()])
    );
    // The event has it too: only a note.
    let shelf = with_events(Shelf::built_in(), &[event, club]).unwrap().0;
    let report = file(&shelf, &list);
    let note = report.findings.iter().find(|finding| finding.rule.as_str() == "own-overlays").unwrap();
    assert_eq!(
        (note.message.as_str(), note.at[0].as_str()),
        ("the event is used instead of the list's own overlays", "/overlays")
    );
    assert_eq!((told(&report), report.points), (Vec::new(), Some(710)));
    // What the event says is no term of the list.
    assert_eq!(report.terms.words, None);
}

#[test]
fn what_an_event_leaves_open_stays_a_term_of_the_list() {
    let waives = changed(&[("mfv: 1000", "mfv: 600\nconsents: [mfv-cap]")]);
    let words = |content: &str| under(&[&cup(content)], &waives).terms.words;
    let level = "with level captain set by the list itself";
    let both = "with 1 rule waived by the list itself (mfv-cap) and level captain set by the list itself";
    assert_eq!(plain(&waives).terms.words.as_deref(), Some(both));
    assert_eq!(words("consents: [mfv-cap]").as_deref(), Some(level));
    assert_eq!(words("consents: [from-list]").as_deref(), Some(both));
    assert_eq!(words("ban: {nations: [invaders]}").as_deref(), Some(level));
    for fixes in ["fixes: {settings: {level: captain}}", "fixes: {settings: {level: [captain, commodore]}}"] {
        assert_eq!(words(fixes), None, "{fixes}");
    }
    // A consent that a fixed setting gives is the event's too, but no other consent.
    let fixes = "fixes: {settings: {level: captain, competitive: true, allies: true}}";
    assert_eq!(under(&[&cup(fixes)], LIST).terms.words, None);
    let fixes = format!("{fixes}\nconsents: [from-list]");
    assert_eq!(under(&[&cup(&fixes)], &waives).terms.waived, ["mfv-cap"]);
}

#[test]
fn units_are_a_term_of_the_list_only_if_its_overlay_changes_them() {
    let folder = tempfile::tempdir().unwrap();
    let list = changed(&[("ruleset: dw-2.5", "ruleset: dw-2.5\noverlays: [club]")]);
    let list = write(folder.path(), "list.yaml", &list);
    let own = |content: &str| -> Vec<String> {
        write(folder.path(), "club.yaml", &named("club", "{id: dw-2.5}", content));
        let terms = file(&Shelf::built_in(), &list).terms;
        terms.own_units.into_iter().map(|unit| unit.name).collect()
    };
    assert_eq!(own("prices: {tribal-class-cruiser/stoic-crew: 6}"), ["Tribal Class Cruiser"]);
    assert_eq!(own("prices: {tribal-class-cruiser: 60}"), ["Tribal Class Cruiser"]);
    assert_eq!(own("ban: {options: [tribal-class-cruiser/stoic-crew]}"), Vec::<String>::new());
}

#[test]
fn the_list_half_of_the_fingerprint_is_of_the_list_as_handed_in() {
    let halves = |report: &Report| {
        let (list, rules) = report.fingerprint.as_ref().unwrap().split_once('-').unwrap();
        (list.to_owned(), rules.to_owned())
    };
    let (list, rules) = halves(&plain(LIST));
    let digest = plain(LIST).ruleset.unwrap().digest;
    let mut seen = vec![(rules, digest)];
    for content in [
        "fixes: {mfv: 900, settings: {level: ensign, core: aerial}}",
        "consents: [mfv-cap]",
        "prices: {attacker-class-frigate: 35}",
        "units: [{id: tribal-class-cruiser, squadron: {min: 3, max: 3}, options: [{id: stoic-crew, remove: true}]}]",
        "units: [{id: attacker-class-frigate, card: {weapons: [{name: Turret, bands: [1, 1, 1, 1]}]}}]",
        "units: [{id: attacker-class-frigate, card: {weapons: [{name: P/S Torpedoes, bands: [1, 1, 1, 1]}]}}]",
        "settings: {level: {default: captain}}",
        "drop: [min-small]",
        "ban: {units: [attacker-class-frigate]}",
    ] {
        let report = under(&[&cup(content)], LIST);
        let (list_half, rules_half) = halves(&report);
        assert_eq!(list_half, list, "{content}");
        let own = (rules_half, report.ruleset.unwrap().digest);
        assert!(!seen.iter().any(|(rules, digest)| *rules == own.0 || *digest == own.1), "{content}");
        seen.push(own);
    }
    // The deadline is no rule.
    let of = |content: &str| {
        let report = under(&[&cup(content)], LIST);
        (halves(&report), report.ruleset.unwrap().digest)
    };
    assert_eq!(of("drop: [min-small]\ndeadline: 2026-11-28"), of("drop: [min-small]\ndeadline: 2026-12-01"));
    let key = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";
    assert_eq!(of("drop: [min-small]"), of(&format!("drop: [min-small]\nkey: {key}")));
    assert_ne!(of("drop: [min-small]").0, of("drop: [min-large]").0);
}

/// A nation, or a deck, that only one of the games has is known, in whatever order the games are named.
#[test]
fn what_only_one_of_several_games_has_is_known() {
    let content = "units: [{id: saucer, nation: invaders, name: Saucer, points: 70, traits: {size: medium, type: naval}}]\n\
                   cards: {commodore-traits: [{id: far-sighted, name: Far Sighted, traits: {type: generic}}]}";
    for both in ["[{id: dw-2.5}, {id: fleet-action}]", "[{id: fleet-action}, {id: dw-2.5}]"] {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "both.yaml", &named("both", both, content));
        let shelf = with_events(Shelf::built_in(), &[path]).unwrap_or_else(|told| panic!("{told:#?}")).0;
        let report = judged(&shelf, &LIST.replace("kingdom-of-britannia", "invaders"));
        assert_eq!(report.events, ["both"]);
        let list = "muster: 1\nruleset: dw-2.5\nnation: invaders\nmfv: 500\nsquadrons: [{unit: saucer, models: 2}]\n";
        assert_eq!(judged(&shelf, list).points, Some(140));
        // What none of them has is unknown, and told where it stands.
        let (no_nation, no_deck) =
            (content.replace("invaders", "invadrs"), content.replace("commodore-tr", "commodor-tr"));
        for (content, at, told) in [(no_nation, "6:30", "nation `invadrs`"), (no_deck, "7:9", "deck `commodor-traits`")]
        {
            let found = linted(&named("both", both, &content));
            let [found] = found.as_slice() else { panic!("{found:#?}") };
            assert!(found.starts_with(&format!("{at} error unknown-id: there is no {told}")), "{found}");
        }
    }
}
