//! Frozen archives: reads them, and makes their rulesets, overlays and units ready.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_app::own_units::OwnUnits;
use muster_exchange::sealed::{self, ArchiveFiles, Roles, SealedArchive};
use muster_exchange::unpack;
use muster_library::files;
use muster_library::scratch::Scratch;
use muster_library::shelf::{FrozenRuleset, Shelf, ShelfPlace};

use crate::outcome::{CommandComplaint, CommandFailure};
use crate::terminal::{complain, inform};
use crate::{events, own_units};

/// Whether a path of the command line is a frozen archive, even a damaged one.
pub(crate) fn is_archive(path: &Path) -> bool {
    if path.as_os_str() == "-" || path.is_dir() {
        return false;
    }
    let name = path.to_string_lossy();
    // Of a file that is not there, `check` tells that.
    files::read_up_to(path, unpack::BYTES).is_ok_and(|bytes| sealed::is_sealed(&name, &bytes))
}

/// Reads an archive and says whether its files fit the checksums in it. Anything that does not is named, and the archive
/// is refused. Checksums show damage. They do not show who made the archive.
pub(crate) fn read(path: &Path) -> Result<SealedArchive, CommandComplaint> {
    let shown = path.display();
    let bytes = files::read_up_to(path, unpack::BYTES)
        .map_err(|fault| CommandComplaint { message: format!("{shown}: {}", fault.message), help: fault.help })?;
    let opened = sealed::open(&bytes).map_err(|refused| {
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

/// A place with rulesets that the command line names: a folder or a frozen archive.
pub(crate) fn place(path: &Path) -> Result<ShelfPlace, CommandComplaint> {
    if path.is_dir() {
        return Ok(ShelfPlace::Folder(path.to_owned()));
    }
    if is_archive(path) {
        return Ok(ShelfPlace::Frozen(rulesets(path, &read(path)?.files)?));
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

/// Unpacks the lists and overlays of an archive into a folder of their own, goes there, and calls `judge` with the
/// archive's rulesets, overlays and units and no others. It also gets whether there are warnings on the overlays. If another
/// may have made the archive, `is_foreign`, what its overlays change is told beside verdicts.
pub(crate) fn within<T>(
    archive: &Path,
    roles: &Roles,
    files: &ArchiveFiles,
    is_foreign: bool,
    judge: impl FnOnce(&Shelf, bool) -> Result<T, CommandFailure>,
) -> Result<T, CommandFailure> {
    let rulesets = rulesets(archive, files)?;
    let cannot = |error: std::io::Error| CommandComplaint::new(format!("the archive cannot be unpacked: {error}"));
    let folder = Scratch::new().map_err(cannot)?;
    for (name, bytes) in files.iter().filter(|(name, _)| name.starts_with("lists/") || name.starts_with("overlays/")) {
        let path = folder.path().join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(cannot)?;
        }
        // On some systems two names are one that differ in their case alone.
        let mut file = fs::File::create_new(&path).map_err(cannot)?;
        std::io::Write::write_all(&mut file, bytes).map_err(cannot)?;
    }
    let units = roles.units.iter().filter_map(|name| {
        let bytes = files.get(name)?.clone();
        Some(OwnUnits { path: archive.join(name), bytes })
    });
    let events: Vec<PathBuf> = roles.events.iter().map(PathBuf::from).collect();
    // Reports name files as the command line does, and messages name overlays. There they are the names in the archive.
    let before = std::env::current_dir().map_err(cannot)?;
    std::env::set_current_dir(folder.path()).map_err(cannot)?;
    let shelf = Shelf::of_frozen(&rulesets, Path::new("overlays"));
    let shelf = own_units::with(if is_foreign { shelf.foreign() } else { shelf }, units.collect());
    let judged = events::add(shelf, &events).map_err(CommandFailure::from);
    let judged = judged.and_then(|(shelf, warned)| judge(&shelf, warned));
    // A folder in which a program is cannot be deleted everywhere.
    std::env::set_current_dir(before).map_err(cannot)?;
    judged
}
