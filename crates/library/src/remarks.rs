//! The meanings of findings that cite no rule of a book. They are about a file, or about the list itself.

/// Ids of such findings, with their meaning.
pub const REMARKS: [(&str, &str); 30] = [
    ("broken-ruleset", "The ruleset itself is at fault; `muster lint` tells all."),
    (
        "consent-without-effect",
        "The list gives a consent that waives nothing: the rule is unknown or cannot be waived.",
    ),
    ("duplicate-key", "A key stands twice in one mapping, so nobody can tell which one counts."),
    ("empty-file", "There is nothing in the file."),
    ("extends-cycle", "Rulesets extend each other in a circle."),
    ("missing-key", "A key that must be there is not."),
    (
        "missing-price",
        "A price is not known: points are a range from what is known up, and what depends on them is undetermined.",
    ),
    ("newer-format", "The list is written for a newer version of the format than this program knows."),
    ("no-access", "The file or folder cannot be opened or read."),
    ("no-lists", "The folder holds no lists."),
    ("not-one-of", "Not one of the words that may stand here."),
    ("not-utf8", "The bytes are no UTF-8 text."),
    ("out-of-range", "A number or text is beyond its bounds."),
    ("points-claimed", "The points that the list claims differ from those that the rules give."),
    ("settings-contradict", "Two settings are stated of which only one can decide."),
    ("syntax", "The file is no YAML or JSON."),
    ("too-deep", "The file is nested deeper than the format allows."),
    ("too-large", "The file has more bytes, nodes, documents or squadrons than the format allows."),
    ("too-many-findings", "There are more findings than are kept of one list."),
    ("unknown-card", "No card of the deck has this name, so the rules that need to know it are undetermined."),
    ("unknown-key", "The format does not know this key."),
    ("unknown-nation", "The ruleset knows no such nation, so what depends on it is undetermined."),
    ("unknown-ruleset", "No ruleset at hand has this id."),
    (
        "unknown-sheet",
        "The sheet that the list belongs to, or its row, is not at hand, so nothing is compared with it.",
    ),
    ("unknown-unit", "No unit at hand has this name, so the rules that need to know it are undetermined."),
    ("unknown-version", "No version of the ruleset at hand will do."),
    (
        "unknown-word",
        "A word of the list stands for nothing that the ruleset declares, or for no squadron of the list.",
    ),
    ("vintage", "Figures of some units are of another edition of the game."),
    ("wrong-kind", "Another kind of file than what was asked for."),
    ("wrong-type", "A number where text is expected, and the like."),
];

/// The meaning of a finding that cites no rule.
#[must_use]
pub fn remark(id: &str) -> Option<&'static str> {
    REMARKS.iter().find(|(known, _)| *known == id).map(|(_, meaning)| *meaning)
}

#[cfg(test)]
mod tests {
    use super::REMARKS;

    #[test]
    fn they_are_sorted() {
        assert!(REMARKS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
