//! Finds the other list of a mail or a document: its text holds one list and a file with it another, or one program shows
//! another text of it than a second.
//!
//! Lists that are the same are one. A text may say less than a list file: a list that was read from text is the same as
//! one that has all that the text says.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::list::{ArmyList, OptionPick, Squadron};
use muster_engine::plural::joined;
use muster_engine::report::{Remark, Report};
use muster_engine::slug::slug;
use muster_engine::summary::Summary;
use muster_library::judge::{judge_in_full, judge_open};
use muster_library::share;
use muster_library::shelf::Shelf;

use crate::found::{FoundLists, ListRemark, ReadPart};

/// The most squadrons that a sentence names on each side.
const NAMED: usize = 3;

/// Tells of lists in texts and files of one mail that differ. Takes away the lists of texts that are in a file too, or in a
/// text before.
pub(crate) fn tell(shelf: &Shelf, texts: &mut Vec<ReadPart>, files: &mut [ReadPart]) {
    let all: Vec<ListVariant> = {
        let seen = |is_file: bool, found: &'_ [ReadPart]| -> Vec<ListVariant> {
            let of_part = |(part, found): (usize, &ReadPart)| ListVariant::all(shelf, is_file, part, found);
            found.iter().enumerate().flat_map(of_part).collect()
        };
        [seen(true, files), seen(false, texts)].concat()
    };
    // What is left when each list is there once. Lists of one text are several, and so are lists of several files.
    let mut own: Vec<&ListVariant> = Vec::new();
    for seen in &all {
        if seen.is_file || !own.iter().any(|other| other.is_apart(seen) && is_same(other, seen)) {
            own.push(seen);
        }
    }
    let is_own = |seen: &ListVariant| {
        own.iter().any(|own| (own.is_file, own.part, own.number) == (seen.is_file, seen.part, seen.number))
    };
    for seen in own.iter().filter(|_| own.iter().any(|seen| !seen.is_file)) {
        let others = own.iter().filter(|other| other.is_apart(seen));
        let nearest = others.min_by_key(|other| apart(&other.squadrons(), &seen.squadrons()).len());
        let Some(other) = nearest else { continue };
        let name = if other.is_file { &files[other.part].name } else { &texts[other.part].name };
        let place = match name.as_str() {
            "" => "the text".to_owned(),
            name if other.is_file => name.to_owned(),
            name => format!("the text of {name}"),
        };
        let message = format!("{place} holds another list than this: {}", difference(seen, other));
        // The number that it has when the lists before it are taken away that are somewhere else too.
        let before = all.iter().filter(|one| (one.is_file, one.part) == (seen.is_file, seen.part));
        let number = before.filter(|one| one.number < seen.number && is_own(one)).count();
        let part = if seen.is_file { &mut files[seen.part] } else { &mut texts[seen.part] };
        part.told.push(ListRemark { list: Some(number), remark: Remark::AnotherList, message });
    }
    for (part, text) in texts.iter_mut().enumerate() {
        let gone = all.iter().filter(|seen| !seen.is_file && seen.part == part && !is_own(seen));
        text.leave_out(&gone.map(|seen| seen.number).collect());
    }
    texts.retain(ReadPart::has_list);
}

/// A list of a mail or a document, as it is compared.
#[derive(Clone)]
struct ListVariant {
    is_file: bool,
    /// The number of the text in which it stands.
    text: Option<usize>,
    /// The number of its text or file, and its number among the lists in that.
    part: usize,
    number: usize,
    /// Whether a person or another program wrote it, so that it may leave something out.
    is_read: bool,
    list: ArmyList,
    /// The half of its fingerprint that is about the list, and that of what an opponent may see of it.
    halves: Option<(String, String)>,
    summary: Option<Summary>,
}

impl ListVariant {
    /// The lists of a part.
    fn all(shelf: &Shelf, is_file: bool, part: usize, found: &ReadPart) -> Vec<Self> {
        let is_read = |number: usize| match &found.form {
            FoundLists::Other(listings, _) => listings.get(number).is_none_or(|listing| listing.own.is_none()),
            FoundLists::File(_) | FoundLists::Nothing(_) => false,
        };
        let seen = |(number, list): (usize, &ArmyList)| {
            let half = |report: &Report| {
                let fingerprint = report.fingerprint.as_deref()?;
                Some(fingerprint.split('-').next().unwrap_or_default().to_owned())
            };
            let judged = judge_in_full(shelf, "", None, list, None).ok();
            let halves = judged.as_ref().and_then(|judged| {
                let whole = half(&judged.report)?;
                let open = judge_open(shelf, "", None, &judged.ruleset, list).ok().flatten();
                let open = open.and_then(|(_, open)| half(&open.report));
                Some((whole.clone(), open.unwrap_or(whole)))
            });
            let summary = judged.map(|judged| judged.summary);
            let is_read = is_read(number);
            Self { is_file, text: found.text, part, number, is_read, list: list.clone(), halves, summary }
        };
        found.lists().into_iter().enumerate().map(seen).collect()
    }

    /// Whether another list is of another place, so that the two may contradict each other: another text, a text and a
    /// file, or a list in a text and the words around it.
    fn is_apart(&self, other: &Self) -> bool {
        let is_beside = self.text == other.text && self.is_read == other.is_read;
        (self.is_file, self.part) != (other.is_file, other.part) && !is_beside && !(self.is_file && other.is_file)
    }

    /// How many squadrons it has of each kind: of a unit, with so many models.
    fn squadrons(&self) -> BTreeMap<(String, u32), usize> {
        let mut squadrons = BTreeMap::new();
        match &self.summary {
            Some(summary) => {
                for line in &summary.squadrons {
                    *squadrons.entry((line.unit.clone(), line.models)).or_default() += 1;
                }
            }
            None => {
                for squadron in self.list.each_squadron() {
                    *squadrons.entry((squadron.unit.clone(), 0)).or_default() += 1;
                }
            }
        }
        squadrons
    }

    fn points(&self) -> Option<i64> {
        self.summary.as_ref()?.points
    }

    /// Whether this list has all that a list says that was read from text.
    fn has_all_of(&self, text: &Self) -> bool {
        let agree = |one: Option<String>, other: Option<String>| one.zip(other).is_none_or(|(one, other)| one == other);
        let nation = |seen: &Self| seen.list.nation.as_deref().map(slug);
        let mfv = |seen: &Self| seen.list.mfv.map(|mfv| mfv.to_string());
        let claim = text.list.points.map(|points| points.to_string());
        agree(nation(self), nation(text))
            && agree(mfv(self), mfv(text))
            && agree(self.points().map(|points| points.to_string()), claim)
            && self.squadrons() == text.squadrons()
            && text.stated_options().is_subset(&self.options())
    }

    /// The options that the list states, each with its unit.
    fn stated_options(&self) -> BTreeSet<(String, String)> {
        let of = |squadron: &Squadron| -> Vec<(String, String)> {
            let ids = squadron.options.iter().flat_map(|option| match option {
                OptionPick::Every(id) => vec![id.as_str()],
                OptionPick::Some(counts) => counts.keys().map(String::as_str).collect(),
            });
            ids.map(|id| (slug(&squadron.unit), slug(id))).collect()
        };
        self.list.each_squadron().flat_map(of).collect()
    }

    /// The options that the list has, each with its unit.
    fn options(&self) -> BTreeSet<(String, String)> {
        let mut options = self.stated_options();
        for line in self.summary.iter().flat_map(|summary| &summary.squadrons) {
            let unit = line.unit_id.clone().unwrap_or_else(|| slug(&line.unit));
            options.extend(line.option_ids.iter().map(|option| (unit.clone(), option.id.clone())));
        }
        options
    }
}

/// Whether two lists are the same for a judge, or one says less of the same.
fn is_same(one: &ListVariant, other: &ListVariant) -> bool {
    if one.list.ruleset.id() != other.list.ruleset.id() {
        return false;
    }
    // A list that states the code of a full list is what an opponent may see of it.
    let is_open_of = |open: &ListVariant, whole: &ListVariant| {
        let halves = open.halves.as_ref().zip(whole.halves.as_ref());
        open.list.extra.contains_key(share::WHOLE) && halves.is_some_and(|(open, whole)| open.0 == whole.1)
    };
    let is_equal = match (&one.halves, &other.halves) {
        (Some(one), Some(other)) => one.0 == other.0,
        _ => (&one.list.squadrons, &one.list.groups) == (&other.list.squadrons, &other.list.groups),
    };
    is_equal
        || is_open_of(one, other)
        || is_open_of(other, one)
        || other.is_read && one.has_all_of(other)
        || one.is_read && other.has_all_of(one)
}

/// What differs between two lists: what there is elsewhere instead of what is here.
fn difference(here: &ListVariant, there: &ListVariant) -> String {
    if here.list.ruleset.id() != there.list.ruleset.id() {
        return format!("a list of {}", there.list.ruleset.id());
    }
    let mut words = Vec::new();
    if let (Some(here), Some(there)) = (here.points(), there.points())
        && here != there
    {
        words.push(format!("{there} points, and not {here}"));
    }
    let named = |only: Vec<(String, u32)>| {
        let more = only.len().saturating_sub(NAMED);
        let name = |(unit, models): (String, u32)| if models > 1 { format!("{models} \u{d7} {unit}") } else { unit };
        let mut names: Vec<String> = only.into_iter().take(NAMED).map(name).collect();
        if more > 0 {
            names.push(format!("{more} more"));
        }
        joined(&names, "and")
    };
    let only = |one: &ListVariant, other: &ListVariant| apart_from(&one.squadrons(), &other.squadrons());
    let (there_only, here_only) = (only(there, here), only(here, there));
    if !there_only.is_empty() {
        words.push(format!("with {}", named(there_only)));
    }
    if !here_only.is_empty() {
        words.push(format!("without {}", named(here_only)));
    }
    if words.is_empty() {
        return "with other options, roles, cards or settings".to_owned();
    }
    words.join(", ")
}

/// The squadrons of one list that another lacks.
fn apart_from(one: &BTreeMap<(String, u32), usize>, other: &BTreeMap<(String, u32), usize>) -> Vec<(String, u32)> {
    let missing = |(key, count): (&(String, u32), &usize)| {
        let missing = count.saturating_sub(other.get(key).copied().unwrap_or_default());
        std::iter::repeat_n(key.clone(), missing).collect::<Vec<_>>()
    };
    one.iter().flat_map(missing).collect()
}

/// The squadrons that only one of two lists has.
fn apart(one: &BTreeMap<(String, u32), usize>, other: &BTreeMap<(String, u32), usize>) -> Vec<(String, u32)> {
    [apart_from(one, other), apart_from(other, one)].concat()
}
