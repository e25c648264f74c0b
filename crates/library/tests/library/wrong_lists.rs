//! Faulty lists, with the messages and places of their faults. `wrong_lists.txt` shows them all for a person to read;
//! `UPDATE=1 cargo test` writes it.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fmt::Write as _;
use std::path::Path;

use muster_library::lists::{FileDocument, lists};

/// At most this many faults of a list are shown.
const SHOWN: usize = 8;

/// Every fault of a file as `line:column kind pointer: message (help)`.
fn faults(bytes: &[u8]) -> Vec<String> {
    lists(bytes)
        .into_iter()
        .flat_map(|entry| match entry {
            FileDocument::List(..) => vec!["fine".to_owned()],
            FileDocument::Other(kind, _) => vec![format!("kind {kind}")],
            FileDocument::Unreadable(unparsed) => unparsed
                .faults
                .into_iter()
                .map(|fault| {
                    let place =
                        fault.place.map(|place| format!("{}:{} ", place.line, place.column)).unwrap_or_default();
                    let help = fault.help.map(|help| format!(" ({help})")).unwrap_or_default();
                    format!("{place}{} {}: {}{help}", fault.kind.id(), fault.at, fault.message)
                })
                .collect(),
        })
        .collect()
}

const GOOD: &str = "muster: 1\nname: A\nruleset: dw-2.5\nmfv: 1000\n";

#[test]
fn wrong_lists() {
    let deep = format!("{GOOD}x-deep: {}{}", "[".repeat(10_000), "]".repeat(10_000));
    let deep_block: String = (0..10_000_usize).map(|level| "  ".repeat(level.min(300)) + "a:\n").collect();
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]\nh: &h [*g,*g,*g,*g,*g,*g,*g,*g,*g]\n";
    let many = format!("{GOOD}squadrons:\n{}", "- {unit: a}\n".repeat(100_000));
    let some = format!("{GOOD}squadrons:\n{}", "- {unit: a}\n".repeat(10_000));
    let all_wrong = format!("{GOOD}squadrons:\n{}", "- {unt: a}\n".repeat(10_000));
    let mut keys = String::new();
    for key in 0..100_000 {
        write!(keys, "k{key}: a, ").unwrap();
    }
    let many_keys = format!("{{muster: 1, ruleset: a, mfv: 1, {keys}}}");
    let many_wrong_options = format!("{GOOD}squadrons: [{{unit: a, options: [{{{keys}}}]}}]\n");
    let many_spelt_twice = format!("{GOOD}groups: [{}]\n", "{kind: a, squadrons: [], units: []},".repeat(50_000));
    let huge = vec![b' '; 9 * 1024 * 1024];
    let cases: Vec<(&str, &[u8])> = vec![
        ("good", GOOD.as_bytes()),
        ("not utf8", b"muster: 1\nname: \xc3\xa9\xff\n"),
        ("utf16", b"\xff\xfem\0u\0"),
        ("bom", b"\xef\xbb\xbfmuster: 1\nruleset: a\nmfv: 1\n"),
        ("empty", b""),
        ("comment", b"# hi\n"),
        ("number", b"3\n"),
        ("text", b"hello\n"),
        ("sequence", b"- a\n"),
        ("nul", b"\0\0\0\0"),
        ("wrong types", b"muster: 1\nruleset: dw-2.5\nmfv: many\nname: 3\nsquadrons: {unit: a}\nsettings: {a: 1.5}\nconsents: x\n"),
        ("missing ruleset", b"muster: 1\nmfv: 3\n"),
        ("mfv 0", b"muster: 1\nruleset: a\nmfv: 0\n"),
        ("mfv neg", b"muster: 1\nruleset: a\nmfv: -5\n"),
        ("mfv frac", b"muster: 1\nruleset: a\nmfv: 100.5\n"),
        ("mfv whole float", b"muster: 1\nruleset: a\nmfv: 100.0\n"),
        ("mfv 1e18", b"muster: 1\nruleset: a\nmfv: 1e18\n"),
        ("mfv 10^18", b"muster: 1\nruleset: a\nmfv: 1000000000000000000\n"),
        ("mfv quoted", b"muster: 1\nruleset: a\nmfv: \"1000\"\n"),
        ("models", b"muster: 1\nruleset: a\nmfv: 1\nsquadrons:\n  - {unit: a, models: 0}\n  - {unit: a, models: -1}\n  - {unit: a, models: 1000000000}\n  - {unit: a, models: many}\n  - {unit: a, models: [{count: 0}]}\n  - {unit: a, models: [{cont: 1}]}\n  - {unit: a, models: {count: 1}}\n"),
        ("unknown key", b"muster: 1\nruleset: a\nmfv: 1\nsquadron:\n  - unit: a\nsquadrons:\n  - unit: a\n    model: 3\n    zzzz: 1\n"),
        ("picks", b"muster: 1\nruleset: a\nmfv: 1\nsquadrons:\n  - unit: a\n    options: [3, {a: b}, {a: -1}]\n    roles: [{rol: x}, {role: x, model: 0}, 4]\n    attached: {unit: b}\ndecks: {tacs: [{crd: x}, 5, {card: x, cost: a}]}\n"),
        ("ruleset", b"muster: 1\nruleset: {id: a}\nmfv: 1\n"),
        ("ruleset 2", b"muster: 1\nruleset: {id: a, version: 1.0}\nmfv: 1\n"),
        ("ruleset 3", b"muster: 1\nruleset: 2.5\nmfv: 1\n"),
        ("date", b"muster: 1\nruleset: a\nmfv: 1\ndate: 1.2.2024\n"),
        ("no such day", b"muster: 1\nruleset: a\nmfv: 1\ndate: 2024-02-30\n"),
        ("leap day", b"muster: 1\nruleset: a\nmfv: 1\ndate: 2024-02-29\n"),
        ("no models", b"muster: 1\nruleset: a\nmfv: 1\nsquadrons:\n  - {unit: a, models: []}\n"),
        ("cards", b"muster: 1\nruleset: a\nmfv: 1\ndecks:\n  tacs:\n    - {card: x, type: generic, cost: -20}\n    - {card: x, type: generic, cost: '20'}\n    - {card: x, type: 3}\n"),
        ("dup", b"muster: 1\nruleset: a\nmfv: 1\nsquadrons:\n  - unit: a\n    unit: b\nmfv: 2\n"),
        ("x", b"muster: 1\nruleset: {id: a, version: '1', x-a: 1}\nmfv: 1\nx-b: 3\nsquadrons:\n  - {unit: a, x-c: 3, models: [{count: 1, x-d: 4}], options: [{x-a: 3, b: 1}]}\nsettings: {x-e: {}}\n"),
        ("spelt twice", b"muster: 1\nruleset: a\nmfv: 1\nsquadrons: []\nunits: []\n"),
        ("minor", b"muster: 1.7\nruleset: a\nmfv: 1\nfancy: 3\n"),
        ("major", b"muster: 2\nruleset: a\nfoo: 1\n"),
        ("bad version", b"muster: one\nruleset: a\nmfv: 1\n"),
        ("zero version", b"muster: 0\nruleset: a\nmfv: 1\n"),
        ("kind", b"kind: overlay\nfoo: 1\n"),
        ("kind 2", b"kind: lst\nmuster: 1\nruleset: a\nmfv: 1\n"),
        ("bomb", bomb.as_bytes()),
        ("recursive", b"a: &a [*a]\n"),
        ("unknown alias", b"a: *b\n"),
        ("unit star", b"muster: 1\nname: *Star*\n"),
        ("merge", b"a: &a {b: 1}\nc:\n  <<: *a\n"),
        ("int key", b"a: {1: 2, ~: 3, yes: 3}\n"),
        ("map key", b"? {a: 1}\n: 3\n"),
        ("tag", b"a: !foo 3\n"),
        ("deep", deep.as_bytes()),
        ("deep block", deep_block.as_bytes()),
        ("100000", many.as_bytes()),
        ("10000", some.as_bytes()),
        ("all wrong", all_wrong.as_bytes()),
        ("many keys", many_keys.as_bytes()),
        ("many wrong options", many_wrong_options.as_bytes()),
        ("many spelt twice", many_spelt_twice.as_bytes()),
        ("huge", &huge),
        ("tab", b"a:\n\tb: 1\n"),
        ("quote", b"a: \"b\nc: d\n"),
        ("bracket", b"a: [1, 2\nb: 3\n"),
        ("indent", b"a:\n    b: 1\n  c: 2\n"),
        ("colon", b"name: Foo: bar\n"),
        ("at", b"name: @foo\n"),
        ("no colon", b"muster: 1\nfoo\nmfv: 3\n"),
        ("two docs", b"muster: 1\nruleset: a\nmfv: 1\n---\nfoo: [\n---\nmuster: 1\nruleset: a\nmfv: 0\n---\n"),
        ("json", b"{\"muster\": 1, \"ruleset\": \"a\", \"mfv\": 0}"),
    ];
    let mut told = String::new();
    for (name, bytes) in cases {
        writeln!(told, "{name}").unwrap();
        let faults = faults(bytes);
        for fault in faults.iter().take(SHOWN) {
            writeln!(told, "    {fault}").unwrap();
        }
        if faults.len() > SHOWN {
            writeln!(told, "    ... {} in all", faults.len()).unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/wrong_lists.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &told).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(told, wanted);
}

#[test]
fn marks_of_a_merge_are_told() {
    let both =
        b"muster: 1\n<<<<<<< HEAD\nname: A\n||||||| base\nname: O\n=======\nname: B\n>>>>>>> other\nruleset: a\n";
    let told = faults(both);
    assert_eq!(
        told[0],
        "2:1 conflict-mark : `<<<<<<< HEAD` marks a merge in git that is not settled (keep one of the two sides, or what is right of both, and take out the marks)"
    );
    let places: Vec<&str> = told.iter().map(|fault| &fault[..3]).collect();
    assert_eq!(places, ["2:1", "4:1", "6:1", "8:1"]);
    // A parser would take this for one text.
    assert_eq!(faults(b"<<<<<<< HEAD\nmuster\n=======\nmuster\n>>>>>>> other\n").len(), 3);
    // Without a begin it is no merge.
    assert!(faults(b"muster: 1\nruleset: a\nmfv: 1\nnotes: |\n  =======\n") == ["fine"]);
}
