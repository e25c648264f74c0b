//! Prepares lists and sheets for printing.

use muster_engine::list::ArmyList;
use muster_engine::models::unit_of;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::sheet::Sheet;
use muster_engine::summary::Summary;
use muster_exchange::yaml;
use muster_library::drawings;
use muster_library::files::FilesPath;
use muster_library::judge::{JudgedList, judge_in_full, judge_open};
use muster_library::share;
use muster_library::shelf::Shelf;
use muster_print::{Fleet, FleetLook, PrintError, PrintSubject, ReportedList, ReportedSheet, ShareForms};

/// A list or sheet with everything that its pages need.
#[derive(Debug)]
pub struct Printable {
    ruleset: Ruleset,
    content: PrintableContent,
    report: Report,
}

#[derive(Debug)]
enum PrintableContent {
    /// A list; its open part if the opponent may not see everything; and the word and the list file on the print, from
    /// which Muster reads the list again.
    List {
        list: Box<ArmyList>,
        summary: Box<Summary>,
        open: Option<Box<(ArmyList, JudgedList)>>,
        word: String,
        yaml: String,
        look: Box<FleetLook>,
    },
    Sheet(Box<Sheet>),
}

impl Printable {
    /// A list. If the opponent may see only a part of it, that part is judged separately. `report` replaces the report
    /// from judging the list, because it may have more findings, such as doubts about a text. `beside` says where the
    /// sheet is that the list points at. Fails with a report if the ruleset is not available.
    pub fn list(
        shelf: &Shelf,
        beside: Option<FilesPath>,
        list: Box<ArmyList>,
        report: Option<Report>,
        is_private: bool,
    ) -> Result<Self, Box<Report>> {
        let file = report.as_ref().map(|report| report.file.clone()).unwrap_or_default();
        let judged = judge_in_full(shelf, &file, beside, &list, None)?;
        let JudgedList { ruleset, summary, .. } = judged;
        let report = report.unwrap_or(judged.report);
        let shared = share::shared(ruleset.declarations(), &list, report.fingerprint.as_deref(), is_private);
        // A list is plain data: writing it cannot fail.
        let (word, yaml) = (share::word(&shared), yaml::to_string(&shared).unwrap_or_default());
        let open = if is_private { None } else { judge_open(shelf, &file, beside, &ruleset, &list)?.map(Box::new) };
        let seen = open.as_deref().map_or(&summary, |(_, judged)| &judged.summary);
        let look = Box::new(look(shelf, &ruleset, &list, seen));
        Ok(Self {
            ruleset,
            content: PrintableContent::List { list, summary: Box::new(summary), open, word, yaml, look },
            report,
        })
    }

    /// A sheet with its report.
    #[must_use]
    pub fn sheet(ruleset: Ruleset, sheet: Sheet, report: Report) -> Self {
        Self { ruleset, content: PrintableContent::Sheet(Box::new(sheet)), report }
    }

    /// The report.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The list; none for a sheet.
    #[must_use]
    pub fn army(&self) -> Option<&ArmyList> {
        match &self.content {
            PrintableContent::List { list, .. } => Some(list),
            PrintableContent::Sheet(_) => None,
        }
    }

    /// Whether the print lets an opponent find out what it hides, because the list has no salt.
    #[must_use]
    pub fn needs_salt(&self) -> bool {
        match &self.content {
            PrintableContent::List { list, open: Some(_), .. } => share::needs_salt(self.ruleset.declarations(), list),
            _ => false,
        }
    }

    /// The printed name of its nation; none if the ruleset does not know it.
    #[must_use]
    pub fn nation(&self) -> Option<&str> {
        let name = match &self.content {
            PrintableContent::List { list, .. } => list.nation.as_deref(),
            PrintableContent::Sheet(sheet) => sheet.nation.as_deref(),
        };
        let nation = self.ruleset.declarations().nations.get(self.ruleset.nation(name?)?)?;
        Some(&nation.name)
    }

    /// A picture of the fleet to post, as PNG. None for a sheet. Fails as a print would.
    pub fn picture(&self) -> Result<Option<Vec<u8>>, PrintError> {
        match self.subject() {
            PrintSubject::List(fleet) => muster_print::card(&fleet).map(Some),
            PrintSubject::Sheet(_) => Ok(None),
        }
    }

    /// What the printer takes.
    #[must_use]
    pub fn subject(&self) -> PrintSubject<'_> {
        let Self { ruleset, content, report } = self;
        match content {
            PrintableContent::List { list, summary, open, word, yaml, look } => {
                let whole = ReportedList { list, report, summary };
                let shown = open.as_deref().map_or(whole, |(list, judged)| ReportedList {
                    list,
                    report: &judged.report,
                    summary: &judged.summary,
                });
                let share = Some(ShareForms { word, file: yaml });
                PrintSubject::List(Fleet { ruleset, whole, shown, share, look: Some(look) })
            }
            PrintableContent::Sheet(sheet) => PrintSubject::Sheet(ReportedSheet { ruleset, sheet, report }),
        }
    }
}

/// How a fleet looks, as its game says it: the drawings of the squadrons that are shown, and its nation's emblem.
fn look(shelf: &Shelf, ruleset: &Ruleset, list: &ArmyList, seen: &Summary) -> FleetLook {
    let looks = shelf.looks(&ruleset.declarations().id);
    let mut look = FleetLook {
        traits: looks.overview.traits.clone(),
        stats: looks.overview.stats.clone(),
        ..FleetLook::default()
    };
    for squadron in &seen.squadrons {
        let Some((catalogue, ready)) = unit_of(ruleset, squadron) else { continue };
        let Some(name) = looks.drawing(catalogue.unit(ready)) else { continue };
        if let Some(svg) = drawings::of_unit(name) {
            look.squadrons.insert(squadron.at.clone(), name.to_owned());
            look.drawings.insert(name.to_owned(), svg);
        }
    }
    let nation = list.nation.as_deref().and_then(|name| looks.nations.get(ruleset.nation(name)?));
    if let Some(nation) = nation
        && let Some(svg) = drawings::emblem(&nation.emblem)
    {
        let name = format!("emblem-{}", nation.emblem);
        look.colour = Some(nation.colour.clone());
        look.emblem = Some(name.clone());
        look.drawings.insert(name, svg);
    }
    look
}
