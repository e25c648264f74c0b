//! Helpers for text: ids, plurals, pointers, near names, names made safe to show, texts of players.

pub mod nearest;
pub mod plain;
pub mod plural;
pub mod pointer;
pub mod slug;
pub mod theirs;
