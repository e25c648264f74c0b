//! Tests of `mends` and `additions`.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_app::{App, call};
use muster_library::lists::{FileDocument, lists};
use serde_json::{Value, json};

fn ask(name: &str, args: &Value) -> Value {
    let answer = call(&App::default(), name, args.to_string().as_bytes());
    serde_json::from_slice(&answer.unwrap_or_else(|fault| panic!("{name}: {fault}"))).unwrap()
}

/// A fleet of 2.5 with one legal battleship, and these squadrons.
fn fleet(squadrons: &[Value], more: &Value) -> Value {
    let mut all = vec![json!({"unit": "ruler-class-battleship", "roles": ["commodore"]})];
    all.extend_from_slice(squadrons);
    let mut list = json!({
        "muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000,
        "settings": {"level": "commodore", "core": "naval", "theatre": "water"}, "squadrons": all,
    });
    for (key, value) in more.as_object().unwrap() {
        list[key] = value.clone();
    }
    list
}

fn findings(list: &Value, rule: &str) -> Vec<Value> {
    let judged = ask("judge", &json!({ "list": list }));
    let is_it = |finding: &&Value| finding["rule"] == rule && finding["severity"] == "error";
    judged["findings"].as_array().unwrap().iter().filter(is_it).cloned().collect()
}

/// The mends of the first error of a rule.
fn mends(list: &Value, rule: &str, most: usize) -> Value {
    let finding = findings(list, rule).into_iter().next().unwrap_or_else(|| panic!("{rule} is not broken"));
    let problem = json!({"rule": rule, "at": finding["at"]});
    ask("mends", &json!({"list": list, "problem": problem, "most": most}))
}

fn labels(answer: &Value) -> Vec<&str> {
    answer["mends"].as_array().unwrap().iter().map(|mend| mend["label"].as_str().unwrap()).collect()
}

#[test]
fn a_problem_of_a_squadron_is_mended_in_few_words() {
    let list = fleet(&[json!({"unit": "tribal-class-cruiser", "models": 6})], &json!({}));
    let rule = "squadron-size";
    let answer = mends(&list, rule, 3);
    assert_eq!(labels(&answer)[0], "Split into 3 and 3", "{answer:#}");
    assert!(labels(&answer).contains(&"Set to 3"), "{answer:#}");
    for mend in answer["mends"].as_array().unwrap() {
        assert!(findings(&mend["list"], rule).is_empty(), "{mend:#}");
        let points = ask("judge", &json!({"list": mend["list"]}))["report"]["points"].clone();
        assert_eq!(mend["points"], points);
    }
}

#[test]
fn the_label_is_short_and_the_change_is_a_sentence() {
    let list = fleet(&[], &json!({"settings": {"level": "commodore", "theatre": "water"}}));
    let answer = mends(&list, "core-type", 3);
    assert!(labels(&answer).iter().any(|label| label.contains("Naval")), "{answer:#}");
    assert_eq!(answer["mends"][0]["gain"], 0);
}

#[test]
fn a_list_without_squadrons_states_what_it_lacks_in_words_and_keeps_its_groups() {
    let list = fleet(&[], &json!({"settings": {"level": "commodore", "theatre": "water"}, "squadrons": []}));
    assert_eq!(labels(&mends(&list, "core-type", 3)).len(), 3);
    let core = json!({"kind": "core", "squadrons": []});
    let list = json!({
        "muster": 1, "ruleset": "fleet-action", "nation": "prussian-empire", "mfv": 1000, "groups": [core],
    });
    let answer = mends(&list, "fa-core-req-medium", 20);
    assert!(labels(&answer).iter().any(|label| label.starts_with("Add ")), "{answer:#}");
    assert!(!labels(&answer).iter().any(|label| label.starts_with("Leave out ")), "{answer:#}");
}

#[test]
fn what_may_be_waived_may_be_waived() {
    let list = fleet(&[], &json!({"mfv": 179}));
    let answer = mends(&list, "mfv-cap", 20);
    let mends = answer["mends"].as_array().unwrap();
    let waived = mends.iter().find(|mend| mend["label"] == "Waive").unwrap_or_else(|| panic!("{answer:#}"));
    assert_eq!(waived["list"]["consents"], json!(["mfv-cap"]));
}

#[test]
fn an_unknown_word_has_the_known_ones_that_are_near() {
    let list = fleet(&[json!({"unit": "Tribl Class Cruiser", "models": 3})], &json!({}));
    let problem = json!({"rule": "unknown-unit", "at": ["/squadrons/1/unit"]});
    let answer = ask("mends", &json!({"list": list, "problem": problem}));
    assert_eq!(labels(&answer)[0], "Write `Tribal Class Cruiser`", "{answer:#}");
    assert_eq!(answer["mends"][0]["list"]["squadrons"][1]["unit"], "Tribal Class Cruiser");
}

#[test]
fn there_are_more_if_it_says_so() {
    let list = fleet(&[json!({"unit": "tribal-class-cruiser", "models": 6})], &json!({}));
    let one = mends(&list, "squadron-size", 1);
    assert_eq!((one["mends"].as_array().unwrap().len(), one["more"].as_bool()), (1, Some(true)));
    let all = mends(&list, "squadron-size", 20);
    assert_eq!(all["more"], false);
    assert_eq!(labels(&one)[0], labels(&all)[0]);
}

#[test]
fn an_error_that_the_list_does_not_have_has_no_mends() {
    let problem = json!({"rule": "squadron-size", "at": ["/squadrons/7"]});
    let answer = ask("mends", &json!({"list": fleet(&[], &json!({})), "problem": problem}));
    assert_eq!(answer, json!({"mends": [], "more": false, "judged": 0, "bounded": false}));
}

#[test]
fn a_whole_list_is_made_legal() {
    let cruisers = json!({"unit": "tribal-class-cruiser", "models": 5});
    let list = fleet(&[cruisers, json!({"unit": "attacker-class-frigate", "models": 1})], &json!({"mfv": 600}));
    let answer = ask("mends", &json!({"list": list, "most": 1}));
    let mend = &answer["mends"][0];
    assert_eq!(mend["verdict"], "legal", "{answer:#}");
    assert!(mend["changes"].as_array().unwrap().len() > 1, "{mend:#}");
}

#[test]
fn a_list_just_begun_gets_the_additions_that_make_it_legal() {
    let list = json!({
        "muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000,
        "settings": {"level": "commodore", "theatre": "water"}, "squadrons": [],
    });
    let answer = ask("mends", &json!({"list": list, "most": 1}));
    let mend = &answer["mends"][0];
    assert_eq!(mend["verdict"], "legal", "{answer:#}");
    let changes: Vec<&str> = mend["changes"].as_array().unwrap().iter().map(|says| says.as_str().unwrap()).collect();
    assert!(changes.len() <= 7 && changes.iter().any(|says| says.ends_with("as the Commodore")), "{changes:?}");
    let gains = mend["gains"].as_array().unwrap().iter().map(|gain| gain.as_i64().unwrap());
    assert_eq!(gains.sum::<i64>(), mend["gain"].as_i64().unwrap());
}

#[test]
fn a_warning_is_mended_too() {
    let list = json!({
        "muster": 1, "ruleset": "dw-1.1", "nation": "covenant-of-antarctica", "mfv": 600,
        "settings": {"core": "naval"}, "squadrons": [{"unit": "callimachus-time-dilation-orb"}],
    });
    let rule = "dw11-commodore-vessel";
    let judged = ask("judge", &json!({ "list": list }));
    let found = judged["findings"].as_array().unwrap().iter().find(|finding| finding["rule"] == rule).unwrap();
    let answer = ask("mends", &json!({"list": list, "problem": {"rule": rule, "at": found["at"]}}));
    assert!(labels(&answer).iter().any(|label| label.contains("Callimachus")), "{answer:#}");
}

#[test]
fn few_lists_are_judged_to_mend_a_large_list() {
    let FileDocument::List(mut list, _) = lists(include_bytes!("../../../../tests/benches/fleet.yaml")).remove(0)
    else {
        panic!("the fleet is a list");
    };
    let more: Vec<_> = list.squadrons[1..22].to_vec();
    list.squadrons.extend(more.iter().cycle().take(35).cloned());
    list.mfv = Some(7_000);
    let mut list = serde_json::to_value(&list).unwrap();
    list["squadrons"][0]["roles"] = json!([]);
    list["squadrons"][30]["models"] = json!(9);
    list["squadrons"][45]["models"] = json!(1);
    let answer = ask("mends", &json!({"list": list, "most": 1}));
    assert_eq!(answer["mends"].as_array().unwrap().len(), 1, "{answer:#}");
    assert!(answer["judged"].as_u64().unwrap() < 1000, "{}", answer["judged"]);
}

#[test]
fn additions_fill_the_list() {
    let list = fleet(&[json!({"unit": "tribal-class-cruiser", "models": 3})], &json!({"mfv": 500}));
    let answer = ask("additions", &json!({ "list": list }));
    let full = &answer["full"];
    let before = ask("judge", &json!({ "list": list }))["report"]["points"].as_i64().unwrap();
    assert_eq!(full["points"].as_i64().unwrap(), before + full["gain"].as_i64().unwrap());
    assert!((before + 1..=500).contains(&full["points"].as_i64().unwrap()), "{answer:#}");
    assert!(full["changes"][0].as_str().unwrap().starts_with("Add "), "{answer:#}");
}

#[test]
fn other_additions_are_found_without_the_units_of_those_before_and_say_what_speaks_for_them() {
    let begun = json!({
        "muster": 1, "ruleset": "dw-4", "nation": "crown", "mfv": 1000,
        "groups": [{"kind": "crown-faction-battlefleet", "squadrons": []}],
    });
    let sailing = fleet(&[json!({"unit": "tribal-class-cruiser", "models": 3})], &json!({"mfv": 900}));
    for list in [begun, sailing] {
        let (mut without, mut seen) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let answer = ask("additions", &json!({"list": list, "without": without}));
            let first = answer["first"].as_str().unwrap().to_owned();
            assert!(!without.contains(&first), "{first} again: {answer:#}");
            let why: Vec<&str> = answer["why"].as_array().unwrap().iter().map(|why| why.as_str().unwrap()).collect();
            let gain = answer["full"]["gain"].as_i64().unwrap();
            assert!(why.iter().any(|why| why.starts_with(&format!("Uses {gain} of the "))), "{why:?}");
            let has_slots = list.get("groups").is_some();
            assert_eq!(why.iter().any(|why| why.starts_with("Fills ")), has_slots, "{why:?}");
            assert!(!seen.contains(&answer["full"]["list"]), "{answer:#}");
            seen.push(answer["full"]["list"].clone());
            without.push(first);
        }
    }
}

#[test]
fn what_brings_a_new_warning_is_offered_after_what_does_not() {
    // The cheapest unit that helps has no price in the data, which is a warning.
    let group = json!({"kind": "imperium-faction-battlefleet", "squadrons": []});
    let list = json!({"muster": 1, "ruleset": "dw-3", "nation": "imperium", "mfv": 1000, "groups": [group]});
    let warnings = |list: &Value| {
        let judged = ask("judge", &json!({ "list": list }));
        judged["findings"].as_array().unwrap().iter().filter(|finding| finding["severity"] == "warning").count()
    };
    let before = warnings(&list);
    let judged = ask("judge", &json!({ "list": list }));
    for error in judged["findings"].as_array().unwrap().iter().filter(|finding| finding["severity"] == "error") {
        let problem = json!({"rule": error["rule"], "at": error["at"]});
        let answer = ask("mends", &json!({"list": list, "problem": problem, "most": 3}));
        assert!(warnings(&answer["mends"][0]["list"]) <= before, "{answer:#}");
    }
}

#[test]
fn no_way_makes_an_operational_asset_the_flagship() {
    let mut list = fleet(&[json!({"unit": "titan-troop-transport", "models": 1})], &json!({}));
    list["squadrons"][0].as_object_mut().unwrap().remove("roles");
    let answer = mends(&list, "commodore-required", 5);
    let found = answer["mends"].as_array().unwrap();
    assert!(!found.is_empty(), "{answer:#}");
    for mend in found {
        assert_eq!(mend["list"]["squadrons"][1].get("roles"), None, "{mend:#}");
    }
}

#[test]
fn what_lacks_a_partner_gets_it_first() {
    let group = json!({"kind": "union-pipeworks-battleflet", "squadrons": [{"unit": "uss-mexico"}]});
    let list = json!({"muster": 1, "ruleset": "dw-3", "nation": "union", "mfv": 2000, "groups": [group]});
    let answer = mends(&list, "g3-specialist-fleets", 3);
    let first = &answer["mends"][0]["list"];
    assert_eq!(first["groups"][0]["kind"], "union-pipeworks-battleflet", "{answer:#}");
    assert!(first.to_string().contains("nikolai-tesla"), "{answer:#}");
}

#[test]
fn an_option_is_spelt_by_the_other_names_that_it_has() {
    let infantry = json!({"unit": "engineer-infantry", "models": 2, "options": ["mechaised"]});
    let answer = mends(&fleet(&[infantry], &json!({})), "upgrade-legal", 1);
    assert!(labels(&answer)[0].to_lowercase().contains("mechanised"), "{answer:#}");
}

#[test]
fn what_a_list_leaves_open_is_stated_in_one_step() {
    let squadrons = json!([
        {"unit": "ruler-class-battleship"},
        {"unit": "tribal-class-cruiser", "models": 3},
        {"unit": "attacker-class-frigate", "models": 4},
    ]);
    let more = json!({"squadrons": squadrons, "settings": {"level": "commodore"}, "open": ["core", "roles"]});
    let list = fleet(&[], &more);
    let settled = |list: &Value, rule: &str| {
        let judged = ask("judge", &json!({ "list": list }));
        let finding = judged["findings"].as_array().unwrap().iter().find(|finding| finding["rule"] == rule).unwrap();
        assert_eq!(finding["severity"], "undetermined", "{finding:#}");
        let problem = json!({"rule": rule, "at": finding["at"]});
        (finding["help"].clone(), ask("mends", &json!({"list": list, "problem": problem})))
    };
    let (help, cores) = settled(&list, "core-type");
    assert_eq!(help, "state the setting `core`: naval, armoured or aerial");
    // The core with which the list breaks the fewest rules comes first. The player may have meant another.
    assert_eq!(labels(&cores)[0], "Set Core type to Naval", "{cores:#}");
    assert_eq!(labels(&cores).len(), 3, "{cores:#}");
    let list = &cores["mends"][0]["list"];
    assert_eq!(list["open"], json!(["roles"]));

    let (help, leaders) = settled(list, "commodore-required");
    assert_eq!(help, "state which model is the Commodore");
    let list = &leaders["mends"][0]["list"];
    assert_eq!(list["squadrons"][0]["roles"], json!(["commodore"]), "{leaders:#}");
    assert_eq!(list.get("open"), None);
    assert_eq!(findings(list, "commodore-required"), [] as [Value; 0]);
}

#[test]
fn the_ways_to_make_a_list_legal_state_what_it_leaves_open() {
    let squadrons = json!([{"unit": "ruler-class-battleship"}, {"unit": "tribal-class-cruiser", "models": 3},
        {"unit": "attacker-class-frigate", "models": 4}, {"unit": "attacker-class-frigate", "models": 4}]);
    let more =
        json!({"squadrons": squadrons, "settings": {"level": "commodore"}, "open": ["core", "roles"], "mfv": 650});
    let list = fleet(&[], &more);
    assert_eq!(ask("judge", &json!({ "list": list }))["report"]["verdict"], "undetermined");
    let answer = ask("mends", &json!({"list": list, "most": 1}));
    let mend = &answer["mends"][0];
    assert_eq!(mend["verdict"], "legal", "{answer:#}");
    assert_eq!(mend["list"].get("open"), None);
}
