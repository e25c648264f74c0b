//! Rules in the form that is fast to judge.

use std::collections::HashSet;

use indexmap::IndexMap;

use crate::ready::bits::Bits;
use crate::ready::matcher::Matcher;
use crate::ready::patches::Patches;
use crate::ready::slots::ReadySlot;
use crate::ready::vocabulary::{ANY, Vocabulary};
use crate::shapes::amount::End;
use crate::shapes::declarations::{Declarations, StepRow};
use crate::shapes::rule::{Check, ClauseTarget, Grade};
use crate::shapes::setting::SettingTest;

/// The rules of a ruleset made ready, with its patches and group kinds.
#[derive(Debug, Default)]
pub(crate) struct ReadyRules {
    pub vocabulary: Vocabulary,
    pub prepared: Vec<PreparedRule>,
    /// The place of a rule, and the amount that it grants.
    pub grants: Vec<(usize, Calc)>,
    pub charges: Vec<PreparedCharge>,
    /// The place of a rule, the place of an allocation, and the squadrons to which the rule gives it.
    pub allocates: Vec<(usize, usize, Matcher)>,
    pub patches: Patches,
    /// All conditions on settings that rules make, each once.
    pub conditions: Vec<(String, SettingTest)>,
    /// The settings of which a rule asks whether the list states them.
    pub given: HashSet<String>,
    /// The group kinds, in the order of the declarations.
    pub kinds: Vec<PreparedKind>,
}

/// A rule that is judged, or that calls for a note.
#[derive(Debug)]
pub(crate) struct PreparedRule {
    /// The rule, by its place in the ruleset.
    pub rule: usize,
    /// Conditions on settings that must all hold, by their places among the ruleset's conditions.
    pub applies: Vec<usize>,
    /// Conditions on settings of which none may hold, by their places.
    pub unless: Vec<usize>,
    pub clauses: Vec<PreparedClause>,
    pub check: Option<PreparedCheck>,
}

/// A check, and the squadrons that the rule applies it to.
#[derive(Debug)]
pub(crate) struct PreparedCheck {
    pub check: Check,
    /// What `where` selects.
    pub filter: Matcher,
    /// The cards that a deck starts from, for `swaps`.
    pub base: Matcher,
}

/// A clause whose words are resolved. Its fields are those of [`Clause`](crate::shapes::rule::Clause).
#[derive(Debug)]
pub(crate) struct PreparedClause {
    pub each: ClauseTarget,
    /// What `where` selects.
    pub filter: Matcher,
    /// It is judged over all lists of one player together.
    pub together: bool,
    /// The kind of sheet in which it is judged (`in`); none for lists.
    pub judged_sheet: Option<String>,
    pub compared_sheet: Option<String>,
    pub by: Option<String>,
    pub deck: Option<String>,
    pub when: Vec<PreparedLimit>,
    pub limit: Option<PreparedLimit>,
    pub severity: Grade,
}

/// A limit whose words are resolved.
#[derive(Debug)]
pub(crate) struct PreparedLimit {
    pub of: Calc,
    pub min: Option<Calc>,
    pub max: Option<Calc>,
}

/// A charge whose words are resolved. Its fields are those of [`Charge`](crate::shapes::rule::Charge).
#[derive(Debug)]
pub(crate) struct PreparedCharge {
    /// The place of the rule that charges it.
    pub rule: usize,
    pub points: i32,
    pub each: Calc,
    pub after: u32,
    pub when: Vec<PreparedLimit>,
}

/// An amount whose words are resolved.
#[derive(Debug)]
pub(crate) enum Calc {
    Number(i64),
    Mfv,
    Points(Matcher),
    Upgrades(Matcher),
    Models(Matcher),
    Squadrons(Matcher),
    Attached(Matcher),
    Carried(Matcher),
    Dearest(Matcher),
    Cheapest(Matcher),
    Allowed(End, Matcher),
    Bearers(Matcher),
    Cards(Matcher),
    Cost(Matcher),
    Rows(Matcher),
    Total(String, Matcher),
    Halves(String, Matcher),
    Different(String, Matcher),
    Stat(String, Matcher),
    Taken(String, Matcher),
    Groups(Matcher),
    /// The number that a setting has.
    Agreed(String),
    Given(String),
    Setting(IndexMap<String, SettingTest>),
    EntryTurn(Matcher),
    Whole(Box<Calc>),
    Percent(u32, Box<Calc>),
    Times(Box<Calc>, Box<Calc>),
    Per(u32, Box<Calc>),
    Table(Vec<StepRow>, Box<Calc>),
    Sum(Vec<Calc>),
    Smaller(Box<Calc>, Box<Calc>),
}

impl Calc {
    /// The setting that it tests, or the first of several; none if it does not test settings.
    pub(crate) fn setting(&self) -> Option<&str> {
        match self {
            Self::Given(setting) => Some(setting),
            Self::Setting(tests) => tests.keys().next().map(String::as_str),
            _ => None,
        }
    }

    /// Whether it counts rows of a sheet.
    pub(crate) fn is_about_rows(&self) -> bool {
        matches!(self, Self::Rows(_) | Self::Total(..) | Self::Halves(..))
    }

    /// Whether it is the points of all models, without a selector.
    pub(crate) fn is_of_everything(&self) -> bool {
        matches!(self, Self::Points(matcher) if matcher.is_everything())
    }

    /// Whether it is the maximum force value itself.
    pub(crate) fn is_mfv(&self) -> bool {
        matches!(self, Self::Mfv)
    }

    fn depends_on_mfv(&self) -> bool {
        match self {
            Self::Mfv => true,
            Self::Percent(_, of) | Self::Per(_, of) | Self::Table(_, of) => of.depends_on_mfv(),
            Self::Times(a, b) | Self::Smaller(a, b) => a.depends_on_mfv() || b.depends_on_mfv(),
            Self::Sum(calcs) => calcs.iter().any(Self::depends_on_mfv),
            _ => false,
        }
    }
}

impl PreparedLimit {
    /// Whether a bound follows from the maximum force value.
    pub(crate) fn depends_on_mfv(&self) -> bool {
        self.min.iter().chain(&self.max).any(Calc::depends_on_mfv)
    }
}

/// The trait values that come from a squadron's place in a list, and not from its unit.
#[derive(Debug)]
pub(crate) struct PlaceTraits {
    pub own: Bits,
    pub attached: Bits,
    pub brought: Bits,
    pub ally: Bits,
    pub entry: Bits,
    /// In the order of the declarations.
    pub allocations: Vec<Bits>,
    /// In the order of the declarations.
    pub nations: Vec<Bits>,
    /// In the order of the declarations.
    pub group_kinds: Vec<Bits>,
}

impl PlaceTraits {
    pub(crate) fn new(declarations: &Declarations, vocabulary: &Vocabulary) -> Self {
        let nation = |(id, nation): (&String, &crate::shapes::declarations::Nation)| {
            vocabulary.bits("nation", [id.as_str()]).union(&vocabulary.traits(&nation.traits))
        };
        let kinds = declarations.group_kinds.keys();
        Self {
            group_kinds: kinds.map(|id| vocabulary.bits("group", [id.as_str()])).collect(),
            own: vocabulary.bits("standing", ["own"]),
            attached: vocabulary.bits("standing", ["attached"]),
            brought: vocabulary.bits("standing", ["brought"]),
            ally: vocabulary.bit("ally", ANY),
            entry: vocabulary.bit("entry", ANY),
            allocations: declarations
                .allocations
                .keys()
                .map(|id| vocabulary.bits("allocation", [id.as_str()]))
                .collect(),
            nations: declarations.nations.iter().map(nation).collect(),
        }
    }

    /// The trait values that squadrons have from their nation; none if it is unknown.
    #[expect(clippy::indexing_slicing, reason = "there are trait values for each nation that is declared")]
    pub(crate) fn of_nation(&self, declarations: &Declarations, nation: Option<&str>) -> Bits {
        let place = nation.and_then(|id| declarations.nations.get_index_of(id));
        place.map_or(Bits::NONE, |place| self.nations[place])
    }
}

/// The slots of a kind of group, each with a matcher for the squadrons that it accepts. A slot without a matcher takes
/// squadrons whose units name it.
#[derive(Debug)]
pub(crate) struct PreparedKind {
    pub accepts: Vec<Option<Matcher>>,
    pub spaces: Vec<ReadySlot>,
}
