//! Embeds the screens from `ui/dist`. The build of `ui/` fills that folder; before that it is empty.

use std::path::Path;

fn main() {
    let screens = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/dist");
    // If the folder cannot be created, the embedding reports it.
    let _ = std::fs::create_dir_all(&screens);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", screens.display());
}
