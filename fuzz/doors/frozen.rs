//! Frozen archives: an archive of a stranger, and a ruleset inside of a sound archive.
#![no_main]

use std::path::Path;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use muster_exchange::frozen::{ArchiveFiles, REPORTS, Roles, freeze, is_frozen, open};
use muster_fuzz::{SMALL_LIST, chosen, is_bounded, is_sentence};
use muster_library::files::{Files, MemoryFiles};
use muster_library::judge::judge_bytes;
use muster_library::shelf::{FrozenRuleset, Shelf};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = chosen(bytes) else { return };
    if choice % 2 == 0 {
        let _ = is_frozen("list.zip", rest);
        if let Err(refused) = open(rest) {
            assert!(!refused.0.is_empty());
            refused.0.iter().for_each(|why| is_sentence(why));
        }
        return;
    }
    let files = [("lists/a.yaml", SMALL_LIST.as_bytes()), ("rulesets/a.json", rest), (REPORTS, b"[]".as_slice())];
    let files: ArchiveFiles = files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    let roles = Roles { lists: vec!["lists/a.yaml".to_owned()], ..Roles::default() };
    let (archive, digest) = freeze("0", &roles, &files).expect("it is small");
    let opened = open(&archive).expect("nothing in it was changed");
    assert_eq!((&opened.files, &opened.digest, opened.is_repacked), (&files, &digest, false));
    match FrozenRuleset::read(Path::new("a.muster"), &opened.files["rulesets/a.json"]) {
        Ok(frozen) => {
            let shelf = Shelf::empty(&(Arc::new(MemoryFiles::default()) as Arc<dyn Files>)).and_frozen(&[frozen]);
            let reports = judge_bytes(&shelf, "list", SMALL_LIST.as_bytes());
            reports.iter().for_each(is_bounded);
            assert_eq!(reports, judge_bytes(&shelf, "list", SMALL_LIST.as_bytes()));
        }
        Err(fault) => is_sentence(&fault.message),
    }
});
