//! Lists as one word: a message with a word in it, the packed bytes of a word, and the JSON in a word.
#![no_main]

use data_encoding::BASE32_NOPAD;
use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec;
use muster_fuzz::{built_in, chosen, comes_back, is_exported, judged};
use muster_library::lists::{FileDocument, lists};
use muster_library::share;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = chosen(bytes) else { return };
    match choice % 3 {
        0 => {
            let message = String::from_utf8_lossy(rest);
            for word in share::words(&message).0 {
                assert!(share::is_word(&word), "{word}");
            }
            read(message.as_bytes());
        }
        1 => read(word(rest).as_bytes()),
        _ => {
            let packed = word(&compress_to_vec(rest, 1));
            if let ([FileDocument::List(packed, _)], [FileDocument::List(plain, _)]) =
                (lists(packed.as_bytes()).as_slice(), lists(rest).as_slice())
            {
                assert_eq!(packed, plain);
            }
            read(packed.as_bytes());
        }
    }
});

/// The word of packed bytes.
fn word(packed: &[u8]) -> String {
    let sum = crc32fast::hash(packed).to_be_bytes();
    format!("MUSTER:1:{}", BASE32_NOPAD.encode(&[&sum, packed].concat()))
}

fn read(text: &[u8]) {
    for entry in lists(text) {
        judged(built_in(), &entry);
        if let FileDocument::List(list, _) = entry {
            comes_back(&list);
            is_exported(built_in(), &list);
        }
    }
}
