//! Puts a list together from what its lines say.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::catalogue::Only;
use muster_engine::effort;
use muster_engine::list::{ArmyList, Group, Models, OptionPick, RolePick, Squadron};
use muster_engine::nearest::nearest;
use muster_engine::plain;
use muster_engine::ready::{ReadyUnit, Ruleset};
use muster_engine::words::phrases::{count_squadrons, squadrons};

use super::exact;
use super::heads::{self, Heads, Place};
use super::hosts;
use super::language::WordSort;
use super::line::{self, Around, Left, Mention, Reading, Refers, Standing};
use super::lines::{Line, MAX_LINE};
use super::numbers::{counted, number};
use super::people::Player;
use super::person::is_club;
use super::placed_line::PlacedLine;
use super::survey::Survey;
use super::talk;
use super::units::{Key, Units};
use super::unknown_entry::UnknownEntry;
use super::words::{Word, words};
use crate::listing::evidence::Evidence;
use crate::listing::fact;
use crate::listing::found::{Doubt, DoubtKind, Listing, MAX_NUMBER, PossibleReading};
use crate::listing::known::unit_names;
use crate::listing::line_kind::{LineKind, LineReading, ReadLine};
use crate::listing::phrase;

/// The most doubts for which the nearest names are given.
const HELPED: usize = 200;
/// How deep squadrons may be attached to each other.
const MAX_DEPTH: usize = 8;
/// The longest name, in bytes.
pub(super) const MAX_NAME: usize = 200;
/// The most wings that one carrier brings together.
const MOST_WINGS: u32 = 12;
/// The most squadrons that one line may name.
const MOST_SQUADRONS: u32 = 50;
/// Reading stops after this many doubts.
const MAX_DOUBTS: usize = 1000;
/// How many steps it takes to read a word of a line.
const STEPS_A_WORD: usize = 8;
/// The most words of a name.
const NAME: usize = 6;
/// The most words of a heading.
const HEADING: usize = 6;
/// If two readings of a line differ by less than this, the line is doubtful.
const NARROW: i32 = 15;

/// A list that grows line by line.
pub(super) struct Squadrons<'s, 'r> {
    pub(super) units: &'s Units<'r>,
    pub(super) ruleset: &'r Ruleset,
    pub(super) survey: &'s Survey<'s, 'r>,
    pub listing: Listing,
    pub heads: Heads,
    /// The name of a person that the text seems to give as the player's.
    pub(super) player: Option<Player>,
    /// The indentation of the squadrons that the next one may be attached to, outermost first.
    pub(super) below: Vec<usize>,
    /// True if the last squadron is a list item.
    item: bool,
    /// The nation that a heading named last.
    nation: Option<String>,
    /// The allocation that a heading named last.
    allocation: Option<String>,
    /// The name of the next squadron.
    named: Option<String>,
    /// The number of models of the last squadron that are named on lines below it.
    inner: Option<u32>,
    /// How many of its models take the place of others.
    replaced: u32,
    /// Roles of models in squadrons of these units, with the lines that say so.
    roles: Vec<(String, Vec<Key>, usize)>,
    /// The lines that are taken as no part of the list.
    pub passed: BTreeSet<usize>,
    /// The places of the first and last line that name a unit.
    pub(super) block: Option<(usize, usize)>,
    /// The text has entries, so prose beside them is no part of the list.
    pub(super) has_entries: bool,
    decisions: &'s Decisions,
    /// The lines of which another reading is nearly as likely, with that reading.
    pub narrow: Vec<(usize, LineKind)>,
}

/// What was decided on lines of which two readings are nearly as likely, by what it makes of the whole list. Lines are named by
/// their places.
#[derive(Clone, Default)]
pub(super) struct Decisions {
    /// The reading to be taken.
    pub taken: BTreeMap<usize, LineKind>,
    /// These lines are no doubts: the other reading gives the same list, or one whose prices do not add up.
    pub settled: BTreeSet<usize>,
}

impl<'s, 'r> Squadrons<'s, 'r> {
    pub(super) fn new(
        survey: &'s Survey<'s, 'r>,
        part: std::ops::Range<usize>,
        player: Option<Player>,
        listing: Listing,
        decisions: &'s Decisions,
    ) -> Self {
        let units = survey.units;
        let has_entries = survey.has_entries();
        let is_players =
            |line: usize| player.as_ref().is_some_and(|player| player.line == Some(survey.lines[line].number));
        let names = |line: &usize| {
            !is_players(*line) && if has_entries { survey.is_entry(*line) } else { survey.names_unit(*line) }
        };
        // What stands directly below the last entry and ends with a number is written like one.
        let is_like = |line: &usize| {
            let words = survey.words(*line);
            let is_number = |word: &Word| word.number().is_some() || WordSort::Points.is(word);
            !survey.lines[*line].opens && words.len() > 1 && words.last().is_some_and(is_number)
        };
        let last = part.clone().rfind(names);
        let last = last.map(|last| (last + 1..part.end.min(survey.len())).take_while(is_like).last().unwrap_or(last));
        let block = part.clone().find(names).zip(last);
        let nation = listing.list.nation.clone();
        Self {
            units,
            ruleset: units.ruleset,
            survey,
            listing,
            heads: Heads::default(),
            player,
            below: Vec::new(),
            item: false,
            nation,
            allocation: None,
            named: None,
            inner: None,
            replaced: 0,
            roles: Vec::new(),
            passed: BTreeSet::new(),
            block,
            has_entries,
            decisions,
            narrow: Vec::new(),
        }
    }

    /// Takes what stands above all lists of a text.
    pub(super) fn above(&mut self, lines: std::ops::Range<usize>) {
        for at in lines {
            let (line, words) = (&self.survey.lines[at], self.survey.words(at));
            let place = Place { line: line.number, below_units: false, names_nation: false, is_head: false };
            self.heads.numbers(&line.bare, words, place);
            heads::set(self.ruleset, &mut self.listing.list, words);
        }
    }

    /// A line, joined with the next one if a name goes on there, and the place of the line after it.
    pub(super) fn whole(&self, at: usize) -> (Line<'s>, usize) {
        let line = &self.survey.lines[at];
        let (words, home) = (self.survey.words(at), self.listing.list.nation.as_deref());
        let Some(next) = self.survey.lines.get(at + 1) else { return (line.clone(), at + 1) };
        let begins = words.len().saturating_sub(NAME);
        let goes_on = |from: usize| {
            let is_filled = |end: usize| words[end..].iter().all(|word| super::names::is_filler(&word.folded));
            let found = self.units.at(home, words, from).filter(|found| is_filled(found.words.end))?;
            let more = self.survey.words(at + 1);
            let mut both: Vec<Word> = words[from..].to_vec();
            both.extend(more.iter().take(NAME).cloned());
            let whole = self.units.at(home, &both, 0)?;
            let is_longer = found.is_distinct && whole.matched > found.matched && whole.words.end > words.len() - from;
            (is_longer && !self.units.at(home, more, 0).is_some_and(|found| found.is_distinct)).then_some(())
        };
        let may_go_on =
            !next.opens && !next.item && !next.heading && next.number == line.number + 1 && next.bare.len() < MAX_LINE;
        if !may_go_on || !(begins..words.len()).any(|from| goes_on(from).is_some()) {
            return (line.clone(), at + 1);
        }
        (Line { bare: format!("{} {}", line.bare, next.bare), ..line.clone() }, at + 2)
    }

    /// Reads a line. False if too many lines are not understood.
    pub(super) fn line(&mut self, at: usize, line: &Line) -> bool {
        if self.listing.doubts.len() >= MAX_DOUBTS {
            let text = "too many lines here are not understood; the rest was not read";
            self.listing.doubts.push(Doubt::unread(line.number, text, None));
            return false;
        }
        if line.bare.len() > MAX_LINE || line.is_struck() {
            self.doubt_line(line, false);
            return true;
        }
        let words = words(&line.bare);
        effort::spend(1 + words.len() * STEPS_A_WORD);
        if words.is_empty() || line.is_idle() {
            self.read_as(line, [LineReading::new(LineKind::Other, [Evidence::NothingKnown])].to_vec());
            return true;
        }
        if let Some(candidate) = self.by_form(at, line, &words) {
            self.read_as(line, vec![candidate]);
            return true;
        }
        if let Some(id) = self.nation_of(line) {
            // The following units are of this nation.
            self.nation = Some(id);
        }
        // List items below a line without a bullet are its options and models. Only indented lines are attached to it.
        let is_item = line.item && !self.item;
        let depth = self.below.last().copied();
        let inside = depth.is_some_and(|above| line.depth > above || line.depth == above && is_item);
        let reading = self.read(at, line, &words, inside);
        let placed = PlacedLine { at, line, words: &words, inside, reading };
        let mut candidates = self.candidates(&placed);
        if let Some(kind) = self.decisions.taken.get(&at)
            && let Some(place) = candidates.iter().position(|candidate| candidate.kind == *kind)
        {
            let taken = candidates.remove(place);
            candidates.insert(0, taken);
        }
        self.weigh(at, line, &candidates);
        let taken = candidates[0].clone();
        self.read_as(line, candidates);
        self.take(&taken, placed);
        true
    }

    /// Takes a line of which the form says what it is, whatever its words are.
    fn by_form(&mut self, at: usize, line: &Line, words: &[Word]) -> Option<LineReading> {
        let (kind, evidence) = if self.exact(line) {
            (LineKind::Squadrons, Evidence::AsMusterWrites)
        } else if self.survey.is_game(at) {
            (LineKind::Name, Evidence::OnlyTheGame)
        } else if self.is_of_muster(at, line) {
            (LineKind::Title, Evidence::AsMusterWrites)
        } else if self.survey.is_story(at) {
            // "Naval core, 1250 max."
            let stated = heads::settings(self.ruleset, &self.listing.list, words);
            let set: usize = stated.iter().map(|stated| stated.words.len()).sum();
            let says = words.iter().filter(|word| word.number().is_none() && !WordSort::Limits.is(word)).count();
            if set > 0 && set >= says {
                heads::set(self.ruleset, &mut self.listing.list, words);
            }
            self.heads.numbers(&line.bare, words, self.place(line, false));
            self.passed.insert(line.number);
            (LineKind::Talk, Evidence::Story)
        } else if self.fact(line) {
            (LineKind::OfList, Evidence::Fact)
        } else {
            return None;
        };
        Some(LineReading::new(kind, [evidence]))
    }

    /// Takes a reading of a line.
    fn take(&mut self, taken: &LineReading, mut placed: PlacedLine) {
        let PlacedLine { at, line, words, .. } = placed;
        // "The Commodore is on the Ruler" may stand anywhere.
        let said = placed.reading.elsewhere.drain(..).map(|(role, keys)| (role, keys, line.number));
        self.roles.extend(said);
        match taken.kind {
            LineKind::Nation => self.pass_beside_nation(line, words),
            LineKind::Name if [[Evidence::Leader], [Evidence::NameOfPlayer]].contains(&[taken.evidence[0]]) => {
                self.pass(line);
            }
            LineKind::Name => self.name_line(at, line, words),
            LineKind::Title | LineKind::OfList => self.of_whole_list(&placed, taken.kind),
            LineKind::Talk | LineKind::Other => {
                if !placed.names_units() {
                    self.of_whole_list(&placed, taken.kind);
                }
                self.pass(line);
            }
            LineKind::Unknown if matches!(taken.evidence[0], Evidence::ChangeOfMind | Evidence::Question) => {
                self.doubt(line, DoubtKind::Change, &line.bare, None);
            }
            LineKind::Unknown => self.doubt_line(line, !self.survey.is_talk(at)),
            LineKind::Heading => self.heading(&placed),
            LineKind::Above => self.above_line(placed),
            LineKind::Squadrons => self.entry(placed),
        }
    }

    fn pass(&mut self, line: &Line) {
        self.passed.insert(line.number);
    }

    /// Notes how a line was read. The reading that was taken is the first.
    fn read_as(&mut self, line: &Line, candidates: Vec<LineReading>) {
        let mut candidates = candidates.into_iter();
        if let Some(taken) = candidates.next() {
            let (number, text) = (line.number, shortened(&line.bare));
            self.listing.lines.push(ReadLine { number, text, taken, next: candidates.next() });
        }
    }

    /// Reports a line of which another reading is nearly as likely.
    fn weigh(&mut self, at: usize, line: &Line, candidates: &[LineReading]) {
        let [taken, other, ..] = candidates else { return };
        if (taken.weight() - other.weight()).abs() >= NARROW || self.decisions.settled.contains(&at) {
            return;
        }
        self.narrow.push((at, other.kind));
        let [first, second] = [taken, other].map(|one| format!("{} ({})", one.words(), one.evidence_in_words()));
        self.doubt(line, DoubtKind::TwoReadings, &line.bare, Some(format!("it may be {first}, or {second}")));
        self.offer([taken, other].into_iter().filter_map(|one| self.possible_reading(at, line, one)).collect());
    }

    /// A reading that somebody may choose, with the line as it is written for it. None if no line says it plainly.
    fn possible_reading(&self, at: usize, line: &Line, candidate: &LineReading) -> Option<PossibleReading> {
        let is_first = line.number == self.survey.lines[0].number;
        let written = match candidate.kind {
            LineKind::Squadrons => candidate.names.first()?.clone(),
            LineKind::Title | LineKind::Name if is_first && at == 0 => format!("List: {}", line.bare),
            LineKind::Title | LineKind::Name | LineKind::Talk | LineKind::Other | LineKind::Heading => String::new(),
            LineKind::Above | LineKind::Unknown | LineKind::Nation | LineKind::OfList => return None,
        };
        Some(PossibleReading { words: candidate.words(), line: written })
    }

    /// Adds the readings that people may choose to the last doubt.
    fn offer(&mut self, readings: Vec<PossibleReading>) {
        if let Some(doubt) = self.listing.doubts.last_mut() {
            doubt.readings = readings;
        }
    }

    /// A heading above entries: a group, an allocation, words that sort them.
    fn heading(&mut self, placed: &PlacedLine) {
        let PlacedLine { line, words, .. } = placed;
        if let Some(kind) = self.kind(line, words) {
            self.finish();
            if self.listing.list.groups.is_empty() && self.may_state_points(placed) {
                self.heads.numbers(&line.bare, words, self.place(line, false));
            }
            let name = Some(quoted(&line.bare).unwrap_or(&line.bare).to_owned());
            self.listing.list.groups.push(Group { kind, name, ..Group::default() });
            self.below.clear();
        } else if let Some(id) = self.units.allocation(words) {
            let main = self.ruleset.declarations().allocations.keys().next();
            self.allocation = Some(id).filter(|id| Some(id) != main);
        } else {
            if line.item {
                // `Cruisers` above indented cruisers.
                self.below.retain(|above| *above < line.depth);
            }
            self.of_whole_list(placed, LineKind::Heading);
        }
    }

    /// What a line says of the squadron above it.
    fn above_line(&mut self, placed: PlacedLine) {
        let PlacedLine { line, words, reading, .. } = placed;
        if let Some(points) = self.price_of_last(words) {
            self.last_mut().into_iter().for_each(|last| last.points = Some(points));
        } else if let Some(above) = &reading.above {
            self.add(above, None);
            self.leave(line, reading.left);
        }
    }

    /// Takes what a line says of the whole list: its points, its settings, its name.
    fn of_whole_list(&mut self, placed: &PlacedLine, kind: LineKind) {
        let PlacedLine { at, line, words, .. } = placed;
        let title = self.title(placed).filter(|_| matches!(kind, LineKind::Title | LineKind::OfList));
        let set = heads::set(self.ruleset, &mut self.listing.list, words);
        let names_nation = self.survey.nations_of(*at).next().is_some();
        if self.may_state_points(placed) {
            self.heads.numbers(&line.bare, words, self.place(line, names_nation));
        }
        if let Some(name) = title {
            let said = format!("line {}: `{name}` is taken as the name of the list", line.number);
            self.listing.concluded.push(said);
            self.listing.list.name = Some(name);
        } else if kind == LineKind::Heading && !set {
            self.pass(line);
        }
    }

    /// Takes the head of a text that Muster wrote and that lost its marks: the title, and below it a line that begins with the
    /// name of the game. False if the line is none of the two.
    fn is_of_muster(&mut self, at: usize, line: &Line) -> bool {
        if !self.below.is_empty() {
            return false;
        }
        if self.survey.is_head_of_muster(line) {
            return self.listing.list.name.is_some() || at == 0;
        }
        let is_title = self.survey.is_title_of_muster(at) && self.listing.list.name.is_none();
        if is_title {
            self.listing.list.name =
                Some(line.text.trim_matches(['#', '*', ' ']).to_owned()).filter(|name| name.len() <= MAX_NAME);
        }
        is_title
    }

    /// Adds the squadron of a line that Muster wrote. False if the line is none.
    fn exact(&mut self, line: &Line) -> bool {
        let home = self.listing.list.nation.as_deref();
        let Some(exact) = exact::read(self.units, &[self.nation.as_deref(), home], &line.bare) else { return false };
        let exact::Exact { key, models, points, roles, options } = exact;
        self.mention(&Mention { models, points, is_exact: true, ..Mention::new(key) }, line, true);
        if let Some(squadron) = self.last_mut() {
            (squadron.roles, squadron.options) = (roles, options);
        }
        true
    }

    /// The price of the last squadron, if a line has nothing else: `225 pts`. It is about what the unit costs.
    pub(super) fn price_of_last(&self, words: &[Word]) -> Option<u32> {
        let points = words.first().and_then(Word::number)?;
        let is_price = words.len() == 1 || words.len() == 2 && WordSort::Points.has(&words[1].folded);
        let last = self.last().filter(|last| is_price && last.points.is_none())?;
        let nation = last.nation.as_deref().or(self.listing.list.nation.as_deref());
        let (catalogue, ready) = self.ruleset.find_unit(nation, &last.unit)?;
        let models = self.inner.or(phrase::count(last.models.as_ref())).unwrap_or(1);
        let base = catalogue.unit(ready).points.map(|base| base.saturating_mul(models))?;
        (base > 0 && (base..=base.saturating_mul(2)).contains(&points)).then_some(points)
    }

    /// Takes a line that is only a name: the first line as the name of the list, any other as no part of it. It may state the
    /// limit beside the name.
    fn name_line(&mut self, at: usize, line: &Line, words: &[Word]) {
        let is_first = line.number == self.survey.lines[0].number && self.listing.list.name.is_none();
        let is_players = self.player.as_ref().is_some_and(|player| player.line == Some(line.number));
        let names_nation = self.survey.nations_of(at).next().is_some();
        let set = heads::set(self.ruleset, &mut self.listing.list, words);
        let stated = self.heads.numbers(&line.bare, words, self.place(line, names_nation));
        let name = heads::title(self.ruleset, &line.bare).filter(|_| is_first && !is_players && !is_club(&line.bare));
        if let Some(name) = name {
            let said = format!("line {}: `{name}` is taken as the name of the list", line.number);
            self.listing.concluded.push(said);
            self.listing.list.name = Some(name);
        } else if !heads::is_about_player(&mut self.listing.list, &line.bare) && !stated && !set {
            self.passed.insert(line.number);
        }
    }

    fn read(&self, at: usize, line: &Line, words: &[Word], inside: bool) -> Reading {
        let mut nations: Vec<Option<&str>> = Vec::new();
        let home = self.listing.list.nation.as_deref();
        let named = self.units.nations.named(&line.bare, words).into_iter().map(|(id, _)| Some(id));
        // What is attached may be of its host's nation.
        let host = self.last_own().filter(|_| inside).and_then(|host| host.nation.as_deref()).map(Some);
        for nation in named.chain([self.nation.as_deref(), home]).chain(host) {
            if !nations.contains(&nation) {
                nations.push(nation);
            }
        }
        let is_joined = line.bare != self.survey.lines[at].bare;
        let is_talk = if is_joined || at >= self.survey.len() {
            talk::is_talk(&line.bare, words)
        } else {
            self.survey.is_talk(at)
        };
        let read = |above: Option<(Key, Option<u32>)>| {
            line::read(
                self.units,
                &line.bare,
                &Around { nations: &nations, above, is_item: line.item, is_heading: line.heading, is_talk },
            )
        };
        let above = self.last_own().filter(|_| !line.heading);
        let above = above.and_then(|last| {
            let models = if let Some(Models::Count(models)) = last.models { Some(models) } else { None };
            Some((self.units.find(last.nation.as_deref().or(home), &last.unit)?, models))
        });
        if inside {
            return read(above);
        }
        let reading = read(None);
        // Options and wings of the squadron above may stand on lines of their own. A word of another unit's name may be in
        // the name of an option.
        let is_part = |mention: &Mention| !mention.is_whole && mention.models.is_none() && mention.points.is_none();
        let is_bare = reading.mentions.iter().all(is_part) && reading.unclear.is_empty();
        let own = |reading: &Reading| {
            let is_brought = |mention: &Mention| mention.standing == Standing::Brought;
            // What has a price of its own beside the units is an entry.
            let says = reading.above.as_ref().is_some_and(|above| {
                above.points.is_none() && above.extras == 0 && (!above.options.is_empty() || !above.roles.is_empty())
            });
            reading.mentions.iter().all(is_brought)
                && (says && reading.left.is_empty() && !reading.is_talk || !reading.mentions.is_empty())
        };
        match above.filter(|_| is_bare).map(|above| read(Some(above))) {
            Some(with_above) if own(&with_above) => with_above,
            _ => reading,
        }
    }

    /// A line that names units.
    fn entry(&mut self, placed: PlacedLine) {
        let PlacedLine { at, line, reading, inside, .. } = placed;
        let lead = &line.bare[..reading.lead];
        let is_head = self.take_lead(at, line, lead) || self.is_named(lead, &reading);
        // If the whole list is in sentences, their other words are no part of it.
        let is_sentence = !self.has_entries && line.bare.ends_with(['.', '!', '?', '"']) && line.bare.contains(' ');
        for unclear in &reading.unclear {
            let names = unclear.keys.iter().map(|key| self.name_of(*key)).collect::<Vec<_>>();
            let help = Some(format!("it may be {}", names.join(" or ")));
            let text = &line.bare[unclear.start..unclear.end];
            self.doubt(line, DoubtKind::TwoNames, text, help);
            let (before, behind) = (&line.bare[..unclear.name.start], &line.bare[unclear.name.end..]);
            let written = |unit: &String| format!("{before}{unit}{behind}");
            let readings = names.iter().map(|unit| PossibleReading { words: unit.clone(), line: written(unit) });
            self.offer(readings.collect());
            self.keep(line, text);
        }
        for (text, key) in &reading.misspelt {
            let said = format!("line {}: `{text}` is taken for {}", line.number, self.name_of(*key));
            self.listing.concluded.push(said);
        }
        if let Some((sum, limit)) = reading.sum {
            self.heads.sum(sum, limit, line.number);
        }
        if let Some(limit) = reading.limit {
            self.heads.limit(limit, line.number);
        }
        if let Some(above) = &reading.above {
            self.add(above, None);
        }
        for mention in &reading.mentions {
            let (catalogue, ready) = self.units.get(mention.key);
            let id = &catalogue.unit(ready).id;
            let is_own = mention.standing == Standing::Own && self.last().is_some_and(|last| last.unit == *id);
            if inside && (is_own && mention.models.is_some() || self.is_member(id)) {
                // The line counts models of the squadron above it.
                let count = mention.models.unwrap_or(1);
                if is_own {
                    self.inner = Some(self.inner.unwrap_or(0).saturating_add(count));
                }
                self.add(mention, Some(count).filter(|_| is_own));
            } else if self.has(id) && mention.models.is_none() && mention.points.is_none() && tells(line) {
                // "The Gull has the flag" says something of a squadron that is listed.
                self.roles.extend(mention.roles.iter().map(|role| (role.clone(), vec![mention.key], line.number)));
            } else if self.has(id) && mention.refers == Refers::AsHost {
                // "2 Terns with the Gull" names the squadron that they are attached to.
            } else if self.has(id) && mention.refers != Refers::No {
                if !reading.is_talk && !is_sentence {
                    let help = Some("the list has this unit already".to_owned());
                    self.doubt(line, DoubtKind::Unread, &line.bare, help);
                }
            } else {
                self.mention(mention, line, inside);
            }
        }
        self.settle_host(line, &reading.mentions, inside);
        // "4 2 Gulls" may be 2 of them, 4 times 2 or 42.
        if let Some(number) = numbers_before(lead)
            && let Some(first) = reading.mentions.first().filter(|first| number < first.end)
        {
            self.doubt(line, DoubtKind::Number, &line.bare[number..first.end], None);
        }
        let is_left = |left: &Left| {
            let says =
                line.bare[left.start..left.end].contains(|letter: char| letter.is_uppercase() || letter.is_numeric());
            !(is_head && left.end <= reading.lead) && (says || !is_sentence)
        };
        let left = reading.left.into_iter().filter(is_left).collect();
        self.leave(line, left);
    }

    /// Attaches an escort that stands on a line of its own to its host.
    fn settle_host(&mut self, line: &Line, mentions: &[Mention], inside: bool) {
        let Some((escort, others)) = mentions.split_first().filter(|_| !inside) else { return };
        let id_of = |mention: &Mention| {
            let (catalogue, ready) = self.units.get(mention.key);
            catalogue.unit(ready).id.clone()
        };
        let named = others.iter().find(|mention| mention.refers == Refers::AsHost).map(id_of);
        let ArmyList { nation, squadrons, groups, .. } = &mut self.listing.list;
        let siblings = groups.last_mut().map_or(squadrons, |group| &mut group.squadrons);
        if let Some(host) = hosts::attach(self.ruleset, nation.as_deref(), siblings, &id_of(escort), named.as_deref()) {
            let said = format!("line {}: {} is taken as attached to `{host}`", line.number, self.name_of(escort.key));
            self.listing.concluded.extend(named.is_none().then_some(said));
        }
    }

    /// Takes what stands before the first unit of a line: the limit, a name of a squadron. False if that says nothing.
    fn take_lead(&mut self, at: usize, line: &Line, lead: &str) -> bool {
        let words = words(lead);
        if words.is_empty() {
            return false;
        }
        if let Some(name) = quoted(lead) {
            self.named = Some(name.to_owned());
            return true;
        }
        let names_nation = self.survey.nations_of(at).next().is_some();
        heads::set(self.ruleset, &mut self.listing.list, &words);
        self.heads.numbers(lead, &words, self.place(line, names_nation)) || names_nation && words.len() <= HEADING
    }

    /// Whether a unit stands in brackets behind a name of its squadron, which is noted.
    fn is_named(&mut self, lead: &str, reading: &Reading) -> bool {
        let is_left = reading.left.iter().any(|left| left.end <= reading.lead);
        let Some(name) = lead.trim_end().strip_suffix('(').map(str::trim).filter(|_| is_left) else { return false };
        let is_name =
            !name.is_empty() && name.len() <= MAX_NAME && !name.contains(|letter: char| letter.is_ascii_digit());
        if is_name {
            self.named = Some(name.to_owned());
        }
        is_name
    }

    /// Takes a line that names a nation as no part of the list, if it says anything else that is no word of the game.
    fn pass_beside_nation(&mut self, line: &Line, words: &[Word]) {
        let named = self.units.nations.named(&line.bare, words);
        let says = |(at, word): (usize, &Word)| {
            let is_known = self.units.says(word) || line::connects(word) || number(word).is_some();
            !is_known && !named.iter().any(|(_, range)| range.contains(&at))
        };
        if words.iter().enumerate().any(says) {
            self.passed.insert(line.number);
        }
    }

    /// Reads a fact that Muster wrote about a list or squadron, if its markup is lost, or one about the player.
    fn fact(&mut self, line: &Line) -> bool {
        if let Some(name) = quoted(&line.bare).filter(|name| name.len() + 4 > line.bare.len()) {
            self.named = Some(name.to_owned());
            return true;
        }
        let Some((key, value)) = fact::said(&line.bare) else { return false };
        let (ruleset, value) = (self.ruleset, value.as_ref());
        if !self.below.is_empty() && !fact::is_of_list(key) {
            let kind = self.listing.list.groups.last().map(|group| group.kind.clone());
            let Some(squadron) = self.last_mut() else { return false };
            return fact::set_of_squadron(ruleset, squadron, kind.as_deref(), key, value).is_some();
        }
        if key == "Nation" {
            // The list's nation is already decided. A name that is not a nation was ignored then, so it is reported.
            if ruleset.nation(value).is_none() {
                let nations = ruleset.declarations().nations.values().map(|nation| nation.name.as_str());
                let help = self.help(value, nations);
                self.doubt(line, DoubtKind::Unread, line.text, help);
            }
            return true;
        }
        heads::is_about_player(&mut self.listing.list, &line.bare)
            || fact::set_of_list(ruleset, &mut self.listing.list, key, value).is_some()
    }

    /// Adds the squadrons that a mention stands for.
    fn mention(&mut self, mention: &Mention, line: &Line, inside: bool) {
        let (catalogue, ready) = self.units.get(mention.key);
        let unit = catalogue.unit(ready);
        let home = self.listing.list.nation.as_ref();
        let nation = catalogue.written().nation.clone().filter(|nation| Some(nation) != home);
        if mention.squadrons > MOST_SQUADRONS {
            let noun = squadrons(self.ruleset.declarations(), 2);
            let text = format!("{} {noun} of {}", mention.squadrons, unit.name);
            let help = Some(format!("a line may name at most {MOST_SQUADRONS}"));
            self.doubt(line, DoubtKind::Number, &text, help);
            return;
        }
        if mention.squadrons == 0 || mention.models == Some(0) {
            // A form lists what a force may have, but nobody can tell.
            let help = Some("leave out what the list does not have".to_owned());
            self.doubt(line, DoubtKind::Number, &line.bare[mention.start..mention.end], help);
            return;
        }
        // A mix that never changes is counted by squadrons.
        let whole: u32 = unit.members.iter().map(|member| member.models.min).sum();
        let is_fixed = unit.members.iter().all(|member| member.models.max == Some(member.models.min));
        let counted = mention.models.filter(|models| is_fixed && *models < whole && mention.squadrons == 1);
        let mixes = counted.map(|squadrons| Mention { squadrons, models: None, ..mention.clone() });
        let mention = mixes.as_ref().unwrap_or(mention);
        if let (true, Some(models)) = (mention.is_divided, mention.models) {
            let squadrons = count_squadrons(self.ruleset.declarations(), mention.squadrons);
            let said = format!("line {}: {} is taken as {squadrons} of {models}", line.number, unit.name);
            self.listing.concluded.push(said);
        }
        let is_said = |id: &&String| {
            let words = words(&line.bare);
            let named = self.units.nations.named(&line.bare, &words);
            self.nation.as_ref() == Some(*id) || named.iter().any(|(named, _)| named == id)
        };
        if let Some(id) = nation.as_ref().filter(|id| !is_said(id)) {
            let name = self.ruleset.declarations().nations.get(id).map_or(id, |nation| &nation.name);
            self.listing.concluded.push(format!("line {}: {} is taken as that of {name}", line.number, unit.name));
        }
        // A carrier may bring more of its wings.
        let most = match mention.standing {
            Standing::Brought => Some(MOST_WINGS),
            _ => unit.squadron.and_then(|size| size.max),
        };
        if mention
            .models
            .zip(most)
            .is_some_and(|(models, most)| models > most && mention.squadrons == 1 && !mention.is_exact)
        {
            // No squadron has so many, and they may be divided in several ways.
            self.doubt(line, DoubtKind::Number, &line.bare[mention.start..mention.end], None);
        }
        let brought_by = if mention.standing == Standing::Brought { self.bringer() } else { None };
        let is_attached = mention.standing == Standing::Attached || unit.only == Some(Only::Attached);
        let depth = match (mention.standing, self.below.first()) {
            (Standing::Brought, Some(first)) => *first,
            _ => line.depth + usize::from(is_attached && !inside && !self.below.is_empty()),
        };
        for place in 0..mention.squadrons {
            let points = mention.points.map(|points| {
                // The first squadron has what is left when the price is divided.
                let (each, left) = (points / mention.squadrons, points % mention.squadrons);
                each + if place == 0 { left } else { 0 }
            });
            let squadron = Squadron {
                unit: unit.id.clone(),
                nation: nation.clone(),
                name: self.named.take(),
                models: mention.models.map(|models| Models::Count(models.min(MAX_NUMBER))),
                allocation: mention.allocation.clone().or_else(|| self.allocation.clone()),
                points,
                brought_by: brought_by.clone(),
                ..Squadron::default()
            };
            self.put(squadron, depth, line.item);
            let taken = Mention { points: None, extras: 0, allocation: None, ..mention.clone() };
            self.add(&taken, None);
        }
    }

    /// Gives options, roles and points to the squadron that was read last, or options to `named` of its models.
    fn add(&mut self, mention: &Mention, named: Option<u32>) {
        let key = mention.key;
        let (catalogue, ready) = self.units.get(key);
        let base = catalogue.unit(ready).points;
        let Some(squadron) = self.last_mut() else { return };
        let models = phrase::count(squadron.models.as_ref());
        let mut replaced = 0_u32;
        for (id, count) in &mention.options {
            let count = count.or(named);
            let takes = ready.options.iter().find(|option| option.id == *id).and_then(|option| option.makes);
            replaced = replaced.saturating_add(takes.map_or(0, |makes| makes.takes.min(1)) * count.unwrap_or(1));
            let before = squadron.options.iter_mut().find_map(|pick| match pick {
                OptionPick::Some(counts) => counts.get_mut(id),
                OptionPick::Every(_) => None,
            });
            match (before, count) {
                (Some(number), Some(count)) => *number = number.saturating_add(count),
                (None, Some(count)) if named.is_some() || Some(count) != models => {
                    squadron.options.push(OptionPick::Some([(id.clone(), count)].into_iter().collect()));
                }
                _ => squadron.options.push(OptionPick::Every(id.clone())),
            }
        }
        squadron.roles.extend(mention.roles.iter().cloned().map(RolePick::Role));
        let more = mention.points.unwrap_or(0).saturating_add(mention.extras);
        let base = base.map(|points| points.saturating_mul(models.unwrap_or(1)));
        // What was stated before are prices of options, if it is less than the models cost and this is not.
        if squadron.points.zip(base).is_some_and(|(stated, base)| stated < base && more >= base.saturating_add(stated))
        {
            squadron.points = None;
        }
        // What stands below may be a part of the price.
        let is_part = squadron.points.zip(base).is_some_and(|(stated, base)| stated >= base.saturating_add(more));
        if more > 0 && named.is_none() && !is_part {
            squadron.points = Some(squadron.points.unwrap_or(0).saturating_add(more));
        }
        if let Some(allocation) = &mention.allocation {
            squadron.allocation = Some(allocation.clone());
        }
        if named.is_none() && mention.models.is_some() && squadron.models.is_none() {
            squadron.models = mention.models.map(Models::Count);
        }
        self.replaced = self.replaced.saturating_add(replaced);
    }

    /// Whether the list has a squadron of a unit.
    pub(super) fn has(&self, unit: &str) -> bool {
        let ArmyList { squadrons, groups, .. } = &self.listing.list;
        let mut all = squadrons.iter().chain(groups.iter().flat_map(|group| &group.squadrons));
        all.any(|squadron| squadron.unit == unit || squadron.attached.iter().any(|attached| attached.unit == unit))
    }

    /// Whether a unit is a member of the fixed mix that was read last.
    fn is_member(&self, unit: &str) -> bool {
        let kinds = self.last_ready().map(|ready| ready.kinds.as_slice()).unwrap_or_default();
        kinds.len() > 1 && kinds.iter().any(|kind| kind.unit == unit)
    }

    /// The id of the last squadron that is not brought itself. Gives it one if it has none.
    fn bringer(&mut self) -> Option<String> {
        let ArmyList { squadrons, groups, .. } = &mut self.listing.list;
        let squadrons = groups.last_mut().map_or(squadrons, |group| &mut group.squadrons);
        let ids: Vec<String> = squadrons.iter().filter_map(|squadron| squadron.id.clone()).collect();
        let bringer = squadrons.iter_mut().rev().find(|squadron| squadron.brought_by.is_none())?;
        if bringer.id.is_none() {
            let first = bringer.unit.split('-').next().unwrap_or_default().to_owned();
            let numbered = (2..).map(|number| format!("{first}-{number}"));
            bringer.id = std::iter::once(first.clone()).chain(numbered).find(|id| !ids.contains(id));
        }
        bringer.id.clone()
    }

    /// Completes the list.
    pub(super) fn end(&mut self) {
        self.finish();
        for (role, keys, line) in std::mem::take(&mut self.roles) {
            let ids: Vec<String> = keys.iter().map(|key| self.id_of(*key)).collect();
            let ArmyList { squadrons, groups, .. } = &mut self.listing.list;
            let mut all = squadrons.iter_mut().chain(groups.iter_mut().flat_map(|group| &mut group.squadrons));
            match all.find(|squadron| ids.contains(&squadron.unit)) {
                Some(squadron) if squadron.roles.iter().any(|pick| pick.role() == role) => {}
                Some(squadron) => squadron.roles.push(RolePick::Role(role)),
                None => {
                    let names = keys.iter().map(|key| self.name_of(*key)).collect::<Vec<_>>().join(" or ");
                    let help = Some(format!("the list has no {names}"));
                    let text = phrase::role_title(self.ruleset, &role).to_owned();
                    self.listing.doubts.push(Doubt::unread(line, text, help));
                }
            }
        }
    }

    /// Completes the last squadron: sets its number of models from the lines below it.
    fn finish(&mut self) {
        // A model that takes the place of another is one of the squadron.
        let replaced = std::mem::take(&mut self.replaced);
        let Some(inner) = self.inner.take().map(|inner| inner.saturating_add(replaced)) else { return };
        let Some(last) = self.last_mut() else { return };
        let (unit, stated) = (last.unit.clone(), phrase::count(last.models.as_ref()));
        last.models = Some(Models::Count(inner.min(MAX_NUMBER)));
        for pick in &mut last.options {
            if let OptionPick::Some(counts) = pick
                && let Some((id, count)) = counts.first()
                && (counts.len(), *count) == (1, inner)
            {
                *pick = OptionPick::Every(id.clone());
            }
        }
        if let Some(stated) = stated.filter(|stated| *stated != inner) {
            let said =
                format!("{stated} models of `{unit}` are stated, but {inner} are named below it: {inner} are taken");
            self.listing.concluded.push(said);
        }
    }

    /// Adds a squadron, attached to the last one with less indentation.
    fn put(&mut self, squadron: Squadron, depth: usize, is_item: bool) {
        self.finish();
        self.item = is_item;
        while self.below.last().is_some_and(|above| *above >= depth) {
            self.below.pop();
        }
        self.below.truncate(MAX_DEPTH);
        let groups = &mut self.listing.list.groups;
        if let Some(kind) = self.ruleset.declarations().usual_group().filter(|_| groups.is_empty()) {
            groups.push(Group { kind: kind.to_owned(), ..Group::default() });
        }
        let mut siblings = match groups.last_mut() {
            Some(group) => &mut group.squadrons,
            None => &mut self.listing.list.squadrons,
        };
        for _ in &self.below {
            let Some(last) = siblings.len().checked_sub(1) else { break };
            siblings = &mut siblings[last].attached;
        }
        siblings.push(squadron);
        self.below.push(depth);
    }

    /// The squadron that was read last.
    fn last_mut(&mut self) -> Option<&mut Squadron> {
        let ArmyList { squadrons, groups, .. } = &mut self.listing.list;
        let mut squadron = groups.last_mut().map_or(squadrons, |group| &mut group.squadrons).last_mut()?;
        while !squadron.attached.is_empty() {
            squadron = squadron.attached.last_mut()?;
        }
        Some(squadron)
    }

    fn last(&self) -> Option<&Squadron> {
        let ArmyList { squadrons, groups, .. } = &self.listing.list;
        let mut squadron = groups.last().map_or(squadrons, |group| &group.squadrons).last()?;
        while let Some(inner) = squadron.attached.last() {
            squadron = inner;
        }
        Some(squadron)
    }

    /// The squadron that was read last and is not brought by another.
    fn last_own(&self) -> Option<&Squadron> {
        let last = self.last()?;
        let ArmyList { squadrons, groups, .. } = &self.listing.list;
        let siblings = groups.last().map_or(squadrons, |group| &group.squadrons);
        let bringer = || siblings.iter().rfind(|squadron| squadron.id.is_some() && squadron.id == last.brought_by);
        if last.brought_by.is_some() { bringer() } else { Some(last) }
    }

    /// The unit of the squadron that was read last, if known.
    fn last_ready(&self) -> Option<&'r ReadyUnit> {
        let ruleset = self.ruleset;
        let last = self.last()?;
        let nation = last.nation.as_deref().or(self.listing.list.nation.as_deref());
        ruleset.find_unit(nation, &last.unit).map(|(_, ready)| ready)
    }

    /// Reports a line that is not understood. If it has a number, it was meant as a unit: it stays in the list, and the
    /// check reports the unknown unit.
    fn doubt_line(&mut self, line: &Line, stays: bool) {
        let words = words(&line.bare);
        let entry = UnknownEntry::read(&line.bare);
        let is_named =
            words.first().is_some_and(|word| word.capital) && words.iter().any(|word| self.units.is_type(word));
        let is_said = !entry.name.is_empty()
            && entry.name.len() <= MAX_NAME
            && !line.bare.starts_with(['[', '(', '"', '\u{201c}']);
        if stays && (entry.is_counted || is_named) && is_said {
            self.put_unknown(line, &entry);
        }
        let help = self.help(entry.name, self.own_units());
        self.doubt(line, DoubtKind::Unread, &line.bare, help);
    }

    /// Adds a squadron of an unknown unit for words that fit several units. Without it, the list would seem to cost
    /// less.
    fn keep(&mut self, line: &Line, text: &str) {
        let entry = UnknownEntry::read(text);
        if !entry.name.is_empty() && entry.name.len() <= MAX_NAME && counted(&words(text), 0).is_stated {
            self.put_unknown(line, &entry);
        }
    }

    fn put_unknown(&mut self, line: &Line, entry: &UnknownEntry) {
        let models = entry.models.filter(|models| (1..=MAX_NUMBER).contains(models)).map(Models::Count);
        let squadron = Squadron { unit: entry.name.to_owned(), models, points: entry.points, ..Squadron::default() };
        self.put(squadron, line.depth, line.item);
    }

    /// Reports the words of a line that were not understood. Neighbouring words become one doubt.
    fn leave(&mut self, line: &Line, mut left: Vec<Left>) {
        left.sort_by_key(|left| left.start);
        for place in 0..left.len() {
            let Left { start, end, is_number } = left[place];
            // Some lie inside each other.
            let between = |next: &&Left| line.bare.get(end..next.start).unwrap_or_default();
            let next = left.get(place + 1).filter(|next| between(next).chars().all(|c| !c.is_alphanumeric()));
            if let Some(end) = next.map(|next| next.end.max(end)) {
                left[place + 1] = Left { start, end, is_number: is_number && left[place + 1].is_number };
                continue;
            }
            let kind = if is_number { DoubtKind::Number } else { DoubtKind::Unread };
            self.doubt(line, kind, &line.bare[start..end], None);
        }
    }

    /// Adds a doubt. Those of one line that are alike become one.
    fn doubt(&mut self, line: &Line, kind: DoubtKind, text: &str, help: Option<String>) {
        let text = shortened(text);
        let is_alike = |doubt: &&mut Doubt| {
            doubt.line == line.number && kind != DoubtKind::TwoNames && doubt.kind != DoubtKind::TwoNames
        };
        if let Some(doubt) = self.listing.doubts.last_mut().filter(is_alike) {
            if doubt.text != text {
                doubt.text = shortened(&format!("{} \u{2026} {text}", doubt.text));
            }
            doubt.help = doubt.help.take().or(help);
            if matches!(kind, DoubtKind::Unread | DoubtKind::Change) {
                doubt.kind = kind;
            }
            return;
        }
        self.listing.doubts.push(Doubt { kind, help, ..Doubt::unread(line.number, text, None) });
    }

    pub(super) fn id_of(&self, key: Key) -> String {
        let (catalogue, ready) = self.units.get(key);
        catalogue.unit(ready).id.clone()
    }

    pub(super) fn name_of(&self, key: Key) -> String {
        let (catalogue, ready) = self.units.get(key);
        catalogue.unit(ready).name.clone()
    }

    /// The names of the units of the list's nation.
    pub(super) fn own_units(&self) -> impl Iterator<Item = &'r str> {
        unit_names(self.ruleset, self.listing.list.nation.as_deref())
    }

    /// The nearest names; none after `HELPED` doubts.
    fn help<'n>(&self, word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        if self.listing.doubts.len() < HELPED && word.len() <= MAX_NAME { nearest(word, names) } else { None }
    }
}

/// Whether a line says something of a squadron rather than naming one.
fn tells(line: &Line) -> bool {
    let words = words(&line.bare);
    words.iter().any(talk::is_verb) && words.iter().all(|word| word.number().is_none())
}

/// What stands in quotes.
pub(super) fn quoted(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(['"', '\u{201c}', '\u{201e}'])?;
    let (name, _) = rest.split_once(['"', '\u{201d}', '\u{201c}'])?;
    Some(name.trim()).filter(|name| !name.is_empty() && name.len() <= MAX_NAME)
}

/// Where the numbers begin with which a text ends. None if something parts them from what follows.
fn numbers_before(lead: &str) -> Option<usize> {
    let words = words(lead);
    let last = words.last()?;
    let joins = |letter: char| letter.is_whitespace() || plain::is_unseen(letter) || "+*/\u{2044}".contains(letter);
    let is_joined = !lead[last.end..].contains('\t') && lead[last.end..].chars().all(joins);
    let count = words.iter().rev().take_while(|word| word.number().is_some_and(|number| number <= MOST_SQUADRONS));
    // Lines may be numbered: `01 Gulls`.
    let numbering = words.first().is_some_and(|word| word.end > word.start + 1 && lead[word.start..].starts_with('0'));
    let first = usize::max(words.len() - count.count(), numbering.into());
    words.get(first).filter(|_| is_joined).map(|word| word.start)
}

/// A text cut to a length that can be shown.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}
