//! A list inside a call.

use std::borrow::Cow;

use muster_engine::list::ArmyList;
use muster_library::fault::Fault as FileFault;
use muster_library::{json, lists};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::fault::Fault;

/// The largest list that is tried with many squadrons: ten times what a list of a hundred squadrons takes.
const TRIED_BYTES: usize = 256 * 1024;

/// A list as it came. It is read like a file, so that the same things are wrong with it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct GivenList(Box<RawValue>);

impl GivenList {
    /// A list for a call.
    pub fn new(list: &ArmyList) -> Result<Self, Fault> {
        let text = serde_json::value::to_raw_value(list);
        text.map(Self).map_err(|error| Fault::new("unwritable", format!("the list is no JSON: {error}")))
    }

    /// The list, or everything that is wrong with it.
    pub fn read(&self) -> Result<ArmyList, Vec<FileFault>> {
        let document = json::document(self.0.get()).map_err(|unparsed| unparsed.faults)?;
        let mut faults = match lists::list(&document) {
            Ok(list) => return Ok(list),
            Err(faults) => faults,
        };
        // A list in a call has no lines that anybody sees.
        for fault in &mut faults {
            fault.place = None;
        }
        Err(faults)
    }

    /// The list, where judging it a hundred times over takes seconds at most; else a fault of the call.
    pub(crate) fn list_to_try(&self) -> Result<ArmyList, Fault> {
        if self.0.get().len() > TRIED_BYTES {
            let message = format!("what may be added is told of lists of up to {} kB", TRIED_BYTES / 1024);
            return Err(Fault::new("too-large", message));
        }
        self.list()
    }

    /// The list, or a fault of the call that says the first thing that is wrong with it.
    pub(crate) fn list(&self) -> Result<ArmyList, Fault> {
        self.read().map_err(|faults| {
            let first = faults.into_iter().next().map(|fault| {
                let at = if fault.at.is_empty() { String::new() } else { format!(" (at {})", fault.at) };
                (format!("the list cannot be read: {}{at}", fault.message), fault.help)
            });
            let (message, help) = first.unwrap_or_else(|| ("this is no list".to_owned(), None));
            Fault { code: "unreadable-list".to_owned(), message, help }
        })
    }
}

impl JsonSchema for GivenList {
    fn inline_schema() -> bool {
        ArmyList::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        ArmyList::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        ArmyList::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ArmyList::json_schema(generator)
    }
}
