//! The boxes that players tick off in play: those of each model, and those of a squadron.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ready::ruleset::Ruleset;
use crate::shapes::catalogue::Stat;
use crate::shapes::declarations::{self, TokenNumber, Tokens};
use crate::shapes::summary::OptionLine;
use crate::views::card::{StatInfo, card};
use crate::views::models::AlikeModels;

/// The most boxes in a row. A larger figure gets no boxes: players track it as a number.
pub const MOST: u32 = 30;

/// Rows of boxes with a title.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Boxes")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BoxRows {
    /// What is ticked off.
    pub title: String,
    /// The number of boxes of each row, from 1 to 30: one row, or two for a figure that changes, such as `10/6`.
    pub rows: Vec<u32>,
}

/// The boxes of each of these models, as the ruleset declares: points of its figures, and tokens.
#[must_use]
pub fn of_model(ruleset: &Ruleset, models: &AlikeModels) -> Vec<BoxRows> {
    let card = card(ruleset, &models.card);
    let declared = ruleset.declarations().boxes.iter().filter_map(|boxes| match boxes {
        declarations::Boxes::Stat(id) => {
            let stat = card.stats.iter().find(|stat| stat.id == *id)?;
            Some(BoxRows { title: stat.title.clone(), rows: rows(stat) })
        }
        declarations::Boxes::Tokens(Tokens { title, number: TokenNumber::Each(number) }) => {
            Some(BoxRows { title: title.clone(), rows: vec![(*number).min(MOST)] })
        }
        declarations::Boxes::Tokens(_) => None,
    });
    declared.filter(|boxes| !boxes.rows.is_empty()).collect()
}

/// The boxes that a squadron with these options has once.
#[must_use]
pub fn of_squadron(ruleset: &Ruleset, taken: &[OptionLine]) -> Vec<BoxRows> {
    let declared = ruleset.declarations().boxes.iter().filter_map(|boxes| match boxes {
        declarations::Boxes::Tokens(Tokens { title, number: TokenNumber::Option { option } }) => {
            let number = taken.iter().find(|taken| taken.id == *option)?.number;
            Some(BoxRows { title: title.clone(), rows: vec![number.min(MOST)] })
        }
        _ => None,
    });
    declared.collect()
}

fn rows(stat: &StatInfo) -> Vec<u32> {
    let tickable = |points: u32| Some(points).filter(|points| (1..=MOST).contains(points));
    match &stat.value {
        Stat::Number(number) => u32::try_from(*number).ok().and_then(tickable).into_iter().collect(),
        // `10/6`: ten until it is damaged, six after.
        Stat::Text(text) => {
            let parts = text.split('/').map(|part| tickable(part.trim().parse().ok()?));
            parts.collect::<Option<_>>().unwrap_or_default()
        }
    }
}
