//! Catalogues of a person's own units as YAML: they read back as they are written, also as a spreadsheet, and a list with all
//! these units is judged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_engine::catalogue::Catalogue;
use muster_engine::ready::Ruleset;
use muster_fuzz::{chosen, is_bounded, is_sentence, rulesets, units_come_back};
use muster_library::catalogues::catalogues;
use muster_library::lists::{FileDocument, lists};
use serde_json::{Value, json};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = chosen(bytes) else { return };
    let ruleset = &rulesets()[choice % rulesets().len()];
    match catalogues(ruleset, rest) {
        Ok(found) => {
            units_come_back(ruleset, &found);
            let list = with_all(ruleset, &found).to_string();
            let ruleset = ruleset.with_own_catalogues(found);
            for entry in lists(list.as_bytes()) {
                if let FileDocument::List(list, _) = entry {
                    is_bounded(&muster_engine::check(&ruleset, &list));
                }
            }
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            faults.iter().for_each(|fault| is_sentence(&fault.message));
        }
    }
});

/// A list with a squadron of each of these units, with all their options.
fn with_all(ruleset: &Ruleset, found: &[Catalogue]) -> Value {
    let squadrons = found.iter().flat_map(|catalogue| {
        catalogue.units.iter().map(|unit| {
            let options: Vec<&str> = unit.options.iter().map(|option| option.id.as_str()).collect();
            json!({"unit": unit.id, "nation": catalogue.nation, "models": 2, "options": options})
        })
    });
    let squadrons: Vec<Value> = squadrons.collect();
    let nation = found.iter().find_map(|catalogue| catalogue.nation.as_deref());
    json!({"muster": 1, "ruleset": ruleset.declarations().id, "nation": nation, "mfv": 1000, "squadrons": squadrons})
}
