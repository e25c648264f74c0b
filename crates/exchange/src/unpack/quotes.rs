//! Removes the quoted earlier mail from the text of an answer.

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

/// The text of an answer without what Outlook quotes below it: the mail that it answers, under lines such as `From: A`.
/// A text that is nothing but such a quote stays.
pub(super) fn without_mail_below(text: &str) -> &str {
    let mut starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let Some(at) = starts.find(|at| is_head(&text[*at..])) else { return text };
    let mut own = &text[..at];
    // A line of signs stands between the two, or one such as `-----Original Message-----`.
    while let Some((before, line)) = last_line(own)
        && (line.trim().is_empty() || line.starts_with("__") || line.starts_with("--"))
    {
        own = before;
    }
    if own.trim().is_empty() { text } else { own }
}

/// Whether a text begins with the lines that Outlook writes above a mail.
fn is_head(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let is_from = lines.next().is_some_and(|line| line.starts_with("From:"));
    let rest: Vec<&str> = lines.take(if is_from { 5 } else { 0 }).collect();
    let has = |name: &str| rest.iter().any(|line| line.starts_with(name));
    (has("Sent:") || has("Date:")) && has("Subject:")
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
