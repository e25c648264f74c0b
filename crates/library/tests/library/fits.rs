//! What fits must keep its schema: the schema is not asked about it. The test takes documents with every key of their
//! kinds. It replaces each value by values of every kind and at every bound, by lists of what is in it and by maps. It
//! leaves keys out, misspells them, and adds others.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;
use std::path::Path;

use muster_library::document::Document;
use muster_library::fits::fits;
use muster_library::schema::{SchemaForm, faults_by_schema};
use muster_library::schemas::FileKind;
use muster_library::yaml::documents;
use serde_json::{Value, json};

use crate::mutations::{files, pointers, values, with_other_keys};

const OVERLAY: &str = "
muster: 1.0
kind: overlay
id: everything
name: Everything
version: 1.0.0
extends: [dw-2.5, {id: a, version: ^1.0}]
book: {title: B, imprint: I, x-a: 1}
ban: {nations: [n], units: [u], options: [o], cards: [c]}
only: {nations: [n], units: [u], cards: ~}
prices: {a: 1, n:a: 2, a/o: ~}
units: []
drop: [r]
rules: []
cards: {}
special-rules: []
tables:
  new: {title: T, source: {book: b, page: '1'}, rows: [{to: 1, value: -2}, {value: 3}]}
  old: {rows: [{value: 1}], x-b: {c: 1}}
settings:
  words: {title: T, summary: S, values: {w: {title: W, summary: S, gives: [1, 2]}}, default: w, consent: r}
  numbers: {title: T, summary: S, numbers: [1, 2], given-by: words}
  number: {title: T, summary: S, range: {min: 1, max: 4}, default: '2'}
  old: {title: T}
patches:
  new: {title: T, source: {book: b, page: '1'}, reading: R, where: {size: large}, gives: {rules: [r]}}
  old: {gives: {rules: [s]}}
consents: [a, from-list]
fixes:
  mfv: [500, 1000]
  settings: {flag: true, number: 1, word: a, numbers: [1, 2], words: [a, b]}
sizes: [500, 1000]
deadline: 2026-11-21
key: age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj
x-d: {e: [1, {f: g}]}
";

const UNITS: &str = "
- id: new
  name: N
  aliases: [a]
  points: 1
  points-with: [{with: [a], without: [b], points: -1}]
  traits: {flag: true, one: a, many: [a, b]}
  squadron: {min: 1, max: 2}
  usual: 1
  slots: {core: s}
  copies: {core: 2}
  only: attached
  card:
    stats: {dr: 6, hp: P/S}
    weapons: [{name: W, class: P, count: 2, bands: [1, '-'], arc: F, rules: [r]}]
    rules: [r]
  members:
    - id: m
      name: M
      unit: u
      models: {min: 1, max: 2}
      points: 1
      traits: {flag: true}
      card: {rules: [r]}
      options: [{id: o, name: O}]
      choices: [{id: c, name: C}]
      brings: [{rule: r, name: B, models: 1}]
      entries: [e]
  options:
    - id: o
      name: O
      kind: k
      aliases: [a]
      points: -1
      points-with: [{with: [a], points: 1}]
      together: [1, 2]
      becomes: {takes: 2, traits: {one: a}, card: {stats: {dr: 1}}}
      adds: {traits: {one: a}}
      buys: squadron
      max: 2
      max-with: {a: 1}
      min-with: {a: 1}
      not-attached: true
      groups: {core: always, flank: never}
      sets: {dr: 1}
      traits: {one: a}
      weapons: [{name: W, bands: []}]
      rules: [r]
      removes: [r]
      brings: [{rule: r, unit: u, name: B, models: 1, squadrons: 1, divided: true}]
      options: [{id: p, name: P}]
      choices: [{id: c, name: C}]
      entries: [e]
  choices:
    - {id: c, name: C, min: 1, max: 2, default: o, marks: true, hardpoint: true, options: [{id: q, name: Q}],
       choices: [{id: d, name: D}], entries: [e]}
  attaches: [{to: {unit: u}, models: {min: 1}, nations: [n], max: 1}]
  hosts: [{unit: u, max: 1}]
  brings: [{rule: r, name: B, models: 1}]
  capacity: {of: [{models: 1, squadrons: 1, that: {}}]}
  source: S
  vintage: V
  entries: [e]
  x-a: 1
- {id: old, points: 2}
";

/// What only overlays have: the nation of a unit, and what they take away.
const UNITS_OF_OVERLAYS: &str = "
- {id: a, name: A, nation: n}
- {id: b, remove: true}
";

const RULES: &str = "
- id: limit
  title: T
  summary: S
  kind: limit
  source: {book: b, page: '1'}
  reading: R
  applies: {flag: true, number: 6, word: w, numbers: [1, 2], words: [a, b]}
  unless: {number: 6}
  waivable: true
  severity: warning
  help: H
  clauses:
    - each: squadron
      by: f
      where: {size: large, faction: [a, b], type: {setting: core}, own: {own: nation}, not: {is: core},
              any: [{unit: u}, {parent: {unit: u}}], all: [{carried-by: {unit: u}}, {capital: false}]}
      in: sheet
      with: sheet
      deck: tacs
      when: [{of: {given: s}, min: 1}]
      limit: {of: {points: {type: aerial}}, min: 1, max: {percent: [50, mfv]}}
      severity: note
      subject: {one: A, many: B}
      says: '{name}'
      help: H
    - subject: A
      limit:
        of: {sum: [{times: [2, {models: {}}]}, {per: [250, mfv]}, {table: [t, mfv]}, {smaller: [1, 2]}, {agreed: s},
                   {setting: {s: true}}, {allowed: [min, {}]}, {entry-turn: {}}, {taken: [o, {}]}, {stat: [s, {}]}]}
  narrows: {core: {size: large}}
  allocates: {main: {size: large}}
  covered-by: [r]
  grants: {amount: 1, of: {one: A, many: B}}
  x-a: 1
- {id: swaps, title: T, kind: check, source: {book: b, page: '1'}, check: {swaps: {deck: d, base: {}}}, where: {a: b}}
- {id: filled, title: T, kind: check, source: {book: b, page: '1'}, check: {filled: {group: g, slot: s}}}
- {id: copies, title: T, kind: check, source: {book: b, page: '1'}, check: {copies: own}}
- {id: marks, title: T, kind: check, source: {book: b, page: '1'}, check: marks}
- {id: old, severity: note}
";

const CARDS: &str = "
- {id: c, name: C, aliases: [a], cost: 1, traits: {card-type: a}, summary: S, source: {book: b, page: '1'}, x-a: 1}
- {id: d, cost: 40}
";

const SPECIAL_RULES: &str = "
- id: new
  name: N
  kind: k
  number: 1
  parameters: [X, {name: Y, form: number, many: true, absent: fine, x-a: 1}, {name: Z, form: {one-of: [a, b]}}]
  stacking: sum
  aliases: [a]
  tags: [t]
  summary: S
  source: {book: b, page: '1'}
- {id: old, summary: T}
";

const COLLECTION: &str = "
muster: 1
kind: collection
name: N
player: P
notes: N
ruleset: {id: a, version: ^1.0}
nation: n
models: {a: 0, n:b: 1000000}
x-a: 1
";

/// Overlays that organisers write. Each must be judged without the schema.
const TYPICAL: [&str; 9] = [
    "prices: {a: 1, a/o: ~}",
    "ban: {nations: [n], units: [a]}",
    "fixes: {mfv: 1000, settings: {level: captain, rules: [1, 2]}}\ndeadline: 2027-03-06\nkey: age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj",
    "sizes: [250, 500]\ndrop: [r]\nconsents: [c]",
    "units: [{id: a, points: 50}, {id: b, remove: true}]",
    "units: [{id: a, card: {stats: {dr: 5}, weapons: [{name: W, bands: [1, 2]}], rules: [r]}}]",
    "units: [{id: a, name: A, nation: n, points: 50, traits: {size: large}, squadron: {min: 1, max: 3}}]",
    "rules: [{id: r, severity: note}, {id: s, title: T, waivable: true}]",
    "rules: [{id: r, title: T, kind: limit, clauses: [{limit: {of: {points: {type: aerial}}, max: {percent: [50, mfv]}},
             subject: Aerial models}]}]",
];

fn yaml(text: &str) -> Value {
    documents(text)[0].as_ref().unwrap().value().clone()
}

/// Whether a document fits. Checks that the schema then says the same.
fn agree(kind: FileKind, form: SchemaForm, value: &Value) -> bool {
    let fits = fits(kind, form, value);
    if fits {
        let faults = faults_by_schema(kind, form, &Document::without_places(value.clone()));
        assert_eq!(faults, [], "this fits, but the schema of {kind:?} refuses it: {value}");
    }
    fits
}

/// The same for all changes of a document. Returns how many of them fit.
fn agree_on_changes(kind: FileKind, form: SchemaForm, everything: &Value) -> usize {
    assert!(agree(kind, form, everything), "{kind:?}: {everything}");
    let mut taken = 0;
    let mut changed = |document: &Value| taken += usize::from(agree(kind, form, document));
    for pointer in pointers(everything) {
        let own = everything.pointer(&pointer).unwrap();
        // Types also read lists of values as maps with these values, and `{word: null}` as the word.
        let listed = own.as_object().map(|entries| entries.values().cloned().collect::<Value>());
        let mapped = own.as_str().map(|word| json!({word: null}));
        let twice = own.as_array().map(|items| items.iter().chain(items).cloned().collect::<Value>());
        let first = own.as_array().map(|items| items.first().cloned().unwrap_or_default());
        let alone = Some(json!([own]));
        let own = [listed, mapped, twice, first, alone];
        for value in values().into_iter().chain(own.into_iter().flatten()) {
            let mut document = everything.clone();
            *document.pointer_mut(&pointer).unwrap() = value;
            changed(&document);
        }
        with_other_keys(everything, &pointer).iter().for_each(&mut changed);
    }
    taken
}

/// An overlay with these things in one of its keys.
fn overlay_with(key: &str, things: Value) -> Value {
    let mut overlay = json!({"muster": 1, "kind": "overlay", "id": "o", "extends": "a"});
    overlay[key] = things;
    overlay
}

#[test]
fn heads_of_overlays() {
    let taken = agree_on_changes(FileKind::Overlay, SchemaForm::Whole, &yaml(OVERLAY));
    assert!(taken > 500, "too few of the changed overlays fit: {taken}");
}

#[test]
fn things_of_overlays() {
    let things = [
        ("units", UNITS),
        ("units", UNITS_OF_OVERLAYS),
        ("rules", RULES),
        ("cards", CARDS),
        ("special-rules", SPECIAL_RULES),
    ];
    for (key, things) in things {
        for thing in yaml(things).as_array().unwrap() {
            let things = if key == "cards" { json!({"tacs": [thing]}) } else { json!([thing]) };
            let taken = agree_on_changes(FileKind::Overlay, SchemaForm::Whole, &overlay_with(key, things));
            assert!(taken > 10, "too few of the changed {key} fit: {taken}");
        }
    }
}

#[test]
fn files_of_folders() {
    let units = yaml(UNITS);
    let catalogue = json!({"kind": "catalogue", "nation": "n", "source": "S", "units": units});
    let cards = json!({"kind": "cards", "deck": "d", "cards": yaml(CARDS)});
    let rules = yaml(RULES);
    let mut documents = vec![(FileKind::Catalogue, catalogue), (FileKind::Cards, cards)];
    documents.push((FileKind::SpecialRules, yaml(SPECIAL_RULES)));
    documents.extend(rules.as_array().unwrap().iter().map(|rule| (FileKind::Rule, rule.clone())));
    for (kind, document) in documents {
        agree_on_changes(kind, SchemaForm::Patch, &document);
        // The last thing is a patch.
        let whole = match &document {
            Value::Array(things) => Value::from_iter(things[..1].to_vec()),
            Value::Object(_) => {
                let mut whole = document.clone();
                for key in ["units", "cards"] {
                    whole.get_mut(key).and_then(Value::as_array_mut).and_then(Vec::pop);
                }
                whole
            }
            _ => document.clone(),
        };
        if whole.get("severity") != Some(&json!("note")) {
            agree_on_changes(kind, SchemaForm::Whole, &whole);
        }
    }
}

#[test]
fn collections() {
    let taken = agree_on_changes(FileKind::Collection, SchemaForm::Whole, &yaml(COLLECTION));
    assert!(taken > 20, "too few of the changed collections fit: {taken}");
}

#[test]
fn typical_overlays_fit() {
    for text in TYPICAL {
        let overlay = yaml(&format!("muster: 1\nkind: overlay\nid: o\nextends: {{id: a, version: ^1.0}}\n{text}\n"));
        assert!(agree(FileKind::Overlay, SchemaForm::Whole, &overlay), "{text}");
    }
}

/// The overlays of the examples and of `muster new`, and all files of the shipped rulesets.
#[test]
fn shipped_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["examples", "crates/cli/src/commands/new", "rulesets"];
    let (mut overlays, mut others, mut refused) = (0, 0, 0);
    for path in folders.into_iter().flat_map(|folder| files(&root.join(folder))) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if path.extension().is_none_or(|extension| extension != "yaml") {
            continue;
        }
        for document in documents(&text).into_iter().flatten() {
            let value = document.value();
            let within = |folder: &str| path.parent().is_some_and(|parent| parent.ends_with(folder));
            let kind = match value.get("kind").and_then(Value::as_str) {
                Some("overlay") => FileKind::Overlay,
                Some("collection") => FileKind::Collection,
                Some("catalogue") => FileKind::Catalogue,
                Some("cards") => FileKind::Cards,
                _ if within("special-rules") => FileKind::SpecialRules,
                _ if within("rules") => FileKind::Rule,
                _ => continue,
            };
            let fits = agree(kind, SchemaForm::Whole, value);
            *(match (fits, kind) {
                (false, _) => &mut refused,
                (true, FileKind::Overlay) => &mut overlays,
                (true, _) => &mut others,
            }) += 1;
        }
    }
    // Few are written in another way than the types write them. These are left to the schema.
    let told = format!("{overlays} overlays and {others} other files fit, {refused} do not");
    assert!(overlays >= 5 && others > 400 && refused < 5, "{told}");
}
