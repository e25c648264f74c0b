//! Tests of the subcommands that answer questions, and of those for people who write rulesets.

use std::path::Path;

use insta::assert_snapshot;

use crate::{LEGAL, folder, muster, muster_with};

#[test]
fn explain() {
    assert_snapshot!(muster(&["explain", "tiny/cap-large"]), @"
    cap-large: Large boats cost at most 60% of the force value
    tiny 1.2.0, The Tiny Book, pages 3-4

      kind      a limit, judged
      formula   Points of models that are Large: at most 60% of the MFV
      in use    where Rules in use: 2
      breach    makes a list illegal
      help      Take smaller boats.

    A list that breaks it
      Lakeland, MFV 1000: 7 × Barge. Large boats cost 700 of at most 600 (60% of MFV 1000): 100 over

    One that keeps it
      Lakeland, MFV 1000: 6 × Barge
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/fast"]), @r"
    fast: Fast
    tiny 1.2.0, The Tiny Book, page 9

      Moves further.

      kind      Model rule
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/level"]), @r"
    level: Level
    tiny 1.2.0

      How much is in use.

      low
      high (default): Everything.

      kind      a setting of the list
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/cap-lrage"]), @r"
    ---- 2
    error: the ruleset `tiny` has nothing called `cap-lrage`
      help: did you mean `cap-large`?
    ");
}

/// With lists on both sides of the rule.
#[test]
fn explain_a_rule_as_data() {
    assert_snapshot!(muster(&["explain", "tiny/cap-large", "--format", "json"]).out, @r#"
    {
      "format": 1,
      "ruleset": "tiny",
      "version": "1.2.0",
      "explanations": [
        {
          "what": "rule",
          "id": "cap-large",
          "title": "Large boats cost at most 60% of the force value",
          "kind": "a limit, judged",
          "summary": null,
          "formula": [
            "Points of models that are Large: at most 60% of the MFV"
          ],
          "lines": [],
          "facts": {},
          "cards": [],
          "applies": [
            "Rules in use: 2"
          ],
          "unless": [],
          "severity": "error",
          "waivable": false,
          "covers": [],
          "covered-by": [],
          "reading": null,
          "help": "Take smaller boats.",
          "source": {
            "title": "The Tiny Book",
            "page": "3-4"
          },
          "origin": "tiny"
        }
      ],
      "example": {
        "breaks": {
          "list": {
            "muster": 1,
            "ruleset": "tiny",
            "nation": "lakeland",
            "mfv": 1000,
            "squadrons": [
              {
                "unit": "barge",
                "models": 7
              }
            ]
          },
          "title": "Lakeland, MFV 1000",
          "squadrons": [
            "7 × Barge"
          ],
          "rule": "cap-large",
          "message": "Large boats cost 700 of at most 600 (60% of MFV 1000): 100 over"
        },
        "keeps": {
          "list": {
            "muster": 1,
            "ruleset": "tiny",
            "nation": "lakeland",
            "mfv": 1000,
            "squadrons": [
              {
                "unit": "barge",
                "models": 6
              }
            ]
          },
          "title": "Lakeland, MFV 1000",
          "squadrons": [
            "6 × Barge"
          ]
        }
      }
    }
    "#);
}

#[test]
fn explain_a_unit() {
    assert_snapshot!(muster(&["explain", "tiny/steamer"]), @r"
    steamer: Steamer
    Lakeland, tiny 1.2.0, figures of edition 1

      is         Large
      points     60 for each model
      squadron   1 to 3 models
      joined by  tender
      brings     2 × dinghy for each model (fast)
      carries    4 models that are Small
      also       Paddle Steamer

    SP  HULL  CREW
     7     5  Regular

    Weapons
    WEAPON       CLASS        NEAR  FAR  ARC
    2 × Harpoon  Harpoon gun     4    -  Fore

    Special rules
      Fast         Moves further.
      Whistle (3)

    Options
      stokers          +5  each model    Stokers: Sp 8
      flags           +10  the squadron  Flags
      paint            +1  all models    Paint
      Funnel: exactly 1; short-funnel if a list names none
        short-funnel    0  each model    Short Funnel
        tall-funnel    -5  each model    Tall Funnel: Smoke; without Fast
      In a list: options: [stokers]; for two models only: [{stokers: 2}]
      All models: for each model of the squadron, or for none.
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/tow", "--nation", "LL"]), @r"
    tow: Tow
    Lakeland, tiny 1.2.0

      points    60 for the smallest squadron
      squadron  a fixed mix of models

    Models
    MODEL   NUMBER  POINTS  IS     CARD
    Tug     1           40  Large
    Dinghy  2-4         10  Small  dinghy

    MODEL   SP  HULL
    Tug      5     6
    Dinghy

    Special rules of Tug
      Fast  Moves further.

    Options
      Tug:
        cable  +5  each model  Cable
      In a list: options: [cable]
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/tender"]), @r"
    tender: Tender
    Lakeland, tiny 1.2.0

      is        Small
      points    20 for each model
      squadron  1 to 2 models
                only attached to another squadron
      joins     squadrons that are Large, at most 2 models
    ---- 0
    ");
    let json = muster(&["explain", "tiny/paddle-steamer", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let unit = &json["explanations"][0];
    assert_eq!((&unit["what"], &unit["nation"]), (&"unit".into(), &"lakeland".into()));
    assert_eq!(unit["unit"]["choices"][0]["options"][1]["points"], -5);
    assert_snapshot!(muster(&["explain", "tiny/steamer", "--nation", "drifters"]), @r"
    ---- 2
    error: `drifters` has no unit `steamer` in `tiny`
      help: `muster units tiny --nation drifters` lists its units
    ");
}

#[test]
fn explain_options_that_make_models_and_depend_on_others() {
    assert_snapshot!(muster(&["explain", "tiny/crew"]), @r"
    crew: Crew
    Lakeland, tiny 1.2.0

      is        Small
      points    5 for each model
                +2 with old-hands
                +1 with lamps without old-hands
      squadron  4 to 8 models

    SP
     2

    Options
      old-hands     0  the squadron  Old Hands
      lamps         0  the squadron  Lamps: must be taken with night-watch
      night-watch  +3  the squadron  Night Watch: none with old-hands
      bosun         9  the squadron  Bosun: replaces 1 model, at this price; Small; Sp 3; Whistle (2); +3 with old-hands
      gun-crew     20  the squadron  Gun Crew: replaces 2 models, at this price; Swivel (Harpoon gun 2/1); one costs 20, 2 together 45; up to 2 times; up to 3 times with old-hands; once at most with lamps
      parrot       +4  the squadron  Parrot: is added to the number of models; Sp 9
      In a list: options: [old-hands]
    ---- 0
    ");
}

#[test]
fn explain_what_is_declared() {
    for name in ["tiny", "tiny/Red Flare", "tiny/flares", "tiny/captain", "tiny/LL", "tiny/crews"] {
        assert_eq!(muster(&["explain", name, "--format", "json"]).status, 0, "{name}");
    }
    assert_snapshot!(muster(&["explain", "tiny"]), @r"
    tiny 1.2.0: Tiny Boats

      Boats for tests.

    Books
      The Tiny Book

    2 rules
      Limits                          1
      Checks of the list's structure  1

    Limits
      cap-large  Large boats cost at most 60% of the force value

    Checks of the list's structure
      squadron-size  A squadron has as many models as its card says

    Settings
      level  Level
      rules  Rules in use

    Traits
      size    Size
      colour  Colour
      shore   Shore

    Roles
      captain  Captain

    Nations
      lakeland  Lakeland

    Tables
      crews  crew table

    Decks
      flares  Flares

    Cards: Flares
      red-flare    Red Flare
      green-flare  Green Flare

    Special rules and units
      muster rules tiny  1 special rule
      muster units tiny  7 units

    muster explain tiny/ID says more of each
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/Red Flare"]), @r"
    red-flare: Red Flare
    tiny 1.2.0, The Tiny Book, page 11

      Everybody looks.

      kind      a card
      deck      Flares (flares)
      cost      3
      colour    Red
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/flares"]), @r"
    flares: Flares
    tiny 1.2.0

      kind      a deck: `decks` of a list names its cards

    Cards
      red-flare    Red Flare, 3 points: Everybody looks.
      green-flare  Green Flare
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/captain"]), @r"
    captain: Captain
    tiny 1.2.0, The Tiny Book, page 5

      Commands from this boat.

      kind      a role: `roles` of a squadron names it
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/LL"]), @r"
    lakeland: Lakeland
    tiny 1.2.0

      kind      a nation
      shore     North
      units     6, listed by `muster units tiny --nation lakeland`
      also      LL
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/crews"]), @r"
    crews: crew table
    tiny 1.2.0, The Tiny Book, page 10

      up to 500: 2
      above: 3

      kind      a table that rules read
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/gren"]), @r"
    ---- 2
    error: the ruleset `tiny` has nothing called `gren`
      help: did you mean `green-flare`?
    ");
}

/// The path of an example.
fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).to_string_lossy().into_owned()
}

#[test]
fn catalogues_of_no_nation_are_not_listed_as_nations() {
    assert_snapshot!(muster(&["units", "tiny", "--nation", "nowhere"]), @r"
    ---- 2
    error: --nation: `tiny` has no nation `nowhere`
      help: one of Lakeland; or, of no nation: drifters
    ");
}

#[test]
fn units_by_words_and_catalogue() {
    assert_snapshot!(muster(&["units", "tiny", "--nation", "drifters"]), @r"
    ID    UNIT  POINTS  SIZE   MODELS
    raft  Raft       5  Small  1 or more

    1 unit
    muster explain tiny/raft
    ---- 0
    ");
    assert_snapshot!(muster(&["units", "tiny", "din", "ghy"]), @r"
    ID      UNIT    POINTS  SIZE   MODELS
    dinghy  Dinghy      10  Small  2-4

    1 unit of Lakeland
    muster explain tiny/dinghy
    ---- 0
    ");
    assert_snapshot!(muster(&["units", "tiny", "--nation", "drift"]), @r"
    ---- 2
    error: --nation: `tiny` has no nation `drift`
      help: did you mean `drifters`?
    ");
}

#[test]
fn show_says_who_brings_carries_and_enters() {
    let list = LEGAL.replace(
        "  - {unit: dinghy, models: 4}   # all of them\n",
        "  - {unit: steamer, id: one, carries: [small], roles: [captain], options: [stokers]}\n  \
         - {unit: steamer, id: two, entry-turn: 2, allocation: main}\n  \
         - {unit: dinghy, id: small, models: 2, brought-by: two}\n",
    );
    let shown = muster_with(folder(&[]).path(), &list, &["show", "-"]).to_string();
    let from = shown.find("Squadrons").unwrap();
    let to = shown.find("Limits").unwrap();
    assert_snapshot!(shown[from..to].trim_end(), @r"
    Squadrons
    SQUADRON       MODELS  POINTS  ALLOCATION          WITH
    Barge               3     300  Main Force
    Steamer (one)       1      65  Main Force          Captain, Stokers, Short Funnel, carries Dinghy
    Steamer (two)       1      60  Main Force, turn 2  Short Funnel
    Dinghy              2       0  Main Force          brought by Steamer (two), carried by Steamer (one)
    ");
    let json = muster_with(folder(&[]).path(), &list, &["show", "-", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let steamer = &json["lists"][0]["squadrons"][1];
    let ids = serde_json::json!({
        "unit-id": "steamer", "nation-id": "lakeland", "allocation-id": "main", "role-ids": ["captain"],
        "option-ids": [{"id": "stokers", "number": 1}, {"id": "short-funnel", "number": 1}],
    });
    for (key, id) in ids.as_object().unwrap() {
        assert_eq!(&steamer[key], id, "{key}");
    }
    let section = std::fs::read_to_string(example("legions-2.0/lorraine-sample-750.yaml")).unwrap();
    let json = muster_with(folder(&[]).path(), &section, &["show", "-", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let officer = &json["lists"][0]["squadrons"][0];
    assert_eq!((&officer["slot"], &officer["slot-id"]), (&"HQ".into(), &"hq1".into()));
}

#[test]
fn show_says_what_sums_certainly_reach() {
    let list = LEGAL.replace("dinghy", "dingy");
    let shown = muster_with(folder(&[]).path(), &list, &["show", "-"]).out;
    assert_snapshot!(shown[shown.find("Squadrons").unwrap()..], @r"
    Squadrons
    SQUADRON  MODELS  POINTS  WITH
    Barge          3     300
    dingy          4       ?

    Limits
    LIMIT                 HAS  MAY HAVE                             RULE
    Large boats  at least 300  at most 300 points (60% of MFV 500)  cap-large
    ");
    let json = muster_with(folder(&[]).path(), &list, &["show", "-", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let list = &json["lists"][0];
    assert_eq!((&list["points"], &list["points-at-least"]), (&serde_json::Value::Null, &300.into()));
    assert_eq!(list["shares"][0]["measured-at-least"], 300);
}

#[test]
fn show_has_a_table_for_each_kind_of_rows_of_a_sheet() {
    let shown = muster(&["show", &example("legions-2.0/progression-silesia.yaml")]).out;
    let table: Vec<&str> = shown.lines().skip_while(|line| *line != "Section: 4").collect();
    assert!(table[1].starts_with("NAME               SECTION             NOTORIETY"), "{shown}");
    assert!(table[2].starts_with("Hauptmann Kessler  Infantry Officer            4"), "{shown}");
    assert!(table[5].ends_with("Bad wound, Horrible scar  yes"), "{shown}");
}

#[test]
fn squadrons_are_called_as_in_the_game() {
    for (answer, word) in [
        (muster(&["show", &example("legions-2.0/lorraine-sample-750.yaml")]).out, "\nSections\nSECTION "),
        (muster(&["explain", "legions-2.0/line-infantry-section"]).out, "  Section   6 to 10 models"),
        (muster(&["explain", "legions-2.0/dl-transport-capacity"]).out, "Each Section that is"),
        (muster(&["explain", "dw-4/g4-attach-one"]).out, "number of attached all units"),
    ] {
        assert!(answer.contains(word) && !answer.contains("quadron"), "{word}: {answer}");
    }
    let list = "muster: 1\nruleset: legions-2.0\nmfv: 100\nsquadrons: [{unit: any}]\n";
    let answer = muster_with(folder(&[]).path(), list, &["check", "-"]).out;
    assert!(answer.contains("the Sections of Dystopian Legions 2.0 stand in groups"), "{answer}");
}

#[test]
fn show() {
    let list = LEGAL.replace("{unit: barge,", "{unit: barge, name: The Fleet,");
    let shown = muster_with(folder(&[]).path(), &list, &["show", "-"]).to_string();
    // Fingerprints change with every change of the rules. This test only needs to see that they are printed.
    let (fingerprints, rest): (Vec<&str>, Vec<&str>) = shown.lines().partition(|line| line.contains("fingerprint"));
    assert_eq!(fingerprints.len(), 1);
    assert_snapshot!(rest.join("\n"), @r"
    legal: Pond, 340 of 500 points
      standard input
      tiny 1.2.0, level high, rules 1-2

    Squadrons
    SQUADRON           MODELS  POINTS  WITH
    The Fleet (Barge)       3     300
    Dinghy                  4      40

    Limits
    LIMIT        HAS  MAY HAVE                             RULE
    Large boats  300  at most 300 points (60% of MFV 500)  cap-large
    ---- 0
    ");
    assert_snapshot!(muster_with(folder(&[]).path(), "muster: 1\n", &["show", "-"]), @r"
    ---- 2
    unreadable: standard input

    error[missing-key]: `ruleset` is missing
     --> -:1:1
      |
    1 | muster: 1
      | ^^^^^^^^^
    ");
    let json = muster_with(folder(&[]).path(), &list, &["show", "-", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["format"], 1);
    assert_eq!(json["lists"][0]["squadrons"][0]["points"], 300);
}

#[test]
fn units() {
    assert_snapshot!(muster(&["units", "tiny"]), @r"
    ID       UNIT     NATION    POINTS  SIZE   MODELS        VINTAGE
    raft     Raft                    5  Small  1 or more
    barge    Barge    Lakeland     100  Large  1-8
    crew     Crew     Lakeland       5  Small  4-8
    dinghy   Dinghy   Lakeland      10  Small  2-4
    steamer  Steamer  Lakeland      60  Large  1-3           1
    tender   Tender   Lakeland      20  Small  1-2 attached
    tow      Tow      Lakeland      60         3-5

    7 units
    muster explain tiny/ID shows the card and options of one
    ---- 0
    ");
    assert_snapshot!(muster(&["units", "tiny", "--size", "huge"]), @r"
    ---- 2
    error: --size: `tiny` has no size `huge`
      help: one of small, large
    ");
    assert_snapshot!(muster(&["units", "tiny", "dingh", "--nation", "Lakeland", "--format", "json"]).out, @r#"
    {
      "format": 1,
      "ruleset": "tiny",
      "version": "1.2.0",
      "units": [
        {
          "id": "dinghy",
          "name": "Dinghy",
          "nation": "lakeland",
          "points": 10,
          "overlays": [],
          "size": "small",
          "type": null,
          "capital": false,
          "squadron": {
            "min": 2,
            "max": 4
          },
          "only": null,
          "vintage": null,
          "options": [],
          "choices": [],
          "patches": [],
          "members": []
        }
      ]
    }
    "#);
}

#[test]
fn rules() {
    assert_snapshot!(muster(&["rules", "tiny"]), @r"
    RULE  KIND        SUMMARY         SOURCE
    Fast  Model rule  Moves further.  The Tiny Book, page 9

    1 special rule
    ---- 0
    ");
    assert_snapshot!(muster(&["rules", "tinny"]), @r"
    ---- 2
    error: there is no ruleset `tinny`
      help: did you mean `tiny`?
    ");
}

/// The summary and the source of all rules of a game are said once if they are the same.
#[test]
fn what_is_the_same_for_all_rules_is_said_once() {
    let ran = muster(&["rules", "dw-3"]);
    assert_eq!(ran.out.matches("Named in community data only").count(), 1, "{ran}");
    assert!(ran.out.starts_with("RULE\n") && ran.out.ends_with(" special rules\n"), "{ran}");
}

#[test]
fn rules_with_forms_are_found_by_any_word() {
    // By name, by a misspelled name, and by a word of the summary.
    for (text, line) in [
        ("hunter", "Hunter (Trait)"),
        ("procective", "Protective Fire (X)  Quality  adds up in an action"),
        ("sacrificing", "Microwave Control Node"),
    ] {
        let ran = muster(&["rules", "dw-4", text]);
        assert!(ran.out.contains(line) && ran.out.ends_with("1 special rule\n"), "{ran}");
    }
    let json = muster(&["rules", "dw-4", "boosted", "propulsion", "--format", "json"]).out;
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rule = &answer["rules"][0];
    assert_eq!(rule["title"], "Boosted Propulsion (+X\")");
    assert_eq!(rule["parameters"], serde_json::json!(["+X\""]));
    assert_eq!(rule["forms"], serde_json::json!([{"name": "+X\"", "form": "bonus-inches"}]));
    assert_eq!(rule["stacking"], "sum");
    let explained = muster(&["explain", "dw-4/ablative-armour"]).out;
    assert!(
        explained.contains("Arc is one of Fore, Aft, Port, Starboard, if given; X is a whole number"),
        "{explained}"
    );
}

#[test]
fn lint() {
    let broken = folder(&[("rule.yaml", "kind: catalogue\nunits: []\n")]);
    assert_snapshot!(muster_with(broken.path(), "", &["lint", "rule.yaml"]), @r"
    error[missing-key]: `source` is missing
     --> rule.yaml:1:1
      |
    1 | kind: catalogue
      | ^^^^^^^^^^^^^^^

    broken: rule.yaml, 1 error
    ---- 1
    ");
    let overlay = folder(&[("club.yaml", "id: club-night\nkind: overlay\n")]);
    assert_snapshot!(muster_with(overlay.path(), "", &["lint", "club.yaml"]), @r"
    error[missing-key]: `extends` is missing
     --> club.yaml:1:1
      |
    1 | id: club-night
      | ^^^^^^^^^^^^^^

    error[missing-key]: `muster` is missing
     --> club.yaml:1:1
      |
    1 | id: club-night
      | ^^^^^^^^^^^^^^
      |
      = help: write `muster: 1`

    broken: club.yaml, 2 errors
    ---- 1
    ");
    assert_snapshot!(muster_with(overlay.path(), "", &["check", "club.yaml"]), @r"
    unreadable: club.yaml

    error[wrong-kind]: this is not a list but is of the kind `overlay`
     --> club.yaml:2:7
      |
    2 | kind: overlay
      |       ^^^^^^^
      |
      = help: `muster lint club.yaml` judges it, `--event club.yaml` uses it
    ---- 2
    ");
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets");
    assert_eq!(muster(&["lint", &rulesets.to_string_lossy()]).status, 0);
}

#[test]
fn licences_are_those_that_every_archive_has() {
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../LICENCES.txt");
    let text = std::fs::read_to_string(text).unwrap().replace("\r\n", "\n");
    let ran = muster(&["licences"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out == text, "another text, of {} bytes, not {}", ran.out.len(), text.len());
    assert_eq!(muster(&["licences", "--format", "json"]).status, 2);
}
