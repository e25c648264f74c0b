//! Units that are written as a spreadsheet come back exactly.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::declarations::TraitOwner;
use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_library::shelf::Shelf;
use proptest::prelude::{ProptestConfig, any};
use proptest::{collection, proptest};
use serde_json::{Map, Value, json};

use super::form::CellForm;
use super::kind::UnitRowKind;
use super::{read, template, write};
use crate::unpack::{PartContent, unpack};

fn is_list(text: &str) -> bool {
    unpack("sheet.csv", text.as_bytes()).iter().any(|part| matches!(part.content, PartContent::Table(_)))
}

#[test]
fn every_unit_of_every_game_comes_back() {
    let shelf = Shelf::built_in();
    let mut units = 0;
    for edition in shelf.editions() {
        let ruleset = shelf.ruleset(&RulesetName::Id(edition.id.clone()), &[]).unwrap();
        assert!(!is_list(&template(ruleset.declarations())), "the template of {} is no list", edition.id);
        for catalogue in ruleset.catalogues() {
            let catalogue = catalogue.written();
            let (text, lost) = write(&ruleset, std::slice::from_ref(catalogue));
            assert_eq!(lost, Vec::<String>::new(), "{} {:?}", edition.id, catalogue.nation);
            let back = read(&ruleset, text.as_bytes(), None).unwrap();
            assert_eq!((back.len(), &back[0].source), (1, &catalogue.source));
            for unit in &catalogue.units {
                assert_eq!(back[0].units.iter().find(|back| back.id == unit.id), Some(unit));
            }
            assert_eq!(back[0].units.len(), catalogue.units.len());
            assert!(!is_list(&text), "{} {:?} is no list", edition.id, catalogue.nation);
            units += catalogue.units.len();
        }
    }
    assert!(units > 1500, "{units}");
}

/// Every key that catalogues have must have a cell.
#[test]
fn the_rows_have_all_keys_of_catalogues() {
    let schema = serde_json::to_value(schemars::schema_for!(Unit)).unwrap();
    for (kind, name) in [
        (UnitRowKind::Unit, ""),
        (UnitRowKind::Weapon, "Weapon"),
        (UnitRowKind::Option, "UnitOption"),
        (UnitRowKind::Choice, "Choice"),
        (UnitRowKind::Member, "Member"),
        (UnitRowKind::Becomes, "NewKind"),
        (UnitRowKind::Adds, "NewKind"),
        (UnitRowKind::Attaches, "Attachment"),
        (UnitRowKind::Host, "Host"),
        (UnitRowKind::Brings, "Brings"),
        (UnitRowKind::Load, "Load"),
    ] {
        let shape = if name.is_empty() { &schema } else { &schema["$defs"][name] };
        let fields = kind.fields().into_iter().map(|field| field.at);
        let mut known: Vec<&str> = fields.chain(kind.below().into_iter().map(|below| below.at)).collect();
        known.extend(kind.traits().into_iter().chain(kind.stats()));
        // The spreadsheet has a column or a kind of row for each key of the schema.
        for key in shape["properties"].as_object().unwrap().keys() {
            let at = format!("/{key}");
            assert!(known.iter().any(|known| *known == at || known.starts_with(&format!("{at}/"))), "{name} {key}");
        }
    }
}

/// Makes arbitrary things from these bytes alone. The property tester shrinks a failure by shrinking the bytes.
struct ByteDice<'r> {
    bytes: Vec<u8>,
    ruleset: &'r Ruleset,
}

const WORDS: [&str; 14] = [
    "Elite Crew",
    "Piercing (Main Turret; Torpedoes)",
    "\"Bolt\" Pistol",
    "10\"",
    "\"10",
    "=1+1",
    "> weapon",
    "-",
    "W\u{e4}chter, \u{41e}",
    "one\ntwo",
    "any",
    "7",
    "+5",
    "'",
];

const IDS: [&str; 4] = ["captain", "major", "iron-crew", "mk-ii"];

impl ByteDice<'_> {
    /// A number below this. Without bytes, zero.
    fn roll(&mut self, below: usize) -> usize {
        self.bytes.pop().map_or(0, |byte| usize::from(byte) % below)
    }

    fn word(&mut self) -> Value {
        json!(WORDS[self.roll(WORDS.len())])
    }

    fn id(&mut self) -> &'static str {
        IDS[self.roll(IDS.len())]
    }

    fn many(&mut self, make: impl Fn(&mut Self) -> Value) -> Value {
        (0..=self.roll(2)).map(|_| make(self)).collect()
    }

    fn map(&mut self, make: impl Fn(&mut Self) -> Value) -> Value {
        let entries: Map<String, Value> = (0..=self.roll(2)).map(|_| (self.id().to_owned(), make(self))).collect();
        Value::Object(entries)
    }

    fn figure(&mut self) -> Value {
        if self.roll(2) == 0 { json!(self.roll(20)) } else { self.word() }
    }

    /// A value of a cell.
    fn value(&mut self, form: CellForm) -> Value {
        match form {
            CellForm::Text => self.word(),
            CellForm::Id => json!(self.id()),
            CellForm::Number(min, _) => json!(min as usize + self.roll(9)),
            CellForm::Signed => json!(i64::try_from(self.roll(20)).unwrap() - 10),
            CellForm::Numbers => self.many(|dice| json!(dice.roll(99))),
            CellForm::Figures => self.many(Self::figure),
            CellForm::Texts => {
                self.many(|dice| if dice.roll(4) == 0 { json!(["", " a "][dice.roll(2)]) } else { dice.word() })
            }
            CellForm::TextsOrAny if self.roll(2) == 0 => json!([]),
            CellForm::TextsOrAny => self.many(Self::word),
            CellForm::Flag => json!(true),
            CellForm::Yes(word) => json!(word),
            // The first is left out of catalogues.
            CellForm::OneOf(words) => json!(words[1 + self.roll(words.len() - 1)]),
            CellForm::Range => match self.roll(3) {
                0 => json!({"min": 2}),
                more => json!({"min": 1, "max": more}),
            },
            CellForm::NumbersWith | CellForm::NumbersIn => self.map(|dice| json!(dice.roll(99))),
            CellForm::PointsWith => self.many(|dice| {
                let mut price =
                    json!({"with": dice.many(|dice| json!(dice.id())), "points": dice.value(CellForm::Signed)});
                if dice.roll(2) == 0 {
                    price["without"] = dice.many(|dice| json!(dice.id()));
                }
                if dice.roll(4) == 0 {
                    price["with"] = json!([]);
                }
                price
            }),
            CellForm::WordsIn([]) => self.map(|dice| json!(dice.id())),
            CellForm::WordsIn(words) => self.map(|dice| json!(words[dice.roll(words.len())])),
            CellForm::Selector => match self.roll(3) {
                0 => json!({"unit": "captain"}),
                1 => json!({"size": ["large", "massive"], "not": {"type": "naval"}}),
                _ => json!({"any": [{"name": "One; \"two\""}, {"size": "large"}]}),
            },
        }
    }

    fn traits(&mut self, kind: UnitRowKind) -> Value {
        let declared = &self.ruleset.declarations().traits;
        let mut traits = Map::new();
        for (id, of) in declared.iter().filter(|(_, of)| of.of == TraitOwner::Unit) {
            let values: Vec<&String> = of.values.keys().collect();
            let value = match (of.open, values.as_slice()) {
                _ if self.roll(3) > 0 => continue,
                (true, _) => json!(self.id()),
                (false, []) => json!(kind == UnitRowKind::Unit || self.roll(2) == 0),
                (false, [one, other, ..]) if of.many && self.roll(2) == 0 => json!([one, other]),
                (false, values) => json!(values[self.roll(values.len())]),
            };
            traits.insert(id.clone(), value);
        }
        Value::Object(traits)
    }

    fn stats(&mut self) -> Value {
        let ids: Vec<&String> = self.ruleset.declarations().stats.keys().collect();
        let stats: Map<String, Value> =
            (0..=self.roll(3)).map(|_| (ids[self.roll(ids.len())].clone(), self.figure())).collect();
        Value::Object(stats)
    }

    /// Makes an arbitrary thing of a kind, with arbitrary things of the rows below it.
    fn thing(&mut self, kind: UnitRowKind, depth: usize) -> Value {
        let mut thing = json!({});
        for field in kind.fields() {
            let is_due = field.is_needed || ["id", "name", "bands"].contains(&field.column) || self.roll(3) == 0;
            // `max` of a range needs `min`, which a smaller number may not cross.
            let is_range = ["/squadron/max", "/squadron/min", "/models/min", "/models/max"].contains(&field.at);
            if is_due && !is_range && thing.pointer(field.at).is_none() && !["min", "max"].contains(&field.column) {
                let value = self.value(field.form);
                put(&mut thing, field.at, value);
            }
        }
        let min = 1 + self.roll(3);
        let range =
            if self.roll(2) == 0 { json!({"min": min}) } else { json!({"min": min, "max": min + self.roll(3)}) };
        match kind {
            UnitRowKind::Member => thing["models"] = range,
            UnitRowKind::Unit if self.roll(2) == 0 => thing["squadron"] = range,
            UnitRowKind::Choice => {
                thing["min"] = range["min"].clone();
                thing["max"] = range["max"].clone();
            }
            UnitRowKind::Option | UnitRowKind::Attaches | UnitRowKind::Host if self.roll(2) == 0 => {
                thing["max"] = json!(min);
            }
            _ => {}
        }
        if let Some(at) = kind.traits() {
            let traits = self.traits(kind);
            put(&mut thing, at, traits);
        }
        if let Some(at) = kind.stats() {
            let stats = self.stats();
            put(&mut thing, at, stats);
        }
        for below in kind.below() {
            if depth < 5 && self.roll(3) == 0 {
                let inner = self.thing(below.kind, depth + 1);
                let inner = if below.is_one { inner } else { (0..=self.roll(2)).map(|_| inner.clone()).collect() };
                put(&mut thing, below.at, inner);
            }
        }
        thing
    }
}

fn put(thing: &mut Value, at: &str, value: Value) {
    let place = at.split('/').skip(1).fold(thing, |thing, key| &mut thing[key]);
    *place = value;
}

static RULESET: LazyLock<Ruleset> = LazyLock::new(|| {
    let shelf = Shelf::built_in();
    shelf.ruleset(&RulesetName::Id("dw-2.5".to_owned()), &["none"]).unwrap()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_unit_has_comes_back(bytes in collection::vec(any::<u8>(), 0..900)) {
        let ruleset = &*RULESET;
        let value = ByteDice { bytes, ruleset }.thing(UnitRowKind::Unit, 0);
        let unit: Unit = serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"));
        let nation = ruleset.declarations().nations.keys().next().cloned();
        let (kind, source) = ("catalogue".to_owned(), "Made up.".to_owned());
        let catalogue = Catalogue { kind, nation, source, units: vec![Arc::new(unit)] };
        let (text, lost) = write(ruleset, std::slice::from_ref(&catalogue));
        assert_eq!(lost, Vec::<String>::new(), "{text}");
        assert_eq!(read(ruleset, text.as_bytes(), None).unwrap(), [catalogue]);
    }

    /// Whatever the cells say: the spreadsheet is read, or each fault has its line.
    #[test]
    fn any_cells_are_read_or_told(rolls in collection::vec(any::<u8>(), 0..4000)) {
        let ruleset = &*RULESET;
        let mut dice = ByteDice { bytes: rolls, ruleset };
        let columns = template(ruleset.declarations());
        let header: Vec<&str> = columns.lines().last().unwrap().split(',').collect();
        let mut text = format!("{}\n", header.join("\t"));
        while !dice.bytes.is_empty() {
            let marks = ">".repeat(dice.roll(4));
            let kind = UnitRowKind::words().nth(dice.roll(13)).unwrap_or("what");
            let cells = (0..header.len() - 1).map(|_| match dice.roll(12) {
                0 => WORDS[dice.roll(WORDS.len())].replace(['\n', '"'], " "),
                1 => ["prussian-empire", "1 to 3", "2 or more", "10 with a without b", "3 in x", "{not: {a: {b: c}}}"][dice.roll(6)].to_owned(),
                2 => dice.roll(9).to_string(),
                _ => String::new(),
            });
            let cells: Vec<String> = cells.collect();
            writeln!(text, "{marks} {kind}\t{}", cells.join("\t")).unwrap();
        }
        let lines = text.lines().count() as u64;
        if let Err(faults) = read(ruleset, text.as_bytes(), None) {
            assert!(!faults.is_empty() && faults.iter().all(|fault| (1..=lines).contains(&fault.line)), "{faults:?}");
        }
    }
}
