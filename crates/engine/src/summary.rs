//! A list at a glance: points of each squadron, the shares of every limit, what the list is granted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::agreed::Agreed;
use crate::check::total;
use crate::compiled::Ruleset;
use crate::evaluate::{Scope, View};
use crate::force::Force;
use crate::judge::Judge;
use crate::list::ArmyList;
use crate::rule::{Each, Kind};
use crate::value::Value;
use crate::wording;

/// A list at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Summary {
    /// Points of the whole list; none where they are not known.
    pub points: Option<i64>,
    /// The maximum force value.
    pub mfv: u32,
    /// The squadrons, in the order of the list.
    pub squadrons: Vec<SquadronLine>,
    /// How far each limit over the whole list is used.
    pub shares: Vec<Share>,
    /// What the list is granted.
    pub allowances: Vec<Allowance>,
    /// The decks that the list gives.
    pub decks: Vec<DeckLine>,
}

/// A squadron at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SquadronLine {
    /// JSON pointer into the list.
    pub at: String,
    /// The player's name for it, else the unit's.
    pub name: String,
    /// The unit's printed name.
    pub unit: String,
    /// The nation's printed name; none for units of no nation.
    pub nation: Option<String>,
    /// How many models.
    pub models: u32,
    /// Points without what is attached; none where not known.
    pub points: Option<i64>,
    /// Where it is allocated.
    pub allocation: String,
    /// The roles its models carry.
    pub roles: Vec<String>,
    /// The options taken, with their number where not all models have them.
    pub options: Vec<String>,
    /// How deep it is attached: 0 for a squadron of its own.
    pub depth: u32,
}

/// How far a limit is used.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Share {
    /// The rule's id.
    pub rule: String,
    /// What is counted.
    pub subject: String,
    /// Points are counted, not things.
    pub in_points: bool,
    /// How much there is; none where not known.
    pub measured: Option<i64>,
    /// The floor, rounded up.
    pub min: Option<i64>,
    /// The ceiling, rounded down.
    pub max: Option<i64>,
    /// How the bounds come about.
    pub formula: Option<String>,
}

/// What a list is granted.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Allowance {
    /// The rule's id.
    pub rule: String,
    /// The rule's title.
    pub title: String,
    /// How many.
    pub amount: Option<i64>,
    /// Of what.
    pub of: String,
    /// How it comes about.
    pub formula: Option<String>,
}

/// A deck at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DeckLine {
    /// The deck's id.
    pub deck: String,
    /// The deck's name.
    pub title: String,
    /// The names of its cards, with their value where it is known.
    pub cards: Vec<String>,
}

/// Sums a list up. What `check` says of it stands beside this, not in it.
#[must_use]
pub fn summary(ruleset: &Ruleset, list: &ArmyList) -> Summary {
    let (agreed, _) = Agreed::new(ruleset.declarations(), list);
    let force = Force::new(ruleset, list, agreed);
    let squadrons = (0..force.entries.len()).map(|index| squadron(&force, index)).collect();
    Summary {
        points: total(&force).certain(),
        mfv: list.mfv,
        squadrons,
        shares: shares(&force),
        allowances: allowances(&force),
        decks: decks(&force),
    }
}

fn squadron(force: &Force, index: usize) -> SquadronLine {
    let entry = &force.entries[index];
    let declarations = force.ruleset.declarations();
    let role = |name: &str| {
        let id = force.role(name).unwrap_or(name);
        declarations.roles.get(id).map_or_else(|| name.to_owned(), |role| role.title.clone())
    };
    let options = entry.goods.map_or_else(Vec::new, |goods| {
        let taken = goods.article.offers.iter().zip(&entry.taken).filter(|(_, taken)| **taken > 0);
        taken
            .map(|(offer, taken)| {
                if *taken == entry.models || *taken == 1 && offer.buys == crate::catalogue::Buys::Squadron {
                    offer.name.clone()
                } else {
                    format!("{taken} × {}", offer.name)
                }
            })
            .collect()
    });
    let of_nation = entry.goods.is_none_or(|goods| goods.stock.catalogue().nation.is_some());
    let nation = entry.nation.filter(|_| of_nation).and_then(|id| declarations.nations.get(id));
    let mut depth = 0;
    let mut parent = entry.parent;
    while let Some(above) = parent {
        depth += 1;
        parent = force.entries[above].parent;
    }
    SquadronLine {
        at: force.pointer(index),
        name: force.name(index).to_owned(),
        unit: entry.goods.map_or_else(|| entry.squadron.unit.clone(), |goods| goods.unit.name.clone()),
        nation: nation.map(|nation| nation.name.clone()),
        models: entry.models,
        points: entry.cost.certain(),
        allocation: wording::title(declarations, "allocation", entry.allocation),
        roles: entry.squadron.roles.iter().map(|pick| role(pick.role())).collect(),
        options,
        depth,
    }
}

/// Every limit over the whole list that is in use.
fn shares(force: &Force) -> Vec<Share> {
    let judge = Judge::new(force);
    let declarations = force.ruleset.declarations();
    let mut shares = Vec::new();
    for prepared in force.ruleset.prepared() {
        let rule = &force.ruleset.rules()[prepared.rule].rule;
        if rule.kind != Kind::Limit || !judge.is_in_use(rule) {
            continue;
        }
        for (clause, words) in prepared.clauses.iter().zip(&rule.clauses) {
            let (Some(limit), Some(stated), Some(subject)) = (&clause.limit, &words.limit, &words.subject) else { continue };
            let view = View { force, scope: Scope::List, deck: clause.deck.as_deref() };
            let absent = clause.deck.as_ref().is_some_and(|deck| !force.list.decks.contains_key(deck));
            if clause.each != Each::List || absent || clause.severity != crate::rule::Grade::Error {
                continue;
            }
            if !clause.when.iter().all(|when| view.measure(when).outcome == crate::evaluate::Outcome::Kept) {
                continue;
            }
            let measured = view.measure(limit);
            let whole = |value: Option<Value>, up: bool| {
                value.filter(|value| value.is_certain()).map(|value| if up { value.ceiling() } else { value.floor() })
            };
            let bound = stated.max.as_ref().or(stated.min.as_ref());
            shares.push(Share {
                rule: rule.id.clone(),
                subject: wording::subject(subject, None).to_owned(),
                in_points: wording::is_points(&stated.of),
                measured: measured.of.certain(),
                min: whole(measured.min, true),
                max: whole(measured.max, false),
                formula: bound.and_then(|amount| wording::formula(declarations, force.list.mfv, amount)),
            });
        }
    }
    shares
}

fn allowances(force: &Force) -> Vec<Allowance> {
    let judge = Judge::new(force);
    let declarations = force.ruleset.declarations();
    let mut allowances = Vec::new();
    for (index, calc) in force.ruleset.grants() {
        let rule = &force.ruleset.rules()[*index].rule;
        let Some(grant) = rule.grants.as_ref().filter(|_| judge.is_in_use(rule)) else { continue };
        let amount = View { force, scope: Scope::List, deck: None }.value(calc).certain();
        allowances.push(Allowance {
            rule: rule.id.clone(),
            title: rule.title.clone(),
            amount,
            of: wording::subject(&grant.of, amount).to_owned(),
            formula: wording::formula(declarations, force.list.mfv, &grant.amount),
        });
    }
    allowances
}

fn decks(force: &Force) -> Vec<DeckLine> {
    let given = force.ruleset.declarations().decks.iter().filter(|(id, _)| force.list.decks.contains_key(*id));
    given
        .map(|(id, deck)| DeckLine {
            deck: id.clone(),
            title: deck.title.clone(),
            cards: force
                .cards
                .iter()
                .filter(|card| card.deck == id)
                .map(|card| match card.cost {
                    Some(cost) => format!("{} ({cost})", card.name()),
                    None => card.name().to_owned(),
                })
                .collect(),
        })
        .collect()
}
