//! The state that all calls share.

use std::sync::{Arc, Mutex, PoisonError};

use muster_library::shelf::Shelf;

use crate::event::{GivenEvent, shelf_under};
use crate::fault::Fault;

/// How many events are kept ready.
const EVENTS: usize = 4;

/// The state that all calls share: the rulesets. It holds nothing about the user, so threads may share one.
#[derive(Clone, Debug, Default)]
pub struct App {
    shelf: Arc<Shelf>,
    ready: Arc<Ready>,
}

/// The rulesets under the events that calls named last. No answer depends on which are here.
type Ready = Mutex<Vec<(GivenEvent, Arc<Shelf>)>>;

impl App {
    /// Makes an app that uses these rulesets.
    #[must_use]
    pub fn new(shelf: Shelf) -> Self {
        Self { shelf: Arc::new(shelf), ready: Arc::default() }
    }

    /// The rulesets.
    #[must_use]
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// The app with the rulesets under an event. Without one, the same app. Fails if there is no such event, or if it
    /// is faulty.
    pub(crate) fn under(&self, event: Option<&GivenEvent>) -> Result<Self, Fault> {
        let Some(event) = event else { return Ok(self.clone()) };
        let ready = || self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let known = ready().iter().find(|(known, _)| known == event).map(|(_, under)| Arc::clone(under));
        let under = if let Some(under) = known {
            under
        } else {
            let under = Arc::new(shelf_under(self.shelf(), event)?);
            let mut ready = ready();
            let old = (ready.len() + 1).saturating_sub(EVENTS);
            ready.drain(..old);
            ready.push((event.clone(), Arc::clone(&under)));
            under
        };
        Ok(Self { shelf: under, ready: Arc::clone(&self.ready) })
    }
}
