//! Limits on what is read. A file beyond them is unreadable, so that time and memory are bounded.

/// Bytes of one file.
pub const FILE_BYTES: u64 = 8 * 1024 * 1024;
/// The stack of a thread that reads or judges, in bytes. Files nest at most some hundred levels, of which each takes some
/// kilobytes.
pub const STACK: usize = 16 << 20;
/// Levels of nested mappings and lists.
pub const DEPTH: usize = 64;
/// The largest maximum force value of a list, in points. The smallest is 1.
pub const MFV: u32 = 1_000_000;
/// Squadrons of one list, including attached ones.
pub const SQUADRONS: usize = 10_000;
/// Values and keys of one file, including those that aliases repeat. A list of 10,000 squadrons with 20 values and keys
/// each has a fifth of this.
pub const NODES: usize = 1_000_000;
/// Entries of an overlay: names, prices and patches. A whole game with all options has about 3,000 prices.
pub const OVERLAY_ENTRIES: usize = 10_000;
/// Overlays over one ruleset. Each is checked under all that stand before it.
pub const OVERLAYS: usize = 50;
/// Steps of work ([`muster_engine::effort`]) to find the lists in one file of any form, and as many again to judge them. A
/// list of forty squadrons as people write it takes some thousands.
pub const HAND_IN_STEPS: u64 = 1_500_000;
/// Steps of a call, and those that it may take for each byte of its arguments.
pub const CALL_STEPS: u64 = 20_000_000;
/// See [`CALL_STEPS`].
pub const CALL_STEPS_A_BYTE: u64 = 20;
/// Lines of a text that is searched for a list. A list of a hundred squadrons has some hundreds.
pub const TEXT_LINES: usize = 20_000;
/// Documents of one file.
pub const DOCUMENTS: usize = 10_000;
/// The most files that a search of a folder returns.
pub const FILES: usize = 1_000_000;
/// Faults that are reported for one document.
pub const FAULTS: usize = 100;
/// Faults of one file. After that, only the first fault of each document is reported.
pub const FILE_FAULTS: usize = 1_000;
