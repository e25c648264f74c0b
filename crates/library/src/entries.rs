//! The ids of other programs' entries in catalogues. Only importing needs them, and no fingerprint counts them.

use serde_json::Value;

/// Takes them out of a catalogue.
pub(crate) fn drop_entries(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| key != "entries");
            fields.values_mut().for_each(drop_entries);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_entries),
        _ => {}
    }
}
