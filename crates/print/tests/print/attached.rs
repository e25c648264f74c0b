//! The lists that are attached to prints, as `unpack` reads them back.

use muster_engine::list::ArmyList;
use muster_exchange::unpack::{PartContent, unpack};
use muster_exchange::yaml;
use muster_library::lists::{FileDocument, lists};
use muster_library::share;
use muster_print::{Fleet, Layout, PrintOptions, PrintSubject, ShareForms, pdf};

use crate::document::pages;
use crate::{ALL, JudgedCase, example, examples, options};

/// Prints lists with their files, as the program does.
fn print(all: &[&JudgedCase], options: &PrintOptions) -> Vec<u8> {
    let files: Vec<String> =
        all.iter().map(|judged| yaml::to_string(&shared(judged, options.private)).unwrap()).collect();
    let subjects = all.iter().zip(&files).map(|(judged, file)| {
        let PrintSubject::List(fleet) = judged.subject(options.private) else { unreachable!() };
        PrintSubject::List(Fleet { share: Some(ShareForms { word: "MUSTER:1:", file }), ..fleet })
    });
    pdf(&subjects.collect::<Vec<_>>(), options).unwrap()
}

fn shared(judged: &JudgedCase, is_private: bool) -> ArmyList {
    let fingerprint = judged.report.fingerprint.as_deref();
    share::shared(judged.ruleset.declarations(), &judged.list, fingerprint, is_private)
}

fn read(print: &[u8]) -> Vec<ArmyList> {
    let list = |content| match content {
        PartContent::Yaml(bytes) => match lists(&bytes).remove(0) {
            FileDocument::List(list, _) => *list,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    unpack("print.pdf", print).into_iter().map(|part| list(part.content)).collect()
}

#[test]
fn every_print_gives_its_list_back() {
    for (name, judged) in examples() {
        for is_private in [true, false] {
            let options = options(&[Layout::Roster], is_private);
            assert_eq!(read(&print(&[&judged], &options)), [shared(&judged, is_private)], "{name}");
        }
    }
}

#[test]
fn an_open_print_gives_the_open_list_and_a_private_one_the_whole() {
    let judged = example(|judged| judged.open.list != judged.list).with(|list| {
        list.private_notes = Some("to the left".to_owned());
        list.name = Some("Wölfe \u{202e} of a name that is much too long for a line of a page".to_owned());
    });
    let open = read(&print(&[&judged], &options(&ALL, false))).remove(0);
    assert_eq!(open.extra.keys().collect::<Vec<_>>(), [share::WHOLE]);
    assert_eq!(ArmyList { extra: judged.open.list.extra.clone(), ..open }, judged.open.list);
    let whole = print(&[&judged], &options(&ALL, true));
    assert_eq!(read(&whole), std::slice::from_ref(&judged.list));
    // The file takes no page.
    assert_eq!(pages(&whole).len(), judged.pages(&options(&ALL, true)).len());
}

#[test]
fn a_print_of_several_lists_gives_each_of_them_back() {
    let one = example(|_| true);
    let [two, three] = ["Two", "Three"].map(|player| one.with(|list| list.player = Some(player.to_owned())));
    let options = options(&[Layout::ForceList, Layout::Roster], true);
    let printed = print(&[&one, &two, &three], &options);
    assert_eq!(read(&printed), [one.list.clone(), two.list.clone(), three.list.clone()]);
    assert!(printed == print(&[&one, &two, &three], &options));
}
