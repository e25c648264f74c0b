//! `muster check`.

use std::path::Path;
use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::{LEGAL, RunResult, folder, muster, muster_with};

fn illegal() -> String {
    LEGAL.replace("Pond", "Big Pond").replace("models: 3", "models: 4")
}

fn unknown() -> String {
    LEGAL.replace("Pond", "Odd Pond").replace("dinghy", "dingy")
}

#[test]
fn legal() {
    assert_snapshot!(muster_with(folder(&[]).path(), LEGAL, &["check", "-"]), @r"
    legal: Pond, 340 of 500 points
      standard input
      tiny 1.2.0, level high, rules 1-2
    ---- 0
    ");
}

#[test]
fn a_folder_of_lists() {
    let folder = folder(&[
        ("1-legal.yaml", LEGAL),
        ("2-illegal.yaml", &illegal()),
        ("3-unknown.yaml", &unknown()),
        ("4-broken.yaml", "muster: 1\nruleset: tiny\nmfv: many\n"),
        ("5-other.yaml", "kind: catalogue\n"),
        ("6-notes.txt", "no list"),
    ]);
    assert_snapshot!(muster_with(folder.path(), "", &["check"]), @r#"
    legal: Pond, 340 of 500 points
      ./1-legal.yaml
      tiny 1.2.0, level high, rules 1-2

    illegal: Big Pond, 440 of 500 points
      ./2-illegal.yaml
      tiny 1.2.0, level high, rules 1-2

    error[cap-large]: Large boats cost 400 of at most 300 (60% of MFV 500): 100 over
     --> ./2-illegal.yaml:7:5
      |
    7 |   - {unit: barge, models: 4}
      |     ^^^^^^^^^^^^^^^^^^^^^^^^ 400 > 300
      |
      = source: The Tiny Book, pages 3-4
      = help: Take smaller boats.

    undetermined: Odd Pond, points not known, of 500
      ./3-unknown.yaml
      tiny 1.2.0, level high, rules 1-2

    undetermined[unknown-unit]: Lakeland has no unit `dingy`
     --> ./3-unknown.yaml:8:12
      |
    8 |   - {unit: dingy, models: 4}   # all of them
      |            ^^^^^
      |
      = help: did you mean `Dinghy`?

    undetermined:
      2 rules cannot be decided until this is known: cap-large, squadron-size

    unreadable: ./4-broken.yaml

    error[wrong-type]: `mfv`: expected a whole number from 1 to 1000000, found the text "many"
     --> ./4-broken.yaml:3:6
      |
    3 | mfv: many
      |      ^^^^

    4 lists: 1 legal, 1 illegal, 1 undetermined, 1 unreadable
    6 files: 3 lists, 3 need a person
    ---- 2
    note: no list: ./5-other.yaml: it is of the kind catalogue
    note: no list: ./6-notes.txt: the text names no game, and no units by which a game is known
    "#);
}

#[test]
fn the_gravest_verdict_is_the_status() {
    let folder = folder(&[("legal.yaml", LEGAL), ("illegal.yaml", &illegal()), ("unknown.yaml", &unknown())]);
    for (paths, status) in [
        (&["legal.yaml"][..], 0),
        (&["legal.yaml", "illegal.yaml"], 1),
        (&["illegal.yaml", "unknown.yaml", "legal.yaml"], 2),
        (&["legal.yaml", "not-there.yaml", "illegal.yaml"], 2),
    ] {
        for format in ["human", "json", "jsonl", "csv", "html", "sarif", "github"] {
            let args = [&["check", "--format", format], paths].concat();
            let ran = muster_with(folder.path(), "", &args);
            assert_eq!(ran.status, status, "{paths:?}: {ran}");
        }
    }
}

#[test]
fn warnings_can_be_denied() {
    let claims = LEGAL.replace("mfv: 500", "mfv: 500\npoints: 1");
    assert_eq!(muster_with(folder(&[]).path(), &claims, &["check", "-"]).status, 0);
    assert_eq!(muster_with(folder(&[]).path(), &claims, &["check", "--deny-warnings", "-"]).status, 1);
}

#[test]
fn a_wrong_command_line() {
    for args in [&["chek"][..], &["check", "--format", "pdf"], &["check", "--force"], &[], &["import"]] {
        let ran = muster(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}: {ran}");
        assert!(!ran.err.is_empty());
    }
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = folder(&[("list.yaml", LEGAL)]);
    let check =
        |args: &[&str]| muster_with(folder.path(), "", &[&["check", "list.yaml", "-o", "out.txt"], args].concat());
    assert_eq!(check(&[]).to_string(), "---- 0\n");
    let written = std::fs::read_to_string(folder.path().join("out.txt")).unwrap();
    assert!(written.starts_with("legal: Pond"), "{written}");
    assert_snapshot!(check(&["--format", "csv"]), @r"
    ---- 2
    error: out.txt is there already
      help: --force writes over it
    ");
    assert_eq!(std::fs::read_to_string(folder.path().join("out.txt")).unwrap(), written);
    assert_eq!(check(&["--format", "csv", "--force"]).status, 0);
    assert!(std::fs::read_to_string(folder.path().join("out.txt")).unwrap().starts_with("file,document,"));
}

/// Root may read every file. If root runs the tests, the program runs as the user `nobody`.
#[cfg(unix)]
#[test]
fn a_file_without_permission() {
    use std::fs::{Permissions, metadata, set_permissions, write};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65534;

    let mode = Permissions::from_mode;
    let folder = tempfile::Builder::new().permissions(mode(0o755)).tempdir().unwrap();
    let (secret, program) = (folder.path().join("secret.yaml"), folder.path().join("muster"));
    write(&secret, LEGAL).unwrap();
    set_permissions(&secret, mode(0o000)).unwrap();
    // The user `nobody` may not read the build folder, so the program is copied. A separate process copies it: a child
    // of another test could inherit our open file, and a program that is open for writing cannot be started.
    assert!(
        Command::new("cp")
            .args([env!("CARGO_BIN_EXE_muster").as_ref(), program.as_os_str()])
            .status()
            .unwrap()
            .success()
    );
    set_permissions(&program, mode(0o755)).unwrap();
    let mut command = Command::new(program);
    command.current_dir(folder.path()).args(["check", "secret.yaml"]);
    let is_root = metadata(&secret).unwrap().uid() == 0;
    if is_root {
        command.uid(NOBODY).gid(NOBODY);
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) if is_root => return eprintln!("skipped: root cannot become nobody here: {error}"),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(String::from_utf8(output.stdout).unwrap(), @r"
    unreadable: secret.yaml

    error[no-access]: no permission to read it
    --> secret.yaml
    ");
}

#[test]
fn colours_only_where_wanted() {
    let run = |force: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
        if force {
            command.env("CLICOLOR_FORCE", "1");
        }
        command.args(["check", "not-there.yaml"]).output().unwrap().stdout.contains(&0x1b)
    };
    assert!(!run(false));
    assert!(run(true));
}

#[test]
fn whoever_has_enough_is_left_alone() {
    let folder = folder(&[("list.yaml", LEGAL)]);
    let paths = vec!["list.yaml"; 2000];
    let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
        .current_dir(folder.path())
        .args(["check", "--format", "jsonl"])
        .args(paths)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn what_is_not_all_known_is_told_as_the_least_it_can_be() {
    let list = illegal().replace("dinghy", "dingy");
    let told = muster_with(folder(&[]).path(), &list, &["check", "-"]).to_string();
    let over = "Large boats cost at least 400 of at most 300 (60% of MFV 500): at least 100 over";
    assert!(told.contains(over), "{told}");
}

/// Units of a club: a more expensive version of a boat in the ruleset, and a new boat.
const OWN: &str = "\
kind: catalogue
nation: lakeland
source: Our club
units:
  - {id: dinghy, points: 12}
  - {id: skiff, name: Skiff, points: 20, traits: {size: small}, squadron: {min: 1, max: 2}}
";

#[test]
fn a_list_that_sets_its_own_terms_says_so_beside_the_verdict() {
    let waives = LEGAL.replace("mfv: 500", "mfv: 500\nsettings: {level: low}\nconsents: [cap-large]");
    let ran = muster_with(folder(&[]).path(), &waives, &["check", "-"]);
    assert!(ran.out.starts_with("legal, with level low set by the list itself: Pond"), "{ran}");
    let names = LEGAL.replace("mfv: 500", "mfv: 500\nsettings: {rules: [1, 2]}");
    let ran = muster_with(folder(&[]).path(), &names, &["check", "-"]);
    assert!(ran.out.starts_with("legal, with rules 1-2 set by the list itself: Pond"), "{ran}");
    let stated = LEGAL.replace("mfv: 500", "mfv: 500\nsettings: {level: high}");
    let ran = muster_with(folder(&[]).path(), &stated, &["check", "-"]);
    assert!(ran.out.starts_with("legal: Pond"), "the level of every list is no term of its own: {ran}");
}

const OVER: &str = "\
muster: 1
name: One over
ruleset: dw-2.5
nation: kingdom-of-britannia
mfv: 179
settings: {core: naval, theatre: water}
consents: [mfv-cap]
squadrons:
  - {unit: ruler-class-battleship, roles: [commodore]}
";

#[test]
fn a_waived_rule_is_named_in_every_output() {
    const WORDS: &str = "with 1 rule waived by the list itself (mfv-cap)";
    let ran = muster_with(folder(&[]).path(), OVER, &["check", "-"]);
    assert!(ran.out.starts_with(&format!("illegal, {WORDS}: One over")), "{ran}");
    let ran = muster_with(folder(&[]).path(), OVER, &["check", "--format", "csv", "-"]);
    assert!(ran.out.lines().next().unwrap().ends_with(",at,terms"), "{ran}");
    assert!(ran.out.lines().skip(1).all(|row| row.ends_with(&format!(",{WORDS}"))), "{ran}");
    let ran = muster_with(folder(&[]).path(), OVER, &["check", "--format", "jsonl", "-"]);
    assert!(ran.out.contains(&format!(r#""words":"{WORDS}""#)) && ran.out.contains(r#""waived":["mfv-cap"]"#), "{ran}");
    let ran = muster_with(folder(&[]).path(), OVER, &["export", "-", "--to", "text"]);
    assert!(ran.out.contains(&format!("illegal, {WORDS}")), "{ran}");
    let back = muster_with(folder(&[]).path(), &ran.out, &["import", "-"]);
    assert!(back.status == 0 && back.out.contains("consents:"), "{back}");
    let ran = muster_with(folder(&[]).path(), OVER, &["export", "-", "--to", "csv"]);
    let mut rows = ran.out.lines();
    assert!(rows.next().unwrap().ends_with(",terms") && rows.all(|row| row.ends_with(&format!(",{WORDS}"))), "{ran}");
    let ran = muster_with(folder(&[]).path(), OVER, &["export", "-", "--to", "lines"]);
    assert!(ran.out.ends_with(&format!("\n# Terms: {WORDS}\n")), "{ran}");
    // The lines of squadrons say nothing of the core. Nothing else is doubtful.
    let back = muster_with(folder(&[]).path(), &ran.out, &["import", "-", "--ruleset", "dw-2.5"]);
    assert!(back.out.contains("open: [core]") && !back.err.contains("could not be read"), "{back}");
}

#[test]
fn units_that_replace_those_of_the_ruleset_are_told() {
    let fleet = LEGAL.replace("{unit: dinghy, models: 4}", "{unit: dinghy, models: 4}\n  - {unit: skiff, models: 1}");
    let folder = folder(&[("own.yaml", OWN), ("fleet.yaml", &fleet), ("plain.yaml", LEGAL)]);
    let run = |args: &[&str]| muster_with(folder.path(), "", args);
    assert_snapshot!(run(&["check", "fleet.yaml", "--units", "own.yaml"]), @r"
    legal, with 2 units from outside the ruleset (Dinghy, in place of the ruleset's; Skiff): Pond, 368 of 500 points
      fleet.yaml
      tiny 1.2.0, level high, rules 1-2
    ---- 0
    note: own.yaml replaces 1 unit of tiny: Dinghy
    ");
    let digest = |ran: &RunResult| {
        let report: serde_json::Value = serde_json::from_str(ran.out.trim()).unwrap();
        (report["ruleset"]["digest"].to_string(), report["fingerprint"].to_string())
    };
    let without = run(&["check", "plain.yaml", "--format", "jsonl"]);
    let with = run(&["check", "plain.yaml", "--format", "jsonl", "--units", "own.yaml"]);
    assert!(digest(&without).0 != digest(&with).0 && digest(&without).1 != digest(&with).1, "{without}{with}");
    let units = run(&["units", "tiny", "--nation", "lakeland", "dinghy", "--format", "json"]).out;
    assert_eq!(units.matches(r#""id": "dinghy""#).count(), 1, "{units}");
}

#[test]
fn a_new_unit_needs_more_than_a_price() {
    let folder = folder(&[("own.yaml", &OWN.replace("{id: dinghy,", "{id: dingy,")), ("fleet.yaml", LEGAL)]);
    let ran = muster_with(folder.path(), "", &["check", "fleet.yaml", "--units", "own.yaml"]);
    assert!(
        ran.status == 2 && ran.err.contains("own.yaml: line 5, column 5: entry 1 of `units`: `name` is missing"),
        "{ran}"
    );
}

#[test]
fn units_to_change_need_a_nation() {
    let own = OWN.replace("nation: lakeland\n", "");
    let folder = folder(&[("own.yaml", &own), ("fleet.yaml", LEGAL)]);
    let told = |text: &str| {
        std::fs::write(folder.path().join("own.yaml"), text).unwrap();
        muster_with(folder.path(), "", &["check", "fleet.yaml", "--units", "own.yaml"]).err
    };
    let missing = "own.yaml: line 1, column 1: `nation` is missing, which says whose `dinghy` is meant";
    let err = told(&own);
    assert!(err.contains(missing) && !err.contains("name"), "{err}");
    // A change of a unit in the ruleset needs no source.
    let err = told("kind: catalogue\nunits:\n  - {id: dinghy, points: 9}\n");
    assert!(err.contains(missing) && err.lines().count() == 1, "{err}");
    // A unit that does not exist yet must be complete.
    let err = told("kind: catalogue\nsource: Ours\nunits:\n  - {id: dingy, points: 9}\n");
    assert!(err.contains("line 4, column 5: entry 1 of `units`: `name` is missing"), "{err}");
}

#[test]
fn every_file_of_a_folder_is_accounted_for() {
    let files = [("a.yaml", LEGAL), ("b.txt", "no list"), ("c/d.png", ""), ("e.yaml", "kind: overlay\n"), (".f", "")];
    let folder = folder(&files);
    let ran = muster_with(folder.path(), "", &["check", "."]);
    assert!(ran.status == 0 && ran.out.ends_with("\n1 list: 1 legal\n4 files: 1 list, 3 need a person\n"), "{ran}");
    for name in ["b.txt", "c/d.png", "e.yaml"] {
        assert_eq!(ran.err.matches(name).count(), 1, "{ran}");
    }
    let ran = muster_with(folder.path(), "", &["check", ".", "--every-file", "--format", "csv"]);
    assert!(ran.status == 2 && ran.out.matches(",unreadable,").count() == 3 && ran.err.is_empty(), "{ran}");
    let ran = muster_with(folder.path(), "", &["print", ".", "-o", "fleet.pdf"]);
    assert!(ran.status == 0 && ran.err.contains("1 list to print; 3 files are no list"), "{ran}");
}

/// Whoever writes a list chooses the sheet that it is judged with.
#[test]
fn the_sheet_of_another_is_told() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/dw-2.5");
    let read = |name: &str| std::fs::read_to_string(examples.join(name)).unwrap();
    let (list, sheet) = (read("flashpoint-group-9.yaml"), read("flashpoint-prussia.yaml"));
    let folder = folder(&[]);
    let states = |text: &str, name: &str, address: &str| {
        let said = |key: &str, value: &str| if value.is_empty() { String::new() } else { format!("{key}: {value}\n") };
        text.replace("player: Dave\n", &format!("{}{}", said("player", name), said("email", address)))
    };
    let names = ["", "Dave", "DAVE", "Eve"];
    let addresses = ["", "dave@example.org", "Dave@Example.org", "eve@example.org"];
    for (name, address) in names.into_iter().flat_map(|name| addresses.map(|address| (name, address))) {
        for (of, at) in [("", ""), ("Dave", ""), ("", "dave@example.org"), ("Dave", "dave@example.org")] {
            std::fs::write(folder.path().join("list.yaml"), states(&list, name, address)).unwrap();
            std::fs::write(folder.path().join("flashpoint-prussia.yaml"), states(&sheet, of, at)).unwrap();
            let ran = muster_with(folder.path(), "", &["check", "list.yaml", "--format", "json"]);
            let reports: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
            let report = &reports["reports"][0];
            assert_eq!(report["verdict"], "legal", "{ran}");
            let differs = |stated: &str, other: &str| !stated.is_empty() && !other.is_empty() && stated != other;
            let is_other_address = differs(&address.to_lowercase(), at);
            let severity = match () {
                () if is_other_address || differs(&name.to_lowercase(), &of.to_lowercase()) => Some("warning"),
                () if differs(name, of) || name.is_empty() && !of.is_empty() => Some("note"),
                () => None,
            };
            let findings = report["findings"].as_array().unwrap();
            let found = findings.iter().find(|finding| finding["rule"] == "sent-by-another");
            assert_eq!(
                found.and_then(|found| found["severity"].as_str()),
                severity,
                "{name} {address} {of} {at}: {ran}"
            );
            let message = found.map_or("", |found| found["message"].as_str().unwrap());
            assert_eq!(message.contains("is judged with the sheet of “"), severity.is_some(), "{message}");
            assert_eq!(message.contains("“dave@example.org”"), is_other_address, "{message}");
        }
    }
}

#[test]
fn the_lines_of_a_mail_are_not_those_of_the_list_in_it() {
    let mail = format!("From: a@example.org\nSubject: list\nContent-Type: text/plain\n\n{OVER}");
    let folder = folder(&[("mail.eml", &mail), ("photo.png", "no picture")]);
    let ran = muster_with(folder.path(), "", &["check", "mail.eml"]);
    assert!(ran.out.contains("error[") && !ran.out.contains("Content-Type"), "{ran}");
    let ran = muster_with(folder.path(), "", &["check", "."]);
    assert!(ran.out.ends_with("\n2 files: 1 list, 1 needs a person\n"), "{ran}");
}
