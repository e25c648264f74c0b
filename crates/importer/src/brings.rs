//! Reads which models a unit brings from the wording of the special rule.

use super::attach::by_code;
use super::recipe::{NationRecipe, Recipe};

/// The content of such a wording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BroughtWording {
    /// The id of the special rule.
    pub rule: String,
    /// The name of what is brought, as printed; empty if not stated.
    pub name: String,
    /// True if the nation's wings are brought.
    pub wings: bool,
    /// The number of models.
    pub models: Option<u32>,
    /// The number of squadrons.
    pub squadrons: Option<u32>,
    /// The player divides the models into squadrons.
    pub divided: bool,
}

/// Reads `Rule (nation, name, number, manner)` or `Rule (number, 2x4 Name)`; none for any other rule.
pub(super) fn wording(text: &str, nation: &NationRecipe, recipe: &Recipe) -> Option<BroughtWording> {
    let base = text.split('(').next().unwrap_or_default().trim();
    let (_, rule) = recipe.brings.rules.iter().find(|(name, _)| name.eq_ignore_ascii_case(base))?;
    let inside = text.split_once('(').map_or("", |(_, inside)| inside.trim_end().trim_end_matches(')'));
    let mut wording = BroughtWording { rule: rule.clone(), ..BroughtWording::default() };
    let mut name = Vec::new();
    let is = |list: &[String], word: &str| list.iter().any(|known| known.eq_ignore_ascii_case(word));
    for word in inside.split([' ', ',', ':', ';']).filter(|word| !word.is_empty()) {
        if let Some((squadrons, models)) = split(word) {
            (wording.squadrons, wording.models) = (Some(squadrons), Some(models));
        } else if let Ok(number) = word.parse() {
            wording.models = wording.models.or(Some(number));
        } else if by_code(word, nation, recipe).is_none() && !is(&recipe.brings.manners, word) {
            name.push(word);
        }
    }
    wording.wings = !name.is_empty() && name.iter().all(|word| is(&recipe.brings.wings, word));
    wording.name = name.join(" ");
    if is(&recipe.brings.divided, base) {
        wording.wings = true;
        wording.divided = wording.squadrons.is_none();
        // A number before a split such as `2x4` has another meaning.
        if let Some((_, models)) = inside.split([' ', ',']).find_map(split) {
            wording.models = Some(models);
        }
    }
    Some(wording)
}

/// `2x4`: two squadrons of four.
fn split(word: &str) -> Option<(u32, u32)> {
    let (squadrons, models) = word.split_once(['x', 'X'])?;
    Some((squadrons.parse().ok()?, models.parse().ok()?))
}
