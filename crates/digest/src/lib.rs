//! Digests of files and of rules. A crate of its own because the build of the library needs them before there is an engine.

#![deny(clippy::indexing_slicing, clippy::string_slice, clippy::panic, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::indexing_slicing, clippy::string_slice, clippy::panic, clippy::unwrap_used))]

use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest, Sha256};

/// How many bytes of a digest a fingerprint keeps.
const KEPT: usize = 10;

/// The first ten bytes of SHA-256 in base 32, lower case, without padding.
#[must_use]
#[expect(clippy::indexing_slicing, reason = "five bits make a number below 32, and there are 32 letters")]
pub fn short_digest(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let digest = Sha256::digest(bytes);
    let (mut text, mut bits, mut held) = (String::with_capacity(16), 0u32, 0u32);
    for byte in digest.iter().take(KEPT) {
        bits = (bits << 8) | u32::from(*byte);
        held += 8;
        while held >= 5 {
            held -= 5;
            let letter = (bits >> held) & 31;
            text.push(char::from(ALPHABET[letter as usize]));
        }
    }
    text
}

/// A whole digest, as `sha256:` and 64 hexadecimal digits.
#[must_use]
pub fn hex(digest: Sha256) -> String {
    digest.finalize().iter().fold(String::from("sha256:"), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The second half of fingerprints: a digest of everything in a ruleset's files that affects judging. Leaves out prose.
///
/// The files must come in a fixed order.
#[must_use]
pub fn rules_fingerprint<'f>(files: impl IntoIterator<Item = &'f Value>) -> String {
    let mut text = String::new();
    for file in files {
        facts(file, &mut text);
        text.push('\n');
    }
    short_digest(text.as_bytes())
}

/// Whether the values of this key are prose, name a source, or only affect how prints look. Fingerprints leave such keys out. Whoever
/// adds a key here changes the fingerprints of the rulesets that have it.
#[must_use]
pub fn is_prose(key: &str) -> bool {
    PROSE.contains(&key)
}

/// See [`is_prose`].
const PROSE: &[&str] = &[
    "aids",
    "arcs",
    "band-reach",
    "books",
    "boxes",
    "deployment",
    "entries",
    "help",
    "lacks",
    "name",
    "reading",
    "says",
    "source",
    "subject",
    "summary",
    "title",
    "version",
];

/// Writes a value with sorted keys and without prose.
fn facts(value: &Value, text: &mut String) {
    match value {
        Value::Object(object) => {
            let mut keys: Vec<&String> = object.keys().filter(|key| !is_prose(key)).collect();
            keys.sort();
            text.push('{');
            for key in keys {
                text.push_str(key);
                text.push(':');
                facts(&object[key], text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                facts(item, text);
                text.push(',');
            }
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::rules_fingerprint;

    #[test]
    fn only_facts_count() {
        let of = |file| rules_fingerprint([&file]);
        let fingerprint = of(json!({"max": 3, "of": ["a", "b"]}));
        assert_eq!(fingerprint, of(json!({"of": ["a", "b"], "summary": "prose", "max": 3})));
        for other in
            [json!({"max": 4, "of": ["a", "b"]}), json!({"max": 3, "of": ["b", "a"]}), json!({"max": 3}), json!(3)]
        {
            assert_ne!(fingerprint, of(other.clone()), "{other}");
        }
    }
}
