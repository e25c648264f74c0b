//! The force list page: squadrons in order of deployment, how much of each limit is used, and the findings.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use muster_engine::declarations::Declarations;
use muster_engine::folding::{self, ShownFinding};
use muster_engine::list::{ArmyList, OptionPick};
use muster_engine::models::{kind_of, totals, unit_of};
use muster_engine::overlaid;
use muster_engine::place::SquadronPlace;
use muster_engine::plural;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Severity, SourceInfo};
use muster_engine::summary::{Allowance, ChargeLine, GroupLine, Share, SlotLine, SquadronLine, Summary};
use muster_engine::words::{self, number, phrases};
use serde::Serialize;

use crate::order::{ListSection, NumberedLine, is_choice, order, places};
use crate::share::{ShareCode, share_code};
use crate::subject::{Fleet, ReportedList, Stamp};
use crate::visible::{findings, reason};

/// The content of a force list, for the template.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct ForceList {
    title: String,
    subtitle: String,
    /// The emblem of the nation.
    emblem: Option<String>,
    points: String,
    of: String,
    verdict: Stamp,
    /// Why it is not legal, if no finding that is shown says it.
    reason: Option<String>,
    /// The terms that the list sets for itself, and the rules that are waived.
    terms: Vec<String>,
    tally: String,
    facts: Vec<(String, String)>,
    columns: [String; 3],
    blocks: Vec<SquadronSection>,
    shares: Vec<ShareWords>,
    charges: Vec<AllowanceWords>,
    allowances: Vec<AllowanceWords>,
    /// The findings that keep the list from being legal.
    grave: Vec<FindingWords>,
    /// All other findings.
    findings: Vec<FindingWords>,
    notes: Vec<String>,
    /// Where names and figures come from, in sentences.
    sources: Vec<String>,
    /// The labels of the boxes for victory points.
    score: ScoreTable,
    share: Option<ShareCode>,
}

/// Squadrons under one heading.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct SquadronSection {
    title: String,
    note: String,
    slots: Vec<SlotWords>,
    parties: Vec<PartyWords>,
    notes: Vec<String>,
}

/// A squadron and the squadrons attached to it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct PartyWords {
    /// True if it fits on one page: then it is never split.
    whole: bool,
    lines: Vec<ForceListLine>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ForceListLine {
    depth: u32,
    number: String,
    drawing: Option<String>,
    name: String,
    /// The tone of the gravest finding about this squadron.
    flag: Option<&'static str>,
    /// The roles of its models.
    roles: Vec<String>,
    /// The unit, slot, unit description and foreign nation.
    kind: Vec<String>,
    /// Its options, place and turn of entry, and its links to other squadrons (`brought by`, `carries`).
    details: Vec<String>,
    notes: Vec<String>,
    models: String,
    points: String,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct SlotWords {
    title: String,
    filled: String,
    /// The slot is empty but must be filled.
    missing: bool,
    closed: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct ShareWords {
    title: String,
    figures: String,
    note: String,
    tone: &'static str,
    /// The filled part of the bar and the position of the limit, in thousandths of the bar.
    full: i64,
    limit: Option<i64>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct AllowanceWords {
    title: String,
    amount: String,
    note: String,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct FindingWords {
    severity: String,
    tone: &'static str,
    message: String,
    /// The numbers of the squadrons that it is about: `squadrons 1, 3`.
    places: String,
    help: Option<String>,
    source: String,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ScoreTable {
    title: &'static str,
    rows: [&'static str; 2],
    columns: Vec<String>,
    total: &'static str,
    /// The label of the line on which an organiser signs.
    checked: &'static str,
}

/// Makes the content of a force list. Squadrons come from the list as it may be shown; the verdict is on the whole
/// list.
pub(crate) fn force_list(fleet: &Fleet) -> ForceList {
    let declarations = fleet.ruleset.declarations();
    let ReportedList { list, summary, .. } = fleet.shown;
    let whole = fleet.whole.summary;
    let (findings, hidden) = findings(fleet);
    let parts = order(fleet.ruleset, summary);
    let subject = PrintedList { declarations, fleet, list, summary, findings: &findings, places: places(&parts) };
    let [squadron, _] = [1, 2].map(|number| phrases::squadrons(declarations, number));
    let mut notes: Vec<String> = lines_of(list.notes.as_deref());
    notes.extend(lines_of(list.private_notes.as_deref()));
    let is_grave = |finding: &&Finding| matches!(finding.severity, Severity::Error | Severity::Undetermined);
    let (grave, others): (Vec<Finding>, Vec<Finding>) =
        findings.iter().cloned().partition(|finding| is_grave(&finding));
    let about = |finding: &Finding| subject.about(finding);
    let grave = told(&grave, about);
    let mut others = told(&others, about);
    if hidden > 0 {
        others.push(FindingWords {
            severity: String::new(),
            tone: "plain",
            message: format!(
                "{} about secrets: see the private print",
                plural::count(u32::try_from(hidden).unwrap_or(u32::MAX), "more finding")
            ),
            places: String::new(),
            help: None,
            source: String::new(),
        });
    }
    ForceList {
        title: fleet.title().to_owned(),
        subtitle: fleet.subtitle(),
        emblem: fleet.emblem(),
        points: number::known(summary.points, summary.points_at_least),
        of: summary.mfv.map_or("points".to_owned(), |mfv| format!("of {mfv} points")),
        verdict: Stamp::of(fleet.whole.report.verdict),
        reason: reason(fleet).filter(|_| grave.is_empty()),
        terms: fleet.whole.report.terms.words.iter().cloned().chain(subject.waived()).collect(),
        tally: tally(fleet),
        facts: subject.facts(),
        columns: [plural::capital(squadron), "Models".to_owned(), "Points".to_owned()],
        blocks: parts.iter().map(|part| subject.block(part)).collect(),
        // Leave out shares that depend on a secret: an open print would show a number that the verdict is not based on.
        // Slots show the numbers that are right themselves.
        shares: summary
            .shares
            .iter()
            .filter(|share| whole.shares.contains(share))
            .filter(|share| share.slots.is_empty() || words::share::state(share).is_some())
            .map(|one| share(fleet.ruleset, one))
            .collect(),
        charges: summary.charges.iter().filter(|one| whole.charges.contains(one)).map(charge).collect(),
        allowances: summary
            .allowances
            .iter()
            .filter(|one| one.is_granted() && whole.allowances.contains(one))
            .map(allowance)
            .collect(),
        grave,
        findings: others,
        notes,
        sources: subject.sources(),
        score: ScoreTable {
            title: "Victory points",
            rows: ["Scored", "Given away"],
            columns: (1..=8).map(|turn| format!("Turn {turn}")).collect(),
            total: "Total",
            checked: "Checked by",
        },
        share: fleet.share.map(|share| share_code(share.word)),
    }
}

/// The options of an unknown unit, as the player wrote them.
fn words_of(pick: &OptionPick) -> Vec<String> {
    match pick {
        OptionPick::Every(name) => vec![name.clone()],
        OptionPick::Some(counts) => counts.iter().map(|(name, number)| words::taken::times(*number, name)).collect(),
    }
}

/// `2 errors, 1 warning`.
fn tally(fleet: &Fleet) -> String {
    let kinds = [
        (Severity::Error, "error"),
        (Severity::Undetermined, "open question"),
        (Severity::Warning, "warning"),
        (Severity::Note, "note"),
        (Severity::Waived, "waived finding"),
    ];
    let counts = kinds.into_iter().filter_map(|(severity, noun)| {
        let number = fleet.whole.report.findings.iter().filter(|finding| finding.severity == severity).count();
        (number > 0).then(|| plural::count(u32::try_from(number).unwrap_or(u32::MAX), noun))
    });
    counts.collect::<Vec<_>>().join(", ")
}

/// The printed list, and the data for its text.
struct PrintedList<'a> {
    declarations: &'a Declarations,
    fleet: &'a Fleet<'a>,
    list: &'a ArmyList,
    summary: &'a Summary,
    findings: &'a [Finding],
    places: IndexMap<&'a str, NumberedLine<'a>>,
}

impl<'a> PrintedList<'a> {
    /// Where the names and figures of the units come from, if the ruleset says that prints tell it.
    fn sources(&self) -> Vec<String> {
        let mut sources: Vec<String> = Vec::new();
        if self.declarations.figures.is_some() {
            for squadron in &self.summary.squadrons {
                let Some((catalogue, ready)) = unit_of(self.fleet.ruleset, squadron) else { continue };
                let source = catalogue.unit(ready).source.as_ref().unwrap_or(&catalogue.written().source);
                if !sources.contains(source) {
                    sources.push(source.clone());
                }
            }
        }
        sources
    }

    fn facts(&self) -> Vec<(String, String)> {
        let mut facts: Vec<(String, String)> = Vec::new();
        let mut fact = |title: &str, value: Option<String>| facts.extend(value.map(|value| (title.to_owned(), value)));
        fact("Player", self.list.player.clone());
        fact("Club", self.list.club.clone());
        fact("Date", self.list.date.clone());
        for (id, role) in &self.declarations.roles {
            let bearers = self.summary.squadrons.iter().filter(|squadron| squadron.role_ids.contains(id));
            let names: Vec<&str> = bearers.map(|squadron| squadron.name.as_str()).collect();
            fact(&role.title, (!names.is_empty()).then(|| names.join(", ")));
        }
        let allies = self.summary.squadrons.iter().filter_map(|squadron| self.foreign(squadron));
        let mut allies: Vec<&str> = allies.collect();
        allies.sort_unstable();
        allies.dedup();
        fact("Allies", (!allies.is_empty()).then(|| allies.join(", ")));
        for (title, value) in words::stated::titled(self.declarations, &self.fleet.whole.report.settings) {
            fact(&title, Some(value));
        }
        let consents = self.fleet.whole.report.consents.iter();
        let titles: Vec<&str> =
            consents.map(|id| self.fleet.ruleset.rule(id).map_or(id.as_str(), |sourced| &sourced.rule.title)).collect();
        fact("Consents", (!titles.is_empty()).then(|| titles.join("; ")));
        facts
    }

    /// The squadron's nation, if it is not the list's nation.
    fn foreign(&self, squadron: &'a SquadronLine) -> Option<&'a str> {
        squadron.nation.as_deref().filter(|nation| self.fleet.home() != Some(*nation))
    }

    /// The rules that the list breaks with consent.
    fn waived(&self) -> Option<String> {
        let waived = self.findings.iter().filter(|finding| finding.severity == Severity::Waived);
        let title = |id: &'a str| self.fleet.ruleset.rule(id).map_or(id, |sourced| &sourced.rule.title);
        let mut titles: Vec<&str> = waived.map(|finding| title(finding.rule.as_str())).collect();
        titles.dedup();
        (!titles.is_empty()).then(|| format!("waived: {}", titles.join("; ")))
    }

    /// The numbers of the squadrons that a finding is about. Empty if it is about the whole list.
    fn about(&self, finding: &Finding) -> String {
        let mut owners: Vec<usize> =
            finding.at.iter().filter_map(|pointer| self.places.get_index_of(owner(pointer).as_str())).collect();
        owners.sort_unstable();
        owners.dedup();
        let numbers = owners.iter().filter_map(|owner| Some(self.places.get_index(*owner)?.1.number.as_str()));
        let numbers: Vec<&str> = numbers.filter(|number| !number.is_empty()).collect();
        if numbers.is_empty() || numbers.len() == self.places.len() && numbers.len() > 1 {
            return String::new();
        }
        let noun = phrases::squadrons(self.declarations, u32::try_from(numbers.len()).unwrap_or(u32::MAX));
        format!("{noun} {}", numbers.join(", "))
    }

    fn block(&self, part: &ListSection<'a>) -> SquadronSection {
        let lines = || part.parties.iter().flat_map(|party| party.lines);
        let parties = part.parties.iter().map(|party| self.party(party.lines)).collect();
        if let Some(group) = part.group {
            return self.group(group, parties);
        }
        let place = part.allocation.and_then(|id| self.declarations.allocations.get(id));
        let note = place.map(|_| {
            let points = lines().map(|line| line.points).sum::<Option<i64>>();
            let least: i64 = lines().filter_map(|line| line.points.or(line.points_at_least)).sum();
            let points = number::points(points, Some(least).filter(|least| *least > 0));
            let number = u32::try_from(part.parties.len()).unwrap_or(u32::MAX);
            format!("{}, {points}", phrases::count_squadrons(self.declarations, number))
        });
        SquadronSection {
            title: place.map(|place| place.title.clone()).unwrap_or_default(),
            note: note.unwrap_or_default(),
            slots: Vec::new(),
            parties,
            notes: Vec::new(),
        }
    }

    fn group(&self, group: &GroupLine, parties: Vec<PartyWords>) -> SquadronSection {
        let kind = self.declarations.group_kinds.get(&group.kind).map_or(&group.kind, |kind| &kind.title);
        let points = number::points(group.points, group.points_at_least);
        let kind = if *kind == group.name { String::new() } else { format!("{kind}, ") };
        let stated = group.at.rsplit('/').next().and_then(|number| self.list.groups.get(number.parse::<usize>().ok()?));
        let notes = stated.into_iter().flat_map(|group| [&group.notes, &group.private_notes]);
        SquadronSection {
            title: group.name.clone(),
            note: format!("{kind}{points}"),
            slots: group.slots.iter().map(|slot| self.slot(slot)).collect(),
            parties,
            notes: notes.flat_map(|notes| lines_of(notes.as_deref())).collect(),
        }
    }

    fn slot(&self, slot: &SlotLine) -> SlotWords {
        let standing = self.summary.squadrons.iter().filter(|squadron| slot.filled.contains(&squadron.at));
        let names: Vec<&str> = standing.map(|squadron| squadron.name.as_str()).collect();
        let is_empty = names.is_empty();
        let count = slot.count.as_ref().map(|count| format!(" ({count})")).unwrap_or_default();
        let overlays: Vec<String> = slot.overlays.iter().map(|line| format!(", {line}")).collect();
        SlotWords {
            title: format!("{}{count}{}", plural::capital(&slot.title), overlays.concat()),
            filled: if is_empty { "\u{2013}".to_owned() } else { names.join(", ") },
            missing: slot.short || is_empty && slot.required && slot.open,
            closed: is_empty && !slot.open,
        }
    }

    fn party(&self, lines: &[SquadronLine]) -> PartyWords {
        let lines: Vec<ForceListLine> = lines.iter().map(|line| self.line(line)).collect();
        let letters: usize = lines.iter().map(ForceListLine::letters).sum();
        PartyWords { whole: lines.len() * 3 + letters / 60 < 40, lines }
    }

    fn line(&self, squadron: &SquadronLine) -> ForceListLine {
        let unit = kind_of(self.fleet.ruleset, squadron);
        let named =
            |words: &str, names: &[String]| (!names.is_empty()).then(|| format!("{words} {}", names.join(", ")));
        let stated = SquadronPlace::parse(&squadron.at).and_then(|place| place.squadron(self.list));
        let mut details = squadron.options.clone();
        if squadron.unit_id.is_none() {
            details.extend(stated.into_iter().flat_map(|squadron| &squadron.options).flat_map(words_of));
        }
        let is_usual = self.declarations.allocations.keys().next() == Some(&squadron.allocation_id);
        if !self.summary.groups.is_empty() && self.summary.allocates && !is_usual {
            details.push(squadron.allocation.clone());
        }
        details.extend(squadron.entry_turn.map(|turn| format!("enters in turn {turn}")));
        details.extend(squadron.brought_by.as_ref().map(|bringer| format!("brought by {bringer}")));
        details.extend(named("carries", &squadron.carries));
        details.extend(named("carried by", &squadron.carried_by));
        let sums = totals(self.fleet.ruleset, squadron).into_iter();
        details.extend(sums.map(|sum| format!("{} {}", sum.title, sum.number)));
        let notes = stated.into_iter().flat_map(|squadron| [&squadron.notes, &squadron.private_notes]);
        let mut kind: Vec<String> = Vec::new();
        kind.extend(Some(squadron.unit.clone()).filter(|unit| *unit != squadron.name));
        kind.extend(squadron.slot.as_ref().map(|slot| plural::capital(slot)));
        kind.extend(unit.filter(|words| !words.is_empty()));
        kind.extend(self.foreign(squadron).map(str::to_owned));
        kind.dedup();
        ForceListLine {
            depth: squadron.depth.min(8),
            number: self.places.get(squadron.at.as_str()).map(|place| place.number.clone()).unwrap_or_default(),
            drawing: self.fleet.drawing(squadron),
            name: squadron.name.clone(),
            flag: self.flag(&squadron.at),
            roles: squadron.roles.clone(),
            kind,
            details,
            notes: notes.flat_map(|notes| lines_of(notes.as_deref())).collect(),
            models: if is_choice(squadron) { String::new() } else { squadron.models.to_string() },
            points: number::known(squadron.points, squadron.points_at_least),
        }
    }

    /// The tone of the gravest finding about a squadron, unless it is only a note.
    fn flag(&self, at: &str) -> Option<&'static str> {
        let about = |finding: &&Finding| finding.at.first().is_some_and(|pointer| owner(pointer) == at);
        let gravest = self.findings.iter().filter(about).map(|finding| finding.severity).min()?;
        Some(tone_of(gravest)).filter(|tone| *tone != "plain")
    }
}

impl ForceListLine {
    /// Roughly how many bytes of text the line has.
    fn letters(&self) -> usize {
        let parts = self.roles.iter().chain(&self.kind).chain(&self.details).chain(&self.notes);
        2 * self.name.len() + parts.map(String::len).sum::<usize>()
    }
}

/// The pointer to the squadron that a finding's pointer is in: cut after the last squadron or attached squadron. Files
/// may also write `sections` or `units` for `squadrons`.
fn owner(pointer: &str) -> String {
    let pointer = pointer.replace("/sections/", "/squadrons/").replace("/units/", "/squadrons/");
    let steps: Vec<&str> = pointer.split('/').collect();
    let last = steps.iter().rposition(|step| matches!(*step, "squadrons" | "attached"));
    last.map(|last| steps[..steps.len().min(last + 2)].join("/")).unwrap_or_default()
}

/// The lines of a text that are not empty, one paragraph each.
pub(crate) fn lines_of(text: Option<&str>) -> Vec<String> {
    let lines = text.into_iter().flat_map(str::lines).map(str::trim);
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn tone_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "wrong",
        Severity::Undetermined | Severity::Warning => "doubt",
        Severity::Note | Severity::Waived => "plain",
    }
}

/// Findings as text. `about` names the squadrons of a finding by their numbers.
pub(crate) fn told(findings: &[Finding], about: impl Fn(&Finding) -> String) -> Vec<FindingWords> {
    let words = |told: &ShownFinding| match told {
        ShownFinding::Finding(finding) => finding_words(finding, about(finding)),
        ShownFinding::Waiting(findings) => FindingWords {
            severity: crate::words::severity(Severity::Undetermined),
            tone: tone_of(Severity::Undetermined),
            message: folding::waiting(findings),
            places: String::new(),
            help: None,
            source: sources(findings),
        },
    };
    folding::told(findings).iter().map(words).collect()
}

/// Names the books of findings, each with all its pages in order.
fn sources(findings: &[&Finding]) -> String {
    let mut books: IndexMap<&str, BTreeSet<(u32, &str)>> = IndexMap::new();
    for source in findings.iter().filter_map(|finding| finding.source.as_ref()) {
        let pages = source.page.split(',').map(str::trim);
        let number = |page: &str| page.split(|c: char| !c.is_ascii_digit()).find_map(|digits| digits.parse().ok());
        books.entry(&source.title).or_default().extend(pages.map(|page| (number(page).unwrap_or_default(), page)));
    }
    let book = |(title, pages): (&str, BTreeSet<(u32, &str)>)| {
        let pages: Vec<&str> = pages.into_iter().map(|(_, page)| page).collect();
        SourceInfo { title: title.to_owned(), page: pages.join(", ") }.to_string()
    };
    books.into_iter().map(book).collect::<Vec<_>>().join("; ")
}

fn finding_words(finding: &Finding, places: String) -> FindingWords {
    FindingWords {
        severity: crate::words::severity(finding.severity),
        tone: tone_of(finding.severity),
        message: plural::capital(&finding.message),
        places,
        help: finding.help.clone().filter(|_| finding.severity != Severity::Note),
        source: finding.source.as_ref().map(ToString::to_string).unwrap_or_default(),
    }
}

/// How much of a limit is used.
pub(crate) fn share(ruleset: &Ruleset, share: &Share) -> ShareWords {
    let state = words::share::state(share);
    let known = share.measured.or(share.measured_at_least).unwrap_or_default();
    // The full bar is the limit, or the measured value if that is larger.
    let whole = known.max(share.max.or(share.min).unwrap_or_default()).max(1);
    ShareWords {
        title: plural::capital(&words::share::title(share)),
        tone: match (&state, share.measured) {
            (Some(_), _) => "wrong",
            (None, None) => "doubt",
            (None, Some(_)) => "plain",
        },
        figures: state.into_iter().chain([words::share::figure(share)]).collect::<Vec<_>>().join(" \u{b7} "),
        note: share
            .formula
            .iter()
            .cloned()
            .chain(overlaid::rule(ruleset, &share.rule))
            .collect::<Vec<_>>()
            .join(" \u{b7} "),
        full: 1000 * known.clamp(0, whole) / whole,
        limit: share.max.or(share.min).map(|limit| 1000 * limit.clamp(0, whole) / whole),
    }
}

fn charge(charge: &ChargeLine) -> AllowanceWords {
    AllowanceWords { title: charge.title.clone(), amount: words::price::charge(charge), note: String::new() }
}

fn allowance(allowance: &Allowance) -> AllowanceWords {
    AllowanceWords {
        title: plural::capital(&allowance.of),
        amount: number::known(allowance.amount, allowance.amount_at_least),
        note: allowance.formula.clone().unwrap_or_default(),
    }
}
