//! Reads lists from spreadsheets: the rows that Muster writes, and what players keep in their own.
//!
//! Each row becomes a line as people write it, which the reader of such lines takes.

use std::collections::BTreeSet;

use csv::{ReaderBuilder, StringRecord};
use muster_engine::list::{ArmyList, Group, Models, SettingValue, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;

use super::fact;
use super::found::{Doubt, Listing, Said};
use super::known::current;
use super::outline::NAMELESS;
use super::posted::{self, Units};
use super::read::name_units;
use crate::sheet::delimiter;

/// What stands in place of a unit in the row of the sum.
const SUMS: [&str; 8] = ["total", "totals", "totale", "sum", "summe", "gesamt", "gesamtpunkte", "grand-total"];
/// The most rows that may stand above the head of a table.
const ABOVE: usize = 20;
/// The most rows that are read.
const MOST_ROWS: usize = 10_000;

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    List,
    Player,
    Ruleset,
    Mfv,
    Group,
    Name,
    Unit,
    Nation,
    Models,
    Points,
    Each,
    Roles,
    Options,
    Notes,
    Attached,
    Allocation,
    Turn,
    BroughtBy,
    Carries,
    Terms,
    /// It numbers or sorts the rows, or repeats what others say.
    Other,
}

/// What people call their columns, by the slugs of the names.
const COLUMNS: [(Column, &[&str]); 20] = [
    (Column::List, &["list", "list-name", "fleet-name"]),
    (Column::Player, &["player", "spieler", "joueur"]),
    (Column::Ruleset, &["ruleset", "game"]),
    (Column::Mfv, &["mfv", "limit"]),
    (Column::Group, &["group", "battle-group", "battlefleet", "platoon"]),
    (Column::Name, &["name", "squadron-name"]),
    (
        Column::Unit,
        &[
            "unit",
            "units",
            "ship",
            "ships",
            "class",
            "ship-class",
            "vessel",
            "model-name",
            "entry",
            "einheit",
            "schiff",
            "unite",
            "navire",
        ],
    ),
    (Column::Nation, &["nation", "faction", "fraktion"]),
    (
        Column::Models,
        &[
            "models",
            "number",
            "no",
            "qty",
            "quantity",
            "count",
            "amount",
            "anzahl",
            "nombre",
            "num",
            "nr",
            "x",
            "squadron-size",
            "size-of-squadron",
        ],
    ),
    (
        Column::Points,
        &[
            "points",
            "pts",
            "cost",
            "sum",
            "total",
            "price",
            "total-points",
            "points-total",
            "total-pts",
            "pts-total",
            "total-cost",
            "punkte",
            "punkte-gesamt",
            "gesamt",
            "summe",
            "value",
        ],
    ),
    (
        Column::Each,
        &[
            "each",
            "pts-each",
            "points-each",
            "per-model",
            "points-per-model",
            "unit-cost",
            "cost-each",
            "price-each",
            "punkte-je",
            "je",
        ],
    ),
    (Column::Roles, &["roles", "role", "commander"]),
    (
        Column::Options,
        &["options", "upgrades", "extras", "loadout", "equipment", "generators", "generator", "refits", "optionen"],
    ),
    (
        Column::Notes,
        &[
            "notes",
            "note",
            "remarks",
            "remark",
            "comment",
            "comments",
            "bemerkung",
            "bemerkungen",
            "anmerkung",
            "details",
        ],
    ),
    (Column::Attached, &["attached", "attachment", "escort"]),
    (Column::Allocation, &["allocation", "force", "deployment"]),
    (Column::Turn, &["turn", "entry-turn"]),
    (Column::BroughtBy, &["brought-by"]),
    (Column::Carries, &["carries"]),
    (Column::Terms, &["terms"]),
];

/// The head of a table and what stands below it.
struct Table {
    above: Vec<Row>,
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// Muster wrote it: its options and roles are phrases of ours.
    is_ours: bool,
}

/// The cells of a row with the number of its line.
struct Row {
    number: usize,
    cells: StringRecord,
}

/// Whether a text is a table with a list: its columns say so.
#[must_use]
pub fn is_table(text: &str) -> bool {
    table(text).is_some()
}

/// The ruleset of a table that Muster wrote, with its version.
pub(super) fn ruleset(text: &str) -> Option<String> {
    let table = table(text).filter(|table| table.is_ours)?;
    let named = table.rows.first().and_then(|row| table.cell(row, Column::Ruleset))?;
    Some(named.to_owned())
}

/// Reads all lists of a table. None if the text is no table with a list.
pub(super) fn read_all(units: &Units, text: &str, said: Said) -> Option<Vec<Listing>> {
    let table = table(text)?;
    let of = |row: &Row| [Column::List, Column::Player].map(|column| table.cell(row, column).map(str::to_owned));
    let lists = table.rows.chunk_by(|one, other| of(one) == of(other));
    let ruleset = units.ruleset();
    let list = |rows: &[Row]| {
        if table.is_ours { table.ours(ruleset, rows, said) } else { posted::list(units, &table.lines(rows), said) }
    };
    Some(lists.map(list).collect())
}

/// The table in a text, if it has a head with a column of units and another that is known.
fn table(text: &str) -> Option<Table> {
    let text = text.trim_start_matches('\u{feff}');
    let begin = text.lines().take(ABOVE).find(|line| line.contains([',', ';', '\t']))?;
    // The head has most of the signs.
    let lines = text.lines().take(ABOVE);
    let head = lines.max_by_key(|line| line.matches([',', ';', '\t']).count()).unwrap_or(begin);
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(delimiter(head)).trim(csv::Trim::All);
    let records = reader.from_reader(text.as_bytes()).into_records().take(MOST_ROWS);
    let row = |record: StringRecord| {
        let number = record.position().map_or(1, |position| usize::try_from(position.line()).unwrap_or(usize::MAX));
        Row { number, cells: record }
    };
    let mut rows: Vec<Row> = records.map_while(Result::ok).map(row).collect();
    let place = rows.iter().take(ABOVE).position(|row| head_of(&row.cells).is_some())?;
    let columns = head_of(&rows[place].cells)?;
    let below = rows.split_off(place + 1);
    let is_ours = rows[place].cells.iter().any(|cell| cell == "brought by") && columns.contains(&Column::List);
    rows.truncate(place);
    (!below.is_empty()).then_some(Table { above: rows, columns, rows: below, is_ours })
}

/// The columns of a row, if it is the head of a table.
fn head_of(cells: &StringRecord) -> Option<Vec<Column>> {
    let known = |cell: &str| {
        let name = slug(cell);
        COLUMNS.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(column, _)| *column)
    };
    let mut columns: Vec<Column> = cells.iter().map(|cell| known(cell).unwrap_or(Column::Other)).collect();
    let has = |column: Column, columns: &[Column]| columns.contains(&column);
    if !has(Column::Unit, &columns) {
        // Where nothing else names units, names do.
        let name = columns.iter().position(|column| *column == Column::Name)?;
        columns[name] = Column::Unit;
    }
    // The last column of points has the sum of all models.
    let points: Vec<usize> = (0..columns.len()).filter(|at| columns[*at] == Column::Points).collect();
    for at in points.iter().rev().skip(1) {
        columns[*at] = Column::Each;
    }
    let tells = [Column::Models, Column::Points, Column::Options].iter().any(|column| has(*column, &columns));
    let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
    (tells && filled > 1).then_some(columns)
}

impl Table {
    /// The first cell of a kind that is not empty.
    fn cell<'r>(&self, row: &'r Row, column: Column) -> Option<&'r str> {
        let cells = self.columns.iter().zip(row.cells.iter());
        cells
            .filter(|(own, cell)| **own == column && !cell.is_empty())
            .map(|(_, cell)| cell.trim_start_matches('\''))
            .next()
    }

    /// The list of rows that Muster wrote.
    fn ours(&self, ruleset: &Ruleset, rows: &[Row], said: Said) -> Listing {
        let mut listing = Listing { list: current(ruleset), doubts: Vec::new(), concluded: Vec::new() };
        let list = &mut listing.list;
        let mut groups: Vec<Option<&str>> = Vec::new();
        for row in rows {
            let cell = |column: Column| self.cell(row, column).map(str::to_owned);
            let number = |column: Column| self.cell(row, column)?.parse::<u32>().ok();
            if list.squadrons.is_empty() && list.groups.is_empty() {
                list.name = cell(Column::List).filter(|name| name != NAMELESS);
                list.player = cell(Column::Player);
                list.mfv = said.mfv.or(number(Column::Mfv));
                list.nation = said.nation.map(str::to_owned).or(cell(Column::Nation));
                // Terms stand in the rows in words alone. Not all words can be read back.
                let terms = self.cell(row, Column::Terms);
                match terms.map(|terms| (terms, settings_of(ruleset, terms))) {
                    Some((_, Some(settings))) => list.settings.extend(settings),
                    Some((terms, None)) => listing.doubts.push(Doubt::unread(row.number, terms, None)),
                    None => {}
                }
            }
            let mut squadron = Squadron {
                unit: cell(Column::Unit).unwrap_or_default(),
                name: cell(Column::Name),
                nation: cell(Column::Nation).filter(|nation| Some(nation) != list.nation.as_ref()),
                models: number(Column::Models).map(Models::Count),
                points: number(Column::Points),
                ..Squadron::default()
            };
            let facts = [
                ("Options", Column::Options),
                ("Roles", Column::Roles),
                ("Allocation", Column::Allocation),
                ("Turn of entry", Column::Turn),
                ("Brought by", Column::BroughtBy),
                ("Carries", Column::Carries),
            ];
            for (key, column) in facts {
                if let Some(value) = self.cell(row, column) {
                    fact::set_of_squadron(ruleset, &mut squadron, None, key, value);
                }
            }
            let group = self.cell(row, Column::Group);
            if !ruleset.declarations().group_kinds.is_empty() && groups.last() != Some(&group) {
                groups.push(group);
                list.groups.extend(group_of(ruleset, group));
            }
            let siblings = list.groups.last_mut().map_or(&mut list.squadrons, |group| &mut group.squadrons);
            match siblings.last_mut().filter(|_| self.cell(row, Column::Attached).is_some()) {
                Some(host) => host.attached.push(squadron),
                None => siblings.push(squadron),
            }
        }
        refer(list);
        name_units(ruleset, list);
        listing
    }

    /// The rows of a player's list as lines.
    fn lines(&self, rows: &[Row]) -> Vec<posted::Numbered> {
        let mut lines: Vec<posted::Numbered> = Vec::new();
        for row in &self.above {
            let cells: Vec<&str> = row.cells.iter().filter(|cell| !cell.is_empty()).collect();
            let text = if let [key, value] = cells.as_slice() { format!("{key}: {value}") } else { cells.join(", ") };
            lines.push((row.number, 0, text));
        }
        if let Some(first) = rows.first() {
            let keys =
                [("List", Column::List), ("Player", Column::Player), ("Nation", Column::Nation), ("MFV", Column::Mfv)];
            let stated = keys.iter().filter_map(|(key, column)| Some(format!("{key}: {}", self.cell(first, *column)?)));
            lines.extend(stated.map(|text| (first.number, 0, text)));
        }
        for row in rows {
            self.row(row, &mut lines);
        }
        lines
    }

    /// A row as a line, with lines of facts below it.
    fn row(&self, row: &Row, lines: &mut Vec<posted::Numbered>) {
        let cell = |column: Column| self.cell(row, column);
        let points = cell(Column::Points)
            .or_else(|| row.cells.iter().rfind(|cell| is_number(cell)).filter(|_| cell(Column::Unit).is_none()));
        let is_sum = cell(Column::Unit).is_some_and(|unit| SUMS.contains(&slug(unit).as_str()));
        let Some(unit) = cell(Column::Unit).filter(|_| !is_sum) else {
            let cells: Vec<&str> = row.cells.iter().filter(|cell| !cell.is_empty()).collect();
            if let [only] = cells.as_slice()
                && !is_number(only)
            {
                lines.push((row.number, 0, (*only).to_owned()));
            }
            lines.extend(points.map(|points| (row.number, 0, format!("Total: {points}"))));
            return;
        };
        let depth = if cell(Column::Attached).is_some_and(is_yes) { 2 } else { 0 };
        let models = cell(Column::Models).filter(|models| is_number(models)).map(|models| format!("{models}x "));
        let each = cell(Column::Each).filter(|_| cell(Column::Points).is_none()).map(|each| format!(" [{each} each]"));
        let price = cell(Column::Points)
            .map(|points| if is_number(points) { format!(" [{points} pts]") } else { format!(" {points}") });
        let mut line = format!("{}{unit}{}", models.unwrap_or_default(), price.or(each).unwrap_or_default());
        let foreign = cell(Column::Nation).map(|nation| format!(" ({nation})"));
        line.push_str(&foreign.unwrap_or_default());
        let more = [Column::Options, Column::Roles, Column::Notes, Column::Allocation];
        let more: Vec<&str> = more.into_iter().filter_map(cell).collect();
        if !more.is_empty() {
            line = format!("{line}: {}", more.join(", "));
        }
        lines.push((row.number, depth, line));
        let facts = [("Name", Column::Name), ("Turn of entry", Column::Turn), ("Carries", Column::Carries)];
        let facts = facts.into_iter().filter_map(|(key, column)| Some(format!("{key}: {}", cell(column)?)));
        lines.extend(facts.map(|text| (row.number, depth + 2, text)));
    }
}

/// The settings in the terms of a list: `with level captain and competitive set by the list itself`. None if they are
/// not all that the terms say.
fn settings_of(ruleset: &Ruleset, terms: &str) -> Option<Vec<(String, SettingValue)>> {
    let setting = |said: &str| {
        let said = said.strip_suffix(" set by the list itself")?;
        let (id, value) = said.split_once(' ').map_or((said, None), |(id, value)| (id, Some(value)));
        let setting = ruleset.declarations().settings.get(id)?;
        let value = match value {
            None => SettingValue::Flag(true),
            Some("off") => SettingValue::Flag(false),
            Some(value) if setting.values.contains_key(value) => SettingValue::Word(value.to_owned()),
            Some(value) => SettingValue::Number(value.parse().ok()?),
        };
        Some((id.to_owned(), value))
    };
    terms.strip_prefix("with ")?.split(" and ").flat_map(|part| part.split(", ")).map(setting).collect()
}

/// The group of a name, of the kind with that title or of the usual one.
fn group_of(ruleset: &Ruleset, name: Option<&str>) -> Option<Group> {
    let kinds = &ruleset.declarations().group_kinds;
    let known = kinds.iter().find(|(_, kind)| name.is_some_and(|name| kind.title == name));
    let usual = ruleset.declarations().usual_group().or_else(|| name.and(kinds.keys().next()).map(String::as_str));
    let kind = known.map(|(kind, _)| kind.as_str()).or(usual)?;
    let name = name.filter(|_| known.is_none()).map(str::to_owned);
    Some(Group { kind: kind.to_owned(), name, ..Group::default() })
}

/// Gives an id to each squadron that another names, and names it by that.
fn refer(list: &mut ArmyList) {
    let groups = list.groups.iter_mut().flat_map(|group| &mut group.squadrons);
    let mut all: Vec<&mut Squadron> = list.squadrons.iter_mut().chain(groups).collect();
    let named = all.iter().flat_map(|squadron| squadron.brought_by.iter().chain(&squadron.carries));
    let named: BTreeSet<String> = named.cloned().collect();
    for name in &named {
        let is_meant = |squadron: &&mut Squadron| *squadron.name.as_ref().unwrap_or(&squadron.unit) == *name;
        if let Some(place) = all.iter().position(is_meant) {
            all[place].id = Some(slug(name));
        }
    }
    for squadron in all {
        squadron.brought_by.iter_mut().chain(&mut squadron.carries).for_each(|name| *name = slug(name));
    }
}

/// Whether a cell says yes.
fn is_yes(cell: &str) -> bool {
    ["yes", "y", "x", "true", "1", "ja", "oui"].contains(&cell.to_lowercase().as_str())
}

/// Whether a cell has a number and nothing else.
fn is_number(cell: &str) -> bool {
    !cell.is_empty() && cell.chars().all(|letter| letter.is_ascii_digit())
}
