//! Tells whether a ruleset is the one that was published under its id and version. The program contains all published
//! versions.

use std::collections::BTreeMap;

use muster_engine::hex;
use muster_engine::ready::Publication;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::built_in::{BUILT_IN, BuiltInVersion};
use crate::entries::drop_entries;
use crate::layer::{CatalogueLayer, Layer, LayerCore};

/// Compares a ruleset with what was published. If `digest_is_own`, its digest was made here from its files. Otherwise
/// somebody else states the digest, so it says nothing.
pub(crate) fn publication(layer: &Layer, digest_is_own: bool) -> Publication {
    let core = layer.core.value();
    let version = core.declarations.get("version").and_then(Value::as_str).unwrap_or_default();
    let mut of_id = BUILT_IN.iter().filter(|built_in| built_in.id == layer.id).peekable();
    if of_id.peek().is_none() {
        // Who names a folder of rulesets knows its rules. An archive may come from anybody, under an id that looks like
        // a published one.
        return if digest_is_own { Publication::Published } else { Publication::UnknownId };
    }
    let Some(published) = of_id.find(|built_in| built_in.version == version) else {
        return Publication::UnknownVersion;
    };
    // Other line ends or comments change the digest, but not what is judged.
    if digest_is_own && layer.digest == published.digest || is_same(layer, &core, published) {
        Publication::Published
    } else {
        Publication::Differs
    }
}

/// The layer with a digest and a fingerprint of its own, if it states those of the published ruleset without having its
/// content: whoever made an archive may have written any digest into it.
pub(crate) fn without_false_digests(layer: Layer) -> Layer {
    let core = layer.core.value();
    let version = core.declarations.get("version").and_then(Value::as_str).unwrap_or_default();
    let published = BUILT_IN.iter().find(|built_in| built_in.id == layer.id && built_in.version == version);
    let Some(published) = published.map(Layer::from) else { return layer };
    let own = figures(&layer);
    if layer.digest != published.digest && (layer.fingerprint != published.fingerprint || own == figures(&published)) {
        return layer;
    }
    let bytes = serde_json::to_vec(&contents(&layer)).unwrap_or_default();
    Layer { digest: hex(Sha256::new_with_prefix(bytes)), fingerprint: own, ..layer.clone() }
}

/// A digest of everything in a layer but prose. It differs from the fingerprint of the same rules in files, which are
/// parted otherwise.
fn figures(layer: &Layer) -> String {
    muster_engine::rules_fingerprint(&contents(layer))
}

fn contents(layer: &Layer) -> Vec<Value> {
    let core = layer.core.value().into_owned();
    let special_rules = Value::Array(core.special_rules);
    let catalogues = layer.catalogues.iter().map(|catalogue| catalogue.content.value().into_owned());
    [core.declarations, special_rules].into_iter().chain(core.rules).chain(core.cards).chain(catalogues).collect()
}

fn is_same(layer: &Layer, core: &LayerCore, published: &'static BuiltInVersion) -> bool {
    let other = Layer::from(published);
    let catalogues = |layer: &Layer| -> BTreeMap<String, Value> {
        let content = |catalogue: &CatalogueLayer| {
            let mut content = catalogue.content.value().into_owned();
            // A small build has the published units without the ids of other programs.
            if cfg!(not(feature = "full")) {
                drop_entries(&mut content);
            }
            content
        };
        layer.catalogues.iter().map(|catalogue| (catalogue.name.clone(), content(catalogue))).collect()
    };
    *core == *other.core.value() && catalogues(layer) == catalogues(&other)
}
