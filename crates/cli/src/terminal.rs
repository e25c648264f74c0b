//! Standard output and standard error: colours and widths where somebody looks, plain text everywhere else.

mod shown;

use std::io::{self, BufWriter, IsTerminal, Write};

use annotate_snippets::Renderer;
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};

pub(crate) use self::shown::Shown;
use crate::args::Style as Wanted;
use crate::outcome::Complaint;
use crate::text::{plain, wrapped};

/// For what is good.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// For what is broken.
pub(crate) const BAD: Style = AnsiColor::BrightRed.on_default().bold();
/// For what needs a look.
pub(crate) const DOUBT: Style = AnsiColor::Yellow.on_default().bold();
/// For headings and names.
pub(crate) const STRONG: Style = Style::new().bold();
/// For what may be skipped.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// Standard output, locked for the whole run.
pub(crate) type Stdout = BufWriter<Box<dyn Write>>;

/// Standard output for text that people read. It keeps colours only for a terminal (or `CLICOLOR_FORCE`), and replaces all
/// other control characters by visible ones.
pub(crate) fn stdout() -> Stdout {
    BufWriter::new(Box::new(Shown::prose(AutoStream::auto(io::stdout().lock()))))
}

/// Standard output for data. Files and pipes get every byte as it is; a terminal gets visible characters in place of
/// control characters.
pub(crate) fn data() -> Stdout {
    let out = io::stdout().lock();
    BufWriter::new(if out.is_terminal() { Box::new(Shown::data(out)) } else { Box::new(out) })
}

/// Standard output for a style.
pub(crate) fn styled(style: Wanted) -> Stdout {
    match style {
        Wanted::Human => stdout(),
        Wanted::Json => data(),
    }
}

/// Standard error.
pub(crate) fn stderr() -> impl Write {
    Shown::prose(AutoStream::auto(io::stderr().lock()))
}

/// The width of the terminal that standard output is; none where it is none, so that nothing is cut or wrapped there.
pub(crate) fn width() -> Option<usize> {
    let (terminal_size::Width(width), _) =
        io::stdout().is_terminal().then(|| terminal_size::terminal_size_of(io::stdout()))??;
    // Narrower terminals exist, but nothing can be read on them either way.
    Some(usize::from(width).max(40))
}

/// Prose is wrapped at this width: that of the terminal, but no wider than is pleasant to read.
pub(crate) fn prose(width: Option<usize>) -> usize {
    width.map_or(100, |width| width.min(100))
}

/// Draws frames, with long lines cut at this width. Always in colour: the stream takes it out where nobody looks.
pub(crate) fn renderer(width: Option<usize>) -> Renderer {
    let renderer = Renderer::styled();
    if let Some(width) = width { renderer.term_width(width) } else { renderer }
}

/// Says on standard error what is wrong with the command itself.
pub(crate) fn complain(complaint: &Complaint) {
    let mut stream = stderr();
    // Nobody is left to tell if standard error is closed.
    let _ = writeln!(stream, "{BAD}error:{BAD:#} {}", plain(&complaint.message));
    if let Some(help) = &complaint.help {
        let _ = writeln!(stream, "{}", wrapped(&format!("help: {help}"), "  ", prose(width())));
    }
}

/// Says on standard error what was passed over, or something else that changes nothing.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(stderr(), "{STRONG}note:{STRONG:#} {}", plain(text));
}
