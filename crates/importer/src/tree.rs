//! Reads a file of any schema into a tree of entries. A link in the file becomes a copy of the entry that it names.

use std::collections::{HashMap, HashSet};

use muster_exchange::battlescribe::{ImportError, LineEnds, SourceFile};
use roxmltree::{Document, Node};

use super::condition::{ChangeCondition, ConditionTest};
use super::correction::SourceFixes;
use super::entry::{
    CatalogueEntry, EntryCategory, EntryKind, EntryLimit, EntryProfile, EntryRule, ForceType, Modifier, ModifierRepeat,
    thousandths,
};
use super::notice::{NoticeKind, Notices};

/// A file may have so many entries, profiles, rules, modifiers and limits. Each link adds those of its target once more.
/// The largest known file has 38,000. Some later steps compare every pair, so a larger file would take too long.
const MAX_ITEMS: usize = 60_000;
/// The deepest nesting of entries once links are followed. The deepest known is 10. Readers recurse several times for
/// each level.
const MAX_DEPTH: usize = 40;
/// The most bytes of the files that links may repeat in total. The most known is 13 MB.
const MAX_REPEATED: usize = 64 << 20;
/// The longest text of a rule that is read, in bytes.
const MAX_TEXT: usize = 4_000;

/// The content of a catalogue, with links followed.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The entries of the first level.
    pub roots: Vec<CatalogueEntry>,
    /// Its kinds of forces.
    pub forces: Vec<ForceType>,
    /// The names of everything that has an id, in all files.
    pub names: HashMap<String, String>,
}

/// Reads `catalogue`. `others` are the files that it may link: the game system and other catalogues.
pub(super) fn read(
    catalogue: &SourceFile,
    others: &[&SourceFile],
    fixes: &mut SourceFixes,
    notices: &mut Notices,
) -> Result<Tree, ImportError> {
    let document = catalogue.parse()?;
    let linked: Vec<Document> = others.iter().map(|file| file.parse()).collect::<Result<_, _>>()?;
    let root = document.root_element();
    if !matches!(tag(root), "catalogue" | "gameSystem") {
        return Err(ImportError::new(&catalogue.name, format!("the root element is <{}>, not <catalogue>", tag(root))));
    }
    let mut by_id = HashMap::new();
    // Its own things win over those of other files with the same id.
    for document in linked.iter().rev().chain([&document]) {
        for node in document.descendants() {
            if let (Some(id), Some(_)) = (node.attribute("id"), node.attribute("name")) {
                by_id.insert(id, node);
            }
        }
    }
    let names = by_id.iter().map(|(id, node)| ((*id).to_owned(), name(*node))).collect();
    let is_category = |node: &Node| matches!(tag(*node), "category" | "categoryEntry");
    let categories = by_id.iter().filter(|(_, node)| is_category(node)).map(|(id, node)| (name(*node), *id)).collect();
    let lines = LineEnds::new(&document);
    let around = HashSet::new();
    let mut reader = TreeReader { lines, by_id, categories, fixes, notices, items: 0, depth: 0, repeated: 0, around };
    let mut whole = CatalogueEntry::default();
    reader.content(root, &mut whole).map_err(|TreeFault(node, message)| {
        let place = linked.iter().position(|document| std::ptr::eq(node.document(), document));
        let source = place.and_then(|place| others.get(place)).copied().unwrap_or(catalogue);
        source.error(node.range().start, message)
    })?;
    Ok(Tree { roots: whole.children, forces: children(root, "forceEntries").map(force).collect(), names })
}

/// The node at which a file cannot be read, and the reason.
struct TreeFault<'a>(Node<'a, 'a>, String);

struct TreeReader<'a, 'r> {
    lines: LineEnds<'a>,
    by_id: HashMap<&'a str, Node<'a, 'a>>,
    /// The ids of categories by their names.
    categories: HashMap<String, &'a str>,
    fixes: &'r mut SourceFixes,
    notices: &'r mut Notices,
    /// The number of items read so far, counting repeated ones each time.
    items: usize,
    depth: usize,
    /// The number of bytes read again because of links.
    repeated: usize,
    /// The ids of the entries around the one being read.
    around: HashSet<&'a str>,
}

impl<'a> TreeReader<'a, '_> {
    /// Fills `entry` with the content of `node`: the entry itself, or a link to it.
    fn content(&mut self, node: Node<'a, 'a>, entry: &mut CatalogueEntry) -> Result<(), TreeFault<'a>> {
        if self.depth > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} entries inside each other once links are followed");
            return Err(TreeFault(node, message));
        }
        self.depth += 1;
        // Shared entries are offered only where they are linked. Types are about the game and not the offer.
        let lists = elements(node).filter(|list| !tag(*list).starts_with("shared") && !tag(*list).ends_with("Types"));
        for item in lists.flat_map(elements) {
            self.items += 1;
            if self.items > MAX_ITEMS {
                let message = format!("more than {MAX_ITEMS} entries and rules once links are followed");
                return Err(TreeFault(item, message));
            }
            if self.repeated > MAX_REPEATED {
                return Err(TreeFault(item, format!("links repeat more than {} MB", MAX_REPEATED >> 20)));
            }
            self.item(item, entry)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn item(&mut self, item: Node<'a, 'a>, entry: &mut CatalogueEntry) -> Result<(), TreeFault<'a>> {
        match tag(item) {
            "entry" | "entryGroup" | "selectionEntry" | "selectionEntryGroup" => {
                let child = self.entry(item)?;
                entry.children.extend(child);
            }
            "link" | "entryLink" | "infoLink" => self.link(item, entry)?,
            "profile" => {
                let profile = self.profile(item);
                entry.profiles.push(profile);
            }
            "rule" => entry.rules.push(rule(item)),
            "cost" => entry.costs.extend(thousandths(value(item)).map(|cost| (text(item, "typeId"), cost))),
            "constraint" => entry.limits.extend(limit(item)),
            "categoryLink" => {
                let is_primary = item.attribute("primary") == Some("true");
                entry.categories.push(EntryCategory { id: text(item, "targetId"), is_primary });
            }
            "modifier" | "modifierGroup" => entry.modifiers.extend(modifier(item)),
            _ => self.unread(item, &entry.name),
        }
        Ok(())
    }

    /// Notices on an element that is not read, unless it is about the game, or only collects what is linked.
    fn unread(&mut self, node: Node<'a, 'a>, owner: &str) {
        let known = ["category", "categoryEntry", "forceEntry", "publication", "catalogueLink", "infoGroup"];
        if !known.contains(&tag(node)) {
            let message = format!("element <{}> not read", tag(node));
            self.notices.add(NoticeKind::Unknown, self.lines.of(node), owner, message);
        }
    }

    /// An entry with its content. None if a correction drops it.
    fn entry(&mut self, node: Node<'a, 'a>) -> Result<Option<CatalogueEntry>, TreeFault<'a>> {
        let kind = match (tag(node), node.attribute("type")) {
            ("entryGroup" | "selectionEntryGroup", _) => EntryKind::Group,
            (_, Some("unit")) => EntryKind::Unit,
            (_, Some("model")) => EntryKind::Model,
            _ => EntryKind::Upgrade,
        };
        let comment = elements(node).find(|child| tag(*child) == "comment").and_then(|comment| comment.text());
        let mut entry = CatalogueEntry {
            ids: vec![text(node, "id")],
            name: name(node),
            line: self.lines.of(node),
            link_line: self.lines.of(node),
            kind,
            is_hidden: is_hidden(node),
            is_collective: node.attribute("collective") == Some("true"),
            default: node.attribute("defaultEntryId").or(node.attribute("defaultSelectionEntryId")).map(Into::into),
            limits: attribute_limits(node),
            comment: comment.unwrap_or_default().trim().to_owned(),
            ..CatalogueEntry::default()
        };
        let points = node.attribute("points").and_then(thousandths);
        entry.costs.extend(points.map(|points| ("points".to_owned(), points)));
        let category = node.attribute("categoryId").map(|id| EntryCategory { id: id.to_owned(), is_primary: true });
        entry.categories.extend(category);
        let id = node.attribute("id").unwrap_or_default();
        let is_first = self.around.insert(id);
        self.content(node, &mut entry)?;
        if is_first {
            self.around.remove(id);
        }
        Ok(self.correct(node, &mut entry)?.then_some(entry))
    }

    /// Corrects an entry by the id of its node or of a link to it. Returns false if a correction drops the entry.
    fn correct(&mut self, node: Node<'a, 'a>, entry: &mut CatalogueEntry) -> Result<bool, TreeFault<'a>> {
        let id = node.attribute("id").unwrap_or_default();
        self.fixes.entry(id, entry, &self.categories).map_err(|message| TreeFault(node, message))
    }

    /// Adds what a link leads to, with what the link adds.
    fn link(&mut self, node: Node<'a, 'a>, owner: &mut CatalogueEntry) -> Result<(), TreeFault<'a>> {
        let Some((&id, &target)) = node.attribute("targetId").and_then(|id| self.by_id.get_key_value(id)) else {
            self.lost(node, owner, "link to something that is not there", "is not there");
            return Ok(());
        };
        if self.around.contains(id) {
            self.lost(node, owner, "links lead in a circle", "leads back to it");
            return Ok(());
        }
        self.repeated = self.repeated.saturating_add(target.range().len());
        match tag(target) {
            "rule" => {
                let mut rule = rule(target);
                rule.is_hidden |= is_hidden(node);
                rule.modifiers.extend(modifiers(node));
                owner.rules.push(rule);
            }
            "profile" => {
                let mut profile = self.profile(target);
                profile.is_hidden |= is_hidden(node);
                profile.modifiers.extend(modifiers(node));
                owner.profiles.push(profile);
            }
            "entry" | "entryGroup" | "selectionEntry" | "selectionEntryGroup" => {
                let Some(mut linked) = self.entry(target)? else { return Ok(()) };
                linked.ids.insert(0, text(node, "id"));
                linked.link_line = self.lines.of(node);
                linked.is_hidden |= is_hidden(node);
                self.content(node, &mut linked)?;
                if self.correct(node, &mut linked)? {
                    owner.children.push(linked);
                }
            }
            _ => self.unread(target, &owner.name),
        }
        Ok(())
    }

    /// Notices on a link that is not followed. Links of the older schema have no names.
    fn lost(&mut self, link: Node<'a, 'a>, owner: &CatalogueEntry, unnamed: &str, named: &str) {
        let message = match link.attribute("name") {
            Some(_) => format!("a link to {}, which {named}", name(link)),
            None => unnamed.to_owned(),
        };
        self.notices.add(NoticeKind::Unknown, self.lines.of(link), &owner.name, message);
    }

    fn profile(&mut self, node: Node<'a, 'a>) -> EntryProfile {
        let kind = node.attribute("profileTypeName").or(node.attribute("typeName")).map(tidy);
        let type_id = node.attribute("profileTypeId").or(node.attribute("typeId"));
        let kind = kind.or_else(|| type_id.and_then(|id| self.by_id.get(id)).map(|node| name(*node)));
        let written = |item: Node<'a, 'a>| item.attribute("value").or(item.text()).unwrap_or_default();
        let mut profile = EntryProfile {
            id: text(node, "id"),
            kind: kind.unwrap_or_default(),
            name: name(node),
            line: self.lines.of(node),
            is_hidden: is_hidden(node),
            values: children(node, "characteristics").map(|item| (self.column(item), plain(written(item)))).collect(),
            modifiers: modifiers(node),
        };
        self.fixes.profile(&mut profile);
        profile
    }

    /// Names the column of a value. The id that the value states decides, because people misspell the names of columns. A value
    /// without a known id has the name that it states.
    fn column(&self, item: Node<'a, 'a>) -> String {
        let keys = ["typeId", "characteristicTypeId", "characteristicId"];
        let column = keys.iter().find_map(|key| self.by_id.get(item.attribute(*key)?));
        let column = column.filter(|column| tag(**column).starts_with("characteristic"));
        name(*column.unwrap_or(&item))
    }
}

fn rule(node: Node) -> EntryRule {
    let text = elements(node).find(|child| tag(*child) == "description").and_then(|text| text.text());
    EntryRule {
        name: name(node),
        text: text.filter(|text| text.len() <= MAX_TEXT).unwrap_or_default().to_owned(),
        is_hidden: is_hidden(node),
        modifiers: modifiers(node),
    }
}

fn force(node: Node) -> ForceType {
    let most = |link: Node| {
        let made = modifiers(link);
        let limits = children(link, "constraints").filter_map(limit);
        let limits = limits.filter(|limit| !limit.is_min && !made.iter().any(|change| change.field == limit.id));
        Some((text(link, "targetId"), limits.filter_map(|limit| limit.value).min()?))
    };
    ForceType {
        id: text(node, "id"),
        name: name(node),
        categories: children(node, "categoryLinks").map(|link| text(link, "targetId")).collect(),
        most: children(node, "categoryLinks").filter_map(most).collect(),
    }
}

/// The modifiers of a node.
fn modifiers(node: Node) -> Vec<Modifier> {
    let lists = elements(node).filter(|list| matches!(tag(*list), "modifiers" | "modifierGroups"));
    lists.flat_map(elements).flat_map(modifier).collect()
}

/// Reads a modifier, or all modifiers of a group. Each of these has the conditions of its group besides its own.
fn modifier(node: Node) -> Vec<Modifier> {
    let when = ChangeCondition::All(conditions(node));
    if tag(node) == "modifierGroup" {
        let both = |own| ChangeCondition::All(vec![when.clone(), own]);
        return modifiers(node).into_iter().map(|inner| Modifier { when: both(inner.when), ..inner }).collect();
    }
    vec![Modifier {
        action: text(node, "type"),
        field: text(node, "field"),
        value: plain(value(node)),
        replaced: plain(&text(node, "arg")),
        affects: text(node, "affects"),
        repeat: repeat(node),
        when,
    }]
}

/// How often a change is made: attributes in the older schema, an element in the newer.
fn repeat(node: Node) -> Option<ModifierRepeat> {
    let (node, [each, per, times]) = match children(node, "repeats").next() {
        Some(repeat) => (repeat, ["childId", "value", "repeats"]),
        None => (node, ["incrementChildId", "incrementValue", "numRepeats"]),
    };
    let is_made = tag(node) == "repeat" || node.attribute("repeat") == Some("true");
    let number = |name: &str| node.attribute(name).and_then(count).unwrap_or(1);
    is_made.then(|| ModifierRepeat { each: text(node, each), per: number(per).max(1), times: number(times) })
}

/// The conditions of a change, all of which must hold.
fn conditions(node: Node) -> Vec<ChangeCondition> {
    let tests = children(node, "conditions").map(|condition| {
        ChangeCondition::Test(ConditionTest {
            kind: text(condition, "type"),
            value: thousandths(value(condition)).unwrap_or(0) / 1000,
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
fn limit(node: Node) -> Option<EntryLimit> {
    let is_min = node.attribute("type") == Some("min");
    let is_limit = is_min || node.attribute("type") == Some("max");
    (is_limit && node.attribute("field") == Some("selections")).then(|| EntryLimit {
        id: text(node, "id"),
        is_min,
        value: count(value(node)),
        scope: text(node, "scope"),
    })
}

/// Reads the limits that the older schema writes as attributes.
fn attribute_limits(node: Node) -> Vec<EntryLimit> {
    let scopes = [("Selections", "parent"), ("InForce", "force"), ("InRoster", "roster")];
    let limits = scopes.iter().flat_map(|(field, scope)| ["min", "max"].map(|end| (format!("{end}{field}"), *scope)));
    let limit = |(id, scope): (String, &str)| {
        let value = count(node.attribute(id.as_str())?);
        Some(EntryLimit { is_min: id.starts_with("min"), id, value, scope: scope.to_owned() })
    };
    limits.filter_map(limit).collect()
}

fn elements<'a>(node: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(Node::is_element)
}

/// Returns the items of each list of a node that has this name, such as `entryLinks`.
fn children<'a>(node: Node<'a, 'a>, list: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    elements(node).filter(move |child| tag(*child) == list).flat_map(elements)
}

fn tag<'a>(node: Node<'a, '_>) -> &'a str {
    node.tag_name().name()
}

fn text(node: Node, attribute: &str) -> String {
    node.attribute(attribute).unwrap_or_default().to_owned()
}

fn name(node: Node) -> String {
    tidy(node.attribute("name").unwrap_or_default())
}

fn value<'a>(node: Node<'a, '_>) -> &'a str {
    node.attribute("value").unwrap_or_default()
}

fn is_hidden(node: Node) -> bool {
    node.attribute("hidden") == Some("true")
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

/// A count. None if it is no number, negative or huge, which means no limit.
fn count(text: &str) -> Option<u32> {
    u32::try_from(thousandths(text)?.div_euclid(1000)).ok().filter(|count| *count < 1_000_000)
}
