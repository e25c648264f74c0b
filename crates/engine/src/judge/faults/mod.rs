//! Faults: what a rule, a check or a remark found, as data. Each file holds the faults of one kind and their sentences.
//! The faults of structural checks are in the files of the checks.

pub(crate) mod event;
pub(crate) mod limit;
pub(crate) mod misnamed;
pub(crate) mod remark;

use crate::force::whole::Force;
use crate::judge::checks::CheckFault;
use crate::judge::faults::limit::LimitFault;
use crate::judge::faults::remark::RemarkFault;
use crate::shapes::list::OpenKind;

/// Something that is wrong, or that is worth saying.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    Limit(LimitFault),
    Check(CheckFault),
    /// The list does not give a deck that is in use.
    NoDeck {
        deck: String,
    },
    Remark(RemarkFault),
}

impl Fault {
    /// The sentence of the finding.
    pub(crate) fn sentence(&self, force: &Force) -> String {
        match self {
            Self::Limit(fault) => fault.sentence(force),
            Self::Check(fault) => fault.sentence(force),
            Self::NoDeck { deck } => {
                let title = force.ruleset.declarations().decks.get(deck).map_or(deck, |deck| &deck.title);
                format!("the list does not give its {title}, so that deck is not judged")
            }
            Self::Remark(fault) => fault.sentence(force),
        }
    }

    /// What would help; none if the fault has no help of its own. Then the finding gets the help of its rule.
    ///
    /// Looking for the nearest names takes long. It is done only if `search` is true; else faults about names have no
    /// help.
    pub(crate) fn help(&self, force: &Force, search: bool) -> Option<String> {
        match self {
            Self::Limit(fault) => fault.help(force),
            Self::Check(fault) => fault.help(force, search),
            Self::Remark(fault) => fault.help(force, search),
            Self::NoDeck { .. } if force.leaves_open(OpenKind::Decks) => {
                Some("state the cards of this deck".to_owned())
            }
            Self::NoDeck { .. } => None,
        }
    }
}
