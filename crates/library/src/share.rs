//! A list in one word, for links and for codes that a camera reads: `MUSTER:1:` and letters.
//!
//! The letters are the list as JSON, compressed and written in base 32: those survive mails and chats, whatever they do to
//! capitals, and take the least room in a code.

use data_encoding::{BASE32_NOPAD, DecodeKind};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use muster_engine::list::ArmyList;
use muster_engine::ruleset::Declarations;
use serde_json::Value;

use crate::document::{self, Document};
use crate::fault::{Fault, FaultKind};
use crate::limits;
use crate::lists;

/// Where an open list keeps the fingerprint of the whole list: whoever shows that later can be held to it.
pub const WHOLE: &str = "x-whole-fingerprint";

const SCHEME: &str = "MUSTER";
/// The version of the letters' meaning.
const VERSION: &str = "1";
/// The best compression there is.
const LEVEL: u8 = 10;

/// The word for a list. The same list always gives the same word.
#[must_use]
pub fn word(list: &ArmyList) -> String {
    // A list is plain data: writing it cannot fail.
    let json = serde_json::to_vec(list).unwrap_or_default();
    format!("{SCHEME}:{VERSION}:{}", BASE32_NOPAD.encode(&compress_to_vec(&json, LEVEL)))
}

/// The word on a print: for the player all of the list, for the opponent what they may see.
#[must_use]
pub fn word_for(declarations: &Declarations, list: &ArmyList, fingerprint: Option<&str>, is_private: bool) -> String {
    if is_private { word(list) } else { word(&open(declarations, list, fingerprint)) }
}

/// What the opponent may see of a list, with the fingerprint of the whole.
#[must_use]
pub fn open(declarations: &Declarations, list: &ArmyList, fingerprint: Option<&str>) -> ArmyList {
    let mut open = muster_engine::open(declarations, list);
    open.extra.extend(fingerprint.map(|fingerprint| (WHOLE.to_owned(), Value::from(fingerprint))));
    open
}

/// Whether a text is such a word, perhaps of a newer version; blanks and line breaks may stand behind its beginning.
#[must_use]
pub fn is_word(text: &str) -> bool {
    // No YAML: a colon of a mapping has a blank behind it.
    let mut letters = text.trim_start().chars();
    let scheme = letters.by_ref().take(SCHEME.len()).collect::<String>().eq_ignore_ascii_case(SCHEME);
    scheme && letters.next() == Some(':') && letters.next().is_some_and(|letter| letter.is_ascii_digit())
}

/// The list that a word stands for.
pub fn list(word: &str) -> Result<ArmyList, Fault> {
    let document = document(word)?;
    // A document that is no list has faults.
    lists::list(&document).map_err(|faults| faults.into_iter().next().unwrap_or_else(lists::too_large))
}

/// The document that a word stands for. Its values have no places: nobody can read them there.
pub fn document(word: &str) -> Result<Document, Fault> {
    let word: String = word.chars().filter(|letter| !letter.is_whitespace()).collect();
    let fault =
        |kind, message: &str| Fault::new(kind, message).help("copy it again, from its first letter to its last");
    let mut parts = word.splitn(3, ':').skip(1);
    let (Some(version), Some(letters)) = (parts.next(), parts.next()) else {
        return Err(fault(FaultKind::Syntax, "this word for a list has no list in it"));
    };
    if version != VERSION {
        let message = format!("this word for a list is of version {version}; this program reads version {VERSION}");
        return Err(Fault::new(FaultKind::NewerFormat, message).help("update Muster"));
    }
    let packed = BASE32_NOPAD.decode(letters.to_ascii_uppercase().as_bytes()).map_err(|error| {
        fault(
            FaultKind::Syntax,
            match error.kind {
                DecodeKind::Symbol => "this word for a list holds a letter that is none of base 32",
                _ => "this word for a list is cut off",
            },
        )
    })?;
    let limit = usize::try_from(limits::FILE_BYTES).unwrap_or(usize::MAX);
    let json = decompress_to_vec_with_limit(&packed, limit).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => lists::too_large(),
        _ => fault(FaultKind::Syntax, "this word for a list is damaged or cut off"),
    })?;
    let text = lists::text(&json)?;
    let parsed = document::documents(text).into_iter().next().and_then(Result::ok);
    let document = parsed.ok_or_else(|| fault(FaultKind::Syntax, "this word for a list holds none"))?;
    Ok(document.unplaced())
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::{compress_to_vec, document, is_word, word};
    use crate::lists::{Entry, lists};

    const LIST: &str =
        "{muster: 1, name: Größe & \"<b>\", ruleset: none, mfv: 500, squadrons: [{unit: a, models: 2}], x-club: 7}";

    #[test]
    fn a_word_is_its_list() -> Result<(), Box<dyn Error>> {
        let whole = lists(LIST.as_bytes());
        let [Entry::List(list, _)] = whole.as_slice() else { return Err("no list".into()) };
        let word = word(list);
        assert!(word.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == ':'));
        let (begins, letters) = word.split_at(9);
        let lines: String = letters.to_lowercase().chars().flat_map(|letter| [letter, '\n']).collect();
        let broken = format!("{begins}{lines}");
        for text in [word.clone(), format!("  {word}\n"), broken] {
            let read = lists(text.as_bytes());
            let [Entry::List(again, _)] = read.as_slice() else { return Err("no list".into()) };
            assert_eq!(again, list);
        }
        Ok(())
    }

    #[test]
    fn what_is_no_word_says_why() {
        assert!(!is_word(LIST) && !is_word("muster: 1") && !is_word("muster") && !is_word("muster:"));
        let bomb = format!("MUSTER:1:{}", super::BASE32_NOPAD.encode(&compress_to_vec(&vec![b' '; 64 << 20], 6)));
        for (text, message) in [
            ("muster:1", "no list in it"),
            ("muster:2:AA", "version 2"),
            ("muster:1:A1", "none of base 32"),
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
