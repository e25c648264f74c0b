//! What a report is expected to say, in the words that comments of golden lists and cases share: `verdict: legal`,
//! `error: cap-large 601 > 600`, `no: cap-large`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use muster_engine::report::{Finding, Report, Severity, Verdict};
use muster_engine::slug::slug;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One expectation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub enum Expectation {
    /// The verdict.
    Verdict(Verdict),
    /// A finding.
    Finding {
        /// Its severity.
        severity: Severity,
        /// Its rule.
        rule: String,
        /// The measured number and the bound. The bound is a ceiling if the measured number is larger, else a floor.
        numbers: Option<(i64, i64)>,
    },
    /// An allowance.
    Grant(String, i64),
    /// No finding of the rule, not even a note, and no allowance.
    Silence(String),
}

/// The words that begin an expectation.
const WORDS: [&str; 8] = ["verdict", "show", "no", "error", "undetermined", "warning", "waived", "note"];

/// What is no expectation, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected `legal`, `illegal` or `undetermined`, `no: RULE` or `error: RULE` (also undetermined, warning, waived, note)"
)]
pub struct NoExpectation;

impl Expectation {
    /// Whether a text begins like an expectation: any other text is for human readers.
    #[must_use]
    pub fn begins(text: &str) -> bool {
        text.trim().split_once(": ").is_some_and(|(word, _)| WORDS.contains(&word))
    }

    /// Whether a finding is the expected one. No finding is, if another thing is expected.
    #[must_use]
    pub fn is_finding(&self, finding: &Finding) -> bool {
        let Self::Finding { severity, rule, numbers } = self else { return false };
        finding.severity == *severity
            && finding.rule.as_str() == rule
            && numbers.is_none_or(|(measured, bound)| {
                let of = if measured > bound { finding.max } else { finding.min };
                finding.measured == Some(measured) && of == Some(bound)
            })
    }

    /// Whether a report says what is expected. None of an allowance, of which reports say nothing.
    #[must_use]
    pub fn holds(&self, report: &Report) -> Option<bool> {
        let mut findings = report.findings.iter();
        match self {
            Self::Verdict(verdict) => Some(report.verdict == *verdict),
            Self::Finding { .. } => Some(findings.any(|finding| self.is_finding(finding))),
            Self::Silence(rule) => Some(findings.all(|finding| finding.rule.as_str() != rule)),
            Self::Grant(..) => None,
        }
    }
}

impl FromStr for Expectation {
    type Err = NoExpectation;

    /// Reads an expectation. A verdict may stand alone.
    fn from_str(text: &str) -> Result<Self, NoExpectation> {
        let text = text.trim();
        let (word, rest) = text.split_once(": ").unwrap_or(("verdict", text));
        let rule =
            |rule: &str| if slug(rule) == rule && !rule.is_empty() { Ok(rule.to_owned()) } else { Err(NoExpectation) };
        let severity = match word {
            "verdict" => return Ok(Self::Verdict(named(rest)?)),
            "no" => return Ok(Self::Silence(rule(rest.trim())?)),
            "show" => {
                let (granted, number) = rest.trim().split_once(' ').ok_or(NoExpectation)?;
                return Ok(Self::Grant(rule(granted)?, number.parse().map_err(|_| NoExpectation)?));
            }
            "error" | "undetermined" | "warning" | "waived" | "note" => named(word)?,
            _ => return Err(NoExpectation),
        };
        let mut words = rest.split_whitespace();
        let rule = rule(words.next().unwrap_or_default())?;
        let number = |text: &str| text.parse().map_err(|_| NoExpectation);
        let numbers = match (words.next(), words.next(), words.next(), words.next()) {
            (None, ..) => None,
            (Some(measured), Some(">" | "<"), Some(bound), None) => Some((number(measured)?, number(bound)?)),
            _ => return Err(NoExpectation),
        };
        Ok(Self::Finding { severity, rule, numbers })
    }
}

/// A verdict or a severity by its name in reports.
fn named<T: for<'d> Deserialize<'d>>(name: &str) -> Result<T, NoExpectation> {
    T::deserialize(Value::String(name.trim().to_owned())).map_err(|_| NoExpectation)
}

impl fmt::Display for Expectation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verdict(verdict) => write!(formatter, "verdict: {}", name(verdict)),
            Self::Finding { severity, rule, numbers } => {
                write!(formatter, "{}: {rule}", name(severity))?;
                match numbers {
                    Some((measured, bound)) => {
                        let sign = if measured > bound { '>' } else { '<' };
                        write!(formatter, " {measured} {sign} {bound}")
                    }
                    None => Ok(()),
                }
            }
            Self::Grant(rule, number) => write!(formatter, "show: {rule} {number}"),
            Self::Silence(rule) => write!(formatter, "no: {rule}"),
        }
    }
}

/// The name of a verdict or a severity in reports.
fn name(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

impl JsonSchema for Expectation {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Expectation".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "maxLength": 200, "pattern": format!("^({}): \\S", WORDS.join("|"))})
    }
}

impl TryFrom<String> for Expectation {
    type Error = NoExpectation;

    fn try_from(text: String) -> Result<Self, NoExpectation> {
        text.parse()
    }
}

impl From<Expectation> for String {
    fn from(expectation: Expectation) -> Self {
        expectation.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{Expectation, NoExpectation};

    #[test]
    fn an_expectation_reads_as_it_is_written() {
        for text in [
            "verdict: legal",
            "verdict: undetermined",
            "no: cap-large",
            "error: cap-large",
            "waived: mfv-cap",
            "error: cap-large 601 > 600",
            "note: min-small -1 < 3",
            "show: tac-hand 5",
        ] {
            let read: Result<Expectation, NoExpectation> = text.parse();
            assert_eq!(read.map(|expectation| expectation.to_string()), Ok(text.to_owned()));
            assert!(Expectation::begins(text));
        }
        assert_eq!("legal".parse::<Expectation>().map(String::from), Ok("verdict: legal".to_owned()));
    }

    #[test]
    fn other_words_are_no_expectation() {
        for text in [
            "",
            "lawful",
            "verdict: fine",
            "no: ",
            "no: Cap Large",
            "error: a\nb",
            "error: cap-large 601 > x",
            "error: cap-large 601 > 600 and more",
            "error: cap-large 5",
            "show: tac-hand",
            "grave: cap-large",
            "no",
        ] {
            assert_eq!(text.parse::<Expectation>(), Err(NoExpectation), "{text:?}");
        }
        assert!(!Expectation::begins("a reading: of the book") && !Expectation::begins("legal"));
    }
}
