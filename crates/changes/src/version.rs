//! Which version number fits what differs.

use schemars::JsonSchema;
use semver::Version;
use serde::Serialize;

use crate::relation::Relation;
use crate::side::Side;
use crate::thing::ChangedThing;
use crate::weight::Weight;

/// Whether the later version number fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Fit")]
#[serde(rename_all = "kebab-case")]
pub struct VersionFit {
    /// The earlier version number; none if there is none, or if the two are versions of different things.
    pub before: Option<String>,
    /// The later version number.
    pub after: Option<String>,
    /// What the numbers say; none if the numbers are equal, or if there are not two.
    pub stated: Option<Weight>,
    /// The part of the number that the differences raise; none if nothing differs.
    pub needed: Option<Weight>,
    /// Whether the stated number is high enough; none if there are not two to compare. True as long as nothing shows
    /// that it is too low.
    pub fits: Option<bool>,
    /// The first of the things that need this number.
    pub because: Vec<String>,
    /// All of it in a sentence.
    pub says: String,
}

/// So many things are named as the reason.
const NAMED: usize = 3;

impl VersionFit {
    /// The same with the weight that a search for lists showed.
    pub(crate) fn with_relation(self, weight: Weight, relation: &Relation) -> Self {
        let needed = self.needed.map(|_| weight);
        let mut fit = Self { needed, ..self };
        if let Some(witness) = relation.becomes_illegal.as_ref().filter(|_| needed == Some(Weight::Major)) {
            fit.because.insert(0, format!("a list becomes illegal by `{}`", witness.rule));
            fit.because.truncate(NAMED);
        }
        fit.said()
    }

    /// The same with what lists showed: a legal list that became illegal needs a major version, one that became legal a
    /// minor version.
    #[must_use]
    pub fn with_lists(self, judged: usize, illegal: usize, legal: usize) -> Self {
        let Some(needed) = self.needed.filter(|_| judged > 0) else { return self };
        let shown = if illegal > 0 {
            Weight::Major
        } else if legal > 0 {
            Weight::Minor
        } else {
            Weight::Patch
        };
        let count = |number: usize| format!("{number} of {judged} lists");
        let because = match (needed, shown) {
            (_, Weight::Major) => Some(format!("{} became illegal", count(illegal))),
            (Weight::Patch, Weight::Minor) => Some(format!("{} became legal", count(legal))),
            _ => None,
        };
        let needed = needed.max(shown);
        let mut fit = Self { needed: Some(needed), ..self };
        if let Some(because) = because {
            fit.because.insert(0, because);
            fit.because.truncate(NAMED);
        }
        fit.said()
    }

    /// The same with the sentence made anew.
    fn said(self) -> Self {
        let fits = match (&self.before, &self.after, self.needed) {
            (Some(_), Some(_), None) => Some(true),
            (Some(_), Some(_), Some(needed)) => Some(self.stated.is_some_and(|stated| stated >= needed)),
            _ => None,
        };
        let because = if self.because.is_empty() { String::new() } else { format!(" ({})", self.because.join("; ")) };
        let what = match self.needed {
            None => "nothing differs".to_owned(),
            Some(needed) => format!("this is a {needed} change{because}"),
        };
        let numbers = match (&self.before, &self.after) {
            (Some(before), Some(after)) => {
                let verdict = if fits == Some(false) { "is too low" } else { "fits" };
                let is_kept = before == after;
                if is_kept && self.needed.is_none() {
                    String::new()
                } else if is_kept {
                    format!("; the version is still {after}, which {verdict}")
                } else {
                    format!("; {after} after {before} {verdict}")
                }
            }
            _ => String::new(),
        };
        Self { fits, says: format!("{what}{numbers}"), ..self }
    }
}

/// Whether the version of the later side fits what differs. What may make a legal list illegal counts as if it did, until lists
/// show whether it does.
pub(crate) fn fit(before: Side, after: Side, things: &[ChangedThing]) -> VersionFit {
    let of = |side: Side| Version::parse(side.version?).ok();
    let (one, other) = if before.of == after.of { (of(before), of(after)) } else { (None, None) };
    let stated = one.as_ref().zip(other.as_ref()).and_then(|(one, other)| raised(one, other));
    let heaviest_weight = things.iter().map(|thing| thing.weight).max();
    let needed = heaviest_weight.map(|weight| if weight == Weight::MinorOrMajor { Weight::Major } else { weight });
    let heaviest = things.iter().filter(|thing| Some(thing.weight) == heaviest_weight && thing.weight > Weight::Patch);
    let mut because: Vec<String> = heaviest.clone().take(NAMED).map(reason).collect();
    let more = heaviest.count().saturating_sub(NAMED);
    if more > 0 {
        because.push(format!("{more} more"));
    }
    let both = one.zip(other).map(|(one, other)| (one.to_string(), other.to_string()));
    let (before, after) = both.unzip();
    VersionFit { before, after, stated, needed, fits: None, because, says: String::new() }.said()
}

/// The heaviest difference of a thing: `Attacker Class Frigate: 35 points, 30 before (+5)`.
fn reason(thing: &ChangedThing) -> String {
    let name = thing.called();
    match thing.details.iter().find(|detail| detail.weight == thing.weight) {
        Some(detail) if detail.says.len() < 80 => format!("{name}: {}", detail.says),
        _ => format!("{name} is {}", thing.became.word()),
    }
}

/// The part of the number that is higher. None if it is not higher.
fn raised(before: &Version, after: &Version) -> Option<Weight> {
    if after <= before {
        None
    } else if after.major > before.major {
        Some(Weight::Major)
    } else if after.minor > before.minor {
        Some(Weight::Minor)
    } else {
        Some(Weight::Patch)
    }
}
