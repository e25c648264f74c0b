//! How a unit relates to other units: which it may join, which may join it, what it brings, and what it carries.

use std::sync::Arc;

use crate::ready::ruleset::Ruleset;
use crate::shapes::catalogue::{Attachment, BroughtModels, Catalogue, Unit};
use crate::shapes::declarations::Declarations;
use crate::shapes::selector::{Selector, SelectorTest, WantedTrait};
use crate::text::plural::{count, joined};
use crate::words::phrases::{room, selector_words, squadrons};

/// One alternative of a unit's attachment rule in words: `squadrons that are Large or Massive, at most 3 models`.
#[must_use]
pub fn joins(ruleset: &Ruleset, catalogue: &Catalogue, attachment: &Attachment) -> String {
    let declarations = ruleset.declarations();
    let name = |id: &String| declarations.nations.get(id).map_or(id, |nation| &nation.name).clone();
    let nations = match &attachment.nations {
        None => String::new(),
        Some(nations) if nations.is_empty() => " of any nation".to_owned(),
        Some(nations) => format!(" of {}", joined(&nations.iter().map(name).collect::<Vec<_>>(), "or")),
    };
    let squadrons = squadrons(declarations, 2);
    let to = if attachment.to.is_empty() {
        squadrons.to_owned()
    } else {
        format!("{squadrons} that are {}", selector_words(declarations, &named(catalogue, &attachment.to)))
    };
    match attachment.max {
        Some(max) => format!("{to}{nations}, at most {}", count(max, "model")),
        None => format!("{to}{nations}"),
    }
}

/// The units that may join squadrons of this unit. They are from catalogues of its own nation and of no nation. Leaves
/// out units that may join any squadron: the rules of the game say more about those.
#[must_use]
pub fn joined_by<'a>(ruleset: &'a Ruleset, catalogue: &Catalogue, unit: &Unit) -> Vec<&'a Unit> {
    let own = catalogue.nation.as_deref();
    let others = ruleset.catalogues().iter().map(|catalogue| catalogue.written());
    let others = others.filter(|other| other.nation.as_deref() == own || other.nation.is_none());
    let joins = |other: &Catalogue, joining: &Unit| {
        let takes = |attachment: &Attachment| {
            let nations = attachment.nations.as_ref().is_none_or(|nations| {
                nations.is_empty() || own.is_some_and(|own| nations.iter().any(|nation| nation == own))
            });
            nations && !attachment.to.is_empty() && admits(ruleset, unit, &attachment.to)
        };
        // A unit's `hosts` count only for units without an attachment rule of their own.
        let host = || joining.attaches.is_empty() && unit.hosts.iter().any(|host| host.unit == joining.id);
        joining.attaches.iter().any(takes) || other.nation.as_deref() == own && host()
    };
    others
        .flat_map(|other| other.units.iter().map(Arc::as_ref).filter(move |joining| joins(other, joining)))
        .filter(|joining| joining.id != unit.id)
        .collect()
}

/// What a transport carries, in words: `4 models that are Infantry; or 1 squadron that is Medium`. None if it carries
/// nothing.
#[must_use]
pub fn carries(ruleset: &Ruleset, catalogue: &Catalogue, unit: &Unit) -> Option<String> {
    let declarations = ruleset.declarations();
    let loads = unit.capacity.as_ref()?.of.iter().map(|load| {
        let verb = if load.models.or(load.squadrons) == Some(1) { "is" } else { "are" };
        let that = selector_words(declarations, &named(catalogue, &load.that));
        format!("{} that {verb} {that}", room(declarations, load))
    });
    Some(loads.collect::<Vec<_>>().join("; or "))
}

/// What a unit brings, in words: `a squadron of 3 × Nibelung for each model`. `what` is the name or the id of the
/// brought unit.
#[must_use]
pub fn brings(declarations: &Declarations, brings: &BroughtModels, what: &str) -> String {
    let word = |number| squadrons(declarations, number);
    if brings.divided {
        return format!("up to {} × {what} for each model, in {} as you choose", brings.models, word(2));
    }
    match brings.squadrons {
        None => format!("{} × {what} for each model", brings.models),
        Some(1) => format!("a {} of {} × {what} for each model", word(1), brings.models),
        Some(number) => format!("{number} {} of {} × {what} for each model", word(number), brings.models),
    }
}

/// The same selector, with the printed names of units instead of their ids.
fn named(catalogue: &Catalogue, selector: &Selector) -> Selector {
    let name = |id: &String| catalogue.units.iter().find(|unit| unit.id == *id).map_or(id, |unit| &unit.name).clone();
    let mut selector = selector.clone();
    selector.change(&mut |test| {
        for id in test.values_of_mut("unit").into_iter().flatten() {
            *id = name(id);
        }
    });
    selector
}

/// Whether a selector matches squadrons of this unit, as far as the catalogue can tell.
fn admits(ruleset: &Ruleset, unit: &Unit, selector: &Selector) -> bool {
    let all = |selector: &Selector| admits(ruleset, unit, selector);
    let has = |name: &str, is: &dyn Fn(&str) -> bool| has(ruleset, unit, name, is);
    selector.0.iter().all(|test| match test {
        SelectorTest::Not(inner) => !inner.iter().any(all),
        SelectorTest::Any(inner) => inner.iter().any(all),
        SelectorTest::All(inner) => inner.iter().all(all),
        SelectorTest::Is(name) => ruleset.declarations().selectors.get(name).is_none_or(all),
        SelectorTest::Trait(name, WantedTrait::Present(wanted)) => has(name, &|_| true) == *wanted,
        SelectorTest::Trait(name, WantedTrait::Values(values)) => {
            has(name, &|word| values.iter().any(|value| value == word))
        }
        // Only a list can decide these tests, so here they pass.
        SelectorTest::Trait(_, WantedTrait::Reference(_)) | SelectorTest::Parent(_) | SelectorTest::CarriedBy(_) => {
            true
        }
    })
}

/// Whether a unit has a value of this trait that passes a test.
fn has(ruleset: &Ruleset, unit: &Unit, name: &str, is: &dyn Fn(&str) -> bool) -> bool {
    match name {
        "unit" => is(&unit.id),
        "rule" => unit.card.all_rules().filter_map(|(_, rule)| ruleset.special_rule(rule)).any(|rule| is(&rule.id)),
        _ => unit.traits.get(name).is_some_and(|value| value.words().any(is)),
    }
}
