//! The kinds of rows, and the cells of each.

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::form::{Form, MOST};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Kind {
    Catalogue,
    Unit,
    Weapon,
    Option,
    Choice,
    Member,
    Becomes,
    Adds,
    Attaches,
    Host,
    Brings,
    Load,
}

/// A cell of a row.
pub(super) struct Field {
    /// The column.
    pub column: &'static str,
    /// Where its value stands in the row's thing, as a JSON pointer.
    pub at: &'static str,
    pub form: Form,
    /// The cell may not be empty.
    pub is_needed: bool,
}

/// Rows of a kind that may stand below a row.
pub(super) struct Below {
    pub kind: Kind,
    /// Where their things stand in the thing of the row above, as a JSON pointer.
    pub at: &'static str,
    /// There is one at most.
    pub is_one: bool,
}

impl Kind {
    /// The word in the column `row`.
    pub(super) fn word(self) -> &'static str {
        self.into()
    }

    pub(super) fn words() -> impl Iterator<Item = &'static str> + Clone {
        Self::VARIANTS.iter().copied().map(Self::word)
    }

    pub(super) fn named(word: &str) -> Option<Self> {
        word.trim().to_lowercase().parse().ok()
    }

    /// Where the traits stand in the row's thing; none if it has none.
    pub(super) fn traits(self) -> Option<&'static str> {
        matches!(self, Self::Unit | Self::Member | Self::Option | Self::Becomes | Self::Adds).then_some("/traits")
    }

    /// Where the statistics stand in the row's thing; none if it has none.
    pub(super) fn stats(self) -> Option<&'static str> {
        match self {
            Self::Unit | Self::Member | Self::Becomes | Self::Adds => Some("/card/stats"),
            Self::Option => Some("/sets"),
            _ => None,
        }
    }

    /// The other cells. The nation and the parents of a unit are read apart.
    pub(super) fn fields(self) -> Vec<Field> {
        let field = |column, at, form| Field { column, at, form, is_needed: false };
        let needed = |column, at, form| Field { column, at, form, is_needed: true };
        match self {
            Self::Catalogue => vec![needed("source", "/source", Form::Text)],
            Self::Unit => vec![
                field("id", "/id", Form::Id),
                field("name", "/name", Form::Text),
                field("points", "/points", Form::Number(0, MOST)),
                field("min", "/squadron/min", Form::Number(1, 1000)),
                field("max", "/squadron/max", Form::Number(1, 1000)),
                field("attachment-only", "/only", Form::Yes("attached")),
                field("rules", "/card/rules", Form::Texts),
                field("aliases", "/aliases", Form::Texts),
                field("vintage", "/vintage", Form::Text),
                field("source", "/source", Form::Text),
                field("brought-only", "/only", Form::Yes("brought")),
                field("usual", "/usual", Form::Number(1, 1000)),
                field("points-with", "/points-with", Form::PointsWith),
                field("slots", "/slots", Form::WordsIn(&[])),
                field("copies", "/copies", Form::NumbersIn),
                field("entries", "/entries", Form::Texts),
            ],
            Self::Weapon => vec![
                needed("name", "/name", Form::Text),
                field("weapon-class", "/class", Form::Text),
                field("how-many", "/count", Form::Number(0, 1000)),
                field("bands", "/bands", Form::Figures),
                field("arc", "/arc", Form::Text),
                field("rules", "/rules", Form::Texts),
            ],
            Self::Option => vec![
                field("id", "/id", Form::Id),
                needed("name", "/name", Form::Text),
                field("option-kind", "/kind", Form::Text),
                field("points", "/points", Form::Signed),
                field("points-with", "/points-with", Form::PointsWith),
                field("together", "/together", Form::Numbers),
                field("buys", "/buys", Form::OneOf(&["model", "all-models", "squadron"])),
                field("max", "/max", Form::Number(0, MOST)),
                field("max-with", "/max-with", Form::NumbersWith),
                field("min-with", "/min-with", Form::NumbersWith),
                field("not-attached", "/not-attached", Form::Flag),
                field("groups", "/groups", Form::WordsIn(&["always", "never"])),
                field("rules", "/rules", Form::Texts),
                field("removes", "/removes", Form::Texts),
                field("aliases", "/aliases", Form::Texts),
                field("entries", "/entries", Form::Texts),
            ],
            Self::Choice => vec![
                field("id", "/id", Form::Id),
                needed("name", "/name", Form::Text),
                field("min", "/min", Form::Number(0, MOST)),
                field("max", "/max", Form::Number(0, MOST)),
                field("default", "/default", Form::Text),
                field("marks", "/marks", Form::Flag),
                field("hardpoint", "/hardpoint", Form::Flag),
                field("entries", "/entries", Form::Texts),
            ],
            Self::Member => vec![
                field("id", "/id", Form::Id),
                needed("name", "/name", Form::Text),
                field("of-unit", "/unit", Form::Text),
                field("min", "/models/min", Form::Number(0, 1000)),
                field("max", "/models/max", Form::Number(0, 1000)),
                field("points", "/points", Form::Number(0, MOST)),
                field("rules", "/card/rules", Form::Texts),
                field("entries", "/entries", Form::Texts),
            ],
            Self::Becomes | Self::Adds => {
                vec![field("takes", "/takes", Form::Number(0, 1000)), field("rules", "/card/rules", Form::Texts)]
            }
            Self::Attaches => vec![
                needed("which", "/to", Form::Selector),
                field("parent-models", "/models", Form::Range),
                field("nations", "/nations", Form::TextsOrAny),
                field("max", "/max", Form::Number(0, MOST)),
            ],
            Self::Host => vec![needed("of-unit", "/unit", Form::Text), field("max", "/max", Form::Number(0, MOST))],
            Self::Brings => vec![
                needed("by-rule", "/rule", Form::Text),
                field("of-unit", "/unit", Form::Text),
                needed("name", "/name", Form::Text),
                needed("how-many", "/models", Form::Number(0, MOST)),
                field("squadrons", "/squadrons", Form::Number(0, MOST)),
                field("divided", "/divided", Form::Flag),
            ],
            Self::Load => vec![
                needed("which", "/that", Form::Selector),
                field("how-many", "/models", Form::Number(0, MOST)),
                field("squadrons", "/squadrons", Form::Number(0, MOST)),
            ],
        }
    }

    /// The kinds of rows that may stand below a row of this kind. The writer writes them in this order.
    pub(super) fn below(self) -> Vec<Below> {
        let many = |kind, at| Below { kind, at, is_one: false };
        let one = |kind, at| Below { kind, at, is_one: true };
        let (options, choices) = (many(Self::Option, "/options"), many(Self::Choice, "/choices"));
        match self {
            Self::Unit => vec![
                many(Self::Weapon, "/card/weapons"),
                many(Self::Member, "/members"),
                options,
                choices,
                many(Self::Attaches, "/attaches"),
                many(Self::Host, "/hosts"),
                many(Self::Brings, "/brings"),
                many(Self::Load, "/capacity/of"),
            ],
            Self::Member => {
                vec![many(Self::Weapon, "/card/weapons"), options, choices, many(Self::Brings, "/brings")]
            }
            Self::Option => vec![
                many(Self::Weapon, "/weapons"),
                one(Self::Becomes, "/becomes"),
                one(Self::Adds, "/adds"),
                many(Self::Brings, "/brings"),
                options,
                choices,
            ],
            Self::Choice => vec![options, choices],
            Self::Becomes | Self::Adds => vec![many(Self::Weapon, "/card/weapons")],
            _ => Vec::new(),
        }
    }
}
