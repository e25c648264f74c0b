//! `import`: the lists in a text or in a file of any form.

use data_encoding::BASE64;
use muster_engine::list::ArmyList;
use muster_exchange::listing::{Doubt, LineReading, Listing, PossibleReading, ReadLine, TextChange, TextContext};
use muster_library::limits;
use muster_library::lists::FileDocument;
use muster_submissions::{FoundLists, Intake, NewestGames, NoListKind, NoListReason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;

/// The arguments of `import`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ImportArgs {
    /// A text with a list: a list file, a list as one word, a text from `export`, from another tool or from a person. Or
    /// the content of the file that `file` names.
    pub text: String,
    /// The name of the file, if the text is the content of one. It may be a mail, an archive, a document, a roster, or a
    /// PDF from `print`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The text is in base 64, because the file is not text.
    #[serde(default, skip_serializing_if = "is_false")]
    pub packed: bool,
    /// The id of the ruleset, if the text does not name it. If none is given, it is found by the units that the text
    /// names.
    pub ruleset: Option<String>,
    /// The nation, if it is not the one that the text names.
    pub nation: Option<String>,
    /// The maximum force value in points, if it is not the one that the text names.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub mfv: Option<u32>,
}

/// The lists in a text or file.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ImportAnswer {
    /// The lists in their order. Never empty.
    pub lists: Vec<ImportedList>,
    /// What else is in the file and is no list, or a faulty one, in sentences.
    pub others: Vec<String>,
}

/// A list read from a text.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ImportedList {
    /// The list, with ids in place of the names in the text.
    pub list: ArmyList,
    /// What was not understood.
    pub doubts: Vec<DoubtInfo>,
    /// What the text does not say and Muster concluded, in sentences.
    pub concluded: Vec<String>,
    /// How each line was read. Empty for what was not read by weighing lines, such as list files and rosters.
    pub lines: Vec<LineInfo>,
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
    /// The most similar names, or what it may be.
    pub help: Option<String>,
    /// The readings that the line may have. Somebody chooses one of them.
    pub readings: Vec<PossibleReadingInfo>,
}

/// A reading that a doubtful line may have.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PossibleReadingInfo {
    /// The reading in words.
    pub words: String,
    /// The line as it is written so that it has this reading only. Empty if it is to be left out.
    pub line: String,
}

/// How a line of a text was read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LineInfo {
    /// The number of the line, from 1. Each sentence of a line has an entry of its own.
    pub line: usize,
    /// The line, or the sentence of it, without marks.
    pub text: String,
    /// The reading that was taken.
    pub taken: ReadingInfo,
    /// The next best reading.
    pub next: Option<ReadingInfo>,
}

/// A reading of a line, with what speaks for it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadingInfo {
    /// The reading in words.
    pub words: String,
    /// The evidence for the reading, each with its weight: `all words of a unit's name (40)`.
    pub evidence: Vec<String>,
    /// The sum of the weights.
    pub weight: i32,
}

impl From<&LineReading> for ReadingInfo {
    fn from(candidate: &LineReading) -> Self {
        let evidence = candidate.evidence().map(|(words, weight)| format!("{words} ({weight})")).collect();
        Self { words: candidate.words(), evidence, weight: candidate.weight() }
    }
}

impl From<ReadLine> for LineInfo {
    fn from(line: ReadLine) -> Self {
        let next = line.next.as_ref().map(ReadingInfo::from);
        Self { line: line.number, text: line.text, taken: ReadingInfo::from(&line.taken), next }
    }
}

impl From<Doubt> for DoubtInfo {
    fn from(doubt: Doubt) -> Self {
        let message = doubt.sentence();
        let readings = doubt
            .readings
            .into_iter()
            .map(|PossibleReading { words, line }| PossibleReadingInfo { words, line })
            .collect();
        Self { line: doubt.line, text: doubt.text, message, help: doubt.help, readings }
    }
}

impl From<Listing> for ImportedList {
    fn from(listing: Listing) -> Self {
        let Listing { list, doubts, mut concluded, changed, lines, .. } = listing;
        concluded.extend(changed.into_iter().map(|TextChange { line, sentence, .. }| {
            line.map_or_else(|| sentence.clone(), |line| format!("line {line}: {sentence}"))
        }));
        let doubts = doubts.into_iter().map(DoubtInfo::from).collect();
        Self { list, doubts, concluded, lines: lines.into_iter().map(LineInfo::from).collect() }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Reads the lists of a text or file. Fails if there is no list in it (`no-list`), if it names no unit (`no-units`) or
/// no game (`which-ruleset`), if a list in it is faulty (`faulty-list`), if the base 64 is not valid (`faulty-data`), or
/// if the force value is none (`wrong-args`).
pub fn import(app: &App, args: &ImportArgs) -> Result<ImportAnswer, CallFault> {
    if args.mfv.is_some_and(|mfv| !(1..=limits::MFV).contains(&mfv)) {
        return Err(CallFault::new("wrong-args", format!("`mfv` is a whole number from 1 to {}", limits::MFV)));
    }
    let said = TextContext { nation: args.nation.as_deref(), mfv: args.mfv, ..TextContext::default() };
    let games = NewestGames::new(app.shelf());
    let intake = Intake::new(&games).with(args.ruleset.as_deref(), said);
    let mut lists = Vec::new();
    let mut wrong: Vec<CallFault> = Vec::new();
    let found = match &args.file {
        None if !args.packed => intake.paste(args.text.clone()),
        file => intake.open(file.as_deref().unwrap_or_default(), &bytes(args)?),
    };
    for found in found {
        let mut of_part = Vec::new();
        match found.form {
            FoundLists::Other(listings, _) => of_part.extend(listings.into_iter().map(ImportedList::from)),
            FoundLists::File(entries) => {
                for entry in entries {
                    match of_file(entry) {
                        Ok(list) => of_part.push(list),
                        Err(fault) => wrong.push(fault),
                    }
                }
            }
            FoundLists::Nothing(nothing) => wrong.push(fault_of(nothing)),
        }
        for (number, list) in of_part.iter_mut().enumerate() {
            let told = found.told.iter().filter(|told| told.list.is_none_or(|of| of == number));
            list.concluded.extend(told.map(|told| told.message.clone()));
        }
        lists.extend(of_part);
    }
    if lists.is_empty() {
        return Err(wrong.into_iter().next().unwrap_or_else(|| CallFault::new("no-list", "there is no list in it")));
    }
    Ok(ImportAnswer { lists, others: wrong.into_iter().map(|fault| fault.message).collect() })
}

/// The content of the file.
fn bytes(args: &ImportArgs) -> Result<Vec<u8>, CallFault> {
    if !args.packed {
        return Ok(args.text.as_bytes().to_vec());
    }
    let wrong = |error| CallFault::new("faulty-data", format!("the file is not in base 64: {error}"));
    BASE64.decode(args.text.as_bytes()).map_err(wrong)
}

fn of_file(entry: FileDocument) -> Result<ImportedList, CallFault> {
    match entry {
        FileDocument::List(list, _) => Ok(ImportedList::from(Listing::new(*list, Vec::new(), Vec::new()))),
        FileDocument::Unreadable(unparsed) => {
            let fault = unparsed.faults.into_iter().next().unwrap_or_else(muster_library::fault::FileFault::too_large);
            let place = fault.place.map(|place| format!("line {}: ", place.line)).unwrap_or_default();
            Err(CallFault { help: fault.help, ..CallFault::new("faulty-list", format!("{place}{}", fault.message)) })
        }
        FileDocument::Other(kind, _) => {
            Err(CallFault::new("no-list", format!("this is not a list but is of the kind `{kind}`")))
        }
    }
}

fn fault_of(nothing: NoListReason) -> CallFault {
    let NoListReason { kind, why, help, line } = nothing;
    let code = match kind {
        NoListKind::Other => "no-list",
        NoListKind::NoGame => "which-ruleset",
        NoListKind::NoUnits | NoListKind::Talk => "no-units",
        NoListKind::Broken => "faulty-list",
    };
    let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
    CallFault { help, ..CallFault::new(code, format!("{place}{why}")) }
}
