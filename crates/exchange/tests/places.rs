//! Puts a mark at every place of rosters and tables. What it names must be in the list, be told, or the file is refused.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::sync::LazyLock;

use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use muster_exchange::battlescribe::roster::{Importer, Roster};
use muster_exchange::listing::{Listing, TextContext, TextReader, is_table};
use muster_library::shelf::Shelf;
use serde_json::{Value, json};

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);
static RULESET: LazyLock<Ruleset> =
    LazyLock::new(|| SHELF.ruleset(&RulesetName::Id("dw-2.5".to_owned()), &[]).unwrap());

/// All that a reader makes of a file: the list, and what it tells.
fn shown(listings: &[Listing]) -> String {
    let mut all = String::new();
    for Listing { list, doubts, concluded, .. } in listings {
        all.push_str(&serde_json::to_string(list).unwrap());
        for doubt in doubts {
            all.extend([&*doubt.sentence(), " ", doubt.help.as_deref().unwrap_or_default(), "\n"]);
        }
        all.extend(concluded.iter().map(|said| format!("{said}\n")));
    }
    all
}

/// Reads rosters. None if one is refused.
struct Rosters(Importer<'static>);

impl Rosters {
    fn new() -> Self {
        Self(Importer::new(&SHELF))
    }

    fn read(&self, text: &str) -> Option<String> {
        let roster = Roster::open("a", text.as_bytes().to_vec()).ok()?;
        Some(shown(&[self.0.read(&roster, None, TextContext::default()).ok()?]))
    }
}

/// Reads texts and tables.
struct TextsAndTables(TextReader<'static>);

impl TextsAndTables {
    fn new() -> Self {
        Self(TextReader::new(&RULESET))
    }

    fn read(&self, text: &str) -> String {
        shown(&self.0.read_all(text, TextContext::default()))
    }
}

/// Whether what an organiser gets has a name, by itself or as an id. The number before it may be counted.
fn names(shown: &str, name: &str) -> bool {
    let name = name.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ');
    shown.contains(name) || shown.contains(&slug(name))
}

/// What a test found that is neither read nor told.
#[derive(Default)]
struct LostThings(Vec<String>);

impl LostThings {
    /// Notes a file whose mark is lost, with what stands around the mark.
    fn note(&mut self, what: &str, file: &str, mark: &str) {
        let at = file.find(mark).unwrap_or_default();
        let (from, end) = (file.floor_char_boundary(at.saturating_sub(150)), file.ceil_char_boundary(at + 250));
        self.0.push(format!("{what}:\n{}", &file[from..end]));
    }

    /// Fails if anything is lost.
    fn none(self) {
        let Self(lost) = self;
        assert!(lost.is_empty(), "{} are lost:\n{}", lost.len(), lost[..lost.len().min(12)].join("\n\n"));
    }
}

/// Names of things that no ruleset knows, in the forms that are passed over: as they end in a role, allow an attachment,
/// repeat a weapon or a rule; and names of units that the lists do not have.
const NAMES: [&str; 9] = [
    "Zyx",
    "Zyx Commodore",
    "Attached Zyx",
    "Zyx Escort",
    "Zyx SAS",
    "Zyx Turret",
    "Zyx Tribal",
    "Majesty Class Dreadnought",
    "Swift Class Corvette",
];
const KINDS: [&str; 3] = ["unit", "model", "upgrade"];

/// A number from 0 to `most`, differing from call to call.
struct NumberTurns(usize);

impl NumberTurns {
    fn next(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// A mark: its name, and the ids and costs that it states.
fn mark(turns: &mut NumberTurns) -> (&'static str, Value) {
    let name = NAMES[turns.next(NAMES.len())];
    // Of nothing, of a frigate, and of the models in it.
    let ids = ["", "zyx-zyx", "9a77-b895-4cda-5244", "5179-e0ce-701b-2bae"];
    let cost = [0, 0, 35][turns.next(3)];
    let selection = json!({
        "id": "zyx", "name": name, "entryId": ids[turns.next(ids.len())], "number": (1 + 2 * turns.next(2)),
        "type": KINDS[turns.next(KINDS.len())], "costs": [{"name": "pts", "value": cost}],
    });
    (name, selection)
}

/// A selection as an element of XML, in either schema.
fn element(selection: &Value) -> String {
    let word = |key: &str| selection[key].as_str().unwrap_or_default();
    let cost = &selection["costs"][0]["value"];
    format!(
        "<selection id='zyx' name='{}' entryId='{}' number='{}' type='{}' points='{cost}'><costs><cost name='pts' \
         value='{cost}'/></costs></selection>",
        word("name"),
        word("entryId"),
        selection["number"],
        word("type")
    )
}

/// A fleet as programs write it: in the schema of 2.03, and in JSON.
const NEW: &str = r#"<roster id="a" name="Soup" battleScribeVersion="2.03" gameSystemId="0875-1887-668a-a6f2" gameSystemName="Dystopian Wars" xmlns="http://www.battlescribe.net/schema/rosterSchema">
<costs><cost name="pts" typeId="p" value="525.0"/></costs><costLimits><costLimit name="pts" typeId="p" value="1000.0"/></costLimits>
<forces><force id="f1" name="Naval Core" entryId="a173" catalogueId="8755" catalogueName="Kingdom of Britannia">
<selections>
<selection id="s0" name="KoB SAS" entryId="zzz" number="1" type="unit"><selections><selection id="s9" name="Fighter" number="5" type="upgrade"/></selections></selection>
<selection id="s1" name="Ruler Class Battleship" entryId="c7fa-69b2-df85-b9b2" number="1" type="model">
<selections><selection id="s6" name="KoB Commodore" number="1" type="upgrade"/><selection id="s7" name="Attached Bastion Class Escort" number="1" type="upgrade"/></selections>
<costs><cost name="pts" typeId="p" value="180.0"/></costs>
<profiles><profile name="Ruler" typeName="Ship"><characteristics><characteristic name="MV">5</characteristic></characteristics></profile></profiles>
<rules><rule name="Sturdy"><description>words</description></rule></rules><categories><category name="Large" entryId="c1" primary="true"/></categories></selection>
<selection id="s2" name="Tribal Class Cruiser" entryId="3302-1ef7-3e14-1a3c" number="1" type="unit"><selections><selection id="s3" name="Tribal" entryId="d639-8c3f-5210-605f" number="3" type="model"><costs><cost name="pts" value="225.0"/></costs></selection></selections></selection>
<selection id="s4" name="No Such Ship" number="1" type="unit"><selections><selection id="s5" name="Gun" number="1" type="upgrade"/></selections></selection>
</selections><categories><category name="Small" entryId="c2"/></categories>
</force></forces></roster>"#;
const OLD: &str = r#"<roster name="Old" battleScribeVersion="1.15" points="555.0" pointsLimit="1000.0" gameSystemId="dea5da1e-8b51-b068-a829-a7b0a88b17d4" gameSystemName="Dystopian Wars 2.0" xmlns="http://www.battlescribe.net/schema/rosterSchema">
<description>for Sunday</description><forces><force catalogueName="Kingdom of Britannia" forceTypeName="Open"><categories>
<category name="Large" categoryId="m"><selections><selection name="Ruler Class Battleship" number="1" type="model" points="180.0"><selections/><profiles/></selection></selections></category>
<category name="Medium" categoryId="n"><selections><selection name="Tribal Class Cruiser" number="3" type="model" points="225.0"/></selections></category>
</categories><forces/></force></forces></roster>"#;

/// The same as Muster writes it.
fn ours() -> String {
    NEW.replace(
        "<costs><cost name=\"pts\" typeId=\"p\" value=\"525.0\"/></costs>",
        "<customNotes>Ruleset: dw-2.5</customNotes>",
    )
    .replace(
        "gameSystemId=\"0875-1887-668a-a6f2\" gameSystemName=\"Dystopian Wars\"",
        "generatedBy=\"Muster\" gameSystemId=\"dw-2.5\" gameSystemName=\"Dystopian Wars 2.5\"",
    )
    .replace("entryId=\"a173\"", "")
    .replace("Naval Core", "Dystopian Wars 2.5")
}

/// The text with something put in at every place between two elements.
fn marked(text: &str, mut inner: impl FnMut() -> String) -> Vec<String> {
    let mut all = Vec::new();
    for (at, _) in text.match_indices('>') {
        let before = &text[..at];
        let open = before.rfind('<').unwrap();
        let name = before[open + 1..].split([' ', '/']).next().unwrap();
        // Inside an element that has nothing inside, and behind it.
        if let Some(begin) = before.strip_suffix('/') {
            all.push(format!("{begin}>{}</{name}>{}", inner(), &text[at + 1..]));
        }
        all.push(format!("{before}>{}{}", inner(), &text[at + 1..]));
    }
    all
}

#[test]
fn everything_in_a_roster_of_xml_is_read_or_told() {
    let rosters = Rosters::new();
    let ours = ours();
    let mut turns = NumberTurns(1);
    let (mut tried, mut refused, mut lost) = (0, 0, LostThings::default());
    for base in [NEW, OLD, &ours] {
        assert!(rosters.read(base).is_some(), "{base}");
        for _ in 0..2 {
            for around in [
                ["", ""],
                ["<selections>", "</selections>"],
                ["<extra><more>", "</more></extra>"],
                ["<forces><force name='F'><selections>", "</selections></force></forces>"],
                ["<roster><forces><force><selections>", "</selections></force></forces></roster>"],
                [
                    "<selections><selection name='Ruler Class Battleship' type='unit'><selections>",
                    "</selections></selection></selections>",
                ],
                [
                    "<selections><selection name='Some' type='upgrade'><selections>",
                    "</selections></selection></selections>",
                ],
                ["<categories><category name='C'><selections>", "</selections></category></categories>"],
            ] {
                let mut marks = Vec::new();
                let files = marked(base, || {
                    let (name, selection) = mark(&mut turns);
                    marks.push(name);
                    format!("{}{}{}", around[0], element(&selection), around[1])
                });
                for (file, name) in files.iter().zip(marks) {
                    tried += 1;
                    match rosters.read(file) {
                        Some(shown) if !names(&shown, name) => lost.note(name, file, "id='zyx'"),
                        Some(_) => {}
                        None => refused += 1,
                    }
                }
            }
        }
    }
    lost.none();
    assert!(tried > 2000 && refused * 10 < tried, "{refused} of {tried}");
}

/// A tree of JSON for the roster of XML.
fn tree(node: &str) -> Value {
    let mut roster = json!({
        "name": "Soup", "generatedBy": "https://newrecruit.eu", "gameSystemId": "0875-1887-668a-a6f2",
        "gameSystemName": "Dystopian Wars", "costs": [{"name": "pts", "value": 405}],
        "costLimits": [{"name": "pts", "value": 1000}],
        "forces": [{
            "id": "f", "name": "Naval Core", "entryId": "a173", "catalogueName": "Kingdom of Britannia", "forces": [],
            "rules": [{"name": "Sturdy", "description": "words"}],
            "selections": [
                {"id": "s1", "name": "Ruler Class Battleship", "entryId": "c7fa-69b2-df85-b9b2", "number": 1, "type": "model",
                 "costs": [{"name": "pts", "value": 180}], "categories": [{"name": "Large", "entryId": "c1", "primary": true}],
                 "profiles": [{"name": "Ruler", "typeName": "Ship", "characteristics": [{"name": "MV", "$text": "5"}]}],
                 "selections": [{"name": "KoB Commodore", "number": 1, "type": "upgrade", "selections": []}]},
                {"id": "s2", "name": "Tribal Class Cruiser", "entryId": "3302-1ef7-3e14-1a3c", "number": 1, "type": "unit",
                 "selections": [{"name": "Tribal", "entryId": "d639-8c3f-5210-605f", "number": 3, "type": "model",
                                 "costs": [{"name": "pts", "value": 225}]}]},
            ],
        }],
    });
    roster[node] = json!(node);
    json!({"roster": roster, "note": "x"})
}

/// All pointers to the objects and lists of a value.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            all.push(at.to_owned());
            object.iter().for_each(|(key, value)| pointers(value, &format!("{at}/{key}"), all));
        }
        Value::Array(items) => {
            all.push(at.to_owned());
            items.iter().enumerate().for_each(|(place, value)| pointers(value, &format!("{at}/{place}"), all));
        }
        _ => {}
    }
}

#[test]
fn everything_in_a_roster_of_json_is_read_or_told() {
    let rosters = Rosters::new();
    let base = tree("x");
    let mut all = Vec::new();
    pointers(&base, "", &mut all);
    let mut turns = NumberTurns(2);
    let (mut tried, mut lost) = (0, LostThings::default());
    for round in 0..6 {
        for at in &all {
            for key in ["selections", "forces", "extra", "selection", "associations"] {
                let (name, selection) = mark(&mut turns);
                let around = match round % 3 {
                    0 => selection,
                    1 => json!([selection]),
                    _ => json!({"name": "Around", "selections": [{"deep": [selection]}]}),
                };
                let mut file = base.clone();
                match file.pointer_mut(at).unwrap() {
                    Value::Array(items) => items.push(around),
                    // What is there stays beside it.
                    Value::Object(object) => match object.get_mut(key) {
                        Some(Value::Array(items)) => items.push(around),
                        _ => _ = object.insert(key.to_owned(), around),
                    },
                    _ => {}
                }
                tried += 1;
                let file = serde_json::to_string_pretty(&file).unwrap();
                if rosters.read(&file).is_some_and(|shown| !names(&shown, name)) {
                    lost.note(&format!("{name} in `{at}` under `{key}`"), &file, "\"zyx\"");
                }
            }
        }
    }
    lost.none();
    assert!(tried > 400, "{tried}");
}

/// Numbers that are no plain count, and what a reader may make of them.
const ODD: [&str; 14] =
    ["4²", "1/2", "½", "2½", "①", "٣", "1e1", "0x4", "-1", "1.5", "0", "99999999999", "4\u{200b}2", "four hundred"];
const PLAIN: [(&str, u32); 3] = [("２", 2), ("3,0", 3), (" 3 ", 3)];

#[test]
fn odd_numbers_in_rosters_are_told() {
    let rosters = Rosters::new();
    let mut lost = LostThings::default();
    for (at, _) in NEW.match_indices("number=\"") {
        let from = at + "number=\"".len();
        let end = from + NEW[from..].find('"').unwrap();
        for odd in ODD {
            let file = format!("{}{odd}{}", &NEW[..from], &NEW[end..]);
            if !rosters.read(&file).unwrap().contains(&format!("{odd} of ")) {
                lost.note(odd, &file, &format!("number=\"{odd}\""));
            }
        }
    }
    lost.none();
}

/// Tables of players, and one that Muster wrote.
const TABLES: [&str; 3] = [
    "Kingdom of Britannia;;;;\nName;Ship;Qty;Pts;Upgrades\nFirst;Ruler Class Battleship;1;180;Elite Crew\n;Tribal Class Cruiser;3;225;\n;Attacker Class Frigate;4;120;\n;;;525;\n",
    "No.,Unit,Each,Sum,Notes,Box\n1,Ruler Class Battleship,180,180,flagship,blue\n3,Tribal Class Cruiser,75,225,,red\n4,Attacker Class Frigate,30,120,,\nTotal,,,525,,\n",
    "list,player,ruleset,mfv,group,name,unit,id,nation,models,points,roles,options,attached,slot,allocation,turn,brought by,carries,terms\nSea,Ann,dw-2.5 1.0.0,1000,,,Ruler Class Battleship,ruler-class-battleship,Kingdom of Britannia,1,180,Commodore,,,,Main Force,,,,\nSea,Ann,dw-2.5 1.0.0,1000,,,Tribal Class Cruiser,tribal-class-cruiser,Kingdom of Britannia,3,225,,,,,Main Force,,,,\n",
];

fn cells(table: &str) -> (char, Vec<Vec<String>>) {
    let sign = if table.contains(';') { ';' } else { ',' };
    (sign, table.lines().map(|line| line.split(sign).map(str::to_owned).collect()).collect())
}

fn joined(sign: char, rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(&sign.to_string()) + "\n").collect()
}

#[test]
fn every_cell_of_a_table_is_read_or_told() {
    let texts = TextsAndTables::new();
    let mut lost = LostThings::default();
    for table in TABLES {
        let (sign, base) = cells(table);
        assert!(is_table(table));
        let width = base.iter().map(Vec::len).max().unwrap();
        for name in ["Zyxomat", "3 Zyxomats", "Majesty Class Dreadnought", "2 Majesty Class Dreadnought"] {
            let mut tried = Vec::new();
            for row in 0..=base.len() {
                for column in 0..width + 2 {
                    // In place of a cell, and in a row of its own.
                    let mut replaced = base.clone();
                    if let Some(cells) = replaced.get_mut(row) {
                        cells.resize(cells.len().max(column + 1), String::new());
                        name.clone_into(&mut cells[column]);
                        tried.push(replaced);
                    }
                    let mut added = base.clone();
                    let mut cells = vec![String::new(); width.max(column + 1)];
                    name.clone_into(&mut cells[column]);
                    added.insert(row, cells);
                    tried.push(added);
                }
            }
            // A column of its own, with any heading.
            for heading in ["", "Zyxhead", "Qty", "Unit", "Notes", "Pts", "Group", "Escort", "Terms", "Slot"] {
                for column in [0, 2, width] {
                    for row in 0..base.len() {
                        let mut wider = base.clone();
                        for cells in &mut wider {
                            cells.resize(cells.len().max(width), String::new());
                            cells.insert(column, String::new());
                        }
                        let head = usize::from(!base[0].iter().any(|cell| cell.eq_ignore_ascii_case("unit")));
                        heading.clone_into(&mut wider[head][column]);
                        name.clone_into(&mut wider[row][column]);
                        tried.push(wider);
                    }
                }
            }
            for rows in tried {
                let file = joined(sign, &rows);
                let is_lost = |shown: String| !names(&shown, name) && !names(&shown, "Zyxomat");
                // Without a head it is a text like others.
                if is_table(&file) && is_lost(texts.read(&file)) {
                    lost.note(name, &file, name);
                }
            }
        }
    }
    lost.none();
}

#[test]
fn odd_numbers_in_tables_are_told() {
    let texts = TextsAndTables::new();
    let mut lost = LostThings::default();
    for table in TABLES {
        let (sign, base) = cells(table);
        for (row, column) in (1..base.len()).flat_map(|row| (0..base[row].len()).map(move |column| (row, column))) {
            // Of the first unit, a squadron has one model.
            let is_number = base[row][column].parse::<u32>().is_ok_and(|number| (2..10).contains(&number));
            if !is_number {
                continue;
            }
            for odd in ODD {
                let mut rows = base.clone();
                odd.clone_into(&mut rows[row][column]);
                let file = joined(sign, &rows);
                let told = format!("the number in `{odd}");
                if !texts.read(&file).contains(&told) {
                    lost.note(odd, &file, odd);
                }
            }
            for (plain, number) in PLAIN.iter().filter(|(plain, _)| !plain.contains(sign)) {
                let mut rows = base.clone();
                (*plain).clone_into(&mut rows[row][column]);
                let shown = texts.read(&joined(sign, &rows));
                assert!(
                    shown.contains(&format!("\"models\":{number}")) && !shown.contains("the number in"),
                    "{plain}: {shown}"
                );
            }
        }
    }
}

#[test]
fn odd_numbers_in_texts_are_told() {
    let texts = TextsAndTables::new();
    let mut lost = LostThings::default();
    let text =
        |line: &str| format!("Kingdom of Britannia\n\n1 Ruler Class Battleship\n{line}\n3 Tribal Class Cruiser\n");
    for odd in ["4²", "1/2", "½", "2½", "①", "٣", "4⁄2", "4 2", "4\u{200b}2", "1.5", "0", "0x4", "1e1", "4+2", "4*2"]
    {
        for line in [
            format!("{odd} Attacker Class Frigate"),
            format!("{odd}x Attacker Class Frigate"),
            format!("- {odd} x Attackers"),
        ] {
            let shown = texts.read(&text(&line));
            let is_told =
                ["it is not clear what the number", "is not understood"].iter().any(|told| shown.contains(told));
            if !is_told {
                lost.note(&line, &shown, "squadrons");
            }
        }
    }
    for odd in ["4²", "½", "1/2", "①", "٣"] {
        for line in [
            format!("Attacker Class Frigate x{odd}"),
            format!("Attacker Class Frigate ({odd})"),
            format!("Attackers: {odd}"),
        ] {
            let shown = texts.read(&text(&line));
            if !shown.contains("it is not clear what the number") {
                lost.note(&line, &shown, "squadrons");
            }
        }
    }
    lost.none();
    for plain in ["４ Attacker Class Frigate", "４x Attacker Class Frigate", "Attacker Class Frigate x４"] {
        let shown = texts.read(&text(plain));
        assert!(shown.contains("\"models\":4") && !shown.contains("the number in"), "{plain}\n{shown}");
    }
}
