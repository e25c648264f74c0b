//! Frozen archives: zip files with a manifest that names every file in them with its digest.
//!
//! The same files give the same bytes: they are sorted, have no times, and are not compressed, because each program compresses in
//! its own way.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Write};

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use muster_library::limits;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, System, ZipWriter};

use crate::sealed::is_sealed;
use crate::unpack::{Archive, BYTES, FROZEN, Refusal};

/// The version of this form of archives.
const FORMAT: u32 = 1;
/// The file that names all others.
pub const MANIFEST: &str = FROZEN[0];
/// The reports on the lists, as `check --format json` prints them.
pub const REPORTS: &str = FROZEN[1];
/// How many bytes of a digest people note.
const NOTED: usize = 20;

/// Files by their names in the archive, with `/` between folders.
pub type ArchiveFiles = BTreeMap<String, Vec<u8>>;

/// What the files of an archive are for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// The files with lists, in the order in which they are judged.
    pub lists: Vec<String>,
    /// The overlays of the run, as files or folders, in their order.
    pub events: Vec<String>,
    /// The files with a club's units, in their order.
    pub units: Vec<String>,
}

/// The manifest.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: u32,
    /// The version of the program that froze the archive.
    muster: String,
    lists: Vec<String>,
    events: Vec<String>,
    units: Vec<String>,
    files: Vec<ManifestEntry>,
    /// The digest of the manifest with an empty digest.
    digest: String,
}

/// A file in the manifest.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ManifestEntry {
    path: String,
    sha256: String,
}

/// An archive that is as it was frozen.
#[derive(Debug)]
pub struct FrozenArchive {
    /// The version of the program that froze it.
    pub muster: String,
    /// What the files are for.
    pub roles: Roles,
    /// All files except the manifest.
    pub files: ArchiveFiles,
    /// The digest, as people note it.
    pub digest: String,
    /// Whether the same files are packed in another way, as other programs do, and perhaps other versions of this one.
    pub is_repacked: bool,
}

/// Why an archive is refused: one sentence for each thing that is wrong. Never empty.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct FreezeRefusal(pub Vec<String>);

impl FreezeRefusal {
    fn one(why: impl Into<String>) -> Self {
        Self(vec![why.into()])
    }
}

/// Makes an archive. Also returns its digest, as people note it. `muster` is the version of the program.
///
/// # Errors
/// If the archive could not be opened again: a name is not allowed, or it is too large.
pub fn freeze(muster: &str, roles: &Roles, files: &ArchiveFiles) -> Result<(Vec<u8>, String), FreezeRefusal> {
    let Roles { lists, events, units } = roles.clone();
    let entry = |(path, bytes): (&String, &Vec<u8>)| ManifestEntry { path: path.clone(), sha256: sha256(bytes) };
    let mut manifest = Manifest {
        format: FORMAT,
        muster: muster.to_owned(),
        lists,
        events,
        units,
        files: files.iter().map(entry).collect(),
        digest: String::new(),
    };
    manifest.digest = manifest.own_digest();
    let wrong: Vec<String> = files.keys().filter_map(|name| misplaced(name)).collect();
    if !wrong.is_empty() {
        return Err(FreezeRefusal(wrong));
    }
    let bytes =
        zipped(&manifest, files).map_err(|error| FreezeRefusal::one(format!("it cannot be packed: {error}")))?;
    if bytes.len() as u64 > BYTES || files.len() > limits::DOCUMENTS {
        let most = format!("{} MB or {} files", BYTES >> 20, limits::DOCUMENTS);
        return Err(FreezeRefusal::one(format!("the archive would have more than {most}: freeze fewer lists at once")));
    }
    Ok((bytes, manifest.digest))
}

/// Whether bytes are a frozen archive, even a damaged one if its name ends in `.muster`. Lists had that ending too, before
/// archives had it, and sealed lists have it; both are told by their content.
#[must_use]
pub fn is_frozen(name: &str, bytes: &[u8]) -> bool {
    let has_ending = name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("muster"));
    let is_list = || !bytes.starts_with(b"PK") && str::from_utf8(bytes).is_ok_and(|text| text.contains("muster:"));
    has_ending && !is_sealed(bytes) && !is_list()
        || bytes.starts_with(b"PK")
            && Archive::open(bytes).is_ok_and(|archive| FROZEN.iter().all(|name| archive.has(name)))
}

/// Opens an archive, and compares every file with what was frozen.
///
/// # Errors
/// If it is no frozen archive, or anything in it was changed, is missing or was added.
pub fn open(bytes: &[u8]) -> Result<FrozenArchive, FreezeRefusal> {
    if bytes.len() as u64 > BYTES {
        return Err(FreezeRefusal::one(format!("it has more than {} MB, which no frozen archive has", BYTES >> 20)));
    }
    let mut archive =
        Archive::open(bytes).map_err(|why| FreezeRefusal::one(format!("it is no zip archive, or cut short: {why}")))?;
    let names = names(&archive)?;
    let manifest = match archive.named(MANIFEST, limits::FILE_BYTES) {
        Ok(text) => manifest(&text)?,
        Err(Refusal::TooLarge) => return Err(FreezeRefusal::one(format!("{MANIFEST} has more than 8 MB"))),
        Err(Refusal::Broken(why)) if names.contains(MANIFEST) => {
            return Err(FreezeRefusal::one(format!("{MANIFEST} was changed after it was frozen: {why}")));
        }
        Err(Refusal::Broken(_)) => return Err(FreezeRefusal::one(format!("it lacks {MANIFEST}"))),
    };
    let (mut files, mut wrong, mut left) = (ArchiveFiles::new(), Vec::new(), BYTES);
    for ManifestEntry { path, sha256: frozen } in &manifest.files {
        if !names.contains(path) {
            wrong.push(format!("{path} is missing"));
            continue;
        }
        match archive.named(path, left) {
            Ok(content) if sha256(&content) == *frozen => {
                left = left.saturating_sub(content.len() as u64);
                files.insert(path.clone(), content);
            }
            Err(Refusal::TooLarge) => {
                let why = format!("it has more than {} MB when unpacked, which no frozen archive has", BYTES >> 20);
                return Err(FreezeRefusal::one(why));
            }
            Ok(_) | Err(Refusal::Broken(_)) => wrong.push(format!("{path} was changed after it was frozen")),
        }
    }
    let known: BTreeSet<&str> = manifest.files.iter().map(|entry| entry.path.as_str()).collect();
    let added = names.iter().filter(|name| *name != MANIFEST && !known.contains(name.as_str()));
    wrong.extend(added.map(|name| format!("{name} was added after it was frozen")));
    if !wrong.is_empty() {
        return Err(FreezeRefusal(wrong));
    }
    let is_repacked = zipped(&manifest, &files).is_ok_and(|packed| packed != bytes);
    let Manifest { muster, lists, events, units, digest, .. } = manifest;
    let opened = FrozenArchive { muster, roles: Roles { lists, events, units }, files, digest, is_repacked };
    opened.check_roles()?;
    Ok(opened)
}

impl FrozenArchive {
    /// Checks that everything that the manifest gives a role is there.
    fn check_roles(&self) -> Result<(), FreezeRefusal> {
        let Roles { lists, events, units } = &self.roles;
        let is_there = |path: &String| self.files.contains_key(path);
        let lists = lists.iter().filter(|path| !(path.starts_with("lists/") && is_there(path)));
        let units = units.iter().filter(|path| !(path.starts_with("units/") && is_there(path)));
        let is_overlay = |path: &String| {
            let head = format!("{path}/overlay.yaml");
            path.starts_with("overlays/") && (is_there(path) || is_there(&head))
        };
        let events = events.iter().filter(|path| !is_overlay(path));
        let reports = Some(REPORTS.to_owned()).filter(|path| !is_there(path));
        let mut wrong: Vec<String> = lists.chain(units).chain(events).chain(&reports).cloned().collect();
        for path in &mut wrong {
            *path = format!("{MANIFEST} names {path}, which is not there");
        }
        if wrong.is_empty() { Ok(()) } else { Err(FreezeRefusal(wrong)) }
    }
}

impl Manifest {
    /// The bytes of the file.
    fn text(&self) -> Vec<u8> {
        // Text and numbers can always be written.
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The digest of the manifest with an empty digest, as people note it.
    fn own_digest(&self) -> String {
        let without = Self { digest: String::new(), ..self.clone() };
        let letters = BASE32_NOPAD.encode(&Sha256::digest(without.text())[..NOTED]);
        let groups: Vec<&str> = (0..letters.len()).step_by(4).filter_map(|at| letters.get(at..at + 4)).collect();
        groups.join("-")
    }
}

/// Reads a manifest.
fn manifest(text: &[u8]) -> Result<Manifest, FreezeRefusal> {
    let unread = |error: serde_json::Error| FreezeRefusal::one(format!("{MANIFEST} cannot be read: {error}"));
    let value: Value = serde_json::from_slice(text).map_err(unread)?;
    match value.get("format").and_then(Value::as_u64) {
        Some(format) if format > u64::from(FORMAT) => {
            return Err(FreezeRefusal::one(format!("it was made by a newer Muster, format {format}")));
        }
        Some(1) => {}
        _ => return Err(FreezeRefusal::one(format!("{MANIFEST} is no manifest of a frozen archive"))),
    }
    let manifest: Manifest = serde_json::from_slice(text).map_err(unread)?;
    if manifest.own_digest() != manifest.digest || manifest.text() != text {
        return Err(FreezeRefusal::one(format!("{MANIFEST} was changed after it was frozen")));
    }
    let mut seen = BTreeSet::new();
    let twice = manifest.files.iter().filter(|entry| !seen.insert(&entry.path));
    let mut wrong: Vec<String> = twice.map(|entry| format!("{MANIFEST} names {} twice", entry.path)).collect();
    wrong.extend(manifest.files.iter().filter_map(|entry| misplaced(&entry.path)));
    if wrong.is_empty() { Ok(manifest) } else { Err(FreezeRefusal(wrong)) }
}

/// The names of all files in an archive, without folders.
fn names(archive: &Archive) -> Result<BTreeSet<String>, FreezeRefusal> {
    if archive.has_doubles() {
        return Err(FreezeRefusal::one("it holds two files of one name"));
    }
    let all = archive.names();
    if all.len() > limits::DOCUMENTS + 1 {
        return Err(FreezeRefusal::one(format!("it holds more than {} files", limits::DOCUMENTS)));
    }
    let (mut names, mut wrong) = (BTreeSet::new(), Vec::new());
    for name in all {
        if !is_plain(name.strip_suffix('/').unwrap_or(&name)) {
            wrong.push(unfit(&name));
        }
        if !name.ends_with('/') {
            names.insert(name);
        }
    }
    if wrong.is_empty() { Ok(names) } else { Err(FreezeRefusal(wrong)) }
}

/// The fault of a name.
fn unfit(name: &str) -> String {
    format!("the name `{}` is not allowed in a frozen archive", name.escape_debug())
}

/// Why a file cannot have this name in an archive; none if it can.
fn misplaced(name: &str) -> Option<String> {
    let folder = name.split_once('/').map(|(folder, _)| folder);
    let is_known = match folder {
        Some(folder) => ["lists", "overlays", "rulesets", "units"].contains(&folder),
        None => name == REPORTS,
    };
    (!is_known || !is_plain(name)).then(|| unfit(name))
}

/// Whether a name is a relative path that cannot leave its folder, on any operating system.
fn is_plain(name: &str) -> bool {
    let is_strange = |letter: char| letter.is_control() || r#"\:*?"<>|"#.contains(letter);
    let is_step = |step: &str| !step.is_empty() && step != "." && step != "..";
    name.len() <= 1024 && !name.contains(is_strange) && name.split('/').all(is_step)
}

fn sha256(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// The bytes of an archive.
fn zipped(manifest: &Manifest, files: &ArchiveFiles) -> Result<Vec<u8>, ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let text = manifest.text();
    for (name, bytes) in [(MANIFEST, &text)].into_iter().chain(files.iter().map(|(name, bytes)| (name.as_str(), bytes)))
    {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).system(System::Unix);
        archive.start_file(name, options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
