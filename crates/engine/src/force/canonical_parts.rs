//! The models of a squadron that the list states by themselves, in canonical form: which models are alike, and which of
//! them have roles.

#![expect(
    clippy::indexing_slicing,
    reason = "the places are those of the unit's options, and each part has a number for each of them"
)]

use crate::force::canonical_json::{CanonicalForm, CanonicalJson, word};
use crate::force::defaults::take_defaults;
use crate::force::parts::{ForceEntry, FoundUnit};
use crate::force::taken::take_part;
use crate::force::whole::Force;
use crate::ready::unit::{ReadyChoice, ReadyUnit};
use crate::shapes::list::{ModelCount, RolePick, SquadronPart};

/// The models of a squadron in parts that are alike.
pub(crate) struct CanonicalParts {
    form: CanonicalForm,
    /// The canonical JSON of each part, sorted. Empty if the totals of options alone say which models there are.
    written: Vec<String>,
    /// Each part as the list has it: how many models it has, and its place in `written`, if it has one.
    stated: Vec<(u32, Option<usize>)>,
}

impl CanonicalParts {
    pub(crate) fn new(force: &Force, entry: &ForceEntry, form: CanonicalForm) -> Self {
        let none = Self { form, written: Vec::new(), stated: Vec::new() };
        let Some(ModelCount::Parts(parts)) = &entry.squadron.models else { return none };
        let kinds = match entry.found {
            Some(found) => known(force, entry, found, parts, form),
            None => unknown(entry, parts, form),
        };
        let mut written: Vec<(String, usize)> =
            kinds.iter().enumerate().map(|(place, kind)| (kind.written(), place)).collect();
        written.sort();
        let place_of = |part: usize| {
            let kind = kinds.iter().position(|kind| kind.stated.contains(&part))?;
            written.iter().position(|(_, place)| *place == kind)
        };
        let stated = parts.iter().enumerate().map(|(part, stated)| (stated.count, place_of(part))).collect();
        Self { stated, written: written.into_iter().map(|(text, _)| text).collect(), ..none }
    }

    /// The canonical JSON of each part, sorted.
    pub(crate) fn written(&self) -> &[String] {
        &self.written
    }

    /// The canonical JSON of the roles of the squadron's models, sorted. Models that are alike have no order, so a model
    /// with a role gets a number that says only which kind of model it is and which roles one model has together.
    pub(crate) fn roles(&self, force: &Force, entry: &ForceEntry) -> Vec<String> {
        let mut bearers: Vec<CanonicalBearer> = Vec::new();
        for pick in &entry.squadron.roles {
            let detail = match pick {
                RolePick::Role(_) => None,
                RolePick::Detailed(detail) => Some(detail),
            };
            let model = detail.and_then(|detail| detail.model).unwrap_or(1);
            let role = role(force, pick);
            if let Some(bearer) = bearers.iter_mut().find(|bearer| bearer.model == model) {
                bearer.roles.push(role);
            } else {
                let (before, part) = self.place_of(force, entry, model);
                bearers.push(CanonicalBearer { model, before, part, roles: vec![role] });
            }
        }
        for bearer in &mut bearers {
            bearer.roles.sort();
        }
        bearers.sort_by(|one, other| (one.kind(), &one.roles).cmp(&(other.kind(), &other.roles)));
        let mut texts = Vec::new();
        for alike in bearers.chunk_by(|one, other| one.kind() == other.kind()) {
            for (rank, bearer) in (1..).zip(alike) {
                let model = bearer.before.map_or(bearer.model, |before| before + rank);
                texts.extend(bearer.roles.iter().map(|role| role.written(model, bearer.part)));
            }
        }
        texts.sort();
        texts
    }

    /// Where a model stands: how many models of other kinds come before it, and its part. If the squadron has no such
    /// model, or in the form of versions before 0.3, its number stays as it is stated.
    fn place_of(&self, force: &Force, entry: &ForceEntry, model: u32) -> (Option<u32>, Option<usize>) {
        if self.form == CanonicalForm::BeforeThree {
            return (None, None);
        }
        let mut before = 0_u32;
        for count in force.counts(entry) {
            let with = before.saturating_add(count);
            if model <= with {
                let mut parts_before = 0_u32;
                let part = self.stated.iter().find(|(count, _)| {
                    parts_before = parts_before.saturating_add(*count);
                    model <= parts_before
                });
                return (Some(before), part.and_then(|(_, place)| *place));
            }
            before = with;
        }
        (None, None)
    }
}

/// A model that has roles.
struct CanonicalBearer {
    /// Its number in the list.
    model: u32,
    /// How many models of other kinds come before it; none if its number stays as it is.
    before: Option<u32>,
    /// Its part, by the place of the part among the written ones.
    part: Option<usize>,
    roles: Vec<CanonicalRole>,
}

impl CanonicalBearer {
    /// What is equal for models that are alike.
    fn kind(&self) -> (Option<u32>, Option<usize>, u32) {
        (self.before, self.part, if self.before.is_some() { 0 } else { self.model })
    }
}

/// A role in canonical form.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct CanonicalRole {
    id: String,
    character: String,
    card: String,
}

impl CanonicalRole {
    fn written(&self, model: u32, part: Option<usize>) -> String {
        let mut text = CanonicalJson::with_capacity(64);
        text.open('{').field("character").text(&self.character).field("model").number(model);
        if let Some(part) = part {
            text.field("part").plain(&(part + 1).to_string());
        }
        text.field("role").text(&self.id).field("trait").text(&self.card).close('}');
        text.into_text()
    }
}

fn role(force: &Force, pick: &RolePick) -> CanonicalRole {
    let detail = match pick {
        RolePick::Role(_) => None,
        RolePick::Detailed(detail) => Some(detail),
    };
    let said = |said: Option<&String>| said.map(|said| word(said)).unwrap_or_default();
    let declared = force.role(pick.role()).and_then(|id| force.ruleset.declarations().roles.get(id));
    let deck = declared.and_then(|role| role.trait_deck.as_ref());
    let card = detail.and_then(|detail| detail.r#trait.as_ref());
    let known = card.zip(deck).and_then(|(card, deck)| force.ruleset.card(deck, card));
    CanonicalRole {
        id: force.role(pick.role()).unwrap_or_else(|| pick.role()).to_owned(),
        character: said(detail.and_then(|detail| detail.character.as_ref())),
        card: known.map_or_else(|| said(card), |known| known.id.clone()),
    }
}

/// Models that are alike.
struct CanonicalModels {
    count: u32,
    /// What they have, as keys and numbers of canonical JSON, or as JSON that the list states for an unknown unit.
    has: ModelContent,
    /// The parts of the list that have such models.
    stated: Vec<usize>,
}

enum ModelContent {
    Options(Vec<(String, u32)>),
    Stated(String),
}

impl CanonicalModels {
    fn written(&self) -> String {
        let options = match &self.has {
            ModelContent::Stated(json) => return json.clone(),
            ModelContent::Options(options) => options,
        };
        let mut text = CanonicalJson::with_capacity(64);
        text.open('{').field("count").number(self.count).field("options").open('{');
        for (id, taken) in options {
            text.key(id).number(*taken);
        }
        text.close('}').close('}');
        text.into_text()
    }
}

/// The kinds of models of an unknown unit: the parts as the list states them.
fn unknown(entry: &ForceEntry, parts: &[SquadronPart], form: CanonicalForm) -> Vec<CanonicalModels> {
    let plain = |part: &SquadronPart| part.mark.is_none() && part.options.is_empty();
    let needs_plain = form == CanonicalForm::Exact && !entry.squadron.roles.is_empty() && !parts.iter().all(plain);
    let stated = parts.iter().enumerate().filter(|(_, part)| needs_plain || !plain(part));
    let kind = |(place, part): (usize, &SquadronPart)| {
        let json = serde_json::to_string(part).ok()?;
        Some(CanonicalModels { count: part.count, has: ModelContent::Stated(json), stated: vec![place] })
    };
    stated.filter_map(kind).collect()
}

/// The kinds of models of a known unit; none if the totals of options alone say which models there are.
fn known(
    force: &Force,
    entry: &ForceEntry,
    found: FoundUnit,
    parts: &[SquadronPart],
    form: CanonicalForm,
) -> Vec<CanonicalModels> {
    let ready = found.ready;
    let counts = force.counts(entry);
    let taken: Vec<(u32, Vec<u32>)> = parts.iter().map(|part| (part.count, taken_by(ready, part, &counts))).collect();
    let alike = |one: &(u32, Vec<u32>), other: &(u32, Vec<u32>), option: usize| {
        u64::from(one.1[option]) * u64::from(other.0) == u64::from(other.1[option]) * u64::from(one.0)
    };
    let Some(first) = taken.first() else { return Vec::new() };
    let uneven: Vec<usize> =
        (0..ready.options.len()).filter(|option| taken.iter().any(|part| !alike(first, part, *option))).collect();
    if says_no_more(ready, entry, &taken, &uneven, form) {
        return Vec::new();
    }
    let mut kinds: Vec<(u32, Vec<u32>, Vec<usize>)> = Vec::new();
    for (place, part) in taken.into_iter().enumerate() {
        let same = |kind: &&mut (u32, Vec<u32>, Vec<usize>)| {
            uneven.iter().all(|option| {
                u64::from(kind.1[*option]) * u64::from(part.0) == u64::from(part.1[*option]) * u64::from(kind.0)
            })
        };
        match kinds.iter_mut().find(same) {
            Some((count, taken, stated)) => {
                *count = count.saturating_add(part.0);
                taken.iter_mut().zip(part.1).for_each(|(taken, more)| *taken = taken.saturating_add(more));
                stated.push(place);
            }
            None => kinds.push((part.0, part.1, vec![place])),
        }
    }
    let kind = |(count, taken, stated): (u32, Vec<u32>, Vec<usize>)| {
        let mut ids: Vec<(String, u32)> =
            uneven.iter().map(|option| (ready.options[*option].id.clone(), taken[*option])).collect();
        ids.retain(|(_, taken)| *taken > 0);
        ids.sort_unstable();
        CanonicalModels { count, has: ModelContent::Options(ids), stated }
    };
    kinds.into_iter().map(kind).collect()
}

/// Whether the parts of a squadron say no more than the totals of its options: all models are alike; or they differ in one
/// option, or in the options of one choice, of which each model has one at most, and nobody asks which of them has a role.
fn says_no_more(
    ready: &ReadyUnit,
    entry: &ForceEntry,
    parts: &[(u32, Vec<u32>)],
    uneven: &[usize],
    form: CanonicalForm,
) -> bool {
    let choice = |option: &usize| ready.options[*option].of;
    let Some(first) = uneven.first() else { return true };
    let is_one =
        uneven.len() < 2 || choice(first).is_some() && uneven.iter().all(|option| choice(option) == choice(first));
    let one_each = |(count, taken): &(u32, Vec<u32>)| {
        uneven.iter().fold(0, |sum: u32, option| sum.saturating_add(taken[*option])) <= *count
    };
    is_one && (form == CanonicalForm::BeforeThree || entry.squadron.roles.is_empty() && parts.iter().all(one_each))
}

/// How often the models of a part take each option, with the defaults of choices filled in.
fn taken_by(ready: &ReadyUnit, part: &SquadronPart, counts: &[u32]) -> Vec<u32> {
    let mut taken = vec![0; ready.options.len()];
    take_part(ready, part, counts, &mut taken);
    let is_for_all = |choice: &ReadyChoice| choice.under.is_none() && choice.kind.is_none();
    take_defaults(ready, &mut taken, |choice, _| if is_for_all(choice) { part.count } else { 0 });
    taken
}
