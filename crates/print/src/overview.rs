//! The overview page: the fleet in drawings and figures.

use muster_engine::overview::{BandDice, StatSpread, TraitSpending, overview};
use muster_engine::plural::{capital, count};
use muster_engine::summary::SquadronLine;
use serde::Serialize;

use crate::order::is_choice;
use crate::subject::Fleet;

/// The most models of a squadron that are drawn one by one.
const MODELS: u32 = 6;

/// The content of an overview page, for the template. Lengths of bars are thousandths.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct OverviewWords {
    title: String,
    subtitle: String,
    emblem: Option<String>,
    squadrons: Vec<DrawnSquadron>,
    headings: [&'static str; 4],
    /// What the fleet cannot do.
    lacks: Vec<String>,
    spending: Vec<SpendingWords>,
    dice_note: &'static str,
    bands: Vec<BandWords>,
    stats: Vec<StatWords>,
}

/// A squadron as drawings of its models.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct DrawnSquadron {
    drawing: Option<String>,
    /// How often it is drawn.
    times: u32,
    words: String,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct SpendingWords {
    title: String,
    parts: Vec<SpendingPart>,
    /// Where the limit stands, if the fleet has more points than it may.
    limit: Option<i64>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct SpendingPart {
    title: String,
    models: String,
    points: String,
    from: i64,
    width: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct BandWords {
    title: String,
    facts: String,
    /// The dice in each direction, clockwise from ahead, in thousandths of the most at any range.
    directions: Vec<i64>,
    named: Vec<(&'static str, String)>,
    /// What is said of weapons whose arc is not known.
    elsewhere: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct StatWords {
    title: String,
    sum: String,
    /// Each value, how many models have it, and the length of its bar.
    values: Vec<(String, String, i64)>,
}

/// The overview of what the pages show of a fleet. None if nothing says how the fleet looks, or if it has no squadrons.
pub(crate) fn overview_words(fleet: &Fleet) -> Option<OverviewWords> {
    let look = fleet.look?;
    let summary = fleet.shown.summary;
    let squadrons = drawn(fleet);
    if squadrons.is_empty() {
        return None;
    }
    let figures = overview(fleet.ruleset, summary, &look.traits, &look.stats);
    let most = figures.bands.iter().flat_map(|band| &band.directions).copied().max().unwrap_or_default().max(1);
    let bands = figures.bands.iter().filter(|_| figures.bands.iter().any(|band| band.all > 0));
    Some(OverviewWords {
        title: fleet.title().to_owned(),
        subtitle: fleet.subtitle(),
        emblem: fleet.emblem(),
        squadrons,
        headings: ["What the fleet cannot do", "Points", "Dice by range and direction", "Models"],
        lacks: figures.lacks.clone(),
        spending: figures.spending.iter().map(|one| spending(one, summary.mfv.map(i64::from))).collect(),
        dice_note: "The sum over all weapons of all models, with the bow up.",
        bands: bands.map(|band| band_words(band, most)).collect(),
        stats: figures.stats.iter().map(stat).collect(),
    })
}

/// The squadrons of a fleet that have models, in the list's order.
pub(crate) fn drawn(fleet: &Fleet) -> Vec<DrawnSquadron> {
    let words = |line: &SquadronLine| match line.models {
        0 | 1 => line.name.clone(),
        models => format!("{models} \u{d7} {}", line.name),
    };
    let one = |line: &SquadronLine| DrawnSquadron {
        drawing: fleet.drawing(line),
        times: line.models.clamp(1, MODELS),
        words: words(line),
    };
    fleet.shown.summary.squadrons.iter().filter(|line| !is_choice(line)).map(one).collect()
}

fn spending(of: &TraitSpending, mfv: Option<i64>) -> SpendingWords {
    let spent: i64 = of.values.iter().map(|value| value.points).sum();
    let whole = spent.max(mfv.unwrap_or_default()).max(1);
    let mut from = 0;
    let mut parts = Vec::new();
    for value in &of.values {
        parts.push(SpendingPart {
            title: capital(&value.title),
            models: count(value.models, "model"),
            points: value.points.to_string(),
            from: 1000 * from / whole,
            width: 1000 * value.points / whole,
        });
        from += value.points;
    }
    let limit = mfv.filter(|mfv| spent > *mfv).map(|mfv| 1000 * mfv / whole);
    SpendingWords { title: of.title.clone(), parts, limit }
}

fn band_words(band: &BandDice, most: i64) -> BandWords {
    let reach = band.reach.as_ref().map(|reach| format!("to {reach}"));
    let facts: Vec<String> = reach.into_iter().chain([format!("{} dice", band.all)]).collect();
    let words = ["ahead", "starboard", "astern", "port"];
    let quarter = band.directions.len() / words.len();
    let named = words.into_iter().zip(band.directions.iter().step_by(quarter.max(1)));
    BandWords {
        title: band.title.clone(),
        facts: facts.join(" \u{b7} "),
        directions: band.directions.iter().map(|dice| 1000 * dice / most).collect(),
        named: named.map(|(word, dice)| (word, dice.to_string())).collect(),
        elsewhere: (band.elsewhere > 0)
            .then(|| format!("{} more: Muster does not know where these weapons point.", band.elsewhere)),
    }
}

fn stat(spread: &StatSpread) -> StatWords {
    let most = spread.values.iter().map(|value| value.models).max().unwrap_or_default().max(1);
    let values = spread.values.iter();
    StatWords {
        title: spread.title.clone(),
        sum: format!("{} in all", spread.sum),
        values: values
            .map(|value| (value.value.to_string(), value.models.to_string(), 1000 * value.models / most))
            .collect(),
    }
}
