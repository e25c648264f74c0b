//! A unit made ready: its options and choices in two vectors, and its kinds of models with their traits. Options,
//! choices and kinds refer to each other by their places in these vectors. `taken` always says how often each option is
//! taken.

#![expect(
    clippy::indexing_slicing,
    reason = "options and choices have their places in these vectors, and there is a number for each option and kind"
)]

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use crate::ready::bits::Bits;
use crate::shapes::catalogue::{BroughtModels, GroupEffect, PurchaseScope, Stat, TraitValue, Unit};
use crate::text::slug::slug;

/// What the engine knows about a unit in addition to its entry in the catalogue.
#[derive(Clone, Debug)]
pub struct ReadyUnit {
    /// The place of the unit in its catalogue.
    pub index: usize,
    /// The trait values of a squadron of this unit.
    pub bits: Bits,
    /// The trait values that it may have as well: those of traits that every unit has, but that the catalogue does not
    /// state for this unit.
    pub unstated: Bits,
    /// Its kinds of models: one for each member of a fixed mix, or only one; then those that options make.
    pub kinds: Vec<ModelKind>,
    /// All its options, nested ones too, parents before children.
    pub options: Vec<ReadyOption>,
    /// All its choices, nested ones too, parents before children.
    pub choices: Vec<ReadyChoice>,
    /// The place of each option, by every word that a list may use for it.
    pub(crate) by_name: HashMap<String, usize>,
    /// The slugs of names that several options have.
    pub(crate) shared: HashSet<String>,
}

/// One kind of model in a squadron.
#[derive(Clone, Debug, Default)]
pub struct ModelKind {
    /// The id of the unit that its models count for, if rules count by unit.
    pub unit: String,
    /// Its trait values.
    pub bits: Bits,
    /// The trait values that it may have as well.
    pub unstated: Bits,
    /// Points of each model; none if unknown.
    pub points: Option<u32>,
    /// The fewest models of this kind.
    pub min: u32,
    /// The most models of this kind; none if there is no limit.
    pub max: Option<u32>,
    /// Points that each model costs more or less if certain options are taken.
    pub extras: Vec<PriceExtra>,
    /// The option that makes models of this kind; none for the unit's own models.
    pub made_by: Option<usize>,
    /// The statistics of a kind that an option makes.
    pub(crate) stats: Vec<(String, i64)>,
}

/// A difference in price: the options that must all be taken for it, the options of which none may be taken, and the
/// points.
#[derive(Clone, Debug)]
pub struct PriceExtra {
    pub(crate) with: Vec<usize>,
    pub(crate) without: Vec<usize>,
    pub(crate) points: i64,
}

/// The models that an option makes.
#[derive(Clone, Copy, Debug)]
pub struct MadeModels {
    /// The kind of model.
    pub kind: usize,
    /// How many of the unit's own models each one replaces; 0 for additional models.
    pub takes: u32,
}

/// An option of a unit, made ready.
#[derive(Clone, Debug)]
pub struct ReadyOption {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Other names that lists may use.
    pub aliases: Vec<String>,
    /// The slug of its name.
    pub(crate) word: String,
    /// The kind of option, if a rule of its own judges how often such options are taken.
    pub(crate) sort: Option<String>,
    /// An attached squadron may not have it.
    pub(crate) not_attached: bool,
    /// The kinds of groups in which it is always or never taken.
    pub(crate) groups: Vec<(String, GroupEffect)>,
    /// The traits that it gives in place of the unit's own; none if it makes models.
    pub traits: IndexMap<String, TraitValue>,
    /// Points for each time it is bought; none if unknown.
    pub points: Option<i32>,
    /// For whom it is bought.
    pub buys: PurchaseScope,
    /// Points that it costs more or less each time if certain other options are taken.
    pub extras: Vec<PriceExtra>,
    /// The price of one, of two together, of three together, and so on. Empty if each costs the same.
    pub together: Vec<u32>,
    /// The models that it makes.
    pub makes: Option<MadeModels>,
    /// How often a model (or the squadron) may have it.
    pub max: u32,
    /// Maximums that replace `max`: each holds if this other option is taken.
    pub max_with: Vec<(usize, u32)>,
    /// Minimums: each holds if this other option is taken.
    pub min_with: Vec<(usize, u32)>,
    /// Models that it brings at no further cost.
    pub brings: Vec<BroughtModels>,
    /// The kind of model that may have it; none for all.
    pub kind: Option<usize>,
    /// The option without which it may not be taken, if any.
    pub under: Option<usize>,
    /// The choice that it belongs to, if any.
    pub of: Option<usize>,
    /// Trait values that it gives.
    pub gives: Bits,
    /// Trait values that it takes away in exchange.
    pub takes: Bits,
    /// Statistics that it sets to another number.
    pub sets: Vec<(String, i64)>,
    /// The special rules of the card that a model loses with it.
    pub loses: Bits,
}

/// A choice of a unit, made ready.
#[derive(Clone, Debug)]
pub struct ReadyChoice {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// How many must be chosen.
    pub min: u32,
    /// How many may be chosen; none if there is no limit.
    pub max: Option<u32>,
    /// The option that is taken if a list states none.
    pub default: Option<usize>,
    /// Its options are Marks.
    pub marks: bool,
    /// It is a hardpoint.
    pub hardpoint: bool,
    /// The kind of model that makes the choice; none for all.
    pub kind: Option<usize>,
    /// The option without which the choice is not made, if any.
    pub under: Option<usize>,
    /// The wider choice that its options also count for, if any.
    pub of: Option<usize>,
    /// It is made once for the squadron, not for each model.
    pub once: bool,
}

impl ReadyUnit {
    /// The place of an option by id, printed name or alias, in upper or lower case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).or_else(|| self.by_name.get(&slug(name))).copied()
    }

    /// The options that have this printed name, if several have it. Empty if the name is also the id of an option,
    /// which it then means, and if any hardpoint may take it.
    #[must_use]
    pub fn namesakes(&self, name: &str) -> Vec<usize> {
        if self.shared.is_empty() {
            return Vec::new();
        }
        let wanted = slug(name);
        let means_any = || self.find(name).is_some_and(|option| self.is_of_any_hardpoint(option));
        if !self.shared.contains(&wanted)
            || self.options.iter().any(|option| option.id.eq_ignore_ascii_case(name))
            || means_any()
        {
            return Vec::new();
        }
        (0..self.options.len()).filter(|option| slug(&self.options[*option].name) == wanted).collect()
    }

    /// The place of an option that is a Mark, by id, name or alias.
    #[must_use]
    pub fn find_mark(&self, name: &str) -> Option<usize> {
        let found = self.find(name).filter(|option| self.is_mark(*option));
        found.or_else(|| {
            let wanted = slug(name);
            (0..self.options.len()).find(|option| self.is_mark(*option) && slug(&self.options[*option].name) == wanted)
        })
    }

    /// Whether an option is a Mark.
    #[must_use]
    pub fn is_mark(&self, option: usize) -> bool {
        self.options[option].of.is_some_and(|choice| self.choices[choice].marks)
    }

    /// Whether an option that belongs to the choice `of` counts for `choice`: they are the same choice, or `choice` is
    /// a wider one.
    #[must_use]
    pub fn is_in(&self, of: Option<usize>, choice: usize) -> bool {
        let mut of = of;
        while let Some(other) = of {
            if other == choice {
                return true;
            }
            of = self.choices[other].of;
        }
        false
    }

    /// Points of an option for all the times it is taken; none if its price is unknown.
    #[must_use]
    pub fn price(&self, option: usize, taken: &[u32]) -> Option<i64> {
        let ReadyOption { points, together, extras, .. } = &self.options[option];
        let times = i64::from(taken[option]);
        let each = points.map(i64::from);
        // Each one beyond the last price in `together` costs `points`.
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

    /// The largest number of times that a model (or the squadron) may have an option in a group of this kind.
    #[must_use]
    pub fn most(&self, option: usize, taken: &[u32], group: Option<&str>) -> u32 {
        let ReadyOption { max, max_with, .. } = &self.options[option];
        if self.in_group(option, group) == Some(GroupEffect::Never) {
            return 0;
        }
        max_with.iter().filter(|(other, _)| taken[*other] > 0).map(|(_, max)| *max).min().unwrap_or(*max)
    }

    /// The smallest number of times that the squadron must have an option.
    #[must_use]
    pub fn least(&self, option: usize, taken: &[u32]) -> u32 {
        let needed = self.options[option].min_with.iter().filter(|(other, _)| taken[*other] > 0);
        needed.map(|(_, min)| *min).max().unwrap_or(0)
    }

    /// Whether an option is always or never taken in a group of this kind.
    pub(crate) fn in_group(&self, option: usize, group: Option<&str>) -> Option<GroupEffect> {
        let groups = &self.options[option].groups;
        groups.iter().find(|(kind, _)| Some(kind.as_str()) == group).map(|(_, what)| *what)
    }

    /// How many options of a choice are taken, those of narrower choices too.
    pub(crate) fn chosen(&self, choice: usize, taken: &[u32]) -> u32 {
        let of_choice = self.options.iter().zip(taken).filter(|(option, _)| self.is_in(option.of, choice));
        of_choice.fold(0, |sum: u32, (_, taken)| sum.saturating_add(*taken))
    }

    /// Whether a list means any hardpoint that offers an option of this name if it states this option: it states the
    /// plain name, and several offer it.
    #[must_use]
    pub fn is_of_any_hardpoint(&self, option: usize) -> bool {
        let ReadyOption { id, word, of, .. } = &self.options[option];
        of.is_some_and(|choice| self.choices[choice].hardpoint) && id == word && self.shared.contains(word)
    }

    /// Divides the number of models that a list states among the unit's own kinds. Each kind gets its fewest models;
    /// the rest goes to the first kinds that may have more. If the list states no number, the usual or the smallest
    /// number counts.
    #[must_use]
    pub fn share_out(&self, unit: &Unit, stated: Option<u32>) -> Vec<u32> {
        if unit.members.is_empty() {
            let count = stated.or(unit.usual).or(unit.squadron.map(|size| size.min)).unwrap_or(1);
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

    /// How many of the unit's own models the taken options turn into others.
    #[must_use]
    pub fn replaced(&self, taken: &[u32]) -> u32 {
        let makers = self.options.iter().zip(taken).filter_map(|(option, taken)| Some((option.makes?, *taken)));
        makers.fold(0, |sum: u32, (makes, taken)| sum.saturating_add(makes.takes.saturating_mul(taken)))
    }

    /// Whether options make models of other kinds.
    #[must_use]
    pub fn makes_models(&self) -> bool {
        self.kinds.iter().any(|kind| kind.made_by.is_some())
    }

    /// How many models make a choice; 1 if it is made for the squadron. `counts` has the number of models of each kind.
    #[must_use]
    pub fn choosers(&self, choice: &ReadyChoice, counts: &[u32], taken: &[u32]) -> u32 {
        let models = choice.kind.map_or_else(|| counts.iter().sum(), |kind| counts[kind]);
        match choice.under {
            Some(option) => taken[option],
            None if choice.once => 1,
            None => models,
        }
    }
}

/// The sum of the differences in price that hold.
pub(crate) fn more_each(extras: &[PriceExtra], taken: &[u32]) -> i64 {
    let holds = |extra: &&PriceExtra| {
        extra.with.iter().all(|option| taken[*option] > 0) && extra.without.iter().all(|option| taken[*option] == 0)
    };
    extras.iter().filter(holds).fold(0, |sum: i64, extra| sum.saturating_add(extra.points))
}

/// A statistic as a number; 0 if it is words.
pub(crate) fn number(stat: &Stat) -> i64 {
    match stat {
        Stat::Number(number) => i64::from(*number),
        Stat::Text(_) => 0,
    }
}
