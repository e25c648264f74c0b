//! What is wrong with a ruleset or a catalogue, as data and in sentences.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use crate::ready::declared_fault::DeclaredFault;
use crate::shapes::declarations::Sector;
use crate::shapes::rule::RuleKind;
use crate::text::nearest::{nearest_names, offer};
use crate::text::plural::joined;
use crate::text::pointer::escape;

/// Something wrong in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetProblem {
    /// What is wrong.
    pub item: RulesetItem,
    /// JSON pointer from the item to what is wrong inside it; empty for the item itself.
    pub at: String,
    /// The key in the mapping at that place, if it is wrong and not its value.
    pub key: Option<String>,
    /// What is wrong with it.
    pub fault: RulesetFault,
}

impl RulesetProblem {
    /// A problem with an item as a whole.
    #[must_use]
    pub fn new(item: RulesetItem, fault: RulesetFault) -> Self {
        Self { item, at: String::new(), key: None, fault }
    }
}

impl Display for RulesetProblem {
    fn fmt(&self, to: &mut Formatter) -> fmt::Result {
        write!(to, "{}: {}", self.item, self.fault)
    }
}

impl Error for RulesetProblem {}

/// A thing in a ruleset or a catalogue that may be wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RulesetItem {
    /// A rule, by its id.
    Rule(String),
    /// A special rule, by its id.
    SpecialRule(String),
    /// A unit, by its id and by the id of its nation, if it has one.
    Unit(String, Option<String>),
    /// Something else that has an id: the word for it, such as `table`, and the id.
    Other(&'static str, String),
    /// The whole ruleset, or a key of its declarations.
    Key(&'static str),
}

impl RulesetItem {
    /// The JSON pointer to it in `ruleset.yaml`. None if it has a file of its own.
    #[must_use]
    pub fn declared_at(&self) -> Option<String> {
        match self {
            Self::Other("patch", id) => Some(format!("/patches/{}", escape(id))),
            Self::Other(word, id) => Some(format!("/{}s/{}", word.replace(' ', "-"), escape(id))),
            Self::Key("ruleset" | "ruleset.yaml") => Some(String::new()),
            Self::Key(key) => Some(format!("/{key}")),
            Self::Rule(_) | Self::SpecialRule(_) | Self::Unit(..) => None,
        }
    }
}

impl Display for RulesetItem {
    fn fmt(&self, to: &mut Formatter) -> fmt::Result {
        match self {
            Self::Rule(id) => write!(to, "rule {id}"),
            Self::SpecialRule(id) => write!(to, "special-rule {id}"),
            Self::Unit(id, None) => write!(to, "unit {id}"),
            Self::Unit(id, Some(nation)) => write!(to, "unit {id} of {nation}"),
            Self::Other(word, id) => write!(to, "{word} {id}"),
            Self::Key(key) => to.write_str(key),
        }
    }
}

/// What may be wrong with an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesetFault {
    /// It cannot be read: the message of the reader.
    Unreadable(String),
    /// It names something that does not exist: the word for it, such as `table`, the name, and the names nearest to it.
    Missing(&'static str, String, Vec<String>),
    /// It names a rule to cover it that does not exist.
    NoCover(String),
    /// It names a setting that does not exist, or that is no number.
    NoNumber(String),
    /// It names a selector that the ruleset does not name: the name, and those nearest to it.
    NoSelector(String, Vec<String>),
    /// Its selector names a trait that does not exist: the name, the nearest traits, and all that there are.
    NoTrait(String, Vec<String>, Vec<String>),
    /// It names a trait that its owners do not have: `units` or `nations`, and the trait.
    NoTraitOf(&'static str, String),
    /// It names a field that no sheet has.
    NoField(String),
    /// It names a group kind, and a slot that this kind does not have.
    NoSlot(String, String),
    /// A selector asks for a role, group kind or the like of this name, and the ruleset declares none of them.
    NoneDeclared(String, String),
    /// It names a value that a trait or a setting does not have.
    NoValue {
        /// `trait` or `setting`.
        of: &'static str,
        /// The name of the trait or setting.
        name: String,
        /// The value.
        value: String,
        /// The values that are nearest to it.
        near: Vec<String>,
    },
    /// A setting, a table, or another declaration by which lists are judged is wrong.
    Declared(DeclaredFault),
    /// A key does nothing in a rule of this kind: the key, the kind, and where the key belongs.
    IdleKey(&'static str, RuleKind, &'static str),
    /// Nothing fills this placeholder. These are the ones that may stand there.
    Placeholder(String, Vec<&'static str>),
    /// Such things never have what a test asks for: `cards`, the word of the test, and what they have; nothing, if they
    /// have all that cards do not.
    NeverHave(&'static str, String, Vec<String>),
    /// The selector of this name asks for what such things never have: the name, `cards`, and the word of the test.
    NamedNeverHave(String, &'static str, String),
    /// It cites a book that the ruleset does not declare: the book, and those that the ruleset declares.
    NoBook(String, Vec<String>),
    /// It cites no page.
    NoPage,
    /// It cites no page of a book that the ruleset declares.
    NoSource,
    /// It lacks something: what lacks it, and what that is.
    Lacks(&'static str, &'static str),
    /// Another rule has the same id.
    TwiceId,
    /// A limit has this minimum and this maximum, which is less.
    NoRoom(i64, i64),
    /// A limit compares an amount with itself, or with a percentage of it.
    ComparedWithItself,
    /// A clause over the whole list says `where`.
    IdleWhere,
    /// A clause over all lists of a player is about a sheet.
    TogetherOnSheet,
    /// A clause over a deck counts no cards, only this, which stands in no deck.
    NotInDeck(&'static str),
    /// A clause over rows does not say of which sheet.
    NoSheet,
    /// A clause says `by` but is not about rows.
    ByWithoutRows,
    /// Values of this trait cannot be told apart. Those of the others, and of declared traits, can.
    NotCounted(String, &'static [&'static str]),
    /// A percentage is taken `of` another, or `times` another.
    Inexact(&'static str),
    /// It counts in steps of 0.
    ZeroStep,
    /// A charge of 0 points.
    ChargesNothing,
    /// A charge for parts of something.
    ChargesParts,
    /// The selectors have more words than this.
    TooManyWords(usize),
    /// More selectors than this lie inside each other.
    TooDeep(usize),
    /// This named selector leads back to itself.
    Circular(String),
    /// The selectors tell more trait values apart than fit.
    TooManyValues,
    /// A selector of a unit compares this trait with something in a list.
    Compares(String),
    /// A selector of a unit is wrong: its key, and what is wrong with it.
    OfUnit(&'static str, Box<RulesetFault>),
    /// A patch asks for this, which is on no card.
    NotOnCard(String),
    /// This parameter of a special rule can be nothing.
    EmptyParameter(String),
    /// A sector of this arc is not within a circle.
    WrongSector(String, Sector),
    /// There are fewer range bands than reaches.
    TooFewBands,
    /// A slot is opened or closed by one that does not exist.
    NoSwitch {
        /// The slot.
        slot: String,
        /// `opened by` or `closed by`.
        word: &'static str,
        /// The slot that does not exist.
        other: String,
    },
    /// A group kind has more slots than this.
    TooManySlots(usize),
    /// The slots of a group kind hold more squadrons than this.
    TooManySpaces(usize),
    /// More slots than this open or close others.
    TooManySwitches(usize),
    /// A slot for any number of squadrons opens or closes another, or is not always open.
    BoundMany,
    /// Slots open each other in a circle.
    SlotCircle,
    /// A sheet, or a row, of this kind has this field, which has the name of a trait.
    FieldIsTrait(String, String),
    /// A sheet, or a row, of this kind has this field, which holds several of no words.
    FieldOfNoWords(String, String),
    /// A field or a kind of row has this name, which means something else in a sheet.
    TakenKey(String),
}

impl From<DeclaredFault> for RulesetFault {
    fn from(fault: DeclaredFault) -> Self {
        Self::Declared(fault)
    }
}

impl RulesetFault {
    /// There is no such thing. `word` is what it would be, and `known` are those that there are.
    pub(crate) fn missing<'k>(word: &'static str, name: &str, known: impl IntoIterator<Item = &'k String>) -> Self {
        let near = nearest_names(name, known.into_iter().map(String::as_str));
        Self::Missing(word, name.to_owned(), owned(near))
    }

    /// The ruleset names no such selector. `known` are those that it names.
    pub(crate) fn no_selector<'k>(name: &str, known: impl IntoIterator<Item = &'k String>) -> Self {
        Self::NoSelector(name.to_owned(), owned(nearest_names(name, known.into_iter().map(String::as_str))))
    }

    /// There is no such trait. `known` are those that there are.
    pub(crate) fn no_trait<'k>(name: &str, known: impl Iterator<Item = &'k str> + Clone) -> Self {
        Self::NoTrait(name.to_owned(), owned(nearest_names(name, known.clone())), owned(known.collect()))
    }

    /// A trait or a setting has no such value. `known` are those that it has.
    pub(crate) fn no_value<'k>(
        of: &'static str,
        name: &str,
        value: &str,
        known: impl IntoIterator<Item = &'k String>,
    ) -> Self {
        let near = owned(nearest_names(value, known.into_iter().map(String::as_str)));
        Self::NoValue { of, name: name.to_owned(), value: value.to_owned(), near }
    }
}

fn owned(names: Vec<&str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

/// That such things never have a word, and what they have.
fn never_have(things: &str, word: &str, has: &[String]) -> String {
    if has.is_empty() {
        return format!("{things} never have `{word}`, which cards have");
    }
    format!("{things} never have `{word}`; selectors of them test {}", has.join(", "))
}

/// That nothing fills this placeholder, and which ones may stand there.
fn unfilled(name: &str, known: &[&str]) -> String {
    if known.is_empty() {
        return format!("nothing fills `{{{name}}}` here; placeholders stand only in `says`");
    }
    let known: Vec<String> = known.iter().map(|known| format!("`{{{known}}}`")).collect();
    format!("nothing fills `{{{name}}}`; here may stand {}", joined(&known, "and"))
}

/// What follows a name that does not exist: the names that are near.
fn or_near(near: &[String]) -> String {
    offer(near).map(|help| format!(" ({help})")).unwrap_or_default()
}

impl Display for RulesetFault {
    fn fmt(&self, to: &mut Formatter) -> fmt::Result {
        match self {
            Self::Unreadable(message) => to.write_str(message),
            Self::Missing(word, name, near) => write!(to, "there is no {word} `{name}`{}", or_near(near)),
            Self::NoCover(rule) => write!(to, "there is no rule `{rule}` to cover it"),
            Self::NoNumber(setting) => write!(to, "there is no setting `{setting}` that is a number"),
            Self::NoSelector(name, near) => write!(to, "the ruleset names no selector `{name}`{}", or_near(near)),
            Self::NoTrait(name, near, known) if near.is_empty() => {
                write!(to, "there is no trait `{name}` (traits: {})", known.join(", "))
            }
            Self::NoTrait(name, near, _) => write!(to, "there is no trait `{name}`{}", or_near(near)),
            Self::NoTraitOf(owners, name) => write!(to, "{owners} have no trait `{name}`"),
            Self::NoField(name) => write!(to, "no sheet has a field `{name}`"),
            Self::NoSlot(group, slot) => write!(to, "the group kind `{group}` has no slot `{slot}`"),
            Self::NoneDeclared(what, name) => write!(to, "there is no {what} `{name}`: the ruleset declares none"),
            Self::NoValue { of, name, value, near } => {
                // Older YAML takes these words for true and false.
                let flag = match value.as_str() {
                    "yes" | "on" => Some("write `true`".to_owned()),
                    "no" | "off" => Some("write `false`".to_owned()),
                    _ => None,
                };
                let near = offer(near).or(flag).map(|help| format!(" ({help})")).unwrap_or_default();
                write!(to, "the {of} `{name}` has no value `{value}`{near}")
            }
            Self::Declared(fault) => fault.fmt(to),
            Self::IdleKey(key, kind, belongs) => {
                let kind: &str = kind.into();
                write!(to, "`{key}` does nothing in a rule of the kind `{kind}`; {belongs}")
            }
            Self::Placeholder(name, known) => to.write_str(&unfilled(name, known)),
            Self::NeverHave(things, word, has) => to.write_str(&never_have(things, word, has)),
            Self::NamedNeverHave(name, things, word) => {
                write!(to, "the selector `{name}` asks for `{word}`, which {things} never have")
            }
            Self::NoBook(book, known) => {
                let known = known.join(", ");
                write!(to, "it cites the book `{book}`, which the ruleset does not declare (books: {known})")
            }
            Self::NoPage => to.write_str("it cites no page"),
            Self::NoSource => to.write_str("it cites no page of a book that the ruleset declares"),
            Self::Lacks(what, lacks) => write!(to, "{what} needs {lacks}"),
            Self::TwiceId => to.write_str("another rule has the same id"),
            Self::NoRoom(min, max) => write!(to, "nothing is at least {min} and at most {max}"),
            Self::ComparedWithItself => to.write_str(
                "the limit compares an amount with a part of itself, so it always holds or never; compare it with `mfv`, or \
                 with another amount",
            ),
            Self::TogetherOnSheet => to.write_str("a clause over all lists of a player is about no sheet: leave out `together`, or `in` and `with`"),
            Self::IdleWhere => to.write_str(
                "`where` does nothing in a clause over the whole list; put these tests into what the limit counts, as in \
                 `{models: {..}}`, or say with `each` what the clause looks at one by one",
            ),
            Self::NotInDeck(word) => write!(
                to,
                "a clause with `deck` counts cards, and `{word}` stand in no deck; count `cards` too, or leave out `deck`"
            ),
            Self::NoSheet => to.write_str("a clause over rows says of which sheet: `in` or `with`"),
            Self::ByWithoutRows => to.write_str("`by` goes with `each: row`"),
            Self::NotCounted(name, counted) => write!(
                to,
                "`different` cannot tell values of `{name}` apart, only those of declared traits and of {}",
                counted.join(", ")
            ),
            Self::Inexact(word) => write!(to, "a percentage {word} a percentage would not be exact"),
            Self::ChargesNothing => to.write_str("a charge of 0 points changes nothing"),
            Self::ChargesParts => to.write_str("only whole things are charged; use `per` in place of `percent`"),
            Self::ZeroStep => to.write_str("one for every full 0 of something is no number"),
            Self::TooManyWords(most) => write!(
                to,
                "the selectors of the ruleset have more than {most} words; those of a named selector count wherever it is \
                 used"
            ),
            Self::TooDeep(most) => write!(to, "more than {most} selectors lie inside each other"),
            Self::Circular(name) => write!(to, "the selector `{name}` leads back to itself"),
            Self::TooManyValues => to.write_str("its selectors tell more trait values apart than fit"),
            Self::Compares(name) => write!(to, "the trait `{name}` takes a value or a list of values here"),
            Self::OfUnit(key, fault) => write!(to, "`{key}`: {fault}"),
            Self::NotOnCard(word) => {
                write!(to, "`{word}` is not on a card: a patch asks for traits of units and nations")
            }
            Self::EmptyParameter(name) => write!(to, "its parameter `{name}` can be nothing"),
            Self::WrongSector(arc, Sector { from, to: end }) => write!(to, "{arc} goes from {from} to {end} degrees"),
            Self::TooFewBands => to.write_str("there are fewer range bands"),
            Self::NoSwitch { slot, word, other } => {
                write!(to, "the slot `{slot}` is {word} `{other}`, which is no slot")
            }
            Self::TooManySlots(most) => write!(to, "it has more than {most} slots"),
            Self::TooManySpaces(most) => write!(to, "its slots hold more than {most} squadrons"),
            Self::TooManySwitches(most) => write!(to, "more than {most} of its slots open or close others"),
            Self::BoundMany => {
                to.write_str("a slot for any number of squadrons opens or closes nothing, and is always open")
            }
            Self::SlotCircle => to.write_str("its slots open each other in a circle"),
            Self::FieldIsTrait(kind, field) => {
                write!(to, "the field `{field}` of `{kind}` has the name of a trait")
            }
            Self::FieldOfNoWords(kind, field) => {
                write!(to, "the field `{field}` of `{kind}` has several of no words")
            }
            Self::TakenKey(key) => write!(to, "`{key}` has a meaning in its documents already"),
        }
    }
}
