//! Special rules that a model has from several sources.

use crate::ready::ruleset::Ruleset;
use crate::shapes::special_rules::Stacking;

/// The special rules of a model, with those taken together of which the ruleset says how several sources stack: numbers
/// are added up, and what does nothing is left out.
pub(crate) fn stacked(ruleset: &Ruleset, rules: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(rules.len());
    for rule in rules {
        let stacking = ruleset.special_rule(&rule).and_then(|rule| rule.stacking);
        let numbered = NumberedRule::new(&rule).filter(|_| stacking == Some(Stacking::Sum));
        let other = all.iter_mut().find_map(|other| match &numbered {
            Some(numbered) => {
                let same = NumberedRule::new(other)
                    .filter(|other| (other.before, other.after) == (numbered.before, numbered.after))?;
                let sum = format!("{}{}{}", same.before, same.number + numbered.number, same.after);
                Some((other, sum))
            }
            None => (stacking.is_some() && *other == rule).then(|| (other, rule.clone())),
        });
        match other {
            Some((other, sum)) => *other = sum,
            None => all.push(rule),
        }
    }
    all
}

/// A special rule with a number at its end: `Name (3)`, `Name: Fore (+2")`.
pub(crate) struct NumberedRule<'t> {
    /// All before the number.
    before: &'t str,
    pub number: i64,
    /// All after it.
    after: &'t str,
}

impl<'t> NumberedRule<'t> {
    /// None if the rule has no such number.
    pub(crate) fn new(printed: &'t str) -> Option<Self> {
        let open = printed.rfind('(')? + 1;
        let (before, rest) =
            printed.split_at(open + printed.get(open..)?.find(|letter: char| letter.is_ascii_digit())?);
        let (number, after) = rest.split_at(rest.find(|letter: char| !letter.is_ascii_digit())?);
        let is_plain = before.get(open..)?.trim_matches('+').is_empty();
        let is_last = after.trim_start_matches(['"', '\u{201d}']) == ")";
        let number = number.parse::<u16>().ok()?;
        (is_plain && is_last).then_some(Self { before, number: number.into(), after })
    }
}

#[cfg(test)]
mod tests {
    use super::NumberedRule;

    #[test]
    fn numbers_of_special_rules_are_found() {
        let parts = |printed: &str| NumberedRule::new(printed).map(|rule| (rule.before.to_owned(), rule.number));
        assert_eq!(parts("Boarding Parties (13)"), Some(("Boarding Parties (".to_owned(), 13)));
        assert_eq!(parts("Boosted Propulsion (+2\")"), Some(("Boosted Propulsion (+".to_owned(), 2)));
        assert_eq!(parts("Ablative Armour: Fore (3)"), Some(("Ablative Armour: Fore (".to_owned(), 3)));
        for other in ["Daredevil Crew", "Hunter (Airborne)", "Odd (3", "Odd (3) more", "Odd (99999999999)", "Odd (a3)"]
        {
            assert_eq!(parts(other), None, "{other}");
        }
    }
}
