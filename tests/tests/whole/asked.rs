//! What other crates ask the engine about words, rulesets and reports.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::HashSet;

use muster_engine::amount::Amount;
use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Remark, Severity, Verdict};
use muster_engine::selector::{SelectorTest, WantedTrait};
use muster_engine::summary::Allowance;
use muster_library::shelf::Shelf;
use serde_json::json;
use strum::VariantArray as _;

fn shipped(id: &str) -> Ruleset {
    let nations = ["no nation"];
    Shelf::built_in().ruleset(&RulesetName::Id(id.to_owned()), &nations).expect("a shipped ruleset is whole")
}

#[test]
fn roles_and_kinds_of_groups_are_found_by_id_and_by_title() {
    let (old, platoons) = (shipped("dw-2.5"), shipped("legions-2.0"));
    let role = |name: &str| old.declarations().role(name).map(str::to_owned);
    assert_eq!(role("sub-commander").as_deref(), Some("sub-commander"));
    assert_eq!(role("Sub-Commander").as_deref(), Some("sub-commander"));
    assert_eq!(role("Commodore").as_deref(), Some("commodore"));
    assert_eq!(role("Admiral"), None);
    let officer = |name: &str| platoons.declarations().role(name).map(str::to_owned);
    // The title says more than the id.
    let (id, declared) = platoons.declarations().roles.first().expect("it has roles");
    assert_eq!(officer(&declared.title).as_ref(), Some(id));
    let new = shipped("dw-4");
    let kind = |name: &str| new.declarations().group_kind(name).map(|(place, id, _)| (place, id.clone()));
    for (place, (id, declared)) in new.declarations().group_kinds.iter().enumerate() {
        assert_eq!(kind(id), Some((place, id.clone())));
        let first = new.declarations().group_kinds.values().position(|other| other.title == declared.title);
        assert_eq!(kind(&declared.title).map(|(place, _)| place), first, "{}", declared.title);
        assert_eq!(kind(&format!("{} (120 points)", declared.title)).map(|(place, _)| place), first);
    }
    assert_eq!(kind("Armada"), None);
}

#[test]
fn squadrons_stand_in_the_first_kind_of_group_if_they_may_stand_in_no_other_place() {
    assert_eq!(shipped("dw-2.5").declarations().usual_group(), None);
    assert_eq!(shipped("legions-2.0").declarations().usual_group(), Some("platoon"));
}

#[test]
fn a_test_tells_the_values_that_it_asks_for() {
    let mut test =
        SelectorTest::Trait("unit".to_owned(), WantedTrait::Values(vec!["ark".to_owned(), "barge".to_owned()]));
    assert_eq!(test.values_of("unit"), Some(["ark".to_owned(), "barge".to_owned()].as_slice()));
    assert_eq!(test.values_of("nation"), None);
    assert_eq!(test.values_of_mut("nation"), None);
    test.values_of_mut("unit").expect("it asks for units").pop();
    assert_eq!(test.values_of("unit"), Some(["ark".to_owned()].as_slice()));
    let any = SelectorTest::Trait("unit".to_owned(), WantedTrait::Present(true));
    assert_eq!(any.values_of("unit"), None);
}

#[test]
fn an_amount_tells_its_selectors() {
    let selectors = |amount: serde_json::Value| {
        let amount: Amount = serde_json::from_value(amount).expect("an amount");
        json!(amount.selectors())
    };
    let (large, small) = (json!({"size": "large"}), json!({"size": "small"}));
    assert_eq!(selectors(json!(5)), json!([]));
    assert_eq!(selectors(json!({"points": large})), json!([large]));
    assert_eq!(selectors(json!({"percent": [50, {"models": large}]})), json!([large]));
    assert_eq!(selectors(json!({"sum": [1, {"models": large}, {"squadrons": small}]})), json!([large, small]));
    assert_eq!(selectors(json!({"smaller": [{"models": small}, {"models": large}]})), json!([small, large]));
    let wrong = serde_json::from_value::<Amount>(json!(true)).expect_err("no amount");
    assert!(wrong.to_string().contains("expected a whole number, mfv, or an amount"), "{wrong}");
}

#[test]
fn nobody_is_told_of_an_allowance_of_nothing() {
    let is_granted = |amount| {
        let (rule, title, of) = (String::new(), String::new(), String::new());
        Allowance { rule, title, amount, amount_at_least: None, of, formula: None }.is_granted()
    };
    assert_eq!([Some(0), Some(1), None].map(is_granted), [false, true, true]);
}

#[test]
fn each_remark_means_something_else() {
    let meanings: HashSet<&str> = Remark::VARIANTS.iter().map(|remark| remark.meaning()).collect();
    assert_eq!(meanings.len(), Remark::VARIANTS.len());
    assert!(meanings.iter().all(|meaning| meaning.ends_with('.')));
}

#[test]
fn a_later_finding_changes_the_verdict_unless_the_list_could_not_be_judged() {
    let ruleset = shipped("dw-2.5");
    let list = serde_json::from_value(json!({"muster": 1, "ruleset": "dw-2.5"})).expect("a list");
    let mut report = muster_engine::check(&ruleset, &list);
    report.findings.clear();
    report.verdict = Verdict::Legal;
    let error: Finding = serde_json::from_value(json!({
        "rule": "a-rule", "severity": "error", "at": [""], "message": "It is broken.",
    }))
    .expect("a finding");
    let note = Finding { severity: Severity::Note, ..error.clone() };
    let mut unreadable = report.clone();
    unreadable.verdict = Verdict::Unreadable;
    unreadable.add([note.clone()]);
    assert_eq!((unreadable.verdict, unreadable.findings.len()), (Verdict::Unreadable, 1));
    report.add([note.clone()]);
    assert_eq!(report.verdict, Verdict::Legal);
    report.add([error.clone()]);
    assert_eq!((report.verdict, report.findings), (Verdict::Illegal, vec![error, note]));
}

#[test]
fn overlays_are_part_of_the_digests() {
    let ruleset = shipped("dw-2.5");
    let under = ruleset.with_digests_of(&[]);
    assert_ne!(under.digest(), ruleset.digest());
    assert_ne!(under.fingerprint(), ruleset.fingerprint());
}

#[test]
fn wrong_names_are_counted_without_words() {
    let ruleset = shipped("dw-2.5");
    for number in [1, 100, 101] {
        let groups = vec![json!({ "kind": "no-such-kind" }); number];
        let list = json!({ "muster": 1, "ruleset": "dw-2.5", "groups": groups });
        let list = serde_json::from_value(list).expect("a list");
        let kinds = |findings: Vec<Finding>| -> Vec<_> {
            findings.into_iter().map(|finding| (finding.rule, finding.severity)).collect()
        };
        let counted = muster_engine::tally(&ruleset, &list).errors;
        let is_bare = |finding: &Finding| finding.message.is_empty() && finding.at.is_empty() && finding.help.is_none();
        assert!(counted.iter().all(is_bare), "{counted:#?}");
        assert_eq!(kinds(counted), kinds(muster_engine::errors(&ruleset, &list)));
    }
}
