//! `licences`: what the program is built of, and the licences of all of that.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;

/// `LICENCES.txt`, packed by the build script.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/licences.zlib"));

/// More than the text will ever have.
const LIMIT: usize = 16 << 20;

/// The arguments of `licences`: none.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LicencesArgs {}

/// What the program is built of, and the licences of all of that.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LicencesAnswer {
    /// Plain text in lines: what there is, with the numbers of texts, then each text once.
    pub text: String,
}

/// What the program is built of, and the licences of all of that. Fails only if the program itself was damaged.
pub fn licences(_: &App, _: &LicencesArgs) -> Result<LicencesAnswer, CallFault> {
    Ok(LicencesAnswer { text: licences_text()? })
}

/// The text of [`licences`].
pub fn licences_text() -> Result<String, CallFault> {
    let damaged =
        || CallFault::new("damaged", "the licences in this program cannot be unpacked").help("install it again");
    let bytes = decompress_to_vec_zlib_with_limit(PACKED, LIMIT).map_err(|_| damaged())?;
    String::from_utf8(bytes).map_err(|_| damaged())
}
