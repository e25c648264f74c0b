//! `muster explain`: what a rule says, in our words, with its formula, book and page.

use std::io::Write;

use muster_engine::compiled::Ruleset;
use muster_engine::nearest::nearest;
use muster_library::shelf::Shelf;

use super::{json, ruleset};
use crate::args::{Explain, Style};
use crate::outcome::{Complaint, Failure, Outcome};
use crate::output::explanation::{self, Explanation};
use crate::terminal;

/// Explains what the command line names.
pub fn run(args: &Explain, shelf: &Shelf) -> Result<Outcome, Failure> {
    let Some((id, name)) = args.rule.split_once('/').filter(|(_, name)| !name.is_empty()) else {
        let message = format!("`{}` is no RULESET/RULE", args.rule);
        return Err(Complaint::new(message).help("as in `muster explain dw-2.5/cap-large`").into());
    };
    let ruleset = ruleset(shelf, id)?;
    let explanations = find(&ruleset, name);
    if explanations.is_empty() {
        let complaint = Complaint::new(format!("the ruleset `{id}` has no rule `{name}`"));
        let help = nearest(name, known(&ruleset).into_iter());
        return Err(Complaint { help, ..complaint }.into());
    }
    let mut out = terminal::stdout();
    match args.format {
        Style::Json => json(&mut out, &explanation::answer(ruleset.declarations(), &explanations))?,
        Style::Human => {
            for (number, explanation) in explanations.iter().enumerate() {
                if number > 0 {
                    writeln!(out)?;
                }
                explanation.write(&mut out, ruleset.declarations(), terminal::prose(terminal::width()))?;
            }
            out.flush()?;
        }
    }
    Ok(Outcome::Fine)
}

/// Everything that bears this name: nearly always one thing, but a setting may be named as a rule is.
fn find(ruleset: &Ruleset, name: &str) -> Vec<Explanation> {
    let declarations = ruleset.declarations();
    let rule = ruleset.rule(name).map(|rule| Explanation::of_rule(ruleset, rule));
    let special = ruleset.special_rule(name).map(|rule| Explanation::of_special_rule(declarations, rule));
    let setting = declarations.settings.get_key_value(name).map(|(id, setting)| Explanation::of_setting(id, setting));
    let aid = declarations.aids.get_key_value(name).map(|(id, aid)| Explanation::of_aid(declarations, id, aid));
    [rule, special, setting, aid].into_iter().flatten().collect()
}

/// All names that can be explained.
fn known(ruleset: &Ruleset) -> Vec<&str> {
    let declarations = ruleset.declarations();
    let rules = ruleset.rules().iter().map(|sourced| sourced.rule.id.as_str());
    let special = ruleset.special_rules().iter().map(|rule| rule.id.as_str());
    let others = declarations.settings.keys().chain(declarations.aids.keys()).map(String::as_str);
    rules.chain(special).chain(others).collect()
}
