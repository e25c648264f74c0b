//! Reads the lists of a text from other tools or typed by hand.

use std::collections::BTreeSet;
use std::ops::Range;

use muster_engine::list::{ArmyList, Group, ModelCount, RulesetName, Squadron};
use muster_engine::plural::count;
use muster_engine::ready::Ruleset;
use muster_engine::words::phrases::count_squadrons;

use super::heads::LimitLines;
use super::language::WordSort;
use super::line_facts::says_id;
use super::lines::{BareLine, for_reading, lines};
use super::parts::parts;
use super::people::{self, ListPlayer};
use super::squadrons::{Decisions, Squadrons};
use super::survey::{ListNation, Survey};
use super::units::UnitNameIndex;
use super::words::Word;
use crate::listing::evidence::Evidence;
use crate::listing::fact;
use crate::listing::found::{Doubt, DoubtKind, Listing, TextContext};
use crate::listing::known::{current, each_squadron};
use crate::listing::left_open::leave_open;
use crate::listing::line_kind::{LineKind, LineReading};
use crate::listing::named;
use crate::listing::plain::TERMS;

/// The largest text of people that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;
/// A sum is far off if it differs by more than this part of itself: a tenth.
const SUM_OFF: u32 = 10;
/// In how many lines of a list both readings are tried.
const MOST_NARROW: usize = 8;
/// The most models that a price may tell, and of how many squadrons of a list it is asked.
const MOST_BY_PRICE: u32 = 20;
const MOST_PRICED: usize = 100;
/// The longest name, in bytes.
const MAX_NAME: usize = 200;

/// Reads a text as one list.
///
/// A line may name units with their numbers, points and options, in any markup. Lines indented below a unit are its
/// models, its options or units attached to it. Nothing is guessed: what is not understood is reported, with the
/// nearest names. Conclusions are reported too ([`Listing::concluded`]).
pub(in super::super) fn read(units: &UnitNameIndex, text: &str, context: TextContext) -> Listing {
    match lines_of(units, &for_reading(text)) {
        Ok(lines) => of_part(&Survey::new(units, &lines), &(0..lines.len()), None, context),
        Err(doubt) => empty(units, doubt),
    }
}

/// Reads all lists of a text.
pub(in super::super) fn read_all(units: &UnitNameIndex, text: &str, context: TextContext) -> Vec<Listing> {
    let text = for_reading(text);
    let lines = match lines_of(units, &text) {
        Ok(lines) => lines,
        Err(doubt) => return vec![empty(units, doubt)],
    };
    let survey = Survey::new(units, &lines);
    let parts = parts(&survey);
    let above = parts.first().map_or(0..0, |first| 0..first.start);
    // A line that names both sides of a game is about both.
    let names_both = parts.len() > 1 && survey.nations_of(parts[0].start).take(2).count() > 1;
    let above = if names_both { above.start..above.end + 1 } else { above };
    let above = (parts.len() > 1).then_some(above);
    parts.into_iter().map(|part| of_part(&survey, &part, above.as_ref(), context)).collect()
}

/// A line of a table.
pub(in super::super) struct TableLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its indentation.
    pub depth: usize,
    pub text: String,
    /// It is a squadron, whatever its words are.
    pub is_entry: bool,
}

/// Reads the lines of one list.
pub(in super::super) fn list(units: &UnitNameIndex, lines: &[TableLine], context: TextContext) -> Listing {
    let lines = lines.iter().map(|TableLine { number, depth, text, is_entry }| {
        let line = BareLine::new(text, *number, false);
        BareLine { depth: line.depth + depth, is_entry: *is_entry, ..line }
    });
    let lines: Vec<BareLine> = lines.filter(|line| !line.bare.is_empty()).collect();
    let (mut listing, passed) = passing(&Survey::new(units, &lines), &(0..lines.len()), None, context);
    if !passed.is_empty() {
        // Programs show rows without their numbers.
        let words = lines.iter().filter(|line| passed.contains(&line.number)).map(|line| line.bare.as_str());
        let words = named(words);
        listing.concluded.push(format!("{}: {words}", no_part(passed)));
    }
    listing
}

/// The ruleset that a text names, for a text that Muster wrote and that lost its markup when a program displayed it.
pub(in super::super) fn ruleset(text: &str) -> Option<RulesetName> {
    let named = |line: &str| BareLine::new(line, 0, false).bare.strip_prefix("Ruleset: ").map(str::to_owned);
    let said = text.lines().filter(|line| line.len() <= MAX_NAME).find_map(named)?;
    Some(fact::ruleset_named(said.trim()))
}

fn lines_of<'t>(units: &UnitNameIndex, text: &'t str) -> Result<Vec<BareLine<'t>>, Doubt> {
    if text.len() > MAX_TEXT {
        return Err(Doubt::unread(1, format!("a list has no text of more than {} MB", MAX_TEXT >> 20), None));
    }
    let mut lines = lines(text, |line| line.starts_with(TERMS));
    people::part_speakers(units, &mut lines);
    Ok(lines)
}

fn empty(units: &UnitNameIndex, doubt: Doubt) -> Listing {
    Listing::new(current(units.ruleset), vec![doubt], Vec::new())
}

/// Reads the list of some lines. If the text has several lists, the lines `above` stand above all of them and may state
/// the limit of all.
fn of_part(survey: &Survey, part: &Range<usize>, above: Option<&Range<usize>>, context: TextContext) -> Listing {
    let (mut listing, passed) = passing(survey, part, above, context);
    if !passed.is_empty() {
        listing.concluded.push(no_part(passed));
    }
    listing
}

/// The sentence on lines that are taken as no part of a list.
pub(crate) fn no_part(passed: BTreeSet<usize>) -> String {
    format!("{} taken as no part of the list", ranges(&passed.into_iter().collect::<Vec<_>>()))
}

/// Reads the list of some lines. Returns it with the numbers of the lines that are taken as no part of it.
///
/// Where two readings of a line are nearly as likely, both are tried: if they give the same list there is no doubt, and if only one
/// gives a list whose prices add up to the stated sum, that is taken.
fn passing(
    survey: &Survey,
    part: &Range<usize>,
    above: Option<&Range<usize>>,
    context: TextContext,
) -> (Listing, BTreeSet<usize>) {
    let read = |decisions: &Decisions| with_decisions(survey, part.clone(), above.cloned(), context, decisions);
    let mut decisions = Decisions::default();
    let mut first = read(&decisions);
    for (at, kind) in first.narrow.clone().into_iter().take(MOST_NARROW) {
        let mut other = decisions.clone();
        other.taken.insert(at, kind);
        let second = read(&other);
        let adds_up = |reading: &ListReading| adds_up(survey.units.ruleset, &reading.listing.list);
        if is_same(&first.listing.list, &second.listing.list) {
            decisions.settled.insert(at);
        } else if adds_up(&second) && !adds_up(&first) {
            decisions = other;
            decisions.settled.insert(at);
            first = second;
        } else if adds_up(&first) && !adds_up(&second) {
            decisions.settled.insert(at);
        }
    }
    if !decisions.settled.is_empty() {
        first = read(&decisions);
    }
    (first.listing, first.passed)
}

/// Whether two readings of a text give the same squadrons, nation, limit and settings.
fn is_same(one: &ArmyList, other: &ArmyList) -> bool {
    one.squadrons == other.squadrons
        && one.groups == other.groups
        && one.decks == other.decks
        && (&one.nation, one.mfv, &one.settings) == (&other.nation, other.mfv, &other.settings)
}

/// Whether the squadrons of a list cost what the text says of all.
fn adds_up(ruleset: &Ruleset, list: &ArmyList) -> bool {
    let costs = muster_engine::points(ruleset, list).and_then(|points| u32::try_from(points).ok());
    list.points.is_some() && list.points == costs
}

/// A list that was read.
struct ListReading {
    listing: Listing,
    /// The numbers of the lines that are taken as no part of the list.
    passed: BTreeSet<usize>,
    /// The places of the lines of which another reading is nearly as likely, with that reading.
    narrow: Vec<(usize, LineKind)>,
}

fn with_decisions(
    survey: &Survey,
    part: Range<usize>,
    above: Option<Range<usize>>,
    context: TextContext,
    decisions: &Decisions,
) -> ListReading {
    let ruleset = survey.units.ruleset;
    let mut listing = Listing::new(current(ruleset), Vec::new(), Vec::new());
    listing.list.mfv = context.mfv;
    let found = match context.nation {
        Some(name) => {
            listing.list.nation = Some(ruleset.nation(name).unwrap_or(name).to_owned());
            None
        }
        None => survey.nation(part.clone()),
    };
    if let Some(ListNation { id, concluded, .. }) = &found {
        let name = ruleset.declarations().nations.get(*id).map_or(*id, |nation| nation.name.as_str());
        listing.concluded.extend(concluded.map(|why| format!("the nation is taken as {name}, {why}")));
        listing.list.nation = Some((*id).to_owned());
    }
    let player = ListPlayer::of(survey, part.clone(), context, above.is_none());
    let mut squadrons = Squadrons::new(survey, part.clone(), player.clone(), listing, decisions);
    let mut at = part.start;
    while at < part.end {
        let (line, next) = squadrons.whole(at);
        if !squadrons.line(at, &line) {
            break;
        }
        at = next;
    }
    squadrons.above(above.unwrap_or_default());
    squadrons.end();
    let Squadrons { mut listing, heads, mut passed, mut used, narrow, sentences, remarks, .. } = squadrons;
    if let Some(player) = player.filter(|_| listing.list.player.is_none()) {
        passed.retain(|line| Some(*line) != player.line);
        for read in listing.lines.iter_mut().filter(|read| Some(read.number) == player.line) {
            if matches!(read.taken.kind, LineKind::Talk | LineKind::Other) {
                let signed = read.taken.evidence.iter().copied().filter(|evidence| *evidence == Evidence::Signature);
                let evidence: Vec<Evidence> = std::iter::once(Evidence::NameOfPlayer).chain(signed).collect();
                read.taken = LineReading::new(LineKind::Name, evidence);
                read.next = None;
            }
        }
        take_player(&mut listing, player);
    }
    if let [Group { kind, name: None, .. }] = listing.list.groups.as_slice() {
        let title = &ruleset.declarations().group_kinds[kind].title;
        let all = count_squadrons(ruleset.declarations(), 2);
        let all = all.strip_prefix("2 ").unwrap_or(&all);
        listing.concluded.push(format!("no groups are read in the text; all {all} are put into one, {title}"));
    }
    number_by_price(ruleset, &mut listing);
    let claimed = claimed(&listing.list);
    let costs = muster_engine::points(ruleset, &listing.list).and_then(|points| u32::try_from(points).ok());
    let LimitLines { concluded, limit_line, sum_line } = heads.settle(&mut listing.list, claimed, costs);
    listing.concluded.extend(concluded);
    // What costs so much less or more than the text says was read wrongly, or the text is wrong.
    if let (Some(line), Some(sum), Some(costs)) = (sum_line, listing.list.points, costs)
        && costs > 0
        && sum.abs_diff(costs) * SUM_OFF > sum
    {
        let said = format!("the text states a sum of {sum} points, but what was read of it costs {costs}");
        listing.doubts.push(Doubt::sum(line, said));
    }
    if let Some(ListNation { id, other: Some((other, at)), .. }) = found {
        doubt_nation(survey, &mut listing, [id, other], at);
    }
    // A line that is doubtful, or from which something was taken, was read.
    let nation = listing.list.nation.as_deref();
    let club = listing.list.club.as_deref();
    let says = |at: &usize| {
        let is_nation = nation.is_some() && survey.nation_of(*at) == nation;
        survey.names_game(*at)
            || says_id(&ruleset.declarations().id, survey.words(*at))
            || is_nation
            || club.is_some_and(|club| survey.lines[*at].bare.contains(club))
    };
    let said: Vec<usize> = (part.start..part.end.min(survey.len())).filter(says).collect();
    // Where a line states the points of the list beside its nation, nothing else was taken from it.
    let has_name = |line: &BareLine| listing.list.name.as_ref().is_some_and(|name| line.bare.contains(name.as_str()));
    let is_of_list = |line: &BareLine| {
        let read = listing.lines.iter().filter(|read| read.number == line.number);
        read.clone().count() == 1 && read.clone().all(|read| read.taken.kind == LineKind::OfList) && !has_name(line)
    };
    let is_head = |at: &&usize| {
        let line = &survey.lines[**at];
        !used.contains(&line.number) && (passed.contains(&line.number) || is_of_list(line))
    };
    let heads = said.iter().filter(is_head).filter(|at| names_more(survey, **at));
    let heads: Vec<&BareLine> = heads.map(|at| &survey.lines[*at]).collect();
    used.extend(said.into_iter().map(|at| survey.lines[at].number).chain(limit_line).chain(sum_line));
    let numbers = heads.iter().map(|line| line.number).collect();
    if let Some(said) = only_partly(&numbers, "only the nation, the game, the club or the points are taken from") {
        // Programs show rows of tables without their numbers.
        listing.concluded.push(format!("{said}: {}", named(heads.iter().map(|line| line.bare.as_str()))));
    }
    listing.concluded.extend(only_partly(&sentences, "only squadrons are taken from the sentences in"));
    listing.concluded.extend(only_partly(&remarks, "remarks behind units are passed over in"));
    let is_doubtful = |line: usize| listing.doubts.iter().any(|doubt| doubt.line == line);
    passed.retain(|line| !used.contains(line) && !is_doubtful(*line));
    leave_open(ruleset, &mut listing.list);
    ListReading { listing, passed, narrow }
}

/// Notes whose list it is.
fn take_player(listing: &mut Listing, player: ListPlayer) {
    let ListPlayer { name, club, line } = player;
    listing.concluded.push(match line {
        Some(line) => format!("line {line}: `{name}` is taken as the player"),
        None => format!("`{name}` is taken as the player, from the name of the file"),
    });
    if let Some(club) = club.filter(|_| listing.list.club.is_none()) {
        listing.concluded.push(format!("`{club}` is taken as the player's club"));
        listing.list.club = Some(club);
    }
    listing.list.player = Some(name);
}

/// Leaves the nation open if two would do.
fn doubt_nation(survey: &Survey, listing: &mut Listing, nations: [&str; 2], at: usize) {
    let declared = &survey.units.ruleset.declarations().nations;
    let names = nations.map(|id| declared.get(id).map_or(id, |nation| nation.name.as_str()));
    let line = &survey.lines[at];
    let text = line.bare.split([',', '(', ':']).next().unwrap_or(&line.bare).to_owned();
    let help = Some(format!("it may be {} or {}", names[0], names[1]));
    let doubt = Doubt { kind: DoubtKind::TwoNames, help, ..Doubt::unread(line.number, text, None) };
    listing.doubts.insert(0, doubt);
    listing.concluded.retain(|said| !said.starts_with("the nation is taken as"));
    listing.list.nation = None;
}

/// Gives a squadron that states its price and not its models the only number of models that costs so much.
fn number_by_price(ruleset: &Ruleset, listing: &mut Listing) {
    let home = listing.list.clone();
    let concluded = &mut listing.concluded;
    let mut priced = 0;
    each_squadron(&mut listing.list, &mut |squadron| {
        let nation = squadron.nation.as_deref().or(home.nation.as_deref());
        let found = ruleset.find_unit(nation, &squadron.unit).map(|(catalogue, ready)| catalogue.unit(ready));
        let size = found.and_then(|unit| unit.squadron).filter(|_| squadron.models.is_none());
        let (Some(unit), Some(size), Some(price)) = (found, size, squadron.points) else { return };
        priced += 1;
        if priced > MOST_PRICED {
            return;
        }
        let numbers = size.min.max(1)..=size.max.unwrap_or(MOST_BY_PRICE).min(MOST_BY_PRICE);
        let costs = |number: &u32| {
            let models = Some(ModelCount::Count(*number));
            let alone = Squadron { models, attached: Vec::new(), ..squadron.clone() };
            muster_engine::points_alone(ruleset, &home, alone) == Some(i64::from(price))
        };
        let mut fitting = numbers.clone().filter(costs);
        if let (true, Some(number), None) = (numbers.count() > 1, fitting.next(), fitting.next()) {
            squadron.models = Some(ModelCount::Count(number));
            concluded.push(format!("by its price, `{}` has {}", unit.name, count(number, "model")));
        }
    });
}

/// The sum of all prices that the list states.
fn claimed(list: &ArmyList) -> u32 {
    list.each_squadron().filter_map(|squadron| squadron.points).fold(0, u32::saturating_add)
}

/// Whether a line names more than its nation, the game and a number of points.
fn names_more(survey: &Survey, at: usize) -> bool {
    use WordSort::{Articles, BeforeSizes, Connecting, Editions, Games, Limits, Lists, Points};
    let known = [Articles, BeforeSizes, Connecting, Editions, Games, Limits, Lists, Points];
    let is_known = |word: &Word| {
        word.number().is_some() || survey.units.game.contains(&word.folded) || known.iter().any(|sort| sort.is(word))
    };
    !survey.beside_nations(at).all(is_known)
}

/// Says in which lines something is passed over. None if there are no such lines.
fn only_partly(lines: &BTreeSet<usize>, what: &str) -> Option<String> {
    let lines: Vec<usize> = lines.iter().copied().collect();
    let named = ranges(&lines);
    let named = named.strip_suffix(" are").or_else(|| named.strip_suffix(" is")).filter(|named| !named.is_empty())?;
    Some(format!("{what} {named}"))
}

/// Numbers of lines in words: `lines 1, 3 to 5 and 9 are`.
fn ranges(numbers: &[usize]) -> String {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => parts.push((*number, *number)),
        }
    }
    let said = |(first, last): &(usize, usize)| match last - first {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![format!("{first} to {last}")],
    };
    let said: Vec<String> = parts.iter().flat_map(said).collect();
    match said.split_last() {
        Some((only, [])) if numbers.len() == 1 => format!("line {only} is"),
        Some((last, [])) => format!("lines {last} are"),
        Some((last, before)) => format!("lines {} and {last} are", before.join(", ")),
        None => String::new(),
    }
}
