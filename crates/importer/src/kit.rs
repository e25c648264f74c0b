//! The data of an import folder: recipe, spelling, corrections and printed cards.

use std::collections::{HashMap, HashSet};
use std::io;

use muster_engine::slug::slug;
use muster_exchange::battlescribe::{ImportError, SourceFile};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::catalogue::{ImportedCatalogue, origin};
use super::correction::{Correction, CorrectionPlace, Corrections, NO_UNIT};
use super::data_names::name_options;
use super::fleets::{self, cards::CardsAtHand, cards::printed, cards::printed::PrintedCard, recipe::FleetRecipe};
use super::head::{FileHead, HeadKind};
use super::nation::import;
use super::notice::{ImportNotice, NoticeKind};
use super::recipe::{DataEdition, NationRecipe, Recipe, Traits};
use super::sections::{self, recipe::SectionRecipe};
use super::spelling::{SpecialRuleFields, Spelling};

/// How to make the catalogues: `recipe.yaml`, depending on its `kind`.
#[derive(Clone, Debug)]
pub enum Recipes {
    /// Squadrons of ships or similar units: `kind: recipe`.
    Squadrons(Box<Recipe>),
    /// Sections of soldiers, in which options create other models: `kind: sections`.
    Sections(Box<SectionRecipe>),
    /// Units that fill the slots of Battlefleets: `kind: battlefleets`.
    Fleets(Box<FleetRecipe>),
}

/// A catalogue made from files that a person gave.
#[derive(Clone, Debug)]
pub struct GivenImport {
    /// The catalogue, with notices.
    pub made: ImportedCatalogue,
    /// Whether the file is in the state that the recipe was made for. Otherwise nothing was corrected.
    pub is_ours: bool,
}

/// A recipe with its spelling and corrections.
#[derive(Clone, Debug)]
pub struct Kit {
    /// How to make the catalogues.
    pub recipe: Recipes,
    /// How to spell names: `aliases.yaml`, and the special rules that the recipe names.
    pub spelling: Spelling,
    /// What to correct: `corrections.yaml`.
    pub corrections: Vec<Correction>,
    /// The printed cards that the recipe names, by the names of catalogues.
    pub cards: HashMap<String, Vec<PrintedCard>>,
}

impl Kit {
    /// Reads the files of a recipe with `read`, which gets names relative to the recipe's folder. Names of special
    /// rules files begin with `../`.
    pub fn load(read: impl Fn(&str) -> io::Result<String>) -> Result<Self, ImportError> {
        let head: RecipeHead = parse("recipe.yaml", &read)?;
        let recipe = match head.kind.as_str() {
            "sections" => Recipes::Sections(Box::new(parse("recipe.yaml", &read)?)),
            "battlefleets" => Recipes::Fleets(Box::new(parse("recipe.yaml", &read)?)),
            _ => Recipes::Squadrons(Box::new(parse("recipe.yaml", &read)?)),
        };
        let special_rules = match &recipe {
            Recipes::Squadrons(recipe) => &recipe.special_rules,
            Recipes::Sections(recipe) => &recipe.special_rules,
            Recipes::Fleets(recipe) => &recipe.special_rules,
        };
        let mut spelling: Spelling = parse("aliases.yaml", &read)?;
        for name in special_rules {
            spelling.known.extend(parse::<Vec<SpecialRuleFields>>(name, &read)?);
        }
        let corrections = parse::<Corrections>("corrections.yaml", &read)?.corrections;
        let mut cards = HashMap::new();
        if let Recipes::Fleets(recipe) = &recipe {
            for (stem, file) in recipe.cards.iter().flat_map(|words| &words.files) {
                cards.insert(stem.clone(), printed::read(&file.file, &text(&file.file, &read)?)?);
            }
        }
        Ok(Self { recipe, spelling, corrections, cards })
    }

    /// The catalogue with this name, which may be a nation's id or the name of a catalogue or community file.
    #[must_use]
    pub fn nation(&self, name: &str) -> Option<&NationRecipe> {
        let is = |nation: &&NationRecipe| {
            let file = nation.file.rsplit('/').next();
            nation.stem() == name || nation.file == name || file == Some(name)
        };
        self.nations().iter().find(is)
    }

    /// The catalogue that a community file is by the name inside it, such as `Crown v3.06a` or `The Crown`. None for a library, whose units
    /// come with other catalogues, and for other nations.
    #[must_use]
    pub fn nation_of(&self, file: &SourceFile) -> Option<&NationRecipe> {
        let head = FileHead::of(file).ok().filter(|head| head.kind == HeadKind::Catalogue)?;
        let name = slug(&head.name);
        // One word or a version may follow. `Union of Egypt` is another nation.
        let is_version = |word: &str| word.trim_start_matches('v').starts_with(|letter: char| letter.is_ascii_digit());
        let plain = name.strip_prefix("the-").unwrap_or(&name);
        let begins = |stem: &str| name.strip_prefix(stem).or_else(|| plain.strip_prefix(stem));
        let is = |nation: &&NationRecipe| match begins(nation.stem()) {
            Some("") => true,
            Some(rest) => rest.strip_prefix('-').is_some_and(|rest| !rest.contains('-') || is_version(rest)),
            None => false,
        };
        self.nations().iter().filter(is).max_by_key(|nation| nation.stem().len())
    }

    /// How to make the catalogue of a nation that the recipe does not know from one file, named `file` in any folder. `names`
    /// are the file names that are at hand, among them that of the game system.
    #[must_use]
    pub fn of_other_nation(&self, id: &str, file: &str, names: &[String]) -> Option<NationRecipe> {
        let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
        let is_there = |nation: &&NationRecipe| name(&nation.system).is_some_and(|name| names.contains(&name));
        let like = self.nations().iter().find(is_there).or_else(|| self.nations().first())?;
        Some(NationRecipe {
            id: Some(id.to_owned()),
            catalogue: None,
            file: file.to_owned(),
            made_for: Some(DataEdition::default()),
            stand_in: None,
            codes: Vec::new(),
            traits: Traits::new(),
            ..like.clone()
        })
    }

    /// The catalogues to make.
    #[must_use]
    pub fn nations(&self) -> &[NationRecipe] {
        match &self.recipe {
            Recipes::Squadrons(recipe) => &recipe.nations,
            Recipes::Sections(recipe) => &recipe.nations,
            Recipes::Fleets(recipe) => &recipe.nations,
        }
    }

    /// Imports one catalogue of the data that the recipe was made for, from its files, named as in [`NationRecipe::files`].
    pub fn import(&self, nation: &NationRecipe, files: &[SourceFile]) -> Result<ImportedCatalogue, ImportError> {
        self.make(nation, files, &self.corrections, true)
    }

    /// Imports one catalogue from files that a person gives, named as in [`NationRecipe::files`]. It has the units of these
    /// files alone. If the recipe was made for other data, its corrections do not apply, and the catalogue states the origin
    /// and the edition that the file states. `shown` is the name of the nation's file in the sentence on the origin.
    pub fn import_given(
        &self,
        nation: &NationRecipe,
        files: &[SourceFile],
        shown: &str,
    ) -> Result<GivenImport, ImportError> {
        let file = files.iter().find(|file| file.name == nation.file);
        let head = FileHead::of(file.ok_or_else(|| ImportError::new(&nation.file, "no such file"))?)?;
        let is_ours = nation.made_for.as_ref().is_none_or(|made| made.is(&head));
        if is_ours {
            let mut made = self.make(nation, files, &self.corrections, false)?;
            made.catalogue.source = origin(self.source(), shown, &nation.vintage);
            // Units of cards alone stay away, and with them what is corrected of these.
            made.notices.retain(|notice| notice.message != NO_UNIT);
            return Ok(GivenImport { made, is_ours });
        }
        let other = NationRecipe { vintage: head.title(), ..nation.clone() };
        let mut made = self.make(&other, files, &[], false)?;
        made.catalogue.source = format!("Names and figures of community data: {} ({shown})", head.title());
        Ok(GivenImport { made, is_ours })
    }

    /// Makes one catalogue. `has_all_cards` says whether a card that belongs to no unit of the files makes a unit.
    fn make(
        &self,
        nation: &NationRecipe,
        files: &[SourceFile],
        corrections: &[Correction],
        has_all_cards: bool,
    ) -> Result<ImportedCatalogue, ImportError> {
        let mut made = match &self.recipe {
            Recipes::Squadrons(recipe) => import(files, nation, recipe, &self.spelling, corrections),
            Recipes::Sections(recipe) => sections::import(files, nation, recipe, &self.spelling, corrections),
            Recipes::Fleets(recipe) => {
                let cards = self.cards.get(nation.stem()).map_or(&[][..], Vec::as_slice);
                let cards = CardsAtHand { cards, make_units: has_all_cards };
                fleets::import(files, nation, recipe, &self.spelling, corrections, cards)
            }
        }?;
        name_options(&mut made.catalogue, files)?;
        Ok(made)
    }

    /// The sentence on the origin of the data that the recipe was made for.
    fn source(&self) -> &str {
        match &self.recipe {
            Recipes::Squadrons(recipe) => &recipe.source,
            Recipes::Sections(recipe) => &recipe.source,
            Recipes::Fleets(recipe) => &recipe.source,
        }
    }

    /// Whether a printed card names a special rule, or the tokens that it is called after.
    pub(super) fn is_on_cards(&self, rule: &str) -> bool {
        let names = |printed: &String| {
            let printed = self.spelling.rule(printed, &[]);
            printed.split(['(', '/', ')']).any(|name| name.trim() == rule)
        };
        self.cards.values().flatten().any(|card| {
            let rows = card.weapons.iter().chain(&card.options).flat_map(|row| &row.rules);
            card.properties.iter().chain(&card.systems).chain(rows).any(names)
        })
    }

    /// Notices on corrections that found nothing to correct in any catalogue.
    pub(super) fn idle(&self, corrected: &HashSet<String>) -> Vec<ImportNotice> {
        let stems: HashSet<&str> = self.nations().iter().map(NationRecipe::stem).collect();
        let idle = self.corrections.iter().filter_map(|correction| match &correction.at {
            CorrectionPlace::Entry { entry: id } | CorrectionPlace::Profile { profile: id } => {
                Some(id).filter(|id| !corrected.contains(*id))
            }
            CorrectionPlace::Unit { catalogue, .. } => Some(catalogue).filter(|stem| !stems.contains(stem.as_str())),
        });
        idle.map(|id| ImportNotice {
            kind: NoticeKind::Unknown,
            file: "corrections.yaml".to_owned(),
            line: 0,
            entry: id.clone(),
            message: "a correction finds nothing to correct".to_owned(),
        })
        .collect()
    }
}

/// The part of a recipe that states its kind.
#[derive(Deserialize)]
struct RecipeHead {
    kind: String,
}

fn parse<T: DeserializeOwned>(name: &str, read: &impl Fn(&str) -> io::Result<String>) -> Result<T, ImportError> {
    serde_yaml::from_str(&text(name, read)?).map_err(|error| ImportError::new(name, error.to_string()))
}

fn text(name: &str, read: &impl Fn(&str) -> io::Result<String>) -> Result<String, ImportError> {
    read(name).map_err(|error| ImportError::new(name, error.to_string()))
}
