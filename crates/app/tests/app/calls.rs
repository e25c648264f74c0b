//! Tests of what the calls promise.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::Path;

use muster_app::{App, NAMES, call};
use muster_library::shelf::Shelf;
use serde_json::{Value, json};

fn ask(name: &str, args: &Value) -> Result<Value, Value> {
    let answer = call(&App::default(), name, args.to_string().as_bytes());
    answer.map(|answer| serde_json::from_slice(&answer).unwrap()).map_err(|fault| serde_json::to_value(fault).unwrap())
}

fn list(more: &Value) -> Value {
    let mut list = json!({
        "muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000,
        "settings": {"level": "commodore", "core": "naval", "theatre": "water"},
        "squadrons": [{"unit": "ruler-class-battleship", "roles": ["commodore"]}],
    });
    for (key, value) in more.as_object().unwrap() {
        list[key] = value.clone();
    }
    list
}

fn candidate(answer: &Value, unit: &str) -> Value {
    let candidates = answer["candidates"].as_array().unwrap();
    candidates.iter().find(|candidate| candidate["unit"] == unit).unwrap().clone()
}

#[test]
fn whatever_comes_is_answered() {
    for name in NAMES {
        for args in
            ["", "{", "[]", "null", "1", "\"x\"", "{\"list\": 1}", "{\"list\": {}}", "{\"list\": null}", "\u{0}"]
        {
            // Some calls take no arguments and succeed. None may panic.
            let _ = call(&App::default(), name, args.as_bytes());
        }
        let deep = format!("{{\"list\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        let _ = call(&App::default(), name, deep.as_bytes());
        let _ = call(&App::default(), name, &[0xff, 0xfe, 0x00]);
    }
    assert_eq!(ask("no-such-call", &json!({})).unwrap_err()["code"], "unknown-call");
    assert_eq!(ask("judge", &json!({})).unwrap_err()["code"], "wrong-args");
    assert_eq!(ask("judge", &json!([list(&json!({}))])).unwrap_err()["code"], "wrong-args");
    assert_eq!(ask("version", &json!({"x": 1})).unwrap_err()["code"], "wrong-args");
    assert_eq!(ask("units", &json!({"ruleset": "chess"})).unwrap_err()["code"], "unknown-ruleset");
    assert_eq!(
        ask("units", &json!({"ruleset": "dw-2.5", "nation": "Kingdom of Brittania"})).unwrap_err()["help"],
        "did you mean `Kingdom of Britannia`?"
    );
    assert_eq!(ask("explain", &json!({"ruleset": "dw-2.5", "rule": "cap-larg"})).unwrap_err()["code"], "unknown-rule");
}

#[test]
fn a_list_is_read_like_a_file() {
    let unreadable = ask("judge", &json!({ "list": list(&json!({"mfv": 0, "squadrns": []})) })).unwrap();
    assert_eq!(unreadable["report"]["verdict"], "unreadable");
    assert_eq!(unreadable["findings"].as_array().unwrap().len(), 2);
    assert_eq!(ask("candidates", &json!({"list": list(&json!({"mfv": 0}))})).unwrap_err()["code"], "unreadable-list");
    // Browsers write characters beyond U+FFFF as they are; other programs write them as two escapes.
    for name in ["\"\u{1f6a2}\"", "\"\\ud83d\\udea2\""] {
        let text = list(&json!({})).to_string().replace("\"muster\":1", &format!("\"muster\":1,\"name\":{name}"));
        let answer = call(&App::default(), "judge", format!("{{\"list\":{text}}}").as_bytes()).unwrap();
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(answer["report"]["name"], "\u{1f6a2}");
    }
}

#[test]
fn candidates_say_why_not() {
    let answer = ask("candidates", &json!({"list": list(&json!({}))})).unwrap();
    assert_eq!(answer["at"], "/squadrons/1");
    let frigates = candidate(&answer, "attacker-class-frigate");
    assert_eq!((&frigates["may"], &frigates["squadron"]["models"]), (&json!(true), &json!(2)));
    let escort = candidate(&answer, "bastion-class-escort");
    assert_eq!((&escort["may"], &escort["findings"][0]["rule"]), (&json!(false), &json!("size-attachment-only")));
    // The wings have five models, because fewer are no free squadron.
    assert_eq!(candidate(&answer, "local-air-support")["squadron"]["models"], 5);
    // It has the allocation that the rules allow.
    assert_eq!(candidate(&answer, "bunker-complex")["squadron"]["allocation"], "advance");
    // A full fleet has no room for anything that costs points.
    let full = ask("candidates", &json!({"list": list(&json!({"mfv": 200}))})).unwrap();
    let findings = &candidate(&full, "attacker-class-frigate")["findings"];
    assert!(findings.as_array().unwrap().iter().any(|finding| finding["rule"] == "mfv-cap"), "{findings}");
}

#[test]
fn candidates_say_which_rules_they_help_to_keep() {
    let answer = ask("candidates", &json!({"list": list(&json!({}))})).unwrap();
    // The fleet needs more points of its core type. Only ships have them.
    let helps = |unit| candidate(&answer, unit)["helps"].to_string();
    assert!(helps("attacker-class-frigate").contains("main-share"), "{}", helps("attacker-class-frigate"));
    assert!(!helps("local-air-support").contains("main-share"), "{}", helps("local-air-support"));
}

#[test]
fn a_huge_list_is_judged_but_not_tried() {
    let huge = list(&json!({"squadrons": vec![json!({"unit": "attacker-class-frigate", "models": 2}); 9_000]}));
    assert_eq!(ask("judge", &json!({ "list": huge })).unwrap()["report"]["verdict"], "illegal");
    assert_eq!(ask("candidates", &json!({ "list": huge })).unwrap_err()["code"], "too-large");
    assert_eq!(ask("attachables", &json!({"list": huge, "at": "/squadrons/0"})).unwrap_err()["code"], "too-large");
    let large = list(&json!({"squadrons": vec![json!({"unit": "attacker-class-frigate", "models": 2}); 501]}));
    assert_eq!(ask("mends", &json!({ "list": large })).unwrap_err()["code"], "too-large");
    assert_eq!(ask("additions", &json!({ "list": large })).unwrap_err()["code"], "too-large");
}

#[test]
fn candidates_of_another_nation_state_it() {
    let answer = ask("candidates", &json!({"list": list(&json!({})), "nation": "Prussian Empire"})).unwrap();
    let first = &answer["candidates"][0];
    assert_eq!(
        (&first["nation"], &first["squadron"]["nation"]),
        (&json!("prussian-empire"), &json!("prussian-empire"))
    );
}

#[test]
fn candidates_join_groups() {
    let fleet = json!({"muster": 1, "ruleset": "fleet-action", "nation": "prussian-empire", "mfv": 500});
    let answer = ask("candidates", &json!({ "list": fleet })).unwrap();
    assert_eq!((&answer["at"], &answer["group"]["kind"]), (&json!("/groups/0/squadrons/0"), &json!("core")));
    let mut grouped = fleet.clone();
    grouped["groups"] = json!([{"kind": "core"}, {"kind": "narrative"}]);
    let at = |group: Value| ask("candidates", &json!({"list": grouped, "group": group}));
    assert_eq!(at(json!("/groups/0")).unwrap()["at"], "/groups/0/squadrons/0");
    assert_eq!(at(Value::Null).unwrap()["at"], "/groups/1/squadrons/0");
    for wrong in ["/groups/2", "/groups/x", "groups/0", "", "/squadrons/0"] {
        assert_eq!(at(json!(wrong)).unwrap_err()["code"], "unknown-place", "{wrong}");
    }
}

/// The first attachment of a game that must have more than one model, in a list that has no points left for it.
#[test]
fn an_attachment_that_breaks_another_rule_still_has_a_legal_number_of_models() {
    let unit = |name: &str| json!({"unit": name, "models": 1});
    let list = |mfv: u32| {
        json!({"muster": 1, "ruleset": "dw-3", "nation": "commonwealth", "mfv": mfv, "groups":
        [{"kind": "commonwealth-faction-battlefleet", "squadrons": [unit("borodino-battleship")]}]})
    };
    for (mfv, may) in [(1000, true), (100, false)] {
        let answer = ask("attachables", &json!({"list": list(mfv), "at": "/groups/0/squadrons/0"})).unwrap();
        let attached = candidate(&answer, "krykun-shockwave-squadron");
        assert_eq!((&attached["may"], &attached["squadron"]["models"]), (&json!(may), &json!(2)), "{attached}");
    }
}

#[test]
fn attachables_stand_at_their_squadron() {
    let answer = ask("attachables", &json!({"list": list(&json!({})), "at": "/squadrons/0"})).unwrap();
    assert_eq!(answer["at"], "/squadrons/0/attached/0");
    let escort = candidate(&answer, "bastion-class-escort");
    assert_eq!((&escort["may"], &escort["squadron"]["models"]), (&json!(true), &json!(1)));
    assert!(
        answer["candidates"].as_array().unwrap().iter().all(|candidate| candidate["unit"] != "attacker-class-frigate")
    );
    for wrong in
        ["/squadrons/1", "/squadrons", "", "/groups/0/squadrons/0", "/squadrons/0/attached", "/squadrons/0/attached/0"]
    {
        let fault = ask("attachables", &json!({"list": list(&json!({})), "at": wrong})).unwrap_err();
        assert_eq!(fault["code"], "unknown-place", "{wrong}");
    }
}

#[test]
fn reading_tells_claims_and_faults() {
    let text =
        "muster: 1\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\npoints: 1\n---\nmuster: 1\nmfv: x\n";
    let answer = ask("read", &json!({"text": text, "file": "two.yaml"})).unwrap();
    let [first, second] = answer["documents"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert_eq!((&first["version"], &first["newer"]), (&json!("2.0.0"), &Value::Null));
    assert_eq!(
        first["claims"][0],
        json!({"at": "/points", "claimed": 1, "points": 0, "message": "the list claims 1 points, but costs 0"})
    );
    assert_eq!((&second["list"], &second["version"]), (&Value::Null, &Value::Null));
    assert_eq!((&second["faults"][0]["line"], &second["faults"][0]["code"]), (&json!(7), &json!("missing-key")));
}

#[test]
fn a_list_of_a_version_that_is_not_at_hand_is_shown_under_the_newest() {
    let old = list(&json!({"ruleset": {"id": "dw-2.5", "version": "^0.9"}}));
    let answer = ask("read", &json!({"text": old.to_string()})).unwrap();
    let document = &answer["documents"][0];
    assert_eq!((&document["report"]["verdict"], &document["list"]["mfv"]), (&json!("unreadable"), &json!(1000)));
    assert_eq!(
        (&document["newer"]["ruleset"]["version"], &document["newer"]["verdict"]),
        (&json!("2.0.0"), &json!("illegal"))
    );
}

#[test]
fn other_spellings_are_read_as_squadrons() {
    let text = "muster: 1\nruleset: legions-2.0\nmfv: 500\ngroups:\n- kind: platoon\n  sections:\n  - unit: infantry-officer\n";
    let answer = ask("read", &json!({ "text": text })).unwrap();
    assert_eq!(answer["documents"][0]["list"]["groups"][0]["squadrons"][0]["unit"], "infantry-officer");
}

#[test]
fn rulesets_that_cannot_be_used_are_told_beside_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("headless", "kind: ruleset\n"), ("empty", "kind: ruleset\nid: empty\nversion: 1.0.0\n")] {
        std::fs::create_dir_all(folder.path().join(name).join("1")).unwrap();
        std::fs::write(folder.path().join(name).join("1/ruleset.yaml"), text).unwrap();
    }
    let app = App::new(Shelf::with_folders(&[folder.path().to_owned()]));
    let answer: Value = serde_json::from_slice(&call(&app, "rulesets", b"{}").unwrap()).unwrap();
    let told: Vec<&str> =
        answer["faults"].as_array().unwrap().iter().map(|fault| fault["message"].as_str().unwrap()).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().any(|fault| fault.contains("headless")), "{told:?}");
    assert!(answer["rulesets"].as_array().unwrap().iter().any(|ruleset| ruleset["folder"].is_null()));
    // Who asks may be on another machine.
    let folder = folder.path().to_string_lossy().into_owned();
    assert!(!answer.to_string().contains(&folder), "{answer}");
    for name in ["headless", "empty"] {
        let fault = call(&app, "units", json!({ "ruleset": name }).to_string().as_bytes()).unwrap_err();
        assert!(!format!("{fault:?}").contains(&folder), "{fault:?}");
    }
}

#[test]
fn the_folder_of_a_ruleset_is_told_without_where_it_lies() {
    let folder = tempfile::tempdir().unwrap();
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/fleet-action/1");
    copy(Path::new(built_in), &folder.path().join("fleet-action/1"));
    let app = App::new(Shelf::with_folders(&[folder.path().to_owned()]));
    let answer: Value = serde_json::from_slice(&call(&app, "rulesets", b"{}").unwrap()).unwrap();
    let of_folder: Vec<&Value> = answer["rulesets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ruleset| &ruleset["folder"])
        .filter(|it| !it.is_null())
        .collect();
    assert_eq!(of_folder, [&json!("fleet-action/1")]);
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.as_ref().unwrap().file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(&from, &to).unwrap();
        }
    }
}

/// The place of the first finding of a rule.
fn places(list: &Value, rule: &str) -> Value {
    let judged = ask("judge", &json!({ "list": list })).unwrap();
    let findings = judged["findings"].as_array().unwrap().clone();
    findings.into_iter().find(|finding| finding["rule"] == rule).map_or(Value::Null, |mut finding| finding["at"].take())
}

#[test]
fn what_is_missing_is_at_the_place_where_it_would_stand() {
    let bare = list(&json!({"settings": {}, "squadrons": []}));
    assert_eq!(places(&bare, "core-type"), json!(["/settings/core"]));
    assert_eq!(places(&bare, "theatre-agreed"), json!(["/settings/theatre"]));
    assert_eq!(places(&bare, "commodore-required"), json!(["/squadrons"]));
    assert_eq!(places(&bare, "main-share"), json!(["/mfv", "/squadrons"]));
    assert_eq!(places(&bare, "tac-16"), json!(["/decks/tacs"]));
    assert_eq!(places(&list(&json!({"nation": null})), "unknown-nation"), json!(["/nation"]));

    // The finding about the flagship points at models that could have the role. The finding about the Main Force points
    // at squadrons that would count if they moved there.
    let squadrons = json!([
        {"unit": "attacker-class-frigate", "models": 4},
        {"unit": "ruler-class-battleship"},
        {"unit": "tribal-class-cruiser", "models": 3, "allocation": "flank"},
        {"unit": "no-such-ship"},
        {"unit": "ruler-class-battleship"},
    ]);
    let led_by_nobody = list(&json!({ "squadrons": squadrons }));
    assert_eq!(
        places(&led_by_nobody, "commodore-required"),
        json!(["/squadrons", "/squadrons/1/roles", "/squadrons/4/roles"])
    );
    let elsewhere = list(&json!({"squadrons": squadrons.as_array().unwrap()[..3]}));
    assert_eq!(places(&elsewhere, "main-share"), json!(["/mfv", "/squadrons", "/squadrons/2/allocation"]));
    // The finding about too much points at what was counted, as always.
    let too_large =
        list(&json!({"mfv": 300, "squadrons": [{"unit": "ruler-class-battleship", "roles": ["commodore"]}]}));
    assert_eq!(places(&too_large, "mfv-cap"), Value::Null);
    assert_eq!(places(&list(&json!({"mfv": 100})), "mfv-cap"), json!(["/mfv"]));
}

#[test]
fn the_words_of_a_list_for_options_are_resolved() {
    let infantry = list(&json!({"nation": "chinese-federation", "squadrons": [
        {"unit": "ASSAULT INFANTRY", "models": 3, "options": ["MECHANISED", "odd", {"Mechanised Infantry": 1}]},
    ]}));
    let judged = ask("judge", &json!({ "list": infantry })).unwrap();
    let line = &judged["summary"]["squadrons"][0];
    assert_eq!(line["unit-id"], "assault-infantry");
    assert_eq!(
        line["option-words"],
        json!({"MECHANISED": "mechanised-infantry", "Mechanised Infantry": "mechanised-infantry"})
    );
    let cruisers = list(&json!({"nation": "empire-of-the-blazing-sun", "squadrons": [
        {"unit": "honshu-class-cruiser", "models": [{"count": 2, "mark": "MK I"}, {"count": 1, "options": ["mk ii"]}]},
    ]}));
    let judged = ask("judge", &json!({ "list": cruisers })).unwrap();
    assert_eq!(judged["summary"]["squadrons"][0]["option-words"], json!({"MK I": "mk-i", "mk ii": "mk-ii"}));
}

#[test]
fn the_words_of_a_list_for_nations_roles_and_cards_are_resolved() {
    let spelt = list(&json!({
        "nation": "KINGDOM OF BRITANNIA",
        "decks": {"tacs": [{"card": "not a card", "replaces": "TALLY HO!"}]},
        "squadrons": [
            {"unit": "ruler-class-battleship", "roles": [{"role": "SUB-COMMANDER", "trait": "PERFECT PLOTTING"}, "cook"]},
        ],
    }));
    let judged = ask("judge", &json!({ "list": spelt })).unwrap();
    let names = &judged["summary"]["names"];
    assert_eq!(names["nations"], json!({"KINGDOM OF BRITANNIA": "kingdom-of-britannia"}));
    assert_eq!(names["roles"], json!({"SUB-COMMANDER": "sub-commander"}));
    assert_eq!(names["cards"]["commodore-traits"], json!({"PERFECT PLOTTING": "perfect-plotting"}));
    assert_eq!(names["cards"]["tacs"], json!({"TALLY HO!": "tally-ho"}));
    assert_eq!(judged["summary"]["nation"], "Kingdom of Britannia");

    let grouped = json!({"muster": 1, "ruleset": "fleet-action", "mfv": 500, "groups": [
        {"kind": "core", "squadrons": [{"unit": "no-such-ship", "slot": "Requisite Large Squadron"}]},
    ]});
    let judged = ask("judge", &json!({ "list": grouped })).unwrap();
    assert_eq!(judged["summary"]["names"]["slots"], json!({"core": {"Requisite Large Squadron": "lead"}}));
}

#[test]
fn numbers_come_with_their_words() {
    let short = list(&json!({"squadrons": [{"unit": "ruler-class-battleship"}, {"unit": "no-such-ship"}]}));
    let judged = ask("judge", &json!({ "list": short })).unwrap();
    let summary = &judged["summary"];
    let points = summary["squadrons"][0]["points"].as_i64().unwrap();
    assert_eq!(summary["figure"], format!("at least {points}"));
    assert_eq!(summary["left"], format!("at most {} left", 1000 - points));
    assert_eq!(summary["over"], false);
    assert_eq!(summary["squadrons"][0]["price"], format!("{points} points"));
    assert_eq!(
        (&summary["squadrons"][1]["figure"], &summary["squadrons"][1]["price"]),
        (&json!("?"), &json!("points not known"))
    );
    let share = |rule: &str| {
        let shares = summary["shares"].as_array().unwrap();
        shares.iter().find(|share| share["rule"] == rule).unwrap()
    };
    assert_eq!(share("mfv-cap")["figure"], format!("at least {points} of 1000"));
    assert_eq!(share("mfv-cap")["state"], Value::Null);
    let cited = |rule: &str| {
        let findings = judged["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["rule"] == rule).unwrap()["cited"].clone()
    };
    assert!(cited("commodore-required").as_str().unwrap().contains(", page"), "{}", cited("commodore-required"));
    assert_eq!(cited("unknown-unit"), Value::Null);
    let explained = ask("explain", &json!({"ruleset": "dw-2.5", "rule": "mfv-cap"})).unwrap();
    assert!(explained[0]["cited"].as_str().unwrap().contains(", page"), "{}", explained[0]["cited"]);
}

#[test]
fn the_sources_of_units_are_told_once() {
    let answer = ask("rulesets", &json!({})).unwrap();
    for game in answer["rulesets"].as_array().unwrap() {
        let told = game["catalogue"].as_str().unwrap();
        assert!(!told.contains("..") && !told.contains(". ."), "{told}");
        let sentences = told.split_terminator(". ").map(|sentence| sentence.split(' ').take(6).collect::<Vec<_>>());
        let sentences: Vec<_> = sentences.filter(|words| words.len() == 6).collect();
        let different: std::collections::HashSet<_> = sentences.iter().collect();
        assert_eq!(different.len(), sentences.len(), "{told}");
    }
}

#[test]
fn groups_of_one_name_are_numbered() {
    let group = |name: Value| json!({"kind": "core", "name": name, "squadrons": []});
    let groups = [group(Value::Null), group(json!("Van")), group(Value::Null)];
    let list = json!({"muster": 1, "ruleset": "fleet-action", "mfv": 1500, "groups": groups});
    let answer = ask("judge", &json!({"list": list})).unwrap();
    let names: Vec<_> = answer["summary"]["groups"].as_array().unwrap().iter().map(|group| &group["name"]).collect();
    assert_eq!(names, ["Core battle group 1", "Van", "Core battle group 2"]);
    let told = answer["findings"].to_string();
    assert!(told.contains("Core battle group 2 lacks its requisite"), "{told}");
}

#[test]
fn groups_are_offered_to_the_nations_that_fill_them() {
    let answer = ask("rulesets", &json!({})).unwrap();
    let kinds = |id: &str| {
        let rulesets = answer["rulesets"].as_array().unwrap();
        rulesets.iter().find(|ruleset| ruleset["id"] == id).unwrap()["group-kinds"].clone()
    };
    assert_eq!(kinds("legions-2.0")[0]["nations"], Value::Null);
    let fleets = kinds("dw-4");
    let crown = fleets.as_array().unwrap().iter().find(|kind| kind["id"] == "crown-faction-battlefleet").unwrap();
    assert_eq!(crown["nations"], json!(["crown"]));
    // Only rules limit its slots.
    assert_eq!(
        crown["slots"][1],
        json!({"id": "line", "title": "Line", "holds": null, "required": false, "opened-by": null, "closed-by": null})
    );
}

#[test]
fn candidates_say_which_slots_they_fit() {
    let fleet = json!({"muster": 1, "ruleset": "dw-4", "nation": "crown", "mfv": 1500});
    let answer = ask("candidates", &json!({ "list": fleet })).unwrap();
    assert_eq!(answer["group"]["kind"], "crown-faction-battlefleet");
    assert_eq!(candidate(&answer, "albion-cruiser")["slots"], json!(["line"]));
    let doctrines = candidate(&answer, "crown-fleet-doctrines");
    assert_eq!((&doctrines["slots"], &doctrines["squadron"]["models"]), (&json!([]), &Value::Null));
    let mut others = fleet.clone();
    others["groups"] = json!([{"kind": "east-india-trade-company-battlefleet"}]);
    let answer = ask("candidates", &json!({ "list": others })).unwrap();
    assert_eq!(candidate(&answer, "albion-cruiser")["slots"], json!([]));
    let platoon = json!({"muster": 1, "ruleset": "legions-2.0", "nation": "kingdom-of-britannia", "mfv": 500});
    let answer = ask("candidates", &json!({ "list": platoon })).unwrap();
    assert!(answer["candidates"].as_array().unwrap().iter().any(|candidate| candidate["slots"] != json!([])));
    assert_eq!(
        candidate(
            &ask("attachables", &json!({"list": list(&json!({})), "at": "/squadrons/0"})).unwrap(),
            "bastion-class-escort"
        )["slots"],
        json!([])
    );
}

#[test]
fn own_units_come_along_with_a_call() {
    let nation = "kingdom-of-britannia";
    let change = |text: &str, change: Value| {
        ask("change-units", &json!({"ruleset": "dw-2.5", "nation": nation, "text": text, "change": change}))
    };
    let kraken = json!({
        "name": "Kraken Class Cruiser", "points": 70, "squadron": {"min": 1, "max": 3},
        "traits": {"size": "medium", "type": ["naval"]},
        "card": {"stats": {"dr": 5}, "weapons": [{"name": "Gun", "class": "P", "bands": [7, 5, 3, "-"]}]},
        "options": [{"name": "Stoic Crew", "points": 5}, {"name": "Stoic Crew", "buys": "squadron"}],
    });
    let kept = change("", json!({ "keep": kraken })).unwrap();
    assert_eq!(kept["unit"], "kraken-class-cruiser");
    let text = kept["text"].as_str().unwrap();
    let own = |text: &str| json!([{"ruleset": "dw-2.5", "text": text}]);
    let judged = |text: &str, models: u32| {
        let squadron = json!({"unit": "Kraken Class Cruiser", "models": models});
        let list = list(&json!({ "squadrons": [squadron] }));
        ask("judge", &json!({"list": list, "own": own(text)})).unwrap()
    };
    assert_eq!(judged(text, 2)["report"]["points"], 140);
    assert_eq!(judged(text, 2)["report"]["terms"]["own-units"][0]["id"], "kraken-class-cruiser");
    let rules = |judged: &Value| judged["findings"].to_string();
    assert!(rules(&judged(text, 4)).contains("squadron-size"));
    assert!(rules(&judged("", 2)).contains("unknown-unit"));
    // Another edition knows nothing of it.
    let units = |own: &Value| ask("units", &json!({"ruleset": "dw-2.5", "nation": nation, "own": own})).unwrap();
    let has = |own: &Value| units(own).as_array().unwrap().iter().any(|unit| unit["id"] == "kraken-class-cruiser");
    assert!(has(&own(text)));
    assert!(!has(&json!([{"ruleset": "dw-1.1", "text": text}])));
    assert!(!has(&own("kind: list")));

    // The price of a unit of the ruleset, and back.
    let price = |text: &str, points: Value| {
        change(text, json!({"price": {"unit": "ruler-class-battleship", "points": points}})).unwrap()
    };
    let priced = price(text, json!(111));
    let points = |text: &str| ask("judge", &json!({"list": list(&json!({})), "own": own(text)})).unwrap();
    let text = priced["text"].as_str().unwrap();
    assert_eq!(points(text)["report"]["points"], 111);
    assert_eq!(points(price(text, Value::Null)["text"].as_str().unwrap())["report"]["points"], Value::Null);
    let dropped = change(text, json!({"drop": {"unit": "ruler-class-battleship"}})).unwrap();
    let gone = change(dropped["text"].as_str().unwrap(), json!({"drop": {"unit": "kraken-class-cruiser"}})).unwrap();
    assert_eq!(gone["text"], "");

    // A changed unit keeps what else its file says of it.
    let more = text.replace("    name: Kraken", "    aliases: [Old Kraken]\n    name: Kraken");
    let renamed = json!({"keep": {"id": "kraken-class-cruiser", "name": "New Kraken", "like": "tribal-class-cruiser"}});
    let renamed = change(&more, renamed).unwrap();
    assert!(renamed["text"].as_str().unwrap().contains("New Kraken"), "{renamed}");
    assert!(!renamed["text"].as_str().unwrap().contains("points: 70"), "{renamed}");

    let refused = |code: &str, unit: Value| {
        assert_eq!(change("", json!({ "keep": unit })).unwrap_err()["code"], code);
    };
    refused("name-taken", json!({"name": "Tribal Class Cruiser"}));
    refused("no-name", json!({"name": " ! "}));
    refused("unknown-unit", json!({"name": "X", "like": "no-such"}));
    assert_eq!(change("a: [", json!({"drop": {"unit": "x"}})).unwrap_err()["code"], "faulty-catalogue");
    assert_eq!(change("- 1", json!({"drop": {"unit": "x"}})).unwrap_err()["code"], "faulty-catalogue");
}

#[test]
fn a_file_of_units_is_read_or_all_that_is_wrong_is_told() {
    let sheet = ask("units-sheet", &json!({"ruleset": "dw-1.1"})).unwrap();
    assert_eq!(sheet["name"], "units-dw-1.1.csv");
    assert!(sheet["text"].as_str().unwrap().contains("name,"), "{sheet}");
    let read = |name: &str, text: &str| {
        let args = json!({"ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "files": [{"name": name, "text": text, "packed": false}]});
        ask("read-units", &args).unwrap()
    };
    let good = read("own.CSV", "name,points,size,type\nKraken,70,Medium,Naval\n");
    assert_eq!(
        good["units"],
        json!([{"id": "kraken", "name": "Kraken", "nation": "Kingdom of Britannia", "replaces": false}])
    );
    let again = read("own.yaml", good["text"].as_str().unwrap());
    assert_eq!(again["units"], good["units"]);
    let bad = read("own.csv", "name,points,size\nKraken,many,Enormous\n");
    assert_eq!(bad["faults"].as_array().unwrap().len(), 2, "{bad}");
    assert!(bad["faults"][0].as_str().unwrap().starts_with("line 2, column `points`"), "{bad}");
    assert_eq!(bad["units"], json!([]));
}

#[test]
fn community_data_are_read_with_all_files_that_they_need() {
    let read = |files: Value| ask("read-units", &json!({"ruleset": "dw-2.5", "files": files}));
    let file = |name: &str, text: &str| json!({"name": name, "text": text, "packed": false});
    assert_eq!(read(json!([file("x.cat", "<")])).unwrap_err()["code"], "faulty-data");
    let other = r#"<catalogue id="1" gameSystemId="2" name="x"/>"#;
    assert_eq!(read(json!([file("Unknown.cat", other)])).unwrap_err()["code"], "unknown-file");
    assert_eq!(read(json!([])).unwrap_err()["code"], "faulty-data");
}

#[test]
fn the_licences_are_whole() {
    let answer = ask("licences", &json!({})).unwrap();
    let text = answer["text"].as_str().unwrap();
    let last = text.rsplit_once("\nText ").and_then(|(_, last)| last.split(',').next()?.parse::<usize>().ok()).unwrap();
    assert_eq!(text.matches("\nText ").count(), last);
    // The program is built of the crate by which it unpacks this text.
    assert!(text.contains("\n  miniz_oxide "));
}

/// Some programs write `4.0` for `4`. A call takes both.
#[test]
fn numbers_with_a_fraction_of_zero_are_whole() {
    let write = |number: Value| {
        let models = json!({"tribal-class-cruiser": number});
        ask(
            "write-collection",
            &json!({"collection": {"muster": 1, "kind": "collection", "ruleset": "dw-2.5", "models": models}}),
        )
    };
    assert_eq!(write(json!(4.0)).unwrap(), write(json!(4)).unwrap());
    for wrong in [json!(4.5), json!(-4.0), json!(1e300)] {
        assert_eq!(write(wrong).unwrap_err()["code"], "wrong-args");
    }
}
