//! Writes canonical JSON: without white space, in the order in which it is called. Two forms of lists are written with it.

use std::fmt::Write as _;

use crate::text::slug::slug;

/// A canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CanonicalForm {
    /// Lists with equal content are equal.
    Exact,
    /// The form of versions before 0.3. It does not say which of several equal squadrons brings or carries something,
    /// nor, in many lists, which models of a squadron have a role or an option.
    BeforeThree,
}

/// JSON text that is written from left to right, without white space.
pub(crate) struct CanonicalJson(String);

impl CanonicalJson {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self(String::with_capacity(bytes))
    }

    /// The text that was written.
    pub(crate) fn into_text(self) -> String {
        self.0
    }

    pub(crate) fn open(&mut self, bracket: char) -> &mut Self {
        self.0.push(bracket);
        self
    }

    pub(crate) fn close(&mut self, bracket: char) -> &mut Self {
        self.0.push(bracket);
        self
    }

    /// Adds a comma if another item stands before.
    pub(crate) fn part(&mut self) {
        if !matches!(self.0.as_bytes().last(), Some(b'{' | b'[' | b':')) {
            self.0.push(',');
        }
    }

    /// Adds a key that needs no escapes.
    pub(crate) fn field(&mut self, key: &'static str) -> &mut Self {
        self.part();
        self.0.push('"');
        self.0.push_str(key);
        self.0.push_str("\":");
        self
    }

    /// Adds a key from the list or the ruleset.
    pub(crate) fn key(&mut self, key: &str) -> &mut Self {
        self.part();
        self.text(key);
        self.0.push(':');
        self
    }

    pub(crate) fn words<'w>(&mut self, words: impl Iterator<Item = &'w str>) -> &mut Self {
        self.open('[');
        for word in words {
            self.part();
            self.text(word);
        }
        self.close(']')
    }

    /// An array of items that are JSON already.
    pub(crate) fn array(&mut self, items: &[String]) -> &mut Self {
        self.open('[');
        for item in items {
            self.part();
            self.0.push_str(item);
        }
        self.close(']')
    }

    /// Adds text that is JSON already.
    pub(crate) fn plain(&mut self, json: &str) -> &mut Self {
        self.0.push_str(json);
        self
    }

    pub(crate) fn number(&mut self, number: u32) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{number}");
        self
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        if text.bytes().all(|b| b >= 0x20 && b != b'"' && b != b'\\') {
            self.0.push('"');
            self.0.push_str(text);
            self.0.push('"');
        } else {
            self.0.push_str(&serde_json::to_string(text).unwrap_or_default());
        }
        self
    }
}

/// The slug of a name in the list. If a name has no letter or digit, it has no slug, and this gives the name itself.
pub(crate) fn word(name: &str) -> String {
    let slug = slug(name);
    if slug.is_empty() { name.to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::CanonicalJson;

    #[test]
    fn text_is_written_as_json_has_it() {
        for text in ["", "plain", "\"", "\\", "\"\"", "\\\\", "a\"b", "tab\t", "\u{1f}", "Ä 界"] {
            let mut json = CanonicalJson::with_capacity(0);
            json.text(text);
            assert_eq!(json.0, serde_json::to_string(text).unwrap_or_default(), "{text:?}");
        }
    }
}
