//! Makes the rules of a ruleset ready, with its patches and group kinds.

use indexmap::IndexMap;

use crate::ready::bits::Bits;
use crate::ready::core::RulesetParts;
use crate::ready::matcher::{Matcher, Preparer};
use crate::ready::patches::{self, ReadyPatch};
use crate::ready::prepared::{
    Calc, PreparedCharge, PreparedCheck, PreparedClause, PreparedKind, PreparedLimit, PreparedRule, ReadyRules,
};
use crate::ready::problem::{RulesetFault, RulesetItem, RulesetProblem};
use crate::ready::selected::{KnownWords, Things};
use crate::ready::slots::{self, ReadySlot};
use crate::ready::validate::Validator;
use crate::ready::vocabulary::Vocabulary;
use crate::shapes::amount::{Amount, KeyedAmount, Quantity};
use crate::shapes::declarations::CardPatch;
use crate::shapes::rule::{Charge, Check, Clause, Grade, Limit, Rule, RuleKind};
use crate::shapes::selector::{Selector, SelectorTest};
use crate::shapes::setting::SettingTest;
use crate::text::pointer::escape;

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
    preparer.named_selectors();
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
            if let Some(selector) = self.named.get_mut(name) {
                selector.0.push(SelectorTest::Not(vec![out.clone()]));
            } else {
                let fault = RulesetFault::no_selector(name, self.named.keys());
                let item = RulesetItem::Rule(rule.id.clone());
                self.validator.within("narrows", |validator| validator.add_key(&item, name, fault));
            }
        }
    }

    /// Prepares the slots of group kinds.
    fn group_kinds(&mut self) {
        for (id, kind) in &self.parts.declarations.group_kinds {
            let item = RulesetItem::Other("group kind", id.clone());
            let accepts = kind.slots.iter().map(|(name, slot)| {
                let at = format!("slots/{}/accepts", escape(name));
                slot.accepts.as_ref().map(|accepts| self.selected(&item, &at, accepts, Things::Squadrons))
            });
            let accepts = accepts.collect();
            let mut spaces = Vec::with_capacity(kind.slots.len());
            for (name, slot) in &kind.slots {
                let mut place = |other: &Option<String>, key: &str, word: &'static str| {
                    let other = other.as_ref()?;
                    let place = kind.slots.get_index_of(other);
                    if place.is_none() {
                        let fault = RulesetFault::NoSwitch { slot: name.clone(), word, other: other.clone() };
                        self.validator.add_at(&item, &format!("slots/{}/{key}", escape(name)), fault);
                    }
                    place
                };
                let opened_by = place(&slot.opened_by, "opened-by", "opened by");
                let closed_by = place(&slot.closed_by, "closed-by", "closed by");
                let holds = if slot.many { 0 } else { usize::try_from(slot.holds).unwrap_or(usize::MAX) };
                spaces.push(ReadySlot { holds, many: slot.many, required: slot.required, opened_by, closed_by });
            }
            for fault in slots::faults(&spaces) {
                self.validator.add_at(&item, "slots", fault);
            }
            self.ready.kinds.push(PreparedKind { accepts, spaces });
        }
    }

    /// Checks the selectors that the ruleset names, also those that nothing uses. Making them ready would give numbers to
    /// values that nothing asks for.
    fn named_selectors(&mut self) {
        for (name, selector) in &self.parts.declarations.selectors {
            let item = RulesetItem::Other("selector", name.clone());
            let known = KnownWords { vocabulary: &self.ready.vocabulary, named: &self.named };
            self.validator.selector(&item, selector, Things::Anything, known);
        }
    }

    fn patch(&mut self, item: &RulesetItem, patch: &CardPatch) {
        self.validator.patch(item, patch);
        let mut ids = Vec::with_capacity(patch.gives.rules.len());
        for (place, printed) in patch.gives.rules.iter().enumerate() {
            let prefixes = &self.parts.declarations.rule_prefixes;
            if let Some(id) = patches::special_rule(&self.parts.special_rules, prefixes, printed) {
                ids.push(id);
            } else {
                let known = self.parts.special_rules.iter().map(|known| &known.name);
                let fault = RulesetFault::missing("special rule", printed, known);
                self.validator.add_at(item, &format!("gives/rules/{place}"), fault);
            }
        }
        let filter = self.selected(item, "where", &patch.r#where, Things::Squadrons);
        let gives =
            ids.iter().fold(Bits::default(), |bits, id| bits.union(&self.ready.vocabulary.bits("rule", [id.as_str()])));
        self.ready.patches.push(ReadyPatch { filter, gives });
    }

    /// Prepares what stands at a key, or at a place of a sequence, inside of what is looked at.
    fn at<T>(&mut self, step: &str, prepare: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.validator.go_to(step);
        let prepared = prepare(self);
        self.validator.go_back(before);
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
        let charges = self.each("charges", &rule.charges, |rules, charge| rules.charge(&item, index, charge));
        self.ready.charges.extend(charges);
        for (allocation, squadrons) in &rule.allocates {
            let at = format!("allocates/{}", escape(allocation));
            let filter = self.selected(&item, &at, squadrons, Things::Squadrons);
            let known = &self.parts.declarations.allocations;
            if let Some(place) = known.get_index_of(allocation) {
                self.ready.allocates.push((index, place, filter));
            } else {
                let fault = RulesetFault::missing("allocation", allocation, known.keys());
                self.validator.within("allocates", |validator| validator.add_key(&item, allocation, fault));
            }
        }
        for (name, out) in &rule.narrows {
            self.check_words(&item, &format!("narrows/{}", escape(name)), out, Things::Anything);
        }
        let clauses = self.each("clauses", &rule.clauses, |rules, clause| rules.clause(&item, rule, clause));
        if !rule.r#where.is_empty() && rule.check.is_none() {
            self.check_words(&item, "where", &rule.r#where, Things::Squadrons);
        }
        let check = rule.check.as_ref().map(|check| self.check(&item, rule, check));
        if matches!(rule.kind, RuleKind::Limit | RuleKind::Check | RuleKind::ByHand) {
            let (applies, unless) = (self.conditions(&rule.applies), self.conditions(&rule.unless));
            self.ready.prepared.push(PreparedRule { rule: index, applies, unless, clauses, check });
        }
    }

    fn check(&mut self, item: &RulesetItem, rule: &Rule, check: &Check) -> PreparedCheck {
        self.at("check", |rules| rules.validator.check(item, check));
        if let Check::Brought(special) = check {
            // If a catalogue does not say what a card brings, the check asks whether the card has this special rule. So
            // the special rule needs a number in the vocabulary.
            self.ready.vocabulary.number("rule", special);
        }
        let base = check.selector().map(|base| self.selected(item, "check/swaps/base", base, Things::Cards));
        let base = base.unwrap_or_default();
        let filter = self.selected(item, "where", &rule.r#where, Things::of_check(Some(check)));
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
            filter: self.selected(item, "where", &clause.r#where, Things::of_clause(clause.each)),
            together: clause.together,
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

    /// `rule` is the place of the rule that charges it.
    fn charge(&mut self, item: &RulesetItem, rule: usize, charge: &Charge) -> PreparedCharge {
        self.validator.charge(item, charge);
        PreparedCharge {
            rule,
            points: charge.points,
            each: self.at("each", |rules| rules.calc(item, &charge.each)),
            after: charge.after,
            when: self.each("when", &charge.when, |rules, limit| rules.limit(item, limit)),
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
        self.at(made.word(), |rules| {
            rules.validator.amount(item, made, &rules.ready.vocabulary);
            if let Some((step, selector)) = made.counted() {
                rules.check_words(item, step, selector, Things::of_amount(&rules.parts.declarations, made));
            }
            rules.calc_of(item, made)
        })
    }

    /// Prepares an amount whose own words are checked.
    fn calc_of(&mut self, item: &RulesetItem, made: &KeyedAmount) -> Calc {
        match made {
            KeyedAmount::Points(selector) => Calc::Points(self.matcher(item, selector)),
            KeyedAmount::Upgrades(selector) => Calc::Upgrades(self.matcher(item, selector)),
            KeyedAmount::Models(selector) => Calc::Models(self.matcher(item, selector)),
            KeyedAmount::Squadrons(selector) => Calc::Squadrons(self.matcher(item, selector)),
            KeyedAmount::Attached(selector) => Calc::Attached(self.matcher(item, selector)),
            KeyedAmount::Carried(selector) => Calc::Carried(self.matcher(item, selector)),
            KeyedAmount::Dearest(selector) => Calc::Dearest(self.matcher(item, selector)),
            KeyedAmount::Cheapest(selector) => Calc::Cheapest(self.matcher(item, selector)),
            KeyedAmount::Allowed(end, selector) => Calc::Allowed(*end, self.matcher(item, selector)),
            KeyedAmount::Bearers(selector) => Calc::Bearers(self.matcher(item, selector)),
            KeyedAmount::Cards(selector) => Calc::Cards(self.matcher(item, selector)),
            KeyedAmount::Cost(selector) => Calc::Cost(self.matcher(item, selector)),
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
            KeyedAmount::Whole(of) => Calc::Whole(Box::new(self.calc(item, of))),
            KeyedAmount::Percent(percent, of) => Calc::Percent(*percent, Box::new(self.inner(item, 1, of))),
            KeyedAmount::Times(a, b) => Calc::Times(Box::new(self.inner(item, 0, a)), Box::new(self.inner(item, 1, b))),
            KeyedAmount::Per(step, of) => Calc::Per(*step, Box::new(self.inner(item, 1, of))),
            KeyedAmount::Table(name, of) => {
                let rows = self.parts.declarations.tables.get(name).map(|table| table.rows.clone());
                Calc::Table(rows.unwrap_or_default(), Box::new(self.inner(item, 1, of)))
            }
            KeyedAmount::Sum(amounts) => {
                Calc::Sum(amounts.iter().enumerate().map(|(place, of)| self.inner(item, place, of)).collect())
            }
            KeyedAmount::Smaller(a, b) => {
                Calc::Smaller(Box::new(self.inner(item, 0, a)), Box::new(self.inner(item, 1, b)))
            }
        }
    }

    /// Prepares an amount inside another one.
    fn inner(&mut self, item: &RulesetItem, place: usize, amount: &Amount) -> Calc {
        self.at(&place.to_string(), |rules| rules.calc(item, amount))
    }

    /// Prepares a selector that stands there, and reports what is wrong with it. `things` are what it selects.
    fn selected(&mut self, item: &RulesetItem, step: &str, selector: &Selector, things: Things) -> Matcher {
        self.check_words(item, step, selector, things);
        self.at(step, |rules| rules.matcher(item, selector))
    }

    fn check_words(&mut self, item: &RulesetItem, step: &str, selector: &Selector, things: Things) {
        let known = KnownWords { vocabulary: &self.ready.vocabulary, named: &self.named };
        self.validator.within(step, |validator| validator.selector(item, selector, things, known));
    }

    /// Prepares a selector whose words are checked.
    fn matcher(&mut self, item: &RulesetItem, selector: &Selector) -> Matcher {
        let mut preparer = Preparer::new(&mut self.ready.vocabulary, &self.named, &mut self.words);
        preparer.matcher(selector).unwrap_or_else(|fault| {
            self.validator.add(item, fault);
            Matcher::default()
        })
    }
}
