//! Writes YAML that is easy to read in diffs: one item per line, but short lists and maps on one line.
//!
//! The YAML library can write block or inline style, but does not choose by length. Only maps, lists, texts, numbers
//! and flags are written here. Texts other than plain words are quoted as in JSON, which is valid YAML.

use std::fmt;

use indexmap::IndexMap;
use muster_library::json;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// The longest line for a list or map written on one line.
const WIDTH: usize = 118;

/// The longest key written on the same line as its colon. A longer one goes on its own line after `?`, because YAML
/// reads at most about a thousand letters before a colon.
const KEY: usize = 900;

/// A value as YAML.
pub fn to_string<T: Serialize>(value: &T) -> Result<String, serde_json::Error> {
    // Go through JSON text to keep the order of fields.
    let node: YamlNode = serde_json::from_str(&serde_json::to_string(value)?)?;
    let mut text = String::new();
    block(&node, 0, &mut text);
    Ok(text)
}

/// A value as YAML on one line, however long.
pub(crate) fn on_one_line<T: Serialize>(value: &T) -> Result<String, serde_json::Error> {
    let node: YamlNode = serde_json::from_str(&serde_json::to_string(value)?)?;
    Ok(line(&node))
}

/// A text as a YAML scalar.
#[must_use]
pub fn scalar(text: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || " _-/.'()+\"=%!?".contains(letter);
    let starts = text.starts_with(|letter: char| letter.is_alphabetic());
    let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"];
    let is_word = reserved.iter().any(|word| word.eq_ignore_ascii_case(text));
    if starts && !is_word && text.chars().all(plain) && !text.ends_with(' ') {
        text.to_owned()
    } else {
        json::escaped(serde_json::Value::from(text).to_string())
    }
}

enum YamlNode {
    /// The text as it is written to the file.
    Scalar(String),
    List(Vec<YamlNode>),
    Map(IndexMap<String, YamlNode>),
}

/// Writes a list or map over several lines, each indented by `indent`. The caller has already written the first line's
/// indent.
fn block(node: &YamlNode, indent: usize, text: &mut String) {
    let starts = std::iter::once(0).chain(std::iter::repeat(indent));
    match node {
        YamlNode::Scalar(scalar) => {
            text.push_str(scalar);
            text.push('\n');
        }
        YamlNode::List(items) => {
            for (item, start) in items.iter().zip(starts) {
                text.push_str(&" ".repeat(start));
                text.push_str("- ");
                if fits(item, indent + 2) {
                    text.push_str(&line(item));
                    text.push('\n');
                } else {
                    block(item, indent + 2, text);
                }
            }
        }
        YamlNode::Map(fields) => {
            for ((key, item), start) in fields.iter().zip(starts) {
                text.push_str(&" ".repeat(start));
                let key = scalar(key);
                let is_long = key.len() > KEY;
                if is_long {
                    text.push_str("? ");
                }
                text.push_str(&key);
                if is_long {
                    text.push('\n');
                    text.push_str(&" ".repeat(indent));
                }
                text.push(':');
                if fits(item, indent + key.len() + 2) {
                    text.push(' ');
                    text.push_str(&line(item));
                    text.push('\n');
                } else {
                    // A list below a short key needs no extra indent.
                    let inner = if matches!(item, YamlNode::List(_)) && !is_long { indent } else { indent + 2 };
                    text.push('\n');
                    text.push_str(&" ".repeat(inner));
                    block(item, inner, text);
                }
            }
        }
    }
}

/// Whether a node is written on one line that begins at `column`: if it is short and has no list of maps, which reads
/// better on several lines.
fn fits(node: &YamlNode, column: usize) -> bool {
    !has_list_of_maps(node) && column + line(node).len() <= WIDTH
}

fn has_list_of_maps(node: &YamlNode) -> bool {
    match node {
        YamlNode::Scalar(_) => false,
        YamlNode::List(items) => items.iter().any(|item| matches!(item, YamlNode::Map(_)) || has_list_of_maps(item)),
        YamlNode::Map(fields) => fields.values().any(has_list_of_maps),
    }
}

/// The node on one line.
fn line(node: &YamlNode) -> String {
    match node {
        YamlNode::Scalar(scalar) => scalar.clone(),
        YamlNode::List(items) => format!("[{}]", items.iter().map(line).collect::<Vec<_>>().join(", ")),
        YamlNode::Map(fields) => {
            let fields = fields.iter().map(|(key, node)| format!("{}: {}", scalar(key), line(node)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

impl<'de> Deserialize<'de> for YamlNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = YamlNode;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<YamlNode, E> {
        Ok(YamlNode::Scalar(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<YamlNode, E> {
        Ok(YamlNode::Scalar(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<YamlNode, E> {
        Ok(YamlNode::Scalar(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<YamlNode, E> {
        Ok(YamlNode::Scalar(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<YamlNode, E> {
        Ok(YamlNode::Scalar(scalar(value)))
    }

    fn visit_unit<E>(self) -> Result<YamlNode, E> {
        Ok(YamlNode::Scalar("null".to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<YamlNode, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(YamlNode::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<YamlNode, A::Error> {
        let mut fields = IndexMap::new();
        while let Some((key, value)) = map.next_entry::<String, YamlNode>()? {
            fields.insert(key, value);
        }
        Ok(YamlNode::Map(fields))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn short_things_stand_in_one_line() {
        let value =
            json!({"id": "a", "list": [{"bands": [1, "-"], "name": "Gun (2, 8\")"}], "size": {"max": 3, "min": 1}});
        let text = to_string(&value).unwrap();
        assert_eq!(text, "id: a\nlist:\n- {bands: [1, \"-\"], name: \"Gun (2, 8\\\")\"}\nsize: {max: 3, min: 1}\n");
    }

    #[test]
    fn what_is_written_reads_the_same() {
        let texts = [
            "no",
            "1",
            "1.5",
            "-",
            "a: b",
            "a #b",
            "#",
            "",
            " a",
            "a ",
            "~",
            "[x]",
            "{x}",
            "a, b",
            "\"q\"",
            "it's",
            "0x1",
            "Ärger",
            "null",
            "2017-08-17",
            "a\nb",
            "!t",
            "&a",
            "*a",
            "?",
            "a:",
            "@",
            "`",
            "%",
            "|",
            ">",
            "é\u{7}",
            "1e3",
            "y",
        ];
        for text in texts {
            for value in [
                json!([text]),
                json!({"a": [text, {"b": text}]}),
                json!({ text: 1 }),
                json!({"a": {"b": [[text.repeat(60)]]}}),
            ] {
                let written = to_string(&value).unwrap();
                let read: Value = serde_yaml::from_str(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
                assert_eq!(read, value, "{written}");
            }
        }
    }

    #[test]
    fn nested_blocks_read_the_same() {
        let value = json!({"a": [{"b": [{"c": "x".repeat(130)}], "d": {"e": ["y".repeat(130)]}}, [["z".repeat(130)], [1]]], "f": [], "g": {}});
        let read: Value = serde_yaml::from_str(&to_string(&value).unwrap()).unwrap();
        assert_eq!(read, value);
    }
}
