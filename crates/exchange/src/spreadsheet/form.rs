//! Writes values into cells, and reads them from cells.

use muster_engine::catalogue::Range;
use muster_engine::nearest::nearest;
use muster_engine::selector::Selector;
use muster_engine::slug::slug;
use muster_library::yaml as reader;
use serde_json::{Map, Value, json};

use super::values::{in_quotes, joined, parts, texts};
use crate::yaml;

/// The most points, and the largest of other numbers.
pub(super) const MOST: u32 = 1_000_000;

/// How the value of a cell is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum CellForm {
    Text,
    Id,
    /// A whole number in these bounds.
    Number(u32, u32),
    /// A whole number, which may be negative.
    Signed,
    Numbers,
    /// Numbers or other figures, such as `9; 7; 5; -`.
    Figures,
    Texts,
    /// Texts. `any` stands for none of them.
    TextsOrAny,
    Flag,
    /// `yes` stands for this word.
    Yes(&'static str),
    OneOf(&'static [&'static str]),
    /// `3`, `1 to 3` or `2 or more`.
    Range,
    /// `2 with captain; 0 with major`.
    NumbersWith,
    /// `10 with captain + major without battle; -5 with private`.
    PointsWith,
    /// `99 in frontline; 1 in reserve`.
    NumbersIn,
    /// `never in frontline; always in reserve`. Without words, any word.
    WordsIn(&'static [&'static str]),
    /// A selector as in rules: `{size: [large, massive]}`.
    Selector,
}

impl CellForm {
    /// The cell of a value.
    pub(super) fn write(self, value: &Value) -> String {
        let items = || value.as_array().into_iter().flatten();
        let pairs = |sign: &str| {
            let entries = value.as_object().into_iter().flatten();
            let pairs: Vec<String> = entries.map(|(key, value)| format!("{} {sign} {key}", word(value))).collect();
            joined(pairs.iter().map(String::as_str))
        };
        match self {
            Self::Text | Self::Id | Self::Number(..) | Self::Signed | Self::OneOf(_) => word(value),
            Self::Numbers => items().map(word).collect::<Vec<_>>().join("; "),
            Self::Figures => {
                let figures: Vec<String> = items().map(|value| figure(value, true)).collect();
                figures.join("; ")
            }
            Self::TextsOrAny if items().next().is_none() => "any".to_owned(),
            Self::TextsOrAny if *value == json!(["any"]) => in_quotes("any"),
            Self::Texts | Self::TextsOrAny => joined(items().filter_map(Value::as_str)),
            Self::Flag => if *value == json!(true) { "yes" } else { "" }.to_owned(),
            Self::Yes(of) => if value.as_str() == Some(of) { "yes" } else { "" }.to_owned(),
            Self::Range => match (value.get("min").map(word), value.get("max").map(word)) {
                (Some(min), None) => format!("{min} or more"),
                (Some(min), Some(max)) if min == max => min,
                (min, max) => format!("{} to {}", min.unwrap_or_default(), max.unwrap_or_default()),
            },
            Self::NumbersWith => pairs("with"),
            Self::NumbersIn | Self::WordsIn(_) => pairs("in"),
            Self::PointsWith => items().map(points_with).collect::<Vec<_>>().join("; "),
            Self::Selector => yaml::on_one_line(value).unwrap_or_default(),
        }
    }

    /// The value of a cell that is not empty; none if it says the same as an empty one.
    pub(super) fn read(self, cell: &str) -> Result<Option<Value>, String> {
        let value = match self {
            Self::Text => json!(cell),
            Self::Id if slug(cell) == cell => json!(cell),
            Self::Id => return Err(format!("`{cell}` is not an id; write `{}`", slug(cell))),
            Self::Number(min, max) => json!(number(cell, min, max)?),
            Self::Signed => json!(signed(cell)?),
            Self::Numbers => {
                json!(texts(cell).iter().map(|text| number(text, 0, MOST)).collect::<Result<Vec<_>, _>>()?)
            }
            Self::Figures => parts(cell).iter().map(|(text, is_quoted)| figure_of(text, *is_quoted)).collect(),
            Self::TextsOrAny if cell.eq_ignore_ascii_case("any") => json!([]),
            Self::Texts | Self::TextsOrAny => json!(texts(cell)),
            Self::Flag | Self::Yes(_) if !flag(cell)? => return Ok(None),
            Self::Flag => json!(true),
            Self::Yes(word) => json!(word),
            Self::OneOf(words) => json!(one_of(words, &slug(cell))?),
            Self::Range => json!(range(cell)?),
            Self::NumbersWith => map(cell, "with", |text| Ok(json!(number(text, 0, MOST)?)))?,
            Self::NumbersIn => map(cell, "in", |text| Ok(json!(number(text, 0, MOST)?)))?,
            Self::WordsIn(words) => {
                map(cell, "in", |text| Ok(json!(if words.is_empty() { text } else { one_of(words, text)? })))?
            }
            Self::PointsWith => texts(cell).iter().map(|text| price(text)).collect::<Result<Vec<_>, _>>()?.into(),
            Self::Selector => selector(cell)?,
        };
        Ok(Some(value))
    }
}

/// A number or a text as it is written.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A figure of a card. A text that would be read as a number stands in quotation marks; `is_one_of_many` is for cells
/// with several.
pub(super) fn figure(value: &Value, is_one_of_many: bool) -> String {
    let Some(text) = value.as_str() else { return value.to_string() };
    let is_other = figure_of(text, false) != *value || text.trim() != text || text.is_empty();
    let is_quoted = matches!(parts(text).as_slice(), [(_, true)]);
    if is_other || is_quoted {
        in_quotes(text)
    } else if is_one_of_many {
        joined([text])
    } else {
        text.to_owned()
    }
}

/// The figure in a cell that holds one.
pub(super) fn single_figure(cell: &str) -> Value {
    match parts(cell).as_slice() {
        [(text, true)] => json!(text),
        _ => figure_of(cell, false),
    }
}

fn figure_of(text: &str, is_quoted: bool) -> Value {
    match text.parse::<i32>() {
        Ok(number) if !is_quoted => json!(number),
        _ => json!(text),
    }
}

/// Writes a difference in price, such as `10 with captain + major without battle`. [`price`] reads it.
fn points_with(value: &Value) -> String {
    let ids = |key: &str, before: &str| {
        let ids = value.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        let ids: Vec<&str> = ids.collect();
        if ids.is_empty() { String::new() } else { format!(" {before} {}", ids.join(" + ")) }
    };
    let points = value.get("points").map(word).unwrap_or_default();
    format!("{points}{}{}", ids("with", "with"), ids("without", "without"))
}

fn price(text: &str) -> Result<Value, String> {
    let (points, rest) = text.split_once(' ').unwrap_or((text, ""));
    let points = signed(points).map_err(|_| wrong(text, "`10 with captain + major without private`"))?;
    let (with, without) = match rest.split_once("without ") {
        Some((with, without)) => (with, without),
        None => (rest, ""),
    };
    let with = with.trim();
    let with = if with.is_empty() { Some("") } else { with.strip_prefix("with ") };
    let with = with.ok_or_else(|| wrong(text, "`10 with captain + major without private`"))?;
    let ids = |text: &str| -> Vec<String> {
        text.split('+').map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).collect()
    };
    let (with, without) = (ids(with), ids(without));
    let mut price = json!({ "with": with });
    if !without.is_empty() {
        price["without"] = json!(without);
    }
    price["points"] = json!(points);
    Ok(price)
}

/// Reads `VALUE with KEY; VALUE with KEY` as a map from keys to values. `sign` is the word between value and key, here `with`.
fn map(cell: &str, sign: &str, read: impl Fn(&str) -> Result<Value, String>) -> Result<Value, String> {
    let mut map = Map::new();
    for text in texts(cell) {
        let (value, key) =
            text.split_once(&format!(" {sign} ")).ok_or_else(|| wrong(&text, &format!("`2 {sign} an-id`")))?;
        let key = key.trim().to_owned();
        if map.insert(key.clone(), read(value.trim())?).is_some() {
            return Err(format!("`{key}` is there twice"));
        }
    }
    Ok(Value::Object(map))
}

fn wrong(text: &str, like: &str) -> String {
    format!("`{text}` cannot be read; it is written like {like}")
}

fn range(cell: &str) -> Result<Range, String> {
    let told = |_| wrong(cell, "`3`, `1 to 3` or `2 or more`");
    let of = |text: &str| number(text.trim(), 0, MOST).map_err(told);
    let range = if let Some(min) = cell.strip_suffix("or more") {
        Range { min: of(min)?, max: None }
    } else if let Some((min, max)) = cell.split_once(" to ") {
        Range { min: of(min)?, max: Some(of(max)?) }
    } else {
        let both = of(cell)?;
        Range { min: both, max: Some(both) }
    };
    match range.max {
        Some(max) if range.min > max => Err(format!("{} is more than {max}", range.min)),
        _ => Ok(range),
    }
}

fn selector(cell: &str) -> Result<Value, String> {
    let document = reader::documents(cell).into_iter().next().and_then(Result::ok);
    let value = document.map(|document| document.value().clone()).filter(Value::is_object);
    let value = value.filter(|value| serde_json::from_value::<Selector>(value.clone()).is_ok());
    value.ok_or_else(|| wrong(cell, "`{size: [large, massive]}`, as in rules"))
}

fn one_of<'w>(words: &[&'w str], text: &str) -> Result<&'w str, String> {
    let known = words.iter().find(|word| **word == text);
    known.copied().ok_or_else(|| {
        let near = nearest(text, words.iter().copied());
        format!(
            "`{text}` is none of these: {}{}",
            words.join(", "),
            near.map(|near| format!("; {near}")).unwrap_or_default()
        )
    })
}

fn number(cell: &str, min: u32, max: u32) -> Result<u32, String> {
    let number = cell.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("`{cell}` is not a whole number from {min} to {max}"))
}

fn signed(cell: &str) -> Result<i32, String> {
    let most = i32::try_from(MOST).unwrap_or(i32::MAX);
    let number = cell.parse().ok().filter(|number| (-most..=most).contains(number));
    number.ok_or_else(|| format!("`{cell}` is not a whole number from -{most} to {most}"))
}

pub(super) fn flag(cell: &str) -> Result<bool, String> {
    match cell.to_lowercase().as_str() {
        "yes" | "y" | "true" | "x" | "1" => Ok(true),
        "no" | "n" | "false" | "0" => Ok(false),
        _ => Err(format!("`{cell}` is neither yes nor no")),
    }
}
