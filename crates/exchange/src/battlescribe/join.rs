//! Joins the forms of a unit: alone, attached to another, come along with another, part of a named squadron.

use std::collections::BTreeSet;

use muster_engine::catalogue::{Brings, Card, Choice, Host, Only, Range, Unit, UnitOption};
use muster_engine::selector::Term;
use muster_engine::slug::slug;

use super::model::Reader;
use super::recipe::Recipe;
use super::remark::{Kind, Remarks};
use super::unit::Draft;

/// The forms found so far.
#[derive(Debug, Default)]
pub(super) struct Joining {
    /// Units as they are bought.
    own: Vec<Draft>,
    /// Attached forms.
    attached: Vec<Draft>,
    /// Models that come along.
    brought: Vec<Draft>,
    /// Units of another file, for what this one only names.
    reserve: Vec<Draft>,
}

impl Joining {
    /// Adds what stands on the first level of the file.
    pub fn root(&mut self, draft: Draft) {
        if draft.attached { self.attached.push(draft) } else { self.own.push(draft) }
    }

    /// Adds a model that stands inside another unit.
    pub fn inside(&mut self, draft: Draft, joins: bool, recipe: &Recipe, remarks: &mut Remarks) {
        if joins {
            self.attached.push(draft);
            return;
        }
        if let Some(own) = find(&mut self.own, &draft.unit.name, &draft.bearers) {
            compare(own, &draft, "comes along", recipe, remarks);
            if draft.unit.points.is_some() && draft.unit.points != own.unit.points {
                let message = format!(
                    "is worth {} where it comes along, {} alone",
                    price(draft.unit.points),
                    price(own.unit.points)
                );
                remarks.add(Kind::Differs, draft.line, &draft.entry, message);
            }
            own.unit.entries.extend(draft.unit.entries);
        } else if let Some(same) = self.brought.iter_mut().find(|same| same.unit.id == draft.unit.id) {
            compare(same, &draft, "comes along elsewhere", recipe, remarks);
            let size = |unit: &Unit| {
                unit.options.len() + unit.choices.iter().map(|choice| choice.options.len()).sum::<usize>()
            };
            let (mut entries, mut more) = (std::mem::take(&mut same.unit.entries), draft.unit.entries.clone());
            let points = same.unit.points.or(draft.unit.points);
            if size(&draft.unit) > size(&same.unit) {
                let old = std::mem::replace(&mut same.unit, draft.unit);
                merge_options(&mut same.unit.options, &old.options);
                merge_choices(&mut same.unit.choices, &old.choices);
            } else {
                merge_options(&mut same.unit.options, &draft.unit.options);
                merge_choices(&mut same.unit.choices, &draft.unit.choices);
            }
            entries.append(&mut more);
            entries.dedup();
            (same.unit.entries, same.unit.points) = (entries, points);
        } else {
            self.brought.push(draft);
        }
    }

    /// Adds the units of another file, for what this one only names.
    pub fn stand_in(&mut self, other: Self) {
        self.reserve.extend(other.own.into_iter().chain(other.brought));
    }

    /// Takes the units that come along and are only named from the other file.
    fn take_from_reserve(&mut self, reader: &Reader<'_>) {
        let (names, reserve) = (Names::new(&self.own), Names::new(&self.reserve));
        let missing = self.own.iter().flat_map(|draft| all_brings(&draft.unit));
        let missing = missing.filter(|brings| brings.unit.is_none() && names.find(&brings.name, reader).is_none());
        let ids: BTreeSet<String> = missing.filter_map(|brings| reserve.find(&brings.name, reader)).collect();
        for mut draft in std::mem::take(&mut self.reserve) {
            if ids.contains(&draft.unit.id) {
                draft.unit.only = Some(Only::Brought);
                draft.permits.clear();
                self.own.push(draft);
            }
        }
    }

    /// All units, joined, and the short names of those that are one kind of model.
    pub fn finish(mut self, reader: &mut Reader<'_>) -> (Vec<Unit>, Vec<(String, String)>) {
        for attached in std::mem::take(&mut self.attached) {
            self.attach(attached, reader);
        }
        self.own.append(&mut self.brought);
        self.hosts(&mut reader.remarks);
        self.take_from_reserve(reader);
        let names = Names::new(&self.own);
        let plain: Vec<Unit> = self.own.iter().map(|draft| draft.unit.clone()).collect();
        for draft in &mut self.own {
            let Draft { unit, line, entry, .. } = draft;
            for attachment in &mut unit.attaches {
                if let Some(Term::Value(name)) = attachment.to.0.get_mut("unit") {
                    match names.find(name, reader) {
                        Some(id) => *name = id,
                        None => reader.remarks.add(
                            Kind::Unknown,
                            *line,
                            entry,
                            format!("attaches to {name:?}, no unit here"),
                        ),
                    }
                }
            }
            bring(&mut unit.brings, &names, reader, *line, entry);
            in_options(&mut unit.options, &mut unit.choices, &names, reader, *line, entry);
            for member in &mut unit.members {
                bring(&mut member.brings, &names, reader, *line, entry);
                in_options(&mut member.options, &mut member.choices, &names, reader, *line, entry);
                // A model that is found in this mix only has its own card.
                let Some(id) = names.find(&member.name, reader) else { continue };
                let Some(unit) = plain.iter().find(|unit| unit.id == id) else { continue };
                if member.points != unit.points {
                    let message =
                        format!("{} cost {} here, {} alone", member.name, price(member.points), price(unit.points));
                    reader.remarks.add(Kind::Differs, *line, entry, message);
                }
                let differences = differences(&unit.card, &member.card, reader.recipe);
                if differences.is_empty() {
                    member.unit = Some(id);
                    (member.card, member.traits) = (Card::default(), super::recipe::Traits::new());
                } else {
                    let message = format!("{} here and alone: {}", member.name, differences.join("; "));
                    reader.remarks.add(Kind::Differs, *line, entry, message);
                }
            }
        }
        let plain = self.own.iter().filter(|draft| draft.unit.members.is_empty());
        let short = plain.flat_map(|draft| draft.short.iter().map(|name| (draft.unit.id.clone(), name.clone())));
        let short = short.collect();
        let mut units: Vec<Unit> = Vec::new();
        for draft in self.own {
            if units.iter().any(|unit| unit.id == draft.unit.id) {
                reader.remarks.add(
                    Kind::Differs,
                    draft.line,
                    &draft.entry,
                    "a second unit of this name; the first counts",
                );
            } else {
                units.push(draft.unit);
            }
        }
        (units, short)
    }

    /// Joins an attached form with the unit it is a form of, or makes it a unit of its own.
    fn attach(&mut self, mut attached: Draft, reader: &mut Reader<'_>) {
        let allowed = attached.unit.attaches.first().and_then(|attachment| attachment.max);
        let stated = attached.unit.squadron.and_then(|squadron| squadron.max);
        if let (Some(allowed), Some(stated)) = (allowed, stated)
            && allowed != stated
        {
            let message = format!("the rule lets {allowed} join, the entry {stated}; the rule counts");
            reader.remarks.add(Kind::Differs, attached.line, &attached.entry, message);
        }
        let Some(own) = find(&mut self.own, &attached.unit.name, &attached.bearers) else {
            attached.unit.only = Some(Only::Attached);
            let min = attached.unit.squadron.map_or(1, |squadron| squadron.min);
            attached.unit.squadron = Some(Range { min, max: allowed.or(stated) });
            self.own.push(attached);
            return;
        };
        compare(own, &attached, "is attached", reader.recipe, &mut reader.remarks);
        if own.unit.points != attached.unit.points {
            let message = format!("costs {} attached, {} alone", price(attached.unit.points), price(own.unit.points));
            reader.remarks.add(Kind::Differs, attached.line, &attached.entry, message);
        }
        own.bearers.push(attached.unit.name);
        let unit = &mut own.unit;
        for attachment in attached.unit.attaches {
            if !unit.attaches.contains(&attachment) {
                unit.attaches.push(attachment);
            }
        }
        unit.entries.extend(attached.unit.entries);
        unit.aliases.extend(attached.unit.aliases);
        let left = merge_options(&mut unit.options, &attached.unit.options)
            + merge_choices(&mut unit.choices, &attached.unit.choices);
        if left > 0 {
            let message =
                format!("{left} options are not the same where it is attached; those of the plain unit count");
            reader.remarks.add(Kind::Differs, attached.line, &attached.entry, message);
        }
    }

    /// What parents permit to join counts only for units without a rule of their own.
    fn hosts(&mut self, remarks: &mut Remarks) {
        for at in 0..self.own.len() {
            let Some(draft) = self.own.get(at) else { continue };
            let (line, entry, permits) = (draft.line, draft.entry.clone(), draft.permits.clone());
            for (name, max) in permits {
                match find(&mut self.own, &name, &[]) {
                    None => remarks.add(Kind::Unknown, line, &entry, format!("{name:?} may join it, but is no unit")),
                    Some(guest) if guest.unit.attaches.is_empty() => {
                        let host = Host {
                            unit: guest.unit.id.clone(),
                            max: max.or(guest.unit.squadron.and_then(|size| size.max)),
                        };
                        let hosts = self.own.get_mut(at).map(|draft| &mut draft.unit.hosts);
                        hosts
                            .into_iter()
                            .filter(|hosts| !hosts.contains(&host))
                            .for_each(|hosts| hosts.push(host.clone()));
                    }
                    Some(_) => {}
                }
            }
        }
    }
}

/// Units by all their names.
struct Names(Vec<(String, Vec<String>)>);

impl Names {
    fn new(drafts: &[Draft]) -> Self {
        // Plain units first: named squadrons may bear the name of a ship in them.
        let plain = drafts.iter().filter(|draft| draft.unit.members.is_empty());
        Self(plain.map(|draft| (draft.unit.id.clone(), ids_of(draft))).collect())
    }

    fn find(&self, name: &str, reader: &Reader<'_>) -> Option<String> {
        let mended = reader.spelling.tidy(name);
        let short = reader.recipe.names.model.find(&mended).map(slug);
        [Some(slug(&mended)), short].into_iter().flatten().find_map(|wanted| {
            let exact = self.0.iter().find(|(id, _)| *id == wanted);
            exact.or_else(|| self.0.iter().find(|(_, ids)| ids.contains(&wanted))).map(|(id, _)| id.clone())
        })
    }
}

fn ids_of(draft: &Draft) -> Vec<String> {
    let unit = &draft.unit;
    [unit.name.clone()].iter().chain(&unit.aliases).chain(&draft.bearers).map(|name| slug(name)).collect()
}

/// The unit of this name, or of one of these models.
fn find<'d>(drafts: &'d mut [Draft], name: &str, bearers: &[String]) -> Option<&'d mut Draft> {
    let wanted: Vec<String> = std::iter::once(name).chain(bearers.iter().map(String::as_str)).map(slug).collect();
    let at = wanted.iter().find_map(|wanted| {
        let plain = |draft: &Draft| draft.unit.members.is_empty();
        let exact = drafts.iter().position(|draft| draft.unit.id == *wanted);
        exact.or_else(|| drafts.iter().position(|draft| plain(draft) && ids_of(draft).contains(wanted)))
    })?;
    drafts.get_mut(at)
}

/// Remarks on a second form whose card is another.
fn compare(first: &Draft, second: &Draft, how: &str, recipe: &Recipe, remarks: &mut Remarks) {
    let differences = differences(&first.unit.card, &second.unit.card, recipe);
    if !differences.is_empty() {
        let message = format!("where it {how}: {}", differences.join("; "));
        remarks.add(Kind::Differs, second.line, &second.entry, message);
    }
}

/// How a second card differs from the first, in words.
fn differences(first: &Card, second: &Card, recipe: &Recipe) -> Vec<String> {
    let mut differences = Vec::new();
    for (stat, value) in &second.stats {
        if first.stats.get(stat) != Some(value) {
            let text = |value| serde_json::to_string(&value).unwrap_or_default();
            differences.push(format!("{stat} {} not {}", text(Some(value)), text(first.stats.get(stat))));
        }
    }
    for weapon in &second.weapons {
        if !first.weapons.contains(weapon) {
            differences.push(format!("weapon {} differs", weapon.name));
        }
    }
    let missing = first.weapons.iter().filter(|weapon| !second.weapons.iter().any(|other| other.name == weapon.name));
    differences.extend(missing.map(|weapon| format!("weapon {} missing", weapon.name)));
    // Only an attached form has the rule that says so.
    let joins = |rule: &&String| {
        recipe.attachment.rules.iter().any(|known| rule.split('(').next().map(str::trim) == Some(known))
    };
    let more = second.rules.iter().filter(|rule| !first.rules.contains(rule) && !joins(rule));
    differences.extend(more.map(|rule| format!("has {rule}")));
    let less = first.rules.iter().filter(|rule| !second.rules.contains(rule) && !joins(rule));
    differences.extend(less.map(|rule| format!("has no {rule}")));
    differences
}

fn price(points: Option<u32>) -> String {
    points.map_or("nothing known".to_owned(), |points| points.to_string())
}

/// Adds the entries of the same options in another form; returns how many options have no match.
fn merge_options(options: &mut [UnitOption], others: &[UnitOption]) -> usize {
    let mut left = 0;
    for other in others {
        let same = |option: &&mut UnitOption| option.id == other.id && option.points == other.points;
        match options.iter_mut().find(same) {
            Some(option) => {
                option.entries.extend(
                    other.entries.iter().filter(|id| !option.entries.contains(id)).cloned().collect::<Vec<_>>(),
                );
                left += merge_options(&mut option.options, &other.options)
                    + merge_choices(&mut option.choices, &other.choices);
            }
            None => left += 1,
        }
    }
    left
}

fn merge_choices(choices: &mut [Choice], others: &[Choice]) -> usize {
    let mut left = 0;
    for other in others {
        match choices.iter_mut().find(|choice| choice.id == other.id) {
            Some(choice) => {
                choice.entries.extend(
                    other.entries.iter().filter(|id| !choice.entries.contains(id)).cloned().collect::<Vec<_>>(),
                );
                left += merge_options(&mut choice.options, &other.options)
                    + merge_choices(&mut choice.choices, &other.choices);
            }
            None => left += other.options.len(),
        }
    }
    left
}

fn bring(brings: &mut [Brings], names: &Names, reader: &mut Reader<'_>, line: u32, entry: &str) {
    for bring in brings.iter_mut().filter(|bring| bring.unit.is_none()) {
        bring.unit = names.find(&bring.name, reader);
        if bring.unit.is_none() {
            reader.remarks.add(Kind::Missing, line, entry, format!("brings {:?}, no unit here", bring.name));
        }
    }
}

fn in_options(
    options: &mut [UnitOption],
    choices: &mut [Choice],
    names: &Names,
    reader: &mut Reader<'_>,
    line: u32,
    entry: &str,
) {
    for option in options {
        bring(&mut option.brings, names, reader, line, entry);
        in_options(&mut option.options, &mut option.choices, names, reader, line, entry);
    }
    for choice in choices {
        in_options(&mut choice.options, &mut choice.choices, names, reader, line, entry);
    }
}

/// All models that come with a unit, with its members and with its options.
fn all_brings(unit: &Unit) -> Vec<&Brings> {
    fn of<'u>(options: &'u [UnitOption], choices: &'u [Choice], all: &mut Vec<&'u Brings>) {
        for option in options {
            all.extend(&option.brings);
            of(&option.options, &option.choices, all);
        }
        for choice in choices {
            of(&choice.options, &choice.choices, all);
        }
    }
    let mut all: Vec<&Brings> = unit.brings.iter().collect();
    of(&unit.options, &unit.choices, &mut all);
    for member in &unit.members {
        all.extend(&member.brings);
        of(&member.options, &member.choices, &mut all);
    }
    all
}
