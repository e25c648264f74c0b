//! Judges a force by all rules of its ruleset, and collects what is found.

use crate::judge::sentences;
use crate::text::plural;
use std::collections::{HashMap, HashSet};

use indexmap::IndexSet;

use crate::force::parts::Held;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::checks;
use crate::judge::evaluate::{Measured, Outcome, SHEET, Scope, View};
use crate::ready::bits::Bits;
use crate::ready::matcher::{Match, Matcher};
use crate::ready::prepared::{Calc, Prepared, PreparedCheck, PreparedClause};
use crate::ready::ruleset::Ruleset;
use crate::shapes::report::{Finding, Severity, Source};
use crate::shapes::rule::{Clause, Each, Grade, Rule};
use crate::text::nearest::HELPED;

/// A force, and the findings so far.
pub(crate) struct Judge<'s, 'a> {
    pub force: &'s Force<'a>,
    /// Which of the conditions on settings hold.
    holds: Vec<bool>,
    pub drafts: Vec<Draft>,
    /// How many findings each rule has.
    kept: HashMap<String, usize>,
    /// How many findings were too many to keep, and the gravest of them.
    left_out: Option<(usize, Severity)>,
}

/// How many findings of one rule are kept. No list written by a person has as many, and a generated list must not fill
/// the memory.
const MOST: usize = 1_000;

/// How many places one finding names at most.
const PLACES: usize = 1_000;

/// The rule of the finding that says how many findings were left out.
pub(crate) const TOO_MANY: &str = "too-many-findings";

/// The message that says how many findings were left out.
pub(crate) fn left_out(number: usize) -> String {
    format!("{number} more {} left out", if number == 1 { "finding is" } else { "findings are" })
}

/// A finding, and the squadron by whose content it is sorted.
pub(crate) struct Draft {
    pub finding: Finding,
    pub entry: Option<usize>,
}

impl<'s, 'a> Judge<'s, 'a> {
    pub(crate) fn new(force: &'s Force<'a>) -> Self {
        let conditions = force.ruleset.conditions().iter();
        let holds = conditions.map(|(id, test)| force.agreed.holds(id, test)).collect();
        Self { force, holds, drafts: Vec::new(), kept: HashMap::new(), left_out: None }
    }

    /// Judges by every rule that is in use.
    pub(crate) fn judge(&mut self) {
        let ruleset: &'a Ruleset = self.force.ruleset;
        for prepared in ruleset.prepared() {
            if self.applies(prepared) {
                self.rule(prepared, &ruleset.rules()[prepared.rule].rule);
            }
        }
    }

    fn applies(&self, prepared: &Prepared) -> bool {
        prepared.applies.iter().all(|condition| self.holds[*condition])
            && !prepared.unless.iter().any(|condition| self.holds[*condition])
    }

    /// Whether a rule is in use under the settings of the list.
    pub(crate) fn is_in_use(&self, rule: &Rule) -> bool {
        self.force.agreed.uses(rule)
    }

    fn rule(&mut self, prepared: &'a Prepared, rule: &Rule) {
        if let Some(check) = prepared.check.as_ref().filter(|_| self.force.within.is_none()) {
            let force = self.force;
            checks::run(force, check, &mut |breach| {
                let speaks = breach.entry.map_or(Match::Yes, |entry| self.speaks(check, entry));
                let breach = if speaks == Match::Perhaps { breach.open() } else { breach };
                if speaks != Match::No {
                    self.draft(rule, prepared.rule, rule.severity, breach);
                }
            });
        }
        for (clause, words) in prepared.clauses.iter().zip(&rule.clauses) {
            self.clause(prepared.rule, rule, clause, words);
        }
    }

    /// Whether a rule's check applies to a squadron. Several rules may use one check, each for the squadrons that its
    /// selector matches. If it is not known which of these rules a squadron belongs to, only the rules apply whose
    /// selectors match its certain traits, if there are any.
    fn speaks(&self, check: &PreparedCheck, entry: usize) -> Match {
        let force = self.force;
        let speaks = force.test_entry(entry, &check.filter);
        if speaks != Match::Perhaps || force.test_known(entry, &check.filter) == Match::Yes {
            return speaks;
        }
        let rules = force.ruleset.rules();
        let another = force.ruleset.prepared().iter().any(|prepared| {
            let rule = &rules[prepared.rule].rule;
            // A rule that does not report what it cannot decide cannot stand in for another rule.
            let tells = self.applies(prepared) && self.severity(rule, rule.severity, true).is_some();
            let sharing = prepared.check.as_ref().filter(|other| tells && other.check == check.check);
            sharing.is_some_and(|other| {
                force.test_entry(entry, &other.filter) != Match::No
                    && force.test_known(entry, &other.filter) == Match::Yes
            })
        });
        if another { Match::No } else { Match::Perhaps }
    }

    /// Whether a clause applies to what is judged: it is for a list or for this kind of sheet, and the deck or the
    /// sheet that it needs is there.
    pub(crate) fn concerns(&self, clause: &PreparedClause) -> bool {
        let force = self.force;
        let with = clause.with.as_deref();
        let deck = clause.deck.as_deref();
        clause.within.as_deref() == force.within
            && with.is_none_or(|kind| force.with == Some(kind))
            && deck.is_none_or(|deck| force.list.decks.contains_key(deck))
    }

    fn clause(&mut self, index: usize, rule: &Rule, clause: &'a PreparedClause, words: &Clause) {
        let force = self.force;
        if !self.concerns(clause) {
            return;
        }
        let deck = clause.deck.as_deref();
        let view = |scope| View { force, scope, deck };
        let mut holds = Match::Yes;
        for limit in &clause.when {
            holds = holds.min(match view(Scope::List).measure(limit).outcome {
                Outcome::Kept => Match::Yes,
                Outcome::Open => Match::Perhaps,
                Outcome::TooMuch | Outcome::TooLittle => Match::No,
            });
        }
        if holds == Match::No {
            return;
        }
        for (scope, matches) in self.scopes(clause) {
            let matches = matches.min(holds);
            if matches != Match::No {
                self.look(index, rule, clause, words, view(scope), matches);
            }
        }
    }

    /// The things that a clause looks at one by one, and whether its `where` matches each.
    fn scopes(&self, clause: &'a PreparedClause) -> Vec<(Scope<'s>, Match)> {
        let force = self.force;
        let deck = clause.deck.as_deref();
        match clause.each {
            Each::List => vec![(Scope::List, Match::Yes)],
            Each::Group => {
                force.matching_groups(&clause.filter).map(|group| (Scope::Group(group), Match::Yes)).collect()
            }
            Each::Squadron | Each::SquadronAlone | Each::Unit | Each::Bearer
                if !clause.filter.may_match(&force.all) =>
            {
                Vec::new()
            }
            Each::Squadron | Each::SquadronAlone => {
                let scope = if clause.each == Each::Squadron { Scope::Squadron } else { Scope::Alone };
                let entries =
                    (0..force.entries.len()).map(|entry| (scope(entry), force.test_entry(entry, &clause.filter)));
                entries.filter(|(_, matches)| *matches != Match::No).collect()
            }
            Each::Bearer => {
                let bearers = force.bearers.iter().enumerate();
                bearers
                    .map(|(position, bearer)| (Scope::Bearer(position), force.test_bearer(bearer, &clause.filter)))
                    .collect()
            }
            Each::Unit => {
                let mut units: Vec<(&str, Match)> = Vec::new();
                for lot in force.lots.iter().filter(|lot| !lot.unit.is_empty()) {
                    let matches = force.test_lot(lot, &clause.filter);
                    match units.iter_mut().find(|(unit, _)| *unit == lot.unit) {
                        Some((_, known)) => *known = matches.max(*known),
                        None if matches != Match::No => units.push((lot.unit, matches)),
                        None => {}
                    }
                }
                units.into_iter().map(|(unit, matches)| (Scope::Unit(unit), matches)).collect()
            }
            Each::Row => {
                let mut seen: HashSet<&str> = HashSet::new();
                let lines = force.lines.iter().enumerate();
                let matching = lines.map(|(index, line)| (index, line, force.test_line(line, &clause.filter)));
                let matching = matching.filter(|(.., matches)| *matches != Match::No);
                match &clause.by {
                    None => matching.map(|(index, _, matches)| (Scope::Row(index), matches)).collect(),
                    Some(field) => {
                        let held = matching.flat_map(|(_, line, matches)| {
                            line.row.words(field).iter().map(move |word| (word.as_str(), matches))
                        });
                        let first = held.filter(|(word, _)| seen.insert(word));
                        first.map(|(word, matches)| (Scope::Holding(field, word), matches)).collect()
                    }
                }
            }
            Each::Card => {
                let mut seen: HashSet<&str> = HashSet::new();
                let cards = force.cards.iter().filter(|card| deck.is_none_or(|deck| card.deck == deck));
                let matching = cards.map(|card| (card.id.as_ref(), force.test_card(card, &clause.filter)));
                let first = matching.filter(|(id, matches)| *matches != Match::No && seen.insert(id));
                first.map(|(id, matches)| (Scope::Card(id), matches)).collect()
            }
        }
    }

    fn look(&mut self, index: usize, rule: &Rule, clause: &PreparedClause, words: &Clause, view: View, matches: Match) {
        let (outcome, measured) = match &clause.limit {
            None => (Outcome::TooMuch, None),
            Some(limit) => {
                let measured = view.measure(limit);
                (measured.outcome, Some(measured))
            }
        };
        if outcome == Outcome::Kept {
            return;
        }
        let open = outcome == Outcome::Open || matches == Match::Perhaps;
        // The message is made only for a finding that is kept.
        if self.severity(rule, clause.severity, open).is_none_or(|severity| !self.has_room(&rule.id, severity)) {
            return;
        }
        let (main, entry) = self.place(&view, clause, outcome);
        let mut at: IndexSet<String> = main.into_iter().collect();
        let of_everything = clause.limit.as_ref().is_some_and(|limit| limit.of.is_of_everything());
        if let Some(limit) = &clause.limit
            && (outcome != Outcome::TooLittle && !of_everything || at.is_empty())
        {
            at.extend(view.counted(&limit.of));
        }
        if let Some(limit) = clause.limit.as_ref().filter(|_| outcome == Outcome::TooLittle && view.deck.is_none()) {
            at.extend(self.ways(&view, &limit.of));
        }
        if at.is_empty() {
            at.insert(of_all(view.force).to_owned());
        }
        let name = self.scope_name(view.scope, view.deck);
        let message = sentences::clause(self.force, rule, words, name.as_deref(), measured.as_ref(), open);
        let numbers = measured.map_or([None; 3], |m: Measured| {
            [
                m.of.certain(),
                m.min.and_then(|v| v.is_certain().then(|| v.ceiling())),
                m.max.and_then(|v| v.is_certain().then(|| v.floor())),
            ]
        });
        let at = at.into_iter().take(PLACES).collect();
        let breach = Breach { open, entry, at, message, numbers, help: words.help.clone() };
        self.draft(rule, index, clause.severity, breach);
    }

    /// The places where something missing could be added or stated: all squadrons together, squadrons that would count
    /// if they were allocated elsewhere, and squadrons in which a model could have the wanted role.
    fn ways(&self, view: &View, of: &Calc) -> Vec<String> {
        let mut ways = match of {
            Calc::Points(matcher) | Calc::Models(matcher) | Calc::Squadrons(matcher) => view.elsewhere(matcher),
            Calc::Bearers(matcher) => self.could_bear(view, matcher),
            _ => return Vec::new(),
        };
        if matches!(view.scope, Scope::List) && self.force.within.is_none() {
            ways.insert(0, of_all(self.force).to_owned());
        }
        ways
    }

    /// The squadrons in which a model could have a role that counts, without breaking a rule about who may have it.
    fn could_bear(&self, view: &View, matcher: &Matcher) -> Vec<String> {
        let force = self.force;
        let vocabulary = force.ruleset.vocabulary();
        let roles: Vec<Bits> =
            force.ruleset.declarations().roles.keys().map(|id| vocabulary.bits("role", [id.as_str()])).collect();
        let barred: Vec<&Matcher> = force
            .ruleset
            .prepared()
            .iter()
            .filter(|prepared| self.is_in_use(&force.ruleset.rules()[prepared.rule].rule))
            .flat_map(|prepared| &prepared.clauses)
            .filter(|clause| clause.each == Each::Bearer && clause.limit.is_none() && clause.severity == Grade::Error)
            .filter(|clause| self.concerns(clause))
            .map(|clause| &clause.filter)
            .collect();
        let could = |entry: &usize| {
            let mut bearers = roles.iter().flat_map(|role| force.bearers_with(*entry, role));
            bearers.any(|bearer| {
                force.test_bearer(&bearer, matcher) == Match::Yes
                    && barred.iter().all(|barred| force.test_bearer(&bearer, barred) == Match::No)
            })
        };
        view.entries().filter(could).map(|entry| format!("{}/roles", force.pointer(entry))).collect()
    }

    /// The main place of a clause's finding, if it is not what the amount counts.
    fn place(&self, view: &View, clause: &PreparedClause, outcome: Outcome) -> (Option<String>, Option<usize>) {
        let force = self.force;
        match view.scope {
            Scope::Squadron(entry) | Scope::Alone(entry) => (Some(force.pointer(entry)), Some(entry)),
            Scope::Bearer(bearer) => {
                let bearer = &force.bearers[bearer];
                (Some(format!("{}/roles/{}", force.pointer(bearer.entry), bearer.role)), Some(bearer.entry))
            }
            Scope::Group(group) => (Some(format!("/groups/{group}")), None),
            Scope::Unit(unit) => (None, force.lots.iter().find(|lot| lot.unit == unit).map(|lot| lot.entry)),
            Scope::Card(id) => (self.first_copy(id, view.deck).map(Held::pointer), None),
            Scope::Row(_) if force.within.is_none() => (Some(SHEET.to_owned()), None),
            Scope::Row(row) => (Some(force.lines[row].row.pointer()), None),
            Scope::Holding(..) => (None, None),
            Scope::List => {
                let Some(limit) = &clause.limit else { return (None, None) };
                let deck = clause.deck.as_ref().map(|deck| format!("/decks/{}", crate::text::pointer::escape(deck)));
                let place = if deck.is_some() {
                    deck
                } else if limit.of.is_about_rows() && force.within.is_none() {
                    Some(SHEET.to_owned())
                } else if let Some(setting) = limit.of.setting() {
                    Some(format!("/settings/{}", crate::text::pointer::escape(setting)))
                } else if limit.of.is_mfv()
                    || limit.of.is_of_everything()
                    || (outcome == Outcome::TooLittle && limit.depends_on_mfv())
                {
                    Some("/mfv".to_owned())
                } else if outcome == Outcome::TooLittle {
                    Some(of_all(force).to_owned())
                } else {
                    None
                };
                (place, None)
            }
        }
    }

    fn scope_name(&self, scope: Scope, deck: Option<&str>) -> Option<String> {
        let force = self.force;
        match scope {
            Scope::List => None,
            Scope::Group(group) => Some(force.group_name(group).into_owned()),
            Scope::Squadron(entry) | Scope::Alone(entry) => Some(force.name(entry).into_owned()),
            Scope::Bearer(bearer) => Some(force.name(force.bearers[bearer].entry).into_owned()),
            Scope::Unit(unit) => Some(sentences::unit_name(force, unit).to_owned()),
            Scope::Card(id) => Some(self.first_copy(id, deck).map_or(id, |card| card.name()).to_owned()),
            Scope::Row(row) => Some(force.line_name(row)),
            Scope::Holding(_, word) => Some(plural::short(word).into_owned()),
        }
    }

    fn first_copy(&self, id: &str, deck: Option<&str>) -> Option<&'s Held<'a>> {
        let force = self.force;
        match deck {
            Some(deck) => force.copies(deck, id).next(),
            None => force.cards.iter().find(|card| card.id == id),
        }
    }

    /// How grave a finding is; none if nothing is reported.
    fn severity(&self, rule: &Rule, grade: Grade, open: bool) -> Option<Severity> {
        let waived = rule.waivable && self.force.agreed.consents_to(&rule.id);
        match (grade, open) {
            // Only a rule that can make the list illegal can leave it undetermined.
            (Grade::Error, true) if waived => None,
            (Grade::Error, true) => Some(Severity::Undetermined),
            (Grade::Warning | Grade::Note, true) => None,
            (Grade::Error, false) if waived => Some(Severity::Waived),
            (Grade::Error, false) => Some(Severity::Error),
            (Grade::Warning, false) => Some(Severity::Warning),
            (Grade::Note, false) => Some(Severity::Note),
        }
    }

    /// Whether one more finding of a rule is kept; if not, it is counted as left out.
    fn has_room(&mut self, rule: &str, severity: Severity) -> bool {
        if self.kept.get(rule).is_none_or(|kept| *kept < MOST) {
            return true;
        }
        let (number, gravest) = self.left_out.unwrap_or((0, severity));
        self.left_out = Some((number + 1, gravest.min(severity)));
        false
    }

    fn draft(&mut self, rule: &Rule, index: usize, grade: Grade, breach: Breach) {
        let Some(severity) = self.severity(rule, grade, breach.open) else { return };
        let ruleset = self.force.ruleset;
        let book = ruleset.declarations().books.get(&rule.source.book);
        let [measured, min, max] = breach.numbers;
        let finding = Finding {
            rule: rule.id.clone(),
            severity,
            message: breach.message,
            at: breach.at,
            line: None,
            column: None,
            measured,
            min,
            max,
            source: book.map(|book| Source { title: book.title.clone(), page: rule.source.page.clone() }),
            origin: Some(ruleset.rules()[index].origin.clone()),
            help: breach.help.or_else(|| if breach.open { None } else { rule.help.clone() }),
        };
        self.keep(Draft { finding, entry: breach.entry });
    }

    /// Whether there are so many findings that help for each would take too long.
    pub(crate) fn is_crowded(&self) -> bool {
        self.drafts.len() > HELPED
    }

    fn keep(&mut self, mut draft: Draft) {
        let finding = &mut draft.finding;
        if !self.has_room(&finding.rule, finding.severity) {
            return;
        }
        *self.kept.entry(finding.rule.clone()).or_default() += 1;
        finding.at.truncate(PLACES);
        finding.message = plural::bounded(std::mem::take(&mut finding.message));
        finding.help = finding.help.take().map(plural::bounded);
        self.drafts.push(draft);
    }

    /// Adds a finding that says how many findings were left out. It is as grave as the gravest of them.
    pub(crate) fn tell_left_out(&mut self) {
        let Some((number, gravest)) = self.left_out.take() else { return };
        let (at, message) = (vec![String::new()], left_out(number));
        let breach = Breach { open: false, entry: None, at, message, numbers: [None; 3], help: None };
        self.about_list(TOO_MANY, gravest, breach);
    }

    /// Adds a note that cites a rule.
    pub(crate) fn note(&mut self, id: &str, breach: Breach) {
        let ruleset = self.force.ruleset;
        let Some(index) = ruleset.rules().iter().position(|sourced| sourced.rule.id == id) else { return };
        self.draft(&ruleset.rules()[index].rule, index, Grade::Note, Breach { help: Some(String::new()), ..breach });
        // The rule's help is only for a breach of the rule.
        if let Some(draft) = self.drafts.last_mut() {
            draft.finding.help = None;
        }
    }

    /// Adds a finding about the list itself, not about a rule of a book.
    pub(crate) fn about_list(&mut self, id: &str, severity: Severity, breach: Breach) {
        let [measured, min, max] = breach.numbers;
        let finding = Finding {
            rule: id.to_owned(),
            severity,
            message: breach.message,
            at: breach.at,
            line: None,
            column: None,
            measured,
            min,
            max,
            source: None,
            origin: Some(self.force.ruleset.declarations().id.clone()),
            help: breach.help,
        };
        self.keep(Draft { finding, entry: breach.entry });
    }
}

/// The pointer of all squadrons together, even if a list has none yet. For a sheet, the pointer of the sheet itself.
fn of_all(force: &Force) -> &'static str {
    match (force.within, force.list.groups.is_empty() || !force.list.squadrons.is_empty()) {
        (Some(_), _) => "",
        (None, true) => "/squadrons",
        (None, false) => "/groups",
    }
}
