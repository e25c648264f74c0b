//! Squadrons of a wrong size.

use crate::force::whole::Force;
use crate::text::plural::{between, count};

/// A squadron of a wrong size.
#[derive(Clone, Debug)]
pub(crate) enum SizeFault {
    /// The unit is unknown, so its size is too.
    Unknown { squadron: usize },
    /// The list states no number of models.
    Unstated { squadron: usize, min: u32, max: Option<u32> },
    /// Too many models or too few.
    Wrong { squadron: usize, models: u32, min: u32, max: Option<u32> },
}

impl SizeFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
        match *self {
            Self::Unknown { squadron } => {
                let name = force.name(squadron);
                format!("{name}: the unit is unknown, so how many models it may have cannot be judged")
            }
            Self::Unstated { squadron, min, max } => {
                format!("{} states no number of models; it may have {}", force.name(squadron), between(min, max))
            }
            Self::Wrong { squadron, models, min, max } => {
                let models = count(models, "model");
                format!("{} has {models}, but may have {}", force.name(squadron), between(min, max))
            }
        }
    }
}
