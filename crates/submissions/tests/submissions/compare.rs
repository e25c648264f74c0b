//! Comparing lists with later versions.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, ListComparison, ListOutcome, NewestGames, Submission, compare, judge_bytes};

const PATROL: &str = "muster: 1
name: Patrol
player: Anna Berg
ruleset: dw-2.5
nation: kingdom-of-britannia
mfv: 1000
settings: {core: naval, theatre: water}
squadrons:
  - {unit: ruler-class-battleship, roles: [commodore]}
  - {unit: tribal-class-cruiser, models: 3, attached: [{unit: bastion-class-escort, models: 2}]}
  - {unit: attacker-class-frigate, models: 4, allocation: advance}
";

fn read(shelf: &Shelf, texts: &[&str]) -> Vec<Submission> {
    let games = NewestGames::new(shelf);
    let intake = Intake::new(&games);
    let lists = |handed| if let HandIn::Lists(lists) = handed { lists } else { Vec::new() };
    let judged = texts
        .iter()
        .enumerate()
        .map(|(number, text)| (format!("{number}.{}", if text.starts_with("From:") { "eml" } else { "yaml" }), text))
        .flat_map(|(name, text)| judge_bytes(&intake, &name, text.as_bytes()));
    judged.flat_map(lists).collect()
}

fn compared(before: &[&str], after: &[&str]) -> Vec<ListComparison> {
    let shelf = Shelf::built_in();
    compare(&shelf, &read(&shelf, before), &read(&shelf, after), false)
}

/// Each list as `outcome before → after`, by the numbers of the texts, then its changes.
fn told(before: &[&str], after: &[&str]) -> Vec<String> {
    let file = |version: &Option<muster_submissions::ListVersion>| {
        version.as_ref().map_or_else(|| "-".to_owned(), |version| version.file.replace(".yaml", ""))
    };
    let line = |one: &ListComparison| format!("{} {} {}", one.outcome.word(), file(&one.before), file(&one.after));
    let lines = |one: ListComparison| {
        let changes = one.changes.iter().map(|change| change.message.clone());
        std::iter::once(line(&one)).chain(changes).collect::<Vec<_>>()
    };
    compared(before, after).into_iter().flat_map(lines).collect()
}

#[test]
fn order_names_claims_dates_and_notes_are_no_change() {
    let (head, squadrons) = PATROL.split_once("squadrons:\n").unwrap();
    let mut lines: Vec<&str> = squadrons.lines().collect();
    lines.reverse();
    let other = format!(
        "{}points: 500\ndate: 2026-11-22\nnotes: later\nsquadrons:\n{}",
        head.replace("name: Patrol", "name: Another name"),
        lines.join("\n").replace("tribal-class-cruiser", "Tribal Class Cruiser"),
    );
    assert_eq!(told(&[PATROL], &[&other]), ["same 0 0"]);
}

#[test]
fn every_change_is_told() {
    let tell = |from: &str, to: &str| told(&[PATROL], &[&PATROL.replace(from, to)]).split_off(1);
    assert_eq!(tell("mfv: 1000", "mfv: 1001"), ["MFV: 1001 instead of 1000"]);
    assert_eq!(tell("mfv: 1000\n", ""), ["MFV: not stated instead of 1000"]);
    assert_eq!(tell("theatre: water", "theatre: land"), ["theatre: land instead of water"]);
    assert_eq!(tell("core: naval", "core: naval, competitive: true"), ["competitive: on instead of not stated"]);
    assert_eq!(tell("mfv:", "consents: [mfv-cap]\nmfv:"), ["consents: mfv-cap instead of not stated"]);
    assert_eq!(
        tell("frigate, models: 4", "frigate, models: 3"),
        ["Attacker Class Frigate: 3 models instead of 4; 90 points instead of 120"]
    );
    assert_eq!(tell(", allocation: advance", ""), ["Attacker Class Frigate: Main Force instead of Advance Force"]);
    assert_eq!(
        tell(", attached: [{unit: bastion-class-escort, models: 2}]", ""),
        ["Tribal Class Cruiser: without 2 × Bastion Class Escort; 225 points instead of 265"]
    );
    assert_eq!(tell("escort, models: 2", "escort, models: 1").len(), 1);
    assert_eq!(tell(", roles: [commodore]", ""), ["Ruler Class Battleship: without Commodore"]);
    assert_eq!(
        tell("attacker-class-frigate, models: 4", "agincourt-class-gunship, models: 2").len(),
        2,
        "one squadron is gone and another is new"
    );
    assert_eq!(
        tell("squadrons:", "decks: {tacs: [Tally Ho]}\nsquadrons:"),
        ["Tactical Action Cards: given now, with Tally Ho! (60)"]
    );
    assert_eq!(
        tell("nation: kingdom-of-britannia", "nation: prussian-empire")[0],
        "nation: prussian-empire instead of kingdom-of-britannia"
    );
}

#[test]
fn the_version_of_the_ruleset_is_a_change_only_if_it_differs() {
    let pinned = PATROL.replace("ruleset: dw-2.5", "ruleset: {id: dw-2.5, version: '^2.0'}");
    assert_eq!(told(&[PATROL], &[&pinned]), ["same 0 0"]);
}

#[test]
fn players_come_first_whatever_files_and_lists_are_called() {
    let of = |player: &str, name: &str, frigates: u32| {
        PATROL
            .replace("Anna Berg", player)
            .replace("name: Patrol", &format!("name: {name}"))
            .replace("frigate, models: 4", &format!("frigate, models: {frigates}"))
    };
    let (anna, bo) = (of("Anna Berg", "One", 4), of("Bo Ek", "Two", 4));
    // Equal lists of two players are two lists, and names of lists do not cross players.
    let (other_bo, other_anna) = (of("Bo Ek", "One", 3), of("Anna Berg", "Two", 4));
    assert_eq!(told(&[&anna, &bo], &[&other_bo, &other_anna])[0], "changed 1 0");
    assert_eq!(told(&[&anna, &bo], &[&other_bo, &other_anna]).last().unwrap(), "same 0 1");
    assert_eq!(told(&[&anna], &[&bo]), ["new - 0", "gone 0 -"]);
    assert_eq!(told(&[&bo], &[&of("BO EK", "Two", 4)]), ["new - 0", "gone 0 -"], "names are equal to the letter");
}

#[test]
fn the_lists_of_one_player_pair_by_content_name_force_value_and_likeness() {
    let of = |name: &str, mfv: u32, frigates: u32| {
        PATROL
            .replace("name: Patrol", &format!("name: {name}"))
            .replace("mfv: 1000", &format!("mfv: {mfv}"))
            .replace("frigate, models: 4", &format!("frigate, models: {frigates}"))
    };
    let before = [of("A", 500, 2), of("B", 750, 3), of("C", 1000, 4), of("D", 1250, 2)];
    let less = of("Z", 1500, 2).replace("  - {unit: ruler-class-battleship, roles: [commodore]}\n", "");
    // Another name with the same content, the same name, the same force value, and what is most alike.
    let after = [of("B", 800, 4), of("Y", 500, 2), of("X", 1000, 2), less];
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let after: Vec<&str> = after.iter().map(String::as_str).collect();
    let lines = told(&before, &after);
    let pairs: Vec<&String> =
        lines.iter().filter(|line| line.starts_with("changed") || line.starts_with("same")).collect();
    assert_eq!(pairs, ["changed 1 0", "changed 2 2", "changed 3 3", "same 0 1"]);
}

#[test]
fn lists_without_a_player_pair_by_name_or_content() {
    let nobody = PATROL.replace("player: Anna Berg\n", "");
    let fewer = nobody.replace("frigate, models: 4", "frigate, models: 3");
    assert_eq!(told(&[&nobody], &[&fewer])[0], "changed 0 0");
    assert_eq!(told(&[PATROL], &[&nobody]), ["same 0 0"]);
    let unnamed = nobody.replace("name: Patrol\n", "");
    assert_eq!(told(&[PATROL], &[&unnamed]), ["same 0 0"]);
    let fewer = unnamed.replace("frigate, models: 4", "frigate, models: 3");
    assert_eq!(told(&[&unnamed], &[&fewer]), ["new - 0", "gone 0 -"]);
}

#[test]
fn squadrons_that_move_between_groups_are_a_change() {
    let list = |first: &str, second: &str| {
        format!(
            "muster: 1\nplayer: Anna\nruleset: fleet-action\nnation: prussian-empire\nmfv: 1000\ngroups:\n  - {{kind: core, squadrons: [{first}]}}\n  - {{kind: core, squadrons: [{second}]}}\n"
        )
    };
    let (one, two) = ("{unit: a, models: 1}, {unit: b, models: 1}", "{unit: c, models: 1}");
    assert_eq!(told(&[&list(one, two)], &[&list(two, one)]), ["same 0 0"]);
    let moved = list("{unit: a, models: 1}", "{unit: b, models: 1}, {unit: c, models: 1}");
    assert_eq!(told(&[&list(one, two)], &[&moved]), ["changed 0 0", "the squadrons are grouped otherwise"]);
}

#[test]
fn among_equal_names_the_force_value_and_then_likeness_decide() {
    let of = |mfv: u32, frigates: u32, cruisers: u32| {
        PATROL
            .replace("mfv: 1000", &format!("mfv: {mfv}"))
            .replace("frigate, models: 4", &format!("frigate, models: {frigates}"))
            .replace("cruiser, models: 3", &format!("cruiser, models: {cruisers}"))
    };
    let pairs = |before: &[&str], after: &[&str]| -> Vec<String> {
        told(before, after)
            .into_iter()
            .filter(|line| line.starts_with("changed ") || line.starts_with("new "))
            .collect()
    };
    assert_eq!(
        pairs(&[&of(1000, 4, 3), &of(900, 4, 3)], &[&of(900, 3, 3), &of(1000, 3, 3)]),
        ["changed 1 0", "changed 0 1"]
    );
    // Two differ in one squadron, the others in two.
    let (before, after) = ([of(1000, 4, 3), of(1000, 3, 2)], [of(1000, 3, 1), of(1000, 2, 3)]);
    assert_eq!(pairs(&[&before[0], &before[1]], &[&after[0], &after[1]]), ["changed 1 0", "changed 0 1"]);
    let nobody = |text: &str| text.replace("player: Anna Berg\n", "");
    let texts = [of(1000, 4, 3), of(900, 4, 3), of(900, 3, 3), of(1000, 3, 3)].map(|text| nobody(&text));
    assert_eq!(pairs(&[&texts[0], &texts[1]], &[&texts[2], &texts[3]]), ["changed 1 0", "changed 0 1"]);
}

#[test]
fn overlays_that_a_list_names_are_a_change_with_the_points_that_they_move() {
    let folder = tempfile::tempdir().unwrap();
    let overlay = "muster: 1\nkind: overlay\nid: dear\nname: Dear\nextends: {id: dw-2.5, version: ^2.0}\nprices: {attacker-class-frigate: 35}\n";
    std::fs::write(folder.path().join("dear.yaml"), overlay).unwrap();
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    let judge = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let mut all = Vec::new();
        muster_submissions::judge_paths(&Intake::new(&games), &[path], |handed| {
            if let HandIn::Lists(lists) = handed {
                all.extend(lists);
            }
        });
        all
    };
    let plain = judge("plain.yaml", PATROL);
    let changes = |overlays: &str| {
        let other = judge("other.yaml", &PATROL.replace("mfv:", &format!("overlays: [{overlays}]\nmfv:")));
        let all = compare(&shelf, &plain, &other, false);
        all[0].changes.iter().map(|change| change.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        changes("dear"),
        ["overlays: dear instead of not stated", "Attacker Class Frigate: 140 points instead of 120"]
    );
    assert_eq!(changes("absent"), ["overlays: absent instead of not stated"], "one that is not at hand changes too");
}

/// Without a mail, only what lists state makes two versions one player's. Whoever gets a file into the folder may state it.
#[test]
fn that_only_lists_tell_whose_they_are_is_said_of_every_change() {
    let changed = |text: &str| text.replace("models: 4", "models: 3");
    let stated = |before: &str, after: &str| {
        let [one] = &compared(&[before], &[after])[..] else { panic!("two lists") };
        (one.outcome.word(), one.remarks.clone())
    };
    let with = |line: &str| PATROL.replace("player: Anna Berg\n", line);
    let (named, both, nameless) = (PATROL.to_owned(), with("player: Anna Berg\nemail: anna@example.org\n"), with(""));
    for (before, told) in [
        (&named, "no mail tells who sent them; both state the name “Anna Berg”"),
        (&both, "no mail tells who sent them; both state the name “Anna Berg” and the address “anna@example.org”"),
        (&nameless, "no mail tells who sent them, and they do not both name a player"),
    ] {
        assert_eq!(stated(before, &changed(before)), ("changed", vec![told.to_owned()]));
        // Nothing is replaced by an equal list.
        assert_eq!(stated(before, before), ("same", Vec::new()));
    }
    assert_eq!(
        stated(&named, &changed(&nameless)).1,
        ["no mail tells who sent them, and they do not both name a player"]
    );
    let mail = |text: &str| {
        format!(
            "From: Anna Berg <anna@example.org>\nTo: a\nSubject: list\nMIME-Version: 1.0\nContent-Type: application/yaml; name=l.yaml\n\n{text}"
        )
    };
    assert_eq!(stated(&mail(&named), &mail(&changed(&named))), ("changed", Vec::new()));
}

/// Secrets are no part of an open list. Only its code tells that they may have changed.
#[test]
fn a_code_that_differs_alone_is_told() {
    let open = |code: &str| format!("{PATROL}x-whole-fingerprint: {code}\n");
    let (one, other) = (open("AAAAAAAAAAAAAAAA-BBBBBBBBBBBBBBBB"), open("CCCCCCCCCCCCCCCC-BBBBBBBBBBBBBBBB"));
    let salted = |salt: &str| format!("{PATROL}salt: {salt}\n");
    let remarks = |before: &str, after: &str| {
        let [one] = &compared(&[before], &[after])[..] else { panic!("two lists") };
        assert_eq!(one.outcome, ListOutcome::Same);
        one.remarks.join(" / ")
    };
    assert_eq!(
        remarks(&one, &other),
        "the earlier version states the code “AAAAAAAAAAAAAAAA-BBBBBBBBBBBBBBBB” of a full list, the later one \
         the code “CCCCCCCCCCCCCCCC-BBBBBBBBBBBBBBBB”: what they hide from an opponent may differ"
    );
    assert!(remarks(PATROL, &other).contains("states no code of a full list"), "{}", remarks(PATROL, &other));
    assert_eq!(remarks(&one, &one), "");
    assert_eq!(
        remarks(&salted("abcdefgh12345678"), &salted("abcdefgh12345679")),
        "nothing that is judged differs, but the code of the list does; a salt does that"
    );
}
