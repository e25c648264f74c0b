//! Mails, with files and mails inside of them, and mailboxes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_fuzz::handed_in;

fuzz_target!(|bytes: &[u8]| {
    // What ends in `.eml` is never a mailbox.
    let name = if bytes.starts_with(b"From ") { "box.mbox" } else { "list.eml" };
    handed_in(name, bytes);
});
