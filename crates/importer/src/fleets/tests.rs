//! Small files of an invented game, and the units made from them.

mod files;
mod linked;

use muster_engine::catalogue::{Choice, FieldingWay, GroupEffect, PurchaseScope, TraitValue, Unit, UnitOption};
use serde_json::json;

use self::files::{
    asks, cost, engines, file, gun, in_fleet, limit, list, made, modifier, mount, one, ship, tried, unit,
};
use crate::condition::{ChangeCondition, ConditionTest};
use crate::correction::{Correction, CorrectionPlace};
use crate::notice::NoticeKind;

fn ids(choice: &Choice) -> Vec<&str> {
    choice.options.iter().map(|option| option.id.as_str()).collect()
}

fn option<'u>(unit: &'u Unit, id: &str) -> &'u UnitOption {
    unit.options.iter().find(|option| option.id == id).unwrap()
}

#[test]
fn conditions_that_depend_on_the_list_are_left_open() {
    let test = |id: &str| ChangeCondition::Test(ConditionTest { child: id.into(), ..ConditionTest::default() });
    let known = |test: &ConditionTest| match test.child.as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    };
    let all = |ids: &[&str]| ChangeCondition::All(ids.iter().map(|id| test(id)).collect()).holds(&known);
    let any = |ids: &[&str]| ChangeCondition::Any(ids.iter().map(|id| test(id)).collect()).holds(&known);
    assert_eq!(
        [all(&["yes", "open"]), all(&["open", "no"]), all(&["yes"]), all(&[])],
        [None, Some(false), Some(true), Some(true)]
    );
    assert_eq!([any(&["open", "yes"]), any(&["open", "no"]), any(&["no"])], [Some(true), None, Some(false)]);
}

#[test]
fn slots_and_copies_are_tables_of_battlefleets() {
    let to_north = modifier("set-primary", "category", "north", &in_fleet("f2"));
    let twice = modifier("set", "max1", "2", &in_fleet("f2"));
    let limits = format!("<constraints>{}</constraints>", limit("max", 1));
    let gull = unit(&ship("Gull", &["line", "wet", "red"], &format!("{to_north}{twice}{limits}"), ""));
    assert_eq!(json!(gull.slots), json!({"main-fleet": "line", "north-fleet": "line"}));
    assert_eq!(json!(gull.copies), json!({"north-fleet": 2}));
    assert_eq!((gull.id.as_str(), gull.points, gull.aliases), ("gull-cruiser", Some(100), vec!["Gull".to_owned()]));
    assert_eq!(json!(gull.card.stats), json!({"hull": 4, "slow": 2, "fast": 8, "value": 6}));
    assert_eq!(json!(gull.traits), json!({"type": "wet", "class": ["gull", "cruiser"], "people": "red"}));

    // Hidden in one Battlefleet, and without a slot in the other.
    let (catalogue, told) =
        made(&ship("Tern", &["line", "wet"], &modifier("set", "hidden", "true", &in_fleet("f1")), ""), "");
    assert!(catalogue.units[0].slots.is_empty());
    assert_eq!(told, [(NoticeKind::Missing, "Tern Cruiser: no Battlefleet has a slot for it".to_owned())]);
}

#[test]
fn alike_hardpoints_are_one_choice_and_generators_stand_in_them() {
    let first = mount("m1", "Mount: F", &one(), &format!("{}{}", gun("a1", "Gun", ""), engines("l1", "")));
    let second = mount("m2", "Mount: F", &one(), &format!("{}{}", gun("a2", "Gun", ""), engines("l2", "")));
    let place = engines("l3", &format!("<constraints>{}</constraints>", limit("min", 1)));
    let gull = unit(&ship("Gull", &["line", "wet", "nosteam"], "", &format!("{first}{second}{place}")));
    let [mount, place] = gull.choices.as_slice() else { panic!("{:?}", gull.choices) };
    assert_eq!((mount.min, mount.max, mount.hardpoint), (2, Some(2), true));
    assert_eq!((ids(mount), mount.default.as_deref()), (vec!["gun", "coal-engine"], Some("gun")));
    assert_eq!(mount.options[0].entries, ["a1", "a2"]);
    assert_eq!((mount.options[1].kind.as_deref(), mount.options[1].points), (Some("engine"), Some(15)));
    // No generator is taken without being stated, because each has a price.
    assert_eq!((place.min, place.max, place.hardpoint, place.default.clone()), (1, Some(1), true, None));
}

#[test]
fn hidden_hardpoints_are_left_out_and_those_without_limits_take_one() {
    let hidden = mount("m1", "Mount: F", &one(), &gun("a", "Gun", ""))
        .replace("<selectionEntryGroup ", r#"<selectionEntryGroup hidden="true" "#);
    let open = mount("m2", "Mount: A", "", &gun("b", "Gun", ""));
    let (catalogue, told) = made(&ship("Gull", &["line", "wet"], "", &format!("{hidden}{open}")), "");
    let [mount] = catalogue.units[0].choices.as_slice() else { panic!() };
    assert_eq!((mount.id.as_str(), mount.min, mount.max), ("mount-a", 1, Some(1)));
    assert_eq!(told, [(NoticeKind::Inferred, "Gull Cruiser: Mount: A has no limits; it takes one".to_owned())]);
}

#[test]
fn configurations_have_their_own_hardpoints_arcs_and_prices() {
    let arc = |arc: &str, model: &str| modifier("set", "arc", arc, &asks("atLeast", 1, "parent", model));
    let gun = gun("g", "Gun", "").replace("</profile>", &format!("{}{}</profile>", arc("A", "old"), arc("P", "new")));
    let shown = modifier("set", "hidden", "false", &asks("atLeast", 1, "parent", "new"));
    let spare = mount(
        "m2",
        "Mount: Spare",
        &one(),
        &format!("{shown}<selectionEntries><selectionEntry id=\"s\" name=\"Spare\"/></selectionEntries>"),
    )
    .replace("<selectionEntryGroup ", r#"<selectionEntryGroup hidden="true" "#);
    let model = |id: &str, points: u32| {
        let flag = format!(
            r#"<selectionEntries><selectionEntry id="{id}-flag" name="Flag">{}<constraints>{}</constraints></selectionEntry></selectionEntries>"#,
            cost("pts", 5),
            one()
        );
        list(&format!(
            r#"<selectionEntry id="{id}" name="{id}" type="model">{}{flag}</selectionEntry>"#,
            cost("pts", points)
        ))
    };
    let models = mount("kinds", "Kinds", &one(), &format!("{}{}", model("old", 90), model("new", 110)));
    let whole =
        ship("Gull", &["line", "wet"], &format!("{models}{}{spare}", mount("m1", "Mount: X", &one(), &gun)), "");
    let begin = whole.find("<selectionEntries>").unwrap();
    let end = whole.find("</selectionEntries>").unwrap() + "</selectionEntries>".len();
    let (catalogue, _) = made(&format!("{}{}", &whole[..begin], &whole[end..]), "");
    let gull = &catalogue.units[0];
    assert_eq!((gull.points, json!(gull.traits["class"])), (Some(90), json!(["gull", "cruiser"])));
    let [kinds, flag] = gull.choices.as_slice() else { panic!("{:?}", gull.choices) };
    assert_eq!((ids(kinds), kinds.default.as_deref()), (vec!["old", "new"], Some("old")));
    assert_eq!(kinds.options.iter().map(|kind| kind.points).collect::<Vec<_>>(), [Some(0), Some(20)]);
    let arcs = kinds.options.iter().map(|kind| kind.choices[0].options[0].weapons[0].arc.clone().unwrap());
    assert_eq!(arcs.collect::<Vec<_>>(), ["A", "P"]);
    assert_eq!(kinds.options.iter().map(|kind| kind.choices.len()).collect::<Vec<_>>(), [1, 2]);
    // What is always there and has a price is taken without being stated.
    assert_eq!(
        (flag.min, flag.default.as_deref(), &flag.entries),
        (1, Some("flag"), &vec!["old-flag".to_owned(), "new-flag".to_owned()])
    );
}

#[test]
fn variants_are_forced_or_barred_by_the_battlefleet() {
    let (red, blue) = (modifier("remove", "category", "red", ""), modifier("add", "category", "blue", ""));
    let forced = modifier("set", "min0", "1", &asks("instanceOf", 1, "roster", "f2"));
    let variant = format!(
        r#"<selectionEntry id="v" name="Blue Form">{}{red}{blue}{forced}<constraints>{}{}</constraints></selectionEntry>"#,
        cost("pts", 5),
        limit("min", 0),
        limit("max", 1)
    );
    let form = |id: &str, barred: &str| {
        let barred = modifier("set", "hidden", "true", &in_fleet(barred));
        list(&format!(r#"<selectionEntry id="{id}" name="{id}">{barred}</selectionEntry>"#))
    };
    let forms = mount("forms", "Forms", &one(), &format!("{}{}", form("plain", "f2"), form("other", "none")));
    let gull = unit(&ship("Gull", &["line", "wet", "red"], &format!("{}{forms}", list(&variant)), ""));
    let variant = option(&gull, "blue-form");
    assert_eq!(json!(variant.groups), json!({"north-fleet": "always"}));
    assert_eq!((variant.points, variant.traits.get("people")), (Some(5), Some(&TraitValue::One("blue".into()))));
    // Where the first form is barred, the other is taken without being stated.
    assert_eq!(json!(gull.choices[0].options[0].groups), json!({"north-fleet": "never"}));
    assert_eq!(json!(gull.choices[0].options[1].groups), json!({"north-fleet": "always"}));
}

#[test]
fn what_a_unit_gains_in_one_battlefleet_is_always_taken_there() {
    let gains = modifier("append", "abilities", "Swift (2), Carries (Owls / Bats)", &in_fleet("f2"));
    let to_north = modifier("set-primary", "category", "north", &in_fleet("f2"));
    let gull = unit(&ship("Gull", &["line", "wet"], &format!("{gains}{to_north}"), ""));
    let there = option(&gull, "in-north-fleet");
    assert_eq!(there.rules, ["Swift (2)", "Carries (Owls / Bats)", "Owls", "Bats"]);
    assert_eq!(there.groups.get("north-fleet"), Some(&GroupEffect::Always));
    assert_eq!(there.groups.get("main-fleet"), Some(&GroupEffect::Never));
}

#[test]
fn units_of_the_shared_group_attach_to_those_that_show_them() {
    let shown = modifier(
        "set",
        "hidden",
        "false",
        &(asks("instanceOf", 1, "parent", "wet") + &asks("instanceOf", 1, "parent", "host")),
    );
    let company = format!(
        r#"<selectionEntryGroup id="company" name="Company">
        <entryLinks><entryLink id="l" name="Tern" targetId="Tern" hidden="true">{shown}</entryLink></entryLinks></selectionEntryGroup>"#
    );
    let hosts = &list(r#"<entryLink id="c" name="Company" targetId="company"/>"#);
    let guards = format!(
        r#"<entryLink id="gl" name="Guards" targetId="guards"><constraints>{}</constraints></entryLink>"#,
        limit("max", 4)
    );
    let guards = list(&guards);
    let units = [
        ship("Gull", &["line", "wet", "host"], &format!("{hosts}{guards}"), ""),
        ship("Heron", &["line", "dry", "host"], hosts, ""),
        ship("Tern", &["line", "wet"], "", ""),
    ];
    let (catalogue, told) = made(&units.concat(), &company);
    assert_eq!(told, []);
    let [gull, heron, tern] = catalogue.units.as_slice() else { panic!() };
    assert_eq!(json!(tern.attaches), json!([{"to": {"unit": "gull-cruiser"}}]));
    assert!(gull.attaches.is_empty() && heron.attaches.is_empty());
    let guards = option(gull, "guards");
    assert_eq!((guards.kind.as_deref(), guards.points, guards.max), (Some("guard"), Some(10), Some(4)));
}

#[test]
fn a_unit_inside_a_unit_comes_with_it() {
    let inner = ship("Tick", &["wet"], "", "")
        .replace(r#"primary="true""#, r#"primary="false""#)
        .replace(&cost("pts", 100), "");
    let (catalogue, _) = made(&ship("Gull", &["line", "wet"], &list(&inner), ""), "");
    let tick = catalogue.units.iter().find(|unit| unit.id == "tick-cruiser").unwrap();
    assert_eq!((tick.points, tick.only), (Some(0), Some(FieldingWay::Attached)));
    assert_eq!(json!(tick.attaches), json!([{"to": {"unit": "gull-cruiser"}, "max": 3}]));
}

#[test]
fn doctrines_are_a_unit_without_models() {
    let plans = format!(
        r#"<selectionEntry id="p" name="North Plans" type="upgrade"><categoryLinks><categoryLink targetId="plans" primary="true"/></categoryLinks>
        {}</selectionEntry>"#,
        mount(
            "all",
            "Plans",
            &limit("max", 1),
            &list(&format!(r#"<selectionEntry id="x" name="OUT OF THE SUN">{}</selectionEntry>"#, cost("pts", 15)))
        )
    );
    let plans = unit(&plans);
    assert_eq!(
        (plans.id.as_str(), plans.points, plans.aliases.as_slice()),
        ("north-plans", Some(0), &["Plan".to_owned()][..])
    );
    let plan = &plans.choices[0].options[0];
    assert_eq!((plan.name.as_str(), plan.kind.as_deref(), plan.points), ("Out of the Sun", Some("plan"), Some(15)));
    assert_eq!(plan.traits.get("plan-kind"), Some(&TraitValue::One("out-of-the-sun".into())));
}

#[test]
fn links_that_lead_nowhere_or_back_are_left_out() {
    let nowhere = r#"<entryLink id="l1" name="Gone" targetId="gone"/>"#;
    let back = r#"<entryLink id="l2" name="Gull" targetId="Gull"/>"#;
    let (catalogue, told) = made(&ship("Gull", &["line", "wet"], &list(&format!("{nowhere}{back}")), ""), "");
    assert_eq!(catalogue.units.len(), 1);
    assert!(
        told.contains(&(NoticeKind::Unknown, "Gull Cruiser: a link to Gone, which is not there".to_owned())),
        "{told:?}"
    );
    assert!(
        told.iter().any(|(kind, text)| *kind == NoticeKind::Unknown && text.ends_with("which leads back to it")),
        "{told:?}"
    );
}

#[test]
fn corrections_of_entries_change_categories_limits_and_conditions() {
    let correction = |entry: &str, set| Correction {
        at: CorrectionPlace::Entry { entry: entry.to_owned() },
        set,
        reason: String::new(),
        source: String::new(),
    };
    let entry = file(&ship("Gull", &["line", "dry", "red"], "", &engines("l", "")), "");
    let corrections = [
        correction("Gull", json!({"categories": {"Dry": false, "Wet": true}})),
        correction("l", json!({"min": 1})),
        correction("steam", json!({"conditions": {"no Steam": "Red"}})),
    ];
    let import = tried(&entry, &corrections).unwrap();
    let gull = &import.catalogue.units[0];
    assert_eq!(json!(gull.traits["type"]), json!("wet"));
    assert_eq!((ids(&gull.choices[0]), gull.choices[0].min), (vec!["coal-engine"], 1));
    assert_eq!(import.corrected.len(), 3);
    let refused = tried(&entry, &[correction("Gull", json!({"categories": {"Damp": true}}))]).unwrap_err();
    assert!(refused.to_string().contains("the category \"Damp\""), "{refused}");
    assert!(tried(&entry, &[correction("Gull", json!({"pints": 1}))]).is_err());
}

#[test]
fn a_file_that_ends_too_early_is_refused() {
    let whole = file(&ship("Gull", &["line", "wet"], "", ""), "");
    assert!(tried(&whole[..whole.len() / 2], &[]).unwrap_err().to_string().contains("n.cat"));
}

#[test]
fn the_factions_own_entry_wins_over_another_of_the_same_id() {
    let guards = format!(r#"<selectionEntry id="guards" name="Guards">{}</selectionEntry>"#, cost("pts", 12));
    let linked = ship("Gull", &["line", "wet"], &list(r#"<entryLink id="gl" name="Guards" targetId="guards"/>"#), "");
    let (catalogue, _) = made(&linked, &guards);
    assert_eq!(option(&catalogue.units[0], "guards").points, Some(12));
}

#[test]
fn the_price_of_guards_may_depend_on_their_number() {
    let guards = format!(
        r#"<entryLink id="gl" name="Guards" targetId="guards">{}<constraints>{}{}</constraints></entryLink>"#,
        modifier("set", "pts", "0", ""),
        limit("min", 2),
        limit("max", 4)
    );
    let dearer = |points: &str, number: u32| modifier("set", "pts", points, &asks("equalTo", number, "parent", "gl"));
    let prices = dearer("110", 3) + &dearer("120", 4);
    let (catalogue, told) = made(&ship("Gull", &["line", "wet"], &list(&guards), &prices), "");
    let guards = option(&catalogue.units[0], "guards");
    assert_eq!((guards.points, guards.together.as_slice()), (Some(0), &[0, 0, 10, 20][..]));
    assert_eq!(told, [(NoticeKind::Inferred, "Guards: 2 come with Gull Cruiser at no cost".to_owned())]);
}

#[test]
fn an_option_may_close_a_hardpoint() {
    let closed = modifier("set", "hidden", "true", &asks("atLeast", 1, "unit", "dojo"));
    let none = modifier("set", "min1", "0", &asks("atLeast", 1, "unit", "dojo"));
    let inside = format!("{closed}{none}{}{}", gun("a", "Gun", ""), engines("l", ""));
    let dojo = format!(
        r#"<selectionEntry id="dojo" name="School"><constraints>{}</constraints></selectionEntry>"#,
        limit("max", 1)
    );
    let gull = unit(&ship("Gull", &["line", "wet"], &list(&dojo), &mount("m", "Mount: F", &one(), &inside)));
    let mount = &gull.choices[0];
    assert_eq!((mount.min, mount.default.as_deref()), (1, Some("gun")));
    assert_eq!(option(&gull, "school").removes, ["Gun"]);
    assert_eq!(json!(mount.options[1].max_with), json!({"school": 0}));
}

#[test]
fn a_price_that_grows_with_the_models_is_a_price_for_each() {
    let grown = modifier("set", "pts", "20", &asks("equalTo", 2, "parent", "Gull-model"));
    let net = format!(
        r#"<selectionEntry id="net" name="Net">{}{grown}<constraints>{}</constraints></selectionEntry>"#,
        cost("pts", 10),
        limit("max", 1)
    );
    let gull = unit(&ship("Gull", &["line", "wet"], &list(&net), ""));
    assert_eq!((option(&gull, "net").points, option(&gull, "net").buys), (Some(10), PurchaseScope::AllModels));
}
