//! Hand-made reports for the tests of all formats.

use indexmap::IndexMap;
use muster_engine::list::SettingValue;
use muster_engine::report::{Finding, FindingId, Report, Severity, SourceInfo, Terms, UsedRuleset, Verdict};
use muster_library::shelf::Shelf;

use super::{FileText, ReportLayout, ReportPage, printer};
use crate::args::Format;

/// A list whose third squadron has one model too many.
pub(super) const LIST: &str = "\
muster: 1
name: Channel Patrol
ruleset: dw-2.5
mfv: 1000
squadrons:
  - unit: ruler-class-battleship     # the flagship
    models: 1
  - {unit: attacker-class-frigate, models: 4}
  - unit: tribal-class-cruiser
    models: 3
";

/// A legal report without findings.
pub(super) fn report() -> Report {
    Report {
        file: "lists/channel-patrol.yaml".into(),
        document: 0,
        name: Some("Channel Patrol".into()),
        player: Some("A. Player".into()),
        ruleset: Some(UsedRuleset {
            id: "dw-2.5".into(),
            version: "1.0.0".into(),
            edition: "2.51".into(),
            digest: "sha256:00".into(),
        }),
        events: Vec::new(),
        settings: IndexMap::from([
            ("level".into(), SettingValue::Word("commodore".into())),
            ("rules".into(), SettingValue::Numbers(vec![1, 2, 3, 4, 8])),
            ("competitive".into(), SettingValue::Flag(false)),
        ]),
        consents: Vec::new(),
        terms: Terms::default(),
        verdict: Verdict::Legal,
        points: Some(985),
        mfv: Some(1000),
        fingerprint: Some("ABCDEFGHIJKLMNOP-QRSTUVWXYZ234567".into()),
        findings: Vec::new(),
    }
}

/// A finding about the two most expensive squadrons.
pub(super) fn cap() -> Finding {
    Finding {
        rule: FindingId::Rule("cap-large".to_owned()),
        severity: Severity::Error,
        message: "Large and Massive models cost 640 of at most 600 (60% of MFV 1000): 40 over".into(),
        at: vec!["/squadrons/0".into(), "/squadrons/2".into()],
        line: Some(6),
        column: Some(5),
        measured: Some(640),
        min: None,
        max: Some(600),
        source: Some(SourceInfo { title: "The Rulebook".into(), page: "19".into() }),
        origin: Some("dw-2.5".into()),
        help: Some("raise the MFV by 67 points, or spend 40 points less on them".into()),
        waits: false,
    }
}

/// A finding with only a message.
pub(super) fn says(rule: &str, severity: Severity, message: &str) -> Finding {
    Finding {
        rule: FindingId::Rule(rule.to_owned()),
        severity,
        message: message.into(),
        at: vec![String::new()],
        line: Some(1),
        column: Some(1),
        measured: None,
        min: None,
        max: None,
        help: None,
        ..cap()
    }
}

/// A report with these findings.
pub(super) fn found(verdict: Verdict, findings: Vec<Finding>) -> Report {
    Report { verdict, findings, ..report() }
}

/// The output for these reports without colours. All reports are about `LIST`.
pub(super) fn printed(format: Format, reports: &[Report]) -> String {
    printed_as(ReportLayout { format, ..ReportLayout::default() }, reports)
}

/// The same in a layout.
pub(super) fn printed_as(layout: ReportLayout, reports: &[Report]) -> String {
    let (mut bytes, shelf) = (Vec::new(), Shelf::built_in());
    let mut printer = printer(layout, &shelf, &mut bytes);
    for report in reports {
        printer.print(&ReportPage { report, list: None, file: &FileText::new(LIST.as_bytes()) }).unwrap();
    }
    printer.finish().unwrap();
    drop(printer);
    anstream::adapter::strip_str(&String::from_utf8(bytes).unwrap()).to_string()
}
