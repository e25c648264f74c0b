//! The force: all squadrons, models, cards and rows of a list, looked up, with their points and traits.

#![expect(
    clippy::indexing_slicing,
    reason = "the force itself gives out the places of squadrons, model sets, groups, cards and rows"
)]

use crate::effort;
use crate::force::parts::{Bearer, DeckCard, ForceCharge, ForceEntry, ForceRow, ModelSet, ReferenceValues};
use crate::ready::catalogue::ReadyCatalogue;
use crate::shapes::place::SquadronPlace;
use crate::text::alike::NameText;
use crate::text::plural;
use crate::text::theirs::quoted;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::force::agreed::Agreement;
use crate::force::chart::Chart;
use crate::force::columns::TraitColumns;
use crate::force::value::NumberRange;
use crate::ready::bits::Bits;
use crate::ready::matcher::{Match, Matcher, SelectorSubject};
use crate::ready::prepared::PreparedClause;
use crate::ready::ruleset::Ruleset;
use crate::ready::unit_selector::OptionTraits;
use crate::shapes::catalogue::{PurchaseScope, TraitValue, Unit};
use crate::shapes::declarations::{GroupKind, TraitOwner};
use crate::shapes::list::{ArmyList, OpenKind};
use crate::shapes::rule::Rule;

/// A list with every name looked up.
#[derive(Clone)]
pub(crate) struct Force<'a> {
    pub ruleset: &'a Ruleset,
    pub list: &'a ArmyList,
    pub agreed: Arc<Agreement>,
    /// Whether each condition on settings holds, in the order of the ruleset's `conditions`.
    pub conditions: Arc<[Match]>,
    /// What the list leaves open.
    pub open: Vec<OpenKind>,
    /// The id of the list's nation.
    pub nation: Option<&'a str>,
    /// The trait values that squadrons of this nation have from it.
    pub of_nation: Bits,
    /// The place, id and declaration of each group's kind, in the order of the list; none if the kind is unknown.
    pub kinds: Vec<Option<(usize, &'a str, &'a GroupKind)>>,
    /// All squadrons, in the order of the list. What is attached to a squadron stands right behind it.
    pub entries: Vec<ForceEntry<'a>>,
    /// All model sets, in the order of their squadrons.
    pub sets: Vec<ModelSet<'a>>,
    /// All models with roles, in the order of their squadrons.
    pub bearers: Vec<Bearer>,
    /// The cards of all decks.
    pub cards: Vec<DeckCard<'a>>,
    /// The places of all cards, sorted by deck and id, so that copies of a card stand together.
    pub copies: Vec<usize>,
    /// It has the squadrons of all lists of one player. Only clauses with `together` judge it.
    pub is_together: bool,
    /// How many things each charge of the ruleset charges, and what they cost together.
    pub charged: Vec<ForceCharge>,
    /// The kind of the sheet that is judged; none if a list is judged.
    pub judged_sheet: Option<&'a str>,
    /// The kind of the sheet that the list points at. None if there is no sheet, or if it lacks a row that the list
    /// names.
    pub compared_sheet: Option<&'a str>,
    /// Those rows of the sheet that count.
    pub rows: Vec<ForceRow<'a>>,
    /// The groups whose kinds have slots, with the squadrons that fill them.
    pub charts: Vec<Chart<'a>>,
    /// The traits that any squadron, model or bearer has or may have.
    pub all: Bits,
    /// The traits of all squadrons as a table, then those of all model sets. Selectors are tested on these.
    pub entry_columns: TraitColumns,
    pub set_columns: TraitColumns,
    /// The list's own values, with which selectors compare.
    pub references: Vec<ReferenceValues>,
    /// For each squadron that has the name of another unit, the places of its catalogue and of the unit. Made when it is first
    /// asked for.
    pub names_of_others: OnceLock<Vec<Option<(usize, usize)>>>,
}

impl<'a> Force<'a> {
    /// The ids by which squadrons name each other, each with the place of its squadron.
    pub(crate) fn ids(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.entries.iter().enumerate().filter_map(|(index, entry)| Some((entry.squadron.id.as_deref()?, index)))
    }

    /// The ids in `carries` of a squadron that no other squadron has, with their places.
    pub(crate) fn missing_loads(&self, entry: usize) -> impl Iterator<Item = (usize, &'a String)> {
        let ForceEntry { squadron, carries, .. } = &self.entries[entry];
        let known: HashSet<&String> =
            carries.iter().filter_map(|load| self.entries[*load].squadron.id.as_ref()).collect();
        squadron.carries.iter().enumerate().filter(move |(_, id)| !known.contains(id))
    }

    /// A squadron's name in messages: the player's name for it, in quotes as it is the player's text, else the unit's. If
    /// the player's name is that of another unit, both.
    pub(crate) fn name(&self, entry: usize) -> Cow<'_, str> {
        let name = self.bare_name(entry);
        if self.entries[entry].squadron.name.is_none() {
            return name;
        }
        match self.named_like(entry) {
            Some(_) => format!("{} (named {})", plural::short(self.unit_name(entry)), quoted(&name)).into(),
            None => quoted(&name).into(),
        }
    }

    /// A squadron's name where it stands by itself.
    pub(crate) fn bare_name(&self, entry: usize) -> Cow<'_, str> {
        let entry = &self.entries[entry];
        plural::short(match (&entry.squadron.name, entry.found) {
            (Some(name), _) => name,
            (None, Some(found)) => &found.unit.name,
            (None, None) => &entry.squadron.unit,
        })
    }

    /// The unit whose name a squadron has, perhaps in disguise, although it is a squadron of another unit. Looks at the
    /// nations that the list names and at units of no nation.
    pub(crate) fn named_like(&self, entry: usize) -> Option<&'a Unit> {
        self.entries[entry].squadron.name.as_ref()?;
        let (catalogue, unit) = self.names_of_others.get_or_init(|| self.find_names_of_others())[entry]?;
        Some(&self.ruleset.catalogues()[catalogue].written().units[unit])
    }

    fn find_names_of_others(&self) -> Vec<Option<(usize, usize)>> {
        let nations: HashSet<&str> = self.entries.iter().filter_map(|entry| entry.nation).chain(self.nation).collect();
        let is_here = |nation: Option<&str>| nation.is_none_or(|nation| nations.contains(nation));
        let catalogues = self.ruleset.catalogues().iter().enumerate();
        let here: Vec<(usize, &ReadyCatalogue)> = catalogues
            .filter(|(_, catalogue)| is_here(catalogue.written().nation.as_deref()))
            .map(|(place, catalogue)| (place, &**catalogue))
            .collect();
        let names: usize = here.iter().map(|(_, catalogue)| catalogue.words().len()).sum();
        let other = |ForceEntry { squadron, found: own_unit, .. }: &ForceEntry| {
            let name = squadron.name.as_deref()?;
            effort::spend(NameText::steps(names));
            let text = NameText::new(name);
            let unit = own_unit.as_ref().map(|found| found.unit);
            // A mix may be called by the ships in it.
            let names = unit.iter().flat_map(|unit| {
                let members = unit.members.iter().map(|member| &member.name);
                std::iter::once(&unit.name).chain(&unit.aliases).chain(members)
            });
            let own = text.own(names.chain(unit.is_none().then_some(&squadron.unit)));
            here.iter().find_map(|(place, catalogue)| {
                let others = catalogue.words().iter().enumerate();
                let mut found = others.filter(|(_, names)| names.iter().any(|name| text.names(name, &own)));
                Some((*place, found.next()?.0))
            })
        };
        self.entries.iter().map(other).collect()
    }

    /// The printed name of a squadron's unit, else the list's word for it.
    pub(crate) fn unit_name(&self, entry: usize) -> &str {
        let entry = &self.entries[entry];
        entry.found.map_or(&entry.squadron.unit, |found| &found.unit.name)
    }

    /// How many models of each kind a squadron has.
    pub(crate) fn counts(&self, entry: &ForceEntry) -> Vec<u32> {
        let sets = &self.sets[entry.sets.clone()];
        sets.iter().map(|set| u32::try_from(set.models.floor()).unwrap_or(u32::MAX)).collect()
    }

    /// The traits of the options that a squadron takes. They stand in place of the unit's own if all its models have them.
    pub(crate) fn traits_taken(entry: &ForceEntry<'a>) -> OptionTraits<'a> {
        let mut taken = OptionTraits::default();
        let options = entry.found.into_iter().flat_map(|found| found.ready.options.iter().zip(&*entry.taken));
        for (option, times) in options.filter(|(option, times)| **times > 0 && !option.traits.is_empty()) {
            let all = option.kind.is_none() && (*times >= entry.models || option.buys == PurchaseScope::Squadron);
            let to = if all { &mut taken.instead } else { &mut taken.besides };
            to.push(&option.traits);
        }
        taken
    }

    /// The nation that a squadron states although its unit is of no nation, if it is another than the list's. It changes
    /// nothing, and is told.
    pub(crate) fn nation_without_effect(&self, entry: &ForceEntry<'a>) -> Option<&'a str> {
        let stated = entry.squadron.nation.as_deref().and_then(|name| self.ruleset.nation(name))?;
        let of_none = entry.found.is_some_and(|found| found.catalogue.written().nation.is_none());
        (of_none && self.nation.is_some() && Some(stated) != self.nation).then_some(stated)
    }

    /// The outermost squadron that this one is attached to, directly or not; itself if it is attached to none.
    pub(crate) fn root(&self, mut entry: usize) -> usize {
        while let Some(parent) = self.entries[entry].parent {
            entry = parent;
        }
        entry
    }

    /// Those of these squadrons that are attached: the place, the entry, and the parent's place.
    pub(crate) fn attached(&self, among: &[usize]) -> impl Iterator<Item = (usize, &ForceEntry<'a>, usize)> {
        among.iter().filter_map(|index| Some((*index, &self.entries[*index], self.entries[*index].parent?)))
    }

    /// The charts of groups of this kind, each with its place.
    pub(crate) fn charts_of(&self, kind: &str) -> impl Iterator<Item = (usize, &Chart<'a>)> {
        self.charts.iter().enumerate().filter(move |(_, chart)| self.kind_of(Some(chart.group)) == Some(kind))
    }

    /// The JSON pointer of a squadron.
    pub(crate) fn pointer(&self, entry: usize) -> String {
        self.place_of(entry).to_string()
    }

    /// Where a squadron stands in the list.
    fn place_of(&self, entry: usize) -> SquadronPlace {
        let ForceEntry { parent, group, position, .. } = self.entries[entry];
        let mut place = parent.map_or_else(|| SquadronPlace::of_group(group), |parent| self.place_of(parent));
        place.path.push(position);
        place
    }

    /// The squadrons of a group, by their places in `entries`.
    pub(crate) fn of_group(&self, group: usize) -> Range<usize> {
        let before = |limit: usize| self.entries.partition_point(|entry| entry.group.is_none_or(|of| of < limit));
        before(group)..before(group + 1)
    }

    /// The id of the kind of a group.
    pub(crate) fn kind_of(&self, group: Option<usize>) -> Option<&'a str> {
        let group = group?;
        let stated = self.list.groups.get(group)?;
        Some(self.kinds[group].map_or(stated.kind.as_str(), |(_, id, _)| id))
    }

    /// A group's name in messages: the player's name for it, else its kind's title. Groups of one name are numbered.
    pub(crate) fn group_name(&self, group: usize) -> Cow<'_, str> {
        let name_of = |group: usize| {
            let (kind, stated) = (self.kinds[group], &self.list.groups[group]);
            stated.name.as_ref().unwrap_or_else(|| kind.map_or(&stated.kind, |(.., kind)| &kind.title))
        };
        let name = name_of(group);
        let alike = |groups: Range<usize>| groups.filter(|other| name_of(*other) == name).count();
        match alike(0..self.list.groups.len()) {
            1 => plural::short(name),
            _ => format!("{} {}", plural::short(name), alike(0..group + 1)).into(),
        }
    }

    /// A group's name in messages: in quotes if it is the player's text.
    pub(crate) fn told_group(&self, group: usize) -> Cow<'_, str> {
        let name = self.group_name(group);
        if self.list.groups[group].name.is_some() { quoted(&name).into() } else { name }
    }

    /// The groups whose kind matches.
    pub(crate) fn matching_groups(&self, matcher: &Matcher) -> impl Iterator<Item = usize> {
        (0..self.list.groups.len()).filter(move |group| self.is_kind(*group, matcher))
    }

    /// Whether the kind of a group matches.
    pub(crate) fn is_kind(&self, group: usize, matcher: &Matcher) -> bool {
        let has = self.kinds[group].map(|(kind, ..)| self.ruleset.places().group_kinds[kind]).unwrap_or_default();
        matcher.test(&ForceSubject { force: self, entry: None, has: &has, may_have: &Bits::default() }) != Match::No
    }

    /// A statistic, summed over the models of a set. Options may change its value for some of the models. A value that
    /// is not a number counts as 0.
    pub(crate) fn stat(&self, set: &ModelSet, name: &str) -> NumberRange {
        let entry = &self.entries[set.entry];
        let Some(found) = entry.found else { return NumberRange::UNKNOWN };
        let kind = self.sets[entry.sets.clone()].iter().position(|other| std::ptr::eq(other, set)).unwrap_or_default();
        if self.open_options(set.entry).any(|(_, option)| option.sets.iter().any(|(stat, _)| stat == name)) {
            return NumberRange::UNKNOWN;
        }
        let figure = found.catalogue.stat(found.ready, kind, name);
        let options = found.ready.options.iter().zip(&*entry.taken).filter(|(option, taken)| {
            **taken > 0
                && option.kind.unwrap_or(0) == kind
                && option.makes.is_none()
                && option.sets.iter().any(|(stat, _)| stat == name)
        });
        options.fold(set.models.times(figure), |sum, (option, taken)| {
            let changed = option.sets.iter().find(|(stat, _)| stat == name).map_or(figure, |(_, set)| *set);
            let times =
                if option.buys == PurchaseScope::Squadron { set.models } else { NumberRange::whole((*taken).into()) };
            sum.plus(times.times(changed - figure))
        })
    }

    /// The models with roles in these squadrons, by their places in `bearers`.
    pub(crate) fn bearers_of(&self, entries: Range<usize>) -> Range<usize> {
        let before = |limit: usize| self.bearers.partition_point(|bearer| bearer.entry < limit);
        before(entries.start)..before(entries.end)
    }

    /// Tests a squadron.
    pub(crate) fn test_entry(&self, entry: usize, matcher: &Matcher) -> Match {
        let ForceEntry { has, may_have, .. } = &self.entries[entry];
        matcher.test(&ForceSubject { force: self, entry: Some(entry), has, may_have })
    }

    /// Tests the squadron that a squadron is attached to, or that brings it.
    pub(crate) fn test_parent(&self, entry: usize, matcher: &Matcher) -> Match {
        let entry = &self.entries[entry];
        entry.parent.or(entry.bringer).map_or(Match::No, |parent| self.test_entry(parent, matcher))
    }

    /// Tests the squadrons that carry a squadron: whether one of them matches.
    pub(crate) fn test_carriers(&self, entry: usize, matcher: &Matcher) -> Match {
        let carriers = self.entries[entry].carriers.iter();
        carriers.map(|carrier| self.test_entry(*carrier, matcher)).max().unwrap_or(Match::No)
    }

    /// Tests a squadron only by the traits that it has for certain. Traits that it only may have count as missing.
    pub(crate) fn test_known(&self, entry: usize, matcher: &Matcher) -> Match {
        let has = &self.entries[entry].has;
        matcher.test(&ForceSubject { force: self, entry: Some(entry), has, may_have: &Bits::default() })
    }

    /// Tests the models of a set.
    pub(crate) fn test_models(&self, set: &ModelSet, matcher: &Matcher) -> Match {
        matcher.test(&ForceSubject { force: self, entry: Some(set.entry), has: &set.has, may_have: &set.may_have })
    }

    /// Tests the models of a set as if their squadron had the allocation whose trait values are `place`. `allocations`
    /// are the trait values of all allocations.
    pub(crate) fn test_moved(&self, set: &ModelSet, allocations: &Bits, place: &Bits, matcher: &Matcher) -> Match {
        let has = set.has.without(allocations).union(place);
        matcher.test(&ForceSubject { force: self, entry: Some(set.entry), has: &has, may_have: &set.may_have })
    }

    /// One model of each kind in a squadron, with the traits that it would have with this role. `role` is the trait
    /// value of the role.
    pub(crate) fn bearers_with<'s>(&'s self, entry: usize, role: &'s Bits) -> impl Iterator<Item = Bearer> + 's {
        let roles = self.ruleset.vocabulary().all("role");
        let sets = self.sets[self.entries[entry].sets.clone()].iter().filter(|set| set.models != NumberRange::ZERO);
        sets.map(move |set| Bearer { entry, role: 0, has: set.has.without(&roles).union(role), may_have: set.may_have })
    }

    /// Tests a model with a role.
    pub(crate) fn test_bearer(&self, bearer: &Bearer, matcher: &Matcher) -> Match {
        matcher.test(&ForceSubject {
            force: self,
            entry: Some(bearer.entry),
            has: &bearer.has,
            may_have: &bearer.may_have,
        })
    }

    /// Tests a row of a sheet.
    pub(crate) fn test_row(&self, row: &ForceRow, matcher: &Matcher) -> Match {
        matcher.test(&ForceSubject { force: self, entry: row.entry, has: &row.has, may_have: &row.may_have })
    }

    /// Tests a card.
    pub(crate) fn test_card(&self, card: &DeckCard, matcher: &Matcher) -> Match {
        matcher.test(&ForceSubject { force: self, entry: None, has: &card.has, may_have: &card.may_have })
    }

    /// The values of a trait that a squadron has, and whether it may have others. The trait must be a declared one, or
    /// one of [`COUNTED`](crate::ready::vocabulary::COUNTED).
    pub(crate) fn values(&self, index: usize, name: &str) -> (Vec<Cow<'_, str>>, bool) {
        match name {
            "models" if !self.ruleset.declarations().traits.contains_key(name) => {
                let entry = &self.entries[index];
                let is_known = self.sets[entry.sets.clone()].iter().all(|set| set.models.is_certain());
                (is_known.then(|| entry.models.to_string().into()).into_iter().collect(), !is_known)
            }
            _ => {
                let (values, may_have_others) = self.words(index, name);
                (values.into_iter().map(Cow::Borrowed).collect(), may_have_others)
            }
        }
    }

    fn words(&self, index: usize, name: &str) -> (Vec<&str>, bool) {
        let entry = &self.entries[index];
        let declarations = self.ruleset.declarations();
        let declared = declarations.traits.get(name);
        match declared.map(|declared| declared.of) {
            Some(TraitOwner::Nation) => {
                let nation = entry.nation.and_then(|id| declarations.nations.get(id));
                let values = nation.and_then(|nation| nation.traits.get(name));
                (values.into_iter().flat_map(TraitValue::words).collect(), nation.is_none())
            }
            Some(TraitOwner::Unit) if declared.is_some_and(|declared| declared.open) => match entry.found {
                Some(found) => (found.unit.traits.get(name).into_iter().flat_map(TraitValue::words).collect(), false),
                None => (Vec::new(), true),
            },
            // Values that options gave count too, so this reads the squadron's traits and not the catalogue.
            Some(TraitOwner::Unit) => {
                let vocabulary = self.ruleset.vocabulary();
                (vocabulary.words(name, &entry.has), entry.may_have.meets(&vocabulary.all(name)))
            }
            Some(TraitOwner::Card) => (Vec::new(), false),
            None => match name {
                "nation" => (entry.nation.into_iter().collect(), false),
                "unit" => {
                    (entry.found.map(|found| found.unit.id.as_str()).into_iter().collect(), entry.found.is_none())
                }
                "allocation" if self.leaves_allocation_open(index) => (Vec::new(), true),
                "allocation" => (vec![entry.allocation], false),
                "standing" => (vec![entry.standing()], false),
                "role" => {
                    let roles = entry.squadron.roles.iter().filter_map(|pick| self.role(pick.role()));
                    (roles.collect(), self.leaves_open(OpenKind::Roles))
                }
                "group" => {
                    (entry.group.map(|group| self.list.groups[group].kind.as_str()).into_iter().collect(), false)
                }
                _ => (Vec::new(), false),
            },
        }
    }

    /// What the whole list costs.
    pub(crate) fn points(&self) -> NumberRange {
        self.entries.iter().fold(self.charges(), |sum, entry| sum.plus(entry.cost))
    }

    /// What the list pays besides its squadrons.
    pub(crate) fn charges(&self) -> NumberRange {
        self.charged.iter().fold(NumberRange::ZERO, |sum, charged| sum.plus(charged.points))
    }

    /// All copies of a card in a deck.
    pub(crate) fn copies(&self, deck: &str, id: &str) -> impl Iterator<Item = &DeckCard<'a>> {
        let key = |place: usize| (self.cards[place].deck, self.cards[place].id.as_ref());
        let first = self.copies.partition_point(|place| key(*place) < (deck, id));
        let same = self.copies[first..].iter().take_while(move |place| key(**place) == (deck, id));
        same.map(|place| &self.cards[*place])
    }

    /// A row's name in messages: its own name, else the title of its kind and its number.
    pub(crate) fn row_name(&self, row: usize) -> String {
        let row = self.rows[row].written;
        let sheets = &self.ruleset.declarations().sheets;
        match (&row.name, row.position) {
            (Some(name), _) => plural::short(name).into_owned(),
            (None, None) => sheets.get(&row.kind).map_or_else(|| row.kind.clone(), |sheet| sheet.title.clone()),
            (None, Some(position)) => {
                let kind = sheets.values().find_map(|sheet| sheet.rows.get(&row.kind));
                format!("{} {}", kind.map_or(&row.kind, |kind| &kind.title), position + 1)
            }
        }
    }

    /// The rows that the list names but the sheet lacks, by their places in the list's `sheet`.
    pub(crate) fn missing_rows(&self) -> impl Iterator<Item = usize> {
        let named = self.list.sheet.iter().flat_map(|pick| pick.rows.iter().enumerate());
        named.filter(|(_, name)| !self.rows.iter().any(|row| row.is_called(name))).map(|(position, _)| position)
    }

    /// Whether a rule is waived. What an overlay waives stays waived if a later overlay says that the rule cannot be.
    pub(crate) fn waives(&self, rule: &Rule) -> bool {
        let by_event = || {
            let before = self.ruleset.base().and_then(|base| base.rule(&rule.id));
            let events = self.ruleset.events().filter(|_| before.is_some_and(|before| before.rule.waivable));
            events.is_some_and(|events| events.waives(&rule.id))
        };
        self.agreed.consents_to(&rule.id) && (rule.waivable || by_event())
    }

    /// Whether a setting that the list leaves open may waive a rule.
    pub(crate) fn may_waive(&self, rule: &Rule) -> bool {
        !self.waives(rule) && self.agreed.open_consents(self.ruleset.declarations(), rule).next().is_some()
    }

    /// Whether a single list is judged.
    pub(crate) fn is_list(&self) -> bool {
        self.judged_sheet.is_none() && !self.is_together
    }

    /// Whether a clause applies to what is judged. It must be a clause for lists, for all lists of a player
    /// together, or for this kind of sheet. If it needs a deck or a sheet, that must be there.
    pub(crate) fn concerns(&self, clause: &PreparedClause) -> bool {
        let compared = clause.compared_sheet.as_deref();
        let deck = clause.deck.as_deref();
        clause.together == self.is_together
            && clause.judged_sheet.as_deref() == self.judged_sheet
            && compared.is_none_or(|kind| self.compared_sheet == Some(kind))
            && deck.is_none_or(|deck| self.list.decks.contains_key(deck))
    }

    /// The id of a role by id or title.
    pub(crate) fn role(&self, name: &str) -> Option<&'a str> {
        self.ruleset.declarations().role(name)
    }
}

/// Something in a force, as a selector sees it.
struct ForceSubject<'s, 'a> {
    force: &'s Force<'a>,
    entry: Option<usize>,
    has: &'s Bits,
    may_have: &'s Bits,
}

impl SelectorSubject for ForceSubject<'_, '_> {
    fn has(&self) -> &Bits {
        self.has
    }

    fn may_have(&self) -> &Bits {
        self.may_have
    }

    fn parent(&self, matcher: &Matcher) -> Match {
        self.entry.map_or(Match::No, |entry| self.force.test_parent(entry, matcher))
    }

    fn carrier(&self, matcher: &Matcher) -> Match {
        self.entry.map_or(Match::No, |entry| self.force.test_carriers(entry, matcher))
    }
}
