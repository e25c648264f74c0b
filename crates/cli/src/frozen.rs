//! Frozen archives: reads them, and makes their rulesets, overlays and units ready.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_app::own_units::OwnUnits;
use muster_exchange::frozen::{self, ArchiveFiles, FrozenArchive, Roles};
use muster_exchange::unpack;
use muster_library::files::{Files, MemoryFiles};
use muster_library::shelf::{FrozenRuleset, Shelf};

use crate::file::disk;
use crate::outcome::{CommandComplaint, CommandFailure};
use crate::terminal::{complain, inform};
use crate::{events, own_units};

/// Whether a path of the command line is a frozen archive, even a damaged one.
pub(crate) fn is_archive(path: &Path) -> bool {
    if path.as_os_str() == "-" || disk().is_folder(path) {
        return false;
    }
    let name = path.to_string_lossy();
    // Of a file that is not there, `check` tells that.
    disk().read_up_to(path, unpack::BYTES).is_ok_and(|bytes| frozen::is_frozen(&name, &bytes))
}

/// Reads an archive and says whether its files fit the checksums in it. Anything that does not is named, and the archive
/// is refused. Checksums show damage. They do not show who made the archive.
pub(crate) fn read(path: &Path) -> Result<FrozenArchive, CommandComplaint> {
    let shown = path.display();
    let bytes = disk()
        .read_up_to(path, unpack::BYTES)
        .map_err(|fault| CommandComplaint { message: format!("{shown}: {}", fault.message), help: fault.help })?;
    let opened = frozen::open(&bytes).map_err(|refused| {
        for why in &refused.0 {
            complain(&CommandComplaint::new(format!("{shown}: {why}")));
        }
        CommandComplaint::new(format!("{shown} does not fit its own checksums, so nothing in it is used"))
    })?;
    inform(&format!("{shown} fits its own checksums; digest {}", opened.digest));
    inform("anybody can make such an archive: compare the digest with one that you trust");
    if opened.is_repacked {
        inform(&format!("{shown} is packed in another way than this Muster packs; the files in it fit its checksums"));
    }
    Ok(opened)
}

/// The shelf with the rulesets of a folder or of a frozen archive that the command line names.
pub(crate) fn add(shelf: Shelf, path: &Path) -> Result<Shelf, CommandComplaint> {
    if disk().is_folder(path) {
        return Ok(shelf.and_folder(path));
    }
    if is_archive(path) {
        return Ok(shelf.and_frozen(&rulesets(path, &read(path)?.files)?));
    }
    Err(CommandComplaint::new(format!("--rulesets: {} is not a folder and no frozen archive", path.display())))
}

/// The rulesets among the files of an archive.
fn rulesets(archive: &Path, files: &ArchiveFiles) -> Result<Vec<Arc<FrozenRuleset>>, CommandComplaint> {
    let rulesets = files.iter().filter(|(name, _)| name.starts_with("rulesets/"));
    let read = rulesets.map(|(name, bytes)| {
        FrozenRuleset::read(archive, bytes).map_err(|fault| CommandComplaint {
            message: format!("{}: {name}: {}", archive.display(), fault.message),
            help: fault.help,
        })
    });
    read.collect()
}

/// Calls `judge` with the lists, overlays, rulesets and units of an archive and no others. It also gets whether there are
/// warnings on the overlays. If another may have made the archive, `is_foreign`, what its overlays change is told beside
/// verdicts.
pub(crate) fn within<T>(
    archive: &Path,
    roles: &Roles,
    files: &ArchiveFiles,
    is_foreign: bool,
    judge: impl FnOnce(&Shelf, bool) -> Result<T, CommandFailure>,
) -> Result<T, CommandFailure> {
    // Reports name lists and overlays by their names in the archive.
    let inside = files.iter().filter(|(name, _)| name.starts_with("lists/") || name.starts_with("overlays/"));
    let inside: Arc<dyn Files> = Arc::new(inside.map(|(name, bytes)| (name, bytes.clone())).collect::<MemoryFiles>());
    let units = roles.units.iter().filter_map(|name| {
        let bytes = files.get(name)?.clone();
        Some(OwnUnits { path: archive.join(name), bytes })
    });
    let events: Vec<PathBuf> = roles.events.iter().map(PathBuf::from).collect();
    let shelf = Shelf::empty(&inside).and_frozen(&rulesets(archive, files)?).and_folder(Path::new("overlays"));
    let shelf = own_units::with(if is_foreign { shelf.foreign() } else { shelf }, units.collect());
    let (shelf, warned) = events::add(shelf, &events)?;
    judge(&shelf, warned)
}
