//! Stands for the typesetter in a build without it.

use crate::pages::PrintError;

pub(crate) fn pdf(_: &str, _: String) -> Result<Vec<u8>, PrintError> {
    Err(PrintError::NoTypesetter)
}

pub(crate) fn pictures(_: &str) -> Result<Vec<String>, PrintError> {
    Err(PrintError::NoTypesetter)
}
