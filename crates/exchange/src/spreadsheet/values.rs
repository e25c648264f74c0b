//! Cells that hold several values: `Elite Crew; Sharp Turn`.

/// A value in a cell, and whether it stands in quotation marks.
pub(super) type CellPart = (String, bool);

/// The values in a cell, separated by semicolons. A value in quotation marks may hold semicolons itself.
pub(super) fn parts(cell: &str) -> Vec<CellPart> {
    let mut parts = Vec::new();
    let mut rest = cell.trim();
    while !rest.is_empty() {
        let (text, is_quoted, after) = if let Some((text, after)) = quoted(rest) {
            (text, true, after)
        } else {
            let (plain, after) = rest.split_once(';').unwrap_or((rest, ""));
            (plain.trim().to_owned(), false, after)
        };
        if is_quoted || !text.is_empty() {
            parts.push((text, is_quoted));
        }
        rest = after.trim_start();
    }
    parts
}

/// The values in a cell, as texts.
pub(super) fn texts(cell: &str) -> Vec<String> {
    parts(cell).into_iter().map(|(text, _)| text).collect()
}

/// Joins several values into one cell.
pub(super) fn joined<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let part = |text: &'t str| {
        let is_bare = !text.is_empty() && text.trim() == text && !text.contains(';') && !text.starts_with('"');
        if is_bare { text.to_owned() } else { in_quotes(text) }
    };
    texts.into_iter().map(part).collect::<Vec<_>>().join("; ")
}

/// A value in quotation marks. Those inside it are doubled.
pub(super) fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The value in quotation marks at the start of a text, and what follows its semicolon. None if the text only begins
/// with a quotation mark, as in `"Thunderbolt" Pistol`.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut end = 0;
    loop {
        end += inner[end..].find('"')?;
        if !inner[end + 1..].starts_with('"') {
            break;
        }
        end += 2;
    }
    let after = inner[end + 1..].trim_start();
    let after = if after.is_empty() { after } else { after.strip_prefix(';')? };
    Some((inner[..end].replace("\"\"", "\""), after))
}

#[cfg(test)]
mod tests {
    use super::{joined, texts};

    #[test]
    fn values_come_back_whatever_they_hold() {
        for (values, cell) in [
            (&["Elite Crew", "Sharp Turn"][..], "Elite Crew; Sharp Turn"),
            (&["One; two", " three", ""], "\"One; two\"; \" three\"; \"\""),
            (&["\"Bolt\" Pistol", "10\""], "\"\"\"Bolt\"\" Pistol\"; 10\""),
            (&["\"a", "b\""], "\"\"\"a\"; b\""),
            (&[], ""),
        ] {
            assert_eq!(joined(values.iter().copied()), cell);
            assert_eq!(texts(cell), values);
        }
        // As people write them.
        assert_eq!(texts("; \"Bolt\" Pistol;;Crew ;"), ["\"Bolt\" Pistol", "Crew"]);
    }
}
