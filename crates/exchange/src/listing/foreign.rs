//! Text of other tools and of people's own hands: what names a unit, an option or a group is taken, the rest is told.

use muster_engine::compiled::Ruleset;
use muster_engine::list::{ArmyList, Group, Models, OptionPick, RolePick, Squadron};
use muster_engine::nearest::nearest;
use muster_engine::slug::slug;
use muster_engine::stock::{Article, Stock};

use super::line::{Line, is_decoration, is_points, leading_count, trailing_count};
use super::{Listing, Said, Unread, current, mfv_of_all};

/// How many lines without meaning get the nearest names.
const HELPED: usize = 200;
/// The largest text that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// How deep squadrons may be attached to each other.
const MAX_DEPTH: usize = 8;
/// The longest name, in bytes.
const MAX_NAME: usize = 200;
/// How many lines tell the nation.
const TELLING: usize = 200;

/// The list of a text.
///
/// Lines are taken for what they name: a unit with its number, points and options, however marked up; what is indented
/// below a unit is its models, its options or attached to it. Nothing is guessed: a line that names nothing is told
/// with the nearest names, and so is what had to be concluded ([`Listing::concluded`]).
pub(super) fn read(ruleset: &Ruleset, text: &str, said: Said) -> Listing {
    let mut listing = Listing { list: current(ruleset), unread: Vec::new(), concluded: Vec::new() };
    if text.len() > MAX_BYTES {
        let text = format!("a text of more than {} MB is no list", MAX_BYTES >> 20);
        listing.unread.push(Unread { line: 1, text, help: None });
        return listing;
    }
    let lines: Vec<Line> = text.lines().zip(1..).map(|(text, number)| Line::new(text, number)).collect();
    listing.list.nation = nation(ruleset, said.nation, &lines, &mut listing.concluded);
    let mut reader = Reader { ruleset, listing, below: Vec::new(), item: false };
    for line in lines.iter().filter(|line| !line.bare.is_empty()) {
        reader.line(line);
    }
    let mut listing = reader.listing;
    if let [Group { kind, name: None, .. }] = listing.list.groups.as_slice() {
        let title = &ruleset.declarations().group_kinds[kind].title;
        listing.concluded.push(format!("the text names no groups: all stand in one, {title}"));
    }
    match said.mfv.or_else(|| lines.iter().find_map(Line::mfv)) {
        Some(mfv) => listing.list.mfv = mfv,
        None => mfv_of_all(ruleset, &mut listing),
    }
    listing
}

/// The nation of the list: as said, as the text names it, or that of most of its units.
fn nation(ruleset: &Ruleset, said: Option<&str>, lines: &[Line], concluded: &mut Vec<String>) -> Option<String> {
    if let Some(name) = said {
        return Some(ruleset.nation(name).unwrap_or(name).to_owned());
    }
    let nations = &ruleset.declarations().nations;
    let lines = &lines[..lines.len().min(TELLING)];
    let named = |line: &Line| {
        let words = format!("-{}-", slug(&line.bare));
        let fits = nations.keys().filter(|id| words.contains(&format!("-{id}-")));
        fits.max_by_key(|id| id.len()).cloned()
    };
    if let Some(id) = lines.iter().filter(|line| line.bare.len() <= MAX_NAME).find_map(named) {
        return Some(id);
    }
    let units = |stock: &Stock| {
        let find = |name: &str| stock.find(name).map(|article| (stock, article));
        lines.iter().filter(|line| Found::in_line(&line.bare, &find).is_some()).count()
    };
    let stocks = ruleset.stocks().iter().filter(|stock| stock.catalogue().nation.is_some());
    let most = stocks.map(|stock| (units(stock), stock)).max_by_key(|(number, _)| *number);
    let id = most.filter(|(number, _)| *number > 0).and_then(|(_, stock)| stock.catalogue().nation.clone())?;
    let name = nations.get(&id).map_or(&id, |nation| &nation.name);
    concluded.push(format!("the nation is taken for {name}, which has most of the units"));
    Some(id)
}

/// A unit that a line names, with what stands around its name.
struct Found<'r, 't> {
    stock: &'r Stock,
    article: &'r Article,
    count: Option<u32>,
    rest: &'t str,
}

impl<'r, 't> Found<'r, 't> {
    /// The longest name at the begin of a line that is known.
    fn in_line(bare: &'t str, find: &dyn Fn(&str) -> Option<(&'r Stock, &'r Article)>) -> Option<Self> {
        let known = |name: &str| (!name.is_empty() && name.len() <= MAX_NAME).then(|| find(name)).flatten();
        let (count, name) = leading_count(bare);
        // A number may also be part of the name.
        [(count, name), (None, bare)].into_iter().find_map(|(count, text)| {
            let ends = text.char_indices().filter(|(_, letter)| "[(:,;-\u{2013}\u{2014}x\u{d7}@".contains(*letter));
            let ends: Vec<usize> = ends.map(|(at, _)| at).chain([text.len()]).take(64).collect();
            ends.into_iter().rev().find_map(|end| {
                let name = text[..end].trim();
                let (stock, article) = known(name).or_else(|| known(name.strip_suffix('s')?))?;
                let (behind, rest) = trailing_count(&text[end..]);
                Some(Found { stock, article, count: count.or(behind), rest })
            })
        })
    }
}

/// Something that a squadron takes.
enum Extra {
    Option { id: String, count: Option<u32> },
    Role(String),
}

struct Reader<'r> {
    ruleset: &'r Ruleset,
    listing: Listing,
    /// How far the squadrons stand to the right that the next one may be attached to, outermost first.
    below: Vec<usize>,
    /// The last of them is an item of a list.
    item: bool,
}

impl<'r> Reader<'r> {
    fn line(&mut self, line: &Line) {
        let list = &self.listing.list;
        let is_first = list.name.is_none() && list.squadrons.is_empty() && list.groups.is_empty();
        let article = self.last_article();
        // Items below a bare line are its options and models; only what is indented is attached to it.
        let is_item = line.item && !self.item;
        let inside = self.below.last().is_some_and(|above| line.depth > *above || line.depth == *above && is_item);
        let (taken, left) = self.extras(&line.bare, article);
        if inside && !taken.is_empty() && left.is_empty() {
            self.take(taken);
        } else if let Some(kind) = self.kind(&line.bare) {
            self.listing.list.groups.push(Group { kind, name: Some(line.bare.clone()), ..Group::default() });
            self.below.clear();
        } else if let Some(found) = self.unit(&line.bare) {
            let (taken, left) = self.extras(found.rest, Some(found.article));
            if !(inside && self.is_model(&found)) {
                let unit = found.stock.unit(found.article).id.clone();
                self.put(unit, found.count, line);
            } else if let Some(last) = self.last_mut()
                && last.unit == found.stock.unit(found.article).id
            {
                last.models = found.count.map(Models::Count).or(last.models.take());
            }
            self.take(taken);
            for word in left {
                self.tell_option(line, word, found.article);
            }
        } else if is_first && leading_count(&line.bare).0.is_none() {
            let name = line.bare.rsplit_once(" [").map_or(line.bare.as_str(), |(name, _)| name);
            self.listing.list.name = Some(name.to_owned());
        } else if let Some(article) = article.filter(|_| !taken.is_empty()) {
            self.take(taken);
            for word in left {
                self.tell_option(line, word, article);
            }
        } else if !line.is_idle() {
            self.unknown(line);
        }
    }

    fn unit<'t>(&self, bare: &'t str) -> Option<Found<'r, 't>> {
        let ruleset = self.ruleset;
        Found::in_line(bare, &|name| ruleset.find_unit(self.listing.list.nation.as_deref(), name))
    }

    /// Whether a unit is what the squadron above consists of: its own models, or a kind of a fixed mix.
    fn is_model(&self, found: &Found) -> bool {
        let id = &found.stock.unit(found.article).id;
        let kinds = self.last_article().map(|article| article.kinds.as_slice()).unwrap_or_default();
        self.last().is_some_and(|last| last.unit == *id) || kinds.iter().any(|kind| kind.unit == *id)
    }

    /// The kind of group that a line names.
    fn kind(&self, bare: &str) -> Option<String> {
        let kinds = &self.ruleset.declarations().group_kinds;
        let words = bare.split(['[', '(', ':']).next().filter(|words| words.len() <= MAX_NAME)?;
        let words = slug(words);
        kinds.iter().find(|(id, kind)| words == **id || words == slug(&kind.title)).map(|(id, _)| id.clone())
    }

    /// Puts a squadron below the last that stands further to the left.
    fn put(&mut self, unit: String, count: Option<u32>, line: &Line) {
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
        siblings.push(Squadron { unit, models: count.map(Models::Count), ..Squadron::default() });
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

    /// What is known of the unit of that squadron.
    fn last_article(&self) -> Option<&'r Article> {
        let ruleset = self.ruleset;
        ruleset.find_unit(self.listing.list.nation.as_deref(), &self.last()?.unit).map(|(_, article)| article)
    }

    /// The options and roles that a text names, and the words that name neither.
    fn extras<'t>(&self, text: &'t str, article: Option<&Article>) -> (Vec<Extra>, Vec<&'t str>) {
        let separators = [',', ';', ':', '[', ']', '(', ')', '\u{2013}', '\u{2014}'];
        let (mut taken, mut left) = (Vec::new(), Vec::new());
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || separators.contains(&letter));
            if rest.is_empty() {
                return (taken, left);
            }
            // Names may hold commas and brackets: the longest that is known counts.
            let ends = rest.match_indices(separators).map(|(at, end)| at + end.len());
            let mut ends: Vec<usize> = ends.take_while(|end| *end <= MAX_NAME).take(16).collect();
            ends.push(rest.len());
            let known = ends.iter().rev().find_map(|end| Some((*end, self.extra(&rest[..*end], article)?)));
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

    fn extra(&self, word: &str, article: Option<&Article>) -> Option<Extra> {
        let word = word.trim().trim_start_matches("- ").trim_end_matches([',', ';', ':', '[', '(', ' ']);
        // A number may also be part of the name.
        [(None, word), leading_count(word)].into_iter().find_map(|(count, name)| {
            if !name.starts_with(char::is_alphanumeric) || name.len() > MAX_NAME {
                return None;
            }
            if let Some(offer) = article.and_then(|article| Some(&article.offers[article.find(name)?])) {
                return Some(Extra::Option { id: offer.id.clone(), count });
            }
            self.ruleset.declarations().role(name).map(|role| Extra::Role(role.to_owned()))
        })
    }

    /// Gives options and roles to the squadron that was read last.
    fn take(&mut self, extras: Vec<Extra>) {
        let Some(squadron) = self.last_mut() else { return };
        let models = super::phrase::count(squadron.models.as_ref());
        for extra in extras {
            match extra {
                Extra::Role(role) => squadron.roles.push(RolePick::Role(role)),
                Extra::Option { id, count: Some(count) } if Some(count) != models => {
                    squadron.options.push(OptionPick::Some([(id, count)].into_iter().collect()));
                }
                Extra::Option { id, .. } => squadron.options.push(OptionPick::Every(id)),
            }
        }
    }

    /// A line that names nothing. What is counted was meant for a unit: it stays in the list, and judging it says what
    /// it is not.
    fn unknown(&mut self, line: &Line) {
        let (count, name) = leading_count(&line.bare);
        let name = name.split(['[', '(', ':', ',']).next().unwrap_or_default().trim();
        let (name, behind) = match name.rsplit_once(' ').map(|(name, last)| (name, trailing_count(last).0)) {
            Some((name, Some(count))) => (name, Some(count)),
            _ => (name, None),
        };
        let count = count.or(behind);
        if count.is_some() && !name.is_empty() {
            self.put(name.to_owned(), count, line);
        }
        let nation = self.listing.list.nation.as_deref();
        let catalogues = self.ruleset.stocks().iter().map(|stock| stock.catalogue());
        let own = catalogues.filter(|catalogue| catalogue.nation.is_none() || catalogue.nation.as_deref() == nation);
        let help = self.help(name, own.flat_map(|catalogue| catalogue.units.iter().map(|unit| unit.name.as_str())));
        self.listing.unread.push(Unread { line: line.number, text: line.text.to_owned(), help });
    }

    /// A word that names nothing that the unit has.
    fn tell_option(&mut self, line: &Line, word: &str, article: &Article) {
        let help = self.help(word, article.offers.iter().map(|offer| offer.name.as_str()));
        self.listing.unread.push(Unread { line: line.number, text: word.to_owned(), help });
    }

    /// The nearest names, as long as not too many were asked for.
    fn help<'n>(&self, word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        if self.listing.unread.len() < HELPED { nearest(word, names) } else { None }
    }
}
