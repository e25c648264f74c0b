//! Rosters of other programs.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_engine::report::Verdict;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, Submission, judge_bytes};

fn only(name: &str, text: &str) -> Submission {
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    match judge_bytes(&Intake::new(&games), name, text.as_bytes()).remove(0) {
        HandIn::Lists(mut lists) => lists.remove(0),
        no_list @ HandIn::NoList { .. } => panic!("{no_list:?}"),
    }
}

/// A fleet of one ship, as New Recruit writes it.
fn fleet(game: &str, limit: &str) -> String {
    format!(
        "{{\"roster\": {{\"name\": \"F\", \"gameSystemId\": \"{game}\", \"gameSystemName\": \"The Game\", {limit} \
         \"costs\": [{{\"name\": \"pts\", \"value\": 190}}], \"forces\": [{{\"catalogueName\": \"Kingdom of Britannia\", \
         \"name\": \"Naval Core\", \"selections\": [{{\"name\": \"Ruler Class Battleship\", \"type\": \"model\", \
         \"number\": 1, \"costs\": [{{\"name\": \"pts\", \"value\": 190}}]}}]}}]}}}}"
    )
}

const KNOWN: &str = "0875-1887-668a-a6f2";

#[test]
fn a_roster_without_a_limit_leaves_the_force_value_unknown() {
    let limited = only("a.json", &fleet(KNOWN, "\"costLimits\": [{\"name\": \"pts\", \"value\": 500}],"));
    assert_eq!((limited.report.mfv, limited.report.ruleset.as_ref().unwrap().id.as_str()), (Some(500), "dw-2.5"));
    let free = only("a.json", &fleet(KNOWN, "\"costLimits\": [{\"name\": \"pts\", \"value\": 0}],"));
    let told = |list: &Submission, rule: &str| list.report.findings.iter().any(|found| found.rule.to_string() == rule);
    assert!(free.report.mfv.is_none() && told(&free, "unknown-mfv") && !told(&limited, "unknown-mfv"));
    assert!(told(&free, "points-claimed"), "the roster says 190 points, the ship costs 180");
}

/// The same roster, as List Forge shares it: gzip and base64 behind an address.
const LINK: &str = "https://example.org/#/listforge/H4sIAAAAAAACA42QT8vCMAzGv0rp2cEmOOd7VFBE8aDe5D3ELZuF/hltJ4j43U3rRPQg0kuS55cnSa/cGufR8j925RoUUsDnfMB4\
     Q8nuQppaVqGYFuNRkhXFOMnzAhLI6+E7tum79ydkixCTWpL5WijhHSmH14SWCiSfQXYhH6Xp7b/Hv5PZ5EHWxpbYoyV4kKbp8LnB\
     SuimMoqZmk2t8KC1gGDy9NwA2bGZsXFHhxJLL4z+mLztJFo2k+Acm4L3Et1JtKHDX9pIKFOhjMadOsY/zH4/Ir7bHebSdaaAAQAA";

#[test]
fn a_link_that_carries_its_roster_is_read() {
    let list = only("a.txt", &format!("my list for Saturday:\n{LINK}\n"));
    assert_eq!((list.report.points, list.report.mfv), (Some(180), Some(500)));
    let cut = only("a.txt", &LINK[..LINK.len() - 40]);
    assert_eq!(cut.report.verdict, Verdict::Unreadable);
    assert!(cut.report.findings[0].message.contains("the link carries a roster, but is damaged or cut off"));
}

#[test]
fn rosters_of_other_games_are_named() {
    let other = only("a.json", &fleet("x", ""));
    assert_eq!(other.report.verdict, Verdict::Unreadable);
    assert_eq!(other.report.findings[0].message, "this is not a list: a roster of `The Game`, a game that is not here");
}
