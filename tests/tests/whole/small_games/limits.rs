//! What limits count and compare, where they hold, and what the list pays.

use serde_json::{Value, json};

use super::{counts, game, list, measured, told, world};
use crate::invented;

#[test]
fn a_game_without_nations_asks_for_none() {
    let declarations = json!({
        "kind": "ruleset", "id": "plain", "name": "Plain", "edition": "1", "version": "1.0.0", "summary": "Nothing."
    });
    let units = json!([{ "id": "ark", "name": "Ark", "points": 1 }]);
    let catalogue = json!({ "kind": "catalogue", "source": "invented", "units": units });
    let world = json!({ "declarations": declarations, "special-rules": [], "cards": [], "catalogues": [catalogue] });
    let ruleset = invented::build(&world, Vec::new());
    let list = invented::list(vec![json!({ "unit": "ark" })], &json!({ "mfv": 10 }));
    assert_eq!(muster_engine::check(&ruleset, &list).findings, []);
}

/// Rules whose conditions differ only in the setting are in use by their own settings.
#[test]
fn conditions_on_settings_are_told_apart() {
    let flag = |title: &str| json!({ "title": title, "summary": "Yes or no." });
    let rule = |id: &str, setting: &str| {
        json!({ "id": id, "severity": "note", "applies": { setting: true },
                "clauses": [{ "limit": { "of": { "models": {} }, "max": 0 } }] })
    };
    let units = json!([{ "id": "ship", "name": "Ship", "points": 1, "traits": { "bulk": "huge" } }]);
    let rules = json!([rule("first", "strict"), rule("second", "lenient"), rule("third", "strict")]);
    let game = game(rules, units, &json!({ "settings": { "strict": flag("Strict"), "lenient": flag("Lenient") } }));
    for (settings, expected) in [
        (json!({ "strict": true }), &["first", "third"][..]),
        (json!({ "lenient": true }), &["second"]),
        (json!({}), &[]),
    ] {
        let list = list(&json!([{ "unit": "ship", "models": 1 }]), &json!({ "mfv": 9, "settings": settings }));
        let found: Vec<String> =
            muster_engine::check(&game, &list).findings.into_iter().map(|finding| finding.rule.to_string()).collect();
        assert_eq!(found, expected, "{settings}");
    }
}

/// A limit that a larger MFV would change is told at the MFV if the list has too little, however it is calculated.
#[test]
fn too_little_for_the_mfv_is_told_at_the_mfv() {
    let share = json!({ "percent": [50, "mfv"] });
    for min in [
        share.clone(),
        json!({ "sum": [1, share] }),
        json!({ "smaller": [share, 99] }),
        json!({ "smaller": [99, share] }),
        json!({ "times": [2, share] }),
        json!({ "times": [share, 2] }),
        json!({ "per": [10, "mfv"] }),
        json!(20),
    ] {
        let rules = json!([{ "id": "least", "clauses": [{
            "limit": { "of": { "points": { "bulk": "huge" } }, "min": min },
        }] }]);
        let units = json!([{ "id": "ship", "name": "Ship", "points": 1, "traits": { "bulk": "huge" } }]);
        let list = list(&json!([{ "unit": "ship", "models": 1 }]), &json!({ "mfv": 60 }));
        let findings = muster_engine::check(&game(rules, units, &json!({})), &list).findings;
        let expected = if min == json!(20) { "/squadrons" } else { "/mfv" };
        assert_eq!(findings.len(), 1, "{min}");
        assert_eq!(findings[0].at[0], expected, "{min}");
    }
}

/// Squadrons are judged in blocks of 64. What one is attached to or carried by is found in each block.
#[test]
fn relations_are_found_beyond_the_64th_squadron() {
    let rules = json!([
        counts("attached", &json!({ "parent": { "bulk": "huge" } })),
        counts("carried", &json!({ "carried-by": { "bulk": "huge" } })),
    ]);
    let units = json!([
        { "id": "ship", "name": "Ship", "points": 0, "traits": { "bulk": "huge" } },
        { "id": "boat", "name": "Boat", "points": 0, "traits": { "bulk": "small" } },
    ]);
    let game = game(rules, units, &json!({}));
    let boat = json!({ "unit": "boat", "models": 1, "attached": [{ "unit": "boat", "models": 1 }] });
    let ship =
        json!({ "unit": "ship", "models": 1, "carries": ["next"], "attached": [{ "unit": "boat", "models": 3 }] });
    for before in [0, 10, 40, 70] {
        let mut squadrons = vec![boat.clone(); before];
        squadrons.extend([ship.clone(), json!({ "unit": "boat", "models": 5 })]);
        assert_eq!(measured(&game, &json!(squadrons), ["attached", "carried"]), [3, 5], "{before}");
    }
}

/// Squadrons are compared with the dearest and the cheapest, with their share of what is spent, and by their sizes.
#[test]
fn squadrons_are_compared_with_others() {
    let limit = |id: &str, each: Value, limit: Value| {
        let mut clause = json!({ "limit": limit, "subject": { "one": "ship", "many": "ships" } });
        for (key, value) in each.as_object().into_iter().flatten() {
            clause[key] = value.clone();
        }
        json!({ "id": id, "kind": "limit", "clauses": [clause] })
    };
    let each = json!({ "each": "squadron" });
    let rules = json!([
        limit(
            "flagship",
            json!({ "each": "squadron", "where": { "role": "leader" } }),
            json!({ "of": { "points": {} }, "min": { "whole": { "dearest": {} } } })
        ),
        limit(
            "twice",
            each.clone(),
            json!({ "of": { "points": {} }, "max": { "times": [2, { "whole": { "cheapest": {} } }] } })
        ),
        limit(
            "half",
            each,
            json!({ "of": { "points": {} }, "max": { "percent": [50, { "whole": { "points": {} } }] } })
        ),
        limit("sizes", json!({}), json!({ "of": { "different": ["models", {}] }, "min": { "squadrons": {} } })),
    ]);
    let units =
        json!([{ "id": "ship", "name": "Ship", "points": 10, "traits": { "bulk": "huge" }, "squadron": { "min": 1 } }]);
    let game = game(rules, units, &json!({}));
    let broken = |sizes: &[u32]| -> Vec<String> {
        let squadrons = sizes.iter().enumerate().map(|(place, models)| {
            let leads = if place == 0 { json!(["leader"]) } else { json!([]) };
            json!({ "unit": "ship", "models": models, "roles": leads })
        });
        let list = list(&Value::Array(squadrons.collect()), &json!({ "mfv": 900 }));
        muster_engine::errors(&game, &list).iter().map(|finding| finding.rule.to_string()).collect()
    };
    assert_eq!(broken(&[4, 3, 2]), [""; 0]);
    assert_eq!(broken(&[3, 4, 2]), ["flagship"]);
    assert_eq!(broken(&[5, 4, 2]), ["twice"]);
    assert_eq!(broken(&[7, 6, 5, 4, 3]), ["twice"]);
    assert_eq!(broken(&[4, 3, 3]), ["sizes"]);
    assert_eq!(broken(&[6, 3]), ["half"]);
}

/// A price rises with each, falls with what else is there, and stands in the points of the whole list alone.
#[test]
fn the_list_pays_charges() {
    let rules = json!([
        { "id": "dearer", "kind": "definition", "title": "The third costs 10 more", "charges": [
            { "points": 10, "each": { "squadrons": { "unit": "ship" } }, "after": 2 },
            { "points": -4, "each": { "models": { "unit": "boat" } }, "when": [
                { "of": { "squadrons": { "unit": "ship" } }, "min": 1 },
            ] },
        ] },
        { "id": "total", "kind": "limit", "clauses": [{ "limit": { "of": { "points": {} }, "max": "mfv" }, "subject": "All" }] },
        { "id": "ships", "severity": "note", "clauses": [{ "limit": { "of": { "points": { "unit": "ship" } }, "max": 0 } }] },
        { "id": "each", "severity": "note", "clauses": [
            { "each": "squadron", "limit": { "of": { "points": {} }, "max": { "percent": [10, { "whole": { "points": {} } }] } } },
        ] },
    ]);
    let ship = |id: &str, points: u32| json!({ "id": id, "name": id, "points": points, "traits": { "bulk": "huge" }, "squadron": { "min": 1 } });
    let game = game(rules, json!([ship("ship", 20), ship("boat", 10)]), &json!({}));
    let squadrons = |ships: usize, boats: usize| -> Value {
        let of = |unit: &str, number| vec![json!({ "unit": unit, "models": 1 }); number];
        [of("ship", ships), of("boat", boats)].concat().into()
    };
    let summary = |ships, boats| {
        let summary = muster_engine::summary::summary(&game, &list(&squadrons(ships, boats), &json!({ "mfv": 99 })));
        let lines: Vec<String> = summary.charges.iter().map(muster_engine::words::price::charge).collect();
        (summary.points, lines)
    };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    assert_eq!(summary(2, 0), (Some(40), words(&[])));
    assert_eq!(summary(0, 3), (Some(30), words(&[])));
    assert_eq!(summary(3, 0), (Some(70), words(&["+10"])));
    assert_eq!(summary(4, 2), (Some(112), words(&["+20 (2 x 10)", "-8 (2 x -4)"])));
    assert_eq!(measured(&game, &squadrons(4, 2), ["total", "ships", "each"]), [112, 80, 20]);
    // The unknown unit may be a fifth ship, which costs more. So the points of the list are not known.
    let mut unknown = squadrons(4, 0);
    unknown.as_array_mut().expect("squadrons").push(json!({ "unit": "raft" }));
    let told = told(&game, &list(&unknown, &json!({ "mfv": 500 })));
    assert!(told.iter().any(|told| told.starts_with("Undetermined total")), "{told:#?}");
}

/// A model with a role is alone in what is asked of it.
#[test]
fn a_clause_of_a_model_counts_that_model_only() {
    let rules = json!([{ "id": "alone", "clauses": [{
        "each": "bearer", "limit": { "of": { "bearers": { "role": "leader" } }, "max": 1 },
    }] }]);
    let units = json!([{ "id": "ship", "name": "Ship", "points": 1, "traits": { "bulk": "small" }, "squadron": { "min": 1, "max": 2 } }]);
    let game = game(rules, units, &json!({}));
    let leaders = json!([{ "role": "leader", "model": 1 }, { "role": "leader", "model": 2 }]);
    let squadrons = json!([{ "unit": "ship", "models": 2, "roles": leaders }]);
    assert_eq!(told(&game, &list(&squadrons, &json!({ "mfv": 9 }))), Vec::<String>::new());
}

/// Whether a squadron is an ally is known if its nation and that of the list are, and if its unit is of a nation.
#[test]
fn allies_are_told_as_far_as_nations_are_known() {
    let ally = json!([{ "id": "ally", "clauses": [{ "each": "squadron", "where": { "ally": true }, "says": "x" }] }]);
    let nations = json!({ "nations": { "aland": { "name": "Aland" }, "beland": { "name": "Beland" } } });
    let unit = |id: &str| json!([{ "id": id, "name": id, "points": 1, "traits": { "bulk": "small" } }]);
    let of_aland = json!({ "kind": "catalogue", "nation": "aland", "source": "invented", "units": unit("ship") });
    let of_none = json!({ "kind": "catalogue", "source": "invented", "units": unit("boat") });
    let with = |catalogues: Value| {
        let mut world = world(ally.clone(), json!([]), &nations);
        world["catalogues"] = catalogues;
        invented::build(&world, invented::rules(&world))
    };
    let (all, without) = (with(json!([of_aland, of_none])), with(json!([of_aland])));
    for (game, unit, nation, of_list, expected) in [
        (&all, "boat", json!(null), json!(null), None),
        (&all, "boat", json!("aland"), json!(null), None),
        (&all, "ship", json!("aland"), json!(null), Some("Undetermined")),
        (&all, "ghost", json!(null), json!(null), None),
        // An unknown unit may be of no nation, if there are such units.
        (&all, "ghost", json!("beland"), json!("aland"), Some("Undetermined")),
        (&without, "ghost", json!("beland"), json!("aland"), Some("Error")),
        (&without, "ghost", json!("nowhere"), json!("aland"), Some("Undetermined")),
        (&without, "ghost", json!("aland"), json!("aland"), None),
    ] {
        let squadrons = json!([{ "unit": unit, "models": 1, "nation": nation }]);
        let mut found = told(game, &list(&squadrons, &json!({ "mfv": 9, "nation": of_list })));
        found.retain(|found| found.contains(" ally: "));
        let found = found.first().and_then(|found| found.split(' ').next());
        assert_eq!(found, expected, "{unit} {nation} {of_list}");
    }
}
