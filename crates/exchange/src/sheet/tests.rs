//! Tests with typical spreadsheets of clubs, and with malicious spreadsheets.
#![allow(clippy::unwrap_used)]

use muster_engine::catalogue::Only;
use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_library::shelf::Shelf;

use super::{CELLS, FAULTS, UNITS, read, template, write};

fn ruleset() -> Ruleset {
    Shelf::built_in().ruleset(&RulesetName::Id("dw-2.5".to_owned()), &["none"]).unwrap()
}

fn faults(text: &str, nation: Option<&str>) -> Vec<String> {
    read(&ruleset(), text.as_bytes(), nation).unwrap_err().iter().map(ToString::to_string).collect()
}

/// The id and name of the nation at an index in the ruleset.
fn nation(place: usize) -> (String, String) {
    let ruleset = ruleset();
    let (id, nation) = ruleset.declarations().nations.get_index(place).unwrap();
    (id.clone(), nation.name.clone())
}

/// A club's ships; a nation may be written by name and by id.
fn club() -> String {
    let (id, name) = nation(0);
    format!(
        "# A club's ships
id,name,nation,size,type,capital,points,min,max,attachment-only,parent,dr,rules,source
old-ship,Old Ship,{name},Large,Naval,yes,120,1,1,,,6,Sharp Turn; Elite Crew,club
little-boat,Little Boat,{id},small,naval,,,1,2,yes,Old Ship,,,
"
    )
}

#[test]
fn a_sheet_becomes_a_catalogue_and_comes_back() {
    let ruleset = ruleset();
    let catalogues = read(&ruleset, club().as_bytes(), None).unwrap();
    assert_eq!(catalogues.len(), 1);
    let [boat, ship] = catalogues[0].units.as_slice() else { panic!("two units") };
    assert_eq!((boat.points, boat.only), (None, Some(Only::Attached)));
    assert_eq!((ship.points, ship.card.rules.len()), (Some(120), 2));
    let (text, lost) = write(ruleset.declarations(), &catalogues);
    assert_eq!(lost, Vec::<String>::new());
    assert_eq!(read(&ruleset, text.as_bytes(), None).unwrap(), catalogues);
    let (again, _) = write(ruleset.declarations(), &catalogues);
    assert_eq!(again, text);
}

#[test]
fn every_wrong_cell_is_named_at_once() {
    let (id, _) = nation(0);
    let text = format!(
        "name,nation,points,size,min,max,colour\n\
        A,{id},12.5,Huge,3,2,red\n\
        ,{id},1,Large,1,1\n\
        B,atlantis,1,Large,1,1,,surplus\n"
    );
    let ruleset = ruleset();
    let game = &ruleset.declarations().name;
    assert_eq!(
        faults(&text, None),
        [
            &*format!("line 1, column `colour`: {game} has no such column"),
            "line 2, column `points`: `12.5` is not a whole number from 0 to 1000000",
            "line 2, column `size`: there is no size `Huge`; known: Tiny, Small, Medium, Large, Massive",
            "line 2, column `min`: 3 is more than 2 in `max`",
            "line 3, column `name`: every unit needs a name",
            "line 4: 8 cells, but the header has 7",
            &*format!("line 4, column `nation`: {game} knows no nation `atlantis`"),
        ]
    );
}

#[test]
fn the_command_may_name_the_nation() {
    let ruleset = ruleset();
    let ((id, name), (other, _)) = (nation(0), nation(1));
    let catalogues = read(&ruleset, b"name\nA\n", Some(&name)).unwrap();
    assert_eq!(catalogues[0].nation.as_ref(), Some(&id));
    assert_eq!(
        faults(&format!("name,nation\nA,{other}\n"), Some(&id)),
        [format!("line 2, column `nation`: the command names `{id}`, this row `{other}`")]
    );
}

#[test]
fn encodings_and_signs_of_spreadsheets_are_understood() {
    let ruleset = ruleset();
    let name = |bytes: &[u8]| {
        let catalogues = read(&ruleset, bytes, Some(&nation(0).0)).unwrap();
        catalogues[0].units[0].name.clone()
    };
    assert_eq!(name("\u{feff}name;points\nW\u{e4}chter;12\n".as_bytes()), "W\u{e4}chter");
    assert_eq!(name(b"name;points\r\nW\xe4chter;12\r\n"), "W\u{e4}chter");
    assert_eq!(name("name\tpoints\nW\u{e4}chter\t12\n".as_bytes()), "W\u{e4}chter");
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain("name,points\nA,1\n".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert_eq!(name(&utf16), "A");
}

#[test]
fn formulas_are_data() {
    let ruleset = ruleset();
    let catalogues = read(&ruleset, b"name\n\"=HYPERLINK(\"\"http://x\"\")\"\n", Some(&nation(0).0)).unwrap();
    let unit = &catalogues[0].units[0];
    assert_eq!(unit.name, "=HYPERLINK(\"http://x\")");
    let (text, _) = write(ruleset.declarations(), &catalogues);
    assert!(text.contains("'=HYPERLINK"), "{text}");
    assert_eq!(read(&ruleset, text.as_bytes(), None).unwrap(), catalogues);
}

#[test]
fn a_million_rows_end_at_the_limit() {
    let rows: Vec<String> = (0..1_000_000).map(|row| row.to_string()).collect();
    let text = format!("name\n{}\n", rows.join("\n"));
    let found = faults(&text, Some(&nation(0).0));
    assert_eq!(
        found,
        [format!("line {}: a spreadsheet holds at most {UNITS} units; nothing after this line was read", UNITS + 2)]
    );
}

#[test]
fn a_row_has_so_many_cells_and_no_more() {
    let id = nation(0).0;
    for (text, line) in [
        (format!("name{}\nA\n", ",".repeat(CELLS)), 1),
        (format!("# {}\nname\n\"A\nB\"\nA{}\n", ",".repeat(CELLS), ",".repeat(CELLS)), 5),
    ] {
        let wanted = [format!("line {line}: more than {CELLS} cells; nothing was read")];
        assert_eq!(faults(&text, Some(&id)), wanted);
    }
    // Commas between quotation marks do not separate cells.
    let text = format!("name,source\nA,\"{}\"\"{}\"\n", ",".repeat(CELLS), ",".repeat(CELLS));
    assert!(read(&ruleset(), text.as_bytes(), Some(&id)).is_ok());
    assert!(read(&ruleset(), format!("name{}\nA\n", ",".repeat(CELLS - 1)).as_bytes(), Some(&id)).is_ok());
}

#[test]
fn enough_faults_end_the_reading() {
    let rows: Vec<String> = (0..170_000).map(|row| format!("{row},atlantis")).collect();
    let found = faults(&format!("name,nation\n{}\n", rows.join("\n")), None);
    assert_eq!(found.len(), FAULTS + 1);
    let last = format!("line {}: more than {FAULTS} faults; nothing from this line on was read", FAULTS + 2);
    assert_eq!(found.last(), Some(&last));
}

#[test]
fn a_parent_is_a_unit() {
    let shelf = Shelf::built_in();
    let ruleset = shelf.ruleset(&RulesetName::Id("dw-2.5".to_owned()), &[]).unwrap();
    let catalogue = ruleset.catalogues().iter().find(|catalogue| catalogue.written().nation.is_some()).unwrap();
    let (nation, theirs) = (catalogue.written().nation.clone().unwrap(), &catalogue.written().units[0]);
    let to = |text: &str| {
        let found = read(&ruleset, text.as_bytes(), Some(&nation)).unwrap();
        let unit = found[0].units.iter().find(|unit| unit.id == "boat").unwrap();
        serde_json::to_value(&unit.attaches[0].to).unwrap()
    };
    // Parents by name or id, above or below, and units of the ruleset.
    assert_eq!(to("name,id,parent\nBoat,,Great Ship\nGreat Ship,ship,\n"), serde_json::json!({"unit": "ship"}));
    assert_eq!(
        to("name,id,parent\nGreat Ship,ship,\nBoat,,ship; GREAT ship\n").to_string(),
        r#"{"unit":["ship","ship"]}"#
    );
    assert_eq!(to(&format!("name,parent\nBoat,{}\n", theirs.name)), serde_json::json!({"unit": theirs.id}));
    // A unit that names itself, by any of its words in the spreadsheet, or by those of the unit of the ruleset that it
    // replaces.
    for text in [
        "name,id,parent\nGreat Ship,ship,\nBoat,boat,ship; BOAT\n".to_owned(),
        format!("name,id,parent\nGreat Ship,ship,\nBoat,{0},{0}\n", theirs.id),
        format!("name,id,parent\nGreat Ship,ship,\nBoat,{},boat\n", theirs.id),
    ] {
        let fault = read(&ruleset, text.as_bytes(), Some(&nation)).unwrap_err();
        assert_eq!((fault.len(), fault[0].line, fault[0].column.as_deref()), (1, 3, Some("parent")), "{fault:?}");
        assert!(fault[0].message.ends_with(" is this unit itself: a unit cannot join its own kind"), "{fault:?}");
    }
    let unknown = read(&ruleset, b"name,parent\nBoat,Great Shp\nGreat Ship,\n", Some(&nation)).unwrap_err();
    assert_eq!(
        unknown[0].to_string(),
        "line 2, column `parent`: there is no unit `Great Shp` in this spreadsheet or in the catalogues of the nation; \
         did you mean `Great Ship`?"
    );
}

#[test]
fn the_template_of_every_ruleset_is_a_sheet_without_units() {
    let shelf = Shelf::built_in();
    for edition in shelf.editions() {
        let ruleset = shelf.ruleset(&RulesetName::Id(edition.id.clone()), &["none"]).unwrap();
        let text = template(ruleset.declarations());
        let found = read(&ruleset, text.as_bytes(), None).unwrap_err();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].message, "the spreadsheet holds no units");
    }
}
