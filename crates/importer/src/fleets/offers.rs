//! What was found inside a unit, and what is known there.

use muster_engine::catalogue::{Choice, UnitOption, Weapon};

use crate::condition::ConditionTest;
use crate::entry::CatalogueEntry;

/// What was found inside a unit.
pub(super) struct FleetOffers<'i> {
    /// The unit, whose profiles change with what is taken.
    pub unit: &'i CatalogueEntry,
    /// Its categories.
    pub categories: &'i [String],
    /// The configuration that is read, and those that are not, if the unit has several.
    pub configuration: Option<(&'i CatalogueEntry, &'i [&'i CatalogueEntry])>,
    pub options: Vec<UnitOption>,
    pub choices: Vec<Choice>,
    pub weapons: Vec<Weapon>,
    pub rules: Vec<String>,
    pub bars: Vec<Bar>,
    /// Choices that come with certain options, and the ids of the entries of these options.
    pub withheld: Vec<(Choice, Vec<String>)>,
}

/// An option of the unit that takes weapons of hardpoints away.
pub(super) struct Bar {
    /// The id of the option.
    pub by: String,
    /// The names of the weapons.
    pub removes: Vec<String>,
}

impl<'i> FleetOffers<'i> {
    pub(super) fn new(unit: &'i CatalogueEntry, categories: &'i [String]) -> Self {
        Self {
            unit,
            categories,
            configuration: None,
            options: Vec::new(),
            choices: Vec::new(),
            weapons: Vec::new(),
            rules: Vec::new(),
            bars: Vec::new(),
            withheld: Vec::new(),
        }
    }

    /// The same unit with nothing found yet.
    pub(super) fn empty(&self) -> Self {
        Self { configuration: self.configuration, ..Self::new(self.unit, self.categories) }
    }

    /// What is known of a test inside the unit by its categories and its configuration.
    pub(super) fn knows(&self, test: &ConditionTest) -> Option<bool> {
        if let Some((taken, all)) = self.configuration
            && all.iter().any(|model| model.ids.contains(&test.child))
        {
            return test.asks_for().map(|asks| asks == taken.ids.contains(&test.child));
        }
        let is = self.categories.contains(&test.child) || self.unit.ids.contains(&test.child);
        match test.kind.as_str() {
            "instanceOf" if matches!(test.scope.as_str(), "ancestor" | "parent" | "unit" | "root-entry") => Some(is),
            "notInstanceOf" if matches!(test.scope.as_str(), "ancestor" | "parent" | "unit" | "root-entry") => {
                Some(!is)
            }
            // "At least one unit in this category", asked of an id: the files mean the unit itself.
            "atLeast" if test.child == "category" => Some(self.categories.contains(&test.scope)),
            _ => None,
        }
    }
}
