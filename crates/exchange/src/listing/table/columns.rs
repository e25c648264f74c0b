//! What the columns of a table of a list have, by their headings.

use csv::StringRecord;
use muster_engine::slug::slug;

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ListColumn {
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
const COLUMNS: [(ListColumn, &[&str]); 22] = [
    (ListColumn::List, &["list", "list-name", "fleet-name"]),
    (ListColumn::Player, &["player", "spieler", "joueur"]),
    (ListColumn::Ruleset, &["ruleset", "game"]),
    (ListColumn::Mfv, &["mfv", "limit"]),
    (ListColumn::Group, &["group", "battle-group", "battlefleet", "platoon"]),
    (ListColumn::Name, &["name", "squadron-name"]),
    (
        ListColumn::Unit,
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
    (ListColumn::Id, &["id"]),
    (ListColumn::Nation, &["nation", "faction", "fraktion"]),
    (
        ListColumn::Models,
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
        ListColumn::Points,
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
        ListColumn::Each,
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
    (ListColumn::Roles, &["roles", "role", "commander"]),
    (
        ListColumn::Options,
        &["options", "upgrades", "extras", "loadout", "equipment", "generators", "generator", "refits", "optionen"],
    ),
    (
        ListColumn::Notes,
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
    (ListColumn::Attached, &["attached", "attachment", "escort"]),
    (ListColumn::Slot, &["slot"]),
    (ListColumn::Allocation, &["allocation", "force", "deployment"]),
    (ListColumn::Turn, &["turn", "entry-turn"]),
    (ListColumn::BroughtBy, &["brought-by"]),
    (ListColumn::Carries, &["carries"]),
    (ListColumn::Terms, &["terms"]),
];

/// The columns of a row, if it is the head of a table.
pub(super) fn head_of(cells: &StringRecord) -> Option<Vec<ListColumn>> {
    let known = |cell: &str| {
        let name = slug(cell);
        COLUMNS.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(column, _)| *column)
    };
    let mut columns: Vec<ListColumn> = cells.iter().map(|cell| known(cell).unwrap_or(ListColumn::Other)).collect();
    let has = |column: ListColumn, columns: &[ListColumn]| columns.contains(&column);
    if !has(ListColumn::Unit, &columns) {
        // Where nothing else names units, names do.
        let name = columns.iter().position(|column| *column == ListColumn::Name)?;
        columns[name] = ListColumn::Unit;
    }
    // The last column of points has the sum of all models.
    let points: Vec<usize> = (0..columns.len()).filter(|at| columns[*at] == ListColumn::Points).collect();
    for at in points.iter().rev().skip(1) {
        columns[*at] = ListColumn::Each;
    }
    let tells =
        [ListColumn::Models, ListColumn::Points, ListColumn::Options].iter().any(|column| has(*column, &columns));
    let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
    (tells && filled > 1).then_some(columns)
}
