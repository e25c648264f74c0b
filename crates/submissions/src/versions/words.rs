//! What the words of a list, a file or a mail tell of versions: `v2`, `list 2`, `second list`, `corrected`.

use muster_engine::slug::slug;

use crate::submission::Submission;

/// Words for a version, in the languages of posted lists. A number follows.
const VERSION: [&str; 9] = ["v", "ver", "version", "rev", "revision", "fassung", "versione", "wersja", "versao"];
/// Words for a list. A number or a letter follows.
const LIST: [&str; 17] = [
    "list",
    "liste",
    "lista",
    "fleet",
    "flotte",
    "flota",
    "flotta",
    "force",
    "forces",
    "army",
    "armee",
    "armada",
    "task-force",
    "roster",
    "day",
    "game",
    "side",
];
/// Words before a list, and its number.
const ORDINAL: [(&str, u32); 26] = [
    ("1st", 1),
    ("first", 1),
    ("erste", 1),
    ("premiere", 1),
    ("primera", 1),
    ("prima", 1),
    ("pierwsza", 1),
    ("2nd", 2),
    ("second", 2),
    ("other", 2),
    ("zweite", 2),
    ("andere", 2),
    ("deuxieme", 2),
    ("seconde", 2),
    ("autre", 2),
    ("segunda", 2),
    ("seconda", 2),
    ("altra", 2),
    ("otra", 2),
    ("druga", 2),
    ("3rd", 3),
    ("third", 3),
    ("dritte", 3),
    ("troisieme", 3),
    ("tercera", 3),
    ("terza", 3),
];
/// Words of a mail that sends a list again.
const AGAIN: [&str; 38] = [
    "new-version",
    "newer-version",
    "updated",
    "update",
    "corrected",
    "correction",
    "corrects",
    "revised",
    "changed",
    "replaces",
    "replace",
    "instead-of",
    "supersedes",
    "final-version",
    "fixed-list",
    "neue-fassung",
    "neue-version",
    "korrigiert",
    "korrigierte",
    "geandert",
    "geaenderte",
    "ersetzt",
    "nouvelle-version",
    "corrigee",
    "modifiee",
    "remplace",
    "nueva-version",
    "corregida",
    "actualizada",
    "sustituye",
    "nuova-versione",
    "corretta",
    "aggiornata",
    "sostituisce",
    "nowa-wersja",
    "poprawiona",
    "poprawka",
    "zastepuje",
];
/// How much of a mail's text is searched, in letters: what is said stands above the list.
const SAID: usize = 400;

/// The words of a text, without case and accents.
fn words(text: &str) -> Vec<String> {
    slug(text).split('-').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The number in words such as `v2`, `version 2`; and the other words.
fn without_version(all: &[String]) -> (Vec<String>, Option<u32>) {
    let (mut rest, mut number) = (Vec::new(), None);
    let mut at = 0;
    while let Some(word) = all.get(at) {
        let next = || all.get(at + 1).and_then(|next| next.parse().ok());
        let tail = VERSION.iter().find_map(|begin| word.strip_prefix(begin)?.parse().ok());
        match (tail, VERSION.contains(&word.as_str()).then(next).flatten()) {
            (Some(found), _) => number = Some(found),
            (None, Some(found)) => {
                number = Some(found);
                at += 1;
            }
            (None, None) => rest.push(word.clone()),
        }
        at += 1;
    }
    (rest, number)
}

/// The name of a file, without folders and ending.
fn stem(list: &Submission) -> &str {
    let name = list.report.file.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The number of a version that a list's name or its file states: `v2`, `version 3`, `list (2)`. Without one, a list is the
/// first.
pub(super) fn version_number(list: &Submission) -> Option<u32> {
    let stated = |text: &str| without_version(&words(text)).1;
    // Programs that save a file again put a number in parentheses behind its name.
    let copy = |stem: &str| stem.strip_suffix(')')?.rsplit_once('(')?.1.parse().ok();
    let stem = stem(list);
    list.report.name.as_deref().and_then(stated).or_else(|| stated(stem)).or_else(|| copy(stem)).or(Some(1))
}

/// A list's name without case, accents and the number of a version; none if it has no name.
pub(super) fn bare_name(list: &Submission) -> Option<String> {
    let (rest, _) = without_version(&words(list.report.name.as_deref()?));
    Some(rest.join("-")).filter(|name| !name.is_empty())
}

/// Which of the player's lists it is, by its name, its file or the words of its mail.
pub(super) fn list_number(list: &Submission) -> Option<u32> {
    let subject = list.came.sender.as_ref().and_then(|sender| sender.subject.as_deref());
    let texts = [list.report.name.as_deref(), Some(stem(list)), subject];
    texts.into_iter().flatten().find_map(number_of_list)
}

fn number_of_list(text: &str) -> Option<u32> {
    let (all, _) = without_version(&words(text));
    let is_list = |word: &String| LIST.contains(&word.as_str());
    all.iter().enumerate().find_map(|(at, word)| {
        let next = all.get(at + 1);
        if is_list(word) {
            let number = next.and_then(|next| match next.as_str() {
                "a" | "one" => Some(1),
                "b" | "two" => Some(2),
                "c" | "three" => Some(3),
                number => number.parse().ok().filter(|number| (1..=10).contains(number)),
            });
            if number.is_some() {
                return number;
            }
        }
        let (_, number) = ORDINAL.iter().find(|(ordinal, _)| ordinal == word)?;
        next.filter(|next| is_list(next)).map(|_| *number)
    })
}

/// Whether the words of its mail say that it takes the place of an earlier list.
pub(super) fn is_sent_again(list: &Submission) -> bool {
    let subject = list.came.sender.as_ref().and_then(|sender| sender.subject.as_deref()).unwrap_or_default();
    let said: String =
        list.text.as_deref().filter(|_| list.came.sender.is_some()).unwrap_or_default().chars().take(SAID).collect();
    [subject, &said].into_iter().any(|text| {
        let slug = format!("-{}-", slug(text));
        AGAIN.iter().any(|again| slug.contains(&format!("-{again}-")))
    })
}

#[cfg(test)]
mod tests {
    use super::{number_of_list, without_version, words};

    #[test]
    fn numbers_of_lists_and_of_versions() {
        for (text, number) in [
            ("Channel Cup list 2", Some(2)),
            ("My second fleet", Some(2)),
            ("Zweite Liste", Some(2)),
            ("List B", Some(2)),
            ("fleet one, v3", Some(1)),
            ("Liste v2", None),
            ("The second wave", None),
            ("1000 points", None),
            ("list 1000", None),
        ] {
            assert_eq!(number_of_list(text), number, "{text}");
        }
        assert_eq!(without_version(&words("Grand Fleet v2")), (words("Grand Fleet"), Some(2)));
        assert_eq!(without_version(&words("Grand Fleet, version 3")), (words("Grand Fleet"), Some(3)));
        assert_eq!(without_version(&words("Victory")), (words("Victory"), None));
    }
}
