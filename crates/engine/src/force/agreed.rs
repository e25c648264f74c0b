//! What was agreed for the game: the settings of a list with defaults filled in, its maximum force value, and the
//! consents given. Overlays may fix all of them.

use indexmap::IndexMap;

use crate::force::fixed::FixedTerms;
use crate::ready::event::Events;
use crate::ready::matcher::Match;
use crate::ready::ruleset::Ruleset;
use crate::ready::understand::{default_value, understand};
use crate::shapes::declarations::{Declarations, Setting};
use crate::shapes::list::{ArmyList, OpenKind, SettingValue};
use crate::shapes::rule::Rule;
use crate::shapes::setting::SettingTest;

/// The settings and the maximum force value in use, and the consents given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agreement {
    /// The maximum force value, if it is known.
    pub mfv: Option<u32>,
    /// The settings in use, by id, in the ruleset's order.
    pub settings: IndexMap<String, SettingValue>,
    /// The ids of the rules that are waived, sorted. A consent may name a rule that does not exist or cannot be waived.
    pub consents: Vec<String>,
    /// What list and overlays state together.
    pub fixed: FixedTerms,
    /// The ids of the settings that the list or an overlay states.
    stated: Vec<String>,
    /// The ids of the settings that the list leaves open: nothing states them, nor a setting that gives them numbers, nor one
    /// that they give numbers to.
    open: Vec<String>,
    /// The consents of the list count.
    counts_own: bool,
}

impl Agreement {
    /// Reads the settings and consents of a list. Leaves out settings and values that the ruleset does not have.
    #[must_use]
    pub(crate) fn new(ruleset: &Ruleset, list: &ArmyList) -> Self {
        let declarations = ruleset.declarations();
        let events = ruleset.events();
        let fixed = match events {
            Some(events) => FixedTerms::new(events, declarations, list),
            None => FixedTerms { mfv: list.mfv, settings: list.settings.clone(), ..FixedTerms::default() },
        };
        let counts_own = events.is_none_or(Events::counts_own_consents);
        let mut agreed = Self { mfv: fixed.mfv, fixed, counts_own, ..Self::default() };
        agreed.consents.extend(events.iter().flat_map(|events| &events.all).flat_map(|event| event.consents.clone()));
        if counts_own {
            agreed.consents.extend_from_slice(&list.consents);
        }
        for (id, setting) in &declarations.settings {
            agreed.settle(declarations, id, setting);
        }
        for id in declarations.settings.keys() {
            agreed.derive(declarations, id);
        }
        agreed.open = agreed.left_open(declarations, &list.open);
        agreed.consents.sort();
        agreed.consents.dedup();
        agreed
    }

    /// Whether the list or an overlay states a setting.
    #[must_use]
    pub(crate) fn is_stated(&self, id: &str) -> bool {
        self.stated.iter().any(|stated| stated == id)
    }

    /// Whether the list leaves a setting open. Then its value is not known.
    #[must_use]
    pub(crate) fn is_open(&self, id: &str) -> bool {
        self.open.iter().any(|open| open == id)
    }

    /// Whether the value of a setting passes a test.
    #[must_use]
    pub(crate) fn test(&self, id: &str, test: &SettingTest) -> Match {
        if self.is_open(id) { Match::Perhaps } else { Match::from(self.holds(id, test)) }
    }

    /// Whether a setting has a value that passes a test. A setting that is left open has its default value.
    #[must_use]
    pub(crate) fn holds(&self, id: &str, test: &SettingTest) -> bool {
        let value = self.settings.get(id);
        match (test, value) {
            (SettingTest::Flag(wanted), Some(SettingValue::Flag(flag))) => flag == wanted,
            (SettingTest::Flag(wanted), None) => !wanted,
            (SettingTest::Number(n), Some(SettingValue::Numbers(set))) => set.contains(n),
            (SettingTest::Number(n), Some(SettingValue::Number(number))) => number == n,
            (SettingTest::Numbers(wanted), Some(SettingValue::Numbers(set))) => wanted.iter().any(|n| set.contains(n)),
            (SettingTest::Numbers(wanted), Some(SettingValue::Number(number))) => wanted.contains(number),
            (SettingTest::Word(wanted), Some(SettingValue::Word(word))) => word == wanted,
            (SettingTest::Words(wanted), Some(SettingValue::Word(word))) => wanted.contains(word),
            _ => false,
        }
    }

    /// Whether all tests pass.
    #[must_use]
    pub(crate) fn all_hold(&self, tests: &IndexMap<String, SettingTest>) -> bool {
        tests.iter().all(|(id, test)| self.holds(id, test))
    }

    /// Whether a rule is in use under these settings.
    #[must_use]
    pub(crate) fn uses(&self, rule: &Rule) -> bool {
        self.all_hold(&rule.applies) && !rule.unless.iter().any(|(id, test)| self.holds(id, test))
    }

    /// Whether a rule is in use under these settings, of which some may be left open.
    #[must_use]
    pub(crate) fn may_use(&self, rule: &Rule) -> Match {
        let needed = rule.applies.iter().map(|(id, test)| self.test(id, test));
        needed.chain(rule.unless.iter().map(|(id, test)| self.test(id, test).not())).min().unwrap_or(Match::Yes)
    }

    /// The settings that would be in use if the list did not state this one; none if that makes no difference.
    #[must_use]
    pub(crate) fn without(&self, declarations: &Declarations, id: &str) -> Option<Self> {
        let default = default_value(declarations.settings.get(id)?);
        if default.as_ref() == self.settings.get(id) {
            return None;
        }
        let mut other = self.clone();
        other.settings.shift_remove(id);
        other.stated.retain(|stated| stated != id);
        other.settings.extend(default.map(|value| (id.to_owned(), value)));
        let given = declarations.settings.iter().filter(|(_, setting)| setting.given_by.as_deref() == Some(id));
        for (given, _) in given.filter(|(given, _)| !self.is_stated(given)) {
            other.settings.shift_remove(given);
            other.derive(declarations, given);
        }
        Some(other)
    }

    /// The value of a setting, if it is a word.
    #[must_use]
    pub(crate) fn word(&self, id: &str) -> Option<&str> {
        match self.settings.get(id)? {
            SettingValue::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The value of a setting, if it is a number.
    #[must_use]
    pub(crate) fn number(&self, id: &str) -> Option<u32> {
        match self.settings.get(id)? {
            SettingValue::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether somebody consents to waiving a rule.
    #[must_use]
    pub(crate) fn consents_to(&self, rule: &str) -> bool {
        self.consents.binary_search_by(|consent| consent.as_str().cmp(rule)).is_ok()
    }

    /// The settings that are left open and that may waive a rule.
    pub(crate) fn open_consents<'s>(
        &'s self,
        declarations: &'s Declarations,
        rule: &'s Rule,
    ) -> impl Iterator<Item = &'s str> {
        let id = Some(rule.id.as_str());
        let consents = move |of: &&String| declarations.settings.get(*of).is_some_and(|it| it.consent.as_deref() == id);
        let counts = rule.waivable && self.counts_own;
        self.open.iter().filter(move |_| counts).filter(consents).map(String::as_str)
    }

    fn left_open(&self, declarations: &Declarations, kinds: &[OpenKind]) -> Vec<String> {
        let all = &declarations.settings;
        let is_free = |(id, setting): &(&String, &Setting)| {
            let mut gives = all.iter().filter(|(_, other)| other.given_by.as_ref() == Some(*id));
            !self.is_stated(id)
                && !setting.given_by.as_ref().is_some_and(|by| self.is_stated(by))
                && !gives.any(|(given, _)| self.is_stated(given))
        };
        let is_named = |id: &String| kinds.iter().any(|kind| *kind == OpenKind::Settings || kind.word() == id);
        let is_left =
            |(id, setting): &(&String, &Setting)| is_named(id) || setting.given_by.as_ref().is_some_and(is_named);
        all.iter().filter(|setting| is_left(setting) && is_free(setting)).map(|(id, _)| id.clone()).collect()
    }

    /// Gives a setting the value that is stated, else its default.
    fn settle(&mut self, declarations: &Declarations, id: &str, setting: &Setting) {
        if let Some(stated) = self.fixed.settings.get(id) {
            if let Some(value) = understand(setting, stated) {
                let counts = self.counts_own || self.fixed.given.iter().any(|given| given == id);
                if setting.consent.is_some() && value == SettingValue::Flag(true) && counts {
                    self.consents.extend(setting.consent.clone());
                }
                self.settings.insert(id.to_owned(), value);
                self.stated.push(id.to_owned());
            }
        } else if let Some(value) = default_value(setting) {
            let stated = &self.fixed.settings;
            let given = declarations
                .settings
                .iter()
                .any(|(other, s)| s.given_by.as_deref() == Some(id) && stated.contains_key(other));
            // A setting that gives numbers to another has no default value if these numbers are stated themselves.
            if !given && !self.fixed.withheld.iter().any(|withheld| withheld == id) {
                self.settings.insert(id.to_owned(), value);
            }
        }
    }

    /// Gives a setting without a value the numbers that another setting gives it, if any.
    fn derive(&mut self, declarations: &Declarations, id: &str) {
        let Some(setting) = declarations.settings.get(id) else { return };
        let Some(by) = &setting.given_by else { return };
        if self.settings.contains_key(id) {
            return;
        }
        let chosen = self.word(by).and_then(|word| declarations.settings.get(by)?.values.get(word));
        if let Some(choice) = chosen {
            self.settings.insert(id.to_owned(), SettingValue::Numbers(choice.gives.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Agreement, SettingTest, SettingValue};

    /// Whether a setting with this value passes a test, both written as JSON.
    fn holds(test: &str, value: &str) -> bool {
        let test: SettingTest = serde_json::from_str(test).expect("a test");
        let value: Option<SettingValue> = serde_json::from_str(value).expect("a value");
        let settings = value.map(|value| ("setting".to_owned(), value)).into_iter().collect();
        Agreement { settings, ..Agreement::default() }.holds("setting", &test)
    }

    #[test]
    fn tests_compare_values_of_their_kind() {
        for (test, passing, failing) in [
            ("true", "true", "false"),
            ("false", "null", "true"),
            ("2", "2", "3"),
            ("2", "[1, 2]", "[1, 3]"),
            ("[2, 4]", "4", "3"),
            ("[2, 4]", "[3, 4]", "[1, 3]"),
            (r#""sea""#, r#""sea""#, r#""air""#),
            (r#"["sea", "land"]"#, r#""land""#, r#""air""#),
        ] {
            assert!(holds(test, passing), "{test} {passing}");
            assert!(!holds(test, failing), "{test} {failing}");
        }
        assert!(!holds("true", "null"));
        assert!(!holds("2", r#""2""#));
    }

    #[test]
    fn without_a_setting_the_others_are_still_stated() {
        let declarations = serde_json::from_str(
            r#"{"kind": "ruleset", "id": "a", "name": "A", "edition": "1", "version": "1.0.0", "summary": "A",
            "settings": {"one": {"title": "One", "summary": "1."}, "two": {"title": "Two", "summary": "2."}}}"#,
        );
        let settings = ["one", "two"].map(|id| (id.to_owned(), SettingValue::Flag(true)));
        let stated = vec!["one".to_owned(), "two".to_owned()];
        let agreed = Agreement { settings: settings.into_iter().collect(), stated, ..Agreement::default() };
        let other = agreed.without(&declarations.expect("declarations"), "one").expect("other settings");
        assert!(!other.is_stated("one") && other.is_stated("two"));
    }
}
