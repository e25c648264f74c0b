//! The types for what can be printed, and the print options.

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Report, Verdict};
use muster_engine::sheet::Sheet;
use muster_engine::summary::{SquadronLine, Summary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::look::FleetLook;
use crate::words;

/// What can be printed.
#[derive(Clone, Copy, Debug)]
pub enum PrintSubject<'a> {
    /// A list, printed in the layouts asked for.
    List(Fleet<'a>),
    /// A sheet of a campaign, which has one layout of its own.
    Sheet(ReportedSheet<'a>),
}

/// A list with its ruleset: as it was judged, and as it is printed.
#[derive(Clone, Copy, Debug)]
pub struct Fleet<'a> {
    /// The ruleset that judged it.
    pub ruleset: &'a Ruleset,
    /// The whole list: the verdict is on this.
    pub whole: ReportedList<'a>,
    /// The list on the pages. On a private print it is the whole list, else only what the opponent may see, judged by
    /// itself.
    pub shown: ReportedList<'a>,
    /// The list for programs. For a print for the opponent, the caller makes it from what the opponent may see.
    pub share: Option<ShareForms<'a>>,
    /// How it looks. Without it there are no drawings and no overview.
    pub look: Option<&'a FleetLook>,
}

/// A list in two forms that Muster opens again.
#[derive(Clone, Copy, Debug)]
pub struct ShareForms<'a> {
    /// A text for the QR code on the force list, such as the list as one word.
    pub word: &'a str,
    /// The list file, as YAML. It is attached to the PDF.
    pub file: &'a str,
}

/// A list with its report and summary.
#[derive(Clone, Copy, Debug)]
pub struct ReportedList<'a> {
    /// The list.
    pub list: &'a ArmyList,
    /// The report.
    pub report: &'a Report,
    /// The summary of the list.
    pub summary: &'a Summary,
}

/// A sheet with its ruleset and its report.
#[derive(Clone, Copy, Debug)]
pub struct ReportedSheet<'a> {
    /// The ruleset that declares and judged it.
    pub ruleset: &'a Ruleset,
    /// The sheet.
    pub sheet: &'a Sheet,
    /// The report.
    pub report: &'a Report,
}

/// The print options.
#[derive(Clone, Debug, Default)]
pub struct PrintOptions {
    /// The layouts, in the order of the pages; each once.
    pub layouts: Vec<Layout>,
    /// The paper.
    pub paper: Paper,
    /// Print for the player: with secret decks, secret roles and private notes. A print for the opponent leaves them
    /// out.
    pub private: bool,
    /// The date in the foot, if not the list's own date.
    pub date: Option<String>,
    /// How stat cards show special rules.
    pub card_rules: CardRules,
    /// The most bytes of text for one file, of which each kilobyte takes up to half a megabyte of memory; 8 MB if none.
    pub most: Option<usize>,
}

/// A kind of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// The squadrons, the limits and the verdict.
    ForceList,
    /// The fleet in figures: its points by traits, its dice by range and direction, its statistics.
    Overview,
    /// A card for each kind of models, with boxes to tick in play.
    StatCards,
    /// The decks of the list.
    Decks,
    /// The effect of each special rule in the list.
    Reference,
    /// For organisers: one line per squadron, for all lists in turn.
    Roster,
    /// For organisers: one line per list. It comes before everything else.
    Index,
}

/// How stat cards show special rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardRules {
    /// Not at all, except beside weapons.
    None,
    /// By their names.
    #[default]
    Names,
    /// A line for each, with its effect.
    Lines,
}

/// The size of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
pub enum Paper {
    /// 210 mm by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// A framed word.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Stamp {
    pub words: String,
    /// Its tone: `right`, `doubt` or `wrong`.
    pub tone: &'static str,
}

impl Stamp {
    /// The mark for a verdict.
    pub(crate) fn of(verdict: Verdict) -> Self {
        let tone = match verdict {
            Verdict::Legal => "right",
            Verdict::Undetermined => "doubt",
            Verdict::Illegal | Verdict::Unreadable => "wrong",
        };
        Self { words: words::verdict(verdict), tone }
    }
}

impl<'a> Fleet<'a> {
    /// The list's name, or `Unnamed list`.
    pub(crate) fn title(&self) -> &'a str {
        self.whole.list.name.as_deref().unwrap_or("Unnamed list")
    }

    /// Names the drawing that shows a squadron. None if the fleet has no look, or if no drawing fits.
    pub(crate) fn drawing(&self, squadron: &SquadronLine) -> Option<String> {
        self.look?.squadrons.get(&squadron.at).cloned()
    }

    /// Names the emblem of the list's nation.
    pub(crate) fn emblem(&self) -> Option<String> {
        self.look?.emblem.clone()
    }

    /// The printed name of the list's nation.
    pub(crate) fn home(&self) -> Option<&'a str> {
        let named = self.shown.list.nation.as_deref()?;
        let nations = &self.ruleset.declarations().nations;
        let known = self.ruleset.nation(named).and_then(|id| nations.get(id));
        Some(known.map_or(named, |nation| &nation.name))
    }

    /// Names its nation and its game.
    pub(crate) fn subtitle(&self) -> String {
        let game = self.ruleset.declarations().name.as_str();
        self.home().into_iter().chain([game]).collect::<Vec<_>>().join(" \u{b7} ")
    }

    /// Whether the pages show nothing that the opponent may not see.
    pub(crate) fn keeps_secrets(&self) -> bool {
        *self.shown.list == muster_engine::open(self.ruleset.declarations(), self.shown.list)
    }
}
