//! Selectors made ready for testing.

use indexmap::IndexMap;

use crate::ready::bits::{Bits, ones};
use crate::ready::problem::RulesetFault;
use crate::ready::vocabulary::{ANY, Vocabulary};
use crate::shapes::selector::{Selector, SelectorTest, WantedTrait};

/// A selector whose words are resolved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matcher(Vec<ResolvedTest>);

/// A test whose words are resolved.
#[derive(Clone, Debug)]
enum ResolvedTest {
    /// It has one of these trait values.
    Any(Bits),
    /// It has none of these trait values.
    None(Bits),
    /// The matcher does not match.
    Not(Matcher),
    /// At least one of the matchers matches.
    Either(Vec<Matcher>),
    /// The squadron that it is attached to, or that brings it, matches.
    Parent(Matcher),
    /// A squadron that carries it matches.
    Carrier(Matcher),
}

/// Whether something matches. In rising order, so that the smaller of two says whether both match, and the larger
/// whether one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Match {
    /// It does not.
    No,
    /// It cannot be told, because something is unknown, such as its unit.
    Perhaps,
    /// It does.
    Yes,
}

impl Match {
    pub(crate) fn from(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }

    pub(crate) fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Perhaps => Self::Perhaps,
            Self::Yes => Self::No,
        }
    }
}

/// What a selector can be tested on.
pub(crate) trait SelectorSubject {
    /// The trait values it has for certain.
    fn has(&self) -> &Bits;
    /// The trait values that it may have but does not have for certain.
    fn may_have(&self) -> &Bits;
    /// Tests the squadron it is attached to, or that brings it.
    fn parent(&self, matcher: &Matcher) -> Match;
    /// Tests the squadrons that carry it.
    fn carrier(&self, matcher: &Matcher) -> Match;
}

/// Which things of a block match, one bit for each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matches {
    /// Those that do.
    pub yes: u64,
    /// Those that do or may.
    pub possible: u64,
}

/// Up to 64 things on which a selector can be tested in one step. The answers have one bit for each thing.
pub(crate) trait SubjectBlock {
    /// Those that have one of these trait values for certain.
    fn have(&self, bits: &Bits) -> u64;
    /// Those that may have one of these trait values.
    fn may_have(&self, bits: &Bits) -> u64;
    /// Tests the squadron that one thing is attached to, or that brings it.
    fn parent(&self, thing: usize, matcher: &Matcher) -> Match;
    /// Tests the squadrons that carry one thing.
    fn carrier(&self, thing: usize, matcher: &Matcher) -> Match;
}

impl Matches {
    /// Whether one thing matches, which matches or may match.
    pub(crate) fn of(self, thing: usize) -> Match {
        if self.yes & (1 << thing) == 0 { Match::Perhaps } else { Match::Yes }
    }

    /// Tests these things one by one.
    fn each(within: u64, test: impl Fn(usize) -> Match) -> Self {
        let mut found = Self { yes: 0, possible: 0 };
        for thing in ones(within) {
            let outcome = test(thing);
            found.yes |= u64::from(outcome == Match::Yes) << thing;
            found.possible |= u64::from(outcome != Match::No) << thing;
        }
        found
    }
}

impl Matcher {
    /// Whether it matches everything.
    #[must_use]
    pub(crate) fn is_everything(&self) -> bool {
        self.0.is_empty()
    }

    /// A quick test: whether anything at all may match, if nothing has trait values outside of `all`. If not, nothing
    /// needs to be tested one by one.
    #[must_use]
    pub(crate) fn may_match(&self, all: &Bits) -> bool {
        self.0.iter().all(|test| match test {
            ResolvedTest::Any(bits) => all.meets(bits),
            _ => true,
        })
    }

    /// Tests something.
    pub(crate) fn test(&self, subject: &impl SelectorSubject) -> Match {
        let mut outcome = Match::Yes;
        for test in &self.0 {
            outcome = outcome.min(test.test(subject));
            if outcome == Match::No {
                break;
            }
        }
        outcome
    }
}

impl Matcher {
    /// Tests the things of a block whose bits are in `within`. The same as [`test`](Self::test) for each of them.
    pub(crate) fn test_block(&self, block: &impl SubjectBlock, within: u64) -> Matches {
        let mut found = Matches { yes: within, possible: within };
        for test in &self.0 {
            let both = test.test_block(block, found.possible);
            found = Matches { yes: found.yes & both.yes, possible: both.possible };
            if found.possible == 0 {
                break;
            }
        }
        found
    }
}

impl ResolvedTest {
    fn test_block(&self, block: &impl SubjectBlock, within: u64) -> Matches {
        match self {
            Self::Any(bits) => {
                let yes = within & block.have(bits);
                Matches { yes, possible: yes | within & block.may_have(bits) }
            }
            Self::None(bits) => {
                let possible = within & !block.have(bits);
                Matches { yes: possible & !block.may_have(bits), possible }
            }
            Self::Not(matcher) => {
                let found = matcher.test_block(block, within);
                Matches { yes: within & !found.possible, possible: within & !found.yes }
            }
            Self::Either(matchers) => {
                let mut found = Matches { yes: 0, possible: 0 };
                for matcher in matchers {
                    let either = matcher.test_block(block, within);
                    found = Matches { yes: found.yes | either.yes, possible: found.possible | either.possible };
                }
                found
            }
            Self::Parent(matcher) => Matches::each(within, |thing| block.parent(thing, matcher)),
            Self::Carrier(matcher) => Matches::each(within, |thing| block.carrier(thing, matcher)),
        }
    }

    fn test(&self, subject: &impl SelectorSubject) -> Match {
        match self {
            Self::Any(bits) if subject.has().meets(bits) => Match::Yes,
            Self::Any(bits) if subject.may_have().meets(bits) => Match::Perhaps,
            Self::Any(_) => Match::No,
            Self::None(bits) if subject.has().meets(bits) => Match::No,
            Self::None(bits) if subject.may_have().meets(bits) => Match::Perhaps,
            Self::None(_) => Match::Yes,
            Self::Not(matcher) => matcher.test(subject).not(),
            Self::Either(matchers) => matchers.iter().map(|m| m.test(subject)).max().unwrap_or(Match::from(false)),
            Self::Parent(matcher) => subject.parent(matcher),
            Self::Carrier(matcher) => subject.carrier(matcher),
        }
    }
}

/// How deep selectors may lie inside each other, named ones too.
const DEPTH: usize = 16;

/// The most words that the selectors of a ruleset may have: their tests and the values that these ask for. Those of a named
/// selector count wherever it is used, because short selectors that use each other can come to any number.
const WORDS: usize = 100_000;

/// Makes selectors ready, and finds which are too long, too deep or circular. What else is wrong with them is found in
/// `selected.rs`.
pub(crate) struct Preparer<'a> {
    /// Gains a number for each value that selectors ask for.
    pub vocabulary: &'a mut Vocabulary,
    /// The selectors that the ruleset names, narrowed by its definitions.
    pub named: &'a IndexMap<String, Selector>,
    /// Counts the words of all selectors that were made ready so far.
    words: &'a mut usize,
    /// How many selectors lie around the one that is being made ready.
    depth: usize,
    /// The named selectors around it, the outermost first.
    names: Vec<&'a str>,
}

impl<'a> Preparer<'a> {
    /// `words` counts all words of a ruleset.
    pub(crate) fn new(
        vocabulary: &'a mut Vocabulary,
        named: &'a IndexMap<String, Selector>,
        words: &'a mut usize,
    ) -> Self {
        Self { vocabulary, named, words, depth: 0, names: Vec::new() }
    }

    /// Makes a selector ready. Fails if it leads back to itself, lies too deep or is too long.
    pub(crate) fn matcher(&mut self, selector: &Selector) -> Result<Matcher, RulesetFault> {
        (self.depth, self.names) = (0, Vec::new());
        self.inner(selector)
    }

    /// Makes a selector ready, alone or inside another one.
    fn inner(&mut self, selector: &Selector) -> Result<Matcher, RulesetFault> {
        *self.words += 1 + selector.0.len();
        if *self.words > WORDS {
            return Err(RulesetFault::TooManyWords(WORDS));
        }
        if self.depth > DEPTH {
            return Err(RulesetFault::TooDeep(DEPTH));
        }
        self.depth += 1;
        let mut tests = Vec::with_capacity(selector.0.len());
        for test in &selector.0 {
            self.test(test, &mut tests)?;
        }
        self.depth -= 1;
        Ok(Matcher(tests))
    }

    /// Makes a named selector ready.
    fn named(&mut self, name: &str) -> Result<Matcher, RulesetFault> {
        let Some((name, selector)) = self.named.get_key_value(name) else {
            return Ok(Matcher::default());
        };
        if self.names.contains(&name.as_str()) {
            return Err(RulesetFault::Circular(name.clone()));
        }
        self.names.push(name);
        let matcher = self.inner(selector)?;
        self.names.pop();
        Ok(matcher)
    }

    /// Resolves one test, and adds it to `resolved`.
    fn test(&mut self, test: &SelectorTest, resolved: &mut Vec<ResolvedTest>) -> Result<(), RulesetFault> {
        match test {
            SelectorTest::Trait(name, wanted) => self.wanted(name, wanted, resolved),
            SelectorTest::Not(selectors) => {
                for selector in selectors {
                    resolved.push(Self::negate(self.inner(selector)?));
                }
            }
            SelectorTest::Any(selectors) => {
                resolved.push(ResolvedTest::Either(selectors.iter().map(|s| self.inner(s)).collect::<Result<_, _>>()?));
            }
            SelectorTest::All(selectors) => {
                for selector in selectors {
                    resolved.extend(self.inner(selector)?.0);
                }
            }
            SelectorTest::Parent(selector) => resolved.push(ResolvedTest::Parent(self.inner(selector)?)),
            SelectorTest::CarriedBy(selector) => resolved.push(ResolvedTest::Carrier(self.inner(selector)?)),
            SelectorTest::Is(name) => resolved.extend(self.named(name)?.0),
        }
        Ok(())
    }

    fn wanted(&mut self, name: &str, wanted: &WantedTrait, resolved: &mut Vec<ResolvedTest>) {
        if !self.vocabulary.knows(name) {
            return;
        }
        resolved.push(match wanted {
            WantedTrait::Present(true) => ResolvedTest::Any(Bits::one(self.vocabulary.number(name, ANY))),
            WantedTrait::Present(false) => ResolvedTest::None(Bits::one(self.vocabulary.number(name, ANY))),
            WantedTrait::Reference(reference) => {
                ResolvedTest::Any(Bits::one(self.vocabulary.reference(name, reference)))
            }
            WantedTrait::Values(words) => ResolvedTest::Any(self.values(name, words)),
        });
    }

    /// The numbers of these values of a trait.
    fn values(&mut self, name: &str, words: &[String]) -> Bits {
        *self.words += words.len();
        let mut bits = Bits::default();
        for word in words {
            bits.insert(self.vocabulary.number(name, word));
        }
        bits
    }

    fn negate(matcher: Matcher) -> ResolvedTest {
        match matcher.0.as_slice() {
            [ResolvedTest::Any(bits)] => ResolvedTest::None(*bits),
            [ResolvedTest::None(bits)] => ResolvedTest::Any(*bits),
            _ => ResolvedTest::Not(matcher),
        }
    }
}
