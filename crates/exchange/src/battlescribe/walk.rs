//! Visits all options and choices of a unit, including nested ones, parents first.

use muster_engine::catalogue::{Choice, Unit, UnitOption};

/// An option or choice that the visitor may change.
#[derive(Debug)]
pub enum OptionOrChoice<'u> {
    /// An option.
    Option(&'u mut UnitOption),
    /// A choice.
    Choice(&'u mut Choice),
}

/// Visits all options and choices, including nested ones.
pub fn each_part(options: &mut [UnitOption], choices: &mut [Choice], visit: &mut dyn FnMut(OptionOrChoice<'_>)) {
    for option in options {
        visit(OptionOrChoice::Option(option));
        each_part(&mut option.options, &mut option.choices, visit);
    }
    for choice in choices {
        visit(OptionOrChoice::Choice(choice));
        each_part(&mut choice.options, &mut choice.choices, visit);
    }
}

/// Visits all options, including nested ones.
pub fn each_option(options: &mut [UnitOption], choices: &mut [Choice], visit: &mut dyn FnMut(&mut UnitOption)) {
    each_part(options, choices, &mut |part| {
        if let OptionOrChoice::Option(option) = part {
            visit(option);
        }
    });
}

/// All options of a unit and of its members, including nested ones.
#[must_use]
pub fn all_options(unit: &Unit) -> Vec<&UnitOption> {
    fn add<'u>(options: &'u [UnitOption], choices: &'u [Choice], all: &mut Vec<&'u UnitOption>) {
        for option in options {
            all.push(option);
            add(&option.options, &option.choices, all);
        }
        for choice in choices {
            add(&choice.options, &choice.choices, all);
        }
    }
    let mut all = Vec::new();
    add(&unit.options, &unit.choices, &mut all);
    for member in &unit.members {
        add(&member.options, &member.choices, &mut all);
    }
    all
}
