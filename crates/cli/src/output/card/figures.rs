//! A unit's card: statistics, weapons and special rules.

use std::io::{self, Write};

use muster_engine::catalogue::{Card, Stat, Weapon};
use muster_engine::words::taken::times;

use super::{CardAdditions, UnitCard};
use crate::output::table::{TableColumn, table};
use crate::output::{columns, words};
use crate::terminal::STRONG;
use crate::text::plain;

impl UnitCard<'_> {
    /// Writes the figures of its models: one card, or for a fixed mix the cards of all members.
    pub(super) fn write_figures(&self, writer: &mut impl Write, width: Option<usize>) -> io::Result<()> {
        let unit = self.unit;
        let members: Vec<(Option<&str>, &Card)> =
            unit.members.iter().map(|member| (Some(member.name.as_str()), self.card_of(member))).collect();
        let own = (!unit.card.stats.is_empty() || members.is_empty()).then_some((None, &unit.card));
        let cards: Vec<_> = own.into_iter().chain(members).collect();
        self.write_stats(writer, &cards, width)?;
        self.write_weapons(writer, &unit.card, None, width)?;
        self.write_rules(writer, &unit.card, &self.patches(), None, width)?;
        // A member that is a unit itself has its weapons and rules explained with that unit.
        for member in unit.members.iter().filter(|member| member.unit.is_none()) {
            self.write_weapons(writer, &member.card, Some(&member.name), width)?;
            self.write_rules(writer, &member.card, &self.patches_of(member), Some(&member.name), width)?;
        }
        Ok(())
    }

    fn card_of<'c>(&'c self, member: &'c muster_engine::catalogue::Member) -> &'c Card {
        let shared = self.catalogue.shared_by(member);
        shared.map_or(&member.card, |unit| &unit.card)
    }

    /// Writes a row for each kind of model, with the columns in the ruleset's order.
    fn write_stats(
        &self,
        writer: &mut impl Write,
        cards: &[(Option<&str>, &Card)],
        width: Option<usize>,
    ) -> io::Result<()> {
        let declared = &self.ruleset.declarations().stats;
        let mut ids: Vec<&str> = declared.keys().map(String::as_str).collect();
        ids.extend(cards.iter().flat_map(|(_, card)| card.stats.keys()).map(String::as_str));
        let mut shown = Vec::new();
        for id in ids {
            if !shown.contains(&id) && cards.iter().any(|(_, card)| card.stats.contains_key(id)) {
                shown.push(id);
            }
        }
        if shown.is_empty() {
            return Ok(());
        }
        let is_words = |id: &str| {
            cards.iter().any(|(_, card)| {
                matches!(card.stats.get(id), Some(Stat::Text(text)) if text.starts_with(char::is_alphabetic))
            })
        };
        let named = cards.iter().any(|(name, _)| name.is_some());
        let heading = |id: &&'_ str| declared.get(*id).map_or_else(|| (*id).to_owned(), |stat| stat.title.clone());
        let headings: Vec<String> = shown.iter().map(heading).collect();
        let figures = shown.iter().zip(&headings).map(|(id, heading)| {
            if is_words(id) { TableColumn::Words(heading) } else { TableColumn::Numbers(heading) }
        });
        let columns: Vec<TableColumn> =
            named.then_some(TableColumn::Words("model")).into_iter().chain(figures).collect();
        let rows = cards.iter().map(|(name, card)| {
            let figures = shown.iter().map(|id| card.stats.get(*id).map(stat).unwrap_or_default());
            named.then(|| name.unwrap_or_default().to_owned()).into_iter().chain(figures).collect()
        });
        writeln!(writer, "\n{}", table(&columns, rows, width))
    }

    fn write_weapons(
        &self,
        writer: &mut impl Write,
        card: &Card,
        of: Option<&str>,
        width: Option<usize>,
    ) -> io::Result<()> {
        if card.weapons.is_empty() {
            return Ok(());
        }
        let bands = &self.ruleset.declarations().bands;
        let mut columns = vec![TableColumn::Words("weapon"), TableColumn::Words("class")];
        columns.extend(bands.iter().map(|band| TableColumn::Numbers(band)));
        columns.push(TableColumn::Words("arc"));
        let have_rules = card.weapons.iter().any(|weapon| !weapon.rules.is_empty());
        if have_rules {
            columns.push(TableColumn::Words("rules"));
        }
        let row = |weapon: &Weapon| {
            let figures = (0..bands.len()).map(|band| weapon.bands.get(band).map(stat).unwrap_or_default());
            let mut row = vec![counted_name(weapon), self.class(weapon)];
            row.extend(figures);
            row.push(weapon.arc.clone().unwrap_or_default());
            row.extend(have_rules.then(|| weapon.rules.join(", ")));
            row
        };
        section(writer, "Weapons", of)?;
        writeln!(writer, "{}", table(&columns, card.weapons.iter().map(row), width))
    }

    fn class(&self, weapon: &Weapon) -> String {
        let class = weapon.class.as_deref();
        let title = |id: &str| {
            let named = self.ruleset.declarations().weapon_classes.get(id);
            named.map_or_else(|| id.to_owned(), |named| named.title.clone())
        };
        class.map(title).unwrap_or_default()
    }

    /// A weapon in one line, for an option that adds it: `Rockets (Tertiary 8/9/10/-, 360)`.
    pub(super) fn weapon_words(&self, weapon: &Weapon) -> String {
        let bands: Vec<String> = weapon.bands.iter().map(stat).collect();
        let arc = weapon.arc.as_ref().map(|arc| format!(", {arc}")).unwrap_or_default();
        let figures = format!("{} {}{arc}", self.class(weapon), bands.join("/"));
        let figures = [vec![figures.trim().to_owned()], weapon.rules.clone()].concat().join(", ");
        format!("{} ({figures})", counted_name(weapon))
    }

    fn write_rules(
        &self,
        writer: &mut impl Write,
        card: &Card,
        patches: &[CardAdditions<'_>],
        of: Option<&str>,
        width: Option<usize>,
    ) -> io::Result<()> {
        let mut printed: Vec<&str> = card.rules.iter().map(String::as_str).collect();
        for rule in card.weapons.iter().flat_map(|weapon| &weapon.rules) {
            // Weapons have most of their rules in common, so each rule is listed once.
            if !printed.contains(&rule.as_str()) {
                printed.push(rule);
            }
        }
        let summary = |printed: &str| self.ruleset.special_rule(printed).map_or("", |rule| rule.summary.as_str());
        let mut rules: Vec<(&str, String)> =
            printed.into_iter().map(|printed| (printed, summary(printed).to_owned())).collect();
        for (id, patch, gives) in patches {
            let source = words::source(&words::as_source(self.ruleset.declarations(), &patch.source));
            for rule in gives {
                rules.push((rule, format!("{} From {id}, {source}.", summary(rule)).trim_start().to_owned()));
            }
        }
        if rules.is_empty() {
            return Ok(());
        }
        section(writer, "Special rules", of)?;
        let rules: Vec<(&str, &str)> = rules.iter().map(|(rule, text)| (*rule, text.as_str())).collect();
        columns::pairs(writer, &rules, width)
    }
}

fn section(writer: &mut impl Write, title: &str, of: Option<&str>) -> io::Result<()> {
    let of = of.map(|of| format!(" of {}", plain(of))).unwrap_or_default();
    writeln!(writer, "\n{STRONG}{title}{of}{STRONG:#}")
}

fn counted_name(weapon: &Weapon) -> String {
    weapon.count.map_or_else(|| weapon.name.clone(), |count| times(count, &weapon.name))
}

/// A statistic as printed on the card.
pub(super) fn stat(stat: &Stat) -> String {
    match stat {
        Stat::Number(number) => number.to_string(),
        Stat::Text(text) => text.clone(),
    }
}
