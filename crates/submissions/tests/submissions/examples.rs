//! The example submissions: each list is read and judged as the table beside them says.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use muster_engine::words::verdict::verdict;
use muster_library::lints::with_events;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, Submission, VersionRules, compare, fold_versions, judge_paths};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn event() -> Shelf {
    with_events(Shelf::built_in(), &[examples().join("events/channel-cup-2026.yaml")]).unwrap().0
}

/// The lists in a folder of examples, and the files that hold none.
fn judge(shelf: &Shelf, folder: &str) -> (Vec<Submission>, Vec<String>) {
    let games = NewestGames::new(shelf);
    let (mut all, mut lists, mut others) = (Vec::new(), Vec::new(), Vec::new());
    judge_paths(&Intake::new(&games), &[examples().join(folder)], |handed| all.push(handed));
    for handed in fold_versions(all, &VersionRules::of(shelf)) {
        match handed {
            HandIn::Lists(of_file) => lists.extend(of_file),
            HandIn::NoList { file, .. } => others.push(file),
        }
    }
    (lists, others)
}

#[test]
fn each_submission_is_judged_as_the_table_says() {
    let (lists, others) = judge(&event(), "submissions");
    let table = std::fs::read_to_string(examples().join("submissions-expected.csv")).unwrap();
    let rows: String = table.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    let mut wrong = Vec::new();
    let mut expected = 0;
    for row in csv::Reader::from_reader(rows.as_bytes()).records() {
        let row = row.unwrap();
        let (file, player, points, wanted) = (&row[0], row[2].trim_start_matches('\''), &row[4], &row[5]);
        let counts = &row[7];
        if wanted == "no list" {
            if !others.iter().any(|other| other.contains(file)) {
                wrong.push(format!("{file}: not named among the files without a list"));
            }
            continue;
        }
        if wanted.is_empty() {
            continue;
        }
        expected += 1;
        let of_file = lists.iter().filter(|list| list.report.file.contains(file));
        let is_it = |list: &&Submission| {
            let report = &list.report;
            let has_points = report.points.map(|points| points.to_string()).unwrap_or_default() == points;
            let is_player = player.is_empty() || list.player() == Some(player);
            let is_counted = list.came.counts.word() == counts;
            has_points && is_player && is_counted && verdict(report.verdict) == wanted
        };
        if of_file.clone().find(is_it).is_none() {
            let told: Vec<String> = of_file
                .map(|list| {
                    let (report, word) = (&list.report, list.came.counts.word());
                    format!("{:?} {:?} {:?} {word}", list.player(), report.points, report.verdict)
                })
                .collect();
            wrong.push(format!("{file}: {player} {points} {wanted} {counts}, but it is {}", told.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(lists.len(), expected, "the table names every list");
}

/// The event over two days takes two lists of each player, and those of one player are no versions of each other.
#[test]
fn two_lists_of_a_player_are_no_versions() {
    let of = |event: &str| {
        let shelf = with_events(Shelf::built_in(), &[examples().join("events").join(event)]).unwrap().0;
        let mut told: Vec<String> = judge(&shelf, "submissions")
            .0
            .iter()
            .filter(|list| ["Beatriz Carvalho", "Yasmin Osei"].contains(&list.player().unwrap_or_default()))
            .map(|list| format!("{} {}", list.report.name.as_deref().unwrap_or_default(), list.came.counts.word()))
            .collect();
        told.sort();
        told
    };
    let osei = ["Bay of Bengal counts", "Bay of Bengal earlier", "Bay of Bengal late"];
    let with = |others: [&'static str; 2]| [&osei[..], &others].concat();
    assert_eq!(of("channel-cup-2026.yaml"), with(["Saturday earlier", "Sunday counts"]));
    assert_eq!(of("channel-cup-doubles-2026.yaml"), with(["Saturday counts", "Sunday counts"]));
}

#[test]
fn the_late_versions_are_what_the_readme_says() {
    let shelf = event();
    let (before, after) = (judge(&shelf, "submissions").0, judge(&shelf, "submissions-late").0);
    let mut outcomes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for one in compare(&shelf, &before, &after, false) {
        outcomes.entry(one.outcome.word()).or_default().extend(one.player);
    }
    let players = |outcome: &str| outcomes[outcome].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(
        players("changed"),
        [
            "Hector Strand",
            "hiro_plays_squid",
            "Kenji Watanabe-Ross",
            "Marjorie Pym",
            "Rui Fernandes",
            "Tobias O'Malley"
        ]
    );
    assert_eq!(players("new"), ["Cassidy Brooke"]);
    assert_eq!(players("same"), ["Søren Kjærgaard", "Travis Beauregard"]);
}
