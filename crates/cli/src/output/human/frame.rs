//! A finding with the lines of the list that it is about, drawn as rustc draws its errors.

use std::ops::RangeInclusive;

use annotate_snippets::{Annotation, AnnotationKind, Element, Level, Message, Origin, Renderer, Snippet};
use muster_engine::report::{Finding, Severity};
use muster_library::fault::TextPlace;

use crate::output::lines::TextLines;
use crate::output::{ReportPage, words};
use crate::text::{counted, plain};

/// At most this many places are underlined. More would hide what is wrong.
const MOST_PLACES: usize = 5;

/// The largest part of a file, in bytes, that one frame shows. It goes from the first line of the frame to the last.
const LARGEST_PIECE: usize = 16_384;

/// Draws findings that differ only in their places.
pub(super) fn render(renderer: &Renderer, page: &ReportPage<'_>, group: &[&Finding]) -> String {
    let (finding, lines) = (group[0], page.lines());
    let spots = spots(page, group);
    let (drawn, piece) = drawable(&spots, lines);
    let mut elements: Vec<Element<'_>> = Vec::new();
    if let Some(piece) = piece {
        elements.push(code(page, lines, &drawn, piece).into());
    } else {
        elements.push(origin(page, finding).into());
    }
    // If no line can be drawn, the first place is still named.
    let shown = drawn.len().max(1);
    if shown < spots.len() {
        elements.push(said("note", counted(spots.len() - shown, "more place")).into());
    }
    if let Some(source) = &finding.source {
        elements.push(said("source", words::source(source)).into());
    }
    if let Some(origin) = foreign(page, finding) {
        elements.push(said("from", plain(origin).into_owned()).into());
    }
    if let Some(help) = &finding.help {
        elements.push(Level::HELP.message(plain(help)).into());
    }
    renderer.render(&[level(finding.severity)
        .primary_title(plain(&finding.message))
        .id(plain(finding.rule.as_str()))
        .elements(elements)])
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Undetermined => Level::WARNING.with_name("undetermined"),
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
        Severity::Waived => Level::NOTE.with_name("waived"),
    }
}

fn said(word: &str, text: String) -> Message<'_> {
    Level::NOTE.with_name(word).message(text)
}

/// The ruleset or overlay that the rule comes from, if it is not the ruleset in the header.
fn foreign<'a>(page: &ReportPage<'a>, finding: &'a Finding) -> Option<&'a str> {
    let origin = finding.origin.as_deref()?;
    page.report.ruleset.as_ref().is_none_or(|ruleset| ruleset.id != origin).then_some(origin)
}

/// A place to underline.
struct Spot {
    place: TextPlace,
    kind: AnnotationKind,
    label: Option<String>,
}

/// The places of all findings: first the main place of each, then their further places.
fn spots(page: &ReportPage<'_>, group: &[&Finding]) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    let mut add = |place: Option<TextPlace>, kind, label| {
        if let Some(place) = place
            && !spots.iter().any(|spot| spot.place == place)
        {
            spots.push(Spot { place, kind, label });
        }
    };
    for finding in group.iter().filter(|finding| !is_whole_list(page, finding)) {
        add(main_place(finding), AnnotationKind::Primary, comparison(finding));
    }
    for pointer in group.iter().flat_map(|finding| finding.at.iter().skip(1)).filter(|pointer| !pointer.is_empty()) {
        add(page.place(pointer).filter(|place| !is_whole(page, Some(*place))), AnnotationKind::Context, None);
    }
    spots
}

/// Whether the finding is about the list as a whole, or about something that the list does not state. Its first line is
/// then not underlined. Faults of the file itself have no source, and their line is where the fault is.
fn is_whole_list(page: &ReportPage<'_>, finding: &Finding) -> bool {
    let whole = |at: &String| at.is_empty() || is_whole(page, main_place(finding));
    finding.source.is_some() && finding.at.first().is_none_or(whole)
}

/// Whether this is the place of the whole list. Findings about something that the list does not state have that place.
fn is_whole(page: &ReportPage<'_>, place: Option<TextPlace>) -> bool {
    place.is_some() && place == page.place("")
}

fn main_place(finding: &Finding) -> Option<TextPlace> {
    let (line, column) = finding.line.zip(finding.column)?;
    Some(TextPlace { line, column })
}

/// The comparison that fails: `640 > 600`.
fn comparison(finding: &Finding) -> Option<String> {
    let measured = finding.measured?;
    match (finding.min, finding.max) {
        (_, Some(max)) if measured > max => Some(format!("{measured} > {max}")),
        (Some(min), _) if measured < min => Some(format!("{measured} < {min}")),
        _ => None,
    }
}

/// The places that fit into one frame, and the lines they cover. None if no place has a line in the text.
fn drawable<'s>(spots: &'s [Spot], lines: &TextLines) -> (Vec<&'s Spot>, Option<RangeInclusive<u32>>) {
    let mut drawn = Vec::new();
    let mut piece: Option<RangeInclusive<u32>> = None;
    for spot in spots.iter().take(MOST_PLACES) {
        let line = spot.place.line;
        let wider = piece.as_ref().map_or(line..=line, |piece| line.min(*piece.start())..=line.max(*piece.end()));
        if lines.bytes(&wider).is_some_and(|bytes| bytes <= LARGEST_PIECE) {
            drawn.push(spot);
            piece = Some(wider);
        }
    }
    (drawn, piece)
}

/// The lines from the first place to the last, with the places underlined.
fn code<'a>(
    page: &ReportPage<'_>,
    lines: &TextLines,
    drawn: &[&Spot],
    piece: RangeInclusive<u32>,
) -> Snippet<'a, Annotation<'a>> {
    let first = *piece.start();
    let mut text = String::new();
    let mut starts = Vec::new();
    for number in piece {
        starts.push(text.len());
        text.push_str(&lines.line(number));
        text.push('\n');
    }
    let annotations: Vec<_> = drawn
        .iter()
        .filter_map(|spot| {
            let start = *starts.get(usize::try_from(spot.place.line - first).ok()?)?;
            let line = text[start..].lines().next()?;
            let end = line.trim_end().len();
            let byte = |column: u32| {
                let before = usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
                line.char_indices().nth(before).map_or(end, |(byte, _)| byte)
            };
            let from = byte(spot.place.column);
            let until = page.until(spot.place).map_or(end, byte);
            Some(spot.kind.span(start + from..start + until.max(from)).label(spot.label.clone()))
        })
        .collect();
    Snippet::source(text)
        .path(plain(&page.report.file).into_owned())
        .line_start(first as usize)
        .annotations(annotations)
}

/// The file with as much of the place as is known, for findings without a line to show.
fn origin(page: &ReportPage<'_>, finding: &Finding) -> Origin<'static> {
    let origin = Origin::path(plain(&page.report.file).into_owned());
    match (finding.line, finding.column) {
        (Some(line), Some(column)) => origin.line(line as usize).char_column(column as usize),
        (Some(line), None) => origin.line(line as usize),
        _ => origin,
    }
}
