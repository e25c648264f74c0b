//! The changes of rules that no list can notice, each with why.

/// Lines of `CHANGE  # REASON`. `*` in a change stands for any text. Other lines are for people.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    patterns: Vec<String>,
}

impl Reasons {
    /// The name of such a file. It lies beside the lists.
    pub const FILE: &str = "unnoticed.txt";

    /// Reads the lines of a file.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let patterns = text.lines().filter_map(|line| Some(line.split_once("  # ")?.0.trim().to_owned()));
        Self { patterns: patterns.collect() }
    }

    /// Whether a line gives a reason for this change.
    #[must_use]
    pub fn has(&self, change: &str) -> bool {
        self.patterns.iter().any(|pattern| fits(pattern, change))
    }

    /// The lines that fit none of these changes.
    #[must_use]
    pub fn idle(&self, changes: &[&str]) -> Vec<&str> {
        let is_idle = |pattern: &&str| !changes.iter().any(|change| fits(pattern, change));
        self.patterns.iter().map(String::as_str).filter(is_idle).collect()
    }
}

/// Whether a change fits a pattern.
fn fits(pattern: &str, change: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == change,
        Some((start, rest)) => change.strip_prefix(start).is_some_and(|after| {
            let ends = after.char_indices().map(|(at, _)| at).chain([after.len()]);
            ends.into_iter().any(|at| fits(rest, &after[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::Reasons;

    #[test]
    fn a_star_stands_for_any_text() {
        let reasons = Reasons::read("For people.\n\ncap-*: * without role  # one role\nfloor: dropped  # why\n");
        assert!(reasons.has("cap-large: /clauses/0/where without role") && reasons.has("floor: dropped"));
        assert!(!reasons.has("cap-large: dropped") && !reasons.has("For people."));
        assert_eq!(reasons.idle(&["floor: dropped"]), ["cap-*: * without role"]);
    }
}
