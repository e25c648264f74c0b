//! All readings that a line may have at its place in the list, each with what speaks for it.

use muster_engine::nearest::nearest;
use muster_engine::slug::slug;
use muster_engine::words::phrases::squadrons;

use super::heads::{self, HeadPlace};
use super::language::WordSort;
use super::line::{self, MentionReference, MentionStanding};
use super::lines::BareLine;
use super::numbers::{counted, number};
use super::placed_line::PlacedLine;
use super::senses::Sense;
use super::squadrons::{MAX_NAME, Squadrons, quoted};
use super::talk;
use super::units::GroupTitles;
use super::words::{Word, words};
use crate::listing::evidence::Evidence;
use crate::listing::line_kind::{LineKind, LineReading};

/// The most words of a name.
const NAME: usize = 6;
/// The most words of a heading.
const HEADING: usize = 6;
/// The most words of an entry that names nothing known.
const ENTRY: usize = 12;
/// A line with this many words of prose may be prose.
const PROSE: usize = 4;
/// So many of these words count as evidence.
const MOST_PROSE: usize = 6;
/// A number below this is no price of an unknown unit above the first entry.
const LEAST_PRICE: u32 = 20;
/// The sizes of games are multiples of this number of points.
const SIZE: u32 = 250;

impl Squadrons<'_, '_> {
    /// The readings of a line, the best first. There is always one.
    pub(super) fn candidates(&self, of: &PlacedLine) -> Vec<LineReading> {
        let PlacedLine { at, line, words, .. } = of;
        let mut all = Vec::new();
        let sense = self.survey.sense(*at);
        let name = sense.filter(|sense| !sense.of_name.is_empty() && !of.is_of_above());
        if let Some(sense) = name {
            // Nobody writes a name among entries. It may be an entry of something unknown.
            let kind = if sense.is_among_entries() { LineKind::Unknown } else { LineKind::Name };
            all.push(LineReading::new(kind, sense.of_name.clone()));
        }
        if self.nation_of(line).is_some() && !self.survey.names_unit(*at) {
            all.push(LineReading::new(LineKind::Nation, [Evidence::NameOfNation]));
        }
        let prose = self.of_prose(of);
        if of.names_units() || name.is_some_and(|sense| sense.is_name) {
            let mut evidence = sense.map_or_else(|| vec![Evidence::OneWord], |sense| sense.of_squadron.clone());
            let is_prose = prose.as_ref().is_some_and(|prose| prose.evidence.contains(&Evidence::ProseWord));
            if name.is_none() && is_prose {
                evidence.retain(|evidence| evidence.weight() > 0);
            } else if name.is_none() {
                // Where the line cannot be a name, other words say nothing against its units.
                evidence.retain(|evidence| evidence.weight() > 0);
                evidence.push(Evidence::NoOtherReading);
            }
            let keys = of.reading.mentions.iter().map(|mention| mention.key);
            let mut names: Vec<String> = keys.map(|key| self.name_of(key)).collect();
            names.dedup();
            if let (true, Some(sense)) = (names.is_empty(), sense) {
                names.push(self.name_of(sense.unit));
            }
            all.push(LineReading { names, ..LineReading::new(LineKind::Squadrons, evidence) });
        }
        all.extend(prose);
        if of.names_units() {
            let is_plain = words.iter().all(|word| word.number().is_none());
            let is_unclear = of.reading.mentions.is_empty() && is_plain;
            all.extend(self.of_heading(of).filter(|_| is_unclear));
            // `Great Gull Fleet` is a group, though there is a Great Gull; a title may name a unit and ask.
            let is_bare = |mention: &line::Mention| mention.models.is_none() && mention.points.is_none();
            let is_bare = of.reading.mentions.iter().all(is_bare);
            all.extend(self.of_sorting(of).filter(|_| is_bare && is_plain));
            all.extend(self.of_list(of).into_iter().filter(|_| is_bare && line.bare.ends_with('?')));
        } else if name.is_none_or(|sense| !sense.is_name) {
            all.extend(self.of_above(of));
            all.extend(self.of_sorting(of));
            all.extend(self.of_list(of));
            all.extend(self.of_heading(of));
            all.extend(self.of_unknown(of));
        }
        if !of.names_units() {
            all.push(LineReading::new(LineKind::Other, [Evidence::NothingKnown]));
        }
        all.sort_by_key(|candidate| std::cmp::Reverse(candidate.weight()));
        all
    }

    /// Prose that names units.
    fn of_prose(&self, of: &PlacedLine) -> Option<LineReading> {
        let PlacedLine { at, line, words, reading, .. } = of;
        if self.survey.is_foot(*at) && !reading.is_change {
            return Some(LineReading::new(LineKind::Talk, [Evidence::Signature]));
        }
        let is_priced = reading.mentions.iter().any(|mention| mention.points.is_some());
        let is_beside = || (0..self.survey.len()).any(|other| other != *at && self.survey.is_entry(other));
        if !is_priced && is_keyed_by_other(&line.bare, words) && is_beside() {
            return Some(LineReading::new(LineKind::Talk, [Evidence::Story]));
        }
        if reading.is_change && self.below.is_empty() && self.has_entries && !is_priced {
            // It is about an earlier list.
            return Some(LineReading::new(LineKind::Talk, [Evidence::ChangeAbove]));
        }
        // "No, make that 3" is about a unit above.
        let is_edit = words.first().is_some_and(|word| WordSort::Edits.is(word));
        let has_number = words.iter().any(|word| number(word).is_some());
        let is_about_number = !self.below.is_empty() && words.len() <= ENTRY && has_number && !is_edit;
        if reading.is_change && !line.bare.ends_with('?') && (self.survey.names_unit(*at) || is_about_number) {
            return Some(LineReading::new(LineKind::Unknown, [Evidence::ChangeOfMind]));
        }
        // "The Commodore is on the Gull."
        let is_name = |left: &line::UnknownWord| line.bare[left.start..left.end].contains(char::is_uppercase);
        if !reading.elsewhere.is_empty() && reading.mentions.is_empty() && !reading.left.iter().any(is_name) {
            return Some(LineReading::new(LineKind::Talk, [Evidence::RoleElsewhere]));
        }
        // "He sank both Princetons."
        let is_loss =
            words.iter().any(|word| WordSort::Losses.is(word)) && (reading.is_talk || line.bare.ends_with(['.', '!']));
        if is_loss && !is_priced && is_beside() {
            return Some(LineReading::new(LineKind::Talk, [Evidence::Story]));
        }
        let is_counted = self.survey.sense(*at).is_some_and(Sense::is_counted);
        let is_thought = reading.is_talk && reading.mentions.len() == 1;
        if line.bare.ends_with('?') && (self.survey.is_entry_but_asks(*at) && is_counted || is_thought) {
            return Some(LineReading::new(LineKind::Unknown, [Evidence::Question]));
        }
        if self.speaks_beside_entries(of) {
            return Some(LineReading::new(LineKind::Talk, [Evidence::ProseBesideEntries]));
        }
        let unknown = words.iter().filter(|word| self.is_prose_word(word)).count();
        let is_sentence = line.bare.ends_with(['.', '!', '?', '\u{2026}', ')']);
        // "Gull, if it is painted by then" names a Gull.
        let is_of_unit = reading.mentions.first().is_some_and(|mention| {
            let behind = words.iter().find(|word| word.start >= mention.end);
            mention.start == 0 && mention.is_whole && behind.is_some_and(Word::is_apart)
        });
        if self.has_entries && unknown >= PROSE && !is_of_unit && (is_sentence || unknown * 2 > words.len()) {
            return Some(LineReading::new(LineKind::Talk, vec![Evidence::ProseWord; unknown.min(MOST_PROSE)]));
        }
        if !of.names_units() {
            return reading.is_talk.then(|| LineReading::new(LineKind::Talk, [Evidence::Prose]));
        }
        // In a list of entries, prose adds no squadrons. Prose that names wings still counts.
        let is_story = reading.is_talk && self.has_entries && (reading.lead > 0 || self.below.is_empty());
        let is_beside = is_story && reading.mentions.iter().all(|mention| mention.standing != MentionStanding::Brought);
        // "The Gulls are three, as on their card."
        let is_remark = self.has_entries && line.bare.ends_with(['.', '!']) && line.bare.contains(' ');
        let is_known = |mention: &line::Mention| {
            mention.refers != MentionReference::No && mention.points.is_none() && self.has(&self.id_of(mention.key))
        };
        let is_told = is_remark
            && reading.unclear.is_empty()
            && reading.mentions.iter().all(is_known)
            && !reading.mentions.is_empty();
        (is_beside || is_told).then(|| LineReading::new(LineKind::Talk, [Evidence::ProseBesideEntries]))
    }

    /// Whether a line speaks of units below entries that are written with numbers: "I don't own a Gull."
    fn speaks_beside_entries(&self, of: &PlacedLine) -> bool {
        let PlacedLine { at, words, reading, .. } = of;
        let is_outside =
            |word: &&Word| !reading.mentions.iter().any(|mention| (mention.start..mention.end).contains(&word.start));
        let is_priced = |mention: &line::Mention| mention.points.is_some_and(|points| points >= LEAST_PRICE);
        if !of.names_units() || reading.mentions.iter().any(is_priced) {
            return false;
        }
        let says = |word: &Word| talk::is_talk_word(word) || talk::is_verb(word);
        let said = words.iter().filter(is_outside).filter(|word| says(word)).count();
        // A line that begins with a unit may be an entry with a remark, so it needs more words of prose.
        let is_before = |mention: &line::Mention| words.first().is_some_and(|word| word.start < mention.start);
        let begins_with_unit = reading.mentions.first().is_none_or(|first| !is_before(first));
        said > usize::from(begins_with_unit) && self.survey.is_below_entries(*at)
    }

    /// Whether a word in lower case says nothing of units, so that it may be one of prose.
    fn is_prose_word(&self, word: &Word) -> bool {
        let is_plain = !word.capital && word.number().is_none() && word.folded.len() > 2;
        is_plain && !self.units.says(word) && !line::connects(word) && !WordSort::Points.is(word)
    }

    /// Something of the squadron above.
    fn of_above(&self, of: &PlacedLine) -> Option<LineReading> {
        let PlacedLine { words, reading, inside, .. } = of;
        if self.price_of_last(words).is_some() {
            return Some(LineReading::new(LineKind::Above, [Evidence::NumbersOfAbove]));
        }
        let above = reading.above.as_ref().filter(|_| !reading.is_talk)?;
        let has_own = !above.options.is_empty() || !above.roles.is_empty() || reading.has_unclear_option;
        let is_plain = reading.has_unclear_option || reading.left.iter().all(|left| left.is_number);
        let is_below = *inside && !above.options.is_empty();
        if !(has_own || *inside) || !(is_plain || is_below) {
            return None;
        }
        let mut evidence = Vec::new();
        evidence.extend(has_own.then_some(Evidence::OptionOfAbove));
        evidence.extend(inside.then_some(Evidence::Below));
        evidence.extend((!has_own).then_some(Evidence::NumbersOfAbove));
        Some(LineReading::new(LineKind::Above, evidence))
    }

    /// A group or an allocation of the entries below.
    fn of_sorting(&self, of: &PlacedLine) -> Option<LineReading> {
        let PlacedLine { line, words, .. } = of;
        let evidence = if self.kind(line, words).is_some() {
            Evidence::NameOfGroup
        } else if self.units.allocation(words).is_some() {
            Evidence::NameOfPlace
        } else if line.bare.eq_ignore_ascii_case(squadrons(self.ruleset.declarations(), 2)) {
            // The heading that Muster writes above all squadrons.
            Evidence::AsMusterWrites
        } else {
            return None;
        };
        Some(LineReading::new(LineKind::Heading, [evidence]))
    }

    /// Something of the whole list: its name, its points, its settings.
    fn of_list(&self, of: &PlacedLine) -> Vec<LineReading> {
        let PlacedLine { at, line, words, .. } = of;
        let mut all = Vec::new();
        if self.title(of).is_some() {
            all.push(LineReading::new(LineKind::Title, [Evidence::First, Evidence::StandsApart]));
        }
        let set: usize =
            heads::settings(self.ruleset, &self.listing.list, words).iter().map(|stated| stated.words.len()).sum();
        if set > 0 && set * 2 >= words.len() {
            all.push(LineReading::new(LineKind::OfList, [Evidence::StatesSettings]));
        }
        let names_nation = self.survey.nations_of(*at).next().is_some();
        if self.may_state_points(of) && self.heads.clone().numbers(&line.bare, words, self.place(line, names_nation)) {
            all.push(LineReading::new(LineKind::OfList, [Evidence::StatesPoints]));
        }
        let is_players = self.player.as_ref().is_some_and(|player| player.line == Some(line.number));
        let of_person = match (is_players, self.is_of_a_person(line)) {
            (true, _) => Some(Evidence::NameOfPlayer),
            (false, true) => Some(Evidence::Leader),
            (false, false) => None,
        };
        all.extend(of_person.map(|evidence| LineReading::new(LineKind::Name, [evidence])));
        all
    }

    /// Whether numbers of a line may be points of the whole list.
    pub(super) fn may_state_points(&self, of: &PlacedLine) -> bool {
        let PlacedLine { at, line, words, .. } = of;
        let is_first = self.below.is_empty() && self.listing.list.groups.is_empty();
        let is_inside = !is_first && line.heading && !line.text.starts_with("++");
        !is_inside && (self.survey.names_game(*at) || self.as_entry(line, words).is_empty())
    }

    /// The name of the list that a line states.
    pub(super) fn title(&self, of: &PlacedLine) -> Option<String> {
        let PlacedLine { at, line, .. } = of;
        let is_first = self.below.is_empty() && self.listing.list.groups.is_empty();
        let name = heads::title(self.ruleset, &line.bare).filter(|_| is_first && self.listing.list.name.is_none())?;
        if self.player.as_ref().is_some_and(|player| player.name == name) {
            return None;
        }
        let names_nation = self.survey.nations_of(*at).next().is_some();
        let begins = self.listing.list.nation.is_none() || *at == 0 || line.opens;
        (name != line.bare || begins && !names_nation && self.is_title(*at, &name)).then_some(name)
    }

    /// A heading above entries.
    fn of_heading(&self, of: &PlacedLine) -> Option<LineReading> {
        let PlacedLine { at, line, words, .. } = of;
        let below = self.survey.lines.get(at + 1);
        let is_above_deeper = below.is_some_and(|next| next.depth > line.depth);
        let sorts_below = is_above_deeper && words.iter().all(|word| self.units.is_type(word));
        let evidence = if sorts_below || self.sorts(words) {
            vec![Evidence::SortsUnits]
        } else if line.heading {
            vec![Evidence::MarkedHeading]
        } else {
            self.above_entries(*at, line, words)
        };
        (!evidence.is_empty()).then(|| LineReading::new(LineKind::Heading, evidence))
    }

    /// What says that a line is a heading above units, such as `Tier 1`.
    fn above_entries(&self, at: usize, line: &BareLine, words: &[Word]) -> Vec<Evidence> {
        if words.len() > HEADING || line.item {
            return Vec::new();
        }
        let next = self.survey.lines.get(at + 1);
        // Sentences of one line stand beside each other.
        let leads = next.filter(|next| next.number != line.number).is_some_and(|next| {
            self.survey.names_unit(at + 1) && !self.survey.is_talk(at + 1)
                || counted(self.survey.words(at + 1), 0).is_stated && next.bare.len() < MAX_NAME
        });
        let is_column = line.bare.contains(['\t', '|', ';']) && words.iter().all(|word| word.number().is_none());
        let is_unit =
            words.iter().any(|word| self.units.is_type(word)) && words.iter().any(|word| !self.units.is_type(word));
        if line.bare.ends_with(':') && leads {
            vec![Evidence::AboveEntries, Evidence::EndsInColon]
        } else if leads && words.len() == 1 && next.is_some_and(|next| next.depth > line.depth) {
            vec![Evidence::AboveEntries]
        } else if is_column {
            vec![Evidence::Column]
        } else if leads && line.opens && !is_unit {
            vec![Evidence::AboveEntries]
        } else {
            Vec::new()
        }
    }

    /// An entry of something unknown.
    fn of_unknown(&self, of: &PlacedLine) -> Option<LineReading> {
        let PlacedLine { at, line, words, reading, .. } = of;
        if self.survey.names_game(*at) {
            return None;
        }
        let mut evidence = self.as_entry(line, words);
        let names_nation = self.survey.nations_of(*at).next().is_some();
        // "Turn one was slow."
        let tells = line.bare.ends_with('.') && words.iter().any(talk::is_verb);
        let is_among =
            self.is_in_block(*at, line, words) && !reading.is_talk && !tells && !names_nation && words.len() <= ENTRY;
        if evidence.is_empty() && is_among {
            evidence.push(Evidence::InBlock);
        }
        // A word of a unit's name and a number, of which nothing was read.
        let sense = self.survey.sense(*at);
        let is_enemy = words.first().is_some_and(|word| WordSort::Against.is(word));
        let is_plain =
            |sense: &&Sense| sense.is_counted() && !sense.of_squadron.contains(&Evidence::Misspelt) && !is_enemy;
        let is_beside = reading.is_talk && self.has_entries;
        if let Some(sense) = sense.filter(|sense| is_plain(sense) && !is_beside) {
            let pieces =
                sense.of_squadron.iter().filter(|evidence| matches!(evidence, Evidence::Counted | Evidence::Priced));
            evidence = std::iter::once(Evidence::UnitWords).chain(pieces.copied()).collect();
        }
        (!evidence.is_empty()).then(|| LineReading::new(LineKind::Unknown, evidence))
    }

    /// What says that a line is an entry of a list though it names nothing known: a number and a name, or a name and a price.
    fn as_entry(&self, line: &BareLine, words: &[Word]) -> Vec<Evidence> {
        if line.is_entry {
            return vec![Evidence::Row];
        }
        // `Strike Force (1000 Points)` states the size of the game, so it is no entry.
        let size =
            words.iter().rev().find_map(Word::number).filter(|number| *number >= SIZE && number.is_multiple_of(SIZE));
        let is_said = words.last().is_some_and(|last| WordSort::Points.is(last));
        if size.is_some() && is_said && words.iter().filter(|word| word.number().is_some()).count() == 1 {
            return Vec::new();
        }
        let adds = words.iter().take_while(|word| WordSort::Adding.is(word)).count();
        let words = &words[adds..];
        let (leads, ends) = (counted(words, 0), words.split_last());
        let ends_in_price = ends.is_some_and(|(last, before)| {
            WordSort::Points.is(last) && before.last().is_some_and(|word| word.number().is_some())
        });
        if adds > 0 && leads.is_stated && ends_in_price && words.len() <= ENTRY {
            return vec![Evidence::Counted, Evidence::EndsInPrice];
        }
        let words = &words[..talk::remark(words, 1).unwrap_or(words.len())];
        let bare = words.last().map_or("", |last| &line.bare[..last.end]);
        // "List B - Gulls 750" is a heading.
        let is_list = words.first().is_some_and(|word| WordSort::Lists.is(word) || WordSort::Games.is(word));
        if words.len() > ENTRY || is_list || talk::is_talk(bare, words) {
            return Vec::new();
        }
        let nations = self.units.nations.named(&line.bare, words);
        let own = |at: usize| !nations.iter().any(|(_, range)| range.contains(&at));
        let words: Vec<Word> = (0..words.len()).filter(|at| own(*at)).map(|at| words[at].clone()).collect();
        let counted = counted(&words, 0);
        let is_name = |word: &Word| {
            word.number().is_none()
                && !talk::is_talk_word(word)
                && !talk::is_counted(word)
                && !WordSort::Points.has(&word.folded)
        };
        // A fleet, a force or a list is no unit.
        let is_kind = |word: &Word| self.units.is_type(word) && !WordSort::Lists.is(word) && !WordSort::Games.is(word);
        let is_small = counted.models.is_none_or(|models| models <= 30);
        let is_edition = |word: &Word| WordSort::Ordinals.is(word) || WordSort::Editions.is(word);
        let is_counted = |word: &Word| is_name(word) && !is_edition(word);
        let leads = counted.is_stated && is_small && words.get(counted.next).is_some_and(is_counted);
        // `Flotta: 5 gabbiani` has a number behind a key.
        let is_key = |at: &usize| line.bare[words[*at - 1].end..words[*at].start].contains(':');
        let behind_key = (1..words.len()).find(is_key).map(|at| super::numbers::counted(&words, at));
        let is_keyed = behind_key.is_some_and(|counted| {
            counted.is_stated && counted.models.is_some() && words.get(counted.next).is_some_and(is_counted)
        });
        let says_type = words.iter().any(is_kind);
        let is_vague = words.first().is_some_and(talk::is_vague) && says_type && words[1].folded != "of";
        let is_priced = words.last().and_then(Word::number).is_some()
            || words.len() > 1 && words.last().is_some_and(|last| WordSort::Points.is(last));
        let begins = words.first().is_some_and(is_name);
        let times = words.windows(2).any(|pair| pair[0].folded == "x" && pair[1].number().is_some());
        // A person who writes a line without capitals writes the names in it without them, too: `indy, commodore - 200`.
        let is_lower = !line.bare.contains(char::is_uppercase);
        let is_unknown = |word: &Word| {
            (word.capital || is_lower)
                && is_name(word)
                && !self.units.is_type(word)
                && !WordSort::Sorting.is(word)
                && !line::connects(word)
        };
        let is_sentence = line.bare.ends_with(['.', '!']) || words.iter().filter(|word| !word.capital).count() > 2;
        let names = words.len() <= NAME + 4 && words.first().is_some_and(is_unknown) && !line.heading && !is_sentence;
        let in_block = self.block.is_none_or(|(first, last)| {
            let numbers = self.survey.lines;
            (numbers[first].number..=numbers[last].number + 2).contains(&line.number)
        });
        // "Gul, 180" stands above the first entry. A line above it may have a word of a unit's name, too.
        let is_above = self.block.is_some_and(|(first, last)| {
            let (first, last) = (&self.survey.lines[first], &self.survey.lines[last]);
            let is_first = self.below.is_empty() && (first.number..last.number).contains(&line.number);
            is_first || first.number == line.number + 1 && !first.opens
        });
        let last = words.iter().rfind(|word| !WordSort::Points.has(&word.folded));
        let is_price = last.and_then(Word::number).is_some_and(|price| (LEAST_PRICE..SIZE).contains(&price));
        let is_bracketed = line.bare.ends_with(']') && is_priced && counted.is_times;
        let mut evidence = Vec::new();
        let mut add = |is: bool, pieces: &[Evidence]| {
            if is && evidence.is_empty() {
                evidence.extend_from_slice(pieces);
            }
        };
        add(leads && says_type, &[Evidence::Counted, Evidence::OfAType]);
        add(leads && in_block, &[Evidence::Counted, Evidence::InBlock]);
        add(is_keyed && begins && in_block && self.block.is_some(), &[Evidence::Counted, Evidence::InBlock]);
        add(leads && is_bracketed, &[Evidence::Counted, Evidence::EndsInPrice]);
        add(says_type && begins && is_priced, &[Evidence::OfAType, Evidence::EndsInPrice]);
        add(says_type && begins && names, &[Evidence::OfAType, Evidence::UnknownName]);
        add(times && begins, &[Evidence::Counted]);
        add(
            is_above && is_price && words.iter().take(3).any(is_unknown),
            &[Evidence::UnknownName, Evidence::EndsInPrice],
        );
        add(is_vague, &[Evidence::Vague, Evidence::OfAType]);
        evidence
    }

    /// Whether a line names a leader of the fleet: `Commander: Anna Berg`.
    fn is_of_a_person(&self, line: &BareLine) -> bool {
        let Some((key, name)) = line.bare.split_once(':') else { return false };
        let is_key = words(key).len() == 1 && words(key).iter().all(|word| WordSort::Leaders.is(word));
        is_key && words(name).iter().all(|word| word.number().is_none() && !self.units.is_type(word))
    }

    /// Whether a line stands between the units, or is a name directly behind them.
    fn is_in_block(&self, at: usize, line: &BareLine, words: &[Word]) -> bool {
        if at > 0 && self.survey.lines[at - 1].number == line.number {
            // Another sentence of the line is a remark.
            return false;
        }
        let is_name = !line.opens && words.len() <= NAME && words.first().is_some_and(|word| word.capital);
        self.block.is_some_and(|(first, last)| (first..=last).contains(&at) || at == last + 1 && is_name)
    }

    /// Whether the first line may be a name: nothing of a list stands directly below it.
    fn is_title(&self, at: usize, name: &str) -> bool {
        let is_first = self.survey.lines.get(at).is_some_and(|line| line.number == self.survey.lines[0].number);
        let apart =
            self.survey.lines.get(at + 1).is_some_and(|next| next.opens || self.survey.nation_of(at + 1).is_some());
        is_first && apart && nearest(name, self.own_units()).is_none()
    }

    /// Whether a line has nothing but words that sort units, such as their sizes.
    fn sorts(&self, words: &[Word]) -> bool {
        let sorts = |word: &Word| self.units.headings.contains(&word.folded) || WordSort::Sorting.is(word);
        let is_number = |word: &Word| word.number().is_some() || WordSort::Points.has(&word.folded);
        let is_priced =
            words.iter().any(|word| word.number().is_some()) && !words.iter().any(|word| WordSort::Sorting.is(word));
        let is_role = |word: &Word| self.units.roles.has(&word.folded) || WordSort::Leaders.is(word);
        words.iter().all(|word| sorts(word) || is_number(word))
            && words.iter().any(sorts)
            && !(is_priced && words.iter().any(|word| self.units.is_type(word)) && words.iter().any(is_role))
    }

    /// The kind of group that a line names.
    pub(super) fn kind(&self, line: &BareLine, words: &[Word]) -> Option<String> {
        let kinds = &self.ruleset.declarations().group_kinds;
        let bare = heads::without_points(line.bare.split(['(', '"']).next()?, words);
        let plain =
            bare.trim_matches(['[', ']', ' ']).split(['[', ':']).next().filter(|words| words.len() <= MAX_NAME)?;
        let said = slug(plain);
        let exact = kinds.iter().find(|(id, kind)| said == **id || said == slug(&kind.title));
        let says = |word: &String| words.iter().any(|said| said.folded == *word);
        let is_head = self.below.is_empty() && self.listing.list.groups.is_empty();
        let is_short =
            words.len() <= HEADING + 2 && (is_head || !words.iter().any(|word| WordSort::Points.has(&word.folded)));
        let is_about = |own: &[String]| {
            let is_nation = |word: &Word| self.units.nations.has(&word.folded);
            let is_other = |word: &Word| {
                !own.contains(&word.folded)
                    && number(word).is_none()
                    && ![WordSort::Ordinals, WordSort::Editions, WordSort::Points].iter().any(|sort| sort.is(word))
                    && !is_nation(word)
            };
            let named = words.iter().filter(|word| is_other(word)).count();
            own.iter().all(says) && (named == 0 || quoted(&line.bare).is_some() && named <= 3)
        };
        // `French Frontline` means the French Frontline Battlefleet, where most titles end in Battlefleet.
        let GroupTitles { titles, last } = self.units.group_titles();
        let is_cut = |own: &[String]| {
            let cut = own.split_last().filter(|(end, cut)| last.as_ref() == Some(*end) && cut.len() == words.len());
            cut.is_some_and(|(_, cut)| !cut.is_empty() && cut.iter().all(says))
        };
        let by = |is: &dyn Fn(&[String]) -> bool| titles.iter().find(|(_, own)| is(own)).map(|(id, _)| id.clone());
        let exact = exact.map(|(id, _)| id.clone()).or_else(|| if is_short { by(&is_about) } else { None });
        exact.or_else(|| by(&is_cut))
    }

    /// The nation that a heading names: `Allies - Royal Australia`.
    pub(super) fn nation_of(&self, line: &BareLine) -> Option<String> {
        let is_short = line.bare.split_whitespace().count() <= 6 && !line.bare.contains(|c: char| c.is_ascii_digit());
        let parts = line.bare.split([':', '-', '(', ')', '\u{2013}', '\u{2014}']).map(str::trim);
        let mut parts = parts.filter(|part| !part.is_empty());
        let whole = self.ruleset.nation(line.bare.trim_end_matches(':'));
        whole.or_else(|| parts.find_map(|part| self.ruleset.nation(part)).filter(|_| is_short)).map(str::to_owned)
    }

    /// Where a line is, and what is known of it.
    pub(super) fn place(&self, line: &BareLine, names_nation: bool) -> HeadPlace {
        let is_bracketed = line.text.contains('[') && line.text.ends_with([']', '+', '*']);
        let is_first = self.below.is_empty();
        let is_head = is_bracketed && (line.text.contains("++") || is_first && !line.text.starts_with("##"));
        HeadPlace { line: line.number, below_units: !is_first, names_nation, is_head }
    }
}

/// Whether a line begins with a key of something that is no part of a list: `Turn 1: The Gulls came`.
fn is_keyed_by_other(text: &str, words: &[Word]) -> bool {
    let [key, behind @ ..] = words else { return false };
    let last = behind.first().filter(|number| number.number().is_some()).unwrap_or(key);
    WordSort::OtherKeys.is(key) && text[last.end..].trim_start().starts_with(':')
}
