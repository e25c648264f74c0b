//! One ruleset's own content, before it is joined with the rulesets that it extends.

use std::borrow::Cow;
use std::sync::Arc;

use muster_engine::declarations::BaseRuleset;
use muster_engine::ready::Publication;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::built_in::{BuiltInVersion, ShippedText};
use crate::ruleset_files::RulesetFiles;
use crate::schemas::FileKind;

/// One ruleset's own declarations and items. They are complete, or patches of those of its parent.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// The ruleset's id.
    pub id: String,
    /// The ruleset that it extends.
    pub extends: Option<BaseRuleset>,
    /// Everything except the catalogues.
    pub core: LayerPart<LayerCore>,
    pub catalogues: Vec<CatalogueLayer>,
    /// `sha256:` and the digest of its files.
    pub digest: String,
    /// A digest of everything in its files except prose.
    pub fingerprint: String,
    /// Whether it is the published one.
    pub publication: Publication,
}

/// Everything of a ruleset except its catalogues, as values.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct LayerCore {
    pub declarations: Value,
    pub rules: Vec<Value>,
    pub special_rules: Vec<Value>,
    /// The files of cards, one for each deck.
    pub cards: Vec<Value>,
}

/// The units of one nation.
#[derive(Clone, Debug)]
pub(crate) struct CatalogueLayer {
    /// Its file name without the extension.
    pub name: String,
    /// None for units that every nation may field.
    pub nation: Option<String>,
    pub content: LayerPart<Value>,
}

/// Either JSON built into the program, parsed when it is needed, or a value read from a folder.
#[derive(Clone, Debug)]
pub(crate) enum LayerPart<T> {
    Shipped(&'static ShippedText),
    Read(Arc<T>),
}

impl<T: Clone + Default + for<'a> Deserialize<'a>> LayerPart<T> {
    /// The value. Our own build wrote the shipped JSON. Broken JSON would give an empty value, and the tests of the
    /// shipped rulesets would fail.
    pub(crate) fn value(&self) -> Cow<'_, T> {
        match self {
            Self::Shipped(json) => Cow::Owned(serde_json::from_str(&json.text()).unwrap_or_default()),
            Self::Read(value) => Cow::Borrowed(value),
        }
    }
}

impl From<&'static BuiltInVersion> for Layer {
    fn from(built_in: &'static BuiltInVersion) -> Self {
        let catalogues = built_in.catalogues.iter().map(|catalogue| CatalogueLayer {
            name: catalogue.name.to_owned(),
            nation: catalogue.nation.map(str::to_owned),
            content: LayerPart::Shipped(catalogue.json),
        });
        Self {
            id: built_in.id.to_owned(),
            extends: built_in
                .extends
                .map(|(id, version)| BaseRuleset { id: id.to_owned(), version: version.to_owned() }),
            core: LayerPart::Shipped(built_in.core),
            catalogues: catalogues.collect(),
            digest: built_in.digest.to_owned(),
            fingerprint: built_in.fingerprint.to_owned(),
            publication: Publication::Published,
        }
    }
}

impl From<&RulesetFiles> for Layer {
    fn from(files: &RulesetFiles) -> Self {
        let values = |kind: FileKind| files.of(kind).map(|file| file.document.value().clone());
        let declarations = values(FileKind::Ruleset).next().unwrap_or_default();
        let items = |value: Value| if let Value::Array(items) = value { items } else { Vec::new() };
        let catalogues = files.of(FileKind::Catalogue).map(|file| {
            let name = file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            CatalogueLayer::read(name, file.document.value().clone())
        });
        let core = LayerCore {
            declarations,
            rules: values(FileKind::Rule).collect(),
            special_rules: values(FileKind::SpecialRules).flat_map(items).collect(),
            cards: values(FileKind::Cards).collect(),
        };
        let fingerprint = muster_engine::rules_fingerprint(files.files.iter().map(|file| file.document.value()));
        Self::read(core, catalogues.collect(), files.digest.clone(), fingerprint)
    }
}

impl Layer {
    /// A layer of values that were read. Nobody has compared it with what was published.
    pub(crate) fn read(core: LayerCore, catalogues: Vec<CatalogueLayer>, digest: String, fingerprint: String) -> Self {
        let declarations = &core.declarations;
        Self {
            id: declarations.get("id").and_then(Value::as_str).unwrap_or_default().to_owned(),
            extends: declarations.get("extends").and_then(|extends| BaseRuleset::deserialize(extends).ok()),
            core: LayerPart::Read(Arc::new(core)),
            catalogues,
            digest,
            fingerprint,
            publication: Publication::Published,
        }
    }
}

impl CatalogueLayer {
    /// A catalogue of values that were read.
    pub(crate) fn read(name: String, content: Value) -> Self {
        let nation = content.get("nation").and_then(Value::as_str).map(str::to_owned);
        Self { name, nation, content: LayerPart::Read(Arc::new(content)) }
    }
}
