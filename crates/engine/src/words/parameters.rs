//! Parameters of special rules: what a card prints in parentheses, and whether that has the declared form.

use crate::shapes::declarations::Declarations;
use crate::shapes::special_rules::{Absence, FormedParameter, Parameter, ParameterForm, SpecialRule};
use crate::text::slug::slug;

/// Whether a card gives a special rule the parameters that the rule takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ParameterFit {
    /// The card gives all parameters, in the declared forms.
    Right,
    /// The card leaves out a parameter, and the book does not say clearly whether it may.
    Doubtful,
    /// A parameter is missing or has another form, or there are too many.
    Wrong,
}

/// The name of a special rule with its placeholders: `Hunter (Trait)`. A placeholder that may be left out stands in
/// brackets.
#[must_use]
pub fn title(rule: &SpecialRule) -> String {
    let written = |parameter: &Parameter| match parameter.formed() {
        Some(formed) if formed.absent != Absence::Wrong => format!("[{}]", formed.name),
        _ => parameter.name().to_owned(),
    };
    if rule.parameters.is_empty() {
        return rule.name.clone();
    }
    format!("{} ({})", rule.name, rule.parameters.iter().map(written).collect::<Vec<_>>().join(", "))
}

/// The parameters that a card prints for a special rule: `Fore` and `3` in `Armour: Fore (3)`.
#[must_use]
pub fn arguments(printed: &str) -> Vec<&str> {
    let (head, rest) = printed.split_once('(').map_or((printed, ""), |(head, rest)| (head, rest));
    let (inner, after) = rest.rsplit_once(')').unwrap_or((rest, ""));
    let before = head.split_once(':').map_or("", |(_, before)| before);
    [parts(before), parts(inner), parts(after)].concat()
}

/// Splits a text at the commas that stand outside parentheses.
fn parts(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let parts = text.split(move |letter| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Whether a special rule, as printed on a card, has parameters of the declared forms.
#[must_use]
pub fn fit(declarations: &Declarations, rule: &SpecialRule, printed: &str) -> ParameterFit {
    if slug(printed) == slug(&rule.name) || rule.aliases.iter().any(|alias| slug(printed) == slug(alias)) {
        return taken(declarations, &rule.parameters, &[]);
    }
    taken(declarations, &rule.parameters, &arguments(printed))
}

/// Whether these arguments fit these parameters, in order.
fn taken(declarations: &Declarations, parameters: &[Parameter], arguments: &[&str]) -> ParameterFit {
    let Some((parameter, further)) = parameters.split_first() else {
        return if arguments.is_empty() { ParameterFit::Right } else { ParameterFit::Wrong };
    };
    let Some(formed) = parameter.formed() else {
        return arguments.get(1..).map_or(ParameterFit::Wrong, |rest| taken(declarations, further, rest));
    };
    let without = match formed.absent {
        Absence::Wrong => ParameterFit::Wrong,
        Absence::Doubtful => taken(declarations, further, arguments).max(ParameterFit::Doubtful),
        Absence::Fine => taken(declarations, further, arguments),
    };
    let fitting = arguments.iter().take_while(|argument| takes(declarations, formed, argument)).count();
    let most = if formed.many { fitting } else { fitting.min(1) };
    let with = (1..=most).map(|number| taken(declarations, further, arguments.split_at(number).1));
    with.fold(without, ParameterFit::min)
}

/// Whether one argument fits one parameter, or each of several arguments in it does.
fn takes(declarations: &Declarations, formed: &FormedParameter, argument: &str) -> bool {
    // A card that still prints the placeholder gives no argument.
    let is_placeholder = |text: &str| {
        text.eq_ignore_ascii_case(&formed.name) || formed.name.split(" or ").any(|name| text.eq_ignore_ascii_case(name))
    };
    let one = |text: &str| !is_placeholder(text) && has_form(declarations, &formed.form, text);
    if !formed.many || is_placeholder(argument) || one(argument) {
        return one(argument);
    }
    let words = [" or ", " and ", "/", "&"].iter().fold(argument.to_owned(), |text, word| text.replace(word, "\n"));
    words.lines().all(|text| one(text.trim()))
}

/// Whether a text has a form.
fn has_form(declarations: &Declarations, form: &ParameterForm, text: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let signed = |text: &str| text.strip_prefix(['+', '-', '\u{2212}']).is_some_and(number);
    let inches = |text: &str| text.strip_suffix(['"', '\u{201d}', '\u{2033}']).map(|text| text.trim().to_owned());
    let words = |text: &str| {
        let begins = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        begins.starts_with(char::is_alphabetic) && !is_dice(text)
    };
    match form {
        ParameterForm::Words => words(text),
        ParameterForm::Number => number(text),
        ParameterForm::Bonus => signed(text),
        ParameterForm::Inches => inches(text).is_some_and(|text| number(&text)),
        ParameterForm::BonusInches => inches(text).is_some_and(|text| signed(&text)),
        ParameterForm::Dice => is_dice(text),
        ParameterForm::OneOf(known) => known.iter().any(|word| slug(word) == slug(text)),
        ParameterForm::Trait(names) => {
            names.iter().filter_map(|name| declarations.traits.get_key_value(name)).any(|(id, of)| {
                let is_called = |id: &str, title: &str| slug(id) == slug(text) || slug(title) == slug(text);
                let is_flag = of.values.is_empty() && !of.open;
                is_flag && is_called(id, &of.title)
                    || of.values.iter().any(|(id, value)| is_called(id, &value.title))
                    || of.open && words(text)
            })
        }
    }
}

/// Whether a text means dice: `D3`, `2D6`, `D3+1`.
fn is_dice(text: &str) -> bool {
    let (number, rest) = text.split_once(['D', 'd']).unwrap_or(("no", ""));
    let (sides, more) = rest.split_once(['+', '-']).unwrap_or((rest, "0"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    digits(number) && digits(sides) && digits(more) && !sides.is_empty() && !more.is_empty()
}

/// The form of a parameter in words: `X is a whole number such as 3`.
#[must_use]
pub fn form_words(declarations: &Declarations, formed: &FormedParameter) -> String {
    let title = |name: &String| declarations.traits.get(name).map_or_else(|| name.clone(), |of| of.title.clone());
    let what = match &formed.form {
        ParameterForm::Words => "words".to_owned(),
        ParameterForm::Number => "a whole number such as 3".to_owned(),
        ParameterForm::Bonus => "a number with its sign such as +1".to_owned(),
        ParameterForm::Inches => "inches such as 8\"".to_owned(),
        ParameterForm::BonusInches => "inches with their sign such as +4\"".to_owned(),
        ParameterForm::Dice => "dice such as D3+1".to_owned(),
        ParameterForm::OneOf(words) => format!("one of {}", words.join(", ")),
        ParameterForm::Trait(names) => format!("a {}", names.iter().map(title).collect::<Vec<_>>().join(" or ")),
    };
    let many = if formed.many { ", or several" } else { "" };
    let absent = if formed.absent == Absence::Wrong { "" } else { ", if given" };
    format!("{} is {what}{many}{absent}", formed.name)
}

#[cfg(test)]
mod tests {
    use super::{ParameterFit, ParameterForm, arguments, fit, has_form};
    use crate::shapes::declarations::Declarations;
    use crate::shapes::special_rules::SpecialRule;

    #[test]
    fn arguments_stand_in_parentheses_and_behind_a_colon() {
        assert_eq!(arguments("Plain"), Vec::<&str>::new());
        assert_eq!(arguments("Armour: Fore (3)"), ["Fore", "3"]);
        assert_eq!(arguments("Aid (KoB:8\", Hunter [Torpedoes, +1])"), ["KoB:8\"", "Hunter [Torpedoes, +1]"]);
        assert_eq!(arguments("Armour (3) Fore"), ["3", "Fore"]);
        assert_eq!(arguments("Aid (A [B, C], D)"), ["A [B, C]", "D"]);
        assert_eq!(arguments("Armour (3"), ["3"]);
    }

    fn read<T: serde::de::DeserializeOwned>(value: serde_json::Value) -> T {
        serde_json::from_value(value).unwrap_or_else(|error| panic!("{error}"))
    }

    fn declarations() -> Declarations {
        read(serde_json::json!({
            "kind": "ruleset", "id": "a", "name": "A", "edition": "1", "version": "1.0.0", "summary": "A",
            "traits": {
                "place": {
                    "title": "Place", "of": "unit", "values": {"high-up": {"title": "High Up"}, "aft": {"title": "Stern"}},
                },
                "heavy": {"title": "Heavy", "of": "unit"},
                "class": {"title": "Class", "of": "unit", "open": true},
            },
        }))
    }

    #[test]
    fn several_arguments_in_one_count_only_where_several_may_be() {
        let rule = |many: bool| -> SpecialRule {
            read(serde_json::json!({
                "id": "aid", "name": "Aid", "kind": "k", "summary": "A.",
                "source": {"book": "b", "page": "1"},
                "parameters": [{"name": "Stern/Aft", "form": {"trait": ["place"]}, "many": many}],
            }))
        };
        let of = |many: bool, printed: &str| fit(&declarations(), &rule(many), printed);
        for (printed, one, several) in [
            ("Aid (Stern)", ParameterFit::Right, ParameterFit::Right),
            ("Aid (aft)", ParameterFit::Right, ParameterFit::Right),
            ("Aid (Stern or High Up)", ParameterFit::Wrong, ParameterFit::Right),
            ("Aid (Stern, High Up)", ParameterFit::Wrong, ParameterFit::Right),
            ("Aid (Stern/Low)", ParameterFit::Wrong, ParameterFit::Wrong),
            // The placeholder of the book.
            ("Aid (Stern/Aft)", ParameterFit::Wrong, ParameterFit::Wrong),
            ("Aid", ParameterFit::Wrong, ParameterFit::Wrong),
        ] {
            assert_eq!((of(false, printed), of(true, printed)), (one, several), "{printed}");
        }
    }

    #[test]
    fn what_belongs_to_a_name_is_no_argument() {
        let rule: SpecialRule = read(serde_json::json!({
            "id": "aid", "name": "Aid (New)", "aliases": ["Aid (Old)"], "kind": "k", "summary": "A.",
            "source": {"book": "b", "page": "1"},
        }));
        for (printed, wanted) in
            [("Aid (New)", ParameterFit::Right), ("Aid (Old)", ParameterFit::Right), ("Aid (3)", ParameterFit::Wrong)]
        {
            assert_eq!(fit(&declarations(), &rule, printed), wanted, "{printed}");
        }
    }

    #[test]
    fn forms() {
        let declarations = declarations();
        let of = |names: &[&str]| ParameterForm::Trait(names.iter().map(|name| (*name).to_owned()).collect());
        for (form, right, wrong) in [
            (ParameterForm::Number, vec!["3", "12"], vec!["", "X", "+3", "3\"", "three"]),
            (ParameterForm::Bonus, vec!["+1", "-2"], vec!["1", "+", "+X"]),
            (ParameterForm::Inches, vec!["8\"", "8\u{201d}"], vec!["8", "\"", "X\"", "+8\""]),
            (ParameterForm::BonusInches, vec!["+4\""], vec!["4\"", "+4"]),
            (ParameterForm::Dice, vec!["D3", "2D6+1"], vec!["3", "D", "D3+", "Dx", "Diving"]),
            (ParameterForm::Words, vec!["Dive Bomber", "Émigré"], vec!["3", "D6", "8\"", ""]),
            (ParameterForm::OneOf(vec!["Fore".to_owned()]), vec!["fore"], vec!["Aft", "3"]),
            (of(&["place"]), vec!["High-Up", "high up", "aft", "Stern"], vec!["Low", "3", "Place"]),
            (of(&["place", "heavy"]), vec!["Heavy", "High Up"], vec!["Light"]),
            (of(&["place", "class"]), vec!["Anything"], vec!["3", "6\""]),
        ] {
            for text in right {
                assert!(has_form(&declarations, &form, text), "{form:?} takes {text}");
            }
            for text in wrong {
                assert!(!has_form(&declarations, &form, text), "{form:?} does not take {text}");
            }
        }
    }
}
