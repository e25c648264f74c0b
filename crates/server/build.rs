//! The screens are embedded from `ui/dist`, which the build of `ui/` fills; until then it is an empty folder.

use std::path::Path;

fn main() {
    let screens = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/dist");
    // Where it cannot be made, the embedding says so.
    let _ = std::fs::create_dir_all(&screens);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", screens.display());
}
