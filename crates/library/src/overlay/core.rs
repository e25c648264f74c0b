//! Applies overlays to everything of a ruleset but its units: rules, tables, settings, patches, special rules, cards.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use muster_engine::declarations::{Book, Cards, Declarations};
use muster_engine::ready::{RulesetItem, RulesetParts, SourcedRule};
use muster_engine::rule::{Check, Rule};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::fault::step;
use crate::merge::merge;
use crate::overlay::files::{Overlay, OverlayPatch};
use crate::overlay::names::named;
use crate::typed::{TypeRefusal, read};

/// A patch that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnfitPatch {
    /// The overlay, by its place among those that are applied.
    pub overlay: usize,
    /// The file, by its place among the overlay's files.
    pub file: usize,
    /// JSON pointer.
    pub at: String,
    pub message: String,
}

/// The parts of a ruleset under overlays; none if the overlays leave them alone. Leaves out patches that do not fit.
/// `skipped` are the items whose patches are left out.
pub(crate) fn parts(
    base: &RulesetParts,
    overlays: &[&Overlay],
    skipped: &BTreeSet<RulesetItem>,
) -> (Option<RulesetParts>, Vec<UnfitPatch>) {
    if !overlays.iter().any(|overlay| changes(overlay)) {
        return (None, Vec::new());
    }
    let mut applied = PatchedParts { parts: base.clone(), dropped: BTreeSet::new(), unfit: Vec::new(), skipped };
    for (place, overlay) in overlays.iter().enumerate() {
        applied.apply(place, overlay);
    }
    applied.drop_rules();
    (Some(applied.parts), applied.unfit)
}

fn changes(overlay: &Overlay) -> bool {
    !(overlay.head.drop.is_empty() && overlay.rules.is_empty()) || changes_more_than_rules(overlay)
}

/// Whether an overlay changes parts that are no rules.
pub(crate) fn changes_more_than_rules(overlay: &Overlay) -> bool {
    let head = &overlay.head;
    !(overlay.special_rules.is_empty()
        && overlay.cards.is_empty()
        && head.tables.is_empty()
        && head.settings.is_empty()
        && head.patches.is_empty())
}

struct PatchedParts<'s> {
    parts: RulesetParts,
    /// The ids of dropped rules.
    dropped: BTreeSet<String>,
    unfit: Vec<UnfitPatch>,
    skipped: &'s BTreeSet<RulesetItem>,
}

impl PatchedParts<'_> {
    fn apply(&mut self, place: usize, overlay: &Overlay) {
        let book = self.book(overlay);
        self.dropped.extend(overlay.head.drop.iter().cloned());
        for patch in &overlay.rules {
            self.rule(place, overlay, patch, &book);
        }
        for patch in &overlay.special_rules {
            if self.skipped.contains(&RulesetItem::SpecialRule(patch.id().to_owned())) {
                continue;
            }
            let rules = &self.parts.special_rules;
            let (known, before) = named(rules, patch.id(), |rule| (&rule.id, &rule.name, &rule.aliases)).unzip();
            if patch.removes() {
                known.map(|known| self.parts.special_rules.remove(known));
                continue;
            }
            let Some(rule) = joined(before, place, patch, Some(&book), &mut self.unfit) else { continue };
            put(&mut self.parts.special_rules, known, rule);
        }
        let declared = &self.parts.declarations.decks;
        let known: Vec<_> = overlay.cards.iter().filter(|(deck, _)| declared.contains_key(deck)).collect();
        for (deck, patch) in known {
            self.card(place, deck, patch, &book);
        }
        let head = &overlay.head;
        let skipped = self.skipped;
        let declarations = &mut self.parts.declarations;
        let mut section = SectionPatcher { overlay: place, skipped, unfit: &mut self.unfit };
        section.join(&mut declarations.tables, "table", &head.tables, Some(&book));
        section.join(&mut declarations.settings, "setting", &head.settings, None);
        section.join(&mut declarations.patches, "patch", &head.patches, Some(&book));
    }

    /// Declares the overlay's book, and returns its id.
    fn book(&mut self, overlay: &Overlay) -> String {
        let imprint = overlay.head.book.as_ref().and_then(|book| book.imprint.clone());
        let book = Book { title: overlay.book().to_owned(), imprint };
        let mut id = overlay.id().to_owned();
        while self.parts.declarations.books.contains_key(&id) {
            id.push_str("-overlay");
        }
        self.parts.declarations.books.insert(id.clone(), book);
        self.parts.whole_books.insert(id.clone());
        id
    }

    fn rule(&mut self, place: usize, overlay: &Overlay, patch: &OverlayPatch, book: &str) {
        if self.skipped.contains(&RulesetItem::Rule(patch.id().to_owned())) {
            return;
        }
        if patch.removes() {
            self.dropped.insert(patch.id().to_owned());
            return;
        }
        let mut rules = self.parts.rules.iter().map(|sourced| &sourced.rule).enumerate();
        let (known, before) = rules.find(|(_, rule)| rule.id == patch.id()).unzip();
        let was_waivable = before.is_some_and(|rule| rule.waivable);
        let Some(mut rule) = joined::<Rule>(before, place, patch, Some(book), &mut self.unfit) else { return };
        // The help of a rule that could be waived may advise to ask for that.
        if was_waivable && !rule.waivable && patch.value.get("help").is_none() {
            rule.help = None;
        }
        // A patch brings a dropped rule back.
        self.dropped.remove(&rule.id);
        put(&mut self.parts.rules, known, SourcedRule { rule, origin: overlay.id().to_owned() });
    }

    fn card(&mut self, place: usize, deck: &str, patch: &OverlayPatch, book: &str) {
        let decks = &mut self.parts.cards;
        let Cards { cards, .. } = match decks.iter_mut().find(|cards| cards.deck == deck) {
            Some(cards) => cards,
            None => decks.push_mut(Cards { kind: "cards".to_owned(), deck: deck.to_owned(), cards: Vec::new() }),
        };
        let (known, before) = named(cards, patch.id(), |card| (&card.id, &card.name, &card.aliases)).unzip();
        // A card that is taken away stays known, with its cost; a ban reports it.
        if patch.removes() {
            return;
        }
        let Some(card) = joined(before, place, patch, Some(book), &mut self.unfit) else { return };
        put(cards, known, card);
    }

    /// Takes dropped rules out, and every definition of which only dropped rules report what breaks it (`covered-by`). Slots and
    /// decks forget the dropped rules.
    fn drop_rules(&mut self) {
        let RulesetParts { rules, declarations, .. } = &mut self.parts;
        let mut dropped = std::mem::take(&mut self.dropped);
        while !dropped.is_empty() {
            let (gone, kept): (Vec<_>, Vec<_>) =
                std::mem::take(rules).into_iter().partition(|sourced| dropped.contains(&sourced.rule.id));
            *rules = kept;
            for sourced in &gone {
                free_slot(declarations, rules, &sourced.rule);
            }
            for deck in declarations.decks.values_mut() {
                deck.rule = deck.rule.take().filter(|rule| !dropped.contains(rule));
            }
            let mut uncovered = BTreeSet::new();
            for SourcedRule { rule, .. } in rules.iter_mut() {
                let was_covered = !rule.covered_by.is_empty();
                rule.covered_by.retain(|covering| !dropped.contains(covering));
                if was_covered && rule.covered_by.is_empty() {
                    uncovered.insert(rule.id.clone());
                }
            }
            dropped = uncovered;
        }
    }
}

/// If a dropped rule asked for a slot to be filled and no other rule does, the slot is not required any more.
fn free_slot(declarations: &mut Declarations, rules: &[SourcedRule], dropped: &Rule) {
    let Some(Check::Filled(slot)) = &dropped.check else { return };
    if rules.iter().any(|sourced| sourced.rule.check == dropped.check) {
        return;
    }
    let kind = declarations.group_kinds.get_mut(&slot.group);
    if let Some(slot) = kind.and_then(|kind| kind.slots.get_mut(&slot.slot)) {
        slot.required = false;
    }
}

/// Joins the patches of the head's sections into what the ruleset declares.
struct SectionPatcher<'s> {
    overlay: usize,
    skipped: &'s BTreeSet<RulesetItem>,
    unfit: &'s mut Vec<UnfitPatch>,
}

impl SectionPatcher<'_> {
    fn join<T: Serialize + DeserializeOwned>(
        &mut self,
        declared: &mut IndexMap<String, T>,
        kind: &'static str,
        patches: &Map<String, Value>,
        book: Option<&str>,
    ) {
        let skipped = self.skipped;
        let is_skipped = |id: &String| skipped.contains(&RulesetItem::Other(kind, id.clone()));
        for (id, value) in patches.iter().filter(|(id, _)| !is_skipped(id)) {
            if value.is_null() {
                declared.shift_remove(id);
                continue;
            }
            let patch = OverlayPatch { file: 0, at: step(at_of(kind), id), value: value.clone() };
            if let Some(joined) = joined(declared.get(id), self.overlay, &patch, book, self.unfit) {
                declared.insert(id.clone(), joined);
            }
        }
    }
}

/// The JSON pointer to the section of the head for these.
fn at_of(kind: &str) -> &'static str {
    match kind {
        "table" => "/tables",
        "setting" => "/settings",
        _ => "/patches",
    }
}

#[expect(clippy::indexing_slicing, reason = "what is known has its place among the items")]
fn put<T>(items: &mut Vec<T>, known: Option<usize>, item: T) {
    match known {
        Some(known) => items[known] = item,
        None => items.push(item),
    }
}

/// A thing with a patch joined into it. `book` is the source of a patch that states none.
fn joined<T: Serialize + DeserializeOwned>(
    before: Option<&T>,
    overlay: usize,
    patch: &OverlayPatch,
    book: Option<&str>,
    unfit: &mut Vec<UnfitPatch>,
) -> Option<T> {
    let mut value = before.and_then(|before| serde_json::to_value(before).ok()).unwrap_or_else(|| json!({}));
    let mut change = patch.value.clone();
    if let (Some(book), Value::Object(change)) = (book, &mut change) {
        let source = change.entry("source").or_insert_with(|| json!({}));
        if let Value::Object(source) = source
            && !source.contains_key("book")
        {
            source.insert("book".to_owned(), json!(book));
            source.entry("page").or_insert_with(|| json!(""));
        }
    }
    let id = value.get("id").cloned();
    let merged = merge(&mut value, &change);
    // The patch may give a printed name in place of the id.
    if let (Some(id), Value::Object(value)) = (id, &mut value) {
        value.insert("id".to_owned(), id);
    }
    read(value)
        .map_err(|TypeRefusal { at, message }| {
            let at = format!("{}{}", patch.at, merged.place(&at));
            unfit.push(UnfitPatch { overlay, file: patch.file, at, message });
        })
        .ok()
}
