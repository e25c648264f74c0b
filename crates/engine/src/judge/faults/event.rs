//! Faults about overlays: bans, fixed values, and overlays that are not in use.

use std::borrow::Cow;

use crate::force::fixed::TermDifference;
use crate::force::whole::Force;
use crate::ready::event::{BanReason, Event};
use crate::shapes::list::SettingValue;
use crate::shapes::report::{Remark, Severity};
use crate::text::plural::{joined, short};
use crate::words::stated;

/// Something about the overlays over the ruleset.
#[derive(Clone, Debug)]
pub(crate) enum EventFault {
    /// The list differs from what an overlay fixes.
    Differs(TermDifference),
    /// An overlay, given by its place, forbids something.
    Banned { name: String, event: usize, why: BanReason },
    /// These overlays are not about the game of the list. `origin` is the id of one of them.
    OtherGame { names: Vec<String>, origin: String },
    /// The list's own overlays do not count under the event, which lacks some of them.
    Replaced { missing: Vec<String> },
    /// An overlay that the list names is not at hand.
    Unknown { id: String },
}

impl EventFault {
    pub(super) fn kind(&self) -> Remark {
        match self {
            Self::Differs(_) => Remark::EventFixes,
            Self::Banned { .. } => Remark::EventBan,
            Self::OtherGame { .. } => Remark::EventOtherGame,
            Self::Replaced { .. } => Remark::OwnOverlays,
            Self::Unknown { .. } => Remark::UnknownOverlay,
        }
    }

    pub(super) fn severity(&self) -> Severity {
        match self {
            // The default is not allowed, so nobody can tell which of the allowed values holds.
            Self::Differs(TermDifference { stated: None, .. }) => Severity::Undetermined,
            Self::Replaced { missing } if !missing.is_empty() => Severity::Warning,
            _ => self.kind().severity(),
        }
    }

    /// The id of the overlay that it comes from.
    pub(super) fn origin<'s>(&'s self, force: &'s Force) -> Option<&'s str> {
        match self {
            Self::Differs(TermDifference { event, .. }) | Self::Banned { event, .. } => {
                Some(&event_of(force, *event)?.id)
            }
            Self::OtherGame { origin, .. } => Some(origin),
            Self::Replaced { .. } | Self::Unknown { .. } => None,
        }
    }

    pub(super) fn sentence(&self, force: &Force) -> String {
        match self {
            Self::Differs(difference) => differs(force, difference),
            Self::Banned { name, event, why } => {
                let (name, event) = (short(name), name_of(force, *event));
                match why {
                    BanReason::Banned => format!("{name} is banned by {event}"),
                    BanReason::Left => format!("{name} is not among those that {event} allows"),
                    BanReason::Removed => format!("{name} is taken away by {event}"),
                }
            }
            Self::OtherGame { names, .. } => {
                let is = if names.len() == 1 { "is" } else { "are" };
                let game = &force.ruleset.declarations().name;
                format!("{} {is} not about {game}, so the list is judged by the plain rules", names_of(names))
            }
            Self::Replaced { missing } if missing.is_empty() => {
                "the event is used instead of the list's own overlays".to_owned()
            }
            Self::Replaced { missing } => {
                let (names, count) = match missing.as_slice() {
                    [one] => (format!("`{}`", short(one)), "it counts"),
                    many => (names_of(&many.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>()), "they count"),
                };
                format!("the list names {names}; the event has no such overlay, so {count} for nothing here")
            }
            Self::Unknown { id } => {
                format!("the overlay `{}` cannot be used, so nobody can tell what it changes", short(id))
            }
        }
    }

    pub(super) fn help(&self) -> Option<String> {
        match self {
            Self::Differs(TermDifference { setting, stated: None, .. }) => {
                let setting = setting.as_deref().unwrap_or("mfv");
                Some(format!("state `{setting}`"))
            }
            Self::Differs(difference) => {
                let key = difference.setting.as_deref().unwrap_or("mfv");
                Some(match difference.values.as_slice() {
                    [_] if difference.setting == difference.fixes => format!("correct `{key}`, or leave it out"),
                    [_] => format!("leave out `{key}`"),
                    _ => format!("correct `{key}`"),
                })
            }
            Self::Unknown { id } => {
                Some(format!("it is not at hand: put {id}.yaml beside the list, or into a folder of --rulesets"))
            }
            Self::Banned { .. } | Self::OtherGame { .. } | Self::Replaced { .. } => None,
        }
    }
}

fn event_of<'f>(force: &'f Force, event: usize) -> Option<&'f Event> {
    force.ruleset.events()?.all.get(event)
}

fn name_of<'f>(force: &'f Force, event: usize) -> Cow<'f, str> {
    event_of(force, event).map(|event| short(&event.name)).unwrap_or_default()
}

fn names_of(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| short(name)).collect();
    joined(&names, "and")
}

/// `the list says Captain; the Cup fixes Commodore`
fn differs(force: &Force, difference: &TermDifference) -> String {
    let TermDifference { setting, stated, event, fixes, values } = difference;
    let event = name_of(force, *event);
    let said = |setting: &Option<String>, value: &SettingValue| value_of(force, setting.as_deref(), value);
    let allowed: Vec<String> = values.iter().map(|value| said(fixes, value)).collect();
    let does = if values.len() == 1 { "fixes" } else { "allows" };
    let allowed = joined(&allowed, "or");
    if let Some(value) = stated {
        return format!("the list says {}; {event} {does} {allowed}", said(setting, value));
    }
    let settings = &force.ruleset.declarations().settings;
    let title = setting.as_ref().and_then(|id| settings.get(id)).map_or("value", |known| &known.title);
    format!("the list does not state its {}; {event} {does} {allowed}", title.to_lowercase())
}

/// A value in words: `Captain`, `rules 1-4`, `MFV 1000`.
fn value_of(force: &Force, setting: Option<&str>, value: &SettingValue) -> String {
    let Some(id) = setting else {
        let SettingValue::Number(mfv) = value else { return String::new() };
        return format!("MFV {mfv}");
    };
    let declared = force.ruleset.declarations().settings.get(id);
    match value {
        SettingValue::Word(word) => {
            let title = declared.and_then(|setting| setting.values.get(word)).map(|choice| choice.title.clone());
            title.unwrap_or_else(|| word.clone())
        }
        _ => stated::setting(id, value),
    }
}
