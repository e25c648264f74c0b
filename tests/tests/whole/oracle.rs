//! Compares two evaluators: the engine and `oracle/` must say the same about every list of small worlds.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::{Ruleset, SourcedRule};
use muster_engine::report::Severity;
use muster_engine::rule::{Clause, RuleKind};
use muster_engine::selector::Selector;
use muster_library::shelf::Shelf;
use muster_tests::golden::with_club_units;
use muster_tests::oracle::{ClauseResult, Oracle, told_by_engine};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::invented::{self, SmallDice, values};

/// Disagreements are printed for at most this many rules.
const ENOUGH: usize = 12;

#[test]
fn rules_of_the_invented_world() {
    let world = invented::world();
    let ruleset = invented::build(&world, invented::rules(&world));
    agree(&ruleset, &invented::variants(), &invented::contexts());
}

/// Random rules from all words of the language, over random lists of the invented world.
#[test]
fn rules_made_at_random() {
    let world = invented::world();
    let (variants, contexts) = (invented::variants(), invented::contexts());
    let failed = Failures::default();
    (0..250_u64).into_par_iter().for_each(|seed| {
        let mut dice = SmallDice(seed);
        let ruleset = invented::build(&world, dice.rules(&world));
        let oracle = Oracle::new(&ruleset);
        for _ in 0..60 {
            let squadrons = (0..dice.below(4)).map(|_| dice.squadron(&variants)).collect();
            compare(&ruleset, &oracle, &invented::list(squadrons, dice.one(&contexts)), &failed);
        }
    });
    failed.assert();
}

/// Random statements of what several hardpoints offer.
#[test]
fn hardpoints_of_the_invented_world() {
    let world = invented::world();
    let ruleset = invented::build(&world, invented::rules(&world));
    let oracle = Oracle::new(&ruleset);
    let contexts = invented::contexts();
    let failed = Failures::default();
    (0..8_000_u64).into_par_iter().for_each(|seed| {
        let mut dice = SmallDice(seed);
        compare(&ruleset, &oracle, &invented::list(vec![invented::armed(&mut dice)], dice.one(&contexts)), &failed);
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
            sourced.rule.kind = RuleKind::Limit;
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
                        compare(ruleset, &oracle, &invented::list(squadrons.clone(), context), &failed);
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
    let without = |one: &[ClauseResult], other: &[ClauseResult]| {
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
        let of_rule = |told: &[ClauseResult]| {
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
fn once(mut told: Vec<ClauseResult>) -> Vec<ClauseResult> {
    told.sort();
    told.dedup_by(|one, other| one.severity == Severity::Undetermined && one == other);
    told
}
