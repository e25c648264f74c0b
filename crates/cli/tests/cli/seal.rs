//! Sealed lists: `muster new event-key`, `muster seal`, `--key`.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use muster_exchange::sealed::{EventKeys, PublicKey, SealedFile, seal};

use crate::{LEGAL, RunResult, folder, muster_with};

/// A secret key, and the public half of it.
const SECRET: &str = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";

/// An event pack with the key.
fn cup(id: &str, key: &str) -> String {
    format!("muster: 1\nkind: overlay\nid: {id}\nname: Pond Cup\nextends: tiny\nfixes: {{mfv: 500}}\n{key}\n")
}

fn keys() -> (EventKeys, String) {
    let keys = EventKeys::read(SECRET.as_bytes()).unwrap();
    let public = keys.public().next().unwrap();
    (keys, public)
}

/// A folder with a list, an event, its key, and another key.
fn event() -> tempfile::TempDir {
    let list = LEGAL.replace("mfv", "player: Anna\nmfv");
    let other = EventKeys::random().text();
    let key = format!("key: {}", keys().1);
    let files = [("anna.yaml", list.as_str()), ("cup.yaml", &cup("cup", &key)), ("key", SECRET), ("other", &other)];
    folder(&files)
}

fn at(folder: &Path, args: &[&str]) -> RunResult {
    muster_with(folder, "", args)
}

#[test]
fn a_sealed_list_opens_with_the_key_of_its_event() {
    let folder = event();
    let here = folder.path();
    assert_snapshot!(at(here, &["seal", "anna.yaml", "--event", "cup.yaml", "-o", "in.muster"]), @"
    in.muster is sealed for Pond Cup: only its organiser can open it
    Pond: legal, 340 points, fingerprint ipqp2ev36grc6n6u-suprm2634tukw7al
    ---- 0
    ");
    let sealed = fs::read(here.join("in.muster")).unwrap();
    assert!(sealed.starts_with(b"age-encryption.org/v1\n") && !sealed.windows(4).any(|some| some == b"Anna"));
    let code = fingerprint(here, "anna.yaml", &[]);
    assert_eq!(fingerprint(here, "in.muster", &["--key", "key"]), code);
    assert_snapshot!(at(here, &["check", "in.muster", "--event", "cup.yaml", "--key", "key"]), @"
    legal: Pond by Anna, 340 of 500 points
      in.muster/anna.yaml
      tiny 1.2.0 + cup, level high, rules 1-2
    ---- 0
    ");
    // Read twice, it is the same, and nothing changed.
    assert_snapshot!(at(here, &["compare", "in.muster", "in.muster", "--event", "cup.yaml", "--key", "key"]), @"
    same Anna: Pond: legal, 340 points
      in.muster/anna.yaml → in.muster/anna.yaml
    1 list: 1 the same
    ---- 0
    ");
    assert_snapshot!(at(here, &["verify", &code, "in.muster", "--event", "cup.yaml", "--key", "key"]), @"
    in.muster/anna.yaml: this is the list of the code; the rules are the same (tiny 1.2.0)
    ---- 0
    ");
    assert_snapshot!(at(here, &["import", "in.muster", "--event", "cup.yaml", "--key", "key", "-o", "out.yaml"]), @"
    ---- 0
    ");
    assert_eq!(fingerprint(here, "out.yaml", &[]), code);
    let again = at(here, &["import", "in.muster", "--event", "cup.yaml", "--key", "key", "-o", "out.yaml"]);
    assert_eq!(again.status, 2, "{again}");
    for args in [
        &["show", "in.muster"][..],
        &["export", "in.muster", "--to", "text"],
        &["print", "in.muster", "-o", "all.pdf"],
        &["reply", "in.muster", "-o", "mails"],
    ] {
        let ran = at(here, &[args, &["--event", "cup.yaml", "--key", "key"]].concat());
        assert_eq!(ran.status, 0, "{args:?}: {ran}");
    }
    assert_eq!(fs::read(here.join("in.muster")).unwrap(), sealed);
}

/// The fingerprint of the only list in a file.
fn fingerprint(here: &Path, file: &str, more: &[&str]) -> String {
    let checked = at(here, &[&["check", file, "--event", "cup.yaml", "--format", "json"], more].concat());
    let report: serde_json::Value = serde_json::from_str(&checked.out).unwrap();
    report["reports"][0]["fingerprint"].as_str().unwrap().to_owned()
}

#[test]
fn without_its_key_a_sealed_list_is_unreadable() {
    let folder = event();
    let here = folder.path();
    fs::create_dir(here.join("in")).unwrap();
    assert_eq!(at(here, &["seal", "anna.yaml", "--event", "cup.yaml", "-o", "in/anna.muster"]).status, 0);
    let sealed = fs::read(here.join("in/anna.muster")).unwrap();
    assert_snapshot!(at(here, &["check", "in", "--event", "cup.yaml"]), @"
    unreadable: in/anna.muster

    error[sealed]: the list is sealed, and only the key of its event opens it
    --> in/anna.muster
     = help: `--key FILE` opens it, with the file that `muster new event-key` wrote
    ---- 2
    ");
    assert_snapshot!(at(here, &["check", "in", "--event", "cup.yaml", "--key", "other"]), @"
    unreadable: in/anna.muster

    error[sealed]: the list is sealed with another key than this: for another event, or with an earlier key of this one
    --> in/anna.muster
     = help: name the file of the other key with `--key`, or ask for the list sealed for this event
    ---- 2
    ");
    assert_snapshot!(at(here, &["check", "in", "--event", "cup.yaml", "--key", "anna.yaml"]), @"
    ---- 2
    error: --key anna.yaml: there is no key of an event in it
      help: it is the file that `muster new event-key` wrote, with a line `AGE-SECRET-KEY-1...`
    ");
    // For another event, cut short, changed, under the name of a list.
    let (_, public) = keys();
    let file = SealedFile { event: "regatta".into(), name: "bob.yaml".into(), bytes: LEGAL.as_bytes().to_vec() };
    fs::write(here.join("in/bob.muster"), seal(&PublicKey::read(&public).unwrap(), &file).unwrap()).unwrap();
    fs::write(here.join("in/cut.muster"), &sealed[..sealed.len() - 9]).unwrap();
    fs::write(here.join("in/head.muster"), &sealed[..60]).unwrap();
    let mut changed = sealed.clone();
    changed[sealed.len() - 20] ^= 1;
    fs::write(here.join("in/list.yaml"), changed).unwrap();
    assert_snapshot!(at(here, &["check", "in", "--event", "cup.yaml", "--key", "key"]), @"
    legal: Pond by Anna, 340 of 500 points
      in/anna.muster/anna.yaml
      tiny 1.2.0 + cup, level high, rules 1-2

    unreadable: in/bob.muster/bob.yaml

    error[sealed]: the list was sealed for the event “regatta”, not for “cup”
    --> in/bob.muster/bob.yaml
     = help: ask for the list sealed for this event

    unreadable: in/cut.muster

    error[sealed]: the sealed file is cut short, or was changed after it was sealed
    --> in/cut.muster
     = help: ask for the file again

    unreadable: in/head.muster

    error[sealed]: the sealed file is cut short, or was changed after it was sealed
    --> in/head.muster
     = help: ask for the file again

    unreadable: in/list.yaml

    error[sealed]: the sealed file is cut short, or was changed after it was sealed
    --> in/list.yaml
     = help: ask for the file again

    5 lists: 1 legal, 4 unreadable
    ---- 2
    ");
    assert_snapshot!(at(here, &["check", "in/bob.muster", "--key", "key"]), @"
    legal: Pond, 340 of 500 points
      in/bob.muster/bob.yaml
      tiny 1.2.0, level high, rules 1-2
    note[read-as]: the list was sealed for the event “regatta”; `--event` judges it by that
    ---- 0
    ");
    let ran = at(here, &["import", "in/cut.muster", "--key", "key", "-o", "out.yaml"]);
    assert!(ran.status == 2 && ran.err.contains("cut short") && !here.join("out.yaml").exists(), "{ran}");
}

#[test]
fn sealed_lists_come_in_mails_and_in_any_form() {
    use data_encoding::BASE64;
    let folder = event();
    let here = folder.path();
    fs::write(here.join("list.txt"), at(here, &["export", "anna.yaml", "--to", "text"]).out).unwrap();
    let ran = at(here, &["seal", "list.txt", "--event", "cup.yaml", "-o", "text.muster"]);
    assert_eq!(ran.status, 0, "{ran}");
    let sealed = fs::read(here.join("text.muster")).unwrap();
    let mail = format!(
        "From: Anna <anna@example.org>\nSubject: My list\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\
         Content-Type: text/plain\n\nHere it is.\n--x\nContent-Type: application/octet-stream; name=text.muster\n\
         Content-Disposition: attachment; filename=text.muster\nContent-Transfer-Encoding: base64\n\n{}\n--x--\n",
        BASE64.encode(&sealed)
    );
    fs::write(here.join("mail.eml"), mail).unwrap();
    assert_snapshot!(at(here, &["check", "mail.eml", "--event", "cup.yaml", "--key", "key"]), @"
    legal: Pond by Anna, 340 of 500 points
      mail.eml/text.muster/list.txt
      tiny 1.2.0 + cup, level high, rules 1-2
    ---- 0
    ");
    assert_snapshot!(at(here, &["check", "mail.eml", "--event", "cup.yaml"]), @"
    unreadable: mail.eml/text.muster

    error[sealed]: the list is sealed, and only the key of its event opens it
    --> mail.eml/text.muster
     = help: `--key FILE` opens it, with the file that `muster new event-key` wrote
    ---- 2
    ");
}

#[test]
fn what_cannot_be_sealed_is_told() {
    let folder = event();
    let here = folder.path();
    let plain = cup("plain", "");
    let wrong = cup("wrong", &format!("key: {}", keys().1.replace(&keys().1[20..21], "b")));
    for (name, text) in [("plain.yaml", plain.as_str()), ("wrong.yaml", &wrong), ("bad.yaml", "muster: 1\nmfv: x\n")] {
        fs::write(here.join(name), text).unwrap();
    }
    fs::write(here.join("named.yaml"), LEGAL.replace("mfv", "overlays: [cup]\nmfv")).unwrap();
    let seal = |file: &str, more: &[&str]| at(here, &[&["seal", file, "-o", "in.muster"], more].concat());
    assert_snapshot!(seal("anna.yaml", &[]), @"
    ---- 2
    error: a list is sealed for an event, and none with a `key` is known
      help: name the event pack with --event
    ");
    assert_snapshot!(seal("anna.yaml", &["--event", "plain.yaml"]), @"
    ---- 2
    error: Pond Cup states no `key`, so nothing can be sealed for it
      help: its organiser makes one with `muster new event-key`
    ");
    assert_snapshot!(seal("anna.yaml", &["--event", "wrong.yaml"]), @r#"
    ---- 2
    error[out-of-range]: `key`: the text "age1zbkyg2lqzraa2lnjbqej32nkuu0ues2s82hzrye869xeexbn73equnuj…" does not have the right form
     --> wrong.yaml:7:6
      |
    7 | key: age1zbkyg2lqzraa2lnjbqej32nkuu0ues2s82hzrye869xeexbn73equnujwj
      |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: The public key with which players seal their lists, as `muster new event-key` prints it

    error: --event: wrong.yaml cannot be used
      help: correct the errors above; `muster lint` shows them too
    "#);
    assert_snapshot!(seal("bad.yaml", &["--event", "cup.yaml"]), @r#"
    ---- 2
    unreadable: bad.yaml

    error[missing-key]: `ruleset` is missing
     --> bad.yaml:1:1
      |
    1 | muster: 1
      | ^^^^^^^^^

    error[wrong-type]: `mfv`: expected a whole number from 1 to 1000000, found the text "x"
     --> bad.yaml:2:6
      |
    2 | mfv: x
      |      ^
    "#);
    assert_snapshot!(seal("plain.yaml", &["--event", "cup.yaml"]), @"
    ---- 2
    unreadable: plain.yaml

    error[wrong-kind]: this is not a list but is of the kind `overlay`
     --> plain.yaml:2:7
      |
    2 | kind: overlay
      |       ^^^^^^^
      |
      = help: `muster lint plain.yaml` judges it, `--event plain.yaml` uses it
    ");
    assert!(!here.join("in.muster").exists());
    // A list names its event, which lies beside it.
    assert_snapshot!(seal("named.yaml", &[]), @"
    in.muster is sealed for Pond Cup: only its organiser can open it
    Pond: legal, 340 points, fingerprint ipqp2ev36grc6n6u-suprm2634tukw7al
    ---- 0
    note: Pond names no player, so the organiser cannot tell whose it is
    ");
    assert_snapshot!(seal("in.muster", &["--event", "cup.yaml", "--force"]), @"
    ---- 2
    error: in.muster is sealed already
    ");
    let again = seal("named.yaml", &[]);
    assert!(again.status == 2 && again.err.contains("is there already"), "{again}");
    let stdin = muster_with(here, LEGAL, &["seal", "-", "--event", "cup.yaml", "-o", "stdin.muster"]);
    assert_eq!(stdin.status, 0, "{stdin}");
}

#[test]
fn a_key_is_made_once_and_for_its_owner() {
    let folder = folder(&[]);
    let here = folder.path();
    let ran = at(here, &["new", "event-key", "-o", "event.key"]);
    let line = ran.out.trim().to_owned();
    assert!(ran.status == 0 && line.starts_with("key: age1"), "{ran}");
    let text = fs::read_to_string(here.join("event.key")).unwrap();
    assert!(EventKeys::read(text.as_bytes()).unwrap().public().next().is_some_and(|key| line == format!("key: {key}")));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(here.join("event.key")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    fs::write(here.join("cup.yaml"), cup("cup", &line)).unwrap();
    assert_eq!(at(here, &["lint", "cup.yaml"]).status, 0);
    for more in [&[][..], &["--force"]] {
        let ran = at(here, &[&["new", "event-key", "-o", "event.key"], more].concat());
        assert!(ran.status == 2 && ran.err.contains("is there already"), "{ran}");
    }
    assert_eq!(fs::read_to_string(here.join("event.key")).unwrap(), text);
    assert_snapshot!(at(here, &["new", "event-key"]), @"
    ---- 2
    error: a secret key is written into a file
      help: name it with -o
    ");
}
