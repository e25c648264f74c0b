//! Lists with every Unicode character read back as they were written.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use indexmap::IndexMap;
use muster_engine::list::{ArmyList, OptionPick, RulesetName, Squadron};
use muster_exchange::listing::TextContext;
use muster_exchange::yaml;
use muster_library::files::{DISK, Files};
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use muster_library::{json, saving, share};
use muster_submissions::{FoundLists, Intake, NewestGames};
use rayon::prelude::*;

/// A list that has each of these words as a value and as a key.
fn list(words: &[String]) -> ArmyList {
    let squadron = |word: &String| Squadron {
        unit: word.clone(),
        options: vec![OptionPick::Some(IndexMap::from([(word.clone(), 1)]))],
        extra: IndexMap::from([(format!("x-{word}"), word.clone().into())]),
        ..Squadron::default()
    };
    ArmyList {
        name: words.first().cloned(),
        player: words.last().cloned(),
        ruleset: RulesetName::Id("dw-2.5".to_owned()),
        mfv: Some(1000),
        squadrons: words.iter().map(squadron).collect(),
        ..ArmyList::default()
    }
}

fn read(bytes: &[u8]) -> Result<ArmyList, String> {
    match lists(bytes).as_slice() {
        [FileDocument::List(list, _)] => Ok((**list).clone()),
        [FileDocument::Unreadable(unparsed)] => Err(format!("{:?}", unparsed.faults)),
        others => Err(format!("{} documents", others.len())),
    }
}

/// The only list that is imported from a text; none if it names no unit.
fn imported(intake: &Intake, text: &str) -> Option<ArmyList> {
    match intake.paste(text.to_owned()).remove(0).form {
        FoundLists::File(entries) => match entries.into_iter().next() {
            Some(FileDocument::List(list, _)) => Some(*list),
            other => panic!("{other:?}"),
        },
        FoundLists::Other(mut listings, _) => Some(listings.remove(0).list),
        FoundLists::Nothing(_) => None,
    }
}

/// Words with every character: alone, at the beginning, in the middle and at the end.
fn words() -> Vec<Vec<String>> {
    let letters: Vec<char> = ('\0'..=char::MAX).collect();
    let whole = letters.chunks(48).map(|chunk| chunk.iter().collect::<String>()).collect::<Vec<_>>();
    // The writer treats all ordinary letters alike, so a sample of them is enough.
    let is_odd = |letter: &&char| {
        !letter.is_alphanumeric() && (**letter < '\u{3100}' || **letter >= '\u{fe00}') && **letter <= '\u{ffff}'
            || u32::from(**letter).is_multiple_of(997)
    };
    let alone = letters.iter().filter(is_odd);
    let alone =
        alone.flat_map(|letter| ["@", "a@", "@b", "a @ b"].map(|place| place.replace('@', &letter.to_string())));
    let words: Vec<String> = whole.into_iter().chain(alone).collect();
    words.chunks(200).map(<[String]>::to_vec).collect()
}

#[test]
fn every_letter_is_written_so_that_it_reads_back() {
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games);
    words().par_iter().enumerate().for_each(|(number, words)| {
        let list = list(words);
        let text = yaml::to_string(&list).unwrap();
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&list), "{text}");
        let json = json::escaped(serde_json::to_string(&list).unwrap());
        assert_eq!(read(json.as_bytes()).as_ref(), Ok(&list), "{json}");
        // The other readers are slower, so each gets only a third of the texts.
        let text = [&text, &json, &share::word(&list)][number % 3].clone();
        if number % 4 == 0 {
            assert_eq!(imported(&intake, &text), Some(list), "{text}");
        }
    });
}

#[test]
fn what_is_imported_or_saved_reads_back() {
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games).with(Some("dw-2.5"), TextContext::default());
    let folder = tempfile::tempdir().unwrap();
    for (number, words) in words().iter().enumerate().step_by(17) {
        let lines: Vec<String> =
            words.iter().map(|word| format!("1x Ruler Class Battleship, {word}\n{word}\n")).collect();
        let text = format!("{}\n\n{}", words[0], lines.concat());
        let Some(imported) = imported(&intake, &text) else { continue };
        let path = folder.path().join(format!("{number}.yaml"));
        let written = yaml::to_string(&imported).unwrap();
        saving::save(&path, written.as_bytes(), false).unwrap();
        assert_eq!(read(&DISK.read(&path).unwrap()), Ok(imported), "{written}");
    }
}

#[test]
fn words_of_any_length_read_back() {
    for length in [1, 500, 1_000, 1_024, 1_025, 5_000] {
        for letter in ["x", "é", "\u{80}", "\"", " "] {
            let list = list(&[letter.repeat(length)]);
            let text = yaml::to_string(&list).unwrap();
            assert_eq!(read(text.as_bytes()), Ok(list), "{length} of {letter}: {text}");
        }
    }
}
