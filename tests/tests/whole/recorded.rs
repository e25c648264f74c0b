//! Compares what the engine tells about lists of the invented world with the record in `tests/worlds/told.txt`, as
//! `told.rs` does for golden lists. That world has things that no shipped game has together.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use muster_engine::short_digest;
use muster_tests::told::{Told, catalogues, rules};
use rayon::prelude::*;

use crate::oracle::{build, invented_contexts, invented_rules, invented_variants, invented_world, list};
use crate::told::{HEAD, is_as_recorded};

#[test]
fn what_is_told_about_invented_lists_is_as_recorded() {
    let world = invented_world();
    let ruleset = build(&world, invented_rules(&world));
    let (variants, contexts) = (invented_variants(), invented_contexts());
    let told = contexts.par_iter().enumerate().map(|(number, context)| {
        let mut told = Told::default();
        for first in 0..variants.len() {
            for second in (0..=first).filter(|second| (first + second) % contexts.len() == number) {
                let squadrons = vec![variants[first].clone(), variants[second].clone()];
                told.add_list(&ruleset, &format!("{first} {second}"), &list(squadrons, context));
            }
        }
        told
    });
    let told: Vec<Told> = told.collect();
    let mut record = String::from(HEAD);
    let _ = writeln!(record, "rules {}", short_digest(rules(&ruleset).as_bytes()));
    for (nation, told) in catalogues(&ruleset) {
        let _ = writeln!(record, "units of {nation} {}", short_digest(told.as_bytes()));
    }
    let mut known = BTreeSet::new();
    for (number, told) in told.iter().enumerate() {
        record.push_str(&told.record(&format!("context {number}"), &mut known));
    }
    is_as_recorded([(Path::new(env!("CARGO_MANIFEST_DIR")).join("worlds/told.txt"), record)]);
}
