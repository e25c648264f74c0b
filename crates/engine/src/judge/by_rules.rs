//! Judges a force by every rule in use, and collects the findings.

#![expect(
    clippy::indexing_slicing,
    reason = "the rules and the force give out these places; what is quiet is known of the same rules and settings"
)]

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use indexmap::IndexSet;

use crate::effort;
use crate::force::parts::DeckCard;
use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::causes::{Cause, causes};
use crate::judge::changed::{ForceChanges, JudgingExtent};
use crate::judge::checks::{self, check_facts};
use crate::judge::evaluate::{AmountView, LimitOutcome, Measurement, SHEET, Scope};
use crate::judge::faults::Fault;
use crate::judge::faults::limit::LimitFault;
use crate::judge::faults::remark::RemarkFault;
use crate::ready::bits::Bits;
use crate::ready::core::SourcedRule;
use crate::ready::matcher::{Match, Matcher};
use crate::ready::prepared::{Calc, PreparedCheck, PreparedClause, PreparedRule};
use crate::ready::ruleset::Ruleset;
use crate::shapes::common::Citation;
use crate::shapes::list::OpenKind;
use crate::shapes::place::SquadronPlace;
use crate::shapes::report::{Finding, FindingId, Severity, SourceInfo};
use crate::shapes::rule::{ClauseTarget, Grade, Rule};
use crate::text::nearest::HELPED;
use crate::text::plural;
use crate::text::pointer::escape;

/// A force, and the findings so far.
pub(crate) struct Judge<'s, 'a> {
    pub force: &'s Force<'a>,
    /// The findings, in the order in which they were found.
    pub drafts: Vec<FindingDraft>,
    /// How many findings of each rule or remark are kept, by id.
    kept: HashMap<String, usize>,
    /// How many findings were left out because their rule had too many, and the gravest severity among them.
    left_out: Option<(usize, Severity)>,
    /// Findings have numbers alone, and only those are kept that decide the verdict.
    is_brief: bool,
    /// The places of all squadrons in the force's `entries`.
    all: Rc<[usize]>,
    /// What a similar list was judged by already, and what has changed since.
    known: Option<(&'s [QuietParts], &'s ForceChanges<'s, 'a>)>,
    /// How many breaches were found, kept or not.
    found: usize,
}

/// Whether a rule found nothing wrong: its check, and each of its clauses.
#[derive(Default)]
pub(crate) struct QuietParts {
    check: bool,
    clauses: Vec<bool>,
}

/// The largest number of findings of one rule that are kept. No list written by a person has as many. A generated list
/// could otherwise fill the memory.
const MOST: usize = 1_000;

/// How many squadrons are looked at in a step.
const SQUADRONS_A_STEP: usize = 16;

/// The largest number of places that one finding names.
const PLACES: usize = 1_000;

/// A finding, and the squadron that it is about. Findings of one rule are sorted by the content of their squadrons.
pub(crate) struct FindingDraft {
    pub finding: Finding,
    pub entry: Option<usize>,
    /// What is broken, if it is a limit: the clause of the rule, and the name of what was measured.
    pub limit: Option<(usize, Option<String>)>,
    /// Why it cannot be decided.
    pub causes: Vec<Cause>,
}

impl<'s, 'a> Judge<'s, 'a> {
    pub(crate) fn new(force: &'s Force<'a>) -> Self {
        Self {
            force,
            drafts: Vec::new(),
            kept: HashMap::new(),
            left_out: None,
            is_brief: false,
            all: (0..force.entries.len()).collect(),
            known: None,
            found: 0,
        }
    }

    /// A judge for callers that need no places and no sentences, and only the findings that decide the verdict.
    pub(crate) fn in_brief(force: &'s Force<'a>) -> Self {
        Self { is_brief: true, ..Self::new(force) }
    }

    /// Lets the judge skip checks and clauses that would find nothing. `quiet` says, for each prepared rule, which of them
    /// found nothing in a similar force. `changed` says how this force differs from that one.
    pub(crate) fn knowing(self, quiet: &'s [QuietParts], changed: &'s ForceChanges<'s, 'a>) -> Self {
        Self { known: Some((quiet, changed)), ..self }
    }

    /// Judges by every rule that is in use.
    pub(crate) fn judge(&mut self) {
        let ruleset: &'a Ruleset = self.force.ruleset;
        for (place, prepared) in ruleset.prepared().iter().enumerate() {
            self.spend();
            let applies = self.applies(prepared);
            if applies != Match::No {
                self.judge_rule(place, prepared, &ruleset.rules()[prepared.rule].rule, applies);
            }
        }
    }

    /// For each prepared rule, what of it finds nothing wrong.
    pub(crate) fn quiet(&mut self) -> Vec<QuietParts> {
        let ruleset: &'a Ruleset = self.force.ruleset;
        let mut all = Vec::with_capacity(ruleset.prepared().len());
        for (place, prepared) in ruleset.prepared().iter().enumerate() {
            self.spend();
            let mut quiet = QuietParts::default();
            let applies = self.applies(prepared);
            if applies != Match::No {
                let rule = &ruleset.rules()[prepared.rule].rule;
                self.found = 0;
                self.judge_check(place, prepared, rule, applies);
                quiet.check = self.found == 0;
                for clause in 0..prepared.clauses.len() {
                    self.found = 0;
                    self.judge_clause((place, clause), prepared, rule, applies);
                    quiet.clauses.push(self.found == 0);
                }
            }
            all.push(quiet);
        }
        all
    }

    /// Spends the steps of one rule.
    fn spend(&self) {
        effort::spend(1 + self.force.entries.len() / SQUADRONS_A_STEP);
    }

    /// Whether a rule is in use. Faster than `Agreement::uses`, because each condition was tested once for all rules.
    fn applies(&self, prepared: &PreparedRule) -> Match {
        let holds = &self.force.conditions;
        let needed = prepared.applies.iter().map(|condition| holds[*condition]);
        needed.chain(prepared.unless.iter().map(|condition| holds[*condition].not())).min().unwrap_or(Match::Yes)
    }

    /// Judges by one rule: by its check, if it has one, then by its clauses. `place` is its place among the prepared
    /// rules. `applies` is `Perhaps` if settings that are left open decide whether the rule is in use.
    fn judge_rule(&mut self, place: usize, prepared: &'a PreparedRule, rule: &Rule, applies: Match) {
        self.judge_check(place, prepared, rule, applies);
        for clause in 0..prepared.clauses.len() {
            self.judge_clause((place, clause), prepared, rule, applies);
        }
    }

    /// Judges by the check of a rule, if it has one. Checks look at single lists, not at sheets.
    fn judge_check(&mut self, place: usize, prepared: &'a PreparedRule, rule: &Rule, applies: Match) {
        let Some(check) = prepared.check.as_ref().filter(|_| self.force.is_list()) else { return };
        let force = self.force;
        let known = self.known.filter(|(quiet, _)| quiet[place].check);
        let all = Rc::clone(&self.all);
        let squadrons = match known.map(|(_, changed)| (changed.of_check(check_facts(&check.check).looks_at), changed))
        {
            Some((JudgingExtent::Nothing, _)) => None,
            Some((JudgingExtent::Changed, changed)) => Some(changed.entries.as_slice()),
            Some((JudgingExtent::Everything, _)) | None => Some(&*all),
        };
        if let Some(squadrons) = squadrons {
            checks::run(force, check, squadrons, &mut |breach| {
                self.found += 1;
                let check_applies = breach.entry.map_or(applies, |entry| self.check_applies(check, entry).min(applies));
                if check_applies != Match::No {
                    let breach = breach.map(Fault::Check).open_if(check_applies == Match::Perhaps);
                    self.add_finding(rule, prepared.rule, rule.severity, breach);
                }
            });
        }
    }

    /// Whether a rule's check applies to a squadron. Several rules may use the same check, each for the squadrons that
    /// its selector matches. If a squadron has unknown traits, several of these rules may apply to it, and all of them
    /// report that nobody can tell. But if its known traits are enough to match one of the rules, only that rule
    /// reports.
    fn check_applies(&self, check: &PreparedCheck, entry: usize) -> Match {
        let force = self.force;
        let check_applies = force.test_entry(entry, &check.filter);
        if check_applies != Match::Perhaps || force.test_known(entry, &check.filter) == Match::Yes {
            return check_applies;
        }
        let rules = force.ruleset.rules();
        let another = force.ruleset.prepared().iter().any(|prepared| {
            let rule = &rules[prepared.rule].rule;
            // The other rule counts only if it reports what it cannot decide. Otherwise neither rule would report.
            let tells = self.applies(prepared) == Match::Yes && self.severity(rule, rule.severity, true).is_some();
            let sharing = prepared.check.as_ref().filter(|other| tells && other.check == check.check);
            sharing.is_some_and(|other| {
                force.test_entry(entry, &other.filter) != Match::No
                    && force.test_known(entry, &other.filter) == Match::Yes
            })
        });
        if another { Match::No } else { Match::Perhaps }
    }

    /// Judges by one clause of a rule. The places are those of the rule among the prepared rules and of the clause in the
    /// rule.
    fn judge_clause(
        &mut self,
        (prepared_place, place): (usize, usize),
        prepared: &'a PreparedRule,
        rule: &Rule,
        applies: Match,
    ) {
        let force = self.force;
        let clause = &prepared.clauses[place];
        // Warnings and notes decide no verdict.
        if !force.concerns(clause) || self.is_brief && clause.severity != Grade::Error {
            return;
        }
        let known = self.known.filter(|(quiet, _)| quiet[prepared_place].clauses[place]);
        let changed = match known.map(|(_, changed)| (changed.of_clause(clause), changed)) {
            Some((JudgingExtent::Nothing, _)) => return,
            Some((JudgingExtent::Changed, changed)) => Some(changed),
            Some((JudgingExtent::Everything, _)) | None => None,
        };
        let deck = clause.deck.as_deref();
        let view = |scope| AmountView { force, scope, deck };
        let mut holds = applies;
        for limit in &clause.when {
            holds = holds.min(match view(Scope::List).measure(limit).outcome {
                LimitOutcome::Kept => Match::Yes,
                LimitOutcome::Open => Match::Perhaps,
                LimitOutcome::TooMuch | LimitOutcome::TooLittle => Match::No,
            });
        }
        if holds == Match::No {
            return;
        }
        for (scope, matches) in self.scopes(clause, changed) {
            let matches = matches.min(holds);
            if matches != Match::No {
                self.judge_scope(prepared.rule, rule, place, clause, view(scope), matches);
            }
        }
    }

    /// Everything that a clause measures one by one, such as each squadron or each card. Each comes with the answer
    /// whether the clause's `where` matches it. If `changed` is given, only of squadrons, groups and units that have
    /// changed.
    fn scopes(&self, clause: &'a PreparedClause, changed: Option<&'s ForceChanges<'s, 'a>>) -> Vec<(Scope<'s>, Match)> {
        let force = self.force;
        let deck = clause.deck.as_deref();
        match clause.each {
            ClauseTarget::List => vec![(Scope::List, Match::Yes)],
            ClauseTarget::Group => {
                let groups = force.matching_groups(&clause.filter);
                let groups = groups.filter(|group| changed.is_none_or(|changed| changed.groups.contains(group)));
                groups.map(|group| (Scope::Group(group), Match::Yes)).collect()
            }
            ClauseTarget::Squadron | ClauseTarget::SquadronAlone | ClauseTarget::Unit | ClauseTarget::Bearer
                if !clause.filter.may_match(&force.all) =>
            {
                Vec::new()
            }
            ClauseTarget::Squadron | ClauseTarget::SquadronAlone => {
                let scope = if clause.each == ClauseTarget::Squadron { Scope::Squadron } else { Scope::Alone };
                let Some(changed) = changed else {
                    let all = force.matching_entries(0..force.entries.len(), &clause.filter);
                    return all.map(|(entry, matches)| (scope(entry), matches)).collect();
                };
                let tested =
                    changed.entries.iter().map(|entry| (scope(*entry), force.test_entry(*entry, &clause.filter)));
                tested.filter(|(_, matches)| *matches != Match::No).collect()
            }
            ClauseTarget::Bearer => {
                let bearers = force.bearers.iter().enumerate();
                bearers
                    .filter(|(_, bearer)| changed.is_none_or(|changed| changed.entries.contains(&bearer.entry)))
                    .map(|(position, bearer)| (Scope::Bearer(position), force.test_bearer(bearer, &clause.filter)))
                    .collect()
            }
            ClauseTarget::Unit => {
                let mut units: Vec<(&str, Match)> = Vec::new();
                let sets = force.sets.iter().filter(|set| !set.unit.is_empty());
                let sets = sets.filter(|set| changed.is_none_or(|changed| changed.units.contains(&set.unit)));
                let tested = sets.map(|set| (set.unit, force.test_models(set, &clause.filter)));
                for (unit, matches) in tested.filter(|(_, matches)| *matches != Match::No) {
                    match units.iter_mut().find(|(other, _)| *other == unit) {
                        Some((_, known)) => *known = matches.max(*known),
                        None => units.push((unit, matches)),
                    }
                }
                units.into_iter().map(|(unit, matches)| (Scope::Unit(unit), matches)).collect()
            }
            ClauseTarget::Row => {
                let mut seen: HashSet<&str> = HashSet::new();
                let rows = force.rows.iter().enumerate();
                let matching = rows.map(|(index, row)| (index, row, force.test_row(row, &clause.filter)));
                let matching = matching.filter(|(.., matches)| *matches != Match::No);
                match &clause.by {
                    None => matching.map(|(index, _, matches)| (Scope::Row(index), matches)).collect(),
                    Some(field) => {
                        let held = matching.flat_map(|(_, row, matches)| {
                            row.written.words(field).iter().map(move |word| (word.as_str(), matches))
                        });
                        let first = held.filter(|(word, _)| seen.insert(word));
                        first.map(|(word, matches)| (Scope::Holding(field, word), matches)).collect()
                    }
                }
            }
            ClauseTarget::Card => {
                let mut seen: HashSet<(&str, &str)> = HashSet::new();
                let cards = force.cards.iter().filter(|card| deck.is_none_or(|deck| card.deck == deck));
                let matching = cards.map(|card| ((card.deck, card.id.as_ref()), force.test_card(card, &clause.filter)));
                let first = matching.filter(|(card, matches)| *matches != Match::No && seen.insert(*card));
                first.map(|((deck, id), matches)| (Scope::Card(deck, id), matches)).collect()
            }
        }
    }

    /// Judges one squadron, card or other scope by a clause. `index` is the place of the rule in the ruleset, `place`
    /// that of the clause in the rule. `matches` is `Perhaps` if it is unknown whether the clause applies.
    fn judge_scope(
        &mut self,
        index: usize,
        rule: &Rule,
        place: usize,
        clause: &PreparedClause,
        view: AmountView,
        matches: Match,
    ) {
        let (outcome, measured) = match &clause.limit {
            // A clause without a limit forbids everything that its `where` matches.
            None => (LimitOutcome::TooMuch, None),
            Some(limit) => {
                let measured = view.measure(limit);
                (measured.outcome, Some(measured))
            }
        };
        if outcome == LimitOutcome::Kept {
            return;
        }
        self.found += 1;
        let open = outcome == LimitOutcome::Open || matches == Match::Perhaps || self.force.may_waive(rule);
        // The places are looked for only if the finding is kept.
        let Some(severity) = self.severity(rule, clause.severity, open) else { return };
        if !self.has_room(&rule.id) {
            self.leave_out(severity);
            return;
        }
        let numbers = measured.as_ref().map_or([None; 3], |m: &Measurement| {
            [
                m.of.certain(),
                m.min.and_then(|v| v.is_certain().then(|| v.ceiling())),
                m.max.and_then(|v| v.is_certain().then(|| v.floor())),
            ]
        });
        if self.is_brief {
            let causes = Vec::new();
            let fault = Fault::Limit(LimitFault { rule: index, clause: place, name: None, measured, open, causes });
            let breach = Breach { open, entry: None, at: Vec::new(), fault, numbers };
            return self.add_finding(rule, index, clause.severity, breach);
        }
        let (main, entry) = self.place(&view, clause, outcome);
        let mut at: IndexSet<String> = main.into_iter().collect();
        let of_everything = clause.limit.as_ref().is_some_and(|limit| limit.of.is_of_everything());
        if let Some(limit) = &clause.limit
            && (outcome != LimitOutcome::TooLittle && !of_everything || at.is_empty())
        {
            at.extend(view.counted(&limit.of));
        }
        if let Some(limit) = clause.limit.as_ref().filter(|_| outcome == LimitOutcome::TooLittle && view.deck.is_none())
        {
            at.extend(self.ways(&view, &limit.of));
        }
        if at.is_empty() {
            at.insert(of_all(view.force).to_owned());
        }
        let name = self.scope_name(view.scope);
        let at = at.into_iter().take(PLACES).collect();
        let causes = if open { causes(&view, rule, clause) } else { Vec::new() };
        let fault = Fault::Limit(LimitFault { rule: index, clause: place, name, measured, open, causes });
        self.add_finding(rule, index, clause.severity, Breach { open, entry, at, fault, numbers });
    }

    /// The places where a player could add what is missing: the squadrons of the list, the allocations of squadrons
    /// that would count if they were allocated elsewhere, and the roles of squadrons in which a model could have the
    /// wanted role.
    fn ways(&self, view: &AmountView, of: &Calc) -> Vec<String> {
        let mut ways = match of {
            Calc::Points(matcher) | Calc::Models(matcher) | Calc::Squadrons(matcher) => view.elsewhere(matcher),
            Calc::Bearers(matcher) => self.could_bear(view, matcher),
            _ => return Vec::new(),
        };
        if matches!(view.scope, Scope::List) && self.force.judged_sheet.is_none() {
            ways.insert(0, of_all(self.force).to_owned());
        }
        ways
    }

    /// JSON pointers to the roles of squadrons in which a model could have a role that counts. Leaves out models that a
    /// rule in use bars from the role.
    fn could_bear(&self, view: &AmountView, matcher: &Matcher) -> Vec<String> {
        let force = self.force;
        let vocabulary = force.ruleset.vocabulary();
        let roles: Vec<Bits> =
            force.ruleset.declarations().roles.keys().map(|id| vocabulary.bits("role", [id.as_str()])).collect();
        let barred: Vec<&Matcher> = force
            .ruleset
            .prepared()
            .iter()
            .filter(|prepared| self.force.agreed.uses(&force.ruleset.rules()[prepared.rule].rule))
            .flat_map(|prepared| &prepared.clauses)
            .filter(|clause| {
                clause.each == ClauseTarget::Bearer && clause.limit.is_none() && clause.severity == Grade::Error
            })
            .filter(|clause| self.force.concerns(clause))
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

    /// The main place of a clause's finding, and the squadron that it is about. The place is none if the finding points
    /// first at what the amount counts.
    fn place(
        &self,
        view: &AmountView,
        clause: &PreparedClause,
        outcome: LimitOutcome,
    ) -> (Option<String>, Option<usize>) {
        let force = self.force;
        match view.scope {
            Scope::Squadron(entry) | Scope::Alone(entry) => (Some(force.pointer(entry)), Some(entry)),
            Scope::Bearer(bearer) => {
                let bearer = &force.bearers[bearer];
                (Some(format!("{}/roles/{}", force.pointer(bearer.entry), bearer.role)), Some(bearer.entry))
            }
            Scope::Group(group) => (Some(SquadronPlace::of_group(Some(group)).to_string()), None),
            Scope::Unit(unit) => (None, force.sets.iter().find(|set| set.unit == unit).map(|set| set.entry)),
            Scope::Card(deck, id) => (self.force.copies(deck, id).next().map(DeckCard::pointer), None),
            Scope::Row(_) if force.judged_sheet.is_none() => (Some(SHEET.to_owned()), None),
            Scope::Row(row) => (Some(force.rows[row].written.pointer()), None),
            Scope::Holding(..) => (None, None),
            Scope::List => {
                let Some(limit) = &clause.limit else { return (None, None) };
                let deck = clause.deck.as_ref().map(|deck| format!("/decks/{}", escape(deck)));
                let place = if deck.is_some() {
                    deck
                } else if limit.of.is_about_rows() && force.judged_sheet.is_none() {
                    Some(SHEET.to_owned())
                } else if let Some(setting) = limit.of.setting() {
                    Some(format!("/settings/{}", escape(setting)))
                } else if limit.of.is_mfv()
                    || limit.of.is_of_everything()
                    || (outcome == LimitOutcome::TooLittle && limit.depends_on_mfv())
                {
                    Some("/mfv".to_owned())
                } else if outcome == LimitOutcome::TooLittle {
                    Some(of_all(force).to_owned())
                } else {
                    None
                };
                (place, None)
            }
        }
    }

    /// The name of what was measured; none for the whole list.
    fn scope_name(&self, scope: Scope) -> Option<String> {
        let force = self.force;
        match scope {
            Scope::List => None,
            Scope::Group(group) => Some(force.told_group(group).into_owned()),
            Scope::Squadron(entry) | Scope::Alone(entry) => Some(force.name(entry).into_owned()),
            Scope::Bearer(bearer) => Some(force.name(force.bearers[bearer].entry).into_owned()),
            Scope::Unit(unit) => Some(unit_name(force, unit).to_owned()),
            Scope::Card(deck, id) => Some(force.copies(deck, id).next().map_or(id, DeckCard::name).to_owned()),
            Scope::Row(row) => Some(force.row_name(row)),
            Scope::Holding(_, word) => Some(plural::short(word).into_owned()),
        }
    }

    /// How grave a finding of a rule is; none if it is not reported. `open` means that it cannot be told whether the
    /// rule is broken.
    fn severity(&self, rule: &Rule, grade: Grade, open: bool) -> Option<Severity> {
        let waived = self.force.waives(rule);
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

    /// Whether findings of this severity are kept at all.
    pub(crate) fn wants(&self, severity: Severity) -> bool {
        !self.is_brief || matches!(severity, Severity::Error | Severity::Undetermined)
    }

    /// Whether there is room for one more finding of a rule or remark, given by its id.
    fn has_room(&self, rule: &str) -> bool {
        self.kept.get(rule).is_none_or(|kept| *kept < MOST)
    }

    /// Counts a finding that is not kept.
    fn leave_out(&mut self, severity: Severity) {
        let (number, gravest) = self.left_out.unwrap_or((0, severity));
        self.left_out = Some((number + 1, gravest.min(severity)));
    }

    /// Adds a finding of a rule: it is broken, or it cannot be decided.
    fn add_finding(&mut self, rule: &Rule, index: usize, grade: Grade, breach: Breach<Fault>) {
        let breach = breach.open_if(self.force.may_waive(rule));
        let Some(severity) = self.severity(rule, grade, breach.open) else { return };
        // The rule's help is only for a breach of the rule.
        let help = rule.help.as_ref().filter(|_| !breach.open);
        let origin = &self.force.ruleset.rules()[index].origin;
        self.keep(FindingId::Rule(rule.id.clone()), severity, Some(&rule.source), origin, help, breach);
    }

    /// Adds a finding that cites a rule, though the rule is not broken.
    pub(crate) fn cite(&mut self, sourced: &SourcedRule, severity: Severity, breach: Breach<Fault>) {
        if !self.wants(severity) {
            return;
        }
        let rule = &sourced.rule;
        let id = FindingId::Rule(rule.id.clone());
        self.keep(id, severity, Some(&rule.source), &sourced.origin, None, breach);
    }

    /// Adds a remark, which cites no rule of a book. `place` turns the fault into a breach, and so says where it is.
    pub(crate) fn remark(&mut self, remark: RemarkFault, place: impl FnOnce(Fault) -> Breach<Fault>) {
        let severity = remark.severity();
        self.remark_as(remark, severity, place);
    }

    /// If nothing else decides the verdict, adds a finding on what the list leaves open and a rule may forbid: a model with a
    /// role, or a deck. So a list is never legal because it does not say who has a role.
    pub(crate) fn add_left_open(&mut self) {
        let force = self.force;
        let (roles, decks) = (force.leaves_open(OpenKind::Roles), force.leaves_open(OpenKind::Decks));
        let decides = |draft: &FindingDraft| matches!(draft.finding.severity, Severity::Error | Severity::Undetermined);
        if !(roles || decks) || !force.is_list() || self.drafts.iter().any(decides) {
            return;
        }
        let of_deck = |clause: &PreparedClause| {
            decks && clause.deck.as_ref().is_some_and(|deck| !force.list.decks.contains_key(deck))
        };
        let of_role = |clause: &PreparedClause| {
            let mut there = force.sets.iter().filter(|set| set.models != NumberRange::ZERO);
            roles && clause.each == ClauseTarget::Bearer && there.any(|set| force.may_bear(set, &clause.filter))
        };
        let ruleset: &'a Ruleset = force.ruleset;
        for prepared in ruleset.prepared().iter().filter(|prepared| self.applies(prepared) != Match::No) {
            let rule = &ruleset.rules()[prepared.rule].rule;
            let forbids = |clause: &&PreparedClause| {
                clause.severity == Grade::Error && clause.judged_sheet.is_none() && !clause.together
            };
            let all = prepared.clauses.iter().enumerate();
            let found = all.filter(|(_, clause)| forbids(clause)).find(|(_, it)| of_deck(it) || of_role(it));
            let Some((index, clause)) = found.filter(|_| !force.waives(rule)) else { continue };
            let (why, at) = match &clause.deck {
                Some(deck) if of_deck(clause) => (Cause::Decks, format!("/decks/{}", escape(deck))),
                _ => (Cause::Roles, of_all(force).to_owned()),
            };
            let place = prepared.rule;
            let fault =
                LimitFault { rule: place, clause: index, name: None, measured: None, open: true, causes: vec![why] };
            return self.add_finding(rule, place, Grade::Error, Breach::at(at, Fault::Limit(fault)).open());
        }
    }

    /// If findings were left out, adds one that says how many. It is as grave as the gravest of them.
    pub(crate) fn add_left_out(&mut self) {
        let Some((findings, gravest)) = self.left_out.take() else { return };
        self.remark_as(RemarkFault::LeftOut { findings }, gravest, |fault| Breach::at(String::new(), fault));
    }

    fn remark_as(&mut self, remark: RemarkFault, severity: Severity, place: impl FnOnce(Fault) -> Breach<Fault>) {
        if !self.wants(severity) {
            return;
        }
        let origin = remark.origin(self.force).to_owned();
        let kind = FindingId::Remark(remark.kind());
        self.keep(kind, severity, None, &origin, None, place(Fault::Remark(remark)));
    }

    /// Adds a finding, unless its rule has too many already. `help` is used if the fault has no help of its own.
    fn keep(
        &mut self,
        id: FindingId,
        severity: Severity,
        source: Option<&Citation>,
        origin: &str,
        help: Option<&String>,
        breach: Breach<Fault>,
    ) {
        if !self.wants(severity) {
            return;
        }
        if !self.has_room(id.as_str()) {
            self.leave_out(severity);
            return;
        }
        *self.kept.entry(id.as_str().to_owned()).or_default() += 1;
        if self.is_brief {
            return self.keep_numbers(id, severity, &breach);
        }
        // Help for each of very many unknown names would take too long.
        let is_crowded = self.drafts.len() > HELPED;
        let (force, fault) = (self.force, &breach.fault);
        let [measured, min, max] = breach.numbers;
        let book = |citation: &Citation| {
            let book = force.ruleset.declarations().books.get(&citation.book)?;
            Some(SourceInfo { title: book.title.clone(), page: citation.page.clone() })
        };
        let finding = Finding {
            rule: id,
            severity,
            message: plural::bounded(fault.sentence(force)),
            at: breach.at.into_iter().take(PLACES).collect(),
            line: None,
            column: None,
            measured,
            min,
            max,
            source: source.and_then(book),
            origin: Some(origin.to_owned()),
            help: fault.help(force, !is_crowded).or_else(|| help.cloned()).map(plural::bounded),
            waits: false,
        };
        let (limit, causes) = match breach.fault {
            Fault::Limit(LimitFault { clause, name, causes, .. }) => (Some((clause, name)), causes),
            _ => (None, Vec::new()),
        };
        self.drafts.push(FindingDraft { finding, entry: breach.entry, limit, causes });
    }

    /// Adds a finding with its numbers alone.
    fn keep_numbers(&mut self, rule: FindingId, severity: Severity, breach: &Breach<Fault>) {
        let [measured, min, max] = breach.numbers;
        let finding = Finding { measured, min, max, ..Finding::bare(rule, severity) };
        self.drafts.push(FindingDraft { finding, entry: None, limit: None, causes: Vec::new() });
    }
}

/// The printed name of a unit, given by its id. Looks only in the catalogues of the force's squadrons; else gives the
/// id.
fn unit_name<'s>(force: &'s Force, unit: &'s str) -> &'s str {
    let named = force
        .entries
        .iter()
        .filter_map(|entry| entry.found)
        .find_map(|found| found.catalogue.find(unit).map(|ready| found.catalogue.unit(ready).name.as_str()));
    named.unwrap_or(unit)
}

/// The JSON pointer to everything that is judged. For a list, it points to the squadrons. If a list has groups and no
/// squadrons outside of them, it points to the groups. For a sheet, it points to the whole sheet.
fn of_all(force: &Force) -> &'static str {
    match (force.judged_sheet, force.list.groups.is_empty() || !force.list.squadrons.is_empty()) {
        (Some(_), _) => "",
        (None, true) => "/squadrons",
        (None, false) => "/groups",
    }
}
