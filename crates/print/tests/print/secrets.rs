//! An open print must not contain secrets.

use muster_engine::list::{ArmyList, RolePick};
use muster_engine::report::Report;
use muster_print::{Fleet, Layout, PrintSubject, ReportedList, pdf};

use crate::document::{holds, pages};
use crate::{ALL, JudgedCase, example, examples, largest, options, squadrons_mut};

/// The pages of an open print, without the fingerprint, which is that of the whole list.
fn open(judged: &JudgedCase) -> String {
    let fingerprint = judged.report.fingerprint.as_deref().unwrap();
    let open = judged.pages(&options(&ALL, false)).concat();
    assert!(holds(&open, fingerprint) && holds(&open, "open print"));
    open.replace(fingerprint, "")
}

#[test]
fn private_notes_are_on_private_prints_only() {
    for (name, judged) in largest() {
        let noted = judged.with(|list| {
            list.notes = Some("Paint is still wet.".to_owned());
            list.private_notes = Some("Feint on the left.".to_owned());
            for group in &mut list.groups {
                group.private_notes = Some("Bait for them.".to_owned());
            }
            for squadron in squadrons_mut(list) {
                squadron.private_notes = Some("Here is the admiral.".to_owned());
            }
        });
        let (private, open) = (noted.pages(&options(&ALL, true)).concat(), open(&noted));
        assert!(holds(&private, "Paint is still wet") && holds(&open, "Paint is still wet"), "{name}");
        assert!(holds(&private, "Feint") && holds(&private, "admiral"), "{name}");
        assert_eq!(holds(&private, "Bait"), !judged.list.groups.is_empty(), "{name}");
        assert!(["Feint", "Bait", "admiral"].iter().all(|secret| !holds(&open, secret)), "{name}");
    }
}

#[test]
fn secret_decks_stay_at_home() {
    let mut seen = 0;
    for (name, judged) in examples().into_iter().filter(|(_, judged)| !judged.list.decks.is_empty()) {
        let decks = &judged.ruleset.declarations().decks;
        let (private, open) = (judged.pages(&options(&ALL, true)).concat(), open(&judged));
        for (id, picks) in judged.list.decks.iter().filter(|(id, _)| decks[*id].secret) {
            for pick in picks {
                let card = judged.ruleset.card(id, pick.card()).map_or(pick.card(), |card| &card.name);
                assert!(holds(&private, card) && !holds(&open, card), "{name}: {card}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn findings_about_what_is_secret_are_counted_alone() {
    let is_secret = |judged: &JudgedCase| {
        let open = muster_engine::open(judged.ruleset.declarations(), &judged.list);
        muster_engine::errors(&judged.ruleset, &open).len() < muster_engine::errors(&judged.ruleset, &judged.list).len()
    };
    let open = open(&example(is_secret));
    assert!(holds(&open, "ILLEGAL") && holds(&open, "about secrets"), "{open}");
}

#[test]
fn findings_that_take_a_sheet_are_no_secret() {
    let found = example(|judged| !judged.report.findings.is_empty());
    let judged = found.with(|list| list.private_notes = Some("to the left".to_owned()));
    let mut report = judged.report.clone();
    report.findings.truncate(1);
    report.findings[0].message = "More than the row of the sheet has".to_owned();
    let print = |open: Option<&Report>| {
        let PrintSubject::List(fleet) = judged.subject(false) else { unreachable!() };
        let whole = ReportedList { report: &report, ..fleet.whole };
        let shown = ReportedList { report: open.unwrap_or(fleet.shown.report), ..fleet.shown };
        let subject = PrintSubject::List(Fleet { whole, shown, ..fleet });
        pages(&pdf(&[subject], &options(&[Layout::ForceList], false)).unwrap()).concat()
    };
    let told = print(Some(&report));
    assert!(holds(&told, "More than the row of the sheet has"), "{told}");
    assert!(holds(&print(None), "about secrets"));
}

#[test]
fn nobody_can_tell_who_bears_a_secret_role() {
    let secret = |judged: &JudgedCase| {
        let mut roles = judged.ruleset.declarations().roles.iter().filter(|(_, role)| role.secret);
        roles.next().map(|(id, role)| (id.clone(), role.title.to_uppercase()))
    };
    let judged = example(|judged| secret(judged).is_some() && !judged.list.groups.is_empty());
    let (role, title) = secret(&judged).unwrap();
    // Two squadrons that differ only in their names.
    let bears = |bearer: &str| {
        judged.with(|list: &mut ArmyList| {
            let squadrons = &mut list.groups[0].squadrons;
            squadrons.insert(0, squadrons[0].clone());
            for (squadron, name) in squadrons.iter_mut().zip(["Alpha", "Omega"]) {
                squadron.name = Some(name.to_owned());
                squadron.roles.clear();
                squadron.roles.extend((name == bearer).then(|| RolePick::Role(role.clone())));
            }
        })
    };
    let (one, other) = (bears("Alpha"), bears("Omega"));
    let private = [&one, &other].map(|judged| judged.pages(&options(&ALL, true)).concat());
    assert!(holds(&private[0], &title) && private[0] != private[1]);
    assert!(!holds(&open(&one), &title));
    assert_eq!(open(&one), open(&other));
}

#[test]
fn no_open_print_is_made_of_a_list_with_secrets() {
    let noted = example(|_| true).with(|list| list.private_notes = Some("to the left".to_owned()));
    let printed = pdf(&[noted.subject(true)], &options(&[Layout::ForceList], false));
    assert!(printed.is_err_and(|error| error.to_string().contains("secrets")));
}
