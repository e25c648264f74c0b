//! The data of an import folder: recipe, spelling and corrections.

use std::collections::HashSet;
use std::io;

use muster_engine::slug::slug;
use muster_exchange::battlescribe::{ImportError, SourceFile};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::catalogue::ImportedCatalogue;
use super::correction::{Correction, CorrectionPlace, Corrections};
use super::data_names::name_options;
use super::fleets::{self, recipe::FleetRecipe};
use super::nation::import;
use super::notice::{ImportNotice, NoticeKind};
use super::recipe::{NationRecipe, Recipe};
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

/// A recipe with its spelling and corrections.
#[derive(Clone, Debug)]
pub struct Kit {
    /// How to make the catalogues.
    pub recipe: Recipes,
    /// How to spell names: `aliases.yaml`, and the special rules that the recipe names.
    pub spelling: Spelling,
    /// What to correct: `corrections.yaml`.
    pub corrections: Vec<Correction>,
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
        Ok(Self { recipe, spelling, corrections })
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

    /// The catalogue that a community file is by the name inside it, such as `Crown v3.06a`. None for a library, whose units
    /// come with other catalogues, and for other nations.
    #[must_use]
    pub fn nation_of(&self, file: &SourceFile) -> Option<&NationRecipe> {
        let document = file.parse().ok()?;
        let root = document.root_element();
        let name = format!("{}-", slug(root.attribute("name")?));
        let is = |nation: &&NationRecipe| name.starts_with(&format!("{}-", nation.stem()));
        let nations = self.nations().iter().filter(|_| root.attribute("library") != Some("true")).filter(is);
        nations.max_by_key(|nation| nation.stem().len())
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

    /// Imports one catalogue from its files, named as in [`NationRecipe::files`].
    pub fn import(&self, nation: &NationRecipe, files: &[SourceFile]) -> Result<ImportedCatalogue, ImportError> {
        let mut made = match &self.recipe {
            Recipes::Squadrons(recipe) => import(files, nation, recipe, &self.spelling, &self.corrections),
            Recipes::Sections(recipe) => sections::import(files, nation, recipe, &self.spelling, &self.corrections),
            Recipes::Fleets(recipe) => fleets::import(files, nation, recipe, &self.spelling, &self.corrections),
        }?;
        name_options(&mut made.catalogue, files)?;
        Ok(made)
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
    let text = read(name).map_err(|error| ImportError::new(name, error.to_string()))?;
    serde_yaml::from_str(&text).map_err(|error| ImportError::new(name, error.to_string()))
}
