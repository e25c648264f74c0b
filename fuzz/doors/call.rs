//! What `muster serve` answers: the first byte is the call, the rest its body. `paper` has the calls that print.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_app::NAMES;
use muster_fuzz::{PRINTS, answers, chosen};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, body)) = chosen(bytes) else { return };
    let name = NAMES[choice % NAMES.len()];
    // What is sealed is other bytes each time.
    if !PRINTS.contains(&name) && name != "seal" {
        answers(name, body);
    }
});
