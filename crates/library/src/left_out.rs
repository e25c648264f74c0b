//! Tells whether an answer needs what a build without the feature `full` leaves out.

use std::sync::atomic::{AtomicBool, Ordering};

static NEEDED: AtomicBool = AtomicBool::new(false);

/// Whether anything left out was needed since this was last asked. If so, what was answered since then is wrong, and what
/// was read since then must not stay in a cache. Never true in a full build.
#[must_use]
pub fn was_needed() -> bool {
    NEEDED.swap(false, Ordering::Relaxed)
}

/// Notes that an answer needs what this build leaves out.
pub fn need() {
    NEEDED.store(true, Ordering::Relaxed);
}
