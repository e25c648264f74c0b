//! What the notes of a roster say of the list as a whole, against what its other parts say.

use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;

use super::file::Roster;
use crate::count::count;
use crate::listing::Doubt;
use crate::listing::fact;

/// Where notes and other parts of a roster contradict each other: in the force value, the nation, the game.
pub(super) fn contradictions(ruleset: &Ruleset, roster: &Roster) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let mut differ = |what: &str, note: &str, part: &str, stated: &str| {
        let text = format!("the notes say that the {what} is `{note}`, the {part} of the roster says `{stated}`");
        doubts.push(Doubt::differs(1, text, None));
    };
    let declarations = ruleset.declarations();
    let catalogue =
        roster.forces.iter().map(|force| force.catalogue.as_str()).find(|name| ruleset.nation(name).is_some());
    for (key, value) in roster.notes.iter().filter_map(|note| fact::said(note)) {
        match key {
            "MFV" => {
                let limit = roster.limit.filter(|limit| count(&value) != Some(*limit));
                if let Some(limit) = limit {
                    differ("force value", &value, "limit", &limit.to_string());
                }
            }
            "Nation" => {
                let other = catalogue.filter(|name| ruleset.nation(name) != ruleset.nation(&value));
                if let Some(name) = other {
                    differ("nation", &value, "catalogue", name);
                }
            }
            "Ruleset" => {
                let (named, id) = (fact::ruleset_named(&value), &declarations.id);
                let game = if roster.is_ours() { roster.game_id.as_deref() } else { Some(id.as_str()) };
                if let Some(game) = game.filter(|game| named.id() != *game) {
                    differ("ruleset", &value, "game", game);
                }
            }
            _ => {}
        }
    }
    let name = roster.game_name.as_deref().filter(|name| roster.is_ours() && slug(name) != slug(&declarations.name));
    if let Some(name) = name {
        differ("game", &declarations.name, "game system", name);
    }
    doubts
}
