//! `events`: the events that a call may name.

use muster_library::shelf::EventHead;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::{GivenEvent, at_hand};
use crate::fault::CallFault;

/// The arguments of `events`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EventsArgs {
    /// An event file of the user, which is checked and listed too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenEvent>,
}

/// The events that a call may name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EventsAnswer {
    /// The names of those that count for every call that names none, because the program was started with them.
    pub standing: Vec<String>,
    /// The events at hand, by name.
    pub events: Vec<EventInfo>,
    /// The event that the call gave.
    pub given: Option<EventInfo>,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EventInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The ids of the rulesets that it is about.
    pub rulesets: Vec<String>,
    /// The last day for lists, as YYYY-MM-DD.
    pub deadline: Option<String>,
    /// It states a key, so that lists can be sealed for it.
    pub takes_sealed: bool,
}

impl From<EventHead> for EventInfo {
    fn from(EventHead { id, name, rulesets, deadline, key, .. }: EventHead) -> Self {
        Self { id, name, rulesets, deadline, takes_sealed: key.is_some() }
    }
}

/// The events at hand: those in the folders of rulesets, and those that come with the program. Fails if the given event
/// is faulty.
pub fn events(app: &App, args: &EventsArgs) -> Result<EventsAnswer, CallFault> {
    let given = match &args.given {
        Some(event) => app.under(Some(event))?.shelf().event_heads().pop().map(EventInfo::from),
        None => None,
    };
    let standing = app.shelf().event_heads().into_iter().map(|event| event.name).collect();
    let mut events: Vec<EventInfo> = at_hand(app.shelf()).into_iter().map(|(head, _)| head.into()).collect();
    events.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(EventsAnswer { standing, events, given })
}
