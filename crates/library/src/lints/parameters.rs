//! `rule-parameter`: a card gives a special rule parameters that do not have the forms that the rule declares.

use muster_engine::special_rules::Parameter;
use muster_engine::words::parameters::{self, ParameterFit, form_words};

use super::special_rules::on_cards;
use super::{LintInput, LintNotice, each_mapping};
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let Some(ruleset) = subject.ruleset else { return Vec::new() };
    let declarations = ruleset.declarations();
    // If no rule of a kind declares a form, the parameters of that kind are not checked.
    let has_forms = |kind: &str| {
        let mut rules = ruleset.special_rules().iter().filter(|rule| rule.kind == kind);
        rules.any(|rule| rule.parameters.iter().any(|parameter| parameter.formed().is_some()))
    };
    let mut notices = Vec::new();
    for file in subject.files.of(FileKind::Catalogue) {
        each_mapping(file.document.value(), "", &mut |at, mapping| {
            for (at, printed) in on_cards(at, mapping) {
                let Some(rule) = ruleset.special_rule(printed).filter(|rule| has_forms(&rule.kind)) else { continue };
                let title = parameters::title(rule);
                let forms = rule.parameters.iter().filter_map(Parameter::formed);
                let forms: Vec<String> = forms.map(|formed| form_words(declarations, formed)).collect();
                let help = if forms.is_empty() { "write it without parameters".to_owned() } else { forms.join("; ") };
                let notice = match parameters::fit(declarations, rule, printed) {
                    ParameterFit::Right => continue,
                    ParameterFit::Doubtful => {
                        LintNotice::warning(file, at, format!("`{printed}` leaves out what `{title}` takes"))
                    }
                    ParameterFit::Wrong => LintNotice::error(file, at, format!("`{printed}` does not fit `{title}`")),
                };
                notices.push(notice.help(Some(help)));
            }
        });
    }
    notices
}
