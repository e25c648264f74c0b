//! Tests of what players hand in.

mod carriers;
mod changing_folder;
mod compare;
mod examples;
mod forms;
mod mailboxes;
mod mails;
mod origin;
mod page;
mod paths;
mod reply;
mod rosters;
mod versions;
