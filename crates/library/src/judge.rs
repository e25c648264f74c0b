//! Judges lists, documents and whole files that are already read, and makes reports.

use std::collections::BTreeMap;

use muster_engine::JudgedForce;
use muster_engine::list::{ArmyList, RulesetName, Squadron};
use muster_engine::nearest::nearest;
use muster_engine::needs::Need;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, FindingId, Remark, Report, Severity, Terms, Verdict};
use muster_engine::sheet::Sheet;
use muster_engine::slug::slug;
use muster_engine::summary::Summary;
use muster_engine::theirs::quoted;

use crate::document::Document;
use crate::fault::{FaultKind, FileFault};
use crate::files::FilesPath;
use crate::lists::{self, FileDocument};
use crate::overlay::stack::StackedOverlay;
use crate::share;
use crate::sheets;
use crate::shelf::{Shelf, nations};

/// Judges every document of a file that is already read; `file` is its name in reports.
///
/// Documents that are not lists are reported as faults.
///
/// No other file is read, so a list that points at a sheet is undetermined.
#[must_use]
pub fn judge_bytes(shelf: &Shelf, file: &str, bytes: &[u8]) -> Vec<Report> {
    lists::lists(bytes).iter().map(|entry| judge_entry(shelf, file, None, entry)).collect()
}

/// Judges a list. With `document`, findings get lines and columns. `beside` is the folder in which the sheet is that the
/// list points at, and overlays that it names; or the sheet itself, whatever file the list names.
#[must_use]
pub fn judge_list(
    shelf: &Shelf,
    file: &str,
    beside: Option<FilesPath>,
    list: &ArmyList,
    document: Option<&Document>,
) -> Report {
    let judged = judge_and(shelf, file, beside, list, document, |_| ());
    judged.map_or_else(|report| *report, |(_, report, ())| report)
}

/// A list that was judged by its ruleset.
#[derive(Clone, Debug)]
pub struct JudgedList {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The report.
    pub report: Report,
    /// The list at a glance.
    pub summary: Summary,
    /// The miniatures that it needs.
    pub needs: Vec<Need>,
}

/// Like [`judge_list`], but also returns the list at a glance. If the ruleset is not available, returns only the report
/// that says so.
pub fn judge_in_full(
    shelf: &Shelf,
    file: &str,
    beside: Option<FilesPath>,
    list: &ArmyList,
    document: Option<&Document>,
) -> Result<JudgedList, Box<Report>> {
    let (ruleset, report, (summary, needs)) =
        judge_and(shelf, file, beside, list, document, |judged| (judged.summary(), judged.needs()))?;
    Ok(JudgedList { ruleset, report, summary, needs })
}

/// Like [`judge_in_full`], but without the overlays of the run: as somebody who does not have them judges the list. None if
/// there are none.
pub fn judge_without_events(shelf: &Shelf, list: &ArmyList) -> Result<Option<JudgedList>, FileFault> {
    if shelf.events().is_empty() {
        return Ok(None);
    }
    let ruleset = shelf.plain(&list.ruleset, &nations(list))?;
    let judged = muster_engine::judge(&ruleset, list, None);
    let (summary, needs) = (judged.summary(), judged.needs());
    let mut report = judged.into_report();
    report.terms.pinned = shelf.pinned(&list.ruleset, &[]);
    report.terms.tell();
    Ok(Some(JudgedList { ruleset, report, summary, needs }))
}

/// Judges what the opponent may see of a list. None if the opponent may see all of it.
pub fn judge_open(
    shelf: &Shelf,
    file: &str,
    beside: Option<FilesPath>,
    ruleset: &Ruleset,
    list: &ArmyList,
) -> Result<Option<(ArmyList, JudgedList)>, Box<Report>> {
    let open = muster_engine::open(ruleset.declarations(), list);
    if open == *list {
        return Ok(None);
    }
    let judged = judge_in_full(shelf, file, beside, &open, None)?;
    Ok(Some((open, judged)))
}

/// Like [`judge_in_full`], with what `take` returns in place of the list at a glance.
pub fn judge_and<T>(
    shelf: &Shelf,
    file: &str,
    beside: Option<FilesPath>,
    list: &ArmyList,
    document: Option<&Document>,
    take: impl FnOnce(&JudgedForce) -> T,
) -> Result<(Ruleset, Report, T), Box<Report>> {
    let (stack, unusable) = shelf.stack_for(list, beside);
    let by = GivenRules { shelf, name: &list.ruleset, stack: &stack, unusable: &unusable };
    judge_by(&by, &GivenList { file, beside, list, document }, take)
}

/// A list to be judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenList<'a> {
    /// Its file, as reports name it.
    pub file: &'a str,
    /// The folder in which its sheet is; or the sheet itself.
    pub beside: Option<FilesPath<'a>>,
    pub list: &'a ArmyList,
    /// The document that it is, so that findings get lines.
    pub document: Option<&'a Document>,
}

/// What a list is judged by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenRules<'a> {
    pub shelf: &'a Shelf,
    /// The ruleset.
    pub name: &'a RulesetName,
    /// The overlays.
    pub stack: &'a [StackedOverlay],
    /// The overlays that the list names and that cannot be used, each with the reason.
    pub unusable: &'a [(String, String)],
}

impl GivenList<'_> {
    /// The report on the list that cannot be judged.
    pub(crate) fn unjudged(&self, fault: FileFault) -> Report {
        let report = unreadable(self.file, 0, vec![fault]);
        let list = self.list;
        self.finish(Report { name: list.name.clone(), player: list.player.clone(), mfv: list.mfv, ..report })
    }

    /// The report with file, lines and columns.
    fn finish(&self, mut report: Report) -> Report {
        self.file.clone_into(&mut report.file);
        if let Some(document) = self.document {
            report.document = document.index;
            place(&mut report, document);
        }
        report
    }
}

/// Judges a list by rules that it need not name.
pub(crate) fn judge_by<T>(
    by: &GivenRules,
    given: &GivenList,
    take: impl FnOnce(&JudgedForce) -> T,
) -> Result<(Ruleset, Report, T), Box<Report>> {
    let GivenRules { shelf, name, stack, unusable } = *by;
    let GivenList { beside, list, .. } = *given;
    let ruleset = shelf.under(name, &nations(list), stack, &[]).map_err(|fault| Box::new(given.unjudged(fault)))?;
    let ruleset = with_help(by, ruleset, list);
    let (sheet, why) = sheet_of(shelf, &ruleset, list, beside);
    let judged = muster_engine::judge(&ruleset, list, sheet.as_ref());
    let taken = take(&judged);
    let mut origins = origins(by, list, sheet.as_ref(), &judged);
    let mut report = judged.into_report();
    report.terms.pinned = (*name == list.ruleset).then(|| shelf.pinned(name, stack)).flatten();
    report.terms.full_list = full_list(list, &report);
    report.terms.tell();
    for (place, finding) in report.findings.iter_mut().enumerate() {
        finding.origin = origins.remove(&place).or(finding.origin.take());
    }
    if let Some(finding) = sheet.as_ref().and_then(|sheet| of_another(list, sheet)) {
        report.add([finding]);
    }
    for finding in
        report.findings.iter_mut().filter(|finding| finding.rule == FindingId::Remark(Remark::UnknownOverlay))
    {
        let place = finding.at.first().and_then(|at| at.strip_prefix("/overlays/")?.parse::<usize>().ok());
        let id = place.and_then(|place| list.overlays.get(place));
        let why = unusable.iter().find(|(named, _)| Some(named) == id);
        let near = || nearest(id?, shelf.overlay_ids(beside).iter().map(String::as_str));
        finding.help = why.map(|(_, why)| why.clone()).or_else(near).or(finding.help.take());
    }
    if let Some(why) = why {
        for finding in
            report.findings.iter_mut().filter(|finding| finding.rule == FindingId::Remark(Remark::UnknownSheet))
        {
            finding.help = Some(why.clone());
        }
    }
    Ok((ruleset, given.finish(report), taken))
}

/// The code of the full list of which the list says that it is a part. None if it is that list itself: nothing is hidden then.
/// The half of a code that is of the rules does not matter, because a list is often judged by newer rules than it was printed by.
fn full_list(list: &ArmyList, report: &Report) -> Option<String> {
    let stated = list.extra.get(share::WHOLE)?;
    let code = stated.as_str().map_or_else(|| stated.to_string(), str::to_owned);
    let of_list = |code: &str| code.split('-').next().map(str::to_owned);
    let is_own = report.fingerprint.as_deref().and_then(of_list) == of_list(&code) && report.fingerprint.is_some();
    (!is_own).then_some(code)
}

/// If a unit of the list is unknown, loads all nations, so that the help can say which one has it. Otherwise returns
/// the same ruleset. Nothing else in the report depends on nations that the list does not name, and most lists need
/// only the nations that they name.
fn with_help(by: &GivenRules, ruleset: Ruleset, list: &ArmyList) -> Ruleset {
    let home = list.nation.as_deref().and_then(|name| ruleset.nation(name));
    let in_groups = || list.groups.iter().any(|group| any_unknown(&ruleset, &group.squadrons, home, home));
    if any_unknown(&ruleset, &list.squadrons, home, home) || in_groups() {
        return by.shelf.under(by.name, &[], by.stack, &[]).unwrap_or(ruleset);
    }
    ruleset
}

/// The findings that come from an overlay's prices or patched units, by their places, each with the id of that overlay:
/// the last one without whose prices and patches the finding would be gone.
fn origins(by: &GivenRules, list: &ArmyList, sheet: Option<&Sheet>, judged: &JudgedForce) -> BTreeMap<usize, String> {
    let GivenRules { shelf, name, stack, .. } = *by;
    let used = stack.iter().filter(|stacked| stacked.is_about(name.id()));
    let used = used.enumerate().filter_map(|(place, stacked)| Some((place, stacked.overlay()?)));
    let changing: Vec<_> = used.filter(|(_, overlay)| overlay.changes_units()).collect();
    let findings = &judged.report().findings;
    let of_overlays: Vec<&str> = stack.iter().filter_map(|stacked| Some(stacked.overlay()?.id())).collect();
    let is_open = |finding: &Finding| {
        finding.severity != Severity::Waived && !finding.origin.as_deref().is_some_and(|id| of_overlays.contains(&id))
    };
    let open = findings.iter().enumerate().filter(|(_, finding)| is_open(finding));
    let mut open: Vec<usize> = open.map(|(place, _)| place).collect();
    let mut origins = BTreeMap::new();
    let mut mute = |muted: &[usize], origin: &str| {
        if open.is_empty() {
            return;
        }
        let Ok(ruleset) = shelf.under(name, &nations(list), stack, muted) else { return };
        let gone = judged.gone_under(&ruleset, sheet);
        open.retain(|place| {
            let is_gone = gone.contains(place);
            origins.extend(is_gone.then(|| (*place, origin.to_owned())));
            !is_gone
        });
    };
    for (place, overlay) in changing.iter().rev() {
        mute(&[*place], overlay.id());
    }
    // Several overlays may break a limit together that each alone breaks too.
    if let [_, .., (_, last)] = changing.as_slice() {
        let all: Vec<usize> = changing.iter().map(|(place, _)| *place).collect();
        mute(&all, last.id());
    }
    origins
}

/// The sheet that a list points at, or why it is not available.
fn sheet_of(
    shelf: &Shelf,
    ruleset: &Ruleset,
    list: &ArmyList,
    beside: Option<FilesPath>,
) -> (Option<Sheet>, Option<String>) {
    let Some(pick) = &list.sheet else { return (None, None) };
    let Some(beside) = beside else { return (None, Some("it did not come with the list".to_owned())) };
    match sheets::pointed_at(shelf, pick, ruleset, beside) {
        Ok(sheet) => (Some(sheet), None),
        Err(fault) => (None, Some(fault.message)),
    }
}

/// Whose sheet it is with which a list is judged, if it is not its player's by what both state. Whoever wrote the list chose
/// the sheet.
fn of_another(list: &ArmyList, sheet: &Sheet) -> Option<Finding> {
    let stated = |text: &'_ Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let (name, of) = (stated(&list.player), stated(&sheet.player));
    let (address, at) = (stated(&list.email), stated(&sheet.email));
    let is_other_name = name.as_ref().zip(of.as_ref()).is_some_and(|(name, of)| name != of);
    let is_other_address =
        address.as_ref().zip(at.as_ref()).is_some_and(|(address, at)| !address.eq_ignore_ascii_case(at));
    let is_nameless = name.is_none() && of.is_some();
    if !is_other_name && !is_other_address && !is_nameless {
        return None;
    }
    let is_alike = name.as_deref().map(slug) == of.as_deref().map(slug);
    let is_grave = is_other_address || is_other_name && !is_alike;
    let severity = if is_grave { Severity::Warning } else { Severity::Note };
    let name = name.filter(|_| is_other_name).map(|name| format!("the name {}", quoted(&name)));
    let address = address.filter(|_| is_other_address).map(|address| format!("the address {}", quoted(&address)));
    let stated: Vec<String> = name.into_iter().chain(address).collect();
    let stated = if stated.is_empty() { "no player".to_owned() } else { stated.join(" and ") };
    let of: Vec<String> =
        [of, at.filter(|_| is_other_address)].into_iter().flatten().map(|text| quoted(&text)).collect();
    let message = format!("the list states {stated}, but is judged with the sheet of {}", of.join(" and "));
    let bare = Finding::bare(FindingId::Remark(Remark::SentByAnother), severity);
    Some(Finding { message, at: vec!["/sheet/file".to_owned()], ..bare })
}

/// Whether any of these squadrons, or of those attached to them, has a unit that its nation lacks. A squadron that
/// states no nation has the nation `handed_down`.
fn any_unknown(ruleset: &Ruleset, squadrons: &[Squadron], home: Option<&str>, handed_down: Option<&str>) -> bool {
    squadrons.iter().any(|squadron| {
        let stated = squadron.nation.as_deref().map(|name| ruleset.nation(name));
        let nation = stated.unwrap_or(handed_down);
        let Some((catalogue, _)) = ruleset.find_unit(nation, &squadron.unit) else { return true };
        // Squadrons attached to a unit without a nation take the list's nation.
        let nation = if catalogue.written().nation.is_some() { nation } else { home };
        any_unknown(ruleset, &squadron.attached, home, nation)
    })
}

/// Judges a document of a kind that its ruleset declares.
fn judge_sheet(shelf: &Shelf, file: &str, kind: &str, document: &Document) -> Report {
    match sheets::sheet(shelf, document, kind) {
        Ok((sheet, ruleset)) => {
            let mut report = muster_engine::check_sheet(&ruleset, &sheet);
            file.clone_into(&mut report.file);
            report.document = document.index;
            place(&mut report, document);
            report
        }
        Err(faults) => unreadable(file, document.index, faults),
    }
}

/// Judges a document of a file: a list or a sheet; any other is unreadable. For `beside`, see [`judge_list`].
#[must_use]
pub fn judge_entry(shelf: &Shelf, file: &str, beside: Option<FilesPath>, entry: &FileDocument) -> Report {
    match entry {
        FileDocument::List(list, document) => judge_list(shelf, file, beside, list, Some(document)),
        FileDocument::Unreadable(unparsed) => unreadable(file, unparsed.index, unparsed.faults.clone()),
        FileDocument::Other(kind, document) if !lists::is_never_judged(kind) => {
            judge_sheet(shelf, file, kind, document)
        }
        FileDocument::Other(kind, document) => {
            let help = match kind.as_str() {
                "overlay" => format!("`muster lint {file}` judges it, `--event {file}` uses it"),
                "collection" => format!("`muster check LIST --collection {file}` compares lists with it"),
                "case" => format!("`muster report {file}` says what has become of it"),
                _ => format!("`muster lint {file}` judges it"),
            };
            let fault = FileFault::new(FaultKind::WrongKind, format!("this is not a list but is of the kind `{kind}`"))
                .at("/kind")
                .place(document.place("/kind"))
                .help(help);
            unreadable(file, document.index, vec![fault])
        }
    }
}

/// The report on something that is not a list.
#[must_use]
pub fn unreadable(file: &str, document: u32, faults: Vec<FileFault>) -> Report {
    Report {
        file: file.to_owned(),
        document,
        name: None,
        player: None,
        ruleset: None,
        events: Vec::new(),
        settings: indexmap::IndexMap::new(),
        consents: Vec::new(),
        terms: Terms::default(),
        verdict: Verdict::Unreadable,
        points: None,
        mfv: None,
        fingerprint: None,
        findings: faults.into_iter().map(Into::into).collect(),
    }
}

/// Fills in lines and columns from pointers, and spells the pointers as the file does.
pub fn place(report: &mut Report, document: &Document) {
    for finding in &mut report.findings {
        for pointer in &mut finding.at {
            *pointer = as_spelt(pointer, document);
        }
        let place = finding.at.first().and_then(|pointer| document.place(pointer));
        finding.line = place.map(|place| place.line);
        finding.column = place.map(|place| place.column);
    }
}

/// A pointer as the file spells it: `squadrons` may be called `sections` or `units` there.
fn as_spelt(pointer: &str, document: &Document) -> String {
    const WORD: &str = "/squadrons";
    let halves = pointer.split_once(WORD);
    let Some((before, rest)) = halves.filter(|(before, _)| before.is_empty() || pointer.starts_with("/groups/")) else {
        return pointer.to_owned();
    };
    let holder = document.find(before);
    let spelt = ["squadrons", "sections", "units"]
        .into_iter()
        .find(|key| holder.is_some_and(|holder| holder.get(key).is_some()));
    format!("{before}/{}{rest}", spelt.unwrap_or("squadrons"))
}
