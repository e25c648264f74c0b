//! The changes between two lists as a JSON Patch (RFC 6902).

use muster_engine::list::ArmyList;
use serde_json::Value;

/// The operations that make the later list of the earlier one, both in the form of list files as JSON.
#[must_use]
pub fn patch(before: &ArmyList, after: &ArmyList) -> Vec<Value> {
    // Lists are written without fail: their keys are texts.
    let value = |list: &ArmyList| serde_json::to_value(list).unwrap_or_default();
    let operations = json_patch::diff(&value(before), &value(after)).0;
    operations.iter().filter_map(|operation| serde_json::to_value(operation).ok()).collect()
}
