//! `muster import FILE --explain`: how each line of a text was read.

use std::io::{self, Write};

use muster_engine::plain::plain;
use muster_exchange::listing::{LineReading, ReadLine};

use crate::terminal::stdout;

/// Prints how the lines of each list were read.
pub(super) fn print(lists: &[Vec<ReadLine>]) -> io::Result<()> {
    let mut out = stdout();
    for (number, lines) in lists.iter().enumerate() {
        if lists.len() > 1 {
            writeln!(out, "list {}", number + 1)?;
        }
        if lines.is_empty() {
            writeln!(out, "no line was weighed: the form of the file says what each is")?;
        }
        for ReadLine { number, text, taken, next } in lines {
            writeln!(out, "{number:4}  {}\n      is {}", plain(text), reading(taken))?;
            if let Some(next) = next {
                writeln!(out, "      or {}", reading(next))?;
            }
        }
    }
    out.flush()
}

/// `squadrons of Gull, 65: all words of a unit's name (40); a number that counts it (25)`
fn reading(candidate: &LineReading) -> String {
    let evidence: Vec<String> = candidate.evidence().map(|(words, weight)| format!("{words} ({weight})")).collect();
    format!("{}, {}: {}", candidate.words(), candidate.weight(), evidence.join("; "))
}
