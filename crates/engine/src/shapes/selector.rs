//! Selectors, as rules and catalogues write them. They say which squadrons, models or cards a rule is about.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tests that must all hold. No two of them have the same word.
///
/// Reading a selector checks that each word is followed by something that it takes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(try_from = "SelectorMap", into = "SelectorMap")]
pub struct Selector(pub Vec<SelectorTest>);

/// One test of a selector.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectorTest {
    /// `size: large`: a trait, and what is wanted of it.
    Trait(String, WantedTrait),
    /// `not: {..}`, `not: [{..}, {..}]`: none of these matches.
    Not(Vec<Selector>),
    /// `any: [{..}, {..}]`: at least one of these matches.
    Any(Vec<Selector>),
    /// `all: [{..}, {..}]`: all of these match.
    All(Vec<Selector>),
    /// `is: core`: the selector that the ruleset gives this name matches.
    Is(String),
    /// `parent: {..}`: the squadron it is attached to, or that brings it, matches.
    Parent(Box<Selector>),
    /// `carried-by: {..}`: a squadron that carries it matches.
    CarriedBy(Box<Selector>),
}

/// What a test wants of a trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedTrait {
    /// `capital: true`: it has a value at all, or (`false`) it has none.
    Present(bool),
    /// `size: large`, `size: [large, massive]`: it has one of these values.
    Values(Vec<String>),
    /// `type: {setting: core}`: it has the value that this list states.
    Reference(Reference),
}

/// A value that each list states for itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Reference {
    /// The value of this setting.
    Setting(String),
    /// This trait of the list's own nation. `nation` means the nation itself, and `unit` the units of the list and what
    /// is bought for them.
    Own(String),
    /// The special characters who hold this role.
    Holder(String),
}

/// Tests that must all hold: traits by name, and the words `not`, `any`, `all`, `is`, `parent`, `carried-by`.
///
/// `{size: [large, massive], not: {designation: robot}}` reads: large or massive, and no robot.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "Selector")]
struct SelectorMap(IndexMap<String, Term>);

/// What follows the name of a trait, or a word, in a selector.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum Term {
    /// `capital: true`: has the trait, or (`false`) has it not.
    Flag(bool),
    /// `size: large`: this value. After `is`, the name of a selector that the ruleset defines.
    Value(String),
    /// `size: [large, massive]`: any of these values.
    Values(Vec<String>),
    /// `type: {setting: core}`: the value that this list states.
    Reference(Reference),
    /// `not: {..}`, `parent: {..}`, `carried-by: {..}`.
    Selector(Box<SelectorMap>),
    /// `any: [{..}, {..}]`: at least one of these; `not: [{..}, {..}]`: none of these.
    Selectors(Vec<SelectorMap>),
}

impl Selector {
    /// Whether it has no test. Then everything matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All its tests. The tests of a selector inside a test follow that test.
    #[must_use]
    pub fn tests(&self) -> Box<dyn Iterator<Item = &SelectorTest> + '_> {
        Box::new(self.0.iter().flat_map(|test| std::iter::once(test).chain(test.inner().iter().flat_map(Self::tests))))
    }

    /// Changes all its tests, each before those inside it.
    pub fn change(&mut self, change: &mut dyn FnMut(&mut SelectorTest)) {
        for test in &mut self.0 {
            change(test);
            for inner in test.inner_mut() {
                inner.change(change);
            }
        }
    }
}

impl SelectorTest {
    /// The words that are no traits.
    pub const WORDS: [&str; 6] = ["not", "any", "all", "is", "parent", "carried-by"];

    /// A test for one of these values of a trait.
    #[must_use]
    pub fn values(name: impl Into<String>, values: Vec<String>) -> Self {
        Self::Trait(name.into(), WantedTrait::Values(values))
    }

    /// The key under which it is written: a trait's name or a word.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Trait(name, _) => name,
            Self::Not(_) => "not",
            Self::Any(_) => "any",
            Self::All(_) => "all",
            Self::Is(_) => "is",
            Self::Parent(_) => "parent",
            Self::CarriedBy(_) => "carried-by",
        }
    }

    /// The values that it wants of this trait; none if it does not ask for values of it.
    #[must_use]
    pub fn values_of(&self, name: &str) -> Option<&[String]> {
        match self {
            Self::Trait(own, WantedTrait::Values(values)) if own == name => Some(values),
            _ => None,
        }
    }

    /// The values that it wants of this trait, to be changed.
    pub fn values_of_mut(&mut self, name: &str) -> Option<&mut Vec<String>> {
        match self {
            Self::Trait(own, WantedTrait::Values(values)) if own == name => Some(values),
            _ => None,
        }
    }

    /// The selectors inside it, each with its pointer from the selector that the test stands in.
    pub(crate) fn inner_places(&self) -> Vec<(String, &Selector)> {
        let word = self.word();
        match self {
            // A selector that stands alone is written without brackets.
            Self::Not(inner) if inner.len() == 1 => inner.iter().map(|inner| (word.to_owned(), inner)).collect(),
            Self::Not(inner) | Self::Any(inner) | Self::All(inner) => {
                inner.iter().enumerate().map(|(place, inner)| (format!("{word}/{place}"), inner)).collect()
            }
            Self::Parent(inner) | Self::CarriedBy(inner) => vec![(word.to_owned(), inner)],
            Self::Trait(..) | Self::Is(_) => Vec::new(),
        }
    }

    /// The selectors inside it.
    fn inner(&self) -> &[Selector] {
        match self {
            Self::Not(inner) | Self::Any(inner) | Self::All(inner) => inner,
            Self::Parent(inner) | Self::CarriedBy(inner) => std::slice::from_ref(inner),
            Self::Trait(..) | Self::Is(_) => &[],
        }
    }

    fn inner_mut(&mut self) -> &mut [Selector] {
        match self {
            Self::Not(inner) | Self::Any(inner) | Self::All(inner) => inner,
            Self::Parent(inner) | Self::CarriedBy(inner) => std::slice::from_mut(inner),
            Self::Trait(..) | Self::Is(_) => &mut [],
        }
    }

    fn read(word: String, term: Term) -> Result<Self, String> {
        let takes = |what: &str| Err(format!("`{word}` takes {what}"));
        Ok(match (word.as_str(), term) {
            ("not", Term::Selector(inner)) => Self::Not(vec![Selector::try_from(*inner)?]),
            ("not", Term::Selectors(inner)) => Self::Not(read_all(inner)?),
            ("not", _) => return takes("a selector or a list of selectors"),
            ("any", Term::Selectors(inner)) => Self::Any(read_all(inner)?),
            ("all", Term::Selectors(inner)) => Self::All(read_all(inner)?),
            ("any" | "all", _) => return takes("a list of selectors"),
            ("is", Term::Value(name)) => Self::Is(name),
            ("is", _) => return takes("the name of a selector"),
            ("parent", Term::Selector(inner)) => Self::Parent(Box::new(Selector::try_from(*inner)?)),
            ("carried-by", Term::Selector(inner)) => Self::CarriedBy(Box::new(Selector::try_from(*inner)?)),
            ("parent" | "carried-by", _) => return takes("a selector"),
            (_, Term::Flag(flag)) => Self::Trait(word, WantedTrait::Present(flag)),
            (_, Term::Value(value)) => Self::Trait(word, WantedTrait::Values(vec![value])),
            (_, Term::Values(values)) => Self::Trait(word, WantedTrait::Values(values)),
            (_, Term::Reference(reference)) => Self::Trait(word, WantedTrait::Reference(reference)),
            (_, Term::Selector(_) | Term::Selectors(_)) => {
                return Err(format!("the trait `{word}` takes a value, a list of values, true or false"));
            }
        })
    }

    fn written(self) -> Term {
        match self {
            Self::Trait(_, WantedTrait::Present(flag)) => Term::Flag(flag),
            Self::Trait(_, WantedTrait::Values(values)) => one_or_all(values, Term::Value, Term::Values),
            Self::Trait(_, WantedTrait::Reference(reference)) => Term::Reference(reference),
            Self::Not(inner) => one_or_all(write_all(inner), |one| Term::Selector(Box::new(one)), Term::Selectors),
            Self::Any(inner) | Self::All(inner) => Term::Selectors(write_all(inner)),
            Self::Is(name) => Term::Value(name),
            Self::Parent(inner) | Self::CarriedBy(inner) => Term::Selector(Box::new((*inner).into())),
        }
    }
}

impl TryFrom<SelectorMap> for Selector {
    type Error = String;

    fn try_from(written: SelectorMap) -> Result<Self, String> {
        written.0.into_iter().map(|(word, term)| SelectorTest::read(word, term)).collect::<Result<_, _>>().map(Self)
    }
}

impl From<Selector> for SelectorMap {
    fn from(selector: Selector) -> Self {
        Self(selector.0.into_iter().map(|test| (test.word().to_owned(), test.written())).collect())
    }
}

impl JsonSchema for Selector {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        SelectorMap::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        SelectorMap::schema_id()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        SelectorMap::json_schema(generator)
    }
}

fn read_all(written: Vec<SelectorMap>) -> Result<Vec<Selector>, String> {
    written.into_iter().map(Selector::try_from).collect()
}

fn write_all(selectors: Vec<Selector>) -> Vec<SelectorMap> {
    selectors.into_iter().map(SelectorMap::from).collect()
}

/// Writes one item without brackets, and several as a list.
fn one_or_all<T>(mut items: Vec<T>, one: impl Fn(T) -> Term, all: impl Fn(Vec<T>) -> Term) -> Term {
    match (items.len(), items.pop()) {
        (1, Some(item)) => one(item),
        (_, last) => {
            items.extend(last);
            all(items)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(selector: Value) -> Result<Selector, String> {
        serde_json::from_value(selector).map_err(|error| error.to_string())
    }

    #[test]
    fn a_selector_is_written_as_it_was_read() {
        let written = json!({
            "size": "large", "not": {"type": {"setting": "core"}}, "faction": ["a", "b"], "capital": false,
            "any": [{}, {"not": [{"is": "core"}, {"unit": "x"}]}], "all": [{"parent": {"carried-by": {}}}],
        });
        let selector = read(written.clone()).unwrap();
        // Compares texts, because maps are equal in any order.
        assert_eq!(serde_json::to_string(&selector).unwrap(), written.to_string());
        assert_eq!(read(json!({"size": ["large"]})), read(json!({"size": "large"})));
        assert_eq!(read(json!({"not": [{"is": "core"}]})), read(json!({"not": {"is": "core"}})));
    }

    #[test]
    fn what_a_word_does_not_take_is_refused() {
        for (wrong, message) in [
            (json!({"not": "large"}), "`not` takes a selector or a list of selectors"),
            (json!({"any": {}}), "`any` takes a list of selectors"),
            (json!({"size": "large", "all": ["large"]}), "`all` takes a list of selectors"),
            (json!({"is": {}}), "`is` takes the name of a selector"),
            (json!({"parent": [{}]}), "`parent` takes a selector"),
            (json!({"not": {"any": [{"carried-by": true}]}}), "`carried-by` takes a selector"),
            (json!({"size": {"type": "naval"}}), "the trait `size` takes a value, a list of values, true or false"),
        ] {
            assert_eq!(read(wrong).unwrap_err(), message);
        }
    }

    #[test]
    fn its_schema_is_that_of_what_is_written() {
        assert_eq!(schemars::schema_for!(Selector), schemars::schema_for!(super::SelectorMap));
    }

    #[test]
    fn a_visit_reaches_every_test() {
        let written = json!({
            "not": [{"a": "x"}, {"b": "x"}], "any": [{"c": "x"}], "all": [{"parent": {"d": "x", "is": "core"}}],
            "carried-by": {"e": "x"}, "f": "x",
        });
        let mut selector = read(written.clone()).unwrap();
        let words: Vec<&str> = selector.tests().map(SelectorTest::word).collect();
        assert_eq!(words, ["not", "a", "b", "any", "c", "all", "parent", "d", "is", "carried-by", "e", "f"]);
        selector.change(&mut |test| {
            if let SelectorTest::Trait(_, wanted) = test {
                *wanted = WantedTrait::Values(vec!["y".to_owned()]);
            }
        });
        assert_eq!(serde_json::to_string(&selector).unwrap(), written.to_string().replace(r#""x""#, r#""y""#));
    }
}
