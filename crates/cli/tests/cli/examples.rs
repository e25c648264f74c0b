//! The lists in `examples/`: each must get the verdict and the rules that its first line states.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::muster_with;

/// A verdict, and the rules that cause it.
type ExpectedVerdict = (String, BTreeSet<String>);

#[test]
fn examples_get_the_verdict_that_their_first_line_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut lists = 0;
    for folder in std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| is_of_game(path)) {
        let mut args = vec!["check".to_owned(), ".".into(), "--format".into(), "json".into()];
        for units in club_units(&folder) {
            args.extend(["--units".to_owned(), units.to_string_lossy().into_owned()]);
        }
        let ran = muster_with(&folder, "", &args.iter().map(String::as_str).collect::<Vec<_>>());
        let answer: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran}"));
        for report in answer["reports"].as_array().unwrap() {
            let file = folder.join(report["file"].as_str().unwrap());
            let text = std::fs::read_to_string(&file).unwrap();
            assert_eq!(given(report), said(&text), "{}", file.display());
            lists += 1;
        }
    }
    assert!(lists > 0, "there are no examples");
}

/// Whether a folder is named after a game. The others hold what players send to an event, and events.
fn is_of_game(folder: &Path) -> bool {
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets");
    folder.file_name().is_some_and(|name| rulesets.join(name).is_dir())
}

/// Units of a club in the same folder as the lists.
fn club_units(folder: &Path) -> Vec<PathBuf> {
    [folder.join("units.csv"), folder.join("units/club.yaml")].into_iter().filter(|file| file.exists()).collect()
}

/// Reads a line such as `# Illegal: cap-large, cap-small.`
fn said(text: &str) -> ExpectedVerdict {
    let head = text.lines().next().unwrap_or_default();
    let head = head.strip_prefix("# ").and_then(|head| head.strip_suffix('.')).unwrap_or_default();
    let (verdict, rules) = head.split_once(": ").unwrap_or((head, ""));
    (verdict.to_lowercase(), rules.split(", ").filter(|rule| !rule.is_empty()).map(str::to_owned).collect())
}

/// The verdict of a report and the rules that cause it. An undetermined verdict is caused by findings that cite no
/// book.
fn given(report: &Value) -> ExpectedVerdict {
    let verdict = report["verdict"].as_str().unwrap();
    let gives = |finding: &&Value| match verdict {
        "illegal" => finding["severity"] == "error",
        "undetermined" => finding["severity"] == "undetermined" && finding["source"].is_null(),
        _ => false,
    };
    let findings = report["findings"].as_array().unwrap().iter().filter(gives);
    (verdict.to_owned(), findings.map(|finding| finding["rule"].as_str().unwrap().to_owned()).collect())
}
