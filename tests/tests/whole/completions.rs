//! The third verdict is sound: whatever an unknown word of a list turns out to mean, an error stays an error, and a definite
//! verdict stays.
//!
//! Something of a golden list is made unknown: a unit, a nation, a card, the MFV, a price, the sheet; or all of a kind is left
//! out, and the list says that it leaves this open. What is judged of that list must hold for all its completions. An option that
//! a known unit does not offer, a number of models or a setting that is left out are not unknown: the first is wrong, the others
//! have a meaning of their own.
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
use muster_engine::list::{ArmyList, OpenKind, RulesetName};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Report, Severity, Verdict};
use muster_engine::rule::Check;
use muster_engine::sheet::Sheet;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use muster_tests::dice::Dice;
use muster_tests::golden::{GoldenContent, golden_lists, with_club_units};
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
    let games: Vec<CompletionGame> = ids.iter().map(|id| CompletionGame::new(&shelf, id)).collect();
    let all: Vec<(&CompletionGame, &KnownList)> =
        games.iter().flat_map(|game| game.lists.iter().map(move |list| (game, list))).collect();
    let mut tried: BTreeMap<String, usize> = BTreeMap::new();
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let found: Vec<CompletionCount> = (0..wanted / OF_EACH)
        .into_par_iter()
        .map(|turn| {
            // A sample takes lists of all games.
            let (game, list) = all[turn * STRIDE % all.len()];
            game.look_at(list, &mut Dice(turn as u64))
        })
        .collect();
    for CompletionCount { kind, count, taken_back } in found {
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

/// How many completions of one list are tried to find a legal and an illegal one.
const BOTH: usize = 24;

/// Whatever is unknown, some list is undetermined because of it, and has a completion that is legal and one that is illegal. So
/// the third verdict does not stand where the second or the first could.
#[test]
fn what_is_undetermined_may_be_legal_or_illegal() {
    let shelf = Shelf::built_in();
    let ids: BTreeSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    let games: Vec<CompletionGame> = ids.iter().map(|id| CompletionGame::new(&shelf, id)).collect();
    let all: Vec<(&CompletionGame, &KnownList)> =
        games.iter().flat_map(|game| game.lists.iter().map(move |list| (game, list))).collect();
    let open = OpenKind::ALL.into_iter().map(OpenKind::word);
    let kinds: BTreeSet<&str> = open.chain(["nation", "mfv", "card", "unit", "price", "sheet"]).collect();
    let missing: Vec<&str> = kinds
        .into_par_iter()
        .filter(|kind| {
            let mut dice = Dice(0);
            let mut found = BTreeSet::new();
            !(0..all.len()).any(|turn| {
                let (game, list) = all[turn * STRIDE % all.len()];
                // A sheet has one completion: its own.
                if *kind != "sheet" {
                    found.clear();
                }
                game.has_both(list, kind, &mut dice, &mut found)
            })
        })
        .collect();
    assert!(missing.is_empty(), "no list has a legal and an illegal completion: {missing:?}");
}

/// Lists with an unknown unit in which an error was once taken back: the game, the golden list, the place of the unit, and the rule.
const TAKEN_BACK: [(&str, &str, &str, &str); 4] = [
    // It may bring its own by another special rule.
    (
        "dw-2.5",
        "A monitor and a carrier that is attached to it bring their own each",
        "/squadrons/0/attached/0/unit",
        "support-combine",
    ),
    // It may be another one of this name than the row of the sheet.
    ("legions-2.0", "one who died", "/groups/0/squadrons/3/unit", "dl-dead-banned"),
    // It may open a slot, and leave a required one empty.
    ("legions-2.0", "A Heavy Support Section beside one Line Section", "/groups/0/squadrons/0/unit", "dl-heavy-limit"),
    // It may be what a card asks for.
    ("legions-2.0", "The Character is not there", "/groups/0/squadrons/1/unit", "dl-tac-character"),
];

#[test]
fn what_was_once_taken_back_is_undetermined() {
    let shelf = Shelf::built_in();
    for (id, name, at, rule) in TAKEN_BACK {
        let game = CompletionGame::new(&shelf, id);
        let known = game.lists.iter().find(|known| known.list["name"] == name).expect(name);
        let mut list = known.list.clone();
        *list.pointer_mut(at).expect(at) = json!(UNKNOWN);
        let trial = CompletionTrial { ruleset: game.ruleset, list, sheet: known.sheet.as_ref() };
        let report = trial.judge().expect(name);
        let of_rule = report.findings.iter().filter(|finding| finding.rule.as_str() == rule);
        let severities: BTreeSet<Severity> = of_rule.map(|finding| finding.severity).collect();
        assert_eq!(severities, [Severity::Undetermined].into(), "{name}");
    }
}

/// A game with its golden lists.
struct CompletionGame {
    ruleset: Ruleset,
    lists: Vec<KnownList>,
    nations: Vec<String>,
}

/// A golden list in which everything is known that its author wrote.
struct KnownList {
    file: String,
    list: Value,
    sheet: Option<Sheet>,
}

/// What was tried of a list: the kind of what is unknown, how many completions, and what of it was taken back.
struct CompletionCount {
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
    /// Everything of a kind, which the list leaves open.
    Open(OpenKind),
}

impl CompletionGame {
    fn new(shelf: &Shelf, id: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists").join(id);
        let whole = shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).expect("a shipped ruleset is whole");
        let ruleset = with_club_units(&whole, &folder);
        let lists = golden_lists(&folder).into_iter().filter_map(|golden| match golden.judged {
            GoldenContent::List(list, sheet) => {
                let file = format!("{}: {}", golden.file.file_name()?.to_string_lossy(), golden.name);
                Some(KnownList { file, list: serde_json::to_value(*list).expect("a list is JSON"), sheet })
            }
            GoldenContent::Sheet(_) => None,
        });
        let nations = ruleset.declarations().nations.keys().cloned().collect();
        Self { lists: lists.collect(), nations, ruleset }
    }

    /// Makes one or two things of a list unknown, and compares with some completions.
    fn look_at(&self, known: &KnownList, dice: &mut Dice) -> CompletionCount {
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
            let of_decks = |hole: &Hole| matches!(hole, Hole::Open(OpenKind::Decks)) || hole.kind() == "card";
            holes.retain(|other| !(overlaps(other) || of_decks(other) && of_decks(&hole)));
            chosen.push(hole);
        }
        let kind = chosen.iter().map(Hole::kind).collect::<Vec<_>>().join(" and ");
        let mut tried = CompletionCount { kind, count: 0, taken_back: Vec::new() };
        if chosen.is_empty() {
            return tried;
        }
        let with_holes = self.filled(known, &chosen, None);
        let Some(before) = with_holes.judge() else { return tried };
        for _ in 0..OF_EACH {
            let completion = self.filled(known, &chosen, Some(dice));
            let after = completion.judge().filter(|after| after.verdict != Verdict::Unreadable);
            let Some(after) = after else { continue };
            // Options that are left open are options that the unit allows.
            let states_options =
                chosen.iter().any(|hole| matches!(hole, Hole::Open(OpenKind::Options | OpenKind::Marks)));
            if states_options && !self.allows_options(&before, &after) {
                continue;
            }
            tried.count += 1;
            for what in self.taken_back(&before, &after) {
                let example =
                    format!("{}\n      unknown:  {}\n      complete: {}", known.file, with_holes.list, completion.list);
                tried.taken_back.push((format!("{what} ({})", tried.kind), example));
            }
        }
        tried
    }

    /// Whether a list is undetermined with something of a kind unknown, and has a legal and an illegal completion.
    /// Those that were found are added to `found`.
    fn has_both(&self, known: &KnownList, kind: &str, dice: &mut Dice, found: &mut BTreeSet<&str>) -> bool {
        let mut holes = self.holes(&known.list, known.sheet.is_some());
        holes.retain(|hole| hole.kind() == kind);
        if holes.is_empty() {
            return false;
        }
        let chosen = [holes.swap_remove(dice.roll(holes.len()))];
        let verdict = |trial: CompletionTrial| trial.judge().map(|report| report.verdict);
        let is_open = verdict(self.filled(known, &chosen, None)) == Some(Verdict::Undetermined);
        is_open
            && (0..BOTH).any(|_| {
                match verdict(self.filled(known, &chosen, Some(dice))) {
                    Some(Verdict::Legal) => found.insert("legal"),
                    Some(Verdict::Illegal) => found.insert("illegal"),
                    _ => false,
                };
                found.len() == 2
            })
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

    /// Whether options break no limit of their units that they did not break before.
    fn allows_options(&self, before: &Report, after: &Report) -> bool {
        let errors = |report: &Report| -> BTreeSet<String> {
            let of_options = |rule: &str| {
                let check = self.ruleset.rule(rule).and_then(|sourced| sourced.rule.check.as_ref());
                matches!(check, Some(Check::Options | Check::OptionsOf(_) | Check::Marks))
            };
            let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
            errors.filter(|finding| of_options(finding.rule.as_str())).flat_map(|finding| finding.at.clone()).collect()
        };
        errors(after).is_subset(&errors(before))
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
        let (mut holes, mut writes_marks) = (Vec::new(), false);
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
            let is_mark = |name: &str| ready.find(name).is_some_and(|option| ready.is_mark(option));
            writes_marks |= options(squadron).into_iter().any(is_mark);
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
        // A Mark that is written as an option would go with the options.
        let is_apart = |kind: &OpenKind| match kind {
            OpenKind::Mfv => false,
            OpenKind::Options | OpenKind::Marks => !writes_marks,
            _ => true,
        };
        holes.extend(OpenKind::ALL.into_iter().filter(is_apart).map(Hole::Open));
        holes
    }

    /// The units of a nation, and those of no nation.
    fn units(&self, nation: Option<&str>) -> Vec<String> {
        let here = self.ruleset.catalogues().iter().map(|catalogue| catalogue.written());
        let here = here.filter(|catalogue| catalogue.nation.is_none() || catalogue.nation.as_deref() == nation);
        here.flat_map(|catalogue| catalogue.units.iter().map(|unit| unit.id.clone())).collect()
    }

    /// A list with holes; or with what the dice put into them.
    fn filled<'k>(&self, known: &'k KnownList, holes: &[Hole], mut dice: Option<&mut Dice>) -> CompletionTrial<'k> {
        let mut list = known.list.clone();
        let mut sheet = known.sheet.as_ref();
        let mut ruleset = self.ruleset.clone();
        for hole in holes {
            match hole {
                Hole::Word { at, words, .. } => {
                    let word = dice.as_deref_mut().and_then(|dice| dice.one(words)).map_or(UNKNOWN, String::as_str);
                    *list.pointer_mut(at).expect("a place of this list") = json!(word);
                }
                Hole::Absent { at, values, .. } => {
                    let (parent, key) = at.rsplit_once('/').expect("a pointer has a key");
                    let parent = list.pointer_mut(parent).and_then(Value::as_object_mut).expect("a place of this list");
                    match dice.as_deref_mut().and_then(|dice| dice.one(values)) {
                        Some(value) => parent.insert(key.to_owned(), value.clone()),
                        None => parent.shift_remove(key),
                    };
                }
                Hole::Price { catalogue, unit } => {
                    let mut catalogues = ruleset.catalogues().to_vec();
                    let mut written = Catalogue::clone(catalogues[*catalogue].written());
                    let price = &mut Arc::make_mut(&mut written.units[*unit]).points;
                    *price = dice.as_deref_mut().and_then(|dice| {
                        let other = u32::try_from(dice.roll(300)).ok();
                        if dice.roll(2) == 0 { *price } else { other }
                    });
                    catalogues[*catalogue] = Arc::new(ruleset.catalogue(written));
                    ruleset = ruleset.with_catalogues(catalogues);
                }
                Hole::Sheet if dice.is_none() => sheet = None,
                Hole::Sheet => {}
                Hole::Open(kind) => match dice.as_deref_mut() {
                    None => leave_open(&mut list, *kind),
                    Some(dice) => self.state(&mut list, *kind, dice),
                },
            }
        }
        CompletionTrial { ruleset, list, sheet }
    }

    /// States what a list left open of a kind: as its author did, or as the dice say.
    fn state(&self, list: &mut Value, kind: OpenKind, dice: &mut Dice) {
        if dice.roll(3) == 0 {
            return;
        }
        let declarations = self.ruleset.declarations();
        let home = list["nation"].as_str().and_then(|name| self.ruleset.nation(name)).map(str::to_owned);
        match kind {
            OpenKind::Core | OpenKind::Settings => {
                remove(list, kind);
                for (id, setting) in &declarations.settings {
                    let is_asked = kind == OpenKind::Settings || id == kind.word();
                    // What gives numbers to another setting, and the numbers themselves, are not stated together.
                    if !is_asked || setting.given_by.is_some() || dice.roll(2) == 0 {
                        continue;
                    }
                    let words: Vec<Value> = setting.values.keys().map(|word| json!(word)).collect();
                    let values = if words.is_empty() { vec![json!(true), json!(false), json!(2)] } else { words };
                    let settings = list.as_object_mut().expect("a list").entry("settings").or_insert_with(|| json!({}));
                    settings[id] = dice.one(&values).expect("there are values").clone();
                }
            }
            OpenKind::Decks => remove(list, kind),
            OpenKind::Roles | OpenKind::Options | OpenKind::Marks | OpenKind::Allocations => {
                remove(list, kind);
                let roles: Vec<&String> = declarations.roles.keys().collect();
                let allocations: Vec<&String> = declarations.allocations.keys().collect();
                each_squadron(list, home.as_deref(), &mut |squadron, nation| {
                    let named = squadron["nation"].as_str().and_then(|name| self.ruleset.nation(name)).or(nation);
                    let unit = squadron["unit"].as_str().unwrap_or_default();
                    let ready = self.ruleset.find_unit(named, unit).map(|(_, ready)| ready);
                    let options = |is_mark: bool| -> Vec<(usize, &str)> {
                        let of = ready
                            .into_iter()
                            .flat_map(|ready| ready.options.iter().enumerate().map(move |it| (ready, it)));
                        of.filter(|(ready, (place, _))| ready.is_mark(*place) == is_mark)
                            .map(|(_, (place, option))| (place, option.id.as_str()))
                            .collect()
                    };
                    let stated = match kind {
                        OpenKind::Roles => dice.one(&roles).map(|role| ("roles", json!([role]))),
                        OpenKind::Allocations => dice.one(&allocations).map(|it| ("allocation", json!(it))),
                        OpenKind::Marks => dice.one(&options(true)).map(|(_, id)| ("mark", json!(id))),
                        _ => {
                            let all = options(false);
                            let pick = |dice: &mut Dice| {
                                let (_, id) = dice.one(&all).copied()?;
                                Some(if dice.roll(2) == 0 { json!(id) } else { json!({ (id): 1 }) })
                            };
                            let count = 1 + dice.roll(2);
                            let picks: Vec<Value> = (0..count).filter_map(|_| pick(dice)).collect();
                            (!picks.is_empty()).then(|| ("options", json!(picks)))
                        }
                    };
                    if let Some((key, value)) = stated.filter(|_| dice.roll(2) == 0) {
                        squadron[key] = value;
                    }
                });
            }
            OpenKind::Mfv => {}
        }
    }
}

/// Removes everything of a kind from a list, and says that the list leaves it open.
fn leave_open(list: &mut Value, kind: OpenKind) {
    remove(list, kind);
    let list = list.as_object_mut().expect("a list");
    let open = list.entry("open").or_insert_with(|| json!([]));
    open.as_array_mut().expect("a list of kinds").push(json!(kind.word()));
}

/// Removes everything of a kind from a list.
fn remove(list: &mut Value, kind: OpenKind) {
    let removes = |from: &mut Value, key: &str| _ = from.as_object_mut().map(|from| from.shift_remove(key));
    let key = match kind {
        OpenKind::Core => {
            if let Some(settings) = list.get_mut("settings") {
                removes(settings, kind.word());
            }
            return;
        }
        OpenKind::Settings | OpenKind::Decks | OpenKind::Mfv => return removes(list, kind.word()),
        OpenKind::Roles => "roles",
        OpenKind::Options => "options",
        OpenKind::Marks => "mark",
        OpenKind::Allocations => "allocation",
    };
    each_squadron(list, None, &mut |squadron, _| {
        removes(squadron, key);
        for part in squadron.get_mut("models").and_then(Value::as_array_mut).into_iter().flatten() {
            removes(part, key);
        }
    });
}

/// Changes each squadron of a list, attached ones too. Comes with the nation that it has if it states none.
fn each_squadron(list: &mut Value, home: Option<&str>, change: &mut dyn FnMut(&mut Value, Option<&str>)) {
    fn each(squadrons: &mut Value, nation: Option<&str>, change: &mut dyn FnMut(&mut Value, Option<&str>)) {
        for squadron in squadrons.as_array_mut().into_iter().flatten() {
            change(squadron, nation);
            if let Some(attached) = squadron.get_mut("attached") {
                each(attached, nation, change);
            }
        }
    }
    for key in ["squadrons", "sections", "units"] {
        if let Some(squadrons) = list.get_mut(key) {
            each(squadrons, home, change);
        }
    }
    for group in list.get_mut("groups").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(squadrons) = group.get_mut("squadrons") {
            each(squadrons, home, change);
        }
    }
}

impl Hole {
    fn kind(&self) -> &'static str {
        match self {
            Self::Word { kind, .. } | Self::Absent { kind, .. } => kind,
            Self::Price { .. } => "price",
            Self::Sheet => "sheet",
            Self::Open(kind) => kind.word(),
        }
    }

    fn at(&self) -> Option<&str> {
        match self {
            Self::Word { at, .. } | Self::Absent { at, .. } => {
                Some(at.rsplit_once('/').map_or("", |(parent, _)| parent)).filter(|at| !at.is_empty())
            }
            Self::Price { .. } | Self::Sheet | Self::Open(_) => None,
        }
    }
}

/// A list to judge.
struct CompletionTrial<'k> {
    ruleset: Ruleset,
    list: Value,
    sheet: Option<&'k Sheet>,
}

impl CompletionTrial<'_> {
    /// None if it is no list that can be read.
    fn judge(&self) -> Option<Report> {
        match lists(self.list.to_string().as_bytes()).pop()? {
            FileDocument::List(list, _) => Some(report(&self.ruleset, &list, self.sheet)),
            _ => None,
        }
    }
}

fn report(ruleset: &Ruleset, list: &ArmyList, sheet: Option<&Sheet>) -> Report {
    muster_engine::judge(ruleset, list, sheet).into_report()
}

/// The names of the options that a squadron and its parts state.
fn options(squadron: &Value) -> Vec<&str> {
    let parts = squadron["models"].as_array().into_iter().flatten();
    let picks = std::iter::once(squadron).chain(parts).flat_map(|of| of["options"].as_array().into_iter().flatten());
    picks
        .flat_map(|pick| match pick {
            Value::String(name) => vec![name.as_str()],
            Value::Object(counts) => counts.keys().map(String::as_str).collect(),
            _ => Vec::new(),
        })
        .collect()
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
