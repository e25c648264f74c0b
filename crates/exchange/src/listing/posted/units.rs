//! The units, options and roles of a ruleset, found by the words of their names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use muster_engine::catalogue::{Card, Unit};
use muster_engine::effort;
use muster_engine::ready::{ReadyCatalogue, ReadyOption, ReadyUnit, Ruleset};

use super::language::{WordSort, fold};
use super::names::{NameIndex, NameMatch, name_words};
use super::nations::Nations;
use super::words::{Word, words};

/// A unit: the index of its catalogue, and its index in that catalogue.
pub(super) type UnitKey = (usize, usize);

/// The names of all units, by nation, and the names of what each unit may have. Each is made when it is first needed.
pub(in super::super) struct UnitNameIndex<'r> {
    pub(super) ruleset: &'r Ruleset,
    pub(super) nations: Nations<'r>,
    /// The roles that models may have, by their titles.
    pub(super) roles: NameIndex<&'r str>,
    /// Where squadrons may be allocated, by its titles.
    pub(super) places: NameIndex<&'r str>,
    /// The words of the game's name.
    pub(super) game: Vec<String>,
    /// Words of headings: sizes and types of units, slots of groups.
    pub(super) headings: BTreeSet<String>,
    /// Words in the names of special rules.
    rules: OnceLock<BTreeSet<String>>,
    group_titles: OnceLock<GroupTitles>,
    /// Words that many names have.
    common: Arc<BTreeSet<String>>,
    /// Units without models: choices of a whole group, such as doctrines.
    group_choices: Vec<UnitKey>,
    by_nation: BTreeMap<Option<String>, OnceLock<NameIndex<UnitKey>>>,
    about: Vec<Vec<OnceLock<UnitPartNames>>>,
}

/// The titles of the kinds of groups.
pub(super) struct GroupTitles {
    /// The id of each kind, with the words of its title.
    pub titles: Vec<(String, Vec<String>)>,
    /// Most titles end with this word: `battlefleet`.
    pub last: Option<String>,
}

/// The names of what a unit may have.
pub(super) struct UnitPartNames {
    /// Its options, by their places.
    pub options: NameIndex<usize>,
    /// The units that it brings.
    pub wings: Vec<UnitKey>,
    /// The rules and weapons on its card, and their words.
    pub card: NameIndex<usize>,
}

fn group_choices(ruleset: &Ruleset) -> Vec<UnitKey> {
    if ruleset.declarations().without_models.is_empty() {
        return Vec::new();
    }
    let catalogues = ruleset.catalogues().iter().enumerate();
    let keys = catalogues.flat_map(|(place, catalogue)| {
        let units = catalogue.units().iter().enumerate();
        let chosen = units.filter(|(_, ready)| !ruleset.declarations().has_models(catalogue.unit(ready)));
        chosen.map(move |(unit, _)| (place, unit))
    });
    keys.collect()
}

/// A word is common if the names of at least this many units have it.
const COMMON: usize = 4;

impl<'r> UnitNameIndex<'r> {
    pub(in super::super) fn new(ruleset: &'r Ruleset) -> Self {
        let nations = ruleset.catalogues().iter().map(|catalogue| catalogue.written().nation.clone());
        let by_nation = nations.chain([None]).map(|nation| (nation, OnceLock::new())).collect();
        let roles = &ruleset.declarations().roles;
        let allocations = ruleset.declarations().allocations.iter();
        let about = |catalogue: &Arc<ReadyCatalogue>| catalogue.units().iter().map(|_| OnceLock::new()).collect();
        Self {
            ruleset,
            nations: Nations::new(ruleset),
            roles: NameIndex::new(
                roles.iter().map(|(id, role)| (id.as_str(), name_words(&role.title))),
                &Arc::default(),
            ),
            places: NameIndex::new(
                allocations.map(|(id, place)| (id.as_str(), name_words(&place.title))),
                &Arc::default(),
            ),
            game: name_words(&ruleset.declarations().name),
            headings: headings(ruleset),
            rules: OnceLock::new(),
            group_titles: OnceLock::new(),
            common: Arc::new(common(ruleset)),
            group_choices: group_choices(ruleset),
            by_nation,
            about: ruleset.catalogues().iter().map(about).collect(),
        }
    }

    pub(in super::super) fn ruleset(&self) -> &'r Ruleset {
        self.ruleset
    }

    /// The nations of the catalogues. None for units that every nation fields.
    pub(super) fn nations(&self) -> impl Iterator<Item = Option<&'r str>> + use<'r> {
        self.ruleset.catalogues().iter().map(|catalogue| catalogue.written().nation.as_deref())
    }

    /// The unit that a nation fields, or every nation, whose name begins at a word.
    pub(super) fn at(&self, nation: Option<&str>, text: &[Word], from: usize) -> Option<NameMatch<UnitKey>> {
        self.of(nation)?.at(text, from)
    }

    /// The units of any nation that a text names by what tells them from others.
    pub(in super::super) fn named_in(&self, text: &str) -> BTreeSet<UnitKey> {
        let words = words(text);
        let nations: BTreeSet<Option<&str>> = self.nations().chain([None]).collect();
        let mut keys = BTreeSet::new();
        for nation in nations {
            effort::spend(1 + words.len());
            for at in 0..words.len() {
                let found = self.at(nation, &words, at).filter(|found| found.is_distinct && found.misspelt.is_none());
                keys.extend(found.into_iter().flat_map(|found| found.things));
            }
        }
        keys
    }

    /// The number with which the words for a unit begin: 3 of `3 Gulls`. A name may begin with a number itself.
    pub(in super::super) fn leading_count(&self, text: &str) -> Option<u32> {
        let words = words(text);
        let number = words.first().and_then(Word::number)?;
        let behind = words.get(1).filter(|word| word.start > words[0].end || word.folded == "x")?;
        let is_name = self
            .nations()
            .chain([None])
            .any(|nation| self.at(nation, &words, 0).is_some_and(|found| found.is_distinct && found.matched > 1));
        (!is_name && behind.number().is_none()).then_some(number)
    }

    /// How many words of a line name units of a nation by what tells them from its others. Two for each word that is
    /// not misspelt. `nations` are the words that name nations: those in a longer name of a nation are no units.
    pub(super) fn words_of(&self, nation: Option<&str>, line: &[Word], nations: &[(&str, Range<usize>)]) -> usize {
        let own = |key: &UnitKey| self.get(*key).0.written().nation.is_some() == nation.is_some();
        let (mut at, mut matched) = (0, 0);
        while at < line.len() {
            if let Some((_, name)) = nations.iter().find(|(_, name)| name.start == at && name.len() > 1)
                && self.at(nation, line, at).is_none_or(|found| found.words.end < name.end)
            {
                at = name.end;
                continue;
            }
            let found = self.at(nation, line, at);
            match found.filter(|found| found.is_distinct && found.things.iter().any(own)) {
                Some(found) => {
                    matched += if found.misspelt.is_none() { 2 * found.matched } else { 1 };
                    at = found.words.end;
                }
                None => at += 1,
            }
        }
        matched
    }

    /// The allocation whose title is all that a line says.
    pub(super) fn allocation(&self, words: &[Word]) -> Option<String> {
        let found = self.places.at(words, 0).filter(|found| found.is_whole() && found.words.end == words.len())?;
        found.things.first().map(|id| (*id).to_owned())
    }

    /// The titles of the kinds of groups. They are parted into words once.
    pub(super) fn group_titles(&self) -> &GroupTitles {
        self.group_titles.get_or_init(|| {
            let kinds = self.ruleset.declarations().group_kinds.iter();
            let titles: Vec<_> = kinds.map(|(id, kind)| (id.clone(), name_words(&kind.title))).collect();
            let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
            titles.iter().filter_map(|(_, words)| words.last()).for_each(|last| *counts.entry(last).or_default() += 1);
            let last = counts.into_iter().max_by_key(|(_, count)| *count).map(|(last, _)| last.clone());
            GroupTitles { titles, last }
        })
    }

    /// Whether a word says what kind of thing a unit is.
    pub(super) fn is_type(&self, word: &Word) -> bool {
        let word = word.folded.as_str();
        // `Panzerkreuzer` ends with one.
        let endings = || (1..word.len().saturating_sub(5)).filter_map(|at| word.get(at..));
        self.common.contains(word) || endings().any(|ending| self.common.contains(ending))
    }

    /// Whether a word is one of the game: in the name of a unit, a nation, a role, a rule or a setting, or of the game.
    pub(super) fn says(&self, word: &Word) -> bool {
        let said = word.folded.as_str();
        let mut nations = self.nations();
        let special = self.ruleset.special_rules();
        let rules = self.rules.get_or_init(|| special.iter().flat_map(|rule| name_words(&rule.name)).collect());
        self.is_type(word)
            || self.headings.contains(said)
            || self.nations.has(said)
            || self.roles.has(said)
            || self.game.iter().any(|own| own == said)
            || rules.contains(said)
            || nations.any(|nation| self.of(nation).is_some_and(|names| names.has(said)))
    }

    /// The names of the units that a nation fields, or every nation.
    fn of(&self, nation: Option<&str>) -> Option<&NameIndex<UnitKey>> {
        let (nation, cell) = self.by_nation.get_key_value(&nation.map(str::to_owned))?;
        Some(cell.get_or_init(|| self.names(nation.as_deref())))
    }

    pub(super) fn get(&self, (catalogue, unit): UnitKey) -> (&'r ReadyCatalogue, &'r ReadyUnit) {
        let catalogue = &self.ruleset.catalogues()[catalogue];
        (catalogue, &catalogue.units()[unit])
    }

    /// A choice of a group of one of these nations whose whole name of several words begins at a word: the unit without models,
    /// the place of its option, and the place behind the name.
    pub(super) fn group_choice(
        &self,
        nations: &[Option<&str>],
        text: &[Word],
        from: usize,
    ) -> Option<(UnitKey, usize, usize)> {
        let own = |key: &&UnitKey| nations.contains(&self.get(**key).0.written().nation.as_deref());
        self.group_choices.iter().filter(own).find_map(|key| {
            let found = self.about(*key).options.at(text, from)?;
            let is_told = found.is_whole() && found.matched > 1 && found.misspelt.is_none();
            let option = found.things.first().filter(|_| is_told)?;
            Some((*key, *option, found.words.end))
        })
    }

    /// The place of a unit that a list names by its id.
    pub(super) fn find(&self, nation: Option<&str>, id: &str) -> Option<UnitKey> {
        let catalogues = self.ruleset.catalogues().iter().enumerate();
        let own = catalogues.filter(|(_, catalogue)| {
            let of = catalogue.written().nation.as_deref();
            of.is_none() || of == nation
        });
        let found = own.map(|(place, catalogue)| {
            let unit = catalogue.units().iter().position(|ready| catalogue.unit(ready).id == id)?;
            Some((place, unit))
        });
        found.flatten().next()
    }

    pub(super) fn about(&self, key: UnitKey) -> &UnitPartNames {
        self.about[key.0][key.1].get_or_init(|| {
            let (catalogue, ready) = self.get(key);
            let unit = catalogue.unit(ready);
            let own = name_words(&unit.name);
            // Of what any hardpoint may take, the option with the plain name stands for all.
            let stands_for = |place: usize, option: &ReadyOption| match ready.find(&option.name) {
                Some(first) if ready.is_of_any_hardpoint(first) => first == place,
                _ => true,
            };
            let options = ready.options.iter().enumerate().filter(|(place, option)| stands_for(*place, option));
            let options = options.flat_map(|(place, option)| {
                // What stands in brackets tells options apart that are called alike.
                let is_alike = |other: &&ReadyOption| plain(&other.name) == plain(&option.name);
                let alike = ready.options.iter().enumerate().filter(|(place, option)| stands_for(*place, option));
                let is_alone = alike.map(|(_, option)| option).filter(is_alike).count() == 1;
                let words = if is_alone { plain(&option.name) } else { name_words(&option.name) };
                // A `Gull Sergeant` of the Gull Section is its Sergeant.
                let short: Vec<String> = words.iter().filter(|word| !own.contains(word)).cloned().collect();
                let brought = option.brings.iter().map(move |brings| (place, name_words(&brings.name)));
                [(place, words), (place, short)].into_iter().chain(brought)
            });
            let brings = ready.options.iter().flat_map(|option| &option.brings);
            let brings = unit.brings.iter().chain(unit.members.iter().flat_map(|member| &member.brings)).chain(brings);
            let ids: BTreeSet<&str> = brings.filter_map(|brings| brings.unit.as_deref()).collect();
            let nation = catalogue.written().nation.as_deref();
            UnitPartNames {
                options: NameIndex::new(options, &Arc::new(own.iter().cloned().collect())),
                wings: ids.into_iter().filter_map(|id| self.find(nation, id)).collect(),
                card: NameIndex::new(card_words(catalogue, unit).into_iter().enumerate(), &Arc::default()),
            }
        })
    }

    fn names(&self, nation: Option<&str>) -> NameIndex<UnitKey> {
        let mut names = Vec::new();
        for (place, catalogue) in self.ruleset.catalogues().iter().enumerate() {
            let of = catalogue.written().nation.as_deref();
            if of.is_some() && of != nation {
                continue;
            }
            for (unit, ready) in catalogue.units().iter().enumerate() {
                let written = catalogue.unit(ready);
                let all = std::iter::once(&written.name).chain(&written.aliases);
                // Of what is no ship but a choice for a group, only the noun counts: the other words name its nation.
                let noun = |mut words: Vec<String>| words.split_off(words.len().saturating_sub(1));
                let has_models = self.ruleset.declarations().has_models(written);
                let words = |name| if has_models { self.without_nation(of, name) } else { noun(name_words(name)) };
                names.extend(all.map(|name| ((place, unit), words(name))));
            }
        }
        NameIndex::new(names, &self.common)
    }

    /// The words of a unit's name without those that name its nation, if others are left.
    fn without_nation(&self, nation: Option<&str>, name: &str) -> Vec<String> {
        let words = name_words(name);
        let nation = nation.and_then(|id| self.ruleset.declarations().nations.get(id));
        let other: Vec<String> =
            nation.iter().flat_map(|nation| &nation.aliases).flat_map(|name| name_words(name)).collect();
        let own: Vec<String> = words.iter().filter(|word| !other.contains(word)).cloned().collect();
        if own.is_empty() { words } else { own }
    }
}

/// The words by which people sort units: the titles of sizes, types, slots and settings.
fn headings(ruleset: &Ruleset) -> BTreeSet<String> {
    let declarations = ruleset.declarations();
    let traits = declarations.traits.values();
    let traits =
        traits.flat_map(|own| std::iter::once(&own.title).chain(own.values.values().map(|value| &value.title)));
    let slots = declarations.group_kinds.values();
    let slots = slots.flat_map(|kind| std::iter::once(&kind.title).chain(kind.slots.values().map(|slot| &slot.title)));
    let settings = declarations.settings.values().flat_map(|setting| setting.values.values().map(|value| &value.title));
    let places = declarations.allocations.values().map(|place| &place.title);
    traits.chain(slots).chain(settings).chain(places).flat_map(|title| name_words(title)).collect()
}

/// The words of a name without what stands in brackets behind it.
fn plain(name: &str) -> Vec<String> {
    name_words(name.split(" (").next().unwrap_or(name))
}

/// The words of the rules and weapons of a unit, without what stands in brackets behind them.
fn card_words(catalogue: &ReadyCatalogue, unit: &Unit) -> Vec<Vec<String>> {
    let members = unit.members.iter().map(|member| catalogue.written().printed(member).2);
    let words = |card: &Card| {
        let weapons = card.weapons.iter().map(|weapon| weapon.name.as_str());
        let printed: Vec<&str> = weapons.chain(card.all_rules().map(|(_, rule)| rule.as_str())).collect();
        printed.into_iter().map(plain).collect::<Vec<_>>()
    };
    let options = unit.options.iter().chain(unit.choices.iter().flat_map(|choice| &choice.options));
    let given = options.flat_map(|option| &option.rules).map(|rule| plain(rule));
    std::iter::once(&unit.card).chain(members).flat_map(words).chain(given).collect()
}

/// The words that many units have in their names, and those that stand behind `Class`, such as `Cruiser`.
fn common(ruleset: &Ruleset) -> BTreeSet<String> {
    let mut having: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut common: BTreeSet<String> = WordSort::Types.written().map(fold).collect();
    for unit in ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units) {
        for word in name_words(&unit.name) {
            having.entry(word).or_default().insert(unit.id.clone());
        }
        if let Some((_, kind)) = unit.name.split_once(" Class ") {
            common.extend(name_words(kind));
        }
    }
    // A slot that units name is a word of headings, like `Patrol`.
    let slots = ruleset.declarations().group_kinds.values().flat_map(|kind| kind.slots.values());
    common.extend(slots.filter(|slot| slot.accepts.is_none()).flat_map(|slot| name_words(&slot.title)));
    common.extend(having.into_iter().filter(|(_, units)| units.len() >= COMMON).map(|(word, _)| word));
    common
}
