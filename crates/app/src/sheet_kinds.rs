//! The kinds of sheets that a ruleset declares, as forms.

use indexmap::IndexMap;
use muster_engine::ready::Ruleset;
use muster_engine::sheet::{Field, FieldType, RowSubject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::titled::{TitledItem, titled};

/// A kind of sheet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SheetKindInfo {
    /// Its id, which is the `kind` of its documents.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What players keep on it.
    pub summary: String,
    /// The fields of the sheet itself.
    pub fields: Vec<FieldInfo>,
    /// Its kinds of rows.
    pub rows: Vec<RowKindInfo>,
}

/// A kind of row.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RowKindInfo {
    /// Its id, which is the key under which documents list its rows.
    pub id: String,
    /// What one of them is called.
    pub title: String,
    /// What such a row is about in a list; absent if it is about nothing in a list. If present, each such row must have
    /// a name.
    pub of: Option<RowSubject>,
    /// Its fields.
    pub fields: Vec<FieldInfo>,
}

/// A field of a sheet or a row.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FieldInfo {
    /// Its id.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What it says, if the title does not say all.
    pub summary: Option<String>,
    /// What it holds.
    pub holds: FieldShape,
    /// The words that it may hold.
    pub values: Vec<TitledItem>,
    /// It may hold the same word more than once.
    pub repeats: bool,
    /// Every sheet or row must state it.
    pub required: bool,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FieldShape {
    /// Yes or no.
    Flag,
    /// A whole number from 0 up.
    Number,
    /// Any text.
    Text,
    /// A unit of the sheet's nation, or of no nation.
    Unit,
    /// One of its words.
    Word,
    /// Several of its words.
    Words,
}

/// The kinds of sheets of a ruleset.
pub(crate) fn sheet_kinds(ruleset: &Ruleset) -> Vec<SheetKindInfo> {
    let kinds = ruleset.declarations().sheets.iter().map(|(id, kind)| SheetKindInfo {
        id: id.clone(),
        title: kind.title.clone(),
        summary: kind.summary.clone(),
        fields: fields(&kind.fields),
        rows: kind
            .rows
            .iter()
            .map(|(id, row)| RowKindInfo {
                id: id.clone(),
                title: row.title.clone(),
                of: row.of,
                fields: fields(&row.fields),
            })
            .collect(),
    });
    kinds.collect()
}

fn fields(fields: &IndexMap<String, Field>) -> Vec<FieldInfo> {
    let field = |(id, field): (&String, &Field)| FieldInfo {
        id: id.clone(),
        title: field.title.clone(),
        summary: field.summary.clone(),
        holds: match (field.values.is_empty(), field.many, field.holds) {
            (false, false, _) => FieldShape::Word,
            (false, true, _) => FieldShape::Words,
            (true, _, FieldType::Flag) => FieldShape::Flag,
            (true, _, FieldType::Number) => FieldShape::Number,
            (true, _, FieldType::Text) => FieldShape::Text,
            (true, _, FieldType::Unit) => FieldShape::Unit,
        },
        values: field.values.iter().map(|(id, word)| titled(id, &word.title, word.summary.as_ref())).collect(),
        repeats: field.repeats,
        required: field.required,
    };
    fields.iter().map(field).collect()
}
