//! Compares two evaluators: the engine and `oracle/` must say the same about every list of small worlds.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use muster_engine::catalogue::Catalogue;
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::{Parts, Ruleset, SourcedRule};
use muster_engine::report::Severity;
use muster_engine::rule::{Clause, Kind};
use muster_engine::selector::Selector;
use muster_library::shelf::Shelf;
use muster_tests::golden::with_club_units;
use muster_tests::oracle::{Oracle, Told, told_by_engine};
use rayon::prelude::*;
use serde_json::{Value, json};

/// Disagreements are printed for at most this many rules.
const ENOUGH: usize = 12;

#[test]
fn rules_of_the_invented_world() {
    let world = invented_world();
    let ruleset = build(&world, invented_rules(&world));
    agree(&ruleset, &invented_variants(), &invented_contexts());
}

/// Random rules from all words of the language, over random lists of the invented world.
#[test]
fn rules_made_at_random() {
    let world = invented_world();
    let (variants, contexts) = (invented_variants(), invented_contexts());
    let failed = Failures::default();
    (0..250_u64).into_par_iter().for_each(|seed| {
        let mut dice = Dice(seed);
        let ruleset = build(&world, dice.rules(&world));
        let oracle = Oracle::new(&ruleset);
        for _ in 0..60 {
            let squadrons = (0..dice.below(4)).map(|_| dice.squadron(&variants)).collect();
            compare(&ruleset, &oracle, &list(squadrons, dice.one(&contexts)), &failed);
        }
    });
    failed.assert();
}

/// Random statements of what several hardpoints offer.
#[test]
fn hardpoints_of_the_invented_world() {
    let world = invented_world();
    let ruleset = build(&world, invented_rules(&world));
    let oracle = Oracle::new(&ruleset);
    let contexts = invented_contexts();
    let failed = Failures::default();
    (0..8_000_u64).into_par_iter().for_each(|seed| {
        let mut dice = Dice(seed);
        compare(&ruleset, &oracle, &list(vec![armed(&mut dice)], dice.one(&contexts)), &failed);
    });
    failed.assert();
}

/// The shipped rules over lists with a few units of one nation and one ally.
#[test]
fn dw_2_5() {
    let ruleset = shipped("dw-2.5", &["kingdom-of-britannia", "prussian-empire"]);
    let variants = json!([
        {"unit": "ruler-class-battleship", "roles": ["commodore"]},
        {"unit": "ruler-class-battleship", "attached": [{"unit": "bastion-class-escort", "models": 2}]},
        {"unit": "majesty-class-dreadnought", "roles": ["commodore", {"role": "sub-commander", "trait": "jury-rigger"}]},
        {"unit": "tribal-class-cruiser", "models": 3},
        {"unit": "tribal-class-cruiser", "models": 2, "allocation": "flank", "entry-turn": 2},
        {"unit": "tribal-class-cruiser", "models": 2, "attached": [{"unit": "attacker-class-frigate", "models": 1}]},
        {"unit": "attacker-class-frigate", "models": 4, "allocation": "advance"},
        {"unit": "attacker-class-frigate", "models": 4, "roles": [{"role": "sub-commander", "model": 2}]},
        {"unit": "reinforced-cruiser-squadron"},
        {"unit": "reinforced-cruiser-squadron", "allocation": "reserve"},
        {"unit": "tower-defense-line", "models": 4, "allocation": "advance"},
        {"unit": "terrier-class-small-tank", "models": 5},
        {"unit": "bastion-class-escort", "models": 1},
        {"unit": "avenger-class-fleet-carrier", "roles": ["commodore"]},
        {"unit": "support-aircraft", "models": 4, "brought-by": "next"},
        {"unit": "local-air-support", "models": 5},
        {"unit": "local-air-support", "models": 5, "options": ["dive-bomber", "ace"], "allocation": "reserve"},
        {"unit": "tribal-class-cruiser", "models": 2, "attached": [{"unit": "local-air-support"}]},
        {"unit": "emperor-class-battleship", "nation": "prussian-empire"},
        {"unit": "arminius-class-frigate", "models": 4, "nation": "prussian-empire"},
    ]);
    let traits = json!(["perfect-plotting", "not-one-step-back", "send-in-my-best", "deadeye-gunnery"]);
    let contexts = json!([
        {"mfv": 1000, "settings": {"core": "naval", "theatre": "water"}},
        {"mfv": 400, "settings": {"core": "naval", "level": "captain"}, "decks": {"commodore-traits": traits}},
        {"mfv": 751, "settings": {"core": "armoured", "theatre": "land", "competitive": true}, "decks": {"commodore-traits": ["perfect-plotting", "perfect-plotting", "spy-master"]}},
        {"mfv": 640, "settings": {"rules": [1, 3, 6, 8, 9], "scenario": "tournament-4"}, "consents": ["allies-one-block"]},
        {"mfv": 1250, "settings": {"level": "ensign", "theatre": "land", "core": "naval", "scenario": "tournament-6"}},
        {"mfv": 333, "settings": {"core": "aerial", "allies": true, "competitive": true, "scenario": "amphibious-landing", "tac-format": "none"}},
        {"mfv": 500, "settings": {"core": "naval", "tac-format": "fog-of-war"}, "decks": {"tacs": [
            "tally-ho", {"card": "mine", "type": "heroic", "commodore": "zoe", "cost": 10}, {"card": "theirs", "type": "factional", "faction": "imperial-bond"},
            {"card": "ours", "type": "national-focus", "for-nation": "Britannia"}]}},
    ]);
    agree(&ruleset, &values(&variants), &of("dw-2.5", "kingdom-of-britannia", &contexts));
}

/// The shipped rules of the small ruleset, over the units of its golden lists.
#[test]
fn dw_1_1() {
    let ruleset = shipped("dw-1.1", &["empire-of-the-blazing-sun", "covenant-of-antarctica"]);
    let variants = json!([
        {"unit": "ika-mechanical-squid", "roles": ["commodore"]},
        {"unit": "ika-mechanical-squid", "attached": [{"unit": "club-escort", "models": 2}]},
        {"unit": "tanuki-class-gunship", "models": 3},
        {"unit": "uwatsu-class-frigate", "models": 5, "roles": ["commodore"]},
        {"unit": "inari-scout-gyro", "models": 2},
        {"unit": "prometheus-class-dreadnought", "nation": "covenant-of-antarctica"},
        {"unit": "club-airship", "models": 300, "attached": [{"unit": "club-escort", "models": 3}]},
        {"unit": "club-battleship", "models": 2, "attached": [{"unit": "fighter-plane-wing", "models": 3}, {"unit": "club-air-escort", "models": 1}]},
        {"unit": "club-submarine", "attached": [{"unit": "fighter-plane-wing"}]},
        {"unit": "club-frigate", "models": 160, "attached": [{"unit": "dive-bomber-wing"}]},
        {"unit": "club-launch", "models": 161},
        {"unit": "club-carrier", "carries": ["next"], "roles": ["commodore"]},
        {"unit": "club-gunboat", "models": 2},
        {"unit": "club-drone", "models": 1, "brought-by": "next"},
        {"unit": "club-riddle"},
        {"unit": "fighter-plane-wing", "models": 2, "roles": ["commodore"]},
        {"unit": "torpedo-bomber-wing", "models": 5},
        {"unit": "reconnaissance-plane-wing", "models": 2},
        {"unit": "local-air-support", "models": 6},
        {"unit": "local-air-support"},
    ]);
    let contexts = json!([
        {"mfv": 400, "settings": {"core": "naval"}},
        {"mfv": 401, "settings": {"core": "naval", "tiny-with-small": true, "field-orders": true}},
        {"mfv": 402, "settings": {"core": "aerial", "tiny-with-small": false}},
        {"mfv": 300, "settings": {"core": "aerial", "game-type": "friendly"}},
        {"mfv": 775, "settings": {"game-type": "open", "game-length": "turns"}},
        {"mfv": 333, "settings": {"game-type": "friendly"}},
        {"mfv": 600},
        {},
    ]);
    agree(&ruleset, &values(&variants), &of("dw-1.1", "empire-of-the-blazing-sun", &contexts));
}

/// The shipped rules of the third edition over a few units of one faction, in one or two Battlefleets.
#[test]
fn dw_3() {
    let ruleset = checks_apart(&shipped("dw-3", &["crown", "union"]));
    let variants = json!([
        {"unit": "britannia-heavy-battleship", "options": [{"escorts": 2}], "attached": [{"unit": "albion-cruiser-squadron", "models": 1}]},
        {"unit": "hmcs-tilloch-galt", "options": [{"escorts": 9}], "attached": [{"unit": "halifax-shield-cruiser", "models": 2}, {"unit": "orca-hunter-submarines-squadron"}]},
        {"unit": "avalon-sky-fortress", "attached": [{"unit": "tintagel-battle-rotor-squadron", "models": 1}]},
        {"unit": "toronto-control-cruisers-squadron", "models": 1},
        {"unit": "prydain-war-rotor-squadron-flagship"},
        {"unit": "adventurer-grand-indiaman"},
        {"unit": "albion-cruiser-squadron", "models": 2, "options": ["snowbird-barcap"]},
        {"unit": "albion-cruiser-squadron", "models": 2, "attached": [{"unit": "chanura-repairship"}]},
        {"unit": "caliburn-frigates-squadron", "models": 8},
        {"unit": "lancelot-heavy-cruiser-squadron", "options": [{"heavy-gun-battery": 3}]},
        {"unit": "orca-hunter-submarines-squadron", "models": 3},
        {"unit": "guinevere-strike-submarine"},
        {"unit": "saxon-scout-rotor-squadron", "models": 2},
        {"unit": "titan-mass-conveyor-olympia-tattern"},
        {"unit": "palashi-indiaman"},
        {"unit": "godavari-littoral-cruiser-squadron", "attached": [{"unit": "devaki-littoral-monitor-squadron", "models": 1}]},
        {"unit": "crown-patrons", "options": ["fleetwood-broughton-pellew"]},
        {"unit": "crown-patrons", "options": ["fleetwood-broughton-pellew", "nobody"]},
        {"unit": "yorktown-cruiser-squadron", "nation": "union", "models": 2},
    ]);
    let contexts = json!([
        {"mfv": 600, "groups": ["crown-faction-battlefleet"]},
        {"mfv": 800, "groups": ["canadian-battlefleet", "east-india-traiding-company-battlefleet"]},
        {"mfv": 500, "groups": ["british-rotor-battlefleet"]},
        {"mfv": 1500, "groups": ["british-frontline-battlefleet", "british-frontline-battlefleet"]},
        {"mfv": 700, "groups": ["british-support-battlefleet", ""]},
        {"mfv": 400},
    ]);
    agree(&ruleset, &values(&variants), &of("dw-3", "crown", &contexts));
}

/// The shipped rules of the fourth edition over a few units of one faction, in one or two Battlefleets.
#[test]
fn dw_4() {
    let ruleset = checks_apart(&shipped("dw-4", &["imperium", "crown"]));
    let variants = json!([
        {"unit": "kaiser-heavy-battleship", "options": [{"escorts": 2}], "attached": [{"unit": "blucher-configuration-cruiser", "models": 1}]},
        {"unit": "konig-generator-ship", "options": ["fury-generator", "magnetic-generator", "shroud-generator"], "attached": [{"unit": "reiter-configuration-flak-cruiser", "models": 2}, {"unit": "hermes-supply-freighter"}]},
        {"unit": "maximilian-aerial-linebreaker", "slot": "flagship"},
        {"unit": "sms-brandenburg"},
        {"unit": "asgard-rotor-tethership", "attached": [{"unit": "valkyrie-hunt-rotor", "models": 4}]},
        {"unit": "volsung-configuration-cruiser", "models": 2},
        {"unit": "blucher-configuration-cruiser", "models": 3, "options": [{"heavy-gun-battery": 4}, {"fury-generator": 2}]},
        {"unit": "ferdinand-configuration-advanced-cruiser", "models": 2, "options": [{"heavy-gun-battery": 1}, "shroud-generator"]},
        {"unit": "nuremberg-heavy-airship", "models": 2, "slot": "Line"},
        {"unit": "arminius-configuration-frigate", "models": 4, "options": ["teutonic-rite-variant"]},
        {"unit": "arminius-configuration-frigate", "models": 2},
        {"unit": "jaeger-aerial-destroyer", "models": 2, "allocation": "reserve"},
        {"unit": "fenrir-submarine", "models": 3, "allocation": "reserve"},
        {"unit": "metzger-vitruivian-colossus"},
        {"unit": "europa-grand-conveyor", "options": ["olympia-levant-drive", "troop-transport"]},
        {"unit": "titan-mass-conveyor", "options": ["olympia-levant-drive"]},
        {"unit": "offshore-heavy-platform", "attached": [{"unit": "offshore-defence-platform", "options": ["defensive-mines"]}]},
        {"unit": "sms-skjalden"},
        {"unit": "fleet-doctrines", "options": ["forward-patrol"]},
        {"unit": "fleet-doctrines", "options": ["do-or-die"]},
        {"unit": "albion-cruiser", "nation": "crown", "models": 2},
    ]);
    let contexts = json!([
        {"mfv": 600, "groups": ["imperium-faction-battlefleet"]},
        {"mfv": 800, "groups": ["imperium-faction-battlefleet", "ordo-teutonic-battlefleet"]},
        {"mfv": 500, "groups": ["ordo-teutonic-battlefleet"]},
        {"mfv": 1500, "groups": ["imperium-faction-battlefleet", "imperium-faction-battlefleet"]},
        {"mfv": 700, "groups": ["imperium-faction-battlefleet", ""]},
        {"mfv": 400},
    ]);
    agree(&ruleset, &values(&variants), &of("dw-4", "imperium", &contexts));
}

/// The shipped rules of Fleet Action over the units of its golden lists, in one or two battle groups.
#[test]
fn fleet_action() {
    let ruleset = without_slots(&checks_apart(&shipped("fleet-action", &["prussian-empire"])));
    let variants = json!([
        {"unit": "club-battleship", "models": 1, "roles": ["lead"]},
        {"unit": "club-battleship", "models": 2, "roles": [{"role": "lead", "model": 2}], "options": [{"bell": 2}]},
        {"unit": "club-battleship", "models": 1, "roles": ["lead"], "attached": [{"unit": "club-escort", "models": 2}]},
        {"unit": "club-battleship", "models": 3, "attached": [{"unit": "club-mine-tender", "models": 1, "roles": ["lead"]}]},
        {"unit": "club-cruiser", "models": 3},
        {"unit": "club-cruiser", "models": 1, "roles": ["lead"], "brought-by": "next"},
        {"unit": "club-destroyer", "models": 4},
        {"unit": "club-destroyer", "models": 2, "roles": ["lead"]},
        {"unit": "club-escort", "models": 1},
        {"unit": "club-raft"},
        {"unit": "club-tender"},
        {"unit": "club-boat", "models": 3, "brought-by": "next", "options": ["horn"]},
        {"unit": "club-boat", "models": 2},
        {"unit": "club-landing-ship"},
        {"unit": "club-hulk", "attached": [{"unit": "club-raft"}]},
        {"unit": "club-dock", "models": 1, "roles": ["lead"]},
        {"unit": "havel-light-carrier", "models": 2, "attached": [{"unit": "naval-wachter-escort", "models": 3}]},
        {"unit": "havel-light-carrier", "models": 1, "brought-by": "next"},
        {"unit": "naval-wachter-escort", "models": 1},
    ]);
    let contexts = json!([
        {"mfv": 500, "groups": ["core"]},
        {"mfv": 400, "groups": ["core", "narrative"], "settings": {"competitive": true}},
        {"mfv": 300, "groups": ["narrative"]},
        {"mfv": 251, "groups": ["core", "core"], "settings": {"text": "rulebook"}},
        {"mfv": 600, "groups": ["narrative", "narrative"], "settings": {"competitive": true}},
    ]);
    agree(&ruleset, &values(&variants), &of("fleet-action", "prussian-empire", &contexts));
}

/// The shipped rules of Legions over the units of its golden lists and a few of the catalogue, in up to two platoons.
#[test]
fn legions_2_0() {
    let ruleset =
        without_slots(&checks_apart(&shipped("legions-2.0", &["covenant-of-antarctica", "republique-of-france"])));
    let variants = json!([
        {"unit": "club-colonel", "roles": ["senior-officer"]},
        {"unit": "club-officer", "options": ["captain"], "roles": ["senior-officer"]},
        {"unit": "club-officer", "options": ["1st-lieutenant"]},
        {"unit": "club-officer", "options": ["captain"]},
        {"unit": "club-adjutant", "options": ["major"], "roles": ["senior-officer"]},
        {"unit": "club-rifles", "models": 8, "options": ["regular", {"sergeant": 1}, {"promotion": 1}, {"gun-team": 2}, "medic", "mines", {"truck": 2}]},
        {"unit": "club-rifles", "models": 5, "options": ["assault", "mines", "piper"], "allocation": "main"},
        {"unit": "club-rifles", "models": 10, "allocation": "flank", "entry-turn": 4},
        {"unit": "club-guard", "models": 12, "allocation": "reserve", "entry-turn": 3, "options": ["flag"]},
        {"unit": "club-scouts", "models": 2, "allocation": "scout"},
        {"unit": "club-ghosts", "models": 2, "allocation": "main"},
        {"unit": "club-guns", "models": 1, "allocation": "infiltrate"},
        {"unit": "club-single", "models": 1},
        {"unit": "club-pair", "models": 3},
        {"unit": "club-hero"},
        {"unit": "club-tank", "allocation": "reserve"},
        {"unit": "club-wolves", "models": 1, "entry-turn": 2, "brought-by": "next"},
        {"unit": "club-armour", "models": 6, "options": ["truck"]},
        {"unit": "club-veterans", "models": 2, "attached": [{"unit": "club-guns", "models": 1}]},
        {"unit": "automata-section", "models": 8, "options": ["drone-controller"]},
        {"unit": "commando-section", "models": 4, "options": ["regular"]},
        {"unit": "marine-section", "nation": "republique-of-france", "models": 4},
    ]);
    let tacs = json!([
        {"card": "Quick March", "type": "generic", "cost": 1}, {"card": "Quick March", "type": "generic", "cost": 1},
        {"card": "Rising Tide", "type": "national", "nation": "Blazing Sun", "cost": 3, "replaces": {"card": "Hold Fast", "type": "generic", "cost": 3}},
        {"card": "A Knife", "type": "character", "character": "club-hero", "cost": 2, "replaces": {"card": "Trail", "type": "generic", "cost": 1}},
    ]);
    let contexts = json!([
        {"mfv": 400, "groups": ["platoon"]},
        {"mfv": 251, "groups": ["platoon", "platoon"], "settings": {"platoons": 2}, "decks": {"tacs": tacs}},
        {"mfv": 1000, "groups": ["platoon", "platoon"], "settings": {"tacs": false}},
        {"mfv": 320, "groups": ["platoon"], "decks": {"tacs": []}},
        {"mfv": 120, "groups": ["platoon"], "decks": {"tacs": tacs}, "settings": {"tacs": true}},
    ]);
    agree(&ruleset, &values(&variants), &of("legions-2.0", "covenant-of-antarctica", &contexts));
}

/// A shipped ruleset with the units of these nations, and with those that its golden lists bring.
fn shipped(id: &str, nations: &[&str]) -> Ruleset {
    let name = RulesetName::Id(id.to_owned());
    let ruleset = Shelf::built_in().ruleset(&name, nations).expect("a shipped ruleset is whole");
    with_club_units(&ruleset, &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lists").join(id))
}

/// The contexts with this ruleset, and with this nation where they state none.
fn of(ruleset: &str, nation: &str, contexts: &Value) -> Vec<Value> {
    let mut contexts = values(contexts);
    for context in &mut contexts {
        context["ruleset"] = json!(ruleset);
        if context.get("nation").is_none() {
            context["nation"] = json!(nation);
        }
    }
    contexts
}

/// The same ruleset without the clauses that ask for slots. The oracle does not assign squadrons to slots that hold one
/// squadron each; `slots.rs` compares the engine's assignment with a search.
fn without_slots(ruleset: &Ruleset) -> Ruleset {
    rebuilt(ruleset, |rules| {
        for sourced in rules {
            let asks = |clause: &Clause| json!(clause).to_string().contains("\"slot\"");
            sourced.rule.clauses.retain(|clause| !asks(clause));
        }
    })
}

/// The same ruleset, with each rule that has a check and clauses in two: the clauses, and a rule `ID-check`. So it is
/// known which findings come from clauses.
fn checks_apart(ruleset: &Ruleset) -> Ruleset {
    rebuilt(ruleset, |rules| {
        let both = |sourced: &&mut SourcedRule| sourced.rule.check.is_some() && !sourced.rule.clauses.is_empty();
        let mut checks = Vec::new();
        for sourced in rules.iter_mut().filter(both) {
            let mut check = sourced.clone();
            check.rule.id += "-check";
            check.rule.clauses.clear();
            checks.push(check);
            sourced.rule.check = None;
            sourced.rule.r#where = Selector::default();
            sourced.rule.kind = Kind::Limit;
        }
        rules.extend(checks);
    })
}

/// The same ruleset with changed rules.
fn rebuilt(ruleset: &Ruleset, change: impl FnOnce(&mut Vec<SourcedRule>)) -> Ruleset {
    let mut parts = ruleset.parts().clone();
    change(&mut parts.rules);
    let changed = Ruleset::build(parts).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let catalogues = ruleset.catalogues().iter().map(|catalogue| changed.catalogue(catalogue.written().clone()));
    let catalogues = catalogues.map(Arc::new).collect();
    changed.with_catalogues(catalogues)
}

pub(crate) fn invented_world() -> Value {
    serde_yaml::from_str(include_str!("../../worlds/invented.yaml")).expect("the invented world is YAML")
}

fn values(list: &Value) -> Vec<Value> {
    list.as_array().cloned().unwrap_or_default()
}

/// Squadrons of the invented world: every unit, plain and with each thing that a list may state about it.
pub(crate) fn invented_variants() -> Vec<Value> {
    let mut variants = values(&json!([
        {"unit": "ark"},
        {"unit": "ark", "options": ["plate"], "roles": ["leader"]},
        {"unit": "ark", "options": ["wheels"], "carries": ["next"]},
        {"unit": "ark", "attached": [{"unit": "dinghy", "models": 2}], "roles": ["leader", "deputy"]},
        {"unit": "ark", "nation": "beland"},
        {"unit": "ark", "nation": "beland", "roles": ["leader"], "attached": [{"unit": "kite"}]},
        {"unit": "Old Barge", "models": 2},
        {"unit": "barge", "models": 3, "options": [{"plate": 2}, "wheels"]},
        {"unit": "barge", "models": 3, "options": [{"wheels": 1}], "allocation": "side"},
        {"unit": "barge", "models": [{"count": 1, "mark": "mark-2"}, {"count": 1}], "roles": [{"role": "deputy", "model": 2, "trait": "Brave", "character": "Zoe"}]},
        {"unit": "barge", "models": 2, "mark": "Mark II", "attached": [{"unit": "dinghy", "models": 1}, {"unit": "kite", "allocation": "rear"}]},
        {"unit": "barge", "models": 2, "allocation": "rear", "entry-turn": 3, "attached": [{"unit": "coracle", "models": 1, "attached": [{"unit": "dinghy", "models": 1}]}]},
        {"unit": "coracle", "models": 4},
        {"unit": "coracle", "models": 1, "brought-by": "next"},
        {"unit": "coracle", "models": 2, "entry-turn": 1, "roles": ["leader"]},
        {"unit": "dinghy", "models": 1},
        {"unit": "dinghy", "models": 2, "allocation": "side", "attached": [{"unit": "cart", "nation": "beland", "roles": [{"role": "Deputy", "character": "zoe"}]}]},
        {"unit": "pack"},
        {"unit": "pack", "models": 5, "options": ["flags"], "roles": [{"role": "leader", "model": 2}]},
        {"unit": "pack", "brought-by": "next", "allocation": "rear"},
        {"unit": "pack", "brought-by": "next", "models": 3, "options": ["flags", "raw"]},
        {"unit": "kite", "brought-by": "next", "options": ["blue", "ace"]},
        {"unit": "ark", "options": ["open-deck", "plate"]},
        {"unit": "barge", "models": 2, "options": [{"tow": 1}, {"plate": 1}]},
        {"unit": "barge", "models": 2, "options": ["tow"], "roles": ["deputy"]},
        {"unit": "keep", "models": 1},
        {"unit": "keep", "models": 3, "brought-by": "next", "attached": [{"unit": "dinghy", "models": 1}]},
        {"unit": "tower", "models": 1, "carries": ["next"]},
        {"unit": "cart", "nation": "Beland", "models": 3},
        {"unit": "cart", "nation": "beland", "models": 1, "allocation": "side", "entry-turn": 5, "attached": [{"unit": "ark"}]},
        {"unit": "kite"},
        {"unit": "kite", "models": 3, "options": ["blue", "ace"], "nation": "beland"},
        {"unit": "kite", "models": 4, "options": ["ace"], "carries": ["next"], "allocation": "rear"},
    ]));
    variants.extend(armed_variants());
    variants
}

/// Squadrons of the invented world with hardpoints and with options that depend on the kind of group.
fn armed_variants() -> Vec<Value> {
    values(&json!([
        {"unit": "galley"},
        {"unit": "galley", "models": 2, "options": ["gun", "lance"], "roles": ["leader"]},
        {"unit": "galley", "models": 2, "options": [{"gun": 1}, {"small-generator": 3}, "old-rig"], "slot": "Main"},
        {"unit": "galley", "models": 3, "options": [{"Small Generator": 4}, "aft-gun", {"escort": 1}], "attached": [{"unit": "galley", "models": 1, "options": ["large-generator", "escort"]}]},
        {"unit": "galley", "models": [{"count": 1, "options": ["lance", "mortar"]}, {"count": 2, "options": ["mortar", {"gun": 1}]}], "options": ["large-generator"]},
        {"unit": "galley", "models": 2, "options": ["turret", {"lance": 3}, "aft-gun"]},
        {"unit": "convoy"},
        {"unit": "convoy", "models": 4, "options": [{"ram": 3}, {"mortar": 2}, "lance"], "slot": "main"},
        {"unit": "coracle", "models": 2, "brought-by": "next", "slot": "main"},
    ]))
}

pub(crate) fn invented_contexts() -> Vec<Value> {
    values(&json!([
        {"nation": "aland", "mfv": 300, "settings": {"element": "wet"}},
        {"nation": "aland", "mfv": 1001, "decks": {"tricks": ["flip", "flop"], "songs": []}},
        {"nation": "AL", "mfv": 151, "settings": {"rules": [2], "mood": "wild"}, "consents": ["waivable-too", "total"]},
        {"nation": "beland", "mfv": 375, "settings": {"element": "dry", "strict": true, "lenient": true}},
        {"nation": "aland", "mfv": 376, "settings": {"level": "low", "lenient": false, "element": "dry"}, "decks": {"tricks": ["flap", "Flopp", "flap", "flip"]}},
        {"nation": "aland", "mfv": 2000, "settings": {"element": "wet", "rules": [1, 3]}, "decks": {"tricks": [{"card": "own", "suit": "sun", "for-side": "right", "for-nation": "AL"}, {"card": "bare", "cost": 3}], "songs": ["hum", "hum", {"card": "la", "hero": "Zoe"}]}},
        {"nation": "aland", "mfv": 99, "settings": {"element": "wet", "mood": "calm"}, "decks": {"songs": [{"card": "la", "hero": "nobody"}]}},
        {"nation": "aland", "mfv": 500, "settings": {"element": "wet"}, "groups": ["fleet", "ring"]},
        {"nation": "aland", "mfv": 420, "groups": ["ring"]},
        {"nation": "beland", "mfv": 333, "settings": {"element": "dry"}, "groups": ["fleet", "", "camp", "ring"]},
    ]))
}

/// A squadron with hardpoints that states a few of the options that they offer, perhaps too many.
fn armed(dice: &mut Dice) -> Value {
    let armed: &[(&str, &[&str])] = &[
        ("convoy", &["ram", "lance", "mortar", "deck-ram", "sails"]),
        ("galley", &["gun", "Small Generator", "lance", "mortar", "aft-gun", "turret", "large-generator"]),
        ("galley", &["gun", "small-generator", "lance", "mortar"]),
    ];
    let (unit, names) = *dice.one(armed);
    let models = dice.below(3) + 1;
    let option = |dice: &mut Dice| {
        let name = *dice.one(names);
        // In a fixed mix, hardpoints of several kinds of models may offer something. Then a list has to state a number.
        if unit == "galley" && dice.below(3) == 0 { json!(name) } else { json!({name: dice.below(models + 1) + 1}) }
    };
    let mut options = || -> Vec<Value> { (0..dice.below(5)).map(|_| option(dice)).collect() };
    let mut squadron = json!({"unit": unit, "models": models, "options": options()});
    if models > 1 {
        let parts = [1, models - 1].map(|count| json!({"count": count, "options": options()}));
        squadron["models"] = json!(parts);
    }
    squadron
}

fn rules(written: &Value) -> Vec<SourcedRule> {
    let whole = |written: &Value| {
        let mut rule = json!({"title": "A rule", "kind": "limit", "source": {"book": "book", "page": "1"}});
        for (key, value) in written.as_object().into_iter().flatten() {
            rule[key] = value.clone();
        }
        serde_json::from_value(rule).unwrap_or_else(|error| panic!("{error}: {written}"))
    };
    let written = written.as_array().into_iter().flatten();
    written.map(|written| SourcedRule { rule: whole(written), origin: "invented".to_owned() }).collect()
}

/// The rules of the invented world.
pub(crate) fn invented_rules(world: &Value) -> Vec<SourcedRule> {
    rules(&world["rules"])
}

/// The rules of the invented world and one more.
pub(crate) fn invented_rules_with(world: &Value, rule: Value) -> Vec<SourcedRule> {
    let mut written = values(&world["rules"]);
    written.push(rule);
    rules(&Value::Array(written))
}

pub(crate) fn build(world: &Value, rules: Vec<SourcedRule>) -> Ruleset {
    fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
        serde_json::from_value(value.clone()).expect("the invented world has the shapes of rulesets")
    }
    let parts = Parts {
        declarations: read(&world["declarations"]),
        rules,
        special_rules: read(&world["special-rules"]),
        cards: read(&world["cards"]),
        whole_books: BTreeSet::new(),
        digest: String::new(),
        fingerprint: String::new(),
    };
    let ruleset = Ruleset::build(parts).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let catalogues: Vec<Catalogue> = read(&world["catalogues"]);
    let catalogues = catalogues.into_iter().map(|catalogue| Arc::new(ruleset.catalogue(catalogue))).collect();
    ruleset.with_catalogues(catalogues)
}

/// A list of squadrons in a context. `next` becomes the id of the following squadron; after the last comes the first.
/// `groups` are kinds of groups, to which the squadrons go in turn; an empty word leaves a squadron outside of groups.
pub(crate) fn list(mut squadrons: Vec<Value>, context: &Value) -> ArmyList {
    let number = squadrons.len();
    for (position, squadron) in squadrons.iter_mut().enumerate() {
        let squadron = squadron.as_object_mut().expect("a squadron is a map");
        squadron.insert("id".to_owned(), json!(format!("s{position}")));
        if context["nation"] == "beland" {
            squadron.entry("nation").or_insert(json!("aland"));
        }
        let next = format!("s{}", (position + 1) % number);
        if squadron.contains_key("brought-by") {
            squadron.insert("brought-by".to_owned(), json!(next));
        }
        if squadron.contains_key("carries") {
            squadron.insert("carries".to_owned(), json!([next]));
        }
        if number == 1 {
            squadron.remove("brought-by");
            squadron.remove("carries");
        }
    }
    let kinds = values(&context["groups"]);
    let mut groups: Vec<Value> = kinds.iter().map(|kind| json!({"kind": kind, "squadrons": []})).collect();
    let mut ungrouped = Vec::new();
    for (position, mut squadron) in squadrons.into_iter().enumerate() {
        let group = position.checked_rem(kinds.len()).filter(|group| kinds[*group] != "");
        if group.is_none_or(|group| kinds[group] == "camp") {
            // Only fleets and rings have slots.
            squadron.as_object_mut().expect("a squadron is a map").remove("slot");
        }
        match group.and_then(|group| groups[group]["squadrons"].as_array_mut()) {
            Some(squadrons) => squadrons.push(squadron),
            None => ungrouped.push(squadron),
        }
    }
    groups.retain(|group| group["kind"] != "");
    let mut whole = json!({"muster": 1, "ruleset": "invented"});
    for (key, value) in context.as_object().into_iter().flatten() {
        whole[key] = value.clone();
    }
    whole["squadrons"] = json!(ungrouped);
    whole["groups"] = json!(groups);
    serde_json::from_value(whole).expect("this is a list")
}

/// Compares both evaluators on all lists of up to three squadrons, each in one of the contexts in turn.
fn agree(ruleset: &Ruleset, variants: &[Value], contexts: &[Value]) {
    let failed = Failures::default();
    let oracle = Oracle::new(ruleset);
    let all = variants.len();
    let judged = AtomicUsize::new(0);
    // 0 means no squadron; from 1 on it is a variant's number. Each set of squadrons comes once, in one order.
    (0..=all).into_par_iter().for_each(|first| {
        for second in 0..=first {
            for third in 0..=second {
                let squadrons: Vec<Value> = [first, second, third]
                    .into_iter()
                    .filter_map(|n| Some(variants[n.checked_sub(1)?].clone()))
                    .collect();
                let few = squadrons.len() < 3;
                for (number, context) in contexts.iter().enumerate() {
                    if few || (first + second + third) % contexts.len() == number {
                        compare(ruleset, &oracle, &list(squadrons.clone(), context), &failed);
                        judged.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
        }
    });
    println!("{}: {} lists", ruleset.declarations().id, judged.into_inner());
    failed.assert();
}

/// Disagreements by rule: the number of lists, and the first of them.
#[derive(Default)]
struct Failures(Mutex<BTreeMap<String, (usize, String)>>);

impl Failures {
    fn add(&self, rule: String, failure: impl FnOnce() -> String) {
        let mut failures = self.0.lock().expect("no test panics here");
        if let Some((number, _)) = failures.get_mut(&rule) {
            *number += 1;
        } else if failures.len() < ENOUGH {
            failures.insert(rule, (1, failure()));
        }
    }

    fn assert(self) {
        let failures = self.0.into_inner().expect("no test panics here");
        let told: Vec<String> =
            failures.iter().map(|(rule, (n, told))| format!("---- {rule}, {n} lists:\n{told}")).collect();
        assert!(failures.is_empty(), "{}", told.join("\n"));
    }
}

fn compare(ruleset: &Ruleset, oracle: &Oracle, list: &ArmyList, failed: &Failures) {
    let report = muster_engine::check(ruleset, list);
    let unreadable = report
        .findings
        .iter()
        .find(|finding| finding.rule.as_str() == "unknown-word" || finding.rule.as_str() == "unknown-unit");
    if let Some(finding) = unreadable {
        failed.add(finding.rule.to_string(), || finding.message.clone());
        return;
    }
    let (engine, told) = (once(told_by_engine(ruleset, &report)), once(oracle.told(list)));
    if engine == told || !oracle.is_settled(list) {
        return;
    }
    let oracle = told;
    let without = |one: &[Told], other: &[Told]| {
        let mut left = one.to_vec();
        for told in other {
            if let Some(position) = left.iter().position(|t| t == told) {
                left.remove(position);
            }
        }
        left
    };
    let (engine, oracle) = (without(&engine, &oracle), without(&oracle, &engine));
    let rules: BTreeSet<&str> = engine.iter().chain(&oracle).map(|told| told.rule.as_str()).collect();
    for id in rules {
        let of_rule = |told: &[Told]| {
            told.iter().filter(|told| told.rule == id).fold(String::new(), |text, told| text + &format!("  {told:?}\n"))
        };
        let rule = || ruleset.rule(id).map(|sourced| serde_json::to_string(&sourced.rule).unwrap_or_default());
        let list = || serde_yaml::to_string(list).unwrap_or_default();
        failed.add(id.to_owned(), || {
            let (engine, oracle, rule) = (of_rule(&engine), of_rule(&oracle), rule().unwrap_or_default());
            format!("{}only the engine says:\n{engine}only the oracle says:\n{oracle}rule: {rule}\n", list())
        });
    }
}

/// Removes repeated undetermined results, because a report tells them once.
fn once(mut told: Vec<Told>) -> Vec<Told> {
    told.sort();
    told.dedup_by(|one, other| one.severity == Severity::Undetermined && one == other);
    told
}

/// A small linear congruential generator, so that the rules are the same each time.
pub(crate) struct Dice(pub u64);

/// The kind of thing that a selector is tested on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Squadron,
    Model,
    Bearer,
    Card,
    Group,
}

/// Traits with values to ask for: of squadrons and models, of squadrons and bearers, of bearers, of cards.
const OF_UNITS: &[(&str, &[&str])] = &[
    ("bulk", &["small", "middling", "huge"]),
    ("element", &["wet", "dry"]),
    ("grand", &[]),
    ("nature", &["wall", "puppet"]),
    ("feather", &["red", "blue"]),
    ("weapon", &["big-gun", "oar", "lance", "ram"]),
    ("side", &["left", "right"]),
    ("unit", &["ark", "barge", "cart", "pack", "kite", "galley", "hulks"]),
    ("nation", &["aland", "beland"]),
    ("standing", &["own", "attached", "brought"]),
    ("allocation", &["front", "side", "rear"]),
    ("group", &["fleet", "ring", "camp"]),
    ("slot", &["van", "main", "tail", "flank"]),
    ("rule", &["lone", "drilled", "shielded"]),
    ("ally", &[]),
    ("only", &["attached", "brought"]),
    ("any-number", &[]),
];
const OF_SQUADRONS: &[(&str, &[&str])] =
    &[("role", &["leader", "deputy"]), ("carried", &[]), ("divided", &[]), ("entry", &[])];
const OF_BEARERS: &[(&str, &[&str])] =
    &[("role", &["leader", "deputy"]), ("trait", &["brave"]), ("character", &["zoe"])];
/// Names of options.
const TAKEN: &[&str] = &["gun", "lance", "small-generator", "old-rig", "pennant", "plate", "red", "escort"];
const OF_GROUPS: &[(&str, &[&str])] = &[("group", &["fleet", "ring", "camp"])];
const OF_CARDS: &[(&str, &[&str])] = &[
    ("card", &["flip", "flop", "flap", "hum", "own"]),
    ("deck", &["tricks", "songs"]),
    ("card-suit", &["sun", "moon"]),
    ("for-side", &["left", "right"]),
    ("for-nation", &["aland", "beland"]),
    ("hero", &["zoe"]),
];

impl Dice {
    pub(crate) fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % sides
    }

    pub(crate) fn one<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    /// Random rules, and those of the invented world to which selectors and decks refer.
    pub(crate) fn rules(&mut self, world: &Value) -> Vec<SourcedRule> {
        let mut made: Vec<Value> = (0..25).map(|number| self.rule(number)).collect();
        let is_needed = |rule: &Value| {
            let defines = rule["narrows"].is_object() || rule["allocates"].is_object();
            defines || rule["id"] == "tricks-many" || rule["id"] == "waivable-cap"
        };
        made.extend(values(&world["rules"]).into_iter().filter(is_needed));
        rules(&Value::Array(made))
    }

    pub(crate) fn squadron(&mut self, variants: &[Value]) -> Value {
        if self.below(5) == 0 { armed(self) } else { self.one(variants).clone() }
    }

    fn rule(&mut self, number: usize) -> Value {
        let clauses: Vec<Value> = (0..=self.below(2)).map(|_| self.clause()).collect();
        let mut rule = json!({"id": format!("made-{number}"), "clauses": clauses});
        match self.below(8) {
            0 => rule["kind"] = json!("by-hand"),
            1 => rule["severity"] = json!("warning"),
            2 => rule["waivable"] = json!(true),
            3 => rule["applies"] = self.tests(),
            4 => rule["unless"] = self.tests(),
            _ => {}
        }
        if rule["id"] == "made-0" {
            // A selector may not refer back to itself.
            let of = loop {
                let of = self.selector(Of::Model, 1);
                if !of.to_string().contains("\"is\"") {
                    break of;
                }
            };
            rule = json!({"id": "made-0", "kind": "definition", "narrows": {"heavy": of}});
        }
        rule
    }

    fn tests(&mut self) -> Value {
        self.one(&[
            json!({"rules": 2}),
            json!({"rules": [1, 3], "mood": "calm"}),
            json!({"element": ["wet", "dry"]}),
            json!({"strict": true}),
            json!({"strict": false, "mood": ["wild"]}),
            json!({"level": "high"}),
        ])
        .clone()
    }

    fn clause(&mut self) -> Value {
        let each = *self.one(&["list", "group", "squadron", "squadron", "squadron-alone", "unit", "bearer", "card"]);
        let of = match each {
            "squadron" | "squadron-alone" => Of::Squadron,
            "bearer" => Of::Bearer,
            "card" => Of::Card,
            "group" => Of::Group,
            _ => Of::Model,
        };
        let mut clause = json!({"each": each, "says": "x"});
        if each != "list" {
            clause["where"] = self.selector(of, 2);
        }
        if each == "card" || self.below(6) == 0 {
            clause["deck"] = json!(self.one(&["tricks", "songs"]));
        }
        if self.below(4) == 0 {
            clause["when"] = json!([self.limit("list", 1)]);
        }
        if each == "list" || self.below(3) > 0 {
            clause["limit"] = self.limit(each, 2);
        }
        clause
    }

    fn limit(&mut self, each: &str, depth: usize) -> Value {
        let of = self.amount(each, depth, true);
        let bound = self.amount(each, depth, true);
        let mut limit = json!({"of": of});
        let end = if self.below(2) == 0 { "min" } else { "max" };
        limit[end] = bound;
        if self.below(5) == 0 {
            let other = if end == "min" { "max" } else { "min" };
            limit[other] = self.amount(each, 1, true);
        }
        limit
    }

    fn amount(&mut self, each: &str, depth: usize, fraction: bool) -> Value {
        let made = if depth == 0 { 0 } else { 7 };
        match (self.below(17 + made), each) {
            (0..=2, _) => json!(self.below(5)),
            (3, _) => json!("mfv"),
            (4, _) => json!({"given": self.one(&["element", "rules", "mood"])}),
            (5, _) => json!({"setting": self.tests()}),
            (6 | 7, "card" | "list" | "squadron" | "squadron-alone") => json!({"cards": self.selector(Of::Card, 2)}),
            (8, "card" | "list") => {
                json!({"different": [self.one(&["card", "deck", "card-suit", "for-side"]), self.selector(Of::Card, 1)]})
            }
            (_, "card") if depth == 0 => json!({"cards": {}}),
            (6 | 7, _) | (8..=14, "bearer") => json!({"bearers": self.selector(Of::Bearer, 2)}),
            (8, _) => {
                let name = *self.one(&[
                    "side",
                    "element",
                    "unit",
                    "nation",
                    "allocation",
                    "standing",
                    "group",
                    "role",
                    "bulk",
                    "nature",
                    "feather",
                    "grand",
                ]);
                json!({"different": [name, self.selector(Of::Squadron, 1)]})
            }
            (9, _) => json!({"points": self.selector(Of::Model, 2)}),
            (10, _) => json!({"upgrades": self.selector(Of::Model, 1)}),
            (11, _) => json!({"models": self.selector(Of::Model, 2)}),
            (12, "list" | "squadron" | "squadron-alone") => json!({"attached": self.selector(Of::Squadron, 1)}),
            (13, "list" | "squadron" | "squadron-alone") => json!({"carried": self.selector(Of::Squadron, 1)}),
            (14, _) => json!({"entry-turn": self.selector(Of::Squadron, 1)}),
            (15, _) => json!({"taken": [self.one(TAKEN), self.selector(Of::Squadron, 1)]}),
            (16, "list" | "group") => json!({"groups": self.selector(Of::Squadron, 1)}),
            (17, _) if fraction => json!({"percent": [self.below(90) + 7, self.amount(each, depth - 1, false)]}),
            (18, _) => json!({"times": [self.amount(each, depth - 1, fraction), self.amount(each, depth - 1, false)]}),
            (19, _) => json!({"per": [self.below(9) * 40 + 3, self.amount(each, depth - 1, fraction)]}),
            (20, _) => json!({"table": [self.one(&["steps", "open-ended"]), self.amount(each, depth - 1, fraction)]}),
            (21, _) => json!({"sum": [self.amount(each, depth - 1, fraction), self.amount(each, depth - 1, fraction)]}),
            (22, _) => {
                json!({"smaller": [self.amount(each, depth - 1, fraction), self.amount(each, depth - 1, fraction)]})
            }
            (23, "list" | "squadron" | "unit") => {
                json!({"allowed": [self.one(&["min", "max"]), self.selector(Of::Squadron, 1)]})
            }
            (_, "card") => json!({"cards": {}}),
            _ => json!({"squadrons": self.selector(Of::Squadron, 2)}),
        }
    }

    fn selector(&mut self, of: Of, depth: usize) -> Value {
        let mut selector = json!({});
        for _ in 0..self.below(3) {
            if depth > 0 && self.below(3) == 0 {
                let words: &[&str] = match of {
                    Of::Card | Of::Group => &["not", "any", "all"],
                    _ => &["not", "nots", "any", "all", "is", "parent", "carried-by"],
                };
                match *self.one(words) {
                    "nots" => selector["not"] = json!([self.selector(of, depth - 1), self.selector(of, depth - 1)]),
                    "is" => selector["is"] = json!(self.one(&["core", "heavy", "both"])),
                    word @ ("any" | "all") => {
                        selector[word] = json!([self.selector(of, depth - 1), self.selector(of, depth - 1)]);
                    }
                    word @ ("parent" | "carried-by") => selector[word] = self.selector(Of::Squadron, depth - 1),
                    word => selector[word] = self.selector(of, depth - 1),
                }
                continue;
            }
            let (name, values) = match of {
                Of::Card => *self.one(OF_CARDS),
                Of::Group => *self.one(OF_GROUPS),
                Of::Squadron if self.below(4) == 0 => *self.one(OF_SQUADRONS),
                Of::Bearer if self.below(2) == 0 => *self.one(OF_BEARERS),
                _ => *self.one(OF_UNITS),
            };
            selector[name] = match (self.below(6), values) {
                (_, []) | (0, _) => json!(self.below(2) == 0),
                (1, _) => json!([self.one(values), self.one(values)]),
                (2, _) if name == "element" => json!({"setting": "element"}),
                (2, _) if matches!(name, "side" | "for-side") => json!({"own": "side"}),
                (2, _) if matches!(name, "nation" | "for-nation") => json!({"own": "nation"}),
                (2, _) if name == "hero" => json!({"holder": self.one(&["leader", "deputy"])}),
                _ => json!(self.one(values)),
            };
        }
        selector
    }
}
