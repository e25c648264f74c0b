//! Finds what is wrong with the declarations and the rules of a ruleset, except with their selectors. What is wrong with
//! those is found when they are made ready.

use crate::ready::core::RulesetParts;
use crate::ready::patches;
use crate::ready::problem::{RulesetFault, RulesetItem, RulesetProblem};
use crate::ready::unit_selector;
use crate::ready::vocabulary::{BUILT_IN, COUNTED, Vocabulary};
use crate::shapes::amount::{Amount, KeyedAmount};
use crate::shapes::common::{Citation, SubjectWords};
use crate::shapes::declarations::{Boxes, CardPatch, Declarations, Sector, TotalFigure, TraitOwner};
use crate::shapes::rule::{Charge, Check, Clause, ClauseTarget, Grade, Limit, Rule, RuleKind};
use crate::shapes::sheet::{FieldType, HEAD};
use crate::shapes::special_rules::{Parameter, ParameterForm};
use crate::text::pointer::escape;

/// Collects what is wrong with a ruleset.
pub(super) struct Validator<'p> {
    parts: &'p RulesetParts,
    /// JSON pointer to the part of an item that is looked at; empty for a whole item.
    at: String,
    pub problems: Vec<RulesetProblem>,
}

impl<'p> Validator<'p> {
    pub(super) fn new(parts: &'p RulesetParts) -> Self {
        Self { parts, at: String::new(), problems: Vec::new() }
    }

    pub(super) fn add(&mut self, item: &RulesetItem, fault: impl Into<RulesetFault>) {
        self.problems.push(RulesetProblem { at: self.at.clone(), ..RulesetProblem::new(item.clone(), fault.into()) });
    }

    /// Reports what is wrong with the value of a key of what is looked at. The key may be several steps.
    pub(super) fn add_at(&mut self, item: &RulesetItem, key: &str, fault: impl Into<RulesetFault>) {
        self.within(key, |validator| validator.add(item, fault));
    }

    /// Reports what is wrong with a key of what is looked at.
    pub(super) fn add_key(&mut self, item: &RulesetItem, key: &str, fault: impl Into<RulesetFault>) {
        self.add(item, fault);
        if let Some(problem) = self.problems.last_mut() {
            problem.key = Some(key.to_owned());
        }
    }

    /// Reports something that an item names and that does not exist. `word` is what it would be, and `known` are those
    /// that there are.
    pub(super) fn missing<'k>(
        &mut self,
        item: &RulesetItem,
        word: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'k String>,
    ) {
        self.add(item, RulesetFault::missing(word, name, known));
    }

    /// Looks at what stands at a key, or at a place of a sequence, inside of what is looked at. The steps are a JSON pointer
    /// without its first stroke; empty to stay.
    pub(super) fn within<T>(&mut self, step: &str, look: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.go_to(step);
        let found = look(self);
        self.go_back(before);
        found
    }

    /// Begins to look at what stands there, and returns the way back.
    pub(super) fn go_to(&mut self, step: &str) -> usize {
        let before = self.at.len();
        if !step.is_empty() {
            self.at.push('/');
            self.at.push_str(step);
        }
        before
    }

    pub(super) fn go_back(&mut self, before: usize) {
        self.at.truncate(before);
    }

    pub(super) fn declarations(&self) -> &'p Declarations {
        &self.parts.declarations
    }

    pub(super) fn rule_ids(&self) -> impl Iterator<Item = &'p String> + use<'p> {
        self.parts.rules.iter().map(|sourced| &sourced.rule.id)
    }

    fn has_special_rule(&self, id: &str) -> bool {
        self.parts.special_rules.iter().any(|known| known.id == id)
    }

    /// Whether a source is a page of a book that the ruleset declares, or a book that is cited as a whole.
    fn cites_page(&self, source: &Citation) -> bool {
        let is_whole = self.parts.whole_books.contains(&source.book);
        self.declarations().books.contains_key(&source.book) && (is_whole || !source.page.trim().is_empty())
    }

    pub(super) fn source(&mut self, item: &RulesetItem, source: &Citation) {
        if !self.cites_page(source) {
            self.add(item, RulesetFault::NoSource);
        }
    }

    /// Checks the declarations that need no preparation.
    pub(super) fn validate_declarations(&mut self) {
        self.declared();
        self.prints();
        self.parameters();
        self.sheets();
    }

    pub(super) fn has_rule(&self, id: &str) -> bool {
        self.parts.rules.iter().any(|sourced| sourced.rule.id == id)
    }

    /// Checks declarations that only prints use. Judging does not need them.
    fn prints(&mut self) {
        let declarations = self.declarations();
        let boxes = declarations.boxes.iter().enumerate().filter_map(|(place, boxes)| match boxes {
            Boxes::Stat(stat) => Some(("boxes", place.to_string(), stat)),
            Boxes::Tokens(_) => None,
        });
        let totals = declarations.totals.iter().enumerate().filter_map(|(place, total)| match &total.of {
            TotalFigure::Stat(stat) => Some(("totals", format!("{place}/of/stat"), stat)),
            TotalFigure::SpecialRule(_) => None,
        });
        for (key, at, stat) in boxes.chain(totals).filter(|(.., stat)| !declarations.stats.contains_key(*stat)) {
            let fault = RulesetFault::missing("statistic", stat, declarations.stats.keys());
            self.add_at(&RulesetItem::Key(key), &at, fault);
        }
        for (name, sectors) in &declarations.arcs {
            let is_wrong = |sector: &&Sector| sector.from > sector.to || sector.to - sector.from > 360;
            if let Some(sector) = sectors.iter().find(is_wrong) {
                let fault = RulesetFault::WrongSector(name.clone(), *sector);
                self.add_at(&RulesetItem::Key("arcs"), &escape(name), fault);
            }
        }
        if declarations.band_reach.len() > declarations.bands.len() {
            self.add(&RulesetItem::Key("band-reach"), RulesetFault::TooFewBands);
        }
        for (place, id) in declarations.without_models.iter().enumerate() {
            if !declarations.traits.contains_key(id) {
                let fault = RulesetFault::missing("trait", id, declarations.traits.keys());
                self.add_at(&RulesetItem::Key("without-models"), &place.to_string(), fault);
            }
        }
        for (id, aid) in &declarations.aids {
            for rule in aid.special_rules.keys() {
                if !self.has_special_rule(rule) {
                    let known = self.parts.special_rules.iter().map(|known| &known.id);
                    let fault = RulesetFault::missing("special rule", rule, known);
                    let item = RulesetItem::Other("aid", id.clone());
                    self.within("special-rules", |validator| validator.add_key(&item, rule, fault));
                }
            }
        }
        for (place, selector) in declarations.deployment.iter().enumerate() {
            unit_selector::judge(declarations, selector, &format!("/{place}"), &mut |(at, key, fault)| {
                self.problems.push(RulesetProblem { item: RulesetItem::Key("deployment"), at, key, fault });
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
            let fault = RulesetFault::NoBook(book.clone(), books.keys().cloned().collect());
            self.add_at(item, "source/book", fault);
        } else if !self.cites_page(&rule.source) {
            self.add_at(item, "source/page", RulesetFault::NoPage);
        }
        let before = index.checked_sub(1).and_then(|before| self.parts.rules.get(before));
        if before.is_some_and(|before| before.rule.id == rule.id) {
            self.add(item, RulesetFault::TwiceId);
        }
        for (place, covering) in rule.covered_by.iter().enumerate() {
            if !self.has_rule(covering) {
                self.add_at(item, &format!("covered-by/{place}"), RulesetFault::NoCover(covering.clone()));
            }
        }
        for (key, tests) in [("applies", &rule.applies), ("unless", &rule.unless)] {
            self.within(key, |validator| validator.settings(item, tests));
        }
        for (key, belongs) in idle_keys(rule) {
            self.add_key(item, key, RulesetFault::IdleKey(key, rule.kind, belongs));
        }
        self.words(item, rule);
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
            None => self.missing(item, "group kind", group, self.declarations().group_kinds.keys()),
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
            self.add_key(item, "where", RulesetFault::IdleWhere);
        }
        if let Some(limit) = clause.limit.as_ref().filter(|_| clause.deck.is_some()) {
            let counted: Vec<_> = [Some(&limit.of), limit.min.as_ref(), limit.max.as_ref()]
                .into_iter()
                .flatten()
                .flat_map(counts)
                .collect();
            let of_deck = |counts: &&KeyedAmount| {
                matches!(counts, KeyedAmount::Cards(_) | KeyedAmount::Cost(_) | KeyedAmount::Different(..))
            };
            if let Some(word) = counted.iter().find_map(|counts| fleet_word(counts))
                && !counted.iter().any(of_deck)
            {
                self.add(item, RulesetFault::NotInDeck(word));
            }
        }
        if let Some(deck) = clause.deck.as_ref().filter(|deck| !self.declarations().decks.contains_key(*deck)) {
            self.add_at(item, "deck", RulesetFault::missing("deck", deck, self.declarations().decks.keys()));
        }
        for (key, sheet) in [("in", &clause.r#in), ("with", &clause.with)] {
            let known = &self.declarations().sheets;
            if let Some(sheet) = sheet.as_ref().filter(|sheet| !known.contains_key(*sheet)) {
                self.add_at(item, key, RulesetFault::missing("sheet", sheet, known.keys()));
            }
        }
        if clause.together && (clause.r#in.is_some() || clause.with.is_some()) {
            self.add_key(item, "together", RulesetFault::TogetherOnSheet);
        }
        if rule.kind == RuleKind::ByHand && clause.severity.is_some_and(|severity| severity != Grade::Note) {
            self.add_key(item, "severity", RulesetFault::IdleKey("severity", rule.kind, NOTES));
        }
        if clause.each == ClauseTarget::Row && clause.r#in.is_none() && clause.with.is_none() {
            self.add(item, RulesetFault::NoSheet);
        }
        if let Some(field) = &clause.by {
            self.field(item, field);
            if clause.each != ClauseTarget::Row {
                self.add_key(item, "by", RulesetFault::ByWithoutRows);
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

    /// Checks that each placeholder in the words of a rule is filled.
    fn words(&mut self, item: &RulesetItem, rule: &Rule) {
        let mut texts = vec![("title".to_owned(), rule.title.as_str(), Vec::new())];
        texts.extend(rule.help.iter().map(|help| ("help".to_owned(), help.as_str(), Vec::new())));
        for (place, clause) in rule.clauses.iter().enumerate() {
            let at = format!("clauses/{place}");
            texts.extend(clause.help.iter().map(|help| (format!("{at}/help"), help.as_str(), Vec::new())));
            match &clause.subject {
                None => {}
                Some(SubjectWords::Same(words)) => texts.push((format!("{at}/subject"), words, Vec::new())),
                Some(SubjectWords::Forms { one, many }) => {
                    let forms = [("one", one), ("many", many)];
                    texts.extend(forms.map(|(key, words)| (format!("{at}/subject/{key}"), words.as_str(), Vec::new())));
                }
            }
            let limit = clause.limit.as_ref();
            let filled = [
                ("name", true),
                ("of", limit.is_some()),
                ("times", limit.is_some()),
                ("min", limit.is_some_and(|limit| limit.min.is_some())),
                ("max", limit.is_some_and(|limit| limit.max.is_some())),
            ];
            let filled =
                filled.into_iter().filter_map(|(name, is_filled)| is_filled.then_some(name)).collect::<Vec<_>>();
            texts.extend(clause.says.iter().map(|says| (format!("{at}/says"), says.as_str(), filled.clone())));
        }
        for (at, text, filled) in texts {
            let unfilled: Vec<&str> = placeholders(text).filter(|name| !filled.contains(name)).collect();
            for name in unfilled {
                self.add_at(item, &at, RulesetFault::Placeholder(name.to_owned(), filled.clone()));
            }
        }
    }

    /// Checks a charge without its amounts.
    pub(super) fn charge(&mut self, item: &RulesetItem, charge: &Charge) {
        if charge.points == 0 {
            self.add_at(item, "points", RulesetFault::ChargesNothing);
        }
        if is_fraction(&charge.each) {
            self.add_at(item, "each", RulesetFault::ChargesParts);
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
            KeyedAmount::Different(name, _) if !vocabulary.knows(name) && !COUNTED.contains(&name.as_str()) => {
                self.add_at(item, "0", RulesetFault::no_trait(name, vocabulary.names()));
            }
            KeyedAmount::Different(name, _)
                if !declarations.traits.contains_key(name) && !COUNTED.contains(&name.as_str()) =>
            {
                self.add_at(item, "0", RulesetFault::NotCounted(name.clone(), COUNTED));
            }
            KeyedAmount::Stat(name, _) if !declarations.stats.contains_key(name) => {
                self.add_at(item, "0", RulesetFault::missing("statistic", name, declarations.stats.keys()));
            }
            KeyedAmount::Agreed(setting)
                if declarations.settings.get(setting).is_none_or(|setting| setting.range.is_none()) =>
            {
                self.add(item, RulesetFault::NoNumber(setting.clone()));
            }
            KeyedAmount::Given(setting) if !declarations.settings.contains_key(setting) => {
                self.missing(item, "setting", setting, declarations.settings.keys());
            }
            KeyedAmount::Setting(tests) => self.settings(item, tests),
            KeyedAmount::Percent(_, of) if is_fraction(of) => self.add(item, RulesetFault::Inexact("of")),
            KeyedAmount::Times(a, b) if is_fraction(a) && is_fraction(b) => {
                self.add(item, RulesetFault::Inexact("times"));
            }
            KeyedAmount::Per(0, _) => self.add(item, RulesetFault::ZeroStep),
            KeyedAmount::Table(name, _) if !declarations.tables.contains_key(name) => {
                self.add_at(item, "0", RulesetFault::missing("table", name, declarations.tables.keys()));
            }
            _ => {}
        }
    }
}

/// What each rule of the kind `by-hand` gives, whatever it says of its severity.
const NOTES: &str = "what it finds is always a note";

/// What stands in a rule without doing anything: keys that only rules of other kinds have, and where they belong.
fn idle_keys(rule: &Rule) -> impl Iterator<Item = (&'static str, &'static str)> {
    use RuleKind::{ByHand, Check as Structural, Definition, Limit as Limiting};
    let judged: &[RuleKind] = &[Limiting, Structural, ByHand];
    let of_findings = "only rules that are judged have findings (`limit`, `check` and `by-hand`)";
    let of_definitions = "it belongs to `kind: definition`";
    let keys: [(&str, bool, &[RuleKind], &str); 8] = [
        ("clauses", !rule.clauses.is_empty(), judged, "it belongs to `kind: limit`"),
        ("check", rule.check.is_some(), &[Structural], "it belongs to `kind: check`"),
        (
            "where",
            !rule.r#where.is_empty(),
            &[Structural],
            "put it into the clauses, or say with `kind: check` what it narrows",
        ),
        (
            "severity",
            rule.severity != Grade::Error && !(rule.kind == ByHand && rule.severity == Grade::Note),
            &[Limiting, Structural],
            if rule.kind == ByHand { NOTES } else { of_findings },
        ),
        ("waivable", rule.waivable, judged, of_findings),
        ("help", rule.help.is_some(), judged, of_findings),
        ("charges", !rule.charges.is_empty(), &[Definition], of_definitions),
        ("covered-by", !rule.covered_by.is_empty(), &[Definition], of_definitions),
    ];
    let kind = rule.kind;
    let idle = keys.into_iter().filter(move |(_, stands, kinds, _)| *stands && !kinds.contains(&kind));
    idle.map(|(key, .., belongs)| (key, belongs))
}

/// The placeholders in a text.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name));
    inner.filter(|name| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-'))
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
        KeyedAmount::Whole(of) | KeyedAmount::Percent(_, of) | KeyedAmount::Per(_, of) | KeyedAmount::Table(_, of) => {
            counts(of)
        }
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
        KeyedAmount::Dearest(_) => Some("dearest"),
        KeyedAmount::Cheapest(_) => Some("cheapest"),
        _ => None,
    }
}

/// Whether an amount may have a fraction.
fn is_fraction(amount: &Amount) -> bool {
    let Amount::Made(made) = amount else { return false };
    match &**made {
        KeyedAmount::Percent(..) => true,
        KeyedAmount::Whole(of) => is_fraction(of),
        KeyedAmount::Times(a, b) | KeyedAmount::Smaller(a, b) => is_fraction(a) || is_fraction(b),
        KeyedAmount::Sum(amounts) => amounts.iter().any(is_fraction),
        _ => false,
    }
}
