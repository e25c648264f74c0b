//! What is bought for a squadron: its models, and how often each option is taken.

use muster_engine::catalogue::{Choice, ConditionalPoints, GroupEffect, PurchaseScope, Unit, UnitOption};
use muster_engine::list::{ModelCount, OptionPick, Squadron};
use muster_engine::slug::slug;

/// What is bought for a squadron.
#[derive(Clone)]
pub(super) struct BoughtOptions<'a> {
    /// The models of each kind: the unit's own kinds, then those that options make.
    pub models: Vec<u32>,
    /// The number of models in the list, before options turn some of them into others.
    pub listed: u32,
    /// The bought options that make models, one for each kind that is not the unit's own.
    pub made: Vec<usize>,
    pub offers: Vec<OfferedOption<'a>>,
    pub choices: Vec<UnitChoice<'a>>,
    /// Every weapon and generator that the list states by its name finds room in the first hardpoint that has some.
    pub is_settled: bool,
}

/// An option of the unit, and how often it is taken.
#[derive(Clone)]
pub(super) struct OfferedOption<'a> {
    pub option: &'a UnitOption,
    /// In a fixed mix, the member that has the option.
    pub kind: Option<usize>,
    /// The choice that it belongs to.
    pub of: Option<usize>,
    /// The choices that it counts for: the one that it belongs to and wider ones.
    pub choices: Vec<usize>,
    pub times: u32,
}

/// A choice of the unit.
#[derive(Clone)]
pub(super) struct UnitChoice<'a> {
    pub choice: &'a Choice,
    /// The kind of models that make it.
    pub kind: Option<usize>,
    /// The option that it comes with.
    pub under: Option<usize>,
}

/// How often a list states an option: for the whole squadron, or for one part of it.
#[derive(Clone, Copy)]
pub(super) struct OptionStatement {
    pub offer: usize,
    pub part: Option<usize>,
    pub times: u32,
}

impl<'a> BoughtOptions<'a> {
    /// What is bought for a squadron in a group of this kind, if it stands in one.
    pub(super) fn new(unit: &'a Unit, squadron: &Squadron, group: Option<&str>) -> Self {
        let stated = match &squadron.models {
            Some(ModelCount::Count(count)) => Some(*count),
            Some(ModelCount::Parts(parts)) => Some(parts.iter().map(|part| part.count).sum()),
            None => None,
        };
        let mut models: Vec<u32> = unit.members.iter().map(|member| member.models.min).collect();
        if unit.members.is_empty() {
            let size = unit.squadron.map_or(1, |size| size.min);
            models.push(stated.or(unit.usual).unwrap_or(size));
        } else {
            // Models beyond the minimum are of the first kind that may have more.
            while let Some(stated) = stated.filter(|stated| *stated > models.iter().sum()) {
                let kinds = unit.members.iter().enumerate();
                let mut open = kinds.filter(|(kind, member)| member.models.max.is_none_or(|max| models[*kind] < max));
                match open.next() {
                    Some((kind, _)) => models[kind] = (models[kind] + 1).min(stated),
                    None => break,
                }
            }
        }
        let own = models.len();
        let listed = models.iter().sum();
        let mut bought =
            Self { models, listed, made: Vec::new(), offers: Vec::new(), choices: Vec::new(), is_settled: true };
        bought.offer(&unit.options, &unit.choices, (None, None), &[]);
        for (kind, member) in unit.members.iter().enumerate() {
            bought.offer(&member.options, &member.choices, (Some(kind), None), &[]);
        }
        if bought.made.is_empty() {
            bought.take(squadron, group);
            return bought;
        }
        // If options make models, an option or choice that belongs to no kind of model belongs to the unit's own kind.
        if unit.members.is_empty() {
            for offer in bought.offers.iter_mut().filter(|offer| offer.option.buys != PurchaseScope::Squadron) {
                offer.kind = offer.kind.or(Some(0));
            }
            for UnitChoice { choice, kind, .. } in &mut bought.choices {
                if choice.options.iter().all(|option| option.buys != PurchaseScope::Squadron) {
                    *kind = kind.or(Some(0));
                }
            }
        }
        let stated = bought.models.clone();
        bought.models.resize(own + bought.made.len(), 0);
        // The models depend on the options taken, and the options on the models. The second pass settles both.
        for _ in 0..2 {
            bought.take(squadron, group);
            bought.models[..own].copy_from_slice(&stated);
            for (kind, offer) in bought.made.clone().into_iter().enumerate() {
                let OfferedOption { option, times, .. } = &bought.offers[offer];
                let takes = option.becomes.as_ref().map_or(0, |kind| kind.takes) * times;
                bought.models[own + kind] = *times;
                bought.models[0] = bought.models[0].saturating_sub(takes);
            }
        }
        bought
    }

    /// The option that makes this kind of model; none for the unit's own kinds.
    pub(super) fn made_by(&self, kind: usize) -> Option<&OfferedOption<'a>> {
        let own = self.models.len() - self.made.len();
        kind.checked_sub(own).map(|made| &self.offers[self.made[made]])
    }

    /// The points of an option, for all the times that it is taken.
    pub(super) fn price(&self, offer: &OfferedOption) -> Option<i64> {
        let UnitOption { points, together, points_with, .. } = offer.option;
        let times = i64::from(offer.times);
        let mut sum = 0;
        for number in 1..=offer.times {
            let place = usize::try_from(number).unwrap_or(usize::MAX) - 1;
            sum = match together.get(place) {
                Some(all) => i64::from(*all),
                None if together.is_empty() => sum + i64::from((*points)?),
                None => sum + i64::from(points.unwrap_or(0)),
            };
        }
        Some(sum + self.more(points_with) * times)
    }

    /// The extra points for each model or option, given what is taken.
    pub(super) fn more(&self, points_with: &[ConditionalPoints]) -> i64 {
        let taken = |id: &String| self.offers.iter().find(|offer| offer.option.id == *id).map(|offer| offer.times > 0);
        let holds = |extra: &&ConditionalPoints| {
            extra.with.iter().all(|id| taken(id) != Some(false))
                && extra.without.iter().all(|id| taken(id) != Some(true))
        };
        points_with.iter().filter(holds).map(|extra| i64::from(extra.points)).sum()
    }

    /// Adds options and choices. `place` is the kind of models that may have them and the option that they come with,
    /// `within` the choices that they belong to.
    fn offer(
        &mut self,
        options: &'a [UnitOption],
        choices: &'a [Choice],
        place: (Option<usize>, Option<usize>),
        within: &[usize],
    ) {
        let (kind, under) = place;
        for option in options {
            let index = self.offers.len();
            let of = within.last().copied();
            self.offers.push(OfferedOption { option, kind, of, choices: within.to_vec(), times: 0 });
            let kind = if option.becomes.is_some() || option.adds.is_some() {
                self.made.push(index);
                Some(self.models.len() + self.made.len() - 1)
            } else {
                kind
            };
            self.offer(&option.options, &option.choices, (kind, Some(index)), &[]);
        }
        for choice in choices {
            let within: Vec<usize> = within.iter().copied().chain([self.choices.len()]).collect();
            self.choices.push(UnitChoice { choice, kind, under });
            self.offer(&choice.options, &choice.choices, place, &within);
        }
    }

    fn named(&self, name: &str, marks_only: bool) -> Option<usize> {
        let is_mark = |offer: &OfferedOption| offer.of.is_some_and(|choice| self.choices[choice].choice.marks);
        let offers = || self.offers.iter().enumerate().filter(move |(_, offer)| !marks_only || is_mark(offer));
        let wanted = slug(name);
        let by_id = offers().find(|(_, offer)| offer.option.id == name || offer.option.id == wanted);
        let by_name = || offers().find(|(_, offer)| slug(&offer.option.name) == wanted);
        let by_alias = || offers().find(|(_, offer)| offer.option.aliases.iter().any(|alias| slug(alias) == wanted));
        by_id.or_else(by_name).or_else(by_alias).map(|(index, _)| index)
    }

    /// Takes what the list states, then what it leaves unstated.
    fn take(&mut self, squadron: &Squadron, group: Option<&str>) {
        self.offers.iter_mut().for_each(|offer| offer.times = 0);
        let parts = if let Some(ModelCount::Parts(parts)) = &squadron.models { &parts[..] } else { &[] };
        let sizes: Vec<u32> = parts.iter().map(|part| part.count).collect();
        let mut stated = self.picks(&squadron.options, None, &sizes);
        stated.extend(self.mark(squadron.mark.as_ref(), None, &sizes));
        for (place, part) in parts.iter().enumerate() {
            stated.extend(self.picks(&part.options, Some(place), &sizes));
            stated.extend(self.mark(part.mark.as_ref(), Some(place), &sizes));
        }
        self.place(&stated, &sizes, group);
        self.take_unstated(group);
    }

    /// Takes the options that squadrons in such a group always have, then the defaults of choices.
    pub(super) fn take_unstated(&mut self, group: Option<&str>) {
        for index in 0..self.offers.len() {
            let OfferedOption { option, kind, times, .. } = &self.offers[index];
            if group.and_then(|group| option.groups.get(group)) == Some(&GroupEffect::Always) {
                let each = if option.buys == PurchaseScope::Squadron { 1 } else { self.models_of(*kind) };
                self.offers[index].times = each.max(*times);
            }
        }
        for (index, chosen) in self.choices.clone().iter().enumerate() {
            let mut missing = (chosen.choice.min * self.choosers(chosen)).saturating_sub(self.taken_of(index));
            if chosen.choice.default.is_some() {
                self.add_default(index, missing);
                continue;
            }
            // Without a default of its own, it takes those of the choices inside it.
            for narrower in index + 1..self.choices.len() {
                if !self.is_inside(narrower, index) {
                    continue;
                }
                let inner = &self.choices[narrower];
                let all = inner.choice.max.map(|max| max * self.choosers(inner));
                let room = all.map_or(missing, |all| all.saturating_sub(self.taken_of(narrower)));
                missing -= self.add_default(narrower, missing.min(room));
            }
        }
    }

    /// How many options of a choice are taken, those of choices inside it too.
    fn taken_of(&self, choice: usize) -> u32 {
        self.offers.iter().filter(|offer| offer.choices.contains(&choice)).map(|offer| offer.times).sum()
    }

    /// Whether options of one choice count for another, which is around it.
    fn is_inside(&self, choice: usize, around: usize) -> bool {
        let mut own = self.offers.iter().filter(|offer| offer.of == Some(choice));
        own.any(|offer| offer.choices.contains(&around)) && choice != around
    }

    /// Adds the default of a choice a number of times. The result is how often there was one to add.
    fn add_default(&mut self, choice: usize, times: u32) -> u32 {
        let default = self.choices[choice].choice.default.clone();
        let is =
            |offer: &&mut OfferedOption| offer.choices.contains(&choice) && default.as_ref() == Some(&offer.option.id);
        let Some(offer) = self.offers.iter_mut().find(is) else { return 0 };
        offer.times += times;
        times
    }

    /// How many models make a choice; 1 if it is made for the squadron.
    pub(super) fn choosers(&self, chosen: &UnitChoice) -> u32 {
        match chosen.under {
            Some(under) => self.offers[under].times,
            None if chosen.choice.options.iter().any(|option| option.buys == PurchaseScope::Squadron) => 1,
            None => self.models_of(chosen.kind),
        }
    }

    /// The options that a list states, for the squadron or for one of its parts.
    fn picks(&self, picks: &[OptionPick], part: Option<usize>, sizes: &[u32]) -> Vec<OptionStatement> {
        let mut stated = Vec::new();
        for pick in picks {
            match pick {
                OptionPick::Every(name) => {
                    if let Some(offer) = self.named(name, false) {
                        let once = self.offers[offer].option.buys == PurchaseScope::Squadron;
                        stated.push(OptionStatement {
                            offer,
                            part,
                            times: if once { 1 } else { self.every(offer, part, sizes) },
                        });
                    }
                }
                OptionPick::Some(counts) => {
                    let named = counts.iter().filter_map(|(name, times)| Some((self.named(name, false)?, *times)));
                    stated.extend(named.map(|(offer, times)| OptionStatement { offer, part, times }));
                }
            }
        }
        stated
    }

    /// The Mark of all models, or of those of one part.
    fn mark(&self, mark: Option<&String>, part: Option<usize>, sizes: &[u32]) -> Option<OptionStatement> {
        let offer = mark.and_then(|mark| self.named(mark, true))?;
        Some(OptionStatement { offer, part, times: self.every(offer, part, sizes) })
    }

    /// The number of models that may have an option, in the squadron or in one of its parts. In a fixed mix, a part may
    /// contain models that do not have an option.
    fn every(&self, offer: usize, part: Option<usize>, sizes: &[u32]) -> u32 {
        let all = self.offers[offer].kind.map(|kind| self.models[kind]);
        part.map_or_else(|| self.models_of(self.offers[offer].kind), |part| all.unwrap_or(u32::MAX).min(sizes[part]))
    }

    fn models_of(&self, kind: Option<usize>) -> u32 {
        kind.map_or_else(|| self.models.iter().sum(), |kind| self.models[kind])
    }
}
