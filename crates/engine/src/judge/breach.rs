//! Breaches: what a rule, a check or a remark found, and where. A breach becomes a finding when it is kept.

use crate::force::whole::Force;
use crate::judge::faults::Fault;

/// What was found, and where.
pub(crate) struct Breach {
    /// It cannot be told whether the rule is broken.
    pub open: bool,
    /// The squadron that the breach is about; none if it is about something else.
    pub entry: Option<usize>,
    /// JSON pointers into the list, the main place first.
    pub at: Vec<String>,
    pub fault: Fault,
    /// The measured number, the minimum and the maximum.
    pub numbers: [Option<i64>; 3],
}

impl Breach {
    /// A breach at a squadron.
    pub(crate) fn new(force: &Force, entry: usize, fault: Fault) -> Self {
        Self { entry: Some(entry), ..Self::at(force.pointer(entry), fault) }
    }

    /// A breach at a place that is no squadron.
    pub(crate) fn at(at: String, fault: Fault) -> Self {
        Self { open: false, entry: None, at: vec![at], fault, numbers: [None; 3] }
    }

    /// Marks the breach as open: it cannot be told whether the rule is broken.
    pub(crate) fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// Makes the main place more precise. `place` is a JSON pointer from the current main place.
    pub(crate) fn inside(mut self, place: &str) -> Self {
        if let Some(at) = self.at.first_mut() {
            at.push_str(place);
        }
        self
    }

    /// Adds another place that matters.
    pub(crate) fn also(mut self, at: String) -> Self {
        self.at.push(at);
        self
    }

    /// Adds the measured number, the minimum and the maximum.
    pub(crate) fn numbers(mut self, measured: i64, min: Option<i64>, max: Option<i64>) -> Self {
        self.numbers = [Some(measured), min, max];
        self
    }
}
