//! `--format github`: workflow commands, which GitHub shows at the lines of a change.
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>

use std::io::{self, Write};

use muster_engine::report::{Finding, Severity};

use super::{Printer, ReportPage, words};
use crate::text::plain;

/// Prints each finding as one line.
pub(super) struct GithubPrinter<W> {
    writer: W,
}

impl<W> GithubPrinter<W> {
    /// Prints to this writer.
    pub(super) fn new(writer: W) -> Self {
        Self { writer }
    }
}

impl<W: Write> Printer for GithubPrinter<W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        if let Some(version) = words::version(page) {
            let file = property(&page.path());
            writeln!(self.writer, "::notice file={file},title=version::{}", escaped(&version))?;
            if page.list.is_some_and(|list| list.came.is_folded()) {
                return self.writer.flush();
            }
        }
        for finding in &page.report.findings {
            writeln!(self.writer, "{}", command(page, finding))?;
        }
        if let Some(terms) = words::termed(page.report) {
            writeln!(self.writer, "::notice file={},title=terms::{}", property(&page.path()), escaped(&terms))?;
        }
        self.writer.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn command(page: &ReportPage<'_>, finding: &Finding) -> String {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Undetermined | Severity::Warning => "warning",
        Severity::Note | Severity::Waived => "notice",
    };
    let (line, column) = page.position(finding);
    let number = |name: &str, number: Option<u32>| number.map(|number| format!(",{name}={number}")).unwrap_or_default();
    format!(
        "::{command} file={}{}{},title={}::{}",
        property(&page.path()),
        number("line", line),
        number("col", column),
        property(finding.rule.as_str()),
        escaped(&words::sentence(finding))
    )
}

/// A text in which no line break ends the command.
fn escaped(text: &str) -> String {
    plain(text).replace('%', "%25")
}

/// A text that ends neither the property nor the properties.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use muster_engine::report::{Report, Severity, Verdict};

    use crate::args::Format;
    use crate::output::sample::{cap, found, printed, report, says};

    #[test]
    fn one_line_a_finding() {
        let findings =
            vec![cap(), says("odd", Severity::Undetermined, "Not known"), says("note", Severity::Note, "Well")];
        assert_snapshot!(printed(Format::Github, &[report(), found(Verdict::Illegal, findings)]), @"
        ::error file=lists/channel-patrol.yaml,line=6,col=5,title=cap-large::Large and Massive models cost 640 of at most 600 (60%25 of MFV 1000): 40 over (The Rulebook, page 19). Help: raise the MFV by 67 points, or spend 40 points less on them
        ::warning file=lists/channel-patrol.yaml,line=1,col=1,title=odd::Not known (The Rulebook, page 19)
        ::notice file=lists/channel-patrol.yaml,line=1,col=1,title=note::Well (The Rulebook, page 19)
        ");
    }

    #[test]
    fn names_give_no_commands() {
        let finding = says("rule", Severity::Error, "100%\r\n::error::x");
        let report = Report { file: "a,line=1::b\n%.yaml".into(), ..found(Verdict::Illegal, vec![finding]) };
        assert_snapshot!(printed(Format::Github, &[report]), @"
        ::error file=a%2Cline=1%3A%3Ab %25.yaml,line=1,col=1,title=rule::100%25  ::error::x (The Rulebook, page 19)
        ");
    }
}
