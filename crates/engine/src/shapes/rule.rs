//! Rules as rulesets write them. A clause of a rule says: for each squadron, card or other thing (`each`) that a
//! selector matches (`where`), if conditions hold (`when`), a limit must hold (`limit`).
//!
//! `docs/rule-language.md` defines this language, with an example of every word.

use crate::shapes::common::{Citation, SubjectWords};
use crate::shapes::setting::SettingTest;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::shapes::amount::Amount;
use crate::shapes::selector::Selector;

/// A rule of a rulebook: one that is judged, or one that defines, grants, permits or advises something.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rule {
    /// Its id, which is the file's name. It never changes once it is released.
    pub id: String,
    /// What it says in one line, in our own words.
    pub title: String,
    /// What it says, in our own words, if the title does not say all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Its kind.
    pub kind: RuleKind,
    /// Where the book says it.
    pub source: Citation,
    /// How Muster understands the book if it is unclear, and why.
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
    /// How grave a breach is, unless a clause says otherwise.
    #[serde(default, skip_serializing_if = "Grade::is_error")]
    pub severity: Grade,
    /// What would help, shown with each finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// What must hold (kind `limit`), or what calls for a note (kind `by-hand`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
    /// The structural check that judges it (kind `check`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// The squadrons that the check looks at; all if left out.
    #[serde(default, skip_serializing_if = "Selector::is_empty")]
    pub r#where: Selector,
    /// What it takes out of selectors that the ruleset names, by their names.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub narrows: IndexMap<String, Selector>,
    /// Allocations for squadrons that state none, and that would otherwise get the first allocation. For each
    /// allocation, the squadrons that get it.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub allocates: IndexMap<String, Selector>,
    /// What the list pays besides its squadrons, such as for each carrier after the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charges: Vec<Charge>,
    /// For a definition: the ids of the rules that report what breaks it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered_by: Vec<String>,
    /// How much a list is granted, shown with the list (kind `allowance`, or beside a limit).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grants: Option<Grant>,
}

impl Rule {
    /// The settings that it reads, in the order in which it names them.
    pub(crate) fn settings(&self) -> impl Iterator<Item = &str> {
        let amounts = self.limits().flat_map(Limit::amounts).chain(self.charges.iter().map(|charge| &charge.each));
        let conditions = self.applies.keys().chain(self.unless.keys()).map(String::as_str);
        conditions.chain(amounts.flat_map(Amount::settings))
    }

    /// The limits of its clauses, and the conditions of its clauses and charges.
    fn limits(&self) -> impl Iterator<Item = &Limit> {
        let of_clauses = self.clauses.iter().flat_map(|clause| clause.when.iter().chain(&clause.limit));
        of_clauses.chain(self.charges.iter().flat_map(|charge| &charge.when))
    }

    /// Whether a breach of it may make a list illegal.
    pub(crate) fn is_grave(&self) -> bool {
        self.severity == Grade::Error || self.clauses.iter().any(|clause| clause.severity == Some(Grade::Error))
    }

    /// All selectors in it.
    #[must_use]
    pub fn selectors(&self) -> Vec<&Selector> {
        let check = self.check.as_ref().and_then(Check::selector);
        let granted = self.grants.iter().map(|grant| &grant.amount);
        let amounts = self.limits().flat_map(Limit::amounts).chain(granted);
        let amounts = amounts.chain(self.charges.iter().map(|charge| &charge.each));
        let own = [&self.r#where].into_iter().chain(self.narrows.values()).chain(self.allocates.values()).chain(check);
        own.chain(self.clauses.iter().map(|clause| &clause.r#where))
            .chain(amounts.flat_map(Amount::selectors))
            .collect()
    }
}

/// The kind of a rule.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize, JsonSchema, IntoStaticStr,
)]
#[schemars(rename = "Kind")]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RuleKind {
    /// Its clauses are judged.
    Limit,
    /// A structural check judges it.
    Check,
    /// It says what other rules count. Those rules report what breaks it.
    Definition,
    /// It grants a number of something, which is shown with the list.
    Allowance,
    /// It says something that a player may do.
    Permission,
    /// It says something that the book recommends.
    Advice,
    /// Only people at the table can judge it. A clause that finds something for them to judge gives a note.
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
    /// What the clause looks at one by one.
    #[serde(default, skip_serializing_if = "ClauseTarget::is_list")]
    pub each: ClauseTarget,
    /// With `each: row`: rows with the same word in this field are looked at together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Which of them it looks at; all if left out. Not for `each: list`.
    #[serde(default, skip_serializing_if = "Selector::is_empty")]
    pub r#where: Selector,
    /// The clause is judged over all lists of one player together, not in each of them. An event says how many each player hands in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
    /// The clause is judged in sheets of this kind, not in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#in: Option<String>,
    /// The clause is judged only in lists that point at a sheet of this kind. Its amounts may count rows of that sheet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// The clause is judged only if the list gives this deck. Its amounts then count cards of that deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<String>,
    /// Limits over the whole list. If one of them does not hold, the clause asks for nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Limit>,
    /// What must hold. If left out, everything that `where` matches is a breach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// How grave a breach of this clause is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Grade>,
    /// What is counted, for messages: `Large and Massive models`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<SubjectWords>,
    /// The whole message, if numbers are not what matters. `{name}` becomes the name of the squadron, unit or card;
    /// `{of}`, `{min}` and `{max}` become the numbers, and `{times}` becomes `once`, `twice` or `3 times`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// What would help, if it differs from the rule's `help`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// What a clause looks at one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Each")]
#[serde(rename_all = "kebab-case")]
pub enum ClauseTarget {
    /// The whole list or sheet.
    #[default]
    List,
    /// Each group (battle group, platoon).
    Group,
    /// Each squadron, attached ones too. Amounts count it and what is attached to it.
    Squadron,
    /// Each squadron, attached ones too. Amounts count it without what is attached to it.
    SquadronAlone,
    /// Each unit in the list. Amounts count all its models.
    Unit,
    /// Each model with a role.
    Bearer,
    /// Each different card of the deck. Amounts count its copies.
    Card,
    /// Each row of the sheet. The sheet's own fields are one more row.
    Row,
}

impl ClauseTarget {
    fn is_list(&self) -> bool {
        *self == Self::List
    }
}

/// An amount and the bounds between which it must lie. Both bounds are allowed values.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limit {
    /// The amount.
    pub of: Amount,
    /// At least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Amount>,
    /// At most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Amount>,
}

impl Limit {
    /// The amount, and its bounds.
    fn amounts(&self) -> impl Iterator<Item = &Amount> {
        std::iter::once(&self.of).chain(&self.min).chain(&self.max)
    }
}

/// Points that the list pays besides its squadrons, or saves.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Charge {
    /// How many points each of them costs; below 0 if the list saves them.
    pub points: i32,
    /// Of what, over the whole list. Points in it are those of the squadrons.
    pub each: Amount,
    /// So many of them are not charged.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub after: u32,
    /// Limits over the whole list. If one of them does not hold, nothing is charged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Limit>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "Serde passes a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What a list is granted.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Grant {
    /// How much.
    pub amount: Amount,
    /// Of what.
    pub of: SubjectWords,
}

/// The structural checks, which judge what limits over amounts cannot express.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The number of models lies within the unit's squadron size.
    SquadronSize,
    /// Options come from the unit's card, in the numbers it allows. Numbers of options that have a kind are left to
    /// `options-of`.
    Options,
    /// Options of this kind are taken in the numbers that the unit allows.
    OptionsOf(String),
    /// If models of several Marks share a squadron, each model states its Mark.
    Marks,
    /// An attached squadron is one that may join its parent, with no more and no fewer models than are allowed.
    Attachment,
    /// An attached squadron does not have its parent's name.
    AttachedName,
    /// An attached squadron is of its parent's nation.
    AttachedNation,
    /// An attached or brought squadron shares the allocation of its parent or bringer.
    SharedAllocation,
    /// Squadrons that another brings by this special rule have the unit, the number of models and the sizes that its
    /// card says.
    Brought(String),
    /// All that one squadron brings by this special rule forms one squadron, of a size that its unit may have.
    BroughtTogether(String),
    /// What a transport carries fits the capacity of the transport.
    Capacity,
    /// Every squadron in groups of this kind has a slot. `where` says which squadrons the rule looks at.
    Slots(String),
    /// Every group of this kind has a squadron in this required slot.
    Filled(SlotName),
    /// A group has at most as many squadrons of a unit as the unit's `copies` allow in this kind of group. If `copies`
    /// do not name the kind, it has at most 1. The check counts either squadrons of their own or attached squadrons.
    Copies(CountedSquadrons),
    /// Each card of this deck that is not of the base type replaces a different card of the base type, of equal cost.
    Swaps(Swaps),
}

impl Check {
    /// The selector in it; none if it has none.
    pub(crate) fn selector(&self) -> Option<&Selector> {
        if let Self::Swaps(swaps) = self { Some(&swaps.base) } else { None }
    }
}

/// Which squadrons of a unit are counted in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Counted")]
#[serde(rename_all = "kebab-case")]
pub enum CountedSquadrons {
    /// Squadrons that stand by themselves: no other squadron has them attached, and none brings them.
    Own,
    /// Attached squadrons.
    Attached,
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
    /// The cards of the base type, which the deck starts from.
    pub base: Selector,
}

#[cfg(test)]
mod tests {
    use super::Rule;

    #[test]
    fn a_rule_is_grave_if_it_or_one_of_its_clauses_is() {
        let is_grave = |severity: &str, clauses: &str| {
            let rule = format!(
                r#"{{"id": "a", "title": "A", "summary": "A.", "kind": "limit", "source": {{"book": "b", "page": "1"}},
                "severity": "{severity}", "clauses": [{clauses}]}}"#
            );
            serde_json::from_str::<Rule>(&rule).expect("a rule").is_grave()
        };
        let clause = |severity: &str| format!(r#"{{"severity": "{severity}", "limit": {{"of": 1, "max": 0}}}}"#);
        assert!(is_grave("error", "") && is_grave("warning", &clause("error")) && is_grave("error", &clause("note")));
        assert!(!is_grave("warning", "") && !is_grave("note", &clause("warning")));
    }
}
