//! Several texts as one value of a template.

use std::fmt;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object, ObjectRepr};

/// Texts as a value of templates.
pub(super) fn several(texts: impl IntoIterator<Item = impl Into<String>>) -> Value {
    Value::from_object(SeveralTexts(texts.into_iter().map(Into::into).collect()))
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [parts @ .., last] if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        _ => parts.concat(),
    }
}

/// Several texts for a template: a sequence that reads as words wherever it becomes text, not only where it is printed.
#[derive(Debug)]
struct SeveralTexts(Vec<String>);

impl Object for SeveralTexts {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.0.get(key.as_usize()?).map(Value::from)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Seq(self.0.len())
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(&self.0))
    }
}
