//! Verdicts and severities in words, the same as in JSON. Headings write them with a capital letter.

use crate::shapes::report::{Severity, Verdict};

/// The word for a verdict.
#[must_use]
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Legal => "legal",
        Verdict::Illegal => "illegal",
        Verdict::Undetermined => "undetermined",
        Verdict::Unreadable => "unreadable",
    }
}

/// The word for a severity.
#[must_use]
pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Undetermined => "undetermined",
        Severity::Warning => "warning",
        Severity::Note => "note",
        Severity::Waived => "waived",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{severity, verdict};
    use crate::shapes::report::{Severity, Verdict};

    #[test]
    fn words_are_those_of_json() {
        for one in [Verdict::Legal, Verdict::Illegal, Verdict::Undetermined, Verdict::Unreadable] {
            assert_eq!(json!(one), verdict(one));
        }
        let all = [Severity::Error, Severity::Undetermined, Severity::Warning, Severity::Note, Severity::Waived];
        for one in all {
            assert_eq!(json!(one), severity(one));
        }
    }
}
