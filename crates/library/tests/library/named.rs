//! Squadrons that have the name of another unit, in disguise, in all rulesets that the program has.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fmt::Write as _;

use muster_engine::catalogue::Unit;
use muster_engine::list::RulesetName;
use muster_engine::report::{FindingId, Remark};
use muster_engine::slug::slug;
use muster_library::judge::judge_bytes;
use muster_library::shelf::Shelf;

/// Makes a name in disguise; none if it cannot be disguised in this way.
type Disguise = fn(&str) -> Option<String>;

/// Ways to make one name look like another to a program, but not to people.
const DISGUISES: [(&str, Disguise); 11] = [
    ("as it is", |name| Some(name.to_owned())),
    ("plural", |name| Some(plural(name))),
    ("article", |name| Some(format!("The {name}"))),
    ("count", |name| Some(format!("3 × {}", plural(name)))),
    ("count behind", |name| Some(format!("{name} x3"))),
    ("brackets", |name| Some(format!("{name} [Large]"))),
    ("unseen", |name| Some(name.chars().flat_map(|letter| [letter, '\u{200b}']).collect())),
    ("capitals", |name| Some(name.to_uppercase().replace(' ', "-"))),
    ("list", |name| Some(format!("Night Watch, {name}"))),
    ("line break", |name| Some(format!("Night Watch\n3 {}", plural(name)))),
    ("shortened", |name| {
        let words: Vec<&str> = name.split(' ').collect();
        let is_plain = words.iter().all(|word| word.chars().all(char::is_alphabetic) && word.len() > 2);
        (words.len() > 2 && is_plain && words[0] != "The").then(|| format!("{} {}", words[0], words[words.len() - 1]))
    }),
];

fn plural(name: &str) -> String {
    let is_word = name.ends_with(|letter: char| letter.is_ascii_lowercase());
    match name.strip_suffix('y') {
        _ if !is_word || name.ends_with('s') => name.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None if name.ends_with('x') || name.ends_with("ch") || name.ends_with("sh") => format!("{name}es"),
        None => format!("{name}s"),
    }
}

/// Names that people give to squadrons.
const ORDINARY: [&str; 40] = [
    "HMS Majestic",
    "Ruler of the Waves",
    "Tribal Dancer",
    "First Squadron",
    "2nd Flotilla",
    "Prince of Wales",
    "Red Squadron",
    "Anna's Pride",
    "The Old Guard's Revenge",
    "Scouts",
    "Northern Battle Group",
    "Vanguard Alpha",
    "Lord Nelson",
    "Wolf Pack",
    "A",
    "12",
    "III",
    "Group 3",
    "The Big One",
    "Left Flank",
    "Right Wing",
    "Reserve of the Line",
    "King's Own",
    "USS Enterprise",
    "Königin Luise",
    "Штандарт",
    "昭和",
    "Hammer and Anvil",
    "Speedy, Quick & Co.",
    "Ships of the Class of 1870",
    "Big Guns (never tire)",
    "The Squadron with no Name",
    "Escorts for the Admiral",
    "My Favourite Ships",
    "Two Ugly Sisters",
    "Death from Above",
    "Hold the Line!",
    "Cannon Fodder",
    "Line Breakers",
    "Class Act",
];

/// The nations of a game with their units, in which each nation's units stand by themselves.
fn nations(shelf: &Shelf, id: &str) -> Vec<(Option<String>, Vec<Unit>)> {
    let ruleset = shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).unwrap();
    let of = |catalogue: &muster_engine::ready::ReadyCatalogue| {
        let written = catalogue.written();
        (written.nation.clone(), written.units.iter().map(|unit| (**unit).clone()).collect())
    };
    ruleset.catalogues().iter().map(|catalogue| of(catalogue)).collect()
}

/// Which of the squadrons, each a unit and the name that a player gave it, have a name of another unit.
fn told(shelf: &Shelf, game: &str, nation: Option<&str>, squadrons: &[(&Unit, String)]) -> Vec<bool> {
    let ruleset = shelf.ruleset(&RulesetName::Id(game.to_owned()), &[]).unwrap();
    let kind = ruleset.declarations().group_kinds.keys().next();
    let mut told = Vec::new();
    for some in squadrons.chunks(40) {
        let mut list = format!("muster: 1\nruleset: {game}\nmfv: 1000\n");
        if let Some(nation) = nation {
            writeln!(list, "nation: {nation}").unwrap();
        }
        // Some games have squadrons in groups alone.
        let (head, at) = match kind {
            Some(kind) => (format!("groups:\n- kind: {kind}\n  squadrons:\n"), "/groups/0/squadrons"),
            None => ("squadrons:\n".to_owned(), "/squadrons"),
        };
        list.push_str(&head);
        for (unit, name) in some {
            writeln!(list, "  - {{unit: {}, name: {}}}", unit.id, serde_json::to_string(name).unwrap()).unwrap();
        }
        let report = judge_bytes(shelf, "list.yaml", list.as_bytes()).remove(0);
        let findings: Vec<&str> = report
            .findings
            .iter()
            .filter(|finding| finding.rule == FindingId::Remark(Remark::NamedLikeUnit))
            .map(|finding| finding.at[0].as_str())
            .collect();
        assert!(report.ruleset.is_some(), "{:?}", report.findings);
        told.extend((0..some.len()).map(|place| findings.contains(&format!("{at}/{place}/name").as_str())));
    }
    told
}

fn games(shelf: &Shelf) -> Vec<String> {
    shelf.editions().iter().map(|edition| edition.id.clone()).collect()
}

/// Whether the words of a name are all words of another.
fn is_part(name: &str, of: &Unit) -> bool {
    let own = slug(&format!("{} {}", of.name, of.aliases.join(" ")));
    slug(name).split('-').all(|word| own.split('-').any(|own| own == word || own == format!("{word}s")))
}

#[test]
fn every_disguise_of_every_unit_is_told() {
    let shelf = Shelf::built_in();
    let (mut tried, mut missed) = (0, Vec::new());
    for game in games(&shelf) {
        for (nation, units) in nations(&shelf, &game) {
            // Units of all nations may be in any list.
            let home = nation.clone().or_else(|| nations(&shelf, &game).into_iter().find_map(|(nation, _)| nation));
            for (how, disguise) in DISGUISES {
                let named: Vec<(&Unit, String, &str)> = units
                    .iter()
                    .enumerate()
                    .filter_map(|(place, other)| {
                        let name = disguise(&other.name)?;
                        let rest = units[place..].iter().skip(1).chain(&units[..place]);
                        // A fixed mix may be called by its ships, and a unit by a part of its own name.
                        let mut strangers = rest.filter(|unit| unit.members.is_empty() && !is_part(&name, unit));
                        Some((strangers.find(|unit| !is_part(&other.name, unit))?, name, other.name.as_str()))
                    })
                    .collect();
                let squadrons: Vec<(&Unit, String)> =
                    named.iter().map(|(unit, name, _)| (*unit, name.clone())).collect();
                let found = told(&shelf, &game, home.as_deref(), &squadrons);
                tried += found.len();
                for ((unit, name, other), _) in named.iter().zip(found).filter(|(_, is_told)| !is_told) {
                    missed.push(format!("{game} {nation:?} {how}: {} as {name:?} ({other})", unit.name));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{} of {tried}: {missed:#?}", missed.len());
    assert!(tried > 10_000, "{tried}");
}

#[test]
fn ordinary_names_are_not_told() {
    let shelf = Shelf::built_in();
    let mut wrong = Vec::new();
    for game in games(&shelf) {
        for (nation, units) in nations(&shelf, &game) {
            let Some(nation) = nation else { continue };
            let number = units.len().max(ORDINARY.len());
            let squadrons: Vec<(&Unit, String)> = (0..number)
                .map(|place| (&units[place % units.len()], ORDINARY[place % ORDINARY.len()].to_owned()))
                .collect();
            let found = told(&shelf, &game, Some(&nation), &squadrons);
            for ((unit, name), _) in squadrons.iter().zip(found).filter(|(_, is_told)| *is_told) {
                wrong.push(format!("{game} {nation}: {} as {name:?}", unit.name));
            }
            // Nor is the own name, in whatever form. A shortened one may be that of another.
            for (how, disguise) in DISGUISES.into_iter().filter(|(how, _)| *how != "shortened") {
                let own = units.iter().filter_map(|unit| Some((unit, disguise(&unit.name)?)));
                let own: Vec<(&Unit, String)> = own.collect();
                let found = told(&shelf, &game, Some(&nation), &own);
                for ((unit, name), _) in own.iter().zip(found).filter(|(_, is_told)| *is_told) {
                    wrong.push(format!("{game} {nation} {how}: {} as {name:?}", unit.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
