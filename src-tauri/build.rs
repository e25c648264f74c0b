//! Checks the configuration and embeds the screens.

fn main() {
    // A checkout without Node has no screens yet; the window then says so.
    let screens = std::path::Path::new("../ui/dist");
    if !screens.join("index.html").exists() && std::fs::create_dir_all(screens).is_ok() {
        println!("cargo::warning=ui/dist is empty: run `make screens` first");
    }
    println!("cargo::rerun-if-changed=../ui/dist");
    tauri_build::build();
}
