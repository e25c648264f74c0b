//! How games look: each shipped unit has a drawing, each nation an emblem of its own, and what does not exist is told.

use std::collections::BTreeSet;
use std::path::Path;

use muster_engine::list::RulesetName;
use muster_library::drawings;
use muster_library::lints::lint;
use muster_library::shelf::Shelf;

/// The most bytes of a drawing: a hundred of them are sent to a browser at once.
const MOST: usize = 1_200;

#[test]
fn each_unit_has_a_drawing_and_each_nation_an_emblem() {
    let shelf = Shelf::built_in();
    for edition in shelf.editions() {
        let looks = shelf.looks(&edition.id);
        assert!(drawings::of_unit(&looks.cover).is_some(), "{}: {}", edition.id, looks.cover);
        let ruleset = shelf.ruleset(&RulesetName::Id(edition.id.clone()), &[]).unwrap();
        for catalogue in ruleset.catalogues() {
            for unit in &catalogue.written().units {
                assert!(looks.drawing(unit).is_some(), "{} has no drawing", unit.name);
            }
        }
        let emblems: BTreeSet<&str> = looks.nations.values().map(|look| look.emblem.as_str()).collect();
        assert_eq!(emblems.len(), looks.nations.len(), "two nations of {} have one emblem", edition.id);
        for id in ruleset.declarations().nations.keys() {
            assert!(looks.nations.contains_key(id), "{id} of {} has no colour", edition.id);
        }
    }
}

#[test]
fn drawings_are_small_and_in_one_colour() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("drawings");
    for inner in ["units", "emblems"] {
        for entry in std::fs::read_dir(folder.join(inner)).unwrap() {
            let path = entry.unwrap().path();
            let svg = std::fs::read_to_string(&path).unwrap();
            assert!(svg.len() <= MOST, "{}: {} bytes", path.display(), svg.len());
            for colour in svg.split("fill=\"").skip(1) {
                assert!(colour.starts_with("currentColor\""), "{}", path.display());
            }
            for word in ["<script", "<style", "<image", "<text", "href", "stroke="] {
                assert!(!svg.contains(word), "{} has {word}", path.display());
            }
        }
    }
}

#[test]
fn what_looks_name_must_exist() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("tiny/1");
    std::fs::create_dir_all(&here).unwrap();
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/rulesets/tiny/1");
    std::fs::copy(tiny.join("ruleset.yaml"), here.join("ruleset.yaml")).unwrap();
    for inner in ["rules", "special-rules", "catalogue", "decks"] {
        let Ok(files) = std::fs::read_dir(tiny.join(inner)) else { continue };
        std::fs::create_dir_all(here.join(inner)).unwrap();
        for file in files.flatten() {
            std::fs::copy(file.path(), here.join(inner).join(file.file_name())).unwrap();
        }
    }
    let told = |text: &str| {
        std::fs::write(here.join("looks.yaml"), text).unwrap();
        let reports = lint(&Shelf::built_in(), &here);
        let findings = reports.iter().filter(|report| report.file.ends_with("looks.yaml"));
        findings.flat_map(|report| &report.findings).map(|finding| finding.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(told("kind: looks\ncover: cruiser\n"), Vec::<String>::new());
    let wrong = "kind: looks\ncover: cruser\noverview: {traits: [siz], stats: [hul]}\ndrawings:\n- {drawing: cruiser, where: {siz: large}}\n\
                 - {drawing: nothing}\nnations:\n  nowhere: {colour: \"#112233\", emblem: anchr}\n";
    assert_eq!(
        told(wrong),
        [
            "there is no drawing `cruser`",
            "the ruleset declares no trait `siz`",
            "the ruleset declares no statistic `hul`",
            "the ruleset declares no trait `siz`",
            "there is no drawing `nothing`",
            "the ruleset has no nation `nowhere`",
            "there is no emblem `anchr`",
        ]
    );
    assert_eq!(told("kind: looks\ncover: cruiser\nnations:\n  lakeland: {colour: red, emblem: anchor}\n").len(), 1);
    // A fault of the form hides no name that does not exist.
    let both = told("kind: looks\ncover: cruser\nnations:\n  lakeland: {colour: red, emblem: anchr}\n");
    for wanted in ["there is no drawing `cruser`", "there is no emblem `anchr`"] {
        assert!(both.len() == 3 && both.iter().any(|message| message == wanted), "{both:#?}");
    }
}
