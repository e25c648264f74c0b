//! Rulesets: one file of a small ruleset is the input. A ruleset that the lints find sound can be used.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use muster_engine::report::{Report, Verdict};
use muster_fuzz::{SMALL, SMALL_LIST, chosen, is_bounded};
use muster_library::judge::judge_bytes;
use muster_library::lints::lint;
use muster_library::shelf::Shelf;

/// The files of the ruleset with their contents, and the folder of this run in which they are.
static FILES: LazyLock<(Vec<(PathBuf, Vec<u8>)>, PathBuf)> = LazyLock::new(|| {
    let mut files = Vec::new();
    add(Path::new(SMALL), &mut files);
    files.sort();
    let folder = std::env::temp_dir().join(format!("muster-fuzz-{}", std::process::id()));
    for (path, bytes) in &mut files {
        *path = folder.join(path.strip_prefix(SMALL).expect("within"));
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    (files, folder)
});

fn add(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for path in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            add(&path, files);
        } else {
            let bytes = fs::read(&path).expect("a file");
            files.push((path, bytes));
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = chosen(bytes) else { return };
    let (files, folder) = &*FILES;
    let (path, intact) = &files[choice % files.len()];
    fs::write(path, rest).expect("a file");
    let told = linted(folder);
    assert_eq!(told, linted(folder), "other findings on the same ruleset");
    told.iter().for_each(is_bounded);
    let shelf = Shelf::with_folders(&[folder.to_owned()]);
    let is_sound = told.iter().all(|report| report.verdict == Verdict::Legal);
    for report in judge_bytes(&shelf, "list", SMALL_LIST.as_bytes()) {
        is_bounded(&report);
        let is_broken = report.findings.iter().any(|finding| finding.rule.as_str() == "broken-ruleset");
        assert!(!(is_sound && is_broken), "the lints find no fault: {report:?}");
    }
    fs::write(path, intact).expect("a file");
});

fn linted(folder: &Path) -> Vec<Report> {
    lint(&Shelf::with_folders(&[folder.to_owned()]), &folder.join("tiny/1"))
}
