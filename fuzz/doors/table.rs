//! Lists as spreadsheets.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_fuzz::handed_in;

fuzz_target!(|bytes: &[u8]| handed_in("list.csv", bytes));
