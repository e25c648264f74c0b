//! Reports: the verdict on a list, with every finding.

use std::cmp::Ordering;
use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::shapes::list::{OpenKind, SettingValue};

/// The report on one list, as it is written as JSON. All keys are always there.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Report {
    /// The path of the file as it was given; `-` for standard input.
    pub file: String,
    /// The document in the file, counted from 0.
    pub document: u32,
    /// The list's name.
    pub name: Option<String>,
    /// The player's name.
    pub player: Option<String>,
    /// The ruleset that judged it; none if no list could be read.
    pub ruleset: Option<UsedRuleset>,
    /// The event packs and house rules that were applied, in order.
    pub events: Vec<String>,
    /// The settings in use, with defaults filled in.
    pub settings: IndexMap<String, SettingValue>,
    /// The ids of the rules that the list waives.
    pub consents: Vec<String>,
    /// The terms that the list sets for itself.
    #[serde(default)]
    pub terms: Terms,
    /// The verdict.
    pub verdict: Verdict,
    /// The points of the whole list; none if they are not known.
    pub points: Option<u32>,
    /// The maximum force value.
    pub mfv: Option<u32>,
    /// A digest of the list, `-`, and a digest of the rules: each is ten bytes of SHA-256 in base 32. None if the list
    /// could not be judged.
    pub fingerprint: Option<String>,
    /// All findings, gravest first.
    pub findings: Vec<Finding>,
}

/// The terms that a list sets for itself. An opponent or an organiser may refuse them, so they are shown with every
/// verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Terms {
    /// The ids of the rules that it waives.
    pub waived: Vec<String>,
    /// The settings by which it picks rules one by one, puts rules out of use that are in use by default, or raises a
    /// limit.
    pub settings: IndexMap<String, SettingValue>,
    /// The one of these settings that picks rules by their level.
    #[serde(default)]
    pub level: Option<String>,
    /// The version of the ruleset that it asks for, if that is not the newest at hand.
    #[serde(default)]
    pub pinned: Option<String>,
    /// The rules are not those that were published under their id and version.
    #[serde(default)]
    pub not_published: bool,
    /// The id and version of the rules, if a frozen archive brings them and the program has none of that id.
    #[serde(default)]
    pub own_rules: Option<String>,
    /// The code of the full list of which it is what an opponent may see. What it hides is not judged.
    #[serde(default)]
    pub full_list: Option<String>,
    /// The names of the event packs and house rules under which it should be judged, but which are not about its game.
    #[serde(default)]
    pub other_game: Vec<String>,
    /// Its units that are from outside the ruleset.
    pub own_units: Vec<OwnUnit>,
    /// Its cards that the ruleset does not know, and whose facts it states itself.
    #[serde(default)]
    pub own_cards: Vec<OwnCard>,
    /// What it leaves open.
    #[serde(default)]
    pub open: Vec<OpenKind>,
    /// The overlays in use that it names itself, or that a frozen archive brings.
    #[serde(default)]
    pub overlays: Vec<OwnOverlay>,
    /// All terms in words that follow the verdict: `with 1 rule waived by the list itself (mfv-cap)`. None if the list
    /// sets no terms.
    pub words: Option<String>,
}

/// A card whose facts a list states itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OwnCard {
    /// The id of the deck.
    pub deck: String,
    /// The list's name for the card.
    pub name: String,
}

/// An overlay that a list names itself or that a frozen archive brings, and what it changes. What it does to units of the
/// list is told with these.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OwnOverlay {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A frozen archive brings it; otherwise the list names it.
    #[serde(default)]
    pub from_archive: bool,
    /// The ids of rules that it takes out of use.
    #[serde(default)]
    pub drops: Vec<String>,
    /// The ids of rules that it brings or changes.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The ids of rules that it waives.
    #[serde(default)]
    pub consents: Vec<String>,
    /// The maximum force values that it allows; empty if it says nothing of them.
    #[serde(default)]
    pub mfv: Vec<u32>,
    /// The values that it allows for settings.
    #[serde(default)]
    pub fixes: IndexMap<String, Vec<SettingValue>>,
    /// What else it brings or changes: `cards`, `tables`.
    #[serde(default)]
    pub others: Vec<String>,
}

/// A unit of a club that a list fields.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OwnUnit {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// The id of its nation; none for a unit that every nation may field.
    pub nation: Option<String>,
    /// It replaces a unit of the ruleset.
    pub replaces: bool,
}

/// The ruleset that judged a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "RulesetUsed")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UsedRuleset {
    /// Its id.
    pub id: String,
    /// Its own version.
    pub version: String,
    /// The edition of the game.
    pub edition: String,
    /// `sha256:` and the digest of all its files.
    pub digest: String,
}

/// Whether a list may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No rule is broken.
    Legal,
    /// At least one rule is broken.
    Illegal,
    /// No rule is certainly broken, but some rules could not be decided.
    Undetermined,
    /// The list could not be read, or it uses names that refer to nothing.
    Unreadable,
}

impl Verdict {
    /// Its place where the worst stands first: what cannot be read, is illegal, cannot be decided, is legal.
    #[must_use]
    pub fn rank(self) -> u8 {
        match self {
            Self::Unreadable => 0,
            Self::Illegal => 1,
            Self::Undetermined => 2,
            Self::Legal => 3,
        }
    }

    /// The verdict that follows from the findings on a list that could be read.
    #[must_use]
    pub fn of(findings: &[Finding]) -> Self {
        let any = |severity| findings.iter().any(|finding| finding.severity == severity);
        if any(Severity::Error) {
            Self::Illegal
        } else if any(Severity::Undetermined) {
            Self::Undetermined
        } else {
            Self::Legal
        }
    }
}

/// One broken rule at one place, or something else worth saying.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Finding {
    /// The id of the rule, of the remark, or of the fault of the file.
    #[schemars(with = "String")]
    pub rule: FindingId,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong, in one sentence, with the numbers.
    pub message: String,
    /// JSON pointers into the list, the main place first. The pointer to something that the list does not state says
    /// where it would stand. If something is missing, the further places are those where it could be added.
    pub at: Vec<String>,
    /// The line of the main place, counted from 1.
    pub line: Option<u32>,
    /// The column of the main place, counted from 1.
    pub column: Option<u32>,
    /// The measured number, if the rule compares numbers and it is known.
    pub measured: Option<i64>,
    /// The minimum, rounded up.
    pub min: Option<i64>,
    /// The maximum, rounded down.
    pub max: Option<i64>,
    /// The book and page; none if the finding is of no rule of a book.
    pub source: Option<SourceInfo>,
    /// The id of the ruleset or overlay that last changed the rule.
    pub origin: Option<String>,
    /// What would help.
    pub help: Option<String>,
    /// It waits for something unknown that another finding tells, such as an unknown unit. Left out if it does not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
}

impl Finding {
    /// A finding without places, sentences, numbers and sources.
    #[must_use]
    pub fn bare(rule: FindingId, severity: Severity) -> Self {
        Self {
            rule,
            severity,
            message: String::new(),
            at: Vec::new(),
            line: None,
            column: None,
            measured: None,
            min: None,
            max: None,
            source: None,
            origin: None,
            help: None,
            waits: false,
        }
    }
}

/// What a finding is about. In JSON it is only the id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(untagged)]
pub enum FindingId {
    /// A remark on the list.
    Remark(Remark),
    /// A rule of the ruleset, by its id.
    Rule(String),
    /// A fault of a file, or a lint, by its id. In JSON it looks like a rule.
    File(String),
}

impl FindingId {
    /// The id, such as `cap-large` or `unknown-unit`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Rule(id) | Self::File(id) => id,
            Self::Remark(remark) => remark.into(),
        }
    }
}

impl fmt::Display for FindingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialOrd for FindingId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for FindingId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

/// What Muster says of a list beside the rules of books. Written as its id: `unknown-unit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Remark {
    /// The mail or document that the list is from holds another list, which differs.
    AnotherList,
    /// The list states a fact about a card that differs from what the ruleset says.
    CardDiffers,
    /// The list is a file that a PDF carries. Its pages may show another list.
    CarriedList,
    /// A text that says that Muster wrote it is not as Muster writes it.
    ChangedText,
    /// The list needs more models of a unit than a collection has.
    CollectionShort,
    /// A consent waives nothing.
    ConsentWithoutEffect,
    /// The event forbids something that the list has.
    EventBan,
    /// The list states something else than the event fixes.
    EventFixes,
    /// The event is not about the game of the list.
    EventOtherGame,
    /// The player handed in fewer lists than the event asks for.
    MissingList,
    /// The price of a unit or option is not known.
    MissingPrice,
    /// A squadron has the name of another unit.
    NamedLikeUnit,
    /// A squadron states a nation, but its unit is of no nation.
    NationWithoutEffect,
    /// The rules are not those that were published under their id and version.
    NotPublished,
    /// The list names overlays, but it is judged under an event.
    OwnOverlays,
    /// The list states other points than it costs.
    PointsClaimed,
    /// A text does not say something, and Muster concluded it.
    ReadAs,
    /// A role is on a model that the squadron does not have.
    RoleModel,
    /// One model has the same role twice.
    RoleTwice,
    /// Somebody else sent the list than the player that it states, or its sheet belongs to another player.
    SentByAnother,
    /// Two settings are stated of which only one can decide.
    SettingsContradict,
    /// There are more findings than are kept.
    TooManyFindings,
    /// The list states a trait for a role that has no traits.
    TraitWithoutEffect,
    /// No deck has this card.
    UnknownCard,
    /// A name in a text fits several units, or a file has two names of one thing, which differ.
    TwoNames,
    /// A squadron refers to a squadron that the list does not have.
    UnknownId,
    /// The list states no maximum force value.
    UnknownMfv,
    /// The ruleset does not know the nation, or the list names none.
    UnknownNation,
    /// An overlay that the list names is not at hand.
    UnknownOverlay,
    /// The ruleset has no such setting. An overlay that is not at hand may have it.
    UnknownSetting,
    /// The sheet that the list belongs to, or its row, is not at hand.
    UnknownSheet,
    /// No catalogue has this unit.
    UnknownUnit,
    /// A name in the list refers to nothing.
    UnknownWord,
    /// A line or a word of a text was not understood.
    UnreadLine,
    /// It is not clear what a number in a text counts.
    UnreadNumber,
    /// Figures are from another edition of the game.
    Vintage,
    /// The player handed in another list, and nothing tells which of them counts.
    WhichList,
}

impl Remark {
    /// How grave the finding is.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::EventBan
            | Self::EventFixes
            | Self::RoleModel
            | Self::RoleTwice
            | Self::SettingsContradict
            | Self::TooManyFindings
            | Self::UnknownId
            | Self::UnknownWord => Severity::Error,
            Self::AnotherList
            | Self::MissingPrice
            | Self::TwoNames
            | Self::UnreadLine
            | Self::UnreadNumber
            | Self::UnknownCard
            | Self::UnknownMfv
            | Self::UnknownNation
            | Self::UnknownOverlay
            | Self::UnknownSetting
            | Self::UnknownSheet
            | Self::UnknownUnit
            | Self::WhichList => Severity::Undetermined,
            Self::CardDiffers
            | Self::ChangedText
            | Self::ConsentWithoutEffect
            | Self::EventOtherGame
            | Self::MissingList
            | Self::NamedLikeUnit
            | Self::NationWithoutEffect
            | Self::NotPublished
            | Self::PointsClaimed
            | Self::SentByAnother
            | Self::TraitWithoutEffect => Severity::Warning,
            Self::CarriedList | Self::CollectionShort | Self::OwnOverlays | Self::ReadAs | Self::Vintage => {
                Severity::Note
            }
        }
    }

    /// What it means, in a sentence or two.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::AnotherList => {
                "The same mail or document holds another list that differs, so nobody can tell which of them is meant."
            }
            Self::CardDiffers => {
                "The list states another fact about a card than the ruleset; the ruleset's fact counts."
            }
            Self::CarriedList => {
                "Muster judged the list file in a PDF. It did not compare the pages of the PDF with that list; they show the same list if \
                 their code is that of the list. A code that the file states of a full list proves nothing of the pages."
            }
            Self::ChangedText => {
                "A text says that Muster wrote it, but it is not as Muster writes it of the list in it: people see something \
                 else in it than what is judged. It is a note if another version of Muster or of the rules may have written \
                 it so."
            }
            Self::CollectionShort => {
                "The list needs more models of a unit than the collection has with which it was compared."
            }
            Self::ConsentWithoutEffect => {
                "The list gives a consent that waives nothing: the rule is unknown or cannot be waived, or the event \
                 lets no consents of lists count."
            }
            Self::EventBan => "The event or house rules in use forbid a nation, unit, option or card of the list.",
            Self::EventFixes => {
                "The list states another setting or maximum force value than the event fixes or allows."
            }
            Self::EventOtherGame => "The event is not about the game of the list, so the list is judged without it.",
            Self::MissingList => "The event asks for more lists of each player than came of this one.",
            Self::MissingPrice => {
                "A price is not known. The points are a range from the known points up, and what depends on them is \
                 undetermined."
            }
            Self::NamedLikeUnit => {
                "The player's name for a squadron is the name of another unit. Findings name its real unit, too."
            }
            Self::NationWithoutEffect => {
                "A squadron states another nation than the list, but its unit is of no nation, so it counts as the list's own."
            }
            Self::NotPublished => {
                "The rules that judged have the id of published rules, but not their content, or a version that this \
                 program does not know."
            }
            Self::OwnOverlays => {
                "The list names overlays of its own. Under an event they count for nothing; that is a warning if the \
                 event lacks one of them."
            }
            Self::PointsClaimed => "The points that the list claims differ from those that the rules give.",
            Self::ReadAs => "The text does not say this, and Muster concluded it from the rest of the text.",
            Self::RoleModel => "The list gives a role to a model that the squadron does not have.",
            Self::RoleTwice => "The list gives one model the same role twice.",
            Self::SentByAnother => {
                "The list states another name or address than that of the mail in which it came, or of the sheet with which \
                 it is judged; or the mail does not tell by one address who sent it. It is a note if the names differ in \
                 capitals, blanks or accents alone."
            }
            Self::SettingsContradict => "Two settings are stated of which only one can decide.",
            Self::TooManyFindings => "There are more findings than are kept of one list.",
            Self::TraitWithoutEffect => "The list states a trait for a role that brings none; it counts for nothing.",
            Self::UnknownCard => {
                "No card of the deck has this name, so the rules that need to know it are undetermined."
            }
            Self::TwoNames => {
                "A name in the text fits several units, so none of them is in the list; or a file contradicts itself, \
                 such as a roster in which a name and the id beside it are of different units."
            }
            Self::UnreadLine => "A line or a word of the text was not understood, so the list may lack something.",
            Self::UnreadNumber => "It is not clear what a number in the text counts, so the list may lack something.",
            Self::UnknownId => {
                "A squadron says that another brings it, or that it carries another, and the list has no such squadron."
            }
            Self::UnknownMfv => "The list states no maximum force value, so the rules that need it are undetermined.",
            Self::UnknownNation => "The ruleset knows no such nation, so what depends on it is undetermined.",
            Self::UnknownOverlay => {
                "The list names house rules that are not at hand, so nobody can tell what they change."
            }
            Self::UnknownSetting => {
                "The ruleset has no such setting. House rules that are not at hand may bring it, so nobody can tell what it \
                 changes."
            }
            Self::UnknownSheet => {
                "The sheet that the list belongs to, or its row, is not at hand, so nothing is compared with it."
            }
            Self::UnknownUnit => "No unit at hand has this name, so the rules that need to know it are undetermined.",
            Self::UnknownWord => {
                "A word of the list stands for nothing that the ruleset declares, or two squadrons have the same id."
            }
            Self::Vintage => "Points and statistics of some units are of another edition of the game.",
            Self::WhichList => {
                "The player seems to have handed in another list too, and nothing tells whether it is a version of this one, or \
                 which of them is newer."
            }
        }
    }
}

/// A book and page as shown.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Source")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SourceInfo {
    /// The book's title.
    pub title: String,
    /// The printed page or pages.
    pub page: String,
}

impl SourceInfo {
    /// The place in the book: `page 19`, `pages 15, 89`. If the source is data of the community, the place is words
    /// instead, or empty.
    #[must_use]
    pub fn pages(&self) -> String {
        let page = &self.page;
        if !page.starts_with(|letter: char| letter.is_ascii_digit()) {
            return page.clone();
        }
        let several = page.contains([',', '-', '\u{2013}']);
        format!("{} {page}", if several { "pages" } else { "page" })
    }
}

impl fmt::Display for SourceInfo {
    /// `The Rulebook, pages 15, 89`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pages().as_str() {
            "" => f.write_str(&self.title),
            pages => write!(f, "{}, {pages}", self.title),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SourceInfo;

    #[test]
    fn several_pages_are_pages() {
        let of = |page: &str| SourceInfo { title: "A Book".to_owned(), page: page.to_owned() }.to_string();
        assert_eq!(of("19"), "A Book, page 19");
        assert_eq!(of("15, 89"), "A Book, pages 15, 89");
        assert_eq!(of("145\u{2013}146"), "A Book, pages 145\u{2013}146");
        assert_eq!(of("unit cards"), "A Book, unit cards");
        assert_eq!(of(""), "A Book");
    }
}

/// How grave a finding is, gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The list is illegal.
    Error,
    /// It cannot be told whether the rule is broken.
    Undetermined,
    /// Legal, but somebody should look.
    Warning,
    /// Good to know.
    Note,
    /// Broken, but waived by a consent.
    Waived,
}
