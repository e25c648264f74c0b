//! What a text says of the whole list: its limit, its sum, its player, its settings.

use muster_engine::list::{ArmyList, SettingValue};
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use muster_library::limits;

use super::language::WordSort;
use super::names::name_words;
use super::numbers::number;
use super::talk;
use super::words::{Word, words};

/// The least number of points that may be a limit or a sum.
const LEAST: u32 = 100;
/// How many words may stand between a number and the word that says what it is.
const NEAR: usize = 4;
/// What most limits are multiples of.
const ROUND: u32 = 50;
/// The longest name of a list or a player, in bytes.
const MAX_NAME: usize = 200;
/// The most words of a name.
const MOST_WORDS: usize = 6;

/// A number that may be the limit or the sum.
#[derive(Clone, Copy, Debug)]
struct PossibleLimit {
    number: u32,
    line: usize,
    /// How certain its meaning is: 3 if it can mean nothing else, 1 if it is only likely.
    weight: u8,
    /// It stands in brackets behind something, as programs write what a list costs.
    is_bracketed: bool,
    /// It takes the place of the numbers before it: `500... sorry, 1000 points`.
    corrects: bool,
}

/// The limits and sums that were stated so far.
#[derive(Clone, Default)]
pub(super) struct Heads {
    limits: Vec<PossibleLimit>,
    sums: Vec<PossibleLimit>,
    /// Numbers in the head of a program's list, each of which may be the limit or the sum.
    either: Vec<PossibleLimit>,
}

/// From which lines the limit and the sum of a list were taken.
pub(super) struct LimitLines {
    /// The limit and its line in a sentence, if the text does not state plainly which number is the limit.
    pub concluded: Option<String>,
    pub limit_line: Option<usize>,
    pub sum_line: Option<usize>,
}

/// Where a line is, and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct HeadPlace {
    pub line: usize,
    /// Units stand above it.
    pub below_units: bool,
    /// It names the nation of the list.
    pub names_nation: bool,
    /// It is framed or marked as the head of a program's list.
    pub is_head: bool,
}

impl Heads {
    /// Takes the numbers of a line that names no unit. False if it states no limit and no sum.
    pub(super) fn numbers(&mut self, text: &str, words: &[Word], place: HeadPlace) -> bool {
        let before = self.limits.len() + self.sums.len() + self.either.len();
        let is_talk = talk::is_talk(text, words);
        let near = |at: usize| at.saturating_sub(NEAR)..words.len().min(at + NEAR + 1);
        let gap = |at: usize| {
            let start = at.checked_sub(1).map_or(0, |before| words[before].end);
            &text[start..words.get(at).map_or(text.len(), |word| word.start)]
        };
        let said = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", |word| word.folded.as_str());
        let is = |at: Option<usize>, sort: WordSort| sort.has(said(at));
        let is_game = |at: Option<usize>| is(at, WordSort::Games) || is(at, WordSort::Lists);
        // Telephone numbers and parts of them begin with 0.
        let is_of_phone = |word: &Word| {
            let said = &text[word.start..word.end];
            said.len() > 3 && said.starts_with('0') && said.bytes().all(|byte| byte.is_ascii_digit())
        };
        let mut at = if words.iter().any(is_of_phone) { words.len() } else { 0 };
        while at < words.len() {
            let place_at = at;
            at += 1;
            let Some((number, behind)) = thousand(text, words, place_at) else { continue };
            let is_k = words[place_at].number() != Some(number);
            at = behind;
            let mut next = behind;
            let has_points = is(Some(next), WordSort::Points);
            next += usize::from(has_points);
            let is_of_each = is(Some(next), WordSort::Each) || is(Some(next), WordSort::Articles);
            if number == 0 || number > limits::MFV || is_year(text, words, place_at) {
                continue;
            }
            // "700 to 450" is the score of a game.
            let is_between = is(Some(behind), WordSort::BetweenScores) && gap(behind) == " " && gap(behind + 1) == " ";
            if is_between && words.get(behind + 1).and_then(Word::number).is_some() {
                at = behind + 2;
                continue;
            }
            let back = |steps: usize| place_at.checked_sub(steps);
            let is_sum = words[near(place_at)].iter().any(is_total);
            let is_bracketed = gap(place_at).contains(['(', '[']);
            let corrects = (1..=2).any(|steps| is(back(steps), WordSort::Changes))
                || is(back(1), WordSort::Without) && words.get(place_at).is_some_and(Word::is_apart);
            let stated = |weight: u8| PossibleLimit { number, line: place.line, weight, is_bracketed, corrects };
            let over = gap(behind).trim() == "/" || is(Some(next), WordSort::BetweenSums) && !is_k;
            let larger = words
                .get(if over { next } else { behind } + usize::from(is(Some(next), WordSort::BetweenSums)))
                .and_then(Word::number);
            let larger = larger.filter(|larger| over && (number.max(1)..=limits::MFV).contains(larger));
            let counts_points = words.iter().any(|word| WordSort::Points.has(&word.folded));
            // A small number counts points only where the text says so.
            let is_limited = (1..=3).any(|steps| is(back(steps), WordSort::Limits));
            let is_mfv = (1..=3).any(|steps| said(back(steps)) == "mfv");
            let is_added = number < LEAST && is(back(1), WordSort::Adding);
            if is_added || number < LEAST && !(is_sum || is_mfv || larger.is_some() && counts_points) {
                continue;
            }
            let smaller = words
                .get(behind)
                .and_then(Word::number)
                .filter(|smaller| over && *smaller >= LEAST && *smaller < number);
            if let Some(smaller) = smaller.filter(|_| is_sum) {
                // "1000 / 955 used"
                self.limits.push(stated(3));
                self.sums.push(PossibleLimit { number: smaller, ..stated(3) });
                at = behind + 1;
            } else if let Some(larger) = larger {
                self.sums.push(stated(3));
                self.limits.push(PossibleLimit { number: larger, ..stated(3) });
                at = behind + 1 + usize::from(!gap(behind).contains('/'));
            } else if is_limited {
                self.limits.push(stated(3));
            } else if is(back(1), WordSort::Nearly) || is(Some(next), WordSort::Nearly) {
                // "About 1000", "50 left".
            } else if place.is_head {
                self.either.push(stated(2));
            } else if is_sum || gap(place_at).contains('=') || is(Some(next), WordSort::AfterSums) {
                self.sums.push(stated(if is_sum { 3 } else { 2 }));
            } else if has_points && (is_game(Some(next)) || is_of_each && is_game(Some(next + 1))) {
                self.limits.push(stated(3));
            } else if gap(place_at).contains('@') || is_k || is(back(1), WordSort::BeforeSizes) && !place.below_units {
                self.limits.push(stated(if is_talk { 1 } else { 2 }));
            } else if place.below_units {
                let is_bare = words.iter().all(|word| word.number().is_some() || WordSort::Points.has(&word.folded));
                let leads = words[..place_at].iter().all(talk::is_talk_word);
                if is_bare || !has_points && leads && !words.get(next).is_some_and(|word| word.capital) {
                    self.sums.push(stated(if is_bare { 2 } else { 1 }));
                } else if is(back(1), WordSort::BeforeSizes) || is_talk && has_points {
                    self.limits.push(stated(1));
                }
            } else if has_points || place.names_nation || words.len() == 1 {
                self.limits.push(stated(if is_talk { 1 } else { 2 }));
            } else if next == words.len() && words[place_at].is_apart() && number % ROUND == 0 {
                self.limits.push(stated(1));
            }
        }
        self.limits.len() + self.sums.len() + self.either.len() > before
    }

    /// Takes a sum that stands beside units, and a limit behind it.
    pub(super) fn sum(&mut self, sum: u32, limit: Option<u32>, line: usize) {
        self.sums.push(PossibleLimit { number: sum, line, weight: 3, is_bracketed: false, corrects: false });
        self.limits.extend(limit.map(|number| PossibleLimit {
            number,
            line,
            weight: 3,
            is_bracketed: false,
            corrects: false,
        }));
    }

    /// Takes a number of points beside units that is more than they cost.
    pub(super) fn limit(&mut self, number: u32, line: usize) {
        self.limits.push(PossibleLimit { number, line, weight: 1, is_bracketed: false, corrects: false });
    }

    /// Sets the sum, and the limit if the list has none. `claimed` is the sum of all prices that are stated, `costs` what the
    /// list costs.
    pub(super) fn settle(mut self, list: &mut ArmyList, claimed: u32, costs: Option<u32>) -> LimitLines {
        if let Some(last) = self.limits.iter().rposition(|stated| stated.corrects) {
            self.limits.drain(..last);
        }
        // In brackets, what the entries cost is their sum, and so is a number that nobody agrees on.
        let has_other = |number: u32| self.limits.iter().any(|other| other.number != number);
        let is_claimed = |number: u32| claimed > 0 && number == claimed;
        let is_sum = |stated: &PossibleLimit| {
            let is_odd = !stated.number.is_multiple_of(ROUND);
            let is_paid = is_claimed(stated.number) || Some(stated.number) == costs && has_other(stated.number);
            stated.weight < 3 && (stated.is_bracketed && (is_odd || is_paid) || is_odd && is_paid)
        };
        let (sums, limits): (Vec<PossibleLimit>, Vec<PossibleLimit>) = self.limits.iter().copied().partition(is_sum);
        self.limits = limits;
        self.sums.splice(0..0, sums);
        // A program writes the limit before the sum, or the sum alone.
        let mut either = std::mem::take(&mut self.either);
        let largest = either.iter().map(|stated| stated.number).max().unwrap_or(0);
        let smallest = either.iter().map(|stated| stated.number).min().unwrap_or(0);
        let total = self.sums.iter().map(|stated| stated.number).next_back();
        if largest > smallest {
            self.limits.extend(either.iter().find(|stated| stated.number == largest));
            self.sums.extend(either.iter().rev().find(|stated| stated.number != largest));
        } else if let Some(only) = either.pop() {
            // A sum is what the entries cost, or near it.
            let near = only.number.abs_diff(claimed) * 8 <= only.number;
            if total.map_or(near, |total| total == only.number) {
                self.sums.push(only);
            } else {
                self.limits.push(only);
            }
        }
        let exact = self.sums.iter().find(|stated| claimed > 0 && stated.number == claimed);
        let plainest = || self.sums.iter().max_by_key(|stated| (stated.weight, stated.line));
        let sum = exact.or_else(plainest).copied();
        list.points = sum.map(|stated| stated.number).or(list.points);
        let sum_line = sum.map(|stated| stated.line);
        let plainest = self.limits.iter().rev().max_by_key(|stated| (stated.weight, !stated.is_bracketed));
        let Some(PossibleLimit { number, line, weight, .. }) = plainest.filter(|_| list.mfv.is_none()) else {
            return LimitLines { concluded: None, limit_line: None, sum_line };
        };
        list.mfv = Some(*number);
        let concluded = (*weight < 3).then(|| format!("the MFV is taken as {number}, from line {line}"));
        LimitLines { concluded, limit_line: Some(*line), sum_line }
    }
}

/// The number at a word as people write thousands, and the place behind it: `1k`, `1.5k`, `1 250`, `1'250`. Digits in groups
/// are one number only where a word beside them says that they are points.
fn thousand(text: &str, words: &[Word], at: usize) -> Option<(u32, usize)> {
    let number = words[at].number()?;
    let gap = |at: usize| words.get(at).map(|word| &text[words[at - 1].end..word.start]);
    let is = |at: usize, sort: WordSort| words.get(at).is_some_and(|word| sort.is(word));
    let digits = |at: usize| {
        words
            .get(at)
            .map(|word| &text[word.start..word.end])
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if let (Some("." | ","), Some(part), Some("")) = (gap(at + 1), digits(at + 1), gap(at + 2))
        && words.get(at + 2).is_some_and(|word| word.folded == "k")
        && part.len() <= 3
    {
        let scale = 10_u32.checked_pow(3 - u32::try_from(part.len()).ok()?)?;
        let more = part.parse::<u32>().ok()?.checked_mul(scale)?;
        return Some((number.checked_mul(1000)?.checked_add(more)?, at + 3));
    }
    let is_grouped = matches!(gap(at + 1), Some(" " | "'" | "\u{2019}"))
        && (1..=3).contains(&(words[at].end - words[at].start))
        && digits(at + 1).is_some_and(|digits| digits.len() == 3);
    let is_about_points =
        is(at + 2, WordSort::Points) || at > 0 && (is(at - 1, WordSort::Limits) || is_total(&words[at - 1]));
    if is_grouped && is_about_points {
        let more = words[at + 1].number()?;
        return Some((number.checked_mul(1000)?.checked_add(more)?, at + 2));
    }
    let is_k = words.get(at + 1).is_some_and(|next| next.folded == "k" && next.start == words[at].end);
    let is_written = || words.get(at + 1).is_some_and(|next| WordSort::Thousands.is(next));
    if is_k || is_written() { Some((number.checked_mul(1000)?, at + 2)) } else { Some((number, at + 1)) }
}

/// Whether a word stands beside the sum of a list.
fn is_total(word: &Word) -> bool {
    WordSort::Totals.is(word) || WordSort::Spent.is(word)
}

/// Whether a number is a year in a date or in the name of an event.
fn is_year(text: &str, words: &[Word], at: usize) -> bool {
    let is_long = words[at].number().is_some_and(|number| (1990..2100).contains(&number));
    let before = at.checked_sub(1).map(|before| &words[before]);
    let dated = before.is_some_and(|before| {
        let gap = &text[before.end..words[at].start];
        matches!(gap, "." | "/" | "-") || before.number().is_none() && before.capital && gap == " "
    });
    is_long && dated && !words.get(at + 1).is_some_and(|next| WordSort::Points.has(&next.folded))
}

/// Who made the list and when, where the text says it plainly: `Player: Anna`. False if it does not.
pub(super) fn is_about_player(list: &mut ArmyList, text: &str) -> bool {
    let Some((key, value)) = text.split_once(':') else { return false };
    // Another key may follow in the line, or what stands in brackets: `Player: Anna (Gulls)   Opponent: Tom`.
    let value = value.split("  ").find(|part| !part.trim().is_empty()).unwrap_or(value);
    let value = value.split(" (").next().unwrap_or(value);
    let (key, value) = (key.trim().to_lowercase(), value.trim());
    if value.is_empty() || value.len() > MAX_NAME {
        return false;
    }
    let player = list.player.as_deref().unwrap_or_default();
    let is = |sort: WordSort| sort.is_text(&key);
    if is(WordSort::FirstNameKeys) {
        list.player = Some(format!("{value} {player}").trim_end().to_owned());
        return true;
    }
    if is(WordSort::LastNameKeys) {
        list.player = Some(format!("{player} {value}").trim_start().to_owned());
        return true;
    }
    if is(WordSort::DateKeys) {
        let Some(date) = date(value) else { return false };
        list.date.get_or_insert(date);
        return true;
    }
    let numbered = key.trim_end_matches(|letter: char| letter.is_ascii_digit() || " #".contains(letter));
    let field = if WordSort::PlayerKeys.is_text(numbered) || key.ends_with(" by") {
        &mut list.player
    } else if is(WordSort::ClubKeys) {
        &mut list.club
    } else if is(WordSort::MailKeys) && value.contains('@') {
        &mut list.email
    } else if is(WordSort::ListKeys) {
        &mut list.name
    } else {
        return false;
    };
    field.get_or_insert_with(|| value.to_owned());
    true
}

/// A date as `2016-04-03`, also from `3.4.2016`.
fn date(value: &str) -> Option<String> {
    let parts: Vec<&str> = value.split(['-', '.']).map(str::trim).collect();
    let [first, month, last] = parts.as_slice() else { return None };
    let (year, day) = if first.len() == 4 { (first, last) } else { (last, first) };
    let (year, month, day): (u32, u32, u32) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let is_day = (1000..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_day.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// A setting that a line states, with the places of its words.
pub(super) struct StatedSetting<'r> {
    id: &'r String,
    value: SettingValue,
    pub words: Vec<usize>,
}

/// Sets what a line states of settings: `Core: Naval`, `2 platoons`. False if it states none.
pub(super) fn set(ruleset: &Ruleset, list: &mut ArmyList, words: &[Word]) -> bool {
    let stated = settings(ruleset, list, words);
    let is_any = !stated.is_empty();
    list.settings.extend(stated.into_iter().map(|StatedSetting { id, value, .. }| (id.clone(), value)));
    is_any
}

/// The settings that a line states and the list does not have yet.
pub(super) fn settings<'r>(ruleset: &'r Ruleset, list: &ArmyList, words: &[Word]) -> Vec<StatedSetting<'r>> {
    let mut stated = Vec::new();
    // `(1000 points, naval)` states a value without the name of its setting.
    let is_alone = |at: usize| {
        words[at].is_apart()
            && words.get(at + 1).is_none_or(Word::is_apart)
            && words.iter().any(|word| word.number().is_some())
            && words.iter().any(|word| WordSort::Points.is(word) || word.folded == "k")
    };
    for (id, setting) in &ruleset.declarations().settings {
        let own = name_words(id);
        let named: Vec<usize> = (0..words.len()).filter(|at| own.contains(&words[*at].folded)).collect();
        if list.settings.contains_key(id) {
            continue;
        }
        let value = setting.values.iter().find_map(|(value, choice)| {
            let said = slug(&choice.title);
            let is_said = |at: &usize| words[*at].folded == said && (!named.is_empty() || is_alone(*at));
            (0..words.len()).find(is_said).map(|at| (at, SettingValue::Word(value.clone())))
        });
        let counted = || {
            let before = |at: &usize| at.checked_sub(1).and_then(|before| Some((before, number(&words[before])?)));
            let number = named.iter().find_map(before);
            let range = setting.range.as_ref()?;
            let fits = |number: u32| range.min <= number && range.max.is_none_or(|max| number <= max);
            number.filter(|(_, number)| fits(*number)).map(|(at, number)| (at, SettingValue::Number(number)))
        };
        if let Some((at, value)) = value.or_else(counted) {
            stated.push(StatedSetting { id, value, words: named.into_iter().chain([at]).collect() });
        }
    }
    stated
}

/// The name of a list in its first line: what is quoted there, what stands between the nation and the points, or all of
/// it if that is plausible.
pub(super) fn title(ruleset: &Ruleset, text: &str) -> Option<String> {
    let quoted = || {
        let (_, rest) = text.split_once(['"', '\u{201c}', '\u{201e}'])?;
        Some(rest.split_once(['"', '\u{201d}', '\u{201c}'])?.0)
    };
    let between = || {
        let parts: Vec<&str> = text.split(" - ").map(str::trim).collect();
        match parts.as_slice() {
            [nation, name, points] if ruleset.nation(nation).is_some() && points.starts_with('[') => Some(*name),
            _ => None,
        }
    };
    let whole = || {
        let said = words(text);
        let is_plain = (1..=MOST_WORDS).contains(&said.len())
            && said[0].capital
            && said.iter().all(|word| word.number().is_none())
            && !said.iter().all(|word| WordSort::Lists.is(word) || WordSort::Owning.is(word))
            && !text.ends_with([':', '.', ',', ';', '!', '?'])
            && !text.contains(['|', '\t', ';', '[', '('])
            && !said.iter().any(talk::is_talk_word);
        is_plain.then_some(text)
    };
    let name = quoted().or_else(between).or_else(whole)?.trim();
    (!name.is_empty() && name.len() <= MAX_NAME).then(|| name.to_owned())
}

/// A heading without the points at its end: `Home Battlefleet, 1500 points:`.
pub(super) fn without_points<'l>(bare: &'l str, words: &[Word]) -> &'l str {
    let points = words.iter().rev().take_while(|word| word.number().is_some() || WordSort::Points.is(word)).last();
    let bare = points.and_then(|first| bare.get(..first.start)).unwrap_or(bare);
    bare.trim_end_matches([',', ':', ' ', '-', '\u{2013}'])
}
