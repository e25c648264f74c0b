//! Finds the rules that ask where squadrons are allocated.

use serde_json::Value;

use crate::ready::core::Core;

/// The places of the rules whose clauses name allocations.
pub(super) fn allocating(core: &Core) -> Vec<usize> {
    let named = &core.parts.declarations.selectors;
    let named = |name: &str| named.get(name).and_then(|selector| serde_json::to_value(selector).ok());
    let asks = |place: &usize| {
        let rule = &core.parts.rules[*place].rule;
        serde_json::to_value((&rule.clauses, &rule.r#where)).is_ok_and(|clauses| mentions(&clauses, &named))
    };
    core.prepared.iter().map(|prepared| prepared.rule).filter(asks).collect()
}

/// Whether a part of a rule names allocations, directly or through a named selector.
fn mentions(part: &Value, named: &dyn Fn(&str) -> Option<Value>) -> bool {
    match part {
        Value::Object(fields) => fields.iter().any(|(key, value)| match (key.as_str(), value.as_str()) {
            ("allocation", _) => true,
            // A ruleset whose selectors name each other in a circle is never built.
            ("is", Some(name)) => named(name).is_some_and(|selector| mentions(&selector, named)),
            _ => mentions(value, named),
        }),
        Value::Array(parts) => parts.iter().any(|part| mentions(part, named)),
        _ => false,
    }
}
