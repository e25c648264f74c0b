//! The JSON Schemas of all files, generated from the engine's types. `schemas/` holds copies for editors; a test keeps
//! them up to date.

use muster_engine::catalogue::Catalogue;
use muster_engine::declarations::{Cards, Declarations};
use muster_engine::list::ArmyList;
use muster_engine::rule::Rule;
use muster_engine::special_rules::SpecialRule;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::case_file::CaseFile;
use crate::collection_file::CollectionFile;
use crate::listed::{self, Reports};
use crate::looks::Looks;
use crate::overlay::shape as overlay;

/// The kinds of files that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// An army list.
    List,
    /// The verdicts on lists.
    Report,
    /// The units of a nation: a file in `catalogue/`.
    Catalogue,
    /// `ruleset.yaml`.
    Ruleset,
    /// A file in `rules/`.
    Rule,
    /// A file in `special-rules/`.
    SpecialRules,
    /// A file in `decks/`.
    Cards,
    /// House rules or an event pack.
    Overlay,
    /// The models that a player owns.
    Collection,
    /// A verdict that somebody thinks is wrong.
    Case,
    /// `looks.yaml`.
    Looks,
}

/// Whether a document is complete, or a patch of another one in which keys may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaForm {
    /// All required keys must be there.
    Whole,
    /// Required keys may be missing: they come from the document that it patches.
    Patch,
}

impl FileKind {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::List,
        Self::Report,
        Self::Catalogue,
        Self::Ruleset,
        Self::Rule,
        Self::SpecialRules,
        Self::Cards,
        Self::Overlay,
        Self::Collection,
        Self::Case,
        Self::Looks,
    ];

    /// The name of its schema, and of the `kind` key where such files have one.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Report => "report",
            Self::Catalogue => "catalogue",
            Self::Ruleset => "ruleset",
            Self::Rule => "rule",
            Self::SpecialRules => "special-rules",
            Self::Cards => "cards",
            Self::Overlay => "overlay",
            Self::Collection => "collection",
            Self::Case => "case",
            Self::Looks => "looks",
        }
    }

    /// Generates its JSON Schema.
    #[must_use]
    pub fn schema(self) -> Value {
        let read = || SchemaSettings::draft2020_12().into_generator();
        let schema = match self {
            Self::List => root::<ArmyList>(read()),
            // Reports are written, not read: keys that may be null are always present.
            Self::Report => root::<Reports>(SchemaSettings::draft2020_12().for_serialize().into_generator()),
            Self::Catalogue => root::<Catalogue>(read()),
            Self::Ruleset => root::<Declarations>(read()),
            Self::Rule => root::<Rule>(read()),
            Self::SpecialRules => root::<Vec<SpecialRule>>(read()),
            Self::Cards => root::<Cards>(read()),
            Self::Overlay => root::<overlay::OverlayHead>(read()),
            Self::Collection => root::<CollectionFile>(read()),
            Self::Case => root::<CaseFile>(read()),
            Self::Looks => root::<Looks>(read()),
        };
        let mut schema = Value::from(schema);
        finish(&mut schema, self == Self::Report);
        title_definitions(&mut schema);
        if self == Self::List {
            spell_squadrons(&mut schema);
        }
        if self == Self::Overlay {
            overlay::of_patches(&mut schema);
        }
        if self == Self::Report {
            listed::of_clients(&mut schema);
        }
        head(self, schema)
    }
}

/// All schemas as committed: file name and text.
#[must_use]
pub fn schemas() -> Vec<(String, String)> {
    FileKind::ALL
        .into_iter()
        .map(|kind| (format!("{}.schema.json", kind.name()), format!("{:#}\n", kind.schema())))
        .collect()
}

fn root<T: JsonSchema>(generator: SchemaGenerator) -> Schema {
    generator.into_root_schema_for::<T>()
}

/// Puts `$id` and title in front.
fn head(kind: FileKind, schema: Value) -> Value {
    let title = match kind {
        FileKind::List => "Muster army list",
        FileKind::Report => "Muster reports",
        FileKind::Catalogue => "Muster catalogue",
        FileKind::Ruleset => "Muster ruleset",
        FileKind::Rule => "Muster rule",
        FileKind::SpecialRules => "Muster special rules",
        FileKind::Cards => "Muster cards of a deck",
        FileKind::Overlay => "Muster overlay",
        FileKind::Collection => "Muster collection",
        FileKind::Case => "Muster case",
        FileKind::Looks => "Muster looks of a game",
    };
    let mut headed = Map::new();
    headed.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    headed.insert("$id".into(), json!(format!("urn:muster:schema:{}:1", kind.name())));
    headed.insert("title".into(), json!(title));
    if let Value::Object(rest) = schema {
        headed.extend(rest.into_iter().filter(|(key, _)| !matches!(key.as_str(), "$schema" | "title")));
    }
    Value::Object(headed)
}

/// Forbids unknown keys in every object, bounds numbers by their Rust type and joins the lines of descriptions. Keys
/// that begin with `x-` stay allowed, except in files that are `written` by the program.
pub fn finish(schema: &mut Value, written: bool) {
    match schema {
        Value::Object(object) => {
            if object.get("type").is_some_and(|kind| kind == "object") {
                if object.get("properties").is_some_and(Value::is_object) {
                    object.entry("additionalProperties").or_insert(json!(false));
                }
                if !written {
                    object.insert("patternProperties".into(), json!({"^x-": true}));
                }
            }
            bound(object);
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            object.values_mut().for_each(|inner| finish(inner, written));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| finish(inner, written)),
        _ => {}
    }
}

/// Turns formats that only Rust knows, such as `format: uint32`, into bounds that every validator knows.
fn bound(object: &mut Map<String, Value>) {
    let Some(Value::String(format)) = object.get("format") else { return };
    let (min, max) = match format.as_str() {
        // Counts are 32 bits wide in a browser.
        "uint32" | "uint" => (json!(0), json!(u32::MAX)),
        "int32" => (json!(i32::MIN), json!(i32::MAX)),
        "int64" => (json!(i64::MIN), json!(i64::MAX)),
        "double" => {
            object.remove("format");
            return;
        }
        _ => return,
    };
    object.remove("format");
    object.entry("minimum").or_insert(min);
    object.entry("maximum").or_insert(max);
}

/// Descriptions of types that accept several shapes, for messages and for editors.
const TITLES: [(&str, &str); 21] = [
    ("Version", "a version of the format, such as 1"),
    ("RulesetName", "a ruleset's id, or {id: ID, version: RANGE}"),
    ("SettingValue", "a word, a whole number, true, false or a list of whole numbers"),
    ("Models", "a whole number from 1 to 1000, or a list of {count: N, mark: MARK}"),
    ("OptionPick", "an option's id, or {ID: number of models}"),
    ("RolePick", "a role's id, or {role: ID, model: N}"),
    ("CardPick", "a card's id, or {card: ID, replaces: ID}"),
    ("SettingTest", "true, false, a word, a whole number or a list of them"),
    ("Subject", "words, or {one: WORDS, many: WORDS}"),
    ("Amount", "a whole number, mfv, or an amount such as {points: {}}"),
    ("Made", "an amount such as {points: {}}"),
    ("Selector", "a selector such as {size: large}"),
    ("Term", "a value, a list of values, true, false or a selector"),
    ("TraitValue", "a word, a list of words, true or false"),
    ("Stat", "a whole number or text"),
    ("Check", "the name of a check"),
    ("Extended", "a ruleset's or overlay's id, {id: ID, version: RANGE}, or a list of these"),
    ("Fix", "a word, a whole number, true, false or a list of these"),
    ("Mfv", "a whole number from 1 to 1000000"),
    ("ListCount", "a whole number from 1 to 10"),
    ("Mfvs", "a whole number from 1 to 1000000, or a list of these"),
];

fn title_definitions(schema: &mut Value) {
    let Some(Value::Object(definitions)) = schema.get_mut("$defs") else { return };
    for (name, title) in TITLES {
        if let Some(Value::Object(definition)) = definitions.get_mut(name) {
            definition.insert("title".into(), json!(title));
        }
    }
}

/// Adds the other spellings of `squadrons`, because schemars does not see serde's aliases.
fn spell_squadrons(schema: &mut Value) {
    for pointer in ["/properties", "/$defs/Group/properties"] {
        let Some(Value::Object(properties)) = schema.pointer_mut(pointer) else { continue };
        let Some(Value::Object(mut spelling)) = properties.get("squadrons").cloned() else { continue };
        spelling.insert("description".into(), json!("Another spelling of `squadrons`."));
        properties.insert("sections".into(), spelling.clone().into());
        properties.insert("units".into(), spelling.into());
    }
}
