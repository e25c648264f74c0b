//! Terms of lists: what is not published, widened or of another game.

use std::sync::Arc;

use muster_engine::ready::{Bringer, Event, Events, Publication, Ruleset, RulesetParts};
use serde_json::{Value, json};

use super::{game, list, parts_of, ship_and_mix, small_counted, world};
use crate::invented;

/// An archive may bring rules that were never published. That is told, and a term of its lists.
#[test]
fn rules_that_were_not_published_are_told() {
    let world = world(json!([]), ship_and_mix(), &json!({}));
    for (publication, help, own) in [
        (Publication::Published, None, None),
        (Publication::UnknownId, None, Some("small 1.0.0")),
        (Publication::Differs, Some("judge without them"), None),
        (Publication::UnknownVersion, Some("a newer program may know this version"), None),
    ] {
        let ruleset = Ruleset::build(RulesetParts { publication, ..parts_of(&world) }).expect("a ruleset");
        let catalogues = invented::catalogues(&world).into_iter().map(|written| Arc::new(ruleset.catalogue(written)));
        let ruleset = ruleset.with_catalogues(catalogues.collect());
        let report =
            muster_engine::check(&ruleset, &list(&json!([{ "unit": "ship", "models": 2 }]), &json!({ "mfv": 9 })));
        assert_eq!(report.terms.not_published, help.is_some(), "{publication:?}");
        assert_eq!(report.terms.own_rules.as_deref(), own, "{publication:?}");
        let told: Vec<&str> = report.findings.iter().filter_map(|found| found.help.as_deref()).collect();
        assert!(
            told.len() == usize::from(help.is_some())
                && told.iter().all(|told| told.contains(help.unwrap_or_default())),
            "{told:?}"
        );
    }
}

/// A setting by which a list widens a limit is a term of the list. One by which it narrows the limit is none.
#[test]
fn settings_that_widen_limits_are_terms() {
    let number = |title: &str| json!({ "title": title, "summary": "A number.", "range": { "min": 1, "max": 9 }, "default": "5" });
    let more = json!({ "settings": { "most": number("Most"), "least": number("Least"), "extra": number("Extra") } });
    let limit = |id: &str, end: &str, of: Value| json!({ "id": id, "clauses": [{ "limit": { "of": { "models": {} }, end: of } }] });
    let rules = json!([
        limit("most", "max", json!({ "agreed": "most" })),
        limit("least", "min", json!({ "agreed": "least" })),
        limit("extra", "max", json!({ "sum": [{ "agreed": "extra" }, { "squadrons": {} }] })),
    ]);
    let game = game(rules, ship_and_mix(), &more);
    for (setting, number, is_term) in [
        ("most", 6, true),
        ("most", 4, false),
        ("least", 4, true),
        ("least", 6, false),
        // Nobody compares limits that depend on more than settings.
        ("extra", 6, true),
        ("extra", 4, true),
        ("extra", 5, false),
    ] {
        let context = json!({ "mfv": 99, "settings": { setting: number } });
        let terms = muster_engine::check(&game, &list(&json!([{ "unit": "ship", "models": 2 }]), &context)).terms;
        assert_eq!(terms.settings.contains_key(setting), is_term, "{setting} {number}");
    }
}

/// Overlays that are about other games are told if the list names overlays itself, or if no other is in use.
#[test]
fn overlays_of_other_games_are_told_where_they_are_missed() {
    let game = small_counted(ship_and_mix(), &json!({}));
    let list = list(&json!([{ "unit": "ship", "models": 2 }]), &json!({ "mfv": 9 }));
    let used = Event { id: "league".to_owned(), name: "League".to_owned(), ..Event::default() };
    for (bringer, all, is_told) in [
        (Bringer::List, vec![used.clone()], true),
        (Bringer::List, vec![], true),
        (Bringer::Organiser, vec![used.clone()], false),
        (Bringer::Organiser, vec![], true),
        (Bringer::Archive, vec![used], false),
    ] {
        let events = Events { all, bringer, elsewhere: vec![("cup".to_owned(), "Cup".to_owned())] };
        let terms = muster_engine::check(&game.under(Arc::new(events), game.clone()), &list).terms;
        assert_eq!(terms.other_game, if is_told { vec!["Cup"] } else { vec![] }, "{bringer:?}");
    }
}
