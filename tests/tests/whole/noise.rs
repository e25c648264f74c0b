//! Texts of lists, disturbed as people, mails and forums disturb them. What is read then must be the same list, or be told
//! as doubtful. A list that changes without a word is an error.
//!
//! `cargo test --test whole noise -- --nocapture` says how many texts are read as before. Each run reads a sample; with
//! `NOISE=1` it reads all, and with `NOISE=word` it shows what was doubted where the style or disturbance has this word. `NOISE="1
//! word"` shows this of all.

// A failing setup fails the test.
#![allow(clippy::expect_used, clippy::format_collect, clippy::too_many_lines)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use muster_engine::summary::{SquadronLine, Summary, summary};
use muster_exchange::listing::{Listing, Markup, TextContext, TextReader, write};
use muster_library::shelf::Shelf;
use muster_tests::dice::Dice;
use muster_tests::golden::{GoldenContent, golden_lists};
use rayon::prelude::*;

/// How many of the texts each run reads.
const ONE_OF: usize = 150;

/// A list and what is written of it.
struct WrittenList<'r> {
    reader: &'r TextReader<'r>,
    list: ArmyList,
    summary: Summary,
    /// A word of the name of another unit of its nation, which people call their fleets by.
    word: String,
}

/// A line of a text.
#[derive(Clone)]
struct TextLine {
    text: String,
    /// It stands for a squadron.
    is_entry: bool,
}

type NoisyText = Vec<TextLine>;

fn line(text: impl Into<String>) -> TextLine {
    TextLine { text: text.into(), is_entry: false }
}

/// The ways in which a list is written.
const STYLES: [&str; 12] = [
    "lines",
    "times",
    "behind",
    "bullets",
    "prices",
    "each",
    "product",
    "caption",
    "own-lines",
    "muster-text",
    "muster-bare",
    "muster-markdown",
];

fn written(case: &WrittenList, style: &str) -> NoisyText {
    let WrittenList { reader, list, summary, .. } = case;
    let nation = list.nation.as_deref().and_then(|id| reader.ruleset().declarations().nations.get(id));
    let nation = nation.map_or("", |nation| nation.name.as_str());
    if let Some(own) = style.strip_prefix("muster-") {
        let report = muster_engine::check(reader.ruleset(), list);
        let style = if own == "markdown" { Markup::Markdown } else { Markup::Text };
        let text = write(reader.ruleset(), list, summary, &report, style).text;
        // The last line is what says that Muster wrote it.
        let text = text.trim_end().rsplit_once('\n').map_or("", |(text, _)| text);
        let bare =
            |text: &str| if own == "bare" { text.trim().trim_matches('=').trim().to_owned() } else { text.to_owned() };
        return text.lines().map(|text| line(bare(text))).collect();
    }
    let mfv = list.mfv.map(|mfv| format!(", {mfv} points")).unwrap_or_default();
    let mut text = vec![line(format!("{nation}{mfv}")), line("")];
    for squadron in &summary.squadrons {
        let lines = squadron_lines(squadron, style);
        match text.last_mut().filter(|above| style == "caption" && squadron.depth > 0 && above.is_entry) {
            // `3 Gulls with 2 Terns`
            Some(above) => {
                let escort: String = lines.into_iter().map(|line| line.text.trim().to_owned()).collect();
                above.text = format!("{} with {escort}", above.text);
            }
            None => text.extend(lines),
        }
    }
    text
}

fn squadron_lines(squadron: &SquadronLine, style: &str) -> NoisyText {
    let SquadronLine { unit, models, depth, .. } = squadron;
    let indent = "  ".repeat(usize::try_from(*depth).expect("a depth"));
    let points = squadron.points.unwrap_or(0);
    let extras: Vec<&str> = squadron.roles.iter().chain(&squadron.options).map(String::as_str).collect();
    let counted = |mark: &str| if *models == 0 { String::new() } else { format!("{models}{mark} ") };
    let said = |mark: &str| if extras.is_empty() { String::new() } else { format!("{mark}{}", extras.join(", ")) };
    let entry = match style {
        "lines" => format!("{indent}{}{unit}{}", counted(""), said(": ")),
        "times" => format!("{indent}{}{unit} - {points}pts{}", counted("x"), said(", ")),
        "behind" if *models > 0 => format!("{indent}{unit} x{models} [{points}]{}", said(" with ")),
        "bullets" => format!("{indent}- {}{unit} @ {points}{}", counted(" x"), said(" + ")),
        "prices" if *models > 1 && points % i64::from(*models) == 0 => {
            format!("{indent}{}{unit} ({models}x{}={points}){}", counted(""), points / i64::from(*models), said(": "))
        }
        "each" if *models > 1 && points % i64::from(*models) == 0 && extras.is_empty() => {
            format!("{indent}{models} {unit} @ {} each", points / i64::from(*models))
        }
        "product" if *models > 0 && points % i64::from(*models) == 0 => {
            format!("{indent}{unit} {models}x{}={points}{}", points / i64::from(*models), said(", "))
        }
        "caption" if *models > 0 => format!("{indent}{models} {unit}{}", said(", ")),
        "own-lines" => format!("{indent}{}{unit} ({points})", counted("")),
        _ => format!("{indent}{}{unit} ({points}){}", counted(""), said(": ")),
    };
    let mut text = vec![TextLine { text: entry, is_entry: true }];
    if style == "own-lines" {
        text.extend(extras.iter().map(|extra| line(format!("{indent}  {extra}"))));
    }
    text
}

/// What people, mails and forums do to a text.
const DISTURBANCES: [&str; 30] = [
    "title",
    "fleet",
    "signature",
    "dashes",
    "greeting",
    "thanks",
    "club",
    "date",
    "total-above",
    "total-below",
    "quoted",
    "fenced",
    "no-break",
    "decomposed",
    "mfv-blank",
    "mfv-k",
    "remark",
    "person",
    "bullets",
    "numbered",
    "link",
    "game",
    "mfv-quote",
    "mfv-point",
    "trade",
    "german",
    "polish",
    "opponent",
    "question",
    "numbers-words",
];

fn disturbed(case: &WrittenList, text: &NoisyText, disturbance: &str) -> Option<String> {
    let WrittenList { list, word, summary, reader, .. } = case;
    let mut text = text.clone();
    let all = |text: NoisyText| text.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n") + "\n";
    let total = summary.points;
    let mfv = list.mfv.unwrap_or(1000);
    match disturbance {
        "title" => text.insert(0, line(format!("{word} Fleet"))),
        "fleet" => text.splice(0..0, [line(format!("The {word} of Doom")), line("")]).for_each(drop),
        "signature" => text.extend([line(""), line("Cheers,"), line(format!("Tom {word}"))]),
        "dashes" => text.extend([line("-- "), line(format!("Tom {word}"))]),
        "greeting" => {
            text.splice(0..0, [line("Hi all,"), line("here is my list for Saturday:"), line("")]).for_each(drop);
        }
        "thanks" => text.extend([line(""), line("Thanks, and see you there!")]),
        "club" => text.insert(0, line(format!("{word} Wargaming Club"))),
        "date" => text.insert(0, line("21/11/2026")),
        "total-above" => text.insert(0, line(format!("Home Fleet ({} pts)", total?))),
        "total-below" => text.push(line(format!("Total: {}", total?))),
        "quoted" => text.iter_mut().for_each(|line| line.text.insert_str(0, "> ")),
        "fenced" => text = std::iter::once(line("```")).chain(text).chain([line("```")]).collect(),
        "no-break" => text.iter_mut().for_each(|line| line.text = line.text.replace(' ', "\u{a0}")),
        "decomposed" => text.iter_mut().for_each(|line| line.text = decomposed(&line.text)),
        "mfv-blank" | "mfv-k" | "mfv-quote" | "mfv-point" => {
            let said = match disturbance {
                "mfv-blank" => format!("{} {:03}", mfv / 1000, mfv % 1000),
                "mfv-quote" => format!("{}'{:03}", mfv / 1000, mfv % 1000),
                "mfv-point" => format!("{}.{:03}", mfv / 1000, mfv % 1000),
                _ => format!("{}.{}k", mfv / 1000, mfv % 1000 / 100),
            };
            if mfv < 1000 || mfv % 100 != 0 || !text[0].text.contains(&format!(", {mfv} points")) {
                return None;
            }
            text[0].text = text[0].text.replace(&format!("{mfv} points"), &format!("{said} points"));
        }
        "remark" => {
            let entry = text.iter_mut().filter(|line| line.is_entry).nth(1)?;
            entry.text.push_str(" - these are still unpainted");
        }
        "person" => text.insert(0, line(format!("Player: Tom {word}"))),
        "bullets" => text.iter_mut().filter(|line| !line.text.is_empty()).for_each(|line| {
            let at = line.text.len() - line.text.trim_start().len();
            line.text.insert_str(at, "\u{2022} ");
        }),
        "numbered" => text.iter_mut().filter(|line| line.is_entry && !line.text.starts_with(' ')).enumerate().for_each(
            |(at, line)| {
                line.text.insert_str(0, &format!("{}. ", at + 1));
            },
        ),
        "link" => text.push(line("https://example.org/forum/viewtopic.php?t=2024")),
        "trade" => text.extend([line(""), line("--"), line(format!("Tom, always looking for 2x {word}"))]),
        "german" => {
            text.splice(0..0, [line("Moin zusammen,"), line("hier meine Liste f\u{fc}r Samstag:"), line("")])
                .for_each(drop);
            text.extend([line(""), line("Viele Gr\u{fc}\u{df}e"), line(format!("Tom {word}"))]);
        }
        "polish" => {
            text.splice(0..0, [line("Cze\u{15b}\u{107},"), line("oto moja rozpiska na sobot\u{119}:"), line("")])
                .for_each(drop);
            text.extend([line(""), line("Pozdrawiam"), line(format!("Tomek {word}"))]);
        }
        "opponent" => {
            text.extend([line(""), line(format!("My opponent Tom brought his {word}, which was hard to beat."))]);
        }
        "question" => text.extend([line(""), line(format!("Or should I take another {word} instead?"))]),
        "numbers-words" => {
            let entry = text.iter_mut().find(|line| line.is_entry && line.text.starts_with("2 "))?;
            entry.text = format!("two {}", &entry.text[2..]);
        }
        "game" => text.insert(0, line(reader.ruleset().declarations().name.clone())),
        _ => unreachable!("{disturbance}"),
    }
    Some(all(text))
}

/// Letters with their accents apart.
fn decomposed(text: &str) -> String {
    const PAIRS: [(char, &str); 12] = [
        ('\u{fc}', "u\u{308}"),
        ('\u{f6}', "o\u{308}"),
        ('\u{e4}', "a\u{308}"),
        ('\u{e9}', "e\u{301}"),
        ('\u{e8}', "e\u{300}"),
        ('\u{f3}', "o\u{301}"),
        ('\u{e1}', "a\u{301}"),
        ('\u{ed}', "i\u{301}"),
        ('\u{f1}', "n\u{303}"),
        ('\u{dc}', "U\u{308}"),
        ('\u{c9}', "E\u{301}"),
        ('\u{d6}', "O\u{308}"),
    ];
    PAIRS.iter().fold(text.to_owned(), |text, (whole, parts)| text.replace(*whole, parts))
}

/// What matters of a list: the squadrons with their models, options and roles, the nation and the MFV.
fn content(ruleset: &Ruleset, list: &ArmyList) -> (Vec<String>, Option<String>, Option<u32>) {
    let line = |line: &SquadronLine| {
        let SquadronLine { unit, unit_id, models, options, role_ids, depth, .. } = line;
        // A text names options. Of those with the same name, it does not say which.
        let mut options = options.clone();
        options.sort();
        format!("{depth} {models} {} {options:?} {role_ids:?}", unit_id.as_ref().unwrap_or(unit))
    };
    let mut all: Vec<String> = summary(ruleset, list).squadrons.iter().map(line).collect();
    all.sort();
    (all, list.nation.clone(), list.mfv)
}

/// Reads a list and that of an opponent, each below a name. Both must be there as they are alone.
fn beside_another(
    case: &WrittenList,
    cases: &[WrittenList],
    plain: &str,
    base: &Listing,
) -> Option<(String, NoiseOutcome, String)> {
    let ruleset = case.reader.ruleset();
    let is_other = |other: &&WrittenList| {
        std::ptr::eq(other.reader, case.reader)
            && other.list.nation != case.list.nation
            && other.list.mfv == case.list.mfv
    };
    let other = cases.iter().find(is_other).filter(|other| !other.summary.squadrons.is_empty())?;
    if case.summary.squadrons.is_empty() {
        return None;
    }
    let second: String = written(other, "lines").iter().map(|line| format!("{}\n", line.text)).collect();
    let alone = case.reader.read(&second, TextContext::default());
    let text = format!("Anna Berg\n{plain}\nTom Hill\n{second}");
    let read = case.reader.read_all(&text, TextContext::default());
    let wanted = [content(ruleset, &base.list), content(ruleset, &alone.list)];
    let found: Vec<_> = read.iter().map(|listing| content(ruleset, &listing.list)).collect();
    let doubts = |listings: &[&Listing]| listings.iter().map(|listing| listing.doubts.len()).sum::<usize>();
    let outcome = if found == wanted {
        NoiseOutcome::Same
    } else if doubts(&read.iter().collect::<Vec<_>>()) > doubts(&[base, &alone]) {
        NoiseOutcome::Doubted
    } else {
        NoiseOutcome::Silent
    };
    Some(("two lists".to_owned(), outcome, format!("{text}\n{found:#?}\n{wanted:#?}")))
}

/// Whether something is told as doubtful of a text that is not told of another.
fn doubts_more(listing: &Listing, than: &Listing) -> bool {
    listing.doubts.iter().any(|doubt| !than.doubts.iter().any(|other| other.sentence() == doubt.sentence()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NoiseOutcome {
    Same,
    Doubted,
    Silent,
}

#[test]
fn a_disturbed_text_is_read_the_same_or_doubted() {
    let shelf = Shelf::built_in();
    let wanted = std::env::var("NOISE").unwrap_or_default();
    let is_all = wanted.starts_with('1');
    let wanted = wanted.strip_prefix("1 ").unwrap_or(&wanted).to_owned();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rulesets: Vec<(String, Ruleset)> = shelf
        .editions()
        .into_iter()
        .map(|edition| {
            (
                edition.id.clone(),
                shelf.ruleset(&muster_engine::list::RulesetName::Id(edition.id.clone()), &[]).expect("shipped"),
            )
        })
        .collect();
    let readers: Vec<(String, TextReader)> =
        rulesets.iter().map(|(id, ruleset)| (id.clone(), TextReader::new(ruleset))).collect();
    let mut cases: Vec<WrittenList> = Vec::new();
    for (id, reader) in &readers {
        let mut dice = Dice(37);
        for folder in [root.join("lists").join(id), root.join("../examples").join(id)] {
            for golden in golden_lists(&folder) {
                let GoldenContent::List(list, _) = golden.judged else { continue };
                let is_whole = summary(reader.ruleset(), &list).squadrons.iter().all(|line| line.unit_id.is_some());
                let is_legal = muster_engine::check(reader.ruleset(), &list).verdict == Verdict::Legal;
                if !is_whole || !is_legal || list.sheet.is_some() || list.nation.is_none() || list.mfv.is_none() {
                    continue;
                }
                let summary = summary(reader.ruleset(), &list);
                let names: Vec<&str> = reader
                    .ruleset()
                    .catalogues()
                    .iter()
                    .filter(|catalogue| catalogue.written().nation == list.nation)
                    .flat_map(|catalogue| catalogue.written().units.iter().map(|unit| unit.name.as_str()))
                    .collect();
                let Some(name) = dice.one(&names) else { continue };
                let word = name.split(' ').next().unwrap_or_default().to_owned();
                cases.push(WrittenList { reader, list: *list, summary, word });
            }
        }
    }
    let mut tries = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        for (place, style) in STYLES.iter().enumerate() {
            if is_all || (at + place * 7).is_multiple_of(ONE_OF) {
                tries.push((case, *style));
            }
        }
    }
    let outcomes: Vec<(String, NoiseOutcome, String)> = tries
        .par_iter()
        .flat_map_iter(|(case, style)| {
            let ruleset = case.reader.ruleset();
            let text = written(case, style);
            let plain: String = text.iter().map(|line| format!("{}\n", line.text)).collect();
            let base = case.reader.read(&plain, TextContext::default());
            let judged = |listing: &Listing, than: &Listing| {
                if content(ruleset, &listing.list) == content(ruleset, &than.list) {
                    NoiseOutcome::Same
                } else if doubts_more(listing, than) {
                    NoiseOutcome::Doubted
                } else {
                    NoiseOutcome::Silent
                }
            };
            let mut found = Vec::new();
            // A number beside the nation that is the sum of the prices is no limit, though it may be equal to it.
            let mut read = base.list.clone();
            if read.mfv.is_none() && read.points.is_some() && read.points == case.list.mfv {
                read.mfv = case.list.mfv;
            }
            let first = if content(ruleset, &read) == content(ruleset, &case.list) {
                NoiseOutcome::Same
            } else if base.doubts.is_empty() {
                NoiseOutcome::Silent
            } else {
                NoiseOutcome::Doubted
            };
            found.push((
                format!("{style}: undisturbed"),
                first,
                format!("{plain}\n{:#?}\n{:#?}", content(ruleset, &base.list), content(ruleset, &case.list)),
            ));
            if let Some(outcome) = beside_another(case, &cases, &plain, &base) {
                found.push(outcome);
            }
            for disturbance in DISTURBANCES {
                let Some(other) = disturbed(case, &text, disturbance) else { continue };
                let listing = case.reader.read(&other, TextContext::default());
                let outcome = judged(&listing, &base);
                found.push((
                    format!("{style}: {disturbance}"),
                    outcome,
                    format!(
                        "{other}\n{:#?}\n{:#?}\n{:#?}",
                        content(ruleset, &listing.list),
                        content(ruleset, &base.list),
                        listing.doubts
                    ),
                ));
            }
            found
        })
        .collect();
    let mut counts: BTreeMap<&str, BTreeMap<NoiseOutcome, usize>> = BTreeMap::new();
    let mut told = String::new();
    for (what, outcome, words) in &outcomes {
        *counts.entry(what).or_default().entry(*outcome).or_default() += 1;
        let is_wanted = *outcome != NoiseOutcome::Same && !wanted.is_empty() && what.contains(&wanted);
        if *outcome == NoiseOutcome::Silent || is_wanted {
            let _ = writeln!(told, "=== {what}: {outcome:?}\n{words}");
        }
    }
    let of = |counts: &BTreeMap<NoiseOutcome, usize>, outcome| counts.get(&outcome).copied().unwrap_or(0);
    let mut all = [0; 3];
    for (what, counts) in &counts {
        let found =
            [NoiseOutcome::Same, NoiseOutcome::Doubted, NoiseOutcome::Silent].map(|outcome| of(counts, outcome));
        let [same, doubted, silent] = found;
        println!("{what:40} {same:6} same {doubted:6} doubted {silent:6} changed");
        all = [all[0] + same, all[1] + doubted, all[2] + silent];
    }
    println!("{:40} {:6} same {:6} doubted {:6} changed", "all", all[0], all[1], all[2]);
    println!("{told}");
    let number: usize = all.iter().sum();
    assert!(all[0] * 100 >= number * 95, "{all:?} of {number} are read as before, with a doubt, and as another list");
    assert_eq!(all[2], 0, "{all:?} of {number} are read as before, with a doubt, and as another list:\n{told}");
}
