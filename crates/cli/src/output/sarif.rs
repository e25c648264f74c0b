//! `--format sarif`: SARIF 2.1.0, which services for code and editors read.
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use indexmap::IndexMap;
use muster_engine::list::RulesetName;
use muster_engine::place::SquadronPlace;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Severity, UsedRuleset, Verdict};
use muster_exchange::yaml::to_string as yaml;
use muster_library::json::to_string;
use muster_library::remarks;
use muster_library::shelf::Shelf;
use muster_library::yaml::may_have_comments;
use muster_mend::Bounds;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::{Printer, ReportPage, words};
use crate::changing::to_change;

/// How many lists of a run get changes that make them legal. Looking for them takes longer than judging.
const MENDED: usize = 100;
/// How many squadrons are judged at most to find the changes of one list: 2,000 lists of 25 squadrons.
const JUDGED_SQUADRONS: usize = 50_000;
/// The largest list for which changes are looked for.
const MOST_SQUADRONS: usize = 500;
/// The id under which the terms of a list stand among the rules.
const TERMS: &str = "terms";

/// Prints one log with one run. Each result is a line, written before the next list is judged; the rules come last.
pub(super) struct SarifPrinter<'s, W> {
    writer: W,
    shelf: &'s Shelf,
    started: bool,
    mended: usize,
    /// The rules that were broken, by their rulesets with versions. Rules of different rulesets may have the same id.
    rules: IndexMap<(String, String), Value>,
    rulesets: HashMap<String, Option<Ruleset>>,
}

impl<'s, W> SarifPrinter<'s, W> {
    /// Prints to this writer. The rulesets of this shelf explain the rules.
    pub(super) fn new(shelf: &'s Shelf, writer: W) -> Self {
        Self { writer, shelf, started: false, mended: 0, rules: IndexMap::new(), rulesets: HashMap::new() }
    }

    /// The place of a finding's rule among the rules of the run.
    fn rule(&mut self, used: Option<&UsedRuleset>, id: &str) -> usize {
        let of = used.map(|used| format!("{} {}", used.id, used.version)).unwrap_or_default();
        let key = (of, id.to_owned());
        if let Some(place) = self.rules.get_index_of(&key) {
            return place;
        }
        let ruleset = used
            .and_then(|used| self.rulesets.entry(key.0.clone()).or_insert_with(|| ruleset(self.shelf, used)).as_ref());
        let rule = descriptor(ruleset, id);
        self.rules.insert_full(key, rule).0
    }
}

impl<W: Write> SarifPrinter<'_, W> {
    /// Writes the text before a result, or before the end if there is no result.
    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) {
            return self.writer.write_all(b",\n");
        }
        writeln!(self.writer, "{{\"$schema\": \"{SCHEMA}\", \"version\": \"2.1.0\", \"runs\": [{{\"results\": [")
    }

    /// The changes that make an illegal list legal, each with the whole file as it is then. They stand at the first error. None for
    /// a file that holds more than this list.
    fn fixes(&mut self, page: &ReportPage<'_>) -> Option<Value> {
        let (list, text) = (page.list?, page.only_text()?);
        if page.report.verdict != Verdict::Illegal || self.mended == MENDED {
            return None;
        }
        let (judged, list) = to_change(self.shelf, list)?;
        let squadrons = SquadronPlace::all(&list).len();
        if squadrons > MOST_SQUADRONS {
            return None;
        }
        self.mended += 1;
        let bounds = Bounds { judged: JUDGED_SQUADRONS / squadrons.max(1), ..Bounds::default() };
        let found = muster_mend::fix(&judged.ruleset, &list, bounds);
        let end = text.split('\n').next_back().unwrap_or_default();
        let region = json!({
            "startLine": 1,
            "startColumn": 1,
            "endLine": text.split('\n').count(),
            "endColumn": end.chars().count() + 1,
        });
        let loses = if may_have_comments(text) { " (removes comments)" } else { "" };
        let fixes = found.mends.iter().filter_map(|mend| {
            let says: Vec<&str> = mend.steps.iter().map(|step| step.says.as_str()).collect();
            let text = yaml(&mend.list).ok()?;
            Some(json!({
                "description": { "text": unlinked(&format!("{}{loses}", says.join("; "))) },
                "artifactChanges": [{
                    "artifactLocation": { "uri": uri(&page.path()) },
                    "replacements": [{ "deletedRegion": region, "insertedContent": { "text": text } }],
                }],
            }))
        });
        let fixes: Vec<Value> = fixes.collect();
        (!fixes.is_empty()).then_some(Value::Array(fixes))
    }

    /// Writes something that is told of a list and is no finding.
    fn aside(&mut self, page: &ReportPage<'_>, id: &str, told: &str) -> io::Result<()> {
        self.open()?;
        let rule = self.rule(None, id);
        let place = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&page.path()) } } });
        let result = json!({
            "ruleId": id,
            "ruleIndex": rule,
            "kind": "informational",
            "level": "none",
            "message": { "text": unlinked(told) },
            "locations": [place],
        });
        self.writer.write_all(to_string(&result)?.as_bytes())?;
        self.writer.flush()
    }
}

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

impl<W: Write> Printer for SarifPrinter<'_, W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        if let Some(version) = words::version(page) {
            self.aside(page, words::VERSION, &version)?;
            if page.list.is_some_and(|list| list.came.is_folded()) {
                return Ok(());
            }
        }
        let (mut seen, mut fixes): (HashMap<&str, u32>, _) = (HashMap::new(), self.fixes(page));
        for finding in &page.report.findings {
            self.open()?;
            let id = finding.rule.as_str();
            let rule = self.rule(page.report.ruleset.as_ref(), id);
            let occurrence = seen.entry(id).or_default();
            let mut result = result(page, finding, rule, *occurrence);
            if finding.severity == Severity::Error
                && let Some(fixes) = fixes.take()
            {
                result["fixes"] = fixes;
            }
            self.writer.write_all(to_string(&result)?.as_bytes())?;
            *occurrence += 1;
        }
        if let Some(terms) = words::termed(page.report) {
            self.aside(page, TERMS, &terms)?;
        }
        self.writer.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        if !self.started {
            self.open()?;
        }
        let rules: Vec<&Value> = self.rules.values().collect();
        let driver = json!({ "name": "Muster", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules });
        let tool = to_string(&json!({ "driver": driver }))?;
        writeln!(self.writer, "\n], \"columnKind\": \"unicodeCodePoints\", \"tool\": {tool}}}]}}")?;
        self.writer.flush()
    }
}

/// The version of a ruleset that judged a list, without units; none if it is not at hand.
fn ruleset(shelf: &Shelf, used: &UsedRuleset) -> Option<Ruleset> {
    let name = RulesetName::Versioned { id: used.id.clone(), version: Some(format!("={}", used.version)) };
    shelf.ruleset(&name, &["none of them"]).ok()
}

/// A rule as the log describes it: by the words of its ruleset, or by what it means if no book has it.
fn descriptor(ruleset: Option<&Ruleset>, id: &str) -> Value {
    let Some((ruleset, rule)) = ruleset.and_then(|ruleset| Some((ruleset, &ruleset.rule(id)?.rule))) else {
        let terms = "What the list sets for itself, such as rules that it waives and units of a club";
        let version = "A version of a list in whose place another list counts";
        let asides = [(TERMS, terms), (words::VERSION, version)];
        let aside = asides.into_iter().find(|(aside, _)| *aside == id).map(|(_, meaning)| meaning);
        let meaning = remarks::meaning(id).or(aside).unwrap_or(id);
        return json!({ "id": id, "shortDescription": { "text": meaning }, "help": { "text": meaning } });
    };
    let declarations = ruleset.declarations();
    let parts = [rule.summary.clone(), rule.reading.clone(), rule.help.clone()];
    let source = words::source(&words::as_source(declarations, &rule.source));
    let explain = format!("`muster explain {}/{id}` says more.", declarations.id);
    let help: Vec<String> = parts.into_iter().flatten().chain([format!("{source}."), explain]).collect();
    json!({
        "id": id,
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.summary.as_ref().unwrap_or(&rule.title) },
        "help": { "text": help.join(" ") },
        "properties": { "ruleset": declarations.id, "version": declarations.version },
    })
}

/// A finding. `rule` is the place of its rule; `occurrence` counts the findings of one rule on one list, so that the
/// same finding is known again after other lines of the list changed.
fn result(page: &ReportPage<'_>, finding: &Finding, rule: usize, occurrence: u32) -> Value {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Undetermined | Severity::Warning => "warning",
        Severity::Note | Severity::Waived => "note",
    };
    let id = finding.rule.as_str();
    let document = page.report.document;
    let mut place = json!({ "artifactLocation": { "uri": uri(&page.path()) } });
    if let (Some(line), column) = page.position(finding) {
        place["region"] = json!({ "startLine": line });
        if let Some(column) = column {
            place["region"]["startColumn"] = json!(column);
        }
    }
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": rule,
        "level": level,
        "message": { "text": unlinked(&words::sentence(finding)) },
        "locations": [{ "physicalLocation": place }],
        "partialFingerprints": { "ruleOccurrence/v1": format!("{document}/{id}/{occurrence}") },
        "properties": { "severity": finding.severity, "list": page.report.name, "player": page.report.player },
    });
    if let Some(came) = page.list.map(|list| &list.came) {
        result["properties"]["counts"] = json!(came.counts);
        result["properties"]["arrived"] = json!(came.arrived);
    }
    if finding.severity == Severity::Waived {
        result["suppressions"] = json!([{ "kind": "external", "justification": "waived by consent" }]);
    }
    result
}

/// A message that holds no link. In the messages of SARIF, `[text](address)` is one, and names are texts of players.
fn unlinked(message: &str) -> String {
    message.chars().fold(String::with_capacity(message.len()), |mut text, letter| {
        if matches!(letter, '\\' | '[' | ']') {
            text.push('\\');
        }
        text.push(letter);
        text
    })
}

/// All letters but those that may stand in the path of an address.
const NOT_IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The address of a file: relative if its path is.
fn uri(path: &str) -> String {
    let encoded = utf8_percent_encode(path, NOT_IN_PATHS);
    match (Path::new(path).is_absolute(), path.starts_with('/')) {
        (true, true) => format!("file://{encoded}"),
        (true, false) => format!("file:///{encoded}"),
        (false, _) => encoded.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use muster_engine::report::{Report, Severity, Verdict};
    use serde_json::{Value, json};

    use super::uri;
    use crate::args::Format;
    use crate::output::sample::{cap, found, printed, report, says};

    fn run(reports: &[Report]) -> Value {
        let printed = printed(Format::Sarif, reports);
        let mut log: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(log["version"], "2.1.0");
        assert!(log["$schema"].as_str().unwrap().ends_with("/sarif-schema-2.1.0.json"));
        let runs = log["runs"].as_array_mut().unwrap();
        assert_eq!(runs.len(), 1);
        runs.remove(0)
    }

    /// What the schema requires: of a run the tool, of its driver the name, of a rule the id, of a result the message.
    #[test]
    fn every_part_that_the_schema_requires_is_there() {
        let findings =
            vec![cap(), cap(), says("unknown-unit", Severity::Undetermined, "No"), says("x", Severity::Waived, "W")];
        let run = run(&[report(), found(Verdict::Illegal, findings)]);
        assert_eq!(run["columnKind"], "unicodeCodePoints");
        let driver = &run["tool"]["driver"];
        assert_eq!(driver["name"], "Muster");
        let rules = driver["rules"].as_array().unwrap();
        assert_eq!(rules.iter().map(|rule| &rule["id"]).collect::<Vec<_>>(), ["cap-large", "unknown-unit", "x"]);
        for rule in rules {
            assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty());
            assert!(!rule["help"]["text"].as_str().unwrap().is_empty());
        }
        assert!(rules[0]["help"]["text"].as_str().unwrap().contains("page 19"), "{rules:#?}");
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 4);
        for result in results {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], result["ruleId"]);
            assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let location = &result["locations"][0]["physicalLocation"];
            assert_eq!(location["artifactLocation"]["uri"], "lists/channel-patrol.yaml");
            assert!(location["region"]["startLine"].as_u64().unwrap() > 0);
        }
        assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"], json!({"startLine": 6, "startColumn": 5}));
        let fingerprint = |result: &Value| result["partialFingerprints"]["ruleOccurrence/v1"].clone();
        assert_eq!(
            (fingerprint(&results[0]), fingerprint(&results[1])),
            ("0/cap-large/0".into(), "0/cap-large/1".into())
        );
        assert_eq!(results[3]["suppressions"][0]["kind"], "external");
    }

    #[test]
    fn a_run_without_findings_has_no_results() {
        for reports in [&[][..], &[report()]] {
            assert_eq!(run(reports)["results"], json!([]));
        }
    }

    #[test]
    fn paths_become_addresses() {
        assert_eq!(uri("lists/a b/größe#1.yaml"), "lists/a%20b/gr%C3%B6%C3%9Fe%231.yaml");
        assert_eq!(uri("a:b.yaml"), "a%3Ab.yaml");
        #[cfg(unix)]
        assert_eq!(uri("/tmp/x.yaml"), "file:///tmp/x.yaml");
    }

    #[test]
    fn names_are_no_links() {
        let finding = says("rule", Severity::Note, "\u{201c}[Click](https://example.org) \\[x]\u{201d} has 2 models");
        let run = run(&[found(Verdict::Legal, vec![finding])]);
        let told = run["results"][0]["message"]["text"].as_str().unwrap();
        assert!(told.contains(r"\[Click\](https://example.org) \\\[x\]"), "{told}");
    }
}
