//! Breaches: what a rule or a check found, before it becomes a finding.

use crate::force::whole::Force;

/// What a structural check found.
pub(crate) struct Breach {
    /// It cannot be told whether the rule is broken.
    pub open: bool,
    pub entry: Option<usize>,
    pub at: Vec<String>,
    pub message: String,
    /// The measured number, the minimum and the maximum.
    pub numbers: [Option<i64>; 3],
    /// The help text, if it differs from the rule's.
    pub help: Option<String>,
}

impl Breach {
    /// A breach at a squadron.
    pub(crate) fn new(force: &Force, entry: usize, message: String) -> Self {
        let at = vec![force.pointer(entry)];
        Self { open: false, entry: Some(entry), at, message, numbers: [None; 3], help: None }
    }

    /// A breach at a place that is no squadron.
    pub(crate) fn at(at: String, message: String) -> Self {
        Self { open: false, entry: None, at: vec![at], message, numbers: [None; 3], help: None }
    }

    /// Says that it cannot be told whether the rule is broken.
    pub(crate) fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// Moves the main place to a place inside the squadron.
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

    pub(crate) fn numbers(mut self, measured: i64, min: Option<i64>, max: Option<i64>) -> Self {
        self.numbers = [Some(measured), min, max];
        self
    }

    pub(crate) fn help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }
}
