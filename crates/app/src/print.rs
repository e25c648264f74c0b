//! `print` and `preview`: a list on paper.

use data_encoding::BASE64;
use muster_engine::report::Report;
use muster_exchange::yaml;
use muster_library::judge::{judge_in_full, judge_open};
use muster_library::share;
use muster_print::{Fleet, Layout, Options, Paper, PrintError, Seen, Shared, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::Fault;
use crate::given::GivenList;

/// The arguments of `print` and `preview`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintArgs {
    /// The list.
    pub list: GivenList,
    /// The layouts to print, in this order.
    pub layouts: Vec<Layout>,
    /// The size of the pages.
    pub paper: Paper,
    /// Include the secret decks, secret roles and private notes, for the player's own use.
    pub private: bool,
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
}

/// Prints a list as PDF. Fails if the list cannot be read or its ruleset is not installed.
pub fn print(app: &App, args: &PrintArgs) -> Result<PrintAnswer, Fault> {
    printed(app, args, |fleet, options| muster_print::pdf(&[fleet], options))
        .map(|bytes| PrintAnswer { pdf: BASE64.encode(&bytes) })
}

/// Draws the printed pages of a list as images. Fails if `print` would.
pub fn preview(app: &App, args: &PrintArgs) -> Result<PreviewAnswer, Fault> {
    printed(app, args, |fleet, options| muster_print::pictures(&[fleet], options)).map(|pages| PreviewAnswer { pages })
}

fn printed<T>(
    app: &App,
    args: &PrintArgs,
    print: impl FnOnce(Subject, &Options) -> Result<T, PrintError>,
) -> Result<T, Fault> {
    let list = args.list.list()?;
    let judged = judge_in_full(app.shelf(), "", None, &list, None).map_err(|report| refused(&report))?;
    let declarations = judged.ruleset.declarations();
    let shared = share::shared(declarations, &list, judged.report.fingerprint.as_deref(), args.private);
    let word = share::word(&shared);
    let file = yaml::to_string(&shared).map_err(|error| Fault::new("unprintable", error.to_string()))?;
    let whole = Seen { list: &list, report: &judged.report, summary: &judged.summary };
    let open = if args.private {
        None
    } else {
        judge_open(app.shelf(), "", None, &judged.ruleset, &list).map_err(|report| refused(&report))?
    };
    let shown =
        open.as_ref().map_or(whole, |(list, judged)| Seen { list, report: &judged.report, summary: &judged.summary });
    let fleet = Fleet { ruleset: &judged.ruleset, whole, shown, share: Some(Shared { word: &word, file: &file }) };
    let options = Options { layouts: args.layouts.clone(), paper: args.paper, private: args.private, date: None };
    print(Subject::List(fleet), &options).map_err(|error| match error {
        PrintError::LayoutTwice => Fault::new("wrong-args", error.to_string()),
        _ => Fault::new("unprintable", error.to_string()),
    })
}

/// Why a list cannot be printed, from its report.
fn refused(report: &Report) -> Fault {
    let finding = report.findings.first();
    let (rule, message) =
        finding.map_or(("unreadable", "this is not a list"), |finding| (finding.rule.as_str(), &finding.message));
    Fault { help: finding.and_then(|finding| finding.help.clone()), ..Fault::new(rule, message) }
}
