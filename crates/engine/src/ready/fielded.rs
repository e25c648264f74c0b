//! Which units of the catalogues may match a selector, whatever a list makes of them.

use crate::ready::bits::Bits;
use crate::ready::catalogue::ReadyCatalogue;
use crate::ready::matcher::{Match, Matcher, Preparer, SelectorSubject};
use crate::ready::ruleset::Ruleset;
use crate::ready::unit::ReadyUnit;
use crate::shapes::selector::{Selector, SelectorTest};

impl Ruleset {
    /// The units that may match a selector, each with its catalogue. What only a list decides, such as allocations, roles and
    /// options, counts as possible. Empty if no list of these units can have anything that matches.
    #[must_use]
    pub fn may_match(&self, selector: &Selector) -> Vec<(&ReadyCatalogue, &ReadyUnit)> {
        let mut named = self.declarations().selectors.clone();
        for (name, out) in self.rules().iter().flat_map(|sourced| &sourced.rule.narrows) {
            if let Some(selector) = named.get_mut(name) {
                selector.0.push(SelectorTest::Not(vec![out.clone()]));
            }
        }
        let (mut vocabulary, mut words) = (self.vocabulary().clone(), 0);
        let prepared = Preparer::new(&mut vocabulary, &named, &mut words).matcher(selector);
        // A selector that cannot be made ready is a fault of the ruleset, which is told elsewhere.
        let matcher = prepared.unwrap_or_default();
        let units =
            self.catalogues().iter().flat_map(|catalogue| catalogue.units().iter().map(move |u| (&**catalogue, &**u)));
        units.filter(|(catalogue, unit)| self.fields(catalogue, unit, &matcher)).collect()
    }

    /// Whether a squadron of a unit, or one of its models, may match.
    fn fields(&self, catalogue: &ReadyCatalogue, unit: &ReadyUnit, matcher: &Matcher) -> bool {
        let vocabulary = self.vocabulary();
        let nation = catalogue.written().nation.as_deref();
        let of_nation = nation.map(|id| vocabulary.bits("nation", [id])).unwrap_or_default();
        let options = &unit.options;
        let gives = options.iter().fold(unit.unstated, |bits, option| bits.union(&option.gives));
        let takes = options.iter().fold(Bits::default(), |bits, option| bits.union(&option.takes).union(&option.loses));
        // What a list decides: all that no catalogue says of a unit.
        let mut open = Bits::first(vocabulary.count()).without(vocabulary.of_units());
        open = vocabulary.references().fold(open, |open, (.., bit)| open.union(&Bits::one(bit)));
        if nation.is_some() {
            open = open.without(&vocabulary.all("nation"));
        }
        let kinds = unit.kinds.iter().map(|kind| kind.bits.union(&kind.unstated));
        let whole = kinds.fold(unit.bits, |bits, kind| bits.union(&kind));
        let may_be = |has: Bits, more: Bits| {
            let may_have = gives.union(&open).union(&takes).union(&more);
            let subject = FieldedUnit { has: has.without(&takes).union(&of_nation), may_have };
            matcher.test(&subject) != Match::No
        };
        may_be(unit.bits, whole) || unit.kinds.iter().any(|kind| may_be(kind.bits, kind.unstated))
    }
}

/// A unit of a catalogue without a list: what it has in each list, and what it may have in some.
struct FieldedUnit {
    has: Bits,
    may_have: Bits,
}

impl SelectorSubject for FieldedUnit {
    fn has(&self) -> &Bits {
        &self.has
    }

    fn may_have(&self) -> &Bits {
        &self.may_have
    }

    fn parent(&self, _: &Matcher) -> Match {
        Match::Perhaps
    }

    fn carrier(&self, _: &Matcher) -> Match {
        Match::Perhaps
    }
}
