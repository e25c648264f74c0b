//! Finds which of several lists of one player counts: the newest one that arrived before the deadline.
//!
//! Two lists of one player are versions of one list only if the event states a deadline or how many lists each player hands in.
//! No list is lost: a version that does not count stands behind the list that counts, and says why.

mod order;
mod people;
mod slots;
mod together;
mod words;

use std::collections::BTreeMap;
use std::time::SystemTime;

use jiff::{SignedDuration, Timestamp};
use muster_engine::plural::count;
use muster_engine::report::{Finding, FindingId, Remark};
use muster_library::deadline::Deadline;
use muster_library::listed::ListStanding;
use muster_library::shelf::Shelf;

use self::order::VersionTime;
use self::people::people;
use self::slots::{ListSlots, slots};
use crate::batch::HandIn;
use crate::submission::Submission;

/// How far the clock of a sender may be ahead.
const AHEAD: SignedDuration = SignedDuration::from_hours(24);

/// What an event says of versions: until when lists count, and how many each player hands in.
#[derive(Clone, Debug, Default)]
pub struct VersionRules<'s> {
    /// The rulesets under the event, by which the lists of one player are judged together.
    shelf: Option<&'s Shelf>,
    deadline: Option<Deadline>,
    lists: Option<u32>,
    now: Option<Timestamp>,
    /// Whether every version stands for itself.
    is_apart: bool,
}

impl<'s> VersionRules<'s> {
    /// The version rules of the events over these rulesets.
    #[must_use]
    pub fn of(shelf: &'s Shelf) -> Self {
        // An overlay with a faulty deadline is refused, so it reads well here.
        let deadline = shelf.deadline().and_then(|text| Deadline::parse(text).ok());
        Self { shelf: Some(shelf), deadline, lists: shelf.lists_each(), now: None, is_apart: false }
    }

    /// The same, with the time that it is: a mail that says that it was sent later has a wrong clock.
    #[must_use]
    pub fn at(self, now: SystemTime) -> Self {
        Self { now: Timestamp::try_from(now).ok(), ..self }
    }

    /// The same; with `apart`, every version is marked, but stands for itself as a list of its own.
    #[must_use]
    pub fn apart(self, apart: bool) -> Self {
        Self { is_apart: apart, ..self }
    }

    /// The same, as if nothing were late.
    #[must_use]
    pub fn without_deadline(self) -> Self {
        Self { lists: self.folds().then(|| self.lists.unwrap_or(1)), deadline: None, ..self }
    }

    /// Until when lists count.
    #[must_use]
    pub fn deadline(&self) -> Option<&Deadline> {
        self.deadline.as_ref()
    }

    /// Whether lists of one player are versions.
    #[must_use]
    pub fn folds(&self) -> bool {
        self.deadline.is_some() || self.lists.is_some()
    }

    /// How many lists a player hands in.
    fn most(&self) -> usize {
        self.lists.and_then(|lists| usize::try_from(lists).ok()).unwrap_or(1)
    }

    fn is_late(&self, time: &VersionTime) -> bool {
        time.at.is_some_and(|at| self.deadline.as_ref().is_some_and(|deadline| deadline.is_before(at)))
    }

    /// When a list arrived, if that can be.
    fn time(&self, list: &Submission) -> VersionTime {
        let at = list.arrival().and_then(|arrived| arrived.parse().ok());
        let is_ahead = |at: &Timestamp| self.now.is_some_and(|now| now.checked_add(AHEAD).is_ok_and(|most| *at > most));
        VersionTime::of(list, at, self.deadline.as_ref(), at.as_ref().is_some_and(is_ahead))
    }
}

/// What became of a list among the versions of its player.
#[derive(Clone, Debug, Default)]
struct VersionOutcome {
    standing: ListStanding,
    /// The list that counts in its place.
    under: Option<usize>,
    concluded: Vec<String>,
    /// Why nothing tells which list counts.
    doubts: Vec<String>,
}

/// Marks versions that do not count, as [`mark_versions`] does, and puts each behind the list that counts in its place.
#[must_use]
pub fn fold_versions(mut handed_in: Vec<HandIn>, rules: &VersionRules<'_>) -> Vec<HandIn> {
    let (folded, times) = mark(&mut handed_in, rules);
    arranged(handed_in, &folded, &times)
}

/// Marks versions that do not count, and leaves each in its place. Every list also gets the hour of its mail by the clocks of the
/// deadline, and what the lists of its player break together. Marking again what is marked changes nothing.
pub fn mark_versions(handed_in: &mut [HandIn], rules: &VersionRules<'_>) {
    mark(handed_in, rules);
}

/// The same; returns the versions below each list that counts, and when each list arrived.
fn mark(handed_in: &mut [HandIn], rules: &VersionRules<'_>) -> (BTreeMap<usize, Vec<usize>>, Vec<VersionTime>) {
    let all = |handed_in: &mut [HandIn], each: &mut dyn FnMut(usize, &mut Submission)| {
        let lists = handed_in.iter_mut().flat_map(|handed| match handed {
            HandIn::Lists(lists) => lists.as_mut_slice(),
            HandIn::NoList { .. } => &mut [],
        });
        lists.enumerate().for_each(|(number, list)| each(number, list));
    };
    let mut times = Vec::new();
    all(handed_in, &mut |_, list| {
        let time = rules.time(list);
        if let (Some(at), Some(deadline)) = (time.at, &rules.deadline) {
            list.came.arrived = Some(order::stamp(&deadline.local(at)));
        }
        (list.came.counts, list.came.version_of) = (ListStanding::Counts, None);
        list.came.concluded.clear();
        times.push(time);
    });
    let mut folded: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    if !rules.folds() {
        return (folded, times);
    }
    let (mut outcomes, players) = outcomes(handed_in, &times, rules);
    let mut findings = together::findings(&submissions(handed_in), &players, &outcomes, rules);
    for (number, finding) in missing(&players, &outcomes, rules) {
        findings.entry(number).or_default().push(finding);
    }
    if rules.is_apart {
        for outcome in &mut outcomes {
            *outcome = VersionOutcome { standing: outcome.standing, ..VersionOutcome::default() };
        }
    }
    let mut places: BTreeMap<usize, String> = BTreeMap::new();
    for (number, outcome) in outcomes.iter().enumerate() {
        if let Some(under) = outcome.under {
            folded.entry(under).or_default().push(number);
        }
    }
    all(handed_in, &mut |number, list| {
        if folded.contains_key(&number) {
            places.insert(number, list.place());
        }
    });
    all(handed_in, &mut |number, list| {
        let VersionOutcome { standing, under, concluded, doubts } = outcomes[number].clone();
        list.came.counts = standing;
        list.came.version_of = under.and_then(|under| places.get(&under).cloned());
        list.came.concluded = concluded;
        let known = |message: &String| list.report.findings.iter().any(|finding| finding.message == *message);
        let new: Vec<String> = doubts.into_iter().filter(|message| !known(message)).collect();
        let together = findings.remove(&number).unwrap_or_default();
        let together: Vec<Finding> = together.into_iter().filter(|finding| !known(&finding.message)).collect();
        list.report.add(new.into_iter().map(doubt).chain(together));
    });
    (folded, times)
}

/// A finding for each list of a player of whom fewer lists came than the event asks for.
fn missing(players: &[Vec<usize>], outcomes: &[VersionOutcome], rules: &VersionRules<'_>) -> Vec<(usize, Finding)> {
    let counting = |player: &Vec<usize>| -> Vec<usize> {
        player.iter().copied().filter(|list| outcomes[*list].under.is_none()).collect()
    };
    let of_player = |lists: Vec<usize>| {
        let came = count(u32::try_from(lists.len()).unwrap_or(u32::MAX), "list");
        let message = format!("the event asks for {} lists of each player, and {came} came of this one", rules.most());
        let finding = move || {
            let remark = Remark::MissingList;
            let help = Some("ask the player for the other".to_owned());
            let bare = Finding::bare(FindingId::Remark(remark), remark.severity());
            Finding { message: message.clone(), at: vec![String::new()], help, ..bare }
        };
        lists.into_iter().map(move |list| (list, finding())).collect::<Vec<_>>()
    };
    players.iter().map(counting).filter(|lists| lists.len() < rules.most()).flat_map(of_player).collect()
}

fn doubt(message: String) -> Finding {
    let remark = Remark::WhichList;
    Finding {
        message,
        at: vec![String::new()],
        help: Some("ask the player which counts, and take the other out of the folder".to_owned()),
        ..Finding::bare(FindingId::Remark(remark), remark.severity())
    }
}

/// All lists, in their order.
fn submissions(handed_in: &[HandIn]) -> Vec<&Submission> {
    let lists = handed_in.iter().flat_map(|handed| match handed {
        HandIn::Lists(lists) => lists.as_slice(),
        HandIn::NoList { .. } => &[],
    });
    lists.collect()
}

/// What becomes of each list, and the lists of each player.
fn outcomes(
    handed_in: &[HandIn],
    times: &[VersionTime],
    rules: &VersionRules<'_>,
) -> (Vec<VersionOutcome>, Vec<Vec<usize>>) {
    let all = submissions(handed_in);
    let mut outcomes = vec![VersionOutcome::default(); all.len()];
    for (outcome, time) in outcomes.iter_mut().zip(times) {
        if rules.is_late(time) {
            outcome.standing = ListStanding::Late;
        }
        if time.is_ahead {
            outcome.concluded.push("its mail says that it was sent at a time that is yet to come".to_owned());
        }
    }
    let (people, doubts) = people(&all);
    for (number, doubt) in doubts {
        outcomes[number].doubts.push(doubt);
    }
    for person in &people {
        let ListSlots { all: slots, told, doubts } = slots(&all, times, person, rules.most());
        for (number, doubt) in doubts {
            outcomes[number].doubts.push(doubt);
        }
        for (number, why) in told {
            outcomes[number].concluded.push(why);
        }
        for slot in slots {
            decide(&all, times, rules, &slot, person, &mut outcomes);
        }
    }
    (outcomes, people.into_iter().map(|person| person.lists).collect())
}

/// Finds the version that counts among those of one list.
fn decide(
    all: &[&Submission],
    times: &[VersionTime],
    rules: &VersionRules<'_>,
    slot: &[usize],
    person: &people::Person,
    outcomes: &mut [VersionOutcome],
) {
    if slot.len() < 2 {
        return;
    }
    let (late, in_time): (Vec<usize>, Vec<usize>) = slot.iter().partition(|one| rules.is_late(&times[**one]));
    let newest = order::newest(all, times, if in_time.is_empty() { &late } else { &in_time });
    let Some(first) = newest.first().copied() else { return };
    let is_one = newest.iter().all(|one| order::is_equal(all[first], all[*one]));
    for one in slot {
        let outcome = &mut outcomes[*one];
        let is_newest = newest.contains(one);
        if *one == first || is_newest && !is_one {
            if is_newest && !is_one {
                outcome.doubts.extend(unclear(all, *one, &newest));
            }
            continue;
        }
        if !late.contains(one) {
            outcome.standing = ListStanding::Earlier;
        }
        outcome.under = Some(first);
        outcome.concluded.push(person.why(*one, first));
        outcome.concluded.extend(if is_newest {
            Some("it is the same list".to_owned())
        } else if outcome.standing == ListStanding::Late && !in_time.is_empty() {
            Some("it arrived after the deadline".to_owned())
        } else {
            order::compared(all, times, *one, first).map(|(_, by)| by.words().to_owned())
        });
    }
}

/// Says that another list may count in place of this one.
fn unclear(all: &[&Submission], one: usize, newest: &[usize]) -> Option<String> {
    let other = newest.iter().find(|other| **other != one)?;
    let is_told = |finding: &Finding| finding.rule == FindingId::Remark(Remark::AnotherList);
    if all[one].came.file == all[*other].came.file && all[one].report.findings.iter().any(is_told) {
        return None;
    }
    let player = all[one].player().map_or("the player".to_owned(), muster_engine::theirs::quoted);
    let place = all[*other].place();
    Some(if all[one].came.file == all[*other].came.file {
        format!("{place} came with it, another list of {player}, and nothing tells which of them counts")
    } else {
        format!("{place} is another list of {player}, and nothing tells which of them is newer")
    })
}

/// Puts each folded list behind the one that counts in its place, the newest first.
fn arranged(handed_in: Vec<HandIn>, folded: &BTreeMap<usize, Vec<usize>>, times: &[VersionTime]) -> Vec<HandIn> {
    if folded.is_empty() {
        return handed_in;
    }
    let mut under: BTreeMap<usize, Submission> = BTreeMap::new();
    let mut left: Vec<(Option<usize>, HandIn)> = Vec::new();
    let mut number = 0;
    for handed in handed_in {
        let HandIn::Lists(lists) = handed else {
            left.push((None, handed));
            continue;
        };
        if lists.is_empty() {
            left.push((None, HandIn::Lists(lists)));
            continue;
        }
        let mut current = Vec::new();
        for list in lists {
            let is_folded = list.came.version_of.is_some();
            if is_folded {
                under.insert(number, list);
            } else {
                current.push(list);
                if folded.contains_key(&number) {
                    left.push((Some(number), HandIn::Lists(std::mem::take(&mut current))));
                }
            }
            number += 1;
        }
        if !current.is_empty() {
            left.push((None, HandIn::Lists(current)));
        }
    }
    let mut arranged = Vec::with_capacity(left.len() + under.len());
    for (number, handed) in left {
        arranged.push(handed);
        let mut below = number.and_then(|number| folded.get(&number)).cloned().unwrap_or_default();
        below.sort_by_key(|one| (std::cmp::Reverse(times[*one].at), *one));
        let below = below.iter().filter_map(|one| under.remove(one));
        arranged.extend(below.map(|list| HandIn::Lists(vec![list])));
    }
    arranged
}
