//! The rules that a ruleset's patches give to cards: exactly the right ones in every catalogue, and only those missing.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::path::Path;

use muster_engine::catalogue::{Card, TraitValue};
use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_library::shelf::Shelf;
use muster_tests::golden::with_club_units;

fn ruleset(id: &str) -> Ruleset {
    let name = RulesetName::Id(id.to_owned());
    let ruleset = Shelf::built_in().ruleset(&name, &[]).expect("a shipped ruleset is whole");
    with_club_units(&ruleset, &Path::new(env!("CARGO_MANIFEST_DIR")).join("lists").join(id))
}

/// `unit: patch gives rules`, for every unit and member that a patch applies to.
fn patched(ruleset: &Ruleset) -> Vec<String> {
    let mut lines = Vec::new();
    for catalogue in ruleset.catalogues().iter().map(|catalogue| catalogue.written()) {
        let nation = catalogue.nation.as_deref();
        for unit in &catalogue.units {
            let own = (&unit.id, &unit.traits, &unit.card);
            let members = unit.members.iter().map(|member| (&member.id, &member.traits, &member.card));
            for (id, traits, card) in std::iter::once(own).chain(members) {
                for (patch, _, gives) in ruleset.patches_of(nation, id, traits, card) {
                    lines.push(format!("{}: {id}: {patch} gives {}", nation.unwrap_or("-"), gives.join(", ")));
                }
            }
        }
    }
    lines.sort();
    lines
}

#[test]
fn cards_get_what_the_booklet_changes() {
    let expected = [
        "empire-of-the-blazing-sun: ika-mechanical-squid: dw11-patch-sharp gives Sharp Turn",
        "empire-of-the-blazing-sun: tanuki-class-gunship: dw11-patch-sharp gives Sharp Turn",
        "empire-of-the-blazing-sun: uwatsu-class-frigate: dw11-patch-sharp gives Sharp Turn",
        "kingdom-of-britannia: eagle-class-war-rotor: dw11-patch-guardian gives Guardian Generator",
        "kingdom-of-britannia: ruler-class-battleship: dw11-patch-guardian gives Guardian Generator",
        "kingdom-of-britannia: sovereign-class-land-ship: dw11-patch-guardian gives Guardian Generator",
        "prussian-empire: club-kaiser: dw11-patch-tesla gives Redoubtable (Tesla Coils)",
        // The card already prints this rule.
        "prussian-empire: club-redoubt: dw11-patch-tesla gives ",
        "prussian-empire: coiled: dw11-patch-tesla gives Redoubtable (Tesla Coils)",
    ];
    assert_eq!(patched(&ruleset("dw-1.1")), expected);
}

/// Rules and cards may write a prefix before the name of a special rule. With and without it, it is the same rule.
#[test]
fn prefixes_are_no_part_of_names() {
    let mut parts = ruleset("dw-1.1").parts().clone();
    parts.declarations.rule_prefixes = vec!["Inner".to_owned()];
    let patch = parts.declarations.patches.get_mut("dw11-patch-sharp").expect("it is there");
    patch.gives.rules = vec!["Inner Sharp Turn".to_owned(), "Guardian Generator".to_owned()];
    let patched = Ruleset::build(parts).expect("a prefix breaks nothing");
    let traits = [("type".to_owned(), TraitValue::One("naval".to_owned()))].into();
    let given = |rules: &[&str]| {
        let card = Card { rules: rules.iter().map(|rule| (*rule).to_owned()).collect(), ..Card::default() };
        let given = patched.patches_of(Some("empire-of-the-blazing-sun"), "ship", &traits, &card);
        given.into_iter().flat_map(|(.., rules)| rules).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(given(&[]), ["Inner Sharp Turn", "Guardian Generator"]);
    assert_eq!(given(&["Sharp Turn", "Inner Guardian Generator"]), Vec::<String>::new());
}

/// A patch may not ask for anything that only a list can answer, and may only give rules that exist.
#[test]
fn wrong_patches_are_refused() {
    let parts = ruleset("dw-1.1").parts().clone();
    let problem = |where_: &str, gives: &str, page: &str| {
        let mut parts = parts.clone();
        let patch = parts.declarations.patches.get_mut("dw11-patch-sharp").expect("it is there");
        patch.r#where = serde_yaml::from_str(where_).expect("a selector");
        patch.gives.rules = vec![gives.to_owned()];
        page.clone_into(&mut patch.source.page);
        let problems = Ruleset::build(parts).err().unwrap_or_default();
        problems.into_iter().map(|problem| problem.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(problem("{type: naval}", "Sharp Turn", "4"), Vec::<String>::new());
    let placed = "patch dw11-patch-sharp: `standing` is not on a card: a patch asks for traits of units and nations";
    assert_eq!(problem("{not: {standing: own}}", "Sharp Turn", "4"), [placed]);
    let set = "patch dw11-patch-sharp: `type` is not on a card: a patch asks for traits of units and nations";
    assert_eq!(problem("{any: [{type: {setting: core}}]}", "Sharp Turn", "4"), [set]);
    let nothing = "patch dw11-patch-sharp: there is no special rule `Blunt Turn`";
    assert_eq!(problem("{type: naval}", "Blunt Turn", "4"), [nothing]);
    let pageless = "patch dw11-patch-sharp: it cites no page of a book that the ruleset declares";
    assert_eq!(problem("{type: naval}", "Sharp Turn", " "), [pageless]);
}
