//! `print-sheet`: a sheet as PDF.

use data_encoding::BASE64;
use muster_print::{Paper, PrintOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;
use crate::given_sheet::{GivenSheet, refused};
use crate::print::{PrintAnswer, unprintable};
use crate::printable::Printable;

/// The arguments of `print-sheet`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintSheetArgs {
    /// The sheet.
    pub sheet: GivenSheet,
    /// The size of the pages.
    pub paper: Paper,
    /// Include the private notes, for the player's own use.
    pub private: bool,
}

/// Prints a sheet as PDF. Fails if the sheet cannot be read or its ruleset is not installed.
pub fn print_sheet(app: &App, args: &PrintSheetArgs) -> Result<PrintAnswer, CallFault> {
    let (sheet, ruleset) = args.sheet.read(app.shelf()).map_err(refused)?;
    let report = muster_engine::check_sheet(&ruleset, &sheet);
    let printable = Printable::sheet(ruleset, sheet, report);
    let options = PrintOptions { paper: args.paper, private: args.private, ..PrintOptions::default() };
    let pdf = muster_print::pdf(&[printable.subject()], &options).map_err(|error| unprintable(&error))?;
    Ok(PrintAnswer { pdf: BASE64.encode(&pdf) })
}
