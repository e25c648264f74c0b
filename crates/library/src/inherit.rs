//! Joins a ruleset with the chain of those it extends; each has one parent. Items with the same id are joined as those of
//! overlays are, by [`merge_whole`].

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;
use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::declarations::{Cards, Declarations};
use muster_engine::ready::{Publication, RulesetFault, RulesetItem, RulesetParts, RulesetProblem, SourcedRule};
use muster_engine::rule::Rule;
use muster_engine::special_rules::SpecialRule;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::layer::{CatalogueLayer, Layer, LayerPart};
use crate::merge::{merge_whole, removes};
use crate::typed::{TypeRefusal, read};

/// Items by id, each with the id of the ruleset that changed it last.
type Items = IndexMap<String, (Value, String)>;

/// Joins everything of a ruleset except its catalogues, from the oldest ancestor to the ruleset itself.
pub(crate) fn parts(chain: &[Layer]) -> Result<RulesetParts, Vec<RulesetProblem>> {
    // A single shipped ruleset needs no joining, so it is parsed directly into its types.
    if let [Layer { id, core: LayerPart::Shipped(json), .. }] = chain {
        return shipped(chain, id, &json.text());
    }
    let mut declarations = json!({});
    let mut rules = Items::new();
    let mut special_rules = Items::new();
    let mut decks: IndexMap<String, Items> = IndexMap::new();
    for layer in chain {
        let core = layer.core.value();
        merge_whole(&mut declarations, &core.declarations);
        join(&mut rules, &core.rules, &layer.id);
        join(&mut special_rules, &core.special_rules, &layer.id);
        for file in &core.cards {
            let cards = file.get("cards").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            join(decks.entry(text(file, "deck")).or_default(), cards, &layer.id);
        }
    }
    let mut problems = Vec::new();
    let declarations = typed(RulesetItem::Key("ruleset.yaml"), declarations, &mut problems);
    let rules = rules
        .into_iter()
        .filter_map(|(id, (value, origin))| {
            Some(SourcedRule { rule: typed(RulesetItem::Rule(id), value, &mut problems)?, origin })
        })
        .collect();
    let special_rules = special_rules
        .into_iter()
        .filter_map(|(id, (value, _))| typed(RulesetItem::Other("special rule", id), value, &mut problems))
        .collect();
    let cards = decks
        .into_iter()
        .filter_map(|(deck, cards)| {
            let cards: Vec<Value> = cards.into_values().map(|(card, _)| card).collect();
            let file = json!({"kind": "cards", "deck": deck, "cards": cards});
            typed(RulesetItem::Other("deck", deck), file, &mut problems)
        })
        .collect();
    match declarations {
        Some(declarations) if problems.is_empty() => Ok(RulesetParts {
            fingerprint: fingerprint(chain),
            digest: digest(chain),
            declarations,
            rules,
            special_rules,
            cards,
            whole_books: BTreeSet::new(),
            publication: publication(chain),
        }),
        _ => Err(problems),
    }
}

/// Published, if all are; else that of the first that claims to be published and is not, else that of an archive.
fn publication(chain: &[Layer]) -> Publication {
    let of = |wanted: fn(Publication) -> bool| chain.iter().map(|layer| layer.publication).find(|it| wanted(*it));
    let is_false = |it| matches!(it, Publication::Differs | Publication::UnknownVersion);
    of(is_false).or_else(|| of(|it| it == Publication::UnknownId)).unwrap_or_default()
}

/// A shipped ruleset's core in its types.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct ShippedCore {
    declarations: Declarations,
    rules: Vec<Rule>,
    special_rules: Vec<SpecialRule>,
    cards: Vec<Cards>,
}

fn shipped(chain: &[Layer], id: &str, json: &str) -> Result<RulesetParts, Vec<RulesetProblem>> {
    let wrong = |error| vec![unreadable(RulesetItem::Key("ruleset"), &error)];
    let core: ShippedCore = serde_json::from_str(json).map_err(wrong)?;
    let rules = core.rules.into_iter().map(|rule| SourcedRule { rule, origin: id.to_owned() });
    Ok(RulesetParts {
        fingerprint: fingerprint(chain),
        digest: digest(chain),
        declarations: core.declarations,
        rules: rules.collect(),
        special_rules: core.special_rules,
        cards: core.cards,
        whole_books: BTreeSet::new(),
        publication: publication(chain),
    })
}

/// The joined catalogue of a nation, or (`None`) of the units that every nation may field.
pub(crate) fn catalogue(chain: &[Layer], nation: Option<&str>) -> Result<Option<Catalogue>, Vec<RulesetProblem>> {
    let all = chain.iter().flat_map(|layer| &layer.catalogues);
    let files: Vec<_> = all.filter(|catalogue| catalogue.nation.as_deref() == nation).collect();
    let item = || RulesetItem::Other("catalogue", nation.unwrap_or("of all nations").to_owned());
    match files.as_slice() {
        [] => return Ok(None),
        [CatalogueLayer { content: LayerPart::Shipped(json), .. }] => {
            let wrong = |error| vec![unreadable(item(), &error)];
            return serde_json::from_str(&json.text()).map(Some).map_err(wrong);
        }
        _ => {}
    }
    let mut head = json!({});
    let mut units = Items::new();
    for file in files {
        let mut file = file.content.value().into_owned();
        if let Some(Value::Array(own)) = file.get_mut("units").map(Value::take) {
            join(&mut units, &own, "");
        }
        merge_whole(&mut head, &file);
    }
    let mut problems = Vec::new();
    let named = |id: String| RulesetItem::Unit(id, nation.map(str::to_owned));
    let units: Vec<Arc<Unit>> =
        units.into_iter().filter_map(|(id, (unit, _))| typed(named(id), unit, &mut problems)).collect();
    // A head that is no mapping is a problem, which is told below.
    if let Value::Object(head) = &mut head {
        head.insert("units".to_owned(), json!([]));
    }
    let catalogue = typed(item(), head, &mut problems).map(|head| Catalogue { units, ..head });
    if problems.is_empty() { Ok(catalogue) } else { Err(problems) }
}

/// Joins patches into the items with the same ids, takes away those that they remove, and adds the items with new ids.
fn join(items: &mut Items, patches: &[Value], origin: &str) {
    for change in patches {
        let id = text(change, "id");
        if removes(change) {
            items.shift_remove(&id);
            continue;
        }
        let (value, from) = items.entry(id).or_insert_with(|| (Value::Null, String::new()));
        merge_whole(value, change);
        origin.clone_into(from);
    }
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn typed<T: DeserializeOwned>(item: RulesetItem, value: Value, problems: &mut Vec<RulesetProblem>) -> Option<T> {
    let problem =
        |TypeRefusal { at, message }| RulesetProblem { item, at, key: None, fault: RulesetFault::Unreadable(message) };
    read(value).map_err(|refusal| problems.push(problem(refusal))).ok()
}

fn unreadable(item: RulesetItem, error: &serde_json::Error) -> RulesetProblem {
    RulesetProblem::new(item, RulesetFault::Unreadable(error.to_string()))
}

/// The fingerprint of a single ruleset, or one made from all fingerprints of a chain.
fn fingerprint(chain: &[Layer]) -> String {
    if let [one] = chain {
        return one.fingerprint.clone();
    }
    let all: Vec<&str> = chain.iter().map(|layer| layer.fingerprint.as_str()).collect();
    muster_engine::short_digest(all.join("\n").as_bytes())
}

/// The digest of a single ruleset, or one made from all digests of a chain.
fn digest(chain: &[Layer]) -> String {
    if let [one] = chain {
        return one.digest.clone();
    }
    let mut all = Sha256::new();
    for layer in chain {
        all.update(&layer.digest);
    }
    muster_engine::hex(all)
}
