//! JSON pointers (RFC 6901).

/// Escapes a key for a JSON pointer.
#[must_use]
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
