//! Reads what a roster file holds into one shape, whatever its schema.
//!
//! Every part that is read is noted. What looks like a part of a list and was not read is told.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use muster_library::limits;

use super::file::{Roster, RosterForce, Selection};
use super::part::{RosterNumber, RosterPart, whole};
use crate::listing::{Doubt, named};

/// The most parts that are told one by one because they stand where they are not read.
const MOST_TOLD: usize = 1000;

/// A roster file being read.
pub(super) struct RosterContents {
    points: Points,
    /// The numbers of the parts that were read.
    read: HashSet<usize>,
    /// The names that the file has for each id of a catalogue, a force or a category.
    names: BTreeMap<(&'static str, String), BTreeSet<String>>,
    doubts: Vec<Doubt>,
    told: Vec<String>,
}

impl RosterContents {
    /// Reads the roster in a file.
    pub(super) fn of<P: RosterPart>(file: &P, root: &P) -> Roster {
        let points = Points::of(root);
        let read = [file.number(), root.number()].into();
        let mut reading = Self { points, read, names: BTreeMap::new(), doubts: Vec::new(), told: Vec::new() };
        let mut forces = Vec::new();
        reading.add_forces(root, &mut forces);
        let mut words = HashSet::new();
        add_words(root, &mut words);
        // The oldest schema has attributes for the total and the limit, the newer ones have lists of costs.
        let total = reading.cost(root, ["points", "costs"], "the total");
        let limit = reading.cost(root, ["pointsLimit", "costLimits"], "the limit");
        let mut told = 0;
        reading.tell_unread(file, &mut told);
        reading.tell_names();
        Roster {
            made_by: root.text("generatedBy"),
            name: root.text("name"),
            game_id: root.text("gameSystemId"),
            game_name: root.text("gameSystemName"),
            limit: limit.and_then(whole).filter(|limit| (1..=limits::MFV).contains(limit)),
            points: total.and_then(whole).filter(|total| *total > 0),
            notes: root.notes(),
            words,
            forces,
            doubts: reading.doubts,
            told: reading.told,
        }
    }

    /// Collects the forces of a roster, including nested ones.
    fn add_forces(&mut self, part: &impl RosterPart, forces: &mut Vec<RosterForce>) {
        for force in part.parts("forces") {
            if is_selection(&force) {
                // It is told with all else that stands where it is not read.
                continue;
            }
            self.read.insert(force.number());
            // The oldest schema uses another attribute.
            let name = force.text("name").or_else(|| force.text("forceTypeName")).or_else(|| label(&force));
            let name = name.unwrap_or_default();
            let catalogue = force.text("catalogueName").unwrap_or_default();
            self.name("force", force.text("entryId"), &name);
            self.name("catalogue", force.text("catalogueId"), &catalogue);
            forces.push(RosterForce {
                entry: force.text("entryId").unwrap_or_default(),
                name,
                custom_name: force.text("customName"),
                line: force.line(),
                catalogue,
                notes: force.notes(),
                selections: self.selections(&force),
            });
            self.add_forces(&force, forces);
        }
    }

    /// The selections of a force or of another selection. In the oldest schema, those of a force are inside its categories.
    fn selections<P: RosterPart>(&mut self, part: &P) -> Vec<Selection> {
        let mut items = part.parts("selections");
        for category in part.parts("categories").into_iter().filter(|category| !is_selection(category)) {
            self.read.insert(category.number());
            self.name("category", category.text("entryId"), &category.text("name").unwrap_or_default());
            items.extend(category.parts("selections"));
        }
        items.iter().map(|item| self.selection(item)).collect()
    }

    fn selection(&mut self, part: &impl RosterPart) -> Selection {
        self.read.insert(part.number());
        let ids = part.text("entryId").unwrap_or_default();
        let name = part.text("name").or_else(|| label(part)).unwrap_or_default();
        let cost = self.cost(part, ["points", "costs"], &format!("the cost of {}", named([name.as_str()])));
        let (number, odd) = match part.count("number") {
            RosterNumber::Absent => (1, None),
            RosterNumber::Whole(number) => (number, None),
            RosterNumber::Odd(odd) => (0, Some(odd)),
        };
        Selection {
            ids: ids.split("::").filter(|id| !id.is_empty()).map(str::to_owned).collect(),
            name,
            custom_name: part.text("customName"),
            number,
            odd,
            kind: part.text("type").unwrap_or_default(),
            cost: cost.unwrap_or(0),
            notes: part.notes(),
            line: part.line(),
            selections: self.selections(part),
        }
    }

    /// What costs under an attribute and in a list of costs come to, in thousandths of points. None if they differ, or if
    /// they are no numbers, which is told.
    fn cost<P: RosterPart>(&mut self, part: &P, [attribute, list]: [&str; 2], what: &str) -> Option<i64> {
        let costs = part.parts(list);
        let stated = part.word(attribute).map(|word| (word.into_owned(), part.thousandths(attribute)));
        // Two limits in points contradict each other, whatever they are called.
        let is_meant = |cost: &&P| self.points.are(*cost) || list == "costLimits" && is_called_points(*cost);
        let listed = costs.iter().filter(is_meant).filter_map(|cost| {
            let word = cost.word("value")?.into_owned();
            Some((word, cost.thousandths("value")))
        });
        let all: Vec<(String, Option<i64>)> = stated.into_iter().chain(listed).collect();
        let mut numbers: BTreeSet<i64> = all.iter().filter_map(|(_, cost)| *cost).collect();
        if numbers.len() > 1 {
            // 0 is written where nothing is meant.
            numbers.remove(&0);
        }
        if let Some((word, _)) = all.iter().find(|(_, cost)| cost.is_none()) {
            self.told.push(format!("line {}: {what} is {}, which is no number", part.line(), named([word.as_str()])));
        }
        if numbers.len() > 1 {
            let words = named(all.iter().map(|(word, _)| word.as_str()));
            self.doubts.push(Doubt::differs(part.line(), format!("{what} is said to be {words}"), None));
            return None;
        }
        numbers.into_iter().next()
    }

    /// Notes the name that the file has for an id.
    fn name(&mut self, what: &'static str, id: Option<String>, name: &str) {
        if let Some(id) = id.filter(|_| !name.is_empty()) {
            self.names.entry((what, id)).or_default().insert(name.to_owned());
        }
    }

    /// Tells every id that has several names.
    fn tell_names(&mut self) {
        for ((what, id), names) in self.names.iter().filter(|(_, names)| names.len() > 1) {
            let names = named(names.iter().map(String::as_str));
            self.told.push(format!("one id of a {what}, {}, has the names {names}", named([id.as_str()])));
        }
    }

    /// Tells everything inside a part that looks like a part of a list but was not read.
    fn tell_unread<P: RosterPart>(&mut self, part: &P, told: &mut usize) {
        for (name, inner) in part.inner() {
            if !self.read.contains(&inner.number()) && is_of_list(name, &inner) {
                *told += 1;
                if *told <= MOST_TOLD {
                    let text = label(&inner).unwrap_or_else(|| name.to_owned());
                    self.doubts.push(Doubt::misplaced(inner.line(), text, None));
                } else if *told == MOST_TOLD + 1 {
                    self.doubts.push(Doubt::misplaced(inner.line(), "more, from this line on", None));
                }
            }
            self.tell_unread(&inner, told);
        }
    }
}

/// Whether a part is rather a selection than a force.
fn is_selection(part: &impl RosterPart) -> bool {
    let is_kind = part.word("type").is_some_and(|kind| ["unit", "model", "upgrade"].contains(&&*kind));
    is_kind || part.has("number")
}

/// What a part is called: its name, else what it says itself or the id of its entry.
fn label(part: &impl RosterPart) -> Option<String> {
    let own = || part.own_word().map(|word| word.trim().to_owned());
    ["name", "customName"].into_iter().find_map(|key| part.text(key)).or_else(own).or_else(|| part.text("entryId"))
}

/// Whether a part under a name is like one of a list: a selection, a force, or a roster.
fn is_of_list(name: &str, part: &impl RosterPart) -> bool {
    const NAMES: [&str; 6] = ["selection", "selections", "force", "forces", "roster", "rosters"];
    const LISTS: [&str; 2] = ["selections", "forces"];
    // A list of XML is an element without anything but its parts, which are looked at one by one.
    let is_list = LISTS.iter().any(|list| list.eq_ignore_ascii_case(name)) && label(part).is_none();
    let is_named = NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)) && !is_list;
    is_named || label(part).is_some() && (part.has("entryId") || is_selection(part))
}

/// Collects the names of categories and profile types.
fn add_words(part: &impl RosterPart, words: &mut HashSet<String>) {
    for (list, key) in [("categories", "name"), ("profiles", "typeName")] {
        words.extend(part.parts(list).iter().filter_map(|inner| inner.text(key)));
    }
    for inner in ["forces", "selections"].into_iter().flat_map(|list| part.parts(list)) {
        add_words(&inner, words);
    }
}

/// Which of several kinds of costs are points.
struct Points {
    /// The name of that kind; none if the names do not tell.
    name: Option<String>,
}

impl Points {
    /// The only kind of costs in a roster, or the one that is called points.
    fn of(root: &impl RosterPart) -> Self {
        let costs = ["costs", "costLimits"].into_iter().flat_map(|list| root.parts(list));
        let mut names: Vec<(String, bool)> =
            costs.filter_map(|cost| Some((cost.text("name")?, is_called_points(&cost)))).collect();
        names.sort_unstable();
        names.dedup();
        let name = if names.len() == 1 { names.first() } else { names.iter().find(|(_, is_called)| *is_called) };
        Self { name: name.map(|(name, _)| name.clone()) }
    }

    /// Whether a cost is one in points.
    fn are(&self, cost: &impl RosterPart) -> bool {
        self.name.is_some() && cost.word("name").as_deref() == self.name.as_deref()
    }
}

/// Whether the name of a cost says that it is one in points.
fn is_called_points(cost: &impl RosterPart) -> bool {
    let name = cost.word("name").unwrap_or_default().to_lowercase();
    name.contains("pt") || name.contains("point")
}
