//! Tests of what players hand in.

mod carriers;
mod compare;
mod examples;
mod forms;
mod mails;
mod origin;
mod page;
mod paths;
mod places;
mod reply;
mod rosters;
