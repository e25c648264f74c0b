//! `special-rules`: the special rules of a game, with our summaries.

use muster_engine::declarations::Declarations;
use muster_engine::slug::slug;
use muster_engine::special_rules::SpecialRule;
use muster_engine::words::parameters;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;
use crate::{names, words};

/// The arguments of `special-rules`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SpecialRulesArgs {
    /// The ruleset's id.
    pub ruleset: String,
    /// Words that the name, kind, summary or tags must contain. Default: all rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A special rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SpecialRuleInfo {
    /// Its id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// The name with its parameters, as the book prints it.
    pub title: String,
    /// The kind's name.
    pub kind: String,
    /// The number in the book's list.
    pub number: Option<u32>,
    /// What several instances of the rule on one model do, if the book says so.
    pub stacking: Option<String>,
    /// Other spellings on cards and in data.
    pub aliases: Vec<String>,
    /// Further words that classify it.
    pub tags: Vec<String>,
    /// Its effect, in our words.
    pub summary: String,
    /// The book and page: `The Rulebook, page 19`.
    pub source: String,
}

/// The special rules that contain the given words. Fails if the ruleset is unknown.
pub fn special_rules(app: &App, args: &SpecialRulesArgs) -> Result<Vec<SpecialRuleInfo>, CallFault> {
    // Special rules do not depend on catalogues, so this loads as few catalogues as possible.
    let ruleset = names::ruleset(app, &args.ruleset, &[""])?;
    let declarations = ruleset.declarations();
    let text = args.text.as_deref().unwrap_or_default();
    let rules = ruleset.special_rules().iter().filter(|rule| has_words(rule, text));
    Ok(rules.map(|rule| facts(declarations, rule)).collect())
}

/// Whether a rule contains all these words, ignoring case and accents.
fn has_words(rule: &SpecialRule, wanted: &str) -> bool {
    let texts = [&rule.id, &rule.name, &rule.kind, &rule.summary].into_iter().chain(&rule.aliases).chain(&rule.tags);
    let text: String = texts.map(|text| slug(text) + " ").collect();
    slug(wanted).split('-').all(|word| text.contains(word))
}

fn facts(declarations: &Declarations, rule: &SpecialRule) -> SpecialRuleInfo {
    let kind = declarations.special_rule_kinds.get(&rule.kind).map_or(&rule.kind, |kind| &kind.title);
    SpecialRuleInfo {
        id: rule.id.clone(),
        name: rule.name.clone(),
        parameters: rule.parameters.iter().map(|parameter| parameter.name().to_owned()).collect(),
        title: parameters::title(rule),
        kind: kind.clone(),
        number: rule.number,
        stacking: rule.stacking.map(|stacking| words::stacking(stacking).to_owned()),
        aliases: rule.aliases.clone(),
        tags: rule.tags.clone(),
        summary: rule.summary.clone(),
        source: words::as_source(declarations, &rule.source).to_string(),
    }
}
