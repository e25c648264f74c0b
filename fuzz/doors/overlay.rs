//! House rules and event packs: an overlay that is accepted judges a list twice alike; one that is not says why.
#![no_main]

use std::path::Path;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use muster_fuzz::{SMALL_LIST, is_bounded, judged, with_small};
use muster_library::files::{Files, FilesPath, MemoryFiles};
use muster_library::lints::under_event;
use muster_library::lists::lists;
use muster_library::shelf::Shelf;

static SHELF: LazyLock<Shelf> = LazyLock::new(with_small);

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let path = Path::new("event.yaml");
    let files: Arc<dyn Files> = Arc::new(MemoryFiles::one(path, text.as_bytes().to_vec()));
    let event = FilesPath { files: &files, path };
    match under_event(&SHELF, event) {
        Ok((shelf, warnings)) => {
            warnings.iter().for_each(is_bounded);
            assert!(!shelf.event_heads().is_empty());
            for entry in lists(SMALL_LIST.as_bytes()) {
                judged(&shelf, &entry);
            }
        }
        Err(reports) => {
            reports.iter().for_each(is_bounded);
            assert!(reports.iter().any(|report| !report.findings.is_empty()), "refused without a reason");
            let again = under_event(&SHELF, event).err();
            assert_eq!(Some(reports), again, "other findings on the same overlay");
        }
    }
});
