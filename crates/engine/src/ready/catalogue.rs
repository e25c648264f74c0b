//! A catalogue made ready: its units are found by any of their names.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use crate::effort;
use crate::ready::bits::Bits;
use crate::ready::event::UnitOverlays;
use crate::ready::prepare_unit::ready_unit;
use crate::ready::unit::{ReadyUnit, number};
use crate::ready::vocabulary::Vocabulary;
use crate::shapes::catalogue::{Catalogue, Unit};
use crate::text::alike::NameWords;
use crate::text::slug::slug;

/// A catalogue made ready: the units of one nation, or of none.
#[derive(Clone, Debug)]
pub struct ReadyCatalogue {
    /// The catalogue as its file has it.
    written: Catalogue,
    units: Vec<Arc<ReadyUnit>>,
    /// The place of each unit, by id and by the slugs of its name and aliases.
    by_name: Arc<HashMap<String, usize>>,
    /// The ids of a club's units, and whether each replaces a unit of the ruleset.
    own: BTreeMap<String, bool>,
    /// What overlays do to units, by their ids.
    treated: BTreeMap<String, UnitOverlays>,
    /// The words of the names of each unit, made when they are first asked for.
    words: OnceLock<Arc<Vec<Vec<NameWords>>>>,
}

impl ReadyCatalogue {
    /// Makes a catalogue ready for a ruleset with this vocabulary. `rule_ids` gives the id of a special rule as a card
    /// prints it. `patched` gives the trait values that the ruleset's patches add to those of a kind of model. `from` is
    /// a catalogue that is ready in the same way; what this one shares with it is taken from there.
    #[must_use]
    pub fn new(
        catalogue: Catalogue,
        vocabulary: &Vocabulary,
        rule_ids: &dyn Fn(&str) -> Option<String>,
        patched: &dyn Fn(&Bits) -> Bits,
        from: Option<&Self>,
    ) -> Self {
        let make = |index| Arc::new(ready_unit(&catalogue, index, vocabulary, rule_ids, patched));
        let known = |index| from.filter(|from| is_same(&catalogue, &from.written, index))?.units.get(index);
        let units =
            (0..catalogue.units.len()).map(|index| known(index).map_or_else(|| make(index), Arc::clone)).collect();
        let by_name = match from.filter(|from| has_same_names(&catalogue, &from.written)) {
            Some(from) => Arc::clone(&from.by_name),
            None => Arc::new(by_name(&catalogue)),
        };
        Self {
            written: catalogue,
            units,
            by_name,
            own: BTreeMap::new(),
            treated: BTreeMap::new(),
            words: OnceLock::new(),
        }
    }

    /// The same, with some of its units marked as a club's. `own` holds their ids, and whether each replaces a unit of
    /// the ruleset.
    #[must_use]
    pub fn with_own(self, own: BTreeMap<String, bool>) -> Self {
        Self { own, ..self }
    }

    /// For a club's unit, whether it replaces a unit of the ruleset; none for units of the ruleset.
    #[must_use]
    pub fn own(&self, unit: &Unit) -> Option<bool> {
        self.own.get(&unit.id).copied()
    }

    /// The same, with what overlays do to its units, by their ids.
    #[must_use]
    pub fn with_treated(self, treated: BTreeMap<String, UnitOverlays>) -> Self {
        Self { treated, ..self }
    }

    /// What overlays do to a unit; none if they leave it alone.
    #[must_use]
    pub fn treated(&self, unit: &Unit) -> Option<&UnitOverlays> {
        self.treated.get(&unit.id)
    }

    /// The same, with the units of a club and the marks of overlays of another catalogue.
    #[must_use]
    pub fn like(self, other: &Self) -> Self {
        Self { own: other.own.clone(), treated: other.treated.clone(), ..self }
    }

    /// The catalogue as its file has it.
    #[must_use]
    pub fn written(&self) -> &Catalogue {
        &self.written
    }

    /// A unit as the catalogue has it.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "a catalogue is asked only for its own units")]
    pub fn unit(&self, ready: &ReadyUnit) -> &Unit {
        &self.written.units[ready.index]
    }

    /// The value of a statistic on the card of one kind of model of a unit; 0 if it is not a number.
    #[must_use]
    pub fn stat(&self, ready: &ReadyUnit, kind: usize, name: &str) -> i64 {
        let unit = self.unit(ready);
        if let Some(made) = ready.kinds.get(kind).filter(|kind| kind.made_by.is_some()) {
            return made.stats.iter().find(|(known, _)| known == name).map_or(0, |(_, figure)| *figure);
        }
        let card = unit.members.get(kind).map_or(&unit.card, |member| self.written.printed(member).2);
        card.stats.get(name).map_or(0, number)
    }

    /// A unit by id, printed name or alias, in upper or lower case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&ReadyUnit> {
        let index = self.by_name.get(name).or_else(|| self.by_name.get(&slug(name)))?;
        self.units.get(*index).map(Arc::as_ref)
    }

    /// The words of the names of each unit: its printed name and its aliases.
    pub(crate) fn words(&self) -> &[Vec<NameWords>] {
        self.words.get_or_init(|| {
            effort::uncounted(|| Arc::new(self.written.units.iter().map(|unit| words_of(unit)).collect()))
        })
    }

    /// All units.
    #[must_use]
    pub fn units(&self) -> &[Arc<ReadyUnit>] {
        &self.units
    }
}

/// The words of the names of a unit.
fn words_of(unit: &Unit) -> Vec<NameWords> {
    std::iter::once(&unit.name).chain(&unit.aliases).map(|name| NameWords::of_name(name)).collect()
}

/// Whether two catalogues share a unit at the same place, and the units whose cards its members share.
fn is_same(one: &Catalogue, other: &Catalogue, index: usize) -> bool {
    let (Some(unit), Some(known)) = (one.units.get(index), other.units.get(index)) else { return false };
    Arc::ptr_eq(unit, known)
        && unit.members.iter().all(|member| match (one.shared_by(member), other.shared_by(member)) {
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        })
}

/// Whether a name finds the same place in both catalogues: units at the same place have the same id, name and aliases.
fn has_same_names(one: &Catalogue, other: &Catalogue) -> bool {
    let is_same = |(one, other): (&Arc<Unit>, &Arc<Unit>)| {
        Arc::ptr_eq(one, other) || (one.id == other.id && one.name == other.name && one.aliases == other.aliases)
    };
    one.units.len() == other.units.len() && one.units.iter().zip(&other.units).all(is_same)
}

/// Maps each id, name and alias to the place of its unit. If two units share a word, the id wins over the name, and the
/// name over the alias.
fn by_name(catalogue: &Catalogue) -> HashMap<String, usize> {
    let mut by_name = HashMap::new();
    for (index, unit) in catalogue.units.iter().enumerate() {
        by_name.insert(unit.id.clone(), index);
    }
    for (index, unit) in catalogue.units.iter().enumerate() {
        by_name.entry(slug(&unit.name)).or_insert(index);
    }
    for (index, unit) in catalogue.units.iter().enumerate() {
        for alias in &unit.aliases {
            by_name.entry(slug(alias)).or_insert(index);
        }
    }
    by_name
}
