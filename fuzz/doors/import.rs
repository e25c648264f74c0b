//! Catalogues of other programs, by every recipe: what is made of them is a catalogue that Muster reads.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use muster_engine::ready::Ruleset;
use muster_exchange::battlescribe::SourceFile;
use muster_exchange::yaml;
use muster_fuzz::{built_in, chosen, game, is_sentence};
use muster_importer::Kit;
use muster_library::catalogues::catalogues;

/// The file that others of its program build on.
const SYSTEM: &str = r#"<gameSystem id="s" name="S"/>"#;

/// The games that have a recipe, without their units: a catalogue takes nothing from them when it is read again.
static KITS: LazyLock<Vec<(Kit, Ruleset)>> = LazyLock::new(|| {
    let kits = built_in().editions().into_iter().filter_map(|edition| {
        let kit = Kit::load(|name| edition.import_file(name)).ok()?;
        (!kit.nations().is_empty()).then(|| (kit, game(&edition.id).with_catalogues(Vec::new())))
    });
    kits.collect()
});

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = chosen(bytes) else { return };
    let (kit, ruleset) = &KITS[choice % KITS.len()];
    let nations = kit.nations();
    let nation = &nations[choice / KITS.len() % nations.len()];
    let source = match SourceFile::of(&nation.file, "catalogue", rest.to_vec()) {
        Ok(source) => source,
        Err(error) => return is_sentence(&error.to_string()),
    };
    let sources: Vec<SourceFile> = nation
        .files()
        .map(|name| match name == nation.file {
            true => source.clone(),
            false => SourceFile { name: name.to_owned(), text: SYSTEM.to_owned() },
        })
        .collect();
    match kit.import(nation, &sources) {
        Ok(import) => {
            let text = yaml::to_string(&import.catalogue).expect("a catalogue is written");
            let again = kit.import(nation, &sources).expect("as before");
            assert_eq!(again.catalogue, import.catalogue);
            let back = catalogues(ruleset, text.as_bytes());
            assert!(back.as_ref().is_ok_and(|back| *back == [import.catalogue]), "{text}\n{back:?}");
        }
        Err(error) => is_sentence(&error.to_string()),
    }
});
