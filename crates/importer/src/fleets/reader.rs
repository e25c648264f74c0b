//! What the parts of the import share: the recipe, the file, the notices.

use super::recipe::FleetRecipe;
use crate::entry::CatalogueEntry;
use crate::notice::Notices;
use crate::spelling::Spelling;
use crate::tree::Tree;

/// Reads the units of one faction.
pub(super) struct FactionReader<'r> {
    pub recipe: &'r FleetRecipe,
    pub spelling: &'r Spelling,
    pub faction: &'r Tree,
    pub notices: Notices,
    /// The ids of units with the names of their classes, by which they are known if no other unit is.
    pub short: Vec<(String, String)>,
}

impl FactionReader<'_> {
    /// The name of anything that has an id; empty if nothing has it.
    pub(super) fn name_of(&self, id: &str) -> &str {
        self.faction.names.get(id).map_or("", String::as_str)
    }

    /// Whether a column lists special rules.
    pub(super) fn is_rules(&self, column: &str) -> bool {
        let name = self.name_of(column);
        self.recipe.rules.iter().any(|kind| kind == name)
    }

    /// The points of an entry.
    pub(super) fn price(&self, item: &CatalogueEntry) -> Option<i32> {
        i32::try_from(item.cost(&self.recipe.points).unwrap_or(0) / 1000).ok()
    }
}
