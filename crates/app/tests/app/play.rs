//! Tests of what players need of a list in play.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_app::{App, PlayAnswer, call};
use serde_json::{Value, json};

fn play(list: &Value) -> PlayAnswer {
    let answer = call(&App::default(), "play", json!({ "list": list }).to_string().as_bytes()).unwrap();
    serde_json::from_slice(&answer).unwrap()
}

/// Each squadron with its models and their boxes: `Name: 2 × Model HP 5`.
fn told(answer: &PlayAnswer) -> Vec<String> {
    let boxes = |boxes: &[muster_engine::boxes::BoxRows]| {
        boxes.iter().map(|boxes| format!(" {} {:?}", boxes.title, boxes.rows)).collect::<Vec<_>>().concat()
    };
    let squadrons = answer.squadrons.iter().map(|squadron| {
        let models = squadron.models.iter();
        let models = models.map(|models| format!("{} × {}{}", models.number, models.shown.name, boxes(&models.boxes)));
        format!("{}: {}{}", squadron.name, models.collect::<Vec<_>>().join(", "), boxes(&squadron.boxes))
    });
    squadrons.collect()
}

#[test]
fn models_have_boxes_for_the_declared_figures() {
    let answer = play(&json!({
        "muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000, "squadrons": [
            {"unit": "ruler-class-battleship", "name": "Van", "attached": [{"unit": "bastion-class-escort", "models": 2}]},
            {"unit": "no such ship", "models": 3},
        ],
    }));
    assert_eq!(
        told(&answer),
        [
            "Van: 1 × Ruler Class Battleship HP [8] AP [8]",
            "Bastion Class Escort: 2 × Bastion Class Escort HP [2] AP [2]",
            "no such ship: 3 × no such ship",
        ]
    );
    assert_eq!(answer.squadrons[1].attached_to.as_deref(), Some("Van"));
    assert!(!answer.squadrons[0].models[0].shown.card.weapons.is_empty());
    assert_eq!(answer.squadrons[2].kind, None);
}

#[test]
fn tokens_stand_with_each_model_or_with_the_squadron() {
    let answer = play(&json!({
        "muster": 1, "ruleset": "dw-4", "nation": "crown", "mfv": 1000, "groups": [
            {"kind": "crown-faction", "squadrons": [
                {"unit": "britannia-heavy-battleship", "options": [{"escorts": 2}]},
            ]},
        ],
    }));
    assert_eq!(
        told(&answer),
        ["Britannia Heavy Battleship: 1 × Britannia Heavy Battleship Hull [12] Actions [3] Disorder [3] Escorts [2]"]
    );
}
