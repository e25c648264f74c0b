//! Rulesets in a frozen archive: each version is one JSON file, with everything that judges and reads lists.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::head::{RulesetHead, head_of};
use crate::document::Document;
use crate::fault::{FaultKind, FileFault};
use crate::layer::{CatalogueLayer, Layer, LayerCore};
use crate::limits;
use crate::schema::{self, SchemaForm};
use crate::schemas::FileKind;
use crate::{encoding, json};

/// The version of this form of a ruleset.
pub(super) const FORMAT: u32 = 1;

/// A version of a ruleset in a frozen archive.
#[derive(Debug)]
pub struct FrozenRuleset {
    /// The archive, as reports name it.
    pub(super) archive: PathBuf,
    pub(super) head: RulesetHead,
    pub(super) content: FrozenContent,
}

/// The file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FrozenContent {
    pub(super) format: u32,
    /// The day from which it is in force.
    pub(super) released: Option<String>,
    /// Whether its ruleset has an index of published versions, which does not have this one.
    pub(super) unpublished: bool,
    /// The search order of the place that it came from, among the places that rulesets of the archive came from.
    pub(super) place: u16,
    /// The digest of the files that it was made from.
    pub(super) digest: String,
    /// The digest of everything in them except prose.
    pub(super) fingerprint: String,
    pub(super) core: LayerCore,
    /// Names and catalogues.
    pub(super) catalogues: Vec<(String, Value)>,
    /// The files that importing needs.
    pub(super) import: BTreeMap<String, String>,
}

impl FrozenRuleset {
    /// Reads the file of a ruleset. `archive` is the name of the archive.
    ///
    /// # Errors
    /// Why it is no such file.
    pub fn read(archive: &Path, bytes: &[u8]) -> Result<Arc<Self>, FileFault> {
        if bytes.len() as u64 > limits::FILE_BYTES {
            return Err(FileFault::too_large());
        }
        let document = json::document(encoding::utf8(bytes)?);
        let document = document.map_err(|unparsed| {
            let fault = unparsed.faults.into_iter().next();
            fault.unwrap_or_else(|| FileFault::new(FaultKind::Syntax, "it cannot be read"))
        })?;
        let format = document.value().get("format").and_then(Value::as_u64);
        if let Some(format) = format.filter(|format| *format > u64::from(FORMAT)) {
            return Err(FileFault::new(FaultKind::WrongKind, format!("a newer Muster wrote it, in format {format}")));
        }
        let content = FrozenContent::deserialize(document.value())
            .map_err(|error| FileFault::new(FaultKind::WrongType, format!("this is no frozen ruleset: {error}")))?;
        let head = head_of(&Document::without_places(content.core.declarations.clone()))?;
        Ok(Arc::new(Self { archive: archive.to_owned(), head, content }))
    }

    pub(super) fn released(&self) -> Option<&str> {
        self.content.released.as_deref()
    }

    pub(super) fn is_unpublished(&self) -> bool {
        self.content.unpublished
    }

    pub(super) fn import(&self) -> &BTreeMap<String, String> {
        &self.content.import
    }

    /// Names and catalogues.
    pub(super) fn catalogues(&self) -> &[(String, Value)] {
        &self.content.catalogues
    }

    /// The layer, or everything that is wrong with its values: they may come from anybody.
    pub(super) fn layer(&self) -> Result<Layer, Vec<String>> {
        let FrozenContent { core, catalogues, digest, fingerprint, .. } = &self.content;
        let form = if core.declarations.get("extends").is_some() { SchemaForm::Patch } else { SchemaForm::Whole };
        let one = |kind, value: &Value| schema::faults(kind, form, &Document::without_places(value.clone()));
        let special_rules = Value::Array(core.special_rules.clone());
        let faults = one(FileKind::Ruleset, &core.declarations)
            .into_iter()
            .chain(core.rules.iter().flat_map(|rule| one(FileKind::Rule, rule)))
            .chain(one(FileKind::SpecialRules, &special_rules))
            .chain(core.cards.iter().flat_map(|cards| one(FileKind::Cards, cards)))
            .chain(catalogues.iter().flat_map(|(_, catalogue)| one(FileKind::Catalogue, catalogue)));
        let told: Vec<String> = faults.map(|fault| fault.message).collect();
        if !told.is_empty() {
            return Err(told);
        }
        let catalogues = catalogues.iter().map(|(name, content)| CatalogueLayer::read(name.clone(), content.clone()));
        Ok(Layer::read(core.clone(), catalogues.collect(), digest.clone(), fingerprint.clone()))
    }
}
