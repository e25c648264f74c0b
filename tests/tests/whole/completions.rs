//! The third verdict is sound: whatever an unknown word of a list turns out to mean, an error stays an error, and a definite
//! verdict stays.
//!
//! Something of a golden list is made unknown: a unit, a nation, a card, the MFV, a price, the sheet. What is judged of that list
//! must hold for all its completions. An option that a known unit does not offer, a number of models or a setting that is left
//! out are not unknown: the first is wrong, the others have a meaning of their own.
//!
//! `COMPLETIONS=1000000 cargo test --release --test whole completions -- --nocapture` tries so many, and says how many of
//! each kind.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use muster_engine::catalogue::Catalogue;
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Report, Severity, Verdict};
use muster_engine::sheet::Sheet;
use muster_library::lists::{Entry, lists};
use muster_library::shelf::Shelf;
use muster_tests::dice::Dice;
use muster_tests::golden::{Judged, golden_lists, with_club_units};
use rayon::prelude::*;
use serde_json::{Value, json};

/// How many completions are tried in each run of the tests.
const SAMPLE: usize = 20_000;

/// How many completions are tried of each list with something unknown.
const OF_EACH: usize = 4;

/// How far the next list is behind the last. It is prime, so that all lists have their turn.
const STRIDE: usize = 7919;

/// The most examples that are told of each fault.
const TOLD: usize = 2;

/// What no ruleset knows.
const UNKNOWN: &str = "Zzyzx";

#[test]
fn what_is_said_of_the_unknown_holds_for_every_completion() {
    let wanted = std::env::var("COMPLETIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(SAMPLE);
    let shelf = Shelf::built_in();
    let ids: BTreeSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    let games: Vec<Game> = ids.iter().map(|id| Game::new(&shelf, id)).collect();
    let all: Vec<(&Game, &Known)> =
        games.iter().flat_map(|game| game.lists.iter().map(move |list| (game, list))).collect();
    let mut tried: BTreeMap<String, usize> = BTreeMap::new();
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let found: Vec<Tried> = (0..wanted / OF_EACH)
        .into_par_iter()
        .map(|turn| {
            // A sample takes lists of all games.
            let (game, list) = all[turn * STRIDE % all.len()];
            game.look_at(list, &mut Dice(turn as u64))
        })
        .collect();
    for Tried { kind, count, taken_back } in found {
        *tried.entry(kind).or_default() += count;
        for (what, example) in taken_back {
            faults.entry(what).or_default().push(example);
        }
    }
    let total: usize = tried.values().sum();
    println!("{total} completions: {tried:?}");
    let mut told = String::new();
    for (what, examples) in &faults {
        let _ = writeln!(told, "{what}: {} times", examples.len());
        for example in examples.iter().take(TOLD) {
            let _ = writeln!(told, "    {example}");
        }
    }
    assert!(faults.is_empty(), "taken back:\n{told}");
    assert!(total * 2 > wanted.min(SAMPLE), "only {total} completions were tried");
}

/// A game with its golden lists.
struct Game {
    ruleset: Ruleset,
    lists: Vec<Known>,
    nations: Vec<String>,
}

/// A golden list in which everything is known that its author wrote.
struct Known {
    file: String,
    list: Value,
    sheet: Option<Sheet>,
}

/// What was tried of a list: the kind of what is unknown, how many completions, and what of it was taken back.
struct Tried {
    kind: String,
    count: usize,
    taken_back: Vec<(String, String)>,
}

/// Something in a list that can be made unknown.
enum Hole {
    /// A word at a JSON pointer, and the words that may stand there instead.
    Word { kind: &'static str, at: String, words: Vec<String> },
    /// A value at a JSON pointer that is left out, and the values that may stand there.
    Absent { kind: &'static str, at: String, values: Vec<Value> },
    /// The price of a unit: the places of its catalogue and of the unit in it.
    Price { catalogue: usize, unit: usize },
    /// The sheet.
    Sheet,
}

impl Game {
    fn new(shelf: &Shelf, id: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists").join(id);
        let whole = shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).expect("a shipped ruleset is whole");
        let ruleset = with_club_units(&whole, &folder);
        let lists = golden_lists(&folder).into_iter().filter_map(|golden| match golden.judged {
            Judged::List(list, sheet) => {
                let file = format!("{}: {}", golden.file.file_name()?.to_string_lossy(), golden.name);
                Some(Known { file, list: serde_json::to_value(*list).expect("a list is JSON"), sheet })
            }
            Judged::Sheet(_) => None,
        });
        let nations = ruleset.declarations().nations.keys().cloned().collect();
        Self { lists: lists.collect(), nations, ruleset }
    }

    /// Makes one or two things of a list unknown, and compares with some completions.
    fn look_at(&self, known: &Known, dice: &mut Dice) -> Tried {
        let mut holes = self.holes(&known.list, known.sheet.is_some());
        let count = if dice.roll(3) == 0 { 2 } else { 1 };
        let mut chosen: Vec<Hole> = Vec::new();
        for _ in 0..count {
            // Each kind as often as any other.
            let kinds: BTreeSet<&str> = holes.iter().map(Hole::kind).collect();
            let Some(kind) = kinds.iter().nth(dice.roll(kinds.len().max(1))).copied() else { break };
            let of_kind: Vec<usize> =
                holes.iter().enumerate().filter(|(_, hole)| hole.kind() == kind).map(|(place, _)| place).collect();
            let hole = holes.swap_remove(of_kind[dice.roll(of_kind.len())]);
            // What stands in the other is gone with it.
            let overlaps =
                |other: &Hole| other.at().zip(hole.at()).is_some_and(|(a, b)| a.starts_with(b) || b.starts_with(a));
            holes.retain(|other| !overlaps(other));
            chosen.push(hole);
        }
        let kind = chosen.iter().map(Hole::kind).collect::<Vec<_>>().join(" and ");
        let mut tried = Tried { kind, count: 0, taken_back: Vec::new() };
        // Left open: what is said of an unknown card where the nation is unknown, too (`trait-competitive`).
        let is_left_open = tried.kind.contains("card") && tried.kind.contains("nation");
        if chosen.is_empty() || is_left_open {
            return tried;
        }
        let with_holes = self.filled(known, &chosen, None);
        let Some(before) = with_holes.judge() else { return tried };
        for _ in 0..OF_EACH {
            let completion = self.filled(known, &chosen, Some(dice));
            let Some(after) = completion.judge() else { continue };
            tried.count += 1;
            for what in self.taken_back(&before, &after) {
                let example =
                    format!("{}\n      unknown:  {}\n      complete: {}", known.file, with_holes.list, completion.list);
                tried.taken_back.push((format!("{what} ({})", tried.kind), example));
            }
        }
        tried
    }

    /// What is said of a list with something unknown that does not hold for a completion.
    fn taken_back(&self, before: &Report, after: &Report) -> Vec<String> {
        let errors = |report: &Report| -> BTreeSet<String> {
            let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
            errors.map(|finding| self.first_alike(finding.rule.as_str())).collect()
        };
        let (now, then) = (errors(before), errors(after));
        let mut taken: Vec<String> = now.difference(&then).map(|rule| format!("error {rule}")).collect();
        let is_definite = matches!(before.verdict, Verdict::Legal | Verdict::Illegal);
        if is_definite && before.verdict != after.verdict && taken.is_empty() {
            taken.push(format!("verdict {:?}, then {:?} by {then:?}", before.verdict, after.verdict));
        }
        taken
    }

    /// The first rule with the same check: rules that share a check tell the same fault, each of its own squadrons.
    fn first_alike(&self, rule: &str) -> String {
        let check = |rule: &str| self.ruleset.rule(rule).and_then(|sourced| sourced.rule.check.as_ref());
        let alike = check(rule).and_then(|own| {
            self.ruleset.rules().iter().map(|sourced| &sourced.rule).find(|other| other.check.as_ref() == Some(own))
        });
        alike.map_or(rule, |alike| alike.id.as_str()).to_owned()
    }

    /// Everything of a list that can be made unknown.
    fn holes(&self, list: &Value, has_sheet: bool) -> Vec<Hole> {
        let mut holes = Vec::new();
        let home = list["nation"].as_str().and_then(|name| self.ruleset.nation(name));
        if list["nation"].is_string() {
            holes.push(Hole::Word { kind: "nation", at: "/nation".to_owned(), words: self.nations.clone() });
        }
        if list["mfv"].is_u64() {
            let values = [1, 250, 500, 750, 1000, 1500, 2000, 5000].map(Value::from).to_vec();
            holes.push(Hole::Absent {
                kind: "mfv",
                at: "/mfv".to_owned(),
                values: [values, vec![list["mfv"].clone()]].concat(),
            });
        }
        for (deck, cards) in list["decks"].as_object().into_iter().flatten() {
            let words: Vec<String> =
                self.ruleset.cards().iter().flat_map(|cards| &cards.cards).map(|card| card.id.clone()).collect();
            for (place, card) in cards.as_array().into_iter().flatten().enumerate() {
                if card.is_string() {
                    holes.push(Hole::Word { kind: "card", at: format!("/decks/{deck}/{place}"), words: words.clone() });
                }
            }
        }
        for (at, squadron) in squadrons(list) {
            let nation = squadron["nation"].as_str().and_then(|name| self.ruleset.nation(name)).or(home);
            if squadron["nation"].is_string() {
                holes.push(Hole::Word { kind: "nation", at: format!("{at}/nation"), words: self.nations.clone() });
            }
            holes.push(Hole::Word { kind: "unit", at: format!("{at}/unit"), words: self.units(nation) });
            let Some(unit) = squadron["unit"].as_str() else { continue };
            let Some((catalogue, ready)) = self.ruleset.find_unit(nation, unit) else { continue };
            let catalogue = self.ruleset.catalogues().iter().position(|other| std::ptr::eq(other.as_ref(), catalogue));
            let of_unit = catalogue.and_then(|catalogue| {
                let units = &self.ruleset.catalogues()[catalogue].written().units;
                let id = &self.ruleset.catalogues()[catalogue].unit(ready).id;
                Some((catalogue, units.iter().position(|other| other.id == *id && other.points.is_some())?))
            });
            if let Some((catalogue, unit)) = of_unit {
                holes.push(Hole::Price { catalogue, unit });
            }
        }
        if has_sheet {
            holes.push(Hole::Sheet);
        }
        holes
    }

    /// The units of a nation, and those of no nation.
    fn units(&self, nation: Option<&str>) -> Vec<String> {
        let here = self.ruleset.catalogues().iter().map(|catalogue| catalogue.written());
        let here = here.filter(|catalogue| catalogue.nation.is_none() || catalogue.nation.as_deref() == nation);
        here.flat_map(|catalogue| catalogue.units.iter().map(|unit| unit.id.clone())).collect()
    }

    /// A list with holes; or with what the dice put into them.
    fn filled<'k>(&self, known: &'k Known, holes: &[Hole], mut dice: Option<&mut Dice>) -> Trial<'k> {
        let mut list = known.list.clone();
        let mut sheet = known.sheet.as_ref();
        let mut ruleset = self.ruleset.clone();
        for hole in holes {
            match hole {
                Hole::Word { at, words, .. } => {
                    let word = dice.as_mut().and_then(|dice| dice.one(words)).map_or(UNKNOWN, String::as_str);
                    *list.pointer_mut(at).expect("a place of this list") = json!(word);
                }
                Hole::Absent { at, values, .. } => {
                    let (parent, key) = at.rsplit_once('/').expect("a pointer has a key");
                    let parent = list.pointer_mut(parent).and_then(Value::as_object_mut).expect("a place of this list");
                    match dice.as_mut().and_then(|dice| dice.one(values)) {
                        Some(value) => parent.insert(key.to_owned(), value.clone()),
                        None => parent.shift_remove(key),
                    };
                }
                Hole::Price { catalogue, unit } => {
                    let mut catalogues = ruleset.catalogues().to_vec();
                    let mut written = Catalogue::clone(catalogues[*catalogue].written());
                    let price = &mut Arc::make_mut(&mut written.units[*unit]).points;
                    *price = dice.as_mut().and_then(|dice| {
                        let other = u32::try_from(dice.roll(300)).ok();
                        if dice.roll(2) == 0 { *price } else { other }
                    });
                    catalogues[*catalogue] = Arc::new(ruleset.catalogue(written));
                    ruleset = ruleset.with_catalogues(catalogues);
                }
                Hole::Sheet if dice.is_none() => sheet = None,
                Hole::Sheet => {}
            }
        }
        Trial { ruleset, list, sheet }
    }
}

impl Hole {
    fn kind(&self) -> &'static str {
        match self {
            Self::Word { kind, .. } | Self::Absent { kind, .. } => kind,
            Self::Price { .. } => "price",
            Self::Sheet => "sheet",
        }
    }

    fn at(&self) -> Option<&str> {
        match self {
            Self::Word { at, .. } | Self::Absent { at, .. } => {
                Some(at.rsplit_once('/').map_or("", |(parent, _)| parent)).filter(|at| !at.is_empty())
            }
            Self::Price { .. } | Self::Sheet => None,
        }
    }
}

/// A list to judge.
struct Trial<'k> {
    ruleset: Ruleset,
    list: Value,
    sheet: Option<&'k Sheet>,
}

impl Trial<'_> {
    /// None if it is no list that can be read.
    fn judge(&self) -> Option<Report> {
        match lists(self.list.to_string().as_bytes()).pop()? {
            Entry::List(list, _) => Some(report(&self.ruleset, &list, self.sheet)),
            _ => None,
        }
    }
}

fn report(ruleset: &Ruleset, list: &ArmyList, sheet: Option<&Sheet>) -> Report {
    muster_engine::judge(ruleset, list, sheet).into_report()
}

/// All squadrons of a list with their JSON pointers, attached ones too.
fn squadrons(list: &Value) -> Vec<(String, &Value)> {
    fn add<'v>(at: &str, squadrons: &'v Value, all: &mut Vec<(String, &'v Value)>) {
        for (place, squadron) in squadrons.as_array().into_iter().flatten().enumerate() {
            let at = format!("{at}/{place}");
            add(&format!("{at}/attached"), &squadron["attached"], all);
            all.push((at, squadron));
        }
    }
    let mut all = Vec::new();
    add("/squadrons", &list["squadrons"], &mut all);
    for (place, group) in list["groups"].as_array().into_iter().flatten().enumerate() {
        add(&format!("/groups/{place}/squadrons"), &group["squadrons"], &mut all);
    }
    all
}
