//! Remarks: what Muster says of a list or a sheet beside the rules of books.

#![expect(
    clippy::indexing_slicing,
    reason = "a remark has the places of squadrons and cards of the force in which it was found"
)]

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::force::whole::Force;
use crate::judge::faults::event::EventFault;
use crate::ready::catalogue::ReadyCatalogue;
use crate::shapes::list::Squadron;
use crate::shapes::report::{Remark, Severity};
use crate::text::nearest::nearest;
use crate::text::plural::{count, joined, list_of, short};
use crate::text::slug::slug;
use crate::words::phrases;

/// A remark on a list or on a sheet.
#[derive(Clone, Debug)]
pub(crate) enum RemarkFault {
    /// The list states no maximum force value.
    NoMfv,
    /// The ruleset knows no such nation.
    UnknownNation { name: String },
    /// The list or the sheet names no nation, though the game has nations.
    NoNation,
    /// No catalogue at hand has the unit of a squadron.
    UnknownUnit { squadron: usize },
    /// No catalogue at hand has the unit of a row of a sheet.
    UnknownRowUnit { name: String },
    /// A squadron refers to an id that no squadron has, or to its own.
    UnknownId { squadron: usize, id: String },
    /// The deck has no such card. `card` is its place among the cards of the force.
    UnknownCard { card: usize },
    /// The ruleset has no such setting. An overlay that is not at hand may have it.
    UnknownSetting { name: String },
    /// The deck of a role's traits has no such card.
    UnknownTrait { deck: String, name: String },
    /// The sheet that the list points at is not at hand.
    NoSheet { file: String },
    /// The sheet has no such row.
    NoRow { name: String },
    /// The price of a squadron is not known.
    MissingPrice { squadron: usize },
    /// The list states other points than it costs: for one squadron, or for the whole list if `squadron` is none.
    Claim { squadron: Option<usize>, claimed: u32, points: i64 },
    /// Other rules were published under the id and version of those that judge.
    OtherRules,
    /// Rules were published under the id of those that judge, but their version is not known.
    UnknownRules,
    /// The player's name for a squadron is the name of another unit.
    NamedLikeUnit { squadron: usize, other: String },
    /// A squadron states another nation than the list, and its unit is of no nation.
    NationWithoutEffect { squadron: usize },
    /// The list states `setting` and also `given_by`, which would otherwise give it its value. Only `setting` decides.
    Contradiction { setting: String, given_by: String },
    /// A consent to a rule that cannot be waived, or that does not exist, or a consent that does not count under an
    /// event. `setting` is the setting that gives it.
    Consent { rule: String, setting: Option<String> },
    /// A role on a model that the squadron does not have.
    RoleOnMissingModel { squadron: usize, role: String, model: u32, models: u32 },
    /// One model has the same role twice.
    RoleTwice { squadron: usize, role: String },
    /// The list states a trait for a role that has no traits.
    TraitWithoutEffect { role: String, name: String },
    /// The list states a fact about a card that differs from what the ruleset says.
    CardDiffers { card: String, key: String, stated: String, printed: String },
    /// The figures of some squadrons are from other editions of the game. `squadrons` is how many.
    Vintage { squadrons: u32, editions: Vec<String> },
    /// Something about the overlays in use.
    Event(EventFault),
    /// Some findings were left out. `findings` is how many.
    LeftOut { findings: usize },
}

impl RemarkFault {
    /// What the remark is about.
    pub(crate) fn kind(&self) -> Remark {
        match self {
            Self::NoMfv => Remark::UnknownMfv,
            Self::UnknownNation { .. } | Self::NoNation => Remark::UnknownNation,
            Self::UnknownUnit { .. } | Self::UnknownRowUnit { .. } => Remark::UnknownUnit,
            Self::UnknownId { .. } => Remark::UnknownId,
            Self::UnknownCard { .. } | Self::UnknownTrait { .. } => Remark::UnknownCard,
            Self::NoSheet { .. } | Self::NoRow { .. } => Remark::UnknownSheet,
            Self::UnknownSetting { .. } => Remark::UnknownSetting,
            Self::MissingPrice { .. } => Remark::MissingPrice,
            Self::Claim { .. } => Remark::PointsClaimed,
            Self::OtherRules | Self::UnknownRules => Remark::NotPublished,
            Self::NamedLikeUnit { .. } => Remark::NamedLikeUnit,
            Self::NationWithoutEffect { .. } => Remark::NationWithoutEffect,
            Self::Contradiction { .. } => Remark::SettingsContradict,
            Self::Consent { .. } => Remark::ConsentWithoutEffect,
            Self::RoleOnMissingModel { .. } => Remark::RoleModel,
            Self::RoleTwice { .. } => Remark::RoleTwice,
            Self::TraitWithoutEffect { .. } => Remark::TraitWithoutEffect,
            Self::CardDiffers { .. } => Remark::CardDiffers,
            Self::Vintage { .. } => Remark::Vintage,
            Self::Event(fault) => fault.kind(),
            Self::LeftOut { .. } => Remark::TooManyFindings,
        }
    }

    /// How grave it is.
    pub(crate) fn severity(&self) -> Severity {
        match self {
            Self::Event(fault) => fault.severity(),
            _ => self.kind().severity(),
        }
    }

    /// The id of the ruleset or overlay that it comes from.
    pub(crate) fn origin<'s>(&'s self, force: &'s Force) -> &'s str {
        let event = match self {
            Self::Event(fault) => fault.origin(force),
            _ => None,
        };
        event.unwrap_or(&force.ruleset.declarations().id)
    }

    pub(crate) fn sentence(&self, force: &Force) -> String {
        match self {
            Self::NoMfv => "the list states no maximum force value (MFV)".to_owned(),
            Self::UnknownNation { name } => format!("the nation `{name}` is unknown"),
            Self::NoNation => {
                format!("the {} names no nation", if force.judged_sheet.is_some() { "sheet" } else { "list" })
            }
            Self::UnknownUnit { squadron } => unknown_unit(force, *squadron),
            Self::UnknownRowUnit { name } => format!("the unit `{}` is unknown", short(name)),
            Self::UnknownId { squadron, id } => {
                let squadrons = phrases::squadrons(force.ruleset.declarations(), 1);
                if force.entries[*squadron].squadron.id.as_ref() == Some(id) {
                    format!("a {squadrons} cannot point at itself")
                } else {
                    format!("no {squadrons} has the id `{id}`")
                }
            }
            Self::UnknownCard { card } => {
                format!("the card `{}` is unknown, and the list states nothing about it", force.cards[*card].name())
            }
            Self::UnknownTrait { name, .. } => format!("the trait `{name}` is unknown"),
            Self::UnknownSetting { name } => {
                format!("{} has no setting `{}`", force.ruleset.declarations().name, short(name))
            }
            Self::NoSheet { file } => {
                format!("the sheet `{}` is not at hand, so nothing is compared with it", short(file))
            }
            Self::NoRow { name } => {
                format!("the sheet has no row `{}`, so nothing is compared with it", short(name))
            }
            Self::MissingPrice { squadron } => format!("the price of {} is not known", force.name(*squadron)),
            Self::Claim { squadron, claimed, points } => {
                let who = squadron.map_or("the list".into(), |squadron| force.name(squadron));
                format!("{who} claims {claimed} points, but costs {points}")
            }
            Self::OtherRules => {
                let rules = force.ruleset.declarations();
                format!("these are not the rules that were published as {} {}", rules.id, rules.version)
            }
            Self::UnknownRules => {
                let rules = force.ruleset.declarations();
                format!("this program knows no published version {} of {}", rules.version, rules.id)
            }
            Self::NamedLikeUnit { squadron, other } => {
                format!("the squadron of {} has the name of another unit, {other}", force.unit_name(*squadron))
            }
            Self::NationWithoutEffect { squadron } => {
                let stated = force.entries[*squadron].squadron.nation.as_deref().unwrap_or_default();
                format!(
                    "{} is of no nation, so it counts as the list's own and not as {stated}",
                    force.unit_name(*squadron)
                )
            }
            Self::Contradiction { setting, given_by } => {
                format!("`{setting}` and `{given_by}` are both stated; `{setting}` decides here")
            }
            Self::Consent { rule, setting } => match force.ruleset.rule(rule) {
                Some(sourced) if sourced.rule.waivable => {
                    let consent = match setting {
                        Some(setting) => format!("`{setting}`"),
                        None => format!("the consent to `{rule}`"),
                    };
                    let events = force.ruleset.events().into_iter().flat_map(|events| &events.all);
                    let names: Vec<_> = events.map(|event| short(&event.name)).collect();
                    let lets = if names.len() == 1 { "lets" } else { "let" };
                    let names = joined(&names, "and");
                    format!("{names} {lets} no consents of lists count, so {consent} counts for nothing")
                }
                Some(_) => format!("the rule `{rule}` cannot be waived, so the consent counts for nothing"),
                None => format!("there is no rule `{rule}`, so the consent counts for nothing"),
            },
            Self::RoleOnMissingModel { squadron, role, model, models } => {
                let (name, models) = (force.name(*squadron), count(*models, "model"));
                format!("the role {role} is on model {model} of {name}, which has {models}")
            }
            Self::RoleTwice { squadron, role } => {
                format!("{}: one model has the role {role} twice", force.name(*squadron))
            }
            Self::TraitWithoutEffect { role, name } => {
                format!("the role {role} brings no trait, so `{name}` counts for nothing")
            }
            Self::CardDiffers { card, key, stated, printed } => {
                format!("{card} has the {key} {printed}; what the list states, {stated}, counts for nothing")
            }
            Self::Vintage { squadrons, editions } => {
                let have = if *squadrons == 1 { "has" } else { "have" };
                let squadrons = phrases::count_squadrons(force.ruleset.declarations(), *squadrons);
                let editions = list_of(editions.iter().map(String::as_str));
                format!(
                    "{squadrons} {have} points and statistics of edition {editions}, because newer ones are not known"
                )
            }
            Self::Event(fault) => fault.sentence(force),
            Self::LeftOut { findings } => left_out(*findings),
        }
    }

    pub(crate) fn help(&self, force: &Force, search: bool) -> Option<String> {
        let ruleset = force.ruleset;
        match self {
            Self::NoMfv => Some("state the MFV, the points agreed for the game".to_owned()),
            Self::NoNation => Some("add `nation`".to_owned()),
            Self::OtherRules => {
                Some("ask where these rules come from, or judge without them, by the rules in the program".to_owned())
            }
            Self::UnknownRules => {
                Some("ask where these rules come from; a newer program may know this version".to_owned())
            }
            Self::Event(fault) => fault.help(),
            Self::Contradiction { setting, given_by } => Some(format!("state `{setting}` or `{given_by}`, not both")),
            Self::RoleTwice { .. } => Some("leave one of them out, or state another `model`".to_owned()),
            // The help of all other remarks needs the nearest names. Looking for them takes long.
            _ if !search => None,
            Self::UnknownNation { name } => nearest(name, nation_names(force)),
            Self::UnknownUnit { squadron } => {
                let names = at_hand(force, *squadron).flat_map(|catalogue| &catalogue.written().units);
                let squadron = force.entries[*squadron].squadron;
                let names = names.flat_map(|unit| std::iter::once(&unit.name).chain(&unit.aliases)).map(String::as_str);
                let elsewhere = elsewhere(force, squadron);
                let near = match elsewhere {
                    Some(_) => longer(&squadron.unit, names),
                    None => nearest(&squadron.unit, names),
                };
                match (near, elsewhere) {
                    (Some(near), Some(elsewhere)) => Some(format!("{near} Otherwise: {elsewhere}")),
                    (near, elsewhere) => near.or(elsewhere),
                }
            }
            Self::UnknownRowUnit { name } => {
                let names = ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units);
                nearest(name, names.map(|unit| unit.name.as_str()))
            }
            Self::UnknownId { squadron, id } => {
                let others = force.entries.iter().enumerate().filter(|(index, _)| index != squadron);
                let mut ids: Vec<&str> = others.filter_map(|(_, entry)| entry.squadron.id.as_deref()).collect();
                ids.sort_unstable();
                let all = || list_of(ids.iter().copied().take(IDS));
                let all = || (!ids.is_empty()).then(|| format!("ids: {}", all()));
                nearest(id, ids.iter().copied()).or_else(all)
            }
            Self::UnknownCard { card } => {
                let card = &force.cards[*card];
                nearest(card.pick.card(), card_names(force, card.deck))
            }
            Self::UnknownTrait { deck, name } => nearest(name, card_names(force, deck)),
            Self::UnknownSetting { .. } => {
                let known = list_of(ruleset.declarations().settings.keys().map(String::as_str));
                let known = if known.is_empty() { known } else { format!("; settings: {known}") };
                Some(format!("name the house rules that have it by `overlays` or --event, or take it out{known}"))
            }
            Self::Consent { rule, .. } => {
                let rules = ruleset.rules().iter().map(|sourced| &sourced.rule).filter(|rule| rule.waivable);
                let ids = rules.map(|rule| rule.id.as_str());
                let all = || {
                    let is_none = ids.clone().next().is_none();
                    if is_none {
                        "no rule of this game can be waived".to_owned()
                    } else {
                        format!("rules that can be waived: {}", list_of(ids.clone()))
                    }
                };
                let known = force.ruleset.rule(rule).is_some_and(|sourced| sourced.rule.waivable);
                (!known).then(|| nearest(rule, ids.clone()).unwrap_or_else(all))
            }
            _ => None,
        }
    }
}

/// The largest number of ids of squadrons in a help text.
const IDS: usize = 20;

/// Says how many findings were left out.
pub(crate) fn left_out(findings: usize) -> String {
    format!("{findings} more {} left out", if findings == 1 { "finding is" } else { "findings are" })
}

/// The names of all nations, aliases too.
fn nation_names<'a>(force: &Force<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let nations = force.ruleset.declarations().nations.values();
    nations.flat_map(|nation| std::iter::once(&nation.name).chain(&nation.aliases)).map(String::as_str)
}

/// The printed names of a deck's cards.
fn card_names<'s>(force: &'s Force, deck: &'s str) -> impl Iterator<Item = &'s str> {
    let decks = force.ruleset.cards().iter().filter(move |cards| cards.deck == deck);
    decks.flat_map(|cards| &cards.cards).map(|card| card.name.as_str())
}

/// The catalogues from which a squadron may take its unit: those of its nation and those of no nation.
fn at_hand<'s>(force: &'s Force, squadron: usize) -> impl Iterator<Item = &'s Arc<ReadyCatalogue>> {
    let own = force.entries[squadron].nation;
    force.ruleset.catalogues().iter().filter(move |catalogue| {
        let nation = catalogue.written().nation.as_deref();
        nation.is_none() || nation == own
    })
}

/// The sentence about a squadron whose unit is unknown.
fn unknown_unit(force: &Force, squadron: usize) -> String {
    let entry = &force.entries[squadron];
    let name = &entry.squadron.unit;
    let nation = entry.nation.and_then(|id| force.ruleset.declarations().nations.get(id)).map(|nation| &nation.name);
    let mut at_hand = at_hand(force, squadron);
    match nation {
        Some(nation) if !at_hand.any(|catalogue| catalogue.written().nation.is_some()) => {
            format!("no units of {nation} are at hand, so `{name}` is unknown")
        }
        Some(nation) => format!("{nation} has no unit `{name}`"),
        None => format!("the unit `{name}` is unknown"),
    }
}

/// A help text with the first name that begins with the words of a shorter one: `Titan Mass Conveyor` for `Titan`.
fn longer<'n>(word: &str, mut names: impl Iterator<Item = &'n str>) -> Option<String> {
    let begin = slug(word) + "-";
    let name = names.find(|name| slug(name).starts_with(&begin))?;
    Some(format!("did you mean `{name}`?"))
}

/// A help text with the nations whose catalogues have a squadron's unit; none if no nation has it.
fn elsewhere(force: &Force, squadron: &Squadron) -> Option<String> {
    let ruleset = force.ruleset;
    // A nation may have more than one catalogue: the ruleset's and a club's.
    let owners: BTreeMap<&str, &str> = ruleset
        .catalogues()
        .iter()
        .filter(|catalogue| catalogue.find(&squadron.unit).is_some())
        .filter_map(|catalogue| ruleset.declarations().nations.get_key_value(catalogue.written().nation.as_deref()?))
        .map(|(id, nation)| (id.as_str(), nation.name.as_str()))
        .collect();
    let have = if owners.len() == 1 { "has" } else { "have" };
    let names = list_of(owners.values().copied());
    let write = if squadron.nation.is_some() { "write" } else { "add" };
    let ids: Vec<String> = owners.keys().map(|id| format!("`nation: {id}`")).collect();
    (!owners.is_empty()).then(|| format!("{names} {have} it; {write} {}", ids.join(" or ")))
}
