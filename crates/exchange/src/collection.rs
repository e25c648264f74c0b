//! Writes collections.

use std::fmt::Write as _;

use muster_library::collection_file::{CollectionFile, OwnedCount};

use crate::yaml;

/// Writes a collection as YAML. Each kind of model has a line of its own, also in a short collection, because people change
/// the numbers.
///
/// # Errors
/// If it cannot be written as JSON, which does not happen.
pub fn text(mut collection: CollectionFile) -> Result<String, serde_json::Error> {
    let models = std::mem::take(&mut collection.models);
    let mut text = yaml::to_string(&collection)?;
    text.push_str(if models.is_empty() { "models: {}\n" } else { "models:\n" });
    for (name, OwnedCount(number)) in models {
        let _ = writeln!(text, "  {}: {number}", yaml::scalar(&name));
    }
    Ok(text)
}
