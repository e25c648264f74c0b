//! Answers of three kinds: yes, no, or nobody knows.

/// Yes if all say yes, no if any says no.
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

/// Yes if any says yes, no if all say no.
pub(super) fn any(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    all(answers.map(not)).map(|none| !none)
}

/// The contrary; what nobody knows stays so.
pub(super) fn not(answer: Option<bool>) -> Option<bool> {
    answer.map(|yes| !yes)
}
