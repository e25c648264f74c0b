//! Corrects spelling: community data often misspell printed names.

use indexmap::IndexMap;
use serde::Deserialize;

/// Corrections of misspellings in the data.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Spelling {
    /// Always `aliases`.
    pub kind: String,
    /// Single words anywhere, also before a full stop or in a compound.
    #[serde(default)]
    pub words: IndexMap<String, String>,
    /// Parts of texts anywhere. Applied after the words.
    #[serde(default)]
    pub phrases: IndexMap<String, String>,
    /// Whole names and phrases of any kind.
    #[serde(default)]
    pub names: IndexMap<String, String>,
    /// Names of special rules without parameters: each wrong or other name with the right one.
    #[serde(default)]
    pub rules: IndexMap<String, String>,
    /// Kinds of special rules that keep their name in the data, if the ruleset knows that name.
    #[serde(default)]
    pub keep: Vec<String>,
    /// Additional names of units, by unit id.
    #[serde(default)]
    pub also: IndexMap<String, Vec<String>>,
    /// Special rules that are only in community data: their names and a neutral line in our own words.
    #[serde(default)]
    pub community: IndexMap<String, String>,
    /// Special rules of the ruleset, which the caller adds.
    #[serde(skip)]
    pub known: Vec<SpecialRuleFields>,
}

/// The fields of a ruleset's special rule that the importer needs.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct SpecialRuleFields {
    /// The name in the book.
    pub name: String,
    /// The kind of rule.
    #[serde(default)]
    pub kind: String,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
}

impl Spelling {
    /// A text with single spaces, straight quotes and all known misspellings corrected.
    pub(super) fn tidy(&self, text: &str) -> String {
        let straight = text.replace(['\u{201c}', '\u{201d}', '\u{2033}'], "\"").replace(['\u{2018}', '\u{2019}'], "'");
        let single = straight.split_whitespace().collect::<Vec<_>>().join(" ");
        let single = single.replace(" ,", ",").replace("( ", "(").replace(" )", ")");
        if let Some(right) = lookup(&self.names, &single) {
            return right.to_owned();
        }
        let mut mended = String::with_capacity(single.len());
        let mut word = String::new();
        for letter in single.chars().chain(['\0']) {
            if letter.is_alphabetic() || letter == '\'' {
                word.push(letter);
                continue;
            }
            // Case matters here: words in capitals are names, and most misspellings are in common words.
            mended.push_str(self.words.get(&word).unwrap_or(&word));
            word.clear();
            if letter != '\0' {
                mended.push(letter);
            }
        }
        for (wrong, right) in &self.phrases {
            mended = mended.replace(wrong, right);
        }
        lookup(&self.names, &mended).map(ToOwned::to_owned).unwrap_or(mended)
    }

    /// A special rule in the book's spelling, with the mounting and parameters from the data.
    pub(super) fn rule(&self, text: &str, mounts: &[String]) -> String {
        let tidy = self.tidy(text);
        if let Some(name) = self.named(&tidy) {
            return name.to_owned();
        }
        let (mount, name, parameters) = parts(&tidy, mounts);
        let name = self.named(name).unwrap_or(name);
        let parameters = parameters.trim_start();
        let blank = if parameters.is_empty() { "" } else { " " };
        format!("{mount}{name}{blank}{parameters}")
    }

    /// Whether a special rule, already corrected, is in the rulebook or the community data.
    pub(super) fn is_rule(&self, rule: &str, mounts: &[String]) -> bool {
        let (_, name, _) = parts(rule, mounts);
        self.named(name).is_some()
    }

    /// The right name of a known special rule.
    fn named<'t>(&'t self, name: &'t str) -> Option<&'t str> {
        let name = lookup(&self.rules, name).unwrap_or(name);
        let is = |known: &String| known.eq_ignore_ascii_case(name);
        self.known
            .iter()
            .find_map(|rule| {
                let other = rule.aliases.iter().find(|alias| is(alias));
                match other {
                    _ if is(&rule.name) => Some(rule.name.as_str()),
                    Some(alias) if self.keep.contains(&rule.kind) => Some(alias.as_str()),
                    Some(_) => Some(rule.name.as_str()),
                    None => None,
                }
            })
            .or_else(|| self.community.keys().find(|known| is(known)).map(String::as_str))
    }

    /// Whether the ruleset itself has this special rule, under its name or an alias.
    pub(super) fn is_printed(&self, name: &str) -> bool {
        let is = |known: &String| known.eq_ignore_ascii_case(name);
        self.known.iter().any(|rule| is(&rule.name) || rule.aliases.iter().any(is))
    }
}

/// The name of a special rule, already corrected, without mounting and parameters.
pub(super) fn base<'t>(rule: &'t str, mounts: &[String]) -> &'t str {
    parts(rule, mounts).1
}

/// Mounting, name and parameters of a special rule.
fn parts<'t>(rule: &'t str, mounts: &[String]) -> (&'t str, &'t str, &'t str) {
    let starts = |mount: &&String| {
        rule.get(..mount.len()).is_some_and(|start| start.eq_ignore_ascii_case(mount))
            && rule.get(mount.len()..).is_some_and(|rest| rest.starts_with(' '))
    };
    let mount = mounts.iter().find(starts).map_or(0, |mount| mount.len() + 1);
    let rest = rule.get(mount..).unwrap_or_default();
    let name = rest.split('(').next().unwrap_or_default().trim_end();
    (rule.get(..mount).unwrap_or_default(), name, rest.get(name.len()..).unwrap_or_default())
}

fn lookup<'m>(map: &'m IndexMap<String, String>, name: &str) -> Option<&'m str> {
    map.iter().find(|(wrong, _)| wrong.eq_ignore_ascii_case(name)).map(|(_, right)| right.as_str())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn known(name: &str, kind: &str, alias: &str) -> SpecialRuleFields {
        SpecialRuleFields { name: name.into(), kind: kind.into(), aliases: vec![alias.into()] }
    }

    fn spelling() -> Spelling {
        let map = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        Spelling {
            words: map(&[("Friate", "Frigate"), ("Topredo", "Torpedo")]),
            names: map(&[("Old Tub", "Grand Vessel")]),
            rules: map(&[("Tough Hul", "Tough Hull"), ("Lamp Generator", "Lamp")]),
            keep: vec!["lamp".into()],
            known: vec![known("Tough Hull", "hull", "Hard Hull"), known("Lamp Thing", "lamp", "Lamp")],
            ..Spelling::default()
        }
    }

    #[test]
    fn texts_are_mended_word_by_word() {
        assert_eq!(spelling().tidy("  Gull  Class Friate "), "Gull Class Frigate");
        assert_eq!(spelling().tidy("Fore Topredo/Friate (12\u{201d})"), "Fore Torpedo/Frigate (12\")");
        assert_eq!(spelling().tidy("old tub"), "Grand Vessel");
        assert_eq!(spelling().tidy(""), "");
    }

    #[test]
    fn rules_keep_mounting_and_parameters() {
        let mounts = ["Inner".to_owned()];
        assert_eq!(spelling().rule("tough hul(2)", &mounts), "Tough Hull (2)");
        assert_eq!(spelling().rule("Hard hull (2)", &mounts), "Tough Hull (2)");
        assert_eq!(spelling().rule("Inner Lamp Generator (8\", a)", &mounts), "Inner Lamp (8\", a)");
        assert_eq!(spelling().rule("Innermost", &mounts), "Innermost");
        assert!(spelling().is_rule("Inner Lamp (3)", &mounts));
        assert!(!spelling().is_rule("Innermost", &mounts));
    }
}
