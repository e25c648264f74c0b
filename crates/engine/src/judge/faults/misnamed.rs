//! Names in a list that refer to nothing.

use crate::force::cards::written;
use crate::ready::ruleset::Ruleset;
use crate::shapes::declarations::{Declarations, Setting, TraitOwner};
use crate::shapes::list::SettingValue;
use crate::text::nearest::nearest;
use crate::text::plural;
use crate::words::phrases;

/// A name that refers to nothing, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct WrongName {
    /// JSON pointer into the list.
    pub at: String,
    pub what: WrongNameKind,
}

/// What a wrong name was meant to name, or what else is wrong with it.
#[derive(Clone, Debug)]
pub(crate) enum WrongNameKind {
    /// A setting.
    Setting(String),
    /// A value of a setting.
    Value { setting: String, value: SettingValue },
    /// A deck.
    Deck(String),
    /// A fact about a card.
    Fact(String),
    /// A value of a fact about a card.
    FactValue { fact: String, value: String },
    /// The list has groups, but the ruleset has none.
    NoGroups,
    /// A kind of group.
    GroupKind(String),
    /// The ruleset has groups, but the list has squadrons outside of them.
    OutsideGroups,
    /// An allocation.
    Allocation(String),
    /// A slot of a group; the kind of the group is given if the ruleset has it.
    Slot { slot: String, kind: Option<String> },
    /// A role.
    Role(String),
    /// An id that another squadron has already.
    TwiceId(String),
}

impl WrongName {
    /// The sentence of the finding.
    pub(crate) fn sentence(&self, ruleset: &Ruleset) -> String {
        let declarations = ruleset.declarations();
        let game = &declarations.name;
        let squadrons = |number| phrases::squadrons(declarations, number);
        match &self.what {
            WrongNameKind::Setting(name) => format!("{game} has no setting `{name}`"),
            WrongNameKind::Value { setting, value } => format!("the setting `{setting}` cannot be {}", show(value)),
            WrongNameKind::Deck(name) => format!("{game} has no deck `{name}`"),
            WrongNameKind::Fact(name) => format!("a card has no `{name}`"),
            WrongNameKind::FactValue { fact, value } => format!("the {fact} of a card cannot be `{value}`"),
            WrongNameKind::NoGroups => format!("{game} has no groups"),
            WrongNameKind::GroupKind(kind) => format!("{game} has no groups of the kind `{kind}`"),
            WrongNameKind::OutsideGroups => format!("the {} of {game} stand in groups", squadrons(2)),
            WrongNameKind::Allocation(name) => format!("{game} knows no allocation `{name}`"),
            WrongNameKind::Slot { slot, .. } => format!("there is no slot `{slot}` here"),
            WrongNameKind::Role(name) => format!("{game} knows no role `{name}`"),
            WrongNameKind::TwiceId(id) => format!("another {} has the id `{id}` already", squadrons(1)),
        }
    }

    /// What would help.
    pub(crate) fn help(&self, ruleset: &Ruleset) -> Option<String> {
        let declarations = ruleset.declarations();
        match &self.what {
            WrongNameKind::Setting(name) => any_of("settings", name, declarations.settings.keys().map(String::as_str)),
            WrongNameKind::Value { setting, value } => Some(expected(declarations.settings.get(setting)?, value)),
            WrongNameKind::Deck(name) => any_of("decks", name, declarations.decks.keys().map(String::as_str)),
            WrongNameKind::Fact(name) => any_of("facts", name, facts(declarations).chain(["card", "cost", "replaces"])),
            WrongNameKind::FactValue { fact, value } => {
                let of_card = |name: &String, owner| owner == TraitOwner::Card && written(name) == fact;
                let found = declarations.traits.iter().find(|(name, declared)| of_card(name, declared.of));
                any_of("expected one of", value, found?.1.values.keys().map(String::as_str))
            }
            WrongNameKind::NoGroups => Some(format!("put the {} in `squadrons`", phrases::squadrons(declarations, 2))),
            WrongNameKind::GroupKind(kind) => {
                any_of("kinds", kind, declarations.group_kinds.keys().map(String::as_str))
            }
            WrongNameKind::OutsideGroups => {
                let kind = declarations.group_kinds.keys().next().map_or("", String::as_str);
                Some(format!("put them in `groups: [{{kind: {kind}, squadrons: ...}}]`"))
            }
            WrongNameKind::Allocation(name) => {
                any_of("allocations", name, declarations.allocations.keys().map(String::as_str))
            }
            WrongNameKind::Slot { slot, kind } => {
                let kind = kind.as_ref().and_then(|kind| declarations.group_kind(kind)).map(|(.., kind)| kind);
                let slots: Vec<&str> = kind.iter().flat_map(|kind| kind.slots.keys()).map(String::as_str).collect();
                any_of("slots", slot, slots.into_iter())
            }
            WrongNameKind::Role(name) => any_of("roles", name, declarations.roles.keys().map(String::as_str)),
            WrongNameKind::TwiceId(_) => None,
        }
    }
}

/// The facts that a list may state about a card.
fn facts(declarations: &Declarations) -> impl Iterator<Item = &str> + Clone {
    declarations.traits.iter().filter(|(_, declared)| declared.of == TraitOwner::Card).map(|(name, _)| written(name))
}

/// A help text with the names that are nearest to a word, or else with all names; none if there are no names.
fn any_of<'n>(what: &str, word: &str, known: impl Iterator<Item = &'n str> + Clone) -> Option<String> {
    nearest(word, known.clone()).or_else(|| {
        let known = plural::list_of(known);
        (!known.is_empty()).then(|| format!("{what}: {known}"))
    })
}

/// A help text with the values that a setting can have. `value` is the wrong one that the list states.
fn expected(setting: &Setting, value: &SettingValue) -> String {
    if !setting.numbers.is_empty() {
        let (first, last) = (setting.numbers.iter().min(), setting.numbers.iter().max());
        return format!("expected numbers from {} to {}", first.unwrap_or(&0), last.unwrap_or(&0));
    }
    if let Some(range) = setting.range {
        return match range.max {
            Some(max) => format!("expected a number from {} to {max}", range.min),
            None => format!("expected a number of at least {}", range.min),
        };
    }
    if setting.values.is_empty() {
        return "expected true or false".to_owned();
    }
    let known = setting.values.keys().map(String::as_str);
    let near = match value {
        SettingValue::Word(word) => nearest(word, known.clone()),
        _ => None,
    };
    near.unwrap_or_else(|| format!("expected one of: {}", plural::list_of(known)))
}

/// The value of a setting as a list writes it.
fn show(value: &SettingValue) -> String {
    match value {
        SettingValue::Flag(flag) => flag.to_string(),
        SettingValue::Number(number) => number.to_string(),
        SettingValue::Word(word) => format!("`{word}`"),
        SettingValue::Numbers(set) => {
            format!("[{}]", set.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
        }
    }
}
