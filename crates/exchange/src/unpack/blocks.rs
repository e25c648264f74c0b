//! Takes blocks out of a text that programs do not show as they stand: files that are packed into it, and what is encrypted.

use muster_engine::theirs::quoted;

use super::hidden::HiddenText;

/// The line above a text that is signed in the way of PGP, and what begins and ends the signature below it.
const SIGNED: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE: &str = "PGP SIGNATURE";

/// The longest name that is told, in letters.
const NAME: usize = 60;

/// The text without such blocks, which are told.
pub(super) fn without_blocks(text: String, hidden: &mut HiddenText) -> String {
    let is_mark = |line: &str| line.starts_with("-----BEGIN ") || line.starts_with("=y") || line.starts_with("begin");
    if !text.lines().any(|line| is_mark(line) || is_binhex(line)) {
        return text;
    }
    let mut kept = String::with_capacity(text.len());
    let mut lines = text.lines().peekable();
    let mut is_signed = false;
    while let Some(line) = lines.next() {
        let next = lines.peek().copied().unwrap_or_default();
        if line.trim_end() == SIGNED {
            is_signed = true;
            while lines.next_if(|line| line.starts_with("Hash:")).is_some() {}
        } else if let Some(kind) = armour(line) {
            let end = format!("-----END {kind}-----");
            while lines.next_if(|line| is_armoured(line)).is_some() {}
            lines.next_if(|line| line.trim_end() == end);
            if kind == SIGNATURE {
                is_signed = false;
            } else {
                hidden.note(format!("Muster did not read what is encrypted or packed in its text ({kind})"));
            }
        } else if let Some(name) = begins_file(line, next) {
            let is_end = |line: &str| matches!(line.trim_end(), "end" | "====") || line.starts_with("=yend");
            let is_binhex = is_binhex(line);
            let is_data =
                |line: &str| is_packed(line) || line.starts_with("=ypart") || is_binhex && line.trim().is_empty();
            while lines.next_if(|line| !is_end(line) && is_data(line)).is_some() {}
            lines.next_if(|line| is_end(line));
            let name: String = name.chars().take(NAME).collect();
            hidden.note(format!("Muster did not read a file that is packed into its text: {}", quoted(&name)));
        } else {
            let line = if is_signed { line.strip_prefix("- ").unwrap_or(line) } else { line };
            kept.extend([line, "\n"]);
        }
    }
    kept
}

/// What a line such as `-----BEGIN PGP MESSAGE-----` begins.
fn armour(line: &str) -> Option<&str> {
    let kind = line.trim_end().strip_prefix("-----BEGIN ")?.strip_suffix("-----")?;
    let is_name = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b' ';
    ((1..=NAME).contains(&kind.len()) && kind.bytes().all(is_name)).then_some(kind)
}

/// Whether a line may stand in such a block. Whatever else is there, a reader sees it as text.
fn is_armoured(line: &str) -> bool {
    let line = line.trim_end();
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    line.bytes().all(is_letter) || line.starts_with("Version:")
}

/// The name of the file that begins with this line: by `uuencode`, yEnc or `BinHex`.
fn begins_file(line: &str, next: &str) -> Option<String> {
    if is_binhex(line) {
        return Some("BinHex".to_owned());
    }
    if let Some(settings) = line.strip_prefix("=ybegin ") {
        return Some(
            settings.split_once("name=").map_or_else(|| "yEnc".to_owned(), |(_, name)| name.trim().to_owned()),
        );
    }
    let rest = line.strip_prefix("begin-base64 ").or_else(|| line.strip_prefix("begin "))?;
    let (mode, name) = rest.split_once(' ')?;
    let is_mode = (3..=4).contains(&mode.len()) && mode.bytes().all(|byte| (b'0'..b'8').contains(&byte));
    (is_mode && (is_packed(next) || next.trim_end() == "end")).then(|| name.trim().to_owned())
}

fn is_binhex(line: &str) -> bool {
    line.starts_with("(This file must be converted with BinHex")
}

/// Whether a line may be bytes of a packed file: it has no blanks but those that `uuencode` writes, and the length that its
/// first letter says.
fn is_packed(line: &str) -> bool {
    let line = line.trim_end_matches('\r');
    let Some(first) = line.bytes().next() else { return false };
    // A letter for each six bits, in groups of four; the first letter is the number of bytes.
    let bytes = usize::from(first.wrapping_sub(b' ') & 0x3f);
    let letters = bytes.div_ceil(3) * 4 + 1;
    // Some programs leave blanks away at the end, or write a letter more.
    let is_uu = (b' '..=b'`').contains(&first) && (letters.saturating_sub(4)..=letters + 2).contains(&line.len());
    is_uu || line.len() > 20 && !line.contains(char::is_whitespace)
}
