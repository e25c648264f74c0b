//! Reads and judges what players hand in. A list may have any form. No file is left out of the answer.
//!
//! An [`Intake`] finds the lists in a file. [`judge_paths`] judges files and folders: it returns a [`Submission`] for
//! each list, and the reason for each file that holds no list. [`page()`] writes one page with all of them for the
//! organiser, and [`replies`] writes a mail to each player. [`compare()`] compares earlier lists with later versions of
//! them.

mod another;
mod batch;
mod compare;
mod found;
mod intake;
mod migrate;
mod origin;
mod own_text;
mod page;
mod reply;
mod row;
mod submission;
mod tally;

pub use self::batch::{HandedIn, judge_bytes, judge_files, judge_paths};
pub use self::compare::{Change, ChangeKind, Compared, Outcome, Version, compare};
pub use self::found::{Form, Found, NoList, NoListKind, Told};
pub use self::intake::{Games, Intake};
pub use self::migrate::{Migration, Price, Renamed, State, migrate, moved};
pub use self::origin::{NoAddress, is_address, keep_sender};
pub use self::page::page;
pub use self::reply::{BadTemplate, Reply, ReplyOptions, SUBJECT, TEMPLATE, replies};
pub use self::row::{COLUMNS, Row, Rows, Seen};
pub use self::submission::{Came, Submission};
pub use self::tally::Tally;
