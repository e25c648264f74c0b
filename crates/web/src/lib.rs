//! The calls of the screens as a WebAssembly module (docs/adr/0029-static-edition.md).
//!
//! The page writes a call into a buffer of the module and reads the answer from there:
//! 1. `buffer(length)` makes room and returns its address. The page writes the call's name there, then its arguments as
//!    JSON.
//! 2. `call(name_length)` answers the call. The buffer now holds the answer, or the fault. It returns the length of the
//!    answer, or of the fault as a negative number.
//! 3. `address()` returns where the answer begins. Read it anew after each call, because the memory may have moved.

#[cfg(target_family = "wasm")]
mod random;

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use muster_app::{App, CallFault};
use muster_library::shelf::Shelf;

static APP: LazyLock<App> = LazyLock::new(|| App::new(Shelf::built_in()));
static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn held() -> MutexGuard<'static, Vec<u8>> {
    BUFFER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a call of `length` bytes, name and arguments together, and returns the address of the first byte.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *const u8 {
    let mut buffer = held();
    *buffer = vec![0; length];
    buffer.as_ptr()
}

/// Answers the call in the buffer. Its first `name_length` bytes are the name, the others the arguments. Returns the
/// length of the answer, in bytes; if the call is refused, minus the length of the fault.
#[unsafe(no_mangle)]
pub extern "C" fn call(name_length: usize) -> isize {
    let given = std::mem::take(&mut *held());
    let (name, args) = given.split_at(name_length.min(given.len()));
    let answer = muster_app::call(&APP, &String::from_utf8_lossy(name), args);
    let (bytes, sign) = match answer {
        Ok(bytes) => (bytes, 1),
        Err(fault) => (written(&fault), -1),
    };
    let length = isize::try_from(bytes.len()).unwrap_or(isize::MAX);
    *held() = bytes;
    sign * length
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn address() -> *const u8 {
    held().as_ptr()
}

fn written(fault: &CallFault) -> Vec<u8> {
    serde_json::to_vec(fault).unwrap_or_default()
}
