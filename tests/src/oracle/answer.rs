//! Answers with three values: yes, no, or unknown.

/// Yes if all answers are yes, no if any answer is no.
pub(super) fn all(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let answers: Vec<Option<bool>> = answers.collect();
    if answers.contains(&Some(false)) {
        Some(false)
    } else if answers.contains(&None) {
        None
    } else {
        Some(true)
    }
}

/// Yes if any answer is yes, no if all answers are no.
pub(super) fn any(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    all(answers.map(not)).map(|none| !none)
}

/// The opposite answer. Unknown stays unknown.
pub(super) fn not(answer: Option<bool>) -> Option<bool> {
    answer.map(|yes| !yes)
}
