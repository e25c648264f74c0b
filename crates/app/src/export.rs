//! `export`: a list as text for other people and programs.

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::summary::{Summary, summary};
use muster_exchange::battlescribe::roster;
use muster_exchange::listing::{self, ListText, Markup};
use muster_library::share;
use muster_library::sheets::pointed_at;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::given_sheet::{GivenSheet, beside, file_of};

/// The arguments of `export`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExportArgs {
    /// The list.
    pub list: GivenList,
    /// The format to write.
    pub to: ExportFormat,
    /// Leave out what the opponent may not see.
    pub open: bool,
    /// The sheet that the list points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<GivenSheet>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// The formats that a list can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExportFormat {
    /// Plain text that `import` reads back.
    Text,
    /// Markdown that `import` reads back, for forums and wikis.
    Markdown,
    /// Markdown of Discord that `import` reads back.
    Discord,
    /// Forum tags that `import` reads back, for older forums.
    Bbcode,
    /// One line per squadron.
    Lines,
    /// A spreadsheet with one row per squadron.
    Csv,
    /// A roster for other list builders (.ros).
    Ros,
    /// One word that holds the list.
    Word,
}

/// A list as text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExportAnswer {
    /// The text.
    pub text: String,
    /// What the format cannot hold, in sentences.
    pub lost: Vec<String>,
}

/// Writes a list as text. Fails if the list cannot be read or its ruleset is not installed.
pub fn export(app: &App, args: &ExportArgs) -> Result<ExportAnswer, CallFault> {
    let list = args.list.list()?;
    let app = app.under(args.event.as_ref())?;
    let ruleset = app.shelf().ruleset_for(&list)?;
    let sheet = file_of(args.sheet.as_ref())?;
    let pointed = list.sheet.as_ref().zip(beside(sheet.as_ref()));
    let sheet = pointed.and_then(|(pick, beside)| pointed_at(app.shelf(), pick, &ruleset, beside).ok());
    let judged = muster_engine::judge(&ruleset, &list, sheet.as_ref());
    let ListText { text, lost } = if args.open {
        // The open text still states the verdict on the whole list, as prints do.
        let report = judged.into_report();
        let open = share::open(ruleset.declarations(), &list, report.fingerprint.as_deref());
        written(args.to, &ruleset, &open, || (summary(&ruleset, &open), report))
    } else {
        written(args.to, &ruleset, &list, || (judged.summary(), judged.into_report()))
    };
    Ok(ExportAnswer { text, lost })
}

/// Writes a list in a format. `summary` and `report` are only called if the format needs them.
pub fn written(
    to: ExportFormat,
    ruleset: &Ruleset,
    list: &ArmyList,
    judged: impl FnOnce() -> (Summary, Report),
) -> ListText {
    let whole = |text| ListText { text, lost: Vec::new() };
    let styled = |style, (summary, report): (Summary, Report)| listing::write(ruleset, list, &summary, &report, style);
    match to {
        ExportFormat::Text => styled(Markup::Text, judged()),
        ExportFormat::Markdown => styled(Markup::Markdown, judged()),
        ExportFormat::Discord => styled(Markup::Discord, judged()),
        ExportFormat::Bbcode => styled(Markup::Bbcode, judged()),
        ExportFormat::Lines => {
            let (summary, report) = judged();
            whole(listing::lines(&summary, &report))
        }
        ExportFormat::Csv => {
            let (summary, report) = judged();
            whole(listing::rows(ruleset, list, &summary, &report))
        }
        ExportFormat::Ros => roster::write(ruleset, list, &judged().0),
        ExportFormat::Word => whole(share::word(list)),
    }
}
