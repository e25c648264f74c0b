//! Finds the marks that git leaves in a file when two people changed the same lines.

use crate::fault::{FaultKind, FileFault, TextPlace};

/// The marks: each line begins with one of these. Between the second and the third stand the lines before both changes.
const MARKS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// The most marks that are told.
const MOST: usize = 40;

/// A fault for each mark; none if the text has no begin of a conflict.
pub(crate) fn faults(text: &str) -> Vec<FileFault> {
    let begins = |line: &str| line.starts_with("<<<<<<< ");
    // Most files have none, and this looks faster.
    if !text.contains("<<<<<<< ") || !text.lines().any(begins) {
        return Vec::new();
    }
    let is_mark = |line: &str| {
        MARKS.iter().any(|mark| line.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
    };
    let marks = (1..).zip(text.lines()).filter(|(_, line)| is_mark(line)).take(MOST);
    let told = marks.map(|(line, mark)| {
        let shown: String = mark.chars().take(60).collect();
        FileFault::new(FaultKind::ConflictMark, format!("`{shown}` marks a merge in git that is not settled"))
            .place(Some(TextPlace { line, column: 1 }))
            .help("keep one of the two sides, or what is right of both, and take out the marks")
    });
    told.collect()
}
