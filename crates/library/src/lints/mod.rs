//! Lints for ruleset authors, one per file. They report nothing on a sound ruleset.

mod citations;
mod contradictory_limits;
mod duplicates;
mod file_names;
mod history;
mod idle_consents;
mod idle_patches;
mod looks;
mod missing_checks;
mod names;
mod overlays;
mod parameters;
mod references;
mod short_defaults;
mod special_rules;
mod undeclared;
mod unit_figures;
mod unknown_patches;
mod unmatched;
mod unread_files;
mod unresolved;
mod wordless;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use muster_engine::catalogue::Catalogue;
use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, FindingId, Report, Severity, Verdict};
use serde_json::Value;

pub(crate) use overlays::usable;
pub use overlays::{OverlaidRuleset, overlaid, under_event, with_events};

use crate::document::Document;
use crate::fault::{FaultKind, FileFault, step};
use crate::files::{Files, no_way_out};
use crate::history::HEAD;
use crate::judge::unreadable;
use crate::merge::{REPLACE, is_patch_key};
use crate::overlay::files::is_folder;
use crate::ruleset_files::{RulesetFile, RulesetFiles};
use crate::schema::{self, SchemaForm};
use crate::schemas::FileKind;
use crate::shelf::{BuiltRuleset, Shelf};
use crate::typed::{TypeRefusal, read};
use crate::{encoding, yaml};

/// The input of a lint.
struct LintInput<'a> {
    files: &'a RulesetFiles,
    /// The ruleset, joined with those it extends. None if it cannot be built, which is reported separately.
    ruleset: Option<&'a Ruleset>,
    /// The ruleset that it extends.
    parent: Option<&'a Ruleset>,
}

/// Something that a lint found.
struct LintNotice<'a> {
    file: &'a RulesetFile,
    severity: Severity,
    /// JSON pointer to a value, or (with `key`) to a mapping.
    at: String,
    /// The key that the notice is about, if it is not about the value.
    key: Option<String>,
    message: String,
    help: Option<String>,
}

impl<'a> LintNotice<'a> {
    fn error(file: &'a RulesetFile, at: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file, severity: Severity::Error, at: at.into(), key: None, message: message.into(), help: None }
    }

    fn warning(file: &'a RulesetFile, at: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(file, at, message) }
    }

    fn key(mut self, key: &str) -> Self {
        self.key = Some(key.to_owned());
        self
    }

    fn help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    fn finding(self, lint: &str) -> Finding {
        let document = &self.file.document;
        let (at, place) = match &self.key {
            Some(key) => (step(&self.at, key), document.key_place(&self.at, key)),
            None => (self.at.clone(), document.place(&self.at)),
        };
        let fault =
            FileFault { help: self.help, ..FileFault::new(FaultKind::Syntax, self.message).at(at).place(place) };
        Finding { rule: FindingId::File(lint.to_owned()), severity: self.severity, ..fault.into() }
    }
}

type LintCheck = for<'a> fn(&LintInput<'a>) -> Vec<LintNotice<'a>>;

/// The lint for problems that the engine finds when it builds the ruleset.
const UNRESOLVED: &str = "unresolved";

/// All other lints by id.
const LINTS: [(&str, LintCheck); 17] = [
    ("citation", citations::lint),
    (CONTRADICTORY, contradictory_limits::lint),
    ("duplicate-id", duplicates::lint),
    ("file-name", file_names::lint),
    ("idle-consent", idle_consents::lint),
    ("idle-patch", idle_patches::lint),
    ("missing-check", missing_checks::lint),
    (PARAMETERS, parameters::lint),
    ("short-default", short_defaults::lint),
    ("undeclared", undeclared::lint),
    ("unit-figures", unit_figures::lint),
    (UNKNOWN_NAME, names::lint),
    (UNKNOWN_PATCH, unknown_patches::lint),
    ("unknown-reference", references::lint),
    ("unknown-special-rule", special_rules::lint),
    (UNMATCHED, unmatched::lint),
    ("wordless-limit", wordless::lint),
];

/// The lint for patches that match nothing.
const UNKNOWN_PATCH: &str = "unknown-patch";

/// The lint for rules that ask for what no unit has.
const UNKNOWN_NAME: &str = "unknown-name";

/// The lint for rules that look at units which no catalogue has.
const UNMATCHED: &str = "unmatched";

/// The lints that check catalogues, including those outside of a ruleset.
const OF_CATALOGUES: [&str; 6] =
    [PARAMETERS, "short-default", "undeclared", "unit-figures", "unknown-reference", "unknown-special-rule"];

/// The lints that check rules, those of overlays too.
const OF_RULES: [&str; 4] = [CONTRADICTORY, UNKNOWN_NAME, UNMATCHED, "wordless-limit"];

/// The lint for limits that forbid every list.
const CONTRADICTORY: &str = "contradictory-limits";

/// The lint for wrong parameters of special rules.
const PARAMETERS: &str = "rule-parameter";

/// The ids of all lints.
pub fn ids() -> impl Iterator<Item = &'static str> {
    LINTS.iter().map(|(id, _)| *id).chain([UNRESOLVED, history::HISTORIES, looks::LOOKS, unread_files::UNREAD])
}

/// Judges a ruleset's folder, a folder of rulesets, or a single file of a ruleset. Returns a report for each file with
/// findings. If there are no findings, returns one report for the path itself.
#[must_use]
pub fn lint(shelf: &Shelf, path: &Path) -> Vec<Report> {
    let from = &**shelf.files();
    let reports = if from.is_folder(path) {
        let folders = ruleset_folders(from, path);
        let overlays = if is_folder(from, path) { vec![path.to_owned()] } else { shelf.overlays_in(path) };
        if folders.is_empty() && overlays.is_empty() {
            let fault = FileFault::new(FaultKind::NoLists, "the folder holds no ruleset and no overlay")
                .help("a ruleset is a folder ID/MAJOR with a ruleset.yaml, an overlay a folder with an overlay.yaml");
            return vec![unreadable(&path.to_string_lossy(), 0, vec![fault])];
        }
        let of_rulesets = folders.iter().flat_map(|folder| {
            if from.leads_out(path, folder) {
                return vec![unreadable(&folder.to_string_lossy(), 0, vec![no_way_out()])];
            }
            lint_folder(shelf, folder)
        });
        of_rulesets.chain(overlays.iter().flat_map(|path| overlays::lint(shelf, path))).collect()
    } else if let Some(folder) = path.ancestors().skip(1).take(2).find(|folder| from.kind(&folder.join(HEAD)).is_some())
    {
        let shown = path.to_string_lossy();
        lint_folder(shelf, folder).into_iter().filter(|report| report.file == shown).collect()
    } else if let Some(folder) = path.ancestors().skip(1).take(2).find(|folder| is_folder(from, folder)) {
        let shown = path.to_string_lossy();
        overlays::lint(shelf, folder).into_iter().filter(|report| report.file == shown).collect()
    } else {
        lint_file(shelf, path)
    };
    if reports.is_empty() { vec![sound(path)] } else { reports }
}

fn sound(path: &Path) -> Report {
    Report { verdict: Verdict::Legal, ..unreadable(&path.to_string_lossy(), 0, Vec::new()) }
}

/// The folders of rulesets at a path: the folder itself, or `ID/MAJOR` or `MAJOR` below it.
fn ruleset_folders(from: &dyn Files, path: &Path) -> Vec<PathBuf> {
    fn add(from: &dyn Files, path: &Path, levels: usize, found: &mut Vec<PathBuf>) {
        if from.kind(&path.join(HEAD)).is_some() {
            found.push(path.to_owned());
        } else if levels > 0 {
            for inner in from.list(path).iter().filter(|inner| from.is_folder(inner)) {
                add(from, inner, levels - 1, found);
            }
        }
    }
    let mut found = Vec::new();
    add(from, path, 2, &mut found);
    found
}

fn lint_folder(shelf: &Shelf, folder: &Path) -> Vec<Report> {
    let files = RulesetFiles::read(&**shelf.files(), folder);
    let mut by_file: BTreeMap<PathBuf, Vec<Finding>> = BTreeMap::new();
    for file in files.files.iter().filter(|file| !file.faults.is_empty()) {
        by_file.entry(file.path.clone()).or_default().extend(file.faults.iter().cloned().map(Finding::from));
    }
    // Lints rely on the shape of files, so they run only if it is right.
    if by_file.is_empty() {
        match shelf.build(&files) {
            Ok(built) => {
                for (id, notice) in notices(&files, &built) {
                    by_file.entry(notice.file.path.clone()).or_default().push(notice.finding(id));
                }
                let looks = built.ruleset.iter().flat_map(|ready| looks::lint(shelf, &files, ready.declarations()));
                let unread = unread_files::lint(shelf, &files);
                for (path, finding) in history::lint(shelf, &files).into_iter().chain(looks).chain(unread) {
                    by_file.entry(path).or_default().push(finding);
                }
            }
            // The ruleset that it extends is not available.
            Err(fault) => {
                for head in files.of(FileKind::Ruleset) {
                    let fault = fault.clone().at("/extends").place(head.document.place("/extends"));
                    by_file.entry(head.path.clone()).or_default().push(fault.into());
                }
            }
        }
    }
    let is_closed = |path: &Path| {
        let mut faults = files.files.iter().filter(|file| file.path == path).flat_map(|file| &file.faults);
        faults.any(|fault| fault.kind == FaultKind::NoAccess)
    };
    let reports = by_file.into_iter().map(|(path, findings)| match report(&path, findings) {
        report if is_closed(&path) => Report { verdict: Verdict::Unreadable, ..report },
        report => report,
    });
    reports.collect()
}

fn notices<'a>(files: &'a RulesetFiles, built: &'a BuiltRuleset) -> Vec<(&'static str, LintNotice<'a>)> {
    let subject = LintInput { files, ruleset: built.ruleset.as_ref().ok(), parent: built.parent.as_ref() };
    let mut notices: Vec<_> =
        LINTS.iter().flat_map(|(id, lint)| lint(&subject).into_iter().map(|notice| (*id, notice))).collect();
    // A patch that matches nothing is an incomplete item, so the engine would report it a second time.
    if let Err(problems) = &built.ruleset
        && !notices.iter().any(|(id, _)| *id == UNKNOWN_PATCH)
    {
        notices.extend(unresolved::lint(files, problems).into_iter().map(|notice| (UNRESOLVED, notice)));
    }
    notices
}

fn report(path: &Path, mut findings: Vec<Finding>) -> Report {
    findings.sort_by(|a, b| (a.line, a.column, &a.rule, &a.message).cmp(&(b.line, b.column, &b.rule, &b.message)));
    let verdict = if findings.iter().any(|finding| finding.severity == Severity::Error) {
        Verdict::Illegal
    } else {
        Verdict::Legal
    };
    Report { verdict, findings, ..sound(path) }
}

/// Judges a file outside of a ruleset by its `kind`: its shape and, for a catalogue, whether an available game
/// understands it.
fn lint_file(shelf: &Shelf, path: &Path) -> Vec<Report> {
    let shown = path.to_string_lossy();
    let bytes = match shelf.files().read(path) {
        Ok(bytes) => bytes,
        Err(fault) => return vec![unreadable(&shown, 0, vec![fault])],
    };
    let text = match encoding::utf8(&bytes) {
        Ok(text) => text,
        Err(fault) => return vec![unreadable(&shown, 0, vec![fault])],
    };
    let documents = yaml::documents(text);
    if documents.iter().flatten().any(|document| text_of(document, "kind") == Some("overlay")) {
        return overlays::lint(shelf, path);
    }
    let judged = documents.into_iter().map(|parsed| match parsed {
        Err(unparsed) => unreadable(&shown, unparsed.index, unparsed.faults),
        Ok(document) => match shape(&document) {
            Ok(faults) => {
                let index = document.index;
                let mut findings: Vec<Finding> = faults.into_iter().map(Finding::from).collect();
                if findings.is_empty() && text_of(&document, "kind") == Some("catalogue") {
                    findings = in_a_game(shelf, path, document);
                }
                Report { document: index, ..report(path, findings) }
            }
            Err(fault) => unreadable(&shown, document.index, vec![fault]),
        },
    });
    judged.filter(|report| !report.findings.is_empty()).collect()
}

fn text_of<'d>(document: &'d Document, key: &str) -> Option<&'d str> {
    text(document.value(), key)
}

/// The findings on a catalogue as part of the game that understands most of it.
fn in_a_game(shelf: &Shelf, path: &Path, document: Document) -> Vec<Finding> {
    let mut whole = document.value().clone();
    for unit in whole.get_mut("units").and_then(Value::as_array_mut).into_iter().flatten() {
        unit.as_object_mut().and_then(|unit| unit.shift_remove(REPLACE));
    }
    let file = RulesetFile { path: path.to_owned(), kind: FileKind::Catalogue, document, faults: Vec::new() };
    let files =
        RulesetFiles { folder: PathBuf::new(), files: vec![file], digest: String::new(), form: SchemaForm::Whole };
    let ids: BTreeSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    // Skips broken rulesets; they are reported where they are used.
    let games = ids.into_iter().filter_map(|id| shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).ok());
    let told = games.map(|game| {
        let subject = LintInput { files: &files, ruleset: Some(&game), parent: Some(&game) };
        let lints = LINTS.iter().filter(|(id, _)| OF_CATALOGUES.contains(id));
        let mut notices: Vec<_> =
            lints.flat_map(|(id, lint)| lint(&subject).into_iter().map(|notice| (*id, notice))).collect();
        for file in &files.files {
            let found = match read::<Catalogue>(whole.clone()) {
                Ok(catalogue) => unresolved::in_catalogues(&files, &game.problems_of(&catalogue)),
                Err(TypeRefusal { at, message }) => vec![LintNotice::error(file, at, message)],
            };
            notices.extend(found.into_iter().map(|notice| (UNRESOLVED, notice)));
        }
        // Wrong parameters do not count against the game, because it knows their rule.
        let foreign = notices.iter().filter(|(id, _)| *id != PARAMETERS).count();
        let as_units = format!("judged as units of {}", game.declarations().name);
        let findings = notices.into_iter().map(|(id, notice)| notice.finding(id));
        let helped = |finding: Finding| Finding { help: finding.help.or(Some(as_units.clone())), ..finding };
        (foreign, findings.map(helped).collect::<Vec<_>>())
    });
    told.min_by_key(|(foreign, findings)| (*foreign, findings.len())).map(|(_, findings)| findings).unwrap_or_default()
}

fn shape(document: &Document) -> Result<Vec<FileFault>, FileFault> {
    let kind = match document.value().get("kind").and_then(Value::as_str) {
        Some("catalogue") => FileKind::Catalogue,
        Some("ruleset") => FileKind::Ruleset,
        Some("cards") => FileKind::Cards,
        Some(kind) if FileKind::Rule.name() != kind => {
            return Err(FileFault::new(
                FaultKind::WrongKind,
                format!("there are no lints for files of the kind `{kind}`"),
            )
            .at("/kind")
            .place(document.place("/kind")));
        }
        _ => {
            return Err(FileFault::new(FaultKind::WrongKind, "this is not a file of a ruleset")
                .help("lint judges rulesets, overlays and catalogues; `muster check` judges lists"));
        }
    };
    let mut faults = schema::faults(kind, SchemaForm::Whole, document);
    if kind == FileKind::Catalogue {
        // A club's file may say of a unit that it is whole.
        faults.retain(|fault| !is_patch_key(fault) || !fault.at.ends_with(REPLACE));
    }
    Ok(faults)
}

/// Visits every mapping of a document with its pointer.
fn each_mapping<'v>(value: &'v Value, at: &str, visit: &mut dyn FnMut(&str, &'v serde_json::Map<String, Value>)) {
    match value {
        Value::Object(entries) => {
            visit(at, entries);
            for (key, inner) in entries {
                each_mapping(inner, &step(at, key), visit);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                each_mapping(inner, &format!("{at}/{index}"), visit);
            }
        }
        _ => {}
    }
}

/// The text of a key's value.
fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}
