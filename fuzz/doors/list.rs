//! List files: every document is judged twice alike, and every list reads back as it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_fuzz::{built_in, comes_back, judged};
use muster_library::lists::{FileDocument, lists};

fuzz_target!(|bytes: &[u8]| {
    for entry in lists(bytes) {
        let report = judged(built_in(), &entry);
        if let FileDocument::List(list, _) = &entry {
            let again = judged(built_in(), &comes_back(list));
            assert_eq!((report.verdict, report.points), (again.verdict, again.points));
            assert_eq!(report.fingerprint, again.fingerprint);
        }
    }
});
