//! A ruleset that is ready for use, with the catalogues that lists have needed so far.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use memchr::memmem::Finder;
use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::effort;
use muster_engine::ready::{
    Bringer, Event, Events, ReadyCatalogue, Ruleset, RulesetItem, RulesetParts, RulesetProblem,
};

use crate::inherit;
use crate::layer::{Layer, LayerPart};
use crate::overlay::core::UnfitPatch;
use crate::overlay::files::{LoadedOverlay, Overlay};
use crate::overlay::units::OverlaidCatalogue;
use crate::overlay::{core, events, units};

/// A ruleset and those it extends, joined and built, perhaps with overlays. Catalogues are prepared on first use.
#[derive(Debug)]
pub(crate) struct LoadedRuleset {
    from: RulesetOrigin,
    ruleset: Ruleset,
    /// Units by nation; `None` for units that every nation may field. A club's own units are included.
    catalogues: HashMap<Option<String>, OnceLock<CatalogueResult>>,
    /// A club's own units.
    own: Vec<Catalogue>,
}

/// What a ruleset is made from.
#[derive(Debug)]
enum RulesetOrigin {
    /// Layers, the oldest ancestor first.
    Chain(Vec<Layer>),
    /// Overlays over another ruleset.
    Over(LoadedOverlays),
}

/// Overlays over a ruleset.
#[derive(Debug)]
struct LoadedOverlays {
    base: Arc<LoadedRuleset>,
    overlays: Vec<Arc<LoadedOverlay>>,
    /// The overlays whose prices and patches of units are left out, by their places.
    muted: Vec<usize>,
    events: Arc<Events>,
    /// Catalogues that are ready for the base are ready for these rules too.
    shares_catalogues: bool,
    /// What is wrong with rules of the overlays that are left out.
    skipped: Vec<RulesetProblem>,
    /// The patches that do not fit, without those of units.
    unfit: Vec<UnfitPatch>,
}

/// The rules of a ruleset under overlays.
struct OverlaidRules {
    ruleset: Ruleset,
    shares_catalogues: bool,
    skipped: Vec<RulesetProblem>,
    unfit: Vec<UnfitPatch>,
}

type CatalogueResult = Result<Arc<ReadyCatalogue>, Vec<RulesetProblem>>;

impl LoadedRuleset {
    /// Builds a ruleset from a chain, the oldest ancestor first.
    pub(crate) fn new(chain: Vec<Layer>) -> Result<Self, Vec<RulesetProblem>> {
        let ruleset = Ruleset::build(inherit::parts(&chain)?)?;
        let nations = chain.iter().flat_map(|layer| layer.catalogues.iter().map(|catalogue| catalogue.nation.clone()));
        let catalogues = nations.map(|nation| (nation, OnceLock::new())).collect();
        Ok(Self { from: RulesetOrigin::Chain(chain), ruleset, catalogues, own: Vec::new() })
    }

    /// A ruleset under overlays. `muted` has the places of those whose prices and patches of units are left out.
    /// `bringer` says who brings the overlays.
    pub(crate) fn over(
        base: Arc<Self>,
        overlays: Vec<Arc<LoadedOverlay>>,
        muted: &[usize],
        bringer: Bringer,
    ) -> Result<Self, Vec<RulesetProblem>> {
        let applied = read_ones(&overlays);
        let OverlaidRules { ruleset, shares_catalogues, skipped, unfit } = OverlaidRules::new(&base.ruleset, &applied)?;
        let all: Vec<Event> = applied.iter().map(|overlay| events::event(&ruleset, overlay)).collect();
        let ruleset = ruleset.with_digests_of(&all);
        let stated = applied.iter().flat_map(|overlay| &overlay.units).filter_map(|(nation, _)| nation.as_deref());
        let stated = stated.filter_map(|name| ruleset.nation(name)).map(|nation| Some(nation.to_owned()));
        let common = applied.iter().any(|overlay| overlay.units.iter().any(|(nation, _)| nation.is_none()));
        let nations = base.catalogues.keys().cloned().chain(stated).chain(common.then_some(None));
        let catalogues = nations.map(|nation| (nation, OnceLock::new())).collect();
        let events = Arc::new(Events { all, bringer, elsewhere: Vec::new() });
        let over = LoadedOverlays { base, overlays, muted: muted.to_vec(), events, shares_catalogues, skipped, unfit };
        Ok(Self { from: RulesetOrigin::Over(over), ruleset, catalogues, own: Vec::new() })
    }

    /// The nations whose shipped catalogues have units or options with one of these ids. None if some id is in no
    /// shipped catalogue: perhaps it is a name or an alias. Searches the text of the catalogues, which is faster than
    /// to read them.
    pub(crate) fn nations_with(&self, ids: &[String]) -> Option<BTreeSet<&str>> {
        let RulesetOrigin::Chain(chain) = &self.from else { return None };
        let mut nations = BTreeSet::new();
        for id in ids {
            let wanted = format!("\"id\":\"{id}\"");
            let wanted = Finder::new(&wanted);
            let mut found = false;
            for catalogue in chain.iter().flat_map(|layer| &layer.catalogues) {
                let LayerPart::Shipped(json) = &catalogue.content else { return None };
                if wanted.find(json.text().as_bytes()).is_some() {
                    found = true;
                    nations.extend(catalogue.nation.as_deref());
                }
            }
            if !found {
                return None;
            }
        }
        Some(nations)
    }

    /// What is wrong with rules of overlays that are left out.
    pub(crate) fn skipped(&self) -> &[RulesetProblem] {
        match &self.from {
            RulesetOrigin::Chain(_) => &[],
            RulesetOrigin::Over(over) => &over.skipped,
        }
    }

    /// The patches of the last overlay that do not fit.
    pub(crate) fn unfit(&self) -> Vec<UnfitPatch> {
        let RulesetOrigin::Over(over) = &self.from else { return Vec::new() };
        let overlays = read_ones(&over.overlays);
        let mut unfit = over.unfit.clone();
        let has_units = overlays.last().is_some_and(|overlay| !overlay.units.is_empty());
        for nation in self.catalogues.keys().filter(|_| has_units) {
            let base = over.base.catalogue(nation.as_deref()).and_then(Result::ok);
            unfit.extend(self.apply(over, base.as_deref(), nation.as_deref()).unfit);
        }
        unfit.retain(|unfit| unfit.overlay + 1 == overlays.len());
        unfit
    }

    /// The same ruleset with a club's units. They replace units of the ruleset with the same id, and are part of both
    /// digests.
    pub(crate) fn with_units(mut self, units: Vec<Catalogue>) -> Self {
        if units.is_empty() {
            return self;
        }
        self.ruleset = self.ruleset.with_own_units(&units);
        self.own.clone_from(&units);
        let mut nations: IndexMap<Option<String>, Vec<Catalogue>> = IndexMap::new();
        for catalogue in units {
            nations.entry(catalogue.nation.clone()).or_default().push(catalogue);
        }
        for (nation, own) in nations {
            let ready = self.with_own(nation.as_deref(), own);
            self.catalogues.insert(nation, OnceLock::from(ready));
        }
        self
    }

    /// The club's units that were added, as they were read.
    pub(crate) fn own_units(&self) -> &[Catalogue] {
        &self.own
    }

    /// Joins the units of a nation with a club's units for it. If several have the same id, the last one counts.
    fn with_own(&self, nation: Option<&str>, own: Vec<Catalogue>) -> CatalogueResult {
        let base = self.catalogue(nation).transpose()?;
        let mut joined = match &base {
            Some(base) => base.written().clone(),
            None => Catalogue { units: Vec::new(), ..own.first().cloned().unwrap_or_default() },
        };
        let mut replaces: BTreeMap<String, bool> = BTreeMap::new();
        let sourced = own
            .into_iter()
            .flat_map(|Catalogue { units, source, .. }| units.into_iter().map(move |unit| (unit, source.clone())));
        for (unit, source) in sourced {
            let known = joined.units.iter_mut().find(|known| known.id == unit.id);
            replaces.entry(unit.id.clone()).or_insert(known.is_some());
            if let Some(known) = known {
                *known = unit;
            } else {
                let source = unit.source.clone().or(Some(source));
                joined.units.push(Arc::new(Unit { source, ..Arc::unwrap_or_clone(unit) }));
            }
        }
        let ready = match base {
            Some(base) => self.ruleset.catalogue_from(joined, &base),
            None => self.ruleset.catalogue(joined),
        };
        Ok(Arc::new(ready.with_own(replaces)))
    }

    /// The ruleset with the catalogues of these nations (ids or printed names) and the units that every nation may
    /// field. If no nation is named, it has all catalogues.
    pub(crate) fn with_nations(&self, nations: &[&str]) -> Result<Ruleset, Vec<RulesetProblem>> {
        let named = nations.iter().filter_map(|name| self.ruleset.nation(name));
        let mut wanted: Vec<Option<&str>> = named.map(Some).chain([None]).collect();
        if nations.is_empty() {
            wanted.extend(self.catalogues.keys().map(Option::as_deref));
        }
        wanted.sort_unstable();
        wanted.dedup();
        let catalogues = wanted.into_iter().filter_map(|nation| self.catalogue(nation));
        let ruleset = self.ruleset.with_catalogues(catalogues.collect::<Result<_, _>>()?);
        match &self.from {
            RulesetOrigin::Chain(_) => Ok(ruleset),
            RulesetOrigin::Over(over) => Ok(ruleset.under(Arc::clone(&over.events), over.base.with_nations(nations)?)),
        }
    }

    fn catalogue(&self, nation: Option<&str>) -> Option<CatalogueResult> {
        let cell = self.catalogues.get(&nation.map(str::to_owned))?;
        let make = || match &self.from {
            RulesetOrigin::Chain(_) => Ok(Arc::new(self.ruleset.catalogue(self.shipped(nation)?.unwrap_or_default()))),
            RulesetOrigin::Over(over) => self.overlaid(over, nation),
        };
        // A small program asks again for a catalogue that it lacks, so each call that needs it ends as impossible.
        Some(if self.is_left_out(nation) { make() } else { cell.get_or_init(|| effort::uncounted(make)).clone() })
    }

    /// Whether the program does not have the catalogue of a nation.
    fn is_left_out(&self, nation: Option<&str>) -> bool {
        let chain = match &self.from {
            RulesetOrigin::Chain(chain) => chain,
            RulesetOrigin::Over(over) => return over.base.is_left_out(nation),
        };
        let of_nation = chain.iter().flat_map(|layer| &layer.catalogues);
        let mut of_nation = of_nation.filter(|catalogue| catalogue.nation.as_deref() == nation);
        of_nation.any(|catalogue| matches!(&catalogue.content, LayerPart::Shipped(json) if json.is_left_out()))
    }

    /// The catalogue of a nation under overlays.
    fn overlaid(&self, over: &LoadedOverlays, nation: Option<&str>) -> CatalogueResult {
        let base = over.base.catalogue(nation).transpose()?;
        let touches_units = read_ones(&over.overlays).into_iter().any(Overlay::touches_units);
        if let Some(base) = base.as_ref().filter(|_| !touches_units && over.shares_catalogues) {
            return Ok(Arc::clone(base));
        }
        let units = self.apply(over, base.as_deref(), nation);
        if let Some(base) = base.as_ref().filter(|_| units.treated.is_empty() && over.shares_catalogues) {
            return Ok(Arc::clone(base));
        }
        let from = base.as_deref().filter(|_| over.shares_catalogues);
        let problems = self.ruleset.problems_of(&units.catalogue);
        if !problems.is_empty() {
            return Err(problems);
        }
        let ready = match from {
            Some(from) => self.ruleset.catalogue_from(units.catalogue, from),
            None => self.ruleset.catalogue(units.catalogue),
        };
        let ready = match &base {
            Some(base) => ready.like(base),
            None => ready,
        };
        Ok(Arc::new(ready.with_treated(units.treated)))
    }

    /// Applies overlays to the catalogue of a nation.
    fn apply(&self, over: &LoadedOverlays, base: Option<&ReadyCatalogue>, nation: Option<&str>) -> OverlaidCatalogue {
        let is_known = |id: &str| {
            let all = over.base.with_nations(&[]);
            all.is_ok_and(|all| all.catalogues().iter().any(|catalogue| catalogue.find(id).is_some()))
        };
        let overlays = read_ones(&over.overlays);
        let overlays =
            units::OverlayContext { ruleset: &self.ruleset, overlays: &overlays, muted: &over.muted, known: &is_known };
        overlays.units(base, nation)
    }

    /// The ruleset's own catalogue of a nation.
    fn shipped(&self, nation: Option<&str>) -> Result<Option<Catalogue>, Vec<RulesetProblem>> {
        let RulesetOrigin::Chain(chain) = &self.from else { return Ok(None) };
        let catalogue = inherit::catalogue(chain, nation)?;
        let problems = catalogue.as_ref().map(|catalogue| self.ruleset.problems_of(catalogue)).unwrap_or_default();
        if problems.is_empty() { Ok(catalogue) } else { Err(problems) }
    }
}

impl OverlaidRules {
    fn new(base: &Ruleset, overlays: &[&Overlay]) -> Result<Self, Vec<RulesetProblem>> {
        let parts = |skipped: &BTreeSet<RulesetItem>| core::parts(base.parts(), overlays, skipped);
        let (changed, unfit) = parts(&BTreeSet::new());
        let Some(changed) = changed else {
            return Ok(Self { ruleset: base.clone(), shares_catalogues: true, skipped: Vec::new(), unfit });
        };
        // If only rules change, what is ready for the base may serve again. Building anew tells what is wrong.
        let only_rules = !overlays.iter().any(|overlay| core::changes_more_than_rules(overlay));
        if only_rules && let Ok(ruleset) = base.with_parts(changed) {
            let shares_catalogues = ruleset.shares_catalogues(base);
            return Ok(Self { ruleset, shares_catalogues, skipped: Vec::new(), unfit });
        }
        let built = |skipped: &BTreeSet<RulesetItem>| {
            let (digest, fingerprint) = (base.digest().to_owned(), base.fingerprint().to_owned());
            let parts = parts(skipped).0.unwrap_or_else(|| base.parts().clone());
            Ruleset::build(RulesetParts { digest, fingerprint, ..parts })
        };
        // An overlay of several games may have rules that only some of them understand.
        let (ruleset, skipped) = match built(&BTreeSet::new()) {
            Ok(ruleset) => (ruleset, Vec::new()),
            Err(problems) => {
                let items = problems.iter().map(|problem| problem.item.clone()).collect();
                (built(&items).map_err(|_| problems.clone())?, problems)
            }
        };
        Ok(Self { ruleset, shares_catalogues: false, skipped, unfit })
    }
}

/// The overlays that could be read. Only such are applied.
fn read_ones(overlays: &[Arc<LoadedOverlay>]) -> Vec<&Overlay> {
    overlays.iter().filter_map(|read| read.overlay.as_ref()).collect()
}
