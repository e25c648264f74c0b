//! Documents of Word: the input is the text inside of the archive.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_fuzz::{handed_in, zipped};

fuzz_target!(|bytes: &[u8]| handed_in("list.docx", &zipped(&[("word/document.xml", bytes)])));
