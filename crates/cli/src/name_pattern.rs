//! Makes names of files from a pattern such as `{player} - {name}`.

/// The words that may stand in braces.
pub(crate) const WORDS: [&str; 9] = ["file", "player", "club", "name", "nation", "mfv", "points", "verdict", "number"];

/// The most letters of one value in a name. File systems allow names of 255 bytes.
const MOST: usize = 60;

/// A pattern for names of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamePattern(Vec<PatternPiece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum PatternPiece {
    Text(String),
    Word(&'static str),
}

impl NamePattern {
    /// Reads a pattern. Fails if a word is unknown, a brace is not closed, the name could leave the folder, or there is
    /// no word in braces, so that all files would have one name.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(begin) = rest.find('{') {
            let end = rest[begin..].find('}').ok_or("a `{` is not closed")? + begin;
            let name = &rest[begin + 1..end];
            let word = WORDS.into_iter().find(|word| *word == name);
            let word = word.ok_or_else(|| format!("there is no word `{name}`; the words are {}", WORDS.join(", ")))?;
            pieces.extend([PatternPiece::Text(rest[..begin].to_owned()), PatternPiece::Word(word)]);
            rest = &rest[end + 1..];
        }
        pieces.push(PatternPiece::Text(rest.to_owned()));
        let fixed =
            |piece: &PatternPiece| matches!(piece, PatternPiece::Text(text) if text.contains(['\\', ':', '\0']));
        if pieces.iter().any(fixed) || text.starts_with('/') || text.split('/').any(|part| part == "..") {
            return Err("the name must stay in the folder".to_owned());
        }
        if !pieces.iter().any(|piece| matches!(piece, PatternPiece::Word(_))) {
            return Err(format!("all files would have this name; write a word such as {{{}}} into it", WORDS[1]));
        }
        Ok(Self(pieces))
    }

    /// The name with the values of its words, without the ending. `{file}` keeps its folders. In all other values,
    /// letters that may have a meaning in a file system, such as `/`, become `-`.
    pub(crate) fn name(&self, value: impl Fn(&'static str) -> String) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            PatternPiece::Text(text) => text.clone(),
            PatternPiece::Word("file") => value("file"),
            PatternPiece::Word(word) => harmless(&value(word)),
        });
        let name: String = pieces.collect();
        // A value may be empty, which leaves blanks and dashes behind.
        let name = name.replace("  ", " ");
        let parts = name.split('/').map(|part| part.trim_matches([' ', '-', '_']));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty() && *part != "." && *part != "..").collect();
        if parts.is_empty() { "list".to_owned() } else { parts.join("/") }
    }
}

/// A value without letters that may have a meaning in a file system.
fn harmless(value: &str) -> String {
    let mut name = String::new();
    for letter in value.chars().take(MOST) {
        let is_harmless = letter.is_alphanumeric() || " -_.,'()&+!".contains(letter);
        name.push(if is_harmless { letter } else { '-' });
    }
    name.trim_matches([' ', '.']).to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::NamePattern;

    fn name(pattern: &str) -> String {
        NamePattern::parse(pattern).unwrap().name(|word| match word {
            "file" => "in/fleet".to_owned(),
            "player" => "Åsa / \"Ace\"\n".to_owned(),
            "club" => String::new(),
            word => word.to_owned(),
        })
    }

    #[test]
    fn words_are_filled_in_and_harmless() {
        assert_eq!(name("{file}"), "in/fleet");
        assert_eq!(name("{player} - {name}"), "Åsa - -Ace-- - name");
        assert_eq!(name("{club} - {name}"), "name", "an empty value leaves no dash");
        assert_eq!(name("{verdict}/{number} {mfv}"), "verdict/number mfv");
        assert_eq!(name("{club}"), "list");
    }

    #[test]
    fn wrong_patterns_are_refused() {
        for wrong in ["{playr}", "{player", "fixed", "/{name}", "../{name}", "a/../{name}", "C:{name}", ""] {
            NamePattern::parse(wrong).unwrap_err();
        }
    }
}
