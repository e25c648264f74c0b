//! Compares what the engine tells about lists of the invented world with the snapshot `tests/worlds/told.snap`, as
//! `told.rs` does for golden lists. That world has things that no shipped game has together.

use std::path::Path;

use muster_engine::ready::Ruleset;
use muster_tests::told::EngineTexts;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::invented;
use crate::told::{is_as_recorded, record_of};

#[test]
fn what_is_told_about_invented_lists_is_as_recorded() {
    let world = invented::world();
    let ruleset = invented::build(&world, invented::rules(&world));
    let (variants, contexts) = (invented::variants(), invented::contexts());
    let told = contexts.par_iter().enumerate().map(|(number, context)| {
        let mut told = EngineTexts::default();
        for first in 0..variants.len() {
            for second in (0..=first).filter(|second| (first + second) % contexts.len() == number) {
                let squadrons = vec![variants[first].clone(), variants[second].clone()];
                told.add_list(&ruleset, &format!("{first} {second}"), &invented::list(squadrons, context));
            }
        }
        (format!("context {number}"), told)
    });
    let mut told: Vec<(String, EngineTexts)> = told.collect();
    told.push(("single lists".to_owned(), single_lists(&ruleset)));
    let record = record_of(&ruleset, told.iter().map(|(name, told)| (name.as_str(), told)));
    is_as_recorded(&Path::new(env!("CARGO_MANIFEST_DIR")).join("worlds"), &record);
}

/// What is told about lists for which two variants in a context are not enough.
fn single_lists(ruleset: &Ruleset) -> EngineTexts {
    let wet = json!({"nation": "aland", "mfv": 500, "settings": {"element": "wet"}});
    let with_song = json!({"nation": "aland", "mfv": 500, "decks": {"songs": [{"card": "la", "key": "lydian"}]}});
    let lists: &[(&str, Value, &Value)] = &[
        (
            "as many guns in two hardpoints as there are ships",
            json!({"unit": "galley", "models": 2, "options": [{"lance": 1}, {"aft-gun": 1}]}),
            &wet,
        ),
        ("equal guns in unequal numbers", json!({"unit": "tug", "models": 1}), &wet),
        ("a mix without models that may be missing", json!({"unit": "flock"}), &wet),
        ("a mix with models that may be missing", json!({"unit": "flock", "models": 4}), &wet),
        (
            "an unknown squadron that may be a part of what another brings",
            json!([{"unit": "nobody", "brought-by": "next"}, {"unit": "ark"}]),
            &wet,
        ),
        (
            "an unknown squadron of a bringer that brings nothing",
            json!([{"unit": "nobody", "brought-by": "next"}, {"unit": "tower", "models": 1}]),
            &wet,
        ),
        (
            "a model of an unknown unit with a role, beside one with an option",
            json!({"unit": "nobody", "models": [{"count": 2}, {"count": 1, "options": ["gun"]}], "roles": ["leader"]}),
            &wet,
        ),
        (
            "one ship of two with a turret",
            json!({"unit": "galley", "models": [{"count": 1, "options": ["turret", "mount-lance"]}, {"count": 1}]}),
            &wet,
        ),
        ("a card with a word that no ruleset knows", json!({"unit": "ark"}), &with_song),
    ];
    let mut told = EngineTexts::default();
    for (name, squadron, context) in lists {
        let squadrons = squadron.as_array().cloned().unwrap_or_else(|| vec![squadron.clone()]);
        told.add_list(ruleset, name, &invented::list(squadrons, context));
    }
    told
}
