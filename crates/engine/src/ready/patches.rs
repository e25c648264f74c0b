//! Patches: special rules that a book adds to the printed card of every unit that matches, in any catalogue.

use indexmap::IndexMap;

use crate::ready::bits::Bits;
use crate::ready::matcher::{Match, Matcher, SelectorSubject};
use crate::ready::vocabulary::Vocabulary;
use crate::shapes::catalogue::{Card, TraitValue};
use crate::shapes::declarations::TraitOwner;
use crate::shapes::selector::{Selector, SelectorTest, WantedTrait};
use crate::shapes::special_rules::SpecialRule;
use crate::text::slug::slug;

/// The built-in traits that a patch may ask for: those that a unit has by itself, without a list.
const ASKED: &[&str] = &["unit", "nation", "rule", "weapon"];

/// The patches of a ruleset, made ready.
#[derive(Debug, Default)]
pub(crate) struct Patches(Vec<ReadyPatch>);

/// A patch made ready.
#[derive(Debug)]
pub(crate) struct ReadyPatch {
    /// Which units it is for.
    pub filter: Matcher,
    /// The special rules it gives.
    pub gives: Bits,
}

/// The trait values of a kind of model, as patches see them: by itself, without a list.
struct PrintedTraits<'b>(&'b Bits);

impl SelectorSubject for PrintedTraits<'_> {
    fn has(&self) -> &Bits {
        self.0
    }

    fn may_have(&self) -> &Bits {
        const { &Bits::NONE }
    }

    fn parent(&self, _: &Matcher) -> Match {
        Match::No
    }

    fn carrier(&self, _: &Matcher) -> Match {
        Match::No
    }
}

impl Patches {
    pub(crate) fn push(&mut self, patch: ReadyPatch) {
        self.0.push(patch);
    }

    /// The places of the patches for a kind of model with these traits.
    pub(crate) fn of(&self, model: &Bits) -> impl Iterator<Item = usize> {
        let places =
            self.0.iter().enumerate().filter(|(_, patch)| patch.filter.test(&PrintedTraits(model)) == Match::Yes);
        places.map(|(place, _)| place)
    }

    /// What patches give to a kind of model with these traits, of this nation.
    #[expect(clippy::indexing_slicing, reason = "the places are those of these patches")]
    pub(crate) fn gifts(&self, model: &Bits, nation: &Bits) -> Bits {
        self.of(&model.union(nation)).fold(Bits::default(), |bits, place| bits.union(&self.0[place].gives))
    }
}

/// The traits that a unit, or a member of a fixed mix, has by its card.
pub(crate) fn printed(
    vocabulary: &Vocabulary,
    unit: &str,
    traits: &IndexMap<String, TraitValue>,
    card: &Card,
    rule_ids: &dyn Fn(&str) -> Option<String>,
) -> Bits {
    let rules: Vec<String> = card.all_rules().filter_map(|(_, rule)| rule_ids(rule)).collect();
    let weapons = weapons(vocabulary, card.weapons.iter().map(|weapon| weapon.name.as_str()));
    let rules = vocabulary.bits("rule", rules.iter().map(String::as_str));
    vocabulary.traits(traits).union(&rules).union(&weapons).union(&vocabulary.bits("unit", [unit]))
}

/// The trait values that weapons of these names give.
pub(crate) fn weapons<'n>(vocabulary: &Vocabulary, names: impl Iterator<Item = &'n str>) -> Bits {
    let slugs: Vec<String> = names.map(slug).collect();
    vocabulary.bits("weapon", slugs.iter().map(String::as_str))
}

/// The first word of a patch's selector that asks for more than a card says: a place in a list, a setting, or a named
/// selector.
pub(crate) fn unanswered<'s>(selector: &'s Selector, is_of: &dyn Fn(&str) -> Option<TraitOwner>) -> Option<&'s str> {
    let answered = |test: &&SelectorTest| match test {
        SelectorTest::Not(_) | SelectorTest::Any(_) | SelectorTest::All(_) => true,
        SelectorTest::Trait(name, WantedTrait::Present(_) | WantedTrait::Values(_)) => {
            ASKED.contains(&name.as_str()) || matches!(is_of(name), Some(TraitOwner::Unit | TraitOwner::Nation))
        }
        SelectorTest::Trait(_, WantedTrait::Reference(_))
        | SelectorTest::Is(_)
        | SelectorTest::Parent(_)
        | SelectorTest::CarriedBy(_) => false,
    };
    selector.tests().find(|test| !answered(test)).map(SelectorTest::word)
}

/// Finds the id of a special rule as cards print it, while a ruleset is being built.
pub(crate) fn special_rule(rules: &[SpecialRule], prefixes: &[String], printed: &str) -> Option<String> {
    let find = |name: &str| {
        let wanted = slug(name);
        let is = |rule: &&SpecialRule| {
            rule.id == wanted || slug(&rule.name) == wanted || rule.aliases.iter().any(|alias| slug(alias) == wanted)
        };
        rules.iter().find(is).map(|rule| rule.id.clone())
    };
    find_printed(prefixes, printed, find)
}

/// Finds a special rule as cards print it. Tries in turn: the whole text, the text without parameters in parentheses,
/// that text without a prefix, and that text without parameters behind a colon.
pub(crate) fn find_printed<T>(prefixes: &[String], printed: &str, find: impl Fn(&str) -> Option<T>) -> Option<T> {
    let base = printed.split_once('(').map_or(printed, |(base, _)| base).trim();
    let unprefixed = || find(unprefixed(prefixes, base)?);
    let short = || base.split_once(':').and_then(|(short, _)| find(short.trim()));
    find(printed).or_else(|| find(base)).or_else(unprefixed).or_else(short)
}

/// A printed special rule without the prefix before its name; none if it has no prefix.
pub(crate) fn unprefixed<'p>(prefixes: &[String], printed: &'p str) -> Option<&'p str> {
    prefixes.iter().find_map(|prefix| printed.strip_prefix(prefix.as_str())).map(str::trim)
}
