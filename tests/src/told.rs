//! Writes down everything that the engine tells about golden lists, and about the rules and units of a ruleset.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use muster_engine::catalogue::{Unit, UnitOption};
use muster_engine::declarations::TraitOwner;
use muster_engine::list::{ArmyList, Squadron};
use muster_engine::models::{kind_of, models, totals};
use muster_engine::names::names;
use muster_engine::ready::{ReadyCatalogue, Ruleset};
use muster_engine::report::Report;
use muster_engine::sheet::Sheet;
use muster_engine::special_rules::Parameter;
use muster_engine::words::{
    conditions, formula, number, parameters, phrases, price, share, size, stated, taken, verdict,
};
use muster_engine::{arcs, boxes, card, folding, needs, open, relations, sheet_tables, short_digest, slots, summary};
use muster_library::judge::place;
use serde::Serialize;

use crate::golden::{GoldenContent, GoldenList};

/// Collects everything that the engine tells about the lists of one file.
#[derive(Default)]
pub struct EngineTexts {
    /// The sentences of findings with their rules and their help, each once.
    pub sentences: BTreeSet<String>,
    /// All of it.
    pub whole: String,
}

impl EngineTexts {
    /// Adds what is told about a list.
    pub fn add(&mut self, ruleset: &Ruleset, golden: &GoldenList) {
        let _ = writeln!(self.whole, "{}", golden.name);
        let mut report = match &golden.judged {
            GoldenContent::List(list, sheet) => self.judged(ruleset, list, sheet.as_ref()),
            GoldenContent::Sheet(sheet) => {
                of_sheet(ruleset, sheet, &mut self.whole);
                muster_engine::check_sheet(ruleset, sheet)
            }
        };
        place(&mut report, &golden.document);
        self.report(report);
    }

    /// Adds what is told about a list that a test made, so that it has no place in a file.
    pub fn add_list(&mut self, ruleset: &Ruleset, name: &str, list: &ArmyList) {
        let _ = writeln!(self.whole, "{name}");
        let report = self.judged(ruleset, list, None);
        self.report(report);
    }

    fn judged(&mut self, ruleset: &Ruleset, list: &ArmyList, sheet: Option<&Sheet>) -> Report {
        let judged = muster_engine::judge(ruleset, list, sheet);
        of_list(ruleset, list, &judged, &mut self.whole);
        judged.into_report()
    }

    fn report(&mut self, report: Report) {
        for finding in &report.findings {
            let severity = verdict::severity(finding.severity);
            let help = finding.help.as_ref().map(|help| format!(" | {help}")).unwrap_or_default();
            self.sentences.insert(format!("{severity} {}: {}{help}", finding.rule, finding.message));
        }
        of_report(report, &mut self.whole);
    }

    /// The lines about a file in the record of a ruleset: its name with the digest of all that is told, then the sentences
    /// that `known` does not have yet.
    pub fn record(&self, file: &str, known: &mut BTreeSet<String>) -> String {
        let mut lines = format!("{file} {}\n", short_digest(self.whole.as_bytes()));
        for sentence in &self.sentences {
            if known.insert(sentence.clone()) {
                let _ = writeln!(lines, "  {sentence}");
            }
        }
        lines
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it is JSON")
}

fn of_report(mut report: Report, told: &mut String) {
    // The record leaves out the digests of the ruleset, because they change with every rule.
    report.ruleset = None;
    report.fingerprint = report.fingerprint.map(|both| both.split('-').take(1).collect());
    let _ = writeln!(told, "{}", json(&report));
    let _ = writeln!(told, "{}", verdict::verdict(report.verdict));
    for line in folding::told(&report.findings) {
        let _ = writeln!(told, "{line:?}");
    }
    let findings: Vec<_> = report.findings.iter().collect();
    let _ = writeln!(told, "{} {:?}", folding::waiting(&findings), folding::rules(&findings));
}

fn of_sheet(ruleset: &Ruleset, sheet: &Sheet, told: &mut String) {
    let facts = sheet_tables::facts(ruleset, sheet);
    let shares = json(&summary::sheet_shares(ruleset, sheet));
    let _ = writeln!(told, "{facts:?} {:?} {shares}", sheet_tables::tables(ruleset, sheet));
}

fn of_list(ruleset: &Ruleset, list: &ArmyList, judged: &muster_engine::JudgedForce, told: &mut String) {
    let summary = judged.summary();
    let _ = writeln!(told, "{}\n{:?}\n{:?}", json(&summary), judged.needs(), judged.contents());
    let declarations = ruleset.declarations();
    let open = open(declarations, list);
    let _ = writeln!(told, "{} {}", muster_engine::hides(declarations, list), json(&open));
    let (points, least) = (summary.points, summary.points_at_least);
    let _ =
        writeln!(told, "{} {:?}", number::points_of(points, least, list.mfv), number::left(points, least, list.mfv));
    let _ = writeln!(told, "{}", stated::settings(&list.settings));
    let _ = writeln!(told, "{}", json(&names(ruleset, list)));
    for share in &summary.shares {
        let _ = writeln!(told, "{} {} {:?}", share::title(share), share::short(share), share::state(share));
        let _ = writeln!(told, "{} {} {}", share::measured(share), share::bounds(share), share::figure(share));
    }
    for models in models(ruleset, &summary) {
        let _ = writeln!(told, "{models:?} {:?}", boxes::of_model(ruleset, &models));
        models.some.iter().for_each(|some| told.push_str(&some.words()));
    }
    for squadron in &summary.squadrons {
        let _ = writeln!(told, "{:?} {:?}", totals(ruleset, squadron), kind_of(ruleset, squadron));
    }
    let tally = muster_engine::tally(ruleset, list);
    let _ = writeln!(told, "{tally:?}");
}

/// Writes all texts of the engine about the rules, special rules and nations of a ruleset. Leaves out units.
#[must_use]
pub fn rules(ruleset: &Ruleset) -> String {
    let declarations = ruleset.declarations();
    let mut told = String::new();
    for sourced in ruleset.rules() {
        let rule = &sourced.rule;
        let source = json(&phrases::as_source(declarations, &rule.source));
        let _ = writeln!(told, "{} {source} {:?}", rule.id, formula::formulas(declarations, rule));
    }
    for rule in ruleset.special_rules() {
        let forms = rule.parameters.iter().filter_map(Parameter::formed);
        let forms: Vec<_> = forms.map(|formed| parameters::form_words(declarations, formed)).collect();
        let _ = writeln!(told, "{} {forms:?}", parameters::title(rule));
    }
    for (id, nation) in &declarations.nations {
        let found = ruleset.nation(&nation.name);
        let _ = writeln!(told, "{id} {found:?} {:?}", slots::kinds_for(ruleset, Some(id)));
    }
    told
}

/// For each catalogue of a ruleset: its nation, and all texts that the engine makes about its units.
#[must_use]
pub fn catalogues(ruleset: &Ruleset) -> Vec<(String, String)> {
    let declarations = ruleset.declarations();
    let about = |catalogue: &Arc<ReadyCatalogue>| {
        let mut told = format!("{:?}\n", needs::miniatures(declarations, catalogue));
        for ready in catalogue.units() {
            let unit = catalogue.unit(ready);
            let _ =
                writeln!(told, "{} {}", phrases::describe_unit(declarations, unit), price::unit(declarations, unit));
            let _ = writeln!(told, "{}", phrases::describe_traits(declarations, &unit.traits));
            let _ = writeln!(told, "{}", json(&card::card(ruleset, &unit.card)));
            let _ = writeln!(told, "{}", json(&card::traits(declarations, TraitOwner::Unit, &unit.traits)));
            let _ = writeln!(told, "{:?}", relations::carries(ruleset, catalogue.written(), unit));
            let options = unit.options.iter().flat_map(|option| &option.brings);
            for brings in unit.brings.iter().chain(options) {
                let _ = writeln!(told, "{}", relations::brings(declarations, brings, &brings.name));
            }
            let joined = relations::joined_by(ruleset, catalogue.written(), unit);
            let _ = writeln!(told, "{:?}", joined.iter().map(|unit| &unit.id).collect::<Vec<_>>());
            let miniatures = needs::of_unit(declarations, catalogue, ready);
            let nation = catalogue.written().nation.as_deref();
            for name in miniatures.iter().flat_map(|one| [one.name.clone(), one.id.to_uppercase()]) {
                let _ = writeln!(told, "{name} {:?}", needs::meant(ruleset, nation, &name));
            }
            let _ = writeln!(told, "{miniatures:?}");
            of_places(ruleset, catalogue, unit, &mut told);
            unit.options.iter().for_each(|option| of_option(option, &mut told));
            for rule in unit.card.all_rules().map(|(_, rule)| rule) {
                let known = ruleset.special_rule(rule);
                let words = known.map(|known| (parameters::title(known), parameters::fit(declarations, known, rule)));
                let _ = writeln!(told, "{words:?} {:?}", parameters::arguments(rule));
            }
        }
        let written = catalogue.written();
        (written.nation.clone().unwrap_or_else(|| "no nation".to_owned()), told)
    };
    ruleset.catalogues().iter().map(about).collect()
}

/// Where a unit may stand: how many models, what it joins, the slots that it fits, the arcs of its weapons.
fn of_places(ruleset: &Ruleset, catalogue: &ReadyCatalogue, unit: &Unit, told: &mut String) {
    let nation = catalogue.written().nation.as_deref();
    let sizes = unit.squadron.map(|range| (size::short(range), size::models(range)));
    let joins = unit.attaches.iter().map(|attachment| relations::joins(ruleset, catalogue.written(), attachment));
    let _ = writeln!(told, "{sizes:?} {:?} {}", joins.collect::<Vec<_>>(), ruleset.deployment_rank(unit));
    let found = ruleset.find_unit(nation, &unit.name).map(|(catalogue, ready)| &catalogue.unit(ready).id);
    let _ = writeln!(told, "{found:?} {:?}", needs::meant(ruleset, nation, &unit.name));
    let squadron = Squadron { unit: unit.id.clone(), ..Squadron::default() };
    for kind in slots::kinds_for(ruleset, nation) {
        let _ = writeln!(told, "{kind} {:?}", slots::fitting(ruleset, nation, kind, &squadron));
    }
    for arc in unit.card.weapons.iter().filter_map(|weapon| weapon.arc.as_ref()) {
        let _ = writeln!(told, "{:?}", arcs::sectors(&ruleset.declarations().arcs, arc));
    }
}

fn of_option(option: &UnitOption, told: &mut String) {
    let _ = writeln!(told, "{} {}", price::option(option), price::option_each(option));
    let _ = writeln!(told, "{}", taken::option(&option.name, option.buys, 2, 3));
    let others: Vec<_> = conditions::numbers_with_others(option).collect();
    let numbers: Vec<_> = conditions::numbers(option).collect();
    let _ = writeln!(told, "{:?} {numbers:?} {others:?}", conditions::together(option));
}
