//! Collections of models: a collection that is read comes back as it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_exchange::collection::text;
use muster_fuzz::{built_in, is_sentence};
use muster_library::collection::of_document;
use muster_library::yaml;

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = str::from_utf8(bytes) else { return };
    for document in yaml::documents(read).into_iter().flatten() {
        match of_document(built_in(), &document) {
            Ok((collection, stated)) => {
                let file = collection.file(None, &stated);
                let written = text(file.clone()).expect("a collection is written");
                let back = yaml::documents(&written).remove(0).expect("YAML");
                let (collection, stated) = of_document(built_in(), &back).expect("what was written is read");
                assert_eq!(collection.file(None, &stated), file, "{written}");
            }
            Err(faults) => {
                assert!(!faults.is_empty());
                faults.iter().for_each(|fault| is_sentence(&fault.message));
            }
        }
    }
});
