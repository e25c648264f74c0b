//! Lists that are too large to print are refused, and the message says why.

use muster_engine::list::Squadron;
use muster_print::{Layout, PrintError, gaps, pdf, pictures};

use crate::{ALL, JudgedCase, example, options, squadrons};

fn refused(judged: &JudgedCase, layouts: &[Layout]) -> PrintError {
    let (subject, options) = (judged.subject(true), options(layouts, true));
    let refused = pdf(&[subject], &options).unwrap_err();
    assert_eq!(pictures(&[subject], &options).unwrap_err(), refused);
    assert_eq!(gaps(&subject, &options).unwrap_err(), refused);
    refused
}

#[test]
fn squadrons_and_words_without_end_are_refused() {
    let one = example(|judged| judged.list.groups.is_empty() && squadrons(&judged.list).len() > 1);
    let first = Squadron { attached: Vec::new(), ..one.list.squadrons[0].clone() };
    let many = |number: usize, each: fn(&mut Squadron)| {
        one.with(|list| {
            list.name = Some("Big".to_owned());
            list.squadrons = vec![first.clone(); number];
            list.squadrons.iter_mut().for_each(each);
        })
    };
    assert_eq!(gaps(&many(500, |_| {}).subject(true), &options(&ALL, true)).map(drop), Ok(()));
    let told = |judged: &JudgedCase| refused(judged, &ALL).to_string();
    assert_eq!(told(&many(10_000, |_| {})), "Big has 10000 squadrons, but a print has room for 500");
    let attached = many(300, |squadron| squadron.attached = vec![squadron.clone(); 2]);
    assert_eq!(told(&attached), "Big has 900 squadrons, but a print has room for 500");
    let notes = one.with(|list| list.private_notes = Some("word ".repeat(200_000)));
    let told = told(&notes);
    assert!(told.contains("kB of text for its pages, but a print has room for 512 kB"), "{told}");
}

#[test]
fn layouts_are_printed_once() {
    let one = example(|_| true);
    assert_eq!(refused(&one, &[Layout::ForceList; 200]), PrintError::LayoutTwice);
}
