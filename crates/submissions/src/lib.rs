//! What players hand in: lists in any form are read and judged, and every file is accounted for.
//!
//! An [`Intake`] finds the lists in a file. [`judge_paths`] judges whole folders of files; each becomes one
//! [`Submission`] for each list in it, or is named with the reason why it holds none. [`page()`] shows all of them to the
//! organiser, and [`replies`] are mails to the players. [`compare()`] says what changed in later versions.

mod batch;
mod compare;
mod intake;
mod page;
mod reply;
mod row;
mod submission;
mod tally;

pub use self::batch::{HandedIn, judge_bytes, judge_files, judge_paths};
pub use self::compare::{Change, ChangeKind, Compared, Outcome, Version, compare};
pub use self::intake::{Form, Found, Games, Intake, NoList, NoListKind};
pub use self::page::page;
pub use self::reply::{BadTemplate, Reply, ReplyOptions, SUBJECT, TEMPLATE, is_address, replies};
pub use self::row::{COLUMNS, Row, Rows, Seen};
pub use self::submission::{Came, Submission};
pub use self::tally::Tally;
