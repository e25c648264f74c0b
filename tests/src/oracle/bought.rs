//! What is bought for a squadron: its models, and how often each option is taken.

use muster_engine::catalogue::{Buys, Choice, PointsWith, Unit, UnitOption};
use muster_engine::list::{Models, OptionPick, Squadron};
use muster_engine::slug::slug;

/// What is bought for a squadron.
pub(super) struct Bought<'a> {
    /// The models of each kind: the unit's own kinds, then those that options make.
    pub models: Vec<u32>,
    /// The number of models in the list, before options turn some of them into others.
    pub listed: u32,
    /// The bought options that make models, one for each kind that is not the unit's own.
    pub made: Vec<usize>,
    pub offers: Vec<Offered<'a>>,
}

/// An option of the unit, and how often it is taken.
pub(super) struct Offered<'a> {
    pub option: &'a UnitOption,
    /// In a fixed mix, the member that has the option.
    pub kind: Option<usize>,
    /// The choices that it counts for.
    pub choices: Vec<&'a str>,
    pub is_mark: bool,
    pub times: u32,
}

impl<'a> Bought<'a> {
    pub(super) fn new(unit: &'a Unit, squadron: &Squadron) -> Self {
        let stated = match &squadron.models {
            Some(Models::Count(count)) => Some(*count),
            Some(Models::Parts(parts)) => Some(parts.iter().map(|part| part.count).sum()),
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
        let mut bought = Self { models, listed, made: Vec::new(), offers: Vec::new() };
        let mut choices = Vec::new();
        bought.offer(&unit.options, &unit.choices, (None, None), &[], false, &mut choices);
        for (kind, member) in unit.members.iter().enumerate() {
            bought.offer(&member.options, &member.choices, (Some(kind), None), &[], false, &mut choices);
        }
        if bought.made.is_empty() {
            bought.take(squadron);
            bought.take_defaults(&choices);
            return bought;
        }
        // If options make models, an option or choice that belongs to no kind of model belongs to the unit's own kind.
        if unit.members.is_empty() {
            for offer in bought.offers.iter_mut().filter(|offer| offer.option.buys != Buys::Squadron) {
                offer.kind = offer.kind.or(Some(0));
            }
            for (choice, kind, _) in &mut choices {
                if choice.options.iter().all(|option| option.buys != Buys::Squadron) {
                    *kind = kind.or(Some(0));
                }
            }
        }
        let stated = bought.models.clone();
        bought.models.resize(own + bought.made.len(), 0);
        // The models depend on the options taken, and the options on the models. The second pass settles both.
        for _ in 0..2 {
            bought.offers.iter_mut().for_each(|offer| offer.times = 0);
            bought.take(squadron);
            bought.take_defaults(&choices);
            bought.models[..own].copy_from_slice(&stated);
            for (kind, offer) in bought.made.clone().into_iter().enumerate() {
                let Offered { option, times, .. } = &bought.offers[offer];
                let takes = option.becomes.as_ref().map_or(0, |kind| kind.takes) * times;
                bought.models[own + kind] = *times;
                bought.models[0] = bought.models[0].saturating_sub(takes);
            }
        }
        bought
    }

    /// The option that makes this kind of model; none for the unit's own kinds.
    pub(super) fn made_by(&self, kind: usize) -> Option<&Offered<'a>> {
        let own = self.models.len() - self.made.len();
        kind.checked_sub(own).map(|made| &self.offers[self.made[made]])
    }

    /// The points of an option, for all the times that it is taken.
    pub(super) fn price(&self, offer: &Offered) -> Option<i64> {
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
    pub(super) fn more(&self, points_with: &[PointsWith]) -> i64 {
        let taken = |id: &String| self.offers.iter().find(|offer| offer.option.id == *id).map(|offer| offer.times > 0);
        let holds = |extra: &&PointsWith| {
            extra.with.iter().all(|id| taken(id) != Some(false))
                && extra.without.iter().all(|id| taken(id) != Some(true))
        };
        points_with.iter().filter(holds).map(|extra| i64::from(extra.points)).sum()
    }

    fn offer(
        &mut self,
        options: &'a [UnitOption],
        choices: &'a [Choice],
        place: (Option<usize>, Option<usize>),
        within: &[&'a str],
        is_mark: bool,
        all: &mut Vec<(&'a Choice, Option<usize>, Option<usize>)>,
    ) {
        let (kind, under) = place;
        for option in options {
            let index = self.offers.len();
            self.offers.push(Offered { option, kind, choices: within.to_vec(), is_mark, times: 0 });
            let kind = if option.becomes.is_some() || option.adds.is_some() {
                self.made.push(index);
                Some(self.models.len() + self.made.len() - 1)
            } else {
                kind
            };
            self.offer(&option.options, &option.choices, (kind, Some(index)), &[], false, all);
        }
        for choice in choices {
            all.push((choice, kind, under));
            let within: Vec<&str> = within.iter().copied().chain([choice.id.as_str()]).collect();
            self.offer(&choice.options, &choice.choices, place, &within, choice.marks, all);
        }
    }

    fn named(&self, name: &str, marks_only: bool) -> Option<usize> {
        let offers = || self.offers.iter().enumerate().filter(|(_, offer)| offer.is_mark || !marks_only);
        let wanted = slug(name);
        let by_id = offers().find(|(_, offer)| offer.option.id == name || offer.option.id == wanted);
        let by_name = || offers().find(|(_, offer)| slug(&offer.option.name) == wanted);
        let by_alias = || offers().find(|(_, offer)| offer.option.aliases.iter().any(|alias| slug(alias) == wanted));
        by_id.or_else(by_name).or_else(by_alias).map(|(index, _)| index)
    }

    fn take(&mut self, squadron: &Squadron) {
        self.take_picks(&squadron.options, None);
        if let Some(index) = squadron.mark.as_ref().and_then(|mark| self.named(mark, true)) {
            self.offers[index].times += self.models_of(self.offers[index].kind);
        }
        if let Some(Models::Parts(parts)) = &squadron.models {
            for part in parts {
                self.take_picks(&part.options, Some(part.count));
                if let Some(index) = part.mark.as_ref().and_then(|mark| self.named(mark, true)) {
                    self.offers[index].times += self.of_part(part.count, self.offers[index].kind);
                }
            }
        }
    }

    fn take_picks(&mut self, picks: &[OptionPick], models: Option<u32>) {
        for pick in picks {
            match pick {
                OptionPick::Every(name) => {
                    if let Some(index) = self.named(name, false) {
                        // In a fixed mix, a part may contain models that do not have an option.
                        let kind = self.offers[index].kind;
                        let every = models.map_or_else(|| self.models_of(kind), |part| self.of_part(part, kind));
                        let once = self.offers[index].option.buys == Buys::Squadron;
                        self.offers[index].times += if once { 1 } else { every };
                    }
                }
                OptionPick::Some(counts) => {
                    for (name, count) in counts {
                        if let Some(index) = self.named(name, false) {
                            self.offers[index].times += count;
                        }
                    }
                }
            }
        }
    }

    fn take_defaults(&mut self, choices: &[(&'a Choice, Option<usize>, Option<usize>)]) {
        for (choice, kind, under) in choices {
            let Some(default) = &choice.default else { continue };
            let counts = |offer: &Offered| offer.choices.contains(&choice.id.as_str()) && offer.kind == *kind;
            let chosen: u32 = self.offers.iter().filter(|offer| counts(offer)).map(|offer| offer.times).sum();
            let times = match under {
                Some(under) => self.offers[*under].times,
                None if choice.options.iter().any(|option| option.buys == Buys::Squadron) => 1,
                None => self.models_of(*kind),
            };
            let missing = (choice.min * times).saturating_sub(chosen);
            if let Some(offer) = self.offers.iter_mut().find(|offer| counts(offer) && offer.option.id == *default) {
                offer.times += missing;
            }
        }
    }

    fn of_part(&self, models: u32, kind: Option<usize>) -> u32 {
        kind.map_or(models, |kind| models.min(self.models[kind]))
    }

    fn models_of(&self, kind: Option<usize>) -> u32 {
        kind.map_or_else(|| self.models.iter().sum(), |kind| self.models[kind])
    }
}
