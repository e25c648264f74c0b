//! What the arguments of several commands share.

use std::path::PathBuf;

use clap::ValueEnum;

/// Formats for all other output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputStyle {
    /// Text for people
    #[default]
    Human,
    /// JSON for programs
    Json,
}

/// The destination of the output.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Target {
    /// Write to this file (into this folder, for several lists or `import --all`) instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace a file that already exists
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// The keys that open sealed lists.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct KeyFile {
    /// Open sealed lists with the event's secret key, the file that `muster new event-key` wrote
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
}

/// Checks that a text is a date as lists write it.
pub(super) fn day(text: &str) -> Result<String, String> {
    if muster_library::day::is_day(text) { Ok(text.to_owned()) } else { Err("there is no such day".to_owned()) }
}
