//! The vocabulary of a ruleset: the trait values that its rules can tell apart, each with a number.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use crate::ready::bits::{Bits, CAPACITY};
use crate::shapes::catalogue::TraitValue;
use crate::shapes::declarations::{Declarations, TraitOwner};
use crate::shapes::selector::Reference;

/// The traits that every ruleset has without declaring them.
///
/// Each is open at first: any word is a value. Building a ruleset closes those whose values are known.
pub(crate) const BUILT_IN: &[&str] = &[
    "unit",
    "nation",
    "standing",
    "allocation",
    "role",
    "rule",
    "weapon",
    "ally",
    "any-number",
    "only",
    "carried",
    "divided",
    "entry",
    "trait",
    "character",
    "card",
    "deck",
    "group",
    "slot",
    "called",
    "row",
];

/// The built-in traits whose different values can be counted.
///
/// The other built-in traits are yes or no, belong to models with roles, or have values that only selectors name.
/// `models` is no trait, but the number of models of a squadron.
pub(crate) const COUNTED: &[&str] =
    &["unit", "nation", "standing", "allocation", "role", "group", "card", "deck", "models"];

/// The numbers of trait values: one for each pair of a trait and a value, and one for each pair of a trait and a
/// reference.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// By trait, then by value: the number.
    values: IndexMap<String, IndexMap<String, usize>>,
    /// Trait, reference and number.
    references: Vec<(String, Reference, usize)>,
    /// The owner of each declared trait: units, nations or cards.
    owned: IndexMap<String, TraitOwner>,
    /// The values of traits that can have no others.
    closed: HashMap<String, HashSet<String>>,
    /// The traits that every unit has.
    required: Vec<String>,
    of_units: Bits,
    /// The next free number.
    next: usize,
}

/// The word under which a selector asks whether a trait has any value at all.
pub(crate) const ANY: &str = "yes";

impl Vocabulary {
    /// Starts with all values that the declarations give.
    #[must_use]
    pub fn new(declarations: &Declarations) -> Self {
        let mut vocabulary = Self::default();
        for name in BUILT_IN {
            vocabulary.values.insert((*name).to_owned(), IndexMap::new());
        }
        for (name, declared) in &declarations.traits {
            vocabulary.values.entry(name.clone()).or_default();
            vocabulary.owned.insert(name.clone(), declared.of);
            if declared.required && declared.of == TraitOwner::Unit {
                vocabulary.required.push(name.clone());
            }
            vocabulary.number(name, ANY);
            for value in declared.values.keys() {
                vocabulary.number(name, value);
            }
            if !declared.open {
                vocabulary.close(name, declared.values.keys());
            }
        }
        vocabulary.close("standing", ["own", "attached", "brought"]);
        vocabulary.close("only", ["attached", "brought"]);
        vocabulary.close("role", declarations.roles.keys());
        vocabulary.close("allocation", declarations.allocations.keys());
        vocabulary.close("deck", declarations.decks.keys());
        vocabulary.close("group", declarations.group_kinds.keys());
        vocabulary.close("slot", declarations.group_kinds.values().flat_map(|kind| kind.slots.keys()));
        vocabulary.close("nation", declarations.nations.keys());
        vocabulary.add_sheets(declarations);
        vocabulary
    }

    /// Adds the fields of sheets, which are traits of their rows.
    fn add_sheets(&mut self, declarations: &Declarations) {
        let mut kinds: Vec<&String> = Vec::new();
        for (id, sheet) in &declarations.sheets {
            kinds.push(id);
            kinds.extend(sheet.rows.keys());
            for (_, name, field) in sheet.all_fields(id) {
                self.values.entry(name.clone()).or_default();
                if !field.values.is_empty() {
                    let others = self.closed.get(name).into_iter().flatten().cloned();
                    let values: HashSet<String> = field.values.keys().cloned().chain(others).collect();
                    self.close(name, values);
                }
            }
        }
        self.close("row", kinds);
    }

    /// Whether some selector asks for a value of a trait.
    #[must_use]
    pub fn asks(&self, name: &str) -> bool {
        self.values.get(name).is_some_and(|known| !known.is_empty())
    }

    /// Declares that a trait has only these values.
    pub fn close(&mut self, name: &str, values: impl IntoIterator<Item = impl Into<String>>) {
        self.closed.insert(name.to_owned(), values.into_iter().map(Into::into).collect());
    }

    /// The values of a closed trait, which can have no others; none if the trait is open.
    #[must_use]
    pub fn closed(&self, name: &str) -> Option<&HashSet<String>> {
        self.closed.get(name)
    }

    /// Whether there is such a trait.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The names of all traits, for messages.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.values.keys().map(String::as_str)
    }

    /// The number of a value; gives it one if it is new.
    pub fn number(&mut self, name: &str, value: &str) -> usize {
        if let Some(bit) = self.get(name, value) {
            return bit;
        }
        let bit = self.take(name);
        self.values.entry(name.to_owned()).or_default().insert(value.to_owned(), bit);
        bit
    }

    /// The number that means "this trait has the value that the list states at this reference". Gives it one if it is
    /// new.
    pub fn reference(&mut self, name: &str, reference: &Reference) -> usize {
        if let Some((.., bit)) = self.references.iter().find(|(n, r, _)| n == name && r == reference) {
            return *bit;
        }
        // The values that the trait may have need numbers too, even if no selector names them, so that they can be
        // compared.
        let mut values: Vec<String> = self.closed(name).into_iter().flatten().cloned().collect();
        values.sort();
        for value in values {
            self.number(name, &value);
        }
        let bit = self.take(name);
        self.references.push((name.to_owned(), reference.clone(), bit));
        bit
    }

    /// The number of a value; none if no selector asks for it.
    #[must_use]
    pub fn get(&self, name: &str, value: &str) -> Option<usize> {
        self.values.get(name)?.get(value).copied()
    }

    /// The set with one value. Empty if no selector asks for it.
    #[must_use]
    pub fn bit(&self, name: &str, value: &str) -> Bits {
        self.get(name, value).map(Bits::one).unwrap_or_default()
    }

    /// The set of some values of a trait, with the number that means any value at all. Leaves out values that no
    /// selector asks for.
    #[must_use]
    pub fn bits<'a>(&self, name: &str, values: impl IntoIterator<Item = &'a str>) -> Bits {
        let mut bits = Bits::default();
        let Some(known) = self.values.get(name) else { return bits };
        let any = known.get(ANY);
        for value in values {
            for bit in known.get(value).into_iter().chain(any) {
                bits.insert(*bit);
            }
        }
        bits
    }

    /// The set of all values of these traits.
    #[must_use]
    pub fn traits(&self, traits: &IndexMap<String, TraitValue>) -> Bits {
        traits.iter().fold(Bits::default(), |bits, (name, value)| bits.union(&self.bits(name, value.words())))
    }

    /// All trait values that a unit with these traits may have as well: those of traits that every unit has, but that
    /// the catalogue does not state for this unit.
    #[must_use]
    pub fn unstated(&self, traits: &IndexMap<String, TraitValue>) -> Bits {
        let unstated = self.required.iter().filter(|name| !traits.contains_key(*name));
        unstated.fold(Bits::default(), |bits, name| bits.union(&self.all(name)))
    }

    /// The values of a trait that are in a set; `yes` for a trait without values.
    #[must_use]
    pub fn words(&self, name: &str, bits: &Bits) -> Vec<&str> {
        let Some(known) = self.values.get(name) else { return Vec::new() };
        let has = known.iter().filter(|(_, bit)| bits.contains(**bit)).map(|(word, _)| word.as_str());
        let words: Vec<&str> = has.clone().filter(|word| *word != ANY).collect();
        if words.is_empty() { has.collect() } else { words }
    }

    /// The set of all values of a trait that have numbers.
    #[must_use]
    pub fn all(&self, name: &str) -> Bits {
        let mut bits = Bits::default();
        for bit in self.values.get(name).into_iter().flat_map(IndexMap::values) {
            bits.insert(*bit);
        }
        bits
    }

    /// All trait values that depend on the unit. A squadron of an unknown unit may have any of them.
    #[must_use]
    pub fn of_units(&self) -> &Bits {
        &self.of_units
    }

    /// The references that selectors make: trait, what it is compared with, and the number.
    pub fn references(&self) -> impl Iterator<Item = (&str, &Reference, usize)> {
        self.references.iter().map(|(name, reference, bit)| (name.as_str(), reference, *bit))
    }

    /// How many numbers it has given.
    #[must_use]
    pub fn count(&self) -> usize {
        self.next
    }

    /// Whether there are more numbers than fit in a set.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.next > CAPACITY
    }

    /// Gives out the next number, for a value of this trait.
    fn take(&mut self, name: &str) -> usize {
        let bit = self.next;
        self.next += 1;
        match self.owned.get(name) {
            Some(TraitOwner::Unit) => self.of_units.insert(bit),
            None if matches!(name, "unit" | "rule" | "weapon" | "only" | "any-number" | "called") => {
                self.of_units.insert(bit);
            }
            Some(TraitOwner::Card | TraitOwner::Nation) | None => {}
        }
        bit
    }
}
