//! `changes`: what an event or house rules change of the games that they are about.

use muster_changes::{Changes, Side, sections};
use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;

/// The arguments of `changes`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChangesArgs {
    /// The event or the house rules.
    pub event: GivenEvent,
}

/// What differs in each game that the event is about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChangesAnswer {
    /// The games, in the order of the event.
    pub games: Vec<ChangedGame>,
}

/// What differs in one game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChangedGame {
    /// The name of the game.
    pub name: String,
    /// What differs under each heading; empty if nothing does.
    pub sections: Vec<ChangedSection>,
}

/// What differs under one heading.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChangedSection {
    /// The heading, such as the nation of units.
    pub title: String,
    /// The things that differ.
    pub rows: Vec<ChangedRow>,
}

/// One thing that differs, or several of which the same is to say.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChangedRow {
    /// `new`, `gone` or `changed`.
    pub became: String,
    /// Their names.
    pub names: String,
    /// What is to say of them.
    pub sentences: Vec<String>,
}

/// Compares each game under the event with the same game without it. Fails if the event is faulty or not at hand.
pub fn changes(app: &App, args: &ChangesArgs) -> Result<ChangesAnswer, CallFault> {
    let under = app.under(Some(&args.event))?;
    let heads = under.shelf().event_heads();
    let plain = under.shelf().without_events();
    let mut games = Vec::new();
    for id in heads.last().map(|head| head.rulesets.as_slice()).unwrap_or_default() {
        let name = under.shelf().exactly(&RulesetName::Id(id.clone()))?;
        let (before, after) = (plain.ruleset(&name, &[])?, under.shelf().ruleset(&name, &[])?);
        let changes = muster_changes::changes(side(&before), side(&after));
        games.push(ChangedGame { name: after.declarations().name.clone(), sections: told(&changes) });
    }
    Ok(ChangesAnswer { games })
}

fn side(ruleset: &Ruleset) -> Side<'_> {
    Side { ruleset, deadline: None, lists: None, key: None, version: None, of: &ruleset.declarations().id, more: "" }
}

fn told(changes: &Changes) -> Vec<ChangedSection> {
    let row = |row: muster_changes::ChangeRow| ChangedRow {
        became: row.became.word().to_owned(),
        names: row.names,
        sentences: row.sentences,
    };
    let told = sections(changes).into_iter();
    told.map(|section| ChangedSection { title: section.title, rows: section.rows.into_iter().map(row).collect() })
        .collect()
}
