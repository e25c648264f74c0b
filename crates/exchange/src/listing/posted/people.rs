//! Finds who wrote a list: above it, beside its lines in a chat, or below it. Names of people and of fleets look alike,
//! so a name counts only where something says that it is one.

use std::collections::BTreeMap;
use std::ops::Range;

use super::language::{WordSort, fold};
use super::lines::BareLine;
use super::person::{
    self, MAX_NAME, MOST_WORDS, is_address, is_closing, is_club, is_coined, is_part, parts, shape, untitled,
};
use super::survey::Survey;
use super::units::UnitNameIndex;
use super::words::{Word, words};
use crate::listing::found::TextContext;
use crate::listing::known::{file_words, is_in_file};

/// How many lines of a text, or of a list, may name its player.
const HEAD: usize = 8;
/// How many lines below a name may name the nation or the limit.
const NEAR: usize = 2;
/// How many lines of a text stand below its last unit, at most, where somebody signs it.
const FOOT: usize = 12;
/// The fewest lines of a chat.
const CHAT: usize = 2;

/// The fewest messages of somebody in a chat without times.
const MESSAGES: usize = 3;

/// The player of a list, and what stands beside the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListPlayer {
    pub name: String,
    pub club: Option<String>,
    /// The number of the line. None if the text does not name anybody.
    pub line: Option<usize>,
}

impl ListPlayer {
    /// Who wrote the list of some lines. None if it is the sender of the text, whose name the caller has already.
    /// `is_only` is true if the text has no other list.
    pub(super) fn of(survey: &Survey, part: Range<usize>, context: TextContext, is_only: bool) -> Option<Self> {
        let finding =
            PlayerSearch { survey, units: survey.units, file: file_words(context.file.unwrap_or_default()), is_only };
        let found = finding.keyed(part.clone());
        let found = found.or_else(|| finding.speaker(part.clone())).or_else(|| finding.head(part.clone()));
        if let Some(found) = found {
            // If the name is a part of the sender's, the sender is the player, and the sender's name is complete.
            return Some(found).filter(|found| !context.sender.is_some_and(|sender| is_part(&found.name, sender)));
        }
        if context.sender.is_some() || !is_only {
            return None;
        }
        finding.signature(part).or_else(|| finding.of_file())
    }
}

/// The name of a person within the title of a list. The name of the file must have it too, so that it is no title. A
/// file that is named after the whole title says nothing: programs name files like this.
pub(crate) fn player_in(title: &str, file: &str) -> Option<String> {
    let file = file_words(file);
    if file == file_words(title) {
        return None;
    }
    let file: Vec<String> = file.into_iter().filter(|word| !person::is_of_lists(&fold(word))).collect();
    let is_number = |letter: char| letter.is_ascii_digit() || letter.is_whitespace();
    let names = parts(title).into_iter().map(|part| part.trim_matches(is_number));
    let mut names = names.filter(|name| shape(name) > Some(1) && is_in_file(name, file.iter().map(String::as_str)));
    names.next().filter(|_| names.next().is_none()).map(str::to_owned)
}

/// Sets the speakers of a chat without times, whose lines are such as `Anna: 3 Gulls`, and removes the names.
pub(super) fn part_speakers(units: &UnitNameIndex, lines: &mut [BareLine]) {
    let named = |line: &BareLine| {
        let (name, _) = line.text.split_once(": ")?;
        let is_handle = |word: &Word| person::may_name(units, word);
        let said = words(name);
        let is_name = (1..=2).contains(&said.len()) && said.iter().all(is_handle);
        (is_name && line.speaker.is_none() && line.bare.starts_with(name)).then_some(name.len())
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in &*lines {
        if let Some(end) = named(line) {
            *counts.entry(line.text[..end].to_owned()).or_default() += 1;
        }
    }
    counts.retain(|_, count| *count >= MESSAGES);
    // Most lines of a chat begin with a name.
    let all: usize = counts.values().sum();
    if all * 2 < lines.len() {
        return;
    }
    for line in lines {
        let text = line.text;
        if let Some(end) = named(line).filter(|end| counts.contains_key(&text[..*end])) {
            let name = &text[..end];
            if let Some(rest) = line.bare.strip_prefix(name).and_then(|rest| rest.strip_prefix(':')) {
                (line.speaker, line.bare) = (Some(name), rest.trim_start().to_owned());
            }
        }
    }
}

struct PlayerSearch<'f, 's, 'r> {
    survey: &'f Survey<'s, 'r>,
    units: &'f UnitNameIndex<'r>,
    /// The words of the file's name.
    file: Vec<String>,
    is_only: bool,
}

impl PlayerSearch<'_, '_, '_> {
    /// The one whom a line calls the player, beside other words: `(France, player: Anna)`; or the account of whoever
    /// posted the text: `u/anna`.
    fn keyed(&self, part: Range<usize>) -> Option<ListPlayer> {
        let lines = &self.survey.lines[part.start..part.end.min(self.survey.len())];
        let account = lines.iter().take(HEAD).find_map(|line| Some((line, account(&line.bare)?)));
        if let Some((line, name)) = account {
            return Some(ListPlayer { name: name.to_owned(), line: Some(line.number), ..ListPlayer::default() });
        }
        lines.iter().find_map(|line| {
            let (_, name) = line
                .bare
                .split([',', '(', ';', '|'])
                .find_map(|text| text.split_once(':').filter(|(key, _)| WordSort::PlayerKeys.is_text(key)))
                .or_else(|| {
                    // A row of a table that lost its columns.
                    line.bare.split_once([',', ';', '\t']).filter(|(key, _)| WordSort::PlayerKeys.is_text(key))
                })?;
            let name = name.trim().trim_end_matches(')').trim_end();
            let is_name = (1..=MAX_NAME).contains(&name.len());
            is_name.then(|| ListPlayer { name: name.to_owned(), line: Some(line.number), ..ListPlayer::default() })
        })
    }

    /// The one who posts most of the list in a chat.
    fn speaker(&self, part: Range<usize>) -> Option<ListPlayer> {
        let lines = &self.survey.lines[part.start..part.end.min(self.survey.len())];
        let is_chat = lines.iter().filter(|line| line.speaker.is_some()).count() >= CHAT;
        let mut said: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        let mut speaker = None;
        for (at, line) in lines.iter().enumerate().filter(|_| is_chat) {
            // What has no time belongs to the message above.
            speaker = line.speaker.or(speaker);
            if let Some(name) = speaker {
                let first = line.speaker_line.unwrap_or(line.number);
                let named = usize::from(self.survey.names_unit(part.start + at));
                said.entry(name).or_insert((0, first)).0 += named;
            }
        }
        let named = said.into_iter().filter(|(_, (named, _))| *named > 0);
        let (name, (_, line)) = named.max_by_key(|(_, (named, _))| *named)?;
        let name = name.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '.');
        let is_name = !name.is_empty() && name.len() <= MAX_NAME;
        is_name.then(|| ListPlayer { name: name.to_owned(), line: Some(line), ..ListPlayer::default() })
    }

    /// The one whom the first lines name.
    fn head(&self, part: Range<usize>) -> Option<ListPlayer> {
        let end = part.end.min(self.survey.len());
        let last = (part.start..end).rfind(|at| self.survey.is_entry(*at)).map_or(end, |last| last + 1);
        let first = (part.start + 1..end).find(|at| self.survey.is_entry(*at)).unwrap_or(end);
        for at in (part.start..first.min(part.start + HEAD)).chain(last.max(first)..end) {
            let line = &self.survey.lines[at];
            // "Dear Anna," is said to another.
            if line.bare.ends_with(',') {
                continue;
            }
            let parts = parts(&line.bare);
            let mut named =
                parts.iter().enumerate().filter_map(|(place, text)| self.named(at, part.clone(), &parts, place, text));
            let Some(name) = named.next() else { continue };
            if named.next().is_some() {
                // Two names, of which nothing says who is who.
                return None;
            }
            let club = parts.iter().find(|text| is_club(text)).map(|text| (*text).to_owned());
            return Some(ListPlayer { name, club, line: Some(line.number) });
        }
        None
    }

    /// The name in a part of a line, if something says that it is the player's: the name of the file, the nation or the
    /// limit beside it, or `by` before it.
    fn named(&self, at: usize, part: Range<usize>, parts: &[&str], place: usize, text: &str) -> Option<String> {
        let line = &self.survey.lines[at];
        let is_whole = parts.len() == 1;
        if let Some(name) = self.by(text).filter(|_| !self.survey.names_unit(at)) {
            return Some(name);
        }
        // `Volkov, Dmitri: Second Fleet`
        if let ([first, second, ..], 0) = (parts, place)
            && [first, second].iter().all(|one| person::name(self.units, one).is_some_and(|words| words == 1))
            && line.bare.starts_with(&format!("{first}, {second}"))
            && (self.is_filed(first) || line.bare[first.len() + 2 + second.len()..].starts_with(':'))
        {
            return Some(format!("{second} {first}"));
        }
        // "Anna's list"
        let owner = text.split_once("'s ").or_else(|| text.split_once("\u{2019}s "));
        if let Some((owner, thing)) = owner
            && person::name(self.units, owner).is_some()
            && WordSort::Files.is_text(thing.trim_end_matches(':'))
        {
            return Some(owner.to_owned());
        }
        let text = untitled(text);
        let is_filed = self.is_filed(text);
        // `TOM (Gulls)` above one of several lists.
        let quiet = (!self.is_only && parts.len() > 1).then(|| person::quiet(text)).flatten();
        let looks = quiet.as_deref().unwrap_or(text);
        let count = if is_filed { person::said(self.units, text) } else { person::name(self.units, looks) }?;
        // A list may be called like its file, but then in one word.
        if is_filed && count > 1 {
            return Some(text.to_owned());
        }
        let is_of_nation = |word: &Word| self.units.nations.has(&word.folded);
        let says = |at: usize| {
            let words = self.survey.words(at);
            self.survey.nations_of(at).next().is_some() || has_limit(words) && words.iter().any(is_of_nation)
        };
        let is_export = line.bare.ends_with(']') || line.text.starts_with("++");
        if is_export || line.speaker.is_some() || self.survey.is_story(at) {
            return None;
        }
        let end = self.survey.len().min(part.end).min(at + 1 + NEAR);
        let near = (at.saturating_sub(NEAR).max(part.start)..end).any(|at| says(at) && !self.survey.is_entry(at));
        let is_said = match (count, is_whole) {
            // "Anna (Nation)" or "Nation (Anna)" above one of several lists.
            (1, _) => {
                let place = line.bare.find(text)?;
                let (before, behind) = (line.bare[..place].trim_end(), line.bare[place + text.len()..].trim_start());
                !self.is_only && (behind.starts_with('(') || before.ends_with('(')) && says(at)
            }
            (_, true) => near && at == part.start && !is_coined(text),
            // A name before a story is that of who tells it.
            (_, false) => {
                says(at)
                    || near && parts.iter().any(|part| is_club(part))
                    || place == 0 && at == part.start && (near || parts[1].split_whitespace().count() > 3)
            }
        };
        is_said.then(|| text.to_owned())
    }

    /// The name behind `by`.
    fn by(&self, text: &str) -> Option<String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_plain = |word: &str| WordSort::By.has(word) && !WordSort::Particles.has(word);
        // Such a word may be one of a name, too: `von`.
        let is_foreign = |word: &str| !is_plain(word) && WordSort::By.has(word);
        let is_by = |at: &usize| {
            let introduces = *at > 0 && WordSort::NameIs.is_text(&words[at - 1..=*at].join(" "));
            introduces || is_plain(words[*at]) || is_foreign(words[*at]) && words.len() < MOST_WORDS
        };
        let at = (0..words.len()).rfind(is_by)?;
        let is_title = at == 0 || words[..at].iter().any(|word| word.starts_with(char::is_uppercase));
        // "By Anna Berg on Friday": the name is what looks like one.
        let mut ends = (at + 2..=words.len().min(at + MOST_WORDS)).rev();
        let (name, count) = ends.find_map(|end| {
            let name = words.get(at + 1..end)?.join(" ");
            let count = person::said(self.units, &name)?;
            Some((name, count))
        })?;
        // What follows "Flotte von" may be a nation instead of a person.
        let is_sure = !is_foreign(words[at]) || count > 1 && at > 0;
        (is_title && is_sure && count <= 3).then_some(name)
    }

    /// The one who signs below the list.
    fn signature(&self, part: Range<usize>) -> Option<ListPlayer> {
        let end = part.end.min(self.survey.len());
        let last = (part.start..end).rfind(|at| self.survey.is_entry(*at) || self.survey.names_unit(*at));
        let below = last.map_or(part.start, |last| last + 1);
        for at in (below..end).rev().take(FOOT) {
            let line = &self.survey.lines[at];
            if line.is_idle() {
                continue;
            }
            let before = (at > part.start).then(|| &self.survey.lines[at - 1]);
            let marks = ['-', '~', '\u{2013}', '\u{2014}', ' '];
            let text = untitled(line.bare.trim_start_matches(marks)).trim_end_matches(['.', ' ']);
            let club =
                self.survey.lines[at + 1..end].iter().find(|line| is_club(&line.bare)).map(|line| line.bare.clone());
            let found = |name: &str| ListPlayer { name: name.to_owned(), club: club.clone(), line: Some(line.number) };
            // "Cheers, Anna"
            let closed = text.rsplit_once([',', '!', '\u{2013}']).filter(|(before, _)| is_closing(before));
            let below = before.filter(|before| is_closing(&before.bare)).map(|_| text);
            if let Some(name) = closed.map(|(_, name)| name.trim()).or(below) {
                return person::may_sign(self.units, name).then(|| found(name));
            }
            let Some(count) = person::name(self.units, text) else {
                if line.number == self.survey.lines[end - 1].number
                    || is_closing(text)
                    || is_club(text)
                    || is_address(&words(text))
                    || line.bare.contains('@')
                {
                    continue;
                }
                return None;
            };
            if is_closing(text) {
                continue;
            }
            // "- Anna" below a list without such bullets
            let has_bullets = || self.survey.lines[part.start..at].iter().any(|line| line.text.starts_with('-'));
            let is_dashed = line.opens && line.text.starts_with('-') && !has_bullets();
            let is_sign =
                line.text.starts_with(['~', '\u{2013}', '\u{2014}']) || line.text.starts_with("--") || is_dashed;
            let tells = |line: &BareLine| line.bare.ends_with(['.', '!', '?', ',', ')']) && line.bare.contains(' ');
            let is_signed = is_sign
                || before.is_some_and(|before| is_closing(&before.bare) || tells(before) || before.text == "--");
            return (is_signed || count > 1 && line.opens).then(|| found(text));
        }
        None
    }

    /// The one whom the file is named after: `anna-berg.txt`, `liste berg.txt`.
    fn of_file(&self) -> Option<ListPlayer> {
        let is_list = |word: &String| WordSort::Files.is_text(word);
        let is_game = |word: &String| words(word).iter().all(|word| self.units.says(word));
        let own: Vec<&String> = self.file.iter().filter(|word| !is_list(word) && !is_game(word)).collect();
        if !own.iter().all(|word| words(word).iter().all(|word| person::may_name(self.units, word))) {
            return None;
        }
        let is_listed = self.file.iter().any(is_list);
        let is_plain = own.iter().all(|word| word.chars().all(char::is_alphabetic) && word.len() > 1);
        let is_named = match own.len() {
            1 => is_listed && own[0].len() > 3,
            2 => own.iter().all(|word| word.len() > 2),
            _ => false,
        };
        let capital = |word: &&String| {
            let mut letters = word.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
        };
        let name = own.iter().map(capital).collect::<Vec<_>>().join(" ");
        (is_plain && is_named).then(|| ListPlayer { name, ..ListPlayer::default() })
    }

    /// Whether the name of the file repeats a word of a person's name. Words such as `list` do not count.
    fn is_filed(&self, text: &str) -> bool {
        let own = self.file.iter().filter(|word| words(word).iter().all(|word| person::may_name(self.units, word)));
        is_in_file(text, own.map(String::as_str))
    }
}

/// Finds the name in a line that only states a forum account: `anna` in `u/anna`.
fn account(text: &str) -> Option<&str> {
    let name = text.strip_prefix('/').unwrap_or(text).strip_prefix("u/")?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    ((1..=MAX_NAME).contains(&name.len()) && name.chars().all(is_name)).then_some(name)
}

/// Whether words state a number of points.
fn has_limit(words: &[Word]) -> bool {
    words.iter().any(|word| word.number().is_some_and(|number| number >= 200))
}

#[cfg(test)]
mod tests {
    use super::player_in;

    #[test]
    fn a_file_named_after_its_list_names_no_player() {
        assert_eq!(player_in("Golden Lilies", "lists/Golden Lilies.rosz"), None);
        assert_eq!(player_in("Golden Lilies 1250", "golden-lilies-1250.ros"), None);
        assert_eq!(player_in("Golden Lilies - Anna Berg", "berg.ros").as_deref(), Some("Anna Berg"));
    }
}
