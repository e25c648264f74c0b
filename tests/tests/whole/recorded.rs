//! Compares what the engine tells about lists of the invented world with the record in `tests/worlds/told.txt`, as
//! `told.rs` does for golden lists. That world has things that no shipped game has together.

use std::path::Path;

use muster_tests::told::Told;
use rayon::prelude::*;

use crate::invented;
use crate::told::{is_as_recorded, record_of};

#[test]
fn what_is_told_about_invented_lists_is_as_recorded() {
    let world = invented::world();
    let ruleset = invented::build(&world, invented::rules(&world));
    let (variants, contexts) = (invented::variants(), invented::contexts());
    let told = contexts.par_iter().enumerate().map(|(number, context)| {
        let mut told = Told::default();
        for first in 0..variants.len() {
            for second in (0..=first).filter(|second| (first + second) % contexts.len() == number) {
                let squadrons = vec![variants[first].clone(), variants[second].clone()];
                told.add_list(&ruleset, &format!("{first} {second}"), &invented::list(squadrons, context));
            }
        }
        (format!("context {number}"), told)
    });
    let told: Vec<(String, Told)> = told.collect();
    let record = record_of(&ruleset, told.iter().map(|(name, told)| (name.as_str(), told)));
    is_as_recorded([(Path::new(env!("CARGO_MANIFEST_DIR")).join("worlds/told.txt"), record)]);
}
