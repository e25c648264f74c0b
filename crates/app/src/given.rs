//! A list in the arguments of a call.

use std::borrow::Cow;

use muster_engine::list::ArmyList;
use muster_library::fault::FileFault;
use muster_library::{json, lists};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::fault::CallFault;

/// The largest list that may be judged with many candidates. A list with a hundred squadrons takes a tenth of this.
const TRIED_BYTES: usize = 256 * 1024;

/// A list as the call sent it. It is read with the reader for files, so it has the same faults as a file with this
/// list.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct GivenList(Box<RawValue>);

impl GivenList {
    /// Makes the argument of a call from a list.
    pub fn new(list: &ArmyList) -> Result<Self, CallFault> {
        let text = serde_json::value::to_raw_value(list);
        text.map(Self).map_err(|error| CallFault::new("unwritable", format!("the list is not JSON: {error}")))
    }

    /// Reads the list, or returns everything that is wrong with it.
    pub fn read(&self) -> Result<ArmyList, Vec<FileFault>> {
        let document = json::document(self.0.get()).map_err(|unparsed| unparsed.faults)?;
        let mut faults = match lists::list(&document) {
            Ok(list) => return Ok(list),
            Err(faults) => faults,
        };
        // The caller has no file with lines.
        for fault in &mut faults {
            fault.place = None;
        }
        Err(faults)
    }

    /// Reads a list to be judged with many candidates. Fails if judging it a hundred times would take more than some
    /// seconds.
    pub(crate) fn list_to_try(&self) -> Result<ArmyList, CallFault> {
        if self.0.get().len() > TRIED_BYTES {
            let message = format!("units can be suggested only for lists of up to {} kB", TRIED_BYTES / 1024);
            return Err(CallFault::new("too-large", message));
        }
        self.list()
    }

    /// Reads the list. Fails with the first thing that is wrong with it.
    pub(crate) fn list(&self) -> Result<ArmyList, CallFault> {
        self.read().map_err(|faults| {
            let first = faults.into_iter().next().map(|fault| {
                let at = if fault.at.is_empty() { String::new() } else { format!(" (at {})", fault.at) };
                (format!("the list cannot be read: {}{at}", fault.message), fault.help)
            });
            let (message, help) = first.unwrap_or_else(|| ("this is not a list".to_owned(), None));
            CallFault { code: "unreadable-list".to_owned(), message, help }
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
