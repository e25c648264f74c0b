//! Makes the rules of a ruleset ready, with its patches and group kinds.

use indexmap::IndexMap;

use crate::ready::bits::Bits;
use crate::ready::core::RulesetParts;
use crate::ready::matcher::{Matcher, Preparer};
use crate::ready::patches::{self, ReadyPatch};
use crate::ready::prepared::{
    Calc, PreparedCheck, PreparedClause, PreparedKind, PreparedLimit, PreparedRule, ReadyRules,
};
use crate::ready::problem::{RulesetFault, RulesetItem, RulesetProblem};
use crate::ready::slots::{self, ReadySlot};
use crate::ready::validate::Validator;
use crate::ready::vocabulary::Vocabulary;
use crate::shapes::amount::{Amount, KeyedAmount, Quantity};
use crate::shapes::declarations::CardPatch;
use crate::shapes::rule::{Check, Clause, Grade, Limit, Rule, RuleKind};
use crate::shapes::selector::{Selector, SelectorTest};
use crate::shapes::setting::SettingTest;

/// Makes rules ready one by one.
struct RulePreparer<'p> {
    parts: &'p RulesetParts,
    /// The selectors that the ruleset names, narrowed by its definitions.
    named: IndexMap<String, Selector>,
    /// How many words the selectors have that were made ready so far.
    words: usize,
    ready: ReadyRules,
    validator: Validator<'p>,
}

/// Makes the rules of a ruleset ready, or fails with everything that is wrong with the ruleset. Its rules must be sorted
/// by id. The vocabulary must have all values that the declarations give. It gains those that selectors ask for.
pub(super) fn prepare(parts: &RulesetParts, vocabulary: Vocabulary) -> Result<ReadyRules, Vec<RulesetProblem>> {
    let mut preparer = RulePreparer {
        parts,
        named: parts.declarations.selectors.clone(),
        words: 0,
        ready: ReadyRules { vocabulary, ..ReadyRules::default() },
        validator: Validator::new(parts),
    };
    preparer.ready.vocabulary.close("rule", parts.special_rules.iter().map(|rule| rule.id.clone()));
    for sourced in &parts.rules {
        preparer.narrow(&sourced.rule);
    }
    for (index, sourced) in parts.rules.iter().enumerate() {
        preparer.rule(index, &sourced.rule);
    }
    preparer.group_kinds();
    for (id, patch) in &parts.declarations.patches {
        preparer.patch(&RulesetItem::Other("patch", id.clone()), patch);
    }
    let RulePreparer { ready, mut validator, .. } = preparer;
    validator.validate_declarations();
    if ready.vocabulary.is_too_large() {
        validator.add(&RulesetItem::Key("ruleset"), RulesetFault::TooManyValues);
    }
    if validator.problems.is_empty() { Ok(ready) } else { Err(validator.problems) }
}

impl RulePreparer<'_> {
    /// Narrows the selectors that the ruleset names: takes out what the rule says in `narrows`.
    fn narrow(&mut self, rule: &Rule) {
        for (name, out) in &rule.narrows {
            match self.named.get_mut(name) {
                Some(selector) => selector.0.push(SelectorTest::Not(vec![out.clone()])),
                None => self.validator.add(&RulesetItem::Rule(rule.id.clone()), RulesetFault::NoSelector(name.clone())),
            }
        }
    }

    /// Prepares the slots of group kinds.
    fn group_kinds(&mut self) {
        for (id, kind) in &self.parts.declarations.group_kinds {
            let item = RulesetItem::Other("group kind", id.clone());
            let accepts = kind.slots.values();
            let accepts =
                accepts.map(|slot| slot.accepts.as_ref().map(|accepts| self.matcher(&item, accepts))).collect();
            let mut spaces = Vec::with_capacity(kind.slots.len());
            for (name, slot) in &kind.slots {
                let mut place = |other: &Option<String>, word: &'static str| {
                    let other = other.as_ref()?;
                    let place = kind.slots.get_index_of(other);
                    if place.is_none() {
                        let (slot, other) = (name.clone(), other.clone());
                        self.validator.add(&item, RulesetFault::NoSwitch { slot, word, other });
                    }
                    place
                };
                let (opened_by, closed_by) = (place(&slot.opened_by, "opened by"), place(&slot.closed_by, "closed by"));
                let holds = if slot.many { 0 } else { usize::try_from(slot.holds).unwrap_or(usize::MAX) };
                spaces.push(ReadySlot { holds, many: slot.many, required: slot.required, opened_by, closed_by });
            }
            for fault in slots::faults(&spaces) {
                self.validator.add(&item, fault);
            }
            self.ready.kinds.push(PreparedKind { accepts, spaces });
        }
    }

    fn patch(&mut self, item: &RulesetItem, patch: &CardPatch) {
        self.validator.patch(item, patch);
        let mut ids = Vec::with_capacity(patch.gives.rules.len());
        for printed in &patch.gives.rules {
            let prefixes = &self.parts.declarations.rule_prefixes;
            match patches::special_rule(&self.parts.special_rules, prefixes, printed) {
                Some(id) => ids.push(id),
                None => self.validator.missing(item, "special rule", printed),
            }
        }
        let filter = self.matcher(item, &patch.r#where);
        let gives =
            ids.iter().fold(Bits::default(), |bits, id| bits.union(&self.ready.vocabulary.bits("rule", [id.as_str()])));
        self.ready.patches.push(ReadyPatch { filter, gives });
    }

    /// Prepares what stands at a key, or at a place of a sequence, inside of what is looked at.
    fn at<T>(&mut self, step: &str, prepare: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.validator.at.len();
        self.validator.at.push('/');
        self.validator.at.push_str(step);
        let prepared = prepare(self);
        self.validator.at.truncate(before);
        prepared
    }

    /// Prepares each item of a sequence.
    fn each<'i, I, T>(&mut self, key: &str, items: &'i [I], prepare: impl Fn(&mut Self, &'i I) -> T) -> Vec<T> {
        let at = |rules: &mut Self| {
            let items = items.iter().enumerate();
            items.map(|(place, item)| rules.at(&place.to_string(), |rules| prepare(rules, item))).collect()
        };
        self.at(key, at)
    }

    /// Prepares a rule. `index` is its place among all rules.
    fn rule(&mut self, index: usize, rule: &Rule) {
        let item = RulesetItem::Rule(rule.id.clone());
        self.validator.rule(&item, index, rule);
        if let Some(grant) = &rule.grants {
            let calc = self.at("grants", |rules| rules.at("amount", |rules| rules.calc(&item, &grant.amount)));
            self.ready.grants.push((index, calc));
        }
        for (allocation, squadrons) in &rule.allocates {
            let filter = self.matcher(&item, squadrons);
            match self.parts.declarations.allocations.get_index_of(allocation) {
                Some(place) => self.ready.allocates.push((index, place, filter)),
                None => self.validator.missing(&item, "allocation", allocation),
            }
        }
        let clauses = self.each("clauses", &rule.clauses, |rules, clause| rules.clause(&item, rule, clause));
        let check = rule.check.as_ref().map(|check| self.check(&item, rule, check));
        if matches!(rule.kind, RuleKind::Limit | RuleKind::Check | RuleKind::ByHand) {
            let (applies, unless) = (self.conditions(&rule.applies), self.conditions(&rule.unless));
            self.ready.prepared.push(PreparedRule { rule: index, applies, unless, clauses, check });
        }
    }

    fn check(&mut self, item: &RulesetItem, rule: &Rule, check: &Check) -> PreparedCheck {
        self.validator.check(item, check);
        if let Check::Brought(special) = check {
            // If a catalogue does not say what a card brings, the check asks whether the card has this special rule. So
            // the special rule needs a number in the vocabulary.
            self.ready.vocabulary.number("rule", special);
        }
        let base = check.selector().map(|base| self.matcher(item, base)).unwrap_or_default();
        let filter = self.at("where", |rules| rules.matcher(item, &rule.r#where));
        PreparedCheck { check: check.clone(), filter, base }
    }

    /// Adds conditions on settings, and returns their places among all conditions.
    fn conditions(&mut self, tests: &IndexMap<String, SettingTest>) -> Vec<usize> {
        let all = &mut self.ready.conditions;
        let mut places = Vec::with_capacity(tests.len());
        for (id, test) in tests {
            let known = all.iter().position(|(other, known)| other == id && known == test);
            places.push(known.unwrap_or(all.len()));
            if known.is_none() {
                all.push((id.clone(), test.clone()));
            }
        }
        places
    }

    fn clause(&mut self, item: &RulesetItem, rule: &Rule, clause: &Clause) -> PreparedClause {
        self.validator.clause(item, rule, clause);
        PreparedClause {
            each: clause.each,
            filter: self.at("where", |rules| rules.matcher(item, &clause.r#where)),
            judged_sheet: clause.r#in.clone(),
            compared_sheet: clause.with.clone(),
            by: clause.by.clone(),
            deck: clause.deck.clone(),
            when: self.each("when", &clause.when, |rules, limit| rules.limit(item, limit)),
            limit: clause.limit.as_ref().map(|limit| self.at("limit", |rules| rules.limit(item, limit))),
            severity: match rule.kind {
                RuleKind::ByHand => Grade::Note,
                _ => clause.severity.unwrap_or(rule.severity),
            },
        }
    }

    fn limit(&mut self, item: &RulesetItem, limit: &Limit) -> PreparedLimit {
        self.validator.limit(item, limit);
        PreparedLimit {
            of: self.at("of", |rules| rules.calc(item, &limit.of)),
            min: limit.min.as_ref().map(|amount| self.at("min", |rules| rules.calc(item, amount))),
            max: limit.max.as_ref().map(|amount| self.at("max", |rules| rules.calc(item, amount))),
        }
    }

    fn calc(&mut self, item: &RulesetItem, amount: &Amount) -> Calc {
        match amount {
            Amount::Number(number) => Calc::Number(*number),
            Amount::Word(Quantity::Mfv) => Calc::Mfv,
            Amount::Made(made) => self.made(item, made),
        }
    }

    fn made(&mut self, item: &RulesetItem, made: &KeyedAmount) -> Calc {
        self.validator.amount(item, made, &self.ready.vocabulary);
        match made {
            KeyedAmount::Points(selector) => Calc::Points(self.matcher(item, selector)),
            KeyedAmount::Upgrades(selector) => Calc::Upgrades(self.matcher(item, selector)),
            KeyedAmount::Models(selector) => Calc::Models(self.matcher(item, selector)),
            KeyedAmount::Squadrons(selector) => Calc::Squadrons(self.matcher(item, selector)),
            KeyedAmount::Attached(selector) => Calc::Attached(self.matcher(item, selector)),
            KeyedAmount::Carried(selector) => Calc::Carried(self.matcher(item, selector)),
            KeyedAmount::Allowed(end, selector) => Calc::Allowed(*end, self.matcher(item, selector)),
            KeyedAmount::Bearers(selector) => Calc::Bearers(self.matcher(item, selector)),
            KeyedAmount::Cards(selector) => Calc::Cards(self.matcher(item, selector)),
            KeyedAmount::Rows(selector) => Calc::Rows(self.matcher(item, selector)),
            KeyedAmount::Total(field, selector) => Calc::Total(field.clone(), self.matcher(item, selector)),
            KeyedAmount::Halves(field, selector) => Calc::Halves(field.clone(), self.matcher(item, selector)),
            KeyedAmount::Different(name, selector) => Calc::Different(name.clone(), self.matcher(item, selector)),
            KeyedAmount::Stat(name, selector) => Calc::Stat(name.clone(), self.matcher(item, selector)),
            KeyedAmount::Taken(name, selector) => Calc::Taken(name.clone(), self.matcher(item, selector)),
            KeyedAmount::Groups(selector) => Calc::Groups(self.matcher(item, selector)),
            KeyedAmount::Agreed(setting) => Calc::Agreed(setting.clone()),
            KeyedAmount::Given(setting) => {
                self.ready.given.insert(setting.clone());
                Calc::Given(setting.clone())
            }
            KeyedAmount::Setting(tests) => Calc::Setting(tests.clone()),
            KeyedAmount::EntryTurn(selector) => Calc::EntryTurn(self.matcher(item, selector)),
            KeyedAmount::Percent(percent, of) => Calc::Percent(*percent, Box::new(self.calc(item, of))),
            KeyedAmount::Times(a, b) => Calc::Times(Box::new(self.calc(item, a)), Box::new(self.calc(item, b))),
            KeyedAmount::Per(step, of) => Calc::Per(*step, Box::new(self.calc(item, of))),
            KeyedAmount::Table(name, of) => {
                let rows = self.parts.declarations.tables.get(name).map(|table| table.rows.clone());
                Calc::Table(rows.unwrap_or_default(), Box::new(self.calc(item, of)))
            }
            KeyedAmount::Sum(amounts) => Calc::Sum(amounts.iter().map(|amount| self.calc(item, amount)).collect()),
            KeyedAmount::Smaller(a, b) => Calc::Smaller(Box::new(self.calc(item, a)), Box::new(self.calc(item, b))),
        }
    }

    /// Prepares a selector, and reports references to something that does not exist.
    fn matcher(&mut self, item: &RulesetItem, selector: &Selector) -> Matcher {
        let known = self.ready.vocabulary.references().count();
        let mut preparer = Preparer::new(&mut self.ready.vocabulary, &self.named, &mut self.words);
        let matcher = preparer.matcher(selector);
        for fault in preparer.faults {
            self.validator.add(item, fault);
        }
        for (_, reference, _) in self.ready.vocabulary.references().skip(known) {
            self.validator.reference(item, reference);
        }
        matcher
    }
}
