//! Compares earlier lists with later lists: which are the same, which changed, which are new, and which are gone.

mod changes;
mod claims;
mod pairs;

use muster_engine::report::Verdict;
use muster_engine::theirs::quoted;
use muster_library::shelf::Shelf;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

pub use self::changes::{DifferenceKind, ListDifference};
use crate::natural::natural;
use crate::patch::patch;
use crate::submission::Submission;

/// What became of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(rename = "Outcome")]
#[serde(rename_all = "kebab-case")]
pub enum ListOutcome {
    /// Something that is judged is different.
    Changed,
    /// Only the later lists have it.
    New,
    /// Only the earlier lists have it.
    Gone,
    /// Only the earlier lists have it, and the later ones are late versions: nothing new was sent, so it stands.
    Unchanged,
    /// All that is judged is equal. A claim, a date or a note may differ.
    Same,
}

impl ListOutcome {
    /// The word for it, the same as in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::New => "new",
            Self::Gone => "gone",
            Self::Unchanged => "unchanged",
            Self::Same => "same",
        }
    }
}

/// A list in both versions, or in the only one that it has.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Compared")]
#[serde(rename_all = "kebab-case")]
pub struct ListComparison {
    /// What became of it.
    pub outcome: ListOutcome,
    /// The player; of the later version, if both name one.
    pub player: Option<String>,
    /// The list's name; of the later version, if both have one.
    pub name: Option<String>,
    /// The earlier version; none if the list is new.
    pub before: Option<ListVersion>,
    /// The later version; none if the list is gone.
    pub after: Option<ListVersion>,
    /// What changed: what was agreed first, then the squadrons.
    pub changes: Vec<ListDifference>,
    /// The operations that make the later version of the earlier one: a JSON Patch (RFC 6902). Empty unless it changed.
    pub patch: Vec<Value>,
    /// What an organiser must know of who it is from, in sentences: its sender is not the one that it states, or a new list
    /// states the name or address of an earlier one that came from elsewhere.
    pub senders: Vec<String>,
    /// What else an organiser should know of the pair, in sentences: that only what the two versions state makes them one
    /// player's, or that their codes differ and nothing else does.
    pub remarks: Vec<String>,
}

/// One version of a list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Version")]
#[serde(rename_all = "kebab-case")]
pub struct ListVersion {
    /// The file, and the name inside if it was packed.
    pub file: String,
    /// The document in the file, counted from 0.
    pub document: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// The terms that the list sets for itself, in words that follow the verdict; none if it sets none.
    pub terms: Option<String>,
    /// The points, if they are known.
    pub points: Option<u32>,
    /// The maximum force value, in points.
    pub mfv: Option<u32>,
    /// The fingerprint.
    pub fingerprint: Option<String>,
    /// How many lines and numbers of its text were not understood.
    pub doubts: usize,
}

/// Compares all lists of `before` with those of `after`. Changed lists come first, then new lists, then lists that are
/// gone, then lists that are the same; each group in the order of players. Leaves out submissions without a list. If the later
/// ones `are_late` versions, who sent nothing new is unchanged, and not gone.
///
/// Pairs lists in these steps. Each step looks only at lists that are not paired yet:
///
/// 1. Lists that came from the same mail address.
/// 2. Lists of the same player and address, where an address is that of the mail, else the stated one.
/// 3. Lists of the same player that came without a mail, unless they state different addresses.
/// 4. Lists of the same name, if neither names a player.
/// 5. Lists of the same ruleset and name, then lists of the same ruleset and fingerprint, if each side has only one and
///    at least one of them names no player.
///
/// If a player has several lists, those with the same fingerprint are paired first, then those with the same name, then the
/// same MFV, then those that have the most squadrons in common. Lists of two places are never paired. Players are the same
/// if their names are equal to the letter.
#[must_use]
pub fn compare(shelf: &Shelf, before: &[Submission], after: &[Submission], are_late: bool) -> Vec<ListComparison> {
    let alone = if are_late { ListOutcome::Unchanged } else { ListOutcome::Gone };
    let lists =
        |all: &'_ [Submission]| -> Vec<usize> { (0..all.len()).filter(|one| all[*one].list.is_some()).collect() };
    let (paired, gone, new) = pairs::pairs(shelf, (before, lists(before)), (after, lists(after)));
    let mut compared: Vec<ListComparison> = paired
        .into_iter()
        .map(|(one, other)| {
            let (one, other) = (&before[one], &after[other]);
            let changes = changes::changes(shelf, one, other);
            let outcome = if changes.is_empty() { ListOutcome::Same } else { ListOutcome::Changed };
            let only_stated =
                (outcome == ListOutcome::Changed).then(|| one.origin().only_stated(other.origin())).flatten();
            let only_code = (outcome == ListOutcome::Same).then(|| only_code(one, other)).flatten();
            let remarks = only_stated.into_iter().chain(only_code).collect();
            let lists = one.list.as_deref().zip(other.list.as_deref());
            let differing = lists.filter(|_| outcome == ListOutcome::Changed);
            let patch = differing.map(|(one, other)| patch(one, other)).unwrap_or_default();
            ListComparison { patch, remarks, ..of(outcome, Some(one), Some(other), changes) }
        })
        .collect();
    compared.extend(gone.into_iter().map(|one| of(alone, Some(&before[one]), None, Vec::new())));
    let known = claims::EarlierLists::of(before);
    compared.extend(new.into_iter().map(|one| {
        let new = of(ListOutcome::New, None, Some(&after[one]), Vec::new());
        let senders = new.senders.iter().cloned().chain(known.claim(&after[one])).collect();
        ListComparison { senders, ..new }
    }));
    compared.sort_by_cached_key(|one| {
        let folded = |text: &Option<String>| text.as_deref().map(natural);
        let place = one.after.as_ref().or(one.before.as_ref()).map(|version| (version.file.clone(), version.document));
        (one.outcome, folded(&one.player).is_none(), folded(&one.player), folded(&one.name), place)
    });
    compared
}

fn of(
    outcome: ListOutcome,
    before: Option<&Submission>,
    after: Option<&Submission>,
    changes: Vec<ListDifference>,
) -> ListComparison {
    let both = || after.into_iter().chain(before);
    let version = |one: &Submission| ListVersion {
        file: one.report.file.clone(),
        document: one.report.document,
        verdict: one.report.verdict,
        terms: one.report.terms.words.clone(),
        points: one.report.points,
        mfv: one.report.mfv,
        fingerprint: one.report.fingerprint.clone(),
        doubts: one.doubts().count(),
    };
    ListComparison {
        outcome,
        player: both().find_map(Submission::player).map(str::to_owned),
        name: both().find_map(|one| one.report.name.clone()),
        before: before.map(version),
        after: after.map(version),
        changes,
        patch: Vec::new(),
        senders: senders(before, after),
        remarks: Vec::new(),
    }
}

/// That the codes of two versions differ in which nothing else does, in a sentence: of the full lists whose open parts
/// they are, else of the lists themselves.
fn only_code(before: &Submission, after: &Submission) -> Option<String> {
    let full = |one: &Submission| one.report.terms.full_list.clone();
    if full(before) != full(after) {
        let told = |one: &Submission| {
            full(one).map_or_else(|| "no code".to_owned(), |code| format!("the code {}", quoted(&code)))
        };
        let (one, other) = (told(before), told(after));
        return Some(format!(
            "the earlier version states {one} of a full list, the later one {other}: \
             what they hide from an opponent may differ"
        ));
    }
    let half = |one: &Submission| Some(one.report.fingerprint.as_deref()?.split('-').next()?.to_owned());
    let (one, other) = (half(before)?, half(after)?);
    (one != other).then(|| "nothing that is judged differs, but the code of the list does; a salt does that".to_owned())
}

/// What there is to know of who sent the versions of a list.
fn senders(before: Option<&Submission>, after: Option<&Submission>) -> Vec<String> {
    let differing = before.into_iter().chain(after).filter_map(|one| Some(format!("it {}", one.sent_by()?)));
    let mut senders: Vec<String> = differing.collect();
    senders.dedup();
    if let (Some(one), Some(other)) = (before, after) {
        let (one, other) = (one.origin(), other.origin());
        // What one of them states, and nothing else, makes them one player's.
        if one.home() != other.home() {
            senders.push(format!("the earlier list {}, the later one {}", one.told(), other.told()));
        }
    }
    senders
}
