//! `print` and `preview`: a list on paper.

use data_encoding::BASE64;
use muster_library::judge::judge_list;
use muster_library::share;
use muster_print::{Fleet, Layout, Options, Paper, PrintError, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::given::GivenList;
use crate::{App, Fault};

/// What `print` and `preview` take.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintArgs {
    /// The list.
    pub list: GivenList,
    /// What is printed, in this order.
    pub layouts: Vec<PrintLayout>,
    /// The size of the pages.
    pub paper: PrintPaper,
    /// For the player: with secret decks, secret roles and private notes.
    pub private: bool,
}

/// What can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PrintLayout {
    /// What is in the list, how far limits are used, the verdict.
    ForceList,
    /// A card for each kind of models.
    StatCards,
    /// The decks.
    Decks,
    /// Each special rule of the list.
    Reference,
    /// A line for each squadron.
    Roster,
}

/// The size of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
pub enum PrintPaper {
    /// 210 mm by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// A list as a file to print.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintAnswer {
    /// A PDF in base 64.
    pub pdf: String,
}

/// The pages as they will be printed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PreviewAnswer {
    /// An SVG picture of each.
    pub pages: Vec<String>,
}

/// A list as PDF. Fails where the list cannot be read or its ruleset is not at hand.
pub fn print(app: &App, args: &PrintArgs) -> Result<PrintAnswer, Fault> {
    printed(app, args, |fleet, options| muster_print::pdf(&[fleet], options))
        .map(|bytes| PrintAnswer { pdf: BASE64.encode(&bytes) })
}

/// The pages of a list as pictures. Fails as `print` does.
pub fn preview(app: &App, args: &PrintArgs) -> Result<PreviewAnswer, Fault> {
    printed(app, args, |fleet, options| muster_print::pictures(&[fleet], options)).map(|pages| PreviewAnswer { pages })
}

fn printed<T>(
    app: &App,
    args: &PrintArgs,
    print: impl FnOnce(Subject, &Options) -> Result<T, PrintError>,
) -> Result<T, Fault> {
    let list = args.list.list()?;
    let ruleset = app.shelf().ruleset_for(&list)?;
    let report = judge_list(app.shelf(), "", None, &list, None);
    let word = share::word_for(ruleset.declarations(), &list, report.fingerprint.as_deref(), args.private);
    let fleet = Fleet { ruleset: &ruleset, list: &list, report: &report, share: Some(&word) };
    print(Subject::List(fleet), &args.options()).map_err(|error| Fault::new("unprintable", error.to_string()))
}

impl PrintArgs {
    fn options(&self) -> Options {
        let layout = |layout: &PrintLayout| match layout {
            PrintLayout::ForceList => Layout::ForceList,
            PrintLayout::StatCards => Layout::StatCards,
            PrintLayout::Decks => Layout::Decks,
            PrintLayout::Reference => Layout::Reference,
            PrintLayout::Roster => Layout::Roster,
        };
        Options {
            layouts: self.layouts.iter().map(layout).collect(),
            paper: match self.paper {
                PrintPaper::A4 => Paper::A4,
                PrintPaper::Letter => Paper::Letter,
            },
            private: self.private,
            date: None,
        }
    }
}
