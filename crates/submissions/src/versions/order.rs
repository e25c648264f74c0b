//! Which of two versions is newer.

use std::cmp::Ordering;

use jiff::civil::Date;
use jiff::{Timestamp, Zoned};
use muster_library::deadline::Deadline;

use super::words::version_number;
use crate::submission::Submission;

/// The times that a list and its mail state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct VersionTime {
    /// When its mail arrived.
    pub at: Option<Timestamp>,
    /// The day of that, or the one that the list states.
    day: Option<Date>,
    /// The moment is yet to come, so the clock of the sender was wrong.
    pub is_ahead: bool,
}

impl VersionTime {
    pub(super) fn of(list: &Submission, at: Option<Timestamp>, deadline: Option<&Deadline>, is_ahead: bool) -> Self {
        let local = at.map(|at| deadline.map_or_else(|| at.to_zoned(jiff::tz::TimeZone::UTC), |until| until.local(at)));
        let stated = || list.list.as_ref()?.date.as_deref()?.parse().ok();
        Self { at, day: local.map(|local| local.date()).or_else(stated), is_ahead }
    }
}

/// A moment as data: RFC 3339 with the hour of that zone.
pub(super) fn stamp(moment: &Zoned) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// By what one version is newer than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NewerBy {
    Arrival,
    Date,
    Number,
}

impl NewerBy {
    /// Why a version is the earlier one, in a sentence.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Arrival => "it arrived earlier",
            Self::Date => "its date is earlier, and nothing else tells when it came",
            Self::Number => "its number is lower, and nothing else tells when it came",
        }
    }
}

/// Which of two versions is newer, and by what; none if nothing tells.
pub(super) fn compared(
    all: &[&Submission],
    times: &[VersionTime],
    one: usize,
    other: usize,
) -> Option<(Ordering, NewerBy)> {
    let (here, there) = (&times[one], &times[other]);
    let is_sound = !here.is_ahead && !there.is_ahead;
    if let (Some(one), Some(other)) = (here.at, there.at)
        && is_sound
    {
        return Some((one.cmp(&other), NewerBy::Arrival)).filter(|(order, _)| order.is_ne());
    }
    if let (Some(one), Some(other)) = (here.day, there.day)
        && is_sound
        && one != other
    {
        return Some((one.cmp(&other), NewerBy::Date));
    }
    let (one, other) = (version_number(all[one])?, version_number(all[other])?);
    Some((one.cmp(&other), NewerBy::Number)).filter(|(order, _)| order.is_ne())
}

/// Whether two lists are the same for a judge.
pub(super) fn is_equal(one: &Submission, other: &Submission) -> bool {
    match (one.content(), other.content()) {
        (Some(here), Some(there)) => here == there,
        _ => one.list == other.list,
    }
}

/// Returns the newest version. It returns several if nothing tells which of them is the newest.
pub(super) fn newest(all: &[&Submission], times: &[VersionTime], of: &[usize]) -> Vec<usize> {
    let is_older = |one: usize, other: usize| compared(all, times, one, other).is_some_and(|(order, _)| order.is_lt());
    of.iter().copied().filter(|one| !of.iter().any(|other| is_older(*one, *other))).collect()
}
