//! Cases: a verdict that somebody thinks is wrong. A case that is read is judged twice alike; one that is not says why.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_fuzz::{built_in, is_bounded, is_sentence};
use muster_library::case::{case, repeat};

fuzz_target!(|bytes: &[u8]| {
    match case(bytes) {
        None => {}
        Some(Err(faults)) => {
            assert!(!faults.is_empty(), "refused without a reason");
            faults.iter().for_each(|fault| is_sentence(&fault.message));
        }
        Some(Ok(case)) => {
            let repeated = repeat(built_in(), &case, "1.0.0");
            repeated.now.iter().for_each(is_bounded);
            repeated.why.iter().chain(&repeated.differences).for_each(|line| is_sentence(line));
            let again = repeat(built_in(), &case, "1.0.0");
            assert_eq!((repeated.state, repeated.now), (again.state, again.now), "another report on the same case");
        }
    }
});
