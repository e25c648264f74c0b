//! Breaches: what a rule, a check or a remark found, and where. A breach becomes a finding when it is kept.

use crate::force::whole::Force;

/// What was found, and where. `F` is the type of the fault.
pub(crate) struct Breach<F> {
    /// It cannot be told whether the rule is broken.
    pub open: bool,
    /// The squadron that the breach is about; none if it is about something else.
    pub entry: Option<usize>,
    /// JSON pointers into the list, the main place first.
    pub at: Vec<String>,
    pub fault: F,
    /// The measured number, the minimum and the maximum.
    pub numbers: [Option<i64>; 3],
}

impl<F> Breach<F> {
    /// A breach at a squadron.
    pub(crate) fn new(force: &Force, entry: usize, fault: F) -> Self {
        Self { entry: Some(entry), ..Self::at(force.pointer(entry), fault) }
    }

    /// A breach at a place that is no squadron.
    pub(crate) fn at(at: String, fault: F) -> Self {
        Self { open: false, entry: None, at: vec![at], fault, numbers: [None; 3] }
    }

    /// Marks the breach as open: it cannot be told whether the rule is broken.
    pub(crate) fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// Marks the breach as open if this is true.
    pub(crate) fn open_if(mut self, is_open: bool) -> Self {
        self.open |= is_open;
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

    /// Adds other squadrons that matter.
    pub(crate) fn also_at<'e>(mut self, force: &Force, entries: impl IntoIterator<Item = &'e usize>) -> Self {
        self.at.extend(entries.into_iter().map(|entry| force.pointer(*entry)));
        self
    }

    /// Adds the measured number, the minimum and the maximum.
    pub(crate) fn numbers(mut self, measured: i64, min: Option<i64>, max: Option<i64>) -> Self {
        self.numbers = [Some(measured), min, max];
        self
    }

    /// The same breach with its fault as one of a larger type.
    pub(crate) fn map<G>(self, of: impl FnOnce(F) -> G) -> Breach<G> {
        let Self { open, entry, at, fault, numbers } = self;
        Breach { open, entry, at, fault: of(fault), numbers }
    }
}
