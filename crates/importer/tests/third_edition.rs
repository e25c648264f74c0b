//! The shipped catalogues of the third edition have every unit that the community's files show.

use muster_engine::catalogue::Unit;
use muster_engine::list::RulesetName;
use muster_library::shelf::Shelf;

/// For each faction: units, and those among them that are Flagships.
const FACTIONS: [(&str, usize, usize); 8] = [
    ("alliance", 59, 18),
    ("commonwealth", 54, 18),
    ("crown", 55, 21),
    ("empire", 57, 16),
    // The Euripides, which come with the Chione, are no entry of their own.
    ("enlightened", 47, 17),
    ("imperium", 62, 25),
    ("sultanate", 57, 17),
    ("union", 62, 18),
];

#[test]
#[allow(clippy::expect_used)]
fn every_unit_and_every_flagship_is_there() {
    let shelf = Shelf::built_in();
    let rules = shelf.ruleset(&RulesetName::Id("dw-3".to_owned()), &[]).expect("it is shipped");
    let has = |unit: &Unit, name: &str, word: &str| {
        unit.traits.get(name).is_some_and(|value| value.words().any(|known| known == word))
    };
    let counted = rules.catalogues().iter().map(|catalogue| {
        let catalogue = catalogue.written();
        let units = || catalogue.units.iter().filter(|unit| unit.only.is_none() && !has(unit, "patron", "yes"));
        let flagships = units().filter(|unit| has(unit, "type", "flagship"));
        (catalogue.nation.clone().unwrap_or_default(), units().count(), flagships.count())
    });
    let mut counted: Vec<(String, usize, usize)> = counted.collect();
    counted.sort();
    let expected = FACTIONS.map(|(faction, units, flagships)| (faction.to_owned(), units, flagships));
    assert_eq!(counted, expected);
    assert_eq!(counted.iter().map(|(_, units, _)| units).sum::<usize>(), 453);
}
