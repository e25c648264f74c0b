//! The calls of Muster as a module of Python; packages/python has what a person uses of it.
//!
//! Arguments and answers are JSON, as at every door. While a call is answered, other threads of Python go on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use muster_app::{App, CallFault, GivenEvent};
use muster_library::limits;
use muster_library::shelf::Shelf;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Rulesets, and threads that answer calls.
#[pyclass(frozen)]
struct Engine {
    app: App,
    threads: ThreadPool,
}

/// Whether a call was answered, and the answer or the fault as JSON.
type Answer = (bool, Py<PyBytes>);

#[pymethods]
impl Engine {
    /// Takes the rulesets in folders before those of the package, and so many threads; 0 is one for each core.
    #[new]
    fn new(rulesets: Vec<PathBuf>, threads: usize) -> PyResult<Self> {
        let threads = ThreadPoolBuilder::new().stack_size(limits::STACK).num_threads(threads).build();
        let threads = threads.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self { app: App::new(Shelf::with_folders(&rulesets)), threads })
    }

    /// Answers a call. The arguments are JSON.
    fn call(&self, py: Python<'_>, name: &str, args: &[u8]) -> Answer {
        let answer = py.detach(|| self.threads.install(|| answered(|| muster_app::call(&self.app, name, args))));
        to_python(py, answer)
    }

    /// Answers a call for each of several arguments, on all threads. The answers have the order of the arguments.
    fn calls(&self, py: Python<'_>, name: &str, args: Vec<PyBackedBytes>) -> Vec<Answer> {
        let answer = |args: &PyBackedBytes| answered(|| muster_app::call(&self.app, name, args));
        let answers: Vec<_> = py.detach(|| self.threads.install(|| args.par_iter().map(answer).collect()));
        answers.into_iter().map(|answer| to_python(py, answer)).collect()
    }

    /// Judges everything in files and folders, on all threads: reports, or a row for each list. `event` is as in calls.
    fn check_paths(&self, py: Python<'_>, paths: Vec<PathBuf>, event: &[u8], rows: bool) -> Answer {
        let work = || {
            let event: Option<GivenEvent> = serde_json::from_slice(event)
                .map_err(|error| CallFault::new("wrong-args", format!("this is no event: {error}")))?;
            if rows {
                written(&muster_app::rows_of_paths(&self.app, &paths, event.as_ref())?)
            } else {
                written(&muster_app::check_paths(&self.app, &paths, event.as_ref())?)
            }
        };
        let answer = py.detach(|| self.threads.install(|| answered(work)));
        to_python(py, answer)
    }
}

/// A bug in one call must not end the program of the caller.
fn answered(work: impl FnOnce() -> Result<Vec<u8>, CallFault>) -> Result<Vec<u8>, CallFault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(CallFault::bug()))
}

fn written(answer: &impl serde::Serialize) -> Result<Vec<u8>, CallFault> {
    serde_json::to_vec(answer).map_err(|_| CallFault::bug())
}

fn to_python(py: Python<'_>, answer: Result<Vec<u8>, CallFault>) -> Answer {
    let (is_answer, bytes) = match answer {
        Ok(bytes) => (true, bytes),
        Err(fault) => (false, serde_json::to_vec(&fault).unwrap_or_default()),
    };
    (is_answer, PyBytes::new(py, &bytes).unbind())
}

/// What `muster` imports.
#[pymodule]
mod _muster {
    #[pymodule_export]
    use super::Engine;
}
