//! Printed cards as JSON lines: one card a line, with names and figures as printed.

use indexmap::IndexMap;
use muster_engine::catalogue::Stat;
use muster_exchange::battlescribe::ImportError;
use serde::Deserialize;

/// The card of one unit.
#[derive(Clone, Debug, Deserialize)]
pub struct PrintedCard {
    /// The name of the file and the page: `crown-18`.
    pub key: String,
    /// Class and form: `Adventurer Grand Indiaman`.
    pub name: String,
    /// The words of the line of traits: the faction, peoples, the role and others.
    pub traits: Vec<String>,
    /// The numbers of models that a unit may have: `1-3`.
    pub models: String,
    /// The numbers of escort tokens that a unit may have: `0-2`. Blank or missing where the card has no such box.
    #[serde(default)]
    pub escorts: String,
    /// Special rules of the model.
    pub properties: Vec<String>,
    /// Its machinery.
    pub systems: Vec<String>,
    /// The weapons that it has when nothing is chosen.
    pub weapons: Vec<PrintedWeapon>,
    /// The weapons that may stand in its hardpoints instead.
    pub options: Vec<PrintedWeapon>,
    /// All other boxes by their names: figures, and also page and notes.
    #[serde(flatten)]
    pub figures: IndexMap<String, Stat>,
}

/// A row of weapons.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedWeapon {
    /// How many equal rows there are.
    #[serde(default = "one")]
    pub n: u32,
    /// The letter of the hardpoint; empty if the weapon is fixed.
    #[serde(rename = "hard")]
    pub letter: String,
    /// The name of the weapon; a dash in a table without weapons.
    pub name: String,
    /// The arc of fire. Options have none: they take that of their hardpoint.
    #[serde(default)]
    pub arc: String,
    /// Dice at close range.
    pub c: String,
    /// Dice at standard range.
    pub s: String,
    /// Dice at extreme range.
    pub e: String,
    /// Special rules of the weapon.
    #[serde(rename = "q")]
    pub rules: Vec<String>,
}

/// Reads a file of cards. An error names the line.
pub(crate) fn read(name: &str, text: &str) -> Result<Vec<PrintedCard>, ImportError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let card = |(place, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| ImportError::new(name, format!("line {}: {error}", place + 1)))
    };
    lines.map(card).collect()
}

fn one() -> u32 {
    1
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const CARD: &str = r#"{"key": "gull-3", "name": "Heron Cruiser", "traits": [], "models": "1", "properties": [],
        "systems": [], "weapons": [{"n": 2, "hard": "", "name": "Lamp", "arc": "F", "c": "1", "s": "-", "e": "", "q": []}],
        "options": [], "hull": 4, "speed": "2-7"}"#;

    #[test]
    fn a_card_has_figures_of_all_boxes() {
        let cards = read("gull.jsonl", &CARD.replace('\n', " ")).unwrap();
        let figures: Vec<_> = cards[0].figures.iter().collect();
        assert_eq!(figures[0], (&"hull".to_owned(), &Stat::Number(4)));
        assert_eq!(figures[1], (&"speed".to_owned(), &Stat::Text("2-7".to_owned())));
        assert_eq!((cards[0].weapons[0].n, cards[0].escorts.as_str()), (2, ""));
    }

    #[test]
    fn an_error_names_the_line() {
        let text = format!("{}\n\n{{}}", CARD.replace('\n', " "));
        assert!(read("gull.jsonl", &text).unwrap_err().to_string().contains("line 3"));
    }
}
