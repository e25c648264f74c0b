//! Reads a file as a plain tree, following links.

use std::collections::{HashMap, HashSet};

use muster_exchange::battlescribe::{ImportError, LineEnds, SourceFile};
use roxmltree::Node;

use crate::notice::{NoticeKind, Notices};

/// The most entries of a file after following its links. The largest known has 200.
const MAX_ITEMS: usize = 100_000;
/// The deepest nesting of entries once links are followed.
const MAX_DEPTH: usize = 30;
/// The longest rule text in which numbers are searched, in bytes.
const MAX_TEXT: usize = 4_000;

/// An entry that can be selected, or a group of entries.
#[derive(Clone, Debug, Default)]
pub(super) struct SectionItem {
    pub id: String,
    pub name: String,
    pub line: u32,
    pub is_group: bool,
    /// Thousandths of points.
    pub points: i64,
    pub min: u32,
    pub max: Option<u32>,
    /// The largest number in a roster or in one of its forces.
    pub most: Option<u32>,
    pub category: String,
    pub cards: Vec<SectionProfile>,
    /// Texts of rules. Only numbers and words of the recipe are read from them; the texts are not copied.
    pub texts: Vec<String>,
    pub changes: Vec<NumberChange>,
    pub children: Vec<SectionItem>,
}

impl SectionItem {
    /// The number of models of this kind that one model of another kind replaces.
    pub(super) fn gives_way_to(&self, other: &Self) -> u32 {
        let of = self.changes.iter().filter(|change| {
            change.action == "decrement"
                && change.field.ends_with("Selections")
                && (change.each.as_ref() == Some(&other.id) || change.when.iter().any(|when| when.id == other.id))
        });
        of.filter_map(|change| u32::try_from(change.value / 1000).ok()).max().unwrap_or(0)
    }
}

/// A table row.
#[derive(Clone, Debug, Default)]
pub(super) struct SectionProfile {
    pub kind: String,
    pub name: String,
    pub line: u32,
    pub values: Vec<(String, String)>,
}

/// A change of a number, under conditions.
#[derive(Clone, Debug)]
pub(super) struct NumberChange {
    pub action: String,
    pub field: String,
    /// The amount of one change, in thousandths.
    pub value: i64,
    /// Repeated for each of this entry.
    pub each: Option<String>,
    /// The number of that entry needed for one repetition.
    pub per: i64,
    /// True if one of the conditions is enough.
    pub any: bool,
    pub when: Vec<CountCondition>,
}

/// A condition on how many of an entry are selected.
#[derive(Clone, Debug)]
pub(super) struct CountCondition {
    pub id: String,
    pub test: String,
    pub number: i64,
}

/// Reads the entries of the first level of `catalogue`, also resolving ids defined in `system`.
pub(super) fn read(
    catalogue: &SourceFile,
    system: &SourceFile,
    notices: &mut Notices,
) -> Result<Vec<SectionItem>, ImportError> {
    let document = catalogue.parse()?;
    let shared = system.parse()?;
    let mut by_id = HashMap::new();
    for document in [&shared, &document] {
        for node in document.descendants() {
            if let (Some(id), Some(_)) = (node.attribute("id"), node.attribute("name")) {
                by_id.insert(id, node);
            }
        }
    }
    let lines = LineEnds::new(&document);
    let mut reader = SectionFileReader { lines, by_id, notices, left: MAX_ITEMS, links: HashSet::new() };
    let mut whole = SectionItem::default();
    reader
        .content(document.root_element(), &mut whole, 0)
        .map_err(|message| ImportError::new(&catalogue.name, message))?;
    Ok(whole.children)
}

struct SectionFileReader<'a, 'r> {
    lines: LineEnds<'a>,
    by_id: HashMap<&'a str, Node<'a, 'a>>,
    notices: &'r mut Notices,
    left: usize,
    /// The links being followed.
    links: HashSet<&'a str>,
}

impl<'a> SectionFileReader<'a, '_> {
    fn content(&mut self, node: Node<'a, 'a>, item: &mut SectionItem, depth: usize) -> Result<(), String> {
        let lists = node.children().filter(|list| !list.tag_name().name().starts_with("shared"));
        for child in lists.flat_map(|list| list.children()).filter(Node::is_element) {
            self.part(child, item, depth)?;
        }
        Ok(())
    }

    fn part(&mut self, node: Node<'a, 'a>, item: &mut SectionItem, depth: usize) -> Result<(), String> {
        match node.tag_name().name() {
            "entry" | "entryGroup" => {
                let child = self.item(node, depth)?;
                item.children.push(child);
            }
            "profile" => item.cards.push(self.profile(node)),
            "rule" => {
                let text = node.children().find(|child| child.tag_name().name() == "description");
                let text = text.and_then(|text| text.text()).filter(|text| text.len() <= MAX_TEXT);
                item.texts.extend(text.map(str::to_owned));
            }
            "modifier" => item.changes.push(change(node)),
            "link" => {
                let Some((&id, &target)) = node.attribute("targetId").and_then(|id| self.by_id.get_key_value(id))
                else {
                    let line = self.lines.of(node);
                    self.notices.add(NoticeKind::Unknown, line, &item.name, "link to something that is not there");
                    return Ok(());
                };
                if self.links.insert(id) {
                    self.part(target, item, depth)?;
                    self.links.remove(id);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn item(&mut self, node: Node<'a, 'a>, depth: usize) -> Result<SectionItem, String> {
        let line = self.lines.of(node);
        self.left = self.left.checked_sub(1).ok_or_else(|| format!("more than {MAX_ITEMS} entries"))?;
        if depth >= MAX_DEPTH {
            return Err(format!("line {line}: more than {MAX_DEPTH} entries inside each other"));
        }
        let count = |name: &str| node.attribute(name).and_then(count);
        let category = node.attribute("categoryId").and_then(|id| self.by_id.get(id)).map(|node| name(*node));
        let mut item = SectionItem {
            id: node.attribute("id").unwrap_or_default().to_owned(),
            name: name(node).to_owned(),
            line,
            is_group: node.tag_name().name() == "entryGroup",
            points: node.attribute("points").map_or(0, thousandths),
            min: count("minSelections").unwrap_or(0),
            max: count("maxSelections"),
            most: ["maxInRoster", "maxInForce"].into_iter().filter_map(count).min(),
            category: category.unwrap_or_default().to_owned(),
            ..SectionItem::default()
        };
        self.content(node, &mut item, depth + 1)?;
        Ok(item)
    }

    fn profile(&self, node: Node<'a, 'a>) -> SectionProfile {
        let kind = node.attribute("profileTypeId").and_then(|id| self.by_id.get(id)).map(|node| name(*node));
        let values = node.descendants().filter(|item| item.tag_name().name() == "characteristic");
        let value = |item: Node<'a, 'a>| item.attribute("value").unwrap_or_default().to_owned();
        SectionProfile {
            kind: kind.unwrap_or_default().to_owned(),
            name: name(node).to_owned(),
            line: self.lines.of(node),
            values: values.map(|item| (name(item).to_owned(), value(item))).collect(),
        }
    }
}

fn name<'a>(node: Node<'a, 'a>) -> &'a str {
    node.attribute("name").unwrap_or_default()
}

fn change(node: Node) -> NumberChange {
    let text = |name: &str| node.attribute(name).unwrap_or_default().to_owned();
    let conditions = node.descendants().filter(|item| item.tag_name().name() == "condition");
    let groups = node.descendants().filter(|item| item.tag_name().name() == "conditionGroup");
    let repeats = text("repeat") == "true";
    let action = text("type");
    // Repeating a `set` has no further effect, unlike other actions.
    let times = node.attribute("numRepeats").filter(|_| repeats && action != "set").and_then(count).unwrap_or(1);
    NumberChange {
        field: text("field"),
        value: thousandths(&text("value")).saturating_mul(times.into()),
        each: repeats.then(|| text("incrementChildId")),
        per: node.attribute("incrementValue").and_then(count).filter(|_| repeats).map_or(1, i64::from).max(1),
        action,
        any: groups.clone().any(|group| group.attribute("type") == Some("or")),
        when: conditions
            .map(|item| CountCondition {
                id: item.attribute("childId").unwrap_or_default().to_owned(),
                test: item.attribute("type").unwrap_or_default().to_owned(),
                number: item.attribute("value").map_or(0, thousandths) / 1000,
            })
            .collect(),
    }
}

/// A decimal number in thousandths; 0 if the text is not a number.
fn thousandths(text: &str) -> i64 {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.abs() < 1e9).unwrap_or(0.0);
    // The range was checked just above.
    #[allow(clippy::cast_possible_truncation)]
    let thousandths = (number * 1000.0).round() as i64;
    thousandths
}

/// A count. None if negative, which means no limit.
fn count(text: &str) -> Option<u32> {
    u32::try_from(thousandths(text) / 1000).ok().filter(|_| !text.trim().starts_with('-'))
}
