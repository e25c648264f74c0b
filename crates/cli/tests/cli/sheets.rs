//! Units in spreadsheets, with their cards and options, and house rules that cannot be used as they are.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{folder, muster_with};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

fn units_of(text: &str) -> serde_json::Value {
    let documents = muster_library::yaml::documents(text);
    documents.into_iter().next().unwrap().ok().unwrap().value()["units"].clone()
}

#[test]
fn a_catalogue_goes_through_a_spreadsheet_and_stays_the_same() {
    let folder = folder(&[]);
    let muster = |args: &[&str]| muster_with(folder.path(), "", args);
    let club = example("dw-4/units/club.yaml");
    let club = club.to_str().unwrap();
    let out = muster(&["export", club, "--ruleset", "dw-4", "--to", "csv", "-o", "units.csv"]);
    assert_eq!((out.status, out.err.as_str()), (0, ""), "nothing is lost");
    let read = muster(&["import", "units.csv", "--ruleset", "dw-4", "-o", "one.yaml"]);
    assert_eq!(read.status, 0, "{read}");
    let again = muster(&["export", "one.yaml", "--ruleset", "dw-4", "--to", "csv", "-o", "two.csv"]);
    assert_eq!((again.status, again.err.as_str()), (0, ""));
    let again = muster(&["import", "two.csv", "--ruleset", "dw-4", "-o", "two.yaml"]);
    assert_eq!(again.status, 0, "{again}");
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(text("two.yaml"), text("one.yaml"));
    let by_id = |text: &str| {
        let mut units = units_of(text).as_array().unwrap().clone();
        units.sort_by_key(|unit| unit["id"].to_string());
        units
    };
    assert_eq!(by_id(&text("one.yaml")), by_id(&fs::read_to_string(club).unwrap()));
    // Both judge the same.
    let lists = example("dw-4");
    let check = |units: &str| muster(&["check", lists.to_str().unwrap(), "--units", units, "--format", "json"]);
    let (sheet, yaml) = (check("units.csv"), check("one.yaml"));
    assert_eq!((sheet.status, sheet.out), (yaml.status, yaml.out));
}

#[test]
fn wrong_cells_are_told_at_once_and_nothing_is_written() {
    let sheet =
        "row,name,nation,points,bands\nunit,Ship,prussian-empire,x,\nwepon,Gun,,,9\n> weapon,Gun,,,9\nweapon,,,7,9\n";
    let folder = folder(&[("units.csv", sheet), ("out.yaml", "before")]);
    let ran =
        muster_with(folder.path(), "", &["import", "units.csv", "--ruleset", "dw-2.5", "-o", "out.yaml", "--force"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran}");
    for told in [
        "line 2, column `points`: `x` is not a whole number",
        "line 3, column `row`: there is no row `wepon`",
        "line 4, column `row`: no row with one `>` less is above this weapon",
        "line 5, column `points`: a row `weapon` has no `points`",
        "line 5, column `name`: a row `weapon` needs a value here",
    ] {
        assert!(ran.err.contains(told), "{told}: {ran}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("out.yaml")).unwrap(), "before");
    let lint = muster_with(folder.path(), "", &["lint", "units.csv"]);
    assert!(lint.status == 2 && lint.err.contains("units.csv is a spreadsheet"), "{lint}");
}

#[test]
fn a_card_of_two_hundred_weapons_is_printed() {
    let mut sheet =
        "row,name,nation,size,type,points,bands,arc\nunit,Hedgehog,prussian-empire,large,naval,100,,\n".to_owned();
    for number in 0..200 {
        writeln!(sheet, "weapon,Turret {number} with a rather long name,,,,,9; 7; 5; -,270 Fore").unwrap();
    }
    let list = "muster: 1\nruleset: dw-2.5\nnation: prussian-empire\nmfv: 500\nsquadrons: [{unit: hedgehog}]\n";
    let folder = folder(&[("units.csv", &sheet), ("list.yaml", list)]);
    let args = ["print", "list.yaml", "--units", "units.csv", "--layout", "stat-cards", "-o", "cards.pdf"];
    let ran = muster_with(folder.path(), "", &args);
    assert_eq!(ran.status, 0, "{ran}");
    let pdf = fs::read(folder.path().join("cards.pdf")).unwrap();
    let pages = pdf.windows(10).filter(|part| *part == b"/Type/Page" || *part == b"/Type /Pag").count();
    assert!(pages > 2, "{pages} pages");
}

/// What each overlay leads to, under `check --event`: the exit status, and words of the answer.
#[test]
fn house_rules_that_cannot_be_used_are_refused_and_others_apply() {
    let overlay = |id: &str, extends: &str, more: &str| {
        format!("muster: 1\nkind: overlay\nid: {id}\nname: {id}\nextends: {extends}\n{more}\n")
    };
    let mut files = vec![
        ("a.yaml".to_owned(), overlay("a", "{id: b}", "drop: [min-small]")),
        ("b.yaml".to_owned(), overlay("b", "{id: c}", "drop: [min-small]")),
        ("c.yaml".to_owned(), overlay("c", "{id: a}", "drop: [min-small]")),
        ("old.yaml".to_owned(), overlay("old", "{id: dw-2.5, version: ^9.0}", "drop: [min-small]")),
        ("ban.yaml".to_owned(), overlay("ban", "{id: dw-2.5}", "ban: {nations: [kingdom-of-britannia]}")),
    ];
    for depth in 0..10 {
        let extends = if depth == 0 { "{id: dw-2.5}".to_owned() } else { format!("{{id: d{}}}", depth - 1) };
        let price = format!("prices: {{attacker-class-frigate: {}}}", 40 + depth);
        files.push((format!("d{depth}.yaml"), overlay(&format!("d{depth}"), &extends, &price)));
    }
    let list = fs::read_to_string(example("dw-2.5/channel-patrol.yaml")).unwrap();
    files.push(("list.yaml".to_owned(), list.clone()));
    files.push(("own.yaml".to_owned(), format!("{list}\noverlays: [a]\n")));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = folder(&files);
    for (args, status, told) in [
        (
            &["check", "list.yaml", "--event", "a.yaml"][..],
            2,
            "overlays extend each other in a circle: a -> b -> c -> a",
        ),
        (&["lint", "b.yaml"], 1, "in a circle: b -> c -> a -> b"),
        (&["check", "own.yaml"], 2, "the overlay `a` cannot be used, so nobody can tell what it changes"),
        (
            &["check", "list.yaml", "--event", "old.yaml"],
            2,
            "no installed version of `dw-2.5` suits all: old wants ^9.0",
        ),
        (&["diff", "old.yaml"], 2, "installed: 1.0.0"),
        (&["check", "list.yaml", "--event", "ban.yaml"], 1, "error[event-ban]: Kingdom of Britannia is banned by ban"),
        (&["fix", "list.yaml", "--event", "ban.yaml"], 1, "Muster found no changes that make it legal"),
        // The last of ten prices counts: six frigates at 49 points each.
        (&["check", "list.yaml", "--event", "d9.yaml"], 1, "1094 of 1000 points"),
    ] {
        let ran = muster_with(folder.path(), "", args);
        assert!(ran.status == status && format!("{}{}", ran.out, ran.err).contains(told), "{args:?}: {told}: {ran}");
    }
}
