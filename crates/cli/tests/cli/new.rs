//! `muster new`.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::{folder, muster_with};

const GAMES: &[&str] = &["tiny", "dw-1.1", "dw-2.5", "dw-3", "dw-4", "fleet-action", "legions-2.0"];

/// Runs `new` for a file in the folder, and returns what it wrote.
fn begin(folder: &Path, kind: &str, game: &str) -> String {
    let file = format!("{kind}-{game}.yaml");
    let made = muster_with(folder, "", &["new", kind, game, "-o", &file, "--force"]);
    assert_eq!(made.status, 0, "{made}");
    fs::read_to_string(folder.join(file)).unwrap()
}

/// The same file with every example in a comment made part of it.
fn with_examples(text: &str) -> String {
    let is_example = |line: &str| {
        line.strip_prefix("# ").is_some_and(|rest| {
            rest.starts_with("  ") || rest.ends_with(':') && !rest.contains(' ') || rest.starts_with("drop: [")
        })
    };
    let line = |line: &str| if is_example(line) { line[2..].to_owned() } else { line.to_owned() } + "\n";
    text.lines().map(line).collect()
}

#[test]
fn what_is_begun_is_sound_in_every_game() {
    let folder = folder(&[]);
    let here = folder.path();
    for game in GAMES {
        for kind in ["overlay", "rule", "unit"] {
            begin(here, kind, game);
            let lint = muster_with(here, "", &["lint", &format!("{kind}-{game}.yaml")]);
            assert!(lint.out.starts_with("sound") && !lint.out.contains("warning"), "{kind} of {game}: {lint}");
        }
        let examples = with_examples(&begin(here, "overlay", game));
        fs::write(here.join("examples.yaml"), &examples).unwrap();
        let lint = muster_with(here, "", &["lint", "examples.yaml"]);
        assert_eq!(lint.status, 0, "{game}: {lint}\n{examples}");
        let begun = with_examples(&begin(here, "list", game));
        fs::write(here.join("list.yaml"), &begun).unwrap();
        let checked = muster_with(here, "", &["check", "list.yaml", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&checked.out).unwrap();
        let report = &report["reports"][0];
        assert_ne!(report["verdict"], "unreadable", "{checked}\n{begun}");
        let rules = report["findings"].as_array().unwrap().iter().map(|finding| finding["rule"].as_str().unwrap());
        assert!(rules.into_iter().all(|rule| !rule.starts_with("unknown")), "{checked}\n{begun}");
    }
}

#[test]
fn a_game_of_its_own_judges_a_list() {
    let folder = folder(&[("list.yaml", "{muster: 1, ruleset: our-game, nation: first-nation, mfv: 100}\n")]);
    let here = folder.path();
    fs::create_dir_all(here.join("rulesets/our-game/1")).unwrap();
    let made = muster_with(here, "", &["new", "ruleset", "-o", "rulesets/our-game/1/ruleset.yaml"]);
    assert_eq!(made.status, 0, "{made}");
    let lint = muster_with(here, "", &["lint", "rulesets/our-game/1"]);
    assert_eq!(lint.out, "sound: rulesets/our-game/1\n");
    let checked = muster_with(here, "", &["--rulesets", "rulesets", "check", "list.yaml"]);
    assert_eq!(checked.status, 0, "{checked}");
}

#[test]
fn schemas_are_written_into_a_folder() {
    let folder = folder(&[]);
    let written = muster_with(folder.path(), "", &["new", "schemas", "-o", "schemas"]);
    assert_eq!(written.status, 0, "{written}");
    let overlay = fs::read_to_string(folder.path().join("schemas/overlay.schema.json")).unwrap();
    assert!(overlay.contains("\"$schema\""));
}

#[test]
fn what_cannot_be_begun_says_why() {
    let folder = folder(&[("there.yaml", "mine\n")]);
    let new = |args: &[&str]| muster_with(folder.path(), "", &[&["new"], args].concat());
    assert_snapshot!(new(&["unit", "tiny", "--nation", "lakelnd"]), @"
    ---- 2
    error: there is no nation `lakelnd`
      help: did you mean `lakeland`?
    ");
    assert_snapshot!(new(&["unit", "tiny", "-o", "there.yaml"]), @"
    ---- 2
    error: there.yaml is there already
      help: --force writes over it
    ");
    assert_eq!(fs::read_to_string(folder.path().join("there.yaml")).unwrap(), "mine\n");
    let nameless = new(&["unit"]);
    assert!(nameless.status == 2 && nameless.err.contains("the file depends on the game"), "{nameless}");
}

#[test]
fn a_game_of_its_own_has_the_name_that_it_is_given() {
    for (name, id, title) in [
        ("channel-skirmish", "channel-skirmish", "name: Channel Skirmish"),
        ("Channel Skirmish", "channel-skirmish", "name: Channel Skirmish"),
        ("Kell's War: 1870", "kell-s-war-1870", "name: \"Kell's War: 1870\""),
    ] {
        let made = muster_with(folder(&[]).path(), "", &["new", "ruleset", name]);
        let wanted = format!("id: {id}\n{title}\n");
        assert!(made.status == 0 && made.out.contains(&wanted) && !made.out.contains("our-game"), "{made}");
    }
    let nameless = muster_with(folder(&[]).path(), "", &["new", "ruleset", "!?"]);
    assert_eq!(nameless.status, 2, "{nameless}");
}
