//! Files whose units are put together from linked cards, weapons and special rules.

use muster_engine::catalogue::{Catalogue, Choice, GroupEffect, Stat, Unit};
use serde_json::json;

use super::files::{RECIPE, asks, cost, in_fleet, limit, list, modifier, mount, one, tried_with};
use super::{ids, option};
use crate::notice::NoticeKind;

const LINKED: &str = r"
ignore: [{pattern: '^None$', reason: nothing is taken}]
linked:
  edition: ' *\[[^\]]*\]$'
  figure: (x)
  places: '^\(?(1st|2nd)\)?$'
  arcs: '^[FA]$'
  variants: '^Variants$'
  instead: Boiler
  figures: {Wing: Room}
  formation: '-?flotilla$'
  unlimited: 99
";

/// Categories, a card, special rules, a weapon and tokens that entries link.
const SHARED: &str = r#"
<categoryEntries>
  <categoryEntry id="arc-f" name="F"/><categoryEntry id="first" name="1st"/><categoryEntry id="boiler" name="Boiler"/>
  <categoryEntry id="gull-class" name="Gull"/>
</categoryEntries>
<sharedRules>
  <rule id="fast" name="Fast [3]"/>
  <rule id="focus" name="Focus (x) [3]"><modifiers><modifier type="set" field="name" value="Sharp Focus (x)"/></modifiers></rule>
</sharedRules>
<sharedProfiles>
  <profile id="card" name="Gull" typeName="Model"><characteristics>
    <characteristic name="Hull">6/4</characteristic></characteristics></profile>
  <profile id="gun-card" name="Gun" typeName="Gun"><characteristics><characteristic name="Arc">-</characteristic>
    <characteristic name="Near">8 (4) /5(2)</characteristic><characteristic name="Notes">Loud</characteristic>
  </characteristics></profile>
</sharedProfiles>
<profileTypes><column id="notes" name="Notes"/></profileTypes>
<sharedSelectionEntries>
  <selectionEntry id="gun" name="Gun" type="upgrade"><infoLinks><infoLink type="profile" targetId="gun-card"><modifiers>
    <modifier type="append" field="notes" value="1st"><conditions>
      <condition type="instanceOf" value="1" scope="ancestor" childId="first"/></conditions></modifier>
    <modifier type="set" field="notes" value="Loud, Fierce"><conditions>
      <condition type="instanceOf" value="1" scope="ancestor" childId="red"/></conditions></modifier>
  </modifiers></infoLink></infoLinks></selectionEntry>
  <selectionEntry id="hen" name="Hen" type="model"><infoLinks><infoLink type="profile" targetId="card"/></infoLinks></selectionEntry>
  <selectionEntry id="three" name="Three" type="model"><costs><cost typeId="pts" value="50"/></costs>
    <infoLinks><infoLink type="profile" targetId="card"/></infoLinks></selectionEntry>
</sharedSelectionEntries>"#;

/// Two Battlefleets: the first has one place for leads, the second two for a class.
const FORCES: &str = r#"<forceEntries>
  <forceEntry id="f1" name="Main Fleet (Main)"><categoryLinks><categoryLink targetId="lead"><constraints>
    <constraint id="m1" type="max" value="1" field="selections" scope="parent"/></constraints></categoryLink>
    <categoryLink targetId="line"/></categoryLinks></forceEntry>
  <forceEntry id="f2" name="North Fleet (Special)"><categoryLinks><categoryLink targetId="line"/>
    <categoryLink targetId="gull-class"><constraints>
    <constraint id="m2" type="max" value="2" field="selections" scope="parent"/></constraints></categoryLink>
  </categoryLinks></forceEntry>
</forceEntries>"#;

fn import(entries: &str) -> (Catalogue, Vec<(NoticeKind, String)>) {
    import_with(entries, "")
}

/// `types` are further lists of the file.
fn import_with(entries: &str, types: &str) -> (Catalogue, Vec<(NoticeKind, String)>) {
    let recipe = format!("{RECIPE}{LINKED}").replace("escorts: {", "escorts: {others: {Hen: hens}, ");
    let recipe = recipe.replace(", option: 'Engine$'", "");
    let text = format!(
        r#"<catalogue id="n">{SHARED}{types}{FORCES}<selectionEntries>{entries}</selectionEntries></catalogue>"#
    );
    let import = tried_with(&recipe, &text, &[]).unwrap();
    let told = import.notices.into_iter().map(|notice| (notice.kind, format!("{}: {}", notice.entry, notice.message)));
    (import.catalogue, told.collect())
}

fn unit(entry: &str) -> Unit {
    let (catalogue, told) = import(entry);
    assert_eq!(told, []);
    Unit::clone(&catalogue.units[0])
}

fn info(kind: &str, target: &str, inside: &str) -> String {
    format!(r#"<infoLinks><infoLink type="{kind}" targetId="{target}">{inside}</infoLink></infoLinks>"#)
}

fn entry(id: &str, name: &str, inside: &str) -> String {
    list(&format!(r#"<selectionEntry id="{id}" name="{name}" type="upgrade">{inside}</selectionEntry>"#))
}

fn link(id: &str, target: &str, inside: &str) -> String {
    list(&format!(r#"<entryLink id="{id}" name="{id}" targetId="{target}">{inside}</entryLink>"#))
}

fn limited(limits: &str) -> String {
    format!("<constraints>{limits}</constraints>")
}

/// Something that is hidden, unless its changes show it.
fn hidden(entry: &str) -> String {
    entry.replacen(" id=", r#" hidden="true" id="#, 1)
}

/// One to three models with the linked card, at 100 points.
fn model(name: &str, inside: &str) -> String {
    let limits = limited(&(limit("min", 1) + &limit("max", 3)));
    let card = info("profile", "card", "");
    entry(&format!("{name}-model"), name, &format!("{}{limits}{card}{inside}", cost("pts", 100)))
}

/// A unit of the line with these parts, once in each Battlefleet.
fn ship(name: &str, parts: &str) -> String {
    format!(
        r#"<selectionEntry id="{name}" name="{name} Cruiser Flotilla" type="unit"><categoryLinks>
        <categoryLink targetId="line" primary="true"/><categoryLink targetId="wet"/><categoryLink targetId="gull-class"/>
        </categoryLinks><constraints><constraint id="force" type="max" value="1" field="selections" scope="force"/>
        </constraints>{parts}</selectionEntry>"#
    )
}

#[test]
fn cards_weapons_and_special_rules_are_linked() {
    let figure = modifier("append", "name", "(2)", "");
    let category = |id: &str| modifier("add", "category", id, "");
    let gun = |id: &str, more: &str| link(id, "gun", &(limited(&one()) + &category("arc-f") + more));
    let rules = info("rule", "fast", "") + &info("rule", "focus", &figure);
    let gull = unit(&ship("Gull", &model("Gull", &(gun("g1", "") + &gun("g2", &category("first")) + &rules))));
    assert_eq!((gull.points, json!(gull.squadron)), (Some(100), json!({"min": 1, "max": 3})));
    assert_eq!(json!(gull.traits["class"]), json!(["gull", "cruiser"]));
    assert_eq!(gull.aliases, ["Gull"]);
    assert_eq!(json!(gull.card.stats), json!({"hull": "6/4"}));
    assert_eq!(gull.card.rules, ["Fast", "Sharp Focus (2)"]);
    let [weapon] = gull.card.weapons.as_slice() else { panic!("{:?}", gull.card.weapons) };
    assert_eq!((weapon.arc.as_deref(), weapon.count), (Some("F"), Some(2)));
    assert_eq!(
        (&weapon.rules[..], &weapon.bands[0]),
        (&["Loud".to_owned()][..], &Stat::Text("8(4) / 5(2)".to_owned()))
    );
}

#[test]
fn changes_that_hold_for_the_unit_are_made() {
    let red = r#"<categoryLinks><categoryLink targetId="red"/></categoryLinks>"#;
    let gun = link("g", "gun", &limited(&one()));
    let more = modifier("set", "max3", "5", &asks("instanceOf", 1, "ancestor", "wet"));
    let never = modifier("set", "min1", "9", &asks("instanceOf", 1, "ancestor", "another"));
    let price = modifier("set", "pts", "120", "");
    // It is made in the one Battlefleet and in the other.
    let everywhere = format!(
        r#"<modifiers><modifier type="increment" field="pts" value="5"><conditionGroups><conditionGroup type="or">
        <conditions>{}{}</conditions></conditionGroup></conditionGroups></modifier></modifiers>"#,
        in_fleet("f1"),
        in_fleet("f2")
    );
    let inside = format!("{more}{never}{price}{everywhere}{gun}");
    let gull = unit(&ship("Gull", &(red.to_owned() + &model("Gull", &inside))));
    assert_eq!((gull.points, json!(gull.squadron)), (Some(125), json!({"min": 1, "max": 5})));
    assert_eq!(gull.card.weapons[0].rules, ["Loud", "Fierce"]);
}

#[test]
fn alike_models_are_added_and_a_card_may_stand_on_the_unit() {
    let one = limited(&one());
    let three = unit(&ship("Gull", &["a", "b", "c"].map(|id| link(id, "three", &one)).concat()));
    assert_eq!((json!(three.squadron), three.points), (json!({"min": 3, "max": 3}), Some(50)));
    let whole = unit(&ship("Gull", &(info("profile", "card", "") + &cost("pts", 200))));
    assert_eq!((json!(whole.squadron), whole.points), (json!({"min": 1, "max": 1}), Some(200)));
}

#[test]
fn variants_are_chosen_for_each_model() {
    let variant = |id: &str, points: u32| {
        entry(id, id, &(cost("pts", points) + &link(&format!("{id}-gun"), "gun", &limited(&one()))))
    };
    let members = variant("Dear", 60) + &variant("Cheap", 50);
    let group = mount("v", "Variants", &(limit("min", 2) + &limit("max", 6)), &members)
        .replace(r#"name="Variants""#, r#"name="Variants" defaultSelectionEntryId="Cheap""#);
    let gull = unit(&ship("Gull", &(info("profile", "card", "") + &group)));
    assert_eq!((json!(gull.squadron), gull.points), (json!({"min": 2, "max": 6}), Some(50)));
    let variants = &gull.choices[0];
    assert_eq!((ids(variants), variants.default.as_deref()), (vec!["dear", "cheap"], Some("cheap")));
    assert_eq!(variants.options.iter().map(|option| option.points).collect::<Vec<_>>(), [Some(10), Some(0)]);
    // What both have is the unit's.
    assert_eq!(gull.card.weapons.len(), 1);
}

#[test]
fn groups_give_way_to_what_takes_their_place() {
    let empty = modifier("set", "min1", "0", &asks("atLeast", 1, "parent", "boiler"));
    let place = |id: &str| mount(id, id, &one(), &(empty.clone() + &link(&format!("{id}-gun"), "gun", "")));
    let boiler = r#"<categoryLinks><categoryLink targetId="boiler"/></categoryLinks>
        <profiles><profile name="Steam" typeName="Wing"/></profiles>"#;
    let boilers = mount("boilers", "Boilers", &limit("max", 1), &entry("steam", "Steam", boiler));
    let both = limit("min", 2) + &limit("max", 2);
    let inside = mount("m", "Mount", &both, &(place("Bow") + &place("Stern") + &boilers));
    let gull = unit(&ship("Gull", &model("Gull", &inside)));
    let mount: &Choice = &gull.choices[0];
    assert_eq!((mount.min, mount.max, mount.hardpoint, mount.default.as_deref()), (2, Some(2), true, None));
    let [bow, stern, boilers] = mount.choices.as_slice() else { panic!("{mount:?}") };
    assert_eq!((bow.min, bow.default.as_deref()), (0, Some("gun")));
    assert_eq!((stern.min, stern.default.as_deref()), (0, Some("stern-gun")));
    assert_eq!((boilers.max, boilers.options[0].kind.as_deref()), (Some(1), Some("engine")));
    assert_eq!(boilers.options[0].rules, ["Steam"]);
}

#[test]
fn groups_may_come_with_an_option_and_options_bar_each_other() {
    let barred = modifier("set", "max1", "0", &asks("atLeast", 1, "m", "coal"));
    let once = limited(&limit("max", 1));
    let members = entry("coal", "Coal", &once) + &entry("oil", "Oil", &(once.clone() + &barred));
    let fuel = mount("m", "Fuel", &limit("max", 2), &members);
    let shown = modifier("set", "hidden", "false", &asks("greaterThan", 0, "Gull-model", "coal"));
    let shovels = hidden(&mount("s", "Shovels", &limit("max", 1), &(shown + &entry("spade", "Spade", ""))));
    let gull = unit(&ship("Gull", &model("Gull", &(fuel + &shovels))));
    let [coal, oil] = gull.choices[0].options.as_slice() else { panic!() };
    assert_eq!((coal.choices[0].id.as_str(), coal.choices[0].min), ("shovels", 1));
    assert_eq!(json!(oil.max_with), json!({"coal": 0}));
    assert_eq!(gull.choices.len(), 1);
}

#[test]
fn escorts_of_several_kinds_share_a_number() {
    let hens = link("h", "hen", &(limited(&limit("max", 3)) + &cost("pts", 7)));
    let guards = link("g", "guards", &limited(&limit("max", 4)));
    let with =
        |inside: &str| unit(&ship("Gull", &(model("Gull", "") + &mount("e", "Escorts", &limit("max", 2), inside))));
    let gull = with(&hens);
    let alone = option(&gull, "hens");
    assert_eq!((alone.points, alone.max, alone.kind.as_deref()), (Some(7), Some(2), Some("guard")));
    assert_eq!(alone.aliases, ["guards"]);
    let gull = with(&(hens + &guards));
    assert_eq!((ids(&gull.choices[0]), gull.choices[0].max), (vec!["hens", "guards"], Some(2)));
    assert!(gull.options.is_empty());
}

#[test]
fn what_depends_on_the_battlefleet_is_a_table() {
    let sail = limited(&limit("max", 1)) + &modifier("set", "hidden", "false", &in_fleet("f2"));
    let gull = unit(&ship("Gull", &(model("Gull", "") + &hidden(&entry("sail", "Sail", &sail)))));
    assert_eq!(json!(option(&gull, "sail").groups), json!({"main-fleet": GroupEffect::Never}));

    // The entry allows three in the North, the class two. Without any limit it is the recipe's number.
    let more = modifier("set", "force", "3", &in_fleet("f2"));
    assert_eq!(json!(unit(&ship("Gull", &(model("Gull", "") + &more))).copies), json!({"north-fleet": 2}));
    let free = unit(&ship("Gull", &model("Gull", "")).replace(r#"scope="force""#, r#"scope="roster""#));
    assert_eq!(json!(free.copies), json!({"main-fleet": 99, "north-fleet": 2}));
    assert_eq!(json!(free.traits["unique"]), json!(true));
}

#[test]
fn a_member_of_a_group_of_attachments_may_be_a_copy_of_a_unit() {
    let shown = modifier("set", "hidden", "false", &in_fleet("f2"));
    let group = hidden(&mount("c", "Company [North]", "", &(shown + &entry("copy", "Tern Launch", ""))));
    let (catalogue, told) = import(&(ship("Gull", &(model("Gull", "") + &group)) + &ship("Tern", &model("Tern", ""))));
    assert!(told.iter().all(|(_, text)| text.contains("category")), "{told:?}");
    assert_eq!(json!(catalogue.units[1].attaches), json!([{"to": {"unit": "gull-cruiser-flotilla"}}]));
}

#[test]
fn plans_have_their_values_and_short_names() {
    let inside = entry("p", "Ann Lee, Admiral", &cost("worth", 2)) + &entry("none", "None", "");
    let plans = unit(&format!(
        r#"<selectionEntry id="plans-of" name="Our Plans" type="upgrade"><categoryLinks>
        <categoryLink targetId="plans" primary="true"/></categoryLinks>{inside}</selectionEntry>"#
    ));
    let [ann] = plans.choices[0].options.as_slice() else { panic!() };
    assert_eq!((&ann.aliases[..], json!(ann.sets)), (&["Ann Lee".to_owned()][..], json!({"value": 2})));
}

#[test]
fn what_is_not_kept_is_told() {
    let lost = modifier("set", "min1", "2", &asks("atLeast", 1, "roster", "steam"));
    let (_, told) = import(&ship("Gull", &model("Gull", &lost)));
    let text = "Gull: on Gull Cruiser Flotilla: set the least number \"2\" with Steam Engine, which is not kept";
    assert_eq!(told, [(NoticeKind::Unknown, text.to_owned())]);
}

/// Files write whole numbers as `1` and as `1.0`.
#[test]
fn numbers_of_changes_may_have_decimals() {
    let set = |field: &str, value: &str| modifier("set", field, value, "");
    let offer = |value: &str| {
        let limits = limited(&(limit("min", 1) + &limit("max", 1)));
        let changes = format!("{}{}", set("max1", value), set("pts", "7.0"));
        let inside = format!("{}{limits}{changes}", cost("pts", 5));
        ship("Gull", &(model("Gull", "") + &entry("horn", "Horn", &inside)))
    };
    for value in ["1", "1.0"] {
        let gull = unit(&offer(value));
        let horn = &gull.choices[0];
        assert_eq!((horn.min, horn.max, horn.options[0].max), (1, Some(1), None), "{value}: {horn:?}");
        assert_eq!(horn.options[0].points, Some(7));
    }
    // What is no number changes nothing.
    assert_eq!(import(&offer("some")).0.units[0].choices[0].max, Some(1));
}

/// A column is known by its id, however its name is spelt. What is in no column of the recipe is told.
#[test]
fn misspelt_columns_are_known_by_their_ids() {
    let types = r#"<profileTypes><profileType id="t" name="Model"><characteristicTypes>
        <characteristicType id="hull-id" name="Hull"/></characteristicTypes></profileType></profileTypes>"#;
    let profile = |column: &str| {
        format!(
            r#"<profiles><profile id="own" name="Gull" typeName="Model"><characteristics>
            <characteristic {column}>6</characteristic></characteristics></profile></profiles>"#
        )
    };
    let stats = |column: &str| {
        let limits = limited(&(limit("min", 1) + &limit("max", 3)));
        let model = entry("gull-model", "Gull", &format!("{}{limits}{}", cost("pts", 100), profile(column)));
        let (catalogue, told) = import_with(&ship("Gull", &model), types);
        (catalogue.units[0].card.stats.get("hull").cloned(), told)
    };
    assert_eq!(stats(r#"name="Hul" typeId="hull-id""#), (Some(Stat::Number(6)), Vec::new()));
    assert_eq!(stats(r#"name="Hull" typeId="of another file""#), (Some(Stat::Number(6)), Vec::new()));
    let (hull, told) = stats(r#"name="Hul""#);
    assert_eq!(hull, None);
    assert!(told.contains(&(NoticeKind::Unknown, "Gull: column Hul is \"6\"".to_owned())), "{told:?}");
}
