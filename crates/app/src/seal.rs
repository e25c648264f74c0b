//! `seal`: a list as a file that only the organiser of its event can open.

use data_encoding::BASE64;
use muster_engine::slug::slug;
use muster_exchange::sealed::{self, PublicKey, SealedFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::write::text;

/// The arguments of `seal`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SealArgs {
    /// The list.
    pub list: GivenList,
    /// The event to which it is handed in; it states a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A sealed list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SealAnswer {
    /// The bytes of the file, in base 64. They differ each time.
    pub file: String,
    /// A name for the file.
    pub name: String,
    /// The name of the event.
    pub event: String,
}

/// Seals a list with the key of an event. Fails if the list cannot be read, or if the event is faulty or states no key (`no-key`).
pub fn seal(app: &App, args: &SealArgs) -> Result<SealAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let list = args.list.list()?;
    let no_key =
        |message: String| CallFault::new("no-key", message).help("ask its organiser for the file with the key");
    let event = app.shelf().sealing_event(&list, None);
    let event = event.ok_or_else(|| no_key("the event states no key, so nothing can be sealed for it".to_owned()))?;
    let key = PublicKey::read(event.key.as_deref().unwrap_or_default());
    let key = key.map_err(|fault| no_key(format!("{}: {fault}", event.name)))?;
    let stem = slug(list.player.as_deref().or(list.name.as_deref()).unwrap_or_default());
    let stem = if stem.is_empty() { "list".to_owned() } else { stem.chars().take(60).collect() };
    let file = SealedFile { event: event.id, name: format!("{stem}.yaml"), bytes: text(&list)?.into_bytes() };
    let sealed = sealed::seal(&key, &file).map_err(|fault| CallFault::new("unwritable", fault.to_string()))?;
    Ok(SealAnswer { file: BASE64.encode(&sealed), name: format!("{stem}.muster"), event: event.name })
}
