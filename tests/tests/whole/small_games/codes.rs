//! Codes of lists.

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use serde_json::{Value, json};

use super::{game, list, ship_and_mix, small_counted, world};
use crate::invented;

/// A word that means no option stands in a list's code, wherever the squadron states it.
#[test]
fn unknown_options_are_part_of_the_code() {
    let game = small_counted(ship_and_mix(), &json!({}));
    let coded = |squadron: Value| {
        muster_engine::check(&game, &list(&json!([squadron]), &json!({ "mfv": 9 }))).fingerprint.expect("a code")
    };
    let with = |name: &str| coded(json!({ "unit": "ship", "models": [{ "count": 2, "options": [name] }] }));
    assert_ne!(with("one"), with("two"));
    assert_ne!(with("one"), coded(json!({ "unit": "ship", "models": [{ "count": 2 }] })));
}

/// The codes of a list of a small game: of this version, and of versions before 0.3.
fn codes(game: &Ruleset, squadrons: &Value, groups: &Value) -> [String; 2] {
    let list = json!({ "muster": 1, "ruleset": "small", "mfv": 9, "squadrons": squadrons, "groups": groups });
    let list: ArmyList = serde_json::from_value(list).expect("a list");
    let judged = muster_engine::judge(game, &list, None);
    [judged.report().fingerprint.clone(), judged.old_fingerprint()].map(|code| code.expect("a code"))
}

/// Which of two equal ships brings something depends on what else it brings and in which group it is, and not on the order of
/// the list. Old codes do not tell.
#[test]
fn codes_tell_equal_bringers_apart() {
    let unit = |id: &str| json!({ "id": id, "name": id, "points": 1, "traits": { "bulk": "small" } });
    let more = json!({ "ungrouped": true, "group-kinds": { "fleet": { "title": "Fleet" } } });
    let game = game(json!([]), json!([unit("ship"), unit("boat"), unit("raft")]), &more);
    let ship = |id: &str| json!({ "unit": "ship", "models": 1, "id": id });
    let by = |unit: &str, bringer: &str| json!({ "unit": unit, "models": 1, "brought-by": bringer });
    let turned = |list: &Value| {
        let mut list = list.clone();
        list.as_array_mut().expect("an array").reverse();
        list
    };
    let of = |squadrons: Value, groups: Value| {
        let codes_of = codes(&game, &squadrons, &groups);
        assert_eq!(
            codes_of,
            codes(&game, &turned(&squadrons), &turned(&groups)),
            "another order of {squadrons} {groups}"
        );
        codes_of
    };
    let none = json!([]);
    let alone = of(json!([ship("a"), by("boat", "a")]), none.clone());
    assert_eq!(alone[0], alone[1]);
    let [one, old] = of(json!([ship("a"), ship("b"), by("boat", "a"), by("raft", "b")]), none.clone());
    let [other, old_other] = of(json!([ship("a"), ship("b"), by("boat", "a"), by("raft", "a")]), none);
    assert!(one != other && old == old_other);
    // The same beside other squadrons.
    let mut many = json!([ship("a"), ship("b"), by("boat", "a"), by("raft", "b")]);
    let towing = json!({ "unit": "raft", "models": 1, "attached": [{ "unit": "boat", "models": 1 }] });
    many.as_array_mut().expect("an array").extend(vec![towing; 4]);
    of(many, json!([]));
    let fleet = |squadrons: Value| json!({ "kind": "fleet", "squadrons": squadrons });
    let raft = json!({ "unit": "raft", "models": 1 });
    let groups = json!([fleet(json!([ship("a"), raft])), fleet(json!([ship("b")])), fleet(json!([raft]))]);
    let [each, _] = of(json!([by("boat", "a"), by("boat", "b")]), groups.clone());
    let [first, _] = of(json!([by("boat", "a"), by("boat", "a")]), groups.clone());
    let [second, _] = of(json!([by("boat", "b"), by("boat", "b")]), groups);
    assert!(each != first && first != second && each != second);
}

/// Parts of a squadron are in its code as far as they say more than how often options are taken in all.
#[test]
fn codes_tell_which_models_have_which_options() {
    let option = |id: &str| json!({ "id": id, "name": id, "points": 1 });
    let choice = |id: &str, default: Value, options: [&str; 2]| {
        let mut choice = json!({ "id": id, "name": id, "max": 1, "options": options.map(option) });
        if default.is_string() {
            choice["default"] = default;
            choice["min"] = json!(1);
        }
        choice
    };
    let mut turret = option("turret");
    turret["choices"] = json!([choice("mount", json!("gun"), ["gun", "lance"])]);
    let units = json!([{
        "id": "guard", "name": "Guard", "points": 1, "traits": { "bulk": "small" }, "squadron": { "min": 1, "max": 9 },
        "options": [option("plate"), option("spike"), turret], "choices": [choice("arms", json!(null), ["sword", "axe"])],
    }]);
    let game = game(json!([]), units, &json!({}));
    let code = |models: Value, options: Value| {
        let [code, _] = codes(&game, &json!([{ "unit": "guard", "models": models, "options": options }]), &json!([]));
        code
    };
    let part = |count: u32, options: &[&str]| json!({ "count": count, "options": options });
    let parts = |parts: &[Value]| code(json!(parts), json!([]));
    // Parts that are alike are one.
    assert_eq!(
        parts(&[part(2, &["plate"]), part(4, &["plate"]), part(1, &["spike"])]),
        parts(&[part(6, &["plate"]), part(1, &["spike"])])
    );
    // A model has one of the arms, but perhaps both a plate and a spike.
    for (one, other, is_same) in [("sword", "axe", true), ("plate", "spike", false), ("sword", "plate", false)] {
        let in_parts = parts(&[part(1, &[one]), part(1, &[other])]);
        assert_eq!(in_parts == code(json!(2), json!([{ one: 1 }, { other: 1 }])), is_same, "{one} {other}");
    }
    // A model without a turret has no gun in it by default.
    let with = |rest: &[&str]| parts(&[part(1, &["turret", "lance"]), part(1, rest)]);
    assert_ne!(with(&[]), with(&["gun"]));
}

/// Of two copies of a card, one is looked at, whichever comes first.
#[test]
fn the_order_of_copies_changes_no_swap() {
    let title = |title: &str| json!({ "title": title });
    let more = json!({
        "decks": { "songs": { "title": "Songs", "card": "song" } },
        "traits": { "card-suit": { "title": "Suit", "of": "card", "values": { "sun": title("Sun"), "moon": title("Moon") } } },
    });
    let swaps = json!({ "swaps": { "deck": "songs", "base": { "card-suit": "sun" } } });
    let mut world = world(
        json!([{ "id": "swaps", "kind": "check", "check": swaps }]),
        json!([{ "id": "ship", "name": "Ship", "points": 1 }]),
        &more,
    );
    let card = |id: &str, suit: &str, cost: u32| json!({ "id": id, "name": id, "cost": cost, "traits": { "card-suit": suit }, "source": { "book": "book", "page": "1" } });
    world["cards"] = json!([{ "kind": "cards", "deck": "songs", "cards": [
        card("hum", "sun", 1), card("drum", "sun", 2), card("la", "moon", 1),
    ] }]);
    let game = invented::build(&world, invented::rules(&world));
    let places = |songs: Value| {
        let list = list(&json!([{ "unit": "ship", "models": 1 }]), &json!({ "mfv": 9, "decks": { "songs": songs } }));
        let findings = muster_engine::check(&game, &list).findings.into_iter();
        findings.map(|found| found.at[0].clone()).collect::<Vec<_>>()
    };
    // The drum costs more than the card that replaces it, the hum as much.
    let wrong = json!({ "card": "la", "replaces": "drum" });
    assert_eq!(places(json!(["la", wrong])), Vec::<String>::new());
    assert_eq!(places(json!([wrong, "la"])), Vec::<String>::new());
    assert_eq!(places(json!([wrong, wrong])), ["/decks/songs/0"]);
}
