//! What the lints report on overlays, and when an event is refused.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fmt::Write as _;

use muster_engine::report::Report;
use muster_library::lints::{lint, with_events};
use muster_library::shelf::Shelf;

use crate::overlays::{cup, named, write};

/// The findings of reports, as `line:column severity lint: message [help]`.
pub(crate) fn lines(reports: &[Report]) -> Vec<String> {
    let findings = reports.iter().flat_map(|report| &report.findings);
    let line = |finding: &muster_engine::report::Finding| {
        let place =
            finding.line.zip(finding.column).map(|(line, column)| format!("{line}:{column} ")).unwrap_or_default();
        let severity = serde_json::to_value(finding.severity).unwrap();
        let mut text = format!("{place}{} {}: {}", severity.as_str().unwrap(), finding.rule, finding.message);
        if let Some(help) = &finding.help {
            let _ = write!(text, " [{help}]");
        }
        text
    };
    findings.map(line).collect()
}

/// What the lints report on an overlay.
pub(crate) fn linted(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "cup.yaml", text);
    lines(&lint(&Shelf::built_in(), &path))
}

/// Checks what the lints report on each overlay: the content, which begins in line 6, and the findings.
#[track_caller]
pub(crate) fn each_is_told(cases: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (content, wanted) in cases {
        let found = linted(&cup(content));
        if found != *wanted {
            wrong.push(format!("{content}\n{found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn unknown_ids_are_told_with_the_nearest() {
    each_is_told(&[
        (
            "ban: {nations: [kingdom-of-britania]}",
            &["6:17 error unknown-id: there is no nation `kingdom-of-britania` [did you mean `kingdom-of-britannia`?]"],
        ),
        ("only: {nations: [prussian-empire, nowhere]}", &["6:35 error unknown-id: there is no nation `nowhere`"]),
        (
            "ban: {units: [attacker-clas-frigate]}",
            &[
                "6:15 error unknown-id: there is no unit `attacker-clas-frigate` [did you mean `attacker-class-frigate`?]",
            ],
        ),
        (
            "ban: {units: ['prussian-empire:attacker-class-frigate']}",
            &[
                "6:15 error unknown-id: `prussian-empire` has no unit `attacker-class-frigate` [did you mean `kingdom-of-britannia:attacker-class-frigate`?]",
            ],
        ),
        (
            "prices: {'kingdom-of-brittania:attacker-class-frigate': 3}",
            &[
                "6:10 error unknown-id: there is no nation `kingdom-of-brittania` [did you mean `kingdom-of-britannia`?]",
            ],
        ),
        ("prices: {tribal-class-cruiser/: 3}", &["6:10 error unknown-id: Tribal Class Cruiser has no option ``"]),
        (
            "ban: {options: [tribal-class-cruiser/stoic-crews]}",
            &["6:17 error unknown-id: Tribal Class Cruiser has no option `stoic-crews` [did you mean `stoic-crew`?]"],
        ),
        (
            "prices: {attacker-clas-frigate: 30}",
            &[
                "6:10 error unknown-id: there is no unit `attacker-clas-frigate` [did you mean `attacker-class-frigate`?]",
            ],
        ),
        (
            "prices: {stoic-crew: 30}",
            &[
                "6:10 error unknown-id: there is no unit `stoic-crew` [for an option: `heavy-infantry-bunker/stoic-crew`]",
            ],
        ),
        ("drop: [min-smal]", &["6:8 error unknown-id: there is no rule `min-smal` [did you mean `min-small`?]"]),
        ("consents: [mfv-caps]", &["6:12 error unknown-id: there is no rule `mfv-caps` [did you mean `mfv-cap`?]"]),
        (
            "fixes: {settings: {level: captain, cores: naval}}",
            &["6:36 error unknown-id: there is no setting `cores` [did you mean `core`?]"],
        ),
        (
            "cards: {tac: [{id: tally-ho, cost: 70}]}",
            &["6:9 error unknown-id: there is no deck `tac` [did you mean `tacs`?]"],
        ),
        (
            "rules: [{id: min-smal, help: Bring one.}]",
            &[
                "6:9 error unknown-id: there is no rule `min-smal` to change, and this is not a whole rule: missing field `title` [did you mean `min-small`?]",
            ],
        ),
        (
            "units: [{id: attacker-clas-frigate, points: 3}]",
            &[
                "6:9 error unknown-id: there is no unit `attacker-clas-frigate` to change, and this is not a whole unit: missing field `name` [did you mean `attacker-class-frigate`?]",
            ],
        ),
        (
            "units: [{id: attacker-class-frigate, nation: britania, points: 3}]",
            &["6:46 error unknown-id: there is no nation `britania` [did you mean `Britannia`?]"],
        ),
        (
            "tables: {carriers: {title: Ours}}",
            &[
                "6:20 error unknown-id: there is no table `carriers` to change, and this is not a whole table: missing field \
               `rows`",
            ],
        ),
        // Cards that no catalogue knows are banned, or allowed, by name.
        (
            "only: {cards: [my-own-card]}",
            &[
                "6:16 warning unknown-card: no catalogue knows the card `my-own-card`, so it is allowed by this name only",
            ],
        ),
        (
            "ban: {cards: [my-own-card]}",
            &[
                "6:15 warning unknown-card: no catalogue knows the card `my-own-card`, so it is banned by this name only",
            ],
        ),
    ]);
}

#[test]
fn unknown_ids_inside_patches_and_rules_are_told_with_the_nearest() {
    each_is_told(&[
        // What is taken away has to be there.
        (
            "units: [{id: tribal-class-cruiser, options: [{id: stoic-crw, remove: true}]}]",
            &["6:46 error unknown-id: there is no `stoic-crw` to take away here [did you mean `stoic-crew`?]"],
        ),
        (
            "units: [{id: tribal-class-cruiser, card: {weapons: [{name: Main Turet, remove: true}]}}]",
            &["6:53 error unknown-id: there is no `Main Turet` to take away here [did you mean `Main Turret`?]"],
        ),
        (
            "rules: [{id: own, title: T, kind: limit, clauses: [{limit: {of: {points: {unit: tribal-clas-cruiser}}, max: 5}, subject: x}]}]",
            &["6:81 error unknown-id: there is no unit `tribal-clas-cruiser` [did you mean `tribal-class-cruiser`?]"],
        ),
        (
            "rules: [{id: own, title: T, kind: limit, clauses: [{limit: {of: {points: {not: {unit: [tribal-class-cruiser, none]}}}, max: 5}, subject: x}]}]",
            &["6:110 error unknown-id: there is no unit `none`"],
        ),
        (
            "rules: [{id: own, title: T, kind: limit, clauses: [{limit: {of: {points: {size: lrge}}, max: 5}, subject: x}]}]",
            &["6:81 error unresolved: rule own: the trait `size` has no value `lrge` (did you mean `large`?)"],
        ),
        (
            "settings: {level: {default: admiral}}",
            &["6:29 error unresolved: setting level: the setting `level` has no value `admiral`"],
        ),
        (
            "rules: [{id: own, title: T, kind: limit, source: {book: dw-2.52, page: '1'}, clauses: [{limit: {of: {points: {}}, max: 5}, subject: x}]}]",
            &[
                "6:57 error unresolved: rule own: it cites the book `dw-2.52`, which the ruleset does not declare (books: dw-2.51, community, cup)",
            ],
        ),
    ]);
}

/// Each of these is sound word by word, and never does anything.
#[test]
fn what_never_does_anything_is_told() {
    let rule = |clause: &str| format!("rules: [{{id: own, title: T, kind: limit, clauses: [{{{clause}}}]}}]");
    let of_points = "limit: {of: {points: {}}, max: 5}, subject: x";
    let small = "sizes: [750, 1000]\n";
    let never = format!("{small}{}", rule(&format!("when: [{{of: mfv, min: 1001}}], {of_points}")));
    let once = format!("{small}{}", rule(&format!("when: [{{of: mfv, min: 1000}}], {of_points}")));
    let alone = rule(&format!("together: true, {of_points}"));
    let two = format!("lists: 2\n{alone}");
    let told =
        |content: &str| linted(&cup(content)).into_iter().filter(|line| line.contains("idle-rule")).collect::<Vec<_>>();
    assert_eq!(told(&never).len(), 1, "{:#?}", linted(&cup(&never)));
    assert!(
        told(&never)[0].contains("the condition never holds: lists have 750 or 1000 points"),
        "{:#?}",
        told(&never)
    );
    assert_eq!(told(&once), [""; 0]);
    assert!(told(&alone)[0].contains("each player hands in one list"), "{:#?}", told(&alone));
    assert_eq!(told(&two), [""; 0]);
    let ensign = |rule: &str| told(&format!("fixes: {{settings: {{level: ensign}}}}\ndrop: [{rule}]"));
    assert!(ensign("min-small")[0].contains("`min-small` is out of use anyway"), "{:#?}", ensign("min-small"));
    assert_eq!(told("drop: [min-small]"), [""; 0]);
    let applies = |level: &str, core: &str| {
        let rule = format!(
            "rules: [{{id: own, title: T, kind: limit, applies: {{core: {core}, level: {level}}}, clauses: [{{{of_points}}}]}}]"
        );
        told(&format!("fixes: {{settings: {{level: [ensign, captain]}}}}\n{rule}"))
    };
    let told_once = applies("commodore", "naval");
    assert!(told_once.len() == 1 && told_once[0].contains("the rule is never in use"), "{told_once:#?}");
    assert_eq!(applies("captain", "naval"), [""; 0]);
}

#[test]
fn wrong_shapes_are_told_all_at_once() {
    each_is_told(&[
        (
            "prices: {attacker-class-frigate: -3, tribal-class-cruiser: 4.5}\nbans: {}\ndeadline: soon",
            &[
                "6:34 error out-of-range: `attacker-class-frigate`: expected a whole number from 0, found -3",
                "6:60 error wrong-type: `tribal-class-cruiser`: expected a whole number from 0, found 4.5",
                "7:1 error unknown-key: unknown key `bans` [did you mean `ban`?]",
                "8:11 error out-of-range: `deadline`: the text \"soon\" does not have the right form [Until when lists count, \
                 as YYYY-MM-DD, with an hour and a time zone: 2026-11-28T23:59 Europe/London]",
            ],
        ),
        (
            "deadline: 2026-02-30",
            &[
                "6:11 error out-of-range: `deadline`: there is no day 2026-02-30 [write it as YYYY-MM-DD, with an hour and \
                 a time zone: 2026-11-28T23:59 Europe/London]",
            ],
        ),
        (
            "deadline: 2026-11-28T23:59 Europe/Lodnon\nlists: 0",
            &["7:8 error out-of-range: `lists`: expected a whole number from 1 to 10, found 0"],
        ),
        (
            "deadline: 2026-11-28T23:59 Europe/Lodnon",
            &["6:11 error out-of-range: `deadline`: no time zone is called `Europe/Lodnon` [did you mean \
                 `Europe/London`?]"],
        ),
        (
            "key: age1zvkxg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj",
            &[
                "6:6 error out-of-range: `key`: this is no public key of an event: it has a letter wrong, or was cut short \
                 [`muster new event-key` prints one]",
            ],
        ),
        (
            "version: one\ndrop: [min-small]",
            &["6:10 error wrong-version: `one` is not a semantic version such as 1.0.0"],
        ),
        ("fixes: {mfv: 0}", &["6:14 error out-of-range: `mfv`: expected a whole number from 1 to 1000000, found 0"]),
        (
            "fixes: {settings: {level: admiral, core: 4}}",
            &[
                "6:27 error wrong-value: `level` cannot have this value [expected one of: ensign, captain, commodore]",
                "6:42 error wrong-value: `core` cannot have this value [expected one of: naval, armoured, aerial]",
            ],
        ),
        (
            "fixes: {settings: {rules: [[1, 2], 3]}}",
            &[
                "6:27 error wrong-value: `rules` cannot have this value [expected a list of these numbers, or a list of such lists: 1-10]",
            ],
        ),
        (
            "units: [{id: attacker-class-frigate, squadron: {min: 9}}]",
            &["6:48 error wrong-value: `min` is 9, which is more than `max`, 4"],
        ),
        (
            "units: [{id: our-boat, nation: KoB, name: Our Boat, squadron: {min: 3, max: 2}}]",
            &["6:63 error wrong-value: `min` is 3, which is more than `max`, 2"],
        ),
        (
            "units: [{id: Our Boat, nation: KoB, name: Our Boat, points: 3}]",
            &[
                "6:9 warning wrong-id: `Our Boat` is no id: ids have small letters, digits and single hyphens [write `our-boat`]",
            ],
        ),
        (
            "units: [{id: ruler-class-battleship, choices: [{id: generator, default: internal-guardian}]}]",
            &["6:73 error unknown-reference: the choice offers no `internal-guardian`"],
        ),
        (
            "units: [{id: our-boat, nation: KoB, name: Our Boat, choices: [{id: gun, name: Gun, min: 2, max: 2, default: big, options: [{id: big, name: Big, points: 0}]}]}]",
            &[
                "6:109 error short-default: the choice takes at least 2, but its default `big` at most 1 [let `big` be taken 2 times (`max: 2`)]",
            ],
        ),
        (
            "units: [{id: our-boat, nation: KoB, name: Our Boat, traits: {size: huge}}]",
            &["6:68 error undeclared: `huge` is no value of the trait `size`"],
        ),
        (
            "units: [{id: attacker-class-frigate, points: many}]",
            &["6:46 error wrong-type: `points`: expected a whole number from 0, found the text \"many\""],
        ),
        (
            "units: [{id: tribal-class-cruiser, options: [{id: stoic-crew, points: 9}, {id: stoic-crews, points: 3}]}]",
            &["6:75 error unknown-id: there is no `stoic-crews` to change here, and this is not whole: missing field \
               `name` [did you mean `stoic-crew`?]"],
        ),
        (
            "rules: [{id: cap-large, clauses: [{limit: {of: {points: {size: huge}}, max: 3}, subject: Ships}]}]",
            &["6:64 error unresolved: rule cap-large: the trait `size` has no value `huge`"],
        ),
        (
            "rules: [{id: cap-large, clauses: [{subject: Ships}, {limit: {max: 3}}]}]",
            &["6:61 error wrong-patch: missing field `of`"],
        ),
    ]);
}

#[test]
fn a_consent_to_a_rule_that_is_not_waivable_is_told_to_drop_it() {
    each_is_told(&[(
        "consents: [cap-large, from-list]",
        &[
            "6:12 error consent-without-effect: the rule `cap-large` cannot be waived, so a consent to it counts for nothing \
           [`drop: [cap-large]` takes the rule out of use]",
        ],
    )]);
}

/// The hint on settings that an event leaves open besides the level.
fn open(settings: &[&str]) -> String {
    let names: Vec<String> = settings.iter().map(|id| format!("`{id}`")).collect();
    let fixes: Vec<String> = settings.iter().map(|id| format!("{id}: ...")).collect();
    format!(
        "3:1 note open-setting: lists still choose {}, by which they may put rules out of use or raise a limit \
         [`fixes: {{settings: {{{}}}}}` fixes them for all]",
        muster_engine::plural::joined(&names, "and"),
        fixes.join(", ")
    )
}

#[test]
fn an_event_that_leaves_something_open_gets_a_hint() {
    let level = "3:1 note open-setting: lists still choose their level, and with it the rules in use \
                 [`fixes: {settings: {level: ...}}` fixes it for all]";
    // At the level Captain there are no action cards.
    let (all, without_cards) = (open(&["competitive", "scenario", "tac-format"]), open(&["competitive", "scenario"]));
    each_is_told(&[
        ("fixes: {mfv: 1000}", &[&all, level]),
        ("fixes: {mfv: 1000, settings: {level: captain}}", &[&without_cards]),
        ("fixes: {mfv: 1000, settings: {rules: [1, 2, 3, 4, 8, 9, 10]}}", &[&all]),
        ("fixes: {mfv: 1000, settings: {level: captain, competitive: true, scenario: none}}", &[]),
        ("prices: {attacker-class-frigate: 35}", &[]),
    ]);
}

#[test]
fn a_folder_is_an_overlay_with_files_as_in_a_ruleset() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        "cup/overlay.yaml",
        &cup("fixes: {settings: {level: captain, competitive: true, scenario: none}}"),
    );
    write(folder.path(), "cup/rules/min-small.yaml", "id: min-small\nhelp: Bring one.\n");
    write(
        folder.path(),
        "cup/catalogue/kingdom-of-britannia.yaml",
        "kind: catalogue\nnation: kingdom-of-britannia\nunits:\n- {id: attacker-class-frigate, points: 35}\n- {id: ruler-class-battleship, remove: true}\n",
    );
    write(folder.path(), "cup/decks/tacs.yaml", "kind: cards\ndeck: tacs\ncards:\n- {id: tally-ho, cost: 70}\n");
    write(folder.path(), "cup/special-rules/mars.yaml", "- {id: small-target, summary: Hard to hit.}\n");
    let linted = |path: &str| lines(&lint(&Shelf::built_in(), &folder.path().join(path)));
    assert_eq!(linted("cup"), Vec::<String>::new());
    assert_eq!(linted(""), Vec::<String>::new());
    let shelf = with_events(Shelf::built_in(), &[folder.path().join("cup")]).unwrap().0;
    let name = muster_engine::list::RulesetName::Id("dw-2.5".to_owned());
    let ruleset = shelf.ruleset(&name, &["KoB"]).unwrap();
    assert_eq!(ruleset.rule("min-small").unwrap().rule.help.as_deref(), Some("Bring one."));
    assert_eq!(ruleset.card("tacs", "tally-ho").unwrap().cost, Some(70));
    assert_eq!(ruleset.special_rule("Small Target").unwrap().summary, "Hard to hit.");
    let (catalogue, ready) = ruleset.find_unit(Some("kingdom-of-britannia"), "Attacker").unwrap();
    assert_eq!(catalogue.unit(ready).points, Some(35));
    // Faults of all files at once.
    write(folder.path(), "cup/rules/min-small.yaml", "id: min-small\nhelps: Bring one.\n");
    write(folder.path(), "cup/decks/tacs.yaml", "kind: cards\ndeck: tacs\ncards:\n- {id: tally-ho, cost: much}\n");
    assert_eq!(linted("cup").len(), 2);
    assert_eq!(linted("cup/rules/min-small.yaml").len(), 1);
}

#[test]
fn an_overlay_that_nothing_can_be_made_of_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for (text, wanted) in [
        ("muster: 2\nkind: overlay\nid: cup\nextends: {id: dw-2.5}\n", "newer-format"),
        ("muster: 1\nkind: overlay\nid: cup\n", "missing-key"),
        ("muster: 1\nkind: overlay\nid: cup\nextends: []\n", "out-of-range"),
        ("muster: 1\nkind: overlay\nid: cup\nextends: {id: dw-2.5, version: one}\n", "unknown-version"),
        ("muster: 1\nkind: overlay\nid: cup\nid: cup\nextends: {id: dw-2.5}\n", "duplicate-key"),
        ("muster: 1\nkind: overlay\nid: [cup\n", "syntax"),
        ("muster: 1\nkind: overly\nid: cup\nextends: {id: dw-2.5}\n", "not-one-of"),
        ("muster: 1.9\nkind: overlay\nid: cup\nextends: {id: dw-2.5}\nbanned: {}\n", "newer-format"),
        ("", "empty-file"),
        (
            "--- {muster: 1, kind: overlay, id: a, extends: dw-2.5}\n--- {muster: 1, kind: overlay, id: b, extends: dw-2.5}\n",
            "wrong-kind",
        ),
    ] {
        let path = write(folder.path(), "cup.yaml", text);
        let told = with_events(Shelf::built_in(), &[path]).map(|(_, told)| told).unwrap_err();
        let rules: Vec<&str> =
            told.iter().flat_map(|report| &report.findings).map(|finding| finding.rule.as_str()).collect();
        assert!(rules.contains(&wanted), "{text}: {rules:?}");
    }
    // Other files are told by what they are, and by nothing else.
    for (text, kind) in [
        (crate::overlays::LIST, "list"),
        ("muster: 1\nkind: list\nruleset: dw-2.5\n", "list"),
        ("kind: catalogue\nnation: kingdom-of-britannia\nunits: []\n", "catalogue"),
        ("kind: ruleset\nid: x\nextends: {id: dw-2.5}\n", "ruleset"),
        ("muster: 1\nkind: campaign\nfleets: []\n", "campaign"),
    ] {
        let path = write(folder.path(), "cup.yaml", text);
        let told = with_events(Shelf::built_in(), &[path]).map(|(_, told)| told).unwrap_err();
        let [finding] = told[0].findings.as_slice() else { panic!("{told:#?}") };
        assert_eq!(finding.message, format!("this is a {kind}, not an overlay"));
    }
    let missing = with_events(Shelf::built_in(), &[folder.path().join("none.yaml")]).map(|_| ()).unwrap_err();
    assert_eq!(missing[0].findings[0].rule.as_str(), "no-access");
    // A base that has faults is told itself.
    write(folder.path(), "base.yaml", &named("base", "{id: dw-2.5}", "bans: {}"));
    let top = write(folder.path(), "top.yaml", &named("top", "{id: base}", "drop: [min-small]"));
    let told = with_events(Shelf::built_in(), &[top]).map(|_| ()).unwrap_err();
    assert!(told[0].file.ends_with("base.yaml"), "{told:#?}");
}

/// Nobody writes such overlays, but nothing takes long because of them.
#[test]
fn very_long_overlays_are_refused_or_told_in_bounded_time() {
    let names = |number: usize| (0..number).map(|name| format!("unit-{name}")).collect::<Vec<_>>();
    let prices: Vec<String> = names(12_000).iter().map(|name| format!("{name}: 1")).collect();
    let found = linted(&cup(&format!("prices: {{{}}}", prices.join(", "))));
    assert_eq!(found, ["error too-large: 12000 entries, of at most 10000"]);
    for content in [
        format!("prices: {{{}}}", prices[..9_000].join(", ")),
        format!("ban: {{units: [{}]}}", names(9_000).join(", ")),
        format!("ban: {{options: [{}]}}", names(9_000).join(", ")),
    ] {
        let found = linted(&cup(&content));
        assert_eq!(found.len(), 101, "{found:#?}");
        assert_eq!(found[0], "3:1 error too-large: more than 100 entries are wrong; these are the first");
    }
}

/// The game that has something near helps.
#[test]
fn an_overlay_of_several_games_is_told_the_nearest_of_any() {
    let text = named("cup", "[{id: dw-1.1}, {id: dw-2.5}]", "drop: [min-smalll]");
    let told = ["6:8 error unknown-id: there is no rule `min-smalll` [did you mean `min-small`?]"];
    assert_eq!(linted(&text), told);
    let overlay = named("My Club!", "{id: dw-2.5}", "drop: [min-small]");
    let told = [
        "3:5 warning wrong-id: `My Club!` is no id: ids have small letters, digits and single hyphens [write `my-club`]",
    ];
    assert_eq!(linted(&overlay), told);
}

/// Each word of a rule that does nothing is told at its place, and so is each rule that forbids every list.
#[test]
fn what_a_rule_cannot_mean_is_told_at_the_word() {
    let told = |clauses: &str| {
        linted(&cup(&format!("rules:\n- id: house\n  title: A rule\n  kind: limit\n  clauses:\n  - {clauses}")))
    };
    for (clauses, wanted) in [
        (
            "{limit: {of: {models: {}}, max: 3}, subject: Models, where: {size: large}}",
            "11:58 error unresolved: rule house: `where` does nothing in a clause over the whole list",
        ),
        (
            "{deck: tacs, limit: {of: {points: {}}, max: 100}, subject: Points}",
            "11:5 error unresolved: rule house: a clause with `deck` counts cards, and `points` stand in no deck",
        ),
        (
            "{each: squadron, limit: {of: {points: {}}, max: {percent: [50, {points: {}}]}}, subject: Points}",
            "11:29 error unresolved: rule house: the limit compares an amount with a part of itself",
        ),
        (
            "{limit: {of: {models: {}}, min: 3, max: 2}, subject: Models}",
            "11:13 error unresolved: rule house: nothing is at least 3 and at most 2",
        ),
        (
            "{each: squadron, where: {capital: yes}, says: Large}",
            "11:39 error unresolved: rule house: the trait `capital` has no value `yes` (write `true`)",
        ),
        ("{limit: {of: {models: {}}, max: 50%}, subject: Models}", "11:37 error not-one-of: `max`: expected `mfv`"),
        (
            "{each: squadron, where: {called: [ruller]}, says: No Ruler}",
            "11:39 error unknown-name: no unit has in its name the word `ruller` [nearest: `ruler`, ",
        ),
        (
            "{each: squadron, where: {weapon: Tesla Cannon}, says: No Tesla}",
            "11:38 error unknown-name: no unit has a weapon `Tesla Cannon` [write `tesla-cannon`]",
        ),
        (
            "{each: squadron, where: {unit: [ruler-class]}, says: No Ruler}",
            "11:37 error unknown-id: there is no unit `ruler-class`",
        ),
        (
            "{limit: {of: {taken: [Stoic Crews, {}]}, max: 1}, subject: Stoic Crews}",
            "11:27 error unknown-name: no unit has an option `Stoic Crews` [",
        ),
        (
            "{limit: {of: {models: {unit: ruler-class-battleship, size: small}}, max: 1}, subject: Small Rulers}",
            "11:18 warning unmatched: no unit is ",
        ),
        (
            "{each: squadron, where: {size: large, not: {size: large}}, says: None is}",
            "11:29 warning unmatched: no unit is Large, not Large",
        ),
        (
            "{limit: {of: {taken: [stoic-crew, {unit: local-air-support}]}, max: 1}, subject: Stoic Crews}",
            "11:18 warning unmatched: no unit that is ",
        ),
        (
            "{deck: tacs, each: card, where: {card: [tally-hoo]}, says: None}",
            "11:45 error unknown-name: no card has the id `tally-hoo`",
        ),
        ("{limit: {of: {models: {size: large}}, max: 2}}", "11:13 warning wordless-limit: the limit has no words"),
    ] {
        let found = told(clauses);
        assert!(found.first().is_some_and(|line| line.starts_with(wanted)), "{clauses}\n{found:#?}");
    }
}

/// Limits that no list can keep together are told at both places.
#[test]
fn limits_that_forbid_every_list_are_errors() {
    let limit = |id: &str, bound: &str| {
        format!(
            "- id: {id}\n  title: A rule\n  kind: limit\n  clauses:\n  - limit: {{of: {{models: {{unit: [majesty-class-dreadnought]}}}}, {bound}}}\n    subject: Majesties\n"
        )
    };
    let both = linted(&cup(&format!("rules:\n{}{}", limit("two", "min: 2"), limit("one", "max: 1"))));
    let message = "no list is legal: `two` wants at least 2, and `one` allows at most 1 of the same";
    assert_eq!(
        both,
        [
            format!("11:12 error contradictory-limits: {message}"),
            format!("17:12 error contradictory-limits: {message}")
        ]
    );
    // Percentages of one amount are compared too, and a floor of some with a cap of more.
    let points =
        |id: &str, of: &str, bound: &str| limit(id, bound).replace("models: {unit: [majesty-class-dreadnought]}", of);
    for (floor, cap, wanted) in [
        (
            points("two", "points: {size: large}", "min: {percent: [120, mfv]}"),
            points("one", "points: {}", "max: mfv"),
            "error contradictory-limits: no list is legal: `two` wants at least 120% of MFV, and `one` allows at most 100% of MFV of more than that",
        ),
        (
            points("two", "models: {size: large}", "min: {percent: [60, {models: {}}]}"),
            points("one", "models: {size: large}", "max: {percent: [50, {models: {}}]}"),
            "warning contradictory-limits: `two` wants at least 60% of an amount, and `one` allows at most 50% of an amount of the same, which only a list without any can keep",
        ),
    ] {
        let told = linted(&cup(&format!("rules:\n{floor}{cap}")));
        assert!(told.iter().any(|line| line.ends_with(wanted)), "{wanted}\n{told:#?}");
    }
    let dear = linted(&cup(&format!(
        "fixes: {{mfv: 500, settings: {{level: captain}}}}\nrules:\n{}",
        limit("three", "min: 3")
    )));
    let wanted = "3 of these models cost 960 points or more by the catalogue, and the force value is 500";
    assert!(dear.iter().any(|line| line.ends_with(wanted)), "{dear:#?}");
    // A rule that the event drops, or that a list may waive, contradicts nothing.
    let waivable = limit("two", "min: 2").replace("kind: limit", "kind: limit\n  waivable: true");
    let free = linted(&cup(&format!("rules:\n{waivable}{}", limit("one", "max: 1"))));
    assert!(free.is_empty(), "{free:#?}");
    let fine = linted(&cup(&format!("rules:\n{}{}", limit("one", "min: 1"), limit("two", "max: 2"))));
    assert!(fine.is_empty(), "{fine:#?}");
}
