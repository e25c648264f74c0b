//! `read`: finds the lists, sheets and collections in a text. It tells the faults of other documents, and what a newer
//! ruleset changes for each list.

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::report::{Finding, FindingId, Remark, Report, UsedRuleset, Verdict};
use muster_engine::words::number;
use muster_library::collection::of_document;
use muster_library::collection_file::CollectionFile;
use muster_library::judge::{judge_entry, judge_list, unreadable};
use muster_library::lists::{FileDocument, lists};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;
use crate::given_sheet::GivenSheet;

/// The arguments of `read`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadArgs {
    /// YAML or JSON, one document or several.
    pub text: String,
    /// The file name for reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// The documents of a text.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadAnswer {
    /// In the order of the text; never empty.
    pub documents: Vec<ReadDocument>,
}

/// One document of a text.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "DocumentRead")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadDocument {
    /// The list; absent if the document is not a list or is a faulty one.
    pub list: Option<ArmyList>,
    /// The sheet; absent if the document is not a sheet or is a faulty one.
    pub sheet: Option<GivenSheet>,
    /// The collection, with the full names of its models; absent if the document is not a collection or is a faulty one.
    pub collection: Option<CollectionFile>,
    /// The version of the ruleset that judged it; absent if none did.
    pub version: Option<String>,
    /// What is wrong with the document; empty if it is a list, a sheet or a collection.
    pub faults: Vec<ReadFault>,
    /// The report. Its findings have lines and columns. If the document is neither a list nor a sheet, the
    /// report says why.
    pub report: Report,
    /// Points that the list states and that are wrong now.
    pub claims: Vec<PointsClaim>,
    /// The newest version of its ruleset, if another version or none judged the list.
    pub newer: Option<NewerVerdict>,
}

/// What is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadFault {
    /// A code for programs, such as `unknown-key`.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
    /// What to do about it.
    pub help: Option<String>,
}

/// Points that a list states and that are wrong now.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Claim")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PointsClaim {
    /// JSON pointer to the stated points.
    pub at: String,
    /// The points that the list states.
    pub claimed: i64,
    /// The real points.
    pub points: i64,
    /// The same as a sentence.
    pub message: String,
}

/// The verdict on a list under the newest version of its ruleset.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Newer")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NewerVerdict {
    /// The newest version.
    pub ruleset: UsedRuleset,
    /// The verdict under it.
    pub verdict: Verdict,
    /// The points under it: `985 points`, `points not known`.
    pub points: String,
    /// Findings that only the newest version has.
    pub appeared: Vec<Finding>,
    /// Findings that only the list's version has.
    pub gone: Vec<Finding>,
}

/// Reads a text. Never fails: the reports say what is wrong with it.
pub fn read(app: &App, args: &ReadArgs) -> Result<ReadAnswer, CallFault> {
    let file = args.file.as_deref().unwrap_or_default();
    let documents = lists(args.text.as_bytes()).into_iter().map(|entry| document(app, file, entry));
    Ok(ReadAnswer { documents: documents.collect() })
}

fn document(app: &App, file: &str, entry: FileDocument) -> ReadDocument {
    let report = judge_entry(app.shelf(), file, None, &entry);
    let version = report.ruleset.as_ref().map(|used| used.version.clone());
    let FileDocument::List(list, _) = entry else {
        let (report, collection) = match collection(app, file, &entry) {
            None => (report, None),
            Some(Ok(collection)) => (report, Some(collection)),
            Some(Err(faulty)) => (faulty, None),
        };
        let sheet = sheet(&entry, &report);
        let is_read = sheet.is_some() || collection.is_some();
        let faults = if is_read { Vec::new() } else { report.findings.iter().map(fault).collect() };
        return ReadDocument {
            list: None,
            sheet,
            collection,
            version,
            faults,
            report,
            claims: Vec::new(),
            newer: None,
        };
    };
    let claims = report.findings.iter().filter_map(claim).collect();
    let newer = newer(app, &list, &report);
    ReadDocument {
        list: Some(*list),
        sheet: None,
        collection: None,
        version,
        faults: Vec::new(),
        report,
        claims,
        newer,
    }
}

/// The sheet in a document that is no list; none if it is no sheet or a faulty one.
fn sheet(entry: &FileDocument, report: &Report) -> Option<GivenSheet> {
    let FileDocument::Other(_, document) = entry else { return None };
    (report.verdict != Verdict::Unreadable).then(|| GivenSheet::new(document.value()).ok()).flatten()
}

/// The collection in a document with the full names of its models, or the report that says what is wrong with it. None if
/// it is no collection.
fn collection(app: &App, file: &str, entry: &FileDocument) -> Option<Result<CollectionFile, Report>> {
    let FileDocument::Other(kind, document) = entry else { return None };
    (kind == "collection").then_some(())?;
    let read = of_document(app.shelf(), document).map(|(collection, stated)| collection.file(None, &stated));
    Some(read.map_err(|faults| unreadable(file, document.index, faults)))
}

fn fault(finding: &Finding) -> ReadFault {
    ReadFault {
        code: finding.rule.to_string(),
        message: finding.message.clone(),
        line: finding.line,
        column: finding.column,
        help: finding.help.clone(),
    }
}

fn claim(finding: &Finding) -> Option<PointsClaim> {
    (finding.rule == FindingId::Remark(Remark::PointsClaimed)).then_some(())?;
    let at = finding.at.first()?.clone();
    Some(PointsClaim { at, claimed: finding.measured?, points: finding.max?, message: finding.message.clone() })
}

/// Judges the list under the newest version of its ruleset, unless that version judged it already.
fn newer(app: &App, list: &ArmyList, report: &Report) -> Option<NewerVerdict> {
    let RulesetName::Versioned { id, version: Some(_) } = &list.ruleset else { return None };
    let name = RulesetName::Id(id.clone());
    let newest = app.shelf().find(&name).ok()?.version.to_string();
    if report.ruleset.as_ref().is_some_and(|used| used.version == newest) {
        return None;
    }
    let renewed = ArmyList { ruleset: name, ..list.clone() };
    let now = judge_list(app.shelf(), "", None, &renewed, None);
    let lacks = |other: &Report, finding: &&Finding| {
        !other.findings.iter().any(|known| {
            (&known.rule, &known.message, known.severity) == (&finding.rule, &finding.message, finding.severity)
        })
    };
    Some(NewerVerdict {
        verdict: now.verdict,
        points: number::points(now.points.map(i64::from), None),
        appeared: now.findings.iter().filter(|finding| lacks(report, finding)).cloned().collect(),
        gone: report.findings.iter().filter(|finding| lacks(&now, finding)).cloned().collect(),
        ruleset: now.ruleset?,
    })
}
