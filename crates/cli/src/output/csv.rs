//! `--format csv` (RFC 4180): one row for each finding, or one row for each list.

use std::io::{self, Write};

use csv::{ErrorKind, Terminator, WriterBuilder};
use muster_engine::report::{Finding, FindingId, Report, Severity};
use muster_exchange::spreadsheet::guarded;
use muster_submissions::RowMaker;

use super::{Printer, ReportPage, words};
use crate::args;

const COLUMNS: [&str; 22] = [
    "file",
    "document",
    "name",
    "player",
    "ruleset",
    "version",
    "verdict",
    "points",
    "mfv",
    "fingerprint",
    "severity",
    "rule",
    "message",
    "line",
    "column",
    "measured",
    "min",
    "max",
    "source",
    "page",
    "at",
    "terms",
];

/// Prints reports as a table for spreadsheets.
pub(super) struct CsvPrinter<W: Write> {
    writer: csv::Writer<W>,
    started: bool,
    /// Makes the rows, if each list has one.
    lists: Option<RowMaker>,
}

impl<W: Write> CsvPrinter<W> {
    /// Prints to this writer.
    pub(super) fn new(rows: args::ReportRows, writer: W) -> Self {
        Self {
            writer: WriterBuilder::new().terminator(Terminator::CRLF).from_writer(writer),
            started: false,
            lists: (rows == args::ReportRows::Lists).then(RowMaker::default),
        }
    }

    /// Writes the header, unless it is written already.
    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        if self.lists.is_some() { self.write(&muster_submissions::COLUMNS) } else { self.write(&COLUMNS) }
    }

    fn write<C: AsRef<[u8]>>(&mut self, row: &[C]) -> io::Result<()> {
        self.writer.write_record(row).map_err(unwritten)
    }
}

/// Why a row cannot be written. The kind of the error is kept because it tells whether the reader closed the pipe.
pub(super) fn unwritten(error: csv::Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

impl<W: Write> Printer for CsvPrinter<W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        self.open()?;
        if let Some(rows) = &mut self.lists {
            if let Some(list) = page.list {
                let row = rows.row(list).cells();
                self.write(&row)?;
            }
            return self.writer.flush();
        }
        if let Some(version) = words::version(page) {
            let of_version = Finding::bare(FindingId::Rule(words::VERSION.to_owned()), Severity::Note);
            self.write(&row(page.report, Some(&Finding { message: version, ..of_version })))?;
            return match page.list {
                Some(list) if list.came.is_folded() => self.writer.flush(),
                _ => self.findings(page.report),
            };
        }
        self.findings(page.report)
    }

    fn leave_out(&mut self, page: &ReportPage<'_>) {
        // A list that is printed may be the same as this one.
        if let Some((rows, list)) = self.lists.as_mut().zip(page.list) {
            let _ = rows.row(list);
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.open()?;
        self.writer.flush()
    }
}

impl<W: Write> CsvPrinter<W> {
    /// Writes a row for each finding, or one for a list without findings.
    fn findings(&mut self, report: &Report) -> io::Result<()> {
        if report.findings.is_empty() {
            self.write(&row(report, None))?;
        }
        for finding in &report.findings {
            self.write(&row(report, Some(finding)))?;
        }
        self.writer.flush()
    }
}

/// The cells of one row, in the order of the columns.
fn row(report: &Report, finding: Option<&Finding>) -> [String; COLUMNS.len()] {
    let ruleset = report.ruleset.as_ref();
    let source = finding.and_then(|finding| finding.source.as_ref());
    [
        text(Some(&report.file)),
        number(Some(report.document)),
        text(report.name.as_deref()),
        text(report.player.as_deref()),
        text(ruleset.map(|ruleset| ruleset.id.as_str())),
        text(ruleset.map(|ruleset| ruleset.version.as_str())),
        text(Some(words::verdict(report.verdict))),
        number(report.points),
        number(report.mfv),
        text(report.fingerprint.as_deref()),
        text(finding.map(|finding| words::severity(finding.severity))),
        text(finding.map(|finding| finding.rule.as_str())),
        text(finding.map(|finding| finding.message.as_str())),
        number(finding.and_then(|finding| finding.line)),
        number(finding.and_then(|finding| finding.column)),
        number(finding.and_then(|finding| finding.measured)),
        number(finding.and_then(|finding| finding.min)),
        number(finding.and_then(|finding| finding.max)),
        text(source.map(|source| source.title.as_str())),
        text(source.map(|source| source.page.as_str())),
        finding.map_or_else(String::new, |finding| guarded(&finding.at.join(" "))),
        text(report.terms.words.as_deref()),
    ]
}

/// A number without a guard, negative ones too: in a column of numbers a spreadsheet reads `-5` as a number and runs
/// nothing.
fn number<N: ToString>(number: Option<N>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

fn text(text: Option<&str>) -> String {
    guarded(text.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use muster_engine::report::{Finding, Report, Severity, Verdict};

    use crate::args::Format;
    use crate::output::sample::{cap, found, printed, report, says};

    #[test]
    fn one_row_a_finding_and_one_for_a_list_without() {
        let note = says("tac-deck", Severity::Note, "Not judged, \"secret\"\nas it is");
        let reports = [report(), found(Verdict::Illegal, vec![cap(), note])];
        assert_snapshot!(printed(Format::Csv, &reports).replace("\r\n", "|\n"), @r#"
        file,document,name,player,ruleset,version,verdict,points,mfv,fingerprint,severity,rule,message,line,column,measured,min,max,source,page,at,terms|
        lists/channel-patrol.yaml,0,Channel Patrol,A. Player,dw-2.5,1.0.0,legal,985,1000,ABCDEFGHIJKLMNOP-QRSTUVWXYZ234567,,,,,,,,,,,,|
        lists/channel-patrol.yaml,0,Channel Patrol,A. Player,dw-2.5,1.0.0,illegal,985,1000,ABCDEFGHIJKLMNOP-QRSTUVWXYZ234567,error,cap-large,Large and Massive models cost 640 of at most 600 (60% of MFV 1000): 40 over,6,5,640,,600,The Rulebook,19,/squadrons/0 /squadrons/2,|
        lists/channel-patrol.yaml,0,Channel Patrol,A. Player,dw-2.5,1.0.0,illegal,985,1000,ABCDEFGHIJKLMNOP-QRSTUVWXYZ234567,note,tac-deck,"Not judged, ""secret"" as it is",1,1,,,,The Rulebook,19,,|
        "#);
    }

    #[test]
    fn spreadsheets_run_nothing() {
        let finding = Finding { measured: Some(-5), ..says("rule", Severity::Error, "@SUM(A1)") };
        for (name, harmless) in [
            ("=cmd|'/c calc'!A1", "'=cmd|'/c calc'!A1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("\tx", " x"),
            // Some spreadsheets also split cells at semicolons.
            ("Fleet;=1+1", "Fleet;'=1+1"),
        ] {
            let report = Report { name: Some(name.into()), ..found(Verdict::Illegal, vec![finding.clone()]) };
            let printed = printed(Format::Csv, &[report]);
            assert!(printed.contains(&format!(",{harmless},")), "{printed}");
            assert!(printed.contains(",'@SUM(A1),1,1,-5,"), "numbers stay numbers: {printed}");
        }
    }
}
