//! The changes between two lists as a JSON Patch (RFC 6902).

use muster_engine::list::ArmyList;
use serde_json::Value;

/// The operations that turn the earlier list into the later one, both in the form of list files as JSON.
#[must_use]
pub fn patch(before: &ArmyList, after: &ArmyList) -> Vec<Value> {
    // Lists are written without fail: their keys are texts.
    let value = |list: &ArmyList| serde_json::to_value(list).unwrap_or_default();
    match serde_json::to_value(json_patch::diff(&value(before), &value(after))) {
        Ok(Value::Array(operations)) => operations,
        _ => Vec::new(),
    }
}
