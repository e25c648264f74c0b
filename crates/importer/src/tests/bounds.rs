//! Files made to take much time or memory are refused, with the place.

use muster_exchange::battlescribe::SourceFile;

use crate::correction::SourceFixes;
use crate::notice::Notices;
use crate::tree::{Tree, read};

fn tried(inside: &str) -> Result<(Tree, Notices), String> {
    let text = format!("<catalogue id='c' name='C'>\n{inside}</catalogue>");
    let file = SourceFile { name: "f.cat".into(), text };
    let mut notices = Notices::default();
    let tree = read(&file, &[], &mut SourceFixes::default(), &mut notices);
    tree.map(|tree| (tree, notices)).map_err(|error| error.to_string())
}

fn refused(inside: &str) -> String {
    tried(inside).map(|(tree, _)| tree.roots.len()).unwrap_err()
}

fn link(to: &str) -> String {
    format!("<link targetId='{to}'/>")
}

#[test]
fn entries_nest_only_so_deep() {
    let deep = |begin: &str, end: &str| refused(&(begin.repeat(60) + &end.repeat(60)));
    let message = "more than 40 entries inside each other once links are followed";
    let error = deep("<entries><entry name='a'>", "</entry></entries>");
    assert!(error.starts_with("f.cat:2:") && error.ends_with(message), "{error}");
    let begin = "<selectionEntries><selectionEntry name='a'>";
    assert!(deep(begin, "</selectionEntry></selectionEntries>").ends_with(message));
    // Links inside links are as deep as entries inside entries.
    let entry = "<entries><entry id='e' name='a'/></entries>";
    let links = "<links><link targetId='e'>".repeat(60) + &"</link></links>".repeat(60);
    assert!(refused(&format!("{entry}{links}")).ends_with(message));
    // Each entry links the next.
    let next = |at: u32| format!("<entry id='e{at}' name='a'><links>{}</links></entry>", link(&format!("e{}", at + 1)));
    let chain = (0..60).map(next).collect::<String>();
    let shared = format!("<sharedEntries>{chain}</sharedEntries><links>{}</links>", link("e0"));
    assert!(refused(&shared).ends_with(message));
}

#[test]
fn a_few_lines_do_not_become_millions_of_entries() {
    let error = refused(&format!("<entries>{}</entries>", "<entry name='a'/>\n".repeat(60_001)));
    assert_eq!(error, "f.cat:60002:1: more than 60000 entries and rules once links are followed");
    // Each entry links twice to the next.
    for tags in [["entry", "link"], ["selectionEntryGroup", "entryLink"]] {
        let [entry, link] = tags;
        let twice = |at: u32| {
            let links = format!("<{link} targetId='e{}'/>", at + 1).repeat(2);
            format!("<{entry} id='e{at}' name='a'><list>{links}</list></{entry}>")
        };
        let error = refused(&format!("<list>{}</list>", (0..30).map(twice).collect::<String>()));
        assert!(error.starts_with("f.cat:2:") && error.contains("links"), "{error}");
    }
}

#[test]
fn links_repeat_only_so_many_bytes() {
    // A long name that is written once and used many times.
    let long = "a".repeat(1 << 15);
    let shared = format!("<sharedRules><rule id='r' name='{long}'/></sharedRules>");
    let error = refused(&format!("{shared}<links>{}</links>", link("r").repeat(2_100)));
    assert!(error.starts_with("f.cat:2:") && error.ends_with("links repeat more than 64 MB"), "{error}");
    // The names of categories are not copied.
    let entries = "<entry name='a' categoryId='r'/>".repeat(2_100);
    assert!(tried(&format!("{shared}<entries>{entries}</entries>")).is_ok());
}

#[test]
fn links_in_circles_are_left_out() {
    let itself = format!("<entry id='e' name='a'><links>{}</links></entry>", link("e"));
    let (tree, notices) = tried(&format!("<entries>{itself}</entries>")).unwrap();
    assert!(tree.roots[0].children.is_empty());
    assert_eq!(notices.all[0].message, "links lead in a circle");
}

#[test]
fn a_fault_in_another_file_is_told_there() {
    let deep = "<entries><entry name='a'>".repeat(60) + &"</entry></entries>".repeat(60);
    let file = SourceFile {
        name: "f.cat".into(),
        text: format!("<catalogue id='c' name='C'><links>{}</links></catalogue>", link("e")),
    };
    let other = SourceFile {
        name: "g.gst".into(),
        text: format!(
            "<gameSystem>\n\n<sharedEntries><entry id='e' name='b'>{deep}</entry></sharedEntries></gameSystem>"
        ),
    };
    let error = read(&file, &[&other], &mut SourceFixes::default(), &mut Notices::default()).unwrap_err();
    assert!(error.to_string().starts_with("g.gst:3:"), "{error}");
}
