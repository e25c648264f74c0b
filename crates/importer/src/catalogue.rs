//! The catalogue that an import makes, with what is the same for all games at its end.

use std::collections::HashSet;
use std::sync::Arc;

use muster_engine::catalogue::{Catalogue, Unit};
use muster_exchange::battlescribe::walk::all_options;

use super::alias::{add_short_names, tidy_aliases};
use super::notice::{ImportNotice, Notices};
use super::recipe::NationRecipe;
use super::spelling::{Spelling, base};

/// An imported catalogue and notices on it.
#[derive(Clone, Debug)]
pub struct ImportedCatalogue {
    /// The catalogue.
    pub catalogue: Catalogue,
    /// They say what the import left out, what it concluded, and where the file contradicts itself.
    pub notices: Vec<ImportNotice>,
    /// Names of special rules that are not in the rulebook.
    pub community: Vec<String>,
    /// Ids of entries and profiles that a correction changed.
    pub corrected: HashSet<String>,
    /// The number of units, named squadrons and attached forms in the file.
    pub found: EntryCounts,
}

/// The number of entries of each kind on the first level of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EntryCounts {
    /// Plain units.
    pub units: usize,
    /// Squadrons of a fixed mix.
    pub groups: usize,
    /// Attached forms.
    pub attached: usize,
    /// Units of wings.
    pub wings: usize,
}

/// How a recipe writes the catalogue of a nation.
pub(super) struct CatalogueRecipe<'r> {
    pub nation: &'r NationRecipe,
    pub spelling: &'r Spelling,
    /// The sentence on the origin of the data.
    pub source: &'r str,
    /// Words before special rules that say where something is mounted.
    pub mounts: &'r [String],
}

impl CatalogueRecipe<'_> {
    /// The catalogue of these units, sorted, with aliases and the special rules that only community data have. `short` are
    /// the ids of units with names by which they are known if no other unit is.
    pub(super) fn catalogue(
        &self,
        mut units: Vec<Unit>,
        short: &[(String, String)],
        mut notices: Notices,
    ) -> ImportedCatalogue {
        let Self { nation, spelling, .. } = self;
        units.sort_by(|one, other| one.id.cmp(&other.id));
        for unit in &mut units {
            unit.aliases.extend(spelling.also.get(&unit.id).into_iter().flatten().cloned());
        }
        tidy_aliases(&mut units, &mut notices);
        add_short_names(&mut units, short);
        let community = units.iter().flat_map(rules_of).map(|rule| base(rule, self.mounts));
        // What follows a colon is a parameter too.
        let community = community.map(|rule| rule.split(':').next().unwrap_or(rule).trim());
        let mut community: Vec<String> =
            community.filter(|name| !spelling.is_printed(name)).map(ToOwned::to_owned).collect();
        community.sort();
        community.dedup();
        let catalogue = Catalogue {
            kind: "catalogue".to_owned(),
            nation: nation.id.clone(),
            source: origin(self.source, &nation.file, &nation.vintage),
            units: units.into_iter().map(Arc::new).collect(),
        };
        let (corrected, found) = (HashSet::new(), EntryCounts::default());
        ImportedCatalogue { catalogue, notices: notices.all, community, corrected, found }
    }
}

/// The sentence on the origin of the data in a file.
pub(super) fn origin(source: &str, file: &str, vintage: &str) -> String {
    source.replace("{file}", file).replace("{vintage}", vintage)
}

/// All special rules that a unit names, on cards, options and weapons.
fn rules_of(unit: &Unit) -> Vec<&String> {
    let options = all_options(unit);
    let kinds = options.iter().filter_map(|option| option.becomes.as_ref().or(option.adds.as_ref()));
    let cards = unit.members.iter().map(|member| &member.card).chain(kinds.map(|kind| &kind.card));
    let cards: Vec<_> = cards.chain([&unit.card]).collect();
    let weapons = cards.iter().flat_map(|card| &card.weapons).chain(options.iter().flat_map(|option| &option.weapons));
    let of_options = options.iter().flat_map(|option| &option.rules);
    let of_weapons = weapons.flat_map(|weapon| &weapon.rules);
    cards.iter().flat_map(|card| &card.rules).chain(of_options).chain(of_weapons).collect()
}
