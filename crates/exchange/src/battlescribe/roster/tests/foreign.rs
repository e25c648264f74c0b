//! Tests of rosters as other programs make them from community data. The units are found in the shipped catalogues.

use muster_engine::catalogue::{Catalogue, Choice, Unit, UnitOption};
use muster_engine::check;
use muster_engine::list::{ModelCount, OptionPick};
use muster_engine::ready::Ruleset;
use muster_library::shelf::Shelf;

use super::{Listing, open};
use crate::battlescribe::roster::{Importer, RosterRefusal};
use crate::listing::TextContext;

/// A ruleset, the id of a game system whose rosters it reads, the name of a nation, and one of its units.
struct ForeignUnit {
    rules: Ruleset,
    game: &'static str,
    nation: String,
    unit: Unit,
}

/// The first unit of these data that fits.
fn find(id: &str, game: &'static str, fits: impl Fn(&Unit) -> bool) -> ForeignUnit {
    let shelf = Shelf::default();
    let rules = shelf.ruleset(&muster_engine::list::RulesetName::Id(id.to_owned()), &[]).unwrap();
    let mut written = rules.catalogues().iter().map(|catalogue| catalogue.written());
    let fitting = |catalogue: &Catalogue| {
        let unit = catalogue.units.iter().find(|unit| fits(unit))?;
        Some((catalogue.nation.clone()?, Unit::clone(unit)))
    };
    let (nation, unit) = written.find_map(fitting).unwrap();
    let nation = rules.declarations().nations[&nation].name.clone();
    ForeignUnit { rules, game, nation, unit }
}

const FLEETS: &str = "dea5da1e-8b51-b068-a829-a7b0a88b17d4";
const SECTIONS: &str = "47423c1e-c024-1db7-9b5b-1ce40903e208";

/// A roster of schema 1.15.
fn roster(game: &str, nation: &str, total: &str, selections: &str) -> String {
    format!(
        "<roster name='R' battleScribeVersion='1.15' points='{total}' pointsLimit='0.0' gameSystemId='{game}' \
         gameSystemName='The Game'><forces><force catalogueName=\"{nation}\" forceTypeName='Open'><categories>\
         <category name='C'><selections>{selections}</selections></category></categories></force></forces></roster>"
    )
}

fn selection(name: &str, entry: &str, kind: &str, number: u32, points: &str, inside: &str) -> String {
    format!(
        "<selection name=\"{name}\" entryId='link::{entry}' type='{kind}' number='{number}' points='{points}'>\
         <selections>{inside}</selections></selection>"
    )
}

/// Reads a roster. That its game has a name of its own is left out of what is told.
fn read(text: &str) -> Result<Listing, RosterRefusal> {
    let mut listing = Importer::new(&Shelf::default()).read(&open(text), None, TextContext::default())?;
    listing.concluded.retain(|said| !said.starts_with("the roster calls its game `The Game`"));
    Ok(listing)
}

/// The rules of all findings about claimed points.
fn claims(rules: &Ruleset, listing: &Listing) -> usize {
    let report = check(rules, &listing.list);
    report.findings.iter().filter(|finding| finding.rule.to_string() == "points-claimed").count()
}

#[test]
fn a_section_counts_its_upgraded_models() {
    let makes = |option: &UnitOption| option.becomes.as_ref().is_some_and(|kind| kind.takes == 2);
    let fits = |unit: &Unit| unit.entries.len() == 2 && unit.options.iter().any(makes);
    let ForeignUnit { rules, game, nation, unit } = find("legions-2.0", SECTIONS, fits);
    let team = unit.options.iter().find(|option| makes(option)).unwrap();
    let inside = selection("core", &unit.entries[1], "model", 4, "40.0", "")
        + &selection("team", &team.entries[0], "unit", 1, "30.5", &selection("weapon", "w", "upgrade", 1, "9.5", ""));
    let text = roster(game, &nation, "80", &selection("The Section", &unit.entries[0], "unit", 1, "0.0", &inside));
    let read = read(&text).unwrap();
    let squadron = &read.list.groups[0].squadrons[0];
    assert_eq!((&squadron.unit, &squadron.models), (&unit.id, &Some(ModelCount::Count(6))));
    assert_eq!(squadron.options, [OptionPick::Every(team.id.clone())]);
    assert_eq!((squadron.points, read.list.points, read.list.mfv), (Some(80), Some(80), None));
    assert_eq!(read.doubts.iter().map(|doubt| doubt.text.as_str()).collect::<Vec<_>>(), ["weapon"]);
    // The models and the option cost something else, which is told.
    assert_eq!(claims(&rules, &read), 2);
}

#[test]
fn what_a_squadron_brings_is_no_squadron() {
    let choice = |unit: &Unit| -> Option<Choice> {
        let brings = |option: &UnitOption| option.brings.first().is_some_and(|brings| brings.models == 3);
        unit.choices.iter().find(|choice| choice.max == Some(1) && choice.options.iter().all(brings)).cloned()
    };
    let fits = |unit: &Unit| choice(unit).is_some_and(|choice| choice.options.len() > 1);
    let ForeignUnit { rules, game, nation, unit } = find("dw-2.5", FLEETS, fits);
    let options = choice(&unit).unwrap().options;
    // Three companies are brought, and all of them are of the better kind. Some files write each by itself.
    let points = f64::from(options[1].points.unwrap());
    let together = {
        let better = selection("better", &options[1].entries[0], "upgrade", 3, &format!("{points:.1}"), "");
        selection("usual", &options[0].entries[0], "unit", 3, "0.0", &better)
    };
    let each = {
        let better = selection("better", &options[1].entries[0], "upgrade", 1, &format!("{:.3}", points / 3.0), "");
        selection("usual", &options[0].entries[0], "unit", 1, "0.0", &better).repeat(3)
    };
    let price = unit.points.unwrap();
    for brought in [together, each] {
        let deployment = selection("It brings", "none", "upgrade", 1, "0.0", &brought);
        let ship = selection(&unit.name, &unit.entries[0], "model", 1, &format!("{price}.0"), &deployment);
        let read = read(&roster(game, &nation, "0.0", &ship)).unwrap();
        let squadron = &read.list.squadrons[0];
        assert_eq!(squadron.options, [OptionPick::Every(options[1].id.clone())]);
        assert_eq!((squadron.attached.len(), read.list.squadrons.len()), (0, 1));
        assert_eq!((read.list.points, claims(&rules, &read)), (None, 0), "{:?}", squadron.points);
    }
}

#[test]
fn permissions_attach_what_stands_beside() {
    let ForeignUnit { game, nation, unit, .. } =
        find("dw-2.5", FLEETS, |unit| !unit.attaches.is_empty() && unit.only.is_none() && !unit.entries.is_empty());
    let ForeignUnit { unit: host, .. } =
        find("dw-2.5", FLEETS, |host| host.hosts.is_empty() && host.attaches.is_empty() && !host.entries.is_empty());
    let name = format!("Attached {}", unit.name);
    let permission = selection(&name, "permission", "upgrade", 1, "0.0", "");
    let hosts = selection(&host.name, &host.entries[0], "model", 1, "100.0", &permission);
    let guest = selection(&name, &unit.entries[0], "unit", 1, "30.0", "");
    let attached = |hosts: String, guests: usize| {
        let read = read(&roster(game, &nation, "0.0", &(hosts + &guest.repeat(guests)))).unwrap();
        assert_eq!(read.doubts, []);
        let attached: Vec<(usize, Option<u32>)> =
            read.list.squadrons.iter().map(|squadron| (squadron.attached.len(), squadron.points)).collect();
        (attached, read.concluded.len())
    };
    // That the permission itself is no part of the list is told each time.
    assert_eq!(attached(hosts.clone(), 1), (vec![(1, Some(130))], 1));
    // Each permission is for one squadron. Which one joins which is not said.
    assert_eq!(attached(hosts.repeat(2), 2), (vec![(1, Some(130)), (1, Some(130))], 3));
    assert_eq!(attached(hosts.repeat(2), 3), (vec![(1, Some(130)), (1, Some(130)), (0, Some(30))], 4));
    assert_eq!(attached(selection(&host.name, &host.entries[0], "model", 1, "100.0", ""), 1).1, 1);
}

#[test]
fn conventions_say_what_is_no_squadron() {
    let ForeignUnit { game, nation, unit, .. } = find("dw-2.5", FLEETS, |unit| unit.id == "support-aircraft");
    let ForeignUnit { unit: ship, .. } =
        find("dw-2.5", FLEETS, |ship| ship.members.is_empty() && !ship.entries.is_empty());
    let wings = |points: &str| {
        let wing = selection("Fighter", "wing", "upgrade", 1, points, "");
        let aircraft = selection("XY - SAS", &unit.entries[0], "unit", 1, "0.0", &wing);
        let ship = selection(&ship.name, &ship.entries[0], "model", 1, "50.0", "");
        read(&roster(game, &nation, "0.0", &(aircraft + &ship))).unwrap()
    };
    let free = wings("0.0");
    assert_eq!((free.list.squadrons.len(), free.doubts.len()), (1, 0));
    assert_eq!(free.concluded, ["line 1 is taken as no part of the list: `XY - SAS` and `Fighter`"]);
    assert_eq!(wings("5.0").list.squadrons.len(), 2, "what costs points is part of the list");
}

#[test]
fn the_game_of_a_roster_chooses_the_ruleset() {
    let ForeignUnit { nation, unit, .. } = find("legions-2.0", SECTIONS, |unit| unit.entries.len() == 2);
    let text =
        |game: &str, entry: &str| roster(game, &nation, "0.0", &selection(&unit.name, entry, "unit", 1, "10.0", ""));
    let shelf = Shelf::default();
    let importer = Importer::new(&shelf);
    let import = |text: &str, ruleset| importer.read(&open(text), ruleset, TextContext::default());
    let told = |text: &str, ruleset| import(text, ruleset).unwrap_err().to_string();
    // The game that the roster states counts, not the one that the user states.
    let read = import(&text(SECTIONS, "any"), Some("dw-2.5")).unwrap();
    assert_eq!((read.list.ruleset.id(), read.list.groups.len()), ("legions-2.0", 1));
    assert_eq!(told(&text("other", "any"), None), "a roster of `The Game`, a game that is not here");
    // The name of a unit of another game means nothing; the id of an entry does.
    let other = "a roster of `The Game`, a game that is not here";
    assert_eq!(told(&text("other", "any"), Some("legions-2.0")), other);
    assert!(import(&text("other", &unit.entries[0]), Some("legions-2.0")).is_ok());
    assert_eq!(
        told(&text("1242-c30b-419f-8229", "any"), None),
        "a roster of the third edition of Dystopian Wars, but none of its units is known here"
    );
    assert_eq!(
        told(&text("sys-b418-f41f-879e-6277", "any"), None),
        "a roster of the fourth edition of Dystopian Wars, but none of its units is known here"
    );
    let unnamed = text("", "any").replace("gameSystemName='The Game'", "");
    assert_eq!(import(&unnamed, None).unwrap_err(), RosterRefusal::NoGame);
    assert_eq!(import(&unnamed, Some("legions-2.0")).unwrap().doubts, []);
}

#[test]
fn costs_in_points_are_claims() {
    let ForeignUnit { game, nation, unit, .. } =
        find("dw-2.5", FLEETS, |unit| unit.members.is_empty() && !unit.entries.is_empty());
    let claimed = |totals: &str, costs: &str| {
        let text = format!(
            "<roster name='R' gameSystemId='{game}'><costs>{totals}</costs><forces><force name='F' catalogueName=\"{nation}\">\
             <selections><selection name='x' entryId='{}' type='model' number='1'><costs>{costs}</costs></selection>\
             </selections></force></forces></roster>",
            unit.entries[0]
        );
        let list = read(&text).unwrap().list;
        (list.points, list.squadrons[0].points)
    };
    let cost = |name: &str, value: &str| format!("<cost name='{name}' typeId='t' value='{value}'/>");
    let (points, crew) = (cost("pts", "90.0"), cost("Crew", "7.0"));
    assert_eq!(claimed(&points, &points), (Some(90), Some(90)));
    assert_eq!(claimed(&(crew.clone() + &points), &(crew.clone() + &points)), (Some(90), Some(90)));
    // The only kind of costs is points, whatever it is called.
    assert_eq!(claimed(&crew, &crew), (Some(7), Some(7)));
    // Nothing, a credit or something else than points is no claim.
    assert_eq!(claimed(&(crew.clone() + &cost("Fuel", "3.0")), &crew), (None, None));
    assert_eq!(claimed(&cost("pts", "0.0"), &cost("pts", "-5.0")), (None, None));
    assert_eq!(claimed("", ""), (None, None));
    assert_eq!(claimed(&points, &cost("pts", "NaN")), (Some(90), None));
}

/// A roster of schema 2.03 with one force.
fn force(found: &ForeignUnit, name: &str) -> Listing {
    let unit = selection(&found.unit.name, &found.unit.entries[0], "unit", 1, "0", "");
    let text = format!(
        "<roster name='R' battleScribeVersion='2.03' gameSystemId='{}' gameSystemName='The Game'><forces>\
         <force catalogueName=\"{}\" name=\"{name}\"><selections>{unit}</selections></force></forces></roster>",
        found.game, found.nation
    );
    read(&text).unwrap()
}

#[test]
fn a_force_is_a_group_of_the_kind_with_its_name() {
    let found = find("dw-4", "sys-b418-f41f-879e-6277", |unit| !unit.slots.is_empty());
    let (kind, _) = found.unit.slots.first().unwrap();
    let title = &found.rules.declarations().group_kinds[kind].title;
    for name in [title.clone(), format!("{title} (Main)")] {
        let listing = force(&found, &name);
        assert_eq!(listing.list.groups[0].kind, *kind);
        assert_eq!(listing.list.groups[0].squadrons[0].unit, found.unit.id);
        assert!(listing.concluded.is_empty(), "{:?}", listing.concluded);
    }
    let listing = force(&found, "Armada");
    assert_eq!((listing.list.groups.len(), listing.list.squadrons.len()), (0, 1));
    assert_eq!(listing.concluded, ["`Armada` is not a kind of group here, so its units stand in no group"]);
}

#[test]
fn games_that_share_an_id_are_told_apart_by_what_their_rosters_hold() {
    let of = |category: &str| {
        let unit = format!(
            "<selection name='Ship' number='1' type='unit'><categories><category name='{category}'/></categories>\
             </selection>"
        );
        let text = format!(
            "<roster name='R' battleScribeVersion='2.03' gameSystemId='1242-c30b-419f-8229' gameSystemName='The Game'>\
             <forces><force catalogueName='Lake' name='Fleet'><selections>{unit}</selections></force></forces></roster>"
        );
        read(&text).unwrap_err().to_string()
    };
    assert_eq!(
        [of("Surface Unit"), of("Patrol")],
        [
            "a roster of the third edition of Dystopian Wars, but none of its units is known here",
            "a roster of the fourth edition of Dystopian Wars, but none of its units is known here",
        ]
    );
}

/// A roster of schema 2.03 with one unit of a ruleset in each of these forces.
fn in_forces(ruleset: &str, game: &'static str, title: &str, forces: &[&str]) -> String {
    let ForeignUnit { nation, unit, .. } = find(ruleset, game, |unit| unit.only.is_none() && !unit.entries.is_empty());
    let (name, entry) = (&unit.name, &unit.entries[0]);
    let force = |force: &&str| {
        format!(
            "<force name=\"{force}\" catalogueName=\"{nation}\"><selections><selection name=\"{name}\" \
             entryId='{entry}' number='1' type='model'/></selections></force>"
        )
    };
    let forces: String = forces.iter().map(force).collect();
    format!(
        "<roster name='R' battleScribeVersion='2.03' gameSystemId='{game}' gameSystemName='{title}'>\
         <forces>{forces}</forces></roster>"
    )
}

#[test]
fn a_force_may_state_a_setting_by_its_name() {
    let core = |forces: &[&str]| {
        let listing = read(&in_forces("dw-2.5", FLEETS, "The Game", forces)).unwrap();
        let told: Vec<String> = listing.doubts.iter().map(crate::listing::Doubt::sentence).collect();
        (listing.list.settings.get("core").cloned(), told)
    };
    let naval = Some(muster_engine::list::SettingValue::Word("naval".to_owned()));
    assert_eq!(core(&["Naval Core", "Allied Naval Non-Core"]), (naval.clone(), Vec::new()));
    assert_eq!(core(&["Anything"]), (None, Vec::new()));
    let (first, told) = core(&["Naval Core", "Aerial Core"]);
    assert_eq!((first, told.len()), (naval, 1), "{told:?}");
}

/// People copy the data of a game to begin those of a newer one, and the id stays.
#[test]
fn the_name_of_the_game_and_what_the_user_states_count_more_than_the_id() {
    let shelf = Shelf::default();
    let importer = Importer::new(&shelf);
    let id_of = |title: &str, stated: Option<&str>| {
        let units = stated.unwrap_or("dw-4");
        let text = in_forces(units, "1242-c30b-419f-8229", title, &["Main"]);
        let listing = importer.read(&open(&text), stated, TextContext::default());
        listing.map(|listing| (listing.list.ruleset.id().to_owned(), listing.concluded))
    };
    let told = |concluded: &[String], words: &str| concluded.iter().any(|said| said.contains(words));
    let (id, concluded) = id_of("Dystopian Wars 4.0 Edition", None).unwrap();
    assert_eq!(id, "dw-4");
    assert!(told(&concluded, "but has the id of the third edition"), "{concluded:?}");
    let (id, _) = id_of("Dystopian Wars 4.0 Edition", Some("dw-3")).unwrap();
    assert_eq!(id, "dw-3");
}
