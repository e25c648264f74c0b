//! `attachables`: the units that may be attached to a squadron. For the others it says why not.

use muster_engine::catalogue::Unit;
use muster_engine::place::SquadronPlace;
use muster_library::shelf;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::candidates::{Candidates, next, trials, try_all};
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::names;

/// The arguments of `attachables`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AttachablesArgs {
    /// The list.
    pub list: GivenList,
    /// JSON pointer to a squadron of the list, such as `/squadrons/0` or `/groups/0/squadrons/1/attached/0`.
    pub at: String,
    /// The nation whose units to try, by id or name. Default: the squadron's nation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// Tries to attach units to a squadron. It tries units of the nation and units of no nation, if a rule of theirs lets
/// them join other squadrons or if this squadron's unit names them.
///
/// Fails if the list cannot be read, or if its ruleset, the nation or the squadron is unknown.
pub fn attachables(app: &App, args: &AttachablesArgs) -> Result<Candidates, CallFault> {
    let app = &app.under(args.event.as_ref())?;
    let list = args.list.list_to_try()?;
    let unknown = || CallFault::new("unknown-place", format!("the list has no squadron at `{}`", args.at));
    let place = SquadronPlace::exact(&args.at).ok_or_else(unknown)?;
    let host = place.squadron(&list).ok_or_else(unknown)?;
    let mut nations = shelf::nations(&list);
    nations.extend(args.nation.as_deref());
    let ruleset = app.shelf().ruleset(&list.ruleset, &nations)?;
    let nation = match args.nation.as_deref() {
        Some(name) => Some(names::nation(&ruleset, name)?),
        None => host.nation.as_deref().or(list.nation.as_deref()).and_then(|name| ruleset.nation(name)),
    };
    let hosts =
        ruleset.catalogues().iter().find_map(|catalogue| Some(&catalogue.unit(catalogue.find(&host.unit)?).hosts));
    let wanted = |unit: &Unit| {
        !unit.attaches.is_empty() || hosts.is_some_and(|hosts| hosts.iter().any(|host| host.unit == unit.id))
    };
    let trials = trials(&ruleset, &list, nation, true, wanted);
    let candidates = try_all(&ruleset, &list, &list, &place, trials, None);
    Ok(Candidates { at: next(&list, &place), group: None, candidates })
}
