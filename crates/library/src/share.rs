//! Encodes a list as one word, for links and QR codes: `MUSTER:1:` and letters.
//!
//! The letters are base 32. They encode a checksum, followed by the list as compressed JSON. Base 32 survives mails and
//! chats that change capitals, and takes the least room in a QR code.

use data_encoding::{BASE32_NOPAD, DecodeKind};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use muster_engine::declarations::Declarations;
use muster_engine::effort;
use muster_engine::list::ArmyList;
use serde_json::Value;

use crate::document::Document;
use crate::fault::{FaultKind, FileFault};
use crate::{encoding, json, limits, yaml};

/// The key under which an open list keeps the fingerprint of the full list. Lets an opponent verify the full list
/// later.
pub const WHOLE: &str = "x-whole-fingerprint";

/// The most words that are taken out of one message.
pub const WORDS: usize = 20;

const SCHEME: &str = "MUSTER";
/// The version of the encoding.
const VERSION: &str = "1";
/// The strongest compression level.
const LEVEL: u8 = 10;
/// How many bytes the checksum has.
const SUM: usize = 4;
/// How many letters of base 32 are whole bytes.
const LETTERS: usize = 8;
/// How far back compressed data refer, in bytes.
const WINDOW: usize = 32 << 10;
/// How many bytes are unpacked in a step.
const BYTES_A_STEP: usize = 64;

/// The word for a list. The same list always gives the same word.
#[must_use]
pub fn word(list: &ArmyList) -> String {
    // A list is plain data: writing it cannot fail.
    let json = json::escaped(serde_json::to_string(list).unwrap_or_default());
    format!("{SCHEME}:{VERSION}:{}", BASE32_NOPAD.encode(&summed(&compress_to_vec(json.as_bytes(), LEVEL))))
}

/// Puts a checksum before the bytes. Without it, one wrong letter could give another list.
fn summed(bytes: &[u8]) -> Vec<u8> {
    [&crc32fast::hash(bytes).to_be_bytes(), bytes].concat()
}

/// The list that a print gives away: the full list for the player, or what the opponent may see.
#[must_use]
pub fn shared(declarations: &Declarations, list: &ArmyList, fingerprint: Option<&str>, is_private: bool) -> ArmyList {
    if is_private { list.clone() } else { open(declarations, list, fingerprint) }
}

/// What the opponent may see of a list, with the fingerprint of the full list.
#[must_use]
pub fn open(declarations: &Declarations, list: &ArmyList, fingerprint: Option<&str>) -> ArmyList {
    let mut open = muster_engine::open(declarations, list);
    // If the list is an open list already, its stored fingerprint is kept, because the full list is not available.
    let whole = list.extra.get(WHOLE).cloned().or_else(|| fingerprint.map(Value::from));
    open.extra.extend(whole.map(|whole| (WHOLE.to_owned(), whole)));
    open
}

/// Whether the fingerprint of a list lets an opponent find out what the open list hides, by trying lists until one fits.
#[must_use]
pub fn needs_salt(declarations: &Declarations, list: &ArmyList) -> bool {
    list.salt.is_none() && muster_engine::hides(declarations, list)
}

/// Whether a text is such a word, perhaps of a newer version. Only its beginning is checked: blanks and line breaks may
/// follow.
#[must_use]
pub fn is_word(text: &str) -> bool {
    // This is not YAML: there, a blank follows the colon of a mapping.
    let mut letters = text.trim_start_matches('\u{feff}').trim_start().chars();
    let scheme = letters.by_ref().take(SCHEME.len()).collect::<String>().eq_ignore_ascii_case(SCHEME);
    scheme && letters.next() == Some(':') && letters.next().is_some_and(|letter| letter.is_ascii_digit())
}

/// The words in a message, and the message without them: in a link, between other lines, quoted or broken into several
/// lines. Only complete words are taken, at most [`WORDS`]; what is left over stays in the message.
#[must_use]
pub fn words(message: &str) -> (Vec<String>, String) {
    let begin = format!("{SCHEME}:{VERSION}:");
    let (mut words, mut rest, mut left) = (Vec::new(), String::new(), message);
    for (at, _) in message.to_ascii_uppercase().match_indices(&begin) {
        // A word that begins inside the word before is a part of that word.
        if words.len() < WORDS
            && let Some(before) = message.get(message.len() - left.len()..at)
            && let Some(letters) = message.get(at + begin.len()..)
            && let Some((word, behind)) = word_of(&begin, letters)
        {
            rest.push_str(before);
            words.push(word);
            left = behind;
        }
    }
    rest.push_str(left);
    (words, rest)
}

/// The word whose letters begin a text, and what is behind it. The letters themselves tell where they end: the words
/// behind them may look like more of them.
fn word_of<'m>(begin: &str, text: &'m str) -> Option<(String, &'m str)> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric();
    let (mut letters, mut ends, mut left) = (String::new(), Vec::new(), text);
    while let Some(part) = left.split_whitespace().next() {
        let own = part.trim_matches(|letter| !is_letter(letter));
        if !own.chars().all(is_letter) {
            break;
        }
        left = left.trim_start().strip_prefix(part)?;
        letters.push_str(own);
        ends.push((letters.len(), left));
    }
    letters.truncate(length(&letters.to_ascii_uppercase())?);
    let (_, behind) = ends.into_iter().find(|(length, _)| *length == letters.len())?;
    let word = format!("{begin}{letters}");
    document(&word).is_ok().then_some((word, behind))
}

/// How many of these letters a word has, by the end of the compressed list in it.
fn length(letters: &str) -> Option<usize> {
    let is_other = |letter: char| !matches!(letter, 'A'..='Z' | '2'..='7');
    let letters = letters.split_once(is_other).map_or(letters, |(known, _)| known);
    let padding = "A".repeat(letters.len().next_multiple_of(LETTERS) - letters.len());
    let bytes = BASE32_NOPAD.decode(format!("{letters}{padding}").as_bytes()).ok()?;
    let (_, packed) = bytes.split_first_chunk::<SUM>()?;
    let limit = usize::try_from(limits::FILE_BYTES).unwrap_or(usize::MAX);
    let (mut state, mut window) = (DecompressorOxide::new(), vec![0; WINDOW]);
    let (mut left, mut written) = (packed, 0);
    loop {
        let (status, taken, given) = decompress(&mut state, left, &mut window, written % WINDOW, 0);
        effort::spend(1 + given / BYTES_A_STEP);
        left = left.get(taken..)?;
        written += given;
        match status {
            TINFLStatus::Done => {
                let read = SUM + packed.len() - left.len();
                return Some((read * 8).div_ceil(5)).filter(|length| *length <= letters.len());
            }
            TINFLStatus::HasMoreOutput if written < limit => {}
            _ => return None,
        }
    }
}

/// Decodes a word into its document. The values have no places, because people cannot read the word.
pub fn document(word: &str) -> Result<Document, FileFault> {
    let word: String = word.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{feff}').collect();
    let fault =
        |kind, message: &str| FileFault::new(kind, message).help("copy it again, from its first letter to its last");
    let mut parts = word.splitn(3, ':').skip(1);
    let (Some(version), Some(letters)) = (parts.next(), parts.next()) else {
        return Err(fault(FaultKind::Syntax, "this word for a list has no list in it"));
    };
    if version != VERSION {
        let message = format!("this word for a list is of version {version}; this program reads version {VERSION}");
        return Err(FileFault::new(FaultKind::NewerFormat, message).help("update Muster"));
    }
    let packed = BASE32_NOPAD.decode(letters.to_ascii_uppercase().as_bytes()).map_err(|error| {
        fault(
            FaultKind::Syntax,
            match error.kind {
                DecodeKind::Symbol => "this word for a list holds a character that is not base 32",
                _ => "this word for a list is cut off",
            },
        )
    })?;
    let limit = usize::try_from(limits::FILE_BYTES).unwrap_or(usize::MAX);
    let damaged = || fault(FaultKind::Syntax, "this word for a list is damaged or cut off");
    let packed =
        packed.split_first_chunk::<SUM>().filter(|(sum, packed)| crc32fast::hash(packed).to_be_bytes() == **sum);
    let (_, packed) = packed.ok_or_else(damaged)?;
    let json = decompress_to_vec_with_limit(packed, limit).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => FileFault::too_large(),
        _ => damaged(),
    })?;
    let text = encoding::utf8(&json)?;
    let parsed = yaml::documents(text).into_iter().next().and_then(Result::ok);
    let document = parsed.ok_or_else(|| fault(FaultKind::Syntax, "this word for a list holds none"))?;
    Ok(document.unplaced())
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::{WORDS, compress_to_vec, document, is_word, summed, word, words};
    use crate::lists::{FileDocument, lists};

    const LIST: &str =
        "{muster: 1, name: Größe & \"<b>\", ruleset: none, mfv: 500, squadrons: [{unit: a, models: 2}], x-club: 7}";

    #[test]
    fn a_word_is_its_list() -> Result<(), Box<dyn Error>> {
        let whole = lists(LIST.as_bytes());
        let [FileDocument::List(list, _)] = whole.as_slice() else { return Err("no list".into()) };
        let word = word(list);
        assert!(word.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == ':'));
        let (begins, letters) = word.split_at(9);
        let lines: String = letters.to_lowercase().chars().flat_map(|letter| [letter, '\n']).collect();
        let broken = format!("{begins}{lines}");
        for text in [word.clone(), format!("  {word}\n"), broken] {
            let read = lists(text.as_bytes());
            let [FileDocument::List(again, _)] = read.as_slice() else { return Err("no list".into()) };
            assert_eq!(again, list);
        }
        Ok(())
    }

    #[test]
    fn words_are_taken_out_of_a_message() -> Result<(), Box<dyn Error>> {
        let whole = lists(LIST.as_bytes());
        let [FileDocument::List(list, _)] = whole.as_slice() else { return Err("no list".into()) };
        let word = word(list);
        let (one, other) = word.split_at(40);
        let lower = word.to_lowercase();
        for (message, count, rest) in [
            (format!("Here is mine: {word} Good luck!"), 1, "Here is mine:  Good luck!"),
            (format!("`{word}`."), 1, "`"),
            (format!("> {one}\n> {other}\n>\n> Sent from home"), 1, "> \n>\n> Sent from home"),
            (format!("http://192.168.1.20:4173/#/shared/{lower}"), 1, "http://192.168.1.20:4173/#/shared/"),
            (format!("{word}\n3 Frigates\n{lower}, or {word}"), 3, "\n3 Frigates\n or "),
            (format!("mine: {one}"), 0, &format!("mine: {one}")),
            (format!("mine: {one}\n{word}"), 1, &format!("mine: {one}\n")),
            ("MUSTER:1:".to_owned(), 0, "MUSTER:1:"),
            (format!("{word}{}", " and more".repeat(40)), 1, &" and more".repeat(40)),
            (format!("{word}AA"), 0, &format!("{word}AA")),
        ] {
            let (found, left) = words(&message);
            assert_eq!(found.iter().map(|word| word.to_uppercase()).collect::<Vec<_>>(), vec![word.clone(); count]);
            assert_eq!(left, rest, "{message}");
        }
        let (found, left) = words(&format!("{word} ").repeat(WORDS + 2));
        assert_eq!((found.len(), left.matches("MUSTER").count()), (WORDS, 2));
        Ok(())
    }

    /// One wrong letter, wherever it is.
    #[test]
    fn a_damaged_word_is_none() -> Result<(), Box<dyn Error>> {
        let whole = lists(LIST.as_bytes());
        let [FileDocument::List(list, _)] = whole.as_slice() else { return Err("no list".into()) };
        let word = word(list);
        for at in "MUSTER:1:".len()..word.len() {
            let letter = if word[at..].starts_with('A') { "B" } else { "A" };
            let damaged = format!("{}{letter}{}", &word[..at], &word[at + 1..]);
            assert!(document(&damaged).is_err(), "{at}");
        }
        Ok(())
    }

    #[test]
    fn what_is_no_word_says_why() {
        assert!(!is_word(LIST) && !is_word("muster: 1") && !is_word("muster") && !is_word("muster:"));
        let bomb =
            format!("MUSTER:1:{}", super::BASE32_NOPAD.encode(&summed(&compress_to_vec(&vec![b' '; 64 << 20], 6))));
        for (text, message) in [
            ("muster:1", "no list in it"),
            ("muster:2:AA", "version 2"),
            ("muster:1:A1", "not base 32"),
            ("muster:1:A", "cut off"),
            ("muster:1:77777777", "damaged"),
            ("muster:1:", "damaged"),
            (&bomb, "larger than"),
        ] {
            let fault = document(text).err().map(|fault| fault.message).unwrap_or_default();
            assert!(fault.contains(message), "{}: {fault}", text.chars().take(20).collect::<String>());
        }
    }
}
