//! Stands for the validator in a build without the feature `full`. It finds a fault in every document, and notes that it was
//! needed, so that the caller throws its answer away.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::document::Document;
use crate::fault::{Fault, FaultKind};
use crate::schemas::{FileKind, Form};

static NEEDED: AtomicBool = AtomicBool::new(false);

/// Whether the validator was needed since this was last asked. If so, what was answered since then is wrong, and what
/// was read since then must not stay in a cache.
#[must_use]
pub fn was_needed() -> bool {
    NEEDED.swap(false, Ordering::Relaxed)
}

/// Notes that an answer needs what this build leaves out.
pub fn need() {
    NEEDED.store(true, Ordering::Relaxed);
}

pub(crate) fn faults(_: FileKind, _: Form, _: &Document) -> Vec<Fault> {
    need();
    vec![Fault::new(FaultKind::Syntax, "this build of the program has no schemas")]
}

pub(crate) fn faults_by(_: Value, document: &Document) -> Vec<Fault> {
    faults(FileKind::List, Form::Whole, document)
}
