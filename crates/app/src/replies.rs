//! `page`, `table` and `replies`: write the page, the table and the mails for everything that was handed in.

use std::io::{Cursor, Write};

use csv::{Terminator, WriterBuilder};
use data_encoding::BASE64;
use muster_library::deadline::Deadline;
use muster_submissions::{
    COLUMNS, HandIn, Reply, ReplyOptions, RowMaker, SUBJECT, TEMPLATE, VersionRules, fold_versions,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;

/// The arguments of `page` and `table`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TableArgs {
    /// Everything that was handed in, as `submissions` and `correct` answered it.
    pub handed_in: Vec<HandIn>,
    /// The event, for its name, its deadline and the versions of lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A file to save.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TableAnswer {
    /// The content of the file.
    pub text: String,
}

/// The arguments of `replies`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RepliesArgs {
    /// Everything that was handed in, as `submissions` and `correct` answered it.
    pub handed_in: Vec<HandIn>,
    /// The event, for its deadline and the versions of lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// The mails to the players.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RepliesAnswer {
    /// An archive with a `.eml` file for each mail, in base 64.
    pub zip: String,
    /// How many mails there are.
    pub mails: usize,
    /// The mails that have no address.
    pub without_address: Vec<UnaddressedMail>,
}

/// A mail that has no address.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "WithoutAddress")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnaddressedMail {
    /// Its file.
    pub mail: String,
    /// Why it has none, in words that follow a colon.
    pub why: String,
}

/// Writes everything that was handed in as one page for a browser, as `muster check --format html` does.
pub fn page(app: &App, args: &TableArgs) -> Result<TableAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let handed_in = fold_versions(args.handed_in.clone(), &VersionRules::of(app.shelf()));
    let text = muster_submissions::page(&handed_in, app.shelf(), &[]).map_err(|error| unwritable(&error))?;
    Ok(TableAnswer { text })
}

/// Writes a row for each list, as `muster check --format csv --rows lists --bom` does.
pub fn table(app: &App, args: &TableArgs) -> Result<TableAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let handed_in = fold_versions(args.handed_in.clone(), &VersionRules::of(app.shelf()));
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(vec![]);
    let mut rows = RowMaker::default();
    let lists = handed_in.iter().flat_map(|handed| match handed {
        HandIn::Lists(lists) => lists.as_slice(),
        HandIn::NoList { .. } => &[],
    });
    writer.write_record(COLUMNS).map_err(|error| unwritable(&error))?;
    for list in lists {
        writer.write_record(rows.row(list).cells()).map_err(|error| unwritable(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| unwritable(&error))?;
    Ok(TableAnswer { text: format!("\u{feff}{}", String::from_utf8_lossy(&bytes)) })
}

/// Writes a mail to each player, as `muster reply` does. Fails if the event is faulty.
pub fn replies(app: &App, args: &RepliesArgs) -> Result<RepliesAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let rules = VersionRules::of(app.shelf());
    let (handed_in, deadline) = (fold_versions(args.handed_in.clone(), &rules), rules.deadline().map(Deadline::words));
    let options = ReplyOptions { template: TEMPLATE, subject: SUBJECT, from: None, deadline: deadline.as_deref() };
    let written = muster_submissions::replies(&handed_in, &options);
    let mails = written.map_err(|bad| unwritable(&bad.fault.message))?;
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for mail in &mails {
        // No time is stored, so the same mails give the same bytes.
        archive.start_file(mail.name.as_str(), SimpleFileOptions::default()).map_err(|error| unwritable(&error))?;
        archive.write_all(&mail.mail).map_err(|error| unwritable(&error))?;
    }
    let bytes = archive.finish().map_err(|error| unwritable(&error))?.into_inner();
    let without = |mail: &Reply| {
        let why = mail.to.as_ref().err()?.why();
        Some(UnaddressedMail { mail: mail.name.clone(), why })
    };
    let without_address = mails.iter().filter_map(without).collect();
    Ok(RepliesAnswer { zip: BASE64.encode(&bytes), mails: mails.len(), without_address })
}

fn unwritable(error: &impl ToString) -> CallFault {
    CallFault::new("unwritable", error.to_string())
}
