//! Spreadsheets of a person's own units: units that are read come back, and every fault has its line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_exchange::spreadsheet::read;
use muster_fuzz::{chosen, is_sentence, rulesets, units_come_back};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = chosen(bytes) else { return };
    let ruleset = &rulesets()[choice % rulesets().len()];
    match read(ruleset, rest, None) {
        Ok(found) => units_come_back(ruleset, &found),
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in faults {
                assert!(fault.line > 0);
                is_sentence(&fault.to_string());
            }
        }
    }
});
