//! Cards and decks.

use serde_json::{Value, json};

use super::{list, told, world};
use crate::invented;

/// A list may repeat what the ruleset says of a card, in words or by its id.
#[test]
fn facts_of_cards_are_compared_by_what_they_mean() {
    let world = invented::world();
    let ruleset = invented::build(&world, invented::rules(&world));
    let with = |card: Value| {
        let list =
            list(&json!([{ "unit": "ark" }]), &json!({ "nation": "aland", "mfv": 500, "decks": { "tricks": [card] } }));
        told(&ruleset, &list).len()
    };
    let plain = with(json!("flip"));
    for (suit, more) in [("sun", 0), ("Sun", 0), ("moon", 1), ("Moon", 1)] {
        assert_eq!(with(json!({ "card": "flip", "suit": suit })), plain + more, "{suit}");
    }
    // Nobody knows this word.
    assert_eq!(with(json!({ "card": "flop", "for-side": "LEFT" })), with(json!("flop")));
}

#[test]
fn cards_are_judged_by_what_they_cost_together() {
    let rules = json!([{ "id": "purse", "kind": "limit", "clauses": [
        { "deck": "hand", "limit": { "of": { "cost": {} }, "max": 60 }, "subject": { "one": "card", "many": "cards" } },
    ] }]);
    let mut world = world(
        rules,
        json!([]),
        &json!({ "decks": { "hand": { "title": "Hand", "card": { "one": "card", "many": "cards" } } } }),
    );
    let card = |id: &str, cost: Value| json!({ "id": id, "name": id, "cost": cost, "source": { "book": "book", "page": "1" } });
    world["cards"] = json!([{ "kind": "cards", "deck": "hand", "cards": [card("a", json!(40)), card("b", json!(20)), card("c", Value::Null)] }]);
    let game = invented::build(&world, invented::rules(&world));
    let told = |cards: Value| told(&game, &list(&json!([]), &json!({ "mfv": 9, "decks": { "hand": cards } })));
    let is = |said: &[String], severity: &str| said.iter().any(|one| one.starts_with(&format!("{severity} purse: ")));
    assert!(!is(&told(json!(["a", "b"])), "Error") && !is(&told(json!(["a", "b"])), "Undetermined"));
    assert!(is(&told(json!(["a", "b", "b"])), "Error"));
    assert!(is(&told(json!(["a", "c"])), "Undetermined"));
}

/// A clause about a deck is about its cards, even where it compares squadrons with them.
#[test]
fn a_clause_of_a_deck_points_at_the_deck() {
    let mut world = invented::world();
    let rules = json!([{ "id": "in-deck", "clauses": [{
        "deck": "songs", "limit": { "of": { "squadrons": {} }, "max": { "cards": {} } },
    }] }]);
    let kept = |rule: &Value| rule["id"] == "tricks-many" || rule["id"] == "waivable-cap";
    let kept = invented::values(&world["rules"]).into_iter().filter(kept);
    world["rules"] = kept.chain(invented::values(&rules)).collect();
    let game = invented::build(&world, invented::rules(&world));
    let decks = json!({ "songs": ["hum"], "tricks": ["flip", "flop"] });
    let list =
        list(&json!([{ "unit": "ark" }, { "unit": "ark" }]), &json!({ "nation": "aland", "mfv": 500, "decks": decks }));
    let findings = muster_engine::check(&game, &list).findings;
    let at: Vec<&[String]> = findings.iter().filter(|it| it.rule.as_str() == "in-deck").map(|it| &*it.at).collect();
    assert_eq!(at, [["/decks/songs"]]);
}
