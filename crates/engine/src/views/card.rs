//! The card of a unit as screens and prints show it: statistics, weapons, special rules, traits, with titles instead of
//! ids.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ready::ruleset::Ruleset;
use crate::shapes::catalogue::{self, Stat, TraitValue};
use crate::shapes::declarations::{Declarations, Sector, TraitOwner};
use crate::text::plural::capital;
use crate::views::arcs::sectors;
use crate::words::taken::times;

/// The values of a trait that something has.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TraitWords {
    /// The trait's id.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// The values. A trait that is yes or no has the value `yes`.
    pub values: Vec<TraitWord>,
}

/// A value of a trait.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TraitWord {
    /// Its id.
    pub id: String,
    /// Its name on screens.
    pub title: String,
}

/// Statistics, weapons and special rules of one kind of model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardInfo {
    /// The statistics, in the ruleset's order.
    pub stats: Vec<StatInfo>,
    /// The weapons.
    pub weapons: Vec<WeaponInfo>,
    /// The special rules, with those that a book's patches give.
    pub rules: Vec<SpecialRef>,
}

/// A statistic and its figure.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StatInfo {
    /// The statistic's id.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// The figure.
    pub value: Stat,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WeaponInfo {
    /// Its name.
    pub name: String,
    /// The letter of its class.
    pub class: Option<String>,
    /// The name of its class.
    pub class_title: Option<String>,
    /// Its name, with the number that is mounted if there is more than one: `2 × Rockets`.
    pub title: String,
    /// Attack dice in each range band, nearest first; `-` if the weapon cannot reach that band.
    pub bands: Vec<Stat>,
    /// The arc of fire.
    pub arc: Option<String>,
    /// The parts of the circle around the model that the arc covers; empty if the ruleset does not say.
    pub sectors: Vec<Sector>,
    /// Special rules of this weapon alone.
    pub rules: Vec<SpecialRef>,
}

/// A special rule as a card prints it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SpecialRef {
    /// The special rule as printed, with parameters.
    pub text: String,
    /// Its id, by which `explain` finds it; none if the ruleset does not know it.
    pub id: Option<String>,
    /// Its effect, in our words.
    pub summary: Option<String>,
}

/// A card as it is shown.
#[must_use]
pub fn card(ruleset: &Ruleset, card: &catalogue::Card) -> CardInfo {
    let declarations = ruleset.declarations();
    let declared = declarations.stats.iter().map(|(id, named)| (id, &named.title));
    let known = declared.filter_map(|(id, title)| Some((id, title, card.stats.get(id)?)));
    let others = card.stats.iter().filter(|(id, _)| !declarations.stats.contains_key(*id));
    let stats = known.chain(others.map(|(id, value)| (id, id, value)));
    CardInfo {
        stats: stats
            .map(|(id, title, value)| StatInfo { id: id.clone(), title: title.clone(), value: value.clone() })
            .collect(),
        weapons: card.weapons.iter().map(|weapon| self::weapon(ruleset, weapon)).collect(),
        rules: card.rules.iter().map(|rule| special(ruleset, rule)).collect(),
    }
}

fn weapon(ruleset: &Ruleset, weapon: &catalogue::Weapon) -> WeaponInfo {
    let classes = &ruleset.declarations().weapon_classes;
    WeaponInfo {
        name: weapon.name.clone(),
        class: weapon.class.clone(),
        class_title: weapon.class.as_ref().and_then(|class| classes.get(class)).map(|named| named.title.clone()),
        title: weapon.count.map_or_else(|| weapon.name.clone(), |count| times(count, &weapon.name)),
        bands: weapon.bands.clone(),
        arc: weapon.arc.clone(),
        sectors: weapon.arc.as_ref().and_then(|arc| sectors(&ruleset.declarations().arcs, arc)).unwrap_or_default(),
        rules: weapon.rules.iter().map(|rule| special(ruleset, rule)).collect(),
    }
}

/// A special rule as a card prints it, with its id and its effect.
#[must_use]
pub fn special(ruleset: &Ruleset, printed: &str) -> SpecialRef {
    let rule = ruleset.special_rule(printed);
    SpecialRef {
        text: printed.to_owned(),
        id: rule.map(|rule| rule.id.clone()),
        summary: rule.map(|rule| rule.summary.clone()),
    }
}

/// The traits of something, in the ruleset's order. Leaves out traits that it does not have.
#[must_use]
pub fn traits(
    declarations: &Declarations,
    owner: TraitOwner,
    traits: &IndexMap<String, TraitValue>,
) -> Vec<TraitWords> {
    let known = declarations.traits.keys().filter_map(|id| traits.get_key_value(id));
    // Traits of cards may be written without `card-`: `type` for `card-type`.
    let others = traits.iter().filter(|(id, _)| !declarations.traits.contains_key(*id));
    let words = known.chain(others).map(|(id, value)| trait_words(declarations, owner, id, value));
    words.filter(|words| !words.values.is_empty()).collect()
}

fn trait_words(declarations: &Declarations, owner: TraitOwner, id: &str, value: &TraitValue) -> TraitWords {
    let prefixed = format!("card-{id}");
    let is_prefixed = owner == TraitOwner::Card && declarations.traits.contains_key(&prefixed);
    let id = if is_prefixed { &prefixed } else { id };
    let declared = declarations.traits.get(id);
    let title = |word: &str| match declared.and_then(|declared| declared.values.get(word)) {
        Some(named) => named.title.clone(),
        None if declared.is_some_and(|declared| declared.open) => {
            word.split('-').map(capital).collect::<Vec<_>>().join(" ")
        }
        None => word.to_owned(),
    };
    TraitWords {
        id: id.to_owned(),
        title: declared.map_or(id, |declared| &declared.title).to_owned(),
        values: value.words().map(|word| TraitWord { id: word.to_owned(), title: title(word) }).collect(),
    }
}
