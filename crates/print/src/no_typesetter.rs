//! Stands for the typesetter in a build without it.

use crate::pages::{About, PrintError};

pub(crate) fn pdf(_: &str, _: About) -> Result<Vec<u8>, PrintError> {
    Err(PrintError::NoTypesetter)
}

pub(crate) fn pictures(_: &str) -> Result<Vec<String>, PrintError> {
    Err(PrintError::NoTypesetter)
}
