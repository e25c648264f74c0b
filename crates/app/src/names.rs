//! Looks up the names that calls contain.

use muster_engine::list::RulesetName;
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_library::versions;

use crate::app::App;
use crate::fault::CallFault;

/// A ruleset with the catalogues of these nations, or with all catalogues if `nations` is empty: its newest version, or the
/// newest of the range that follows the id, as in `dw-3@^1.0`.
pub(crate) fn ruleset(app: &App, id: &str, nations: &[&str]) -> Result<Ruleset, CallFault> {
    Ok(app.shelf().ruleset(&versions::name(id)?, nations)?)
}

/// Finds the id of a nation by its id, printed name or alias.
pub(crate) fn nation<'r>(ruleset: &'r Ruleset, name: &str) -> Result<&'r str, CallFault> {
    ruleset.nation(name).ok_or_else(|| {
        let declarations = ruleset.declarations();
        let fault = CallFault::new("unknown-nation", format!("{} has no nation `{name}`", declarations.name));
        match nearest(name, declarations.nations.values().map(|nation| nation.name.as_str())) {
            Some(help) => fault.help(help),
            None => fault,
        }
    })
}

/// The printed name of a nation, or `name` itself if there is no such nation.
pub(crate) fn nation_name(app: &App, ruleset: &RulesetName, name: &str) -> String {
    let known = app.shelf().ruleset(ruleset, &[name]).ok().and_then(|ruleset| {
        let nation = ruleset.declarations().nations.get(ruleset.nation(name)?)?;
        Some(nation.name.clone())
    });
    known.unwrap_or_else(|| name.to_owned())
}
