//! Random numbers, which the page has.

use getrandom::{Error, register_custom_getrandom};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Fills this memory of the module by chance.
    #[link_name = "getRandomValues"]
    fn random_values(address: *mut u8, length: usize);
}

/// The most bytes that a page gives at once.
const MOST: usize = 65_536;

fn fill(bytes: &mut [u8]) -> Result<(), Error> {
    for some in bytes.chunks_mut(MOST) {
        // The page writes these bytes and no others.
        unsafe { random_values(some.as_mut_ptr(), some.len()) };
    }
    Ok(())
}

register_custom_getrandom!(fill);
