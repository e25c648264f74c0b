//! Reads files of both schemas into one tree of entries, following links.

use std::collections::HashMap;

use muster_exchange::battlescribe::{ImportError, LineEnds, SourceFile};
use roxmltree::Node;

use super::correction::SourceFixes;
use super::entry::{CardProfile, CatalogueEntry, Modifier, SelectionCondition};
use super::notice::{NoticeKind, Notices};

/// The most entries, profiles, rules and modifiers of a file after following its links. The largest known file has
/// 2,300. The limit is low because some later steps compare every pair.
const MAX_ITEMS: usize = 20_000;
/// The deepest nesting of entries once links are followed. The deepest known is 10. Readers recurse several times for
/// each level.
const MAX_DEPTH: usize = 40;
/// The most bytes of the file that links may repeat in total. The most known is 0.3 MB.
const MAX_REPEATED: usize = 16 << 20;

/// The entries of a catalogue, with links followed.
#[derive(Debug)]
pub(super) struct Tree {
    /// The entries of the first level.
    pub roots: Vec<CatalogueEntry>,
}

/// Reads `catalogue`, also resolving ids defined in `system`.
pub(super) fn read(
    catalogue: &SourceFile,
    system: Option<&SourceFile>,
    fixes: &mut SourceFixes,
    notices: &mut Notices,
) -> Result<Tree, ImportError> {
    let document = catalogue.parse()?;
    let shared = system.map(SourceFile::parse).transpose()?;
    let root = document.root_element();
    if !matches!(root.tag_name().name(), "catalogue" | "gameSystem") {
        let message = format!("the root element is <{}>, not <catalogue>", root.tag_name().name());
        return Err(ImportError::new(&catalogue.name, message));
    }
    let mut by_id = HashMap::new();
    for document in shared.iter().chain([&document]) {
        for node in document.descendants() {
            if let (Some(id), Some(_)) = (node.attribute("id"), node.attribute("name")) {
                by_id.insert(id, node);
            }
        }
    }
    let lines = LineEnds::new(&document);
    let mut reader = TreeReader { lines, by_id, fixes, notices, items: 0, depth: 0, repeated: 0, links: Vec::new() };
    let mut whole = CatalogueEntry::default();
    reader.content(root, &mut whole).map_err(|SizeExcess(node, message)| {
        let here = std::ptr::eq(node.document(), root.document());
        let source = system.filter(|_| !here).unwrap_or(catalogue);
        source.error(node.range().start, message)
    })?;
    Ok(Tree { roots: whole.children })
}

/// The node at which a file becomes too large to read, and the reason.
struct SizeExcess<'a>(Node<'a, 'a>, String);

struct TreeReader<'a, 'f> {
    lines: LineEnds<'a>,
    by_id: HashMap<&'a str, Node<'a, 'a>>,
    fixes: &'f mut SourceFixes,
    notices: &'f mut Notices,
    /// The number of items read so far, counting repeated ones each time.
    items: usize,
    depth: usize,
    /// The number of bytes read again because of links.
    repeated: usize,
    links: Vec<&'a str>,
}

impl<'a> TreeReader<'a, '_> {
    /// Fills `entry` with the content of `node`.
    fn content(&mut self, node: Node<'a, 'a>, entry: &mut CatalogueEntry) -> Result<(), SizeExcess<'a>> {
        for list in node.children().filter(Node::is_element) {
            for item in list.children().filter(Node::is_element) {
                self.items += 1;
                if self.items > MAX_ITEMS {
                    let message = format!("more than {MAX_ITEMS} entries and rules once links are followed");
                    return Err(SizeExcess(item, message));
                }
                if self.repeated > MAX_REPEATED {
                    return Err(SizeExcess(item, format!("links repeat more than {} MB", MAX_REPEATED >> 20)));
                }
                match item.tag_name().name() {
                    "entry" | "entryGroup" | "selectionEntry" | "selectionEntryGroup" => {
                        // Shared entries are offered only where they are linked.
                        if !list.tag_name().name().starts_with("shared") {
                            let child = self.entry(item)?;
                            entry.children.extend(child);
                        }
                    }
                    "link" | "entryLink" | "infoLink" => self.link(item, entry)?,
                    "profile" if !list.tag_name().name().starts_with("shared") => {
                        let profile = self.profile(item);
                        entry.profiles.push(profile);
                    }
                    "rule" if !list.tag_name().name().starts_with("shared") => entry.rules.push(name(item).to_owned()),
                    "modifier" => {
                        let modifier = self.modifier(item);
                        entry.modifiers.push(modifier);
                    }
                    "categoryLink" => self.category(item.attribute("targetId"), entry),
                    // These are read with the entry itself, or are about the game and not the offer.
                    "constraint" | "cost" | "profile" | "rule" | "costType" | "profileType" | "categoryEntry"
                    | "forceType" | "forceEntry" | "repeat" | "condition" | "conditionGroup" => {}
                    other => {
                        let line = self.lines.of(item);
                        self.notices.add(NoticeKind::Unknown, line, name(node), format!("element <{other}> not read"));
                    }
                }
            }
        }
        Ok(())
    }

    fn entry(&mut self, node: Node<'a, 'a>) -> Result<Option<CatalogueEntry>, SizeExcess<'a>> {
        if self.depth >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} entries inside each other once links are followed");
            return Err(SizeExcess(node, message));
        }
        self.depth += 1;
        let id = node.attribute("id").unwrap_or_default();
        let mut entry = CatalogueEntry {
            ids: vec![id.to_owned()],
            name: name(node).to_owned(),
            line: self.lines.of(node),
            group: node.tag_name().name().ends_with("Group"),
            hidden: node.attribute("hidden") == Some("true"),
            collective: node.attribute("collective") == Some("true"),
            default: node.attribute("defaultEntryId").or(node.attribute("defaultSelectionEntryId")).map(Into::into),
            points: points(node),
            ..CatalogueEntry::default()
        };
        (entry.min, entry.max) = limits(node);
        self.category(node.attribute("categoryId"), &mut entry);
        self.content(node, &mut entry)?;
        self.depth -= 1;
        let kept = self.fixes.entry(&mut entry);
        if kept && entry.max == Some(0) {
            self.notices.add(NoticeKind::Ignored, entry.line, &entry.name, "may be selected at most 0 times");
            return Ok(None);
        }
        Ok(kept.then_some(entry))
    }

    fn link(&mut self, node: Node<'a, 'a>, entry: &mut CatalogueEntry) -> Result<(), SizeExcess<'a>> {
        let line = self.lines.of(node);
        let Some((&id, &target)) = node.attribute("targetId").and_then(|id| self.by_id.get_key_value(id)) else {
            let label = node.attribute("name").unwrap_or(&entry.name).to_owned();
            self.notices.add(NoticeKind::Unknown, line, &label, "link to something that is not there");
            return Ok(());
        };
        if self.links.contains(&id) {
            self.notices.add(NoticeKind::Unknown, line, name(target), "links lead in a circle");
            return Ok(());
        }
        self.repeated = self.repeated.saturating_add(target.range().len());
        match target.tag_name().name() {
            "rule" => entry.rules.push(name(target).to_owned()),
            "profile" => {
                let profile = self.profile(target);
                entry.profiles.push(profile);
            }
            _ => {
                self.links.push(id);
                let linked = self.entry(target)?;
                self.links.pop();
                if let Some(mut linked) = linked {
                    linked.ids.extend(node.attribute("id").map(Into::into));
                    linked.hidden |= node.attribute("hidden") == Some("true");
                    // Limits on the link replace those of its target.
                    let (min, max) = constraints(node);
                    linked.min = min.unwrap_or(linked.min);
                    linked.max = max.or(linked.max);
                    linked.modifiers.extend(descend(node, "modifiers", "modifier").map(|item| self.modifier(item)));
                    entry.children.push(linked);
                }
            }
        }
        Ok(())
    }

    fn profile(&mut self, node: Node<'a, 'a>) -> CardProfile {
        let kind = node.attribute("profileTypeName").or_else(|| self.name_of(node.attribute("profileTypeId")?));
        let values = descend(node, "characteristics", "characteristic");
        let mut profile = CardProfile {
            id: node.attribute("id").unwrap_or_default().to_owned(),
            kind: kind.unwrap_or_default().to_owned(),
            name: name(node).to_owned(),
            line: self.lines.of(node),
            hidden: node.attribute("hidden") == Some("true"),
            values: values.map(|item| (name(item).to_owned(), value(item).to_owned())).collect(),
            modifiers: descend(node, "modifiers", "modifier").map(|item| self.modifier(item)).collect(),
        };
        self.fixes.profile(&mut profile);
        profile
    }

    fn modifier(&mut self, node: Node<'a, 'a>) -> Modifier {
        let field = node.attribute("field").unwrap_or_default();
        let conditions = node.descendants().filter(|item| item.tag_name().name() == "condition");
        Modifier {
            action: node.attribute("type").unwrap_or_default().to_owned(),
            field: self.name_of(field).unwrap_or(field).to_owned(),
            value: value(node).to_owned(),
            when: conditions
                .map(|item| SelectionCondition {
                    id: item.attribute("childId").unwrap_or_default().to_owned(),
                    // "less than 1" and "equal to 0" both mean: not selected.
                    selected: value(item).parse::<f64>().is_ok_and(|value| value > 0.0)
                        && !item.attribute("type").is_some_and(|test| test.starts_with("less")),
                })
                .collect(),
        }
    }

    fn category(&mut self, id: Option<&str>, entry: &mut CatalogueEntry) {
        entry.categories.extend(id.and_then(|id| self.name_of(id)).map(Into::into));
    }

    /// The name of the node with an id. None once too many bytes were repeated, because names are copied each time.
    fn name_of(&mut self, id: &str) -> Option<&'a str> {
        let name = self.by_id.get(id).map(|node| name(*node)).filter(|_| self.repeated <= MAX_REPEATED)?;
        self.repeated = self.repeated.saturating_add(name.len());
        Some(name)
    }
}

fn name<'a>(node: Node<'a, 'a>) -> &'a str {
    node.attribute("name").unwrap_or_default()
}

fn value<'a>(node: Node<'a, 'a>) -> &'a str {
    node.attribute("value").unwrap_or_default()
}

/// The elements called `item` inside the lists called `list`.
fn descend<'a>(node: Node<'a, 'a>, list: &'static str, item: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    let lists = node.children().filter(move |child| child.tag_name().name() == list);
    lists.flat_map(move |list| list.children().filter(move |child| child.tag_name().name() == item))
}

/// The points: an attribute in the older schema, cost elements in the newer.
fn points(node: Node<'_, '_>) -> Option<i32> {
    let costs: Vec<_> = descend(node, "costs", "cost").filter_map(|cost| value(cost).parse::<f64>().ok()).collect();
    let points = match node.attribute("points") {
        Some(points) => points.parse::<f64>().ok()?,
        None if costs.is_empty() => return None,
        None => costs.iter().sum(),
    };
    // Prices are whole numbers far below any limit; the files only write them with a decimal point.
    #[allow(clippy::cast_possible_truncation)]
    Some(points.round() as i32)
}

/// How often it may be selected: attributes in the older schema, constraints in the newer.
fn limits(node: Node<'_, '_>) -> (u32, Option<u32>) {
    if let Some(min) = node.attribute("minSelections") {
        return (number(min).unwrap_or(0), node.attribute("maxSelections").and_then(number));
    }
    let (min, max) = constraints(node);
    (min.unwrap_or(0), max)
}

fn constraints(node: Node<'_, '_>) -> (Option<u32>, Option<u32>) {
    let (mut min, mut max) = (None, None);
    for constraint in descend(node, "constraints", "constraint") {
        // Limits on the whole roster are not limits on a squadron.
        if constraint.attribute("field") == Some("selections") && constraint.attribute("scope") == Some("parent") {
            match constraint.attribute("type") {
                Some("min") => min = number(value(constraint)),
                Some("max") => max = number(value(constraint)),
                _ => {}
            }
        }
    }
    (min, max)
}

/// A count. None if negative, which means no limit.
fn number(text: &str) -> Option<u32> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..1e6).contains(number))?;
    // The range was checked just above.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Some(number as u32)
}
