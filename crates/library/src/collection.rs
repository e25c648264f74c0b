//! Collections: files that say which models a player owns.

use indexmap::IndexMap;
use muster_engine::list::{FormatVersion, RulesetName};
use muster_engine::nearest::nearest;
use muster_engine::needs::{Miniature, NameMeaning, Need, meant, miniatures};
use muster_engine::plural::{joined, short};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, FindingId, Remark};

use crate::collection_file::{CollectionFile, CollectionKind, OwnedCount};
use crate::document::{Document, DocumentValue};
use crate::fault::{self, FaultKind, FileFault, step};
use crate::lists::{newer_minor, other_format};
use crate::overlay::names::of_unit;
use crate::schema::{self, SchemaForm};
use crate::schemas::FileKind;
use crate::shelf::Shelf;
use crate::typed::{TypeRefusal, read};
use crate::{encoding, limits, yaml};

/// A collection that was read: every name in it is known.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The id of its ruleset.
    pub ruleset: String,
    /// How many there are, by nation and id.
    owned: IndexMap<(Option<String>, String), u32>,
}

impl Collection {
    /// The collection in a file. Names that the ruleset does not know are left out: a person may have forgotten the units
    /// of their own for which they were.
    #[must_use]
    pub fn known(ruleset: &Ruleset, file: &CollectionFile) -> Self {
        let nation = file.nation.as_deref().and_then(|name| ruleset.nation(name));
        let mut owned: IndexMap<_, u32> = IndexMap::new();
        for (name, OwnedCount(models)) in &file.models {
            if let [NameMeaning::One(one)] = readings(ruleset, nation, name).as_slice() {
                let all = owned.entry((one.nation.clone(), one.id.clone())).or_default();
                *all = all.saturating_add(*models);
            }
        }
        Self { ruleset: ruleset.declarations().id.clone(), owned }
    }

    /// A file of this collection with the name, the player and the notes of another. `nation` is the id of the nation that
    /// names need not state.
    #[must_use]
    pub fn file(&self, nation: Option<&str>, like: &CollectionFile) -> CollectionFile {
        let models =
            self.owned.iter().map(|((of, id), models)| (full_name(nation, of.as_deref(), id), OwnedCount(*models)));
        CollectionFile { nation: nation.map(str::to_owned), models: models.collect(), ..like.clone() }
    }

    /// The id of the nation of which it has most kinds of models; none if it has none.
    #[must_use]
    pub fn main_nation(&self) -> Option<&str> {
        let mut kinds: IndexMap<&str, usize> = IndexMap::new();
        for nation in self.owned.keys().filter_map(|(nation, _)| nation.as_deref()) {
            *kinds.entry(nation).or_default() += 1;
        }
        // Of several, the first.
        kinds.into_iter().rev().max_by_key(|(_, kinds)| *kinds).map(|(nation, _)| nation)
    }

    /// How many of a miniature the collection has.
    #[must_use]
    pub fn owned(&self, miniature: &Miniature) -> u32 {
        self.owned.get(&(miniature.nation.clone(), miniature.id.clone())).copied().unwrap_or(0)
    }

    /// How many models a list needs more than the collection has.
    #[must_use]
    pub fn short(&self, need: &Need) -> u32 {
        need.models.saturating_sub(self.owned(&need.miniature))
    }

    /// Whether a changed list has enough models. What it was short of `before` may stay so.
    #[must_use]
    pub fn suffices(&self, before: &[Need], after: &[Need]) -> bool {
        after.iter().all(|need| {
            let used =
                before.iter().find(|before| before.miniature == need.miniature).map_or(0, |before| before.models);
            need.models <= used.max(self.owned(&need.miniature))
        })
    }

    /// A finding for each miniature of which a list needs more than the collection has.
    #[must_use]
    pub fn advice(&self, needs: &[Need]) -> Vec<Finding> {
        let missing = needs.iter().filter(|need| self.short(need) > 0);
        missing.map(|need| self.finding(need)).collect()
    }

    fn finding(&self, need: &Need) -> Finding {
        let (name, owned) = (short(&need.miniature.name), self.owned(&need.miniature));
        let remark = Remark::CollectionShort;
        Finding {
            message: format!(
                "short of {} {name}: the list has {}, the collection {owned}",
                self.short(need),
                need.models
            ),
            at: need.at.clone(),
            measured: Some(need.models.into()),
            max: Some(owned.into()),
            ..Finding::bare(FindingId::Remark(remark), remark.severity())
        }
    }
}

/// What several lists need together.
#[must_use]
pub fn sum(lists: &[Vec<Need>]) -> Vec<Need> {
    together(lists, u32::saturating_add)
}

/// The most that any of several lists needs of each miniature.
#[must_use]
pub fn largest(lists: &[Vec<Need>]) -> Vec<Need> {
    together(lists, u32::max)
}

fn together(lists: &[Vec<Need>], join: impl Fn(u32, u32) -> u32) -> Vec<Need> {
    let mut all: IndexMap<&Miniature, u32> = IndexMap::new();
    for need in lists.iter().flatten() {
        let models = all.entry(&need.miniature).or_default();
        *models = join(*models, need.models);
    }
    let need = |(miniature, models): (&Miniature, u32)| Need { miniature: miniature.clone(), models, at: Vec::new() };
    all.into_iter().map(need).collect()
}

/// The file of a collection that has exactly these miniatures. `nation` is the id of the nation that names need not
/// state.
#[must_use]
pub fn file_of(ruleset: RulesetName, nation: Option<&str>, needs: &[Need]) -> CollectionFile {
    let name = |one: &Miniature| full_name(nation, one.nation.as_deref(), &one.id);
    CollectionFile {
        muster: FormatVersion::default(),
        kind: CollectionKind::Collection,
        name: None,
        player: None,
        notes: None,
        ruleset,
        nation: nation.map(str::to_owned),
        models: needs.iter().map(|need| (name(&need.miniature), OwnedCount(need.models))).collect(),
    }
}

/// The name of a miniature in a file whose names belong to `nation`.
#[must_use]
pub fn full_name(nation: Option<&str>, of: Option<&str>, id: &str) -> String {
    match of {
        Some(other) if nation != of => format!("{other}:{id}"),
        _ => id.to_owned(),
    }
}

/// Reads the file of a collection.
///
/// # Errors
/// Everything that is wrong with it, with places.
pub fn collection(shelf: &Shelf, bytes: &[u8]) -> Result<Collection, Vec<FileFault>> {
    let text = encoding::utf8(bytes).map_err(|fault| vec![fault])?;
    let mut documents = yaml::documents(text).into_iter();
    let document = match documents.next() {
        None => return Err(vec![FileFault::new(FaultKind::EmptyFile, "the file is empty")]),
        Some(parsed) => parsed.map_err(|unparsed| unparsed.faults)?,
    };
    if documents.next().is_some() {
        let message = "the file holds several documents, but it must hold only the collection";
        return Err(vec![FileFault::new(FaultKind::WrongKind, message)]);
    }
    of_document(shelf, &document).map(|(collection, _)| collection)
}

/// Reads the collection in a document: its models, and the file as it states them.
///
/// # Errors
/// Everything that is wrong with it, with places.
pub fn of_document(shelf: &Shelf, document: &Document) -> Result<(Collection, CollectionFile), Vec<FileFault>> {
    if let Some(fault) = other_kind(document).or_else(|| other_format(document)) {
        return Err(vec![fault]);
    }
    let mut faults = schema::faults(FileKind::Collection, SchemaForm::Whole, document);
    newer_minor(document, "collection", &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let file: CollectionFile = read(document.value().clone()).map_err(|TypeRefusal { at, message }| {
        vec![FileFault::new(FaultKind::WrongType, message).place(document.place(&at)).at(at)]
    })?;
    Ok((looked_up(shelf, document, &file)?, file))
}

/// The fault of a document that is something else, such as a list.
fn other_kind(document: &Document) -> Option<FileFault> {
    let root = document.root();
    let kind = match root.get("kind").and_then(DocumentValue::text) {
        None if root.get("squadrons").is_some() || root.get("groups").is_some() => "list",
        kind => kind.filter(|kind| *kind != "collection")?,
    };
    let fault =
        FileFault::new(FaultKind::WrongKind, format!("this is of the kind `{}`, not a collection", short(kind)));
    let help = "a collection has `kind: collection`; `muster collection LIST` writes one from lists";
    Some(fault.at("/kind").place(document.place("/kind")).help(help))
}

/// The collection with every name looked up.
fn looked_up(shelf: &Shelf, document: &Document, file: &CollectionFile) -> Result<Collection, Vec<FileFault>> {
    let placed = |fault: FileFault| {
        let place = document.place(&fault.at);
        fault.place(place)
    };
    let ruleset = shelf.ruleset(&file.ruleset, &[]).map_err(|fault| vec![placed(fault)])?;
    let nation = match &file.nation {
        None => None,
        Some(name) => Some(ruleset.nation(name).ok_or_else(|| vec![placed(no_nation(&ruleset, name))])?),
    };
    let mut owned = IndexMap::new();
    let mut faults = Vec::new();
    for (name, OwnedCount(models)) in &file.models {
        let found = find(&ruleset, nation, name).and_then(|one| {
            let key = (one.nation, one.id);
            if owned.contains_key(&key) {
                let message = format!("`{}` is {}, which stands here already", short(name), key.1);
                return Err(FileFault::new(FaultKind::DuplicateKey, message).help("write the sum into one line"));
            }
            owned.insert(key, *models);
            Ok(())
        });
        if let Err(fault) = found {
            let at = step("/models", name);
            let place = document.find(&at).and_then(DocumentValue::key_place);
            faults.push(fault.at(at).place(place));
        }
        if faults.len() > limits::FAULTS {
            break;
        }
    }
    if faults.is_empty() {
        Ok(Collection { ruleset: ruleset.declarations().id.clone(), owned })
    } else {
        Err(fault::first(faults.into_iter()))
    }
}

fn no_nation(ruleset: &Ruleset, name: &str) -> FileFault {
    let names = || ruleset.declarations().nations.values().map(|nation| nation.name.as_str());
    let help = nearest(name, names()).unwrap_or_else(|| format!("nations: {}", names().collect::<Vec<_>>().join(", ")));
    let message = format!("{} has no nation `{}`", ruleset.declarations().name, short(name));
    FileFault::new(FaultKind::NotOneOf, message).at("/nation").help(help)
}

/// Everything that a name of the collection stands for.
fn readings(ruleset: &Ruleset, nation: Option<&str>, name: &str) -> Vec<NameMeaning> {
    let mut found: Vec<NameMeaning> = Vec::new();
    for reading in of_unit(name) {
        let Some(word) = reading.unit else { continue };
        match (reading.nation, nation) {
            (Some(stated), _) => {
                let theirs = ruleset.nation(stated).and_then(|nation| meant(ruleset, Some(nation), word));
                // A unit of no nation is one of no nation whatever nation is named.
                found.extend(theirs);
            }
            (None, Some(nation)) => found.extend(meant(ruleset, Some(nation), word)),
            (None, None) => found.extend(of_any(ruleset, word)),
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// The miniature that a name of the collection stands for.
fn find(ruleset: &Ruleset, nation: Option<&str>, name: &str) -> Result<Miniature, FileFault> {
    match readings(ruleset, nation, name).as_slice() {
        [] => Err(unknown(ruleset, nation, name)),
        [NameMeaning::One(one)] => Ok(one.clone()),
        [NameMeaning::Mix(unit, parts), ..] => {
            let parts: Vec<String> = parts.iter().map(|part| format!("`{}`", part.id)).collect();
            let message = format!("{} is a squadron of several kinds of models", short(unit));
            let help = format!("write how many there are of {}", joined(&parts, "and"));
            Err(FileFault::new(FaultKind::NotOneOf, message).help(help))
        }
        several => Err(ambiguous(name, several)),
    }
}

/// What a name stands for in all nations, each once.
fn of_any(ruleset: &Ruleset, word: &str) -> Vec<NameMeaning> {
    let mut found: Vec<NameMeaning> = Vec::new();
    let nations = ruleset.declarations().nations.keys().map(|id| Some(id.as_str()));
    for one in nations.chain([None]).filter_map(|nation| meant(ruleset, nation, word)) {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

fn ambiguous(name: &str, several: &[NameMeaning]) -> FileFault {
    let full = several.iter().filter_map(|one| match one {
        NameMeaning::One(Miniature { nation: Some(nation), id, .. }) => Some(format!("`{nation}:{id}`")),
        _ => None,
    });
    let help = format!("write {}", joined(&full.collect::<Vec<_>>(), "or"));
    FileFault::new(FaultKind::NotOneOf, format!("several nations have `{}`", short(name))).help(help)
}

fn unknown(ruleset: &Ruleset, nation: Option<&str>, name: &str) -> FileFault {
    let declarations = ruleset.declarations();
    let whose = nation.and_then(|id| declarations.nations.get(id)).map_or(&declarations.name, |nation| &nation.name);
    let fault = FileFault::new(FaultKind::NotOneOf, format!("{whose} has no unit `{}`", short(name)));
    let elsewhere = of_any(ruleset, name).into_iter().find_map(|one| match one {
        NameMeaning::One(Miniature { nation: Some(nation), id, .. }) => Some(format!("{nation}:{id}")),
        _ => None,
    });
    if let Some(elsewhere) = elsewhere {
        return fault.help(format!("did you mean `{elsewhere}`?"));
    }
    // Behind a nation's name, the nearest units of that nation are offered.
    let stated = of_unit(name).into_iter().find_map(|reading| Some((ruleset.nation(reading.nation?)?, reading.unit?)));
    let (nation, word) = stated.map_or((nation, name), |(nation, word)| (Some(nation), word));
    let catalogues = ruleset.catalogues().iter().filter(|catalogue| {
        let of = catalogue.written().nation.as_deref();
        nation.is_none() || of.is_none() || of == nation
    });
    let all: Vec<Miniature> = catalogues.flat_map(|catalogue| miniatures(declarations, catalogue)).collect();
    match nearest(word, all.iter().map(|one| one.id.as_str())) {
        Some(help) => fault.help(help),
        None => fault,
    }
}
