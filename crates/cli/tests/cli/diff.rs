//! `muster diff`.

use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::{RunResult, folder, muster_with};

const CUP: &str = "\
muster: 1
kind: overlay
id: cup
name: Pond Cup
version: 1.0.0
extends: {id: tiny, version: ^1.0}
prices: {dinghy: 12, steamer/flags: 8}
ban: {units: [barge]}
units:
- {id: canoe, nation: lakeland, name: Canoe, points: 3, traits: {size: small}, squadron: {min: 1}}
- {id: steamer, card: {stats: {speed: 8}}, name: Steam Boat, aliases: [Paddle Steamer, Steamer]}
drop: [cap-large]
";

/// A legal list that fields what the cup bans, and one that only costs more.
const LISTS: [(&str, &str); 3] = [
    (
        "lists/anna.yaml",
        "muster: 1\nname: Pond\nplayer: Anna\nruleset: tiny\nnation: lakeland\nmfv: 500\nsquadrons:\n\
         - {unit: barge, models: 3}\n- {unit: dinghy, models: 4}\n",
    ),
    (
        "lists/bo.yaml",
        "muster: 1\nplayer: Bo\nruleset: {id: tiny, version: ^1.0}\nnation: lakeland\nmfv: 500\nsquadrons:\n\
         - {unit: dinghy, models: 4}\n",
    ),
    (
        "lists/cleo.yaml",
        "muster: 1\nruleset: tiny\nnation: lakeland\nmfv: 500\nsquadrons:\n- {unit: crew, models: 4}\n",
    ),
];

fn diff(files: &[(&str, &str)], args: &[&str]) -> RunResult {
    let folder = folder(&[files, &LISTS].concat());
    muster_with(folder.path(), "", &[&["diff"], args].concat())
}

#[test]
fn an_overlay_is_compared_with_what_it_extends() {
    let said = diff(&[("cup.yaml", CUP)], &["cup.yaml", "--lists", "lists"]);
    assert_snapshot!(said, @"
    tiny 1.2.0 → tiny 1.2.0 under Pond Cup 1.0.0

    Event
      changed For all lists: consents of lists do not count

    Rules
      gone cap-large (Large boats cost at most 60% of the force value): Points of models that are Large: at most 60% of the MFV

    Units: Lakeland
      changed Barge: banned by Pond Cup
      new Canoe: Small, 3 points
      changed Dinghy: 12 points, 10 before (+2)
      changed Steam Boat
        name Steam Boat, Steamer before
        aliases: Steamer is new
        Sp 8, 7 before
        option Flags: 8 points, 10 before (−2)

    Lists
      illegal Anna: Pond: legal, 340 points → illegal, 348 points
        now: event-ban: Barge is banned by Pond Cup
        price: 4 × Dinghy: 48 points, 40 before (+8)
        by: Barge: banned by Pond Cup
        by: Dinghy: 12 points, 10 before (+2)
        mend: leave out Barge (legal, 48 points)
        lists/anna.yaml
      legal Bo: legal, 40 points → legal, 48 points
        price: 4 × Dinghy: 48 points, 40 before (+8)
        by: Dinghy: 12 points, 10 before (+2)
        lists/bo.yaml
      3 lists: 1 now illegal, 1 with other points or errors, 1 unchanged

    Neither stricter nor laxer: a legal list becomes illegal, and an illegal one legal
      becomes illegal: Lakeland, MFV 1000: Barge
        event-ban: Barge is banned by Pond Cup
      becomes legal: Lakeland, MFV 204: 3 × Steam Boat (Short Funnel)
        cap-large: Large boats cost 180 of at most 122 (60% of MFV 204): 58 over

    This is a major change (1 of 3 lists became illegal; a list becomes illegal by `event-ban`; Barge: banned by Pond Cup)
    ---- 0
    ");
    let named = diff(&[("cup.yaml", CUP)], &["tiny", "cup.yaml", "--lists", "lists"]);
    assert_eq!((named.out, named.status), (said.out, said.status));
    let back = diff(&[("cup.yaml", CUP)], &["cup.yaml", "tiny"]);
    assert!(back.out.contains("gone Canoe") && back.out.contains("Dinghy: 10 points, 12 before (\u{2212}2)"), "{back}");
}

#[test]
fn a_pull_request_gets_tables() {
    let said = diff(&[("cup.yaml", CUP)], &["cup.yaml", "--format", "markdown", "--lists", "lists"]);
    assert_snapshot!(said, @r#"
    ## tiny 1.2.0 → tiny 1.2.0 under Pond Cup 1.0.0

    This is a major change (1 of 3 lists became illegal; a list becomes illegal by \`event-ban\`; Barge: banned by Pond Cup).

    Neither stricter nor laxer: a legal list becomes illegal, and an illegal one legal.

    * Becomes illegal: **Lakeland, MFV 1000**: Barge (event-ban: Barge is banned by Pond Cup)
    * Becomes legal: **Lakeland, MFV 204**: 3 × Steam Boat (Short Funnel) (cap-large: Large boats cost 180 of at most 122 (60% of MFV 204): 58 over)

    ### Event

    | | What | How |
    |---|---|---|
    | changed | For all lists | consents of lists do not count |

    ### Rules

    | | What | How |
    |---|---|---|
    | gone | cap-large (Large boats cost at most 60% of the force value) | Points of models that are Large: at most 60% of the MFV |

    ### Units: Lakeland

    | | What | How |
    |---|---|---|
    | changed | Barge | banned by Pond Cup |
    | new | Canoe | Small, 3 points |
    | changed | Dinghy | 12 points, 10 before (+2) |
    | changed | Steam Boat | name Steam Boat, Steamer before<br>aliases: Steamer is new<br>Sp 8, 7 before<br>option Flags: 8 points, 10 before (−2) |

    ### Lists

    3 lists: 1 now illegal, 1 with other points or errors, 1 unchanged.

    | List | Verdict and points | Why |
    |---|---|---|
    | Anna: Pond<br>lists/anna.yaml | legal, 340 points → illegal, 348 points | now: event-ban: Barge is banned by Pond Cup<br>price: 4 × Dinghy: 48 points, 40 before (+8)<br>by: Barge: banned by Pond Cup<br>by: Dinghy: 12 points, 10 before (+2)<br>mend: leave out Barge (legal, 48 points) |
    | Bo<br>lists/bo.yaml | legal, 40 points → legal, 48 points | price: 4 × Dinghy: 48 points, 40 before (+8)<br>by: Dinghy: 12 points, 10 before (+2) |
    ---- 0
    "#);
}

#[test]
fn programs_get_every_value() {
    let files = [("cup.yaml", CUP)];
    let said = diff(&files, &["cup.yaml", "--format", "json", "--lists", "lists"]);
    let answer: Value = serde_json::from_str(&said.out).unwrap();
    let comparison = &answer["comparisons"][0];
    let things = comparison["changes"]["things"].as_array().unwrap();
    let dinghy = things.iter().find(|thing| thing["id"] == "dinghy").unwrap();
    let wanted = serde_json::json!({
        "at": "/points", "says": "12 points, 10 before (+2)", "before": 10, "after": 12, "weight": "major",
    });
    assert_eq!(
        (&answer["format"], &dinghy["details"][0], &dinghy["of"]["id"]),
        (&1.into(), &wanted, &"lakeland".into())
    );
    assert_eq!((&comparison["lists"]["judged"], &comparison["lists"]["become-illegal"]), (&3.into(), &1.into()));
    assert_eq!(comparison["lists"]["lists"][0]["mend"]["verdict"], "legal");
}

#[test]
fn versions_of_an_overlay_are_compared() {
    let of = |version: &str, price: &str| CUP.replace("1.0.0", version).replace("dinghy: 12", price);
    let compared = |version: &str, price: &str| {
        let later = of(version, price);
        let said = diff(&[("cup.yaml", CUP), ("later.yaml", &later)], &["cup.yaml", "later.yaml", "--check-version"]);
        (said.status, said.out.lines().last().unwrap_or_default().to_owned())
    };
    for (version, price, status, last) in [
        ("1.0.0", "dinghy: 12", 0, "Nothing differs"),
        ("1.0.1", "dinghy: 12", 0, "Nothing differs; 1.0.1 after 1.0.0 fits"),
        (
            "1.1.0",
            "dinghy: 11",
            0,
            "This is a minor change (Dinghy: 11 points, 12 before (\u{2212}1)); 1.1.0 after 1.0.0 fits",
        ),
        (
            "1.0.1",
            "dinghy: 11",
            1,
            "This is a minor change (Dinghy: 11 points, 12 before (\u{2212}1)); 1.0.1 after 1.0.0 is too low",
        ),
        (
            "1.1.0",
            "dinghy: 13",
            1,
            "This is a major change (Dinghy: 13 points, 12 before (+1)); 1.1.0 after 1.0.0 is too low",
        ),
        (
            "2.0.0",
            "dinghy: 13",
            0,
            "This is a major change (Dinghy: 13 points, 12 before (+1)); 2.0.0 after 1.0.0 fits",
        ),
        (
            "1.0.0",
            "dinghy: 13",
            1,
            "This is a major change (Dinghy: 13 points, 12 before (+1)); the version is still 1.0.0, which is too low",
        ),
    ] {
        assert_eq!(compared(version, price), (status, last.to_owned()), "{version} {price}");
    }
}

/// An overlay over another is compared with that, and one of several games with each of them.
#[test]
fn an_overlay_is_compared_with_all_that_it_extends() {
    let finals = "muster: 1\nkind: overlay\nid: finals\nextends: {id: cup}\nprices: {dinghy: 15}\n";
    let files = [("cup.yaml", CUP), ("finals.yaml", finals)];
    let said = diff(&files, &["finals.yaml"]);
    assert!(said.out.contains("Dinghy: 15 points, 12 before (+3)") && !said.out.contains("Canoe"), "{said}");
    let said = diff(&files, &["tiny", "finals.yaml"]);
    assert!(said.out.contains("Dinghy: 15 points, 10 before (+5)") && said.out.contains("new Canoe"), "{said}");
    let said = diff(&files, &["cup.yaml", "finals.yaml", "--event", "finals.yaml"]);
    assert_eq!((said.status, said.out.lines().last()), (0, Some("Nothing differs")), "{said}");
    let both = "muster: 1\nkind: overlay\nid: both\nextends: [tiny, fleet-action]\nfixes: {mfv: 500}\n";
    let said = diff(&[("both.yaml", both)], &["both.yaml", "--format", "json"]);
    let answer: Value = serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said}"));
    let games = answer["comparisons"].as_array().unwrap().iter().map(|one| &one["changes"]["after"]["ruleset"]);
    assert_eq!(games.collect::<Vec<_>>(), ["tiny", "fleet-action"]);
}

/// The files of the small ruleset in a folder, some of them changed.
fn ruleset(change: impl Fn(&str, String) -> String) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets/tiny/1");
    let mut files = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            let text = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            files.push((format!("mine/{name}"), change(&name, text)));
        }
    }
    files
}

fn diff_ruleset(change: impl Fn(&str, String) -> String, args: &[&str]) -> RunResult {
    let files = ruleset(change);
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    diff(&files, args)
}

#[test]
fn each_kind_of_thing_is_told() {
    let changed = |name: &str, text: String| match name {
        "ruleset.yaml" => text
            .replace("1.2.0", "1.3.0")
            .replace("{to: 500, value: 2}", "{to: 400, value: 2}")
            .replace("low: {title: Low,", "middle: {title: Middle, gives: [1]}\n      low: {title: Low,")
            .replace("lakeland: {name: Lakeland,", "marsh: {name: Marsh}\n  lakeland: {name: Lakeland,"),
        "rules/cap-large.yaml" => text.replace("[60, mfv]", "[55, mfv]").replace("Take smaller", "Bring smaller"),
        "rules/squadron-size.yaml" => text + "severity: warning\n",
        "special-rules/rules.yaml" => text.replacen("summary: ", "summary: Well. ", 1),
        "decks/flares.yaml" => text.replacen("cost: ", "cost: 1", 1),
        _ => text,
    };
    let said = diff_ruleset(changed, &["tiny@1.2.0", "mine", "--check-version", "--lists", "lists"]);
    assert_snapshot!(said, @"
    tiny 1.2.0 → tiny 1.3.0

    Rules
      changed cap-large (Large boats cost at most 60% of the force value)
        help in other words
        Points of models that are Large: at most 55% of the MFV; before: Points of models that are Large: at most 60% of the MFV
      changed squadron-size (A squadron has as many models as its card says): a breach gives a warning; before, it makes a list illegal

    Tables
      changed crew table: up to 400: 2, above: 3; before: up to 500: 2, above: 3

    Settings
      changed Level: new value middle (title Middle and gives 1)

    Nations
      new Marsh

    Cards: Flares
      changed Red Flare: cost 13, 3 before

    Special rules
      changed Fast: summary in other words

    Lists
      illegal Anna: Pond: legal, 340 points → illegal, 340 points
        now: cap-large: Large boats cost 300 of at most 275 (55% of MFV 500): 25 over
        by: cap-large: Points of models that are Large: at most 55% of the MFV; before: Points of models that are Large: at most 60% of the MFV
        mend: set Barge to 2 models instead of 3 (legal, 240 points)
        lists/anna.yaml
      3 lists: 1 now illegal, 2 unchanged

    Neither stricter nor laxer: a legal list becomes illegal, and an illegal one legal
      becomes illegal: Lakeland, MFV 1000: 6 × Barge
        cap-large: Large boats cost 600 of at most 550 (55% of MFV 1000): 50 over
      becomes legal: Lakeland, MFV 1000: 3 × Tow
        squadron-size: Tow states no number of models; it may have 3 to 5

    This is a major change (1 of 3 lists became illegal; a list becomes illegal by `cap-large`; cap-large is changed); 1.3.0 after 1.2.0 is too low
    ---- 1
    ");
    // Where only prose differs, no verdict does.
    let prose = |name: &str, text: String| match name {
        "rules/cap-large.yaml" => text.replace("Take smaller", "Bring smaller"),
        _ => text.replace("1.2.0", "1.2.1"),
    };
    let said = diff_ruleset(prose, &["tiny", "mine/ruleset.yaml", "--check-version"]);
    assert_eq!(said.out.lines().last(), Some("This is a patch change; 1.2.1 after 1.2.0 fits"), "{said}");
}

#[test]
fn what_cannot_be_compared_is_told() {
    let broken = CUP.replace("barge", "bardge");
    let files = [("cup.yaml", CUP), ("broken.yaml", broken.as_str()), ("deep/note.txt", "")];
    for (args, message) in [
        (&["tiny"][..], "a ruleset alone has nothing to be compared with"),
        (&["tiny", "dw-2.5"], "these are different games: tiny and dw-2.5"),
        (&["dw-2.5", "cup.yaml"], "Pond Cup is about tiny, and not about dw-2.5"),
        (&["tinny", "cup.yaml"], "there is no ruleset `tinny`\n  help: did you mean `tiny`?"),
        (&["tiny@^9", "cup.yaml"], "no installed version of `tiny` satisfies ^9\n  help: installed: 1.2.0"),
        (&["tiny@one", "cup.yaml"], "`one` is not a range of versions"),
        (&["nowhere.yaml"], "nowhere.yaml: there is no such file or folder"),
        (&["tiny", "deep"], "deep holds no ruleset and no overlay"),
        (&["lists/anna.yaml"], "this is a list, not an overlay"),
        (&["broken.yaml"], "broken.yaml:8:"),
        (&["cup.yaml", "--lists", "nowhere"], "there is no such file or folder"),
    ] {
        let said = diff(&files, args);
        assert_eq!(said.status, 2, "{args:?}: {said}");
        assert!(said.err.contains(message), "{args:?}: {said}");
    }
    let said = diff(&[("cup.yaml", CUP), ("out.md", "mine")], &["cup.yaml", "-o", "out.md"]);
    assert!(said.status == 2 && said.err.contains("out.md is there already"), "{said}");
}

/// The examples under an overlay that raises a price and bans a unit.
#[test]
fn examples_are_judged_under_both() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let overlay = "\
muster: 1
kind: overlay
id: club
extends: {id: dw-2.5, version: ^1.0}
consents: [from-list]
prices: {attacker-class-frigate: 40}
ban: {units: [majesty-class-dreadnought]}
";
    let path = |name: &str| examples.join(name).to_string_lossy().into_owned();
    let lists = [path("dw-2.5/grand-fleet-2500.yaml"), path("dw-2.5/channel-patrol.yaml"), path("fleet-action")];
    let args = ["club.yaml", "--format", "json", "--lists", &lists[0], &lists[1], &lists[2]];
    let said = diff(&[("club.yaml", overlay)], &args);
    let answer: Value = serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said}"));
    let lists = &answer["comparisons"][0]["lists"];
    assert_eq!((&lists["judged"], &lists["become-illegal"]), (&2.into(), &2.into()), "{lists:#}");
    assert!(answer["lists-of-other-games"].as_u64() > Some(3));
    let grand = lists["lists"].as_array().unwrap().iter().find(|list| list["name"] == "Grand Fleet").unwrap();
    let rules: Vec<&Value> = grand["came"].as_array().unwrap().iter().map(|told| &told["rule"]).collect();
    assert_eq!(rules, ["event-ban", "mfv-cap"]);
    let by: Vec<&str> = grand["by"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(by, ["Attacker Class Frigate: 40 points, 30 before (+10)", "Majesty Class Dreadnought: banned by club"]);
    assert_eq!(grand["mend"]["verdict"], "legal");
}
