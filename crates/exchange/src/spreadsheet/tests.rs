//! Tests with typical spreadsheets of clubs, and with malicious spreadsheets.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use muster_engine::catalogue::FieldingWay;
use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_library::shelf::Shelf;

use super::{CELLS, DEPTH, FAULTS, ROWS, UNITS, read, template, write};

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
    assert_eq!((boat.points, boat.only), (None, Some(FieldingWay::Attached)));
    assert_eq!((ship.points, ship.card.rules.len()), (Some(120), 2));
    let (text, lost) = write(&ruleset, &catalogues);
    assert_eq!(lost, Vec::<String>::new());
    assert_eq!(read(&ruleset, text.as_bytes(), None).unwrap(), catalogues);
    let (again, _) = write(&ruleset, &catalogues);
    assert_eq!(again, text);
}

/// A word in any place is in the catalogue, in a line that is skipped, or the spreadsheet is refused with a message.
#[test]
fn every_cell_is_read_or_refused() {
    let ruleset = ruleset();
    let rows: Vec<Vec<String>> = club().lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap();
    let mut read_words = 0;
    for row in 1..rows.len() {
        for column in 0..width + 2 {
            for is_added in [false, true] {
                let mut marked = rows.clone();
                if is_added {
                    // A column of its own, without a heading.
                    for cells in &mut marked {
                        cells.resize(width + 2, String::new());
                        cells.insert(column, String::new());
                    }
                }
                let cells = &mut marked[row];
                cells.resize(cells.len().max(column + 1), String::new());
                "Zyxomat".clone_into(&mut cells[column]);
                let text: String = marked.iter().map(|cells| cells.join(",") + "\n").collect();
                match read(&ruleset, text.as_bytes(), None) {
                    Ok(catalogues) => {
                        let all = serde_json::to_string(&catalogues).unwrap().to_lowercase();
                        assert!(all.contains("zyxomat"), "{text}");
                        read_words += 1;
                    }
                    Err(faults) => assert!(!faults.is_empty(), "{text}"),
                }
            }
        }
    }
    assert!(read_words > 5, "{read_words}");
    let text = "name,nation,,points\nA,none,,5\nB,none,3 of C,5\n";
    let told = "line 3: cell 3 has no heading; give its column a name, or empty it";
    assert!(faults(text, None).iter().any(|fault| fault == told), "{:?}", faults(text, None));
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
    let (text, _) = write(&ruleset, &catalogues);
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

/// A club's ship with a card, as somebody types it.
const CARD: &str = "\
row,name,nation,size,type,points,min,max,bands,arc,rules,removes,dr,marks,buys
,Our Monitor,prussian-empire,medium,naval,70,1,2,,,Stoic,,5,,
weapon,Main Turret,,,,,,,9; 7; 5; -,270 Fore,Piercing,,,,
option,Iron Crew,,,,5,,,,,Elite Crew,Stoic,6,,Squadron
choice,Mark,,,,,1,1,,,,,,yes,
> option,Mk II,,,,10,,,,,,,,,
>> weapon,Rear Turret,,,,,,,4; 3; -; -,,,,,,
unit,Our Launch,prussian-empire,small,naval,,,,,,,,,,
";

#[test]
fn rows_below_a_unit_are_its_card_and_its_options() {
    let catalogues = read(&ruleset(), CARD.as_bytes(), None).unwrap();
    let wanted = serde_json::json!([
        {"id": "our-launch", "name": "Our Launch", "traits": {"size": "small", "type": "naval"}},
        {
            "id": "our-monitor", "name": "Our Monitor", "points": 70, "traits": {"size": "medium", "type": "naval"},
            "squadron": {"min": 1, "max": 2},
            "card": {
                "stats": {"dr": 5}, "rules": ["Stoic"],
                "weapons": [
                    {"name": "Main Turret", "bands": [9, 7, 5, "-"], "arc": "270 Fore", "rules": ["Piercing"]},
                ],
            },
            "options": [{
                "id": "iron-crew", "name": "Iron Crew", "points": 5, "buys": "squadron", "sets": {"dr": 6},
                "rules": ["Elite Crew"], "removes": ["Stoic"],
            }],
            "choices": [{
                "id": "mark", "name": "Mark", "min": 1, "max": 1, "marks": true,
                "options": [{
                    "id": "mk-ii", "name": "Mk II", "points": 10,
                    "weapons": [{"name": "Rear Turret", "bands": [4, 3, "-", "-"]}],
                }],
            }],
        },
    ]);
    assert_eq!(serde_json::to_value(&catalogues[0].units).unwrap(), wanted);
}

#[test]
fn every_wrong_row_is_named_at_once() {
    let text = "\
row,name,nation,points,size,min,max,bands,buys,points-with,parent-models,which
weapon,Lost,,,,,,9,,,,
,Ship,prussian-empire,70,large,1,2,,,,,
weapon,,,5,small,,,9,,,,
weapn,Turret,,,,,,9,,,,
option,Crew,,5.5,,,,,sqadron,five more,,
>> weapon,Turret,,,,,,9,,,,
> choice,Mark,prussian-empire,,,3,2,,,,,
> host,Mark,,,,,,,,,,
attaches,,,,,,,,,,2 to 1,{size: [large}
attaches,,,,,,,,,,three,{not: 5}
> unit,Boat,,,,,,,,,,
unit,Boat,prussian-empire,,,,,9,,,,
";
    assert_eq!(
        faults(text, None),
        [
            "line 2, column `row`: no unit is above this weapon, to which it could belong",
            "line 4, column `points`: a row `weapon` has no `points`; leave it empty",
            "line 4, column `size`: a row `weapon` has no `size`; leave it empty",
            "line 4, column `name`: a row `weapon` needs a value here",
            "line 5, column `row`: there is no row `weapn`; did you mean `weapon`?",
            "line 6, column `points`: `5.5` is not a whole number from -1000000 to 1000000",
            "line 6, column `buys`: `sqadron` is none of these: model, all-models, squadron; did you mean `squadron`?",
            "line 6, column `points-with`: `five more` cannot be read; it is written like `10 with captain + major without private`",
            "line 7, column `row`: no row with one `>` less is above this weapon, to which it could belong",
            "line 8, column `nation`: a row `choice` has no `nation`; leave it empty",
            "line 8, column `min`: 3 is more than 2 in `max`",
            "line 9, column `row`: a row `host` cannot belong to a row `option`; the signs `>` tell to which row it belongs",
            "line 10, column `parent-models`: 2 is more than 1",
            "line 10, column `which`: `{size: [large}` cannot be read; it is written like `{size: [large, massive]}`, as in rules",
            "line 11, column `parent-models`: `three` cannot be read; it is written like `3`, `1 to 3` or `2 or more`",
            "line 11, column `which`: `{not: 5}` cannot be read; it is written like `{size: [large, massive]}`, as in rules",
            "line 12, column `row`: a unit belongs to no row above: leave out the `>` before it",
            "line 13, column `bands`: a row `unit` has no `bands`; leave it empty",
        ]
    );
}

#[test]
fn a_card_may_have_two_hundred_weapons() {
    let weapons: Vec<String> = (0..200).map(|number| format!("weapon,Turret {number},,{number}; -\n")).collect();
    let text = format!("row,name,nation,bands\nunit,Hedgehog,prussian-empire,\n{}", weapons.concat());
    let found = read(&ruleset(), text.as_bytes(), None).unwrap();
    assert_eq!(found[0].units[0].card.weapons.len(), 200);
    let rows = "weapon,Turret,,9\n".repeat(ROWS);
    let found = faults(&format!("row,name,nation,bands\nunit,Hedgehog,prussian-empire,\n{rows}"), None);
    let told = format!("line {}: a spreadsheet holds at most {ROWS} rows; nothing after this line was read", ROWS + 2);
    assert_eq!(found, [told]);
}

#[test]
fn units_of_no_nation_have_a_minus() {
    let ruleset = ruleset();
    let text = "row,name,nation,source\ncatalogue,,-,Our own.\nunit,Balloon,-,\n";
    let found = read(&ruleset, text.as_bytes(), None).unwrap();
    assert_eq!((found[0].nation.as_deref(), found[0].source.as_str()), (None, "Our own."));
    assert_eq!(
        write(&ruleset, &found),
        (
            "row,id,name,nation,points,source\r\ncatalogue,,,-,,Our own.\r\nunit,balloon,Balloon,-,,\r\n".to_owned(),
            Vec::new()
        )
    );
    let (id, _) = nation(0);
    let told = format!("line 3, column `nation`: the command names `{id}`, this row `-`");
    assert!(faults(text, Some(&id)).contains(&told));
}

#[test]
fn what_does_not_come_back_is_named() {
    let ruleset = ruleset();
    let mut catalogues = read(&ruleset, CARD.as_bytes(), None).unwrap();
    let unit = Arc::make_mut(&mut catalogues[0].units[1]);
    unit.card.weapons[0].name = " Main Turret".to_owned();
    unit.vintage = Some(String::new());
    let (_, lost) = write(&ruleset, &catalogues);
    assert_eq!(lost, ["Our Monitor: a spreadsheet cannot hold `/card/weapons/0/name`, `/vintage`"]);
}

#[test]
fn options_in_options_end_at_the_limit() {
    let text = |depth: usize| {
        let row = |marks: usize| format!("{} option,Crew {marks},\n", ">".repeat(marks));
        let rows: Vec<String> = (0..=depth).map(row).collect();
        format!("row,name,nation\nunit,Hedgehog,prussian-empire\n{}", rows.concat())
    };
    assert!(read(&ruleset(), text(DEPTH).as_bytes(), None).is_ok());
    let found = faults(&text(2000), None);
    let told = format!("line {}, column `row`: at most {DEPTH} signs `>` may stand before a word", DEPTH + 4);
    assert_eq!((found.len(), &found[0]), (FAULTS + 1, &told));
}

#[test]
fn titles_stand_above_the_header() {
    let (_, nation) = nation(0);
    let rows = format!("name;nation;size;type;capital;points;min;max\nMonitor;{nation};Medium;Naval;yes;70;1;3\n");
    let plain = read(&ruleset(), rows.as_bytes(), None).unwrap();
    for above in [
        "Units of our club;;;;;;;\n",
        "Units of our club\n\n",
        "Our club, 2026\n",
        "\"Our; club\nand its units\";;;\n",
        "sep=;\n",
        "\u{feff}sep=;\r\n",
    ] {
        assert_eq!(read(&ruleset(), format!("{above}{rows}").as_bytes(), None).unwrap(), plain, "{above}");
    }
    let commas = format!("\"Our club, 2026\",,,\n{}", rows.replace(';', ","));
    assert_eq!(read(&ruleset(), commas.as_bytes(), None).unwrap(), plain);
    // The lines of faults are those of the file.
    let wrong = format!("Units of our club;;\n{}", rows.replace("Medium", "Middle"));
    assert!(faults(&wrong, None)[0].starts_with("line 3"), "{:?}", faults(&wrong, None));
}
