//! Turns schema errors into messages for people: what was expected, what was found, and what would help.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use muster_engine::nearest::{nearest, nearest_names};
use serde_json::Value;

use crate::document::Document;
use crate::fault::{FaultKind, FileFault, shorten, step};
use crate::limits;

/// The misfit score of an `anyOf` branch that fails at its own root. Another branch fits better.
const OTHER_SHAPE: usize = 1_000;

pub(crate) struct SchemaWording<'a> {
    schema: &'a Value,
    document: &'a Document,
}

impl<'a> SchemaWording<'a> {
    pub(crate) fn new(schema: &'a Value, document: &'a Document) -> Self {
        Self { schema, document }
    }

    /// The faults that one schema error stands for.
    pub(crate) fn faults(&self, error: &ValidationError<'_>) -> Vec<FileFault> {
        let at = error.instance_path().as_str();
        match error.kind() {
            Kind::AdditionalProperties { unexpected } => {
                let known = known_keys(self.parent(error));
                // Finding each place walks through the mapping, so no more places are looked up than are reported.
                unexpected.iter().take(limits::FAULTS + 1).map(|key| self.unknown_key(at, key, &known)).collect()
            }
            Kind::Required { property } => {
                let key = property.as_str().unwrap_or_default();
                let known = known_keys(self.parent(error));
                // A key that is there but misspelt is one fault, not two.
                let misspelt = error.instance().as_object().is_some_and(|entries| {
                    let strange = entries.keys().filter(|entry| !known.contains(&entry.as_str()));
                    strange.into_iter().any(|entry| nearest_names(entry, known.iter().copied()) == [key])
                });
                if misspelt { Vec::new() } else { vec![self.missing_key(at, key)] }
            }
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => self.branches(error, context),
            Kind::Pattern { .. } => {
                let message = format!("{} does not have the right form", found(error.instance()));
                let fault = self.fault(FaultKind::OutOfRange, error, &message);
                let form = self.parent(error).get("description").and_then(Value::as_str);
                vec![FileFault { help: form.map(|form| form.trim_end_matches('.').to_owned()), ..fault }]
            }
            Kind::Type { .. } => vec![self.expected(FaultKind::WrongType, error)],
            Kind::Minimum { .. } | Kind::Maximum { .. } => vec![self.expected(FaultKind::OutOfRange, error)],
            Kind::MinItems { .. } => vec![self.fault(FaultKind::OutOfRange, error, "the list is empty")],
            Kind::Constant { .. } | Kind::Enum { .. } => {
                vec![self.not_one_of(error, &words(self.schema, self.parent(error)))]
            }
            _ => vec![self.fault(FaultKind::OutOfRange, error, &shorten(&error.masked().to_string()))],
        }
    }

    /// The schema that holds the keyword that failed.
    fn parent(&self, error: &ValidationError<'_>) -> &'a Value {
        let path = error.schema_path().as_str();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        self.schema.pointer(parent).unwrap_or(self.schema)
    }

    fn fault(&self, kind: FaultKind, error: &ValidationError<'_>, message: &str) -> FileFault {
        let at = error.instance_path().as_str();
        FileFault::new(kind, format!("{}{message}", subject(at))).at(at).place(self.document.place(at))
    }

    fn expected(&self, kind: FaultKind, error: &ValidationError<'_>) -> FileFault {
        let parent = self.parent(error);
        let value = error.instance();
        let message = format!("expected {}, found {}", expectation(self.schema, parent), found(value));
        let fault = self.fault(kind, error, &message);
        match value.as_ref() {
            Value::Number(_) | Value::Bool(_) if takes(self.schema, parent, "string") => fault.help("put it in quotes"),
            Value::String(text) if takes(self.schema, parent, "integer") && text.parse::<u32>().is_ok() => {
                fault.help(format!("leave out the quotes: {text}"))
            }
            Value::String(text)
                if takes(self.schema, parent, "boolean") && matches!(text.as_str(), "yes" | "no" | "on" | "off") =>
            {
                fault.help(if matches!(text.as_str(), "yes" | "on") { "write `true`" } else { "write `false`" })
            }
            Value::String(_) | Value::Object(_) if expectation(self.schema, parent) == "a list" => {
                fault.help("begin each entry with `- `, or write [A, B]")
            }
            _ => fault,
        }
    }

    fn unknown_key(&self, at: &str, key: &str, known: &[&str]) -> FileFault {
        let fault = FileFault::new(FaultKind::UnknownKey, format!("unknown key `{}`", shorten(key)))
            .at(step(at, key))
            .place(self.document.key_place(at, key));
        match nearest(key, known.iter().copied()) {
            Some(help) => fault.help(help),
            None if known.len() <= 12 && !known.is_empty() => fault.help(format!("keys here: {}", quoted(known))),
            None => fault,
        }
    }

    fn missing_key(&self, at: &str, key: &str) -> FileFault {
        let fault = FileFault::new(FaultKind::MissingKey, format!("{}`{key}` is missing", subject(at)))
            .at(at)
            .place(self.document.place(at));
        if at.is_empty() && key == "muster" { fault.help("write `muster: 1`") } else { fault }
    }

    fn not_one_of(&self, error: &ValidationError<'_>, words: &[&str]) -> FileFault {
        let value = error.instance();
        let message = match words {
            [one] => format!("expected `{one}`, found {}", found(value)),
            _ => format!("expected one of {}; found {}", quoted(words), found(value)),
        };
        let fault = self.fault(FaultKind::NotOneOf, error, &message);
        match value.as_str().and_then(|text| nearest(text, words.iter().copied())) {
            Some(help) => fault.help(help),
            None => fault,
        }
    }

    /// The faults of the branch that the writer most likely meant. If no branch has the right shape, one fault that
    /// names all of them.
    fn branches(&self, error: &ValidationError<'_>, context: &[Vec<ValidationError<'static>>]) -> Vec<FileFault> {
        let at = error.instance_path().as_str();
        let parent = self.parent(error);
        let words = words(self.schema, parent);
        let value = error.instance();
        if value.is_string() && !words.is_empty() && !takes(self.schema, parent, "string-any") {
            let fault = self.not_one_of(error, &words);
            let percent = value.as_str().and_then(|text| text.trim().strip_suffix('%')?.trim_end().parse::<u32>().ok());
            return vec![match percent.filter(|_| branch_keys(self.schema, parent).contains(&"percent")) {
                Some(percent) => fault.help(format!("write `{{percent: [{percent}, mfv]}}`")),
                None => fault,
            }];
        }
        // If the branches have one key each, as amounts do, the key says which branch is meant.
        if let Value::Object(entries) = value.as_ref() {
            let known = branch_keys(self.schema, parent);
            let strange = entries.keys().find(|key| !known.contains(&key.as_str()) && !key.starts_with("x-"));
            if let (Some(key), false) = (strange, known.is_empty()) {
                return vec![self.unknown_key(at, key, &known)];
            }
        }
        let best = context.iter().map(|errors| (misfit(at, errors), errors)).min_by_key(|(misfit, _)| *misfit);
        match best {
            Some((misfit, errors)) if misfit < OTHER_SHAPE => {
                errors.iter().flat_map(|inner| self.faults(inner)).take(limits::FAULTS + 1).collect()
            }
            _ => vec![self.expected(FaultKind::WrongType, error)],
        }
    }
}

/// How badly a branch fits the node at `at`: the wrong shape counts most, then missing and unknown keys.
fn misfit(at: &str, errors: &[ValidationError<'static>]) -> usize {
    let each = |error: &ValidationError<'static>| {
        let here = error.instance_path().as_str() == at;
        match error.kind() {
            Kind::Type { .. } | Kind::Constant { .. } | Kind::Enum { .. } if here => OTHER_SHAPE,
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } if here => {
                context.iter().map(|errors| misfit(at, errors)).min().unwrap_or(OTHER_SHAPE)
            }
            Kind::AdditionalProperties { .. } | Kind::Required { .. } if here => 20,
            _ => 1,
        }
    };
    errors.iter().map(each).sum()
}

/// The beginning of a message: the last key of a pointer.
fn subject(pointer: &str) -> String {
    let keys: Vec<&str> = pointer.split('/').skip(1).collect();
    let last = keys.iter().enumerate().rfind(|(_, key)| key.parse::<usize>().is_err());
    let Some((last, key)) = last else { return String::new() };
    let key = key.replace("~1", "/").replace("~0", "~");
    match keys.get(last + 1).and_then(|index| index.parse::<usize>().ok()) {
        Some(index) => format!("entry {} of `{}`: ", index + 1, shorten(&key)),
        None => format!("`{}`: ", shorten(&key)),
    }
}

/// Follows `$ref`. The engine's types need one level, or two for an optional field.
fn resolve<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let mut schema = schema;
    for _ in 0..4 {
        match schema.get("$ref").and_then(Value::as_str).and_then(|path| root.pointer(path.trim_start_matches('#'))) {
            Some(target) => schema = target,
            None => break,
        }
    }
    schema
}

fn branches_of<'a>(root: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    let lists = ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array());
    lists.flatten().map(|branch| resolve(root, branch)).collect()
}

/// The words that `const` and `enum` allow here.
fn words<'a>(root: &'a Value, schema: &'a Value) -> Vec<&'a str> {
    let mut words: Vec<&str> = schema.get("const").and_then(Value::as_str).into_iter().collect();
    words.extend(schema.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str));
    for branch in branches_of(root, schema) {
        words.extend(self::words(root, branch));
    }
    words
}

/// The keys of branches that are objects.
fn branch_keys<'a>(root: &'a Value, schema: &'a Value) -> Vec<&'a str> {
    let mut keys = Vec::new();
    for branch in branches_of(root, schema) {
        let open =
            branch.get("additionalProperties").is_some_and(Value::is_object) || branch.get("properties").is_none();
        if takes(root, branch, "object") && open && branch_keys(root, branch).is_empty() {
            // This branch accepts any key.
            return Vec::new();
        }
        keys.extend(known_keys(branch));
        keys.extend(branch_keys(root, branch));
    }
    keys
}

fn known_keys(schema: &Value) -> Vec<&str> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.map(|properties| properties.keys().map(String::as_str).collect()).unwrap_or_default()
}

fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether a type is allowed here; `string-any` is text that is not limited to certain words.
fn takes(root: &Value, schema: &Value, wanted: &str) -> bool {
    let schema = resolve(root, schema);
    let closed = schema.get("const").is_some() || schema.get("enum").is_some();
    let own =
        types(schema).iter().any(|name| *name == wanted || (wanted == "string-any" && *name == "string" && !closed));
    own || branches_of(root, schema).iter().any(|branch| takes(root, branch, wanted))
}

/// Describes what is allowed here.
fn expectation(root: &Value, schema: &Value) -> String {
    let schema = resolve(root, schema);
    let title = |schema: &Value| schema.get("title").and_then(Value::as_str).map(str::to_owned);
    if let Some(title) = title(schema).filter(|_| !std::ptr::eq(root, schema)) {
        return title;
    }
    let mut shapes: Vec<String> =
        types(schema).into_iter().filter(|name| *name != "null").map(|name| shape(name, schema)).collect();
    for branch in branches_of(root, schema) {
        let inner = expectation(root, branch);
        if !inner.is_empty() && !shapes.contains(&inner) {
            shapes.push(inner);
        }
    }
    shapes.join(" or ")
}

fn shape(name: &str, schema: &Value) -> String {
    let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
    match name {
        "integer" => match (bound("minimum"), bound("maximum")) {
            (Some(min), Some(max)) if max >= i64::from(i32::MAX) && min <= 0 => match min {
                0 => "a whole number from 0".into(),
                _ => "a whole number".into(),
            },
            (Some(min), Some(max)) => format!("a whole number from {min} to {max}"),
            (Some(min), None) => format!("a whole number from {min}"),
            (None, Some(max)) => format!("a whole number up to {max}"),
            (None, None) => "a whole number".into(),
        },
        "number" => "a number".into(),
        "string" => "text".into(),
        "boolean" => "true or false".into(),
        "array" => "a list".into(),
        "object" => "a mapping (`key: value`)".into(),
        other => other.into(),
    }
}

/// Describes the value that was found.
fn found(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the text \"{}\"", shorten(text)),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "a mapping".into(),
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
