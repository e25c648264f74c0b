//! Changes that an option makes elsewhere on its model.

use muster_engine::catalogue::{Choice, Stat, UnitOption, Weapon};
use muster_exchange::battlescribe::walk::{OptionOrChoice, each_part};

use super::card::CardFigures;
use super::entry::Modifier;
use super::notice::{NoticeKind, Notices};

/// A change by an option that is elsewhere in the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OptionEffect {
    /// The id of the option, or of a choice if all its options make the change.
    pub option: String,
    /// The change.
    pub change: OptionChange,
    /// The line of the modifier's owner, for notices.
    pub line: u32,
    /// The name of the modifier's owner.
    pub owner: String,
}

/// What an option changes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum OptionChange {
    /// Statistics and traits.
    Figures(CardFigures),
    /// Adds a special rule.
    Rule(String),
    /// Adds a weapon.
    Weapon(Weapon),
    /// Removes a special rule or weapon.
    Loses(String),
}

/// When something is present: by default or not, and which options reverse that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Presence {
    /// True if it is present while none of the options is chosen.
    pub normally: bool,
    /// Ids of options that add it or take it away.
    pub turned_by: Vec<String>,
    /// True if a modifier is not understood.
    pub unclear: bool,
}

/// Reads the modifiers that show and hide something.
pub(super) fn presence(hidden: bool, modifiers: &[Modifier]) -> Presence {
    let mut presence = Presence { normally: !hidden, turned_by: Vec::new(), unclear: false };
    for modifier in modifiers {
        let shows = match (modifier.action.as_str(), modifier.field.as_str(), modifier.value.as_str()) {
            ("show", ..) | ("set", "hidden", "false") => true,
            ("hide", ..) | ("set", "hidden", "true") => false,
            _ => continue,
        };
        let tests = modifier.when.tests();
        let [test] = tests.as_slice() else {
            presence.unclear = true;
            continue;
        };
        let selected = test.asks_for().unwrap_or(test.value > 0);
        // Hidden while not selected is the same as shown only when selected.
        presence.normally = shows != selected;
        if !presence.turned_by.contains(&test.child) {
            presence.turned_by.push(test.child.clone());
        }
    }
    presence
}

/// Applies effects to their options, with notices on effects without an option.
pub(super) fn apply(
    effects: &[OptionEffect],
    options: &mut [UnitOption],
    choices: &mut [Choice],
    notices: &mut Notices,
) {
    for effect in effects {
        let mut found = false;
        each_part(options, choices, &mut |part| match part {
            OptionOrChoice::Option(option) if option.entries.contains(&effect.option) => {
                change(option, &effect.change);
                found = true;
            }
            OptionOrChoice::Choice(choice) if choice.entries.contains(&effect.option) => {
                choice.options.iter_mut().for_each(|option| change(option, &effect.change));
                found = true;
            }
            OptionOrChoice::Option(_) | OptionOrChoice::Choice(_) => {}
        });
        if !found {
            let message = "a condition on something that is not an option here";
            notices.add(NoticeKind::Unknown, effect.line, &effect.owner, message);
        }
    }
}

fn change(option: &mut UnitOption, change: &OptionChange) {
    match change {
        OptionChange::Figures(figures) => {
            for (stat, value) in &figures.stats {
                // The option's own card takes precedence.
                option.sets.entry(stat.clone()).or_insert_with(|| value.clone());
            }
            for (name, value) in &figures.traits {
                option.traits.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
        OptionChange::Rule(rule) if !option.rules.contains(rule) => option.rules.push(rule.clone()),
        OptionChange::Weapon(weapon) if !option.weapons.contains(weapon) => option.weapons.push(weapon.clone()),
        OptionChange::Loses(name) if !option.removes.contains(name) => option.removes.push(name.clone()),
        _ => {}
    }
}

/// A statistic after `increment` or `decrement` by `by`; none if it is not a number.
pub(super) fn shifted(stat: Option<&Stat>, action: &str, by: &str) -> Option<Stat> {
    let (Some(Stat::Number(number)), Ok(by)) = (stat, by.parse::<f64>()) else { return None };
    // Statistics are small whole numbers.
    #[allow(clippy::cast_possible_truncation)]
    let by = by.round() as i32;
    let by = if action == "decrement" { by.saturating_neg() } else { by };
    Some(Stat::Number(number.saturating_add(by)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::condition::{ChangeCondition, ConditionTest};
    use super::*;

    fn modifier(action: &str, field: &str, value: &str, selected: bool) -> Modifier {
        let test = ConditionTest {
            kind: "equal to".into(),
            value: selected.into(),
            child: "mark".into(),
            ..ConditionTest::default()
        };
        let when = ChangeCondition::Test(test);
        Modifier { action: action.into(), field: field.into(), value: value.into(), when, ..Modifier::default() }
    }

    #[test]
    fn showing_and_hiding_say_the_same_in_four_ways() {
        for (modifiers, hidden, normally) in [
            (vec![modifier("hide", "x", "", true)], false, true),
            (vec![modifier("hide", "x", "", false)], false, false),
            (vec![modifier("show", "x", "", true)], true, false),
            (vec![modifier("hide", "x", "", false), modifier("show", "x", "", true)], true, false),
            (vec![modifier("set", "hidden", "false", true)], true, false),
        ] {
            let presence = presence(hidden, &modifiers);
            assert_eq!((presence.normally, presence.turned_by.as_slice()), (normally, &["mark".to_owned()][..]));
        }
    }

    #[test]
    fn shifts_need_a_number() {
        assert_eq!(shifted(Some(&Stat::Number(2)), "increment", "3"), Some(Stat::Number(5)));
        assert_eq!(shifted(Some(&Stat::Number(2)), "decrement", "3.0"), Some(Stat::Number(-1)));
        assert_eq!(shifted(Some(&Stat::Text("-".into())), "increment", "3"), None);
    }
}
