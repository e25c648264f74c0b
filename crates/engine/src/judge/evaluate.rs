//! Measures amounts over a force or over a part of it, and compares them with limits.

#![expect(
    clippy::indexing_slicing,
    reason = "the force that is measured gives out the places of its squadrons, model sets and models"
)]

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::force::parts::{Bearer, DeckCard, ForceEntry, ForceRow, ModelSet};
use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::ready::matcher::{Match, Matcher};
use crate::ready::prepared::{Calc, PreparedLimit};
use crate::shapes::amount::End;
use crate::shapes::declarations::{StepRow, TraitOwner};
use crate::shapes::list::OpenKind;
use crate::shapes::place::SquadronPlace;

/// Stands for the largest number of models of a squadron without a limit. No list may hold so many.
const UNLIMITED: i64 = 1_000_000;

/// The JSON pointer of the place where a list points at its sheet.
pub(crate) const SHEET: &str = "/sheet";

/// The part of a force that an amount is measured over.
#[derive(Clone, Copy)]
pub(crate) enum Scope<'s> {
    /// The whole list, or the whole sheet if a sheet is judged.
    List,
    /// A group, by its place in the list.
    Group(usize),
    /// A squadron with what is attached to it, by its place in the force's `entries`.
    Squadron(usize),
    /// A squadron without what is attached to it.
    Alone(usize),
    /// All models of a unit, by its id.
    Unit(&'s str),
    /// A model with a role, by its place in the force's `bearers`.
    Bearer(usize),
    /// All copies of a card in a deck, by the ids of the deck and the card.
    Card(&'s str, &'s str),
    /// A row of a sheet, by its place in the force's `rows`.
    Row(usize),
    /// The rows of a sheet that hold a word in a field: the field, then the word.
    Holding(&'s str, &'s str),
}

/// What amounts are measured over: the force, the part of it that counts, and the deck of the clause.
#[derive(Clone, Copy)]
pub(crate) struct AmountView<'s, 'a> {
    pub force: &'s Force<'a>,
    pub scope: Scope<'s>,
    pub deck: Option<&'s str>,
}

/// Whether a limit is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitOutcome {
    Kept,
    /// It cannot be told, because something is unknown.
    Open,
    TooMuch,
    TooLittle,
}

/// Whether a limit is kept, with the measured amount and the bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measurement {
    pub outcome: LimitOutcome,
    pub of: NumberRange,
    pub min: Option<NumberRange>,
    pub max: Option<NumberRange>,
}

impl<'s, 'a> AmountView<'s, 'a> {
    /// Measures the amount of a limit, and compares it with the bounds.
    pub(crate) fn measure(&self, limit: &PreparedLimit) -> Measurement {
        let of = self.value(&limit.of);
        let min = limit.min.as_ref().map(|calc| self.value(calc));
        let max = limit.max.as_ref().map(|calc| self.value(calc));
        let over = max.map_or(Some(true), |max| of.at_most(max));
        let under = min.map_or(Some(true), |min| min.at_most(of));
        let outcome = match (over, under) {
            (Some(false), _) => LimitOutcome::TooMuch,
            (_, Some(false)) => LimitOutcome::TooLittle,
            (Some(true), Some(true)) => LimitOutcome::Kept,
            _ => LimitOutcome::Open,
        };
        Measurement { outcome, of, min, max }
    }

    /// The value of an amount.
    pub(crate) fn value(&self, calc: &Calc) -> NumberRange {
        match calc {
            Calc::Number(number) => NumberRange::whole(*number),
            Calc::Mfv => self.force.agreed.mfv.map_or(NumberRange::UNKNOWN, |mfv| NumberRange::whole(mfv.into())),
            Calc::Points(matcher) => self.sum(matcher, |set| set.points).plus(self.charges(matcher)),
            Calc::Upgrades(matcher) => self.sum(matcher, |set| set.upgrades),
            Calc::Models(matcher) => self.sum(matcher, |set| set.models),
            Calc::Squadrons(matcher) => self.count_entries(matcher, |_| true),
            Calc::Attached(matcher) => self.whole().count_entries(matcher, |entry| self.is_below(entry.parent)),
            Calc::Carried(matcher) => {
                count(self.carried().into_iter().map(|index| self.force.test_entry(index, matcher)))
            }
            Calc::Dearest(matcher) => self.dearest(matcher),
            Calc::Cheapest(matcher) => self.cheapest(matcher),
            Calc::Allowed(end, matcher) => self.allowed(*end, matcher),
            Calc::Bearers(matcher) => {
                let stated = self
                    .bearers()
                    .map(|bearer| self.force.test_bearer(bearer, matcher).min(self.includes(bearer.entry)));
                count(stated).plus(self.possible_bearers(matcher))
            }
            Calc::Cards(matcher) => {
                let stated = self.cards().into_iter().map(|card| self.force.test_card(card, matcher));
                count(stated).plus(if self.leaves_deck_open() { NumberRange::UNKNOWN } else { NumberRange::ZERO })
            }
            Calc::Cost(matcher) => self.cost(matcher),
            Calc::Rows(matcher) => count(self.rows().map(|row| self.force.test_row(row, matcher))),
            Calc::Total(field, matcher) => self.of_rows(matcher, |row| row.amount(field)),
            Calc::Halves(field, matcher) => self
                .of_rows(matcher, |row| NumberRange::whole(row.amount(field).floor().saturating_add(1).div_euclid(2))),
            Calc::Different(name, matcher) => self.different(name, matcher),
            Calc::Stat(name, matcher) => self.stat(name, matcher),
            Calc::Taken(name, matcher) => self.taken(name, matcher),
            Calc::Groups(matcher) => self.groups(matcher),
            Calc::Agreed(setting) => {
                let number = self.force.agreed.number(setting).filter(|_| !self.force.agreed.is_open(setting));
                number.map_or(NumberRange::UNKNOWN, |n| NumberRange::whole(n.into()))
            }
            Calc::Given(setting) if self.force.agreed.is_open(setting) => NumberRange::up_to(1),
            Calc::Given(setting) => NumberRange::whole(self.force.agreed.is_stated(setting).into()),
            Calc::Setting(tests) => {
                let tests = tests.iter().map(|(id, test)| self.force.agreed.test(id, test));
                count(std::iter::once(tests.min().unwrap_or(Match::Yes)))
            }
            Calc::EntryTurn(matcher) => self.entry_turn(matcher),
            Calc::Whole(of) => self.of_list().value(of),
            Calc::Percent(percent, of) => self.value(of).percent(*percent),
            Calc::Times(a, b) => self.value(a).product(self.value(b)),
            Calc::Per(step, of) => self.value(of).per(*step),
            Calc::Table(rows, of) => {
                let of = self.value(of);
                let reaches = |row: &&StepRow| row.to.is_none_or(|to| of.at_most(NumberRange::whole(to)) == Some(true));
                let row = rows.iter().find(reaches).filter(|_| of.is_certain());
                row.map_or(NumberRange::UNKNOWN, |row| NumberRange::whole(row.value))
            }
            Calc::Sum(calcs) => calcs.iter().fold(NumberRange::ZERO, |sum, calc| sum.plus(self.value(calc))),
            Calc::Smaller(a, b) => self.value(a).smaller(self.value(b)),
        }
    }

    /// The JSON pointers of what an amount counts.
    pub(crate) fn counted(&self, calc: &Calc) -> Vec<String> {
        let force = self.force;
        let pointers = |found: Vec<usize>| found.into_iter().map(|index| force.pointer(index)).collect::<Vec<_>>();
        let entries = |matcher: &Matcher, more: &dyn Fn(&ForceEntry) -> bool| {
            let matching = self
                .entries()
                .filter(|index| more(&force.entries[*index]) && force.test_entry(*index, matcher) != Match::No);
            pointers(matching.collect())
        };
        match calc {
            Calc::Points(matcher) | Calc::Upgrades(matcher) | Calc::Models(matcher) | Calc::Stat(_, matcher) => {
                let mut found = Vec::new();
                for set in self.sets() {
                    let amount = if matches!(calc, Calc::Models(_) | Calc::Stat(..)) { set.models } else { set.points };
                    if amount != NumberRange::ZERO && force.test_models(set, matcher) != Match::No {
                        found.push(set.entry);
                    }
                }
                found.dedup();
                pointers(found)
            }
            Calc::Different(_, matcher) if self.deck.is_none() => {
                // Squadrons of other nations come first. They most likely bring the value that is too many.
                let foreign = |entry: &ForceEntry| entry.nation != force.nation;
                [entries(matcher, &foreign), entries(matcher, &|entry| !foreign(entry))].concat()
            }
            Calc::Taken(name, matcher) => entries(matcher, &|entry| taken(entry, name) > 0),
            Calc::Squadrons(matcher) | Calc::EntryTurn(matcher) if self.deck.is_none() => entries(matcher, &|_| true),
            Calc::Dearest(matcher) | Calc::Cheapest(matcher) => entries(matcher, &|_| true),
            Calc::Attached(matcher) => {
                let below = self.whole().entries().filter(|index| {
                    self.is_below(force.entries[*index].parent) && force.test_entry(*index, matcher) != Match::No
                });
                pointers(below.collect())
            }
            Calc::Carried(matcher) => {
                let carried = self.carried().into_iter();
                pointers(carried.filter(|index| force.test_entry(*index, matcher) != Match::No).collect())
            }
            Calc::Groups(matcher) => {
                let groups = (0..force.list.groups.len())
                    .filter(|group| force.of_group(*group).any(|index| force.test_entry(index, matcher) != Match::No));
                groups.map(|group| SquadronPlace::of_group(Some(group)).to_string()).collect()
            }
            Calc::Bearers(matcher) => {
                let found = self.bearers().filter(|bearer| force.test_bearer(bearer, matcher) != Match::No);
                found.map(|bearer| format!("{}/roles/{}", force.pointer(bearer.entry), bearer.role)).collect()
            }
            Calc::Cards(matcher) | Calc::Cost(matcher) => {
                let found = self.cards().into_iter().filter(|card| force.test_card(card, matcher) != Match::No);
                found.map(DeckCard::pointer).collect()
            }
            // A list does not contain the rows. It has only the place that names the sheet.
            Calc::Rows(_) | Calc::Total(..) | Calc::Halves(..) if force.judged_sheet.is_none() => {
                vec![SHEET.to_owned()]
            }
            Calc::Rows(matcher) | Calc::Total(_, matcher) | Calc::Halves(_, matcher) => {
                let found = self.rows().filter(|row| {
                    let counts = !matches!(calc, Calc::Total(field, _) | Calc::Halves(field, _) if row.amount(field) == NumberRange::ZERO);
                    counts && force.test_row(row, matcher) != Match::No
                });
                found.map(|row| row.written.pointer()).collect()
            }
            Calc::Whole(of) => self.of_list().counted(of),
            Calc::Percent(_, of) | Calc::Per(_, of) | Calc::Table(_, of) => self.counted(of),
            Calc::Times(a, b) | Calc::Smaller(a, b) => [self.counted(a), self.counted(b)].concat(),
            Calc::Sum(calcs) => calcs.iter().flat_map(|calc| self.counted(calc)).collect(),
            _ => Vec::new(),
        }
    }

    /// JSON pointers to the allocations of squadrons that do not match now, but would match if they were allocated
    /// elsewhere. Leaves out attached and brought squadrons.
    pub(crate) fn elsewhere(&self, matcher: &Matcher) -> Vec<String> {
        let force = self.force;
        let places = &force.ruleset.places().allocations;
        let allocations = force.ruleset.vocabulary().all("allocation");
        let own = |index: &usize| force.entries[*index].standing() == "own";
        let would = |index: &usize| {
            let sets = &force.sets[force.entries[*index].sets.clone()];
            sets.iter().all(|set| force.test_models(set, matcher) == Match::No)
                && places.iter().any(|place| {
                    sets.iter().any(|set| force.test_moved(set, &allocations, place, matcher) == Match::Yes)
                })
        };
        self.entries().filter(own).filter(would).map(|index| format!("{}/allocation", force.pointer(index))).collect()
    }

    /// The same view, except that `Scope::Alone` becomes `Scope::Squadron`.
    fn whole(&self) -> Self {
        match self.scope {
            Scope::Alone(squadron) => Self { scope: Scope::Squadron(squadron), ..*self },
            _ => *self,
        }
    }

    /// The same view of the whole list.
    fn of_list(&self) -> Self {
        Self { scope: Scope::List, ..*self }
    }

    /// The squadrons in scope, by their places in the force's `entries`.
    pub(crate) fn entries(&self) -> impl Iterator<Item = usize> + use<'s, 'a> {
        let view = *self;
        self.entry_places().filter(move |entry| view.includes(*entry) != Match::No)
    }

    /// The places of the squadrons in scope. All squadrons in scope are among them.
    fn entry_places(&self) -> Range<usize> {
        let force = self.force;
        match self.scope {
            Scope::Group(group) => force.of_group(group),
            Scope::Squadron(squadron) => squadron..force.entries[squadron].end,
            Scope::Alone(squadron) => squadron..squadron + 1,
            Scope::Bearer(bearer) => force.bearers[bearer].entry..force.bearers[bearer].entry + 1,
            Scope::List | Scope::Card(..) | Scope::Unit(_) | Scope::Row(_) | Scope::Holding(..) => {
                0..force.entries.len()
            }
        }
    }

    /// Whether the scope has a squadron, which must be one of `entry_places`. An unknown unit may be any unit.
    fn includes(&self, entry: usize) -> Match {
        let Scope::Unit(unit) = self.scope else { return Match::Yes };
        let entry = &self.force.entries[entry];
        if self.force.sets[entry.sets.clone()].iter().any(|set| set.unit == unit) {
            Match::Yes
        } else if entry.found.is_none() {
            Match::Perhaps
        } else {
            Match::No
        }
    }

    /// Whether the scope has a squadron and the selector matches it. The squadron must be one of `entry_places`.
    fn test(&self, entry: usize, matcher: &Matcher) -> Match {
        self.force.test_entry(entry, matcher).min(self.includes(entry))
    }

    /// The model sets in scope.
    fn sets(&self) -> impl Iterator<Item = &'s ModelSet<'a>> + use<'s, 'a> {
        let view = *self;
        self.force.sets[self.set_places()].iter().filter(move |set| view.counts(set))
    }

    /// The places of the model sets in scope. All sets in scope are among them.
    fn set_places(&self) -> Range<usize> {
        let entries = self.entry_places();
        if entries.is_empty() {
            return 0..0;
        }
        self.force.entries[entries.start].sets.start..self.force.entries[entries.end - 1].sets.end
    }

    /// Whether a model set among `set_places` is in scope. A set of an unknown unit is in the scope of every unit.
    fn counts(&self, set: &ModelSet) -> bool {
        !matches!(self.scope, Scope::Unit(unit) if set.unit != unit && !set.unit.is_empty())
    }

    /// A number of each row that matches, summed.
    fn of_rows(&self, matcher: &Matcher, number: impl Fn(&ForceRow) -> NumberRange) -> NumberRange {
        let numbers = self.rows().map(|row| match self.force.test_row(row, matcher) {
            Match::Yes => number(row),
            Match::Perhaps => number(row).perhaps(),
            Match::No => NumberRange::ZERO,
        });
        numbers.fold(NumberRange::ZERO, NumberRange::plus)
    }

    /// The rows in scope.
    fn rows(&self) -> impl Iterator<Item = &'s ForceRow<'a>> + use<'s, 'a> {
        let force = self.force;
        let scope = self.scope;
        force.rows.iter().enumerate().filter_map(move |(index, row)| {
            let looked_at = match scope {
                Scope::Row(row) => row == index,
                Scope::Holding(field, word) => row.written.words(field).iter().any(|held| held == word),
                Scope::Squadron(squadron) | Scope::Alone(squadron) => row.entry == Some(squadron),
                _ => true,
            };
            looked_at.then_some(row)
        })
    }

    /// The models with roles in scope.
    fn bearers(&self) -> impl Iterator<Item = &'s Bearer> + use<'s, 'a> {
        let view = *self;
        let range = match self.scope {
            Scope::Bearer(bearer) => bearer..bearer + 1,
            _ => self.force.bearers_of(self.entry_places()),
        };
        self.force.bearers[range].iter().filter(move |bearer| view.includes(bearer.entry) != Match::No)
    }

    /// How many models may have a role that the list leaves open.
    fn possible_bearers(&self, matcher: &Matcher) -> NumberRange {
        let force = self.force;
        if !force.leaves_open(OpenKind::Roles) || matches!(self.scope, Scope::Bearer(_)) {
            return NumberRange::ZERO;
        }
        let may_bear = |set: &&ModelSet| set.models != NumberRange::ZERO && force.may_bear(set, matcher);
        self.sets().filter(may_bear).fold(NumberRange::ZERO, |sum, set| sum.plus(set.models.perhaps()))
    }

    /// Whether the list leaves a deck open whose cards are in scope.
    fn leaves_deck_open(&self) -> bool {
        let decks = &self.force.list.decks;
        let is_stated = |deck: &str| decks.contains_key(deck);
        let lacks_deck = || match self.deck {
            Some(deck) => !is_stated(deck),
            None => !self.force.ruleset.declarations().decks.keys().all(|deck| is_stated(deck)),
        };
        self.force.leaves_open(OpenKind::Decks) && lacks_deck()
    }

    /// The cards in scope. If the clause has a deck, only those of that deck.
    fn cards(&self) -> Vec<&'s DeckCard<'a>> {
        let force = self.force;
        match self.scope {
            Scope::Card(deck, id) => force.copies(deck, id).collect(),
            _ => force.cards.iter().filter(|card| self.deck.is_none_or(|deck| card.deck == deck)).collect(),
        }
    }

    /// Whether a squadron with this parent counts as attached: to the squadron in scope directly, or to any squadron if
    /// the scope is not a single squadron.
    fn is_below(&self, parent: Option<usize>) -> bool {
        match self.scope {
            Scope::Squadron(squadron) | Scope::Alone(squadron) => parent == Some(squadron),
            _ => parent.is_some(),
        }
    }

    /// The squadrons that the squadron in scope carries. If the scope is not a single squadron, all squadrons that are
    /// carried.
    fn carried(&self) -> Vec<usize> {
        let entries = &self.force.entries;
        match self.scope {
            Scope::Squadron(squadron) | Scope::Alone(squadron) => entries[squadron].carries.clone(),
            _ => (0..entries.len()).filter(|index| !entries[*index].carriers.is_empty()).collect(),
        }
    }

    /// Adds up what `of` gives for each model set that matches.
    fn sum(&self, matcher: &Matcher, of: impl Fn(&ModelSet) -> NumberRange) -> NumberRange {
        let mut sum = NumberRange::ZERO;
        if !matcher.may_match(&self.force.all) {
            return sum;
        }
        for (set, matches) in self.force.matching_sets(self.set_places(), matcher) {
            let set = &self.force.sets[set];
            if !self.counts(set) {
                continue;
            }
            let unknown_unit = matches!(self.scope, Scope::Unit(_)) && set.unit.is_empty();
            let is_sure = matches == Match::Yes && !unknown_unit;
            sum = sum.plus(if is_sure { of(set) } else { of(set).perhaps() });
        }
        sum
    }

    /// What the list pays besides its squadrons. Only the points of the whole list have that.
    fn charges(&self, matcher: &Matcher) -> NumberRange {
        let is_whole = matches!(self.scope, Scope::List) && matcher.is_everything();
        if is_whole { self.force.charges() } else { NumberRange::ZERO }
    }

    /// How many squadrons in scope match and also pass `more`.
    fn count_entries(&self, matcher: &Matcher, more: impl Fn(&ForceEntry) -> bool) -> NumberRange {
        if !matcher.may_match(&self.force.all) {
            return NumberRange::ZERO;
        }
        let force = self.force;
        let matching = force.matching_entries(self.entry_places(), matcher);
        let matching = matching.filter(|(entry, _)| more(&force.entries[*entry]));
        count(matching.map(|(entry, matches)| matches.min(self.includes(entry))))
    }

    /// How many different values of a trait the matching squadrons have, or the matching cards if it is a trait of
    /// cards.
    fn different(&self, name: &str, matcher: &Matcher) -> NumberRange {
        let mut certain = BTreeSet::new();
        let mut possible = BTreeSet::new();
        let mut unknown = 0;
        let mut add = |outcome: Match, words: Vec<String>| match outcome {
            Match::Yes => certain.extend(words),
            Match::Perhaps => possible.extend(words),
            Match::No => {}
        };
        let declared = self.force.ruleset.declarations().traits.get(name);
        if matches!(name, "card" | "deck") || declared.is_some_and(|declared| declared.of == TraitOwner::Card) {
            for card in self.cards() {
                let outcome = self.force.test_card(card, matcher);
                match card.traits.iter().find(|(known, _)| *known == name) {
                    // An unknown card may be another name of one that is there.
                    _ if name == "card" && card.known.is_none() && !card.pick.states_facts() => {
                        unknown += i64::from(outcome != Match::No);
                    }
                    _ if name == "card" => add(outcome, vec![card.id.to_string()]),
                    _ if name == "deck" => add(outcome, vec![card.deck.to_owned()]),
                    Some((_, words)) => add(outcome, words.clone()),
                    None => unknown += i64::from(outcome != Match::No),
                }
            }
        } else {
            let of_nations = declared.is_some_and(|declared| declared.of == TraitOwner::Nation);
            let mut last = None;
            for index in self.entries() {
                let outcome = self.test(index, matcher);
                // Squadrons of one nation mostly follow each other and have the same values, so only the first of them
                // is looked up.
                let seen = (self.force.entries[index].nation, outcome);
                if outcome == Match::No || of_nations && seen.0.is_some() && last.replace(seen) == Some(seen) {
                    continue;
                }
                let (values, is_unknown) = self.force.values(index, name);
                add(outcome, values.into_iter().map(Cow::into_owned).collect());
                unknown += i64::from(is_unknown);
            }
        }
        let whole = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let more = whole(possible.difference(&certain).count()).saturating_add(unknown);
        NumberRange::whole(whole(certain.len())).plus(NumberRange::up_to(more))
    }

    /// What the dearest of the matching squadrons costs. One that perhaps matches may be it.
    fn dearest(&self, matcher: &Matcher) -> NumberRange {
        let costs = self.entries().map(|index| match self.test(index, matcher) {
            Match::Yes => self.force.entries[index].cost,
            Match::Perhaps => self.force.entries[index].cost.perhaps(),
            Match::No => NumberRange::ZERO,
        });
        costs.fold(NumberRange::ZERO, NumberRange::larger)
    }

    /// What the cheapest of the matching squadrons costs. One that perhaps matches may be it. If none matches for certain, there may
    /// be none.
    fn cheapest(&self, matcher: &Matcher) -> NumberRange {
        let of = |wanted: Match| {
            let matching = self.entries().filter(move |index| self.test(*index, matcher) == wanted);
            matching.map(|index| self.force.entries[index].cost)
        };
        match of(Match::Yes).reduce(NumberRange::smaller) {
            Some(certain) => of(Match::Perhaps).fold(certain, NumberRange::or_less),
            None => of(Match::Perhaps).fold(NumberRange::ZERO, |all, cost| all.larger(cost.perhaps())),
        }
    }

    /// What the matching cards cost together.
    fn cost(&self, matcher: &Matcher) -> NumberRange {
        let costs = self.cards().into_iter().map(|card| {
            let cost = card.cost.map_or(NumberRange::UNKNOWN, |cost| NumberRange::whole(cost.into()));
            match self.force.test_card(card, matcher) {
                Match::Yes => cost,
                Match::Perhaps => cost.perhaps(),
                Match::No => NumberRange::ZERO,
            }
        });
        let open = if self.leaves_deck_open() { NumberRange::UNKNOWN } else { NumberRange::ZERO };
        costs.fold(open, NumberRange::plus)
    }

    /// A statistic, summed over the matching models.
    fn stat(&self, name: &str, matcher: &Matcher) -> NumberRange {
        let mut sum = NumberRange::ZERO;
        for set in self.sets() {
            sum = match self.force.test_models(set, matcher) {
                Match::Yes => sum.plus(self.force.stat(set, name)),
                Match::Perhaps => sum.plus(self.force.stat(set, name).perhaps()),
                Match::No => sum,
            };
        }
        sum
    }

    /// How often matching squadrons take options of this name. An unknown unit may take any number of those it states. So may
    /// a squadron whose options the list leaves open.
    fn taken(&self, name: &str, matcher: &Matcher) -> NumberRange {
        self.entries().fold(NumberRange::ZERO, |sum, index| {
            let entry = &self.force.entries[index];
            let may_take = match entry.found {
                None => !entry.squadron.options.is_empty() || self.force.leaves_open(OpenKind::Options),
                Some(_) => self.force.open_options(index).any(|(_, option)| option.word == name),
            };
            let times = if may_take { NumberRange::UNKNOWN } else { NumberRange::whole(taken(entry, name).into()) };
            match self.test(index, matcher) {
                Match::Yes => sum.plus(times),
                Match::Perhaps => sum.plus(times.perhaps()),
                Match::No => sum,
            }
        })
    }

    /// How many groups have a squadron that matches.
    fn groups(&self, matcher: &Matcher) -> NumberRange {
        let groups = match self.scope {
            Scope::Group(group) => group..group + 1,
            _ => 0..self.force.list.groups.len(),
        };
        if matcher.is_everything() {
            return NumberRange::whole(i64::try_from(groups.len()).unwrap_or(i64::MAX));
        }
        count(groups.map(|group| {
            // An empty group is tested by its kind.
            let kind = || if self.force.is_kind(group, matcher) { Match::Yes } else { Match::No };
            let entries = self.force.of_group(group);
            entries.map(|index| self.force.test_entry(index, matcher)).max().unwrap_or_else(kind)
        }))
    }

    /// The least or the most models that the matching squadrons may have in all. If a unit has no squadron size, its
    /// least is unknown and its most is unlimited.
    fn allowed(&self, end: End, matcher: &Matcher) -> NumberRange {
        let of = |entry: &ForceEntry| {
            let Some(found) = entry.found else { return NumberRange::UNKNOWN };
            let kinds = &found.ready.kinds;
            let unlimited = NumberRange::whole(UNLIMITED);
            let number = match (end, found.unit.squadron) {
                (End::Min, _) if !found.unit.members.is_empty() => Some(kinds.iter().map(|kind| kind.min).sum()),
                (End::Max, _) if !found.unit.members.is_empty() => kinds.iter().map(|kind| kind.max).sum(),
                (End::Min, Some(size)) => Some(size.min),
                (End::Max, Some(size)) => size.max,
                (End::Min, None) => return NumberRange::UNKNOWN,
                (End::Max, None) => None,
            };
            number.map_or(unlimited, |number: u32| NumberRange::whole(number.into()))
        };
        self.entries().fold(NumberRange::ZERO, |sum, index| match self.force.test_entry(index, matcher) {
            Match::Yes => sum.plus(of(&self.force.entries[index])),
            Match::Perhaps => sum.plus(of(&self.force.entries[index]).perhaps()),
            Match::No => sum,
        })
    }

    /// The earliest turn of entry that a matching squadron states; unknown if none states one.
    fn entry_turn(&self, matcher: &Matcher) -> NumberRange {
        let stated = self.entries().filter(|index| self.force.test_entry(*index, matcher) == Match::Yes);
        let earliest = stated.filter_map(|index| self.force.entries[index].squadron.entry_turn).min();
        earliest.map_or(NumberRange::UNKNOWN, |turn| NumberRange::whole(turn.into()))
    }
}

/// How often a squadron takes options of this name.
fn taken(entry: &ForceEntry, name: &str) -> u32 {
    let Some(found) = entry.found else { return 0 };
    let named = found.ready.options.iter().zip(&*entry.taken).filter(|(option, _)| option.word == name);
    named.fold(0, |sum, (_, times)| sum.saturating_add(*times))
}

/// How many match, as a range: the certain matches are the least, and all possible matches are the most.
fn count(matches: impl Iterator<Item = Match>) -> NumberRange {
    let (mut certain, mut possible) = (0, 0);
    for outcome in matches {
        match outcome {
            Match::Yes => certain += 1,
            Match::Perhaps => possible += 1,
            Match::No => {}
        }
    }
    NumberRange::whole(certain).plus(NumberRange::up_to(possible))
}
