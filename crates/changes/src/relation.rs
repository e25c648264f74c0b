//! How one ruleset judges beside another: stricter, laxer, both or neither, each shown by a list.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::catalogue::TraitValue;
use muster_engine::declarations::DeclaredCard;
use muster_engine::list::ArmyList;
use muster_engine::plural::count;
use muster_engine::ready::{ReadyUnit, Ruleset};
use muster_engine::report::Severity;
use muster_engine::rule::Limit;
use muster_engine::slug::slug;
use muster_engine::summary::summary;
use muster_mend::{
    Bounds, Disagreement, SearchExtent, disagreement, disagreement_around, empty_lists, fix, fixed_mfv, stating,
    without_rules,
};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::lists::named;
use crate::thing::{ChangedThing, ThingKind};
use crate::weight::Weight;

/// How many lists are tried at most from one start.
const TRIED: usize = 1_500;
/// The search looks at so many starts at once. It tries more kinds of lists from the first so many.
const AT_ONCE: usize = 4;
/// Of so many nations lists are tried, those with units that differ first.
const NATIONS: usize = 8;
/// The maximum force values at which lists are looked for where the rules fix none. All of these nations are tried at the first.
const MFV: [u32; 3] = [1000, 500, 2000];
/// Smaller numbers of rules count models or percentages, larger ones no force has.
const FORCE_VALUES: RangeInclusive<u32> = 200..=100_000;
/// So many force values more are tried that rules name.
const MORE_MFV: usize = 4;

/// Whether the later ruleset allows less or more than the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RelationKind {
    /// No list was found that the two judge differently.
    Equivalent,
    /// A legal list becomes illegal, and none was found that becomes legal.
    Stricter,
    /// An illegal list becomes legal, and none was found that becomes illegal.
    Laxer,
    /// Some lists become illegal and some become legal.
    Neither,
}

/// Compares how two rulesets judge lists.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Relation {
    /// Whether it allows less or more.
    pub is: RelationKind,
    /// Whether that is certain: what differs can change no verdict, or lists of both kinds were found.
    pub is_certain: bool,
    /// A list that is legal under the earlier ruleset and illegal under the later.
    pub becomes_illegal: Option<Witness>,
    /// A list that is illegal under the earlier ruleset and legal under the later.
    pub becomes_legal: Option<Witness>,
    /// The number of lists that one ruleset allows and the other judged; 0 if the search did not run.
    pub judged: usize,
    /// All of it in a sentence.
    pub says: String,
}

/// A list that shows what rules do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Witness {
    /// The list in words.
    #[serde(flatten)]
    pub shown: ExampleList,
    /// The id of the first rule that it breaks where it is illegal.
    pub rule: String,
    /// What that rule finds.
    pub message: String,
}

/// A list with what it is in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ExampleList {
    /// The list.
    pub list: ArmyList,
    /// Its nation, maximum force value and settings: `Lakeland, MFV 500`.
    pub title: String,
    /// Its squadrons in words: `3 × Barge`.
    pub squadrons: Vec<String>,
}

/// Lists on both sides of a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct RuleExample {
    /// A list that would be legal without the rule.
    pub breaks: Witness,
    /// The same after the smallest changes that make it legal; none if none were found.
    pub keeps: Option<ExampleList>,
}

/// Looks for lists that two rulesets judge differently. If none of the `things` that differ may change a verdict, the search does
/// not run. The same rulesets give the same answer.
#[must_use]
pub fn relation(before: &Ruleset, after: &Ruleset, things: &[ChangedThing]) -> Relation {
    let differs = things.iter().any(|thing| thing.weight > Weight::Patch);
    let (illegal, legal) = if differs {
        rayon::join(|| found(before, after, things), || found(after, before, things))
    } else {
        Default::default()
    };
    let judged = illegal.1 + legal.1;
    Relation::new(differs, judged, illegal.0, legal.0)
}

impl Relation {
    fn new(differs: bool, judged: usize, becomes_illegal: Option<Witness>, becomes_legal: Option<Witness>) -> Self {
        let is = match (&becomes_illegal, &becomes_legal) {
            (None, None) => RelationKind::Equivalent,
            (Some(_), None) => RelationKind::Stricter,
            (None, Some(_)) => RelationKind::Laxer,
            (Some(_), Some(_)) => RelationKind::Neither,
        };
        let is_certain = !differs || is == RelationKind::Neither;
        let among = format!("among {}", count(u32::try_from(judged).unwrap_or(u32::MAX), "list"));
        let says = match is {
            RelationKind::Equivalent if is_certain => "equivalent: what differs changes no verdict".to_owned(),
            RelationKind::Equivalent => format!("no list was found that is judged differently, {among}"),
            RelationKind::Stricter => {
                format!("stricter: a legal list becomes illegal, and none was found that becomes legal, {among}")
            }
            RelationKind::Laxer => {
                format!("laxer: an illegal list becomes legal, and none was found that becomes illegal, {among}")
            }
            RelationKind::Neither => {
                "neither stricter nor laxer: a legal list becomes illegal, and an illegal one legal".to_owned()
            }
        };
        Self { is, is_certain, becomes_illegal, becomes_legal, judged, says }
    }

    /// The weight that the lists show: the weight by what differs, without the weights that leave it open.
    pub(crate) fn weight(&self, stated: Weight) -> Weight {
        match (stated, &self.becomes_illegal) {
            (Weight::MinorOrMajor | Weight::Minor, Some(_)) => Weight::Major,
            (Weight::MinorOrMajor, None) => Weight::Minor,
            (stated, _) => stated,
        }
    }
}

/// Looks for lists on both sides of a rule within some seconds, at usual maximum force values.
#[must_use]
pub fn usual_example(ruleset: &Ruleset, rule: &str) -> Option<RuleExample> {
    example(ruleset, rule, &[], 600, 12)
}

/// Looks for a list that only this rule of a ruleset forbids. `sizes` are the maximum force values that it tries; if there are none,
/// it tries usual values and those that the rule names. It tries `most` lists from each start, and at most `starts` starts. None if
/// there is no such rule, if other parts of the ruleset need it, or if no list was found.
#[must_use]
pub fn example(ruleset: &Ruleset, rule: &str, sizes: &[u32], most: usize, starts: usize) -> Option<RuleExample> {
    let conditions = &ruleset.rule(rule)?.rule.applies;
    let without = without_rules(ruleset, [rule])?;
    let own = [sizes.to_vec(), fixed_mfv(ruleset)].into_iter().find(|sizes| !sizes.is_empty());
    let sizes = own.unwrap_or_else(|| [MFV.to_vec(), named_mfv(ruleset, rule)].concat());
    let (mut units, nations) = named_units(ruleset, rule, false);
    let cards = named_cards(ruleset, rule);
    let mut begun = begin(&without, &sizes, &nations, None);
    begun.sort_by_key(|list| !list.settings.keys().any(|id| conditions.contains_key(id)));
    begun.truncate(starts);
    if units.is_empty() {
        units = units_looked_at(ruleset, rule);
    }
    let bounds = Bounds { judged: most, mends: 1 };
    let (list, _) = first(&without, ruleset, &begun, &|id| units.contains(id) || cards.contains(id), bounds);
    Some(RuleExample::new(&without, ruleset, list?, bounds))
}

/// The same for a list that breaks a rule and others: adds to it what it lacks, and looks for a list that breaks the rule alone. It tries
/// `most` lists.
#[must_use]
pub fn example_around(ruleset: &Ruleset, rule: &str, broken: &ArmyList, most: usize) -> Option<RuleExample> {
    let without = without_rules(ruleset, [rule])?;
    let bounds = Bounds { judged: most, mends: 1 };
    let list = disagreement_around(&without, ruleset, broken, bounds)?;
    Some(RuleExample::new(&without, ruleset, list, bounds))
}

/// A list that the one ruleset allows and the other forbids, and how many were judged under both.
fn found(allows: &Ruleset, forbids: &Ruleset, things: &[ChangedThing]) -> (Option<Witness>, usize) {
    let nation = |thing: &ChangedThing| match thing.kind {
        ThingKind::Unit => thing.of.as_ref().map(|nation| nation.id.clone()),
        ThingKind::Nation => Some(thing.id.clone()),
        _ => None,
    };
    let weighty = || things.iter().filter(|thing| thing.weight > Weight::Patch);
    let of_kind = |kind| weighty().filter(move |thing| thing.kind == kind);
    let mut differing: BTreeSet<String> = weighty().filter_map(nation).collect();
    let mut units: BTreeSet<String> = of_kind(ThingKind::Unit).map(|thing| thing.id.clone()).collect();
    for rule in of_kind(ThingKind::Rule) {
        for (named, nations) in [allows, forbids].map(|ruleset| named_units(ruleset, &rule.id, true)) {
            units.extend(named);
            differing.extend(nations);
        }
    }
    // A change of a nation's units concerns only lists of that nation. Allies are not tried.
    let concerned = weighty().all(|thing| nation(thing).is_some()).then_some(&differing);
    let bounds = Bounds { judged: TRIED, mends: 1 };
    let fixed = fixed_mfv(allows);
    let named = of_kind(ThingKind::Rule)
        .flat_map(|thing| [named_mfv(allows, &thing.id), named_mfv(forbids, &thing.id)].concat());
    let more: BTreeSet<u32> = named.chain(fixed_mfv(forbids)).collect();
    let more: Vec<u32> = more.into_iter().filter(|mfv| !MFV.contains(mfv)).take(MORE_MFV).collect();
    let sizes = if fixed.is_empty() { [MFV.to_vec(), more].concat() } else { fixed };
    let starts = begin(allows, &sizes, &differing, concerned);
    let (list, judged) = first(allows, forbids, &starts, &|unit| units.contains(unit), bounds);
    (list.map(|list| Witness::new(allows, forbids, list)), judged)
}

/// The first list that is found from these starts.
fn first(
    allows: &Ruleset,
    forbids: &Ruleset,
    starts: &[ArmyList],
    is_first: &(dyn Fn(&str) -> bool + Sync),
    bounds: Bounds,
) -> (Option<ArmyList>, usize) {
    let is_mfv_free = fixed_mfv(allows).is_empty() && fixed_mfv(forbids).is_empty();
    let mut judged = 0;
    // A few at a time, so that a list that is found early ends the search, and each run tries the same lists.
    let plain = starts.chunks(AT_ONCE).map(|some| (some, SearchExtent::Squadrons));
    let more = starts.chunks(AT_ONCE).take(1).map(|some| (some, SearchExtent::More));
    for (some, extent) in plain.chain(more) {
        let search = |start: &ArmyList| disagreement(allows, forbids, start, is_first, is_mfv_free, extent, bounds);
        let tried: Vec<Disagreement> = some.par_iter().map(search).collect();
        judged += tried.iter().map(|one| one.judged).sum::<usize>();
        if let Some(list) = tried.into_iter().find_map(|one| one.list) {
            return (Some(list), judged);
        }
    }
    (None, judged)
}

/// The lists from which searches begin: of each nation, those in `first` first; of one at other force values; and of one with each
/// setting. If only some nations are concerned, those without settings.
fn begin(
    ruleset: &Ruleset,
    sizes: &[u32],
    first: &BTreeSet<String>,
    concerned: Option<&BTreeSet<String>>,
) -> Vec<ArmyList> {
    let [size, more @ ..] = sizes else { return Vec::new() };
    let is_of =
        |nations: &BTreeSet<String>, list: &ArmyList| list.nation.as_ref().is_some_and(|id| nations.contains(id));
    let mut all = empty_lists(ruleset, &[*size]);
    all.retain(|list| concerned.is_none_or(|nations| is_of(nations, list)));
    all.sort_by_key(|list| !is_of(first, list));
    all.truncate(NATIONS);
    let Some(one) = all.first().cloned() else { return Vec::new() };
    all.extend(more.iter().map(|mfv| ArmyList { mfv: Some(*mfv), ..one.clone() }));
    if concerned.is_none() {
        all.extend(stating(ruleset, &one, ruleset.declarations().settings.keys()));
    }
    all
}

/// The numbers in the clauses of a rule that may be force values: with these, it may begin or cease to apply.
fn named_mfv(ruleset: &Ruleset, rule: &str) -> Vec<u32> {
    let mut found = Vec::new();
    each_word(ruleset, rule, true, &mut |word| {
        found
            .extend(word.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|it| FORCE_VALUES.contains(it)));
    });
    found.truncate(MORE_MFV);
    found
}

/// The units that the clauses of a rule name, and the nations that have them.
fn named_units(ruleset: &Ruleset, rule: &str, with_exceptions: bool) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut units, mut nations) = (BTreeSet::new(), BTreeSet::new());
    each_word(ruleset, rule, with_exceptions, &mut |word| {
        let Some(word) = word.as_str() else { return };
        for catalogue in ruleset.catalogues().iter().filter(|catalogue| catalogue.find(word).is_some()) {
            units.insert(word.to_owned());
            nations.extend(catalogue.written().nation.clone());
        }
    });
    (units, nations)
}

/// The cards that the clauses of a rule name by their ids or by a value of a trait.
fn named_cards(ruleset: &Ruleset, rule: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    each_word(ruleset, rule, true, &mut |word| words.extend(word.as_str().map(str::to_owned)));
    let cards = ruleset.cards().iter().flat_map(|cards| &cards.cards);
    let is_named = |card: &&DeclaredCard| {
        words.contains(&card.id) || card.traits.values().flat_map(TraitValue::words).any(|word| words.contains(word))
    };
    cards.filter(is_named).map(|card| card.id.clone()).collect()
}

/// The units that the selectors of a rule may match, and the units with an option that the rule counts. Empty if the rule looks at all
/// units.
fn units_looked_at(ruleset: &Ruleset, rule: &str) -> BTreeSet<String> {
    let Some(rule) = ruleset.rule(rule).map(|sourced| &sourced.rule) else { return BTreeSet::new() };
    let counted = |limit: &Limit| match &limit.of {
        Amount::Made(made) => match &**made {
            KeyedAmount::Taken(option, _) => Some(option.clone()),
            _ => None,
        },
        _ => None,
    };
    let options: BTreeSet<String> = rule.clauses.iter().filter_map(|clause| counted(clause.limit.as_ref()?)).collect();
    let has_option = |ready: &ReadyUnit| ready.options.iter().any(|option| options.contains(&slug(&option.name)));
    let with_option = ruleset.catalogues().iter().flat_map(|catalogue| {
        let ready = catalogue.units().iter().filter(|ready| has_option(ready));
        ready.map(|ready| catalogue.unit(ready).id.clone())
    });
    let selectors = rule.selectors().into_iter().filter(|selector| !selector.is_empty());
    let matching = selectors.flat_map(|selector| ruleset.may_match(selector));
    matching.map(|(catalogue, ready)| catalogue.unit(ready).id.clone()).chain(with_option).collect()
}

/// Looks at each word and number in the clauses of a rule.
fn each_word(ruleset: &Ruleset, rule: &str, with_exceptions: bool, look: &mut dyn FnMut(&Value)) {
    fn walk(value: &Value, with_exceptions: bool, look: &mut dyn FnMut(&Value)) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| walk(item, with_exceptions, look)),
            Value::Object(items) => {
                let items = items.iter().filter(|(key, _)| with_exceptions || *key != "not");
                items.for_each(|(_, item)| walk(item, with_exceptions, look));
            }
            word => look(word),
        }
    }
    for clause in ruleset.rule(rule).iter().flat_map(|sourced| &sourced.rule.clauses) {
        walk(&serde_json::to_value(clause).unwrap_or_default(), with_exceptions, look);
    }
}

impl RuleExample {
    /// A list that is legal under `without`, the ruleset without the rule, and illegal under `ruleset`; and its smallest mend.
    fn new(without: &Ruleset, ruleset: &Ruleset, list: ArmyList, bounds: Bounds) -> Self {
        let mended = fix(ruleset, &list, bounds).mends.into_iter().next();
        Self {
            breaks: Witness::new(without, ruleset, list),
            keeps: mended.map(|mend| ExampleList::new(ruleset, mend.list)),
        }
    }
}

impl Witness {
    fn new(allows: &Ruleset, forbids: &Ruleset, list: ArmyList) -> Self {
        let report = muster_engine::check(forbids, &list);
        let error = report.findings.iter().find(|finding| finding.severity == Severity::Error);
        let (rule, message) = error.map(|error| (error.rule.to_string(), error.message.clone())).unwrap_or_default();
        Self { shown: ExampleList::new(allows, list), rule, message }
    }
}

impl ExampleList {
    fn new(ruleset: &Ruleset, list: ArmyList) -> Self {
        let summary = summary(ruleset, &list);
        let squadrons = summary.squadrons.into_iter().map(|line| {
            let more: Vec<&str> = line.roles.iter().chain(&line.options).map(String::as_str).collect();
            if more.is_empty() { named(&line) } else { format!("{} ({})", named(&line), more.join(", ")) }
        });
        Self { title: title(ruleset, &list, summary.mfv), squadrons: squadrons.collect(), list }
    }
}

/// What a list is: `Lakeland, MFV 500, level captain`.
fn title(ruleset: &Ruleset, list: &ArmyList, mfv: Option<u32>) -> String {
    let nation = list.nation.as_deref().and_then(|id| ruleset.declarations().nations.get(id));
    let mfv = mfv.map(|mfv| format!("MFV {mfv}"));
    let settings = muster_engine::words::stated::settings(&list.settings);
    let parts = nation.map(|nation| nation.name.clone()).into_iter().chain(mfv).chain(Some(settings));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
