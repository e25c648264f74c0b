//! What a list file keeps of the mail in which the list came: who sent it. What the file has no key for is said.

use muster_engine::list::ArmyList;
use muster_engine::plain::is_unseen;
use muster_engine::theirs::quoted;
use muster_exchange::unpack::Sender;
use muster_exchange::yaml;
use muster_submissions::keep_sender;

use crate::terminal::inform;
use crate::text::plain;

/// The text of a list file: the list with the address that it came from, below comments with what the list states otherwise
/// of its sender, and these.
pub(super) fn text(
    list: &ArmyList,
    sender: Option<&Sender>,
    comments: impl Iterator<Item = String>,
) -> Result<String, serde_json::Error> {
    let mut list = list.clone();
    let told = keep_sender(&mut list, sender).map(|told| format!("The list {told}"));
    let text: String = told.into_iter().chain(comments).map(|words| comment(&words)).collect();
    Ok(text + &yaml::to_string(&list)?)
}

/// Says on standard error what a list file does not keep of the mail.
pub(super) fn tell(name: &str, list: &ArmyList, sender: Option<&Sender>) {
    if let Some(told) = keep_sender(&mut list.clone(), sender) {
        inform(&format!("{name}: the list {told}"));
    }
    let Some(sender) = sender else { return };
    let subject = sender.subject.as_deref().map(|subject| format!("the mail's subject {}", quoted(subject)));
    let other = sender.writer().date.as_deref().filter(|date| list.date.as_deref() != Some(date));
    let date = other.map(|date| format!("the mail's day {date}"));
    let left: Vec<String> = subject.into_iter().chain(date).collect();
    if !left.is_empty() {
        inform(&format!("{name}: not kept in the list file: {}", left.join(", ")));
    }
}

/// Words as a comment of YAML, on one line whatever is in them. Some readers end a line, or the file, at characters that
/// others take for letters.
fn comment(words: &str) -> String {
    let shown =
        |letter| if is_unseen(letter) || letter > '\u{fffd}' && letter < '\u{10000}' { '\u{fffd}' } else { letter };
    let words: String = plain(words).chars().map(shown).collect();
    format!("# {words}\n")
}

#[cfg(test)]
mod tests {
    use muster_engine::list::ArmyList;
    use muster_exchange::unpack::Sender;
    use muster_library::lists::{self, FileDocument};

    use super::text;

    fn read(text: &str) -> Vec<FileDocument> {
        lists::lists(text.as_bytes())
    }

    #[test]
    fn no_letter_ends_a_comment() {
        let list = "muster: 1\nruleset: tiny\nmfv: 500\nemail: eve@example.org\n";
        let Some(FileDocument::List(list, _)) = read(list).into_iter().next() else { panic!("no list") };
        let list: ArmyList = *list;
        let sender = |name: String| Sender {
            address: Some("eve@example.org".to_owned()),
            doubts: vec![name],
            ..Sender::default()
        };
        let all: Vec<char> = ('\0'..=char::MAX).filter(|letter| !letter.is_alphanumeric()).collect();
        // Letters that break a line for some program, each by itself; all others together.
        let (alone, others): (Vec<char>, Vec<char>) = all.into_iter().partition(|letter| {
            letter.is_control() || letter.is_whitespace() || *letter > '\u{ff00}' && *letter < '\u{10000}'
        });
        let alone = alone.iter().map(char::to_string);
        let others = others.chunks(500).map(|letters| letters.iter().collect::<String>());
        for letters in alone.chain(others) {
            let hostile = format!("a{letters}private-notes: b");
            let text = text(&list, Some(&sender(hostile.clone())), [hostile].into_iter()).expect("a text");
            let comments = text.lines().take_while(|line| line.starts_with("# ")).count();
            assert_eq!(comments, 2, "{letters:?}: {text:?}");
            assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
            let again = read(&text);
            let [FileDocument::List(again, _)] = again.as_slice() else { panic!("{letters:?}: {text:?}: {again:?}") };
            assert_eq!(**again, list, "{letters:?}: {text:?}");
        }
    }
}
