//! Reads values that keep their schema into the engine's types, and tells the place of what a type refuses all the same.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use crate::fault::step;

/// What a type refuses in a value, such as `not` before a word.
pub(crate) struct TypeRefusal {
    /// JSON pointer to it.
    pub at: String,
    pub message: String,
}

/// Reads a value without its extensions.
pub(crate) fn read<T: DeserializeOwned>(mut value: Value) -> Result<T, TypeRefusal> {
    drop_extensions(&mut value);
    serde_path_to_error::deserialize(value).map_err(|error| {
        let at = error.path().iter().fold(String::new(), |at, segment| match segment {
            Segment::Seq { index } => step(&at, &index.to_string()),
            Segment::Map { key } | Segment::Enum { variant: key } => step(&at, key),
            Segment::Unknown => at,
        });
        TypeRefusal { at, message: error.into_inner().to_string() }
    })
}

/// Removes `x-` keys, which any file may have and no type knows.
pub(crate) fn drop_extensions(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            if entries.keys().any(|key| key.starts_with("x-")) {
                *entries = std::mem::take(entries)
                    .into_iter()
                    .filter(|(key, _)| !key.starts_with("x-"))
                    .collect::<Map<_, _>>();
            }
            entries.values_mut().for_each(drop_extensions);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_extensions),
        _ => {}
    }
}
