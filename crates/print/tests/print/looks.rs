//! Drawings on the pages, the overview page, and the picture to post.

use std::collections::BTreeMap;

use muster_engine::models::unit_of;
use muster_library::{drawings, share};
use muster_print::{Fleet, FleetLook, Layout, PrintError, PrintSubject, ShareForms, card, pdf};

use crate::document::{codes_of_picture, holds, pages};
use crate::{JudgedCase, SHELF, examples, largest, options, squadrons_mut};

/// Reads the drawings of a list from `looks.yaml` of its game.
fn look(judged: &JudgedCase) -> FleetLook {
    let looks = SHELF.looks(&judged.ruleset.declarations().id);
    let mut look = FleetLook {
        traits: looks.overview.traits.clone(),
        stats: looks.overview.stats.clone(),
        ..FleetLook::default()
    };
    for line in &judged.open.summary.squadrons {
        let Some((catalogue, ready)) = unit_of(&judged.ruleset, line) else { continue };
        let name = looks.drawing(catalogue.unit(ready)).unwrap();
        look.squadrons.insert(line.at.clone(), name.to_owned());
        look.drawings.insert(name.to_owned(), drawings::of_unit(name).unwrap());
    }
    look
}

fn fleet<'a>(judged: &'a JudgedCase, look: &'a FleetLook) -> Fleet<'a> {
    let PrintSubject::List(fleet) = judged.subject(false) else { unreachable!() };
    Fleet { look: Some(look), ..fleet }
}

#[test]
fn pages_say_the_same_with_drawings_and_without() {
    for (name, judged) in largest() {
        let look = look(&judged);
        let options = options(&[Layout::ForceList], false);
        let drawn = pages(&pdf(&[PrintSubject::List(fleet(&judged, &look))], &options).unwrap());
        // A drawing makes its row a little higher, so a page may end at another row. Then the last page may lack room for
        // the boxes that players fill in during play. This test leaves those boxes out.
        let turns = [1, 2, 3, 4, 5, 6, 7, 8].map(|turn| format!("Turn{turn}")).concat();
        let boxes = format!("Victorypoints{turns}TotalScoredGivenawayCheckedby");
        let letters = |pages: Vec<String>| {
            let mut letters: Vec<char> = pages.concat().replace(&boxes, "").chars().collect();
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        };
        assert_eq!(letters(drawn), letters(judged.pages(&options)), "{name}");
    }
}

#[test]
fn the_overview_has_the_figures_of_the_fleet() {
    for (name, judged) in examples() {
        let look = look(&judged);
        let options = options(&[Layout::Overview], false);
        let bytes = pdf(&[PrintSubject::List(fleet(&judged, &look))], &options).unwrap();
        let page = pages(&bytes).concat();
        let all = muster_engine::overview::overview(&judged.ruleset, &judged.open.summary, &look.traits, &look.stats);
        for spending in &all.spending {
            let values = spending.values.iter();
            let rows: BTreeMap<&str, String> = values
                .map(|value| {
                    (
                        value.title.as_str(),
                        format!("{}{}", value.models, if value.models == 1 { "model" } else { "models" }),
                    )
                })
                .collect();
            for (title, models) in rows {
                let title = muster_engine::plural::capital(title);
                assert!(holds(&page, &format!("{title}{models}")), "{name}: {title} {models} in {page}");
            }
        }
        for lack in &all.lacks {
            assert!(holds(&page, lack), "{name}: {lack}");
        }
        // Without a look there is no such page.
        assert!(!holds(&judged.pages(&options).concat(), "Dice by range"), "{name}");
    }
}

#[test]
fn the_code_on_a_picture_is_read_from_the_screen() {
    for (name, judged) in largest() {
        let (look, word) = (look(&judged), share::word(&judged.open.list));
        let png = card(&Fleet { share: Some(ShareForms { word: &word, file: "" }), ..fleet(&judged, &look) }).unwrap();
        // The header of a PNG has its width and height.
        assert_eq!(png[16..24], [1600_u32.to_be_bytes(), 900_u32.to_be_bytes()].concat(), "{name}");
        assert_eq!(codes_of_picture(&png).trim_end(), word, "{name}");
    }
}

#[test]
fn a_picture_shows_no_secrets() {
    let judged = crate::example(|judged| judged.list != judged.open.list);
    let look = look(&judged);
    let PrintSubject::List(whole) = judged.subject(true) else { unreachable!() };
    assert!(matches!(card(&Fleet { look: Some(&look), ..whole }), Err(PrintError::Unset(_))));
    assert!(card(&fleet(&judged, &look)).is_ok());
}

#[test]
fn a_picture_bears_long_words_and_many_squadrons() {
    let (_, judged) = largest().remove(0);
    let long = judged.with(|list| {
        list.name = Some("Donaudampfschifffahrtsgesellschaft".repeat(20));
        list.player = Some("x".repeat(4_000));
        for squadron in squadrons_mut(list) {
            squadron.name = Some("Unaussprechlichkeiten ".repeat(30));
        }
    });
    let look = look(&long);
    assert!(card(&fleet(&long, &look)).unwrap().len() < 2_000_000);
    let bare = FleetLook::default();
    assert!(card(&fleet(&long, &bare)).is_ok());
}
