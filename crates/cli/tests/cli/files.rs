//! Pipes and devices in place of files, runs that are killed, and the permissions of files.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{LEGAL, folder, muster_with};

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Nobody writes to these pipes, so a program that waited for them would never end.
#[test]
fn what_is_no_file_is_named_and_not_waited_for() {
    let folder = folder(&[("list.yaml", LEGAL)]);
    let at = |name: &str| folder.path().join(name);
    for name in ["pipe.yaml", "pipe.txt", "pipe.ros", "pipe.csv", "pipe.cat"] {
        pipe(&at(name));
    }
    symlink("pipe.yaml", at("link.yaml")).unwrap();
    let _socket = UnixListener::bind(at("socket.yaml")).unwrap();
    for (args, told) in [
        (&["check", "pipe.yaml"][..], "this is a pipe, not a file"),
        (&["check", "link.yaml"], "this is a pipe, not a file"),
        (&["check", "socket.yaml"], "this is a socket, not a file"),
        (&["check", "/dev/zero"], "this is a device, not a file"),
        (&["check", "."], "this is a pipe, not a file"),
        (&["show", "pipe.yaml"], "this is a pipe, not a file"),
        (&["lint", "pipe.yaml"], "this is a pipe, not a file"),
        (&["print", "pipe.yaml", "-o", "x.pdf"], "this is a pipe, not a file"),
        (&["export", "pipe.yaml", "--to", "text"], "this is a pipe, not a file"),
        (&["import", "pipe.txt", "--ruleset", "tiny"], "this is a pipe, not a file"),
        (&["import", "pipe.ros", "--ruleset", "tiny"], "this is a pipe, not a file"),
        (&["import", "pipe.csv", "--ruleset", "tiny"], "this is a pipe, not a file"),
        (&["check", "list.yaml", "--units", "pipe.csv"], "this is a pipe, not a file"),
        (
            &["import", "pipe.cat", "--ruleset", "dw-2.5", "--nation", "kingdom-of-denmark"],
            "this is a pipe, not a file",
        ),
        (&["check", "list.yaml", "-o", "pipe.yaml"], "nobody reads from this pipe"),
    ] {
        let ran = muster_with(folder.path(), "", args);
        assert!(ran.status == 2 && format!("{}{}", ran.out, ran.err).contains(told), "{args:?}: {ran}");
    }
    let ran = muster_with(folder.path(), "", &["check"]);
    assert!(ran.out.contains("legal: Pond") && ran.out.contains("./socket.yaml"), "the rest is judged: {ran}");
    fs::remove_file(at("pipe.cat")).unwrap();
    pipe(&at("Kingdom_of_Denmark.cat"));
    let ran = muster_with(folder.path(), "", &["import", "Kingdom_of_Denmark.cat", "--ruleset", "dw-2.5"]);
    assert_eq!(ran.status, 2, "{ran}");
}

/// Everything in a folder of rulesets that is not a file is reported.
#[test]
fn what_is_in_the_place_of_a_ruleset_is_named() {
    let folder = folder(&[("list.yaml", LEGAL), ("sets/one/1/rules/a.yaml", ""), ("sets/two/1/rules/a.yaml", "")]);
    let head = |id: &str| folder.path().join("sets").join(id).join("1/ruleset.yaml");
    pipe(&head("one"));
    symlink("/dev/zero", head("two")).unwrap();
    for args in [&["check", "list.yaml"][..], &["rulesets"], &["units", "tiny"], &["lint", "sets"]] {
        let ran = muster_with(folder.path(), "", &[&["--rulesets", "sets"], args].concat());
        let told = |id: &str, what: &str| {
            let line = format!("sets/{id}/1/ruleset.yaml: {what}");
            ran.err.contains(&format!("note: the ruleset is broken: {line}"))
        };
        assert!(told("one", "this is a pipe, not a file"), "{args:?}: {ran}");
        assert!(told("two", "a link that leads out of the folder, so it is not followed"), "{args:?}: {ran}");
        let judges_others = matches!(args[0], "check" | "units");
        assert_eq!(ran.status, if judges_others { 0 } else { 2 }, "{args:?}: {ran}");
    }
    for path in ["sets/one", "sets/one/1", "sets/one/1/ruleset.yaml", "sets/two/1"] {
        let ran = muster_with(folder.path(), "", &["lint", path]);
        let told = [", not a file", "a link that leads out"].iter().any(|told| ran.out.contains(told));
        assert!(ran.status == 2 && ran.out.contains("/1/ruleset.yaml") && told, "{ran}");
    }
}

/// A pipe replaces a file again and again while folders are judged.
#[test]
fn a_pipe_that_takes_the_place_of_a_file_is_not_waited_for() {
    let folder = folder(&[("lists/a.yaml", LEGAL)]);
    let (list, file, pipe_path) =
        (folder.path().join("lists/a.yaml"), folder.path().join("file"), folder.path().join("pipe"));
    fs::write(&file, LEGAL).unwrap();
    pipe(&pipe_path);
    for _ in 0..10 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
            .args(["check", "--format", "jsonl"])
            .args(vec![folder.path().join("lists"); 50])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while child.try_wait().unwrap().is_none() {
            let new = folder.path().join("new");
            fs::hard_link(&pipe_path, &new).unwrap();
            fs::rename(&new, &list).unwrap();
            fs::copy(&file, &new).unwrap();
            fs::rename(&new, &list).unwrap();
        }
        assert!(child.wait().unwrap().code().is_some());
    }
}

/// A run may be killed at any moment. The file is then either the old or the new one, and the next run removes
/// temporary files.
#[test]
fn a_killed_run_loses_nothing_and_leaves_nothing_for_long() {
    let folder = folder(&[("list.yaml", LEGAL)]);
    let target = folder.path().join("out.json");
    let begun = || {
        let entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        entries.filter(|name| name.to_string_lossy().starts_with(".muster-")).count()
    };
    let command = |env: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
        let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets");
        command.current_dir(folder.path()).arg("--rulesets").arg(rulesets).stderr(Stdio::null());
        command.args(["export", "list.yaml", "--to", "json", "-o", "out.json", "--force"]);
        command.envs((!env.is_empty()).then_some((env, "1")));
        command
    };
    assert!(command("").status().unwrap().success());
    let whole = fs::read(&target).unwrap();
    fs::write(&target, "old").unwrap();
    // The worst moment: everything is written, but the file still has its old content.
    assert!(!command("MUSTER_TEST_CRASH").status().unwrap().success());
    assert_eq!((fs::read(&target).unwrap().as_slice(), begun()), (b"old".as_slice(), 1));
    for _ in 0..20 {
        let mut child = command("").spawn().unwrap();
        // Any other moment after it has begun to write.
        while begun() == 0 && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
        let now = fs::read(&target).unwrap();
        assert!(now == whole || now == b"old", "{}", String::from_utf8_lossy(&now));
        fs::write(&target, "old").unwrap();
    }
    assert!(command("").status().unwrap().success());
    assert_eq!((fs::read(&target).unwrap(), begun()), (whole, 0));
}

#[test]
fn force_keeps_modes_and_links() {
    let folder = folder(&[("list.yaml", LEGAL), ("out.json", "old")]);
    let (target, link) = (folder.path().join("out.json"), folder.path().join("link.json"));
    symlink("out.json", &link).unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o666)).unwrap();
    let ran = muster_with(folder.path(), "", &["export", "list.yaml", "--to", "json", "-o", "link.json", "--force"]);
    assert_eq!(ran.status, 0, "{ran}");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("Pond"));
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o666);
}

/// Every command that reads and writes, with every way to name the same file.
#[test]
fn an_output_is_never_an_input() {
    let folder =
        folder(&[("in/list.yaml", LEGAL), ("in/other.yaml", LEGAL), ("own.csv", "id,name\n"), ("a.txt", "Hi")]);
    let at = |name: &str| folder.path().join(name);
    symlink("in/list.yaml", at("link.yaml")).unwrap();
    symlink("in", at("linked")).unwrap();
    let names = ["in/list.yaml", "./in/../in/list.yaml", "link.yaml", "linked/list.yaml", "twin.yaml"];
    let whole = at("in/list.yaml").to_string_lossy().into_owned();
    for args in [
        &["check", "in/list.yaml"][..],
        &["check", "in"],
        &["check", "in/other.yaml", "in/list.yaml", "--format", "html"],
        &["export", "in/list.yaml", "--to", "json"],
        &["print", "in/list.yaml"],
        &["print", "in"],
        &["freeze", "in/list.yaml"],
        &["freeze", "in"],
        &["fix", "in/list.yaml"],
        &["complete", "in/list.yaml"],
        &["migrate", "in/list.yaml"],
        &["collection", "in/list.yaml"],
        &["compare", "in/other.yaml", "in/list.yaml", "--format", "csv"],
        &["diff", "tiny", "tiny", "--lists", "in/list.yaml"],
        &["import", "in/list.yaml", "--ruleset", "tiny"],
    ] {
        let _ = fs::remove_file(at("twin.yaml"));
        fs::hard_link(at("in/list.yaml"), at("twin.yaml")).unwrap();
        for name in names.into_iter().chain([whole.as_str()]) {
            let ran = muster_with(folder.path(), "", &[args, &["-o", name, "--force"]].concat());
            // Another name of a file in a folder is replaced, and the file stays.
            if args[1..] != ["in"] || name != "twin.yaml" {
                assert_eq!(ran.status, 2, "{args:?} -o {name}: {ran}");
            }
            assert_eq!(fs::read_to_string(at("in/list.yaml")).unwrap(), LEGAL, "{args:?} -o {name}: {ran}");
        }
    }
    for args in [
        &["check", "in/list.yaml", "--units", "own.csv", "-o", "own.csv", "--force"][..],
        &["export", "in/list.yaml", "--to", "json", "--event", "own.csv", "-o", "own.csv", "--force"],
    ] {
        let ran = muster_with(folder.path(), "", args);
        assert!(ran.status == 2 && fs::read_to_string(at("own.csv")).unwrap() == "id,name\n", "{args:?}: {ran}");
    }
    // What is not read may be written over.
    let ran = muster_with(folder.path(), "", &["export", "in/list.yaml", "--to", "json", "-o", "a.txt", "--force"]);
    assert_eq!(ran.status, 0, "{ran}");
    let ran = muster_with(folder.path(), "", &["export", "in/list.yaml", "--to", "json", "-o", "link.yaml", "--force"]);
    assert!(ran.err.contains("link.yaml is an input, so nothing is written there"), "{ran}");
}

/// Files that nest deeply, in every form, under a small stack for the first thread.
#[test]
fn deep_files_end_in_a_message() {
    let deep = |open: &str, close: &str| format!("{}x{}", open.repeat(20_000), close.repeat(20_000));
    let files = [
        ("a.yaml", deep("[", "]")),
        ("b.yaml", deep("- ", "")),
        ("c.json", deep("[", "]")),
        ("d.json", deep("{\"a\":", "}")),
        ("e.ros", format!("<roster>{}</roster>", deep("<a>", "</a>"))),
        ("f.html", format!("<html>{}</html>", deep("<div>", "</div>"))),
        ("g.html", format!("<html>{}</html>", deep("<table><tr><td>", "</td></tr></table>"))),
        ("h.txt", deep("(", ")")),
        ("i.pdf", format!("%PDF-1.7\n{}", deep("<<", ">>"))),
        ("j.yaml", format!("muster: 1\nruleset: tiny\nsquadrons: {}", deep("[{unit: barge, attached: ", "}]"))),
        ("k.eml", format!("From: a@b.c\nTo: b@c.d\nSubject: {}\n\nx", deep("(", ")"))),
    ];
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let folder = folder(&files.iter().map(|(name, text)| (*name, text.as_str())).collect::<Vec<_>>());
    for name in names.into_iter().chain(["."]) {
        let limited = format!("ulimit -s 512; exec {} check {name}", env!("CARGO_BIN_EXE_muster"));
        let ran = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output().unwrap();
        assert_eq!(ran.status.code(), Some(2), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}
