//! The models that a person owns: in the arguments of calls, in their answers, and `write-collection`.

use muster_engine::needs::{Miniature, Need, of_unit};
use muster_engine::ready::{ReadyCatalogue, ReadyUnit, Ruleset};
use muster_exchange::collection::text;
use muster_library::collection::{Collection, full_name};
use muster_library::collection_file::CollectionFile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;
use crate::finding::FindingInfo;
use crate::write::WriteAnswer;

/// A model that people own and count.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MiniatureInfo {
    /// The name that a collection which states no nation has for the model: `nation:id`, or the id alone.
    pub of: String,
    /// The printed name.
    pub name: String,
}

/// A list compared with the models that a person owns.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OwnedInfo {
    /// A note for each model of which the list needs more than there are.
    pub short: Vec<FindingInfo>,
    /// What the list needs, in its order.
    pub needs: Vec<NeedInfo>,
}

/// How many of a model a list needs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NeedInfo {
    /// The model's name in a collection.
    pub of: String,
    /// How many the list needs.
    pub models: u32,
    /// The same in words, beside the number of those that are owned: `the list has 5, short of 1`.
    pub words: String,
}

/// The arguments of `write-collection`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WriteCollectionArgs {
    /// The collection.
    pub collection: CollectionFile,
}

/// Writes a collection as the file that `--collection` reads. Leaves out names that the ruleset does not know. Fails if
/// the ruleset is unknown.
pub fn write_collection(app: &App, args: &WriteCollectionArgs) -> Result<WriteAnswer, CallFault> {
    let ruleset = app.shelf().ruleset(&args.collection.ruleset, &[])?;
    let collection = Collection::known(&ruleset, &args.collection);
    let text = text(collection.file(collection.main_nation(), &args.collection));
    Ok(WriteAnswer { text: text.map_err(|error| CallFault::new("unwritable", error.to_string()))? })
}

/// The collection in a call, if it is of the game of the list.
pub(crate) fn of_game(ruleset: &Ruleset, given: Option<&CollectionFile>) -> Option<Collection> {
    let id = &ruleset.declarations().id;
    given.filter(|file| file.ruleset.id() == id).map(|file| Collection::known(ruleset, file))
}

/// Compares a list with a collection.
pub(crate) fn owned(collection: &Collection, needs: &[Need]) -> OwnedInfo {
    let advice = collection.advice(needs).into_iter();
    let need = |need: &Need| {
        let short = match collection.short(need) {
            0 => String::new(),
            short => format!(", short of {short}"),
        };
        NeedInfo {
            of: name_of(&need.miniature),
            models: need.models,
            words: format!("the list has {}{short}", need.models),
        }
    };
    OwnedInfo {
        short: advice.map(|finding| FindingInfo::new(None, finding, None)).collect(),
        needs: needs.iter().map(need).collect(),
    }
}

/// The models that people count of a unit.
pub(crate) fn miniatures(ruleset: &Ruleset, catalogue: &ReadyCatalogue, ready: &ReadyUnit) -> Vec<MiniatureInfo> {
    let all = of_unit(ruleset.declarations(), catalogue, ready).into_iter();
    all.map(|one| MiniatureInfo { of: name_of(&one), name: one.name }).collect()
}

fn name_of(one: &Miniature) -> String {
    full_name(None, one.nation.as_deref(), &one.id)
}
