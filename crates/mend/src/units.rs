//! The units that may be added to a list.

use muster_engine::catalogue::Unit;
use muster_engine::list::{ArmyList, Squadron};
use muster_engine::ready::Ruleset;

use crate::smallest::smallest;

/// The units that a list may add, each as its smallest squadron: those of its nation, and those of no nation.
pub(crate) fn units<'r>(ruleset: &'r Ruleset, list: &ArmyList) -> impl Iterator<Item = (&'r Unit, Squadron)> {
    let home = list.nation.as_deref().and_then(|name| ruleset.nation(name));
    let of_home = move |nation: Option<&str>| nation.is_none() || nation == home;
    let catalogues =
        ruleset.catalogues().iter().filter(move |catalogue| of_home(catalogue.written().nation.as_deref()));
    catalogues.flat_map(|catalogue| {
        catalogue.units().iter().map(|ready| {
            let unit = catalogue.unit(ready);
            (unit, smallest(ruleset.declarations(), ready, unit, None))
        })
    })
}
