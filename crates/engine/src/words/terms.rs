//! The terms that a list sets for itself, in words.

use std::fmt::Write as _;

use crate::shapes::list::SettingValue;
use crate::shapes::report::{OwnOverlay, OwnUnit, Terms};
use crate::text::plural::{bounded, count, joined, short};
use crate::words::stated;

/// The largest number of things of one kind that are named after a verdict.
const NAMED: usize = 3;

impl Terms {
    /// Says the terms in words, as they are shown after a verdict; none if there are none.
    pub fn tell(&mut self) {
        let mut parts = Vec::new();
        if self.not_published {
            parts.push("rules that are not the published ones".to_owned());
        }
        if let Some(rules) = &self.own_rules {
            parts.push(format!("rules brought by the archive that are not in the program ({})", short(rules)));
        }
        if let Some(code) = &self.full_list {
            parts.push(format!("only what an opponent may see of the full list {}", short(code)));
        }
        if !self.other_game.is_empty() {
            let names: Vec<_> = self.other_game.iter().map(|name| short(name)).collect();
            let are = if names.len() == 1 { "is" } else { "are" };
            parts.push(format!("no rules of {}, which {are} not about its game", joined(&names, "and")));
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
            parts.push(format!("{units} from outside the ruleset ({})", some(self.own_units.iter().map(name), "; ")));
        }
        if !self.own_cards.is_empty() {
            // Decks may be secret, and these words stand on open prints, too.
            let cards = number(self.own_cards.len(), "card");
            parts.push(format!("{cards} with facts stated by the list itself"));
        }
        if !self.open.is_empty() {
            let open: Vec<&str> = self.open.iter().map(|kind| kind.word()).collect();
            parts.push(format!("{} left open by the list itself", joined(&open, "and")));
        }
        for (from_archive, by) in [(false, "named by the list itself"), (true, "brought by the archive")] {
            let brought = self.overlays.iter().filter(|overlay| overlay.from_archive == from_archive);
            let names: Vec<String> = brought.map(overlay).collect();
            if !names.is_empty() {
                parts.push(format!("{} {by}", joined(&names, "and")));
            }
        }
        self.words = (!parts.is_empty()).then(|| bounded(format!("with {}", joined(&parts, "and"))));
    }
}

/// An overlay with what it changes: `Club rules (drops min-small; fixes MFV 1000, level captain)`.
fn overlay(overlay: &OwnOverlay) -> String {
    let ids = |ids: &[String]| some(ids.iter().map(|id| short(id).into_owned()), ", ");
    let does = |verb: &str, all: &[String]| (!all.is_empty()).then(|| format!("{verb} {}", ids(all)));
    let mfv: Vec<String> = overlay.mfv.iter().map(|mfv| format!("MFV {mfv}")).collect();
    let mfv = (!mfv.is_empty()).then(|| joined(&mfv, "or"));
    let fixes = overlay.fixes.iter().map(|(id, values)| {
        let values: Vec<String> = values.iter().map(|value| stated::setting(id, value)).collect();
        joined(&values, "or")
    });
    let fixes: Vec<String> = mfv.into_iter().chain(fixes).collect();
    let changes = [
        does("drops", &overlay.drops),
        does("changes", &overlay.rules),
        does("waives", &overlay.consents),
        does("fixes", &fixes),
        does("changes", &overlay.others),
    ];
    let changes: Vec<String> = changes.into_iter().flatten().collect();
    let name = short(&overlay.name);
    if changes.is_empty() { name.into_owned() } else { format!("{name} ({})", changes.join("; ")) }
}

fn number(things: usize, what: &str) -> String {
    count(u32::try_from(things).unwrap_or(u32::MAX), what)
}

/// Joins the first names, and says how many more there are.
fn some(names: impl ExactSizeIterator<Item = String>, comma: &str) -> String {
    let more = names.len().saturating_sub(NAMED);
    let mut words = names.take(NAMED).collect::<Vec<_>>().join(comma);
    if more > 0 {
        let _ = write!(words, "{comma}and {more} more");
    }
    words
}

#[cfg(test)]
mod tests {
    use crate::shapes::report::{OwnUnit, Terms};

    #[test]
    fn games_and_units_are_counted() {
        let words = |names: &[&str], units: usize| {
            let unit = |number: usize| OwnUnit {
                id: String::new(),
                name: format!("U{number}"),
                nation: None,
                replaces: false,
            };
            let other_game = names.iter().map(|name| (*name).to_owned()).collect();
            let mut terms = Terms { other_game, own_units: (1..=units).map(unit).collect(), ..Terms::default() };
            terms.tell();
            terms.words.expect("terms")
        };
        assert_eq!(words(&["Cup"], 0), "with no rules of Cup, which is not about its game");
        assert_eq!(words(&["Cup", "Open"], 0), "with no rules of Cup and Open, which are not about its game");
        assert_eq!(words(&[], 3), "with 3 units from outside the ruleset (U1; U2; U3)");
        assert_eq!(words(&[], 5), "with 5 units from outside the ruleset (U1; U2; U3; and 2 more)");
    }
}
