//! Overlays that drop, patch and add rules, tables, settings, cards and special rules.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_engine::list::RulesetName;
use muster_engine::overlaid;
use muster_engine::ready::Ruleset;
use muster_library::lints::{lint, with_events};
use muster_library::shelf::Shelf;

use crate::overlay_stacks::file;
use crate::overlays::{LIST, changed, cup, named, shelf_under, told, under, write};

fn ruleset(overlays: &[&str]) -> Ruleset {
    shelf_under(overlays).ruleset(&RulesetName::Id("dw-2.5".to_owned()), &["none"]).unwrap()
}

#[test]
fn a_dropped_rule_is_out_of_use() {
    let few = changed(&[("  - {unit: attacker-class-frigate, models: 4}\n", "")]);
    assert!(told(&under(&[&cup("ban: {nations: [invaders]}")], &few)).iter().any(|line| line.contains("min-small")));
    for drop in ["drop: [min-small]", "rules: [{id: min-small, remove: true}]"] {
        assert!(!told(&under(&[&cup(drop)], &few)).iter().any(|line| line.contains("min-small")), "{drop}");
    }
    // A later patch brings it back, patched.
    let back = named("later", "{id: dw-2.5}", "rules: [{id: min-small, help: Bring one.}]");
    let report = under(&[&cup("drop: [min-small]"), &back], &few);
    let finding = report.findings.iter().find(|finding| finding.rule.as_str() == "min-small").unwrap();
    assert_eq!((finding.help.as_deref(), finding.origin.as_deref()), (Some("Bring one."), Some("later")));
}

#[test]
fn a_rule_may_ask_for_what_no_rule_of_the_game_asks_for() {
    for selector in
        ["{unit: attacker-class-frigate}", "{called: attacker}", "{unit: attacker-class-frigate, size: small}"]
    {
        let rule =
            format!("{{id: none, title: T, kind: limit, clauses: [{{each: squadron, where: {selector}, says: No.}}]}}");
        let report = under(&[&cup(&format!("rules: [{rule}]"))], LIST);
        let findings = report.findings.iter().filter(|finding| finding.rule.as_str() == "none");
        assert_eq!(findings.count(), 1, "{selector}");
    }
}

#[test]
fn what_only_a_dropped_rule_covered_goes_with_it() {
    let all = ruleset(&[&cup("ban: {nations: [invaders]}")]);
    assert_eq!(all.rule("min-core-only").unwrap().rule.covered_by, ["min-large", "min-medium", "min-small"]);
    let one = ruleset(&[&cup("drop: [min-small]")]);
    assert_eq!(one.rule("min-core-only").unwrap().rule.covered_by, ["min-large", "min-medium"]);
    let none = ruleset(&[&cup("drop: [min-small, min-medium, min-large]")]);
    assert!(none.rule("min-core-only").is_none());
    // A deck whose note cites the rule keeps its cards.
    assert_eq!(ruleset(&[&cup("drop: [tac-16]")]).declarations().decks["tacs"].rule, None);
}

#[test]
fn a_slot_is_not_required_once_the_rule_that_asks_for_it_is_dropped() {
    let name = RulesetName::Id("fleet-action".to_owned());
    let folder = tempfile::tempdir().unwrap();
    let required = |content: &str| {
        let text = named("cup", "{id: fleet-action}", content);
        let path = write(folder.path(), "cup.yaml", &text);
        let ruleset = with_events(Shelf::built_in(), &[path]).unwrap().0.ruleset(&name, &["none"]).unwrap();
        ruleset.declarations().group_kinds["core"].slots["lead"].required
    };
    assert!(required("drop: [fa-core-req-small]"));
    assert!(!required("drop: [fa-core-req-large]"));
}

#[test]
fn a_slot_names_the_overlay_that_changes_its_number() {
    const CROWN: &str = "crown-faction-battlefleet";
    let slots = |game: &str, kind: &str, content: &str| -> Vec<(String, Vec<String>)> {
        let ruleset = shelf_under(&[&named("cup", &format!("{{id: {game}}}"), content)]);
        let ruleset = ruleset.ruleset(&RulesetName::Id(game.to_owned()), &["none"]).unwrap();
        let slots = ruleset.declarations().group_kinds[kind].slots.keys();
        let told = slots.map(|slot| (slot.clone(), overlaid::slot(&ruleset, kind, slot)));
        told.filter(|(_, lines)| !lines.is_empty()).collect()
    };
    let changed = |slots: &[&str]| -> Vec<(String, Vec<String>)> {
        slots.iter().map(|slot| ((*slot).to_owned(), vec!["changed by The cup rules".to_owned()])).collect()
    };
    let clause = |kinds: &str, slot: &str, max: u32| {
        format!(
            "clauses: [{{each: group, where: {{group: [{kinds}]}}, limit: {{of: {{squadrons: {{slot: {slot}}}}}, \
             min: 1, max: {max}}}, subject: {{one: unit, many: units}}}}]"
        )
    };
    let patrol = |clause: String| format!("rules: [{{id: g4-fleet-patrol, {clause}}}]");
    let of_crown = |content: &str| slots("dw-4", CROWN, content);
    assert_eq!(of_crown(&patrol(clause(CROWN, "patrol", 4))), changed(&["patrol"]));
    // The number is the same as before for this kind of group, and for others there is none any more.
    let same = patrol(clause(CROWN, "patrol", 3));
    assert_eq!(of_crown(&same), []);
    assert_eq!(slots("dw-4", "empire-faction-battlefleet", &same), changed(&["patrol"]));
    assert_eq!(of_crown("rules: [{id: g4-fleet-patrol, help: Sail out.}]"), []);
    assert_eq!(of_crown("drop: [g4-fleet-patrol]"), changed(&["patrol"]));
    assert_eq!(of_crown("rules: [{id: g4-fleet-patrol, remove: true}]"), changed(&["patrol"]));
    let new = format!("rules: [{{id: few, title: Few, kind: limit, {}}}]", clause(CROWN, "line, scout", 4));
    let new = new.replace("slot: line, scout", "slot: [line, scout]");
    assert_eq!(of_crown(&new), changed(&["line", "scout"]));
    // A slot need not be filled any more.
    assert_eq!(slots("fleet-action", "core", "drop: [fa-core-req-large]"), changed(&["lead"]));
    assert_eq!(slots("legions-2.0", "platoon", "drop: [dl-minimum]"), changed(&["line1"]));
    assert_eq!(slots("legions-2.0", "platoon", "drop: [dl-heavy-limit]"), []);
    // Of two overlays, the one that drops the rule.
    let overlay = |id: &str, content: &str| named(id, "{id: legions-2.0}", content);
    let shelf = shelf_under(&[&overlay("small", "fixes: {mfv: 1000}"), &overlay("cup", "drop: [dl-minimum]")]);
    let both = shelf.ruleset(&RulesetName::Id("legions-2.0".to_owned()), &["none"]).unwrap();
    assert_eq!(overlaid::slot(&both, "platoon", "line1"), ["changed by The cup rules"]);
}

#[test]
fn a_rule_may_look_at_the_rows_that_a_list_stands_for() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = "muster: 1\nkind: campaign\nname: At sea\nruleset: dw-2.5\nnation: kingdom-of-britannia\n\
                 battle-groups:\n  - {name: BG1, force: naval, mfv: 1000}\n";
    write(folder.path(), "sheet.yaml", sheet);
    let pick = ("mfv: 1000\n", "mfv: 1000\nsheet: {file: sheet.yaml, rows: [BG1]}\n");
    let list = write(folder.path(), "list.yaml", &changed(&[pick]));
    let rule =
        "{id: none, title: T, kind: limit, clauses: [{with: campaign, each: row, where: {force: naval}, says: No.}]}";
    let report = file(&shelf_under(&[&cup(&format!("rules: [{rule}]"))]), &list);
    let finding = report.findings.iter().find(|finding| finding.rule.as_str() == "none").unwrap();
    // The row stands in the sheet, so the finding stands where the list points at the sheet.
    assert_eq!(finding.at, ["/sheet"]);
}

/// Whatever is dropped, one rule or all, nothing is wrong with the overlay.
#[test]
fn a_drop_is_never_an_error() {
    let shelf = Shelf::built_in();
    for id in ["dw-1.1", "dw-2.5", "fleet-action", "legions-2.0", "dw-3", "dw-4"] {
        let rules: Vec<String> = shelf
            .ruleset(&RulesetName::Id(id.to_owned()), &["none"])
            .unwrap()
            .rules()
            .iter()
            .map(|sourced| sourced.rule.id.clone())
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let mut drops: Vec<String> = rules.iter().map(|rule| format!("drop: [{rule}]")).collect();
        drops.push(format!("drop: [{}]", rules.join(", ")));
        for (number, drop) in drops.iter().enumerate() {
            let text = named("cup", &format!("{{id: {id}}}"), drop);
            let path = write(folder.path(), &format!("{number}.yaml"), &text);
            let told: Vec<_> = lint(&shelf, &path).into_iter().flat_map(|report| report.findings).collect();
            assert!(told.is_empty(), "{id} {drop}: {told:#?}");
        }
    }
}

#[test]
fn rules_are_added_and_patched_with_the_overlay_as_source() {
    let rule = "\
rules:
  - id: one-battleship
    title: At most 90 points of Large models
    kind: limit
    clauses:
      - limit: {of: {points: {size: large}}, max: 90}
        subject: Large models";
    let report = under(&[&cup(rule)], LIST);
    let finding = report.findings.iter().find(|finding| finding.rule.as_str() == "one-battleship").unwrap();
    let source = finding.source.as_ref().unwrap();
    assert_eq!((source.to_string().as_str(), finding.origin.as_deref()), ("Summer Cup", Some("cup")));
    let book = format!(
        "{}\nbook: {{title: The Cup Book}}",
        cup(rule).replace("kind: limit", "kind: limit\n    source: {page: \"3\"}")
    );
    let report = under(&[&book], LIST);
    let finding = report.findings.iter().find(|finding| finding.rule.as_str() == "one-battleship").unwrap();
    assert_eq!(finding.source.as_ref().unwrap().to_string(), "The Cup Book, page 3");
    let half = "rules: [{id: cap-large, clauses: [{limit: {of: {points: {size: large}}, max: {percent: [10, mfv]}}, subject: Large models}]}]";
    let report = under(&[&cup(half)], LIST);
    let finding = report.findings.iter().find(|finding| finding.rule.as_str() == "cap-large").unwrap();
    assert_eq!(
        (finding.max, finding.origin.as_deref(), finding.source.as_ref().unwrap().title.as_str()),
        (Some(100), Some("cup"), "Summer Cup")
    );
    // What the patch leaves out stays.
    assert_eq!(finding.help.as_deref(), Some("Drop Large or Massive models or their upgrades."));
}

#[test]
fn tables_settings_patches_cards_and_special_rules_are_joined() {
    let changed = ruleset(&[&cup("\
settings: {level: {default: captain}, fog: {title: Fog, summary: It is foggy.}}
cards: {tacs: [{id: tally-ho, cost: 70}, {id: our-card, name: Our Card, cost: 10}]}
special-rules: [{id: small-target, summary: Hard to hit here.}]
patches: {fast: {title: Faster frigates, where: {size: small}, gives: {rules: [Small Target]}}}")]);
    let declarations = changed.declarations();
    assert_eq!(declarations.settings["level"].default.as_deref(), Some("captain"));
    assert_eq!(declarations.settings["level"].title, "Level");
    assert!(declarations.settings.contains_key("fog") && declarations.patches.contains_key("fast"));
    assert_eq!(changed.card("tacs", "Tally Ho!").unwrap().cost, Some(70));
    assert_eq!(changed.card("tacs", "our card").unwrap().source.book, "cup");
    assert_eq!(changed.special_rule("Small Target").unwrap().summary, "Hard to hit here.");
    assert_eq!(declarations.books["cup"].title, "Summer Cup");
    // A card that is taken away keeps its facts, and a list that has it gets an error.
    let gone = cup("cards: {tacs: [{id: tally-ho, remove: true}]}");
    let list = format!("{LIST}decks: {{tacs: [tally-ho]}}\n");
    let told = told(&under(&[&gone], &list));
    assert!(
        told.contains(&"error event-ban /decks/tacs/0: Tally Ho! is taken away by Summer Cup (cup)".to_owned()),
        "{told:#?}"
    );
}

/// What one squadron costs is said as a cost.
#[test]
fn the_cost_of_one_squadron_is_said_as_a_cost() {
    let rule = |id: &str, limit: &str, subject: &str| {
        format!(
            "- {{id: {id}, title: A rule, kind: limit, clauses: [{{limit: {{of: {limit}}}, subject: {subject}}}]}}\n"
        )
    };
    let rules = [
        rule("high", "{dearest: {}}, max: 50", "The dearest squadron"),
        rule("low", "{cheapest: {}}, min: 500", "The cheapest squadron"),
    ];
    let told = under(&[&named("house", "{id: dw-2.5, version: ^2.0}", &format!("rules:\n{}", rules.concat()))], LIST);
    let said = |id: &str| {
        let found = told.findings.iter().find(|finding| finding.rule.as_str() == id);
        found.map(|finding| finding.message.split(": ").next().unwrap_or_default().to_owned())
    };
    let starts = |id: &str, wanted: &str| said(id).is_some_and(|message| message.starts_with(wanted));
    assert!(starts("high", "The dearest squadron costs "), "{:?}", said("high"));
    assert!(starts("low", "The cheapest squadron costs "), "{:?}", said("low"));
}
