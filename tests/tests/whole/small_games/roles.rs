//! Roles of models and the cards of characters.

use serde_json::json;

use super::{game, list, told};

/// A role that the list gives to a model that is not there goes to the last one that is.
#[test]
fn a_role_of_no_model_goes_to_the_last_model() {
    let small =
        json!([{ "id": "small", "clauses": [{ "each": "bearer", "where": { "bulk": "small" }, "says": "x" }] }]);
    let member = |id: &str, bulk: &str, min: u32| json!({ "id": id, "name": id, "models": { "min": min, "max": 2 }, "points": 1, "traits": { "bulk": bulk } });
    let members = [member("first", "huge", 1), member("second", "small", 1), member("third", "huge", 0)];
    let units = json!([{ "id": "mix", "name": "Mix", "points": 0, "traits": { "bulk": "huge" }, "members": members }]);
    let game = game(small, units, &json!({}));
    for (model, is_small) in [(1, false), (2, true), (9, true)] {
        let squadrons = json!([{ "unit": "mix", "models": 2, "roles": [{ "role": "leader", "model": model }] }]);
        let found = told(&game, &list(&squadrons, &json!({ "mfv": 9 })));
        assert_eq!(found.contains(&"Error small: x".to_owned()), is_small, "{model}: {found:?}");
    }
}

/// Each role has its own characters.
#[test]
fn a_card_of_a_character_is_for_the_role_that_the_character_has() {
    let of = |role: &str| {
        json!({ "id": role, "severity": "note", "clauses": [{
            "each": "card", "deck": "songs", "where": { "hero": { "holder": role } }, "says": "x",
        }] })
    };
    let title = |title: &str| json!({ "title": title });
    let more = json!({
        "decks": { "songs": { "title": "Songs", "card": "song" } },
        "roles": { "leader": title("Leader"), "deputy": title("Deputy") },
        "traits": { "hero": { "title": "Hero", "of": "card", "open": true } },
    });
    let game = game(json!([of("leader"), of("deputy")]), json!([{ "id": "ship", "name": "Ship", "points": 1 }]), &more);
    for role in ["leader", "deputy"] {
        let squadrons = json!([{ "unit": "ship", "models": 1, "roles": [{ "role": role, "character": "Zoe" }] }]);
        let decks = json!({ "songs": [{ "card": "la", "hero": "zoe" }] });
        let found = told(&game, &list(&squadrons, &json!({ "mfv": 9, "decks": decks })));
        assert_eq!(
            found.iter().filter(|found| found.ends_with(": x")).collect::<Vec<_>>(),
            [&format!("Note {role}: x")]
        );
    }
}
