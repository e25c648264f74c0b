//! Properties that hold for all lists, tested on random lists.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::sync::LazyLock;

use indexmap::IndexMap;
use muster_engine::check;
use muster_engine::list::{
    ArmyList, CardDetail, CardPick, FormatVersion, Group, ModelCount, OptionPick, RoleDetail, RolePick, RulesetName,
    SettingValue, Squadron, SquadronPart,
};
use muster_engine::ready::{Ruleset, SourcedRule};
use muster_engine::report::{Finding, Report, Severity, Verdict};
use muster_engine::summary::summary;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use proptest::collection::{hash_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

const NATIONS: [&str; 2] = ["kingdom-of-britannia", "prussian-empire"];

static RULESET: LazyLock<Ruleset> = LazyLock::new(|| {
    Shelf::built_in().ruleset(&RulesetName::Id("dw-2.5".to_owned()), &NATIONS).expect("a shipped ruleset is whole")
});

/// Words with a meaning: ids of units, options, cards, settings and rules.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let declarations = RULESET.declarations();
    let mut words: Vec<String> = NATIONS.iter().map(ToString::to_string).collect();
    words.extend(units().iter().map(|(_, id)| id.clone()));
    for catalogue in RULESET.catalogues() {
        words.extend(catalogue.units().iter().flat_map(|ready| &ready.options).map(|option| option.id.clone()));
    }
    words.extend(
        declarations.roles.keys().chain(declarations.allocations.keys()).chain(declarations.decks.keys()).cloned(),
    );
    words.extend(RULESET.cards().iter().flat_map(|cards| &cards.cards).map(|card| card.id.clone()));
    words.extend(RULESET.rules().iter().map(|sourced| sourced.rule.id.clone()));
    for (id, setting) in &declarations.settings {
        words.push(id.clone());
        words.extend(setting.values.keys().cloned());
    }
    words
});

/// The nation (none for units of no nation) and the id of every available unit.
fn units() -> Vec<(Option<String>, String)> {
    let catalogues = RULESET.catalogues().iter().map(|catalogue| catalogue.written());
    catalogues
        .flat_map(|catalogue| catalogue.units.iter().map(|unit| (catalogue.nation.clone(), unit.id.clone())))
        .collect()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1873), failure_persistence: None, ..ProptestConfig::default() }
}

// ---- lists of any words ----

fn word() -> impl Strategy<Value = String> {
    // A key that begins with `x-` would be an extension.
    let other = any::<String>().prop_filter("an extension", |word| !word.starts_with("x-"));
    prop_oneof![4 => select(WORDS.clone()), 1 => "[a-w~/-]{0,6}", 1 => other]
}

/// Extension fields, with keys that begin with `x-`. They are kept.
fn extensions() -> impl Strategy<Value = IndexMap<String, serde_json::Value>> {
    let extension = word().prop_map(|word| ("x-extension".to_owned(), serde_json::json!({"said": [word]})));
    option::weighted(0.1, extension).prop_map(|extension| extension.into_iter().collect())
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 1..9_u32, 1 => 1..=1000_u32]
}

fn text() -> impl Strategy<Value = Option<String>> {
    option::weighted(0.1, any::<String>())
}

fn options() -> impl Strategy<Value = Vec<OptionPick>> {
    let some = hash_map(word(), number(), 1..3).prop_map(|counts| OptionPick::Some(counts.into_iter().collect()));
    vec(prop_oneof![word().prop_map(OptionPick::Every), some], 0..3)
}

fn roles() -> impl Strategy<Value = Vec<RolePick>> {
    let role = || prop_oneof![4 => select(vec!["commodore".to_owned(), "sub-commander".to_owned()]), 1 => word()];
    let detailed = (role(), option::of(number()), option::of(word()), option::of(word()), extensions());
    let detailed = detailed.prop_map(|(role, model, r#trait, character, extra)| {
        RolePick::Detailed(RoleDetail { role, model, r#trait, character, extra })
    });
    vec(prop_oneof![role().prop_map(RolePick::Role), detailed], 0..3)
}

fn models() -> impl Strategy<Value = Option<ModelCount>> {
    let part = (number(), option::of(word()), options(), extensions());
    let part = part.prop_map(|(count, mark, options, extra)| SquadronPart { count, mark, options, extra });
    option::of(prop_oneof![4 => number().prop_map(ModelCount::Count), 1 => vec(part, 0..3).prop_map(ModelCount::Parts)])
}

fn squadron(words: BoxedStrategy<String>) -> impl Strategy<Value = Squadron> {
    let id = || select(vec!["a".to_owned(), "b".to_owned(), "c".to_owned(), "d".to_owned()]);
    let allocation = prop_oneof![8 => select(vec!["main", "advance", "flank", "reserve"]), 1 => Just("nowhere")];
    let names =
        (words, option::weighted(0.3, id()), text(), option::weighted(0.2, word()), option::weighted(0.1, word()));
    let bought = (models(), option::weighted(0.1, word()), options(), roles());
    let placed = (
        option::of(allocation.prop_map(str::to_owned)),
        option::weighted(0.15, id()),
        vec(id(), 0..2),
        option::weighted(0.2, 0..20_u32),
        option::weighted(0.1, any::<u32>()),
        text(),
    );
    let alone = (names, bought, placed).prop_map(
        |(
            (unit, id, name, nation, slot),
            (models, mark, options, roles),
            (allocation, brought_by, carries, entry_turn, points, notes),
        )| {
            Squadron {
                unit,
                id,
                name,
                nation,
                slot,
                models,
                mark,
                options,
                roles,
                allocation,
                brought_by,
                carries,
                entry_turn,
                points,
                notes,
                ..Squadron::default()
            }
        },
    );
    let alone = (alone, extensions()).prop_map(|(squadron, extra)| Squadron { extra, ..squadron });
    alone.prop_recursive(3, 6, 2, |inner| {
        (inner.clone(), vec(inner, 0..3)).prop_map(|(squadron, attached)| Squadron { attached, ..squadron })
    })
}

fn setting() -> impl Strategy<Value = SettingValue> {
    prop_oneof![
        any::<bool>().prop_map(SettingValue::Flag),
        (0..12_u32).prop_map(SettingValue::Number),
        word().prop_map(SettingValue::Word),
        vec(0..12_u32, 0..4).prop_map(SettingValue::Numbers),
    ]
}

fn card() -> impl Strategy<Value = CardPick> {
    let fact = (select(vec!["type", "faction", "for-nation", "table", "colour"]), word());
    let facts =
        vec(fact, 0..3).prop_map(|facts| facts.into_iter().map(|(key, word)| (key.to_owned(), word.into())).collect());
    let detailed = (word(), option::of(number()), facts, option::weighted(0.3, word()), extensions()).prop_map(
        |(card, cost, traits, other, extensions)| {
            let traits: IndexMap<_, _> = traits;
            let traits = traits.into_iter().chain(extensions).collect();
            let replaces = other.map(|other| Box::new(CardPick::Known(other)));
            CardPick::Detailed(CardDetail { card, replaces, cost, traits })
        },
    );
    prop_oneof![word().prop_map(CardPick::Known), detailed]
}

/// Lists of words that may have a meaning, and of other words.
fn any_list() -> impl Strategy<Value = ArmyList> {
    let settings = select(RULESET.declarations().settings.keys().cloned().collect::<Vec<_>>());
    let settings = hash_map(prop_oneof![9 => settings, 1 => word()], setting(), 0..3);
    let decks = hash_map(
        prop_oneof![9 => select(vec!["tacs".to_owned(), "commodore-traits".to_owned()]), 1 => word()],
        vec(card(), 0..6),
        0..2,
    );
    let head = (
        text(),
        text(),
        option::weighted(0.9, prop_oneof![4 => select(NATIONS.map(str::to_owned).to_vec()), 1 => word()]),
    );
    let group = (word(), vec(squadron(word().boxed()), 0..2)).prop_map(|(kind, squadrons)| Group {
        kind,
        squadrons,
        ..Group::default()
    });
    let groups = prop_oneof![9 => Just(Vec::new()), 1 => vec(group, 1..2)];
    let mfv = option::weighted(0.9, prop_oneof![1..3000_u32, 1..=1_000_000_u32]);
    let sized = (mfv, option::of(0..=1_000_000_000_u32), vec(word(), 0..3));
    (head, sized, settings, decks, vec(squadron(word().boxed()), 0..5), groups).prop_map(
        |((name, player, nation), (mfv, points, consents), settings, decks, squadrons, groups)| ArmyList {
            muster: FormatVersion::Major(1),
            ruleset: RulesetName::Id("dw-2.5".to_owned()),
            name,
            player,
            nation,
            mfv,
            points,
            consents,
            settings: settings.into_iter().collect(),
            decks: decks.into_iter().collect(),
            squadrons,
            groups,
            ..ArmyList::default()
        },
    )
}

// ---- lists of known units ----

fn known_squadron() -> impl Strategy<Value = Squadron> {
    let one = || {
        let roles = option::weighted(0.3, select(vec!["commodore", "sub-commander"]));
        let allocation = option::of(select(vec!["main", "advance", "flank", "reserve"]));
        (
            select(units()),
            option::of(1..6_u32),
            option::weighted(0.3, (any::<prop::sample::Index>(), 1..4_u32)),
            roles,
            allocation,
        )
            .prop_map(|((nation, unit), models, option, role, allocation)| {
                let catalogue = RULESET.catalogues().iter().find(|catalogue| catalogue.written().nation == nation);
                let options =
                    catalogue.and_then(|catalogue| catalogue.find(&unit)).map_or(&[][..], |ready| &ready.options);
                let option = option.filter(|_| !options.is_empty()).map(|(index, count)| (index.get(options), count));
                let pick = |(option, count): (&muster_engine::ready::ReadyOption, u32)| match count {
                    1 => OptionPick::Every(option.id.clone()),
                    _ => OptionPick::Some(IndexMap::from([(option.id.clone(), count)])),
                };
                Squadron {
                    unit,
                    nation,
                    models: models.map(ModelCount::Count),
                    options: option.map(pick).into_iter().collect(),
                    roles: role.map(|role| RolePick::Role(role.to_owned())).into_iter().collect(),
                    allocation: allocation.map(str::to_owned),
                    ..Squadron::default()
                }
            })
    };
    (one(), prop_oneof![3 => Just(Vec::new()), 1 => vec(one(), 1..3)])
        .prop_map(|(squadron, attached)| Squadron { attached, ..squadron })
}

/// Lists of known units. Every second squadron may be brought or carried by the next.
fn known_list() -> impl Strategy<Value = ArmyList> {
    let ties = vec(0..6_u32, 6);
    (vec(known_squadron(), 1..6), 100..3000_u32, any::<bool>(), ties).prop_map(|(mut squadrons, mfv, naval, ties)| {
        let number = squadrons.len();
        for (position, (squadron, tie)) in squadrons.iter_mut().zip(ties).enumerate() {
            squadron.id = Some(format!("s{position}"));
            let next = format!("s{}", (position + 1) % number);
            match tie {
                0 if number > 1 => squadron.brought_by = Some(next),
                1 if number > 1 => squadron.carries = vec![next],
                _ => {}
            }
        }
        let core = if naval { "naval" } else { "aerial" };
        ArmyList {
            muster: FormatVersion::Major(1),
            ruleset: RulesetName::Id("dw-2.5".to_owned()),
            nation: Some(NATIONS[0].to_owned()),
            mfv: Some(mfv),
            settings: IndexMap::from([("core".to_owned(), SettingValue::Word(core.to_owned()))]),
            squadrons,
            ..ArmyList::default()
        }
    })
}

/// The same squadron in other words: printed names for ids, parts for a number, and options within the part.
fn reworded(squadron: &Squadron, own: &str) -> Squadron {
    let nation = squadron.nation.as_deref().unwrap_or(own);
    let catalogues = RULESET.catalogues().iter();
    let mut catalogues =
        catalogues.filter(|catalogue| catalogue.written().nation.as_deref().is_none_or(|of| of == nation));
    let found = catalogues.find_map(|catalogue| Some((catalogue, catalogue.find(&squadron.unit)?)));
    let Some((catalogue, ready)) = found else { return squadron.clone() };
    let by_name = |id: &String| {
        let option = ready.find(id).map(|option| &ready.options[option]);
        let means_it = |name: &str| ready.find(name) == ready.find(id) && ready.namesakes(name).is_empty();
        option.filter(|option| means_it(&option.name)).map_or(id, |option| &option.name).clone()
    };
    let options = squadron.options.iter().map(|pick| match pick {
        OptionPick::Every(id) => OptionPick::Every(by_name(id)),
        OptionPick::Some(counts) => OptionPick::Some(counts.iter().map(|(id, count)| (by_name(id), *count)).collect()),
    });
    let options: Vec<OptionPick> = options.collect();
    let named = &catalogue.unit(ready).name;
    let mut reworded = Squadron {
        unit: if catalogue.find(named).is_some_and(|other| other.index == ready.index) {
            named.to_uppercase()
        } else {
            squadron.unit.clone()
        },
        id: squadron.id.as_ref().map(|id| format!("other-{id}")),
        brought_by: squadron.brought_by.as_ref().map(|id| format!("other-{id}")),
        carries: squadron.carries.iter().map(|id| format!("other-{id}")).collect(),
        attached: squadron.attached.iter().map(|attached| reworded(attached, nation)).collect(),
        options,
        ..squadron.clone()
    };
    // A fixed mix has more models than a list states if the stated number is too small.
    let is_mix = !catalogue.unit(ready).members.is_empty();
    if let Some(ModelCount::Count(count)) = squadron.models.clone().filter(|_| !is_mix) {
        let options = std::mem::take(&mut reworded.options);
        reworded.models = Some(ModelCount::Parts(vec![SquadronPart { count, options, ..SquadronPart::default() }]));
    }
    reworded
}

/// The findings of a report without their places.
fn sayings(report: &Report) -> Vec<Finding> {
    let placeless = |finding: &Finding| Finding { at: Vec::new(), line: None, column: None, ..finding.clone() };
    report.findings.iter().map(placeless).collect()
}

/// The rules whose numbers depend on the force value, by themselves or through settings that it decides.
static ASK_FOR_MFV: LazyLock<Vec<String>> = LazyLock::new(|| {
    let asks = |sourced: &&SourcedRule| {
        let mut rule = serde_json::to_value(&sourced.rule).unwrap_or_default();
        for prose in ["id", "title", "summary", "reading", "help"] {
            rule[prose] = serde_json::Value::Null;
        }
        let text = rule.to_string();
        ["mfv", "table", "share"].iter().any(|word| text.contains(word))
    };
    RULESET.rules().iter().filter(asks).map(|sourced| sourced.rule.id.clone()).collect()
});

/// Settings under which a rule may be waived.
fn agreed() -> impl Strategy<Value = IndexMap<String, SettingValue>> {
    let flags = hash_map(select(vec!["allies".to_owned(), "competitive".to_owned()]), any::<bool>(), 0..3);
    flags.prop_map(|flags| flags.into_iter().map(|(id, on)| (id, SettingValue::Flag(on))).collect())
}

proptest! {
    #![proptest_config(config(800))]

    #[test]
    fn any_list_gets_a_report(list in any_list()) {
        let report = check(&RULESET, &list);
        let _ = summary(&RULESET, &list);
        prop_assert!(serde_json::to_string(&report).is_ok());
        let whole = serde_json::to_value(&list).expect("a list is JSON");
        for pointer in report.findings.iter().flat_map(|finding| &finding.at) {
            // A missing setting or deck has the place where it would be. The list may not have `settings` or `decks`
            // either.
            let holder = |pointer: &str| pointer.rsplit_once('/').map_or("", |(holder, _)| holder).to_owned();
            let stands = whole.pointer(pointer).or_else(|| whole.pointer(&holder(pointer)));
            let first = ["/settings", "/decks"].contains(&holder(pointer).as_str());
            prop_assert!(stands.is_some() || first, "{pointer}");
        }
        prop_assert_eq!(check(&RULESET, &list), report);
    }

    #[test]
    fn a_list_written_as_json_reads_the_same(list in any_list()) {
        let text = serde_json::to_string(&list).expect("a list is JSON");
        prop_assert_eq!(&serde_json::from_str::<ArmyList>(&text).expect("what was written is a list"), &list);
    }

    #[test]
    fn a_list_written_as_yaml_reads_the_same(list in any_list()) {
        let text = serde_yaml::to_string(&list).expect("a list is YAML");
        match lists(text.as_bytes()).as_slice() {
            [FileDocument::List(read, _)] => prop_assert_eq!(&**read, &list, "{}", text),
            // Random words may break the schema's bounds, but the document is still parsed.
            [FileDocument::Unreadable(unparsed)] => prop_assert!(unparsed.faults.iter().all(|fault| !matches!(fault.kind.id(), "syntax")), "{:?}\n{}", unparsed.faults, text),
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn the_order_of_squadrons_does_not_matter(list in known_list(), order in any::<prop::sample::Index>()) {
        let report = check(&RULESET, &list);
        let mut turned = list.clone();
        let by = order.index(turned.squadrons.len());
        turned.squadrons.rotate_left(by);
        turned.squadrons.iter_mut().for_each(|squadron| squadron.attached.reverse());
        let mut reversed = turned.clone();
        reversed.squadrons.reverse();
        for other in [turned, reversed] {
            let other = check(&RULESET, &other);
            let (mine, theirs) = (sayings(&report), sayings(&other));
            let first = mine.iter().zip(&theirs).find(|(one, other)| one != other);
            prop_assert!(mine == theirs, "{:#?}", first);
            prop_assert_eq!((other.fingerprint, other.points), (report.fingerprint.clone(), report.points));
        }
    }

    #[test]
    fn the_same_list_in_other_words_has_the_same_fingerprint(list in known_list()) {
        let mut other = list.clone();
        other.squadrons = list.squadrons.iter().map(|squadron| reworded(squadron, NATIONS[0])).collect();
        for (key, value) in [("competitive", SettingValue::Flag(false)), ("scenario", SettingValue::Word("none".to_owned()))] {
            other.settings.insert(key.to_owned(), value);
        }
        let (one, other) = (check(&RULESET, &list), check(&RULESET, &other));
        prop_assert_eq!((one.fingerprint, one.points), (other.fingerprint, other.points));
    }

    #[test]
    fn a_squadron_more_never_lowers_points(list in known_list(), more in known_squadron()) {
        let before = check(&RULESET, &list).points;
        let mut longer = list;
        longer.squadrons.push(more);
        let after = check(&RULESET, &longer).points;
        prop_assert!(after.is_none() || before.is_some_and(|before| after >= Some(before)), "{:?} -> {:?}", before, after);
    }

    #[test]
    fn consents_waive_findings_and_change_nothing_else(list in known_list(), settings in agreed()) {
        let mut list = list;
        list.settings.extend(settings);
        let before = check(&RULESET, &list);
        list.consents = RULESET.rules().iter().filter(|of| of.rule.waivable).map(|of| of.rule.id.clone()).collect();
        let after = check(&RULESET, &list);
        let is_waivable = |finding: &Finding| list.consents.iter().any(|id| id == finding.rule.as_str());
        let figures = |finding: &Finding| (finding.rule.to_string(), finding.at.clone(), finding.measured, finding.min, finding.max);
        let found = |report: &Report, of: &dyn Fn(&Finding) -> bool| -> Vec<_> {
            let mut all: Vec<_> = report.findings.iter().filter(|finding| of(finding)).map(figures).collect();
            all.sort();
            all
        };
        // A setting may waive a rule, too.
        let is_waived = |finding: &Finding| finding.severity == Severity::Waived;
        let is_error = |finding: &Finding| finding.severity == Severity::Error && is_waivable(finding);
        let is_broken = |finding: &Finding| is_error(finding) || is_waived(finding);
        let is_other = |finding: &Finding| finding.severity != Severity::Note && !is_waivable(finding);
        prop_assert_eq!(found(&before, &is_broken), found(&after, &is_waived));
        prop_assert_eq!(found(&before, &is_other), found(&after, &is_other));
        // Where it is not known whether a waived rule is broken, nothing is left to decide.
        let is_graver = |finding: &Finding| !matches!(finding.severity, Severity::Waived | Severity::Note);
        prop_assert!(!after.findings.iter().any(|finding| is_waivable(finding) && is_graver(finding)));
        prop_assert_eq!(before.points, after.points);
    }

    #[test]
    fn a_larger_force_value_changes_only_rules_that_ask_for_it(list in known_list(), more in 1..3000_u32) {
        let asks = |finding: &Finding| {
            let rule = RULESET.rule(finding.rule.as_str()).map(|sourced| &sourced.rule);
            rule.is_none_or(|rule| ASK_FOR_MFV.contains(&rule.id))
        };
        let figures = |report: &Report| -> Vec<_> {
            let all = report.findings.iter().filter(|finding| !asks(finding));
            all.map(|finding| (finding.rule.to_string(), finding.at.clone(), finding.severity, finding.measured, finding.min, finding.max)).collect()
        };
        let before = check(&RULESET, &list);
        let larger = ArmyList { mfv: list.mfv.map(|mfv| mfv + more), ..list };
        let after = check(&RULESET, &larger);
        prop_assert_eq!(figures(&before), figures(&after));
        let breaks = |report: &Report| report.findings.iter().any(|finding| finding.rule.as_str() == "mfv-cap" && finding.severity == Severity::Error);
        prop_assert!(breaks(&before) || !breaks(&after));
    }

    #[test]
    fn an_unknown_unit_is_never_legal(list in known_list(), unknown in "[a-z]{3}-zz[0-9]") {
        let mut list = list;
        let last = list.squadrons.len() - 1;
        list.squadrons[last].unit = unknown;
        let report = check(&RULESET, &list);
        prop_assert!(matches!(report.verdict, Verdict::Undetermined | Verdict::Illegal), "{:?}", report.verdict);
        prop_assert!(report.findings.iter().any(|finding| finding.rule.as_str() == "unknown-unit"));
    }
}

fn fingerprint(squadrons: &str) -> Option<String> {
    let head = "muster: 1\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\nsquadrons:\n";
    match lists(format!("{head}{squadrons}").as_bytes()).as_slice() {
        [FileDocument::List(list, _)] => check(&RULESET, list).fingerprint,
        other => panic!("{other:?}"),
    }
}

#[test]
fn which_of_two_ships_brings_a_squadron_shows_in_the_fingerprint() {
    let list = |first: &str, second: &str, bringer: &str| {
        fingerprint(&format!(
            "- {{unit: avenger-class-fleet-carrier, id: {first}, options: [{{ace-fighter-or-dive-bomber: 1}}]}}\n- {{unit: avenger-class-fleet-carrier, id: {second}}}\n- {{unit: support-aircraft, models: 4, brought-by: {bringer}}}\n"
        ))
    };
    assert_ne!(list("a", "b", "a"), list("a", "b", "b"));
    assert_eq!(list("a", "b", "a"), list("b", "a", "b"));
    // Squadrons that bring each other in a circle still give a fingerprint.
    let circle = "- {unit: avenger-class-fleet-carrier, id: a, brought-by: b}\n- {unit: avenger-class-fleet-carrier, id: b, brought-by: a}\n";
    assert!(fingerprint(circle).is_some());
}

#[test]
fn parts_that_say_no_more_than_numbers_do_not_show_in_the_fingerprint() {
    let same = |one: &str, other: &str| {
        let of = |words: &str| fingerprint(&format!("- {{unit: tribal-class-cruiser, {words}}}\n"));
        of(one) == of(other)
    };
    assert!(same("models: 3", "models: [{count: 3}]"));
    assert!(same("models: 3", "models: [{count: 2}, {count: 1}]"));
    assert!(same(
        "models: 3, options: [stoic-crew]",
        "models: [{count: 2, options: [Stoic Crew]}, {count: 1, options: [stoic-crew]}]"
    ));
    assert!(same("models: 3, options: [{stoic-crew: 2}]", "models: [{count: 1}, {count: 2, options: [stoic-crew]}]"));
    assert!(!same("models: 3", "models: 3, options: [stoic-crew]"));
    assert!(!same("models: 3, options: [{stoic-crew: 2}]", "models: [{count: 2}, {count: 1, options: [stoic-crew]}]"));
}
