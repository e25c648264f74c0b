//! `change-units`: changes a person's own catalogues, which are kept by the screens.

use std::path::PathBuf;

use indexmap::IndexMap;
use muster_engine::catalogue::{Card, PurchaseScope, Range, TraitValue, Unit, UnitOption};
use muster_engine::ready::Ruleset;
use muster_engine::short_digest;
use muster_engine::slug::slug;
use muster_exchange::yaml as writer;
use muster_library::yaml;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::catalogue_text;
use crate::fault::CallFault;
use crate::names;
use crate::own_units::OwnUnits;

/// The source stated for units that a person adds.
const SOURCE: &str = "Own units.";

/// The keys that a unit takes over from the unit that it stands in for: where it may stand and what it may join.
const PLACES: &[&str] = &["slots", "copies", "attaches"];

/// The arguments of `change-units`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChangeUnitsArgs {
    /// The ruleset's id.
    pub ruleset: String,
    /// The nation of the unit, by id or name; absent for a unit that every nation may field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// The catalogues as they are; empty if there are none yet.
    #[serde(default)]
    pub text: String,
    /// The change.
    pub change: UnitChange,
}

/// A change to a person's own catalogues.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum UnitChange {
    /// Adds a unit, or replaces the own unit with this id.
    Keep(Box<StatedUnit>),
    /// States the price of a unit of the ruleset or of an own one.
    Price {
        /// The unit's id.
        unit: String,
        /// Points of one model; absent if not known.
        points: Option<u32>,
    },
    /// Removes an own unit, or a stated price.
    Drop {
        /// The unit's id.
        unit: String,
    },
}

/// A unit as a person states it.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "OwnUnit")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StatedUnit {
    /// The id of the own unit that it replaces; absent for a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The name.
    pub name: String,
    /// Points of one model; absent if not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The numbers of models that a squadron may have; absent if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squadron: Option<Range>,
    /// Its traits, such as size and type.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub traits: IndexMap<String, TraitValue>,
    /// Its card.
    #[serde(default)]
    pub card: Card,
    /// What may be bought for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OwnOption>,
    /// The id of a unit of the same nation. The new unit may stand where that one may, and join what that one may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// The digest of what the catalogues state of the unit, from `own-unit`. If a change has it and the catalogues state
    /// something else by now, the change fails with `unit-changed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<String>,
}

/// An option of an own unit.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OwnOption {
    /// The name.
    pub name: String,
    /// Points; absent if not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// For whom it is bought.
    #[serde(default)]
    pub buys: PurchaseScope,
    /// Special rules that it adds, with their parameters. If absent, it keeps those that it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<String>>,
}

/// The changed catalogues.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChangeUnitsAnswer {
    /// The catalogues, for the key `own` of calls; empty if nothing is left.
    pub text: String,
    /// The id of the unit.
    pub unit: String,
}

/// Changes catalogues. It fails in these cases: the ruleset, the nation or the unit is unknown; another unit has the name
/// of a new one; somebody changed the unit since it was read; the game does not understand the unit.
pub fn change_units(app: &App, args: &ChangeUnitsArgs) -> Result<ChangeUnitsAnswer, CallFault> {
    let ruleset = names::ruleset(app, &args.ruleset, &[])?;
    let nation = args.nation.as_deref().map(|name| names::nation(&ruleset, name)).transpose()?;
    let mut catalogues = OwnCatalogues::read(&args.text)?;
    let unit = match &args.change {
        UnitChange::Keep(unit) => catalogues.keep(&ruleset, nation, unit)?,
        UnitChange::Price { unit, points } => {
            if shipped(&ruleset, nation, unit).is_none() {
                return Err(CallFault::new("unknown-unit", format!("there is no unit `{unit}`")));
            }
            catalogues.unit(nation, unit).insert("points".to_owned(), json!(points));
            unit.clone()
        }
        UnitChange::Drop { unit } => {
            catalogues.drop(nation, unit);
            unit.clone()
        }
    };
    let text = catalogues.text(&args.text)?;
    let file = OwnUnits { path: PathBuf::from("own.yaml"), bytes: text.clone().into_bytes() };
    if !text.is_empty()
        && let Err(faults) = file.catalogues(&ruleset, None)
    {
        return Err(CallFault::new("unfit-units", faults.join("; ")));
    }
    Ok(ChangeUnitsAnswer { text, unit })
}

/// The arguments of `own-unit`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OwnUnitArgs {
    /// The ruleset's id.
    pub ruleset: String,
    /// The nation of the unit, by id or name; absent for a unit that every nation may field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// The catalogues.
    pub text: String,
    /// The unit's id.
    pub unit: String,
}

/// A unit as these catalogues state it; none if they do not name the unit, or state only its price. Fails if the ruleset
/// or the nation is unknown, or if the catalogues cannot be read.
pub fn own_unit(app: &App, args: &OwnUnitArgs) -> Result<Option<StatedUnit>, CallFault> {
    let ruleset = names::ruleset(app, &args.ruleset, &[""])?;
    let nation = args.nation.as_deref().map(|name| names::nation(&ruleset, name)).transpose()?;
    let mut catalogues = OwnCatalogues::read(&args.text)?;
    let Some(unit) = catalogues.units(nation).iter().find(|unit| has_id(unit, &args.unit)) else { return Ok(None) };
    let opened = digest(unit);
    let mut unit = unit.clone();
    unit.shift_remove("replace");
    let Ok(unit) = serde_json::from_value::<Unit>(Value::Object(unit)) else { return Ok(None) };
    let option = |option: UnitOption| OwnOption {
        name: option.name,
        points: option.points,
        buys: option.buys,
        rules: Some(option.rules),
    };
    Ok(Some(StatedUnit {
        id: Some(unit.id),
        name: unit.name,
        points: unit.points,
        squadron: unit.squadron,
        traits: unit.traits,
        card: unit.card,
        options: unit.options.into_iter().map(option).collect(),
        like: None,
        opened: Some(opened),
    }))
}

/// The catalogues of a person's own file.
struct OwnCatalogues(Vec<CatalogueDocument>);

/// A catalogue as it is written: the keys of its head, and its units.
struct CatalogueDocument {
    head: Map<String, Value>,
    units: Vec<Map<String, Value>>,
}

impl OwnCatalogues {
    fn read(text: &str) -> Result<Self, CallFault> {
        if text.trim().is_empty() {
            return Ok(Self(Vec::new()));
        }
        let faulty = |told: &str| CallFault::new("faulty-catalogue", format!("the own units cannot be read: {told}"));
        let read = yaml::documents(text).into_iter().map(|document| match document {
            Ok(document) => CatalogueDocument::of(document.value()).ok_or_else(|| faulty("they are no catalogue")),
            Err(unparsed) => Err(faulty(unparsed.faults.first().map_or("not YAML", |fault| fault.message.as_str()))),
        });
        read.collect::<Result<_, _>>().map(Self)
    }

    /// The catalogues as YAML, without empty ones. The comments of the text before stay.
    fn text(self, before: &str) -> Result<String, CallFault> {
        let filled = self.0.into_iter().filter(|document| !document.units.is_empty());
        let values = filled.map(|CatalogueDocument { mut head, units }| {
            head.insert("units".to_owned(), json!(units));
            Value::Object(head)
        });
        let values: Vec<Value> = values.collect();
        if let Some(changed) = catalogue_text::changed(before, &values) {
            return Ok(changed);
        }
        let written = values.iter().map(writer::to_string).collect::<Result<Vec<_>, _>>();
        Ok(written.map_err(|error| CallFault::new("unwritable", error.to_string()))?.join("---\n"))
    }

    /// The units of a nation.
    fn units(&mut self, nation: Option<&str>) -> &mut Vec<Map<String, Value>> {
        let place = self.0.iter().position(|document| document.head.get("nation").and_then(Value::as_str) == nation);
        let place = place.unwrap_or_else(|| {
            let nation = nation.map(|nation| ("nation".to_owned(), json!(nation)));
            let kind = [("kind".to_owned(), json!("catalogue"))].into_iter();
            let head = kind.chain(nation).chain([("source".to_owned(), json!(SOURCE))]).collect();
            self.0.push(CatalogueDocument { head, units: Vec::new() });
            self.0.len() - 1
        });
        &mut self.0[place].units
    }

    /// A unit of a nation. It is added if it is not there.
    fn unit(&mut self, nation: Option<&str>, id: &str) -> &mut Map<String, Value> {
        let units = self.units(nation);
        let place = units.iter().position(|unit| has_id(unit, id)).unwrap_or_else(|| {
            units.push(Map::from_iter([("id".to_owned(), json!(id))]));
            units.len() - 1
        });
        &mut units[place]
    }

    /// Adds a unit, or replaces what a person stated of it before. Returns its id.
    fn keep(&mut self, ruleset: &Ruleset, nation: Option<&str>, unit: &StatedUnit) -> Result<String, CallFault> {
        let id = match &unit.id {
            Some(id) => id.clone(),
            None => new_id(ruleset, nation, &unit.name)?,
        };
        let known = self.units(nation).iter().find(|known| has_id(known, &id));
        if unit.id.is_none() && known.is_some() {
            return Err(taken(&unit.name));
        }
        if let Some(opened) = &unit.opened
            && known.map(digest).as_ref() != Some(opened)
        {
            return Err(changed_since(unit.name.trim(), known.is_none()));
        }
        let stated = self.unit(nation, &id);
        let before = stated.get("options").cloned().unwrap_or_default();
        stated.insert("name".to_owned(), json!(unit.name.trim()));
        stated.insert("points".to_owned(), json!(unit.points));
        stated.insert("traits".to_owned(), json!(unit.traits));
        stated.insert("card".to_owned(), json!(unit.card));
        stated.insert("options".to_owned(), json!(options(&unit.options, &before)));
        stated.insert("squadron".to_owned(), json!(unit.squadron));
        if let Some(like) = &unit.like {
            let Some(like) = shipped(ruleset, nation, like) else {
                return Err(CallFault::new("unknown-unit", format!("there is no unit `{like}`")));
            };
            for key in PLACES {
                stated.insert((*key).to_owned(), like.get(*key).cloned().unwrap_or_default());
            }
        }
        stated.retain(|_, value| !is_empty(value));
        Ok(id)
    }

    fn drop(&mut self, nation: Option<&str>, id: &str) {
        self.units(nation).retain(|unit| !has_id(unit, id));
    }
}

impl CatalogueDocument {
    /// None if it is no catalogue.
    fn of(value: &Value) -> Option<Self> {
        let mut head = value.as_object()?.clone();
        let units = head.shift_remove("units").unwrap_or_else(|| json!([]));
        let units = units.as_array()?.iter().map(|unit| unit.as_object().cloned()).collect::<Option<_>>()?;
        Some(Self { head, units })
    }
}

fn has_id(unit: &Map<String, Value>, id: &str) -> bool {
    unit.get("id").and_then(Value::as_str) == Some(id)
}

/// The id of a new unit. Fails if the name is taken.
fn new_id(ruleset: &Ruleset, nation: Option<&str>, name: &str) -> Result<String, CallFault> {
    let id = slug(name);
    if id.is_empty() {
        return Err(CallFault::new("no-name", "a unit needs a name with a letter or a digit"));
    }
    if shipped(ruleset, nation, &id).is_some() {
        return Err(taken(name));
    }
    Ok(id)
}

fn taken(name: &str) -> CallFault {
    let fault = CallFault::new("name-taken", format!("there is a unit of the name {} already", name.trim()));
    fault.help("give it another name, or change that unit")
}

/// The fault of a change to a unit that the catalogues state in another way, or not any more, since it was read.
fn changed_since(name: &str, is_gone: bool) -> CallFault {
    let what = if is_gone { "was taken out of" } else { "was changed in" };
    CallFault::new("unit-changed", format!("{name} {what} the file in the meantime; nothing was written"))
        .help("keep what you typed, or take what the file says now")
}

/// A digest of what catalogues state of a unit. The order of its keys does not matter.
fn digest(unit: &Map<String, Value>) -> String {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Object(entries) => {
                let mut entries: Vec<(String, Value)> =
                    entries.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
                entries.sort_by(|one, other| one.0.cmp(&other.0));
                Value::Object(entries.into_iter().collect())
            }
            Value::Array(items) => items.iter().map(sorted).collect(),
            other => other.clone(),
        }
    }
    short_digest(sorted(&Value::Object(unit.clone())).to_string().as_bytes())
}

/// A unit at hand, as its catalogue states it.
fn shipped(ruleset: &Ruleset, nation: Option<&str>, id: &str) -> Option<Value> {
    let of_nation = ruleset.catalogues().iter().filter(|catalogue| catalogue.written().nation.as_deref() == nation);
    let unit = of_nation.flat_map(|catalogue| &catalogue.written().units).find(|unit| unit.id == id)?;
    serde_json::to_value(unit).ok()
}

/// Makes options for a catalogue, each with an id of its own. `before` holds the unit's options before the change. An option
/// that keeps its name also keeps what the form does not show, such as its weapons.
fn options(options: &[OwnOption], before: &Value) -> Vec<Value> {
    let mut before: Vec<&Value> = before.as_array().into_iter().flatten().collect();
    let mut ids: Vec<String> = Vec::new();
    let option = |option: &OwnOption| {
        let known = before.iter().position(|known| known.get("name").and_then(Value::as_str) == Some(&option.name));
        if let Some(known) = known {
            let mut stated = before.remove(known).clone();
            ids.extend(stated.get("id").and_then(Value::as_str).map(str::to_owned));
            if stated.get("buys").is_some() || option.buys != PurchaseScope::Model {
                stated["buys"] = json!(option.buys);
            }
            if stated.get("points").is_some() || option.points.is_some() {
                stated["points"] = json!(option.points);
            }
            set_rules(&mut stated, option);
            return stated;
        }
        let plain = slug(&option.name);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let id = std::iter::once(plain.clone()).chain(numbered).find(|id| !ids.contains(id)).unwrap_or_default();
        ids.push(id.clone());
        let mut stated = json!({"id": id, "name": option.name.trim(), "buys": option.buys});
        if let Some(points) = option.points {
            stated["points"] = points.into();
        }
        set_rules(&mut stated, option);
        stated
    };
    options.iter().map(option).collect()
}

/// Writes the special rules of an option, if the form states them.
fn set_rules(stated: &mut Value, option: &OwnOption) {
    match (&option.rules, stated.as_object_mut()) {
        (Some(rules), Some(stated)) if rules.is_empty() => drop(stated.shift_remove("rules")),
        (Some(rules), Some(stated)) => drop(stated.insert("rules".to_owned(), json!(rules))),
        _ => {}
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
