//! A unit's card: options and choices, with ids as lists name them, prices, and what they are bought for.

use muster_engine::plural;
use std::io::{self, Write};

use muster_engine::catalogue::{Choice, PurchaseScope, UnitOption};
use muster_engine::words::{conditions, price};
use textwrap::core::display_width;

use super::{UnitCard, figures};
use crate::output::columns::{hanging, padded};
use crate::terminal::{FAINT, STRONG, prose};
use crate::text::{plain, wrapped};

/// A line of the section: an option, or a heading above options.
enum OfferLine<'a> {
    Heading { depth: usize, text: String },
    Offer { depth: usize, option: &'a UnitOption },
}

impl<'a> UnitCard<'a> {
    pub(super) fn write_offers(&self, writer: &mut impl Write, width: Option<usize>) -> io::Result<()> {
        let unit = self.unit;
        let mut lines = Vec::new();
        add(&mut lines, &unit.options, &unit.choices, 0);
        for member in &unit.members {
            let from = lines.len();
            add(&mut lines, &member.options, &member.choices, 1);
            if lines.len() > from {
                lines.insert(from, OfferLine::Heading { depth: 0, text: format!("{}:", member.name) });
            }
        }
        if lines.is_empty() {
            return Ok(());
        }
        writeln!(writer, "\n{STRONG}Options{STRONG:#}")?;
        let offers = || {
            lines.iter().filter_map(|line| match line {
                OfferLine::Offer { depth, option } => Some((*depth, *option)),
                OfferLine::Heading { .. } => None,
            })
        };
        let ids = offers().map(|(depth, option)| 2 * depth + display_width(&plain(&option.id))).max().unwrap_or(0);
        let prices = offers().map(|(_, option)| price::option(option).len()).max().unwrap_or(0);
        let widest = offers().map(|(_, option)| display_width(&self.whom(option))).max().unwrap_or(0);
        for line in &lines {
            match line {
                OfferLine::Heading { depth, text } => {
                    writeln!(writer, "{}", wrapped(text, &" ".repeat(2 * depth + 2), prose(width)))?;
                }
                OfferLine::Offer { depth, option } => {
                    let indent = " ".repeat(2 * depth);
                    let id = padded(&format!("{indent}{}", plain(&option.id)), ids);
                    let for_whom = padded(&self.whom(option), widest);
                    let start = format!("  {id}  {:>prices$}  {for_whom}", price::option(option));
                    hanging(writer, &start, &self.effect(option), width)?;
                }
            }
        }
        self.write_spelling(writer, &offers().map(|(_, option)| option).collect::<Vec<_>>(), width)
    }

    fn whom(&self, option: &UnitOption) -> String {
        match option.buys {
            PurchaseScope::Model => "each model".to_owned(),
            PurchaseScope::AllModels => "all models".to_owned(),
            PurchaseScope::Squadron => format!("the {}", self.squadron_word()),
        }
    }

    /// Writes how a list names options.
    fn write_spelling(
        &self,
        writer: &mut impl Write,
        offers: &[&'a UnitOption],
        width: Option<usize>,
    ) -> io::Result<()> {
        // In a fixed mix, only a few models may have an option.
        let several = self.unit.members.is_empty() && self.unit.squadron.is_none_or(|range| range.max != Some(1));
        let mut lines = Vec::new();
        if let Some(first) = offers.first() {
            let some = offers.iter().find(|option| option.buys == PurchaseScope::Model && several);
            let some = some.map(|option| format!("; for two models only: [{{{}: 2}}]", option.id)).unwrap_or_default();
            lines.push(format!("In a list: options: [{}]{some}", first.id));
        }
        if offers.iter().any(|option| option.buys == PurchaseScope::AllModels) {
            lines.push(format!("All models: for each model of the {}, or for none.", self.squadron_word()));
        }
        for line in lines {
            writeln!(writer, "{FAINT}{}{FAINT:#}", wrapped(&line, "  ", prose(width)))?;
        }
        Ok(())
    }

    /// The name of an option, and what it changes unless the name says that.
    fn effect(&self, option: &UnitOption) -> String {
        let made = self.made(option);
        let sets = option.sets.iter().map(|(id, stat)| format!("{} {}", self.stat_title(id), figures::stat(stat)));
        let traits = Some(self.traits(&option.traits)).filter(|traits| !traits.is_empty() && *traits != option.name);
        let rules = option.rules.iter().filter(|rule| **rule != option.name).cloned();
        let weapons = option.weapons.iter().map(|weapon| self.weapon_words(weapon));
        let removes = option.removes.iter().map(|gone| format!("without {gone}"));
        let brings = option.brings.iter().map(|brings| format!("brings {}", self.brings(brings)));
        let changes: Vec<String> = made
            .into_iter()
            .chain(sets)
            .chain(traits)
            .chain(rules)
            .chain(weapons)
            .chain(removes)
            .chain(brings)
            .chain(conditions::together(option))
            .chain(conditions::differences(&option.points_with))
            .chain(conditions::numbers(option))
            .collect();
        match changes.as_slice() {
            [] => option.name.clone(),
            // The option is named after the weapon it adds.
            [one] if one.starts_with(&format!("{} (", option.name)) => one.clone(),
            changes => format!("{}: {}", option.name, changes.join("; ")),
        }
    }
}

/// Adds the lines of options and choices, each followed by its own options and choices.
fn add<'a>(lines: &mut Vec<OfferLine<'a>>, options: &'a [UnitOption], choices: &'a [Choice], depth: usize) {
    for option in options {
        lines.push(OfferLine::Offer { depth, option });
        add(lines, &option.options, &option.choices, depth + 1);
    }
    for choice in choices {
        lines.push(OfferLine::Heading { depth, text: heading(choice) });
        add(lines, &choice.options, &choice.choices, depth + 1);
    }
}

/// `Generator: exactly 1; internal-shield-2 if a list names none`.
fn heading(choice: &Choice) -> String {
    let number = match (choice.min, choice.max) {
        (0, None) => "any number".to_owned(),
        (min, max) => plural::between(min, max),
    };
    let default = choice.default.as_ref().map(|id| format!("; {id} if a list names none")).unwrap_or_default();
    let marks = if choice.marks { "; a Mark, as option or as `mark`" } else { "" };
    format!("{}: {number}{default}{marks}", choice.name)
}
