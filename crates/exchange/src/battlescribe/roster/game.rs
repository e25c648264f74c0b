//! Finds the ruleset for a roster by the game that it states.

use std::io;
use std::sync::OnceLock;

use muster_engine::list::RulesetName;
use muster_library::fault::{FaultKind, FileFault};
use muster_library::shelf::{Edition, Shelf};

use super::conventions::{CONVENTIONS, Conventions};
use super::file::Roster;
use super::ids::UnitIds;
use super::names::are_alike;
use super::read;
use crate::battlescribe::games::{KnownGame, KnownGames};
use crate::battlescribe::xml::ImportError;
use crate::listing::{Listing, TextContext};

/// Why a roster makes no list. The sentences begin with what the file is: `a roster of ...`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RosterRefusal {
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
    NoRuleset(FileFault),
}

/// Reads rosters of all games. Keep it for many rosters: each game is made ready once.
#[derive(Debug)]
pub struct Importer<'s> {
    shelf: &'s Shelf,
    known: KnownGames,
    /// In the order of the versions on the shelf.
    games: Vec<RosterGame>,
}

#[derive(Debug)]
struct RosterGame {
    conventions: Result<Conventions, RosterRefusal>,
    units: OnceLock<Result<UnitIds, RosterRefusal>>,
}

impl<'s> Importer<'s> {
    /// An importer of rosters for the rulesets of a shelf.
    #[must_use]
    pub fn new(shelf: &'s Shelf) -> Self {
        let game = |edition| RosterGame { conventions: conventions(edition), units: OnceLock::new() };
        Self { shelf, known: games(shelf), games: shelf.versions().iter().map(game).collect() }
    }

    /// Reads the list of a roster under the ruleset for its game. Selections that are not understood are reported with
    /// their line. `ruleset` is the id that the user states. It counts if the roster states no game, and if it is one of
    /// those that the roster may be for, by the id or by the name of its game. Where it does not count, the listing says so.
    pub fn read(&self, roster: &Roster, ruleset: Option<&str>, context: TextContext) -> Result<Listing, RosterRefusal> {
        let name = read::ruleset(roster).map_or_else(|| self.of_game(roster, ruleset), Ok)?;
        let edition = self.shelf.find(&name).map_err(RosterRefusal::NoRuleset)?;
        let places = self.shelf.versions().iter().zip(&self.games);
        let Some((_, game)) = places.into_iter().find(|(one, _)| std::ptr::eq(*one, edition)) else {
            return Err(RosterRefusal::NoGame);
        };
        let conventions = game.conventions.as_ref().map_err(Clone::clone)?;
        let make = || self.shelf.ruleset(&name, &[]).map(UnitIds::new).map_err(RosterRefusal::NoRuleset);
        let units = game.units.get_or_init(make).as_ref().map_err(Clone::clone)?;
        let of_edition = |known: &&KnownGame| known.ruleset == edition.id;
        let known = self.of_roster(roster).into_iter().find(of_edition);
        let named = self.called(roster).find(of_edition);
        let is_of_game = known.or(named).is_some();
        let mut listing =
            read::read(units, conventions, is_of_game, roster, context).ok_or_else(|| match known.or(named) {
                Some(game) => RosterRefusal::NoneKnown(game.name().to_owned()),
                None => RosterRefusal::OtherGame(stated(roster).unwrap_or_default().to_owned()),
            })?;
        let title = &units.ruleset().declarations().name;
        self.tell_game(roster, known, title, &mut listing);
        if let Some(stated) = ruleset.filter(|stated| *stated != edition.id) {
            listing.concluded.push(format!(
                "the roster is read as one of {title}, not of `{stated}`, because of the id or the name of its game"
            ));
        }
        Ok(listing)
    }

    /// Tells if a roster of another program calls its game otherwise than the game that its id, or the user, states.
    fn tell_game(&self, roster: &Roster, known: Option<&KnownGame>, title: &str, listing: &mut Listing) {
        let Some(name) = roster.game_name.as_deref().filter(|_| !roster.is_ours()) else { return };
        let own = known.map_or(title, KnownGame::name);
        if known.is_some_and(|known| known.is_called(name)) || are_alike(own, name) || are_alike(title, name) {
            return;
        }
        let other = self.of_roster(roster).into_iter().next().filter(|other| other.name() != own);
        listing.concluded.push(match other {
            Some(other) => {
                format!(
                    "the roster calls its game `{name}`, but has the id of {}; it is read as one of {own}",
                    other.name()
                )
            }
            None => format!("the roster calls its game `{name}`; it is read as one of {own}"),
        });
    }

    /// The ruleset for the game that a roster states, else the one that the user states.
    fn of_game(&self, roster: &Roster, ruleset: Option<&str>) -> Result<RulesetName, RosterRefusal> {
        if let Some(broken) = self.games.iter().find_map(|game| game.conventions.as_ref().err()) {
            return Err(broken.clone());
        }
        let (of_id, called) = (self.of_roster(roster), self.called(roster).collect::<Vec<_>>());
        if let Some(game) = of_id.iter().find(|game| !game.has_units) {
            return Err(RosterRefusal::NoUnits(game.name().to_owned()));
        }
        // Data are copied to make data of a newer game, and keep the id. Then the name is that of the newer game.
        let asked = of_id.iter().chain(&called).find(|game| ruleset == Some(&game.ruleset));
        let found = asked.or(called.first()).or(of_id.first()).map(|game| game.ruleset.as_str());
        match (found.or(ruleset), stated(roster)) {
            (Some(id), _) => Ok(RulesetName::Id(id.to_owned())),
            (None, Some(game)) => Err(RosterRefusal::OtherGame(game.to_owned())),
            (None, None) => Err(RosterRefusal::NoGame),
        }
    }
}

impl Importer<'_> {
    /// The games that a roster may be of.
    fn of_roster(&self, roster: &Roster) -> Vec<&KnownGame> {
        let id = roster.game_id.as_deref();
        id.map(|id| self.known.find(id, &|word| roster.words.contains(word))).unwrap_or_default()
    }

    /// The games that another program calls as a roster calls its game.
    fn called(&self, roster: &Roster) -> impl Iterator<Item = &KnownGame> {
        let name = roster.game_name.as_deref().filter(|_| !roster.is_ours());
        name.into_iter().flat_map(|name| self.known.called(name)).filter(|game| game.has_units)
    }
}

/// The games that the rulesets of a shelf know. A ruleset whose conventions cannot be read knows none: whoever reads its
/// rosters says so.
#[must_use]
pub fn games(shelf: &Shelf) -> KnownGames {
    let mut games = KnownGames::default();
    for edition in shelf.editions() {
        if let Ok(conventions) = conventions(edition) {
            games.add(&edition.id, conventions.games, true);
            games.add(&edition.id, conventions.without_units, false);
        }
    }
    games
}

/// What a roster calls its game.
fn stated(roster: &Roster) -> Option<&str> {
    roster.game_name.as_deref().or(roster.game_id.as_deref())
}

/// The conventions of a ruleset; a ruleset without such a file has none.
fn conventions(edition: &Edition) -> Result<Conventions, RosterRefusal> {
    let read = match edition.import_file(CONVENTIONS) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Conventions::default()),
        text => text.map_err(|error| ImportError::new(CONVENTIONS, error.to_string())),
    };
    read.and_then(|text| Conventions::read(&text)).map_err(|error| {
        let message = format!("the ruleset `{}` is broken: {error}", edition.id);
        RosterRefusal::NoRuleset(FileFault::new(FaultKind::BrokenRuleset, message))
    })
}
