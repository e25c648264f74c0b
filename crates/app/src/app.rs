//! The state that all calls share.

use muster_library::shelf::Shelf;

/// The state that all calls share: the rulesets. It holds nothing about the user, so threads may share one.
#[derive(Debug, Default)]
pub struct App {
    shelf: Shelf,
}

impl App {
    /// Makes an app that uses these rulesets.
    #[must_use]
    pub fn new(shelf: Shelf) -> Self {
        Self { shelf }
    }

    /// The rulesets.
    #[must_use]
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }
}
