//! The state that all calls share.

use std::sync::{Arc, Mutex, PoisonError};

use muster_engine::effort;
use muster_library::shelf::Shelf;

use crate::event::{GivenEvent, shelf_under};
use crate::fault::CallFault;
use crate::own_file::{OwnFile, shelf_with};

/// How many events, and how many sets of own files, are kept ready.
const KEPT: usize = 4;

/// The state that all calls share: the rulesets. It holds nothing about the user, so threads may share one.
#[derive(Clone, Debug, Default)]
pub struct App {
    shelf: Arc<Shelf>,
    /// The rulesets under the events that calls named last.
    events: Arc<RecentApps<GivenEvent>>,
    /// The rulesets with the own files that calls brought last.
    own: Arc<RecentApps<Vec<OwnFile>>>,
}

impl App {
    /// Makes an app that uses these rulesets.
    #[must_use]
    pub fn new(shelf: Shelf) -> Self {
        Self { shelf: Arc::new(shelf), events: Arc::default(), own: Arc::default() }
    }

    /// The rulesets.
    #[must_use]
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// Takes the folders of the rulesets out of a sentence: who asks may be on another machine, where they are of no use
    /// and nobody's business. The rest of a path tells which file it is.
    pub(crate) fn without_folders(&self, sentence: &str) -> String {
        let written = self.shelf.folders().iter().filter(|folder| !folder.as_os_str().is_empty());
        written.fold(sentence.to_owned(), |sentence, folder| {
            sentence.replace(folder.join("").to_string_lossy().as_ref(), "")
        })
    }

    /// A fault without the folders of the rulesets.
    pub(crate) fn told(&self, fault: CallFault) -> CallFault {
        let help = fault.help.map(|help| self.without_folders(&help));
        CallFault { message: self.without_folders(&fault.message), help, code: fault.code }
    }

    /// The app with the rulesets under an event. Without one, the same app. Fails if there is no such event, or if it
    /// is faulty.
    pub fn under(&self, event: Option<&GivenEvent>) -> Result<Self, CallFault> {
        let Some(event) = event else { return Ok(self.clone()) };
        self.events.get_or_make(event, || Ok(Self::new(shelf_under(self.shelf(), event)?)))
    }

    /// The app with a person's own units. Without own files, the same app.
    pub(crate) fn with_own(&self, files: &Vec<OwnFile>) -> Result<Self, CallFault> {
        if files.is_empty() {
            return Ok(self.clone());
        }
        self.own.get_or_make(files, || Ok(Self::new(shelf_with(self.shelf(), files))))
    }
}

/// The apps that were made last, by what they were made from. No answer depends on which are here.
#[derive(Debug)]
struct RecentApps<K>(Mutex<Vec<(K, App)>>);

impl<K> Default for RecentApps<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone + PartialEq> RecentApps<K> {
    fn get_or_make(&self, key: &K, make: impl FnOnce() -> Result<App, CallFault>) -> Result<App, CallFault> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().iter().find(|(known, _)| known == key).map(|(_, app)| app.clone());
        if let Some(app) = known {
            return Ok(app);
        }
        let app = make()?;
        if effort::is_ended() {
            return Ok(app);
        }
        let mut kept = kept();
        let old = (kept.len() + 1).saturating_sub(KEPT);
        kept.drain(..old);
        kept.push((key.clone(), app.clone()));
        Ok(app)
    }
}
