//! The calls that print: the first byte chooses the call, the rest is its body. The pages are the same when they are printed
//! again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_fuzz::{PRINTS, answers, chosen};

fuzz_target!(|bytes: &[u8]| {
    if let Some((choice, body)) = chosen(bytes) {
        answers(PRINTS[choice % PRINTS.len()], body);
    }
});
