//! A condition says when a file changes an entry. The importer has no list, so it knows only some of the answers.

/// When a change is made.
#[derive(Clone, Debug)]
pub(super) enum ChangeCondition {
    All(Vec<ChangeCondition>),
    Any(Vec<ChangeCondition>),
    Test(ConditionTest),
}

/// One test of a condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ConditionTest {
    /// How it compares: `atLeast`, `atMost`, `equalTo`, `lessThan`, `greaterThan`, `instanceOf`, `notInstanceOf`. The oldest
    /// schema parts the words: `equal to`.
    pub kind: String,
    /// The number to compare with.
    pub value: i64,
    /// Where is looked: `force`, `parent`, `ancestor`, `roster`, `unit`, `self`, or an id.
    pub scope: String,
    /// What is counted or asked for: the id of an entry, category or force.
    pub child: String,
}

impl Default for ChangeCondition {
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

impl ChangeCondition {
    /// Whether it holds, if `test` knows some of its tests. None if that depends on the others.
    pub(super) fn holds(&self, test: &impl Fn(&ConditionTest) -> Option<bool>) -> Option<bool> {
        match self {
            Self::Test(one) => test(one),
            Self::All(all) => {
                let known: Vec<Option<bool>> = all.iter().map(|one| one.holds(test)).collect();
                if known.contains(&Some(false)) {
                    Some(false)
                } else {
                    known.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
                }
            }
            Self::Any(any) => {
                let known: Vec<Option<bool>> = any.iter().map(|one| one.holds(test)).collect();
                if known.contains(&Some(true)) {
                    Some(true)
                } else {
                    known.into_iter().collect::<Option<Vec<_>>>().map(|_| false)
                }
            }
        }
    }

    /// All its tests.
    pub(super) fn tests(&self) -> Vec<&ConditionTest> {
        match self {
            Self::Test(test) => vec![test],
            Self::All(inner) | Self::Any(inner) => inner.iter().flat_map(Self::tests).collect(),
        }
    }

    /// Whether one of several conditions is enough somewhere in it.
    pub(super) fn has_any(&self) -> bool {
        match self {
            Self::Test(_) => false,
            Self::All(inner) => inner.iter().any(Self::has_any),
            Self::Any(_) => true,
        }
    }

    /// Asks for `right` wherever it asks for `wrong`.
    pub(super) fn ask_instead(&mut self, wrong: &str, right: &str) {
        match self {
            Self::Test(test) if test.child == wrong => right.clone_into(&mut test.child),
            Self::Test(_) => {}
            Self::All(inner) | Self::Any(inner) => inner.iter_mut().for_each(|one| one.ask_instead(wrong, right)),
        }
    }

    /// Whether the change is always made.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::All(all) if all.iter().all(Self::is_empty))
    }
}

impl ConditionTest {
    /// Whether it asks that something is there, and not that it is missing. None for other comparisons.
    pub(super) fn asks_for(&self) -> Option<bool> {
        match (self.kind.as_str(), self.value) {
            ("atLeast" | "at least" | "equalTo" | "equal to", 1)
            | ("greaterThan" | "greater than", 0)
            | ("instanceOf", _) => Some(true),
            ("atMost" | "at most" | "equalTo" | "equal to", 0)
            | ("lessThan" | "less than", 1)
            | ("notInstanceOf", _) => Some(false),
            _ => None,
        }
    }
}
