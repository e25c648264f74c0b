//! Several rules may have one check, each for the squadrons that its selector matches. If nobody can tell which of them a
//! squadron belongs to, one of them has to tell it.

use serde_json::{Value, json};

use crate::invented;

/// The rules that tell something about the size of a squadron of an unknown unit.
fn telling(rules: &[Value]) -> Vec<String> {
    let mut world = invented::world();
    // The world's decks and settings name two of its rules, so these two must stay.
    let kept = |rule: &Value| rule["id"] == "tricks-many" || rule["id"] == "waivable-cap";
    let kept = invented::values(&world["rules"]).into_iter().filter(kept);
    world["rules"] = kept.chain(rules.iter().cloned()).collect();
    let ruleset = invented::build(&world, invented::rules(&world));
    let list = invented::list(vec![json!({ "unit": "nobody" })], &json!({ "nation": "aland", "mfv": 1000 }));
    let findings = muster_engine::check(&ruleset, &list).findings.into_iter();
    findings.map(|finding| finding.rule.to_string()).filter(|rule| rule.ends_with("-size")).collect()
}

#[test]
fn a_rule_tells_what_no_other_rule_with_its_check_tells() {
    let rule = |id: &str, of: Value, more: Value| {
        let mut rule = json!({ "id": id, "kind": "check", "check": "squadron-size", "where": of });
        for (key, value) in more.as_object().into_iter().flatten() {
            rule[key] = value.clone();
        }
        rule
    };
    let small = rule("small-size", json!({ "bulk": "small" }), json!({}));
    // Nothing is known of the unit, so it is not known to be small.
    let other = |more: Value| rule("other-size", json!({ "not": { "bulk": "small" } }), more);
    let told = |second: Option<Value>| telling(&[small.clone()].into_iter().chain(second).collect::<Vec<_>>());
    assert_eq!(told(Some(other(json!({})))), ["other-size"]);
    for second in [
        None,
        Some(other(json!({ "severity": "warning" }))),
        Some(other(json!({ "applies": { "mood": "wild" } }))),
        Some(other(json!({ "check": "options" }))),
    ] {
        assert_eq!(told(second.clone()), ["small-size"], "{second:?}");
    }
}
