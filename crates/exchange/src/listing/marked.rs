//! The lines of a text that Muster writes, with their marks.

use std::fmt;

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::summary::Summary;
use muster_library::share::WHOLE;

use super::fact::ListFact;
use super::foot::Foot;
use super::markup::Markup;
use super::outline::{Outline, OutlineEntry};

/// A line with its marks.
pub(super) struct MarkedLine {
    pub before: &'static str,
    pub words: String,
    /// Behind the words; the rest follows.
    pub behind: &'static str,
    pub rest: String,
}

impl fmt::Display for MarkedLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, words, behind, rest } = self;
        write!(formatter, "{before}{words}{behind}{rest}")
    }
}

/// The lines of the text of a list.
pub(super) fn marked(
    ruleset: &Ruleset,
    list: &ArmyList,
    summary: &Summary,
    report: &Report,
    style: Markup,
) -> Vec<MarkedLine> {
    let outline = Outline::new(ruleset, list, summary, report);
    // The report below an open list is that of the full list, so the text says apart which list it shows.
    let open =
        list.extra.contains_key(WHOLE).then(|| muster_engine::judge(ruleset, list, None).into_report().fingerprint);
    let open = open.flatten().filter(|open| report.fingerprint.as_ref() != Some(open));
    let half = open.as_deref().and_then(|open| open.split('-').next());
    mark_up(style, &outline, &Foot::new(style, report.fingerprint.as_deref(), half))
}

/// The lines of an outline with their marks. The foot names the style, so that they can be read back.
fn mark_up(style: Markup, outline: &Outline, foot: &Foot) -> Vec<MarkedLine> {
    let marks = style.marks();
    let mut lines = Vec::new();
    let mut line = |[before, behind]: [&'static str; 2], words: &str, rest: &str| {
        lines.push(MarkedLine { before, words: style.escaped(words), behind, rest: style.escaped(rest) });
    };
    let fact = |fact: &ListFact| format!("{}: {}", fact.key, fact.value);
    line(marks.title, &outline.title, "");
    line(marks.subtitle, &outline.subtitle, "");
    line(["", ""], "", "");
    for said in &outline.facts {
        line([marks.fact, ""], &fact(said), "");
    }
    for section in &outline.sections {
        line(["", ""], "", "");
        line(marks.heading, &section.heading, "");
        for said in &section.facts {
            line([marks.fact, ""], &fact(said), "");
        }
        // Without an empty line, Markdown would join the next line to the last fact.
        if !section.facts.is_empty() {
            line(["", ""], "", "");
        }
        for OutlineEntry { depth, head, points, facts } in &section.entries {
            let points = points.as_ref().map(|points| format!(" ({points})")).unwrap_or_default();
            line(marks.entry, &format!("{}{head}", "+ ".repeat(*depth)), &points);
            for said in facts {
                line([marks.inner, ""], &fact(said), "");
            }
        }
    }
    line(["", ""], "", "");
    line(marks.foot, &foot.words(), "");
    lines
}
