//! Finds what is wrong with a selector: names of nothing, and tests of what the things that it selects never have.

use indexmap::IndexMap;

use crate::ready::problem::{RulesetFault, RulesetItem};
use crate::ready::validate::Validator;
use crate::ready::vocabulary::Vocabulary;
use crate::shapes::amount::KeyedAmount;
use crate::shapes::declarations::{Declarations, TraitOwner};
use crate::shapes::rule::{Check, ClauseTarget};
use crate::shapes::selector::{Reference, Selector, SelectorTest, WantedTrait};
use crate::text::pointer::escape;

/// What a selector selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Things {
    /// Anything: a named selector does not say what it is for.
    Anything,
    /// Squadrons, their models, and models with roles.
    Squadrons,
    Cards,
    Groups,
    Rows,
}

impl Things {
    /// What the clauses look at one by one.
    pub(super) fn of_clause(each: ClauseTarget) -> Self {
        match each {
            ClauseTarget::List => Self::Anything,
            ClauseTarget::Group => Self::Groups,
            ClauseTarget::Card => Self::Cards,
            ClauseTarget::Row => Self::Rows,
            ClauseTarget::Squadron | ClauseTarget::SquadronAlone | ClauseTarget::Unit | ClauseTarget::Bearer => {
                Self::Squadrons
            }
        }
    }

    /// What an amount counts.
    pub(super) fn of_amount(declarations: &Declarations, amount: &KeyedAmount) -> Self {
        match amount {
            KeyedAmount::Cards(_) | KeyedAmount::Cost(_) => Self::Cards,
            KeyedAmount::Rows(_) | KeyedAmount::Total(..) | KeyedAmount::Halves(..) => Self::Rows,
            KeyedAmount::Different(name, _) if is_of_cards(declarations, name) => Self::Cards,
            _ => Self::Squadrons,
        }
    }

    /// What a check looks at.
    pub(super) fn of_check(check: Option<&Check>) -> Self {
        if matches!(check, Some(Check::Swaps(_))) { Self::Cards } else { Self::Squadrons }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Anything => "they",
            Self::Squadrons => "squadrons and models",
            Self::Cards => "cards",
            Self::Groups => "groups",
            Self::Rows => "rows",
        }
    }

    /// The traits that such things have; none, if they have all that cards do not have.
    fn traits(self, declarations: &Declarations) -> Vec<String> {
        let built_in: &[&str] = match self {
            Self::Cards => &["card", "deck"],
            Self::Groups => &["group"],
            Self::Anything | Self::Squadrons | Self::Rows => &[],
        };
        let declared = declarations.traits.keys().map(String::as_str).filter(|_| self == Self::Cards);
        let declared = declared.filter(|name| is_of_cards(declarations, name));
        built_in.iter().copied().chain(declared).map(|name| format!("`{name}`")).collect()
    }

    /// Whether such things may have a trait, or match a word of selectors that asks for other squadrons.
    fn may_have(self, declarations: &Declarations, word: &str) -> bool {
        match self {
            Self::Anything => true,
            Self::Squadrons | Self::Rows => !is_of_cards(declarations, word),
            Self::Cards => is_of_cards(declarations, word),
            Self::Groups => word == "group",
        }
    }
}

/// Whether a trait is one of cards.
fn is_of_cards(declarations: &Declarations, name: &str) -> bool {
    match declarations.traits.get(name) {
        Some(declared) => declared.of == TraitOwner::Card,
        None => matches!(name, "card" | "deck"),
    }
}

/// What selectors are checked against.
#[derive(Clone, Copy)]
pub(super) struct KnownWords<'k> {
    pub vocabulary: &'k Vocabulary,
    /// The selectors that the ruleset names.
    pub named: &'k IndexMap<String, Selector>,
}

impl Validator<'_> {
    /// Checks a selector that stands where the validator looks. `things` are what it selects.
    pub(super) fn selector(&mut self, item: &RulesetItem, selector: &Selector, things: Things, known: KnownWords) {
        for test in &selector.0 {
            let mut inside = things;
            match test {
                SelectorTest::Trait(name, wanted) => self.wanted(item, name, wanted, things, known),
                SelectorTest::Is(name) => {
                    if let Some(fault) = self.named(name, things, known) {
                        self.add_at(item, "is", fault);
                    }
                }
                SelectorTest::Parent(_) | SelectorTest::CarriedBy(_) => {
                    self.never_have(item, test.word(), things);
                    inside = Things::Squadrons;
                }
                SelectorTest::Not(_) | SelectorTest::Any(_) | SelectorTest::All(_) => {}
            }
            for (step, inner) in test.inner_places() {
                self.within(&step, |validator| validator.selector(item, inner, inside, known));
            }
        }
    }

    /// Reports a word of a selector that such things never have.
    fn never_have(&mut self, item: &RulesetItem, word: &str, things: Things) {
        if !things.may_have(self.declarations(), word) {
            let has = things.traits(self.declarations());
            self.add_key(item, word, RulesetFault::NeverHave(things.words(), word.to_owned(), has));
        }
    }

    /// What is wrong with a named selector where it is used. What is wrong with it everywhere is told where it is named.
    fn named(&self, name: &str, things: Things, known: KnownWords) -> Option<RulesetFault> {
        let Some(selector) = known.named.get(name) else {
            return Some(RulesetFault::no_selector(name, known.named.keys()));
        };
        let mut words = selector.0.iter().filter_map(|test| match test {
            SelectorTest::Trait(name, _) if known.vocabulary.knows(name) => Some(name.as_str()),
            SelectorTest::Parent(_) | SelectorTest::CarriedBy(_) => Some(test.word()),
            _ => None,
        });
        let never = words.find(|word| !things.may_have(self.declarations(), word))?;
        Some(RulesetFault::NamedNeverHave(name.to_owned(), things.words(), never.to_owned()))
    }

    /// Checks what a test wants of a trait.
    fn wanted(&mut self, item: &RulesetItem, name: &str, wanted: &WantedTrait, things: Things, known: KnownWords) {
        if !known.vocabulary.knows(name) {
            return self.add_key(item, name, RulesetFault::no_trait(name, known.vocabulary.names()));
        }
        self.never_have(item, name, things);
        let step = escape(name);
        match wanted {
            WantedTrait::Present(_) => {}
            WantedTrait::Reference(reference) => self.within(&step, |validator| validator.reference(item, reference)),
            WantedTrait::Values(words) => {
                let Some(values) = known.vocabulary.closed(name) else { return };
                for (place, word) in words.iter().enumerate().filter(|(_, word)| !values.contains(*word)) {
                    let at = if words.len() == 1 { step.clone() } else { format!("{step}/{place}") };
                    let is_trait = self.declarations().traits.contains_key(name);
                    let fault = if values.is_empty() && !is_trait {
                        RulesetFault::NoneDeclared(name.to_owned(), word.clone())
                    } else {
                        RulesetFault::no_value("trait", name, word, values)
                    };
                    self.add_at(item, &at, fault);
                }
            }
        }
    }

    /// Checks what a selector compares with.
    fn reference(&mut self, item: &RulesetItem, reference: &Reference) {
        let declarations = self.declarations();
        match reference {
            Reference::Setting(setting) if !declarations.settings.contains_key(setting) => {
                self.add_at(item, "setting", RulesetFault::missing("setting", setting, declarations.settings.keys()));
            }
            Reference::Own(name)
                if !matches!(name.as_str(), "nation" | "unit")
                    && declarations.traits.get(name).is_none_or(|t| t.of != TraitOwner::Nation) =>
            {
                self.add_at(item, "own", RulesetFault::NoTraitOf("nations", name.clone()));
            }
            Reference::Holder(role) if !declarations.roles.contains_key(role) => {
                self.add_at(item, "holder", RulesetFault::missing("role", role, declarations.roles.keys()));
            }
            _ => {}
        }
    }
}
