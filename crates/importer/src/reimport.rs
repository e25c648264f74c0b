//! Makes all files of a recipe folder again from the community files.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use muster_engine::slug::slug;
use muster_exchange::battlescribe::{ImportError, SourceFile};
use muster_exchange::yaml;
use muster_library::files;

use super::catalogue::EntryCounts;
use super::head::FileHead;
use super::kit::Kit;
use super::notice::{ImportNotice, NoticeKind};
use super::recipe::NationRecipe;

/// The files that a recipe makes.
#[derive(Clone, Debug, Default)]
pub struct Reimport {
    /// File names, relative to the ruleset's folder, with their texts.
    pub files: Vec<(String, String)>,
    /// Notices on what was left out, concluded or contradictory.
    pub notices: Vec<ImportNotice>,
    /// The number of entries on the first level of each catalogue's community file.
    pub found: Vec<(String, EntryCounts)>,
}

/// Makes all catalogues of the recipe in `recipe_dir` from the community files in `data_dir`. Also makes the list of
/// special rules that are only in community data.
///
/// The same folders always give the same bytes.
pub fn reimport(recipe_dir: &Path, data_dir: &Path) -> Result<Reimport, ImportError> {
    let kit = Kit::load(|name| files::read_text(&recipe_dir.join(name)))?;
    let mut all = Reimport::default();
    let (mut community, mut corrected) = (Vec::new(), HashSet::new());
    for nation in kit.nations() {
        let files =
            nation.files().map(|name| SourceFile::open(name, &data_dir.join(name))).collect::<Result<Vec<_>, _>>()?;
        if let Some(notice) = other_edition(nation, &files)? {
            all.notices.push(notice);
        }
        let import = kit.import(nation, &files)?;
        let text =
            yaml::to_string(&import.catalogue).map_err(|error| ImportError::new(&nation.file, error.to_string()))?;
        all.files.push((format!("catalogue/{}.yaml", nation.stem()), format!("{HEAD}{text}")));
        all.notices.extend(import.notices);
        all.found.push((nation.stem().to_owned(), import.found));
        community.extend(import.community);
        corrected.extend(import.corrected);
    }
    community.sort();
    community.dedup();
    all.files.push(("special-rules/community.yaml".to_owned(), special_rules(&community, &kit)));
    all.notices.extend(kit.idle(&corrected));
    Ok(all)
}

/// A notice on a file that is in another state than the recipe says, because corrections may then be wrong.
fn other_edition(nation: &NationRecipe, files: &[SourceFile]) -> Result<Option<ImportNotice>, ImportError> {
    let (Some(made_for), Some(file)) = (&nation.made_for, files.iter().find(|file| file.name == nation.file)) else {
        return Ok(None);
    };
    let head = FileHead::of(file)?;
    Ok((!made_for.is(&head)).then(|| ImportNotice {
        kind: NoticeKind::Differs,
        file: nation.file.clone(),
        line: 0,
        entry: head.title(),
        message: format!("the recipe is made for revision {} of the catalogue {}", made_for.revision, made_for.id),
    }))
}

/// The comment at the head of each catalogue.
const HEAD: &str = "# Made by `muster import --all` from the files in ../import; edit those instead.\n";

/// The special rules that are only in community data, in the format of a ruleset.
fn special_rules(names: &[String], kit: &Kit) -> String {
    let spelling = &kit.spelling;
    let mut text =
        String::from("# Made by `muster import --all`; lines about them may stand in ../import/aliases.yaml.\n");
    for name in names {
        let summary = spelling.community.get(name).filter(|summary| !summary.is_empty());
        let (unexplained, source) = if kit.is_on_cards(name) {
            ("Named on cards only; no rulebook at hand explains it.", "{book: cards, page: unit cards}")
        } else {
            ("Named in community data only; its text is not in the rulebook.", "{book: community, page: unit cards}")
        };
        let summary = summary.map_or(unexplained, String::as_str);
        let aliases = spelling.rules.iter().filter(|(_, right)| *right == name).map(|(wrong, _)| yaml::scalar(wrong));
        let aliases = aliases.collect::<Vec<_>>().join(", ");
        let aliases = if aliases.is_empty() { String::new() } else { format!("  aliases: [{aliases}]\n") };
        let (id, name, summary) = (slug(name), yaml::scalar(name), yaml::scalar(summary));
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "- id: {id}\n  name: {name}\n  kind: community\n{aliases}  summary: {summary}\n  source: {source}\n"
        );
    }
    text
}
