//! `muster licences`: what Muster is built of, and the licences of all of that.

use std::io::Write;

use crate::outcome::{Complaint, Failure, Outcome};
use crate::terminal;

/// Prints the text that every archive and installer has as `LICENCES.txt`.
pub(crate) fn run() -> Result<Outcome, Failure> {
    let text = muster_app::licences_text().map_err(|fault| Complaint { message: fault.message, help: fault.help })?;
    let mut out = terminal::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Fine)
}
