//! Games that have only what one test asks for.

// A failing setup fails the test. JSON is passed as it is written.
#![allow(clippy::expect_used, clippy::needless_pass_by_value)]

mod codes;
mod decks;
mod judged_anew;
mod limits;
mod loads;
mod models;
mod roles;
mod rulesets;
mod sheets;
mod terms;

use muster_engine::list::ArmyList;
use muster_engine::ready::{Ruleset, RulesetParts};
use serde_json::{Value, json};

use crate::invented;

/// A game of one catalogue, without a nation. `more` adds to its declarations.
pub(crate) fn world(rules: Value, units: Value, more: &Value) -> Value {
    let mut declarations = json!({
        "kind": "ruleset", "id": "small", "name": "Small", "edition": "1", "version": "1.0.0", "summary": "Nothing.",
        "books": { "book": { "title": "The Book" } },
        "traits": {
            "bulk": {
                "title": "Bulk", "of": "unit", "required": true,
                "values": { "small": { "title": "Small" }, "huge": { "title": "Huge" } },
            },
        },
        "roles": { "leader": { "title": "Leader" } },
        "special-rule-kinds": { "k": { "title": "K" } },
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        declarations[key] = value.clone();
    }
    let special = |id: &str, name: &str| json!({ "id": id, "name": name, "kind": "k", "summary": "One.", "source": { "book": "book", "page": "1" } });
    json!({
        "declarations": declarations,
        "special-rules": [special("drilled", "Drilled"), special("shielded", "Shielded")],
        "cards": [],
        "catalogues": [{ "kind": "catalogue", "source": "invented", "units": units }],
        "rules": rules,
    })
}

pub(crate) fn game(rules: Value, units: Value, more: &Value) -> Ruleset {
    let world = world(rules, units, more);
    invented::build(&world, invented::rules(&world))
}

pub(crate) fn list(squadrons: &Value, context: &Value) -> ArmyList {
    invented::list(invented::values(squadrons), context)
}

/// The findings about a list: severity, rule and sentence.
fn told(game: &Ruleset, list: &ArmyList) -> Vec<String> {
    let findings = muster_engine::check(game, list).findings.into_iter();
    findings.map(|finding| format!("{:?} {}: {}", finding.severity, finding.rule, finding.message)).collect()
}

/// What each of these rules has measured in a list; 0 where it has nothing to tell.
fn measured<const N: usize>(game: &Ruleset, squadrons: &Value, rules: [&str; N]) -> [i64; N] {
    let findings = muster_engine::check(game, &list(squadrons, &json!({ "mfv": 100 }))).findings;
    let of = |rule| findings.iter().find(|finding| finding.rule.as_str() == rule)?.measured;
    rules.map(|rule| of(rule).unwrap_or_default())
}

/// A rule that counts the models that a selector matches.
fn counts(id: &str, of: &Value) -> Value {
    json!({ "id": id, "severity": "note", "clauses": [{ "limit": { "of": { "models": of }, "max": 0 } }] })
}

fn parts_of(world: &Value) -> RulesetParts {
    invented::parts(world, invented::rules(world))
}

/// The units of a game with a ship that is also called Boat, and a mix with its card.
fn ship_and_mix() -> Value {
    json!([
        { "id": "ship", "name": "Ship", "aliases": ["Boat"], "points": 3, "traits": { "bulk": "small" },
          "squadron": { "min": 1, "max": 2 } },
        { "id": "mix", "name": "Mix", "points": 0, "traits": { "bulk": "small" }, "members": [
            { "id": "lead", "name": "Lead", "unit": "ship", "models": { "min": 2, "max": 2 }, "points": 3 },
            { "id": "rest", "name": "Rest", "models": { "min": 1, "max": 1 }, "points": 1, "traits": { "bulk": "huge" } },
        ] },
    ])
}

/// A game that counts small models, with these units.
fn small_counted(units: Value, more: &Value) -> Ruleset {
    game(json!([counts("small", &json!({ "bulk": "small" }))]), units, more)
}
