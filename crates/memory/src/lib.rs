//! The allocator of the program, and when it gives memory back to the system.

use libmimalloc_sys::{mi_option_set, mi_option_t};
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The allocator's option for the milliseconds until it gives back memory that is free. The crate does not name it.
const PURGE_DELAY: mi_option_t = 15;

/// Gives memory back to the system as soon as it is free. Otherwise each thread of a server keeps what the largest of its
/// calls took, until it is asked again. Call it before other threads work.
pub fn give_back_at_once() {
    // SAFETY: it writes one number of the allocator's table of options, which has this entry (see the test).
    #[expect(unsafe_code, reason = "the allocator has only functions of C")]
    unsafe {
        mi_option_set(PURGE_DELAY, 0);
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::c_long;

    use libmimalloc_sys::mi_option_get;

    use super::{PURGE_DELAY, give_back_at_once};

    fn delay() -> c_long {
        // SAFETY: it reads one number of the table.
        #[expect(unsafe_code, reason = "the allocator has only functions of C")]
        unsafe {
            mi_option_get(PURGE_DELAY)
        }
    }

    #[test]
    fn the_option_is_the_delay() {
        // Version 2 has 10 at this place of its table. The options beside it have other numbers.
        assert_eq!(delay(), 10);
        give_back_at_once();
        assert_eq!(delay(), 0);
    }
}
