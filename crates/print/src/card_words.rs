//! The content of stat cards, for the template.

use serde::Serialize;

/// The cards of a list.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct StatCards {
    pub cards: Vec<StatCard>,
    /// Set them a little smaller, because that saves a page.
    pub tight: bool,
    /// Before which card the second column begins, if they take less than a page.
    pub half: Option<usize>,
}

/// How a card goes on pages.
#[derive(Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CardFlow {
    /// It is never split.
    #[default]
    Whole,
    /// It may be split, and its head stands on each page.
    Headed,
    /// It may be split anywhere, because its name alone may take pages.
    Free,
}

/// A card.
#[derive(Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct StatCard {
    pub name: String,
    pub kind: Vec<String>,
    /// Why players fill in the card by hand. None if its figures are known.
    pub blank: Option<&'static str>,
    pub stats: Vec<(String, String)>,
    pub bands: Vec<String>,
    /// How far the bands reach.
    pub reach: Vec<String>,
    pub weapons: Vec<WeaponWords>,
    pub rules: Vec<RuleWords>,
    pub options: Vec<String>,
    pub ticks: Vec<Ticks>,
    /// Where the figures come from.
    pub notes: Vec<String>,
    pub flow: CardFlow,
}

/// A special rule.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct RuleWords {
    pub name: String,
    pub effect: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct WeaponWords {
    pub name: String,
    /// The parts of the circle that its arc covers, in degrees clockwise from ahead. Empty if they are not known.
    pub sectors: Vec<(i16, i16)>,
    pub bands: Vec<String>,
    pub note: Vec<String>,
}

/// Boxes for the models of one squadron.
#[derive(Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Ticks {
    /// The squadron's number on the force list.
    pub number: String,
    /// The player's name for the squadron, if it is not that of the card.
    pub title: String,
    pub roles: Vec<String>,
    /// Its points and what it is attached to.
    pub facts: Vec<String>,
    /// The number of the first model: a large squadron is spread over several cards.
    pub first: u32,
    /// The number of models with a line of boxes.
    pub models: u32,
    /// How many models fit beside each other.
    pub columns: u32,
    /// Its only model fits beside its number, roles and facts.
    pub beside: bool,
    /// Each stat that has boxes, with the number of boxes per model.
    pub boxes: Vec<(String, u32)>,
    /// What the whole squadron ticks off, with the number of boxes.
    pub tokens: Vec<(String, u32)>,
}
