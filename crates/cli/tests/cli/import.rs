//! `muster import`.

use std::io::{Cursor, Write};

use insta::assert_snapshot;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::{LEGAL, RunResult, folder, muster_with};

/// A catalogue with the name of a nation's file and an invented ship.
const CATALOGUE: &str = r#"<catalogue id="c" name="C"><entries>
  <entry id="g" name="Gull Class Frigate" points="70.0" minSelections="0" maxSelections="1"/>
</entries></catalogue>"#;
const SYSTEM: &str = r#"<gameSystem id="s" name="Dystopian Wars 2.0"/>"#;

/// The community file of a nation, and the game system that it needs.
const NAMES: [&str; 2] = ["Kingdom_of_Denmark.cat", "Dystopian_Wars_2.0.gst"];

fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Imports the first of these files into `out.yaml`. If that fails, `out.yaml` must not exist.
fn import(files: &[(&str, &[u8])]) -> (RunResult, Option<String>) {
    let folder = folder(&[]);
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let args = ["import", files[0].0, "--ruleset", "dw-2.5", "-o", "out.yaml"];
    let ran = muster_with(folder.path(), "", &args);
    let written = std::fs::read_to_string(folder.path().join("out.yaml")).ok();
    assert_eq!(written.is_some(), ran.status == 0, "{ran}");
    assert!(written.is_some() || std::fs::read_dir(folder.path()).unwrap().count() == files.len());
    (ran, written)
}

#[test]
fn it_says_what_it_needs() {
    let folder =
        folder(&[("list.docx", ""), ("fleet.cat", "<catalogue/>"), ("broken.cat", "<catalogue>\n<a></catalogue>")]);
    assert_snapshot!(muster_with(folder.path(), "", &["import", "list.docx"]), @r"
    ---- 2
    error: list.docx: an empty file
    ");
    assert_snapshot!(muster_with(folder.path(), "", &["import", "fleet.cat"]), @r"
    ---- 2
    error: the names in such files depend on the game
      help: name it with --ruleset
    ");
    let broken = muster_with(folder.path(), "", &["import", "broken.cat"]);
    assert!(broken.err.contains("broken.cat:2:4: not well-formed XML"), "{broken}");
    assert_snapshot!(muster_with(folder.path(), "", &["import", "fleet.cat", "--ruleset", "tiny"]), @r"
    ---- 2
    error: the ruleset `tiny` has no import recipe
      help: the recipe is in the folder `import` of the ruleset: name the folder of rulesets with
      --rulesets
    ");
}

/// The id in the files of the fourth edition, and one that is shared with the third.
#[test]
fn files_of_another_game_are_named() {
    let of = |id: &str, inside: &str| format!(r#"<catalogue id="c" name="C" gameSystemId="{id}">{inside}</catalogue>"#);
    let fourth = of("sys-b418-f41f-879e-6277", "");
    let third = of("1242-c30b-419f-8229", "");
    let copied = of("1242-c30b-419f-8229", r#"<categoryEntries><categoryEntry name="Patrol"/></categoryEntries>"#);
    let folder = folder(&[
        (NAMES[0], CATALOGUE),
        (NAMES[1], SYSTEM),
        ("More.cat", CATALOGUE),
        ("fourth.cat", &fourth),
        ("third.cat", &third),
        ("copied.cat", &copied),
    ]);
    let beside = |file: &str| {
        let args = ["import", NAMES[0], NAMES[1], file, "--ruleset", "dw-2.5", "-o", "out.yaml"];
        let ran = muster_with(folder.path(), "", &args);
        assert_eq!(ran.status == 0, folder.path().join("out.yaml").exists(), "{ran}");
        ran.err
    };
    let said = [
        beside("fourth.cat"),
        beside("third.cat"),
        beside("copied.cat"),
        muster_with(folder.path(), "", &["import", "fourth.cat", NAMES[0]]).err,
        beside("More.cat"),
    ];
    assert_snapshot!(said.concat(), @r"
    error: fourth.cat is data of the fourth edition of Dystopian Wars, not of dw-2.5
      help: import it by itself, with --ruleset dw-4
    error: third.cat is data of the third edition of Dystopian Wars, not of dw-2.5
      help: import it by itself, with --ruleset dw-3
    error: copied.cat is data of the fourth edition of Dystopian Wars, not of dw-2.5
      help: import it by itself, with --ruleset dw-4
    error: neither the file name nor the name in the file says which nation it is for
      help: name it with --nation: alliance, commonwealth, crown, empire, enlightened, imperium,
      sultanate, union
    error: More.cat would be left out: no nation is called `C`
      help: import it by itself, as a nation of its own or with --nation
    ");
}

#[test]
fn data_of_other_makers_come_in() {
    let of = |name: &str| CATALOGUE.replace("name=\"C\"", &format!("name=\"{name}\" gameSystemId=\"s\""));
    // It begins as a nation of ours does, and ends in a version.
    let egypt = of("Indian Raj of Egypt v1.2");
    // Ours takes models from an older file, which other makers do not have.
    let britannia = of("Kingdom of Britannia-RL");
    let system = SYSTEM.replace("Wars 2.0", "Wars 2.5");
    let files = [("Egypt.cat", egypt.as_str()), ("RL.cat", &britannia), ("fork.gst", &system)];
    let folder = folder(&files);
    let run = |args: &[&str]| muster_with(folder.path(), "", &[&["import"], args].concat()).err;
    let said = [
        run(&["RL.cat", "fork.gst", "--ruleset", "dw-2.5", "-o", "rl.yaml"]),
        run(&["Egypt.cat", "fork.gst", "--ruleset", "dw-2.5", "-o", "egypt.yaml"]),
        run(&["Egypt.cat", "fork.gst", "--ruleset", "dw-2.5", "--nation", "Khedivate", "-o", "khedivate.yaml"]),
    ];
    assert_snapshot!(said.concat(), @r"
    note: dw-2.0/Kingdom_of_Britannia.cat is not there: what the catalogue of kingdom-of-britannia takes from it is left out
    note: dw-2.0/Dystopian_Wars_2.0.gst is not there: what the catalogue of kingdom-of-britannia takes from it is left out
    note: RL.cat (Kingdom of Britannia-RL) is not the data that Muster's corrections of kingdom-of-britannia are for: it has none of them
    note: RL.cat:2: Gull Class Frigate: no card
    note: RL.cat: Gull Class Frigate: no type
    note: RL.cat: Gull Class Frigate: no size
    note: 1 unit; 0 things left out or inferred on purpose
    note: Egypt.cat is taken as units of the nation indian-raj-of-egypt, which Muster does not know: a ruleset of your own can declare it (docs/clubs.md)
    note: Egypt.cat:2: Gull Class Frigate: no card
    note: Egypt.cat: Gull Class Frigate: no type
    note: Egypt.cat: Gull Class Frigate: no size
    note: 1 unit; 0 things left out or inferred on purpose
    note: Egypt.cat is taken as units of the nation khedivate, which Muster does not know: a ruleset of your own can declare it (docs/clubs.md)
    note: Egypt.cat:2: Gull Class Frigate: no card
    note: Egypt.cat: Gull Class Frigate: no type
    note: Egypt.cat: Gull Class Frigate: no size
    note: 1 unit; 0 things left out or inferred on purpose
    ");
    // With `--nation` the only catalogue may have any name.
    let raj = run(&["Egypt.cat", "fork.gst", "--ruleset", "dw-2.5", "--nation", "indian-raj", "-o", "raj.yaml"]);
    assert!(raj.contains("note: 1 unit;"), "{raj}");
    // A ruleset that declares the nation has its units beside all others.
    let own = folder.path().join("rulesets/khedivate/1");
    std::fs::create_dir_all(own.join("catalogue")).unwrap();
    std::fs::copy(folder.path().join("khedivate.yaml"), own.join("catalogue/khedivate.yaml")).unwrap();
    let ruleset = "kind: ruleset\nid: khedivate\nname: Our rules\nedition: '2.51'\nversion: 1.0.0\nsummary: A nation more.\n\
                   extends: {id: dw-2.5, version: ^2.0}\nnations: {khedivate: {name: Khedivate}}\n";
    std::fs::write(own.join("ruleset.yaml"), ruleset).unwrap();
    let list = "muster: 1\nruleset: khedivate\nnation: khedivate\nmfv: 100\nsquadrons: [{unit: gull-class-frigate}]\n";
    let checked = muster_with(folder.path(), list, &["--rulesets", "rulesets", "check", "-"]);
    assert!(checked.out.contains("70 of 100 points"), "{checked}");
}

#[test]
fn several_nations_become_one_file() {
    let raj = CATALOGUE.replace("Gull", "Tern").replace("name=\"C\"", "name=\"Indian Raj 1.2\"");
    let folder = folder(&[(NAMES[0], CATALOGUE), (NAMES[1], SYSTEM), ("download.cat", &raj)]);
    let args = ["import", NAMES[0], "download.cat", "--ruleset", "dw-2.5", "-o", "out.yaml"];
    assert_snapshot!(muster_with(folder.path(), "", &args).err, @r"
    note: Kingdom_of_Denmark.cat (C) is not the data that Muster's corrections of kingdom-of-denmark are for: it has none of them
    note: Kingdom_of_Denmark.cat:2: Gull Class Frigate: no card
    note: Kingdom_of_Denmark.cat: Gull Class Frigate: no type
    note: Kingdom_of_Denmark.cat: Gull Class Frigate: no size
    note: kingdom-of-denmark: 1 unit; 0 things left out or inferred on purpose
    note: download.cat (Indian Raj 1.2) is not the data that Muster's corrections of indian-raj are for: it has none of them
    note: download.cat:2: Tern Class Frigate: no card
    note: download.cat: Tern Class Frigate: no type
    note: download.cat: Tern Class Frigate: no size
    note: indian-raj: 1 unit; 0 things left out or inferred on purpose
    ");
    for (nation, unit) in [("kingdom-of-denmark", "gull-class-frigate"), ("indian-raj", "tern-class-frigate")] {
        let list = format!("muster: 1\nruleset: dw-2.5\nnation: {nation}\nmfv: 100\nsquadrons: [{{unit: {unit}}}]\n");
        let checked = muster_with(folder.path(), &list, &["check", "-", "--units", "out.yaml"]);
        assert!(checked.out.contains("70 of 100 points"), "{checked}");
    }
}

/// A unit of a game of Battlefleets.
const FLEET_UNIT: &str = r#"<selectionEntries><selectionEntry id="g" name="Gull Cruiser" type="unit"><selectionEntries>
  <selectionEntry id="m" name="Gull" type="model"><constraints>
  <constraint id="l" type="min" value="1" field="selections" scope="parent"/></constraints></selectionEntry>
  </selectionEntries></selectionEntry></selectionEntries>"#;

/// A catalogue of a nation of ours, with the id of its game system.
fn catalogue(name: &str, system: &str, unit: &str) -> String {
    let head = format!("name=\"{name}\" gameSystemId=\"{system}\"");
    CATALOGUE.replace("name=\"C\"", &head).replace("Gull Class Frigate", unit)
}

fn ids(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("- id: ")).collect()
}

/// What lies beside the data of the recipe, or beside the file, never takes the place of what was named.
#[test]
fn named_files_win() {
    let folder = folder(&[
        ("dw-2.0/Kingdom_of_Denmark.cat", &catalogue("Kingdom of Denmark", "s", "Heron Class Cruiser")),
        ("dw-2.0/Dystopian_Wars_2.0.gst", "<gameSystem id=\"broken\""),
        ("mine/Kingdom_of_Denmark.cat", &catalogue("Kingdom of Denmark", "s", "Tern Class Cruiser")),
        ("mine/other.cat", &catalogue("Kingdom of Denmark-RL", "s", "Skua Class Cruiser")),
        ("named/fork.gst", SYSTEM),
        ("named/other.gst", &SYSTEM.replace("\"s\"", "\"t\"")),
    ]);
    let import = |args: &[&str]| {
        let args = [&["import"], args, &["--ruleset", "dw-2.5", "-o", "out.yaml", "--force"]].concat();
        let ran = muster_with(folder.path(), "", &args);
        (std::fs::read_to_string(folder.path().join("out.yaml")).unwrap_or_default(), ran)
    };
    for (file, unit) in [("mine/Kingdom_of_Denmark.cat", "tern"), ("mine/other.cat", "skua")] {
        let (text, ran) = import(&[file, "named/fork.gst"]);
        assert_eq!(ids(&text), [format!("{unit}-class-cruiser")], "{ran}");
        assert!(ran.status == 0 && !ran.err.contains("not needed"), "{ran}");
    }
    // Of several game systems, that of the catalogue is read, whatever the order.
    for systems in [["named/fork.gst", "named/other.gst"], ["named/other.gst", "named/fork.gst"]] {
        let (_, ran) = import(&["mine/other.cat", systems[0], systems[1]]);
        assert!(ran.status == 0 && ran.err.contains("named/other.gst was not needed"), "{ran}");
    }
    let (_, ran) = import(&["mine/other.cat", "named/other.gst"]);
    assert!(ran.err.contains("mine/other.cat is made for another game system than named/other.gst"), "{ran}");
    std::fs::write(folder.path().join("named/third.gst"), SYSTEM.replace("\"s\"", "\"u\"")).unwrap();
    let (_, ran) = import(&["mine/other.cat", "named/other.gst", "named/third.gst"]);
    assert!(ran.status == 2 && ran.err.contains("none of the game systems is that of mine/other.cat"), "{ran}");
}

#[test]
fn a_nation_is_stated_by_id_or_name_whatever_the_file_is_called() {
    let folder = folder(&[
        ("x.cat", &catalogue("Kingdom of Denmark", "s", "Tern Class Cruiser")),
        ("y.cat", &catalogue("Something", "s", "Tern Class Cruiser")),
        ("z.cat", &catalogue("The Kingdom of Denmark v1", "s", "Tern Class Cruiser")),
        ("s.gst", SYSTEM),
    ]);
    for file in ["x.cat", "y.cat"] {
        for nation in ["kingdom-of-denmark", "Kingdom of Denmark", "Kingdom_of_Denmark.cat"] {
            let args = ["import", file, "s.gst", "--ruleset", "dw-2.5", "--nation", nation];
            let ran = muster_with(folder.path(), "", &args);
            assert!(ran.status == 0 && ran.out.contains("nation: kingdom-of-denmark\n"), "{ran}");
        }
    }
    let ran = muster_with(folder.path(), "", &["import", "z.cat", "s.gst"]);
    assert!(ran.status == 0 && ran.out.contains("nation: kingdom-of-denmark\n"), "{ran}");
    let ran = muster_with(folder.path(), "", &["import", "x.cat", "s.gst", "--nation", "Indian Raj"]);
    assert!(ran.err.contains("x.cat is taken as units of indian-raj, not of kingdom-of-denmark"), "{ran}");
}

#[test]
fn no_catalogue_is_left_out_silently() {
    let empty = r#"<catalogue id="e" name="Indian Raj" gameSystemId="s"/>"#;
    let folder = folder(&[
        ("one.cat", &catalogue("Kingdom of Denmark", "s", "Tern Class Cruiser")),
        ("two.cat", &catalogue("Kingdom of Denmark-RL", "s", "Skua Class Cruiser")),
        ("unknown.cat", &catalogue("Something", "s", "Skua Class Cruiser")),
        ("empty.cat", empty),
        ("broken.cat", "<catalogue>\n<a></catalogue>"),
        ("s.gst", SYSTEM),
    ]);
    let import = |files: &[&str]| {
        let _ = std::fs::remove_file(folder.path().join("out.yaml"));
        let args = [&["import", "s.gst"], files, &["--ruleset", "dw-2.5", "-o", "out.yaml"]].concat();
        let ran = muster_with(folder.path(), "", &args);
        assert_eq!(ran.status, 2, "{ran}");
        (ran.err, std::fs::read_to_string(folder.path().join("out.yaml")).ok())
    };
    for (files, why) in [
        (
            &["one.cat", "two.cat"][..],
            "two.cat would be left out: its units are no part of the catalogue of kingdom-of-denmark",
        ),
        (&["unknown.cat", "one.cat"], "unknown.cat would be left out: no nation is called `Something`"),
        (&["empty.cat"], "empty.cat: it holds no units"),
        (&["one.cat", "broken.cat"], "broken.cat:2:4: not well-formed XML"),
    ] {
        let (told, written) = import(files);
        assert!(told.contains(why) && written.is_none(), "{told}");
    }
    // The other catalogue is written.
    let (told, written) = import(&["empty.cat", "one.cat"]);
    assert!(told.contains("empty.cat: it holds no units"), "{told}");
    assert_eq!(ids(&written.unwrap()), ["tern-class-cruiser"]);
}

#[test]
fn data_of_a_game_that_the_recipe_does_not_know_are_refused() {
    let folder = folder(&[
        ("Crown.cat", &catalogue("Crown", "tanks", "Tern Class Cruiser")),
        ("tanks.gst", r#"<gameSystem id="tanks" name="Armour on Land"/>"#),
    ]);
    let ran = muster_with(folder.path(), "", &["import", "Crown.cat", "tanks.gst", "--ruleset", "dw-4"]);
    let told = "tanks.gst is the game system `Armour on Land`, which the recipe of dw-4 does not know";
    assert!(ran.status == 2 && ran.out.is_empty() && ran.err.contains(told), "{ran}");
    // The same if it only lies beside.
    std::fs::rename(folder.path().join("tanks.gst"), folder.path().join("Dystopian Wars 4.0.gst")).unwrap();
    let ran = muster_with(folder.path(), "", &["import", "Crown.cat", "--ruleset", "dw-4"]);
    assert!(ran.status == 2 && ran.err.contains("the game system `Armour on Land`"), "{ran}");
}

/// The game has printed cards of many units. Those that the file lacks stay away.
#[test]
fn a_catalogue_has_the_units_of_its_file_alone() {
    let system = "sys-b418-f41f-879e-6277";
    let folder = folder(&[
        ("Crown.cat", &format!(r#"<catalogue id="c" name="Crown" gameSystemId="{system}">{FLEET_UNIT}</catalogue>"#)),
        ("s.gst", &format!(r#"<gameSystem id="{system}" name="S"/>"#)),
    ]);
    let ran = muster_with(folder.path(), "", &["import", "Crown.cat", "s.gst"]);
    assert_eq!((ids(&ran.out), ran.status), (vec!["gull-cruiser"], 0), "{ran}");
}

/// Sources, editions and corrections hold for the data that a recipe was made for, and for no other.
#[test]
fn other_data_have_an_origin_of_their_own() {
    let ours = CATALOGUE.replace(
        "id=\"c\" name=\"C\"",
        "id=\"c64715bb-4971-5529-e93e-02b0ee6460cb\" name=\"Kingdom of Denmark\" revision=\"6\"",
    );
    let import = |text: &str| {
        let folder = folder(&[("any.cat", text), ("s.gst", SYSTEM)]);
        muster_with(folder.path(), "", &["import", "any.cat", "s.gst"])
    };
    let ran = import(&ours);
    assert!(ran.out.contains("BattleScribe data (any.cat, made for edition 2.0)"), "{ran}");
    assert!(ran.out.contains("vintage: \"2.0\"") && !ran.err.contains("corrections"), "{ran}");
    for other in [ours.replace("revision=\"6\"", "revision=\"7\""), ours.replace("id=\"c64715bb", "id=\"d64715bb")] {
        let ran = import(&other);
        let revision = if other.contains("revision=\"7\"") { 7 } else { 6 };
        let title = format!("Kingdom of Denmark, revision {revision}");
        assert!(
            ran.out.contains(&format!("source: \"Names and figures of community data: {title} (any.cat)\"")),
            "{ran}"
        );
        assert!(ran.out.contains(&format!("vintage: \"{title}\"")), "{ran}");
        assert!(ran.err.contains("is not the data that Muster's corrections of kingdom-of-denmark are for"), "{ran}");
    }
}

/// A unit that the ruleset has too is that of the file, with nothing of the one before.
#[test]
fn an_imported_unit_takes_the_place_of_the_one_before() {
    let before = muster_with(folder(&[]).path(), "", &["explain", "dw-2.5/athea-class-battleship"]);
    assert!(before.out.contains("Broadsides") && before.out.contains("Generator"), "{before}");
    let raj = catalogue("East India Merchant Company", "s", "Athea Class Battleship");
    let folder = folder(&[
        ("x.cat", &raj),
        ("s.gst", SYSTEM),
        (
            "units.csv",
            "name,nation,size,type,capital,points,dr\nAthea Class Battleship,East India Merchant Company,Large,Naval,yes,71,5\n",
        ),
    ]);
    let run = |args: &[&str]| muster_with(folder.path(), "", args);
    for (file, points) in [("x.cat", "70"), ("units.csv", "71")] {
        let mut args = vec!["import", file, "--ruleset", "dw-2.5", "-o", "out.yaml", "--force"];
        if file == "x.cat" {
            args.insert(2, "s.gst");
        }
        assert_eq!(run(&args).status, 0);
        let after = run(&["explain", "dw-2.5/athea-class-battleship", "--units", "out.yaml"]);
        assert!(after.out.contains(&format!(" {points} for each model")), "{after}");
        assert!(!after.out.contains("Broadsides") && !after.out.contains("Generator"), "{after}");
        assert!(after.err.contains("out.yaml replaces 1 unit of dw-2.5: Athea Class Battleship"), "{after}");
        let lint = run(&["lint", "out.yaml"]);
        assert!(!lint.to_string().contains("replace"), "{lint}");
    }
}

#[test]
fn both_ways_to_write_a_least_movement_are_read() {
    let system =
        SYSTEM.replace("/>", "><profileTypes><profileType id=\"ship\" name=\"Ship\"/></profileTypes></gameSystem>");
    for moves in ["7&quot; (Min 2&quot;)", "7&quot;, Min=2&quot;"] {
        let card = format!(
            r#"><profiles><profile id="p" name="Gull" profileTypeId="ship"><characteristics>
            <characteristic name="MV" value="{moves}"/></characteristics></profile></profiles></entry>"#
        );
        let text = catalogue("Kingdom of Denmark", "s", "Tern Class Cruiser").replacen(
            "maxSelections=\"1\"/>",
            &format!("maxSelections=\"1\"{card}"),
            1,
        );
        let folder = folder(&[("x.cat", &text), ("s.gst", &system)]);
        let ran = muster_with(folder.path(), "", &["import", "x.cat", "s.gst"]);
        assert!(ran.out.contains("mv: 7, min-move: 2") && !ran.err.contains("MV"), "{ran}");
    }
}

/// Where nothing is a list, no file is left behind.
#[test]
fn a_folder_without_lists_says_what_is_in_it() {
    let folder = folder(&[("in/a.cat", CATALOGUE), ("in/b.cat", "<catalogue>\n<a></catalogue>")]);
    let ran = muster_with(folder.path(), "", &["import", "in", "-o", "out", "--ruleset", "dw-2.5"]);
    assert!(ran.status == 2 && !folder.path().join("out").exists(), "{ran}");
    assert!(ran.err.contains("in/a.cat") && ran.err.contains("name it itself to `muster import`"), "{ran}");
    assert!(ran.err.contains("line 2, column 4: not well-formed XML"), "{ran}");
}

/// Older data of the third edition had no addenda.
#[test]
fn a_library_that_is_not_there_is_told() {
    let system = r#"<gameSystem id="1242-c30b-419f-8229" name="S"/>"#;
    let of = |name: &str| {
        let inside = if name == "Union" { FLEET_UNIT } else { "" };
        format!(r#"<catalogue id="{name}" name="{name}" gameSystemId="1242-c30b-419f-8229">{inside}</catalogue>"#)
    };
    let files = ["Weapon", "Generator", "Rules", "Common", "Union"];
    let files = files.map(|name| (format!("{name}.cat"), of(name)));
    let folder = folder(&[("Dystopian_Wars.gst", system)]);
    for (name, text) in &files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let args = ["import", "Union.cat", "--ruleset", "dw-3", "-o", "out.yaml"];
    let ran = muster_with(folder.path(), "", &args);
    let told = "dw-3/Ore War addendum.cat is not there: what the catalogue of union takes from it is left out";
    assert!(ran.status == 0 && ran.err.contains(told) && ran.err.matches("is not there").count() == 1, "{ran}");
    assert!(ran.err.contains("note: 1 unit; "), "{ran}");
}

#[test]
fn packed_files_are_as_good_as_plain_ones() {
    let [catalogue, system] = NAMES;
    let (ran, plain) = import(&[(catalogue, CATALOGUE.as_bytes()), (system, SYSTEM.as_bytes())]);
    assert!(plain.as_ref().is_some_and(|text| text.contains("gull-class-frigate")), "{ran}");
    let packed = [archive(&[(catalogue, CATALOGUE)]), archive(&[("anything.gst", SYSTEM)])];
    let names = NAMES.map(|name| format!("{name}z"));
    let (ran, unpacked) = import(&[(&names[0], &packed[0]), (&names[1], &packed[1])]);
    assert_eq!(plain, unpacked, "{ran}");
    // An unpacked catalogue with a packed game system in the same folder.
    assert_eq!(import(&[(catalogue, CATALOGUE.as_bytes()), (&names[1], &packed[1])]).1, plain);
}

#[test]
fn hostile_files_are_refused_with_a_place() {
    let [catalogue, system] = NAMES;
    let refused = |name: &str, bytes: &[u8]| {
        let (ran, _) = import(&[(name, bytes), (system, SYSTEM.as_bytes())]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        ran.err
    };
    let both = archive(&[(catalogue, CATALOGUE), ("b.cat", CATALOGUE)]);
    let packed = format!("{catalogue}z");
    let said = [
        refused(&packed, &both),
        refused(&packed, &both[..both.len() / 2]),
        refused(&packed, &archive(&[("../../a.cat", CATALOGUE)])),
        refused(&packed, &archive(&[("a.cat", &" ".repeat(10 << 20))])),
        refused(catalogue, "<a>".repeat(10_000).as_bytes()),
        refused(catalogue, b"<!DOCTYPE a [<!ENTITY b SYSTEM '/etc/passwd'>]><catalogue name='&b;'/>"),
        refused(catalogue, b"<catalogue>\n  \xff</catalogue>"),
        refused(catalogue, &CATALOGUE.as_bytes()[..80]),
        refused(catalogue, b"<roster/>"),
    ];
    assert_snapshot!(said.concat(), @r"
    error: Kingdom_of_Denmark.catz: the archive holds 2 catalogues: unpack it and name the one you mean
    error: Kingdom_of_Denmark.catz: the archive cannot be unpacked: invalid Zip archive: Could not find EOCD
    error: Kingdom_of_Denmark.catz: the catalogue in the archive has a path for a name
    error: Kingdom_of_Denmark.catz: the archive unpacks to more than 2 MB, which no catalogue of its size does
    error: Kingdom_of_Denmark.cat:1:751: more than 250 elements inside each other
    error: Kingdom_of_Denmark.cat:1:1: document types and entities are not read
    error: Kingdom_of_Denmark.cat:2:3: the file is not UTF-8: this byte is not part of a character
    error: Kingdom_of_Denmark.cat:2:44: not well-formed XML: the file ends here: unexpected end of stream
    error: Kingdom_of_Denmark.cat: the root element is <roster>, not <catalogue> or <gameSystem>
    ");
}

/// Like `check`, `import` ends with status 2 if it could not read or decide something, and says what.
#[test]
fn what_is_not_decided_is_told() {
    let folder = folder(&[]);
    let import = |text: &str| muster_with(folder.path(), text, &["import", "-", "--ruleset", "tiny"]);
    let exported = |list: &str| muster_with(folder.path(), list, &["export", "-", "--to", "text"]).out;
    assert_eq!(import(&exported(LEGAL)).status, 0);
    let illegal = import(&exported(&LEGAL.replace("mfv: 500", "mfv: 100")));
    assert_eq!(illegal.status, 0, "what is illegal is read as well: {illegal}");
    let unknown = import(&exported(&LEGAL.replace("unit: dinghy", "unit: dingy")));
    assert!(unknown.status == 2 && unknown.out.contains("dingy"), "{unknown}");
    assert!(unknown.err.contains("has no unit `dingy`") && unknown.err.contains("did you mean"), "{unknown}");
    let unread = import("MFV 500\n3x Barge\n2x Galleon\n");
    assert!(unread.status == 2 && unread.out.contains("barge"), "{unread}");
    assert!(unread.err.contains("-:3: `2x Galleon` is not understood"), "{unread}");
}

#[test]
fn list_and_remarks_name_one_nation() {
    let folder = folder(&[]);
    let import = |text: &str, more: &[&str]| {
        muster_with(folder.path(), text, &[&["import", "-", "--ruleset", "tiny"], more].concat())
    };
    let ran = import("Nation: nowhere\n3x Barge\n4x Dinghy\n", &[]);
    assert!(ran.status == 2 && ran.out.contains("nation: lakeland\n") && !ran.out.contains("nowhere"), "{ran}");
    assert!(ran.err.contains("-:1: `Nation: nowhere` is not understood"), "{ran}");
    assert!(ran.err.contains("the nation is taken as Lakeland"), "{ran}");
    // The command line takes precedence over the text.
    let ran = import("Nation: Lakeland\n3x Barge\n", &["--nation", "nowhere"]);
    assert!(ran.out.contains("nation: nowhere\n") && !ran.err.contains("the nation is taken"), "{ran}");
}

#[test]
fn a_folder_of_any_form_becomes_list_files_that_are_kept() {
    let posted = "Pond\nMFV 500\n3x Barge\n4 Dinghies\n2x Gunboats\n";
    let folder =
        folder(&[("in/a.yaml", LEGAL), ("in/b.txt", posted), ("in/c.png", "\u{89}PNG"), ("in/d.txt", "no list")]);
    let import = |more: &[&str]| {
        muster_with(folder.path(), "", &[&["import", "in", "-o", "lists", "--ruleset", "tiny"], more].concat())
    };
    let read = |name: &str| std::fs::read_to_string(folder.path().join("lists").join(name)).unwrap();
    let ran = import(&[]);
    assert!(ran.status == 2 && ran.out.is_empty(), "{ran}");
    assert!(ran.err.contains("in/b.txt:5: `2x Gunboats` is not understood"), "{ran}");
    assert!(ran.err.contains("4 files: 1 list, 1 read with doubts, 2 need a person\n"), "{ran}");
    assert!(ran.err.ends_with("2 new, 0 changed, 0 as before\n"), "{ran}");
    assert_eq!(read("a.yaml"), LEGAL, "list files stay as they are, with their comments");
    assert!(read("b.yaml").contains("# Not understood: line 5: `2x Gunboats` is not understood\nmuster: 1\n"));
    // What a person corrected stays, until the player sends another list.
    let corrected = read("b.yaml").replace("# Not", "# not");
    std::fs::write(folder.path().join("lists/b.yaml"), &corrected).unwrap();
    std::fs::write(folder.path().join("in/e.txt"), posted).unwrap();
    let ran = import(&[]);
    assert!(
        ran.err.contains("new: e.yaml from in/e.txt") && ran.err.ends_with("1 new, 0 changed, 2 as before\n"),
        "{ran}"
    );
    std::fs::write(folder.path().join("in/b.txt"), posted.replace("3x", "2x")).unwrap();
    let ran = import(&[]);
    assert!(ran.err.contains("changed: in/b.txt is not what b.yaml was made from"), "{ran}");
    assert_eq!(read("b.yaml"), corrected);
    let ran = import(&["--force"]);
    assert!(ran.err.ends_with("0 new, 1 changed, 2 as before\n") && read("b.yaml").contains("models: 2"), "{ran}");
    let ran = muster_with(folder.path(), "", &["import", "in"]);
    assert!(ran.status == 2 && ran.err.contains("written into a folder"), "{ran}");
}

/// A run that is killed has written lists, but no record of them. The next one knows its own lists again.
#[test]
fn a_killed_import_is_taken_up_again() {
    let other = LEGAL.replace("Pond", "Lake");
    let folder = folder(&[("in/a.yaml", LEGAL), ("in/b.yaml", other.as_str()), ("lists/b.yaml", LEGAL)]);
    let import = |more: &[&str]| muster_with(folder.path(), "", &[&["import", "in", "-o", "lists"], more].concat());
    let at = |name: &str| folder.path().join("lists").join(name);
    let names = || {
        let entries = std::fs::read_dir(folder.path().join("lists")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let ran = import(&[]);
    assert!(ran.err.ends_with("2 new, 0 changed, 0 as before\n"), "{ran}");
    // Another list had the name already, and stays.
    let all = [".muster-import.json", "a.yaml", "b-2.yaml", "b.yaml"];
    assert_eq!(names(), all);
    let record = std::fs::read(at(".muster-import.json")).unwrap();
    std::fs::remove_file(at(".muster-import.json")).unwrap();
    let ran = import(&[]);
    assert!(ran.err.ends_with("0 new, 0 changed, 2 as before\n"), "{ran}");
    assert_eq!((names(), std::fs::read(at(".muster-import.json")).unwrap()), (all.map(str::to_owned).to_vec(), record));
    // With --force, the same goes for a file that was made anew.
    let newer = LEGAL.replace("Pond", "Puddle");
    std::fs::write(folder.path().join("in/a.yaml"), &newer).unwrap();
    std::fs::write(at("a.yaml"), &newer).unwrap();
    let ran = import(&[]);
    assert!(ran.err.ends_with("0 new, 0 changed, 2 as before\n"), "{ran}");
    assert_eq!(std::fs::read_to_string(at("b.yaml")).unwrap(), LEGAL);
    // What was deleted is made again under its name.
    std::fs::remove_file(at("b-2.yaml")).unwrap();
    let ran = import(&[]);
    assert!(ran.err.ends_with("1 new, 0 changed, 1 as before\n"), "{ran}");
    assert_eq!(names(), all);
}

/// The game that a roster states decides what is read. What the roster does not state stays unknown.
#[test]
fn a_roster_is_read_for_its_own_game() {
    let barges = |game: &str, costs: &str| {
        format!(
            "{{\"roster\": {{\"name\": \"Pond\", {game} {costs} \"forces\": [{{\"catalogueName\": \"Lakeland\", \"selections\": [\
             {{\"name\": \"Barge\", \"type\": \"unit\", \"number\": 1, \"selections\": [\
             {{\"name\": \"Barge\", \"type\": \"model\", \"number\": 3, \
             \"costs\": [{{\"name\": \"pts\", \"value\": 77}}]}}]}}]}}]}}}}"
        )
    };
    let costs = "\"costs\": [{\"name\": \"pts\", \"value\": 77}],";
    let other = barges("\"gameSystemId\": \"x\", \"gameSystemName\": \"Space Skirmish\",", costs);
    let folder = folder(&[("pond.json", &barges("", costs)), ("other.json", &other)]);
    let import = |file: &str| muster_with(folder.path(), "", &["import", file, "--ruleset", "tiny", "-o", "out.yaml"]);
    let ran = import("other.json");
    assert_snapshot!(ran, @r"
    ---- 2
    error: other.json: a roster of `Space Skirmish`, a game that is not here
    ");
    assert!(!folder.path().join("out.yaml").exists());
    let ran = import("pond.json");
    assert!(ran.status == 2 && ran.err.contains("the list states no maximum force value (MFV)"), "{ran}");
    let list = std::fs::read_to_string(folder.path().join("out.yaml")).unwrap();
    assert!(!list.contains("mfv:") && list.contains("\npoints: 77\n"), "{list}");
    assert!(list.contains("- {unit: barge, models: 3, points: 77}\n"), "{list}");
    let ran = muster_with(folder.path(), "", &["check", "out.yaml"]);
    assert!(ran.out.contains("warning[points-claimed]: Barge claims 77 points"), "{ran}");
}

/// A list file that is made of a mail keeps who sent it, and what it cannot keep is said.
#[test]
fn a_list_keeps_the_sender_of_its_mail() {
    let list = |more: &str| LEGAL.replace("mfv", &format!("{more}mfv"));
    let anna = "player: Anna\nemail: anna@example.org\ndate: 2026-01-01\n";
    let mail = |from: &str, list: &str| {
        format!(
            "From: {from}\nSubject: my list\nDate: Sat, 21 Nov 2026 10:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\n{list}"
        )
    };
    let boxed = |mail: String| format!("From a@example.org Sat Nov 21 23:30:00 2026\n{mail}\n");
    let both = boxed(mail("Eve <eve@example.org>", &list(anna))) + &boxed(mail("Anna <anna@example.org>", &list("")));
    let folder = folder(&[
        ("other.eml", &mail("Eve <eve@example.org>", &list(anna))),
        ("own.eml", &mail("Anna <anna@example.org>", &list(""))),
        ("two.eml", &mail("Anna <anna@example.org>, eve@example.org", &list(anna))),
        ("box.mbox", &both),
        (
            "text.eml",
            &mail("Eve <eve@example.org>", "ruleset: tiny\nPlayer: Anna\nLakeland, MFV 500\n\n3 Barges\n4 Dinghies\n"),
        ),
    ]);
    let import =
        |file: &str| muster_with(folder.path(), "", &["import", file, "--ruleset", "tiny", "--nation", "lakeland"]);
    assert_snapshot!(import("other.eml"), @r#"
    # The list states the name “Anna” and the address “anna@example.org”, but came from “Eve” <eve@example.org>
    muster: 1
    name: Pond
    player: Anna
    email: "eve@example.org"
    date: "2026-01-01"
    ruleset: tiny
    nation: lakeland
    mfv: 500
    squadrons:
    - {unit: barge, models: 3}
    - {unit: dinghy, models: 4}
    x-arrived: "2026-11-21T10:00:00+00:00"
    ---- 0
    note: other.eml: the list states the name “Anna” and the address “anna@example.org”, but came from “Eve” <eve@example.org>
    note: other.eml: not kept in the list file: the mail's subject “my list”, the mail's day 2026-11-21
    "#);
    assert_snapshot!(import("own.eml"), @r#"
    muster: 1
    name: Pond
    player: Anna
    email: "anna@example.org"
    date: "2026-11-21"
    ruleset: tiny
    nation: lakeland
    mfv: 500
    squadrons:
    - {unit: barge, models: 3}
    - {unit: dinghy, models: 4}
    x-arrived: "2026-11-21T10:00:00+00:00"
    ---- 0
    note: own.eml: not kept in the list file: the mail's subject “my list”
    "#);
    assert_snapshot!(import("two.eml"), @r#"
    # The list states the address “anna@example.org”, but came in a mail that names several senders: “anna@example.org” and “eve@example.org”
    muster: 1
    name: Pond
    player: Anna
    date: "2026-01-01"
    ruleset: tiny
    nation: lakeland
    mfv: 500
    squadrons:
    - {unit: barge, models: 3}
    - {unit: dinghy, models: 4}
    x-arrived: "2026-11-21T10:00:00+00:00"
    ---- 0
    note: two.eml: the list states the address “anna@example.org”, but came in a mail that names several senders: “anna@example.org” and “eve@example.org”
    note: two.eml: not kept in the list file: the mail's subject “my list”, the mail's day 2026-11-21
    "#);
    let boxed = import("box.mbox");
    assert_eq!(boxed.out, format!("{}---\n{}", import("other.eml").out, import("own.eml").out));
    assert!(boxed.err.contains("note: box.mbox/1: the list states the name “Anna”"), "{boxed}");
    let text = import("text.eml");
    assert!(
        text.out.starts_with("# The list states the name “Anna”, but came from “Eve” <eve@example.org>\n"),
        "{text}"
    );
    assert!(text.out.contains("email: \"eve@example.org\"\n"), "{text}");
    // Into a folder, the same.
    let ran = muster_with(folder.path(), "", &["import", "other.eml", "-o", "lists/"]);
    let written = std::fs::read_to_string(folder.path().join("lists/other.yaml")).unwrap();
    assert_eq!(written, import("other.eml").out, "{ran}");
    assert!(
        ran.err.contains("not kept in the list file: the mail's subject “my list”, the mail's day 2026-11-21"),
        "{ran}"
    );
}

/// Whatever stands in the words of a stranger, they stay in their comment, and drive no terminal.
#[test]
fn no_comment_of_a_stranger_is_a_key() {
    let hostile = "\\u0085private-notes: x\\u2028private-notes: x\\u2029private-notes: x\\rprivate-notes: x\\nprivate-notes: x\\e[31m\\0\\a\\ufeff";
    let list = LEGAL.replace("mfv", &format!("player: \"Anna{hostile}\"\nemail: anna@example.org\nmfv"));
    let mail = format!("From: Eve <eve@example.org>\nSubject: list\n\n{list}");
    let folder = folder(&[("in/a.eml", &mail)]);
    let ran = muster_with(folder.path(), "", &["import", "in", "-o", "lists"]);
    let written = std::fs::read_to_string(folder.path().join("lists/a.yaml")).unwrap();
    let single = muster_with(folder.path(), "", &["import", "in/a.eml"]);
    assert_eq!(single.out, written);
    let head: Vec<&str> = written.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).take(2).collect();
    assert!(
        head[0].starts_with("# The list states the name “Anna") && head[0].ends_with("<eve@example.org>"),
        "{head:?}"
    );
    assert_eq!(head[1], "muster: 1");
    for text in [&written, &ran.err, &single.err] {
        assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
    }
    let check = muster_with(folder.path(), "", &["check", "lists/a.yaml", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&check.out).unwrap();
    assert_eq!(report["reports"][0]["verdict"], "legal", "{check}");
}

#[test]
fn it_explains_how_each_line_was_read() {
    let text = "Eagle Fleet\nKingdom of Britannia, 1000 points\n\n3 Tribal (225)\n3 Orion (120)\n2 Gizmos\n";
    let folder = folder(&[("posted.txt", text)]);
    let ran = muster_with(folder.path(), "", &["import", "posted.txt", "--ruleset", "dw-2.5", "--explain"]);
    assert_snapshot!(ran.out, @r"
       1  Eagle Fleet
          is only a name, 40: it is the first line (10); a few words without a number (10); a word for a list or a fleet (20)
          or squadrons of Eagle Class War Rotor, 25: all words of a unit's name (40); it is not written like the entries around it (-5); it stands above the first or below the last entry (-10)
       2  Kingdom of Britannia, 1000 points
          is points or settings of the whole list, 70: a number of points for the whole list (70)
          or no part of the list, 5: nothing of a list in it (5)
       4  3 Tribal (225)
          is squadrons of Tribal Class Cruiser, 130: all words of a unit's name (40); a number before or behind it that counts it (25); a price that fits the unit (20); it is written like the entries around it (15); its words name nothing else (30)
       5  3 Orion (120)
          is squadrons of Orion Class Destroyer, 130: all words of a unit's name (40); a number before or behind it that counts it (25); a price that fits the unit (20); it is written like the entries around it (15); its words name nothing else (30)
       6  2 Gizmos
          is an entry of something unknown, 55: a number before or behind it that counts it (25); it stands among the entries (30)
          or no part of the list, 5: nothing of a list in it (5)
    ");
    // The list itself is written only where a file is named for it.
    let ran =
        muster_with(folder.path(), "", &["import", "posted.txt", "--ruleset", "dw-2.5", "--explain", "-o", "out.yaml"]);
    assert!(ran.out.starts_with("   1  Eagle Fleet\n"), "{ran}");
    assert!(std::fs::read_to_string(folder.path().join("out.yaml")).unwrap().contains("unit: tribal-class-cruiser"));
    let ran = muster_with(folder.path(), "", &["import", ".", "--explain", "-o", "out"]);
    assert!(ran.err.contains("--explain tells of one file"), "{ran}");
}
