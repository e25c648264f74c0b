//! `muster lsp`: serves an editor.

use std::io::{self, BufReader};
use std::sync::Arc;

use muster_app::App;
use muster_doors::Drafts;
use muster_library::shelf::Shelf;

use crate::outcome::{CommandFailure, ExitOutcome};

/// Serves until the editor ends it. The shelf reads files through the drafts.
pub(crate) fn run(shelf: Shelf, drafts: Arc<Drafts>) -> Result<ExitOutcome, CommandFailure> {
    muster_memory::give_back_at_once();
    muster_doors::serve_editor(App::new(shelf), drafts, BufReader::new(io::stdin()), io::stdout())?;
    Ok(ExitOutcome::Fine)
}
