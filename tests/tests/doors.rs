//! The doors of the fuzzer (`fuzz/`) are built here without the fuzzer, and take some of their seeds and all inputs that once
//! broke something. So they cannot fall behind the program, and what was mended stays mended.

// The doors are written for a workspace of their own.
#![allow(clippy::all, clippy::pedantic, clippy::unwrap_used, clippy::expect_used)]
#![allow(dead_code, missing_docs, unreachable_pub, unused_attributes, unused_imports)]

// The doors call what they share by the name of the fuzzer's library, and the fuzzer's macro by that of its crate.
extern crate self as libfuzzer_sys;
extern crate self as muster_fuzz;

#[path = "../../fuzz/src/lib.rs"]
mod shared;

pub use shared::*;

/// Makes a function of a door.
#[macro_export]
macro_rules! fuzz_target {
    (|$bytes:ident: &[u8]| $body:expr) => {
        pub(crate) fn run($bytes: &[u8]) {
            $body;
        }
    };
    (init: $init:expr, |$bytes:ident: &[u8]| $body:expr) => {};
}

#[path = "../../fuzz/doors/archive.rs"]
mod archive;
#[path = "../../fuzz/doors/call.rs"]
mod call;
#[path = "../../fuzz/doors/campaign.rs"]
mod campaign;
#[path = "../../fuzz/doors/case.rs"]
mod case;
#[path = "../../fuzz/doors/catalogue.rs"]
mod catalogue;
#[path = "../../fuzz/doors/collection.rs"]
mod collection;
#[path = "../../fuzz/doors/document.rs"]
mod document;
#[path = "../../fuzz/doors/frozen.rs"]
mod frozen;
#[path = "../../fuzz/doors/import.rs"]
mod import;
#[path = "../../fuzz/doors/list.rs"]
mod list;
#[path = "../../fuzz/doors/mail.rs"]
mod mail;
#[path = "../../fuzz/doors/overlay.rs"]
mod overlay;
#[path = "../../fuzz/doors/paper.rs"]
mod paper;
#[path = "../../fuzz/doors/print.rs"]
mod print;
#[path = "../../fuzz/doors/roster.rs"]
mod roster;
#[path = "../../fuzz/doors/ruleset.rs"]
mod ruleset;
#[path = "../../fuzz/doors/sealed.rs"]
mod sealed;
#[path = "../../fuzz/doors/spreadsheet.rs"]
mod spreadsheet;
#[path = "../../fuzz/doors/table.rs"]
mod table;
#[path = "../../fuzz/doors/text.rs"]
mod text;
#[path = "../../fuzz/doors/word.rs"]
mod word;

#[path = "../../fuzz/src/seeds.rs"]
mod seeds;

const DOORS: [(&str, fn(&[u8])); 21] = [
    ("archive", archive::run),
    ("call", call::run),
    ("campaign", campaign::run),
    ("case", case::run),
    ("catalogue", catalogue::run),
    ("collection", collection::run),
    ("document", document::run),
    ("frozen", frozen::run),
    ("import", import::run),
    ("list", list::run),
    ("mail", mail::run),
    ("overlay", overlay::run),
    ("paper", paper::run),
    ("print", print::run),
    ("roster", roster::run),
    ("ruleset", ruleset::run),
    ("sealed", sealed::run),
    ("spreadsheet", spreadsheet::run),
    ("table", table::run),
    ("text", text::run),
    ("word", word::run),
];

/// How many seeds of each door are tried.
const SEEDS: usize = 6;

#[test]
fn doors_take_their_seeds_and_what_once_broke_something() {
    let seeds = seeds::seeds().0;
    for (door, run) in DOORS {
        let of_door = seeds.get(door).unwrap_or_else(|| panic!("the door {door} has no seeds"));
        of_door.iter().step_by(of_door.len().div_ceil(SEEDS)).for_each(|seed| run(seed));
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/regressions").join(door);
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            run(&std::fs::read(path.path()).expect("a file"));
        }
    }
}
