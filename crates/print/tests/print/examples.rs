//! Prints every example of every game.

use std::collections::BTreeSet;
use std::fs;

use muster_engine::catalogue::{PurchaseScope, UnitOption};
use muster_engine::folding::{ShownFinding, told, waiting};
use muster_engine::list::OptionPick;
use muster_engine::report::Verdict;
use muster_engine::summary::{SquadronLine, summary};
use muster_engine::words::parameters;
use muster_library::judge::judge_entry;
use muster_library::lists::{FileDocument, lists};
use muster_library::sheets;
use muster_print::{Layout, PrintSubject, ReportedSheet, pdf};

use crate::document::{dense, holds, pages};
use crate::{ALL, JudgedCase, SHELF, examples, files, largest, options};

#[test]
fn a_force_list_has_all_that_is_in_the_list() {
    let examples = examples();
    let number = examples.len();
    assert!(number > 40, "{number}");
    let mut on_one_page = 0;
    for (name, judged) in examples {
        let summary = summary(&judged.ruleset, &judged.list);
        let pages = judged.pages(&options(&[Layout::ForceList], true));
        on_one_page += usize::from(pages.len() == 1);
        let text = pages.concat();
        let low = text.to_lowercase();
        let says = |words: &str| assert!(holds(&low, &words.to_lowercase()), "{name}: {words}\n{text}");
        says(judged.list.name.as_deref().unwrap());
        for squadron in &summary.squadrons {
            says(&squadron.name);
            squadron.options.iter().chain(&squadron.roles).chain(&squadron.brought_by).for_each(|words| says(words));
        }
        // The charts of the groups show how many units their slots have.
        summary.shares.iter().filter(|share| share.slots.is_empty()).for_each(|share| says(&share.subject));
        let granted = summary.allowances.iter().filter(|allowance| allowance.is_granted());
        granted.for_each(|allowance| says(&allowance.of));
        for told in told(&judged.report.findings) {
            match told {
                ShownFinding::Finding(finding) => {
                    says(&finding.message);
                    finding.source.iter().for_each(|source| says(&source.page));
                }
                ShownFinding::Waiting(findings) => {
                    says(&waiting(&findings));
                    let sources = findings.iter().filter_map(|finding| finding.source.as_ref());
                    sources.flat_map(|source| source.page.split(", ")).for_each(&says);
                }
            }
        }
        judged.report.terms.words.iter().for_each(|words| says(words));
        says(judged.report.fingerprint.as_deref().unwrap());
        says(&judged.report.ruleset.as_ref().unwrap().version);
        assert_eq!(holds(&text, "ILLEGAL"), judged.report.verdict == Verdict::Illegal, "{name}");
    }
    assert!(10 * on_one_page > 9 * number, "{on_one_page} of {number}");
}

#[test]
fn a_slot_names_the_overlay_that_changes_it() {
    let mut judged = crate::example(|judged| judged.summary.groups.iter().any(|group| !group.slots.is_empty()));
    let group = judged.summary.groups.iter_mut().find(|group| !group.slots.is_empty()).unwrap();
    group.slots[0].overlays = vec!["changed by Wide Seas".to_owned()];
    let text = judged.pages(&options(&[Layout::ForceList], true)).concat();
    assert!(holds(&text, "changed by Wide Seas"), "{text}");
}

#[test]
fn every_game_prints_in_every_layout() {
    let largest = largest();
    assert_eq!(largest.len(), SHELF.editions().into_iter().map(|edition| &edition.id).collect::<BTreeSet<_>>().len());
    for (name, judged) in largest {
        let pages = judged.pages(&options(&ALL, true));
        let squadron = &summary(&judged.ruleset, &judged.list).squadrons[0].name;
        assert!(pages.iter().filter(|page| holds(page, squadron)).count() >= 2, "{name}: {squadron}");
        assert!(holds(pages.last().unwrap(), "1/1"), "{name}: the roster is numbered by itself");
    }
}

#[test]
fn a_quick_reference_tells_each_special_rule_once() {
    let mut told = 0;
    for (name, judged) in examples() {
        let reference = judged.pages(&options(&[Layout::Reference], false)).concat();
        let catalogues = judged.ruleset.catalogues();
        let mut entries = BTreeSet::new();
        for squadron in summary(&judged.ruleset, &judged.list).squadrons {
            let Some(id) = squadron.unit_id else { continue };
            let mut of_nation = catalogues.iter().filter(|catalogue| catalogue.written().nation == squadron.nation_id);
            let unit = of_nation.find_map(|catalogue| Some(catalogue.unit(catalogue.find(&id)?))).unwrap();
            for rule in unit.card.rules.iter().filter_map(|rule| judged.ruleset.special_rule(rule)) {
                entries.insert(dense(&format!("{}{}", parameters::title(rule), rule.summary)));
                assert!(holds(&reference, &rule.source.page), "{name}: {}", rule.name);
            }
        }
        for entry in &entries {
            // Rules of the community have one summary in common, so an entry may end like another: Pack Hunter and Hunter.
            let ending = entries.iter().filter(|other| other.ends_with(entry)).count();
            assert_eq!(reference.matches(entry).count(), ending, "{name}: {entry}");
            told += 1;
        }
    }
    assert!(told > 100, "{told}");
}

#[test]
fn a_quick_reference_has_facts_about_the_special_rules_of_its_list_alone() {
    let (mut told, mut left_out) = (0, 0);
    for (name, judged) in examples() {
        let aids = judged.ruleset.declarations().aids.values().filter(|aid| aid.in_play);
        let facts: Vec<_> = aids.flat_map(|aid| &aid.special_rules).collect();
        if facts.is_empty() {
            continue;
        }
        let reference = judged.pages(&options(&[Layout::Reference], true)).concat();
        for (id, fact) in facts {
            let rule = judged.ruleset.special_rules().iter().find(|rule| rule.id == *id).unwrap();
            let is_there = holds(&reference, &format!("{}{}", parameters::title(rule), rule.summary));
            assert_eq!(holds(&reference, fact), is_there, "{name}: {fact}");
            *if is_there { &mut told } else { &mut left_out } += 1;
        }
    }
    assert!(told > 1 && left_out > 1, "{told} {left_out}");
}

/// A squadron in which only some models have an option that adds a special rule.
fn partly_outfitted() -> (JudgedCase, String, String) {
    let rules = |judged: &JudgedCase, squadron: &SquadronLine| -> Vec<(String, String, String)> {
        let nation = squadron.nation_id.as_deref();
        let Some((catalogue, ready)) =
            judged.ruleset.find_unit(nation, squadron.unit_id.as_deref().unwrap_or_default())
        else {
            return Vec::new();
        };
        let unit = catalogue.unit(ready);
        let options = unit.options.iter().chain(unit.choices.iter().flat_map(|choice| &choice.options));
        let known = |option: &UnitOption| {
            let mut rules = option.rules.iter().filter_map(|rule| judged.ruleset.special_rule(rule));
            rules.find(|rule| !unit.card.all_rules().any(|(_, own)| own.contains(&rule.name)))
        };
        let found = options.filter(|option| option.buys == PurchaseScope::Model && option.becomes.is_none());
        found.filter_map(|option| Some((option.id.clone(), option.name.clone(), known(option)?.name.clone()))).collect()
    };
    for (_, judged) in examples() {
        for (place, squadron) in summary(&judged.ruleset, &judged.list).squadrons.iter().enumerate() {
            let found = rules(&judged, squadron).into_iter().next().filter(|_| squadron.models > 1);
            let Some((id, name, rule)) = found.filter(|_| squadron.at == format!("/squadrons/{place}")) else {
                continue;
            };
            let alone = judged.with(|list| {
                let mut squadron = list.squadrons.swap_remove(place);
                squadron.options = vec![OptionPick::Some([(id, 1)].into_iter().collect())];
                squadron.attached.clear();
                list.squadrons = vec![squadron];
            });
            return (alone, name, rule);
        }
    }
    panic!("no example has such a squadron")
}

#[test]
fn what_only_some_models_have_is_told_with_its_number_and_looked_up() {
    let (judged, option, rule) = partly_outfitted();
    let cards = judged.pages(&options(&[Layout::StatCards], true)).concat();
    assert!(holds(&cards, &format!("1 \u{d7} {option}")), "{cards}");
    let reference = judged.pages(&options(&[Layout::Reference], true)).concat();
    assert!(holds(&reference, &rule), "{rule}: {reference}");
}

#[test]
fn sheets_of_campaigns_print() {
    let mut printed = 0;
    for path in files() {
        let name = path.display();
        let entry = lists(&fs::read(&path).unwrap()).remove(0);
        let report = judge_entry(&SHELF, "sheet.yaml", None, &entry);
        let FileDocument::Other(kind, document) = entry else { continue };
        let Ok((sheet, ruleset)) = sheets::sheet(&SHELF, &document, &kind) else { continue };
        let subject = PrintSubject::Sheet(ReportedSheet { ruleset: &ruleset, sheet: &sheet, report: &report });
        let text = pages(&pdf(&[subject], &options(&[Layout::ForceList], false)).unwrap()).concat();
        for row in sheet.rows.iter().filter_map(|row| row.name.as_deref()) {
            assert!(holds(&text, row), "{name}: {row}");
        }
        printed += 1;
    }
    assert!(printed > 1);
}
