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
    note: out/b.eml has no address: the list states none, and no mail brought it
    ");
}
