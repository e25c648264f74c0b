//! What the columns of a table of a list have, by their headings.

use csv::StringRecord;
use muster_engine::slug::slug;

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    List,
    Player,
    Ruleset,
    Mfv,
    Group,
    Name,
    Unit,
    Id,
    Nation,
    Models,
    Points,
    Each,
    Roles,
    Options,
    Notes,
    Attached,
    Slot,
    Allocation,
    Turn,
    BroughtBy,
    Carries,
    Terms,
    /// Nothing that is known.
    Other,
}

/// What people call their columns, by the slugs of the names.
const COLUMNS: [(Column, &[&str]); 22] = [
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
    (Column::Id, &["id"]),
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
    (Column::Slot, &["slot"]),
    (Column::Allocation, &["allocation", "force", "deployment"]),
    (Column::Turn, &["turn", "entry-turn"]),
    (Column::BroughtBy, &["brought-by"]),
    (Column::Carries, &["carries"]),
    (Column::Terms, &["terms"]),
];

/// The columns of a row, if it is the head of a table.
pub(super) fn head_of(cells: &StringRecord) -> Option<Vec<Column>> {
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
