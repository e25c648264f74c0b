//! Campaign sheets: what makes a sheet unreadable, and the report on a list whose sheet is not available.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::Path;

use muster_engine::report::{Finding, Report, Verdict};
use muster_library::judge::{judge_bytes, judge_entry};
use muster_library::lists;
use muster_library::shelf::Shelf;

const HEAD: &str = "muster: 1\nkind: campaign\nruleset: dw-2.5\nnation: prussian-empire\n";

fn judge(text: &str) -> Report {
    let mut reports = judge_bytes(&Shelf::built_in(), "sheet.yaml", text.as_bytes());
    assert_eq!(reports.len(), 1);
    reports.remove(0)
}

/// The rule, line, column and message of each finding of an unreadable sheet.
fn faults(text: &str) -> Vec<String> {
    let report = judge(text);
    assert_eq!(report.verdict, Verdict::Unreadable, "{text}");
    let told = |f: Finding| format!("{} {:?} {}", f.rule, f.line.zip(f.column), f.message);
    report.findings.into_iter().map(told).collect()
}

#[test]
fn wrong_sheets_say_where_and_why() {
    let told = |body: &str| faults(&format!("{HEAD}{body}")).join("\n");
    assert_eq!(told("battle-group: []"), "unknown-key Some((5, 1)) unknown key `battle-group`");
    assert_eq!(
        told("battle-groups:\n  - {name: A, mfv: 1, force: marine}"),
        "not-one-of Some((6, 30)) `force`: expected one of `armoured`, `naval`, `aerial`; found the text \"marine\""
    );
    assert_eq!(
        told("battle-groups:\n  - {name: A, mfv: -1}"),
        "out-of-range Some((6, 20)) `mfv`: expected a whole number from 0 to 1000000, found -1"
    );
    assert_eq!(
        told("battle-groups:\n  - {name: A, mfv: many}"),
        "wrong-type Some((6, 20)) `mfv`: expected a whole number from 0 to 1000000, found the text \"many\""
    );
    assert_eq!(
        told("battle-groups:\n  - {mfv: 500}"),
        "missing-key Some((6, 5)) entry 1 of `battle-groups`: `name` is missing"
    );
    assert_eq!(
        told("battle-groups:\n  - {name: A, mfv: 500}\n  - {name: a, mfv: 500}"),
        "duplicate-key Some((7, 12)) another row of `battle-groups` has the name `a` already"
    );
    assert_eq!(told("date: 2026-02-30"), "out-of-range Some((5, 7)) `date`: there is no day 2026-02-30");
    assert_eq!(
        told("battle-groups: {name: A}"),
        "wrong-type Some((5, 16)) `battle-groups`: expected a list, found a mapping"
    );
}

#[test]
fn a_kind_that_the_ruleset_does_not_declare() {
    let first = |text: &str| faults(text).remove(0);
    assert_eq!(
        first("muster: 1\nkind: campaign\nruleset: dw-4\n"),
        "wrong-kind Some((2, 7)) Dystopian Wars, fourth edition has no documents of the kind `campaign`"
    );
    assert_eq!(first("muster: 1\nkind: campaign\n"), "missing-key Some((1, 1)) `ruleset` is missing");
    assert_eq!(
        first("muster: 9\nkind: campaign\nruleset: dw-2.5\n"),
        "newer-format Some((1, 9)) this document is written for format 9; this program reads format 1"
    );
}

/// The report on a list in its own folder, with this sheet in the same folder.
fn with_sheet(named: &str, sheet: Option<&str>) -> Report {
    let folder = tempfile::tempdir().unwrap();
    if let Some(sheet) = sheet {
        std::fs::write(folder.path().join("sheet.yaml"), sheet).unwrap();
    }
    in_folder(named, folder.path())
}

/// The help of the finding that the sheet cannot be had.
fn why(report: &Report) -> &str {
    assert_eq!(report.verdict, Verdict::Undetermined);
    let found = report.findings.iter().find(|finding| finding.rule.as_str() == "unknown-sheet").unwrap();
    assert_eq!(found.at, ["/sheet/file"]);
    found.help.as_deref().unwrap()
}

/// A list in this folder that points at a sheet with this name, judged.
fn in_folder(named: &str, folder: &Path) -> Report {
    let list = format!(
        "muster: 1\nruleset: dw-2.5\nnation: prussian-empire\nmfv: 500\nsettings: {{rules: [2], theatre: water}}\n\
         sheet: {{file: {named}, rows: [BG1]}}\n"
    );
    let entries = lists::lists(list.as_bytes());
    assert_eq!(entries.len(), 1);
    let shelf = Shelf::built_in();
    judge_entry(&shelf, "list.yaml", Some(shelf.place(folder)), &entries[0])
}

#[test]
fn a_list_with_its_sheet_beside_it() {
    let sheet = format!("{HEAD}battle-groups:\n  - {{name: BG 1, force: naval, mfv: 500}}\n");
    // The list says BG1 and the sheet BG 1. Rows are found by the slugs of their names, and these differ.
    assert_eq!(with_sheet("sheet.yaml", Some(&sheet)).verdict, Verdict::Undetermined);
    let sheet = sheet.replace("BG 1", "bg1");
    assert_eq!(with_sheet("sheet.yaml", Some(&sheet)).verdict, Verdict::Legal);
    let poorer = sheet.replace("500", "475");
    let report = with_sheet("sheet.yaml", Some(&poorer));
    assert_eq!(report.verdict, Verdict::Illegal);
    assert_ne!(report.fingerprint, with_sheet("sheet.yaml", Some(&sheet)).fingerprint, "what decides counts");
}

#[test]
fn a_sheet_that_cannot_be_had_leaves_the_list_undetermined() {
    let why = |named: &str, sheet: Option<&str>| why(&with_sheet(named, sheet)).to_owned();
    assert_eq!(why("sheet.yaml", None), "there is no such file or folder");
    assert_eq!(
        why("/etc/passwd", None),
        "name a sheet's file in the list's folder or below it, such as `campaign.yaml`"
    );
    assert_eq!(why("sheet.yaml", Some("")), "the file is empty");
    assert_eq!(why("sheet.yaml", Some("muster: 1\nruleset: dw-2.5\nmfv: 3\n")), "the sheet's file is not a sheet");
    assert_eq!(
        why("sheet.yaml", Some("muster: 1\nkind: progression\nruleset: legions-2.0\nsections: []\n")),
        "the sheet is of legions-2.0, the list of dw-2.5"
    );
    assert_eq!(
        why("sheet.yaml", Some(&format!("{HEAD}stockpile: much\n"))),
        "`stockpile`: expected a whole number from 0 to 1000000, found the text \"much\""
    );
}

#[test]
fn bytes_without_a_file_read_no_other() {
    let list = "muster: 1\nruleset: dw-2.5\nnation: prussian-empire\nmfv: 500\nsheet: {file: Cargo.toml}\n";
    let report = judge(list);
    assert!(report.findings.iter().any(|finding| finding.rule.as_str() == "unknown-sheet"));
}

/// A sheet of the largest allowed size is judged in bounded time.
#[test]
fn a_sheet_of_as_many_rows_as_there_may_be() {
    let row = |row| format!("  - {{name: BG{row}, mfv: 3001, tile: T{row}}}\n");
    let rows = (0..1_000).map(row).collect::<Vec<_>>().concat();
    let report = judge(&format!("{HEAD}battle-groups:\n{rows}"));
    assert_eq!(report.verdict, Verdict::Illegal);
}

/// A list from somebody else must not make the program wait for a pipe.
#[cfg(unix)]
#[test]
fn a_list_that_points_at_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("sheet.yaml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(why(&in_folder("sheet.yaml", folder.path())), "this is a pipe, not a file");
}

/// Whoever wrote the list must not learn what else is on the machine that judges it.
#[test]
fn a_list_that_points_out_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("lists");
    std::fs::create_dir(&inner).unwrap();
    std::fs::write(folder.path().join("sheet.yaml"), format!("{HEAD}battle-groups: []\n")).unwrap();
    let absolute = folder.path().join("sheet.yaml").display().to_string();
    for named in ["../sheet.yaml", "./../sheet.yaml", "../lists/../sheet.yaml", "../nothing.yaml", "..", &absolute] {
        let told = "name a sheet's file in the list's folder or below it, such as `campaign.yaml`";
        assert_eq!(why(&in_folder(named, &inner)), told, "{named}");
    }
}

#[test]
fn a_file_of_several_sheets() {
    let sheet = format!("{HEAD}battle-groups:\n  - {{name: BG1, force: naval, mfv: 500}}\n");
    let report = with_sheet("sheet.yaml", Some(&format!("{sheet}---\n{sheet}")));
    assert_eq!(report.verdict, Verdict::Undetermined);
}
