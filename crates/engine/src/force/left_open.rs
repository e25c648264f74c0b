//! What a list leaves open: things of a kind that it names in `open`, as far as it does not state them.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons and rules, and its units those of their options"
)]

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::force::named::names;
use crate::force::parts::{Bearer, ForceEntry, FoundUnit, ModelSet};
use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::ready::bits::Bits;
use crate::ready::matcher::{Match, Matcher};
use crate::ready::unit::{PriceExtra, ReadyOption};
use crate::shapes::list::{ArmyList, OpenKind, Squadron};

/// The most steps from a squadron to what it is attached to or brought by, and so on. A longer chain is a circle or hostile.
const STEPS: usize = 64;

impl<'a> Force<'a> {
    /// Whether the list names this kind in `open`. Of options, Marks, allocations, settings and decks, only those that the list
    /// does not state are open then.
    pub(crate) fn leaves_open(&self, kind: OpenKind) -> bool {
        // Nearly all lists leave nothing open.
        !self.open.is_empty() && self.open.contains(&kind)
    }

    /// The options that a squadron may take although the list does not state them, with their places among the options of
    /// its unit.
    pub(crate) fn open_options(&self, entry: usize) -> impl Iterator<Item = (usize, &'a ReadyOption)> {
        self.open_options_of(&self.entries[entry])
    }

    /// The same for a squadron that is not among the entries yet.
    pub(crate) fn open_options_of(&self, entry: &ForceEntry<'a>) -> impl Iterator<Item = (usize, &'a ReadyOption)> {
        let asked = [OpenKind::Options, OpenKind::Marks].map(|kind| self.leaves_open(kind));
        let found = entry.found.filter(|_| asked.contains(&true));
        let [options, marks] = found.map_or([false; 2], |found| lacks(found, entry.squadron));
        let is_open = [asked[0] && options, asked[1] && marks];
        let all = found.into_iter().flat_map(|found| found.ready.options.iter().enumerate().map(move |it| (found, it)));
        all.filter(move |(found, (place, _))| is_open[usize::from(found.ready.is_mark(*place))]).map(|(_, it)| it)
    }

    /// Whether the list leaves open where a squadron is allocated: neither it nor what it is attached to or brought by states
    /// it, and the list leaves allocations open, or settings that decide which allocation rules give.
    pub(crate) fn leaves_allocation_open(&self, entry: usize) -> bool {
        if self.open.is_empty() {
            return false;
        }
        let with = |index: &usize| self.entries[*index].parent.or(self.entries[*index].bringer);
        let chain = || std::iter::successors(Some(entry), with).take(STEPS);
        let states = |index: usize| self.entries[index].squadron.allocation.is_some();
        let may_be_put = |index: usize| {
            let mut rules = self.ruleset.allocates().iter();
            rules.any(|(rule, _, filter)| {
                self.agreed.may_use(&self.ruleset.rules()[*rule].rule) == Match::Perhaps
                    && self.test_entry(index, filter) != Match::No
            })
        };
        !chain().any(states) && (self.leaves_open(OpenKind::Allocations) || chain().last().is_some_and(may_be_put))
    }

    /// Whether a squadron of the root squadron `root` may bring something of which its unit says nothing: its unit is unknown,
    /// or options that the list leaves open bring something.
    pub(crate) fn may_bring_more(&self, root: usize) -> bool {
        let is_unknown = |index: usize| self.entries[index].found.is_none();
        (root..self.entries[root].end).any(is_unknown) || self.leaves_gifts_open(root)
    }

    /// Whether options that the list leaves open may bring something.
    pub(crate) fn leaves_gifts_open(&self, root: usize) -> bool {
        let brings = |index: usize| self.open_options(index).any(|(_, option)| !option.brings.is_empty());
        !self.open.is_empty() && (root..self.entries[root].end).any(brings)
    }

    /// Whether a squadron may have other traits by options that the list leaves open.
    pub(crate) fn may_change_traits(&self, entry: &ForceEntry<'a>) -> bool {
        self.open_options_of(entry).any(|(_, option)| !option.traits.is_empty())
    }

    /// Whether a model of a set may be one that a selector of models with roles matches.
    pub(crate) fn may_bear(&self, set: &ModelSet, matcher: &Matcher) -> bool {
        let vocabulary = self.ruleset.vocabulary();
        let of_roles = ["role", "trait", "character"].map(|name| vocabulary.all(name));
        let has = set.has.without(&of_roles[0]);
        let may_have = of_roles.iter().fold(set.may_have, |all, bits| all.union(bits));
        let bearer = Bearer { entry: set.entry, role: 0, has, may_have };
        self.test_bearer(&bearer, matcher) != Match::No
    }
}

/// The kinds that a list leaves open, each once. A kind that the list states is not open. One stated role closes all roles.
pub(crate) fn left_open(list: &ArmyList) -> Vec<OpenKind> {
    let is_stated = |kind: OpenKind| match kind {
        OpenKind::Roles => list.each_squadron().any(|squadron| !squadron.roles.is_empty()),
        OpenKind::Mfv => list.mfv.is_some(),
        OpenKind::Core => list.settings.contains_key(kind.word()),
        _ => false,
    };
    let kinds: BTreeSet<OpenKind> = list.open.iter().copied().filter(|kind| !is_stated(*kind)).collect();
    kinds.into_iter().collect()
}

/// Whether a squadron states no option other than Marks, and whether it states no Mark.
fn lacks(found: FoundUnit, squadron: &Squadron) -> [bool; 2] {
    let ready = found.ready;
    let means_mark =
        |(name, is_mark): (&str, bool)| is_mark || ready.find(name).is_some_and(|option| ready.is_mark(option));
    [names(squadron).all(means_mark), !names(squadron).any(means_mark)]
}

/// The options that a squadron may take although the list does not state them, and what they may change.
pub(crate) struct OpenOptions<'a> {
    options: Vec<(usize, &'a ReadyOption)>,
    gives: Bits,
    takes: Bits,
    /// The squadron may cost less with some of them than without them.
    may_be_cheaper: bool,
}

impl<'a> OpenOptions<'a> {
    pub(crate) fn new(found: FoundUnit, options: Vec<(usize, &'a ReadyOption)>) -> Self {
        let union = |of: fn(&ReadyOption) -> Bits| options.iter().fold(Bits::NONE, |all, (_, it)| all.union(&of(it)));
        let is_less = |extras: &[PriceExtra]| extras.iter().any(|extra| extra.points < 0 || !extra.without.is_empty());
        let may_be_cheaper = !options.is_empty()
            && (found.ready.kinds.iter().any(|kind| is_less(&kind.extras))
                || found.ready.options.iter().any(|option| is_less(&option.extras))
                || options.iter().any(|(_, it)| it.makes.is_some() || it.points.is_some_and(|points| points < 0)));
        let (gives, takes) = (union(|option| option.gives), union(|option| option.takes.union(&option.loses)));
        Self { options, gives, takes, may_be_cheaper }
    }

    /// How often each option is taken for certain, if so many are taken by the list and by default.
    pub(crate) fn without(&self, taken: &Arc<[u32]>) -> Arc<[u32]> {
        if self.options.is_empty() {
            return Arc::clone(taken);
        }
        let mut sure = taken.to_vec();
        self.options.iter().for_each(|(option, _)| sure[*option] = 0);
        sure.into()
    }

    /// Widens trait values by those that they may give and take away.
    pub(crate) fn widen(&self, has: &mut Bits, may_have: &mut Bits) {
        *may_have = may_have.union(&self.gives).union(&has.within(&self.takes));
        *has = has.without(&self.takes);
    }

    /// Widens the cost of models and of their options.
    pub(crate) fn prices(&self, (points, upgrades): (NumberRange, NumberRange)) -> (NumberRange, NumberRange) {
        match (self.options.is_empty(), self.may_be_cheaper) {
            (true, _) => (points, upgrades),
            (false, true) => (NumberRange::UNKNOWN, NumberRange::UNKNOWN),
            (false, false) => (points.plus(NumberRange::UNKNOWN), NumberRange::UNKNOWN),
        }
    }

    /// Whether they may turn models into others or add some.
    pub(crate) fn make_models(&self) -> bool {
        self.options.iter().any(|(_, option)| option.makes.is_some())
    }
}
