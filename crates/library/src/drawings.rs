//! The drawings of units and the emblems of nations: SVG in one colour, for screens and prints.

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "drawings"]
struct DrawingFiles;

/// The drawing of units that has this name, as SVG.
#[must_use]
pub fn of_unit(name: &str) -> Option<String> {
    svg(&format!("units/{name}.svg"))
}

/// The emblem that has this name, as SVG.
#[must_use]
pub fn emblem(name: &str) -> Option<String> {
    svg(&format!("emblems/{name}.svg"))
}

fn svg(path: &str) -> Option<String> {
    DrawingFiles::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned())
}
