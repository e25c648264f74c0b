//! Explanations of rules and of everything else that a ruleset declares.

use indexmap::IndexMap;
use muster_engine::catalogue::TraitValue;
use muster_engine::common::ExplainedName;
use muster_engine::declarations::{
    Aid, CardPatch, Deck, Declarations, DeclaredCard, GroupKind, Nation, Role, Setting, StepTable, Trait, TraitOwner,
};
use muster_engine::overlaid;
use muster_engine::ready::{Ruleset, SourcedRule};
use muster_engine::report::SourceInfo;
use muster_engine::rule::{Clause, Grade, Rule, RuleKind};
use muster_engine::selector::{Selector, SelectorTest, WantedTrait};
use muster_engine::sheet::{Field, SheetKind};
use muster_engine::slots;
use muster_engine::slug::slug;
use muster_engine::special_rules::{Parameter, SpecialRule};
use muster_engine::words::formula::formulas;
use muster_engine::words::{parameters, phrases};
use muster_library::remarks::meaning;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words;

/// What an explanation is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "What")]
#[serde(rename_all = "kebab-case")]
pub enum ExplanationSubject {
    /// A rule of the rulebook.
    #[default]
    Rule,
    /// A special rule that cards name.
    SpecialRule,
    /// Something that players agree on before a game.
    Setting,
    /// A trait that units, nations or cards may have.
    Trait,
    /// A role that a model may have.
    Role,
    /// A kind of group.
    Group,
    /// A nation.
    Nation,
    /// A step table.
    Table,
    /// A kind of sheet.
    Sheet,
    /// A deck of cards.
    Deck,
    /// A card of a deck.
    Card,
    /// A change of printed cards.
    Patch,
    /// A play aid or a scenario.
    Aid,
    /// A finding that cites no rule.
    Finding,
}

/// An explanation of anything in a ruleset, in our own words. Fields that do not apply to its kind are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Explanation {
    /// What it is about.
    pub what: ExplanationSubject,
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The kind of the rule, in words.
    pub kind: Option<String>,
    /// Its purpose or effect, in a few sentences.
    pub summary: Option<String>,
    /// The conditions that must hold, in words, one per line.
    pub formula: Vec<String>,
    /// The facts of an aid, the values of a setting, or the rows of a table.
    pub lines: Vec<String>,
    /// Other facts, by their names.
    pub facts: IndexMap<String, String>,
    /// The cards of a deck.
    pub cards: Vec<CardLine>,
    /// The settings under which the rule is judged.
    pub applies: Vec<String>,
    /// The settings under which the rule is not judged.
    pub unless: Vec<String>,
    /// How grave a breach is; absent if nothing is judged.
    pub severity: Option<Grade>,
    /// Whether the opponent or the organiser may waive it.
    pub waivable: bool,
    /// The definitions whose findings this rule reports.
    pub covers: Vec<String>,
    /// The rules that report the findings of this definition.
    pub covered_by: Vec<String>,
    /// How Muster reads the rule if the book is unclear.
    pub reading: Option<String>,
    /// What to do if the rule is broken.
    pub help: Option<String>,
    /// The book and page.
    pub source: Option<SourceInfo>,
    /// The ruleset or overlay it comes from.
    pub origin: Option<String>,
}

/// A card of a deck, in brief.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardLine {
    /// Its id.
    pub id: String,
    /// The printed name.
    pub title: String,
    /// Its cost, if known.
    pub cost: Option<u32>,
    /// What it does.
    pub summary: Option<String>,
}

impl Explanation {
    /// A rule of the rulebook.
    fn of_rule(ruleset: &Ruleset, sourced: &SourcedRule) -> Self {
        let declarations = ruleset.declarations();
        let rule = &sourced.rule;
        let judged = matches!(rule.kind, RuleKind::Limit | RuleKind::Check);
        let covers = ruleset.rules().iter().filter(|other| other.rule.covered_by.contains(&rule.id));
        let tests = |tests: &indexmap::IndexMap<String, _>| {
            tests.iter().map(|(id, test)| phrases::setting_words(declarations, id, test)).collect()
        };
        Self {
            what: ExplanationSubject::Rule,
            id: rule.id.clone(),
            title: rule.title.clone(),
            kind: Some(kind(rule).to_owned()),
            summary: rule.summary.clone(),
            formula: formulas(declarations, rule),
            applies: tests(&rule.applies),
            unless: tests(&rule.unless),
            severity: judged.then_some(rule.severity),
            waivable: rule.waivable,
            covers: covers.map(|other| other.rule.id.clone()).collect(),
            covered_by: rule.covered_by.clone(),
            reading: rule.reading.clone(),
            help: rule.help.clone(),
            source: Some(words::as_source(declarations, &rule.source)),
            origin: Some(sourced.origin.clone()),
            ..Self::default()
        }
    }

    /// A special rule that cards name.
    fn of_special_rule(declarations: &Declarations, rule: &SpecialRule) -> Self {
        let kind = declarations.special_rule_kinds.get(&rule.kind).map_or(&rule.kind, |kind| &kind.title);
        let forms = rule.parameters.iter().filter_map(Parameter::formed);
        let forms: Vec<String> = forms.map(|formed| parameters::form_words(declarations, formed)).collect();
        let takes = (!forms.is_empty()).then(|| ("takes".to_owned(), forms.join("; ")));
        let stacking = rule.stacking.map(|stacking| ("stacking".to_owned(), words::stacking(stacking).to_owned()));
        let tags = (!rule.tags.is_empty()).then(|| ("tags".to_owned(), rule.tags.join(", ")));
        Self {
            what: ExplanationSubject::SpecialRule,
            id: rule.id.clone(),
            title: parameters::title(rule),
            kind: Some(kind.clone()),
            summary: Some(rule.summary.clone()),
            facts: takes.into_iter().chain(stacking).chain(tags).chain(also(&rule.aliases)).collect(),
            source: Some(words::as_source(declarations, &rule.source)),
            ..Self::default()
        }
    }

    /// Something that players agree on before a game.
    fn of_setting(id: &str, setting: &Setting) -> Self {
        let values = setting.values.iter().map(|(id, choice)| {
            let default = if setting.default.as_ref() == Some(id) { " (default)" } else { "" };
            let summary = choice.summary.as_ref().map(|summary| format!(": {summary}")).unwrap_or_default();
            format!("{id}{default}{summary}")
        });
        let numbers = (!setting.numbers.is_empty()).then(|| format!("numbers of {}", words::runs(&setting.numbers)));
        let flag = (setting.values.is_empty() && setting.numbers.is_empty()).then(|| "true or false".to_owned());
        Self {
            what: ExplanationSubject::Setting,
            id: id.to_owned(),
            title: setting.title.clone(),
            kind: Some("a setting of the list".to_owned()),
            summary: Some(setting.summary.clone()),
            lines: values.chain(numbers).chain(flag).collect(),
            ..Self::default()
        }
    }

    /// A trait that units, nations or cards may have.
    fn of_trait(id: &str, declared: &Trait) -> Self {
        let value = |(id, value): (&String, &ExplainedName)| {
            let summary = value.summary.as_ref().map(|summary| format!(": {summary}")).unwrap_or_default();
            let title = if slug(&value.title) == *id { String::new() } else { format!(" ({})", value.title) };
            format!("{id}{title}{summary}")
        };
        let any = declared.open.then(|| "any word".to_owned());
        let flag = (declared.values.is_empty() && !declared.open).then(|| "true or false".to_owned());
        let of = match declared.of {
            TraitOwner::Unit => "units",
            TraitOwner::Nation => "nations",
            TraitOwner::Card => "cards",
        };
        Self {
            what: ExplanationSubject::Trait,
            id: id.to_owned(),
            title: declared.title.clone(),
            kind: Some(format!("a trait of {of}, which selectors test")),
            lines: declared.values.iter().map(value).chain(any).chain(flag).collect(),
            ..Self::default()
        }
    }

    /// A role that a model may have.
    fn of_role(declarations: &Declarations, id: &str, role: &Role) -> Self {
        Self {
            what: ExplanationSubject::Role,
            id: id.to_owned(),
            title: role.title.clone(),
            kind: Some(format!("a role: `roles` of a {} names it", phrases::squadrons(declarations, 1))),
            summary: role.summary.clone(),
            source: role.source.as_ref().map(|source| words::as_source(declarations, source)),
            ..Self::default()
        }
    }

    /// A kind of group: the units of each slot, and the conditions of rules that name it.
    fn of_group_kind(ruleset: &Ruleset, id: &str, kind: &GroupKind) -> Self {
        let declarations = ruleset.declarations();
        let slots = kind.slots.iter().map(|(slot, declared)| {
            let accepts = declared.accepts.as_ref().map(|accepts| phrases::selector_words(declarations, accepts));
            let units = ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units);
            let named = units.filter(|unit| unit.slots.get(id) == Some(slot)).map(|unit| unit.name.as_str());
            let named: Vec<&str> = named.collect();
            let takes =
                accepts.unwrap_or_else(|| if named.is_empty() { "no unit".to_owned() } else { named.join(", ") });
            let overlays: Vec<String> =
                overlaid::slot(ruleset, id, slot).iter().map(|line| format!(" ({line})")).collect();
            format!("{}{}: {takes}", declared.title, overlays.concat())
        });
        let nations = slots::nations_of(ruleset, id).into_iter().flatten();
        let nations: Vec<&str> =
            nations.filter_map(|nation| Some(declarations.nations.get(nation)?.name.as_str())).collect();
        let formula = ruleset.rules().iter().flat_map(|sourced| {
            let of_group = sourced.rule.clauses.iter().filter_map(|clause| only_for(clause, id));
            let rule = Rule { clauses: of_group.collect(), check: None, ..sourced.rule.clone() };
            let lines = if rule.clauses.is_empty() { Vec::new() } else { formulas(declarations, &rule) };
            lines.into_iter().map(move |line| format!("{line} ({})", sourced.rule.id))
        });
        Self {
            what: ExplanationSubject::Group,
            id: id.to_owned(),
            title: kind.title.clone(),
            kind: Some("a kind of group: `groups` of a list".to_owned()),
            summary: kind.summary.clone(),
            formula: formula.collect(),
            lines: slots.collect(),
            facts: (!nations.is_empty()).then(|| ("nation".to_owned(), nations.join(", "))).into_iter().collect(),
            source: kind.source.as_ref().map(|source| words::as_source(declarations, source)),
            ..Self::default()
        }
    }

    /// A nation, with the number of units in its catalogue.
    fn of_nation(ruleset: &Ruleset, id: &str, nation: &Nation, units: usize) -> Self {
        let declarations = ruleset.declarations();
        let mut facts = facts_of(declarations, &nation.traits);
        let listed = format!("{units}, listed by `muster units {} --nation {id}`", declarations.id);
        facts.insert("units".to_owned(), if units == 0 { "none".to_owned() } else { listed });
        facts.extend(overlaid::nation(ruleset, id).map(|says| ("overlays".to_owned(), says)));
        Self {
            what: ExplanationSubject::Nation,
            id: id.to_owned(),
            title: nation.name.clone(),
            kind: Some("a nation".to_owned()),
            facts: facts.into_iter().chain(also(&nation.aliases)).collect(),
            ..Self::default()
        }
    }

    /// A step table.
    fn of_table(declarations: &Declarations, id: &str, table: &StepTable) -> Self {
        let lines = table.rows.iter().map(|row| match row.to {
            Some(to) => format!("up to {to}: {}", row.value),
            None => format!("above: {}", row.value),
        });
        Self {
            what: ExplanationSubject::Table,
            id: id.to_owned(),
            title: table.title.clone(),
            kind: Some("a table that rules read".to_owned()),
            lines: lines.collect(),
            source: Some(words::as_source(declarations, &table.source)),
            ..Self::default()
        }
    }

    /// A kind of sheet, with its fields.
    fn of_sheet(declarations: &Declarations, id: &str, sheet: &SheetKind) -> Self {
        let line = |(kind, name, field): (&str, &String, &Field)| {
            let of = sheet.rows.get(kind).map(|row| format!(" of each {}", row.title)).unwrap_or_default();
            let words: Vec<&str> = field.values.keys().map(String::as_str).collect();
            let words = if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) };
            format!("`{name}`{of}, {}{words}", field.title)
        };
        Self {
            what: ExplanationSubject::Sheet,
            id: id.to_owned(),
            title: sheet.title.clone(),
            kind: Some("a sheet of campaigns".to_owned()),
            summary: Some(sheet.summary.clone()),
            lines: sheet.all_fields(id).map(line).collect(),
            source: Some(words::as_source(declarations, &sheet.source)),
            ..Self::default()
        }
    }

    /// A deck, with the cards that are known.
    fn of_deck<'c>(id: &str, deck: &Deck, cards: impl Iterator<Item = &'c DeclaredCard>) -> Self {
        let secret = deck.secret.then(|| ("secret".to_owned(), "not on an open print".to_owned()));
        let cards = cards.map(|card| CardLine {
            id: card.id.clone(),
            title: card.name.clone(),
            cost: card.cost,
            summary: card.summary.clone(),
        });
        Self {
            what: ExplanationSubject::Deck,
            id: id.to_owned(),
            title: deck.title.clone(),
            kind: Some("a deck: `decks` of a list names its cards".to_owned()),
            facts: deck.rule.iter().map(|rule| ("rule".to_owned(), rule.clone())).chain(secret).collect(),
            cards: cards.collect(),
            ..Self::default()
        }
    }

    /// A card of a deck.
    fn of_card(declarations: &Declarations, deck: &str, card: &DeclaredCard) -> Self {
        let title = declarations.decks.get(deck).map_or(deck, |deck| &deck.title);
        let cost = card.cost.map(|cost| ("cost".to_owned(), cost.to_string()));
        let deck = [("deck".to_owned(), format!("{title} ({deck})"))];
        let traits = facts_of(declarations, &card.traits);
        Self {
            what: ExplanationSubject::Card,
            id: card.id.clone(),
            title: card.name.clone(),
            kind: Some("a card".to_owned()),
            summary: card.summary.clone(),
            facts: deck.into_iter().chain(cost).chain(traits).chain(also(&card.aliases)).collect(),
            source: Some(words::as_source(declarations, &card.source)),
            ..Self::default()
        }
    }

    /// A change of printed cards, with the installed units that it changes.
    fn of_patch(declarations: &Declarations, id: &str, patch: &CardPatch, units: &[&str]) -> Self {
        let units = if units.is_empty() { "none".to_owned() } else { units.join(", ") };
        let facts = [
            ("gives".to_owned(), patch.gives.rules.join(", ")),
            ("to".to_owned(), phrases::selector_words(declarations, &patch.r#where)),
            ("units".to_owned(), units),
        ];
        Self {
            what: ExplanationSubject::Patch,
            id: id.to_owned(),
            title: patch.title.clone(),
            kind: Some("a change of printed cards, of a club's own units too".to_owned()),
            facts: facts.into_iter().collect(),
            reading: patch.reading.clone(),
            source: Some(words::as_source(declarations, &patch.source)),
            ..Self::default()
        }
    }

    /// A play aid or a scenario.
    fn of_aid(declarations: &Declarations, id: &str, aid: &Aid) -> Self {
        Self {
            what: ExplanationSubject::Aid,
            id: id.to_owned(),
            title: aid.title.clone(),
            kind: Some("a play aid: no list is judged by it".to_owned()),
            lines: aid.lines.iter().chain(aid.special_rules.values()).cloned().collect(),
            source: Some(words::as_source(declarations, &aid.source)),
            ..Self::default()
        }
    }

    /// A finding that cites no rule.
    fn of_remark(id: &str, meaning: &str) -> Self {
        Self {
            what: ExplanationSubject::Finding,
            id: id.to_owned(),
            title: meaning.trim_end_matches('.').to_owned(),
            kind: Some("a finding of the program about a file or list, not of a book".to_owned()),
            ..Self::default()
        }
    }
}

/// A clause that names a kind of group, as it reads for that kind alone; none if it does not name it.
fn only_for(clause: &Clause, kind: &str) -> Option<Clause> {
    let is_kind = |test: &SelectorTest| match test {
        SelectorTest::Trait(name, WantedTrait::Values(kinds)) => name == "group" && kinds.iter().any(|one| one == kind),
        _ => false,
    };
    let (of_kind, others): (Vec<SelectorTest>, Vec<SelectorTest>) = clause.r#where.0.iter().cloned().partition(is_kind);
    (!of_kind.is_empty()).then(|| Clause { r#where: Selector(others), ..clause.clone() })
}

/// Traits by their titles.
fn facts_of(declarations: &Declarations, traits: &IndexMap<String, TraitValue>) -> IndexMap<String, String> {
    let fact = |(id, value): (&String, &TraitValue)| {
        let title = declarations.traits.get(id).map_or(id, |declared| &declared.title).to_lowercase();
        let words: Vec<String> = value.words().map(|word| phrases::title(declarations, id, word)).collect();
        (title, words.join(", "))
    };
    traits.iter().map(fact).collect()
}

fn also(aliases: &[String]) -> Option<(String, String)> {
    (!aliases.is_empty()).then(|| ("also".to_owned(), aliases.join(", ")))
}

fn kind(rule: &Rule) -> &'static str {
    match rule.kind {
        RuleKind::Limit => "a limit, judged",
        RuleKind::Check => "a check of the list's structure, judged",
        RuleKind::Definition if !rule.charges.is_empty() => "a definition; it changes what the list costs",
        RuleKind::Definition => "a definition; other rules carry its findings",
        RuleKind::Allowance => "an allowance, shown with the list",
        RuleKind::Permission => "a permission: there is nothing to judge",
        RuleKind::Advice => "advice: there is nothing to judge",
        RuleKind::ByHand => "only people at the table can judge it; a note says where it matters",
    }
}

/// Everything in a ruleset with this name, except its units. It is nearly always one thing, but a setting and a rule
/// may have the same name.
#[must_use]
pub fn explanations(ruleset: &Ruleset, name: &str) -> Vec<Explanation> {
    let declarations = ruleset.declarations();
    let wanted = slug(name);
    let is = |id: &str, title: &str| id == name || slug(title) == wanted;
    let rule = ruleset.rule(name).map(|rule| Explanation::of_rule(ruleset, rule));
    let special = ruleset.special_rule(name).map(|rule| Explanation::of_special_rule(declarations, rule));
    let setting = declarations.settings.get_key_value(name).map(|(id, setting)| Explanation::of_setting(id, setting));
    let roles = declarations.roles.iter().filter(|(id, role)| is(id, &role.title));
    let nation = ruleset.nation(name).and_then(|id| declarations.nations.get_key_value(id));
    let nation = nation.map(|(id, nation)| {
        let own = ruleset.catalogues().iter().map(|catalogue| catalogue.written());
        let own = own.filter(|catalogue| catalogue.nation.as_ref() == Some(id));
        Explanation::of_nation(ruleset, id, nation, own.map(|catalogue| catalogue.units.len()).sum())
    });
    let tables = declarations.tables.iter().filter(|(id, table)| is(id, &table.title));
    let decks = declarations.decks.iter().filter(|(id, deck)| is(id, &deck.title));
    let cards = declarations.decks.keys().filter_map(|deck| Some((deck, ruleset.card(deck, name)?)));
    let aid = declarations.aids.get_key_value(name).map(|(id, aid)| Explanation::of_aid(declarations, id, aid));
    let mut found: Vec<Explanation> = [rule, special, setting].into_iter().flatten().collect();
    found.extend(declarations.traits.get_key_value(name).map(|(id, declared)| Explanation::of_trait(id, declared)));
    found.extend(roles.map(|(id, role)| Explanation::of_role(declarations, id, role)));
    let group = declarations.group_kind(name);
    found.extend(group.map(|(_, id, kind)| Explanation::of_group_kind(ruleset, id, kind)));
    found.extend(nation);
    found.extend(tables.map(|(id, table)| Explanation::of_table(declarations, id, table)));
    let sheets = declarations.sheets.iter().filter(|(id, sheet)| is(id, &sheet.title));
    found.extend(sheets.map(|(id, sheet)| Explanation::of_sheet(declarations, id, sheet)));
    found.extend(decks.map(|(id, deck)| {
        let cards = ruleset.cards().iter().filter(|cards| cards.deck == *id).flat_map(|cards| &cards.cards);
        Explanation::of_deck(id, deck, cards)
    }));
    found.extend(cards.map(|(deck, card)| Explanation::of_card(declarations, deck, card)));
    found.extend(declarations.patches.get_key_value(name).map(|(id, patch)| {
        let catalogues = ruleset.catalogues().iter().map(|catalogue| catalogue.written());
        let units = catalogues.flat_map(|catalogue| catalogue.units.iter().map(move |unit| (catalogue, unit)));
        let changed = units.filter(|(catalogue, unit)| {
            let patches = ruleset.patches_of(catalogue.nation.as_deref(), &unit.id, &unit.traits, &unit.card);
            patches.iter().any(|(changed_by, ..)| changed_by == id)
        });
        let changed: Vec<&str> = changed.map(|(_, unit)| unit.id.as_str()).collect();
        Explanation::of_patch(declarations, id, patch, &changed)
    }));
    found.extend(aid);
    if found.is_empty() {
        found.extend(meaning(name).map(|meaning| Explanation::of_remark(name, meaning)));
    }
    found
}
