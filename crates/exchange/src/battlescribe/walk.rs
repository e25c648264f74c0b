//! One walk over all that is offered: options and choices inside each other, each before what stands inside it.

use muster_engine::catalogue::{Choice, Unit, UnitOption};

/// An option or a choice, to be changed.
pub(super) enum Part<'u> {
    Option(&'u mut UnitOption),
    Choice(&'u mut Choice),
}

/// Visits all options and choices, to the last.
pub(super) fn each_part(options: &mut [UnitOption], choices: &mut [Choice], visit: &mut dyn FnMut(Part<'_>)) {
    for option in options {
        visit(Part::Option(option));
        each_part(&mut option.options, &mut option.choices, visit);
    }
    for choice in choices {
        visit(Part::Choice(choice));
        each_part(&mut choice.options, &mut choice.choices, visit);
    }
}

/// Visits all options, to the last.
pub(super) fn each_option(options: &mut [UnitOption], choices: &mut [Choice], visit: &mut dyn FnMut(&mut UnitOption)) {
    each_part(options, choices, &mut |part| {
        if let Part::Option(option) = part {
            visit(option);
        }
    });
}

/// All options of a unit and of its members, to the last.
pub(super) fn all_options(unit: &Unit) -> Vec<&UnitOption> {
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
