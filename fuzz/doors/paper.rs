//! Fuzzes the calls that print. The first byte chooses the call, the rest is its body. Both times a call must give the same
//! pages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_fuzz::{PRINTS, answers, chosen};

fuzz_target!(|bytes: &[u8]| {
    if let Some((choice, body)) = chosen(bytes) {
        answers(PRINTS[choice % PRINTS.len()], body);
    }
});
