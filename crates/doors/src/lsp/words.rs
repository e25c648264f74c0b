//! Words of the ruleset in use, while a list or a rule is typed, and what they mean.

use std::path::Path;

use lsp_types::{CompletionItem, CompletionItemKind, Hover, HoverContents, MarkupContent, MarkupKind};
use muster_app::App;
use muster_engine::list::RulesetName;
use serde_json::{Value, json};

use super::OpenFile;
use super::actions::ask;
use super::drafts::path_of;
use super::findings::folder_of_rules;

/// What may be written at a place.
pub(super) fn completions(app: &App, file: &OpenFile, params: &Value) -> Option<Value> {
    let (line, byte) = file.text.at(params)?;
    let key = key_at(file, line, byte)?;
    let items = match key.as_str() {
        "ruleset" => titled(ask(app, "rulesets", &json!({}))?["rulesets"].as_array()?, "name"),
        "nation" | "nations" => titled(game(app, file)?["nations"].as_array()?, "name"),
        "role" | "roles" => titled(game(app, file)?["roles"].as_array()?, "title"),
        "allocation" => titled(game(app, file)?["allocations"].as_array()?, "title"),
        "unit" | "units" => units(app, file)?.iter().filter_map(unit_item).collect(),
        "option" | "options" | "mark" => options(app, file, line)?,
        "consents" => waivable(&game(app, file)?)?,
        "rule" | "rules" | "drop" | "id" => rules(app, file)?,
        _ => return None,
    };
    serde_json::to_value(items).ok()
}

/// The key for whose value something is typed at a place.
fn key_at(file: &OpenFile, line: usize, byte: usize) -> Option<String> {
    let lines = file.text.lines();
    let before = lines.get(line)?.get(..byte)?;
    // `unit: x`, `- {unit: x`, `options: [x, y`
    if let Some((key, typed)) = before.rsplit_once(':') {
        let is_closed = typed.contains(['}', ']']) || typed.contains(',') && !typed.contains('[');
        return (!is_closed).then(|| last_word(key)).filter(|key| !key.is_empty());
    }
    // `- x` below `options:`
    let typed = before.trim_start();
    typed.starts_with('-').then_some(())?;
    let indent = before.len() - typed.len();
    let above = lines[..line].iter().rev().find(|above| {
        let text = above.trim_start();
        let deep = above.len() - text.len();
        !text.is_empty() && (deep < indent || deep == indent && !text.starts_with('-'))
    })?;
    above.trim_end().strip_suffix(':').map(last_word)
}

fn last_word(text: &str) -> String {
    let is_of_key = |letter: char| letter.is_alphanumeric() || letter == '-';
    text.rsplit(|letter| !is_of_key(letter)).next().unwrap_or_default().to_owned()
}

/// The value of the first line of a text with a key, whatever else is wrong with the text.
fn value_of(file: &OpenFile, key: &str) -> Option<String> {
    let of_line = |line: &&str| {
        let value = line.strip_prefix(key)?.strip_prefix(':')?.split(" #").next()?.trim();
        // `{id: dw-2.5, version: ^1.0}`
        let value = value.split_once("id:").map_or(value, |(_, id)| id.split([',', '}']).next().unwrap_or(id));
        let value = value.trim_matches(|letter: char| letter.is_whitespace() || "\"'{}[]".contains(letter));
        (!value.is_empty()).then(|| value.to_owned())
    };
    file.text.lines().iter().find_map(of_line)
}

/// The id of the ruleset that a file is about.
fn ruleset_of(app: &App, file: &OpenFile) -> Option<String> {
    let stated = value_of(file, "ruleset").or_else(|| value_of(file, "extends"));
    stated.or_else(|| {
        let folder = folder_of_rules(app, &path_of(&file.uri)?)?;
        Some(folder.parent().and_then(Path::file_name)?.to_string_lossy().into_owned())
    })
}

/// The ruleset that a file is about, as screens know it.
fn game(app: &App, file: &OpenFile) -> Option<Value> {
    let id = ruleset_of(app, file)?;
    let all = ask(app, "rulesets", &json!({}))?;
    all["rulesets"].as_array()?.iter().find(|game| game["id"] == id.as_str() && game["newest"] == true).cloned()
}

fn units(app: &App, file: &OpenFile) -> Option<Vec<Value>> {
    let mut args = json!({"ruleset": ruleset_of(app, file)?});
    let of_nation = value_of(file, "nation").and_then(|nation| {
        args["nation"] = nation.into();
        ask(app, "units", &args)
    });
    let all = of_nation.or_else(|| ask(app, "units", &json!({"ruleset": ruleset_of(app, file)?})));
    all?.as_array().cloned()
}

fn item(id: &Value, detail: String, kind: CompletionItemKind) -> Option<CompletionItem> {
    let label = id.as_str()?.to_owned();
    Some(CompletionItem { label, detail: Some(detail), kind: Some(kind), ..CompletionItem::default() })
}

fn titled(things: &[Value], title: &str) -> Vec<CompletionItem> {
    let of_thing = |thing: &Value| {
        item(&thing["id"], thing[title].as_str().unwrap_or_default().to_owned(), CompletionItemKind::ENUM_MEMBER)
    };
    things.iter().filter_map(of_thing).collect()
}

fn unit_item(unit: &Value) -> Option<CompletionItem> {
    let text = |key: &str| unit[key].as_str().unwrap_or_default();
    // People type names too.
    let filter = format!("{} {}", text("id"), text("name"));
    let detail = format!("{}: {}", text("name"), text("price"));
    Some(CompletionItem { filter_text: Some(filter), ..item(&unit["id"], detail, CompletionItemKind::CLASS)? })
}

/// The options of the unit that stands above a place, or on its line.
fn options(app: &App, file: &OpenFile, line: usize) -> Option<Vec<CompletionItem>> {
    let lines = file.text.lines();
    let named =
        lines[..=line].iter().rev().find_map(|line| line.rsplit_once("unit:").map(|(_, rest)| rest.to_owned()))?;
    let named = named.split([',', '}', '#']).next()?.trim().trim_matches(['"', '\'']).to_owned();
    let units = units(app, file)?;
    let unit = units.iter().find(|unit| unit["id"] == named.as_str() || unit["name"] == named.as_str())?;
    let of_option = |option: &Value| {
        let text = |key: &str| option[key].as_str().unwrap_or_default();
        item(&option["id"], format!("{} {}", text("name"), text("price")), CompletionItemKind::PROPERTY)
    };
    Some(unit["options"].as_array()?.iter().filter_map(of_option).collect())
}

fn waivable(game: &Value) -> Option<Vec<CompletionItem>> {
    let of_rule = |rule: &Value| {
        item(&rule["rule"], rule["title"].as_str().unwrap_or_default().to_owned(), CompletionItemKind::REFERENCE)
    };
    Some(game["waivable"].as_array()?.iter().filter_map(of_rule).collect())
}

fn rules(app: &App, file: &OpenFile) -> Option<Vec<CompletionItem>> {
    let ruleset = app.shelf().ruleset(&RulesetName::Id(ruleset_of(app, file)?), &[]).ok()?;
    let of_rule = |id: &str, title: &str| item(&id.into(), title.to_owned(), CompletionItemKind::REFERENCE);
    Some(ruleset.rules().iter().filter_map(|sourced| of_rule(&sourced.rule.id, &sourced.rule.title)).collect())
}

/// What a word means: the card of a unit, or the page of a rule or of anything else that the ruleset declares.
pub(super) fn hover(app: &App, file: &OpenFile, params: &Value) -> Option<Value> {
    let (line, byte) = file.text.at(params)?;
    let found = file.text.word(line, byte)?;
    let explained = || {
        let args = json!({"ruleset": ruleset_of(app, file)?, "rule": found.word});
        let all = ask(app, "explain", &args)?;
        Some(all.as_array()?.iter().map(explanation).collect::<Vec<_>>().join("\n\n---\n\n"))
    };
    let of_unit = || {
        let units = units(app, file)?;
        units.iter().find(|unit| unit["id"] == found.word.as_str()).map(card)
    };
    let value = of_unit().or_else(explained)?;
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    serde_json::to_value(Hover { contents, range: Some(found.range) }).ok()
}

fn texts<'v>(value: &'v Value, key: &str) -> Vec<&'v str> {
    value.as_array().into_iter().flatten().filter_map(|one| one[key].as_str()).collect()
}

fn explanation(told: &Value) -> String {
    let text = |key: &str| told[key].as_str().unwrap_or_default();
    let lines = |key: &str| told[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>();
    let mut parts = vec![format!("**{}** `{}`", text("title"), text("id")), text("summary").to_owned()];
    parts.push(lines("formula").iter().map(|line| format!("`{line}`")).collect::<Vec<_>>().join("  \n"));
    parts.push(lines("lines").join("  \n"));
    parts.extend(["reading", "help"].map(|key| text(key).to_owned()));
    parts.push(if text("cited").is_empty() { String::new() } else { format!("*{}*", text("cited")) });
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// The card of a unit.
fn card(unit: &Value) -> String {
    let text = |key: &str| unit[key].as_str().unwrap_or_default();
    // A trait that is yes or no is told by its own name.
    let of_trait = |one: &Value| match one["values"][0]["id"].as_str() {
        Some("yes") => one["title"].as_str().map(str::to_owned),
        _ => Some(texts(&one["values"], "title").join(" ")),
    };
    let traits: Vec<String> = unit["traits"].as_array().into_iter().flatten().filter_map(of_trait).collect();
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let stats = unit["card"]["stats"].as_array().into_iter().flatten();
    let stats: Vec<String> = stats.map(|stat| format!("{} {}", shown(&stat["title"]), shown(&stat["value"]))).collect();
    let weapons = unit["card"]["weapons"].as_array().into_iter().flatten().map(|weapon| {
        let bands: Vec<String> = weapon["bands"].as_array().into_iter().flatten().map(shown).collect();
        format!("- {} {}", shown(&weapon["title"]), bands.join(" / "))
    });
    let options = unit["options"].as_array().into_iter().flatten();
    let options = options.map(|option| format!("- `{}` {}", shown(&option["id"]), shown(&option["price"])));
    let mut parts = vec![
        format!("**{}** `{}`", text("name"), text("id")),
        [text("price"), text("models"), &traits.join(", ")]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("; "),
        stats.join(", "),
        weapons.collect::<Vec<_>>().join("\n"),
        texts(&unit["card"]["rules"], "text").join(", "),
        options.collect::<Vec<_>>().join("\n"),
        format!("*{}*", text("source")),
    ];
    parts.retain(|part| !part.is_empty() && part != "**");
    parts.join("\n\n")
}
