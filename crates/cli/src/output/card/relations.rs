//! What a unit has to do with others: what it joins, what joins it, what it brings and carries.

use muster_engine::catalogue::{Attachment, Brings, Catalogue, Unit};
use muster_engine::selector::{Selector, Term};
use muster_engine::wording;

use super::UnitCard;

impl UnitCard<'_> {
    /// Its own attachment rule, a line for each alternative.
    pub(super) fn joins(&self) -> Vec<String> {
        self.unit.attaches.iter().map(|attachment| self.attachment(attachment)).collect()
    }

    fn attachment(&self, attachment: &Attachment) -> String {
        let declarations = self.ruleset.declarations();
        let name = |id: &String| declarations.nations.get(id).map_or(id, |nation| &nation.name).clone();
        let nations = match &attachment.nations {
            None => String::new(),
            Some(nations) if nations.is_empty() => " of any nation".to_owned(),
            Some(nations) => format!(" of {}", nations.iter().map(name).collect::<Vec<_>>().join(" or ")),
        };
        let squadrons = wording::squadrons(declarations, 2);
        let to = if attachment.to.is_empty() {
            squadrons.to_owned()
        } else {
            format!("{squadrons} that are {}", wording::selector_words(declarations, &self.named(&attachment.to)))
        };
        match attachment.max {
            Some(max) => format!("{to}{nations}, at most {}", wording::count(max, "model")),
            None => format!("{to}{nations}"),
        }
    }

    /// A selector whose units go by their printed names.
    fn named(&self, selector: &Selector) -> Selector {
        let units = &self.catalogue.units;
        let name = |id: &String| units.iter().find(|unit| unit.id == *id).map_or(id, |unit| &unit.name).clone();
        let term = |word: &String, term: &Term| match term {
            Term::Value(id) if word == "unit" => Term::Value(name(id)),
            Term::Values(ids) if word == "unit" => Term::Values(ids.iter().map(name).collect()),
            Term::Selector(inner) => Term::Selector(Box::new(self.named(inner))),
            Term::Selectors(inner) => Term::Selectors(inner.iter().map(|inner| self.named(inner)).collect()),
            other => other.clone(),
        };
        Selector(selector.0.iter().map(|(word, inner)| (word.clone(), term(word, inner))).collect())
    }

    /// The ids of units whose attachment rule names it or its like: of its own nation and of none. Those that may join
    /// any squadron are left to the rules of the game.
    pub(super) fn joined_by(&self) -> Vec<String> {
        let own = self.catalogue.nation.as_deref();
        let others = self.ruleset.stocks().iter().map(|stock| stock.catalogue());
        let others = others.filter(|catalogue| catalogue.nation.as_deref() == own || catalogue.nation.is_none());
        let joins = |catalogue: &Catalogue, unit: &Unit| {
            let admits = |attachment: &Attachment| {
                let nations = attachment.nations.as_ref().is_none_or(|nations| {
                    nations.is_empty() || own.is_some_and(|own| nations.iter().any(|nation| nation == own))
                });
                nations && !attachment.to.is_empty() && self.admits(&attachment.to)
            };
            // The lists of parents serve only units without a rule of their own.
            let host = || unit.attaches.is_empty() && self.unit.hosts.iter().any(|host| host.unit == unit.id);
            unit.attaches.iter().any(admits) || catalogue.nation.as_deref() == own && host()
        };
        let joining = others.flat_map(|catalogue| {
            catalogue.units.iter().filter(move |unit| joins(catalogue, unit)).map(|unit| unit.id.as_str())
        });
        let joining: Vec<&str> = joining.filter(|id| *id != self.unit.id).collect();
        if joining.is_empty() { Vec::new() } else { vec![joining.join(", ")] }
    }

    /// Whether a selector takes squadrons of this unit, as far as the catalogue can tell.
    fn admits(&self, selector: &Selector) -> bool {
        selector.0.iter().all(|(word, term)| match (word.as_str(), term) {
            ("not", Term::Selector(inner)) => !self.admits(inner),
            ("not", Term::Selectors(inner)) => !inner.iter().any(|inner| self.admits(inner)),
            ("any", Term::Selectors(inner)) => inner.iter().any(|inner| self.admits(inner)),
            ("all", Term::Selectors(inner)) => inner.iter().all(|inner| self.admits(inner)),
            ("is", Term::Value(name)) => {
                self.ruleset.declarations().selectors.get(name).is_none_or(|selector| self.admits(selector))
            }
            (name, Term::Flag(flag)) => self.has(name, |_| true) == *flag,
            (name, Term::Value(value)) => self.has(name, |word| word == value),
            (name, Term::Values(values)) => self.has(name, |word| values.iter().any(|value| value == word)),
            // What depends on the list is left to the list.
            _ => true,
        })
    }

    fn has(&self, name: &str, is: impl Fn(&str) -> bool) -> bool {
        match name {
            "unit" => is(&self.unit.id),
            "rule" => {
                let printed = self.unit.card.all_rules().map(|(_, rule)| rule);
                let mut rules = printed.filter_map(|rule| self.ruleset.special_rule(rule));
                rules.any(|rule| is(&rule.id))
            }
            _ => self.unit.traits.get(name).is_some_and(|value| value.words().any(is)),
        }
    }

    /// What it has room for: `1 × Large, or 4 × Medium`.
    pub(super) fn carries(&self) -> Vec<String> {
        let declarations = self.ruleset.declarations();
        let Some(capacity) = &self.unit.capacity else { return Vec::new() };
        let loads = capacity.of.iter().map(|load| {
            format!(
                "{} that {} {}",
                wording::room(declarations, load),
                if load.models.or(load.squadrons) == Some(1) { "is" } else { "are" },
                wording::selector_words(declarations, &self.named(&load.that))
            )
        });
        vec![loads.collect::<Vec<_>>().join("; or ")]
    }

    /// `2 × royal-marines for each model, by combat-deployment`.
    pub(super) fn brings(&self, brings: &Brings) -> String {
        let what = brings.unit.as_ref().unwrap_or(&brings.name);
        let word = |number| wording::squadrons(self.ruleset.declarations(), number);
        let each = match brings.squadrons {
            None => format!("{} × {what} for each model", brings.models),
            Some(1) => format!("a {} of {} × {what} for each model", word(1), brings.models),
            Some(number) => format!("{number} {} of {} × {what} for each model", word(number), brings.models),
        };
        let lacking = if brings.unit.is_none() { ", which is in no catalogue" } else { "" };
        format!("{each}{lacking} ({})", brings.rule)
    }
}
