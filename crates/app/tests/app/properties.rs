//! Properties that hold for every list.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use indexmap::IndexMap;
use muster_app::{
    App, CandidatesArgs, ExportArgs, ExportFormat, GivenList, ImportArgs, ReadArgs, WriteArgs, candidates, export,
    import, read, write,
};
use muster_engine::list::{
    ArmyList, CardDetail, CardPick, FormatVersion, Group, ModelCount, OptionPick, RoleDetail, RolePick, RulesetName,
    SettingValue, Squadron, SquadronPart,
};
use muster_engine::report::{Finding, Severity};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

/// Words that look like other syntax: YAML, JSON, archives, rosters, lists as one word, and our own texts.
const ODD: &[&str] = &[
    "yes",
    "null",
    "1.5",
    "- x",
    "a: b",
    "#",
    "é\n漢",
    " ",
    "~",
    "2026-11-21",
    "'",
    "\"",
    "\\",
    "🚢",
    "",
    "{",
    "}",
    "[",
    "]",
    "[x]",
    "# x",
    "== x ==",
    "+ x",
    "> x",
    "  x",
    "3 × x",
    "x (9 points)",
    "(no name)",
    "muster: 1",
    "MUSTER:1:ABC",
    "<?xml",
    "<roster>",
    "PK\u{3}\u{4}",
    "UEsDB",
    "\u{feff}x",
    "a\r\nb\r",
    "Name: x",
    "Muster text 1, x-y",
];

/// Words that people write, and words that nobody writes.
fn word() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,8}(-[a-z0-9]{1,4})?", "\\PC{1,12}", prop::sample::select(ODD).prop_map(str::to_owned),]
}

fn options() -> impl Strategy<Value = Vec<OptionPick>> {
    let some = (key(), 1_u32..9).prop_map(|(id, number)| OptionPick::Some(IndexMap::from([(id, number)])));
    vec(prop_oneof![word().prop_map(OptionPick::Every), some], 0..3)
}

fn models() -> impl Strategy<Value = ModelCount> {
    let part = (1_u32..9, of(word()), options());
    let part = part.prop_map(|(count, mark, options)| SquadronPart { count, mark, options, ..SquadronPart::default() });
    prop_oneof![(1_u32..1000).prop_map(ModelCount::Count), vec(part, 1..3).prop_map(ModelCount::Parts)]
}

fn role() -> impl Strategy<Value = RolePick> {
    let detailed = (word(), of(1_u32..9), of(word())).prop_map(|(role, model, r#trait)| {
        RolePick::Detailed(RoleDetail { role, model, r#trait, ..RoleDetail::default() })
    });
    prop_oneof![word().prop_map(RolePick::Role), detailed]
}

fn squadron() -> impl Strategy<Value = Squadron> {
    let leaf =
        (word(), of(word()), of(models()), options(), vec(role(), 0..2), of(word()), of(0_u32..1000), of(word()))
            .prop_map(|(unit, name, models, options, roles, allocation, entry_turn, notes)| Squadron {
                unit,
                name,
                models,
                options,
                roles,
                allocation,
                entry_turn,
                notes,
                ..Squadron::default()
            });
    leaf.prop_recursive(2, 6, 2, |inner| {
        (inner.clone(), vec(inner, 0..3)).prop_map(|(squadron, attached)| Squadron { attached, ..squadron })
    })
}

fn card() -> impl Strategy<Value = CardPick> {
    let detailed = (word(), of(0_u32..99), of(word())).prop_map(|(card, cost, replaces)| {
        let replaces = replaces.map(|card| Box::new(CardPick::Known(card)));
        CardPick::Detailed(CardDetail { card, cost, replaces, ..CardDetail::default() })
    });
    prop_oneof![word().prop_map(CardPick::Known), detailed]
}

fn setting() -> impl Strategy<Value = SettingValue> {
    prop_oneof![
        any::<bool>().prop_map(SettingValue::Flag),
        any::<u32>().prop_map(SettingValue::Number),
        word().prop_map(SettingValue::Word),
        vec(0_u32..20, 0..4).prop_map(SettingValue::Numbers),
    ]
}

fn key() -> impl Strategy<Value = String> {
    // Muster reads a key that begins with `x-` as an extension where a name may stand.
    word().prop_filter("no extension", |word| !word.starts_with("x-"))
}

fn list() -> impl Strategy<Value = ArmyList> {
    let group = (word(), of(word()), vec(squadron(), 0..3));
    let group = group.prop_map(|(kind, name, squadrons)| Group { kind, name, squadrons, ..Group::default() });
    let ruleset = prop_oneof![
        word().prop_map(RulesetName::Id),
        (word(), of(word())).prop_map(|(id, version)| RulesetName::Versioned { id, version }),
    ];
    let head = (ruleset, of(word()), of(word()), 1_u32..1_000_000, of(0_u32..1_000_000));
    let body = (
        prop::collection::hash_map(key(), setting(), 0..3),
        vec(word(), 0..3),
        vec(squadron(), 0..4),
        vec(group, 0..3),
        prop::collection::hash_map(key(), vec(card(), 0..3), 0..2),
    );
    (head, body).prop_map(|((ruleset, name, nation, mfv, points), (settings, consents, squadrons, groups, decks))| {
        ArmyList {
            muster: FormatVersion::Major(1),
            ruleset,
            name,
            nation,
            mfv: Some(mfv),
            points,
            settings: settings.into_iter().collect(),
            consents,
            squadrons,
            groups,
            decks: decks.into_iter().collect(),
            ..ArmyList::default()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    /// A list that was written reads back as the same list, also through a call.
    #[test]
    fn writing_loses_nothing(list in list()) {
        let app = App::default();
        let given = GivenList::new(&list).unwrap();
        prop_assert_eq!(&given.read().unwrap(), &list);
        let text = write(&app, &WriteArgs { list: given }).unwrap().text;
        let answer = read(&app, &ReadArgs { text: text.clone(), file: None }).unwrap();
        let [document] = answer.documents.as_slice() else { panic!("{text}") };
        prop_assert_eq!(document.list.as_ref(), Some(&list), "{}", text);
        prop_assert!(!text.contains("null") || format!("{list:?}").contains("null"), "{}", text);
    }
}

/// A list of a known game, with decks and groups of that game. All other words are random.
fn list_of_a_game() -> impl Strategy<Value = ArmyList> {
    (list(), any::<bool>(), word()).prop_map(|(list, has_groups, remark)| {
        let list = ArmyList { extra: IndexMap::from([(format!("x-{remark}"), remark.into())]), ..list };
        let decks = list.decks.into_values().take(1).map(|cards| ("tacs".to_owned(), cards)).collect();
        let groups = list.groups.into_iter().map(|group| Group { kind: "core".to_owned(), ..group }).collect();
        let named = |id: &str| RulesetName::Id(id.to_owned());
        if has_groups {
            ArmyList { ruleset: named("fleet-action"), groups, squadrons: Vec::new(), decks: IndexMap::new(), ..list }
        } else {
            ArmyList { ruleset: named("dw-2.5"), groups: Vec::new(), decks, ..list }
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    /// A list that was exported as text imports as the same list, whatever names it contains.
    #[test]
    fn sharing_loses_nothing(list in list_of_a_game()) {
        there_and_back(&list)?;
    }
}

/// Exports a list as each kind of text and imports each text.
fn there_and_back(list: &ArmyList) -> Result<(), TestCaseError> {
    let app = App::default();
    for to in [ExportFormat::Text, ExportFormat::Markdown, ExportFormat::Discord, ExportFormat::Bbcode] {
        let written = export(
            &app,
            &ExportArgs { list: GivenList::new(list).unwrap(), to, open: false, sheet: None, event: None },
        )
        .unwrap();
        prop_assert_eq!(&written.lost, &Vec::<String>::new(), "{}", written.text);
        let args = ImportArgs { text: written.text.clone(), ..ImportArgs::default() };
        let answer = import(&app, &args);
        let mut answer = answer.map_err(|fault| TestCaseError::fail(format!("{fault:?}: {}", written.text)))?;
        prop_assert_eq!(answer.lists.len(), 1, "{}", written.text);
        let answer = answer.lists.remove(0);
        // A random word may be an alias of a nation. `import` replaces it by the id.
        let ruleset = app.shelf().ruleset(&list.ruleset, &[]).unwrap();
        let nation = list.nation.as_ref().map(|name| ruleset.nation(name).unwrap_or(name).to_owned());
        prop_assert_eq!(&answer.list, &ArmyList { nation, ..list.clone() }, "{}", written.text);
        prop_assert_eq!((answer.doubts, answer.concluded), (Vec::new(), Vec::new()), "{}", written.text);
    }
    Ok(())
}

#[test]
fn what_is_called_like_a_mark_is_only_called_so() {
    let whole_word = muster_library::share::word(&ArmyList { mfv: Some(1), ..ArmyList::default() });
    for word in ODD.iter().copied().chain([whole_word.as_str()]) {
        let word = || word.to_owned();
        let squadron = Squadron {
            unit: word(),
            name: Some(word()),
            options: vec![OptionPick::Every(word())],
            notes: Some(word()),
            ..Squadron::default()
        };
        let list = ArmyList {
            name: Some(word()),
            player: Some(word()),
            notes: Some(word()),
            nation: Some(word()),
            ruleset: RulesetName::Id("dw-2.5".to_owned()),
            mfv: Some(1000),
            squadrons: vec![squadron],
            decks: IndexMap::from([("tacs".to_owned(), vec![CardPick::Known(word())])]),
            ..ArmyList::default()
        };
        there_and_back(&list).unwrap();
    }
}

/// A fleet of real units, legal or not.
fn fleet() -> impl Strategy<Value = ArmyList> {
    const UNITS: &[&str] = &[
        "ruler-class-battleship",
        "tribal-class-cruiser",
        "attacker-class-frigate",
        "bastion-class-escort",
        "local-air-support",
        "bunker-complex",
        "swift-class-corvette",
        "no-such-unit",
    ];
    let unit = || prop::sample::select(UNITS);
    let squadron = (unit(), 1_u32..7, of(unit()), of(prop::sample::select(vec!["advance", "flank"])), any::<bool>());
    let squadron = squadron.prop_map(|(unit, models, attached, allocation, leads)| Squadron {
        unit: unit.to_owned(),
        models: Some(ModelCount::Count(models)),
        attached: attached.into_iter().map(|unit| Squadron { unit: unit.to_owned(), ..Squadron::default() }).collect(),
        allocation: allocation.map(str::to_owned),
        roles: if leads { vec![RolePick::Role("commodore".to_owned())] } else { Vec::new() },
        ..Squadron::default()
    });
    (vec(squadron, 0..8), 100_u32..3000, of(prop::sample::select(vec!["naval", "aerial"]))).prop_map(
        |(squadrons, mfv, core)| ArmyList {
            ruleset: RulesetName::Id("dw-2.5".to_owned()),
            nation: Some("kingdom-of-britannia".to_owned()),
            mfv: Some(mfv),
            settings: core.into_iter().map(|core| ("core".to_owned(), SettingValue::Word(core.to_owned()))).collect(),
            squadrons,
            ..ArmyList::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    /// `candidates` agrees with a full check, although it judges only errors. A candidate that may be added does not
    /// raise the number of errors of a full check. Every error of the other candidates is in a full check too.
    #[test]
    fn candidates_are_a_full_check(fleet in fleet()) {
        let app = App::default();
        let ruleset = app.shelf().ruleset_for(&fleet).unwrap();
        let full = |list: &ArmyList| {
            let mut errors = muster_engine::check(&ruleset, list).findings;
            errors.retain(|finding| finding.severity == Severity::Error);
            errors
        };
        let mut quick = muster_engine::errors(&ruleset, &fleet);
        let before = full(&fleet);
        let tally = muster_engine::tally(&ruleset, &fleet);
        let numbers = |findings: &[Finding]| {
            let each = findings.iter().map(|it| (it.rule.clone(), it.measured, it.min, it.max));
            let mut each: Vec<_> = each.collect();
            each.sort();
            each
        };
        prop_assert_eq!(numbers(&tally.errors), numbers(&before));
        prop_assert_eq!(tally.points, muster_engine::points(&ruleset, &fleet));
        let open = |finding: &&Finding| finding.severity == Severity::Undetermined;
        prop_assert_eq!(tally.undetermined, muster_engine::check(&ruleset, &fleet).findings.iter().filter(open).count());
        quick.sort_by(|one, other| (&one.rule, &one.message, &one.at).cmp(&(&other.rule, &other.message, &other.at)));
        let mut sorted = before.clone();
        sorted.sort_by(|one, other| (&one.rule, &one.message, &one.at).cmp(&(&other.rule, &other.message, &other.at)));
        prop_assert_eq!(quick, sorted);
        let answer = candidates(&app, &CandidatesArgs { list: GivenList::new(&fleet).unwrap(), nation: None, group: None, event: None, collection: None });
        for candidate in answer.unwrap().candidates {
            let mut with = fleet.clone();
            with.squadrons.push(candidate.squadron.clone());
            let after = full(&with);
            prop_assert_eq!(candidate.may, candidate.findings.is_empty());
            if candidate.may {
                prop_assert!(after.len() <= before.len(), "{:?}: {:?}", candidate.squadron, after);
            }
            for finding in &candidate.findings {
                prop_assert!(after.contains(&finding.finding), "{:?}: {:?}", candidate.squadron, finding);
            }
            let (now, then) = (muster_engine::points(&ruleset, &with), muster_engine::points(&ruleset, &fleet));
            if let (Some(now), Some(then)) = (now, then) {
                prop_assert_eq!(candidate.points, Some(now - then));
            }
        }
    }
}
