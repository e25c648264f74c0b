//! Reads text from other tools or typed by hand. Takes names of units, options and groups, and reports the rest.

use std::ops::Range;

use muster_engine::catalogue::Unit;
use muster_engine::list::{ArmyList, Group, Models, OptionPick, RolePick, RulesetName, Squadron};
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::ready::{ReadyCatalogue, ReadyUnit};
use muster_engine::slug::slug;
use muster_engine::words::phrases::{count_squadrons, squadrons};

use super::fact;
use super::found::{Doubt, DoubtKind, Listing, MAX_NUMBER, Said};
use super::known::{current, unit_names};
use super::line::{Line, is_decoration, is_points, leading_count, trailing_count};
use super::plain::TERMS;
use super::posted::{self, Mention, Standing, Survey, Units};

/// The most lines not understood for which the nearest names are given.
const HELPED: usize = 200;
/// The largest text that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// How deep squadrons may be attached to each other.
const MAX_DEPTH: usize = 8;
/// The longest name, in bytes.
const MAX_NAME: usize = 200;
/// The most squadrons that one line may name.
const MOST_SQUADRONS: u32 = 50;
/// The longest line that is read, in bytes.
const MAX_LINE: usize = 4096;
/// Reading stops after this many lines and words that are not understood.
const MAX_UNREAD: usize = 1000;

/// Reads a text as one list.
///
/// A line may name a unit with its number, points and options, in any markup. Lines indented below a unit are its
/// models, its options or units attached to it. Nothing is guessed: a line that is not understood is reported with the
/// nearest names. Conclusions are reported too ([`Listing::concluded`]).
pub(super) fn read(units: &Units, text: &str, said: Said) -> Listing {
    match lines(text) {
        Ok(lines) => list(&Survey::new(units, &lines), 0..lines.len(), None, units, said),
        Err(doubt) => empty(units.ruleset(), doubt),
    }
}

/// Reads all lists of a text.
pub(super) fn read_all(units: &Units, text: &str, said: Said) -> Vec<Listing> {
    let lines = match lines(text) {
        Ok(lines) => lines,
        Err(doubt) => return vec![empty(units.ruleset(), doubt)],
    };
    let survey = Survey::new(units, &lines);
    let parts = posted::parts(&survey);
    // What stands above the first list may state the limit of all.
    let of_all = if parts.len() > 1 { lines[..parts[1].start].iter().find_map(Line::mfv) } else { None };
    parts.into_iter().map(|part| list(&survey, part, of_all, units, said)).collect()
}

fn lines(text: &str) -> Result<Vec<Line<'_>>, Doubt> {
    if text.len() > MAX_BYTES {
        let text = format!("a list has no text of more than {} MB", MAX_BYTES >> 20);
        return Err(Doubt::unread(1, text, None));
    }
    let said_by_list = text.lines().zip(1..).filter(|(text, _)| !text.starts_with(TERMS));
    Ok(said_by_list.map(|(text, number)| Line::new(text, number)).collect())
}

fn empty(ruleset: &Ruleset, doubt: Doubt) -> Listing {
    Listing { list: current(ruleset), doubts: vec![doubt], concluded: Vec::new() }
}

/// Reads the list of some lines. `mfv` is what the text states for all its lists.
fn list(survey: &Survey, part: Range<usize>, mfv: Option<u32>, units: &Units, said: Said) -> Listing {
    let ruleset = units.ruleset();
    let mut listing = Listing { list: current(ruleset), doubts: Vec::new(), concluded: Vec::new() };
    let lines = &survey.lines[part.clone()];
    listing.list.nation = match said.nation {
        Some(name) => Some(ruleset.nation(name).unwrap_or(name).to_owned()),
        None => survey.nation(part).map(|(id, why)| {
            let name = ruleset.declarations().nations.get(id).map_or(id, |nation| &nation.name);
            let concluded = why.map(|why| format!("the nation is taken as {name}, {why}"));
            listing.concluded.extend(concluded);
            id.to_owned()
        }),
    };
    let home = listing.list.nation.clone();
    let mut reader = Reader { ruleset, units, listing, nation: home, below: Vec::new(), item: false, inner: None };
    for line in lines.iter().filter(|line| !line.bare.is_empty()) {
        if reader.listing.doubts.len() >= MAX_UNREAD {
            let text = "too many lines here are not understood; the rest was not read".to_owned();
            reader.listing.doubts.push(Doubt::unread(line.number, text, None));
            break;
        }
        reader.line(line);
    }
    reader.finish();
    let mut listing = reader.listing;
    if let [Group { kind, name: None, .. }] = listing.list.groups.as_slice() {
        let title = &ruleset.declarations().group_kinds[kind].title;
        listing.concluded.push(format!("the text names no groups; all squadrons are put into one, {title}"));
    }
    let stated = said.mfv.or_else(|| lines.iter().find_map(Line::mfv)).or(mfv);
    let of_points = || lines.iter().find_map(|line| Some((line.number, line.of_points()?)));
    listing.list.mfv = stated;
    if let (None, Some((number, mfv))) = (stated, of_points()) {
        listing.list.mfv = Some(mfv);
        listing.concluded.push(format!("the MFV is taken as {mfv}, from line {number}"));
    }
    listing
}

/// The ruleset that a text names, for a text of ours that lost its markup when it was displayed.
pub(super) fn ruleset(text: &str) -> Option<RulesetName> {
    let named = |line: &str| Line::new(line, 0).bare.strip_prefix("Ruleset: ").map(str::to_owned);
    let said = text.lines().filter(|line| line.len() <= MAX_NAME).find_map(named)?;
    Some(fact::ruleset_named(said.trim()))
}

/// A unit that a line names, with its number and the rest of the line.
struct Found<'r, 't> {
    catalogue: &'r ReadyCatalogue,
    ready: &'r ReadyUnit,
    count: Option<u32>,
    rest: &'t str,
}

impl<'r, 't> Found<'r, 't> {
    /// Finds the longest known name at the start of a line.
    fn in_line(bare: &'t str, find: &dyn Fn(&str) -> Option<(&'r ReadyCatalogue, &'r ReadyUnit)>) -> Option<Self> {
        let known = |name: &str| (!name.is_empty() && name.len() <= MAX_NAME).then(|| find(name)).flatten();
        let (count, name) = leading_count(bare);
        // A leading number may also be part of the name.
        [(count, name), (None, bare)].into_iter().find_map(|(count, text)| {
            let ends = text.char_indices().filter(|(_, letter)| "[(:,;-\u{2013}\u{2014}x\u{d7}@".contains(*letter));
            let ends: Vec<usize> = ends.map(|(at, _)| at).chain([text.len()]).take(64).collect();
            ends.into_iter().rev().find_map(|end| {
                let name = text[..end].trim();
                let (catalogue, ready) = known(name).or_else(|| known(name.strip_suffix('s')?))?;
                // A number in brackets that is too large for a squadron is points. A second number is reported.
                let behind = &text[end..];
                let in_brackets = behind.trim_start().starts_with(['(', '[']);
                let (behind, rest) = match trailing_count(behind) {
                    (Some(number), rest)
                        if count.is_none() && (!in_brackets || number <= most_models(catalogue.unit(ready))) =>
                    {
                        (Some(number), rest)
                    }
                    _ => (None, behind),
                };
                Some(Found { catalogue, ready, count: count.or(behind), rest })
            })
        })
    }
}

/// The most models in a squadron of a unit, alone or attached.
fn most_models(unit: &Unit) -> u32 {
    let alone = unit.squadron.as_ref().map(|range| range.max);
    let most = alone
        .into_iter()
        .chain(unit.attaches.iter().map(|attachment| attachment.max))
        .max_by_key(|most| most.unwrap_or(MAX_NUMBER));
    most.flatten().unwrap_or(MAX_NUMBER)
}

/// An option or role that a squadron takes.
enum Extra {
    Option { id: String, count: Option<u32> },
    Role(String),
}

struct Reader<'u, 'r> {
    ruleset: &'r Ruleset,
    units: &'u Units<'r>,
    listing: Listing,
    /// The indentation of the squadrons that the next one may be attached to, outermost first.
    below: Vec<usize>,
    /// True if the last squadron is a list item.
    item: bool,
    /// The nation that a heading named last.
    nation: Option<String>,
    /// The number of models of the last squadron that are named on lines below it.
    inner: Option<u32>,
}

impl<'r> Reader<'_, 'r> {
    fn line(&mut self, line: &Line) {
        if line.bare.len() > MAX_LINE {
            return self.unknown(line, false);
        }
        let list = &self.listing.list;
        let is_first = list.name.is_none() && list.squadrons.is_empty() && list.groups.is_empty();
        let ready = self.last_ready();
        // List items below a line without a bullet are its options and models. Only indented lines are attached to it.
        let is_item = line.item && !self.item;
        let inside = self.below.last().is_some_and(|above| line.depth > *above || line.depth == *above && is_item);
        let (taken, left) = self.extras(&line.bare, ready);
        if line.is_struck() {
            self.unknown(line, false);
        } else if inside && !taken.is_empty() && left.is_empty() {
            self.take(taken, None);
        } else if let Some(kind) = self.kind(&line.bare) {
            self.finish();
            self.listing.list.groups.push(Group { kind, name: Some(line.bare.clone()), ..Group::default() });
            self.below.clear();
        } else if !(inside && self.exact(&line.bare).is_some()) && self.posted(line, inside) {
            // The line names units in the words of people.
        } else if let Some((found, taken)) = self.exact(&line.bare) {
            if !(inside && self.is_model(&found)) {
                self.put(&found, line);
                self.take(taken, None);
            } else if self.last().is_some_and(|last| last.unit == found.catalogue.unit(found.ready).id) {
                let count = found.count.unwrap_or(1);
                self.inner = Some(self.inner.unwrap_or(0).saturating_add(count));
                self.take(taken, Some(count));
            } else {
                self.take(taken, None);
            }
        } else if let Some(id) = self.nation_of(line) {
            // The following units are of this nation.
            self.nation = Some(id);
        } else if self.role_of(line) || self.fact(line) || self.is_heading(line) {
            // These calls have already handled the line.
        } else if let Some(name) = self.title(line).filter(|_| is_first) {
            self.listing.concluded.push(format!("the first line, `{name}`, is taken as the name of the list"));
            self.listing.list.name = Some(name.to_owned());
        } else if let Some(ready) = ready.filter(|_| !taken.is_empty()) {
            self.take(taken, None);
            for word in left {
                self.tell_option(line, word, ready);
            }
        } else if !line.is_idle() {
            self.unknown(line, true);
        }
    }

    /// The nation that a heading names: `Allies - Royal Australia`.
    fn nation_of(&self, line: &Line) -> Option<String> {
        let is_short = line.bare.split_whitespace().count() <= 6 && !line.bare.contains(|c: char| c.is_ascii_digit());
        let parts = line.bare.split([':', '-', '(', ')', '\u{2013}', '\u{2014}']).map(str::trim);
        let mut parts = parts.filter(|part| !part.is_empty());
        let whole = self.ruleset.nation(line.bare.trim_end_matches(':'));
        whole.or_else(|| parts.find_map(|part| self.ruleset.nation(part)).filter(|_| is_short)).map(str::to_owned)
    }

    /// A unit at the start of a line by its exact name, if all the rest of the line is understood too.
    fn exact<'t>(&self, bare: &'t str) -> Option<(Found<'r, 't>, Vec<Extra>)> {
        let found = self.unit(bare)?;
        let (taken, left) = self.extras(found.rest, Some(found.ready));
        left.is_empty().then_some((found, taken))
    }

    /// Reads a line that names units by their distinguishing words. False if it names none.
    fn posted(&mut self, line: &Line, inside: bool) -> bool {
        let (own, home) = (self.nation.clone(), self.listing.list.nation.clone());
        let mut nations = vec![own.as_deref()];
        nations.extend(Some(home.as_deref()).filter(|home| *home != own.as_deref()));
        let reading = posted::read(self.units, &nations, &line.bare, line.item);
        if reading.mentions.is_empty() && reading.doubts.is_empty() {
            return false;
        }
        for (text, names) in &reading.doubts {
            let help = Some(format!("it may be {}", names.join(" or ")));
            self.listing.doubts.push(Doubt { kind: DoubtKind::TwoNames, line: line.number, text: text.clone(), help });
        }
        for (text, name) in &reading.misspelt {
            self.listing.concluded.push(format!("line {}: `{text}` is taken for {name}", line.number));
        }
        for mention in reading.mentions {
            let id = &mention.catalogue.unit(mention.ready).id;
            let is_own = self.last().is_some_and(|last| last.unit == *id);
            if inside && is_own && mention.models.is_some() {
                // The line counts the models of the squadron above it.
                self.inner = Some(self.inner.unwrap_or(0).saturating_add(mention.models.unwrap_or(1)));
                let options = mention.options.iter().map(|(id, count)| Extra::Option { id: id.clone(), count: *count });
                self.take(options.collect(), mention.models);
            } else if mention.may_refer && self.has(id) {
                let name = mention.catalogue.unit(mention.ready).name.clone();
                let help = Some("the list has this unit already".to_owned());
                self.listing.doubts.push(Doubt::unread(line.number, name, help));
            } else {
                self.mention(&mention, line, inside);
            }
        }
        for (start, end) in reading.left {
            let text = shortened(&line.bare[start..end]);
            self.listing.doubts.push(Doubt::unread(line.number, text, None));
        }
        true
    }

    /// Adds the squadrons that a mention stands for.
    fn mention(&mut self, mention: &Mention, line: &Line, inside: bool) {
        let unit = mention.catalogue.unit(mention.ready);
        let nation = mention.catalogue.written().nation.clone();
        let nation = nation.filter(|nation| Some(nation) != self.listing.list.nation.as_ref());
        let points = mention.points.map(|points| points / mention.squadrons.max(1));
        if mention.squadrons > MOST_SQUADRONS {
            let noun = squadrons(self.ruleset.declarations(), 2);
            let text = format!("{} {noun} of {}", mention.squadrons, unit.name);
            let help = Some(format!("a line may name at most {MOST_SQUADRONS}"));
            self.listing.doubts.push(Doubt::unread(line.number, text, help));
            return;
        }
        if let (true, Some(models)) = (mention.is_divided, mention.models) {
            let squadrons = count_squadrons(self.ruleset.declarations(), mention.squadrons);
            let said = format!("line {}: {} is taken as {squadrons} of {models}", line.number, unit.name);
            self.listing.concluded.push(said);
        }
        let brought_by = if mention.standing == Standing::Brought { self.bringer() } else { None };
        for _ in 0..mention.squadrons {
            let (unit, brought_by) = (unit.id.clone(), brought_by.clone());
            let squadron = Squadron { unit, nation: nation.clone(), points, brought_by, ..Squadron::default() };
            let depth = line.depth + usize::from(mention.standing == Standing::Attached && !inside);
            let place = Line {
                number: line.number,
                text: line.text,
                bare: String::new(),
                depth,
                item: line.item,
                heading: false,
            };
            self.put_squadron(squadron, mention.models, &place);
            let options = mention.options.iter().map(|(id, count)| Extra::Option { id: id.clone(), count: *count });
            let roles = mention.roles.iter().map(|role| Extra::Role(role.clone()));
            self.take(options.chain(roles).collect(), None);
        }
    }

    /// Whether the list has a squadron of a unit.
    fn has(&self, unit: &str) -> bool {
        let ArmyList { squadrons, groups, .. } = &self.listing.list;
        let mut all = squadrons.iter().chain(groups.iter().flat_map(|group| &group.squadrons));
        all.any(|squadron| squadron.unit == unit)
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

    /// Reads a role and the squadron that has it: `Commodore: Name`.
    fn role_of(&mut self, line: &Line) -> bool {
        let Some((role, unit)) = line.bare.split_once(':') else { return false };
        let role = self.ruleset.declarations().role(role.trim()).map(str::to_owned);
        let Some((role, found)) = role.zip(self.unit(unit.trim())) else { return false };
        let (taken, left) = self.extras(found.rest, Some(found.ready));
        self.put(&found, line);
        self.take(taken, None);
        self.take(vec![Extra::Role(role)], None);
        for word in left {
            self.tell_option(line, word, found.ready);
        }
        true
    }

    /// Reads a fact that Muster wrote about a list or squadron, if its markup is lost: `Player: Name`.
    fn fact(&mut self, line: &Line) -> bool {
        let Some((key, value)) = fact::said(&line.bare) else { return false };
        let (ruleset, value) = (self.ruleset, value.as_ref());
        if !self.below.is_empty() {
            let kind = self.listing.list.groups.last().map(|group| group.kind.clone());
            let Some(squadron) = self.last_mut() else { return false };
            return fact::set_of_squadron(ruleset, squadron, kind.as_deref(), key, value).is_some();
        }
        if key == "Nation" {
            // The list's nation is already decided. A name that is not a nation was ignored then, so it is reported.
            if ruleset.nation(value).is_none() {
                let nations = ruleset.declarations().nations.values().map(|nation| nation.name.as_str());
                let help = self.help(value, nations);
                self.listing.doubts.push(Doubt::unread(line.number, shortened(line.text), help));
            }
            return true;
        }
        fact::set_of_list(ruleset, &mut self.listing.list, key, value).is_some()
    }

    /// Whether the line is the heading that Muster writes above all squadrons.
    fn is_heading(&self, line: &Line) -> bool {
        line.bare.eq_ignore_ascii_case(squadrons(self.ruleset.declarations(), 2))
    }

    /// Finds a unit of the nation named last, of the list's nation, or of the only nation that has it.
    fn unit<'t>(&self, bare: &'t str) -> Option<Found<'r, 't>> {
        let ruleset = self.ruleset;
        let only = |name: &str| {
            let foreign = ruleset.catalogues().iter().filter(|catalogue| catalogue.written().nation.is_some());
            let mut found = foreign.filter_map(|catalogue| Some((&**catalogue, catalogue.find(name)?)));
            found.next().filter(|_| found.next().is_none())
        };
        Found::in_line(bare, &|name| {
            let nations = [self.nation.as_deref(), self.listing.list.nation.as_deref()];
            nations.into_iter().find_map(|nation| ruleset.find_unit(nation, name))
        })
        .or_else(|| Found::in_line(bare, &only))
    }

    /// Whether the line names models of the squadron above: its own unit, or a member of its fixed mix.
    fn is_model(&self, found: &Found) -> bool {
        let id = &found.catalogue.unit(found.ready).id;
        let kinds = self.last_ready().map(|ready| ready.kinds.as_slice()).unwrap_or_default();
        self.last().is_some_and(|last| last.unit == *id) || kinds.iter().any(|kind| kind.unit == *id)
    }

    /// The line as the name of the list. None if it begins with a number, has words after its points, or is close to
    /// the name of a unit.
    fn title<'t>(&self, line: &'t Line) -> Option<&'t str> {
        let (name, behind) = line.bare.rsplit_once(" [").unwrap_or((&line.bare, ""));
        let is_plain = behind.is_empty() || behind.strip_suffix(']').is_some_and(is_points);
        let is_title = is_plain && leading_count(name).0.is_none() && name.len() <= MAX_NAME;
        (is_title && nearest(name, self.own_units()).is_none()).then_some(name)
    }

    /// The kind of group that a line names.
    fn kind(&self, bare: &str) -> Option<String> {
        let kinds = &self.ruleset.declarations().group_kinds;
        let words = bare.split(['[', '(', ':']).next().filter(|words| words.len() <= MAX_NAME)?;
        let words = slug(words);
        kinds.iter().find(|(id, kind)| words == **id || words == slug(&kind.title)).map(|(id, _)| id.clone())
    }

    /// Adds a squadron of a known unit.
    fn put(&mut self, found: &Found, line: &Line) {
        let unit = found.catalogue.unit(found.ready).id.clone();
        let nation = found.catalogue.written().nation.clone();
        let nation = nation.filter(|nation| Some(nation) != self.listing.list.nation.as_ref());
        if let Some(id) = nation.as_ref().filter(|id| self.nation.as_ref() != Some(id)) {
            let name = self.ruleset.declarations().nations.get(id).map_or(id, |nation| &nation.name);
            let said = format!("line {}: {} is taken as that of {name}", line.number, line.bare);
            self.listing.concluded.push(said);
        }
        self.put_squadron(Squadron { unit, nation, ..Squadron::default() }, found.count, line);
    }

    /// Completes the last squadron: sets its number of models from the lines below it.
    fn finish(&mut self) {
        let Some(inner) = self.inner.take() else { return };
        let Some(last) = self.last_mut() else { return };
        let (unit, stated) = (last.unit.clone(), super::phrase::count(last.models.as_ref()));
        last.models = Some(Models::Count(inner));
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
    fn put_squadron(&mut self, squadron: Squadron, count: Option<u32>, line: &Line) {
        self.finish();
        self.item = line.item;
        while self.below.last().is_some_and(|above| *above >= line.depth) {
            self.below.pop();
        }
        self.below.truncate(MAX_DEPTH);
        let groups = &mut self.listing.list.groups;
        if let Some(kind) = self.ruleset.declarations().group_kinds.keys().next().filter(|_| groups.is_empty()) {
            groups.push(Group { kind: kind.clone(), ..Group::default() });
        }
        let mut siblings = match groups.last_mut() {
            Some(group) => &mut group.squadrons,
            None => &mut self.listing.list.squadrons,
        };
        for _ in &self.below {
            let Some(last) = siblings.len().checked_sub(1) else { break };
            siblings = &mut siblings[last].attached;
        }
        siblings.push(Squadron { models: count.map(Models::Count), ..squadron });
        self.below.push(line.depth);
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

    /// The unit of the squadron that was read last, if known.
    fn last_ready(&self) -> Option<&'r ReadyUnit> {
        let ruleset = self.ruleset;
        let last = self.last()?;
        let nation = last.nation.as_deref().or(self.listing.list.nation.as_deref());
        ruleset.find_unit(nation, &last.unit).map(|(_, ready)| ready)
    }

    /// The options and roles that a text names, and the other words.
    fn extras<'t>(&self, text: &'t str, ready: Option<&ReadyUnit>) -> (Vec<Extra>, Vec<&'t str>) {
        let separators = [',', ';', ':', '[', ']', '(', ')', '\u{2013}', '\u{2014}'];
        let (mut taken, mut left) = (Vec::new(), Vec::new());
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || separators.contains(&letter));
            if rest.is_empty() {
                return (taken, left);
            }
            // Names may contain commas and brackets, so take the longest known name.
            let ends = rest.match_indices(separators).map(|(at, end)| at + end.len());
            let mut ends: Vec<usize> = ends.take_while(|end| *end <= MAX_NAME).take(16).collect();
            ends.push(rest.len());
            let known = ends.iter().rev().find_map(|end| Some((*end, self.extra(&rest[..*end], ready)?)));
            if let Some((end, extra)) = known {
                taken.push(extra);
                rest = &rest[end..];
            } else {
                let (word, behind) = rest.split_once(separators).unwrap_or((rest, ""));
                let word = word.trim();
                left.extend(Some(word).filter(|word| !is_points(word) && !is_decoration(word)));
                rest = behind;
            }
        }
    }

    fn extra(&self, word: &str, ready: Option<&ReadyUnit>) -> Option<Extra> {
        let word = word.trim().trim_start_matches("- ").trim_end_matches([',', ';', ':', '[', '(', ' ']);
        // A leading number may also be part of the name.
        [(None, word), leading_count(word)].into_iter().find_map(|(count, name)| {
            if !name.starts_with(char::is_alphanumeric) || name.len() > MAX_NAME {
                return None;
            }
            if let Some(option) = ready.and_then(|ready| Some(&ready.options[ready.find(name)?])) {
                return Some(Extra::Option { id: option.id.clone(), count });
            }
            self.ruleset.declarations().role(name).map(|role| Extra::Role(role.to_owned()))
        })
    }

    /// Gives options and roles to the squadron that was read last, or to `named` of its models.
    fn take(&mut self, extras: Vec<Extra>, named: Option<u32>) {
        let Some(squadron) = self.last_mut() else { return };
        let models = super::phrase::count(squadron.models.as_ref());
        for extra in extras {
            match extra {
                Extra::Option { id, count } if named.is_some() => {
                    let count = count.or(named).unwrap_or(1);
                    let before = squadron.options.iter_mut().find_map(|pick| match pick {
                        OptionPick::Some(counts) => counts.get_mut(&id),
                        OptionPick::Every(_) => None,
                    });
                    match before {
                        Some(number) => *number = number.saturating_add(count),
                        None => squadron.options.push(OptionPick::Some([(id, count)].into_iter().collect())),
                    }
                }
                Extra::Role(role) => squadron.roles.push(RolePick::Role(role)),
                Extra::Option { id, count: Some(count) } if Some(count) != models => {
                    squadron.options.push(OptionPick::Some([(id, count)].into_iter().collect()));
                }
                Extra::Option { id, .. } => squadron.options.push(OptionPick::Every(id)),
            }
        }
    }

    /// Handles a line that is not understood. If it has a number, it was meant as a unit: it stays in the list, and the
    /// check reports the unknown unit.
    fn unknown(&mut self, line: &Line, stays: bool) {
        let (count, name) = leading_count(&line.bare);
        let name = name.split(['[', '(', ':', ',']).next().unwrap_or_default().trim();
        let (name, behind) = match name.rsplit_once(' ').map(|(name, last)| (name, trailing_count(last).0)) {
            Some((name, Some(count))) => (name, Some(count)),
            _ => (name, None),
        };
        let count = count.or(behind);
        if stays && count.is_some() && !name.is_empty() {
            self.put_squadron(Squadron { unit: name.to_owned(), ..Squadron::default() }, count, line);
        }
        let help = self.help(name, self.own_units());
        self.listing.doubts.push(Doubt::unread(line.number, shortened(line.text), help));
    }

    /// The names of the units of the list's nation.
    fn own_units(&self) -> impl Iterator<Item = &'r str> {
        unit_names(self.ruleset, self.listing.list.nation.as_deref())
    }

    /// Reports a word that is not an option of the unit.
    fn tell_option(&mut self, line: &Line, word: &str, ready: &ReadyUnit) {
        let help = self.help(word, ready.options.iter().map(|option| option.name.as_str()));
        self.listing.doubts.push(Doubt::unread(line.number, shortened(word), help));
    }

    /// The nearest names; none after `HELPED` lines.
    fn help<'n>(&self, word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        if self.listing.doubts.len() < HELPED && word.len() <= MAX_NAME { nearest(word, names) } else { None }
    }
}

/// A text cut to a length that can be shown.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}
