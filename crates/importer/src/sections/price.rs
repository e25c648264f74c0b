//! Converts the files' modifiers of prices and numbers to the form of our catalogues.

use indexmap::IndexMap;
use muster_engine::catalogue::ConditionalPoints;

use super::amount::{amount, cost, each, signed};
use super::reader::SectionReader;
use crate::entry::{CatalogueEntry, Modifier, whole};
use crate::notice::NoticeKind;

/// The prices of a model or option. Other options are named by their entry ids until all options have their own ids.
#[derive(Clone, Debug, Default)]
pub(super) struct OptionPrice {
    pub points: i32,
    pub with: Vec<ConditionalPoints>,
    pub together: Vec<u32>,
}

/// The limits on the number of an option.
#[derive(Clone, Debug, Default)]
pub(super) struct OptionLimits {
    pub max: Option<u32>,
    pub max_with: IndexMap<String, u32>,
    pub min_with: IndexMap<String, u32>,
}

/// The largest number of items for which a combined price is listed.
const TOGETHER: u32 = 6;

impl SectionReader<'_> {
    /// The price of an entry, with the changes by its Section's entry. If the Section's own price changes because of an
    /// entry in it, that change is part of that entry's price only.
    pub(super) fn price(&mut self, item: &CatalogueEntry, root: &CatalogueEntry, most: u32) -> OptionPrice {
        let mut each = cost(item);
        let mut with = Vec::new();
        // Changes that depend on the number taken, and whether each applies once for all (`true`) or to every one.
        let mut counted: Vec<(&Modifier, bool)> = Vec::new();
        let is_section = item.id() == root.id();
        let own = item.modifiers.iter().filter(|change| !is_section || owed_to(change).is_none());
        let of_section = root.modifiers.iter().filter(|change| !is_section && owed_to(change) == Some(item.id()));
        for (change, once) in own.map(|change| (change, false)).chain(of_section.map(|change| (change, true))) {
            if change.field != "points" {
                continue;
            }
            if is_counted(change, item) {
                counted.push((change, once));
            } else if once && change.repeat.is_some() && change.when.tests().is_empty() {
                each += signed(change);
            } else {
                match self.extras(change, item) {
                    Some(extras) => with.extend(extras),
                    None => each += signed(change),
                }
            }
        }
        let mut together = Vec::new();
        if !counted.is_empty() {
            for number in 1..=most.clamp(1, TOGETHER) {
                let number = i64::from(number);
                let mut sum = each * number;
                for (change, once) in &counted {
                    if change.when.tests().iter().all(|test| holds(&test.kind, number, test.value)) {
                        let times = change.repeat.as_ref().map_or(1, |repeat| number / i64::from(repeat.per));
                        sum += signed(change) * times * if *once { 1 } else { number };
                    }
                }
                together.push(u32::try_from((sum + 500).div_euclid(1000)).unwrap_or(0));
            }
        }
        if together.len() < 2 {
            together.clear();
        }
        OptionPrice { points: whole(each), with, together }
    }

    /// A change of price that depends on other options; none if it always applies.
    fn extras(&mut self, change: &Modifier, item: &CatalogueEntry) -> Option<Vec<ConditionalPoints>> {
        let (mut with, mut without) = (Vec::new(), Vec::new());
        with.extend(each(change).filter(|id| *id != "no child").map(str::to_owned));
        if let Some(repeat) = change.repeat.as_ref().filter(|repeat| repeat.per > 1) {
            let message = format!("a change of price for every {} of something else", repeat.per);
            self.notices.add(NoticeKind::Unknown, item.line, &item.name, message);
            return Some(Vec::new());
        }
        for test in change.when.tests() {
            match test.asks_for() {
                Some(false) => without.push(test.child.clone()),
                Some(true) => with.push(test.child.clone()),
                None => {
                    let message = format!("a change of price where a number is {} {}", test.kind, test.value);
                    self.notices.add(NoticeKind::Unknown, item.line, &item.name, message);
                    return Some(Vec::new());
                }
            }
        }
        // "set" replaces the price, so it adds the difference.
        let points = signed(change) - if change.action == "set" { cost(item) } else { 0 };
        let points = whole(points);
        if change.when.has_any() && with.len() > 1 {
            return Some(
                with.into_iter()
                    .map(|id| ConditionalPoints { with: vec![id], without: without.clone(), points })
                    .collect(),
            );
        }
        (!with.is_empty() || !without.is_empty()).then(|| vec![ConditionalPoints { with, without, points }])
    }

    /// How many times an option may be taken.
    pub(super) fn limits(&mut self, item: &CatalogueEntry, group: Option<&CatalogueEntry>) -> OptionLimits {
        let max = item.max();
        let base = max.unwrap_or(1);
        let mut limits = OptionLimits { max, ..OptionLimits::default() };
        let of_group = group.into_iter().flat_map(|group| &group.modifiers).filter(|change| change.action == "hide");
        for change in item.modifiers.iter().chain(of_group) {
            let value = u32::try_from(amount(change) / 1000).unwrap_or(0);
            let other = match each(change).filter(|_| change.when.tests().is_empty()) {
                Some(other) if other != "no child" => other.to_owned(),
                _ if change.field == "points" || change.field.starts_with("maxIn") => continue,
                _ => {
                    let message =
                        format!("{} {}: it has no condition, or one that cannot be read", change.action, change.field);
                    self.notices.add(NoticeKind::Unknown, item.line, &item.name, message);
                    continue;
                }
            };
            match (change.action.as_str(), change.field.as_str()) {
                ("hide", _) => drop(limits.max_with.insert(other, 0)),
                ("increment", "maxSelections") => drop(limits.max_with.insert(other, base + value)),
                ("decrement", "maxSelections") if !self.replaces(&other) => {
                    limits.max_with.insert(other, base.saturating_sub(value));
                }
                ("set", "maxSelections") => drop(limits.max_with.insert(other, value)),
                ("increment", "minSelections") => drop(limits.min_with.insert(other, value)),
                _ => {}
            }
        }
        limits
    }
}

/// The id of the entry that a change of a Section's own price depends on.
fn owed_to(change: &Modifier) -> Option<&str> {
    each(change).or_else(|| change.when.tests().first().map(|test| test.child.as_str()))
}

/// Whether a change depends on the number of the item itself, and is not simply the same for each.
fn is_counted(change: &Modifier, item: &CatalogueEntry) -> bool {
    let tests = change.when.tests();
    let of_itself = each(change).is_none_or(|each| each == item.id());
    let differs = change.repeat.as_ref().is_some_and(|repeat| repeat.per > 1) || !tests.is_empty();
    of_itself && differs && tests.iter().all(|test| test.child == item.id())
}

fn holds(test: &str, number: i64, bound: i64) -> bool {
    match test {
        "equal to" => number == bound,
        "greater than" => number > bound,
        "less than" => number < bound,
        "at least" => number >= bound,
        "at most" => number <= bound,
        _ => false,
    }
}
