//! What stat cards tell besides the figures.

use muster_engine::list::{ModelCount, OptionPick, RolePick, Squadron};
use muster_print::{CardRules, Layout, PrintOptions};

use crate::document::{holds, pages};
use crate::{JudgedCase, example, largest, options, squadrons};

fn cards(judged: &JudgedCase) -> String {
    judged.pages(&options(&[Layout::StatCards], true)).concat()
}

/// The largest example that has cards and something attached.
fn fleet() -> JudgedCase {
    example(|judged| {
        judged.list.groups.is_empty() && squadrons(&judged.list).iter().any(|one| !one.attached.is_empty())
    })
}

#[test]
fn a_card_has_roles_points_and_what_its_squadron_is_attached_to() {
    let judged = fleet();
    let text = cards(&judged);
    let mut attached = 0;
    for (place, squadron) in judged.summary.squadrons.iter().enumerate() {
        let points = squadron.points.map(|points| format!("{points} points"));
        assert!(points.is_none_or(|points| holds(&text, &points)), "{}: {text}", squadron.name);
        assert!(squadron.roles.iter().all(|role| holds(&text, &role.to_uppercase())), "{:?}", squadron.roles);
        if squadron.depth > 0 {
            let parent = judged.summary.squadrons[..place].iter().rfind(|other| other.depth < squadron.depth).unwrap();
            assert!(holds(&text, &format!("attached to {}", parent.name)), "{}: {text}", squadron.name);
            attached += 1;
        }
    }
    assert!(attached > 1);
}

#[test]
fn a_trait_that_an_option_changes_stands_on_cards_and_force_lists() {
    let judged = example(|judged| judged.list.nation.as_deref() == Some("alliance"));
    let with = |picks: Vec<OptionPick>| {
        let judged = judged.with(|list| {
            let group = &mut list.groups[0];
            group.squadrons.truncate(1);
            group.squadrons[0] =
                Squadron { unit: "europa-grand-conveyor".to_owned(), options: picks, ..Squadron::default() };
            list.groups.truncate(1);
        });
        judged.pages(&options(&[Layout::StatCards, Layout::ForceList], true))
    };
    let pages = with(Vec::new());
    assert!(pages.iter().all(|page| holds(page, "· Surface")), "{pages:?}");
    let pages = with(vec![OptionPick::Every("olympia-levant-drive".to_owned())]);
    assert!(pages.iter().all(|page| holds(page, "· Airborne") && !holds(page, "· Surface")), "{pages:?}");
}

#[test]
fn numbers_are_the_same_on_force_list_findings_and_cards() {
    let judged = fleet().with(|list| {
        for (place, squadron) in list.squadrons.iter_mut().enumerate() {
            squadron.name = Some(format!("Name {place} of it"));
        }
        list.squadrons[0].models = Some(ModelCount::Count(900));
    });
    let force = judged.pages(&options(&[Layout::ForceList], true)).concat();
    let cards = cards(&judged);
    let mut told = 0;
    for (place, squadron) in judged.list.squadrons.iter().enumerate() {
        let name = format!("Name {place} of it");
        let number = (1..99).find(|number| holds(&cards, &format!("{number}{name}")));
        let number = number.unwrap_or_else(|| panic!("{name}: {cards}"));
        // The number beside several lines is read before or after all of them.
        if squadron.attached.is_empty() {
            assert!(holds(&force, &format!("{number}{name}")), "{number} {name}: {force}");
            told += 1;
        }
        if place == 0 {
            assert!(holds(&force, &format!("squadron {number}")), "{force}");
        }
    }
    assert!(told > 5);
}

#[test]
fn a_secret_role_is_on_no_open_card() {
    for (name, judged) in largest() {
        let roles = judged.ruleset.declarations().roles.clone();
        let Some((id, role)) = roles.iter().find(|(_, role)| role.secret) else { continue };
        let bearing = judged.with(|list| {
            let mut squadrons = crate::squadrons_mut(list);
            squadrons[0].roles = vec![RolePick::Role(id.clone())];
        });
        let open = bearing.pages(&options(&[Layout::StatCards], false)).concat();
        assert!(holds(&cards(&bearing), &role.title.to_uppercase()), "{name}");
        assert!(!holds(&open, &role.title.to_uppercase()), "{name}");
    }
}

#[test]
fn a_unit_without_figures_has_a_card_to_fill_in() {
    let unknown = fleet().with(|list| {
        list.squadrons.truncate(1);
        "Nobody Knows It".clone_into(&mut list.squadrons[0].unit);
        list.squadrons[0].attached.clear();
    });
    let text = cards(&unknown);
    assert!(holds(&text, "Nobody Knows It") && holds(&text, "No catalogue has this unit: fill in"), "{text}");
    let stats = &unknown.ruleset.declarations().stats;
    assert!(stats.len() > 5 && stats.values().all(|stat| holds(&text, &stat.title)), "{text}");
}

#[test]
fn special_rules_are_told_as_asked() {
    let judged = fleet();
    let print = |card_rules| {
        let options = PrintOptions { card_rules, ..options(&[Layout::StatCards], false) };
        pages(&judged.print(&options)).concat()
    };
    let (none, names, lines) = (print(CardRules::None), print(CardRules::Names), print(CardRules::Lines));
    let kinds = muster_engine::models::models(&judged.ruleset, &judged.summary);
    let printed: Vec<&String> = kinds.iter().flat_map(|kind| &kind.card.rules).collect();
    assert!(printed.len() > 5 && printed.iter().all(|rule| holds(&names, rule) && holds(&lines, rule)), "{names}");
    assert!(printed.iter().any(|rule| !holds(&none, rule)));
    let effects: Vec<&str> =
        printed.iter().filter_map(|rule| Some(judged.ruleset.special_rule(rule)?.summary.as_str())).collect();
    assert!(effects.len() > 5 && effects.iter().all(|effect| holds(&lines, effect)), "{lines}");
    assert!(effects.iter().all(|effect| !holds(&names, effect)));
}

#[test]
fn a_chosen_generator_stands_on_its_card_once() {
    let mut seen = 0;
    for (name, judged) in largest() {
        for kind in muster_engine::models::models(&judged.ruleset, &judged.summary) {
            let chosen: Vec<&String> = kind.options.iter().filter(|option| kind.card.rules.contains(option)).collect();
            let Some(option) = chosen.first() else { continue };
            let place = kind.squadrons[0].at.strip_prefix("/squadrons/").and_then(|place| place.parse::<usize>().ok());
            let Some(place) = place else { continue };
            let alone = judged.with(|list| {
                list.squadrons = vec![list.squadrons[place].clone()];
                list.squadrons[0].attached.clear();
            });
            let text = cards(&alone);
            let dense = crate::document::dense(option);
            assert_eq!(text.matches(&dense).count(), 1, "{name}: {option}: {text}");
            seen += 1;
            break;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_squadron_of_many_models_goes_on_under_its_name() {
    let many = fleet().with(|list| {
        list.squadrons.truncate(1);
        list.squadrons[0].attached.clear();
        list.squadrons[0].models = Some(ModelCount::Count(400));
        list.squadrons[0].options = Vec::<OptionPick>::new();
    });
    let text = cards(&many);
    let name = &many.summary.squadrons[0].unit;
    assert!(holds(&text, &format!("{name} (continued)")) && holds(&text, "400"), "{text}");
}

#[test]
fn every_point_of_a_figure_of_two_parts_has_a_box() {
    use muster_engine::catalogue::Stat;
    let boxed = |judged: &JudgedCase| {
        let kinds = muster_engine::models::models(&judged.ruleset, &judged.summary);
        let has_parts =
            |stat: &Stat| matches!(stat, Stat::Text(text) if text.split('/').all(|part| part.parse::<u32>().is_ok()));
        kinds.iter().any(|kind| kind.card.stats.get("hull").is_some_and(has_parts))
    };
    let judged = example(boxed);
    // The second part has no title of its own.
    assert!(holds(&cards(&judged), "Hull/"), "{}", cards(&judged));
}
