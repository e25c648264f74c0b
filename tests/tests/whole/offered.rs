//! Every option of the shipped catalogues is offered in some group in which its unit may stand.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::path::Path;

use muster_engine::catalogue::{Catalogue, Choice, GroupEffect, Unit, UnitOption};

#[test]
fn every_option_is_offered_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets");
    let (mut options, mut never) = (0, Vec::new());
    for path in catalogues(&root) {
        let text = std::fs::read_to_string(&path).expect("a catalogue");
        let catalogue: Catalogue = serde_yaml::from_str(&text).expect("a catalogue");
        for unit in &catalogue.units {
            let mut all = Vec::new();
            add(&unit.options, &unit.choices, &mut all);
            options += all.len();
            let lost = all.into_iter().filter(|option| !is_offered(unit, option));
            never.extend(lost.map(|option| format!("{}: {}/{}", path.display(), unit.id, option.id)));
        }
    }
    assert!(options > 1000, "only {options} options were found");
    assert!(never.is_empty(), "{} options that no list can take:\n{}", never.len(), never.join("\n"));
}

/// Whether a unit has the option in some group. A unit without slots stands in none of its own.
fn is_offered(unit: &Unit, option: &UnitOption) -> bool {
    unit.slots.is_empty() || unit.slots.keys().any(|kind| option.groups.get(kind) != Some(&GroupEffect::Never))
}

fn add<'u>(options: &'u [UnitOption], choices: &'u [Choice], all: &mut Vec<&'u UnitOption>) {
    for option in options {
        all.push(option);
        add(&option.options, &option.choices, all);
    }
    for choice in choices {
        add(&choice.options, &choice.choices, all);
    }
}

/// The catalogue files of all rulesets.
fn catalogues(root: &Path) -> Vec<std::path::PathBuf> {
    let inside = |folder: &Path| -> Vec<std::path::PathBuf> {
        std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .collect()
    };
    let majors = inside(root).into_iter().flat_map(|ruleset| inside(&ruleset));
    let files = majors.flat_map(|major| inside(&major.join("catalogue")));
    files.filter(|path| path.extension().is_some_and(|extension| extension == "yaml")).collect()
}
