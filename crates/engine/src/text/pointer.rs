//! JSON pointers (RFC 6901).

/// A JSON pointer's way of writing a key.
#[must_use]
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
