//! Helpers for text: ids, plurals, pointers, near names, names in disguise, names made safe to show, texts of players.

pub(crate) mod alike;
pub mod nearest;
pub mod plain;
pub mod plural;
pub mod pointer;
pub mod slug;
pub mod theirs;
