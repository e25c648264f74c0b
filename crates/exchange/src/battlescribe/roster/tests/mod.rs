//! Tests of writing rosters and reading them back, and of rosters of other programs.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

mod foreign;
mod json;

use muster_engine::catalogue::Unit;
use muster_engine::check;
use muster_engine::list::{ArmyList, ModelCount, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::summary::summary;
use muster_library::shelf::Shelf;

use super::conventions::Conventions;
use super::ids::UnitIds;
use super::read::ruleset;
use super::{Roster, pack, write};
use crate::listing::tests::examples;
use crate::listing::{Listing, TextContext};

fn open(text: &str) -> Roster {
    Roster::open("fleet.ros", text.as_bytes().to_vec()).unwrap()
}

/// Reads a roster that names at least one known unit.
fn read(rules: &Ruleset, roster: &Roster) -> Listing {
    super::read::read(&UnitIds::new(rules.clone()), &Conventions::default(), false, roster, TextContext::default())
        .unwrap()
}

/// Every example reads back the same except for its cards, packed or not.
#[test]
fn every_example_comes_back() {
    let shelf = Shelf::default();
    for mut list in examples() {
        let rules = shelf.ruleset_for(&list).unwrap();
        let written = write(&rules, &list, &summary(&rules, &list));
        let cards = written.lost.iter().any(|lost| lost.contains("cards"));
        assert_eq!(
            (written.lost.len(), cards),
            (usize::from(!list.decks.is_empty()), !list.decks.is_empty()),
            "{:?}\n{}",
            written.lost,
            written.text
        );
        list.decks.clear();
        let was = check(&rules, &list);
        let roster = open(&written.text);
        assert_eq!(Roster::open("fleet.rosz", pack(&written.text)).unwrap(), roster);
        let name = ruleset(&roster).unwrap();
        let back = read(&shelf.ruleset(&name, &[]).unwrap(), &roster);
        // Units that are only in a club's own catalogue are reported.
        let unknown = summary(&rules, &list).squadrons.iter().filter(|line| line.unit_id.is_none()).count();
        assert_eq!(back.doubts.len(), unknown, "{:?}\n{}", back.doubts, written.text);
        let is = check(&shelf.ruleset_for(&back.list).unwrap(), &back.list);
        assert_eq!(
            (is.verdict, is.points, is.fingerprint),
            (was.verdict, was.points, was.fingerprint.clone()),
            "{}",
            written.text
        );
    }
}

#[test]
fn names_stay_what_they_are() {
    let shelf = Shelf::default();
    let mut list = examples().into_iter().find(|list| !list.squadrons.is_empty() && list.decks.is_empty()).unwrap();
    let rules = shelf.ruleset_for(&list).unwrap();
    let all = shelf.ruleset(&list.ruleset, &[]).unwrap();
    let long = "x".repeat(10_000);
    for name in ["<b>&amp;\"'", "]]> <!-- -->", "\u{202e}right to left \u{1f6a2}", "Name: y", &long] {
        list.name = Some(name.to_owned());
        list.notes = Some(format!("{name}\n\n{name}"));
        list.squadrons[0].name = Some(name.to_owned());
        let written = write(&rules, &list, &summary(&rules, &list));
        assert_eq!(written.lost, Vec::<String>::new(), "{name}");
        let back = read(&all, &open(&written.text)).list;
        assert_eq!((&back.name, &back.notes), (&list.name, &list.notes));
        assert_eq!(back.squadrons[0].name, list.squadrons[0].name);
    }
    list.name = Some("a bell \u{7}".to_owned());
    assert_eq!(write(&rules, &list, &summary(&rules, &list)).lost.len(), 1, "XML has no place for a bell");
}

/// A unit with a squadron of several models and an option for each, in data that keep the ids of entries.
struct UnitWithIds {
    rules: Ruleset,
    nation: String,
    unit: Unit,
    members: Unit,
}

fn known() -> UnitWithIds {
    let shelf = Shelf::default();
    let list = examples().into_iter().find(|list| {
        let rules = shelf.ruleset_for(list).unwrap();
        list.squadrons.iter().any(|squadron| {
            let unit = rules.find_unit(list.nation.as_deref(), &squadron.unit);
            unit.is_some_and(|(catalogue, ready)| catalogue.unit(ready).entries.len() == 2)
        })
    });
    let list: ArmyList = list.unwrap();
    let rules = shelf.ruleset(&list.ruleset, &[]).unwrap();
    let nation = rules.nation(list.nation.as_deref().unwrap()).unwrap().to_owned();
    let catalogue = rules
        .catalogues()
        .iter()
        .find(|catalogue| catalogue.written().nation.as_ref() == Some(&nation))
        .unwrap()
        .clone();
    let units = &catalogue.written().units;
    let fits = |unit: &Unit| unit.entries.len() == 2 && unit.options.iter().any(|option| !option.entries.is_empty());
    let unit = Unit::clone(units.iter().find(|unit| fits(unit)).unwrap());
    let members = Unit::clone(units.iter().find(|unit| unit.members.len() > 1).unwrap());
    UnitWithIds { rules, nation, unit, members }
}

/// The same fleet in the three schemas. If the names differ, it is found by ids; without ids it is found by names.
#[test]
fn all_schemas_are_read() {
    let UnitWithIds { rules, nation, unit, members } = known();
    let name = &rules.declarations().nations[&nation].name;
    let option = unit.options.iter().find(|option| !option.entries.is_empty()).unwrap();
    let squadron = |ids: bool| {
        let id = |id: &String| if ids { format!("entryId=\"4711::{id}\"") } else { String::new() };
        let call = |name: &str| if ids { "another name".to_owned() } else { name.to_owned() };
        format!(
            r#"<selection id="1" name="{}" {} number="1" type="unit"><selections>
              <selection id="2" name="{}" {} number="3" type="model"><selections>
                <selection id="3" name="{}" {} number="3" type="upgrade"/>
              </selections></selection></selections></selection>
              <selection id="4" name="{}" {} number="1" type="unit"/>"#,
            call(&unit.name),
            id(&unit.entries[0]),
            call(&unit.name),
            id(&unit.entries[1]),
            call(&option.name),
            id(&option.entries[0]),
            call(&members.name),
            id(&members.entries[0]),
        )
    };
    let old = |inside: &str| {
        format!(
            r#"<roster name="Old" battleScribeVersion="1.15" points="90.0" pointsLimit="900.0" xmlns="http://www.battlescribe.net/schema/rosterSchema">
            <description>for Sunday</description><forces><force catalogueName="{name}" forceTypeName="Open"><categories>
            <category name="Medium" categoryId="m"><selections>{inside}</selections></category></categories></force></forces></roster>"#
        )
    };
    let new = |version: &str, inside: &str| {
        format!(
            r#"<roster name="New" battleScribeVersion="{version}" xmlns="http://www.battlescribe.net/schema/rosterSchema">
            <costs><cost name="Points" typeId="p" value="90.0"/></costs>
            <costLimits><costLimit name="Points" typeId="p" value="900.0"/></costLimits><customNotes>for Sunday</customNotes>
            <forces><force name="Core" entryId="f" catalogueName="{name}"><selections>{inside}</selections></force></forces></roster>"#
        )
    };
    for ids in [true, false] {
        let inside = squadron(ids);
        for text in [old(&inside), new("2.01", &inside), new("2.03", &inside)] {
            let Listing { list, doubts, concluded, .. } = read(&rules, &open(&text));
            // Where the names say nothing, it is told what they are taken for.
            let taken = if ids { vec![&unit.name, &option.name, &members.name] } else { Vec::new() };
            let taken =
                taken.into_iter().map(|name| format!("`another name` is taken as `{name}`, by the id of its entry"));
            assert_eq!((doubts, concluded), (Vec::new(), taken.collect::<Vec<_>>()), "{text}");
            assert_eq!(
                (list.nation.as_ref(), list.mfv, list.notes.as_deref()),
                (Some(&nation), Some(900), Some("for Sunday"))
            );
            let squadrons: Vec<(&str, Option<&ModelCount>)> =
                list.squadrons.iter().map(|squadron| (squadron.unit.as_str(), squadron.models.as_ref())).collect();
            assert_eq!(squadrons[0], (unit.id.as_str(), Some(&ModelCount::Count(3))), "{text}");
            assert_eq!(squadrons[1].0, members.id);
            assert_eq!(list.squadrons[0].options.len(), 1);
        }
    }
}

#[test]
fn what_is_no_part_of_a_list_is_told_with_its_line() {
    let UnitWithIds { rules, nation, unit, .. } = known();
    let name = &rules.declarations().nations[&nation].name;
    let text = format!(
        "<roster name='R'><forces><force catalogueName='{name}'><selections>\n<selection name='{}' type='unit'>\
        <selections>\n<selection name='No such thing' type='upgrade' number='2'/></selections></selection>\n\
        <selection name='{}zz' type='unit'/>\n<selection name='House rules' type='upgrade'/></selections></force></forces></roster>",
        unit.name, unit.name
    );
    let Listing { list, doubts, concluded, .. } = read(&rules, &open(&text));
    let told: Vec<(usize, &str)> = doubts.iter().map(|doubt| (doubt.line, doubt.text.as_str())).collect();
    let slip = format!("{}zz", unit.name);
    assert_eq!(told, [(3, "No such thing"), (4, slip.as_str()), (5, "House rules")]);
    assert!(doubts[1].help.as_ref().is_some_and(|help| help.contains(&unit.name)));
    let units: Vec<&Squadron> = list.squadrons.iter().collect();
    assert_eq!(units.len(), 2, "what was meant for a unit stays");
    assert_eq!((list.mfv, concluded.len()), (None, 0), "{concluded:?}");
}

#[test]
fn numbers_are_not_guessed() {
    let UnitWithIds { rules, nation, unit, .. } = known();
    let name = &rules.declarations().nations[&nation].name;
    let roster = |limits: &str, number: u32| {
        let text = format!(
            "<roster name='R'><costLimits>{limits}</costLimits><forces><force catalogueName='{name}'><selections>\
            <selection name='{}' type='unit' number='{number}'/></selections></force></forces></roster>",
            unit.name
        );
        read(&rules, &open(&text))
    };
    let (points, crew) = ("<costLimit name='pts' value='900'/>", "<costLimit name='Crew' value='9000'/>");
    // With several limits, the one in points is taken. If none is in points, none is taken.
    assert_eq!(roster(&format!("{crew}{points}"), 2).list.mfv, Some(900));
    assert_eq!(roster(crew, 2).list.mfv, Some(9000));
    let unsaid = roster(&format!("{crew}<costLimit name='Fuel' value='7000'/>"), 2);
    let taken = format!("2 of `{}` are taken as one squadron of 2 models", unit.name);
    assert_eq!((unsaid.list.mfv, unsaid.concluded), (None, vec![taken]));
    // The number is too large for a list.
    let many = roster(points, 5000);
    assert_eq!(
        (&many.list.squadrons[0].models, many.doubts[0].text.as_str()),
        (&None, &*format!("5000 of {}", unit.name))
    );
    // A roster that Muster wrote and a person edited.
    let ours = "<roster generatedBy='Muster'><customNotes>MFV: abc\nRemember paint</customNotes></roster>";
    let told = read(&rules, &open(ours)).doubts;
    assert_eq!(told.iter().map(|doubt| doubt.text.as_str()).collect::<Vec<_>>(), ["MFV: abc", "Remember paint"]);
}

#[test]
fn hostile_rosters_are_refused() {
    let refused = |text: String| Roster::open("f", text.into_bytes()).unwrap_err().to_string();
    let deep = "<roster><forces><force>".to_owned() + &"<selections><selection>".repeat(10_000);
    assert!(refused(deep).ends_with("more than 250 elements inside each other"));
    let entity = "<!DOCTYPE a [<!ENTITY b \"&b;&b;\">]><roster name='&b;'/>";
    assert!(refused(entity.to_owned()).contains("document types and entities"));
    assert_eq!(refused("<catalogue/>".to_owned()), "f: the root element is <catalogue>, not <roster>");
    assert!(refused("<roster>".to_owned()).contains("not well-formed XML"));
    let bomb = pack(&" ".repeat(65 << 20));
    let error = Roster::open("f", bomb).unwrap_err().to_string();
    assert!(error.ends_with("MB, which no roster of its size does"), "{error}");
}
