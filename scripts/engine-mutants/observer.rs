//! Reads the number of a mutant from each line of the input. Judges all golden lists with that mutant in the engine, and
//! prints the first list about which the engine tells something else.
//! `scripts/engine-mutants` compiles this with an engine that holds all mutants.
#![allow(missing_docs)]

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashSet};
use std::hash::{Hash, Hasher};
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_engine::list::RulesetName;
use muster_engine::mutants::{choose, reached, track};
use muster_engine::ready::Ruleset;
use muster_library::shelf::Shelf;
use muster_tests::golden::{GoldenList, golden_lists, with_club_units};
use muster_tests::told::{EngineTexts, catalogues, rules};

/// A game with its lists, and what the engine without a mutant tells.
struct Game {
    id: String,
    ruleset: Ruleset,
    /// The ruleset as it is made ready.
    made: Seen,
    /// The mutants in code that runs only once: it makes a part of the ruleset ready when a list first needs it.
    late: HashSet<u32>,
    units: Seen,
    lists: Vec<(GoldenList, Seen)>,
}

/// A digest of the engine's texts, and the mutants whose code ran while it made them.
struct Seen {
    digest: u64,
    reached: HashSet<u32>,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let games: Vec<Game> = folders.iter().map(|folder| game(folder)).collect();
    let lists: usize = games.iter().map(|game| game.lists.len()).sum();
    std::panic::set_hook(Box::new(|_| {}));
    println!("{lists}");
    for line in std::io::stdin().lines() {
        let mutant: u32 = line.unwrap().trim().parse().unwrap();
        let answer = games.iter().find_map(|game| notices(game, mutant));
        choose(0);
        let is_reached = || {
            let seen = |game: &Game| {
                let mut all = game.lists.iter().map(|(_, seen)| seen).chain([&game.units, &game.made]);
                game.late.contains(&mutant) || all.any(|seen| seen.reached.contains(&mutant))
            };
            games.iter().any(seen)
        };
        let answer = answer.unwrap_or_else(|| if is_reached() { "alive".into() } else { "unreached".into() });
        println!("{answer}");
        std::io::stdout().flush().unwrap();
    }
}

fn game(folder: &Path) -> Game {
    choose(0);
    let id = folder.file_name().unwrap().to_string_lossy().into_owned();
    let shelf = Shelf::built_in();
    let lists = golden_lists(folder);
    let nations: BTreeSet<String> = lists.iter().flat_map(|golden| golden.nations()).map(str::to_owned).collect();
    let nations: Vec<&str> = nations.iter().map(String::as_str).collect();
    let whole = shelf.ruleset(&RulesetName::Id(id.clone()), &nations).unwrap();
    let whole = with_club_units(&whole, folder);
    let made = seen(|| all_of(&anew(&whole)));
    choose(0);
    let ruleset = anew(&whole);
    // A ruleset makes some of its parts ready only when a list first needs them.
    let first = seen(|| of_list(&ruleset, &lists[0]));
    let again = seen(|| of_list(&ruleset, &lists[0]));
    let late = first.reached.difference(&again.reached).copied().collect();
    let lists = lists.into_iter().map(|golden| {
        let seen = seen(|| of_list(&ruleset, &golden));
        (golden, seen)
    });
    let lists = lists.collect();
    let units = seen(|| of_units(&ruleset));
    choose(0);
    Game { id, ruleset, made, late, units, lists }
}

/// The ruleset made ready again.
fn anew(of: &Ruleset) -> Ruleset {
    let anew = Ruleset::build(of.parts().clone()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let again = of.catalogues().iter().map(|ready| Arc::new(anew.catalogue(ready.written().clone()))).collect();
    anew.with_catalogues(again)
}

/// A digest of a made ruleset. The order of its lines does not count, because that of maps is not the same each time.
fn all_of(ruleset: &Ruleset) -> u64 {
    format!("{ruleset:#?}").lines().map(|line| digest(&line)).fold(0, u64::wrapping_add)
}

fn seen(told: impl Fn() -> u64) -> Seen {
    track();
    Seen { digest: told(), reached: reached().into_iter().collect() }
}

fn of_list(ruleset: &Ruleset, golden: &GoldenList) -> u64 {
    let mut told = EngineTexts::default();
    told.add(ruleset, golden);
    digest(&told.whole)
}

fn of_units(ruleset: &Ruleset) -> u64 {
    let units = catalogues(ruleset).into_iter().map(|(_, told)| told);
    digest(&units.chain([rules(ruleset)]).collect::<Vec<_>>())
}

fn digest(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What of a game is told otherwise under a mutant.
fn notices(game: &Game, mutant: u32) -> Option<String> {
    choose(mutant);
    let is_making = game.made.reached.contains(&mutant) || game.late.contains(&mutant);
    let made = is_making.then(|| {
        catch_unwind(AssertUnwindSafe(|| {
            let made = anew(&game.ruleset);
            let is_other = game.late.contains(&mutant) || all_of(&made) != game.made.digest;
            (made, is_other)
        }))
    });
    let (ruleset, is_other) = match &made {
        None => (&game.ruleset, false),
        Some(Ok((made, is_other))) => (made, *is_other),
        Some(Err(_)) => return Some(format!("killed {}: is not made ready", game.id)),
    };
    let differs = |seen: &Seen, told: &dyn Fn() -> u64| {
        (is_other || seen.reached.contains(&mutant))
            && catch_unwind(AssertUnwindSafe(|| {
                choose(mutant);
                told()
            }))
            .map_or(true, |digest| digest != seen.digest)
    };
    if differs(&game.units, &|| of_units(ruleset)) {
        return Some(format!("killed {}: units", game.id));
    }
    let noticed = game.lists.iter().find(|(golden, seen)| differs(seen, &|| of_list(ruleset, golden)));
    noticed.map(|(golden, _)| format!("killed {}: {}", game.id, golden.name.replace('\n', " ")))
}
