//! Reads catalogues of schema 2.03 into items, with all links followed.

use std::collections::{HashMap, HashSet};

use muster_exchange::battlescribe::{ImportError, LineEnds, SourceFile};
use roxmltree::{Document, Node};

use super::condition::{ChangeCondition, ConditionTest};
use super::fix::ItemFixes;
use super::item::{Category, FleetItem, ItemChange, ItemKind, ItemLimit, ItemProfile, ItemRule, ProfileValue};
use crate::notice::{NoticeKind, Notices};

/// The largest number of items made of a file, with those behind links. The largest known file makes 9,000.
const MAX_ITEMS: usize = 400_000;
/// The deepest nesting of items, with those behind links.
const MAX_DEPTH: usize = 60;

/// A faction's file.
#[derive(Debug, Default)]
pub(super) struct Faction {
    /// The entries of the first level.
    pub units: Vec<FleetItem>,
    /// Its kinds of forces.
    pub forces: Vec<ForceType>,
    /// The names of everything that has an id, in all files.
    pub names: HashMap<String, String>,
}

/// A kind of force: a Battlefleet.
#[derive(Clone, Debug, Default)]
pub(super) struct ForceType {
    pub id: String,
    pub name: String,
    /// The ids of the categories of units that it takes.
    pub categories: Vec<String>,
    /// How many units of a category it takes at most, whatever else it has, by the ids of the categories.
    pub most: Vec<(String, u32)>,
}

/// Reads a faction's file. `others` are the files that it may link: the game system and other catalogues.
pub(super) fn read(
    faction: &SourceFile,
    others: &[&SourceFile],
    fixes: &mut ItemFixes,
    notices: &mut Notices,
) -> Result<Faction, ImportError> {
    let documents: Vec<Document> =
        std::iter::once(faction).chain(others.iter().copied()).map(SourceFile::parse).collect::<Result<_, _>>()?;
    let mut by_id: HashMap<&str, Node> = HashMap::new();
    let mut names = HashMap::new();
    let mut categories = HashMap::new();
    // The faction's own things win over those of other files with the same id.
    for document in documents.iter().rev() {
        for node in document.descendants().filter(|node| node.has_attribute("id")) {
            let id = node.attribute("id").unwrap_or_default();
            // Limits share ids with each other, and are never linked.
            if tag(node) == "constraint" {
                continue;
            }
            by_id.insert(id, node);
            if let Some(name) = node.attribute("name") {
                names.insert(id.to_owned(), tidy(name));
            }
            if tag(node) == "categoryEntry" {
                categories.insert(tidy(&text(node, "name")), id.to_owned());
            }
        }
    }
    let root = documents[0].root_element();
    if !matches!(tag(root), "catalogue" | "gameSystem") {
        return Err(ImportError::new(&faction.name, "this is not a catalogue"));
    }
    let mut reader = FactionFileReader {
        lines: LineEnds::new(&documents[0]),
        by_id,
        categories,
        fixes,
        notices,
        left: MAX_ITEMS,
        around: HashSet::new(),
    };
    let wrong = |message: String| ImportError::new(&faction.name, message);
    let mut whole = FleetItem::default();
    for list in root.children().filter(|list| matches!(tag(*list), "selectionEntries" | "entryLinks")) {
        reader.content(list, &mut whole, 0).map_err(wrong)?;
    }
    let forces = children(root, "forceEntries").map(force).collect();
    Ok(Faction { units: whole.children, forces, names })
}

struct FactionFileReader<'a, 'r> {
    lines: LineEnds<'a>,
    by_id: HashMap<&'a str, Node<'a, 'a>>,
    /// The ids of categories by their names.
    categories: HashMap<String, String>,
    fixes: &'r mut ItemFixes,
    notices: &'r mut Notices,
    left: usize,
    /// The ids of the entries around the one being read.
    around: HashSet<&'a str>,
}

impl<'a> FactionFileReader<'a, '_> {
    /// Reads the elements of a list (`selectionEntries`, `profiles`) into their item.
    fn content(&mut self, list: Node<'a, 'a>, item: &mut FleetItem, depth: usize) -> Result<(), String> {
        for node in list.children().filter(Node::is_element) {
            match tag(node) {
                "selectionEntry" | "selectionEntryGroup" => {
                    let child = self.item(node, depth)?;
                    item.children.push(child);
                }
                "entryLink" => {
                    let child = self.link(node, item, depth)?;
                    item.children.extend(child);
                }
                "profile" => item.profiles.push(self.profile(node)),
                "infoLink" => self.info(node, item),
                "rule" => item.rules.push(rule(node)),
                "cost" => item.costs.push((text(node, "typeId"), thousandths(&text(node, "value")))),
                "constraint" => item.limits.extend(limit(node)),
                "categoryLink" => {
                    let id = text(node, "targetId");
                    item.categories.push(Category { id, is_primary: node.attribute("primary") == Some("true") });
                }
                "modifier" => item.changes.push(change(node, ChangeCondition::default())),
                "modifierGroup" => changes(node, &mut item.changes),
                _ => {}
            }
        }
        Ok(())
    }

    fn item(&mut self, node: Node<'a, 'a>, depth: usize) -> Result<FleetItem, String> {
        let line = self.line(node);
        self.left =
            self.left.checked_sub(1).ok_or_else(|| format!("more than {MAX_ITEMS} entries with their links"))?;
        if depth >= MAX_DEPTH {
            return Err(format!("line {line}: more than {MAX_DEPTH} entries inside each other"));
        }
        let kind = match (tag(node), node.attribute("type")) {
            ("selectionEntryGroup", _) => ItemKind::Group,
            (_, Some("unit")) => ItemKind::Unit,
            (_, Some("model")) => ItemKind::Model,
            _ => ItemKind::Upgrade,
        };
        let mut item = FleetItem {
            ids: vec![text(node, "id")],
            name: tidy(&text(node, "name")),
            line,
            kind,
            is_hidden: node.attribute("hidden") == Some("true"),
            default: text(node, "defaultSelectionEntryId"),
            ..FleetItem::default()
        };
        let id = node.attribute("id").unwrap_or_default();
        let is_first = self.around.insert(id);
        for list in node.children().filter(Node::is_element) {
            if tag(list) == "comment" {
                list.text().unwrap_or_default().trim().clone_into(&mut item.comment);
            } else {
                self.content(list, &mut item, depth + 1)?;
            }
        }
        if is_first {
            self.around.remove(id);
        }
        self.correct(node, &mut item)?;
        Ok(item)
    }

    /// What a link leads to, with what the link adds. None if that is not there or leads back to the link.
    fn link(&mut self, node: Node<'a, 'a>, owner: &FleetItem, depth: usize) -> Result<Option<FleetItem>, String> {
        let (line, name) = (self.line(node), tidy(&text(node, "name")));
        let Some((&id, &target)) = node.attribute("targetId").and_then(|id| self.by_id.get_key_value(id)) else {
            self.notices.add(NoticeKind::Unknown, line, &owner.name, format!("a link to {name}, which is not there"));
            return Ok(None);
        };
        if self.around.contains(id) {
            self.notices.add(
                NoticeKind::Unknown,
                line,
                &owner.name,
                format!("a link to {name}, which leads back to it"),
            );
            return Ok(None);
        }
        let mut item = self.item(target, depth)?;
        item.ids.insert(0, text(node, "id"));
        item.line = line;
        item.is_hidden |= node.attribute("hidden") == Some("true");
        for list in node.children().filter(Node::is_element) {
            self.content(list, &mut item, depth + 1)?;
        }
        self.correct(node, &mut item)?;
        Ok(Some(item))
    }

    fn correct(&mut self, node: Node<'a, 'a>, item: &mut FleetItem) -> Result<(), String> {
        let categories = &self.categories;
        self.fixes.correct(&text(node, "id"), item, |name| categories.get(name).cloned())
    }

    /// A link to a profile or to a special rule.
    fn info(&mut self, node: Node<'a, 'a>, item: &mut FleetItem) {
        let Some(&target) = node.attribute("targetId").and_then(|id| self.by_id.get(id)) else {
            let line = self.line(node);
            self.notices.add(
                NoticeKind::Unknown,
                line,
                &item.name,
                format!("a link to {}, which is not there", text(node, "name")),
            );
            return;
        };
        match tag(target) {
            "profile" => {
                let mut profile = self.profile(target);
                profile.is_hidden |= node.attribute("hidden") == Some("true");
                for list in node.children().filter(Node::is_element) {
                    gather(list, &mut profile.changes);
                }
                item.profiles.push(profile);
            }
            "rule" => {
                let mut rule = rule(target);
                rule.is_hidden |= node.attribute("hidden") == Some("true");
                for list in node.children().filter(Node::is_element) {
                    gather(list, &mut rule.changes);
                }
                item.rules.push(rule);
            }
            _ => {}
        }
    }

    fn profile(&self, node: Node<'a, 'a>) -> ItemProfile {
        let kind = node.attribute("typeName").map(tidy);
        let kind = kind.or_else(|| Some(tidy(&text(*self.by_id.get(node.attribute("typeId")?)?, "name"))));
        let mut changes = Vec::new();
        for list in node.children().filter(Node::is_element) {
            gather(list, &mut changes);
        }
        ItemProfile {
            kind: kind.unwrap_or_default(),
            name: tidy(&text(node, "name")),
            line: self.line(node),
            is_hidden: node.attribute("hidden") == Some("true"),
            values: children(node, "characteristics")
                .map(|value| ProfileValue {
                    column: tidy(&text(value, "name")),
                    text: plain(value.text().unwrap_or_default()),
                })
                .collect(),
            changes,
        }
    }

    fn line(&self, node: Node<'a, 'a>) -> u32 {
        self.lines.of(node)
    }
}

fn force(node: Node) -> ForceType {
    let most = |link: Node| {
        let mut made = Vec::new();
        link.children().filter(Node::is_element).for_each(|list| gather(list, &mut made));
        let limits = children(link, "constraints").filter_map(limit);
        let limits = limits.filter(|limit| !limit.is_min && !made.iter().any(|change| change.field == limit.id));
        Some((text(link, "targetId"), limits.filter_map(|limit| limit.value).min()?))
    };
    ForceType {
        id: text(node, "id"),
        name: tidy(&text(node, "name")),
        categories: children(node, "categoryLinks").map(|link| text(link, "targetId")).collect(),
        most: children(node, "categoryLinks").filter_map(most).collect(),
    }
}

fn rule(node: Node) -> ItemRule {
    let mut changes = Vec::new();
    for list in node.children().filter(Node::is_element) {
        gather(list, &mut changes);
    }
    ItemRule { name: tidy(&text(node, "name")), is_hidden: node.attribute("hidden") == Some("true"), changes }
}

/// The changes in a list `modifiers` or `modifierGroups`.
fn gather(list: Node, into: &mut Vec<ItemChange>) {
    for node in list.children().filter(Node::is_element) {
        match tag(node) {
            "modifier" => into.push(change(node, ChangeCondition::default())),
            "modifierGroup" => changes(node, into),
            _ => {}
        }
    }
}

/// The changes of a group, each under the conditions of the group.
fn changes(group: Node, into: &mut Vec<ItemChange>) {
    let mut inner = Vec::new();
    for list in group.children().filter(|list| matches!(tag(*list), "modifiers" | "modifierGroups")) {
        gather(list, &mut inner);
    }
    let when = ChangeCondition::All(conditions(group));
    into.extend(
        inner
            .into_iter()
            .map(|change| ItemChange { when: ChangeCondition::All(vec![when.clone(), change.when]), ..change }),
    );
}

fn change(node: Node, outer: ChangeCondition) -> ItemChange {
    let mut when = conditions(node);
    if !outer.is_empty() {
        when.push(outer);
    }
    ItemChange {
        action: text(node, "type"),
        field: text(node, "field"),
        value: plain(&text(node, "value")),
        replaced: plain(&text(node, "arg")),
        affects: text(node, "affects"),
        repeats: children(node, "repeats").next().is_some(),
        when: ChangeCondition::All(when),
    }
}

/// The conditions of a change, all of which must hold.
fn conditions(node: Node) -> Vec<ChangeCondition> {
    let tests = children(node, "conditions").map(|condition| {
        ChangeCondition::Test(ConditionTest {
            kind: text(condition, "type"),
            value: thousandths(&text(condition, "value")) / 1000,
            scope: text(condition, "scope"),
            child: text(condition, "childId"),
        })
    });
    let groups = children(node, "conditionGroups").map(|group| {
        let inner = conditions(group);
        if group.attribute("type") == Some("or") { ChangeCondition::Any(inner) } else { ChangeCondition::All(inner) }
    });
    tests.chain(groups).collect()
}

/// A limit on selections. None for limits that count something else, such as forces.
fn limit(node: Node) -> Option<ItemLimit> {
    let field = node.attribute("field").unwrap_or_default();
    let value = thousandths(&text(node, "value")) / 1000;
    (field == "selections").then(|| ItemLimit {
        id: text(node, "id"),
        is_min: node.attribute("type") == Some("min"),
        value: u32::try_from(value).ok(),
        scope: text(node, "scope"),
    })
}

/// The elements in a list of a node.
fn children<'a>(node: Node<'a, 'a>, list: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    let lists = node.children().filter(move |child| tag(*child) == list);
    lists.flat_map(|list| list.children()).filter(Node::is_element)
}

fn tag<'a>(node: Node<'a, '_>) -> &'a str {
    node.tag_name().name()
}

fn text(node: Node, attribute: &str) -> String {
    node.attribute(attribute).unwrap_or_default().to_owned()
}

/// A name with single blanks and straight quotes.
fn tidy(name: &str) -> String {
    let straight = name.replace(['\u{2018}', '\u{2019}'], "'").replace(['\u{201c}', '\u{201d}'], "\"");
    straight.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without the markup that the data use for colours.
fn plain(markup: &str) -> String {
    let mut text = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some(begin) = rest.find('<') {
        text.push_str(&rest[..begin]);
        let Some(end) = rest[begin..].find('>') else { break };
        rest = &rest[begin + end + 1..];
    }
    text.push_str(rest);
    tidy(&text)
}

/// A decimal number in thousandths; 0 if the text is not a number.
fn thousandths(text: &str) -> i64 {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.abs() < 1e9).unwrap_or(0.0);
    // The range was checked just above.
    #[allow(clippy::cast_possible_truncation)]
    let thousandths = (number * 1000.0).round() as i64;
    thousandths
}
