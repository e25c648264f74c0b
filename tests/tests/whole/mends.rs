//! Mends of the illegal golden lists are legal, by the second evaluator too.
//!
//! `MENDS=1 cargo test --test whole mends -- --nocapture` tries all lists instead of some, and prints the share that is
//! mended.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use muster_engine::list::{ArmyList, OptionPick, RulesetName};
use muster_engine::report::{Severity, Verdict};
use muster_library::shelf::Shelf;
use muster_mend::{Bounds, empty_lists, fix, witness};
use muster_tests::golden::{GoldenContent, GoldenList, golden_lists, with_club_units};
use muster_tests::oracle::Oracle;

/// One of so many lists is tried.
const ONE_OF: usize = 40;

/// A list of a game with groups is begun by the group that it needs.
#[test]
fn an_empty_list_of_a_game_with_groups_is_begun() {
    /// A nation with fewer units may have no legal list.
    const UNITS: usize = 3;
    let shelf = Shelf::built_in();
    let mut begun = 0;
    let games: BTreeSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    for id in games {
        let ruleset = shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).expect("a shipped ruleset is whole");
        if ruleset.declarations().group_kinds.is_empty() {
            continue;
        }
        for list in empty_lists(&ruleset, &[1000]) {
            let nation = list.nation.as_deref();
            let mut own = ruleset.catalogues().iter().filter(|known| known.written().nation.as_deref() == nation);
            if own.any(|catalogue| catalogue.units().len() >= UNITS) {
                let found = witness(&ruleset, &list, Bounds { judged: 6_000, mends: 1 });
                assert!(found.is_some(), "{id} {nation:?}");
                begun += 1;
            }
        }
    }
    assert!(begun > 10, "{begun}");
}

#[test]
fn mends_are_legal() {
    let shelf = Shelf::built_in();
    let each = if std::env::var_os("MENDS").is_some() { 1 } else { ONE_OF };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    let (mut tried, mut changes, mut unmended, mut wrong) = (0, Vec::new(), Vec::new(), Vec::new());
    for entry in std::fs::read_dir(&root).expect("there are golden lists") {
        let folder = entry.expect("a folder").path();
        let mut rulesets = HashMap::new();
        for (number, golden) in golden_lists(&folder).into_iter().enumerate().filter(|(number, _)| number % each == 0) {
            let GoldenContent::List(list, None) = &golden.judged else { continue };
            let key = (format!("{:?}", golden.ruleset_name()), golden.nations().join(" "));
            let whole = || with_club_units(&golden.named_ruleset(&shelf).expect("a shipped ruleset is whole"), &folder);
            let ruleset = rulesets.entry(key).or_insert_with(whole);
            if muster_engine::check(ruleset, list).verdict != Verdict::Illegal {
                continue;
            }
            tried += 1;
            let GoldenList { file, name, .. } = &golden;
            let told = format!("{}, {number}: {name}", file.display());
            let found = fix(ruleset, list, Bounds { judged: 1000, mends: 1 });
            let Some(mend) = found.mends.first() else {
                unmended.push(told);
                continue;
            };
            changes.push(mend.steps.len());
            if mend.verdict != Verdict::Legal {
                assert_ne!(mend.verdict, Verdict::Illegal, "{told}: {:?}", mend.steps);
                continue;
            }
            // The second evaluator assigns no slots, and knows kinds of groups by their ids alone.
            let kinds = &ruleset.declarations().group_kinds;
            let assigns = kinds.values().flat_map(|kind| kind.slots.values()).any(|slot| slot.accepts.is_some());
            if assigns || list.groups.iter().any(|group| !kinds.contains_key(&group.kind)) {
                continue;
            }
            let oracle = Oracle::new(ruleset);
            let broken = oracle.told(&mend.list).into_iter().filter(|told| told.severity == Severity::Error);
            let broken: Vec<String> = broken.map(|told| told.rule).collect();
            if oracle.is_settled(&mend.list) && !broken.is_empty() {
                wrong.push(format!("{told}: {broken:?}\n{:?}", mend.steps));
            }
        }
    }
    changes.sort_unstable();
    let median = changes.get(changes.len() / 2);
    println!("{} of {tried} mended, {median:?} changes in the middle\nnot: {unmended:#?}", changes.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 30 && changes.len() * 100 >= tried * 80, "{} of {tried} mended: {unmended:#?}", changes.len());
}

/// How many misspelt options are tried of each game.
const MISSPELT: usize = 12;

/// Of a legal list, one option is misspelt. The first way to mend it is the right name, whatever the option costs.
#[test]
fn a_misspelt_option_is_spelt() {
    let shelf = Shelf::built_in();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    for entry in std::fs::read_dir(&root).expect("there are golden lists") {
        let folder = entry.expect("a folder").path();
        let (mut tried, mut wrong) = (0, Vec::new());
        for golden in golden_lists(&folder) {
            let GoldenContent::List(list, None) = &golden.judged else { continue };
            let Some((place, name)) = long_option(list).filter(|_| tried < MISSPELT) else { continue };
            let ruleset = with_club_units(&golden.named_ruleset(&shelf).expect("a shipped ruleset is whole"), &folder);
            if muster_engine::check(&ruleset, list).verdict != Verdict::Legal {
                continue;
            }
            let (_, ready) = ruleset
                .find_unit(list.nation.as_deref().and_then(|name| ruleset.nation(name)), &list.squadrons[place].unit)
                .expect("the unit is known");
            // Aliases are not offered.
            let is_own = |option: usize| [&ready.options[option].id, &ready.options[option].name].contains(&&name);
            if !ready.find(&name).is_some_and(is_own) {
                continue;
            }
            tried += 1;
            let mut misspelt = list.clone();
            let mut word = name.clone();
            word.remove(word.len() / 2);
            misspelt.squadrons[place].options[0] = OptionPick::Every(word.clone());
            let before = list.squadrons[place].options[0].clone();
            let found = fix(&ruleset, &misspelt, Bounds { judged: 1000, mends: 1 });
            let first = found.mends.first().and_then(|mend| mend.list.squadrons.get(place)?.options.first());
            let told: Vec<&str> =
                found.mends.iter().flat_map(|mend| &mend.steps).map(|step| step.says.as_str()).collect();
            let means = |pick: &OptionPick| match pick {
                OptionPick::Every(name) => ready.find(name),
                OptionPick::Some(_) => None,
            };
            if first.and_then(means) != means(&before) {
                wrong.push(format!("{}: {}: {word} for {name}: {told:?}", golden.file.display(), golden.name));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// The first option that a squadron of a list takes by a long name: the place of the squadron, and the name.
fn long_option(list: &ArmyList) -> Option<(usize, String)> {
    list.squadrons.iter().enumerate().find_map(|(place, squadron)| match squadron.options.first() {
        Some(OptionPick::Every(name)) if name.len() > 8 && squadron.nation.is_none() => Some((place, name.clone())),
        _ => None,
    })
}
