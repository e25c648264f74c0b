//! Selectors, amounts, limits and settings in words.

use indexmap::IndexMap;

use crate::shapes::amount::{Amount, End, KeyedAmount, Quantity};
use crate::shapes::catalogue::{Load, TraitValue, Unit};
use crate::shapes::common::{Citation, SubjectWords};
use crate::shapes::declarations::{Declarations, TraitOwner};
use crate::shapes::report::SourceInfo;
use crate::shapes::rule::Limit;
use crate::shapes::selector::{Reference, Selector, SelectorTest, WantedTrait};
use crate::shapes::setting::SettingTest;
use crate::text::plural::{count, joined};

/// The ruleset's word for this number of squadrons: `squadron`, `Sections`.
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

/// A citation with the title of its book.
#[must_use]
pub fn as_source(declarations: &Declarations, citation: &Citation) -> SourceInfo {
    let title = declarations.books.get(&citation.book).map_or(&citation.book, |book| &book.title);
    SourceInfo { title: title.clone(), page: citation.page.clone() }
}

/// The size, type and other such traits of a unit, in the words of the ruleset: `Medium Naval`.
#[must_use]
pub fn describe_unit(declarations: &Declarations, unit: &Unit) -> String {
    describe_traits(declarations, &unit.traits)
}

/// The traits of a unit in words, as [`describe_unit`] has them.
#[must_use]
pub fn describe_traits(declarations: &Declarations, traits: &IndexMap<String, TraitValue>) -> String {
    let single = declarations.traits.iter().filter(|(_, declared)| !declared.many && !declared.values.is_empty());
    let values = single.filter_map(|(name, _)| Some((name, traits.get(name)?)));
    let words: Vec<String> = values
        .flat_map(|(name, value)| value.words().map(|word| title(declarations, name, word)).collect::<Vec<_>>())
        .collect();
    // `Tiny` is not said before `Tiny Flyer`.
    let is_said_again = |at: usize, word: &str| {
        words.get(at + 1).is_some_and(|next| next.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')))
    };
    let said = words.iter().map(String::as_str).enumerate().filter(|(at, word)| !is_said_again(*at, word));
    said.map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

/// A selector in words: `Large or Massive, not Robot`.
#[must_use]
pub fn selector_words(declarations: &Declarations, selector: &Selector) -> String {
    // Plain traits come first, side by side like adjectives: Large Naval.
    let plain = |test: &&SelectorTest| match test {
        SelectorTest::Trait(_, WantedTrait::Values(_)) | SelectorTest::Is(_) => true,
        SelectorTest::Trait(_, WantedTrait::Present(_) | WantedTrait::Reference(_))
        | SelectorTest::Not(_)
        | SelectorTest::Any(_)
        | SelectorTest::All(_)
        | SelectorTest::Parent(_)
        | SelectorTest::CarriedBy(_) => false,
    };
    let (first, rest): (Vec<&SelectorTest>, Vec<&SelectorTest>) = selector.0.iter().partition(plain);
    let words = |tests: Vec<&SelectorTest>| -> Vec<String> {
        tests.into_iter().map(|test| test_words(declarations, test)).collect()
    };
    let adjectives = words(first).join(" ");
    let parts: Vec<String> = Some(adjectives).into_iter().filter(|text| !text.is_empty()).chain(words(rest)).collect();
    if parts.is_empty() { "any".to_owned() } else { parts.join(", ") }
}

/// An amount in words, as the rule has it and without the numbers of a list: `60% of the MFV`, `points of models that
/// are Large or Massive`.
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
            KeyedAmount::Points(selector) => format!("points of {}", of("models", selector)),
            KeyedAmount::Upgrades(selector) => format!("points of options of {}", of("models", selector)),
            KeyedAmount::Models(selector) => format!("number of {}", of("models", selector)),
            KeyedAmount::Squadrons(selector) => format!("number of {}", of(squadrons, selector)),
            KeyedAmount::Attached(selector) => format!("number of attached {}", of(squadrons, selector)),
            KeyedAmount::Carried(selector) => format!("number of carried {}", of(squadrons, selector)),
            KeyedAmount::Dearest(selector) => format!("points of the dearest of {}", of(squadrons, selector)),
            KeyedAmount::Cheapest(selector) => format!("points of the cheapest of {}", of(squadrons, selector)),
            KeyedAmount::Bearers(selector) => format!("number of {}", of("models with a role", selector)),
            KeyedAmount::Cards(selector) => format!("number of {}", of("cards", selector)),
            KeyedAmount::Cost(selector) => format!("cost of {}", of("cards", selector)),
            KeyedAmount::Rows(selector) => format!("number of {}", of("rows", selector)),
            KeyedAmount::Total(field, selector) => {
                format!("{} of {}", field_title(declarations, field), of("rows", selector))
            }
            KeyedAmount::Halves(field, selector) => {
                format!("halves of the {} of {}", field_title(declarations, field), of("rows", selector))
            }
            KeyedAmount::Different(name, selector) => {
                let declared = declarations.traits.get(name);
                let noun = declared.map_or_else(|| name.clone(), |declared| declared.title.to_lowercase());
                let of_cards = name == "card" || declared.is_some_and(|declared| declared.of == TraitOwner::Card);
                let things = of(if of_cards { "cards" } else { squadrons }, selector);
                if name == "card" {
                    format!("number of different {things}")
                } else {
                    format!("number of different values of {noun} among {things}")
                }
            }
            KeyedAmount::Stat(name, selector) => {
                let title = declarations.stats.get(name).map_or(name.as_str(), |stat| &stat.title);
                format!("{title} of {}", of("models", selector))
            }
            KeyedAmount::Taken(name, selector) => {
                format!("number of \u{201c}{}\u{201d} taken by {}", capitals(name), of(squadrons, selector))
            }
            KeyedAmount::Groups(selector) if selector.is_empty() => "number of groups".to_owned(),
            KeyedAmount::Groups(selector) => {
                format!("number of groups with {squadrons} that are {}", selector_words(declarations, selector))
            }
            KeyedAmount::Agreed(setting) => {
                let title = declarations.settings.get(setting).map_or(setting, |setting| &setting.title);
                format!("the setting {title}")
            }
            KeyedAmount::Given(setting) => format!("whether the list states `{setting}`"),
            KeyedAmount::Setting(tests) => format!("1 where {}", settings_words(declarations, tests)),
            KeyedAmount::Allowed(end, selector) => {
                let end = if *end == End::Min { "least" } else { "most" };
                format!("{end} models allowed in {}", of(squadrons, selector))
            }
            KeyedAmount::EntryTurn(_) => "the turn of entry".to_owned(),
            KeyedAmount::Whole(of) => format!("{} in the whole list", amount_words(declarations, of)),
            KeyedAmount::Percent(percent, of) => format!("{percent}% of {}", amount_words(declarations, of)),
            // A setting counts as 1 or 0, so the product is the other factor or 0.
            KeyedAmount::Times(Amount::Made(a), b) if matches!(**a, KeyedAmount::Setting(_)) => {
                let KeyedAmount::Setting(tests) = &**a else { return String::new() };
                format!("{}, where {}", amount_words(declarations, b), settings_words(declarations, tests))
            }
            KeyedAmount::Times(a, b) => format!("{} times {}", factor(declarations, a), factor(declarations, b)),
            KeyedAmount::Per(step, of) => match rounded_up(*step, of) {
                Some(of) => format!("{} divided by {step}, rounded up", factor(declarations, of)),
                None => format!("one for every full {step} of {}", amount_words(declarations, of)),
            },
            KeyedAmount::Table(name, of) => {
                let title = declarations.tables.get(name).map_or(name.as_str(), |table| &table.title);
                format!("the table \u{201c}{title}\u{201d} at {}", amount_words(declarations, of))
            }
            KeyedAmount::Sum(amounts) => {
                let part = |(place, amount): (usize, &Amount)| match less(amount).filter(|_| place > 0) {
                    Some((1, of)) => format!(" - {}", factor(declarations, of)),
                    Some((number, of)) => format!(" - {number} times {}", factor(declarations, of)),
                    None if place == 0 => amount_words(declarations, amount),
                    None => format!(" + {}", amount_words(declarations, amount)),
                };
                amounts.iter().enumerate().map(part).collect()
            }
            KeyedAmount::Smaller(a, b) => {
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

/// An amount in words, as part of a product.
fn factor(declarations: &Declarations, amount: &Amount) -> String {
    let words = amount_words(declarations, amount);
    match amount {
        Amount::Made(made) if matches!(**made, KeyedAmount::Sum(_)) => format!("({words})"),
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

/// A condition of a clause in words: `Rules in use: 6`, `the list states core`, or the limit that must hold.
#[must_use]
pub fn condition_words(declarations: &Declarations, limit: &Limit) -> String {
    let not = if limit.max.is_some() { "not " } else { "" };
    let Amount::Made(made) = &limit.of else { return limit_words(declarations, limit) };
    match &**made {
        KeyedAmount::Setting(tests) => format!("{not}{}", settings_words(declarations, tests)),
        KeyedAmount::Given(setting) => format!("{not}the list states `{setting}`"),
        _ => limit_words(declarations, limit),
    }
}

/// Several tests of settings in words, all of which must pass.
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

/// The words for what is counted, in the form for this number. No number gives the form for many.
#[must_use]
pub fn subject(subject: &SubjectWords, number: Option<i64>) -> &str {
    match subject {
        SubjectWords::Same(words) => words,
        SubjectWords::Forms { one, many } => {
            if number == Some(1) {
                one
            } else {
                many
            }
        }
    }
}

/// Whether an amount is in points, or in what cards cost. It is said as a cost, not as a number of things.
pub(crate) fn is_cost(amount: &Amount) -> bool {
    let Amount::Made(made) = amount else { return false };
    match &**made {
        KeyedAmount::Cost(_) => true,
        KeyedAmount::Whole(of) | KeyedAmount::Percent(_, of) => is_cost(of),
        KeyedAmount::Smaller(a, b) => is_cost(a) || is_cost(b),
        KeyedAmount::Sum(amounts) => amounts.iter().any(is_cost),
        _ => is_points(amount),
    }
}

/// Whether an amount is the cost of one squadron.
pub(crate) fn is_of_one(amount: &Amount) -> bool {
    matches!(amount, Amount::Made(made) if matches!(**made, KeyedAmount::Dearest(_) | KeyedAmount::Cheapest(_)))
}

/// Whether an amount is in points.
pub(crate) fn is_points(amount: &Amount) -> bool {
    let is_points = |made: &KeyedAmount| matches!(made, KeyedAmount::Points(_) | KeyedAmount::Upgrades(_));
    matches!(amount, Amount::Made(made) if is_points(made)) || is_of_one(amount)
}

/// How a bound is calculated, with the maximum of the list: `60% of MFV 1000`. None for a plain number.
pub(crate) fn formula(declarations: &Declarations, mfv: Option<u32>, amount: &Amount) -> Option<String> {
    match amount {
        Amount::Number(_) => None,
        Amount::Word(Quantity::Mfv) => Some(mfv.map_or("the MFV".to_owned(), |mfv| format!("MFV {mfv}"))),
        Amount::Made(made) => match &**made {
            KeyedAmount::Percent(percent, of) => Some(format!("{percent}% of {}", formula(declarations, mfv, of)?)),
            KeyedAmount::Per(step, of) => Some(match rounded_up(*step, of) {
                Some(of) => format!("{} divided by {step}, rounded up", formula(declarations, mfv, of)?),
                None => format!("one for every full {step} of {}", formula(declarations, mfv, of)?),
            }),
            KeyedAmount::Table(name, of) => {
                let title = declarations.tables.get(name).map_or(name.as_str(), |table| &table.title);
                Some(format!("{title} at {}", formula(declarations, mfv, of)?))
            }
            KeyedAmount::Sum(amounts) => {
                let parts: Vec<_> = amounts.iter().filter_map(|amount| formula(declarations, mfv, amount)).collect();
                (!parts.is_empty()).then(|| parts.join(" + "))
            }
            KeyedAmount::Smaller(a, b) => formula(declarations, mfv, a).or_else(|| formula(declarations, mfv, b)),
            KeyedAmount::Times(a, b) => {
                Some(format!("{} times {}", formula(declarations, mfv, a)?, formula(declarations, mfv, b)?))
            }
            _ => None,
        },
    }
}

/// How many times which amount a part of a sum takes away: 2 and `A` of `{times: [-2, A]}`.
fn less(amount: &Amount) -> Option<(u64, &Amount)> {
    let Amount::Made(made) = amount else { return None };
    match &**made {
        KeyedAmount::Times(Amount::Number(number), of) if *number < 0 => Some((number.unsigned_abs(), of)),
        _ => None,
    }
}

/// The amount that is divided and rounded up: `A` of `{per: [10, {sum: [A, 9]}]}`.
fn rounded_up(step: u32, of: &Amount) -> Option<&Amount> {
    let Amount::Made(made) = of else { return None };
    let KeyedAmount::Sum(parts) = &**made else { return None };
    match parts.as_slice() {
        [of, Amount::Number(more)] if *more == i64::from(step) - 1 => Some(of),
        _ => None,
    }
}

/// How much one alternative of a capacity has room for: `4 models`, `1 squadron`.
#[must_use]
pub fn room(declarations: &Declarations, load: &Load) -> String {
    let models = load.models.map(|models| count(models, "model"));
    let squadrons = load.squadrons.map(|squadrons| count_squadrons(declarations, squadrons));
    match (models, squadrons) {
        (Some(models), Some(squadrons)) => format!("{models} in {squadrons}"),
        (models, squadrons) => models.or(squadrons).unwrap_or_else(|| "any number".to_owned()),
    }
}

/// One test of a selector in words.
fn test_words(declarations: &Declarations, test: &SelectorTest) -> String {
    let each = |inner: &[Selector]| -> Vec<String> { inner.iter().map(|s| selector_words(declarations, s)).collect() };
    match test {
        SelectorTest::Not(inner) => {
            let parts: Vec<_> = inner.iter().map(|selector| negated(declarations, selector)).collect();
            parts.join(", ")
        }
        SelectorTest::Any(inner) => joined(&each(inner), "or"),
        SelectorTest::All(inner) => each(inner).join(", "),
        SelectorTest::Parent(inner) => format!("with a parent that is {}", selector_words(declarations, inner)),
        SelectorTest::CarriedBy(inner) => format!("carried by {}", selector_words(declarations, inner)),
        SelectorTest::Is(name) => format!("\u{201c}{}\u{201d}", name.replace('-', " ")),
        SelectorTest::Trait(name, WantedTrait::Present(wanted)) => {
            let title = declarations.traits.get(name).map_or_else(|| field_title(declarations, name), |t| &t.title);
            if *wanted { title.to_owned() } else { format!("not {title}") }
        }
        SelectorTest::Trait(name, WantedTrait::Values(values)) => {
            joined(&values.iter().map(|value| title(declarations, name, value)).collect::<Vec<_>>(), "or")
        }
        SelectorTest::Trait(_, WantedTrait::Reference(reference)) => match reference {
            Reference::Setting(setting) => {
                let title = declarations.settings.get(setting).map_or(setting.as_str(), |s| &s.title);
                format!("of the list's {}", title.to_lowercase())
            }
            Reference::Own(name) => format!("of the list's own {name}"),
            Reference::Holder(role) => {
                let title = declarations.roles.get(role).map_or(role.as_str(), |r| &r.title);
                format!("of the list's own {title}")
            }
        },
    }
}

/// The negation of a selector in words. A selector of several tests stands in parentheses.
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
    let group = || declarations.group_kinds.get(value).filter(|_| name == "group").map(|kind| &kind.title);
    let title = declared.map(|named| &named.title).or_else(role).or_else(allocation).or_else(nation).or_else(group);
    let is_open = || declarations.traits.get(name).is_some_and(|declared| declared.open);
    match title {
        Some(title) => title.clone(),
        // Words that a ruleset does not list are names.
        None if is_open() || ["called", "unit"].contains(&name) => capitals(value),
        None => value.replace('-', " "),
    }
}

/// The words of an id, each with a capital: `Silas Hodge`.
fn capitals(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    id.split('-').map(capital).collect::<Vec<_>>().join(" ")
}

/// The name of a kind of row in a sheet, or of a value of a field.
fn sheet_title<'d>(declarations: &'d Declarations, name: &str, value: &str) -> Option<&'d String> {
    if name == "row" {
        let kinds = || declarations.sheets.values().find_map(|sheet| sheet.rows.get(value)).map(|kind| &kind.title);
        return declarations.sheets.get(value).map(|sheet| &sheet.title).or_else(kinds);
    }
    let mut fields = declarations.sheets.iter().flat_map(|(id, sheet)| sheet.all_fields(id));
    fields.find_map(|(_, id, field)| field.values.get(value).filter(|_| id == name)).map(|named| &named.title)
}
