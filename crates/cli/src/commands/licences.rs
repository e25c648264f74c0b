//! `muster licences`: what Muster is built of, and the licences of all of that.

use std::io::Write;

use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal;

/// Prints the text that every archive and installer has as `LICENCES.txt`.
pub(crate) fn run() -> Result<ExitOutcome, CommandFailure> {
    let text =
        muster_app::licences_text().map_err(|fault| CommandComplaint { message: fault.message, help: fault.help })?;
    let mut out = terminal::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(ExitOutcome::Fine)
}
