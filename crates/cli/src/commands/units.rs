//! `muster units`: what a ruleset's catalogues offer.

use std::io::Write;

use muster_engine::catalogue::{Catalogue, Only, Unit};
use muster_engine::compiled::Ruleset;
use muster_engine::nearest::nearest;
use muster_engine::ruleset::Declarations;
use muster_engine::slug::slug;
use muster_engine::wording;
use muster_library::shelf::Shelf;
use serde::Serialize;

use super::{has_words, json, ruleset};
use crate::args::{Style, Units};
use crate::outcome::{Complaint, Failure, Outcome};
use crate::output::table::{Column, table};
use crate::terminal;
use crate::text::counted;

#[derive(Serialize)]
struct Answer<'a> {
    format: u32,
    ruleset: &'a str,
    version: &'a str,
    units: Vec<Line<'a>>,
}

/// A unit at a glance.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    name: &'a str,
    /// The id of its nation; none for units that every nation may field.
    nation: Option<&'a str>,
    /// Points of one model, or of the smallest group of a fixed mix; none where not known.
    points: Option<u64>,
    size: Option<String>,
    r#type: Option<String>,
    capital: bool,
    squadron: Squadron,
    /// The one way to field it, where it is never a squadron of its own.
    only: Option<Only>,
    vintage: Option<&'a str>,
}

/// How many models a squadron has, as far as the data say.
#[derive(Serialize)]
struct Squadron {
    min: Option<u32>,
    max: Option<u32>,
}

/// Prints the units that pass all filters.
pub fn run(args: &Units, shelf: &Shelf) -> Result<Outcome, Failure> {
    let ruleset = ruleset(shelf, &args.ruleset)?;
    let declarations = ruleset.declarations();
    let nation = args.nation.as_deref().map(|name| nation(&ruleset, name)).transpose()?;
    let size = args.size.as_deref().map(|word| value(declarations, "size", word)).transpose()?;
    let kind = args.r#type.as_deref().map(|word| value(declarations, "type", word)).transpose()?;
    let mut units: Vec<Line> = ruleset
        .stocks()
        .iter()
        .map(|stock| stock.catalogue())
        .filter(|catalogue| nation.is_none_or(|nation| catalogue.nation.as_deref() == Some(nation)))
        .flat_map(|catalogue| catalogue.units.iter().map(move |unit| (catalogue, unit)))
        .filter(|(_, unit)| {
            let texts = [&unit.id, &unit.name].into_iter().chain(&unit.aliases).map(String::as_str);
            has_trait(unit, "size", size) && has_trait(unit, "type", kind) && has_words(texts, args.text.as_deref())
        })
        .map(|(catalogue, unit)| line(catalogue, unit))
        .collect();
    // Names first: whoever looks for a ship rarely cares for the order of the files.
    units.sort_by(|one, other| (one.nation, one.name, one.id).cmp(&(other.nation, other.name, other.id)));
    let mut out = terminal::stdout();
    match args.format {
        Style::Json => {
            json(&mut out, &Answer { format: 1, ruleset: &declarations.id, version: &declarations.version, units })?;
        }
        Style::Human => {
            if !units.is_empty() {
                writeln!(out, "{}\n", human(declarations, &units))?;
            }
            writeln!(out, "{}", counted(units.len(), "unit"))?;
            out.flush()?;
        }
    }
    Ok(Outcome::Fine)
}

/// The id of a nation that somebody names.
fn nation<'a>(ruleset: &'a Ruleset, name: &str) -> Result<&'a str, Complaint> {
    ruleset.nation(name).ok_or_else(|| {
        let names = || ruleset.declarations().nations.values().map(|nation| nation.name.as_str());
        let message = format!("--nation: `{}` has no nation `{name}`", ruleset.declarations().id);
        let help =
            nearest(name, names()).unwrap_or_else(|| format!("one of {}", names().collect::<Vec<_>>().join(", ")));
        Complaint::new(message).help(help)
    })
}

/// The value of a trait that somebody names, by id or by its name on screens.
fn value<'a>(declarations: &'a Declarations, name: &str, word: &str) -> Result<&'a str, Complaint> {
    let id = &declarations.id;
    let Some(declared) = declarations.traits.get(name) else {
        return Err(Complaint::new(format!("--{name}: the units of `{id}` have no {name}")));
    };
    let wanted = slug(word);
    let found = declared.values.iter().find(|(value, named)| **value == wanted || slug(&named.title) == wanted);
    found.map(|(value, _)| value.as_str()).ok_or_else(|| {
        let values: Vec<&str> = declared.values.keys().map(String::as_str).collect();
        Complaint::new(format!("--{name}: `{id}` has no {name} `{word}`")).help(format!("one of {}", values.join(", ")))
    })
}

fn has_trait(unit: &Unit, name: &str, value: Option<&str>) -> bool {
    value.is_none_or(|value| unit.traits.get(name).is_some_and(|has| has.words().any(|word| word == value)))
}

fn line<'a>(catalogue: &'a Catalogue, unit: &'a Unit) -> Line<'a> {
    let words = |name: &str| {
        let words: Vec<&str> = unit.traits.get(name)?.words().collect();
        Some(words.join(", "))
    };
    Line {
        id: &unit.id,
        name: &unit.name,
        nation: catalogue.nation.as_deref(),
        points: points(unit),
        size: words("size"),
        r#type: words("type"),
        capital: unit.traits.get("capital").is_some_and(|capital| capital.words().any(|word| word == "yes")),
        squadron: squadron(unit),
        only: unit.only,
        vintage: unit.vintage.as_deref(),
    }
}

/// Points of one model; of a group of several kinds, those of the smallest group.
fn points(unit: &Unit) -> Option<u64> {
    unit.members.iter().try_fold(u64::from(unit.points?), |sum, member| {
        Some(sum + u64::from(member.points?) * u64::from(member.models.min))
    })
}

fn squadron(unit: &Unit) -> Squadron {
    match unit.squadron {
        Some(range) => Squadron { min: Some(range.min), max: range.max },
        None if unit.members.is_empty() => Squadron { min: None, max: None },
        None => Squadron {
            min: Some(unit.members.iter().map(|member| member.models.min).sum()),
            max: unit.members.iter().map(|member| member.models.max).sum(),
        },
    }
}

/// The units as a table. What no unit has gets no column.
fn human(declarations: &Declarations, units: &[Line]) -> String {
    let columns = [
        Column::Words("unit"),
        Column::Words("nation"),
        Column::Numbers("points"),
        Column::Words("size"),
        Column::Words("type"),
        Column::Words("models"),
        Column::Words("vintage"),
    ];
    let rows: Vec<Vec<String>> = units.iter().map(|unit| row(declarations, unit)).collect();
    let used: Vec<bool> = (0..columns.len()).map(|column| rows.iter().any(|row| !row[column].is_empty())).collect();
    let is_used = |(at, _): &(usize, _)| used[*at];
    let columns: Vec<Column> =
        columns.into_iter().enumerate().filter(|(at, _)| used[*at]).map(|(_, column)| column).collect();
    let rows = rows.into_iter().map(|row| row.into_iter().enumerate().filter(is_used).map(|(_, cell)| cell).collect());
    table(&columns, rows, terminal::width())
}

fn row(declarations: &Declarations, unit: &Line) -> Vec<String> {
    let title = |name: &str, value: &Option<String>| {
        value.as_deref().map(|value| wording::title(declarations, name, value)).unwrap_or_default()
    };
    let nation = unit.nation.map(|id| declarations.nations.get(id).map_or(id, |nation| nation.name.as_str()));
    let models = match (unit.squadron.min, unit.squadron.max) {
        (Some(min), Some(max)) if min == max => min.to_string(),
        (Some(min), Some(max)) => format!("{min}-{max}"),
        (Some(min), None) => format!("{min} or more"),
        _ => String::new(),
    };
    let models = match unit.only {
        Some(Only::Attached) => format!("{models} attached").trim_start().to_owned(),
        Some(Only::Brought) => format!("{models} brought").trim_start().to_owned(),
        None => models,
    };
    vec![
        unit.name.to_owned(),
        nation.unwrap_or_default().to_owned(),
        unit.points.map_or_else(|| "?".to_owned(), |points| points.to_string()),
        title("size", &unit.size),
        title("type", &unit.r#type),
        models,
        unit.vintage.unwrap_or_default().to_owned(),
    ]
}
