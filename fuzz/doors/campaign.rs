//! Campaign sheets: a sheet is judged twice alike, and so is a list that points at it.
#![no_main]

use std::path::Path;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use muster_engine::list::ArmyList;
use muster_fuzz::{built_in, is_bounded, judged};
use muster_library::files::{Files, FilesPath, MemoryFiles};
use muster_library::judge::judge_list;
use muster_library::lists::{FileDocument, lists};

/// Lists that point at a sheet.
static LISTS: LazyLock<Vec<ArmyList>> = LazyLock::new(|| {
    let files: [&[u8]; 2] = [
        include_bytes!("../../examples/dw-2.5/flashpoint-group-9.yaml"),
        include_bytes!("../../examples/legions-2.0/silesia-company-750.yaml"),
    ];
    let entries = files.into_iter().flat_map(lists);
    entries.filter_map(|entry| if let FileDocument::List(list, _) = entry { Some(*list) } else { None }).collect()
});

fuzz_target!(|bytes: &[u8]| {
    for entry in lists(bytes) {
        judged(built_in(), &entry);
        let FileDocument::Other(_, document) = entry else { continue };
        let path = Path::new("sheet.json");
        let files: Arc<dyn Files> = Arc::new(MemoryFiles::one(path, document.value().to_string().into_bytes()));
        for list in &*LISTS {
            let judge = || judge_list(built_in(), "list", Some(FilesPath { files: &files, path }), list, None);
            let report = judge();
            is_bounded(&report);
            assert_eq!(report, judge(), "another report on the same list");
        }
    }
});
