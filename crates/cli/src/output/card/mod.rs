//! A unit's whole card: what it is, what it costs, and what may be bought for it.

mod figures;
mod made;
mod offers;

use std::io::{self, Write};

use muster_engine::catalogue::{BroughtModels, Catalogue, FieldingWay, Member, TraitValue, Unit};
use muster_engine::declarations::{CardPatch, TraitOwner};
use muster_engine::overlaid;
use muster_engine::ready::Ruleset;
use muster_engine::relations::{self, carries, joined_by, joins};
use muster_engine::report::SourceInfo;
use muster_engine::words::conditions::differences;
use muster_engine::words::{number, phrases, price, size};
use schemars::JsonSchema;
use serde::Serialize;

use super::table::{TableColumn, table};
use super::{columns, words};
use crate::terminal::{STRONG, prose};
use crate::text::plain;

/// A unit with its catalogue and ruleset.
#[derive(Clone, Copy)]
pub(crate) struct UnitCard<'a> {
    ruleset: &'a Ruleset,
    catalogue: &'a Catalogue,
    unit: &'a Unit,
}

/// The card as JSON: the entry of the catalogue, and the nation it belongs to.
#[derive(Serialize, JsonSchema)]
pub(crate) struct UnitAnswer<'a> {
    /// `unit`
    what: &'static str,
    id: &'a str,
    title: &'a str,
    /// The id of the nation; none for units that every nation may field.
    nation: Option<&'a str>,
    unit: &'a Unit,
    /// The patches that add to its card.
    patches: Vec<PatchLine<'a>>,
    /// What overlays do to it and to its nation, a line each.
    overlays: Vec<String>,
}

/// A patch with the special rules that it adds to a card and that are not printed there.
pub(crate) type CardAdditions<'a> = (&'a str, &'a CardPatch, Vec<&'a str>);

/// A patch, as JSON.
#[derive(Serialize, JsonSchema)]
struct PatchLine<'a> {
    id: &'a str,
    title: &'a str,
    rules: Vec<&'a str>,
    source: SourceInfo,
}

impl<'a> UnitCard<'a> {
    /// The card of a unit of this catalogue.
    pub(crate) fn new(ruleset: &'a Ruleset, catalogue: &'a Catalogue, unit: &'a Unit) -> Self {
        Self { ruleset, catalogue, unit }
    }

    /// The card as JSON.
    pub(crate) fn answer(&self) -> UnitAnswer<'a> {
        let unit = self.unit;
        let nation = self.catalogue.nation.as_deref();
        let declarations = self.ruleset.declarations();
        let line = |(id, patch, rules): CardAdditions<'a>| PatchLine {
            id,
            title: &patch.title,
            rules,
            source: words::as_source(declarations, &patch.source),
        };
        let patches = self.patches().into_iter().map(line).collect();
        let overlays = self.overlays();
        UnitAnswer { what: "unit", id: &unit.id, title: &unit.name, nation, unit, patches, overlays }
    }

    /// The patches that add to this card.
    fn patches(&self) -> Vec<CardAdditions<'a>> {
        let Unit { id, traits, card, .. } = self.unit;
        self.ruleset.patches_of(self.catalogue.nation.as_deref(), id, traits, card)
    }

    /// The patches that add to the card of a member of a fixed mix, if it has a card of its own.
    fn patches_of(&self, member: &Member) -> Vec<CardAdditions<'a>> {
        self.ruleset.patches_of(self.catalogue.nation.as_deref(), &member.id, &member.traits, &member.card)
    }

    /// Writes the card as text.
    pub(crate) fn write(&self, writer: &mut impl Write, width: Option<usize>) -> io::Result<()> {
        let declarations = self.ruleset.declarations();
        let unit = self.unit;
        writeln!(writer, "{STRONG}{}{STRONG:#}: {}", plain(&unit.id), plain(&unit.name))?;
        let nation = self.catalogue.nation.as_deref();
        let nation = nation.map(|id| declarations.nations.get(id).map_or(id, |nation| nation.name.as_str()));
        write!(writer, "{}, ", plain(nation.unwrap_or("for every nation")))?;
        write!(writer, "{} {}", plain(&declarations.id), plain(&declarations.version))?;
        let vintage = unit.vintage.as_deref();
        writeln!(writer, "{}\n", vintage.map(|v| format!(", figures of edition {}", plain(v))).unwrap_or_default())?;
        columns::facts(writer, &self.facts(), prose(width))?;
        self.write_members(writer, width)?;
        self.write_figures(writer, width)?;
        self.write_offers(writer, width)
    }

    /// The ruleset's word for a squadron.
    fn squadron_word(&self) -> &'a str {
        phrases::squadrons(self.ruleset.declarations(), 1)
    }

    /// Lists the slots that the unit names: `Line of First Fleet`.
    fn slots(&self) -> Vec<String> {
        let kinds = &self.ruleset.declarations().group_kinds;
        let named = self.unit.slots.iter().filter_map(|(kind, slot)| Some((kinds.get(kind)?, slot)));
        named
            .map(|(kind, slot)| {
                let slot = kind.slots.get(slot).map_or(slot, |slot| &slot.title);
                format!("{slot} of {}", kind.title)
            })
            .collect()
    }

    fn facts(&self) -> [(&str, Vec<String>); 11] {
        let declarations = self.ruleset.declarations();
        let unit = self.unit;
        let traits = self.traits(&unit.traits);
        // A choice of a group has no models, so its options have the prices.
        let has_models = declarations.has_models(unit);
        let price = has_models.then(|| price::unit(declarations, unit)).into_iter();
        let source = unit.source.as_ref().unwrap_or(&self.catalogue.source);
        [
            ("is", if traits.is_empty() { Vec::new() } else { vec![traits] }),
            ("points", price.chain(differences(&unit.points_with)).collect()),
            ("overlays", self.overlays()),
            (self.squadron_word(), if has_models { self.squadron() } else { Vec::new() }),
            ("slots", self.slots()),
            ("joins", unit.attaches.iter().map(|attachment| joins(self.ruleset, self.catalogue, attachment)).collect()),
            ("joined by", self.joined_by()),
            ("brings", unit.brings.iter().map(|brings| self.brings(brings)).collect()),
            ("carries", carries(self.ruleset, self.catalogue, unit).into_iter().collect()),
            ("also", if unit.aliases.is_empty() { Vec::new() } else { vec![unit.aliases.join(", ")] }),
            ("source", declarations.figures.iter().map(|_| source.clone()).collect()),
        ]
    }

    /// What overlays do to it and to its nation, a line each.
    fn overlays(&self) -> Vec<String> {
        let found = self.ruleset.find_unit(self.catalogue.nation.as_deref(), &self.unit.id);
        found.map_or_else(Vec::new, |(ready, _)| overlaid::all(self.ruleset, ready, self.unit))
    }

    /// Its traits in the ruleset's order: `Medium, Naval, Capital`.
    fn traits(&self, traits: &indexmap::IndexMap<String, TraitValue>) -> String {
        let declarations = self.ruleset.declarations();
        let declared = declarations.traits.iter().filter(|(_, declared)| declared.of == TraitOwner::Unit);
        let values = declared.filter_map(|(id, declared)| Some((id, declared, traits.get(id)?)));
        let words = values.flat_map(|(id, declared, value)| match value {
            TraitValue::Flag(true) => vec![declared.title.clone()],
            value => value.words().map(|word| phrases::title(declarations, id, word)).collect(),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    fn squadron(&self) -> Vec<String> {
        let unit = self.unit;
        let usual = unit.usual.map(|usual| format!(", {usual} if a list gives no number")).unwrap_or_default();
        let models = match unit.squadron {
            Some(range) => Some(size::models(range)),
            None if unit.members.is_empty() => Some("any number of models".to_owned()),
            None => Some("a fixed mix of models".to_owned()),
        };
        let only = unit.only.map(|only| match only {
            FieldingWay::Attached => format!("only attached to another {}", self.squadron_word()),
            FieldingWay::Brought => format!("only if another {} brings it", self.squadron_word()),
        });
        models.map(|models| models + &usual).into_iter().chain(only).collect()
    }

    /// The ids of the units that join this one, in one line.
    fn joined_by(&self) -> Vec<String> {
        let joining = joined_by(self.ruleset, self.catalogue, self.unit);
        let ids: Vec<&str> = joining.into_iter().map(|unit| unit.id.as_str()).collect();
        if ids.is_empty() { Vec::new() } else { vec![ids.join(", ")] }
    }

    /// `2 × royal-marines for each model (combat-deployment)`: with ids, as lists name them.
    fn brings(&self, brings: &BroughtModels) -> String {
        let what = brings.unit.as_ref().unwrap_or(&brings.name);
        let lacking = if brings.unit.is_none() { ", which is in no catalogue" } else { "" };
        format!("{}{lacking} ({})", relations::brings(self.ruleset.declarations(), brings, what), brings.rule)
    }

    fn write_members(&self, writer: &mut impl Write, width: Option<usize>) -> io::Result<()> {
        let members = &self.unit.members;
        if members.is_empty() {
            return Ok(());
        }
        let columns = [
            TableColumn::Words("model"),
            TableColumn::Words("number"),
            TableColumn::Numbers("points"),
            TableColumn::Words("is"),
            TableColumn::Words("card"),
        ];
        let rows = members.iter().map(|member| {
            let shared = self.catalogue.shared_by(member);
            let traits = shared.map_or(&member.traits, |unit| &unit.traits);
            let points = member.points.or_else(|| shared?.points);
            vec![
                member.name.clone(),
                size::short(member.models),
                number::known(points.map(i64::from), None),
                self.traits(traits),
                member.unit.clone().unwrap_or_default(),
            ]
        });
        let table = table(&columns, rows, width);
        writeln!(writer, "\n{STRONG}Models{STRONG:#}\n{table}")
    }
}
