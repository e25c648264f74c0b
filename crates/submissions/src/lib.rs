//! Reads and judges what players hand in. A list may have any form. No file is left out of the answer.
//!
//! An [`Intake`] finds the lists in a file. [`judge_paths`] judges files and folders: it returns a [`Submission`] for
//! each list, and the reason for each file that holds no list. [`page()`] writes one page with all of them for the
//! organiser, and [`replies`] writes a mail to each player. [`compare()`] compares earlier lists with later versions of
//! them.

mod another;
mod batch;
mod common_ground;
mod compare;
mod found;
mod intake;
mod migrate;
mod natural;
mod origin;
mod own_text;
mod page;
mod patch;
mod players;
mod reply;
mod row;
mod submission;
mod tables;
mod tally;
mod verify;
mod versions;

pub use self::batch::{HandIn, judge_bytes, judge_files, judge_named, judge_paths};
pub use self::compare::{DifferenceKind, ListComparison, ListDifference, ListOutcome, ListVersion, compare};
pub use self::found::{FoundLists, ListRemark, NoListKind, NoListReason, ReadPart};
pub use self::intake::{Intake, NewestGames};
pub use self::migrate::{Migration, PriceDifference, UnitRename, VersionVerdict, migrate, moved};
pub use self::natural::{NaturalPart, natural};
pub use self::origin::{NoAddressReason, is_address, keep_sender};
pub use self::page::{page, reasons};
pub use self::patch::patch;
pub use self::players::PlayerRow;
pub use self::reply::{BadTemplate, Reply, ReplyOptions, SUBJECT, TEMPLATE, replies};
pub use self::row::{COLUMNS, RepeatFinder, ReportMaker, RowMaker, SubmissionRow};
pub use self::submission::{Arrival, Submission};
pub use self::tables::tables;
pub use self::tally::SubmissionTally;
pub use self::verify::{Code, CodeAnswer, CodeFit, WordFit, compare_word, verify};
pub use self::versions::{VersionRules, fold_versions, mark_versions};
