//! A roster as read from its file, in one shape for all schemas.

use roxmltree::Node;

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
    /// The limit, in points.
    pub(super) limit: Option<u32>,
    pub(super) notes: Vec<String>,
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
    pub notes: Vec<String>,
    pub line: usize,
    pub selections: Vec<Selection>,
}

impl Roster {
    /// Reads a roster, packed or not. Error messages name it `file`.
    pub fn open(file: &str, bytes: Vec<u8>) -> Result<Self, ImportError> {
        let text = text(file, bytes, &ROSTER)?;
        let document = parse(file, &text)?;
        let root = document.root_element();
        if root.tag_name().name() != "roster" {
            let message = format!("the root element is <{}>, not <roster>", root.tag_name().name());
            return Err(ImportError::new(file, message));
        }
        let lines = Lines::new(&document);
        let mut forces = Vec::new();
        add_forces(root, &lines, &mut forces);
        // The limit is an attribute in the older schema and a cost element in the newer. If there are several, take the
        // one in points.
        let limits: Vec<(Node, u32)> =
            inside(root, "costLimits").filter_map(|limit| Some((limit, number(limit, "value")?))).collect();
        let counts_points = |limit: &Node| {
            let name = limit.attribute("name").unwrap_or_default().to_lowercase();
            name.contains("pt") || name.contains("point")
        };
        let of_points = limits.iter().find(|(limit, _)| limits.len() == 1 || counts_points(limit));
        let limit = number(root, "pointsLimit").or(of_points.map(|(_, limit)| *limit));
        let limit = limit.filter(|limit| (1..=MAX_MFV).contains(limit));
        Ok(Self {
            made_by: root.attribute("generatedBy").map(str::to_owned),
            name: named(root, "name"),
            limit,
            notes: notes(root),
            forces,
        })
    }
}

/// Collects the forces of a roster, including nested ones.
fn add_forces(node: Node, lines: &Lines, forces: &mut Vec<Force>) {
    for force in inside(node, "forces") {
        forces.push(Force {
            entry: force.attribute("entryId").unwrap_or_default().to_owned(),
            // The older schema uses another attribute.
            name: named(force, "name").or_else(|| named(force, "forceTypeName")).unwrap_or_default(),
            custom_name: named(force, "customName"),
            line: lines.of(force) as usize,
            catalogue: force.attribute("catalogueName").unwrap_or_default().to_owned(),
            notes: notes(force),
            selections: selections(force, lines),
        });
        add_forces(force, lines, forces);
    }
}

/// The selections of a force or of another selection. In the older schema, those of a force are inside its categories.
fn selections<'a>(node: Node<'a, 'a>, lines: &Lines<'a>) -> Vec<Selection> {
    let filed = inside(node, "categories").flat_map(|category| inside(category, "selections"));
    inside(node, "selections").chain(filed).map(|item| selection(item, lines)).collect()
}

fn selection<'a>(node: Node<'a, 'a>, lines: &Lines<'a>) -> Selection {
    let ids = node.attribute("entryId").unwrap_or_default().split("::").filter(|id| !id.is_empty());
    Selection {
        ids: ids.map(str::to_owned).collect(),
        name: named(node, "name").unwrap_or_default(),
        custom_name: named(node, "customName"),
        number: number(node, "number").unwrap_or(1),
        kind: node.attribute("type").unwrap_or_default().to_owned(),
        notes: notes(node),
        line: lines.of(node) as usize,
        selections: selections(node, lines),
    }
}

/// The elements inside child elements of this name.
fn inside<'a>(node: Node<'a, 'a>, list: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    let lists = node.children().filter(move |child| child.tag_name().name() == list);
    lists.flat_map(|list| list.children().filter(Node::is_element))
}

fn named(node: Node, attribute: &str) -> Option<String> {
    node.attribute(attribute).filter(|name| !name.trim().is_empty()).map(str::to_owned)
}

/// A whole number; the files write points with a decimal point.
fn number(node: Node, attribute: &str) -> Option<u32> {
    let number = node.attribute(attribute)?.parse::<f64>().ok().filter(|number| (0.0..1e7).contains(number))?;
    // The range was checked just above.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Some(number.round() as u32)
}

/// The lines of the player's notes, under any of the schemas' names for them.
fn notes(node: Node) -> Vec<String> {
    let is_notes =
        |child: &Node| matches!(child.tag_name().name(), "customNotes" | "customDescription" | "description");
    let texts = node.children().filter(is_notes).filter_map(|child| child.text());
    texts.flat_map(|text| text.trim().lines()).map(str::to_owned).collect()
}
