//! Turns the parser's errors into words that a player understands.

use serde_yaml::granit_parser::{ErrorKind, ScanError};

use crate::fault::FaultKind;
use crate::limits;

/// Kind, message and help of a parser error.
pub(crate) fn wording(error: &ScanError) -> (FaultKind, String, Option<&'static str>) {
    use ErrorKind as E;
    const QUOTE: &str = "text that begins with a special character, or holds `: ` or ` #`, needs quotes";
    const INDENT: &str = "entries of one mapping or list begin in the same column";
    let (message, help): (&str, Option<&'static str>) = match error.kind() {
        E::RecursionLimitExceeded => {
            let message = format!("nested more than {} levels deep", limits::DEPTH);
            return (FaultKind::TooDeep, message, None);
        }
        E::TabNotAllowed | E::TabInBlockIndentation | E::TabInIndentation | E::TabAtBlockScalarStart => {
            ("a tab cannot indent", Some("use spaces"))
        }
        E::UnclosedQuotedScalar | E::InvalidQuotedScalarIndent | E::DocumentIndicatorInQuotedScalar => {
            ("a quoted text is not closed", Some("end it with the quote it began with"))
        }
        E::UnclosedFlowCollection { open } => {
            return (FaultKind::Syntax, format!("`{open}` is not closed"), None);
        }
        E::UnexpectedEofFlowSequence => ("a list that began with `[` is not closed", None),
        E::UnexpectedEofFlowMapping | E::UnexpectedEofImplicitFlowMapping => {
            ("a mapping that began with `{` is not closed", None)
        }
        E::ExpectedFlowMappingSeparator => ("expected `,` or `}` here", None),
        E::ExpectedFlowSequenceSeparator => ("expected `,` or `]` here", None),
        E::ExpectedBlockMappingKey => ("expected a key of the mapping that is open here", Some(INDENT)),
        E::ExpectedBlockSequenceEntry => ("expected another `- ` of the list that is open here", Some(INDENT)),
        E::InvalidIndentation | E::UnexpectedEofBlockMapping | E::UnexpectedEofBlockSequence => {
            ("the indentation fits nothing above it", Some(INDENT))
        }
        E::SimpleKeyExpected => ("expected `: ` after this key", Some("write `key: value`, on one line")),
        E::MappingValueNotAllowed | E::InvalidColonPlacement => ("a `:` cannot stand here", Some(QUOTE)),
        E::MappingKeyNotAllowed => ("a key cannot stand here", Some(INDENT)),
        E::BlockSequenceEntryNotAllowed | E::BlockEntryInFlowCollection => ("a `- ` cannot stand here", Some(INDENT)),
        E::UnknownAnchor => {
            ("this alias repeats a node that is not there", Some("a `*` at the start of text needs quotes"))
        }
        E::UnknownQuotedScalarEscape => {
            ("unknown escape in double quotes", Some("write `\\\\` for a backslash, or use single quotes"))
        }
        E::UndeclaredTagHandle | E::ExpectedTagBang => {
            ("a tag has no meaning here", Some("a `!` at the start of text needs quotes"))
        }
        E::UnexpectedCharacter { character } => {
            let shown = character.escape_debug();
            return (FaultKind::Syntax, format!("`{shown}` cannot stand here"), Some(QUOTE));
        }
        E::CommentNotSeparated => ("a comment needs a space before `#`", None),
        other => return (FaultKind::Syntax, other.to_string(), None),
    };
    (FaultKind::Syntax, message.to_owned(), help)
}
