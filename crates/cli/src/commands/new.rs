//! `muster new`: files to start from, with comments.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior};
use muster_engine::catalogue::Unit;
use muster_engine::declarations::{Setting, TraitOwner};
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::nearest::nearest;
use muster_engine::plural::capital;
use muster_engine::ready::{ReadyCatalogue, Ruleset};
use muster_engine::slug::slug;
use muster_exchange::sealed::EventKeys;
use muster_exchange::yaml;
use muster_golden::mark;
use muster_library::schemas::schemas;
use muster_library::shelf::Shelf;
use muster_mend::{Bounds, empty_lists, fixed_mfv, witness};
use serde::Serialize;

use crate::args::{NewCommand, NewFile};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal::{self, inform};
use crate::{file, output};

/// The force value of a test where no event fixes one.
const USUAL_MFV: u32 = 1000;

/// Writes the file. Its examples are things of the game, so that nothing in it is unknown.
pub(crate) fn run(args: &NewCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let template = match args.kind {
        NewFile::Schemas => return write_schemas(args),
        NewFile::Hooks => return write_hooks(args),
        NewFile::EventKey => return write_key(args),
        NewFile::Test => return write_test(args, shelf),
        NewFile::List => include_str!("new/list.yaml"),
        NewFile::Overlay => include_str!("new/overlay.yaml"),
        NewFile::Rule => include_str!("new/rule.yaml"),
        NewFile::Unit => include_str!("new/unit.yaml"),
        NewFile::Ruleset => {
            file::put_out(&args.target, new_game(args.ruleset.as_deref())?.as_bytes())?;
            return Ok(ExitOutcome::Fine);
        }
    };
    let mut text = filled(template, &examples(args, shelf)?)
        .map_err(|error| CommandComplaint::new(format!("the file cannot be made: {error}")))?;
    text.push('\n');
    file::put_out(&args.target, text.as_bytes())?;
    Ok(ExitOutcome::Fine)
}

/// The head of a file of lists with expectations.
const TEST_HEAD: &str = "\
# Lists with what must be found in them. `muster test FOLDER` judges all lists of a folder and compares.
# A comment stands at the line of the finding: `error: RULE`, `warning: RULE`, `undetermined: RULE`, `waived: RULE`. It may give the
# numbers (`error: RULE 4 > 3`). Several are parted by `;`. `no: RULE` says that a rule finds nothing.
# The next list begins after a line `---`.
";

/// Writes a legal list, and the same for a force value of 1, each with what is found in it.
fn write_test(args: &NewCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let id = game(args, shelf)?;
    let ruleset = super::ruleset(shelf, id)?;
    let wanted = nation(&ruleset, args.nation.as_deref())?;
    let starts = empty_lists(&ruleset, &[fixed_mfv(&ruleset).first().copied().unwrap_or(USUAL_MFV)]);
    let mut legal = starts
        .into_iter()
        .filter(|start| args.nation.is_none() || start.nation.as_deref() == wanted)
        .find_map(|start| witness(&ruleset, &start, Bounds::default()))
        .ok_or_else(|| CommandComplaint::new(format!("found no legal list of `{id}` to start from")))?;
    legal.name = Some("A legal force".to_owned());
    let broken = ArmyList { name: Some("The same for 1 point".to_owned()), mfv: Some(1), ..legal.clone() };
    let texts = [legal, broken].iter().map(yaml::to_string).collect::<Result<Vec<_>, _>>();
    let text = texts.map_err(|error| CommandComplaint::new(format!("the file cannot be made: {error}")))?.join("---\n");
    let marked =
        mark(shelf, &text).map_err(|fault| CommandComplaint::new(format!("the file cannot be made: {fault}")))?;
    file::put_out(&args.target, format!("{TEST_HEAD}{marked}").as_bytes())?;
    Ok(ExitOutcome::Fine)
}

/// The ruleset that the command names.
fn game<'a>(args: &'a NewCommand, shelf: &Shelf) -> Result<&'a str, CommandComplaint> {
    args.ruleset.as_deref().ok_or_else(|| {
        let ids: Vec<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
        CommandComplaint::new("the file depends on the game").help(format!("name one of {}", ids.join(", ")))
    })
}

/// The first file of a game of this id or name; without one, of a game that is called so by the template.
fn new_game(name: Option<&str>) -> Result<String, CommandComplaint> {
    let template = include_str!("new/ruleset.yaml");
    let Some(name) = name else { return Ok(template.to_owned()) };
    let id = slug(name);
    if id.is_empty() {
        return Err(
            CommandComplaint::new(format!("no id can be made of `{name}`")).help("an id has letters and digits")
        );
    }
    let words: Vec<String> = id.split('-').map(capital).collect();
    let title = if name == id { words.join(" ") } else { name.to_owned() };
    // JSON is YAML, and names may have signs that mean something in YAML.
    let is_plain = title.chars().all(|sign| sign.is_alphabetic() || sign == ' ');
    let title = if is_plain { title } else { serde_json::Value::from(title).to_string() };
    Ok(template.replace("Our Game", &title).replace("our-game", &id))
}

/// Writes the schemas of all files into a folder.
fn write_schemas(args: &NewCommand) -> Result<ExitOutcome, CommandFailure> {
    let folder = folder(args, "the schemas are several files")?;
    let of_answers = output::schemas::schemas().into_iter().map(|(name, schema)| (name, format!("{schema:#}\n")));
    for (name, text) in schemas().into_iter().chain(of_answers) {
        file::write(&folder.join(name), text.as_bytes(), args.target.force)?;
    }
    Ok(ExitOutcome::Fine)
}

/// Writes the checks of house rules under git into their folder.
fn write_hooks(args: &NewCommand) -> Result<ExitOutcome, CommandFailure> {
    let folder = folder(args, "the checks are several files")?;
    make_folder(&folder.join(".githooks"))?;
    make_folder(&folder.join(".github/workflows"))?;
    // Git ignores a hook that it may not run.
    file::write_program(&folder.join(".githooks/pre-commit"), include_bytes!("new/pre-commit"), args.target.force)?;
    let job = folder.join(".github/workflows/muster.yml");
    file::write(&job, include_bytes!("new/muster.yml"), args.target.force)?;
    Ok(ExitOutcome::Fine)
}

/// Writes the secret key of an event, and prints the public one.
fn write_key(args: &NewCommand) -> Result<ExitOutcome, CommandFailure> {
    let Some(path) = &args.target.output else {
        return Err(CommandComplaint::new("a secret key is written into a file").help("name it with -o").into());
    };
    if args.target.force && path.exists() {
        let complaint = CommandComplaint::new(format!("{} is there already, and no key is replaced", path.display()));
        return Err(complaint.help("lists that were sealed with it could never be opened: name another file").into());
    }
    let keys = EventKeys::random();
    file::write_secret(path, keys.text().as_bytes())?;
    let mut out = terminal::stdout();
    for key in keys.public() {
        writeln!(out, "key: {key}")?;
    }
    out.flush()?;
    inform("put this line into the overlay of the event, so that players can seal their lists");
    inform(&format!("keep {}, and give it to nobody: it opens all of them, and nothing else does", path.display()));
    Ok(ExitOutcome::Fine)
}

/// The folder for several files, which is made if it does not exist.
fn folder<'a>(args: &'a NewCommand, why: &str) -> Result<&'a Path, CommandComplaint> {
    let Some(folder) = &args.target.output else {
        return Err(CommandComplaint::new(why).help("name a folder with -o"));
    };
    make_folder(folder)?;
    Ok(folder)
}

fn make_folder(folder: &Path) -> Result<(), CommandComplaint> {
    fs::create_dir_all(folder)
        .map_err(|error| CommandComplaint::new(format!("cannot make {}: {error}", folder.display())))
}

fn filled(template: &str, examples: &Examples) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.render_str(template, Value::from(Serde(examples)))
}

/// Things of a game that a template names.
#[derive(Serialize)]
struct Examples {
    game: TemplateGame,
    nation: Option<TemplateItem>,
    unit: Option<TemplateUnit>,
    /// Another unit.
    other: Option<String>,
    /// The kind of group in which the unit stands; none if it stands in none.
    group: Option<String>,
    /// The slot that the unit fills.
    slot: Option<TemplateSlot>,
    /// A rule that may be dropped.
    rule: Option<String>,
    /// A trait of units with a value.
    r#trait: Option<TemplateTrait>,
    /// The traits of the unit.
    traits: Vec<WordChoice>,
    settings: Vec<WordChoice>,
    stats: Vec<String>,
    bands: Vec<u32>,
}

#[derive(Serialize)]
struct TemplateGame {
    id: String,
    name: String,
    /// The versions for which a file made today is good.
    range: String,
}

#[derive(Serialize)]
struct TemplateItem {
    id: String,
    title: String,
}

#[derive(Serialize)]
struct TemplateUnit {
    id: String,
    /// A price that is not its own.
    price: u32,
    /// A number of models that it may have; none if only one number is possible.
    models: Option<u32>,
    option: Option<TemplateOption>,
}

#[derive(Serialize)]
struct TemplateOption {
    id: String,
    /// A price that is not its own.
    price: i64,
}

#[derive(Serialize)]
struct TemplateSlot {
    group: String,
    id: String,
}

#[derive(Serialize)]
struct TemplateTrait {
    id: String,
    value: TemplateItem,
}

/// A word of several that may stand in its place.
#[derive(Serialize)]
struct WordChoice {
    id: String,
    value: String,
    others: Vec<String>,
}

/// Picks the examples of a game.
fn examples(args: &NewCommand, shelf: &Shelf) -> Result<Examples, CommandComplaint> {
    let id = game(args, shelf)?;
    let ruleset = super::ruleset(shelf, id)?;
    let edition = shelf.find(&RulesetName::Id(id.to_owned()))?;
    let declarations = ruleset.declarations();
    let nation = nation(&ruleset, args.nation.as_deref())?;
    let units = nation.map(|nation| units_of(&ruleset, nation)).unwrap_or_default();
    let unit = units.first().copied();
    let traits = declarations.traits.iter().filter(|(_, of)| of.of == TraitOwner::Unit && !of.values.is_empty());

    let example = traits.clone().find_map(|(id, of)| {
        let (value, named) = of.values.first()?;
        Some(TemplateTrait { id: id.clone(), value: TemplateItem { id: value.clone(), title: named.title.clone() } })
    });
    let choices = traits.filter(|(_, of)| of.required).filter_map(|(id, of)| choice(id, of.values.keys()));
    let slot = unit.and_then(|unit| unit.slots.first());
    let settings = declarations.settings.iter().filter(|(_, setting)| setting.given_by.is_none());
    Ok(Examples {
        game: TemplateGame {
            id: id.to_owned(),
            name: declarations.name.clone(),
            range: format!("^{}.{}", edition.version.major, edition.version.minor),
        },
        nation: nation.map(|id| TemplateItem { id: id.to_owned(), title: declarations.nations[id].name.clone() }),
        unit: unit.map(|unit| TemplateUnit {
            id: unit.id.clone(),
            price: unit.points.unwrap_or_default() + 5,
            models: models(unit),
            option: unit.options.first().map(|option| TemplateOption {
                id: option.id.clone(),
                price: i64::from(option.points.unwrap_or_default()).max(0) + 5,
            }),
        }),
        other: units.get(1).map(|unit| unit.id.clone()),
        group: slot.map(|(group, _)| group.clone()).or_else(|| declarations.usual_group().map(str::to_owned)),
        slot: slot.map(|(group, id)| TemplateSlot { group: group.clone(), id: id.clone() }),
        rule: ruleset
            .rules()
            .iter()
            .find(|rule| rule.rule.waivable)
            .or(ruleset.rules().first())
            .map(|rule| rule.rule.id.clone()),
        r#trait: example,
        traits: choices.collect(),
        settings: settings.filter_map(|(id, setting)| stated(id, setting)).collect(),
        stats: declarations.stats.keys().cloned().collect(),
        bands: (1..).take(declarations.bands.len()).collect(),
    })
}

/// The nation that the command names, else the first that has units.
fn nation<'r>(ruleset: &'r Ruleset, named: Option<&str>) -> Result<Option<&'r str>, CommandComplaint> {
    let Some(name) = named else {
        return Ok(ruleset.catalogues().iter().find_map(|catalogue| catalogue.written().nation.as_deref()));
    };
    let nations = &ruleset.declarations().nations;
    ruleset.nation(name).map(Some).ok_or_else(|| {
        let complaint = CommandComplaint::new(format!("there is no nation `{name}`"));
        match nearest(name, nations.keys().map(String::as_str)) {
            Some(help) => complaint.help(help),
            None => complaint,
        }
    })
}

/// The units of a nation that a list may buy, those with several numbers of models and options first.
fn units_of<'r>(ruleset: &'r Ruleset, nation: &str) -> Vec<&'r Unit> {
    let own = |catalogue: &&Arc<ReadyCatalogue>| catalogue.written().nation.as_deref() == Some(nation);
    let all = ruleset.catalogues().iter().filter(own).flat_map(|catalogue| &catalogue.written().units).map(Arc::as_ref);
    let mut units: Vec<&Unit> =
        all.filter(|unit| unit.only.is_none() && unit.points.is_some_and(|points| points > 0)).collect();
    units.sort_by_key(|unit| (models(unit).is_none(), unit.options.is_empty()));
    units
}

/// The smallest number of models that a unit may have; none if only one number is possible.
fn models(unit: &Unit) -> Option<u32> {
    unit.squadron.filter(|size| size.max != Some(size.min)).map(|size| size.min.max(1))
}

/// The default of a setting, and what else it may be.
fn stated(id: &str, setting: &Setting) -> Option<WordChoice> {
    if setting.is_flag() {
        let value = setting.default.clone().unwrap_or_else(|| "false".to_owned());
        let other = if value == "true" { "false" } else { "true" };
        return Some(WordChoice { id: id.to_owned(), value, others: vec![other.to_owned()] });
    }
    if let (Some(range), default) = (setting.range, &setting.default) {
        let value = default.clone().unwrap_or_else(|| range.min.to_string());
        return Some(WordChoice { id: id.to_owned(), value, others: Vec::new() });
    }
    let mut choice = choice(id, setting.values.keys())?;
    if let Some(default) = setting.default.as_ref().filter(|default| choice.others.contains(default)) {
        choice.others.retain(|other| other != default);
        choice.others.insert(0, std::mem::replace(&mut choice.value, default.clone()));
    }
    Some(choice)
}

/// The first of some words, and the others.
fn choice<'w>(id: &str, mut words: impl Iterator<Item = &'w String>) -> Option<WordChoice> {
    let value = words.next()?.clone();
    Some(WordChoice { id: id.to_owned(), value, others: words.cloned().collect() })
}
