//! An invented game that uses every word of the rule language (`tests/worlds/invented.yaml`), with squadrons, lists and random
//! rules for it.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::BTreeSet;
use std::sync::Arc;

use muster_engine::catalogue::Catalogue;
use muster_engine::list::ArmyList;
use muster_engine::ready::{Publication, Ruleset, RulesetParts, SourcedRule};
use serde_json::{Value, json};

/// Reads the world: declarations, rules, special rules, cards and units.
pub(crate) fn world() -> Value {
    serde_yaml::from_str(include_str!("../../worlds/invented.yaml")).expect("the invented world is YAML")
}

pub(crate) fn values(list: &Value) -> Vec<Value> {
    list.as_array().cloned().unwrap_or_default()
}

/// Squadrons of the invented world: every unit, plain and with each thing that a list may state about it.
pub(crate) fn variants() -> Vec<Value> {
    let mut variants = values(&json!([
        {"unit": "ark"},
        {"unit": "ark", "options": ["plate"], "roles": ["leader"]},
        {"unit": "ark", "options": ["wheels"], "carries": ["next"]},
        {"unit": "ark", "attached": [{"unit": "dinghy", "models": 2}], "roles": ["leader", "deputy"]},
        {"unit": "ark", "nation": "beland"},
        {"unit": "ark", "nation": "beland", "roles": ["leader"], "attached": [{"unit": "kite"}]},
        {"unit": "Old Barge", "models": 2},
        {"unit": "barge", "models": 3, "options": [{"plate": 2}, "wheels"]},
        {"unit": "barge", "models": 3, "options": [{"wheels": 1}], "allocation": "side"},
        {"unit": "barge", "models": [{"count": 1, "mark": "mark-2"}, {"count": 1}], "roles": [{"role": "deputy", "model": 2, "trait": "Brave", "character": "Zoe"}]},
        {"unit": "barge", "models": 2, "mark": "Mark II", "attached": [{"unit": "dinghy", "models": 1}, {"unit": "kite", "allocation": "rear"}]},
        {"unit": "barge", "models": 2, "allocation": "rear", "entry-turn": 3, "attached": [{"unit": "coracle", "models": 1, "attached": [{"unit": "dinghy", "models": 1}]}]},
        {"unit": "coracle", "models": 4},
        {"unit": "coracle", "models": 1, "brought-by": "next"},
        {"unit": "coracle", "models": 2, "entry-turn": 1, "roles": ["leader"]},
        {"unit": "dinghy", "models": 1},
        {"unit": "dinghy", "models": 2, "allocation": "side", "attached": [{"unit": "cart", "nation": "beland", "roles": [{"role": "Deputy", "character": "zoe"}]}]},
        {"unit": "pack"},
        {"unit": "pack", "models": 5, "options": ["flags"], "roles": [{"role": "leader", "model": 2}]},
        {"unit": "pack", "brought-by": "next", "allocation": "rear"},
        {"unit": "pack", "brought-by": "next", "models": 3, "options": ["flags", "raw"]},
        {"unit": "kite", "brought-by": "next", "options": ["blue", "ace"]},
        {"unit": "ark", "options": ["open-deck", "plate"]},
        {"unit": "barge", "models": 2, "options": [{"tow": 1}, {"plate": 1}]},
        {"unit": "barge", "models": 2, "options": ["tow"], "roles": ["deputy"]},
        {"unit": "keep", "models": 1},
        {"unit": "keep", "models": 3, "brought-by": "next", "attached": [{"unit": "dinghy", "models": 1}]},
        {"unit": "tower", "models": 1, "carries": ["next"]},
        {"unit": "cart", "nation": "Beland", "models": 3},
        {"unit": "cart", "nation": "beland", "models": 1, "allocation": "side", "entry-turn": 5, "attached": [{"unit": "ark"}]},
        {"unit": "kite"},
        {"unit": "kite", "models": 3, "options": ["blue", "ace"], "nation": "beland"},
        {"unit": "kite", "models": 4, "options": ["ace"], "carries": ["next"], "allocation": "rear"},
    ]));
    variants.extend(armed_variants());
    variants
}

/// Squadrons of the invented world with hardpoints and with options that depend on the kind of group.
fn armed_variants() -> Vec<Value> {
    values(&json!([
        {"unit": "galley"},
        {"unit": "galley", "models": 2, "options": ["gun", "lance"], "roles": ["leader"]},
        {"unit": "galley", "models": 2, "options": [{"gun": 1}, {"small-generator": 3}, "old-rig"], "slot": "Main"},
        {"unit": "galley", "models": 3, "options": [{"Small Generator": 4}, "aft-gun", {"escort": 1}], "attached": [{"unit": "galley", "models": 1, "options": ["large-generator", "escort"]}]},
        {"unit": "galley", "models": [{"count": 1, "options": ["lance", "mortar"]}, {"count": 2, "options": ["mortar", {"gun": 1}]}], "options": ["large-generator"]},
        {"unit": "galley", "models": 2, "options": ["turret", {"lance": 3}, "aft-gun"]},
        {"unit": "convoy"},
        {"unit": "convoy", "models": 4, "options": [{"ram": 3}, {"mortar": 2}, "lance"], "slot": "main"},
        {"unit": "coracle", "models": 2, "brought-by": "next", "slot": "main"},
    ]))
}

/// What lists of the world agree on: nation, MFV, settings, decks, and the kinds of their groups.
pub(crate) fn contexts() -> Vec<Value> {
    values(&json!([
        {"nation": "aland", "mfv": 300, "settings": {"element": "wet"}},
        {"nation": "aland", "mfv": 1001, "decks": {"tricks": ["flip", "flop"], "songs": []}},
        {"nation": "AL", "mfv": 151, "settings": {"rules": [2], "mood": "wild"}, "consents": ["waivable-too", "total"]},
        {"nation": "beland", "mfv": 375, "settings": {"element": "dry", "strict": true, "lenient": true}},
        {"nation": "aland", "mfv": 376, "settings": {"level": "low", "lenient": false, "element": "dry"}, "decks": {"tricks": ["flap", "Flopp", "flap", "flip"]}},
        {"nation": "aland", "mfv": 2000, "settings": {"element": "wet", "rules": [1, 3]}, "decks": {"tricks": [{"card": "own", "suit": "sun", "for-side": "right", "for-nation": "AL"}, {"card": "bare", "cost": 3}], "songs": ["hum", "hum", {"card": "la", "hero": "Zoe"}]}},
        {"nation": "aland", "mfv": 99, "settings": {"element": "wet", "mood": "calm"}, "decks": {"songs": [{"card": "la", "hero": "nobody"}]}},
        {"nation": "aland", "mfv": 500, "settings": {"element": "wet"}, "groups": ["fleet", "ring"]},
        {"nation": "aland", "mfv": 420, "groups": ["ring"]},
        {"nation": "beland", "mfv": 333, "settings": {"element": "dry"}, "groups": ["fleet", "", "camp", "ring"]},
    ]))
}

/// A squadron with hardpoints that states a few of the options that they offer, perhaps too many.
pub(crate) fn armed(dice: &mut SmallDice) -> Value {
    let armed: &[(&str, &[&str])] = &[
        ("convoy", &["ram", "lance", "mortar", "deck-ram", "sails"]),
        ("galley", &["gun", "Small Generator", "lance", "mortar", "aft-gun", "turret", "large-generator"]),
        ("galley", &["gun", "small-generator", "lance", "mortar"]),
    ];
    let (unit, names) = *dice.one(armed);
    let models = dice.below(3) + 1;
    let option = |dice: &mut SmallDice| {
        let name = *dice.one(names);
        // In a fixed mix, hardpoints of several kinds of models may offer something. Then a list has to state a number.
        if unit == "galley" && dice.below(3) == 0 { json!(name) } else { json!({name: dice.below(models + 1) + 1}) }
    };
    let mut options = || -> Vec<Value> { (0..dice.below(5)).map(|_| option(dice)).collect() };
    let mut squadron = json!({"unit": unit, "models": models, "options": options()});
    if models > 1 {
        let parts = [1, models - 1].map(|count| json!({"count": count, "options": options()}));
        squadron["models"] = json!(parts);
    }
    squadron
}

fn read(written: &Value) -> Vec<SourcedRule> {
    let whole = |written: &Value| {
        let mut rule = json!({"title": "A rule", "kind": "limit", "source": {"book": "book", "page": "1"}});
        for (key, value) in written.as_object().into_iter().flatten() {
            rule[key] = value.clone();
        }
        serde_json::from_value(rule).unwrap_or_else(|error| panic!("{error}: {written}"))
    };
    let written = written.as_array().into_iter().flatten();
    written.map(|written| SourcedRule { rule: whole(written), origin: "invented".to_owned() }).collect()
}

/// Returns the rules of the world.
pub(crate) fn rules(world: &Value) -> Vec<SourcedRule> {
    read(&world["rules"])
}

/// Returns the rules of the world with one rule added.
pub(crate) fn rules_with(world: &Value, rule: Value) -> Vec<SourcedRule> {
    let mut written = values(&world["rules"]);
    written.push(rule);
    read(&Value::Array(written))
}

/// Builds the world with these rules.
pub(crate) fn build(world: &Value, rules: Vec<SourcedRule>) -> Ruleset {
    let ruleset = Ruleset::build(parts(world, rules)).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let catalogues = catalogues(world).into_iter().map(|catalogue| Arc::new(ruleset.catalogue(catalogue))).collect();
    ruleset.with_catalogues(catalogues)
}

/// The parts of the world's ruleset, with these rules.
pub(crate) fn parts(world: &Value, rules: Vec<SourcedRule>) -> RulesetParts {
    RulesetParts {
        declarations: part(&world["declarations"]),
        rules,
        special_rules: part(&world["special-rules"]),
        cards: part(&world["cards"]),
        whole_books: BTreeSet::new(),
        digest: String::new(),
        fingerprint: String::new(),
        publication: Publication::Published,
    }
}

/// The catalogues of the world.
pub(crate) fn catalogues(world: &Value) -> Vec<Catalogue> {
    part(&world["catalogues"])
}

fn part<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("no part of a ruleset: {error}: {value}"))
}

/// A list of squadrons in a context. `next` becomes the id of the following squadron; after the last comes the first.
/// `groups` are kinds of groups, to which the squadrons go in turn; an empty word leaves a squadron outside of groups.
pub(crate) fn list(mut squadrons: Vec<Value>, context: &Value) -> ArmyList {
    let number = squadrons.len();
    for (position, squadron) in squadrons.iter_mut().enumerate() {
        let squadron = squadron.as_object_mut().expect("a squadron is a map");
        squadron.insert("id".to_owned(), json!(format!("s{position}")));
        if context["nation"] == "beland" {
            squadron.entry("nation").or_insert(json!("aland"));
        }
        let next = format!("s{}", (position + 1) % number);
        if squadron.contains_key("brought-by") {
            squadron.insert("brought-by".to_owned(), json!(next));
        }
        if squadron.contains_key("carries") {
            squadron.insert("carries".to_owned(), json!([next]));
        }
        if number == 1 {
            squadron.remove("brought-by");
            squadron.remove("carries");
        }
    }
    let kinds = values(&context["groups"]);
    let mut groups: Vec<Value> = kinds.iter().map(|kind| json!({"kind": kind, "squadrons": []})).collect();
    let mut ungrouped = Vec::new();
    for (position, mut squadron) in squadrons.into_iter().enumerate() {
        let group = position.checked_rem(kinds.len()).filter(|group| kinds[*group] != "");
        if group.is_none_or(|group| kinds[group] == "camp") {
            // Only fleets and rings have slots.
            squadron.as_object_mut().expect("a squadron is a map").remove("slot");
        }
        match group.and_then(|group| groups[group]["squadrons"].as_array_mut()) {
            Some(squadrons) => squadrons.push(squadron),
            None => ungrouped.push(squadron),
        }
    }
    groups.retain(|group| group["kind"] != "");
    let mut whole = json!({"muster": 1, "ruleset": "invented"});
    for (key, value) in context.as_object().into_iter().flatten() {
        whole[key] = value.clone();
    }
    whole["squadrons"] = json!(ungrouped);
    whole["groups"] = json!(groups);
    serde_json::from_value(whole).expect("this is a list")
}

/// A small linear congruential generator, so that the rules are the same each time.
pub(crate) struct SmallDice(pub u64);

/// The kind of thing that a selector is tested on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ThingSort {
    Squadron,
    Model,
    Bearer,
    Card,
    Group,
}

/// Traits with values to ask for: of squadrons and models, of squadrons and bearers, of bearers, of cards.
const OF_UNITS: &[(&str, &[&str])] = &[
    ("bulk", &["small", "middling", "huge"]),
    ("element", &["wet", "dry"]),
    ("grand", &[]),
    ("nature", &["wall", "puppet"]),
    ("feather", &["red", "blue"]),
    ("weapon", &["big-gun", "oar", "lance", "ram"]),
    ("side", &["left", "right"]),
    ("unit", &["ark", "barge", "cart", "pack", "kite", "galley", "hulks"]),
    ("nation", &["aland", "beland"]),
    ("standing", &["own", "attached", "brought"]),
    ("allocation", &["front", "side", "rear"]),
    ("group", &["fleet", "ring", "camp"]),
    ("slot", &["van", "main", "tail", "flank"]),
    ("rule", &["lone", "drilled", "shielded"]),
    ("ally", &[]),
    ("only", &["attached", "brought"]),
    ("any-number", &[]),
];
const OF_SQUADRONS: &[(&str, &[&str])] =
    &[("role", &["leader", "deputy"]), ("carried", &[]), ("divided", &[]), ("entry", &[])];
const OF_BEARERS: &[(&str, &[&str])] =
    &[("role", &["leader", "deputy"]), ("trait", &["brave"]), ("character", &["zoe"])];
/// Names of options.
const TAKEN: &[&str] = &["gun", "lance", "small-generator", "old-rig", "pennant", "plate", "red", "escort"];
const OF_GROUPS: &[(&str, &[&str])] = &[("group", &["fleet", "ring", "camp"])];
const OF_CARDS: &[(&str, &[&str])] = &[
    ("card", &["flip", "flop", "flap", "hum", "own"]),
    ("deck", &["tricks", "songs"]),
    ("card-suit", &["sun", "moon"]),
    ("for-side", &["left", "right"]),
    ("for-nation", &["aland", "beland"]),
    ("hero", &["zoe"]),
];

impl SmallDice {
    pub(crate) fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % sides
    }

    pub(crate) fn one<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    /// Makes 25 random rules, and adds those rules of the world that selectors and decks name. Leaves out those that mean
    /// nothing, such as a limit that compares an amount with itself.
    pub(crate) fn rules(&mut self, world: &Value) -> Vec<SourcedRule> {
        let made: Vec<Value> = (0..25).map(|number| self.rule(number)).collect();
        let is_needed = |rule: &Value| {
            let defines = ["narrows", "allocates", "charges"].iter().any(|key| !rule[key].is_null());
            defines || rule["id"] == "tricks-many" || rule["id"] == "waivable-cap"
        };
        let needed: Vec<Value> = values(&world["rules"]).into_iter().filter(is_needed).collect();
        let with = |made: &[Value]| read(&Value::Array([made, &needed].concat()));
        let is_sound = |rule: &&Value| Ruleset::build(parts(world, with(std::slice::from_ref(rule)))).is_ok();
        with(&made.iter().filter(is_sound).cloned().collect::<Vec<_>>())
    }

    /// Picks a squadron. Each fifth one has random options in its hardpoints.
    pub(crate) fn squadron(&mut self, variants: &[Value]) -> Value {
        if self.below(5) == 0 { armed(self) } else { self.one(variants).clone() }
    }

    fn rule(&mut self, number: usize) -> Value {
        let clauses: Vec<Value> = (0..=self.below(2)).map(|_| self.clause()).collect();
        let mut rule = json!({"id": format!("made-{number}"), "clauses": clauses});
        match self.below(8) {
            0 => rule["kind"] = json!("by-hand"),
            1 => rule["severity"] = json!("warning"),
            2 => rule["waivable"] = json!(true),
            3 => rule["applies"] = self.tests(),
            4 => rule["unless"] = self.tests(),
            _ => {}
        }
        if rule["id"] == "made-0" {
            // A selector may not refer back to itself.
            let of = loop {
                let of = self.selector(ThingSort::Model, 1);
                if !of.to_string().contains("\"is\"") {
                    break of;
                }
            };
            rule = json!({"id": "made-0", "kind": "definition", "narrows": {"heavy": of}});
        }
        rule
    }

    fn tests(&mut self) -> Value {
        self.one(&[
            json!({"rules": 2}),
            json!({"rules": [1, 3], "mood": "calm"}),
            json!({"element": ["wet", "dry"]}),
            json!({"strict": true}),
            json!({"strict": false, "mood": ["wild"]}),
            json!({"level": "high"}),
        ])
        .clone()
    }

    fn clause(&mut self) -> Value {
        let each = *self.one(&["list", "group", "squadron", "squadron", "squadron-alone", "unit", "bearer", "card"]);
        let of = match each {
            "squadron" | "squadron-alone" => ThingSort::Squadron,
            "bearer" => ThingSort::Bearer,
            "card" => ThingSort::Card,
            "group" => ThingSort::Group,
            _ => ThingSort::Model,
        };
        let mut clause = json!({"each": each, "says": "x"});
        if each != "list" {
            clause["where"] = self.selector(of, 2);
        }
        if each == "card" || self.below(6) == 0 {
            clause["deck"] = json!(self.one(&["tricks", "songs"]));
        }
        if self.below(4) == 0 {
            clause["when"] = json!([self.limit("list", 1)]);
        }
        if each == "list" || self.below(3) > 0 {
            clause["limit"] = self.limit(each, 2);
        }
        clause
    }

    fn limit(&mut self, each: &str, depth: usize) -> Value {
        let of = self.amount(each, depth, true);
        let bound = self.amount(each, depth, true);
        let mut limit = json!({"of": of});
        let end = if self.below(2) == 0 { "min" } else { "max" };
        limit[end] = bound;
        if self.below(5) == 0 {
            let other = if end == "min" { "max" } else { "min" };
            limit[other] = self.amount(each, 1, true);
        }
        limit
    }

    fn amount(&mut self, each: &str, depth: usize, fraction: bool) -> Value {
        let made = if depth == 0 { 0 } else { 11 };
        match (self.below(17 + made), each) {
            (0..=2, _) => json!(self.below(5)),
            (3, _) => json!("mfv"),
            (4, _) => json!({"given": self.one(&["element", "rules", "mood"])}),
            (5, _) => json!({"setting": self.tests()}),
            (6 | 7, "card" | "list" | "squadron" | "squadron-alone") => {
                json!({"cards": self.selector(ThingSort::Card, 2)})
            }
            (8, "card" | "list") => {
                json!({"different": [self.one(&["card", "deck", "card-suit", "for-side"]), self.selector(ThingSort::Card, 1)]})
            }
            (_, "card") if depth == 0 => json!({"cards": {}}),
            (6 | 7, _) | (8..=14, "bearer") => json!({"bearers": self.selector(ThingSort::Bearer, 2)}),
            (8, _) => {
                let name = *self.one(&[
                    "side",
                    "element",
                    "unit",
                    "nation",
                    "allocation",
                    "standing",
                    "group",
                    "role",
                    "bulk",
                    "nature",
                    "feather",
                    "grand",
                    "models",
                ]);
                json!({"different": [name, self.selector(ThingSort::Squadron, 1)]})
            }
            (9, _) => json!({"points": self.selector(ThingSort::Model, 2)}),
            (10, _) => json!({"upgrades": self.selector(ThingSort::Model, 1)}),
            (11, _) => json!({"models": self.selector(ThingSort::Model, 2)}),
            (12, "list" | "squadron" | "squadron-alone") => json!({"attached": self.selector(ThingSort::Squadron, 1)}),
            (13, "list" | "squadron" | "squadron-alone") => json!({"carried": self.selector(ThingSort::Squadron, 1)}),
            (14, _) => json!({"entry-turn": self.selector(ThingSort::Squadron, 1)}),
            (15, _) => json!({"taken": [self.one(TAKEN), self.selector(ThingSort::Squadron, 1)]}),
            (16, "list" | "group") => json!({"groups": self.selector(ThingSort::Squadron, 1)}),
            (17, _) if fraction => json!({"percent": [self.below(90) + 7, self.amount(each, depth - 1, false)]}),
            (18, _) => json!({"times": [self.amount(each, depth - 1, fraction), self.amount(each, depth - 1, false)]}),
            (19, _) => json!({"per": [self.below(9) * 40 + 3, self.amount(each, depth - 1, fraction)]}),
            (20, _) => json!({"table": [self.one(&["steps", "open-ended"]), self.amount(each, depth - 1, fraction)]}),
            (21, _) => json!({"sum": [self.amount(each, depth - 1, fraction), self.amount(each, depth - 1, fraction)]}),
            (22, _) => {
                json!({"smaller": [self.amount(each, depth - 1, fraction), self.amount(each, depth - 1, fraction)]})
            }
            (23, "list" | "squadron" | "unit") => {
                json!({"allowed": [self.one(&["min", "max"]), self.selector(ThingSort::Squadron, 1)]})
            }
            (24, "list" | "squadron" | "squadron-alone" | "group") => {
                json!({"dearest": self.selector(ThingSort::Squadron, 1)})
            }
            (25, "list" | "squadron" | "squadron-alone" | "group") => {
                json!({"cheapest": self.selector(ThingSort::Squadron, 1)})
            }
            (26, "card" | "list") => json!({"cost": self.selector(ThingSort::Card, 1)}),
            (27, "squadron" | "squadron-alone" | "group") => json!({"whole": self.amount("list", depth - 1, fraction)}),
            (_, "card") => json!({"cards": {}}),
            _ => json!({"squadrons": self.selector(ThingSort::Squadron, 2)}),
        }
    }

    fn selector(&mut self, of: ThingSort, depth: usize) -> Value {
        let mut selector = json!({});
        for _ in 0..self.below(3) {
            if depth > 0 && self.below(3) == 0 {
                let words: &[&str] = match of {
                    ThingSort::Card | ThingSort::Group => &["not", "any", "all"],
                    _ => &["not", "nots", "any", "all", "is", "parent", "carried-by"],
                };
                match *self.one(words) {
                    "nots" => selector["not"] = json!([self.selector(of, depth - 1), self.selector(of, depth - 1)]),
                    "is" => selector["is"] = json!(self.one(&["core", "heavy", "both"])),
                    word @ ("any" | "all") => {
                        selector[word] = json!([self.selector(of, depth - 1), self.selector(of, depth - 1)]);
                    }
                    word @ ("parent" | "carried-by") => selector[word] = self.selector(ThingSort::Squadron, depth - 1),
                    word => selector[word] = self.selector(of, depth - 1),
                }
                continue;
            }
            let (name, values) = match of {
                ThingSort::Card => *self.one(OF_CARDS),
                ThingSort::Group => *self.one(OF_GROUPS),
                ThingSort::Squadron if self.below(4) == 0 => *self.one(OF_SQUADRONS),
                ThingSort::Bearer if self.below(2) == 0 => *self.one(OF_BEARERS),
                _ => *self.one(OF_UNITS),
            };
            selector[name] = match (self.below(6), values) {
                (_, []) | (0, _) => json!(self.below(2) == 0),
                (1, _) => json!([self.one(values), self.one(values)]),
                (2, _) if name == "element" => json!({"setting": "element"}),
                (2, _) if matches!(name, "side" | "for-side") => json!({"own": "side"}),
                (2, _) if matches!(name, "nation" | "for-nation") => json!({"own": "nation"}),
                (2, _) if name == "hero" => json!({"holder": self.one(&["leader", "deputy"])}),
                _ => json!(self.one(values)),
            };
        }
        selector
    }
}
