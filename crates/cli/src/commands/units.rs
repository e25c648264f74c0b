//! `muster units`: the units in a ruleset's catalogues.

use std::collections::BTreeMap;
use std::io::Write;

use muster_engine::catalogue::{Catalogue, Choice, FieldingWay, Member, Range, Unit, UnitOption};
use muster_engine::declarations::Declarations;
use muster_engine::overlaid;
use muster_engine::ready::{ReadyCatalogue, Ruleset};
use muster_engine::slug::slug;
use muster_engine::words::{number, phrases, price, size};
use muster_library::shelf::Shelf;
use schemars::JsonSchema;
use serde::Serialize;
use textwrap::core::display_width;

use super::{CatalogueSelection, has_words, json, origin, ruleset};
use crate::args::{OutputStyle, UnitsCommand};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::table::{TableColumn, table};
use crate::terminal::{self, FAINT};
use crate::text::{counted, plain};

#[derive(Serialize, JsonSchema)]
pub(crate) struct UnitsOutput<'a> {
    format: u32,
    ruleset: &'a str,
    version: &'a str,
    /// What bans a nation, by the nation's id: `banned by Wessex`. It holds only nations that were asked for or whose units
    /// are listed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    banned: BTreeMap<&'a str, String>,
    units: Vec<UnitRow<'a>>,
}

/// A unit as one row.
#[derive(Serialize, JsonSchema)]
struct UnitRow<'a> {
    id: &'a str,
    name: &'a str,
    /// The id of its nation; none for units that every nation may field.
    nation: Option<&'a str>,
    /// Points of one model, or of the smallest group of a fixed mix; none if unknown.
    points: Option<i64>,
    /// What overlays do to it and to its nation, a line each.
    overlays: Vec<String>,
    size: Option<String>,
    r#type: Option<String>,
    capital: bool,
    squadron: SquadronSize,
    /// The only way to field it, if it can never be a squadron of its own.
    only: Option<FieldingWay>,
    vintage: Option<&'a str>,
    /// The options of the unit, as in its catalogue.
    options: &'a [UnitOption],
    /// Choices: groups of options of which a player chooses a certain number.
    choices: &'a [Choice],
    /// The patches of the ruleset that change its card.
    patches: Vec<&'a str>,
    /// The models of a fixed mix, which have options of their own.
    members: Vec<MemberLine<'a>>,
}

/// One kind of model of a fixed mix.
#[derive(Serialize, JsonSchema)]
struct MemberLine<'a> {
    id: &'a str,
    name: &'a str,
    options: &'a [UnitOption],
    choices: &'a [Choice],
}

impl<'a> From<&'a Member> for MemberLine<'a> {
    fn from(member: &'a Member) -> Self {
        Self { id: &member.id, name: &member.name, options: &member.options, choices: &member.choices }
    }
}

/// How many models a squadron has, as far as the data say.
#[derive(Serialize, JsonSchema)]
struct SquadronSize {
    min: Option<u32>,
    max: Option<u32>,
}

/// Prints the units that pass all filters.
pub(crate) fn run(args: &UnitsCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let ruleset = ruleset(shelf, &args.ruleset)?;
    let declarations = ruleset.declarations();
    let origin = args.nation.as_deref().map(|name| origin(shelf, &ruleset, name)).transpose()?;
    let size = args.size.as_deref().map(|word| value(declarations, "size", word)).transpose()?;
    let kind = args.r#type.as_deref().map(|word| value(declarations, "type", word)).transpose()?;
    let mut units: Vec<UnitRow> = ruleset
        .catalogues()
        .iter()
        .flat_map(|catalogue| catalogue.written().units.iter().map(move |unit| (catalogue, unit)))
        .filter(|(catalogue, unit)| origin.as_ref().is_none_or(|origin| origin.has(catalogue.written(), unit)))
        .filter(|(_, unit)| {
            let texts = [&unit.id, &unit.name].into_iter().chain(&unit.aliases).map(String::as_str);
            has_trait(unit, "size", size) && has_trait(unit, "type", kind) && has_words(texts, &args.text)
        })
        .map(|(catalogue, unit)| line(&ruleset, catalogue, unit))
        .collect();
    // Sorted by nation and name: people who look for a ship rarely know the order of the files.
    units.sort_by(|one, other| (one.nation, one.name, one.id).cmp(&(other.nation, other.name, other.id)));
    let asked = origin.as_ref().and_then(CatalogueSelection::nation);
    let nations = units.iter().filter_map(|unit| unit.nation).chain(asked);
    let banned: BTreeMap<&str, String> = nations.filter_map(|id| Some((id, overlaid::nation(&ruleset, id)?))).collect();
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => {
            let (ruleset, version) = (&declarations.id, &declarations.version);
            json(&mut out, &UnitsOutput { format: 1, ruleset, version, banned, units })?;
        }
        OutputStyle::Human => {
            if !units.is_empty() {
                writeln!(out, "{}\n", human(declarations, &units))?;
            }
            for (id, says) in &banned {
                writeln!(out, "{} is {}", plain(nation_name(declarations, id)), plain(says))?;
            }
            write_count(&mut out, declarations, &units)?;
            out.flush()?;
        }
    }
    Ok(ExitOutcome::Fine)
}

/// The value of a trait, found by its id or by its title.
fn value<'a>(declarations: &'a Declarations, name: &str, word: &str) -> Result<&'a str, CommandComplaint> {
    let id = &declarations.id;
    let Some(declared) = declarations.traits.get(name) else {
        return Err(CommandComplaint::new(format!("--{name}: the units of `{id}` have no {name}")));
    };
    let wanted = slug(word);
    let found = declared.values.iter().find(|(value, named)| **value == wanted || slug(&named.title) == wanted);
    found.map(|(value, _)| value.as_str()).ok_or_else(|| {
        let values: Vec<&str> = declared.values.keys().map(String::as_str).collect();
        CommandComplaint::new(format!("--{name}: `{id}` has no {name} `{word}`"))
            .help(format!("one of {}", values.join(", ")))
    })
}

fn has_trait(unit: &Unit, name: &str, value: Option<&str>) -> bool {
    value.is_none_or(|value| unit.traits.get(name).is_some_and(|has| has.words().any(|word| word == value)))
}

fn line<'a>(ruleset: &'a Ruleset, ready: &'a ReadyCatalogue, unit: &'a Unit) -> UnitRow<'a> {
    let catalogue = ready.written();
    let words = |name: &str| {
        let words: Vec<&str> = unit.traits.get(name)?.words().collect();
        Some(words.join(", "))
    };
    UnitRow {
        id: &unit.id,
        name: &unit.name,
        nation: catalogue.nation.as_deref(),
        points: price::of_one(unit),
        overlays: overlaid::all(ruleset, ready, unit),
        size: words("size"),
        r#type: words("type"),
        capital: unit.traits.get("capital").is_some_and(|capital| capital.words().any(|word| word == "yes")),
        squadron: squadron(ruleset.declarations(), unit),
        only: unit.only,
        vintage: unit.vintage.as_deref(),
        options: &unit.options,
        choices: &unit.choices,
        patches: patches(ruleset, catalogue, unit),
        members: unit.members.iter().map(MemberLine::from).collect(),
    }
}

/// The patches that change the unit's card, or the card of one of its members.
fn patches<'a>(ruleset: &'a Ruleset, catalogue: &Catalogue, unit: &Unit) -> Vec<&'a str> {
    let nation = catalogue.nation.as_deref();
    let members = unit.members.iter().filter(|member| member.unit.is_none());
    let members = members.flat_map(|member| ruleset.patches_of(nation, &member.id, &member.traits, &member.card));
    let own = ruleset.patches_of(nation, &unit.id, &unit.traits, &unit.card);
    let mut ids: Vec<&str> = own.into_iter().chain(members).map(|(id, ..)| id).collect();
    ids.dedup();
    ids
}

fn squadron(declarations: &Declarations, unit: &Unit) -> SquadronSize {
    match unit.squadron {
        _ if !declarations.has_models(unit) => SquadronSize { min: None, max: None },
        Some(range) => SquadronSize { min: Some(range.min), max: range.max },
        None if unit.members.is_empty() => SquadronSize { min: None, max: None },
        None => SquadronSize {
            min: Some(unit.members.iter().map(|member| member.models.min).sum()),
            max: unit.members.iter().map(|member| member.models.max).sum(),
        },
    }
}

fn nation_name<'a>(declarations: &'a Declarations, id: &'a str) -> &'a str {
    declarations.nations.get(id).map_or(id, |nation| nation.name.as_str())
}

/// Prints how many units there are, what they have in common, and which command to run next.
fn write_count(out: &mut impl Write, declarations: &Declarations, units: &[UnitRow]) -> std::io::Result<()> {
    let vintage = common(units, |unit| unit.vintage).flatten();
    let vintage = vintage.map(|vintage| format!(", figures of edition {}", plain(vintage))).unwrap_or_default();
    let nation = common(units, |unit| unit.nation).flatten();
    let nation = nation.map(|id| format!(" of {}", plain(nation_name(declarations, id)))).unwrap_or_default();
    writeln!(out, "{}{nation}{vintage}", counted(units.len(), "unit"))?;
    let which = match units {
        [] => return Ok(()),
        [unit] => unit.id,
        _ => "ID",
    };
    let shows = if units.len() == 1 { "" } else { " shows the card and options of one" };
    writeln!(out, "{FAINT}muster explain {}/{}{shows}{FAINT:#}", plain(&declarations.id), plain(which))
}

/// The value that all units share, if they do.
fn common<'a, T: PartialEq>(units: &[UnitRow<'a>], of: impl Fn(&UnitRow<'a>) -> T) -> Option<T> {
    let first = of(units.first()?);
    units.iter().all(|unit| of(unit) == first).then_some(first)
}

/// The units as a table. Columns that are empty for all units are left out, and so are values that the line below gives
/// for all.
fn human(declarations: &Declarations, units: &[UnitRow]) -> String {
    let columns = [
        TableColumn::Ids("id"),
        TableColumn::Words("unit"),
        TableColumn::Words("nation"),
        TableColumn::Numbers("points"),
        TableColumn::Words("size"),
        TableColumn::Words("type"),
        TableColumn::Words("models"),
        TableColumn::Words("vintage"),
        TableColumn::Words("changed by"),
        TableColumn::Words("overlays"),
    ];
    let rows: Vec<Vec<String>> = units.iter().map(|unit| row(declarations, unit)).collect();
    let mut used: Vec<bool> = (0..columns.len()).map(|column| rows.iter().any(|row| !row[column].is_empty())).collect();
    used[2] &= common(units, |unit| unit.nation).is_none();
    used[7] &= common(units, |unit| unit.vintage).is_none();
    let draw = |used: &[bool], width| {
        let columns: Vec<TableColumn> =
            columns.iter().zip(used).filter(|(_, used)| **used).map(|(column, _)| *column).collect();
        let rows = rows.iter().map(|row| {
            row.iter().zip(used).filter(|(_, used)| **used).map(|(cell, _)| cell.clone()).collect::<Vec<_>>()
        });
        table(&columns, rows, width)
    };
    let width = terminal::width();
    let widest = draw(&used, None).lines().map(display_width).max().unwrap_or_default();
    // If there is no room for both, only the ids are shown: they say the same as the names, and wrapped names are hard
    // to read.
    used[1] &= !used[2] || width.is_none_or(|width| widest <= width);
    draw(&used, width)
}

fn row(declarations: &Declarations, unit: &UnitRow) -> Vec<String> {
    let title = |name: &str, value: &Option<String>| {
        value.as_deref().map(|value| phrases::title(declarations, name, value)).unwrap_or_default()
    };
    let nation = unit.nation.map(|id| nation_name(declarations, id));
    let models = unit.squadron.min.map(|min| size::short(Range { min, max: unit.squadron.max })).unwrap_or_default();
    let models = match unit.only {
        Some(FieldingWay::Attached) => format!("{models} attached").trim_start().to_owned(),
        Some(FieldingWay::Brought) => format!("{models} brought").trim_start().to_owned(),
        None => models,
    };
    vec![
        unit.id.to_owned(),
        unit.name.to_owned(),
        nation.unwrap_or_default().to_owned(),
        number::known(unit.points, None),
        title("size", &unit.size),
        title("type", &unit.r#type),
        models,
        unit.vintage.unwrap_or_default().to_owned(),
        unit.patches.join(", "),
        unit.overlays.join("; "),
    ]
}
