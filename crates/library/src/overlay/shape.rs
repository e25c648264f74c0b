//! The form of an overlay's file.

use bech32::Bech32;
use bech32::primitives::decode::CheckedHrpstring;
use indexmap::IndexMap;
use muster_engine::catalogue::Unit;
use muster_engine::declarations::{Book, CardPatch, DeclaredCard, Setting, StepTable};
use muster_engine::list::{FormatVersion, RulesetName, SettingValue};
use muster_engine::rule::Rule;
use muster_engine::special_rules::SpecialRule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::deadline;
use crate::limits;

/// House rules or an event pack: changes to rulesets. In a folder, this is `overlay.yaml`, and `rules/`,
/// `special-rules/`, `decks/` and `catalogue/` may stand beside it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Head")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct OverlayHead {
    /// Version of this format: 1, or 1.N.
    pub muster: FormatVersion,
    /// Always `overlay`.
    pub kind: OverlayKind,
    /// Its id, which findings give as their origin.
    #[schemars(length(min = 1))]
    pub id: String,
    /// Its name, as findings show it. The id if left out.
    #[serde(default)]
    pub name: Option<String>,
    /// Its own semantic version.
    #[serde(default)]
    pub version: Option<String>,
    /// The rulesets that it changes, or the overlays that it builds on.
    pub extends: ExtendedNames,
    /// The source of its rules and patches. Its name if left out.
    #[serde(default)]
    pub book: Option<Book>,
    /// What lists may not have.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ban: Bans,
    /// What lists may have; everything else of the kind is banned.
    #[serde(default, skip_serializing_if = "is_default")]
    pub only: AllowedThings,
    /// Points of units (`unit`, `nation:unit`) and of options (`unit/option`); null if unknown.
    #[serde(default)]
    pub prices: IndexMap<String, Option<u32>>,
    /// New units, and patches of units by their ids.
    #[serde(default)]
    #[schemars(with = "Vec<Unit>")]
    pub units: Vec<Value>,
    /// Rules that are out of use.
    #[serde(default)]
    pub drop: Vec<String>,
    /// New rules, and patches of rules by their ids.
    #[serde(default)]
    #[schemars(with = "Vec<Rule>")]
    pub rules: Vec<Value>,
    /// New cards, and patches of cards by their ids, for each deck.
    #[serde(default)]
    #[schemars(with = "IndexMap<String, Vec<DeclaredCard>>")]
    pub cards: IndexMap<String, Vec<Value>>,
    /// New special rules, and patches of special rules by their ids.
    #[serde(default)]
    #[schemars(with = "Vec<SpecialRule>")]
    pub special_rules: Vec<Value>,
    /// New step tables, and patches of them.
    #[serde(default)]
    #[schemars(with = "IndexMap<String, StepTable>")]
    pub tables: Map<String, Value>,
    /// New settings, and patches of them.
    #[serde(default)]
    #[schemars(with = "IndexMap<String, Setting>")]
    pub settings: Map<String, Value>,
    /// New changes of printed cards, and patches of them.
    #[serde(default)]
    #[schemars(with = "IndexMap<String, CardPatch>")]
    pub patches: Map<String, Value>,
    /// Waivable rules that are waived for all lists. With `from-list`, the consents of lists count too.
    #[serde(default)]
    pub consents: Vec<String>,
    /// What is the same for all lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fixes: FixedValues,
    /// The maximum force values that lists may have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Mfv>,
    /// Until when lists count, as YYYY-MM-DD, with an hour and a time zone: 2026-11-28T23:59 Europe/London.
    #[serde(default)]
    #[schemars(regex(pattern = deadline::PATTERN))]
    pub deadline: Option<String>,
    /// How many lists each player hands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lists: Option<ListCount>,
    /// The public key with which players seal their lists, as `muster new event-key` prints it.
    #[serde(default)]
    #[schemars(regex(pattern = r"^age1[02-9ac-hj-np-z]{58}$"))]
    pub key: Option<String>,
}

impl OverlayHead {
    /// Whether it keeps the bounds that the schema has and the types lack.
    pub(crate) fn is_in_bounds(&self) -> bool {
        let extends = match &self.extends {
            ExtendedNames::One(_) => true,
            ExtendedNames::Many(names) => !names.is_empty(),
        };
        let fixed = match &self.fixes.mfv {
            None => &[][..],
            Some(Mfvs::One(mfv)) => std::slice::from_ref(mfv),
            Some(Mfvs::Several(mfvs)) if mfvs.is_empty() => return false,
            Some(Mfvs::Several(mfvs)) => mfvs,
        };
        extends
            && !self.id.is_empty()
            && fixed.iter().chain(&self.sizes).all(|mfv| (1..=limits::MFV).contains(&mfv.0))
            && self.deadline.as_deref().is_none_or(deadline::has_form)
            && self.lists.is_none_or(|lists| (1..=10).contains(&lists.0))
            && self.key.as_deref().is_none_or(looks_like_key)
    }
}

/// Whether a text has the form of a public key of age, as the schema describes it.
fn looks_like_key(text: &str) -> bool {
    let is_letter = |letter: u8| matches!(letter, b'0' | b'2'..=b'9' | b'a' | b'c'..=b'h' | b'j'..=b'n' | b'p'..=b'z');
    text.strip_prefix("age1").is_some_and(|rest| rest.len() == 58 && rest.bytes().all(is_letter))
}

/// Whether a text is a public key of age, without a letter that is wrong.
pub(crate) fn is_public_key(text: &str) -> bool {
    let read = CheckedHrpstring::new::<Bech32>(text);
    read.is_ok_and(|key| key.hrp().as_str() == "age" && key.byte_iter().count() == 32)
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The kind of an overlay's file.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OverlayKind {
    /// `overlay`
    Overlay,
}

/// A ruleset or overlay, or several.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Extended")]
#[serde(untagged)]
pub(crate) enum ExtendedNames {
    /// One.
    One(RulesetName),
    /// Several.
    Many(#[schemars(length(min = 1))] Vec<RulesetName>),
}

impl ExtendedNames {
    /// Each, with the JSON pointer to it.
    pub(crate) fn all(&self) -> impl Iterator<Item = (String, &RulesetName)> {
        let (one, many) = match self {
            Self::One(name) => (Some(("/extends".to_owned(), name)), &[][..]),
            Self::Many(names) => (None, names.as_slice()),
        };
        one.into_iter().chain(many.iter().enumerate().map(|(at, name)| (format!("/extends/{at}"), name)))
    }
}

/// What an overlay bans, by ids or printed names.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Bans {
    /// Nations.
    pub nations: Vec<String>,
    /// Units: `unit`, or `nation:unit`.
    pub units: Vec<String>,
    /// Options: `option` for every unit, `unit/option`, or `nation:unit/option`.
    pub options: Vec<String>,
    /// Cards.
    pub cards: Vec<String>,
}

/// What alone an overlay allows, by ids or printed names.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Only")]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct AllowedThings {
    /// Nations.
    pub nations: Option<Vec<String>>,
    /// Units: `unit`, or `nation:unit`.
    pub units: Option<Vec<String>>,
    /// Cards.
    pub cards: Option<Vec<String>>,
}

/// What an overlay fixes for all lists.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Fixes")]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FixedValues {
    /// The maximum force value, or several that are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mfv: Option<Mfvs>,
    /// The values of settings, or several that are allowed.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub settings: IndexMap<String, FixedValue>,
}

/// How many lists each player hands in.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct ListCount(#[schemars(range(min = 1, max = 10))] pub u32);

/// A maximum force value.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Mfv(#[schemars(range(min = 1, max = 1_000_000))] pub u32);

/// One maximum force value or several.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Mfvs {
    /// One.
    One(Mfv),
    /// Several.
    Several(#[schemars(length(min = 1))] Vec<Mfv>),
}

impl Mfvs {
    pub(crate) fn values(&self) -> Vec<u32> {
        match self {
            Self::One(mfv) => vec![mfv.0],
            Self::Several(mfvs) => mfvs.iter().map(|mfv| mfv.0).collect(),
        }
    }
}

/// The value of a setting, or several that are allowed. A list of numbers is one value if the setting is a set of
/// numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Fix")]
#[serde(untagged)]
pub(crate) enum FixedValue {
    /// One value, or several numbers.
    One(SettingValue),
    /// Several values.
    Several(#[schemars(length(min = 1))] Vec<SettingValue>),
}

/// Changes a schema of whole things to one of patches: nothing but ids is required, things with ids may be removed or stated
/// whole, and units may name their nation.
pub(crate) fn of_patches(schema: &mut Value) {
    let Some(Value::Object(definitions)) = schema.get_mut("$defs") else { return };
    for (name, definition) in definitions {
        let key = if name == "Weapon" { "name" } else { "id" };
        let is_reference = matches!(name.as_str(), "RulesetName" | "Extended" | "Book");
        relax(definition, is_reference);
        let Some(Value::Object(properties)) = definition.get_mut("properties") else { continue };
        if is_reference || !properties.contains_key(key) {
            continue;
        }
        properties.insert("remove".into(), json!({"type": "boolean", "description": "It is taken away."}));
        let whole = "This is the whole thing: nothing of the one before it stays.";
        properties.insert("replace".into(), json!({"type": "boolean", "description": whole}));
        if name == "Unit" {
            let nation = "The nation of the unit, by id or printed name. Needed for a new unit of a nation.";
            properties.insert("nation".into(), json!({"type": "string", "description": nation}));
        }
        definition["required"] = json!([key]);
    }
}

/// Takes out what is required.
fn relax(schema: &mut Value, keep: bool) {
    match schema {
        Value::Object(object) if !keep => {
            object.remove("required");
            object.values_mut().for_each(|inner| relax(inner, keep));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| relax(inner, keep)),
        _ => {}
    }
}
