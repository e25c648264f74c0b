//! Finds what is wrong with the declarations and the rules of a ruleset, except with their selectors. What is wrong with
//! those is found when they are made ready.

use indexmap::IndexMap;

use crate::ready::core::RulesetParts;
use crate::ready::patches;
use crate::ready::problem::{RulesetFault, RulesetItem, RulesetProblem};
use crate::ready::unit_selector;
use crate::ready::vocabulary::{BUILT_IN, COUNTED, Vocabulary};
use crate::shapes::amount::{Amount, KeyedAmount};
use crate::shapes::common::Citation;
use crate::shapes::declarations::{Boxes, CardPatch, Declarations, Sector, TotalFigure, TraitOwner};
use crate::shapes::rule::{Check, Clause, ClauseTarget, Limit, Rule, RuleKind};
use crate::shapes::selector::Reference;
use crate::shapes::setting::SettingTest;
use crate::shapes::sheet::{FieldType, HEAD};
use crate::shapes::special_rules::{Parameter, ParameterForm};

/// Collects what is wrong with a ruleset.
pub(super) struct Validator<'p> {
    parts: &'p RulesetParts,
    /// JSON pointer to the part of a rule that is looked at; empty for a whole item.
    pub at: String,
    pub problems: Vec<RulesetProblem>,
}

impl<'p> Validator<'p> {
    pub(super) fn new(parts: &'p RulesetParts) -> Self {
        Self { parts, at: String::new(), problems: Vec::new() }
    }

    pub(super) fn add(&mut self, item: &RulesetItem, fault: RulesetFault) {
        self.problems.push(RulesetProblem { at: self.at.clone(), ..RulesetProblem::new(item.clone(), fault) });
    }

    /// Reports something that an item names and that does not exist. `word` is what it would be.
    pub(super) fn missing(&mut self, item: &RulesetItem, word: &'static str, name: &str) {
        self.add(item, RulesetFault::Missing(word, name.to_owned()));
    }

    fn declarations(&self) -> &'p Declarations {
        &self.parts.declarations
    }

    fn has_special_rule(&self, id: &str) -> bool {
        self.parts.special_rules.iter().any(|known| known.id == id)
    }

    /// Whether a source is a page of a book that the ruleset declares, or a book that is cited as a whole.
    fn cites_page(&self, source: &Citation) -> bool {
        let is_whole = self.parts.whole_books.contains(&source.book);
        self.declarations().books.contains_key(&source.book) && (is_whole || !source.page.trim().is_empty())
    }

    fn source(&mut self, item: &RulesetItem, source: &Citation) {
        if !self.cites_page(source) {
            self.add(item, RulesetFault::NoSource);
        }
    }

    /// Checks the declarations that need no preparation.
    pub(super) fn validate_declarations(&mut self) {
        for (id, deck) in &self.declarations().decks {
            if let Some(rule) = deck.rule.as_ref().filter(|id| !self.has_rule(id)) {
                self.missing(&RulesetItem::Other("deck", id.clone()), "rule", rule);
            }
        }
        for (id, table) in &self.declarations().tables {
            self.source(&RulesetItem::Other("table", id.clone()), &table.source);
        }
        self.prints();
        self.parameters();
        self.sheets();
    }

    fn has_rule(&self, id: &str) -> bool {
        self.parts.rules.iter().any(|sourced| sourced.rule.id == id)
    }

    /// Checks declarations that only prints use. Judging does not need them.
    fn prints(&mut self) {
        let declarations = self.declarations();
        let boxes = declarations.boxes.iter().filter_map(|boxes| match boxes {
            Boxes::Stat(stat) => Some(("boxes", stat)),
            Boxes::Tokens(_) => None,
        });
        let totals = declarations.totals.iter().filter_map(|total| match &total.of {
            TotalFigure::Stat(stat) => Some(("totals", stat)),
            TotalFigure::SpecialRule(_) => None,
        });
        for (key, stat) in boxes.chain(totals).filter(|(_, stat)| !declarations.stats.contains_key(*stat)) {
            self.missing(&RulesetItem::Key(key), "statistic", stat);
        }
        for (name, sectors) in &declarations.arcs {
            let is_wrong = |sector: &&Sector| sector.from > sector.to || sector.to - sector.from > 360;
            if let Some(sector) = sectors.iter().find(is_wrong) {
                self.add(&RulesetItem::Key("arcs"), RulesetFault::WrongSector(name.clone(), *sector));
            }
        }
        if declarations.band_reach.len() > declarations.bands.len() {
            self.add(&RulesetItem::Key("band-reach"), RulesetFault::TooFewBands);
        }
        for id in declarations.without_models.iter().filter(|id| !declarations.traits.contains_key(*id)) {
            self.missing(&RulesetItem::Key("without-models"), "trait", id);
        }
        for (id, aid) in &declarations.aids {
            for rule in aid.special_rules.keys() {
                if !self.has_special_rule(rule) {
                    self.missing(&RulesetItem::Other("aid", id.clone()), "special rule", rule);
                }
            }
        }
        for selector in &declarations.deployment {
            unit_selector::judge(declarations, selector, &mut |fault| {
                self.add(&RulesetItem::Key("deployment"), fault);
            });
        }
    }

    /// Checks the forms of parameters of special rules: each form names at least one word or trait, and the traits are
    /// traits of units.
    fn parameters(&mut self) {
        let traits = &self.declarations().traits;
        for rule in &self.parts.special_rules {
            let item = RulesetItem::SpecialRule(rule.id.clone());
            for formed in rule.parameters.iter().filter_map(Parameter::formed) {
                match &formed.form {
                    ParameterForm::OneOf(words) | ParameterForm::Trait(words) if words.is_empty() => {
                        self.add(&item, RulesetFault::EmptyParameter(formed.name.clone()));
                    }
                    ParameterForm::Trait(names) => {
                        let unknown = |name: &&String| traits.get(*name).is_none_or(|of| of.of != TraitOwner::Unit);
                        for name in names.iter().filter(unknown) {
                            self.add(&item, RulesetFault::NoTraitOf("units", name.clone()));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Checks the kinds of sheets: each cites a page, no name of a field or row has another meaning, and a field that
    /// holds several words declares these words.
    fn sheets(&mut self) {
        for (id, sheet) in &self.declarations().sheets {
            let item = RulesetItem::Other("sheet", id.clone());
            self.source(&item, &sheet.source);
            for (kind, name, field) in sheet.all_fields(id) {
                let taken = self.declarations().traits.contains_key(name)
                    || BUILT_IN.contains(&name.as_str())
                        && (name, field.holds) != (&"unit".to_owned(), FieldType::Unit);
                if taken {
                    self.add(&item, RulesetFault::FieldIsTrait(kind.to_owned(), name.clone()));
                }
                if field.many && field.values.is_empty() {
                    self.add(&item, RulesetFault::FieldOfNoWords(kind.to_owned(), name.clone()));
                }
            }
            for kind in sheet.rows.keys().chain(sheet.fields.keys()) {
                if HEAD.contains(&kind.as_str()) || sheet.rows.contains_key(kind) && sheet.fields.contains_key(kind) {
                    self.add(&item, RulesetFault::TakenKey(kind.clone()));
                }
            }
        }
    }

    /// Checks where a patch is from, and whether a card can answer what it asks.
    pub(super) fn patch(&mut self, item: &RulesetItem, patch: &CardPatch) {
        self.source(item, &patch.source);
        let traits = &self.declarations().traits;
        if let Some(word) = patches::unanswered(&patch.r#where, &|name| traits.get(name).map(|known| known.of)) {
            self.add(item, RulesetFault::NotOnCard(word.to_owned()));
        }
    }

    /// Checks a rule without its amounts, clauses and selectors. `index` is its place among all rules, sorted by id.
    pub(super) fn rule(&mut self, item: &RulesetItem, index: usize, rule: &Rule) {
        let (book, books) = (&rule.source.book, &self.declarations().books);
        if !books.contains_key(book) {
            self.add(item, RulesetFault::NoBook(book.clone(), books.keys().cloned().collect()));
        } else if !self.cites_page(&rule.source) {
            self.add(item, RulesetFault::NoPage);
        }
        let before = index.checked_sub(1).and_then(|before| self.parts.rules.get(before));
        if before.is_some_and(|before| before.rule.id == rule.id) {
            self.add(item, RulesetFault::TwiceId);
        }
        for covering in rule.covered_by.iter().filter(|id| !self.has_rule(id)).collect::<Vec<_>>() {
            self.add(item, RulesetFault::NoCover(covering.clone()));
        }
        for tests in [&rule.applies, &rule.unless] {
            self.settings(item, tests);
        }
        let (what, lacks) = match rule.kind {
            RuleKind::Limit if rule.clauses.is_empty() => ("a limit", "clauses"),
            RuleKind::Check if rule.check.is_none() => ("a check", "`check`"),
            RuleKind::Allowance if rule.grants.is_none() => ("an allowance", "`grants`"),
            _ => return,
        };
        self.add(item, RulesetFault::Lacks(what, lacks));
    }

    /// Checks that the group kind and the slot that a check names exist.
    pub(super) fn check(&mut self, item: &RulesetItem, check: &Check) {
        let (group, slot) = match check {
            Check::Slots(group) => (group, None),
            Check::Filled(of) => (&of.group, Some(&of.slot)),
            _ => return,
        };
        match self.declarations().group_kinds.get(group) {
            None => self.missing(item, "group kind", group),
            Some(kind) => {
                if let Some(slot) = slot.filter(|slot| !kind.slots.contains_key(*slot)) {
                    self.add(item, RulesetFault::NoSlot(group.clone(), slot.clone()));
                }
            }
        }
    }

    /// Checks a clause without its amounts and selectors.
    pub(super) fn clause(&mut self, item: &RulesetItem, rule: &Rule, clause: &Clause) {
        if clause.limit.is_none() && clause.each == ClauseTarget::List {
            self.add(item, RulesetFault::Lacks("a clause over the whole list", "a limit"));
        }
        if clause.limit.is_none() && clause.says.is_none() && rule.kind != RuleKind::ByHand {
            self.add(item, RulesetFault::Lacks("a clause without a limit", "`says`"));
        }
        if clause.each == ClauseTarget::List && !clause.r#where.is_empty() {
            self.add(item, RulesetFault::IdleWhere);
        }
        if let Some(limit) = clause.limit.as_ref().filter(|_| clause.deck.is_some()) {
            let counted: Vec<_> = [Some(&limit.of), limit.min.as_ref(), limit.max.as_ref()]
                .into_iter()
                .flatten()
                .flat_map(counts)
                .collect();
            let of_deck = |counts: &&KeyedAmount| matches!(counts, KeyedAmount::Cards(_) | KeyedAmount::Different(..));
            if let Some(word) = counted.iter().find_map(|counts| fleet_word(counts))
                && !counted.iter().any(of_deck)
            {
                self.add(item, RulesetFault::NotInDeck(word));
            }
        }
        if let Some(deck) = clause.deck.as_ref().filter(|deck| !self.declarations().decks.contains_key(*deck)) {
            self.missing(item, "deck", deck);
        }
        for sheet in clause.r#in.iter().chain(&clause.with) {
            if !self.declarations().sheets.contains_key(sheet) {
                self.missing(item, "sheet", sheet);
            }
        }
        if clause.each == ClauseTarget::Row && clause.r#in.is_none() && clause.with.is_none() {
            self.add(item, RulesetFault::NoSheet);
        }
        if let Some(field) = &clause.by {
            self.field(item, field);
            if clause.each != ClauseTarget::Row {
                self.add(item, RulesetFault::ByWithoutRows);
            }
        }
    }

    /// Checks that some sheet has a field.
    fn field(&mut self, item: &RulesetItem, name: &str) {
        let mut sheets = self.declarations().sheets.iter();
        if !sheets.any(|(id, sheet)| sheet.all_fields(id).any(|(_, field, _)| field == name)) {
            self.add(item, RulesetFault::NoField(name.to_owned()));
        }
    }

    pub(super) fn limit(&mut self, item: &RulesetItem, limit: &Limit) {
        if limit.min.is_none() && limit.max.is_none() {
            self.add(item, RulesetFault::Lacks("a limit", "`min` or `max`"));
        }
        if let (Some(Amount::Number(min)), Some(Amount::Number(max))) = (&limit.min, &limit.max)
            && min > max
        {
            self.add(item, RulesetFault::NoRoom(*min, *max));
        }
        if limit.min.iter().chain(&limit.max).any(|bound| is_part_of(bound, &limit.of)) {
            self.add(item, RulesetFault::ComparedWithItself);
        }
    }

    /// Checks an amount without its selectors and the amounts in it.
    pub(super) fn amount(&mut self, item: &RulesetItem, amount: &KeyedAmount, vocabulary: &Vocabulary) {
        let declarations = self.declarations();
        match amount {
            KeyedAmount::Total(field, _) | KeyedAmount::Halves(field, _) => self.field(item, field),
            KeyedAmount::Different(name, _) if !vocabulary.knows(name) => self.missing(item, "trait", name),
            KeyedAmount::Different(name, _)
                if !declarations.traits.contains_key(name) && !COUNTED.contains(&name.as_str()) =>
            {
                self.add(item, RulesetFault::NotCounted(name.clone(), COUNTED));
            }
            KeyedAmount::Stat(name, _) if !declarations.stats.contains_key(name) => {
                self.missing(item, "statistic", name);
            }
            KeyedAmount::Agreed(setting)
                if declarations.settings.get(setting).is_none_or(|setting| setting.range.is_none()) =>
            {
                self.add(item, RulesetFault::NoNumber(setting.clone()));
            }
            KeyedAmount::Given(setting) if !declarations.settings.contains_key(setting) => {
                self.missing(item, "setting", setting);
            }
            KeyedAmount::Setting(tests) => self.settings(item, tests),
            KeyedAmount::Percent(_, of) if is_fraction(of) => self.add(item, RulesetFault::Inexact("of")),
            KeyedAmount::Times(a, b) if is_fraction(a) && is_fraction(b) => {
                self.add(item, RulesetFault::Inexact("times"));
            }
            KeyedAmount::Per(0, _) => self.add(item, RulesetFault::ZeroStep),
            KeyedAmount::Table(name, _) if !declarations.tables.contains_key(name) => {
                self.missing(item, "table", name);
            }
            _ => {}
        }
    }

    /// Checks what a selector compares with.
    pub(super) fn reference(&mut self, item: &RulesetItem, reference: &Reference) {
        let declarations = self.declarations();
        match reference {
            Reference::Setting(setting) if !declarations.settings.contains_key(setting) => {
                self.missing(item, "setting", setting);
            }
            Reference::Own(name)
                if !matches!(name.as_str(), "nation" | "unit")
                    && declarations.traits.get(name).is_none_or(|t| t.of != TraitOwner::Nation) =>
            {
                self.add(item, RulesetFault::NoTraitOf("nations", name.clone()));
            }
            Reference::Holder(role) if !declarations.roles.contains_key(role) => self.missing(item, "role", role),
            _ => {}
        }
    }

    /// Checks that the ruleset has these settings, and that they can have these values.
    fn settings(&mut self, item: &RulesetItem, tests: &IndexMap<String, SettingTest>) {
        for (id, test) in tests {
            let Some(setting) = self.declarations().settings.get(id) else {
                self.missing(item, "setting", id);
                continue;
            };
            let words = match test {
                SettingTest::Word(word) => std::slice::from_ref(word),
                SettingTest::Words(words) => words,
                _ => &[],
            };
            for word in words.iter().filter(|word| !setting.values.contains_key(*word)) {
                self.add(item, RulesetFault::no_value("setting", id, word, setting.values.keys()));
            }
        }
    }
}

/// Whether an amount is another, or a percentage of it.
fn is_part_of(amount: &Amount, other: &Amount) -> bool {
    match amount {
        Amount::Number(_) | Amount::Word(_) => false,
        Amount::Made(made) => match &**made {
            KeyedAmount::Percent(_, of) => is_part_of(of, other),
            _ => amount == other,
        },
    }
}

/// What an amount counts, without the arithmetic around it.
fn counts(amount: &Amount) -> Vec<&KeyedAmount> {
    let Amount::Made(made) = amount else { return Vec::new() };
    match &**made {
        KeyedAmount::Percent(_, of) | KeyedAmount::Per(_, of) | KeyedAmount::Table(_, of) => counts(of),
        KeyedAmount::Times(a, b) | KeyedAmount::Smaller(a, b) => [counts(a), counts(b)].concat(),
        KeyedAmount::Sum(amounts) => amounts.iter().flat_map(counts).collect(),
        counted => vec![counted],
    }
}

/// The word of an amount that counts the squadrons of a list, such as `points`.
fn fleet_word(amount: &KeyedAmount) -> Option<&'static str> {
    match amount {
        KeyedAmount::Points(_) => Some("points"),
        KeyedAmount::Upgrades(_) => Some("upgrades"),
        KeyedAmount::Models(_) => Some("models"),
        KeyedAmount::Squadrons(_) => Some("squadrons"),
        _ => None,
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
