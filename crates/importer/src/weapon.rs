//! Reads weapons from their profiles.

use muster_engine::catalogue::{Stat, Weapon};

use super::entry::EntryProfile;
use super::notice::{NoticeKind, Notices};
use super::recipe::Recipe;
use super::spelling::Spelling;

/// Reads a weapon. `bearers` are names of the model that may be repeated in the weapon's name.
pub(super) fn weapon(
    profile: &EntryProfile,
    bearers: &[String],
    recipe: &Recipe,
    spelling: &Spelling,
    notices: &mut Notices,
) -> Weapon {
    let mut weapon = named(&spelling.tidy(&profile.name), bearers, recipe);
    if weapon.class.is_none() {
        let by_word = recipe.weapons.by_word.iter().find(|rule| rule.pattern.0.is_match(&weapon.name));
        match by_word {
            Some(rule) => weapon.class.clone_from(&rule.class),
            None => notices.add(NoticeKind::Missing, profile.line, &profile.name, "weapon without class"),
        }
    }
    for columns in &recipe.weapons.bands {
        let text = columns.iter().find_map(|column| profile.values.get(column)).map_or("", |text| text.trim());
        if text.is_empty() {
            notices.add(NoticeKind::Missing, profile.line, &profile.name, format!("no {}", columns.join("/")));
        }
        let text = if text.is_empty() { "-" } else { text };
        weapon.bands.push(text.parse().map_or_else(|_| Stat::Text(text.to_owned()), Stat::Number));
    }
    let bands = || recipe.weapons.bands.iter().flatten();
    notices.add_unread(profile, |column| *column == recipe.weapons.arc || bands().any(|band| band == column));
    let arc = profile.values.get(&recipe.weapons.arc).map_or("", |arc| arc.trim());
    match arc {
        "" => notices.add(NoticeKind::Missing, profile.line, &profile.name, "weapon without arc"),
        "-" => {}
        arc => {
            let tidy = spelling.tidy(arc);
            weapon.arc = Some(recipe.weapons.arcs.get(&tidy).cloned().unwrap_or(tidy));
        }
    }
    weapon
}

/// Splits a printed name into name, class and number.
fn named(text: &str, bearers: &[String], recipe: &Recipe) -> Weapon {
    let mut weapon = Weapon::default();
    let mut name = text.to_owned();
    if let Some(class) = recipe.weapons.class.find(&name) {
        weapon.class = Some(class.to_uppercase());
        name = recipe.weapons.class.0.replace(&name, " ").into_owned();
    }
    if let Some(count) = recipe.weapons.count.find(&name).and_then(|count| count.parse().ok()) {
        weapon.count = Some(count).filter(|count| *count > 1);
        name = recipe.weapons.count.0.replace(&name, " ").into_owned();
    }
    let longest = bearers.iter().filter(|bearer| starts_with_words(&name, bearer)).map(String::len).max();
    let rest = name.get(longest.unwrap_or(0)..).unwrap_or_default();
    let rest = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    // A weapon may have just the name of its model; then keep it.
    weapon.name = if rest.is_empty() { name.split_whitespace().collect::<Vec<_>>().join(" ") } else { rest };
    weapon
}

fn starts_with_words(text: &str, start: &str) -> bool {
    !start.is_empty()
        && text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
        && text.get(start.len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}
