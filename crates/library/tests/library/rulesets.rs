//! Rulesets from folders and from the program: which version is found, how a ruleset extends another, and what the
//! lints report.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;
use std::path::Path;

use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::list::RulesetName;
use muster_library::catalogues::catalogues;
use muster_library::files::DISK;
use muster_library::judge::judge_bytes;
use muster_library::lints::with_events;
use muster_library::ruleset_files::RulesetFiles;
use muster_library::shelf::Shelf;
use muster_library::{lints, yaml};
use tempfile::TempDir;

pub(crate) const HEAD: &str = "\
kind: ruleset
id: base
name: A Game
edition: \"1\"
version: 1.2.0
summary: Nothing much.
books:
  book: {title: A Book}
traits:
  size: {title: Size, of: unit, values: {large: {title: Large}, small: {title: Small}}}
tables:
  steps: {title: Steps, source: {book: book, page: \"1\"}, rows: [{to: 10, value: 1}, {value: 2}]}
stats:
  speed: {title: Speed}
nations:
  north: {name: The North, aliases: [Northerners]}
special-rule-kinds:
  mar: {title: MAR}
";
pub(crate) const RULE: &str = "\
id: cap-large
title: Large models take at most half
kind: limit
source: {book: book, page: \"3\"}
clauses:
  - limit: {of: {points: {size: large}}, max: {percent: [50, mfv]}}
    subject: Large models
";
pub(crate) const NORTH: &str = "\
kind: catalogue
nation: north
source: A book
units:
  - id: big-ship
    name: Big Ship
    points: 100
    traits: {size: large}
    squadron: {min: 1, max: 1}
    card: {stats: {speed: 6}, rules: [Sharp (2)]}
  - id: small-ship
    name: Small Ship
    points: 10
    traits: {size: small}
    hosts: [{unit: big-ship}]
";
pub(crate) const SPECIAL: &str = "\
- id: sharp
  name: Sharp
  kind: mar
  parameters: [range]
  summary: It is sharp.
  source: {book: book, page: \"4\"}
";

/// A rule with this check.
fn check(name: &str) -> String {
    format!("id: {name}\ntitle: The check\nkind: check\nsource: {{book: book, page: \"3\"}}\ncheck: {name}\n")
}

/// A folder with the sound ruleset `base` after these changes. A change has a file, an old text and a new text. If the
/// file does not exist, it is written; if the new text is empty, the file is removed.
pub(crate) fn shelf_of(changes: &[(&str, &str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in [
        ("base/1/ruleset.yaml", HEAD),
        ("base/1/rules/cap-large.yaml", RULE),
        ("base/1/catalogue/north.yaml", NORTH),
        ("base/1/special-rules/mars.yaml", SPECIAL),
        ("base/1/rules/squadron-size.yaml", &check("squadron-size")),
        ("base/1/rules/attachment.yaml", &check("attachment")),
        ("base/1/rules/options.yaml", &check("options")),
        ("base/1/import/notes.yaml", "no: [part of it"),
    ] {
        write(folder.path(), file, text);
    }
    for (file, old, new) in changes {
        let before = fs::read_to_string(folder.path().join(file)).unwrap_or_default();
        assert!(before.contains(old), "{file} has no {old}");
        write(folder.path(), file, &if old.is_empty() { (*new).to_owned() } else { before.replace(old, new) });
    }
    folder
}

pub(crate) fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

pub(crate) fn shelf(folder: &TempDir) -> Shelf {
    Shelf::with_folders(&[folder.path().to_owned()])
}

pub(crate) fn id(id: &str) -> RulesetName {
    RulesetName::Id(id.into())
}

pub(crate) fn versioned(id: &str, version: &str) -> RulesetName {
    RulesetName::Versioned { id: id.into(), version: Some(version.into()) }
}

/// Everything that the lints report, as `file line:column lint: message`.
pub(crate) fn linted(folder: &TempDir, path: &str) -> Vec<String> {
    let reports = lints::lint(&shelf(folder), &folder.path().join(path));
    let mut lines = Vec::new();
    for report in reports {
        let file = Path::new(&report.file).strip_prefix(folder.path()).unwrap().to_string_lossy().replace('\\', "/");
        for finding in report.findings {
            let place = finding.line.zip(finding.column).map(|(l, c)| format!("{l}:{c} ")).unwrap_or_default();
            lines.push(format!("{file} {place}{}: {}", finding.rule, finding.message));
        }
    }
    lines
}

#[test]
fn a_sound_ruleset_loads_and_lints_clean() {
    let folder = shelf_of(&[]);
    let ruleset = shelf(&folder).ruleset(&id("base"), &["Northerners"]).unwrap();
    assert_eq!(ruleset.rules()[0].origin, "base");
    assert_eq!(ruleset.catalogues().len(), 1);
    assert!(ruleset.catalogues()[0].find("Big Ship").is_some());
    assert_eq!(linted(&folder, "base/1"), Vec::<String>::new());
    assert_eq!(linted(&folder, ""), Vec::<String>::new());
}

/// Checks that each broken ruleset has one finding, which begins as stated. A broken ruleset is given by a file, an old
/// text and a new text.
pub(crate) fn each_fires_its_lint(broken: &[[&str; 4]]) {
    let mut wrong = Vec::new();
    for [file, old, new, wanted] in broken {
        let found = linted(&shelf_of(&[(file, old, new)]), "base/1");
        if found.len() != 1 || !found[0].starts_with(wanted) {
            wrong.push(format!("{new}: {wanted}\n{found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_broken_rule_fires_its_lint() {
    let head = "base/1/ruleset.yaml";
    let rule = "base/1/rules/cap-large.yaml";
    let special = "base/1/special-rules/mars.yaml";
    each_fires_its_lint(&[
        [
            rule,
            "size: large}",
            "sise: large}",
            "base/1/rules/cap-large.yaml 6:27 unresolved: there is no trait `sise` (did you mean `size`?)",
        ],
        [
            rule,
            "points: {size: large}",
            "different: [rule, {size: large}]",
            "base/1/rules/cap-large.yaml 6:30 unresolved: `different` cannot tell values of `rule` apart",
        ],
        [
            rule,
            "size: large}",
            "size: {own: size}}",
            "base/1/rules/cap-large.yaml 6:39 unresolved: nations have no trait `size`",
        ],
        [
            rule,
            "size: large}",
            "size: {holder: chief}}",
            "base/1/rules/cap-large.yaml 6:42 unresolved: there is no role `chief`",
        ],
        [
            rule,
            "kind: limit",
            "kind: limit\nallocates: {nowhere: {}}",
            "base/1/rules/cap-large.yaml 4:13 unresolved: there is no allocation `nowhere`",
        ],
        [rule, "page: \"3\"", "page: \"\"", "base/1/rules/cap-large.yaml 4:28 unresolved: it cites no page"],
        [rule, "page: \"3\"", "page: 3", "base/1/rules/cap-large.yaml 4:28 wrong-type: `page`: expected text, found 3"],
        [
            rule,
            "source: {book: book, page: \"3\"}\n",
            "",
            "base/1/rules/cap-large.yaml 1:1 missing-key: `source` is missing",
        ],
        [rule, "clauses:", "clases:", "base/1/rules/cap-large.yaml 5:1 unknown-key: unknown key `clases`"],
        [rule, "points: {size", "pionts: {size", "base/1/rules/cap-large.yaml 6:18 unknown-key: unknown key `pionts`"],
        [
            rule,
            "id: cap-large",
            "id: cap-huge",
            "base/1/rules/cap-large.yaml 1:5 file-name: the file is not called cap-huge.yaml",
        ],
        [
            rule,
            "    subject: Large models\n",
            "",
            "base/1/rules/cap-large.yaml 6:12 wordless-limit: the limit has no words for what it counts",
        ],
        [special, "page: \"4\"", "page: \" \"", "base/1/special-rules/mars.yaml 6:30 citation: no page is cited"],
        [
            special,
            "book: book",
            "book: bok",
            "base/1/special-rules/mars.yaml 6:18 citation: the book `bok` is not declared",
        ],
        [
            special,
            "kind: mar",
            "kind: mra",
            "base/1/special-rules/mars.yaml 3:9 undeclared: the kind of special rule `mra` is not declared",
        ],
        [
            head,
            "id: base",
            "id: bse",
            "base/1/ruleset.yaml 2:5 file-name: the folder around this one is not called bse",
        ],
        [head, "1.2.0", "2.0.0", "base/1/ruleset.yaml 5:10 file-name: the folder is not called 2, the major of 2.0.0"],
        [
            head,
            "kind: ruleset\n",
            "kind: ruleset\nkind: x\n",
            "base/1/ruleset.yaml 2:1 duplicate-key: `kind` stands twice here",
        ],
    ]);
}

#[test]
fn wrong_forms_of_selectors_fire_at_their_place() {
    let head = "base/1/ruleset.yaml";
    let rule = "base/1/rules/cap-large.yaml";
    let north = "base/1/catalogue/north.yaml";
    each_fires_its_lint(&[
        [
            rule,
            "size: large}",
            "not: large}",
            "base/1/rules/cap-large.yaml 6:26 unresolved: `not` takes a selector or a list of selectors",
        ],
        [
            rule,
            "size: large}",
            "any: {size: large}}",
            "base/1/rules/cap-large.yaml 6:26 unresolved: `any` takes a list of selectors",
        ],
        [
            rule,
            "size: large}",
            "any: [{size: large}, {all: [large]}]}",
            "base/1/rules/cap-large.yaml 6:26 unresolved: `all` takes a list of selectors",
        ],
        [
            rule,
            "size: large}",
            "is: [core, heavy]}",
            "base/1/rules/cap-large.yaml 6:26 unresolved: `is` takes the name of a selector",
        ],
        [
            rule,
            "kind: limit\n",
            "kind: limit\nwhere: {parent: true}\n",
            "base/1/rules/cap-large.yaml 4:8 unresolved: `parent` takes a selector",
        ],
        [
            rule,
            "max: {percent: [50, mfv]}",
            "max: {percent: [50, {models: {size: {size: large}}}]}",
            "base/1/rules/cap-large.yaml 6:71 unresolved: the trait `size` takes a value, a list of values, true or false",
        ],
        [
            head,
            "special-rule-kinds:",
            "selectors: {core: {carried-by: [{size: large}]}}\nspecial-rule-kinds:",
            "base/1/ruleset.yaml 17:19 unresolved: ruleset.yaml: `carried-by` takes a selector",
        ],
        [
            north,
            "hosts: [{unit: big-ship}]",
            "attaches: [{to: {}}, {to: {not: large}}]",
            "base/1/catalogue/north.yaml 15:31 unresolved: `not` takes a selector or a list of selectors",
        ],
    ]);
}

#[test]
fn each_broken_catalogue_fires_its_lint() {
    let north = "base/1/catalogue/north.yaml";
    each_fires_its_lint(&[
        [
            north,
            "Sharp (2)",
            "Shrap (2)",
            "base/1/catalogue/north.yaml 10:39 unknown-special-rule: no special rule is called `Shrap (2)`",
        ],
        [
            north,
            "size: large",
            "size: lrage",
            "base/1/catalogue/north.yaml 8:20 undeclared: `lrage` is no value of the trait `size`",
        ],
        [
            north,
            "{size: large",
            "{sise: large",
            "base/1/catalogue/north.yaml 8:14 undeclared: the trait `sise` is not declared",
        ],
        [
            north,
            "{speed: 6}",
            "{sped: 6}",
            "base/1/catalogue/north.yaml 10:20 undeclared: the statistic `sped` is not declared",
        ],
        [
            north,
            "hosts: [{unit: big-ship}]",
            "hosts: [{unit: bigship}]",
            "base/1/catalogue/north.yaml 15:20 unknown-reference: no unit here is called `bigship`",
        ],
        [
            north,
            "hosts: [{unit: big-ship}]",
            "attaches: [{to: {unit: [big-ship, bigship]}}]",
            "base/1/catalogue/north.yaml 15:39 unknown-reference: no unit here is called `bigship`",
        ],
        [
            north,
            "hosts: [{unit: big-ship}]",
            "attaches: [{to: {any: [{size: large}, {not: {sise: small}}]}}]",
            "base/1/catalogue/north.yaml 15:50 unresolved: `attaches`: units have no trait `sise`",
        ],
        [
            north,
            "hosts: [{unit: big-ship}]",
            "attaches: [{to: {}, nations: [nroth]}]",
            "base/1/catalogue/north.yaml 15:35 unresolved: `attaches`: there is no nation `nroth`",
        ],
        [
            north,
            "hosts: [{unit: big-ship}]",
            "capacity: {of: [{models: 1, that: {size: [large, lrage]}}]}",
            "base/1/catalogue/north.yaml 15:54 unresolved: `capacity`: the trait `size` has no value `lrage`",
        ],
        [
            north,
            "hosts: [{unit: big-ship}]",
            "capacity: {of: [{models: 1, that: {is: core}}]}",
            "base/1/catalogue/north.yaml 15:40 unresolved: `capacity`: units have no trait `is`",
        ],
        [
            north,
            "id: small-ship",
            "id: big-ship",
            "base/1/catalogue/north.yaml 11:9 duplicate-id: `big-ship` is taken by `big-ship`",
        ],
        [
            north,
            "name: Small Ship",
            "name: Small Ship\n    aliases: [Big Ship]",
            "base/1/catalogue/north.yaml 13:15 duplicate-id: `big-ship` is taken by `big-ship`",
        ],
    ]);
}

#[test]
fn a_unit_of_another_nation_says_whose_it_is() {
    let south = NORTH.replace("nation: north", "nation: south").replace("big-", "tall-").replace("Big", "Tall");
    let folder = shelf_of(&[
        ("base/1/ruleset.yaml", "special-rule-kinds:", "  south: {name: The South}\nspecial-rule-kinds:"),
        ("base/1/catalogue/south.yaml", "", &south),
    ]);
    let help = |squadron: &str| {
        let list = format!("muster: 1\nruleset: base\nnation: north\nmfv: 100\nsquadrons: [{squadron}]\n");
        let report = judge_bytes(&shelf(&folder), "list.yaml", list.as_bytes()).remove(0);
        report
            .findings
            .into_iter()
            .find(|finding| finding.rule.as_str() == "unknown-unit")
            .and_then(|finding| finding.help)
    };
    assert_eq!(help("{unit: tall-ship}").as_deref(), Some("The South has it; add `nation: south`"));
    assert_eq!(help("{unit: big-ship, nation: south}").as_deref(), Some("The North has it; write `nation: north`"));
    let attached = "{unit: big-ship, attached: [{unit: big-ship, attached: [{unit: tall-ship}]}]}";
    assert_eq!(help(attached).as_deref(), Some("The South has it; add `nation: south`"));
    let handed_down = "{unit: tall-ship, nation: south, attached: [{unit: big-ship}]}";
    assert_eq!(help(handed_down).as_deref(), Some("The North has it; add `nation: north`"));
    assert_eq!(help("{unit: big-shop}").as_deref(), Some("did you mean `Big Ship`?"));
}

#[test]
fn wrong_forms_of_parameters_fire() {
    let special = "base/1/special-rules/mars.yaml";
    each_fires_its_lint(&[
        [
            special,
            "parameters: [range]",
            "parameters: [range, {name: T, form: {trait: [szie]}}]",
            "base/1/special-rules/mars.yaml 4:15 unresolved: special-rule sharp: units have no trait `szie`",
        ],
        [
            special,
            "parameters: [range]",
            "parameters: [{name: T, form: {one-of: []}}]",
            "base/1/special-rules/mars.yaml 4:15 unresolved: special-rule sharp: its parameter `T` can be nothing",
        ],
        [
            special,
            "parameters: [range]",
            "parameters: [{name: X, form: inches}]",
            "base/1/catalogue/north.yaml 10:39 rule-parameter: `Sharp (2)` does not fit `Sharp (X)`",
        ],
    ]);
}

#[test]
fn a_file_of_a_ruleset_is_linted_alone() {
    let folder = shelf_of(&[
        ("base/1/catalogue/north.yaml", "{speed: 6}", "{sped: 6}"),
        ("base/1/ruleset.yaml", "1.2.0", "2.0.0"),
    ]);
    assert_eq!(linted(&folder, "base/1/catalogue/north.yaml").len(), 1);
    assert_eq!(linted(&folder, "base/1/ruleset.yaml").len(), 1);
    assert_eq!(linted(&folder, "base/1").len(), 2);
}

const CHILD: &str = "\
kind: ruleset
id: child
name: House rules
edition: \"1\"
version: 1.0.0
summary: Ours.
extends: {id: base, version: ^1.1}
";
const CHILD_RULE: &str = "\
id: cap-large
source: {book: book, page: \"9\"}
help: Take fewer.
";
const CHILD_NORTH: &str = "\
kind: catalogue
nation: north
source: Our club
units:
  - {id: big-ship, points: 120}
  - {id: new-ship, name: New Ship, points: 5}
";

#[test]
fn a_child_patches_its_parent() {
    let folder = shelf_of(&[
        ("child/1/ruleset.yaml", "", CHILD),
        ("child/1/rules/cap-large.yaml", "", CHILD_RULE),
        ("child/1/catalogue/north.yaml", "", CHILD_NORTH),
    ]);
    assert_eq!(linted(&folder, "child/1"), Vec::<String>::new());
    let base = shelf(&folder).ruleset(&id("base"), &["north"]).unwrap();
    let child = shelf(&folder).ruleset(&id("child"), &["north"]).unwrap();
    let rule = child.rule("cap-large").unwrap();
    assert_eq!((rule.origin.as_str(), rule.rule.source.page.as_str()), ("child", "9"));
    assert_eq!(rule.rule.clauses, base.rule("cap-large").unwrap().rule.clauses);
    let units = &child.catalogues()[0].written().units;
    let units: Vec<_> = units.iter().map(|unit| (unit.id.as_str(), unit.points, unit.traits.len())).collect();
    assert_eq!(units, [("big-ship", Some(120), 1), ("small-ship", Some(10), 1), ("new-ship", Some(5), 0)]);
    assert_ne!(base.digest(), child.digest());
    assert_ne!(base.fingerprint(), child.fingerprint());
}

/// Reads a change of the big ship in three places: in the ruleset `child`, in an overlay of `base`, and in a file of units.
fn big_ships(folder: &TempDir, overlay: &str, units: &str) -> ([Unit; 2], Vec<Catalogue>) {
    assert_eq!(linted(folder, "child/1"), Vec::<String>::new());
    write(folder.path(), "overlay.yaml", overlay);
    let base = shelf(folder).ruleset(&id("base"), &["north"]).unwrap();
    let child = shelf(folder).ruleset(&id("child"), &["north"]).unwrap();
    let (under, _) = with_events(shelf(folder), &[folder.path().join("overlay.yaml")]).unwrap();
    let under = under.ruleset(&id("base"), &["north"]).unwrap();
    let ships = [child, under].map(|ruleset| {
        let (catalogue, ready) = ruleset.find_unit(Some("north"), "big-ship").unwrap();
        catalogue.unit(ready).clone()
    });
    (ships, catalogues(&base, units.as_bytes()).unwrap())
}

#[test]
fn one_patch_does_the_same_in_a_ruleset_an_overlay_and_a_file_of_units() {
    let options = "    options:
      - {id: lamp, name: Lamp, points: 5, rules: [Sharp (1)]}
      - {id: bell, name: Bell, points: 2}
    choices:
      - {id: paint, name: Paint, min: 1, options: [{id: red, name: Red}, {id: blue, name: Blue}]}
";
    let card = "card: {stats: {speed: 6}, rules: [Sharp (2)]}\n";
    let patch = "{id: big-ship, points: 120, card: {stats: {speed: 7}}, options: [{id: lamp, points: 6}, \
                 {id: horn, name: Horn}], choices: [{id: paint, options: [{id: red, points: 1}]}]}";
    let overlay = format!("muster: 1\nkind: overlay\nid: ours\nname: Ours\nextends: base\nunits:\n  - {patch}\n");
    let units = format!("kind: catalogue\nnation: north\nsource: Us\nunits:\n  - {patch}\n");
    let folder = shelf_of(&[
        ("base/1/catalogue/north.yaml", card, &format!("{card}{options}")),
        ("child/1/ruleset.yaml", "", CHILD),
        ("child/1/catalogue/north.yaml", "", &units),
    ]);
    let (ships, file) = big_ships(&folder, &overlay, &units);
    let wanted = file[0].units[0].as_ref().clone();
    assert_eq!((ships[0].options.len(), ships[0].options[0].name.as_str(), ships[0].points), (3, "Lamp", Some(120)));
    assert_eq!(ships, [wanted.clone(), wanted]);
}

#[test]
fn a_whole_unit_keeps_nothing_of_the_one_before() {
    let options = "    options: [{id: lamp, name: Lamp, points: 5}]
    choices: [{id: paint, name: Paint, min: 1, options: [{id: red, name: Red}]}]
";
    let ship = "{id: big-ship, replace: true, name: Big Ship, points: 120, traits: {size: large}, \
                card: {rules: [Sharp (3)]}, options: [{id: horn, name: Horn}]}";
    let new = "{id: new-ship, replace: true, name: New Ship, traits: {size: small}}";
    let overlay = format!("muster: 1\nkind: overlay\nid: ours\nname: Ours\nextends: base\nunits:\n  - {ship}\n");
    let units = format!("kind: catalogue\nnation: north\nsource: Us\nunits:\n  - {ship}\n  - {new}\n");
    let folder = shelf_of(&[
        (
            "base/1/catalogue/north.yaml",
            "    squadron: {min: 1, max: 1}\n",
            &format!("    squadron: {{min: 1, max: 1}}\n{options}"),
        ),
        ("child/1/ruleset.yaml", "", CHILD),
        ("child/1/catalogue/north.yaml", "", &units.replace(&format!("  - {new}\n"), "")),
    ]);
    let (ships, file) = big_ships(&folder, &overlay, &units);
    let wanted = file[0].units[0].as_ref().clone();
    let told = (wanted.squadron, wanted.choices.len(), wanted.options.len(), wanted.card.stats.len());
    assert_eq!(told, (None, 0, 1, 0), "{wanted:?}");
    assert_eq!(ships, [wanted.clone(), wanted]);
    assert_eq!(file[0].units[1].id, "new-ship", "a unit that is not there is new");
}

#[test]
fn what_a_ruleset_takes_away_is_gone() {
    let options = "options: [{id: lamp, name: Lamp, points: 5}, {id: bell, name: Bell}]\n    traits: {size: large}";
    let units = "kind: catalogue\nnation: north\nsource: Us\nunits:\n  - {id: small-ship, remove: true}\n  - {id: big-ship, options: [{id: lamp, remove: true}]}\n";
    let folder = shelf_of(&[
        ("base/1/catalogue/north.yaml", "traits: {size: large}", options),
        ("child/1/ruleset.yaml", "", CHILD),
        ("child/1/catalogue/north.yaml", "", units),
    ]);
    assert_eq!(linted(&folder, "child/1"), Vec::<String>::new());
    let child = shelf(&folder).ruleset(&id("child"), &["north"]).unwrap();
    let units = &child.catalogues()[0].written().units;
    let options: Vec<&str> = units[0].options.iter().map(|option| option.id.as_str()).collect();
    assert_eq!((units.len(), units[0].id.as_str(), options), (1, "big-ship", vec!["bell"]));
}

#[test]
fn idle_patches_are_told() {
    let folder = shelf_of(&[
        ("child/1/ruleset.yaml", "", CHILD),
        ("child/1/rules/cap-large.yaml", "", "id: cap-large\nhelp: Take fewer.\n"),
        (
            "child/1/catalogue/north.yaml",
            "",
            "kind: catalogue\nnation: north\nsource: Us\nunits: [{id: big-ship, points: 100}]\n",
        ),
    ]);
    assert_eq!(
        linted(&folder, "child/1"),
        [
            "child/1/catalogue/north.yaml 4:10 idle-patch: this patch changes nothing",
            "child/1/rules/cap-large.yaml 1:1 idle-patch: a patch of a rule restates its source",
        ]
    );
    // A rule without a parent's rule to patch must be complete.
    let folder = shelf_of(&[
        ("child/1/ruleset.yaml", "", CHILD),
        ("child/1/rules/cap-lrage.yaml", "", "id: cap-lrage\nhelp: Hm.\n"),
    ]);
    let found = linted(&folder, "child/1");
    let message = "there is no rule `cap-lrage` to patch, and this is not a complete rule: missing field `title`";
    assert_eq!(found, [format!("child/1/rules/cap-lrage.yaml 1:5 unknown-patch: {message}")]);
}

#[test]
fn a_misspelt_patch_names_the_nearest_at_its_line() {
    let folder = shelf_of(&[
        ("child/1/ruleset.yaml", "", CHILD),
        ("child/1/rules/cap-lrage.yaml", "", "id: cap-lrage\nhelp: Hm.\n"),
        ("child/1/catalogue/north.yaml", "", &CHILD_NORTH.replace("id: big-ship", "id: big-shop")),
        ("child/1/special-rules/ours.yaml", "", "- {id: shrap, summary: Duller.}\n"),
    ]);
    let reports = lints::lint(&shelf(&folder), &folder.path().join("child/1"));
    let findings = reports.into_iter().flat_map(|report| report.findings);
    let told: Vec<_> =
        findings.map(|finding| (finding.rule.to_string(), finding.line, finding.help.unwrap())).collect();
    let nearest = |line: u32, id: &str| ("unknown-patch".to_owned(), Some(line), format!("did you mean `{id}`?"));
    assert_eq!(told, [nearest(5, "big-ship"), nearest(1, "cap-large"), nearest(1, "sharp")]);
}

#[test]
fn a_ruleset_that_extends_itself_is_told_wherever_it_lies() {
    let folder = shelf_of(&[("base/1/ruleset.yaml", "summary:", "extends: {id: base, version: '1'}\nsummary:")]);
    let circle = "rulesets extend each other in a circle: base -> base";
    assert_eq!(shelf(&folder).ruleset(&id("base"), &[]).unwrap_err().message, circle);
    let wanted = [format!("base/1/ruleset.yaml 6:10 extends-cycle: {circle}")];
    assert_eq!(linted(&folder, "base/1"), wanted);
    // The same if another ruleset of this name is installed.
    let other = shelf_of(&[]);
    let reports = lints::lint(&shelf(&other), &folder.path().join("base/1"));
    assert_eq!(reports[0].findings[0].message, circle);
}

#[test]
fn a_catalogue_by_itself_is_linted_as_in_its_game() {
    let forms = "parameters: [{name: X, form: inches}]";
    let folder = shelf_of(&[
        ("base/1/special-rules/mars.yaml", "parameters: [range]", forms),
        ("base/1/catalogue/north.yaml", "Sharp (2)", "Sharp (2\")"),
        ("club/units.yaml", "", &NORTH.replace("big-", "tall-").replace("Big", "Tall")),
        ("club/others.yaml", "", &NORTH.replace("size: large", "size: lrage").replace("[Sharp (2)]", "[]")),
        (
            "club/more.yaml",
            "",
            "kind: catalogue\nnation: north\nsource: Us\nunits: [{id: a, name: A, hosts: [{unit: big-ship}]}]\n",
        ),
        (
            "club/wrong.yaml",
            "",
            "kind: catalogue\nnation: north\nsource: Us\nunits: [{id: a, name: A, attaches: [{to: {not: large}}], x-note: Hm}]\n",
        ),
    ]);
    let wrong = "club/units.yaml 10:39 rule-parameter: `Sharp (2)` does not fit `Sharp (X)`";
    assert_eq!(linted(&folder, "club/units.yaml"), [wrong]);
    let undeclared = "club/others.yaml 8:20 undeclared: `lrage` is no value of the trait `size`";
    assert_eq!(linted(&folder, "club/others.yaml"), [undeclared]);
    assert_eq!(linted(&folder, "club/more.yaml"), Vec::<String>::new());
    let unread = "club/wrong.yaml 4:42 unresolved: `not` takes a selector or a list of selectors";
    assert_eq!(linted(&folder, "club/wrong.yaml"), [unread]);
}

#[test]
fn a_patch_may_name_options_of_what_it_patches() {
    let north = "kind: catalogue\nnation: north\nsource: Us\nunits:\n  - {id: big-ship, points-with: [{with: [brass], points: 2}]}\n";
    let linted = |options: &str| {
        linted(
            &shelf_of(&[
                ("base/1/catalogue/north.yaml", "    points: 100\n", &format!("    points: 100\n{options}")),
                ("child/1/ruleset.yaml", "", CHILD),
                ("child/1/catalogue/north.yaml", "", north),
            ]),
            "child/1",
        )
    };
    let unknown = "child/1/catalogue/north.yaml 5:42 unknown-reference: the unit has no option `brass`";
    assert_eq!(linted("    options: [{id: brass, name: Brass, points: 1}]\n"), Vec::<String>::new());
    assert_eq!(linted(""), [unknown]);
}

#[test]
fn circles_are_told() {
    let folder = shelf_of(&[
        ("base/1/ruleset.yaml", "summary:", "extends: {id: child, version: '1'}\nsummary:"),
        ("child/1/ruleset.yaml", "", CHILD),
    ]);
    let fault = shelf(&folder).ruleset(&id("base"), &[]).unwrap_err();
    assert_eq!(fault.kind.id(), "extends-cycle");
    assert_eq!(fault.message, "rulesets extend each other in a circle: base -> child -> base");
    assert_eq!(
        linted(&folder, "child/1"),
        ["child/1/ruleset.yaml 7:10 extends-cycle: rulesets extend each other in a circle: child -> base -> child"]
    );
}

#[test]
fn the_newest_version_that_will_do_from_the_first_place_that_has_one() {
    let second = HEAD.replace("1.2.0", "2.0.1");
    let folder = shelf_of(&[("base/2/ruleset.yaml", "", &second)]);
    let shelf = shelf(&folder);
    let version = |name: &RulesetName| shelf.find(name).map(|edition| edition.version.to_string());
    assert_eq!(version(&id("base")).unwrap(), "2.0.1");
    assert_eq!(version(&RulesetName::Versioned { id: "base".into(), version: None }).unwrap(), "2.0.1");
    assert_eq!(version(&versioned("base", "^1.0")).unwrap(), "1.2.0");
    assert_eq!(version(&versioned("base", "1")).unwrap(), "1.2.0");
    let fault = version(&versioned("base", "^3")).unwrap_err();
    assert_eq!(
        (fault.kind.id(), fault.message.as_str()),
        ("unknown-version", "no installed version of `base` satisfies ^3")
    );
    assert_eq!(fault.help.unwrap(), "installed: 1.2.0, 2.0.1");
    let fault = version(&versioned("base", "newest")).unwrap_err();
    assert_eq!(fault.message, "`newest` is not a range of versions");
    let fault = version(&id("bass")).unwrap_err();
    assert_eq!((fault.kind.id(), fault.help.as_deref()), ("unknown-ruleset", Some("did you mean `base`?")));
}

#[test]
fn a_broken_ruleset_is_not_passed_over() {
    for (file, old, new, wanted) in [
        (
            "base/1/ruleset.yaml",
            "version: 1.2.0",
            "version: new",
            ":5:10: `new` is not a semantic version such as 1.0.0",
        ),
        ("base/1/ruleset.yaml", "books:", "books: {", ":9:1: expected `,` or `}` here"),
        (
            "base/1/catalogue/north.yaml",
            "points: 100",
            "points: many",
            ":7:13: `points`: expected a whole number from 0, found the text \"many\"",
        ),
    ] {
        let fault = shelf(&shelf_of(&[(file, old, new)])).ruleset(&id("base"), &[]).unwrap_err();
        assert_eq!(fault.kind.id(), "broken-ruleset");
        assert!(fault.message.ends_with(wanted), "{}", fault.message);
    }
}

/// The built-in rulesets must be those of `rulesets/`, must be sound, and must not be changed by the build.
#[test]
fn shipped_rulesets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets");
    let built_in = Shelf::built_in();
    let from_folder = Shelf::with_folders(&[folder]);
    for edition in from_folder.versions().iter().filter(|edition| edition.folder.is_some()) {
        let path = edition.folder.as_deref().unwrap();
        let name = versioned(&edition.id, &format!("={}", edition.version));
        let theirs = from_folder.ruleset(&name, &[]).unwrap();
        let ours = built_in.ruleset(&name, &[]).unwrap();
        assert_eq!((ours.digest(), ours.fingerprint()), (theirs.digest(), theirs.fingerprint()), "{}", path.display());
        assert_eq!(ours.declarations(), theirs.declarations());
        assert_eq!(ours.rules(), theirs.rules());
        assert_eq!(ours.special_rules(), theirs.special_rules());
        assert_eq!(ours.cards(), theirs.cards());
        let catalogues = |ruleset: &muster_engine::ready::Ruleset| -> Vec<_> {
            ruleset.catalogues().iter().map(|catalogue| catalogue.written().clone()).collect()
        };
        assert_eq!(catalogues(&ours), catalogues(&theirs));
        assert!(!RulesetFiles::read(&*DISK, path).is_faulty());
        let findings: Vec<_> = lints::lint(&from_folder, path).into_iter().flat_map(|report| report.findings).collect();
        assert!(findings.is_empty(), "{findings:#?}");
    }
}

/// Any text must be read or refused, without a panic.
#[test]
fn odd_texts_end_somehow() {
    let pieces = [
        "{", "}", "[", "]", "- ", ": ", "a", "\"", "'", "&a ", "*a ", "!", "|", "\n", "  ", "---\n", "#", "?", "\u{0}",
        "\u{feff}", "é",
    ];
    let mut state = 1_u32;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            // A small linear congruential generator, so that the texts are the same each time.
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(pieces[(state >> 16) as usize % pieces.len()]);
        }
        for document in yaml::documents(&text).into_iter().flatten() {
            assert!(document.place("/a/0/a").is_some(), "{text:?}");
        }
    }
}

/// A bow and a stern gun of which a boiler replaces one.
const GUNS: &str = "\
kind: catalogue
nation: north
source: A book
units:
  - id: big-ship
    name: Big Ship
    points: 100
    traits: {size: large}
    squadron: {min: 1, max: 3}
    choices:
      - id: guns
        name: Guns
        min: 2
        max: 2
        hardpoint: true
        choices:
          - id: bow
            name: Bow
            max: 1
            default: gun
            hardpoint: true
            options: [{id: gun, name: Gun, points: 0}, {id: long-gun, name: Long Gun, points: 7}]
          - id: stern
            name: Stern
            max: 1
            default: stern-gun
            hardpoint: true
            options: [{id: stern-gun, name: Gun, points: 1}, {id: stern-long-gun, name: Long Gun, points: 9}]
          - id: boilers
            name: Boilers
            max: 1
            options: [{id: boiler, name: Boiler, points: -5}]
";

#[test]
fn a_wider_choice_takes_the_defaults_of_its_narrower_ones_until_it_has_enough() {
    let legal = "id: legal\ntitle: Options\nkind: check\nsource: {book: book, page: \"4\"}\ncheck: options\n";
    let folder = shelf_of(&[("base/1/catalogue/north.yaml", "", GUNS), ("base/1/rules/legal.yaml", "", legal)]);
    let judged = |models: u32, options: &str| {
        let squadron = format!("{{unit: big-ship, models: {models}, options: {options}}}");
        let list = format!("muster: 1\nruleset: base\nnation: north\nmfv: 1000\nsquadrons: [{squadron}]\n");
        let report = judge_bytes(&shelf(&folder), "list.yaml", list.as_bytes()).remove(0);
        (report.points, report.findings.iter().any(|finding| finding.rule.as_str() == "legal"))
    };
    assert_eq!(judged(1, "[]"), (Some(101), false));
    // The bow keeps its gun; the boiler replaces that of the stern.
    assert_eq!(judged(1, "[boiler]"), (Some(95), false));
    assert_eq!(judged(1, "[long-gun, boiler]"), (Some(102), false));
    assert_eq!(judged(1, "[{long-gun: 2}]"), (Some(116), false));
    assert_eq!(judged(1, "[{long-gun: 2, boiler: 1}]"), (Some(111), true));
    assert_eq!(judged(3, "[{boiler: 1}]"), (Some(297), false));
}

/// Two members of a club each have a file of their own.
#[test]
fn a_nation_has_several_files() {
    let other = "kind: catalogue\nnation: north\nsource: A club\nunits:\n  - id: tug\n    name: Tug\n    points: 5\n    traits: {size: small}\n";
    let folder = shelf_of(&[("base/1/catalogue/north.club.yaml", "", other)]);
    let shelf = shelf(&folder);
    let findings: Vec<_> = lints::lint(&shelf, folder.path()).into_iter().flat_map(|report| report.findings).collect();
    assert_eq!(findings, []);
    let ruleset = shelf.ruleset(&id("base"), &["north"]).unwrap();
    let catalogue = &ruleset.catalogues()[0];
    assert!(["big-ship", "small-ship", "tug"].iter().all(|unit| catalogue.find(unit).is_some()));
    // A unit has one place.
    let folder = shelf_of(&[("base/1/catalogue/north.club.yaml", "", &other.replace("tug", "big-ship"))]);
    let reports = lints::lint(&Shelf::with_folders(&[folder.path().to_owned()]), folder.path());
    let told: Vec<_> =
        reports.iter().flat_map(|report| &report.findings).map(|finding| finding.rule.as_str()).collect();
    assert_eq!(told, ["duplicate-id"]);
}
