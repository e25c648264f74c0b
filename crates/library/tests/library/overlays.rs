//! Overlays: what they fix, ban, price, drop and add, what findings say of it, and what the lints report.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;
use std::path::{Path, PathBuf};

use muster_engine::report::{Finding, Report, Severity};
use muster_library::judge::judge_bytes;
use muster_library::lints::with_events;
use muster_library::shelf::Shelf;
use serde_json::json;

/// A legal list.
pub(crate) const LIST: &str = "\
muster: 1
name: Patrol
ruleset: dw-2.5
nation: kingdom-of-britannia
mfv: 1000
settings: {level: captain, core: naval, theatre: water}
squadrons:
  - {unit: ruler-class-battleship, roles: [commodore]}
  - {unit: tribal-class-cruiser, models: 3, options: [stoic-crew]}
  - {unit: tribal-class-cruiser, models: 2}
  - {unit: attacker-class-frigate, models: 4}
";

/// An overlay with the id `cup` and this content.
pub(crate) fn cup(content: &str) -> String {
    format!("muster: 1\nkind: overlay\nid: cup\nname: Summer Cup\nextends: {{id: dw-2.5, version: ^1.0}}\n{content}\n")
}

/// An overlay with another id.
pub(crate) fn named(id: &str, extends: &str, content: &str) -> String {
    format!("muster: 1\nkind: overlay\nid: {id}\nname: The {id} rules\nextends: {extends}\n{content}\n")
}

pub(crate) fn write(folder: &Path, file: &str, text: &str) -> PathBuf {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

/// The shelf with these overlays over all rulesets, as events.
pub(crate) fn shelf_under(overlays: &[&str]) -> Shelf {
    let folder = tempfile::tempdir().unwrap();
    let paths = overlays.iter().enumerate();
    let paths: Vec<_> = paths.map(|(number, text)| write(folder.path(), &format!("{number}.yaml"), text)).collect();
    with_events(Shelf::built_in(), &paths).unwrap_or_else(|reports| panic!("{reports:#?}")).0
}

pub(crate) fn under(overlays: &[&str], list: &str) -> Report {
    judge_bytes(&shelf_under(overlays), "list.yaml", list.as_bytes()).remove(0)
}

pub(crate) fn plain(list: &str) -> Report {
    judge_bytes(&Shelf::built_in(), "list.yaml", list.as_bytes()).remove(0)
}

/// The list after these replacements.
pub(crate) fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(LIST.to_owned(), |list, (old, new)| {
        assert!(list.contains(old), "the list has no {old}");
        list.replace(old, new)
    })
}

/// A finding as `severity rule at: message (origin)`.
pub(crate) fn line(finding: &Finding) -> String {
    let severity = serde_json::to_value(finding.severity).unwrap();
    let (severity, at) = (severity.as_str().unwrap(), finding.at.first().map_or("", String::as_str));
    let origin = finding.origin.as_deref().unwrap_or("-");
    format!("{severity} {} {at}: {} ({origin})", finding.rule, finding.message)
}

/// The findings that are no notes, each as a line.
pub(crate) fn told(report: &Report) -> Vec<String> {
    report.findings.iter().filter(|finding| finding.severity != Severity::Note).map(line).collect()
}

/// The content of an overlay, the changes of the list, and the findings.
type OverlayCase<'c> = (&'c str, &'c [(&'c str, &'c str)], &'c [&'c str]);

/// Checks that each overlay gives the list these findings.
#[track_caller]
fn each_tells(cases: &[OverlayCase]) {
    let mut wrong = Vec::new();
    for (content, changes, wanted) in cases {
        let found = told(&under(&[&cup(content)], &changed(changes)));
        if found != *wanted {
            wrong.push(format!("{content}\n{changes:?}\n{found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_plain_list_is_legal() {
    assert_eq!(told(&plain(LIST)), Vec::<String>::new());
    assert_eq!(plain(LIST).events, Vec::<String>::new());
}

#[test]
fn what_is_fixed_wins() {
    each_tells(&[
        ("fixes: {mfv: 1000, settings: {level: captain}}", &[], &[]),
        ("fixes: {mfv: 1000}", &[("mfv: 1000\n", "")], &[]),
        ("fixes: {mfv: 900}", &[], &["error event-fixes /mfv: the list says MFV 1000; Summer Cup fixes MFV 900 (cup)"]),
        ("fixes: {settings: {level: captain}}", &[("level: captain, ", "")], &[]),
        (
            "fixes: {settings: {level: ensign}}",
            &[],
            &["error event-fixes /settings/level: the list says Captain; Summer Cup fixes Ensign (cup)"],
        ),
        ("fixes: {settings: {level: captain}}", &[("level: captain", "rules: [1, 2, 3, 4, 5, 6, 7]")], &[]),
        (
            "fixes: {settings: {level: captain}}",
            &[("level: captain", "rules: [1, 2]")],
            &["error event-fixes /settings/rules: the list says rules 1-2; Summer Cup fixes Captain (cup)"],
        ),
        ("fixes: {settings: {rules: [1, 2, 3, 4, 5, 6, 7]}}", &[], &[]),
        (
            "fixes: {settings: {rules: [1, 2]}}",
            &[],
            &["error event-fixes /settings/level: the list says Captain; Summer Cup fixes rules 1-2 (cup)"],
        ),
    ]);
    let fixed = under(&[&cup("fixes: {mfv: 900, settings: {level: ensign}}")], LIST);
    assert_eq!((fixed.mfv, &fixed.settings["level"]), (Some(900), &serde_json::from_value(json!("ensign")).unwrap()));
    assert_eq!(json!(fixed.settings["rules"]), json!([1, 2, 3]));
    let numbers = under(&[&cup("fixes: {settings: {rules: [1, 2]}}")], LIST);
    assert_eq!((json!(numbers.settings["rules"]), numbers.settings.get("level")), (json!([1, 2]), None));
    // The MFV is judged, not only shown.
    let small = under(&[&cup("fixes: {mfv: 600}")], &changed(&[("mfv: 1000", "mfv: 600")]));
    assert!(told(&small).iter().any(|line| line.contains("mfv-cap")), "{:#?}", told(&small));
    let small = under(&[&cup("fixes: {mfv: 600}")], LIST);
    assert!(told(&small).iter().any(|line| line.contains("mfv-cap")), "{:#?}", told(&small));
}

#[test]
fn the_help_says_what_to_do_about_another_value() {
    let help = |content: &str, changes: &[(&str, &str)]| {
        let report = under(&[&cup(content)], &changed(changes));
        let finding = report.findings.into_iter().find(|finding| finding.rule.as_str() == "event-fixes").unwrap();
        finding.help.unwrap()
    };
    assert_eq!(help("fixes: {mfv: 900}", &[]), "correct `mfv`, or leave it out");
    assert_eq!(help("fixes: {settings: {level: ensign}}", &[]), "correct `level`, or leave it out");
    let rules = ("level: captain", "rules: [1, 2]");
    assert_eq!(help("fixes: {settings: {level: captain}}", &[rules]), "leave out `rules`");
    assert_eq!(help("fixes: {settings: {core: [armoured, aerial]}}", &[]), "correct `core`");
    assert_eq!(help("fixes: {settings: {level: [ensign, captain]}}", &[("level: captain, ", "")]), "state `level`");
}

#[test]
fn settings_contradict_each_other_only_if_no_overlay_decides() {
    let both = [("level: captain", "level: captain, rules: [1, 2, 3, 4, 5, 6, 7]")];
    let line =
        "error settings-contradict /settings/rules: `rules` and `level` are both stated; `rules` decides here (dw-2.5)";
    each_tells(&[
        ("fixes: {settings: {core: naval}}", &both, &[line]),
        ("fixes: {settings: {level: captain}}", &both, &[]),
        ("fixes: {settings: {rules: [1, 2, 3, 4, 5, 6, 7]}}", &both, &[]),
    ]);
}

#[test]
fn several_values_allow_any_of_them() {
    each_tells(&[
        ("fixes: {settings: {core: [naval, aerial]}}", &[], &[]),
        (
            "fixes: {settings: {core: [armoured, aerial]}}",
            &[],
            &["error event-fixes /settings/core: the list says Naval; Summer Cup allows Armoured or Aerial (cup)"],
        ),
        // Nothing is the default, so the list has not stated it.
        (
            "fixes: {settings: {core: [naval, aerial]}}",
            &[("core: naval, ", "")],
            &[
                "error core-type /settings/core: The list does not state its core type, naval, armoured or aerial (dw-2.5)",
            ],
        ),
        ("fixes: {settings: {rules: [[1, 2, 3], [1, 2, 3, 4, 5, 6, 7]]}}", &[], &[]),
        ("fixes: {settings: {rules: [[1, 2, 3], [1, 2]]}}", &[("level: captain", "rules: [1, 2]")], &[]),
        (
            "fixes: {settings: {rules: [[1, 2, 3], [1, 2]]}}",
            &[("level: captain", "rules: [1]")],
            &[
                "error event-fixes /settings/rules: the list says rules 1; Summer Cup allows rules 1-3 or rules 1-2 (cup)",
            ],
        ),
        (
            "fixes: {settings: {level: [captain, commodore]}}",
            &[("level: captain", "rules: [1, 2, 3, 4, 5, 6, 7]")],
            &[],
        ),
        ("sizes: [500, 1000]", &[], &[]),
        (
            "sizes: [250, 500, 850]",
            &[],
            &["error event-fixes /mfv: the list says MFV 1000; Summer Cup allows MFV 250, MFV 500 or MFV 850 (cup)"],
        ),
        ("fixes: {mfv: [500, 1000]}", &[], &[]),
        (
            "sizes: [500, 1000]",
            &[("mfv: 1000\n", ""), ("level: captain", "level: ensign")],
            &[
                "undetermined mfv-cap /mfv: cannot be decided because of the MFV: The whole force costs at most its Maximum Force Value \
                 (known: 690, the limit is not known) (dw-2.5)",
                "undetermined unknown-mfv /mfv: the list states no maximum force value (MFV) (dw-2.5)",
            ],
        ),
        // The default is not allowed, so nobody can tell which rules hold.
        (
            "fixes: {settings: {level: [ensign, captain]}}",
            &[("level: captain, ", "")],
            &["undetermined event-fixes /settings/level: the list does not state its level; \
               Summer Cup allows Ensign or Captain (cup)"],
        ),
        (
            "fixes: {settings: {rules: [[1, 2, 3], [1, 2, 3, 4, 5, 6, 7]]}}",
            &[("level: captain, ", "")],
            &["undetermined event-fixes /settings/rules: the list does not state its rules in use; \
               Summer Cup allows rules 1-3 or rules 1-7 (cup)"],
        ),
        ("fixes: {settings: {rules: [[1, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]}}", &[("level: captain, ", "")], &[]),
    ]);
    // A list with another value is judged by its own.
    let other = under(&[&cup("sizes: [250, 500]\nfixes: {settings: {core: [armoured, aerial]}}")], LIST);
    assert_eq!((other.mfv, json!(other.settings["core"])), (Some(1000), json!("naval")));
    // One that leaves it open is judged by the default, where that is allowed.
    let open =
        under(&[&cup("fixes: {settings: {level: [captain, commodore]}}")], &changed(&[("level: captain, ", "")]));
    assert_eq!((told(&open).len(), json!(open.settings["level"])), (0, json!("commodore")));
    // Where it is not, that setting alone has no value.
    let open = under(&[&cup("fixes: {settings: {level: [ensign, captain]}}")], &changed(&[("level: captain, ", "")]));
    let settings: Vec<&str> = open.settings.keys().map(String::as_str).collect();
    assert_eq!(settings, ["core", "theatre", "scenario", "tac-format"]);
    // One overlay may say the same twice.
    let twice = cup("fixes: {settings: {level: captain, rules: [1, 2, 3, 4, 5, 6, 7]}}");
    let ensign = under(&[&twice], &changed(&[("level: captain", "level: ensign")]));
    assert_eq!((told(&ensign).len(), json!(ensign.settings["level"])), (1, json!("captain")));
}

#[test]
fn consents_are_given_to_all_or_left_to_lists() {
    let over = changed(&[("mfv: 1000", "mfv: 600")]);
    let own = format!("{over}consents: [mfv-cap]\n");
    for (content, list, severity, consents) in [
        ("consents: [mfv-cap]", &over, Severity::Waived, &["mfv-cap"][..]),
        ("ban: {nations: [invaders]}", &own, Severity::Error, &[]),
        ("consents: [from-list]", &own, Severity::Waived, &["mfv-cap"]),
        ("consents: [allies-one-block]", &own, Severity::Error, &["allies-one-block"]),
        ("consents: [allies-one-block, from-list]", &own, Severity::Waived, &["allies-one-block", "mfv-cap"]),
    ] {
        let report = under(&[&cup(content)], list);
        let found = report.findings.iter().find(|finding| finding.rule.as_str() == "mfv-cap").unwrap();
        assert_eq!(
            (found.severity, report.consents.iter().map(String::as_str).collect::<Vec<_>>()),
            (severity, consents.to_vec()),
            "{content}"
        );
        // A waived finding keeps its rule's origin.
        assert_eq!(found.origin.as_deref(), Some("dw-2.5"));
    }
    // Consents of several overlays add up.
    let second = named("more", "{id: dw-2.5}", "consents: [from-list]");
    let both = under(&[&cup("consents: [allies-one-block]"), &second], &own);
    assert_eq!(both.consents, ["allies-one-block", "mfv-cap"]);
    let refused = told(&under(&[&cup("ban: {nations: [invaders]}")], &own));
    let wanted = "warning consent-without-effect /consents/0: Summer Cup lets no consents of lists count, so the \
                  consent to `mfv-cap` counts for nothing (dw-2.5)";
    assert!(refused.contains(&wanted.to_owned()), "{refused:#?}");
    // What one overlay waives stays waived.
    let strict = named("strict", "{id: dw-2.5}", "rules: [{id: mfv-cap, waivable: false}]");
    for (first, severity, help) in [
        ("consents: [mfv-cap]", Severity::Waived, None),
        ("consents: [from-list]", Severity::Error, None),
        ("ban: {nations: [invaders]}", Severity::Error, None::<&str>),
    ] {
        let report = under(&[&cup(first), &strict], &over);
        let found = report.findings.iter().find(|finding| finding.rule.as_str() == "mfv-cap").unwrap();
        // The help of the rule advised to ask the opponent.
        assert_eq!((found.severity, found.help.as_deref()), (severity, help), "{first}");
    }
    let report = told(&under(&[&cup("consents: [mfv-cap]"), &strict], &own));
    assert!(!report.iter().any(|line| line.contains("consent-without-effect")), "{report:#?}");
    // A setting that is a consent counts as one.
    let allies = changed(&[("theatre: water", "theatre: water, competitive: true, allies: true")]);
    for (content, counts) in [
        ("ban: {nations: [invaders]}", false),
        ("consents: [from-list]", true),
        ("consents: [allies-competitive]", true),
        ("fixes: {settings: {allies: true}}", true),
    ] {
        let consents = under(&[&cup(content)], &allies).consents;
        assert_eq!(consents == ["allies-competitive"], counts, "{content}");
        let warning = "warning consent-without-effect /settings/allies: Summer Cup lets no consents of lists count, so \
                       `allies` counts for nothing (dw-2.5)";
        let told = told(&under(&[&cup(content)], &allies));
        assert_eq!(told.iter().any(|line| line == warning), !counts, "{content} {told:#?}");
    }
}

#[test]
fn bans_are_told_at_each_place() {
    let ally = "  - {unit: attacker-class-frigate, models: 4}\n";
    let with_ally = format!("{ally}  - {{unit: arminius-class-frigate, nation: prussian-empire, models: 3}}\n");
    let traits =
        format!("{ally}decks: {{commodore-traits: [Perfect Plotting, jury-rigger], tacs: [Tally Ho!, my-card]}}\n");
    let ban = |what: &str, at: &str| format!("error event-ban {at}: {what} is banned by Summer Cup (cup)");
    let only =
        |what: &str, at: &str| format!("error event-ban {at}: {what} is not among those that Summer Cup allows (cup)");
    let bans = |content: &str, list: &str| -> Vec<String> {
        let mut told = told(&under(&[&cup(content)], list));
        told.retain(|line| line.contains("event-ban"));
        told.sort();
        told
    };
    for (content, list, wanted) in [
        ("ban: {nations: [kingdom-of-britannia]}", LIST.to_owned(), vec![ban("Kingdom of Britannia", "/nation")]),
        ("ban: {nations: [KoB]}", LIST.to_owned(), vec![ban("Kingdom of Britannia", "/nation")]),
        ("only: {nations: [KoB]}", LIST.to_owned(), vec![]),
        ("only: {nations: [prussian-empire]}", LIST.to_owned(), vec![only("Kingdom of Britannia", "/nation")]),
        (
            "ban: {nations: [prussian-empire]}",
            changed(&[(ally, &with_ally)]),
            vec![ban("Prussian Empire", "/squadrons/4/nation")],
        ),
        (
            "ban: {units: [Attacker Class Frigate, tribal-class-cruiser]}",
            LIST.to_owned(),
            vec![
                ban("Tribal Class Cruiser", "/squadrons/1/unit"),
                ban("Tribal Class Cruiser", "/squadrons/2/unit"),
                ban("Attacker Class Frigate", "/squadrons/3/unit"),
            ],
        ),
        ("ban: {units: ['prussian-empire:arminius-class-frigate']}", LIST.to_owned(), vec![]),
        (
            "ban: {units: ['Britannia:Attacker']}",
            LIST.to_owned(),
            vec![ban("Attacker Class Frigate", "/squadrons/3/unit")],
        ),
        (
            "only: {units: [attacker, tribal]}",
            LIST.to_owned(),
            vec![only("Ruler Class Battleship", "/squadrons/0/unit")],
        ),
        (
            "ban: {options: [tribal-class-cruiser/stoic-crew]}",
            LIST.to_owned(),
            vec![ban("Stoic Crew", "/squadrons/1/options/0")],
        ),
        ("ban: {options: [Stoic Crew]}", LIST.to_owned(), vec![ban("Stoic Crew", "/squadrons/1/options/0")]),
        (
            "ban: {options: ['KoB:Tribal/Stoic Crew']}",
            LIST.to_owned(),
            vec![ban("Stoic Crew", "/squadrons/1/options/0")],
        ),
        ("ban: {cards: [Tally Ho!]}", changed(&[(ally, &traits)]), vec![ban("Tally Ho!", "/decks/tacs/0")]),
        ("ban: {cards: [My Card]}", changed(&[(ally, &traits)]), vec![ban("my-card", "/decks/tacs/1")]),
        (
            "ban: {options: [jury-rigger]}",
            changed(&[(ally, &traits)]),
            vec![ban("Jury Rigger", "/decks/commodore-traits/1")],
        ),
        (
            "only: {cards: [tally-ho, perfect-plotting]}",
            changed(&[(ally, &traits)]),
            vec![only("Jury Rigger", "/decks/commodore-traits/1"), only("my-card", "/decks/tacs/1")],
        ),
        (
            "ban: {cards: [jury-rigger]}",
            changed(&[("roles: [commodore]", "roles: [{role: sub-commander, trait: Jury Rigger}]")]),
            vec![ban("Jury Rigger", "/squadrons/0/roles/0/trait")],
        ),
    ] {
        assert_eq!(bans(content, &list), wanted, "{content}");
    }
}

/// The points of a list with these squadrons under an overlay.
fn points(content: &str, squadrons: &str) -> Option<u32> {
    let head = LIST.split("squadrons:").next().unwrap();
    let list = format!("{head}squadrons: [{squadrons}]\n");
    let report = if content.is_empty() { plain(&list) } else { under(&[&cup(content)], &list) };
    report.points
}

#[test]
fn prices_are_per_model_or_for_each_option_or_for_the_whole_mix() {
    let frigates = "{unit: attacker-class-frigate, models: 4}";
    let crew = "{unit: tribal-class-cruiser, models: 3, options: [stoic-crew]}";
    let mix = "{unit: armoured-breakthrough-squadron}";
    let rotor = "{unit: eagle-class-war-rotor, models: 1}";
    let pevek = "{unit: pevek-cruiser-squadron, nation: russian-coalition, options: [defensive-crew, \
                 suvorov-defensive-crew]}";
    for (content, squadron, wanted) in [
        ("", frigates, Some(120)),
        ("prices: {attacker-class-frigate: 35}", frigates, Some(140)),
        ("prices: {Attacker: 35}", frigates, Some(140)),
        ("prices: {'KoB:Attacker Class Frigate': 35}", frigates, Some(140)),
        ("prices: {attacker-class-frigate: 0}", frigates, Some(0)),
        ("prices: {attacker-class-frigate: null}", frigates, None),
        ("", crew, Some(240)),
        ("prices: {tribal-class-cruiser/stoic-crew: 10}", crew, Some(255)),
        ("prices: {'Britannia:Tribal/Stoic Crew': 10}", crew, Some(255)),
        ("prices: {tribal-class-cruiser/stoic-crew: null}", crew, None),
        ("prices: {tribal-class-cruiser: 70}", crew, Some(225)),
        // A name with a nation is narrower, whatever the order.
        ("prices: {'KoB:eagle-class-war-rotor': 136, eagle-class-war-rotor: 135}", rotor, Some(136)),
        ("prices: {eagle-class-war-rotor: 135, 'KoB:eagle-class-war-rotor': 136}", rotor, Some(136)),
        // A fixed mix keeps its price where one of its members gets another, and has a price of its own: the sum.
        ("", mix, Some(225)),
        ("prices: {cromwell-class-assault-bombard: 10}", mix, Some(225)),
        ("prices: {armoured-breakthrough-squadron: 200}", mix, Some(200)),
        ("prices: {armoured-breakthrough-squadron: 301}", mix, Some(301)),
        ("prices: {armoured-breakthrough-squadron: 0}", mix, Some(0)),
        ("prices: {armoured-breakthrough-squadron: null}", mix, None),
        // The option occurs twice in the unit: both have the price.
        ("", pevek, Some(245)),
        ("prices: {pevek-cruiser-squadron/defensive-crew: 40}", pevek, Some(350)),
        ("prices: {pevek-cruiser-squadron/suvorov-defensive-crew: 40}", pevek, Some(315)),
    ] {
        assert_eq!(points(content, squadron), wanted, "{content} {squadron}");
    }
}

#[test]
fn of_a_mix_without_a_price_nothing_is_known() {
    let frigates = "  - {unit: attacker-class-frigate, models: 4}\n";
    let mix = format!("{frigates}  - {{unit: armoured-breakthrough-squadron}}\n");
    // 690 points without the mix.
    let list = |mfv: u32| changed(&[("mfv: 1000", &format!("mfv: {mfv}")), (frigates, &mix)]);
    for content in [
        "prices: {armoured-breakthrough-squadron: null}",
        "units: [{id: armoured-breakthrough-squadron, points: null}]",
    ] {
        let caps = |mfv: u32| -> Vec<Severity> {
            let report = under(&[&cup(content)], &list(mfv));
            assert_eq!(report.points, None, "{content}");
            let caps = report.findings.iter().filter(|finding| finding.rule.as_str() == "mfv-cap");
            caps.map(|finding| finding.severity).collect()
        };
        assert_eq!((caps(690), caps(689)), (vec![Severity::Undetermined], vec![Severity::Error]), "{content}");
    }
}
