//! A roster as read from its file, in one shape for XML of all schemas and for JSON.

use std::collections::HashSet;

use muster_library::fault::{Fault, FaultKind};
use muster_library::{encoding, yaml};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::part::{Element, Part, whole};
use crate::battlescribe::lines::Lines;
use crate::battlescribe::source::{ROSTER, text};
use crate::battlescribe::xml::{ImportError, parse};
use crate::listing::MAX_MFV;

/// A roster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roster {
    /// The program that wrote it, if stated.
    pub(super) made_by: Option<String>,
    pub(super) name: Option<String>,
    /// The id of the game system in the data that it was made from.
    pub(super) game_id: Option<String>,
    pub(super) game_name: Option<String>,
    /// The limit, in points.
    pub(super) limit: Option<u32>,
    /// The total, in points.
    pub(super) points: Option<u32>,
    pub(super) notes: Vec<String>,
    /// The names of the categories and profile types in it.
    pub(super) words: HashSet<String>,
    pub(super) forces: Vec<Force>,
}

/// A part of a roster that comes from one catalogue.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Force {
    pub entry: String,
    pub name: String,
    pub custom_name: Option<String>,
    pub catalogue: String,
    pub line: usize,
    pub notes: Vec<String>,
    pub selections: Vec<Selection>,
}

/// An entry that was selected.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Selection {
    /// The ids of the links that lead to its entry, and last the id of the entry.
    pub ids: Vec<String>,
    pub name: String,
    pub custom_name: Option<String>,
    /// The total number.
    pub number: u32,
    /// Its type: `unit`, `model` or `upgrade`.
    pub kind: String,
    /// What it costs by itself, in thousandths of points.
    pub cost: i64,
    pub notes: Vec<String>,
    pub line: usize,
    pub selections: Vec<Selection>,
}

impl Roster {
    /// Reads a roster: XML, packed or not, or JSON. Error messages name it `file`.
    pub fn open(file: &str, bytes: Vec<u8>) -> Result<Self, ImportError> {
        if bytes.trim_ascii_start().starts_with(b"{") {
            return json(&bytes).map_err(|fault| {
                let at = fault.place.map(|place| (place.line, place.column));
                ImportError { at, ..ImportError::new(file, fault.message) }
            });
        }
        let text = text(file, bytes, &ROSTER)?;
        let document = parse(file, &text)?;
        let node = document.root_element();
        if node.tag_name().name() != "roster" {
            let message = format!("the root element is <{}>, not <roster>", node.tag_name().name());
            return Err(ImportError::new(file, message));
        }
        Ok(roster(&Element { node, lines: &Lines::new(&document) }))
    }

    /// Whether a text is a roster in JSON. List files have no key `roster`.
    #[must_use]
    pub fn is_json(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Object {
            roster: Option<IgnoredAny>,
        }
        serde_json::from_str::<Object>(text).is_ok_and(|object| object.roster.is_some())
    }
}

/// Reads a roster from JSON: an object with the key `roster`.
fn json(bytes: &[u8]) -> Result<Roster, Fault> {
    let document = match yaml::documents(encoding::utf8(bytes)?).into_iter().next() {
        Some(Ok(document)) => document,
        Some(Err(unparsed)) => return Err(unparsed.faults.into_iter().next().unwrap_or_else(Fault::too_large)),
        None => return Err(Fault::too_large()),
    };
    let inside = document.root().get("roster");
    let inside = inside.ok_or_else(|| Fault::new(FaultKind::MissingKey, "the key `roster` is missing"))?;
    Ok(roster(&inside))
}

fn roster(root: &impl Part) -> Roster {
    let points = Points::of(root);
    let mut forces = Vec::new();
    add_forces(root, &points, &mut forces);
    let mut words = HashSet::new();
    add_words(root, &mut words);
    // The oldest schema has attributes for the total and the limit, the newer ones have lists of costs.
    let total = root.thousandths("points").or_else(|| points.among(&root.parts("costs")));
    let limit = root.thousandths("pointsLimit").or_else(|| points.among(&root.parts("costLimits")));
    Roster {
        made_by: root.text("generatedBy"),
        name: root.text("name"),
        game_id: root.text("gameSystemId"),
        game_name: root.text("gameSystemName"),
        limit: limit.and_then(whole).filter(|limit| (1..=MAX_MFV).contains(limit)),
        points: total.and_then(whole).filter(|total| *total > 0),
        notes: root.notes(),
        words,
        forces,
    }
}

/// Collects the names of categories and profile types.
fn add_words(part: &impl Part, words: &mut HashSet<String>) {
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
    fn of(root: &impl Part) -> Self {
        let costs = ["costs", "costLimits"].into_iter().flat_map(|list| root.parts(list));
        let mut names: Vec<String> = costs.filter_map(|cost| cost.text("name")).collect();
        names.sort_unstable();
        names.dedup();
        let called = |name: &&String| {
            let name = name.to_lowercase();
            name.contains("pt") || name.contains("point")
        };
        let name = if names.len() == 1 { names.first() } else { names.iter().find(called) };
        Self { name: name.cloned() }
    }

    /// The cost in points, in thousandths.
    fn among<P: Part>(&self, costs: &[P]) -> Option<i64> {
        let name = self.name.as_deref()?;
        costs.iter().find(|cost| cost.word("name").as_deref() == Some(name))?.thousandths("value")
    }
}

/// Collects the forces of a roster, including nested ones.
fn add_forces(part: &impl Part, points: &Points, forces: &mut Vec<Force>) {
    for force in part.parts("forces") {
        forces.push(Force {
            entry: force.text("entryId").unwrap_or_default(),
            // The oldest schema uses another attribute.
            name: force.text("name").or_else(|| force.text("forceTypeName")).unwrap_or_default(),
            custom_name: force.text("customName"),
            line: force.line(),
            catalogue: force.text("catalogueName").unwrap_or_default(),
            notes: force.notes(),
            selections: selections(&force, points),
        });
        add_forces(&force, points, forces);
    }
}

/// The selections of a force or of another selection. In the oldest schema, those of a force are inside its categories.
fn selections(part: &impl Part, points: &Points) -> Vec<Selection> {
    let filed = part.parts("categories").into_iter().flat_map(|category| category.parts("selections"));
    part.parts("selections").into_iter().chain(filed).map(|item| selection(&item, points)).collect()
}

fn selection(part: &impl Part, points: &Points) -> Selection {
    let ids = part.text("entryId").unwrap_or_default();
    let cost = part.thousandths("points").or_else(|| points.among(&part.parts("costs")));
    Selection {
        ids: ids.split("::").filter(|id| !id.is_empty()).map(str::to_owned).collect(),
        name: part.text("name").unwrap_or_default(),
        custom_name: part.text("customName"),
        number: part.count("number").unwrap_or(1),
        kind: part.text("type").unwrap_or_default(),
        cost: cost.unwrap_or(0),
        notes: part.notes(),
        line: part.line(),
        selections: selections(part, points),
    }
}

impl Selection {
    /// What it costs with everything inside it, in thousandths of points.
    pub(super) fn whole_cost(&self) -> i64 {
        self.selections.iter().fold(self.cost, |sum, inside| sum.saturating_add(inside.whole_cost()))
    }

    /// The points that its player claims for it and everything inside it; none if the roster states none.
    pub(super) fn claim(&self) -> Option<u32> {
        whole(self.whole_cost()).filter(|points| *points > 0)
    }
}
