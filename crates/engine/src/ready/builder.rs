//! Builds a ruleset: prepares its rules, and reports everything that is wrong with them.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use indexmap::IndexMap;

use crate::ready::bits::Bits;
use crate::ready::core::{ReadyCore, RulesetParts, SourcedRule};
use crate::ready::matcher::{Matcher, Preparer};
use crate::ready::patches::{self, Patches};
use crate::ready::prepared::{
    Calc, PlaceTraits, PreparedCheck, PreparedClause, PreparedKind, PreparedLimit, PreparedRule,
};
use crate::ready::problem::RulesetProblem;
use crate::ready::slots::{self, ReadySlot};
use crate::ready::unit_selector;
use crate::ready::vocabulary::{BUILT_IN, COUNTED, Vocabulary};
use crate::shapes::amount::{Amount, KeyedAmount, Quantity};
use crate::shapes::common::Citation;
use crate::shapes::declarations::{Boxes, CardPatch, Sector, TotalFigure, TraitOwner};
use crate::shapes::rule::{Check, Clause, ClauseTarget, Grade, Limit, Rule, RuleKind};
use crate::shapes::selector::{Reference, Selector, SelectorTest};
use crate::shapes::setting::SettingTest;
use crate::shapes::sheet::{FieldType, HEAD};
use crate::shapes::special_rules::{Parameter, ParameterForm};
use crate::text::nearest::hint;
use crate::text::slug::slug;

pub(super) struct Builder {
    /// The ruleset as it was read.
    parts: RulesetParts,
    vocabulary: Vocabulary,
    /// The selectors that the ruleset names, narrowed by its definitions.
    named: IndexMap<String, Selector>,
    /// How many words the selectors have that were made ready so far.
    words: usize,
    prepared: Vec<PreparedRule>,
    grants: Vec<(usize, Calc)>,
    allocates: Vec<(usize, usize, Matcher)>,
    patches: Patches,
    /// All conditions on settings that rules make, each once.
    conditions: Vec<(String, SettingTest)>,
    /// The settings of which a rule asks whether the list states them.
    given: HashSet<String>,
    kinds: Vec<PreparedKind>,
    problems: Vec<RulesetProblem>,
}

impl Builder {
    /// Prepares the parts of a ruleset. The vocabulary must have all values that the declarations give. It gains those
    /// that selectors ask for.
    pub(super) fn build(parts: RulesetParts, vocabulary: Vocabulary) -> Result<ReadyCore, Vec<RulesetProblem>> {
        let mut builder = Self::new(parts, vocabulary);
        builder.prepare();
        builder.finish()
    }

    fn new(mut parts: RulesetParts, mut vocabulary: Vocabulary) -> Self {
        parts.rules.sort_by(|a, b| a.rule.id.cmp(&b.rule.id));
        parts.special_rules.sort_by(|a, b| a.id.cmp(&b.id));
        vocabulary.close("rule", parts.special_rules.iter().map(|rule| rule.id.clone()));
        let named = parts.declarations.selectors.clone();
        Self {
            parts,
            vocabulary,
            named,
            words: 0,
            prepared: Vec::new(),
            grants: Vec::new(),
            allocates: Vec::new(),
            patches: Patches::default(),
            conditions: Vec::new(),
            given: HashSet::new(),
            kinds: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn prepare(&mut self) {
        let rules = std::mem::take(&mut self.parts.rules);
        for sourced in &rules {
            self.narrow(&sourced.rule);
        }
        for (index, sourced) in rules.iter().enumerate() {
            self.rule(index, &sourced.rule, &rules);
        }
        self.parts.rules = rules;
        self.group_kinds();
        for (id, patch) in &self.parts.declarations.patches.clone() {
            self.patch(&format!("patch {id}"), patch);
        }
        for (id, deck) in &self.parts.declarations.decks.clone() {
            if let Some(rule) = &deck.rule
                && !self.parts.rules.iter().any(|r| r.rule.id == *rule)
            {
                self.problem(format!("deck {id}"), format!("there is no rule `{rule}`"));
            }
        }
        for (id, table) in &self.parts.declarations.tables.clone() {
            if !self.cites_page(&table.source) {
                self.problem(format!("table {id}"), "it cites no page of a book that the ruleset declares".to_owned());
            }
        }
        self.prints();
        self.parameters();
        self.sheets();
        if self.vocabulary.is_too_large() {
            self.problem("ruleset".to_owned(), "its selectors tell more trait values apart than fit".to_owned());
        }
    }

    /// Checks declarations that only prints use. Judging does not need them.
    fn prints(&mut self) {
        let declarations = self.parts.declarations.clone();
        let boxes = declarations.boxes.iter().filter_map(|boxes| match boxes {
            Boxes::Stat(stat) => Some(("boxes", stat)),
            Boxes::Tokens(_) => None,
        });
        let totals = declarations.totals.iter().filter_map(|total| match &total.of {
            TotalFigure::Stat(stat) => Some(("totals", stat)),
            TotalFigure::SpecialRule(_) => None,
        });
        for (item, stat) in boxes.chain(totals).filter(|(_, stat)| !declarations.stats.contains_key(*stat)) {
            self.problem(item.to_owned(), format!("there is no statistic `{stat}`"));
        }
        for (name, sectors) in &declarations.arcs {
            let is_wrong = |sector: &&Sector| sector.from > sector.to || sector.to - sector.from > 360;
            if let Some(Sector { from, to }) = sectors.iter().find(is_wrong) {
                self.problem("arcs".to_owned(), format!("{name} goes from {from} to {to} degrees"));
            }
        }
        if declarations.band_reach.len() > declarations.bands.len() {
            self.problem("band-reach".to_owned(), "there are fewer range bands".to_owned());
        }
        let traits = &declarations.traits;
        for id in declarations.without_models.iter().filter(|id| !traits.contains_key(*id)) {
            self.problem("without-models".to_owned(), format!("there is no trait `{id}`"));
        }
        for (id, aid) in &declarations.aids {
            for rule in aid.special_rules.keys() {
                if !self.parts.special_rules.iter().any(|known| known.id == *rule) {
                    self.problem(format!("aid {id}"), format!("there is no special rule `{rule}`"));
                }
            }
        }
        for selector in &declarations.deployment {
            unit_selector::judge(&declarations, selector, &mut |message| {
                self.problem("deployment".to_owned(), message);
            });
        }
    }

    /// Prepares the slots of group kinds.
    fn group_kinds(&mut self) {
        for (id, kind) in &self.parts.declarations.group_kinds.clone() {
            let item = format!("group kind {id}");
            let accepts = kind.slots.values();
            let accepts =
                accepts.map(|slot| slot.accepts.as_ref().map(|accepts| self.matcher(&item, accepts))).collect();
            let mut spaces = Vec::with_capacity(kind.slots.len());
            for (name, slot) in &kind.slots {
                let mut place = |other: &Option<String>, word: &str| {
                    let place = other.as_ref().map(|other| kind.slots.get_index_of(other));
                    if place == Some(None) {
                        let other = other.as_deref().unwrap_or_default();
                        self.problem(item.clone(), format!("the slot `{name}` is {word} `{other}`, which is no slot"));
                    }
                    place.flatten()
                };
                let (opened_by, closed_by) = (place(&slot.opened_by, "opened by"), place(&slot.closed_by, "closed by"));
                let holds = if slot.many { 0 } else { usize::try_from(slot.holds).unwrap_or(usize::MAX) };
                spaces.push(ReadySlot { holds, many: slot.many, required: slot.required, opened_by, closed_by });
            }
            for message in slots::problems(&spaces) {
                self.problem(item.clone(), message);
            }
            self.kinds.push(PreparedKind { accepts, spaces });
        }
    }

    fn problem(&mut self, item: String, message: String) {
        self.problems.push(RulesetProblem::new(item, message));
    }

    /// Whether a source is a page of a book that the ruleset declares, or a book that is cited as a whole.
    fn cites_page(&self, source: &Citation) -> bool {
        let is_whole = self.parts.whole_books.contains(&source.book);
        self.parts.declarations.books.contains_key(&source.book) && (is_whole || !source.page.trim().is_empty())
    }

    /// Prepares a patch.
    fn patch(&mut self, item: &str, patch: &CardPatch) {
        if !self.cites_page(&patch.source) {
            self.problem(item.to_owned(), "it cites no page of a book that the ruleset declares".to_owned());
        }
        let traits = &self.parts.declarations.traits;
        if let Some(word) = patches::unanswered(&patch.r#where, &|name| traits.get(name).map(|known| known.of)) {
            let message = format!("`{word}` is not on a card: a patch asks for traits of units and nations");
            self.problem(item.to_owned(), message);
        }
        let mut ids = Vec::with_capacity(patch.gives.rules.len());
        for printed in &patch.gives.rules {
            let parts = &self.parts;
            match patches::special_rule(&parts.special_rules, &parts.declarations.rule_prefixes, printed) {
                Some(id) => ids.push(id),
                None => self.problem(item.to_owned(), format!("there is no special rule `{printed}`")),
            }
        }
        let filter = self.matcher(item, &patch.r#where);
        let gives =
            ids.iter().fold(Bits::default(), |bits, id| bits.union(&self.vocabulary.bits("rule", [id.as_str()])));
        self.patches.push(patches::ReadyPatch { filter, gives });
    }

    /// Checks the forms of parameters of special rules: each form names at least one word or trait, and the traits are
    /// traits of units.
    fn parameters(&mut self) {
        let traits = &self.parts.declarations.traits;
        let mut wrong = Vec::new();
        for rule in &self.parts.special_rules {
            for formed in rule.parameters.iter().filter_map(Parameter::formed) {
                let mut add = |message: String| wrong.push((format!("special-rule {}", rule.id), message));
                match &formed.form {
                    ParameterForm::OneOf(words) | ParameterForm::Trait(words) if words.is_empty() => {
                        add(format!("its parameter `{}` can be nothing", formed.name));
                    }
                    ParameterForm::Trait(names) => {
                        let unknown = |name: &&String| traits.get(*name).is_none_or(|of| of.of != TraitOwner::Unit);
                        names.iter().filter(unknown).for_each(|name| add(format!("units have no trait `{name}`")));
                    }
                    _ => {}
                }
            }
        }
        for (item, message) in wrong {
            self.problem(item, message);
        }
    }

    /// Narrows the selectors that the ruleset names: takes out what the rule says in `narrows`.
    fn narrow(&mut self, rule: &Rule) {
        for (name, out) in &rule.narrows {
            match self.named.get_mut(name) {
                Some(selector) => selector.0.push(SelectorTest::Not(vec![out.clone()])),
                None => self.problem(format!("rule {}", rule.id), format!("the ruleset names no selector `{name}`")),
            }
        }
    }

    /// Prepares a rule. `index` is its place among `rules`, which are all rules, sorted by id.
    fn rule(&mut self, index: usize, rule: &Rule, rules: &[SourcedRule]) {
        let item = format!("rule {}", rule.id);
        let (book, books) = (&rule.source.book, &self.parts.declarations.books);
        if !books.contains_key(book) {
            let known = books.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            self.problem(
                item.clone(),
                format!("it cites the book `{book}`, which the ruleset does not declare (books: {known})"),
            );
        } else if !self.cites_page(&rule.source) {
            self.problem(item.clone(), "it cites no page".to_owned());
        }
        if index > 0 && rules.get(index - 1).is_some_and(|before| before.rule.id == rule.id) {
            self.problem(item.clone(), "another rule has the same id".to_owned());
        }
        for covering in &rule.covered_by {
            if !rules.iter().any(|r| r.rule.id == *covering) {
                self.problem(item.clone(), format!("there is no rule `{covering}` to cover it"));
            }
        }
        for tests in [&rule.applies, &rule.unless] {
            self.settings(&item, tests);
        }
        match rule.kind {
            RuleKind::Limit if rule.clauses.is_empty() => {
                self.problem(item.clone(), "a limit needs clauses".to_owned());
            }
            RuleKind::Check if rule.check.is_none() => self.problem(item.clone(), "a check needs `check`".to_owned()),
            RuleKind::Allowance if rule.grants.is_none() => {
                self.problem(item.clone(), "an allowance needs `grants`".to_owned());
            }
            _ => {}
        }
        if let Some(grant) = &rule.grants {
            let calc = self.calc(&item, &grant.amount);
            self.grants.push((index, calc));
        }
        for (allocation, squadrons) in &rule.allocates {
            let filter = self.matcher(&item, squadrons);
            match self.parts.declarations.allocations.get_index_of(allocation) {
                Some(place) => self.allocates.push((index, place, filter)),
                None => self.problem(item.clone(), format!("there is no allocation `{allocation}`")),
            }
        }
        let clauses: Vec<_> = rule.clauses.iter().map(|clause| self.clause(&item, rule, clause)).collect();
        if let Some(check) = &rule.check {
            self.names_slots(&item, check);
        }
        if let Some(Check::Brought(special)) = &rule.check {
            // If a catalogue does not say what a card brings, the check asks whether the card has this special rule. So
            // the special rule needs a number in the vocabulary.
            self.vocabulary.number("rule", special);
        }
        let check = rule.check.as_ref().map(|check| {
            let base = check.selector().map(|base| self.matcher(&item, base)).unwrap_or_default();
            PreparedCheck { check: check.clone(), filter: self.matcher(&item, &rule.r#where), base }
        });
        if matches!(rule.kind, RuleKind::Limit | RuleKind::Check | RuleKind::ByHand) {
            let (applies, unless) = (self.conditions(&rule.applies), self.conditions(&rule.unless));
            self.prepared.push(PreparedRule { rule: index, applies, unless, clauses, check });
        }
    }

    /// Reports group kinds and slots that a check names and the ruleset does not declare.
    fn names_slots(&mut self, item: &str, check: &Check) {
        let (group, slot) = match check {
            Check::Slots(group) => (group, None),
            Check::Filled(of) => (&of.group, Some(&of.slot)),
            _ => return,
        };
        match self.parts.declarations.group_kinds.get(group) {
            None => self.problem(item.to_owned(), format!("there is no group kind `{group}`")),
            Some(kind) => {
                if let Some(slot) = slot.filter(|slot| !kind.slots.contains_key(*slot)) {
                    self.problem(item.to_owned(), format!("the group kind `{group}` has no slot `{slot}`"));
                }
            }
        }
    }

    /// Adds conditions on settings, and returns their places among all conditions.
    fn conditions(&mut self, tests: &IndexMap<String, SettingTest>) -> Vec<usize> {
        let mut places = Vec::with_capacity(tests.len());
        for (id, test) in tests {
            let known = self.conditions.iter().position(|(other, known)| other == id && known == test);
            places.push(known.unwrap_or(self.conditions.len()));
            if known.is_none() {
                self.conditions.push((id.clone(), test.clone()));
            }
        }
        places
    }

    fn clause(&mut self, item: &str, rule: &Rule, clause: &Clause) -> PreparedClause {
        if clause.limit.is_none() && clause.each == ClauseTarget::List {
            self.problem(item.to_owned(), "a clause over the whole list needs a limit".to_owned());
        }
        if clause.limit.is_none() && clause.says.is_none() && rule.kind != RuleKind::ByHand {
            self.problem(item.to_owned(), "a clause without a limit needs `says`".to_owned());
        }
        if let Some(deck) = &clause.deck
            && !self.parts.declarations.decks.contains_key(deck)
        {
            self.problem(item.to_owned(), format!("there is no deck `{deck}`"));
        }
        for sheet in clause.r#in.iter().chain(&clause.with) {
            if !self.parts.declarations.sheets.contains_key(sheet) {
                self.problem(item.to_owned(), format!("there is no sheet `{sheet}`"));
            }
        }
        if clause.each == ClauseTarget::Row && clause.r#in.is_none() && clause.with.is_none() {
            self.problem(item.to_owned(), "a clause over rows says of which sheet: `in` or `with`".to_owned());
        }
        if let Some(field) = &clause.by {
            self.field(item, field);
            if clause.each != ClauseTarget::Row {
                self.problem(item.to_owned(), "`by` goes with `each: row`".to_owned());
            }
        }
        PreparedClause {
            each: clause.each,
            filter: self.matcher(item, &clause.r#where),
            judged_sheet: clause.r#in.clone(),
            compared_sheet: clause.with.clone(),
            by: clause.by.clone(),
            deck: clause.deck.clone(),
            when: clause.when.iter().map(|limit| self.limit(item, limit)).collect(),
            limit: clause.limit.as_ref().map(|limit| self.limit(item, limit)),
            severity: match rule.kind {
                RuleKind::ByHand => Grade::Note,
                _ => clause.severity.unwrap_or(rule.severity),
            },
        }
    }

    /// Reports a field that no sheet has.
    fn field(&mut self, item: &str, name: &str) {
        let mut sheets = self.parts.declarations.sheets.iter();
        if !sheets.any(|(id, sheet)| sheet.all_fields(id).any(|(_, field, _)| field == name)) {
            self.problem(item.to_owned(), format!("no sheet has a field `{name}`"));
        }
    }

    /// Checks the kinds of sheets: each cites a page, no name of a field or row has another meaning, and a field that
    /// holds several words declares these words.
    fn sheets(&mut self) {
        for (id, sheet) in &self.parts.declarations.sheets.clone() {
            let item = format!("sheet {id}");
            if !self.cites_page(&sheet.source) {
                self.problem(item.clone(), "it cites no page of a book that the ruleset declares".to_owned());
            }
            for (kind, name, field) in sheet.all_fields(id) {
                let taken = self.parts.declarations.traits.contains_key(name)
                    || BUILT_IN.contains(&name.as_str())
                        && (name, field.holds) != (&"unit".to_owned(), FieldType::Unit);
                if taken {
                    self.problem(item.clone(), format!("the field `{name}` of `{kind}` has the name of a trait"));
                }
                if field.many && field.values.is_empty() {
                    self.problem(item.clone(), format!("the field `{name}` of `{kind}` has several of no words"));
                }
            }
            for kind in sheet.rows.keys().chain(sheet.fields.keys()) {
                if HEAD.contains(&kind.as_str()) || sheet.rows.contains_key(kind) && sheet.fields.contains_key(kind) {
                    self.problem(item.clone(), format!("`{kind}` has a meaning in its documents already"));
                }
            }
        }
    }

    fn limit(&mut self, item: &str, limit: &Limit) -> PreparedLimit {
        if limit.min.is_none() && limit.max.is_none() {
            self.problem(item.to_owned(), "a limit needs `min` or `max`".to_owned());
        }
        PreparedLimit {
            of: self.calc(item, &limit.of),
            min: limit.min.as_ref().map(|amount| self.calc(item, amount)),
            max: limit.max.as_ref().map(|amount| self.calc(item, amount)),
        }
    }

    fn calc(&mut self, item: &str, amount: &Amount) -> Calc {
        match amount {
            Amount::Number(number) => Calc::Number(*number),
            Amount::Word(Quantity::Mfv) => Calc::Mfv,
            Amount::Made(made) => self.made(item, made),
        }
    }

    fn made(&mut self, item: &str, made: &KeyedAmount) -> Calc {
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
            KeyedAmount::Total(field, selector) => {
                self.field(item, field);
                Calc::Total(field.clone(), self.matcher(item, selector))
            }
            KeyedAmount::Halves(field, selector) => {
                self.field(item, field);
                Calc::Halves(field.clone(), self.matcher(item, selector))
            }
            KeyedAmount::Different(name, selector) => {
                if !self.vocabulary.knows(name) {
                    self.problem(item.to_owned(), format!("there is no trait `{name}`"));
                } else if !self.parts.declarations.traits.contains_key(name) && !COUNTED.contains(&name.as_str()) {
                    let message = format!(
                        "`different` cannot tell values of `{name}` apart, only those of declared traits and of {}",
                        COUNTED.join(", ")
                    );
                    self.problem(item.to_owned(), message);
                }
                Calc::Different(name.clone(), self.matcher(item, selector))
            }
            KeyedAmount::Stat(name, selector) => {
                if !self.parts.declarations.stats.contains_key(name) {
                    self.problem(item.to_owned(), format!("there is no statistic `{name}`"));
                }
                Calc::Stat(name.clone(), self.matcher(item, selector))
            }
            KeyedAmount::Taken(name, selector) => Calc::Taken(name.clone(), self.matcher(item, selector)),
            KeyedAmount::Groups(selector) => Calc::Groups(self.matcher(item, selector)),
            KeyedAmount::Agreed(setting) => {
                if self.parts.declarations.settings.get(setting).is_none_or(|setting| setting.range.is_none()) {
                    self.problem(item.to_owned(), format!("there is no setting `{setting}` that is a number"));
                }
                Calc::Agreed(setting.clone())
            }
            KeyedAmount::Given(setting) => {
                if !self.parts.declarations.settings.contains_key(setting) {
                    self.problem(item.to_owned(), format!("there is no setting `{setting}`"));
                }
                self.given.insert(setting.clone());
                Calc::Given(setting.clone())
            }
            KeyedAmount::Setting(tests) => {
                self.settings(item, tests);
                Calc::Setting(tests.clone())
            }
            KeyedAmount::EntryTurn(selector) => Calc::EntryTurn(self.matcher(item, selector)),
            KeyedAmount::Percent(percent, of) => {
                if !matches!(of, Amount::Number(_) | Amount::Word(_)) && is_fraction(of) {
                    self.problem(item.to_owned(), "a percentage of a percentage would not be exact".to_owned());
                }
                Calc::Percent(*percent, Box::new(self.calc(item, of)))
            }
            KeyedAmount::Times(a, b) => {
                if is_fraction(a) && is_fraction(b) {
                    self.problem(item.to_owned(), "a percentage times a percentage would not be exact".to_owned());
                }
                Calc::Times(Box::new(self.calc(item, a)), Box::new(self.calc(item, b)))
            }
            KeyedAmount::Per(step, of) => {
                if *step == 0 {
                    self.problem(item.to_owned(), "one for every full 0 of something is no number".to_owned());
                }
                Calc::Per(*step, Box::new(self.calc(item, of)))
            }
            KeyedAmount::Table(name, of) => {
                let rows = self.parts.declarations.tables.get(name).map(|table| table.rows.clone());
                if rows.is_none() {
                    self.problem(item.to_owned(), format!("there is no table `{name}`"));
                }
                Calc::Table(rows.unwrap_or_default(), Box::new(self.calc(item, of)))
            }
            KeyedAmount::Sum(amounts) => Calc::Sum(amounts.iter().map(|amount| self.calc(item, amount)).collect()),
            KeyedAmount::Smaller(a, b) => Calc::Smaller(Box::new(self.calc(item, a)), Box::new(self.calc(item, b))),
        }
    }

    /// Prepares a selector, and reports references to something that does not exist.
    fn matcher(&mut self, item: &str, selector: &Selector) -> Matcher {
        let known = self.vocabulary.references().count();
        let mut preparer = Preparer::new(&mut self.vocabulary, &self.named, &mut self.words);
        let matcher = preparer.matcher(selector);
        let problems = preparer.problems;
        self.problems.extend(problems.into_iter().map(|message| RulesetProblem::new(item, message)));
        let declarations = &self.parts.declarations;
        for (_, reference, _) in self.vocabulary.references().skip(known) {
            let message = match reference {
                Reference::Setting(setting) if !declarations.settings.contains_key(setting) => {
                    format!("there is no setting `{setting}`")
                }
                Reference::Own(name)
                    if !matches!(name.as_str(), "nation" | "unit")
                        && declarations.traits.get(name).is_none_or(|t| t.of != TraitOwner::Nation) =>
                {
                    format!("nations have no trait `{name}`")
                }
                Reference::Holder(role) if !declarations.roles.contains_key(role) => {
                    format!("there is no role `{role}`")
                }
                _ => continue,
            };
            self.problems.push(RulesetProblem::new(item, message));
        }
        matcher
    }

    /// Reports settings that the ruleset does not have, and values that they cannot have.
    fn settings(&mut self, item: &str, tests: &IndexMap<String, SettingTest>) {
        for (id, test) in tests {
            let Some(setting) = self.parts.declarations.settings.get(id) else {
                self.problem(item.to_owned(), format!("there is no setting `{id}`"));
                continue;
            };
            let words: Vec<&String> = match test {
                SettingTest::Word(word) => vec![word],
                SettingTest::Words(words) => words.iter().collect(),
                _ => Vec::new(),
            };
            let unknown = words.into_iter().filter(|word| !setting.values.contains_key(*word));
            let messages = unknown.map(|word| {
                let hint = hint(word, setting.values.keys().map(String::as_str));
                format!("the setting `{id}` has no value `{word}`{hint}")
            });
            for message in messages.collect::<Vec<_>>() {
                self.problem(item.to_owned(), message);
            }
        }
    }

    fn finish(self) -> Result<ReadyCore, Vec<RulesetProblem>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let Self { parts, vocabulary, prepared, grants, allocates, patches, conditions, given, kinds, .. } = self;
        let places = PlaceTraits::new(&parts.declarations, &vocabulary);
        let rules_by_id = parts.rules.iter().enumerate().map(|(i, r)| (r.rule.id.clone(), i)).collect();
        let mut asking: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, SourcedRule { rule, .. }) in parts.rules.iter().enumerate() {
            for id in rule.settings().filter(|_| rule.is_grave()) {
                let asking = asking.entry(id.to_owned()).or_default();
                if asking.last() != Some(&index) {
                    asking.push(index);
                }
            }
        }
        let mut special_by_name = HashMap::new();
        for (index, rule) in parts.special_rules.iter().enumerate() {
            special_by_name.insert(rule.id.clone(), index);
        }
        for (index, rule) in parts.special_rules.iter().enumerate() {
            for name in std::iter::once(&rule.name).chain(&rule.aliases) {
                special_by_name.entry(slug(name)).or_insert(index);
            }
        }
        let mut nations_by_name = HashMap::new();
        for (index, id) in parts.declarations.nations.keys().enumerate() {
            nations_by_name.insert(id.clone(), index);
        }
        for (index, nation) in parts.declarations.nations.values().enumerate() {
            for name in std::iter::once(&nation.name).chain(&nation.aliases) {
                nations_by_name.entry(slug(name)).or_insert(index);
            }
        }
        let mut cards_by_name: IndexMap<String, HashMap<String, (usize, usize)>> = IndexMap::new();
        for (at, cards) in parts.cards.iter().enumerate() {
            let names = cards_by_name.entry(cards.deck.clone()).or_default();
            for (index, card) in cards.cards.iter().enumerate() {
                names.insert(card.id.clone(), (at, index));
                for name in std::iter::once(&card.name).chain(&card.aliases) {
                    names.entry(slug(name)).or_insert((at, index));
                }
            }
        }
        Ok(ReadyCore {
            parts,
            vocabulary,
            prepared,
            grants,
            allocates,
            patches,
            conditions,
            asking,
            given,
            places,
            kinds,
            rules_by_id,
            special_by_name,
            nations_by_name,
            cards_by_name,
            allocating: OnceLock::new(),
        })
    }
}

/// Whether an amount may have a fraction.
fn is_fraction(amount: &Amount) -> bool {
    let Amount::Made(made) = amount else { return false };
    match &**made {
        KeyedAmount::Percent(..) => true,
        KeyedAmount::Times(a, b) | KeyedAmount::Smaller(a, b) => is_fraction(a) || is_fraction(b),
        KeyedAmount::Sum(amounts) => amounts.iter().any(is_fraction),
        _ => false,
    }
}
