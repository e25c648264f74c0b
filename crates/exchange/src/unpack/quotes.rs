//! Takes the mail that a mail answers out of its text.

/// The text without the quote at its end: lines that begin with `>`, behind a line such as `On Friday, A wrote:`. A
/// quote that nothing introduces stays, because it may be a list that somebody passes on; so does a text that is
/// nothing but a quote.
pub(super) fn without_quote_at_end(text: &str) -> &str {
    let end = text.trim_end();
    let mut own = end;
    while let Some((before, line)) = last_line(own)
        && (line.starts_with('>') || line.trim().is_empty())
    {
        own = before;
    }
    if own.len() == end.len() {
        return text;
    }
    // Programs break the line that introduces the quote, so it may be up to three.
    let mut before = own;
    for _ in 0..3 {
        let Some((rest, _)) = last_line(before).filter(|(_, line)| !line.trim().is_empty()) else { break };
        before = rest;
        if introduces(&own[before.len()..]) {
            return if before.trim().is_empty() { text } else { before };
        }
    }
    text
}

/// Splits off the last line; none if there is nothing left.
fn last_line(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    (!text.is_empty()).then(|| text.split_at(text.rfind('\n').map_or(0, |at| at + 1)))
}

/// Whether a text introduces a quote: it ends with a colon, and tells an address or a time of the day or begins as in
/// `On Friday, A wrote:`.
fn introduces(text: &str) -> bool {
    let text = text.trim();
    let is_time = |three: &[u8]| three[0].is_ascii_digit() && three[1] == b':' && three[2].is_ascii_digit();
    let is_told = text.contains('@') || text.as_bytes().windows(3).any(is_time);
    text.ends_with(':') && (is_told || text.starts_with("On ") && text.ends_with("wrote:"))
}
