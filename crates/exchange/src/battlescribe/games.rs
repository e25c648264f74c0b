//! Which game a file of `BattleScribe` is for: catalogues, game systems and rosters all name the id of a game system.
//!
//! Two games may share an id, because people copy data to begin a new edition. Such files are told apart by words that
//! only one of them holds.

use indexmap::IndexMap;
use muster_engine::slug::slug;
use roxmltree::{Document, Node};
use serde::Deserialize;

use super::source::SourceFile;
use super::xml::ImportError;

/// The games of some id in a file of conventions: one, or several that share the id.
pub(super) type NamedGames = IndexMap<String, GameTitle>;

/// What a game is called in a sentence.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub(super) enum GameTitle {
    /// Its name.
    Name(String),
    /// Its name, and more by which its files are known.
    More {
        name: String,
        /// Names of categories or profile types of which its files hold at least one; empty if its id alone decides.
        #[serde(default)]
        holds: Vec<String>,
        /// What its files call it.
        #[serde(default)]
        called: Vec<String>,
    },
}

impl GameTitle {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Name(name) | Self::More { name, .. } => name,
        }
    }

    /// Whether its files call it so: by these words alone, or with more of them, such as a number of the data.
    fn is_called(&self, name: &str) -> bool {
        let called: &[String] = if let Self::More { called, .. } = self { called } else { &[] };
        let words = format!("{}-", slug(name));
        called.iter().any(|known| words.starts_with(&format!("{}-", slug(known)))) || slug(self.name()) == slug(name)
    }

    /// Whether a file of its id is of this game: sure, perhaps, or not.
    fn fits(&self, holds: &dyn Fn(&str) -> bool) -> Option<bool> {
        match self {
            Self::More { holds: words, .. } if !words.is_empty() => Some(words.iter().any(|word| holds(word))),
            Self::Name(_) | Self::More { .. } => None,
        }
    }
}

/// The games that the rulesets of a shelf know.
#[derive(Debug, Default)]
pub struct KnownGames {
    all: Vec<KnownGame>,
}

/// A game, and the ruleset that knows it.
#[derive(Debug)]
pub struct KnownGame {
    id: String,
    title: GameTitle,
    /// The id of the ruleset that names it.
    pub ruleset: String,
    /// Whether that ruleset has its units. Otherwise the game is only known by name.
    pub has_units: bool,
}

impl KnownGame {
    /// What it is called in a sentence: `the third edition of ...`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.title.name()
    }

    /// Whether its files call it so.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.title.is_called(name)
    }
}

impl KnownGames {
    /// Adds the games that a ruleset knows.
    pub(super) fn add(&mut self, ruleset: &str, games: NamedGames, has_units: bool) {
        let game = |(id, title)| KnownGame { id, title, ruleset: ruleset.to_owned(), has_units };
        self.all.extend(games.into_iter().map(game));
    }

    /// The games that a file with this id of a game system may be for. `holds` tells whether it holds a word.
    pub(super) fn find(&self, id: &str, holds: &dyn Fn(&str) -> bool) -> Vec<&KnownGame> {
        let of_id: Vec<&KnownGame> = self.all.iter().filter(|game| game.id == id).collect();
        let fitting = |wanted: Option<bool>| -> Vec<&KnownGame> {
            of_id.iter().copied().filter(|game| game.title.fits(holds) == wanted).collect()
        };
        let sure = fitting(Some(true));
        if sure.is_empty() { fitting(None) } else { sure }
    }

    /// The games that files call so.
    pub(super) fn called(&self, name: &str) -> impl Iterator<Item = &KnownGame> {
        self.all.iter().filter(move |game| game.is_called(name))
    }

    /// The game of each of these catalogues and game systems, which belong together if they name one id. None if no ruleset
    /// knows it. What no id tells, the name of the game system may: people copy data under an id of their own. Fails if a
    /// file cannot be parsed.
    pub fn of_files(&self, files: &[SourceFile]) -> Result<Vec<Option<&KnownGame>>, ImportError> {
        let documents = files.iter().map(SourceFile::parse).collect::<Result<Vec<_>, _>>()?;
        let of_id = |id: &str| {
            let belong = || documents.iter().filter(|document| system_id(document) == Some(id));
            let holds = |word: &str| belong().any(|document| is_held(document, word));
            let name = || belong().map(Document::root_element).find(|root| is_system(*root))?.attribute("name");
            self.find(id, &holds).into_iter().next().or_else(|| self.called(name()?).next())
        };
        Ok(documents.iter().map(|document| of_id(system_id(document)?)).collect())
    }

    /// Finds a game system among these files of which a ruleset knows neither the id nor the name. Returns the name of its file and
    /// the name of the system. Returns none if the ruleset names no game at all. Fails if a file cannot be parsed.
    pub fn strange_system(&self, ruleset: &str, files: &[SourceFile]) -> Result<Option<(String, String)>, ImportError> {
        if self.all.iter().all(|game| game.ruleset != ruleset) {
            return Ok(None);
        }
        for (file, game) in files.iter().zip(self.of_files(files)?) {
            let document = file.parse()?;
            let root = document.root_element();
            if is_system(root) && game.is_none_or(|game| game.ruleset != ruleset) {
                return Ok(Some((file.name.clone(), root.attribute("name").unwrap_or_default().to_owned())));
            }
        }
        Ok(None)
    }
}

/// The id of the game system that a file is for.
fn system_id<'d>(document: &'d Document) -> Option<&'d str> {
    let root = document.root_element();
    root.attribute(if is_system(root) { "id" } else { "gameSystemId" })
}

fn is_system(root: Node) -> bool {
    root.tag_name().name() == "gameSystem"
}

/// Whether a category or a profile type of a file has this name.
fn is_held(document: &Document, word: &str) -> bool {
    document.descendants().any(|node| {
        let is_named = matches!(node.tag_name().name(), "categoryEntry" | "category" | "profileType" | "categoryLink")
            && node.attribute("name") == Some(word);
        is_named || node.attribute("typeName") == Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> KnownGames {
        let game = |id: &str, ruleset: &str, title| KnownGame {
            id: id.to_owned(),
            title,
            ruleset: ruleset.to_owned(),
            has_units: true,
        };
        let holds = vec!["Line".to_owned(), "Patrol".to_owned()];
        KnownGames {
            all: vec![
                game("one", "first", GameTitle::Name("the first edition".to_owned())),
                game(
                    "one",
                    "second",
                    GameTitle::More { name: "the second edition".to_owned(), holds, called: Vec::new() },
                ),
                game("two", "second", GameTitle::Name("the second edition".to_owned())),
            ],
        }
    }

    fn game(text: &str) -> Option<String> {
        let file = SourceFile { name: "lake.cat".to_owned(), text: text.to_owned() };
        game_of(&[file])
    }

    /// The game of the first of several files.
    fn game_of(files: &[SourceFile]) -> Option<String> {
        let games = games();
        let first = games.of_files(files).unwrap_or_default().into_iter().next().flatten();
        first.map(|game| format!("{} {}", game.ruleset, game.name()))
    }

    #[test]
    fn a_file_is_known_by_the_id_of_its_game_system() {
        assert_eq!(game(r#"<gameSystem id="two" gameSystemId="one"/>"#).as_deref(), Some("second the second edition"));
        assert_eq!(game(r#"<catalogue id="two" gameSystemId="one"/>"#).as_deref(), Some("first the first edition"));
        assert_eq!(game(r#"<catalogue gameSystemId="three"/>"#), None);
        assert_eq!(game("<catalogue/>"), None);
    }

    #[test]
    fn a_library_is_of_the_game_of_the_files_that_name_its_id() {
        let file = |text: &str| SourceFile { name: "lake.cat".to_owned(), text: text.to_owned() };
        let library = file(r#"<catalogue gameSystemId="one"/>"#);
        let other = file(r#"<catalogue gameSystemId="one"><categoryEntry name="Patrol"/></catalogue>"#);
        assert_eq!(game_of(&[library.clone(), other]).as_deref(), Some("second the second edition"));
        let copy = file(r#"<catalogue gameSystemId="copy"/>"#);
        let system = file(r#"<gameSystem id="copy" name="The second edition"/>"#);
        assert_eq!(game_of(&[copy, system]).as_deref(), Some("second the second edition"));
    }

    #[test]
    fn a_game_system_that_a_ruleset_does_not_know_is_named() {
        let file = |text: &str| SourceFile { name: "lake.gst".to_owned(), text: text.to_owned() };
        let strange = |ruleset: &str, text: &str| games().strange_system(ruleset, &[file(text)]).unwrap_or_default();
        let other = r#"<gameSystem id="four" name="Tanks"/>"#;
        assert_eq!(strange("second", other), Some(("lake.gst".to_owned(), "Tanks".to_owned())));
        assert_eq!(strange("second", r#"<gameSystem id="one" name="A"/>"#), Some(("lake.gst".into(), "A".into())));
        assert_eq!(strange("second", r#"<gameSystem id="two" name="A"/>"#), None);
        assert_eq!(strange("second", r#"<gameSystem id="four" name="The second edition"/>"#), None);
        assert_eq!(strange("second", r#"<catalogue gameSystemId="four"/>"#), None);
        assert_eq!(strange("third", other), None, "it names no game");
    }

    #[test]
    fn files_of_one_id_are_told_apart_by_what_they_hold() {
        let with = |inside: &str| game(&format!(r#"<catalogue gameSystemId="one">{inside}</catalogue>"#));
        let second = Some("second the second edition".to_owned());
        assert_eq!(with(r#"<categoryEntry name="Patrol"/>"#), second);
        assert_eq!(with(r#"<profile typeName="Line"/>"#), second);
        assert_eq!(with(r#"<selectionEntry name="Line"/>"#), Some("first the first edition".to_owned()));
    }
}
