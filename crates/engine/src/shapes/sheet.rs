//! Sheets: what players keep between games, as rows of fields that a ruleset declares.
//!
//! A sheet is a document of its own, judged by the clauses that name it in `in`; a list may point at rows of it, which
//! clauses that name it in `with` compare with the list.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shapes::common::{Citation, Named};
use crate::shapes::list::RulesetName;

/// The keys that every sheet's document may have beside its fields and rows.
pub const HEAD: &[&str] =
    &["muster", "kind", "name", "player", "club", "email", "date", "notes", "private-notes", "ruleset", "nation"];

/// A kind of sheet, by the `kind` of its documents.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SheetKind {
    /// Its name on screens.
    pub title: String,
    /// What players keep on it.
    pub summary: String,
    /// Where the book shows it.
    pub source: Citation,
    /// The fields of the sheet itself, by id.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub fields: IndexMap<String, Field>,
    /// The kinds of rows it has, by the key under which its documents list them.
    pub rows: IndexMap<String, RowKind>,
}

/// A kind of row.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RowKind {
    /// What one of them is called.
    pub title: String,
    /// What in a list such a row is about; rows that a list is about have names. Nothing where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<RowOf>,
    /// Its fields, by id.
    pub fields: IndexMap<String, Field>,
}

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RowOf {
    /// The list that names it in its `sheet`.
    List,
    /// The squadron of that name in a list that points at the sheet.
    Squadron,
}

/// What one field holds; with `values` it is one of these words.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Field {
    /// Its name on screens.
    pub title: String,
    /// What it says, where the title does not say all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What it holds where it has no `values`.
    #[serde(default, skip_serializing_if = "Holds::is_flag")]
    pub holds: Holds,
    /// The words it may be.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub values: IndexMap<String, Named>,
    /// It may hold several of its words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
    /// Of several words, some may stand there more than once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
    /// Every sheet or row states it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
}

/// What a field without declared words holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// Yes or no; no where left out.
    #[default]
    Flag,
    /// A whole number from 0 up; 0 where left out.
    Number,
    /// Any text.
    Text,
    /// A unit by id or printed name: the row has that unit's traits.
    Unit,
}

impl Holds {
    fn is_flag(&self) -> bool {
        *self == Self::Flag
    }
}

/// A sheet that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Its kind, as the ruleset declares it.
    pub kind: String,
    /// Its name.
    pub name: Option<String>,
    /// Whose it is.
    pub player: Option<String>,
    /// The day it is of, as YYYY-MM-DD.
    pub date: Option<String>,
    /// Remarks for everybody.
    pub notes: Option<String>,
    /// Remarks for the player alone.
    pub private_notes: Option<String>,
    /// The ruleset that declares it.
    pub ruleset: RulesetName,
    /// The nation, by id or printed name.
    pub nation: Option<String>,
    /// The sheet's own fields, as a row of the sheet's kind, and after it all rows in the order of the file.
    pub rows: Vec<Row>,
}

/// A row of a sheet, or the sheet's own fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The kind of row; for the sheet's own fields the kind of the sheet.
    pub kind: String,
    /// Its place among the rows of its kind; none for the sheet's own fields.
    pub position: Option<usize>,
    /// Its name.
    pub name: Option<String>,
    /// What its fields hold; fields that hold nothing are left out.
    pub fields: IndexMap<String, Content>,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Content {
    /// A number.
    Number(u32),
    /// A text, declared words, or a unit; `yes` for a flag that is set.
    Words(Vec<String>),
}

impl Row {
    /// The JSON pointer of the row in its sheet.
    #[must_use]
    pub fn pointer(&self) -> String {
        self.position.map_or_else(String::new, |position| format!("/{}/{position}", self.kind))
    }

    /// The words that a field holds.
    #[must_use]
    pub fn words(&self, field: &str) -> &[String] {
        match self.fields.get(field) {
            Some(Content::Words(words)) => words,
            _ => &[],
        }
    }
}

impl SheetKind {
    /// The fields that a row may have.
    #[must_use]
    pub fn fields_of(&self, row: &Row) -> Option<&IndexMap<String, Field>> {
        if row.position.is_none() { Some(&self.fields) } else { Some(&self.rows.get(&row.kind)?.fields) }
    }

    /// Every field with the kind of row it belongs to; the sheet's own under the kind of the sheet, which is `own`.
    pub fn all_fields<'k>(&'k self, own: &'k str) -> impl Iterator<Item = (&'k str, &'k String, &'k Field)> {
        let of_sheet = self.fields.iter().map(move |(id, field)| (own, id, field));
        let of_rows = self.rows.iter().flat_map(|(kind, row)| row.fields.iter().map(|(id, f)| (kind.as_str(), id, f)));
        of_sheet.chain(of_rows)
    }
}
