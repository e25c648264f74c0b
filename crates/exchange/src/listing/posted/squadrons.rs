//! Reads the lines of a list one after another, and takes each by its best reading.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::effort;
use muster_engine::list::{ArmyList, Group, ModelCount, RolePick};
use muster_engine::ready::Ruleset;

use super::heads::{self, HeadPlace, Heads};
use super::language::WordSort;
use super::line::{self, LineMentions, LineSurroundings, Mention, MentionStanding};
use super::lines::{BareLine, MAX_LINE};
use super::numbers::number;
use super::people::ListPlayer;
use super::person::is_club;
use super::placed_line::PlacedLine;
use super::survey::Survey;
use super::talk;
use super::units::{UnitKey, UnitNameIndex};
use super::words::{Word, words};
use crate::listing::evidence::Evidence;
use crate::listing::fact;
use crate::listing::found::{Doubt, DoubtKind, Listing, shortened};
use crate::listing::known::unit_names;
use crate::listing::line_kind::{LineKind, LineReading, ReadLine};
use crate::listing::phrase;

/// The longest name, in bytes.
pub(super) const MAX_NAME: usize = 200;
/// Reading stops after this many doubts.
const MAX_DOUBTS: usize = 1000;
/// How many steps it takes to read a word of a line.
const STEPS_A_WORD: usize = 8;
/// The most words of a name.
const NAME: usize = 6;

/// A list that grows line by line.
pub(super) struct Squadrons<'s, 'r> {
    pub(super) units: &'s UnitNameIndex<'r>,
    pub(super) ruleset: &'r Ruleset,
    pub(super) survey: &'s Survey<'s, 'r>,
    pub listing: Listing,
    pub heads: Heads,
    /// The name of a person that the text seems to give as the player's.
    pub(super) player: Option<ListPlayer>,
    /// The indentation of the squadrons that the next one may be attached to, outermost first.
    pub(super) below: Vec<usize>,
    /// True if the last squadron is a list item.
    pub(super) item: bool,
    /// The nation that a heading named last.
    pub(super) nation: Option<String>,
    /// The allocation that a heading named last.
    pub(super) allocation: Option<String>,
    /// The name of the next squadron.
    pub(super) named: Option<String>,
    /// The number of models of the last squadron that are named on lines below it.
    pub(super) inner: Option<u32>,
    /// How many of its models take the place of others.
    pub(super) replaced: u32,
    /// The points of the options on lines below the last squadron, and how many of them were added to its price.
    pub(super) extras: u32,
    pub(super) added: u32,
    /// Roles of models in squadrons of these units, with the lines that say so.
    pub(super) roles: Vec<(String, Vec<UnitKey>, usize)>,
    /// The lines that are taken as no part of the list.
    pub passed: BTreeSet<usize>,
    /// The lines that are sentences, from which only squadrons were taken, and those that end in a remark.
    pub sentences: BTreeSet<usize>,
    pub remarks: BTreeSet<usize>,
    /// The units of squadrons that only sentences speak of.
    pub(super) spoken: Vec<String>,
    /// The lines from which something was taken.
    pub used: BTreeSet<usize>,
    /// The places of the first and last line that name a unit.
    pub(super) block: Option<(usize, usize)>,
    /// The text has entries, so prose beside them is no part of the list.
    pub(super) has_entries: bool,
    pub(super) decisions: &'s Decisions,
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
        player: Option<ListPlayer>,
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
            extras: 0,
            added: 0,
            roles: Vec::new(),
            passed: BTreeSet::new(),
            used: BTreeSet::new(),
            spoken: Vec::new(),
            sentences: BTreeSet::new(),
            remarks: BTreeSet::new(),
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
            let place = HeadPlace { line: line.number, below_units: false, names_nation: false, is_head: false };
            self.heads.numbers(&line.bare, words, place);
            heads::set(self.ruleset, &mut self.listing.list, words);
        }
    }

    /// A line, joined with the next one if a name goes on there, and the place of the line after it.
    pub(super) fn whole(&self, at: usize) -> (BareLine<'s>, usize) {
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
        (BareLine { bare: format!("{} {}", line.bare, next.bare), ..line.clone() }, at + 2)
    }

    /// Reads a line. False if too many lines are not understood.
    pub(super) fn line(&mut self, at: usize, line: &BareLine) -> bool {
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
    fn by_form(&mut self, at: usize, line: &BareLine, words: &[Word]) -> Option<LineReading> {
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
                self.used.insert(line.number);
            }
            self.heads.numbers(&line.bare, words, self.place(line, false));
            self.passed.insert(line.number);
            (LineKind::Talk, Evidence::Story)
        } else if self.survey.is_sender(at) && !heads::is_about_player(&mut self.listing.list, &line.bare) {
            self.passed.insert(line.number);
            (LineKind::Talk, Evidence::Signature)
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
        let before = self.roles.len();
        self.roles.extend(said);
        self.used.extend((self.roles.len() > before).then_some(line.number));
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

    fn pass(&mut self, line: &BareLine) {
        self.passed.insert(line.number);
    }

    /// Notes how a line was read. The reading that was taken is the first.
    fn read_as(&mut self, line: &BareLine, candidates: Vec<LineReading>) {
        let mut candidates = candidates.into_iter();
        if let Some(taken) = candidates.next() {
            let (number, text) = (line.number, shortened(&line.bare));
            self.listing.lines.push(ReadLine { number, text, taken, next: candidates.next() });
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
            let name = quoted(&line.bare).unwrap_or_else(|| heads::without_points(&line.bare, words));
            let name = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(name);
            let name = Some(name.to_owned());
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
        if kind == LineKind::OfList {
            self.doubt_addition(line, words);
        }
        let set = heads::set(self.ruleset, &mut self.listing.list, words);
        self.used.extend(set.then_some(line.number));
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
    fn is_of_muster(&mut self, at: usize, line: &BareLine) -> bool {
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

    /// Takes a line that is only a name: the first line as the name of the list, any other as no part of it. It may state the
    /// limit beside the name.
    fn name_line(&mut self, at: usize, line: &BareLine, words: &[Word]) {
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

    fn read(&self, at: usize, line: &BareLine, words: &[Word], inside: bool) -> LineMentions {
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
        let read = |above: Option<(UnitKey, Option<u32>)>| {
            line::read(
                self.units,
                &line.bare,
                &LineSurroundings { nations: &nations, above, is_item: line.item, is_heading: line.heading, is_talk },
            )
        };
        let above = self.last_own().filter(|_| !line.heading);
        let above = above.and_then(|last| {
            let models = if let Some(ModelCount::Count(models)) = last.models { Some(models) } else { None };
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
        let own = |reading: &LineMentions| {
            let is_brought = |mention: &Mention| mention.standing == MentionStanding::Brought;
            // What has a price of its own beside the units is an entry.
            let says = reading.above.as_ref().is_some_and(|above| {
                above.points.is_none() && above.extras == 0 && (!above.options.is_empty() || !above.roles.is_empty())
            });
            reading.mentions.iter().all(is_brought)
                && (says && reading.left.is_empty() && !reading.is_talk || !reading.mentions.is_empty())
        };
        let with_above = above.filter(|_| is_bare).map(|above| read(Some(above)));
        if let Some(with_above) = with_above.filter(own) {
            return with_above;
        }
        // Wings may also stand below another squadron than their carrier.
        let carrier = self.last_carrier().filter(|_| is_bare && !line.heading && !is_talk);
        let with_carrier = carrier.map(|carrier| read(Some((carrier, None))));
        let is_wings =
            |reading: &LineMentions| reading.above.is_none() && reading.left.is_empty() && !reading.mentions.is_empty();
        with_carrier.filter(|reading| is_wings(reading) && own(reading)).unwrap_or(reading)
    }

    /// Takes a line that names a nation as no part of the list, if it says anything else that is no word of the game.
    fn pass_beside_nation(&mut self, line: &BareLine, words: &[Word]) {
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
    fn fact(&mut self, line: &BareLine) -> bool {
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

    pub(super) fn id_of(&self, key: UnitKey) -> String {
        let (catalogue, ready) = self.units.get(key);
        catalogue.unit(ready).id.clone()
    }

    pub(super) fn name_of(&self, key: UnitKey) -> String {
        let (catalogue, ready) = self.units.get(key);
        catalogue.unit(ready).name.clone()
    }

    /// The names of the units of the list's nation.
    pub(super) fn own_units(&self) -> impl Iterator<Item = &'r str> {
        unit_names(self.ruleset, self.listing.list.nation.as_deref())
    }
}

/// What stands in quotes.
pub(super) fn quoted(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(['"', '\u{201c}', '\u{201e}'])?;
    let (name, _) = rest.split_once(['"', '\u{201d}', '\u{201c}'])?;
    Some(name.trim()).filter(|name| !name.is_empty() && name.len() <= MAX_NAME)
}
