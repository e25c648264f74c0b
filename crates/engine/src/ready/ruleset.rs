//! The ruleset that the engine judges by, and how to find something in it.

use std::sync::Arc;

use indexmap::IndexMap;
use sha2::{Digest, Sha256};

use crate::ready::bits::Bits;
use crate::ready::builder::build;
use crate::ready::catalogue::ReadyCatalogue;
use crate::ready::core::{ReadyCore, RulesetParts, SourcedRule};
use crate::ready::event::{Event, Events};
use crate::ready::matcher::Matcher;
use crate::ready::patches::{self, Patches};
use crate::ready::prepared::{Calc, PlaceTraits, PreparedCharge, PreparedKind, PreparedRule};
use crate::ready::problem::RulesetProblem;
use crate::ready::understand::understand;
use crate::ready::unit::ReadyUnit;
use crate::ready::vocabulary::Vocabulary;
use crate::ready::{allocating, unit_selector};
use crate::shapes::catalogue::{self, Catalogue, TraitValue, Unit};
use crate::shapes::declarations::{CardPatch, Cards, Declarations, DeclaredCard};
use crate::shapes::list::SettingValue;
use crate::shapes::rule::Rule;
use crate::shapes::setting::SettingTest;
use crate::shapes::special_rules::SpecialRule;
use crate::text::slug::slug;
use muster_digest::{hex, rules_fingerprint, short_digest};

/// A ruleset made ready, with the catalogues at hand. Every name that its rules use exists. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Ruleset {
    core: Arc<ReadyCore>,
    /// The digests that replace the ruleset's if units of a club are at hand, or overlays are in use.
    own: Option<Arc<OwnDigests>>,
    catalogues: Vec<Arc<ReadyCatalogue>>,
    over: Option<Arc<OverlayBase>>,
}

/// The digests of a ruleset with units of a club, or with overlays.
#[derive(Debug)]
struct OwnDigests {
    digest: String,
    fingerprint: String,
}

/// The overlays over a ruleset.
#[derive(Debug)]
struct OverlayBase {
    events: Arc<Events>,
    /// The ruleset without overlays.
    base: Ruleset,
}

impl Ruleset {
    /// Makes a ruleset ready, still without catalogues. Fails with everything that is wrong with it.
    pub fn build(parts: RulesetParts) -> Result<Self, Vec<RulesetProblem>> {
        let vocabulary = Vocabulary::new(&parts.declarations);
        Ok(Self { core: Arc::new(build(parts, vocabulary)?), own: None, catalogues: Vec::new(), over: None })
    }

    /// The same ruleset and catalogues with other parts. The new parts may differ only in rules, tables, settings,
    /// slots, named selectors and patches. The catalogues are made ready again only if the new parts ask for other
    /// trait values or have other patches. Fails with everything that is wrong with the parts.
    pub fn with_parts(&self, parts: RulesetParts) -> Result<Self, Vec<RulesetProblem>> {
        let core = build(parts, self.core.rules.vocabulary.clone())?;
        let changed = Self { core: Arc::new(core), ..self.clone() };
        if changed.shares_catalogues(self) {
            return Ok(changed);
        }
        let again = |ready: &Arc<ReadyCatalogue>| Arc::new(changed.catalogue(ready.written().clone()).like(ready));
        let catalogues = self.catalogues.iter().map(again).collect();
        Ok(changed.with_catalogues(catalogues))
    }

    /// Whether catalogues that are ready for another ruleset are ready for this one too, if this one is the other one
    /// [with other parts](Self::with_parts).
    #[must_use]
    pub fn shares_catalogues(&self, other: &Self) -> bool {
        self.core.rules.vocabulary.count() == other.core.rules.vocabulary.count()
            && self.core.parts.declarations.patches == other.core.parts.declarations.patches
    }

    /// The same rules with these catalogues at hand.
    #[must_use]
    pub fn with_catalogues(&self, catalogues: Vec<Arc<ReadyCatalogue>>) -> Self {
        Self { catalogues, ..self.clone() }
    }

    /// The same rules with a club's catalogues at hand, before all others.
    #[must_use]
    pub fn with_own_catalogues(&self, catalogues: Vec<Catalogue>) -> Self {
        let own = catalogues.into_iter().map(|catalogue| {
            let ids = catalogue.units.iter().map(|unit| (unit.id.clone(), false)).collect();
            Arc::new(self.catalogue(catalogue).with_own(ids))
        });
        self.with_catalogues(own.chain(self.catalogues.iter().cloned()).collect())
    }

    /// The same rules for lists that may name units of a club, from these catalogues. Both digests then include these
    /// units.
    #[must_use]
    pub fn with_own_units(&self, catalogues: &[Catalogue]) -> Self {
        let units: Vec<_> = catalogues.iter().filter_map(|catalogue| serde_json::to_value(catalogue).ok()).collect();
        let figures = format!("{}{}", self.fingerprint(), rules_fingerprint(&units));
        let mut digest = Sha256::new_with_prefix(self.digest());
        for catalogue in &units {
            digest.update(catalogue.to_string());
        }
        let own = OwnDigests { digest: hex(digest), fingerprint: short_digest(figures.as_bytes()) };
        Self { own: Some(Arc::new(own)), ..self.clone() }
    }

    /// The same rules with the digests of overlays added.
    #[must_use]
    pub fn with_digests_of(&self, events: &[Event]) -> Self {
        let mut digest = Sha256::new_with_prefix(self.digest());
        let mut figures = self.fingerprint().to_owned();
        for event in events {
            digest.update(&event.digest);
            figures.push_str(&event.fingerprint);
        }
        let own = OwnDigests { digest: hex(digest), fingerprint: short_digest(figures.as_bytes()) };
        Self { own: Some(Arc::new(own)), ..self.clone() }
    }

    /// The same ruleset under overlays that it contains already. `base` is the ruleset without them, with the same
    /// catalogues at hand.
    #[must_use]
    pub fn under(&self, events: Arc<Events>, base: Self) -> Self {
        Self { over: Some(Arc::new(OverlayBase { events, base })), ..self.clone() }
    }

    /// The overlays that were named for it; none if none were.
    #[must_use]
    pub fn events(&self) -> Option<&Events> {
        self.over.as_ref().map(|over| &*over.events)
    }

    /// The ruleset without overlays; none if no overlays were named for it.
    #[must_use]
    pub fn base(&self) -> Option<&Self> {
        self.over.as_ref().map(|over| &over.base)
    }

    /// The value of a setting in the form in which the ruleset writes it. None if there is no such setting, or if it
    /// cannot have this value.
    #[must_use]
    pub fn understand(&self, setting: &str, value: &SettingValue) -> Option<SettingValue> {
        understand(self.declarations().settings.get(setting)?, value)
    }

    /// Makes a catalogue ready for these rules.
    #[must_use]
    pub fn catalogue(&self, catalogue: Catalogue) -> ReadyCatalogue {
        self.ready_catalogue(catalogue, None)
    }

    /// The same for a catalogue that was made from one that is ready for these rules already. The units that both share
    /// are not made ready again.
    #[must_use]
    pub fn catalogue_from(&self, catalogue: Catalogue, ready: &ReadyCatalogue) -> ReadyCatalogue {
        self.ready_catalogue(catalogue, Some(ready))
    }

    fn ready_catalogue(&self, catalogue: Catalogue, from: Option<&ReadyCatalogue>) -> ReadyCatalogue {
        let find = |printed: &str| self.special_rule(printed).map(|rule| rule.id.clone());
        let nation = self.nation_bits(catalogue.nation.as_deref());
        let gifts = |model: &Bits| self.patches().gifts(model, &nation);
        ReadyCatalogue::new(catalogue, &self.core.rules.vocabulary, &find, &gifts, from)
    }

    /// What is wrong with the selectors of a catalogue under these rules.
    #[must_use]
    pub fn problems_of(&self, catalogue: &Catalogue) -> Vec<RulesetProblem> {
        unit_selector::problems(self.declarations(), catalogue)
    }

    /// The catalogues at hand.
    #[must_use]
    pub fn catalogues(&self) -> &[Arc<ReadyCatalogue>] {
        &self.catalogues
    }

    /// The ruleset's declarations.
    #[must_use]
    pub fn declarations(&self) -> &Declarations {
        &self.core.parts.declarations
    }

    /// When squadrons of a unit are set up: the lower, the earlier.
    #[must_use]
    pub fn deployment_rank(&self, unit: &Unit) -> usize {
        unit_selector::deployment_rank(self.declarations(), unit)
    }

    /// All rules, sorted by id.
    #[must_use]
    pub fn rules(&self) -> &[SourcedRule] {
        &self.core.parts.rules
    }

    /// A rule by id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&SourcedRule> {
        self.core.rules_by_id.get(id).and_then(|index| self.rules().get(*index))
    }

    /// All special rules, sorted by id.
    #[must_use]
    pub fn special_rules(&self) -> &[SpecialRule] {
        &self.core.parts.special_rules
    }

    /// A special rule by id, name or alias, or as printed on a card: with prefix and parameters, in parentheses or
    /// behind a colon.
    #[must_use]
    pub fn special_rule(&self, printed: &str) -> Option<&SpecialRule> {
        let find = |name: &str| self.core.special_by_name.get(&slug(name)).and_then(|i| self.special_rules().get(*i));
        patches::find_printed(&self.declarations().rule_prefixes, printed, find)
    }

    /// The cards of all decks.
    #[must_use]
    pub fn cards(&self) -> &[Cards] {
        &self.core.parts.cards
    }

    /// A card of a deck by id, name or alias.
    #[must_use]
    pub fn card(&self, deck: &str, name: &str) -> Option<&DeclaredCard> {
        let (cards, card) = self.core.cards_by_name.get(deck)?.get(&slug(name))?;
        self.cards().get(*cards)?.cards.get(*card)
    }

    /// The id of a nation by id, name or alias.
    #[must_use]
    pub fn nation(&self, name: &str) -> Option<&str> {
        let index = self.core.nations_by_name.get(name).or_else(|| self.core.nations_by_name.get(&slug(name)))?;
        self.declarations().nations.get_index(*index).map(|(id, _)| id.as_str())
    }

    /// Finds a unit of a nation (given by id), or of no nation, by id, printed name or alias.
    #[must_use]
    pub fn find_unit(&self, nation: Option<&str>, name: &str) -> Option<(&ReadyCatalogue, &ReadyUnit)> {
        let of_nation = self
            .catalogues
            .iter()
            .filter(|catalogue| nation.is_some() && catalogue.written().nation.as_deref() == nation);
        let of_none = self.catalogues.iter().filter(|catalogue| catalogue.written().nation.is_none());
        of_nation.chain(of_none).find_map(|catalogue| Some((catalogue.as_ref(), catalogue.find(name)?)))
    }

    /// Whether any unit is of no nation. A list of any nation may field such units as its own.
    #[must_use]
    pub(crate) fn has_units_of_no_nation(&self) -> bool {
        self.catalogues.iter().any(|catalogue| catalogue.written().nation.is_none())
    }

    /// The parts that it was made from.
    #[must_use]
    pub fn parts(&self) -> &RulesetParts {
        &self.core.parts
    }

    /// `sha256:` and the digest of all files, including units of a club.
    #[must_use]
    pub fn digest(&self) -> &str {
        self.own.as_ref().map_or(&self.core.parts.digest, |own| &own.digest)
    }

    /// The second half of fingerprints.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        self.own.as_ref().map_or(&self.core.parts.fingerprint, |own| &own.fingerprint)
    }

    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.core.rules.vocabulary
    }

    /// The rules that are judged, prepared.
    pub(crate) fn prepared(&self) -> &[PreparedRule] {
        &self.core.rules.prepared
    }

    /// The rules of severity `error` whose use depends on a setting.
    pub(crate) fn grave_rules_asking(&self, setting: &str) -> impl Iterator<Item = &Rule> {
        let asking = self.core.asking.get(setting).into_iter().flatten();
        asking.filter_map(|index| Some(&self.rules().get(*index)?.rule))
    }

    /// All conditions on settings that rules make, each once.
    pub(crate) fn conditions(&self) -> &[(String, SettingTest)] {
        &self.core.rules.conditions
    }

    /// Whether a rule asks if a list itself states this setting.
    pub(crate) fn asks_for_statement(&self, setting: &str) -> bool {
        self.core.rules.given.contains(setting)
    }

    /// The group kinds, in the order of the declarations.
    pub(crate) fn kinds(&self) -> &[PreparedKind] {
        &self.core.rules.kinds
    }

    /// The places of the rules that ask where squadrons are allocated.
    pub(crate) fn allocating(&self) -> &[usize] {
        self.core.allocating.get_or_init(|| allocating::allocating(&self.core))
    }

    /// The trait values that come from a squadron's place in a list.
    pub(crate) fn places(&self) -> &PlaceTraits {
        &self.core.places
    }

    pub(crate) fn patches(&self) -> &Patches {
        &self.core.rules.patches
    }

    /// The trait values that units have because of their nation. Empty for units of no nation.
    pub(crate) fn nation_bits(&self, nation: Option<&str>) -> Bits {
        self.core.places.of_nation(self.declarations(), nation)
    }

    /// The allocations that rules give to squadrons that state none: the place of the rule, the place of the
    /// allocation, and a matcher for the squadrons.
    pub(crate) fn allocates(&self) -> &[(usize, usize, Matcher)] {
        &self.core.rules.allocates
    }

    /// The charges of all rules.
    pub(crate) fn charges(&self) -> &[PreparedCharge] {
        &self.core.rules.charges
    }

    /// What rules grant: the place of the rule, and the amount.
    pub(crate) fn grants(&self) -> &[(usize, Calc)] {
        &self.core.rules.grants
    }

    /// The patches for a card. Each comes with its id, and with the special rules that it adds and that the card does
    /// not print already. `unit` is the id of the unit, or of the member of a fixed mix.
    #[must_use]
    pub fn patches_of<'r>(
        &'r self,
        nation: Option<&str>,
        unit: &str,
        traits: &IndexMap<String, TraitValue>,
        card: &catalogue::Card,
    ) -> Vec<(&'r str, &'r CardPatch, Vec<&'r str>)> {
        let vocabulary = self.vocabulary();
        let nation = self.nation_bits(nation);
        let find = |printed: &str| self.special_rule(printed).map(|rule| rule.id.clone());
        let bits = nation.union(&patches::printed(vocabulary, unit, traits, card, &find));
        let all = &self.declarations().patches;
        let patches = self.patches().of(&bits).filter_map(|place| all.get_index(place));
        let prefixes = &self.declarations().rule_prefixes;
        let bare = |rule: &str| slug(patches::unprefixed(prefixes, rule).unwrap_or(rule));
        let missing = |rule: &&String| !card.rules.iter().any(|own| bare(own) == bare(rule));
        patches
            .map(|(id, patch)| {
                (id.as_str(), patch, patch.gives.rules.iter().filter(missing).map(String::as_str).collect())
            })
            .collect()
    }
}
