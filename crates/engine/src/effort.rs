//! How much work an answer may take, counted in steps, and how work is stopped that nobody waits for any more.
//!
//! Loops whose length a stranger chooses call [`spend`]. If the steps of the [`Effort`] that they run under are spent, or
//! it is cancelled, the work ends at once, and [`Effort::run`] says so. What is made once and kept for later calls is
//! [`uncounted`]: whether it is there already must not decide whether the steps suffice.
//!
//! Steps are counted and no clock is read, so the same input always ends in the same way. Work ends by unwinding, as it
//! does in rustc and rust-analyzer: no loop has to pass on that it was stopped. Where a program cannot unwind, as in
//! WebAssembly, the work runs to its end, and then has the same outcome.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A bound on work. Clones share it, also between threads.
#[derive(Clone, Debug)]
pub struct Effort(Arc<Bound>);

#[derive(Debug)]
struct Bound {
    most: u64,
    spent: AtomicU64,
    is_cancelled: AtomicBool,
    is_impossible: AtomicBool,
    /// The work that this is a part of. What is spent here is spent there too.
    around: Option<Effort>,
}

/// Why work ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Its steps are spent. The same input would end in the same way again.
    Spent,
    /// Nobody waits for the answer any more.
    Cancelled,
    /// The work needs something that this build of the program does not have.
    Impossible,
}

/// What unwinds: the effort that was stopped, and why.
struct Stop(Effort, StopReason);

/// The effort of a thread, if it works under one: `let here = effort::here()` before a parallel loop, and
/// `here.go_on(...)` in it.
#[derive(Clone, Debug, Default)]
pub struct ThreadEffort {
    effort: Option<Effort>,
    is_uncounted: bool,
}

thread_local! {
    static NOW: RefCell<ThreadEffort> = const { RefCell::new(ThreadEffort { effort: None, is_uncounted: false }) };
}

impl Effort {
    /// Work of at most so many steps. If this thread already works under another effort, this one is a part of it.
    #[must_use]
    pub fn of(most: u64) -> Self {
        let around = here().effort;
        let [is_cancelled, is_impossible] = [AtomicBool::new(false), AtomicBool::new(false)];
        Self(Arc::new(Bound { most, spent: AtomicU64::new(0), is_cancelled, is_impossible, around }))
    }

    /// Ends the work, wherever it runs, when it next spends a step or checks.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// How many steps were spent.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.0.spent.load(Ordering::Relaxed)
    }

    /// Does work under this effort, on this thread. May be called several times, which then share the steps.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, StopReason> {
        if let Some(stopped) = self.stopped() {
            return Err(stopped);
        }
        let answer = catch_unwind(AssertUnwindSafe(|| {
            ThreadEffort { effort: Some(self.clone()), is_uncounted: false }.go_on(work)
        }));
        match answer {
            // Where nothing unwinds, the work ran on.
            Ok(answer) => self.stopped().map_or(Ok(answer), Err),
            Err(reason) => Err(self.reason(reason)),
        }
    }

    /// Why this effort was stopped. Unwinds on if something else was.
    fn reason(&self, reason: Box<dyn Any + Send>) -> StopReason {
        match reason.downcast::<Stop>() {
            Ok(stop) if Arc::ptr_eq(&stop.0.0, &self.0) => stop.1,
            Ok(stop) => resume_unwind(stop),
            Err(panic) => resume_unwind(panic),
        }
    }

    fn stopped(&self) -> Option<StopReason> {
        if self.0.is_impossible.load(Ordering::Relaxed) {
            return Some(StopReason::Impossible);
        }
        if self.0.is_cancelled.load(Ordering::Relaxed) {
            return Some(StopReason::Cancelled);
        }
        (self.spent() > self.0.most).then_some(StopReason::Spent)
    }

    /// This effort and those around it.
    fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |effort| effort.0.around.as_ref())
    }

    fn spend(&self, steps: u64) {
        for effort in self.all() {
            effort.0.spent.fetch_add(steps, Ordering::Relaxed);
        }
        self.check();
    }

    fn check(&self) {
        // The outermost first: if the whole answer is lost, no part of it matters.
        let stopped = self.all().filter_map(|effort| Some((effort, effort.stopped()?))).last();
        if let Some((effort, stopped)) = stopped
            && cfg!(panic = "unwind")
        {
            resume_unwind(Box::new(Stop(effort.clone(), stopped)));
        }
    }
}

/// Spends steps of the effort that this thread works under, if any. A step takes about a microsecond.
pub fn spend(steps: usize) {
    match here() {
        ThreadEffort { effort: Some(effort), is_uncounted: false } => effort.spend(steps as u64),
        ThreadEffort { effort: Some(effort), is_uncounted: true } => effort.check(),
        ThreadEffort { effort: None, .. } => {}
    }
}

/// Ends the work of this thread, because it needs something that this build of the program does not have.
pub fn end_as_impossible() {
    if let Some(effort) = here().effort {
        effort.all().for_each(|effort| effort.0.is_impossible.store(true, Ordering::Relaxed));
        effort.check();
    }
}

/// Returns whether the work of this thread was ended. It goes on only where it cannot unwind, as in WebAssembly. Then nobody
/// may keep anything that it makes.
#[must_use]
pub fn is_ended() -> bool {
    here().effort.is_some_and(|effort| effort.all().any(|effort| effort.stopped().is_some()))
}

/// Does work that spends no steps, because others have the use of it too. It can be cancelled.
pub fn uncounted<T>(work: impl FnOnce() -> T) -> T {
    ThreadEffort { is_uncounted: true, ..here() }.go_on(work)
}

/// The effort of this thread.
#[must_use]
pub fn here() -> ThreadEffort {
    NOW.with_borrow(Clone::clone)
}

impl ThreadEffort {
    /// Does a part of the work, on any thread.
    pub fn go_on<T>(&self, work: impl FnOnce() -> T) -> T {
        struct EarlierEffort(ThreadEffort);
        impl Drop for EarlierEffort {
            fn drop(&mut self) {
                NOW.set(std::mem::take(&mut self.0));
            }
        }
        let _before = EarlierEffort(NOW.replace(self.clone()));
        work()
    }
}

#[cfg(test)]
mod tests {
    use super::{Effort, StopReason, end_as_impossible, here, is_ended, spend, uncounted};

    #[test]
    fn steps_are_counted_and_end_the_work() {
        let effort = Effort::of(10);
        assert_eq!(effort.run(|| spend(10)), Ok(()));
        assert_eq!(effort.spent(), 10);
        let work = || {
            spend(1);
            unreachable!("the work has ended")
        };
        assert_eq!(effort.run(work), Err::<(), _>(StopReason::Spent));
        assert_eq!(effort.run(|| unreachable!("nothing is left")), Err::<(), _>(StopReason::Spent));
        assert_eq!(Effort::of(10).run(|| uncounted(|| spend(11))), Ok(()));
        // Without an effort, nothing is counted.
        spend(usize::MAX);
    }

    #[test]
    fn a_part_may_end_while_the_whole_goes_on() {
        let whole = Effort::of(100);
        let done = whole.run(|| {
            let parts = (0..3).map(|part| Effort::of(20).run(|| (0..=part).for_each(|_| spend(10))).is_ok());
            parts.collect::<Vec<bool>>()
        });
        assert_eq!(done, Ok(vec![true, true, false]));
        assert_eq!(whole.spent(), 60);
        // What ends the whole does not end as a part.
        let ended = whole.run(|| {
            let _ = Effort::of(1000).run(|| spend(41));
            unreachable!("the whole has ended")
        });
        assert_eq!(ended, Err::<(), _>(StopReason::Spent));
    }

    #[test]
    fn cancelled_work_ends_on_every_thread() {
        let effort = Effort::of(u64::MAX);
        let ended = effort.run(|| {
            let here = here();
            let other = std::thread::spawn(move || {
                here.go_on(|| {
                    loop {
                        uncounted(|| spend(1));
                        std::thread::yield_now();
                    }
                })
            });
            effort.cancel();
            let Err(reason) = other.join();
            std::panic::resume_unwind(reason);
        });
        assert_eq!(ended, Err(StopReason::Cancelled));
        spend(1);
    }

    #[test]
    fn impossible_work_ends_as_a_whole() {
        let whole = Effort::of(10);
        let ended = whole.run(|| {
            assert!(!is_ended());
            let _ = Effort::of(10).run(|| uncounted(end_as_impossible));
            unreachable!("the whole has ended")
        });
        assert_eq!(ended, Err::<(), _>(StopReason::Impossible));
        end_as_impossible();
        assert!(!is_ended());
    }

    #[test]
    #[should_panic(expected = "a bug")]
    fn a_panic_goes_on() {
        let _ = Effort::of(1).run(|| panic!("a bug"));
    }
}
