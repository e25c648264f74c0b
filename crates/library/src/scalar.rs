//! Resolves unquoted scalars by the YAML 1.2 core schema (section 10.3): `no` is a word, `010` is ten, `~` is null.

use serde_json::Number;

use crate::table::NodeContent;

/// Whole floats below this are exact and count as whole numbers: `1e3` is 1000.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The value of an unquoted scalar; none if it is a word.
pub(crate) fn resolve(text: &str) -> Option<NodeContent> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Some(NodeContent::Null),
        "true" | "True" | "TRUE" => return Some(NodeContent::Bool(true)),
        "false" | "False" | "FALSE" => return Some(NodeContent::Bool(false)),
        _ => {}
    }
    // Most scalars are words; a number begins with a digit, a sign or a point.
    if !text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '-' | '+' | '.')) {
        return None;
    }
    number(text).map(NodeContent::Number)
}

/// The number that a text stands for, if any. Infinities and `.nan` stay words, because no file accepts them anywhere.
fn number(text: &str) -> Option<Number> {
    let digits = text.trim_start_matches(['+', '-']);
    if text.len() - digits.len() > 1 {
        return None;
    }
    if let Some(octal) = text.strip_prefix("0o") {
        return whole(octal, 8);
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return whole(hex, 16);
    }
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let signed = text.strip_prefix('+').unwrap_or(text);
        if let Ok(number) = signed.parse::<i64>() {
            return Some(number.into());
        }
    }
    float(digits).then(|| text.parse::<f64>().ok()).flatten().and_then(from_float)
}

fn whole(digits: &str, radix: u32) -> Option<Number> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    plain.then(|| i64::from_str_radix(digits, radix).ok()).flatten().map(Number::from)
}

/// Whether a text is `[0-9]+(\.[0-9]*)?|\.[0-9]+` with an optional exponent.
fn float(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    all_digits(before)
        && all_digits(after)
        && !(before.is_empty() && after.is_empty())
        && exponent.is_none_or(|exponent| {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            !digits.is_empty() && all_digits(digits)
        })
}

#[allow(clippy::cast_possible_truncation)] // Guarded by EXACT.
fn from_float(number: f64) -> Option<Number> {
    if number.fract() == 0.0 && number.abs() < EXACT {
        return Some(Number::from(number as i64));
    }
    Number::from_f64(number)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::resolve;
    use crate::table::NodeContent;

    #[test]
    fn core_schema() {
        for (text, value) in [
            ("", json!(null)),
            ("~", json!(null)),
            ("null", json!(null)),
            ("no", json!("no")),
            ("yes", json!("yes")),
            ("off", json!("off")),
            ("true", json!(true)),
            ("FALSE", json!(false)),
            ("tRUE", json!("tRUE")),
            ("010", json!(10)),
            ("0o10", json!(8)),
            ("0xff", json!(255)),
            ("0xfg", json!("0xfg")),
            ("0o", json!("0o")),
            ("1_000", json!("1_000")),
            ("-3", json!(-3)),
            ("+3", json!(3)),
            ("--3", json!("--3")),
            ("-", json!("-")),
            (".", json!(".")),
            ("1.5", json!(1.5)),
            ("1.0", json!(1)),
            (".5", json!(0.5)),
            ("1e3", json!(1000)),
            ("1e18", json!(1e18)),
            ("1e999", json!("1e999")),
            ("1000000000000000000", json!(1_000_000_000_000_000_000_i64)),
            ("99999999999999999999", json!(99_999_999_999_999_999_999_f64)),
            ("1e", json!("1e")),
            ("e3", json!("e3")),
            (".inf", json!(".inf")),
            (".nan", json!(".nan")),
            ("3-4", json!("3-4")),
            ("1.2.3", json!("1.2.3")),
            ("2024-01-31", json!("2024-01-31")),
        ] {
            let resolved = match resolve(text) {
                None => json!(text),
                Some(NodeContent::Bool(flag)) => json!(flag),
                Some(NodeContent::Number(number)) => Value::Number(number),
                Some(_) => Value::Null,
            };
            assert_eq!(resolved, value, "{text:?}");
        }
    }
}
