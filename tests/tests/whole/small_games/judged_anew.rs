//! Lists that are judged by what is known of others.

use muster_engine::Basis;
use muster_engine::list::ArmyList;
use serde_json::{Value, json};

use crate::invented;

/// A list that differs in more than squadrons is not judged by what is known of the other.
#[test]
fn lists_that_agree_on_something_else_are_judged_anew() {
    let world = invented::world();
    let ruleset = invented::build(&world, invented::rules(&world));
    let squadrons = || vec![json!({ "unit": "ark", "roles": ["leader"] }), json!({ "unit": "keep", "models": 1 })];
    let mut contexts = invented::contexts();
    contexts
        .push(json!({ "nation": "aland", "mfv": 300, "settings": { "element": "wet" }, "consents": ["waivable-too"] }));
    let decks = json!({ "tricks": ["flip"], "songs": ["hum"] });
    contexts.push(json!({ "nation": "aland", "mfv": 300, "settings": { "element": "wet" }, "decks": decks }));
    contexts.push(json!({ "nation": "aland", "mfv": 300, "settings": { "element": "wet" }, "open": ["allocations"] }));
    let lists: Vec<ArmyList> = contexts.iter().map(|context| invented::list(squadrons(), context)).collect();
    for known in &lists {
        let basis = Basis::new(&ruleset, known);
        for list in &lists {
            assert_eq!(basis.errors(list), muster_engine::errors(&ruleset, list));
        }
    }
}

/// Judges each of two lists by what is known of the other.
fn are_judged_as_anew(rule: &Value, lists: [Vec<Value>; 2], context: &Value) {
    let world = invented::world();
    let game = invented::build(&world, invented::rules_with(&world, rule.clone()));
    let [one, other] = lists.map(|squadrons| invented::list(squadrons, context));
    let errors = |list: &ArmyList| muster_engine::errors(&game, list);
    assert_ne!(errors(&one), errors(&other), "{rule} tells the lists apart");
    assert_eq!(Basis::new(&game, &one).errors(&other), errors(&other), "{rule}");
    assert_eq!(Basis::new(&game, &other).errors(&one), errors(&one), "{rule}");
}

/// What has not changed itself may have to be judged anew, because it depends on what has.
#[test]
fn what_depends_on_a_changed_squadron_is_judged_anew() {
    let context = json!({ "nation": "aland", "mfv": 500, "settings": { "element": "wet" },
                          "decks": { "songs": [{ "card": "la", "hero": "zoe" }] } });
    let rule = |clause: Value| json!({ "id": "changes", "clauses": [clause] });
    let led = |role: Value| vec![json!({ "unit": "ark", "roles": [role] }), json!({ "unit": "keep", "models": 1 })];
    // The song is about a character of the first squadron. The clause is about the second.
    let songs = json!({ "of": { "cards": { "hero": { "holder": "leader" } } }, "max": 0 });
    let songs = rule(json!({ "each": "squadron", "where": { "unit": "keep" }, "limit": songs, "says": "x" }));
    let zoe = json!({ "role": "leader", "character": "Zoe" });
    are_judged_as_anew(&songs, [led(zoe), led(json!("leader"))], &context);
    // Only a model with a role has what the selector asks for.
    let brave = json!({ "role": "leader", "trait": "Brave" });
    let bearers = rule(json!({ "limit": { "of": { "bearers": { "trait": "brave" } }, "max": 0 } }));
    are_judged_as_anew(&bearers, [led(brave), led(json!("leader"))], &context);
    // A squadron is where its bringer is.
    let at = |allocation: &str| {
        vec![json!({ "unit": "ark", "allocation": allocation }), json!({ "unit": "pack", "brought-by": "next" })]
    };
    let rear = rule(json!({ "each": "squadron", "where": { "unit": "pack", "allocation": "rear" }, "says": "x" }));
    are_judged_as_anew(&rear, [at("front"), at("rear")], &context);
    // A ship pays for models beyond those that it brings.
    let bringing = |models: u32| {
        vec![json!({ "unit": "ark" }), json!({ "unit": "coracle", "models": models, "brought-by": "next" })]
    };
    let dear = json!({ "of": { "points": {} }, "max": 120 });
    let dear = rule(json!({ "each": "squadron-alone", "where": { "unit": "ark" }, "limit": dear }));
    are_judged_as_anew(&dear, [bringing(1), bringing(4)], &context);
}
