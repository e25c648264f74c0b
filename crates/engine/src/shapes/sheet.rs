//! Sheets: what players keep between games, as rows of fields that a ruleset declares.
//!
//! A sheet is a document of its own. It is judged by the clauses that name its kind in `in`. A list may point at rows
//! of a sheet. The clauses that name its kind in `with` then compare these rows with the list.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shapes::common::Citation;
use crate::shapes::list::{ArmyList, RulesetName};

/// The keys that the document of every sheet may have in addition to fields and rows.
pub const HEAD: &[&str] =
    &["muster", "kind", "name", "player", "club", "email", "date", "notes", "private-notes", "ruleset", "nation"];

/// A kind of sheet. Its id is the `kind` of its documents.
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
    /// What such a row is about in a list. If this is stated, each such row must have a name. If left out, the row is
    /// about nothing in a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<RowSubject>,
    /// Its fields, by id.
    pub fields: IndexMap<String, Field>,
}

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "RowOf")]
#[serde(rename_all = "kebab-case")]
pub enum RowSubject {
    /// A whole list, which names the row in its `sheet`.
    List,
    /// A squadron of the same name, in a list that points at the sheet.
    Squadron,
}

/// A field of a sheet or a row.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Field {
    /// Its name on screens.
    pub title: String,
    /// What it says, if the title does not say all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What it holds, if it has no `values`.
    #[serde(default, skip_serializing_if = "FieldType::is_flag")]
    pub holds: FieldType,
    /// The words of which it holds one.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub values: IndexMap<String, FieldWord>,
    /// It may hold several of these words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
    /// It may hold the same word more than once. Only with `many`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
    /// Every sheet or row must state it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
}

/// A word that a field may hold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FieldWord {
    /// Its name on screens.
    pub title: String,
    /// What it means, in our own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Options, by their names, written as ids. A squadron with such a row has them at no cost, even if the list does not
    /// state them. Nobody counts them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
}

/// What a field without declared words holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Holds")]
#[serde(rename_all = "kebab-case")]
pub enum FieldType {
    /// Yes or no; no if left out.
    #[default]
    Flag,
    /// A whole number from 0 up; 0 if left out.
    Number,
    /// Any text.
    Text,
    /// A unit by id or printed name. The row has that unit's traits.
    Unit,
}

impl FieldType {
    fn is_flag(&self) -> bool {
        *self == Self::Flag
    }
}

/// A sheet, read from its document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Its kind, as the ruleset declares it.
    pub kind: String,
    /// Its name.
    pub name: Option<String>,
    /// The player's name.
    pub player: Option<String>,
    /// The player's mail address.
    pub email: Option<String>,
    /// The sheet's date, as YYYY-MM-DD.
    pub date: Option<String>,
    /// Remarks for everybody.
    pub notes: Option<String>,
    /// Remarks for the player alone.
    pub private_notes: Option<String>,
    /// The ruleset that declares it.
    pub ruleset: RulesetName,
    /// The nation, by id or printed name.
    pub nation: Option<String>,
    /// The rows. The first holds the sheet's own fields, and its kind is that of the sheet. The others follow in the
    /// order of the file.
    pub rows: Vec<SheetRow>,
}

impl Sheet {
    /// A list without squadrons that says whose sheet it is, because a force needs a list.
    pub(crate) fn owner(&self) -> ArmyList {
        ArmyList {
            name: self.name.clone(),
            player: self.player.clone(),
            nation: self.nation.clone(),
            ..ArmyList::default()
        }
    }
}

/// A row of a sheet, or the sheet's own fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetRow {
    /// The kind of row. For the sheet's own fields, the kind of the sheet.
    pub kind: String,
    /// Its place among the rows of its kind; none for the sheet's own fields.
    pub position: Option<usize>,
    /// Its name.
    pub name: Option<String>,
    /// What its fields hold. Fields that hold nothing are left out.
    pub fields: IndexMap<String, FieldContent>,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum FieldContent {
    /// A number.
    Number(u32),
    /// A text, declared words, or a unit. `yes` for a field that is yes.
    Words(Vec<String>),
}

impl SheetRow {
    /// The JSON pointer of the row in its sheet.
    #[must_use]
    pub fn pointer(&self) -> String {
        self.position.map_or_else(String::new, |position| format!("/{}/{position}", self.kind))
    }

    /// The words that a field holds.
    #[must_use]
    pub fn words(&self, field: &str) -> &[String] {
        match self.fields.get(field) {
            Some(FieldContent::Words(words)) => words,
            _ => &[],
        }
    }
}

impl SheetKind {
    /// The fields that a row may have.
    #[must_use]
    pub fn fields_of(&self, row: &SheetRow) -> Option<&IndexMap<String, Field>> {
        if row.position.is_none() { Some(&self.fields) } else { Some(&self.rows.get(&row.kind)?.fields) }
    }

    /// Every field, with the kind of row that it belongs to. `own` is the kind of the sheet, which stands for the
    /// sheet's own fields.
    pub fn all_fields<'k>(&'k self, own: &'k str) -> impl Iterator<Item = (&'k str, &'k String, &'k Field)> {
        let of_sheet = self.fields.iter().map(move |(id, field)| (own, id, field));
        let of_rows = self.rows.iter().flat_map(|(kind, row)| row.fields.iter().map(|(id, f)| (kind.as_str(), id, f)));
        of_sheet.chain(of_rows)
    }
}
