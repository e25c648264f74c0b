//! `import`: a list from what other programs and people wrote.

use data_encoding::BASE64;
use muster_engine::list::{ArmyList, RulesetName};
use muster_exchange::battlescribe::roster::{self, Roster};
use muster_exchange::listing::{self, Said};
use muster_library::lists::{self, Entry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{App, Fault};

/// What `import` takes.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ImportArgs {
    /// A list file, a word, what `export` wrote, what another tool or a person did, or a roster; a packed roster in base 64.
    pub text: String,
    /// The id of the ruleset, where the text does not name it.
    pub ruleset: Option<String>,
    /// The nation, where it is another than what the text says.
    pub nation: Option<String>,
    /// The maximum force value in points, where it is another than what the text says.
    pub mfv: Option<u32>,
}

/// The list of a text.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ImportAnswer {
    /// The list, with ids where the text has names.
    pub list: ArmyList,
    /// The lines that mean nothing.
    pub unread: Vec<UnreadLine>,
    /// What the text does not say and was concluded, in sentences.
    pub concluded: Vec<String>,
}

/// A line, or a word of it, that means nothing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnreadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// The nearest names.
    pub help: Option<String>,
}

/// The list of a text. Fails where it names no unit, or does not say its game and nobody else does (`which-ruleset`).
pub fn import(app: &App, args: &ImportArgs) -> Result<ImportAnswer, Fault> {
    if let [Entry::List(list, _)] = lists::lists(args.text.as_bytes()).as_slice() {
        return Ok(ImportAnswer { list: (**list).clone(), unread: Vec::new(), concluded: Vec::new() });
    }
    let said = Said { nation: args.nation.as_deref(), mfv: args.mfv };
    let under = |named: Option<RulesetName>| {
        let name = named.or_else(|| args.ruleset.clone().map(RulesetName::Id)).ok_or_else(|| {
            Fault::new("which-ruleset", "which units the names mean depends on the game").help("choose the game")
        })?;
        Ok::<_, Fault>(app.shelf().ruleset(&name, &[])?)
    };
    let listing = if let Some(bytes) = roster_bytes(&args.text) {
        let roster =
            Roster::open("the roster", bytes).map_err(|error| Fault::new("unreadable-roster", error.to_string()))?;
        roster::read(&under(roster::ruleset(&roster))?, &roster, said)
    } else {
        listing::read(&under(listing::ruleset(&args.text))?, &args.text, said)
    };
    if listing.list.squadrons.is_empty() && listing.list.groups.is_empty() {
        let nearest = listing.unread.iter().find_map(|unread| unread.help.clone());
        return Err(Fault { help: nearest, ..Fault::new("no-units", "no unit is named in this text") });
    }
    let unread =
        listing.unread.into_iter().map(|unread| UnreadLine { line: unread.line, text: unread.text, help: unread.help });
    Ok(ImportAnswer { list: listing.list, unread: unread.collect(), concluded: listing.concluded })
}

/// The bytes of a roster; none where a text is another kind of list.
fn roster_bytes(text: &str) -> Option<Vec<u8>> {
    /// How an archive begins, in base 64.
    const PACKED: &str = "UEsDB";
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('<') {
        return Some(text.as_bytes().to_vec());
    }
    text.starts_with(PACKED).then(|| BASE64.decode(text.as_bytes()).ok())?
}
