//! Whole imports of small files in both schemas. All ships are invented.

mod bounds;

use std::collections::HashSet;

use muster_engine::catalogue::{Attachment, Catalogue, FieldingWay, PurchaseScope, Range, Stat, TraitValue, Unit};
use muster_exchange::battlescribe::SourceFile;
use serde_json::json;

use super::notice::NoticeKind;
use super::recipe::Recipe;
use super::{Correction, ImportedCatalogue, Spelling, import};

const RECIPE: &str = r#"
kind: recipe
source: "{file} of edition {vintage}"
nations:
- {id: lakeland, file: lake.cat, system: game.gst, vintage: old, codes: [LL]}
- {id: riverland, file: river.cat, system: game.gst, vintage: new, codes: [RL]}
special-rules: []
profiles: {card: [Hull], weapon: [Gun], wing: [Kite]}
stats: {Armour: armour, Speed: speed, slow: slow, Hull: hull, Crew: crew}
movement: {from: Speed, stat: speed, least: slow, pattern: '^(\d+)"?(?: \((\d+)" min\))?$', none: ["-"]}
class:
  from: Class
  words: {Big: {size: big}, Little: {size: little}, Wet: {type: wet}, Deep: {function: deep}, Guard: {function: guard}}
  infer: [{has: {function: deep}, then: {type: wet}}]
categories: {Big: {size: big}, Little: {size: little}}
traits: [kind, size, type, function, status]
expected: [{expect: type, unless: {kind: kites}}]
mix: {by: size, order: [big, little], inherit: [size, type]}
weapons:
  bands: [["1"], ["2"]]
  arc: Arc
  class: '\((P|S)\)'
  count: '\bx(\d+)'
  by-word: [{pattern: mines}, {pattern: lance, class: P}]
names:
  attached: '^Attached (.+)$'
  model: '^(.+?) Class\b'
  statuses: [{pattern: ' \(Old\)$', traits: {status: old}}]
  mounts: [Inner]
marks: '^Mk \d$'
permits: ['^(.+) Escort$']
ignore: [{pattern: ' Admiral$', reason: a role}]
own-points: '^(\d+) VPs$'
by-name: [{pattern: '^(Brave|Calm) Crew$', stat: crew}]
brings:
  rules: {Tow: tow, Kites: kites}
  divided: [Kites]
  wings: [Kite]
  manners: [Slowly]
  sizes: [{has: {size: little}, min: 1, max: 3}]
attachment:
  rules: [Joins]
  words: {Big: {size: big}, Wet: {type: wet}, Non-Little: {not size: little}}
  all: All
  except: except
  fillers: [and]
wings: {name: Kites, unit: kites, traits: {kind: kites}, min: 2, max: 4, usual: 3, choice: Kind, kinds: {Red: {name: Red Kite}}}
"#;

fn recipe() -> Recipe {
    serde_yaml::from_str(RECIPE).unwrap()
}

fn spelling() -> Spelling {
    serde_yaml::from_str(
        "kind: aliases\nwords: {Botle: Bottle}\nrules: {Thik Hull: Thick Hull}\ncommunity: {Thick Hull: ''}",
    )
    .unwrap()
}

fn run(nation: usize, body: &str, corrections: &[Correction]) -> ImportedCatalogue {
    let recipe = recipe();
    let nation = &recipe.nations[nation];
    let system = r#"<gameSystem id="g" name="G"><profileTypes>
        <profileType id="hull" name="Hull"/><profileType id="gun" name="Gun"/><profileType id="kite" name="Kite"/>
        <characteristic id="crew" name="Crew"/></profileTypes>
        <categories><category id="big" name="Big"/><category id="little" name="Little"/></categories></gameSystem>"#;
    let text = format!(r#"<?xml version="1.0"?><catalogue id="c" name="C">{body}</catalogue>"#);
    let files = [
        SourceFile { name: nation.file.clone(), text },
        SourceFile { name: nation.system.clone(), text: system.to_owned() },
    ];
    import(&files, nation, &recipe, &spelling(), corrections).unwrap()
}

/// An entry of the old schema.
fn old(id: &str, name: &str, more: &str, inside: &str) -> String {
    let attributes =
        if more.contains("minSelections") { String::new() } else { r#"minSelections="1" maxSelections="1""#.into() };
    let points = if more.contains("points") { "" } else { r#"points="0.0""# };
    format!(r#"<entry id="{id}" name="{name}" {points} {attributes} {more}>{inside}</entry>"#)
}

fn card(name: &str, class: &str) -> String {
    format!(
        r#"<profiles><profile id="p-{name}" profileTypeId="hull" name="{name}"><characteristics>
        <characteristic name="Armour" value="4"/><characteristic name="Speed" value="7&quot; (2&quot; min)"/>
        <characteristic name="Hull" value="5"/><characteristic name="Class" value="{class}"/>
        <characteristic name="Crew" value="Plain"/></characteristics>
        <modifiers><modifier type="set" field="crew" value="Brave"><conditions>
        <condition childId="brave" field="selections" type="equal to" value="1.0"/></conditions></modifier></modifiers>
        </profile>
        <profile id="w-{name}" profileTypeId="gun" name="{name} Fore Lance x2"><characteristics>
        <characteristic name="1" value="6"/><characteristic name="2" value=""/><characteristic name="Arc" value="Fore"/>
        </characteristics></profile></profiles>"#
    )
}

fn unit<'c>(catalogue: &'c Catalogue, id: &str) -> &'c Unit {
    catalogue.units.iter().find(|unit| unit.id == id).unwrap_or_else(|| panic!("{id} in {catalogue:#?}"))
}

#[test]
fn a_squadron_of_the_old_schema() {
    let inside = [
        old("r1", "Thik Hull (2)", "", ""),
        old("r2", "Loose Sail", r#"minSelections="0" maxSelections="-1""#, ""),
        old("adm", "LL Admiral", r#"minSelections="0" maxSelections="1""#, ""),
        old("brave", "Brave Crew", r#"minSelections="0" maxSelections="1" points="5.0""#, ""),
        old("calm", "Calm Crew", r#"minSelections="0" maxSelections="1" points="5.0" collective="true""#, ""),
    ]
    .concat();
    let model = old(
        "m",
        "Gull",
        r#"minSelections="2" maxSelections="3" points="40.0""#,
        &format!("{}<entries>{inside}</entries>", card("Gull", "Big Wet")),
    );
    let root = old(
        "u",
        "Gull Class Botle Ship (Old)",
        r#"minSelections="0" maxSelections="-1" categoryId="big""#,
        &format!("<entries>{model}</entries>"),
    );
    let import = run(0, &format!("<entries>{root}</entries>"), &[]);
    let unit = unit(&import.catalogue, "gull-class-bottle-ship");
    assert_eq!(unit.aliases, ["Gull Class Botle Ship (Old)", "Gull"]);
    assert_eq!((unit.points, unit.squadron), (Some(40), Some(Range { min: 2, max: Some(3) })));
    assert_eq!(unit.traits["status"], TraitValue::One("old".into()));
    assert_eq!(unit.card.stats["slow"], Stat::Number(2));
    assert_eq!(unit.card.rules, ["Thick Hull (2)", "Loose Sail"]);
    let lance = &unit.card.weapons[0];
    assert_eq!((lance.name.as_str(), lance.class.as_deref(), lance.count), ("Fore Lance", Some("P"), Some(2)));
    assert_eq!(lance.bands, [Stat::Number(6), Stat::Text("-".into())]);
    let crews: Vec<_> = unit.options.iter().map(|option| (option.buys, option.sets["crew"].clone())).collect();
    assert_eq!(
        crews,
        [(PurchaseScope::Model, Stat::Text("Brave".into())), (PurchaseScope::AllModels, Stat::Text("Calm".into()))]
    );
    assert_eq!(unit.entries, ["u", "m"]);
    assert_eq!(import.community, ["Loose Sail", "Thick Hull"]);
    let kinds: HashSet<NoticeKind> = import.notices.iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, HashSet::from([NoticeKind::Ignored, NoticeKind::Missing]), "{:#?}", import.notices);
}

#[test]
fn an_attached_form_joins_its_unit() {
    let rule = old("r", "Joins (LL, Big/Wet, 2)", "", "");
    let plain = old(
        "u",
        "Gull Class Guard",
        r#"minSelections="0" maxSelections="-1""#,
        &format!(
            "<entries>{}</entries>",
            old("m", "Gull", r#"minSelections="1" maxSelections="2" points="40.0""#, &card("Gull", "Little Wet Guard"))
        ),
    );
    let attached = old(
        "a",
        "Attached Gull",
        r#"minSelections="1" maxSelections="2" points="45.0" hidden="true""#,
        &format!("{}<entries>{rule}</entries>", card("Gull", "Little Wet Guard")),
    );
    let alone = old(
        "b",
        "Attached Tern Escort",
        r#"minSelections="0" maxSelections="-1""#,
        &format!(
            "<entries>{}</entries>",
            old("n", "Tern", r#"minSelections="1" maxSelections="3" points="10.0""#, &card("Tern", "Little Deep"))
        ),
    );
    let parent = old(
        "v",
        "Whale Class Ship",
        r#"points="100.0" minSelections="0" maxSelections="-1""#,
        &format!(
            "{}<entries>{}</entries>",
            card("Whale", "Big Wet"),
            old("e", "Tern Escort", r#"minSelections="0" maxSelections="1""#, "")
        ),
    );
    let import = run(0, &format!("<entries>{plain}{attached}{alone}{parent}</entries>"), &[]);
    let guard = unit(&import.catalogue, "gull-class-guard");
    let to = serde_json::from_value(json!({"size": "big", "type": "wet"})).unwrap();
    assert_eq!(guard.attaches, [Attachment { to, models: None, nations: None, max: Some(2) }]);
    assert_eq!(guard.entries, ["u", "m", "a"]);
    assert_eq!(guard.only, None);
    let tern = unit(&import.catalogue, "tern-escort");
    assert_eq!((tern.only, tern.squadron), (Some(FieldingWay::Attached), Some(Range { min: 1, max: Some(3) })));
    let hosts = &unit(&import.catalogue, "whale-class-ship").hosts;
    assert_eq!((hosts[0].unit.as_str(), hosts[0].max), ("tern-escort", Some(3)));
    let differs: Vec<_> = import.notices.iter().filter(|notice| notice.kind == NoticeKind::Differs).collect();
    assert_eq!(differs.len(), 1, "{differs:#?}");
    assert!(differs[0].message.contains("45"));
}

#[test]
fn attachment_rules_have_many_wordings() {
    let recipe = recipe();
    let read = |text: &str| super::attach::attachment(text, &recipe.nations[0], &recipe).unwrap();
    for (text, to, nations, max) in [
        ("Joins (LL, Big/Wet. 3)", json!({"size": "big", "type": "wet"}), None, Some(3)),
        ("Joins (RL: Wet)", json!({"type": "wet"}), Some(vec!["riverland"]), None),
        ("Joins (All, Non-Little, 1)", json!({"not": {"size": "little"}}), Some(vec![]), Some(1)),
        ("Joins (All except RL, Big and Wet, 1)", json!({"size": "big", "type": "wet"}), None, Some(1)),
        ("Joins (LL, Great Whale, 1)", json!({"unit": "Great Whale"}), None, Some(1)),
    ] {
        let nations = nations.map(|nations| nations.into_iter().map(ToOwned::to_owned).collect());
        assert_eq!(
            read(text),
            Attachment { to: serde_json::from_value(to).unwrap(), models: None, nations, max },
            "{text}"
        );
    }
    assert!(super::attach::attachment("Joins", &recipe.nations[0], &recipe).is_err());
}

#[test]
fn models_come_along() {
    let boat = old(
        "boat",
        "Dinghy",
        r#"minSelections="2" maxSelections="2""#,
        &format!("{}<entries>{}</entries>", card("Dinghy", "Little Wet"), old("vp", "10 VPs", "", "")),
    );
    let inside = old("t", "Tow (LL, Dinghy Boat, 2, Slowly)", "", &format!("<entries>{boat}</entries>"))
        + &old("k", "Kites (6, 2x4 Kite)", "", "")
        + &old("k2", "Kites (6)", "", "");
    let ship = old(
        "u",
        "Whale Class Ship",
        r#"points="100.0" minSelections="0" maxSelections="-1""#,
        &format!("{}<entries>{inside}</entries>", card("Whale", "Big Wet")),
    );
    let import = run(0, &format!("<entries>{ship}</entries>"), &[]);
    let brings = &unit(&import.catalogue, "whale-class-ship").brings;
    assert_eq!(brings.len(), 3, "{brings:#?}");
    assert_eq!((brings[0].rule.as_str(), brings[0].unit.as_deref(), brings[0].models), ("tow", Some("dinghy"), 2));
    let kites = |at: usize| (brings[at].unit.as_deref(), brings[at].models, brings[at].squadrons, brings[at].divided);
    assert_eq!(kites(1), (Some("kites"), 4, Some(2), false));
    assert_eq!(kites(2), (Some("kites"), 6, None, true));
    let dinghy = unit(&import.catalogue, "dinghy");
    assert_eq!((dinghy.only, dinghy.points), (Some(FieldingWay::Brought), Some(10)));
    assert_eq!(dinghy.squadron, Some(Range { min: 1, max: Some(3) }));
}

#[test]
fn a_fixed_mix_of_the_new_schema() {
    let entry = |id: &str, name: &str, limits: Option<(u32, u32)>, points: &str, inside: &str| {
        let constraint = |kind: &str, value: u32| {
            format!(
                r#"<constraint id="{id}-{kind}" field="selections" scope="parent" type="{kind}" value="{value}.0"/>"#
            )
        };
        let limits = limits.map_or(String::new(), |(min, max)| constraint("min", min) + &constraint("max", max));
        format!(
            r#"<selectionEntry id="{id}" name="{name}" hidden="false" collective="false" type="model">{inside}
            <constraints>{limits}</constraints><costs><cost name="Points" value="{points}"/></costs></selectionEntry>"#
        )
    };
    let plain = entry(
        "u",
        "Gull Class Ship",
        None,
        "0",
        &format!(
            "<selectionEntries>{}</selectionEntries>",
            entry("m", "Gull", Some((2, 3)), "40.0", &card("Gull", "Little Wet"))
        ),
    );
    let marks = format!(
        "<selectionEntryGroups><selectionEntryGroup id=\"g\" name=\"Mark\" defaultSelectionEntryId=\"mk2\"><selectionEntries>{}{}</selectionEntries></selectionEntryGroup></selectionEntryGroups>",
        entry("mk1", "Mk 1", None, "0", ""),
        entry("mk2", "Mk 2", None, "5", "")
    );
    let joins = entry("j", "Joins (Big, 2)", Some((1, 1)), "0", "");
    let joins = format!("<selectionEntries>{joins}</selectionEntries>");
    let mix = entry(
        "s",
        "Shore Squadron",
        None,
        "0",
        &format!(
            "<selectionEntries>{}{}</selectionEntries>",
            entry("s1", "Gull", Some((2, 2)), "40.0", &(card("Gull", "Little Wet") + &joins)),
            entry("s2", "Whale", Some((1, 1)), "90.0", &(card("Whale", "Big Wet") + &marks))
        ),
    );
    let import = run(1, &format!("<selectionEntries>{plain}{mix}</selectionEntries>"), &[]);
    let squadron = unit(&import.catalogue, "shore-squadron");
    assert_eq!((squadron.points, &squadron.traits["size"]), (Some(0), &TraitValue::One("big".into())));
    let [gull, whale] = squadron.members.as_slice() else { panic!("{squadron:#?}") };
    assert_eq!(
        (gull.unit.as_deref(), gull.points, gull.models),
        (Some("gull-class-ship"), Some(40), Range { min: 2, max: Some(2) })
    );
    assert!(gull.card.stats.is_empty());
    assert_eq!(whale.unit, None);
    let mark = &whale.choices[0];
    assert_eq!((mark.min, mark.max, mark.default.as_deref(), mark.marks), (1, Some(1), Some("mk-2"), true));
    assert_eq!(squadron.vintage.as_deref(), Some("new"));
    // Only the gulls may join others, not the whole squadron.
    assert_eq!(squadron.attaches, []);
}

#[test]
fn corrections_find_their_place() {
    let ship =
        old("u", "Whale Class Ship", r#"points="0.0" minSelections="0" maxSelections="-1""#, &card("Whale", "Big Wet"));
    let correction = |at, set| Correction {
        at: serde_json::from_value(at).unwrap(),
        set,
        reason: "a test".into(),
        source: "none".into(),
    };
    let corrections = [
        correction(json!({"entry": "u"}), json!({"points": 70})),
        correction(json!({"profile": "p-Whale"}), json!({"values": {"Hull": "9"}})),
        correction(json!({"catalogue": "lakeland", "unit": "whale-class-ship"}), json!({"usual": 1})),
        correction(json!({"catalogue": "lakeland", "unit": "whale"}), json!({"usual": 1})),
    ];
    let import = run(0, &format!("<entries>{ship}</entries>"), &corrections);
    let whale = unit(&import.catalogue, "whale-class-ship");
    assert_eq!((whale.points, &whale.card.stats["hull"], whale.usual), (Some(70), &Stat::Number(9), Some(1)));
    assert!(import.notices.iter().any(|notice| notice.message.contains("no such unit")));
    assert_eq!(import.corrected.len(), 2);
}

#[test]
fn links_are_followed_but_not_in_circles() {
    let link = |to: &str| format!(r#"<links><link id="l-{to}" targetId="{to}" linkType="entry"/></links>"#);
    let shared = format!(
        "<sharedEntries>{}{}</sharedEntries>",
        old("a", "Ropes", r#"minSelections="0" maxSelections="1" points="3.0""#, &link("b")),
        old("b", "Nets", r#"minSelections="0" maxSelections="1" points="4.0""#, &link("a"))
    );
    let ship = old(
        "u",
        "Whale Class Ship",
        r#"points="70.0" minSelections="0" maxSelections="-1""#,
        &(card("Whale", "Big Wet") + &link("a") + &link("nowhere")),
    );
    let import = run(0, &format!("<entries>{ship}</entries>{shared}"), &[]);
    let ropes = &unit(&import.catalogue, "whale-class-ship").options[0];
    assert_eq!((ropes.id.as_str(), ropes.entries.as_slice()), ("ropes", &["a".to_owned(), "l-a".to_owned()][..]));
    assert_eq!(ropes.options[0].id, "nets");
    let links = import.notices.iter().filter(|notice| notice.message.starts_with("link")).count();
    assert_eq!(links, 2, "{:#?}", import.notices);
}

#[test]
fn files_that_are_no_catalogues_are_refused() {
    let recipe = recipe();
    let nation = &recipe.nations[0];
    for (text, part) in
        [("<roster/>", "not <catalogue>"), ("no xml", "not well-formed XML"), ("", "not well-formed XML")]
    {
        let files = [SourceFile { name: nation.file.clone(), text: text.into() }];
        let error = import(&files, nation, &recipe, &spelling(), &[]).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
    assert!(import(&[], nation, &recipe, &spelling(), &[]).is_err());
}

/// Long lists and huge prices are read without an overflow.
#[test]
fn hostile_numbers_are_refused_or_read() {
    let recipe = recipe();
    let nation = &recipe.nations[0];
    let tried = |inside: &str| {
        let text = format!("<catalogue id='c' name='C'><entries>{inside}</entries></catalogue>");
        import(&[SourceFile { name: nation.file.clone(), text }], nation, &recipe, &spelling(), &[])
    };
    assert!(tried(&"<entry name='a'/>".repeat(501)).unwrap_err().to_string().contains("units"));
    let dear = "<entry name='a' points='2147483647' minSelections='1' maxSelections='1'/>".repeat(3);
    assert!(tried(&format!("<entry name='b'><entries>{dear}</entries></entry>")).is_ok());
}

/// Numbers for equal names continue instead of starting at 2 each time, which would take minutes.
#[test]
fn ten_thousand_options_of_one_name() {
    let option = old("o", "Net", r#"points="1.0" minSelections="0" maxSelections="1""#, "").repeat(10_000);
    let ship = old("u", "Whale Class Ship", "points='70.0'", &format!("<entries>{option}</entries>"));
    let import = run(0, &format!("<entries>{ship}</entries>"), &[]);
    let last = unit(&import.catalogue, "whale-class-ship").options.last().unwrap();
    assert_eq!(last.id, "net-10000");
}

#[test]
fn the_bringer_pays_for_a_better_kind() {
    let kinds = format!(
        r#"<entryGroups><entryGroup id="g" name="Better" minSelections="0" maxSelections="1"><entries>{}</entries></entryGroup></entryGroups>"#,
        old("k", "Skiff", r#"minSelections="0" maxSelections="1" points="5.0""#, &card("Skiff", "Little Deep"))
    );
    let boat = old(
        "boat",
        "Dinghy",
        r#"minSelections="2" maxSelections="2""#,
        &format!("{}<entries>{}</entries>{kinds}", card("Dinghy", "Little Wet"), old("r", "Thick Hull", "", "")),
    );
    let tow = old("t", "Tow (LL, Dinghy, 2)", "", &format!("<entries>{boat}</entries>"));
    let more = r#"points="100.0" minSelections="0" maxSelections="-1""#;
    let ship = old("u", "Whale Class Ship", more, &format!("{}<entries>{tow}</entries>", card("Whale", "Big Wet")));
    let import = run(0, &format!("<entries>{ship}</entries>"), &[]);
    let whale = unit(&import.catalogue, "whale-class-ship");
    assert!(whale.brings.is_empty());
    let choice = &whale.choices[0];
    assert_eq!((choice.min, choice.max, choice.default.as_deref()), (1, Some(1), Some("dinghy")));
    let prices: Vec<_> = choice.options.iter().map(|option| (option.id.as_str(), option.points)).collect();
    assert_eq!(prices, [("dinghy", Some(0)), ("skiff", Some(10))]);
    assert_eq!(choice.options[1].brings[0].unit.as_deref(), Some("skiff"));
    let skiff = unit(&import.catalogue, "skiff");
    assert_eq!((skiff.only, skiff.card.rules.as_slice()), (Some(FieldingWay::Brought), &["Thick Hull".to_owned()][..]));
    assert_eq!(skiff.traits["function"], TraitValue::One("deep".into()));
}
