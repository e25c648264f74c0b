//! Decides which lines stand for squadrons and which are only names, if they have a word of a unit's name.

use std::ops::Range;

use super::language::WordSort;
use super::line::connects;
use super::line_facts::LineFacts;
use super::lines::BareLine;
use super::names::NameMatch;
use super::numbers::counted;
use super::person::{is_closing, is_club, shape};
use super::talk;
use super::units::UnitKey;
use super::words::Word;
use crate::listing::evidence::{Evidence, sum};

/// The most words of a line that is only a name.
const NAME: usize = 8;
/// An entry with more words does not show how the entries of a text are written.
const ENTRY: usize = 40;
/// Evidence of at least this weight says what kind of name a line is.
const KIND: i32 = 20;
/// The fewest entries that show how the entries of a text are written.
const FEW: usize = 2;
/// The most models of a squadron, if nothing limits it.
const MODELS: u32 = 15;
/// The least number of points that a whole list has.
const SIZE: u32 = 200;
/// A word of so few letters may be any word.
const SHORT: usize = 3;

/// What a line that has a word of a unit's name is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sense {
    /// It is only a name.
    pub is_name: bool,
    /// What speaks for a squadron, and what for a name. Nothing does if the line is too long for one, or surely an entry.
    pub of_squadron: Vec<Evidence>,
    pub of_name: Vec<Evidence>,
    /// The unit that it may stand for.
    pub unit: UnitKey,
}

impl Sense {
    /// Whether a number counts the unit, or is a price that fits it.
    pub(super) fn is_counted(&self) -> bool {
        self.of_squadron.iter().any(|evidence| matches!(evidence, Evidence::Counted | Evidence::Priced))
    }

    /// Whether the line stands between entries, and nothing says what kind of name it is.
    pub(super) fn is_among_entries(&self) -> bool {
        self.of_name.contains(&Evidence::Inside) && self.of_name.iter().all(|evidence| evidence.weight() < KIND)
    }
}

/// How the entries of a text are written.
#[derive(Clone, Copy, Default)]
struct EntryStyle {
    counted: usize,
    priced: usize,
    items: usize,
    entries: usize,
}

/// What each line is that has a word of a unit's name; none for lines that have none.
pub(super) fn senses(facts: &LineFacts) -> Vec<Option<Sense>> {
    let lines = 0..facts.len();
    let hits: Vec<Option<UnitInLine>> = lines.clone().map(|line| hit(facts, line)).collect();
    let sure: Vec<usize> =
        lines.clone().filter(|line| hits[*line].as_ref().is_some_and(|hit| hit.is_sure(facts.words(*line)))).collect();
    let mut style = EntryStyle { entries: sure.len(), ..EntryStyle::default() };
    for (line, hit) in sure.iter().filter_map(|line| Some((*line, hits[*line].as_ref()?))) {
        style.items += usize::from(facts.lines[line].item);
        style.counted += usize::from(hit.is_counted);
        style.priced += usize::from(hit.is_priced);
    }
    // Lines directly below the last of them belong to the entries, too.
    let goes_on = |line: &usize| facts.lines.get(*line).is_some_and(|next| !next.opens && !next.signed);
    let first = sure.first().copied();
    let last = sure.last().map(|last| (*last + 1..facts.len()).take_while(goes_on).last().unwrap_or(*last));
    hits.iter()
        .enumerate()
        .map(|(line, hit)| {
            let hit = hit.as_ref()?;
            let words = facts.words(line);
            let sorts = |word: &Word| facts.units.headings.contains(&word.folded);
            let is_heading = words.iter().all(sorts) || facts.units.allocation(words).is_some();
            let is_sentence = words.len() > FEW && facts.lines[line].bare.ends_with(['.', '!', '?']);
            let is_entry = facts.lines[line].is_entry || hit.is_sure(words) && hit.is_counted;
            // Several words of a unit's name directly above the first entry belong to the entries.
            let is_above = |first: usize| (line + 1..=first).all(|next| !facts.lines[next].opens);
            let leads = hit.found.matched > 1 && line > 0 && first.is_some_and(is_above);
            let is_beside = first.is_none_or(|first| line < first && !leads) || last.is_none_or(|last| line > last);
            let of_squadron = hit.of_squadron(facts, line, style, is_beside);
            let mut of_name = of_name(facts, line, hit, is_beside);
            let is_content = |(at, word): (usize, &Word)| {
                word.number().is_none()
                    && !WordSort::Points.is(word)
                    && !facts.is_of_nation(line, at)
                    && !is_of_game(facts, word)
            };
            let content = words.iter().enumerate().filter(|(at, word)| is_content((*at, word))).count();
            if content > NAME
                || is_heading
                || is_sentence
                || is_entry
                || of_name.iter().all(|evidence| evidence.weight() < 0)
            {
                of_name.clear();
            }
            let is_name = !of_name.is_empty() && sum(&of_squadron) < sum(&of_name);
            Some(Sense { is_name, of_squadron, of_name, unit: hit.unit })
        })
        .collect()
}

/// Words of a line that name a unit.
struct UnitInLine {
    found: NameMatch<UnitKey>,
    unit: UnitKey,
    is_counted: bool,
    is_priced: bool,
    /// The words of a choice of its group, such as a doctrine. They say nothing of lists, though one may be `Command`.
    of_group: Range<usize>,
}

/// The longest name of a unit in a line: of the nation with most units of the text that has one there.
fn hit(facts: &LineFacts, line: usize) -> Option<UnitInLine> {
    let words = facts.words(line);
    if words.len() > ENTRY || !facts.has_word_of_unit(line) {
        return None;
    }
    let nation = facts.nation_of_hits(line);
    let at = |at: usize| facts.units.at(nation, words, at).filter(|found| found.is_distinct);
    // A nation's name may have a word of a unit's name.
    let is_free = |at: &usize| !facts.is_of_nation(line, *at);
    let found =
        (0..words.len()).filter(is_free).filter_map(at).max_by_key(|found| (found.matched, found.is_whole()))?;
    let unit = *found.things.first()?;
    let start = found.words.start;
    let behind = words.get(found.words.end);
    let is_times = behind.is_some_and(|word| word.folded == "x")
        && words.get(found.words.end + 1).is_some_and(|word| word.number().is_some());
    let counts = |at: usize| Some(counted(words, at)).filter(|counted| counted.is_stated).map(|counted| counted.next);
    let is_counted =
        is_times || (0..=start).any(|at| counts(at).is_some_and(|next| next == start || at == 0 && next < start));
    let points = words[found.words.end..].iter().rev().find_map(Word::number);
    let (catalogue, ready) = facts.units.get(unit);
    let base = catalogue.unit(ready).points.filter(|base| *base > 0);
    // With all its options, a squadron costs at most twice as much as its models.
    let most =
        catalogue.unit(ready).squadron.map_or(MODELS, |size| size.max.unwrap_or(MODELS)).max(1).saturating_mul(2);
    let is_priced =
        points.zip(base).is_some_and(|(points, base)| points >= base && points <= base.saturating_mul(most));
    let behind = found.words.end..words.len();
    let choice = |at: usize| Some(at..facts.units.group_choice(&[nation], words, at)?.2);
    let of_group = behind.into_iter().find_map(choice).unwrap_or_default();
    Some(UnitInLine { found, unit, is_counted, is_priced, of_group })
}

impl UnitInLine {
    /// Whether the line is an entry for certain.
    fn is_sure(&self, words: &[Word]) -> bool {
        let is_whole = self.found.is_whole() && self.found.misspelt.is_none();
        // `PB-2 Fleet` names the fleet.
        let is_of_list = || self.beside(words).any(|word| WordSort::Lists.has(&word.folded));
        self.is_counted && (is_whole || self.found.matched > 1 || self.is_priced)
            || is_whole && self.found.matched > 1 && !is_of_list()
    }

    /// The words of the line beside the name.
    fn beside<'w>(&self, words: &'w [Word]) -> impl Iterator<Item = &'w Word> {
        let is_beside = |at: &usize| !self.found.words.contains(at) && !self.of_group.contains(at);
        words.iter().enumerate().filter(move |(at, _)| is_beside(at)).map(|(_, word)| word)
    }

    fn of_squadron(&self, facts: &LineFacts, line: usize, style: EntryStyle, is_beside: bool) -> Vec<Evidence> {
        let words = facts.words(line);
        let Self { found, is_counted, is_priced, .. } = self;
        let mut evidence = vec![if found.is_whole() {
            Evidence::WholeName
        } else if found.matched > 1 {
            Evidence::SomeWords
        } else {
            Evidence::OneWord
        }];
        let mut add = |evidence_of: Evidence, is: bool| evidence.extend(is.then_some(evidence_of));
        add(Evidence::Misspelt, found.misspelt.is_some() || found.slip.is_some());
        add(Evidence::Counted, *is_counted);
        add(Evidence::Priced, *is_priced);
        let is_role = |word: &Word| facts.units.roles.has(&word.folded);
        add(Evidence::HasRole, words.iter().enumerate().any(|(at, word)| !found.words.contains(&at) && is_role(word)));
        if style.entries >= FEW {
            let most = |number: usize| number * 5 >= style.entries * 4;
            let few = |number: usize| number * 5 <= style.entries;
            let fits = |number: usize, is: bool| if is { !few(number) } else { !most(number) };
            let is_alike = fits(style.counted, *is_counted)
                && fits(style.priced, *is_priced)
                && fits(style.items, facts.lines[line].item);
            add(Evidence::Alike, is_alike && (*is_counted || *is_priced || few(style.counted) && few(style.priced)));
            add(Evidence::Unalike, !is_alike);
        }
        add(Evidence::Beside, is_beside);
        let about = facts.units.about(self.unit);
        let beside = || self.beside(words);
        let is_option = |word: &Word| word.folded.len() > SHORT && about.options.has(&word.folded);
        let is_of_card = |word: &Word| about.options.has(&word.folded) || about.card.has(&word.folded);
        let has_option = !self.of_group.is_empty() || beside().any(is_option);
        evidence.extend(has_option.then_some(Evidence::HasOption));
        let is_other = |word: &&Word| word.number().is_none() && !is_known(facts, word) && !is_of_card(word);
        evidence.extend(beside().filter(is_other).map(|_| Evidence::OtherWord));
        evidence
    }
}

/// Whether a word says something of a list: one of the game, or one that connects others.
fn is_known(facts: &LineFacts, word: &Word) -> bool {
    facts.units.says(word) || connects(word) || WordSort::Points.has(&word.folded) || word.folded.len() == 1
}

fn of_name(facts: &LineFacts, line: usize, hit: &UnitInLine, is_beside: bool) -> Vec<Evidence> {
    let words = facts.words(line);
    let text = facts.lines[line].bare.as_str();
    let beside = || hit.beside(words);
    let has_number = beside().any(|word| word.number().is_some());
    let names_nation = facts.nations.get(line).is_some_and(|named| !named.is_empty());
    let is_size =
        |pair: &[Word]| pair[0].number().is_some_and(|number| number >= SIZE) && WordSort::Points.is(&pair[1]);
    let mut evidence = Vec::new();
    let mut add = |evidence_of: Evidence, is: bool| evidence.extend(is.then_some(evidence_of));
    add(Evidence::First, facts.lines[line].number == facts.lines[0].number);
    add(Evidence::Short, !has_number && !talk::is_talk(text, words));
    add(Evidence::Heads, names_nation && words.windows(2).any(is_size));
    add(Evidence::Inside, !is_beside);
    add(Evidence::OfLists, beside().any(|word| WordSort::Lists.has(&word.folded)));
    add(Evidence::OfClubs, is_club(text));
    add(Evidence::OfTheGame, facts.is_game(line));
    add(Evidence::Signed, is_signed(facts, line));
    let is_person =
        shape(text).is_some_and(|words| (2..=3).contains(&words)) && beside().any(|word| !facts.units.says(word));
    add(Evidence::OfAPerson, is_person);
    let is_key = |(key, _): (&str, &str)| {
        let key = key.trim().to_lowercase();
        let last = key.rsplit(' ').next().unwrap_or(&key);
        [WordSort::PlayerKeys, WordSort::ClubKeys, WordSort::Leaders].iter().any(|sort| sort.is_text(last))
    };
    // `+ WARLORD: Gull` stands in the frame above a list.
    let is_framed = |(key, _): (&str, &str)| facts.lines[line].text.starts_with('+') && key == key.to_uppercase();
    add(Evidence::Keyed, text.split_once(':').is_some_and(|parts| is_key(parts) || is_framed(parts)));
    evidence
}

/// Whether a word is one for an edition of the game.
fn is_of_game(facts: &LineFacts, word: &Word) -> bool {
    facts.units.game.contains(&word.folded) || WordSort::Editions.is(word) || WordSort::BeforeEditions.is(word)
}

/// Whether a line stands where people sign: behind dashes, or below the end of a letter.
fn is_signed(facts: &LineFacts, line: usize) -> bool {
    let marks = |text: &str| text.starts_with("--") || text.starts_with(['\u{2014}', '~']);
    let Some(before) = line.checked_sub(1).map(|before| &facts.lines[before]) else { return false };
    let is_last = facts.lines.len() - line <= 3;
    let BareLine { text, signed, .. } = &facts.lines[line];
    is_last && (*signed || marks(text) || is_closing(&before.bare))
}
