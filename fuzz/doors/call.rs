//! What `muster serve` answers: the first byte is the call, the rest its body. Answers are JSON, and the same when the call
//! is made again. Calls that print are left out.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use muster_app::{App, NAMES, call};
use muster_fuzz::{chosen, is_sentence};
use serde_json::Value;

static APP: LazyLock<App> = LazyLock::new(App::default);

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, body)) = chosen(bytes) else { return };
    let name = NAMES[choice % NAMES.len()];
    let answer = call(&APP, name, body);
    assert_eq!(answer, call(&APP, name, body), "another answer to the same call of {name}");
    match answer {
        Ok(answer) => drop(serde_json::from_slice::<Value>(&answer).expect("an answer is JSON")),
        Err(fault) => {
            assert!(!["unwritable", "broken"].contains(&fault.code.as_str()), "{name}: {fault:?}");
            is_sentence(&fault.message);
        }
    }
});
