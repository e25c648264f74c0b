//! Selectors made ready for testing.

use indexmap::IndexMap;

use crate::ready::bits::Bits;
use crate::ready::vocabulary::{ANY, Vocabulary};
use crate::shapes::selector::{Selector, Term};

/// A selector whose words are resolved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matcher(Vec<Test>);

#[derive(Clone, Debug)]
enum Test {
    Any(Bits),
    None(Bits),
    Not(Matcher),
    Either(Vec<Matcher>),
    Parent(Matcher),
    Carrier(Matcher),
}

/// Whether something matches: no, perhaps (its unit or card is unknown), yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Match {
    /// It does not.
    No,
    /// It cannot be told.
    Perhaps,
    /// It does.
    Yes,
}

impl Match {
    fn from(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }

    fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Perhaps => Self::Perhaps,
            Self::Yes => Self::No,
        }
    }
}

/// What a selector can be tested on.
pub(crate) trait Subject {
    /// The trait values it has for certain.
    fn has(&self) -> &Bits;
    /// The trait values that it may have but does not have for certain.
    fn may_have(&self) -> &Bits;
    /// Tests the squadron it is attached to, or that brings it.
    fn parent(&self, matcher: &Matcher) -> Match;
    /// Tests the squadrons that carry it.
    fn carrier(&self, matcher: &Matcher) -> Match;
}

impl Matcher {
    /// Whether everything matches.
    #[must_use]
    pub(crate) fn is_everything(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether something with these trait values, or with fewer, may match. If not, nothing needs to be tested one by
    /// one.
    #[must_use]
    pub(crate) fn may_match(&self, all: &Bits) -> bool {
        self.0.iter().all(|test| match test {
            Test::Any(bits) => all.meets(bits),
            _ => true,
        })
    }

    /// Tests something.
    pub(crate) fn test(&self, subject: &impl Subject) -> Match {
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

impl Test {
    fn test(&self, subject: &impl Subject) -> Match {
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

/// Makes selectors ready, and collects what is wrong with them.
pub(crate) struct Preparer<'a> {
    /// Gains a number for each value that selectors ask for.
    pub vocabulary: &'a mut Vocabulary,
    /// The selectors that the ruleset names, narrowed by its definitions.
    pub named: &'a IndexMap<String, Selector>,
    /// What is wrong, in sentences.
    pub problems: Vec<String>,
    depth: usize,
}

/// How deep named selectors may build on each other.
const DEPTH: usize = 16;

impl<'a> Preparer<'a> {
    /// Starts with the values that the vocabulary has and the selectors that the ruleset names.
    pub(crate) fn new(vocabulary: &'a mut Vocabulary, named: &'a IndexMap<String, Selector>) -> Self {
        Self { vocabulary, named, problems: Vec::new(), depth: 0 }
    }

    /// Resolves the words of a selector.
    pub(crate) fn matcher(&mut self, selector: &Selector) -> Matcher {
        if self.depth > DEPTH {
            self.problems.push("selectors that the ruleset names lead back to themselves".to_owned());
            return Matcher::default();
        }
        self.depth += 1;
        let mut tests = Vec::with_capacity(selector.0.len());
        for (word, term) in &selector.0 {
            self.test(word, term, &mut tests);
        }
        self.depth -= 1;
        Matcher(tests)
    }

    fn test(&mut self, word: &str, term: &Term, tests: &mut Vec<Test>) {
        match (word, term) {
            ("not", Term::Selector(selector)) => tests.push(Self::negate(self.matcher(selector))),
            ("not", Term::Selectors(selectors)) => {
                for selector in selectors {
                    let matcher = self.matcher(selector);
                    tests.push(Self::negate(matcher));
                }
            }
            ("any", Term::Selectors(selectors)) => {
                tests.push(Test::Either(selectors.iter().map(|s| self.matcher(s)).collect()));
            }
            ("all", Term::Selectors(selectors)) => {
                for selector in selectors {
                    tests.extend(self.matcher(selector).0);
                }
            }
            ("parent", Term::Selector(selector)) => tests.push(Test::Parent(self.matcher(selector))),
            ("carried-by", Term::Selector(selector)) => tests.push(Test::Carrier(self.matcher(selector))),
            ("is", Term::Value(name)) => match self.named.get(name).cloned() {
                Some(selector) => tests.extend(self.matcher(&selector).0),
                None => self.problems.push(format!("the ruleset names no selector `{name}`")),
            },
            ("not" | "any" | "all" | "parent" | "carried-by" | "is", _) => {
                self.problems.push(format!("`{word}` takes something else (docs/rule-language.md)"));
            }
            (name, term) => self.value(name, term, tests),
        }
    }

    fn value(&mut self, name: &str, term: &Term, tests: &mut Vec<Test>) {
        if !self.vocabulary.knows(name) {
            let names: Vec<_> = self.vocabulary.names().collect();
            self.problems.push(format!("there is no trait `{name}` (traits: {})", names.join(", ")));
            return;
        }
        let words: Vec<&str> = match term {
            Term::Flag(true) => {
                tests.push(Test::Any(Bits::one(self.vocabulary.number(name, ANY))));
                return;
            }
            Term::Flag(false) => {
                tests.push(Test::None(Bits::one(self.vocabulary.number(name, ANY))));
                return;
            }
            Term::Reference(reference) => {
                tests.push(Test::Any(Bits::one(self.vocabulary.reference(name, reference))));
                return;
            }
            Term::Value(word) => vec![word],
            Term::Values(words) => words.iter().map(String::as_str).collect(),
            Term::Selector(_) | Term::Selectors(_) => {
                self.problems.push(format!("the trait `{name}` takes a value or a list of values"));
                return;
            }
        };
        let mut bits = Bits::default();
        for word in words {
            if self.vocabulary.closed(name).is_some_and(|values| !values.contains(word)) {
                self.problems.push(format!("the trait `{name}` has no value `{word}`"));
            }
            bits.insert(self.vocabulary.number(name, word));
        }
        tests.push(Test::Any(bits));
    }

    fn negate(matcher: Matcher) -> Test {
        match matcher.0.as_slice() {
            [Test::Any(bits)] => Test::None(*bits),
            [Test::None(bits)] => Test::Any(*bits),
            _ => Test::Not(matcher),
        }
    }
}
