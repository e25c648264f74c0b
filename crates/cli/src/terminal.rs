//! Standard output and standard error: with colours and line widths on a terminal, plain text everywhere else.

mod shown;

use std::io::{self, BufWriter, IsTerminal, Write};

use annotate_snippets::Renderer;
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};

pub(crate) use self::shown::SafeStream;
use crate::args::OutputStyle;
use crate::outcome::CommandComplaint;
use crate::text::{plain, wrapped};

/// For good results.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// For errors.
pub(crate) const BAD: Style = AnsiColor::BrightRed.on_default().bold();
/// For warnings and doubts.
pub(crate) const DOUBT: Style = AnsiColor::Yellow.on_default().bold();
/// For headings and names.
pub(crate) const STRONG: Style = Style::new().bold();
/// For less important text.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// Standard output, locked for the whole run.
pub(crate) type Stdout = BufWriter<Box<dyn Write>>;

/// Standard output for text that people read. It keeps colours only on a terminal (or with `CLICOLOR_FORCE`), and
/// replaces all other control characters by visible ones.
pub(crate) fn stdout() -> Stdout {
    BufWriter::new(Box::new(SafeStream::prose(AutoStream::auto(io::stdout().lock()))))
}

/// Standard output for data. Files and pipes get every byte as it is. On a terminal, control characters are replaced by
/// visible ones.
pub(crate) fn data() -> Stdout {
    let out = io::stdout().lock();
    BufWriter::new(if out.is_terminal() { Box::new(SafeStream::data(out)) } else { Box::new(out) })
}

/// Standard output in the wanted style.
pub(crate) fn styled(style: OutputStyle) -> Stdout {
    match style {
        OutputStyle::Human => stdout(),
        OutputStyle::Json => data(),
    }
}

/// Standard error.
pub(crate) fn stderr() -> impl Write {
    SafeStream::prose(AutoStream::auto(io::stderr().lock()))
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The width of the terminal. None if standard output is no terminal, so that nothing is cut or wrapped there.
pub(crate) fn width() -> Option<usize> {
    let (terminal_size::Width(width), _) = is_terminal().then(|| terminal_size::terminal_size_of(io::stdout()))??;
    // Narrower terminals exist, but our output is unreadable there anyway.
    Some(usize::from(width).max(40))
}

/// The width at which prose is wrapped: the width of the terminal, but at most 100 columns, for easier reading.
pub(crate) fn prose(width: Option<usize>) -> usize {
    width.map_or(100, |width| width.min(100))
}

/// A renderer of frames, with long lines cut at this width. It always writes colours; the stream removes them if the
/// output is no terminal.
pub(crate) fn renderer(width: Option<usize>) -> Renderer {
    let renderer = Renderer::styled();
    if let Some(width) = width { renderer.term_width(width) } else { renderer }
}

/// Prints on standard error what is wrong with the command itself.
pub(crate) fn complain(complaint: &CommandComplaint) {
    let mut stream = stderr();
    // Errors are ignored: if standard error is closed, nothing can be reported.
    let _ = writeln!(stream, "{BAD}error:{BAD:#} {}", plain(&complaint.message));
    if let Some(help) = &complaint.help {
        let _ = writeln!(stream, "{}", wrapped(&format!("help: {help}"), "  ", prose(width())));
    }
}

/// Prints a note on standard error, for example that a file was skipped. It does not change the exit status.
pub(crate) fn inform(text: &str) {
    let _ = writeln!(stderr(), "{STRONG}note:{STRONG:#} {}", plain(text));
}
