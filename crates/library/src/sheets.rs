//! Reads campaign sheets: documents whose fields and rows a ruleset declares.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use indexmap::IndexMap;
use muster_engine::list::SheetPick;
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::sheet::{Field, FieldContent, FieldType, Sheet, SheetKind, SheetRow};
use muster_engine::slug::slug;
use serde_json::{Map, Value, json};

use crate::document::{Document, DocumentValue};
use crate::fault::{FaultKind, FileFault};
use crate::files::{FilesPath, PathKind};
use crate::shelf::Shelf;
use crate::{army, lists, schema};
use crate::{encoding, table, yaml};

/// The largest number that a field may hold.
const LARGEST: u32 = 1_000_000;

/// The most rows of one kind, and the most words of one field. No campaign has as many. The limit bounds the time,
/// because rows are compared with each other.
const ROWS: usize = 1_000;

/// Reads a document of this kind as a sheet. Returns it with the ruleset that declares it.
pub fn sheet(shelf: &Shelf, document: &Document, kind: &str) -> Result<(Sheet, Ruleset), Vec<FileFault>> {
    if let Some(fault) = lists::other_format(document) {
        return Err(vec![fault]);
    }
    let root = document.root();
    let Some(name) = root.get("ruleset").and_then(army::ruleset) else {
        let (kind, message) = match root.get("ruleset") {
            None => (FaultKind::MissingKey, "`ruleset` is missing"),
            Some(_) => (FaultKind::WrongType, "`ruleset`: expected a ruleset's id, or {id: ID, version: RANGE}"),
        };
        return Err(vec![FileFault::new(kind, message).at("/ruleset").place(document.place("/ruleset"))]);
    };
    let nation = root.get("nation").and_then(DocumentValue::text);
    let ruleset = shelf.ruleset(&name, nation.as_slice()).map_err(|fault| vec![fault])?;
    let declared = &ruleset.declarations().sheets;
    let Some(declaration) = declared.get(kind) else {
        let kinds: Vec<&str> = std::iter::once("list").chain(declared.keys().map(String::as_str)).collect();
        let message = format!("{} has no documents of the kind `{kind}`", ruleset.declarations().name);
        let fault = FileFault::new(FaultKind::WrongKind, message).at("/kind").place(document.place("/kind"));
        let near = nearest(kind, kinds.iter().copied());
        return Err(vec![fault.help(near.unwrap_or_else(|| format!("kinds: {}", kinds.join(", "))))]);
    };
    let faults = schema::faults_by_declared(schema(&ruleset.declarations().id, kind, declaration), document);
    if !faults.is_empty() {
        return Err(faults);
    }
    let text = |key: &str| root.get(key).and_then(DocumentValue::text).map(str::to_owned);
    if let Some(fault) = lists::no_day(text("date").as_deref(), document) {
        return Err(vec![fault]);
    }
    let own = SheetRow { kind: kind.to_owned(), fields: contents(&declaration.fields, root), ..SheetRow::default() };
    let mut rows = vec![own];
    for (kind, declared) in &declaration.rows {
        for (position, row) in root.get(kind).and_then(DocumentValue::items).into_iter().flatten().enumerate() {
            rows.push(SheetRow {
                kind: kind.clone(),
                position: Some(position),
                name: row.get("name").and_then(DocumentValue::text).map(str::to_owned),
                fields: contents(&declared.fields, row),
            });
        }
    }
    spell_alike(declaration, &mut rows);
    if let Some(fault) = named_twice(&rows, document) {
        return Err(vec![fault]);
    }
    let sheet = Sheet {
        kind: kind.to_owned(),
        name: text("name"),
        player: text("player"),
        email: text("email"),
        date: text("date"),
        notes: text("notes"),
        private_notes: text("private-notes"),
        ruleset: name,
        nation: text("nation"),
        rows,
    };
    Ok((sheet, ruleset))
}

/// The mail address that a sheet states, also if the sheet is faulty.
#[must_use]
pub fn address(document: &Document) -> Option<&str> {
    document.root().get("email").and_then(DocumentValue::text)
}

/// Where the sheet is that a list points at: in `beside`, the folder of the list's file, or below it. Whoever wrote the list
/// chose the name, so no other file is read. If `beside` is a file, it is the sheet.
pub fn place(pick: &SheetPick, beside: FilesPath) -> Result<PathBuf, FileFault> {
    if beside.files.kind(beside.path) == Some(PathKind::File) {
        return Ok(beside.path.to_owned());
    }
    let path = Path::new(&pick.file);
    if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        let message = "name a sheet's file in the list's folder or below it, such as `campaign.yaml`";
        return Err(FileFault::new(FaultKind::NoAccess, message));
    }
    Ok(beside.path.join(path))
}

/// Reads the sheet that a list points at. For `beside`, see [`place`].
pub fn pointed_at(shelf: &Shelf, pick: &SheetPick, ruleset: &Ruleset, beside: FilesPath) -> Result<Sheet, FileFault> {
    let bytes = beside.files.read_in(beside.path, &place(pick, beside)?)?;
    let text = encoding::utf8(&bytes)?;
    let mut documents = yaml::documents(text).into_iter();
    let first = documents.next();
    if documents.next().is_some() {
        return Err(FileFault::new(
            FaultKind::WrongKind,
            "the sheet's file holds several documents, but it must hold only the sheet",
        ));
    }
    let document = match first {
        None => return Err(FileFault::new(FaultKind::EmptyFile, "the sheet's file is empty")),
        Some(Err(unparsed)) => return Err(one(unparsed.faults)),
        Some(Ok(document)) => document,
    };
    let Some(kind) = document.root().get("kind").and_then(DocumentValue::text).filter(|kind| *kind != "list") else {
        return Err(FileFault::new(FaultKind::WrongKind, "the sheet's file is not a sheet"));
    };
    let (sheet, of) = sheet(shelf, &document, kind).map_err(one)?;
    let (of, wanted) = (&of.declarations().id, &ruleset.declarations().id);
    if of != wanted {
        return Err(FileFault::new(FaultKind::WrongKind, format!("the sheet is of {of}, the list of {wanted}")));
    }
    Ok(sheet)
}

/// The JSON Schema of a kind of sheet.
#[must_use]
pub fn schema(ruleset: &str, kind: &str, declared: &SheetKind) -> Value {
    let text = |description: &str| json!({"type": ["string", "null"], "description": description});
    let mut properties = Map::new();
    let mut required = vec![json!("muster"), json!("kind"), json!("ruleset")];
    properties.insert("muster".into(), json!({"type": "number", "description": "The version of this format: 1."}));
    properties.insert("kind".into(), json!({"const": kind}));
    properties.insert("name".into(), text("Its name."));
    properties.insert("player".into(), text("Whose it is."));
    properties.insert("club".into(), text("The club."));
    properties.insert("email".into(), text("How to reach the player."));
    let date = json!({"type": ["string", "null"], "pattern": "^\\d{4}-\\d{2}-\\d{2}$", "description": "YYYY-MM-DD."});
    properties.insert("date".into(), date);
    properties.insert("notes".into(), text("Notes that everybody may read."));
    properties.insert("private-notes".into(), text("Private notes of the player."));
    let named = json!({
        "title": "a ruleset's id, or {id: ID, version: RANGE}",
        "description": "The ruleset.",
        "anyOf": [
            {"type": "string"},
            {"type": "object", "properties": {"id": {"type": "string"}, "version": {"type": ["string", "null"]}},
             "required": ["id"], "additionalProperties": false},
        ],
    });
    properties.insert("ruleset".into(), named);
    properties.insert("nation".into(), text("The nation, by id or printed name."));
    add_fields(&declared.fields, &mut properties, &mut required);
    for (id, row) in &declared.rows {
        let mut fields = Map::new();
        let mut needed = Vec::new();
        let name = json!({"type": "string", "minLength": 1, "description": "Its name."});
        if row.of.is_some() {
            fields.insert("name".into(), name);
            needed.push(json!("name"));
        } else {
            fields.insert("name".into(), text("Its name."));
        }
        add_fields(&row.fields, &mut fields, &mut needed);
        fields.insert("notes".into(), text("Notes that everybody may read."));
        fields.insert("private-notes".into(), text("Private notes of the player."));
        let row_schema = json!({
            "type": "object",
            "properties": fields,
            "required": needed,
            "additionalProperties": false,
            "patternProperties": {"^x-": true},
        });
        let rows = json!({"type": "array", "maxItems": ROWS, "items": row_schema, "description": row.title});
        properties.insert(id.clone(), rows);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": format!("urn:muster:schema:{ruleset}-{kind}:1"),
        "title": declared.title,
        "description": declared.summary,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
        "patternProperties": {"^x-": true},
    })
}

#[expect(clippy::indexing_slicing, reason = "the schema of every field is a mapping")]
fn add_fields(fields: &IndexMap<String, Field>, properties: &mut Map<String, Value>, required: &mut Vec<Value>) {
    for (id, field) in fields {
        let words: Vec<&String> = field.values.keys().collect();
        let mut value = match (words.is_empty(), field.many, field.holds) {
            (false, false, _) => json!({"enum": words}),
            (false, true, _) => {
                json!({"type": "array", "items": {"enum": words}, "maxItems": ROWS, "uniqueItems": !field.repeats})
            }
            (true, _, FieldType::Flag) => json!({"type": "boolean"}),
            (true, _, FieldType::Number) => json!({"type": "integer", "minimum": 0, "maximum": LARGEST}),
            (true, _, FieldType::Text | FieldType::Unit) => json!({"type": "string", "minLength": 1}),
        };
        let description =
            field.summary.as_ref().map_or_else(|| field.title.clone(), |more| format!("{}: {more}", field.title));
        value["description"] = json!(description);
        properties.insert(id.clone(), value);
        if field.required {
            required.push(json!(id));
        }
    }
}

/// The contents of the fields of a row or of the sheet itself, in the order of the declarations.
fn contents(fields: &IndexMap<String, Field>, row: DocumentValue<'_>) -> IndexMap<String, FieldContent> {
    let mut contents = IndexMap::new();
    for (id, field) in fields {
        let Some(value) = row.get(id) else { continue };
        let content = match value.content() {
            table::NodeContent::Bool(true) => FieldContent::Words(vec!["yes".to_owned()]),
            table::NodeContent::Number(number) => {
                FieldContent::Number(number.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or(LARGEST))
            }
            table::NodeContent::Items => FieldContent::Words(
                value.items().into_iter().flatten().filter_map(DocumentValue::text).map(str::to_owned).collect(),
            ),
            _ => match value.text() {
                // Texts are compared as names are.
                Some(text) if field.holds == FieldType::Text && field.values.is_empty() => {
                    FieldContent::Words(vec![text.trim().to_owned()])
                }
                Some(text) => FieldContent::Words(vec![text.to_owned()]),
                None => continue,
            },
        };
        contents.insert(id.clone(), content);
    }
    contents
}

/// Gives texts that differ only in case, accents or spaces the spelling of the first of them.
fn spell_alike(declared: &SheetKind, rows: &mut [SheetRow]) {
    let mut spellings: HashMap<(String, String), String> = HashMap::new();
    for row in rows {
        let Some(fields) = declared.fields_of(row) else { continue };
        let texts = fields.iter().filter(|(_, field)| field.holds == FieldType::Text && field.values.is_empty());
        for (id, _) in texts {
            if let Some(FieldContent::Words(words)) = row.fields.get_mut(id) {
                for word in words {
                    let first = spellings.entry((id.clone(), slug(word))).or_insert_with(|| word.clone());
                    word.clone_from(first);
                }
            }
        }
    }
}

/// The fault of two rows of a kind with the same name: it would be unclear which one is meant.
fn named_twice(rows: &[SheetRow], document: &Document) -> Option<FileFault> {
    let mut seen: HashSet<(&str, String)> = HashSet::new();
    let twice = rows.iter().find(|row| row.name.as_ref().is_some_and(|name| !seen.insert((&row.kind, slug(name)))))?;
    let at = format!("{}/name", twice.pointer());
    let message =
        format!("another row of `{}` has the name `{}` already", twice.kind, twice.name.as_deref().unwrap_or_default());
    Some(FileFault::new(FaultKind::DuplicateKey, message).at(&at).place(document.place(&at)))
}

/// The first of several faults, as the reason why a sheet is not available.
fn one(faults: Vec<FileFault>) -> FileFault {
    faults.into_iter().next().unwrap_or(FileFault::new(FaultKind::Syntax, "the sheet cannot be read"))
}
