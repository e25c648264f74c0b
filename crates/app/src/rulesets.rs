//! `rulesets`: the installed rulesets with everything that the screens need to know about them.

use std::collections::HashSet;

use indexmap::IndexSet;
use muster_engine::card::{self, TraitWords};
use muster_engine::catalogue::{Catalogue, Range};
use muster_engine::declarations::{Deck, Declarations, GroupKind, Nation, Setting, Slot, Trait, TraitOwner};
use muster_engine::list::{RulesetName, SettingValue};
use muster_engine::plural::joined;
use muster_engine::ready::Ruleset;
use muster_engine::slots;
use muster_engine::words::phrases;
use muster_library::looks::Looks;
use muster_library::shelf::Edition;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;
use crate::sheet_kinds::{SheetKindInfo, sheet_kinds};
use crate::titled::{TitledItem, named};

/// The arguments of `rulesets`: none.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesetsArgs {}

/// The installed rulesets.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesetsAnswer {
    /// All versions, in the order in which they are searched.
    pub rulesets: Vec<RulesetInfo>,
    /// What is wrong with the rulesets that cannot be used.
    pub faults: Vec<CallFault>,
}

/// What the screens need to know about a ruleset.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesetInfo {
    /// Its id.
    pub id: String,
    /// Its own semantic version.
    pub version: String,
    /// Lists that do not name a version are judged by this one.
    pub newest: bool,
    /// The range of versions to write into a new list.
    pub range: String,
    /// The edition of the game.
    pub edition: String,
    /// The game's name.
    pub name: String,
    /// The name of the drawing that stands for it; absent if the game has none.
    pub cover: Option<String>,
    /// The words for its things in sentences.
    pub words: RulesetWords,
    /// What it covers and what it leaves out.
    pub summary: String,
    /// Rules of the game that the ruleset's books do not contain, one per line.
    pub lacks: Vec<String>,
    /// The folder it comes from, within the folder of rulesets; absent if it is built into the program.
    pub folder: Option<String>,
    /// The nations, in the order of the ruleset.
    pub nations: Vec<NationInfo>,
    /// The number of its units.
    pub units: usize,
    /// The number of its units that belong to no nation and that every nation may field.
    pub common_units: usize,
    /// The sources of its units, in a few sentences.
    pub catalogue: String,
    /// What players agree on before a game.
    pub settings: Vec<SettingInfo>,
    /// The kinds of groups; empty if lists have no groups.
    pub group_kinds: Vec<GroupKindInfo>,
    /// The roles that a model may have.
    pub roles: Vec<RoleInfo>,
    /// The allocations of squadrons; the first is the default.
    pub allocations: Vec<TitledItem>,
    /// The decks that a list may hold.
    pub decks: Vec<DeckInfo>,
    /// The kinds of sheets that players keep between games.
    pub sheets: Vec<SheetKindInfo>,
    /// The traits of units, such as sizes and types.
    pub traits: Vec<TraitInfo>,
    /// The statistics on cards, in printed order.
    pub stats: Vec<TitledItem>,
    /// The classes of weapons, by their letter.
    pub weapon_classes: Vec<TitledItem>,
    /// The range bands of weapons, nearest first.
    pub bands: Vec<String>,
    /// Rules that the opponent or the organiser may waive.
    pub waivable: Vec<WaivableRule>,
    /// The number of its rules.
    pub rules: usize,
    /// The number of its special rules.
    pub special_rules: usize,
}

/// A rule that may be waived.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WaivableRule {
    /// Its id, as consents name it.
    pub rule: String,
    /// Its name.
    pub title: String,
}

/// The words for things in sentences.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Words")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesetWords {
    /// A squadron.
    pub squadron: Noun,
    /// A group of squadrons; absent if lists have no groups.
    pub group: Option<Noun>,
    /// A model.
    pub model: Noun,
    /// The maximum force value.
    pub mfv: ForceValue,
}

/// A noun in singular and plural.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Noun {
    /// Singular.
    pub one: String,
    /// Plural.
    pub many: String,
}

/// The name of the maximum force value.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ForceValue {
    /// The full name.
    pub title: String,
    /// The abbreviation.
    pub short: String,
}

/// A nation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NationInfo {
    /// Its id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Its traits.
    pub traits: Vec<TraitWords>,
    /// The number of its units.
    pub units: usize,
    /// Its colour: `#` and six hexadecimal digits; absent if the game gives it none.
    pub colour: Option<String>,
    /// The name of its emblem; absent if the game gives it none.
    pub emblem: Option<String>,
}

/// The kind of value that a setting has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SettingShape {
    /// Yes or no.
    Flag,
    /// One of the setting's values.
    Word,
    /// A number within the setting's range.
    Number,
    /// A set of the setting's numbers.
    Numbers,
}

/// Something that players agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SettingInfo {
    /// Its id.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What it decides.
    pub summary: String,
    /// The kind of its value.
    pub kind: SettingShape,
    /// The words that it may have, if its value is a word.
    pub values: Vec<SettingWord>,
    /// The numbers that the set may contain, if its value is a set of numbers.
    pub numbers: Vec<u32>,
    /// The range of its value, if its value is a number.
    pub range: Option<Range>,
    /// The value if a list states none; absent if there is no default.
    pub default: Option<SettingValue>,
    /// The setting that decides this set of numbers. A list states one of the two, never both.
    pub given_by: Option<String>,
    /// The waivable rule that the value "yes" waives.
    pub consent: Option<String>,
}

/// A word that a setting may have as its value.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SettingWord {
    /// The word as lists write it.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What it means.
    pub summary: Option<String>,
    /// The numbers that this word gives to the setting which it decides.
    pub gives: Vec<u32>,
}

/// A kind of group.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroupKindInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it means.
    pub summary: Option<String>,
    /// The slots for its squadrons, in the order of the book; empty if it takes any squadrons.
    pub slots: Vec<SlotInfo>,
    /// The nations whose units may stand in it; absent if those of every nation may.
    pub nations: Option<Vec<String>>,
}

/// A place in a group for squadrons of certain kinds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SlotInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The number of squadrons that it may hold; absent if only rules limit it.
    pub holds: Option<u32>,
    /// Whether the group needs at least one squadron in this slot.
    pub required: bool,
    /// The slot that must be filled first.
    pub opened_by: Option<String>,
    /// The slot that replaces this one once it is filled.
    pub closed_by: Option<String>,
}

/// A role that a model may have.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RoleInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it means.
    pub summary: Option<String>,
    /// The deck whose cards are the traits for this role.
    pub trait_deck: Option<String>,
}

/// A deck that a list may hold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DeckInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The name for its cards.
    pub card: Noun,
    /// The abbreviation for the cost of its cards.
    pub cost: String,
    /// Whether it is secret. A secret deck is left out of open prints.
    pub secret: bool,
    /// The cards that the ruleset knows, in the order of their file. If it knows none, lists state the facts of each
    /// card.
    pub cards: Vec<DeckCardInfo>,
    /// The traits of its cards. A list states them for cards that the ruleset does not know.
    pub traits: Vec<TraitInfo>,
}

/// A card of a deck.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "DeckCard")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DeckCardInfo {
    /// Its id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Its cost, if known.
    pub cost: Option<u32>,
    /// Its known traits.
    pub traits: Vec<TraitWords>,
    /// What it does.
    pub summary: Option<String>,
}

/// A trait with its values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TraitInfo {
    /// Its id.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// The kind of thing that has it.
    pub of: TraitOwner,
    /// Its values, in printed order. A trait without values is yes or no, unless it is open.
    pub values: Vec<TitledItem>,
    /// Whether something may have several of its values.
    pub many: bool,
    /// Whether any word may be a value.
    pub open: bool,
    /// Whether everything of this kind has a value of it.
    pub required: bool,
}

/// Lists the rulesets. Never fails: rulesets that cannot be used are reported in `faults`.
pub fn rulesets(app: &App, _: &RulesetsArgs) -> Result<RulesetsAnswer, CallFault> {
    let faults = app.shelf().broken().cloned().map(|fault| app.told(fault.into())).collect();
    let mut answer = RulesetsAnswer { rulesets: Vec::new(), faults };
    // A folder may have a ruleset that is built in too. The first counts.
    let mut seen = HashSet::new();
    for edition in app.shelf().editions() {
        if !seen.insert((&edition.id, &edition.version)) {
            continue;
        }
        let exactly = RulesetName::Versioned { id: edition.id.clone(), version: Some(format!("={}", edition.version)) };
        match app.shelf().ruleset(&exactly, &[]) {
            Ok(ruleset) => answer.rulesets.push(facts(app, edition, &ruleset)),
            Err(fault) => answer.faults.push(app.told(fault.into())),
        }
    }
    Ok(answer)
}

fn facts(app: &App, edition: &Edition, ruleset: &Ruleset) -> RulesetInfo {
    let declarations = ruleset.declarations();
    let catalogues = || ruleset.catalogues().iter().map(|catalogue| catalogue.written());
    // A doctrine is a unit in the data, but to a player it is none.
    let units = |of: &Catalogue| of.units.iter().filter(|unit| declarations.has_models(unit)).count();
    let count = |nation: Option<&str>| -> usize {
        catalogues().filter(|catalogue| catalogue.nation.as_deref() == nation).map(units).sum()
    };
    let newest = app.shelf().find(&RulesetName::Id(edition.id.clone()));
    let sources: IndexSet<&String> = catalogues().filter(|own| !own.units.is_empty()).map(|own| &own.source).collect();
    let looks = app.shelf().looks(&edition.id);
    let waivable = ruleset.rules().iter().map(|sourced| &sourced.rule).filter(|rule| rule.waivable);
    RulesetInfo {
        id: edition.id.clone(),
        version: edition.version.to_string(),
        newest: newest.is_ok_and(|newest| newest.version == edition.version),
        range: format!("^{}.{}", edition.version.major, edition.version.minor),
        edition: declarations.edition.clone(),
        cover: (!looks.cover.is_empty()).then(|| looks.cover.clone()),
        name: declarations.name.clone(),
        words: words(declarations),
        summary: declarations.summary.clone(),
        lacks: declarations.lacks.clone(),
        folder: edition.folder.as_ref().map(|folder| app.without_folders(&folder.display().to_string())),
        nations: declarations
            .nations
            .iter()
            .map(|(id, nation)| nation_facts(declarations, &looks, id, nation, count(Some(id))))
            .collect(),
        units: catalogues().map(units).sum(),
        common_units: count(None),
        catalogue: catalogue(&sources),
        settings: declarations.settings.iter().map(|(id, setting)| setting_facts(id, setting)).collect(),
        group_kinds: declarations.group_kinds.iter().map(|(id, kind)| group_kind(ruleset, id, kind)).collect(),
        roles: declarations
            .roles
            .iter()
            .map(|(id, role)| RoleInfo {
                id: id.clone(),
                title: role.title.clone(),
                summary: role.summary.clone(),
                trait_deck: role.trait_deck.clone(),
            })
            .collect(),
        allocations: named(&declarations.allocations),
        decks: declarations.decks.iter().map(|(id, deck)| deck_facts(ruleset, declarations, id, deck)).collect(),
        sheets: sheet_kinds(ruleset),
        traits: traits_of(declarations, TraitOwner::Unit),
        stats: named(&declarations.stats),
        weapon_classes: named(&declarations.weapon_classes),
        bands: declarations.bands.clone(),
        waivable: waivable.map(|rule| WaivableRule { rule: rule.id.clone(), title: rule.title.clone() }).collect(),
        rules: ruleset.rules().len(),
        special_rules: ruleset.special_rules().len(),
    }
}

fn nation_facts(declarations: &Declarations, looks: &Looks, id: &str, nation: &Nation, units: usize) -> NationInfo {
    let look = looks.nations.get(id);
    NationInfo {
        id: id.to_owned(),
        name: nation.name.clone(),
        traits: card::traits(declarations, TraitOwner::Nation, &nation.traits),
        units,
        colour: look.map(|look| look.colour.clone()),
        emblem: look.map(|look| look.emblem.clone()),
    }
}

/// The words for things in sentences. If there is only one kind of group, its name is the word for a group.
fn words(declarations: &Declarations) -> RulesetWords {
    let noun = |one: &str| Noun { one: one.to_owned(), many: format!("{one}s") };
    let kinds = &declarations.group_kinds;
    let group = match kinds.first() {
        Some((_, kind)) if kinds.len() == 1 => Some(noun(&kind.title.to_lowercase())),
        Some(_) => Some(noun("group")),
        None => None,
    };
    let mfv = ForceValue { title: "Maximum force value".to_owned(), short: "MFV".to_owned() };
    let squadron = Noun {
        one: phrases::squadrons(declarations, 1).to_owned(),
        many: phrases::squadrons(declarations, 2).to_owned(),
    };
    RulesetWords { squadron, group, model: noun("model"), mfv }
}

/// The sources of all units, as sentences.
fn catalogue(sources: &IndexSet<&String>) -> String {
    // Sources of the same kind differ only in a file name in parentheses.
    let short =
        |source: &&String| match source.split_once(" (").and_then(|(short, rest)| Some((short, rest.split_once(')')?)))
        {
            Some((short, (_, rest))) => format!("{short}{rest}"),
            None => (*source).clone(),
        };
    let short: IndexSet<String> = sources.iter().map(short).collect();
    let sentences: Vec<&str> = short.iter().map(|source| source.trim_end_matches('.')).collect();
    let joined = together(&sentences).unwrap_or_else(|| sentences.join(". "));
    if joined.is_empty() { joined } else { format!("{joined}.") }
}

/// Sentences that differ in one word as one sentence with all of these words; none for other sentences.
fn together(sentences: &[&str]) -> Option<String> {
    let words: Vec<Vec<&str>> = sentences.iter().map(|sentence| sentence.split(' ').collect()).collect();
    let (first, others) = words.split_first().filter(|(_, others)| !others.is_empty())?;
    let differs = |at: &usize| others.iter().any(|other| other.get(*at) != first.get(*at));
    let at = (0..first.len()).find(differs)?;
    let same_else = |other: &Vec<&str>| other.len() == first.len() && other[at + 1..] == first[at + 1..];
    // A mark behind the word is no part of it.
    let (_, mark) = first[at].split_at(first[at].trim_end_matches([',', ';', ':']).len());
    if !others.iter().all(same_else) {
        return None;
    }
    let mut differing = words.iter().map(|words| words[at].strip_suffix(mark)).collect::<Option<Vec<&str>>>()?;
    differing.sort_unstable();
    let all = joined(&differing, "and") + mark;
    Some(
        first[..at]
            .iter()
            .copied()
            .chain([all.as_str()])
            .chain(first[at + 1..].iter().copied())
            .collect::<Vec<_>>()
            .join(" "),
    )
}

fn setting_facts(id: &str, setting: &Setting) -> SettingInfo {
    let shape = if setting.range.is_some() {
        SettingShape::Number
    } else if !setting.numbers.is_empty() {
        SettingShape::Numbers
    } else if setting.values.is_empty() {
        SettingShape::Flag
    } else {
        SettingShape::Word
    };
    let default = match (shape, &setting.default) {
        (SettingShape::Flag, default) => Some(SettingValue::Flag(default.as_deref() == Some("true"))),
        (SettingShape::Word, Some(word)) => Some(SettingValue::Word(word.clone())),
        (SettingShape::Number, Some(number)) => number.parse().ok().map(SettingValue::Number),
        _ => None,
    };
    let values = setting.values.iter().map(|(id, choice)| SettingWord {
        id: id.clone(),
        title: choice.title.clone(),
        summary: choice.summary.clone(),
        gives: choice.gives.clone(),
    });
    SettingInfo {
        id: id.to_owned(),
        title: setting.title.clone(),
        summary: setting.summary.clone(),
        kind: shape,
        values: values.collect(),
        numbers: setting.numbers.clone(),
        range: setting.range,
        default,
        given_by: setting.given_by.clone(),
        consent: setting.consent.clone(),
    }
}

fn group_kind(ruleset: &Ruleset, id: &str, kind: &GroupKind) -> GroupKindInfo {
    let slot = |(id, slot): (&String, &Slot)| SlotInfo {
        id: id.clone(),
        title: slot.title.clone(),
        holds: (!slot.many).then_some(slot.holds),
        required: slot.required,
        opened_by: slot.opened_by.clone(),
        closed_by: slot.closed_by.clone(),
    };
    GroupKindInfo {
        id: id.to_owned(),
        title: kind.title.clone(),
        summary: kind.summary.clone(),
        slots: kind.slots.iter().map(slot).collect(),
        nations: slots::nations_of(ruleset, id).map(|nations| nations.into_iter().map(str::to_owned).collect()),
    }
}

fn deck_facts(ruleset: &Ruleset, declarations: &Declarations, id: &str, deck: &Deck) -> DeckInfo {
    let cards = ruleset.cards().iter().filter(|cards| cards.deck == id).flat_map(|cards| &cards.cards);
    let name = |number| phrases::subject(&deck.card, Some(number)).to_owned();
    DeckInfo {
        id: id.to_owned(),
        title: deck.title.clone(),
        card: Noun { one: name(1), many: name(2) },
        cost: deck.cost.clone().unwrap_or_else(|| "VP".to_owned()),
        secret: deck.secret,
        cards: cards
            .map(|card| DeckCardInfo {
                id: card.id.clone(),
                name: card.name.clone(),
                cost: card.cost,
                traits: card::traits(declarations, TraitOwner::Card, &card.traits),
                summary: card.summary.clone(),
            })
            .collect(),
        traits: traits_of(declarations, TraitOwner::Card),
    }
}

/// The traits that units, nations or cards have.
fn traits_of(declarations: &Declarations, owner: TraitOwner) -> Vec<TraitInfo> {
    let declared = declarations.traits.iter().filter(|(_, declared)| declared.of == owner);
    declared.map(|(id, declared)| trait_facts(id, declared)).collect()
}

fn trait_facts(id: &str, declared: &Trait) -> TraitInfo {
    TraitInfo {
        id: id.to_owned(),
        title: declared.title.clone(),
        of: declared.of,
        values: named(&declared.values),
        many: declared.many,
        open: declared.open,
        required: declared.required,
    }
}
