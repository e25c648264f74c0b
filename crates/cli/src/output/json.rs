//! `--format json`: one object with all reports.
//!
//! Each report is one line. It can be written while the next list is still being judged, and two runs can be compared
//! line by line. Other tools can indent it.

use std::io::{self, Write};

use muster_library::json;
use muster_library::listed::{FORMAT, ListedReport, SkippedFile};
use muster_submissions::{HandIn, ReportMaker};

use super::{Printer, ReportPage};

/// Prints all reports as one object: `{"format": 1, "reports": [...], "skipped": [...]}`.
pub(crate) struct JsonPrinter<W> {
    writer: W,
    started: bool,
    reports: ReportMaker,
    skipped: Vec<SkippedFile>,
}

impl<W> JsonPrinter<W> {
    /// Prints to this writer.
    pub(crate) fn new(writer: W) -> Self {
        Self { writer, started: false, reports: ReportMaker::default(), skipped: Vec::new() }
    }
}

/// A report with what is known of how its list was handed in.
pub(super) fn listed(reports: &mut ReportMaker, page: &ReportPage) -> ListedReport {
    page.list.map_or_else(|| ListedReport::from(page.report.clone()), |list| reports.report(list))
}

impl<W: Write> JsonPrinter<W> {
    /// Writes the text before a report, or before the end if there is no report.
    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) {
            return self.writer.write_all(b",\n");
        }
        writeln!(self.writer, "{{\"format\": {FORMAT}, \"reports\": [")
    }
}

impl<W: Write> Printer for JsonPrinter<W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        self.open()?;
        self.writer.write_all(json::to_string(&listed(&mut self.reports, page))?.as_bytes())?;
        self.writer.flush()
    }

    fn pass_over(&mut self, handed: HandIn) {
        if let HandIn::NoList { file, why, .. } = handed {
            self.skipped.push(SkippedFile { file, why });
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        if !self.started {
            self.open()?;
        }
        self.writer.write_all(b"\n], \"skipped\": [")?;
        for (number, skipped) in self.skipped.iter().enumerate() {
            let before = if number == 0 { "\n" } else { ",\n" };
            write!(self.writer, "{before}{}", json::to_string(skipped)?)?;
        }
        self.writer.write_all(if self.skipped.is_empty() { b"]}\n" } else { b"\n]}\n" })?;
        self.writer.flush()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use muster_engine::report::Verdict;

    use crate::args::Format;
    use crate::output::sample::{cap, found, printed, report};

    #[test]
    fn reports_stand_in_order() {
        let printed = printed(Format::Json, &[report(), found(Verdict::Illegal, vec![cap()])]);
        let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(value["format"], 1);
        assert_eq!(value["reports"].as_array().unwrap().len(), 2);
        assert_eq!(value["reports"][1]["findings"][0]["min"], serde_json::Value::Null);
        assert_eq!(printed.lines().count(), 4, "one line each, between the first and the last:\n{printed}");
    }

    #[test]
    fn no_reports() {
        assert_eq!(printed(Format::Json, &[]), "{\"format\": 1, \"reports\": [\n\n], \"skipped\": []}\n");
    }
}
