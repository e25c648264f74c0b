//! `--format jsonl`: one report per line.

use std::io::{self, Write};

use muster_library::json;
use muster_submissions::ReportMaker;

use super::json::listed;
use super::{Printer, ReportPage};

/// Prints each report as one line of JSON.
pub(super) struct JsonlPrinter<W> {
    writer: W,
    reports: ReportMaker,
}

impl<W> JsonlPrinter<W> {
    /// Prints to this writer.
    pub(super) fn new(writer: W) -> Self {
        Self { writer, reports: ReportMaker::default() }
    }
}

impl<W: Write> Printer for JsonlPrinter<W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        writeln!(self.writer, "{}", json::to_string(&listed(&mut self.reports, page))?)?;
        self.writer.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use muster_engine::report::Verdict;

    use crate::args::Format;
    use crate::output::sample::{cap, found, printed, report};

    #[test]
    fn one_line_each() {
        assert_snapshot!(printed(Format::Jsonl, &[report(), found(Verdict::Illegal, vec![cap()])]), @r#"
        {"file":"lists/channel-patrol.yaml","document":0,"name":"Channel Patrol","player":"A. Player","ruleset":{"id":"dw-2.5","version":"1.0.0","edition":"2.51","digest":"sha256:00"},"events":[],"settings":{"level":"commodore","rules":[1,2,3,4,8],"competitive":false},"consents":[],"terms":{"waived":[],"settings":{},"level":null,"pinned":null,"not-published":false,"own-rules":null,"full-list":null,"other-game":[],"own-units":[],"own-cards":[],"open":[],"overlays":[],"words":null},"verdict":"legal","points":985,"mfv":1000,"fingerprint":"ABCDEFGHIJKLMNOP-QRSTUVWXYZ234567","findings":[],"club":null,"email":null,"nation":null,"date":null,"arrived":null,"claimed":null,"same-as":null,"sent-by":null,"counts":"counts","version-of":null,"concluded":[],"doubts":[]}
        {"file":"lists/channel-patrol.yaml","document":0,"name":"Channel Patrol","player":"A. Player","ruleset":{"id":"dw-2.5","version":"1.0.0","edition":"2.51","digest":"sha256:00"},"events":[],"settings":{"level":"commodore","rules":[1,2,3,4,8],"competitive":false},"consents":[],"terms":{"waived":[],"settings":{},"level":null,"pinned":null,"not-published":false,"own-rules":null,"full-list":null,"other-game":[],"own-units":[],"own-cards":[],"open":[],"overlays":[],"words":null},"verdict":"illegal","points":985,"mfv":1000,"fingerprint":"ABCDEFGHIJKLMNOP-QRSTUVWXYZ234567","findings":[{"rule":"cap-large","severity":"error","message":"Large and Massive models cost 640 of at most 600 (60% of MFV 1000): 40 over","at":["/squadrons/0","/squadrons/2"],"line":6,"column":5,"measured":640,"min":null,"max":600,"source":{"title":"The Rulebook","page":"19"},"origin":"dw-2.5","help":"raise the MFV by 67 points, or spend 40 points less on them"}],"club":null,"email":null,"nation":null,"date":null,"arrived":null,"claimed":null,"same-as":null,"sent-by":null,"counts":"counts","version-of":null,"concluded":[],"doubts":[]}
        "#);
    }
}
