//! `muster reply`.

use std::fs;

use insta::assert_snapshot;

use crate::{LEGAL, folder, handed_in, muster, muster_with};

#[test]
fn each_player_gets_a_mail_and_a_second_run_writes_what_is_new() {
    let files = handed_in();
    let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let reply = |args: &[&str]| muster_with(folder.path(), "", &[&["reply", "in", "-o", "out"], args].concat());
    assert_snapshot!(reply(&[]), @"
    out/anna.eml
    out/bob.eml
    out/cleo.eml
    out/emil.eml
    4 mails: 4 new
    ---- 0
    note: no list: in/photo.png: a file without text
    note: out/bob.eml has no address: the list states none, and no mail brought it
    ");
    assert_snapshot!(reply(&[]), @"
    4 mails: 4 there already
    ---- 0
    note: no list: in/photo.png: a file without text
    ");
    let mail = folder.path().join("out/bob.eml");
    let before = fs::read(&mail).unwrap();
    fs::write(folder.path().join("in/bob.yaml"), LEGAL.replace("mfv", "player: Bob\nmfv")).unwrap();
    fs::write(folder.path().join("in/dora.yaml"), LEGAL.replace("mfv", "player: Dora\nmfv")).unwrap();
    assert_snapshot!(reply(&[]), @"
    out/dora.eml
    5 mails: 1 new, 1 kept as it was, 3 there already
    ---- 0
    note: no list: in/photo.png: a file without text
    note: out/bob.eml is there already and would change; --force writes over it
    note: out/dora.eml has no address: the list states none, and no mail brought it
    ");
    assert_eq!(fs::read(&mail).unwrap(), before);
    assert_snapshot!(reply(&["--force"]), @"
    out/bob.eml
    5 mails: 1 replaced, 4 there already
    ---- 0
    note: no list: in/photo.png: a file without text
    note: out/bob.eml has no address: the list states none, and no mail brought it
    ");
    assert_ne!(fs::read(&mail).unwrap(), before);
}

#[test]
fn the_template_is_the_organisers() {
    let template = muster(&["reply", "--print-template"]);
    assert!(template.status == 0 && template.out.contains("{{ deadline }}"), "{template}");
    let own = template.out.replace("Thank you", "THANK YOU");
    let folder = folder(&[("anna.yaml", LEGAL), ("own.txt", &own), ("wrong.txt", "Hello\n{{ plyer }}\n")]);
    let reply = |args: &[&str]| muster_with(folder.path(), "", &[&["reply", "anna.yaml", "-o", "out"], args].concat());
    let ran = reply(&["--template", "own.txt", "--subject", "Cup: {{ lists[0].title }}", "--from", "me@example.org"]);
    assert_eq!(ran.status, 0, "{ran}");
    let mail = fs::read_to_string(folder.path().join("out/anna.eml")).unwrap();
    assert!(mail.contains("THANK YOU"), "{mail}");
    // Cup: “Pond”
    assert!(mail.starts_with("From: <me@example.org>\r\nSubject: =?utf-8?B?Q3VwOiDigJxQb25k4oCd?=\r\n"), "{mail}");
    assert_snapshot!(reply(&["--template", "wrong.txt"]), @"
    ---- 2
    unreadable: wrong.txt

    error[syntax]: nothing is called `plyer`
     --> wrong.txt:2:4
      |
    2 | {{ plyer }}
      |    ^^^^^^^^
    ");
    assert_snapshot!(reply(&["--template", "nowhere.txt"]), @"
    ---- 2
    error: --template nowhere.txt: there is no such file or folder
    ");
    assert_snapshot!(reply(&["--subject", "{{ name }}"]), @"
    ---- 2
    error: --subject: nothing is called `name`
    ");
    assert_eq!(reply(&["--from", "me, you@example.org"]).status, 2);
}

#[test]
fn what_cannot_be_opened_gets_no_mail() {
    let folder = folder(&[("a.yaml", LEGAL), ("b.yaml", "muster: 1\nmfv: many\n")]);
    let ran = muster_with(folder.path(), "", &["reply", "a.yaml", "b.yaml", "nowhere.yaml", "-o", "out"]);
    assert_snapshot!(ran, @"
    out/a.eml
    out/b.eml
    2 mails: 2 new
    ---- 2
    error: nowhere.yaml: there is no such file or folder
    note: out/a.eml has no address: the list states none, and no mail brought it
    note: out/b.eml has no address: the file could not be read, and no mail brought it
    ");
}

/// A sheet is handed in like a list, and answered like one.
#[test]
fn a_sheet_is_answered_where_it_came_from_or_where_it_states() {
    let sheet = |more: &str| format!("muster: 1\nkind: campaign\nruleset: dw-2.5\nname: Spring\n{more}");
    let anna = "player: Anna\nemail: anna@example.org\n";
    let folder = folder(&[
        ("in/a.yaml", &sheet(anna)),
        ("in/b.yaml", &sheet("player: Bob\nemail: bob at home\n")),
        ("in/c.yaml", &sheet("player: Cleo\n")),
        ("in/d.eml", &format!("From: Dora <dora@example.org>\nSubject: sheet\n\n{}", sheet(anna))),
        ("in/e.yaml", &sheet(&format!("{}stockpile: much\n", anna.replace("nna", "nton")))),
        ("in/f.yaml", &LEGAL.replace("mfv", &format!("{anna}mfv"))),
    ]);
    let ran = muster_with(folder.path(), "", &["reply", "in", "-o", "out"]);
    assert_snapshot!(ran, @"
    out/anna.eml
    out/bob.eml
    out/cleo.eml
    out/dora.eml
    out/e.eml
    5 mails: 5 new
    ---- 2
    note: out/bob.eml has no address: the sheet states “bob at home”, which is no plain mail address
    note: out/cleo.eml has no address: the sheet states none, and no mail brought it
    ");
    let mail = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    assert!(mail("anna.eml").starts_with("To: \"Anna\" <anna@example.org>\r\n"), "{}", mail("anna.eml"));
    assert!(mail("anna.eml").contains("Spring") && mail("anna.eml").contains("Pond"), "{}", mail("anna.eml"));
    assert!(mail("dora.eml").contains("dora@example.org>\r\n"), "{}", mail("dora.eml"));
    assert!(mail("e.eml").contains("anton@example.org>\r\n"), "{}", mail("e.eml"));
}
