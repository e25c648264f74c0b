//! Faults: what a rule, a check or a remark found, as data. Each file holds the faults of one kind and their sentences.

pub(crate) mod attachment;
pub(crate) mod brought;
pub(crate) mod copies;
pub(crate) mod event;
pub(crate) mod limit;
pub(crate) mod load;
pub(crate) mod marks;
pub(crate) mod misnamed;
pub(crate) mod options;
pub(crate) mod remark;
pub(crate) mod size;
pub(crate) mod slots;
pub(crate) mod swaps;

use crate::force::whole::Force;
use crate::judge::faults::attachment::AttachmentFault;
use crate::judge::faults::brought::BroughtFault;
use crate::judge::faults::copies::CopiesFault;
use crate::judge::faults::limit::LimitFault;
use crate::judge::faults::load::LoadFault;
use crate::judge::faults::marks::MarkFault;
use crate::judge::faults::options::OptionFault;
use crate::judge::faults::remark::RemarkFault;
use crate::judge::faults::size::SizeFault;
use crate::judge::faults::slots::SlotFault;
use crate::judge::faults::swaps::SwapFault;
use crate::shapes::list::OpenKind;

/// Something that is wrong, or that is worth saying.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    Limit(LimitFault),
    Size(SizeFault),
    Options(OptionFault),
    Marks(MarkFault),
    Attachment(AttachmentFault),
    Brought(BroughtFault),
    Load(LoadFault),
    Slots(SlotFault),
    Copies(CopiesFault),
    Swaps(SwapFault),
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
            Self::Size(fault) => fault.sentence(force),
            Self::Options(fault) => fault.sentence(force),
            Self::Marks(fault) => fault.sentence(force),
            Self::Attachment(fault) => fault.sentence(force),
            Self::Brought(fault) => fault.sentence(force),
            Self::Load(fault) => fault.sentence(force),
            Self::Slots(fault) => fault.sentence(force),
            Self::Copies(fault) => fault.sentence(force),
            Self::Swaps(fault) => fault.sentence(),
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
            Self::Options(fault) => fault.help(force, search),
            Self::Marks(fault) => Some(fault.help()),
            Self::Brought(fault) => fault.help(force),
            Self::Slots(fault) => fault.help(force),
            Self::Swaps(fault) => fault.help(),
            Self::Remark(fault) => fault.help(force, search),
            Self::NoDeck { .. } if force.leaves_open(OpenKind::Decks) => {
                Some("state the cards of this deck".to_owned())
            }
            Self::Size(_) | Self::Attachment(_) | Self::Load(_) | Self::Copies(_) | Self::NoDeck { .. } => None,
        }
    }
}
