//! Tests of the organiser's index, and of the reasons beside verdicts.

use muster_print::{Layout, pdf};

use crate::document::{holds, pages};
use crate::{example, options};

#[test]
fn an_index_names_each_list_with_its_page_and_the_reason() {
    let legal = example(|judged| judged.list.groups.is_empty()).with(|list| list.player = Some("Anna Berg".to_owned()));
    let illegal = legal.with(|list| {
        list.player = None;
        list.name = Some("Too Dear".to_owned());
        list.mfv = Some(10);
    });
    let subjects = [legal.subject(false), illegal.subject(false)];
    let reason = illegal.report.findings.first().unwrap().message.clone();
    let bytes = pdf(&subjects, &options(&[Layout::ForceList, Layout::Index], false)).unwrap();
    let pages = pages(&bytes);
    let [index, first, ..] = pages.as_slice() else { panic!("{}", pages.len()) };
    for said in ["2 lists", "Anna Berg", "Too Dear", "ILLEGAL", "Checked by", &reason] {
        assert!(holds(index, said), "{said}: {index}");
    }
    assert!(holds(first, "Anna Berg") && !holds(first, "Too Dear"), "the index stands before the lists");
    let second = pages.iter().position(|page| holds(page, "Too Dear") && !holds(page, "Anna Berg")).unwrap();
    assert!(holds(index, &(second + 1).to_string()), "{index}");
    let force_list = &pages[second];
    assert!(holds(force_list, &reason) && pages[second..].iter().any(|page| holds(page, "Checked by")));
    let alone = pdf(&subjects, &options(&[Layout::Index], false)).unwrap();
    let alone = crate::document::pages(&alone);
    assert!(alone.len() == 1 && !holds(&alone[0], "Page"), "without the lists there are no pages to name: {alone:?}");
}
