//! Reports as `check` writes them for programs: each with what is known of how its list was handed in.

use muster_engine::report::{Report, Severity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The version of the format of reports.
pub const FORMAT: u32 = 1;

/// What `--format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Reports {
    /// The version of the format: 1.
    pub format: u32,
    /// One for each document, in the order of the paths given. Versions that do not count stand behind the list that does.
    pub reports: Vec<ListedReport>,
    /// The files that hold no list.
    pub skipped: Vec<SkippedFile>,
}

/// A file that holds no list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SkippedFile {
    /// The file, and the name inside if it was packed.
    pub file: String,
    /// Why it holds no list, in words that follow a colon.
    pub why: String,
}

/// A report with what is known of how its list was handed in.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ListedReport {
    /// The report.
    #[serde(flatten)]
    pub report: Report,
    /// The player's club.
    pub club: Option<String>,
    /// The mail address that the list came from, else the one that it states.
    pub email: Option<String>,
    /// The id of the nation; the list's own word if the ruleset does not know it.
    pub nation: Option<String>,
    /// The list's date, as YYYY-MM-DD.
    pub date: Option<String>,
    /// When the mail came in which the list was, in RFC 3339; by the clocks of the deadline if the event states one. None if
    /// no mail brought it, or if that is not known.
    pub arrived: Option<String>,
    /// The points that the player claims.
    pub claimed: Option<u32>,
    /// The place of the first list before it that is the same.
    pub same_as: Option<String>,
    /// How the sender of the mail in which it came differs from what it states, in words.
    pub sent_by: Option<String>,
    /// Whether it counts, or is a version in whose place another list counts.
    pub counts: ListStanding,
    /// The place of the list that counts in its place; none if it stands for itself.
    pub version_of: Option<String>,
    /// What was concluded about versions, in sentences.
    pub concluded: Vec<String>,
    /// What could not be read or decided.
    pub doubts: Vec<ListDoubt>,
}

impl From<Report> for ListedReport {
    /// A report of whose list nothing more is known.
    fn from(report: Report) -> Self {
        let doubts = report.findings.iter().filter(|finding| finding.severity == Severity::Undetermined);
        let doubts = doubts.map(|finding| ListDoubt {
            rule: finding.rule.to_string(),
            message: finding.message.clone(),
            line: finding.line,
            help: finding.help.clone(),
        });
        Self {
            doubts: doubts.collect(),
            report,
            club: None,
            email: None,
            nation: None,
            date: None,
            arrived: None,
            claimed: None,
            same_as: None,
            sent_by: None,
            counts: ListStanding::Counts,
            version_of: None,
            concluded: Vec::new(),
        }
    }
}

/// Something of a list that could not be read or decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListDoubt {
    /// The id of the rule or remark.
    pub rule: String,
    /// The sentence.
    pub message: String,
    /// Its line, counted from 1.
    pub line: Option<u32>,
    /// What would help.
    pub help: Option<String>,
}

/// Whether a list that was handed in counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ListStanding {
    /// It counts.
    #[default]
    Counts,
    /// A newer version counts in its place.
    Earlier,
    /// It arrived after the deadline.
    Late,
}

impl ListStanding {
    /// The word for it, the same as in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Earlier => "earlier",
            Self::Late => "late",
        }
    }
}

/// What the schema says of itself.
const STABLE: &str = "What `--format json` prints, or a line of `--format jsonl`. Stable within format 1: a key that stands \
                      here keeps its name, its meaning and its type, and one that is required is always there. Ids of rules \
                      and of remarks stay. New keys, new ids and new words of an enumeration may come, so a client passes \
                      over those that it does not know. Messages, help and other sentences change, and so do orders of keys.";

/// Prepares a schema of reports for programs that read them: it allows unknown keys, and a report alone is valid too, as in
/// a line of `jsonl`.
pub(crate) fn of_clients(schema: &mut Value) {
    open(schema);
    let Value::Object(whole) = schema else { return };
    let mut reports = Map::new();
    for key in ["type", "properties", "required"] {
        reports.extend(whole.shift_remove(key).map(|value| (key.to_owned(), value)));
    }
    let definitions = whole.shift_remove("$defs").unwrap_or_default();
    whole.insert("description".into(), json!(STABLE));
    whole.insert("anyOf".into(), json!([{"$ref": "#/$defs/Reports"}, {"$ref": "#/$defs/ListedReport"}]));
    let mut all = Map::new();
    all.insert("Reports".into(), reports.into());
    if let Value::Object(definitions) = definitions {
        all.extend(definitions);
    }
    whole.insert("$defs".into(), all.into());
}

/// Allows unknown keys in every object.
fn open(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("additionalProperties") == Some(&json!(false)) {
                object.shift_remove("additionalProperties");
            }
            object.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}
