//! Sentences: the one place where findings, amounts and selectors become words.

use std::borrow::Cow;

use indexmap::IndexMap;

use crate::amount::{Amount, End, Made, Quantity};
use crate::catalogue::{Load, Unit};
use crate::evaluate::{Measured, Outcome};
use crate::force::Force;
use crate::list::SettingValue;
use crate::report::{OwnUnit, Source};
use crate::rule::{Citation, Clause, Limit, Rule, SettingTest, Subject};
use crate::ruleset::{Declarations, Owner};
use crate::selector::{Reference, Selector, Term};
use crate::value::Value;

/// A number and its noun: `1 model`, `3 models`.
#[must_use]
pub fn count(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// What a ruleset calls its squadrons, for so many: `squadron`, `Sections`.
#[must_use]
pub fn squadrons(declarations: &Declarations, number: u32) -> &str {
    match &declarations.squadron {
        Some(words) => subject(words, Some(number.into())),
        None if number == 1 => "squadron",
        None => "squadrons",
    }
}

/// A number of squadrons, as the ruleset calls them: `1 squadron`, `3 Sections`.
#[must_use]
pub fn count_squadrons(declarations: &Declarations, number: u32) -> String {
    format!("{number} {}", squadrons(declarations, number))
}

/// How often: `once`, `twice`, `3 times`.
#[must_use]
pub fn times(number: i64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{number} times"),
    }
}

/// A range in words: `exactly 3`, `2 to 4`, `at least 2`, `at most 3`.
#[must_use]
pub fn between(min: u32, max: Option<u32>) -> String {
    match max {
        Some(max) if max == min => format!("exactly {min}"),
        Some(max) if min <= 1 => format!("at most {max}"),
        Some(max) => format!("{min} to {max}"),
        None => format!("{min} or more"),
    }
}

/// How many bytes of a name are shown: no printed name has as many.
const NAME: usize = 200;

/// How many bytes a sentence may have, and how many of its end are kept where it has more.
const SENTENCE: usize = 4_000;
const END: usize = 500;

/// A name as messages show it: an endless one is cut, for many findings may show it.
#[must_use]
pub fn short(name: &str) -> Cow<'_, str> {
    if name.len() <= NAME {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!("{}\u{2026}", &name[..name.floor_char_boundary(NAME)]))
}

/// A sentence as reports show it: where an endless word made it long, its beginning and its end.
pub(crate) fn bounded(sentence: String) -> String {
    if sentence.len() <= SENTENCE {
        return sentence;
    }
    let start = sentence.floor_char_boundary(SENTENCE - END);
    let end = sentence.ceil_char_boundary(sentence.len() - END);
    format!("{}\u{2026}{}", &sentence[..start], &sentence[end..])
}

/// `a`, `a and b`, `a, b and c`; or with another word than "and".
#[must_use]
pub fn joined<S: AsRef<str>>(words: &[S], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.as_ref().to_owned(),
        [before @ .., word] => {
            let before: Vec<&str> = before.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", before.join(", "), word.as_ref())
        }
    }
}

/// The same with a capital letter, as a sentence or a heading begins.
#[must_use]
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Sorted numbers as runs: `1-4, 8-10`.
#[must_use]
pub fn runs(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, end)) if end.checked_add(1) == Some(number) => *end = number,
            _ => runs.push((number, number)),
        }
    }
    let words: Vec<String> = runs
        .iter()
        .map(|(start, end)| if start == end { start.to_string() } else { format!("{start}-{end}") })
        .collect();
    words.join(", ")
}

/// How many units from outside the ruleset are named beside a verdict.
const NAMED: usize = 3;

/// The terms that a list sets for itself, as they follow a verdict; none where there are none.
pub(crate) fn terms(
    waived: &[String],
    settings: &IndexMap<String, SettingValue>,
    own_units: &[OwnUnit],
) -> Option<String> {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let mut parts = Vec::new();
    if !waived.is_empty() {
        let rules = count(number(waived.len()), "rule");
        parts.push(format!("{rules} waived by the list itself ({})", waived.join(", ")));
    }
    for (id, value) in settings {
        let set = match value {
            SettingValue::Flag(true) => id.clone(),
            SettingValue::Flag(false) => format!("{id} off"),
            SettingValue::Number(number) => format!("{id} {number}"),
            SettingValue::Word(word) => format!("{id} {word}"),
            SettingValue::Numbers(numbers) => format!("{id} {}", runs(numbers)),
        };
        parts.push(format!("{set} set by the list itself"));
    }
    if !own_units.is_empty() {
        let name = |unit: &OwnUnit| {
            let replaces = if unit.replaces { ", in place of the ruleset's" } else { "" };
            format!("{}{replaces}", short(&unit.name))
        };
        let names: Vec<String> = own_units.iter().take(NAMED).map(name).collect();
        let more = match own_units.len() - names.len() {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let units = count(number(own_units.len()), "unit");
        parts.push(format!("{units} from outside the ruleset ({}{more})", names.join("; ")));
    }
    (!parts.is_empty()).then(|| bounded(format!("with {}", joined(&parts, "and"))))
}

/// A citation with the title of its book.
#[must_use]
pub fn as_source(declarations: &Declarations, citation: &Citation) -> Source {
    let title = declarations.books.get(&citation.book).map_or(&citation.book, |book| &book.title);
    Source { title: title.clone(), page: citation.page.clone() }
}

/// Words joined by commas.
#[must_use]
pub fn list_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// Size, type and the like of a unit, as its ruleset words them: `Medium Naval`.
#[must_use]
pub fn describe_unit(declarations: &Declarations, unit: &Unit) -> String {
    let single = declarations.traits.iter().filter(|(_, declared)| !declared.many && !declared.values.is_empty());
    let values = single.filter_map(|(name, _)| Some((name, unit.traits.get(name)?)));
    let words: Vec<String> = values
        .flat_map(|(name, value)| value.words().map(|word| title(declarations, name, word)).collect::<Vec<_>>())
        .collect();
    words.join(" ")
}

/// A selector in words: `Large or Massive, no Robot`.
#[must_use]
pub fn selector_words(declarations: &Declarations, selector: &Selector) -> String {
    // Plain traits stand before each other as adjectives do: Large Naval.
    let plain = |term: &Term| matches!(term, Term::Value(_) | Term::Values(_));
    let (first, rest): (Vec<_>, Vec<_>) = selector.0.iter().partition(|(_, term)| plain(term));
    let words = |terms: Vec<(&String, &Term)>| -> Vec<String> {
        terms.into_iter().map(|(word, term)| term_words(declarations, word, term)).collect()
    };
    let adjectives = words(first).join(" ");
    let parts: Vec<String> = Some(adjectives).into_iter().filter(|text| !text.is_empty()).chain(words(rest)).collect();
    if parts.is_empty() { "any".to_owned() } else { parts.join(", ") }
}

/// An amount in words, without numbers of a list: `60% of the MFV`, `points of models that are Large or Massive`.
#[must_use]
pub fn amount_words(declarations: &Declarations, amount: &Amount) -> String {
    let of = |noun: &str, selector: &Selector| {
        if selector.is_empty() {
            format!("all {noun}")
        } else {
            format!("{noun} that are {}", selector_words(declarations, selector))
        }
    };
    let squadrons = squadrons(declarations, 2);
    match amount {
        Amount::Number(number) => number.to_string(),
        Amount::Word(Quantity::Mfv) => "the MFV".to_owned(),
        Amount::Made(made) => match &**made {
            Made::Points(selector) => format!("points of {}", of("models", selector)),
            Made::Upgrades(selector) => format!("points of options of {}", of("models", selector)),
            Made::Models(selector) => format!("number of {}", of("models", selector)),
            Made::Squadrons(selector) => format!("number of {}", of(squadrons, selector)),
            Made::Attached(selector) => format!("number of attached {}", of(squadrons, selector)),
            Made::Carried(selector) => format!("number of carried {}", of(squadrons, selector)),
            Made::Bearers(selector) => format!("number of {}", of("models with a role", selector)),
            Made::Cards(selector) => format!("number of {}", of("cards", selector)),
            Made::Rows(selector) => format!("number of {}", of("rows", selector)),
            Made::Total(field, selector) => {
                format!("{} of {}", field_title(declarations, field), of("rows", selector))
            }
            Made::Different(name, selector) => {
                let declared = declarations.traits.get(name);
                let noun = declared.map_or_else(|| name.clone(), |declared| declared.title.to_lowercase());
                let of_cards = name == "card" || declared.is_some_and(|declared| declared.of == Owner::Card);
                let things = of(if of_cards { "cards" } else { squadrons }, selector);
                if name == "card" {
                    format!("number of different {things}")
                } else {
                    format!("number of different values of {noun} among {things}")
                }
            }
            Made::Stat(name, selector) => {
                let title = declarations.stats.get(name).map_or(name.as_str(), |stat| &stat.title);
                format!("{title} of {}", of("models", selector))
            }
            Made::Groups(selector) if selector.is_empty() => "number of groups".to_owned(),
            Made::Groups(selector) => {
                format!("number of groups with {squadrons} that are {}", selector_words(declarations, selector))
            }
            Made::Agreed(setting) => {
                let title = declarations.settings.get(setting).map_or(setting, |setting| &setting.title);
                format!("the setting {title}")
            }
            Made::Given(setting) => format!("whether the list states `{setting}`"),
            Made::Setting(tests) => format!("1 where {}", settings_words(declarations, tests)),
            Made::Allowed(end, selector) => {
                let end = if *end == End::Min { "least" } else { "most" };
                format!("{end} models allowed in {}", of(squadrons, selector))
            }
            Made::EntryTurn(_) => "the turn of entry".to_owned(),
            Made::Percent(percent, of) => format!("{percent}% of {}", amount_words(declarations, of)),
            // 1 or 0 times something is that thing, or nothing.
            Made::Times(Amount::Made(a), b) if matches!(**a, Made::Setting(_)) => {
                let Made::Setting(tests) = &**a else { return String::new() };
                format!("{}, where {}", amount_words(declarations, b), settings_words(declarations, tests))
            }
            Made::Times(a, b) => format!("{} times {}", factor(declarations, a), factor(declarations, b)),
            Made::Per(step, of) => format!("one for every full {step} of {}", amount_words(declarations, of)),
            Made::Table(name, of) => {
                let title = declarations.tables.get(name).map_or(name.as_str(), |table| &table.title);
                format!("the table \u{201c}{title}\u{201d} at {}", amount_words(declarations, of))
            }
            Made::Sum(amounts) => {
                let parts: Vec<_> = amounts.iter().map(|amount| amount_words(declarations, amount)).collect();
                parts.join(" + ")
            }
            Made::Smaller(a, b) => {
                format!("the smaller of {} and {}", amount_words(declarations, a), amount_words(declarations, b))
            }
        },
    }
}

/// The name that screens show for a field of a sheet.
#[must_use]
pub fn field_title<'d>(declarations: &'d Declarations, name: &'d str) -> &'d str {
    let mut fields = declarations.sheets.iter().flat_map(|(id, sheet)| sheet.all_fields(id));
    fields.find(|(_, id, _)| *id == name).map_or(name, |(.., field)| &field.title)
}

/// An amount as part of a product.
fn factor(declarations: &Declarations, amount: &Amount) -> String {
    let words = amount_words(declarations, amount);
    match amount {
        Amount::Made(made) if matches!(**made, Made::Sum(_)) => format!("({words})"),
        _ => words,
    }
}

/// A limit in words: `number of squadrons that are core: at least 1`.
#[must_use]
pub fn limit_words(declarations: &Declarations, limit: &Limit) -> String {
    let bound = |word: &str, amount: &Amount| format!("{word} {}", amount_words(declarations, amount));
    let bounds: Vec<String> = match (&limit.min, &limit.max) {
        (Some(min), Some(max)) if min == max => vec![bound("exactly", min)],
        (min, max) => min.iter().map(|a| bound("at least", a)).chain(max.iter().map(|a| bound("at most", a))).collect(),
    };
    format!("{}: {}", amount_words(declarations, &limit.of), bounds.join(", "))
}

/// A condition in words: `Rules in use: 6`, `the list states core`, or the limit that must hold.
#[must_use]
pub fn condition_words(declarations: &Declarations, limit: &Limit) -> String {
    let not = if limit.max.is_some() { "not " } else { "" };
    let Amount::Made(made) = &limit.of else { return limit_words(declarations, limit) };
    match &**made {
        Made::Setting(tests) => format!("{not}{}", settings_words(declarations, tests)),
        Made::Given(setting) => format!("{not}the list states `{setting}`"),
        _ => limit_words(declarations, limit),
    }
}

fn settings_words(declarations: &Declarations, tests: &IndexMap<String, SettingTest>) -> String {
    let tests: Vec<_> = tests.iter().map(|(id, test)| setting_words(declarations, id, test)).collect();
    tests.join(" and ")
}

/// A setting's test in words: `Rules in use: 6`, `Scenario: Amphibious Landing`.
#[must_use]
pub fn setting_words(declarations: &Declarations, id: &str, test: &SettingTest) -> String {
    let setting = declarations.settings.get(id);
    let name = setting.map_or(id, |setting| &setting.title);
    let word = |word: &String| {
        setting.and_then(|setting| setting.values.get(word)).map_or_else(|| word.clone(), |choice| choice.title.clone())
    };
    match test {
        SettingTest::Flag(flag) => format!("{name}: {}", if *flag { "yes" } else { "no" }),
        SettingTest::Number(number) => format!("{name}: {number}"),
        SettingTest::Numbers(numbers) => {
            format!("{name}: {}", joined(&numbers.iter().map(u32::to_string).collect::<Vec<_>>(), "or"))
        }
        SettingTest::Word(one) => format!("{name}: {}", word(one)),
        SettingTest::Words(words) => format!("{name}: {}", joined(&words.iter().map(word).collect::<Vec<_>>(), "or")),
    }
}

/// The words for what is counted, for so many.
#[must_use]
pub fn subject(subject: &Subject, number: Option<i64>) -> &str {
    match subject {
        Subject::Same(words) => words,
        Subject::Forms { one, many } => {
            if number == Some(1) {
                one
            } else {
                many
            }
        }
    }
}

/// The printed name of a unit that a force's models count for.
pub(crate) fn unit_name<'s>(force: &'s Force, unit: &'s str) -> &'s str {
    let named = force
        .entries
        .iter()
        .filter_map(|entry| entry.goods)
        .find_map(|goods| goods.stock.find(unit).map(|article| goods.stock.unit(article).name.as_str()));
    named.unwrap_or(unit)
}

/// The message of a clause's finding.
pub(crate) fn clause(
    force: &Force,
    rule: &Rule,
    clause: &Clause,
    name: Option<&str>,
    measured: Option<&Measured>,
    open: bool,
) -> String {
    if open {
        return undecided(rule, name, measured);
    }
    let text = |value: Option<Value>| value.map_or_else(String::new, |value| value.floor().to_string());
    if let Some(says) = &clause.says {
        let min = measured.and_then(|m| m.min).map_or_else(String::new, |value| value.ceiling().to_string());
        let of = measured.map_or_else(String::new, |m| reached(m).0);
        return says
            .replace("{times}", &measured.map_or_else(String::new, |measured| times(reached(measured).1)))
            .replace("{of}", &of)
            .replace("{min}", &min)
            .replace("{max}", &text(measured.and_then(|m| m.max)))
            .replace("{name}", name.unwrap_or("the list"));
    }
    let (Some(measured), Some(limit)) = (measured, &clause.limit) else { return rule.title.clone() };
    let sentence = comparison(force, rule, clause, limit, measured);
    match name {
        Some(name) => format!("{name}: {sentence}"),
        None => sentence,
    }
}

fn undecided(rule: &Rule, name: Option<&str>, measured: Option<&Measured>) -> String {
    let who = name.map(|name| format!("{name}: ")).unwrap_or_default();
    let range = |value: Value| match value.ends() {
        (low, Some(high)) if low == high => low.to_string(),
        (low, Some(high)) => format!("{low} to {high}"),
        (low, None) => format!("{low} or more"),
    };
    let numbers = measured.map_or_else(String::new, |m| {
        let bounds = match (m.min, m.max) {
            (Some(min), Some(max)) if min == max => format!(", exactly {} wanted", range(min)),
            (min, max) => {
                let min = min.map(|min| format!(", at least {} wanted", range(min))).unwrap_or_default();
                let max = max.map(|max| format!(", at most {} allowed", range(max))).unwrap_or_default();
                min + &max
            }
        };
        format!(" (known: {}{bounds})", range(m.of))
    });
    format!("{who}cannot be decided: {}{numbers}", rule.title)
}

fn comparison(force: &Force, rule: &Rule, clause: &Clause, limit: &Limit, measured: &Measured) -> String {
    let declarations = force.ruleset.declarations();
    let over = measured.outcome == Outcome::TooMuch;
    let (bound, amount) = if over { (measured.max, &limit.max) } else { (measured.min, &limit.min) };
    let bound = bound.map_or(0, |value| if over { value.floor() } else { value.ceiling() });
    let (words, of) = reached(measured);
    // How far a number is from its bound is known no better than the number.
    let by = if measured.of.is_certain() { "" } else { "at least " };
    let formula = amount.as_ref().and_then(|amount| formula(declarations, force.list.mfv, amount));
    let formula = formula.map(|formula| format!(" ({formula})")).unwrap_or_default();
    let exact = measured.min.zip(measured.max).is_some_and(|(min, max)| min == max);
    let most = match (exact, over) {
        (true, _) => "exactly",
        (false, true) => "at most",
        (false, false) => "at least",
    };
    let difference = (of - bound).abs();
    if is_points(&limit.of) {
        let what = clause.subject.as_ref().map_or("The list", |words| subject(words, None));
        let verb = if clause.subject.is_some() { "cost" } else { "costs" };
        let end = if over { "over" } else { "short" };
        return format!("{what} {verb} {words} of {most} {bound}{formula}: {by}{difference} {end}");
    }
    let what = clause.subject.as_ref().map_or(rule.title.as_str(), |words| subject(words, Some(of)));
    let end = match (over, difference) {
        (true, _) => "too many",
        (false, _) => "too few",
    };
    format!("{words} {what} of {most} {bound}{formula}: {by}{difference} {end}")
}

/// What was measured, in words and as the number that breaks the bound: where not all is known, `at least 1185`.
fn reached(measured: &Measured) -> (String, i64) {
    let (least, most) = measured.of.ends();
    match (measured.of.is_certain(), measured.outcome, most) {
        (true, ..) => (least.to_string(), least),
        (false, Outcome::TooLittle, Some(most)) => (format!("at most {most}"), most),
        _ => (format!("at least {least}"), least),
    }
}

pub(crate) fn is_points(amount: &Amount) -> bool {
    matches!(amount, Amount::Made(made) if matches!(**made, Made::Points(_) | Made::Upgrades(_)))
}

/// How a bound comes about, with the list's numbers: `60% of MFV 1000`.
pub(crate) fn formula(declarations: &Declarations, mfv: u32, amount: &Amount) -> Option<String> {
    match amount {
        Amount::Number(_) => None,
        Amount::Word(Quantity::Mfv) => Some(format!("MFV {mfv}")),
        Amount::Made(made) => match &**made {
            Made::Percent(percent, of) => Some(format!("{percent}% of {}", formula(declarations, mfv, of)?)),
            Made::Per(step, of) => Some(format!("one for every full {step} of {}", formula(declarations, mfv, of)?)),
            Made::Table(name, of) => {
                let title = declarations.tables.get(name).map_or(name.as_str(), |table| &table.title);
                Some(format!("{title} at {}", formula(declarations, mfv, of)?))
            }
            Made::Sum(amounts) => {
                let parts: Vec<_> = amounts.iter().filter_map(|amount| formula(declarations, mfv, amount)).collect();
                (!parts.is_empty()).then(|| parts.join(" + "))
            }
            Made::Smaller(a, b) => formula(declarations, mfv, a).or_else(|| formula(declarations, mfv, b)),
            Made::Times(a, b) => {
                Some(format!("{} times {}", formula(declarations, mfv, a)?, formula(declarations, mfv, b)?))
            }
            _ => None,
        },
    }
}

/// What one alternative of a capacity has room for: `4 models`, `1 squadron`.
#[must_use]
pub fn room(declarations: &Declarations, load: &Load) -> String {
    let models = load.models.map(|models| count(models, "model"));
    let squadrons = load.squadrons.map(|squadrons| count_squadrons(declarations, squadrons));
    match (models, squadrons) {
        (Some(models), Some(squadrons)) => format!("{models} in {squadrons}"),
        (models, squadrons) => models.or(squadrons).unwrap_or_else(|| "any number".to_owned()),
    }
}

fn term_words(declarations: &Declarations, word: &str, term: &Term) -> String {
    match (word, term) {
        ("not", Term::Selector(inner)) => negated(declarations, inner),
        ("not", Term::Selectors(inner)) => {
            let parts: Vec<_> = inner.iter().map(|selector| negated(declarations, selector)).collect();
            parts.join(", ")
        }
        ("any", Term::Selectors(inner)) => {
            joined(&inner.iter().map(|s| selector_words(declarations, s)).collect::<Vec<_>>(), "or")
        }
        ("all", Term::Selectors(inner)) => {
            let parts: Vec<_> = inner.iter().map(|s| selector_words(declarations, s)).collect();
            parts.join(", ")
        }
        ("parent", Term::Selector(inner)) => format!("with a parent that is {}", selector_words(declarations, inner)),
        ("carried-by", Term::Selector(inner)) => format!("carried by {}", selector_words(declarations, inner)),
        ("is", Term::Value(name)) => format!("\u{201c}{}\u{201d}", name.replace('-', " ")),
        (name, Term::Flag(flag)) => {
            let title = declarations.traits.get(name).map_or_else(|| field_title(declarations, name), |t| &t.title);
            if *flag { title.to_owned() } else { format!("not {title}") }
        }
        (name, Term::Value(value)) => title(declarations, name, value),
        (name, Term::Values(values)) => {
            joined(&values.iter().map(|value| title(declarations, name, value)).collect::<Vec<_>>(), "or")
        }
        (_, Term::Reference(Reference::Setting(setting))) => {
            let title = declarations.settings.get(setting).map_or(setting.as_str(), |s| &s.title);
            format!("of the list's {}", title.to_lowercase())
        }
        (_, Term::Reference(Reference::Own(name))) => format!("of the list's own {name}"),
        (_, Term::Reference(Reference::Holder(role))) => {
            let title = declarations.roles.get(role).map_or(role.as_str(), |r| &r.title);
            format!("of the list's own {title}")
        }
        (_, Term::Selector(_) | Term::Selectors(_)) => word.to_owned(),
    }
}

/// What a selector leaves, in words; several tests are held together.
fn negated(declarations: &Declarations, selector: &Selector) -> String {
    let words = selector_words(declarations, selector);
    if selector.0.len() > 1 { format!("not ({words})") } else { format!("not {words}") }
}

/// The name that screens show for a value of a trait.
#[must_use]
pub fn title(declarations: &Declarations, name: &str, value: &str) -> String {
    let declared = declarations.traits.get(name).and_then(|declared| declared.values.get(value));
    if let Some(title) = sheet_title(declarations, name, value) {
        return title.clone();
    }
    let role = || declarations.roles.get(value).filter(|_| name == "role").map(|role| &role.title);
    let allocation = || declarations.allocations.get(value).filter(|_| name == "allocation").map(|place| &place.title);
    let nation = || declarations.nations.get(value).filter(|_| name == "nation").map(|nation| &nation.name);
    let title = declared.map(|named| &named.title).or_else(role).or_else(allocation).or_else(nation);
    title.map_or_else(|| value.replace('-', " "), Clone::clone)
}

/// The name of a kind of row, or of a value of a field.
fn sheet_title<'d>(declarations: &'d Declarations, name: &str, value: &str) -> Option<&'d String> {
    if name == "row" {
        let kinds = || declarations.sheets.values().find_map(|sheet| sheet.rows.get(value)).map(|kind| &kind.title);
        return declarations.sheets.get(value).map(|sheet| &sheet.title).or_else(kinds);
    }
    let mut fields = declarations.sheets.iter().flat_map(|(id, sheet)| sheet.all_fields(id));
    fields.find_map(|(_, id, field)| field.values.get(value).filter(|_| id == name)).map(|named| &named.title)
}
