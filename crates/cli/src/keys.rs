//! `--key`: the secret keys of events, with which sealed lists are opened.

use muster_exchange::sealed::{EventKeys, KEYS};
use muster_library::files;

use crate::args::KeyFile;
use crate::file::disk;
use crate::outcome::CommandComplaint;

impl KeyFile {
    /// Reads the keys; none if no file is named.
    pub(crate) fn open(&self) -> Result<Option<EventKeys>, CommandComplaint> {
        let Some(path) = &self.key else { return Ok(None) };
        let wrong = |why: String| CommandComplaint::new(format!("--key {}: {why}", path.display()));
        let bytes = files::read_named(&**disk(), path, KEYS as u64).map_err(|fault| wrong(fault.message))?;
        let help = "it is the file that `muster new event-key` wrote, with a line `AGE-SECRET-KEY-1...`";
        EventKeys::read(&bytes).map(Some).map_err(|fault| wrong(fault.to_string()).help(help))
    }
}
