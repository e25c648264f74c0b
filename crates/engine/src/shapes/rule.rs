//! Rules as rulesets write them: for each group, where it applies, when the conditions hold, the limit must hold.
//!
//! `docs/rule-language.md` is the norm of this language, with an example of every word.

use crate::shapes::common::{Citation, Subject};
use crate::shapes::setting::SettingTest;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shapes::amount::Amount;
use crate::shapes::selector::Selector;

/// A row of a rulebook: a limit to be judged, or something that explains, grants or advises.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rule {
    /// Equal to the file's name; never changes once released.
    pub id: String,
    /// One line, in our own words.
    pub title: String,
    /// What it says, in our own words, where the title does not say all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What kind of row it is.
    pub kind: Kind,
    /// Where the book says it.
    pub source: Citation,
    /// The reading taken where the book is unclear, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// Settings that must hold for it to be in use, as `{rules: 6}`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub applies: IndexMap<String, SettingTest>,
    /// Settings under which it is out of use.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub unless: IndexMap<String, SettingTest>,
    /// The opponent or the organiser may waive it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waivable: bool,
    /// How grave a breach is, where a clause does not say otherwise.
    #[serde(default, skip_serializing_if = "Grade::is_error")]
    pub severity: Grade,
    /// What would help, shown with each finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// What must hold (kind `limit`), or where a by-hand rule calls for a note.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
    /// The structural check that judges it (kind `check`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// Which squadrons the check looks at; all where left out.
    #[serde(default, skip_serializing_if = "Selector::is_empty")]
    pub r#where: Selector,
    /// What a definition takes out of selectors that the ruleset names.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub narrows: IndexMap<String, Selector>,
    /// Where squadrons are that state no allocation, instead of in the first: the allocation, and which squadrons.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub allocates: IndexMap<String, Selector>,
    /// The rules that carry a definition's findings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered_by: Vec<String>,
    /// How much a list is granted, shown with the list (kind `allowance`, or beside a limit).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grants: Option<Grant>,
}

impl Rule {
    /// All selectors in it.
    #[must_use]
    pub fn selectors(&self) -> Vec<&Selector> {
        let check = match &self.check {
            Some(Check::Swaps(swaps)) => Some(&swaps.base),
            Some(
                Check::SquadronSize
                | Check::Options
                | Check::Marks
                | Check::Attachment
                | Check::AttachedName
                | Check::AttachedNation
                | Check::SharedAllocation
                | Check::Brought(_)
                | Check::BroughtTogether(_)
                | Check::Capacity
                | Check::Slots(_)
                | Check::Filled(_),
            )
            | None => None,
        };
        let limits = self.clauses.iter().flat_map(|clause| clause.when.iter().chain(&clause.limit));
        let bounds = limits.flat_map(|limit| [Some(&limit.of), limit.min.as_ref(), limit.max.as_ref()]);
        let amounts = bounds.flatten().chain(self.grants.iter().map(|grant| &grant.amount));
        let own = [&self.r#where].into_iter().chain(self.narrows.values()).chain(self.allocates.values()).chain(check);
        own.chain(self.clauses.iter().map(|clause| &clause.r#where))
            .chain(amounts.flat_map(Amount::selectors))
            .collect()
    }
}

/// What kind of row a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Clauses that are judged.
    Limit,
    /// Judged by a structural check.
    Check,
    /// Says what other rules count; those carry its findings.
    Definition,
    /// Grants a number of something, shown with the list.
    Allowance,
    /// Something a player may do.
    Permission,
    /// Something the book recommends.
    Advice,
    /// Only people at the table can tell; a note where a clause finds something that calls for it.
    ByHand,
}

/// How grave a breach is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// The list is illegal.
    #[default]
    Error,
    /// Legal, but somebody should look.
    Warning,
    /// Good to know.
    Note,
}

impl Grade {
    fn is_error(&self) -> bool {
        *self == Self::Error
    }
}

/// One thing that a rule asks for.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Clause {
    /// What is looked at one by one.
    #[serde(default, skip_serializing_if = "Each::is_list")]
    pub each: Each,
    /// Rows that hold the same in this field are looked at together (`each: row`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Which of them; all where left out. Not for `each: list`.
    #[serde(default, skip_serializing_if = "Selector::is_empty")]
    pub r#where: Selector,
    /// Judged in sheets of this kind, not in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#in: Option<String>,
    /// Judged only in lists that point at a sheet of this kind; amounts then count its rows too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// Judged only where the list gives this deck; amounts then count its cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<String>,
    /// Limits over the whole list that must all hold, else the clause asks for nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Limit>,
    /// What must hold. Left out: whatever `where` finds is a breach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// How grave a breach of this clause is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Grade>,
    /// What is counted, for messages: `Large and Massive models`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Subject>,
    /// The whole message, where counting is not what matters. `{name}` is the squadron, unit or card; `{of}`, `{min}`
    /// and `{max}` are numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// What would help, where it differs from the rule's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// What a clause looks at one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Each {
    /// The whole list or sheet, once.
    #[default]
    List,
    /// Each group (battle group, platoon).
    Group,
    /// Each squadron, attached ones too; amounts count it and what is attached to it.
    Squadron,
    /// Each squadron, attached ones too; amounts count it without what is attached to it.
    SquadronAlone,
    /// Each unit by name; amounts count all its models in the list.
    Unit,
    /// Each model that carries a role.
    Bearer,
    /// Each card of the deck by name; amounts count its copies.
    Card,
    /// Each row of the sheet, and the sheet's own fields as one more row.
    Row,
}

impl Each {
    fn is_list(&self) -> bool {
        *self == Self::List
    }
}

/// An amount and the bounds it must keep, both inclusive.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limit {
    /// What is measured.
    pub of: Amount,
    /// At least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Amount>,
    /// At most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Amount>,
}

/// What a list is granted.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Grant {
    /// How much.
    pub amount: Amount,
    /// Of what.
    pub of: Subject,
}

/// The checks that look at structure, not at sums.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The number of models lies within the unit's squadron size.
    SquadronSize,
    /// Options come from the unit's card, in the numbers it allows.
    Options,
    /// Where models of several Marks share a squadron, each states its Mark.
    Marks,
    /// An attached squadron may join its parent, in this number.
    Attachment,
    /// An attached squadron does not bear its parent's name.
    AttachedName,
    /// An attached squadron is of its parent's nation.
    AttachedNation,
    /// An attached or brought squadron shares the allocation of its parent or bringer.
    SharedAllocation,
    /// What is brought by this special rule is what the bringer brings, no more and no less.
    Brought(String),
    /// All that one squadron brings by this special rule forms one squadron, of a size its unit may have.
    BroughtTogether(String),
    /// What a transport carries fits its capacity.
    Capacity,
    /// Groups of this kind hold no squadron that finds no slot. `where` tells which squadrons it looks at.
    Slots(String),
    /// Groups of this kind have a squadron in this slot, which is required.
    Filled(SlotName),
    /// Cards of this deck that are not of the base type replace different cards of the base type at equal cost.
    Swaps(Swaps),
}

/// A slot of a group kind.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SlotName {
    /// The group kind.
    pub group: String,
    /// The slot.
    pub slot: String,
}

/// How cards may be swapped into a deck.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Swaps {
    /// The deck.
    pub deck: String,
    /// The cards it starts from.
    pub base: Selector,
}
