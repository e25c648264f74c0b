//! Finds what is wrong with settings, traits, tables and other declarations by which lists are judged.

use indexmap::IndexMap;

use crate::ready::declared_fault::DeclaredFault;
use crate::ready::problem::{RulesetFault, RulesetItem};
use crate::ready::validate::Validator;
use crate::ready::vocabulary::BUILT_IN;
use crate::shapes::declarations::{Setting, StepTable};
use crate::shapes::list::SettingValue;
use crate::shapes::selector::SelectorTest;
use crate::shapes::setting::SettingTest;
use crate::text::plural::{joined, runs};
use crate::text::pointer::escape;
use crate::text::slug::slug;

impl Validator<'_> {
    /// Checks settings, traits, tables, decks, roles and nations.
    pub(super) fn declared(&mut self) {
        let declarations = self.declarations();
        for (id, setting) in &declarations.settings {
            self.setting(&RulesetItem::Other("setting", id.clone()), id, setting);
        }
        for name in declarations.traits.keys() {
            if BUILT_IN.contains(&name.as_str()) || SelectorTest::WORDS.contains(&name.as_str()) {
                self.add_key(&RulesetItem::Key("traits"), name, DeclaredFault::TakenTrait(name.clone()));
            }
        }
        for (id, table) in &declarations.tables {
            let item = RulesetItem::Other("table", id.clone());
            self.source(&item, &table.source);
            self.rows(&item, table);
        }
        for (id, deck) in &declarations.decks {
            if let Some(rule) = deck.rule.as_ref().filter(|id| !self.has_rule(id)) {
                let fault = RulesetFault::missing("rule", rule, self.rule_ids());
                self.add_at(&RulesetItem::Other("deck", id.clone()), "rule", fault);
            }
        }
        for (id, role) in &declarations.roles {
            if let Some(deck) = role.trait_deck.as_ref().filter(|deck| !declarations.decks.contains_key(*deck)) {
                let fault = RulesetFault::missing("deck", deck, declarations.decks.keys());
                self.add_at(&RulesetItem::Other("role", id.clone()), "trait-deck", fault);
            }
        }
        self.nations();
    }

    /// Checks what a setting may be, and what gives it its value.
    fn setting(&mut self, item: &RulesetItem, id: &str, setting: &Setting) {
        let kinds = [
            ("values", !setting.values.is_empty()),
            ("numbers", !setting.numbers.is_empty()),
            ("range", setting.range.is_some()),
        ];
        let kinds: Vec<&'static str> = kinds.into_iter().filter_map(|(key, stands)| stands.then_some(key)).collect();
        if let [one, others @ ..] = kinds.as_slice() {
            for other in others {
                self.add_key(item, other, DeclaredFault::TwoKinds(one, other));
            }
        }
        if let Some(range) = setting.range
            && let Some(max) = range.max.filter(|max| *max < range.min)
        {
            self.add_at(item, "range", RulesetFault::NoRoom(range.min.into(), max.into()));
        }
        if let Some(default) = &setting.default {
            if setting.numbers.is_empty() {
                for fault in wrong_value(id, setting, &default_test(setting, default)) {
                    self.add_at(item, "default", fault);
                }
            } else {
                self.add_key(item, "default", DeclaredFault::IdleDefault);
            }
        }
        if let Some(giver) = &setting.given_by {
            let settings = &self.declarations().settings;
            if !settings.contains_key(giver) {
                self.add_at(item, "given-by", RulesetFault::missing("setting", giver, settings.keys()));
            } else if setting.numbers.is_empty() {
                self.add_key(item, "given-by", DeclaredFault::IdleGivenBy);
            }
        }
    }

    /// Checks that each row of a table is used for some number.
    fn rows(&mut self, item: &RulesetItem, table: &StepTable) {
        if table.rows.is_empty() {
            self.add_at(item, "rows", DeclaredFault::NoRows);
        }
        for (place, (row, next)) in table.rows.iter().zip(table.rows.iter().skip(1)).enumerate() {
            match (row.to, next.to) {
                (None, _) => self.add_at(item, &format!("rows/{place}"), DeclaredFault::EndlessRow),
                (Some(to), Some(next)) if next <= to => {
                    self.add_at(item, &format!("rows/{}/to", place + 1), DeclaredFault::FallingRows(to, next));
                }
                _ => {}
            }
        }
    }

    /// Checks that no nation has an alias by which lists find another.
    fn nations(&mut self) {
        let nations = &self.declarations().nations;
        let mut taken: IndexMap<String, &String> = IndexMap::new();
        for (id, nation) in nations {
            for name in [id, &nation.name] {
                taken.entry(slug(name)).or_insert(id);
            }
        }
        for (id, nation) in nations {
            for (place, alias) in nation.aliases.iter().enumerate() {
                let owner = *taken.entry(slug(alias)).or_insert(id);
                if owner != id {
                    let fault = DeclaredFault::TakenAlias(alias.clone(), owner.clone());
                    self.add_at(&RulesetItem::Other("nation", id.clone()), &format!("aliases/{place}"), fault);
                }
            }
        }
    }

    /// Checks that the ruleset has the settings that stand where it looks, and that they can have these values.
    pub(super) fn settings(&mut self, item: &RulesetItem, tests: &IndexMap<String, SettingTest>) {
        let settings = &self.declarations().settings;
        for (id, test) in tests {
            match settings.get(id) {
                None => self.add_key(item, id, RulesetFault::missing("setting", id, settings.keys())),
                Some(setting) => {
                    for fault in wrong_value(id, setting, test) {
                        self.add_at(item, &escape(id), fault);
                    }
                }
            }
        }
    }
}

/// What a default says, as a test.
fn default_test(setting: &Setting, default: &str) -> SettingTest {
    match default {
        "true" | "false" if setting.is_flag() => SettingTest::Flag(default == "true"),
        number => match number.parse() {
            Ok(number) if setting.range.is_some() => SettingTest::Number(number),
            _ => SettingTest::Word(default.to_owned()),
        },
    }
}

/// What is wrong with a test of a setting: the values that the setting never has.
fn wrong_value(id: &str, setting: &Setting, test: &SettingTest) -> Vec<RulesetFault> {
    let values: Vec<SettingValue> = match test {
        SettingTest::Flag(flag) => vec![SettingValue::Flag(*flag)],
        SettingTest::Number(number) => vec![SettingValue::Number(*number)],
        SettingTest::Numbers(numbers) => numbers.iter().copied().map(SettingValue::Number).collect(),
        SettingTest::Word(word) => vec![SettingValue::Word(word.clone())],
        SettingTest::Words(words) => words.iter().cloned().map(SettingValue::Word).collect(),
    };
    values.iter().filter(|value| !may_be(setting, value)).map(|value| never(id, setting, value)).collect()
}

/// Whether a setting may have a value, written as the ruleset writes it. One that is a set of numbers may contain a number.
fn may_be(setting: &Setting, value: &SettingValue) -> bool {
    match value {
        SettingValue::Flag(_) => setting.is_flag(),
        SettingValue::Number(number) => {
            setting.numbers.contains(number) || setting.range.is_some_and(|range| range.holds(*number))
        }
        SettingValue::Word(word) => setting.values.contains_key(word),
        SettingValue::Numbers(_) => false,
    }
}

fn never(id: &str, setting: &Setting, value: &SettingValue) -> RulesetFault {
    let written = match value {
        SettingValue::Word(word) if !setting.values.is_empty() => {
            return RulesetFault::no_value("setting", id, word, setting.values.keys());
        }
        SettingValue::Word(word) => word.clone(),
        SettingValue::Flag(flag) => flag.to_string(),
        SettingValue::Number(number) => number.to_string(),
        SettingValue::Numbers(numbers) => runs(numbers),
    };
    let takes = if !setting.values.is_empty() {
        let words: Vec<String> = setting.values.keys().map(|word| format!("`{word}`")).collect();
        joined(&words, "or")
    } else if !setting.numbers.is_empty() {
        format!("a set of these numbers: {}", runs(&setting.numbers))
    } else if let Some(range) = setting.range {
        match range.max {
            Some(max) => format!("a number from {} to {max}", range.min),
            None => format!("a number from {} up", range.min),
        }
    } else {
        "`true` or `false`".to_owned()
    };
    DeclaredFault::WrongValue(id.to_owned(), written, takes).into()
}
