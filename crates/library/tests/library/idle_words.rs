//! Words of a ruleset that have no effect where they stand: the lints tell each at its place, with the nearest that was
//! meant.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use crate::rulesets::{HEAD, RULE, each_fires_its_lint, linted, shelf_of};

const THE_HEAD: &str = "base/1/ruleset.yaml";
const THE_RULE: &str = "base/1/rules/cap-large.yaml";

/// What a setting says, and what is told. `CALM` stands for two words that it may be.
const SETTINGS: &[(&str, &str)] = &[
    (
        "CALM, default: clam",
        "10:96 unresolved: setting mood: the setting `mood` has no value `clam` (did you mean `calm`?)",
    ),
    (
        "range: {min: 1, max: 3}, default: \"4\"",
        "10:67 unresolved: setting mood: the setting `mood` is never `4`; it is a number from 1 to 3",
    ),
    (
        "range: {min: 1}, default: calm",
        "10:59 unresolved: setting mood: the setting `mood` is never `calm`; it is a number from 1 up",
    ),
    ("default: maybe", "10:42 unresolved: setting mood: the setting `mood` is never `maybe`; it is `true` or `false`"),
    ("numbers: [1, 2], default: \"1\"", "10:50 unresolved: setting mood: `default` does nothing for a set of numbers"),
    (
        "numbers: [1, 2], given-by: mod",
        "10:60 unresolved: setting mood: there is no setting `mod` (did you mean `mood`?)",
    ),
    ("CALM, given-by: mood", "10:87 unresolved: setting mood: `given-by` does nothing without `numbers`"),
    (
        "CALM, range: {min: 1}",
        "10:87 unresolved: setting mood: a setting has one of `values`, `numbers` and `range`; this one has `values` and \
         `range`",
    ),
    ("range: {min: 3, max: 2}", "10:40 unresolved: setting mood: nothing is at least 3 and at most 2"),
];

#[test]
fn what_a_setting_cannot_be_is_told_at_the_word() {
    let mut wrong = Vec::new();
    for (body, wanted) in SETTINGS {
        let body = body.replace("CALM", "values: {calm: {title: Calm}, storm: {title: Storm}}");
        let setting = format!("settings:\n  mood: {{title: M, summary: S., {body}}}\ntraits:\n  size:");
        let found = linted(&shelf_of(&[(THE_HEAD, "traits:\n  size:", &setting)]), "base/1");
        if found.len() != 1 || !found[0].starts_with(&format!("{THE_HEAD} {wanted}")) {
            wrong.push(format!("{body}: {wanted}\n{found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The base ruleset has a table with these rows.
const ROWS: &str = "rows: [{to: 10, value: 1}, {value: 2}]";
/// The last section of the base ruleset, before which others are put.
const LAST: &str = "special-rule-kinds:";

#[test]
fn what_a_declaration_cannot_mean_is_told_at_the_word() {
    each_fires_its_lint(&[
        [THE_HEAD, ROWS, "rows: []", "base/1/ruleset.yaml 12:64 unresolved: table steps: the table has no rows"],
        [
            THE_HEAD,
            ROWS,
            "rows: [{to: 10, value: 1}, {to: 9, value: 2}]",
            "base/1/ruleset.yaml 12:90 unresolved: table steps: the row before goes up to 10, so this one, up to 9, is",
        ],
        [
            THE_HEAD,
            ROWS,
            "rows: [{value: 1}, {to: 9, value: 2}]",
            "base/1/ruleset.yaml 12:65 unresolved: table steps: a row without `to` holds for all larger numbers",
        ],
        [
            THE_HEAD,
            "traits:\n",
            "traits:\n  parent: {title: Parent, of: unit}\n",
            "base/1/ruleset.yaml 10:3 unresolved: traits: `parent` means something else in selectors",
        ],
        [
            THE_HEAD,
            "traits:\n",
            "traits:\n  role: {title: Role, of: unit}\n",
            "base/1/ruleset.yaml 10:3 unresolved: traits: `role` means something else in selectors",
        ],
        [
            THE_HEAD,
            "  north: {",
            "  south: {name: The South, aliases: [Southern, North]}\n  north: {",
            "base/1/ruleset.yaml 16:48 unresolved: nation south: `North` is the nation `north` already",
        ],
    ]);
    let wanted = [
        (
            "selectors: {heavy: {any: [{size: large}, {size: lrage}]}}",
            "17:49 unresolved: selector heavy: the trait `size` has no value `lrage` (did you mean `large`?)",
        ),
        (
            "roles: {chief: {title: Chief, trait-deck: ordres}}\ndecks: {orders: {title: Orders, card: Order}}",
            "17:43 unresolved: role chief: there is no deck `ordres` (did you mean `orders`?)",
        ),
        (
            "boxes: [{title: Fuel, number: 3}, sped]",
            "17:35 unresolved: boxes: there is no statistic `sped` (did you mean `speed`?)",
        ),
        (
            "deployment: [{size: large}, {size: smal}]",
            "17:36 unresolved: deployment: the trait `size` has no value `smal` (did you mean `small`?)",
        ),
        (
            "group-kinds: {line: {title: Line, slots: {a: {title: A, accepts: {size: hug}}}}}",
            "17:73 unresolved: group kind line: the trait `size` has no value `hug`",
        ),
    ];
    for (section, wanted) in wanted {
        let text = format!("{section}\n{LAST}");
        each_fires_its_lint(&[[THE_HEAD, LAST, &text, &format!("{THE_HEAD} {wanted}")]]);
    }
}

/// A text of a rule, what stands in its place, and what is told.
const RULES: &[(&str, &str, &str)] = &[
    ("kind: limit", "kind: limit\napplies: {mod: calm}", "4:11 there is no setting `mod` (did you mean `mood`?)"),
    ("kind: limit", "kind: limit\nunless: {mood: [calm, clam]}", "4:16 the setting `mood` has no value `clam`"),
    (
        "kind: limit",
        "kind: limit\napplies: {mood: true}",
        "4:17 the setting `mood` is never `true`; it is `calm` or `storm`",
    ),
    (
        "kind: limit",
        "kind: limit\napplies: {strict: 3}",
        "4:19 the setting `strict` is never `3`; it is `true` or `false`",
    ),
    (
        "kind: limit",
        "kind: limit\nwhere: {size: large}",
        "4:1 `where` does nothing in a rule of the kind `limit`; put it into the clauses",
    ),
    (
        "kind: limit",
        "kind: limit\ncheck: options",
        "4:1 `check` does nothing in a rule of the kind `limit`; it belongs to `kind: check`",
    ),
    (
        "kind: limit",
        "kind: limit\ncovered-by: [cap-large]",
        "4:1 `covered-by` does nothing in a rule of the kind `limit`",
    ),
    (
        "kind: limit",
        "kind: permission",
        "5:1 `clauses` does nothing in a rule of the kind `permission`; it belongs to `kind: limit`",
    ),
    (
        "kind: limit",
        "kind: by-hand\nseverity: warning",
        "4:1 `severity` does nothing in a rule of the kind `by-hand`; what it finds is always a note",
    ),
    (
        "kind: limit",
        "kind: limit\nhelp: Take {name} away.",
        "4:7 nothing fills `{name}` here; placeholders stand only in `says`",
    ),
    (
        "subject: Large models",
        "subject: {one: '{of} ship', many: ships}",
        "7:20 nothing fills `{of}` here; placeholders stand only in `says`",
    ),
    (
        "subject: Large models",
        "says: '{max} {min} {}'",
        "7:11 nothing fills `{min}`; here may stand `{name}`, `{of}`, `{times}` and `{max}`",
    ),
    (
        "points: {size: large}",
        "squadrons: {card-kind: attack}",
        "6:30 squadrons and models never have `card-kind`, which cards have",
    ),
    (
        "points: {size: large}",
        "cards: {size: large}",
        "6:26 cards never have `size`; selectors of them test `card`, `deck`, `card-kind`",
    ),
    ("points: {size: large}", "cards: {not: {parent: {}}}", "6:32 cards never have `parent`"),
    ("points: {size: large}", "cards: {is: big}", "6:30 the selector `big` asks for `size`, which cards never have"),
    ("points: {size: large}", "points: {is: bog}", "6:31 the ruleset names no selector `bog` (did you mean `big`?)"),
    (
        "limit: {of",
        "each: squadron\n    where: {card: smoke}\n    limit: {of",
        "7:13 squadrons and models never have `card`",
    ),
    (
        "points: {size: large}",
        "points: {size: {setting: mod}}",
        "6:43 there is no setting `mod` (did you mean `mood`?)",
    ),
    (
        "points: {size: large}",
        "table: [stepps, {points: {}}]",
        "6:26 there is no table `stepps` (did you mean `steps`?)",
    ),
    ("book: book", "book: bok", "4:16 it cites the book `bok`, which the ruleset does not declare"),
];

#[test]
fn what_a_rule_cannot_mean_is_told_at_the_word() {
    let sections = "settings:
  mood: {title: M, summary: S., values: {calm: {title: Calm}, storm: {title: Storm}}}
  strict: {title: S, summary: S.}
decks: {orders: {title: Orders, card: Order}}
selectors: {big: {size: large}}
special-rule-kinds:";
    let card_kind = "  card-kind: {title: Kind, of: card, values: {attack: {title: Attack}}}\ntables:";
    let declared = HEAD.replace(LAST, sections).replace("tables:", card_kind);
    let mut wrong = Vec::new();
    for (old, new, wanted) in RULES {
        let changed = RULE.replace(old, new);
        assert_ne!(changed, RULE, "{old}");
        let found = linted(&shelf_of(&[(THE_HEAD, HEAD, &declared), (THE_RULE, RULE, &changed)]), "base/1");
        let wanted = format!("{THE_RULE} {}", wanted.replacen(' ', " unresolved: ", 1));
        if found.len() != 1 || !found[0].starts_with(&wanted) {
            wrong.push(format!("{new}: {wanted}\n{found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const THE_NORTH: &str = "base/1/catalogue/north.yaml";

/// What units cannot mean is told at the word.
#[test]
fn what_a_unit_cannot_mean_is_told_at_the_word() {
    let wanted = [
        (
            "squadron: {min: 1, max: 1}",
            "squadron: {min: 3, max: 2}",
            "9:21 unit-figures: `min` is 3, which is more than `max`, 2",
        ),
        (
            "squadron: {min: 1, max: 1}",
            "squadron: {min: 1, max: 3}\n    usual: 4",
            "10:12 unit-figures: `squadron` never allows 4 models",
        ),
        ("traits: {size: large}", "traits: {size: true}", "8:20 undeclared: the trait `size` has words as its values"),
        ("traits: {size: large}", "traits: {size: [large, smal]}", "8:28 undeclared: `smal` is no value of the trait"),
        ("{stats: {speed: 6}", "{stats: {sped: 6}", "10:20 undeclared: the statistic `sped` is not declared"),
        (
            "{stats: {speed: 6}",
            "{stats: {speed: 6}, weapons: [{name: Gun, bands: [4, 2]}]",
            "10:64 undeclared: the weapon has 2 range bands, and the game 1",
        ),
    ];
    let bands = HEAD
        .replace("nations:", "bands: [Near]\nnations:")
        .replace("{title: Size, of: unit,", "{title: Size, of: unit, many: true,");
    for (old, new, wanted) in wanted {
        let found = linted(&shelf_of(&[(THE_HEAD, HEAD, &bands), (THE_NORTH, old, new)]), "base/1");
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("{THE_NORTH} {wanted}")),
            "{new}: {wanted}\n{found:#?}"
        );
    }
    let required = HEAD.replace("of: unit,", "of: unit, required: true,");
    let told =
        |old: &str, new: &str| linted(&shelf_of(&[(THE_HEAD, HEAD, &required), (THE_NORTH, old, new)]), "base/1");
    assert_eq!(
        told("    traits: {size: small}\n", ""),
        ["base/1/catalogue/north.yaml 11:5 unit-figures: the unit has no `size`, and every unit of the game has one"]
    );
    // Of a unit that has no price either, nobody knows the card.
    assert_eq!(told("    points: 10\n    traits: {size: small}\n", ""), Vec::<String>::new());
}

/// What belongs to the whole ruleset, and not to one word of it.
#[test]
fn what_a_ruleset_lacks_is_told() {
    let check = |name: &str| format!("base/1/rules/{name}.yaml");
    let no_rule = |name: &str| (check(name), format!("check: {name}"), "check: capacity".to_owned());
    for (name, wanted) in [
        (
            "squadron-size",
            "9:5 missing-check: no rule has `check: squadron-size`, so squadrons may have any number of models",
        ),
        (
            "attachment",
            "15:5 missing-check: no rule has `check: attachment`, so squadrons may be attached to any others",
        ),
    ] {
        let (file, old, new) = no_rule(name);
        assert_eq!(linted(&shelf_of(&[(&file, &old, &new)]), "base/1"), [format!("{THE_NORTH} {wanted}")]);
    }
    let (file, old, new) = no_rule("options");
    let options = "hosts: [{unit: big-ship}]\n    options: [{id: a, name: A, points: 1}]";
    let wanted = "16:5 missing-check: no rule has `check: options`, so squadrons may take any options in any number";
    let changes = [(file.as_str(), old.as_str(), new.as_str()), (THE_NORTH, "hosts: [{unit: big-ship}]", options)];
    assert_eq!(linted(&shelf_of(&changes), "base/1"), [format!("{THE_NORTH} {wanted}")]);
    for (setting, wanted) in [
        ("consent: cap-larg", "10:42 idle-consent: there is no rule `cap-larg`"),
        ("consent: cap-large", "10:42 idle-consent: the rule `cap-large` cannot be waived"),
    ] {
        let settings = format!("settings:\n  mood: {{title: M, summary: S., {setting}}}\ntraits:\n  size:");
        let found = linted(&shelf_of(&[(THE_HEAD, "traits:\n  size:", &settings)]), "base/1");
        assert!(found.len() == 1 && found[0].starts_with(&format!("{THE_HEAD} {wanted}")), "{found:#?}");
    }
}

#[test]
fn files_that_nothing_reads_are_told() {
    let told = |file: &str| linted(&shelf_of(&[(file, "", "id: x\n")]), "base/1");
    for (file, wanted) in [
        ("base/1/rule/cap.yaml", "base/1/rule unread-file: nothing reads the folder `rule`"),
        ("base/1/rules/cap.yml", "base/1/rules/cap.yml unread-file: nothing reads a file of this name"),
        ("base/1/rules/large/cap.yaml", "base/1/rules/large unread-file: nothing reads a folder here"),
        ("base/1/ruleset.yml", "base/1/ruleset.yml unread-file: nothing reads the file `ruleset.yml`"),
        ("base/1/look.yaml", "base/1/look.yaml unread-file: nothing reads the file `look.yaml`"),
    ] {
        assert_eq!(told(file), [wanted]);
    }
    for file in ["base/1/notes/cap.yaml", "base/1/README.md", "base/1/rules/README.md"] {
        assert_eq!(told(file), Vec::<String>::new(), "{file}");
    }
}

#[test]
fn a_ruleset_without_the_folder_of_its_version_is_told_where_it_lies() {
    let folder = shelf_of(&[("our-game/ruleset.yaml", "", "kind: ruleset\n")]);
    let fault = crate::rulesets::shelf(&folder).ruleset(&crate::rulesets::id("our-game"), &[]).unwrap_err();
    let help = fault.help.unwrap();
    assert!(help.contains("our-game/ruleset.yaml` lies in no folder of its version"), "{help}");
}
