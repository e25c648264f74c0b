//! The kinds of rows, and the cells of each.

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::form::{CellForm, MOST};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum UnitRowKind {
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
pub(super) struct CellField {
    /// The column.
    pub column: &'static str,
    /// Where its value stands in the row's thing, as a JSON pointer.
    pub at: &'static str,
    pub form: CellForm,
    /// The cell may not be empty.
    pub is_needed: bool,
}

/// Rows of a kind that may stand below a row.
pub(super) struct ChildRows {
    pub kind: UnitRowKind,
    /// Where their things stand in the thing of the row above, as a JSON pointer.
    pub at: &'static str,
    /// There is one at most.
    pub is_one: bool,
}

impl UnitRowKind {
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
    pub(super) fn fields(self) -> Vec<CellField> {
        let field = |column, at, form| CellField { column, at, form, is_needed: false };
        let needed = |column, at, form| CellField { column, at, form, is_needed: true };
        match self {
            Self::Catalogue => vec![needed("source", "/source", CellForm::Text)],
            Self::Unit => vec![
                field("id", "/id", CellForm::Id),
                field("name", "/name", CellForm::Text),
                field("points", "/points", CellForm::Number(0, MOST)),
                field("min", "/squadron/min", CellForm::Number(1, 1000)),
                field("max", "/squadron/max", CellForm::Number(1, 1000)),
                field("attachment-only", "/only", CellForm::Yes("attached")),
                field("rules", "/card/rules", CellForm::Texts),
                field("aliases", "/aliases", CellForm::Texts),
                field("vintage", "/vintage", CellForm::Text),
                field("source", "/source", CellForm::Text),
                field("brought-only", "/only", CellForm::Yes("brought")),
                field("usual", "/usual", CellForm::Number(1, 1000)),
                field("points-with", "/points-with", CellForm::PointsWith),
                field("slots", "/slots", CellForm::WordsIn(&[])),
                field("copies", "/copies", CellForm::NumbersIn),
                field("entries", "/entries", CellForm::Texts),
            ],
            Self::Weapon => vec![
                needed("name", "/name", CellForm::Text),
                field("weapon-class", "/class", CellForm::Text),
                field("how-many", "/count", CellForm::Number(0, 1000)),
                field("bands", "/bands", CellForm::Figures),
                field("arc", "/arc", CellForm::Text),
                field("rules", "/rules", CellForm::Texts),
            ],
            Self::Option => vec![
                field("id", "/id", CellForm::Id),
                needed("name", "/name", CellForm::Text),
                field("option-kind", "/kind", CellForm::Text),
                field("points", "/points", CellForm::Signed),
                field("points-with", "/points-with", CellForm::PointsWith),
                field("together", "/together", CellForm::Numbers),
                field("buys", "/buys", CellForm::OneOf(&["model", "all-models", "squadron"])),
                field("max", "/max", CellForm::Number(0, MOST)),
                field("max-with", "/max-with", CellForm::NumbersWith),
                field("min-with", "/min-with", CellForm::NumbersWith),
                field("not-attached", "/not-attached", CellForm::Flag),
                field("groups", "/groups", CellForm::WordsIn(&["always", "never"])),
                field("rules", "/rules", CellForm::Texts),
                field("removes", "/removes", CellForm::Texts),
                field("aliases", "/aliases", CellForm::Texts),
                field("entries", "/entries", CellForm::Texts),
            ],
            Self::Choice => vec![
                field("id", "/id", CellForm::Id),
                needed("name", "/name", CellForm::Text),
                field("min", "/min", CellForm::Number(0, MOST)),
                field("max", "/max", CellForm::Number(0, MOST)),
                field("default", "/default", CellForm::Text),
                field("marks", "/marks", CellForm::Flag),
                field("hardpoint", "/hardpoint", CellForm::Flag),
                field("entries", "/entries", CellForm::Texts),
            ],
            Self::Member => vec![
                field("id", "/id", CellForm::Id),
                needed("name", "/name", CellForm::Text),
                field("of-unit", "/unit", CellForm::Text),
                field("min", "/models/min", CellForm::Number(0, 1000)),
                field("max", "/models/max", CellForm::Number(0, 1000)),
                field("points", "/points", CellForm::Number(0, MOST)),
                field("rules", "/card/rules", CellForm::Texts),
                field("entries", "/entries", CellForm::Texts),
            ],
            Self::Becomes | Self::Adds => {
                vec![
                    field("takes", "/takes", CellForm::Number(0, 1000)),
                    field("rules", "/card/rules", CellForm::Texts),
                ]
            }
            Self::Attaches => vec![
                needed("which", "/to", CellForm::Selector),
                field("parent-models", "/models", CellForm::Range),
                field("nations", "/nations", CellForm::TextsOrAny),
                field("max", "/max", CellForm::Number(0, MOST)),
            ],
            Self::Host => {
                vec![needed("of-unit", "/unit", CellForm::Text), field("max", "/max", CellForm::Number(0, MOST))]
            }
            Self::Brings => vec![
                needed("by-rule", "/rule", CellForm::Text),
                field("of-unit", "/unit", CellForm::Text),
                needed("name", "/name", CellForm::Text),
                needed("how-many", "/models", CellForm::Number(0, MOST)),
                field("squadrons", "/squadrons", CellForm::Number(0, MOST)),
                field("divided", "/divided", CellForm::Flag),
            ],
            Self::Load => vec![
                needed("which", "/that", CellForm::Selector),
                field("how-many", "/models", CellForm::Number(0, MOST)),
                field("squadrons", "/squadrons", CellForm::Number(0, MOST)),
            ],
        }
    }

    /// The kinds of rows that may stand below a row of this kind. The writer writes them in this order.
    pub(super) fn below(self) -> Vec<ChildRows> {
        let many = |kind, at| ChildRows { kind, at, is_one: false };
        let one = |kind, at| ChildRows { kind, at, is_one: true };
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
