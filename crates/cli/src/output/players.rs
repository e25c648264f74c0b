//! `--format players`: a row for each player, in the forms that programs for tournaments read.

use std::io::{self, Write};

use csv::{Terminator, WriterBuilder};
use muster_exchange::spreadsheet::guarded;
use muster_library::shelf::Shelf;
use muster_submissions::PlayerRow;

use super::csv::unwritten;
use super::{Printer, ReportPage};
use crate::args::PairingProgram;
use crate::terminal::inform;

/// The printer writes at the end, because a player may hand in several lists.
pub(super) struct PlayersPrinter<'s, W> {
    writer: W,
    program: PairingProgram,
    shelf: &'s Shelf,
    players: Vec<PlayerRow>,
}

impl<'s, W> PlayersPrinter<'s, W> {
    /// Prints to this writer, in the form of a program. The shelf has the printed names of nations.
    pub(super) fn new(program: PairingProgram, shelf: &'s Shelf, writer: W) -> Self {
        Self { writer, program, shelf, players: Vec::new() }
    }
}

impl<W: Write> Printer for PlayersPrinter<'_, W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        let Some(list) = page.list.filter(|list| !list.came.is_folded()) else { return Ok(()) };
        let Some(row) = PlayerRow::of(list, self.shelf) else {
            inform(&format!("no player: {}: nothing says whose list it is", list.place()));
            return Ok(());
        };
        match self.players.iter_mut().find(|known| known.is_same_player(&row)) {
            Some(known) => known.join(row),
            None => self.players.push(row),
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.players.sort_by_cached_key(|player| player.name.to_lowercase());
        let head: &[&str] = match self.program {
            PairingProgram::Any => &["name", "club", "nation", "list", "verdict"],
            PairingProgram::Tornelo => &["Full name", "Team name", "Email", "Comments"],
            PairingProgram::Challonge => &[],
        };
        let mut names: Vec<String> = Vec::new();
        let mut rows = Vec::new();
        if !head.is_empty() {
            rows.push(head.iter().map(|word| (*word).to_owned()).collect());
        }
        for player in &self.players {
            let name = distinct(&player.name, &names);
            rows.push(row(player, &name, self.program));
            names.push(name);
        }
        let mut table = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(&mut self.writer);
        for row in &rows {
            table.write_record(row).map_err(unwritten)?;
        }
        table.flush()
    }
}

/// The cells of a player. What is pasted has no quotes: there a comma would begin an address to which Challonge writes.
fn row(player: &PlayerRow, name: &str, program: PairingProgram) -> Vec<String> {
    let [club, nation, list, email] = [&player.club, &player.nation, &player.list, &player.email].map(String::as_str);
    let bare = |text: &str| text.replace([',', '"'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    match program {
        PairingProgram::Any => [name, club, nation, list, player.verdict_word()].map(guarded).into(),
        PairingProgram::Tornelo => {
            let comments = [nation, list, player.verdict_word()].into_iter().filter(|word| !word.is_empty());
            let comments = comments.collect::<Vec<_>>().join(", ");
            [name, club, email, &comments].map(guarded).into()
        }
        PairingProgram::Challonge => vec![bare(name)],
    }
}

/// The name, with a number if another player has it: programs know players by their names.
fn distinct(name: &str, names: &[String]) -> String {
    let numbered = (2_usize..).map(|number| format!("{name} ({number})"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    candidates.find(|candidate| !names.contains(candidate)).unwrap_or_else(|| name.to_owned())
}
