//! Writes options, roles, models that differ, settings and cards as short phrases, and reads them back.
//!
//! A phrase uses printed names. A value that would not read back the same is written as JSON instead, so that nothing
//! is lost.

use indexmap::IndexMap;
use muster_engine::list::{CardPick, ModelCount, OptionPick, RoleDetail, RolePick, SettingValue, SquadronPart};
use muster_engine::plain::is_plain;
use muster_engine::ready::ReadyUnit;
use muster_engine::ready::Ruleset;
use muster_engine::words::taken::times;
use muster_library::json;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The separator between items.
const BETWEEN: &str = "; ";

/// The phrase if it reads back as the same value, otherwise JSON.
fn faithful<T: Serialize + DeserializeOwned + PartialEq>(
    value: &T,
    phrase: String,
    read: impl Fn(&str) -> Option<T>,
) -> String {
    let is_plain = is_one_line(&phrase) && !phrase.starts_with(['{', '[', '"']);
    if is_plain && read(&phrase).as_ref() == Some(value) { phrase } else { json::to_string(value).unwrap_or(phrase) }
}

/// Whether a text is one line of which everything is seen, with no white space around it.
pub(super) fn is_one_line(text: &str) -> bool {
    is_plain(text) && text.trim() == text
}

/// The name of a unit, written as JSON if part of it could be taken for the marks or number around it.
pub(super) fn unit(name: &str) -> String {
    let is_plain = !name.is_empty() && !name.starts_with("+ ") && counted(name).is_none();
    if is_plain { faithful(&name.to_owned(), name.to_owned(), |name| Some(read_unit(name))) } else { quoted(name) }
}

/// The name of the unit in a phrase.
pub(super) fn read_unit(phrase: &str) -> String {
    of_json(phrase).unwrap_or_else(|| phrase.to_owned())
}

/// A text as JSON.
pub(super) fn quoted(text: &str) -> String {
    json::escaped(serde_json::Value::from(text).to_string())
}

/// The title of a group or a deck that no ruleset knows, as JSON if it could be taken for anything else.
pub(super) fn title(title: &str, is_taken: bool) -> String {
    let is_whole = is_one_line(title) && !title.is_empty() && !title.contains([':', '(']) && !title.starts_with('"');
    if is_whole && !is_taken { title.to_owned() } else { quoted(title) }
}

/// The title with which a phrase begins, if it is written as JSON, and what follows it.
pub(super) fn read_title(phrase: &str) -> Option<(String, &str)> {
    let mut texts = serde_json::Deserializer::from_str(phrase).into_iter::<String>();
    let title = texts.next()?.ok()?;
    Some((title, &phrase[texts.byte_offset()..]))
}

/// Reads a phrase written as JSON; none if it is not JSON.
fn of_json<T: DeserializeOwned>(phrase: &str) -> Option<T> {
    phrase.starts_with(['{', '[', '"']).then(|| serde_json::from_str(phrase).ok()).flatten()
}

/// `Stoic Crew; 2 × Target Jammer`
pub(super) fn options(ready: Option<&ReadyUnit>, picks: &[OptionPick]) -> String {
    let picks = named(ready, picks);
    let phrase = picks.iter().map(|pick| option(ready, pick)).collect::<Vec<_>>().join(BETWEEN);
    faithful(&picks, phrase, |phrase| Some(read_options(ready, phrase)))
}

/// The options in a phrase. Words that are not an option are kept unchanged.
pub(super) fn read_options(ready: Option<&ReadyUnit>, phrase: &str) -> Vec<OptionPick> {
    let options = |phrase: &str| phrase.split(BETWEEN).map(|word| read_option(ready, word)).collect();
    of_json(phrase).unwrap_or_else(|| options(phrase))
}

/// The options one by one, with their ids.
pub(crate) fn named(ready: Option<&ReadyUnit>, picks: &[OptionPick]) -> Vec<OptionPick> {
    let id = |word: &str| option_id(ready, word);
    let one = |pick: &OptionPick| match pick {
        OptionPick::Every(word) => vec![OptionPick::Every(id(word))],
        OptionPick::Some(counts) => {
            counts.iter().map(|(word, count)| OptionPick::Some(IndexMap::from([(id(word), *count)]))).collect()
        }
    };
    picks.iter().flat_map(one).collect()
}

fn option(ready: Option<&ReadyUnit>, pick: &OptionPick) -> String {
    // Use the id if the name does not find this option again. A name that several options have stays as the list says it.
    let name = |word: &str| {
        let printed = ready.and_then(|ready| {
            let place = ready.find(word)?;
            let name = &ready.options[place].name;
            (ready.find(name) == Some(place) && ready.namesakes(name).is_empty()).then_some(name)
        });
        printed.map_or(word, String::as_str).to_owned()
    };
    match pick {
        OptionPick::Every(word) => name(word),
        OptionPick::Some(counts) => {
            counts.iter().map(|(word, count)| times(*count, &name(word))).collect::<Vec<_>>().join(BETWEEN)
        }
    }
}

fn read_option(ready: Option<&ReadyUnit>, word: &str) -> OptionPick {
    match counted(word) {
        Some((count, word)) => OptionPick::Some(IndexMap::from([(option_id(ready, word), count)])),
        None => OptionPick::Every(option_id(ready, word)),
    }
}

fn option_id(ready: Option<&ReadyUnit>, word: &str) -> String {
    let found = ready.filter(|ready| ready.namesakes(word).is_empty());
    let found = found.and_then(|ready| Some(&ready.options[ready.find(word)?]));
    found.map_or(word, |option| &option.id).to_owned()
}

/// The number and the rest of `3 × Frigate`.
pub(super) fn counted(text: &str) -> Option<(u32, &str)> {
    let (count, rest) = text.split_once(" × ")?;
    Some((count.parse().ok()?, rest))
}

/// `2 × (Mk I) Kinetic Generator, Target Jammer; 1 × (Mk II)`
pub(super) fn parts(ready: Option<&ReadyUnit>, parts: &[SquadronPart]) -> String {
    let parts: Vec<SquadronPart> =
        parts.iter().map(|part| SquadronPart { options: named(ready, &part.options), ..part.clone() }).collect();
    let part = |part: &SquadronPart| {
        let mark = part.mark.as_ref().map(|mark| format!("({mark})"));
        let options: Vec<String> = part.options.iter().map(|pick| option(ready, pick)).collect();
        let options = (!options.is_empty()).then(|| options.join(", "));
        times(part.count, &mark.into_iter().chain(options).collect::<Vec<_>>().join(" "))
    };
    let phrase = parts.iter().map(part).collect::<Vec<_>>().join(BETWEEN);
    faithful(&parts, phrase, |phrase| read_parts(ready, phrase))
}

/// The models in a phrase; none if the phrase is not of that form.
pub(super) fn read_parts(ready: Option<&ReadyUnit>, phrase: &str) -> Option<Vec<SquadronPart>> {
    let part = |phrase: &str| {
        let (count, rest) = counted(phrase)?;
        let (mark, rest) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((mark, rest)) => (Some(mark.to_owned()), rest.trim_start()),
            None => (None, rest),
        };
        let options = rest.split(", ").filter(|word| !word.is_empty()).map(|word| read_option(ready, word));
        Some(SquadronPart { count, mark, options: options.collect(), ..SquadronPart::default() })
    };
    of_json(phrase).or_else(|| phrase.split(BETWEEN).map(part).collect())
}

/// `Commodore; Sub-commander (model 2, trait Jury Rigger)`
pub(super) fn roles(ruleset: &Ruleset, picks: &[RolePick]) -> String {
    let picks: Vec<RolePick> = picks.iter().map(|pick| role_by_id(ruleset, pick)).collect();
    let title = |id: &str| ruleset.declarations().roles.get(id).map_or(id, |role| &role.title).to_owned();
    let role = |pick: &RolePick| match pick {
        RolePick::Role(id) => title(id),
        RolePick::Detailed(detail) => {
            let model = detail.model.map(|model| format!("model {model}"));
            let card = detail.r#trait.as_ref().map(|id| format!("trait {}", card_name(ruleset, &detail.role, id)));
            let character = detail.character.as_ref().map(|name| format!("character {name}"));
            let more: Vec<String> = model.into_iter().chain(card).chain(character).collect();
            format!("{} ({})", title(&detail.role), more.join(", "))
        }
    };
    let phrase = picks.iter().map(role).collect::<Vec<_>>().join(BETWEEN);
    faithful(&picks, phrase, |phrase| Some(read_roles(ruleset, phrase)))
}

/// The roles in a phrase.
pub(super) fn read_roles(ruleset: &Ruleset, phrase: &str) -> Vec<RolePick> {
    let role = |phrase: &str| {
        let (role, more) = match phrase.strip_suffix(')').and_then(|phrase| phrase.split_once(" (")) {
            Some((role, more)) => (role, Some(more)),
            None => (phrase, None),
        };
        let Some(more) = more else { return role_by_id(ruleset, &RolePick::Role(role.to_owned())) };
        let mut detail = RoleDetail { role: role.to_owned(), ..RoleDetail::default() };
        for word in more.split(", ") {
            if let Some(model) = word.strip_prefix("model ") {
                detail.model = model.parse().ok();
            } else if let Some(card) = word.strip_prefix("trait ") {
                detail.r#trait = Some(card.to_owned());
            } else if let Some(character) = word.strip_prefix("character ") {
                detail.character = Some(character.to_owned());
            } else {
                return RolePick::Role(phrase.to_owned());
            }
        }
        role_by_id(ruleset, &RolePick::Detailed(detail))
    };
    of_json(phrase).unwrap_or_else(|| phrase.split(BETWEEN).map(role).collect())
}

/// The title of a role; its id if the ruleset has none.
pub(super) fn role_title<'r>(ruleset: &'r Ruleset, id: &'r str) -> &'r str {
    ruleset.declarations().roles.get(id).map_or(id, |role| role.title.as_str())
}

/// A role by its id, with the id of its trait.
pub(super) fn role_by_id(ruleset: &Ruleset, pick: &RolePick) -> RolePick {
    let id = |name: &str| ruleset.declarations().role(name).unwrap_or(name).to_owned();
    match pick {
        RolePick::Role(name) => RolePick::Role(id(name)),
        RolePick::Detailed(detail) => {
            let role = id(&detail.role);
            let card = |name: &String| {
                let deck = ruleset.declarations().roles.get(&role)?.trait_deck.as_ref()?;
                Some(ruleset.card(deck, name)?.id.clone())
            };
            let r#trait = detail.r#trait.as_ref().map(|name| card(name).unwrap_or_else(|| name.clone()));
            RolePick::Detailed(RoleDetail { role, r#trait, ..detail.clone() })
        }
    }
}

fn card_name(ruleset: &Ruleset, role: &str, id: &str) -> String {
    let deck = ruleset.declarations().roles.get(role).and_then(|role| role.trait_deck.as_ref());
    deck.and_then(|deck| ruleset.card(deck, id)).map_or(id, |card| &card.name).to_owned()
}

/// `level = commodore; rules = 1, 2, 3`
pub(super) fn settings(settings: &IndexMap<String, SettingValue>) -> String {
    let value = |value: &SettingValue| match value {
        SettingValue::Flag(true) => "yes".to_owned(),
        SettingValue::Flag(false) => "no".to_owned(),
        SettingValue::Number(number) => number.to_string(),
        SettingValue::Word(word) => word.clone(),
        SettingValue::Numbers(numbers) => numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    };
    let phrase: Vec<String> = settings.iter().map(|(id, set)| format!("{id} = {}", value(set))).collect();
    faithful(settings, phrase.join(BETWEEN), read_settings)
}

/// The settings in a phrase; none if the phrase is not of that form.
pub(super) fn read_settings(phrase: &str) -> Option<IndexMap<String, SettingValue>> {
    let value = |text: &str| match text {
        "yes" => SettingValue::Flag(true),
        "no" => SettingValue::Flag(false),
        _ => match (text.parse(), text.split(", ").map(str::parse).collect::<Result<Vec<u32>, _>>()) {
            (Ok(number), _) => SettingValue::Number(number),
            (_, Ok(numbers)) => SettingValue::Numbers(numbers),
            _ => SettingValue::Word(text.to_owned()),
        },
    };
    let setting = |phrase: &str| phrase.split_once(" = ").map(|(id, text)| (id.to_owned(), value(text)));
    of_json(phrase).or_else(|| phrase.split(BETWEEN).map(setting).collect())
}

/// `a; b`
pub(super) fn words(words: &[String]) -> String {
    faithful(&words.to_vec(), words.join(BETWEEN), |phrase| Some(read_words(phrase)))
}

/// The words in a phrase.
pub(super) fn read_words(phrase: &str) -> Vec<String> {
    of_json(phrase).unwrap_or_else(|| phrase.split(BETWEEN).map(str::to_owned).collect())
}

/// A card with its cost if known: `Tally Ho (40)`.
pub(super) fn card(ruleset: &Ruleset, deck: &str, pick: &CardPick) -> String {
    let pick = card_by_id(ruleset, deck, pick);
    let phrase = match &pick {
        CardPick::Known(id) => match ruleset.card(deck, id) {
            Some(card) => match card.cost {
                Some(cost) => format!("{} ({cost})", card.name),
                None => card.name.clone(),
            },
            // An id that begins with a symbol could be taken for a heading or a fact, and one with a comma for the last line.
            None if id.starts_with(char::is_alphanumeric) && !id.contains(',') => id.clone(),
            None => quoted(id),
        },
        CardPick::Detailed(_) => String::new(),
    };
    faithful(&pick, phrase, |phrase| Some(read_card(ruleset, deck, phrase)))
}

/// The card in a phrase.
pub(super) fn read_card(ruleset: &Ruleset, deck: &str, phrase: &str) -> CardPick {
    let known = |name: &str| ruleset.card(deck, name).map(|card| CardPick::Known(card.id.clone()));
    let without_cost = || known(phrase.strip_suffix(')')?.rsplit_once(" (")?.0);
    of_json(phrase)
        .or_else(|| known(phrase))
        .or_else(without_cost)
        .unwrap_or_else(|| CardPick::Known(phrase.to_owned()))
}

/// A card by its id.
pub(super) fn card_by_id(ruleset: &Ruleset, deck: &str, pick: &CardPick) -> CardPick {
    match pick {
        CardPick::Known(name) => CardPick::Known(ruleset.card(deck, name).map_or(name, |card| &card.id).clone()),
        detailed @ CardPick::Detailed(_) => detailed.clone(),
    }
}

/// The total number of models.
pub(crate) fn count(models: Option<&ModelCount>) -> Option<u32> {
    match models? {
        ModelCount::Count(count) => Some(*count),
        ModelCount::Parts(parts) => Some(parts.iter().fold(0, |sum, part| sum.saturating_add(part.count))),
    }
}
