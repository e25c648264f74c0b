//! Writes small files of an invented game.

use muster_engine::catalogue::{Catalogue, Unit};
use muster_exchange::battlescribe::{ImportError, SourceFile};

use crate::catalogue::ImportedCatalogue;
use crate::correction::Correction;
use crate::fleets::cards::CardsAtHand;
use crate::fleets::import;
use crate::notice::NoticeKind;
use crate::recipe::NationRecipe;
use crate::spelling::Spelling;

pub(super) const RECIPE: &str = r"
kind: battlefleets
source: test data ({file})
nations: [{id: n, file: n.cat, system: n.gst, vintage: '1'}]
special-rules: []
points: pts
costs: {worth: value}
card: Model
stats: {Hull: hull, Speed: [slow, fast]}
size: Models
rules: [Abilities]
weapons: {profile: Gun, arc: Arc, bands: [Near, Far], rules: Notes}
tokens: [Wing]
tokens-by: Carries
slots: {Lead: lead, Line: line}
named-slots: [lead]
categories: {Wet: {type: wet}, Dry: {type: dry}, Red: {people: red}, Blue: {people: blue}}
helpers: ['^no ', '^may have']
traits: [type, class, people]
class: class
form: class
unique: {unique: true}
hardpoints: Mount|^Engines$
generators: {group: Engines, option: 'Engine$', kind: engine}
attachments: Company
host: may have company
escorts: {entry: Guards, option: guards, kind: guard}
doctrines: {category: Plans, traits: {plan: true}, alias: Plan, kind: plan-kind, option-kind: plan}
";

const NATION: &str = "{id: n, file: n.cat, system: n.gst, vintage: '1'}";

/// The game system: names, shared engines and guards.
const SYSTEM: &str = r#"<gameSystem id="g">
  <categoryEntries>
    <categoryEntry id="lead" name="Lead"/><categoryEntry id="line" name="Line"/><categoryEntry id="north" name="North Line"/>
    <categoryEntry id="wet" name="Wet"/><categoryEntry id="dry" name="Dry"/><categoryEntry id="red" name="Red"/>
    <categoryEntry id="blue" name="Blue"/><categoryEntry id="host" name="may have company"/>
    <categoryEntry id="nosteam" name="no Steam"/><categoryEntry id="plans" name="Plans"/>
  </categoryEntries>
  <profileTypes><profileType id="abilities" name="Abilities"/><column id="arc" name="Arc"/></profileTypes>
  <sharedSelectionEntries>
    <selectionEntry id="guards" name="Guards" type="upgrade"><costs><cost typeId="pts" value="10"/></costs></selectionEntry>
  </sharedSelectionEntries>
  <sharedSelectionEntryGroups><selectionEntryGroup id="engines" name="Engines">
    <constraints><constraint id="e-max" type="max" value="1" field="selections" scope="parent"/></constraints>
    <selectionEntries>
      <selectionEntry id="steam" name="Steam Engine" type="upgrade"><costs><cost typeId="pts" value="5"/></costs>
        <modifiers><modifier type="set" field="hidden" value="true"><conditions>
        <condition type="instanceOf" value="1" scope="unit" childId="nosteam" field="selections"/></conditions></modifier></modifiers>
      </selectionEntry>
      <selectionEntry id="coal" name="Coal Engine" type="upgrade"><costs><cost typeId="pts" value="15"/></costs></selectionEntry>
    </selectionEntries>
  </selectionEntryGroup></sharedSelectionEntryGroups>
</gameSystem>"#;

/// Two Battlefleets: the second has slots of its own.
const FORCES: &str = r#"<forceEntries>
  <forceEntry id="f1" name="Main Fleet (Main)"><categoryLinks><categoryLink targetId="lead"/><categoryLink targetId="line"/></categoryLinks></forceEntry>
  <forceEntry id="f2" name="North Fleet (Special)"><categoryLinks><categoryLink targetId="north"/></categoryLinks></forceEntry>
</forceEntries>"#;

pub(super) fn tried(faction: &str, corrections: &[Correction]) -> Result<ImportedCatalogue, ImportError> {
    tried_with(RECIPE, faction, corrections)
}

pub(super) fn tried_with(
    recipe: &str,
    faction: &str,
    corrections: &[Correction],
) -> Result<ImportedCatalogue, ImportError> {
    let recipe = serde_yaml::from_str(recipe).unwrap();
    let nation: NationRecipe = serde_yaml::from_str(NATION).unwrap();
    let source = |name: &str, text: &str| SourceFile { name: name.into(), text: text.to_owned() };
    import(
        &[source("n.cat", faction), source("n.gst", SYSTEM)],
        &nation,
        &recipe,
        &Spelling::default(),
        corrections,
        CardsAtHand { cards: &[], make_units: true },
    )
}

pub(super) fn file(entries: &str, shared: &str) -> String {
    format!(
        r#"<catalogue id="n">{FORCES}<selectionEntries>{entries}</selectionEntries>
        <sharedSelectionEntryGroups>{shared}</sharedSelectionEntryGroups></catalogue>"#
    )
}

pub(super) fn made(entries: &str, shared: &str) -> (Catalogue, Vec<(NoticeKind, String)>) {
    let import = tried(&file(entries, shared), &[]).unwrap();
    let told = import.notices.into_iter().map(|notice| (notice.kind, format!("{}: {}", notice.entry, notice.message)));
    (import.catalogue, told.collect())
}

/// The one unit of a file without notices.
pub(super) fn unit(entry: &str) -> Unit {
    let (catalogue, told) = made(entry, "");
    assert_eq!(told, []);
    Unit::clone(&catalogue.units[catalogue.units.len() - 1])
}

/// A unit with a card. `categories` begins with the primary one. `outside` stands beside its model, `inside` in it.
pub(super) fn ship(name: &str, categories: &[&str], outside: &str, inside: &str) -> String {
    let links = categories.iter().enumerate().map(|(place, id)| {
        let primary = place == 0;
        format!(r#"<categoryLink targetId="{id}" primary="{primary}"/>"#)
    });
    let links: String = links.collect();
    format!(
        r#"<selectionEntry id="{name}" name="{name} Cruiser" type="unit"><categoryLinks>{links}</categoryLinks>
        <profiles><profile name="{name}" typeName="Model"><characteristics>
        <characteristic name="Hull">4</characteristic><characteristic name="Speed">2"-8"</characteristic>
        <characteristic name="Models">1-3</characteristic></characteristics></profile></profiles>
        <selectionEntries><selectionEntry id="{name}-model" name="{name}" type="model">{}{}
        <constraints>{}{}</constraints>{inside}</selectionEntry></selectionEntries>{outside}</selectionEntry>"#,
        cost("pts", 100),
        cost("worth", 6),
        limit("min", 1),
        limit("max", 3),
    )
}

pub(super) fn cost(kind: &str, value: u32) -> String {
    format!(r#"<costs><cost typeId="{kind}" value="{value}"/></costs>"#)
}

pub(super) fn limit(kind: &str, value: u32) -> String {
    format!(r#"<constraint id="{kind}{value}" type="{kind}" value="{value}" field="selections" scope="parent"/>"#)
}

/// A list of entries, as the files have around each.
pub(super) fn list(entries: &str) -> String {
    format!("<selectionEntries>{entries}</selectionEntries>")
}

/// Something with a weapon of its own name. `more` stands inside.
pub(super) fn gun(id: &str, name: &str, more: &str) -> String {
    list(&format!(
        r#"<selectionEntry id="{id}" name="{name}" type="upgrade"><profiles><profile name="{name}" typeName="Gun">
        <characteristics><characteristic name="Arc">F</characteristic><characteristic name="Near">4</characteristic>
        <characteristic name="Far">-</characteristic></characteristics></profile></profiles>{more}</selectionEntry>"#
    ))
}

pub(super) fn mount(id: &str, name: &str, limits: &str, inside: &str) -> String {
    list(&format!(
        r#"<selectionEntryGroup id="{id}" name="{name}"><constraints>{limits}</constraints>{inside}</selectionEntryGroup>"#
    ))
}

pub(super) fn one() -> String {
    limit("min", 1) + &limit("max", 1)
}

pub(super) fn engines(id: &str, inside: &str) -> String {
    list(&format!(
        r#"<entryLink id="{id}" name="Engines" targetId="engines" type="selectionEntryGroup">{inside}</entryLink>"#
    ))
}

pub(super) fn modifier(action: &str, field: &str, value: &str, conditions: &str) -> String {
    format!(
        r#"<modifiers><modifier type="{action}" field="{field}" value="{value}"><conditions>{conditions}</conditions></modifier></modifiers>"#
    )
}

pub(super) fn asks(kind: &str, number: u32, scope: &str, child: &str) -> String {
    format!(r#"<condition type="{kind}" value="{number}" scope="{scope}" childId="{child}" field="selections"/>"#)
}

pub(super) fn in_fleet(id: &str) -> String {
    asks("instanceOf", 1, "force", id)
}
