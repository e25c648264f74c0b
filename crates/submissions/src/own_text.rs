//! Tells where a text that says that Muster wrote it is not as Muster writes it, so that people see something else in it than
//! what is judged.

use muster_engine::plural::short;
use muster_engine::theirs::quoted;
use muster_exchange::listing::{LineDifference, Listing, OwnText, TextChange};
use muster_library::judge::{JudgedList, judge_in_full, judge_without_events};
use muster_library::share::WHOLE;
use muster_library::shelf::Shelf;
use serde_json::Value;

/// The most lines that are told of one list.
const TOLD: usize = 5;

/// Compares a text that says that Muster wrote it with what Muster writes of the list that was read.
pub(crate) fn tell(shelf: &Shelf, listing: &mut Listing) {
    let Some(own) = listing.own.take() else { return };
    let (mut differences, has_same_rules) = differences(shelf, &own);
    // Lines that were not understood are told already.
    differences.retain(|difference| {
        difference.writes.is_some() || listing.doubts.iter().all(|doubt| doubt.line != difference.line)
    });
    let wording = LineWording { own: &own, has_same_rules };
    listing.changed.extend(code(&own).map(|sentence| TextChange { line: None, sentence, is_sure: true }));
    listing.changed.extend(differences.iter().take(TOLD).map(|difference| wording.line(difference)));
    if let Some(more @ [_, ..]) = differences.get(TOLD..) {
        let lines = if more.len() == 1 { "1 more line is" } else { &format!("{} more lines are", more.len()) };
        let is_sure = more.iter().any(|difference| wording.is_sure(difference));
        let sentence = format!("{lines} not as Muster writes them");
        listing.changed.push(TextChange { line: None, sentence, is_sure });
    }
    listing.own = Some(own);
}

/// What is wrong with the code below the list, in a sentence.
fn code(own: &OwnText) -> Option<String> {
    let half = |code: &'_ str| code.split('-').next().unwrap_or_default().to_owned();
    let prints: Vec<String> = own.prints().into_iter().flatten().map(half).collect();
    let fits = |code: Option<&str>| code.is_some_and(|code| prints.contains(&half(code)));
    let whole = own.list().extra.get(WHOLE).and_then(Value::as_str);
    let stated = own.fingerprint();
    let is_of_whole = whole.is_some() && stated.map(half) == whole.map(half);
    let is_open = own.open().is_some() || own.is_of_this_version() && !fits(stated);
    match stated {
        None if prints.is_empty() => None,
        None => Some("the text says that nobody judged the list in it, but it can be judged".to_owned()),
        // Texts of earlier versions state no code of an open list.
        Some(_) if fits(stated) || is_of_whole && (!is_open || fits(own.open())) => None,
        Some(_) => Some("the fingerprint below the list does not fit the list: somebody changed the text".to_owned()),
    }
}

/// The lines that are not as Muster writes them, and whether the rules are those under which the text was written. The event
/// under which lists are judged here need not be one for the player.
fn differences(shelf: &Shelf, own: &OwnText) -> (Vec<LineDifference>, bool) {
    if own.differences().is_empty() {
        return (Vec::new(), true);
    }
    let rules = |code: &'_ str| code.split_once('-').map(|(_, rules)| rules.to_owned());
    let stated = own.fingerprint().and_then(rules);
    let mut nearest: Option<(Vec<LineDifference>, bool)> = None;
    let under_all = || judge_in_full(shelf, "", None, own.list(), None).ok();
    let under_none = || judge_without_events(shelf, own.list()).ok().flatten();
    let ways: [&dyn Fn() -> Option<JudgedList>; 2] = [&under_all, &under_none];
    for way in ways {
        let Some(JudgedList { ruleset, mut report, summary, .. }) = way() else { continue };
        // An open text states the terms of the full list, which hides nothing.
        report.terms.full_list = None;
        report.terms.tell();
        let has_same_rules = report.fingerprint.as_deref().and_then(rules) == stated;
        let differences = own.differences_from(&ruleset, &summary, &report);
        if differences.is_empty() {
            return (differences, has_same_rules);
        }
        if has_same_rules || nearest.is_none() {
            nearest = Some((differences, has_same_rules));
        }
    }
    nearest.unwrap_or_else(|| (own.differences().to_vec(), false))
}

/// How lines are told.
struct LineWording<'a> {
    own: &'a OwnText,
    has_same_rules: bool,
}

impl LineWording<'_> {
    /// Whether nobody but a person wrote a line so. Under the same rules, every version of Muster writes the same numbers. What
    /// a sheet or the full list says is not at hand.
    fn is_sure(&self, difference: &LineDifference) -> bool {
        let is_complete = self.own.list().sheet.is_none() && !self.own.is_open();
        self.has_same_rules && is_complete && (self.own.is_of_this_version() || difference.has_other_number)
    }

    fn line(&self, difference: &LineDifference) -> TextChange {
        let is_sure = self.is_sure(difference);
        let muster = if is_sure { "Muster" } else { "this version of Muster" };
        let text = |text: &str| quoted(&short(text));
        let said = match (&difference.says, &difference.writes) {
            (Some(says), Some(writes)) => {
                format!("the text says {}, but of the list in it {muster} writes {}", text(says), text(writes))
            }
            (Some(says), None) => {
                format!("the text says {}, but of the list in it {muster} writes no such line", text(says))
            }
            (None, writes) => {
                let writes = text(writes.as_deref().unwrap_or_default());
                format!("below this line, the text lacks a line that {muster} writes of the list in it: {writes}")
            }
        };
        let sentence = if is_sure { said } else { format!("{said}; {}", self.reason()) };
        TextChange { line: Some(difference.line), sentence, is_sure }
    }

    /// Why the text may be another than Muster writes here although nobody changed it.
    fn reason(&self) -> String {
        match self.own.version() {
            _ if !self.has_same_rules => "by its code, it was written under other rules".to_owned(),
            Some(_) if self.own.is_of_this_version() => "not all of what it was written from is at hand".to_owned(),
            Some(version) => format!("by its last line, version {version} wrote it"),
            None => "an earlier version may have written it".to_owned(),
        }
    }
}
