//! Bounds on what is read (contract, section 4): beyond them a file is unreadable, so that time and memory are bounded.

/// Bytes of one file.
pub const FILE_BYTES: u64 = 8 * 1024 * 1024;
/// Mappings and lists within each other.
pub const DEPTH: usize = 64;
/// Squadrons of one list, attached ones too.
pub const SQUADRONS: usize = 10_000;
/// Values and keys of one file, with those that aliases repeat. The contract's largest list has about a fifth of it.
pub const NODES: usize = 1_000_000;
/// Documents of one file.
pub const DOCUMENTS: usize = 10_000;
/// Files that a folder is searched for.
pub const FILES: usize = 1_000_000;
/// Faults that are told of one document.
pub const FAULTS: usize = 100;
/// Faults of one file: of each document after that only the first is told.
pub const FILE_FAULTS: usize = 1_000;
