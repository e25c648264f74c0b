//! A ruleset with one fault has exactly one problem, and its message names that fault.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use muster_engine::declarations::{Declarations, Sector};
use muster_engine::list::RulesetName;
use muster_engine::ready::{Ruleset, RulesetParts, SourcedRule};
use muster_library::shelf::Shelf;
use serde_json::{Value, json};

fn parts(id: &str) -> RulesetParts {
    let ruleset = Shelf::built_in().ruleset(&RulesetName::Id(id.to_owned()), &[]);
    ruleset.expect("a shipped ruleset is whole").parts().clone()
}

/// The sentences about what is wrong.
fn told(parts: RulesetParts) -> Vec<String> {
    let problems = Ruleset::build(parts).err().unwrap_or_default();
    problems.into_iter().map(|problem| problem.to_string()).collect()
}

/// Adds a rule by hand to the parts. The keys of `rule` are added to it, or replace its own.
fn with_rule(parts: &RulesetParts, rule: &Value) -> RulesetParts {
    let mut parts = parts.clone();
    let book = parts.declarations.books.keys().next().expect("a game has a book").clone();
    let mut whole = json!({
        "id": "faulty", "title": "A rule with a fault", "kind": "by-hand", "source": { "book": book, "page": "1" },
    });
    whole.as_object_mut().expect("an object").extend(rule.as_object().expect("an object").clone());
    let rule = serde_json::from_value(whole.clone()).unwrap_or_else(|fault| panic!("{fault}: {whole}"));
    parts.rules.push(SourcedRule { rule, origin: parts.declarations.id.clone() });
    parts
}

/// Selectors inside of each other.
fn nested(depth: usize) -> Value {
    (0..depth).fold(json!({}), |inner, _| json!({ "any": [inner] }))
}

#[test]
fn each_fault_of_a_rule_is_told() {
    let games = ["dw-2.5", "dw-4"].map(parts);
    let [old, new] = &games;
    let limit = |limit: Value| json!({ "kind": "limit", "clauses": [{ "limit": limit }] });
    let half = json!({ "percent": [50, "mfv"] });
    for (parts, rule, expected) in [
        (old, json!({ "kind": "limit" }), "a limit needs clauses"),
        (old, json!({ "kind": "check" }), "a check needs `check`"),
        (old, json!({ "kind": "allowance" }), "an allowance needs `grants`"),
        (old, json!({ "kind": "definition", "covered-by": ["nothing"] }), "there is no rule `nothing` to cover it"),
        (old, json!({ "applies": { "nothing": true } }), "there is no setting `nothing`"),
        (old, json!({ "unless": { "level": "lord" } }), "the setting `level` has no value `lord`"),
        (old, json!({ "applies": { "level": ["ensign", "lord"] } }), "the setting `level` has no value `lord`"),
        (new, json!({ "kind": "check", "check": { "slots": "nothing" } }), "there is no group kind `nothing`"),
        (
            new,
            json!({ "kind": "check", "check": { "filled": { "group": "nothing", "slot": "one" } } }),
            "there is no group kind `nothing`",
        ),
        (old, json!({ "kind": "limit", "clauses": [{ "each": "squadron" }] }), "a clause without a limit needs `says`"),
        (old, limit(json!({ "of": { "total": ["nothing", {}] }, "max": 1 })), "no sheet has a field `nothing`"),
        (
            old,
            limit(json!({ "of": { "points": {} }, "max": { "percent": [50, half] } })),
            "a percentage of a percentage would not be exact",
        ),
        (
            old,
            limit(json!({ "of": { "points": {} }, "max": { "percent": [50, { "sum": [1, half] }] } })),
            "a percentage of a percentage would not be exact",
        ),
        (
            old,
            limit(json!({ "of": { "points": {} }, "max": { "percent": [50, { "times": [2, half] }] } })),
            "a percentage of a percentage would not be exact",
        ),
        (
            old,
            limit(json!({ "of": { "points": {} }, "max": { "percent": [50, { "smaller": [half, 2] }] } })),
            "a percentage of a percentage would not be exact",
        ),
        (
            old,
            limit(json!({ "of": { "points": {} }, "max": { "times": [half, half] } })),
            "a percentage times a percentage would not be exact",
        ),
        (
            old,
            limit(json!({ "of": { "models": { "size": { "setting": "nothing" } } }, "max": 1 })),
            "there is no setting `nothing`",
        ),
        (
            old,
            limit(json!({ "of": { "models": { "nothing": true } }, "max": 1 })),
            "there is no trait `nothing` (traits: unit, nation, standing, allocation, role, ",
        ),
        (
            old,
            limit(json!({ "of": { "models": nested(17) }, "max": 1 })),
            "more than 16 selectors lie inside each other",
        ),
    ] {
        let found = told(with_rule(parts, &rule));
        assert!(found.len() == 1 && found[0].starts_with(&format!("rule faulty: {expected}")), "{rule}: {found:#?}");
    }
}

#[test]
fn a_rule_without_a_fault_is_sound() {
    let old = parts("dw-2.5");
    for rule in [
        json!({ "applies": { "level": ["ensign", "commodore"], "competitive": true } }),
        json!({ "kind": "definition", "covered-by": [old.rules[0].rule.id] }),
        json!({ "clauses": [{ "each": "squadron" }] }),
        json!({ "clauses": [{ "each": "squadron", "where": nested(16) }] }),
        json!({ "kind": "limit", "clauses": [{ "each": "squadron", "says": "No." }] }),
        json!({ "kind": "limit", "clauses": [{
            "limit": { "of": { "points": {} }, "max": { "times": [2, { "percent": [50, "mfv"] }] } },
        }] }),
        json!({ "kind": "limit", "clauses": [{
            "limit": { "of": { "points": {} }, "max": { "percent": [50, { "times": [2, "mfv"] }] } },
        }] }),
    ] {
        assert_eq!(told(with_rule(&old, &rule)), Vec::<String>::new(), "{rule}");
    }
}

/// The parts with a rule that asks for the first of these selectors, which the ruleset names.
fn with_selectors(parts: &RulesetParts, selectors: &[(String, Value)]) -> RulesetParts {
    let mut parts =
        with_rule(parts, &json!({ "clauses": [{ "each": "squadron", "where": { "is": selectors[0].0 } }] }));
    for (name, selector) in selectors {
        let selector = serde_json::from_value(selector.clone()).expect("a selector");
        parts.declarations.selectors.insert(name.clone(), selector);
    }
    parts
}

#[test]
fn named_selectors_that_lead_to_themselves_are_told() {
    let to = |name: &str, selector: Value| (name.to_owned(), selector);
    let circle = [to("a", json!({ "is": "b" })), to("b", json!({ "not": { "any": [{}, { "is": "a" }] } }))];
    assert_eq!(told(with_selectors(&parts("dw-2.5"), &circle)), ["rule faulty: the selector `a` leads back to itself"]);
    let twice = [to("a", json!({ "all": [{ "is": "b" }, { "is": "b" }] })), to("b", json!({}))];
    assert_eq!(told(with_selectors(&parts("dw-2.5"), &twice)), Vec::<String>::new());
}

/// Each of a few short selectors uses the next one ten times. Together they would need more memory than there is.
#[test]
fn selectors_that_grow_out_of_bounds_are_told() {
    let uses = |level: usize| json!({ "any": vec![json!({ "is": format!("level-{}", level + 1) }); 10] });
    let bomb = |levels: usize| {
        let mut selectors: Vec<_> = (0..levels).map(|level| (format!("level-{level}"), uses(level))).collect();
        selectors.push((format!("level-{levels}"), json!({})));
        told(with_selectors(&parts("dw-2.5"), &selectors))
    };
    assert_eq!(bomb(3), Vec::<String>::new());
    // Whatever is made ready later is over the bound, too.
    let told = bomb(7);
    let expected = "the selectors of the ruleset have more than 100000 words";
    assert!(told.iter().all(|told| told.contains(expected)), "{told:#?}");
    assert!(told[0].starts_with("rule faulty: "), "{told:#?}");
}

#[test]
fn any_number_of_definitions_narrows_a_selector() {
    let old = parts("dw-2.5");
    let mut many = old.clone();
    for number in 0..40 {
        many = with_rule(
            &many,
            &json!({ "kind": "definition", "narrows": { "core": { "unit": "ruler-class-battleship" } } }),
        );
        many.rules.last_mut().expect("it was added").rule.id = format!("narrow-{number}");
    }
    assert_eq!(told(many), Vec::<String>::new());
}

#[test]
fn more_trait_values_than_fit_are_told() {
    let old = parts("dw-2.5");
    let asking = |number: usize| {
        let units: Vec<String> = (0..number).map(|number| format!("unit-{number}")).collect();
        told(with_rule(&old, &json!({ "clauses": [{ "each": "squadron", "where": { "unit": units } }] })))
    };
    assert_eq!(asking(50), Vec::<String>::new());
    assert_eq!(asking(256), ["ruleset: its selectors tell more trait values apart than fit"]);
}

#[test]
fn two_rules_with_one_id_are_told() {
    let old = parts("dw-2.5");
    let twice = with_rule(&with_rule(&old, &json!({})), &json!({}));
    assert_eq!(told(twice), ["rule faulty: another rule has the same id"]);
}

#[test]
fn each_fault_of_the_declarations_is_told() {
    type Edit = fn(&mut Declarations);
    let edits: [(Edit, &str); 8] = [
        (
            |all| all.arcs = [("F".to_owned(), vec![Sector { from: 90, to: 45 }])].into(),
            "arcs: F goes from 90 to 45 degrees",
        ),
        (
            |all| all.arcs = [("F".to_owned(), vec![Sector { from: 45, to: 406 }])].into(),
            "arcs: F goes from 45 to 406 degrees",
        ),
        (|all| all.bands.clear(), "band-reach: there are fewer range bands"),
        (|all| all.without_models.push("nothing".to_owned()), "without-models: there is no trait `nothing`"),
        (
            |all| {
                let aid = all.aids.values_mut().next().expect("the game has aids");
                aid.special_rules.insert("nothing".to_owned(), String::new());
            },
            "aid field-orders: there is no special rule `nothing`",
        ),
        (|all| all.decks["tacs"].rule = Some("nothing".to_owned()), "deck tacs: there is no rule `nothing`"),
        (
            |all| {
                let sheet = &mut all.sheets["campaign"];
                let field = sheet.fields["moment"].clone();
                sheet.fields.insert("size".to_owned(), field);
            },
            "sheet campaign: the field `size` of `campaign` has the name of a trait",
        ),
        (
            |all| all.sheets["campaign"].source.page.clear(),
            "sheet campaign: it cites no page of a book that the ruleset declares",
        ),
    ];
    for (edit, expected) in edits {
        let mut parts = parts("dw-2.5");
        edit(&mut parts.declarations);
        assert_eq!(told(parts), [expected]);
    }
    let mut whole = parts("dw-2.5");
    whole.declarations.arcs = [("F".to_owned(), vec![Sector { from: 0, to: 360 }])].into();
    assert_eq!(told(whole), Vec::<String>::new());
}
