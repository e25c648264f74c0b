//! Tests of what players handed in: the screens say the same as the command line.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::{Path, PathBuf};

use data_encoding::BASE64;
use muster_app::{App, call};
use muster_library::lints::with_events;
use muster_library::shelf::Shelf;
use muster_submissions::{
    HandIn, Intake, NewestGames, Submission, SubmissionTally, VersionRules, fold_versions, judge_paths, page,
};
use serde_json::{Value, json};

const CUP: &str = "channel-cup-2026";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn ask(app: &App, name: &str, args: &Value) -> Result<Value, Value> {
    let answer = call(app, name, args.to_string().as_bytes());
    answer.map(|answer| serde_json::from_slice(&answer).unwrap()).map_err(|fault| serde_json::to_value(fault).unwrap())
}

/// Files of a folder, as a screen sends them.
fn files(folder: &Path) -> Value {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let file = |path: &PathBuf| {
        let content = BASE64.encode(&std::fs::read(path).unwrap());
        json!({"name": path.to_str().unwrap(), "text": content, "packed": true})
    };
    paths.iter().map(file).collect()
}

/// Everything that the answer of `submissions` holds.
fn handed_in(answer: &Value) -> Value {
    let files = answer["files"].as_array().unwrap().iter().flat_map(|file| file.as_array().unwrap());
    files.map(|one| one["handed-in"].clone()).collect()
}

fn file(name: &str, text: &str) -> Value {
    json!({"name": name, "text": text, "packed": false})
}

const ILLEGAL: &str =
    "Kingdom of Britannia\nMFV: 1000\n4x Ruler Class Battleship\n4x Attacker Class Frigate\n1x Blimp\n";

/// The rules of all findings on files.
fn rules(files: &[Value]) -> Vec<String> {
    let answer = ask(&App::default(), "submissions", &json!({"files": files})).unwrap();
    let found: Vec<HandIn> = serde_json::from_value(handed_in(&answer)).unwrap();
    let lists = found.into_iter().flat_map(|one| if let HandIn::Lists(lists) = one { lists } else { Vec::new() });
    lists.flat_map(|list| list.report.findings).map(|finding| finding.rule.as_str().to_owned()).collect()
}

#[test]
fn what_lies_beside_a_list_among_the_files_is_used() {
    let example = |name: &str| {
        let text = std::fs::read_to_string(examples().join("dw-2.5").join(name)).unwrap();
        file(&format!("in/{name}"), &text)
    };
    let (list, sheet) = (example("flashpoint-group-9.yaml"), example("flashpoint-prussia.yaml"));
    let lacks = |files: &[Value], rule: &str| rules(files).iter().any(|one| one == rule);
    assert!(lacks(std::slice::from_ref(&list), "unknown-sheet"));
    assert!(!lacks(&[list.clone(), sheet.clone()], "unknown-sheet"));
    assert!(lacks(&[list, sheet.clone(), sheet], "unknown-sheet"), "nobody knows which of two is meant");

    let list = "muster: 1\nruleset: dw-2.5\nnation: Kingdom of Britannia\nmfv: 1000\noverlays: [cup]\nsquadrons:\n\
                - {unit: Tribal Class Cruiser, models: 1}\n";
    let cup = "muster: 1\nkind: overlay\nid: cup\nextends: dw-2.5\nban: {units: [tribal-class-cruiser]}\n";
    let (list, cup) = (file("list.yaml", list), file("cup.yaml", cup));
    assert!(lacks(std::slice::from_ref(&list), "unknown-overlay"));
    assert!(!lacks(&[list, cup], "unknown-overlay"));
}

#[test]
fn the_screen_says_what_the_command_line_says() {
    let app = App::default();
    let folder = examples().join("submissions");
    let answer = ask(&app, "submissions", &json!({"files": files(&folder), "event": {"name": CUP}})).unwrap();
    let seen = handed_in(&answer);

    let event = examples().join("events").join(CUP).with_extension("yaml");
    let (shelf, _) = with_events(Shelf::built_in(), &[event]).unwrap();
    let games = NewestGames::new(&shelf);
    let mut told = Vec::new();
    judge_paths(&Intake::new(&games), &[folder], |one| told.push(one));
    assert_eq!(serde_json::from_value::<Vec<HandIn>>(seen.clone()).unwrap(), told);

    let made = ask(&app, "page", &json!({"handed-in": seen, "event": {"name": CUP}})).unwrap();
    let newest = fold_versions(told.clone(), &VersionRules::of(&shelf));
    assert_eq!(made["text"].as_str().unwrap(), page(&newest, &shelf, &[]).unwrap());
    let table = ask(&app, "table", &json!({"handed-in": seen})).unwrap();
    let rows = table["text"].as_str().unwrap().strip_prefix('\u{feff}').unwrap().lines().count();
    assert_eq!(rows, usize::try_from(SubmissionTally::of(&told).lists()).unwrap() + 1);
    let replies = ask(&app, "replies", &json!({"handed-in": seen, "event": {"name": CUP}})).unwrap();
    assert!(replies["mails"].as_u64().unwrap() > 40);
    assert!(BASE64.decode(replies["zip"].as_str().unwrap().as_bytes()).unwrap().starts_with(b"PK"));

    let all: Vec<&Submission> =
        told.iter().flat_map(|one| if let HandIn::Lists(lists) = one { lists.as_slice() } else { &[] }).collect();
    let versions = ask(&app, "versions", &json!({"lists": all, "event": {"name": CUP}})).unwrap();
    let versions = versions["lists"].as_array().unwrap();
    assert_eq!(versions.len(), all.len());
    // The lists stand as `muster check` tells them, in the order in which they were asked.
    let mut marked: Vec<Value> = versions.iter().map(|one| one["submission"].clone()).collect();
    let mut expected: Vec<Value> = newest
        .iter()
        .flat_map(|one| if let HandIn::Lists(lists) = one { lists.as_slice() } else { &[] })
        .map(|list| serde_json::to_value(list).unwrap())
        .collect();
    let by_place = |one: &Value| (one["report"]["file"].to_string(), one["report"]["document"].as_u64());
    marked.sort_by_key(by_place);
    expected.sort_by_key(by_place);
    assert_eq!(marked, expected);

    let lists: Vec<Value> = all
        .iter()
        .zip(versions)
        .map(|(list, version)| {
            let is_folded = !version["submission"]["came"]["version-of"].is_null();
            assert!(!is_folded || version["words"]["standing"].is_string());
            json!({
                "place": list.place(), "verdict": list.report.verdict, "doubtful": list.is_doubtful(),
                "ruleset": list.report.ruleset.as_ref().map(|ruleset| &ruleset.id),
                "fingerprint": list.report.fingerprint,
                "version": is_folded.then(|| version["submission"]["came"]["counts"].clone()),
            })
        })
        .collect();
    let told = newest;
    let tally =
        ask(&app, "tally", &json!({"lists": lists, "others": SubmissionTally::of(&told).others(), "files": 12}))
            .unwrap();
    assert_eq!(tally["lists"], SubmissionTally::of(&told).sentence());
    assert_eq!(tally["versions"].as_str(), SubmissionTally::of(&told).versions().as_deref());
    assert_eq!(tally["files"], format!("12 files: {}", SubmissionTally::of(&told).outcome().unwrap()));
    let twins = tally["same-as"].as_array().unwrap().iter().filter(|same| !same.is_null());
    assert!(twins.count() > 0);
}

#[test]
fn a_corrected_list_is_judged_anew_and_is_doubtful_no_more() {
    let app = App::default();
    let answer = ask(&app, "submissions", &json!({"files": [file("a.txt", ILLEGAL)]})).unwrap();
    let one = &answer["files"][0][0];
    let words = &one["words"][0];
    let mut submission = one["handed-in"]["lists"][0].clone();
    assert_eq!(words["nation"], "Kingdom of Britannia");
    assert_eq!(submission["text"], ILLEGAL);
    let doubt = words["doubts"][0].as_u64().unwrap();
    assert_eq!(submission["report"]["findings"][usize::try_from(doubt).unwrap()]["line"], 5);
    let first = usize::try_from(words["first"].as_u64().unwrap()).unwrap();
    assert_eq!(submission["report"]["findings"][first]["severity"], "error");
    assert!(words["cited"][first].as_str().unwrap().contains("page"));

    let mut list = submission["list"].take();
    list["player"] = "Ann".into();
    list["squadrons"].as_array_mut().unwrap().truncate(1);
    let event = json!({"name": CUP});
    let now = ask(&app, "correct", &json!({"submission": submission, "list": list, "event": event})).unwrap();
    assert_eq!(now["submission"]["report"]["player"], "Ann");
    assert_eq!(now["submission"]["report"]["file"], "a.txt");
    assert_eq!(now["submission"]["report"]["events"], json!([CUP]));
    assert_eq!(now["submission"]["list"]["player"], "Ann");
    assert_eq!(now["words"]["doubts"], json!([]));

    let before = &one["handed-in"]["lists"][0];
    let compared = ask(&app, "compare", &json!({"before": [before], "after": [before, now["submission"]]})).unwrap();
    let outcomes: Vec<&Value> =
        compared["lists"].as_array().unwrap().iter().map(|compared| &compared["outcome"]).collect();
    assert_eq!(outcomes, ["new", "same"]);

    let lists = [&now["submission"], before];
    let print = json!({"lists": lists, "layouts": ["index", "force-list"], "paper": "A4", "event": event});
    let pdf = ask(&app, "print-many", &print).unwrap();
    assert!(BASE64.decode(pdf["pdf"].as_str().unwrap().as_bytes()).unwrap().starts_with(b"%PDF"));

    // The screens know this code: they divide the lists and ask again.
    let many = json!({"lists": vec![&now["submission"]; 800], "layouts": ["force-list"], "paper": "A4"});
    assert_eq!(ask(&app, "print-many", &many).unwrap_err()["code"], "too-large");
}

#[test]
fn every_call_about_a_list_takes_an_event() {
    let app = App::default();
    let list = json!({
        "muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia",
        "squadrons": [{"unit": "ruler-class-battleship", "roles": ["commodore"]}],
    });
    let plain = ask(&app, "judge", &json!({"list": list})).unwrap();
    assert_eq!(plain["report"]["mfv"], Value::Null);
    let event = json!({"name": CUP});
    let judged = ask(&app, "judge", &json!({"list": list, "event": event})).unwrap();
    assert_eq!(judged["report"]["mfv"], 1000);
    // The next call without an event is without it.
    assert_eq!(ask(&app, "judge", &json!({"list": list})).unwrap(), plain);

    let text = "muster: 1\nkind: overlay\nid: day\nname: Day\nextends: {id: dw-2.5, version: ^1.0}\nprices: {attacker-class-frigate: 1}\n";
    let own = json!({"name": "C:/day.yaml", "text": text});
    let price = |event: &Value| {
        let asked = json!({"list": list, "event": event});
        let answer = ask(&app, "candidates", &asked).unwrap();
        let all = answer["candidates"].as_array().unwrap();
        all.iter().find(|one| one["unit"] == "attacker-class-frigate").unwrap()["points"].clone()
    };
    assert!(price(&own).as_i64() < price(&Value::Null).as_i64());
    assert_eq!(ask(&app, "events", &json!({"given": own})).unwrap()["given"]["name"], "Day");
    for call in ["units", "explain"] {
        let args = json!({"ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "rule": "mfv-cap", "event": own});
        let mut args = args;
        args.as_object_mut().unwrap().remove(if call == "units" { "rule" } else { "nation" });
        ask(&app, call, &args).unwrap();
    }
}

#[test]
fn events_are_found_and_faulty_ones_refused() {
    let app = App::default();
    let answer = ask(&app, "events", &json!({})).unwrap();
    assert_eq!(answer["standing"], json!([]));
    let known: Vec<&Value> = answer["events"].as_array().unwrap().iter().map(|event| &event["id"]).collect();
    assert!(known.contains(&&json!(CUP)));

    let with = |event: Value| ask(&app, "submissions", &json!({"files": [], "event": event})).unwrap_err();
    let unknown = with(json!({"name": "chanel-cup-2026"}));
    assert_eq!(
        (&unknown["code"], &unknown["help"]),
        (&json!("unknown-event"), &json!("did you mean `channel-cup-2026`?"))
    );
    let head = "muster: 1\nkind: overlay\nid: x\nextends: ";
    for (extends, message) in [
        ("{id: dw-2.5, version: ^1.0}\nban: {units: [ruler-clas]}\n", "x.yaml, line 5: there is no unit `ruler-clas`"),
        ("nothing\n", "x.yaml, line 4: there is no ruleset or overlay `nothing`"),
        ("x\n", "x.yaml, line 4: overlays extend each other in a circle: x -> x"),
    ] {
        let fault = with(json!({"name": "../x.yaml", "text": format!("{head}{extends}")}));
        assert_eq!(fault["message"], message);
    }
    for text in ["", "{", "muster: 1\nruleset: dw-2.5\n", "- 1"] {
        assert_eq!(with(json!({"name": "x.yaml", "text": text}))["code"], "faulty-event", "{text}");
    }

    // A program that was started with an event uses it where none is named.
    let event = examples().join("events").join(CUP).with_extension("yaml");
    let (shelf, _) = with_events(Shelf::built_in(), &[event]).unwrap();
    let standing = App::new(shelf);
    assert_eq!(ask(&standing, "events", &json!({})).unwrap()["standing"], json!(["The Channel Cup 2026"]));
    let of = |event: Value| {
        let args = json!({"files": [file("a.txt", ILLEGAL)], "event": event});
        let answer = ask(&standing, "submissions", &args).unwrap();
        answer["files"][0][0]["handed-in"]["lists"][0]["report"]["events"].clone()
    };
    assert_eq!(of(Value::Null), json!([CUP]));
    assert_eq!(of(json!({"name": "winter-league"})), json!(["winter-league"]));
}

#[test]
fn an_event_in_a_folder_of_rulesets_is_at_hand() {
    let folder = tempfile::tempdir().unwrap();
    let text = "muster: 1\nkind: overlay\nid: club-day\nname: Club Day\nextends: {id: dw-2.5, version: ^1.0}\nfixes: {mfv: 600}\n";
    std::fs::write(folder.path().join("day.yaml"), text).unwrap();
    let app = App::new(Shelf::with_folders(&[folder.path().to_owned()]));
    let answer = ask(&app, "submissions", &json!({"files": [file("a.txt", ILLEGAL)], "event": {"name": "club-day"}}));
    assert_eq!(answer.unwrap()["files"][0][0]["handed-in"]["lists"][0]["report"]["mfv"], 600);
}

#[test]
fn every_file_has_an_outcome() {
    let app = App::default();
    let names = ["a.png", "README.md", "b.yaml", "c.zip", "", "../../d.txt", "e\n=f.txt"];
    let files: Vec<Value> = names.iter().map(|name| file(name, "hello\u{0}\n")).collect();
    let answer = ask(&app, "submissions", &json!({"files": files})).unwrap();
    let outcomes = answer["files"].as_array().unwrap();
    assert_eq!(outcomes.len(), names.len());
    assert!(outcomes.iter().all(|one| !one.as_array().unwrap().is_empty()));
    let broken = json!({"files": [{"name": "a", "text": "?", "packed": true}]});
    assert_eq!(ask(&app, "submissions", &broken).unwrap_err()["code"], "faulty-data");
}
