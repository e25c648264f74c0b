//! Where calls wait for their turn: those that are answered in a moment never wait for those that take long.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The calls that read what strangers wrote, or everything that players handed in.
const HAND_INS: &[&str] = &[
    "check",
    "rows",
    "submissions",
    "correct",
    "verify",
    "versions",
    "tally",
    "compare",
    "page",
    "table",
    "replies",
    "read",
    "import",
    "recognise",
    "read-units",
    "change-units",
    "own-unit",
];
/// The calls that judge a list many times, each with a change.
const SEARCHES: &[&str] =
    &["mends", "additions", "candidates", "attachables", "migrate", "changes", "everywhere", "example"];
/// The calls that typeset.
const PRINTS: &[&str] = &["print", "print-many", "print-sheet", "preview", "picture"];

/// The largest other call that is too short to hold a real list, such as `version` or `units`.
const BRIEF: usize = 1024;
/// The largest with a list that is answered in a moment: several times the size of a list of 25 squadrons.
const SMALL: usize = 16 * 1024;
/// The largest that does not wait for those of thousands of squadrons.
pub(crate) const MIDDLE: usize = 64 * 1024;

/// How many calls may wait for searches, with those that run. More are told to come again: each keeps a connection.
const WAITING: usize = 24;
/// How many calls of one kind may wait where kinds take turns: hand-ins, prints, large lists.
const IN_TURN: usize = 12;

/// A room for each kind of call.
#[derive(Clone)]
pub(crate) struct Rooms {
    brief: Room,
    small: Room,
    middle: Room,
    large: Room,
    hand_ins: Room,
    searches: Room,
    prints: Room,
}

/// A kind of call: how many run at once, and how many may wait.
#[derive(Clone)]
pub(crate) struct Room {
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// A turn in a room. It lasts until it is dropped.
pub(crate) struct Permit {
    _waiting: OwnedSemaphorePermit,
    _running: OwnedSemaphorePermit,
}

impl Rooms {
    /// Rooms for so many cores. Long calls leave one core to others. Those that may take 150 MB take turns, each kind with
    /// a queue of its own; a person who builds does not wait for them.
    pub(crate) fn new(cores: usize) -> Self {
        let others = cores.saturating_sub(1).max(1);
        let short = || Room::new(cores, Semaphore::MAX_PERMITS);
        let large = Room::new(others, IN_TURN);
        let beside = || Room { waiting: Arc::new(Semaphore::new(IN_TURN)), ..large.clone() };
        Self {
            brief: short(),
            small: short(),
            middle: short(),
            hand_ins: beside(),
            searches: Room::new(others, WAITING),
            prints: beside(),
            large,
        }
    }

    /// The room of a call with so many bytes.
    pub(crate) fn of(&self, name: &str, bytes: usize) -> &Room {
        match name {
            name if HAND_INS.contains(&name) => &self.hand_ins,
            name if SEARCHES.contains(&name) => &self.searches,
            name if PRINTS.contains(&name) => &self.prints,
            _ if bytes <= BRIEF => &self.brief,
            _ if bytes <= SMALL => &self.small,
            _ if bytes <= MIDDLE => &self.middle,
            _ => &self.large,
        }
    }
}

impl Room {
    fn new(running: usize, waiting: usize) -> Self {
        Self { running: Arc::new(Semaphore::new(running)), waiting: Arc::new(Semaphore::new(waiting)) }
    }

    /// Waits for a turn. None if too many wait already.
    pub(crate) async fn enter(&self) -> Option<Permit> {
        let waiting = Arc::clone(&self.waiting).try_acquire_owned().ok()?;
        let running = Arc::clone(&self.running).acquire_owned().await.ok()?;
        Some(Permit { _waiting: waiting, _running: running })
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::{IN_TURN, MIDDLE, Rooms};

    #[tokio::test]
    async fn a_short_call_waits_for_no_long_ones() {
        let rooms = Rooms::new(2);
        // As many long calls as are permitted are running.
        let mut running = Vec::new();
        for (name, bytes) in [("submissions", 10), ("mends", 10)] {
            running.push(rooms.of(name, bytes).enter().await);
        }
        assert!(running.iter().all(Option::is_some));
        for (name, bytes) in [("import", 10), ("additions", 10), ("preview", 10), ("play", MIDDLE + 1)] {
            let mut waiting = std::pin::pin!(rooms.of(name, bytes).enter());
            assert!(waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending(), "{name}");
        }
        for (name, bytes) in [("version", 2), ("judge", 5000), ("judge", 50_000)] {
            assert!(rooms.of(name, bytes).enter().await.is_some(), "{name}");
        }
    }

    #[tokio::test]
    async fn no_more_wait_than_there_is_room_for() {
        let rooms = Rooms::new(2);
        let room = rooms.of("submissions", 2);
        let running = room.enter().await;
        assert!(running.is_some());
        let mut waiting: Vec<_> = (1..IN_TURN).map(|_| Box::pin(room.enter())).collect();
        for one in &mut waiting {
            assert!(one.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        assert!(room.enter().await.is_none());
        // Whoever goes away makes room for another.
        waiting.pop();
        drop(running);
        assert!(waiting.remove(0).await.is_some());
    }
}
