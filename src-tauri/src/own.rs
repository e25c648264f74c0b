//! Loads a person's own folder of rulesets and files of units.

use std::path::PathBuf;

use muster_app::CallFault;
use muster_app::own_units::{OwnUnits, where_they_fit};
use muster_library::files::{DISK, Files};
use muster_library::shelf::Shelf;

/// The most faults of a file that are reported at once.
const TOLD: usize = 3;

/// The shelf with a person's own rulesets and units. Fails if the folder or a file cannot be used, and names it.
pub(crate) fn shelf(rulesets: Option<PathBuf>, units: &[PathBuf]) -> Result<Shelf, CallFault> {
    if let Some(folder) = rulesets.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(CallFault::new(
            "no-access",
            format!("{} is not a folder, or does not exist any more", folder.display()),
        ));
    }
    let shelf = Shelf::with_folders(&Vec::from_iter(rulesets));
    let opened = units.iter().map(|path| match DISK.read(path) {
        Ok(bytes) => Ok(OwnUnits { path: path.clone(), bytes }),
        Err(fault) => {
            let CallFault { code, message, help } = fault.into();
            Err(CallFault { code, message: format!("{}: {message}", path.display()), help })
        }
    });
    where_they_fit(shelf, opened.collect::<Result<_, _>>()?).map_err(|unfit| {
        let told = unfit.faults.iter().take(TOLD).cloned().collect::<Vec<_>>().join("; ");
        let more = match unfit.faults.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let message = format!("the units in {} fit no game. In {}: {told}{more}", unfit.path.display(), unfit.game);
        CallFault::new("unfit-units", message)
    })
}
