//! Overlays that bring, patch and take away units.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_engine::list::RulesetName;
use muster_engine::overlaid;
use muster_engine::report::Severity;
use muster_engine::summary::summary;
use muster_library::lists::{FileDocument, lists};
use serde_json::{Value, json};

use crate::overlays::{LIST, changed, cup, named, shelf_under, told, under};

const MONITOR: &str = "{id: our-old-monitor, nation: kingdom-of-britannia, name: Our Old Monitor, points: 70, \
                       traits: {size: small, type: naval}, squadron: {min: 1, max: 2}}";

/// A unit of the ruleset under overlays, as JSON.
fn unit(overlays: &[&str], nation: &str, id: &str) -> Value {
    let shelf = shelf_under(overlays);
    let ruleset = shelf.ruleset(&muster_engine::list::RulesetName::Id("dw-2.5".to_owned()), &[nation]).unwrap();
    let (catalogue, ready) = ruleset.find_unit(ruleset.nation(nation), id).unwrap();
    serde_json::to_value(catalogue.unit(ready)).unwrap()
}

fn units(content: &str) -> String {
    cup(&format!("units: [{content}]"))
}

#[test]
fn units_are_brought_and_patched_by_id() {
    let with_monitor = changed(&[(
        "attacker-class-frigate, models: 4}",
        "attacker-class-frigate, models: 4}\n  - {unit: Our Old Monitor, models: 1}",
    )]);
    let report = under(&[&units(MONITOR)], &with_monitor);
    assert_eq!((told(&report), report.points), (Vec::new(), Some(690 + 70)));
    // The source of a new unit is the book, or else the name, of the overlay.
    assert_eq!(unit(&[&units(MONITOR)], "KoB", "our-old-monitor")["source"], "Summer Cup");
    let book = format!("{}book: {{title: The Cup Book}}\n", units(MONITOR));
    assert_eq!(unit(&[&book], "KoB", "our-old-monitor")["source"], "The Cup Book");
    let frigate = |patch: &str| unit(&[&units(patch)], "KoB", "attacker-class-frigate");
    let before = unit(&[&cup("drop: [min-small]")], "KoB", "attacker-class-frigate");
    for (patch, pointer, wanted) in [
        ("{id: attacker-class-frigate, points: 31}", "/points", json!(31)),
        ("{id: Attacker Class Frigate, squadron: {max: 6}}", "/squadron", json!({"min": 2, "max": 6})),
        ("{id: attacker-class-frigate, nation: Britannia, card: {stats: {mv: 12}}}", "/card/stats/mv", json!(12)),
        // Weapons are joined by name, other lists are replaced.
        (
            "{id: attacker-class-frigate, card: {weapons: [{name: Turret, bands: [5, 4, '-', '-']}], rules: [Sharp Turn]}}",
            "/card/weapons/0/bands",
            json!([5, 4, "-", "-"]),
        ),
        (
            "{id: attacker-class-frigate, card: {weapons: [{name: Turret, remove: true}]}}",
            "/card/weapons/0/name",
            json!("P/S Torpedoes"),
        ),
        ("{id: attacker-class-frigate, aliases: [Old Attacker]}", "/aliases", json!(["Old Attacker"])),
    ] {
        let after = frigate(patch);
        assert_eq!(after.pointer(pointer), Some(&wanted), "{patch}");
        assert_eq!(
            (&after["id"], &after["name"], &after["entries"]),
            (&before["id"], &before["name"], &before["entries"])
        );
    }
    let sharp = frigate("{id: attacker-class-frigate, card: {rules: [Sharp Turn]}}");
    assert_eq!(
        (&sharp["card"]["rules"], &sharp["card"]["weapons"]),
        (&json!(["Sharp Turn"]), &before["card"]["weapons"])
    );
    // Options are joined by id or name, and new ones are added.
    let options = "[{id: Stoic Crew, points: 9}, {id: mines, name: Mines, points: 3}]";
    let tribal =
        unit(&[&units(&format!("{{id: tribal-class-cruiser, options: {options}}}"))], "KoB", "tribal-class-cruiser");
    let prices: Vec<_> =
        tribal["options"].as_array().unwrap().iter().map(|option| (&option["id"], &option["points"])).collect();
    assert!(
        prices.contains(&(&json!("stoic-crew"), &json!(9))) && prices.contains(&(&json!("mines"), &json!(3))),
        "{tribal}"
    );
}

#[test]
fn a_unit_tells_what_overlays_do_to_it() {
    let britannia = |overlay: &str| {
        let name = RulesetName::Id("dw-2.5".to_owned());
        shelf_under(&[overlay]).ruleset(&name, &["kingdom-of-britannia"]).unwrap()
    };
    let lines = |overlay: &str, id: &str| -> Vec<String> {
        let ruleset = britannia(overlay);
        let (catalogue, ready) = ruleset.find_unit(ruleset.nation("KoB"), id).unwrap();
        overlaid::lines(&ruleset, catalogue, catalogue.unit(ready), &|_| true)
    };
    let frigate = |overlay: &str| lines(overlay, "attacker-class-frigate");
    let price = "40 by Summer Cup, 30 in dw-2.5";
    assert_eq!(frigate(&cup("drop: [min-small]")), Vec::<String>::new());
    assert_eq!(frigate(&cup("prices: {attacker-class-frigate: 40}")), [price]);
    // If only the price is changed, it says enough.
    assert_eq!(frigate(&units("{id: attacker-class-frigate, points: 40}")), [price]);
    assert_eq!(frigate(&units("{id: attacker-class-frigate, squadron: {max: 6}}")), ["changed by Summer Cup"]);
    let both = frigate(&units("{id: attacker-class-frigate, points: 40, squadron: {max: 6}}"));
    assert_eq!(both, [price, "changed by Summer Cup"]);
    assert_eq!(lines(&units(MONITOR), "our-old-monitor"), ["brought by Summer Cup"]);
    // A squadron tells only of the options that it takes.
    let FileDocument::List(list, _) = lists(LIST.as_bytes()).remove(0) else { panic!("it is a list") };
    let dear = britannia(&cup("prices: {tribal-class-cruiser/stoic-crew: 6}"));
    let told: Vec<_> = summary(&dear, &list).squadrons.into_iter().map(|squadron| squadron.overlays).collect();
    let crew = vec!["Stoic Crew: +6 by Summer Cup, +5 in dw-2.5".to_owned()];
    assert_eq!(told, [Vec::new(), crew, Vec::new(), Vec::new()]);
}

#[test]
fn a_bare_id_means_the_units_of_all_nations_that_have_it() {
    let nations = ["kingdom-of-britannia", "indian-raj", "dominion-of-canada"];
    let points = |content: &str| {
        nations.map(|nation| unit(&[&cup(content)], nation, "eagle-class-war-rotor")["points"].as_u64().unwrap())
    };
    assert_eq!(points("drop: [min-small]"), [150, 150, 150]);
    assert_eq!(points("prices: {eagle-class-war-rotor: 140}"), [140, 140, 140]);
    assert_eq!(points("prices: {'indian-raj:eagle-class-war-rotor': 140}"), [150, 140, 150]);
    assert_eq!(
        points("prices: {eagle-class-war-rotor: 130, 'Indian Raj:Eagle Class War Rotor': 140}"),
        [130, 140, 130]
    );
    assert_eq!(points("units: [{id: eagle-class-war-rotor, points: 140}]"), [140, 140, 140]);
    assert_eq!(points("units: [{id: eagle-class-war-rotor, nation: indian-raj, points: 140}]"), [150, 140, 150]);
}

#[test]
fn what_is_taken_away_is_an_error_with_its_points() {
    let gone = under(&[&units("{id: attacker-class-frigate, remove: true}")], LIST);
    let line = "error event-ban /squadrons/3/unit: Attacker Class Frigate is taken away by Summer Cup (cup)";
    assert_eq!((told(&gone), gone.points), (vec![line.to_owned()], Some(690)));
    let option = units("{id: tribal-class-cruiser, options: [{id: stoic-crew, remove: true}]}");
    let gone = under(&[&option], LIST);
    let line = "error event-ban /squadrons/1/options/0: Stoic Crew is taken away by Summer Cup (cup)";
    assert_eq!((told(&gone), gone.points), (vec![line.to_owned()], Some(690)));
    // A later patch brings it back.
    let back = named("later", "{id: dw-2.5}", "units: [{id: attacker-class-frigate, points: 31}]");
    let report = under(&[&units("{id: attacker-class-frigate, remove: true}"), &back], LIST);
    assert_eq!((told(&report), report.points), (Vec::new(), Some(694)));
    let back =
        named("later", "{id: dw-2.5}", "units: [{id: tribal-class-cruiser, options: [{id: stoic-crew, points: 6}]}]");
    assert_eq!(told(&under(&[&option, &back], LIST)), Vec::<String>::new());
    // An option that the squadron takes by default is reported too, at the squadron.
    let generator =
        |patch: &str| units(&format!("{{id: ruler-class-battleship, choices: [{{id: generator, {patch}}}]}}"));
    let report = under(&[&generator("options: [{id: internal-shield-2, remove: true}]")], LIST);
    let line = "error event-ban /squadrons/0: Internal Shield (2) is taken away by Summer Cup (cup)";
    assert_eq!((told(&report), report.points), (vec![line.to_owned()], Some(690)));
    // Another option may be the default instead.
    for patch in ["", ", options: [{id: internal-shield-2, remove: true}]"] {
        let patch = generator(&format!("default: internal-guardian-2-12-protective-1{patch}"));
        let report = under(&[&patch], LIST);
        assert_eq!((told(&report), report.points), (Vec::new(), Some(700)), "{patch}");
    }
    // But a price brings nothing back, and no patch takes a ban back.
    let price = named("later", "{id: dw-2.5}", "prices: {attacker-class-frigate: 31}");
    assert_eq!(told(&under(&[&units("{id: attacker-class-frigate, remove: true}"), &price], LIST)).len(), 1);
    let back = named("later", "{id: dw-2.5}", "units: [{id: attacker-class-frigate, points: 31}]");
    assert_eq!(told(&under(&[&cup("ban: {units: [attacker-class-frigate]}"), &back], LIST)).len(), 1);
}

#[test]
fn a_banned_thing_is_judged_by_all_else() {
    let many = changed(&[("attacker-class-frigate, models: 4", "attacker-class-frigate, models: 9")]);
    let report = under(&[&cup("ban: {units: [attacker-class-frigate]}")], &many);
    let rules: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| finding.rule.as_str())
        .collect();
    assert!(rules.contains(&"event-ban") && rules.contains(&"squadron-size"), "{rules:?}");
    assert_eq!(report.points, Some(690 + 150));
    // Attached and brought too, but not as a member of a fixed mix.
    let attached =
        changed(&[("roles: [commodore]}", "roles: [commodore], attached: [{unit: bastion-class-escort, models: 2}]}")]);
    let report = under(&[&cup("ban: {units: [bastion-class-escort]}")], &attached);
    assert!(
        told(&report).iter().any(|line| line.starts_with("error event-ban /squadrons/0/attached/0/unit")),
        "{:#?}",
        told(&report)
    );
    let mix = changed(&[(
        "attacker-class-frigate, models: 4}",
        "attacker-class-frigate, models: 4}\n  - {unit: armoured-breakthrough-squadron}",
    )]);
    let report = under(&[&cup("ban: {units: [cromwell-class-assault-bombard]}")], &mix);
    assert!(!told(&report).iter().any(|line| line.contains("event-ban")), "{:#?}", told(&report));
}

#[test]
fn a_finding_names_the_overlay_whose_prices_or_patches_cause_it() {
    let over = |limit: u32| changed(&[("mfv: 1000", &format!("mfv: {limit}"))]);
    let origin = |overlays: &[&str], list: &str| -> Vec<(String, String)> {
        let report = under(overlays, list);
        let errors = report.findings.iter().filter(|finding| finding.rule.as_str() == "mfv-cap");
        errors.map(|finding| (finding.message.clone(), finding.origin.clone().unwrap())).collect()
    };
    let of = |overlays: &[&str], list: &str| {
        origin(overlays, list).into_iter().map(|(_, origin)| origin).collect::<Vec<_>>()
    };
    let dear = cup("prices: {attacker-class-frigate: 40}");
    // 690 points, and 40 more under the overlay.
    assert_eq!(of(&[&dear], &over(700)), ["cup"]);
    assert_eq!(of(&[&dear], &over(650)), ["dw-2.5"]);
    assert_eq!(of(&[&dear], &over(730)), Vec::<String>::new());
    assert_eq!(of(&[&units("{id: attacker-class-frigate, points: 40}")], &over(700)), ["cup"]);
    // Of several, the last without which it would be gone.
    let more = named("more", "{id: dw-2.5}", "prices: {ruler-class-battleship: 200}");
    let base = unit(&[&cup("drop: [min-small]")], "KoB", "ruler-class-battleship")["points"].as_u64().unwrap();
    let both = 690 + 40 + (200 - u32::try_from(base).unwrap());
    assert_eq!(of(&[&dear, &more], &over(both - 1)), ["more"]);
    assert_eq!(of(&[&more, &dear], &over(both - 1)), ["cup"]);
    // Each alone breaks it too: the last of them.
    assert_eq!(of(&[&dear, &more], &over(695)), ["more"]);
    // The rule itself is the overlay's.
    let own = named("own", "{id: dw-2.5}", "rules: [{id: mfv-cap, title: The Cup counts every point}]");
    assert_eq!(of(&[&dear, &own], &over(700)), ["own"]);
    // A waived finding keeps its rule's.
    let waived = cup("prices: {attacker-class-frigate: 40}\nconsents: [mfv-cap]");
    assert_eq!(of(&[&waived], &over(700)), ["dw-2.5"]);
    // A warning is no different.
    let claim = changed(&[("mfv: 1000", "mfv: 1000\npoints: 690")]);
    let claimed = under(&[&dear], &claim);
    let claimed = claimed.findings.iter().find(|finding| finding.rule.as_str() == "points-claimed").unwrap();
    assert_eq!(claimed.origin.as_deref(), Some("cup"));
}

#[test]
fn a_finding_is_an_overlays_only_if_the_same_is_not_found_without_it() {
    let origins = |overlay: &str, changes: &[(&str, &str)], rule: &str| -> Vec<(String, String)> {
        let report = under(&[overlay], &changed(changes));
        let findings = report.findings.into_iter().filter(|finding| finding.rule.as_str() == rule);
        let mut found: Vec<_> = findings.map(|finding| (finding.at[0].clone(), finding.origin.unwrap())).collect();
        found.sort();
        found
    };
    let found = |at: &str, origin: &str| (at.to_owned(), origin.to_owned());
    // The same rule is broken by another squadron.
    let few = units("{id: tribal-class-cruiser, squadron: {max: 2}}");
    let many = [("attacker-class-frigate, models: 4", "attacker-class-frigate, models: 9")];
    let sizes = [found("/squadrons/1/models", "cup"), found("/squadrons/3/models", "dw-2.5")];
    assert_eq!(origins(&few, &many, "squadron-size"), sizes);
    // Another rule is broken by the same list.
    let dear = cup("prices: {ruler-class-battleship: 400}");
    let small = [("mfv: 1000", "mfv: 600")];
    let origin = |overlay: &str, changes: &[(&str, &str)], rule: &str| -> Vec<String> {
        origins(overlay, changes, rule).into_iter().map(|(_, origin)| origin).collect()
    };
    assert_eq!(origin(&dear, &small, "mfv-cap"), ["dw-2.5"]);
    assert_eq!(origin(&dear, &small, "cap-large"), ["cup"]);
    // The finding of a limit over the list may name another squadron first. It is still the same finding.
    let large = units("{id: attacker-class-frigate, traits: {size: large}}");
    let first =
        [("mfv: 1000", "mfv: 250"), ("squadrons:\n", "squadrons:\n  - {unit: attacker-class-frigate, models: 4}\n")];
    assert_eq!(origins(&large, &first, "cap-large"), [found("/squadrons/0", "dw-2.5")]);
}
