//! Finds the game that a text is written for, if it does not name its ruleset.

use super::language::WordSort;
use super::lines::{for_reading, lines};
use muster_engine::list::{ArmyList, Squadron};

use super::line_facts::{MOST_LINES, says_id, words_of};
use super::survey::Survey;
use super::talk;
use super::text::read_all;
use super::units::UnitNameIndex;
use super::words::{Word, words};
use crate::listing::found::{Listing, TextContext};
use crate::listing::phrase;

/// How much it counts that a text states the game, that prose mentions its edition, and that a squadron costs what the
/// text says. A word that names a unit counts 1.
const STATED: usize = 1000;
const MENTIONED: usize = 6;
const PRICE: usize = 2;

/// The place of the game that a text seems to be written for, with the conclusion in a sentence. If several would do, the places
/// of all of them; none if no game knows a word of it.
pub(in super::super) fn likeliest(games: &[&UnitNameIndex], text: &str) -> Result<(usize, String), Vec<usize>> {
    let text = for_reading(text);
    let lines = lines(&text, |_| false);
    let said: Vec<Vec<Word>> = lines.iter().take(MOST_LINES).map(words_of).collect();
    let titles = titles(games);
    let score = |(place, units): (usize, &&UnitNameIndex)| {
        let stated = said.iter().zip(&lines).map(|(words, line)| {
            let is_talk = talk::is_talk(&line.bare, words);
            match titles[place].said(&line.bare, words) {
                0 => 0,
                1 if is_talk => MENTIONED,
                weight => weight * STATED,
            }
        });
        (stated.max().unwrap_or(0), Survey::new(units, &lines).most())
    };
    let scores: Vec<(usize, usize)> = games.iter().enumerate().map(score).collect();
    let sum = |place: usize| scores[place].0 + scores[place].1;
    let most = (0..games.len()).map(sum).max().filter(|most| *most > 0).ok_or_else(Vec::new)?;
    // Editions share names of units, but have other prices.
    let near: Vec<usize> = (0..games.len()).filter(|place| sum(*place) * 2 > most).collect();
    let fits: Vec<(usize, usize)> = match near.as_slice() {
        [only] => vec![(most, *only)],
        several => several.iter().map(|place| (sum(*place) + PRICE * prices(games[*place], &text), *place)).collect(),
    };
    let most = fits.iter().map(|(fit, _)| *fit).max().unwrap_or(0);
    let [best] = fits.iter().filter(|(fit, _)| *fit == most).map(|(_, place)| *place).collect::<Vec<_>>()[..] else {
        return Err(near);
    };
    let name = &games[best].ruleset.declarations().name;
    let why = match scores[best].0 {
        STATED.. => "which the text names",
        0 => "which has most of the units",
        _ => "which the text mentions",
    };
    Ok((best, format!("the game is taken as {name}, {why}")))
}

/// How many squadrons cost what the text states for them.
fn prices(units: &UnitNameIndex, text: &str) -> usize {
    let listings = read_all(units, text, TextContext::default());
    let costs = |squadron: &&Squadron, nation: Option<&str>| {
        let found = units.ruleset.find_unit(squadron.nation.as_deref().or(nation), &squadron.unit);
        let models = phrase::count(squadron.models.as_ref()).unwrap_or(1);
        let points = found.and_then(|(catalogue, ready)| catalogue.unit(ready).points);
        points.map(|points| points.saturating_mul(models)) == squadron.points && squadron.points.is_some()
    };
    let of = |listing: &Listing| {
        let ArmyList { nation, squadrons, groups, .. } = &listing.list;
        let all = squadrons.iter().chain(groups.iter().flat_map(|group| &group.squadrons));
        all.filter(|squadron| costs(squadron, nation.as_deref())).count()
    };
    listings.iter().map(of).sum()
}

/// What a text may call a game.
struct TitleWords {
    /// Words of its name that no other game has in its name, with `edition` behind them.
    own: Vec<String>,
    /// All words of its name.
    name: Vec<String>,
    /// The numbers of its edition, such as `2.51` and `2.5`.
    versions: Vec<String>,
    /// Its id, such as `gull-4`.
    id: String,
}

fn titles(games: &[&UnitNameIndex]) -> Vec<TitleWords> {
    let name = |units: &&UnitNameIndex| {
        let folded = words(&units.ruleset.declarations().name).into_iter();
        folded.filter(|word| word.number().is_none()).map(|word| word.folded).collect::<Vec<_>>()
    };
    let names: Vec<Vec<String>> = games.iter().map(name).collect();
    let title = |(place, units): (usize, &&UnitNameIndex)| {
        let declarations = units.ruleset.declarations();
        let is_own = |word: &&String| names.iter().enumerate().all(|(at, name)| at == place || !name.contains(word));
        let vintage = declarations.vintage.iter();
        let stated = [&declarations.edition, &declarations.name, &declarations.id].into_iter().chain(vintage);
        let versions = stated.flat_map(|text| decimals(text)).map(|(number, _)| number.to_owned()).collect();
        let mut own: Vec<String> = names[place].iter().filter(is_own).cloned().collect();
        // Anybody may be third; only a game is the third edition.
        let last = own.last().and_then(|last| names[place].iter().position(|word| word == last));
        let behind = last.and_then(|last| names[place].get(last + 1));
        own.extend(behind.filter(|word| WordSort::Editions.has(word)).cloned());
        TitleWords { own, name: names[place].clone(), versions, id: declarations.id.clone() }
    };
    games.iter().enumerate().map(title).collect()
}

impl TitleWords {
    /// How plainly a line states the game: 2 by its name, 1 by its edition.
    fn said(&self, text: &str, words: &[Word]) -> usize {
        let is_name = |at: usize| {
            let name = words.get(at..at + self.own.len());
            name.is_some_and(|name| name.iter().zip(&self.own).all(|(word, own)| word.folded == *own))
        };
        if !self.own.is_empty() && (0..words.len()).any(is_name) {
            return 2;
        }
        if says_id(&self.id, words) {
            return 1;
        }
        let is_edition = |number: &str, exact: bool| {
            self.versions
                .iter()
                .any(|version| if exact { version.starts_with(number) } else { major(version) == number })
        };
        let is_decimal = decimals(text).any(|(number, at)| {
            let behind = words.partition_point(|word| word.start < at + number.len());
            let price = || words.get(behind).is_some_and(|word| WordSort::Points.has(&word.folded));
            number.contains('.') && is_edition(number, true) && !price()
        });
        // The name of the game stands before the number, and nothing that the number counts behind it.
        let is_behind_name = |at: usize| {
            let before = at.checked_sub(2).and_then(|from| words.get(from..at)).filter(|_| !words[at].is_apart());
            let is_name = before.is_some_and(|before| before.iter().all(|word| self.name.contains(&word.folded)));
            is_name && words.get(at + 1).is_none_or(|next| next.is_apart() || next.start == words[at].end)
        };
        let numbered = |at: usize| {
            let has = |place: Option<usize>, sort: WordSort| {
                place.and_then(|place| words.get(place)).is_some_and(|word| sort.is(word))
            };
            let behind = words.get(at + 1).filter(|word| WordSort::Ordinals.is(word));
            let stands = has(Some(at + 1 + usize::from(behind.is_some())), WordSort::Editions)
                || has(at.checked_sub(1).filter(|_| !words[at].is_apart()), WordSort::BeforeEditions)
                || is_behind_name(at);
            words[at].number().is_some() && stands && is_edition(&words[at].folded, false)
        };
        usize::from(is_decimal || (0..words.len()).any(numbered))
    }
}

/// The number before the point of an edition.
fn major(version: &str) -> &str {
    version.split('.').next().unwrap_or(version)
}

/// The numbers in a text with the place where each begins: `2`, `2.51`.
fn decimals(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let is_part = |letter: char| letter.is_ascii_digit() || letter == '.';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|letter: char| letter.is_ascii_digit())?;
        let end = text[start..].find(|letter| !is_part(letter)).map_or(text.len(), |end| start + end);
        at = end;
        Some((text[start..end].trim_end_matches('.'), start))
    })
}
