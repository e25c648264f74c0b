//! Checks an overlay against the rulesets that it is about: what it names, what it changes, and what contradicts.

mod alone;
mod contradictions;
mod entries;
mod idle;
mod named;
mod patches;

use muster_engine::declarations::Setting;
use muster_engine::list::{ArmyList, RulesetName, SettingValue};
use muster_engine::plural::joined;
use muster_engine::ready::{Ruleset, RulesetProblem};
use muster_engine::report::Severity;
use muster_engine::slug::slug;

use crate::fault::{FaultKind, FileFault};
use crate::limits;
use crate::overlay::core::UnfitPatch;
use crate::overlay::files::{Overlay, OverlayPatch};

/// The check for patches that change nothing. A minor release of a ruleset may have taken a patch over, so that it is
/// no reason to refuse an overlay.
pub(crate) const IDLE: &str = "idle-patch";

/// Something that is wrong with an overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OverlayNotice {
    pub check: &'static str,
    pub severity: Severity,
    /// The file, by its place among the overlay's files.
    pub file: usize,
    /// JSON pointer to a value, or (with `key`) to a mapping.
    pub at: String,
    /// The key that it is about, if it is not about the value.
    pub key: Option<String>,
    pub message: String,
    pub help: Option<String>,
}

impl OverlayNotice {
    fn error(check: &'static str, place: &EntryPlace, message: impl Into<String>) -> Self {
        Self {
            check,
            severity: Severity::Error,
            file: place.file,
            at: place.at.clone(),
            key: place.key.clone(),
            message: message.into(),
            help: None,
        }
    }

    /// The notice on a ruleset that is not at hand in a version that suits.
    pub(crate) fn of_extends(fault: FileFault) -> Self {
        Self::error(fault.kind.id(), &EntryPlace::head("/extends"), fault.message).help(fault.help)
    }

    /// Whether the overlay cannot be used because of it.
    pub(crate) fn is_refusal(&self) -> bool {
        self.severity == Severity::Error && self.check != IDLE
    }

    fn severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    fn help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }
}

/// A ruleset that an overlay is about, all nations loaded.
pub(crate) struct OverlaidGame {
    /// Without any overlays.
    pub plain: Ruleset,
    /// Under the overlays that the overlay extends.
    pub before: Ruleset,
    /// Under the overlay too; none if that cannot be built.
    pub after: Option<Ruleset>,
    /// Why it cannot be built.
    pub problems: Vec<RulesetProblem>,
    /// The patches of the overlay that do not fit.
    pub unfit: Vec<UnfitPatch>,
    /// How many versions of the ruleset are at hand that the overlays allow.
    pub versions: usize,
}

/// Where an entry of an overlay stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct EntryPlace {
    file: usize,
    at: String,
    key: Option<String>,
}

impl EntryPlace {
    fn head(at: impl Into<String>) -> Self {
        Self { file: 0, at: at.into(), key: None }
    }

    fn key(at: &str, key: &str) -> Self {
        Self { key: Some(key.to_owned()), ..Self::head(at) }
    }

    fn of(patch: &OverlayPatch, inner: &str) -> Self {
        Self { file: patch.file, at: format!("{}{inner}", patch.at), key: None }
    }
}

/// Entries with what they are to one game.
#[derive(Default)]
struct GameEntries {
    found: Vec<(EntryPlace, EntryFit)>,
    /// How many of them are wrong.
    wrong: usize,
}

/// After so many wrong entries the others are not looked at: searching for the nearest names takes long.
const MOST: usize = limits::FAULTS;

impl GameEntries {
    fn add(&mut self, place: EntryPlace, found: impl FnOnce(&EntryPlace) -> EntryFit) {
        if self.wrong == MOST {
            let message = format!("more than {MOST} entries are wrong; these are the first");
            let notice = OverlayNotice::error(FaultKind::TooLarge.id(), &EntryPlace::key("", "id"), message);
            self.found.push((EntryPlace::key("", "id"), EntryFit::Wrong(notice)));
            self.wrong += 1;
        }
        if self.wrong > MOST {
            return;
        }
        let found = found(&place);
        self.wrong += usize::from(matches!(found, EntryFit::Wrong(_)));
        self.found.push((place, found));
    }
}

/// What an entry is to one game.
enum EntryFit {
    Fits,
    /// It changes nothing.
    Idle,
    Wrong(OverlayNotice),
}

const CONTRADICTION: &str = "contradiction";
const UNKNOWN: &str = "unknown-id";

/// Everything that is wrong with an overlay, apart from faults of its files and what it extends.
pub(crate) fn check(overlay: &Overlay, games: &[OverlaidGame]) -> Vec<OverlayNotice> {
    let mut notices = alone::notices(overlay);
    notices.extend(entries::notices(overlay, games));
    for game in games {
        notices.extend(contradictions::notices(overlay, game));
        notices.extend(idle::notices(overlay, game));
        notices.extend(open_level(overlay, game));
        // Who has errors to correct comes again.
        if !notices.iter().any(OverlayNotice::is_refusal) {
            notices.extend(open_settings(overlay, game));
        }
        notices.extend(open_version(overlay, game));
    }
    // Several games find the same.
    let mut seen: Vec<OverlayNotice> = Vec::new();
    for notice in notices {
        if !seen.contains(&notice) {
            seen.push(notice);
        }
    }
    seen
}

/// The ids of units and options that an overlay names, if it names them by ids. None if it brings or patches units:
/// these may refer to any other unit.
pub(crate) fn ids_of_units(overlay: &Overlay) -> Option<Vec<String>> {
    if !overlay.units.is_empty() {
        return None;
    }
    let head = &overlay.head;
    let unit = |name: &String| {
        let unit = name.split_once('/').map_or(name.as_str(), |(unit, _)| unit);
        slug(unit.rsplit(':').next().unwrap_or(unit))
    };
    let units = head.ban.units.iter().chain(head.only.units.iter().flatten()).chain(head.prices.keys());
    let options = head.ban.options.iter();
    Some(units.chain(options).map(unit).collect())
}

/// The lists of names in the head.
fn lists(overlay: &Overlay) -> Vec<(&'static str, &[String])> {
    let head = &overlay.head;
    let mut lists: Vec<(&'static str, &[String])> = vec![
        ("/ban/nations", &head.ban.nations),
        ("/ban/units", &head.ban.units),
        ("/ban/options", &head.ban.options),
        ("/ban/cards", &head.ban.cards),
        ("/drop", &head.drop),
        ("/consents", &head.consents),
    ];
    for (at, names) in
        [("/only/nations", &head.only.nations), ("/only/units", &head.only.units), ("/only/cards", &head.only.cards)]
    {
        lists.extend(names.as_deref().map(|names| (at, names)));
    }
    lists
}

fn twice(place: &EntryPlace, name: &str) -> OverlayNotice {
    OverlayNotice::error("id-twice", place, format!("`{name}` stands here twice")).severity(Severity::Warning)
}

/// The warning on an id that is no slug.
fn no_slug(place: &EntryPlace, id: &str) -> Option<OverlayNotice> {
    let wanted = slug(id);
    (id != wanted).then(|| {
        let message = format!("`{id}` is no id: ids have small letters, digits and single hyphens");
        let notice = OverlayNotice::error("wrong-id", place, message).severity(Severity::Warning);
        notice.help((!wanted.is_empty()).then(|| format!("write `{wanted}`")))
    })
}

/// Whether an overlay says how lists of an event are to be. House rules do not.
fn is_event(Overlay { head, .. }: &Overlay) -> bool {
    let is_fixed = head.fixes.mfv.is_some() || !head.fixes.settings.is_empty() || !head.sizes.is_empty();
    is_fixed || head.deadline.is_some() || head.key.is_some() || head.lists.is_some()
}

/// A hint that lists still choose among several versions of the rules.
fn open_version(overlay: &Overlay, game: &OverlaidGame) -> Option<OverlayNotice> {
    let rules = game.plain.declarations();
    let (at, _) = overlay.head.extends.all().find(|(_, name)| name.id() == rules.id)?;
    (is_event(overlay) && game.versions > 1).then(|| {
        let message = "lists still choose the version of the rules, and may ask for an older one";
        let notice = OverlayNotice::error("open-version", &EntryPlace::head(at), message).severity(Severity::Note);
        notice.help(Some(format!("`{{id: {}, version: ={}}}` fixes it for all", rules.id, rules.version)))
    })
}

/// Whether the overlay, or one that it extends, fixes a setting.
fn is_fixed(overlay: &Overlay, after: &Ruleset, id: &str) -> bool {
    let mut events = after.events().into_iter().flat_map(|events| &events.all);
    overlay.head.fixes.settings.contains_key(id) || events.any(|event| event.settings.contains_key(id))
}

/// A hint that lists still choose settings by which they may put rules out of use or raise a limit. Those are the settings
/// that would be terms of a list that states them and nothing else.
fn open_settings(overlay: &Overlay, game: &OverlaidGame) -> Option<OverlayNotice> {
    let after = game.after.as_ref().filter(|_| is_event(overlay))?;
    let settings = &game.before.declarations().settings;
    // The setting that gives numbers to another, and that other: they have a hint of their own. Consents of lists do not count
    // under an event, unless it says so.
    let has_hint = |id: &String, setting: &Setting| {
        setting.consent.is_some()
            || setting.given_by.is_some()
            || settings.values().any(|other| other.given_by.as_ref() == Some(id))
    };
    let loosens = |id: &String, setting: &Setting| {
        values_of(setting).into_iter().any(|value| {
            let list = ArmyList {
                ruleset: RulesetName::Id(after.declarations().id.clone()),
                settings: [(id.clone(), value)].into_iter().collect(),
                ..ArmyList::default()
            };
            muster_engine::judge(after, &list, None).report().terms.settings.contains_key(id)
        })
    };
    let open = settings.iter().filter(|(id, setting)| !has_hint(id, setting) && !is_fixed(overlay, after, id));
    let open: Vec<&String> = open.filter(|(id, setting)| loosens(id, setting)).map(|(id, _)| id).collect();
    if open.is_empty() {
        return None;
    }
    let names: Vec<String> = open.iter().map(|id| format!("`{id}`")).collect();
    let fixes: Vec<String> = open.iter().map(|id| format!("{id}: ...")).collect();
    let message = format!(
        "lists still choose {}, by which they may put rules out of use or raise a limit",
        joined(&names, "and")
    );
    let notice = OverlayNotice::error("open-setting", &EntryPlace::key("", "id"), message).severity(Severity::Note);
    Some(notice.help(Some(format!("`fixes: {{settings: {{{}}}}}` fixes them for all", fixes.join(", ")))))
}

/// Values that a setting may have: all words, both flags, the ends of a range, each number alone.
fn values_of(setting: &Setting) -> Vec<SettingValue> {
    let words = setting.values.keys().cloned().map(SettingValue::Word);
    let flags = [true, false].into_iter().filter(|_| setting.is_flag()).map(SettingValue::Flag);
    let ends = setting.range.iter().flat_map(|range| std::iter::once(range.min).chain(range.max));
    let numbers = setting.numbers.iter().map(|number| SettingValue::Numbers(vec![*number]));
    words.chain(flags).chain(ends.map(SettingValue::Number)).chain(numbers).collect()
}

/// A hint that lists still choose the setting by which rules are in use.
fn open_level(overlay: &Overlay, game: &OverlaidGame) -> Option<OverlayNotice> {
    let settings = &game.before.declarations().settings;
    let after = game.after.as_ref()?;
    let (id, setting) = settings.iter().find_map(|(id, setting)| Some((id, setting.given_by.as_ref()?)))?;
    let open = is_event(overlay) && !is_fixed(overlay, after, id) && !is_fixed(overlay, after, setting);
    let title = settings.get(setting).map_or(setting, |known| &known.title).to_lowercase();
    open.then(|| {
        let message = format!("lists still choose their {title}, and with it the rules in use");
        let notice = OverlayNotice::error("open-setting", &EntryPlace::key("", "id"), message).severity(Severity::Note);
        notice.help(Some(format!("`fixes: {{settings: {{{setting}: ...}}}}` fixes it for all")))
    })
}
