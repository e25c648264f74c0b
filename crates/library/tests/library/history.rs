//! Published versions: what `history/` restores, what is wrong with it, and which version was in force on a day.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;
use std::path::Path;

use muster_library::files::DISK;
use muster_library::ruleset_files::RulesetFiles;
use muster_library::shelf::{Release, Shelf};
use tempfile::TempDir;

use crate::rulesets::{HEAD, NORTH, RULE, id, linted, shelf, shelf_of, versioned, write};

const PATCH: &str = "\
diff --git a/catalogue/north.yaml b/catalogue/north.yaml
--- a/catalogue/north.yaml
+++ b/catalogue/north.yaml
@@ -6,3 +6,3 @@
     name: Big Ship
-    points: 100
+    points: 90
     traits: {size: large}
diff --git a/ruleset.yaml b/ruleset.yaml
--- a/ruleset.yaml
+++ b/ruleset.yaml
@@ -2,6 +2,6 @@
 id: base
 name: A Game
-edition: \"1\"
-version: 1.2.0
+edition: \"0.9\"
+version: 1.1.0
 summary: Nothing much.
 books:
";

/// The digest of the ruleset `base` after these changes.
fn digest(changes: &[(&str, &str, &str)]) -> String {
    RulesetFiles::read(&*DISK, &shelf_of(changes).path().join("base/1")).digest
}

/// An index with the version of the folder and the one before.
fn index() -> String {
    let before = digest(&[
        ("base/1/ruleset.yaml", "edition: \"1\"\nversion: 1.2.0", "edition: \"0.9\"\nversion: 1.1.0"),
        ("base/1/catalogue/north.yaml", "points: 100", "points: 90"),
    ]);
    let now = digest(&[]);
    format!(
        "- {{version: 1.2.0, released: 2026-03-01, digest: {now}}}\n\
         - {{version: 1.1.0, released: 2026-02-01, digest: {before}}}\n"
    )
}

/// The ruleset `base` 1.2.0, which has 1.1.0 in its history, after these changes.
fn kept(changes: &[(&str, &str, &str)]) -> TempDir {
    let index = index();
    let mut all = vec![("base/1/history/index.yaml", "", index.as_str()), ("base/1/history/1.1.0.patch", "", PATCH)];
    all.extend(changes);
    shelf_of(&all)
}

/// The points of the big ship by a version.
fn points(shelf: &Shelf, version: &str) -> Option<u32> {
    let ruleset = shelf.ruleset(&versioned("base", version), &[]).unwrap();
    let mut units = ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units);
    units.find(|unit| unit.id == "big-ship")?.points
}

#[test]
fn an_older_version_is_restored() {
    let folder = kept(&[]);
    let shelf = shelf(&folder);
    let versions: Vec<(String, &str, bool)> = shelf
        .versions()
        .iter()
        .filter(|edition| edition.id == "base")
        .map(|edition| (edition.version.to_string(), edition.edition.as_str(), edition.is_past()))
        .collect();
    assert_eq!(versions, [("1.2.0".to_owned(), "1", false), ("1.1.0".to_owned(), "0.9", true)]);
    let shown: Vec<String> =
        shelf.editions().into_iter().filter(|one| one.id == "base").map(|one| one.version.to_string()).collect();
    assert_eq!(shown, ["1.2.0"], "a game is shown once");
    assert_eq!(shelf.find(&id("base")).unwrap().version.to_string(), "1.2.0");
    assert_eq!((points(&shelf, "^1"), points(&shelf, "=1.1.0")), (Some(100), Some(90)));
    assert!(index().contains(shelf.ruleset(&versioned("base", "=1.1.0"), &[]).unwrap().digest()));
    assert_eq!(linted(&folder, "base/1"), Vec::<String>::new());
}

#[test]
fn each_fault_of_a_history_is_told() {
    const INDEX: &str = "base/1/history/index.yaml";
    const OLDER: &str = "base/1/history/1.1.0.patch";
    let entry = "base/1/history/1.1.0.patch history: ";
    for (file, old, new, wanted) in [
        (
            OLDER,
            "-    points: 100",
            "-    points: 101",
            &format!("{entry}the patch that restores 1.1.0 does not apply: it does not fit catalogue/north.yaml")[..],
        ),
        (
            OLDER,
            "a/catalogue",
            "a/catalog",
            &format!("{entry}the patch that restores 1.1.0 does not apply: there is no"),
        ),
        (
            OLDER,
            "@@ -6,3 +6,3 @@",
            "@@ -6,3 +6,4 @@",
            &format!("{entry}the patch that restores 1.1.0 does not apply: it cannot be"),
        ),
        (
            OLDER,
            "+    points: 90",
            "+    points: 91",
            &format!("{entry}the patch does not restore the files that were published as 1.1.0"),
        ),
        (INDEX, "- {version: 1.1.0", "- {version: 1.3.0", "2:13 history: 1.3.0 is not older than 1.2.0"),
        (INDEX, "- {version: 1.1.0", "- {version: 1.0.0", "2:13 history: there is no 1.0.0.patch"),
        (
            INDEX,
            "- {version: 1.2.0",
            "- {version: 1.4.0",
            "1:13 history: 1.4.0 is newer than the version of ruleset.yaml",
        ),
        (INDEX, "2026-02-01", "2026-04-01", "2:30 history: 1.1.0 has a later day than 1.2.0"),
        (INDEX, "2026-02-01", "2026-02-31", "2:30 history: there is no day `2026-02-31`"),
        (INDEX, "released: 2026-02-01", "day: 2026-02-01", "2:25 history: `day` is no key"),
        (INDEX, "- {version: 1.2.0", "- 1\n- {version: 1.2.0", "1:3 history: it must be a list of versions"),
        (INDEX, "digest: sha256:", "digest: ", "digest` and"),
        ("base/1/history/1.0.0.patch", "", PATCH, "1.0.0.patch history: this patch restores no published version"),
        ("base/1/history/1.2.0.patch", "", PATCH, "1.2.0.patch history: this patch restores no published version"),
        (
            "base/1/rules/cap-large.yaml",
            "at most half",
            "at most a half",
            "1:50 history: the files are not those that were published as 1.2.0; their digest is sha256:",
        ),
    ] {
        let told = linted(&kept(&[(file, old, new)]), "base/1");
        let wanted = wanted.replace("digest` and", "it must be `sha256:` and 64 digits");
        assert!(told.iter().any(|line| line.contains(&wanted)), "{file}: {old}: {told:#?}");
    }
    let folder = kept(&[]);
    fs::remove_file(folder.path().join(INDEX)).unwrap();
    assert_eq!(
        linted(&folder, "base/1"),
        [format!("{entry}this patch restores no published version: there is no index.yaml")]
    );
}

#[test]
fn a_damaged_patch_harms_only_the_version_that_it_restores() {
    let folder = kept(&[("base/1/history/1.1.0.patch", "+    points: 90", "+    points: 9")]);
    let shelf = shelf(&folder);
    assert_eq!(points(&shelf, "^1"), Some(100));
    let fault = shelf.ruleset(&versioned("base", "=1.1.0"), &[]).unwrap_err();
    assert_eq!(fault.kind.id(), "broken-ruleset");
    let wanted = "1.1.0.patch: the patch does not restore the files that were published as 1.1.0";
    assert!(fault.message.ends_with(wanted), "{}", fault.message);
    // Without its patch, a version is not at hand.
    fs::remove_file(folder.path().join("base/1/history/1.1.0.patch")).unwrap();
    let fault = self::shelf(&folder).find(&versioned("base", "=1.1.0")).unwrap_err();
    assert_eq!((fault.kind.id(), fault.help.as_deref()), ("unknown-version", Some("installed: 1.2.0")));
    // A damaged index is told whichever version a list asks for.
    let broken = self::shelf(&kept(&[("base/1/history/index.yaml", "- {version: 1.2.0", "- {version: new")]));
    let fault = broken.ruleset(&id("base"), &[]).unwrap_err();
    assert!(
        fault.message.ends_with("index.yaml:1:13: `new` is not a semantic version such as 1.0.0"),
        "{}",
        fault.message
    );
}

/// What was in force on a day: a version, or the message and the help.
#[test]
fn on_a_day_the_newest_version_in_force_judges() {
    let folder = kept(&[]);
    for (day, range, wanted) in [
        ("2026-03-01", "^1", "1.2.0"),
        ("2030-01-01", "^1", "1.2.0"),
        ("2026-02-28", "^1", "1.1.0"),
        ("2026-02-01", "*", "1.1.0"),
        (
            "2026-01-31",
            "*",
            "no version of `base` was in force on 2026-01-31; the first, 1.1.0, is in force from 2026-02-01",
        ),
        (
            "2026-02-28",
            "^1.2",
            "no version of `base` that satisfies ^1.2 was in force on 2026-02-28; the first, 1.2.0, is in force from \
             2026-03-01",
        ),
        ("2026-02-28", "^2", "no installed version of `base` satisfies ^2; installed: 1.1.0"),
    ] {
        let shelf = shelf(&folder).as_of(day);
        let used = match shelf.ruleset(&versioned("base", range), &[]) {
            Ok(ruleset) => ruleset.declarations().version.clone(),
            Err(fault) => format!("{}; {}", fault.message, fault.help.unwrap_or_default()),
        };
        assert_eq!(used, wanted, "{day} {range}");
    }
    // Without a day, a version was always in force; a version that the index lacks is not published yet.
    let undated = shelf_of(&[]);
    assert!(shelf(&undated).as_of("1999-01-01").find(&id("base")).is_ok());
    let unpublished = kept(&[("base/1/ruleset.yaml", "version: 1.2.0", "version: 1.3.0")]);
    let edition = shelf(&unpublished);
    assert_eq!(edition.find(&id("base")).unwrap().release, Release::NotYet);
    assert!(edition.as_of("2030-01-01").find(&versioned("base", "=1.3.0")).is_err());
}

#[test]
fn whole_folders_of_one_ruleset_may_stand_side_by_side() {
    let older = HEAD.replace("1.2.0", "1.0.0");
    let cheaper = NORTH.replace("points: 100", "points: 80");
    let folder = shelf_of(&[
        ("base/first of all/ruleset.yaml", "", &older),
        ("base/first of all/catalogue/north.yaml", "", &cheaper),
        ("base/first of all/special-rules/mars.yaml", "", crate::rulesets::SPECIAL),
        ("base/1.1.0/ruleset.yaml", "", &HEAD.replace("1.2.0", "1.1.0")),
        ("base/1.1.0/rules/cap-large.yaml", "", RULE),
    ]);
    let shelf = shelf(&folder);
    assert_eq!(shelf.find(&id("base")).unwrap().version.to_string(), "1.2.0");
    assert_eq!((points(&shelf, "^1"), points(&shelf, "=1.0.0")), (Some(100), Some(80)));
    assert_eq!(shelf.ruleset(&versioned("base", "~1.1"), &[]).unwrap().declarations().version, "1.1.0");
}

/// A version, its day, and the files that it changes.
type VersionCase<'t> = (&'t str, &'t str, &'t [(&'t str, Option<&'t str>)]);

/// What the script keeps is what was published, whatever changed: files that are new, gone or changed, names and texts
/// with umlauts, a last line without an end.
#[test]
#[cfg(unix)]
fn the_script_keeps_what_was_published() {
    use std::process::Command;

    let root = tempfile::tempdir().unwrap();
    let (repository, whole) = (root.path().join("repository"), root.path().join("whole"));
    let base = repository.join("games/base/1");
    let run = |program: &str, args: &[&str], day: &str| {
        let output = Command::new(program)
            .args(args)
            .current_dir(&repository)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_COMMITTER_DATE", format!("{day}T12:00:00Z"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    fs::create_dir_all(&repository).unwrap();
    run("git", &["init", "-q"], "2026-01-01");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/keep-version.sh");
    let keep = |revision: &str| run("sh", &[script.to_str().unwrap(), "games/base/1", revision], "2026-12-31");
    let free = "kind: catalogue\nsource: A book\nunits: []\n# \u{fc}brig";
    let versions: [VersionCase; 3] = [
        ("1.0.0", "2026-01-01", &[("catalogue/north.yaml", Some(NORTH)), ("catalogue/\u{fc}brig.yaml", Some(free))]),
        (
            "1.1.0",
            "2026-02-01",
            &[
                ("catalogue/north.yaml", Some(&NORTH.replace("points: 100", "points: 90"))),
                ("catalogue/\u{fc}brig.yaml", None),
                ("rules/cap-large.yaml", Some(RULE)),
            ],
        ),
        (
            "1.2.0",
            "2026-03-01",
            &[
                ("catalogue/north.yaml", Some(NORTH.trim_end())),
                ("catalogue/\u{fc}brig.yaml", Some(&format!("{free}\n# 2\n"))),
                ("rules/cap-large.yaml", None),
            ],
        ),
    ];
    for (version, day, changes) in versions {
        let head = HEAD.replace("1.2.0", version);
        let special = ("special-rules/mars.yaml", Some(crate::rulesets::SPECIAL));
        for (file, text) in [("ruleset.yaml", Some(head.as_str())), special].iter().chain(changes) {
            match text {
                Some(text) => write(&base, file, text),
                None => fs::remove_file(base.join(file)).unwrap(),
            }
        }
        if version != "1.0.0" {
            keep("HEAD");
        }
        run("git", &["add", "--all"], day);
        run("git", &["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", version], day);
        // The same version as a folder of its own.
        for file in RulesetFiles::read(&*DISK, &base).files {
            let name = file.path.strip_prefix(&base).unwrap().to_string_lossy().into_owned();
            write(&whole.join("base").join(version), &name, &fs::read_to_string(&file.path).unwrap());
        }
    }
    keep("HEAD");
    let kept = Shelf::with_folders(&[repository.join("games")]);
    let whole = Shelf::with_folders(&[whole]);
    for (version, day, _) in versions {
        let name = versioned("base", &format!("={version}"));
        let (kept, whole) = (kept.ruleset(&name, &[]).unwrap(), whole.ruleset(&name, &[]).unwrap());
        assert_eq!((kept.digest(), kept.fingerprint()), (whole.digest(), whole.fingerprint()), "{version}");
        let edition = self::Shelf::with_folders(&[repository.join("games")]);
        assert_eq!(edition.find(&name).unwrap().release.day(), Some(day));
    }
    let told = muster_library::lints::lint(&kept, &base);
    // These versions have no rules that check squadrons, which says nothing of their history.
    let findings = told.iter().flat_map(|report| &report.findings);
    assert!(findings.into_iter().all(|finding| finding.rule.as_str() == "missing-check"), "{told:#?}");
}
