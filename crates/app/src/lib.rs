//! The calls of the screens: one set of functions for the desktop app and the browser.
//!
//! They read no files and store nothing about the user. Every call contains the whole list, and every answer depends
//! only on the call and on the installed rulesets ([docs/adr/0016](../../../docs/adr/0016-one-set-of-functions.md)).
//! This crate knows nothing of windows or HTTP.

mod additions;
mod app;
mod attachables;
mod calls;
mod candidates;
pub mod case;
mod catalogue_text;
mod change_units;
mod changes;
#[cfg(feature = "files")]
mod check;
mod collection;
#[cfg(feature = "files")]
mod community;
#[cfg(feature = "files")]
mod compare;
mod event;
mod events;
mod everywhere;
mod example;

mod explain;
pub mod explanation;
#[cfg(feature = "files")]
pub mod export;
mod fault;
mod finding;
mod given;
mod given_sheet;

#[cfg(feature = "files")]
pub mod import;
mod judge;
#[cfg(feature = "full")]
mod licences;
mod mends;
#[cfg(feature = "files")]
mod migrate;
mod names;
#[cfg(feature = "full")]
mod openapi;
mod overview;
mod own_file;
pub mod own_units;
mod play;
#[cfg(feature = "full")]
mod print;
#[cfg(feature = "full")]
mod print_sheet;
#[cfg(feature = "full")]
pub mod printable;
mod read;
#[cfg(feature = "files")]
mod read_units;
#[cfg(feature = "files")]
mod recognise;
#[cfg(feature = "files")]
mod replies;
mod rulesets;
#[cfg(feature = "files")]
mod seal;
mod sheet;
mod sheet_kinds;
mod special_rules;
mod starters;
#[cfg(feature = "files")]
mod submissions;
mod summary;
mod titled;
mod to_do;
mod units;
#[cfg(feature = "files")]
mod verify;
mod version;
pub mod words;
mod write;

pub use self::additions::{AdditionsAnswer, AdditionsArgs, additions};
pub use self::app::App;
pub use self::attachables::{AttachablesArgs, attachables};
#[cfg(feature = "full")]
pub use self::calls::schema;
pub use self::calls::{NAMES, call, call_within, effort_of};
pub use self::candidates::{Candidate, Candidates, CandidatesArgs, candidates};
pub use self::case::{CaseAnswer, CaseArgs};
pub use self::change_units::{
    ChangeUnitsAnswer, ChangeUnitsArgs, OwnOption, OwnUnitArgs, StatedUnit, UnitChange, change_units, own_unit,
};
pub use self::changes::{ChangedGame, ChangedRow, ChangedSection, ChangesAnswer, ChangesArgs, changes};
#[cfg(feature = "files")]
pub use self::check::{CheckArgs, RowsAnswer, check, check_paths, rows, rows_of_paths};
pub use self::collection::{MiniatureInfo, NeedInfo, OwnedInfo, WriteCollectionArgs, write_collection};
#[cfg(feature = "files")]
pub use self::compare::{CompareAnswer, CompareArgs, compare};
pub use self::event::GivenEvent;
pub use self::events::{EventInfo, EventsAnswer, EventsArgs, events};
pub use self::everywhere::{EverywhereArgs, OccasionInfo, everywhere};
pub use self::example::{ExampleAnswer, example};
pub use self::explain::{ExplainArgs, ExplanationInfo, explain};
#[cfg(feature = "files")]
pub use self::export::{ExportAnswer, ExportArgs, ExportFormat, export};
pub use self::fault::CallFault;
pub use self::finding::FindingInfo;
pub use self::given::GivenList;
pub use self::given_sheet::GivenSheet;
pub use self::starters::{Starter, StartersArgs, starters};

#[cfg(feature = "files")]
pub use self::import::{DoubtInfo, ImportAnswer, ImportArgs, ImportedList, import};
pub use self::judge::{JudgeAnswer, JudgeArgs, Standing, judge};
#[cfg(feature = "full")]
pub use self::licences::{LicencesAnswer, LicencesArgs, licences, licences_text};
pub use self::mends::{FindingReference, MendInfo, MendsAnswer, MendsArgs, mends};
#[cfg(feature = "files")]
pub use self::migrate::{MigrateAnswer, MigrateArgs, StateInfo, migrate};
#[cfg(feature = "full")]
pub use self::openapi::{API, openapi};
pub use self::overview::{OverviewArgs, overview};
pub use self::own_file::OwnFile;
pub use self::play::{ModelsInPlay, PlayAnswer, PlayArgs, SquadronInPlay, play};
#[cfg(feature = "full")]
pub use self::print::{
    PictureAnswer, PictureArgs, PreviewAnswer, PrintAnswer, PrintArgs, PrintManyArgs, picture, preview, print,
    print_many,
};
#[cfg(feature = "full")]
pub use self::print_sheet::{PrintSheetArgs, print_sheet};
pub use self::read::{ReadAnswer, ReadArgs, ReadDocument, read};
#[cfg(feature = "files")]
pub use self::read_units::{
    ReadUnit, ReadUnitsAnswer, ReadUnitsArgs, UnitsSpreadsheetAnswer, UnitsSpreadsheetArgs, read_units,
    units_spreadsheet,
};
#[cfg(feature = "files")]
pub use self::recognise::{BroughtKind, RecogniseAnswer, RecogniseArgs, recognise};
#[cfg(feature = "files")]
pub use self::replies::{RepliesAnswer, RepliesArgs, TableAnswer, TableArgs, page, replies, table};
pub use self::rulesets::{RulesetInfo, RulesetsAnswer, RulesetsArgs, rulesets};
#[cfg(feature = "files")]
pub use self::seal::{SealAnswer, SealArgs, seal};
pub use self::sheet::{SheetAnswer, SheetArgs, WriteSheetArgs, sheet, write_sheet};
pub use self::special_rules::{SpecialRuleInfo, SpecialRulesArgs, special_rules};
#[cfg(feature = "files")]
pub use self::submissions::{
    CorrectArgs, CountedList, GivenFile, HandInInfo, ListWords, ShownSubmission, SubmissionsAnswer, SubmissionsArgs,
    TallyAnswer, TallyArgs, VersionsAnswer, VersionsArgs, correct, submissions, tally, told, versions,
};
pub use self::summary::{AllowanceInfo, GroupInfo, ShareInfo, SquadronInfo, SummaryInfo};
pub use self::units::{ChoiceInfo, MemberInfo, ModelChange, OptionInfo, OwnChange, UnitInfo, UnitsArgs, units};
#[cfg(feature = "files")]
pub use self::verify::{PrintFit, VerifyAnswer, VerifyArgs, verify};
pub use self::version::{VersionAnswer, VersionArgs, version};
pub use self::write::{WriteAnswer, WriteArgs, write};
