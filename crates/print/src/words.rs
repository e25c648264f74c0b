//! Small pieces of text that several layouts use.

use muster_engine::plural::capital;
use muster_engine::report::{Severity, Verdict};
use muster_engine::words::verdict;

/// The word for a severity, shown before a finding.
pub(crate) fn severity(severity: Severity) -> String {
    capital(verdict::shown_severity(severity))
}

/// The stamp of a verdict, as a player says it.
pub(crate) fn verdict(of: Verdict) -> String {
    capital(verdict::shown(of))
}

/// The program and its version.
pub(crate) fn creator() -> String {
    format!("Muster {}", env!("CARGO_PKG_VERSION"))
}
