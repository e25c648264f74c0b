//! Verdicts and severities in words: those of JSON, and those that pages show. Headings write them with a capital letter.

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

/// The word for a verdict on pages for people.
#[must_use]
pub fn shown(of: Verdict) -> &'static str {
    if of == Verdict::Undetermined { CANNOT_TELL } else { verdict(of) }
}

/// The word for a severity on pages for people.
#[must_use]
pub fn shown_severity(of: Severity) -> &'static str {
    if of == Severity::Undetermined { CANNOT_TELL } else { severity(of) }
}

/// What pages say in place of `undetermined`, the word of the file formats.
const CANNOT_TELL: &str = "cannot tell";

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
