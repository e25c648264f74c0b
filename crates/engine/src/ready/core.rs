//! The parts of a ruleset, as they were read and as they were made ready.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use indexmap::IndexMap;

use crate::ready::prepared::{PlaceTraits, ReadyRules};
use crate::shapes::declarations::{Cards, Declarations};
use crate::shapes::rule::Rule;
use crate::shapes::special_rules::SpecialRule;

/// All parts of a ruleset except catalogues.
#[derive(Clone, Debug)]
pub struct RulesetParts {
    /// `ruleset.yaml`.
    pub declarations: Declarations,
    /// The rules, in any order.
    pub rules: Vec<SourcedRule>,
    /// The special rules, in any order.
    pub special_rules: Vec<SpecialRule>,
    /// The cards of each deck.
    pub cards: Vec<Cards>,
    /// The ids of books that are cited without a page: those of overlays.
    pub whole_books: BTreeSet<String>,
    /// `sha256:` and the digest of all files.
    pub digest: String,
    /// The second half of fingerprints: a digest of everything but prose.
    pub fingerprint: String,
    /// Whether they are the published ones.
    pub publication: Publication,
}

impl RulesetParts {
    /// Takes a rule out, with what other parts say of it.
    pub fn drop_rule(&mut self, id: &str) {
        self.rules.retain(|sourced| sourced.rule.id != id);
        for sourced in &mut self.rules {
            sourced.rule.covered_by.retain(|covering| covering != id);
        }
        for deck in self.declarations.decks.values_mut() {
            deck.rule = deck.rule.take().filter(|rule| rule != id);
        }
        for setting in self.declarations.settings.values_mut() {
            setting.consent = setting.consent.take().filter(|rule| rule != id);
        }
    }
}

/// Whether rules are those that were published under their id and version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Publication {
    /// They are, or a folder that the user named has them, and nothing was published under their id.
    #[default]
    Published,
    /// Other rules were published under their id and version.
    Differs,
    /// Rules were published under their id, but no version of them that is known here is this one.
    UnknownVersion,
    /// An archive brings them, and nothing was published under their id.
    UnknownId,
}

/// A rule and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct SourcedRule {
    /// The rule.
    pub rule: Rule,
    /// The id of the ruleset or overlay that last changed it.
    pub origin: String,
}

/// A ruleset without catalogues, made ready.
#[derive(Debug)]
pub(crate) struct ReadyCore {
    pub(super) parts: RulesetParts,
    pub(super) rules: ReadyRules,
    /// The rules of severity `error` that ask for a setting, by its id.
    pub(super) asking: HashMap<String, Vec<usize>>,
    pub(super) places: PlaceTraits,
    pub(super) rules_by_id: HashMap<String, usize>,
    pub(super) special_by_name: HashMap<String, usize>,
    pub(super) nations_by_name: HashMap<String, usize>,
    /// By deck, then by name: the place of a file of cards, and the place of the card in it.
    pub(super) cards_by_name: IndexMap<String, HashMap<String, (usize, usize)>>,
    /// The rules that ask where squadrons are allocated. Found when first asked for, because judging does not need it.
    pub(super) allocating: OnceLock<Vec<usize>>,
}
