//! How a force is made from a ruleset and a list.

mod cards;
mod charts;
mod enlist;
mod references;
mod relate;
mod rows;
mod whole;
