//! A ruleset made ready: every name it uses exists, and rules are in the form that is fast to judge.

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::amount::{Amount, Made, Quantity};
use crate::bits::Bits;
use crate::catalogue::Catalogue;
use crate::matcher::{Matcher, Preparer};
use crate::patches::{self, Patches};
use crate::rule::{Check, Clause, Each, Grade, Kind, Limit, Rule, SettingTest};
use crate::ruleset::{Card, Cards, Declarations, Patch, Row, SpecialRule};
use crate::selector::{Reference, Selector};
use crate::slug::slug;
use crate::stock::Stock;
use crate::vocabulary::{ANY, Vocabulary};

/// A whole ruleset with the catalogues that are at hand. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Ruleset {
    core: Arc<Core>,
    stocks: Vec<Arc<Stock>>,
}

/// Everything that a ruleset is made of, catalogues aside.
#[derive(Clone, Debug)]
pub struct Parts {
    /// `ruleset.yaml`.
    pub declarations: Declarations,
    /// The rules, in any order.
    pub rules: Vec<SourcedRule>,
    /// The special rules, in any order.
    pub special_rules: Vec<SpecialRule>,
    /// The cards of each deck.
    pub cards: Vec<Cards>,
    /// `sha256:` and the digest of all files.
    pub digest: String,
    /// The second half of fingerprints: a digest of everything but prose.
    pub fingerprint: String,
}

/// A rule and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct SourcedRule {
    /// The rule.
    pub rule: Rule,
    /// The id of the ruleset or overlay that it comes from, in the form applied.
    pub origin: String,
}

/// Something wrong in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The rule, table, deck or nation that is wrong, as `rule cap-large`.
    pub item: String,
    /// What is wrong with it.
    pub message: String,
}

#[derive(Debug)]
pub(crate) struct Core {
    parts: Parts,
    vocabulary: Vocabulary,
    prepared: Vec<Prepared>,
    grants: Vec<(usize, Calc)>,
    patches: Patches,
    conditions: Vec<(String, SettingTest)>,
    places: Places,
    rules_by_id: HashMap<String, usize>,
    special_by_name: HashMap<String, usize>,
    nations_by_name: HashMap<String, usize>,
    cards_by_name: IndexMap<String, HashMap<String, (usize, usize)>>,
}

/// The traits that come from a squadron's place in a list.
#[derive(Debug)]
pub(crate) struct Places {
    pub own: Bits,
    pub attached: Bits,
    pub brought: Bits,
    pub ally: Bits,
    pub entry: Bits,
    /// In the order of the declarations.
    pub allocations: Vec<Bits>,
    /// In the order of the declarations.
    pub nations: Vec<Bits>,
}

impl Places {
    fn new(declarations: &Declarations, vocabulary: &Vocabulary) -> Self {
        let nation = |(id, nation): (&String, &crate::ruleset::Nation)| {
            vocabulary.bits("nation", [id.as_str()]).union(&vocabulary.traits(&nation.traits))
        };
        Self {
            own: vocabulary.bits("standing", ["own"]),
            attached: vocabulary.bits("standing", ["attached"]),
            brought: vocabulary.bits("standing", ["brought"]),
            ally: vocabulary.bit("ally", ANY),
            entry: vocabulary.bit("entry", ANY),
            allocations: declarations
                .allocations
                .keys()
                .map(|id| vocabulary.bits("allocation", [id.as_str()]))
                .collect(),
            nations: declarations.nations.iter().map(nation).collect(),
        }
    }
}

/// A rule that is judged, or that calls for a note.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub rule: usize,
    /// Conditions on settings that must all hold, by their places.
    pub applies: Vec<usize>,
    /// Conditions on settings of which none may hold.
    pub unless: Vec<usize>,
    pub clauses: Vec<PreparedClause>,
    pub check: Option<PreparedCheck>,
}

#[derive(Debug)]
pub(crate) struct PreparedCheck {
    pub check: Check,
    pub filter: Matcher,
    /// The cards that a deck starts from, for `swaps`.
    pub base: Matcher,
}

#[derive(Debug)]
pub(crate) struct PreparedClause {
    pub each: Each,
    pub filter: Matcher,
    pub deck: Option<String>,
    pub when: Vec<PreparedLimit>,
    pub limit: Option<PreparedLimit>,
    pub severity: Grade,
}

#[derive(Debug)]
pub(crate) struct PreparedLimit {
    pub of: Calc,
    pub min: Option<Calc>,
    pub max: Option<Calc>,
}

/// An amount whose words are resolved.
#[derive(Debug)]
pub(crate) enum Calc {
    Number(i64),
    Mfv,
    Points(Matcher),
    Upgrades(Matcher),
    Models(Matcher),
    Squadrons(Matcher),
    Attached(Matcher),
    Carried(Matcher),
    Bearers(Matcher),
    Cards(Matcher),
    Different(String, Matcher),
    Given(String),
    Setting(IndexMap<String, SettingTest>),
    EntryTurn(Matcher),
    Percent(u32, Box<Calc>),
    Times(Box<Calc>, Box<Calc>),
    Per(u32, Box<Calc>),
    Table(Vec<Row>, Box<Calc>),
    Sum(Vec<Calc>),
    Smaller(Box<Calc>, Box<Calc>),
}

impl Ruleset {
    /// Makes a ruleset ready, or tells everything that is wrong with it.
    pub fn build(parts: Parts) -> Result<Self, Vec<Problem>> {
        let mut builder = Builder::new(parts);
        builder.prepare();
        builder.finish()
    }

    /// The same rules with these catalogues at hand.
    #[must_use]
    pub fn with_stocks(&self, stocks: Vec<Arc<Stock>>) -> Self {
        Self { core: Arc::clone(&self.core), stocks }
    }

    /// Makes a catalogue ready for these rules.
    #[must_use]
    pub fn stock(&self, catalogue: Catalogue) -> Stock {
        let find = |printed: &str| self.special_rule(printed).map(|rule| rule.id.clone());
        let nation = self.nation_bits(catalogue.nation.as_deref());
        Stock::new(catalogue, &self.core.vocabulary, &find, &|model| self.patches().on(model, &nation))
    }

    /// The catalogues at hand.
    #[must_use]
    pub fn stocks(&self) -> &[Arc<Stock>] {
        &self.stocks
    }

    /// The ruleset's declarations.
    #[must_use]
    pub fn declarations(&self) -> &Declarations {
        &self.core.parts.declarations
    }

    /// All rules, sorted by id.
    #[must_use]
    pub fn rules(&self) -> &[SourcedRule] {
        &self.core.parts.rules
    }

    /// A rule by id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&SourcedRule> {
        self.core.rules_by_id.get(id).and_then(|index| self.rules().get(*index))
    }

    /// All special rules, sorted by id.
    #[must_use]
    pub fn special_rules(&self) -> &[SpecialRule] {
        &self.core.parts.special_rules
    }

    /// A special rule by id, name or alias, or as printed on a card: with prefix and parameters.
    #[must_use]
    pub fn special_rule(&self, printed: &str) -> Option<&SpecialRule> {
        let find = |name: &str| self.core.special_by_name.get(&slug(name)).and_then(|i| self.special_rules().get(*i));
        let base = printed.split_once('(').map_or(printed, |(base, _)| base).trim();
        find(printed).or_else(|| find(base)).or_else(|| {
            let prefixes = &self.declarations().rule_prefixes;
            prefixes.iter().find_map(|prefix| find(base.strip_prefix(prefix.as_str())?.trim()))
        })
    }

    /// The cards of all decks.
    #[must_use]
    pub fn cards(&self) -> &[Cards] {
        &self.core.parts.cards
    }

    /// A card of a deck by id, name or alias.
    #[must_use]
    pub fn card(&self, deck: &str, name: &str) -> Option<&Card> {
        let (cards, card) = self.core.cards_by_name.get(deck)?.get(&slug(name))?;
        self.cards().get(*cards)?.cards.get(*card)
    }

    /// The id of a nation by id, name or alias.
    #[must_use]
    pub fn nation(&self, name: &str) -> Option<&str> {
        let index = self.core.nations_by_name.get(name).or_else(|| self.core.nations_by_name.get(&slug(name)))?;
        self.declarations().nations.get_index(*index).map(|(id, _)| id.as_str())
    }

    /// What it was made from.
    #[must_use]
    pub fn parts(&self) -> &Parts {
        &self.core.parts
    }

    /// `sha256:` and the digest of all files.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.core.parts.digest
    }

    /// The second half of fingerprints.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.core.parts.fingerprint
    }

    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.core.vocabulary
    }

    pub(crate) fn prepared(&self) -> &[Prepared] {
        &self.core.prepared
    }

    /// All conditions on settings that rules make, each once.
    pub(crate) fn conditions(&self) -> &[(String, SettingTest)] {
        &self.core.conditions
    }

    pub(crate) fn places(&self) -> &Places {
        &self.core.places
    }

    pub(crate) fn patches(&self) -> &Patches {
        &self.core.patches
    }

    /// The traits of a nation's units by their nation; none for units of no nation.
    pub(crate) fn nation_bits(&self, nation: Option<&str>) -> Bits {
        let place = nation.and_then(|id| self.declarations().nations.get_index_of(id));
        place.map_or_else(Bits::default, |place| self.core.places.nations[place])
    }

    /// What rules grant: the rule's place and the amount.
    pub(crate) fn grants(&self) -> &[(usize, Calc)] {
        &self.core.grants
    }
}

struct Builder {
    parts: Parts,
    vocabulary: Vocabulary,
    named: IndexMap<String, Selector>,
    prepared: Vec<Prepared>,
    grants: Vec<(usize, Calc)>,
    patches: Patches,
    conditions: Vec<(String, SettingTest)>,
    problems: Vec<Problem>,
}

impl Builder {
    fn new(mut parts: Parts) -> Self {
        parts.rules.sort_by(|a, b| a.rule.id.cmp(&b.rule.id));
        parts.special_rules.sort_by(|a, b| a.id.cmp(&b.id));
        let mut vocabulary = Vocabulary::new(&parts.declarations);
        vocabulary.close("rule", parts.special_rules.iter().map(|rule| rule.id.clone()));
        let named = parts.declarations.selectors.clone();
        Self {
            parts,
            vocabulary,
            named,
            prepared: Vec::new(),
            grants: Vec::new(),
            patches: Patches::default(),
            conditions: Vec::new(),
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
            if !self.parts.declarations.books.contains_key(&table.source.book) || table.source.page.trim().is_empty() {
                self.problem(format!("table {id}"), "it cites no page of a book that the ruleset declares".to_owned());
            }
        }
        if self.vocabulary.is_too_large() {
            self.problem("ruleset".to_owned(), "its selectors tell more trait values apart than fit".to_owned());
        }
    }

    fn problem(&mut self, item: String, message: String) {
        self.problems.push(Problem { item, message });
    }

    fn patch(&mut self, item: &str, patch: &Patch) {
        if !self.parts.declarations.books.contains_key(&patch.source.book) || patch.source.page.trim().is_empty() {
            self.problem(item.to_owned(), "it cites no page of a book that the ruleset declares".to_owned());
        }
        let traits = &self.parts.declarations.traits;
        if let Some(word) = patches::unanswered(&patch.r#where, &|name| traits.get(name).map(|known| known.of)) {
            let message = format!("`{word}` is not on a card: a patch asks for traits of units and nations");
            self.problem(item.to_owned(), message);
        }
        let mut ids = Vec::with_capacity(patch.gives.rules.len());
        for printed in &patch.gives.rules {
            match patches::special_rule(&self.parts, printed) {
                Some(id) => ids.push(id),
                None => self.problem(item.to_owned(), format!("there is no special rule `{printed}`")),
            }
        }
        let filter = self.matcher(item, &patch.r#where);
        let gives =
            ids.iter().fold(Bits::default(), |bits, id| bits.union(&self.vocabulary.bits("rule", [id.as_str()])));
        self.patches.push(patches::Prepared { filter, gives });
    }

    /// Takes what definitions leave out from the selectors that the ruleset names.
    fn narrow(&mut self, rule: &Rule) {
        for (name, out) in &rule.narrows {
            match self.named.get_mut(name) {
                Some(selector) => {
                    let base = std::mem::take(selector);
                    let narrowed = [
                        ("all".to_owned(), crate::selector::Term::Selectors(vec![base])),
                        ("not".to_owned(), crate::selector::Term::Selector(Box::new(out.clone()))),
                    ];
                    *selector = Selector(narrowed.into_iter().collect());
                }
                None => self.problem(format!("rule {}", rule.id), format!("the ruleset names no selector `{name}`")),
            }
        }
    }

    fn rule(&mut self, index: usize, rule: &Rule, rules: &[SourcedRule]) {
        let item = format!("rule {}", rule.id);
        if !self.parts.declarations.books.contains_key(&rule.source.book) {
            self.problem(
                item.clone(),
                format!("it cites the book `{}`, which the ruleset does not declare", rule.source.book),
            );
        }
        if rule.source.page.trim().is_empty() {
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
            Kind::Limit if rule.clauses.is_empty() => self.problem(item.clone(), "a limit needs clauses".to_owned()),
            Kind::Check if rule.check.is_none() => self.problem(item.clone(), "a check needs `check`".to_owned()),
            Kind::Allowance if rule.grants.is_none() => {
                self.problem(item.clone(), "an allowance needs `grants`".to_owned());
            }
            _ => {}
        }
        if let Some(grant) = &rule.grants {
            let calc = self.calc(&item, &grant.amount);
            self.grants.push((index, calc));
        }
        let clauses: Vec<_> = rule.clauses.iter().map(|clause| self.clause(&item, rule, clause)).collect();
        let check = rule.check.as_ref().map(|check| {
            let base = match check {
                Check::Swaps(swaps) => self.matcher(&item, &swaps.base),
                _ => Matcher::default(),
            };
            PreparedCheck { check: check.clone(), filter: self.matcher(&item, &rule.r#where), base }
        });
        if matches!(rule.kind, Kind::Limit | Kind::Check | Kind::ByHand) {
            let (applies, unless) = (self.conditions(&rule.applies), self.conditions(&rule.unless));
            self.prepared.push(Prepared { rule: index, applies, unless, clauses, check });
        }
    }

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
        if clause.limit.is_none() && clause.each == Each::List {
            self.problem(item.to_owned(), "a clause over the whole list needs a limit".to_owned());
        }
        if clause.limit.is_none() && clause.says.is_none() && rule.kind != Kind::ByHand {
            self.problem(item.to_owned(), "a clause without a limit needs `says`".to_owned());
        }
        if let Some(deck) = &clause.deck
            && !self.parts.declarations.decks.contains_key(deck)
        {
            self.problem(item.to_owned(), format!("there is no deck `{deck}`"));
        }
        PreparedClause {
            each: clause.each,
            filter: self.matcher(item, &clause.r#where),
            deck: clause.deck.clone(),
            when: clause.when.iter().map(|limit| self.limit(item, limit)).collect(),
            limit: clause.limit.as_ref().map(|limit| self.limit(item, limit)),
            severity: match rule.kind {
                Kind::ByHand => Grade::Note,
                _ => clause.severity.unwrap_or(rule.severity),
            },
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

    fn made(&mut self, item: &str, made: &Made) -> Calc {
        match made {
            Made::Points(selector) => Calc::Points(self.matcher(item, selector)),
            Made::Upgrades(selector) => Calc::Upgrades(self.matcher(item, selector)),
            Made::Models(selector) => Calc::Models(self.matcher(item, selector)),
            Made::Squadrons(selector) => Calc::Squadrons(self.matcher(item, selector)),
            Made::Attached(selector) => Calc::Attached(self.matcher(item, selector)),
            Made::Carried(selector) => Calc::Carried(self.matcher(item, selector)),
            Made::Bearers(selector) => Calc::Bearers(self.matcher(item, selector)),
            Made::Cards(selector) => Calc::Cards(self.matcher(item, selector)),
            Made::Different(name, selector) => {
                if !self.vocabulary.knows(name) {
                    self.problem(item.to_owned(), format!("there is no trait `{name}`"));
                }
                Calc::Different(name.clone(), self.matcher(item, selector))
            }
            Made::Given(setting) => {
                if !self.parts.declarations.settings.contains_key(setting) {
                    self.problem(item.to_owned(), format!("there is no setting `{setting}`"));
                }
                Calc::Given(setting.clone())
            }
            Made::Setting(tests) => {
                self.settings(item, tests);
                Calc::Setting(tests.clone())
            }
            Made::EntryTurn(selector) => Calc::EntryTurn(self.matcher(item, selector)),
            Made::Percent(percent, of) => {
                if !matches!(of, Amount::Number(_) | Amount::Word(_)) && is_fraction(of) {
                    self.problem(item.to_owned(), "a percentage of a percentage would not be exact".to_owned());
                }
                Calc::Percent(*percent, Box::new(self.calc(item, of)))
            }
            Made::Times(a, b) => {
                if is_fraction(a) && is_fraction(b) {
                    self.problem(item.to_owned(), "a percentage times a percentage would not be exact".to_owned());
                }
                Calc::Times(Box::new(self.calc(item, a)), Box::new(self.calc(item, b)))
            }
            Made::Per(step, of) => {
                if *step == 0 {
                    self.problem(item.to_owned(), "one for every full 0 of something is no number".to_owned());
                }
                Calc::Per(*step, Box::new(self.calc(item, of)))
            }
            Made::Table(name, of) => {
                let rows = self.parts.declarations.tables.get(name).map(|table| table.rows.clone());
                if rows.is_none() {
                    self.problem(item.to_owned(), format!("there is no table `{name}`"));
                }
                Calc::Table(rows.unwrap_or_default(), Box::new(self.calc(item, of)))
            }
            Made::Sum(amounts) => Calc::Sum(amounts.iter().map(|amount| self.calc(item, amount)).collect()),
            Made::Smaller(a, b) => Calc::Smaller(Box::new(self.calc(item, a)), Box::new(self.calc(item, b))),
        }
    }

    fn matcher(&mut self, item: &str, selector: &Selector) -> Matcher {
        let mut preparer = Preparer::new(&mut self.vocabulary, &self.named);
        let matcher = preparer.matcher(selector);
        let problems = preparer.problems;
        self.problems.extend(problems.into_iter().map(|message| Problem { item: item.to_owned(), message }));
        for (_, reference, _) in self.vocabulary.references() {
            if let Reference::Setting(setting) = reference
                && !self.parts.declarations.settings.contains_key(setting)
            {
                let message = format!("there is no setting `{setting}`");
                self.problems.push(Problem { item: item.to_owned(), message });
            }
        }
        matcher
    }

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
            let unknown: Vec<_> =
                words.into_iter().filter(|word| !setting.values.contains_key(*word)).cloned().collect();
            for word in unknown {
                self.problem(item.to_owned(), format!("the setting `{id}` has no value `{word}`"));
            }
        }
    }

    fn finish(self) -> Result<Ruleset, Vec<Problem>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let Self { parts, vocabulary, prepared, grants, patches, conditions, .. } = self;
        let places = Places::new(&parts.declarations, &vocabulary);
        let rules_by_id = parts.rules.iter().enumerate().map(|(i, r)| (r.rule.id.clone(), i)).collect();
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
        let core = Core {
            parts,
            vocabulary,
            prepared,
            grants,
            patches,
            conditions,
            places,
            rules_by_id,
            special_by_name,
            nations_by_name,
            cards_by_name,
        };
        Ok(Ruleset { core: Arc::new(core), stocks: Vec::new() })
    }
}

/// Whether an amount may have a fraction.
fn is_fraction(amount: &Amount) -> bool {
    let Amount::Made(made) = amount else { return false };
    match &**made {
        Made::Percent(..) => true,
        Made::Times(a, b) | Made::Smaller(a, b) => is_fraction(a) || is_fraction(b),
        Made::Sum(amounts) => amounts.iter().any(is_fraction),
        _ => false,
    }
}

impl Calc {
    /// Whether it asks for settings, not for what was picked.
    pub(crate) fn is_about_settings(&self) -> bool {
        matches!(self, Self::Given(_) | Self::Setting(_))
    }

    /// Whether it sums over everything that was picked.
    pub(crate) fn is_of_everything(&self) -> bool {
        matches!(self, Self::Points(matcher) if matcher.is_everything())
    }

    fn depends_on_mfv(&self) -> bool {
        match self {
            Self::Mfv => true,
            Self::Percent(_, of) | Self::Per(_, of) | Self::Table(_, of) => of.depends_on_mfv(),
            Self::Times(a, b) | Self::Smaller(a, b) => a.depends_on_mfv() || b.depends_on_mfv(),
            Self::Sum(calcs) => calcs.iter().any(Self::depends_on_mfv),
            _ => false,
        }
    }
}

impl PreparedLimit {
    /// Whether a bound follows from the maximum force value.
    pub(crate) fn depends_on_mfv(&self) -> bool {
        self.min.iter().chain(&self.max).any(Calc::depends_on_mfv)
    }
}
