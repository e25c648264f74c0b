//! What differs between two versions of a list.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use muster_engine::list::SettingValue;
use muster_engine::slug::slug;
use muster_engine::summary::{DeckLine, SquadronLine, Summary};
use muster_engine::words::stated;
use muster_library::judge::judge_and;
use muster_library::shelf::Shelf;
use schemars::JsonSchema;
use serde::Serialize;

use crate::submission::Submission;

/// Something that differs between two versions of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Change")]
#[serde(rename_all = "kebab-case")]
pub struct ListDifference {
    /// What it is.
    pub kind: DifferenceKind,
    /// The change in words, such as `Uwatsu Class Frigate: 4 models instead of 5, 120 points instead of 150`.
    pub message: String,
    /// How it was before; none if it is added.
    pub before: Option<String>,
    /// How it is now; none if it is gone.
    pub after: Option<String>,
    /// The points of a squadron before, with what is attached to it.
    pub points_before: Option<i64>,
    /// Its points now.
    pub points_after: Option<i64>,
}

/// What a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ChangeKind")]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    /// The ruleset or its version.
    Ruleset,
    /// The nation.
    Nation,
    /// The maximum force value.
    Mfv,
    /// A setting.
    Setting,
    /// The consents.
    Consents,
    /// The overlays that the list names itself.
    Overlays,
    /// A squadron.
    Squadron,
    /// How squadrons are grouped.
    Groups,
    /// Which of several equal squadrons brings or carries which.
    Relations,
    /// A deck.
    Deck,
    /// The sheet that the list belongs to.
    Sheet,
}

/// All changes: first those of the ruleset, nation, MFV, settings, consents and overlays, then those of squadrons in
/// the order of the earlier list, then those of decks.
pub(super) fn changes(shelf: &Shelf, before: &Submission, after: &Submission) -> Vec<ListDifference> {
    let mut changes = agreed(before, after);
    if before.report.fingerprint.is_some() && before.report.fingerprint == after.report.fingerprint {
        // Equal fingerprints mean equal lists, even if a setting is stated in another way. Only an overlay that is not
        // at hand is not in the fingerprint.
        changes.retain(|change| change.kind == DifferenceKind::Overlays);
        return changes;
    }
    let (Some(one), Some(other)) = (judged(shelf, before), judged(shelf, after)) else {
        // Without the ruleset, squadrons can be compared only as the lists write them.
        let lists = (before.list.as_deref(), after.list.as_deref());
        if let (Some(one), Some(other)) = lists
            && (&one.squadrons, &one.groups, &one.decks) != (&other.squadrons, &other.groups, &other.decks)
        {
            changes.push(plain(DifferenceKind::Squadron, "the squadrons differ".to_owned()));
        }
        return changes;
    };
    let is_other_nation = changes.iter().any(|change| change.kind == DifferenceKind::Nation);
    squadrons(&one, &other, is_other_nation, &mut changes);
    decks(&one.summary.decks, &other.summary.decks, &mut changes);
    let sheet = |submission: &Submission| submission.list.as_ref().and_then(|list| list.sheet.clone());
    if sheet(before) != sheet(after) {
        changes.push(plain(DifferenceKind::Sheet, "another sheet, or other rows of it".to_owned()));
    }
    // Contents do not number equal squadrons, so that one more of them does not look like a change of all. A salt alone
    // is no change.
    let salt = |submission: &Submission| submission.list.as_ref().and_then(|list| list.salt.clone());
    if changes.is_empty() && salt(before) == salt(after) && before.content() != after.content() {
        let message = "which of several equal squadrons brings or carries others".to_owned();
        changes.push(plain(DifferenceKind::Relations, message));
    }
    changes
}

/// The summary of a list, and each squadron's pointer with its content.
pub(super) struct JudgedContents {
    summary: Summary,
    contents: Vec<(String, String)>,
}

/// Judges a list again. None without its ruleset.
pub(super) fn judged(shelf: &Shelf, submission: &Submission) -> Option<JudgedContents> {
    let list = submission.list.as_deref()?;
    let beside = submission.beside(shelf);
    let all =
        judge_and(shelf, &submission.report.file, beside, list, None, |judged| (judged.summary(), judged.contents()));
    let (_, _, (summary, contents)) = all.ok()?;
    Some(JudgedContents { summary, contents })
}

/// How many squadrons of either list have no equal in the other list.
pub(super) fn unlike(one: &JudgedContents, other: &JudgedContents) -> usize {
    let (gone, added) = apart(blocks(one), blocks(other));
    gone.len() + added.len()
}

fn plain(kind: DifferenceKind, message: String) -> ListDifference {
    ListDifference { kind, message, before: None, after: None, points_before: None, points_after: None }
}

/// The changes of what players agree on before a game: ruleset, nation, MFV, settings, consents, overlays.
fn agreed(before: &Submission, after: &Submission) -> Vec<ListDifference> {
    let mut changes = Vec::new();
    let mut change = |kind, what: &str, before: Option<String>, after: Option<String>| {
        if before == after {
            return;
        }
        let said = |value: &Option<String>| value.clone().unwrap_or_else(|| "not stated".to_owned());
        let message = format!("{what}: {} instead of {}", said(&after), said(&before));
        changes.push(ListDifference { before, after, ..plain(kind, message) });
    };
    let ruleset = |one: &Submission| {
        let used = one.report.ruleset.as_ref();
        let used = used.map(|used| format!("{} {}", used.id, used.version));
        used.or_else(|| one.list.as_ref().map(|list| list.ruleset.id().to_owned()))
    };
    change(DifferenceKind::Ruleset, "ruleset", ruleset(before), ruleset(after));
    let nation = |one: &Submission| one.nation.clone().or_else(|| one.list.as_ref()?.nation.clone());
    change(DifferenceKind::Nation, "nation", nation(before), nation(after));
    let mfv = |one: &Submission| Some(one.list.as_ref()?.mfv.or(one.report.mfv)?.to_string());
    change(DifferenceKind::Mfv, "MFV", mfv(before), mfv(after));
    let (one, other) = (settings(before), settings(after));
    let ids: Vec<&String> = one.keys().chain(other.keys().filter(|id| !one.contains_key(*id))).collect();
    for id in ids {
        let stated = |settings: &IndexMap<String, SettingValue>| {
            let value = settings.get(id).filter(|value| **value != SettingValue::Flag(false))?;
            Some(stated::value(value))
        };
        change(DifferenceKind::Setting, id, stated(&one), stated(&other));
    }
    let consents = |one: &Submission| {
        let mut consents = one.report.consents.clone();
        consents.sort();
        consents.dedup();
        Some(consents.join(", ")).filter(|consents| !consents.is_empty())
    };
    change(DifferenceKind::Consents, "consents", consents(before), consents(after));
    let overlays = |one: &Submission| {
        // Under an event, the list's own overlays have no effect.
        let own = one.list.as_ref().filter(|list| !list.overlays.is_empty())?;
        let is_in_use = |id: &&String| one.report.terms.overlays.iter().any(|overlay| overlay.id == **id);
        let is_under_event = one.report.events.iter().any(|id| !own.overlays.contains(id));
        let mut ids: Vec<&str> =
            own.overlays.iter().filter(|id| !is_under_event || is_in_use(id)).map(String::as_str).collect();
        ids.sort_unstable();
        Some(ids.join(", ")).filter(|ids| !ids.is_empty())
    };
    change(DifferenceKind::Overlays, "overlays", overlays(before), overlays(after));
    changes
}

/// The settings that a list states, and for all others those that it was judged by.
fn settings(submission: &Submission) -> IndexMap<String, SettingValue> {
    let mut settings = submission.report.settings.clone();
    let own = submission.list.iter().flat_map(|list| &list.settings);
    for (id, value) in own {
        let in_use = settings.get(id).is_some_and(|used| same(used, value));
        if !in_use {
            settings.insert(id.clone(), value.clone());
        }
    }
    settings
}

/// Whether two values of a setting are equal. Case and accents do not matter.
fn same(one: &SettingValue, other: &SettingValue) -> bool {
    match (one, other) {
        (SettingValue::Word(one), SettingValue::Word(other)) => slug(one) == slug(other),
        _ => one == other,
    }
}

/// A squadron with what is attached to it.
struct SquadronBlock<'j> {
    /// The kind of its group, if it is in one.
    group: Option<&'j str>,
    /// Its content. Two squadrons with equal content are the same for every rule.
    content: &'j str,
    /// Whether the game has allocations.
    allocates: bool,
    /// The squadron first, then what is attached to it.
    lines: &'j [SquadronLine],
}

fn blocks(judged: &JudgedContents) -> Vec<SquadronBlock<'_>> {
    let JudgedContents { summary, contents } = judged;
    let lines = summary.squadrons.chunk_by(|_, next| next.depth > 0);
    let mut blocks = Vec::with_capacity(contents.len());
    for (lines, (at, content)) in lines.zip(contents) {
        let group = group_of(at).and_then(|number| Some(summary.groups.get(number)?.kind.as_str()));
        blocks.push(SquadronBlock { group, content, allocates: summary.allocates, lines });
    }
    blocks
}

/// The index of the group that a squadron is in, from the squadron's pointer.
fn group_of(at: &str) -> Option<usize> {
    at.strip_prefix("/groups/")?.split('/').next()?.parse().ok()
}

/// The squadrons of each list that the other list does not have with the same group, content and points.
fn apart<'j>(
    before: Vec<SquadronBlock<'j>>,
    mut after: Vec<SquadronBlock<'j>>,
) -> (Vec<SquadronBlock<'j>>, Vec<SquadronBlock<'j>>) {
    let mut counts: BTreeMap<SquadronKey, usize> = BTreeMap::new();
    for block in &after {
        *counts.entry(block.key()).or_default() += 1;
    }
    let mut kept: BTreeMap<SquadronKey, usize> = BTreeMap::new();
    let mut take = |block: &SquadronBlock<'j>| {
        let Some(left) = counts.get_mut(&block.key()).filter(|left| **left > 0) else { return true };
        *left -= 1;
        *kept.entry(block.key()).or_default() += 1;
        false
    };
    let before = before.into_iter().filter(|block| take(block)).collect();
    after.retain(|block| match kept.get_mut(&block.key()).filter(|left| **left > 0) {
        Some(left) => {
            *left -= 1;
            false
        }
        None => true,
    });
    (before, after)
}

/// The group, the content and the points of a squadron.
type SquadronKey<'j> = (Option<&'j str>, &'j str, Option<i64>);

/// Adds the changes of squadrons. If the nation changed, a squadron of a unit that both nations field has another
/// nation but is no change.
fn squadrons(one: &JudgedContents, other: &JudgedContents, is_other_nation: bool, changes: &mut Vec<ListDifference>) {
    let (gone, mut added) = apart(blocks(one), blocks(other));
    let is_regrouped = gone.is_empty() && added.is_empty() && groups(one) != groups(other);
    for block in &gone {
        let of_unit = added.iter().enumerate().filter(|(_, other)| block.is_of(other));
        let likest = of_unit.min_by_key(|(_, other)| block.differences(other).len()).map(|(place, _)| place);
        let other = likest.map(|place| added.remove(place));
        let is_alike = |other: &SquadronBlock| block.differences(other).is_empty() && block.points() == other.points();
        if !other.as_ref().is_some_and(|other| is_other_nation && is_alike(other)) {
            changes.push(other.map_or_else(|| block.single(true), |other| block.became(&other)));
        }
    }
    changes.extend(added.iter().map(|block| block.single(false)));
    if is_regrouped {
        changes.push(plain(DifferenceKind::Groups, "the squadrons are grouped otherwise".to_owned()));
    }
}

/// The kind and the squadrons of each group, sorted, so that the order of groups does not count.
fn groups(judged: &JudgedContents) -> Vec<(&str, Vec<&str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> =
        judged.summary.groups.iter().map(|group| (group.kind.as_str(), Vec::new())).collect();
    for (at, content) in &judged.contents {
        if let Some((_, squadrons)) = group_of(at).and_then(|number| groups.get_mut(number)) {
            squadrons.push(content);
        }
    }
    for (_, squadrons) in &mut groups {
        squadrons.sort_unstable();
    }
    groups.sort_unstable();
    groups
}

impl<'j> SquadronBlock<'j> {
    fn key(&self) -> SquadronKey<'j> {
        (self.group, self.content, self.points())
    }

    /// Whether two squadrons consist of the same unit.
    fn is_of(&self, other: &Self) -> bool {
        let unit = |block: &Self| {
            let line = block.lines.first()?;
            Some((line.unit_id.clone().unwrap_or_else(|| slug(&line.unit)), line.nation_id.clone()))
        };
        unit(self) == unit(other)
    }

    /// The points with what is attached; none if they are not known.
    fn points(&self) -> Option<i64> {
        self.lines.iter().try_fold(0_i64, |sum, line| Some(sum.saturating_add(line.points?)))
    }

    /// The squadron in words: `4 × Uwatsu Class Frigate with 1 × Inari Scout Gyro`.
    fn words(&self) -> String {
        let Some((line, attached)) = self.lines.split_first() else { return String::new() };
        format!("{}{}", counted(line), bracketed(&self.parts(line, attached)))
    }

    /// The roles, options and other details of a squadron, and the squadrons that are attached to it, in words.
    fn parts(&self, line: &SquadronLine, attached: &[SquadronLine]) -> Vec<String> {
        let mut parts = self.details(line);
        parts.extend(attached.iter().map(|line| format!("{}{}", counted(line), bracketed(&self.details(line)))));
        parts
    }

    /// The roles, options and other details of one squadron, in words.
    fn details(&self, line: &SquadronLine) -> Vec<String> {
        let mut details: Vec<String> = line.roles.clone();
        details.extend(line.options.iter().cloned());
        // An attached squadron has the allocation of its parent.
        if self.allocates && line.depth == 0 {
            details.push(line.allocation.clone());
        }
        details.extend(line.entry_turn.map(|turn| format!("turn {turn}")));
        details.extend(line.slot.clone());
        details.extend(line.brought_by.as_ref().map(|bringer| format!("brought by {bringer}")));
        details.extend(line.carries.iter().map(|carried| format!("carries {carried}")));
        details
    }

    /// What is different in two squadrons of one unit, in words.
    fn differences(&self, other: &Self) -> Vec<String> {
        let (Some((one, mine)), Some((two, theirs))) = (self.lines.split_first(), other.lines.split_first()) else {
            return Vec::new();
        };
        let mut differences = Vec::new();
        if one.models != two.models {
            let models = if two.models == 1 { "model" } else { "models" };
            differences.push(format!("{} {models} instead of {}", two.models, one.models));
        }
        let (without, with) = without_equal(self.parts(one, mine), other.parts(two, theirs));
        match (without.is_empty(), with.is_empty()) {
            (false, false) => differences.push(format!("{} instead of {}", with.join(", "), without.join(", "))),
            (true, false) => differences.push(format!("with {}", with.join(", "))),
            (false, true) => differences.push(format!("without {}", without.join(", "))),
            (true, true) => {}
        }
        if self.group != other.group {
            differences.push("in another group".to_owned());
        }
        differences
    }

    /// The change from this squadron to a squadron of the same unit.
    fn became(&self, other: &Self) -> ListDifference {
        let mut differences = self.differences(other);
        let (before, after) = (self.points(), other.points());
        if before != after {
            let said = |points: Option<i64>| points.map_or_else(|| "unknown".to_owned(), |points| points.to_string());
            differences.push(format!("{} points instead of {}", said(after), said(before)));
        }
        if differences.is_empty() {
            differences.push("its models have other options".to_owned());
        }
        let name = self.lines.first().map_or("", |line| &line.unit);
        ListDifference {
            kind: DifferenceKind::Squadron,
            message: format!("{name}: {}", differences.join("; ")),
            before: Some(self.words()),
            after: Some(other.words()),
            points_before: before,
            points_after: after,
        }
    }

    /// The change of a squadron that is only in one of the lists.
    fn single(&self, is_gone: bool) -> ListDifference {
        let (words, points) = (self.words(), self.points());
        let cost = points.map_or_else(|| "price unknown".to_owned(), |points| format!("{points} points"));
        let message = format!("{}: {words}, {cost}", if is_gone { "gone" } else { "new" });
        let change = plain(DifferenceKind::Squadron, message);
        if is_gone {
            ListDifference { before: Some(words), points_before: points, ..change }
        } else {
            ListDifference { after: Some(words), points_after: points, ..change }
        }
    }
}

/// `4 × Uwatsu Class Frigate`.
fn counted(line: &SquadronLine) -> String {
    // The number of models of an unknown unit may be unknown.
    if line.models == 0 { line.unit.clone() } else { format!("{} \u{d7} {}", line.models, line.unit) }
}

/// Details in brackets after a name: ` (Commodore, Main Force)`.
fn bracketed(details: &[String]) -> String {
    if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) }
}

/// The words that are only in `one`, and those that are only in `other`.
fn without_equal(one: Vec<String>, mut other: Vec<String>) -> (Vec<String>, Vec<String>) {
    let only = one.into_iter().filter(|word| match other.iter().position(|theirs| theirs == word) {
        Some(place) => {
            other.remove(place);
            false
        }
        None => true,
    });
    let only = only.collect();
    (only, other)
}

fn decks(before: &[DeckLine], after: &[DeckLine], changes: &mut Vec<ListDifference>) {
    let find = |decks: &'_ [DeckLine], id: &str| decks.iter().find(|deck| deck.deck == id).cloned();
    let ids = before.iter().chain(after.iter().filter(|deck| find(before, &deck.deck).is_none()));
    for DeckLine { deck, title, .. } in ids {
        let cards = |decks| find(decks, deck).map(|deck| deck.cards);
        let (one, other) = (cards(before), cards(after));
        let (without, with) = without_equal(one.clone().unwrap_or_default(), other.clone().unwrap_or_default());
        let said = match (&one, &other) {
            (Some(_), None) => "not given any more".to_owned(),
            (None, Some(_)) => format!("given now, with {}", with.join(", ")),
            _ if without.is_empty() && with.is_empty() => continue,
            _ if without.is_empty() => format!("with {}", with.join(", ")),
            _ if with.is_empty() => format!("without {}", without.join(", ")),
            _ => format!("{} instead of {}", with.join(", "), without.join(", ")),
        };
        let joined = |cards: Option<Vec<String>>| cards.map(|cards| cards.join(", "));
        let change = plain(DifferenceKind::Deck, format!("{title}: {said}"));
        changes.push(ListDifference { before: joined(one), after: joined(other), ..change });
    }
}
