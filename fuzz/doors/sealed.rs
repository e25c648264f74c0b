//! Sealed lists: a file of a stranger, and a stranger's words inside of a sound file.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use muster_exchange::sealed::{EventKeys, PublicKey, SealFault, SealedFile, open, seal};
use muster_fuzz::{chosen, is_sentence};

/// The most bytes of an input, and of what is sealed here.
const MOST: u64 = 1 << 20;

static KEYS: LazyLock<EventKeys> = LazyLock::new(EventKeys::random);
static PUBLIC: LazyLock<PublicKey> = LazyLock::new(|| {
    let key = KEYS.public().next().expect("there is one");
    PublicKey::read(&key).expect("it is a key")
});

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = chosen(bytes) else { return };
    match choice % 3 {
        0 => {
            for keys in [None, Some(&*KEYS)] {
                let fault = open(keys, rest, MOST).expect_err("the key is a new one");
                is_sentence(&fault.to_string());
            }
        }
        1 => {
            let (event, name) = rest.split_at(rest.len() / 2);
            let (event, name) = (String::from_utf8_lossy(event), String::from_utf8_lossy(name));
            let file = SealedFile { event: event.into_owned(), name: name.into_owned(), bytes: rest.to_vec() };
            match seal(&PUBLIC, &file) {
                Ok(sealed) => {
                    let opened = open(Some(&KEYS), &sealed, MOST).expect("nothing in it was changed");
                    assert_eq!((&opened.event, &opened.bytes), (&file.event, &file.bytes));
                    assert!(!opened.name.contains(['/', '\\']));
                    assert_eq!(open(Some(&KEYS), &sealed[..sealed.len() - 1], MOST), Err(SealFault::Damaged));
                }
                Err(fault) => assert_eq!(fault, SealFault::TooLarge),
            }
        }
        _ => {
            let _ = EventKeys::read(rest);
            let _ = PublicKey::read(&String::from_utf8_lossy(rest));
        }
    }
});
