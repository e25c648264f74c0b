//! Compares each figure of each printed card of the fourth edition with the catalogues. Cards and catalogues are read as
//! plain values here, not as the importer reads them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use serde_json::Value;

/// What the importer spells otherwise than a card, in letters and digits alone: the card, and what stands here.
const SPELT: &[(&str, &[&str])] = &[
    // Slips of the printer.
    ("wavelurkers", &["wavelurker"]),
    ("waverlurker", &["wavelurker"]),
    ("indescriminate", &["indiscriminate"]),
    ("repairfacilitites2", &["repairfacilities2"]),
    ("attachmentbritishcandianflagship", &["attachmentbritishcanadianflagship"]),
    ("orcichalciteflechettelauncher", &["orichalciteflechettelauncher"]),
    ("aerialwierdingtorpedosalvo", &["aerialweirdingtorpedosalvo"]),
    // Spelt as in the Glossary.
    ("lightningraid", &["lightningraids"]),
    ("bushiryudojo", &["bushiryudojos"]),
    ("coordinateddefenses", &["coordinateddefences"]),
    ("shallowdraft", &["shallowdraught"]),
    // The Glossary has one special rule for each trait, and calls the trait Airborne.
    ("heavytransportekranoplanhovercraft", &["heavytransportekranoplan", "heavytransporthovercraft"]),
    ("hunteraerialsurface", &["hunterairborne", "huntersurface"]),
];

/// Cards of one class that two units share, each with a role of its own.
const TWO_ROLES: &[&str] = &["alliance-30", "union-35"];

const NATIONS: [&str; 8] =
    ["alliance", "commonwealth", "crown", "empire", "enlightened", "imperium", "sultanate", "union"];

static RECIPE: LazyLock<Value> = LazyLock::new(|| yaml("import/recipe.yaml")["cards"].clone());

/// A card and its unit, and what differs between them.
struct Checked {
    card: Value,
    unit: Value,
    differ: Vec<String>,
}

#[test]
fn each_figure_of_each_card_is_in_the_catalogue() {
    let (mut differ, mut cards, mut figures) = (Vec::new(), 0, 0);
    for nation in NATIONS {
        let units = yaml(&format!("catalogue/{nation}.yaml"))["units"].as_array().unwrap().clone();
        for line in read(&format!("import/cards-{nation}.jsonl")).lines() {
            let card: Value = serde_json::from_str(line).unwrap();
            cards += 1;
            let mine: Vec<&Value> = units.iter().filter(|unit| is_for(&card, unit)).collect();
            if mine.is_empty() {
                differ.push(format!("{}: no unit", card["key"]));
            }
            for unit in mine {
                let mut checked = Checked { card: card.clone(), unit: unit.clone(), differ: Vec::new() };
                figures += checked.check();
                let at = format!("{} {}", text(&card["key"]), text(&card["name"]));
                differ.extend(checked.differ.iter().map(|what| format!("{at}: {what}")));
            }
        }
    }
    assert!(differ.is_empty(), "{} differ\n{}", differ.len(), differ.join("\n"));
    assert_eq!(cards, 268);
    assert!(figures > 10_000, "{figures}");
}

#[test]
fn special_rules_on_cards_alone_say_so() {
    let community = yaml("special-rules/community.yaml");
    let alone: Vec<&str> = community
        .as_array()
        .unwrap()
        .iter()
        .filter(|rule| text(&rule["summary"]).starts_with("Named on cards only"))
        .map(|rule| rule["name"].as_str().unwrap())
        .collect();
    let expected = [
        "E.S.C.F. Munitions",
        "Euripidean Host",
        "Hellion Assaulters",
        "L.A.S.U.",
        "Luminiferous Defences",
        "Physeter Support Hub",
        "Reclamator Swarm",
        "Scythe Drones",
        "T.E.D.",
        "Ubiquitous",
    ];
    assert_eq!(alone, expected);
    let known: BTreeSet<String> = ["properties", "systems", "qualities", "srs-properties", "community"]
        .iter()
        .flat_map(|file| yaml(&format!("special-rules/{file}.yaml")).as_array().unwrap().clone())
        .flat_map(|rule| {
            let aliases = rule["aliases"].as_array().cloned().unwrap_or_default();
            aliases.into_iter().chain([rule["name"].clone()]).map(|name| plain(text(&name)))
        })
        .collect();
    for nation in NATIONS {
        for unit in yaml(&format!("catalogue/{nation}.yaml"))["units"].as_array().unwrap() {
            for rule in unit["card"]["rules"].as_array().into_iter().flatten() {
                let name = text(rule).split(['(', ':']).next().unwrap();
                assert!(known.contains(&plain(name)), "{rule} of {}", unit["id"]);
            }
        }
    }
}

impl Checked {
    /// Compares everything and returns how many figures that were.
    fn check(&mut self) -> usize {
        self.stats() + self.numbers() + self.traits() + self.rules() + self.weapons()
    }

    fn same(&mut self, what: &str, printed: &str, ours: &str) -> usize {
        if printed != ours {
            self.differ.push(format!("{what} is {printed} on the card and {ours} here"));
        }
        1
    }

    fn stats(&mut self) -> usize {
        let boxes = [
            ("mas", "mass"),
            ("trn", "turn"),
            ("def", "defences"),
            ("arm", "armour"),
            ("hul", "hull"),
            ("act", "actions"),
            ("brd", "broadside"),
            ("rep", "repair"),
            ("crw", "crew"),
            ("vp", "victory-points"),
            ("gen", "generators"),
        ];
        let stats = self.unit["card"]["stats"].clone();
        let printed = |value: &Value| match figure(value).as_str() {
            "-" => String::new(),
            other => other.to_owned(),
        };
        let mut count = 0;
        for (name, id) in boxes {
            let value = self.card[name].clone();
            if !value.is_null() {
                count += self.same(name, &printed(&value), &figure(&stats[id]));
            }
        }
        let speed = printed(&self.card["spd"]);
        let (from, to) = speed.split_once('-').unwrap_or(("", ""));
        count
            + self.same("spd", from, &figure(&stats["min-speed"]))
            + self.same("spd", to, &figure(&stats["max-speed"]))
    }

    /// Models and escort tokens.
    fn numbers(&mut self) -> usize {
        let squadron = &self.unit["squadron"];
        let (min, max) = (figure(&squadron["min"]), figure(&squadron["max"]));
        let ours = if min == max { min } else { format!("{min}-{max}") };
        let count = self.same("models", &figure(&self.card["models"]), &ours);
        let printed = text(&self.card["escorts"]).to_owned();
        let Some((_, most)) = printed.split_once('-').or((printed == "0").then_some(("", "0"))) else { return count };
        let tokens = list(&self.unit["options"]).into_iter().find(|option| text(&option["id"]) == "escorts");
        let ours = tokens.map_or("0".to_owned(), |option| match figure(&option["max"]) {
            none if none.is_empty() => "1".to_owned(),
            other => other,
        });
        count + self.same("escorts", most, &ours)
    }

    fn traits(&mut self) -> usize {
        let traits = self.unit["traits"].clone();
        let mut ours: BTreeSet<String> = BTreeSet::new();
        for (name, value) in traits.as_object().unwrap() {
            match value {
                Value::Array(values) => ours.extend(values.iter().map(|value| plain(text(value)))),
                Value::Bool(_) => {
                    ours.insert(plain(name));
                }
                other => {
                    ours.insert(plain(text(other)));
                }
            }
        }
        let slots = self.unit["slots"].as_object().cloned().unwrap_or_default();
        let slots: BTreeSet<String> = slots.values().map(|slot| text(slot).to_owned()).collect();
        let roles = ["flagship", "line", "patrol", "support", "scout", "logistical"];
        let words = list(&self.card["traits"]);
        let words: Vec<&str> = words.iter().flat_map(|word| text(word).split('/')).collect();
        for word in &words {
            let word = plain(word);
            let is_role = roles.contains(&word.as_str());
            let is_known = if is_role { slots.contains(&word) } else { ours.contains(&word) };
            let key = text(&self.card["key"]);
            if !is_known && !TWO_ROLES.contains(&key) {
                self.differ.push(format!("trait {word}; here {ours:?}, slots {slots:?}"));
            }
        }
        words.len()
    }

    fn rules(&mut self) -> usize {
        let printed: Vec<Value> =
            list(&self.card["properties"]).into_iter().chain(list(&self.card["systems"])).collect();
        let mut ours = list(&self.unit["card"]["rules"]);
        // An upgrade that the card prints has its special rules by itself.
        for choice in list(&self.unit["choices"]).iter().filter(|choice| choice["hardpoint"].is_null()) {
            let usual = list(&choice["options"]).into_iter().find(|option| option["id"] == choice["default"]);
            ours.extend(usual.iter().flat_map(|option| list(&option["rules"])));
        }
        self.lists("special rules", &printed, &ours)
    }

    /// Compares two lists of special rules by their letters and digits.
    fn lists(&mut self, what: &str, printed: &[Value], ours: &[Value]) -> usize {
        let one: BTreeSet<String> = printed.iter().flat_map(|rule| spelt(text(rule))).collect();
        let other: BTreeSet<String> = ours.iter().map(|rule| plain(text(rule))).collect();
        // The catalogue makes a special rule of each kind of token that a carrier launches.
        let launched = |rule: &str| one.iter().any(|printed| printed.starts_with("srs") && printed.contains(rule));
        let gone: Vec<&String> = one.difference(&other).collect();
        let new: Vec<&String> = other.difference(&one).filter(|rule| !launched(rule)).collect();
        if !gone.is_empty() || !new.is_empty() {
            self.differ.push(format!("{what}: {gone:?} on the card, {new:?} here"));
        }
        printed.len()
    }

    fn weapons(&mut self) -> usize {
        let letters: Value = RECIPE["letters"][text(&self.card["key"])].clone();
        let letter_of = |row: &Value| match letters.get(text(&row["name"])) {
            Some(letter) => text(letter).to_owned(),
            None => text(&row["hard"]).to_owned(),
        };
        let mut count = 0;
        let mut fixed = list(&self.unit["card"]["weapons"]);
        // A unit always has the option of a group that offers one.
        let single =
            |choice: &Value| choice["min"] == 1 && list(&choice["options"]).len() == 1 && choice["hardpoint"].is_null();
        let of_groups = list(&self.unit["choices"])
            .into_iter()
            .filter(single)
            .flat_map(|choice| list(&choice["options"][0]["weapons"]));
        fixed.extend(of_groups);
        let mut choices: Vec<Value> =
            list(&self.unit["choices"]).into_iter().filter(|choice| choice["hardpoint"] == true).collect();
        for row in list(&self.card["weapons"]).iter().filter(|row| text(&row["name"]) != "-") {
            let (letter, number) = (letter_of(row), row["n"].as_u64().unwrap());
            let what = format!("{} {}", text(&row["name"]), text(&row["arc"]));
            count += 5;
            if letter.is_empty() {
                let Some(place) = fixed.iter().position(|weapon| is_weapon(row, weapon) && take(weapon, number)) else {
                    self.differ.push(format!("fixed weapon {what}; here {fixed:?}"));
                    continue;
                };
                let left = fixed[place]["count"].as_u64().unwrap_or(1) - number;
                fixed[place]["count"] = left.into();
                let rules = fixed[place]["rules"].clone();
                self.lists(&what, &list(&row["q"]), &list(&rules));
                if left == 0 {
                    fixed.remove(place);
                }
                continue;
            }
            let is_it = |choice: &Value| {
                let usual = list(&choice["options"]).into_iter().find(|option| option["id"] == choice["default"]);
                kind(choice) == letter
                    && choice["min"].as_u64() >= Some(number)
                    && usual.is_some_and(|option| is_weapon(row, &option["weapons"][0]))
            };
            let Some(place) = choices.iter().position(is_it) else {
                self.differ.push(format!("hardpoint {letter} with {number} {what}"));
                continue;
            };
            choices[place]["min"] = (choices[place]["min"].as_u64().unwrap() - number).into();
            let options = list(&choices[place]["options"]);
            let others = list(&self.card["options"]);
            let on_card = |option: &Value| {
                let name = plain(text(&option["name"]));
                let printed = others.iter().chain([row]).filter(|other| letter_of(other) == kind(&choices[place]));
                printed.into_iter().any(|other| spelt(text(&other["name"])).contains(&name))
            };
            let more = options.iter().filter(|option| option["weapons"].is_array() && !on_card(option));
            self.differ.extend(more.map(|option| format!("{what}: {} is not on the card", option["name"])));
            for other in others.iter().filter(|other| letter_of(other) == letter) {
                count += 4;
                let Some(option) = options.iter().find(|option| is_weapon(other, &option["weapons"][0])) else {
                    self.differ.push(format!("{what}: {other} is not offered"));
                    continue;
                };
                self.lists(&what, &list(&other["q"]), &list(&option["weapons"][0]["rules"]));
            }
        }
        if !fixed.is_empty() {
            self.differ.push(format!("fixed weapons that no card has: {fixed:?}"));
        }
        count
    }
}

/// Whether a card is for a unit: by the name, or by the table of the recipe.
fn is_for(card: &Value, unit: &Value) -> bool {
    let named = &RECIPE["units"][text(&card["key"])]["units"];
    match named.as_array() {
        Some(ids) => ids.contains(&unit["id"]),
        None => plain(text(&card["name"])) == plain(text(&unit["name"])),
    }
}

/// Whether a weapon has the name, the arc and the dice of a row.
fn is_weapon(row: &Value, weapon: &Value) -> bool {
    let dice = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    let bands: Vec<String> = list(&weapon["bands"]).iter().map(figure).collect();
    let arc = |value: &Value| text(value).chars().collect::<BTreeSet<char>>();
    let printed = arc(&row["arc"]);
    spelt(text(&row["name"])) == [plain(text(&weapon["name"]))]
        && bands == ["c", "s", "e"].map(|band| dice(text(&row[band])))
        && (printed.is_empty() || printed == arc(&weapon["arc"]))
}

/// Whether there are at least as many of a weapon.
fn take(weapon: &Value, number: u64) -> bool {
    weapon["count"].as_u64().unwrap_or(1) >= number
}

#[test]
fn no_option_takes_away_what_its_unit_does_not_have() {
    /// All options of a unit, also those of its choices.
    fn options(of: &Value, found: &mut Vec<Value>) {
        found.extend(list(&of["options"]));
        for choice in list(&of["choices"]) {
            options(&choice, found);
        }
    }
    let has = |of: &Value| {
        let weapons = list(&of["weapons"]).into_iter().map(|weapon| weapon["name"].clone());
        list(&of["rules"]).into_iter().chain(weapons).collect::<Vec<Value>>()
    };
    let mut taken = 0;
    for faction in NATIONS {
        for unit in list(&yaml(&format!("catalogue/{faction}.yaml"))["units"]) {
            let mut all = Vec::new();
            options(&unit, &mut all);
            let known: Vec<Value> = all.iter().flat_map(has).chain(has(&unit["card"])).collect();
            for gone in all.iter().flat_map(|option| list(&option["removes"])) {
                assert!(known.contains(&gone), "{} takes {gone} away", unit["id"]);
                taken += 1;
            }
        }
    }
    assert!(taken > 20, "{taken}");
}

/// The letter of a hardpoint.
fn kind(choice: &Value) -> String {
    text(&choice["name"]).chars().take(1).collect()
}

fn figure(value: &Value) -> String {
    value.as_str().map_or_else(|| if value.is_null() { String::new() } else { value.to_string() }, str::to_owned)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// What stands here for a text of a card, in letters and digits alone.
fn spelt(printed: &str) -> Vec<String> {
    let printed = plain(printed);
    match SPELT.iter().find(|(card, _)| *card == printed) {
        Some((_, here)) => here.iter().map(|text| (*text).to_owned()).collect(),
        None => vec![printed],
    }
}

/// Letters and digits alone. Marks on letters do not count.
fn plain(text: &str) -> String {
    muster_engine::slug::slug(text).chars().filter(char::is_ascii_alphanumeric).collect()
}

fn read(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rulesets/dw-4/2").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn yaml(name: &str) -> Value {
    serde_yaml::from_str(&read(name)).unwrap()
}
