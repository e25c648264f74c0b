//! Tests that write every example of every game in every style and read it back.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_engine::catalogue::{Unit, UnitOption};
use muster_engine::list::{ArmyList, CardPick, ModelCount, OpenKind, OptionPick, RulesetName, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use muster_engine::summary::{SquadronLine, summary};
use muster_engine::{check, judge};
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;

use super::{DoubtKind, Markup, TextContext, by_ids, is_table, lines, read, rows, ruleset, table, write};

const STYLES: [Markup; 4] = [Markup::Text, Markup::Markdown, Markup::Discord, Markup::Bbcode];

fn example_files() -> Vec<PathBuf> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let shelf = Shelf::built_in();
    let files = shelf.editions().into_iter().filter_map(|game| fs::read_dir(examples.join(&game.id)).ok()).flatten();
    files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|it| it == "yaml")).collect()
}

pub(crate) fn examples() -> Vec<ArmyList> {
    let entries = example_files().into_iter().flat_map(|path| lists(&fs::read(path).unwrap()));
    entries.filter_map(|entry| if let FileDocument::List(list, _) = entry { Some(*list) } else { None }).collect()
}

/// Writes a list and reads it back. Returns the list, the reported losses and the text.
fn there_and_back(shelf: &Shelf, list: &ArmyList, style: Markup) -> (ArmyList, Vec<String>, String) {
    let rules = shelf.ruleset_for(list).unwrap();
    let written = write(&rules, list, &summary(&rules, list), &check(&rules, list), style);
    let name = ruleset(&written.text).unwrap();
    let all = shelf.ruleset(&name, &[]).unwrap();
    let listing = read(&all, &written.text, TextContext::default());
    assert_eq!(listing.doubts, [], "{}", written.text);
    (listing.list, written.lost, written.text)
}

#[test]
fn every_example_comes_back_from_every_style() {
    let shelf = Shelf::default();
    let examples = examples();
    assert!(examples.len() > 40);
    for list in &examples {
        let rules = shelf.ruleset_for(list).unwrap();
        let was = check(&rules, list);
        for style in STYLES {
            let (back, losses, text) = there_and_back(&shelf, list, style);
            assert_eq!(losses, Vec::<String>::new(), "{text}");
            let is = check(&shelf.ruleset_for(&back).unwrap(), &back);
            assert_eq!(
                (is.verdict, is.points, is.fingerprint),
                (was.verdict, was.points, was.fingerprint.clone()),
                "{text}"
            );
            // Once all names are replaced by ids, nothing changes any more.
            assert_eq!(there_and_back(&shelf, &back, style).0, back, "{text}");
        }
    }
}

#[test]
fn marks_in_names_stay_what_they_are() {
    let shelf = Shelf::default();
    let mut list = examples().into_iter().find(|list| !list.squadrons.is_empty()).unwrap();
    let hostile = [
        "**bold** [b]x[/b] [\u{200b}y # a_b `c` <i>&amp;</i> \\* ~~~ ||",
        "- a",
        "> q",
        "  indented  ",
        "== x ==",
        "Name: y",
        "\u{202e}right to left \u{1f6a2}",
        "+ + 3 × z (9 points)",
        "",
    ];
    let long = "x".repeat(10_000);
    for name in hostile.iter().copied().chain([long.as_str()]) {
        list.player = Some(name.to_owned());
        list.notes = Some(format!("{name}\n\n{name}\n"));
        list.squadrons[0].name = Some(name.to_owned());
        for style in STYLES {
            let (back, losses, text) = there_and_back(&shelf, &list, style);
            assert_eq!(losses, Vec::<String>::new(), "{text}");
            assert_eq!((&back.player, &back.notes), (&list.player, &list.notes), "{text}");
            assert_eq!(back.squadrons[0].name, list.squadrons[0].name, "{text}");
        }
    }
}

/// Whatever players write into names and notes, no forum and no chat does anything about it.
#[test]
fn texts_of_players_call_nobody_and_link_nowhere() {
    let shelf = Shelf::built_in();
    let texts = [
        "@everyone",
        "@here",
        "<@1234567890>",
        "<@!12>",
        "<@&34>",
        "<#56>",
        "</ban:78>",
        "<a:b:90>",
        "<id:customize>",
        "&#64;everyone",
        "&commat;here",
        "\\@everyone",
        "\\\\@here",
        "@\u{200b}everyone",
        "@@everyone",
        "#12 and someone/else#34",
        "https://example.org/x",
        "HTTP://EXAMPLE.ORG",
        "www.example.org",
        "mail@example.org",
        "mailto:mail@example.org",
        "discord://-/channels",
        "[free points](https://example.org)",
        "![x](https://example.org/x.png)",
        "<https://example.org>",
        "<script>alert(1)</script>",
        "[url=https://example.org]x[/url]",
        "[\u{200b}img]https://example.org/x.png[/img]",
        "[x][1]",
        "`code` **bold** ~~gone~~ ||hidden||",
        "a.\u{200b}b:\u{200b}/c/\u{200b}d#\u{200b}e\\\u{200b}",
    ];
    for text in texts {
        let mut list = examples().remove(0);
        list.name = Some(text.to_owned());
        list.player = Some(format!("x {text} x"));
        list.notes = Some(text.to_owned());
        list.email = Some("someone@example.org".to_owned());
        if let Some(squadron) = list.squadrons.first_mut() {
            squadron.name = Some(text.to_owned());
        }
        for style in [Markup::Markdown, Markup::Discord, Markup::Bbcode] {
            let (back, doubts, written) = there_and_back(&shelf, &list, style);
            assert_eq!((&back.name, &back.player, &back.notes), (&list.name, &list.player, &list.notes), "{doubts:?}");
            assert_eq!((&back.email, doubts.len()), (&list.email, 0), "{doubts:?}");
            let written = written.to_lowercase();
            for call in ["@everyone", "@here", "://", "www.e", "l@e", "mailto:m"] {
                assert!(!written.contains(call), "{style:?} {call} {written}");
            }
            let is_bare = |(at, _): (usize, &str)| !written[..at].ends_with('\\');
            if style == Markup::Bbcode {
                assert!(!written.contains("[url") && !written.contains("[img"), "{written}");
                continue;
            }
            // Forums with tags show these as they are.
            for call in ["](", "<@", "<#", "</", "<a", "<i", "<h", "<s", "&#", "&c"] {
                assert!(!written.match_indices(call).any(is_bare), "{style:?} {call} {written}");
            }
        }
    }
}

#[test]
fn what_does_not_come_back_is_said() {
    let shelf = Shelf::default();
    let mut list = examples().into_iter().find(|list| !list.squadrons.is_empty()).unwrap();
    // No list file has such a key.
    list.extra.insert("of-nobody".to_owned(), serde_json::Value::from(1));
    let rules = shelf.ruleset_for(&list).unwrap();
    let written = write(&rules, &list, &summary(&rules, &list), &check(&rules, &list), Markup::Text);
    assert_eq!(written.lost.len(), 1);
}

/// Decks and groups that no ruleset knows may have any names.
#[test]
fn unknown_titles_come_back() {
    let shelf = Shelf::default();
    for title in ["Squadrons", "Core", "a: b", "a (9 points)", "\"q\"", "one\ntwo", "\u{202e}x", "", " a "] {
        let mut list = examples().into_iter().find(|list| !list.groups.is_empty()).unwrap();
        list.decks.insert(title.to_owned(), vec![CardPick::Known("card".to_owned())]);
        list.groups[0].kind = title.to_owned();
        list.groups[0].name = Some("First".to_owned());
        for style in STYLES {
            let rules = shelf.ruleset_for(&list).unwrap();
            let written = write(&rules, &list, &summary(&rules, &list), &check(&rules, &list), style);
            assert_eq!(written.lost, Vec::<String>::new(), "{}", written.text);
        }
    }
}

#[test]
fn other_texts_are_not_of_our_making() {
    for text in ["", "\n", "3x Frigate", "Muster", "== Muster text 2, x =="] {
        assert!(ruleset(text).is_none(), "{text}");
    }
}

/// The data of a squadron that other programs write.
struct ForeignSquadron<'a> {
    name: &'a str,
    models: u32,
    points: i64,
    options: Vec<String>,
    attached: bool,
}

/// How another program writes a squadron. Data that it leaves out cannot be read.
type ForeignWriter = fn(&ForeignSquadron) -> String;

const FOREIGN: [(&str, ForeignWriter); 5] = [
    ("BattleScribe", |ForeignSquadron { name, models, points, options, attached }| {
        let indent = if *attached { ". " } else { "" };
        let options: Vec<String> = options.iter().map(|option| format!(": {models}x {option}")).collect();
        match models {
            1 => format!("{indent}{name} [{points}pts]{}\n", options.concat().replace("1x ", "")),
            _ => format!("{indent}{name} [{points}pts]\n{indent}. {models}x {name}{}\n", options.concat()),
        }
    }),
    ("New Recruit", |ForeignSquadron { name, models, points, options, attached }| {
        let indent = if *attached { "  " } else { "" };
        let options: Vec<String> = options.iter().map(|option| format!("{indent}   \u{25e6} {option}\n")).collect();
        format!("{indent}{name} [{points} pts]:\n{indent}\u{2022} {models}x {name}\n{}", options.concat())
    }),
    ("3x Name [90 pts]: option", |ForeignSquadron { name, models, points, options, attached }| {
        let indent = if *attached { "    " } else { "" };
        format!("{indent}{models}x {name} [{points} pts]: {}\n", options.join(", "))
    }),
    ("Name x3", |ForeignSquadron { name, models, options, attached, .. }| {
        let indent = if *attached { "  - " } else { "- " };
        format!("{indent}{name} x{models}, {}\n", options.join(", "))
    }),
    ("- Name (90)", |ForeignSquadron { name, points, options, attached, .. }| {
        let indent = if *attached { "  - " } else { "- " };
        format!("{indent}{name} ({points}) \u{2013} {}\n", options.join("; "))
    }),
];

/// The squadrons of a list with their depth of attachment and the options that every model has.
fn plainly(ruleset: &Ruleset, list: &ArmyList) -> Vec<(usize, Squadron)> {
    fn add(squadrons: &[Squadron], depth: usize, all: &mut Vec<(usize, Squadron)>) {
        for squadron in squadrons {
            let kept = |pick: &&OptionPick| matches!(pick, OptionPick::Every(_));
            let options = squadron.options.iter().filter(kept).cloned().collect();
            let Squadron { unit, models, .. } = squadron.clone();
            all.push((depth, Squadron { unit, models, options, ..Squadron::default() }));
            add(&squadron.attached, depth + 1, all);
        }
    }
    let mut list = list.clone();
    by_ids(ruleset, &mut list);
    let mut all = Vec::new();
    add(&list.squadrons, 0, &mut all);
    list.groups.iter().for_each(|group| add(&group.squadrons, 0, &mut all));
    all
}

/// Writes every example in the way of other programs, and finds units, numbers, attachments and options.
#[test]
fn lists_of_other_programs_are_read() {
    let shelf = Shelf::default();
    let mut tried = 0;
    for list in examples() {
        let rules = shelf.ruleset_for(&list).unwrap();
        let all = shelf.ruleset(&list.ruleset, &[]).unwrap();
        let squadrons = plainly(&rules, &list);
        let lines = summary(&rules, &list).squadrons;
        // Skip lists with units of other nations or unknown units.
        let known = lines.iter().all(|line| line.unit_id.is_some()) && !format!("{list:?}").contains("nation: Some(\"");
        let home = |squadron: &Squadron| rules.find_unit(list.nation.as_deref(), &squadron.unit).is_some();
        if !known && !squadrons.iter().all(|(_, squadron)| home(squadron)) {
            continue;
        }
        for (style, foreign) in FOREIGN {
            let mut text = String::from("A list\n\n");
            let mut wanted = Vec::new();
            // Other programs know no units without models.
            for ((depth, squadron), line) in squadrons.iter().zip(&lines).filter(|(_, line)| line.models > 0) {
                let (_, ready) = rules.find_unit(line.nation_id.as_deref(), &squadron.unit).unwrap();
                let mut squadron = squadron.clone();
                // Only use names that mean exactly one option.
                let name = |pick: &OptionPick| match pick {
                    OptionPick::Every(id) => {
                        let option = ready.find(id)?;
                        let name = &ready.options[option].name;
                        let clear = ready.find(name) == Some(option) && rules.declarations().role(name).is_none();
                        (clear && rules.find_unit(line.nation_id.as_deref(), name).is_none()).then(|| name.clone())
                    }
                    OptionPick::Some(_) => None,
                };
                squadron.options.retain(|pick| name(pick).is_some());
                squadron.options.truncate(1);
                let options = squadron.options.iter().filter_map(name).collect();
                let said = ForeignSquadron {
                    name: &line.unit,
                    models: line.models,
                    points: line.points.unwrap_or(0),
                    options,
                    attached: *depth > 0,
                };
                text.push_str(&foreign(&said));
                squadron.models = Some(ModelCount::Count(line.models));
                wanted.push(((*depth).min(1), squadron));
            }
            let said = TextContext { nation: list.nation.as_deref(), mfv: list.mfv, ..TextContext::default() };
            let listing = read(&all, &text, said);
            assert_eq!(listing.doubts, [], "{style}: {text}");
            let mut found = plainly(&all, &listing.list);
            // A single model needs no number, and the last style has no numbers.
            let silent = |(found, wanted): &(&mut (usize, Squadron), &(usize, Squadron))| {
                let alone = found.1.models.is_none() && wanted.1.models == Some(ModelCount::Count(1));
                alone || style.ends_with("(90)")
            };
            let silent = found.iter_mut().zip(&wanted).filter(silent);
            silent.for_each(|(found, wanted)| found.1.models.clone_from(&wanted.1.models));
            for (found, wanted) in found.iter().zip(&wanted) {
                assert_eq!(found, wanted, "{style}: {text}");
            }
            assert_eq!(found.len(), wanted.len(), "{style}: {text}");
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

/// A list of the examples under its ruleset, with a unit of its nation of which four models may be one squadron.
fn with_a_large_unit(shelf: &Shelf) -> (ArmyList, Ruleset, Unit) {
    let found = examples().into_iter().find_map(|list| {
        let rules = shelf.ruleset(&list.ruleset, &[]).unwrap();
        let nation = list.nation.as_deref().and_then(|name| rules.nation(name));
        let own = rules.catalogues().iter().filter(|catalogue| catalogue.written().nation.as_deref() == nation);
        let is_large = |unit: &&Unit| {
            let plain = |option: &UnitOption| !option.name.contains(['(', ',']);
            let size = unit.squadron.is_some_and(|size| size.max.is_some_and(|max| max > 3));
            size && unit.only.is_none() && unit.name.split(' ').count() > 2 && unit.options.iter().any(plain)
        };
        let unit = own.flat_map(|catalogue| &catalogue.written().units).map(Arc::as_ref).find(is_large)?.clone();
        (nation.is_some() && !list.squadrons.is_empty()).then_some((list, rules, unit))
    });
    found.unwrap()
}

#[test]
fn what_names_nothing_is_told_with_the_nearest_names() {
    let shelf = Shelf::default();
    let (list, all, unit) = with_a_large_unit(&shelf);
    let name = &unit.name;
    let slip = format!("{}z", &name[..name.len() - 1]);
    let text =
        format!("A list\n\n2x {name}: of no such kind\n3x {slip} [20 pts]\nwords, words\n++ Total [20] ++\n----");
    let listing =
        read(&all, &text, TextContext { nation: list.nation.as_deref(), mfv: None, ..TextContext::default() });
    let told: Vec<(usize, DoubtKind)> = listing.doubts.iter().map(|doubt| (doubt.line, doubt.kind)).collect();
    // The units cost more than the sum.
    assert_eq!(told, [(3, DoubtKind::Unread), (6, DoubtKind::Sum)]);
    assert_eq!(listing.doubts[0].text, "such kind");
    assert_eq!(listing.list.squadrons.len(), 2);
    // The unit of the fourth line is known by its other words. Its misspelt word is told.
    let misspelt = slip.split(' ').next_back().unwrap();
    let concluded = [
        "line 1: `A list` is taken as the name of the list".to_owned(),
        format!("line 4: `{misspelt}` is taken for {name}"),
        "line 5 is taken as no part of the list".to_owned(),
    ];
    assert_eq!(listing.concluded, concluded);
    assert_eq!((listing.list.mfv, listing.list.points), (None, Some(20)));
}

#[test]
fn models_named_one_after_the_other_are_counted_together() {
    let shelf = Shelf::default();
    let (list, all, unit) = with_a_large_unit(&shelf);
    let nation = list.nation.as_deref();
    let option = unit.options.iter().find(|option| !option.name.contains(['(', ','])).unwrap();
    let (name, option_name) = (&unit.name, &option.name);
    let listing = |text: String| read(&all, &text, TextContext { nation, mfv: Some(500), ..TextContext::default() });
    let split = listing(format!("{name} [235pts]\n. 2x {name}\n. 1x {name}: {option_name}\n"));
    let squadron = &split.list.squadrons[0];
    assert_eq!((split.list.squadrons.len(), &squadron.models), (1, &Some(ModelCount::Count(3))), "{split:?}");
    assert_eq!(squadron.options, [OptionPick::Some([(option.id.clone(), 1)].into_iter().collect())]);
    let all_have = listing(format!("{name}\n. 1x {name}: {option_name}\n. 1x {name}: {option_name}\n"));
    assert_eq!(all_have.list.squadrons[0].options, [OptionPick::Every(option.id.clone())]);
    // This holds before another squadron, before a group and at the end.
    let in_groups = |list: &ArmyList| {
        // A group may begin with a unit of one model where units may stand outside of groups too.
        let rules = shelf.ruleset(&list.ruleset, &[]).unwrap();
        !list.groups.is_empty() && list.nation.is_some() && !rules.declarations().ungrouped
    };
    let game = examples().into_iter().find(in_groups).unwrap();
    let rules = shelf.ruleset(&game.ruleset, &[]).unwrap();
    let kind = &rules.declarations().group_kinds[&game.groups[0].kind].title;
    let said = TextContext { nation: game.nation.as_deref(), mfv: Some(500), ..TextContext::default() };
    let known = |squadron: &&Squadron| rules.find_unit(game.nation.as_deref(), &squadron.unit).is_some();
    let grouped = &game.groups[0].squadrons.iter().find(known).unwrap().unit;
    let text = format!("{kind}\n{grouped}\n. 2x {grouped}\n. 2x {grouped}\n{kind}\n3x {grouped}\n");
    let groups = read(&rules, &text, said).list.groups;
    let models: Vec<_> = groups.iter().map(|group| group.squadrons[0].models.clone()).collect();
    assert_eq!(models, [Some(ModelCount::Count(4)), Some(ModelCount::Count(3))]);
    let two = listing(format!("4x {name}\n. 2x {name}\n"));
    assert!(two.concluded.iter().any(|said| said.contains("4 models") && said.contains("2 are named")), "{two:?}");
    // Struck-out lines and second numbers are reported.
    let told = listing(format!("~~3x {name}~~\n3x {name} x2\n"));
    let doubts: Vec<usize> = told.doubts.iter().map(|doubt| doubt.line).collect();
    assert_eq!((told.list.squadrons.len(), doubts), (1, vec![1, 2]), "{told:?}");
}

/// A heading with a nation applies to the following units. A unit that only one nation has is of that nation.
#[test]
fn allies_are_found() {
    let shelf = Shelf::default();
    let list = examples().into_iter().find(|list| list.nation.is_some() && list.groups.is_empty()).unwrap();
    let all = shelf.ruleset(&list.ruleset, &[]).unwrap();
    let nation = list.nation.as_deref();
    let is_alone = |name: &str| all.catalogues().iter().filter(|catalogue| catalogue.find(name).is_some()).count() == 1;
    let (foreign, unit) = all
        .catalogues()
        .iter()
        .filter(|catalogue| catalogue.written().nation.is_some() && catalogue.written().nation.as_deref() != nation)
        .find_map(|catalogue| {
            let units = &catalogue.written().units;
            Some((catalogue.written().nation.clone()?, units.iter().find(|unit| is_alone(&unit.name))?))
        })
        .unwrap();
    let title = &all.declarations().nations[&foreign].name;
    let listing = |text: String| read(&all, &text, TextContext { nation, mfv: Some(500), ..TextContext::default() });
    for (text, said) in [(format!("+ {title} +\n1x {}", unit.name), 0), (format!("1x {}", unit.name), 1)] {
        let read = listing(text);
        let squadron = &read.list.squadrons[0];
        assert_eq!((&squadron.unit, squadron.nation.as_ref()), (&unit.id, Some(&foreign)));
        assert_eq!((read.doubts.len(), read.concluded.len()), (0, said), "{:?}", read.concluded);
    }
}

/// Any text gives a result in limited time.
#[test]
fn hostile_text_is_only_text() {
    let shelf = Shelf::default();
    let list = examples().into_iter().find(|list| !list.squadrons.is_empty()).unwrap();
    let all = shelf.ruleset(&list.ruleset, &[]).unwrap();
    let unit = &list.squadrons[0].unit;
    let stairs = (0..300).map(|depth| format!("{}2x {unit}", " ".repeat(depth))).collect::<Vec<_>>().join("\n");
    let texts = [
        "<b>&amp;\u{202e}\u{1f6a2}\r\n[b][i][/size=*]**\0".to_owned(),
        format!("{unit}: {}", "(,".repeat(10_000)),
        format!("{unit}: {}", "\u{e9}\u{d7}".repeat(10_000)),
        "3x ".repeat(10_000),
        "+ + . . - ".repeat(10_000),
        "[".repeat(1 << 20),
        format!("3x {unit}: {}", "a,".repeat(100_000)),
        "words\n".repeat(100_000),
        "9999999999x a\n0x a\n-1x a\n".to_owned(),
        "x".repeat(2 << 20),
        stairs,
    ];
    for text in texts {
        let listing = read(&all, &text, TextContext::default());
        let yaml = crate::yaml::to_string(&listing.list).unwrap();
        assert!(!yaml.is_empty());
        assert!(listing.doubts.len() < 3000, "{}", listing.doubts.len());
        assert!(listing.doubts.iter().all(|doubt| doubt.text.len() < 1000));
    }
}

#[test]
fn names_and_numbers_are_not_guessed() {
    let shelf = Shelf::default();
    let (list, all, unit) = with_a_large_unit(&shelf);
    let (nation, name) = (list.nation.as_deref(), &unit.name);
    let listing = |text: &str| read(&all, text, TextContext { nation, mfv: None, ..TextContext::default() });
    // A first line that is nearly a unit's name is that unit, not a title. A line with words after its points is neither.
    let slip = format!("{}z", &name[..name.len() - 1]);
    for (first, squadrons) in [(format!("{slip} [75 pts]"), 2), (slip, 2), ("A list [75 pts]: of words".to_owned(), 1)]
    {
        let read = listing(&format!("{first}\n2x {name}"));
        assert_eq!((read.list.name, read.list.squadrons.len()), (None, squadrons), "{first}");
        assert!(read.concluded.iter().any(|said| said.starts_with("line 1")), "{:?}", read.concluded);
    }
    // More models than a list may have.
    let many = listing(&format!("2x {name}\n{name} x5000"));
    assert_eq!((&many.list.squadrons[1].models, many.doubts[0].line), (&None, 2));
    // A sum alone is no limit. A limit that is not plainly said is noted as a conclusion.
    let spoken = listing(&format!("2x {name}\n12 of 40 points"));
    assert_eq!((spoken.list.points, spoken.list.mfv), (Some(12), Some(40)));
    let alone = listing(&format!("2x {name}\nTotal: 985"));
    assert_eq!((alone.list.points, alone.list.mfv), (Some(985), None));
    let title = listing(&format!("At 1k:\n2x {name}"));
    assert!(title.list.mfv == Some(1000) && title.concluded.iter().any(|said| said.contains("line 1")));
    // A nation that is only mentioned is not stated by the text, so it is a conclusion. A nation on its own line is
    // stated.
    let other = all.declarations().nations.iter().find(|(id, _)| Some(id.as_str()) != nation).unwrap().1;
    let unsaid = |text: &str| read(&all, &format!("{text}\n2x {name}\n"), TextContext::default());
    let against = unsaid(&format!("Battle against {}", other.name));
    assert!(against.concluded.iter().any(|said| said.starts_with("the nation is taken as")));
    assert!(all.find_unit(against.list.nation.as_deref(), name).is_some());
    let id = unsaid(&other.name).list.nation.unwrap();
    assert_eq!(all.declarations().nations[&id].name, other.name);
}

#[test]
fn lines_and_rows_have_every_squadron() {
    let shelf = Shelf::default();
    for list in examples() {
        let rules = shelf.ruleset_for(&list).unwrap();
        let judged = judge(&rules, &list, None);
        let (summary, report) = (judged.summary(), judged.report());
        let squadrons = summary.squadrons.len();
        let terms = usize::from(report.terms.words.is_some());
        assert_eq!(lines(&summary, report).lines().count(), squadrons + terms);
        let spreadsheet = rows(&rules, &list, &summary, report);
        assert_eq!(csv::Reader::from_reader(spreadsheet.as_bytes()).records().map(Result::unwrap).count(), squadrons);
    }
}

/// The lines of every example are read back as the same units, models and options. Lines do not say whose ally a
/// squadron is, or which squadron brings another at no cost.
#[test]
fn lines_come_back() {
    let shelf = Shelf::default();
    let mut tried = 0;
    for list in examples() {
        let of = |list: &ArmyList| {
            let rules = shelf.ruleset_for(list).unwrap();
            let judged = judge(&rules, list, None);
            let summary = judged.summary();
            let all = lines(&summary, judged.report());
            let home = list.nation.as_deref().and_then(|nation| rules.nation(nation));
            let is_plain = |line: &SquadronLine| {
                line.unit_id.is_some()
                    && line.brought_by.is_none()
                    && (line.nation_id.is_none() || line.nation_id.as_deref() == home)
            };
            let squadron = |(line, text): (&SquadronLine, &str)| {
                // The order of options may be another.
                let mut parts: Vec<String> = text.trim().split([',', ':']).map(|part| part.trim().to_owned()).collect();
                parts.sort();
                (is_plain(line), parts)
            };
            (all.clone(), summary.squadrons.iter().zip(all.lines()).map(squadron).collect::<Vec<_>>())
        };
        let (written, squadrons) = of(&list);
        let all = shelf.ruleset(&list.ruleset, &[]).unwrap();
        let back = read(&all, &written, TextContext { nation: list.nation.as_deref(), ..TextContext::default() });
        if squadrons.iter().any(|(is_plain, _)| !is_plain) {
            continue;
        }
        tried += 1;
        assert_eq!(back.doubts, [], "{written}");
        assert_eq!(of(&back.list).1, squadrons, "{written}");
    }
    assert!(tried > 30, "{tried}");
}

/// The rows of every example have its squadrons, with what the columns say of them.
#[test]
fn rows_come_back() {
    let shelf = Shelf::default();
    let mut tried = 0;
    for list in examples() {
        let rules = shelf.ruleset_for(&list).unwrap();
        let judged = judge(&rules, &list, None);
        let spreadsheet = rows(&rules, &list, &judged.summary(), judged.report());
        assert!(
            is_table(&spreadsheet) && ruleset(&spreadsheet).is_some_and(|name| name.id() == list.ruleset.id()),
            "{spreadsheet}"
        );
        let all = shelf.ruleset(&list.ruleset, &[]).unwrap();
        let back = table(&all, &spreadsheet, TextContext::default()).unwrap();
        // Words about settings stand in the rows, but the settings do not.
        let told = back.doubts.iter().filter(|doubt| !spreadsheet.contains(&doubt.text));
        assert_eq!(told.count(), 0, "{:?}\n{spreadsheet}", back.doubts);
        assert_eq!(
            (&back.list.name, &back.list.player, back.list.mfv),
            (&list.name, &list.player, list.mfv),
            "{spreadsheet}"
        );
        let said = |list: &ArmyList| {
            let rules = shelf.ruleset_for(list).unwrap();
            let said = |line: &SquadronLine| {
                let options: std::collections::BTreeSet<String> = line.options.iter().cloned().collect();
                let ids = (line.unit_id.clone(), line.models, line.depth.min(1));
                let others = (line.brought_by.clone(), line.carries.clone());
                (ids, line.roles.clone(), options, line.allocation.clone(), line.entry_turn, others)
            };
            let mut all: Vec<_> = summary(&rules, list).squadrons.iter().map(said).collect();
            all.sort();
            all
        };
        assert_eq!(said(&back.list), said(&list), "{spreadsheet}");
        tried += 1;
    }
    assert!(tried > 40, "{tried}");
}

/// Columns of players may stand in any order, and be parted by any sign.
#[test]
fn sheets_of_players_are_read() {
    let shelf = Shelf::default();
    let (list, all, unit) = with_a_large_unit(&shelf);
    let said = TextContext { nation: list.nation.as_deref(), mfv: None, ..TextContext::default() };
    let option = unit.options.iter().find(|option| !option.name.contains(['(', ','])).unwrap();
    let (name, option_name) = (&unit.name, &option.name);
    let nation = &all.declarations().nations[all.nation(list.nation.as_deref().unwrap()).unwrap()].name;
    for text in [
        format!("Unit,Qty,Pts,Upgrades\n{name},3,90,{option_name}\n{name},2,60,\nTotal,,150,\n"),
        format!(
            "Anna;;;\n{nation};;;\n;;;\nPunkte;Anzahl;Einheit;Bemerkung\n90;3;{name};{option_name}\n60;2;{name};\n150;;;\n"
        ),
        format!("No.\tClass\tEach\tSum\tNotes\n3\t{name}\t30\t90\t{option_name}\n2\t{name}\t30\t60\t\n\t\t\t150\t\n"),
    ] {
        let read = table(&all, &text, said).unwrap();
        let told: Vec<_> =
            read.list.squadrons.iter().map(|squadron| (squadron.models.clone(), squadron.points)).collect();
        assert_eq!(
            told,
            [(Some(ModelCount::Count(3)), Some(90)), (Some(ModelCount::Count(2)), Some(60))],
            "{text}{read:?}"
        );
        assert_eq!(read.list.squadrons[0].options.len(), 1, "{text}{read:?}");
        assert_eq!((read.list.points, read.doubts.len()), (Some(150), 0), "{text}{read:?}");
    }
    for text in ["", "a, b, c\nd, e, f", "3x Unit, with options", "Unit,Qty\n"] {
        assert!(!is_table(text), "{text}");
    }
}

#[test]
fn what_a_posted_list_does_not_state_is_left_open_where_a_rule_needs_it() {
    let rules = Shelf::built_in().ruleset(&RulesetName::Id("dw-2.5".into()), &[]).unwrap();
    let text = "Kingdom of Britannia, 650 points\n\nRuler Class Battleship\n3 Tribal Class Cruiser\n4 Attacker Class Frigate\n\
                4 Attacker Class Frigate\n";
    let found = |text: &str| {
        let list = read(&rules, text, TextContext::default()).list;
        let report = check(&rules, &list);
        (list.open, report.verdict)
    };
    assert_eq!(found(text), (vec![OpenKind::Core, OpenKind::Roles], Verdict::Undetermined));
    let stated = text.replace("Battleship", "Battleship: Commodore");
    assert_eq!(found(&stated), (vec![OpenKind::Core], Verdict::Undetermined));
    // What is certainly wrong stays wrong.
    let text = text.replace("3 Tribal", "9 Tribal");
    assert_eq!(found(&text).1, Verdict::Illegal);

    // A rule that needs no roles leaves none open.
    let rules = Shelf::built_in().ruleset(&RulesetName::Id("dw-4".into()), &[]).unwrap();
    let list = read(&rules, "Union\n\nConstitution Battleship\n", TextContext::default()).list;
    let squadrons = list.squadrons.len() + list.groups.iter().map(|group| group.squadrons.len()).sum::<usize>();
    assert_eq!((list.open.as_slice(), squadrons), ([].as_slice(), 1));
}
