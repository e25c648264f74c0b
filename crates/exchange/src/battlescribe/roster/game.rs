//! Finds the ruleset for a roster by the game that it states.

use muster_engine::list::RulesetName;
use muster_library::fault::{Fault, FaultKind};
use muster_library::shelf::{Edition, Shelf};

use super::conventions::{CONVENTIONS, Conventions};
use super::file::Roster;
use super::read;
use crate::listing::{Listing, Said};

/// Why a roster makes no list. The sentences begin with what the file is: `a roster of ...`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It states no game, nor does the user.
    #[error("a roster that does not name its game")]
    NoGame,
    /// No ruleset is for its game.
    #[error("a roster of `{0}`, a game that is not here")]
    OtherGame(String),
    /// Its game is known, but has no units.
    #[error("a roster of {0}, which has no units here yet")]
    NoUnits(String),
    /// Its game is known, but none of its units.
    #[error("a roster of {0}, but none of its units is known here")]
    NoneKnown(String),
    /// The ruleset that it needs cannot be used.
    #[error("a roster that cannot be read: {}", .0.message)]
    NoRuleset(Fault),
}

/// Reads the list of a roster under the ruleset for its game. `ruleset` is the id that the user states. It counts if the
/// roster states no game, if several rulesets are for its game, and for copies of known data under another game's id.
pub fn import(shelf: &Shelf, roster: &Roster, ruleset: Option<&str>, said: Said) -> Result<Listing, Unread> {
    let name = match read::ruleset(roster) {
        Some(ours) => ours,
        None => of_game(shelf, roster, ruleset)?,
    };
    let conventions = conventions(shelf.find(&name).map_err(Unread::NoRuleset)?)?;
    let ruleset = shelf.ruleset(&name, &[]).map_err(Unread::NoRuleset)?;
    read::read(&ruleset, &conventions, roster, said).ok_or_else(|| match conventions.game(roster) {
        Some(game) => Unread::NoneKnown(game.to_owned()),
        None => Unread::OtherGame(stated(roster).unwrap_or_default().to_owned()),
    })
}

/// The ruleset for the game that a roster states, else the one that the user states.
fn of_game(shelf: &Shelf, roster: &Roster, ruleset: Option<&str>) -> Result<RulesetName, Unread> {
    let mut found = None;
    for edition in shelf.editions() {
        let conventions = conventions(edition)?;
        if let Some(game) = conventions.without_units.get(roster.game_id.as_deref().unwrap_or_default()) {
            return Err(Unread::NoUnits(game.clone()));
        }
        if conventions.game(roster).is_some() && (found.is_none() || ruleset == Some(&edition.id)) {
            found = Some(edition.id.as_str());
        }
    }
    match (found.or(ruleset), stated(roster)) {
        (Some(id), _) => Ok(RulesetName::Id(id.to_owned())),
        (None, Some(game)) => Err(Unread::OtherGame(game.to_owned())),
        (None, None) => Err(Unread::NoGame),
    }
}

/// What a roster calls its game.
fn stated(roster: &Roster) -> Option<&str> {
    roster.game_name.as_deref().or(roster.game_id.as_deref())
}

fn conventions(edition: &Edition) -> Result<Conventions, Unread> {
    Conventions::read(CONVENTIONS, edition.import_file(CONVENTIONS)).map_err(|error| {
        let message = format!("the ruleset `{}` is broken: {error}", edition.id);
        Unread::NoRuleset(Fault::new(FaultKind::BrokenRuleset, message))
    })
}
