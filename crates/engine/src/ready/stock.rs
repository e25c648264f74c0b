//! A catalogue made ready: units found by any of their names, options in one vector, traits as bits.

use std::collections::{BTreeMap, HashMap, HashSet};

use indexmap::IndexMap;

use crate::ready::bits::Bits;
use crate::ready::patches::{printed, weapons};
use crate::ready::vocabulary::{ANY, Vocabulary};
use crate::shapes::catalogue::{
    Brings, Buys, Card, Catalogue, Choice, Member, Only, PointsWith, Stat, TraitValue, Unit, UnitOption,
};
use crate::text::slug::slug;

/// The units of one nation, ready to be picked.
#[derive(Clone, Debug)]
pub struct Stock {
    catalogue: Catalogue,
    units: Vec<Article>,
    by_name: HashMap<String, usize>,
    /// The ids of a club's units, and whether each replaces a unit of the ruleset.
    own: BTreeMap<String, bool>,
}

/// What the engine knows about a unit beside its catalogue entry.
#[derive(Clone, Debug)]
pub struct Article {
    /// Where the unit stands in its catalogue.
    pub index: usize,
    /// The traits of a squadron of it.
    pub bits: Bits,
    /// The trait values that it may have too, for traits that every unit has but its catalogue does not state.
    pub unstated: Bits,
    /// Its kinds of model: one for each member of a specialised group, else one; then those that options make.
    pub kinds: Vec<ModelKind>,
    /// All its options, nested ones too, parents before children.
    pub offers: Vec<Offer>,
    /// All its choices, nested ones too, parents before children.
    pub picks: Vec<Pick>,
    /// An option for each word that a list may use for it.
    by_name: HashMap<String, usize>,
    /// The names that several options have.
    shared: HashSet<String>,
}

/// One kind of model in a squadron.
#[derive(Clone, Debug, Default)]
pub struct ModelKind {
    /// The id of the unit that its models count for, if rules count by unit.
    pub unit: String,
    /// Its traits.
    pub bits: Bits,
    /// The traits that it may have too.
    pub unstated: Bits,
    /// Points of each model; none if unknown.
    pub points: Option<u32>,
    /// The fewest models of this kind, in a specialised group.
    pub min: u32,
    /// The most models of this kind; none if there is no limit.
    pub max: Option<u32>,
    /// Additional points for each model if options are taken.
    pub extras: Vec<Extra>,
    /// The offer that makes models of this kind; none for the unit's own.
    pub made_by: Option<usize>,
    /// The statistics of a kind that an option makes.
    stats: Vec<(String, i64)>,
}

/// A difference in price, with the offers that cause it.
#[derive(Clone, Debug)]
pub struct Extra {
    with: Vec<usize>,
    without: Vec<usize>,
    points: i64,
}

/// The models that an option makes.
#[derive(Clone, Copy, Debug)]
pub struct Makes {
    /// The kind of model.
    pub kind: usize,
    /// How many of the unit's own models each one replaces; 0 for additional models.
    pub takes: u32,
}

/// An option of a unit, with its place among the other options.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Points for each time it is bought; none if unknown.
    pub points: Option<i32>,
    /// For whom it is bought.
    pub buys: Buys,
    /// Additional points for each time, if other options are taken.
    pub extras: Vec<Extra>,
    /// Points of one, of two together, of three together, if not each costs the same.
    pub together: Vec<u32>,
    /// The models that it makes.
    pub makes: Option<Makes>,
    /// How often a model (or the squadron) may have it.
    pub max: u32,
    /// How often instead, if another offer is taken.
    pub max_with: Vec<(usize, u32)>,
    /// How often at least, if another offer is taken.
    pub min_with: Vec<(usize, u32)>,
    /// Models that come with it.
    pub brings: Vec<Brings>,
    /// The kind of model that may have it; none for all.
    pub kind: Option<usize>,
    /// The option that must be taken for it.
    pub under: Option<usize>,
    /// The choice that it belongs to.
    pub of: Option<usize>,
    /// Traits it gives.
    pub gives: Bits,
    /// Traits it removes in exchange.
    pub takes: Bits,
    /// Statistics that it sets to another number.
    pub sets: Vec<(String, i64)>,
    /// The special rules of the card that a model with it no longer has.
    pub loses: Bits,
}

/// A choice of a unit, with its place among the options and other choices.
#[derive(Clone, Debug)]
pub struct Pick {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// How many must be chosen.
    pub min: u32,
    /// How many may be chosen; none if there is no limit.
    pub max: Option<u32>,
    /// The offer that is taken if a list states none.
    pub default: Option<usize>,
    /// Its options are Marks.
    pub marks: bool,
    /// The kind of model that chooses; none for all.
    pub kind: Option<usize>,
    /// The option that must be taken for it.
    pub under: Option<usize>,
    /// The wider choice that its options count for too.
    pub of: Option<usize>,
    /// Chosen once for the squadron, not for each model.
    pub once: bool,
}

impl Stock {
    /// Makes a catalogue ready for the rules of a vocabulary; `rule_ids` finds the special rules on a card, `patched`
    /// tells what the ruleset's patches give to a kind of model.
    #[must_use]
    pub fn new(
        catalogue: Catalogue,
        vocabulary: &Vocabulary,
        rule_ids: &dyn Fn(&str) -> Option<String>,
        patched: &dyn Fn(&Bits) -> Bits,
    ) -> Self {
        let units: Vec<Article> =
            (0..catalogue.units.len()).map(|index| article(&catalogue, index, vocabulary, rule_ids, patched)).collect();
        let mut by_name = HashMap::new();
        // Ids win over names, names over aliases, whatever the order of units.
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
        Self { catalogue, units, by_name, own: BTreeMap::new() }
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

    /// The catalogue itself.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The catalogue's entry of a unit.
    #[must_use]
    pub fn unit(&self, article: &Article) -> &Unit {
        &self.catalogue.units[article.index]
    }

    /// The value of a statistic on the card of one kind of a unit's models; 0 if it is not a number.
    #[must_use]
    pub fn stat(&self, article: &Article, kind: usize, name: &str) -> i64 {
        let unit = self.unit(article);
        if let Some(made) = article.kinds.get(kind).filter(|kind| kind.made_by.is_some()) {
            return made.stats.iter().find(|(known, _)| known == name).map_or(0, |(_, figure)| *figure);
        }
        let card = match unit.members.get(kind) {
            Some(Member { unit: Some(shared), .. }) => self.find(shared).map(|article| &self.unit(article).card),
            Some(member) => Some(&member.card),
            None => Some(&unit.card),
        };
        card.and_then(|card| card.stats.get(name)).map_or(0, number)
    }

    /// A unit by id, printed name or alias, in any case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Article> {
        let index = self.by_name.get(name).or_else(|| self.by_name.get(&slug(name)))?;
        self.units.get(*index)
    }

    /// All units.
    #[must_use]
    pub fn units(&self) -> &[Article] {
        &self.units
    }
}

impl Article {
    /// An option by id, printed name or alias, in any case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).or_else(|| self.by_name.get(&slug(name))).copied()
    }

    /// The options that a name may mean, if it is the printed name of several options and the id of none.
    #[must_use]
    pub fn namesakes(&self, name: &str) -> Vec<usize> {
        if self.shared.is_empty() {
            return Vec::new();
        }
        let wanted = slug(name);
        if !self.shared.contains(&wanted) || self.offers.iter().any(|offer| offer.id.eq_ignore_ascii_case(name)) {
            return Vec::new();
        }
        (0..self.offers.len()).filter(|offer| slug(&self.offers[*offer].name) == wanted).collect()
    }

    /// An option that is a Mark, by id, name or alias.
    #[must_use]
    pub fn find_mark(&self, name: &str) -> Option<usize> {
        let found = self.find(name).filter(|offer| self.is_mark(*offer));
        found.or_else(|| {
            let wanted = slug(name);
            (0..self.offers.len()).find(|offer| self.is_mark(*offer) && slug(&self.offers[*offer].name) == wanted)
        })
    }

    /// Whether an option is a Mark.
    #[must_use]
    pub fn is_mark(&self, offer: usize) -> bool {
        self.offers[offer].of.is_some_and(|pick| self.picks[pick].marks)
    }

    /// Whether something that belongs to the choice `of` counts for the choice `pick`.
    #[must_use]
    pub fn is_in(&self, of: Option<usize>, pick: usize) -> bool {
        let mut of = of;
        while let Some(choice) = of {
            if choice == pick {
                return true;
            }
            of = self.picks[choice].of;
        }
        false
    }

    /// Points of an offer for all the times it is taken; none if its price is unknown.
    #[must_use]
    pub fn price(&self, offer: usize, taken: &[u32]) -> Option<i64> {
        let Offer { points, together, extras, .. } = &self.offers[offer];
        let times = i64::from(taken[offer]);
        let each = points.map(i64::from);
        // Beyond the last stated price, each costs as much as a single one.
        let stated = usize::try_from(times).unwrap_or(usize::MAX).min(together.len());
        let base = match stated.checked_sub(1).and_then(|last| together.get(last)) {
            Some(sum) => {
                let beyond = times - i64::try_from(stated).unwrap_or(i64::MAX);
                i64::from(*sum).saturating_add(each.unwrap_or(0).saturating_mul(beyond))
            }
            None => each?.saturating_mul(times),
        };
        Some(base.saturating_add(more_each(extras, taken).saturating_mul(times)))
    }

    /// How often at most a model (or the squadron) may have an offer, given what is taken.
    #[must_use]
    pub fn most(&self, offer: usize, taken: &[u32]) -> u32 {
        let Offer { max, max_with, .. } = &self.offers[offer];
        max_with.iter().filter(|(other, _)| taken[*other] > 0).map(|(_, max)| *max).min().unwrap_or(*max)
    }

    /// How often at least the squadron must have an offer, given what is taken.
    #[must_use]
    pub fn least(&self, offer: usize, taken: &[u32]) -> u32 {
        let needed = self.offers[offer].min_with.iter().filter(|(other, _)| taken[*other] > 0);
        needed.map(|(_, min)| *min).max().unwrap_or(0)
    }

    /// Divides a number of models among the unit's own kinds: the fewest of each, and the rest to the first kinds that
    /// may have more.
    #[must_use]
    pub fn share_out(&self, unit: &Unit, stated: Option<u32>) -> Vec<u32> {
        if unit.members.is_empty() {
            let only = unit.squadron.filter(|size| size.max == Some(size.min)).map(|size| size.min);
            let count = stated.or(unit.usual).or(only).or(unit.squadron.map(|size| size.min)).unwrap_or(1);
            return vec![count];
        }
        let own = || self.kinds.iter().filter(|kind| kind.made_by.is_none());
        let mut counts: Vec<u32> = own().map(|kind| kind.min).collect();
        let mut spare = stated.unwrap_or(0).saturating_sub(counts.iter().sum());
        for (count, kind) in counts.iter_mut().zip(own()) {
            let room = kind.max.map_or(spare, |max| max.saturating_sub(*count)).min(spare);
            *count += room;
            spare -= room;
        }
        counts
    }

    /// How many of the unit's own models are replaced by others.
    #[must_use]
    pub fn replaced(&self, taken: &[u32]) -> u32 {
        let makers = self.offers.iter().zip(taken).filter_map(|(offer, taken)| Some((offer.makes?, *taken)));
        makers.fold(0, |sum: u32, (makes, taken)| sum.saturating_add(makes.takes.saturating_mul(taken)))
    }

    /// Whether options make models of other kinds.
    #[must_use]
    pub fn makes_models(&self) -> bool {
        self.kinds.iter().any(|kind| kind.made_by.is_some())
    }

    /// How many models (or squadrons) make a choice, given the models of each kind and how often offers are taken.
    #[must_use]
    pub fn choosers(&self, pick: &Pick, counts: &[u32], taken: &[u32]) -> u32 {
        let models = pick.kind.map_or_else(|| counts.iter().sum(), |kind| counts[kind]);
        match pick.under {
            Some(offer) => taken[offer],
            None if pick.once => 1,
            None => models,
        }
    }
}

/// Additional points for each model, given what is taken.
pub(crate) fn more_each(extras: &[Extra], taken: &[u32]) -> i64 {
    let holds = |extra: &&Extra| {
        extra.with.iter().all(|offer| taken[*offer] > 0) && extra.without.iter().all(|offer| taken[*offer] == 0)
    };
    extras.iter().filter(holds).fold(0, |sum: i64, extra| sum.saturating_add(extra.points))
}

/// A statistic as a number; 0 if it is words.
fn number(stat: &Stat) -> i64 {
    match stat {
        Stat::Number(number) => i64::from(*number),
        Stat::Text(_) => 0,
    }
}

/// What is printed for a kind of model: its id, its traits, its card.
type Printed<'c> = (&'c str, &'c IndexMap<String, TraitValue>, &'c Card);

/// The words of a unit's printed name.
fn called(vocabulary: &Vocabulary, unit: &Unit) -> Bits {
    if vocabulary.asks("called") { vocabulary.bits("called", slug(&unit.name).split('-')) } else { Bits::default() }
}

/// The traits that all models of a unit have, whatever is on their cards.
fn common(vocabulary: &Vocabulary, unit: &Unit) -> Bits {
    let mut common = vocabulary.bits("unit", [unit.id.as_str()]).union(&called(vocabulary, unit));
    match unit.only {
        Some(Only::Attached) => common = common.union(&vocabulary.bits("only", ["attached"])),
        Some(Only::Brought) => common = common.union(&vocabulary.bits("only", ["brought"])),
        None => {}
    }
    if unit.squadron.is_none() && unit.members.is_empty() {
        common = common.union(&vocabulary.bit("any-number", ANY));
    }
    common
}

fn article<'c>(
    catalogue: &'c Catalogue,
    index: usize,
    vocabulary: &Vocabulary,
    rule_ids: &dyn Fn(&str) -> Option<String>,
    patched: &dyn Fn(&Bits) -> Bits,
) -> Article {
    let unit = &catalogue.units[index];
    let rules = |option: &UnitOption| {
        let ids: Vec<String> = option.all_rules().filter_map(|rule| rule_ids(rule)).collect();
        vocabulary.bits("rule", ids.iter().map(String::as_str))
    };
    let common = common(vocabulary, unit);
    let on_card =
        |id: &str, traits: &IndexMap<String, TraitValue>, card: &Card| printed(vocabulary, id, traits, card, rule_ids);
    let with_patches = |bits: Bits| bits.union(&patched(&bits)).union(&common);
    let unit_card = (unit.id.as_str(), &unit.traits, &unit.card);
    let own = with_patches(on_card(&unit.id, &unit.traits, &unit.card));
    let shared_by =
        |member: &Member| catalogue.units.iter().find(|shared| member.unit.as_ref().is_some_and(|id| shared.id == *id));
    let card_of = |member: &'c Member| -> Printed<'c> {
        let id = member.unit.as_ref().unwrap_or(&member.id).as_str();
        shared_by(member).map_or((id, &member.traits, &member.card), |shared| (id, &shared.traits, &shared.card))
    };
    let kind_of = |member: &'c Member| {
        let (id, traits, card) = card_of(member);
        ModelKind {
            bits: with_patches(on_card(id, traits, card)),
            unstated: vocabulary.unstated(traits),
            unit: id.to_owned(),
            points: member.points.or_else(|| shared_by(member).and_then(|s| s.points)),
            min: member.models.min,
            max: member.models.max,
            ..ModelKind::default()
        }
    };
    let mut kinds = if unit.members.is_empty() {
        let unstated = vocabulary.unstated(&unit.traits);
        let (id, points) = (unit.id.clone(), unit.points);
        vec![ModelKind { unit: id, bits: own, unstated, points, min: 1, ..ModelKind::default() }]
    } else {
        unit.members.iter().map(kind_of).collect()
    };
    // A squadron of a fixed mix has the special rules and the weapons of all its models.
    let shared = vocabulary.all("rule").union(&vocabulary.all("weapon"));
    let bits = kinds.iter().fold(own, |bits, kind| bits.union(&kind.bits.within(&shared)));
    let lost = |removed: &[String], (id, traits, card): Printed| {
        // Rules that a patch gives stay, because options remove only printed rules.
        lost(vocabulary, rule_ids, card, removed).without(&patched(&on_card(id, traits, card)))
    };
    let of_made = |(id, traits, card): Printed| {
        let bits = on_card(id, traits, card);
        bits.union(&patched(&bits))
    };
    let mut gathering = Gathering {
        vocabulary,
        rules: &rules,
        of_made: &of_made,
        card_of: &|kind| kind.and_then(|kind| unit.members.get(kind)).map_or(unit_card, card_of),
        lost: &lost,
        core: (unit.members.is_empty() && makes_models(&unit.options, &unit.choices)).then_some(0),
        own: kinds.len(),
        made: Vec::new(),
        options: Vec::new(),
        offers: Vec::new(),
        picks: Vec::new(),
        names: Vec::new(),
    };
    gathering.add(&unit.options, &unit.choices, None, None, None);
    for (kind, member) in unit.members.iter().enumerate() {
        gathering.add(&member.options, &member.choices, Some(kind), None, None);
    }
    let Gathering { mut offers, picks, names, made, options, .. } = gathering;
    let mut by_name = HashMap::new();
    for (position, offer) in offers.iter().enumerate() {
        by_name.entry(offer.id.clone()).or_insert(position);
    }
    if let Some(core) = kinds.first_mut().filter(|_| unit.members.is_empty()) {
        core.extras = extras(&unit.points_with, &by_name);
    }
    for (offer, option) in offers.iter_mut().zip(options) {
        offer.extras = extras(&option.points_with, &by_name);
        offer.max_with = limits(&option.max_with, &by_name);
        offer.min_with = limits(&option.min_with, &by_name);
    }
    kinds.extend(made.into_iter().map(|(offer, (id, traits, card))| ModelKind {
        bits: of_made((id, traits, card)),
        unit: id.to_owned(),
        made_by: Some(offer),
        stats: card.stats.iter().map(|(name, stat)| (name.clone(), number(stat))).collect(),
        ..ModelKind::default()
    }));
    let (mut names_seen, mut shared) = (HashSet::new(), HashSet::new());
    for (position, offer) in offers.iter().enumerate() {
        let name = slug(&offer.name);
        by_name.entry(name.clone()).or_insert(position);
        if !names_seen.insert(name.clone()) {
            shared.insert(name);
        }
    }
    for (name, position) in names {
        by_name.entry(name).or_insert(position);
    }
    let unstated = vocabulary.unstated(&unit.traits);
    Article { index, bits, unstated, kinds, offers, picks, by_name, shared }
}

/// The special rules that a card loses when these names are removed from it. A rule that is printed twice, with
/// different parameters, stays until both are removed. A weapon's rule goes with the weapon.
fn lost(vocabulary: &Vocabulary, rule_ids: &dyn Fn(&str) -> Option<String>, card: &Card, removed: &[String]) -> Bits {
    if removed.is_empty() {
        return Bits::default();
    }
    let gone: Vec<String> = removed.iter().map(|name| slug(name)).collect();
    let (lost, kept): (Vec<_>, Vec<_>) = card.all_rules().partition(|(name, _)| gone.contains(&slug(name)));
    let ids = |rules: &[(&str, &String)]| rules.iter().filter_map(|(_, rule)| rule_ids(rule)).collect::<Vec<String>>();
    let bits = |ids: Vec<String>| vocabulary.bits("rule", ids.iter().map(String::as_str));
    bits(ids(&lost)).without(&bits(ids(&kept)))
}

/// Differences in price, with the offers that cause them.
fn extras(points: &[PointsWith], by_name: &HashMap<String, usize>) -> Vec<Extra> {
    let offers = |ids: &[String]| ids.iter().filter_map(|id| by_name.get(id).copied()).collect();
    let extra = |extra: &PointsWith| Extra {
        with: offers(&extra.with),
        without: offers(&extra.without),
        points: extra.points.into(),
    };
    points.iter().map(extra).collect()
}

/// Limits, each with the offer that must be taken for it to hold.
fn limits(limits: &IndexMap<String, u32>, by_name: &HashMap<String, usize>) -> Vec<(usize, u32)> {
    limits.iter().filter_map(|(id, number)| Some((*by_name.get(id)?, *number))).collect()
}

/// Whether options make models.
fn makes_models(options: &[UnitOption], choices: &[Choice]) -> bool {
    let of_option = |option: &UnitOption| {
        option.becomes.is_some() || option.adds.is_some() || makes_models(&option.options, &option.choices)
    };
    options.iter().any(of_option) || choices.iter().any(|choice| makes_models(&choice.options, &choice.choices))
}

struct Gathering<'a> {
    vocabulary: &'a Vocabulary,
    rules: &'a dyn Fn(&UnitOption) -> Bits,
    /// The traits that a kind of model made by an option has by its card.
    of_made: &'a dyn Fn(Printed) -> Bits,
    /// The card of a kind of model of the unit's own.
    card_of: &'a dyn Fn(Option<usize>) -> Printed<'a>,
    /// The special rules that a card loses if these names are removed.
    lost: &'a dyn Fn(&[String], Printed) -> Bits,
    /// The kind of the unit's own models, if options make others.
    core: Option<usize>,
    /// How many kinds of models the unit has of its own.
    own: usize,
    /// The kinds that options make, each with its offer.
    made: Vec<(usize, Printed<'a>)>,
    /// The option of each offer.
    options: Vec<&'a UnitOption>,
    offers: Vec<Offer>,
    picks: Vec<Pick>,
    names: Vec<(String, usize)>,
}

impl<'a> Gathering<'a> {
    fn add(
        &mut self,
        options: &'a [UnitOption],
        choices: &'a [Choice],
        kind: Option<usize>,
        under: Option<usize>,
        of: Option<usize>,
    ) {
        for option in options {
            let makes = option.becomes.as_ref().map(|kind| (kind, kind.takes));
            let makes = makes.or(option.adds.as_ref().map(|kind| (kind, 0)));
            // If an option makes models, the squadron gains their traits and keeps its own.
            let instead = option.traits.keys().filter(|_| makes.is_none());
            let takes = instead.fold(Bits::default(), |b, name| b.union(&self.vocabulary.all(name)));
            let weapons = weapons(self.vocabulary, option.weapons.iter().map(|weapon| weapon.name.as_str()));
            let mut gives = self.vocabulary.traits(&option.traits).union(&(self.rules)(option)).union(&weapons);
            if let Some((made, _)) = makes {
                let made = (self.of_made)((&option.id, &made.traits, &made.card));
                gives = gives.union(&made.without(&self.vocabulary.all("unit")));
            }
            let position = self.offers.len();
            let makes = makes.map(|(made, takes)| {
                self.made.push((position, (&option.id, &made.traits, &made.card)));
                Makes { kind: self.own + self.made.len() - 1, takes }
            });
            let kind = kind.or(self.core.filter(|_| option.buys != Buys::Squadron));
            let card = match kind.and_then(|kind| kind.checked_sub(self.own)) {
                Some(made) => self.made[made].1,
                None => (self.card_of)(kind),
            };
            self.options.push(option);
            self.offers.push(Offer {
                id: option.id.clone(),
                name: option.name.clone(),
                points: option.points,
                buys: option.buys,
                extras: Vec::new(),
                together: option.together.clone(),
                makes,
                max: option.max.unwrap_or(1),
                max_with: Vec::new(),
                min_with: Vec::new(),
                brings: option.brings.clone(),
                kind,
                under,
                of,
                gives,
                takes,
                sets: option.sets.iter().map(|(name, stat)| (name.clone(), number(stat))).collect(),
                loses: (self.lost)(&option.removes, card),
            });
            self.names.extend(option.aliases.iter().map(|alias| (slug(alias), position)));
            let kind = makes.map_or(kind, |makes| Some(makes.kind));
            self.add(&option.options, &option.choices, kind, Some(position), None);
        }
        for choice in choices {
            let pick = self.picks.len();
            let once = choice.options.iter().any(|option| option.buys == Buys::Squadron);
            self.picks.push(Pick {
                id: choice.id.clone(),
                name: choice.name.clone(),
                min: choice.min,
                max: choice.max,
                default: None,
                marks: choice.marks,
                kind: kind.or(self.core.filter(|_| !once)),
                under,
                of,
                once,
            });
            let first = self.offers.len();
            self.add(&choice.options, &choice.choices, kind, under, Some(pick));
            let default = choice.default.as_ref();
            self.picks[pick].default = (first..self.offers.len()).find(|o| default == Some(&self.offers[*o].id));
        }
    }
}
