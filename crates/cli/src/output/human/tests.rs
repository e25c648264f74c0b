//! Tests of the human format's complete output.

use insta::assert_snapshot;
use muster_engine::report::{Finding, Report, Severity, Verdict};

use crate::args::Format;
use crate::output::sample::{cap, found, printed, report, says};

fn human(reports: &[Report]) -> String {
    printed(Format::Human, reports)
}

#[test]
fn a_legal_list_is_short() {
    assert_snapshot!(human(&[report()]), @r"
    legal: Channel Patrol by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8
    ");
}

#[test]
fn a_legal_list_with_notes_is_short() {
    let note = says("tac-deck", Severity::Note, "The deck of TACs is not given and was not judged");
    let waived = says("allies-one-block", Severity::Waived, "Northern League is of another bloc");
    let report = Report { consents: vec!["allies-one-block".into()], ..found(Verdict::Legal, vec![note, waived]) };
    assert_snapshot!(human(&[report]), @r"
    legal: Channel Patrol by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8; consents: allies-one-block
    note[tac-deck]: The deck of TACs is not given and was not judged (The Rulebook, page 19)
    waived[allies-one-block]: Northern League is of another bloc (The Rulebook, page 19)
    ");
}

#[test]
fn an_error_shows_its_places() {
    assert_snapshot!(human(&[found(Verdict::Illegal, vec![cap()])]), @r"
    illegal: Channel Patrol by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8

    error[cap-large]: Large and Massive models cost 640 of at most 600 (60% of MFV 1000): 40 over
     --> lists/channel-patrol.yaml:6:5
      |
    6 |   - unit: ruler-class-battleship     # the flagship
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 640 > 600
    ...
    9 |   - unit: tribal-class-cruiser
      |     --------------------------
      |
      = source: The Rulebook, page 19
      = help: raise the MFV by 67 points, or spend 40 points less on them
    ");
}

#[test]
fn what_is_about_the_whole_list_shows_no_line() {
    let commodore = says("commodore", Severity::Error, "No model carries the role Commodore");
    assert_snapshot!(human(&[found(Verdict::Illegal, vec![commodore])]), @r"
    illegal: Channel Patrol by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8

    error[commodore]: No model carries the role Commodore
    --> lists/channel-patrol.yaml:1:1
     = source: The Rulebook, page 19
    ");
}

#[test]
fn findings_that_say_the_same_share_a_frame() {
    let one = Finding { at: vec!["/squadrons/0".into()], measured: None, max: None, help: None, ..cap() };
    let other = Finding { line: Some(8), at: vec!["/squadrons/1".into()], ..one.clone() };
    assert_snapshot!(human(&[found(Verdict::Undetermined, vec![one, other])]), @r"
    undetermined: Channel Patrol by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8

    error[cap-large]: Large and Massive models cost 640 of at most 600 (60% of MFV 1000): 40 over
     --> lists/channel-patrol.yaml:6:5
      |
    6 |   - unit: ruler-class-battleship     # the flagship
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    7 |     models: 1
    8 |   - {unit: attacker-class-frigate, models: 4}
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = source: The Rulebook, page 19
    ");
}

#[test]
fn many_places_are_counted() {
    let findings =
        (2..=10).map(|line| Finding { line: Some(line), column: Some(1), at: vec!["/x".into()], ..cap() }).collect();
    let printed = human(&[found(Verdict::Illegal, findings)]);
    assert!(printed.contains("= note: 4 more places"), "{printed}");
}

#[test]
fn a_place_without_a_line_to_show_is_not_one_more() {
    let at = |line| Finding { line: Some(line), column: Some(1), at: vec!["/x".into()], ..cap() };
    let printed = human(&[found(Verdict::Illegal, vec![at(99)])]);
    assert!(printed.contains(":99:1") && !printed.contains("more place"), "{printed}");
    let printed = human(&[found(Verdict::Illegal, vec![at(98), at(99)])]);
    assert!(printed.contains(":98:1") && printed.contains("= note: 1 more place"), "{printed}");
}

#[test]
fn what_is_unknown_is_told_once() {
    let unknown = Finding {
        source: None,
        line: Some(8),
        column: Some(12),
        help: Some("did you mean `Attacker Class Frigate`?".into()),
        ..says("unknown-unit", Severity::Undetermined, "Southern League has no unit `atacker-class-frigate`")
    };
    let undecided = |rule: &str| Finding { waits: true, ..says(rule, Severity::Undetermined, "cannot be decided") };
    let warning = says("points-claimed", Severity::Warning, "The list claims 900 points, but costs 985");
    let findings = vec![cap(), undecided("cap-medium"), undecided("cap-small"), unknown, warning];
    assert_snapshot!(human(&[found(Verdict::Illegal, findings)]), @r"
    illegal: Channel Patrol by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8

    error[cap-large]: Large and Massive models cost 640 of at most 600 (60% of MFV 1000): 40 over
     --> lists/channel-patrol.yaml:6:5
      |
    6 |   - unit: ruler-class-battleship     # the flagship
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 640 > 600
    ...
    9 |   - unit: tribal-class-cruiser
      |     --------------------------
      |
      = source: The Rulebook, page 19
      = help: raise the MFV by 67 points, or spend 40 points less on them

    undetermined[unknown-unit]: Southern League has no unit `atacker-class-frigate`
     --> lists/channel-patrol.yaml:8:12
      |
    8 |   - {unit: attacker-class-frigate, models: 4}
      |            ^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: did you mean `Attacker Class Frigate`?

    undetermined:
      2 rules cannot be decided until this is known: cap-medium, cap-small

    warning[points-claimed]: The list claims 900 points, but costs 985
    --> lists/channel-patrol.yaml:1:1
     = source: The Rulebook, page 19
    ");
}

#[test]
fn no_list_at_all() {
    let syntax = Finding {
        line: Some(8),
        column: Some(5),
        source: None,
        origin: None,
        ..says("syntax", Severity::Error, "This is no YAML: a brace is never closed")
    };
    let unreadable = Report {
        name: None,
        player: None,
        ruleset: None,
        points: None,
        mfv: None,
        document: 2,
        file: "-".into(),
        ..found(Verdict::Unreadable, vec![syntax])
    };
    assert_snapshot!(human(&[unreadable]), @r"
    unreadable: standard input, document 2

    error[syntax]: This is no YAML: a brace is never closed
     --> -:8:5
      |
    8 |   - {unit: attacker-class-frigate, models: 4}
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn several_lists_are_counted() {
    let illegal = found(Verdict::Illegal, vec![says("commodore", Severity::Error, "No Commodore")]);
    let undetermined = Report { points: None, ..found(Verdict::Undetermined, Vec::new()) };
    assert_snapshot!(human(&[report(), illegal, report(), undetermined]), @r"
    legal: Channel Patrol by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8

    illegal: Channel Patrol by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8

    error[commodore]: No Commodore
    --> lists/channel-patrol.yaml:1:1
     = source: The Rulebook, page 19

    legal: Channel Patrol by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8

    undetermined: Channel Patrol by A. Player, points not known, of 1000
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8

    4 lists: 2 legal, 1 illegal, 1 undetermined
    ");
}

#[test]
fn data_cannot_drive_the_terminal() {
    let hostile = Finding { help: Some("\x1b]0;title\x07".into()), ..says("x\x1b[2J", Severity::Error, "\x1b[31mred") };
    let report = Report { name: Some("\x1b[1mbold\nlegal: forged".into()), ..found(Verdict::Illegal, vec![hostile]) };
    assert_snapshot!(human(&[report]), @r"
    illegal: ␛[1mbold legal: forged by A. Player, 985 of 1000 points
      lists/channel-patrol.yaml
      dw-2.5 1.0.0, level commodore, rules 1-4, 8

    error[x␛[2J]: ␛[31mred
    --> lists/channel-patrol.yaml:1:1
     = source: The Rulebook, page 19
     = help: ␛]0;title␇
    ");
}

#[test]
fn places_outside_the_text_do_no_harm() {
    for (line, column) in [(0, 0), (99, 1), (u32::MAX, u32::MAX), (6, 999), (1, 0)] {
        let finding = Finding { line: Some(line), column: Some(column), ..cap() };
        assert!(human(&[found(Verdict::Illegal, vec![finding])]).contains("cap-large"));
    }
}
