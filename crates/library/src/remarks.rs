//! The meanings of findings that cite no rule of a book. They are about a file, or about the list itself.

use muster_engine::report::Remark;
use strum::VariantArray;

use crate::fault::FaultKind;

/// The meaning of a finding that cites no rule, by its id.
#[must_use]
pub fn meaning(id: &str) -> Option<&'static str> {
    let remark = id.parse::<Remark>().ok().map(Remark::meaning);
    remark.or_else(|| id.parse::<FaultKind>().ok().map(FaultKind::meaning))
}

/// The ids of all findings that cite no rule.
pub fn ids<'a>() -> impl Iterator<Item = &'a str> {
    let remarks = Remark::VARIANTS.iter().map(|remark| -> &'a str { remark.into() });
    remarks.chain(FaultKind::VARIANTS.iter().map(|kind| kind.id()))
}
