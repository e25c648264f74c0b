//! How a force is made from a ruleset and a list. `whole` says in which order.

mod cards;
mod charts;
mod enlist;
mod references;
mod relate;
mod rows;
mod similar;
mod whole;
