//! Checks that the squadrons of a group have slots, and that the required slots are filled.

use std::collections::HashMap;

use crate::force::chart::Chart;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::ready::matcher::Match;
use crate::text::plural::list_of;

/// Checks that every squadron in groups of this kind has a slot.
pub(super) fn check(force: &Force, kind: &str, found: &mut dyn FnMut(Breach)) {
    for chart in of_kind(force, kind) {
        slotless(force, chart, found);
    }
}

/// Checks that every group of this kind has a squadron in this slot.
pub(super) fn filled(force: &Force, kind: &str, slot: &str, found: &mut dyn FnMut(Breach)) {
    for chart in of_kind(force, kind) {
        let Some(slot) = chart.slot(slot).filter(|slot| chart.spaces[*slot].required) else { continue };
        let open = match chart.holds(slot) {
            Match::Yes => continue,
            Match::Perhaps => true,
            Match::No => false,
        };
        let name = force.group_name(chart.group);
        let title = chart.title(slot);
        let message = if open {
            format!("{name}: what a unit is is not known, so whether it has its {title} cannot be told")
        } else {
            format!("{name} lacks its {title}")
        };
        let numbers = [Some(0), Some(1), None];
        let at = vec![format!("/groups/{}", chart.group)];
        found(Breach { open, entry: None, at, message, numbers, help: None });
    }
}

fn of_kind<'s, 'a>(force: &'s Force<'a>, kind: &str) -> impl Iterator<Item = &'s Chart<'a>> {
    force.charts.iter().filter(move |chart| force.list.groups[chart.group].kind == kind)
}

fn slotless(force: &Force, chart: &Chart, found: &mut dyn FnMut(Breach)) {
    let mut ways = None;
    // Squadrons that fit the same slots have the same rivals.
    let mut rivals = HashMap::new();
    for (place, index) in chart.squadrons.iter().enumerate() {
        let name = force.name(*index);
        if chart.is_guess(place) {
            let message = match force.entries[*index].goods {
                Some(_) => format!("{name}: its catalogue does not say enough of it to tell its slot"),
                None => format!("{name}: the unit is unknown, so its slot cannot be told"),
            };
            found(Breach::new(force, *index, message).open());
            continue;
        }
        if chart.assignment.slots[place].is_some() {
            continue;
        }
        let (openers, closers) = ways.get_or_insert_with(|| (chart.openers(), chart.closers()));
        let stated = force.entries[*index].squadron.slot.as_ref();
        let (slots, needing) = rivals.entry(chart.takes[place]).or_insert_with(|| chart.rivals(place));
        let titles = list_of(slots.iter().map(|slot| chart.title(*slot)));
        let group = force.group_name(chart.group);
        let breach = match stated.and_then(|stated| chart.slot(stated)) {
            Some(slot) if chart.takes[place] == 0 => {
                let message = format!("{name} states the slot {}, which does not take it", chart.title(slot));
                Breach::new(force, *index, message).inside("/slot")
            }
            _ if chart.takes[place] == 0 => Breach::new(force, *index, format!("{name} fits no slot of {group}")),
            _ if slots.is_empty() => {
                let taking = (0..chart.spaces.len()).filter(|slot| chart.takes[place] & (1 << slot) != 0);
                let titles: Vec<&str> = taking.map(|slot| chart.title(slot)).collect();
                let are = verb(titles.len(), "is", "are");
                let taking = list_of(titles.into_iter());
                Breach::new(force, *index, format!("{name} finds no open slot in {group}: {taking} {are} closed"))
            }
            _ if !chart.displaced(slots).is_empty() => {
                let displaced = chart.displaced(slots);
                let (take, are) = (verb(slots.len(), "takes", "take"), verb(displaced.len(), "is", "are"));
                let displaced = list_of(displaced.into_iter().map(|slot| chart.title(slot)));
                let message = format!(
                    "{name} finds no room in {group}: {titles} {take} the place of {displaced}, which {are} filled"
                );
                Breach::new(force, *index, message)
            }
            _ => {
                let room: usize = slots.iter().map(|slot| chart.spaces[*slot].holds).sum();
                let hold = verb(slots.len(), "holds", "hold");
                let standing = chart.closing(place);
                let stand = verb(standing.len(), "stands", "stand");
                let once = if standing.is_empty() {
                    String::new()
                } else {
                    format!(" once {} {stand}", list_of(standing.into_iter().map(|slot| chart.title(slot))))
                };
                let openings: String = openers.iter().filter_map(|opener| opening(chart, place, *opener)).collect();
                let message = format!(
                    "{name} finds no free slot in {group}: {needing} need {titles}, which {hold} {room}{once}{openings}"
                );
                let whole = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
                Breach::new(force, *index, message).numbers(whole(*needing), None, Some(whole(room)))
            }
        };
        found(breach.help(advice(chart, place, openers, closers)));
    }
}

/// Says which closed slots would take a squadron, and which slot opens them.
fn opening(chart: &Chart, place: usize, opener: usize) -> Option<String> {
    let slots = chart.opening(place, opener);
    let open = verb(slots.len(), "opens", "open");
    let titles = list_of(slots.iter().map(|slot| chart.title(*slot)));
    (!slots.is_empty()).then(|| format!("; {titles} {open} with {}", chart.title(opener)))
}

fn verb(number: usize, one: &'static str, many: &'static str) -> &'static str {
    if number == 1 { one } else { many }
}

/// Says what would make room for a squadron.
fn advice(chart: &Chart, place: usize, openers: &[usize], closers: &[usize]) -> Option<String> {
    let titles = |slots: Vec<usize>| list_of(slots.into_iter().map(|slot| chart.title(slot)));
    let all = |is: &dyn Fn(usize) -> bool| (0..chart.spaces.len()).filter(|slot| is(*slot)).collect::<Vec<_>>();
    let fill = |opener: &usize| {
        let own = chart.opening(place, *opener);
        // If it opens no slot that would take this squadron, another squadron can move there and make room.
        let opened = if own.is_empty() { all(&|slot| chart.spaces[slot].opened_by == Some(*opener)) } else { own };
        format!("fill {}, which opens {}", chart.title(*opener), titles(opened))
    };
    let leave = |closer: &usize| {
        let closed = all(&|slot| chart.spaces[slot].closed_by == Some(*closer));
        format!("leave out {}, which takes the place of {}", chart.title(*closer), titles(closed))
    };
    let ways: Vec<String> = openers.iter().map(fill).chain(closers.iter().map(leave)).collect();
    (!ways.is_empty()).then(|| ways.join("; or "))
}
