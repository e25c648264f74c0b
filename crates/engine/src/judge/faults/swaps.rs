//! Cards of a deck that do not replace another card as they should.

/// A card that does not replace another card as the rule asks. Both cards are given by their names.
#[derive(Clone, Debug)]
pub(crate) enum SwapFault {
    /// The card need not replace another, but the list says that it does.
    NeedsNone { card: String },
    /// The type of the card is unknown.
    UnknownType { card: String },
    /// The replaced card is still in the deck.
    StillThere { card: String, replaced: String },
    /// Another card replaces the same one.
    Twice { card: String, replaced: String },
    /// The replaced card may not be replaced.
    NotReplaceable { card: String, replaced: String },
    /// The two cards have different costs. `word` is the ruleset's word for the cost: `VP`.
    UnequalCost { card: String, cost: u32, replaced: String, other: u32, word: String },
    /// The cost of one of the two is unknown.
    UnknownCost { card: String, replaced: String },
    /// No card of the same cost is left for it to replace.
    NoneLeft { card: String },
    /// The list does not say which card is replaced. `word` is the ruleset's word for the cost.
    Unsaid { card: String, word: String },
}

impl SwapFault {
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::NeedsNone { card } => format!("{card} needs no card to replace"),
            Self::UnknownType { card } => {
                format!("{card}: its type is not known, so whether it replaces a card cannot be judged")
            }
            Self::StillThere { card, replaced } => format!("{card} replaces {replaced}, which is still in the deck"),
            Self::Twice { card, replaced } => {
                format!("{card} replaces {replaced}, which another card replaces already")
            }
            Self::NotReplaceable { card, replaced } => {
                format!("{card} replaces {replaced}, which is no card that may be replaced")
            }
            Self::UnequalCost { card, cost, replaced, other, word } => format!(
                "{card} ({cost} {word}) replaces {replaced} ({other} {word}), but only a card of equal value may be"
            ),
            Self::UnknownCost { card, replaced } => {
                format!("the values of {card} and {replaced} are not both known, so the swap cannot be judged")
            }
            Self::NoneLeft { card } => format!("no card of the value of {card} is left for it to replace"),
            Self::Unsaid { card, .. } => format!("{card} does not say which card it replaces"),
        }
    }

    pub(super) fn help(&self) -> Option<String> {
        match self {
            Self::Unsaid { word, .. } => Some(format!("add `replaces: {{card: NAME, type: TYPE, cost: {word}}}`")),
            _ => None,
        }
    }
}
