//! Gives choices that are shown only beside certain options to these options.

use muster_engine::catalogue::{Choice, UnitOption};

use super::offers::FleetOffers;
use super::reader::FactionReader;
use crate::entry::CatalogueEntry;
use crate::notice::NoticeKind;

impl FactionReader<'_> {
    /// The ids of the entries of which one must be taken before a hidden group is shown. None if it is not hidden, or
    /// something else shows it.
    pub(super) fn comes_with(&self, group: &CatalogueEntry) -> Option<Vec<String>> {
        let is = self.recipe.linked.is_some() && group.is_group() && group.is_hidden;
        let mut shown =
            group.modifiers.iter().filter(|change| is && change.field == "hidden" && change.value == "false");
        let tests = shown.next()?.when.tests();
        let counts = tests.iter().all(|test| {
            let is_instance = test.kind.ends_with("nstanceOf");
            test.asks_for() == Some(true) && !is_instance && !matches!(test.scope.as_str(), "force" | "roster")
        });
        (counts && !tests.is_empty()).then(|| tests.iter().map(|test| test.child.clone()).collect())
    }

    /// Gives the choices that were held back to their options.
    pub(super) fn give_withheld(&mut self, offers: &mut FleetOffers) {
        for (mut choice, with) in std::mem::take(&mut offers.withheld) {
            let mut given = 0;
            give(&mut offers.options, &choice, &with, &mut given);
            give_in(&mut offers.choices, &choice, &with, &mut given);
            if given == 0 {
                choice.min = 0;
                let message = format!("{} is shown beside something that is not found; offered always", choice.name);
                self.notices.add(NoticeKind::Unknown, offers.unit.link_line, &offers.unit.name, message);
                offers.choices.push(choice);
            }
        }
    }
}

fn give_in(choices: &mut [Choice], choice: &Choice, with: &[String], given: &mut u32) {
    for other in choices {
        give(&mut other.options, choice, with, given);
        give_in(&mut other.choices, choice, with, given);
    }
}

fn give(options: &mut [UnitOption], choice: &Choice, with: &[String], given: &mut u32) {
    for option in options {
        give(&mut option.options, choice, with, given);
        give_in(&mut option.choices, choice, with, given);
        if option.entries.iter().any(|id| with.contains(id)) {
            option.choices.push(choice.clone());
            *given += 1;
        }
    }
}
