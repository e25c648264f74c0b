//! Makes many documents on all cores.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rayon::ThreadPoolBuilder;

/// Calls `make` for each item, on all cores. Each document is made wholly on one core. No further one is begun after an
/// error; returns the first.
///
/// Do not print in a `par_iter` of rayon instead: the typesetter uses rayon too, so a thread that waits for a part of one
/// document would begin the next before it ends the first. Hundreds would be open at once, until the stack is full.
pub fn each<T: Sync, E: Send + Sync>(items: &[T], make: impl Fn(&T) -> Result<(), E> + Sync) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failed = OnceLock::new();
    let work = || {
        while failed.get().is_none()
            && let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed))
        {
            if let Err(error) = make(item) {
                // A thread that fails a moment later has its error dropped.
                let _ = failed.set(error);
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores.min(items.len()) {
            scope.spawn(|| match ThreadPoolBuilder::new().num_threads(1).build() {
                Ok(pool) => pool.install(work),
                Err(_) => work(),
            });
        }
    });
    failed.into_inner().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn every_item_is_made_once() {
        let made = Mutex::new(Vec::new());
        let items: Vec<usize> = (0..100).collect();
        let result = each(&items, |item| {
            made.lock().unwrap().push(*item);
            Ok::<(), ()>(())
        });
        let mut made = made.into_inner().unwrap();
        made.sort_unstable();
        assert_eq!((result, made), (Ok(()), items));
    }

    #[test]
    fn an_error_ends_the_work() {
        let made = AtomicUsize::new(0);
        let items: Vec<usize> = (0..10_000).collect();
        let result = each(&items, |item| {
            made.fetch_add(1, Ordering::Relaxed);
            if *item == 3 { Err("no room") } else { Ok(()) }
        });
        assert_eq!(result, Err("no room"));
        assert!(made.into_inner() < items.len());
    }
}
