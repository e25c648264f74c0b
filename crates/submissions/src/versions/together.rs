//! Judges the lists of each player together, where an event asks for several.

use std::collections::BTreeMap;

use muster_engine::check_together;
use muster_engine::list::ArmyList;
use muster_engine::report::{Finding, Verdict};

use super::{VersionOutcome, VersionRules};
use crate::submission::Submission;

/// Judges the lists of each player together, and returns the findings by the number of the list. `players` has the lists of each
/// player. Leaves out versions that do not count, and lists that could not be judged.
pub(super) fn findings(
    all: &[&Submission],
    players: &[Vec<usize>],
    outcomes: &[VersionOutcome],
    rules: &VersionRules<'_>,
) -> BTreeMap<usize, Vec<Finding>> {
    let mut found = BTreeMap::new();
    let Some(shelf) = rules.shelf.filter(|_| rules.most() > 1) else { return found };
    for player in players {
        let counted = player.iter().filter(|list| outcomes[**list].under.is_none());
        let judged = counted.filter_map(|number| Some((*number, &all[*number].report, all[*number].list.as_deref()?)));
        let mut judged: Vec<_> = judged.filter(|(_, report, _)| report.verdict != Verdict::Unreadable).collect();
        let Some((_, first, list)) = judged.first().copied() else { continue };
        let game = first.ruleset.as_ref().map(|ruleset| &ruleset.id);
        judged.retain(|(_, report, _)| report.ruleset.as_ref().map(|ruleset| &ruleset.id) == game);
        let Ok(ruleset) = shelf.ruleset(&list.ruleset, &[]) else { continue };
        let lists: Vec<&ArmyList> = judged.iter().map(|(.., list)| *list).collect();
        for ((number, ..), findings) in judged.iter().zip(check_together(&ruleset, &lists)) {
            if !findings.is_empty() {
                found.insert(*number, findings);
            }
        }
    }
    found
}
