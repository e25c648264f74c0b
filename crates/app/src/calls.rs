//! The table of calls: their names, and what goes in and comes out of each as JSON.

use muster_library::schemas::finish;
use schemars::Schema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::attachables::{AttachablesArgs, attachables};
use crate::candidates::{Candidates, CandidatesArgs, candidates};
use crate::examples::{Example, ExamplesArgs, examples};
use crate::explain::{ExplainArgs, ExplanationInfo, explain};
use crate::export::{ExportAnswer, ExportArgs, export};
use crate::fault::Fault;
use crate::import::{ImportAnswer, ImportArgs, import};
use crate::judge::{JudgeArgs, Judged, judge};
use crate::print::{PreviewAnswer, PrintAnswer, PrintArgs, preview, print};
use crate::read::{ReadAnswer, ReadArgs, read};
use crate::rulesets::{RulesetsAnswer, RulesetsArgs, rulesets};
use crate::special_rules::{SpecialRuleInfo, SpecialRulesArgs, special_rules};
use crate::units::{UnitInfo, UnitsArgs, units};
use crate::version::{VersionAnswer, VersionArgs, version};
use crate::write::{WriteAnswer, WriteArgs, write};

macro_rules! calls {
    ($($(#[doc = $doc:literal])* $name:literal $title:literal: $function:ident($args:ty) -> $answer:ty;)*) => {
        /// The names of all calls.
        pub const NAMES: &[&str] = &[$($name),*];

        /// Answers a call: JSON in, JSON out, both in UTF-8.
        ///
        /// Fails where the name is no call, where the arguments are not what the call takes, and where they name
        /// something that is not at hand. Never panics, and takes time and memory that grow with the arguments.
        pub fn call(app: &App, name: &str, args: &[u8]) -> Result<Vec<u8>, Fault> {
            match name {
                $($name => written(&$function(app, &taken::<$args>(name, args)?)?),)*
                _ => Err(unknown(name)),
            }
        }

        fn parts(generator: &mut SchemaGenerator) -> Vec<(&'static str, &'static str, String, [Schema; 2])> {
            vec![$((
                $name,
                $title,
                concat!($($doc),*).trim().to_owned(),
                [generator.subschema_for::<$args>(), generator.subschema_for::<$answer>()],
            )),*]
        }
    };
}

calls! {
    /// The rulesets at hand with everything that screens need to know of them.
    "rulesets" "RulesetsCall": rulesets(RulesetsArgs) -> RulesetsAnswer;
    /// The fleets that come with the program.
    "examples" "ExamplesCall": examples(ExamplesArgs) -> Vec<Example>;
    /// Every unit of a nation, and those of no nation.
    "units" "UnitsCall": units(UnitsArgs) -> Vec<UnitInfo>;
    /// The lists in a text.
    "read" "ReadCall": read(ReadArgs) -> ReadAnswer;
    /// A list as text.
    "write" "WriteCall": write(WriteArgs) -> WriteAnswer;
    /// A list as text for other people and programs.
    "export" "ExportCall": export(ExportArgs) -> ExportAnswer;
    /// A list from a text that was pasted.
    "import" "ImportCall": import(ImportArgs) -> ImportAnswer;
    /// A list as PDF.
    "print" "PrintCall": print(PrintArgs) -> PrintAnswer;
    /// The pages of that PDF as pictures.
    "preview" "PreviewCall": preview(PrintArgs) -> PreviewAnswer;
    /// The verdict on a list, with everything that screens show of it.
    "judge" "JudgeCall": judge(JudgeArgs) -> Judged;
    /// What may be added to a list, and why not the rest.
    "candidates" "CandidatesCall": candidates(CandidatesArgs) -> Candidates;
    /// What may be attached to a squadron, and why not the rest.
    "attachables" "AttachablesCall": attachables(AttachablesArgs) -> Candidates;
    /// What a rule says, and whatever else a ruleset declares.
    "explain" "ExplainCall": explain(ExplainArgs) -> Vec<ExplanationInfo>;
    /// The special rules of a game.
    "special-rules" "SpecialRulesCall": special_rules(SpecialRulesArgs) -> Vec<SpecialRuleInfo>;
    /// Which program this is.
    "version" "VersionCall": version(VersionArgs) -> VersionAnswer;
}

fn taken<T: DeserializeOwned>(name: &str, args: &[u8]) -> Result<T, Fault> {
    // No arguments at all are none.
    let args = if args.trim_ascii().is_empty() { b"{}" } else { args };
    // serde would take a row of values for an object.
    if !args.trim_ascii_start().starts_with(b"{") {
        return Err(Fault::new("wrong-args", format!("`{name}` takes a JSON object")));
    }
    serde_json::from_slice(args)
        .map_err(|error| Fault::new("wrong-args", format!("`{name}` cannot take this: {error}")))
}

fn written<T: Serialize>(answer: &T) -> Result<Vec<u8>, Fault> {
    serde_json::to_vec(answer).map_err(|error| Fault::new("unwritable", format!("the answer is no JSON: {error}")))
}

fn unknown(name: &str) -> Fault {
    let shown: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
    Fault::new("unknown-call", format!("there is no call `{shown}`")).help(format!("calls: {}", NAMES.join(", ")))
}

/// The JSON Schema of all calls: an object with a property for each, which holds `args` and `answer`.
#[must_use]
pub fn schema() -> Value {
    // As written: keys that are always there must be there.
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let calls = parts(&mut generator);
    let _ = generator.subschema_for::<Fault>();
    let mut properties = Map::new();
    let mut definitions = generator.take_definitions(true);
    for (name, title, description, [args, answer]) in calls {
        definitions.insert(
            title.to_owned(),
            json!({
                "description": description,
                "type": "object",
                "properties": {"args": args, "answer": answer},
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
        "description": "What the screens may ask the program, and what it answers. A call that fails answers with a Fault.",
        "type": "object",
        "required": required,
        "properties": properties,
        "$defs": definitions,
    });
    finish(&mut schema, true);
    set_references_apart(&mut schema);
    schema
}

/// Puts references that have a description beside them into an `allOf` of their own: makers of TypeScript take a type
/// with another description for another type.
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
