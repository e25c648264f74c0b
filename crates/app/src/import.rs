//! `import`: a list, read from text of other programs and people.

use data_encoding::BASE64;
use muster_engine::list::{ArmyList, RulesetName};
use muster_exchange::battlescribe::roster::{self, Roster};
use muster_exchange::listing::{self, Listing, Said};
use muster_library::lists::{self, Entry};
use muster_library::shelf::Shelf;
use muster_library::{encoding, json, share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::App;
use crate::fault::Fault;

/// The arguments of `import`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ImportArgs {
    /// A list file, a list as one word, a text from `export`, from another tool or from a person, or a roster. A packed
    /// roster is in base 64.
    pub text: String,
    /// The id of the ruleset, if the text does not name it.
    pub ruleset: Option<String>,
    /// The nation, if it is not the one that the text names.
    pub nation: Option<String>,
    /// The maximum force value in points, if it is not the one that the text names.
    pub mfv: Option<u32>,
}

/// A list read from a text.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ImportAnswer {
    /// The list, with ids in place of the names in the text.
    pub list: ArmyList,
    /// What was not understood.
    pub doubts: Vec<DoubtInfo>,
    /// What the text does not say and Muster concluded, in sentences.
    pub concluded: Vec<String>,
}

/// A line, a word or a number that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DoubtInfo {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line, word or number.
    pub text: String,
    /// What is doubtful, in one sentence.
    pub message: String,
    /// The most similar names.
    pub help: Option<String>,
}

/// Reads a list from a text. Fails if the text cannot be read, names no unit (`no-units`), or if neither the text nor
/// the arguments name the game (`which-ruleset`).
pub fn import(app: &App, args: &ImportArgs) -> Result<ImportAnswer, Fault> {
    let said = Said { nation: args.nation.as_deref(), mfv: args.mfv };
    let text = args.text.trim_start_matches('\u{feff}').trim_start();
    let packed = text.starts_with(PACKED).then(|| BASE64.decode(text.trim_end().as_bytes()).ok()).flatten();
    let bytes = packed.unwrap_or_else(|| text.as_bytes().to_vec());
    let Listing { list, doubts, concluded } =
        listing(app.shelf(), "the roster", &bytes, args.ruleset.as_deref(), said)?;
    if names_no_unit(&list) && !(doubts.is_empty() && concluded.is_empty()) {
        let nearest = doubts.into_iter().find_map(|doubt| doubt.help);
        return Err(Fault { help: nearest, ..Fault::new("no-units", "no unit is named in this text") });
    }
    let doubts = doubts.into_iter().map(|doubt| {
        let message = doubt.sentence();
        DoubtInfo { line: doubt.line, text: doubt.text, message, help: doubt.help }
    });
    Ok(ImportAnswer { list, doubts: doubts.collect(), concluded })
}

/// Whether a text named no unit.
#[must_use]
pub fn names_no_unit(list: &ArmyList) -> bool {
    list.squadrons.is_empty() && list.groups.is_empty()
}

/// Reads a list from the bytes of a file: a list file, a list as one word, a roster (packed or not), or text. `said`
/// takes precedence over the file; `ruleset` is used if the file does not name its game. Faults of rosters call the
/// file `file`.
pub fn listing(shelf: &Shelf, file: &str, bytes: &[u8], ruleset: Option<&str>, said: Said) -> Result<Listing, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let under = |named: Option<RulesetName>| {
        let name = named
            .or_else(|| ruleset.map(|id| RulesetName::Id(id.to_owned())))
            .ok_or_else(|| Fault::new("which-ruleset", "the text does not name its game").help("choose the game"))?;
        Ok::<_, Fault>(shelf.ruleset(&name, &[])?)
    };
    // A text from `export` is recognised by its last line. Its first line is the list's name, which may look like any
    // format.
    let ours = encoding::utf8(bytes).ok().filter(|text| listing::is_ours(text));
    if ours.is_none() && is_roster(bytes) {
        let roster =
            Roster::open(file, bytes.to_vec()).map_err(|error| Fault::new("unreadable-roster", error.to_string()))?;
        return readable(roster::read(&under(roster::ruleset(&roster))?, &roster, said));
    }
    let text = encoding::utf8(bytes)?;
    let word = if ours.is_none() { share::find(text) } else { None };
    if word.is_some() || ours.is_none() && is_list_file(text) {
        let mut list = list_of(word.as_deref().unwrap_or(text).as_bytes())?;
        list.mfv = said.mfv.or(list.mfv);
        list.nation = said.nation.map(str::to_owned).or(list.nation);
        return Ok(Listing { list, doubts: Vec::new(), concluded: Vec::new() });
    }
    let ruleset = under(listing::ruleset(text))?;
    let mut listing = listing::read(&ruleset, text, said);
    if let Some(stated) = listing::fingerprint(text) {
        let list = &listing.list;
        let whole = list.extra.get(share::WHOLE).and_then(Value::as_str).map(str::to_owned);
        let found = whole.or_else(|| muster_engine::check(&ruleset, list).fingerprint).unwrap_or_default();
        // The second half is the fingerprint of the rules, which may have changed since.
        let of_list = |fingerprint: &str| fingerprint.split('-').next().map(str::to_owned);
        if of_list(&found) != of_list(stated) {
            let told = "the fingerprint below the list does not fit the list: somebody changed the text";
            listing.concluded.push(told.to_owned());
        }
    }
    readable(listing)
}

/// The beginning of an archive in base 64.
const PACKED: &str = "UEsDB";

fn is_roster(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    [b"PK\x03\x04".as_slice(), b"<?xml", b"<!", b"<roster"].iter().any(|begin| text.starts_with(begin))
}

/// Whether a text is meant to be a list file or a list as one word, even if it is wrong.
fn is_list_file(text: &str) -> bool {
    share::is_word(text) || text.starts_with('{') || text.lines().any(|line| line.starts_with("muster:"))
}

fn list_of(bytes: &[u8]) -> Result<ArmyList, Fault> {
    match lists::lists(bytes).as_slice() {
        [Entry::List(list, _)] => Ok((**list).clone()),
        [Entry::Unreadable(unparsed)] => {
            let fault = unparsed.faults.first().cloned().unwrap_or_else(muster_library::fault::Fault::too_large);
            let place = fault.place.map(|place| format!("line {}: ", place.line)).unwrap_or_default();
            let fault = Fault::from(fault);
            Err(Fault { message: format!("{place}{}", fault.message), ..fault })
        }
        [Entry::Other(kind, _)] => {
            Err(Fault::new("wrong-kind", format!("this is not a list but is of the kind `{kind}`")))
        }
        many => {
            let message = format!("there are {} documents in it; only one list can be read at a time", many.len());
            Err(Fault::new("several-lists", message))
        }
    }
}

/// The list that was read, if it can be saved and read again. A list with too many squadrons cannot.
fn readable(listing: Listing) -> Result<Listing, Fault> {
    let json = serde_json::to_string(&listing.list).map_err(|error| Fault::new("unwritable", error.to_string()))?;
    list_of(json::escaped(json).as_bytes())
        .map_err(|fault| Fault { message: format!("this makes no list: {}", fault.message), ..fault })?;
    Ok(listing)
}
