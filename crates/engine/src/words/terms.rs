//! The terms that a list sets for itself, in words.

use std::fmt::Write as _;

use crate::shapes::list::SettingValue;
use crate::shapes::report::{OwnUnit, Terms};
use crate::text::plural::{bounded, count, joined, short};
use crate::words::stated;

/// The largest number of things from outside the ruleset that are named after a verdict.
const NAMED: usize = 3;

impl Terms {
    /// Says the terms in words, as they are shown after a verdict; none if there are none.
    pub fn tell(&mut self) {
        let mut parts = Vec::new();
        if self.not_published {
            parts.push("rules that are not the published ones".to_owned());
        }
        if let Some(version) = &self.pinned {
            parts.push(format!("version {version} asked for by the list itself, not the newest"));
        }
        if !self.waived.is_empty() {
            let rules = number(self.waived.len(), "rule");
            parts.push(format!("{rules} waived by the list itself ({})", self.waived.join(", ")));
        }
        let set =
            |(id, value): (&String, &SettingValue)| format!("{} set by the list itself", stated::setting(id, value));
        parts.extend(self.settings.iter().map(set));
        if !self.own_units.is_empty() {
            let name = |unit: &OwnUnit| {
                let replaces = if unit.replaces { ", in place of the ruleset's" } else { "" };
                format!("{}{replaces}", short(&unit.name))
            };
            let units = number(self.own_units.len(), "unit");
            parts.push(format!("{units} from outside the ruleset ({})", some(self.own_units.iter().map(name))));
        }
        if !self.own_cards.is_empty() {
            // Decks may be secret, and these words stand on open prints, too.
            let cards = number(self.own_cards.len(), "card");
            parts.push(format!("{cards} with facts stated by the list itself"));
        }
        if !self.overlays.is_empty() {
            let names: Vec<_> = self.overlays.iter().map(|overlay| short(&overlay.name)).collect();
            parts.push(format!("{} named by the list itself", joined(&names, "and")));
        }
        self.words = (!parts.is_empty()).then(|| bounded(format!("with {}", joined(&parts, "and"))));
    }
}

fn number(things: usize, what: &str) -> String {
    count(u32::try_from(things).unwrap_or(u32::MAX), what)
}

/// The first names, and how many more there are.
fn some(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let mut words = names.take(NAMED).collect::<Vec<_>>().join("; ");
    if more > 0 {
        let _ = write!(words, "; and {more} more");
    }
    words
}
