//! `print`, `print-many`, `preview` and `picture`: lists on paper, and as a picture to post.

use data_encoding::BASE64;
use muster_engine::effort;
use muster_print::{CardRules, Layout, Paper, PrintError, PrintGaps, PrintOptions, PrintSubject};
use muster_submissions::Submission;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::given_sheet::{GivenSheet, beside, file_of};
use crate::printable::Printable;

/// The most bytes of text that `print-many` sets at once: some fifty force lists of 25 squadrons, with 320 MB of memory.
const MANY: usize = 1 << 20;

/// The arguments of `print` and `preview`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintArgs {
    /// The list.
    pub list: GivenList,
    /// The layouts to print, in this order. Each stands once.
    #[schemars(extend("uniqueItems" = true))]
    pub layouts: Vec<Layout>,
    /// The size of the pages.
    pub paper: Paper,
    /// Include the secret decks, secret roles and private notes, for the player's own use.
    pub private: bool,
    /// How stat cards show special rules.
    #[serde(default)]
    pub card_rules: CardRules,
    /// The sheet that the list points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<GivenSheet>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// The arguments of `print-many`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintManyArgs {
    /// The lists as they were handed in, in the order of the pages. Those that could not be read are left out.
    pub lists: Vec<Submission>,
    /// The layouts to print of each, in this order. Each stands once.
    #[schemars(extend("uniqueItems" = true))]
    pub layouts: Vec<Layout>,
    /// The size of the pages.
    pub paper: Paper,
    /// The event under which they were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// The arguments of `picture`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PictureArgs {
    /// The list.
    pub list: GivenList,
    /// The sheet that the list points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<GivenSheet>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A list as a picture.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PictureAnswer {
    /// A PNG of 1600 by 900 pixels in base 64.
    pub png: String,
}

/// A list as a file to print.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintAnswer {
    /// A PDF in base 64.
    pub pdf: String,
}

/// The printed pages as images.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PreviewAnswer {
    /// An SVG image per page.
    pub pages: Vec<String>,
    /// The layouts that have nothing to print: `decks` for a list without cards.
    pub empty: Vec<Layout>,
    /// The letters that no font of the program has, each once. They are printed as boxes.
    pub boxes: String,
}

/// Prints a list as PDF. Fails if the list cannot be read or its ruleset is not installed.
pub fn print(app: &App, args: &PrintArgs) -> Result<PrintAnswer, CallFault> {
    printed(app, args, |fleet, options| muster_print::pdf(&[fleet], options))
        .map(|bytes| PrintAnswer { pdf: BASE64.encode(&bytes) })
}

/// Draws the printed pages of a list as images. Fails if `print` would.
pub fn preview(app: &App, args: &PrintArgs) -> Result<PreviewAnswer, CallFault> {
    printed(app, args, |fleet, options| {
        let PrintGaps { empty, letters } = muster_print::gaps(&fleet, options)?;
        Ok(PreviewAnswer { pages: muster_print::pictures(&[fleet], options)?, empty, boxes: letters })
    })
}

/// Draws the fleet of a list as a picture to post, without what the opponent may not see. Fails if `print` would.
pub fn picture(app: &App, args: &PictureArgs) -> Result<PictureAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let sheet = file_of(args.sheet.as_ref())?;
    let list = Box::new(args.list.list()?);
    let printable = Printable::list(app.shelf(), beside(sheet.as_ref()), list, None, false);
    let printable = printable.map_err(|report| CallFault::of_report(&report))?;
    let png = printable.picture().map_err(|error| unprintable(&error))?;
    Ok(PictureAnswer { png: BASE64.encode(&png.unwrap_or_default()) })
}

/// Prints lists as one PDF, each for the opponent. Fails if the ruleset of one is not installed, and with `too-large` if
/// they have too much text for one call.
pub fn print_many(app: &App, args: &PrintManyArgs) -> Result<PrintAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let ready = |submission: &Submission| {
        let list = submission.list.clone()?;
        let printable = Printable::list(app.shelf(), None, list, Some(submission.report.clone()), false);
        Some(printable.map_err(|report| CallFault::of_report(&report)))
    };
    let here = effort::here();
    let lists: Vec<Printable> =
        args.lists.par_iter().filter_map(|list| here.go_on(|| ready(list))).collect::<Result<_, _>>()?;
    let subjects: Vec<PrintSubject> = lists.iter().map(Printable::subject).collect();
    let options =
        PrintOptions { layouts: args.layouts.clone(), paper: args.paper, most: Some(MANY), ..PrintOptions::default() };
    let pdf = muster_print::pdf(&subjects, &options).map_err(|error| unprintable(&error))?;
    Ok(PrintAnswer { pdf: BASE64.encode(&pdf) })
}

fn printed<T>(
    app: &App,
    args: &PrintArgs,
    print: impl FnOnce(PrintSubject, &PrintOptions) -> Result<T, PrintError>,
) -> Result<T, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let list = args.list.list()?;
    let sheet = file_of(args.sheet.as_ref())?;
    let printable = Printable::list(app.shelf(), beside(sheet.as_ref()), Box::new(list), None, args.private);
    let printable = printable.map_err(|report| CallFault::of_report(&report))?;
    let options = PrintOptions {
        layouts: args.layouts.clone(),
        paper: args.paper,
        private: args.private,
        card_rules: args.card_rules,
        date: None,
        most: None,
    };
    print(printable.subject(), &options).map_err(|error| unprintable(&error))
}

/// Why something cannot be printed.
pub(crate) fn unprintable(error: &PrintError) -> CallFault {
    match error {
        PrintError::LayoutTwice => CallFault::new("wrong-args", error.to_string()),
        PrintError::TooLargeFile { .. } => {
            CallFault::new("too-large", error.to_string()).help("print fewer lists at once")
        }
        _ => CallFault::new("unprintable", error.to_string()),
    }
}
