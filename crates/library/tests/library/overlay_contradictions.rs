//! What the lints report on overlays that contradict themselves, change nothing, or say something twice.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_engine::report::Severity;
use muster_library::lints::with_events;
use muster_library::shelf::Shelf;

use crate::overlay_lints::{each_is_told, lines, linted};
use crate::overlays::{cup, write};

#[test]
fn contradictions_are_errors() {
    each_is_told(&[
        (
            "sizes: [500]\nfixes: {mfv: 500, settings: {level: captain}}",
            &[
                "6:1 error contradiction: `sizes` and `fixes.mfv` contradict each other: both say which force values lists may have [leave one of them out]",
            ],
        ),
        (
            "ban: {units: [Attacker]}\nprices: {attacker-class-frigate: 35}",
            &["7:10 error contradiction: `attacker-class-frigate` has a price here and is banned by the same overlay"],
        ),
        (
            "ban: {options: [stoic-crew]}\nprices: {tribal-class-cruiser/stoic-crew: 35}",
            &[
                "7:10 error contradiction: `tribal-class-cruiser/stoic-crew` has a price here and is banned by the same overlay",
            ],
        ),
        (
            "ban: {units: [Attacker]}\nonly: {units: [attacker-class-frigate]}",
            &["6:15 error contradiction: `Attacker` is banned, and `only` allows it"],
        ),
        (
            "ban: {nations: [KoB]}\nonly: {nations: [kingdom-of-britannia]}",
            &["6:17 error contradiction: `KoB` is banned, and `only` allows it"],
        ),
        (
            "drop: [min-small]\nrules: [{id: min-small, help: Bring one.}]",
            &["7:14 error contradiction: `min-small` is dropped and patched"],
        ),
        (
            "prices: {attacker-class-frigate: 35, Attacker: 36}",
            &["6:38 error contradiction: `attacker-class-frigate` and `Attacker` are one thing with two prices"],
        ),
        (
            "prices: {attacker-class-frigate: 35}\nunits: [{id: Attacker, points: 36}]",
            &["7:32 error contradiction: `prices` says 35 for `attacker-class-frigate`, and this says 36"],
        ),
        (
            "ban: {units: [Attacker]}\nunits: [{id: attacker-class-frigate, points: 36}]",
            &["7:46 error contradiction: `attacker-class-frigate` has a price here and is banned by the same overlay"],
        ),
        (
            "units: [{id: attacker-class-frigate, remove: true, points: 3}]",
            &["6:46 error contradiction: this takes it away, and changes its `points`"],
        ),
        (
            "units: [{id: tribal-class-cruiser, options: [{id: stoic-crew, remove: true, points: 3}]}]",
            &["6:71 error contradiction: this takes it away, and changes its `points`"],
        ),
        // Nothing is left for the price without a nation.
        (
            "prices: {'KoB:Attacker': 36, attacker-class-frigate: 35}",
            &["6:30 error contradiction: `KoB:Attacker` and `attacker-class-frigate` are one thing with two prices"],
        ),
        (
            "units: [{id: attacker-class-frigate, points: 36}, {id: attacker-class-frigate, points: 37}]",
            &["6:56 error contradiction: two patches of `attacker-class-frigate` contradict each other"],
        ),
        (
            "units: [{id: attacker-class-frigate, remove: true}]\nprices: {attacker-class-frigate: 35}",
            &[
                "7:10 error contradiction: `attacker-class-frigate` has a price here and is taken away by the same overlay",
            ],
        ),
        (
            "fixes: {settings: {level: captain, rules: [1, 2]}}",
            &["6:36 error contradiction: `level` and `rules` are both fixed, and say different things"],
        ),
        ("fixes: {settings: {level: ensign, rules: [1, 2, 3], competitive: true, scenario: none}}", &[]),
        (
            "prices: {tribal-class-cruiser/stoic-crew: 7, 'Tribal/Stoic Crew': 8}",
            &[
                "6:46 error contradiction: `tribal-class-cruiser/stoic-crew` and `Tribal/Stoic Crew` are one thing with two \
               prices",
            ],
        ),
        // A new unit has names of its own.
        (
            "units: [{id: attacker, nation: KoB, name: Attacker, points: 3}]",
            &["6:14 error duplicate-id: `attacker` is taken by `attacker-class-frigate`"],
        ),
        (
            "units: [{id: our-boat, nation: KoB, name: Attacker Class Frigate, points: 3}]",
            &["6:43 error duplicate-id: `Attacker Class Frigate` is taken by `attacker-class-frigate`"],
        ),
        (
            "units: [{id: our-boat, nation: KoB, name: Our Boat, aliases: [Boat, Attacker], points: 3}]",
            &["6:69 error duplicate-id: `Attacker` is taken by `attacker-class-frigate`"],
        ),
        // A patch may give a unit another name, but none that another unit has.
        (
            "units: [{id: tribal-class-cruiser, name: Attacker Class Frigate}]",
            &["6:42 error duplicate-id: `Attacker Class Frigate` is taken by `attacker-class-frigate`"],
        ),
        ("units: [{id: tribal-class-cruiser, name: Clan Class Cruiser}]", &[]),
        ("units: [{id: tribal-class-cruiser, name: Tribal Class Cruiser, points: 77}]", &[]),
        // A narrower price is no contradiction.
        ("prices: {eagle-class-war-rotor: 130, 'indian-raj:eagle-class-war-rotor': 140}", &[]),
    ]);
}

#[test]
fn patches_that_change_nothing_are_errors_and_only_warnings_for_an_event() {
    for content in [
        "prices: {attacker-class-frigate: 30}",
        "prices: {tribal-class-cruiser/stoic-crew: 5}",
        "prices: {'kingdom-of-britannia:reinforced-cruiser-squadron': 240}",
        "units: [{id: Attacker Class Frigate, points: 30}]",
        "rules: [{id: min-small, waivable: false, kind: limit}]",
        "cards: {tacs: [{id: tally-ho, cost: 60}]}",
        "settings: {level: {default: commodore}}",
    ] {
        let found = linted(&cup(content));
        assert!(
            found.len() == 1 && found[0].contains("error idle-patch: this changes nothing"),
            "{content}: {found:#?}"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "cup.yaml", &cup(content));
        let (_, told) = with_events(Shelf::built_in(), &[path]).unwrap();
        assert!(told.len() == 1 && told[0].findings[0].severity == Severity::Warning, "{content}");
    }
    // Nothing is judged by an overlay with any other error.
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "cup.yaml", &cup("drop: [min-smal]\nprices: {attacker-class-frigate: 30}"));
    let told = with_events(Shelf::built_in(), &[path]).map(|(_, told)| told).unwrap_err();
    assert_eq!(lines(&told).len(), 2);
}

#[test]
fn ids_twice_and_overlays_without_content_are_warnings() {
    each_is_told(&[
        ("", &["3:1 warning no-content: the overlay changes nothing: it has no content"]),
        ("version: 1.2.0", &["3:1 warning no-content: the overlay changes nothing: it has no content"]),
        ("drop: [min-small, min-small]", &["6:19 warning id-twice: `min-small` stands here twice"]),
        (
            "ban: {units: [Attacker Class Frigate, attacker-class-frigate]}",
            &["6:39 warning id-twice: `attacker-class-frigate` stands here twice"],
        ),
        (
            "ban: {units: [Attacker, attacker-class-frigate]}",
            &["6:25 warning id-twice: `attacker-class-frigate` stands here twice"],
        ),
        (
            "ban: {options: [Tribal/Stoic Crew, tribal-class-cruiser/stoic-crew], nations: [KoB, kingdom-of-britannia]}",
            &[
                "6:36 warning id-twice: `tribal-class-cruiser/stoic-crew` stands here twice",
                "6:85 warning id-twice: `kingdom-of-britannia` stands here twice",
            ],
        ),
        (
            "prices: {attacker-class-frigate: 35, Attacker: 35}",
            &["6:38 warning id-twice: `Attacker` stands here twice"],
        ),
        (
            "units: [{id: attacker-class-frigate, points: 36}, {id: attacker-class-frigate, squadron: {max: 5}}]",
            &["6:56 warning id-twice: `attacker-class-frigate` stands here twice"],
        ),
        (
            "sizes: [500, 500]\nfixes: {settings: {level: captain, competitive: true, scenario: none}}",
            &["6:14 warning id-twice: `500` stands here twice"],
        ),
    ]);
}
