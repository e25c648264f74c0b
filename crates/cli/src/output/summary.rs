//! The summary of a list as text: squadrons, shares, allowances, decks.

use std::collections::BTreeMap;
use std::io::{self, Write};

use muster_engine::needs::Need;
use muster_engine::plural::joined;
use muster_engine::report::Report;
use muster_engine::summary::{Allowance, ChargeLine, Share, SlotLine, SquadronLine, Summary};
use muster_engine::words::number::{self, known};
use muster_engine::words::{price, share};

use super::human::header;
use super::table::{TableColumn, table};
use crate::terminal::{FAINT, STRONG};
use crate::text::{capital, plain};

/// Words from the game and the list's nation.
pub(crate) struct ShowWords {
    /// The printed name of the list's nation.
    pub home: Option<String>,
    /// For the id of each rule that an overlay changed or brought: the words that say so.
    pub overlaid: BTreeMap<String, String>,
    /// The ruleset's word for a squadron, singular and plural.
    pub squadrons: [String; 2],
}

/// Writes a list.
pub(crate) fn write(
    writer: &mut impl Write,
    words: &ShowWords,
    report: &Report,
    summary: &Summary,
    width: Option<usize>,
) -> io::Result<()> {
    header::write(writer, report)?;
    if let Some(fingerprint) = &report.fingerprint {
        writeln!(writer, "  {FAINT}fingerprint {fingerprint}{FAINT:#}")?;
    }
    let rows = summary.squadrons.iter().map(|squadron| row(words.home.as_deref(), summary, squadron)).collect();
    let [squadron, squadrons] = &words.squadrons;
    let columns = [TableColumn::Words(squadron)].into_iter().chain(COLUMNS).filter(|column| used(summary, column));
    section(writer, &capital(squadrons), &columns.collect::<Vec<_>>(), rows, width)?;
    section(writer, "Changed by overlays", &OVERLAYS, overlaid(summary), width)?;
    for group in &summary.groups {
        let title = format!("{}, {}", plain(&group.name), number::points(group.points, group.points_at_least));
        section(writer, &title, &SLOTS, group.slots.iter().map(|line| slot(summary, line)).collect(), width)?;
    }
    section(writer, "Charges", &CHARGES, summary.charges.iter().map(charge).collect(), width)?;
    limits(writer, &summary.shares, &words.overlaid, width)?;
    let granted = summary.allowances.iter().filter(|one| one.is_granted());
    section(writer, "Allowances", &ALLOWANCES, granted.map(allowance).collect(), width)?;
    for deck in &summary.decks {
        writeln!(writer, "\n{STRONG}{}{STRONG:#}", plain(&deck.title))?;
        for card in &deck.cards {
            writeln!(writer, "{}", plain(card))?;
        }
    }
    Ok(())
}

/// Writes the models that a list needs, each with the number of them in a collection.
pub(crate) fn needs(writer: &mut impl Write, needs: &[(Need, u32)], width: Option<usize>) -> io::Result<()> {
    let row = |(need, owned): &(Need, u32)| {
        let short = match need.models.saturating_sub(*owned) {
            0 => "-".to_owned(),
            short => short.to_string(),
        };
        vec![need.miniature.name.clone(), need.models.to_string(), owned.to_string(), short]
    };
    section(writer, "Collection", &NEEDS, needs.iter().map(row).collect(), width)
}

/// Writes how far limits are used. `overlaid` says what overlays did to their rules.
pub(super) fn limits(
    writer: &mut impl Write,
    shares: &[Share],
    overlaid: &BTreeMap<String, String>,
    width: Option<usize>,
) -> io::Result<()> {
    section(writer, "Limits", &SHARES, shares.iter().map(|share| limit(share, overlaid)).collect(), width)
}

const ALLOCATION: &str = "allocation";
const COLUMNS: [TableColumn<'static>; 4] = [
    TableColumn::Numbers("models"),
    TableColumn::Numbers("points"),
    TableColumn::Words(ALLOCATION),
    TableColumn::Words("with"),
];
const SLOTS: [TableColumn<'static>; 2] = [TableColumn::Words("slot"), TableColumn::Words("filled by")];
const SHARES: [TableColumn<'static>; 4] = [
    TableColumn::Words("limit"),
    TableColumn::Numbers("has"),
    TableColumn::Words("may have"),
    TableColumn::Words("rule"),
];
const CHARGES: [TableColumn<'static>; 3] =
    [TableColumn::Numbers("points"), TableColumn::Words("because"), TableColumn::Words("rule")];
const ALLOWANCES: [TableColumn<'static>; 4] = [
    TableColumn::Numbers("number"),
    TableColumn::Words("of"),
    TableColumn::Words("because"),
    TableColumn::Words("rule"),
];

const NEEDS: [TableColumn<'static>; 4] = [
    TableColumn::Words("model"),
    TableColumn::Numbers("needed"),
    TableColumn::Numbers("owned"),
    TableColumn::Numbers("short"),
];
const OVERLAYS: [TableColumn<'static>; 2] = [TableColumn::Words("unit"), TableColumn::Words("change")];

/// What overlays do to the units of the list, each once.
fn overlaid(summary: &Summary) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for squadron in &summary.squadrons {
        for line in &squadron.overlays {
            let row = vec![squadron.unit.clone(), line.clone()];
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    rows
}

/// Writes a table under its title, or nothing if it has no rows.
pub(super) fn section(
    writer: &mut impl Write,
    title: &str,
    columns: &[TableColumn<'_>],
    rows: Vec<Vec<String>>,
    width: Option<usize>,
) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(writer, "\n{STRONG}{title}{STRONG:#}\n{}", table(columns, rows, width))
}

/// Whether a column is shown. Allocations are shown only if the list has them.
fn used(summary: &Summary, column: &TableColumn) -> bool {
    summary.allocates || !matches!(column, TableColumn::Words(ALLOCATION))
}

fn row(home: Option<&str>, summary: &Summary, squadron: &SquadronLine) -> Vec<String> {
    // Wrapping would remove spaces at the beginning of a cell.
    let indent = "+ ".repeat(usize::try_from(squadron.depth).unwrap_or_default().min(8));
    let unit = Some(&squadron.unit).filter(|unit| **unit != squadron.name);
    // Other squadrons point at it by name. If several have that name, they need its id.
    let namesakes = summary.squadrons.iter().filter(|other| other.name == squadron.name).count();
    let id = squadron.id.as_ref().filter(|_| namesakes > 1);
    let details: Vec<String> = unit.into_iter().chain(id).map(|detail| format!(" ({detail})")).collect();
    let name = format!("{indent}{}{}", squadron.name, details.concat());
    // A choice of a group has no models, which could stand somewhere.
    let is_choice = squadron.models == 0 && squadron.unit_id.is_some();
    let models = if is_choice { "-".to_owned() } else { squadron.models.to_string() };
    let mut row = vec![name, models, known(squadron.points, squadron.points_at_least)];
    if summary.allocates {
        let turn = squadron.entry_turn.map(|turn| format!(", turn {turn}")).unwrap_or_default();
        row.push(if is_choice { "-".to_owned() } else { format!("{}{turn}", squadron.allocation) });
    }
    row.push(with(home, squadron));
    row
}

/// What belongs to a squadron: roles, options, other squadrons, and its nation if it is an ally.
fn with(home: Option<&str>, squadron: &SquadronLine) -> String {
    let mut with: Vec<String> = squadron.roles.iter().chain(&squadron.options).cloned().collect();
    let named =
        |words: &str, names: &[String]| (!names.is_empty()).then(|| format!("{words} {}", joined(names, "and")));
    with.extend(squadron.brought_by.as_ref().map(|bringer| format!("brought by {bringer}")));
    with.extend(named("carries", &squadron.carries));
    with.extend(named("carried by", &squadron.carried_by));
    with.extend(squadron.nation.clone().filter(|nation| home != Some(nation.as_str())));
    with.join(", ")
}

/// A slot with the names of the squadrons in it.
fn slot(summary: &Summary, slot: &SlotLine) -> Vec<String> {
    let holds = match &slot.count {
        Some(count) => format!(" ({count})"),
        None if slot.holds > 1 => format!(" (up to {})", slot.holds),
        None => String::new(),
    };
    let standing = summary.squadrons.iter().filter(|squadron| slot.filled.contains(&squadron.at));
    let names: Vec<&str> = standing.map(|squadron| squadron.name.as_str()).collect();
    let filled = match (names.is_empty(), slot.open, slot.required || slot.short) {
        (false, ..) => names.join(", "),
        (true, true, true) => "nothing, and needs to be".to_owned(),
        (true, true, false) => "-".to_owned(),
        (true, false, _) => "closed".to_owned(),
    };
    let overlays: Vec<String> = slot.overlays.iter().map(|line| format!(", {line}")).collect();
    vec![format!("{}{holds}{}", slot.title, overlays.concat()), filled]
}

fn limit(share: &Share, overlaid: &BTreeMap<String, String>) -> Vec<String> {
    let overlaid = overlaid.get(&share.rule).map(|does| format!(", {does}")).unwrap_or_default();
    let formula = share.formula.as_ref().map(|formula| format!(" ({formula})")).unwrap_or_default();
    let may_have = format!("{}{formula}", share::bounds(share));
    vec![share::title(share), share::measured(share), may_have, format!("{}{overlaid}", share.rule)]
}

fn charge(charge: &ChargeLine) -> Vec<String> {
    vec![price::charge(charge), charge.title.clone(), charge.rule.clone()]
}

fn allowance(allowance: &Allowance) -> Vec<String> {
    let formula = allowance.formula.clone().unwrap_or_default();
    vec![known(allowance.amount, allowance.amount_at_least), allowance.of.clone(), formula, allowance.rule.clone()]
}
