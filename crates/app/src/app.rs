//! What all functions work on.

use muster_library::shelf::Shelf;

/// What all functions work on: the rulesets at hand. Holds nothing of any user; share one between threads.
#[derive(Debug, Default)]
pub struct App {
    shelf: Shelf,
}

impl App {
    /// The functions over these rulesets.
    #[must_use]
    pub fn new(shelf: Shelf) -> Self {
        Self { shelf }
    }

    /// The rulesets at hand.
    #[must_use]
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }
}
