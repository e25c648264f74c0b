//! Rosters of other programs: XML, packed XML and JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_exchange::battlescribe::roster::{Importer, Roster};
use muster_exchange::listing::TextContext;
use muster_fuzz::{built_in, comes_back, handed_in, is_exported};
use muster_library::lists::{FileDocument, lists};
use std::sync::LazyLock;

static IMPORTER: LazyLock<Importer<'static>> = LazyLock::new(|| Importer::new(built_in()));

fuzz_target!(|bytes: &[u8]| {
    handed_in("list.ros", bytes);
    let Ok(roster) = Roster::open("list.ros", bytes.to_vec()) else { return };
    let Ok(listing) = IMPORTER.read(&roster, None, TextContext::default()) else { return };
    let is_list = |entry: &FileDocument| matches!(entry, FileDocument::List(..));
    // The import refuses lists beyond the limits of list files.
    let json = serde_json::to_string(&listing.list).expect("a list is JSON");
    if lists(json.as_bytes()).iter().all(is_list) {
        comes_back(&listing.list);
        is_exported(built_in(), &listing.list);
    }
});
