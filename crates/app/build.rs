//! Packs the licences of everything that Muster is built of (`LICENCES.txt`) into the program.

use std::path::Path;
use std::{env, fs};

use miniz_oxide::deflate::compress_to_vec_zlib;

/// The level from which miniz looks for matches as long as it can.
const BEST: u8 = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../LICENCES.txt");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", text.display());
    let packed = compress_to_vec_zlib(fs::read_to_string(text)?.as_bytes(), BEST);
    fs::write(Path::new(&env::var("OUT_DIR")?).join("licences.zlib"), packed)?;
    Ok(())
}
