//! Structural checks: they judge what limits over amounts cannot express. Each has a file and a row in the table below.

mod attached_name;
mod attached_nation;
mod attachment;
mod brought;
mod brought_together;
mod capacity;
mod copies;
mod filled;
mod marks;
mod options;
mod shared_allocation;
mod slots;
mod squadron_size;
mod swaps;

use self::attached_name::AttachedNameFault;
use self::attached_nation::AttachedNationFault;
use self::attachment::AttachmentFault;
use self::brought::BroughtFault;
use self::brought_together::BroughtTogetherFault;
use self::capacity::CapacityFault;
use self::copies::CopiesFault;
use self::filled::FilledFault;
use self::marks::MarkFault;
use self::options::OptionFault;
use self::shared_allocation::SharedAllocationFault;
use self::slots::SlotFault;
use self::squadron_size::SquadronSizeFault;
use self::swaps::SwapFault;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckFacts, StructuralCheck};
use crate::ready::prepared::PreparedCheck;
use crate::shapes::rule::Check;

/// Makes of the table what is done with all checks alike. A check of rules without a row does not compile.
macro_rules! checks {
    (|$prepared:ident| $($check:ident $(($stated:ident))? => $fault:ty: $given:expr;)*) => {
        /// What a structural check found wrong.
        #[derive(Clone, Debug)]
        pub(crate) enum CheckFault {
            $($check($fault),)*
        }

        impl CheckFault {
            pub(crate) fn sentence(&self, force: &Force) -> String {
                match self {
                    $(Self::$check(fault) => fault.sentence(force),)*
                }
            }

            pub(crate) fn help(&self, force: &Force, search: bool) -> Option<String> {
                match self {
                    $(Self::$check(fault) => fault.help(force, search),)*
                }
            }
        }

        /// What is known of a check without a list.
        #[must_use]
        pub fn check_facts(check: &Check) -> CheckFacts {
            match check {
                $(Check::$check { .. } => CheckFacts::of::<$fault>(),)*
            }
        }

        /// Runs a check, as [`StructuralCheck::run`] says.
        pub(crate) fn run(
            force: &Force,
            $prepared: &PreparedCheck,
            squadrons: &[usize],
            report: &mut dyn FnMut(Breach<CheckFault>),
        ) {
            match &$prepared.check {
                $(Check::$check $(($stated))? => {
                    <$fault>::run(force, $given, squadrons, &mut |breach| report(breach.map(CheckFault::$check)));
                })*
            }
        }
    };
}

// For each check of rules: the type of its faults, and what a rule states for it.
checks! { |prepared|
    SquadronSize => SquadronSizeFault: ();
    Options => OptionFault: None;
    OptionsOf(kind) => OptionFault: Some(kind);
    Marks => MarkFault: ();
    Attachment => AttachmentFault: ();
    AttachedName => AttachedNameFault: ();
    AttachedNation => AttachedNationFault: ();
    SharedAllocation => SharedAllocationFault: ();
    Brought(rule) => BroughtFault: rule;
    BroughtTogether(rule) => BroughtTogetherFault: rule;
    Capacity => CapacityFault: ();
    Slots(kind) => SlotFault: kind;
    Filled(slot) => FilledFault: slot;
    Copies(counted) => CopiesFault: *counted;
    Swaps(swaps) => SwapFault: (&swaps.deck, &prepared.base);
}
