//! The table of calls: the name, the arguments and the answer of each. Arguments and answers are JSON.

use std::io;

use muster_engine::effort::{Effort, StopReason};
use muster_engine::overview::Overview;
use muster_library::limits;
#[cfg(feature = "files")]
use muster_library::listed::Reports;
#[cfg(feature = "full")]
use muster_library::schemas::finish;
#[cfg(feature = "full")]
use schemars::Schema;
#[cfg(feature = "full")]
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
#[cfg(feature = "full")]
use serde_json::{Map, json};

use crate::additions::{AdditionsAnswer, AdditionsArgs, additions};
use crate::app::App;
use crate::attachables::{AttachablesArgs, attachables};
use crate::candidates::{Candidates, CandidatesArgs, candidates};
use crate::case::{CaseAnswer, CaseArgs, case};
use crate::change_units::{ChangeUnitsAnswer, ChangeUnitsArgs, OwnUnitArgs, StatedUnit, change_units, own_unit};
use crate::changes::{ChangesAnswer, ChangesArgs, changes};
#[cfg(feature = "files")]
use crate::check::{CheckArgs, RowsAnswer, check, rows};
use crate::collection::{WriteCollectionArgs, write_collection};
#[cfg(feature = "files")]
use crate::compare::{CompareAnswer, CompareArgs, compare};
use crate::events::{EventsAnswer, EventsArgs, events};
use crate::everywhere::{EverywhereArgs, OccasionInfo, everywhere};

use crate::example::{ExampleAnswer, example};
use crate::explain::{ExplainArgs, ExplanationInfo, explain};
#[cfg(feature = "files")]
use crate::export::{ExportAnswer, ExportArgs, export};
use crate::fault::CallFault;
#[cfg(feature = "files")]
use crate::import::{ImportAnswer, ImportArgs, import};
use crate::judge::{JudgeAnswer, JudgeArgs, judge};
#[cfg(feature = "full")]
use crate::licences::{LicencesAnswer, LicencesArgs, licences};
use crate::mends::{MendsAnswer, MendsArgs, mends};
#[cfg(feature = "files")]
use crate::migrate::{MigrateAnswer, MigrateArgs, migrate};
use crate::overview::{OverviewArgs, overview};
#[cfg(feature = "full")]
use crate::own_file::OwnFile;
use crate::own_file::parted;
use crate::play::{PlayAnswer, PlayArgs, play};
#[cfg(feature = "full")]
use crate::print::{
    PictureAnswer, PictureArgs, PreviewAnswer, PrintAnswer, PrintArgs, PrintManyArgs, picture, preview, print,
    print_many,
};
#[cfg(feature = "full")]
use crate::print_sheet::{PrintSheetArgs, print_sheet};
use crate::read::{ReadAnswer, ReadArgs, read};
#[cfg(feature = "files")]
use crate::read_units::{
    ReadUnitsAnswer, ReadUnitsArgs, UnitsSpreadsheetAnswer, UnitsSpreadsheetArgs, read_units, units_spreadsheet,
};
#[cfg(feature = "files")]
use crate::recognise::{RecogniseAnswer, RecogniseArgs, recognise};
#[cfg(feature = "files")]
use crate::replies::{RepliesAnswer, RepliesArgs, TableAnswer, TableArgs, page, replies, table};
use crate::rulesets::{RulesetsAnswer, RulesetsArgs, rulesets};
#[cfg(feature = "files")]
use crate::seal::{SealAnswer, SealArgs, seal};
use crate::sheet::{SheetAnswer, SheetArgs, WriteSheetArgs, sheet, write_sheet};
use crate::special_rules::{SpecialRuleInfo, SpecialRulesArgs, special_rules};
use crate::starters::{Starter, StartersArgs, starters};
#[cfg(feature = "files")]
use crate::submissions::{
    CorrectArgs, ShownSubmission, SubmissionsAnswer, SubmissionsArgs, TallyAnswer, TallyArgs, VersionsAnswer,
    VersionsArgs, correct, submissions, tally, versions,
};
use crate::units::{UnitInfo, UnitsArgs, units};
#[cfg(feature = "files")]
use crate::verify::{VerifyAnswer, VerifyArgs, verify};
use crate::version::{VersionAnswer, VersionArgs, version};
use crate::write::{WriteAnswer, WriteArgs, write};

/// What comes or goes with a call.
#[cfg(feature = "full")]
#[derive(Clone, Copy, Debug)]
pub(crate) enum CallSide {
    Args,
    Answer,
}

/// A call with the schema of one of its sides.
#[cfg(feature = "full")]
#[derive(Clone, Debug)]
pub(crate) struct CallPart {
    pub name: &'static str,
    /// The name of its type in schemas.
    pub title: &'static str,
    /// What it answers, in a sentence.
    pub about: &'static str,
    pub schema: Schema,
}

macro_rules! calls {
    ($($(#[doc = $doc:literal])* $name:literal $title:literal: $function:ident($args:ty) -> $answer:ty $(, in $feature:literal)?;)*) => {
        /// The names of all calls.
        pub const NAMES: &[&str] = &[$($name),*];

        fn answered(app: &App, name: &str, args: &[u8], most: usize) -> Result<Vec<u8>, CallFault> {
            let (own, args) = parted(args)?;
            let app = &app.with_own(&own)?;
            match name {
                $(
                    $(#[cfg(feature = $feature)])?
                    $name => written::<$answer>(&$function(app, &taken::<$args>(name, &args)?)?, most),
                )*
                _ => Err(unknown(name)),
            }
        }

        #[cfg(feature = "full")]
        /// The schemas of all arguments, or of all answers.
        pub(crate) fn parts(generator: &mut SchemaGenerator, side: CallSide) -> Vec<CallPart> {
            vec![$(CallPart {
                name: $name,
                title: $title,
                about: concat!($($doc),*).trim(),
                schema: match side {
                    CallSide::Args => generator.subschema_for::<$args>(),
                    CallSide::Answer => generator.subschema_for::<$answer>(),
                },
            }),*]
        }
    };
}

calls! {
    /// The installed rulesets with everything that the screens need to know about them.
    "rulesets" "RulesetsCall": rulesets(RulesetsArgs) -> RulesetsAnswer;
    /// The fleets that come with the program.
    "starters" "StartersCall": starters(StartersArgs) -> Vec<Starter>;
    /// Every unit of a nation, and every unit of no nation.
    "units" "UnitsCall": units(UnitsArgs) -> Vec<UnitInfo>;
    /// What files are that a person brings.
    "recognise" "RecogniseCall": recognise(RecogniseArgs) -> RecogniseAnswer, in "files";
    /// Units of a person's own, read from a spreadsheet or a catalogue.
    "read-units" "ReadUnitsCall": read_units(ReadUnitsArgs) -> ReadUnitsAnswer, in "files";
    /// A person's own catalogues with one unit changed.
    "change-units" "ChangeUnitsCall": change_units(ChangeUnitsArgs) -> ChangeUnitsAnswer;
    /// A unit of a person's own catalogues, as a form states it.
    "own-unit" "OwnUnitCall": own_unit(OwnUnitArgs) -> Option<StatedUnit>;
    /// An empty spreadsheet for units.
    "units-sheet" "UnitsSheetCall": units_spreadsheet(UnitsSpreadsheetArgs) -> UnitsSpreadsheetAnswer, in "files";
    /// The lists and sheets in a text.
    "read" "ReadCall": read(ReadArgs) -> ReadAnswer;
    /// Finds a list that breaks a rule, and one that keeps it.
    "example" "ExampleCall": example(ExplainArgs) -> ExampleAnswer;
    /// Judges a list by each version of its ruleset, and under each event: where may it be played?
    "everywhere" "EverywhereCall": everywhere(EverywhereArgs) -> Vec<OccasionInfo>;
    /// A list as text.
    "write" "WriteCall": write(WriteArgs) -> WriteAnswer;
    /// A list as text for other people and programs.
    "export" "ExportCall": export(ExportArgs) -> ExportAnswer, in "files";
    /// Seals a list: only the organiser of its event can open the file. This call alone gives another answer each time.
    "seal" "SealCall": seal(SealArgs) -> SealAnswer, in "files";
    /// A list, read from pasted text.
    "import" "ImportCall": import(ImportArgs) -> ImportAnswer, in "files";
    /// A list as PDF.
    "print" "PrintCall": print(PrintArgs) -> PrintAnswer, in "full";
    /// Many lists as one PDF.
    "print-many" "PrintManyCall": print_many(PrintManyArgs) -> PrintAnswer, in "full";
    /// The pages of that PDF as images.
    "preview" "PreviewCall": preview(PrintArgs) -> PreviewAnswer, in "full";
    /// A list as a picture to post.
    "picture" "PictureCall": picture(PictureArgs) -> PictureAnswer, in "full";
    /// The reports on lists in any form, as `muster check` makes them.
    "check" "CheckCall": check(CheckArgs) -> Reports, in "files";
    /// The lists in files, with a row for each in place of its report.
    "rows" "RowsCall": rows(CheckArgs) -> RowsAnswer, in "files";
    /// The verdict on a list, with everything that the screens show of it.
    "judge" "JudgeCall": judge(JudgeArgs) -> JudgeAnswer;
    /// A verdict that somebody thinks is wrong, as the text of one file.
    "case" "CaseCall": case(CaseArgs) -> CaseAnswer;
    /// A list in figures.
    "overview" "OverviewCall": overview(OverviewArgs) -> Overview;
    /// The squadrons of a list as players need them in play.
    "play" "PlayCall": play(PlayArgs) -> PlayAnswer;
    /// The units that may be added to a list. For the others it says why not.
    "candidates" "CandidatesCall": candidates(CandidatesArgs) -> Candidates;
    /// The units that may be attached to a squadron. For the others it says why not.
    "attachables" "AttachablesCall": attachables(AttachablesArgs) -> Candidates;
    /// Changes that mend a problem of a list, or that make the list legal.
    "mends" "MendsCall": mends(MendsArgs) -> MendsAnswer;
    /// Squadrons that may be added to a list for the points left.
    "additions" "AdditionsCall": additions(AdditionsArgs) -> AdditionsAnswer;
    /// A list moved to the newest version of its ruleset, and what becomes of it there.
    "migrate" "MigrateCall": migrate(MigrateArgs) -> MigrateAnswer, in "files";
    /// A collection of models as text.
    "write-collection" "WriteCollectionCall": write_collection(WriteCollectionArgs) -> WriteAnswer;
    /// What an event or house rules change of the games that they are about.
    "changes" "ChangesCall": changes(ChangesArgs) -> ChangesAnswer;
    /// The verdict on a sheet that is kept between games.
    "sheet" "SheetCall": sheet(SheetArgs) -> SheetAnswer;
    /// A sheet as text.
    "write-sheet" "WriteSheetCall": write_sheet(WriteSheetArgs) -> WriteAnswer;
    /// A sheet as PDF.
    "print-sheet" "PrintSheetCall": print_sheet(PrintSheetArgs) -> PrintAnswer, in "full";
    /// What a rule, or anything else that a ruleset declares, says.
    "explain" "ExplainCall": explain(ExplainArgs) -> Vec<ExplanationInfo>;
    /// The special rules of a game.
    "special-rules" "SpecialRulesCall": special_rules(SpecialRulesArgs) -> Vec<SpecialRuleInfo>;
    /// The events at hand.
    "events" "EventsCall": events(EventsArgs) -> EventsAnswer;
    /// The lists in files that players handed in, judged.
    "submissions" "SubmissionsCall": submissions(SubmissionsArgs) -> SubmissionsAnswer, in "files";
    /// A list that was handed in, with what a person made of it.
    "correct" "CorrectCall": correct(CorrectArgs) -> ShownSubmission, in "files";
    /// Finds which of several lists of one player counts, and what the lists of a player break together.
    "versions" "VersionsCall": versions(VersionsArgs) -> VersionsAnswer, in "files";
    /// Compares a printed fingerprint or a QR code with a list that was handed in.
    "verify" "VerifyCall": verify(VerifyArgs) -> VerifyAnswer, in "files";
    /// How many lists and files were handed in, and which lists are the same.
    "tally" "TallyCall": tally(TallyArgs) -> TallyAnswer, in "files";
    /// What became of lists in later versions.
    "compare" "CompareCall": compare(CompareArgs) -> CompareAnswer, in "files";
    /// Everything that was handed in as a page for a browser.
    "page" "PageCall": page(TableArgs) -> TableAnswer, in "files";
    /// Everything that was handed in as a table for spreadsheets.
    "table" "TableCall": table(TableArgs) -> TableAnswer, in "files";
    /// A mail to each player.
    "replies" "RepliesCall": replies(RepliesArgs) -> RepliesAnswer, in "files";
    /// The version of this program.
    "version" "VersionCall": version(VersionArgs) -> VersionAnswer;
    /// What the program is built of, and the licences of all of that.
    "licences" "LicencesCall": licences(LicencesArgs) -> LicencesAnswer, in "full";
}

/// Answers a call. Arguments and answer are JSON in UTF-8.
///
/// Fails if there is no call of this name, if the arguments do not fit the call, or if they name something
/// unknown. Never panics. Time and memory grow with the size of the arguments.
///
/// Beside the arguments of the call, every call may bring a person's own units under the key `own`.
pub fn call(app: &App, name: &str, args: &[u8]) -> Result<Vec<u8>, CallFault> {
    call_within(&effort_of(args), usize::MAX, app, name, args)
}

/// How much work a call with these arguments may take.
#[must_use]
pub fn effort_of(args: &[u8]) -> Effort {
    Effort::of(limits::CALL_STEPS.saturating_add(limits::CALL_STEPS_A_BYTE.saturating_mul(args.len() as u64)))
}

/// Answers a call as [`call`] does, within the steps of `effort`. If `effort` is cancelled, the fault is `cancelled`.
/// If the answer has more bytes than `most`, the fault is `too-large`.
pub fn call_within(effort: &Effort, most: usize, app: &App, name: &str, args: &[u8]) -> Result<Vec<u8>, CallFault> {
    let answer = effort.run(|| answered(app, name, args, most));
    answer.unwrap_or_else(|stopped| Err(not_done(name, stopped))).map_err(|fault| app.told(fault))
}

fn taken<T: DeserializeOwned>(name: &str, args: &[u8]) -> Result<T, CallFault> {
    // Empty input means no arguments.
    let args = if args.trim_ascii().is_empty() { b"{}" } else { args };
    // serde would also accept an array in place of an object.
    if !args.trim_ascii_start().starts_with(b"{") {
        return Err(CallFault::new("wrong-args", format!("`{name}` takes a JSON object")));
    }
    let fault = |error| CallFault::new("wrong-args", format!("`{name}` cannot take this: {error}"));
    serde_json::from_slice(args).or_else(|error| match in_whole_numbers(args) {
        Some(args) => serde_json::from_slice(&args).map_err(fault),
        None => Err(fault(error)),
    })
}

/// The arguments with `2` in place of `2.0`, as some programs write each number. None if there is no such number.
fn in_whole_numbers(args: &[u8]) -> Option<Vec<u8>> {
    let mut args: Value = serde_json::from_slice(args).ok()?;
    make_whole(&mut args).then(|| serde_json::to_vec(&args).ok())?
}

/// Makes numbers whole that have a fraction of 0. Returns whether there was one.
fn make_whole(value: &mut Value) -> bool {
    match value {
        Value::Number(number) if !number.is_i64() && !number.is_u64() => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0);
            // No call takes a number beyond 64 bits, so such a number stays as it is.
            let whole = whole.and_then(|number| format!("{number:.0}").parse::<i64>().ok());
            whole.is_some_and(|whole| {
                *value = whole.into();
                true
            })
        }
        Value::Array(items) => items.iter_mut().fold(false, |is_changed, item| make_whole(item) | is_changed),
        Value::Object(map) => map.values_mut().fold(false, |is_changed, item| make_whole(item) | is_changed),
        _ => false,
    }
}

/// An answer as JSON. Writing ends at `most` bytes, so that no memory is taken for what is not sent.
fn written<T: Serialize>(answer: &T, most: usize) -> Result<Vec<u8>, CallFault> {
    let mut room = AnswerRoom { bytes: Vec::new(), most, is_full: false };
    match serde_json::to_writer(&mut room, answer) {
        Ok(()) => Ok(room.bytes),
        Err(_) if room.is_full => {
            let message = format!("the answer has more than {} MB", most / 1024 / 1024);
            Err(CallFault::new("too-large", message).help("send less at once"))
        }
        Err(error) => Err(CallFault::new("unwritable", format!("the answer is not JSON: {error}"))),
    }
}

/// Room for an answer of at most so many bytes.
struct AnswerRoom {
    bytes: Vec<u8>,
    most: usize,
    is_full: bool,
}

impl io::Write for AnswerRoom {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + more.len() > self.most {
            self.is_full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The fault of a call that was stopped.
fn not_done(name: &str, stopped: StopReason) -> CallFault {
    match stopped {
        StopReason::Spent => {
            CallFault::new("too-much", "this takes more work than any list does").help("send less at once")
        }
        StopReason::Cancelled => CallFault::new("cancelled", "nobody waits for the answer any more"),
        StopReason::Impossible => not_here(name),
    }
}

/// The fault of a build without the feature that the call needs.
fn not_here(name: &str) -> CallFault {
    CallFault::new("not-here", format!("this build of the program does not answer `{name}`"))
}

fn unknown(name: &str) -> CallFault {
    if NAMES.contains(&name) {
        return not_here(name);
    }
    let shown: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
    CallFault::new("unknown-call", format!("there is no call `{shown}`")).help(format!("calls: {}", NAMES.join(", ")))
}

#[cfg(feature = "full")]
/// The JSON Schema of all calls: an object with one property per call, which holds `args` and `answer`.
#[must_use]
pub fn schema() -> Value {
    // Keys that are always written are required.
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let args = parts(&mut generator, CallSide::Args);
    let answers = parts(&mut generator, CallSide::Answer);
    let _ = generator.subschema_for::<CallFault>();
    let own = generator.subschema_for::<Vec<OwnFile>>();
    let mut properties = Map::new();
    let mut definitions = generator.take_definitions(true);
    for (CallPart { name, title, about, schema }, answer) in args.into_iter().zip(answers) {
        definitions.insert(
            title.to_owned(),
            json!({
                "description": about,
                "type": "object",
                "properties": {"args": schema, "own": own, "answer": answer.schema},
                "required": ["args", "answer"],
            }),
        );
        properties.insert(name.to_owned(), json!({"$ref": format!("#/$defs/{title}")}));
    }
    definitions.sort_keys();
    let required: Vec<&String> = properties.keys().collect();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:muster:schema:app:1",
        "title": "Calls",
        "description": "What the screens may ask the program, and what it answers. A call that fails answers with a Fault. A call is its args in one JSON object, with `own` as one more key.",
        "type": "object",
        "required": required,
        "properties": properties,
        "$defs": definitions,
    });
    finish(&mut schema, true);
    set_references_apart(&mut schema);
    schema
}

#[cfg(feature = "full")]
/// Moves a reference that has a description beside it into an `allOf`. Without this, generators of TypeScript make a
/// second type for every other description.
fn set_references_apart(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.len() > 1
                && let Some(reference) = object.shift_remove("$ref")
            {
                object.insert("allOf".into(), json!([{ "$ref": reference }]));
            }
            object.values_mut().for_each(set_references_apart);
        }
        Value::Array(items) => items.iter_mut().for_each(set_references_apart),
        _ => {}
    }
}
